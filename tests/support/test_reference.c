/* The basis of all other tests: the reference's own arithmetic, against values computed by hand. Its loops are compared with case files, by
 * strew_cases. */
#include <float.h>
#include <math.h>

#include "compare.h"
#include "conversions.h"
#include "fill.h"
#include "reference.h"
#include "testing.h"

static uint16_t sign_of(reference_format format)
{
    return (uint16_t)(1u << (format.exponent_bits + format.mantissa_bits));
}

static double widen(strew_dtype dtype, uint16_t bits)
{
    return reference_format_widen(reference_type_of(dtype).format, bits);
}

static const struct {
    reference_format format;
    uint16_t too_large; /* infinity, or NaN where there is none */
    double end;         /* what would follow the largest number */
} formats[] = {
    {{5, 10, 1}, 0x7c00, 0x1p16}, {{8, 7, 1}, 0x7f80, 0x1p128}, {{4, 3, 0}, 0x7f, 480},      {{5, 2, 1}, 0x7c, 0x1p16},
    {{3, 4, 1}, 0x70, 16},        {{4, 3, 1}, 0x78, 256},       {{6, 9, 1}, 0x7e00, 0x1p32},
};

TEST(small_floats_round_trip)
{
    for (size_t f = 0; f < COUNT(formats); f++) {
        const reference_format format = formats[f].format;
        int n_nans = 0;
        for (uint32_t bits = 0; bits < 2u * sign_of(format); bits++) {
            const double value = reference_format_widen(format, (uint16_t)bits);
            const uint16_t back = reference_format_narrow(format, value);
            n_nans += isnan(value) != 0;
            if (back != bits) assert_true(isnan(value) && isnan(reference_format_widen(format, back)));
        }
        /* Of either sign: all mantissas except that of infinity; without infinity there is one. */
        assert_int_equal(n_nans, format.has_infinity ? 2 * ((1 << format.mantissa_bits) - 1) : 2);
    }
}

/* Between any two neighbours: below the middle rounds down, above it up, and the middle to the even one. */
TEST(small_floats_round_to_nearest_even)
{
    for (size_t f = 0; f < COUNT(formats); f++) {
        const reference_format format = formats[f].format;
        for (uint32_t bits = 0; bits < formats[f].too_large; bits++) {
            const uint16_t low = (uint16_t)bits, high = (uint16_t)(bits + 1);
            const double a = reference_format_widen(format, low);
            const double b = high == formats[f].too_large ? formats[f].end : reference_format_widen(format, high);
            const double middle = (a + b) / 2;
            const uint16_t even = bits % 2 ? high : low;
            assert_int_equal(reference_format_narrow(format, nextafter(middle, 0)), low);
            assert_int_equal(reference_format_narrow(format, middle), even);
            assert_int_equal(reference_format_narrow(format, nextafter(middle, (double)INFINITY)), high);
            assert_int_equal(reference_format_narrow(format, -middle), even | sign_of(format));
        }
        assert_int_equal(reference_format_narrow(format, formats[f].end), formats[f].too_large);
        /* Where the mantissa would carry into the exponent, or the exponent into the sign. */
        assert_int_equal(reference_format_narrow(format, formats[f].end * 1.06), formats[f].too_large);
        assert_int_equal(reference_format_narrow(format, formats[f].end * 1.5), formats[f].too_large);
        assert_int_equal(reference_format_narrow(format, 1e300), formats[f].too_large);
        assert_int_equal(reference_format_narrow(format, (double)INFINITY), formats[f].too_large);
    }
}

