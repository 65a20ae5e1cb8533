/* Kernels that suit few plans: of single elements, whose indices they read as they are stored, and of rows. All others are in
 * test_dispatch.c. */
#include "plan_state.h"
#include "tensors.h"
#include "testing.h"
#include "tuning.h"

static scatter elements(int64_t size, strew_options options)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(size), SHAPE(100, 1));
    scatter.options = options;
    return scatter;
}

static int is_put(scatter scatter)
{
    const strew_plan plan = plan_scatter(&scatter);
    return strew_state_of(&plan)->put != NULL;
}

TEST(single_elements_are_put_if_all_must_be_in_bounds)
{
    static const float half = 0.5F;
    const int64_t few = 1000;
    assert_true(is_put(elements(few, STREW_OPTIONS(.policy = STREW_POLICY_ERROR))));
    assert_true(is_put(elements(few, STREW_OPTIONS(.policy = STREW_POLICY_TRUSTED))));
    assert_false(is_put(elements(few, STREW_OPTIONS(.policy = STREW_POLICY_SKIP))));
    assert_false(is_put(elements(few, STREW_OPTIONS(.policy = STREW_POLICY_CLAMP))));
    assert_false(is_put(elements(few, STREW_OPTIONS(.has_ignore_index = 1))));
    assert_false(is_put(elements(few, STREW_OPTIONS(.excludes_self = 1))));
    assert_false(is_put(elements(few, STREW_OPTIONS(.nan = STREW_NAN_LOSES))));
    assert_false(is_put(elements(few, STREW_OPTIONS(.alpha = &half))));
    assert_false(is_put(elements(few, STREW_OPTIONS(.accumulate = STREW_DTYPE_FLOAT64))));
    /* Elements of larger data have slice indices, by which they are prefetched. */
    assert_false(is_put(elements(STREW_MAX_TAKEN_BYTES / (int64_t)sizeof(float) + 1, STREW_OPTIONS(.policy = STREW_POLICY_ERROR))));
    assert_false(is_put(scatter_of(REFERENCE_ND, 0, SHAPE(few, 2), SHAPE(100, 1))));
    assert_false(is_put(scatter_of(REFERENCE_ND, 0, SHAPE(few, 2), SHAPE(100, 2))));
}

/* Along the last axis, only if those of a row are many enough: more, if rows are not evenly apart, or data must be prefetched. */
TEST(single_elements_of_rows_are_put_if_rows_are_long)
{
    static const int64_t lengths[] = {STREW_MIN_SHORT_ROW - 1, STREW_MIN_SHORT_ROW, STREW_MIN_TAKEN_ROW - 1, STREW_MIN_TAKEN_ROW};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        const int64_t n = lengths[i];
        assert_int_equal(is_put(scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(7, 50), SHAPE(7, n))), n >= STREW_MIN_SHORT_ROW);
        assert_int_equal(is_put(scatter_of(REFERENCE_ELEMENTS, 2, SHAPE(3, 8, 50), SHAPE(2, 7, n))), n >= STREW_MIN_TAKEN_ROW);
        assert_int_equal(is_put(scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(1 << 20, 50), SHAPE(7, n))), n >= STREW_MIN_TAKEN_ROW);
        assert_false(is_put(scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(7, 50), SHAPE(n, 50))));
    }
}

/* Where all indices of a row may be equal, and its elements are adjacent. */
TEST(rows_have_a_kernel_of_their_own)
{
    scatter whole = scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(9, 4), SHAPE(20, 4)),
            cut = scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(9, 4), SHAPE(20, 3));
    whole.options.excludes_self = 1;
    const strew_plan of_whole = plan_scatter(&whole), of_cut = plan_scatter(&cut);
    assert_non_null(strew_state_of(&of_whole)->apply_row);
    assert_non_null(strew_state_of(&of_whole)->move_row);
    assert_null(strew_state_of(&of_cut)->apply_row);
    assert_null(strew_state_of(&of_cut)->move_row);
}

int main(void)
{
    return run_all_tests(NULL, NULL);
}

static const strew_plan_state *mean_of_many(strew_plan *plan, int64_t n_tuples, int is_weighted)
{
    static const int64_t one = 1;
    const int64_t tuples[] = {n_tuples, 1};
    const strew_tensor all = {STREW_DTYPE_UINT32, 1, &n_tuples, NULL, NULL};
    const strew_options options = STREW_OPTIONS(.accumulate = STREW_DTYPE_INT64);
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_MEAN, .options = &options,
                                       .data = {STREW_DTYPE_UINT32, 1, &one}, .indices = {STREW_DTYPE_INT8, 2, tuples}, .updates = all,
                                       .weights = is_weighted ? all : (strew_tensor){0});
    assert_int_equal(strew_plan_call(plan, &call, NULL), STREW_OK);
    return strew_state_of(plan);
}

/* Sums of more have 128 bits, unless they are of products, which are added up in int64. The kernel that divides them knows the same. */
TEST(sums_of_means_are_int64_while_they_fit)
{
    strew_plan plan;
    assert_int_equal(mean_of_many(&plan, 1000, 0)->mean->sum_bytes, 8);
    if (sizeof(ptrdiff_t) == 4) return;
    for (int i = 0; i < 6; i++) {
        const strew_plan_state *state = mean_of_many(&plan, i < 2 ? INT32_MAX - 1 : i < 4 ? INT32_MAX : INT64_C(1) << 33, i % 2);
        assert_int_equal(state->mean->sum_bytes, i < 2 || i % 2 ? 8 : 16);
        assert_int_equal(state->sum_bytes, state->mean->sum_bytes);
    }
}
