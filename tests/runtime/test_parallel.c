/* One answer at any number of threads, by every way to share a run and whatever the indices have in common: moves and reductions, means,
 * reductions without the old elements, and views. The reference is the measure. Under ThreadSanitizer, two threads that write one byte
 * would be reported as well. */
#include <strew/strew.h>

#include <stdatomic.h>
#include <stdlib.h>

#include "plan_state.h" /* a plan's kernels, of which one is replaced here */
#include "schedule.h"

#include "calls.h"
#include "fill.h"
#include "gathering.h"
#include "group.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "reference.h"
#include "tensors.h"
#include "testing.h"
#include "views.h"

enum { CAPACITY = 12 << 20, RANK = 3, FEW = 4 };

static uint64_t random_state = 20261126;
static view data, indices, updates, output;
static guarded workspace, prepared;
static unsigned char *expected, *answer;

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

/* What indices have in common. EACH stands for those before it, one after the other. */
typedef enum likeness { ALL_EQUAL, ZIPF, AT_RANDOM, IN_ORDER, ONE_EACH, EACH, OUT_OF_BOUNDS } likeness;
static const char *const likenesses[] = {"all equal", "Zipf", "at random", "in order", "one each", "as the row says", "out of bounds"};

static int64_t draw_index(likeness likeness, size_t position, int64_t of)
{
    switch (likeness) {
    case ALL_EQUAL: return of / 2;
    case ZIPF: /* the k-th as likely as 1 in k^2 */
        return (int64_t)((double)of / (double)(1 + random_below(&random_state, (uint64_t)of))) - 1;
    case IN_ORDER: return (int64_t)(position % (uint64_t)of);
    case ONE_EACH: return (int64_t)(position * 7919 % (uint64_t)of); /* a prime, and no size a multiple of it */
    case OUT_OF_BOUNDS: return of;
    default: return (int64_t)random_below(&random_state, (uint64_t)of);
    }
}

/* Runs on 1 to 64 threads, in an order that instruction sets have nothing to do with. */
static const size_t numbers_of_threads[] = {4, 64, 1, 2, 7, 3, 16, 8};

static size_t n_runs(void)
{
    return is_light() ? 4 : is_full() ? 40 * COUNT(numbers_of_threads) : COUNT(numbers_of_threads);
}

