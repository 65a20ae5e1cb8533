/* Buffers that cannot be used: missing, or overlapping what is written. And those that can: missing with no bytes, shared, in place. */
#include <strew/strew.h>

#include "plan.h"
#include "testing.h"

#include "fault.h"
#include "group.h"
#include "operators.h"

enum { BUFFERS = 4 };
static const char *const names[BUFFERS] = {"output", "data", "indices", "updates"};

/* A plan of each operator with the same buffers: int32 data [6], three tuples of int64. */
enum { DATA_BYTES = 24, INDICES_BYTES = 24, UPDATES_BYTES = 12 };
static const size_t n_bytes[BUFFERS] = {DATA_BYTES, DATA_BYTES, INDICES_BYTES, UPDATES_BYTES};
static const int64_t data_shape[] = {6}, indices_shape[] = {3, 1}, updates_shape[] = {3};

static strew_plan plan_of(reference_operator op, strew_policy policy)
{
    const strew_options options = {.policy = policy};
    const strew_tensor data = {STREW_INT32, 1, data_shape, NULL}, updates = {STREW_INT32, 1, updates_shape, NULL};
    const strew_tensor indices = {STREW_INT64, op == REFERENCE_ND ? 2 : 1, indices_shape, NULL};
    const reference_call call = {op, &data, &indices, &updates, 0, STREW_ADD, &options};
    strew_plan plan;

    assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK);
    return plan;
}

/* ---- Missing ------------------------------------------------------------------------------------------------------------------------- */

/* Zeros for all of them. */
static void place_buffers(unsigned char *at[BUFFERS], placement end)
{
    for (size_t i = 0; i < BUFFERS; i++) at[i] = guarded_new(n_bytes[i], end);
}

/* invalid_calls.c has the buffers that are missing. */
static void a_missing_plan_is_rejected(void **state)
{
    strew_fault fault;
    unsigned char *at[BUFFERS];

    place_buffers(at, FLUSH_END);
    assert_int_equal(strew_run(NULL, at[0], at[1], at[2], at[3], &fault), STREW_STATUS_NULL_POINTER);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = "plan"});
    assert_int_equal(strew_run_with(NULL, at[0], at[1], at[2], at[3], &(strew_resources){.n_threads = 1}, &fault),
                     STREW_STATUS_NULL_POINTER);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = "plan"});
    assert_true(guarded_free_all());
}

