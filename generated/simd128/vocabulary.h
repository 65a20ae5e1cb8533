/* Rendered from templates/vocabulary.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* The words in which kernels for SIMD128 (WebAssembly) are written. */
#ifndef STREW_SIMD128_VOCABULARY_H
#define STREW_SIMD128_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <simde/wasm/simd128.h>

#include "elements.h"

static inline simde_v128_t load_16(const void *from)
{
    return simde_wasm_v128_load(from);
}

static inline void store_16(void *to, simde_v128_t value)
{
    simde_wasm_v128_store(to, value);
}

static inline simde_v128_t load_8(const void *from)
{
    return simde_wasm_v128_load64_zero(from);
}

static inline void store_8(void *to, simde_v128_t value)
{
    const int64_t bits = simde_wasm_i64x2_extract_lane(value, 0);
    memcpy(to, &bits, sizeof bits);
}

static inline simde_v128_t load_4(const void *from)
{
    return simde_wasm_v128_load32_zero(from);
}

static inline void store_4(void *to, simde_v128_t value)
{
    const int32_t bits = simde_wasm_i32x4_extract_lane(value, 0);
    memcpy(to, &bits, sizeof bits);
}

static inline simde_v128_t load_2(const void *from)
{
    return simde_wasm_v128_load16_splat(from);
}

static inline void store_2(void *to, simde_v128_t value)
{
    const int16_t bits = simde_wasm_i16x8_extract_lane(value, 0);
    memcpy(to, &bits, sizeof bits);
}

static inline simde_v128_t load_1(const void *from)
{
    return simde_wasm_v128_load8_splat(from);
}

static inline void store_1(void *to, simde_v128_t value)
{
    const int8_t bits = simde_wasm_i8x16_extract_lane(value, 0);
    memcpy(to, &bits, sizeof bits);
}

static inline simde_v128_t add_i8x16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i8x16_add(a, b);
}

static inline simde_v128_t sub_i8x16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i8x16_sub(a, b);
}

/* Bytes have no multiply: the even and the odd ones each go through the low half of 16-bit lanes. */
static inline simde_v128_t mul_i8x16(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t even = simde_wasm_i16x8_mul(a, b);
    const simde_v128_t odd = simde_wasm_i16x8_mul(simde_wasm_u16x8_shr(a, 8), simde_wasm_u16x8_shr(b, 8));
    return simde_wasm_v128_bitselect(even, simde_wasm_i16x8_shl(odd, 8), simde_wasm_i16x8_splat(0xff));
}

static inline simde_v128_t min_i8x16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i8x16_min(a, b);
}

static inline simde_v128_t max_i8x16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i8x16_max(a, b);
}

static inline simde_v128_t min_u8x16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u8x16_min(a, b);
}

static inline simde_v128_t max_u8x16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u8x16_max(a, b);
}

static inline simde_v128_t add_i16x8(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i16x8_add(a, b);
}

static inline simde_v128_t sub_i16x8(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i16x8_sub(a, b);
}

static inline simde_v128_t mul_i16x8(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i16x8_mul(a, b);
}

static inline simde_v128_t min_i16x8(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i16x8_min(a, b);
}

static inline simde_v128_t max_i16x8(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i16x8_max(a, b);
}

static inline simde_v128_t min_u16x8(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u16x8_min(a, b);
}

static inline simde_v128_t max_u16x8(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u16x8_max(a, b);
}

static inline simde_v128_t add_i32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i32x4_add(a, b);
}

static inline simde_v128_t sub_i32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i32x4_sub(a, b);
}

static inline simde_v128_t mul_i32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i32x4_mul(a, b);
}

static inline simde_v128_t min_i32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i32x4_min(a, b);
}

static inline simde_v128_t max_i32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i32x4_max(a, b);
}

static inline simde_v128_t min_u32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u32x4_min(a, b);
}

static inline simde_v128_t max_u32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u32x4_max(a, b);
}

static inline simde_v128_t add_i64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i64x2_add(a, b);
}

static inline simde_v128_t sub_i64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i64x2_sub(a, b);
}

static inline simde_v128_t mul_i64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i64x2_mul(a, b);
}

static inline simde_v128_t min_i64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_bitselect(b, a, simde_wasm_i64x2_gt(a, b));
}

static inline simde_v128_t max_i64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_bitselect(a, b, simde_wasm_i64x2_gt(a, b));
}

