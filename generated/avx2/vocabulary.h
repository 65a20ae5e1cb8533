/* Rendered from templates/vocabulary.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* The words in which kernels for AVX2 and F16C (x86-64-v3) are written. */
#ifndef STREW_AVX2_VOCABULARY_H
#define STREW_AVX2_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <simde/x86/avx2.h>
#include <simde/x86/f16c.h>

#include "elements.h"

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
    const simde__m256i crossed = simde_mm256_mullo_epi32(a, simde_mm256_shuffle_epi32(b, 0xb1));
    const simde__m256i high = simde_mm256_slli_epi64(simde_mm256_add_epi32(crossed, simde_mm256_srli_epi64(crossed, 32)), 32);
    return simde_mm256_add_epi64(simde_mm256_mul_epu32(a, b), high);
}

static inline simde__m256i min_i64x4(simde__m256i a, simde__m256i b)
{
    return simde_mm256_blendv_epi8(a, b, simde_mm256_cmpgt_epi64(a, b));
}

static inline simde__m256i max_i64x4(simde__m256i a, simde__m256i b)
{
    return simde_mm256_blendv_epi8(b, a, simde_mm256_cmpgt_epi64(a, b));
}

/* Flipping the sign bit turns unsigned order into the signed order that the comparison knows. */
static inline simde__m256i min_u64x4(simde__m256i a, simde__m256i b)
{
    const simde__m256i flip = simde_mm256_set1_epi64x(INT64_MIN);
    return simde_mm256_blendv_epi8(a, b, simde_mm256_cmpgt_epi64(simde_mm256_xor_si256(a, flip), simde_mm256_xor_si256(b, flip)));
}

/* Flipping the sign bit turns unsigned order into the signed order that the comparison knows. */
static inline simde__m256i max_u64x4(simde__m256i a, simde__m256i b)
{
    const simde__m256i flip = simde_mm256_set1_epi64x(INT64_MIN);
    return simde_mm256_blendv_epi8(b, a, simde_mm256_cmpgt_epi64(simde_mm256_xor_si256(a, flip), simde_mm256_xor_si256(b, flip)));
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
    return simde_mm256_castps_si256(simde_mm256_or_ps(greater, simde_mm256_cmp_ps(x, y, SIMDE_CMP_UNORD_Q)));
}

/* a, or b where a is NaN. */
static inline simde__m256i f32x8_or(simde__m256i a, simde__m256i b)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a);
    return simde_mm256_castps_si256(simde_mm256_blendv_ps(x, simde_mm256_castsi256_ps(b), simde_mm256_cmp_ps(x, x, SIMDE_CMP_UNORD_Q)));
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
    return simde_mm256_castpd_si256(simde_mm256_or_pd(greater, simde_mm256_cmp_pd(x, y, SIMDE_CMP_UNORD_Q)));
}

/* a, or b where a is NaN. */
static inline simde__m256i f64x4_or(simde__m256i a, simde__m256i b)
{
    const simde__m256d x = simde_mm256_castsi256_pd(a);
    return simde_mm256_castpd_si256(simde_mm256_blendv_pd(x, simde_mm256_castsi256_pd(b), simde_mm256_cmp_pd(x, x, SIMDE_CMP_UNORD_Q)));
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
    const simde__m128i crossed = simde_mm_mullo_epi32(a, simde_mm_shuffle_epi32(b, 0xb1));
    const simde__m128i high = simde_mm_slli_epi64(simde_mm_add_epi32(crossed, simde_mm_srli_epi64(crossed, 32)), 32);
    return simde_mm_add_epi64(simde_mm_mul_epu32(a, b), high);
}

static inline simde__m128i min_i64x2(simde__m128i a, simde__m128i b)
{
    return simde_mm_blendv_epi8(a, b, simde_mm_cmpgt_epi64(a, b));
}

static inline simde__m128i max_i64x2(simde__m128i a, simde__m128i b)
{
    return simde_mm_blendv_epi8(b, a, simde_mm_cmpgt_epi64(a, b));
}

/* Flipping the sign bit turns unsigned order into the signed order that the comparison knows. */
static inline simde__m128i min_u64x2(simde__m128i a, simde__m128i b)
{
    const simde__m128i flip = simde_mm_set1_epi64x(INT64_MIN);
    return simde_mm_blendv_epi8(a, b, simde_mm_cmpgt_epi64(simde_mm_xor_si128(a, flip), simde_mm_xor_si128(b, flip)));
}

/* Flipping the sign bit turns unsigned order into the signed order that the comparison knows. */
static inline simde__m128i max_u64x2(simde__m128i a, simde__m128i b)
{
    const simde__m128i flip = simde_mm_set1_epi64x(INT64_MIN);
    return simde_mm_blendv_epi8(b, a, simde_mm_cmpgt_epi64(simde_mm_xor_si128(a, flip), simde_mm_xor_si128(b, flip)));
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
    return simde_mm_castps_si128(simde_mm_or_ps(greater, simde_mm_cmpunord_ps(x, y)));
}

/* a, or b where a is NaN. */
static inline simde__m128i f32x4_or(simde__m128i a, simde__m128i b)
{
    const simde__m128 x = simde_mm_castsi128_ps(a);
    return simde_mm_castps_si128(simde_mm_blendv_ps(x, simde_mm_castsi128_ps(b), simde_mm_cmpunord_ps(x, x)));
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
    return simde_mm_castpd_si128(simde_mm_or_pd(greater, simde_mm_cmpunord_pd(x, y)));
}

