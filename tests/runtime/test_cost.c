/* A call takes time in proportion to the bytes that it is given, whatever the shapes say. Kernels that count tuples replace a plan's, and a
 * call that takes far longer than in proportion ends the process. */
#define _GNU_SOURCE

#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

#include <strew/strew.h>

#include "calls.h"
#include "plan_state.h" /* a plan's kernels, which are replaced here */
#include "testing.h"

#include "group.h"
#include "pools.h"
#include "tensors.h"

/* ---- Time ---------------------------------------------------------------------------------------------------------------------------- */

/* Of the processor, not of the clock: what else runs there does not count. Every call here takes a fraction of one second, under valgrind
 * or an emulator too. */
enum { MAX_SECONDS = 5 };

static const char *being_timed;

static void end_process(int number)
{
    static const char sentence[] = " takes too long\n";

    (void)number;
    if (write(STDERR_FILENO, being_timed, strlen(being_timed)) < 0 || write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0) _exit(2);
    _exit(1);
}

static void start_timing(const char *what)
{
    being_timed = what;
    signal(SIGVTALRM, end_process);
    assert_int_equal(setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {.tv_sec = MAX_SECONDS}}, NULL), 0);
}

static void stop_timing(void)
{
    assert_int_equal(setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {.tv_sec = 0}}, NULL), 0);
}

/* ---- Shapes that promise much and hold nothing --------------------------------------------------------------------------------------- */

typedef struct shapes {
    const char *name;
    reference_operator op;
    int64_t axis;
    int32_t data_rank, indices_rank;
    int64_t data[3], indices[3];
} shapes;

static scatter scatter_of_shapes(const shapes *of, strew_dtype dtype, strew_policy policy)
{
    scatter scatter = scatter_of(of->op, of->axis, of->data_rank, of->data, of->indices_rank, of->indices);

    scatter.dtype = dtype;
    scatter.options.policy = policy;
    return scatter;
}

/* 2^58 and its root, and 2^26 where addresses have 32 bits: more bytes of a shape would be rejected. */
#define ROOT (INT64_C(1) << (sizeof(ptrdiff_t) == 8 ? 29 : 13))
#define MANY (ROOT * ROOT)

/* None has a byte of data or updates. The indices that there are, are 0. */
static const shapes empty[] = {
    {"many tuples of no components", REFERENCE_ND, 0, 1, 2, {0}, {MANY, 0}},
    {"many times many tuples of no components", REFERENCE_ND, 0, 2, 3, {3, 0}, {ROOT, ROOT, 0}},
    {"many empty slices, and no tuple", REFERENCE_ND, 0, 2, 2, {MANY, 0}, {0, 1}},
    {"many empty slices", REFERENCE_ND, 0, 2, 2, {MANY, 0}, {5, 1}},
    {"many times many empty slices", REFERENCE_ND, 0, 3, 2, {ROOT, ROOT, 0}, {5, 2}},
    {"many rows without elements", REFERENCE_ELEMENTS, 1, 2, 2, {MANY, 0}, {MANY, 0}},
    {"many columns without elements", REFERENCE_ELEMENTS, 0, 2, 2, {0, MANY}, {0, MANY}},
    {"many indices for each of no elements", REFERENCE_ELEMENTS, 0, 3, 3, {1, 0, 1}, {MANY, 0, 1}},
    {"many parts without slices", REFERENCE_UPDATE, 1, 3, 1, {MANY, 0, 1}, {0}},
    {"many parts of empty slices", REFERENCE_UPDATE, 1, 3, 1, {MANY, 4, 0}, {5}},
    {"many parts, and no tuple", REFERENCE_UPDATE, 1, 3, 2, {MANY, 4, 0}, {5, 0}},
};

