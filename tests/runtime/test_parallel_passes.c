/* One answer at any number of threads, from the passes that have a record of touched slices or loops over strides: means, reductions
 * without the old elements, and views. The reference is the measure. */
#include <strew/strew.h>

#include <stdlib.h>

#include "plan_state.h" /* a plan's kernels, of which one is replaced here */

#include "calls.h"
#include "fill.h"
#include "gathering.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "views.h"

enum { CAPACITY = 12 << 20, RANK = 3, FEW = 4 };

static uint64_t random_state = 20261126;
static view data, indices, updates, output;
static guarded workspace, prepared;
static unsigned char *expected, *answer;
static strew_isa isas[MAX_ISAS];
static size_t n_isas;

/* How a tensor lies in memory: with gaps after its innermost dimension, in every dimension, or backwards; with its first two dimensions
 * swapped; and with gaps between the parts of its first dimension only. */
typedef enum layout { DENSE, GAPS, STEPS, BACKWARDS, SWAPPED, PARTS } layout;

/* Returns NULL for the strides of a dense tensor. */
static const int64_t *strides_of(int64_t strides[RANK], layout layout, int32_t rank, const int64_t *shape)
{
    int64_t next = layout == STEPS ? 2 : 1;

    for (int32_t i = rank - 1; i >= 0; i--) {
        const int32_t d = layout == SWAPPED && rank > 1 && i < 2 ? 1 - i : i;
        strides[d] = next;
        next *= shape[d];
        if (layout == PARTS ? i == 1 : layout != DENSE && layout != SWAPPED && i == rank - 1) next += 3;
    }
    if (layout == BACKWARDS) strides[0] = -strides[0];
    return layout == DENSE ? NULL : strides;
}

typedef enum likeness { AT_RANDOM, ONE_EACH, IN_ORDER, OUT_OF_BOUNDS } likeness;

static int64_t draw_index(likeness likeness, size_t position, int64_t of)
{
    if (likeness == OUT_OF_BOUNDS) return of;
    if (likeness == IN_ORDER) return (int64_t)(position % (uint64_t)of);
    if (likeness == ONE_EACH) return (int64_t)(position * 7919 % (uint64_t)of);
    return (int64_t)random_below(&random_state, (uint64_t)of);
}

/* Runs on 1 to 64 threads, in an order that instruction sets have nothing to do with. */
static const size_t numbers_of_threads[] = {4, 64, 1, 2, 7, 3, 16, 8};

static size_t n_runs(void)
{
    return is_light() ? 1 : is_full() ? 40 * COUNT(numbers_of_threads) : COUNT(numbers_of_threads);
}

static strew_resources lend(const strew_plan *plan, size_t *n_threads, size_t run)
{
    const size_t size = strew_plan_workspace_size(plan, (int32_t)*n_threads);
    unsigned char *const bytes = guarded_place(&workspace, size, run % 2 ? FLUSH_END : FLUSH_START, run % 3);

    memset(bytes, 0xa5, size);
    return resources_on_threads(n_threads, size != 0 ? bytes : NULL, size);
}

/* Compares the first answer with the reference, and the others with the first. */
static int is_right(size_t number)
{
    if (number != 0) return guarded_is_intact(&output.buffer) && memcmp(answer, output.buffer.bytes, output.buffer.size) == 0;
    if (!view_holds(&output, expected)) return 0;
    memcpy(answer, output.buffer.bytes, output.buffer.size);
    return 1;
}

/* ---- Scatters ------------------------------------------------------------------------------------------------------------------------ */

typedef struct row {
    const char *name;
    reference_operator op;
    int64_t axis;
    strew_dtype dtype;
    strew_reduction reduction;
    strew_policy policy;
    int32_t excludes_self;
    int64_t data[RANK], indices[RANK]; /* of as many dimensions as are not 0 */
    int64_t of;                        /* the size that indices are drawn from */
    likeness likeness;
    size_t n_equal; /* so many indices are the same, one after the other, as those of a row are */
    layout output, updates;
    int is_alone; /* one thread applies, whatever is lent */
} row;