TEST(small_floats_have_the_values_of_their_formats)
{
    static const struct {
        strew_dtype dtype;
        uint16_t bits;
        double value;
    } rows[] = {
        {STREW_DTYPE_FLOAT16, 0x3c00, 1},         {STREW_DTYPE_FLOAT16, 0xc000, -2},       {STREW_DTYPE_FLOAT16, 0x7bff, 65504},
        {STREW_DTYPE_FLOAT16, 0x0001, 0x1p-24},   {STREW_DTYPE_BFLOAT16, 0x3f80, 1},       {STREW_DTYPE_BFLOAT16, 0x4049, 3.140625},
        {STREW_DTYPE_BFLOAT16, 0x0001, 0x1p-133}, {STREW_DTYPE_FLOAT8E4M3FN, 0x38, 1},     {STREW_DTYPE_FLOAT8E4M3FN, 0x7e, 448},
        {STREW_DTYPE_FLOAT8E4M3FN, 0x78, 256},    {STREW_DTYPE_FLOAT8E4M3FN, 0xc1, -2.25}, {STREW_DTYPE_FLOAT8E4M3FN, 0x01, 0x1p-9},
        {STREW_DTYPE_FLOAT8E4M3FN, 0x08, 0x1p-6}, {STREW_DTYPE_FLOAT8E5M2, 0x3c, 1},       {STREW_DTYPE_FLOAT8E5M2, 0x7b, 57344},
        {STREW_DTYPE_FLOAT8E5M2, 0xbd, -1.25},    {STREW_DTYPE_FLOAT8E5M2, 0x01, 0x1p-16}, {STREW_DTYPE_FLOAT8E5M2, 0x04, 0x1p-14},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_true(widen(rows[i].dtype, rows[i].bits) == rows[i].value);
        assert_int_equal(reference_format_narrow(reference_type_of(rows[i].dtype).format, rows[i].value), rows[i].bits);
    }
    assert_true(isinf(widen(STREW_DTYPE_BFLOAT16, 0x7f80)) && isinf(widen(STREW_DTYPE_FLOAT8E5M2, 0xfc)));
    assert_true(isnan(widen(STREW_DTYPE_FLOAT16, 0x7c01)) && isnan(widen(STREW_DTYPE_FLOAT8E5M2, 0x7d)));
    assert_true(isnan(widen(STREW_DTYPE_FLOAT8E4M3FN, 0x7f)) && isnan(widen(STREW_DTYPE_FLOAT8E4M3FN, 0xff)));
    assert_true(signbit(widen(STREW_DTYPE_FLOAT16, 0x8000)) && signbit(widen(STREW_DTYPE_FLOAT8E4M3FN, 0x80)));
}

TEST(formats_are_read_from_names)
{
    static const struct {
        const char *name;
        reference_format format;
    } rows[] = {{"float8e3m4", {3, 4, 1}}, {"float8_e4m3fn", {4, 3, 0}}, {"float16e6m9", {6, 9, 1}}};
    static const char *const others[] = {"float16",          "float32",          "bfloat16",      "madeup16",      "float8e4",
                                         "float8e7m0",       "float8e1m6",       "Float8e4m3",    "float16e9m6",   "float8e4m4fn",
                                         "float8e8m0fn",     "float4e2m1fn",     "float64e11m52", "float8e4m3 fn", "float8e4m3fnuz",
                                         "float8e4m3fn_not", "float8e4m3b11fnuz"};
    reference_format format;

    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_true(reference_format_of_name(rows[i].name, &format));
        assert_memory_equal(&format, &rows[i].format, sizeof format);
    }
    assert_false(reference_format_of_name("", &format));
    for (size_t i = 0; i < COUNT(others); i++) assert_false(reference_format_of_name(others[i], &format));
}

/* For every row of gen/axes.py: a dtype that the reference does not understand ends this test. */
TEST(dtypes_of_the_library_have_a_meaning)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n = reference_dtypes(dtypes);

    assert_in_range(n, 18, REFERENCE_MAX_DTYPES);
    for (size_t i = 0; i < n; i++) {
        const reference_type type = reference_type_of(dtypes[i]);
        reference_format format;
        assert_int_not_equal(type.kind, REFERENCE_NO_KIND);
        assert_string_equal(reference_dtype_name(dtypes[i]), strew_dtype_name(dtypes[i]));
        assert_int_equal(type.size, strew_dtype_size(dtypes[i]));
        assert_int_equal(reference_is_defined(dtypes[i], STREW_REDUCTION_MAX), type.kind != REFERENCE_BYTES);
        if (type.kind == REFERENCE_SMALL_FLOAT && reference_format_of_name(strew_dtype_name(dtypes[i]), &format))
            assert_memory_equal(&format, &type.format, sizeof format);
    }
    assert_int_equal(reference_size(STREW_DTYPE_OPAQUE(1)), 1);
    assert_int_equal(reference_size(STREW_DTYPE_OPAQUE_LAST), REFERENCE_LARGEST_ELEMENT);
    assert_false(reference_is_defined(STREW_DTYPE_OPAQUE(4), STREW_REDUCTION_ADD));
    assert_true(reference_is_defined(STREW_DTYPE_OPAQUE(4), STREW_REDUCTION_NONE));
    assert_int_equal(reference_size(STREW_DTYPE_OPAQUE(0)), 0);
    assert_int_equal(reference_size((strew_dtype)(STREW_DTYPE_OPAQUE_LAST + 1)), 0);
    assert_int_equal(reference_size((strew_dtype)0), 0);
}

