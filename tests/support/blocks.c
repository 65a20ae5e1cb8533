#include "blocks.h"

#include <math.h>
#include <string.h>

#include "reference.h"

enum { MAX_ELEMENTS = 128 };

typedef enum rule { RECIPROCAL, SIGNED, POWER, QUOTIENT } rule;

/* In place of a dtype: codes of four bits. */
#define FOUR_BITS ((strew_dtype)0)

static const struct {
    strew_dtype dtype;
    size_t elements, bytes;
    rule rule;
    strew_dtype element;
} formats[] = {
    {STREW_DTYPE_Q8_0, 32, 34, RECIPROCAL, STREW_DTYPE_INT8},
    {STREW_DTYPE_Q4_0, 32, 18, SIGNED, FOUR_BITS},
    {STREW_DTYPE_MXFP8_E4M3, 32, 33, POWER, STREW_DTYPE_FLOAT8E4M3FN},
    {STREW_DTYPE_MXFP8_E5M2, 32, 33, POWER, STREW_DTYPE_FLOAT8E5M2},
    {STREW_DTYPE_MXFP4, 32, 17, POWER, FOUR_BITS},
    {STREW_DTYPE_INT8_BLOCK16, 16, 20, QUOTIENT, STREW_DTYPE_INT8},
    {STREW_DTYPE_INT8_BLOCK32, 32, 36, QUOTIENT, STREW_DTYPE_INT8},
    {STREW_DTYPE_INT8_BLOCK64, 64, 68, QUOTIENT, STREW_DTYPE_INT8},
    {STREW_DTYPE_INT8_BLOCK128, 128, 132, QUOTIENT, STREW_DTYPE_INT8},
    {STREW_DTYPE_FLOAT8E4M3FN_BLOCK16, 16, 20, QUOTIENT, STREW_DTYPE_FLOAT8E4M3FN},
    {STREW_DTYPE_FLOAT8E4M3FN_BLOCK32, 32, 36, QUOTIENT, STREW_DTYPE_FLOAT8E4M3FN},
    {STREW_DTYPE_FLOAT8E4M3FN_BLOCK64, 64, 68, QUOTIENT, STREW_DTYPE_FLOAT8E4M3FN},
    {STREW_DTYPE_FLOAT8E4M3FN_BLOCK128, 128, 132, QUOTIENT, STREW_DTYPE_FLOAT8E4M3FN},
};
enum { N_FORMATS = sizeof formats / sizeof *formats };

static const float four_bits[] = {0, 0.5F, 1, 1.5F, 2, 3, 4, 6};

static size_t number_of(strew_dtype dtype)
{
    size_t i = 0;
    while (i < N_FORMATS && formats[i].dtype != dtype) i++;
    return i;
}

strew_dtype block_dtype_at(size_t n)
{
    return n < N_FORMATS ? formats[n].dtype : (strew_dtype)0;
}

static int is_packed(strew_dtype dtype)
{
    return dtype == STREW_DTYPE_UINT4 || dtype == STREW_DTYPE_INT4;
}

size_t block_elements(strew_dtype dtype)
{
    if (is_packed(dtype)) return 2;
    const size_t i = number_of(dtype);
    return i < N_FORMATS ? formats[i].elements : 0;
}

size_t block_bytes(strew_dtype dtype)
{
    if (is_packed(dtype)) return 1;
    const size_t i = number_of(dtype);
    return i < N_FORMATS ? formats[i].bytes : 0;
}

/* A NaN has the same bits always. */
static void put_scale(unsigned char *to, float scale, size_t n_bytes)
{
    uint32_t bits;
    const float number = isnan(scale) ? NAN : scale;
    memcpy(&bits, &number, sizeof bits);
    if (isnan(scale)) bits = 0x7fc00000;
    if (n_bytes == 2) {
        const double wide = (double)scale;
        uint16_t half = 0x7e00;
        if (!isnan(scale)) reference_write_floats(STREW_DTYPE_FLOAT16, &half, &wide);
        bits = half;
    }
    for (size_t i = 0; i < n_bytes; i++) to[i] = (unsigned char)(bits >> 8 * i & 0xff);
}

