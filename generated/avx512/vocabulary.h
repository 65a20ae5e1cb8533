/* Rendered from templates/vocabulary.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* The words in which kernels for AVX-512 (x86-64-v4) are written. */
#ifndef STREW_AVX512_VOCABULARY_H
#define STREW_AVX512_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <simde/x86/avx512.h>
#include <simde/x86/f16c.h>

#include "elements.h"

static inline simde__m512i load_64(const void *from)
{
    return simde_mm512_loadu_si512(from);
}

static inline void store_64(void *to, simde__m512i value)
{
    simde_mm512_storeu_si512(to, value);
}

static inline simde__m256i load_32(const void *from)
{
    return simde_mm256_loadu_si256(from);
}

static inline void store_32(void *to, simde__m256i value)
{
    simde_mm256_storeu_si256(to, value);
}

static inline simde__m128i load_16(const void *from)
{
    return simde_mm_loadu_si128(from);
}

static inline void store_16(void *to, simde__m128i value)
{
    simde_mm_storeu_si128(to, value);
}

static inline simde__m128i load_8(const void *from)
{
    return simde_mm_loadl_epi64(from);
}

static inline void store_8(void *to, simde__m128i value)
{
    simde_mm_storel_epi64(to, value);
}

static inline simde__m128i load_4(const void *from)
{
    int32_t bits;
    memcpy(&bits, from, sizeof bits);
    return simde_mm_cvtsi32_si128(bits);
}

static inline void store_4(void *to, simde__m128i value)
{
    const int32_t bits = (int32_t)simde_mm_cvtsi128_si32(value);
    memcpy(to, &bits, sizeof bits);
}

static inline simde__m128i load_2(const void *from)
{
    int16_t bits;
    memcpy(&bits, from, sizeof bits);
    return simde_mm_cvtsi32_si128(bits);
}

static inline void store_2(void *to, simde__m128i value)
{
    const int16_t bits = (int16_t)simde_mm_cvtsi128_si32(value);
    memcpy(to, &bits, sizeof bits);
}

static inline simde__m128i load_1(const void *from)
{
    int8_t bits;
    memcpy(&bits, from, sizeof bits);
    return simde_mm_cvtsi32_si128(bits);
}

static inline void store_1(void *to, simde__m128i value)
{
    const int8_t bits = (int8_t)simde_mm_cvtsi128_si32(value);
    memcpy(to, &bits, sizeof bits);
}

static inline simde__m512i add_i8x64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_add_epi8(a, b);
}

static inline simde__m512i sub_i8x64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_sub_epi8(a, b);
}

/* Bytes have no multiply: the even and the odd ones each go through the low half of 16-bit lanes. */
static inline simde__m512i mul_i8x64(simde__m512i a, simde__m512i b)
{
    const simde__m512i even = simde_mm512_mullo_epi16(a, b);
    const simde__m512i odd = simde_mm512_mullo_epi16(simde_mm512_srli_epi16(a, 8), simde_mm512_srli_epi16(b, 8));
    return simde_mm512_or_si512(simde_mm512_and_si512(even, simde_mm512_set1_epi16(0xff)), simde_mm512_slli_epi16(odd, 8));
}

static inline simde__m512i min_i8x64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epi8(a, b);
}

static inline simde__m512i max_i8x64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_max_epi8(a, b);
}

static inline simde__m512i min_u8x64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epu8(a, b);
}

static inline simde__m512i max_u8x64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_max_epu8(a, b);
}

static inline simde__m512i add_i16x32(simde__m512i a, simde__m512i b)
{
    return simde_mm512_add_epi16(a, b);
}

static inline simde__m512i sub_i16x32(simde__m512i a, simde__m512i b)
{
    return simde_mm512_sub_epi16(a, b);
}

static inline simde__m512i mul_i16x32(simde__m512i a, simde__m512i b)
{
    return simde_mm512_mullo_epi16(a, b);
}

static inline simde__m512i min_i16x32(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epi16(a, b);
}

static inline simde__m512i max_i16x32(simde__m512i a, simde__m512i b)
{
    return simde_mm512_max_epi16(a, b);
}

static inline simde__m512i min_u16x32(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epu16(a, b);
}

static inline simde__m512i max_u16x32(simde__m512i a, simde__m512i b)
{
    return simde_mm512_max_epu16(a, b);
}

static inline simde__m512i add_i32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_add_epi32(a, b);
}

static inline simde__m512i sub_i32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_sub_epi32(a, b);
}

static inline simde__m512i mul_i32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_mullo_epi32(a, b);
}

static inline simde__m512i min_i32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epi32(a, b);
}

static inline simde__m512i max_i32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_max_epi32(a, b);
}

static inline simde__m512i min_u32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epu32(a, b);
}

static inline simde__m512i max_u32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_max_epu32(a, b);
}

static inline simde__m512i add_i64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_add_epi64(a, b);
}

static inline simde__m512i sub_i64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_sub_epi64(a, b);
}

static inline simde__m512i mul_i64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_mullo_epi64(a, b);
}

static inline simde__m512i min_i64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epi64(a, b);
}

static inline simde__m512i max_i64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_max_epi64(a, b);
}

static inline simde__m512i min_u64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epu64(a, b);
}

static inline simde__m512i max_u64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_max_epu64(a, b);
}

static inline simde__m512i add_f32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_castps_si512(simde_mm512_add_ps(simde_mm512_castsi512_ps(a), simde_mm512_castsi512_ps(b)));
}

static inline simde__m512i sub_f32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_castps_si512(simde_mm512_sub_ps(simde_mm512_castsi512_ps(a), simde_mm512_castsi512_ps(b)));
}

static inline simde__m512i mul_f32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_castps_si512(simde_mm512_mul_ps(simde_mm512_castsi512_ps(a), simde_mm512_castsi512_ps(b)));
}

static inline simde__m512i every_f32x16(float a)
{
    return simde_mm512_castps_si512(simde_mm512_set1_ps(a));
}

/* The instruction returns its second operand for two zeros and for a NaN. Both orders joined by OR: a zero is negative if
 * either is, and a NaN stays one. */
static inline simde__m512i min_f32x16(simde__m512i a, simde__m512i b)
{
    const simde__m512 x = simde_mm512_castsi512_ps(a), y = simde_mm512_castsi512_ps(b);
    return simde_mm512_castps_si512(simde_mm512_or_ps(simde_mm512_min_ps(x, y), simde_mm512_min_ps(y, x)));
}

/* As min, with AND for the zeros; AND can clear a NaN, so all bits are set where one is. */
static inline simde__m512i max_f32x16(simde__m512i a, simde__m512i b)
{
    const simde__m512 x = simde_mm512_castsi512_ps(a), y = simde_mm512_castsi512_ps(b);
    const simde__m512 greater = simde_mm512_and_ps(simde_mm512_max_ps(x, y), simde_mm512_max_ps(y, x));
    return simde_mm512_castps_si512(simde_mm512_mask_mov_ps(greater, simde_mm512_cmp_ps_mask(x, y, SIMDE_CMP_UNORD_Q), simde_mm512_castsi512_ps(simde_mm512_set1_epi32(-1))));
}

/* a, or b where a is NaN. */
static inline simde__m512i f32x16_or(simde__m512i a, simde__m512i b)
{
    const simde__m512 x = simde_mm512_castsi512_ps(a);
    return simde_mm512_castps_si512(simde_mm512_mask_mov_ps(x, simde_mm512_cmp_ps_mask(x, x, SIMDE_CMP_UNORD_Q), simde_mm512_castsi512_ps(b)));
}

static inline simde__m512i min_number_f32x16(simde__m512i a, simde__m512i b)
{
    const simde__m512i one = f32x16_or(a, b), other = f32x16_or(b, a);
    return min_f32x16(one, other);
}

static inline simde__m512i max_number_f32x16(simde__m512i a, simde__m512i b)
{
    const simde__m512i one = f32x16_or(a, b), other = f32x16_or(b, a);
    return max_f32x16(one, other);
}

static inline simde__m512i add_f64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_castpd_si512(simde_mm512_add_pd(simde_mm512_castsi512_pd(a), simde_mm512_castsi512_pd(b)));
}

static inline simde__m512i sub_f64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_castpd_si512(simde_mm512_sub_pd(simde_mm512_castsi512_pd(a), simde_mm512_castsi512_pd(b)));
}

static inline simde__m512i mul_f64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_castpd_si512(simde_mm512_mul_pd(simde_mm512_castsi512_pd(a), simde_mm512_castsi512_pd(b)));
}

static inline simde__m512i every_f64x8(double a)
{
    return simde_mm512_castpd_si512(simde_mm512_set1_pd(a));
}

/* The instruction returns its second operand for two zeros and for a NaN. Both orders joined by OR: a zero is negative if
 * either is, and a NaN stays one. */
static inline simde__m512i min_f64x8(simde__m512i a, simde__m512i b)
{
    const simde__m512d x = simde_mm512_castsi512_pd(a), y = simde_mm512_castsi512_pd(b);
    return simde_mm512_castpd_si512(simde_mm512_or_pd(simde_mm512_min_pd(x, y), simde_mm512_min_pd(y, x)));
}

/* As min, with AND for the zeros; AND can clear a NaN, so all bits are set where one is. */
static inline simde__m512i max_f64x8(simde__m512i a, simde__m512i b)
{
    const simde__m512d x = simde_mm512_castsi512_pd(a), y = simde_mm512_castsi512_pd(b);
    const simde__m512d greater = simde_mm512_and_pd(simde_mm512_max_pd(x, y), simde_mm512_max_pd(y, x));
    return simde_mm512_castpd_si512(simde_mm512_mask_mov_pd(greater, simde_mm512_cmp_pd_mask(x, y, SIMDE_CMP_UNORD_Q), simde_mm512_castsi512_pd(simde_mm512_set1_epi32(-1))));
}

/* a, or b where a is NaN. */
static inline simde__m512i f64x8_or(simde__m512i a, simde__m512i b)
{
    const simde__m512d x = simde_mm512_castsi512_pd(a);
    return simde_mm512_castpd_si512(simde_mm512_mask_mov_pd(x, simde_mm512_cmp_pd_mask(x, x, SIMDE_CMP_UNORD_Q), simde_mm512_castsi512_pd(b)));
}

static inline simde__m512i min_number_f64x8(simde__m512i a, simde__m512i b)
{
    const simde__m512i one = f64x8_or(a, b), other = f64x8_or(b, a);
    return min_f64x8(one, other);
}

static inline simde__m512i max_number_f64x8(simde__m512i a, simde__m512i b)
{
    const simde__m512i one = f64x8_or(a, b), other = f64x8_or(b, a);
    return max_f64x8(one, other);
}

static inline simde__m512i add_boolx64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epu8(simde_mm512_or_si512(a, b), simde_mm512_set1_epi8(1));
}

static inline simde__m512i sub_boolx64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_xor_si512(simde_mm512_min_epu8(a, simde_mm512_set1_epi8(1)), simde_mm512_min_epu8(b, simde_mm512_set1_epi8(1)));
}

static inline simde__m512i mul_boolx64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_and_si512(simde_mm512_min_epu8(a, simde_mm512_set1_epi8(1)), simde_mm512_min_epu8(b, simde_mm512_set1_epi8(1)));
}

static inline simde__m512i mul_c64x8(simde__m512i a, simde__m512i b)
{
    const simde__m512 x = simde_mm512_castsi512_ps(a), y = simde_mm512_castsi512_ps(b);
    const simde__m512 by_real = simde_mm512_mul_ps(simde_mm512_shuffle_ps(x, x, 0xa0), y);
    const simde__m512 by_imaginary = simde_mm512_mul_ps(simde_mm512_shuffle_ps(x, x, 0xf5), simde_mm512_shuffle_ps(y, y, 0xb1));
    return simde_mm512_castps_si512(simde_mm512_mask_sub_ps(simde_mm512_add_ps(by_real, by_imaginary), 0x5555, by_real, by_imaginary));
}

static inline simde__m512i mul_c128x4(simde__m512i a, simde__m512i b)
{
    const simde__m512d x = simde_mm512_castsi512_pd(a), y = simde_mm512_castsi512_pd(b);
    const simde__m512d by_real = simde_mm512_mul_pd(simde_mm512_unpacklo_pd(x, x), y);
    const simde__m512d by_imaginary = simde_mm512_mul_pd(simde_mm512_unpackhi_pd(x, x), simde_mm512_castps_pd(simde_mm512_shuffle_ps(simde_mm512_castpd_ps(y), simde_mm512_castpd_ps(y), 0x4e)));
    return simde_mm512_castpd_si512(simde_mm512_mask_sub_pd(simde_mm512_add_pd(by_real, by_imaginary), 0x55, by_real, by_imaginary));
}

static inline simde__mmask16 is_nan_c64x8(simde__m512i a)
{
    const simde__m512 x = simde_mm512_castsi512_ps(a);
    return simde_mm512_cmp_ps_mask(simde_mm512_shuffle_ps(x, x, 0xa0), simde_mm512_shuffle_ps(x, x, 0xf5), SIMDE_CMP_UNORD_Q);
}

static inline simde__mmask16 is_less_c64x8(simde__m512i a, simde__m512i b)
{
    const simde__m512 x = simde_mm512_castsi512_ps(a), y = simde_mm512_castsi512_ps(b);
    const simde__mmask16 less = simde_mm512_cmp_ps_mask(simde_mm512_shuffle_ps(x, x, 0xa0), simde_mm512_shuffle_ps(y, y, 0xa0), SIMDE_CMP_LT_OQ);
    const simde__mmask16 equal = simde_mm512_cmp_ps_mask(simde_mm512_shuffle_ps(x, x, 0xa0), simde_mm512_shuffle_ps(y, y, 0xa0), SIMDE_CMP_EQ_OQ);
    return (simde__mmask16)(less | (equal & simde_mm512_cmp_ps_mask(simde_mm512_shuffle_ps(x, x, 0xf5), simde_mm512_shuffle_ps(y, y, 0xf5), SIMDE_CMP_LT_OQ)));
}

