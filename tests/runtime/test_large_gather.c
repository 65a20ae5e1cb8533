/* Gathers of data beyond 32 bits; and views that long, which are scattered into as well. As in test_large_offset.c, the data is virtual. */
#include <strew/strew.h>

#include "calls.h"
#include "testing.h"

#include "fault.h"
#include "gathering.h"
#include "group.h"
#include "guarded.h"
#include "large_tensors.h"
#include "pools.h"

/* ---- Gathers ------------------------------------------------------------------------------------------------------------------------- */

enum { MAX_PARTS = 3, MAX_PICKED = 8 };
#define LONG (BIT(32) + 5)

/* Indices of every part of data of [n_parts, size] bytes, with a gap between the parts. */
static const struct row {
    const char *name;
    strew_options options;
    int64_t n_parts, size, n, indices[MAX_PICKED];
    int is_rejected, gap;
} rows[] = {
    {"in bounds", {.policy = STREW_POLICY_ERROR}, 2, LONG, 8, {0, LONG - 1, -1, BIT(32), 7, BIT(31), -LONG, BIT(32) - 1}, 0},
    {"trusted", {.policy = STREW_POLICY_TRUSTED}, 2, LONG, 8, {0, LONG - 1, -1, BIT(32), 7, BIT(31), -LONG, BIT(32) - 1}, 0},
    {"near each other", {.policy = STREW_POLICY_ERROR}, 2, LONG, 2, {9, 7}, 0},
    {"too large", {.policy = STREW_POLICY_ERROR}, 2, LONG, 4, {0, LONG - 1, LONG, 7}, 1},
    {"too small", {.policy = STREW_POLICY_ERROR}, 2, LONG, 4, {0, LONG - 1, -LONG - 1, 7}, 1},
    {"ignored", {.has_ignore_index = 1, .ignore_index = LONG}, 2, LONG, 4, {0, LONG - 1, LONG, 7}, 0},
    {"not ignored", {.has_ignore_index = 1, .ignore_index = LONG}, 1, LONG, 3, {0, LONG, LONG + 1}, 1},
    {"skipped", {.policy = STREW_POLICY_SKIP}, 2, LONG, 8, {0, LONG - 1, -1, LONG, 7, -LONG - 1, -LONG, INT64_MIN}, 0},
    {"clamped", {.policy = STREW_POLICY_CLAMP}, 2, LONG, 8, {0, LONG - 1, -1, LONG, 7, -LONG - 1, -LONG, INT64_MAX}, 0},
    /* Parts are gathered at once only as far as their slice indices have 32 bits. */
    {"3 parts", {.policy = STREW_POLICY_ERROR}, 3, 3 * BIT(30), 2, {3 * BIT(30) - 1, 5}, 0},
    {"3 parts of a view", {.policy = STREW_POLICY_ERROR}, 3, 3 * BIT(30), 2, {3 * BIT(30) - 1, 5}, 0, 1},
};

/* Where an index leads, after its policy; -1 if it is skipped. */
static int64_t place_of(const struct row *row, int64_t index)
{
    if (index < 0 && index >= -row->size) index += row->size;
    if (index >= 0 && index < row->size) return index;
    return row->options.policy != STREW_POLICY_CLAMP ? -1 : index < 0 ? 0 : row->size - 1;
}

/* The bytes from one part to the next. */
static int64_t step_of(const struct row *row)
{
    return row->size + row->gap;
}

/* Makes the bytes that the row names 1, 2 and so on, or 0 again. */
static void set_bytes(const struct row *row, const sparse *data, int is_set)
{
    for (int64_t part = 0; part < row->n_parts; part++) {
        for (int64_t i = 0; i < row->n; i++) {
            const int64_t place = place_of(row, row->indices[i]);
            if (place >= 0) data->bytes[part * step_of(row) + place] = (unsigned char)(is_set ? part * row->n + i + 1 : 0);
        }
    }
}

