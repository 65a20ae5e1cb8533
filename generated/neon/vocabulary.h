/* Rendered from templates/vocabulary.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* The words in which kernels for NEON (AArch64) are written. */
#ifndef STREW_NEON_VOCABULARY_H
#define STREW_NEON_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <simde/arm/neon.h>

#include "elements.h"

static inline simde_uint8x16_t load_16(const void *from)
{
    return simde_vld1q_u8(from);
}

static inline void store_16(void *to, simde_uint8x16_t value)
{
    simde_vst1q_u8(to, value);
}

static inline simde_uint8x16_t load_8(const void *from)
{
    uint64_t bits;
    memcpy(&bits, from, sizeof bits);
    return simde_vcombine_u8(simde_vcreate_u8(bits), simde_vdup_n_u8(0));
}

static inline void store_8(void *to, simde_uint8x16_t value)
{
    const uint64_t bits = simde_vgetq_lane_u64(simde_vreinterpretq_u64_u8(value), 0);
    memcpy(to, &bits, sizeof bits);
}

static inline simde_uint8x16_t load_4(const void *from)
{
    uint32_t bits;
    memcpy(&bits, from, sizeof bits);
    return simde_vcombine_u8(simde_vcreate_u8(bits), simde_vdup_n_u8(0));
}

static inline void store_4(void *to, simde_uint8x16_t value)
{
    const uint32_t bits = simde_vgetq_lane_u32(simde_vreinterpretq_u32_u8(value), 0);
    memcpy(to, &bits, sizeof bits);
}

static inline simde_uint8x16_t load_2(const void *from)
{
    uint16_t bits;
    memcpy(&bits, from, sizeof bits);
    return simde_vcombine_u8(simde_vcreate_u8(bits), simde_vdup_n_u8(0));
}

static inline void store_2(void *to, simde_uint8x16_t value)
{
    const uint16_t bits = simde_vgetq_lane_u16(simde_vreinterpretq_u16_u8(value), 0);
    memcpy(to, &bits, sizeof bits);
}

static inline simde_uint8x16_t load_1(const void *from)
{
    uint8_t bits;
    memcpy(&bits, from, sizeof bits);
    return simde_vcombine_u8(simde_vcreate_u8(bits), simde_vdup_n_u8(0));
}

static inline void store_1(void *to, simde_uint8x16_t value)
{
    const uint8_t bits = simde_vgetq_lane_u8(value, 0);
    memcpy(to, &bits, sizeof bits);
}

static inline simde_uint8x16_t add_i8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vaddq_u8(a, b);
}

static inline simde_uint8x16_t sub_i8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vsubq_u8(a, b);
}

static inline simde_uint8x16_t mul_i8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vmulq_u8(a, b);
}

static inline simde_uint8x16_t min_i8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_s8(simde_vminq_s8(simde_vreinterpretq_s8_u8(a), simde_vreinterpretq_s8_u8(b)));
}

static inline simde_uint8x16_t max_i8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_s8(simde_vmaxq_s8(simde_vreinterpretq_s8_u8(a), simde_vreinterpretq_s8_u8(b)));
}

static inline simde_uint8x16_t min_u8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vminq_u8(a, b);
}

static inline simde_uint8x16_t max_u8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vmaxq_u8(a, b);
}

static inline simde_uint8x16_t add_i16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u16(simde_vaddq_u16(simde_vreinterpretq_u16_u8(a), simde_vreinterpretq_u16_u8(b)));
}

static inline simde_uint8x16_t sub_i16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u16(simde_vsubq_u16(simde_vreinterpretq_u16_u8(a), simde_vreinterpretq_u16_u8(b)));
}

static inline simde_uint8x16_t mul_i16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u16(simde_vmulq_u16(simde_vreinterpretq_u16_u8(a), simde_vreinterpretq_u16_u8(b)));
}

static inline simde_uint8x16_t min_i16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_s16(simde_vminq_s16(simde_vreinterpretq_s16_u8(a), simde_vreinterpretq_s16_u8(b)));
}

static inline simde_uint8x16_t max_i16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_s16(simde_vmaxq_s16(simde_vreinterpretq_s16_u8(a), simde_vreinterpretq_s16_u8(b)));
}

static inline simde_uint8x16_t min_u16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u16(simde_vminq_u16(simde_vreinterpretq_u16_u8(a), simde_vreinterpretq_u16_u8(b)));
}

static inline simde_uint8x16_t max_u16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u16(simde_vmaxq_u16(simde_vreinterpretq_u16_u8(a), simde_vreinterpretq_u16_u8(b)));
}

static inline simde_uint8x16_t add_i32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u32(simde_vaddq_u32(simde_vreinterpretq_u32_u8(a), simde_vreinterpretq_u32_u8(b)));
}

static inline simde_uint8x16_t sub_i32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u32(simde_vsubq_u32(simde_vreinterpretq_u32_u8(a), simde_vreinterpretq_u32_u8(b)));
}

/* SIMDe's version multiplies signed numbers, whose overflow C leaves undefined. */
static inline simde_uint8x16_t mul_i32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint32x4_t x = simde_vreinterpretq_u32_u8(a), y = simde_vreinterpretq_u32_u8(b);
#if defined(SIMDE_ARM_NEON_A64V8_NATIVE)
    return simde_vreinterpretq_u8_u32(simde_vmulq_u32(x, y));
#else
    const simde_uint64x2_t low = simde_vmull_u32(simde_vget_low_u32(x), simde_vget_low_u32(y));
    const simde_uint64x2_t high = simde_vmull_u32(simde_vget_high_u32(x), simde_vget_high_u32(y));
    return simde_vreinterpretq_u8_u32(simde_vuzp1q_u32(simde_vreinterpretq_u32_u64(low), simde_vreinterpretq_u32_u64(high)));
#endif
}

static inline simde_uint8x16_t min_i32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_s32(simde_vminq_s32(simde_vreinterpretq_s32_u8(a), simde_vreinterpretq_s32_u8(b)));
}

static inline simde_uint8x16_t max_i32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_s32(simde_vmaxq_s32(simde_vreinterpretq_s32_u8(a), simde_vreinterpretq_s32_u8(b)));
}

static inline simde_uint8x16_t min_u32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u32(simde_vminq_u32(simde_vreinterpretq_u32_u8(a), simde_vreinterpretq_u32_u8(b)));
}

static inline simde_uint8x16_t max_u32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u32(simde_vmaxq_u32(simde_vreinterpretq_u32_u8(a), simde_vreinterpretq_u32_u8(b)));
}

static inline simde_uint8x16_t add_i64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u64(simde_vaddq_u64(simde_vreinterpretq_u64_u8(a), simde_vreinterpretq_u64_u8(b)));
}

static inline simde_uint8x16_t sub_i64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u64(simde_vsubq_u64(simde_vreinterpretq_u64_u8(a), simde_vreinterpretq_u64_u8(b)));
}

