#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without this every expectation below could be computed with a fused or a wider intermediate result. */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "the reference needs float and double arithmetic without excess precision"
#endif

/* ---- Dtypes and reductions ----------------------------------------------------------------------------------------------------------- */

/* The dtypes of the contract. */
static const struct {
    const char *name;
    reference_type type;
} known[] = {
    [STREW_DTYPE_FLOAT32] = {"float32", {REFERENCE_FLOAT, 4, {8, 23, 1}}},
    [STREW_DTYPE_FLOAT64] = {"float64", {REFERENCE_FLOAT, 8, {11, 52, 1}}},
    [STREW_DTYPE_FLOAT16] = {"float16", {REFERENCE_SMALL_FLOAT, 2, {5, 10, 1}}},
    [STREW_DTYPE_BFLOAT16] = {"bfloat16", {REFERENCE_SMALL_FLOAT, 2, {8, 7, 1}}},
    [STREW_DTYPE_INT8] = {"int8", {REFERENCE_SIGNED, 1, {0, 0, 0}}},
    [STREW_DTYPE_INT16] = {"int16", {REFERENCE_SIGNED, 2, {0, 0, 0}}},
    [STREW_DTYPE_INT32] = {"int32", {REFERENCE_SIGNED, 4, {0, 0, 0}}},
    [STREW_DTYPE_INT64] = {"int64", {REFERENCE_SIGNED, 8, {0, 0, 0}}},
    [STREW_DTYPE_UINT8] = {"uint8", {REFERENCE_UNSIGNED, 1, {0, 0, 0}}},
    [STREW_DTYPE_UINT16] = {"uint16", {REFERENCE_UNSIGNED, 2, {0, 0, 0}}},
    [STREW_DTYPE_UINT32] = {"uint32", {REFERENCE_UNSIGNED, 4, {0, 0, 0}}},
    [STREW_DTYPE_UINT64] = {"uint64", {REFERENCE_UNSIGNED, 8, {0, 0, 0}}},
    [STREW_DTYPE_BOOL] = {"bool", {REFERENCE_BOOL, 1, {0, 0, 0}}},
    [STREW_DTYPE_COMPLEX64] = {"complex64", {REFERENCE_COMPLEX, 8, {0, 0, 0}}},
    [STREW_DTYPE_COMPLEX128] = {"complex128", {REFERENCE_COMPLEX, 16, {0, 0, 0}}},
    [STREW_DTYPE_STRING] = {"string", {REFERENCE_BYTES, 2 * sizeof(void *), {0, 0, 0}}},
    [STREW_DTYPE_FLOAT8E4M3FN] = {"float8e4m3fn", {REFERENCE_SMALL_FLOAT, 1, {4, 3, 0}}},
    [STREW_DTYPE_FLOAT8E5M2] = {"float8e5m2", {REFERENCE_SMALL_FLOAT, 1, {5, 2, 1}}},
};
enum { N_KNOWN = sizeof known / sizeof *known };

static int is_known(strew_dtype dtype)
{
    return (size_t)dtype < N_KNOWN && known[dtype].name;
}

const strew_reduction reference_reductions[REFERENCE_REDUCTIONS] = {REFERENCE_ALL_REDUCTIONS};

typedef enum form { BY_PARTS, AS_PRODUCT, LESSER, GREATER } form;

#define DEFINE(reduction, name, of_floats, of_integers, of_bools, form)                                                                    \
    static double floats_##reduction(double a, double b, int is_less)                                                                      \
    {                                                                                                                                      \
        (void)a, (void)is_less;                                                                                                            \
        return of_floats;                                                                                                                  \
    }                                                                                                                                      \
    static uint64_t integers_##reduction(uint64_t a, uint64_t b, int is_signed)                                                            \
    {                                                                                                                                      \
        const int is_less = is_signed ? (int64_t)a < (int64_t)b : a < b;                                                                   \
        (void)a, (void)is_less;                                                                                                            \
        return of_integers;                                                                                                                \
    }                                                                                                                                      \
    static int bools_##reduction(int a, int b)                                                                                             \
    {                                                                                                                                      \
        (void)a;                                                                                                                           \
        return of_bools;                                                                                                                   \
    }
