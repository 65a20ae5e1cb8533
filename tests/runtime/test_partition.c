/* The stable partition: each thread does about as much as every other one, whatever the tuples name; and tuples that are made to be hard
 * have the results of one thread. test_parallel.c compares results over many shapes. */
#include "calls.h"
#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "pools.h"
#include "reference.h"
#include "schedule.h"
#include "tensors.h"
#include "testing.h"
#include "ways/partition.h"

/* ---- Shares -------------------------------------------------------------------------------------------------------------------------- */

/* A plan and its indices, partitioned in the workspace among so many threads. */
typedef struct partitioned {
    int64_t n_slices, width, n_tuples;
    strew_policy policy;
    strew_dtype dtype; /* of 4 bytes; 0: float32 */
    strew_isa isa;
    int32_t *indices;
    float *output, *updates;
    strew_plan plan;
    strew_job job;
    strew_partition_pass *pass;
} partitioned;

static void open_partitioned(partitioned *of, strew_policy policy)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(of->n_slices, of->width), SHAPE(of->n_tuples, 1));
    scatter.index_dtype = STREW_DTYPE_INT32;
    if (of->dtype != 0) scatter.dtype = of->dtype;
    scatter.options.isa = of->isa;
    scatter.options.policy = policy;
    of->plan = plan_scatter(&scatter);
    of->output = guarded_new((size_t)(of->n_slices * of->width) * sizeof(float), FLUSH_END);
    of->updates = guarded_new((size_t)(of->n_tuples * of->width) * sizeof(float), FLUSH_END);
    of->indices = guarded_new((size_t)of->n_tuples * sizeof *of->indices, FLUSH_END);
    memset(of->output, 0, (size_t)(of->n_slices * of->width) * sizeof(float));
    for (int64_t i = 0; i < of->n_tuples * of->width; i++) of->updates[i] = 1;
}

/* The tuples of a job, sorted for so many threads: the last chunk first. */
static strew_partition_status sort_tuples(const strew_job *job, size_t n_threads, strew_partition_pass **pass)
{
    void *const workspace = guarded_new(strew_partition_bytes(job->plan, n_threads), FLUSH_END);
    const strew_partition_status status = strew_begin_partition(pass, job, n_threads, workspace);
    if (status != STREW_PARTITION_BEGUN) return status;
    const strew_shared_partition shared = {*pass, job};
    for (size_t chunk = (*pass)->n_chunks; chunk-- > 0;) assert_true(strew_count_chunk(&shared, chunk, chunk + 1));
    strew_cut_bundles(*pass, job);
    for (size_t chunk = (*pass)->n_chunks; chunk-- > 0;) strew_move_chunk(&shared, chunk, chunk + 1);
    return status;
}

static strew_partition_status partition_among(partitioned *of, size_t n_threads)
{
    strew_begin_job(&of->job, strew_state_of(&of->plan), of->output, of->indices, of->updates);
    return sort_tuples(&of->job, n_threads, &of->pass);
}

/* How much one thread adds to output. */
static double work_of(partitioned *of, size_t thread)
{
    const size_t n = (size_t)(of->n_slices * of->width);
    double sum = 0;
    memset(of->output, 0, n * sizeof(float));
    strew_apply_moved_chunk(&(strew_shared_partition){of->pass, &of->job}, thread, thread + 1);
    for (size_t i = 0; i < n; i++) sum += (double)of->output[i];
    return sum;
}

