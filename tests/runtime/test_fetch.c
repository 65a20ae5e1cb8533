/* Every kernel that gathers, between guard pages and against the reference, for slices of all widths; afterwards, that every kernel of the
 * list has run; and outputs that exceed the caches. */
#include <strew/strew.h>

#include "../generated/chosen_kernels.h"
#include "calls.h"
#include "gathering.h"
#include "isas.h"
#include "plan_state.h" /* what a plan knows of the caches is changed here */
#include "pools.h"
#include "testing.h"

enum { CAPACITY = 4 << 20 };

static gathering buffers;
static strew_isa isas[MAX_ISAS];
static size_t n_isas;

/* Bytes of a slice, around the registers and lines of every instruction set. */
static const int64_t widths[] = {1,   2,   3,   4,   5,   6,   7,   8,   9,    11,   12,   13,   15,   16,   17,   20,
                                 23,  24,  28,  31,  32,  33,  36,  47,  48,   63,   64,   65,   72,   96,   127,  128,
                                 129, 192, 255, 256, 257, 511, 512, 513, 1000, 1024, 2047, 2048, 4095, 4096, 4097, 5000};
static const int64_t counts[] = {0, 1, 2, 3, 5, 8, 17, 130, 700};

TEST(slices_of_every_width_are_gathered)
{
    for (size_t w = 0; w < COUNT(widths); w++) {
        for (size_t c = 0; c < COUNT(counts); c++) {
            if (is_light() && (w + c) % 3 != 0) continue;
            const int64_t size = 1 + (int64_t)random_below(&buffers.random, 40);
            const gather what = {GATHER,
                                 STREW_DTYPE_UINT8,
                                 random_below(&buffers.random, 2) ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
                                 {0},
                                 0,
                                 0,
                                 2,
                                 1,
                                 {size, widths[w]},
                                 {counts[c]}};
            gathering_draw(&buffers, &what, 0);
            gathering_expect(&buffers);
            for (size_t i = 0; i < n_isas; i++) {
                for (int end = FLUSH_END; end <= FLUSH_START; end++) {
                    gathering_flush(&buffers, (placement)end);
                    assert_true(gathering_works(&buffers, isas[i]));
                }
                strew_plan plan;
                strew_options options = STREW_OPTIONS(.isa = isas[i]);
                gather_call call = buffers.call;
                call.options = &options;
                assert_int_equal(plan_gather_call(&plan, &call, NULL), STREW_OK);
                record_chosen(&plan);
            }
        }
    }
}

/* Single elements, in one line, in rows of a batch and in rows of gather_elements: many are taken by their indices as they are stored. */
TEST(single_elements_are_gathered)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_DTYPE_UINT32, STREW_DTYPE_INT16,
                                         STREW_DTYPE_COMPLEX64};
    static const strew_dtype index_dtypes[] = {STREW_DTYPE_INT32, STREW_DTYPE_INT64, STREW_DTYPE_UINT8};
    static const int64_t lengths[] = {1, 31, 32, 33, 513, 700, 1024, 1027};

    for (size_t l = 0; l < COUNT(lengths); l++) {
        const int64_t n = lengths[l], n_rows = 1 + (int64_t)random_below(&buffers.random, 40), size = n + 5;
        gather shapes[] = {
            {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 1, 1, {50}, {n}},
            {GATHER_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 1, 2, 3, {n_rows, 60}, {n_rows, n, 1}},
            {GATHER_ELEMENTS, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 1, 0, 2, 2, {n_rows + 1, size}, {n_rows, n}},
            {GATHER_ELEMENTS, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 2, 0, 3, 3, {3, n_rows, size}, {2, n_rows, n}},
        };
        while (next_case()) {
            gather *const what = &shapes[choose("shapes", COUNT(shapes))];
            what->dtype = dtypes[choose("dtype", COUNT(dtypes))];
            what->index_dtype = index_dtypes[choose("index_dtype", COUNT(index_dtypes))];
            if (is_light() && (case_number() + l) % 7 != 0) continue;
            if (what->index_dtype == STREW_DTYPE_UINT8 && size > 255) continue;
            what->options.negative = (strew_negative)(case_number() % 2);
            gathering_draw(&buffers, what, 0);
            gathering_expect(&buffers);
            for (size_t isa = 0; isa < n_isas; isa++) {
                for (int end = FLUSH_END; end <= FLUSH_START; end++) {
                    gathering_flush(&buffers, (placement)end);
                    assert_true(gathering_works(&buffers, isas[isa]));
                }
            }
            strew_plan plan;
            assert_int_equal(plan_gather_call(&plan, &buffers.call, NULL), STREW_OK);
            record_chosen(&plan);
        }
    }
}

/* Data that exceeds a second-level cache is prefetched, past the last tuple too. */
TEST(large_data_is_gathered)
{
    static const int64_t slices[] = {1, 3, 8, 24, 64, 100, 333, 1024};

    for (size_t w = 0; w < COUNT(slices); w++) {
        const gather what = {GATHER_ND, STREW_DTYPE_UINT8, STREW_DTYPE_INT64, {0}, 0, 0, 2, 2, {(3 << 20) / slices[w], slices[w]},
                             {700, 1}};
        gathering_draw(&buffers, &what, 0);
        gathering_expect(&buffers);
        for (size_t i = 0; i < n_isas; i++) assert_true(gathering_works(&buffers, isas[i]));
    }
}

