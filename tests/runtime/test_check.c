/* Buffers that cannot be used: missing, or overlapping what is written. And those that can: missing with no bytes, shared, in place. */
#include <strew/strew.h>

#include "calls.h"
#include "plan_state.h"
#include "testing.h"

#include "fault.h"
#include "group.h"
#include "operators.h"

/* The workspace is no buffer, but may overlap one. */
enum { BUFFERS = 4, WORKSPACE = BUFFERS };
static const char *const names[BUFFERS] = {"output", "data", "indices", "updates"};

/* ---- Missing ------------------------------------------------------------------------------------------------------------------------- */

/* test_null.c has the buffers that are missing. */
TEST(a_missing_plan_is_rejected)
{
    const strew_resources resources = STREW_RESOURCES(.n_threads = 1);
    unsigned char *const bytes = guarded_new(64, FLUSH_END);
    strew_fault fault;

    EXPECT_FAULT(run_alone(NULL, bytes, bytes, bytes, bytes, &fault), NULL_POINTER, .subject = "plan");
    EXPECT_FAULT(run_with(NULL, bytes, bytes, bytes, bytes, &resources, &fault), NULL_POINTER, .subject = "plan");
    assert_true(guarded_free_all());
}

TEST(buffers_of_zero_bytes_may_be_null)
{
    static const scatter scatters[] = {
        /* No tuples: neither indices nor updates; a plain copy. */
        {REFERENCE_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, 0, 0, 2, 2, {2, 2}, {0, 1}, ORDINARY},
        {REFERENCE_ELEMENTS, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, 0, 0, 2, 2, {2, 3}, {0, 3}, ORDINARY},
        {REFERENCE_UPDATE, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, 1, 0, 3, 2, {2, 3, 2}, {2, 0}, ORDINARY},
        /* Empty slices: neither data, nor updates, nor output. */
        {REFERENCE_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, 0, 0, 2, 2, {2, 0}, {3, 1}, ORDINARY},
        {REFERENCE_UPDATE, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, 1, 0, 3, 1, {2, 3, 0}, {4}, ORDINARY},
        /* Tuples without components: no indices. */
        {REFERENCE_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, 0, 0, 2, 2, {2, 2}, {2, 0}, ORDINARY},
        /* Nothing before the axis; one index. */
        {REFERENCE_UPDATE, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, -2, 0, 3, 0, {0, 3, 2}, {0}, ORDINARY},
        /* Nothing at all. */
        {REFERENCE_ELEMENTS, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, 0, 0, 3, 3, {2, 0, 3}, {2, 0, 3}, ORDINARY},
        {REFERENCE_ELEMENTS, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, -1, 0, 1, 1, {0}, {0}, ORDINARY},
        {REFERENCE_UPDATE, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, {0}, 0, 0, 1, 1, {0}, {0}, ORDINARY},
    };

    while (next_case()) {
        const strew_tensor *const data = &buffers.data_tensor, *const indices = &buffers.indices_tensor,
                                  *const updates = &buffers.updates_tensor;
        scatter scatter = scatters[choose("scatter", COUNT(scatters))];
        strew_plan plan;
        void *output;
        scatter.options.policy = (strew_policy)choose("policy", 4);
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        fixture_expect(&buffers);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        const strew_plan_state *const sizes = strew_state_of(&plan);
        if (sizes->data_bytes == 0) buffers.data_tensor.values = NULL;
        if (sizes->indices_bytes == 0) buffers.indices_tensor.values = NULL;
        if (sizes->updates_bytes == 0) buffers.updates_tensor.values = NULL;
        assert_true(!data->values || !indices->values || !updates->values);
        output = sizes->data_bytes == 0 ? NULL : buffers.output.bytes;
        assert_int_equal(make_call(output, &buffers.call, NULL), STREW_OK);
        assert_int_equal(run_alone(&plan, output, data->values, indices->values, updates->values, NULL), STREW_OK);
        if (output) assert_memory_equal(output, buffers.expected, sizes->data_bytes);
        /* In place. */
        assert_int_equal(run_alone(&plan, output, output, indices->values, updates->values, NULL), STREW_OK);
    }
}

/* ---- Overlaps ------------------------------------------------------------------------------------------------------------------------ */

/* Zeros, guarded, for one buffer of n bytes and for another that begins `distance` bytes behind it, or before it. Returns the first. */
static unsigned char *place_both(guarded *arena, int n, int distance, int n_other, placement placement)
{
    const int low = distance < 0 ? distance : 0, high = distance + n_other > n ? distance + n_other : n;
    const size_t size = (size_t)(high - low);

    return (unsigned char *)memset(guarded_place(arena, size, placement, 0), 0, size) - low;
}

/* How many bytes the two have in common. */
static int common_bytes(int n, int distance, int n_other)
{
    const int start = distance > 0 ? distance : 0, end = distance + n_other < n ? distance + n_other : n;
    return end > start ? end - start : 0;
}

/* A plan by scatter_nd, or along axis 0. */
static strew_plan plan_of(reference_operator op, strew_policy policy, int32_t data_rank, const int64_t *data_shape, int64_t n_tuples)
{
    const int64_t indices_shape[] = {n_tuples, data_rank};
    const strew_options options = STREW_OPTIONS(.policy = policy);
    const strew_tensor data = {STREW_DTYPE_INT32, data_rank, data_shape, NULL, NULL},
                       updates = {STREW_DTYPE_INT32, 1, indices_shape, NULL, NULL};
    const strew_tensor indices = {STREW_DTYPE_INT64, op == REFERENCE_ND ? 2 : 1, indices_shape, NULL, NULL};
    const reference_call call = {op, &data, &indices, &updates, 0, STREW_REDUCTION_ADD, &options};
    strew_plan plan;

    assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK);
    return plan;
}

