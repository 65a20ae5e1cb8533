/* Rendered from templates/elements.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* Words for one element in a general register. Kernels of every instruction set use them where a vector register is slower. */
#ifndef STREW_ELEMENTS_H
#define STREW_ELEMENTS_H

#include <stdint.h>
#include <string.h>

static inline uint16_t load_bf16(const void *from)
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_bf16(void *to, uint16_t value)
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
{
    int8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_i8(void *to, int8_t value)
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
{
    int16_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_i16(void *to, int16_t value)
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
{
    int32_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_i32(void *to, int32_t value)
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
{
    int64_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_i64(void *to, int64_t value)
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
{
    uint8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_u8(void *to, uint8_t value)
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
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_u16(void *to, uint16_t value)
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
{
    uint8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_bool(void *to, uint8_t value)
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

#endif /* STREW_ELEMENTS_H */
