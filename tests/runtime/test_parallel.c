/* One answer at any number of threads: a run on one thread is the measure, and runs on 2 to 64 that start in any order must give its bits,
 * whatever the indices have in common. Under ThreadSanitizer, two threads that write one byte would be reported as well. */
#include <stdatomic.h>

#include <strew/strew.h>

#include "cache.h"
#include "calls.h"
#include "plan_state.h"
#include "privatize.h"
#include "select.h"
#include "testing.h"

#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "pools.h"
#include "tensors.h"

/* ---- What is shared ------------------------------------------------------------------------------------------------------------------ */

typedef enum likeness { ALL_EQUAL, ZIPF, AT_RANDOM, IN_TURN, DISTINCT, LIKENESSES } likeness;
static const char *const likenesses[LIKENESSES] = {"all equal", "Zipf", "random", "in turn", "distinct"};

/* Large enough to be worth sharing with indices of either type, one for every way of schedule.c. `of` is the size that
 * indices are drawn from. */
static const struct {
    const char *name;
    reference_operator op;
    strew_dtype dtype;
    strew_reduction reduction;
    strew_policy policy;
    int64_t axis;
    int64_t data[3], indices[3], of; /* of as many dimensions as are not 0 */
    size_t n_equal;                  /* so many indices are the same, one after the other, as those of a row are */
} rows[] = {
#define ROW(name, op, dtype, reduction, policy, ...)                                                                                       \
    {                                                                                                                                      \
        name, REFERENCE_##op, STREW_DTYPE_##dtype, STREW_REDUCTION_##reduction, STREW_POLICY_##policy, __VA_ARGS__                         \
    }
    ROW("narrow sums of float32", ND, FLOAT32, ADD, ERROR, 0, {9000}, {270000, 1}, 9000, 1),
    ROW("narrow sums of float16", ND, FLOAT16, ADD, TRUSTED, 0, {3000, 3}, {270000, 1}, 3000, 1),
    ROW("narrow sums by two indices", ND, FLOAT32, ADD, ERROR, 0, {90, 90}, {140000, 2}, 90, 1),
    ROW("narrow moves", ND, FLOAT64, NONE, CLAMP, 0, {700, 3}, {270000, 1}, 700, 1),
    ROW("pixels", ND, UINT8, NONE, ERROR, 0, {9000, 3}, {270000, 1}, 9000, 1),
    ROW("narrow products, skipping", ND, FLOAT32, MUL, SKIP, 0, {9000}, {270000, 1}, 9000, 1),
    ROW("counts of int32 in whole lines", ND, INT32, ADD, ERROR, 0, {9024}, {270000, 1}, 9024, 1),
    ROW("counts of bytes, skipping", ND, UINT8, ADD, SKIP, 0, {300, 3}, {270000, 1}, 300, 1),
    ROW("sums of int64, clamped", UPDATE, INT64, ADD, CLAMP, 0, {700, 5}, {40000}, 700, 1),
    ROW("sums of uint16 by two indices", ND, UINT16, ADD, TRUSTED, 0, {30, 30, 33}, {33000, 2}, 30, 1),
    ROW("big sums of float32", ND, FLOAT32, ADD, ERROR, 0, {1100000}, {140000, 1}, 1100000, 1),
    /* Under AVX-512 tuples of these narrow slices are selected: see also narrow_slices_are_selected_where_they_lie_apart. */
    ROW("dense sums of float32", ND, FLOAT32, ADD, ERROR, 0, {65536}, {140000, 1}, 65536, 1),
    ROW("big maxima of int64, skipping", ND, INT64, MAX, SKIP, 0, {800, 701}, {70000, 2}, 700, 1),
    ROW("big moves of int32", ND, INT32, NONE, CLAMP, 0, {1070003}, {140000, 1}, 1070003, 1),
    ROW("big pairs of float16, skipping", ND, FLOAT16, MUL, SKIP, 0, {1100001, 2}, {140000, 1}, 1100001, 1),
    ROW("big sums of complex64", UPDATE, COMPLEX64, ADD, ERROR, 0, {530001}, {70000}, 530001, 1),
    ROW("big pairs of elements", ELEMENTS, FLOAT32, ADD, ERROR, 0, {1200, 300, 3}, {100, 300, 2}, 1200, 1),
    ROW("big minima of float64, skipping", ND, FLOAT64, MIN, SKIP, 0, {33000, 17}, {3000, 1}, 33000, 1),
    ROW("big slices of bytes, clamped", ND, INT8, SUB, CLAMP, 0, {33000, 131}, {3000, 1}, 33000, 1),
    ROW("big slices of two lines", ND, FLOAT32, ADD, ERROR, 0, {33000, 33}, {3000, 1}, 33000, 1),
    ROW("wide sums of float32", ND, FLOAT32, ADD, ERROR, 0, {300, 301}, {1250, 1}, 300, 1),
    ROW("sums of slices of pages", ND, FLOAT32, ADD, ERROR, 0, {40, 27001}, {6, 1}, 40, 1),
    ROW("wide sums of bfloat16", ND, BFLOAT16, SUB, ERROR, 0, {300, 1001}, {300, 1}, 300, 1),
    ROW("sums in parts", UPDATE, FLOAT32, ADD, ERROR, 1, {400, 30, 3}, {70}, 30, 1),
    ROW("maxima in one part", UPDATE, FLOAT64, MAX, ERROR, 0, {500, 2}, {270000}, 500, 1),
    ROW("elements along the last axis", ELEMENTS, FLOAT32, ADD, ERROR, 1, {300, 50}, {300, 220}, 50, 1),
    ROW("elements along the first axis", ELEMENTS, FLOAT32, ADD, ERROR, 0, {90, 128}, {520, 128}, 90, 1),
    ROW("long elements, skipping", ELEMENTS, INT16, MAX, SKIP, 0, {90, 1300}, {60, 1300}, 95, 1),
    ROW("elements of 3 axes", ELEMENTS, FLOAT32, ADD, ERROR, 0, {90, 3, 3}, {44000, 3, 2}, 90, 1),
    ROW("maxima of long elements", ELEMENTS, FLOAT32, MAX, ERROR, 1, {100, 50}, {100, 700}, 50, 1),
    ROW("big elements, last axis", ELEMENTS, FLOAT32, ADD, ERROR, 1, {1100, 300}, {1100, 200}, 300, 1),
    ROW("few elements of many", ELEMENTS, FLOAT32, ADD, ERROR, 1, {300, 300}, {10, 10}, 300, 1),
    ROW("elements of a line", ELEMENTS, OPAQUE(64), NONE, ERROR, 0, {90, 7}, {9000, 7}, 90, 1),
    ROW("big elements of a line", ELEMENTS, OPAQUE(64), NONE, ERROR, 0, {10, 700, 4}, {8, 700, 3}, 10, 1),
    ROW("rows", ELEMENTS, FLOAT32, ADD, ERROR, 0, {90, 100}, {3000, 100}, 90, 100),
    ROW("minima of halves of rows", ELEMENTS, FLOAT32, MIN, ERROR, 0, {48, 300, 80}, {9, 300, 40}, 48, 40),
};