/* a, or b where a is NaN. */
static inline simde__m128i f64x2_or(simde__m128i a, simde__m128i b)
{
    const simde__m128d x = simde_mm_castsi128_pd(a);
    return simde_mm_castpd_si128(simde_mm_blendv_pd(x, simde_mm_castsi128_pd(b), simde_mm_cmpunord_pd(x, x)));
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

static inline void put_b8x32_i32(unsigned char *args, simde__m256i wins, int32_t number)
{
    unsigned char lanes[32];
    store_32(lanes, wins);
    for (int i = 0; i < 32; i += 8) {
        const simde__m256i where = simde_mm256_cvtepi8_epi32(load_8(lanes + 1 * i));
        unsigned char *at = args + 4 * i;
        store_32(at, simde_mm256_blendv_epi8(load_32(at), simde_mm256_set1_epi32(number), where));
    }
}

static inline void put_b8x32_i64(unsigned char *args, simde__m256i wins, int64_t number)
{
    unsigned char lanes[32];
    store_32(lanes, wins);
    for (int i = 0; i < 32; i += 4) {
        const simde__m256i where = simde_mm256_cvtepi8_epi64(load_4(lanes + 1 * i));
        unsigned char *at = args + 8 * i;
        store_32(at, simde_mm256_blendv_epi8(load_32(at), simde_mm256_set1_epi64x(number), where));
    }
}

static inline void put_b16x16_i32(unsigned char *args, simde__m256i wins, int32_t number)
{
    unsigned char lanes[32];
    store_32(lanes, wins);
    for (int i = 0; i < 16; i += 8) {
        const simde__m256i where = simde_mm256_cvtepi16_epi32(load_16(lanes + 2 * i));
        unsigned char *at = args + 4 * i;
        store_32(at, simde_mm256_blendv_epi8(load_32(at), simde_mm256_set1_epi32(number), where));
    }
}

static inline void put_b16x16_i64(unsigned char *args, simde__m256i wins, int64_t number)
{
    unsigned char lanes[32];
    store_32(lanes, wins);
    for (int i = 0; i < 16; i += 4) {
        const simde__m256i where = simde_mm256_cvtepi16_epi64(load_8(lanes + 2 * i));
        unsigned char *at = args + 8 * i;
        store_32(at, simde_mm256_blendv_epi8(load_32(at), simde_mm256_set1_epi64x(number), where));
    }
}

static inline void put_b32x8_i32(unsigned char *args, simde__m256i wins, int32_t number)
{
    store_32(args, simde_mm256_blendv_epi8(load_32(args), simde_mm256_set1_epi32(number), wins));
}

static inline void put_b32x8_i64(unsigned char *args, simde__m256i wins, int64_t number)
{
    unsigned char lanes[32];
    store_32(lanes, wins);
    for (int i = 0; i < 8; i += 4) {
        const simde__m256i where = simde_mm256_cvtepi32_epi64(load_16(lanes + 4 * i));
        unsigned char *at = args + 8 * i;
        store_32(at, simde_mm256_blendv_epi8(load_32(at), simde_mm256_set1_epi64x(number), where));
    }
}

static inline void put_b64x4_i32(unsigned char *args, simde__m256i wins, int32_t number)
{
    uint64_t lanes[4];
    store_32(lanes, wins);
    for (int i = 0; i < 4; i++) {
        int32_t last;
        memcpy(&last, args + 4 * i, sizeof last);
        last = lanes[i] != 0 ? number : last;
        memcpy(args + 4 * i, &last, sizeof last);
    }
}

static inline void put_b64x4_i64(unsigned char *args, simde__m256i wins, int64_t number)
{
    store_32(args, simde_mm256_blendv_epi8(load_32(args), simde_mm256_set1_epi64x(number), wins));
}

static inline void put_b8x16_i32(unsigned char *args, simde__m128i wins, int32_t number)
{
    unsigned char lanes[16];
    store_16(lanes, wins);
    for (int i = 0; i < 16; i += 4) {
        const simde__m128i where = simde_mm_cvtepi8_epi32(load_4(lanes + 1 * i));
        unsigned char *at = args + 4 * i;
        store_16(at, simde_mm_blendv_epi8(load_16(at), simde_mm_set1_epi32(number), where));
    }
}

static inline void put_b8x16_i64(unsigned char *args, simde__m128i wins, int64_t number)
{
    unsigned char lanes[16];
    store_16(lanes, wins);
    for (int i = 0; i < 16; i += 2) {
        const simde__m128i where = simde_mm_cvtepi8_epi64(load_2(lanes + 1 * i));
        unsigned char *at = args + 8 * i;
        store_16(at, simde_mm_blendv_epi8(load_16(at), simde_mm_set1_epi64x(number), where));
    }
}

static inline void put_b16x8_i32(unsigned char *args, simde__m128i wins, int32_t number)
{
    unsigned char lanes[16];
    store_16(lanes, wins);
    for (int i = 0; i < 8; i += 4) {
        const simde__m128i where = simde_mm_cvtepi16_epi32(load_8(lanes + 2 * i));
        unsigned char *at = args + 4 * i;
        store_16(at, simde_mm_blendv_epi8(load_16(at), simde_mm_set1_epi32(number), where));
    }
}

static inline void put_b16x8_i64(unsigned char *args, simde__m128i wins, int64_t number)
{
    unsigned char lanes[16];
    store_16(lanes, wins);
    for (int i = 0; i < 8; i += 2) {
        const simde__m128i where = simde_mm_cvtepi16_epi64(load_4(lanes + 2 * i));
        unsigned char *at = args + 8 * i;
        store_16(at, simde_mm_blendv_epi8(load_16(at), simde_mm_set1_epi64x(number), where));
    }
}

static inline void put_b32x4_i32(unsigned char *args, simde__m128i wins, int32_t number)
{
    store_16(args, simde_mm_blendv_epi8(load_16(args), simde_mm_set1_epi32(number), wins));
}

static inline void put_b32x4_i64(unsigned char *args, simde__m128i wins, int64_t number)
{
    unsigned char lanes[16];
    store_16(lanes, wins);
    for (int i = 0; i < 4; i += 2) {
        const simde__m128i where = simde_mm_cvtepi32_epi64(load_8(lanes + 4 * i));
        unsigned char *at = args + 8 * i;
        store_16(at, simde_mm_blendv_epi8(load_16(at), simde_mm_set1_epi64x(number), where));
    }
}

static inline void put_b64x2_i32(unsigned char *args, simde__m128i wins, int32_t number)
{
    uint64_t lanes[2];
    store_16(lanes, wins);
    for (int i = 0; i < 2; i++) {
        int32_t last;
        memcpy(&last, args + 4 * i, sizeof last);
        last = lanes[i] != 0 ? number : last;
        memcpy(args + 4 * i, &last, sizeof last);
    }
}

static inline void put_b64x2_i64(unsigned char *args, simde__m128i wins, int64_t number)
{
    store_16(args, simde_mm_blendv_epi8(load_16(args), simde_mm_set1_epi64x(number), wins));
}

static inline simde__m256i gather_b32x8(const void *from, simde__m256i places, simde__m256i lanes)
{
    return simde_mm256_mask_i32gather_epi32(simde_mm256_setzero_si256(), (const int32_t *)from, places, lanes, 1);
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

/* The low eight. */
static inline simde__m256i widen_bytes(simde__m128i a)
{
    return simde_mm256_cvtepi8_epi32(a);
}

/* Lanes of 32 bits that are less than 256. The first step takes turns between its operands, half a register of each. */
static inline simde__m128i narrow_bytes(simde__m256i low, simde__m256i high)
{
    const simde__m256i words = simde_mm256_permute4x64_epi64(simde_mm256_packus_epi32(low, high), 0xd8);
    return simde_mm_packus_epi16(simde_mm256_castsi256_si128(words), simde_mm256_extracti128_si256(words, 1));
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde__m256i widen_f8e4m3fnx8(simde__m128i a)
{
    const simde__m256i infinity = simde_mm256_set1_epi32(0x7f800000);
    const simde__m256i bits = widen_bytes(a), sign = simde_mm256_and_si256(bits, simde_mm256_set1_epi32(INT32_MIN));
    const simde__m256i magnitude = simde_mm256_slli_epi32(simde_mm256_and_si256(bits, simde_mm256_set1_epi32(0x7f)), 20);
    const simde__m256 number = simde_mm256_mul_ps(simde_mm256_castsi256_ps(magnitude), simde_mm256_set1_ps(0x1p+120f));
    const simde__m256i largest = simde_mm256_set1_epi32(0x7e00000);
    const simde__m256i special = simde_mm256_and_si256(simde_mm256_cmpgt_epi32(magnitude, largest), infinity);
    return simde_mm256_or_si256(simde_mm256_or_si256(simde_mm256_castps_si256(number), special), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde__m256i round_bounded_f8e4m3fnx8(simde__m256i a, simde__m256i bounded)
{
    const simde__m256i minimum = simde_mm256_max_epi32(bounded, simde_mm256_castps_si256(simde_mm256_set1_ps(0x1p-6f)));
    const simde__m256i power = simde_mm256_and_si256(minimum, simde_mm256_set1_epi32(0x7f800000));
    const simde__m256i lower = simde_mm256_add_epi32(power, simde_mm256_set1_epi32(0x9fffc38));
    const simde__m256i adder = simde_mm256_add_epi32(lower, simde_mm256_srli_epi32(power, 20));
    const simde__m256i sum = simde_mm256_castps_si256(simde_mm256_add_ps(simde_mm256_castsi256_ps(bounded), simde_mm256_castsi256_ps(adder)));
    const simde__m256i digits = simde_mm256_set1_epi32(0x7f), signs = simde_mm256_srli_epi32(a, 24);
    return simde_mm256_or_si256(simde_mm256_and_si256(digits, sum), simde_mm256_andnot_si256(digits, signs));
}

/* Magnitudes up to a bound, at most that from which on they overflow; NaN is none of them. */
static inline simde__m256i round_within_f8e4m3fnx8(simde__m256i a, simde__m256i bound)
{
    const simde__m256i magnitude = simde_mm256_and_si256(a, simde_mm256_set1_epi32(0x7fffffff)), infinity = simde_mm256_set1_epi32(0x7f800000);
    const simde__m256i rounded = round_bounded_f8e4m3fnx8(a, simde_mm256_min_epi32(magnitude, bound));
    return simde_mm256_or_si256(rounded, simde_mm256_and_si256(simde_mm256_cmpgt_epi32(magnitude, infinity), simde_mm256_set1_epi32(0x7f)));
}

static inline simde__m256i bound_f8e4m3fnx8(simde__m256i largest)
{
    return simde_mm256_min_epi32(simde_mm256_set1_epi32(0x43f00000), largest);
}

static inline simde__m256i round_f8e4m3fnx8(simde__m256i a)
{
    const simde__m256i magnitude = simde_mm256_and_si256(a, simde_mm256_set1_epi32(0x7fffffff));
    return round_bounded_f8e4m3fnx8(a, simde_mm256_min_epi32(magnitude, simde_mm256_set1_epi32(0x43f00000)));
}

static inline simde__m128i narrow_f8e4m3fnx8(simde__m256i a)
{
    const simde__m256i rounded = round_f8e4m3fnx8(a);
    return narrow_bytes(rounded, rounded);
}

static inline simde__m128i add_f8e4m3fnx8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx8(add_f32x8(widen_f8e4m3fnx8(a), widen_f8e4m3fnx8(b)));
}

static inline simde__m128i sub_f8e4m3fnx8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx8(sub_f32x8(widen_f8e4m3fnx8(a), widen_f8e4m3fnx8(b)));
}

static inline simde__m128i mul_f8e4m3fnx8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx8(mul_f32x8(widen_f8e4m3fnx8(a), widen_f8e4m3fnx8(b)));
}

static inline simde__m128i min_f8e4m3fnx8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx8(min_f32x8(widen_f8e4m3fnx8(a), widen_f8e4m3fnx8(b)));
}

static inline simde__m128i max_f8e4m3fnx8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx8(max_f32x8(widen_f8e4m3fnx8(a), widen_f8e4m3fnx8(b)));
}

