/* Kernels that convert between float32 and narrow types with a scale, against the reference's arithmetic in float64: the quotient or the
 * product of two float32, rounded to float64 first, rounds to the same float32, because float64 has more than twice the digits and two. */
#include <math.h>
#include <stdlib.h>

#include "compare.h"
#include "dispatch.h"
#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "reference.h"
#include "testing.h"

typedef enum scaling_kind { NO_SCALE, MULTIPLIES, DIVIDES, KINDS } scaling_kind;

static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT16,    STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT8E4M3FN,
                                     STREW_DTYPE_FLOAT8E5M2, STREW_DTYPE_INT8,     STREW_DTYPE_UINT8};

static float of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* NULL if the instruction set has none of its own. */
static const strew_scale_kernel *kernel_of(strew_isa isa, strew_dtype dtype)
{
    return strew_find_scale((strew_isa_set)1 << isa, dtype);
}

/* ---- The reference ------------------------------------------------------------------------------------------------------------------- */

static float scaled(float x, float scale, scaling_kind kind)
{
    const double a = x, b = scale;
    return kind == NO_SCALE ? x : (float)(kind == DIVIDES ? a / b : a * b);
}

static void expect_quantized(strew_dtype dtype, float x, float scale, scaling_kind kind, float largest, unsigned char *element)
{
    double value = scaled(x, scale, kind);
    if (reference_is_index(dtype)) {
        const double number = isnan(value) ? 0 : fmin(fmax(value, -128), 127);
        reference_write_integer(dtype, element, (uint64_t)(int64_t)nearbyint(number));
        return;
    }
    if (fabs(value) > (double)largest) value = copysign(largest, value);
    reference_write_floats(dtype, element, &value);
}

static float expect_dequantized(strew_dtype dtype, const unsigned char *element, float scale, scaling_kind kind)
{
    double value;
    if (reference_is_index(dtype)) {
        const int64_t integer = (int64_t)reference_read_integer(dtype, element);
        value = (double)integer;
    } else {
        reference_read_floats(dtype, element, &value);
    }
    return scaled((float)value, scale, kind == NO_SCALE ? NO_SCALE : MULTIPLIES);
}

/* The largest finite number, which the words know as the wide type's bound. */
static float largest_of(strew_dtype dtype)
{
    switch (dtype) {
    case STREW_DTYPE_FLOAT16: return 65504;
    case STREW_DTYPE_BFLOAT16: return 0x1.fep127F;
    case STREW_DTYPE_FLOAT8E4M3FN: return 448;
    case STREW_DTYPE_FLOAT8E5M2: return 57344;
    default: return INFINITY;
    }
}

/* ---- All numbers with all scales ----------------------------------------------------------------------------------------------------- */

static void check_quantized(strew_dtype dtype, const unsigned char *numbers, size_t n, float scale, scaling_kind kind, float largest)
{
    const size_t bytes = reference_size(dtype);
    const strew_scaling scaling = {kind == NO_SCALE ? NULL : &scale, 0, kind == DIVIDES, largest};
    unsigned char *const expected = malloc(n * bytes), *const actual = malloc(n * bytes);

    assert_true(expected && actual);
    for (size_t i = 0; i < n; i++) {
        float x;
        memcpy(&x, numbers + i * sizeof x, sizeof x);
        expect_quantized(dtype, x, scale, kind, largest, expected + i * bytes);
    }
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa) != NULL; isa++) {
        const strew_scale_kernel *const kernel = is_runnable((strew_isa)isa) ? kernel_of((strew_isa)isa, dtype) : NULL;
        size_t where;
        if (kernel == NULL) continue;
        kernel->quantize(actual, numbers, n, &scaling);
        if (is_same(dtype, actual, expected, n, &where)) continue;
        char x[ELEMENT_TEXT_BYTES], result[ELEMENT_TEXT_BYTES], correct[ELEMENT_TEXT_BYTES];
        fail_msg("%s of %s with scale %a (kind %d, largest %a) is %s, expected %s", kernel->kernel.name,
                 print_element(STREW_DTYPE_FLOAT32, numbers + where * sizeof(float), x), (double)scale, kind, (double)largest,
                 print_element(dtype, actual + where * bytes, result), print_element(dtype, expected + where * bytes, correct));
    }
    free(expected);
    free(actual);
}

