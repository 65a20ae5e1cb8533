/* What every other test leans on: the reference's own arithmetic, against values worked out by hand. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compare.h"
#include "fill.h"
#include "reference.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void small_floats_survive_the_way_there_and_back(void **state)
{
    const strew_dtype dtypes[] = {STREW_FLOAT16, STREW_BFLOAT16};

    (void)state;
    for (size_t d = 0; d < COUNT(dtypes); d++) {
        for (uint32_t bits = 0; bits < 0x10000; bits++) {
            const double value = reference_widen(dtypes[d], (uint16_t)bits);
            const uint16_t back = reference_narrow(dtypes[d], value);
            size_t where;
            if (back != bits) assert_true(isnan(value) && is_same(dtypes[d], &back, &(uint16_t){(uint16_t)bits}, 1, &where));
        }
    }
}

/* Between any two neighbours: below the middle rounds down, above it up, and the middle to the even one. */
static void small_floats_round_to_nearest_even(void **state)
{
    const struct {
        strew_dtype dtype;
        uint16_t infinity;
        double beyond; /* what would follow the greatest number */
    } formats[] = {{STREW_FLOAT16, 0x7c00, 0x1p16}, {STREW_BFLOAT16, 0x7f80, 0x1p128}};

    (void)state;
    for (size_t f = 0; f < COUNT(formats); f++) {
        for (uint32_t bits = 0; bits < formats[f].infinity; bits++) {
            const strew_dtype dtype = formats[f].dtype;
            const uint16_t low = (uint16_t)bits, high = (uint16_t)(bits + 1);
            const double a = reference_widen(dtype, low);
            const double b = high == formats[f].infinity ? formats[f].beyond : reference_widen(dtype, high);
            const double middle = (a + b) / 2;
            const uint16_t even = bits % 2 ? high : low;
            assert_int_equal(reference_narrow(dtype, nextafter(middle, 0)), low);
            assert_int_equal(reference_narrow(dtype, middle), even);
            assert_int_equal(reference_narrow(dtype, nextafter(middle, (double)INFINITY)), high);
            assert_int_equal(reference_narrow(dtype, -middle), even | 0x8000);
        }
    }
}

static void small_floats_have_the_values_of_their_formats(void **state)
{
    (void)state;
    assert_true(reference_widen(STREW_FLOAT16, 0x3c00) == 1);
    assert_true(reference_widen(STREW_FLOAT16, 0xc000) == -2);
    assert_true(reference_widen(STREW_FLOAT16, 0x7bff) == 65504);
    assert_true(reference_widen(STREW_FLOAT16, 0x0001) == 0x1p-24);
    assert_true(reference_widen(STREW_BFLOAT16, 0x3f80) == 1);
    assert_true(reference_widen(STREW_BFLOAT16, 0x4049) == 3.140625);
    assert_true(reference_widen(STREW_BFLOAT16, 0x0001) == 0x1p-133);
    assert_true(isinf(reference_widen(STREW_BFLOAT16, 0x7f80)));
    assert_true(isnan(reference_widen(STREW_FLOAT16, 0x7c01)));
    assert_true(signbit(reference_widen(STREW_FLOAT16, 0x8000)));
}

/* The sum that the contract itself gives: rounding after every update stops the count at 2,048. */
static void four_thousand_ones_in_float16_are_2048(void **state)
{
    const uint16_t one = 0x3c00;
    uint16_t sum = 0;

    (void)state;
    for (int i = 0; i < 4096; i++) reference_combine(STREW_FLOAT16, STREW_ADD, &sum, &one);
    assert_true(reference_widen(STREW_FLOAT16, sum) == 2048);
}

static float combine_f32(strew_reduction reduction, float a, float b)
{
    reference_combine(STREW_FLOAT32, reduction, &a, &b);
    return a;
}

