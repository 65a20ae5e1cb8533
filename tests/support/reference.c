#include "reference.h"

#include <math.h>
#include <string.h>

/* Without this every expectation below could be computed with a fused or a wider intermediate result. */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "the reference needs float and double arithmetic without excess precision"
#endif

const strew_dtype reference_dtypes[REFERENCE_DTYPES] = {
    STREW_FLOAT32, STREW_FLOAT64, STREW_FLOAT16, STREW_BFLOAT16, STREW_INT8, STREW_INT16,     STREW_INT32,      STREW_INT64,
    STREW_UINT8,   STREW_UINT16,  STREW_UINT32,  STREW_UINT64,   STREW_BOOL, STREW_COMPLEX64, STREW_COMPLEX128, STREW_STRING,
};

const strew_reduction reference_reductions[REFERENCE_REDUCTIONS] = {STREW_NONE, STREW_ADD, STREW_SUB, STREW_MUL, STREW_MIN, STREW_MAX};

const char *reference_dtype_name(strew_dtype dtype)
{
    switch (dtype) {
    case STREW_FLOAT32: return "float32";
    case STREW_FLOAT64: return "float64";
    case STREW_FLOAT16: return "float16";
    case STREW_BFLOAT16: return "bfloat16";
    case STREW_INT8: return "int8";
    case STREW_INT16: return "int16";
    case STREW_INT32: return "int32";
    case STREW_INT64: return "int64";
    case STREW_UINT8: return "uint8";
    case STREW_UINT16: return "uint16";
    case STREW_UINT32: return "uint32";
    case STREW_UINT64: return "uint64";
    case STREW_BOOL: return "bool";
    case STREW_COMPLEX64: return "complex64";
    case STREW_COMPLEX128: return "complex128";
    case STREW_STRING: return "string";
    default: return NULL;
    }
}

const char *reference_reduction_name(strew_reduction reduction)
{
    switch (reduction) {
    case STREW_NONE: return "none";
    case STREW_ADD: return "add";
    case STREW_SUB: return "sub";
    case STREW_MUL: return "mul";
    case STREW_MIN: return "min";
    case STREW_MAX: return "max";
    default: return NULL;
    }
}

size_t reference_size(strew_dtype dtype)
{
    switch (dtype) {
    case STREW_INT8:
    case STREW_UINT8:
    case STREW_BOOL: return 1;
    case STREW_FLOAT16:
    case STREW_BFLOAT16:
    case STREW_INT16:
    case STREW_UINT16: return 2;
    case STREW_FLOAT32:
    case STREW_INT32:
    case STREW_UINT32: return 4;
    case STREW_FLOAT64:
    case STREW_INT64:
    case STREW_UINT64:
    case STREW_COMPLEX64: return 8;
    case STREW_COMPLEX128: return 16;
    case STREW_STRING: return 2 * sizeof(void *);
    default: return 0;
    }
}

int reference_is_defined(strew_dtype dtype, strew_reduction reduction)
{
    return dtype != STREW_STRING || reduction == STREW_NONE;
}

/* ---- Small floats: quanta and doubles, no bit tricks -------------------------------------------------------------------------------- */

typedef struct layout {
    int mantissa_bits, bias;
} layout;

static layout layout_of(strew_dtype dtype)
{
    return dtype == STREW_FLOAT16 ? (layout){10, 15} : (layout){7, 127};
}

double reference_widen(strew_dtype dtype, uint16_t bits)
{
    const layout format = layout_of(dtype);
    const int mantissa = bits & ((1 << format.mantissa_bits) - 1);
    const int exponent = (bits & 0x7fff) >> format.mantissa_bits;
    double value;

    if (exponent == 2 * format.bias + 1)
        value = mantissa ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        value = ldexp(mantissa, 1 - format.bias - format.mantissa_bits);
    else
        value = ldexp(mantissa + (1 << format.mantissa_bits), exponent - format.bias - format.mantissa_bits);
    return bits & 0x8000 ? -value : value;
}

