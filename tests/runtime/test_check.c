/* Buffers that cannot be used: missing, or overlapping what is written. And those that can: missing with no bytes, shared, in place. */
#include <strew/strew.h>

#include "plan.h"
#include "testing.h"

#include "fault.h"
#include "fixture.h"
#include "operators.h"

enum { BUFFERS = 4 };
static const char *const names[BUFFERS] = {"output", "data", "indices", "updates"};

static fixture buffers;
static guarded workspace;

static int set_up(void **state)
{
    buffers = fixture_open(1 << 20, 96);
    workspace = guarded_open(1 << 16);
    return 0;
}

static int tear_down(void **state)
{
    fixture_close(&buffers);
    guarded_close(&workspace);
    return 0;
}

/* A plan of each operator with the same buffers: int32 data [6], three tuples of int64. */
enum { DATA_BYTES = 24, INDICES_BYTES = 24, UPDATES_BYTES = 12 };
static const size_t n_bytes[BUFFERS] = {DATA_BYTES, DATA_BYTES, INDICES_BYTES, UPDATES_BYTES};
static const int64_t data_shape[] = {6}, indices_shape[] = {3, 1}, updates_shape[] = {3};

static strew_tensor data_tensor(const void *values)
{
    return (strew_tensor){STREW_INT32, 1, data_shape, values};
}

static strew_tensor indices_tensor(reference_operator op, const void *values)
{
    return (strew_tensor){STREW_INT64, op == REFERENCE_ND ? 2 : 1, indices_shape, values};
}

static strew_tensor updates_tensor(const void *values)
{
    return (strew_tensor){STREW_INT32, 1, updates_shape, values};
}

static strew_plan plan_of(reference_operator op, strew_policy policy)
{
    const strew_options options = {.policy = policy};
    const strew_tensor data = data_tensor(NULL), indices = indices_tensor(op, NULL), updates = updates_tensor(NULL);
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

/* Whatever the policy: a buffer is missing before an index is looked at. */
static void buffers_that_are_missing_are_rejected(void **state)
{
    for (size_t i = 0; i < OPERATORS * 4; i++) {
        const reference_operator op = operators[i / 4];
        const strew_policy policy = (strew_policy)(i % 4);
        const strew_plan plan = plan_of(op, policy);
        const strew_options options = {.policy = policy};
        unsigned char *good[BUFFERS];
        strew_fault fault;
        place_buffers(good, i % 2 ? FLUSH_END : FLUSH_START);
        for (size_t missing = 0; missing < BUFFERS; missing++) {
            unsigned char *const out = missing == 0 ? NULL : good[0];
            const unsigned char *const data = missing == 1 ? NULL : good[1], *const indices = missing == 2 ? NULL : good[2];
            const unsigned char *const updates = missing == 3 ? NULL : good[3];
            const strew_tensor d = data_tensor(data), ix = indices_tensor(op, indices), u = updates_tensor(updates);
            const reference_call call = {op, &d, &ix, &u, 0, STREW_ADD, &options};
            const strew_fault expected = {
                .status = STREW_STATUS_NULL_POINTER, .subject = names[missing], .value = (int64_t)n_bytes[missing]};

            memset(good[0], 0x77, DATA_BYTES);
            assert_int_equal(strew_run(&plan, out, data, indices, updates, &fault), STREW_STATUS_NULL_POINTER);
            assert_fault(&fault, expected);
            assert_sentence(&fault, names[missing]);
            assert_sentence(&fault, missing < 3 ? "NULL|24" : "NULL|12");
            assert_int_equal(make_call(out, &call, &fault), STREW_STATUS_NULL_POINTER);
            assert_fault(&fault, expected);
            assert_int_equal(strew_run(&plan, out, data, indices, updates, NULL), STREW_STATUS_NULL_POINTER);
            for (size_t b = 0; b < DATA_BYTES; b++) assert_int_equal(good[0][b], 0x77);
        }
        assert_int_equal(strew_run(NULL, good[0], good[1], good[2], good[3], &fault), STREW_STATUS_NULL_POINTER);
        assert_fault(&fault, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = "plan"});
        assert_true(guarded_free_all());
    }
}

