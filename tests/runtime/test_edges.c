/* The edges of the contract that must work: tuples of no components and of 64, one tuple and none, empty slices, offsets beyond 32 bits. */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include <strew/strew.h>

#include "compare.h"
#include "fill.h"
#include "reference.h"
#include "stage.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static strew_isa isas[MOST_ISAS];
static size_t n_isas;

static int set_up(void **state)
{
    (void)state;
    n_isas = runnable_isas(isas);
    return n_isas == 0;
}

/* ---- Shapes of every kind ----------------------------------------------------------------------------------------------------------- */

typedef struct shapes {
    strew_dtype dtype, index_dtype;
    int32_t r, q;
    int64_t data[STREW_MAX_RANK], indices[STREW_MAX_RANK];
} shapes;

static size_t elements(const int64_t *sizes, int32_t first, int32_t end)
{
    size_t n = 1;
    for (int32_t d = first; d < end; d++) n *= (size_t)sizes[d];
    return n;
}

/* Random contents and indices for these shapes; every reduction and instruction set, in place and out of place, against the reference. */
static void check_shapes(const shapes *shapes)
{
    const int32_t k = (int32_t)shapes->indices[shapes->q - 1], updates_rank = shapes->q - 1 + shapes->r - k;
    const size_t size = reference_size(shapes->dtype), n_data = elements(shapes->data, 0, shapes->r);
    const size_t n_tuples = elements(shapes->indices, 0, shapes->q - 1), n_updates = n_tuples * elements(shapes->data, k, shapes->r);
    const size_t n_indices = n_tuples * (size_t)k, index_size = reference_size(shapes->index_dtype);
    /* One byte more each: malloc(0) may be NULL, and the addresses become odd. */
    unsigned char *const data_values = malloc(n_data * size + 1), *const updates_values = malloc(n_updates * size + 1);
    unsigned char *const indices_values = malloc(n_indices * index_size + 1), *const output = malloc(n_data * size + 1);
    unsigned char *const expected = malloc(n_data * size + 1);
    int64_t updates_shape[STREW_MAX_RANK];
    const strew_tensor data = {shapes->dtype, shapes->r, shapes->data, data_values + 1};
    const strew_tensor indices = {shapes->index_dtype, shapes->q, shapes->indices, indices_values + 1};
    const strew_tensor updates = {shapes->dtype, updates_rank, updates_shape, updates_values + 1};
    uint64_t random = 99;

    assert_true(data_values && updates_values && indices_values && output && expected);
    for (int32_t d = 0; d < updates_rank; d++)
        updates_shape[d] = d < shapes->q - 1 ? shapes->indices[d] : shapes->data[k + d - (shapes->q - 1)];
    for (size_t i = 0; i < n_indices; i++) {
        const int64_t limit = shapes->data[i % (size_t)k];
        const int64_t value = (int64_t)random_below(&random, 2 * (uint64_t)limit) - limit;
        const int32_t narrow = (int32_t)value;
        memcpy(indices_values + 1 + i * index_size, index_size == 4 ? (const void *)&narrow : &value, index_size);
    }
    for (size_t r = 0; r < REFERENCE_REDUCTIONS; r++) {
        const strew_reduction reduction = reference_reductions[r];
        fill(shapes->dtype, data_values + 1, n_data, ORDINARY, &random);
        fill(shapes->dtype, updates_values + 1, n_updates, ORDINARY, &random);
        reference_scatter_nd(expected, &data, &indices, &updates, reduction);
        for (size_t i = 0; i < 2 * n_isas; i++) {
            const strew_options options = {.isa = isas[i / 2]};
            strew_tensor from = data;
            memset(output, 0x31, n_data * size + 1);
            if (i % 2) {
                memcpy(output + 1, data.values, n_data * size);
                from.values = output + 1;
            }
            assert_int_equal(strew_scatter_nd(output + 1, &from, &indices, &updates, reduction, &options, NULL), STREW_OK);
            assert_int_equal(output[0], 0x31);
            assert_true(is_same_or_print(shapes->dtype, output + 1, expected, n_data, "%s, r %d, q %d, k %d, %s",
                                         strew_isa_name(isas[i / 2]), (int)shapes->r, (int)shapes->q, (int)k,
                                         reference_reduction_name(reduction)));
        }
    }
    free(data_values);
    free(updates_values);
    free(indices_values);
    free(output);
    free(expected);
}