static void check_dequantized(strew_dtype dtype, float scale, scaling_kind kind)
{
    enum { ALL = 1 << 16 };
    static float expected[ALL], actual[ALL];
    static unsigned char elements[2 * ALL];
    const size_t bytes = reference_size(dtype), n = (size_t)1 << (8 * bytes);
    const strew_scaling scaling = {kind == NO_SCALE ? NULL : &scale, 0, kind == DIVIDES, INFINITY};

    for (size_t i = 0; i < n; i++) {
        const uint16_t two = (uint16_t)i;
        const unsigned char one = (unsigned char)i;
        memcpy(elements + i * bytes, bytes == 1 ? (const void *)&one : &two, bytes);
        expected[i] = expect_dequantized(dtype, elements + i * bytes, scale, kind);
    }
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa) != NULL; isa++) {
        const strew_scale_kernel *const kernel = is_runnable((strew_isa)isa) ? kernel_of((strew_isa)isa, dtype) : NULL;
        if (kernel == NULL) continue;
        kernel->dequantize((unsigned char *)actual, elements, n, &scaling);
        if (!is_same_or_print(STREW_DTYPE_FLOAT32, actual, expected, n, "%s with scale %a (kind %d)", kernel->kernel.name, (double)scale,
                              kind))
            fail();
    }
}

/* Scales that divide into and out of every range: powers of two and their neighbours, ordinary ones, subnormal ones, 0, infinity, NaN. */
static const uint32_t scales[] = {0x3f800000, 0xbf800000, 0x3f800001, 0x3f7fffff, 0x3eaaaaab, 0xc0490fdb, 0x3c23d70a,
                                  0x42ff0000, 0x34000001, 0x4b800003, 0x00800000, 0x00800001, 0x807fffff, 0x00000001,
                                  0x00400000, 0x7f7fffff, 0x7f000001, 0x7e800000, 0x00000000, 0x80000000, 0x7f800000,
                                  0xff800000, 0x7fc00000, 0x40490fdb, 0x2f3504f3, 0x50000000};

/* Numbers of every upper half: all exponents, and below each of their first seven digits the ends and the middle, where rounding turns. */
static unsigned char *make_numbers(size_t every, size_t *n)
{
    static const uint32_t lower[] = {0, 1, 0x1000, 0x7fff, 0x8000, 0x8001, 0xffff};
    uint64_t random = 46;
    *n = (0x10000 / every + 1) * (COUNT(lower) + 1);
    unsigned char *const numbers = malloc(*n * sizeof(float));

    assert_non_null(numbers);
    for (size_t i = 0; i < *n; i++) {
        const uint32_t upper = (uint32_t)(i / (COUNT(lower) + 1) * every + (every > 1 ? random_below(&random, every) : 0)) & 0xffff;
        const size_t which = i % (COUNT(lower) + 1);
        const uint32_t bits = upper << 16 | (which < COUNT(lower) ? lower[which] : (uint32_t)random_below(&random, 0x10000));
        memcpy(numbers + i * sizeof bits, &bits, sizeof bits);
    }
    return numbers;
}

TEST(every_number_is_rounded_once)
{
    size_t n;
    unsigned char *const numbers = make_numbers(is_light() ? 8 : 1, &n);

    for (size_t d = 0; d < COUNT(dtypes); d++) {
        if (kernel_of(STREW_ISA_SCALAR, dtypes[d])->quantize == NULL) continue;
        check_quantized(dtypes[d], numbers, n, 1, NO_SCALE, INFINITY);
        check_quantized(dtypes[d], numbers, n, 1, NO_SCALE, largest_of(dtypes[d]));
    }
    free(numbers);
}

TEST(quotients_and_products_are_rounded_to_float32_first)
{
    size_t n;
    unsigned char *const numbers = make_numbers(is_light() ? 512 : 24, &n);

    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const float scale = of_bits(scales[choose("scale", COUNT(scales))]);
        const scaling_kind kind = (scaling_kind)(MULTIPLIES + choose("divides", 2));
        const float largest = choose("saturates", 2) ? largest_of(dtype) : INFINITY;
        if (kernel_of(STREW_ISA_SCALAR, dtype)->quantize != NULL) check_quantized(dtype, numbers, n, scale, kind, largest);
    }
    free(numbers);
}

