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

int is_light(void)
{
    const char *value = getenv("STREW_TEST_LIGHT");
    return value && *value && strcmp(value, "0") != 0;
}

/* ---- Extremes ----------------------------------------------------------------------------------------------------------------------- */

enum { MOST_EXTREMES = 1024 };

/* In double and as bits of each float type: NaN quiet and signalling, infinities, zeros, least and greatest subnormals and normals, numbers
 * beside powers of two, whose products and sums tie, cancel, overflow and underflow. */
static size_t float_extremes(strew_dtype dtype, unsigned char *to)
{
    static const uint32_t bits32[] = {
        0x7fc00000, 0xffc00000, 0x7f800001, 0x7f800000, 0x00000000, 0x00000001, 0x00000002, 0x007fffff,
        0x00800000, 0x00800001, 0x3f800000, 0x3f800001, 0x3f7fffff, 0x40000000, 0x33800000, 0x4b800000,
        0x4b7fffff, 0x7f7fffff, 0x7f7ffffe, 0x1fffffff, 0x20000000, 0x5f000000, 0x3eaaaaab,
    };
    static const uint64_t bits64[] = {
        UINT64_C(0x7ff8000000000000), UINT64_C(0xfff8000000000000), UINT64_C(0x7ff0000000000001), UINT64_C(0x7ff0000000000000),
        UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000001), UINT64_C(0x0000000000000002), UINT64_C(0x000fffffffffffff),
        UINT64_C(0x0010000000000000), UINT64_C(0x0010000000000001), UINT64_C(0x3ff0000000000000), UINT64_C(0x3ff0000000000001),
        UINT64_C(0x3fefffffffffffff), UINT64_C(0x4000000000000000), UINT64_C(0x3ca0000000000000), UINT64_C(0x4340000000000000),
        UINT64_C(0x7fefffffffffffff), UINT64_C(0x7feffffffffffffe), UINT64_C(0x1fffffffffffffff), UINT64_C(0x5fe0000000000000),
    };
    static const uint16_t bits16[] = {
        0x7e00, 0xfe00, 0x7c01, 0x7c00, 0x0000, 0x0001, 0x0002, 0x03ff, 0x0400, 0x0401, 0x3c00, 0x3c01,
        0x3bff, 0x4000, 0x1000, 0x1400, 0x6400, 0x6800, 0x7bff, 0x7bfe, 0x1fff, 0x2000, 0x5c00, 0x3555,
    };
    static const uint16_t bits_brain[] = {
        0x7fc0, 0xffc0, 0x7f81, 0x7f80, 0x0000, 0x0001, 0x0002, 0x007f, 0x0080, 0x0081, 0x3f80, 0x3f81,
        0x3f7f, 0x4000, 0x3b80, 0x3c00, 0x4300, 0x4380, 0x7f7f, 0x7f7e, 0x1fff, 0x2000, 0x5f00, 0x3eab,
    };
    const size_t size = reference_size(dtype);
    const void *from;
    size_t n;

    switch (dtype) {
    case STREW_FLOAT32:
        from = bits32;
        n = sizeof bits32 / sizeof *bits32;
        break;
    case STREW_FLOAT64:
        from = bits64;
        n = sizeof bits64 / sizeof *bits64;
        break;
    case STREW_FLOAT16:
        from = bits16;
        n = sizeof bits16 / sizeof *bits16;
        break;
    default:
        from = bits_brain;
        n = sizeof bits_brain / sizeof *bits_brain;
        break;
    }
    /* Every value, then every value with the other sign. */
    for (size_t i = 0; i < 2 * n; i++) {
        uint64_t bits;
        memcpy(to + i * size, (const unsigned char *)from + i % n * size, size);
        if (i < n) continue;
        switch (size) {
        case 2: {
            uint16_t half;
            memcpy(&half, to + i * size, size);
            half ^= 0x8000;
            memcpy(to + i * size, &half, size);
            break;
        }
        case 4: {
            uint32_t word;
            memcpy(&word, to + i * size, size);
            word ^= 0x80000000;
            memcpy(to + i * size, &word, size);
            break;
        }
        default:
            memcpy(&bits, to + i * size, size);
            bits ^= UINT64_C(1) << 63;
            memcpy(to + i * size, &bits, size);
            break;
        }
    }
    return 2 * n;
}

/* Pairs of the parts that matter: a NaN, an infinity, zeros of both signs and numbers, in either place. */
static size_t complex_extremes(strew_dtype dtype, unsigned char *to)
{
    static const double parts[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0.0, -0.0, 1.0, -1.5, FLT_MAX, FLT_MIN};
    const size_t n_parts = sizeof parts / sizeof *parts;

    for (size_t i = 0; i < n_parts * n_parts; i++) {
        const double pair[2] = {parts[i / n_parts], parts[i % n_parts]};
        const float small[2] = {(float)pair[0], (float)pair[1]};
        if (dtype == STREW_COMPLEX64)
            memcpy(to + i * sizeof small, small, sizeof small);
        else
            memcpy(to + i * sizeof pair, pair, sizeof pair);
    }
    return n_parts * n_parts;
}

