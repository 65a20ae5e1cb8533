/* Rendered from templates/blocks.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_CONVERSIONS

/* Bits of floats: of infinity, above which are those of NaN, and of the sign. */
#define INFINITE UINT32_C(0x7f800000)
#define SIGN UINT32_C(0x80000000)

static STREW_INLINE float at(const unsigned char *from, size_t i)
{
    return load_f32(from + i * sizeof(float));
}

/* Of n numbers, as bits. */
static STREW_INLINE uint32_t largest_magnitude(const unsigned char *from, size_t n)
{
    int32_t largest = 0;
    for (size_t i = 0; i < n; i++) {
        const int32_t magnitude = (int32_t)(to_bits_f32(at(from, i)) & ~SIGN);
        largest = magnitude > largest ? magnitude : largest;
    }
    return (uint32_t)largest;
}

/* The first number with this magnitude. */
static STREW_INLINE float first_with(uint32_t magnitude, const unsigned char *from, size_t n)
{
    int32_t first = (int32_t)n;
    for (size_t i = 0; i < n; i++) {
        const int32_t place = (to_bits_f32(at(from, i)) & ~SIGN) == magnitude ? (int32_t)i : (int32_t)n;
        first = place < first ? place : first;
    }
    return at(from, (size_t)first);
}

/* 1 / d, or 0 if that is no number. */
static STREW_INLINE float reciprocal(float d)
{
    const float inverse = d != 0.0f ? 1.0f / d : 0.0f;
    return (to_bits_f32(inverse) & ~SIGN) < INFINITE ? inverse : 0.0f;
}

/* The magnitude is at most that of `limit`. */
static STREW_INLINE float within(float x, float limit)
{
    const uint32_t bits = to_bits_f32(x);
    const int32_t magnitude = (int32_t)(bits & ~SIGN), largest = (int32_t)to_bits_f32(limit);
    return from_bits_f32((bits & SIGN) | (uint32_t)(magnitude < largest ? magnitude : largest));
}

/* To an integer, halves away from zero: with the largest number below a half, the sum rounds up from a half on. */
static STREW_INLINE uint32_t away_from_zero(float x)
{
    return (uint32_t)(int32_t)(x + from_bits_f32((to_bits_f32(x) & SIGN) | to_bits_f32(0x1.fffffep-2f)));
}

/* To nearest even, by float's own adder, in the low byte of a sum. */
static STREW_INLINE uint32_t to_nearest_even(float x)
{
    return to_bits_f32(x + 0x1.8p+23f);
}

/* The code of 0, 0.5, 1, 1.5, 2, 3, 4 or 6, whichever is nearest, of two the even one; and the sign. */
static STREW_INLINE uint32_t float4_of(float x)
{
    const uint32_t bits = to_bits_f32(x);
    const int32_t y = (int32_t)(bits & ~SIGN);
#define ABOVE(limit) (uint32_t)(y > (int32_t)to_bits_f32(limit))
#define FROM(limit) (uint32_t)(y >= (int32_t)to_bits_f32(limit))
    const uint32_t code = ABOVE(0.25f) + FROM(0.75f) + ABOVE(1.25f) + FROM(1.75f) + ABOVE(2.5f) + FROM(3.5f) + ABOVE(5.0f);
#undef ABOVE
#undef FROM
    return (bits >> 28 & 8u) | code;
}

static STREW_INLINE float float_of_float4(uint32_t code)
{
    const int32_t n = (int32_t)(code & 7u), above = n - 4, is_largest = n & n >> 1 & n >> 2;
    const float magnitude = 0.5f * (float)(n + (above > 0 ? above : 0) + 2 * is_largest); /* of 0, 1, 2, 3, 4, 6, 8, 12 the half */
    return from_bits_f32(to_bits_f32(magnitude) | (code & 8u) << 28);
}

static STREW_INLINE float float_of_uint4(uint32_t code)
{
    return (float)((int32_t)code - 8);
}

/* Little endian on every machine, of which compilers make one access. */
static STREW_INLINE void store_le16(unsigned char *to, uint32_t value)
{
    to[0] = (unsigned char)(value & 0xffu);
    to[1] = (unsigned char)(value >> 8 & 0xffu);
}

static STREW_INLINE uint32_t load_le16(const unsigned char *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8;
}

static STREW_INLINE void store_le32(unsigned char *to, uint32_t value)
{
    store_le16(to, value);
    store_le16(to + 2, value >> 16);
}

