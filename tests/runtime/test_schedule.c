/* Which way shares a run, how evenly, and where one thread is left to write alone. That all give the same answer, test_parallel.c
 * tests. */
#include <strew/strew.h>

#include "cache.h"
#include "calls.h"
#include "plan_state.h"
#include "schedule.h"
#include "testing.h"
#include "ways/selections.h"

#include "fill.h"
#include "guarded.h"
#include "pools.h"
#include "tensors.h"

/* ---- Selections ---------------------------------------------------------------------------------------------------------------------- */

/* By tests/small.h: sharing pays however little work there is, and tuples of data of less than some megabytes are selected. */
enum { ANY_WORK_IS_SHARED = STREW_APPLY_PS > 1000, LESS_IS_ENOUGH = STREW_MIN_SELECTED_BYTES < 1 << 20 };

/* Beyond the caches tuples of narrow slices are selected where each is waited for, and not where the next one is at hand. In place and
 * trusted, so that nothing else is shared. */
TEST(narrow_slices_are_selected_where_they_lie_apart)
{
    /* So few that one thread waits for none of their lines; if it did, sorted tuples would be shared too. */
    enum { SIZE = 9500000, N = 70000, THREADS = 4 };

    for (placement end = FLUSH_END; end <= FLUSH_START; end++) {
        scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(SIZE), SHAPE(N, 1));
        float *const output = guarded_new(SIZE * sizeof *output, end), *const expected = guarded_new(SIZE * sizeof *output, end),
                     *const updates = guarded_new(N * sizeof *updates, end);
        int32_t *const indices = guarded_new(N * sizeof *indices, end);
        size_t n_threads = THREADS;
        strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
        uint64_t random = 5;
        resources.wake_ns = 1000;
        scatter.index_dtype = STREW_DTYPE_INT32;
        scatter.options.policy = STREW_POLICY_TRUSTED;
        fill_quickly(STREW_DTYPE_FLOAT32, updates, N, ORDINARY, &random);
        const strew_plan plan = plan_scatter(&scatter);
        const size_t prepared_bytes = strew_plan_prepared_size(&plan);
        void *const prepared = guarded_new(prepared_bytes, end);
        for (int is_sorted = 0; is_sorted < 2; is_sorted++) {
            /* Some slices have two tuples, so that they are not distinct, nor is there a run. */
            for (size_t i = 0; i < N; i++) {
                indices[i] = is_sorted ? (int32_t)(i / 2) : i % 4 == 3 ? indices[i - 1] : (int32_t)random_below(&random, SIZE);
            }
            for (int is_prepared = 0; is_prepared < 2; is_prepared++) {
                memset(output, 0, SIZE * sizeof *output);
                memset(expected, 0, SIZE * sizeof *output);
                assert_int_equal(run_alone(&plan, expected, expected, indices, updates, NULL), STREW_OK);
                const size_t before = n_shared;
                if (is_prepared) {
                    assert_int_equal(prepare_indices(&plan, indices, prepared, prepared_bytes, NULL), STREW_OK);
                    assert_int_equal(run_prepared(&plan, output, output, prepared, updates, &resources, NULL), STREW_OK);
                } else {
                    assert_int_equal(run_with(&plan, output, output, indices, updates, &resources, NULL), STREW_OK);
                }
                assert_true(memcmp(output, expected, SIZE * sizeof *output) == 0);
                if (!ANY_WORK_IS_SHARED) assert_int_equal(n_shared - before, is_sorted ? 0 : 1); /* else another way may be the fastest */
            }
        }
        assert_true(guarded_free_all());
    }
}

/* Tuples of data that is near are selected where the kernel is quick, as only some CPUs have one; here it is said to be, or
 * not to be, on all. By tuples for each line of data, and from some megabytes on. */