static int64_t draw_index(likeness likeness, int64_t of, size_t position, uint64_t *random)
{
    switch (likeness) {
    case ALL_EQUAL: return of / 2;
    case ZIPF:
        return (int64_t)((double)of / (double)(1 + random_below(random, (uint64_t)of))) - 1; /* the k-th as likely as 1 in k^2 */
    /* Both for as long as there are some left; 7919 is a prime, and no size a multiple of it. */
    case IN_TURN: return (int64_t)(position % (uint64_t)of);
    case DISTINCT: return (int64_t)(position * 7919 % (uint64_t)of);
    default: return (int64_t)random_below(random, (uint64_t)of);
    }
}

static int32_t rank_of(const int64_t shape[3])
{
    int32_t rank = 0;
    while (rank < 3 && shape[rank] != 0) rank++;
    return rank;
}

/* A row's buffers and its plan, and what a run on one thread makes of them. */
typedef struct example {
    size_t data_bytes, n_indices;
    placement end; /* buffers touch the guard page behind them, or the one before */
    unsigned char *data, *updates, *indices, *expected, *output;
    strew_dtype index_dtype;
    strew_plan plan, plans[MAX_ISAS]; /* the best, and that of each instruction set */
} example;

static strew_isa isas[MAX_ISAS];
static size_t n_isas;

static void write_index(const example *of, size_t i, int64_t value)
{
    reference_write_integer(of->index_dtype, of->indices + i * reference_size(of->index_dtype), (uint64_t)value);
}

