/* The record of slices that updates touch: how large it is, and how slices are found in it. test_touch.c runs with it. */
#include <strew/strew.h>

#include "call_text.h"
#include "calls.h"
#include "operators.h"
#include "plan_state.h" /* of which the record is made */
#include "record.h"
#include "testing.h"

/* Few tuples need little, however large data is; and many need no more than data does. */
TEST(the_workspace_is_as_small_as_what_is_touched)
{
    const strew_plan mean = plan_text("scatter_nd data=float32[2^26,4] indices=int64[10,1] updates=float32[10,4] mean");
    const strew_plan sum = plan_text("scatter_nd data=float32[2^26,4] indices=int64[10,1] updates=float32[10,4] add excludes_self=1");
    const strew_plan small = plan_text("scatter_nd data=float32[8,4] indices=int64[2^20,1] updates=float32[2^20,4] mean");

    assert_in_range(strew_plan_workspace_size(&mean, 1), 1, 1000);
    assert_in_range(strew_plan_workspace_size(&sum, 1), 1, 300);
    assert_in_range(strew_plan_workspace_size(&small, 1), 1, 400);
}

/* Sums of float32 take no memory beside the counts; those of float16 and integers do. */
TEST(sums_of_floats_are_in_output)
{
    static const struct {
        const char *dtype;
        size_t bytes;
    } rows[] = {{"float32", 400}, {"float64", 400}, {"complex64", 400}, {"float16", 400 + 1600}, {"int16", 400 + 3200}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *const dtype = rows[i].dtype;
        const strew_plan plan = plan_text("scatter_nd data=%s[100,4] indices=int64[1000,1] updates=%s[1000,4] mean", dtype, dtype);
        assert_in_range(strew_plan_workspace_size(&plan, 1), rows[i].bytes, rows[i].bytes + 32);
    }
}

enum { CHOSEN = 1 << 12, CHOSEN_BELOW = 1 << 22, HASH_BITS = 13 };

/* How many hashes the first slices have whose product with `chosen_for` begins with 9 zeros. */
static size_t count_hashes(uint64_t chosen_for, uint64_t multiplier)
{
    unsigned char seen[1 << HASH_BITS] = {0};
    size_t n_chosen = 0, n_hashes = 0;
    for (uint64_t slice = 0; slice < CHOSEN_BELOW && n_chosen < CHOSEN; slice++) {
        if (slice * chosen_for >> 55 != 0) continue;
        unsigned char *hash = seen + strew_touched_hash(slice, multiplier, 64 - HASH_BITS);
        n_hashes += !*hash;
        *hash = 1;
        n_chosen++;
    }
    assert_int_equal(n_chosen, CHOSEN);
    return n_hashes;
}

/* Whoever chooses the indices cannot make a run slow without the address of its workspace. Indices that share a few hashes at one address,
 * or under the multiplier that such tables usually have, share them at few other addresses. */
TEST(chosen_indices_do_not_collide)
{
    enum { ADDRESSES = 256 };
    const uint64_t address = UINT64_C(0x7f0000001000), own = strew_touched_multiplier(address);
    const uint64_t chosen_for[] = {own, UINT64_C(0x9e3779b97f4a7c15)};

    assert_in_range(count_hashes(own, own), 1, 1 << (HASH_BITS - 9));
    for (size_t i = 0; i < COUNT(chosen_for); i++) {
        size_t n_crowded = 0;
        for (uint64_t n = 1; n <= ADDRESSES; n++) {
            n_crowded += count_hashes(chosen_for[i], strew_touched_multiplier(address + 16 * n)) < CHOSEN / 2;
        }
        assert_in_range(n_crowded, 0, ADDRESSES / 8);
    }
}

/* A mean of n_tuples equal indices, without a byte of them. */
static strew_plan plan_of_many(int64_t n_slices, int64_t n_tuples)
{
    return plan_text("scatter_elements data=int8[%lld] indices=int8[%lld] updates=int8[%lld] mean", (long long)n_slices,
                     (long long)n_tuples, (long long)n_tuples);
}