static inline simde__m128i min_number_f8e4m3fnx8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx8(min_number_f32x8(widen_f8e4m3fnx8(a), widen_f8e4m3fnx8(b)));
}

static inline simde__m128i max_number_f8e4m3fnx8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx8(max_number_f32x8(widen_f8e4m3fnx8(a), widen_f8e4m3fnx8(b)));
}

static inline simde__m256i low_f8e4m3fnx16(simde__m128i a)
{
    return widen_f8e4m3fnx8(a);
}

static inline simde__m256i high_f8e4m3fnx16(simde__m128i a)
{
    return widen_f8e4m3fnx8(simde_mm_unpackhi_epi64(a, a));
}

static inline simde__m128i join_f8e4m3fnx16(simde__m256i low, simde__m256i high)
{
    return narrow_bytes(round_f8e4m3fnx8(low), round_f8e4m3fnx8(high));
}

static inline simde__m128i narrow_within_f8e4m3fnx8(simde__m256i a, simde__m256i largest)
{
    return narrow_bytes(round_within_f8e4m3fnx8(a, bound_f8e4m3fnx8(largest)), round_within_f8e4m3fnx8(a, bound_f8e4m3fnx8(largest)));
}

static inline simde__m128i join_within_f8e4m3fnx16(simde__m256i low, simde__m256i high, simde__m256i largest)
{
    return narrow_bytes(round_within_f8e4m3fnx8(low, bound_f8e4m3fnx8(largest)), round_within_f8e4m3fnx8(high, bound_f8e4m3fnx8(largest)));
}