static example open_example(size_t row, likeness likeness)
{
    scatter scatter =
        scatter_of(rows[row].op, rows[row].axis, rank_of(rows[row].data), rows[row].data, rank_of(rows[row].indices), rows[row].indices);
    uint64_t random = 4177 + row;
    int64_t index = 0;
    tensors tensors;
    example of = {.end = likeness % 2 ? FLUSH_END : FLUSH_START,
                  .index_dtype = (row + likeness) % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64};

    scatter.dtype = rows[row].dtype;
    scatter.index_dtype = of.index_dtype; /* either for every row */
    scatter.reduction = rows[row].reduction;
    scatter.options.policy = rows[row].policy;
    make_tensors(&scatter, &tensors);
    of.data_bytes = reference_bytes(&tensors.data);
    of.n_indices = reference_elements(&tensors.indices);
    of.data = guarded_new(of.data_bytes, of.end);
    of.updates = guarded_new(reference_bytes(&tensors.updates), of.end);
    of.expected = guarded_new(of.data_bytes, of.end);
    of.output = guarded_new(of.data_bytes, of.end);
    of.indices = guarded_new(reference_bytes(&tensors.indices), of.end);
    fill_quickly(rows[row].dtype, of.data, reference_elements(&tensors.data), ORDINARY, &random);
    fill_quickly(rows[row].dtype, of.updates, reference_elements(&tensors.updates), ORDINARY, &random);
    for (size_t i = 0, n = rows[row].n_equal; i < of.n_indices; i++) {
        if (i % n == 0) index = draw_index(likeness, rows[row].of, i / n, &random);
        write_index(&of, i, index);
    }
    of.plan = plan_scatter(&scatter);
    assert_int_equal(run_alone(&of.plan, of.expected, of.data, of.indices, of.updates, NULL), STREW_OK);
    for (size_t i = 0; i < n_isas; i++) {
        scatter.options.isa = isas[i];
        of.plans[i] = plan_scatter(&scatter);
    }
    memset(of.output, 0xc3, of.data_bytes);
    return of;
}

static strew_status run_shared(const example *of, const strew_plan *plan, void *workspace, size_t workspace_bytes, size_t n_threads)
{
    const strew_resources resources = resources_on_threads(&n_threads, workspace, workspace_bytes);
    return run_with(plan, of->output, of->data, of->indices, of->updates, &resources, NULL);
}

/* In a full run so many times with each of these numbers of threads; otherwise once with each of 16 from 1 to 64, in an order that the
 * workspace and what is prepared have nothing to do with. */
enum { REPEATS_FULL = 100, REPEATS = 16, REPEATS_LIGHT = 3 };
static const size_t numbers_of_threads[] = {1, 2, 3, 4, 7, 8, 16, 64};

static size_t n_repeats(void)
{
    return is_full() ? REPEATS_FULL * COUNT(numbers_of_threads) : is_light() ? REPEATS_LIGHT : REPEATS;
}

static size_t threads_of(size_t repeat)
{
    if (is_full()) return numbers_of_threads[repeat / REPEATS_FULL];
    return is_light() ? 2 + repeat % 2 * 6 : 1 + repeat * 37 % MAX_THREADS;
}

/* Room for the workspace of any number of threads. */
static guarded open_workspace(const strew_plan *plan)
{
    size_t max = 0;

    for (int32_t n = 1; n <= MAX_THREADS; n++) max = strew_plan_workspace_size(plan, n) > max ? strew_plan_workspace_size(plan, n) : max;
    return guarded_open(max);
}

static void compare_numbers_of_threads(size_t row, likeness likeness)
{
    const example of = open_example(row, likeness);
    const size_t prepared_bytes = strew_plan_prepared_size(&of.plan);
    void *const prepared = guarded_new(prepared_bytes, of.end);
    guarded workspace = open_workspace(&of.plan);

    assert_int_equal(prepare_indices(&of.plan, of.indices, prepared, prepared_bytes, NULL), STREW_OK);
    for (size_t repeat = 0; repeat < n_repeats(); repeat++) {
        size_t n_threads = threads_of(repeat);
        const size_t workspace_bytes = repeat % 4 == 0 ? 0 : strew_plan_workspace_size(&of.plan, (int32_t)n_threads);
        /* Against the guard page, or at an odd address beside it. */
        void *const memory = guarded_place(&workspace, workspace_bytes, of.end, repeat % 3);
        memset(of.output, 0xc3, of.data_bytes);
        if (repeat % 3 == 2) {
            const strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
            assert_int_equal(run_prepared(&of.plan, of.output, of.data, prepared, of.updates, &resources, NULL), STREW_OK);
        } else {
            assert_int_equal(run_shared(&of, &of.plans[(row + repeat / 3) % n_isas], memory, workspace_bytes, n_threads), STREW_OK);
        }
        if (memcmp(of.output, of.expected, of.data_bytes) != 0) {
            fail_msg("%s, indices %s: %zu threads%s give another answer than one", rows[row].name, likenesses[likeness], n_threads,
                     repeat % 3 == 2   ? " with prepared indices"
                     : workspace_bytes ? " with a workspace"
                                       : "");
        }
        assert_true(guarded_is_intact(&workspace));
    }
    guarded_close(&workspace);
    assert_true(guarded_free_all());
}

