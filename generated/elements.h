/* Rendered from templates/elements.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* Words for one element in a general register. Kernels of every instruction set use them where a vector register is slower. */
#ifndef STREW_ELEMENTS_H
#define STREW_ELEMENTS_H

#include <stdint.h>
#include <string.h>

#include "contract.h"

static inline uint16_t load_bf16(const void *from)
    STREW_LOADS(from, uint16_t)
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_bf16(void *to, uint16_t value)
    STREW_STORES(to, uint16_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint32_t to_bits_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float from_bits_f32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float add_f32(float a, float b)
{
    return a + b;
}

/* The exponent is float's own: only the mantissa is shorter. */
static inline float widen_bf16(uint16_t value)
{
    return from_bits_f32((uint32_t)value << 16);
}

/* To nearest even: half a unit less one, plus the last bit kept, is added. */
static inline uint16_t narrow_bf16(float value)
{
    const uint32_t bits = to_bits_f32(value), rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    return (uint16_t)(value != value ? bits >> 16 | 0x7fc0u : rounded);
}

static inline uint16_t add_bf16(uint16_t a, uint16_t b)
{
    return narrow_bf16(add_f32(widen_bf16(a), widen_bf16(b)));
}

static inline int8_t load_i8(const void *from)
    STREW_LOADS(from, int8_t)
{
    int8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_i8(void *to, int8_t value)
    STREW_STORES(to, int8_t)
{
    memcpy(to, &value, sizeof value);
}

static inline int8_t add_i8(int8_t a, int8_t b)
{
    return (int8_t)((uint32_t)a + (uint32_t)b);
}

static inline int8_t sub_i8(int8_t a, int8_t b)
{
    return (int8_t)((uint32_t)a - (uint32_t)b);
}

static inline int8_t mul_i8(int8_t a, int8_t b)
{
    return (int8_t)((uint32_t)a * (uint32_t)b);
}

static inline int8_t min_i8(int8_t a, int8_t b)
{
    return b < a ? b : a;
}

static inline int8_t max_i8(int8_t a, int8_t b)
{
    return b > a ? b : a;
}

static inline int16_t load_i16(const void *from)
    STREW_LOADS(from, int16_t)
{
    int16_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_i16(void *to, int16_t value)
    STREW_STORES(to, int16_t)
{
    memcpy(to, &value, sizeof value);
}

static inline int16_t add_i16(int16_t a, int16_t b)
{
    return (int16_t)((uint32_t)a + (uint32_t)b);
}

static inline int16_t sub_i16(int16_t a, int16_t b)
{
    return (int16_t)((uint32_t)a - (uint32_t)b);
}

static inline int16_t mul_i16(int16_t a, int16_t b)
{
    return (int16_t)((uint32_t)a * (uint32_t)b);
}

static inline int16_t min_i16(int16_t a, int16_t b)
{
    return b < a ? b : a;
}

static inline int16_t max_i16(int16_t a, int16_t b)
{
    return b > a ? b : a;
}

static inline int32_t load_i32(const void *from)
    STREW_LOADS(from, int32_t)
{
    int32_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_i32(void *to, int32_t value)
    STREW_STORES(to, int32_t)
{
    memcpy(to, &value, sizeof value);
}

static inline int32_t add_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static inline int32_t sub_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

static inline int32_t mul_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

static inline int64_t load_i64(const void *from)
    STREW_LOADS(from, int64_t)
{
    int64_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_i64(void *to, int64_t value)
    STREW_STORES(to, int64_t)
{
    memcpy(to, &value, sizeof value);
}

static inline int64_t add_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static inline int64_t sub_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static inline int64_t mul_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static inline uint8_t load_u8(const void *from)
    STREW_LOADS(from, uint8_t)
{
    uint8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_u8(void *to, uint8_t value)
    STREW_STORES(to, uint8_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint8_t min_u8(uint8_t a, uint8_t b)
{
    return b < a ? b : a;
}

static inline uint8_t max_u8(uint8_t a, uint8_t b)
{
    return b > a ? b : a;
}

static inline uint16_t load_u16(const void *from)
    STREW_LOADS(from, uint16_t)
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_u16(void *to, uint16_t value)
    STREW_STORES(to, uint16_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint16_t min_u16(uint16_t a, uint16_t b)
{
    return b < a ? b : a;
}

static inline uint16_t max_u16(uint16_t a, uint16_t b)
{
    return b > a ? b : a;
}

static inline uint8_t load_bool(const void *from)
    STREW_LOADS(from, uint8_t)
{
    uint8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_bool(void *to, uint8_t value)
    STREW_STORES(to, uint8_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint8_t add_bool(uint8_t a, uint8_t b)
{
    return (uint8_t)((a != 0) | (b != 0));
}

static inline uint8_t sub_bool(uint8_t a, uint8_t b)
{
    return (uint8_t)((a != 0) ^ (b != 0));
}

static inline uint8_t mul_bool(uint8_t a, uint8_t b)
{
    return (uint8_t)((a != 0) & (b != 0));
}

static inline float load_f32(const void *from)
    STREW_LOADS(from, float)
{
    float value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_f32(void *to, float value)
    STREW_STORES(to, float)
{
    memcpy(to, &value, sizeof value);
}

static inline double load_f64(const void *from)
    STREW_LOADS(from, double)
{
    double value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_f64(void *to, double value)
    STREW_STORES(to, double)
{
    memcpy(to, &value, sizeof value);
}

static inline uint16_t load_f16(const void *from)
    STREW_LOADS(from, uint16_t)
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_f16(void *to, uint16_t value)
    STREW_STORES(to, uint16_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint8_t load_f8e4m3fn(const void *from)
    STREW_LOADS(from, uint8_t)
{
    uint8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_f8e4m3fn(void *to, uint8_t value)
    STREW_STORES(to, uint8_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint8_t load_f8e5m2(const void *from)
    STREW_LOADS(from, uint8_t)
{
    uint8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_f8e5m2(void *to, uint8_t value)
    STREW_STORES(to, uint8_t)
{
    memcpy(to, &value, sizeof value);
}

static inline float sub_f32(float a, float b)
{
    return a - b;
}

static inline float mul_f32(float a, float b)
{
    return a * b;
}

static inline double add_f64(double a, double b)
{
    return a + b;
}

static inline double sub_f64(double a, double b)
{
    return a - b;
}

static inline double mul_f64(double a, double b)
{
    return a * b;
}

/* The bits of a number, read as a float, are it times 2^-112; that holds for subnormals too. */
static inline float widen_f16(uint16_t value)
{
    const uint32_t magnitude = (uint32_t)(value & 0x7fffu) << 13;
    const uint32_t negative = (uint32_t)(value & 0x8000u) << 16;
    const uint32_t rebiased = to_bits_f32(from_bits_f32(magnitude) * 0x1p+112f);
    return from_bits_f32(negative | (magnitude >= 0xf800000u ? 0x7f800000u | magnitude : rebiased));
}

/* To nearest even. Below the minimum normal number float's own adder rounds; above it half a unit less one, plus the last bit kept,
 * does. */
static inline uint16_t narrow_f16(float value)
{
    const uint32_t bits = to_bits_f32(value), magnitude = bits & 0x7fffffffu, negative = bits >> 31 << 15;
    const uint32_t small = to_bits_f32(from_bits_f32(magnitude) + 0x1p-1f) - to_bits_f32(0x1p-1f);
    const uint32_t large = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
    const uint32_t rounded = magnitude < to_bits_f32(0x1p-14f) ? small : large;
    const uint32_t number = rounded < 0x7c00u ? rounded : 0x7c00u;
    return (uint16_t)(negative | (magnitude > 0x7f800000u ? 0x7e00u : number));
}

/* The bits of a number, read as a float, are it times 2^-120; that holds for subnormals too. */
static inline float widen_f8e4m3fn(uint8_t value)
{
    const uint32_t magnitude = (uint32_t)(value & 0x7fu) << 20;
    const uint32_t negative = (uint32_t)(value & 0x80u) << 24;
    const uint32_t rebiased = to_bits_f32(from_bits_f32(magnitude) * 0x1p+120f);
    return from_bits_f32(negative | (magnitude >= 0x7f00000u ? 0x7f800000u | magnitude : rebiased));
}

/* To nearest even. Below the minimum normal number float's own adder rounds; above it half a unit less one, plus the last bit kept,
 * does. */
static inline uint8_t narrow_f8e4m3fn(float value)
{
    const uint32_t bits = to_bits_f32(value), magnitude = bits & 0x7fffffffu, negative = bits >> 31 << 7;
    const uint32_t small = to_bits_f32(from_bits_f32(magnitude) + 0x1p+14f) - to_bits_f32(0x1p+14f);
    const uint32_t large = (magnitude - 0x3c000000u + 0x7ffffu + ((magnitude >> 20) & 1u)) >> 20;
    const uint32_t rounded = magnitude < to_bits_f32(0x1p-6f) ? small : large;
    const uint32_t number = rounded < 0x7fu ? rounded : 0x7fu;
    return (uint8_t)(negative | (magnitude > 0x7f800000u ? 0x7fu : number));
}

/* The bits of a number, read as a float, are it times 2^-112; that holds for subnormals too. */
static inline float widen_f8e5m2(uint8_t value)
{
    const uint32_t magnitude = (uint32_t)(value & 0x7fu) << 21;
    const uint32_t negative = (uint32_t)(value & 0x80u) << 24;
    const uint32_t rebiased = to_bits_f32(from_bits_f32(magnitude) * 0x1p+112f);
    return from_bits_f32(negative | (magnitude >= 0xf800000u ? 0x7f800000u | magnitude : rebiased));
}

/* To nearest even. Below the minimum normal number float's own adder rounds; above it half a unit less one, plus the last bit kept,
 * does. */
static inline uint8_t narrow_f8e5m2(float value)
{
    const uint32_t bits = to_bits_f32(value), magnitude = bits & 0x7fffffffu, negative = bits >> 31 << 7;
    const uint32_t small = to_bits_f32(from_bits_f32(magnitude) + 0x1p+7f) - to_bits_f32(0x1p+7f);
    const uint32_t large = (magnitude - 0x38000000u + 0xfffffu + ((magnitude >> 21) & 1u)) >> 21;
    const uint32_t rounded = magnitude < to_bits_f32(0x1p-14f) ? small : large;
    const uint32_t number = rounded < 0x7cu ? rounded : 0x7cu;
    return (uint8_t)(negative | (magnitude > 0x7f800000u ? 0x7eu : number));
}

#endif /* STREW_ELEMENTS_H */