/* Runs the plan with indices and with prepared ones; each run writes what it should, or is rejected and writes nothing. */
static void expect_gathered(const struct row *row, const strew_plan *plan, const sparse *data)
{
    const strew_resources resources = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1);
    const strew_status expected = row->is_rejected ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK;
    const int64_t *const indices = guarded_copy(row->indices, (size_t)row->n * sizeof *indices, FLUSH_END);
    const size_t size = strew_plan_prepared_size(plan), n_bytes = (size_t)(row->n_parts * row->n);
    unsigned char *const output = guarded_new(n_bytes, FLUSH_END);
    void *const prepared = guarded_new(size, FLUSH_END);

    for (int is_prepared = 0; is_prepared <= 1; is_prepared++) {
        memset(output, 77, n_bytes);
        strew_status status = is_prepared ? prepare_indices(plan, indices, prepared, size, NULL)
                                          : run_gather(plan, output, data->bytes, indices, &resources, NULL);
        if (is_prepared && status == STREW_OK) status = run_gather_prepared(plan, output, data->bytes, prepared, &resources, NULL);
        assert_int_equal(status, expected);
        for (int64_t part = 0; part < row->n_parts; part++) {
            for (int64_t i = 0; i < row->n; i++) {
                const int64_t place = place_of(row, row->indices[i]);
                const unsigned byte = place < 0 ? 200 : data->bytes[part * step_of(row) + place];
                assert_int_equal(output[part * row->n + i], row->is_rejected ? 77 : byte);
            }
        }
    }
    assert_true(guarded_free_all());
}

static void is_gathered_past_32_bits(void **state)
{
    const struct row *const row = *state;
    const int64_t data_shape[] = {row->n_parts, row->size}, strides[] = {step_of(row), 1};
    const strew_tensor data = {STREW_DTYPE_UINT8, 2, data_shape, NULL, strides}, tuples = {STREW_DTYPE_INT64, 1, &row->n, NULL, NULL};
    const unsigned char fill = 200;
    sparse from = open_sparse((uint64_t)(row->n_parts * step_of(row) - row->gap), FLUSH_END);

    set_bytes(row, &from, 1);
    for (size_t i = 0; i < n_isas; i++) {
        strew_options options = row->options;
        strew_plan plan;
        options.struct_size = sizeof options;
        options.isa = isas[i];
        options.fill = &fill;
        assert_int_equal(plan_gather(&plan, &data, &tuples, 1, 0, &options, NULL), STREW_OK);
        expect_gathered(row, &plan, &from);
        /* Once they have been checked, the indices change: nothing else is harmed. */
        int64_t changing[MAX_PICKED] = {0};
        unsigned char output[MAX_PARTS * MAX_PICKED];
        if (row->options.policy != STREW_POLICY_ERROR || row->options.has_ignore_index || row->n < 3) continue;
        corrupt_after_check(&plan, changing, MAX_PICKED, row->n_parts * row->size);
        assert_int_equal(run_gather(&plan, output, from.bytes, changing, NULL, NULL), STREW_STATUS_INDICES_CHANGED);
    }
    set_bytes(row, &from, 0);
    close_sparse(&from);
}