/* And so is data whose slices are further apart than they are long, of less than a line and of more. */
TEST(large_data_with_gaps_is_gathered)
{
    enum { SIZE = 100, MAX_WIDTH = 40, GAP = 4, TAKEN = 700 };
    static const int64_t widths[] = {8, MAX_WIDTH}, taken[] = {TAKEN};
    static float values[SIZE * (MAX_WIDTH + GAP)], output[TAKEN * MAX_WIDTH];
    static int64_t indices[TAKEN];
    const strew_tensor tuples = {STREW_DTYPE_INT64, 1, taken, NULL, NULL};
    strew_plan plan;

    for (size_t i = 0; i < COUNT(values); i++) values[i] = (float)i;
    for (size_t t = 0; t < TAKEN; t++) indices[t] = (int64_t)(t * t % SIZE);
    for (size_t w = 0; w < COUNT(widths); w++) {
        const int64_t width = widths[w], shape[] = {SIZE, width}, strides[] = {width + GAP, 1};
        const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, shape, NULL, strides};
        assert_int_equal(plan_gather(&plan, &data, &tuples, 0, 0, NULL, NULL), STREW_OK);
        strew_state_of(&plan)->exceeds_l2 = 1;
        assert_int_equal(run_gather(&plan, output, values, indices, NULL, NULL), STREW_OK);
        for (int64_t i = 0; i < TAKEN * width; i++) assert_true(output[i] == values[indices[i / width] * strides[0] + i % width]);
    }
}

/* Few tuples that are one run, and are prepared as such, in several outer indices. */
TEST(a_run_of_each_outer_index_is_gathered)
{
    enum { TAKEN = 40 };
    const gather what = {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 1, 0, 3, 1, {6, 80, 3}, {TAKEN}};
    const strew_resources resources = STREW_RESOURCES_INIT;
    strew_plan plan;

    gathering_draw(&buffers, &what, 0);
    for (int64_t t = 0; t < TAKEN; t++) gathering_write_index(&buffers, (size_t)t, t + 7);
    gathering_expect(&buffers);
    assert_int_equal(plan_gather_call(&plan, &buffers.call, NULL), STREW_OK);
    assert_true(gathering_run_prepared(&buffers, &plan, &resources));
}

/* Where output exceeds the caches, wide slices go past them. A plan says so: here it says it of small ones. */
TEST(large_outputs_are_right)
{
    static const gather gathers[] = {
        {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 2, 1, {40, 200}, {700}},  /* several slices in the buffer */
        {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 2, 1, {40, 20}, {700}},   /* too narrow */
        {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 2, 1, {30, 2500}, {70}},  /* wider than the buffer */
        {GATHER, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT32, {0}, 1, 0, 3, 1, {6, 30, 300}, {5}}, /* few tuples of several outer indices */
        {GATHER_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 1, 3, 3, {6, 30, 300}, {6, 9, 1}},
        {GATHER_ELEMENTS, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, {0}, 0, 0, 2, 2, {30, 200}, {9, 200}},
    };

    while (next_case()) {
        gather what = gathers[choose("gather", COUNT(gathers))];
        strew_plan plan;
        what.options.policy = (strew_policy)choose("policy", 4);
        gathering_draw(&buffers, &what, what.options.policy >= STREW_POLICY_SKIP ? 3 : 0);
        gathering_expect(&buffers);
        assert_int_equal(plan_gather_call(&plan, &buffers.call, NULL), STREW_OK);
        strew_state_of(&plan)->exceeds_l2 = strew_state_of(&plan)->exceeds_caches = 1;
        for (size_t n = 1; n <= 3; n += 2) {
            size_t n_threads = n;
            const strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
            assert_true(gathering_run(&buffers, &plan, &resources));
            assert_true(gathering_run_prepared(&buffers, &plan, &resources));
        }
    }
}

/* Tuples on a grid are copied row by row, also by several threads. */
static void check_grid(int64_t width)
{
    const gather what = {GATHER_ND, STREW_DTYPE_INT32, STREW_DTYPE_INT64, {0}, 0, 0, 3, 3, {80, 90, width}, {60, 70, 2}};
    const size_t n_rows = 60, n_columns = 70;
    strew_plan plan;

    gathering_draw(&buffers, &what, 0);
    for (size_t i = 0; i < n_rows * n_columns; i++) {
        gathering_write_index(&buffers, 2 * i, (int64_t)(i / n_columns + 10));
        gathering_write_index(&buffers, 2 * i + 1, (int64_t)(i % n_columns + 15));
    }
    gathering_expect(&buffers);
    assert_int_equal(plan_gather_call(&plan, &buffers.call, NULL), STREW_OK);
    for (int is_large = 0; is_large < 2; is_large++) {
        strew_state_of(&plan)->exceeds_caches = is_large != 0;
        for (size_t n = 1; n <= 64; n *= 4) {
            size_t n_threads = n;
            const strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
            assert_true(gathering_run(&buffers, &plan, &resources));
        }
    }
}

TEST(grids_that_threads_share_work)
{
    check_grid(20);
    check_grid(5); /* a row has less than a page */
}

TEST(every_kernel_that_can_run_here_was_chosen)
{
    expect_all_chosen(GATHER_KERNELS);
}

int main(void)
{
    buffers = gathering_open(CAPACITY, 20260301);
    n_isas = runnable_isas(isas);
    return run_all_tests(NULL, NULL);
}