#define ND REFERENCE_ND, 0
#define UPDATE(axis) REFERENCE_UPDATE, axis
#define ELEMENTS(axis) REFERENCE_ELEMENTS, axis
#define PLAIN DENSE, DENSE, 0
#define PLAIN_ALONE DENSE, DENSE, 1
#define ROW(name, op, dtype, reduction, policy, ...)                                                                                       \
    {                                                                                                                                      \
        name, op, STREW_DTYPE_##dtype, STREW_REDUCTION_##reduction, STREW_POLICY_##policy, __VA_ARGS__                                     \
    }

static const row rows[] = {
    ROW("mean", ND, FLOAT32, MEAN, ERROR, 0, {20000, 16}, {30000, 1}, 20000, AT_RANDOM, 1, PLAIN),
    ROW("mean of elements", UPDATE(0), FLOAT64, MEAN, SKIP, 1, {60000}, {90000}, 60010, AT_RANDOM, 1, PLAIN),
    ROW("mean beside the sums", ND, BFLOAT16, MEAN, ERROR, 0, {40000, 8}, {60000, 1}, 40000, AT_RANDOM, 1, PLAIN),
    ROW("mean of integers", ND, INT32, MEAN, CLAMP, 1, {300, 200}, {60000, 2}, 210, AT_RANDOM, 1, PLAIN),
    ROW("mean of runs", ND, FLOAT32, MEAN, ERROR, 1, {20000, 16}, {30000, 1}, 20000, IN_ORDER, 1, PLAIN),
    ROW("mean of distinct ones", ND, INT8, MEAN, SKIP, 0, {20000, 70}, {19000, 1}, 20010, ONE_EACH, 1, PLAIN),
    ROW("mean of rows", ELEMENTS(0), COMPLEX64, MEAN, ERROR, 0, {9000, 12}, {12000, 12}, 9000, AT_RANDOM, 12, PLAIN),
    ROW("mean in parts", UPDATE(1), FLOAT32, MEAN, ERROR, 0, {2, 30000, 4}, {40000}, 30000, AT_RANDOM, 1, PLAIN),
    ROW("mean of integers in parts", UPDATE(1), INT64, MEAN, SKIP, 1, {3, 20000, 2}, {30000}, 20010, AT_RANDOM, 1, PLAIN),
    ROW("first sums", ND, FLOAT32, ADD, ERROR, 1, {30000, 4}, {50000, 1}, 30000, AT_RANDOM, 1, PLAIN),
    ROW("first sums of wide slices", ND, FLOAT32, ADD, ERROR, 1, {30000, 40}, {9000, 1}, 30000, AT_RANDOM, 1, PLAIN),
    ROW("first products of bytes", ND, INT8, MUL, SKIP, 1, {400, 500}, {70000, 2}, 401, AT_RANDOM, 1, PLAIN),
    ROW("first maxima in parts", UPDATE(1), FLOAT16, MAX, CLAMP, 1, {3, 50000, 4}, {40000}, 50000, AT_RANDOM, 1, PLAIN),
    ROW("first sums of elements", ELEMENTS(1), UINT16, SUB, ERROR, 1, {90, 900}, {90, 1000}, 900, AT_RANDOM, 1, PLAIN),
    ROW("first sums of nothing", ND, INT32, ADD, SKIP, 1, {30000, 4}, {50000, 1}, 30000, OUT_OF_BOUNDS, 1, PLAIN),
    ROW("means of few among many", ND, FLOAT32, MEAN, ERROR, 0, {500000, 4}, {4000, 1}, 500000, AT_RANDOM, 1, PLAIN_ALONE),
    ROW("mean of a view", ND, FLOAT32, MEAN, ERROR, 0, {20000, 16}, {30000, 1}, 20000, AT_RANDOM, 1, GAPS, GAPS, 0),
    ROW("rows with gaps", ND, FLOAT32, ADD, ERROR, 0, {9000, 33}, {20000, 1}, 9000, AT_RANDOM, 1, GAPS, DENSE, 0),
    ROW("rows backwards, skipping", ND, FLOAT64, MAX, SKIP, 0, {9000, 17}, {20000, 1}, 9100, AT_RANDOM, 1, BACKWARDS, GAPS, 0),
    ROW("nothing but skipped tuples", ND, INT32, ADD, SKIP, 0, {9000, 33}, {20000, 1}, 9000, OUT_OF_BOUNDS, 1, GAPS, GAPS, 0),
    ROW("nothing but skipped tuples, dense", ND, INT32, ADD, SKIP, 0, {60000, 8}, {200000, 1}, 60000, OUT_OF_BOUNDS, 1, PLAIN),
    ROW("updates backwards", ND, FLOAT32, ADD, ERROR, 0, {9000, 33}, {20000, 1}, 9000, AT_RANDOM, 1, GAPS, BACKWARDS, 0),
    ROW("updates with gaps", ND, UINT8, SUB, CLAMP, 0, {30000, 50}, {30000, 1}, 30000, AT_RANDOM, 1, DENSE, GAPS, 0),
    ROW("uneven updates", ND, COMPLEX64, ADD, ERROR, 0, {9000, 16}, {30, 500, 1}, 9000, AT_RANDOM, 1, GAPS, SWAPPED, 0),
    ROW("distinct rows with gaps", ND, INT16, NONE, ERROR, 0, {20000, 80}, {19000, 1}, 20000, ONE_EACH, 1, GAPS, GAPS, 0),
    ROW("runs with gaps", ND, FLOAT32, NONE, ERROR, 0, {8000, 33}, {20000, 1}, 8000, IN_ORDER, 1, GAPS, GAPS, 0),
    ROW("columns", ND, FLOAT32, ADD, ERROR, 0, {30, 17000}, {60, 1}, 30, AT_RANDOM, 1, GAPS, GAPS, 0),
    ROW("columns of uneven updates", ND, INT64, ADD, ERROR, 0, {30, 8000}, {6, 10, 1}, 30, AT_RANDOM, 1, DENSE, SWAPPED, 0),
    ROW("many parts", UPDATE(1), FLOAT32, ADD, ERROR, 0, {70, 900, 6}, {700}, 900, AT_RANDOM, 1, GAPS, DENSE, 0),
    ROW("swapped parts", UPDATE(1), FLOAT32, ADD, SKIP, 0, {2, 9000, 32}, {9000}, 9100, AT_RANDOM, 1, STEPS, SWAPPED, 0),
    ROW("elements along the last axis", ELEMENTS(1), FLOAT32, MIN, ERROR, 0, {90, 900}, {90, 1500}, 900, AT_RANDOM, 1, BACKWARDS, DENSE, 0),
    ROW("elements in runs", ELEMENTS(1), FLOAT32, SUB, ERROR, 0, {90, 900}, {90, 1500}, 900, IN_ORDER, 1, BACKWARDS, DENSE, 0),
    ROW("elements along the first axis", ELEMENTS(0), FLOAT32, ADD, SKIP, 0, {900, 90}, {1500, 90}, 910, AT_RANDOM, 1, STEPS, BACKWARDS, 1),
};