uint16_t reference_narrow(strew_dtype dtype, double value)
{
    const layout format = layout_of(dtype);
    const unsigned sign = signbit(value) ? 0x8000u : 0;
    const unsigned infinity = (2u * (unsigned)format.bias + 1) << format.mantissa_bits;
    const int least_quantum = 1 - format.bias - format.mantissa_bits;
    int exponent, quantum;
    unsigned magnitude;

    if (isnan(value)) return (uint16_t)(infinity | 1u << (format.mantissa_bits - 1));
    if (isinf(value)) return (uint16_t)(sign | infinity);
    if (value == 0) return (uint16_t)sign;
    (void)frexp(value, &exponent);
    quantum = exponent - 1 - format.mantissa_bits;
    if (quantum < least_quantum) quantum = least_quantum;
    /* nearbyint rounds to nearest even, and the scaling is exact: the quotient has no more bits than the value. */
    magnitude = (unsigned)nearbyint(ldexp(fabs(value), -quantum));
    /* A normal number's leading one adds 1 to the exponent field, and so does the carry of a mantissa rounded up to the next power. */
    if (quantum - least_quantum > 2 * format.bias) return (uint16_t)(sign | infinity);
    magnitude += (unsigned)(quantum - least_quantum) << format.mantissa_bits;
    return (uint16_t)(sign | (magnitude < infinity ? magnitude : infinity));
}

/* ---- One element -------------------------------------------------------------------------------------------------------------------- */

/* IEEE 754-2019 minimum and maximum. */
static double least(double a, double b)
{
    if (isnan(a) || isnan(b)) return (double)NAN;
    if (a == 0 && b == 0) return signbit(a) ? a : b;
    return a < b ? a : b;
}

static double greatest(double a, double b)
{
    if (isnan(a) || isnan(b)) return (double)NAN;
    if (a == 0 && b == 0) return signbit(a) ? b : a;
    return a < b ? b : a;
}

static double compute(strew_reduction reduction, double a, double b)
{
    switch (reduction) {
    case STREW_ADD: return a + b;
    case STREW_SUB: return a - b;
    case STREW_MUL: return a * b;
    case STREW_MIN: return least(a, b);
    case STREW_MAX: return greatest(a, b);
    default: return b;
    }
}

/* A sum, difference or product of floats, computed in double and then rounded, is the correctly rounded one: 53 >= 2 * 24 + 2 bits. */
static float compute_float(strew_reduction reduction, float a, float b)
{
    return (float)compute(reduction, (double)a, (double)b);
}

static void combine_small_float(strew_dtype dtype, strew_reduction reduction, void *data, const void *update)
{
    uint16_t a, b;

    memcpy(&a, data, sizeof a);
    memcpy(&b, update, sizeof b);
    a = reference_narrow(dtype, (double)compute_float(reduction, (float)reference_widen(dtype, a), (float)reference_widen(dtype, b)));
    memcpy(data, &a, sizeof a);
}