static inline simde__m512i min_c64x8(simde__m512i a, simde__m512i b)
{
    const simde__mmask16 takes_b = (simde__mmask16)(~is_nan_c64x8(a) & (is_nan_c64x8(b) | is_less_c64x8(b, a)));
    return simde_mm512_castps_si512(simde_mm512_mask_mov_ps(simde_mm512_castsi512_ps(a), takes_b, simde_mm512_castsi512_ps(b)));
}

static inline simde__m512i min_number_c64x8(simde__m512i a, simde__m512i b)
{
    const simde__mmask16 takes_b = (simde__mmask16)(is_nan_c64x8(a) | (~is_nan_c64x8(b) & is_less_c64x8(b, a)));
    return simde_mm512_castps_si512(simde_mm512_mask_mov_ps(simde_mm512_castsi512_ps(a), takes_b, simde_mm512_castsi512_ps(b)));
}

static inline simde__m512i max_c64x8(simde__m512i a, simde__m512i b)
{
    const simde__mmask16 takes_b = (simde__mmask16)(~is_nan_c64x8(a) & (is_nan_c64x8(b) | is_less_c64x8(a, b)));
    return simde_mm512_castps_si512(simde_mm512_mask_mov_ps(simde_mm512_castsi512_ps(a), takes_b, simde_mm512_castsi512_ps(b)));
}

static inline simde__m512i max_number_c64x8(simde__m512i a, simde__m512i b)
{
    const simde__mmask16 takes_b = (simde__mmask16)(is_nan_c64x8(a) | (~is_nan_c64x8(b) & is_less_c64x8(a, b)));
    return simde_mm512_castps_si512(simde_mm512_mask_mov_ps(simde_mm512_castsi512_ps(a), takes_b, simde_mm512_castsi512_ps(b)));
}

static inline simde__mmask8 is_nan_c128x4(simde__m512i a)
{
    const simde__m512d x = simde_mm512_castsi512_pd(a);
    return simde_mm512_cmp_pd_mask(simde_mm512_unpacklo_pd(x, x), simde_mm512_unpackhi_pd(x, x), SIMDE_CMP_UNORD_Q);
}

static inline simde__mmask8 is_less_c128x4(simde__m512i a, simde__m512i b)
{
    const simde__m512d x = simde_mm512_castsi512_pd(a), y = simde_mm512_castsi512_pd(b);
    const simde__mmask8 less = simde_mm512_cmp_pd_mask(simde_mm512_unpacklo_pd(x, x), simde_mm512_unpacklo_pd(y, y), SIMDE_CMP_LT_OQ);
    const simde__mmask8 equal = simde_mm512_cmp_pd_mask(simde_mm512_unpacklo_pd(x, x), simde_mm512_unpacklo_pd(y, y), SIMDE_CMP_EQ_OQ);
    return (simde__mmask8)(less | (equal & simde_mm512_cmp_pd_mask(simde_mm512_unpackhi_pd(x, x), simde_mm512_unpackhi_pd(y, y), SIMDE_CMP_LT_OQ)));
}

static inline simde__m512i min_c128x4(simde__m512i a, simde__m512i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c128x4(a) & (is_nan_c128x4(b) | is_less_c128x4(b, a)));
    return simde_mm512_castpd_si512(simde_mm512_mask_mov_pd(simde_mm512_castsi512_pd(a), takes_b, simde_mm512_castsi512_pd(b)));
}

static inline simde__m512i min_number_c128x4(simde__m512i a, simde__m512i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c128x4(a) | (~is_nan_c128x4(b) & is_less_c128x4(b, a)));
    return simde_mm512_castpd_si512(simde_mm512_mask_mov_pd(simde_mm512_castsi512_pd(a), takes_b, simde_mm512_castsi512_pd(b)));
}

static inline simde__m512i max_c128x4(simde__m512i a, simde__m512i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c128x4(a) & (is_nan_c128x4(b) | is_less_c128x4(a, b)));
    return simde_mm512_castpd_si512(simde_mm512_mask_mov_pd(simde_mm512_castsi512_pd(a), takes_b, simde_mm512_castsi512_pd(b)));
}

static inline simde__m512i max_number_c128x4(simde__m512i a, simde__m512i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c128x4(a) | (~is_nan_c128x4(b) & is_less_c128x4(a, b)));
    return simde_mm512_castpd_si512(simde_mm512_mask_mov_pd(simde_mm512_castsi512_pd(a), takes_b, simde_mm512_castsi512_pd(b)));
}

static inline simde__m512i even_bf16x32(simde__m512i a)
{
    return simde_mm512_slli_epi32(a, 16);
}

static inline simde__m512i odd_bf16x32(simde__m512i a)
{
    return simde_mm512_and_si512(a, simde_mm512_set1_epi32(-0x10000));
}

static inline simde__m512i join_bf16x32(simde__m512i even, simde__m512i odd)
{
    return simde_mm512_mask_mov_epi16(simde_mm512_srli_epi32(even, 16), 0xaaaaaaaa, odd);
}

/* To nearest even, in the high half: half a unit minus one is added, plus the last bit that is kept. A NaN made from bfloat16 has an
 * empty low half, so nothing carries out of it and it stays a NaN. */
static inline simde__m512i round_bf16x16(simde__m512i a)
{
    const simde__m512i last = simde_mm512_and_si512(simde_mm512_srli_epi32(a, 16), simde_mm512_set1_epi32(1));
    return simde_mm512_add_epi32(a, simde_mm512_add_epi32(last, simde_mm512_set1_epi32(0x7fff)));
}

static inline simde__m512i add_bf16x32(simde__m512i a, simde__m512i b)
{
    const simde__m512i even = round_bf16x16(add_f32x16(even_bf16x32(a), even_bf16x32(b)));
    const simde__m512i odd = round_bf16x16(add_f32x16(odd_bf16x32(a), odd_bf16x32(b)));
    return join_bf16x32(even, odd);
}

static inline simde__m512i sub_bf16x32(simde__m512i a, simde__m512i b)
{
    const simde__m512i even = round_bf16x16(sub_f32x16(even_bf16x32(a), even_bf16x32(b)));
    const simde__m512i odd = round_bf16x16(sub_f32x16(odd_bf16x32(a), odd_bf16x32(b)));
    return join_bf16x32(even, odd);
}

static inline simde__m512i mul_bf16x32(simde__m512i a, simde__m512i b)
{
    const simde__m512i even = round_bf16x16(mul_f32x16(even_bf16x32(a), even_bf16x32(b)));
    const simde__m512i odd = round_bf16x16(mul_f32x16(odd_bf16x32(a), odd_bf16x32(b)));
    return join_bf16x32(even, odd);
}

static inline simde__m512i min_bf16x32(simde__m512i a, simde__m512i b)
{
    const simde__m512i even = min_f32x16(even_bf16x32(a), even_bf16x32(b));
    const simde__m512i odd = min_f32x16(odd_bf16x32(a), odd_bf16x32(b));
    return join_bf16x32(even, odd);
}

static inline simde__m512i max_bf16x32(simde__m512i a, simde__m512i b)
{
    const simde__m512i even = max_f32x16(even_bf16x32(a), even_bf16x32(b));
    const simde__m512i odd = max_f32x16(odd_bf16x32(a), odd_bf16x32(b));
    return join_bf16x32(even, odd);
}

static inline simde__m512i min_number_bf16x32(simde__m512i a, simde__m512i b)
{
    const simde__m512i even = min_number_f32x16(even_bf16x32(a), even_bf16x32(b));
    const simde__m512i odd = min_number_f32x16(odd_bf16x32(a), odd_bf16x32(b));
    return join_bf16x32(even, odd);
}

static inline simde__m512i max_number_bf16x32(simde__m512i a, simde__m512i b)
{
    const simde__m512i even = max_number_f32x16(even_bf16x32(a), even_bf16x32(b));
    const simde__m512i odd = max_number_f32x16(odd_bf16x32(a), odd_bf16x32(b));
    return join_bf16x32(even, odd);
}

static inline simde__m512i every_b8x64(int8_t a)
{
    return simde_mm512_set1_epi8(a);
}

static inline simde__mmask64 beats_b8x64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_cmpgt_epi8_mask(a, b);
}

static inline simde__m512i pick_b8x64(simde__mmask64 lanes, simde__m512i there, simde__m512i elsewhere)
{
    return simde_mm512_mask_mov_epi8(elsewhere, lanes, there);
}

static inline simde__m512i key_b8x64(simde__m512i a, simde__m512i largest, simde__m512i fold, simde__m512i flip,
    simde__m512i of_nan)
{
    const simde__m512i magnitude = simde_mm512_and_si512(a, every_b8x64(INT8_MAX));
    const simde__mmask64 is_negative = beats_b8x64(simde_mm512_setzero_si512(), a);
    const simde__m512i folded = simde_mm512_xor_si512(a, simde_mm512_maskz_mov_epi8(is_negative, fold));
    return pick_b8x64(beats_b8x64(magnitude, largest), of_nan, simde_mm512_xor_si512(folded, flip));
}

static inline simde__m512i limit_b8x64(simde__m512i a, simde__m512i b)
{
    return simde_mm512_min_epu8(a, b);
}

static inline simde__m512i every_b16x32(int16_t a)
{
    return simde_mm512_set1_epi16(a);
}

static inline simde__mmask32 beats_b16x32(simde__m512i a, simde__m512i b)
{
    return (simde__mmask32)~simde_mm512_cmple_epi16_mask(a, b);
}

static inline simde__m512i pick_b16x32(simde__mmask32 lanes, simde__m512i there, simde__m512i elsewhere)
{
    return simde_mm512_mask_mov_epi16(elsewhere, lanes, there);
}

static inline simde__m512i key_b16x32(simde__m512i a, simde__m512i largest, simde__m512i fold, simde__m512i flip,
    simde__m512i of_nan)
{
    const simde__m512i magnitude = simde_mm512_and_si512(a, every_b16x32(INT16_MAX));
    const simde__mmask32 is_negative = beats_b16x32(simde_mm512_setzero_si512(), a);
    const simde__m512i folded = simde_mm512_xor_si512(a, simde_mm512_maskz_mov_epi16(is_negative, fold));
    return pick_b16x32(beats_b16x32(magnitude, largest), of_nan, simde_mm512_xor_si512(folded, flip));
}

static inline simde__m512i every_b32x16(int32_t a)
{
    return simde_mm512_set1_epi32(a);
}

static inline simde__mmask16 beats_b32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_cmpgt_epi32_mask(a, b);
}

static inline simde__m512i pick_b32x16(simde__mmask16 lanes, simde__m512i there, simde__m512i elsewhere)
{
    return simde_mm512_mask_mov_epi32(elsewhere, lanes, there);
}

static inline simde__m512i key_b32x16(simde__m512i a, simde__m512i largest, simde__m512i fold, simde__m512i flip,
    simde__m512i of_nan)
{
    const simde__m512i magnitude = simde_mm512_and_si512(a, every_b32x16(INT32_MAX));
    const simde__mmask16 is_negative = beats_b32x16(simde_mm512_setzero_si512(), a);
    const simde__m512i folded = simde_mm512_xor_si512(a, simde_mm512_maskz_mov_epi32(is_negative, fold));
    return pick_b32x16(beats_b32x16(magnitude, largest), of_nan, simde_mm512_xor_si512(folded, flip));
}

static inline simde__m512i every_b64x8(int64_t a)
{
    return simde_mm512_set1_epi64(a);
}

static inline simde__mmask8 beats_b64x8(simde__m512i a, simde__m512i b)
{
    return simde_mm512_cmpgt_epi64_mask(a, b);
}

static inline simde__m512i pick_b64x8(simde__mmask8 lanes, simde__m512i there, simde__m512i elsewhere)
{
    return simde_mm512_mask_mov_epi64(elsewhere, lanes, there);
}

static inline simde__m512i key_b64x8(simde__m512i a, simde__m512i largest, simde__m512i fold, simde__m512i flip,
    simde__m512i of_nan)
{
    const simde__m512i magnitude = simde_mm512_and_si512(a, every_b64x8(INT64_MAX));
    const simde__mmask8 is_negative = beats_b64x8(simde_mm512_setzero_si512(), a);
    const simde__m512i folded = simde_mm512_xor_si512(a, simde_mm512_maskz_mov_epi64(is_negative, fold));
    return pick_b64x8(beats_b64x8(magnitude, largest), of_nan, simde_mm512_xor_si512(folded, flip));
}

static inline simde__m256i add_i8x32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_add_epi8(a, b);
}

static inline simde__m256i sub_i8x32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_sub_epi8(a, b);
}

/* Bytes have no multiply: the even and the odd ones each go through the low half of 16-bit lanes. */
static inline simde__m256i mul_i8x32(simde__m256i a, simde__m256i b)
{
    const simde__m256i even = simde_mm256_mullo_epi16(a, b);
    const simde__m256i odd = simde_mm256_mullo_epi16(simde_mm256_srli_epi16(a, 8), simde_mm256_srli_epi16(b, 8));
    return simde_mm256_or_si256(simde_mm256_and_si256(even, simde_mm256_set1_epi16(0xff)), simde_mm256_slli_epi16(odd, 8));
}

static inline simde__m256i min_i8x32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_min_epi8(a, b);
}

static inline simde__m256i max_i8x32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_max_epi8(a, b);
}

static inline simde__m256i min_u8x32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_min_epu8(a, b);
}

static inline simde__m256i max_u8x32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_max_epu8(a, b);
}

static inline simde__m256i add_i16x16(simde__m256i a, simde__m256i b)
{
    return simde_mm256_add_epi16(a, b);
}

static inline simde__m256i sub_i16x16(simde__m256i a, simde__m256i b)
{
    return simde_mm256_sub_epi16(a, b);
}

static inline simde__m256i mul_i16x16(simde__m256i a, simde__m256i b)
{
    return simde_mm256_mullo_epi16(a, b);
}