static STREW_INLINE uint32_t load_le32(const unsigned char *from)
{
    return load_le16(from) | load_le16(from + 2) << 16;
}

/* A NaN always has these bits. */
static STREW_INLINE uint32_t bits_of_scale(float d)
{
    const uint32_t bits = to_bits_f32(d);
    return (bits & ~SIGN) > INFINITE ? UINT32_C(0x7fc00000) : bits;
}

static STREW_INLINE void store_float16(unsigned char *to, float d)
{
    store_le16(to, narrow_f16(from_bits_f32(bits_of_scale(d))));
}

static STREW_INLINE float load_float16(const unsigned char *from)
{
    return widen_f16((uint16_t)load_le16(from));
}

static STREW_INLINE void store_float32(unsigned char *to, float d)
{
    store_le32(to, bits_of_scale(d));
}

static STREW_INLINE float load_float32(const unsigned char *from)
{
    return from_bits_f32(load_le32(from));
}

static STREW_INLINE float load_e8m0(const unsigned char *from)
{
    const uint32_t e = from[0];
    return from_bits_f32(e == 0 ? UINT32_C(0x00400000) : e == 255 ? UINT32_C(0x7fc00000) : e << 23);
}

/* Blocks whose scales are computed as a vector. */
enum { AT_ONCE = 4 };

/* Of each: the largest magnitude, that over `limit` as float16, and the inverse of this quotient, or 0 if that is no number. Where the
 * quotient is 0, all products are, whatever the inverse is. */
static STREW_INLINE void find_scales(const unsigned char *from, size_t n_elements, float limit, uint32_t *largest, float *inverses,
                                     uint16_t *halves)
{
    float d[2 * AT_ONCE] = {0.0f}; /* as many as the word takes */
    uint16_t all[2 * AT_ONCE];
    for (size_t b = 0; b < AT_ONCE; b++) largest[b] = largest_magnitude(from + b * n_elements * sizeof(float), n_elements);
    for (size_t b = 0; b < AT_ONCE; b++) d[b] = from_bits_f32(largest[b]) / limit;
    for (size_t b = 0; b < AT_ONCE; b++) inverses[b] = 1.0f / from_bits_f32(to_bits_f32(d[b]) != 0 ? to_bits_f32(d[b]) : to_bits_f32(1.0f));
    for (size_t b = 0; b < AT_ONCE; b++) inverses[b] = from_bits_f32(to_bits_f32(inverses[b]) < INFINITE ? to_bits_f32(inverses[b]) : 0);
    for (size_t b = 0; b < AT_ONCE; b++) d[b] = from_bits_f32(bits_of_scale(d[b]));
    store_16(all, narrow_f16x8(load_32(d)));
    memcpy(halves, all, AT_ONCE * sizeof *halves);
}