static int32_t rank_of(const int64_t shape[RANK])
{
    int32_t rank = 0;
    while (rank < RANK && shape[rank] != 0) rank++;
    return rank;
}

static void draw_indices(const row *of)
{
    int64_t index = 0;

    for (size_t i = 0, n = reference_elements(&indices.tensor); i < n; i++) {
        if (i % of->n_equal == 0) index = draw_index(of->likeness, i / of->n_equal, of->of);
        reference_write_integer(indices.tensor.dtype, view_at(&indices, i), (uint64_t)index);
    }
    view_refresh(&indices);
}

static strew_status plan_by(strew_plan *plan, const reference_call *call, const strew_options *options, strew_fault *fault)
{
    reference_call with = *call;
    with.options = options;
    return plan_call(plan, &with, fault);
}

/* Places all views of a row, and computes what is expected. */
static void place(const row *of, reference_call *call, strew_options *options)
{
    int64_t shape[STREW_MAX_RANK], strides[STREW_MAX_RANK];
    const int32_t data_rank = rank_of(of->data), indices_rank = rank_of(of->indices),
                  updates_rank = updates_shape_of(of->op, data_rank, of->data, indices_rank, of->indices, of->axis, shape);

    *options = (strew_options)STREW_OPTIONS_INIT;
    options->policy = of->policy;
    options->excludes_self = of->excludes_self;
    view_place(&indices, STREW_DTYPE_INT32, indices_rank, of->indices, NULL, ORDINARY, &random_state);
    draw_indices(of);
    view_place(&updates, of->dtype, updates_rank, shape, strides_of(strides, of->updates, updates_rank, shape), ORDINARY, &random_state);
    view_place(&data, of->dtype, data_rank, of->data, NULL, ORDINARY, &random_state);
    view_place(&output, of->dtype, data_rank, of->data, strides_of(strides, of->output, data_rank, of->data), ORDINARY, &random_state);
    const reference_call dense = {of->op, &data.dense, &indices.dense, &updates.dense, of->axis, of->reduction, options};
    reference_scatter(expected, &dense);
    *call = (reference_call){of->op,   &data.tensor,  &indices.tensor, &updates.tensor,
                             of->axis, of->reduction, options,         .output = &output.tensor};
}