static inline simde__m256i min_i16x16(simde__m256i a, simde__m256i b)
{
    return simde_mm256_min_epi16(a, b);
}

static inline simde__m256i max_i16x16(simde__m256i a, simde__m256i b)
{
    return simde_mm256_max_epi16(a, b);
}

static inline simde__m256i min_u16x16(simde__m256i a, simde__m256i b)
{
    return simde_mm256_min_epu16(a, b);
}

static inline simde__m256i max_u16x16(simde__m256i a, simde__m256i b)
{
    return simde_mm256_max_epu16(a, b);
}

static inline simde__m256i add_i32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_add_epi32(a, b);
}

static inline simde__m256i sub_i32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_sub_epi32(a, b);
}

static inline simde__m256i mul_i32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_mullo_epi32(a, b);
}

static inline simde__m256i min_i32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_min_epi32(a, b);
}

static inline simde__m256i max_i32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_max_epi32(a, b);
}

static inline simde__m256i min_u32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_min_epu32(a, b);
}

static inline simde__m256i max_u32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_max_epu32(a, b);
}

static inline simde__m256i add_i64x4(simde__m256i a, simde__m256i b)
{
    return simde_mm256_add_epi64(a, b);
}

static inline simde__m256i sub_i64x4(simde__m256i a, simde__m256i b)
{
    return simde_mm256_sub_epi64(a, b);
}

/* low * low + ((low * high + high * low) << 32), modulo 2^64. */
static inline simde__m256i mul_i64x4(simde__m256i a, simde__m256i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm256_mullo_epi64(a, b);
#else
    const simde__m256i crossed = simde_mm256_mullo_epi32(a, simde_mm256_shuffle_epi32(b, 0xb1));
    const simde__m256i high = simde_mm256_slli_epi64(simde_mm256_add_epi32(crossed, simde_mm256_srli_epi64(crossed, 32)), 32);
    return simde_mm256_add_epi64(simde_mm256_mul_epu32(a, b), high);
#endif
}

static inline simde__m256i min_i64x4(simde__m256i a, simde__m256i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm256_min_epi64(a, b);
#else
    return simde_mm256_blendv_epi8(a, b, simde_mm256_cmpgt_epi64(a, b));
#endif
}

static inline simde__m256i max_i64x4(simde__m256i a, simde__m256i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm256_max_epi64(a, b);
#else
    return simde_mm256_blendv_epi8(b, a, simde_mm256_cmpgt_epi64(a, b));
#endif
}

/* Flipping the sign bit turns unsigned order into the signed order that the comparison knows. */
static inline simde__m256i min_u64x4(simde__m256i a, simde__m256i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm256_min_epu64(a, b);
#else
    const simde__m256i flip = simde_mm256_set1_epi64x(INT64_MIN);
    return simde_mm256_blendv_epi8(a, b, simde_mm256_cmpgt_epi64(simde_mm256_xor_si256(a, flip), simde_mm256_xor_si256(b, flip)));
#endif
}

/* Flipping the sign bit turns unsigned order into the signed order that the comparison knows. */
static inline simde__m256i max_u64x4(simde__m256i a, simde__m256i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm256_max_epu64(a, b);
#else
    const simde__m256i flip = simde_mm256_set1_epi64x(INT64_MIN);
    return simde_mm256_blendv_epi8(b, a, simde_mm256_cmpgt_epi64(simde_mm256_xor_si256(a, flip), simde_mm256_xor_si256(b, flip)));
#endif
}

static inline simde__m256i add_f32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_castps_si256(simde_mm256_add_ps(simde_mm256_castsi256_ps(a), simde_mm256_castsi256_ps(b)));
}

static inline simde__m256i sub_f32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_castps_si256(simde_mm256_sub_ps(simde_mm256_castsi256_ps(a), simde_mm256_castsi256_ps(b)));
}

static inline simde__m256i mul_f32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_castps_si256(simde_mm256_mul_ps(simde_mm256_castsi256_ps(a), simde_mm256_castsi256_ps(b)));
}

static inline simde__m256i every_f32x8(float a)
{
    return simde_mm256_castps_si256(simde_mm256_set1_ps(a));
}

/* The instruction returns its second operand for two zeros and for a NaN. Both orders joined by OR: a zero is negative if
 * either is, and a NaN stays one. */
static inline simde__m256i min_f32x8(simde__m256i a, simde__m256i b)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a), y = simde_mm256_castsi256_ps(b);
    return simde_mm256_castps_si256(simde_mm256_or_ps(simde_mm256_min_ps(x, y), simde_mm256_min_ps(y, x)));
}

/* As min, with AND for the zeros; AND can clear a NaN, so all bits are set where one is. */
static inline simde__m256i max_f32x8(simde__m256i a, simde__m256i b)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a), y = simde_mm256_castsi256_ps(b);
    const simde__m256 greater = simde_mm256_and_ps(simde_mm256_max_ps(x, y), simde_mm256_max_ps(y, x));
    return simde_mm256_castps_si256(simde_mm256_mask_mov_ps(greater, simde_mm256_cmp_ps_mask(x, y, SIMDE_CMP_UNORD_Q), simde_mm256_castsi256_ps(simde_mm256_set1_epi32(-1))));
}

/* a, or b where a is NaN. */
static inline simde__m256i f32x8_or(simde__m256i a, simde__m256i b)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a);
    return simde_mm256_castps_si256(simde_mm256_mask_mov_ps(x, simde_mm256_cmp_ps_mask(x, x, SIMDE_CMP_UNORD_Q), simde_mm256_castsi256_ps(b)));
}

static inline simde__m256i min_number_f32x8(simde__m256i a, simde__m256i b)
{
    const simde__m256i one = f32x8_or(a, b), other = f32x8_or(b, a);
    return min_f32x8(one, other);
}

static inline simde__m256i max_number_f32x8(simde__m256i a, simde__m256i b)
{
    const simde__m256i one = f32x8_or(a, b), other = f32x8_or(b, a);
    return max_f32x8(one, other);
}

static inline simde__m256i add_f64x4(simde__m256i a, simde__m256i b)
{
    return simde_mm256_castpd_si256(simde_mm256_add_pd(simde_mm256_castsi256_pd(a), simde_mm256_castsi256_pd(b)));
}

static inline simde__m256i sub_f64x4(simde__m256i a, simde__m256i b)
{
    return simde_mm256_castpd_si256(simde_mm256_sub_pd(simde_mm256_castsi256_pd(a), simde_mm256_castsi256_pd(b)));
}

static inline simde__m256i mul_f64x4(simde__m256i a, simde__m256i b)
{
    return simde_mm256_castpd_si256(simde_mm256_mul_pd(simde_mm256_castsi256_pd(a), simde_mm256_castsi256_pd(b)));
}

static inline simde__m256i every_f64x4(double a)
{
    return simde_mm256_castpd_si256(simde_mm256_set1_pd(a));
}

/* The instruction returns its second operand for two zeros and for a NaN. Both orders joined by OR: a zero is negative if
 * either is, and a NaN stays one. */
static inline simde__m256i min_f64x4(simde__m256i a, simde__m256i b)
{
    const simde__m256d x = simde_mm256_castsi256_pd(a), y = simde_mm256_castsi256_pd(b);
    return simde_mm256_castpd_si256(simde_mm256_or_pd(simde_mm256_min_pd(x, y), simde_mm256_min_pd(y, x)));
}

/* As min, with AND for the zeros; AND can clear a NaN, so all bits are set where one is. */
static inline simde__m256i max_f64x4(simde__m256i a, simde__m256i b)
{
    const simde__m256d x = simde_mm256_castsi256_pd(a), y = simde_mm256_castsi256_pd(b);
    const simde__m256d greater = simde_mm256_and_pd(simde_mm256_max_pd(x, y), simde_mm256_max_pd(y, x));
    return simde_mm256_castpd_si256(simde_mm256_mask_mov_pd(greater, simde_mm256_cmp_pd_mask(x, y, SIMDE_CMP_UNORD_Q), simde_mm256_castsi256_pd(simde_mm256_set1_epi32(-1))));
}

/* a, or b where a is NaN. */
static inline simde__m256i f64x4_or(simde__m256i a, simde__m256i b)
{
    const simde__m256d x = simde_mm256_castsi256_pd(a);
    return simde_mm256_castpd_si256(simde_mm256_mask_mov_pd(x, simde_mm256_cmp_pd_mask(x, x, SIMDE_CMP_UNORD_Q), simde_mm256_castsi256_pd(b)));
}

static inline simde__m256i min_number_f64x4(simde__m256i a, simde__m256i b)
{
    const simde__m256i one = f64x4_or(a, b), other = f64x4_or(b, a);
    return min_f64x4(one, other);
}

static inline simde__m256i max_number_f64x4(simde__m256i a, simde__m256i b)
{
    const simde__m256i one = f64x4_or(a, b), other = f64x4_or(b, a);
    return max_f64x4(one, other);
}

static inline simde__m256i add_boolx32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_min_epu8(simde_mm256_or_si256(a, b), simde_mm256_set1_epi8(1));
}

static inline simde__m256i sub_boolx32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_xor_si256(simde_mm256_min_epu8(a, simde_mm256_set1_epi8(1)), simde_mm256_min_epu8(b, simde_mm256_set1_epi8(1)));
}

static inline simde__m256i mul_boolx32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_and_si256(simde_mm256_min_epu8(a, simde_mm256_set1_epi8(1)), simde_mm256_min_epu8(b, simde_mm256_set1_epi8(1)));
}

static inline simde__m256i mul_c64x4(simde__m256i a, simde__m256i b)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a), y = simde_mm256_castsi256_ps(b);
    const simde__m256 by_real = simde_mm256_mul_ps(simde_mm256_moveldup_ps(x), y);
    const simde__m256 by_imaginary = simde_mm256_mul_ps(simde_mm256_movehdup_ps(x), simde_mm256_permute_ps(y, 0xb1));
    return simde_mm256_castps_si256(simde_mm256_addsub_ps(by_real, by_imaginary));
}

static inline simde__m256i mul_c128x2(simde__m256i a, simde__m256i b)
{
    const simde__m256d x = simde_mm256_castsi256_pd(a), y = simde_mm256_castsi256_pd(b);
    const simde__m256d by_real = simde_mm256_mul_pd(simde_mm256_permute_pd(x, 0), y);
    const simde__m256d by_imaginary = simde_mm256_mul_pd(simde_mm256_permute_pd(x, 15), simde_mm256_permute_pd(y, 5));
    return simde_mm256_castpd_si256(simde_mm256_addsub_pd(by_real, by_imaginary));
}

static inline simde__mmask8 is_nan_c64x4(simde__m256i a)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a);
    return simde_mm256_cmp_ps_mask(simde_mm256_moveldup_ps(x), simde_mm256_movehdup_ps(x), SIMDE_CMP_UNORD_Q);
}

static inline simde__mmask8 is_less_c64x4(simde__m256i a, simde__m256i b)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a), y = simde_mm256_castsi256_ps(b);
    const simde__mmask8 less = simde_mm256_cmp_ps_mask(simde_mm256_moveldup_ps(x), simde_mm256_moveldup_ps(y), SIMDE_CMP_LT_OQ);
    const simde__mmask8 equal = simde_mm256_cmp_ps_mask(simde_mm256_moveldup_ps(x), simde_mm256_moveldup_ps(y), SIMDE_CMP_EQ_OQ);
    return (simde__mmask8)(less | (equal & simde_mm256_cmp_ps_mask(simde_mm256_movehdup_ps(x), simde_mm256_movehdup_ps(y), SIMDE_CMP_LT_OQ)));
}

static inline simde__m256i min_c64x4(simde__m256i a, simde__m256i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c64x4(a) & (is_nan_c64x4(b) | is_less_c64x4(b, a)));
    return simde_mm256_castps_si256(simde_mm256_mask_mov_ps(simde_mm256_castsi256_ps(a), takes_b, simde_mm256_castsi256_ps(b)));
}

static inline simde__m256i min_number_c64x4(simde__m256i a, simde__m256i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c64x4(a) | (~is_nan_c64x4(b) & is_less_c64x4(b, a)));
    return simde_mm256_castps_si256(simde_mm256_mask_mov_ps(simde_mm256_castsi256_ps(a), takes_b, simde_mm256_castsi256_ps(b)));
}

static inline simde__m256i max_c64x4(simde__m256i a, simde__m256i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c64x4(a) & (is_nan_c64x4(b) | is_less_c64x4(a, b)));
    return simde_mm256_castps_si256(simde_mm256_mask_mov_ps(simde_mm256_castsi256_ps(a), takes_b, simde_mm256_castsi256_ps(b)));
}

static inline simde__m256i max_number_c64x4(simde__m256i a, simde__m256i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c64x4(a) | (~is_nan_c64x4(b) & is_less_c64x4(a, b)));
    return simde_mm256_castps_si256(simde_mm256_mask_mov_ps(simde_mm256_castsi256_ps(a), takes_b, simde_mm256_castsi256_ps(b)));
}

static inline simde__mmask8 is_nan_c128x2(simde__m256i a)
{
    const simde__m256d x = simde_mm256_castsi256_pd(a);
    return simde_mm256_cmp_pd_mask(simde_mm256_permute_pd(x, 0), simde_mm256_permute_pd(x, 15), SIMDE_CMP_UNORD_Q);
}

static inline simde__mmask8 is_less_c128x2(simde__m256i a, simde__m256i b)
{
    const simde__m256d x = simde_mm256_castsi256_pd(a), y = simde_mm256_castsi256_pd(b);
    const simde__mmask8 less = simde_mm256_cmp_pd_mask(simde_mm256_permute_pd(x, 0), simde_mm256_permute_pd(y, 0), SIMDE_CMP_LT_OQ);
    const simde__mmask8 equal = simde_mm256_cmp_pd_mask(simde_mm256_permute_pd(x, 0), simde_mm256_permute_pd(y, 0), SIMDE_CMP_EQ_OQ);
    return (simde__mmask8)(less | (equal & simde_mm256_cmp_pd_mask(simde_mm256_permute_pd(x, 15), simde_mm256_permute_pd(y, 15), SIMDE_CMP_LT_OQ)));
}

