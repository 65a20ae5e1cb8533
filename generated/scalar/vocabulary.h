/* Rendered from templates/vocabulary.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* The words in which kernels for plain C are written. */
#ifndef STREW_SCALAR_VOCABULARY_H
#define STREW_SCALAR_VOCABULARY_H

#include <float.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "elements.h"

#if FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 1 || FLT_EVAL_METHOD == 2
#error "strew rounds every result to its own type: compile with -msse2 -mfpmath=sse on 32-bit x86, -fexcess-precision=fast on s390x"
#endif

typedef struct bits128 {
    uint64_t half[2];
} bits128;

typedef struct complex64 {
    float re, im;
} complex64;

typedef struct complex128 {
    double re, im;
} complex128;

static inline uint8_t load_b8(const void *from)
    STREW_LOADS(from, uint8_t)
{
    uint8_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_b8(void *to, uint8_t value)
    STREW_STORES(to, uint8_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint16_t load_b16(const void *from)
    STREW_LOADS(from, uint16_t)
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_b16(void *to, uint16_t value)
    STREW_STORES(to, uint16_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint32_t load_b32(const void *from)
    STREW_LOADS(from, uint32_t)
{
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_b32(void *to, uint32_t value)
    STREW_STORES(to, uint32_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint64_t load_b64(const void *from)
    STREW_LOADS(from, uint64_t)
{
    uint64_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_b64(void *to, uint64_t value)
    STREW_STORES(to, uint64_t)
{
    memcpy(to, &value, sizeof value);
}

static inline bits128 load_b128(const void *from)
    STREW_LOADS(from, bits128)
{
    bits128 value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_b128(void *to, bits128 value)
    STREW_STORES(to, bits128)
{
    memcpy(to, &value, sizeof value);
}

static inline uint32_t load_u32(const void *from)
    STREW_LOADS(from, uint32_t)
{
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_u32(void *to, uint32_t value)
    STREW_STORES(to, uint32_t)
{
    memcpy(to, &value, sizeof value);
}

static inline uint64_t load_u64(const void *from)
    STREW_LOADS(from, uint64_t)
{
    uint64_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_u64(void *to, uint64_t value)
    STREW_STORES(to, uint64_t)
{
    memcpy(to, &value, sizeof value);
}

static inline complex64 load_c64(const void *from)
    STREW_LOADS(from, complex64)
{
    complex64 value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_c64(void *to, complex64 value)
    STREW_STORES(to, complex64)
{
    memcpy(to, &value, sizeof value);
}

static inline complex128 load_c128(const void *from)
    STREW_LOADS(from, complex128)
{
    complex128 value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_c128(void *to, complex128 value)
    STREW_STORES(to, complex128)
{
    memcpy(to, &value, sizeof value);
}

static inline uint64_t to_bits_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double from_bits_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Equal numbers are the same bits, or two zeros whose signs are joined: -0 < +0. A NaN equals nothing, and a + b keeps it. */
static inline float min_f32(float a, float b)
{
    if (a == b) return from_bits_f32(to_bits_f32(a) | to_bits_f32(b));
    if (a != a || b != b) return a + b;
    return a < b ? a : b;
}

static inline float max_f32(float a, float b)
{
    if (a == b) return from_bits_f32(to_bits_f32(a) & to_bits_f32(b));
    if (a != a || b != b) return a + b;
    return a > b ? a : b;
}

static inline float min_number_f32(float a, float b)
{
    if (a != a) return b;
    return b != b ? a : min_f32(a, b);
}

static inline float max_number_f32(float a, float b)
{
    if (a != a) return b;
    return b != b ? a : max_f32(a, b);
}

/* Equal numbers are the same bits, or two zeros whose signs are joined: -0 < +0. A NaN equals nothing, and a + b keeps it. */
static inline double min_f64(double a, double b)
{
    if (a == b) return from_bits_f64(to_bits_f64(a) | to_bits_f64(b));
    if (a != a || b != b) return a + b;
    return a < b ? a : b;
}

static inline double max_f64(double a, double b)
{
    if (a == b) return from_bits_f64(to_bits_f64(a) & to_bits_f64(b));
    if (a != a || b != b) return a + b;
    return a > b ? a : b;
}

static inline double min_number_f64(double a, double b)
{
    if (a != a) return b;
    return b != b ? a : min_f64(a, b);
}

static inline double max_number_f64(double a, double b)
{
    if (a != a) return b;
    return b != b ? a : max_f64(a, b);
}

static inline int32_t min_i32(int32_t a, int32_t b)
{
    return b < a ? b : a;
}

static inline int32_t max_i32(int32_t a, int32_t b)
{
    return b > a ? b : a;
}

static inline int64_t min_i64(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

static inline int64_t max_i64(int64_t a, int64_t b)
{
    return b > a ? b : a;
}

static inline uint32_t min_u32(uint32_t a, uint32_t b)
{
    return b < a ? b : a;
}

static inline uint32_t max_u32(uint32_t a, uint32_t b)
{
    return b > a ? b : a;
}

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
    return b < a ? b : a;
}

static inline uint64_t max_u64(uint64_t a, uint64_t b)
{
    return b > a ? b : a;
}

static inline int is_nan_c64(complex64 a)
{
    return a.re != a.re || a.im != a.im;
}

static inline int is_less_c64(complex64 a, complex64 b)
{
    return a.re < b.re || (a.re == b.re && a.im < b.im);
}

static inline complex64 mul_c64(complex64 a, complex64 b)
{
    const complex64 product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return product;
}

static inline complex64 min_c64(complex64 a, complex64 b)
{
    if (is_nan_c64(a)) return a;
    return is_nan_c64(b) || is_less_c64(b, a) ? b : a;
}

static inline complex64 max_c64(complex64 a, complex64 b)
{
    if (is_nan_c64(a)) return a;
    return is_nan_c64(b) || is_less_c64(a, b) ? b : a;
}

static inline complex64 min_number_c64(complex64 a, complex64 b)
{
    if (is_nan_c64(a)) return b;
    return is_nan_c64(b) ? a : min_c64(a, b);
}

static inline complex64 max_number_c64(complex64 a, complex64 b)
{
    if (is_nan_c64(a)) return b;
    return is_nan_c64(b) ? a : max_c64(a, b);
}

static inline int is_nan_c128(complex128 a)
{
    return a.re != a.re || a.im != a.im;
}

static inline int is_less_c128(complex128 a, complex128 b)
{
    return a.re < b.re || (a.re == b.re && a.im < b.im);
}

static inline complex128 mul_c128(complex128 a, complex128 b)
{
    const complex128 product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return product;
}

static inline complex128 min_c128(complex128 a, complex128 b)
{
    if (is_nan_c128(a)) return a;
    return is_nan_c128(b) || is_less_c128(b, a) ? b : a;
}

static inline complex128 max_c128(complex128 a, complex128 b)
{
    if (is_nan_c128(a)) return a;
    return is_nan_c128(b) || is_less_c128(a, b) ? b : a;
}

static inline complex128 min_number_c128(complex128 a, complex128 b)
{
    if (is_nan_c128(a)) return b;
    return is_nan_c128(b) ? a : min_c128(a, b);
}

static inline complex128 max_number_c128(complex128 a, complex128 b)
{
    if (is_nan_c128(a)) return b;
    return is_nan_c128(b) ? a : max_c128(a, b);
}

static inline uint16_t add_f16(uint16_t a, uint16_t b)
{
    return narrow_f16(add_f32(widen_f16(a), widen_f16(b)));
}

static inline uint16_t sub_f16(uint16_t a, uint16_t b)
{
    return narrow_f16(sub_f32(widen_f16(a), widen_f16(b)));
}

static inline uint16_t mul_f16(uint16_t a, uint16_t b)
{
    return narrow_f16(mul_f32(widen_f16(a), widen_f16(b)));
}

static inline uint16_t min_f16(uint16_t a, uint16_t b)
{
    return narrow_f16(min_f32(widen_f16(a), widen_f16(b)));
}

static inline uint16_t max_f16(uint16_t a, uint16_t b)
{
    return narrow_f16(max_f32(widen_f16(a), widen_f16(b)));
}

static inline uint16_t min_number_f16(uint16_t a, uint16_t b)
{
    return narrow_f16(min_number_f32(widen_f16(a), widen_f16(b)));
}

static inline uint16_t max_number_f16(uint16_t a, uint16_t b)
{
    return narrow_f16(max_number_f32(widen_f16(a), widen_f16(b)));
}

static inline uint16_t sub_bf16(uint16_t a, uint16_t b)
{
    return narrow_bf16(sub_f32(widen_bf16(a), widen_bf16(b)));
}

static inline uint16_t mul_bf16(uint16_t a, uint16_t b)
{
    return narrow_bf16(mul_f32(widen_bf16(a), widen_bf16(b)));
}

static inline uint16_t min_bf16(uint16_t a, uint16_t b)
{
    return narrow_bf16(min_f32(widen_bf16(a), widen_bf16(b)));
}

static inline uint16_t max_bf16(uint16_t a, uint16_t b)
{
    return narrow_bf16(max_f32(widen_bf16(a), widen_bf16(b)));
}

static inline uint16_t min_number_bf16(uint16_t a, uint16_t b)
{
    return narrow_bf16(min_number_f32(widen_bf16(a), widen_bf16(b)));
}

static inline uint16_t max_number_bf16(uint16_t a, uint16_t b)
{
    return narrow_bf16(max_number_f32(widen_bf16(a), widen_bf16(b)));
}

static inline uint8_t add_f8e4m3fn(uint8_t a, uint8_t b)
{
    return narrow_f8e4m3fn(add_f32(widen_f8e4m3fn(a), widen_f8e4m3fn(b)));
}

static inline uint8_t sub_f8e4m3fn(uint8_t a, uint8_t b)
{
    return narrow_f8e4m3fn(sub_f32(widen_f8e4m3fn(a), widen_f8e4m3fn(b)));
}

static inline uint8_t mul_f8e4m3fn(uint8_t a, uint8_t b)
{
    return narrow_f8e4m3fn(mul_f32(widen_f8e4m3fn(a), widen_f8e4m3fn(b)));
}

static inline uint8_t min_f8e4m3fn(uint8_t a, uint8_t b)
{
    return narrow_f8e4m3fn(min_f32(widen_f8e4m3fn(a), widen_f8e4m3fn(b)));
}

static inline uint8_t max_f8e4m3fn(uint8_t a, uint8_t b)
{
    return narrow_f8e4m3fn(max_f32(widen_f8e4m3fn(a), widen_f8e4m3fn(b)));
}

static inline uint8_t min_number_f8e4m3fn(uint8_t a, uint8_t b)
{
    return narrow_f8e4m3fn(min_number_f32(widen_f8e4m3fn(a), widen_f8e4m3fn(b)));
}

static inline uint8_t max_number_f8e4m3fn(uint8_t a, uint8_t b)
{
    return narrow_f8e4m3fn(max_number_f32(widen_f8e4m3fn(a), widen_f8e4m3fn(b)));
}

static inline uint8_t add_f8e5m2(uint8_t a, uint8_t b)
{
    return narrow_f8e5m2(add_f32(widen_f8e5m2(a), widen_f8e5m2(b)));
}

static inline uint8_t sub_f8e5m2(uint8_t a, uint8_t b)
{
    return narrow_f8e5m2(sub_f32(widen_f8e5m2(a), widen_f8e5m2(b)));
}

static inline uint8_t mul_f8e5m2(uint8_t a, uint8_t b)
{
    return narrow_f8e5m2(mul_f32(widen_f8e5m2(a), widen_f8e5m2(b)));
}

static inline uint8_t min_f8e5m2(uint8_t a, uint8_t b)
{
    return narrow_f8e5m2(min_f32(widen_f8e5m2(a), widen_f8e5m2(b)));
}

static inline uint8_t max_f8e5m2(uint8_t a, uint8_t b)
{
    return narrow_f8e5m2(max_f32(widen_f8e5m2(a), widen_f8e5m2(b)));
}

static inline uint8_t min_number_f8e5m2(uint8_t a, uint8_t b)
{
    return narrow_f8e5m2(min_number_f32(widen_f8e5m2(a), widen_f8e5m2(b)));
}

static inline uint8_t max_number_f8e5m2(uint8_t a, uint8_t b)
{
    return narrow_f8e5m2(max_number_f32(widen_f8e5m2(a), widen_f8e5m2(b)));
}

static inline float widen_i8(int8_t value)
{
    return (float)value;
}

/* To nearest even, by float's own adder, in the low byte of a sum. It saturates; NaN gives 0. */
static inline int8_t narrow_i8(float value)
{
    const float number = value != value ? 0.0f : value, at_least = number < -128.0f ? -128.0f : number;
    const float clamped = at_least > 127.0f ? 127.0f : at_least;
    return (int8_t)(to_bits_f32(clamped + 0x1.8p+23f) & 0xffu);
}

static inline float widen_u8(uint8_t value)
{
    return (float)value;
}

/* low is -size if negative indices count from the end, and 0 if they do not. */
static inline uint64_t wrap(int64_t index, int64_t low)
{
    return (uint64_t)index - (index < 0 ? (uint64_t)low : 0);
}

static inline uint64_t clamp(uint64_t wrapped, int64_t size)
{
    const int64_t index = (int64_t)wrapped;
    return index < 0 ? 0 : (uint64_t)(index < size ? index : size - 1);
}

#endif /* STREW_SCALAR_VOCABULARY_H */