TEST(near_slices_are_selected_where_that_is_quick)
{
    enum { N = 140000, THREADS = 3 };
    static const struct {
        int32_t n_slices;
        int is_selected;
    } of[] = {{100000, 1}, {900000, LESS_IS_ENOUGH}, {1500000, 1}};

    while (next_case()) {
        const size_t row = choose("row", COUNT(of));
        const int is_quick = (int)choose("is_quick", 2);
        const placement end = (placement)choose("end", 2);
        const size_t data_bytes = (size_t)of[row].n_slices * sizeof(float);
        scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(of[row].n_slices), SHAPE(N, 1));
        float *const data = guarded_new(data_bytes, end), *const updates = guarded_new(N * sizeof *updates, end);
        float *const expected = guarded_new(data_bytes, end), *const output = guarded_new(data_bytes, end);
        int32_t *const indices = guarded_new(N * sizeof *indices, end);
        size_t n_threads = THREADS;
        uint64_t random = 5;
        scatter.index_dtype = STREW_DTYPE_INT32;
        strew_plan plan = plan_scatter(&scatter);
        strew_select_kernel select = *strew_state_of(&plan)->select;
        select.is_quick = is_quick;
        strew_state_of(&plan)->select = &select;
        const int is_selected = is_quick ? of[row].is_selected : strew_exceeds_caches(data_bytes);
        const strew_known known = strew_know(strew_state_of(&plan), THREADS, 0, STREW_DEFAULT_WAKE_NS);
        assert_int_equal(strew_count_selections(&known) > 1, is_selected);
        fill_quickly(STREW_DTYPE_FLOAT32, updates, N, ORDINARY, &random);
        for (size_t t = 0; t < N; t++) indices[t] = (int32_t)random_below(&random, (uint64_t)of[row].n_slices);
        assert_int_equal(run_alone(&plan, expected, data, indices, updates, NULL), STREW_OK);
        for (int has_workspace = 0; has_workspace < 2; has_workspace++) {
            const size_t size = has_workspace ? strew_plan_workspace_size(&plan, THREADS) : 0;
            const strew_resources resources = resources_on_threads(&n_threads, guarded_new(size, end), size);
            assert_int_equal(run_with(&plan, output, data, indices, updates, &resources, NULL), STREW_OK);
            assert_true(memcmp(output, expected, data_bytes) == 0);
            memset(output, 0xc3, data_bytes);
        }
        assert_true(guarded_free_all());
    }
}

/* Does one task of several, whose number `pool` points to. */
static void on_one_of_them(void *pool, size_t n, strew_task *task, void *argument)
{
    assert_in_range(*(const size_t *)pool, 0, n - 1);
    task(argument, *(const size_t *)pool);
}

/* Tuples that threads select, and buffers for them. Updates of 1 are added: the sum is the number of tuples. */
typedef struct selected {
    int64_t n_slices, slice, n_tuples;
    int32_t *output, *updates, *indices;
    strew_plan plan;
} selected;

/* In place, and with a policy that looks at no index beforehand, so that nothing else is shared. The bytes of the integer 1 are the
 * smallest float32, and sums of some thousands of them are exact: they have the bytes of the sum of integers. */
static void open_selected(selected *of, strew_policy policy, strew_dtype dtype)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(of->n_slices, of->slice), SHAPE(of->n_tuples, 1));
    const size_t n_updates = (size_t)(of->n_tuples * of->slice);

    scatter.dtype = dtype;
    scatter.index_dtype = STREW_DTYPE_INT32;
    scatter.options.policy = policy;
    of->plan = plan_scatter(&scatter);
    of->output = guarded_new((size_t)(of->n_slices * of->slice) * sizeof *of->output, FLUSH_END);
    of->updates = guarded_new(n_updates * sizeof *of->updates, FLUSH_END);
    of->indices = guarded_new((size_t)of->n_tuples * sizeof *of->indices, FLUSH_END);
    for (size_t i = 0; i < n_updates; i++) of->updates[i] = 1;
}

/* A share that nobody does has found no tuple inside, so that the call does not succeed. */
static size_t count_tuples_of(const selected *of, size_t selection, size_t n_selections)
{
    const strew_resources resources =
        STREW_RESOURCES(.parallel_for = on_one_of_them, .pool = &selection, .n_threads = (int32_t)n_selections, .wake_ns = 1);
    const size_t slice = (size_t)of->slice, n_data = (size_t)of->n_slices * slice;
    size_t n = 0;
    memset(of->output, 0, n_data * sizeof *of->output);
    assert_int_equal(run_with(&of->plan, of->output, of->output, of->indices, of->updates, &resources, NULL), STREW_STATUS_INDICES_CHANGED);
    for (size_t i = 0; i < n_data; i += slice) n += (size_t)of->output[i];
    return n;
}

