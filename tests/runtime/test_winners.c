/* Which tuples win where a workspace has records of single elements, or lists of the tuples of wide slices; and the same calls without it:
 * every width around the registers of an instruction set, and runs of tuples that name one slice, also of more than a byte can count. */
#include <strew/strew.h>

#include "fill.h"
#include "fused.h"
#include "testing.h"

static const int64_t widths[] = {1, 2, 3, 4, 5, 8, 15, 16, 17, 33, 63, 64, 65, 128, 257};

static void draw_rows(fused_call *of, size_t width)
{
    of->op = REFERENCE_UPDATE;
    of->rank = of->updates_rank = of->ordered_rank = 2;
    of->axis = of->batch_dims = 0;
    of->n_rows = 1;
    of->shape[0] = draw_fused(1, draw_fused(0, 1) ? 3 : 40);
    of->shape[1] = widths[width];
    of->indices_rank = of->tuples_rank = 1;
    of->indices_shape[0] = draw_fused(0, 3) || of->shape[1] > 64 ? draw_fused(1, 90) : draw_fused(256, 700);
    of->updates_shape[0] = of->ordered_shape[0] = of->indices_shape[0];
    of->updates_shape[1] = of->ordered_shape[1] = of->shape[1];
    of->updates = of->products = of->data;
    of->weights = STREW_DTYPE_FLOAT32;
    of->weights_rank = 1;
    of->weights_shape[0] = of->indices_shape[0];
}

TEST(rows_have_the_winners_of_a_plain_loop)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    open_fused_views();
    while (next_case()) {
        fused_call of = {.options = STREW_OPTIONS_INIT, .has_arg = 1};
        of.data = dtypes[choose("dtype", n_dtypes)];
        of.reduction = choose("max", 2) ? STREW_REDUCTION_MAX : STREW_REDUCTION_MIN;
        const size_t how = choose("how", 4), width = choose("width", COUNT(widths));
        if (!reference_is_defined(of.data, of.reduction)) continue;
        of.options.excludes_self = how & 1;
        of.options.nan = how & 2 ? STREW_NAN_LOSES : STREW_NAN_WINS;
        of.arg = draw_fused(0, 1) ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
        of.options.arg_rule = draw_fused(0, 2) ? STREW_ARG_RULE_FIRST : STREW_ARG_RULE_LAST;
        draw_rows(&of, width);
        expect_fused_call(&of);
    }
    close_fused_views();
}