static inline simde__m128i add_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = add_f32x8(low_f8e4m3fnx16(a), low_f8e4m3fnx16(b));
    const simde__m256i high = add_f32x8(high_f8e4m3fnx16(a), high_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(low, high);
}

static inline simde__m128i sub_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = sub_f32x8(low_f8e4m3fnx16(a), low_f8e4m3fnx16(b));
    const simde__m256i high = sub_f32x8(high_f8e4m3fnx16(a), high_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(low, high);
}

static inline simde__m128i mul_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = mul_f32x8(low_f8e4m3fnx16(a), low_f8e4m3fnx16(b));
    const simde__m256i high = mul_f32x8(high_f8e4m3fnx16(a), high_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(low, high);
}

static inline simde__m128i min_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = min_f32x8(low_f8e4m3fnx16(a), low_f8e4m3fnx16(b));
    const simde__m256i high = min_f32x8(high_f8e4m3fnx16(a), high_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(low, high);
}

static inline simde__m128i max_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = max_f32x8(low_f8e4m3fnx16(a), low_f8e4m3fnx16(b));
    const simde__m256i high = max_f32x8(high_f8e4m3fnx16(a), high_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(low, high);
}

static inline simde__m128i min_number_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = min_number_f32x8(low_f8e4m3fnx16(a), low_f8e4m3fnx16(b));
    const simde__m256i high = min_number_f32x8(high_f8e4m3fnx16(a), high_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(low, high);
}