REFERENCE_REDUCTION_ROWS(DEFINE)

#define LIST(reduction, name, of_floats, of_integers, of_bools, form)                                                                      \
    [STREW_REDUCTION_##reduction] = {name, floats_##reduction, integers_##reduction, bools_##reduction, form},
static const struct {
    const char *name;
    double (*floats)(double a, double b, int is_less);
    uint64_t (*integers)(uint64_t a, uint64_t b, int is_signed);
    int (*bools)(int a, int b);
    form of_complex;
} reductions[] = {REFERENCE_REDUCTION_ROWS(LIST)[STREW_REDUCTION_MEAN] = {"mean", NULL, NULL, NULL, BY_PARTS}};

size_t reference_dtypes(strew_dtype dtypes[REFERENCE_MAX_DTYPES])
{
    size_t n = 0;

    while (n < REFERENCE_MAX_DTYPES && strew_dtype_name((strew_dtype)(n + 1))) {
        dtypes[n] = (strew_dtype)(n + 1);
        n++;
    }
    return n;
}

const char *reference_dtype_name(strew_dtype dtype)
{
    static char opaque_names[STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0][sizeof "opaque512"];

    if (is_known(dtype)) return known[dtype].name;
    if (dtype <= STREW_DTYPE_OPAQUE_0 || dtype > STREW_DTYPE_OPAQUE_LAST) return strew_dtype_name(dtype);
    char *const name = opaque_names[dtype - STREW_DTYPE_OPAQUE_0 - 1];
    snprintf(name, sizeof *opaque_names, "opaque%d", (int)(dtype - STREW_DTYPE_OPAQUE_0));
    return name;
}

int reference_format_of_name(const char *name, reference_format *format)
{
    int bits, end = 0;

    /* float8_e4m3fn is how ml_dtypes writes it. */
    if (sscanf(name, "float%2d%*[_]e%2dm%2d%n", &bits, &format->exponent_bits, &format->mantissa_bits, &end) != 3 &&
        sscanf(name, "float%2de%2dm%2d%n", &bits, &format->exponent_bits, &format->mantissa_bits, &end) != 3)
        return 0;
    format->has_infinity = name[end] == '\0';
    if (!format->has_infinity && strcmp(name + end, "fn") != 0) return 0;
    /* More than 8 bits of exponent would not fit into float, and without a mantissa NaN and infinity would be the same bits. */
    return (bits == 8 || bits == 16) && 1 + format->exponent_bits + format->mantissa_bits == bits && format->exponent_bits >= 2 &&
           format->exponent_bits <= 8 && format->mantissa_bits >= 1;
}

reference_type reference_type_of(strew_dtype dtype)
{
    reference_type type = {REFERENCE_NO_KIND, 0, {0, 0, 0}};
    const char *name;

    if (is_known(dtype)) return known[dtype].type;
    if (dtype > STREW_DTYPE_OPAQUE_0 && dtype <= STREW_DTYPE_OPAQUE_LAST)
        return (reference_type){REFERENCE_BYTES, dtype - STREW_DTYPE_OPAQUE_0, {0, 0, 0}};
    name = strew_dtype_name(dtype);
    if (!name) return type;
    if (!reference_format_of_name(name, &type.format)) {
        fprintf(stderr, "the reference does not know what \"%s\" means: add it to `known` in %s\n", name, __FILE__);
        exit(EXIT_FAILURE);
    }
    type.kind = REFERENCE_SMALL_FLOAT;
    type.size = (size_t)(1 + type.format.exponent_bits + type.format.mantissa_bits) / 8;
    return type;
}

const char *reference_reduction_name(strew_reduction reduction)
{
    return (size_t)reduction < sizeof reductions / sizeof *reductions ? reductions[reduction].name : NULL;
}

size_t reference_size(strew_dtype dtype)
{
    return reference_type_of(dtype).size;
}

int reference_is_defined(strew_dtype dtype, strew_reduction reduction)
{
    const reference_kind kind = reference_type_of(dtype).kind;
    return reduction == STREW_REDUCTION_NONE || (kind != REFERENCE_BYTES && (reduction != STREW_REDUCTION_MEAN || kind != REFERENCE_BOOL));
}

/* ---- Small floats: quanta and doubles, no bit tricks --------------------------------------------------------------------------------- */

static unsigned sign_bit(reference_format format)
{
    return 1u << (format.exponent_bits + format.mantissa_bits);
}

static int bias(reference_format format)
{
    return (1 << (format.exponent_bits - 1)) - 1;
}

/* The magnitude of a number that is too large: infinity, or NaN where there is none. */
static unsigned overflow(reference_format format)
{
    return format.has_infinity ? ((1u << format.exponent_bits) - 1) << format.mantissa_bits : sign_bit(format) - 1;
}

double reference_format_widen(reference_format format, uint16_t bits)
{
    const unsigned magnitude = bits & (sign_bit(format) - 1);
    const int mantissa = (int)(magnitude & ((1u << format.mantissa_bits) - 1));
    const int exponent = (int)(magnitude >> format.mantissa_bits);
    double value;

    if (magnitude >= overflow(format))
        value = format.has_infinity && mantissa == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == 0)
        value = ldexp(mantissa, 1 - bias(format) - format.mantissa_bits);
    else
        value = ldexp(mantissa + (1 << format.mantissa_bits), exponent - bias(format) - format.mantissa_bits);
    return bits & sign_bit(format) ? -value : value;
}

