/* Gather through the public header alone: slices of grids, threads, prepared indices and profiles. The fuzz target of gathers compares
 * calls of any kind with the reference, and test_validate.c has what planning rejects. */
#include <strew/strew.h>

#include "call_text.h"
#include "calls.h"
#include "fault.h"
#include "gathering.h"
#include "isas.h"
#include "pools.h"
#include "profiles.h"
#include "rejection.h"
#include "testing.h"

enum { CAPACITY = 8 << 20 };

static gathering buffers;
static strew_isa isas[MAX_ISAS];
static size_t n_isas;

/* ---- What works ---------------------------------------------------------------------------------------------------------------------- */

/* Indices as exporters make them of `x[a:b, c:d]`, and the same with one tuple moved. */
TEST(slices_work)
{
    for (int64_t n = 0; n < 24; n++) {
        const int64_t rows = 30 + n, columns = 11 + n, row_bytes = n % 3 ? 1 : 5, step = n % 5 == 0 ? 7 : 1;
        const int is_nd = n % 2 == 0;
        const strew_dtype index_dtype = n % 4 < 2 ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
        const gather of_tuples = {GATHER_ND, STREW_DTYPE_FLOAT32, index_dtype, {0}, 0, 0, 3, 3, {80, 90, row_bytes}, {rows, columns, 2}};
        const gather of_axis = {GATHER, STREW_DTYPE_FLOAT32, index_dtype, {0}, 1, 0, 3, 2, {3, 80 * 90, row_bytes}, {rows, columns}};
        const gather what = is_nd ? of_tuples : of_axis;
        gathering_draw(&buffers, &what, 0);
        for (int64_t i = 0; i < rows; i++) {
            for (int64_t j = 0; j < columns; j++) {
                const int64_t x = 5 + i * step % 70, y = 9 + j;
                const size_t tuple = (size_t)(i * columns + j);
                if (is_nd) gathering_write_index(&buffers, 2 * tuple, x);
                gathering_write_index(&buffers, is_nd ? 2 * tuple + 1 : tuple, is_nd ? y : x * 90 + y);
            }
        }
        if (n % 3 == 2) gathering_write_index(&buffers, buffers.n_components - 3, 1);
        gathering_expect(&buffers);
        for (size_t i = 0; i < n_isas; i++) assert_true(gathering_works(&buffers, isas[i]));
    }
}

/* Rows of a grid that are longer than a block are copied in parts, and those of the last part are shorter. */
TEST(slices_with_long_rows_work)
{
    for (int64_t columns = 1023; columns <= 1025; columns++) {
        const gather what = {GATHER_ND, STREW_DTYPE_INT16, STREW_DTYPE_INT64, {0}, 0, 0, 3, 3, {4, 1200, 3}, {3, columns, 2}};
        gathering_draw(&buffers, &what, 0);
        for (size_t tuple = 0; tuple < 3 * (size_t)columns; tuple++) {
            gathering_write_index(&buffers, 2 * tuple, (int64_t)(tuple / (size_t)columns) + 1);
            gathering_write_index(&buffers, 2 * tuple + 1, (int64_t)(tuple % (size_t)columns) + 100);
        }
        gathering_expect(&buffers);
        for (size_t i = 0; i < n_isas; i++) assert_true(gathering_works(&buffers, isas[i]));
    }
}

/* ---- Threads and prepared indices ---------------------------------------------------------------------------------------------------- */

