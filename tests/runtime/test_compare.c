/* Which tuples win, in random calls: of every operator, reduction and type, with and without a table and weights. */
#include <strew/strew.h>

#include <math.h>

#include "call_text.h"
#include "fill.h"
#include "fused.h"
#include "testing.h"

TEST(the_winners_of_a_plain_loop_are_stored)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    static const strew_reduction reductions[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX};
    static const int64_t fills[] = {-1, 3, -2, INT32_MIN, 0};
    open_fused_views();
    while (next_case()) {
        fused_call of = {.op = (reference_operator)choose("op", REFERENCE_PUT + 1), .options = STREW_OPTIONS_INIT, .has_arg = 1};
        of.data = dtypes[choose("dtype", n_dtypes)];
        of.reduction = reductions[choose("reduction", COUNT(reductions))];
        const size_t has = choose("has", 4), passes = choose("passes", 3), how = choose("how", 4);
        if (!reference_is_defined(of.data, of.reduction)) continue;
        const int compares = of.reduction != STREW_REDUCTION_NONE;
        of.has_rows = (int)(has & 1);
        of.has_weights = (int)(has >> 1);
        of.options.excludes_self = compares && how & 1;
        of.options.nan = compares && how & 2 ? STREW_NAN_LOSES : STREW_NAN_WINS;
        of.options.policy = passes == 1 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        of.options.has_ignore_index = passes == 2;
        of.options.ignore_index = passes == 2 ? -1000 : 0;
        if (of.has_rows) of.options.update_policy = passes == 1 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        for (int i = 0; i < (is_light() ? 1 : 3); i++) {
            of.is_strided = (int)draw_fused(0, 1);
            of.arg = draw_fused(0, 1) ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
            of.options.arg_rule = compares && draw_fused(0, 1) ? STREW_ARG_RULE_LAST : STREW_ARG_RULE_FIRST;
            of.options.arg_counts = of.op == REFERENCE_ELEMENTS && draw_fused(0, 1) ? STREW_ARG_COUNTS_AXIS : STREW_ARG_COUNTS_TUPLES;
            of.options.arg_fill = draw_fused(0, 1) ? &fills[draw_fused(0, COUNT(fills) - 1)] : NULL;
            draw_fused_types(&of);
            draw_fused_shapes(&of);
            expect_fused_call(&of);
            of.has_weights = (int)(has >> 1);
        }
    }
    close_fused_views();
}

/* A number that is too large for float8e4m3fn became NaN, which only another NaN equals, and nothing beats. */
TEST(what_became_nan_equals_a_nan)
{
    static const struct {
        float updates[3];
        int64_t first, last;
    } rows[] = {
        {{1000, NAN, 2}, 0, 1},
        {{1000, 2000, 2}, 0, 0},
        {{NAN, 1000, 2}, 0, 0},
        {{2, 1000, NAN}, 1, 2},
    };
    static const int64_t indices[3];
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        const int is_last = i % 2 != 0;
        const strew_plan plan =
            plan_text("scatter_update data=float8e4m3fn[1] indices=int64[3] updates=float32[3] arg=int64[1] max arg_rule=%d", is_last);
        unsigned char data[1] = {0x38}; /* 1 */
        int64_t arg[1];
        const strew_buffers buffers =
            STREW_BUFFERS(.output = data, .data = data, .indices = indices, .updates = rows[i / 2].updates, .arg = arg);
        assert_int_equal(strew_run(&plan, &buffers, NULL, NULL), STREW_OK);
        assert_int_equal(arg[0], is_last ? rows[i / 2].last : rows[i / 2].first);
        assert_int_equal(data[0] & 0x7f, 0x7f);
    }
}
