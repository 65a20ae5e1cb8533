/* Estimates: which of two plans takes longer, which is all that they are for. */
#include "call_text.h"
#include "estimate.h"
#include "tensors.h"
#include "testing.h"

/* Of k components, 1 or 2; `width` is that of a slice with one. */
static strew_plan plan_of(int64_t n_slices, int64_t width, int64_t n_tuples, int64_t k)
{
    const scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(n_slices, 2, width / 2), SHAPE(n_tuples, k));
    return plan_scatter(&scatter);
}

static uint64_t alone(int64_t n_slices, int64_t width, int64_t n_tuples, int64_t k)
{
    const strew_plan plan = plan_of(n_slices, width, n_tuples, k);
    return strew_alone_ns(strew_state_of(&plan));
}

TEST(more_work_takes_longer)
{
    const uint64_t few = alone(100, 4, 1000, 1);
    assert_true(few > 0);
    assert_true(alone(100, 4, 1001, 1) > few);
    assert_true(alone(100, 8, 1000, 1) > few);
    assert_true(alone(100, 8, 1000, 2) > few); /* slices as wide, longer tuples */
    /* The same tuples in data that exceeds every cache, and in such data where they touch little. */
    assert_true(alone(20000000, 4, 2000000, 1) > alone(1000, 4, 2000000, 1));
    assert_int_equal(alone(20000000, 4, 1000, 1), few);
}

TEST(the_largest_tensors_have_an_estimate)
{
    const scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(1, 1), SHAPE(PTRDIFF_MAX / 64, 1));
    const strew_plan plan = plan_scatter(&scatter);
    assert_true(strew_alone_ns(strew_state_of(&plan)) > (uint64_t)PTRDIFF_MAX / 64);
}

TEST(a_partition_costs_more_than_it_saves_on_one_thread)
{
    const strew_plan narrow = plan_of(1000, 2, 100000, 1), wide = plan_of(1000, 64, 100000, 1);
    assert_true(strew_partition_ns(strew_state_of(&narrow)) > strew_alone_ns(strew_state_of(&narrow)));
    assert_true(strew_partition_ns(strew_state_of(&wide)) > strew_alone_ns(strew_state_of(&wide)));
}

/* Each of these leaves out a part of the one before. */
TEST(what_is_done_already_takes_no_time)
{
    static const int64_t widths[] = {2, 64, 1000};
    for (size_t i = 0; i < COUNT(widths); i++) {
        const strew_plan plan = plan_of(1000, widths[i], 10000, 1);
        const strew_plan_state *const of = strew_state_of(&plan);
        assert_int_equal(strew_alone_ns(of), strew_make_ns(of) + strew_apply_ns(of));
        assert_true(strew_make_ns(of) > 0);
        assert_true(strew_apply_ns(of) < strew_apply_sorted_ns(of)); /* updates are out of order there */
        assert_true(strew_move_ns(of) + strew_apply_moved_ns(of) < strew_partition_ns(of));
        assert_true(strew_select_ns(of) < strew_alone_ns(of));
    }
}

/* Halves are converted, so threads share what one of them does in no time if it is float32. */
TEST(rows_of_halves_take_longer_than_as_many_bytes_of_float32)
{
    static const char *const calls[] = {
        "scatter_update data=float32[64,1408] indices=int64[256] updates=float32[256,1408] update_indices=int64[256] add",
        "scatter_update data=float16[64,2816] indices=int64[256] updates=float16[256,2816] update_indices=int64[256] add",
    };
    uint64_t alone_ns[2];
    for (int i = 0; i < 2; i++) {
        text_call of;
        strew_plan plan;
        read_call(&of, calls[i]);
        assert_int_equal(strew_plan_call(&plan, &of.call, NULL), STREW_OK);
        if (strew_state_of(&plan)->fuse == NULL) skip(); /* scalar code has no kernel for them */
        alone_ns[i] = strew_alone_ns(strew_state_of(&plan));
    }
    assert_true(alone_ns[1] > 2 * alone_ns[0]);
}

/* Where data exceeds the caches, bundles do not. */
TEST(a_partition_finds_in_the_caches_what_one_thread_does_not)
{
    const strew_plan small = plan_of(1000, 2, 3000000, 1), large = plan_of(30000000, 2, 3000000, 1);
    const strew_plan_state *const of_small = strew_state_of(&small), *const of_large = strew_state_of(&large);
    const uint64_t more_alone = strew_alone_ns(of_large) - strew_alone_ns(of_small);
    assert_true(strew_partition_ns(of_large) > strew_partition_ns(of_small));
    assert_true(strew_partition_ns(of_large) - strew_partition_ns(of_small) < more_alone);
}

TEST(a_gain_is_more_than_the_estimates_may_be_wrong)
{
    static const size_t numbers[] = {1, 2, 64};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        assert_false(strew_is_gain(1000, 1000, numbers[i]));
        assert_false(strew_is_gain(1000, 900, numbers[i]));
        assert_true(strew_is_gain(1000, 500, numbers[i]));
        assert_false(strew_is_gain(0, 0, numbers[i]));
    }
    /* Two cores share the memory, one does not. */
    assert_true(strew_is_gain(1000, 800, 1));
    assert_false(strew_is_gain(1000, 800, 2));
}