TEST(threads_give_the_same_result)
{
    static const gather gathers[] = {
        {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 1, 1, {5000}, {20000}},
        {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT32, {0}, 0, 0, 2, 1, {300, 1000}, {150}},
        {GATHER, STREW_DTYPE_INT8, STREW_DTYPE_INT64, {0}, 1, 0, 3, 1, {500, 50, 3}, {90}},
        {GATHER, STREW_DTYPE_INT8, STREW_DTYPE_INT64, {0}, 1, 0, 2, 1, {9000, 7}, {3}},
        {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 2, 1, 4, 2, {6, 4, 300, 5}, {6, 900}},
        {GATHER_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 4, 2, {20, 20, 20, 3}, {9000, 3}},
        {GATHER_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT32, {0}, 0, 1, 3, 3, {40, 30, 5}, {40, 500, 2}},
        {GATHER_ELEMENTS, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 2, 2, {300, 64}, {500, 64}},
        {GATHER_ELEMENTS, STREW_DTYPE_INT16, STREW_DTYPE_INT32, {0}, 1, 0, 2, 2, {300, 70}, {300, 90}},
        {GATHER_ELEMENTS, STREW_DTYPE_FLOAT64, STREW_DTYPE_INT32, {0}, 1, 0, 2, 2, {300, 70}, {300, 90}},
    };
    static const size_t counts[] = {2, 3, 8, 64};

    for (size_t g = 0; g < COUNT(gathers); g++) {
        for (int policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_CLAMP; policy++) {
            gather what = gathers[g];
            strew_plan plan;
            what.options.policy = (strew_policy)policy;
            gathering_draw(&buffers, &what, policy >= STREW_POLICY_SKIP ? 3 : 0);
            gathering_expect(&buffers);
            assert_int_equal(plan_gather_call(&plan, &buffers.call, NULL), STREW_OK);
            for (size_t c = is_light() ? g % 2 : 0; c < COUNT(counts); c += is_light() ? 2 : 1) {
                size_t n_threads = counts[c];
                const strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
                const size_t n_before = n_shared;
                assert_true(gathering_run(&buffers, &plan, &resources));
                assert_true(n_shared > n_before);
                assert_true(gathering_run_prepared(&buffers, &plan, &resources));
            }
            if (policy != STREW_POLICY_ERROR) continue;
            gathering_write_index(&buffers, buffers.n_components / 2, 1 << 20);
            size_t n_threads = 3;
            const strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
            reference_position position;
            strew_fault fault;
            assert_true(gather_is_out_of_bounds(&buffers.call, &position));
            memcpy(buffers.output.bytes, buffers.unlike, buffers.output_bytes);
            assert_int_equal(run_gather(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, &resources, &fault),
                             STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            assert_true(reference_is_position(&fault, &position));
            assert_memory_equal(buffers.output.bytes, buffers.unlike, buffers.output_bytes);
        }
    }
}

/* Ranges of skipped tuples that end just after a batch of tuples, between tuples at random or between runs of neighbours; and nothing but
 * skipped tuples. The last task of a pool comes first, so a task that writes what is another's is seen. */
TEST(skipped_ranges_belong_to_one_task)
{
    enum { BATCHES = 6, N = 900, SKIPPED = 400 };
    gather what = {GATHER, STREW_DTYPE_FLOAT32,  STREW_DTYPE_INT64, {.policy = STREW_POLICY_SKIP}, 2, 1, 4,
                   2,      {BATCHES, 2, 300, 5}, {BATCHES, N}};

    for (int kind = 0; kind < 3; kind++) {
        const int is_all = kind == 1, are_neighbours = kind == 2;
        strew_plan plan;
        gathering_draw(&buffers, &what, 0);
        for (size_t t = 0; t < BATCHES * N; t++) {
            const int is_skipped = is_all || t % N >= N - SKIPPED || (t >= N && t % N == 0);
            if (is_skipped || are_neighbours) gathering_write_index(&buffers, t, is_skipped ? 300 : (int64_t)(t % N % 300));
        }
        gathering_expect(&buffers);
        assert_int_equal(plan_gather_call(&plan, &buffers.call, NULL), STREW_OK);
        for (int32_t n = 2; n <= 64; n *= 2) {
            const strew_resources resources = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = n, .wake_ns = 1);
            assert_true(gathering_run(&buffers, &plan, &resources));
            assert_true(gathering_run_prepared(&buffers, &plan, &resources));
        }
    }
}

/* ---- Indices that change ------------------------------------------------------------------------------------------------------------- */

