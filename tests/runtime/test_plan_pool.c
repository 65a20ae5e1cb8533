/* The pool of a plan: arrays that do not overlap, and what has no room. */
#include <string.h>

#include "fault.h"
#include "plan_pool.h"
#include "testing.h"

TEST(components_have_a_lane_for_each_vector)
{
    static strew_plan storage;
    strew_plan_state *plan = strew_state_of(&storage);

    for (int32_t k = 0; k <= STREW_MAX_RANK; k++) {
        strew_begin_pool(plan, k);
        assert_int_equal(plan->k, k);
        /* A vector begins with any of the k components. */
        assert_int_equal(plan->at.n_lanes, k == 0 || k > STREW_MAX_COMPONENTS ? k : STREW_MAX_INDEX_LANES + k - 1);
        assert_ptr_equal(strew_sizes_of(plan), strew_lows_of(plan) + plan->at.n_lanes);
        assert_ptr_equal(strew_strides_of(plan), strew_sizes_of(plan) + plan->at.n_lanes);
        assert_in_range(plan->at.n_words, 3 * k, STREW_POOL_WORDS);
    }
}

TEST(a_copy_has_the_same_arrays)
{
    static strew_plan storage;
    strew_plan_state *plan = strew_state_of(&storage);
    const strew_positions positions = {{2, 3, 5}, {15, 5, 1}, 3};
    strew_place at;

    memset(&storage, 0x5a, sizeof storage);
    strew_begin_pool(plan, 1);
    strew_lows_of(plan)[0] = -7;
    assert_true(strew_store_positions(plan, &positions));
    unsigned char *five = strew_take_room(plan, 5, &at), *next = strew_take_room(plan, 1, &at);
    assert_int_equal(next - five, 8); /* whole words */
    memset(five, 0, 8);
    const strew_plan copied = storage;
    memset(&storage, 0x5a, sizeof storage);
    const strew_plan_state *copy = strew_state_of(&copied);
    assert_int_equal(strew_lows_of(copy)[0], -7);
    assert_int_equal(copy->n_dims, 3);
    for (int d = 0; d < 3; d++) {
        assert_int_equal(strew_counts_of(copy)[d], positions.count[d]);
        assert_int_equal(strew_steps_of(copy)[d], positions.step[d]);
    }
}

TEST(what_has_no_room_is_rejected_with_its_bytes)
{
    static strew_plan storage;
    strew_plan_state *plan = strew_state_of(&storage);
    strew_positions positions = {.n = STREW_MAX_RANK};
    const size_t n_bytes = STREW_POOL_WORDS * sizeof(uint64_t);
    strew_fault fault;
    strew_place at = 77;

    strew_begin_pool(plan, 0);
    assert_null(strew_take_room(plan, n_bytes + 1, &at));
    assert_int_equal(at, 77);
    assert_non_null(strew_take_room(plan, n_bytes - 8, &at));
    assert_int_equal(at, 0);
    assert_null(strew_take_room(plan, 9, &at));
    assert_false(strew_store_positions(plan, &positions));
    assert_int_equal(strew_reject_room(plan, "data and output", 9, &fault), STREW_STATUS_STRIDES_TOO_MANY);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_STRIDES_TOO_MANY,
                                       .subject = "data and output",
                                       .value = (int64_t)n_bytes + 1,
                                       .high = (int64_t)n_bytes});
}