static STREW_INLINE void write_q8_0(unsigned char *q, const unsigned char *from, float inverse)
{
    uint32_t codes[32];
    for (size_t i = 0; i < 32; i++) codes[i] = away_from_zero(at(from, i) * inverse);
    for (size_t i = 0; i < 32; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
}

/* As many of n as make whole groups, in a function of its own: what it keeps in registers would slow down calls of fewer. */
STREW_OWN_FRAME static size_t write_many_q8_0(unsigned char *restrict to, const unsigned char *restrict from, size_t n)
{
    size_t done = 0;
    for (; n - done >= AT_ONCE; done += AT_ONCE) {
        uint32_t largest[AT_ONCE];
        uint16_t halves[AT_ONCE];
        float inverses[AT_ONCE];
        find_scales(from, 32, 127.0f, largest, inverses, halves);
        for (size_t b = 0; b < AT_ONCE; b++, from += 32 * sizeof(float), to += 34) {
            store_le16(to, halves[b]);
            if (largest[b] < INFINITE) {
                write_q8_0(to + 2, from, inverses[b]);
            } else {
                memset(to + 2, 0, 32);
            }
        }
    }
    return done;
}

STREW_WRITE_BLOCKS(strew_write_q8_0__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    if (n >= AT_ONCE) {
        const size_t done = write_many_q8_0(to, from, n);
        from += done * 32 * sizeof(float);
        to += done * 34;
        n -= done;
    }
    for (size_t b = 0; b < n; b++, from += 32 * sizeof(float), to += 34) {
        const uint32_t largest = largest_magnitude(from, 32);
        unsigned char *const q = to + 2;
        uint32_t codes[32];
        const float d = from_bits_f32(largest) / 127.0f, inverse = reciprocal(d);
        store_float16(to, d);
        if (largest >= INFINITE) {
            memset(q, 0, 32);
            continue;
        }
        for (size_t i = 0; i < 32; i++) codes[i] = away_from_zero(at(from, i) * inverse);
        for (size_t i = 0; i < 32; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_q8_0__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 34, to += 32 * sizeof(float)) {
        const float d = load_float16(from);
        const unsigned char *const q = from + 2;
        for (size_t i = 0; i < 32; i++) store_f32(to + i * sizeof(float), d * (float)(int8_t)q[i]);
    }
}

STREW_WRITE_BLOCKS(strew_write_q4_0__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 32 * sizeof(float), to += 18) {
        const uint32_t largest = largest_magnitude(from, 32);
        unsigned char *const q = to + 2;
        uint32_t codes[32];
        const float d = first_with(largest, from, 32) / -8.0f, inverse = reciprocal(d);
        store_float16(to, d);
        if (largest >= INFINITE) {
            memset(q, 0x88, 16);
            continue;
        }
        for (size_t i = 0; i < 32; i++) {
            const int32_t code = (int32_t)(at(from, i) * inverse + 8.5f);
            codes[i] = (uint32_t)(code < 15 ? code : 15);
        }
        for (size_t i = 0; i < 16; i++) q[i] = (unsigned char)(codes[i] | codes[i + 16] << 4);
    }
}

STREW_READ_BLOCKS(strew_read_q4_0__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 18, to += 32 * sizeof(float)) {
        const float d = load_float16(from);
        const unsigned char *const q = from + 2;
        uint32_t codes[32];
        for (size_t i = 0; i < 16; i++) codes[i] = q[i];
        for (size_t i = 0; i < 16; i++) codes[i + 16] = codes[i] >> 4;
        for (size_t i = 0; i < 32; i++) store_f32(to + i * sizeof(float), d * float_of_uint4(codes[i] & 15u));
    }
}

STREW_WRITE_BLOCKS(strew_write_mxfp8_e4m3__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 32 * sizeof(float), to += 33) {
        const uint32_t largest = largest_magnitude(from, 32);
        unsigned char *const q = to + 1;
        uint32_t codes[32];
        const uint32_t exponent = largest >> 23, e = exponent > 8 ? exponent - 8 : 0;
        const float factor = from_bits_f32((254 - e) << 23);
        to[0] = (unsigned char)(largest < INFINITE ? e : 255);
        if (largest >= INFINITE) {
            memset(q, 0, 32);
            continue;
        }
        for (size_t i = 0; i < 32; i++) codes[i] = narrow_f8e4m3fn(within(at(from, i) * factor, 448.0f));
        for (size_t i = 0; i < 32; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_mxfp8_e4m3__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 33, to += 32 * sizeof(float)) {
        const float d = load_e8m0(from);
        const unsigned char *const q = from + 1;
        for (size_t i = 0; i < 32; i++) store_f32(to + i * sizeof(float), d * widen_f8e4m3fn(q[i]));
    }
}

STREW_WRITE_BLOCKS(strew_write_mxfp8_e5m2__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 32 * sizeof(float), to += 33) {
        const uint32_t largest = largest_magnitude(from, 32);
        unsigned char *const q = to + 1;
        uint32_t codes[32];
        const uint32_t exponent = largest >> 23, e = exponent > 15 ? exponent - 15 : 0;
        const float factor = from_bits_f32((254 - e) << 23);
        to[0] = (unsigned char)(largest < INFINITE ? e : 255);
        if (largest >= INFINITE) {
            memset(q, 0, 32);
            continue;
        }
        for (size_t i = 0; i < 32; i++) codes[i] = narrow_f8e5m2(within(at(from, i) * factor, 57344.0f));
        for (size_t i = 0; i < 32; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_mxfp8_e5m2__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 33, to += 32 * sizeof(float)) {
        const float d = load_e8m0(from);
        const unsigned char *const q = from + 1;
        for (size_t i = 0; i < 32; i++) store_f32(to + i * sizeof(float), d * widen_f8e5m2(q[i]));
    }
}