static inline simde__m256i min_c128x2(simde__m256i a, simde__m256i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c128x2(a) & (is_nan_c128x2(b) | is_less_c128x2(b, a)));
    return simde_mm256_castpd_si256(simde_mm256_mask_mov_pd(simde_mm256_castsi256_pd(a), takes_b, simde_mm256_castsi256_pd(b)));
}

static inline simde__m256i min_number_c128x2(simde__m256i a, simde__m256i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c128x2(a) | (~is_nan_c128x2(b) & is_less_c128x2(b, a)));
    return simde_mm256_castpd_si256(simde_mm256_mask_mov_pd(simde_mm256_castsi256_pd(a), takes_b, simde_mm256_castsi256_pd(b)));
}

static inline simde__m256i max_c128x2(simde__m256i a, simde__m256i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c128x2(a) & (is_nan_c128x2(b) | is_less_c128x2(a, b)));
    return simde_mm256_castpd_si256(simde_mm256_mask_mov_pd(simde_mm256_castsi256_pd(a), takes_b, simde_mm256_castsi256_pd(b)));
}

static inline simde__m256i max_number_c128x2(simde__m256i a, simde__m256i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c128x2(a) | (~is_nan_c128x2(b) & is_less_c128x2(a, b)));
    return simde_mm256_castpd_si256(simde_mm256_mask_mov_pd(simde_mm256_castsi256_pd(a), takes_b, simde_mm256_castsi256_pd(b)));
}

static inline simde__m256i even_bf16x16(simde__m256i a)
{
    return simde_mm256_slli_epi32(a, 16);
}

static inline simde__m256i odd_bf16x16(simde__m256i a)
{
    return simde_mm256_and_si256(a, simde_mm256_set1_epi32(-0x10000));
}

static inline simde__m256i join_bf16x16(simde__m256i even, simde__m256i odd)
{
    return simde_mm256_blend_epi16(simde_mm256_srli_epi32(even, 16), odd, 0xaa);
}

/* To nearest even, in the high half: half a unit minus one is added, plus the last bit that is kept. A NaN made from bfloat16 has an
 * empty low half, so nothing carries out of it and it stays a NaN. */
static inline simde__m256i round_bf16x8(simde__m256i a)
{
    const simde__m256i last = simde_mm256_and_si256(simde_mm256_srli_epi32(a, 16), simde_mm256_set1_epi32(1));
    return simde_mm256_add_epi32(a, simde_mm256_add_epi32(last, simde_mm256_set1_epi32(0x7fff)));
}

static inline simde__m256i add_bf16x16(simde__m256i a, simde__m256i b)
{
    const simde__m256i even = round_bf16x8(add_f32x8(even_bf16x16(a), even_bf16x16(b)));
    const simde__m256i odd = round_bf16x8(add_f32x8(odd_bf16x16(a), odd_bf16x16(b)));
    return join_bf16x16(even, odd);
}

static inline simde__m256i sub_bf16x16(simde__m256i a, simde__m256i b)
{
    const simde__m256i even = round_bf16x8(sub_f32x8(even_bf16x16(a), even_bf16x16(b)));
    const simde__m256i odd = round_bf16x8(sub_f32x8(odd_bf16x16(a), odd_bf16x16(b)));
    return join_bf16x16(even, odd);
}

static inline simde__m256i mul_bf16x16(simde__m256i a, simde__m256i b)
{
    const simde__m256i even = round_bf16x8(mul_f32x8(even_bf16x16(a), even_bf16x16(b)));
    const simde__m256i odd = round_bf16x8(mul_f32x8(odd_bf16x16(a), odd_bf16x16(b)));
    return join_bf16x16(even, odd);
}

static inline simde__m256i min_bf16x16(simde__m256i a, simde__m256i b)
{
    const simde__m256i even = min_f32x8(even_bf16x16(a), even_bf16x16(b));
    const simde__m256i odd = min_f32x8(odd_bf16x16(a), odd_bf16x16(b));
    return join_bf16x16(even, odd);
}

static inline simde__m256i max_bf16x16(simde__m256i a, simde__m256i b)
{
    const simde__m256i even = max_f32x8(even_bf16x16(a), even_bf16x16(b));
    const simde__m256i odd = max_f32x8(odd_bf16x16(a), odd_bf16x16(b));
    return join_bf16x16(even, odd);
}

static inline simde__m256i min_number_bf16x16(simde__m256i a, simde__m256i b)
{
    const simde__m256i even = min_number_f32x8(even_bf16x16(a), even_bf16x16(b));
    const simde__m256i odd = min_number_f32x8(odd_bf16x16(a), odd_bf16x16(b));
    return join_bf16x16(even, odd);
}

static inline simde__m256i max_number_bf16x16(simde__m256i a, simde__m256i b)
{
    const simde__m256i even = max_number_f32x8(even_bf16x16(a), even_bf16x16(b));
    const simde__m256i odd = max_number_f32x8(odd_bf16x16(a), odd_bf16x16(b));
    return join_bf16x16(even, odd);
}

static inline simde__m256i every_b8x32(int8_t a)
{
    return simde_mm256_set1_epi8(a);
}

static inline simde__m256i beats_b8x32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_cmpgt_epi8(a, b);
}

static inline simde__m256i pick_b8x32(simde__m256i lanes, simde__m256i there, simde__m256i elsewhere)
{
    return simde_mm256_blendv_epi8(elsewhere, there, lanes);
}

static inline simde__m256i key_b8x32(simde__m256i a, simde__m256i largest, simde__m256i fold, simde__m256i flip,
    simde__m256i of_nan)
{
    const simde__m256i magnitude = simde_mm256_and_si256(a, every_b8x32(INT8_MAX));
    const simde__m256i is_negative = beats_b8x32(simde_mm256_setzero_si256(), a);
    const simde__m256i folded = simde_mm256_xor_si256(a, simde_mm256_and_si256(is_negative, fold));
    return pick_b8x32(beats_b8x32(magnitude, largest), of_nan, simde_mm256_xor_si256(folded, flip));
}

static inline simde__m256i limit_b8x32(simde__m256i a, simde__m256i b)
{
    return simde_mm256_min_epu8(a, b);
}

static inline simde__m256i every_b16x16(int16_t a)
{
    return simde_mm256_set1_epi16(a);
}

static inline simde__m256i beats_b16x16(simde__m256i a, simde__m256i b)
{
    return simde_mm256_cmpgt_epi16(a, b);
}

static inline simde__m256i pick_b16x16(simde__m256i lanes, simde__m256i there, simde__m256i elsewhere)
{
    return simde_mm256_blendv_epi8(elsewhere, there, lanes);
}

static inline simde__m256i key_b16x16(simde__m256i a, simde__m256i largest, simde__m256i fold, simde__m256i flip,
    simde__m256i of_nan)
{
    const simde__m256i magnitude = simde_mm256_and_si256(a, every_b16x16(INT16_MAX));
    const simde__m256i is_negative = beats_b16x16(simde_mm256_setzero_si256(), a);
    const simde__m256i folded = simde_mm256_xor_si256(a, simde_mm256_and_si256(is_negative, fold));
    return pick_b16x16(beats_b16x16(magnitude, largest), of_nan, simde_mm256_xor_si256(folded, flip));
}

static inline simde__m256i every_b32x8(int32_t a)
{
    return simde_mm256_set1_epi32(a);
}

static inline simde__m256i beats_b32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_cmpgt_epi32(a, b);
}

static inline simde__m256i pick_b32x8(simde__m256i lanes, simde__m256i there, simde__m256i elsewhere)
{
    return simde_mm256_blendv_epi8(elsewhere, there, lanes);
}

static inline simde__m256i key_b32x8(simde__m256i a, simde__m256i largest, simde__m256i fold, simde__m256i flip,
    simde__m256i of_nan)
{
    const simde__m256i magnitude = simde_mm256_and_si256(a, every_b32x8(INT32_MAX));
    const simde__m256i is_negative = beats_b32x8(simde_mm256_setzero_si256(), a);
    const simde__m256i folded = simde_mm256_xor_si256(a, simde_mm256_and_si256(is_negative, fold));
    return pick_b32x8(beats_b32x8(magnitude, largest), of_nan, simde_mm256_xor_si256(folded, flip));
}

static inline simde__m256i every_b64x4(int64_t a)
{
    return simde_mm256_set1_epi64x(a);
}

static inline simde__m256i beats_b64x4(simde__m256i a, simde__m256i b)
{
    return simde_mm256_cmpgt_epi64(a, b);
}

static inline simde__m256i pick_b64x4(simde__m256i lanes, simde__m256i there, simde__m256i elsewhere)
{
    return simde_mm256_blendv_epi8(elsewhere, there, lanes);
}

static inline simde__m256i key_b64x4(simde__m256i a, simde__m256i largest, simde__m256i fold, simde__m256i flip,
    simde__m256i of_nan)
{
    const simde__m256i magnitude = simde_mm256_and_si256(a, every_b64x4(INT64_MAX));
    const simde__m256i is_negative = beats_b64x4(simde_mm256_setzero_si256(), a);
    const simde__m256i folded = simde_mm256_xor_si256(a, simde_mm256_and_si256(is_negative, fold));
    return pick_b64x4(beats_b64x4(magnitude, largest), of_nan, simde_mm256_xor_si256(folded, flip));
}

static inline simde__m128i add_i8x16(simde__m128i a, simde__m128i b)
{
    return simde_mm_add_epi8(a, b);
}

static inline simde__m128i sub_i8x16(simde__m128i a, simde__m128i b)
{
    return simde_mm_sub_epi8(a, b);
}

/* Bytes have no multiply: the even and the odd ones each go through the low half of 16-bit lanes. */
static inline simde__m128i mul_i8x16(simde__m128i a, simde__m128i b)
{
    const simde__m128i even = simde_mm_mullo_epi16(a, b);
    const simde__m128i odd = simde_mm_mullo_epi16(simde_mm_srli_epi16(a, 8), simde_mm_srli_epi16(b, 8));
    return simde_mm_or_si128(simde_mm_and_si128(even, simde_mm_set1_epi16(0xff)), simde_mm_slli_epi16(odd, 8));
}

static inline simde__m128i min_i8x16(simde__m128i a, simde__m128i b)
{
    return simde_mm_min_epi8(a, b);
}

static inline simde__m128i max_i8x16(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epi8(a, b);
}

static inline simde__m128i min_u8x16(simde__m128i a, simde__m128i b)
{
    return simde_mm_min_epu8(a, b);
}

static inline simde__m128i max_u8x16(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epu8(a, b);
}

static inline simde__m128i add_i16x8(simde__m128i a, simde__m128i b)
{
    return simde_mm_add_epi16(a, b);
}

static inline simde__m128i sub_i16x8(simde__m128i a, simde__m128i b)
{
    return simde_mm_sub_epi16(a, b);
}

static inline simde__m128i mul_i16x8(simde__m128i a, simde__m128i b)
{
    return simde_mm_mullo_epi16(a, b);
}

static inline simde__m128i min_i16x8(simde__m128i a, simde__m128i b)
{
    return simde_mm_min_epi16(a, b);
}

static inline simde__m128i max_i16x8(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epi16(a, b);
}

static inline simde__m128i min_u16x8(simde__m128i a, simde__m128i b)
{
    return simde_mm_min_epu16(a, b);
}

static inline simde__m128i max_u16x8(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epu16(a, b);
}

static inline simde__m128i add_i32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_add_epi32(a, b);
}

static inline simde__m128i sub_i32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_sub_epi32(a, b);
}

static inline simde__m128i mul_i32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_mullo_epi32(a, b);
}

static inline simde__m128i min_i32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_min_epi32(a, b);
}

static inline simde__m128i max_i32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epi32(a, b);
}

static inline simde__m128i min_u32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_min_epu32(a, b);
}

static inline simde__m128i max_u32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epu32(a, b);
}

static inline simde__m128i add_i64x2(simde__m128i a, simde__m128i b)
{
    return simde_mm_add_epi64(a, b);
}

static inline simde__m128i sub_i64x2(simde__m128i a, simde__m128i b)
{
    return simde_mm_sub_epi64(a, b);
}

/* low * low + ((low * high + high * low) << 32), modulo 2^64. */
static inline simde__m128i mul_i64x2(simde__m128i a, simde__m128i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm_mullo_epi64(a, b);
#else
    const simde__m128i crossed = simde_mm_mullo_epi32(a, simde_mm_shuffle_epi32(b, 0xb1));
    const simde__m128i high = simde_mm_slli_epi64(simde_mm_add_epi32(crossed, simde_mm_srli_epi64(crossed, 32)), 32);
    return simde_mm_add_epi64(simde_mm_mul_epu32(a, b), high);
#endif
}

static inline simde__m128i min_i64x2(simde__m128i a, simde__m128i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm_min_epi64(a, b);
#else
    return simde_mm_blendv_epi8(a, b, simde_mm_cmpgt_epi64(a, b));
#endif
}

static inline simde__m128i max_i64x2(simde__m128i a, simde__m128i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm_max_epi64(a, b);
#else
    return simde_mm_blendv_epi8(b, a, simde_mm_cmpgt_epi64(a, b));
#endif
}

/* Flipping the sign bit turns unsigned order into the signed order that the comparison knows. */
static inline simde__m128i min_u64x2(simde__m128i a, simde__m128i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm_min_epu64(a, b);
#else
    const simde__m128i flip = simde_mm_set1_epi64x(INT64_MIN);
    return simde_mm_blendv_epi8(a, b, simde_mm_cmpgt_epi64(simde_mm_xor_si128(a, flip), simde_mm_xor_si128(b, flip)));
#endif
}

