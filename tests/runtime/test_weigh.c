/* Updates that are rows of a table, and their products with weights, in random calls. */
#include <strew/strew.h>

#include "call_text.h"
#include "calls.h"
#include "fault.h"
#include "fill.h"
#include "fused.h"
#include "testing.h"

TEST(updates_are_found_and_multiplied)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    open_fused_views();
    while (next_case()) {
        fused_call of = {.op = (reference_operator)choose("op", REFERENCE_PUT + 1), .options = STREW_OPTIONS_INIT};
        of.data = dtypes[choose("dtype", n_dtypes)];
        of.reduction = (strew_reduction)choose("reduction", STREW_REDUCTION_MEAN + 1);
        const size_t has = choose("has", 3), passes = choose("passes", 4), how = choose("how", 4);
        of.has_rows = has != 1;
        of.has_weights = has != 0;
        if (!reference_is_defined(of.data, of.reduction)) continue;
        if (how == 1 && of.reduction == STREW_REDUCTION_NONE) continue;
        of.options.excludes_self = how == 1;
        const reference_kind kind = reference_type_of(of.data).kind;
        const int is_exact = of.reduction == STREW_REDUCTION_MEAN && (kind == REFERENCE_SIGNED || kind == REFERENCE_UNSIGNED);
        if (how == 2 && !is_exact && reference_wide_dtype(of.data) != 0 && of.reduction != STREW_REDUCTION_NONE)
            of.options.accumulate = reference_wide_dtype(of.data);
        of.options.nan = how == 3 && of.reduction != STREW_REDUCTION_NONE ? STREW_NAN_LOSES : STREW_NAN_WINS;
        of.options.policy = passes == 1 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        of.options.has_ignore_index = passes == 2;
        of.options.ignore_index = passes == 2 ? -1000 : 0;
        if (of.has_rows) {
            of.options.update_policy = passes == 1 ? STREW_POLICY_CLAMP : passes == 2 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
            of.options.update_negative = passes == 1 ? STREW_NEGATIVE_OUT_OF_BOUNDS : STREW_NEGATIVE_WRAPS;
            of.options.has_update_ignore_index = passes == 3;
            of.options.update_ignore_index = passes == 3 ? 2 : 0;
        }
        for (int i = 0; i < (is_light() ? 1 : 2); i++) {
            of.is_strided = (int)draw_fused(0, 1);
            draw_fused_types(&of);
            draw_fused_shapes(&of);
            expect_fused_call(&of);
            of.has_weights = has != 0;
        }
    }
    close_fused_views();
}