/* Also where a few slices have most of the tuples, or many tuples are skipped. */
TEST(selections_have_about_as_much_to_do)
{
    static const struct {
        int64_t n_slices, slice, n_tuples;
        size_t n_selections;
        double frequent, skipped; /* of all tuples the part that name slice 7, and the part that name none */
        int64_t of;               /* the others name random ones among the first of so many */
    } rows[] = {
        {50000, 64, 16384, 2, 0.2, 0, 50000},     {50000, 64, 16384, 2, 0, 0, 50000},      {50000, 64, 16384, 4, 0.2, 0, 3000},
        {50000, 64, 16384, 8, 0.1, 0, 50000},     {50000, 64, 90000, 8, 0, 0, 50000},      {50000, 64, 16384, 2, 0.45, 0, 500},
        {50000, 64, 32768, 4, 0, 0.6, 50000},     {9500000, 1, 140000, 4, 0.2, 0, 900000}, {9500000, 1, 140000, 3, 0, 0, 9500000},
        {9500000, 1, 140000, 3, 0, 0.4, 9500000},
    };

    for (size_t row = 0; row < COUNT(rows); row++) {
        selected of = {.n_slices = rows[row].n_slices, .slice = rows[row].slice, .n_tuples = rows[row].n_tuples};
        const size_t n_selections = rows[row].n_selections;
        uint64_t random = 5 + row;
        int64_t n_in_bounds = 0;

        open_selected(&of, rows[row].skipped != 0 ? STREW_POLICY_SKIP : STREW_POLICY_TRUSTED, STREW_DTYPE_INT32);
        for (int64_t t = 0; t < of.n_tuples; t++) {
            const double drawn = (double)random_below(&random, 1000) / 1000;
            of.indices[t] = (int32_t)random_below(&random, (uint64_t)rows[row].of);
            if (drawn < rows[row].frequent) of.indices[t] = 7;
            if (drawn < rows[row].skipped) of.indices[t] = INT32_MAX;
            n_in_bounds += of.indices[t] != INT32_MAX;
        }
        for (size_t selection = 0; selection < n_selections; selection++) {
            const size_t n_own = count_tuples_of(&of, selection, n_selections);
            const double part = (double)n_own * (double)n_selections / (double)n_in_bounds;
            if (part < 0.7 || part > 1.3)
                fail_msg("row %zu: selection %zu of %zu has %.2f of its share", row, selection, n_selections, part);
        }
        assert_true(guarded_free_all());
    }
}

/* Whichever slice it is: of those that are selected, 46368 and 15800 are in the last range, in groups of one and of 16, and 0 in the
 * first. */
TEST(a_slice_that_most_tuples_name_has_one_selection)
{
    enum { N = 5000, N_EQUAL = 3000 };
    static const int32_t slices[] = {0, 15800, 46368, 25000};
    static const size_t numbers[] = {2, 3, MAX_THREADS};

    for (size_t i = 0; i < COUNT(slices); i++) {
        selected of = {.n_slices = 50000, .slice = 64, .n_tuples = N};
        uint64_t random = 5;
        open_selected(&of, STREW_POLICY_TRUSTED, STREW_DTYPE_INT32);
        for (int64_t t = 0; t < N; t++) of.indices[t] = t % 5 < 3 ? slices[i] : (int32_t)random_below(&random, 50000);
        for (size_t j = 0; j < COUNT(numbers); j++) {
            size_t n_frequent = 0, n = 0;
            for (size_t selection = 0; selection < numbers[j]; selection++) {
                const size_t n_own = count_tuples_of(&of, selection, numbers[j]);
                n += n_own;
                n_frequent += n_own >= N_EQUAL;
            }
            assert_int_equal(n, N);
            assert_int_equal(n_frequent, 1);
        }
        assert_true(guarded_free_all());
    }
}

/* ---- No gain ------------------------------------------------------------------------------------------------------------------------- */

/* One thread writes where nearly all tuples name one slice: the others would wait for it. With a workspace they share the first pass over
 * the indices. Slices that are wide enough for so many threads are cut into columns instead, and sums of integers between tuples. */