STREW_WRITE_BLOCKS(strew_write_mxfp4__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 32 * sizeof(float), to += 17) {
        const uint32_t largest = largest_magnitude(from, 32);
        unsigned char *const q = to + 1;
        uint32_t codes[32];
        const uint32_t exponent = largest >> 23, e = exponent > 2 ? exponent - 2 : 0;
        const float factor = from_bits_f32((254 - e) << 23);
        to[0] = (unsigned char)(largest < INFINITE ? e : 255);
        if (largest >= INFINITE) {
            memset(q, 0, 16);
            continue;
        }
        for (size_t i = 0; i < 32; i++) codes[i] = float4_of(within(at(from, i) * factor, 6.0f));
        for (size_t i = 0; i < 16; i++) q[i] = (unsigned char)(codes[i] | codes[i + 16] << 4);
    }
}

STREW_READ_BLOCKS(strew_read_mxfp4__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 17, to += 32 * sizeof(float)) {
        const float d = load_e8m0(from);
        const unsigned char *const q = from + 1;
        uint32_t codes[32];
        for (size_t i = 0; i < 16; i++) codes[i] = q[i];
        for (size_t i = 0; i < 16; i++) codes[i + 16] = codes[i] >> 4;
        for (size_t i = 0; i < 32; i++) store_f32(to + i * sizeof(float), d * float_of_float4(codes[i] & 15u));
    }
}

STREW_WRITE_BLOCKS(strew_write_int8_block16__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 16 * sizeof(float), to += 20) {
        const uint32_t largest = largest_magnitude(from, 16);
        unsigned char *const q = to;
        uint32_t codes[16];
        const float d = from_bits_f32(largest) / 127.0f;
        store_float32(to + 16, d);
        if (largest >= INFINITE || d == 0.0f) {
            memset(q, 0, 16);
            continue;
        }
        for (size_t i = 0; i < 16; i++) codes[i] = to_nearest_even(within(at(from, i) / d, 127.0f));
        for (size_t i = 0; i < 16; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_int8_block16__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 20, to += 16 * sizeof(float)) {
        const float d = load_float32(from + 16);
        const unsigned char *const q = from;
        for (size_t i = 0; i < 16; i++) store_f32(to + i * sizeof(float), d * (float)(int8_t)q[i]);
    }
}

STREW_WRITE_BLOCKS(strew_write_int8_block32__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 32 * sizeof(float), to += 36) {
        const uint32_t largest = largest_magnitude(from, 32);
        unsigned char *const q = to;
        uint32_t codes[32];
        const float d = from_bits_f32(largest) / 127.0f;
        store_float32(to + 32, d);
        if (largest >= INFINITE || d == 0.0f) {
            memset(q, 0, 32);
            continue;
        }
        for (size_t i = 0; i < 32; i++) codes[i] = to_nearest_even(within(at(from, i) / d, 127.0f));
        for (size_t i = 0; i < 32; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_int8_block32__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 36, to += 32 * sizeof(float)) {
        const float d = load_float32(from + 32);
        const unsigned char *const q = from;
        for (size_t i = 0; i < 32; i++) store_f32(to + i * sizeof(float), d * (float)(int8_t)q[i]);
    }
}

STREW_WRITE_BLOCKS(strew_write_int8_block64__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 64 * sizeof(float), to += 68) {
        const uint32_t largest = largest_magnitude(from, 64);
        unsigned char *const q = to;
        uint32_t codes[64];
        const float d = from_bits_f32(largest) / 127.0f;
        store_float32(to + 64, d);
        if (largest >= INFINITE || d == 0.0f) {
            memset(q, 0, 64);
            continue;
        }
        for (size_t i = 0; i < 64; i++) codes[i] = to_nearest_even(within(at(from, i) / d, 127.0f));
        for (size_t i = 0; i < 64; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_int8_block64__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 68, to += 64 * sizeof(float)) {
        const float d = load_float32(from + 64);
        const unsigned char *const q = from;
        for (size_t i = 0; i < 64; i++) store_f32(to + i * sizeof(float), d * (float)(int8_t)q[i]);
    }
}

STREW_WRITE_BLOCKS(strew_write_int8_block128__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 128 * sizeof(float), to += 132) {
        const uint32_t largest = largest_magnitude(from, 128);
        unsigned char *const q = to;
        uint32_t codes[128];
        const float d = from_bits_f32(largest) / 127.0f;
        store_float32(to + 128, d);
        if (largest >= INFINITE || d == 0.0f) {
            memset(q, 0, 128);
            continue;
        }
        for (size_t i = 0; i < 128; i++) codes[i] = to_nearest_even(within(at(from, i) / d, 127.0f));
        for (size_t i = 0; i < 128; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_int8_block128__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 132, to += 128 * sizeof(float)) {
        const float d = load_float32(from + 128);
        const unsigned char *const q = from;
        for (size_t i = 0; i < 128; i++) store_f32(to + i * sizeof(float), d * (float)(int8_t)q[i]);
    }
}

