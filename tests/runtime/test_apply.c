/* Runs: tuples whose slices follow one another, as those of a slice assignment, are written together. Wherever a run ends, and whatever
 * follows it, the result is that of one tuple after the other. And padding, which is passed over, in some blocks of tuples and not in
 * others. */
#include <strew/strew.h>

#include "../generated/chosen_kernels.h"
#include "calls.h"
#include "fault.h"
#include "group.h"
#include "plan_state.h" /* the check of a plan is left out here */
#include "tensors.h"
#include "testing.h"

/* More than a block of 512; and, for one kind, so wide that threads share runs and output exceeds L2. */
enum { TUPLES = 600, MAX_WIDTH = 5, LARGE_WIDTH = 900 };

typedef struct slices {
    reference_operator op;
    strew_dtype dtype;
    strew_reduction reduction;
    int64_t n_outer, width;
    contents contents;
} slices;

static const slices kinds[] = {
    {REFERENCE_ND, STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, 1, 1, ORDINARY},
    {REFERENCE_ND, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 1, 1, ORDINARY},
    {REFERENCE_ND, STREW_DTYPE_UINT8, STREW_REDUCTION_NONE, 1, 3, ORDINARY},
    {REFERENCE_ND, STREW_DTYPE_FLOAT16, STREW_REDUCTION_MAX, 1, MAX_WIDTH, EXTREME},
    {REFERENCE_UPDATE, STREW_DTYPE_INT64, STREW_REDUCTION_MUL, 2, 1, ORDINARY},
    {REFERENCE_UPDATE, STREW_DTYPE_BOOL, STREW_REDUCTION_SUB, 3, 1, ORDINARY},
    {REFERENCE_ND, STREW_DTYPE_COMPLEX64, STREW_REDUCTION_MUL, 1, 2, ORDINARY},
    {REFERENCE_ND, STREW_DTYPE_OPAQUE(7), STREW_REDUCTION_NONE, 1, 1, ORDINARY},
};

static const slices large = {REFERENCE_ND, STREW_DTYPE_INT16, STREW_REDUCTION_ADD, 1, LARGE_WIDTH, ORDINARY};

static void place(const slices *slices, unsigned turn)
{
    scatter scatter = slices->op == REFERENCE_ND
                          ? scatter_of(REFERENCE_ND, 0, SHAPE(TUPLES + 1, slices->width), SHAPE(TUPLES, 1))
                          : scatter_of(REFERENCE_UPDATE, 1, SHAPE(slices->n_outer, TUPLES + 1, slices->width), SHAPE(TUPLES));

    scatter.dtype = slices->dtype;
    scatter.index_dtype = random_below(&buffers.random, 2) ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
    scatter.reduction = slices->reduction;
    scatter.options.policy = (strew_policy)random_below(&buffers.random, STREW_POLICY_CLAMP + 1);
    scatter.contents = slices->contents;
    fixture_place(&buffers, &scatter);
}

static void check(unsigned turn)
{
    fixture_expect(&buffers);
    buffers.has_workspace = (int)(turn % 3 == 1);
    buffers.n_threads = turn % 3 == 2 ? 2 : 0;
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i]);
        assert_true(fixture_run(&buffers, &plan, (int)random_below(&buffers.random, 2)));
    }
}

TEST(a_run_may_end_anywhere)
{
    enum { SKIPS_ONE, COMES_AGAIN, STARTS_OVER, HAS_AN_ODD_ONE, HAS_A_NEIGHBOUR, GOES_BACK_A_WHILE, ENDS, WHILE = 32 };
    const int64_t distance = is_light() ? 61 : 1;

    while (next_case()) {
        const size_t kind = choose("kind", COUNT(kinds)), how = choose("end of a run", ENDS);
        place(&kinds[kind], (unsigned)case_number());
        for (int64_t end = 1; end < TUPLES; end += distance) {
            for (int64_t t = 0; t < TUPLES; t++) {
                const int64_t goes_on[ENDS] = {[SKIPS_ONE] = t + 1,
                                               [COMES_AGAIN] = t - 1,
                                               [STARTS_OVER] = t - end,
                                               [HAS_AN_ODD_ONE] = t == end ? TUPLES : t,
                                               [HAS_A_NEIGHBOUR] = t == end ? t ^ 1 : t,
                                               [GOES_BACK_A_WHILE] = t < end + WHILE ? 2 * end + WHILE - 1 - t : t};
                fixture_write_index(&buffers, (size_t)t, t < end ? t : goes_on[how] < TUPLES ? goes_on[how] : TUPLES);
            }
            check((unsigned)end);
        }
    }
}