TEST(threads_have_about_as_much_to_do)
{
    static const struct {
        int64_t n_slices, width, n_tuples;
        size_t n_threads;
        double frequent, skipped; /* the part of all tuples that name slice 7, and the part that name none */
        int64_t of;               /* the others name random ones among the first of so many */
    } rows[] = {
        {50000, 1, 100000, 4, 0, 0, 50000},    {50000, 1, 100000, 16, 0, 0, 50000},   {50000, 1, 200000, 64, 0, 0, 50000},
        {50000, 1, 100000, 16, 0, 0, 700},     {50000, 1, 100000, 16, 0, 0.6, 50000}, {50000, 1, 100000, 16, 0.05, 0, 3000},
        {2000, 64, 20000, 16, 0, 0, 2000},     {2000, 64, 20000, 16, 0.3, 0, 2000},   {200, 2000, 5000, 16, 0.9, 0, 200},
        {200, 2000, 5000, 8, 1, 0, 200},       {100, 3, 100000, 7, 0, 0, 100},        {3000000, 1, 200000, 16, 0, 0, 3000000},
        {3000000, 1, 200000, 16, 0, 0, 20000},
    };

    for (size_t row = 0; row < COUNT(rows); row++) {
        partitioned of = {.n_slices = rows[row].n_slices, .width = rows[row].width, .n_tuples = rows[row].n_tuples};
        uint64_t random = 5 + row;
        double all = 0, sum = 0;
        open_partitioned(&of, rows[row].skipped != 0 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR);
        for (int64_t t = 0; t < of.n_tuples; t++) {
            const double drawn = (double)random_below(&random, 1000) / 1000;
            of.indices[t] = (int32_t)random_below(&random, (uint64_t)rows[row].of);
            if (drawn < rows[row].frequent) of.indices[t] = 7;
            if (drawn < rows[row].skipped) of.indices[t] = INT32_MAX;
            all += of.indices[t] != INT32_MAX ? (double)of.width : 0;
        }
        assert_int_equal(partition_among(&of, rows[row].n_threads), STREW_PARTITION_BEGUN);
        assert_int_equal(of.pass->n_threads, rows[row].n_threads);
        for (size_t thread = 0; thread < rows[row].n_threads; thread++) {
            const double work = work_of(&of, thread), share = work * (double)rows[row].n_threads / all;
            sum += work;
            if (share > 1.4) fail_msg("row %zu: thread %zu of %zu has %.2f of its share", row, thread, rows[row].n_threads, share);
        }
        assert_true(sum == all);
        assert_true(guarded_free_all());
    }
}

TEST(a_tuple_out_of_bounds_is_found_by_the_sample_or_by_counting)
{
    partitioned of = {.n_slices = 1000, .width = 2, .n_tuples = 20000};
    open_partitioned(&of, STREW_POLICY_ERROR);
    for (int64_t t = 0; t < of.n_tuples; t++) of.indices[t] = (int32_t)(t * 7919 % 1000);
    for (int64_t t = 0; t < of.n_tuples; t += 997) {
        const int32_t kept = of.indices[t];
        size_t n_found = 0;
        of.indices[t] = 1000;
        strew_begin_job(&of.job, strew_state_of(&of.plan), of.output, of.indices, of.updates);
        void *const workspace = guarded_new(strew_partition_bytes(strew_state_of(&of.plan), 5), FLUSH_START);
        if (strew_begin_partition(&of.pass, &of.job, 5, workspace) == STREW_PARTITION_OUT_OF_BOUNDS) {
            n_found = 1;
        } else {
            const strew_shared_partition shared = {of.pass, &of.job};
            for (size_t thread = 0; thread < 5; thread++) n_found += !strew_count_chunk(&shared, thread, thread + 1);
        }
        assert_int_equal(n_found, 1);
        of.indices[t] = kept;
    }
    assert_true(guarded_free_all());
}

/* Tuples that are sorted with their rows of a table, and with weights, against a loop: in any order, and most of them to one slice, which
 * threads cut into columns. Update indices that another thread has changed meanwhile are read from row 0. */