#define NAN_ ((double)NAN)
#define INF ((double)INFINITY)

/* Two elements as floats, of which a complex number has two. */
static const struct float_row {
    strew_dtype dtype;
    strew_reduction reduction;
    strew_nan nan;
    double data[2], update[2], expected[2];
} float_rows[] = {
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MIN, STREW_NAN_WINS, {1}, {NAN_}, {NAN_}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MIN, STREW_NAN_WINS, {NAN_}, {1}, {NAN_}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MAX, STREW_NAN_WINS, {1}, {NAN_}, {NAN_}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MAX, STREW_NAN_WINS, {NAN_}, {1}, {NAN_}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MIN, STREW_NAN_WINS, {0.0}, {-0.0}, {-0.0}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MIN, STREW_NAN_WINS, {-0.0}, {0.0}, {-0.0}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MAX, STREW_NAN_WINS, {0.0}, {-0.0}, {0.0}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MAX, STREW_NAN_WINS, {-0.0}, {0.0}, {0.0}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MIN, STREW_NAN_WINS, {2}, {-3}, {-3}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MAX, STREW_NAN_WINS, {2}, {-3}, {2}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, STREW_NAN_WINS, {16777216}, {1}, {16777216}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_SUB, STREW_NAN_WINS, {1}, {3}, {-2}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MUL, STREW_NAN_WINS, {(double)FLT_MIN}, {0.5}, {(double)FLT_MIN / 2}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MUL, STREW_NAN_WINS, {(double)FLT_MAX}, {2}, {INF}},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_SUB, STREW_NAN_WINS, {INF}, {INF}, {NAN_}},
    /* 448 + 16 lies between 448 and the 480 that would follow, and 448 is even; 448 + 32 is too large, and there is no infinity. */
    {STREW_DTYPE_FLOAT8E4M3FN, STREW_REDUCTION_ADD, STREW_NAN_WINS, {448}, {16}, {448}},
    {STREW_DTYPE_FLOAT8E4M3FN, STREW_REDUCTION_ADD, STREW_NAN_WINS, {448}, {32}, {NAN_}},
    {STREW_DTYPE_FLOAT8E4M3FN, STREW_REDUCTION_MUL, STREW_NAN_WINS, {-448}, {448}, {NAN_}},
    /* 16 + 1 between 16 and 18, 18 + 1 between 18 and 20. */
    {STREW_DTYPE_FLOAT8E4M3FN, STREW_REDUCTION_ADD, STREW_NAN_WINS, {16}, {1}, {16}},
    {STREW_DTYPE_FLOAT8E4M3FN, STREW_REDUCTION_ADD, STREW_NAN_WINS, {18}, {1}, {20}},
    /* The largest number, 57344, is odd: half a step more is infinity. */
    {STREW_DTYPE_FLOAT8E5M2, STREW_REDUCTION_ADD, STREW_NAN_WINS, {57344}, {4096}, {INF}},
    {STREW_DTYPE_FLOAT8E5M2, STREW_REDUCTION_SUB, STREW_NAN_WINS, {-57344}, {4096}, {-INF}},
    {STREW_DTYPE_FLOAT8E5M2, STREW_REDUCTION_ADD, STREW_NAN_WINS, {57344}, {3584}, {57344}},
    /* Half of the smallest number is 0, and three halves of it are two of them. */
    {STREW_DTYPE_FLOAT8E5M2, STREW_REDUCTION_MUL, STREW_NAN_WINS, {0x1p-16}, {0.5}, {0}},
    {STREW_DTYPE_FLOAT8E5M2, STREW_REDUCTION_MUL, STREW_NAN_WINS, {0x1p-16}, {1.5}, {0x1p-15}},
    {STREW_DTYPE_FLOAT8E4M3FN, STREW_REDUCTION_MIN, STREW_NAN_WINS, {0.0}, {-0.0}, {-0.0}},
    {STREW_DTYPE_FLOAT8E4M3FN, STREW_REDUCTION_MAX, STREW_NAN_WINS, {-0.0}, {0.0}, {0.0}},
    {STREW_DTYPE_FLOAT8E4M3FN, STREW_REDUCTION_MAX, STREW_NAN_WINS, {448}, {NAN_}, {NAN_}},
    {STREW_DTYPE_FLOAT8E5M2, STREW_REDUCTION_MIN, STREW_NAN_WINS, {INF}, {-INF}, {-INF}},
    {STREW_DTYPE_COMPLEX128, STREW_REDUCTION_MUL, STREW_NAN_WINS, {1, 2}, {3, -1}, {5, 5}},
    {STREW_DTYPE_COMPLEX128, STREW_REDUCTION_MIN, STREW_NAN_WINS, {1, 5}, {1, 4}, {1, 4}},
    {STREW_DTYPE_COMPLEX128, STREW_REDUCTION_MAX, STREW_NAN_WINS, {1, 4}, {1, 3}, {1, 4}},
    /* The zeros of the real floats are equal, so the imaginary floats decide. */
    {STREW_DTYPE_COMPLEX128, STREW_REDUCTION_MIN, STREW_NAN_WINS, {-0.0, 1}, {0.0, 0.5}, {0.0, 0.5}},
    {STREW_DTYPE_COMPLEX128, STREW_REDUCTION_MAX, STREW_NAN_WINS, {3, NAN_}, {9, 9}, {3, NAN_}},
    {STREW_DTYPE_COMPLEX128, STREW_REDUCTION_MIN, STREW_NAN_WINS, {4, 4}, {NAN_, 8}, {NAN_, 8}},
    {STREW_DTYPE_COMPLEX64, STREW_REDUCTION_ADD, STREW_NAN_WINS, {16777216, 1}, {1, 1}, {16777216, 2}},
    /* (1 + 2^-12)^2 is rounded to 1 + 2^-11 before 1 is subtracted. */
    {STREW_DTYPE_COMPLEX64, STREW_REDUCTION_MUL, STREW_NAN_WINS, {1 + 0x1p-12, 1}, {1 + 0x1p-12, 1}, {0x1p-11, 2 + 0x1p-11}},
    /* minimumNumber and maximumNumber. */
    {STREW_DTYPE_FLOAT64, STREW_REDUCTION_MIN, STREW_NAN_LOSES, {0.0}, {-0.0}, {-0.0}},
    {STREW_DTYPE_FLOAT64, STREW_REDUCTION_MIN, STREW_NAN_LOSES, {-0.0}, {0.0}, {-0.0}},
    {STREW_DTYPE_FLOAT64, STREW_REDUCTION_MAX, STREW_NAN_LOSES, {0.0}, {-0.0}, {0.0}},
    {STREW_DTYPE_FLOAT64, STREW_REDUCTION_MAX, STREW_NAN_LOSES, {-0.0}, {0.0}, {0.0}},