static inline simde__m128i max_number_f8e4m3fnx16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = max_number_f32x8(low_f8e4m3fnx16(a), low_f8e4m3fnx16(b));
    const simde__m256i high = max_number_f32x8(high_f8e4m3fnx16(a), high_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(low, high);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde__m256i widen_f8e5m2x8(simde__m128i a)
{
    const simde__m256i infinity = simde_mm256_set1_epi32(0x7f800000);
    const simde__m256i bits = widen_bytes(a), sign = simde_mm256_and_si256(bits, simde_mm256_set1_epi32(INT32_MIN));
    const simde__m256i magnitude = simde_mm256_slli_epi32(simde_mm256_and_si256(bits, simde_mm256_set1_epi32(0x7f)), 21);
    const simde__m256 number = simde_mm256_mul_ps(simde_mm256_castsi256_ps(magnitude), simde_mm256_set1_ps(0x1p+112f));
    const simde__m256i largest = simde_mm256_set1_epi32(0xf600000);
    const simde__m256i special = simde_mm256_and_si256(simde_mm256_cmpgt_epi32(magnitude, largest), infinity);
    return simde_mm256_or_si256(simde_mm256_or_si256(simde_mm256_castps_si256(number), special), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde__m256i round_bounded_f8e5m2x8(simde__m256i a, simde__m256i bounded)
{
    const simde__m256i minimum = simde_mm256_max_epi32(bounded, simde_mm256_castps_si256(simde_mm256_set1_ps(0x1p-14f)));
    const simde__m256i power = simde_mm256_and_si256(minimum, simde_mm256_set1_epi32(0x7f800000));
    const simde__m256i lower = simde_mm256_add_epi32(power, simde_mm256_set1_epi32(0xa7ffe3c));
    const simde__m256i adder = simde_mm256_add_epi32(lower, simde_mm256_srli_epi32(power, 21));
    const simde__m256i sum = simde_mm256_castps_si256(simde_mm256_add_ps(simde_mm256_castsi256_ps(bounded), simde_mm256_castsi256_ps(adder)));
    const simde__m256i digits = simde_mm256_set1_epi32(0x7f), signs = simde_mm256_srli_epi32(a, 24);
    return simde_mm256_or_si256(simde_mm256_and_si256(digits, sum), simde_mm256_andnot_si256(digits, signs));
}

/* Magnitudes up to a bound, at most that from which on they overflow; NaN is none of them. */
static inline simde__m256i round_within_f8e5m2x8(simde__m256i a, simde__m256i bound)
{
    const simde__m256i magnitude = simde_mm256_and_si256(a, simde_mm256_set1_epi32(0x7fffffff)), infinity = simde_mm256_set1_epi32(0x7f800000);
    const simde__m256i rounded = round_bounded_f8e5m2x8(a, simde_mm256_min_epi32(magnitude, bound));
    return simde_mm256_or_si256(rounded, simde_mm256_and_si256(simde_mm256_cmpgt_epi32(magnitude, infinity), simde_mm256_set1_epi32(0x7e)));
}

static inline simde__m256i bound_f8e5m2x8(simde__m256i largest)
{
    return simde_mm256_min_epi32(simde_mm256_set1_epi32(0x47800000), largest);
}

static inline simde__m256i round_f8e5m2x8(simde__m256i a)
{
    return round_within_f8e5m2x8(a, simde_mm256_set1_epi32(0x47800000));
}

static inline simde__m128i narrow_f8e5m2x8(simde__m256i a)
{
    const simde__m256i rounded = round_f8e5m2x8(a);
    return narrow_bytes(rounded, rounded);
}

static inline simde__m128i add_f8e5m2x8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x8(add_f32x8(widen_f8e5m2x8(a), widen_f8e5m2x8(b)));
}

static inline simde__m128i sub_f8e5m2x8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x8(sub_f32x8(widen_f8e5m2x8(a), widen_f8e5m2x8(b)));
}

static inline simde__m128i mul_f8e5m2x8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x8(mul_f32x8(widen_f8e5m2x8(a), widen_f8e5m2x8(b)));
}

static inline simde__m128i min_f8e5m2x8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x8(min_f32x8(widen_f8e5m2x8(a), widen_f8e5m2x8(b)));
}

static inline simde__m128i max_f8e5m2x8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x8(max_f32x8(widen_f8e5m2x8(a), widen_f8e5m2x8(b)));
}

static inline simde__m128i min_number_f8e5m2x8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x8(min_number_f32x8(widen_f8e5m2x8(a), widen_f8e5m2x8(b)));
}

static inline simde__m128i max_number_f8e5m2x8(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x8(max_number_f32x8(widen_f8e5m2x8(a), widen_f8e5m2x8(b)));
}

static inline simde__m256i low_f8e5m2x16(simde__m128i a)
{
    return widen_f8e5m2x8(a);
}

static inline simde__m256i high_f8e5m2x16(simde__m128i a)
{
    return widen_f8e5m2x8(simde_mm_unpackhi_epi64(a, a));
}

static inline simde__m128i join_f8e5m2x16(simde__m256i low, simde__m256i high)
{
    return narrow_bytes(round_f8e5m2x8(low), round_f8e5m2x8(high));
}

static inline simde__m128i narrow_within_f8e5m2x8(simde__m256i a, simde__m256i largest)
{
    return narrow_bytes(round_within_f8e5m2x8(a, bound_f8e5m2x8(largest)), round_within_f8e5m2x8(a, bound_f8e5m2x8(largest)));
}