static strew_status run(const strew_plan *plan, const reference_call *call, size_t n_threads, size_t number, strew_fault *fault)
{
    const strew_resources resources = lend(plan, &n_threads, number);
    return run_with(plan, (void *)(uintptr_t)output.tensor.values, call->data->values, call->indices->values, call->updates->values,
                    &resources, fault);
}

static void prepare_and_run(const strew_plan *plan, const reference_call *call, size_t n_threads, size_t number)
{
    const size_t size = strew_plan_prepared_size(plan);
    unsigned char *const bytes = guarded_place(&prepared, size, number % 2 ? FLUSH_START : FLUSH_END, number % 5);
    const strew_resources resources = lend(plan, &n_threads, number);

    assert_int_equal(prepare_indices(plan, call->indices->values, bytes, size, NULL), STREW_OK);
    assert_int_equal(
        run_prepared(plan, (void *)(uintptr_t)output.tensor.values, call->data->values, bytes, call->updates->values, &resources, NULL),
        STREW_OK);
    assert_true(guarded_is_intact(&prepared));
}

/* Every row, or fewer. */
static size_t row_after(size_t i)
{
    return i + (is_light() ? 4 : 1);
}

static void scatters_give_one_answer(void **state)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        strew_options options;
        reference_call call;
        place(&rows[i], &call, &options);
        for (size_t number = 0; number < n_runs(); number++) {
            const size_t n_threads = numbers_of_threads[(number + i) % COUNT(numbers_of_threads)];
            strew_plan plan;
            options.isa = isas[(number + i) % n_isas];
            assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
            for (int is_prepared = 0; is_prepared < 2; is_prepared++) {
                view_restore(&output);
                if (is_prepared) {
                    prepare_and_run(&plan, &call, n_threads, number);
                } else {
                    assert_int_equal(run(&plan, &call, n_threads, number, NULL), STREW_OK);
                }
                if (!is_right(2 * number + (size_t)is_prepared)) {
                    fail_msg("%s: %zu threads%s give another answer", rows[i].name, n_threads, is_prepared ? " with prepared indices" : "");
                }
                assert_true(guarded_is_intact(&workspace) && view_is_unchanged(&updates) && view_is_unchanged(&indices));
            }
        }
    }
}

/* In place and trusted, so that nothing else is shared. */
static void threads_share_the_applying(void **state)
{
    for (size_t i = 0; i < COUNT(rows); i = row_after(i)) {
        if (rows[i].policy != STREW_POLICY_ERROR) continue;
        strew_options options;
        reference_call call;
        strew_plan plan;
        place(&rows[i], &call, &options);
        options.policy = STREW_POLICY_TRUSTED;
        call.data = &output.tensor;
        assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
        const size_t before = n_shared;
        assert_int_equal(run(&plan, &call, FEW, 0, NULL), STREW_OK);
        if (n_shared - before != (rows[i].is_alone ? 0 : 1)) fail_msg("%s: %zu loops", rows[i].name, n_shared - before);
    }
}