/* low * low + ((low * high + high * low) << 32), modulo 2^64. */
static inline simde_uint8x16_t mul_i64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t crossed = mul_i32x4(a, simde_vreinterpretq_u8_u32(simde_vrev64q_u32(simde_vreinterpretq_u32_u8(b))));
    const simde_uint64x2_t high = simde_vshlq_n_u64(simde_vpaddlq_u32(simde_vreinterpretq_u32_u8(crossed)), 32);
    const simde_uint32x2_t low_a = simde_vmovn_u64(simde_vreinterpretq_u64_u8(a)), low_b = simde_vmovn_u64(simde_vreinterpretq_u64_u8(b));
    return simde_vreinterpretq_u8_u64(simde_vmlal_u32(high, low_a, low_b));
}

static inline simde_uint8x16_t min_i64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vbslq_u8(simde_vreinterpretq_u8_u64(simde_vcgtq_s64(simde_vreinterpretq_s64_u8(a), simde_vreinterpretq_s64_u8(b))), b, a);
}

static inline simde_uint8x16_t max_i64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vbslq_u8(simde_vreinterpretq_u8_u64(simde_vcgtq_s64(simde_vreinterpretq_s64_u8(a), simde_vreinterpretq_s64_u8(b))), a, b);
}

static inline simde_uint8x16_t min_u64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vbslq_u8(simde_vreinterpretq_u8_u64(simde_vcgtq_u64(simde_vreinterpretq_u64_u8(a), simde_vreinterpretq_u64_u8(b))), b, a);
}

static inline simde_uint8x16_t max_u64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vbslq_u8(simde_vreinterpretq_u8_u64(simde_vcgtq_u64(simde_vreinterpretq_u64_u8(a), simde_vreinterpretq_u64_u8(b))), a, b);
}

static inline simde_uint8x16_t add_f32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_f32(simde_vaddq_f32(simde_vreinterpretq_f32_u8(a), simde_vreinterpretq_f32_u8(b)));
}

static inline simde_uint8x16_t sub_f32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_f32(simde_vsubq_f32(simde_vreinterpretq_f32_u8(a), simde_vreinterpretq_f32_u8(b)));
}

static inline simde_uint8x16_t mul_f32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_f32(simde_vmulq_f32(simde_vreinterpretq_f32_u8(a), simde_vreinterpretq_f32_u8(b)));
}

static inline simde_uint8x16_t every_f32x4(float a)
{
    return simde_vreinterpretq_u8_f32(simde_vdupq_n_f32(a));
}

/* The instruction is IEEE 754-2019's minimum, but SIMDe's version of it gives two zeros no order. There the choice is made both
 * ways and joined by OR: a zero is negative if either is, and a NaN stays one. */
static inline simde_uint8x16_t min_f32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_float32x4_t x = simde_vreinterpretq_f32_u8(a), y = simde_vreinterpretq_f32_u8(b);
#if defined(SIMDE_ARM_NEON_A64V8_NATIVE)
    return simde_vreinterpretq_u8_f32(simde_vminq_f32(x, y));
#else
    const simde_uint8x16_t one = simde_vbslq_u8(simde_vreinterpretq_u8_u32(simde_vcgtq_f32(y, x)), a, b);
    const simde_uint8x16_t other = simde_vbslq_u8(simde_vreinterpretq_u8_u32(simde_vcgtq_f32(x, y)), b, a);
    return simde_vorrq_u8(one, other);
#endif
}

static inline simde_uint8x16_t max_f32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_float32x4_t x = simde_vreinterpretq_f32_u8(a), y = simde_vreinterpretq_f32_u8(b);
#if defined(SIMDE_ARM_NEON_A64V8_NATIVE)
    return simde_vreinterpretq_u8_f32(simde_vmaxq_f32(x, y));
#else
    const simde_uint8x16_t smaller = min_f32x4(simde_vreinterpretq_u8_f32(simde_vnegq_f32(x)), simde_vreinterpretq_u8_f32(simde_vnegq_f32(y)));
    return simde_vreinterpretq_u8_f32(simde_vnegq_f32(simde_vreinterpretq_f32_u8(smaller)));
#endif
}

/* a, or b where a is NaN. */
static inline simde_uint8x16_t f32x4_or(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_float32x4_t x = simde_vreinterpretq_f32_u8(a);
    return simde_vbslq_u8(simde_vreinterpretq_u8_u32(simde_vceqq_f32(x, x)), a, b);
}

static inline simde_uint8x16_t min_number_f32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t one = f32x4_or(a, b), other = f32x4_or(b, a);
    return min_f32x4(one, other);
}

static inline simde_uint8x16_t max_number_f32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t one = f32x4_or(a, b), other = f32x4_or(b, a);
    return max_f32x4(one, other);
}

static inline simde_uint8x16_t add_f64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_f64(simde_vaddq_f64(simde_vreinterpretq_f64_u8(a), simde_vreinterpretq_f64_u8(b)));
}

static inline simde_uint8x16_t sub_f64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_f64(simde_vsubq_f64(simde_vreinterpretq_f64_u8(a), simde_vreinterpretq_f64_u8(b)));
}

static inline simde_uint8x16_t mul_f64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_f64(simde_vmulq_f64(simde_vreinterpretq_f64_u8(a), simde_vreinterpretq_f64_u8(b)));
}

static inline simde_uint8x16_t every_f64x2(double a)
{
    return simde_vreinterpretq_u8_f64(simde_vdupq_n_f64(a));
}

/* The instruction is IEEE 754-2019's minimum, but SIMDe's version of it gives two zeros no order. There the choice is made both
 * ways and joined by OR: a zero is negative if either is, and a NaN stays one. */
static inline simde_uint8x16_t min_f64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_float64x2_t x = simde_vreinterpretq_f64_u8(a), y = simde_vreinterpretq_f64_u8(b);
#if defined(SIMDE_ARM_NEON_A64V8_NATIVE)
    return simde_vreinterpretq_u8_f64(simde_vminq_f64(x, y));
#else
    const simde_uint8x16_t one = simde_vbslq_u8(simde_vreinterpretq_u8_u64(simde_vcgtq_f64(y, x)), a, b);
    const simde_uint8x16_t other = simde_vbslq_u8(simde_vreinterpretq_u8_u64(simde_vcgtq_f64(x, y)), b, a);
    return simde_vorrq_u8(one, other);
#endif
}

static inline simde_uint8x16_t max_f64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_float64x2_t x = simde_vreinterpretq_f64_u8(a), y = simde_vreinterpretq_f64_u8(b);
#if defined(SIMDE_ARM_NEON_A64V8_NATIVE)
    return simde_vreinterpretq_u8_f64(simde_vmaxq_f64(x, y));
#else
    const simde_uint8x16_t smaller = min_f64x2(simde_vreinterpretq_u8_f64(simde_vnegq_f64(x)), simde_vreinterpretq_u8_f64(simde_vnegq_f64(y)));
    return simde_vreinterpretq_u8_f64(simde_vnegq_f64(simde_vreinterpretq_f64_u8(smaller)));
#endif
}

/* a, or b where a is NaN. */
static inline simde_uint8x16_t f64x2_or(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_float64x2_t x = simde_vreinterpretq_f64_u8(a);
    return simde_vbslq_u8(simde_vreinterpretq_u8_u64(simde_vceqq_f64(x, x)), a, b);
}