static float get_scale(const unsigned char *from, size_t n_bytes)
{
    uint32_t bits = 0;
    float scale;
    for (size_t i = 0; i < n_bytes; i++) bits |= (uint32_t)from[i] << 8 * i;
    if (n_bytes == 2) {
        const uint16_t half = (uint16_t)bits;
        double wide;
        reference_read_floats(STREW_DTYPE_FLOAT16, &half, &wide);
        return (float)wide;
    }
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

static float largest_of(const float *x, size_t n)
{
    float largest = 0;
    for (size_t i = 0; i < n; i++) {
        if (isnan(x[i])) return NAN;
        if (fabsf(x[i]) > largest) largest = fabsf(x[i]);
    }
    return largest;
}

static double limited(double x, double limit)
{
    return x > limit ? limit : x < -limit ? -limit : x;
}

static unsigned char small_float(strew_dtype dtype, double x)
{
    unsigned char byte;
    reference_write_floats(dtype, &byte, &x);
    return byte;
}

/* The nearest code, of two the even one. */
static unsigned four_bits_of(double x)
{
    const double magnitude = fabs(x);
    unsigned best = 0;
    for (unsigned code = 1; code < 8; code++) {
        const double distance = fabs((double)four_bits[code] - magnitude), smallest = fabs((double)four_bits[best] - magnitude);
        if (distance < smallest || (distance == smallest && code % 2 == 0)) best = code;
    }
    return best | (signbit(x) ? 8u : 0);
}

static void write_power(size_t format, unsigned char *block, const float *x, float largest)
{
    const size_t n = formats[format].elements;
    const int is_four = formats[format].element == FOUR_BITS, is_e4m3 = formats[format].element == STREW_DTYPE_FLOAT8E4M3FN;
    const double limit = is_four ? 6 : is_e4m3 ? 448 : 57344;
    int power = -127;
    memset(block, 0, formats[format].bytes);
    block[0] = 255;
    if (!isfinite(largest)) return;
    if (largest > 0) power = ilogbf(largest) - (is_four ? 2 : is_e4m3 ? 8 : 15);
    if (power < -127) power = -127;
    block[0] = (unsigned char)(power + 127);
    for (size_t i = 0; i < n; i++) {
        const double y = limited(ldexp((double)x[i], -power), limit);
        if (is_four) {
            block[1 + i % (n / 2)] |= (unsigned char)(four_bits_of(y) << (i < n / 2 ? 0 : 4));
        } else {
            block[1 + i] = small_float(formats[format].element, y);
        }
    }
}

/* Each step is rounded to float32, on machines that would compute with more bits, too. */
static float product(float a, float b)
{
    const volatile float rounded = a * b;
    return rounded;
}

static float quotient(float a, float b)
{
    const volatile float rounded = a / b;
    return rounded;
}

static float reciprocal(float d)
{
    const float inverse = d != 0 ? quotient(1, d) : 0;
    return isfinite(inverse) ? inverse : 0;
}

int element_at(strew_dtype dtype, const void *values, int64_t place)
{
    const unsigned char *const bytes = values;
    if (dtype == STREW_DTYPE_UINT8) return bytes[place];
    if (dtype == STREW_DTYPE_INT8) return bytes[place] < 128 ? bytes[place] : bytes[place] - 256;
    const int64_t byte = place < 0 ? -((1 - place) / 2) : place / 2;
    const int code = place == 2 * byte ? bytes[byte] % 16 : bytes[byte] / 16;
    return dtype == STREW_DTYPE_INT4 && code > 7 ? code - 16 : code;
}

void block_write(strew_dtype dtype, unsigned char *block, const float *x)
{
    const size_t format = number_of(dtype), n = formats[format].elements;
    const float largest = largest_of(x, n);
    if (formats[format].rule == POWER) {
        write_power(format, block, x, largest);
    } else if (formats[format].rule == RECIPROCAL) {
        const float d = quotient(largest, 127), inverse = reciprocal(d);
        put_scale(block, d, 2);
        for (size_t i = 0; i < n; i++) block[2 + i] = isfinite(largest) ? (unsigned char)(int)roundf(product(x[i], inverse)) : 0;
    } else if (formats[format].rule == SIGNED) {
        size_t first = 0;
        while (!isnan(largest) && fabsf(x[first]) != largest) first++;
        const float d = isnan(largest) ? NAN : quotient(x[first], -8), inverse = reciprocal(d);
        put_scale(block, d, 2);
        memset(block + 2, isfinite(largest) ? 0 : 0x88, n / 2);
        for (size_t i = 0; i < n && isfinite(largest); i++) {
            const volatile float sum = product(x[i], inverse) + 8.5F;
            const int code = (int)sum < 15 ? (int)sum : 15;
            block[2 + i % (n / 2)] |= (unsigned char)(code << (i < n / 2 ? 0 : 4));
        }
    } else {
        const int is_integer = formats[format].element == STREW_DTYPE_INT8;
        const float limit = is_integer ? 127 : 448, d = quotient(largest, limit);
        put_scale(block + n, d, 4);
        for (size_t i = 0; i < n; i++) {
            const double y = isfinite(largest) && d != 0 ? limited((double)quotient(x[i], d), (double)limit) : 0;
            block[i] = is_integer ? (unsigned char)(int)nearbyint(y) : small_float(STREW_DTYPE_FLOAT8E4M3FN, y);
        }
    }
}

void block_read(strew_dtype dtype, float *x, const unsigned char *block)
{
    const size_t format = number_of(dtype), n = formats[format].elements;
    const rule rule = formats[format].rule;
    const strew_dtype element = formats[format].element;
    const float d = rule == POWER      ? (block[0] == 255 ? NAN : ldexpf(1, block[0] - 127))
                    : rule == QUOTIENT ? get_scale(block + n, 4)
                                       : get_scale(block, 2);
    const unsigned char *q = block + (rule == POWER ? 1 : rule == QUOTIENT ? 0 : 2);
    for (size_t i = 0; i < n; i++) {
        const unsigned code = i < n / 2 ? q[i % (n / 2)] & 15u : q[i % (n / 2)] >> 4;
        double wide;
        if (rule == SIGNED) {
            x[i] = product(d, (float)((int)code - 8));
        } else if (element == FOUR_BITS) {
            x[i] = product(d, code >= 8 ? -four_bits[code - 8] : four_bits[code]);
        } else if (element == STREW_DTYPE_INT8) {
            x[i] = product(d, (float)(signed char)q[i]);
        } else {
            reference_read_floats(element, q + i, &wide);
            x[i] = product(d, (float)wide);
        }
    }
}