#define OF_EITHER(dtype, ...)                                                                                                              \
    {dtype, STREW_REDUCTION_MIN, STREW_NAN_LOSES, __VA_ARGS__},                                                                            \
    {                                                                                                                                      \
        dtype, STREW_REDUCTION_MAX, STREW_NAN_LOSES, __VA_ARGS__                                                                           \
    }
    OF_EITHER(STREW_DTYPE_FLOAT32, {1}, {NAN_}, {1}),
    OF_EITHER(STREW_DTYPE_FLOAT32, {NAN_}, {-7}, {-7}),
    OF_EITHER(STREW_DTYPE_FLOAT32, {NAN_}, {NAN_}, {NAN_}),
    OF_EITHER(STREW_DTYPE_FLOAT8E4M3FN, {NAN_}, {-1}, {-1}),
    OF_EITHER(STREW_DTYPE_COMPLEX128, {3, NAN_}, {9, 8}, {9, 8}),
    OF_EITHER(STREW_DTYPE_COMPLEX128, {4, 4}, {NAN_, 8}, {4, 4}),
    OF_EITHER(STREW_DTYPE_COMPLEX128, {NAN_, 1}, {2, NAN_}, {2, NAN_}),
};

TEST(floats_reduce_as_ieee_754_says)
{
    for (size_t i = 0; i < COUNT(float_rows); i++) {
        const struct float_row *const row = &float_rows[i];
        unsigned char data[16], update[16];
        double actual[2];
        reference_write_floats(row->dtype, data, row->data);
        reference_write_floats(row->dtype, update, row->update);
        reference_combine_nan(row->dtype, row->reduction, row->nan, data, update);
        for (size_t f = reference_read_floats(row->dtype, data, actual); f-- > 0;) {
            const double expected = row->expected[f];
            if (isnan(expected) ? !isnan(actual[f]) : actual[f] != expected || signbit(actual[f]) != signbit(expected))
                fail_msg("row %zu: float %zu is %g, expected %g", i, f, actual[f], expected);
        }
    }
}

