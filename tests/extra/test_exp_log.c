/* The exp and log of softmax beside those of long double, and its conversions of halves. */
#include <float.h>
#include <math.h>

#include "../../extra/exp_log.h"
#include "../../extra/softmax_rows.h"
#include "compare.h"
#include "fill.h"
#include "reference.h"
#include "testing.h"
#include "units.h"

static uint64_t state_of_random = 47;

static size_t below(size_t end)
{
    return (size_t)random_below(&state_of_random, end);
}

/* What the header of exp and log says, and what long double itself may be wrong by where it is no longer than a double. */
#define BOUND (has_long_doubles() ? 1.1L : 1.7L)

/* The same of a float beside a double, which is wrong by 2^-29 units at most, and fast enough for all of them. */
static double quick_distance_of(float found, double exact)
{
    uint64_t bits;
    memcpy(&bits, &exact, sizeof bits);
    const uint64_t exponent = bits >> 52 & 0x7ff, lowest = 1023 + FLT_MIN_EXP - 1;
    bits = ((exponent < lowest ? lowest : exponent) - (FLT_MANT_DIG - 1)) << 52;
    double unit;
    memcpy(&unit, &bits, sizeof unit);
    return fabs(found - exact) / unit;
}

static float float_of(uint64_t number)
{
    const uint32_t bits = (uint32_t)number;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Those that are worst are compared with long double. */
TEST(exp_and_log_of_floats_are_within_their_bound)
{
    const uint32_t step = is_full() ? 1 : is_light() ? 1000003 : 4099;
    long double worst_exp = 0, worst_log = 0;
    double quick_exp = 0.5, quick_log = 0.5;

    for (uint64_t i = UINT32_C(0x80000000); i <= UINT32_C(0xff800000); i += step) {
        const float x = float_of(i), found = strew_exp_f32(x, 0);
        const double quick = quick_distance_of(found, exp(x));
        if (quick < quick_exp) continue;
        const long double distance = distance_of(found, expl(x), FLT_MANT_DIG, FLT_MIN_EXP);
        quick_exp = quick, worst_exp = distance > worst_exp ? distance : worst_exp;
    }
    for (uint64_t i = UINT32_C(0x00800000); i < UINT32_C(0x7f800000); i += step) {
        const float x = float_of(i), found = strew_log_f32(x);
        const double quick = quick_distance_of(found, log(x));
        if (quick < quick_log) continue;
        const long double distance = distance_of(found, logl(x), FLT_MANT_DIG, FLT_MIN_EXP);
        quick_log = quick, worst_log = distance > worst_log ? distance : worst_log;
    }
    print_message("of %u: exp is off by %.4Lf units, log by %.4Lf\n", 4294967295U / step, worst_exp, worst_log);
    assert_true(worst_exp > 0.5L && worst_exp <= 1.1L && worst_log > 0.5L && worst_log <= 1.1L);
}

TEST(exp_and_log_of_doubles_are_within_their_bound)
{
    long double worst_exp = 0, worst_log = 0;

    for (size_t i = 0; i < (is_light() ? 10000 : is_full() ? 50000000 : 1000000); i++) {
        const double part = (double)random_next(&state_of_random) * 0x1p-64, scale = ldexp(1, (int)below(80) - 69);
        const double x = -part * (scale > 760 ? 760 : scale), y = ldexp(1 + part, (int)below(2000) - (i % 2 ? 1000 : 0));
        const double y_or_part = i % 4 ? y : 0.5 + part;
        long double distance = distance_of(strew_exp_f64(x, 0), expl(x), DBL_MANT_DIG, DBL_MIN_EXP);
        if (distance > worst_exp) worst_exp = distance;
        distance = isinf(y_or_part) ? 0 : distance_of(strew_log_f64(y_or_part), logl(y_or_part), DBL_MANT_DIG, DBL_MIN_EXP);
        if (distance > worst_log) worst_log = distance;
    }
    if (worst_exp > BOUND || worst_log > BOUND) fail_msg("exp is off by %Lg units, log by %Lg", worst_exp, worst_log);
}

TEST(exp_and_log_of_what_is_no_number)
{
    assert_true(strew_exp_f32(-INFINITY, NAN) == 0 && strew_exp_f64(-INFINITY, NAN) == 0);
    assert_true(strew_exp_f32(-FLT_MAX, FLT_MAX) == 0 && strew_exp_f64(-DBL_MAX, DBL_MAX) == 0);
    assert_true(strew_exp_f32(INFINITY, NAN) == 1 && strew_exp_f64(INFINITY, NAN) == 1);
    assert_true(strew_exp_f32(-0.0F, 0) == 1 && strew_exp_f64(-0.0, 0) == 1);
    assert_true(strew_log_f32(1) == 0 && strew_log_f64(1) == 0);
    assert_true(isnan(strew_exp_f32(NAN, NAN)) && isnan(strew_exp_f64(NAN, NAN)) && isnan(strew_exp_f32(NAN, 0)));
    assert_true(isnan(strew_log_f32(NAN)) && isnan(strew_log_f64(NAN)));
}

/* Halves, of which calls have few that lie between two others: all are read, and written from what is a little more, less and between. */
TEST(halves_are_rounded_once)
{
    const strew_dtype halves[] = {STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};

    for (size_t k = 0; k < COUNT(halves); k++) {
        const work work = {.dtype = halves[k], .element_bytes = sizeof(uint16_t)};
        for (uint32_t half = 0; half < 65536; half += is_light() ? 97 : 1) {
            const uint16_t bits = (uint16_t)half;
            double expected[2];
            float found;
            reference_read_floats(halves[k], &bits, expected);
            read_elements(&work, &found, (const unsigned char *)&bits, 1);
            assert_true(found == expected[0] || (isnan(found) && isnan(expected[0])));
            uint32_t of_float;
            memcpy(&of_float, &found, sizeof of_float);
            for (int step = -1; step <= 1; step++) {
                for (int shift = 0; shift < 2; shift++) {
                    const uint32_t other = of_float + (uint32_t)step + (shift ? UINT32_C(1) << (k == 0 ? 12 : 15) : 0);
                    uint16_t narrow, wanted;
                    float number;
                    memcpy(&number, &other, sizeof number);
                    write_elements(&work, (unsigned char *)&narrow, &number, 1);
                    reference_write_floats(halves[k], &wanted, &(double){number});
                    assert_true(is_same_element(halves[k], &narrow, &wanted, SAME_ZERO));
                }
            }
        }
    }
}

TEST(integers_of_every_type_are_read)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_INT8,  STREW_DTYPE_UINT8,  STREW_DTYPE_INT16, STREW_DTYPE_UINT16,
                                         STREW_DTYPE_INT32, STREW_DTYPE_UINT32, STREW_DTYPE_INT64, STREW_DTYPE_UINT64};

    for (size_t i = 0; i < COUNT(dtypes); i++) {
        const size_t size = reference_size(dtypes[i]);
        unsigned char elements[5 * 8] = {0};
        for (size_t k = 0; k < 5; k++) reference_write_integer(dtypes[i], elements + k * size, (uint64_t)0 - 1 - k);
        int64_t backwards[2];
        read_integers(&(integers){elements + 4 * size, 5, -2 * (int64_t)size, dtypes[i]}, backwards, 1, 2);
        for (size_t k = 0; k < 2; k++) assert_int_equal(backwards[k], reference_read_index(dtypes[i], elements + (2 - 2 * k) * size));
    }
}