static void draw_runs(int64_t length)
{
    int64_t start = 0;

    for (int64_t t = 0; t < TUPLES; t++) {
        if (t % length == 0) start = (int64_t)random_below(&buffers.random, (uint64_t)(TUPLES + 2 - length));
        fixture_write_index(&buffers, (size_t)t, start + t % length);
    }
}

TEST(runs_may_be_of_any_length)
{
    static const int64_t further[] = {128, 255, 256, 257, 511, 512, 513, TUPLES};

    for (unsigned turn = 0; turn < COUNT(kinds); turn++) {
        place(&kinds[turn], turn);
        for (int64_t i = 1; i <= 70 + (int64_t)COUNT(further); i += is_light() ? 7 : 1) {
            draw_runs(i <= 70 ? i : further[i - 71]);
            check((unsigned)i);
        }
    }
}

/* Few tuples, which are prepared as a run, in several outer indices. */
TEST(a_run_of_each_outer_index_is_written)
{
    enum { N = 40 };
    scatter scatter = scatter_of(REFERENCE_UPDATE, 1, SHAPE(3, 80, 2), SHAPE(N));

    scatter.reduction = STREW_REDUCTION_ADD;
    fixture_place(&buffers, &scatter);
    for (int64_t t = 0; t < N; t++) fixture_write_index(&buffers, (size_t)t, t + 7);
    buffers.is_prepared = 1;
    check(0);
    buffers.is_prepared = 0;
}

TEST(runs_may_be_in_data_that_exceeds_l2)
{
    static const int64_t lengths[] = {1, 31, 32, 33, 97, 128, 129, 400, TUPLES};

    while (next_case()) {
        const int64_t length = lengths[choose("length", COUNT(lengths))];
        const unsigned round = (unsigned)choose("round", 3);
        if (is_light() && case_number() % 2) continue;
        place(&large, (unsigned)case_number() % 8);
        draw_runs(length);
        check(round);
    }
}

/* Padding begins and ends anywhere in blocks of 512 tuples. Those without it are written as if there were no ignore_index. */
static void draw_padding(size_t n_tuples, int32_t k, size_t begin, size_t end)
{
    for (size_t i = 0; i < n_tuples * (size_t)k; i++) {
        const int64_t index = fixture_in_bounds(&buffers, fixture_size_at(&buffers, i));
        fixture_write_index(&buffers, i, index == buffers.options.ignore_index ? 0 : index);
    }
    for (size_t t = begin; t < end; t += 1 + (size_t)random_below(&buffers.random, 3)) {
        fixture_set_index(&buffers, t, (int32_t)random_below(&buffers.random, (uint64_t)k), buffers.options.ignore_index);
    }
}

/* The same with an index out of bounds, in a block with padding or without. */
static void one_is_out_of_bounds(size_t tuple, int32_t component)
{
    reference_position position;
    strew_fault fault;

    fixture_set_index(&buffers, tuple, component, fixture_out_of_bounds(&buffers, buffers.data_shape[component]));
    if (buffers.options.policy != STREW_POLICY_ERROR) {
        check((unsigned)tuple);
    } else if (reference_is_out_of_bounds(&buffers.call, &position)) { /* the tuple is not one that is ignored */
        const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        assert_true(reference_is_position(&fault, &position));
    }
}

TEST(padding_may_be_in_any_block)
{
    enum { N = 1300, SIZE = 700, COLUMNS = 7 };
    static const size_t padded[][2] = {{0, 0}, {0, 1}, {511, 513}, {512, 1024}, {700, 701}, {1299, N}, {0, N}};
    static const int64_t ignored[] = {-1, 5, SIZE, -SIZE - 1, INT32_MIN}; /* in bounds or not */
    static const int64_t widths[] = {1, 3, LARGE_WIDTH};

    while (next_case()) {
        const size_t *const range = padded[choose("range", COUNT(padded))];
        const int64_t width = widths[choose("width", COUNT(widths))], ignore_index = ignored[choose("ignore_index", COUNT(ignored))];
        const int32_t k = 1 + (int32_t)choose("k - 1", 2);
        const strew_policy policy = (strew_policy)choose("policy", 4);
        scatter scatter = k == 1 ? scatter_of(REFERENCE_ND, 0, SHAPE(SIZE, width), SHAPE(N, 1))
                                 : scatter_of(REFERENCE_ND, 0, SHAPE(SIZE, COLUMNS, width / COLUMNS + 1), SHAPE(N, 2));
        if (is_light() && case_number() % 11 != 0) continue;
        scatter.dtype = STREW_DTYPE_INT16;
        scatter.index_dtype = random_below(&buffers.random, 2) ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        scatter.options.struct_size = sizeof scatter.options;
        scatter.options.policy = policy;
        scatter.options.has_ignore_index = 1;
        scatter.options.ignore_index = ignore_index;
        fixture_place(&buffers, &scatter);
        draw_padding(N, k, range[0], range[1]);
        check((unsigned)case_number());
        if (scatter.options.policy == STREW_POLICY_TRUSTED) continue;
        one_is_out_of_bounds((size_t)random_below(&buffers.random, N), (int32_t)random_below(&buffers.random, (uint64_t)k));
    }
}