TEST(rows_and_weights_move_with_their_tuples)
{
    enum { SLICES = 40, TUPLES = 700, ROWS = 50, MAX_WIDTH = 70 };
    static const int64_t widths[] = {1, 19, MAX_WIDTH};
    static unsigned char expected[SLICES * MAX_WIDTH * sizeof(double)];
    static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX};
    uint64_t random = 9;
    while (next_case()) {
        const int has_weights = (int)choose("has_weights", 2), is_hot = (int)choose("is_hot", 2), changes = (int)choose("changes", 2);
        const strew_dtype dtype = choose("is_double", 2) ? STREW_DTYPE_FLOAT64 : STREW_DTYPE_FLOAT32;
        const strew_reduction reduction = reductions[choose("reduction", COUNT(reductions))];
        const int64_t width = widths[choose("width", COUNT(widths))], shape[] = {SLICES, width}, of_rows[] = {ROWS, width}, n[] = {TUPLES};
        const size_t size = reference_size(dtype), row_bytes = (size_t)width * size,
                     n_threads = (is_hot ? STREW_MIN_THREADS_IF_CLOSE : 1) + choose("n_threads", 5);
        strew_call call =
            STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = reduction, .data = {dtype, 2, shape},
                       .indices = {STREW_DTYPE_INT64, 1, n}, .updates = {dtype, 2, of_rows}, .update_indices = {STREW_DTYPE_INT64, 1, n});
        if (has_weights) call.weights = (strew_tensor){dtype, 1, n};
        strew_plan storage;
        assert_int_equal(strew_plan_call(&storage, &call, NULL), STREW_OK);
        const strew_plan_state *const plan = strew_state_of(&storage);
        unsigned char *const output = guarded_new(SLICES * row_bytes, FLUSH_END), *const table = guarded_new(ROWS * row_bytes, FLUSH_END),
                             *const weights = guarded_new(TUPLES * size, FLUSH_END);
        int64_t *const indices = guarded_new(TUPLES * sizeof *indices, FLUSH_END), *const rows =
                                                                                       guarded_new(TUPLES * sizeof *rows, FLUSH_END);
        fill(dtype, output, (size_t)(SLICES * width), ORDINARY, &random);
        fill(dtype, table, (size_t)(ROWS * width), ORDINARY, &random);
        fill(dtype, weights, TUPLES, ORDINARY, &random);
        memcpy(expected, output, SLICES * row_bytes);
        for (size_t t = 0; t < TUPLES; t++) {
            const int64_t row = (int64_t)random_below(&random, ROWS), is_changed = changes && t % 8 == 0;
            indices[t] = is_hot && random_below(&random, 4) != 0 ? 7 : (int64_t)random_below(&random, SLICES);
            rows[t] = is_changed ? ROWS + row : row;
            for (size_t i = 0; i < (size_t)width; i++) {
                double update;
                memcpy(&update, table + (is_changed ? 0 : (size_t)row) * row_bytes + i * size, size);
                if (has_weights) reference_combine_nan(dtype, STREW_REDUCTION_MUL, STREW_NAN_WINS, &update, weights + t * size);
                reference_combine_nan(dtype, reduction, STREW_NAN_WINS, expected + (size_t)indices[t] * row_bytes + i * size, &update);
            }
        }
        strew_job job;
        strew_partition_pass *pass;
        strew_begin_job(&job, plan, output, indices, table);
        job.rows = (const unsigned char *)rows;
        job.weights = has_weights ? weights : NULL;
        assert_int_equal(sort_tuples(&job, n_threads, &pass), STREW_PARTITION_BEGUN);
        const strew_shared_partition shared = {pass, &job};
        for (size_t thread = n_threads; thread-- > 0;) strew_apply_moved_chunk(&shared, thread, thread + 1);
        assert_memory_equal(output, expected, SLICES * row_bytes);
        assert_true(guarded_free_all());
    }
}

/* Rows move only where they are combined as they are: not where the first of a slice replaces it, tuples that win are stored, or update
 * indices pass tuples over, and not in a segment, whose tuples are in order. */