/* A workspace, but for one run in four of those that need none. */
static strew_resources lend(const strew_plan *plan, size_t *n_threads, size_t run, int is_needed)
{
    const size_t size = run % 4 != 3 || is_needed ? strew_plan_workspace_size(plan, (int32_t)*n_threads) : 0;
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
    /* Large enough to be worth sharing with indices of either type, one for every way of schedule.c. */
    ROW("narrow sums of float32", ND, FLOAT32, ADD, ERROR, 0, {9000}, {270000, 1}, 9000, EACH, 1, PLAIN),
    ROW("narrow sums of float16", ND, FLOAT16, ADD, TRUSTED, 0, {3000, 3}, {270000, 1}, 3000, EACH, 1, PLAIN),
    ROW("narrow sums by two indices", ND, FLOAT32, ADD, ERROR, 0, {90, 90}, {140000, 2}, 90, EACH, 1, PLAIN),
    ROW("narrow moves", ND, FLOAT64, NONE, CLAMP, 0, {700, 3}, {270000, 1}, 700, EACH, 1, PLAIN),
    ROW("pixels", ND, UINT8, NONE, ERROR, 0, {9000, 3}, {270000, 1}, 9000, EACH, 1, PLAIN),
    ROW("narrow products, skipping", ND, FLOAT32, MUL, SKIP, 0, {9000}, {270000, 1}, 9000, EACH, 1, PLAIN),
    ROW("counts of int32 in whole lines", ND, INT32, ADD, ERROR, 0, {9024}, {270000, 1}, 9024, EACH, 1, PLAIN),
    ROW("counts of bytes, skipping", ND, UINT8, ADD, SKIP, 0, {300, 3}, {270000, 1}, 300, EACH, 1, PLAIN),
    ROW("sums of int64, clamped", UPDATE(0), INT64, ADD, CLAMP, 0, {700, 5}, {40000}, 700, EACH, 1, PLAIN),
    ROW("sums of uint16 by two indices", ND, UINT16, ADD, TRUSTED, 0, {30, 30, 33}, {33000, 2}, 30, EACH, 1, PLAIN),
    ROW("big sums of float32", ND, FLOAT32, ADD, ERROR, 0, {1100000}, {140000, 1}, 1100000, EACH, 1, PLAIN),
    /* Under AVX-512 tuples of these narrow slices are selected: see also narrow_slices_are_selected_where_they_lie_apart. */
    ROW("dense sums of float32", ND, FLOAT32, ADD, ERROR, 0, {65536}, {140000, 1}, 65536, EACH, 1, PLAIN),
    ROW("big maxima of int64, skipping", ND, INT64, MAX, SKIP, 0, {800, 701}, {70000, 2}, 700, EACH, 1, PLAIN),
    ROW("big moves of int32", ND, INT32, NONE, CLAMP, 0, {1070003}, {140000, 1}, 1070003, EACH, 1, PLAIN),
    ROW("big pairs of float16, skipping", ND, FLOAT16, MUL, SKIP, 0, {1100001, 2}, {140000, 1}, 1100001, EACH, 1, PLAIN),
    ROW("big sums of complex64", UPDATE(0), COMPLEX64, ADD, ERROR, 0, {530001}, {70000}, 530001, EACH, 1, PLAIN),
    ROW("big pairs of elements", ELEMENTS(0), FLOAT32, ADD, ERROR, 0, {1200, 300, 3}, {100, 300, 2}, 1200, EACH, 1, PLAIN),
    ROW("big minima of float64, skipping", ND, FLOAT64, MIN, SKIP, 0, {33000, 17}, {3000, 1}, 33000, EACH, 1, PLAIN),
    ROW("big slices of bytes, clamped", ND, INT8, SUB, CLAMP, 0, {33000, 131}, {3000, 1}, 33000, EACH, 1, PLAIN),
    ROW("big slices of two lines", ND, FLOAT32, ADD, ERROR, 0, {33000, 33}, {3000, 1}, 33000, EACH, 1, PLAIN),
    ROW("wide sums of float32", ND, FLOAT32, ADD, ERROR, 0, {300, 301}, {1250, 1}, 300, EACH, 1, PLAIN),
    ROW("sums of slices of pages", ND, FLOAT32, ADD, ERROR, 0, {40, 27001}, {6, 1}, 40, EACH, 1, PLAIN),
    ROW("wide sums of bfloat16", ND, BFLOAT16, SUB, ERROR, 0, {300, 1001}, {300, 1}, 300, EACH, 1, PLAIN),
    ROW("sums in parts", UPDATE(1), FLOAT32, ADD, ERROR, 0, {400, 30, 3}, {70}, 30, EACH, 1, PLAIN),
    ROW("maxima in one part", UPDATE(0), FLOAT64, MAX, ERROR, 0, {500, 2}, {270000}, 500, EACH, 1, PLAIN),
    ROW("elements along the last axis", ELEMENTS(1), FLOAT32, ADD, ERROR, 0, {300, 50}, {300, 220}, 50, EACH, 1, PLAIN),
    ROW("elements along the first axis", ELEMENTS(0), FLOAT32, ADD, ERROR, 0, {90, 128}, {520, 128}, 90, EACH, 1, PLAIN),
    ROW("long elements, skipping", ELEMENTS(0), INT16, MAX, SKIP, 0, {90, 1300}, {60, 1300}, 95, EACH, 1, PLAIN),
    ROW("elements of 3 axes", ELEMENTS(0), FLOAT32, ADD, ERROR, 0, {90, 3, 3}, {44000, 3, 2}, 90, EACH, 1, PLAIN),
    ROW("maxima of long elements", ELEMENTS(1), FLOAT32, MAX, ERROR, 0, {100, 50}, {100, 700}, 50, EACH, 1, PLAIN),
    ROW("big elements, last axis", ELEMENTS(1), FLOAT32, ADD, ERROR, 0, {2200, 300}, {2200, 200}, 300, EACH, 1, PLAIN),
    ROW("few elements of many", ELEMENTS(1), FLOAT32, ADD, ERROR, 0, {300, 300}, {10, 10}, 300, EACH, 1, PLAIN),
    ROW("elements of a line", ELEMENTS(0), OPAQUE(64), NONE, ERROR, 0, {90, 7}, {9000, 7}, 90, EACH, 1, PLAIN),
    ROW("big elements of a line", ELEMENTS(0), OPAQUE(64), NONE, ERROR, 0, {10, 700, 4}, {8, 700, 3}, 10, EACH, 1, PLAIN),
    ROW("rows", ELEMENTS(0), FLOAT32, ADD, ERROR, 0, {90, 100}, {3000, 100}, 90, EACH, 100, PLAIN),
    ROW("minima of halves of rows", ELEMENTS(0), FLOAT32, MIN, ERROR, 0, {48, 300, 80}, {9, 300, 40}, 48, EACH, 40, PLAIN),
    /* With a record of touched slices, and views. */
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

static void draw_indices(const row *of, likeness likeness)
{
    int64_t index = 0;

    for (size_t i = 0, n = reference_elements(&indices.tensor); i < n; i++) {
        if (i % of->n_equal == 0) index = draw_index(likeness, i / of->n_equal, of->of);
        reference_write_integer(indices.tensor.dtype, view_at(&indices, i), (uint64_t)index);
    }
    view_refresh(&indices);
}

static void write_index(size_t i, int64_t value)
{
    reference_write_integer(indices.tensor.dtype, view_at(&indices, i), (uint64_t)value);
}

static strew_status plan_by(strew_plan *plan, const reference_call *call, const strew_options *options, strew_fault *fault)
{
    reference_call with = *call;
    with.options = options;
    return plan_call(plan, &with, fault);
}

static likeness likeness_of(const row *of)
{
    return of->likeness == EACH ? AT_RANDOM : of->likeness;
}

static int needs_workspace(const reference_call *call)
{
    return call->reduction == STREW_REDUCTION_MEAN || call->options->excludes_self;
}

/* Places all views of a row, and computes what is expected. */
static void place(const row *of, likeness likeness, reference_call *call, strew_options *options)
{
    int64_t shape[STREW_MAX_RANK], strides[STREW_MAX_RANK];
    const int32_t data_rank = rank_of(of->data), indices_rank = rank_of(of->indices),
                  updates_rank = updates_shape_of(of->op, data_rank, of->data, indices_rank, of->indices, of->axis, shape);

    *options = (strew_options)STREW_OPTIONS_INIT;
    options->policy = of->policy;
    options->excludes_self = of->excludes_self;
    const int is_narrow = (of - rows + (ptrdiff_t)likeness) % 2 != 0;
    view_place(&indices, is_narrow ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64, indices_rank, of->indices, NULL, ORDINARY, &random_state);
    draw_indices(of, likeness);
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
    const strew_resources resources = lend(plan, &n_threads, number, needs_workspace(call));
    return run_with(plan, (void *)(uintptr_t)output.tensor.values, call->data->values, call->indices->values, call->updates->values,
                    &resources, fault);
}

static void prepare_and_run(const strew_plan *plan, const reference_call *call, size_t n_threads, size_t number)
{
    const size_t size = strew_plan_prepared_size(plan);
    unsigned char *const bytes = guarded_place(&prepared, size, number % 2 ? FLUSH_START : FLUSH_END, number % 5);
    const strew_resources resources = lend(plan, &n_threads, number, needs_workspace(call));

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

static void compare_numbers_of_threads(const row *of, likeness likeness)
{
    strew_options options;
    reference_call call;

    place(of, likeness, &call, &options);
    for (size_t number = 0; number < n_runs(); number++) {
        const size_t n_threads = numbers_of_threads[(number + (size_t)(of - rows)) % COUNT(numbers_of_threads)];
        strew_plan plan;
        options.isa = isas[(number + (size_t)(of - rows)) % n_isas];
        assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
        for (int is_prepared = 0; is_prepared < 2; is_prepared++) {
            in_case("%s, indices %s, %zu threads, run %zu%s", of->name, likenesses[likeness], n_threads, number,
                    is_prepared ? ", prepared" : "");
            view_restore(&output);
            if (is_prepared) {
                prepare_and_run(&plan, &call, n_threads, number);
            } else {
                assert_int_equal(run(&plan, &call, n_threads, number, NULL), STREW_OK);
            }
            assert_true(is_right(2 * number + (size_t)is_prepared));
            assert_true(guarded_is_intact(&workspace) && view_is_unchanged(&updates) && view_is_unchanged(&indices));
        }
    }
}

static void scatters_give_one_answer(void **state)
{
    const likeness likeness = *(const enum likeness *)*state;

    for (const row *of = rows; of < rows + COUNT(rows); of++) {
        const size_t before = n_shared;
        if ((of->likeness == EACH) == (likeness == EACH)) continue;
        /* Each row with a likeness of its own, or with some of the five. */
        if (is_light() && likeness != EACH && (size_t)(of - rows + (ptrdiff_t)likeness) % 3 != 0) continue;
        compare_numbers_of_threads(of, likeness == EACH ? of->likeness : likeness);
        assert_true(n_shared > before || of->is_alone);
    }
}

/* In place and trusted, so that nothing else is shared. */
TEST(threads_share_the_applying)
{
    for (size_t i = 0; i < COUNT(rows); i = row_after(i)) {
        if (rows[i].policy != STREW_POLICY_ERROR || rows[i].likeness == EACH) continue;
        strew_options options;
        reference_call call;
        strew_plan plan;
        place(&rows[i], rows[i].likeness, &call, &options);
        options.policy = STREW_POLICY_TRUSTED;
        call.data = &output.tensor;
        assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
        const size_t before = n_shared;
        assert_int_equal(run(&plan, &call, FEW, 0, NULL), STREW_OK);
        if (n_shared - before != (rows[i].is_alone ? 0 : 1)) fail_msg("%s: %zu loops", rows[i].name, n_shared - before);
    }
}

TEST(an_index_out_of_bounds_is_named_and_nothing_written)
{
    for (size_t i = 0; i < COUNT(rows); i = row_after(i)) {
        if (rows[i].policy != STREW_POLICY_ERROR) continue;
        strew_options options;
        reference_call call;
        strew_plan plan;
        strew_fault fault;
        place(&rows[i], likeness_of(&rows[i]), &call, &options);
        const size_t last = reference_elements(&indices.tensor) - 1;
        const int32_t k = components_of(rows[i].op, indices.tensor.rank, indices.shape);
        in_case("%s", rows[i].name);
        write_index(last, rows[i].of);
        assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
        assert_int_equal(run(&plan, &call, 2 + i % 15, i, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_true(fault.value == rows[i].of && fault.tuple == (int64_t)last / k);
        assert_true(view_is_unchanged(&output));
    }
}

/* Once all are checked, an index is so large that it leads out of data. */
static strew_indices_kernel right_check;
static size_t n_unchecked;

static STREW_INDICES(check_then_change)
{
    const uint32_t largest = right_check.run(slice_indices, indices, positions, n_tuples, components);
    n_unchecked -= n_tuples;
    if (n_unchecked == 0) write_index(0, INT32_MAX);
    return largest;
}

/* Of rows only the first index is read. */
TEST(an_index_that_changes_is_noticed)
{
    for (size_t i = 0; i < COUNT(rows); i = row_after(i)) {
        if (rows[i].policy != STREW_POLICY_ERROR || rows[i].n_equal != 1 || rows[i].likeness == EACH) continue;
        strew_options options;
        reference_call call;
        strew_plan plan;
        place(&rows[i], likeness_of(&rows[i]), &call, &options);
        assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
        n_unchecked = strew_state_of(&plan)->n_tuples;
        right_check = *strew_state_of(&plan)->check;
        strew_indices_kernel check = right_check;
        check.run = check_then_change;
        strew_state_of(&plan)->check = &check;
        const strew_status status = run(&plan, &call, 1, i, NULL);
        if (status != STREW_STATUS_INDICES_CHANGED) fail_msg("%s: %s", rows[i].name, strew_status_name(status));
    }
}

/* An index outside that any thread finds is the first one that the call names, and nothing has been written. */
TEST(the_first_index_out_of_bounds_is_named_whoever_finds_it)
{
    enum { N = 200000, ROWS = 50, COLUMNS = 100, SIZE = ROWS * COLUMNS, DATA_BYTES = SIZE * sizeof(float) };
    static const size_t places[] = {0, 1, 511, 512, 33333, 100000, 199998, 199999};

    for (placement end = FLUSH_END; end <= FLUSH_START; end++) {
        const scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(ROWS, COLUMNS), SHAPE(N, 2));
        const strew_plan plan = plan_scatter(&scatter);
        void *const data = guarded_new(DATA_BYTES, end), *const updates = guarded_new(N * sizeof(float), end);
        unsigned char *const output = guarded_new(DATA_BYTES, end);
        int64_t(*const indices)[2] = guarded_new(N * sizeof *indices, end);
        while (next_case()) {
            const size_t first = choose("the first one outside", COUNT(places));
            size_t n_threads = 1 + choose("n_threads - 1", 4);
            const size_t has_workspace = choose("has_workspace", 2);
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
        assert_true(guarded_free_all());
    }
}

/* ---- Indices that change on threads -------------------------------------------------------------------------------------------------- */

static struct {
    strew_indices_kernel kernel;
    uint64_t out_of_bounds; /* too large for a slice index, and as an index wherever its tuple lies */
    size_t first, n;        /* of the indices that are corrupted, those before the first stay as they are */
    atomic_size_t left;
} hook;

/* Once all tuples have been checked, none is inside any more, or the last one or its row is not. What is noticed is a slice index too
 * large: an index may be wrong and do no harm. */
static STREW_INDICES(check_then_corrupt)
{
    const uint32_t out_of_bounds = hook.kernel.run(slice_indices, indices, positions, n_tuples, components);
    if (atomic_fetch_sub(&hook.left, n_tuples) == n_tuples) {
        for (size_t i = hook.first; i < hook.n; i++) write_index(i, (int64_t)hook.out_of_bounds);
    }
    return out_of_bounds;
}

/* What becomes of clamping if a compiler loads an index twice, and another thread rewrites it in between. */
static STREW_INDICES(clamp_astray)
{
    (void)hook.kernel.run(slice_indices, indices, positions, n_tuples, components);
    return slice_indices[n_tuples - 1] = (uint32_t)hook.out_of_bounds;
}

/* Slice indices in a workspace are made before anything is written. Private accumulators and a shadow are complete before anything is, and
 * read each index once: that it changes afterwards does no harm. */
static void expect_change_to_be_noticed(const row *of, const strew_plan *planned, const reference_call *call, size_t n_threads)
{
    const strew_plan_state *const plan = strew_state_of(planned);
    const strew_known known = strew_know(plan, n_threads, SIZE_MAX, STREW_DEFAULT_WAKE_NS);
    const strew_way *way = strew_choose_schedule(&known, &(strew_threads){.n = n_threads}).way;
    const int has_copies = way == &strew_accumulators_way || way == &strew_shadow_way;
    const int has_slice_indices = of->policy == STREW_POLICY_CLAMP && !has_copies;
    const size_t size = has_slice_indices || has_copies ? strew_plan_workspace_size(planned, (int32_t)n_threads) : 0;

    hook.n = reference_elements(&indices.tensor);
    hook.first = n_threads % 2 == 0 ? hook.n - of->n_equal : 0;
    for (int is_with = 0; is_with <= (size != 0); is_with++) {
        size_t n = n_threads;
        void *const memory = guarded_place(&workspace, is_with ? size : 0, FLUSH_END, 0);
        const strew_resources resources = resources_on_threads(&n, is_with ? memory : NULL, is_with ? size : 0);
        const int is_harmless = is_with && has_copies && of->policy == STREW_POLICY_ERROR;
        atomic_store(&hook.left, plan->n_tuples);
        for (size_t i = 0; i < hook.n; i++) write_index(i, (int64_t)(i * 7919) % of->of);
        view_restore(&output);
        in_case("%s, %zu threads, with a workspace: %d", of->name, n_threads, is_with);
        assert_int_equal(run_with(planned, (void *)(uintptr_t)output.tensor.values, call->data->values, call->indices->values,
                                  call->updates->values, &resources, NULL),
                         is_harmless ? STREW_OK : STREW_STATUS_INDICES_CHANGED);
    }
    if (has_slice_indices && size != 0) assert_true(view_is_unchanged(&output));
}

TEST(indices_that_change_are_noticed_whoever_writes)
{
    for (const row *of = rows; of < rows + COUNT(rows); of++) {
        const int is_checked = of->policy == STREW_POLICY_ERROR;
        strew_options options;
        reference_call call;
        strew_plan planned;
        if (of->likeness != EACH || (!is_checked && of->policy != STREW_POLICY_CLAMP)) continue;
        place(of, AT_RANDOM, &call, &options);
        assert_int_equal(plan_by(&planned, &call, &options, NULL), STREW_OK);
        strew_plan_state *const plan = strew_state_of(&planned);
        strew_indices_kernel corrupted = hook.kernel = is_checked ? *plan->check : *plan->locate;
        corrupted.run = is_checked ? check_then_corrupt : clamp_astray;
        if (is_checked) {
            plan->check = &corrupted;
        } else {
            plan->locate = &corrupted;
        }
        hook.out_of_bounds = plan->n_slices;
        for (size_t n_threads = 2; n_threads <= 4; n_threads++) expect_change_to_be_noticed(of, &planned, &call, n_threads);
    }
}

TEST(a_pool_of_no_threads_is_as_good_as_none)
{
    static const int32_t numbers[] = {0, -1, INT32_MIN};
    const size_t before = n_shared;
    strew_options options;
    reference_call call;
    strew_plan plan;

    place(&rows[0], AT_RANDOM, &call, &options);
    assert_int_equal(plan_by(&plan, &call, &options, NULL), STREW_OK);
    for (size_t i = 0; i < COUNT(numbers); i++) {
        const strew_resources resources = STREW_RESOURCES(.parallel_for = on_threads, .n_threads = numbers[i]);
        view_restore(&output);
        assert_int_equal(run_with(&plan, (void *)(uintptr_t)output.tensor.values, call.data->values, call.indices->values,
                                  call.updates->values, &resources, NULL),
                         STREW_OK);
        assert_true(view_holds(&output, expected) && n_shared == before);
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

TEST(gathers_of_views_give_one_answer)
{
    for (size_t i = 0; i < COUNT(gathers); i++) {
        const int32_t data_rank = rank_of(gathers[i].data), indices_rank = rank_of(gathers[i].indices);
        const row index_row = {.of = gathers[i].of, .n_equal = 1};
        int64_t shape[STREW_MAX_RANK], strides[STREW_MAX_RANK];
        strew_options options = STREW_OPTIONS_INIT;
        options.policy = gathers[i].policy;
        view_place(&indices, STREW_DTYPE_INT64, indices_rank, gathers[i].indices, NULL, ORDINARY, &random_state);
        draw_indices(&index_row, gathers[i].likeness);
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
    static const struct {
        likeness likeness;
        const char *name;
    } rows[] = {
        {ALL_EQUAL, "all_indices_are_equal"},    {ZIPF, "few_indices_are_frequent"}, {AT_RANDOM, "indices_are_random"},
        {IN_ORDER, "indices_follow_each_other"}, {ONE_EACH, "indices_are_distinct"}, {EACH, "slices_are_means_or_views"},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        add_test(scatters_give_one_answer, (void *)(uintptr_t)&rows[i].likeness, "give_one_answer_where_%s", rows[i].name);
    data = view_open(CAPACITY);
    indices = view_open(CAPACITY);
    updates = view_open(CAPACITY);
    output = view_open(CAPACITY);
    workspace = guarded_open(8 * CAPACITY);
    prepared = guarded_open(4 * CAPACITY);
    expected = malloc(CAPACITY);
    answer = malloc(CAPACITY);
    n_isas = runnable_isas(isas);
    return expected && answer ? run_all_tests(NULL, NULL) : 1;
}