/* Single elements, in one line and in rows of scatter_elements: many are combined by their indices as they are stored. Rows of data that
 * exceeds the second-level cache are prefetched. */
TEST(single_elements_are_written)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_DTYPE_UINT32,
                                         STREW_DTYPE_FLOAT64, STREW_DTYPE_INT16, STREW_DTYPE_COMPLEX64};
    static const strew_dtype index_dtypes[] = {STREW_DTYPE_INT32, STREW_DTYPE_INT64, STREW_DTYPE_UINT8};
    static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_ADD, STREW_REDUCTION_MAX, STREW_REDUCTION_NONE};
    static const int64_t lengths[] = {1, 31, 32, 33, 511, 513, 1027, 5000};

    while (next_case()) {
        const int64_t length = lengths[choose("length", COUNT(lengths))], n_rows = 1 + (int64_t)random_below(&buffers.random, 12);
        const scatter shapes[] = {
            scatter_of(REFERENCE_ND, 0, SHAPE(50), SHAPE(length, 1)),
            scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(n_rows + 1, length + 5), SHAPE(n_rows, length)),
            scatter_of(REFERENCE_ELEMENTS, 2, SHAPE(3, n_rows, length / 2 + 1), SHAPE(2, n_rows, length)),
        };
        scatter scatter = shapes[choose("shape", COUNT(shapes))];
        scatter.dtype = dtypes[choose("dtype", COUNT(dtypes))];
        scatter.index_dtype = index_dtypes[choose("index_dtype", COUNT(index_dtypes))];
        scatter.reduction = reductions[choose("reduction", COUNT(reductions))];
        const unsigned turn = (unsigned)case_number();
        if (is_light() && turn % 5 != 0) continue;
        scatter.options.policy = turn % 3 ? STREW_POLICY_ERROR : STREW_POLICY_TRUSTED;
        if (scatter.reduction == STREW_REDUCTION_MAX && scatter.dtype == STREW_DTYPE_COMPLEX64) scatter.reduction = STREW_REDUCTION_MUL;
        if (scatter.index_dtype == STREW_DTYPE_UINT8 && length > 250) scatter.index_dtype = STREW_DTYPE_INT64;
        const int wraps = turn % 2 == 0 && scatter.index_dtype != STREW_DTYPE_UINT8;
        scatter.options.negative = wraps ? STREW_NEGATIVE_WRAPS : STREW_NEGATIVE_OUT_OF_BOUNDS;
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        check(turn);
        const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        record_chosen(&plan);
    }
}

/* Rows of large data: few indices for each, which is not prefetched whole then, or many rows in each block of tuples, which is. */
TEST(elements_of_rows_of_large_data_are_written)
{
    while (next_case()) {
        scatter scatter = choose("is_short", 2) ? scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(62500, 12), SHAPE(2000, 12))
                                                : scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(5, 150000), SHAPE(4, 600));
        scatter.reduction = STREW_REDUCTION_ADD;
        scatter.index_dtype = choose("is_narrow", 2) ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        scatter.options.policy = choose("is_checked", 2) ? STREW_POLICY_ERROR : STREW_POLICY_TRUSTED;
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        check((unsigned)case_number());
    }
}

/* An index that changes after the check is found again where it is used. */
TEST(an_element_is_not_written_out_of_bounds)
{
    enum { N = 1500 };
    static const size_t places[] = {0, 1, 700, N - 2, N - 1};

    while (next_case()) {
        const size_t place = places[choose("place", COUNT(places))];
        const int64_t index = choose("is_too_large", 2) ? 60 : -61;
        scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(60), SHAPE(N, 1));
        strew_fault fault;
        scatter.reduction = STREW_REDUCTION_ADD;
        scatter.index_dtype = choose("is_narrow", 2) ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        strew_state_of(&plan)->check = NULL;
        fixture_set_index(&buffers, place, 0, index);
        memset(buffers.output.bytes, 0, 60 * sizeof(float));
        EXPECT_FAULT(run_alone(&plan, buffers.output.bytes, buffers.output.bytes, buffers.indices.bytes, buffers.updates.bytes, &fault),
                     INDICES_CHANGED);
    }
}

TEST(every_kernel_that_can_run_here_was_chosen)
{
    expect_all_chosen(PUT_KERNELS);
}

int main(void)
{
    return run_on_fixture(4 << 20, 8128);
}
