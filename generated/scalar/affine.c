/* Rendered from templates/affine.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_CONVERSIONS

/* The bytes that are converted at once, and half of them: a block of ONNX Runtime has 8 bytes or a power of two times as many. */
enum { GROUP = 16, HALF = GROUP / 2 };

/* uint4: of n bytes. The difference is exact, and so is a zero point as float32. */
static STREW_INLINE void convert_uint4(unsigned char *to, const unsigned char *from, size_t n, float scale, float zero)
{
    unsigned char codes[2 * GROUP];
    for (size_t i = 0; i < n; i++) {
        codes[2 * i] = from[i] & 15u;
        codes[2 * i + 1] = (unsigned char)(from[i] >> 4);
    }
    for (size_t i = 0; i < 2 * n; i++) store_f32(to + i * sizeof(float), ((float)((int32_t)codes[i]) - zero) * scale);
}

STREW_AFFINE(strew_affine_uint4__scalar)
{
    for (size_t b = 0; b < n_blocks; b++) {
        const float scale = scales[b], zero = zeros[b];
        size_t n = block_bytes;
        for (; n >= GROUP; n -= GROUP, from += GROUP, to += 2 * GROUP * sizeof(float)) {
            convert_uint4(to, from, GROUP, scale, zero);
        }
        for (; n >= HALF; n -= HALF, from += HALF, to += 2 * HALF * sizeof(float)) {
            convert_uint4(to, from, HALF, scale, zero);
        }
        for (; n > 0; n--, from++, to += 2 * sizeof(float)) convert_uint4(to, from, 1, scale, zero);
    }
}

/* int4: of n bytes. The difference is exact, and so is a zero point as float32. */
static STREW_INLINE void convert_int4(unsigned char *to, const unsigned char *from, size_t n, float scale, float zero)
{
    unsigned char codes[2 * GROUP];
    for (size_t i = 0; i < n; i++) {
        codes[2 * i] = from[i] & 15u;
        codes[2 * i + 1] = (unsigned char)(from[i] >> 4);
    }
    for (size_t i = 0; i < 2 * n; i++) store_f32(to + i * sizeof(float), ((float)((int32_t)(codes[i] ^ 8u) - 8) - zero) * scale);
}

STREW_AFFINE(strew_affine_int4__scalar)
{
    for (size_t b = 0; b < n_blocks; b++) {
        const float scale = scales[b], zero = zeros[b];
        size_t n = block_bytes;
        for (; n >= GROUP; n -= GROUP, from += GROUP, to += 2 * GROUP * sizeof(float)) {
            convert_int4(to, from, GROUP, scale, zero);
        }
        for (; n >= HALF; n -= HALF, from += HALF, to += 2 * HALF * sizeof(float)) {
            convert_int4(to, from, HALF, scale, zero);
        }
        for (; n > 0; n--, from++, to += 2 * sizeof(float)) convert_int4(to, from, 1, scale, zero);
    }
}

/* int8: of n bytes. The difference is exact, and so is a zero point as float32. */
static STREW_INLINE void convert_int8(unsigned char *to, const unsigned char *from, size_t n, float scale, float zero)
{
    for (size_t i = 0; i < n; i++) store_f32(to + i * sizeof(float), ((float)((int32_t)(int8_t)from[i]) - zero) * scale);
}

STREW_AFFINE(strew_affine_int8__scalar)
{
    for (size_t b = 0; b < n_blocks; b++) {
        const float scale = scales[b], zero = zeros[b];
        size_t n = block_bytes;
        for (; n >= GROUP; n -= GROUP, from += GROUP, to += 1 * GROUP * sizeof(float)) {
            convert_int8(to, from, GROUP, scale, zero);
        }
        for (; n >= HALF; n -= HALF, from += HALF, to += 1 * HALF * sizeof(float)) {
            convert_int8(to, from, HALF, scale, zero);
        }
        for (; n > 0; n--, from++, to += 1 * sizeof(float)) convert_int8(to, from, 1, scale, zero);
    }
}

/* uint8: of n bytes. The difference is exact, and so is a zero point as float32. */
static STREW_INLINE void convert_uint8(unsigned char *to, const unsigned char *from, size_t n, float scale, float zero)
{
    for (size_t i = 0; i < n; i++) store_f32(to + i * sizeof(float), ((float)((int32_t)from[i]) - zero) * scale);
}

STREW_AFFINE(strew_affine_uint8__scalar)
{
    for (size_t b = 0; b < n_blocks; b++) {
        const float scale = scales[b], zero = zeros[b];
        size_t n = block_bytes;
        for (; n >= GROUP; n -= GROUP, from += GROUP, to += 1 * GROUP * sizeof(float)) {
            convert_uint8(to, from, GROUP, scale, zero);
        }
        for (; n >= HALF; n -= HALF, from += HALF, to += 1 * HALF * sizeof(float)) {
            convert_uint8(to, from, HALF, scale, zero);
        }
        for (; n > 0; n--, from++, to += 1 * sizeof(float)) convert_uint8(to, from, 1, scale, zero);
    }
}
#endif