TEST(what_no_weights_are_for_is_rejected)
{
#define SCATTER "scatter_nd data=float32[3,2] indices=int64[4,1] "
    static const struct {
        const char *call;
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {SCATTER "updates=float32[4,2] weights=float32[3]",
         FAULT(TUPLES_SHAPE_MISMATCH, .subject = "weights", .dimension = 0, .value = 3, .high = 4), "weights|3|4"},
        {SCATTER "updates=float32[4,2] weights=float32[]",
         FAULT(TUPLES_SHAPE_MISMATCH, .subject = "weights", .dimension = -1, .value = 0, .high = 1), "weights|rank 0|1"},
        {SCATTER "updates=float32[4,2] weights=float32[4,3]",
         FAULT(TUPLES_SHAPE_MISMATCH, .subject = "weights", .dimension = 1, .value = 3, .high = 2), "weights|3|2"},
        {SCATTER "updates=float32[4,2] weights=float64[4]",
         FAULT(UNSUPPORTED_WEIGHTS, .value = STREW_DTYPE_FLOAT64, .high = STREW_DTYPE_FLOAT32), "float64|float32"},
        {SCATTER "updates=float16[4,2] weights=bfloat16[4]",
         FAULT(UNSUPPORTED_WEIGHTS, .value = STREW_DTYPE_BFLOAT16, .high = STREW_DTYPE_FLOAT16), "bfloat16|float16"},
        {"scatter_nd data=bool[3,2] indices=int64[4,1] updates=bool[4,2] weights=bool[4]",
         FAULT(UNSUPPORTED_WEIGHTS, .value = STREW_DTYPE_BOOL, .high = STREW_DTYPE_BOOL), "bool"},
        {SCATTER "updates=float32[4,2] weights=99[4]", FAULT(UNKNOWN_DTYPE, .subject = "weights", .value = 99), "weights|99"},
        {SCATTER "updates=float32[4,2] weights=float32[4] alpha add", FAULT(CONFLICT, .subject = "weights and options.alpha"),
         "weights|alpha"},
        {SCATTER "updates=float32[4,2] weights=float32[4] profile=ONNX_ScatterND-18",
         FAULT(PROFILE_LACKS_OPTION, .subject = "weights", .profile = STREW_PROFILE_ONNX_SCATTERND_18), "weights|ONNX ScatterND-18"},
        {"scatter_nd data=float16[3,2] indices=int64[4,1] updates=float32[4,2] weights=float32[4] scale=float32[1]",
         FAULT(CONFLICT, .subject = "weights and scale"), "weights|scale"},
        {SCATTER "updates=float32[4,-2] weights=float32[4]", FAULT(NEGATIVE_DIMENSION, .subject = "updates", .dimension = 1, .value = -2),
         "updates|-2"},
        {SCATTER "updates=float32[4,2] weights=float32[-4]", FAULT(NEGATIVE_DIMENSION, .subject = "weights", .value = -4), "weights|-4"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) reject_text(rows[i].call, rows[i].fault, rows[i].parts);
}

/* A product of integers that are accumulated has 64 bits, also where a mean divides their sum. The result may be too large, then. */
TEST(products_are_as_wide_as_their_sums)
{
    static const int64_t one[] = {1}, tuples[] = {2, 1}, two[] = {2}, zeros[] = {0, 0};
    static const int8_t values[] = {100, 100};
    static const struct {
        int8_t factors[2], sum, mean, saturated_sum, saturated_mean;
    } all[] = {
        {{100, -99}, 100, 50, 100, 50}, /* 10000 - 9900, and half of that */
        {{3, 1}, -112, -56, 127, 127},  /* 400 and 200 */
        {{-3, -1}, 112, 56, -128, -128},
        {{-2, -1}, -44, 106, -128, -128}, /* -300 and -150 */
    };
    for (size_t i = 0; i < 4 * COUNT(all); i++) {
        const int is_mean = (int)i % 2, saturates = (int)i / 2 % 2;
        const int8_t *factors = all[i / 4].factors, wraps = is_mean ? all[i / 4].mean : all[i / 4].sum,
                     expected = !saturates ? wraps
                                : is_mean  ? all[i / 4].saturated_mean
                                           : all[i / 4].saturated_sum;
        const strew_options options =
            STREW_OPTIONS(.accumulate = STREW_DTYPE_INT64, .excludes_self = 1, .overflow = (strew_overflow)saturates);
        int8_t result[] = {7};
        strew_plan plan;
        uint64_t room[64];
        const strew_call call =
            STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = is_mean ? STREW_REDUCTION_MEAN : STREW_REDUCTION_ADD,
                       .options = &options, .data = {STREW_DTYPE_INT8, 1, one}, .indices = {STREW_DTYPE_INT64, 2, tuples},
                       .updates = {STREW_DTYPE_INT8, 1, two}, .weights = {STREW_DTYPE_INT8, 1, two});
        const strew_buffers buffers =
            STREW_BUFFERS(.output = result, .data = result, .indices = zeros, .updates = values, .weights = factors);
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        assert_int_equal(strew_run(&plan, &buffers, &STREW_RESOURCES(.workspace = room, .workspace_bytes = sizeof room), NULL), STREW_OK);
        assert_int_equal(result[0], expected);
    }
}

/* A sum of products that exceeds int64 has wrapped around to a negative one, which a mean divides as such: also where data has no sign. */
TEST(a_mean_of_unsigned_products_divides_a_signed_sum)
{
    static const int64_t one[] = {1}, tuples[] = {3, 1}, three[] = {3}, zeros[] = {0, 0, 0};
    static const uint32_t values[] = {UINT32_MAX, 0, 0}; /* (2^32 - 1)^2 is -8589934591, and a third of that is -2863311530.3 */
    static const struct {
        strew_mean_rounding rounding;
        strew_overflow overflow;
        uint32_t expected;
    } rows[] = {
        {STREW_MEAN_ROUNDING_FLOORS, STREW_OVERFLOW_WRAPS, 0 - UINT32_C(2863311531)},
        {STREW_MEAN_ROUNDING_TRUNCATES, STREW_OVERFLOW_WRAPS, 0 - UINT32_C(2863311530)},
        {STREW_MEAN_ROUNDING_FLOORS, STREW_OVERFLOW_SATURATES, 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const strew_options options = STREW_OPTIONS(.accumulate = STREW_DTYPE_INT64, .excludes_self = 1, .overflow = rows[i].overflow,
                                                    .mean_rounding = rows[i].rounding);
        uint32_t result[] = {7};
        strew_plan plan;
        uint64_t room[64];
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_MEAN, .options = &options,
                                           .data = {STREW_DTYPE_UINT32, 1, one}, .indices = {STREW_DTYPE_INT64, 2, tuples},
                                           .updates = {STREW_DTYPE_UINT32, 1, three}, .weights = {STREW_DTYPE_UINT32, 1, three});
        const strew_buffers buffers =
            STREW_BUFFERS(.output = result, .data = result, .indices = zeros, .updates = values, .weights = values);
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        assert_int_equal(strew_run(&plan, &buffers, &STREW_RESOURCES(.workspace = room, .workspace_bytes = sizeof room), NULL), STREW_OK);
        assert_int_equal(result[0], rows[i].expected);
    }
}