/* Many tuples, whose threads do not share what has 64 bits. */
TEST(threads_gather_past_32_bits)
{
    enum { N = 4000 };
    static int64_t indices[N];
    static unsigned char output[N];
    const int64_t data_shape[] = {LONG}, indices_shape[] = {N};
    const strew_tensor data = {STREW_DTYPE_UINT8, 1, data_shape, NULL, NULL}, tuples = {STREW_DTYPE_INT64, 1, indices_shape, indices, NULL};
    const strew_resources resources = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1);
    const unsigned char fill = 200;
    sparse from = open_sparse(LONG, FLUSH_END);

    from.bytes[LONG - 1] = 7;
    for (size_t i = 0; i < N; i++) indices[i] = i % 3 == 0 ? LONG : i % 3 == 1 ? -1 : 5;
    for (size_t i = 0; i < n_isas; i++) {
        const strew_options options = STREW_OPTIONS(.isa = isas[i], .fill = &fill, .has_ignore_index = 1, .ignore_index = LONG);
        strew_plan plan;
        strew_fault fault;
        assert_int_equal(plan_gather(&plan, &data, &tuples, 0, 0, &options, NULL), STREW_OK);
        assert_int_equal(run_gather(&plan, output, from.bytes, indices, &resources, NULL), STREW_OK);
        for (size_t t = 0; t < N; t++) assert_int_equal(output[t], t % 3 == 0 ? fill : t % 3 == 1 ? 7 : 0);
        indices[N - 1] = LONG + 1;
        assert_int_equal(run_gather(&plan, output, from.bytes, indices, &resources, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(fault.tuple, N - 1);
        indices[N - 1] = LONG;
    }
    from.bytes[LONG - 1] = 0;
    close_sparse(&from);
}

/* ---- Views --------------------------------------------------------------------------------------------------------------------------- */

enum { ROWS = 6, COLUMNS = 3, TUPLES = 5 };

/* What a tuple of the next test names, or -1 if it is skipped. Tuple 2 is out of bounds. */
static int cell_of(size_t tuple, strew_policy policy)
{
    static const int cells[TUPLES] = {5 * COLUMNS + 2, 0, -1, 5 * COLUMNS + 2, 2 * COLUMNS + 1};
    return tuple == 2 && policy == STREW_POLICY_CLAMP ? 5 * COLUMNS + 1 : cells[tuple];
}

/* Rows of a few bytes that are 2^30 bytes apart, forwards and backwards: a scatter in place, and a gather of all cells. */
TEST(rows_that_are_far_apart_are_found)
{
    static const int64_t shape[] = {ROWS, COLUMNS}, tuples_shape[] = {TUPLES, 2}, updates_shape[] = {TUPLES};
    static const int64_t values[] = {5, 2, 0, 0, 7, 1, -1, -1, 2, 1};
    static const unsigned char updates_of[TUPLES] = {1, 2, 4, 8, 16}, fill = 99;
    const int64_t strides[][2] = {{BIT(30), 1}, {-BIT(30), -1}, {BIT(30), -1}};
    const strew_tensor tuples = {STREW_DTYPE_INT64, 2, tuples_shape, values, NULL};
    const strew_tensor updates = {STREW_DTYPE_UINT8, 1, updates_shape, updates_of, NULL};
    const sparse from = open_sparse((ROWS - 1) * BIT(30) + COLUMNS, FLUSH_END);
    sparse closed = from;

    while (next_case()) {
        static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP};
        const int64_t *const stride = strides[choose("strides", COUNT(strides))];
        const size_t how = choose("ignored, rejected, skipped, clamped", COUNT(policies));
        const strew_policy policy = policies[how];
        const int is_ignored = how == 0, is_rejected = how == 1;
        strew_options options = STREW_OPTIONS(.policy = policy, .has_ignore_index = is_ignored, .ignore_index = is_ignored ? 7 : 0);
        unsigned char *at = from.bytes, *cells[ROWS * COLUMNS], expected[ROWS * COLUMNS] = {0}, gathered[TUPLES] = {0};
        strew_fault fault;

        for (int d = 0; d < 2; d++) at -= stride[d] < 0 ? (shape[d] - 1) * stride[d] : 0;
        for (int i = 0; i < ROWS * COLUMNS; i++) cells[i] = at + i / COLUMNS * stride[0] + i % COLUMNS * stride[1];
        for (size_t t = 0; t < TUPLES && !is_rejected; t++) {
            if (cell_of(t, policy) >= 0) expected[cell_of(t, policy)] += updates_of[t];
        }
        const strew_tensor data = {STREW_DTYPE_UINT8, 2, shape, at, stride};
        const reference_call call = {REFERENCE_ND, &data, &tuples, &updates, 0, STREW_REDUCTION_ADD, &options, .output = &data};
        assert_int_equal(make_call(at, &call, &fault), is_rejected ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK);
        for (int i = 0; i < ROWS * COLUMNS; i++) assert_int_equal(*cells[i], expected[i]);
        if (policy == STREW_POLICY_ERROR) {
            int64_t copy[COUNT(values)];
            strew_plan plan;
            memcpy(copy, values, sizeof copy);
            options.has_ignore_index = 0;
            options.ignore_index = 0;
            copy[4] = 1;
            assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK);
            corrupt_after_check(&plan, copy, COUNT(copy), BIT(40));
            assert_int_equal(run_alone(&plan, at, at, copy, updates_of, NULL), STREW_STATUS_INDICES_CHANGED);
            for (int i = 0; i < ROWS * COLUMNS; i++) assert_int_equal(*cells[i], expected[i]);
            options.has_ignore_index = is_ignored;
            options.ignore_index = is_ignored ? 7 : 0;
        }

        for (int i = 0; i < ROWS * COLUMNS; i++) *cells[i] = (unsigned char)(i + 1);
        options.fill = &fill;
        assert_int_equal(strew_gather_nd(gathered, &data, &tuples, 0, &options, &fault),
                         is_rejected ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK);
        for (size_t t = 0; t < TUPLES; t++) {
            assert_int_equal(gathered[t], is_rejected ? 0 : cell_of(t, policy) < 0 ? fill : cell_of(t, policy) + 1);
        }
        if (is_rejected) assert_int_equal(fault.tuple, 2);
        for (int i = 0; i < ROWS * COLUMNS; i++) *cells[i] = 0;
    }
    close_sparse(&closed);
}