TEST(every_narrow_number_is_multiplied)
{
    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const size_t scale = choose("scale", COUNT(scales));
        const scaling_kind kind = (scaling_kind)choose("kind", KINDS);
        if (is_light() && case_number() % 5 != 0) continue;
        check_dequantized(dtype, of_bits(scales[scale]), kind);
    }
}

/* ---- Any number of elements at any address ------------------------------------------------------------------------------------------- */

enum { MAX_ELEMENTS = 130 };

static void check_part(const strew_scale_kernel *kernel, int quantizes, scaling_kind kind, size_t step, size_t n, placement placement)
{
    static guarded to, from, scale;
    const strew_dtype dtype = kernel->dtype;
    const size_t bytes = reference_size(dtype), in_bytes = n * (quantizes ? sizeof(float) : bytes),
                 out_bytes = n * (quantizes ? bytes : sizeof(float)), scale_bytes = (step ? n : 1) * sizeof(float);
    const float largest = largest_of(dtype);
    unsigned char expected[MAX_ELEMENTS * sizeof(float)];
    uint64_t random = n * 7 + (uint64_t)kind;

    if (to.mapping == NULL) {
        to = guarded_open(1 << 12);
        from = guarded_open(1 << 12);
        scale = guarded_open(1 << 12);
    }
    unsigned char *const out = guarded_place(&to, out_bytes, placement, n % 5);
    unsigned char *const in = guarded_place(&from, in_bytes, placement, n % 3);
    unsigned char *const factors = guarded_place(&scale, scale_bytes, placement, n % 2);
    fill(quantizes ? STREW_DTYPE_FLOAT32 : dtype, in, n, n % 2 ? EXTREME : ORDINARY, &random);
    fill(STREW_DTYPE_FLOAT32, factors, scale_bytes / sizeof(float), n % 4 > 1 ? EXTREME : ORDINARY, &random);
    const strew_scaling scaling = {kind == NO_SCALE ? NULL : factors, step, kind == DIVIDES, largest};
    for (size_t i = 0; i < n; i++) {
        float x, by;
        memcpy(&by, factors + i * step * sizeof by, sizeof by);
        if (quantizes) {
            memcpy(&x, in + i * sizeof x, sizeof x);
            expect_quantized(dtype, x, by, kind, largest, expected + i * bytes);
        } else {
            x = expect_dequantized(dtype, in + i * bytes, by, kind);
            memcpy(expected + i * sizeof x, &x, sizeof x);
        }
    }
    (quantizes ? kernel->quantize : kernel->dequantize)(out, in, n, &scaling);
    if (!is_same_or_print(quantizes ? dtype : STREW_DTYPE_FLOAT32, out, expected, n, "%s, %zu elements", kernel->kernel.name, n)) fail();
    assert_true(guarded_is_intact(&to) && guarded_is_intact(&from) && guarded_is_intact(&scale));
}

TEST(no_other_element_is_read_or_written)
{
    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const strew_isa isa = (strew_isa)(STREW_ISA_BEST + 1 + choose("isa", MAX_ISAS));
        const int quantizes = (int)choose("quantizes", 2);
        const scaling_kind kind = (scaling_kind)choose("kind", KINDS);
        const size_t step = choose("step", 2);
        const placement placement = choose("placement", 2) ? FLUSH_START : FLUSH_END;
        const strew_scale_kernel *const kernel = strew_isa_name(isa) != NULL && is_runnable(isa) ? kernel_of(isa, dtype) : NULL;
        if (kernel == NULL || (quantizes && kernel->quantize == NULL)) continue;
        for (size_t n = 0; n <= MAX_ELEMENTS; n++) check_part(kernel, quantizes, kind, step, n, placement);
    }
}

/* ---- Which there are ----------------------------------------------------------------------------------------------------------------- */

TEST(narrow_types_have_kernels)
{
    strew_dtype all[REFERENCE_MAX_DTYPES];
    const size_t n = reference_dtypes(all);

    for (size_t i = 0; i < n; i++) {
        size_t d = 0;
        while (d < COUNT(dtypes) && dtypes[d] != all[i]) d++;
        assert_int_equal(kernel_of(STREW_ISA_SCALAR, all[i]) != NULL, d < COUNT(dtypes));
        if (d < COUNT(dtypes)) assert_int_equal(kernel_of(STREW_ISA_SCALAR, all[i])->quantize != NULL, all[i] != STREW_DTYPE_UINT8);
    }
}