/* Every way to run the plan. There is nothing to say of output but that it is not touched: it has no address. */
static void run_every_configuration(const strew_plan *plan, const int64_t *indices, placement end)
{
    enum { MAX_BYTES = 4096 };
    const size_t size = strew_plan_prepared_size(plan), workspace_bytes = strew_plan_workspace_size(plan, MAX_THREADS);
    void *const workspace = guarded_new(workspace_bytes, end);
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = workspace_bytes,
                                                      .parallel_for = on_one_thread, .n_threads = MAX_THREADS);
    void *prepared;

    assert_int_equal(run_alone(plan, NULL, NULL, indices, NULL, NULL), STREW_OK);
    assert_int_equal(run_with(plan, NULL, NULL, indices, NULL, &resources, NULL), STREW_OK);
    if (size > MAX_BYTES) return;
    prepared = guarded_new(size, end);
    assert_int_equal(prepare_indices(plan, indices, prepared, size, NULL), STREW_OK);
    assert_int_equal(run_prepared(plan, NULL, NULL, prepared, NULL, &resources, NULL), STREW_OK);
}

TEST(shapes_alone_do_not_keep_a_call_busy)
{
    while (next_case()) {
        const size_t row = choose("row", COUNT(empty)), policy = choose("policy", 4);
        const placement end = (placement)((policy + row) % 2);
        scatter scatter = scatter_of_shapes(&empty[row], STREW_DTYPE_INT8, (strew_policy)policy);
        tensors tensors;
        strew_plan plan;
        scatter.options.isa = choose_isa();
        make_tensors(&scatter, &tensors);
        const int64_t *const zeros = guarded_new(reference_bytes(&tensors.indices), end);
        start_timing(empty[row].name);
        assert_int_equal(plan_call(&plan, &tensors.call, NULL), STREW_OK);
        run_every_configuration(&plan, zeros, end);
        stop_timing();
        assert_true(guarded_free_all());
    }
}

/* ---- Tuples, counted ----------------------------------------------------------------------------------------------------------------- */

/* Four million, in eight thousand blocks: one more look at all of them for each block would take ten seconds. In a light run, sizes of
 * more than a thousand are a 64th. */
enum { TUPLES = 1 << 22, MIN_SHRUNK = 1000, SHRUNK_BY = 64 };

/* Data and updates of a byte for each tuple, or less: nothing but tuples can take time. One for every way that blocks are made. */
typedef enum likeness { ALIKE, DIFFERENT, OUT_OF_BOUNDS, HALF_OUT_OF_BOUNDS } likeness;
static const struct row {
    shapes of;
    strew_policy policy;
    likeness indices_are;
} rows[] = {
    {{"tuples into one slice", REFERENCE_ND, 0, 1, 2, {1}, {TUPLES, 1}}, STREW_POLICY_ERROR, ALIKE},
    {{"tuples of no components", REFERENCE_ND, 0, 1, 2, {1}, {TUPLES, 0}}, STREW_POLICY_ERROR, ALIKE},
    {{"tuples of three components", REFERENCE_ND, 0, 3, 2, {5, 2, 3}, {TUPLES / 4, 3}}, STREW_POLICY_TRUSTED, DIFFERENT},
    {{"tuples all skipped", REFERENCE_ND, 0, 1, 2, {9}, {TUPLES, 1}}, STREW_POLICY_SKIP, OUT_OF_BOUNDS},
    {{"tuples half skipped", REFERENCE_ND, 0, 1, 2, {9}, {TUPLES, 1}}, STREW_POLICY_SKIP, HALF_OUT_OF_BOUNDS},
    {{"tuples all clamped", REFERENCE_ND, 0, 1, 2, {9}, {TUPLES, 1}}, STREW_POLICY_CLAMP, OUT_OF_BOUNDS},
    {{"tuples skipped for want of slices", REFERENCE_ND, 0, 1, 2, {0}, {TUPLES, 1}}, STREW_POLICY_SKIP, OUT_OF_BOUNDS},
    {{"elements in a column", REFERENCE_ELEMENTS, 0, 2, 2, {3, 1}, {TUPLES, 1}}, STREW_POLICY_ERROR, DIFFERENT},
    {{"elements in a row", REFERENCE_ELEMENTS, 1, 2, 2, {1, 3}, {1, TUPLES}}, STREW_POLICY_ERROR, DIFFERENT},
    {{"elements in rows of a block and one", REFERENCE_ELEMENTS, 1, 2, 2, {8172, 3}, {8172, 513}}, STREW_POLICY_CLAMP, DIFFERENT},
    {{"elements in rows of two", REFERENCE_ELEMENTS, 1, 3, 3, {TUPLES / 4, 3, 2}, {TUPLES / 4, 2, 2}}, STREW_POLICY_ERROR, DIFFERENT},
    {{"rows of two", REFERENCE_ELEMENTS, 1, 3, 3, {TUPLES / 4, 3, 2}, {TUPLES / 4, 2, 2}}, STREW_POLICY_ERROR, ALIKE},
    {{"elements in rows, all skipped", REFERENCE_ELEMENTS, 1, 2, 2, {TUPLES / 64, 3}, {TUPLES / 64, 64}}, STREW_POLICY_SKIP, OUT_OF_BOUNDS},
    {{"one tuple in many parts", REFERENCE_UPDATE, 1, 2, 1, {TUPLES, 1}, {1}}, STREW_POLICY_ERROR, ALIKE},
    {{"few tuples in many parts", REFERENCE_UPDATE, 1, 2, 1, {TUPLES / 4, 3}, {4}}, STREW_POLICY_CLAMP, DIFFERENT},
    {{"few tuples in many parts, all skipped", REFERENCE_UPDATE, 1, 2, 1, {TUPLES / 4, 3}, {4}}, STREW_POLICY_SKIP, OUT_OF_BOUNDS},
    {{"a block and one in some parts", REFERENCE_UPDATE, 1, 2, 1, {8172, 3}, {513}}, STREW_POLICY_ERROR, DIFFERENT},
    {{"tuples in few parts, half skipped", REFERENCE_UPDATE, 1, 2, 1, {4, 3}, {TUPLES / 4}}, STREW_POLICY_SKIP, HALF_OUT_OF_BOUNDS},
};