static int is_complex_less(const double a[2], const double b[2])
{
    return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

/* Whether the update takes the place of data: never where data is NaN, and not on a full tie. */
static int is_complex_taken(strew_reduction reduction, const double data[2], const double update[2])
{
    if (isnan(data[0]) || isnan(data[1])) return 0;
    if (isnan(update[0]) || isnan(update[1])) return 1;
    return reduction == STREW_MIN ? is_complex_less(update, data) : is_complex_less(data, update);
}

static void combine_complex64(strew_reduction reduction, void *data, const void *update)
{
    float a[2], b[2], result[2];

    memcpy(a, data, sizeof a);
    memcpy(b, update, sizeof b);
    if (reduction == STREW_MIN || reduction == STREW_MAX) {
        const double x[2] = {(double)a[0], (double)a[1]}, y[2] = {(double)b[0], (double)b[1]};
        if (is_complex_taken(reduction, x, y)) memcpy(data, update, sizeof b);
        return;
    }
    if (reduction == STREW_MUL) {
        result[0] = compute_float(STREW_SUB, compute_float(STREW_MUL, a[0], b[0]), compute_float(STREW_MUL, a[1], b[1]));
        result[1] = compute_float(STREW_ADD, compute_float(STREW_MUL, a[0], b[1]), compute_float(STREW_MUL, a[1], b[0]));
    } else {
        result[0] = compute_float(reduction, a[0], b[0]);
        result[1] = compute_float(reduction, a[1], b[1]);
    }
    memcpy(data, result, sizeof result);
}

static void combine_complex128(strew_reduction reduction, void *data, const void *update)
{
    double a[2], b[2], result[2];

    memcpy(a, data, sizeof a);
    memcpy(b, update, sizeof b);
    if (reduction == STREW_MIN || reduction == STREW_MAX) {
        if (is_complex_taken(reduction, a, b)) memcpy(data, update, sizeof b);
        return;
    }
    if (reduction == STREW_MUL) {
        result[0] = compute(STREW_SUB, compute(STREW_MUL, a[0], b[0]), compute(STREW_MUL, a[1], b[1]));
        result[1] = compute(STREW_ADD, compute(STREW_MUL, a[0], b[1]), compute(STREW_MUL, a[1], b[0]));
    } else {
        result[0] = compute(reduction, a[0], b[0]);
        result[1] = compute(reduction, a[1], b[1]);
    }
    memcpy(data, result, sizeof result);
}

static void combine_bool(strew_reduction reduction, void *data, const void *update)
{
    const int a = *(const unsigned char *)data != 0, b = *(const unsigned char *)update != 0;
    int result;

    switch (reduction) {
    case STREW_ADD:
    case STREW_MAX: result = a || b; break;
    case STREW_SUB: result = a != b; break;
    default: result = a && b; break;
    }
    *(unsigned char *)data = (unsigned char)result;
}

static int is_signed(strew_dtype dtype)
{
    return dtype == STREW_INT8 || dtype == STREW_INT16 || dtype == STREW_INT32 || dtype == STREW_INT64;
}

/* Any integer as 64 bits, the sign extended where there is one: modulo 2^64 holds every narrower modulus. */
static uint64_t read_integer(strew_dtype dtype, const void *from)
{
    switch (dtype) {
    case STREW_INT8: {
        int8_t value;
        memcpy(&value, from, sizeof value);
        return (uint64_t)value;
    }
    case STREW_INT16: {
        int16_t value;
        memcpy(&value, from, sizeof value);
        return (uint64_t)value;
    }
    case STREW_INT32: {
        int32_t value;
        memcpy(&value, from, sizeof value);
        return (uint64_t)value;
    }
    case STREW_UINT8: {
        uint8_t value;
        memcpy(&value, from, sizeof value);
        return value;
    }
    case STREW_UINT16: {
        uint16_t value;
        memcpy(&value, from, sizeof value);
        return value;
    }
    case STREW_UINT32: {
        uint32_t value;
        memcpy(&value, from, sizeof value);
        return value;
    }
    default: {
        uint64_t value;
        memcpy(&value, from, sizeof value);
        return value;
    }
    }
}

static void write_integer(strew_dtype dtype, void *to, uint64_t value)
{
    const uint8_t value8 = (uint8_t)value;
    const uint16_t value16 = (uint16_t)value;
    const uint32_t value32 = (uint32_t)value;

    switch (reference_size(dtype)) {
    case 1: memcpy(to, &value8, sizeof value8); break;
    case 2: memcpy(to, &value16, sizeof value16); break;
    case 4: memcpy(to, &value32, sizeof value32); break;
    default: memcpy(to, &value, sizeof value); break;
    }
}

static void combine_integer(strew_dtype dtype, strew_reduction reduction, void *data, const void *update)
{
    const uint64_t a = read_integer(dtype, data), b = read_integer(dtype, update);
    const int is_less = is_signed(dtype) ? (int64_t)a < (int64_t)b : a < b;
    uint64_t result;

    switch (reduction) {
    case STREW_ADD: result = a + b; break;
    case STREW_SUB: result = a - b; break;
    case STREW_MUL: result = a * b; break;
    case STREW_MIN: result = is_less ? a : b; break;
    default: result = is_less ? b : a; break;
    }
    write_integer(dtype, data, result);
}

void reference_combine(strew_dtype dtype, strew_reduction reduction, void *data, const void *update)
{
    if (reduction == STREW_NONE) {
        memcpy(data, update, reference_size(dtype));
        return;
    }
    switch (dtype) {
    case STREW_FLOAT32: {
        float a, b;
        memcpy(&a, data, sizeof a);
        memcpy(&b, update, sizeof b);
        a = compute_float(reduction, a, b);
        memcpy(data, &a, sizeof a);
        break;
    }
    case STREW_FLOAT64: {
        double a, b;
        memcpy(&a, data, sizeof a);
        memcpy(&b, update, sizeof b);
        a = compute(reduction, a, b);
        memcpy(data, &a, sizeof a);
        break;
    }
    case STREW_FLOAT16:
    case STREW_BFLOAT16: combine_small_float(dtype, reduction, data, update); break;
    case STREW_COMPLEX64: combine_complex64(reduction, data, update); break;
    case STREW_COMPLEX128: combine_complex128(reduction, data, update); break;
    case STREW_BOOL: combine_bool(reduction, data, update); break;
    default: combine_integer(dtype, reduction, data, update); break;
    }
}

/* ---- The loop ----------------------------------------------------------------------------------------------------------------------- */

static size_t product(const int64_t *sizes, int32_t first, int32_t end)
{
    size_t result = 1;
    for (int32_t d = first; d < end; d++) result *= (size_t)sizes[d];
    return result;
}

size_t reference_elements(const strew_tensor *tensor)
{
    return product(tensor->shape, 0, tensor->rank);
}

static int64_t component_of(const strew_tensor *indices, size_t position)
{
    if (indices->dtype == STREW_INT32) {
        int32_t value;
        memcpy(&value, (const unsigned char *)indices->values + position * sizeof value, sizeof value);
        return value;
    } else {
        int64_t value;
        memcpy(&value, (const unsigned char *)indices->values + position * sizeof value, sizeof value);
        return value;
    }
}

int reference_is_outside(const strew_tensor *data, const strew_tensor *indices, strew_negative negative, reference_place *place)
{
    const int32_t k = (int32_t)indices->shape[indices->rank - 1];
    const size_t n_tuples = product(indices->shape, 0, indices->rank - 1);

    for (size_t t = 0; t < n_tuples; t++) {
        for (int32_t j = 0; j < k; j++) {
            const int64_t value = component_of(indices, t * (size_t)k + (size_t)j);
            const int64_t high = data->shape[j] - 1, low = negative == STREW_NEGATIVE_WRAPS ? -data->shape[j] : 0;
            if (value < low || value > high) {
                *place = (reference_place){(int64_t)t, value, low, high, j};
                return 1;
            }
        }
    }
    return 0;
}

void reference_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                          strew_reduction reduction)
{
    const int32_t k = (int32_t)indices->shape[indices->rank - 1];
    const size_t n_tuples = product(indices->shape, 0, indices->rank - 1);
    const size_t width = product(data->shape, k, data->rank);
    const size_t size = reference_size(data->dtype), n_bytes = reference_elements(data) * size;

    if (n_bytes && output != data->values) memcpy(output, data->values, n_bytes);
    for (size_t t = 0; t < n_tuples; t++) {
        size_t slice = 0;
        for (int32_t j = 0; j < k; j++) {
            int64_t index = component_of(indices, t * (size_t)k + (size_t)j);
            if (index < 0) index += data->shape[j];
            slice = slice * (size_t)data->shape[j] + (size_t)index;
        }
        for (size_t w = 0; w < width; w++)
            reference_combine(data->dtype, reduction, (unsigned char *)output + (slice * width + w) * size,
                              (const unsigned char *)updates->values + (t * width + w) * size);
    }
}