TEST(rows_move_only_where_nothing_else_is_known_of_slices)
{
    enum { PLAIN, EXCLUDES_SELF, ARG, SKIP, IGNORE, SEGMENT, KINDS };
    const int64_t shape[] = {1 << 16, 64}, n[] = {1 << 20}, of_rows[] = {1 << 16, 64};
    for (int kind = PLAIN; kind < KINDS; kind++) {
        const strew_options options = STREW_OPTIONS(.excludes_self = kind == EXCLUDES_SELF, .has_update_ignore_index = kind == IGNORE,
                                                    .update_policy = kind == SKIP ? STREW_POLICY_SKIP : STREW_POLICY_ERROR);
        strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_MIN, .options = &options,
                                     .data = {STREW_DTYPE_FLOAT32, 2, shape}, .indices = {STREW_DTYPE_INT64, 1, n},
                                     .updates = {STREW_DTYPE_FLOAT32, 2, of_rows}, .update_indices = {STREW_DTYPE_INT64, 1, n});
        if (kind == ARG) call.arg = (strew_tensor){STREW_DTYPE_INT64, 2, shape};
        if (kind == SEGMENT) call.op = STREW_OPERATOR_SEGMENT;
        strew_plan plan;
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        const strew_known known = strew_know(strew_state_of(&plan), 4, SIZE_MAX, STREW_MIN_WAKE_NS);
        assert_int_equal(strew_partition_way.fits(&known) != 0, kind == PLAIN);
    }
}

/* One thread finds their slices in its caches: sorted tuples, and tuples that all name the same slice. */
TEST(close_tuples_are_not_worth_a_partition_on_few_threads)
{
    for (int is_sorted = 0; is_sorted < 2; is_sorted++) {
        partitioned of = {.n_slices = 100000, .width = 1, .n_tuples = 100000};
        open_partitioned(&of, STREW_POLICY_ERROR);
        for (int64_t t = 0; t < of.n_tuples; t++) of.indices[t] = is_sorted ? (int32_t)t : 5;
        assert_int_equal(partition_among(&of, STREW_MIN_THREADS_IF_CLOSE - 1), STREW_PARTITION_NOT_WORTH);
        assert_int_equal(partition_among(&of, STREW_MIN_THREADS_IF_CLOSE), STREW_PARTITION_BEGUN);
        for (int64_t t = 0; t < of.n_tuples; t++) of.indices[t] = (int32_t)(t * 7919 % of.n_slices);
        assert_int_equal(partition_among(&of, 2), STREW_PARTITION_BEGUN);
        assert_true(guarded_free_all());
    }
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

static int64_t equal(int64_t t, int64_t n, int64_t n_slices)
{
    return n_slices / 3;
}

static int64_t sorted(int64_t t, int64_t n, int64_t n_slices)
{
    return t * n_slices / n;
}

static int64_t reversed(int64_t t, int64_t n, int64_t n_slices)
{
    return (n - 1 - t) * n_slices / n;
}

/* Two neighbours, so that narrow ones are in one line. */
static int64_t alternating(int64_t t, int64_t n, int64_t n_slices)
{
    return n_slices / 2 + t % 2;
}

static int64_t in_the_last_range(int64_t t, int64_t n, int64_t n_slices)
{
    return n_slices - 1 - t % (n_slices < 5 ? 1 : 5);
}

static int64_t at_both_ends(int64_t t, int64_t n, int64_t n_slices)
{
    return t % 2 ? 0 : n_slices - 1;
}

static int64_t apart(int64_t t, int64_t n, int64_t n_slices)
{
    return t * 7919 % n_slices;
}

/* One thread applies them then, in place or after a copy. */
TEST(close_tuples_are_added_without_a_partition)
{
    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        partitioned of = {.n_slices = 100000, .width = 1, .n_tuples = 100000};
        size_t n_threads = STREW_MIN_THREADS_IF_CLOSE - 1;
        open_partitioned(&of, STREW_POLICY_ERROR);
        const size_t bytes = (size_t)of.n_slices * sizeof *of.output, size = strew_partition_bytes(strew_state_of(&of.plan), n_threads);
        const strew_resources resources = resources_on_threads(&n_threads, guarded_new(size, FLUSH_END), size);
        float *const data = memset(guarded_new(bytes, FLUSH_END), 0, bytes);
        for (int64_t t = 0; t < of.n_tuples; t++) of.indices[t] = (int32_t)t;
        const float *const from = is_in_place ? of.output : data;
        assert_int_equal(run_with(&of.plan, of.output, from, of.indices, of.updates, &resources, NULL), STREW_OK);
        assert_memory_equal(of.output, of.updates, bytes);
        assert_true(guarded_free_all());
    }
}