static void tuples_of_no_components_update_all_of_data(void **state)
{
    static const shapes of[] = {
        {STREW_FLOAT32, STREW_INT64, 2, 1, {3, 5}, {0}},       {STREW_FLOAT32, STREW_INT32, 2, 2, {3, 5}, {4, 0}},
        {STREW_INT8, STREW_INT32, 1, 3, {7}, {2, 3, 0}},       {STREW_FLOAT16, STREW_INT64, 3, 2, {5, 20, 13}, {3, 0}},
        {STREW_COMPLEX128, STREW_INT64, 1, 2, {1}, {2500, 0}}, {STREW_UINT16, STREW_INT64, 2, 2, {3, 5}, {0, 0}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(of); i++) check_shapes(&of[i]);
}

/* indices of rank 1: one tuple; updates have no dimension of tuples. */
static void indices_of_rank_1_are_one_tuple(void **state)
{
    static const shapes of[] = {
        {STREW_FLOAT64, STREW_INT64, 1, 1, {9}, {1}},
        {STREW_FLOAT32, STREW_INT32, 3, 1, {2, 3, 4}, {1}},
        {STREW_FLOAT32, STREW_INT64, 3, 1, {2, 3, 4}, {2}},
        {STREW_INT16, STREW_INT32, 3, 1, {2, 3, 4}, {3}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(of); i++) check_shapes(&of[i]);
}

static void indices_may_have_many_dimensions(void **state)
{
    static const shapes of[] = {
        {STREW_INT32, STREW_INT64, 2, 5, {6, 4}, {2, 1, 3, 2, 1}},
        {STREW_BFLOAT16, STREW_INT32, 4, 4, {3, 4, 5, 2}, {3, 1, 4, 3}},
        {STREW_BOOL, STREW_INT64, 3, 6, {3, 4, 5}, {1, 2, 1, 2, 3, 2}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(of); i++) check_shapes(&of[i]);
}

static void no_tuples_make_a_plain_copy(void **state)
{
    static const shapes of[] = {
        {STREW_FLOAT32, STREW_INT64, 2, 2, {30, 5}, {0, 1}},
        {STREW_UINT8, STREW_INT32, 1, 3, {7}, {3, 0, 1}},
        {STREW_COMPLEX64, STREW_INT32, 2, 2, {3, 5}, {0, 2}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(of); i++) check_shapes(&of[i]);
}

static void empty_slices_leave_data_alone(void **state)
{
    static const shapes of[] = {
        {STREW_FLOAT32, STREW_INT64, 2, 2, {4, 0}, {6, 1}},
        {STREW_INT64, STREW_INT32, 3, 2, {4, 3, 0}, {6, 2}},
        {STREW_INT64, STREW_INT32, 3, 2, {4, 0, 3}, {6, 1}},
        {STREW_INT64, STREW_INT32, 2, 2, {0, 3}, {6, 0}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(of); i++) check_shapes(&of[i]);
}

static void sixty_four_dimensions_work(void **state)
{
    (void)state;
    /* Tuples of 0, 1, 4, 5, 63 and 64 components into data of rank 64; and indices of rank 64 into data of rank 1. */
    for (int i = 0; i < 7; i++) {
        static const int64_t ks[] = {0, 1, 4, 5, 63, 64};
        shapes shapes = {STREW_INT32, i % 2 ? STREW_INT32 : STREW_INT64, i < 6 ? STREW_MAX_RANK : 1, i < 6 ? 2 : STREW_MAX_RANK, {0}, {0}};
        for (size_t d = 0; d < STREW_MAX_RANK; d++) {
            shapes.data[d] = d % 8 == 1 ? 2 : 1;
            shapes.indices[d] = d % 16 == 3 ? 2 : 1;
        }
        if (i < 6) {
            shapes.indices[0] = i == 0 ? 3 : 40;
            shapes.indices[1] = ks[i];
            /* The updates of k components have rank 1 + 64 - k: with none, one dimension too many. */
            if (ks[i] == 0) {
                shapes.q = 1;
                shapes.indices[0] = 0;
            }
        } else {
            shapes.data[0] = 5;
        }
        check_shapes(&shapes);
    }
}

/* ---- Order -------------------------------------------------------------------------------------------------------------------------- */

/* More tuples than any block, all into one slice. */
static void the_last_of_many_writers_wins(void **state)
{
    enum { WRITERS = 10001 };
    static int32_t indices_values[WRITERS];
    static int16_t updates_values[WRITERS];
    const int64_t data_shape[] = {3}, indices_shape[] = {WRITERS, 1}, updates_shape[] = {WRITERS};
    const strew_tensor indices = {STREW_INT32, 2, indices_shape, indices_values};
    const strew_tensor updates = {STREW_INT16, 1, updates_shape, updates_values};

    (void)state;
    for (size_t i = 0; i < WRITERS; i++) {
        indices_values[i] = i % 3 ? 1 : -2;
        updates_values[i] = (int16_t)i;
    }
    for (size_t i = 0; i < n_isas; i++) {
        const strew_options options = {.isa = isas[i]};
        int16_t output[3] = {-1, -2, -3};
        const strew_tensor data = {STREW_INT16, 1, data_shape, output};
        assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_NONE, &options, NULL), STREW_OK);
        assert_int_equal(output[0], -1);
        assert_int_equal(output[1], WRITERS - 1);
        assert_int_equal(output[2], -3);
    }
}

/* Sums that depend on the order, and on rounding after every one: 1 + 2^24 - 2^24 is 0 in float32, and 4,096 ones in float16 are 2,048. */
static void sums_are_rounded_tuple_by_tuple(void **state)
{
    enum { ONES = 4096 };
    static uint16_t ones[ONES];
    static int64_t zeros[ONES];
    const float large[] = {1, 16777216, -16777216}, other_order[] = {16777216, -16777216, 1};
    const int64_t data_shape[] = {1}, three[] = {3, 1}, of_three[] = {3}, many[] = {ONES, 1}, of_many[] = {ONES};
    const strew_tensor three_indices = {STREW_INT64, 2, three, zeros}, many_indices = {STREW_INT64, 2, many, zeros};
    const strew_tensor three_updates = {STREW_FLOAT32, 1, of_three, large}, in_other_order = {STREW_FLOAT32, 1, of_three, other_order};
    const strew_tensor many_updates = {STREW_FLOAT16, 1, of_many, ones};

    (void)state;
    for (size_t i = 0; i < ONES; i++) ones[i] = 0x3c00;
    for (size_t i = 0; i < n_isas; i++) {
        const strew_options options = {.isa = isas[i]};
        float sum = 0;
        uint16_t count = 0;
        const strew_tensor sum_data = {STREW_FLOAT32, 1, data_shape, &sum}, count_data = {STREW_FLOAT16, 1, data_shape, &count};
        assert_int_equal(strew_scatter_nd(&sum, &sum_data, &three_indices, &three_updates, STREW_ADD, &options, NULL), STREW_OK);
        assert_true(sum == 0);
        assert_int_equal(strew_scatter_nd(&sum, &sum_data, &three_indices, &in_other_order, STREW_ADD, &options, NULL), STREW_OK);
        assert_true(sum == 1);
        assert_int_equal(strew_scatter_nd(&count, &count_data, &many_indices, &many_updates, STREW_ADD, &options, NULL), STREW_OK);
        assert_int_equal(count, 0x6800);
    }
}

/* ---- Large tensors ------------------------------------------------------------------------------------------------------------------ */

/* A tensor of gigabytes that takes no memory but for the pages that are written. */
static unsigned char *map_sparse(size_t bytes)
{
    unsigned char *const mapping = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(mapping != MAP_FAILED);
    return mapping;
}

/* Adds 1, 2, 3, ... in place, in this order, to the slices that the tuples name, and looks at each and at its neighbours. */
static void check_far(const int64_t *data_shape, int32_t r, int32_t k, const int64_t *tuples, size_t n_tuples, strew_policy policy)
{
    enum { MOST_TUPLES = 64, MOST_WIDTH = 32 };
    const size_t n_data = elements(data_shape, 0, r), width = elements(data_shape, k, r);
    const int64_t indices_shape[] = {(int64_t)n_tuples, k};
    unsigned char *const output = map_sparse(n_data);
    unsigned char updates_values[MOST_TUPLES * MOST_WIDTH];
    int64_t updates_shape[STREW_MAX_RANK];
    const strew_tensor data = {STREW_UINT8, r, data_shape, output}, indices = {STREW_INT64, 2, indices_shape, tuples};
    const strew_tensor updates = {STREW_UINT8, 1 + r - k, updates_shape, updates_values};

    assert_true(n_tuples <= MOST_TUPLES && width <= MOST_WIDTH);
    memset(updates_values, 0, sizeof updates_values);
    updates_shape[0] = (int64_t)n_tuples;
    for (int32_t d = k; d < r; d++) updates_shape[1 + d - k] = data_shape[d];
    for (size_t t = 0; t < n_tuples; t++) memset(updates_values + t * width, (int)t + 1, width);

    for (size_t i = 0; i < n_isas; i++) {
        const strew_options options = {.policy = policy, .isa = isas[i]};
        uint64_t at[MOST_TUPLES];
        assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_ADD, &options, NULL), STREW_OK);
        for (size_t t = 0; t < n_tuples; t++) {
            uint64_t slice = 0;
            for (int32_t j = 0; j < k; j++) {
                const int64_t index = tuples[t * (size_t)k + (size_t)j];
                slice = slice * (uint64_t)data_shape[j] + (uint64_t)(index < 0 ? index + data_shape[j] : index);
            }
            at[t] = slice * width;
        }
        for (size_t t = 0; t < n_tuples; t++) {
            /* What all the tuples that name this slice add to it; the bytes around are 0 unless they are another's. */
            unsigned sum = 0;
            int is_alone = 1;
            for (size_t other = 0; other < n_tuples; other++) {
                sum += at[other] == at[t] ? (unsigned)other + 1 : 0;
                is_alone &= at[other] == at[t] || at[other] > at[t] + width || at[other] + width < at[t];
            }
            for (size_t w = 0; w < width; w++) assert_int_equal(output[at[t] + w], sum);
            if (is_alone) {
                assert_int_equal(at[t] ? output[at[t] - 1] : 0, 0);
                assert_int_equal(at[t] + width < n_data ? output[at[t] + width] : 0, 0);
            }
        }
        for (size_t t = 0; t < n_tuples; t++) memset(output + at[t], 0, width);
    }
    munmap(output, n_data);
}

static const int64_t far_indices[] = {
    0, 5, 2147483647, 2147483648, -1, 2147483649, 4294967295, 4294967296, 7, 4294967297, 4294967300, -4294967301, 4294967295, 4294967296,
};

static void slices_lie_beyond_2_to_the_31_and_32(void **state)
{
    const int64_t data_shape[] = {(INT64_C(1) << 32) + 5};

    (void)state;
    check_far(data_shape, 1, 1, far_indices, COUNT(far_indices), STREW_POLICY_ERROR);
    check_far(data_shape, 1, 1, far_indices, COUNT(far_indices), STREW_POLICY_TRUSTED);
}

/* Exactly as many slices as 32 bits can number, and one fewer and one more. */
static void as_many_slices_as_32_bits_can_number_work(void **state)
{
    const int64_t indices[] = {0, 4294967294, -1, 2147483648, -4294967295, 1, 4294967294, -1, 3};

    (void)state;
    for (int64_t size = (INT64_C(1) << 32) - 1; size <= (INT64_C(1) << 32) + 1; size++)
        check_far(&size, 1, 1, indices, COUNT(indices), STREW_POLICY_ERROR);
}

/* Few slices, many bytes. */
static void bytes_lie_beyond_2_to_the_32(void **state)
{
    const int64_t of_17[] = {300000000, 17}, of_16[] = {300000000, 16},
                  tuples_1[] = {0, 299999999, -1, 252645135, 252645136, 126322567, 134217728};
    const int64_t of_three[] = {20000, 25000, 11}, tuples_2[] = {0, 0, 19999, 24999, -1, -1, 15618, 21, 15618, 22, 7809, 0, -20000, 1};

    (void)state;
    check_far(of_17, 2, 1, tuples_1, COUNT(tuples_1), STREW_POLICY_ERROR);
    check_far(of_16, 2, 1, tuples_1, COUNT(tuples_1), STREW_POLICY_ERROR);
    check_far(of_three, 3, 2, tuples_2, COUNT(tuples_2) / 2, STREW_POLICY_ERROR);
}

/* Strides beyond 32 bits, and a dimension in front that shifts by more than 2^32. */
static void strides_lie_beyond_2_to_the_32(void **state)
{
    const int64_t of_two[] = {2, (INT64_C(1) << 32) + 3}, tuples_2[] = {0, 1, 1, 1, 1, -1, 0, 4294967296, 1, 4294967295, -1, 0, -2, -1};
    const int64_t of_three[] = {3, 50000, 30000, 2}, tuples_3[] = {2, 49999, 29999, 0, 0, 1, -1, -1, -1, 1, 21582, 27296, 2, 43165, 24592};
    const int64_t of_one[] = {1, INT64_C(1) << 32}, tuples_1[] = {0, 4294967295, -1, 1, 0, -1, 0, 77, 0, 2147483648};

    (void)state;
    check_far(of_two, 2, 2, tuples_2, COUNT(tuples_2) / 2, STREW_POLICY_ERROR);
    check_far(of_three, 4, 3, tuples_3, COUNT(tuples_3) / 3, STREW_POLICY_ERROR);
    check_far(of_one, 2, 2, tuples_1, COUNT(tuples_1) / 2, STREW_POLICY_ERROR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples_of_no_components_update_all_of_data),
        cmocka_unit_test(indices_of_rank_1_are_one_tuple),
        cmocka_unit_test(indices_may_have_many_dimensions),
        cmocka_unit_test(no_tuples_make_a_plain_copy),
        cmocka_unit_test(empty_slices_leave_data_alone),
        cmocka_unit_test(sixty_four_dimensions_work),
        cmocka_unit_test(the_last_of_many_writers_wins),
        cmocka_unit_test(sums_are_rounded_tuple_by_tuple),
        cmocka_unit_test(slices_lie_beyond_2_to_the_31_and_32),
        cmocka_unit_test(as_many_slices_as_32_bits_can_number_work),
        cmocka_unit_test(bytes_lie_beyond_2_to_the_32),
        cmocka_unit_test(strides_lie_beyond_2_to_the_32),
    };
    return cmocka_run_group_tests_name("edges", tests, set_up, NULL);
}