static void buffers_of_zero_bytes_may_be_null(void **state)
{
    static const struct {
        reference_operator op;
        int32_t data_rank, indices_rank;
        int64_t data[3], indices[3], axis;
    } rows[] = {
        {REFERENCE_ND, 2, 2, {2, 2}, {0, 1}, 0},             /* no tuples: neither indices nor updates; a plain copy */
        {REFERENCE_ND, 2, 2, {2, 0}, {3, 1}, 0},             /* empty slices: neither data, nor updates, nor output */
        {REFERENCE_ND, 2, 2, {2, 2}, {2, 0}, 0},             /* tuples without components: no indices */
        {REFERENCE_ELEMENTS, 2, 2, {2, 3}, {0, 3}, 0},       /* no tuples */
        {REFERENCE_ELEMENTS, 3, 3, {2, 0, 3}, {2, 0, 3}, 0}, /* nothing at all */
        {REFERENCE_ELEMENTS, 1, 1, {0}, {0}, -1},
        {REFERENCE_UPDATE, 3, 2, {2, 3, 2}, {2, 0}, 1}, /* no tuples */
        {REFERENCE_UPDATE, 3, 1, {2, 3, 0}, {4}, 1},    /* empty slices */
        {REFERENCE_UPDATE, 3, 0, {0, 3, 2}, {0}, -2},   /* no parts; one index */
        {REFERENCE_UPDATE, 1, 1, {0}, {0}, 0},
    };

    for (size_t i = 0; i < COUNT(rows) * 4; i++) {
        const size_t row = i / 4;
        scatter scatter = {
            .op = rows[row].op,
            .dtype = STREW_FLOAT32,
            .index_dtype = STREW_INT64,
            .reduction = STREW_ADD,
            .options = {.policy = (strew_policy)(i % 4)},
            .axis = rows[row].axis,
            .data_rank = rows[row].data_rank,
            .indices_rank = rows[row].indices_rank,
        };
        strew_plan plan;
        void *output;
        memcpy(scatter.data_shape, rows[row].data, sizeof rows[row].data);
        memcpy(scatter.indices_shape, rows[row].indices, sizeof rows[row].indices);
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        fixture_expect(&buffers);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        const strew_plan_state *const sizes = strew_state_of(&plan);
        if (sizes->data_bytes == 0) buffers.data_tensor.values = NULL;
        if (sizes->indices_bytes == 0) buffers.indices_tensor.values = NULL;
        if (sizes->updates_bytes == 0) buffers.updates_tensor.values = NULL;
        assert_true(sizes->data_bytes == 0 || sizes->indices_bytes == 0 || sizes->updates_bytes == 0);
        output = sizes->data_bytes == 0 ? NULL : buffers.output.bytes;
        assert_int_equal(make_call(output, &buffers.call, NULL), STREW_OK);
        assert_int_equal(
            strew_run(&plan, output, buffers.data_tensor.values, buffers.indices_tensor.values, buffers.updates_tensor.values, NULL),
            STREW_OK);
        if (output) assert_memory_equal(output, buffers.expected, sizes->data_bytes);
        /* In place. */
        assert_int_equal(strew_run(&plan, output, output, buffers.indices_tensor.values, buffers.updates_tensor.values, NULL), STREW_OK);
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

/* One buffer at every distance from output at which they have a byte in common, by one at either end, and just beyond. */
static void overlap(const strew_plan *plan, size_t which, placement placement)
{
    static const unsigned char zeros[2 * DATA_BYTES];
    const int size = (int)n_bytes[which];
    guarded arena = guarded_open(sizeof zeros);
    unsigned char *at[BUFFERS];

    place_buffers(at, placement);
    for (int distance = -size; distance <= DATA_BYTES; distance++) {
        const int start = distance > 0 ? distance : 0, end = distance + size < DATA_BYTES ? distance + size : DATA_BYTES;
        const int64_t common = end > start ? end - start : 0;
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

static void output_may_be_data_but_not_overlap_it(void **state)
{
    for (size_t i = 0; i < OPERATORS * 4; i++) {
        const strew_plan plan = plan_of(operators[i / 4], (strew_policy)(i % 4));
        overlap(&plan, 1, FLUSH_END);
        overlap(&plan, 1, FLUSH_START);
    }
}

static void output_may_not_overlap_indices_or_updates(void **state)
{
    for (size_t i = 0; i < OPERATORS * 4; i++) {
        const strew_plan plan = plan_of(operators[i / 4], (strew_policy)(i % 4));
        overlap(&plan, 2, FLUSH_END);
        overlap(&plan, 2, FLUSH_START);
        overlap(&plan, 3, FLUSH_END);
        overlap(&plan, 3, FLUSH_START);
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

/* A workspace at every distance from one of the buffers at which they have a byte in common, and just beyond, at either end. */
static void overlap_workspace(size_t which, int is_in_place, size_t end, placement placement)
{
    enum { TUPLES = 9, MAX = 1024 };
    /* int32 data [5, 3, 2], 9 tuples of 3 */
    const int64_t shape[] = {5, 3, 2}, of_indices[] = {TUPLES, 3}, of_updates[] = {TUPLES};
    static const size_t bytes[BUFFERS] = {30 * 4, 30 * 4, TUPLES * 3 * 4, TUPLES * 4};
    const strew_tensor data = {STREW_INT32, 3, shape, NULL};
    const strew_tensor indices = {STREW_INT32, 2, of_indices, NULL};
    const strew_tensor updates = {STREW_INT32, 1, of_updates, NULL};
    static unsigned char before[2 * MAX];
    guarded arena = guarded_open(sizeof before);
    unsigned char *others[BUFFERS];
    strew_plan plan;
    size_t size;

    assert_int_equal(strew_scatter_nd_plan(&plan, &data, &indices, &updates, STREW_ADD, NULL, NULL), STREW_OK);
    size = strew_workspace_size(&plan, 1) + end;
    assert_true(size <= MAX);
    for (size_t i = 0; i < BUFFERS; i++) others[i] = guarded_new(bytes[i], placement);
    for (int distance = -(int)size; distance <= (int)bytes[which]; distance++) {
        const int start = distance > 0 ? distance : 0;
        const int end = distance + (int)size < (int)bytes[which] ? distance + (int)size : (int)bytes[which];
        const int64_t common = end - start;
        unsigned char *at[] = {others[0], others[1], others[2], others[3]}, *workspace_at;
        strew_fault fault;
        strew_status status;
        at[which] = place_both(&arena, (int)bytes[which], distance, (int)size, placement); /* indices name element 0 */
        workspace_at = at[which] + distance;
        if (is_in_place) at[1] = at[0];
        for (size_t i = 0; i < BUFFERS; i++) {
            if (i != 2) memset(at[i], 0x40 + (int)i, bytes[i]);
        }
        memset(others[0], 0x66, bytes[0]);
        memcpy(before, arena.bytes, arena.size);
        status = strew_run_with(&plan, at[0], at[1], at[2], at[3], &(strew_resources){.workspace = workspace_at, .workspace_bytes = size},
                                &fault);
        assert_true(guarded_is_intact(&arena));
        if (common == 0) {
            assert_int_equal(status, STREW_OK);
            continue;
        }
        assert_int_equal(status, STREW_STATUS_WORKSPACE_OVERLAP);
        assert_fault(&fault, (strew_fault){.status = STREW_STATUS_WORKSPACE_OVERLAP, .subject = names[which], .value = common});
        assert_sentence(&fault, "workspace|overlap|byte");
        assert_sentence(&fault, names[which]);
        assert_memory_equal(arena.bytes, before, arena.size);
        for (size_t i = 0; i < bytes[0]; i++) assert_int_equal(others[0][i], 0x66);
        assert_int_equal(
            strew_run_with(&plan, at[0], at[1], at[2], at[3], &(strew_resources){.workspace = workspace_at, .workspace_bytes = size}, NULL),
            status);
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

static void an_overlap_of_the_workspace_is_told_in_one_sentence(void **state)
{
    const strew_fault fault = {.status = STREW_STATUS_WORKSPACE_OVERLAP, .subject = "updates", .value = 12};
    char sentence[STREW_MESSAGE_BYTES];

    strew_describe(&fault, sentence, sizeof sentence);
    assert_string_equal(sentence, "the workspace overlaps updates in 12 bytes");
}

/* What is rejected without a workspace is rejected with one, before a byte of it is used. */
static void other_rejections_stay_what_they_are(void **state)
{
    static const int64_t sizes[] = {5, 3, 7};
    const job job = {.dtype = STREW_FLOAT32,
                     .index_dtype = STREW_INT32,
                     .reduction = STREW_ADD,
                     .sizes = sizes,
                     .n_sizes = 3,
                     .width = 3,
                     .n_tuples = 20};
    strew_plan plan;
    strew_fault fault;
    size_t size;
    unsigned char *out;

    fixture_prepare(&buffers, &job);
    plan = fixture_plan(&buffers, STREW_ISA_BEST);
    size = strew_workspace_size(&plan, 1);
    assert_true(size > 0);
    guarded_place(&workspace, size, FLUSH_END, 0);
    memset(workspace.bytes, 0x2f, size);
    out = buffers.output.bytes;
    memset(out, 0x77, buffers.n_data_bytes);
    for (size_t missing = 0; missing < BUFFERS; missing++) {
        const void *const data = missing == 1 ? NULL : buffers.data.bytes, *const indices = missing == 2 ? NULL : buffers.indices.bytes;
        const void *const updates = missing == 3 ? NULL : buffers.updates.bytes;
        const strew_plan_state *const sizes = strew_state_of(&plan);
        const size_t bytes[] = {sizes->data_bytes, sizes->data_bytes, sizes->indices_bytes, sizes->updates_bytes};
        assert_int_equal(strew_run_with(&plan, missing == 0 ? NULL : out, data, indices, updates,
                                        &(strew_resources){.workspace = workspace.bytes, .workspace_bytes = size}, &fault),
                         STREW_STATUS_NULL_POINTER);
        assert_fault(&fault,
                     (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = names[missing], .value = (int64_t)bytes[missing]});
    }
    assert_int_equal(strew_run_with(NULL, out, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes,
                                    &(strew_resources){.workspace = workspace.bytes, .workspace_bytes = size}, &fault),
                     STREW_STATUS_NULL_POINTER);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = "plan"});
    assert_int_equal(strew_run_with(&plan, out, out + 1, buffers.indices.bytes, buffers.updates.bytes,
                                    &(strew_resources){.workspace = workspace.bytes, .workspace_bytes = size}, &fault),
                     STREW_STATUS_OUTPUT_OVERLAP);
    assert_fault(&fault,
                 (strew_fault){.status = STREW_STATUS_OUTPUT_OVERLAP, .subject = "data", .value = (int64_t)buffers.n_data_bytes - 1});
    for (size_t i = 0; i < size; i++) assert_int_equal(workspace.bytes[i], 0x2f);
    for (size_t i = 0; i < buffers.n_data_bytes; i++) assert_int_equal(out[i], 0x77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_that_are_missing_are_rejected),
        cmocka_unit_test(buffers_of_zero_bytes_may_be_null),
        cmocka_unit_test(output_may_be_data_but_not_overlap_it),
        cmocka_unit_test(output_may_not_overlap_indices_or_updates),
        cmocka_unit_test(inputs_may_overlap_each_other),
        cmocka_unit_test(a_workspace_may_not_overlap_any_buffer),
        cmocka_unit_test(an_overlap_of_the_workspace_is_told_in_one_sentence),
        cmocka_unit_test(other_rejections_stay_what_they_are),
    };
    return cmocka_run_group_tests_name("buffers", tests, set_up, tear_down);
}