static inline simde__m128i join_within_f8e5m2x16(simde__m256i low, simde__m256i high, simde__m256i largest)
{
    return narrow_bytes(round_within_f8e5m2x8(low, bound_f8e5m2x8(largest)), round_within_f8e5m2x8(high, bound_f8e5m2x8(largest)));
}

static inline simde__m128i add_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = add_f32x8(low_f8e5m2x16(a), low_f8e5m2x16(b));
    const simde__m256i high = add_f32x8(high_f8e5m2x16(a), high_f8e5m2x16(b));
    return join_f8e5m2x16(low, high);
}

static inline simde__m128i sub_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = sub_f32x8(low_f8e5m2x16(a), low_f8e5m2x16(b));
    const simde__m256i high = sub_f32x8(high_f8e5m2x16(a), high_f8e5m2x16(b));
    return join_f8e5m2x16(low, high);
}

static inline simde__m128i mul_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = mul_f32x8(low_f8e5m2x16(a), low_f8e5m2x16(b));
    const simde__m256i high = mul_f32x8(high_f8e5m2x16(a), high_f8e5m2x16(b));
    return join_f8e5m2x16(low, high);
}

static inline simde__m128i min_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = min_f32x8(low_f8e5m2x16(a), low_f8e5m2x16(b));
    const simde__m256i high = min_f32x8(high_f8e5m2x16(a), high_f8e5m2x16(b));
    return join_f8e5m2x16(low, high);
}

static inline simde__m128i max_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = max_f32x8(low_f8e5m2x16(a), low_f8e5m2x16(b));
    const simde__m256i high = max_f32x8(high_f8e5m2x16(a), high_f8e5m2x16(b));
    return join_f8e5m2x16(low, high);
}

static inline simde__m128i min_number_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = min_number_f32x8(low_f8e5m2x16(a), low_f8e5m2x16(b));
    const simde__m256i high = min_number_f32x8(high_f8e5m2x16(a), high_f8e5m2x16(b));
    return join_f8e5m2x16(low, high);
}

static inline simde__m128i max_number_f8e5m2x16(simde__m128i a, simde__m128i b)
{
    const simde__m256i low = max_number_f32x8(low_f8e5m2x16(a), low_f8e5m2x16(b));
    const simde__m256i high = max_number_f32x8(high_f8e5m2x16(a), high_f8e5m2x16(b));
    return join_f8e5m2x16(low, high);
}

static inline simde__m256i div_f32x8(simde__m256i a, simde__m256i b)
{
    return simde_mm256_castps_si256(simde_mm256_div_ps(simde_mm256_castsi256_ps(a), simde_mm256_castsi256_ps(b)));
}

/* Both instructions return their second operand for a NaN. */
static inline simde__m256i clamp_f32x8(simde__m256i a, simde__m256i largest)
{
    const simde__m256 lowest = simde_mm256_sub_ps(simde_mm256_setzero_ps(), simde_mm256_castsi256_ps(largest));
    return simde_mm256_castps_si256(simde_mm256_max_ps(lowest, simde_mm256_min_ps(simde_mm256_castsi256_ps(largest), simde_mm256_castsi256_ps(a))));
}

static inline simde__m256i low_bf16x16(simde__m256i a)
{
    return simde_mm256_unpacklo_epi16(simde_mm256_setzero_si256(), simde_mm256_permute4x64_epi64(a, 0xd8));
}

static inline simde__m256i high_bf16x16(simde__m256i a)
{
    return simde_mm256_unpackhi_epi16(simde_mm256_setzero_si256(), simde_mm256_permute4x64_epi64(a, 0xd8));
}

/* Any float32, a NaN too: its bits may carry into the sign, so all are set. */
static inline simde__m256i round_any_bf16x8(simde__m256i a)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a), rounded = simde_mm256_castsi256_ps(round_bf16x8(a));
    return simde_mm256_castps_si256(simde_mm256_or_ps(rounded, simde_mm256_cmp_ps(x, x, SIMDE_CMP_UNORD_Q)));
}

static inline simde__m256i pack_bf16x16(simde__m256i low, simde__m256i high)
{
    const simde__m256i a = round_any_bf16x8(low), b = round_any_bf16x8(high);
    return simde_mm256_permute4x64_epi64(simde_mm256_packus_epi32(simde_mm256_srli_epi32(a, 16), simde_mm256_srli_epi32(b, 16)), 0xd8);
}

static inline simde__m256i widen_i8x8(simde__m128i a)
{
    const simde__m256 magic = simde_mm256_set1_ps(0x1.8p+23f);
    const simde__m256i units = widen_bytes(a);
    return simde_mm256_castps_si256(simde_mm256_sub_ps(simde_mm256_castsi256_ps(simde_mm256_add_epi32(units, simde_mm256_castps_si256(magic))), magic));
}

/* To nearest even, in the low end of each lane. It saturates; NaN gives 0. */
static inline simde__m256i round_i8x8(simde__m256i a)
{
    const simde__m256 x = simde_mm256_castsi256_ps(a), number = simde_mm256_blendv_ps(x, simde_mm256_setzero_ps(), simde_mm256_cmp_ps(x, x, SIMDE_CMP_UNORD_Q));
    const simde__m256 at_least = simde_mm256_max_ps(number, simde_mm256_set1_ps(-128.0f));
    const simde__m256 clamped = simde_mm256_min_ps(at_least, simde_mm256_set1_ps(127.0f));
    const simde__m256i units = simde_mm256_castps_si256(simde_mm256_add_ps(clamped, simde_mm256_set1_ps(0x1.8p+23f)));
    return simde_mm256_and_si256(units, simde_mm256_set1_epi32(0xff));
}