static inline simde_uint8x16_t min_number_f64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t one = f64x2_or(a, b), other = f64x2_or(b, a);
    return min_f64x2(one, other);
}

static inline simde_uint8x16_t max_number_f64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t one = f64x2_or(a, b), other = f64x2_or(b, a);
    return max_f64x2(one, other);
}

static inline simde_uint8x16_t add_boolx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vminq_u8(simde_vorrq_u8(a, b), simde_vdupq_n_u8(1));
}

static inline simde_uint8x16_t sub_boolx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_veorq_u8(simde_vminq_u8(a, simde_vdupq_n_u8(1)), simde_vminq_u8(b, simde_vdupq_n_u8(1)));
}

static inline simde_uint8x16_t mul_boolx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vandq_u8(simde_vminq_u8(a, simde_vdupq_n_u8(1)), simde_vminq_u8(b, simde_vdupq_n_u8(1)));
}

static inline simde_uint8x16_t every_b8x16(int8_t a)
{
    return simde_vreinterpretq_u8_s8(simde_vdupq_n_s8(a));
}

static inline simde_uint8x16_t beats_b8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vcgtq_s8(simde_vreinterpretq_s8_u8(a), simde_vreinterpretq_s8_u8(b));
}

static inline simde_uint8x16_t pick_b8x16(simde_uint8x16_t lanes, simde_uint8x16_t there, simde_uint8x16_t elsewhere)
{
    return simde_vbslq_u8(lanes, there, elsewhere);
}

static inline simde_uint8x16_t key_b8x16(simde_uint8x16_t a, simde_uint8x16_t largest, simde_uint8x16_t fold, simde_uint8x16_t flip, simde_uint8x16_t of_nan)
{
    const simde_uint8x16_t magnitude = simde_vandq_u8(a, every_b8x16(INT8_MAX));
    const simde_uint8x16_t is_negative = beats_b8x16(simde_vdupq_n_u8(0), a);
    const simde_uint8x16_t folded = simde_veorq_u8(a, simde_vandq_u8(is_negative, fold));
    return pick_b8x16(beats_b8x16(magnitude, largest), of_nan, simde_veorq_u8(folded, flip));
}

static inline simde_uint8x16_t limit_b8x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vminq_u8(a, b);
}

static inline simde_uint8x16_t every_b16x8(int16_t a)
{
    return simde_vreinterpretq_u8_s16(simde_vdupq_n_s16(a));
}

static inline simde_uint8x16_t beats_b16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u16(simde_vcgtq_s16(simde_vreinterpretq_s16_u8(a), simde_vreinterpretq_s16_u8(b)));
}

static inline simde_uint8x16_t pick_b16x8(simde_uint8x16_t lanes, simde_uint8x16_t there, simde_uint8x16_t elsewhere)
{
    return simde_vbslq_u8(lanes, there, elsewhere);
}

static inline simde_uint8x16_t key_b16x8(simde_uint8x16_t a, simde_uint8x16_t largest, simde_uint8x16_t fold, simde_uint8x16_t flip, simde_uint8x16_t of_nan)
{
    const simde_uint8x16_t magnitude = simde_vandq_u8(a, every_b16x8(INT16_MAX));
    const simde_uint8x16_t is_negative = beats_b16x8(simde_vdupq_n_u8(0), a);
    const simde_uint8x16_t folded = simde_veorq_u8(a, simde_vandq_u8(is_negative, fold));
    return pick_b16x8(beats_b16x8(magnitude, largest), of_nan, simde_veorq_u8(folded, flip));
}

static inline simde_uint8x16_t every_b32x4(int32_t a)
{
    return simde_vreinterpretq_u8_s32(simde_vdupq_n_s32(a));
}

static inline simde_uint8x16_t beats_b32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u32(simde_vcgtq_s32(simde_vreinterpretq_s32_u8(a), simde_vreinterpretq_s32_u8(b)));
}

static inline simde_uint8x16_t pick_b32x4(simde_uint8x16_t lanes, simde_uint8x16_t there, simde_uint8x16_t elsewhere)
{
    return simde_vbslq_u8(lanes, there, elsewhere);
}

static inline simde_uint8x16_t key_b32x4(simde_uint8x16_t a, simde_uint8x16_t largest, simde_uint8x16_t fold, simde_uint8x16_t flip, simde_uint8x16_t of_nan)
{
    const simde_uint8x16_t magnitude = simde_vandq_u8(a, every_b32x4(INT32_MAX));
    const simde_uint8x16_t is_negative = beats_b32x4(simde_vdupq_n_u8(0), a);
    const simde_uint8x16_t folded = simde_veorq_u8(a, simde_vandq_u8(is_negative, fold));
    return pick_b32x4(beats_b32x4(magnitude, largest), of_nan, simde_veorq_u8(folded, flip));
}

static inline simde_uint8x16_t every_b64x2(int64_t a)
{
    return simde_vreinterpretq_u8_s64(simde_vdupq_n_s64(a));
}

static inline simde_uint8x16_t beats_b64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    return simde_vreinterpretq_u8_u64(simde_vcgtq_s64(simde_vreinterpretq_s64_u8(a), simde_vreinterpretq_s64_u8(b)));
}

static inline simde_uint8x16_t pick_b64x2(simde_uint8x16_t lanes, simde_uint8x16_t there, simde_uint8x16_t elsewhere)
{
    return simde_vbslq_u8(lanes, there, elsewhere);
}

static inline simde_uint8x16_t key_b64x2(simde_uint8x16_t a, simde_uint8x16_t largest, simde_uint8x16_t fold, simde_uint8x16_t flip, simde_uint8x16_t of_nan)
{
    const simde_uint8x16_t magnitude = simde_vandq_u8(a, every_b64x2(INT64_MAX));
    const simde_uint8x16_t is_negative = beats_b64x2(simde_vdupq_n_u8(0), a);
    const simde_uint8x16_t folded = simde_veorq_u8(a, simde_vandq_u8(is_negative, fold));
    return pick_b64x2(beats_b64x2(magnitude, largest), of_nan, simde_veorq_u8(folded, flip));
}

/* The real part's second product is subtracted by adding its opposite. */
static inline simde_uint8x16_t mul_c64x2(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_float32x4_t x = simde_vreinterpretq_f32_u8(a), y = simde_vreinterpretq_f32_u8(b);
    const simde_float32x4_t by_real = simde_vmulq_f32(simde_vtrn1q_f32(x, x), y);
    const simde_float32x4_t by_imaginary = simde_vmulq_f32(simde_vtrn2q_f32(x, x), simde_vrev64q_f32(y));
    const simde_uint8x16_t sign = simde_vreinterpretq_u8_u64(simde_vdupq_n_u64(UINT64_C(1) << 31));
    const simde_uint8x16_t added = simde_veorq_u8(simde_vreinterpretq_u8_f32(by_imaginary), sign);
    return simde_vreinterpretq_u8_f32(simde_vaddq_f32(by_real, simde_vreinterpretq_f32_u8(added)));
}