static void shrink(int64_t *shape)
{
    for (int d = 0; d < 3; d++) shape[d] /= is_light() && shape[d] > MIN_SHRUNK ? SHRUNK_BY : 1;
}

static int64_t index_of(likeness likeness, int64_t size, size_t position)
{
    const int is_out_of_bounds = likeness == OUT_OF_BOUNDS || (likeness == HALF_OUT_OF_BOUNDS && position % 2);
    return is_out_of_bounds ? size : likeness == ALIKE ? 0 : (int64_t)position % size;
}

static void place(const struct row *row)
{
    scatter scatter = scatter_of_shapes(&row->of, STREW_DTYPE_UINT8, row->policy);

    shrink(scatter.data_shape);
    shrink(scatter.indices_shape);
    fixture_place(&buffers, &scatter);
    for (size_t i = 0; i < buffers.n_components; i++)
        fixture_write_index(&buffers, i, index_of(row->indices_are, fixture_size_at(&buffers, i), i));
}

/* Kernels that look at indices count their tuples. Those that would write do nothing but count: what is written is another test's. */
static struct {
    strew_indices_kernel check, locate;
    size_t n_checked, n_located, n_written_bytes, n_writes;
} counted;

static STREW_INDICES(count_checked)
{
    counted.n_checked += n_tuples;
    return counted.check.run(slice_indices, indices, positions, n_tuples, components);
}

static STREW_INDICES(count_located)
{
    counted.n_located += n_tuples;
    return counted.locate.run(slice_indices, indices, positions, n_tuples, components);
}

static STREW_APPLY(count_written)
{
    (void)output, (void)updates, (void)slice_indices;
    counted.n_written_bytes += n_tuples * slices->slice_bytes;
    counted.n_writes++;
}

/* Counts slices of any width too. */
static const strew_apply_kernel *count_writes_of(const strew_apply_kernel *kernel, strew_apply_kernel *counting)
{
    if (!kernel) return NULL;
    *counting = *kernel;
    counting->run = count_written;
    counting->to_any_width = 0;
    return counting;
}

