/* Part i of n: parts that run in any order, or at once, have the bits of one run; an index out of bounds makes all of them return the same,
 * and none writes. */
#include <strew/strew.h>

#include <pthread.h>
#include <string.h>

#include "testing.h"

enum { MAX_PARTS = 7, MAX_BYTES = 8 << 20 };

/* A call, by what its operator needs. Data, and indices or a mask, have up to three dimensions, those of size 0 left out. */
typedef struct row {
    const char *name;
    strew_operator op;
    strew_reduction reduction;
    int64_t axis, data[3], indices[3], updates[3];
    int has_alpha, excludes_self, has_runs, nan_loses;
} row;

#define SCATTER(name, op, reduction, ...)                                                                                                  \
    {                                                                                                                                      \
        name, STREW_OPERATOR_##op, STREW_REDUCTION_##reduction, __VA_ARGS__                                                                \
    }

static const row rows[] = {
    SCATTER("elements of a line", SCATTER_ND, ADD, 0, {5000}, {20000, 1}, {20000}),
    SCATTER("assigned", SCATTER_ND, NONE, 0, {5000}, {20000, 1}, {20000}),
    SCATTER("narrow slices", SCATTER_ND, ADD, 0, {3000, 3}, {9000, 1}, {9000, 3}),
    SCATTER("slices of a line", SCATTER_ND, ADD, 0, {3000, 16}, {9000, 1}, {9000, 16}),
    SCATTER("wide slices", SCATTER_ND, ADD, 0, {50, 1100}, {400, 1}, {400, 1100}),
    SCATTER("few slices", SCATTER_ND, ADD, 0, {3, 5}, {2000, 1}, {2000, 5}),
    SCATTER("next to nothing", SCATTER_ND, ADD, 0, {10}, {2, 1}, {2}),
    SCATTER("outer indices", SCATTER_UPDATE, ADD, 1, {9, 700, 2}, {900}, {9, 900, 2}),
    SCATTER("a column", SCATTER_ELEMENTS, ADD, 0, {900, 12}, {1500, 12}, {1500, 12}),
    SCATTER("positions", SCATTER_ELEMENTS, ADD, 1, {90, 300}, {80, 250}, {80, 250}),
    SCATTER("a grid", SCATTER_ND, ADD, 0, {5000}, {4000, 1}, {4000}, 0, 0, 1),
    SCATTER("put", PUT, ADD, 0, {60, 70}, {5000}, {5000}),
    SCATTER("alpha", SCATTER_ND, ADD, 0, {3000, 3}, {9000, 1}, {9000, 3}, 1),
    SCATTER("alpha of wide slices", SCATTER_ND, ADD, 0, {50, 1100}, {400, 1}, {400, 1100}, 1),
    SCATTER("alpha of outer indices", SCATTER_UPDATE, ADD, 1, {9, 700, 2}, {900}, {9, 900, 2}, 1),
    SCATTER("alpha by positions", SCATTER_ELEMENTS, ADD, 1, {90, 300}, {80, 250}, {80, 250}, 1),
    SCATTER("past NaN", SCATTER_ND, ADD, 0, {3000, 3}, {9000, 1}, {9000, 3}, 0, 0, 0, 1),
    SCATTER("mean by positions", SCATTER_ELEMENTS, MEAN, 1, {90, 300}, {80, 250}, {80, 250}),
    SCATTER("mean of outer indices", SCATTER_UPDATE, MEAN, 1, {9, 700, 2}, {900}, {9, 900, 2}),
    SCATTER("mean", SCATTER_ND, MEAN, 0, {3000, 3}, {9000, 1}, {9000, 3}),
    SCATTER("without the old elements", SCATTER_ND, ADD, 0, {3000, 3}, {9000, 1}, {9000, 3}, 0, 1),
    SCATTER("tokens", TENSOR_SCATTER, NONE, 1, {8, 64, 16}, {8}, {8, 5, 16}),
    SCATTER("a mask", MASKED_SCATTER, NONE, 0, {300, 20}, {300, 20}, {6000}),
    SCATTER("gathered elements", GATHER_ELEMENTS, NONE, 1, {90, 300}, {80, 250}, {80, 250}),
    SCATTER("gathered slices", GATHER, NONE, 0, {500, 20}, {3000}, {3000, 20}),
    SCATTER("gathered in outer indices", GATHER, NONE, 1, {9, 500, 4}, {700}, {9, 700, 4}),
    SCATTER("gathered tuples", GATHER_ND, NONE, 0, {50, 60, 9}, {4000, 2}, {4000, 9}),
    SCATTER("taken", TAKE, NONE, 0, {60, 70}, {5000}, {5000}),
};

static union {
    unsigned char bytes[MAX_BYTES];
    float floats[MAX_BYTES / sizeof(float)];
    int64_t numbers[MAX_BYTES / sizeof(int64_t)];
} data, indices, updates, expected, output, workspaces[MAX_PARTS], prepared;