/* The real part's second product is subtracted by adding its opposite. */
static inline simde_uint8x16_t mul_c128x1(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_float64x2_t x = simde_vreinterpretq_f64_u8(a), y = simde_vreinterpretq_f64_u8(b);
    const simde_float64x2_t by_real = simde_vmulq_f64(simde_vtrn1q_f64(x, x), y);
    const simde_float64x2_t by_imaginary = simde_vmulq_f64(simde_vtrn2q_f64(x, x), simde_vextq_f64(y, y, 1));
    const simde_uint8x16_t sign = simde_vreinterpretq_u8_u64(simde_vcombine_u64(simde_vdup_n_u64(UINT64_C(1) << 63), simde_vdup_n_u64(0)));
    const simde_uint8x16_t added = simde_veorq_u8(simde_vreinterpretq_u8_f64(by_imaginary), sign);
    return simde_vreinterpretq_u8_f64(simde_vaddq_f64(by_real, simde_vreinterpretq_f64_u8(added)));
}

/* Every AArch64 converts in one instruction. SIMDe, which waits for the arithmetic of Armv8.2, would do it lane by lane. */
static inline simde_float32x4_t widen_f16x4(simde_uint16x4_t a)
{
#if defined(SIMDE_ARM_NEON_A64V8_NATIVE)
    return vcvt_f32_f16(vreinterpret_f16_u16(a));
#else
    return simde_vcvt_f32_f16(simde_vreinterpret_f16_u16(a));
#endif
}

static inline simde_uint16x4_t narrow_f16x4(simde_float32x4_t a)
{
#if defined(SIMDE_ARM_NEON_A64V8_NATIVE)
    return vreinterpret_u16_f16(vcvt_f16_f32(a));
#else
    return simde_vreinterpret_u16_f16(simde_vcvt_f16_f32(a));
#endif
}

static inline simde_uint8x16_t low_f16x8(simde_uint8x16_t a)
{
    return simde_vreinterpretq_u8_f32(widen_f16x4(simde_vget_low_u16(simde_vreinterpretq_u16_u8(a))));
}

static inline simde_uint8x16_t high_f16x8(simde_uint8x16_t a)
{
    return simde_vreinterpretq_u8_f32(widen_f16x4(simde_vget_high_u16(simde_vreinterpretq_u16_u8(a))));
}

static inline simde_uint8x16_t join_f16x8(simde_uint8x16_t low, simde_uint8x16_t high)
{
    const simde_uint16x4_t first = narrow_f16x4(simde_vreinterpretq_f32_u8(low));
    return simde_vreinterpretq_u8_u16(simde_vcombine_u16(first, narrow_f16x4(simde_vreinterpretq_f32_u8(high))));
}

static inline simde_uint8x16_t add_f16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t low = add_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_uint8x16_t high = add_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_uint8x16_t sub_f16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t low = sub_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_uint8x16_t high = sub_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_uint8x16_t mul_f16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t low = mul_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_uint8x16_t high = mul_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_uint8x16_t min_f16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t low = min_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_uint8x16_t high = min_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_uint8x16_t max_f16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t low = max_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_uint8x16_t high = max_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_uint8x16_t min_number_f16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t low = min_number_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_uint8x16_t high = min_number_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_uint8x16_t max_number_f16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t low = max_number_f32x4(low_f16x8(a), low_f16x8(b));
    const simde_uint8x16_t high = max_number_f32x4(high_f16x8(a), high_f16x8(b));
    return join_f16x8(low, high);
}

static inline simde_uint8x16_t even_bf16x8(simde_uint8x16_t a)
{
    return simde_vreinterpretq_u8_u32(simde_vshlq_n_u32(simde_vreinterpretq_u32_u8(a), 16));
}

static inline simde_uint8x16_t odd_bf16x8(simde_uint8x16_t a)
{
    return simde_vandq_u8(a, simde_vreinterpretq_u8_u32(simde_vdupq_n_u32(0xffff0000)));
}

static inline simde_uint8x16_t join_bf16x8(simde_uint8x16_t even, simde_uint8x16_t odd)
{
    return simde_vreinterpretq_u8_u32(simde_vsriq_n_u32(simde_vreinterpretq_u32_u8(odd), simde_vreinterpretq_u32_u8(even), 16));
}

/* To nearest even, in the high half: half a unit minus one is added, plus the last bit that is kept. A NaN made from bfloat16 has an
 * empty low half, so nothing carries out of it and it stays a NaN. */
static inline simde_uint8x16_t round_bf16x4(simde_uint8x16_t a)
{
    const simde_uint32x4_t bits = simde_vreinterpretq_u32_u8(a);
    const simde_uint32x4_t last = simde_vandq_u32(simde_vshrq_n_u32(bits, 16), simde_vdupq_n_u32(1));
    return simde_vreinterpretq_u8_u32(simde_vaddq_u32(bits, simde_vaddq_u32(last, simde_vdupq_n_u32(0x7fff))));
}