static void floats_reduce_as_ieee_754_says(void **state)
{
    const float nan_ = (float)NAN;

    (void)state;
    assert_true(isnan(combine_f32(STREW_MIN, 1, nan_)) && isnan(combine_f32(STREW_MIN, nan_, 1)));
    assert_true(isnan(combine_f32(STREW_MAX, 1, nan_)) && isnan(combine_f32(STREW_MAX, nan_, 1)));
    assert_true(signbit(combine_f32(STREW_MIN, 0.0f, -0.0f)) && signbit(combine_f32(STREW_MIN, -0.0f, 0.0f)));
    assert_true(!signbit(combine_f32(STREW_MAX, 0.0f, -0.0f)) && !signbit(combine_f32(STREW_MAX, -0.0f, 0.0f)));
    assert_true(combine_f32(STREW_MIN, 2, -3) == -3 && combine_f32(STREW_MAX, 2, -3) == 2);
    assert_true(combine_f32(STREW_ADD, 16777216.0f, 1.0f) == 16777216.0f);
    assert_true(combine_f32(STREW_SUB, 1, 3) == -2);
    assert_true(combine_f32(STREW_MUL, FLT_MIN, 0.5f) == FLT_MIN / 2);
    assert_true(isinf(combine_f32(STREW_MUL, FLT_MAX, 2)));
    assert_true(isnan(combine_f32(STREW_SUB, (float)INFINITY, (float)INFINITY)));
}

static void integers_wrap_around(void **state)
{
    int8_t i8 = 100, one_hundred = 100;
    uint16_t u16 = 0, one = 1;
    int64_t i64 = INT64_MIN, minus_one = -1;
    uint32_t u32 = 0x80000001, three = 3;
    int16_t low = -5;
    uint64_t u64 = UINT64_MAX, small = 1;

    (void)state;
    reference_combine(STREW_INT8, STREW_ADD, &i8, &one_hundred);
    assert_int_equal(i8, -56);
    reference_combine(STREW_UINT16, STREW_SUB, &u16, &one);
    assert_int_equal(u16, 65535);
    reference_combine(STREW_INT64, STREW_MUL, &i64, &minus_one);
    assert_true(i64 == INT64_MIN);
    reference_combine(STREW_UINT32, STREW_MUL, &u32, &three);
    assert_int_equal(u32, 0x80000003);
    reference_combine(STREW_INT16, STREW_MIN, &low, &(int16_t){4});
    assert_int_equal(low, -5);
    reference_combine(STREW_INT16, STREW_MAX, &low, &(int16_t){4});
    assert_int_equal(low, 4);
    reference_combine(STREW_UINT64, STREW_MIN, &u64, &small);
    assert_true(u64 == 1);
}

static void bools_are_logic_on_any_byte(void **state)
{
    static const struct {
        strew_reduction reduction;
        unsigned char of_true_false, of_true_true, of_false_false;
    } rows[] = {{STREW_ADD, 1, 1, 0}, {STREW_SUB, 1, 0, 0}, {STREW_MUL, 0, 1, 0}, {STREW_MIN, 0, 1, 0}, {STREW_MAX, 1, 1, 0}};
    unsigned char value = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        value = 2;
        reference_combine(STREW_BOOL, rows[i].reduction, &value, &(unsigned char){0});
        assert_int_equal(value, rows[i].of_true_false);
        value = 2;
        reference_combine(STREW_BOOL, rows[i].reduction, &value, &(unsigned char){4});
        assert_int_equal(value, rows[i].of_true_true);
        value = 0;
        reference_combine(STREW_BOOL, rows[i].reduction, &value, &(unsigned char){0});
        assert_int_equal(value, rows[i].of_false_false);
    }
    reference_combine(STREW_BOOL, STREW_NONE, &value, &(unsigned char){7});
    assert_int_equal(value, 7);
}

static void complexes_multiply_and_are_ordered_by_parts(void **state)
{
    const double nan_ = (double)NAN;
    double product[2] = {1, 2}, least[2] = {1, 5}, zero[2] = {-0.0, 1}, poisoned[2] = {3, nan_}, kept[2] = {4, 4};
    float rounded[2] = {16777217.0f, 1};

    (void)state;
    reference_combine(STREW_COMPLEX128, STREW_MUL, product, (double[]){3, -1});
    assert_true(product[0] == 5 && product[1] == 5);
    reference_combine(STREW_COMPLEX128, STREW_MIN, least, (double[]){1, 4});
    assert_true(least[0] == 1 && least[1] == 4);
    reference_combine(STREW_COMPLEX128, STREW_MAX, least, (double[]){1, 3});
    assert_true(least[1] == 4);
    /* The zeros of the real parts are equal, so the imaginary parts decide. */
    reference_combine(STREW_COMPLEX128, STREW_MIN, zero, (double[]){0.0, 0.5});
    assert_true(!signbit(zero[0]) && zero[1] == 0.5);
    reference_combine(STREW_COMPLEX128, STREW_MAX, poisoned, (double[]){9, 9});
    assert_true(poisoned[0] == 3 && isnan(poisoned[1]));
    reference_combine(STREW_COMPLEX128, STREW_MIN, kept, (double[]){nan_, 8});
    assert_true(isnan(kept[0]) && kept[1] == 8);
    reference_combine(STREW_COMPLEX64, STREW_ADD, rounded, (float[]){1, 1});
    assert_true(rounded[0] == 16777216.0f + 1 && rounded[1] == 2);
}

