/* Rendered from templates/vocabulary.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* The words in which kernels for SSE4.1 (x86-64-v2) are written. */
#ifndef STREW_SSE41_VOCABULARY_H
#define STREW_SSE41_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <simde/x86/sse4.2.h>

#include "elements.h"

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
    const simde__m128 by_imaginary = simde_mm_mul_ps(simde_mm_movehdup_ps(x), simde_mm_shuffle_ps(y, y, 0xb1));
    return simde_mm_castps_si128(simde_mm_addsub_ps(by_real, by_imaginary));
}

static inline simde__m128i mul_c128x1(simde__m128i a, simde__m128i b)
{
    const simde__m128d x = simde_mm_castsi128_pd(a), y = simde_mm_castsi128_pd(b);
    const simde__m128d by_real = simde_mm_mul_pd(simde_mm_unpacklo_pd(x, x), y);
    const simde__m128d by_imaginary = simde_mm_mul_pd(simde_mm_unpackhi_pd(x, x), simde_mm_shuffle_pd(y, y, 1));
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

/* The low four. */
static inline simde__m128i widen_words(simde__m128i a)
{
    return simde_mm_cvtepi16_epi32(a);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde__m128i widen_f16x4(simde__m128i a)
{
    const simde__m128i infinity = simde_mm_set1_epi32(0x7f800000);
    const simde__m128i bits = widen_words(a), sign = simde_mm_and_si128(bits, simde_mm_set1_epi32(INT32_MIN));
    const simde__m128i magnitude = simde_mm_slli_epi32(simde_mm_and_si128(bits, simde_mm_set1_epi32(0x7fff)), 13);
    const simde__m128 number = simde_mm_mul_ps(simde_mm_castsi128_ps(magnitude), simde_mm_set1_ps(0x1p+112f));
    const simde__m128i largest = simde_mm_set1_epi32(0xf7fe000);
    const simde__m128i special = simde_mm_and_si128(simde_mm_cmpgt_epi32(magnitude, largest), infinity);
    return simde_mm_or_si128(simde_mm_or_si128(simde_mm_castps_si128(number), special), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde__m128i round_bounded_f16x4(simde__m128i a, simde__m128i bounded)
{
    const simde__m128i minimum = simde_mm_max_epi32(bounded, simde_mm_castps_si128(simde_mm_set1_ps(0x1p-14f)));
    const simde__m128i power = simde_mm_and_si128(minimum, simde_mm_set1_epi32(0x7f800000));
    const simde__m128i lower = simde_mm_add_epi32(power, simde_mm_set1_epi32(0x67e3c00));
    const simde__m128i adder = simde_mm_add_epi32(lower, simde_mm_srli_epi32(power, 13));
    const simde__m128i sum = simde_mm_castps_si128(simde_mm_add_ps(simde_mm_castsi128_ps(bounded), simde_mm_castsi128_ps(adder)));
    const simde__m128i digits = simde_mm_set1_epi32(0x7fff), signs = simde_mm_srli_epi32(a, 16);
    return simde_mm_or_si128(simde_mm_and_si128(digits, sum), simde_mm_andnot_si128(digits, signs));
}

/* Magnitudes up to a bound, at most that from which on they overflow; NaN is none of them. */
static inline simde__m128i round_within_f16x4(simde__m128i a, simde__m128i bound)
{
    const simde__m128i magnitude = simde_mm_and_si128(a, simde_mm_set1_epi32(0x7fffffff)), infinity = simde_mm_set1_epi32(0x7f800000);
    const simde__m128i rounded = round_bounded_f16x4(a, simde_mm_min_epi32(magnitude, bound));
    return simde_mm_or_si128(rounded, simde_mm_and_si128(simde_mm_cmpgt_epi32(magnitude, infinity), simde_mm_set1_epi32(0x7e00)));
}

static inline simde__m128i bound_f16x4(simde__m128i largest)
{
    return simde_mm_min_epi32(simde_mm_set1_epi32(0x47800000), largest);
}

static inline simde__m128i round_f16x4(simde__m128i a)
{
    return round_within_f16x4(a, simde_mm_set1_epi32(0x47800000));
}

static inline simde__m128i narrow_f16x4(simde__m128i a)
{
    const simde__m128i rounded = round_f16x4(a);
    return simde_mm_packus_epi32(rounded, rounded);
}

static inline simde__m128i add_f16x4(simde__m128i a, simde__m128i b)
{
    return narrow_f16x4(add_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde__m128i sub_f16x4(simde__m128i a, simde__m128i b)
{
    return narrow_f16x4(sub_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde__m128i mul_f16x4(simde__m128i a, simde__m128i b)
{
    return narrow_f16x4(mul_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde__m128i min_f16x4(simde__m128i a, simde__m128i b)
{
    return narrow_f16x4(min_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde__m128i max_f16x4(simde__m128i a, simde__m128i b)
{
    return narrow_f16x4(max_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde__m128i min_number_f16x4(simde__m128i a, simde__m128i b)
{
    return narrow_f16x4(min_number_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde__m128i max_number_f16x4(simde__m128i a, simde__m128i b)
{
    return narrow_f16x4(max_number_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde__m128i low_f16x8(simde__m128i a)
{
    return widen_f16x4(a);
}

static inline simde__m128i high_f16x8(simde__m128i a)
{
    return widen_f16x4(simde_mm_unpackhi_epi64(a, a));
}

static inline simde__m128i join_f16x8(simde__m128i low, simde__m128i high)
{
    return simde_mm_packus_epi32(round_f16x4(low), round_f16x4(high));
}

static inline simde__m128i add_f16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i low = add_f32x4(low_f16x8(a), low_f16x8(b));
    const simde__m128i high = add_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde__m128i sub_f16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i low = sub_f32x4(low_f16x8(a), low_f16x8(b));
    const simde__m128i high = sub_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde__m128i mul_f16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i low = mul_f32x4(low_f16x8(a), low_f16x8(b));
    const simde__m128i high = mul_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde__m128i min_f16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i low = min_f32x4(low_f16x8(a), low_f16x8(b));
    const simde__m128i high = min_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde__m128i max_f16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i low = max_f32x4(low_f16x8(a), low_f16x8(b));
    const simde__m128i high = max_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde__m128i min_number_f16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i low = min_number_f32x4(low_f16x8(a), low_f16x8(b));
    const simde__m128i high = min_number_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde__m128i max_number_f16x8(simde__m128i a, simde__m128i b)
{
    const simde__m128i low = max_number_f32x4(low_f16x8(a), low_f16x8(b));
    const simde__m128i high = max_number_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

/* The low four. */
static inline simde__m128i widen_bytes(simde__m128i a)
{
    return simde_mm_cvtepi8_epi32(a);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde__m128i widen_f8e4m3fnx4(simde__m128i a)
{
    const simde__m128i infinity = simde_mm_set1_epi32(0x7f800000);
    const simde__m128i bits = widen_bytes(a), sign = simde_mm_and_si128(bits, simde_mm_set1_epi32(INT32_MIN));
    const simde__m128i magnitude = simde_mm_slli_epi32(simde_mm_and_si128(bits, simde_mm_set1_epi32(0x7f)), 20);
    const simde__m128 number = simde_mm_mul_ps(simde_mm_castsi128_ps(magnitude), simde_mm_set1_ps(0x1p+120f));
    const simde__m128i largest = simde_mm_set1_epi32(0x7e00000);
    const simde__m128i special = simde_mm_and_si128(simde_mm_cmpgt_epi32(magnitude, largest), infinity);
    return simde_mm_or_si128(simde_mm_or_si128(simde_mm_castps_si128(number), special), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde__m128i round_bounded_f8e4m3fnx4(simde__m128i a, simde__m128i bounded)
{
    const simde__m128i minimum = simde_mm_max_epi32(bounded, simde_mm_castps_si128(simde_mm_set1_ps(0x1p-6f)));
    const simde__m128i power = simde_mm_and_si128(minimum, simde_mm_set1_epi32(0x7f800000));
    const simde__m128i lower = simde_mm_add_epi32(power, simde_mm_set1_epi32(0x9fffc38));
    const simde__m128i adder = simde_mm_add_epi32(lower, simde_mm_srli_epi32(power, 20));
    const simde__m128i sum = simde_mm_castps_si128(simde_mm_add_ps(simde_mm_castsi128_ps(bounded), simde_mm_castsi128_ps(adder)));
    const simde__m128i digits = simde_mm_set1_epi32(0x7f), signs = simde_mm_srli_epi32(a, 24);
    return simde_mm_or_si128(simde_mm_and_si128(digits, sum), simde_mm_andnot_si128(digits, signs));
}

/* Magnitudes up to a bound, at most that from which on they overflow; NaN is none of them. */
static inline simde__m128i round_within_f8e4m3fnx4(simde__m128i a, simde__m128i bound)
{
    const simde__m128i magnitude = simde_mm_and_si128(a, simde_mm_set1_epi32(0x7fffffff)), infinity = simde_mm_set1_epi32(0x7f800000);
    const simde__m128i rounded = round_bounded_f8e4m3fnx4(a, simde_mm_min_epi32(magnitude, bound));
    return simde_mm_or_si128(rounded, simde_mm_and_si128(simde_mm_cmpgt_epi32(magnitude, infinity), simde_mm_set1_epi32(0x7f)));
}

static inline simde__m128i bound_f8e4m3fnx4(simde__m128i largest)
{
    return simde_mm_min_epi32(simde_mm_set1_epi32(0x43f00000), largest);
}

static inline simde__m128i round_f8e4m3fnx4(simde__m128i a)
{
    const simde__m128i magnitude = simde_mm_and_si128(a, simde_mm_set1_epi32(0x7fffffff));
    return round_bounded_f8e4m3fnx4(a, simde_mm_min_epi32(magnitude, simde_mm_set1_epi32(0x43f00000)));
}

static inline simde__m128i narrow_f8e4m3fnx4(simde__m128i a)
{
    const simde__m128i rounded = round_f8e4m3fnx4(a);
    return simde_mm_packus_epi16(simde_mm_packus_epi32(rounded, rounded), rounded);
}

static inline simde__m128i add_f8e4m3fnx4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx4(add_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde__m128i sub_f8e4m3fnx4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx4(sub_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde__m128i mul_f8e4m3fnx4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx4(mul_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde__m128i min_f8e4m3fnx4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx4(min_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde__m128i max_f8e4m3fnx4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx4(max_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde__m128i min_number_f8e4m3fnx4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx4(min_number_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde__m128i max_number_f8e4m3fnx4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e4m3fnx4(max_number_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde__m128i widen_f8e5m2x4(simde__m128i a)
{
    const simde__m128i infinity = simde_mm_set1_epi32(0x7f800000);
    const simde__m128i bits = widen_bytes(a), sign = simde_mm_and_si128(bits, simde_mm_set1_epi32(INT32_MIN));
    const simde__m128i magnitude = simde_mm_slli_epi32(simde_mm_and_si128(bits, simde_mm_set1_epi32(0x7f)), 21);
    const simde__m128 number = simde_mm_mul_ps(simde_mm_castsi128_ps(magnitude), simde_mm_set1_ps(0x1p+112f));
    const simde__m128i largest = simde_mm_set1_epi32(0xf600000);
    const simde__m128i special = simde_mm_and_si128(simde_mm_cmpgt_epi32(magnitude, largest), infinity);
    return simde_mm_or_si128(simde_mm_or_si128(simde_mm_castps_si128(number), special), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde__m128i round_bounded_f8e5m2x4(simde__m128i a, simde__m128i bounded)
{
    const simde__m128i minimum = simde_mm_max_epi32(bounded, simde_mm_castps_si128(simde_mm_set1_ps(0x1p-14f)));
    const simde__m128i power = simde_mm_and_si128(minimum, simde_mm_set1_epi32(0x7f800000));
    const simde__m128i lower = simde_mm_add_epi32(power, simde_mm_set1_epi32(0xa7ffe3c));
    const simde__m128i adder = simde_mm_add_epi32(lower, simde_mm_srli_epi32(power, 21));
    const simde__m128i sum = simde_mm_castps_si128(simde_mm_add_ps(simde_mm_castsi128_ps(bounded), simde_mm_castsi128_ps(adder)));
    const simde__m128i digits = simde_mm_set1_epi32(0x7f), signs = simde_mm_srli_epi32(a, 24);
    return simde_mm_or_si128(simde_mm_and_si128(digits, sum), simde_mm_andnot_si128(digits, signs));
}

/* Magnitudes up to a bound, at most that from which on they overflow; NaN is none of them. */
static inline simde__m128i round_within_f8e5m2x4(simde__m128i a, simde__m128i bound)
{
    const simde__m128i magnitude = simde_mm_and_si128(a, simde_mm_set1_epi32(0x7fffffff)), infinity = simde_mm_set1_epi32(0x7f800000);
    const simde__m128i rounded = round_bounded_f8e5m2x4(a, simde_mm_min_epi32(magnitude, bound));
    return simde_mm_or_si128(rounded, simde_mm_and_si128(simde_mm_cmpgt_epi32(magnitude, infinity), simde_mm_set1_epi32(0x7e)));
}

static inline simde__m128i bound_f8e5m2x4(simde__m128i largest)
{
    return simde_mm_min_epi32(simde_mm_set1_epi32(0x47800000), largest);
}

static inline simde__m128i round_f8e5m2x4(simde__m128i a)
{
    return round_within_f8e5m2x4(a, simde_mm_set1_epi32(0x47800000));
}

static inline simde__m128i narrow_f8e5m2x4(simde__m128i a)
{
    const simde__m128i rounded = round_f8e5m2x4(a);
    return simde_mm_packus_epi16(simde_mm_packus_epi32(rounded, rounded), rounded);
}

static inline simde__m128i add_f8e5m2x4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x4(add_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde__m128i sub_f8e5m2x4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x4(sub_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde__m128i mul_f8e5m2x4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x4(mul_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde__m128i min_f8e5m2x4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x4(min_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde__m128i max_f8e5m2x4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x4(max_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde__m128i min_number_f8e5m2x4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x4(min_number_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde__m128i max_number_f8e5m2x4(simde__m128i a, simde__m128i b)
{
    return narrow_f8e5m2x4(max_number_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde__m128i div_f32x4(simde__m128i a, simde__m128i b)
{
    return simde_mm_castps_si128(simde_mm_div_ps(simde_mm_castsi128_ps(a), simde_mm_castsi128_ps(b)));
}

/* Both instructions return their second operand for a NaN. */
static inline simde__m128i clamp_f32x4(simde__m128i a, simde__m128i largest)
{
    const simde__m128 lowest = simde_mm_sub_ps(simde_mm_setzero_ps(), simde_mm_castsi128_ps(largest));
    return simde_mm_castps_si128(simde_mm_max_ps(lowest, simde_mm_min_ps(simde_mm_castsi128_ps(largest), simde_mm_castsi128_ps(a))));
}

static inline simde__m128i low_bf16x8(simde__m128i a)
{
    return simde_mm_unpacklo_epi16(simde_mm_setzero_si128(), a);
}

static inline simde__m128i high_bf16x8(simde__m128i a)
{
    return simde_mm_unpackhi_epi16(simde_mm_setzero_si128(), a);
}

/* Any float32, a NaN too: its bits may carry into the sign, so all are set. */
static inline simde__m128i round_any_bf16x4(simde__m128i a)
{
    const simde__m128 x = simde_mm_castsi128_ps(a), rounded = simde_mm_castsi128_ps(round_bf16x4(a));
    return simde_mm_castps_si128(simde_mm_or_ps(rounded, simde_mm_cmpunord_ps(x, x)));
}

static inline simde__m128i pack_bf16x8(simde__m128i low, simde__m128i high)
{
    const simde__m128i a = round_any_bf16x4(low), b = round_any_bf16x4(high);
    return simde_mm_packus_epi32(simde_mm_srli_epi32(a, 16), simde_mm_srli_epi32(b, 16));
}

static inline simde__m128i widen_i8x4(simde__m128i a)
{
    const simde__m128 magic = simde_mm_set1_ps(0x1.8p+23f);
    const simde__m128i units = widen_bytes(a);
    return simde_mm_castps_si128(simde_mm_sub_ps(simde_mm_castsi128_ps(simde_mm_add_epi32(units, simde_mm_castps_si128(magic))), magic));
}

/* To nearest even, in the low end of each lane. It saturates; NaN gives 0. */
static inline simde__m128i round_i8x4(simde__m128i a)
{
    const simde__m128 x = simde_mm_castsi128_ps(a), number = simde_mm_blendv_ps(x, simde_mm_setzero_ps(), simde_mm_cmpunord_ps(x, x));
    const simde__m128 at_least = simde_mm_max_ps(number, simde_mm_set1_ps(-128.0f));
    const simde__m128 clamped = simde_mm_min_ps(at_least, simde_mm_set1_ps(127.0f));
    const simde__m128i units = simde_mm_castps_si128(simde_mm_add_ps(clamped, simde_mm_set1_ps(0x1.8p+23f)));
    return simde_mm_and_si128(units, simde_mm_set1_epi32(0xff));
}

static inline simde__m128i widen_u8x4(simde__m128i a)
{
    const simde__m128 magic = simde_mm_set1_ps(0x1.8p+23f);
    const simde__m128i units = simde_mm_and_si128(widen_bytes(a), simde_mm_set1_epi32(0xff));
    return simde_mm_castps_si128(simde_mm_sub_ps(simde_mm_castsi128_ps(simde_mm_add_epi32(units, simde_mm_castps_si128(magic))), magic));
}

static inline simde__m128i narrow_i8x4(simde__m128i a)
{
    const simde__m128i rounded = round_i8x4(a);
    return simde_mm_packus_epi16(simde_mm_packus_epi32(rounded, rounded), rounded);
}

static inline simde__m128i load_indices_i64(const void *from)
{
    return simde_mm_loadu_si128(from);
}

static inline simde__m128i load_indices_i32(const void *from)
{
    return simde_mm_cvtepi32_epi64(simde_mm_loadl_epi64(from));
}

/* The sign bit of a lane is set where index < low or index > high. */
static inline simde__m128i out_of_bounds(simde__m128i index, simde__m128i low, simde__m128i high)
{
    return simde_mm_or_si128(simde_mm_sub_epi64(index, low), simde_mm_sub_epi64(high, index));
}

static inline simde__m128i join_out_of_bounds(simde__m128i a, simde__m128i b)
{
    return simde_mm_or_si128(a, b);
}

static inline int is_any_out_of_bounds(simde__m128i out_of_bounds)
{
    return simde_mm_movemask_pd(simde_mm_castsi128_pd(out_of_bounds)) != 0;
}

static inline simde__m128i highest(simde__m128i size)
{
    return simde_mm_sub_epi64(size, simde_mm_set1_epi64x(1));
}

static inline simde__m128i no_out_of_bounds(void)
{
    return simde_mm_setzero_si128();
}

/* low is -size if negative indices count from the end, and 0 if they do not. */
static inline simde__m128i wrap(simde__m128i index, simde__m128i low)
{
    const simde__m128i negative = simde_mm_cmpgt_epi64(simde_mm_setzero_si128(), index);
    return simde_mm_sub_epi64(index, simde_mm_and_si128(negative, low));
}

/* The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice indices
 * in bounds is below 2^32; a sum with one out of bounds is not. */
static inline simde__m128i flag(simde__m128i slice_index, simde__m128i wrapped, simde__m128i high)
{
    const simde__m128i out_of_bounds = simde_mm_or_si128(wrapped, simde_mm_sub_epi64(high, wrapped));
    const simde__m128d flagged = simde_mm_castsi128_pd(simde_mm_set1_epi64x(INT64_C(1) << 32));
    return simde_mm_castpd_si128(simde_mm_blendv_pd(simde_mm_castsi128_pd(slice_index), flagged, simde_mm_castsi128_pd(out_of_bounds)));
}

static inline simde__m128i clamp(simde__m128i wrapped, simde__m128i high)
{
    const simde__m128i negative = simde_mm_cmpgt_epi64(simde_mm_setzero_si128(), wrapped);
    const simde__m128i minimum = simde_mm_andnot_si128(negative, wrapped);
    return simde_mm_blendv_epi8(minimum, high, simde_mm_cmpgt_epi64(minimum, high));
}

static inline simde__m128i load_positions(const uint32_t *from)
{
    return simde_mm_cvtepu32_epi64(simde_mm_loadl_epi64((const void *)from));
}

static inline simde__m128i add_positions(simde__m128i slice_indices, simde__m128i positions)
{
    return simde_mm_add_epi64(slice_indices, positions);
}

static inline simde__m128i scale(simde__m128i index, simde__m128i stride)
{
    return simde_mm_mul_epu32(index, stride);
}

static inline simde__m128i sum_k2(simde__m128i a, simde__m128i b)
{
    return simde_mm_add_epi64(simde_mm_unpacklo_epi64(a, b), simde_mm_unpackhi_epi64(a, b));
}

/* a b c hold x0 y0, z0 x1, y1 z1: b has what the pairs in a and c lack, in the lane of its tuple. */
static inline simde__m128i sum_k3(simde__m128i a, simde__m128i b, simde__m128i c)
{
    return simde_mm_add_epi64(sum_k2(a, c), b);
}

static inline simde__m128i sum_k4(simde__m128i a, simde__m128i b, simde__m128i c, simde__m128i d)
{
    return sum_k2(simde_mm_add_epi64(a, b), simde_mm_add_epi64(c, d));
}

/* In the low half. */
static inline simde__m128i to_slice_indices(simde__m128i sums)
{
    return simde_mm_shuffle_epi32(sums, 0x08);
}

/* Sums with a flagged part become UINT32_MAX, which is not a slice index. */
static inline simde__m128i to_flagged_slice_indices(simde__m128i sums)
{
    const simde__m128i flagged = simde_mm_cmpgt_epi64(sums, simde_mm_set1_epi64x(UINT32_MAX));
    return to_slice_indices(simde_mm_or_si128(sums, flagged));
}

static inline void store_slice_indices(uint32_t *to, simde__m128i slice_indices)
{
    simde_mm_storel_epi64((void *)to, slice_indices);
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

#endif /* STREW_SSE41_VOCABULARY_H */