static inline simde_uint8x16_t add_bf16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t even = round_bf16x4(add_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde_uint8x16_t odd = round_bf16x4(add_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde_uint8x16_t sub_bf16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t even = round_bf16x4(sub_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde_uint8x16_t odd = round_bf16x4(sub_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde_uint8x16_t mul_bf16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t even = round_bf16x4(mul_f32x4(even_bf16x8(a), even_bf16x8(b)));
    const simde_uint8x16_t odd = round_bf16x4(mul_f32x4(odd_bf16x8(a), odd_bf16x8(b)));
    return join_bf16x8(even, odd);
}

static inline simde_uint8x16_t min_bf16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t even = min_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde_uint8x16_t odd = min_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde_uint8x16_t max_bf16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t even = max_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde_uint8x16_t odd = max_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde_uint8x16_t min_number_bf16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t even = min_number_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde_uint8x16_t odd = min_number_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

static inline simde_uint8x16_t max_number_bf16x8(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t even = max_number_f32x4(even_bf16x8(a), even_bf16x8(b));
    const simde_uint8x16_t odd = max_number_f32x4(odd_bf16x8(a), odd_bf16x8(b));
    return join_bf16x8(even, odd);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde_uint8x16_t widen_f8e4m3fnx4(simde_uint16x4_t a)
{
    const simde_uint32x4_t bits = simde_vmovl_u16(a);
    const simde_uint32x4_t magnitude = simde_vshlq_n_u32(simde_vandq_u32(bits, simde_vdupq_n_u32(0x7f)), 20);
    const simde_float32x4_t number = simde_vmulq_f32(simde_vreinterpretq_f32_u32(magnitude), simde_vdupq_n_f32(0x1p+120f));
    const simde_uint32x4_t special = simde_vcgeq_u32(magnitude, simde_vdupq_n_u32(0x7f00000));
    const simde_uint32x4_t exponent = simde_vandq_u32(special, simde_vdupq_n_u32(0x7f800000));
    const simde_uint32x4_t sign = simde_vshlq_n_u32(simde_vshrq_n_u32(bits, 7), 31);
    return simde_vreinterpretq_u8_u32(simde_vorrq_u32(simde_vorrq_u32(simde_vreinterpretq_u32_f32(number), exponent), sign));
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde_uint16x4_t narrow_f8e4m3fnx4(simde_uint8x16_t a)
{
    const simde_uint32x4_t bits = simde_vreinterpretq_u32_u8(a);
    const simde_uint32x4_t magnitude = simde_vandq_u32(bits, simde_vdupq_n_u32(0x7fffffff));
    const simde_uint32x4_t bounded = simde_vminq_u32(magnitude, simde_vdupq_n_u32(0x43f00000));
    const simde_uint32x4_t minimum = simde_vmaxq_u32(bounded, simde_vreinterpretq_u32_f32(simde_vdupq_n_f32(0x1p-6f)));
    const simde_uint32x4_t power = simde_vandq_u32(minimum, simde_vdupq_n_u32(0x7f800000));
    const simde_uint32x4_t lower = simde_vaddq_u32(power, simde_vdupq_n_u32(0x9fffc38));
    const simde_uint32x4_t adder = simde_vaddq_u32(lower, simde_vshrq_n_u32(power, 20));
    const simde_float32x4_t sum = simde_vaddq_f32(simde_vreinterpretq_f32_u32(bounded), simde_vreinterpretq_f32_u32(adder));
    const simde_uint32x4_t rounded = simde_vandq_u32(simde_vreinterpretq_u32_f32(sum), simde_vdupq_n_u32(0x7f));
    const simde_uint32x4_t sign = simde_vshlq_n_u32(simde_vshrq_n_u32(bits, 31), 7);
    return simde_vmovn_u32(simde_vorrq_u32(rounded, sign));
}

static inline simde_uint8x16_t first_f8e4m3fnx16(simde_uint8x16_t a)
{
    return widen_f8e4m3fnx4(simde_vget_low_u16(simde_vmovl_u8(simde_vget_low_u8(a))));
}

static inline simde_uint8x16_t second_f8e4m3fnx16(simde_uint8x16_t a)
{
    return widen_f8e4m3fnx4(simde_vget_high_u16(simde_vmovl_u8(simde_vget_low_u8(a))));
}

static inline simde_uint8x16_t third_f8e4m3fnx16(simde_uint8x16_t a)
{
    return widen_f8e4m3fnx4(simde_vget_low_u16(simde_vmovl_u8(simde_vget_high_u8(a))));
}

static inline simde_uint8x16_t fourth_f8e4m3fnx16(simde_uint8x16_t a)
{
    return widen_f8e4m3fnx4(simde_vget_high_u16(simde_vmovl_u8(simde_vget_high_u8(a))));
}

static inline simde_uint8x16_t join_f8e4m3fnx16(simde_uint8x16_t first, simde_uint8x16_t second, simde_uint8x16_t third, simde_uint8x16_t fourth)
{
    const simde_uint16x8_t low = simde_vcombine_u16(narrow_f8e4m3fnx4(first), narrow_f8e4m3fnx4(second));
    const simde_uint16x8_t high = simde_vcombine_u16(narrow_f8e4m3fnx4(third), narrow_f8e4m3fnx4(fourth));
    return simde_vcombine_u8(simde_vmovn_u16(low), simde_vmovn_u16(high));
}

static inline simde_uint8x16_t add_f8e4m3fnx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = add_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    const simde_uint8x16_t second = add_f32x4(second_f8e4m3fnx16(a), second_f8e4m3fnx16(b));
    const simde_uint8x16_t third = add_f32x4(third_f8e4m3fnx16(a), third_f8e4m3fnx16(b));
    const simde_uint8x16_t fourth = add_f32x4(fourth_f8e4m3fnx16(a), fourth_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, second, third, fourth);
}

static inline simde_uint8x16_t sub_f8e4m3fnx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = sub_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    const simde_uint8x16_t second = sub_f32x4(second_f8e4m3fnx16(a), second_f8e4m3fnx16(b));
    const simde_uint8x16_t third = sub_f32x4(third_f8e4m3fnx16(a), third_f8e4m3fnx16(b));
    const simde_uint8x16_t fourth = sub_f32x4(fourth_f8e4m3fnx16(a), fourth_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, second, third, fourth);
}

static inline simde_uint8x16_t mul_f8e4m3fnx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = mul_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    const simde_uint8x16_t second = mul_f32x4(second_f8e4m3fnx16(a), second_f8e4m3fnx16(b));
    const simde_uint8x16_t third = mul_f32x4(third_f8e4m3fnx16(a), third_f8e4m3fnx16(b));
    const simde_uint8x16_t fourth = mul_f32x4(fourth_f8e4m3fnx16(a), fourth_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, second, third, fourth);
}

static inline simde_uint8x16_t min_f8e4m3fnx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = min_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    const simde_uint8x16_t second = min_f32x4(second_f8e4m3fnx16(a), second_f8e4m3fnx16(b));
    const simde_uint8x16_t third = min_f32x4(third_f8e4m3fnx16(a), third_f8e4m3fnx16(b));
    const simde_uint8x16_t fourth = min_f32x4(fourth_f8e4m3fnx16(a), fourth_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, second, third, fourth);
}

static inline simde_uint8x16_t max_f8e4m3fnx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = max_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    const simde_uint8x16_t second = max_f32x4(second_f8e4m3fnx16(a), second_f8e4m3fnx16(b));
    const simde_uint8x16_t third = max_f32x4(third_f8e4m3fnx16(a), third_f8e4m3fnx16(b));
    const simde_uint8x16_t fourth = max_f32x4(fourth_f8e4m3fnx16(a), fourth_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, second, third, fourth);
}

static inline simde_uint8x16_t min_number_f8e4m3fnx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = min_number_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    const simde_uint8x16_t second = min_number_f32x4(second_f8e4m3fnx16(a), second_f8e4m3fnx16(b));
    const simde_uint8x16_t third = min_number_f32x4(third_f8e4m3fnx16(a), third_f8e4m3fnx16(b));
    const simde_uint8x16_t fourth = min_number_f32x4(fourth_f8e4m3fnx16(a), fourth_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, second, third, fourth);
}

static inline simde_uint8x16_t max_number_f8e4m3fnx16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = max_number_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    const simde_uint8x16_t second = max_number_f32x4(second_f8e4m3fnx16(a), second_f8e4m3fnx16(b));
    const simde_uint8x16_t third = max_number_f32x4(third_f8e4m3fnx16(a), third_f8e4m3fnx16(b));
    const simde_uint8x16_t fourth = max_number_f32x4(fourth_f8e4m3fnx16(a), fourth_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, second, third, fourth);
}

static inline simde_uint8x16_t add_f8e4m3fnx4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = add_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, first, first, first);
}

static inline simde_uint8x16_t sub_f8e4m3fnx4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = sub_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, first, first, first);
}

static inline simde_uint8x16_t mul_f8e4m3fnx4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = mul_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, first, first, first);
}

static inline simde_uint8x16_t min_f8e4m3fnx4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = min_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, first, first, first);
}

static inline simde_uint8x16_t max_f8e4m3fnx4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = max_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, first, first, first);
}

static inline simde_uint8x16_t min_number_f8e4m3fnx4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = min_number_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, first, first, first);
}