static void an_index_out_of_bounds_is_named_and_nothing_written(void **state)
{
    for (size_t i = 0; i < COUNT(rows); i = row_after(i)) {
        if (rows[i].policy != STREW_POLICY_ERROR) continue;
        strew_options options;
        reference_call call;
        strew_plan plan;
        strew_fault fault;
        place(&rows[i], &call, &options);
        const size_t last = reference_elements(&indices.tensor) - 1;
        reference_write_integer(STREW_DTYPE_INT32, view_at(&indices, last), (uint64_t)rows[i].of);
        assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
        assert_int_equal(run(&plan, &call, 2 + i % 15, i, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_true(fault.value == rows[i].of && fault.tuple == (int64_t)last);
        assert_true(view_is_unchanged(&output));
    }
}

/* Once all are checked, an index is so large that it leads out of data. */
static strew_indices_kernel right_check;
static unsigned char *changing;
static size_t n_unchecked;

static STREW_INDICES(check_then_change)
{
    const uint32_t largest = right_check.run(slice_indices, indices, positions, n_tuples, components);
    n_unchecked -= n_tuples;
    if (n_unchecked == 0) reference_write_integer(STREW_DTYPE_INT32, changing, INT32_MAX);
    return largest;
}

/* Of rows only the first index is read. */
static void an_index_that_changes_is_noticed(void **state)
{
    for (size_t i = 0; i < COUNT(rows); i = row_after(i)) {
        if (rows[i].policy != STREW_POLICY_ERROR || rows[i].n_equal != 1) continue;
        strew_options options;
        reference_call call;
        strew_plan plan;
        place(&rows[i], &call, &options);
        assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
        changing = view_at(&indices, 0);
        n_unchecked = strew_state_of(&plan)->n_tuples;
        right_check = *strew_state_of(&plan)->check;
        strew_indices_kernel check = right_check;
        check.run = check_then_change;
        strew_state_of(&plan)->check = &check;
        const strew_status status = run(&plan, &call, 1, i, NULL);
        if (status != STREW_STATUS_INDICES_CHANGED) fail_msg("%s: %s", rows[i].name, strew_status_name(status));
    }
}

/* ---- Gathers ------------------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    gather_operator op;
    int64_t axis, data[RANK], indices[RANK], of;
    strew_policy policy;
    likeness likeness;
    layout layout_of_data, output;
} gathers[] = {
    {"rows with gaps", GATHER, 0, {9000, 33}, {20000}, 9000, STREW_POLICY_ERROR, AT_RANDOM, GAPS, GAPS},
    {"rows backwards, skipping", GATHER_ND, 0, {9000, 17}, {30, 900, 1}, 9100, STREW_POLICY_SKIP, AT_RANDOM, BACKWARDS, SWAPPED},
    {"runs", GATHER, 0, {9000, 9}, {20000}, 9500, STREW_POLICY_SKIP, IN_ORDER, GAPS, DENSE},
    {"many parts", GATHER, 1, {70, 900, 6}, {700}, 900, STREW_POLICY_CLAMP, AT_RANDOM, DENSE, GAPS},
    {"few parts", GATHER, 1, {2, 9000, 16}, {9000}, 9000, STREW_POLICY_ERROR, AT_RANDOM, SWAPPED, SWAPPED},
    {"wide slices in parts", GATHER, 1, {2, 300, 600}, {900}, 300, STREW_POLICY_CLAMP, AT_RANDOM, DENSE, PARTS},
    {"wide slices with gaps", GATHER, 0, {300, 600}, {900}, 300, STREW_POLICY_CLAMP, AT_RANDOM, DENSE, GAPS},
    {"elements", GATHER_ELEMENTS, 1, {90, 900}, {90, 1500}, 900, STREW_POLICY_ERROR, AT_RANDOM, STEPS, BACKWARDS},
};

static strew_status gather_into(const strew_plan *plan, int is_prepared, const strew_resources *resources)
{
    unsigned char *const to = (void *)(uintptr_t)output.tensor.values;
    const size_t size = strew_plan_prepared_size(plan);

    if (!is_prepared) return run_gather(plan, to, data.tensor.values, indices.tensor.values, resources, NULL);
    unsigned char *const bytes = guarded_place(&prepared, size, FLUSH_END, 0);
    assert_int_equal(prepare_indices(plan, indices.tensor.values, bytes, size, NULL), STREW_OK);
    return run_gather_prepared(plan, to, data.tensor.values, bytes, resources, NULL);
}

static void gathers_of_views_give_one_answer(void **state)
{
    for (size_t i = 0; i < COUNT(gathers); i++) {
        const int32_t data_rank = rank_of(gathers[i].data), indices_rank = rank_of(gathers[i].indices);
        const row index_row = {.of = gathers[i].of, .likeness = gathers[i].likeness, .n_equal = 1};
        int64_t shape[STREW_MAX_RANK], strides[STREW_MAX_RANK];
        strew_options options = STREW_OPTIONS_INIT;
        options.policy = gathers[i].policy;
        view_place(&indices, STREW_DTYPE_INT64, indices_rank, gathers[i].indices, NULL, ORDINARY, &random_state);
        draw_indices(&index_row);
        view_place(&data, STREW_DTYPE_FLOAT32, data_rank, gathers[i].data,
                   strides_of(strides, gathers[i].layout_of_data, data_rank, gathers[i].data), ORDINARY, &random_state);
        const gather_call call = {gathers[i].op, &data.tensor, &indices.tensor, gathers[i].axis, 0, &options, .output = &output.tensor},
                          dense = {gathers[i].op, &data.dense, &indices.dense, gathers[i].axis, 0, &options};
        const int32_t rank = gather_shape(&call, shape);
        view_place(&output, STREW_DTYPE_FLOAT32, rank, shape, strides_of(strides, gathers[i].output, rank, shape), ORDINARY, &random_state);
        reference_gather(expected, &dense);
        for (size_t number = 0; number < 2 * n_runs(); number++) {
            size_t n_threads = numbers_of_threads[(number / 2 + i) % COUNT(numbers_of_threads)];
            const strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
            const size_t before = n_shared;
            strew_plan plan;
            options.isa = isas[(number + i) % n_isas];
            assert_int_equal(plan_gather_call(&plan, &call, NULL), STREW_OK);
            view_restore(&output);
            assert_int_equal(gather_into(&plan, number % 2, &resources), STREW_OK);
            if (!is_right(number)) fail_msg("%s: %zu threads give another answer", gathers[i].name, n_threads);
            const size_t n_loops = n_threads == 1 ? 0 : number % 2 || gathers[i].policy != STREW_POLICY_ERROR ? 1 : 2;
            if (n_shared - before != n_loops) fail_msg("%s: %zu loops", gathers[i].name, n_shared - before);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scatters_give_one_answer),
        cmocka_unit_test(threads_share_the_applying),
        cmocka_unit_test(an_index_out_of_bounds_is_named_and_nothing_written),
        cmocka_unit_test(an_index_that_changes_is_noticed),
        cmocka_unit_test(gathers_of_views_give_one_answer),
    };

    data = view_open(CAPACITY);
    indices = view_open(CAPACITY);
    updates = view_open(CAPACITY);
    output = view_open(CAPACITY);
    workspace = guarded_open(4 * CAPACITY);
    prepared = guarded_open(4 * CAPACITY);
    expected = malloc(CAPACITY);
    answer = malloc(CAPACITY);
    n_isas = runnable_isas(isas);
    const int n_failed = expected && answer ? cmocka_run_group_tests_name("passes on threads", tests, NULL, NULL) : 1;
    view_close(&data);
    view_close(&indices);
    view_close(&updates);
    view_close(&output);
    guarded_close(&workspace);
    guarded_close(&prepared);
    free(expected);
    free(answer);
    return n_failed;
}