/* The first loop of a run checks the indices. Before the second one, one of them changes. */
static size_t n_loops, changes_at;

static void change_before_the_second_loop(void *pool, size_t n_tasks, strew_task *task, void *argument)
{
    if (n_loops++ == 1) gathering_write_index(&buffers, changes_at, 1 << 20);
    for (size_t i = 0; i < n_tasks; i++) task(argument, i);
    (void)pool;
}

TEST(indices_that_change_harm_nothing_else)
{
    gather what = {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 1, 1, {5000}, {20000}};
    const strew_resources resources = STREW_RESOURCES(.parallel_for = change_before_the_second_loop, .n_threads = 8, .wake_ns = 1);

    for (size_t i = 0; i < 2 * n_isas; i++) {
        const strew_options options = STREW_OPTIONS(.isa = isas[i / 2]);
        gather_call call;
        strew_plan plan;
        strew_fault fault;
        what.dtype = i % 2 ? STREW_DTYPE_FLOAT32 : STREW_DTYPE_INT8; /* the first is taken by the indices as they are stored */
        gathering_draw(&buffers, &what, 0);
        call = buffers.call;
        call.options = &options;
        assert_int_equal(plan_gather_call(&plan, &call, NULL), STREW_OK);
        n_loops = 0;
        changes_at = i % 4 < 2 ? buffers.n_components / 2 : buffers.n_components - 1;
        EXPECT_FAULT(run_gather(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, &resources, &fault),
                     INDICES_CHANGED);
        assert_int_equal(n_loops, 2);
        assert_true(guarded_is_intact(&buffers.output));
    }
}

/* Prepared indices are of one kind of plan. */
TEST(prepared_indices_of_another_plan_are_rejected)
{
    const int64_t values[] = {0, 1, 2, 3};
    int32_t from[5] = {1, 2, 3, 4, 5}, output[4] = {5, 6, 7, 8};
    const int32_t before[4] = {5, 6, 7, 8};
    static unsigned char prepared[1 << 16]; /* by tests/small.h there is room for sorted tuples */
    const strew_plan scatter = plan_text("scatter_update data=int32[4] indices=int64[4] updates=int32[4]"),
                     gather = plan_text("gather data=int32[4] indices=int64[4]"),
                     other = plan_text("gather data=int32[5] indices=int64[4]");
    strew_fault fault;

    assert_int_equal(prepare_indices(&scatter, values, prepared, sizeof prepared, NULL), STREW_OK);
    assert_int_equal(run_gather_prepared(&gather, output, from, prepared, NULL, &fault), STREW_STATUS_PREPARED_MISMATCH);
    assert_int_equal(prepare_indices(&gather, values, prepared, sizeof prepared, NULL), STREW_OK);
    assert_int_equal(run_prepared(&scatter, output, output, prepared, from, NULL, &fault), STREW_STATUS_PREPARED_MISMATCH);
    assert_int_equal(run_gather_prepared(&other, output, from, prepared, NULL, &fault), STREW_STATUS_PREPARED_MISMATCH);
    assert_int_equal(run_gather_prepared(&scatter, output, from, prepared, NULL, &fault), STREW_STATUS_NULL_POINTER);
    assert_int_equal(run_gather_prepared(&gather, prepared, from, prepared, NULL, &fault), STREW_STATUS_OUTPUT_OVERLAP);
    assert_memory_equal(output, before, sizeof output);
    assert_int_equal(run_gather_prepared(&gather, output, from, prepared, NULL, &fault), STREW_OK);
    assert_memory_equal(output, from, sizeof output);
}

/* ---- Profiles ------------------------------------------------------------------------------------------------------------------------ */

static gather of_profile(const gather_profile_row *row, strew_dtype dtype, strew_dtype index_dtype)
{
    gather what = {GATHER, dtype, index_dtype, {.profile = row->profile}, 0, 0, 2, 2, {4, 5}, {4, 2}};

    for (int op = 0; op < GATHER_OPERATORS; op++) {
        if (strcmp(row->operator_name, gather_operator_name((gather_operator)op)) == 0) what.op = (gather_operator)op;
    }
    return what;
}