static inline simde_uint8x16_t max_number_f8e4m3fnx4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = max_number_f32x4(first_f8e4m3fnx16(a), first_f8e4m3fnx16(b));
    return join_f8e4m3fnx16(first, first, first, first);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline simde_uint8x16_t widen_f8e5m2x4(simde_uint16x4_t a)
{
    const simde_uint32x4_t bits = simde_vmovl_u16(a);
    const simde_uint32x4_t magnitude = simde_vshlq_n_u32(simde_vandq_u32(bits, simde_vdupq_n_u32(0x7f)), 21);
    const simde_float32x4_t number = simde_vmulq_f32(simde_vreinterpretq_f32_u32(magnitude), simde_vdupq_n_f32(0x1p+112f));
    const simde_uint32x4_t special = simde_vcgeq_u32(magnitude, simde_vdupq_n_u32(0xf800000));
    const simde_uint32x4_t exponent = simde_vandq_u32(special, simde_vdupq_n_u32(0x7f800000));
    const simde_uint32x4_t sign = simde_vshlq_n_u32(simde_vshrq_n_u32(bits, 7), 31);
    return simde_vreinterpretq_u8_u32(simde_vorrq_u32(simde_vorrq_u32(simde_vreinterpretq_u32_f32(number), exponent), sign));
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline simde_uint16x4_t narrow_f8e5m2x4(simde_uint8x16_t a)
{
    const simde_uint32x4_t bits = simde_vreinterpretq_u32_u8(a);
    const simde_uint32x4_t magnitude = simde_vandq_u32(bits, simde_vdupq_n_u32(0x7fffffff));
    const simde_uint32x4_t bounded = simde_vminq_u32(magnitude, simde_vdupq_n_u32(0x47800000));
    const simde_uint32x4_t minimum = simde_vmaxq_u32(bounded, simde_vreinterpretq_u32_f32(simde_vdupq_n_f32(0x1p-14f)));
    const simde_uint32x4_t power = simde_vandq_u32(minimum, simde_vdupq_n_u32(0x7f800000));
    const simde_uint32x4_t lower = simde_vaddq_u32(power, simde_vdupq_n_u32(0xa7ffe3c));
    const simde_uint32x4_t adder = simde_vaddq_u32(lower, simde_vshrq_n_u32(power, 21));
    const simde_float32x4_t sum = simde_vaddq_f32(simde_vreinterpretq_f32_u32(bounded), simde_vreinterpretq_f32_u32(adder));
    const simde_uint32x4_t rounded = simde_vandq_u32(simde_vreinterpretq_u32_f32(sum), simde_vdupq_n_u32(0x7f));
    const simde_uint32x4_t sign = simde_vshlq_n_u32(simde_vshrq_n_u32(bits, 31), 7);
    const simde_uint32x4_t is_nan = simde_vcgtq_u32(magnitude, simde_vdupq_n_u32(0x7f800000));
    const simde_uint32x4_t nan = simde_vandq_u32(is_nan, simde_vdupq_n_u32(0x2));
    return simde_vmovn_u32(simde_vorrq_u32(simde_vorrq_u32(rounded, nan), sign));
}

static inline simde_uint8x16_t first_f8e5m2x16(simde_uint8x16_t a)
{
    return widen_f8e5m2x4(simde_vget_low_u16(simde_vmovl_u8(simde_vget_low_u8(a))));
}

static inline simde_uint8x16_t second_f8e5m2x16(simde_uint8x16_t a)
{
    return widen_f8e5m2x4(simde_vget_high_u16(simde_vmovl_u8(simde_vget_low_u8(a))));
}

static inline simde_uint8x16_t third_f8e5m2x16(simde_uint8x16_t a)
{
    return widen_f8e5m2x4(simde_vget_low_u16(simde_vmovl_u8(simde_vget_high_u8(a))));
}

static inline simde_uint8x16_t fourth_f8e5m2x16(simde_uint8x16_t a)
{
    return widen_f8e5m2x4(simde_vget_high_u16(simde_vmovl_u8(simde_vget_high_u8(a))));
}

static inline simde_uint8x16_t join_f8e5m2x16(simde_uint8x16_t first, simde_uint8x16_t second, simde_uint8x16_t third, simde_uint8x16_t fourth)
{
    const simde_uint16x8_t low = simde_vcombine_u16(narrow_f8e5m2x4(first), narrow_f8e5m2x4(second));
    const simde_uint16x8_t high = simde_vcombine_u16(narrow_f8e5m2x4(third), narrow_f8e5m2x4(fourth));
    return simde_vcombine_u8(simde_vmovn_u16(low), simde_vmovn_u16(high));
}

static inline simde_uint8x16_t add_f8e5m2x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = add_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    const simde_uint8x16_t second = add_f32x4(second_f8e5m2x16(a), second_f8e5m2x16(b));
    const simde_uint8x16_t third = add_f32x4(third_f8e5m2x16(a), third_f8e5m2x16(b));
    const simde_uint8x16_t fourth = add_f32x4(fourth_f8e5m2x16(a), fourth_f8e5m2x16(b));
    return join_f8e5m2x16(first, second, third, fourth);
}

static inline simde_uint8x16_t sub_f8e5m2x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = sub_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    const simde_uint8x16_t second = sub_f32x4(second_f8e5m2x16(a), second_f8e5m2x16(b));
    const simde_uint8x16_t third = sub_f32x4(third_f8e5m2x16(a), third_f8e5m2x16(b));
    const simde_uint8x16_t fourth = sub_f32x4(fourth_f8e5m2x16(a), fourth_f8e5m2x16(b));
    return join_f8e5m2x16(first, second, third, fourth);
}

static inline simde_uint8x16_t mul_f8e5m2x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = mul_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    const simde_uint8x16_t second = mul_f32x4(second_f8e5m2x16(a), second_f8e5m2x16(b));
    const simde_uint8x16_t third = mul_f32x4(third_f8e5m2x16(a), third_f8e5m2x16(b));
    const simde_uint8x16_t fourth = mul_f32x4(fourth_f8e5m2x16(a), fourth_f8e5m2x16(b));
    return join_f8e5m2x16(first, second, third, fourth);
}

static inline simde_uint8x16_t min_f8e5m2x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = min_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    const simde_uint8x16_t second = min_f32x4(second_f8e5m2x16(a), second_f8e5m2x16(b));
    const simde_uint8x16_t third = min_f32x4(third_f8e5m2x16(a), third_f8e5m2x16(b));
    const simde_uint8x16_t fourth = min_f32x4(fourth_f8e5m2x16(a), fourth_f8e5m2x16(b));
    return join_f8e5m2x16(first, second, third, fourth);
}

static inline simde_uint8x16_t max_f8e5m2x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = max_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    const simde_uint8x16_t second = max_f32x4(second_f8e5m2x16(a), second_f8e5m2x16(b));
    const simde_uint8x16_t third = max_f32x4(third_f8e5m2x16(a), third_f8e5m2x16(b));
    const simde_uint8x16_t fourth = max_f32x4(fourth_f8e5m2x16(a), fourth_f8e5m2x16(b));
    return join_f8e5m2x16(first, second, third, fourth);
}