static strew_tensor tensor_of(const int64_t *shape, strew_dtype dtype)
{
    int32_t rank = 0;
    while (rank < 3 && shape[rank] != 0) rank++;
    return (strew_tensor){.dtype = dtype, .rank = rank, .shape = shape};
}

static size_t count(const int64_t *shape)
{
    size_t n = 1;
    for (int32_t i = 0; i < 3 && shape[i] != 0; i++) n *= (size_t)shape[i];
    return n;
}

static int is_gather(const row *row)
{
    return row->op >= STREW_OPERATOR_GATHER_ND;
}

static int has_indices(const row *row)
{
    return row->op != STREW_OPERATOR_TENSOR_SCATTER && row->op != STREW_OPERATOR_MASKED_SCATTER;
}

static strew_plan plan_of(const row *row)
{
    static const float alpha = 0.5f;
    const strew_options options = STREW_OPTIONS(.alpha = row->has_alpha ? &alpha : NULL, .excludes_self = row->excludes_self,
                                                .nan = row->nan_loses ? STREW_NAN_LOSES : STREW_NAN_WINS);
    strew_call call = STREW_CALL(.op = row->op, .reduction = row->reduction, .axis = row->axis, .options = &options,
                                 .data = tensor_of(row->data, STREW_DTYPE_FLOAT32));
    strew_plan plan;
    if (row->op == STREW_OPERATOR_TENSOR_SCATTER) {
        call.write_indices = tensor_of(row->indices, STREW_DTYPE_INT64);
    } else if (row->op == STREW_OPERATOR_MASKED_SCATTER) {
        call.mask = tensor_of(row->indices, STREW_DTYPE_BOOL);
    } else {
        call.indices = tensor_of(row->indices, STREW_DTYPE_INT64);
    }
    if (!is_gather(row)) call.updates = tensor_of(row->updates, STREW_DTYPE_FLOAT32);
    if (strew_plan_call(&plan, &call, NULL) != STREW_OK) fail_msg("%s is not planned", row->name);
    return plan;
}

static void fill(const row *row)
{
    const size_t n = count(row->indices);
    const int64_t size = row->op == STREW_OPERATOR_PUT || row->op == STREW_OPERATOR_TAKE ? row->data[0] * row->data[1]
                         : row->op == STREW_OPERATOR_TENSOR_SCATTER                      ? row->data[1] - row->updates[1] + 1
                                                                                         : row->data[row->axis];
    uint64_t random = 7;
    for (size_t i = 0; i < count(row->data); i++) data.floats[i] = (float)(i % 1000) / 7;
    for (size_t i = 0; i < count(row->updates); i++) updates.floats[i] = (float)(i % 777) / 3;
    for (size_t i = 0; i < n; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const int64_t drawn = (int64_t)(random >> 33);
        if (row->op == STREW_OPERATOR_MASKED_SCATTER) {
            indices.bytes[i] = drawn % 3 == 0;
        } else {
            indices.numbers[i] = row->has_runs ? (int64_t)i : i % 5 == 0 ? size / 3 : drawn % size;
        }
    }
}

typedef struct part {
    const strew_plan *plan;
    strew_buffers buffers;
    strew_resources resources;
    strew_status status;
    pthread_t thread;
} part;

static void *run_part(void *argument)
{
    part *const part = argument;
    part->status = strew_run(part->plan, &part->buffers, &part->resources, NULL);
    return NULL;
}

static strew_buffers buffers_of(const row *row, void *to, const void *from, int is_prepared)
{
    strew_buffers buffers = STREW_BUFFERS(.output = to, .data = from, .updates = is_gather(row) ? NULL : updates.bytes);
    if (row->op == STREW_OPERATOR_TENSOR_SCATTER) {
        buffers.write_indices = indices.bytes;
    } else if (row->op == STREW_OPERATOR_MASKED_SCATTER) {
        buffers.mask = indices.bytes;
    } else if (is_prepared) {
        buffers.prepared = prepared.bytes;
    } else {
        buffers.indices = indices.bytes;
    }
    return buffers;
}

