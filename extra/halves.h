/* float16 and bfloat16 as float32, and float32 rounded to them, to nearest even: what the files of extra/ share. */
#ifndef STREW_EXTRA_HALVES_H
#define STREW_EXTRA_HALVES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void read_float16(float *to, const unsigned char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t half;
        memcpy(&half, from + i * sizeof half, sizeof half);
        /* A float with the digits of the half and an exponent that is 112 too small, of which neither is subnormal in the end. */
        const uint32_t magnitude = (uint32_t)(half & 0x7fff) << 13, sign = (uint32_t)(half & 0x8000) << 16;
        float scaled;
        memcpy(&scaled, &magnitude, sizeof scaled);
        scaled *= 0x1p112F;
        uint32_t bits;
        memcpy(&bits, &scaled, sizeof bits);
        bits = (half & 0x7c00) == 0x7c00 ? magnitude | UINT32_C(0x7f800000) : bits;
        bits |= sign;
        memcpy(to + i, &bits, sizeof bits);
    }
}

static inline void write_float16(unsigned char *to, const float *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, from + i, sizeof bits);
        const uint32_t magnitude = bits & UINT32_C(0x7fffffff), sign = bits >> 16 & UINT32_C(0x8000);
        /* To nearest even: of normal halves by a carry, which ends at infinity; of smaller ones by a sum with 1/2, whose last digit is the
         * last one of a half. */
        const uint32_t normal = (magnitude - (UINT32_C(112) << 23) + UINT32_C(0xfff) + (magnitude >> 13 & 1)) >> 13;
        float small;
        memcpy(&small, &magnitude, sizeof small);
        small += 0.5F;
        uint32_t of_small;
        memcpy(&of_small, &small, sizeof of_small);
        of_small -= UINT32_C(0x3f000000);
        uint32_t half = magnitude < UINT32_C(0x38800000) ? of_small : normal;
        half = magnitude >= UINT32_C(0x47800000) ? UINT32_C(0x7c00) : half;
        half = magnitude > UINT32_C(0x7f800000) ? UINT32_C(0x7e00) : half;
        const uint16_t result = (uint16_t)(half | sign);
        memcpy(to + i * sizeof result, &result, sizeof result);
    }
}

static inline void read_bfloat16(float *to, const unsigned char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t half;
        memcpy(&half, from + i * sizeof half, sizeof half);
        const uint32_t bits = (uint32_t)half << 16;
        memcpy(to + i, &bits, sizeof bits);
    }
}

static inline void write_bfloat16(unsigned char *to, const float *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, from + i, sizeof bits);
        const uint32_t rounded = (bits + UINT32_C(0x7fff) + (bits >> 16 & 1)) >> 16, nan = bits >> 16 | UINT32_C(0x40);
        const uint16_t result = (uint16_t)((bits & UINT32_C(0x7fffffff)) > UINT32_C(0x7f800000) ? nan : rounded);
        memcpy(to + i * sizeof result, &result, sizeof result);
    }
}

#endif /* STREW_EXTRA_HALVES_H */