/* 0, 1, -1 and both sides of every power of two: sign changes, carries and overflow of every partial product. */
static size_t integer_extremes(strew_dtype dtype, unsigned char *to)
{
    const size_t size = reference_size(dtype);
    size_t n = 0;

    for (unsigned bit = 0; bit < 8 * size; bit++) {
        for (unsigned step = 0; step < 3; step++) {
            const uint64_t value = (UINT64_C(1) << bit) + step - 1;
            const uint8_t value8 = (uint8_t)value;
            const uint16_t value16 = (uint16_t)value;
            const uint32_t value32 = (uint32_t)value;
            const void *const of_size[] = {&value8, &value16, &value32, &value};
            memcpy(to + n++ * size, of_size[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3], size);
        }
    }
    memset(to + n++ * size, 0xff, size);
    memset(to + n++ * size, 0x5b, size);
    return n;
}

const void *extremes(strew_dtype dtype, size_t *n)
{
    static unsigned char values[MOST_EXTREMES * REFERENCE_LARGEST_ELEMENT];
    static strew_dtype held;
    static size_t n_held;
    static const unsigned char bools[] = {0, 1, 2, 0x80, 0xff, 0x7f, 0xfe};

    if (held != dtype) {
        switch (dtype) {
        case STREW_FLOAT32:
        case STREW_FLOAT64:
        case STREW_FLOAT16:
        case STREW_BFLOAT16: n_held = float_extremes(dtype, values); break;
        case STREW_COMPLEX64:
        case STREW_COMPLEX128: n_held = complex_extremes(dtype, values); break;
        case STREW_BOOL:
            memcpy(values, bools, sizeof bools);
            n_held = sizeof bools;
            break;
        case STREW_STRING:
            memset(values, 0, reference_size(dtype));
            memset(values + reference_size(dtype), 0xff, reference_size(dtype));
            n_held = 2;
            break;
        default: n_held = integer_extremes(dtype, values); break;
        }
        held = dtype;
    }
    *n = n_held;
    return values;
}

/* ---- Fill --------------------------------------------------------------------------------------------------------------------------- */

/* A number of 24 random bits between 1/16 and 16, of either sign: sums, differences and products of a few stay finite in every type and
 * nearly always have to be rounded. */
static double ordinary(uint64_t *state)
{
    const uint64_t bits = random_next(state);
    const double mantissa = 1 + (double)(bits & 0xffffff) * 0x1p-24 + (double)(bits >> 24 & 0xffffff) * 0x1p-50;
    return ldexp(bits >> 63 ? -mantissa : mantissa, (int)(bits >> 48 & 7) - 4);
}

static void fill_ordinary(strew_dtype dtype, unsigned char *to, uint64_t *state)
{
    switch (dtype) {
    case STREW_FLOAT32: {
        const float value = (float)ordinary(state);
        memcpy(to, &value, sizeof value);
        break;
    }
    case STREW_FLOAT64: {
        const double value = ordinary(state);
        memcpy(to, &value, sizeof value);
        break;
    }
    case STREW_FLOAT16:
    case STREW_BFLOAT16: {
        const uint16_t value = reference_narrow(dtype, ordinary(state));
        memcpy(to, &value, sizeof value);
        break;
    }
    case STREW_COMPLEX64: {
        const float value[2] = {(float)ordinary(state), (float)ordinary(state)};
        memcpy(to, value, sizeof value);
        break;
    }
    case STREW_COMPLEX128: {
        const double value[2] = {ordinary(state), ordinary(state)};
        memcpy(to, value, sizeof value);
        break;
    }
    case STREW_BOOL: {
        /* Half of them false, and true in any way that a byte can be. */
        const uint64_t bits = random_next(state);
        *to = bits & 1 ? (unsigned char)(bits >> 8) : 0;
        break;
    }
    default: {
        const uint64_t bits[2] = {random_next(state), random_next(state)};
        memcpy(to, bits, reference_size(dtype));
        break;
    }
    }
}

void fill(strew_dtype dtype, void *buffer, size_t n, contents contents, uint64_t *state)
{
    const size_t size = reference_size(dtype);
    size_t n_extremes;
    const unsigned char *const extreme = extremes(dtype, &n_extremes);
    unsigned char *to = buffer;

    for (size_t i = 0; i < n; i++, to += size) {
        if (contents == ORDINARY) {
            fill_ordinary(dtype, to, state);
        } else if (random_below(state, 4)) {
            memcpy(to, extreme + random_below(state, n_extremes) * size, size);
        } else {
            const uint64_t bits[2] = {random_next(state), random_next(state)};
            memcpy(to, bits, size);
        }
    }
}