static inline simde_uint8x16_t min_number_f8e5m2x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = min_number_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    const simde_uint8x16_t second = min_number_f32x4(second_f8e5m2x16(a), second_f8e5m2x16(b));
    const simde_uint8x16_t third = min_number_f32x4(third_f8e5m2x16(a), third_f8e5m2x16(b));
    const simde_uint8x16_t fourth = min_number_f32x4(fourth_f8e5m2x16(a), fourth_f8e5m2x16(b));
    return join_f8e5m2x16(first, second, third, fourth);
}

static inline simde_uint8x16_t max_number_f8e5m2x16(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = max_number_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    const simde_uint8x16_t second = max_number_f32x4(second_f8e5m2x16(a), second_f8e5m2x16(b));
    const simde_uint8x16_t third = max_number_f32x4(third_f8e5m2x16(a), third_f8e5m2x16(b));
    const simde_uint8x16_t fourth = max_number_f32x4(fourth_f8e5m2x16(a), fourth_f8e5m2x16(b));
    return join_f8e5m2x16(first, second, third, fourth);
}

static inline simde_uint8x16_t add_f8e5m2x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = add_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    return join_f8e5m2x16(first, first, first, first);
}

static inline simde_uint8x16_t sub_f8e5m2x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = sub_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    return join_f8e5m2x16(first, first, first, first);
}

static inline simde_uint8x16_t mul_f8e5m2x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = mul_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    return join_f8e5m2x16(first, first, first, first);
}

static inline simde_uint8x16_t min_f8e5m2x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = min_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    return join_f8e5m2x16(first, first, first, first);
}

static inline simde_uint8x16_t max_f8e5m2x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = max_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    return join_f8e5m2x16(first, first, first, first);
}

static inline simde_uint8x16_t min_number_f8e5m2x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = min_number_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    return join_f8e5m2x16(first, first, first, first);
}

static inline simde_uint8x16_t max_number_f8e5m2x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
    const simde_uint8x16_t first = max_number_f32x4(first_f8e5m2x16(a), first_f8e5m2x16(b));
    return join_f8e5m2x16(first, first, first, first);
}

/* SIMDe has no division. */
static inline simde_uint8x16_t div_f32x4(simde_uint8x16_t a, simde_uint8x16_t b)
{
#if defined(SIMDE_ARM_NEON_A64V8_NATIVE)
    return vreinterpretq_u8_f32(vdivq_f32(vreinterpretq_f32_u8(a), vreinterpretq_f32_u8(b)));
#else
    float x[4], y[4];
    simde_vst1q_f32(x, simde_vreinterpretq_f32_u8(a));
    simde_vst1q_f32(y, simde_vreinterpretq_f32_u8(b));
    for (int i = 0; i < 4; i++) x[i] = x[i] / y[i];
    return simde_vreinterpretq_u8_f32(simde_vld1q_f32(x));
#endif
}

static inline simde_uint8x16_t clamp_f32x4(simde_uint8x16_t a, simde_uint8x16_t largest)
{
    const simde_float32x4_t x = simde_vreinterpretq_f32_u8(a), end = simde_vreinterpretq_f32_u8(largest), low = simde_vnegq_f32(end);
    const simde_float32x4_t below = simde_vbslq_f32(simde_vcgtq_f32(x, end), end, x);
    return simde_vreinterpretq_u8_f32(simde_vbslq_f32(simde_vcgtq_f32(low, below), low, below));
}

static inline simde_uint8x16_t low_bf16x8(simde_uint8x16_t a)
{
    return simde_vreinterpretq_u8_u16(simde_vzip1q_u16(simde_vdupq_n_u16(0), simde_vreinterpretq_u16_u8(a)));
}

static inline simde_uint8x16_t high_bf16x8(simde_uint8x16_t a)
{
    return simde_vreinterpretq_u8_u16(simde_vzip2q_u16(simde_vdupq_n_u16(0), simde_vreinterpretq_u16_u8(a)));
}

/* Any float32, a NaN too: its bits may carry into the sign, so all are set. */
static inline simde_uint8x16_t round_any_bf16x4(simde_uint8x16_t a)
{
    const simde_float32x4_t x = simde_vreinterpretq_f32_u8(a);
    return simde_vorrq_u8(round_bf16x4(a), simde_vmvnq_u8(simde_vreinterpretq_u8_u32(simde_vceqq_f32(x, x))));
}

static inline simde_uint8x16_t pack_bf16x8(simde_uint8x16_t low, simde_uint8x16_t high)
{
    const simde_uint8x16_t a = round_any_bf16x4(low), b = round_any_bf16x4(high);
    return simde_vreinterpretq_u8_u16(simde_vuzp2q_u16(simde_vreinterpretq_u16_u8(a), simde_vreinterpretq_u16_u8(b)));
}

static inline simde_uint8x16_t widen_i8x4(simde_uint16x4_t a)
{
    const simde_float32x4_t magic = simde_vdupq_n_f32(0x1.8p+23f);
    const simde_uint32x4_t units = simde_vmovl_u16(a);
    /* With the highest bit flipped, a byte is 128 more than the number. */
    const simde_uint32x4_t flipped = simde_veorq_u32(units, simde_vdupq_n_u32(0x80));
    const simde_uint32x4_t sum = simde_vaddq_u32(flipped, simde_vreinterpretq_u32_f32(magic));
    return simde_vreinterpretq_u8_f32(simde_vsubq_f32(simde_vreinterpretq_f32_u32(sum), simde_vdupq_n_f32(0x1.8p+23f + 128.0f)));
}

/* To nearest even, in the low byte of each lane. It saturates; NaN gives 0. */
static inline simde_uint16x4_t narrow_i8x4(simde_uint8x16_t a)
{
    const simde_float32x4_t x = simde_vreinterpretq_f32_u8(a);
    const simde_uint8x16_t is_number = simde_vreinterpretq_u8_u32(simde_vceqq_f32(x, x));
    const simde_float32x4_t number = simde_vreinterpretq_f32_u8(simde_vandq_u8(a, is_number));
    const simde_float32x4_t at_least = simde_vmaxq_f32(number, simde_vdupq_n_f32(-128.0f));
    const simde_float32x4_t clamped = simde_vminq_f32(at_least, simde_vdupq_n_f32(127.0f));
    return simde_vmovn_u32(simde_vreinterpretq_u32_f32(simde_vaddq_f32(clamped, simde_vdupq_n_f32(0x1.8p+23f))));
}

static inline simde_uint8x16_t first_i8x16(simde_uint8x16_t a)
{
    return widen_i8x4(simde_vget_low_u16(simde_vmovl_u8(simde_vget_low_u8(a))));
}

static inline simde_uint8x16_t second_i8x16(simde_uint8x16_t a)
{
    return widen_i8x4(simde_vget_high_u16(simde_vmovl_u8(simde_vget_low_u8(a))));
}

static inline simde_uint8x16_t third_i8x16(simde_uint8x16_t a)
{
    return widen_i8x4(simde_vget_low_u16(simde_vmovl_u8(simde_vget_high_u8(a))));
}