static inline simde_v128_t min_u64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_bitselect(b, a, simde_wasm_i64x2_gt(simde_wasm_v128_xor(a, simde_wasm_i64x2_splat(INT64_MIN)), simde_wasm_v128_xor(b, simde_wasm_i64x2_splat(INT64_MIN))));
}

static inline simde_v128_t max_u64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_bitselect(a, b, simde_wasm_i64x2_gt(simde_wasm_v128_xor(a, simde_wasm_i64x2_splat(INT64_MIN)), simde_wasm_v128_xor(b, simde_wasm_i64x2_splat(INT64_MIN))));
}

static inline simde_v128_t add_f32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_f32x4_add(a, b);
}

static inline simde_v128_t sub_f32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_f32x4_sub(a, b);
}

static inline simde_v128_t mul_f32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_f32x4_mul(a, b);
}

static inline simde_v128_t every_f32x4(float a)
{
    return simde_wasm_f32x4_splat(a);
}

/* The instruction is IEEE 754-2019's minimum, but SIMDe's version of it gives two zeros no order. There the choice is made both
 * ways and joined by OR: a zero is negative if either is, and a NaN stays one. */
static inline simde_v128_t min_f32x4(simde_v128_t a, simde_v128_t b)
{
#if defined(SIMDE_WASM_SIMD128_NATIVE)
    return simde_wasm_f32x4_min(a, b);
#else
    return simde_wasm_v128_or(simde_wasm_f32x4_pmin(a, b), simde_wasm_f32x4_pmin(b, a));
#endif
}

static inline simde_v128_t max_f32x4(simde_v128_t a, simde_v128_t b)
{
#if defined(SIMDE_WASM_SIMD128_NATIVE)
    return simde_wasm_f32x4_max(a, b);
#else
    return simde_wasm_f32x4_neg(min_f32x4(simde_wasm_f32x4_neg(a), simde_wasm_f32x4_neg(b)));
#endif
}

/* a, or b where a is NaN. */
static inline simde_v128_t f32x4_or(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_bitselect(a, b, simde_wasm_f32x4_eq(a, a));
}

static inline simde_v128_t min_number_f32x4(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t one = f32x4_or(a, b), other = f32x4_or(b, a);
    return min_f32x4(one, other);
}

static inline simde_v128_t max_number_f32x4(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t one = f32x4_or(a, b), other = f32x4_or(b, a);
    return max_f32x4(one, other);
}

static inline simde_v128_t add_f64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_f64x2_add(a, b);
}

static inline simde_v128_t sub_f64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_f64x2_sub(a, b);
}

static inline simde_v128_t mul_f64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_f64x2_mul(a, b);
}

static inline simde_v128_t every_f64x2(double a)
{
    return simde_wasm_f64x2_splat(a);
}

/* The instruction is IEEE 754-2019's minimum, but SIMDe's version of it gives two zeros no order. There the choice is made both
 * ways and joined by OR: a zero is negative if either is, and a NaN stays one. */
static inline simde_v128_t min_f64x2(simde_v128_t a, simde_v128_t b)
{
#if defined(SIMDE_WASM_SIMD128_NATIVE)
    return simde_wasm_f64x2_min(a, b);
#else
    return simde_wasm_v128_or(simde_wasm_f64x2_pmin(a, b), simde_wasm_f64x2_pmin(b, a));
#endif
}

static inline simde_v128_t max_f64x2(simde_v128_t a, simde_v128_t b)
{
#if defined(SIMDE_WASM_SIMD128_NATIVE)
    return simde_wasm_f64x2_max(a, b);
#else
    return simde_wasm_f64x2_neg(min_f64x2(simde_wasm_f64x2_neg(a), simde_wasm_f64x2_neg(b)));
#endif
}

/* a, or b where a is NaN. */
static inline simde_v128_t f64x2_or(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_bitselect(a, b, simde_wasm_f64x2_eq(a, a));
}

static inline simde_v128_t min_number_f64x2(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t one = f64x2_or(a, b), other = f64x2_or(b, a);
    return min_f64x2(one, other);
}

static inline simde_v128_t max_number_f64x2(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t one = f64x2_or(a, b), other = f64x2_or(b, a);
    return max_f64x2(one, other);
}

static inline simde_v128_t add_boolx16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u8x16_min(simde_wasm_v128_or(a, b), simde_wasm_i8x16_splat(1));
}

static inline simde_v128_t sub_boolx16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_xor(simde_wasm_u8x16_min(a, simde_wasm_i8x16_splat(1)), simde_wasm_u8x16_min(b, simde_wasm_i8x16_splat(1)));
}