/* Elements of long rows are put and taken by indices as they are stored, however far apart the rows are. */
TEST(elements_of_rows_that_are_far_apart_are_found)
{
    enum { N_ROWS = 5, N = 40 };
    static const int64_t shape[] = {N_ROWS, N}, strides[] = {BIT(30), 1}; /* in elements of four bytes */
    static int32_t values[N_ROWS * N], gathered[N_ROWS * N];
    static int64_t indices[N_ROWS * N];
    sparse output = open_sparse(4 * ((N_ROWS - 1) * BIT(30) + N), FLUSH_END);
    int32_t *const first = (void *)output.bytes;
    const strew_tensor data = {STREW_DTYPE_INT32, 2, shape, first, strides}, tuples = {STREW_DTYPE_INT64, 2, shape, indices, NULL},
                       updates = {STREW_DTYPE_INT32, 2, shape, values, NULL};

    for (size_t i = 0; i < N_ROWS * N; i++) {
        indices[i] = (int64_t)(i * 7 % N);
        values[i] = (int32_t)i + 1;
    }
    for (size_t n = 0; n < n_isas; n++) {
        const strew_options options = STREW_OPTIONS(.isa = isas[n]);
        const reference_call call = {REFERENCE_ELEMENTS, &data, &tuples, &updates, 1, STREW_REDUCTION_ADD, &options, .output = &data};
        assert_int_equal(make_call(first, &call, NULL), STREW_OK);
        assert_int_equal(strew_gather_elements(gathered, &data, &tuples, 1, &options, NULL), STREW_OK);
        assert_memory_equal(gathered, values, sizeof values);
        for (size_t i = 0; i < N_ROWS * N; i++) {
            int32_t *const at = first + i / N * BIT(30) + indices[i];
            assert_int_equal(*at, values[i]);
            *at = 0;
        }
    }
    close_sparse(&output);
}