static strew_plan plan_with_counts(strew_isa isa)
{
    static strew_indices_kernel check, locate;
    static strew_apply_kernel apply, apply_row;
    strew_plan planned = fixture_plan(&buffers, isa);
    strew_plan_state *const plan = strew_state_of(&planned);

    plan->apply = count_writes_of(plan->apply, &apply);
    plan->apply_row = count_writes_of(plan->apply_row, &apply_row);
    counted.locate = locate = *plan->locate;
    locate.run = count_located;
    plan->locate = &locate;
    if (!plan->check) return planned;
    counted.check = check = *plan->check;
    check.run = count_checked;
    plan->check = &check;
    return planned;
}

/* With a workspace or without, alone or with others, and the same with prepared indices. */
enum { THREADS = 3, ROUNDS = 6 };

static strew_status run_turn(const strew_plan *plan, size_t turn)
{
    const int32_t n_threads = turn % 2 ? THREADS : 1;
    const size_t workspace_bytes = turn / 2 == 1 ? strew_plan_workspace_size(plan, n_threads) : 0,
                 prepared_bytes = strew_plan_prepared_size(plan);
    const placement end = turn % 2 ? FLUSH_END : FLUSH_START;
    const strew_resources resources =
        STREW_RESOURCES(.workspace = guarded_place(&buffers.workspace, workspace_bytes, end, 0), .workspace_bytes = workspace_bytes,
                        .parallel_for = on_one_thread, .n_threads = n_threads);
    unsigned char *const output = buffers.output.bytes, *const prepared = guarded_place(&buffers.prepared, prepared_bytes, end, 0);
    const unsigned char *const data = buffers.data.bytes, *const updates = buffers.updates.bytes;

    if (turn / 2 < 2) return run_with(plan, output, data, buffers.indices.bytes, updates, &resources, NULL);
    assert_int_equal(prepare_indices(plan, buffers.indices.bytes, prepared, prepared_bytes, NULL), STREW_OK);
    return run_prepared(plan, output, data, prepared, updates, &resources, NULL);
}

static size_t n_written(const struct row *row, const strew_plan_state *plan)
{
    if (row->policy != STREW_POLICY_SKIP) return plan->updates_bytes;
    return row->indices_are == OUT_OF_BOUNDS ? 0 : plan->updates_bytes / 2;
}

/* Threads may each have to look at all of them; and where none is skipped, many are written at once. Where sums are added up in copies, in
 * a workspace, each thread has its copy to write besides, of less than a page. */
TEST(every_tuple_is_looked_at_and_written_once)
{
    for (const struct row *row = rows; row < rows + COUNT(rows); row++) {
        place(row);
        for (size_t turn = 0; turn < ROUNDS; turn++) {
            const strew_plan planned = plan_with_counts(isas[((size_t)(row - rows) + turn) % n_isas]);
            const strew_plan_state *const plan = strew_state_of(&planned);
            const size_t max_copies = turn / 2 == 1 && turn % 2 ? THREADS : 0;
            const size_t n = n_written(row, plan), max_bytes = n + max_copies * plan->data_bytes,
                         max_writes = (n < plan->updates_bytes ? n : n / 32 + 64) + max_copies;
            counted.n_checked = counted.n_located = counted.n_written_bytes = counted.n_writes = 0;
            start_timing(row->of.name);
            assert_int_equal(run_turn(&planned, turn), STREW_OK);
            stop_timing();
            if (counted.n_checked > plan->n_tuples || counted.n_located > (turn % 2 ? THREADS : 1) * plan->n_tuples ||
                counted.n_written_bytes < n || counted.n_written_bytes > max_bytes || counted.n_writes > max_writes) {
                fail_msg("%s, turn %zu: of %zu tuples and %zu bytes, %zu were checked, %zu located, and %zu bytes written %zu times",
                         row->of.name, turn, plan->n_tuples, n, counted.n_checked, counted.n_located, counted.n_written_bytes,
                         counted.n_writes);
            }
        }
    }
}

int main(void)
{
    return run_on_fixture(is_light() ? 2 << 20 : 34 << 20, 512);
}