/* Every way costs nothing to wake, so that as many threads as there are tuples for share each of these. Sums of integers are divided
 * between tuples of one slice too, unless data is so small that each thread has all sums. */
static void hard_tuples_have_the_results_of_one_thread(void **state)
{
    const strew_dtype dtype = *(const strew_dtype *)*state;
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    static int64_t (*const named[])(int64_t, int64_t, int64_t) = {equal,        sorted, reversed, alternating, in_the_last_range,
                                                                  at_both_ends, apart};
    static const int64_t shapes[][2] = {{3, 1}, {1000, 1}, {300000, 1}, {1000, 3}, {777, 16}, {500, 33}, {60, 1000}};
    static const int64_t numbers[] = {1, 2, 511, 513, 5000, 40000};
    static const size_t threads[] = {2, 3, 4, 16, 63, 64};

    while (next_case()) {
        const size_t how = choose("slices that are named", COUNT(named)), i = case_number();
        const int64_t *const shape = shapes[choose("shape", COUNT(shapes))];
        partitioned of = {.n_slices = shape[0], .width = shape[1], .n_tuples = numbers[choose("n_tuples", COUNT(numbers))]};
        if (of.n_tuples * of.width > 1000000) continue;
        const size_t n = (size_t)(of.n_slices * of.width), bytes = n * sizeof(float);
        uint64_t random = 7 + i;
        of.dtype = dtype;
        of.isa = isas[i % n_isas];
        open_partitioned(&of, STREW_POLICY_ERROR);
        float *const expected = guarded_new(bytes, FLUSH_START);
        fill_quickly(dtype, of.updates, (size_t)(of.n_tuples * of.width), ORDINARY, &random);
        memset(expected, 0, bytes);
        for (int64_t t = 0; t < of.n_tuples; t++) of.indices[t] = (int32_t)named[how](t, of.n_tuples, of.n_slices);
        assert_int_equal(run_alone(&of.plan, expected, expected, of.indices, of.updates, NULL), STREW_OK);
        for (size_t j = is_light() ? i % 3 : 0; j < COUNT(threads); j += is_light() ? 3 : 1) {
            size_t n_threads = threads[j];
            const size_t size = strew_partition_bytes(strew_state_of(&of.plan), n_threads);
            unsigned char *const memory = guarded_new(size + 1, j % 2 ? FLUSH_END : FLUSH_START);
            strew_resources resources = resources_on_threads(&n_threads, memory + 1, size);
            resources.parallel_for = j == 0 ? on_one_thread : resources.parallel_for;
            resources.wake_ns = 1;
            memset(of.output, 0, bytes);
            assert_int_equal(run_with(&of.plan, of.output, of.output, of.indices, of.updates, &resources, NULL), STREW_OK);
            assert_true(memcmp(of.output, expected, bytes) == 0);
        }
        assert_true(guarded_free_all());
    }
}

/* One thread sorts tuples too where data exceeds every second-level cache by far, and does not where each is close to the one before. It
 * wakes nobody, however long that would take. */