static inline simde__m256i widen_u8x8(simde__m128i a)
{
    const simde__m256 magic = simde_mm256_set1_ps(0x1.8p+23f);
    const simde__m256i units = simde_mm256_and_si256(widen_bytes(a), simde_mm256_set1_epi32(0xff));
    return simde_mm256_castps_si256(simde_mm256_sub_ps(simde_mm256_castsi256_ps(simde_mm256_add_epi32(units, simde_mm256_castps_si256(magic))), magic));
}

static inline simde__m256i low_i8x16(simde__m128i a)
{
    return widen_i8x8(a);
}

static inline simde__m256i high_i8x16(simde__m128i a)
{
    return widen_i8x8(simde_mm_unpackhi_epi64(a, a));
}

static inline simde__m128i join_i8x16(simde__m256i low, simde__m256i high)
{
    return narrow_bytes(round_i8x8(low), round_i8x8(high));
}

static inline simde__m256i low_u8x16(simde__m128i a)
{
    return widen_u8x8(a);
}

static inline simde__m256i high_u8x16(simde__m128i a)
{
    return widen_u8x8(simde_mm_unpackhi_epi64(a, a));
}

static inline simde__m256i load_indices_i64(const void *from)
{
    return simde_mm256_loadu_si256(from);
}

static inline simde__m256i load_indices_i32(const void *from)
{
    return simde_mm256_cvtepi32_epi64(simde_mm_loadu_si128(from));
}

/* The sign bit of a lane is set where index < low or index > high. */
static inline simde__m256i out_of_bounds(simde__m256i index, simde__m256i low, simde__m256i high)
{
    return simde_mm256_or_si256(simde_mm256_sub_epi64(index, low), simde_mm256_sub_epi64(high, index));
}

static inline simde__m256i join_out_of_bounds(simde__m256i a, simde__m256i b)
{
    return simde_mm256_or_si256(a, b);
}

static inline int is_any_out_of_bounds(simde__m256i out_of_bounds)
{
    return simde_mm256_movemask_pd(simde_mm256_castsi256_pd(out_of_bounds)) != 0;
}

static inline simde__m256i highest(simde__m256i size)
{
    return simde_mm256_sub_epi64(size, simde_mm256_set1_epi64x(1));
}

static inline simde__m256i no_out_of_bounds(void)
{
    return simde_mm256_setzero_si256();
}

/* low is -size if negative indices count from the end, and 0 if they do not. */
static inline simde__m256i wrap(simde__m256i index, simde__m256i low)
{
    const simde__m256i negative = simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), index);
    return simde_mm256_sub_epi64(index, simde_mm256_and_si256(negative, low));
}

/* The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice indices
 * in bounds is below 2^32; a sum with one out of bounds is not. */
static inline simde__m256i flag(simde__m256i slice_index, simde__m256i wrapped, simde__m256i high)
{
    const simde__m256i out_of_bounds = simde_mm256_or_si256(wrapped, simde_mm256_sub_epi64(high, wrapped));
    const simde__m256d flagged = simde_mm256_castsi256_pd(simde_mm256_set1_epi64x(INT64_C(1) << 32));
    return simde_mm256_castpd_si256(
        simde_mm256_blendv_pd(simde_mm256_castsi256_pd(slice_index), flagged, simde_mm256_castsi256_pd(out_of_bounds)));
}

static inline simde__m256i clamp(simde__m256i wrapped, simde__m256i high)
{
    const simde__m256i negative = simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), wrapped);
    const simde__m256i minimum = simde_mm256_andnot_si256(negative, wrapped);
    return simde_mm256_blendv_epi8(minimum, high, simde_mm256_cmpgt_epi64(minimum, high));
}

static inline simde__m256i load_positions(const uint32_t *from)
{
    return simde_mm256_cvtepu32_epi64(simde_mm_loadu_si128((const void *)from));
}

static inline simde__m256i add_positions(simde__m256i slice_indices, simde__m256i positions)
{
    return simde_mm256_add_epi64(slice_indices, positions);
}

static inline simde__m256i scale(simde__m256i index, simde__m256i stride)
{
    return simde_mm256_mul_epu32(index, stride);
}

/* The unpacks leave tuples 0 2 1 3. */
static inline simde__m256i sum_k2(simde__m256i a, simde__m256i b)
{
    const simde__m256i sums = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(a, b), simde_mm256_unpackhi_epi64(a, b));
    return simde_mm256_permute4x64_epi64(sums, 0xd8);
}

/* a b c hold x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3: each component already stands in a column of its own, out of order. */
static inline simde__m256i sum_k3(simde__m256i a, simde__m256i b, simde__m256i c)
{
    const simde__m256i first = simde_mm256_blend_epi32(simde_mm256_blend_epi32(a, b, 0x30), c, 0x0c);
    const simde__m256i second = simde_mm256_blend_epi32(simde_mm256_blend_epi32(b, a, 0x0c), c, 0x30);
    const simde__m256i third = simde_mm256_blend_epi32(simde_mm256_blend_epi32(c, b, 0x0c), a, 0x30);
    const simde__m256i pair =
        simde_mm256_add_epi64(simde_mm256_permute4x64_epi64(first, 0x6c), simde_mm256_permute4x64_epi64(second, 0xb1));
    return simde_mm256_add_epi64(pair, simde_mm256_permute4x64_epi64(third, 0xc6));
}