static inline simde_uint8x16_t fourth_i8x16(simde_uint8x16_t a)
{
    return widen_i8x4(simde_vget_high_u16(simde_vmovl_u8(simde_vget_high_u8(a))));
}

static inline simde_uint8x16_t join_i8x16(simde_uint8x16_t first, simde_uint8x16_t second, simde_uint8x16_t third, simde_uint8x16_t fourth)
{
    const simde_uint16x8_t low = simde_vcombine_u16(narrow_i8x4(first), narrow_i8x4(second));
    const simde_uint16x8_t high = simde_vcombine_u16(narrow_i8x4(third), narrow_i8x4(fourth));
    return simde_vcombine_u8(simde_vmovn_u16(low), simde_vmovn_u16(high));
}

static inline simde_uint8x16_t widen_u8x4(simde_uint16x4_t a)
{
    const simde_float32x4_t magic = simde_vdupq_n_f32(0x1.8p+23f);
    const simde_uint32x4_t units = simde_vmovl_u16(a);
    const simde_uint32x4_t sum = simde_vaddq_u32(units, simde_vreinterpretq_u32_f32(magic));
    return simde_vreinterpretq_u8_f32(simde_vsubq_f32(simde_vreinterpretq_f32_u32(sum), magic));
}

static inline simde_uint8x16_t first_u8x16(simde_uint8x16_t a)
{
    return widen_u8x4(simde_vget_low_u16(simde_vmovl_u8(simde_vget_low_u8(a))));
}

static inline simde_uint8x16_t second_u8x16(simde_uint8x16_t a)
{
    return widen_u8x4(simde_vget_high_u16(simde_vmovl_u8(simde_vget_low_u8(a))));
}

static inline simde_uint8x16_t third_u8x16(simde_uint8x16_t a)
{
    return widen_u8x4(simde_vget_low_u16(simde_vmovl_u8(simde_vget_high_u8(a))));
}

static inline simde_uint8x16_t fourth_u8x16(simde_uint8x16_t a)
{
    return widen_u8x4(simde_vget_high_u16(simde_vmovl_u8(simde_vget_high_u8(a))));
}

static inline simde_uint64x2_t load_indices_i64(const void *from)
{
    return simde_vreinterpretq_u64_u8(simde_vld1q_u8(from));
}

static inline simde_uint64x2_t load_indices_i32(const void *from)
{
    return simde_vreinterpretq_u64_s64(simde_vmovl_s32(simde_vreinterpret_s32_u8(simde_vld1_u8(from))));
}

/* The sign bit of a lane is set where index < low or index > high. */
static inline simde_uint64x2_t out_of_bounds(simde_uint64x2_t index, simde_uint64x2_t low, simde_uint64x2_t high)
{
    return simde_vorrq_u64(simde_vsubq_u64(index, low), simde_vsubq_u64(high, index));
}

static inline simde_uint64x2_t join_out_of_bounds(simde_uint64x2_t a, simde_uint64x2_t b)
{
    return simde_vorrq_u64(a, b);
}

static inline int is_any_out_of_bounds(simde_uint64x2_t out_of_bounds)
{
    return (simde_vgetq_lane_u64(out_of_bounds, 0) | simde_vgetq_lane_u64(out_of_bounds, 1)) >> 63 != 0;
}

static inline simde_uint64x2_t is_negative(simde_uint64x2_t index)
{
    return simde_vcltzq_s64(simde_vreinterpretq_s64_u64(index));
}

static inline simde_uint64x2_t highest(simde_uint64x2_t size)
{
    return simde_vsubq_u64(size, simde_vdupq_n_u64(1));
}

static inline simde_uint64x2_t no_out_of_bounds(void)
{
    return simde_vdupq_n_u64(0);
}

/* low is -size if negative indices count from the end, and 0 if they do not. */
static inline simde_uint64x2_t wrap(simde_uint64x2_t index, simde_uint64x2_t low)
{
    return simde_vsubq_u64(index, simde_vandq_u64(is_negative(index), low));
}

/* The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice indices
 * in bounds is below 2^32; a sum with one out of bounds is not. */
static inline simde_uint64x2_t flag(simde_uint64x2_t slice_index, simde_uint64x2_t wrapped, simde_uint64x2_t high)
{
    const simde_uint64x2_t out_of_bounds = is_negative(simde_vorrq_u64(wrapped, simde_vsubq_u64(high, wrapped)));
    return simde_vbslq_u64(out_of_bounds, simde_vdupq_n_u64(UINT64_C(1) << 32), slice_index);
}

static inline simde_uint64x2_t clamp(simde_uint64x2_t wrapped, simde_uint64x2_t high)
{
    const simde_uint64x2_t minimum = simde_vbicq_u64(wrapped, is_negative(wrapped));
    return simde_vbslq_u64(simde_vcgtq_u64(minimum, high), high, minimum);
}

static inline simde_uint64x2_t load_positions(const uint32_t *from)
{
    return simde_vmovl_u32(simde_vld1_u32(from));
}

static inline simde_uint64x2_t add_positions(simde_uint64x2_t slice_indices, simde_uint64x2_t positions)
{
    return simde_vaddq_u64(slice_indices, positions);
}

static inline simde_uint64x2_t scale(simde_uint64x2_t index, simde_uint64x2_t stride)
{
    return simde_vmull_u32(simde_vmovn_u64(index), simde_vmovn_u64(stride));
}

static inline simde_uint64x2_t sum_k2(simde_uint64x2_t a, simde_uint64x2_t b)
{
    return simde_vpaddq_u64(a, b);
}

/* a b c hold x0 y0, z0 x1, y1 z1: b has what the pairs in a and c lack, in the lane of its tuple. */
static inline simde_uint64x2_t sum_k3(simde_uint64x2_t a, simde_uint64x2_t b, simde_uint64x2_t c)
{
    return simde_vaddq_u64(simde_vpaddq_u64(a, c), b);
}

static inline simde_uint64x2_t sum_k4(simde_uint64x2_t a, simde_uint64x2_t b, simde_uint64x2_t c, simde_uint64x2_t d)
{
    return simde_vpaddq_u64(simde_vaddq_u64(a, b), simde_vaddq_u64(c, d));
}

static inline simde_uint32x2_t to_slice_indices(simde_uint64x2_t sums)
{
    return simde_vmovn_u64(sums);
}

/* Sums with a flagged part become UINT32_MAX, which is not a slice index. */
static inline simde_uint32x2_t to_flagged_slice_indices(simde_uint64x2_t sums)
{
    return simde_vqmovn_u64(sums);
}

static inline void store_slice_indices(uint32_t *to, simde_uint32x2_t slice_indices)
{
    simde_vst1_u32(to, slice_indices);
}

static inline simde_uint32x2_t larger_slice_indices(simde_uint32x2_t a, simde_uint32x2_t b)
{
    return simde_vmax_u32(a, b);
}

static inline simde_uint32x2_t no_slice_indices(void)
{
    return simde_vdup_n_u32(0);
}

static inline uint32_t largest_slice_index(simde_uint32x2_t slice_indices)
{
    return simde_vmaxv_u32(slice_indices);
}

#endif /* STREW_NEON_VOCABULARY_H */