TEST(one_thread_partitions_data_that_exceeds_the_caches)
{
    enum { N_SLICES = 100000000, N = 1600000 };
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(N_SLICES), SHAPE(N, 1));
    scatter.dtype = STREW_DTYPE_INT8;
    scatter.index_dtype = STREW_DTYPE_INT32;
    scatter.reduction = STREW_REDUCTION_SUB; /* the order does not matter, but each must be applied once */
    const strew_plan plan = plan_scatter(&scatter);
    const size_t size = strew_plan_workspace_size(&plan, 1);
    int8_t *const output = guarded_new(N_SLICES, FLUSH_END), *const updates = guarded_new(N, FLUSH_END);
    int32_t *const indices = guarded_new(N * sizeof *indices, FLUSH_END);
    strew_resources resources = STREW_RESOURCES_INIT;
    unsigned char *const workspace = resources.workspace = guarded_new(size, FLUSH_START);
    resources.workspace_bytes = size;
    resources.wake_ns = UINT32_MAX;
    for (size_t i = 0; i < N; i++) updates[i] = (int8_t)(i % 100);
    for (int is_sorted = 0; is_sorted < 2; is_sorted++) {
        /* Each slice has two tuples: one after the other, or at a distance. */
        const size_t apart = is_sorted ? 1 : N / 2;
        for (size_t i = 0; i < N; i++) indices[i] = (int32_t)(is_sorted ? i / 2 : i % apart * 39916801 % N_SLICES);
        size_t n_written = 0;
        memset(output, 0, N_SLICES);
        memset(workspace, 0x55, size);
        assert_int_equal(run_with(&plan, output, output, indices, updates, &resources, NULL), STREW_OK);
        for (size_t i = 0; i < size; i++) n_written += workspace[i] != 0x55;
        const int is_gain = STREW_APPLY_PS <= 1000; /* not by tests/small.h, where memory takes no time */
        assert_true((n_written > size / 2) == (is_gain && !is_sorted));
        for (size_t i = 0; i < N / 2; i += 1) {
            const size_t first = is_sorted ? 2 * i : i;
            assert_int_equal(output[indices[first]], (int8_t)(-updates[first] - updates[first + apart]));
        }
    }
    assert_true(guarded_free_all());
}

/* How many threads sort tuples in so large a workspace, if they gain by it. */
static size_t count_threads(const strew_plan_state *plan, size_t n_threads, size_t workspace_bytes)
{
    const strew_known known = strew_know(plan, n_threads, workspace_bytes, UINT32_MAX);
    const size_t n = strew_partition_way.fits(&known);
    return n != 0 && strew_is_gain(strew_alone_ns(plan), strew_partition_way.ns(&known, n), n) ? n : 0;
}

/* Where one thread gains, and its workspace lacks a byte. */
TEST(a_workspace_too_small_for_one_thread_is_not_used)
{
    const scatter large = scatter_of(REFERENCE_ND, 0, SHAPE(100000000), SHAPE(1600000, 1));
    const strew_plan storage = plan_scatter(&large);
    const strew_plan_state *const plan = strew_state_of(&storage);
    const size_t size = strew_partition_bytes(plan, 1);
    const int is_gain = STREW_APPLY_PS <= 1000; /* not by tests/small.h, where memory takes no time */
    assert_int_equal(count_threads(plan, 1, size), is_gain);
    assert_int_equal(count_threads(plan, 1, size - 1), 0);
    assert_int_equal(count_threads(plan, 8, size), is_gain);
}

/* One thread applies tuples of one slice, and reads their indices again if some may be ignored: between counting and that, they change. */
static int64_t *changing;
static size_t n_changing, n_loops;

static void change_after_the_first_loop(void *pool, size_t n_tasks, strew_task *task, void *argument)
{
    (void)pool;
    for (size_t i = 0; i < n_tasks; i++) task(argument, i);
    if (n_loops++ != 0) return;
    for (size_t t = n_changing / 2; t < n_changing; t++) changing[t] = 1000000000;
}

TEST(tuples_that_change_beside_ignored_ones_count_as_they_were)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(10), SHAPE(20000, 1));
    scatter.options.struct_size = sizeof scatter.options;
    scatter.options.has_ignore_index = 1;
    scatter.options.ignore_index = -1;
    const strew_plan plan = plan_scatter(&scatter);
    const size_t size = strew_plan_workspace_size(&plan, 4);
    const strew_resources resources = STREW_RESOURCES(.parallel_for = change_after_the_first_loop, .n_threads = 4, .wake_ns = 2000,
                                                      .workspace = guarded_new(size, FLUSH_END), .workspace_bytes = size);
    float *const output = guarded_new(10 * sizeof *output, FLUSH_END), *const updates = guarded_new(20000 * sizeof *updates, FLUSH_END);
    strew_fault fault;
    n_changing = 20000;
    changing = guarded_new(n_changing * sizeof *changing, FLUSH_END);
    memset(output, 0, 10 * sizeof *output);
    for (size_t t = 0; t < n_changing; t++) updates[t] = 1, changing[t] = 3;
    n_loops = 0;
    assert_int_equal(run_with(&plan, output, output, changing, updates, &resources, &fault), STREW_OK);
    assert_true(output[3] == 20000 && fault.status == STREW_OK);
    assert_true(guarded_free_all());
}