/* Where shapes may have as many, 2^32 tuples are counted in 64 bits. */
TEST(as_many_tuples_as_there_are_can_be_counted)
{
    enum { SLICES = 1000 };
    const size_t few_bytes = SLICES * (4 + 8), many_bytes = SLICES * (8 + 8);
    const strew_plan few = plan_of_many(SLICES, 1 << 20);

    assert_in_range(strew_plan_workspace_size(&few, 1), few_bytes, few_bytes + 48);
    assert_int_equal(strew_touched_group_shift(strew_state_of(&few)), 4); /* of numbers in a line */
    if (sizeof(ptrdiff_t) == 4) return;
    const strew_plan fewer = plan_of_many(SLICES, UINT32_MAX - 1), many = plan_of_many(SLICES, UINT32_MAX);
    assert_in_range(strew_plan_workspace_size(&fewer, 1), few_bytes, few_bytes + 48);
    assert_in_range(strew_plan_workspace_size(&many, 1), many_bytes, many_bytes + 64);
    assert_int_equal(strew_touched_group_shift(strew_state_of(&fewer)), 4);
    assert_int_equal(strew_touched_group_shift(strew_state_of(&many)), 3);
}

TEST(a_record_that_no_memory_can_hold_is_rejected)
{
    const int64_t max = INT64_C(1) << (sizeof(ptrdiff_t) == 8 ? 62 : 30);
    const strew_plan plan = plan_of_many(max, max);
    unsigned char workspace[64];
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
    strew_fault fault;

    assert_true(strew_plan_workspace_size(&plan, 1) == SIZE_MAX);
    assert_int_equal(run_with(&plan, NULL, NULL, NULL, NULL, &resources, &fault), STREW_STATUS_WORKSPACE_TOO_SMALL);
    assert_true(fault.value == sizeof workspace && fault.low == PTRDIFF_MAX);
}

/* Slices of `width` that are odd numbers of elements apart have numbers by the element. Sums for all numbers would take a little more bytes
 * than can be addressed, which must not pass for a little. */
TEST(sums_of_a_view_are_for_what_is_touched)
{
    enum { BITS = sizeof(size_t) * 8 };
    const int64_t width = INT64_C(1) << BITS / 8 * 3, n_tuples = INT64_C(2) << BITS / 4, apart = INT64_C(1) << BITS / 8 * 5;
    const int64_t data_shape[] = {2, 2, width}, tuples[] = {n_tuples, 2}, updates_shape[] = {n_tuples, width};
    const int64_t strides[] = {apart - width - 1, width + 1, 1};
    const strew_tensor data = {STREW_DTYPE_INT8, 3, data_shape, NULL, NULL}, indices = {STREW_DTYPE_INT8, 2, tuples, NULL, NULL},
                       updates = {STREW_DTYPE_INT8, 2, updates_shape, NULL, NULL};
    const strew_tensor output = output_with(&data, strides);
    const reference_call call = {REFERENCE_ND, &data, &indices, &updates, 0, STREW_REDUCTION_MEAN, .output = &output};
    strew_plan plan;

    assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK);
    assert_in_range(strew_plan_workspace_size(&plan, 1), (size_t)n_tuples * 4, (size_t)n_tuples * 64);
}

/* Where sums of what is touched would take more than a list of the tuples, the tuples are listed. */
TEST(sums_take_no_more_than_lists)
{
    static const struct {
        const char *options;
        size_t n_tuples, bytes;
    } rows[] = {{"add accumulate=1", 400, 100 * 4 + 400 * 4},
                {"add accumulate=1", 10000, 100 / 8 + 100 * 64 * 4},
                {"add accumulate=1 excludes_self=1", 10000, 100 * 4 + 10000 * 4},
                {"mean", 10000, 100 * 4 + 100 * 64 * 4}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        const strew_plan plan = plan_text("scatter_nd data=float16[100,64] indices=int64[%zu,1] updates=float16[%zu,64] %s",
                                          rows[i].n_tuples, rows[i].n_tuples, rows[i].options);
        assert_in_range(strew_plan_workspace_size(&plan, 1), rows[i].bytes, rows[i].bytes + 48);
        assert_int_equal(strew_has_lists(strew_state_of(&plan)), i % 2 == 0);
    }
}