/* Flipping the sign bit turns unsigned order into the signed order that the comparison knows. */
static inline simde__m128i max_u64x2(simde__m128i a, simde__m128i b)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm_max_epu64(a, b);
#else
    const simde__m128i flip = simde_mm_set1_epi64x(INT64_MIN);
    return simde_mm_blendv_epi8(b, a, simde_mm_cmpgt_epi64(simde_mm_xor_si128(a, flip), simde_mm_xor_si128(b, flip)));
#endif
}

static inline simde__m128i add_f32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_castps_si128(simde_mm_add_ps(simde_mm_castsi128_ps(a), simde_mm_castsi128_ps(b)));
}

static inline simde__m128i sub_f32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_castps_si128(simde_mm_sub_ps(simde_mm_castsi128_ps(a), simde_mm_castsi128_ps(b)));
}

static inline simde__m128i mul_f32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_castps_si128(simde_mm_mul_ps(simde_mm_castsi128_ps(a), simde_mm_castsi128_ps(b)));
}

static inline simde__m128i every_f32x4(float a)
{
    return simde_mm_castps_si128(simde_mm_set1_ps(a));
}

/* The instruction returns its second operand for two zeros and for a NaN. Both orders joined by OR: a zero is negative if
 * either is, and a NaN stays one. */
static inline simde__m128i min_f32x4(simde__m128i a, simde__m128i b)
{
    const simde__m128 x = simde_mm_castsi128_ps(a), y = simde_mm_castsi128_ps(b);
    return simde_mm_castps_si128(simde_mm_or_ps(simde_mm_min_ps(x, y), simde_mm_min_ps(y, x)));
}

/* As min, with AND for the zeros; AND can clear a NaN, so all bits are set where one is. */
static inline simde__m128i max_f32x4(simde__m128i a, simde__m128i b)
{
    const simde__m128 x = simde_mm_castsi128_ps(a), y = simde_mm_castsi128_ps(b);
    const simde__m128 greater = simde_mm_and_ps(simde_mm_max_ps(x, y), simde_mm_max_ps(y, x));
    return simde_mm_castps_si128(simde_mm_mask_mov_ps(greater, simde_mm_cmp_ps_mask(x, y, SIMDE_CMP_UNORD_Q), simde_mm_castsi128_ps(simde_mm_set1_epi32(-1))));
}

/* a, or b where a is NaN. */
static inline simde__m128i f32x4_or(simde__m128i a, simde__m128i b)
{
    const simde__m128 x = simde_mm_castsi128_ps(a);
    return simde_mm_castps_si128(simde_mm_mask_mov_ps(x, simde_mm_cmp_ps_mask(x, x, SIMDE_CMP_UNORD_Q), simde_mm_castsi128_ps(b)));
}

static inline simde__m128i min_number_f32x4(simde__m128i a, simde__m128i b)
{
    const simde__m128i one = f32x4_or(a, b), other = f32x4_or(b, a);
    return min_f32x4(one, other);
}

static inline simde__m128i max_number_f32x4(simde__m128i a, simde__m128i b)
{
    const simde__m128i one = f32x4_or(a, b), other = f32x4_or(b, a);
    return max_f32x4(one, other);
}

static inline simde__m128i add_f64x2(simde__m128i a, simde__m128i b)
{
    return simde_mm_castpd_si128(simde_mm_add_pd(simde_mm_castsi128_pd(a), simde_mm_castsi128_pd(b)));
}

static inline simde__m128i sub_f64x2(simde__m128i a, simde__m128i b)
{
    return simde_mm_castpd_si128(simde_mm_sub_pd(simde_mm_castsi128_pd(a), simde_mm_castsi128_pd(b)));
}

static inline simde__m128i mul_f64x2(simde__m128i a, simde__m128i b)
{
    return simde_mm_castpd_si128(simde_mm_mul_pd(simde_mm_castsi128_pd(a), simde_mm_castsi128_pd(b)));
}

static inline simde__m128i every_f64x2(double a)
{
    return simde_mm_castpd_si128(simde_mm_set1_pd(a));
}

/* The instruction returns its second operand for two zeros and for a NaN. Both orders joined by OR: a zero is negative if
 * either is, and a NaN stays one. */
static inline simde__m128i min_f64x2(simde__m128i a, simde__m128i b)
{
    const simde__m128d x = simde_mm_castsi128_pd(a), y = simde_mm_castsi128_pd(b);
    return simde_mm_castpd_si128(simde_mm_or_pd(simde_mm_min_pd(x, y), simde_mm_min_pd(y, x)));
}

/* As min, with AND for the zeros; AND can clear a NaN, so all bits are set where one is. */
static inline simde__m128i max_f64x2(simde__m128i a, simde__m128i b)
{
    const simde__m128d x = simde_mm_castsi128_pd(a), y = simde_mm_castsi128_pd(b);
    const simde__m128d greater = simde_mm_and_pd(simde_mm_max_pd(x, y), simde_mm_max_pd(y, x));
    return simde_mm_castpd_si128(simde_mm_mask_mov_pd(greater, simde_mm_cmp_pd_mask(x, y, SIMDE_CMP_UNORD_Q), simde_mm_castsi128_pd(simde_mm_set1_epi32(-1))));
}

/* a, or b where a is NaN. */
static inline simde__m128i f64x2_or(simde__m128i a, simde__m128i b)
{
    const simde__m128d x = simde_mm_castsi128_pd(a);
    return simde_mm_castpd_si128(simde_mm_mask_mov_pd(x, simde_mm_cmp_pd_mask(x, x, SIMDE_CMP_UNORD_Q), simde_mm_castsi128_pd(b)));
}

static inline simde__m128i min_number_f64x2(simde__m128i a, simde__m128i b)
{
    const simde__m128i one = f64x2_or(a, b), other = f64x2_or(b, a);
    return min_f64x2(one, other);
}

static inline simde__m128i max_number_f64x2(simde__m128i a, simde__m128i b)
{
    const simde__m128i one = f64x2_or(a, b), other = f64x2_or(b, a);
    return max_f64x2(one, other);
}

static inline simde__m128i add_boolx16(simde__m128i a, simde__m128i b)
{
    return simde_mm_min_epu8(simde_mm_or_si128(a, b), simde_mm_set1_epi8(1));
}

static inline simde__m128i sub_boolx16(simde__m128i a, simde__m128i b)
{
    return simde_mm_xor_si128(simde_mm_min_epu8(a, simde_mm_set1_epi8(1)), simde_mm_min_epu8(b, simde_mm_set1_epi8(1)));
}

static inline simde__m128i mul_boolx16(simde__m128i a, simde__m128i b)
{
    return simde_mm_and_si128(simde_mm_min_epu8(a, simde_mm_set1_epi8(1)), simde_mm_min_epu8(b, simde_mm_set1_epi8(1)));
}

static inline simde__m128i mul_c64x2(simde__m128i a, simde__m128i b)
{
    const simde__m128 x = simde_mm_castsi128_ps(a), y = simde_mm_castsi128_ps(b);
    const simde__m128 by_real = simde_mm_mul_ps(simde_mm_moveldup_ps(x), y);
    const simde__m128 by_imaginary = simde_mm_mul_ps(simde_mm_movehdup_ps(x), simde_mm_permute_ps(y, 0xb1));
    return simde_mm_castps_si128(simde_mm_addsub_ps(by_real, by_imaginary));
}

static inline simde__m128i mul_c128x1(simde__m128i a, simde__m128i b)
{
    const simde__m128d x = simde_mm_castsi128_pd(a), y = simde_mm_castsi128_pd(b);
    const simde__m128d by_real = simde_mm_mul_pd(simde_mm_permute_pd(x, 0), y);
    const simde__m128d by_imaginary = simde_mm_mul_pd(simde_mm_permute_pd(x, 3), simde_mm_permute_pd(y, 1));
    return simde_mm_castpd_si128(simde_mm_addsub_pd(by_real, by_imaginary));
}

static inline simde__mmask8 is_nan_c64x2(simde__m128i a)
{
    const simde__m128 x = simde_mm_castsi128_ps(a);
    return simde_mm_cmp_ps_mask(simde_mm_moveldup_ps(x), simde_mm_movehdup_ps(x), SIMDE_CMP_UNORD_Q);
}

static inline simde__mmask8 is_less_c64x2(simde__m128i a, simde__m128i b)
{
    const simde__m128 x = simde_mm_castsi128_ps(a), y = simde_mm_castsi128_ps(b);
    const simde__mmask8 less = simde_mm_cmp_ps_mask(simde_mm_moveldup_ps(x), simde_mm_moveldup_ps(y), SIMDE_CMP_LT_OQ);
    const simde__mmask8 equal = simde_mm_cmp_ps_mask(simde_mm_moveldup_ps(x), simde_mm_moveldup_ps(y), SIMDE_CMP_EQ_OQ);
    return (simde__mmask8)(less | (equal & simde_mm_cmp_ps_mask(simde_mm_movehdup_ps(x), simde_mm_movehdup_ps(y), SIMDE_CMP_LT_OQ)));
}

static inline simde__m128i min_c64x2(simde__m128i a, simde__m128i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c64x2(a) & (is_nan_c64x2(b) | is_less_c64x2(b, a)));
    return simde_mm_castps_si128(simde_mm_mask_mov_ps(simde_mm_castsi128_ps(a), takes_b, simde_mm_castsi128_ps(b)));
}

static inline simde__m128i min_number_c64x2(simde__m128i a, simde__m128i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c64x2(a) | (~is_nan_c64x2(b) & is_less_c64x2(b, a)));
    return simde_mm_castps_si128(simde_mm_mask_mov_ps(simde_mm_castsi128_ps(a), takes_b, simde_mm_castsi128_ps(b)));
}

static inline simde__m128i max_c64x2(simde__m128i a, simde__m128i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c64x2(a) & (is_nan_c64x2(b) | is_less_c64x2(a, b)));
    return simde_mm_castps_si128(simde_mm_mask_mov_ps(simde_mm_castsi128_ps(a), takes_b, simde_mm_castsi128_ps(b)));
}

static inline simde__m128i max_number_c64x2(simde__m128i a, simde__m128i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c64x2(a) | (~is_nan_c64x2(b) & is_less_c64x2(a, b)));
    return simde_mm_castps_si128(simde_mm_mask_mov_ps(simde_mm_castsi128_ps(a), takes_b, simde_mm_castsi128_ps(b)));
}

static inline simde__mmask8 is_nan_c128x1(simde__m128i a)
{
    const simde__m128d x = simde_mm_castsi128_pd(a);
    return simde_mm_cmp_pd_mask(simde_mm_permute_pd(x, 0), simde_mm_permute_pd(x, 3), SIMDE_CMP_UNORD_Q);
}

static inline simde__mmask8 is_less_c128x1(simde__m128i a, simde__m128i b)
{
    const simde__m128d x = simde_mm_castsi128_pd(a), y = simde_mm_castsi128_pd(b);
    const simde__mmask8 less = simde_mm_cmp_pd_mask(simde_mm_permute_pd(x, 0), simde_mm_permute_pd(y, 0), SIMDE_CMP_LT_OQ);
    const simde__mmask8 equal = simde_mm_cmp_pd_mask(simde_mm_permute_pd(x, 0), simde_mm_permute_pd(y, 0), SIMDE_CMP_EQ_OQ);
    return (simde__mmask8)(less | (equal & simde_mm_cmp_pd_mask(simde_mm_permute_pd(x, 3), simde_mm_permute_pd(y, 3), SIMDE_CMP_LT_OQ)));
}

static inline simde__m128i min_c128x1(simde__m128i a, simde__m128i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c128x1(a) & (is_nan_c128x1(b) | is_less_c128x1(b, a)));
    return simde_mm_castpd_si128(simde_mm_mask_mov_pd(simde_mm_castsi128_pd(a), takes_b, simde_mm_castsi128_pd(b)));
}

static inline simde__m128i min_number_c128x1(simde__m128i a, simde__m128i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c128x1(a) | (~is_nan_c128x1(b) & is_less_c128x1(b, a)));
    return simde_mm_castpd_si128(simde_mm_mask_mov_pd(simde_mm_castsi128_pd(a), takes_b, simde_mm_castsi128_pd(b)));
}

static inline simde__m128i max_c128x1(simde__m128i a, simde__m128i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(~is_nan_c128x1(a) & (is_nan_c128x1(b) | is_less_c128x1(a, b)));
    return simde_mm_castpd_si128(simde_mm_mask_mov_pd(simde_mm_castsi128_pd(a), takes_b, simde_mm_castsi128_pd(b)));
}

static inline simde__m128i max_number_c128x1(simde__m128i a, simde__m128i b)
{
    const simde__mmask8 takes_b = (simde__mmask8)(is_nan_c128x1(a) | (~is_nan_c128x1(b) & is_less_c128x1(a, b)));
    return simde_mm_castpd_si128(simde_mm_mask_mov_pd(simde_mm_castsi128_pd(a), takes_b, simde_mm_castsi128_pd(b)));
}

static inline simde__m128i even_bf16x8(simde__m128i a)
{
    return simde_mm_slli_epi32(a, 16);
}

static inline simde__m128i odd_bf16x8(simde__m128i a)
{
    return simde_mm_and_si128(a, simde_mm_set1_epi32(-0x10000));
}

static inline simde__m128i join_bf16x8(simde__m128i even, simde__m128i odd)
{
    return simde_mm_blend_epi16(simde_mm_srli_epi32(even, 16), odd, 0xaa);
}

/* To nearest even, in the high half: half a unit minus one is added, plus the last bit that is kept. A NaN made from bfloat16 has an
 * empty low half, so nothing carries out of it and it stays a NaN. */
static inline simde__m128i round_bf16x4(simde__m128i a)
{
    const simde__m128i last = simde_mm_and_si128(simde_mm_srli_epi32(a, 16), simde_mm_set1_epi32(1));
    return simde_mm_add_epi32(a, simde_mm_add_epi32(last, simde_mm_set1_epi32(0x7fff)));
}