/* Runs all parts, first to last, last to first, or at once. All must return the same. */
static strew_status run_parts(const row *row, const strew_plan *plan, int in_place, int is_prepared, int32_t n_parts, int order)
{
    part parts[MAX_PARTS];
    const size_t size = strew_plan_part_workspace_size(plan, n_parts);
    assert_true(size <= sizeof workspaces[0].bytes);
    for (int32_t i = 0; i < n_parts; i++) {
        parts[i] =
            (part){.plan = plan,
                   .buffers = buffers_of(row, output.bytes, in_place ? output.bytes : data.bytes, is_prepared),
                   .resources = STREW_RESOURCES(.workspace = workspaces[i].bytes, .workspace_bytes = size, .part = i, .n_parts = n_parts)};
    }
    for (int32_t i = 0; i < n_parts; i++) {
        if (order == 2) {
            assert_int_equal(pthread_create(&parts[i].thread, NULL, run_part, &parts[i]), 0);
        } else {
            run_part(&parts[order == 0 ? i : n_parts - 1 - i]);
        }
    }
    for (int32_t i = 0; i < n_parts && order == 2; i++) assert_int_equal(pthread_join(parts[i].thread, NULL), 0);
    for (int32_t i = 1; i < n_parts; i++) assert_int_equal(parts[i].status, parts[0].status);
    return parts[0].status;
}

static void parts_have_the_bits_of_one_run(void **state)
{
    static const int32_t numbers[] = {1, 2, 3, 7};
    for (size_t i = 0; i < COUNT(rows) * 2 * 2; i++) {
        const row *const row = &rows[i / 4];
        const int in_place = (int)(i / 2 % 2), is_prepared = (int)(i % 2);
        if ((in_place && is_gather(row)) || (is_prepared && !has_indices(row))) continue;
        const strew_plan plan = plan_of(row);
        const size_t bytes = count(is_gather(row) ? row->updates : row->data) * sizeof(float), size = strew_plan_workspace_size(&plan, 1);
        fill(row);
        assert_true(bytes <= MAX_BYTES && size <= MAX_BYTES && strew_plan_prepared_size(&plan) <= MAX_BYTES);
        if (is_prepared) {
            const strew_buffers buffers = STREW_BUFFERS(.indices = indices.bytes);
            assert_int_equal(strew_prepare(&plan, &buffers, prepared.bytes, sizeof prepared.bytes, NULL), STREW_OK);
        }
        const strew_buffers buffers = buffers_of(row, expected.bytes, data.bytes, is_prepared);
        const strew_resources resources = STREW_RESOURCES(.workspace = workspaces[0].bytes, .workspace_bytes = size);
        assert_int_equal(strew_run(&plan, &buffers, &resources, NULL), STREW_OK);
        for (size_t j = 0; j < COUNT(numbers) * 3; j++) {
            memcpy(output.bytes, data.bytes, bytes);
            if (!in_place) memset(output.bytes, 0xc3, bytes);
            assert_int_equal(run_parts(row, &plan, in_place, is_prepared, numbers[j / 3], (int)(j % 3)), STREW_OK);
            if (memcmp(output.bytes, expected.bytes, bytes) != 0) {
                fail_msg("%s, in place %d, prepared %d: %d parts in order %zu differ", row->name, in_place, is_prepared, numbers[j / 3],
                         j % 3);
            }
        }
    }
}

static void an_index_out_of_bounds_is_found_by_all_parts(void **state)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].op == STREW_OPERATOR_MASKED_SCATTER) continue;
        const strew_plan plan = plan_of(&rows[i]);
        fill(&rows[i]);
        indices.numbers[count(rows[i].indices) - 1] = 1 << 20;
        memset(output.bytes, 0xc3, MAX_BYTES);
        for (int order = 0; order < 3; order++) {
            assert_int_equal(run_parts(&rows[i], &plan, 0, 0, 3, order), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            for (size_t b = 0; b < MAX_BYTES; b++) assert_int_equal(output.bytes[b], 0xc3);
        }
    }
}

static void run_nothing(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool, (void)n, (void)task, (void)argument;
}

static void what_is_no_part_is_rejected_by_name(void **state)
{
    static const struct {
        int32_t part, n_parts;
        strew_parallel_for *parallel_for;
        strew_status status;
        const char *subject;
    } wrong[] = {
        {3, 3, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.part"},     {-1, 3, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.part"},
        {1, 0, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.part"},     {0, 65, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.n_parts"},
        {0, -1, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.n_parts"}, {0, 2, run_nothing, STREW_STATUS_CONFLICT, NULL},
    };
    const strew_plan plan = plan_of(&rows[0]);
    fill(&rows[0]);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const strew_buffers buffers = buffers_of(&rows[0], output.bytes, data.bytes, 0);
        const strew_resources resources =
            STREW_RESOURCES(.part = wrong[i].part, .n_parts = wrong[i].n_parts, .parallel_for = wrong[i].parallel_for, .n_threads = 2);
        strew_fault fault;
        assert_int_equal(strew_run(&plan, &buffers, &resources, &fault), wrong[i].status);
        if (wrong[i].subject != NULL) assert_string_equal(fault.subject, wrong[i].subject);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_have_the_bits_of_one_run),
        cmocka_unit_test(an_index_out_of_bounds_is_found_by_all_parts),
        cmocka_unit_test(what_is_no_part_is_rejected_by_name),
    };
    return cmocka_run_group_tests_name("parts", tests, NULL, NULL);
}