static void give_one_answer_on_any_number_of_threads(void **state)
{
    const likeness likeness = *(const enum likeness *)*state;

    for (size_t row = 0; row < COUNT(rows); row++) {
        const size_t before = n_shared;
        compare_numbers_of_threads(row, likeness);
        if (n_shared == before) fail_msg("%s is not shared", rows[row].name);
    }
}

/* An index outside that any thread finds is the first one that the call names, and nothing has been written. */
static void the_first_index_out_of_bounds_is_named_whoever_finds_it(void **state)
{
    enum { N = 200000, ROWS = 50, COLUMNS = 100, SIZE = ROWS * COLUMNS, DATA_BYTES = SIZE * sizeof(float) };
    static const size_t places[] = {0, 1, 511, 512, 33333, 100000, 199998, 199999};

    for (placement end = FLUSH_END; end <= FLUSH_START; end++) {
        const scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(ROWS, COLUMNS), SHAPE(N, 2));
        const strew_plan plan = plan_scatter(&scatter);
        void *const data = guarded_new(DATA_BYTES, end), *const updates = guarded_new(N * sizeof(float), end);
        unsigned char *const output = guarded_new(DATA_BYTES, end);
        int64_t(*const indices)[2] = guarded_new(N * sizeof *indices, end);
        guarded workspace = open_workspace(&plan);
        for (size_t i = 0; i < COUNT(places) * 4 * 2; i++) {
            const size_t first = i / 8, has_workspace = i % 2;
            size_t n_threads = 1 + i / 2 % 4;
            const size_t size = strew_plan_workspace_size(&plan, (int32_t)n_threads);
            void *const memory = has_workspace ? guarded_place(&workspace, size, end, 0) : NULL;
            const strew_resources resources = resources_on_threads(&n_threads, memory, size);
            strew_fault fault;
            size_t n_written = 0;
            assert_true(size > 0);
            for (size_t p = first; p < COUNT(places); p++) indices[places[p]][p % 2] = -SIZE - 1 - (int64_t)p;
            memset(output, 0x5a, DATA_BYTES);
            assert_int_equal(run_with(&plan, output, data, indices, updates, &resources, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            assert_int_equal(fault.tuple, places[first]);
            assert_int_equal(fault.value, -SIZE - 1 - (int64_t)first);
            for (size_t b = 0; b < DATA_BYTES; b++) n_written += output[b] != 0x5a;
            assert_int_equal(n_written, 0);
            memset(indices, 0, N * sizeof *indices);
            assert_true(has_workspace == 0 || guarded_is_intact(&workspace));
        }
        guarded_close(&workspace);
        assert_true(guarded_free_all());
    }
}

/* ---- Indices that change ------------------------------------------------------------------------------------------------------------- */

static struct {
    strew_indices_kernel kernel;
    example *of;
    uint64_t out_of_bounds; /* too large for a slice index, and as an index wherever its tuple lies */
    size_t first;           /* of the indices that are corrupted, those before it stay as they are */
    atomic_size_t left;
} hook;

/* Once all tuples have been checked, none is inside any more, or the last one or its row is not. What is noticed is a slice index too
 * large: an index may be wrong and do no harm. */
static STREW_INDICES(check_then_corrupt)
{
    const uint32_t out_of_bounds = hook.kernel.run(slice_indices, indices, positions, n_tuples, components);
    if (atomic_fetch_sub(&hook.left, n_tuples) == n_tuples) {
        for (size_t i = hook.first; i < hook.of->n_indices; i++) write_index(hook.of, i, (int64_t)hook.out_of_bounds);
    }
    return out_of_bounds;
}

/* What becomes of clamping if a compiler loads an index twice, and another thread rewrites it in between. */
static STREW_INDICES(clamp_astray)
{
    (void)hook.kernel.run(slice_indices, indices, positions, n_tuples, components);
    return slice_indices[n_tuples - 1] = (uint32_t)hook.out_of_bounds;
}

static void indices_that_change_are_noticed_whoever_writes(void **state)
{
    for (size_t row = 0; row < COUNT(rows); row++) {
        strew_indices_kernel corrupted;
        example of;
        if (rows[row].policy != STREW_POLICY_ERROR && rows[row].policy != STREW_POLICY_CLAMP) continue;
        of = open_example(row, AT_RANDOM);
        hook.of = &of;
        strew_plan_state *const plan = strew_state_of(&of.plan);
        hook.out_of_bounds = plan->n_slices;
        hook.kernel = corrupted = rows[row].policy == STREW_POLICY_ERROR ? *plan->check : *plan->locate;
        if (rows[row].policy == STREW_POLICY_ERROR) {
            corrupted.run = check_then_corrupt;
            plan->check = &corrupted;
        } else {
            corrupted.run = clamp_astray;
            plan->locate = &corrupted;
        }
        for (size_t n_threads = 2; n_threads <= 4; n_threads++) {
            hook.first = n_threads % 2 == 0 ? of.n_indices - rows[row].n_equal : 0;
            /* Slice indices in a workspace are made before anything is written. Private accumulators are complete before anything is, and
             * read each index once: that it changes afterwards does no harm. */
            const int has_copies = strew_count_accumulators(plan, n_threads, SIZE_MAX, STREW_DEFAULT_WAKE_NS) > 1;
            const int has_slice_indices = rows[row].policy == STREW_POLICY_CLAMP && !has_copies;
            const size_t size = has_slice_indices || has_copies ? strew_plan_workspace_size(&of.plan, (int32_t)n_threads) : 0;
            void *const workspace = guarded_new(size, of.end);
            for (int is_with = 0; is_with <= (size != 0); is_with++) {
                atomic_store(&hook.left, plan->n_tuples);
                for (size_t i = 0; i < of.n_indices; i++) write_index(&of, i, (int64_t)(i * 7919) % rows[row].of);
                memset(of.output, 0xc3, of.data_bytes);
                const int is_harmless = is_with && has_copies && rows[row].policy == STREW_POLICY_ERROR;
                assert_int_equal(run_shared(&of, &of.plan, is_with ? workspace : NULL, is_with ? size : 0, n_threads),
                                 is_harmless ? STREW_OK : STREW_STATUS_INDICES_CHANGED);
            }
            for (size_t i = 0; has_slice_indices && i < of.data_bytes; i++) assert_true(size == 0 || of.output[i] == 0xc3);
        }
        assert_true(guarded_free_all());
    }
}

/* ---- No pool ------------------------------------------------------------------------------------------------------------------------- */

static void a_pool_of_no_threads_is_as_good_as_none(void **state)
{
    static const int32_t numbers[] = {0, -1, INT32_MIN};
    example of = open_example(0, AT_RANDOM);
    const size_t before = n_shared;

    for (size_t i = 0; i < COUNT(numbers); i++) {
        const strew_resources resources = STREW_RESOURCES(.parallel_for = on_threads, .n_threads = numbers[i]);
        memset(of.output, 0xc3, of.data_bytes);
        assert_int_equal(run_with(&of.plan, of.output, of.data, of.indices, of.updates, &resources, NULL), STREW_OK);
        assert_true(memcmp(of.output, of.expected, of.data_bytes) == 0);
        assert_int_equal(n_shared, before);
    }
    assert_true(guarded_free_all());
}

int main(void)
{
    static likeness each[LIKENESSES] = {ALL_EQUAL, ZIPF, AT_RANDOM, IN_TURN, DISTINCT};
    const struct CMUnitTest tests[] = {
        {"give_one_answer_where_all_indices_are_equal", give_one_answer_on_any_number_of_threads, NULL, NULL, &each[0]},
        {"give_one_answer_where_few_indices_are_frequent", give_one_answer_on_any_number_of_threads, NULL, NULL, &each[1]},
        {"give_one_answer_where_indices_are_random", give_one_answer_on_any_number_of_threads, NULL, NULL, &each[2]},
        {"give_one_answer_where_indices_take_turns", give_one_answer_on_any_number_of_threads, NULL, NULL, &each[3]},
        {"give_one_answer_where_indices_are_distinct", give_one_answer_on_any_number_of_threads, NULL, NULL, &each[4]},
        cmocka_unit_test(indices_that_change_are_noticed_whoever_writes),
        cmocka_unit_test(a_pool_of_no_threads_is_as_good_as_none),
        cmocka_unit_test(the_first_index_out_of_bounds_is_named_whoever_finds_it),
    };
    n_isas = runnable_isas(isas);
    return cmocka_run_group_tests_name("sharing", tests, NULL, NULL);
}