static inline simde__m256i sum_k4(simde__m256i a, simde__m256i b, simde__m256i c, simde__m256i d)
{
    const simde__m256i low = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(a, b), simde_mm256_unpackhi_epi64(a, b));
    const simde__m256i high = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(c, d), simde_mm256_unpackhi_epi64(c, d));
    return simde_mm256_add_epi64(simde_mm256_permute2x128_si256(low, high, 0x20), simde_mm256_permute2x128_si256(low, high, 0x31));
}

static inline simde__m128i to_slice_indices(simde__m256i sums)
{
    const simde__m256i even = simde_mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return simde_mm256_castsi256_si128(simde_mm256_permutevar8x32_epi32(sums, even));
}

/* Sums with a flagged part become UINT32_MAX, which is not a slice index. */
static inline simde__m128i to_flagged_slice_indices(simde__m256i sums)
{
    const simde__m256i flagged = simde_mm256_cmpgt_epi64(sums, simde_mm256_set1_epi64x(UINT32_MAX));
    return to_slice_indices(simde_mm256_or_si256(sums, flagged));
}

static inline void store_slice_indices(uint32_t *to, simde__m128i slice_indices)
{
    simde_mm_storeu_si128((void *)to, slice_indices);
}

static inline simde__m128i larger_slice_indices(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epu32(a, b);
}

static inline simde__m128i no_slice_indices(void)
{
    return simde_mm_setzero_si128();
}

static inline uint32_t largest_slice_index(simde__m128i slice_indices)
{
    const simde__m128i pairs = simde_mm_max_epu32(slice_indices, simde_mm_shuffle_epi32(slice_indices, 0x4e));
    return (uint32_t)simde_mm_cvtsi128_si32(simde_mm_max_epu32(pairs, simde_mm_shuffle_epi32(pairs, 0xb1)));
}

static inline uint32_t are_greater(simde__m256i a, simde__m256i b)
{
    return (uint32_t)simde_mm256_movemask_ps(simde_mm256_castsi256_ps(simde_mm256_cmpgt_epi32(a, b)));
}

static inline uint32_t are_equal(simde__m256i a, simde__m256i b)
{
    return (uint32_t)simde_mm256_movemask_ps(simde_mm256_castsi256_ps(simde_mm256_cmpeq_epi32(a, b)));
}

static inline simde__m256i every_slice_index(uint32_t slice_index)
{
    return simde_mm256_set1_epi32((int32_t)slice_index);
}

static inline simde__m256i add_base(simde__m256i slice_indices, simde__m256i base)
{
    return simde_mm256_add_epi32(slice_indices, base);
}

/* strew_is_in_selection for several slice indices. Unsigned numbers compare like signed ones with the highest bit flipped. */
static inline uint32_t are_own(simde__m256i slice_indices, simde__m256i lead, simde__m256i shift, simde__m256i scattering, simde__m256i low,
                               simde__m256i width)
{
    const simde__m256i sign = simde_mm256_set1_epi32(INT32_MIN);
    const simde__m256i group = simde_mm256_srlv_epi32(simde_mm256_add_epi32(slice_indices, lead), shift);
    const simde__m256i distance = simde_mm256_sub_epi32(simde_mm256_mullo_epi32(group, scattering), low);
    return are_greater(simde_mm256_xor_si256(width, sign), simde_mm256_xor_si256(distance, sign));
}

static inline uint32_t are_in_bounds(simde__m256i slice_indices)
{
    return (uint32_t)~are_equal(slice_indices, every_slice_index(UINT32_MAX));
}

/* Compilers turn the loop into one instruction if there is one. */
static inline size_t count_own(uint32_t own)
{
    size_t n = 0;
    for (uint32_t left = own; left != 0; left &= left - 1) n++;
    return n;
}

/* For each mask, the bytes of the lanes that are kept, in order. */
static inline void keep_four(void *to, simde__m128i slice_indices, uint32_t own)
{
    static const unsigned char bytes[16][16] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},       {0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},       {0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0},
        {8, 9, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},     {0, 1, 2, 3, 8, 9, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0},
        {4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0},     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0},
        {12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},   {0, 1, 2, 3, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0},
        {4, 5, 6, 7, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0},   {0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 0, 0, 0, 0},
        {8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0},
        {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    };
    store_16(to, simde_mm_shuffle_epi8(slice_indices, load_16(bytes[own])));
}

static inline void keep_slice_indices(uint32_t *to, simde__m256i slice_indices, uint32_t own)
{
    const uint32_t low = own & 15, high = own >> 4 & 15;
    keep_four(to, simde_mm256_castsi256_si128(slice_indices), low);
    keep_four(to + count_own(low), simde_mm256_extracti128_si256(slice_indices, 1), high);
}

static inline void keep_b32(void *to, const void *from, uint32_t own)
{
    keep_slice_indices(to, load_32(from), own);
}

#endif /* STREW_AVX2_VOCABULARY_H */