uint16_t reference_format_narrow(reference_format format, double value)
{
    const unsigned sign = signbit(value) ? sign_bit(format) : 0;
    const int min_quantum = 1 - bias(format) - format.mantissa_bits;
    int exponent, quantum;
    unsigned magnitude;

    if (isnan(value)) return (uint16_t)(overflow(format) | 1u << (format.mantissa_bits - 1));
    if (isinf(value)) return (uint16_t)(sign | overflow(format));
    if (value == 0) return (uint16_t)sign;
    (void)frexp(value, &exponent);
    quantum = exponent - 1 - format.mantissa_bits;
    if (quantum < min_quantum) quantum = min_quantum;
    /* nearbyint rounds to nearest even, and the scaling is exact: the quotient has no more bits than the value. */
    magnitude = (unsigned)nearbyint(ldexp(fabs(value), -quantum));
    /* A normal number's leading one adds 1 to the exponent field, and so does the carry of a mantissa rounded up to the next power. */
    magnitude += (unsigned)(quantum - min_quantum) << format.mantissa_bits;
    return (uint16_t)(sign | (magnitude < overflow(format) ? magnitude : overflow(format)));
}

/* ---- Elements in memory -------------------------------------------------------------------------------------------------------------- */

/* All members lie at its first byte, on any byte order. */
typedef union bits {
    uint8_t of8;
    uint16_t of16;
    uint32_t of32;
    uint64_t of64;
} bits;

static uint64_t read_bits(size_t size, const void *from)
{
    bits bits;

    memcpy(&bits, from, size);
    return size == 1 ? bits.of8 : size == 2 ? bits.of16 : size == 4 ? bits.of32 : bits.of64;
}

static void write_bits(size_t size, void *to, uint64_t value)
{
    bits bits;

    switch (size) {
    case 1: bits.of8 = (uint8_t)value; break;
    case 2: bits.of16 = (uint16_t)value; break;
    case 4: bits.of32 = (uint32_t)value; break;
    default: bits.of64 = value; break;
    }
    memcpy(to, &bits, size);
}

