/* Which tuples win where a workspace has records of single elements, or lists of the tuples of wide slices; and the same calls without it:
 * every width around the registers of an instruction set, and runs of tuples that name one slice, also of more than a byte can count. */
#include <strew/strew.h>

#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "fill.h"
#include "fused.h"
#include "guarded.h"
#include "pools.h"
#include "schedule.h"
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

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

enum { N_TUPLES = 60001, N_SLICES = 1300, ELEMENT_BYTES = 4 };

/* Elements of few values, so that many are equal, some of them NaN. */
static void fill_with_few(strew_dtype dtype, unsigned char *to, size_t n)
{
    size_t n_extremes;
    const size_t size = reference_size(dtype);
    const unsigned char *all = extremes(dtype, &n_extremes);
    for (size_t i = 0; i < n; i++) memcpy(to + i * size, all + (size_t)draw_fused(0, (int64_t)n_extremes - 1) * size, size);
}

/* A call of single elements, with an arg of int64, of data that is far apart or not. */
static strew_plan plan_elements(strew_dtype dtype, strew_reduction reduction, const strew_options *options, int is_apart)
{
    static const int64_t of_data[] = {N_SLICES}, of_tuples[] = {N_TUPLES}, apart[] = {3};
    const int64_t *const strides = is_apart ? apart : NULL;
    strew_plan plan;
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = reduction, .options = options,
                                       .data = {dtype, 1, of_data, NULL, strides}, .indices = {STREW_DTYPE_INT64, 1, of_tuples, NULL, NULL},
                                       .updates = {dtype, 1, of_tuples, NULL, NULL}, .output = {dtype, 1, of_data, NULL, strides},
                                       .arg = {STREW_DTYPE_INT64, 1, of_data, NULL, strides});
    assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
    return plan;
}

/* Without a workspace there are no records. */
TEST(records_of_threads_have_the_winners_of_one)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_DTYPE_INT8, STREW_DTYPE_UINT32};
    static int64_t indices[N_TUPLES], args[3 * N_SLICES], expected_args[3 * N_SLICES];
    static unsigned char old[3 * N_SLICES * ELEMENT_BYTES], output[sizeof old], expected[sizeof old], updates[N_TUPLES * ELEMENT_BYTES];
    size_t where;
    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const size_t how = choose("how", 8), n = (size_t[]){2, 7, 64}[choose("threads", 3)];
        const int is_apart = (int)choose("is_apart", 2);
        if (is_light() && case_number() % 11 != 0) continue;
        const strew_options options =
            STREW_OPTIONS(.excludes_self = how & 1, .nan = how & 2 ? STREW_NAN_LOSES : STREW_NAN_WINS,
                          .arg_rule = how & 4 ? STREW_ARG_RULE_LAST : STREW_ARG_RULE_FIRST, .policy = STREW_POLICY_SKIP);
        const strew_plan plan = plan_elements(dtype, how % 3 ? STREW_REDUCTION_MAX : STREW_REDUCTION_MIN, &options, is_apart);
        size_t n_threads = n;
        const size_t bytes = strew_plan_workspace_size(&plan, (int32_t)n);
        const strew_known known = strew_know(strew_state_of(&plan), n, bytes, STREW_MIN_WAKE_NS);
        const strew_way *const way = strew_choose_schedule(&known, &(strew_threads){.n = n}).way;
        if (!is_apart) assert_string_equal(way->name, "records");
        unsigned char *const workspace = guarded_new(bytes, FLUSH_END);
        const strew_resources resources = resources_on_threads(&n_threads, workspace, bytes);
        strew_buffers buffers =
            STREW_BUFFERS(.output = expected, .data = expected, .indices = indices, .updates = updates, .arg = expected_args);
        for (size_t t = 0; t < N_TUPLES; t++)
            indices[t] = draw_fused(0, N_SLICES - 5) + (t % 100 == 0 ? 1000 : 0); /* some are out of bounds */
        fill_with_few(dtype, updates, N_TUPLES);
        fill_with_few(dtype, old, sizeof old / reference_size(dtype));
        memcpy(expected, old, sizeof old);
        memcpy(output, old, sizeof old);
        memset(expected_args, 0x5a, sizeof expected_args);
        memset(args, 0x5a, sizeof args);
        assert_int_equal(strew_run(&plan, &buffers, NULL, NULL), STREW_OK);
        buffers.output = output;
        buffers.data = output;
        buffers.arg = args;
        assert_int_equal(strew_run(&plan, &buffers, &resources, NULL), STREW_OK);
        assert_true(is_same(dtype, output, expected, sizeof output / reference_size(dtype), &where));
        assert_memory_equal(args, expected_args, sizeof args);
        assert_true(guarded_free_all());
    }
}