static inline simde__m128i add_bf16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i even = round_bf16x4(add_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde__m128i odd = round_bf16x4(add_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde__m128i sub_bf16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i even = round_bf16x4(sub_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde__m128i odd = round_bf16x4(sub_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde__m128i mul_bf16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i even = round_bf16x4(mul_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde__m128i odd = round_bf16x4(mul_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde__m128i min_bf16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i even = min_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde__m128i odd = min_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde__m128i max_bf16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i even = max_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde__m128i odd = max_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde__m128i min_number_bf16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i even = min_number_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde__m128i odd = min_number_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde__m128i max_number_bf16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i even = max_number_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde__m128i odd = max_number_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde__m128i every_b8x16(int8_t a)
{
    return simde_mm_set1_epi8(a);
}

static inline simde__m128i beats_b8x16(simde__m128i a, simde__m128i b)
{
    return simde_mm_cmpgt_epi8(a, b);
}

static inline simde__m128i pick_b8x16(simde__m128i lanes, simde__m128i there, simde__m128i elsewhere)
{
    return simde_mm_blendv_epi8(elsewhere, there, lanes);
}

static inline simde__m128i key_b8x16(simde__m128i a, simde__m128i largest, simde__m128i fold, simde__m128i flip,
    simde__m128i of_nan)
{
    const simde__m128i magnitude = simde_mm_and_si128(a, every_b8x16(INT8_MAX));
    const simde__m128i is_negative = beats_b8x16(simde_mm_setzero_si128(), a);
    const simde__m128i folded = simde_mm_xor_si128(a, simde_mm_and_si128(is_negative, fold));
    return pick_b8x16(beats_b8x16(magnitude, largest), of_nan, simde_mm_xor_si128(folded, flip));
}

static inline simde__m128i limit_b8x16(simde__m128i a, simde__m128i b)
{
    return simde_mm_min_epu8(a, b);
}

static inline simde__m128i every_b16x8(int16_t a)
{
    return simde_mm_set1_epi16(a);
}

static inline simde__m128i beats_b16x8(simde__m128i a, simde__m128i b)
{
    return simde_mm_cmpgt_epi16(a, b);
}

static inline simde__m128i pick_b16x8(simde__m128i lanes, simde__m128i there, simde__m128i elsewhere)
{
    return simde_mm_blendv_epi8(elsewhere, there, lanes);
}

static inline simde__m128i key_b16x8(simde__m128i a, simde__m128i largest, simde__m128i fold, simde__m128i flip,
    simde__m128i of_nan)
{
    const simde__m128i magnitude = simde_mm_and_si128(a, every_b16x8(INT16_MAX));
    const simde__m128i is_negative = beats_b16x8(simde_mm_setzero_si128(), a);
    const simde__m128i folded = simde_mm_xor_si128(a, simde_mm_and_si128(is_negative, fold));
    return pick_b16x8(beats_b16x8(magnitude, largest), of_nan, simde_mm_xor_si128(folded, flip));
}

static inline simde__m128i every_b32x4(int32_t a)
{
    return simde_mm_set1_epi32(a);
}

static inline simde__m128i beats_b32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_cmpgt_epi32(a, b);
}

static inline simde__m128i pick_b32x4(simde__m128i lanes, simde__m128i there, simde__m128i elsewhere)
{
    return simde_mm_blendv_epi8(elsewhere, there, lanes);
}

static inline simde__m128i key_b32x4(simde__m128i a, simde__m128i largest, simde__m128i fold, simde__m128i flip,
    simde__m128i of_nan)
{
    const simde__m128i magnitude = simde_mm_and_si128(a, every_b32x4(INT32_MAX));
    const simde__m128i is_negative = beats_b32x4(simde_mm_setzero_si128(), a);
    const simde__m128i folded = simde_mm_xor_si128(a, simde_mm_and_si128(is_negative, fold));
    return pick_b32x4(beats_b32x4(magnitude, largest), of_nan, simde_mm_xor_si128(folded, flip));
}

static inline simde__m128i every_b64x2(int64_t a)
{
    return simde_mm_set1_epi64x(a);
}

static inline simde__m128i beats_b64x2(simde__m128i a, simde__m128i b)
{
    return simde_mm_cmpgt_epi64(a, b);
}

static inline simde__m128i pick_b64x2(simde__m128i lanes, simde__m128i there, simde__m128i elsewhere)
{
    return simde_mm_blendv_epi8(elsewhere, there, lanes);
}

static inline simde__m128i key_b64x2(simde__m128i a, simde__m128i largest, simde__m128i fold, simde__m128i flip,
    simde__m128i of_nan)
{
    const simde__m128i magnitude = simde_mm_and_si128(a, every_b64x2(INT64_MAX));
    const simde__m128i is_negative = beats_b64x2(simde_mm_setzero_si128(), a);
    const simde__m128i folded = simde_mm_xor_si128(a, simde_mm_and_si128(is_negative, fold));
    return pick_b64x2(beats_b64x2(magnitude, largest), of_nan, simde_mm_xor_si128(folded, flip));
}

static inline void put_b8x64_i32(unsigned char *args, simde__mmask64 wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = wins;
    for (int i = 0; i < 64; i += 16) {
        const __mmask16 here = (__mmask16)(lanes >> i);
        _mm512_mask_storeu_epi32(args + 4 * i, here, _mm512_set1_epi32(number));
    }
#else
    for (int i = 0; i < 64; i++) {
        if (wins >> i & 1) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b8x64_i64(unsigned char *args, simde__mmask64 wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = wins;
    for (int i = 0; i < 64; i += 8) {
        const __mmask8 here = (__mmask8)(lanes >> i);
        _mm512_mask_storeu_epi64(args + 8 * i, here, _mm512_set1_epi64(number));
    }
#else
    for (int i = 0; i < 64; i++) {
        if (wins >> i & 1) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b16x32_i32(unsigned char *args, simde__mmask32 wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = wins;
    for (int i = 0; i < 32; i += 16) {
        const __mmask16 here = (__mmask16)(lanes >> i);
        _mm512_mask_storeu_epi32(args + 4 * i, here, _mm512_set1_epi32(number));
    }
#else
    for (int i = 0; i < 32; i++) {
        if (wins >> i & 1) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b16x32_i64(unsigned char *args, simde__mmask32 wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = wins;
    for (int i = 0; i < 32; i += 8) {
        const __mmask8 here = (__mmask8)(lanes >> i);
        _mm512_mask_storeu_epi64(args + 8 * i, here, _mm512_set1_epi64(number));
    }
#else
    for (int i = 0; i < 32; i++) {
        if (wins >> i & 1) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b32x16_i32(unsigned char *args, simde__mmask16 wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = wins;
    _mm512_mask_storeu_epi32(args, (__mmask16)lanes, _mm512_set1_epi32(number));
#else
    for (int i = 0; i < 16; i++) {
        if (wins >> i & 1) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b32x16_i64(unsigned char *args, simde__mmask16 wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = wins;
    for (int i = 0; i < 16; i += 8) {
        const __mmask8 here = (__mmask8)(lanes >> i);
        _mm512_mask_storeu_epi64(args + 8 * i, here, _mm512_set1_epi64(number));
    }
#else
    for (int i = 0; i < 16; i++) {
        if (wins >> i & 1) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b64x8_i32(unsigned char *args, simde__mmask8 wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = wins;
    _mm256_mask_storeu_epi32(args, (__mmask8)lanes, _mm256_set1_epi32(number));
#else
    for (int i = 0; i < 8; i++) {
        if (wins >> i & 1) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b64x8_i64(unsigned char *args, simde__mmask8 wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = wins;
    _mm512_mask_storeu_epi64(args, (__mmask8)lanes, _mm512_set1_epi64(number));
#else
    for (int i = 0; i < 8; i++) {
        if (wins >> i & 1) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b8x32_i32(unsigned char *args, simde__m256i wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm256_movepi8_mask(wins);
    for (int i = 0; i < 32; i += 16) {
        const __mmask16 here = (__mmask16)(lanes >> i);
        _mm512_mask_storeu_epi32(args + 4 * i, here, _mm512_set1_epi32(number));
    }
#else
    uint8_t lanes[32];
    store_32(lanes, wins);
    for (int i = 0; i < 32; i++) {
        if (lanes[i] != 0) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b8x32_i64(unsigned char *args, simde__m256i wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm256_movepi8_mask(wins);
    for (int i = 0; i < 32; i += 8) {
        const __mmask8 here = (__mmask8)(lanes >> i);
        _mm512_mask_storeu_epi64(args + 8 * i, here, _mm512_set1_epi64(number));
    }
#else
    uint8_t lanes[32];
    store_32(lanes, wins);
    for (int i = 0; i < 32; i++) {
        if (lanes[i] != 0) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b16x16_i32(unsigned char *args, simde__m256i wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm256_movepi16_mask(wins);
    _mm512_mask_storeu_epi32(args, (__mmask16)lanes, _mm512_set1_epi32(number));
#else
    uint16_t lanes[16];
    store_32(lanes, wins);
    for (int i = 0; i < 16; i++) {
        if (lanes[i] != 0) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b16x16_i64(unsigned char *args, simde__m256i wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm256_movepi16_mask(wins);
    for (int i = 0; i < 16; i += 8) {
        const __mmask8 here = (__mmask8)(lanes >> i);
        _mm512_mask_storeu_epi64(args + 8 * i, here, _mm512_set1_epi64(number));
    }
#else
    uint16_t lanes[16];
    store_32(lanes, wins);
    for (int i = 0; i < 16; i++) {
        if (lanes[i] != 0) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b32x8_i32(unsigned char *args, simde__m256i wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm256_movepi32_mask(wins);
    _mm256_mask_storeu_epi32(args, (__mmask8)lanes, _mm256_set1_epi32(number));
#else
    uint32_t lanes[8];
    store_32(lanes, wins);
    for (int i = 0; i < 8; i++) {
        if (lanes[i] != 0) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b32x8_i64(unsigned char *args, simde__m256i wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm256_movepi32_mask(wins);
    _mm512_mask_storeu_epi64(args, (__mmask8)lanes, _mm512_set1_epi64(number));
#else
    uint32_t lanes[8];
    store_32(lanes, wins);
    for (int i = 0; i < 8; i++) {
        if (lanes[i] != 0) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b64x4_i32(unsigned char *args, simde__m256i wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm256_movepi64_mask(wins);
    _mm_mask_storeu_epi32(args, (__mmask8)lanes, _mm_set1_epi32(number));
#else
    uint64_t lanes[4];
    store_32(lanes, wins);
    for (int i = 0; i < 4; i++) {
        if (lanes[i] != 0) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b64x4_i64(unsigned char *args, simde__m256i wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm256_movepi64_mask(wins);
    _mm256_mask_storeu_epi64(args, (__mmask8)lanes, _mm256_set1_epi64x(number));
#else
    uint64_t lanes[4];
    store_32(lanes, wins);
    for (int i = 0; i < 4; i++) {
        if (lanes[i] != 0) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b8x16_i32(unsigned char *args, simde__m128i wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm_movepi8_mask(wins);
    _mm512_mask_storeu_epi32(args, (__mmask16)lanes, _mm512_set1_epi32(number));
#else
    uint8_t lanes[16];
    store_16(lanes, wins);
    for (int i = 0; i < 16; i++) {
        if (lanes[i] != 0) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b8x16_i64(unsigned char *args, simde__m128i wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm_movepi8_mask(wins);
    for (int i = 0; i < 16; i += 8) {
        const __mmask8 here = (__mmask8)(lanes >> i);
        _mm512_mask_storeu_epi64(args + 8 * i, here, _mm512_set1_epi64(number));
    }
#else
    uint8_t lanes[16];
    store_16(lanes, wins);
    for (int i = 0; i < 16; i++) {
        if (lanes[i] != 0) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b16x8_i32(unsigned char *args, simde__m128i wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm_movepi16_mask(wins);
    _mm256_mask_storeu_epi32(args, (__mmask8)lanes, _mm256_set1_epi32(number));
#else
    uint16_t lanes[8];
    store_16(lanes, wins);
    for (int i = 0; i < 8; i++) {
        if (lanes[i] != 0) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b16x8_i64(unsigned char *args, simde__m128i wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm_movepi16_mask(wins);
    _mm512_mask_storeu_epi64(args, (__mmask8)lanes, _mm512_set1_epi64(number));
#else
    uint16_t lanes[8];
    store_16(lanes, wins);
    for (int i = 0; i < 8; i++) {
        if (lanes[i] != 0) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b32x4_i32(unsigned char *args, simde__m128i wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm_movepi32_mask(wins);
    _mm_mask_storeu_epi32(args, (__mmask8)lanes, _mm_set1_epi32(number));
#else
    uint32_t lanes[4];
    store_16(lanes, wins);
    for (int i = 0; i < 4; i++) {
        if (lanes[i] != 0) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b32x4_i64(unsigned char *args, simde__m128i wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm_movepi32_mask(wins);
    _mm256_mask_storeu_epi64(args, (__mmask8)lanes, _mm256_set1_epi64x(number));
#else
    uint32_t lanes[4];
    store_16(lanes, wins);
    for (int i = 0; i < 4; i++) {
        if (lanes[i] != 0) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b64x2_i32(unsigned char *args, simde__m128i wins, int32_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm_movepi64_mask(wins);
    _mm_mask_storeu_epi32(args, (__mmask8)lanes, _mm_set1_epi32(number));
#else
    uint64_t lanes[2];
    store_16(lanes, wins);
    for (int i = 0; i < 2; i++) {
        if (lanes[i] != 0) memcpy(args + 4 * i, &number, sizeof number);
    }
#endif
}

static inline void put_b64x2_i64(unsigned char *args, simde__m128i wins, int64_t number)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    const uint64_t lanes = _mm_movepi64_mask(wins);
    _mm_mask_storeu_epi64(args, (__mmask8)lanes, _mm_set1_epi64x(number));
#else
    uint64_t lanes[2];
    store_16(lanes, wins);
    for (int i = 0; i < 2; i++) {
        if (lanes[i] != 0) memcpy(args + 8 * i, &number, sizeof number);
    }
#endif
}

static inline simde__m512i join_halves(simde__m256i low, simde__m256i high)
{
    return simde_mm512_inserti64x4(simde_mm512_castsi256_si512(low), high, 1);
}

static inline simde__m256i widen_f16x8(simde__m128i a)
{
    return simde_mm256_castps_si256(simde_mm256_cvtph_ps(a));
}

static inline simde__m128i narrow_f16x8(simde__m256i a)
{
    return simde_mm256_cvtps_ph(simde_mm256_castsi256_ps(a), SIMDE_MM_FROUND_TO_NEAREST_INT);
}

static inline simde__m128i add_f16x8(simde__m128i a, simde__m128i b)
{
    return narrow_f16x8(add_f32x8(widen_f16x8(a), widen_f16x8(b)));
}

static inline simde__m128i sub_f16x8(simde__m128i a, simde__m128i b)
{
    return narrow_f16x8(sub_f32x8(widen_f16x8(a), widen_f16x8(b)));
}

static inline simde__m128i mul_f16x8(simde__m128i a, simde__m128i b)
{
    return narrow_f16x8(mul_f32x8(widen_f16x8(a), widen_f16x8(b)));
}

static inline simde__m128i min_f16x8(simde__m128i a, simde__m128i b)
{
    return narrow_f16x8(min_f32x8(widen_f16x8(a), widen_f16x8(b)));
}

static inline simde__m128i max_f16x8(simde__m128i a, simde__m128i b)
{
    return narrow_f16x8(max_f32x8(widen_f16x8(a), widen_f16x8(b)));
}

static inline simde__m128i min_number_f16x8(simde__m128i a, simde__m128i b)
{
    return narrow_f16x8(min_number_f32x8(widen_f16x8(a), widen_f16x8(b)));
}

static inline simde__m128i max_number_f16x8(simde__m128i a, simde__m128i b)
{
    return narrow_f16x8(max_number_f32x8(widen_f16x8(a), widen_f16x8(b)));
}

static inline simde__m512i widen_f16x16(simde__m256i a)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm512_castps_si512(_mm512_cvtph_ps(a));
#else
    const simde__m128i low = simde_mm256_castsi256_si128(a), high = simde_mm256_extracti128_si256(a, 1);
    return join_halves(widen_f16x8(low), widen_f16x8(high));
#endif
}

static inline simde__m256i narrow_f16x16(simde__m512i a)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    /* All lanes: without optimization, GCC's macro of the other has a mask of the wrong sign. */
    return _mm512_maskz_cvtps_ph(0xffff, _mm512_castsi512_ps(a), _MM_FROUND_TO_NEAREST_INT);
#else
    const simde__m256i low = simde_mm512_castsi512_si256(a), high = simde_mm512_extracti64x4_epi64(a, 1);
    return simde_mm256_set_m128i(narrow_f16x8(high), narrow_f16x8(low));
#endif
}

static inline simde__m256i add_f16x16(simde__m256i a, simde__m256i b)
{
    return narrow_f16x16(add_f32x16(widen_f16x16(a), widen_f16x16(b)));
}

static inline simde__m256i sub_f16x16(simde__m256i a, simde__m256i b)
{
    return narrow_f16x16(sub_f32x16(widen_f16x16(a), widen_f16x16(b)));
}

static inline simde__m256i mul_f16x16(simde__m256i a, simde__m256i b)
{
    return narrow_f16x16(mul_f32x16(widen_f16x16(a), widen_f16x16(b)));
}

static inline simde__m256i min_f16x16(simde__m256i a, simde__m256i b)
{
    return narrow_f16x16(min_f32x16(widen_f16x16(a), widen_f16x16(b)));
}

static inline simde__m256i max_f16x16(simde__m256i a, simde__m256i b)
{
    return narrow_f16x16(max_f32x16(widen_f16x16(a), widen_f16x16(b)));
}

static inline simde__m256i min_number_f16x16(simde__m256i a, simde__m256i b)
{
    return narrow_f16x16(min_number_f32x16(widen_f16x16(a), widen_f16x16(b)));
}

static inline simde__m256i max_number_f16x16(simde__m256i a, simde__m256i b)
{
    return narrow_f16x16(max_number_f32x16(widen_f16x16(a), widen_f16x16(b)));
}

static inline simde__m512i widen_bytes(simde__m128i a)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm512_cvtepi8_epi32(a);
#else
    return join_halves(simde_mm256_cvtepi8_epi32(a), simde_mm256_cvtepi8_epi32(simde_mm_unpackhi_epi64(a, a)));
#endif
}

/* Lanes of 32 bits that are less than 256. The first step takes turns between its operands, half a register of each. */
static inline simde__m128i narrow_halves(simde__m256i low, simde__m256i high)
{
    const simde__m256i words = simde_mm256_permute4x64_epi64(simde_mm256_packus_epi32(low, high), 0xd8);
    return simde_mm_packus_epi16(simde_mm256_castsi256_si128(words), simde_mm256_extracti128_si256(words, 1));
}

static inline simde__m128i narrow_bytes(simde__m512i a)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm512_cvtepi32_epi8(a);
#else
    return narrow_halves(simde_mm512_castsi512_si256(a), simde_mm512_extracti64x4_epi64(a, 1));
#endif
}

static inline simde__m512i adder_f8e4m3fnx16(simde__m512i minimum)
{
    static const uint32_t adders[16] = {
        0x4a000038, 0x4a800040, 0x4b000048, 0x4b800050, 0x4c000058, 0x4c800060, 0x4d000068, 0x4d800070,
        0x00000000, 0x46800000, 0x47000008, 0x47800010, 0x48000018, 0x48800020, 0x49000028, 0x49800030,
    };
    return simde_mm512_permutexvar_epi32(simde_mm512_srli_epi32(minimum, 23), load_64(adders));
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde__m512i widen_f8e4m3fnx16(simde__m128i a)
{
    const simde__m512i infinity = simde_mm512_set1_epi32(0x7f800000);
    const simde__m512i bits = widen_bytes(a), sign = simde_mm512_and_si512(bits, simde_mm512_set1_epi32(INT32_MIN));
    const simde__m512i magnitude = simde_mm512_slli_epi32(simde_mm512_and_si512(bits, simde_mm512_set1_epi32(0x7f)), 20);
    const simde__m512 number = simde_mm512_mul_ps(simde_mm512_castsi512_ps(magnitude), simde_mm512_set1_ps(0x1p+120f));
    const simde__m512i largest = simde_mm512_set1_epi32(0x7e00000);
    const simde__m512i special = simde_mm512_maskz_mov_epi32(simde_mm512_cmpgt_epi32_mask(magnitude, largest), infinity);
    return simde_mm512_or_si512(simde_mm512_or_si512(simde_mm512_castps_si512(number), special), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde__m512i round_bounded_f8e4m3fnx16(simde__m512i a, simde__m512i bounded)
{
    const simde__m512i minimum = simde_mm512_max_epi32(bounded, simde_mm512_castps_si512(simde_mm512_set1_ps(0x1p-6f)));
    const simde__m512i adder = adder_f8e4m3fnx16(minimum);
    const simde__m512i sum = simde_mm512_castps_si512(simde_mm512_add_ps(simde_mm512_castsi512_ps(bounded), simde_mm512_castsi512_ps(adder)));
    const simde__m512i digits = simde_mm512_set1_epi32(0x7f), signs = simde_mm512_srli_epi32(a, 24);
    return simde_mm512_ternarylogic_epi32(digits, sum, signs, 0xca);
}

/* Magnitudes up to a bound, at most that from which on they overflow; NaN is none of them. */
static inline simde__m512i round_within_f8e4m3fnx16(simde__m512i a, simde__m512i bound)
{
    const simde__m512i magnitude = simde_mm512_and_si512(a, simde_mm512_set1_epi32(0x7fffffff)), infinity = simde_mm512_set1_epi32(0x7f800000);
    const simde__m512i rounded = round_bounded_f8e4m3fnx16(a, simde_mm512_min_epi32(magnitude, bound));
    return simde_mm512_mask_or_epi32(rounded, simde_mm512_cmpgt_epi32_mask(magnitude, infinity), rounded, simde_mm512_set1_epi32(0x7f));
}

static inline simde__m512i bound_f8e4m3fnx16(simde__m512i largest)
{
    return simde_mm512_min_epi32(simde_mm512_set1_epi32(0x43f00000), largest);
}

static inline simde__m512i round_f8e4m3fnx16(simde__m512i a)
{
    const simde__m512i magnitude = simde_mm512_and_si512(a, simde_mm512_set1_epi32(0x7fffffff));
    return round_bounded_f8e4m3fnx16(a, simde_mm512_min_epi32(magnitude, simde_mm512_set1_epi32(0x43f00000)));
}

static inline simde__m128i narrow_f8e4m3fnx16(simde__m512i a)
{
    return narrow_bytes(round_f8e4m3fnx16(a));
}

static inline simde__m128i narrow_within_f8e4m3fnx16(simde__m512i a, simde__m512i largest)
{
    return narrow_bytes(round_within_f8e4m3fnx16(a, bound_f8e4m3fnx16(largest)));
}

static inline simde__m128i add_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx16(add_f32x16(widen_f8e4m3fnx16(a), widen_f8e4m3fnx16(b)));
}

static inline simde__m128i sub_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx16(sub_f32x16(widen_f8e4m3fnx16(a), widen_f8e4m3fnx16(b)));
}

static inline simde__m128i mul_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx16(mul_f32x16(widen_f8e4m3fnx16(a), widen_f8e4m3fnx16(b)));
}

static inline simde__m128i min_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx16(min_f32x16(widen_f8e4m3fnx16(a), widen_f8e4m3fnx16(b)));
}

static inline simde__m128i max_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx16(max_f32x16(widen_f8e4m3fnx16(a), widen_f8e4m3fnx16(b)));
}

static inline simde__m128i min_number_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx16(min_number_f32x16(widen_f8e4m3fnx16(a), widen_f8e4m3fnx16(b)));
}

static inline simde__m128i max_number_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx16(max_number_f32x16(widen_f8e4m3fnx16(a), widen_f8e4m3fnx16(b)));
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde__m512i widen_f8e5m2x16(simde__m128i a)
{
    const simde__m512i infinity = simde_mm512_set1_epi32(0x7f800000);
    const simde__m512i bits = widen_bytes(a), sign = simde_mm512_and_si512(bits, simde_mm512_set1_epi32(INT32_MIN));
    const simde__m512i magnitude = simde_mm512_slli_epi32(simde_mm512_and_si512(bits, simde_mm512_set1_epi32(0x7f)), 21);
    const simde__m512 number = simde_mm512_mul_ps(simde_mm512_castsi512_ps(magnitude), simde_mm512_set1_ps(0x1p+112f));
    const simde__m512i largest = simde_mm512_set1_epi32(0xf600000);
    const simde__m512i special = simde_mm512_maskz_mov_epi32(simde_mm512_cmpgt_epi32_mask(magnitude, largest), infinity);
    return simde_mm512_or_si512(simde_mm512_or_si512(simde_mm512_castps_si512(number), special), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde__m512i round_bounded_f8e5m2x16(simde__m512i a, simde__m512i bounded)
{
    const simde__m512i minimum = simde_mm512_max_epi32(bounded, simde_mm512_castps_si512(simde_mm512_set1_ps(0x1p-14f)));
    const simde__m512i power = simde_mm512_and_si512(minimum, simde_mm512_set1_epi32(0x7f800000));
    const simde__m512i lower = simde_mm512_add_epi32(power, simde_mm512_set1_epi32(0xa7ffe3c));
    const simde__m512i adder = simde_mm512_add_epi32(lower, simde_mm512_srli_epi32(power, 21));
    const simde__m512i sum = simde_mm512_castps_si512(simde_mm512_add_ps(simde_mm512_castsi512_ps(bounded), simde_mm512_castsi512_ps(adder)));
    const simde__m512i digits = simde_mm512_set1_epi32(0x7f), signs = simde_mm512_srli_epi32(a, 24);
    return simde_mm512_ternarylogic_epi32(digits, sum, signs, 0xca);
}

/* Magnitudes up to a bound, at most that from which on they overflow; NaN is none of them. */
static inline simde__m512i round_within_f8e5m2x16(simde__m512i a, simde__m512i bound)
{
    const simde__m512i magnitude = simde_mm512_and_si512(a, simde_mm512_set1_epi32(0x7fffffff)), infinity = simde_mm512_set1_epi32(0x7f800000);
    const simde__m512i rounded = round_bounded_f8e5m2x16(a, simde_mm512_min_epi32(magnitude, bound));
    return simde_mm512_mask_or_epi32(rounded, simde_mm512_cmpgt_epi32_mask(magnitude, infinity), rounded, simde_mm512_set1_epi32(0x7e));
}

static inline simde__m512i bound_f8e5m2x16(simde__m512i largest)
{
    return simde_mm512_min_epi32(simde_mm512_set1_epi32(0x47800000), largest);
}

static inline simde__m512i round_f8e5m2x16(simde__m512i a)
{
    return round_within_f8e5m2x16(a, simde_mm512_set1_epi32(0x47800000));
}

static inline simde__m128i narrow_f8e5m2x16(simde__m512i a)
{
    return narrow_bytes(round_f8e5m2x16(a));
}

static inline simde__m128i narrow_within_f8e5m2x16(simde__m512i a, simde__m512i largest)
{
    return narrow_bytes(round_within_f8e5m2x16(a, bound_f8e5m2x16(largest)));
}

static inline simde__m128i add_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x16(add_f32x16(widen_f8e5m2x16(a), widen_f8e5m2x16(b)));
}

static inline simde__m128i sub_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x16(sub_f32x16(widen_f8e5m2x16(a), widen_f8e5m2x16(b)));
}

static inline simde__m128i mul_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x16(mul_f32x16(widen_f8e5m2x16(a), widen_f8e5m2x16(b)));
}

static inline simde__m128i min_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x16(min_f32x16(widen_f8e5m2x16(a), widen_f8e5m2x16(b)));
}

static inline simde__m128i max_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x16(max_f32x16(widen_f8e5m2x16(a), widen_f8e5m2x16(b)));
}

static inline simde__m128i min_number_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x16(min_number_f32x16(widen_f8e5m2x16(a), widen_f8e5m2x16(b)));
}

static inline simde__m128i max_number_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x16(max_number_f32x16(widen_f8e5m2x16(a), widen_f8e5m2x16(b)));
}

static inline simde__m512i spread_quarters(simde__m512i a)
{
    static const uint64_t from[8] = {0, 4, 1, 5, 2, 6, 3, 7};
    return simde_mm512_permutexvar_epi64(load_64(from), a);
}

static inline simde__m512i join_high_words(simde__m512i low, simde__m512i high)
{
    static const uint16_t odd[32] = {
        1,  3,  5,  7,  9,  11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63,
    };
    return simde_mm512_permutex2var_epi16(low, load_64(odd), high);
}

static inline simde__m512i div_f32x16(simde__m512i a, simde__m512i b)
{
    return simde_mm512_castps_si512(simde_mm512_div_ps(simde_mm512_castsi512_ps(a), simde_mm512_castsi512_ps(b)));
}

/* Both instructions return their second operand for a NaN. */
static inline simde__m512i clamp_f32x16(simde__m512i a, simde__m512i largest)
{
    const simde__m512 lowest = simde_mm512_sub_ps(simde_mm512_setzero_ps(), simde_mm512_castsi512_ps(largest));
    return simde_mm512_castps_si512(simde_mm512_max_ps(lowest, simde_mm512_min_ps(simde_mm512_castsi512_ps(largest), simde_mm512_castsi512_ps(a))));
}

static inline simde__m512i low_bf16x32(simde__m512i a)
{
    return simde_mm512_unpacklo_epi16(simde_mm512_setzero_si512(), spread_quarters(a));
}

static inline simde__m512i high_bf16x32(simde__m512i a)
{
    return simde_mm512_unpackhi_epi16(simde_mm512_setzero_si512(), spread_quarters(a));
}

/* Any float32, a NaN too: its bits may carry into the sign, so all are set. */
static inline simde__m512i round_any_bf16x16(simde__m512i a)
{
    const simde__m512 x = simde_mm512_castsi512_ps(a), rounded = simde_mm512_castsi512_ps(round_bf16x16(a));
    return simde_mm512_castps_si512(simde_mm512_mask_mov_ps(rounded, simde_mm512_cmp_ps_mask(x, x, SIMDE_CMP_UNORD_Q), simde_mm512_castsi512_ps(simde_mm512_set1_epi32(-1))));
}

static inline simde__m512i pack_bf16x32(simde__m512i low, simde__m512i high)
{
    const simde__m512i a = round_any_bf16x16(low), b = round_any_bf16x16(high);
    return join_high_words(a, b);
}

static inline simde__m512i widen_i8x16(simde__m128i a)
{
    const simde__m512 magic = simde_mm512_set1_ps(0x1.8p+23f);
    const simde__m512i units = widen_bytes(a);
    return simde_mm512_castps_si512(simde_mm512_sub_ps(simde_mm512_castsi512_ps(simde_mm512_add_epi32(units, simde_mm512_castps_si512(magic))), magic));
}

/* To nearest even, in the low end of each lane. It saturates; NaN gives 0. */
static inline simde__m512i round_i8x16(simde__m512i a)
{
    const simde__m512 x = simde_mm512_castsi512_ps(a), number = simde_mm512_mask_mov_ps(x, simde_mm512_cmp_ps_mask(x, x, SIMDE_CMP_UNORD_Q), simde_mm512_setzero_ps());
    const simde__m512 at_least = simde_mm512_max_ps(number, simde_mm512_set1_ps(-128.0f));
    const simde__m512 clamped = simde_mm512_min_ps(at_least, simde_mm512_set1_ps(127.0f));
    const simde__m512i units = simde_mm512_castps_si512(simde_mm512_add_ps(clamped, simde_mm512_set1_ps(0x1.8p+23f)));
    return simde_mm512_and_si512(units, simde_mm512_set1_epi32(0xff));
}

static inline simde__m512i widen_u8x16(simde__m128i a)
{
    const simde__m512 magic = simde_mm512_set1_ps(0x1.8p+23f);
    const simde__m512i units = simde_mm512_and_si512(widen_bytes(a), simde_mm512_set1_epi32(0xff));
    return simde_mm512_castps_si512(simde_mm512_sub_ps(simde_mm512_castsi512_ps(simde_mm512_add_epi32(units, simde_mm512_castps_si512(magic))), magic));
}

static inline simde__m128i narrow_i8x16(simde__m512i a)
{
    return narrow_bytes(round_i8x16(a));
}

static inline simde__m512i load_indices_i64(const void *from)
{
    return load_64(from);
}

static inline simde__m512i load_indices_i32(const void *from)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm512_cvtepi32_epi64(load_32(from));
#else
    const unsigned char *bytes = (const void *)from;
    return join_halves(simde_mm256_cvtepi32_epi64(load_16(bytes)), simde_mm256_cvtepi32_epi64(load_16(bytes + 16)));
#endif
}

/* The sign bit of a lane is set where index < low or index > high. */
static inline simde__m512i out_of_bounds(simde__m512i index, simde__m512i low, simde__m512i high)
{
    return simde_mm512_or_si512(simde_mm512_sub_epi64(index, low), simde_mm512_sub_epi64(high, index));
}

static inline simde__m512i join_out_of_bounds(simde__m512i a, simde__m512i b)
{
    return simde_mm512_or_si512(a, b);
}

static inline int is_any_out_of_bounds(simde__m512i out_of_bounds)
{
    return simde_mm512_movepi64_mask(out_of_bounds) != 0;
}

static inline simde__m512i highest(simde__m512i size)
{
    return simde_mm512_sub_epi64(size, simde_mm512_set1_epi64(1));
}

static inline simde__m512i no_out_of_bounds(void)
{
    return simde_mm512_setzero_si512();
}

/* low is -size if negative indices count from the end, and 0 if they do not. As a number without sign, a negative index is greater
 * than index - low, and any other one less. */
static inline simde__m512i wrap(simde__m512i index, simde__m512i low)
{
    return simde_mm512_min_epu64(index, simde_mm512_sub_epi64(index, low));
}

/* The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice indices
 * in bounds is below 2^32; a sum with one out of bounds is not. */
static inline simde__m512i flag(simde__m512i slice_index, simde__m512i wrapped, simde__m512i high)
{
    const simde__m512i out_of_bounds = simde_mm512_or_si512(wrapped, simde_mm512_sub_epi64(high, wrapped));
    return simde_mm512_mask_mov_epi64(slice_index, simde_mm512_movepi64_mask(out_of_bounds), simde_mm512_set1_epi64(INT64_C(1) << 32));
}

static inline simde__m512i clamp(simde__m512i wrapped, simde__m512i high)
{
    return simde_mm512_min_epi64(simde_mm512_max_epi64(wrapped, simde_mm512_setzero_si512()), high);
}

static inline simde__m512i load_positions(const uint32_t *from)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm512_cvtepu32_epi64(load_32(from));
#else
    const unsigned char *bytes = (const void *)from;
    return join_halves(simde_mm256_cvtepu32_epi64(load_16(bytes)), simde_mm256_cvtepu32_epi64(load_16(bytes + 16)));
#endif
}

static inline simde__m512i add_positions(simde__m512i slice_indices, simde__m512i positions)
{
    return simde_mm512_add_epi64(slice_indices, positions);
}

static inline simde__m512i scale(simde__m512i index, simde__m512i stride)
{
    return simde_mm512_mul_epu32(index, stride);
}

static inline simde__m512i sum_k2(simde__m512i a, simde__m512i b)
{
    static const int64_t even[8] = {0, 2, 4, 6, 8, 10, 12, 14}, odd[8] = {1, 3, 5, 7, 9, 11, 13, 15};
    return simde_mm512_add_epi64(simde_mm512_permutex2var_epi64(a, load_64(even), b), simde_mm512_permutex2var_epi64(a, load_64(odd), b));
}

/* Component n of tuple t is lane 3 t + n of a, b and c in a row. First comes what is in a and b, then what is in c, from 8 on. */
static inline simde__m512i sum_k3(simde__m512i a, simde__m512i b, simde__m512i c)
{
    static const int64_t in_ab[3][8] = {{0, 3, 6, 9, 12, 15, 0, 0}, {1, 4, 7, 10, 13, 0, 0, 0}, {2, 5, 8, 11, 14, 0, 0, 0}};
    static const int64_t in_c[3][8] = {{0, 1, 2, 3, 4, 5, 10, 13}, {0, 1, 2, 3, 4, 8, 11, 14}, {0, 1, 2, 3, 4, 9, 12, 15}};
    const simde__m512i x = simde_mm512_permutex2var_epi64(simde_mm512_permutex2var_epi64(a, load_64(in_ab[0]), b), load_64(in_c[0]), c);
    const simde__m512i y = simde_mm512_permutex2var_epi64(simde_mm512_permutex2var_epi64(a, load_64(in_ab[1]), b), load_64(in_c[1]), c);
    const simde__m512i z = simde_mm512_permutex2var_epi64(simde_mm512_permutex2var_epi64(a, load_64(in_ab[2]), b), load_64(in_c[2]), c);
    return simde_mm512_add_epi64(simde_mm512_add_epi64(x, y), z);
}

/* Half a tuple at a time, and the halves. */
static inline simde__m512i sum_k4(simde__m512i a, simde__m512i b, simde__m512i c, simde__m512i d)
{
    return sum_k2(sum_k2(a, b), sum_k2(c, d));
}

static inline simde__m256i to_slice_indices(simde__m512i sums)
{
    return simde_mm512_cvtepi64_epi32(sums);
}

/* Sums with a flagged part become UINT32_MAX, which is not a slice index. */
static inline simde__m256i to_flagged_slice_indices(simde__m512i sums)
{
    return to_slice_indices(simde_mm512_min_epu64(sums, simde_mm512_set1_epi64(UINT32_MAX)));
}

static inline void store_slice_indices(uint32_t *to, simde__m256i slice_indices)
{
    store_32(to, slice_indices);
}

static inline simde__m256i larger_slice_indices(simde__m256i a, simde__m256i b)
{
    return simde_mm256_max_epu32(a, b);
}

static inline simde__m256i no_slice_indices(void)
{
    return simde_mm256_setzero_si256();
}

static inline uint32_t largest_slice_index(simde__m256i all)
{
    const simde__m128i slice_indices = simde_mm_max_epu32(simde_mm256_castsi256_si128(all), simde_mm256_extracti128_si256(all, 1));
    const simde__m128i pairs = simde_mm_max_epu32(slice_indices, simde_mm_shuffle_epi32(slice_indices, 0x4e));
    return (uint32_t)simde_mm_cvtsi128_si32(simde_mm_max_epu32(pairs, simde_mm_shuffle_epi32(pairs, 0xb1)));
}

static inline simde__mmask16 are_greater(simde__m512i a, simde__m512i b)
{
    return simde_mm512_cmpgt_epi32_mask(a, b);
}

static inline simde__mmask16 are_equal(simde__m512i a, simde__m512i b)
{
    return simde_mm512_cmpeq_epi32_mask(a, b);
}

static inline simde__m512i every_slice_index(uint32_t slice_index)
{
    return simde_mm512_set1_epi32((int32_t)slice_index);
}

static inline simde__m512i add_base(simde__m512i slice_indices, simde__m512i base)
{
    return simde_mm512_add_epi32(slice_indices, base);
}

/* strew_is_in_selection for several slice indices. Unsigned numbers compare like signed ones with the highest bit flipped. */
static inline simde__mmask16 are_own(simde__m512i slice_indices, simde__m512i lead, simde__m512i shift, simde__m512i scattering, simde__m512i low,
                                     simde__m512i width)
{
    const simde__m512i sign = simde_mm512_set1_epi32(INT32_MIN);
    const simde__m512i group = simde_mm512_srlv_epi32(simde_mm512_add_epi32(slice_indices, lead), shift);
    const simde__m512i distance = simde_mm512_sub_epi32(simde_mm512_mullo_epi32(group, scattering), low);
    return are_greater(simde_mm512_xor_si512(width, sign), simde_mm512_xor_si512(distance, sign));
}

static inline simde__mmask16 are_in_bounds(simde__m512i slice_indices)
{
    return (simde__mmask16)~are_equal(slice_indices, every_slice_index(UINT32_MAX));
}

/* Compilers turn the loop into one instruction if there is one. */
static inline size_t count_own(simde__mmask16 own)
{
    size_t n = 0;
    for (uint32_t left = own; left != 0; left &= left - 1) n++;
    return n;
}

static inline void keep_slice_indices(uint32_t *to, simde__m512i slice_indices, simde__mmask16 own)
{
    store_64(to, simde_mm512_maskz_compress_epi32(own, slice_indices));
}

static inline void keep_b32(void *to, const void *from, simde__mmask16 own)
{
    keep_slice_indices(to, load_64(from), own);
}

static inline void keep_b64(void *to, const void *from, simde__mmask16 own)
{
    const simde__mmask8 low = (simde__mmask8)own, high = (simde__mmask8)(own >> 8);
    const simde__m512i first = load_64(from), second = load_64((const unsigned char *)from + 64);
    store_64(to, simde_mm512_maskz_compress_epi64(low, first));
    store_64((unsigned char *)to + 8 * count_own(low), simde_mm512_maskz_compress_epi64(high, second));
}

#endif /* STREW_AVX512_VOCABULARY_H */