uint64_t reference_read_integer(strew_dtype dtype, const void *element)
{
    const reference_type type = reference_type_of(dtype);
    const uint64_t bits = read_bits(type.size, element), sign = UINT64_C(1) << (8 * type.size - 1);

    return type.kind == REFERENCE_SIGNED ? (bits ^ sign) - sign : bits;
}

void reference_write_integer(strew_dtype dtype, void *element, uint64_t value)
{
    write_bits(reference_size(dtype), element, value);
}

const strew_dtype reference_index_dtypes[REFERENCE_INDEX_DTYPES] = {STREW_DTYPE_INT8,   STREW_DTYPE_UINT8, STREW_DTYPE_INT16,
                                                                    STREW_DTYPE_UINT16, STREW_DTYPE_INT32, STREW_DTYPE_UINT32,
                                                                    STREW_DTYPE_INT64,  STREW_DTYPE_UINT64};

int reference_is_index(strew_dtype dtype)
{
    const reference_kind kind = reference_type_of(dtype).kind;
    return kind == REFERENCE_SIGNED || kind == REFERENCE_UNSIGNED;
}

int64_t reference_read_index(strew_dtype dtype, const void *element)
{
    const uint64_t index = reference_read_integer(dtype, element);
    return dtype == STREW_DTYPE_UINT64 && index > INT64_MAX ? INT64_MAX : (int64_t)index;
}

static double read_float(size_t size, const void *from)
{
    float narrow;
    double wide;

    if (size == sizeof wide) {
        memcpy(&wide, from, sizeof wide);
        return wide;
    }
    memcpy(&narrow, from, sizeof narrow);
    return (double)narrow;
}

static void write_float(size_t size, void *to, double value)
{
    const float narrow = (float)value;

    if (size == sizeof value)
        memcpy(to, &value, sizeof value);
    else
        memcpy(to, &narrow, sizeof narrow);
}

size_t reference_read_floats(strew_dtype dtype, const void *element, double *floats)
{
    const reference_type type = reference_type_of(dtype);

    switch (type.kind) {
    case REFERENCE_FLOAT: floats[0] = read_float(type.size, element); return 1;
    case REFERENCE_SMALL_FLOAT: floats[0] = reference_format_widen(type.format, (uint16_t)read_bits(type.size, element)); return 1;
    case REFERENCE_COMPLEX:
        floats[0] = read_float(type.size / 2, element);
        floats[1] = read_float(type.size / 2, (const unsigned char *)element + type.size / 2);
        return 2;
    default: return 0;
    }
}

void reference_write_floats(strew_dtype dtype, void *element, const double *floats)
{
    const reference_type type = reference_type_of(dtype);

    switch (type.kind) {
    case REFERENCE_FLOAT: write_float(type.size, element, floats[0]); break;
    case REFERENCE_SMALL_FLOAT: write_bits(type.size, element, reference_format_narrow(type.format, floats[0])); break;
    default:
        write_float(type.size / 2, element, floats[0]);
        write_float(type.size / 2, (unsigned char *)element + type.size / 2, floats[1]);
        break;
    }
}

/* ---- Arithmetic ---------------------------------------------------------------------------------------------------------------------- */

/* As a double does, or as a float does. A sum, difference or product of floats, computed in double and then rounded, is the correctly
 * rounded one: 53 >= 2 * 24 + 2 bits. Minima and maxima are those of IEEE 754-2019: minimum, or where a NaN loses minimumNumber. */
static double combine_floats(int is_float, strew_reduction reduction, strew_nan nan, double a, double b)
{
    const int is_less = a == 0 && b == 0 ? signbit(a) != 0 : a < b, compares = reductions[reduction].of_complex >= LESSER;
    double result;

    if (compares && (isnan(a) || isnan(b))) return (nan == STREW_NAN_LOSES) == (isnan(a) != 0) ? b : a;
    result = reductions[reduction].floats(a, b, is_less);
    return is_float ? (double)(float)result : result;
}