TEST(a_slice_that_all_tuples_name_is_written_by_one_thread)
{
    static const struct {
        strew_dtype dtype;
        int64_t n_slices, width, n_tuples;
        size_t n_threads;
        int is_cut[3]; /* by kind */
    } rows[] = {{STREW_DTYPE_FLOAT32, 300000, 1, 100000, 16, {0, 0, 0}},
                {STREW_DTYPE_INT32, 300000, 1, 100000, 16, {0, 1, 0}},
                {STREW_DTYPE_INT32, 20000, 64, 20000, 2, {0, 0, 0}},
                {STREW_DTYPE_INT32, 20000, 64, 20000, 3, {0, 0, 0}},
                {STREW_DTYPE_INT32, 20000, 64, 20000, 16, {0, 1, 1}}};

    for (size_t i = 0; i < COUNT(rows) * 3; i++) {
        const int kind = (int)(i % 3); /* without a workspace, with one, and prepared */
        selected of = {.n_slices = rows[i / 3].n_slices, .slice = rows[i / 3].width, .n_tuples = rows[i / 3].n_tuples};
        size_t n_threads = rows[i / 3].n_threads;
        open_selected(&of, STREW_POLICY_TRUSTED, rows[i / 3].dtype);
        for (int64_t t = 0; t < of.n_tuples; t++) of.indices[t] = 77 + (t % 1000 == 0);
        const size_t size = kind == 1 ? strew_plan_workspace_size(&of.plan, (int32_t)n_threads) : 0,
                     prepared_bytes = strew_plan_prepared_size(&of.plan);
        void *const prepared = guarded_new(prepared_bytes, FLUSH_END);
        const strew_resources resources = resources_on_threads(&n_threads, guarded_new(size, FLUSH_END), size);
        memset(of.output, 0, (size_t)(of.n_slices * of.slice) * sizeof *of.output);
        assert_int_equal(prepare_indices(&of.plan, of.indices, prepared, prepared_bytes, NULL), STREW_OK);
        const size_t before = n_shared;
        const strew_status status = kind == 2 ? run_prepared(&of.plan, of.output, of.output, prepared, of.updates, &resources, NULL)
                                              : run_with(&of.plan, of.output, of.output, of.indices, of.updates, &resources, NULL);
        assert_int_equal(status, STREW_OK);
        const size_t n_loops = n_shared - before, max_if_alone = kind == 1;
        if (rows[i / 3].is_cut[kind] != (n_loops > max_if_alone)) fail_msg("row %zu, kind %d: %zu loops", i / 3, kind, n_loops);
        for (int64_t j = 0; j < of.slice; j++) assert_int_equal(of.output[77 * of.slice + j] + of.output[78 * of.slice + j], of.n_tuples);
        assert_true(guarded_free_all());
    }
}

/* ---- What is shared ------------------------------------------------------------------------------------------------------------------ */

/* A pool of one thread, which remembers how many tasks its largest loop had. */
static void remember_max(void *n_max, size_t n, strew_task *task, void *argument)
{
    size_t *const max = n_max;
    *max = n > *max ? n : *max;
    on_one_thread(NULL, n, task, argument);
}

/* The largest number of tasks in a loop of a run in place, or 0: with the workspace of the size for `n_for` threads, or with prepared
 * indices. */
static size_t max_tasks(const scatter *scatter, int64_t (*index)(int64_t), int64_t n_indices, int32_t n_threads, int32_t n_for,
                        int is_prepared, size_t n_data, size_t n_updates)
{
    const strew_plan plan = plan_scatter(scatter);
    size_t max = 0;
    const size_t size = n_for != 0 ? strew_plan_workspace_size(&plan, n_for) : 0, prepared_bytes = strew_plan_prepared_size(&plan);
    const strew_resources resources = STREW_RESOURCES(.workspace = guarded_new(size, FLUSH_END), .workspace_bytes = size,
                                                      .parallel_for = remember_max, .pool = &max, .n_threads = n_threads, .wake_ns = 1000);
    float *const output = guarded_new(n_data * sizeof *output, FLUSH_END), *const updates =
                                                                               guarded_new(n_updates * sizeof *updates, FLUSH_END);
    int64_t *const indices = guarded_new((size_t)n_indices * sizeof *indices, FLUSH_END);
    void *const prepared = guarded_new(prepared_bytes, FLUSH_END);
    memset(output, 0, n_data * sizeof *output);
    memset(updates, 0, n_updates * sizeof *updates);
    for (int64_t i = 0; i < n_indices; i++) indices[i] = index(i);
    assert_int_equal(prepare_indices(&plan, indices, prepared, prepared_bytes, NULL), STREW_OK);
    assert_int_equal(is_prepared ? run_prepared(&plan, output, output, prepared, updates, &resources, NULL)
                                 : run_with(&plan, output, output, indices, updates, &resources, NULL),
                     STREW_OK);
    assert_true(guarded_free_all());
    return max;
}