static uint64_t combine_bits(strew_dtype dtype, strew_reduction reduction, uint64_t data, uint64_t update)
{
    reference_write_integer(dtype, &data, data);
    reference_write_integer(dtype, &update, update);
    reference_combine_nan(dtype, reduction, STREW_NAN_WINS, &data, &update);
    return reference_read_integer(dtype, &data);
}

/* As a plain loop on this machine has it: near the middle of two floats, where some emulators round to a double first. */
TEST(large_integers_are_rounded_as_by_a_plain_loop)
{
    for (int bit = 24; bit < 64; bit++) {
        for (int step = -1; step <= 1; step++) {
            for (int is_odd = 0; is_odd < 2; is_odd++) {
                const uint64_t half = UINT64_C(1) << (bit - 24), two_halves = is_odd ? 2 * half : 0;
                const volatile uint64_t number = (UINT64_C(1) << bit) + two_halves + half + (uint64_t)step;
                const volatile int64_t negative = -(int64_t)(number >> 1);
                const uint64_t given = number;
                const int64_t other = negative;
                float found, of_plain_loop = (float)number;
                convert_element(STREW_DTYPE_UINT64, &given, STREW_DTYPE_FLOAT32, &found, STREW_OVERFLOW_WRAPS);
                assert_true(found == of_plain_loop);
                of_plain_loop = (float)negative;
                convert_element(STREW_DTYPE_INT64, &other, STREW_DTYPE_FLOAT32, &found, STREW_OVERFLOW_WRAPS);
                assert_true(found == of_plain_loop);
            }
        }
    }
}

TEST(integers_wrap_around)
{
    assert_int_equal(combine_bits(STREW_DTYPE_INT8, STREW_REDUCTION_ADD, 100, 100), -56);
    assert_int_equal(combine_bits(STREW_DTYPE_UINT16, STREW_REDUCTION_SUB, 0, 1), 65535);
    assert_int_equal(combine_bits(STREW_DTYPE_INT64, STREW_REDUCTION_MUL, (uint64_t)INT64_MIN, (uint64_t)-1), INT64_MIN);
    assert_int_equal(combine_bits(STREW_DTYPE_UINT32, STREW_REDUCTION_MUL, 0x80000001, 3), 0x80000003);
    assert_int_equal(combine_bits(STREW_DTYPE_INT16, STREW_REDUCTION_MIN, (uint64_t)-5, 4), -5);
    assert_int_equal(combine_bits(STREW_DTYPE_INT16, STREW_REDUCTION_MAX, (uint64_t)-5, 4), 4);
    assert_int_equal(combine_bits(STREW_DTYPE_UINT64, STREW_REDUCTION_MIN, UINT64_MAX, 1), 1);
}

TEST(bools_are_logic_on_any_byte)
{
    static const unsigned char pairs[][2] = {{2, 0}, {2, 4}, {0, 0}};
    static const struct {
        strew_reduction reduction;
        unsigned char expected[COUNT(pairs)];
    } rows[] = {{STREW_REDUCTION_ADD, {1, 1, 0}},
                {STREW_REDUCTION_SUB, {1, 0, 0}},
                {STREW_REDUCTION_MUL, {0, 1, 0}},
                {STREW_REDUCTION_MIN, {0, 1, 0}},
                {STREW_REDUCTION_MAX, {1, 1, 0}}};

    while (next_case()) {
        const size_t row = choose("row", COUNT(rows)), pair = choose("pair", COUNT(pairs));
        assert_int_equal(combine_bits(STREW_DTYPE_BOOL, rows[row].reduction, pairs[pair][0], pairs[pair][1]), rows[row].expected[pair]);
    }
    assert_int_equal(combine_bits(STREW_DTYPE_BOOL, STREW_REDUCTION_NONE, 0, 7), 7);
}