STREW_WRITE_BLOCKS(strew_write_float8e4m3fn_block16__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 16 * sizeof(float), to += 20) {
        const uint32_t largest = largest_magnitude(from, 16);
        unsigned char *const q = to;
        uint32_t codes[16];
        const float d = from_bits_f32(largest) / 448.0f;
        store_float32(to + 16, d);
        if (largest >= INFINITE || d == 0.0f) {
            memset(q, 0, 16);
            continue;
        }
        for (size_t i = 0; i < 16; i++) codes[i] = narrow_f8e4m3fn(within(at(from, i) / d, 448.0f));
        for (size_t i = 0; i < 16; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_float8e4m3fn_block16__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 20, to += 16 * sizeof(float)) {
        const float d = load_float32(from + 16);
        const unsigned char *const q = from;
        for (size_t i = 0; i < 16; i++) store_f32(to + i * sizeof(float), d * widen_f8e4m3fn(q[i]));
    }
}

STREW_WRITE_BLOCKS(strew_write_float8e4m3fn_block32__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 32 * sizeof(float), to += 36) {
        const uint32_t largest = largest_magnitude(from, 32);
        unsigned char *const q = to;
        uint32_t codes[32];
        const float d = from_bits_f32(largest) / 448.0f;
        store_float32(to + 32, d);
        if (largest >= INFINITE || d == 0.0f) {
            memset(q, 0, 32);
            continue;
        }
        for (size_t i = 0; i < 32; i++) codes[i] = narrow_f8e4m3fn(within(at(from, i) / d, 448.0f));
        for (size_t i = 0; i < 32; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_float8e4m3fn_block32__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 36, to += 32 * sizeof(float)) {
        const float d = load_float32(from + 32);
        const unsigned char *const q = from;
        for (size_t i = 0; i < 32; i++) store_f32(to + i * sizeof(float), d * widen_f8e4m3fn(q[i]));
    }
}

STREW_WRITE_BLOCKS(strew_write_float8e4m3fn_block64__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 64 * sizeof(float), to += 68) {
        const uint32_t largest = largest_magnitude(from, 64);
        unsigned char *const q = to;
        uint32_t codes[64];
        const float d = from_bits_f32(largest) / 448.0f;
        store_float32(to + 64, d);
        if (largest >= INFINITE || d == 0.0f) {
            memset(q, 0, 64);
            continue;
        }
        for (size_t i = 0; i < 64; i++) codes[i] = narrow_f8e4m3fn(within(at(from, i) / d, 448.0f));
        for (size_t i = 0; i < 64; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_float8e4m3fn_block64__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 68, to += 64 * sizeof(float)) {
        const float d = load_float32(from + 64);
        const unsigned char *const q = from;
        for (size_t i = 0; i < 64; i++) store_f32(to + i * sizeof(float), d * widen_f8e4m3fn(q[i]));
    }
}

STREW_WRITE_BLOCKS(strew_write_float8e4m3fn_block128__rvv)
{
    const unsigned char *from = floats;
    unsigned char *to = blocks;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 128 * sizeof(float), to += 132) {
        const uint32_t largest = largest_magnitude(from, 128);
        unsigned char *const q = to;
        uint32_t codes[128];
        const float d = from_bits_f32(largest) / 448.0f;
        store_float32(to + 128, d);
        if (largest >= INFINITE || d == 0.0f) {
            memset(q, 0, 128);
            continue;
        }
        for (size_t i = 0; i < 128; i++) codes[i] = narrow_f8e4m3fn(within(at(from, i) / d, 448.0f));
        for (size_t i = 0; i < 128; i++) q[i] = (unsigned char)(codes[i] & 0xffu);
    }
}

STREW_READ_BLOCKS(strew_read_float8e4m3fn_block128__rvv)
{
    const unsigned char *from = blocks;
    unsigned char *to = floats;
    (void)context, (void)scratch;
    for (size_t b = 0; b < n; b++, from += 132, to += 128 * sizeof(float)) {
        const float d = load_float32(from + 128);
        const unsigned char *const q = from;
        for (size_t i = 0; i < 128; i++) store_f32(to + i * sizeof(float), d * widen_f8e4m3fn(q[i]));
    }
}
#endif