TEST(profiles_have_the_rules_of_their_versions)
{
    for (size_t p = 0; p < GATHER_PROFILE_ROWS; p++) {
        const gather_profile_row *const row = &gather_profile_rows[p];
        gather what = of_profile(row, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64);
        reference_position position;
        strew_fault fault;

        /* An index out of bounds, and a negative one. */
        for (int n = 0; n < 2; n++) {
            gathering_draw(&buffers, &what, 0);
            for (size_t i = 0; i < buffers.n_components; i++) gathering_write_index(&buffers, i, 1);
            gathering_write_index(&buffers, 3, n ? 9 : -1);
            gathering_expect(&buffers);
            if ((n == 0 && row->wraps) || row->fills) {
                assert_true(gathering_works(&buffers, STREW_ISA_BEST));
            } else {
                assert_true(gather_is_out_of_bounds(&buffers.call, &position));
                assert_true(gathering_is_rejected(&buffers, STREW_ISA_BEST, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
                assert_true(reference_is_position(&fault, &position));
                assert_int_equal(fault.profile, n == 0 ? row->profile : STREW_PROFILE_NONE);
            }
        }
        /* A policy that the caller chooses holds, and so does its fill. */
        const float fill = 5;
        what.options.fill = &fill;
        for (int policy = STREW_POLICY_SKIP; policy <= STREW_POLICY_CLAMP; policy++) {
            what.options.policy = (strew_policy)policy;
            gathering_draw(&buffers, &what, 3);
            gathering_expect(&buffers);
            assert_true(gathering_works(&buffers, STREW_ISA_BEST));
        }
        what.options = STREW_OPTIONS(.profile = row->profile);
        if (what.op == GATHER_ELEMENTS) continue;
        what.batch_dims = 1;
        what.axis = 1;
        if (what.op == GATHER_ND) what.indices_shape[1] = 1;
        gathering_draw(&buffers, &what, 0);
        gathering_expect(&buffers);
        if (row->has_batch_dims) {
            assert_true(gathering_works(&buffers, STREW_ISA_BEST));
        } else {
            assert_true(gathering_is_rejected(&buffers, STREW_ISA_BEST, STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE, &fault));
            assert_true(fault.value == 1 && fault.low == 0 && fault.high == 0);
        }
    }
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

TEST(buffers_are_checked)
{
    const int64_t shape[] = {4}, values[] = {0, 1, 2, 3};
    unsigned char memory[64];
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, memory, NULL}, indices = {STREW_DTYPE_INT64, 1, shape, values, NULL};
    const strew_plan plan = plan_text("gather data=float32[4] indices=int64[4]");
    strew_fault fault;

    EXPECT_FAULT(strew_gather(memory, &data, &indices, 0, 0, NULL, &fault), OUTPUT_OVERLAP, .subject = "data", .value = 16);
    EXPECT_FAULT(strew_gather(memory + 13, &data, &indices, 0, 0, NULL, &fault), OUTPUT_OVERLAP, .subject = "data", .value = 3);
    EXPECT_FAULT(run_gather(&plan, (void *)(uintptr_t)values, memory, values, NULL, &fault), OUTPUT_OVERLAP, .subject = "indices",
                 .value = 16);
    EXPECT_FAULT(run_gather(&plan, memory, NULL, values, NULL, &fault), NULL_POINTER, .subject = "data", .value = 16);
    EXPECT_FAULT(run_gather(&plan, memory, memory + 16, NULL, NULL, &fault), NULL_POINTER, .subject = "indices", .value = 32);
    assert_int_equal(strew_plan_workspace_size(&plan, 8), 0);
}

int main(void)
{
    buffers = gathering_open(CAPACITY, 20260302);
    n_isas = runnable_isas(isas);
    return run_all_tests(NULL, NULL);
}