/* Sums of their own would cost more than so few tuples. */
TEST(few_tuples_of_integers_are_not_divided)
{
    partitioned of = {.n_slices = 1000, .width = 1, .n_tuples = 2000, .dtype = STREW_DTYPE_INT32};
    open_partitioned(&of, STREW_POLICY_ERROR);
    for (int64_t t = 0; t < of.n_tuples; t++) of.indices[t] = 7;
    assert_int_equal(partition_among(&of, 16), STREW_PARTITION_BEGUN);
    for (size_t thread = 0; thread <= of.pass->n_threads; thread++) assert_int_equal(of.pass->bundles.cut[thread].tuple, 0);
    assert_true(guarded_free_all());
}

/* Also where its size in bytes, or the number of a tuple, would not fit the type that holds it. */
TEST(a_workspace_has_room_for_all_tuples)
{
    for (int64_t n = 1 << 20; n <= INT64_C(1) << (sizeof(size_t) == 4 ? 28 : 33); n *= 2) {
        scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(4000000), SHAPE(n, 1));
        scatter.dtype = STREW_DTYPE_UINT8;
        scatter.index_dtype = STREW_DTYPE_INT32;
        const strew_plan plan = plan_scatter(&scatter);
        const size_t size = strew_plan_workspace_size(&plan, 16);
        assert_true(size == 0 || size / 12 >= (size_t)n);
        assert_true(strew_plan_prepared_size(&plan) / 8 >= (size_t)n);
    }
}

TEST(a_pool_that_takes_long_to_wake_is_left_alone)
{
    size_t n_threads = 4;
    partitioned of = {.n_slices = 50000, .width = 1, .n_tuples = 100000};
    open_partitioned(&of, STREW_POLICY_ERROR);
    for (int64_t t = 0; t < of.n_tuples; t++) of.indices[t] = (int32_t)(t * 7919 % of.n_slices);
    const size_t size = strew_plan_workspace_size(&of.plan, 4), prepared_bytes = strew_plan_prepared_size(&of.plan);
    strew_resources resources = resources_on_threads(&n_threads, guarded_new(size, FLUSH_END), size);
    void *const prepared = guarded_new(prepared_bytes, FLUSH_END);
    assert_int_equal(prepare_indices(&of.plan, of.indices, prepared, prepared_bytes, NULL), STREW_OK);
    /* Nanoseconds: a pool that spins; more than one thread would gain, or two; a run takes less than anything. */
    static const uint32_t wakes[] = {1, 150000, 400000, UINT32_MAX};
    for (size_t i = 0; i < COUNT(wakes); i++) {
        const size_t before = n_shared;
        resources.wake_ns = wakes[i];
        assert_int_equal(run_with(&of.plan, of.output, of.output, of.indices, of.updates, &resources, NULL), STREW_OK);
        assert_int_equal(run_prepared(&of.plan, of.output, of.output, prepared, of.updates, &resources, NULL), STREW_OK);
        const int is_long = STREW_APPLY_PS > 1000; /* by tests/small.h */
        assert_true((n_shared > before) == (i == 0 || (is_long && wakes[i] != UINT32_MAX)));
    }
    assert_true(guarded_free_all());
}

int main(void)
{
    static strew_dtype float32 = STREW_DTYPE_FLOAT32, int32 = STREW_DTYPE_INT32;
    add_test(hard_tuples_have_the_results_of_one_thread, &float32, "hard_tuples_have_the_results_of_one_thread");
    add_test(hard_tuples_have_the_results_of_one_thread, &int32, "hard_tuples_of_integers_have_the_results_of_one_thread");
    return run_all_tests(NULL, NULL);
}