/* Random contents: the extremes of every dtype that has NaN include one, and ordinary numbers produce no NaN. */
TEST(contents_are_as_named)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    uint64_t random = 1;

    for (size_t d = 0; d < n_dtypes; d++) {
        enum { DRAWS = 300 };
        const size_t size = reference_size(dtypes[d]);
        unsigned char drawn[DRAWS * REFERENCE_LARGEST_ELEMENT], product[REFERENCE_LARGEST_ELEMENT];
        double floats[2] = {0, 0};
        size_t n, n_nans = 0, n_rounded = 0, n_floats = 0;
        const unsigned char *const extreme = extremes(dtypes[d], &n);
        assert_true(n >= 2);
        for (size_t i = 0; i < n; i++) {
            n_floats = reference_read_floats(dtypes[d], extreme + i * size, floats);
            n_nans += n_floats && isnan(floats[0]);
        }
        assert_int_equal(n_nans != 0, n_floats != 0);
        fill(dtypes[d], drawn, DRAWS, ORDINARY, &random);
        for (size_t i = 0; i + 1 < DRAWS && n_floats == 1; i++) {
            double a[2] = {0, 0}, b[2] = {0, 0};
            reference_read_floats(dtypes[d], drawn + i * size, a);
            reference_read_floats(dtypes[d], drawn + (i + 1) * size, b);
            memcpy(product, drawn + i * size, size);
            reference_combine_nan(dtypes[d], STREW_REDUCTION_MUL, STREW_NAN_WINS, product, drawn + (i + 1) * size);
            reference_read_floats(dtypes[d], product, floats);
            assert_true(isfinite(floats[0]) && floats[0] != 0);
            n_rounded += fma(a[0], b[0], -floats[0]) != 0;
        }
        if (n_floats == 1) assert_in_range(n_rounded, DRAWS / 3, DRAWS);
    }
}

TEST(comparison_ignores_only_payload_and_sign_of_a_nan)
{
    const uint32_t nans[] = {0x7fc00000, 0xff800001}, zeros[] = {0, 0x80000000};
    const float pair[] = {(float)NAN, 1}, other_pair[] = {-(float)NAN, 1}, wrong_pair[] = {(float)NAN, 2};
    const uint8_t small_nans[] = {0x7f, 0xff}, small_zeros[] = {0, 0x80};
    const int32_t numbers[] = {1, 2, 3}, other_numbers[] = {1, 2, 4};
    size_t where = 99;

    assert_true(is_same(STREW_DTYPE_FLOAT32, &nans[0], &nans[1], 1, &where));
    assert_false(is_same(STREW_DTYPE_FLOAT32, &zeros[0], &zeros[1], 1, &where));
    assert_false(is_same(STREW_DTYPE_FLOAT32, &nans[0], &zeros[0], 1, &where));
    assert_false(is_same(STREW_DTYPE_UINT32, &nans[0], &nans[1], 1, &where));
    assert_true(is_same(STREW_DTYPE_FLOAT8E4M3FN, &small_nans[0], &small_nans[1], 1, &where));
    assert_false(is_same(STREW_DTYPE_FLOAT8E5M2, &small_nans[0], &small_zeros[0], 1, &where));
    assert_false(is_same(STREW_DTYPE_FLOAT8E4M3FN, &small_zeros[0], &small_zeros[1], 1, &where));
    assert_true(is_same(STREW_DTYPE_FLOAT8E5M2, &small_nans[0], &(uint8_t){0xfd}, 1, &where));
    assert_false(is_same(STREW_DTYPE_FLOAT8E4M3FN, &small_nans[0], &(uint8_t){0xfd}, 1, &where));
    assert_false(is_same(STREW_DTYPE_OPAQUE(1), &small_nans[0], &small_nans[1], 1, &where));
    assert_true(is_same(STREW_DTYPE_COMPLEX64, pair, other_pair, 1, &where));
    assert_false(is_same(STREW_DTYPE_COMPLEX64, pair, wrong_pair, 1, &where));
    assert_false(is_same(STREW_DTYPE_INT32, numbers, other_numbers, 3, &where));
    assert_int_equal(where, 2);
}