static inline simde_v128_t mul_boolx16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_and(simde_wasm_u8x16_min(a, simde_wasm_i8x16_splat(1)), simde_wasm_u8x16_min(b, simde_wasm_i8x16_splat(1)));
}

static inline simde_v128_t every_b8x16(int8_t a)
{
    return simde_wasm_i8x16_splat(a);
}

static inline simde_v128_t beats_b8x16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i8x16_gt(a, b);
}

static inline simde_v128_t pick_b8x16(simde_v128_t lanes, simde_v128_t there, simde_v128_t elsewhere)
{
    return simde_wasm_v128_bitselect(there, elsewhere, lanes);
}

static inline simde_v128_t key_b8x16(simde_v128_t a, simde_v128_t largest, simde_v128_t fold, simde_v128_t flip, simde_v128_t of_nan)
{
    const simde_v128_t magnitude = simde_wasm_v128_and(a, every_b8x16(INT8_MAX));
    const simde_v128_t is_negative = beats_b8x16(every_b8x16(0), a);
    const simde_v128_t folded = simde_wasm_v128_xor(a, simde_wasm_v128_and(is_negative, fold));
    return pick_b8x16(beats_b8x16(magnitude, largest), of_nan, simde_wasm_v128_xor(folded, flip));
}

static inline simde_v128_t limit_b8x16(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u8x16_min(a, b);
}

static inline simde_v128_t every_b16x8(int16_t a)
{
    return simde_wasm_i16x8_splat(a);
}

static inline simde_v128_t beats_b16x8(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i16x8_gt(a, b);
}

static inline simde_v128_t pick_b16x8(simde_v128_t lanes, simde_v128_t there, simde_v128_t elsewhere)
{
    return simde_wasm_v128_bitselect(there, elsewhere, lanes);
}

static inline simde_v128_t key_b16x8(simde_v128_t a, simde_v128_t largest, simde_v128_t fold, simde_v128_t flip, simde_v128_t of_nan)
{
    const simde_v128_t magnitude = simde_wasm_v128_and(a, every_b16x8(INT16_MAX));
    const simde_v128_t is_negative = beats_b16x8(every_b16x8(0), a);
    const simde_v128_t folded = simde_wasm_v128_xor(a, simde_wasm_v128_and(is_negative, fold));
    return pick_b16x8(beats_b16x8(magnitude, largest), of_nan, simde_wasm_v128_xor(folded, flip));
}

static inline simde_v128_t every_b32x4(int32_t a)
{
    return simde_wasm_i32x4_splat(a);
}

static inline simde_v128_t beats_b32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i32x4_gt(a, b);
}

static inline simde_v128_t pick_b32x4(simde_v128_t lanes, simde_v128_t there, simde_v128_t elsewhere)
{
    return simde_wasm_v128_bitselect(there, elsewhere, lanes);
}

static inline simde_v128_t key_b32x4(simde_v128_t a, simde_v128_t largest, simde_v128_t fold, simde_v128_t flip, simde_v128_t of_nan)
{
    const simde_v128_t magnitude = simde_wasm_v128_and(a, every_b32x4(INT32_MAX));
    const simde_v128_t is_negative = beats_b32x4(every_b32x4(0), a);
    const simde_v128_t folded = simde_wasm_v128_xor(a, simde_wasm_v128_and(is_negative, fold));
    return pick_b32x4(beats_b32x4(magnitude, largest), of_nan, simde_wasm_v128_xor(folded, flip));
}

static inline simde_v128_t every_b64x2(int64_t a)
{
    return simde_wasm_i64x2_splat(a);
}

static inline simde_v128_t beats_b64x2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i64x2_gt(a, b);
}

static inline simde_v128_t pick_b64x2(simde_v128_t lanes, simde_v128_t there, simde_v128_t elsewhere)
{
    return simde_wasm_v128_bitselect(there, elsewhere, lanes);
}

static inline simde_v128_t key_b64x2(simde_v128_t a, simde_v128_t largest, simde_v128_t fold, simde_v128_t flip, simde_v128_t of_nan)
{
    const simde_v128_t magnitude = simde_wasm_v128_and(a, every_b64x2(INT64_MAX));
    const simde_v128_t is_negative = beats_b64x2(every_b64x2(0), a);
    const simde_v128_t folded = simde_wasm_v128_xor(a, simde_wasm_v128_and(is_negative, fold));
    return pick_b64x2(beats_b64x2(magnitude, largest), of_nan, simde_wasm_v128_xor(folded, flip));
}