/* Flat indices past 31 and 32 bits, in two dimensions that cannot be joined: they are divided otherwise there. */
TEST(flat_indices_past_32_bits)
{
    enum { ROWS = 3, N = 6 };
    static const int64_t transposed[] = {1, ROWS}, n = N;
    static const int8_t updates[N] = {1, 2, 3, 4, 5, 6};

    for (int bits = 29; bits <= 31; bits++) { /* in all 1.5 * 2^30, 2^31 and 2^32 bytes */
        const int64_t columns = BIT(bits) + 1, size = ROWS * columns, shape[] = {ROWS, columns};
        const int64_t indices[N] = {0, columns - 1, columns, -1, size / 2, -columns};
        sparse output = open_sparse((uint64_t)size, FLUSH_END);
        int8_t *const bytes = (int8_t *)output.bytes, gathered[N];
        const strew_tensor data = {STREW_DTYPE_INT8, 2, shape, bytes, transposed}, tuples = {STREW_DTYPE_INT64, 1, &n, indices, NULL},
                           of_updates = {STREW_DTYPE_INT8, 1, &n, updates, NULL};
        for (size_t i = 0; i < n_isas; i++) {
            const strew_options options = STREW_OPTIONS(.isa = isas[i]);
            const reference_call put = {REFERENCE_PUT, &data, &tuples, &of_updates, 0, STREW_REDUCTION_ADD, &options, .output = &data};
            const gather_call take = {GATHER_TAKE, &data, &tuples, 0, 0, &options};
            assert_int_equal(make_call(bytes, &put, NULL), STREW_OK);
            assert_int_equal(make_gather(gathered, &take, NULL), STREW_OK);
            assert_memory_equal(gathered, updates, N);
            for (size_t t = 0; t < N; t++) {
                const int64_t index = indices[t] < 0 ? indices[t] + size : indices[t];
                int8_t *const at = bytes + index / columns + index % columns * ROWS;
                assert_int_equal(*at, updates[t]);
                *at = 0;
            }
        }
        close_sparse(&output);
    }
}

/* Few elements, whose slice indices take more than 32 bits: as many as are divided at once elsewhere. */
TEST(flat_indices_of_rows_that_are_far_apart)
{
    enum { N = 40 };
    static const int64_t shape[] = {ROWS, COLUMNS}, strides[] = {BIT(30), 1}, n = N;
    int64_t indices[N];
    unsigned char gathered[N], updates[N];
    sparse output = open_sparse((ROWS - 1) * BIT(30) + COLUMNS, FLUSH_END);
    const strew_tensor data = {STREW_DTYPE_UINT8, 2, shape, output.bytes, strides}, tuples = {STREW_DTYPE_INT64, 1, &n, indices, NULL},
                       of_updates = {STREW_DTYPE_UINT8, 1, &n, updates, NULL};
    const reference_call put = {REFERENCE_PUT, &data, &tuples, &of_updates, .output = &data};
    const gather_call take = {GATHER_TAKE, &data, &tuples};

    for (int i = 0; i < N; i++) {
        indices[i] = i * 7 % (ROWS * COLUMNS) - i % 2 * ROWS * COLUMNS;
        updates[i] = (unsigned char)(i * 7 % (ROWS * COLUMNS) + 1);
    }
    assert_int_equal(make_call(output.bytes, &put, NULL), STREW_OK);
    for (int i = 0; i < ROWS * COLUMNS; i++) assert_int_equal(output.bytes[i / COLUMNS * BIT(30) + i % COLUMNS], i + 1);
    assert_int_equal(make_gather(gathered, &take, NULL), STREW_OK);
    assert_memory_equal(gathered, updates, N);
    for (int i = 0; i < ROWS * COLUMNS; i++) output.bytes[i / COLUMNS * BIT(30) + i % COLUMNS] = 0;
    close_sparse(&output);
}

int main(void)
{
    for (size_t i = 0; i < COUNT(rows); i++)
        add_test(is_gathered_past_32_bits, (void *)(uintptr_t)&rows[i], "past 32 bits: %s", rows[i].name);
    return run_on_fixture(1 << 12, 1);
}