/* One buffer, or a workspace of so many bytes, at every distance from another buffer at which they have a byte in common, by one at either
 * end, and just beyond. */
static void overlap(const strew_plan *plan, size_t first, size_t second, size_t workspace_bytes, int is_in_place, placement placement)
{
    enum { MAX_BYTES = 2048 };
    static unsigned char before[MAX_BYTES];
    const strew_plan_state *const sizes = strew_state_of(plan);
    const size_t bytes[BUFFERS + 1] = {sizes->data_bytes, sizes->data_bytes, sizes->indices_bytes, sizes->updates_bytes, workspace_bytes};
    const int n = (int)bytes[first], n_second = (int)bytes[second], is_workspace = second == WORKSPACE;
    guarded arena = guarded_open(MAX_BYTES);
    unsigned char *at[BUFFERS + 1] = {NULL};

    assert_true(bytes[first] + 2 * bytes[second] <= MAX_BYTES);
    for (size_t i = 0; i < BUFFERS; i++) at[i] = guarded_new(bytes[i], placement);
    for (int distance = -n_second; distance <= n; distance++) {
        const strew_fault expected = {.status = is_workspace ? STREW_STATUS_WORKSPACE_OVERLAP : STREW_STATUS_OUTPUT_OVERLAP,
                                      .subject = names[is_workspace ? first : second],
                                      .value = common_bytes(n, distance, n_second)};
        const int is_allowed = expected.value == 0 || (second == 1 && distance == 0);
        strew_resources resources = STREW_RESOURCES(.workspace_bytes = workspace_bytes);
        strew_fault fault;
        strew_status status;

        at[first] = place_both(&arena, n, distance, n_second, placement);
        at[second] = at[first] + distance;
        resources.workspace = at[WORKSPACE];
        if (is_in_place) at[1] = at[0];
        memset(at[0], 0x66, bytes[0]);
        memset(at[2], 0, bytes[2]);
        memcpy(before, arena.bytes, arena.size);
        status = is_workspace ? run_with(plan, at[0], at[1], at[2], at[3], &resources, &fault)
                              : run_alone(plan, at[0], at[1], at[2], at[3], &fault);
        assert_true(guarded_is_intact(&arena));
        assert_int_equal(status, is_allowed ? STREW_OK : expected.status);
        if (is_allowed) continue;
        assert_fault(&fault, expected);
        assert_sentence(&fault, is_workspace ? "workspace|overlap|byte" : "output|overlap|byte");
        assert_sentence(&fault, expected.subject);
        assert_memory_equal(arena.bytes, before, arena.size);
        for (size_t i = 0; i < bytes[0] && first != 0; i++) assert_int_equal(at[0][i], 0x66);
        assert_int_equal(run_with(plan, at[0], at[1], at[2], at[3], &resources, NULL), status);
    }
    guarded_close(&arena);
    assert_true(guarded_free_all());
}

TEST(output_may_be_data_and_overlap_nothing_else)
{
    while (next_case()) {
        const reference_operator op = operators[choose("operator", OPERATORS)];
        const strew_plan plan = plan_of(op, (strew_policy)choose("policy", 4), 1, (const int64_t[]){6}, 3);
        const size_t which = 1 + choose("buffer behind output", BUFFERS - 1);
        overlap(&plan, 0, which, 0, 0, (placement)choose("end", 2));
    }
}

TEST(a_workspace_may_not_overlap_any_buffer)
{
    const strew_plan plan = plan_of(REFERENCE_ND, STREW_POLICY_ERROR, 3, (const int64_t[]){5, 3, 2}, 9);
    const size_t bytes = strew_plan_workspace_size(&plan, 1);

    assert_true(bytes > 0);
    for (size_t i = 0; i < BUFFERS; i++) {
        overlap(&plan, i, WORKSPACE, bytes, 0, i % 2 ? FLUSH_END : FLUSH_START);
        overlap(&plan, i, WORKSPACE, bytes + 37, 0, i % 2 ? FLUSH_START : FLUSH_END); /* nor with bytes that no run needs */
    }
    overlap(&plan, 0, WORKSPACE, bytes, 1, FLUSH_END);
}

/* Only output is written: the other three may share their bytes. */
TEST(inputs_may_overlap_each_other)
{
    static const int64_t shape[] = {4, 1};
    static const int32_t values[] = {3, 1, 2, 1}, expected[] = {3, 1 + 1 + 1, 2 + 2, 1 + 3};

    while (next_case()) {
        const reference_operator op = operators[choose("operator", OPERATORS)];
        const placement end = (placement)choose("end", 2);
        const void *const all = guarded_copy(values, sizeof values, end);
        const strew_tensor data = {STREW_DTYPE_INT32, 1, shape, all, NULL}, updates = {STREW_DTYPE_INT32, 1, shape, all, NULL};
        const strew_tensor indices = {STREW_DTYPE_INT32, op == REFERENCE_ND ? 2 : 1, shape, all, NULL};
        const reference_call call = {op, &data, &indices, &updates, 0, STREW_REDUCTION_ADD, NULL};
        void *const output = guarded_new(sizeof expected, end);
        assert_int_equal(make_call(output, &call, NULL), STREW_OK);
        assert_memory_equal(output, expected, sizeof expected);
        assert_true(guarded_free_all());
    }
}

int main(void)
{
    return run_on_fixture(1 << 20, 96);
}