enum { N_OUTER = 100, N_AXIS = 5000, N_INNER = 16, N_SLICES = 300000, N_TUPLES = 250000 };

static int64_t close_by(int64_t i)
{
    return i * 7919 % N_AXIS;
}

static int64_t apart(int64_t i)
{
    return i * 7919 % N_SLICES;
}

/* Every outer index has all tuples to itself, however few these are. */
TEST(outer_indices_are_shared_by_threads)
{
    static const int32_t numbers[] = {2, 16, 64};
    for (int64_t n = 500; n <= 5000; n *= 10) {
        const scatter update = scatter_of(REFERENCE_UPDATE, 1, SHAPE(N_OUTER, N_AXIS, N_INNER), SHAPE(n));
        for (size_t i = 0; i < COUNT(numbers); i++) {
            for (int is_prepared = 0; is_prepared < 2; is_prepared++) {
                const size_t max = max_tasks(&update, close_by, n, numbers[i], 0, is_prepared, (size_t)N_OUTER * N_AXIS * N_INNER,
                                             (size_t)(N_OUTER * n * N_INNER));
                assert_int_equal(max, numbers[i]);
            }
        }
    }
}

/* A workspace for fewer threads has room for their partition. */
TEST(as_many_threads_share_as_the_workspace_has_room_for)
{
    static const int32_t numbers[] = {64, 33, 16, 8, 5};
    const scatter elements = scatter_of(REFERENCE_ND, 0, SHAPE(N_SLICES), SHAPE(N_TUPLES, 1));
    for (size_t i = 0; i < COUNT(numbers); i++) {
        const size_t max = max_tasks(&elements, apart, N_TUPLES, 64, numbers[i], 0, N_SLICES, N_TUPLES);
        if (!ANY_WORK_IS_SHARED) assert_int_equal(max, numbers[i]); /* else columns or ranges of 64 threads may be the fastest */
    }
}

/* Slices of less than two lines share lines with each other, so that tuples are sorted although no slice has two. */
TEST(distinct_prepared_tuples_are_shared_however_narrow)
{
    for (int64_t width = 1; width <= 64; width *= 8) {
        const int64_t n = N_TUPLES / width;
        const scatter distinct = scatter_of(REFERENCE_ND, 0, SHAPE(N_SLICES, width), SHAPE(n, 1));
        assert_int_equal(max_tasks(&distinct, apart, n, 16, 0, 1, (size_t)(N_SLICES * width), (size_t)(n * width)), 16);
    }
}

/* Copying some KiB takes less time than waking a thread; the other passes are shared. */
TEST(a_small_copy_is_not_shared)
{
    for (int64_t n_slices = 1000; n_slices <= 1000000; n_slices *= 1000) {
        const size_t n = (size_t)n_slices;
        const scatter elements = scatter_of(REFERENCE_ND, 0, SHAPE(n_slices), SHAPE(N_TUPLES, 1));
        const strew_plan plan = plan_scatter(&elements);
        const size_t size = strew_plan_workspace_size(&plan, 8);
        size_t n_threads = 8, n_loops[2];
        const strew_resources resources = resources_on_threads(&n_threads, guarded_new(size, FLUSH_END), size);
        float *const data = guarded_new(n * sizeof *data, FLUSH_END), *const output = guarded_new(n * sizeof *output, FLUSH_END),
                     *const updates = guarded_new(N_TUPLES * sizeof *updates, FLUSH_END);
        int64_t *const indices = guarded_new(N_TUPLES * sizeof *indices, FLUSH_END);
        memset(data, 0, n * sizeof *data);
        memset(output, 0, n * sizeof *output);
        memset(updates, 0, N_TUPLES * sizeof *updates);
        for (int64_t i = 0; i < N_TUPLES; i++) indices[i] = i * 7919 % n_slices;
        for (int has_copy = 0; has_copy < 2; has_copy++) {
            const size_t before = n_shared;
            assert_int_equal(run_with(&plan, output, has_copy ? data : output, indices, updates, &resources, NULL), STREW_OK);
            n_loops[has_copy] = n_shared - before;
        }
        assert_int_equal(n_loops[0], 3);
        assert_int_equal(n_loops[1] - n_loops[0], n_slices == 1000000);
        assert_true(guarded_free_all());
    }
}

int main(void)
{
    return run_all_tests(NULL, NULL);
}