/* The real part's second product is subtracted by adding its opposite. */
static inline simde_v128_t mul_c64x2(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t real = simde_wasm_i32x4_shuffle(a, a, 0, 0, 2, 2);
    const simde_v128_t imaginary = simde_wasm_i32x4_shuffle(a, a, 1, 1, 3, 3);
    const simde_v128_t swapped = simde_wasm_i32x4_shuffle(b, b, 1, 0, 3, 2);
    const simde_v128_t first_sign = simde_wasm_i64x2_make(INT64_C(1) << 31, INT64_C(1) << 31);
    const simde_v128_t added = simde_wasm_v128_xor(simde_wasm_f32x4_mul(imaginary, swapped), first_sign);
    return simde_wasm_f32x4_add(simde_wasm_f32x4_mul(real, b), added);
}

/* The real part's second product is subtracted by adding its opposite. */
static inline simde_v128_t mul_c128x1(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t real = simde_wasm_i64x2_shuffle(a, a, 0, 0);
    const simde_v128_t imaginary = simde_wasm_i64x2_shuffle(a, a, 1, 1);
    const simde_v128_t swapped = simde_wasm_i64x2_shuffle(b, b, 1, 0);
    const simde_v128_t first_sign = simde_wasm_i64x2_make(INT64_MIN, 0);
    const simde_v128_t added = simde_wasm_v128_xor(simde_wasm_f64x2_mul(imaginary, swapped), first_sign);
    return simde_wasm_f64x2_add(simde_wasm_f64x2_mul(real, b), added);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde_v128_t float_f16x4(simde_v128_t bits)
{
    const simde_v128_t sign = simde_wasm_v128_and(bits, simde_wasm_i32x4_splat(INT32_MIN));
    const simde_v128_t digits = simde_wasm_v128_and(bits, simde_wasm_i32x4_splat(0x7fff));
    const simde_v128_t magnitude = simde_wasm_i32x4_shl(digits, 13);
    const simde_v128_t number = simde_wasm_f32x4_mul(magnitude, simde_wasm_f32x4_splat(0x1p+112f));
    const simde_v128_t special = simde_wasm_i32x4_gt(magnitude, simde_wasm_i32x4_splat(0xf7fe000));
    const simde_v128_t exponent = simde_wasm_v128_and(special, simde_wasm_i32x4_splat(0x7f800000));
    return simde_wasm_v128_or(simde_wasm_v128_or(number, exponent), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde_v128_t round_f16x4(simde_v128_t a)
{
    const simde_v128_t magnitude = simde_wasm_v128_and(a, simde_wasm_i32x4_splat(0x7fffffff));
    const simde_v128_t bounded = simde_wasm_i32x4_min(magnitude, simde_wasm_i32x4_splat(0x47800000));
    const simde_v128_t minimum = simde_wasm_i32x4_max(bounded, simde_wasm_f32x4_splat(0x1p-14f));
    const simde_v128_t power = simde_wasm_v128_and(minimum, simde_wasm_i32x4_splat(0x7f800000));
    const simde_v128_t lower = simde_wasm_i32x4_add(power, simde_wasm_i32x4_splat(0x67e3c00));
    const simde_v128_t adder = simde_wasm_i32x4_add(lower, simde_wasm_u32x4_shr(power, 13));
    const simde_v128_t sum = simde_wasm_f32x4_add(bounded, adder), signs = simde_wasm_u32x4_shr(a, 16);
    const simde_v128_t rounded = simde_wasm_v128_bitselect(sum, signs, simde_wasm_i32x4_splat(0x7fff));
    const simde_v128_t is_nan = simde_wasm_i32x4_gt(magnitude, simde_wasm_i32x4_splat(0x7f800000));
    return simde_wasm_v128_or(rounded, simde_wasm_v128_and(is_nan, simde_wasm_i32x4_splat(0x7e00)));
}

static inline simde_v128_t widen_f16x4(simde_v128_t a)
{
    return float_f16x4(simde_wasm_i32x4_extend_low_i16x8(a));
}

static inline simde_v128_t low_f16x8(simde_v128_t a)
{
    return widen_f16x4(a);
}

static inline simde_v128_t high_f16x8(simde_v128_t a)
{
    return float_f16x4(simde_wasm_i32x4_extend_high_i16x8(a));
}

static inline simde_v128_t join_f16x8(simde_v128_t low, simde_v128_t high)
{
    return simde_wasm_u16x8_narrow_i32x4(round_f16x4(low), round_f16x4(high));
}

static inline simde_v128_t narrow_f16x4(simde_v128_t a)
{
    const simde_v128_t rounded = round_f16x4(a);
    return simde_wasm_u16x8_narrow_i32x4(rounded, rounded);
}

static inline simde_v128_t add_f16x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f16x4(add_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde_v128_t sub_f16x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f16x4(sub_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde_v128_t mul_f16x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f16x4(mul_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde_v128_t min_f16x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f16x4(min_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde_v128_t max_f16x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f16x4(max_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde_v128_t min_number_f16x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f16x4(min_number_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde_v128_t max_number_f16x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f16x4(max_number_f32x4(widen_f16x4(a), widen_f16x4(b)));
}

static inline simde_v128_t add_f16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t low = add_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_v128_t high = add_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_v128_t sub_f16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t low = sub_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_v128_t high = sub_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_v128_t mul_f16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t low = mul_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_v128_t high = mul_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_v128_t min_f16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t low = min_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_v128_t high = min_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_v128_t max_f16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t low = max_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_v128_t high = max_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_v128_t min_number_f16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t low = min_number_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_v128_t high = min_number_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_v128_t max_number_f16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t low = max_number_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_v128_t high = max_number_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_v128_t even_bf16x8(simde_v128_t a)
{
    return simde_wasm_i32x4_shl(a, 16);
}

static inline simde_v128_t odd_bf16x8(simde_v128_t a)
{
    return simde_wasm_v128_and(a, simde_wasm_i32x4_splat(-0x10000));
}

static inline simde_v128_t join_bf16x8(simde_v128_t even, simde_v128_t odd)
{
    return simde_wasm_v128_bitselect(odd, simde_wasm_u32x4_shr(even, 16), simde_wasm_i32x4_splat(-0x10000));
}

/* To nearest even, in the high half: half a unit minus one is added, plus the last bit that is kept. A NaN made from bfloat16 has an
 * empty low half, so nothing carries out of it and it stays a NaN. */
static inline simde_v128_t round_bf16x4(simde_v128_t a)
{
    const simde_v128_t last = simde_wasm_v128_and(simde_wasm_u32x4_shr(a, 16), simde_wasm_i32x4_splat(1));
    return simde_wasm_i32x4_add(a, simde_wasm_i32x4_add(last, simde_wasm_i32x4_splat(0x7fff)));
}

static inline simde_v128_t add_bf16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t even = round_bf16x4(add_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde_v128_t odd = round_bf16x4(add_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde_v128_t sub_bf16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t even = round_bf16x4(sub_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde_v128_t odd = round_bf16x4(sub_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde_v128_t mul_bf16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t even = round_bf16x4(mul_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde_v128_t odd = round_bf16x4(mul_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde_v128_t min_bf16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t even = min_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde_v128_t odd = min_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde_v128_t max_bf16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t even = max_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde_v128_t odd = max_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde_v128_t min_number_bf16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t even = min_number_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde_v128_t odd = min_number_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde_v128_t max_number_bf16x8(simde_v128_t a, simde_v128_t b)
{
    const simde_v128_t even = max_number_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde_v128_t odd = max_number_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

/* Lanes of 32 bits that are less than 256, as the low four bytes. */
static inline simde_v128_t pack_bytes(simde_v128_t a)
{
    const simde_v128_t words = simde_wasm_u16x8_narrow_i32x4(a, a);
    return simde_wasm_u8x16_narrow_i16x8(words, words);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde_v128_t float_f8e4m3fnx4(simde_v128_t bits)
{
    const simde_v128_t sign = simde_wasm_v128_and(bits, simde_wasm_i32x4_splat(INT32_MIN));
    const simde_v128_t digits = simde_wasm_v128_and(bits, simde_wasm_i32x4_splat(0x7f));
    const simde_v128_t magnitude = simde_wasm_i32x4_shl(digits, 20);
    const simde_v128_t number = simde_wasm_f32x4_mul(magnitude, simde_wasm_f32x4_splat(0x1p+120f));
    const simde_v128_t special = simde_wasm_i32x4_gt(magnitude, simde_wasm_i32x4_splat(0x7e00000));
    const simde_v128_t exponent = simde_wasm_v128_and(special, simde_wasm_i32x4_splat(0x7f800000));
    return simde_wasm_v128_or(simde_wasm_v128_or(number, exponent), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde_v128_t round_f8e4m3fnx4(simde_v128_t a)
{
    const simde_v128_t magnitude = simde_wasm_v128_and(a, simde_wasm_i32x4_splat(0x7fffffff));
    const simde_v128_t bounded = simde_wasm_i32x4_min(magnitude, simde_wasm_i32x4_splat(0x43f00000));
    const simde_v128_t minimum = simde_wasm_i32x4_max(bounded, simde_wasm_f32x4_splat(0x1p-6f));
    const simde_v128_t power = simde_wasm_v128_and(minimum, simde_wasm_i32x4_splat(0x7f800000));
    const simde_v128_t lower = simde_wasm_i32x4_add(power, simde_wasm_i32x4_splat(0x9fffc38));
    const simde_v128_t adder = simde_wasm_i32x4_add(lower, simde_wasm_u32x4_shr(power, 20));
    const simde_v128_t sum = simde_wasm_f32x4_add(bounded, adder), signs = simde_wasm_u32x4_shr(a, 24);
    return simde_wasm_v128_bitselect(sum, signs, simde_wasm_i32x4_splat(0x7f));
}

static inline simde_v128_t widen_f8e4m3fnx4(simde_v128_t a)
{
    return float_f8e4m3fnx4(simde_wasm_i32x4_extend_low_i16x8(simde_wasm_i16x8_extend_low_i8x16(a)));
}

static inline simde_v128_t narrow_f8e4m3fnx4(simde_v128_t a)
{
    return pack_bytes(round_f8e4m3fnx4(a));
}

static inline simde_v128_t add_f8e4m3fnx4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e4m3fnx4(add_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde_v128_t sub_f8e4m3fnx4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e4m3fnx4(sub_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde_v128_t mul_f8e4m3fnx4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e4m3fnx4(mul_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde_v128_t min_f8e4m3fnx4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e4m3fnx4(min_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde_v128_t max_f8e4m3fnx4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e4m3fnx4(max_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde_v128_t min_number_f8e4m3fnx4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e4m3fnx4(min_number_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

static inline simde_v128_t max_number_f8e4m3fnx4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e4m3fnx4(max_number_f32x4(widen_f8e4m3fnx4(a), widen_f8e4m3fnx4(b)));
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde_v128_t float_f8e5m2x4(simde_v128_t bits)
{
    const simde_v128_t sign = simde_wasm_v128_and(bits, simde_wasm_i32x4_splat(INT32_MIN));
    const simde_v128_t digits = simde_wasm_v128_and(bits, simde_wasm_i32x4_splat(0x7f));
    const simde_v128_t magnitude = simde_wasm_i32x4_shl(digits, 21);
    const simde_v128_t number = simde_wasm_f32x4_mul(magnitude, simde_wasm_f32x4_splat(0x1p+112f));
    const simde_v128_t special = simde_wasm_i32x4_gt(magnitude, simde_wasm_i32x4_splat(0xf600000));
    const simde_v128_t exponent = simde_wasm_v128_and(special, simde_wasm_i32x4_splat(0x7f800000));
    return simde_wasm_v128_or(simde_wasm_v128_or(number, exponent), sign);
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde_v128_t round_f8e5m2x4(simde_v128_t a)
{
    const simde_v128_t magnitude = simde_wasm_v128_and(a, simde_wasm_i32x4_splat(0x7fffffff));
    const simde_v128_t bounded = simde_wasm_i32x4_min(magnitude, simde_wasm_i32x4_splat(0x47800000));
    const simde_v128_t minimum = simde_wasm_i32x4_max(bounded, simde_wasm_f32x4_splat(0x1p-14f));
    const simde_v128_t power = simde_wasm_v128_and(minimum, simde_wasm_i32x4_splat(0x7f800000));
    const simde_v128_t lower = simde_wasm_i32x4_add(power, simde_wasm_i32x4_splat(0xa7ffe3c));
    const simde_v128_t adder = simde_wasm_i32x4_add(lower, simde_wasm_u32x4_shr(power, 21));
    const simde_v128_t sum = simde_wasm_f32x4_add(bounded, adder), signs = simde_wasm_u32x4_shr(a, 24);
    const simde_v128_t rounded = simde_wasm_v128_bitselect(sum, signs, simde_wasm_i32x4_splat(0x7f));
    const simde_v128_t is_nan = simde_wasm_i32x4_gt(magnitude, simde_wasm_i32x4_splat(0x7f800000));
    return simde_wasm_v128_or(rounded, simde_wasm_v128_and(is_nan, simde_wasm_i32x4_splat(0x7e)));
}

static inline simde_v128_t widen_f8e5m2x4(simde_v128_t a)
{
    return float_f8e5m2x4(simde_wasm_i32x4_extend_low_i16x8(simde_wasm_i16x8_extend_low_i8x16(a)));
}

static inline simde_v128_t narrow_f8e5m2x4(simde_v128_t a)
{
    return pack_bytes(round_f8e5m2x4(a));
}

static inline simde_v128_t add_f8e5m2x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e5m2x4(add_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde_v128_t sub_f8e5m2x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e5m2x4(sub_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde_v128_t mul_f8e5m2x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e5m2x4(mul_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde_v128_t min_f8e5m2x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e5m2x4(min_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde_v128_t max_f8e5m2x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e5m2x4(max_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde_v128_t min_number_f8e5m2x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e5m2x4(min_number_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde_v128_t max_number_f8e5m2x4(simde_v128_t a, simde_v128_t b)
{
    return narrow_f8e5m2x4(max_number_f32x4(widen_f8e5m2x4(a), widen_f8e5m2x4(b)));
}

static inline simde_v128_t div_f32x4(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_f32x4_div(a, b);
}

/* Both instructions return their first operand for a NaN. */
static inline simde_v128_t clamp_f32x4(simde_v128_t a, simde_v128_t largest)
{
    return simde_wasm_f32x4_pmax(simde_wasm_f32x4_pmin(a, largest), simde_wasm_f32x4_neg(largest));
}

static inline simde_v128_t low_bf16x8(simde_v128_t a)
{
    return simde_wasm_i32x4_shl(simde_wasm_u32x4_extend_low_u16x8(a), 16);
}

static inline simde_v128_t high_bf16x8(simde_v128_t a)
{
    return simde_wasm_i32x4_shl(simde_wasm_u32x4_extend_high_u16x8(a), 16);
}

/* Any float32, a NaN too: its bits may carry into the sign, so all are set. */
static inline simde_v128_t round_any_bf16x4(simde_v128_t a)
{
    return simde_wasm_v128_or(round_bf16x4(a), simde_wasm_f32x4_ne(a, a));
}

static inline simde_v128_t pack_bf16x8(simde_v128_t low, simde_v128_t high)
{
    const simde_v128_t a = round_any_bf16x4(low), b = round_any_bf16x4(high);
    return simde_wasm_u16x8_narrow_i32x4(simde_wasm_u32x4_shr(a, 16), simde_wasm_u32x4_shr(b, 16));
}

static inline simde_v128_t widen_i8x4(simde_v128_t a)
{
    const simde_v128_t words = simde_wasm_i16x8_extend_low_i8x16(a);
    return simde_wasm_f32x4_convert_i32x4(simde_wasm_i32x4_extend_low_i16x8(words));
}

/* Float's own adder moves the units to the low bits, rounded to nearest even. It saturates; NaN gives 0. */
static inline simde_v128_t narrow_i8x4(simde_v128_t a)
{
    const simde_v128_t number = simde_wasm_v128_and(a, simde_wasm_f32x4_eq(a, a));
    const simde_v128_t at_least = simde_wasm_f32x4_pmax(number, simde_wasm_f32x4_splat(-128.0f));
    const simde_v128_t clamped = simde_wasm_f32x4_pmin(at_least, simde_wasm_f32x4_splat(127.0f));
    const simde_v128_t units = simde_wasm_f32x4_add(clamped, simde_wasm_f32x4_splat(0x1.8p+23f));
    return pack_bytes(simde_wasm_v128_and(units, simde_wasm_i32x4_splat(0xff)));
}

static inline simde_v128_t widen_u8x4(simde_v128_t a)
{
    const simde_v128_t words = simde_wasm_u16x8_extend_low_u8x16(a);
    return simde_wasm_f32x4_convert_i32x4(simde_wasm_i32x4_extend_low_i16x8(words));
}

static inline simde_v128_t load_indices_i64(const void *from)
{
    return simde_wasm_v128_load(from);
}

static inline simde_v128_t load_indices_i32(const void *from)
{
    return simde_wasm_i64x2_load32x2(from);
}

/* The sign bit of a lane is set where index < low or index > high. */
static inline simde_v128_t out_of_bounds(simde_v128_t index, simde_v128_t low, simde_v128_t high)
{
    return simde_wasm_v128_or(simde_wasm_i64x2_sub(index, low), simde_wasm_i64x2_sub(high, index));
}

static inline simde_v128_t join_out_of_bounds(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_or(a, b);
}

static inline int is_any_out_of_bounds(simde_v128_t out_of_bounds)
{
    return simde_wasm_i64x2_bitmask(out_of_bounds) != 0;
}

static inline simde_v128_t no_out_of_bounds(void)
{
    return simde_wasm_i64x2_splat(0);
}

static inline simde_v128_t is_negative(simde_v128_t index)
{
    return simde_wasm_i64x2_gt(no_out_of_bounds(), index);
}

static inline simde_v128_t highest(simde_v128_t size)
{
    return simde_wasm_i64x2_sub(size, simde_wasm_i64x2_splat(1));
}

/* low is -size if negative indices count from the end, and 0 if they do not. */
static inline simde_v128_t wrap(simde_v128_t index, simde_v128_t low)
{
    return simde_wasm_i64x2_sub(index, simde_wasm_v128_and(is_negative(index), low));
}

/* The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice indices
 * in bounds is below 2^32; a sum with one out of bounds is not. */
static inline simde_v128_t flag(simde_v128_t slice_index, simde_v128_t wrapped, simde_v128_t high)
{
    const simde_v128_t out_of_bounds = is_negative(simde_wasm_v128_or(wrapped, simde_wasm_i64x2_sub(high, wrapped)));
    return simde_wasm_v128_bitselect(simde_wasm_i64x2_splat(INT64_C(1) << 32), slice_index, out_of_bounds);
}

static inline simde_v128_t clamp(simde_v128_t wrapped, simde_v128_t high)
{
    const simde_v128_t minimum = simde_wasm_v128_andnot(wrapped, is_negative(wrapped));
    return simde_wasm_v128_bitselect(high, minimum, simde_wasm_i64x2_gt(minimum, high));
}

static inline simde_v128_t load_positions(const uint32_t *from)
{
    return simde_wasm_u64x2_load32x2(from);
}

static inline simde_v128_t add_positions(simde_v128_t slice_indices, simde_v128_t positions)
{
    return simde_wasm_i64x2_add(slice_indices, positions);
}

/* In the low half. */
static inline simde_v128_t to_slice_indices(simde_v128_t sums)
{
    return simde_wasm_i32x4_shuffle(sums, sums, 0, 2, 0, 2);
}

static inline simde_v128_t scale(simde_v128_t index, simde_v128_t stride)
{
    return simde_wasm_u64x2_extmul_low_u32x4(to_slice_indices(index), to_slice_indices(stride));
}

static inline simde_v128_t sum_k2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i64x2_add(simde_wasm_i64x2_shuffle(a, b, 0, 2), simde_wasm_i64x2_shuffle(a, b, 1, 3));
}

/* a b c hold x0 y0, z0 x1, y1 z1: b has what the pairs in a and c lack, in the lane of its tuple. */
static inline simde_v128_t sum_k3(simde_v128_t a, simde_v128_t b, simde_v128_t c)
{
    return simde_wasm_i64x2_add(sum_k2(a, c), b);
}

static inline simde_v128_t sum_k4(simde_v128_t a, simde_v128_t b, simde_v128_t c, simde_v128_t d)
{
    return sum_k2(simde_wasm_i64x2_add(a, b), simde_wasm_i64x2_add(c, d));
}

/* Sums with a flagged part become UINT32_MAX, which is not a slice index. */
static inline simde_v128_t to_flagged_slice_indices(simde_v128_t sums)
{
    const simde_v128_t flagged = simde_wasm_i64x2_gt(sums, simde_wasm_i64x2_splat(UINT32_MAX));
    return to_slice_indices(simde_wasm_v128_or(sums, flagged));
}

static inline void store_slice_indices(uint32_t *to, simde_v128_t slice_indices)
{
    simde_wasm_v128_store64_lane(to, slice_indices, 0);
}

static inline simde_v128_t larger_slice_indices(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u32x4_max(a, b);
}

static inline simde_v128_t no_slice_indices(void)
{
    return simde_wasm_i64x2_splat(0);
}

static inline uint32_t largest_slice_index(simde_v128_t slice_indices)
{
    const simde_v128_t pairs = simde_wasm_u32x4_max(slice_indices, simde_wasm_i32x4_shuffle(slice_indices, slice_indices, 1, 1, 1, 1));
    return (uint32_t)simde_wasm_i32x4_extract_lane(pairs, 0);
}

#endif /* STREW_SIMD128_VOCABULARY_H */