static void combine_float(strew_dtype dtype, strew_reduction reduction, strew_nan nan, void *data, const void *update)
{
    double a[2] = {0, 0}, b[2] = {0, 0};

    (void)reference_read_floats(dtype, data, a);
    (void)reference_read_floats(dtype, update, b);
    a[0] = combine_floats(dtype != STREW_DTYPE_FLOAT64, reduction, nan, a[0], b[0]);
    reference_write_floats(dtype, data, a);
}

static int is_complex_less(const double a[2], const double b[2])
{
    return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

/* Whether the update replaces data: not on a full tie. The contract leaves open which of two NaN stays, but all kernels must do the same:
 * the first one stays where NaN wins, and the second replaces it where NaN loses. */
static int is_complex_replaced(form form, strew_nan nan, const double data[2], const double update[2])
{
    if (isnan(data[0]) || isnan(data[1])) return nan == STREW_NAN_LOSES;
    if (isnan(update[0]) || isnan(update[1])) return nan == STREW_NAN_WINS;
    return form == LESSER ? is_complex_less(update, data) : is_complex_less(data, update);
}

static void combine_complex(strew_dtype dtype, strew_reduction reduction, strew_nan nan, void *data, const void *update)
{
    const int is_float = dtype == STREW_DTYPE_COMPLEX64;
    const form form = reductions[reduction].of_complex;
    double a[2] = {0, 0}, b[2] = {0, 0}, result[2];

    (void)reference_read_floats(dtype, data, a);
    (void)reference_read_floats(dtype, update, b);
    if (form >= LESSER) {
        if (is_complex_replaced(form, nan, a, b)) memcpy(data, update, reference_size(dtype));
        return;
    }
    for (int part = 0; part < 2; part++) {
        if (form == AS_PRODUCT) { /* a0 b0 - a1 b1, and a0 b1 + a1 b0 */
            const double first = combine_floats(is_float, STREW_REDUCTION_MUL, nan, a[0], b[part]);
            const double second = combine_floats(is_float, STREW_REDUCTION_MUL, nan, a[1], b[1 - part]);
            result[part] = combine_floats(is_float, part ? STREW_REDUCTION_ADD : STREW_REDUCTION_SUB, nan, first, second);
        } else {
            result[part] = combine_floats(is_float, reduction, nan, a[part], b[part]);
        }
    }
    reference_write_floats(dtype, data, result);
}

static void combine_bool(strew_reduction reduction, unsigned char *data, const unsigned char *update)
{
    *data = reductions[reduction].bools(*data != 0, *update != 0) != 0;
}

/* Of extended signs; the low bits of the result count. */
static void combine_integer(strew_dtype dtype, strew_reduction reduction, void *data, const void *update)
{
    const uint64_t a = reference_read_integer(dtype, data), b = reference_read_integer(dtype, update);

    reference_write_integer(dtype, data, reductions[reduction].integers(a, b, reference_type_of(dtype).kind == REFERENCE_SIGNED));
}

void reference_combine_nan(strew_dtype dtype, strew_reduction reduction, strew_nan nan, void *data, const void *update)
{
    const reference_type type = reference_type_of(dtype);

    if (reduction == STREW_REDUCTION_NONE) {
        memcpy(data, update, type.size);
        return;
    }
    switch (type.kind) {
    case REFERENCE_FLOAT:
    case REFERENCE_SMALL_FLOAT: combine_float(dtype, reduction, nan, data, update); break;
    case REFERENCE_COMPLEX: combine_complex(dtype, reduction, nan, data, update); break;
    case REFERENCE_BOOL: combine_bool(reduction, data, update); break;
    default: combine_integer(dtype, reduction, data, update); break;
    }
}
