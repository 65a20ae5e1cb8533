/* Rendered from templates/affine.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_CONVERSIONS

/* Elements that are converted at once; the smallest block of ONNX Runtime has half as many. */
enum { GROUP = 32, HALF = GROUP / 2 };

static STREW_INLINE int is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first;
}

/* The elements of bytes, each in a byte of its own: both of one are a number of 16 bits, whose bytes have an order. */
static STREW_INLINE void unpack(unsigned char *codes, const unsigned char *from)
{
    uint16_t pairs[GROUP / 2];
    const int is_little = is_little_endian();
    for (size_t i = 0; i < GROUP / 2; i++) {
        const uint32_t q = from[i];
        pairs[i] = (uint16_t)(is_little ? (q | q << 4) & 0x0f0fu : (q << 8 & 0x0f00u) | q >> 4);
    }
    memcpy(codes, pairs, sizeof pairs);
}

static STREW_INLINE float affine_uint4(unsigned char code, float scale, float zero)
{
    return ((float)((int32_t)code) - zero) * scale;
}

STREW_AFFINE(strew_affine_uint4__rvv)
{
    unsigned char codes[GROUP];
    size_t b = 0;
    /* Two small blocks make a group. */
    for (; block_bytes == HALF / 2 && b + 2 <= n_blocks; b += 2, from += GROUP / 2, to += GROUP * sizeof(float)) {
        float factors[GROUP], levels[GROUP];
        unpack(codes, from);
        for (size_t i = 0; i < GROUP; i++) factors[i] = i < HALF ? scales[b] : scales[b + 1];
        for (size_t i = 0; i < GROUP; i++) levels[i] = i < HALF ? zeros[b] : zeros[b + 1];
        for (size_t i = 0; i < GROUP; i++) store_f32(to + i * sizeof(float), affine_uint4(codes[i], factors[i], levels[i]));
    }
    for (; b < n_blocks; b++) {
        const float scale = scales[b], zero = zeros[b];
        size_t n = block_bytes;
        for (; n >= GROUP / 2; n -= GROUP / 2, from += GROUP / 2, to += GROUP * sizeof(float)) {
            unpack(codes, from);
            for (size_t i = 0; i < GROUP; i++) store_f32(to + i * sizeof(float), affine_uint4(codes[i], scale, zero));
        }
        for (; n > 0; n--, from++, to += 2 * sizeof(float)) {
            store_f32(to, affine_uint4(*from & 15u, scale, zero));
            store_f32(to + sizeof(float), affine_uint4((unsigned char)(*from >> 4), scale, zero));
        }
    }
}

static STREW_INLINE float affine_int4(unsigned char code, float scale, float zero)
{
    return ((float)((int32_t)(code ^ 8u) - 8) - zero) * scale;
}

STREW_AFFINE(strew_affine_int4__rvv)
{
    unsigned char codes[GROUP];
    size_t b = 0;
    /* Two small blocks make a group. */
    for (; block_bytes == HALF / 2 && b + 2 <= n_blocks; b += 2, from += GROUP / 2, to += GROUP * sizeof(float)) {
        float factors[GROUP], levels[GROUP];
        unpack(codes, from);
        for (size_t i = 0; i < GROUP; i++) factors[i] = i < HALF ? scales[b] : scales[b + 1];
        for (size_t i = 0; i < GROUP; i++) levels[i] = i < HALF ? zeros[b] : zeros[b + 1];
        for (size_t i = 0; i < GROUP; i++) store_f32(to + i * sizeof(float), affine_int4(codes[i], factors[i], levels[i]));
    }
    for (; b < n_blocks; b++) {
        const float scale = scales[b], zero = zeros[b];
        size_t n = block_bytes;
        for (; n >= GROUP / 2; n -= GROUP / 2, from += GROUP / 2, to += GROUP * sizeof(float)) {
            unpack(codes, from);
            for (size_t i = 0; i < GROUP; i++) store_f32(to + i * sizeof(float), affine_int4(codes[i], scale, zero));
        }
        for (; n > 0; n--, from++, to += 2 * sizeof(float)) {
            store_f32(to, affine_int4(*from & 15u, scale, zero));
            store_f32(to + sizeof(float), affine_int4((unsigned char)(*from >> 4), scale, zero));
        }
    }
}

static STREW_INLINE float affine_int8(unsigned char code, float scale, float zero)
{
    return ((float)((int32_t)(int8_t)code) - zero) * scale;
}

STREW_AFFINE(strew_affine_int8__rvv)
{
    unsigned char codes[GROUP];
    size_t b = 0;
    /* Two small blocks make a group. */
    for (; block_bytes == HALF / 1 && b + 2 <= n_blocks; b += 2, from += GROUP / 1, to += GROUP * sizeof(float)) {
        float factors[GROUP], levels[GROUP];
        memcpy(codes, from, GROUP);
        for (size_t i = 0; i < GROUP; i++) factors[i] = i < HALF ? scales[b] : scales[b + 1];
        for (size_t i = 0; i < GROUP; i++) levels[i] = i < HALF ? zeros[b] : zeros[b + 1];
        for (size_t i = 0; i < GROUP; i++) store_f32(to + i * sizeof(float), affine_int8(codes[i], factors[i], levels[i]));
    }
    for (; b < n_blocks; b++) {
        const float scale = scales[b], zero = zeros[b];
        size_t n = block_bytes;
        for (; n >= GROUP / 1; n -= GROUP / 1, from += GROUP / 1, to += GROUP * sizeof(float)) {
            memcpy(codes, from, GROUP);
            for (size_t i = 0; i < GROUP; i++) store_f32(to + i * sizeof(float), affine_int8(codes[i], scale, zero));
        }
        for (; n > 0; n--, from++, to += 1 * sizeof(float)) {
            store_f32(to, affine_int8(*from, scale, zero));
        }
    }
}

static STREW_INLINE float affine_uint8(unsigned char code, float scale, float zero)
{
    return ((float)((int32_t)code) - zero) * scale;
}

STREW_AFFINE(strew_affine_uint8__rvv)
{
    unsigned char codes[GROUP];
    size_t b = 0;
    /* Two small blocks make a group. */
    for (; block_bytes == HALF / 1 && b + 2 <= n_blocks; b += 2, from += GROUP / 1, to += GROUP * sizeof(float)) {
        float factors[GROUP], levels[GROUP];
        memcpy(codes, from, GROUP);
        for (size_t i = 0; i < GROUP; i++) factors[i] = i < HALF ? scales[b] : scales[b + 1];
        for (size_t i = 0; i < GROUP; i++) levels[i] = i < HALF ? zeros[b] : zeros[b + 1];
        for (size_t i = 0; i < GROUP; i++) store_f32(to + i * sizeof(float), affine_uint8(codes[i], factors[i], levels[i]));
    }
    for (; b < n_blocks; b++) {
        const float scale = scales[b], zero = zeros[b];
        size_t n = block_bytes;
        for (; n >= GROUP / 1; n -= GROUP / 1, from += GROUP / 1, to += GROUP * sizeof(float)) {
            memcpy(codes, from, GROUP);
            for (size_t i = 0; i < GROUP; i++) store_f32(to + i * sizeof(float), affine_uint8(codes[i], scale, zero));
        }
        for (; n > 0; n--, from++, to += 1 * sizeof(float)) {
            store_f32(to, affine_uint8(*from, scale, zero));
        }
    }
}
#endif