static void buffers_of_zero_bytes_may_be_null(void **state)
{
    static const scatter scatters[] = {
        /* No tuples: neither indices nor updates; a plain copy. */
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, 0, 2, 2, {2, 2}, {0, 1}, ORDINARY},
        {REFERENCE_ELEMENTS, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, 0, 2, 2, {2, 3}, {0, 3}, ORDINARY},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, 1, 3, 2, {2, 3, 2}, {2, 0}, ORDINARY},
        /* Empty slices: neither data, nor updates, nor output. */
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, 0, 2, 2, {2, 0}, {3, 1}, ORDINARY},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, 1, 3, 1, {2, 3, 0}, {4}, ORDINARY},
        /* Tuples without components: no indices. */
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, 0, 2, 2, {2, 2}, {2, 0}, ORDINARY},
        /* Nothing before the axis; one index. */
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, -2, 3, 0, {0, 3, 2}, {0}, ORDINARY},
        /* Nothing at all. */
        {REFERENCE_ELEMENTS, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, 0, 3, 3, {2, 0, 3}, {2, 0, 3}, ORDINARY},
        {REFERENCE_ELEMENTS, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, -1, 1, 1, {0}, {0}, ORDINARY},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, STREW_ADD, {0}, 0, 1, 1, {0}, {0}, ORDINARY},
    };

    for (size_t i = 0; i < COUNT(scatters) * 4; i++) {
        const strew_tensor *const data = &buffers.data_tensor, *const indices = &buffers.indices_tensor,
                                  *const updates = &buffers.updates_tensor;
        scatter scatter = scatters[i / 4];
        strew_plan plan;
        void *output;
        scatter.options.policy = (strew_policy)(i % 4);
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
        assert_int_equal(strew_run(&plan, output, data->values, indices->values, updates->values, NULL), STREW_OK);
        if (output) assert_memory_equal(output, buffers.expected, sizes->data_bytes);
        /* In place. */
        assert_int_equal(strew_run(&plan, output, output, indices->values, updates->values, NULL), STREW_OK);
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

/* One buffer at every distance from output at which they have a byte in common, by one at either end, and just beyond. */
static void overlap(const strew_plan *plan, size_t which, placement placement)
{
    static const unsigned char zeros[2 * DATA_BYTES];
    const int size = (int)n_bytes[which];
    guarded arena = guarded_open(sizeof zeros);
    unsigned char *at[BUFFERS];

    place_buffers(at, placement);
    for (int distance = -size; distance <= DATA_BYTES; distance++) {
        const int64_t common = common_bytes(DATA_BYTES, distance, size);
        strew_fault fault;

        at[0] = place_both(&arena, DATA_BYTES, distance, size, placement); /* whatever is taken for indices names element 0 */
        at[which] = at[0] + distance;
        if (common == 0 || (which == 1 && distance == 0)) {
            assert_int_equal(strew_run(plan, at[0], at[1], at[2], at[3], &fault), STREW_OK);
        } else {
            assert_int_equal(strew_run(plan, at[0], at[1], at[2], at[3], &fault), STREW_STATUS_OUTPUT_OVERLAP);
            assert_fault(&fault, (strew_fault){.status = STREW_STATUS_OUTPUT_OVERLAP, .subject = names[which], .value = common});
            assert_sentence(&fault, "output|overlap|byte");
            assert_memory_equal(arena.bytes, zeros, arena.size);
        }
        assert_true(guarded_is_intact(&arena));
    }
    guarded_close(&arena);
    assert_true(guarded_free_all());
}

static void output_may_be_data_and_overlap_nothing_else(void **state)
{
    for (size_t i = 0; i < OPERATORS * 4; i++) {
        const strew_plan plan = plan_of(operators[i / 4], (strew_policy)(i % 4));
        for (size_t which = 1; which < BUFFERS; which++) {
            overlap(&plan, which, FLUSH_END);
            overlap(&plan, which, FLUSH_START);
        }
    }
}

/* Only output is written: the other three may share their bytes. */
static void inputs_may_overlap_each_other(void **state)
{
    static const int64_t shape[] = {4, 1};
    static const int32_t values[] = {3, 1, 2, 1}, expected[] = {3, 1 + 1 + 1, 2 + 2, 1 + 3};

    for (size_t i = 0; i < OPERATORS * 2; i++) {
        const placement end = i % 2 ? FLUSH_END : FLUSH_START;
        const void *const all = guarded_copy(values, sizeof values, end);
        const strew_tensor data = {STREW_INT32, 1, shape, all}, updates = {STREW_INT32, 1, shape, all};
        const strew_tensor indices = {STREW_INT32, operators[i / 2] == REFERENCE_ND ? 2 : 1, shape, all};
        const reference_call call = {operators[i / 2], &data, &indices, &updates, 0, STREW_ADD, NULL};
        void *const output = guarded_new(sizeof expected, end);
        assert_int_equal(make_call(output, &call, NULL), STREW_OK);
        assert_memory_equal(output, expected, sizeof expected);
        assert_true(guarded_free_all());
    }
}

/* ---- The workspace ------------------------------------------------------------------------------------------------------------------- */

/* A workspace at every distance from one of the buffers at which they have a byte in common, and just beyond, at either end. It is
 * `more` bytes larger than a run needs. */
static void overlap_workspace(size_t which, int is_in_place, size_t more, placement placement)
{
    enum { TUPLES = 9, MAX = 1024 };
    /* int32 data [5, 3, 2], 9 tuples of 3 */
    static const int64_t shape[] = {5, 3, 2}, indices_shape[] = {TUPLES, 3}, updates_shape[] = {TUPLES};
    static const size_t bytes[BUFFERS] = {30 * 4, 30 * 4, TUPLES * 3 * 4, TUPLES * 4};
    static unsigned char before[2 * MAX];
    const strew_tensor data = {STREW_INT32, 3, shape, NULL}, indices = {STREW_INT32, 2, indices_shape, NULL};
    const strew_tensor updates = {STREW_INT32, 1, updates_shape, NULL};
    guarded arena = guarded_open(sizeof before);
    unsigned char *others[BUFFERS];
    strew_plan plan;
    size_t size;

    assert_int_equal(strew_scatter_nd_plan(&plan, &data, &indices, &updates, STREW_ADD, NULL, NULL), STREW_OK);
    size = strew_workspace_size(&plan, 1) + more;
    assert_true(size <= MAX);
    for (size_t i = 0; i < BUFFERS; i++) others[i] = guarded_new(bytes[i], placement);
    for (int distance = -(int)size; distance <= (int)bytes[which]; distance++) {
        const int64_t common = common_bytes((int)bytes[which], distance, (int)size);
        unsigned char *at[] = {others[0], others[1], others[2], others[3]};
        strew_resources resources = {.workspace_bytes = size};
        strew_fault fault;
        strew_status status;
        at[which] = place_both(&arena, (int)bytes[which], distance, (int)size, placement); /* indices name element 0 */
        resources.workspace = at[which] + distance;
        if (is_in_place) at[1] = at[0];
        for (size_t i = 0; i < BUFFERS; i++) {
            if (i != 2) memset(at[i], 0x40 + (int)i, bytes[i]);
        }
        memset(others[0], 0x66, bytes[0]);
        memcpy(before, arena.bytes, arena.size);
        status = strew_run_with(&plan, at[0], at[1], at[2], at[3], &resources, &fault);
        assert_true(guarded_is_intact(&arena));
        assert_int_equal(status, common == 0 ? STREW_OK : STREW_STATUS_WORKSPACE_OVERLAP);
        if (common == 0) continue;
        assert_fault(&fault, (strew_fault){.status = STREW_STATUS_WORKSPACE_OVERLAP, .subject = names[which], .value = common});
        assert_sentence(&fault, "workspace|overlap|byte");
        assert_sentence(&fault, names[which]);
        assert_memory_equal(arena.bytes, before, arena.size);
        for (size_t i = 0; i < bytes[0]; i++) assert_int_equal(others[0][i], 0x66);
        assert_int_equal(strew_run_with(&plan, at[0], at[1], at[2], at[3], &resources, NULL), status);
    }
    guarded_close(&arena);
    assert_true(guarded_free_all());
}

static void a_workspace_may_not_overlap_any_buffer(void **state)
{
    for (size_t i = 0; i < BUFFERS; i++) {
        overlap_workspace(i, 0, 0, i % 2 ? FLUSH_END : FLUSH_START);
        overlap_workspace(i, 0, 37, i % 2 ? FLUSH_START : FLUSH_END); /* and not with bytes either that no run needs */
    }
    overlap_workspace(0, 1, 0, FLUSH_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_plan_is_rejected),
        cmocka_unit_test(buffers_of_zero_bytes_may_be_null),
        cmocka_unit_test(output_may_be_data_and_overlap_nothing_else),
        cmocka_unit_test(inputs_may_overlap_each_other),
        cmocka_unit_test(a_workspace_may_not_overlap_any_buffer),
    };
    return run_on_fixture("buffers", tests, COUNT(tests), 1 << 20, 96);
}
