#include "fill.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

uint64_t random_next(uint64_t *state)
{
    uint64_t mixed = (*state += UINT64_C(0x9e3779b97f4a7c15));
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

uint64_t random_below(uint64_t *state, uint64_t end)
{
    return random_next(state) % end;
}

static int is_set(const char *name)
{
    const char *const value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

int is_light(void)
{
    return is_set("STREW_TEST_LIGHT");
}

int is_full(void)
{
    return is_set("STREW_TEST_FULL") && !is_light();
}

/* ---- Extremes ------------------------------------------------------------------------------------------------------------------------ */

enum { MAX_EXTREMES = 256 };

/* NaN quiet and signalling, infinities, zeros, smallest and largest subnormals and normals, and numbers beside powers of two, whose
 * products and sums tie, cancel, overflow and underflow. */
static size_t float_extremes(strew_dtype dtype, reference_format format, unsigned char *to)
{
    const int m = format.mantissa_bits;
    const uint64_t bias = (UINT64_C(1) << (format.exponent_bits - 1)) - 1, one = bias << m, min_normal = UINT64_C(1) << m;
    const uint64_t too_large = format.has_infinity ? (2 * bias + 1) << m : ((2 * bias + 2) << m) - 1;
    const uint64_t root_of_min = (bias + 1) / 2 << m, root_of_max = (3 * bias - 1) / 2 << m; /* of powers of two */
    const uint64_t bits[] = {
        too_large | UINT64_C(1) << (m - 1), /* a quiet NaN */
        too_large | 1,                      /* a signalling NaN where there are infinities; otherwise the only NaN */
        too_large,
        too_large - 1,
        too_large - 2,
        0,
        1,
        2,
        min_normal - 1,
        min_normal,
        min_normal + 1,
        one - 1,
        one,
        one + 1,
        (bias + 1) << m, /* 2 */
        root_of_min - 1,
        root_of_min,
        root_of_max,
        root_of_max + min_normal, /* its square is too large where there are infinities */
    };
    /* 1/3; half a step from 1 and a whole one; numbers where a step is 1, and the first whose step is 2. */
    const double values[] = {1.0 / 3, ldexp(1, -m - 1), ldexp(1, -m), ldexp(1, m), ldexp(1, m + 1) - 1, ldexp(1, m + 1)};
    const size_t n_bits = sizeof bits / sizeof *bits, n_values = sizeof values / sizeof *values, size = reference_size(dtype);

    for (size_t i = 0; i < n_bits; i++) reference_write_integer(dtype, to + i * size, bits[i]);
    for (size_t i = 0; i < n_values; i++) reference_write_floats(dtype, to + (n_bits + i) * size, &values[i]);
    return n_bits + n_values;
}

/* Every value, then every value with the other sign. */
static size_t with_either_sign(strew_dtype dtype, unsigned char *values, size_t n)
{
    const size_t size = reference_size(dtype);

    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = reference_read_integer(dtype, values + i * size);
        reference_write_integer(dtype, values + (n + i) * size, bits ^ UINT64_C(1) << (8 * size - 1));
    }
    return 2 * n;
}

/* All pairs of a NaN, an infinity, zeros of both signs and numbers. */
static size_t complex_extremes(strew_dtype dtype, unsigned char *to)
{
    static const double values[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0.0, -0.0, 1.0, -1.5, FLT_MAX, FLT_MIN};
    const size_t n = sizeof values / sizeof *values;

    for (size_t i = 0; i < n * n; i++)
        reference_write_floats(dtype, to + i * reference_size(dtype), (double[]){values[i / n], values[i % n]});
    return n * n;
}

/* 0, 1, -1 and both sides of every power of two: sign changes, carries and overflow of every partial product. */
static size_t integer_extremes(strew_dtype dtype, unsigned char *to)
{
    const size_t size = reference_size(dtype);
    size_t n = 0;

    for (unsigned bit = 0; bit < 8 * size; bit++) {
        for (unsigned step = 0; step < 3; step++) reference_write_integer(dtype, to + n++ * size, (UINT64_C(1) << bit) + step - 1);
    }
    memset(to + n++ * size, 0xff, size);
    memset(to + n++ * size, 0x5b, size);
    return n;
}

/* Bytes that differ from each other, so that a swap of two shows. */
static size_t bytes_extremes(strew_dtype dtype, unsigned char *to)
{
    const size_t size = reference_size(dtype);

    memset(to, 0, size);
    memset(to + size, 0xff, size);
    for (size_t i = 0; i < size; i++) {
        to[2 * size + i] = (unsigned char)(i + 1);
        to[3 * size + i] = (unsigned char)(0xf0 - i);
    }
    return 4;
}

static size_t list_extremes(strew_dtype dtype, unsigned char *to)
{
    static const unsigned char bools[] = {0, 1, 2, 0x80, 0xff, 0x7f, 0xfe};
    const reference_type type = reference_type_of(dtype);

    switch (type.kind) {
    case REFERENCE_FLOAT:
    case REFERENCE_SMALL_FLOAT: return with_either_sign(dtype, to, float_extremes(dtype, type.format, to));
    case REFERENCE_COMPLEX: return complex_extremes(dtype, to);
    case REFERENCE_BOOL: memcpy(to, bools, sizeof bools); return sizeof bools;
    case REFERENCE_BYTES: return bytes_extremes(dtype, to);
    default: return integer_extremes(dtype, to);
    }
}

const void *extremes(strew_dtype dtype, size_t *n)
{
    static unsigned char values[MAX_EXTREMES * REFERENCE_LARGEST_ELEMENT];
    static strew_dtype held;
    static size_t n_held;

    if (held != dtype) {
        n_held = list_extremes(dtype, values);
        held = dtype;
    }
    *n = n_held;
    return values;
}

/* ---- Fill ---------------------------------------------------------------------------------------------------------------------------- */

/* A number of 48 random bits between 2^-reach and 2^reach, of either sign: sums, differences and products of a few stay finite and nearly
 * always have to be rounded. */
static double ordinary(int reach, uint64_t *state)
{
    const uint64_t bits = random_next(state);
    const double mantissa = 1 + (double)(bits & 0xffffff) * 0x1p-24 + (double)(bits >> 24 & 0xffffff) * 0x1p-50;
    return ldexp(bits >> 63 ? -mantissa : mantissa, (int)(bits >> 48 & 0x7fff) % (2 * reach) - reach);
}

/* 4, for 1/16 to 16, and less in a format that has little more: half of its largest exponent, but at least 1. */
static int reach_of(reference_type type)
{
    const int half = type.kind == REFERENCE_COMPLEX ? 4 : ((1 << (type.format.exponent_bits - 1)) - 1) / 2;
    return half < 1 ? 1 : half > 4 ? 4 : half;
}

static void fill_bytes(unsigned char *to, size_t n, uint64_t *state)
{
    for (size_t i = 0; i < n; i += sizeof(uint64_t)) {
        const uint64_t bits = random_next(state);
        memcpy(to + i, &bits, n - i < sizeof bits ? n - i : sizeof bits);
    }
}

static void fill_ordinary(strew_dtype dtype, unsigned char *to, uint64_t *state)
{
    const reference_type type = reference_type_of(dtype);

    switch (type.kind) {
    case REFERENCE_FLOAT:
    case REFERENCE_SMALL_FLOAT:
    case REFERENCE_COMPLEX: {
        const int reach = reach_of(type);
        const double first = ordinary(reach, state), second = type.kind == REFERENCE_COMPLEX ? ordinary(reach, state) : 0;
        reference_write_floats(dtype, to, (double[]){first, second});
        break;
    }
    case REFERENCE_BOOL: {
        /* Half of them false, and true in any way that a byte can be. */
        const uint64_t bits = random_next(state);
        *to = bits & 1 ? (unsigned char)(bits >> 8) : 0;
        break;
    }
    default: fill_bytes(to, type.size, state); break;
    }
}

void fill(strew_dtype dtype, void *buffer, size_t n, contents contents, uint64_t *state)
{
    const size_t size = reference_size(dtype);
    size_t n_extremes;
    const unsigned char *const extreme = extremes(dtype, &n_extremes);
    unsigned char *to = buffer;

    for (size_t i = 0; i < n; i++, to += size) {
        if (contents == ORDINARY)
            fill_ordinary(dtype, to, state);
        else if (random_below(state, 4))
            memcpy(to, extreme + random_below(state, n_extremes) * size, size);
        else
            fill_bytes(to, size, state);
    }
}

enum { POOL = 8192 };

static const unsigned char *pool_of(strew_dtype dtype, contents contents)
{
    static unsigned char *pools[STREW_DTYPE_OPAQUE_LAST + 1][EXTREME + 1];
    unsigned char **const pool = &pools[dtype][contents];
    uint64_t seed = (uint64_t)dtype;

    if (*pool == NULL) {
        *pool = malloc(POOL * reference_size(dtype));
        if (*pool == NULL) abort();
        fill(dtype, *pool, POOL, contents, &seed);
    }
    return *pool;
}

void fill_quickly(strew_dtype dtype, void *buffer, size_t n, contents contents, uint64_t *state)
{
    const unsigned char *const pool = pool_of(dtype, contents);
    const size_t size = reference_size(dtype);
    unsigned char *to = buffer;

    while (n) {
        const size_t from = (size_t)random_below(state, POOL / 2), max = POOL - from, taken = n < max ? n : max;
        memcpy(to, pool + from * size, taken * size);
        to += taken * size;
        n -= taken;
    }
}