/* data[2][3], tuples of two components, the last of them a duplicate that counts from the end. */
static void the_loop_takes_tuples_in_order(void **state)
{
    const int64_t data_shape[] = {2, 3}, indices_shape[] = {3, 2}, updates_shape[] = {3};
    const int32_t data_values[] = {0, 1, 2, 3, 4, 5}, updates_values[] = {10, 20, 30};
    const int64_t indices_values[] = {1, 2, 0, 0, -1, -1};
    const strew_tensor data = {STREW_INT32, 2, data_shape, data_values};
    const strew_tensor indices = {STREW_INT64, 2, indices_shape, indices_values};
    const strew_tensor updates = {STREW_INT32, 1, updates_shape, updates_values};
    const int32_t moved[] = {20, 1, 2, 3, 4, 30}, subtracted[] = {-20, 1, 2, 3, 4, -35};
    int32_t output[6];
    reference_place place;

    (void)state;
    reference_scatter_nd(output, &data, &indices, &updates, STREW_NONE);
    assert_memory_equal(output, moved, sizeof moved);
    reference_scatter_nd(output, &data, &indices, &updates, STREW_SUB);
    assert_memory_equal(output, subtracted, sizeof subtracted);
    assert_false(reference_is_outside(&data, &indices, STREW_NEGATIVE_WRAPS, &place));
    assert_true(reference_is_outside(&data, &indices, STREW_NEGATIVE_OUTSIDE, &place));
    assert_int_equal(place.tuple, 2);
    assert_int_equal(place.component, 0);
    assert_int_equal(place.value, -1);
}

static void comparison_forgives_nothing_but_the_kind_of_a_nan(void **state)
{
    const uint32_t nans[] = {0x7fc00000, 0xff800001}, zeros[] = {0, 0x80000000};
    const float pair[] = {(float)NAN, 1}, other_pair[] = {-(float)NAN, 1}, wrong_pair[] = {(float)NAN, 2};
    const int32_t numbers[] = {1, 2, 3}, other_numbers[] = {1, 2, 4};
    size_t where = 99;

    (void)state;
    assert_true(is_same(STREW_FLOAT32, &nans[0], &nans[1], 1, &where));
    assert_false(is_same(STREW_FLOAT32, &zeros[0], &zeros[1], 1, &where));
    assert_false(is_same(STREW_FLOAT32, &nans[0], &zeros[0], 1, &where));
    assert_false(is_same(STREW_UINT32, &nans[0], &nans[1], 1, &where));
    assert_true(is_same(STREW_COMPLEX64, pair, other_pair, 1, &where));
    assert_false(is_same(STREW_COMPLEX64, pair, wrong_pair, 1, &where));
    assert_false(is_same(STREW_INT32, numbers, other_numbers, 3, &where));
    assert_int_equal(where, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_floats_survive_the_way_there_and_back),
        cmocka_unit_test(small_floats_round_to_nearest_even),
        cmocka_unit_test(small_floats_have_the_values_of_their_formats),
        cmocka_unit_test(four_thousand_ones_in_float16_are_2048),
        cmocka_unit_test(floats_reduce_as_ieee_754_says),
        cmocka_unit_test(integers_wrap_around),
        cmocka_unit_test(bools_are_logic_on_any_byte),
        cmocka_unit_test(complexes_multiply_and_are_ordered_by_parts),
        cmocka_unit_test(the_loop_takes_tuples_in_order),
        cmocka_unit_test(comparison_forgives_nothing_but_the_kind_of_a_nan),
    };
    return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
