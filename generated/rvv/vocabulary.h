/* Rendered from templates/vocabulary.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* The words in which kernels for RVV 1.0 (RISC-V) are written. */
#ifndef STREW_RVV_VOCABULARY_H
#define STREW_RVV_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <riscv_vector.h>

#include "elements.h"

static inline vuint8m8_t load_128(const void *from)
{
    return __riscv_vle8_v_u8m8(from, 128);
}

static inline void store_128(void *to, vuint8m8_t value)
{
    __riscv_vse8(to, value, 128);
}

static inline vuint8m4_t load_64(const void *from)
{
    return __riscv_vle8_v_u8m4(from, 64);
}

static inline void store_64(void *to, vuint8m4_t value)
{
    __riscv_vse8(to, value, 64);
}

static inline vuint8m2_t load_32(const void *from)
{
    return __riscv_vle8_v_u8m2(from, 32);
}

static inline void store_32(void *to, vuint8m2_t value)
{
    __riscv_vse8(to, value, 32);
}

static inline vuint8m1_t load_16(const void *from)
{
    return __riscv_vle8_v_u8m1(from, 16);
}

static inline void store_16(void *to, vuint8m1_t value)
{
    __riscv_vse8(to, value, 16);
}

static inline vuint8m1_t load_8(const void *from)
{
    return __riscv_vle8_v_u8m1(from, 8);
}

static inline void store_8(void *to, vuint8m1_t value)
{
    __riscv_vse8(to, value, 8);
}

static inline vuint8m1_t load_4(const void *from)
{
    return __riscv_vle8_v_u8m1(from, 4);
}

static inline void store_4(void *to, vuint8m1_t value)
{
    __riscv_vse8(to, value, 4);
}

static inline vuint8m1_t load_2(const void *from)
{
    return __riscv_vle8_v_u8m1(from, 2);
}

static inline void store_2(void *to, vuint8m1_t value)
{
    __riscv_vse8(to, value, 2);
}

static inline vuint8m1_t load_1(const void *from)
{
    return __riscv_vle8_v_u8m1(from, 1);
}

static inline void store_1(void *to, vuint8m1_t value)
{
    __riscv_vse8(to, value, 1);
}

static inline vuint8m8_t add_i8m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vadd(a, b, n);
}

static inline vuint8m8_t add_i8x128(vuint8m8_t a, vuint8m8_t b)
{
    return add_i8m8(a, b, 128);
}

static inline vuint8m8_t sub_i8m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vsub(a, b, n);
}

static inline vuint8m8_t sub_i8x128(vuint8m8_t a, vuint8m8_t b)
{
    return sub_i8m8(a, b, 128);
}

static inline vuint8m8_t mul_i8m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vmul(a, b, n);
}

static inline vuint8m8_t mul_i8x128(vuint8m8_t a, vuint8m8_t b)
{
    return mul_i8m8(a, b, 128);
}

static inline vuint8m8_t min_i8m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vmin(__riscv_vreinterpret_i8m8(a), __riscv_vreinterpret_i8m8(b), n));
}

static inline vuint8m8_t min_i8x128(vuint8m8_t a, vuint8m8_t b)
{
    return min_i8m8(a, b, 128);
}

static inline vuint8m8_t max_i8m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vmax(__riscv_vreinterpret_i8m8(a), __riscv_vreinterpret_i8m8(b), n));
}

static inline vuint8m8_t max_i8x128(vuint8m8_t a, vuint8m8_t b)
{
    return max_i8m8(a, b, 128);
}

static inline vuint8m8_t add_i16m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vadd(__riscv_vreinterpret_u16m8(a), __riscv_vreinterpret_u16m8(b), n));
}

static inline vuint8m8_t add_i16x64(vuint8m8_t a, vuint8m8_t b)
{
    return add_i16m8(a, b, 64);
}

static inline vuint8m8_t sub_i16m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vsub(__riscv_vreinterpret_u16m8(a), __riscv_vreinterpret_u16m8(b), n));
}

static inline vuint8m8_t sub_i16x64(vuint8m8_t a, vuint8m8_t b)
{
    return sub_i16m8(a, b, 64);
}

static inline vuint8m8_t mul_i16m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vmul(__riscv_vreinterpret_u16m8(a), __riscv_vreinterpret_u16m8(b), n));
}

static inline vuint8m8_t mul_i16x64(vuint8m8_t a, vuint8m8_t b)
{
    return mul_i16m8(a, b, 64);
}

static inline vuint8m8_t min_i16m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u16m8(__riscv_vmin(__riscv_vreinterpret_i16m8(__riscv_vreinterpret_i8m8(a)), __riscv_vreinterpret_i16m8(__riscv_vreinterpret_i8m8(b)), n)));
}

static inline vuint8m8_t min_i16x64(vuint8m8_t a, vuint8m8_t b)
{
    return min_i16m8(a, b, 64);
}

static inline vuint8m8_t max_i16m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u16m8(__riscv_vmax(__riscv_vreinterpret_i16m8(__riscv_vreinterpret_i8m8(a)), __riscv_vreinterpret_i16m8(__riscv_vreinterpret_i8m8(b)), n)));
}

static inline vuint8m8_t max_i16x64(vuint8m8_t a, vuint8m8_t b)
{
    return max_i16m8(a, b, 64);
}

static inline vuint8m8_t add_i32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vadd(__riscv_vreinterpret_u32m8(a), __riscv_vreinterpret_u32m8(b), n));
}

static inline vuint8m8_t add_i32x32(vuint8m8_t a, vuint8m8_t b)
{
    return add_i32m8(a, b, 32);
}

static inline vuint8m8_t sub_i32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vsub(__riscv_vreinterpret_u32m8(a), __riscv_vreinterpret_u32m8(b), n));
}

static inline vuint8m8_t sub_i32x32(vuint8m8_t a, vuint8m8_t b)
{
    return sub_i32m8(a, b, 32);
}

static inline vuint8m8_t mul_i32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vmul(__riscv_vreinterpret_u32m8(a), __riscv_vreinterpret_u32m8(b), n));
}

static inline vuint8m8_t mul_i32x32(vuint8m8_t a, vuint8m8_t b)
{
    return mul_i32m8(a, b, 32);
}

static inline vuint8m8_t min_i32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vmin(__riscv_vreinterpret_i32m8(__riscv_vreinterpret_i8m8(a)), __riscv_vreinterpret_i32m8(__riscv_vreinterpret_i8m8(b)), n)));
}

static inline vuint8m8_t min_i32x32(vuint8m8_t a, vuint8m8_t b)
{
    return min_i32m8(a, b, 32);
}

static inline vuint8m8_t max_i32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vmax(__riscv_vreinterpret_i32m8(__riscv_vreinterpret_i8m8(a)), __riscv_vreinterpret_i32m8(__riscv_vreinterpret_i8m8(b)), n)));
}

static inline vuint8m8_t max_i32x32(vuint8m8_t a, vuint8m8_t b)
{
    return max_i32m8(a, b, 32);
}

static inline vuint8m8_t add_i64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vadd(__riscv_vreinterpret_u64m8(a), __riscv_vreinterpret_u64m8(b), n));
}

static inline vuint8m8_t add_i64x16(vuint8m8_t a, vuint8m8_t b)
{
    return add_i64m8(a, b, 16);
}

static inline vuint8m8_t sub_i64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vsub(__riscv_vreinterpret_u64m8(a), __riscv_vreinterpret_u64m8(b), n));
}

static inline vuint8m8_t sub_i64x16(vuint8m8_t a, vuint8m8_t b)
{
    return sub_i64m8(a, b, 16);
}

static inline vuint8m8_t mul_i64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vmul(__riscv_vreinterpret_u64m8(a), __riscv_vreinterpret_u64m8(b), n));
}

static inline vuint8m8_t mul_i64x16(vuint8m8_t a, vuint8m8_t b)
{
    return mul_i64m8(a, b, 16);
}

static inline vuint8m8_t min_i64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vmin(__riscv_vreinterpret_i64m8(__riscv_vreinterpret_i8m8(a)), __riscv_vreinterpret_i64m8(__riscv_vreinterpret_i8m8(b)), n)));
}

static inline vuint8m8_t min_i64x16(vuint8m8_t a, vuint8m8_t b)
{
    return min_i64m8(a, b, 16);
}

static inline vuint8m8_t max_i64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vmax(__riscv_vreinterpret_i64m8(__riscv_vreinterpret_i8m8(a)), __riscv_vreinterpret_i64m8(__riscv_vreinterpret_i8m8(b)), n)));
}

static inline vuint8m8_t max_i64x16(vuint8m8_t a, vuint8m8_t b)
{
    return max_i64m8(a, b, 16);
}

static inline vuint8m8_t min_u8m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vminu(a, b, n);
}

static inline vuint8m8_t min_u8x128(vuint8m8_t a, vuint8m8_t b)
{
    return min_u8m8(a, b, 128);
}

static inline vuint8m8_t max_u8m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vmaxu(a, b, n);
}

static inline vuint8m8_t max_u8x128(vuint8m8_t a, vuint8m8_t b)
{
    return max_u8m8(a, b, 128);
}

static inline vuint8m8_t min_u16m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vminu(__riscv_vreinterpret_u16m8(a), __riscv_vreinterpret_u16m8(b), n));
}

static inline vuint8m8_t min_u16x64(vuint8m8_t a, vuint8m8_t b)
{
    return min_u16m8(a, b, 64);
}

static inline vuint8m8_t max_u16m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vmaxu(__riscv_vreinterpret_u16m8(a), __riscv_vreinterpret_u16m8(b), n));
}

static inline vuint8m8_t max_u16x64(vuint8m8_t a, vuint8m8_t b)
{
    return max_u16m8(a, b, 64);
}

static inline vuint8m8_t min_u32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vminu(__riscv_vreinterpret_u32m8(a), __riscv_vreinterpret_u32m8(b), n));
}

static inline vuint8m8_t min_u32x32(vuint8m8_t a, vuint8m8_t b)
{
    return min_u32m8(a, b, 32);
}

static inline vuint8m8_t max_u32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vmaxu(__riscv_vreinterpret_u32m8(a), __riscv_vreinterpret_u32m8(b), n));
}

static inline vuint8m8_t max_u32x32(vuint8m8_t a, vuint8m8_t b)
{
    return max_u32m8(a, b, 32);
}

static inline vuint8m8_t min_u64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vminu(__riscv_vreinterpret_u64m8(a), __riscv_vreinterpret_u64m8(b), n));
}

static inline vuint8m8_t min_u64x16(vuint8m8_t a, vuint8m8_t b)
{
    return min_u64m8(a, b, 16);
}

static inline vuint8m8_t max_u64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vmaxu(__riscv_vreinterpret_u64m8(a), __riscv_vreinterpret_u64m8(b), n));
}

static inline vuint8m8_t max_u64x16(vuint8m8_t a, vuint8m8_t b)
{
    return max_u64m8(a, b, 16);
}

static inline vuint8m8_t every_f32x32(float a)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vfmv_v_f_f32m8(a, 32)));
}

static inline vuint8m8_t add_f32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vfadd(__riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(a)), __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(b)), n)));
}

static inline vuint8m8_t add_f32x32(vuint8m8_t a, vuint8m8_t b)
{
    return add_f32m8(a, b, 32);
}

static inline vuint8m8_t sub_f32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vfsub(__riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(a)), __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(b)), n)));
}

static inline vuint8m8_t sub_f32x32(vuint8m8_t a, vuint8m8_t b)
{
    return sub_f32m8(a, b, 32);
}

static inline vuint8m8_t mul_f32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vfmul(__riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(a)), __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(b)), n)));
}

static inline vuint8m8_t mul_f32x32(vuint8m8_t a, vuint8m8_t b)
{
    return mul_f32m8(a, b, 32);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m8_t min_f32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    const vfloat32m8_t x = __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(a)), y = __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(b));
    const vbool4_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat32m8_t found = __riscv_vfmin_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m8_t min_f32x32(vuint8m8_t a, vuint8m8_t b)
{
    return min_f32m8(a, b, 32);
}

static inline vuint8m8_t min_number_f32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vfmin(__riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(a)), __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(b)), n)));
}

static inline vuint8m8_t min_number_f32x32(vuint8m8_t a, vuint8m8_t b)
{
    return min_number_f32m8(a, b, 32);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m8_t max_f32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    const vfloat32m8_t x = __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(a)), y = __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(b));
    const vbool4_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat32m8_t found = __riscv_vfmax_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m8_t max_f32x32(vuint8m8_t a, vuint8m8_t b)
{
    return max_f32m8(a, b, 32);
}

static inline vuint8m8_t max_number_f32m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u32m8(__riscv_vfmax(__riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(a)), __riscv_vreinterpret_f32m8(__riscv_vreinterpret_u32m8(b)), n)));
}

static inline vuint8m8_t max_number_f32x32(vuint8m8_t a, vuint8m8_t b)
{
    return max_number_f32m8(a, b, 32);
}

static inline vuint8m8_t every_f64x16(double a)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vfmv_v_f_f64m8(a, 16)));
}

static inline vuint8m8_t add_f64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vfadd(__riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(b)), n)));
}

static inline vuint8m8_t add_f64x16(vuint8m8_t a, vuint8m8_t b)
{
    return add_f64m8(a, b, 16);
}

static inline vuint8m8_t sub_f64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vfsub(__riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(b)), n)));
}

static inline vuint8m8_t sub_f64x16(vuint8m8_t a, vuint8m8_t b)
{
    return sub_f64m8(a, b, 16);
}

static inline vuint8m8_t mul_f64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vfmul(__riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(b)), n)));
}

static inline vuint8m8_t mul_f64x16(vuint8m8_t a, vuint8m8_t b)
{
    return mul_f64m8(a, b, 16);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m8_t min_f64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    const vfloat64m8_t x = __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), y = __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(b));
    const vbool8_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat64m8_t found = __riscv_vfmin_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m8_t min_f64x16(vuint8m8_t a, vuint8m8_t b)
{
    return min_f64m8(a, b, 16);
}

static inline vuint8m8_t min_number_f64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vfmin(__riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(b)), n)));
}

static inline vuint8m8_t min_number_f64x16(vuint8m8_t a, vuint8m8_t b)
{
    return min_number_f64m8(a, b, 16);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m8_t max_f64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    const vfloat64m8_t x = __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), y = __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(b));
    const vbool8_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat64m8_t found = __riscv_vfmax_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m8_t max_f64x16(vuint8m8_t a, vuint8m8_t b)
{
    return max_f64m8(a, b, 16);
}

static inline vuint8m8_t max_number_f64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vfmax(__riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(b)), n)));
}

static inline vuint8m8_t max_number_f64x16(vuint8m8_t a, vuint8m8_t b)
{
    return max_number_f64m8(a, b, 16);
}

static inline vuint8m8_t add_boolm8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vminu(__riscv_vor(a, b, n), 1, n);
}

static inline vuint8m8_t add_boolx128(vuint8m8_t a, vuint8m8_t b)
{
    return add_boolm8(a, b, 128);
}

static inline vuint8m8_t sub_boolm8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vxor(__riscv_vminu(a, 1, n), __riscv_vminu(b, 1, n), n);
}

static inline vuint8m8_t sub_boolx128(vuint8m8_t a, vuint8m8_t b)
{
    return sub_boolm8(a, b, 128);
}

static inline vuint8m8_t mul_boolm8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    return __riscv_vand(__riscv_vminu(a, 1, n), __riscv_vminu(b, 1, n), n);
}

static inline vuint8m8_t mul_boolx128(vuint8m8_t a, vuint8m8_t b)
{
    return mul_boolm8(a, b, 128);
}

static inline vuint8m8_t mul_c64m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    const vuint64m8_t x = __riscv_vreinterpret_u64m8(a), y = __riscv_vreinterpret_u64m8(b);
    const vfloat32m4_t x_re = __riscv_vreinterpret_f32m4(__riscv_vnsrl(x, 0, n)), x_im = __riscv_vreinterpret_f32m4(__riscv_vnsrl(x, 32, n));
    const vfloat32m4_t y_re = __riscv_vreinterpret_f32m4(__riscv_vnsrl(y, 0, n)), y_im = __riscv_vreinterpret_f32m4(__riscv_vnsrl(y, 32, n));
    const vfloat32m4_t re = __riscv_vfsub(__riscv_vfmul(x_re, y_re, n), __riscv_vfmul(x_im, y_im, n), n);
    const vfloat32m4_t im = __riscv_vfadd(__riscv_vfmul(x_re, y_im, n), __riscv_vfmul(x_im, y_re, n), n);
    const vuint32m4_t low = __riscv_vreinterpret_u32m4(re), high = __riscv_vreinterpret_u32m4(im);
    /* low + high, and 2^32 - 1 times high */
    const vuint64m8_t both = __riscv_vwmaccu(__riscv_vwaddu_vv(low, high, n), UINT32_MAX, high, n);
    return __riscv_vreinterpret_u8m8(both);
}

static inline vuint8m8_t mul_c64x16(vuint8m8_t a, vuint8m8_t b)
{
    return mul_c64m8(a, b, 16);
}

/* Odd lanes are imaginary parts. */
static inline vuint8m8_t mul_c128m8(vuint8m8_t a, vuint8m8_t b, size_t n)
{
    const size_t n_parts = 2 * n;
    const vfloat64m8_t x = __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), y = __riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(b));
    const vbool8_t odd = __riscv_vreinterpret_v_u8m1_b8(__riscv_vmv_v_x_u8m1(0xaa, (n_parts + 7) / 8)), even = __riscv_vreinterpret_v_u8m1_b8(__riscv_vmv_v_x_u8m1(0x55, (n_parts + 7) / 8));
    const vfloat64m8_t next_of_x = __riscv_vfslide1down(x, 0, n_parts), last_of_x = __riscv_vfslide1up(x, 0, n_parts);
    const vfloat64m8_t next_of_y = __riscv_vfslide1down(y, 0, n_parts), last_of_y = __riscv_vfslide1up(y, 0, n_parts);
    const vfloat64m8_t re = __riscv_vmerge(x, last_of_x, odd, n_parts), im = __riscv_vmerge(next_of_x, x, odd, n_parts);
    const vfloat64m8_t swapped = __riscv_vmerge(next_of_y, last_of_y, odd, n_parts);
    const vfloat64m8_t by_re = __riscv_vfmul(re, y, n_parts), by_im = __riscv_vfmul(im, swapped, n_parts);
    const vfloat64m8_t sum = __riscv_vfadd(by_re, by_im, n_parts);
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(__riscv_vfsub_mu(even, sum, by_re, by_im, n_parts)));
}

static inline vuint8m8_t mul_c128x8(vuint8m8_t a, vuint8m8_t b)
{
    return mul_c128m8(a, b, 8);
}

static inline vuint8m4_t add_i8m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vadd(a, b, n);
}

static inline vuint8m4_t add_i8x64(vuint8m4_t a, vuint8m4_t b)
{
    return add_i8m4(a, b, 64);
}

static inline vuint8m4_t sub_i8m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vsub(a, b, n);
}

static inline vuint8m4_t sub_i8x64(vuint8m4_t a, vuint8m4_t b)
{
    return sub_i8m4(a, b, 64);
}

static inline vuint8m4_t mul_i8m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vmul(a, b, n);
}

static inline vuint8m4_t mul_i8x64(vuint8m4_t a, vuint8m4_t b)
{
    return mul_i8m4(a, b, 64);
}

static inline vuint8m4_t min_i8m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vmin(__riscv_vreinterpret_i8m4(a), __riscv_vreinterpret_i8m4(b), n));
}

static inline vuint8m4_t min_i8x64(vuint8m4_t a, vuint8m4_t b)
{
    return min_i8m4(a, b, 64);
}

static inline vuint8m4_t max_i8m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vmax(__riscv_vreinterpret_i8m4(a), __riscv_vreinterpret_i8m4(b), n));
}

static inline vuint8m4_t max_i8x64(vuint8m4_t a, vuint8m4_t b)
{
    return max_i8m4(a, b, 64);
}

static inline vuint8m4_t add_i16m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vadd(__riscv_vreinterpret_u16m4(a), __riscv_vreinterpret_u16m4(b), n));
}

static inline vuint8m4_t add_i16x32(vuint8m4_t a, vuint8m4_t b)
{
    return add_i16m4(a, b, 32);
}

static inline vuint8m4_t sub_i16m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vsub(__riscv_vreinterpret_u16m4(a), __riscv_vreinterpret_u16m4(b), n));
}

static inline vuint8m4_t sub_i16x32(vuint8m4_t a, vuint8m4_t b)
{
    return sub_i16m4(a, b, 32);
}

static inline vuint8m4_t mul_i16m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vmul(__riscv_vreinterpret_u16m4(a), __riscv_vreinterpret_u16m4(b), n));
}

static inline vuint8m4_t mul_i16x32(vuint8m4_t a, vuint8m4_t b)
{
    return mul_i16m4(a, b, 32);
}

static inline vuint8m4_t min_i16m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u16m4(__riscv_vmin(__riscv_vreinterpret_i16m4(__riscv_vreinterpret_i8m4(a)), __riscv_vreinterpret_i16m4(__riscv_vreinterpret_i8m4(b)), n)));
}

static inline vuint8m4_t min_i16x32(vuint8m4_t a, vuint8m4_t b)
{
    return min_i16m4(a, b, 32);
}

static inline vuint8m4_t max_i16m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u16m4(__riscv_vmax(__riscv_vreinterpret_i16m4(__riscv_vreinterpret_i8m4(a)), __riscv_vreinterpret_i16m4(__riscv_vreinterpret_i8m4(b)), n)));
}

static inline vuint8m4_t max_i16x32(vuint8m4_t a, vuint8m4_t b)
{
    return max_i16m4(a, b, 32);
}

static inline vuint8m4_t add_i32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vadd(__riscv_vreinterpret_u32m4(a), __riscv_vreinterpret_u32m4(b), n));
}

static inline vuint8m4_t add_i32x16(vuint8m4_t a, vuint8m4_t b)
{
    return add_i32m4(a, b, 16);
}

static inline vuint8m4_t sub_i32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vsub(__riscv_vreinterpret_u32m4(a), __riscv_vreinterpret_u32m4(b), n));
}

static inline vuint8m4_t sub_i32x16(vuint8m4_t a, vuint8m4_t b)
{
    return sub_i32m4(a, b, 16);
}

static inline vuint8m4_t mul_i32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vmul(__riscv_vreinterpret_u32m4(a), __riscv_vreinterpret_u32m4(b), n));
}

static inline vuint8m4_t mul_i32x16(vuint8m4_t a, vuint8m4_t b)
{
    return mul_i32m4(a, b, 16);
}

static inline vuint8m4_t min_i32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vmin(__riscv_vreinterpret_i32m4(__riscv_vreinterpret_i8m4(a)), __riscv_vreinterpret_i32m4(__riscv_vreinterpret_i8m4(b)), n)));
}

static inline vuint8m4_t min_i32x16(vuint8m4_t a, vuint8m4_t b)
{
    return min_i32m4(a, b, 16);
}

static inline vuint8m4_t max_i32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vmax(__riscv_vreinterpret_i32m4(__riscv_vreinterpret_i8m4(a)), __riscv_vreinterpret_i32m4(__riscv_vreinterpret_i8m4(b)), n)));
}

static inline vuint8m4_t max_i32x16(vuint8m4_t a, vuint8m4_t b)
{
    return max_i32m4(a, b, 16);
}

static inline vuint8m4_t add_i64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vadd(__riscv_vreinterpret_u64m4(a), __riscv_vreinterpret_u64m4(b), n));
}

static inline vuint8m4_t add_i64x8(vuint8m4_t a, vuint8m4_t b)
{
    return add_i64m4(a, b, 8);
}

static inline vuint8m4_t sub_i64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vsub(__riscv_vreinterpret_u64m4(a), __riscv_vreinterpret_u64m4(b), n));
}

static inline vuint8m4_t sub_i64x8(vuint8m4_t a, vuint8m4_t b)
{
    return sub_i64m4(a, b, 8);
}

static inline vuint8m4_t mul_i64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vmul(__riscv_vreinterpret_u64m4(a), __riscv_vreinterpret_u64m4(b), n));
}

static inline vuint8m4_t mul_i64x8(vuint8m4_t a, vuint8m4_t b)
{
    return mul_i64m4(a, b, 8);
}

static inline vuint8m4_t min_i64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vmin(__riscv_vreinterpret_i64m4(__riscv_vreinterpret_i8m4(a)), __riscv_vreinterpret_i64m4(__riscv_vreinterpret_i8m4(b)), n)));
}

static inline vuint8m4_t min_i64x8(vuint8m4_t a, vuint8m4_t b)
{
    return min_i64m4(a, b, 8);
}

static inline vuint8m4_t max_i64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vmax(__riscv_vreinterpret_i64m4(__riscv_vreinterpret_i8m4(a)), __riscv_vreinterpret_i64m4(__riscv_vreinterpret_i8m4(b)), n)));
}

static inline vuint8m4_t max_i64x8(vuint8m4_t a, vuint8m4_t b)
{
    return max_i64m4(a, b, 8);
}

static inline vuint8m4_t min_u8m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vminu(a, b, n);
}

static inline vuint8m4_t min_u8x64(vuint8m4_t a, vuint8m4_t b)
{
    return min_u8m4(a, b, 64);
}

static inline vuint8m4_t max_u8m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vmaxu(a, b, n);
}

static inline vuint8m4_t max_u8x64(vuint8m4_t a, vuint8m4_t b)
{
    return max_u8m4(a, b, 64);
}

static inline vuint8m4_t min_u16m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vminu(__riscv_vreinterpret_u16m4(a), __riscv_vreinterpret_u16m4(b), n));
}

static inline vuint8m4_t min_u16x32(vuint8m4_t a, vuint8m4_t b)
{
    return min_u16m4(a, b, 32);
}

static inline vuint8m4_t max_u16m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vmaxu(__riscv_vreinterpret_u16m4(a), __riscv_vreinterpret_u16m4(b), n));
}

static inline vuint8m4_t max_u16x32(vuint8m4_t a, vuint8m4_t b)
{
    return max_u16m4(a, b, 32);
}

static inline vuint8m4_t min_u32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vminu(__riscv_vreinterpret_u32m4(a), __riscv_vreinterpret_u32m4(b), n));
}

static inline vuint8m4_t min_u32x16(vuint8m4_t a, vuint8m4_t b)
{
    return min_u32m4(a, b, 16);
}

static inline vuint8m4_t max_u32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vmaxu(__riscv_vreinterpret_u32m4(a), __riscv_vreinterpret_u32m4(b), n));
}

static inline vuint8m4_t max_u32x16(vuint8m4_t a, vuint8m4_t b)
{
    return max_u32m4(a, b, 16);
}

static inline vuint8m4_t min_u64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vminu(__riscv_vreinterpret_u64m4(a), __riscv_vreinterpret_u64m4(b), n));
}

static inline vuint8m4_t min_u64x8(vuint8m4_t a, vuint8m4_t b)
{
    return min_u64m4(a, b, 8);
}

static inline vuint8m4_t max_u64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vmaxu(__riscv_vreinterpret_u64m4(a), __riscv_vreinterpret_u64m4(b), n));
}

static inline vuint8m4_t max_u64x8(vuint8m4_t a, vuint8m4_t b)
{
    return max_u64m4(a, b, 8);
}

static inline vuint8m4_t every_f32x16(float a)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vfmv_v_f_f32m4(a, 16)));
}

static inline vuint8m4_t add_f32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vfadd(__riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(b)), n)));
}

static inline vuint8m4_t add_f32x16(vuint8m4_t a, vuint8m4_t b)
{
    return add_f32m4(a, b, 16);
}

static inline vuint8m4_t sub_f32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vfsub(__riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(b)), n)));
}

static inline vuint8m4_t sub_f32x16(vuint8m4_t a, vuint8m4_t b)
{
    return sub_f32m4(a, b, 16);
}

static inline vuint8m4_t mul_f32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vfmul(__riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(b)), n)));
}

static inline vuint8m4_t mul_f32x16(vuint8m4_t a, vuint8m4_t b)
{
    return mul_f32m4(a, b, 16);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m4_t min_f32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    const vfloat32m4_t x = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), y = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(b));
    const vbool8_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat32m4_t found = __riscv_vfmin_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m4_t min_f32x16(vuint8m4_t a, vuint8m4_t b)
{
    return min_f32m4(a, b, 16);
}

static inline vuint8m4_t min_number_f32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vfmin(__riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(b)), n)));
}

static inline vuint8m4_t min_number_f32x16(vuint8m4_t a, vuint8m4_t b)
{
    return min_number_f32m4(a, b, 16);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m4_t max_f32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    const vfloat32m4_t x = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), y = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(b));
    const vbool8_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat32m4_t found = __riscv_vfmax_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m4_t max_f32x16(vuint8m4_t a, vuint8m4_t b)
{
    return max_f32m4(a, b, 16);
}

static inline vuint8m4_t max_number_f32m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vfmax(__riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(b)), n)));
}

static inline vuint8m4_t max_number_f32x16(vuint8m4_t a, vuint8m4_t b)
{
    return max_number_f32m4(a, b, 16);
}

static inline vuint8m4_t every_f64x8(double a)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vfmv_v_f_f64m4(a, 8)));
}

static inline vuint8m4_t add_f64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vfadd(__riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(a)), __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(b)), n)));
}

static inline vuint8m4_t add_f64x8(vuint8m4_t a, vuint8m4_t b)
{
    return add_f64m4(a, b, 8);
}

static inline vuint8m4_t sub_f64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vfsub(__riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(a)), __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(b)), n)));
}

static inline vuint8m4_t sub_f64x8(vuint8m4_t a, vuint8m4_t b)
{
    return sub_f64m4(a, b, 8);
}

static inline vuint8m4_t mul_f64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vfmul(__riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(a)), __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(b)), n)));
}

static inline vuint8m4_t mul_f64x8(vuint8m4_t a, vuint8m4_t b)
{
    return mul_f64m4(a, b, 8);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m4_t min_f64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    const vfloat64m4_t x = __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(a)), y = __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(b));
    const vbool16_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat64m4_t found = __riscv_vfmin_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m4_t min_f64x8(vuint8m4_t a, vuint8m4_t b)
{
    return min_f64m4(a, b, 8);
}

static inline vuint8m4_t min_number_f64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vfmin(__riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(a)), __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(b)), n)));
}

static inline vuint8m4_t min_number_f64x8(vuint8m4_t a, vuint8m4_t b)
{
    return min_number_f64m4(a, b, 8);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m4_t max_f64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    const vfloat64m4_t x = __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(a)), y = __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(b));
    const vbool16_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat64m4_t found = __riscv_vfmax_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m4_t max_f64x8(vuint8m4_t a, vuint8m4_t b)
{
    return max_f64m4(a, b, 8);
}

static inline vuint8m4_t max_number_f64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vfmax(__riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(a)), __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(b)), n)));
}

static inline vuint8m4_t max_number_f64x8(vuint8m4_t a, vuint8m4_t b)
{
    return max_number_f64m4(a, b, 8);
}

static inline vuint8m4_t add_boolm4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vminu(__riscv_vor(a, b, n), 1, n);
}

static inline vuint8m4_t add_boolx64(vuint8m4_t a, vuint8m4_t b)
{
    return add_boolm4(a, b, 64);
}

static inline vuint8m4_t sub_boolm4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vxor(__riscv_vminu(a, 1, n), __riscv_vminu(b, 1, n), n);
}

static inline vuint8m4_t sub_boolx64(vuint8m4_t a, vuint8m4_t b)
{
    return sub_boolm4(a, b, 64);
}

static inline vuint8m4_t mul_boolm4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    return __riscv_vand(__riscv_vminu(a, 1, n), __riscv_vminu(b, 1, n), n);
}

static inline vuint8m4_t mul_boolx64(vuint8m4_t a, vuint8m4_t b)
{
    return mul_boolm4(a, b, 64);
}

static inline vuint8m4_t mul_c64m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    const vuint64m4_t x = __riscv_vreinterpret_u64m4(a), y = __riscv_vreinterpret_u64m4(b);
    const vfloat32m2_t x_re = __riscv_vreinterpret_f32m2(__riscv_vnsrl(x, 0, n)), x_im = __riscv_vreinterpret_f32m2(__riscv_vnsrl(x, 32, n));
    const vfloat32m2_t y_re = __riscv_vreinterpret_f32m2(__riscv_vnsrl(y, 0, n)), y_im = __riscv_vreinterpret_f32m2(__riscv_vnsrl(y, 32, n));
    const vfloat32m2_t re = __riscv_vfsub(__riscv_vfmul(x_re, y_re, n), __riscv_vfmul(x_im, y_im, n), n);
    const vfloat32m2_t im = __riscv_vfadd(__riscv_vfmul(x_re, y_im, n), __riscv_vfmul(x_im, y_re, n), n);
    const vuint32m2_t low = __riscv_vreinterpret_u32m2(re), high = __riscv_vreinterpret_u32m2(im);
    /* low + high, and 2^32 - 1 times high */
    const vuint64m4_t both = __riscv_vwmaccu(__riscv_vwaddu_vv(low, high, n), UINT32_MAX, high, n);
    return __riscv_vreinterpret_u8m4(both);
}

static inline vuint8m4_t mul_c64x8(vuint8m4_t a, vuint8m4_t b)
{
    return mul_c64m4(a, b, 8);
}

/* Odd lanes are imaginary parts. */
static inline vuint8m4_t mul_c128m4(vuint8m4_t a, vuint8m4_t b, size_t n)
{
    const size_t n_parts = 2 * n;
    const vfloat64m4_t x = __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(a)), y = __riscv_vreinterpret_f64m4(__riscv_vreinterpret_u64m4(b));
    const vbool16_t odd = __riscv_vreinterpret_v_u8m1_b16(__riscv_vmv_v_x_u8m1(0xaa, (n_parts + 7) / 8)), even = __riscv_vreinterpret_v_u8m1_b16(__riscv_vmv_v_x_u8m1(0x55, (n_parts + 7) / 8));
    const vfloat64m4_t next_of_x = __riscv_vfslide1down(x, 0, n_parts), last_of_x = __riscv_vfslide1up(x, 0, n_parts);
    const vfloat64m4_t next_of_y = __riscv_vfslide1down(y, 0, n_parts), last_of_y = __riscv_vfslide1up(y, 0, n_parts);
    const vfloat64m4_t re = __riscv_vmerge(x, last_of_x, odd, n_parts), im = __riscv_vmerge(next_of_x, x, odd, n_parts);
    const vfloat64m4_t swapped = __riscv_vmerge(next_of_y, last_of_y, odd, n_parts);
    const vfloat64m4_t by_re = __riscv_vfmul(re, y, n_parts), by_im = __riscv_vfmul(im, swapped, n_parts);
    const vfloat64m4_t sum = __riscv_vfadd(by_re, by_im, n_parts);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u64m4(__riscv_vfsub_mu(even, sum, by_re, by_im, n_parts)));
}

static inline vuint8m4_t mul_c128x4(vuint8m4_t a, vuint8m4_t b)
{
    return mul_c128m4(a, b, 4);
}

static inline vuint8m2_t add_i8m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vadd(a, b, n);
}

static inline vuint8m2_t add_i8x32(vuint8m2_t a, vuint8m2_t b)
{
    return add_i8m2(a, b, 32);
}

static inline vuint8m2_t sub_i8m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vsub(a, b, n);
}

static inline vuint8m2_t sub_i8x32(vuint8m2_t a, vuint8m2_t b)
{
    return sub_i8m2(a, b, 32);
}

static inline vuint8m2_t mul_i8m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vmul(a, b, n);
}

static inline vuint8m2_t mul_i8x32(vuint8m2_t a, vuint8m2_t b)
{
    return mul_i8m2(a, b, 32);
}

static inline vuint8m2_t min_i8m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vmin(__riscv_vreinterpret_i8m2(a), __riscv_vreinterpret_i8m2(b), n));
}

static inline vuint8m2_t min_i8x32(vuint8m2_t a, vuint8m2_t b)
{
    return min_i8m2(a, b, 32);
}

static inline vuint8m2_t max_i8m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vmax(__riscv_vreinterpret_i8m2(a), __riscv_vreinterpret_i8m2(b), n));
}

static inline vuint8m2_t max_i8x32(vuint8m2_t a, vuint8m2_t b)
{
    return max_i8m2(a, b, 32);
}

static inline vuint8m2_t add_i16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vadd(__riscv_vreinterpret_u16m2(a), __riscv_vreinterpret_u16m2(b), n));
}

static inline vuint8m2_t add_i16x16(vuint8m2_t a, vuint8m2_t b)
{
    return add_i16m2(a, b, 16);
}

static inline vuint8m2_t sub_i16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vsub(__riscv_vreinterpret_u16m2(a), __riscv_vreinterpret_u16m2(b), n));
}

static inline vuint8m2_t sub_i16x16(vuint8m2_t a, vuint8m2_t b)
{
    return sub_i16m2(a, b, 16);
}

static inline vuint8m2_t mul_i16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vmul(__riscv_vreinterpret_u16m2(a), __riscv_vreinterpret_u16m2(b), n));
}

static inline vuint8m2_t mul_i16x16(vuint8m2_t a, vuint8m2_t b)
{
    return mul_i16m2(a, b, 16);
}

static inline vuint8m2_t min_i16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u16m2(__riscv_vmin(__riscv_vreinterpret_i16m2(__riscv_vreinterpret_i8m2(a)), __riscv_vreinterpret_i16m2(__riscv_vreinterpret_i8m2(b)), n)));
}

static inline vuint8m2_t min_i16x16(vuint8m2_t a, vuint8m2_t b)
{
    return min_i16m2(a, b, 16);
}

static inline vuint8m2_t max_i16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u16m2(__riscv_vmax(__riscv_vreinterpret_i16m2(__riscv_vreinterpret_i8m2(a)), __riscv_vreinterpret_i16m2(__riscv_vreinterpret_i8m2(b)), n)));
}

static inline vuint8m2_t max_i16x16(vuint8m2_t a, vuint8m2_t b)
{
    return max_i16m2(a, b, 16);
}

static inline vuint8m2_t add_i32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vadd(__riscv_vreinterpret_u32m2(a), __riscv_vreinterpret_u32m2(b), n));
}

static inline vuint8m2_t add_i32x8(vuint8m2_t a, vuint8m2_t b)
{
    return add_i32m2(a, b, 8);
}

static inline vuint8m2_t sub_i32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vsub(__riscv_vreinterpret_u32m2(a), __riscv_vreinterpret_u32m2(b), n));
}

static inline vuint8m2_t sub_i32x8(vuint8m2_t a, vuint8m2_t b)
{
    return sub_i32m2(a, b, 8);
}

static inline vuint8m2_t mul_i32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vmul(__riscv_vreinterpret_u32m2(a), __riscv_vreinterpret_u32m2(b), n));
}

static inline vuint8m2_t mul_i32x8(vuint8m2_t a, vuint8m2_t b)
{
    return mul_i32m2(a, b, 8);
}

static inline vuint8m2_t min_i32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vmin(__riscv_vreinterpret_i32m2(__riscv_vreinterpret_i8m2(a)), __riscv_vreinterpret_i32m2(__riscv_vreinterpret_i8m2(b)), n)));
}

static inline vuint8m2_t min_i32x8(vuint8m2_t a, vuint8m2_t b)
{
    return min_i32m2(a, b, 8);
}

static inline vuint8m2_t max_i32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vmax(__riscv_vreinterpret_i32m2(__riscv_vreinterpret_i8m2(a)), __riscv_vreinterpret_i32m2(__riscv_vreinterpret_i8m2(b)), n)));
}

static inline vuint8m2_t max_i32x8(vuint8m2_t a, vuint8m2_t b)
{
    return max_i32m2(a, b, 8);
}

static inline vuint8m2_t add_i64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vadd(__riscv_vreinterpret_u64m2(a), __riscv_vreinterpret_u64m2(b), n));
}

static inline vuint8m2_t add_i64x4(vuint8m2_t a, vuint8m2_t b)
{
    return add_i64m2(a, b, 4);
}

static inline vuint8m2_t sub_i64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vsub(__riscv_vreinterpret_u64m2(a), __riscv_vreinterpret_u64m2(b), n));
}

static inline vuint8m2_t sub_i64x4(vuint8m2_t a, vuint8m2_t b)
{
    return sub_i64m2(a, b, 4);
}

static inline vuint8m2_t mul_i64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vmul(__riscv_vreinterpret_u64m2(a), __riscv_vreinterpret_u64m2(b), n));
}

static inline vuint8m2_t mul_i64x4(vuint8m2_t a, vuint8m2_t b)
{
    return mul_i64m2(a, b, 4);
}

static inline vuint8m2_t min_i64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vmin(__riscv_vreinterpret_i64m2(__riscv_vreinterpret_i8m2(a)), __riscv_vreinterpret_i64m2(__riscv_vreinterpret_i8m2(b)), n)));
}

static inline vuint8m2_t min_i64x4(vuint8m2_t a, vuint8m2_t b)
{
    return min_i64m2(a, b, 4);
}

static inline vuint8m2_t max_i64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vmax(__riscv_vreinterpret_i64m2(__riscv_vreinterpret_i8m2(a)), __riscv_vreinterpret_i64m2(__riscv_vreinterpret_i8m2(b)), n)));
}

static inline vuint8m2_t max_i64x4(vuint8m2_t a, vuint8m2_t b)
{
    return max_i64m2(a, b, 4);
}

static inline vuint8m2_t min_u8m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vminu(a, b, n);
}

static inline vuint8m2_t min_u8x32(vuint8m2_t a, vuint8m2_t b)
{
    return min_u8m2(a, b, 32);
}

static inline vuint8m2_t max_u8m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vmaxu(a, b, n);
}

static inline vuint8m2_t max_u8x32(vuint8m2_t a, vuint8m2_t b)
{
    return max_u8m2(a, b, 32);
}

static inline vuint8m2_t min_u16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vminu(__riscv_vreinterpret_u16m2(a), __riscv_vreinterpret_u16m2(b), n));
}

static inline vuint8m2_t min_u16x16(vuint8m2_t a, vuint8m2_t b)
{
    return min_u16m2(a, b, 16);
}

static inline vuint8m2_t max_u16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vmaxu(__riscv_vreinterpret_u16m2(a), __riscv_vreinterpret_u16m2(b), n));
}

static inline vuint8m2_t max_u16x16(vuint8m2_t a, vuint8m2_t b)
{
    return max_u16m2(a, b, 16);
}

static inline vuint8m2_t min_u32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vminu(__riscv_vreinterpret_u32m2(a), __riscv_vreinterpret_u32m2(b), n));
}

static inline vuint8m2_t min_u32x8(vuint8m2_t a, vuint8m2_t b)
{
    return min_u32m2(a, b, 8);
}

static inline vuint8m2_t max_u32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vmaxu(__riscv_vreinterpret_u32m2(a), __riscv_vreinterpret_u32m2(b), n));
}

static inline vuint8m2_t max_u32x8(vuint8m2_t a, vuint8m2_t b)
{
    return max_u32m2(a, b, 8);
}

static inline vuint8m2_t min_u64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vminu(__riscv_vreinterpret_u64m2(a), __riscv_vreinterpret_u64m2(b), n));
}

static inline vuint8m2_t min_u64x4(vuint8m2_t a, vuint8m2_t b)
{
    return min_u64m2(a, b, 4);
}

static inline vuint8m2_t max_u64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vmaxu(__riscv_vreinterpret_u64m2(a), __riscv_vreinterpret_u64m2(b), n));
}

static inline vuint8m2_t max_u64x4(vuint8m2_t a, vuint8m2_t b)
{
    return max_u64m2(a, b, 4);
}

static inline vuint8m2_t every_f32x8(float a)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vfmv_v_f_f32m2(a, 8)));
}

static inline vuint8m2_t add_f32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vfadd(__riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(a)), __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(b)), n)));
}

static inline vuint8m2_t add_f32x8(vuint8m2_t a, vuint8m2_t b)
{
    return add_f32m2(a, b, 8);
}

static inline vuint8m2_t sub_f32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vfsub(__riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(a)), __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(b)), n)));
}

static inline vuint8m2_t sub_f32x8(vuint8m2_t a, vuint8m2_t b)
{
    return sub_f32m2(a, b, 8);
}

static inline vuint8m2_t mul_f32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vfmul(__riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(a)), __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(b)), n)));
}

static inline vuint8m2_t mul_f32x8(vuint8m2_t a, vuint8m2_t b)
{
    return mul_f32m2(a, b, 8);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m2_t min_f32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vfloat32m2_t x = __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(a)), y = __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(b));
    const vbool16_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat32m2_t found = __riscv_vfmin_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m2_t min_f32x8(vuint8m2_t a, vuint8m2_t b)
{
    return min_f32m2(a, b, 8);
}

static inline vuint8m2_t min_number_f32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vfmin(__riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(a)), __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(b)), n)));
}

static inline vuint8m2_t min_number_f32x8(vuint8m2_t a, vuint8m2_t b)
{
    return min_number_f32m2(a, b, 8);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m2_t max_f32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vfloat32m2_t x = __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(a)), y = __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(b));
    const vbool16_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat32m2_t found = __riscv_vfmax_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m2_t max_f32x8(vuint8m2_t a, vuint8m2_t b)
{
    return max_f32m2(a, b, 8);
}

static inline vuint8m2_t max_number_f32m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(__riscv_vfmax(__riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(a)), __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(b)), n)));
}

static inline vuint8m2_t max_number_f32x8(vuint8m2_t a, vuint8m2_t b)
{
    return max_number_f32m2(a, b, 8);
}

static inline vuint8m2_t every_f64x4(double a)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vfmv_v_f_f64m2(a, 4)));
}

static inline vuint8m2_t add_f64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vfadd(__riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(a)), __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(b)), n)));
}

static inline vuint8m2_t add_f64x4(vuint8m2_t a, vuint8m2_t b)
{
    return add_f64m2(a, b, 4);
}

static inline vuint8m2_t sub_f64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vfsub(__riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(a)), __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(b)), n)));
}

static inline vuint8m2_t sub_f64x4(vuint8m2_t a, vuint8m2_t b)
{
    return sub_f64m2(a, b, 4);
}

static inline vuint8m2_t mul_f64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vfmul(__riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(a)), __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(b)), n)));
}

static inline vuint8m2_t mul_f64x4(vuint8m2_t a, vuint8m2_t b)
{
    return mul_f64m2(a, b, 4);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m2_t min_f64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vfloat64m2_t x = __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(a)), y = __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(b));
    const vbool32_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat64m2_t found = __riscv_vfmin_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m2_t min_f64x4(vuint8m2_t a, vuint8m2_t b)
{
    return min_f64m2(a, b, 4);
}

static inline vuint8m2_t min_number_f64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vfmin(__riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(a)), __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(b)), n)));
}

static inline vuint8m2_t min_number_f64x4(vuint8m2_t a, vuint8m2_t b)
{
    return min_number_f64m2(a, b, 4);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m2_t max_f64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vfloat64m2_t x = __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(a)), y = __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(b));
    const vbool32_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat64m2_t found = __riscv_vfmax_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m2_t max_f64x4(vuint8m2_t a, vuint8m2_t b)
{
    return max_f64m2(a, b, 4);
}

static inline vuint8m2_t max_number_f64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vfmax(__riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(a)), __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(b)), n)));
}

static inline vuint8m2_t max_number_f64x4(vuint8m2_t a, vuint8m2_t b)
{
    return max_number_f64m2(a, b, 4);
}

static inline vuint8m2_t add_boolm2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vminu(__riscv_vor(a, b, n), 1, n);
}

static inline vuint8m2_t add_boolx32(vuint8m2_t a, vuint8m2_t b)
{
    return add_boolm2(a, b, 32);
}

static inline vuint8m2_t sub_boolm2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vxor(__riscv_vminu(a, 1, n), __riscv_vminu(b, 1, n), n);
}

static inline vuint8m2_t sub_boolx32(vuint8m2_t a, vuint8m2_t b)
{
    return sub_boolm2(a, b, 32);
}

static inline vuint8m2_t mul_boolm2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    return __riscv_vand(__riscv_vminu(a, 1, n), __riscv_vminu(b, 1, n), n);
}

static inline vuint8m2_t mul_boolx32(vuint8m2_t a, vuint8m2_t b)
{
    return mul_boolm2(a, b, 32);
}

static inline vuint8m2_t mul_c64m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint64m2_t x = __riscv_vreinterpret_u64m2(a), y = __riscv_vreinterpret_u64m2(b);
    const vfloat32m1_t x_re = __riscv_vreinterpret_f32m1(__riscv_vnsrl(x, 0, n)), x_im = __riscv_vreinterpret_f32m1(__riscv_vnsrl(x, 32, n));
    const vfloat32m1_t y_re = __riscv_vreinterpret_f32m1(__riscv_vnsrl(y, 0, n)), y_im = __riscv_vreinterpret_f32m1(__riscv_vnsrl(y, 32, n));
    const vfloat32m1_t re = __riscv_vfsub(__riscv_vfmul(x_re, y_re, n), __riscv_vfmul(x_im, y_im, n), n);
    const vfloat32m1_t im = __riscv_vfadd(__riscv_vfmul(x_re, y_im, n), __riscv_vfmul(x_im, y_re, n), n);
    const vuint32m1_t low = __riscv_vreinterpret_u32m1(re), high = __riscv_vreinterpret_u32m1(im);
    /* low + high, and 2^32 - 1 times high */
    const vuint64m2_t both = __riscv_vwmaccu(__riscv_vwaddu_vv(low, high, n), UINT32_MAX, high, n);
    return __riscv_vreinterpret_u8m2(both);
}

static inline vuint8m2_t mul_c64x4(vuint8m2_t a, vuint8m2_t b)
{
    return mul_c64m2(a, b, 4);
}

/* Odd lanes are imaginary parts. */
static inline vuint8m2_t mul_c128m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const size_t n_parts = 2 * n;
    const vfloat64m2_t x = __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(a)), y = __riscv_vreinterpret_f64m2(__riscv_vreinterpret_u64m2(b));
    const vbool32_t odd = __riscv_vreinterpret_v_u8m1_b32(__riscv_vmv_v_x_u8m1(0xaa, (n_parts + 7) / 8)), even = __riscv_vreinterpret_v_u8m1_b32(__riscv_vmv_v_x_u8m1(0x55, (n_parts + 7) / 8));
    const vfloat64m2_t next_of_x = __riscv_vfslide1down(x, 0, n_parts), last_of_x = __riscv_vfslide1up(x, 0, n_parts);
    const vfloat64m2_t next_of_y = __riscv_vfslide1down(y, 0, n_parts), last_of_y = __riscv_vfslide1up(y, 0, n_parts);
    const vfloat64m2_t re = __riscv_vmerge(x, last_of_x, odd, n_parts), im = __riscv_vmerge(next_of_x, x, odd, n_parts);
    const vfloat64m2_t swapped = __riscv_vmerge(next_of_y, last_of_y, odd, n_parts);
    const vfloat64m2_t by_re = __riscv_vfmul(re, y, n_parts), by_im = __riscv_vfmul(im, swapped, n_parts);
    const vfloat64m2_t sum = __riscv_vfadd(by_re, by_im, n_parts);
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u64m2(__riscv_vfsub_mu(even, sum, by_re, by_im, n_parts)));
}

static inline vuint8m2_t mul_c128x2(vuint8m2_t a, vuint8m2_t b)
{
    return mul_c128m2(a, b, 2);
}

static inline vuint8m1_t add_i8m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vadd(a, b, n);
}

static inline vuint8m1_t add_i8x16(vuint8m1_t a, vuint8m1_t b)
{
    return add_i8m1(a, b, 16);
}

static inline vuint8m1_t sub_i8m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vsub(a, b, n);
}

static inline vuint8m1_t sub_i8x16(vuint8m1_t a, vuint8m1_t b)
{
    return sub_i8m1(a, b, 16);
}

static inline vuint8m1_t mul_i8m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vmul(a, b, n);
}

static inline vuint8m1_t mul_i8x16(vuint8m1_t a, vuint8m1_t b)
{
    return mul_i8m1(a, b, 16);
}

static inline vuint8m1_t min_i8m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vmin(__riscv_vreinterpret_i8m1(a), __riscv_vreinterpret_i8m1(b), n));
}

static inline vuint8m1_t min_i8x16(vuint8m1_t a, vuint8m1_t b)
{
    return min_i8m1(a, b, 16);
}

static inline vuint8m1_t max_i8m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vmax(__riscv_vreinterpret_i8m1(a), __riscv_vreinterpret_i8m1(b), n));
}

static inline vuint8m1_t max_i8x16(vuint8m1_t a, vuint8m1_t b)
{
    return max_i8m1(a, b, 16);
}

static inline vuint8m1_t add_i16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vadd(__riscv_vreinterpret_u16m1(a), __riscv_vreinterpret_u16m1(b), n));
}

static inline vuint8m1_t add_i16x8(vuint8m1_t a, vuint8m1_t b)
{
    return add_i16m1(a, b, 8);
}

static inline vuint8m1_t sub_i16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vsub(__riscv_vreinterpret_u16m1(a), __riscv_vreinterpret_u16m1(b), n));
}

static inline vuint8m1_t sub_i16x8(vuint8m1_t a, vuint8m1_t b)
{
    return sub_i16m1(a, b, 8);
}

static inline vuint8m1_t mul_i16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vmul(__riscv_vreinterpret_u16m1(a), __riscv_vreinterpret_u16m1(b), n));
}

static inline vuint8m1_t mul_i16x8(vuint8m1_t a, vuint8m1_t b)
{
    return mul_i16m1(a, b, 8);
}

static inline vuint8m1_t min_i16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u16m1(__riscv_vmin(__riscv_vreinterpret_i16m1(__riscv_vreinterpret_i8m1(a)), __riscv_vreinterpret_i16m1(__riscv_vreinterpret_i8m1(b)), n)));
}

static inline vuint8m1_t min_i16x8(vuint8m1_t a, vuint8m1_t b)
{
    return min_i16m1(a, b, 8);
}

static inline vuint8m1_t max_i16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u16m1(__riscv_vmax(__riscv_vreinterpret_i16m1(__riscv_vreinterpret_i8m1(a)), __riscv_vreinterpret_i16m1(__riscv_vreinterpret_i8m1(b)), n)));
}

static inline vuint8m1_t max_i16x8(vuint8m1_t a, vuint8m1_t b)
{
    return max_i16m1(a, b, 8);
}

static inline vuint8m1_t add_i32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vadd(__riscv_vreinterpret_u32m1(a), __riscv_vreinterpret_u32m1(b), n));
}

static inline vuint8m1_t add_i32x4(vuint8m1_t a, vuint8m1_t b)
{
    return add_i32m1(a, b, 4);
}

static inline vuint8m1_t sub_i32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vsub(__riscv_vreinterpret_u32m1(a), __riscv_vreinterpret_u32m1(b), n));
}

static inline vuint8m1_t sub_i32x4(vuint8m1_t a, vuint8m1_t b)
{
    return sub_i32m1(a, b, 4);
}

static inline vuint8m1_t mul_i32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vmul(__riscv_vreinterpret_u32m1(a), __riscv_vreinterpret_u32m1(b), n));
}

static inline vuint8m1_t mul_i32x4(vuint8m1_t a, vuint8m1_t b)
{
    return mul_i32m1(a, b, 4);
}

static inline vuint8m1_t min_i32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vmin(__riscv_vreinterpret_i32m1(__riscv_vreinterpret_i8m1(a)), __riscv_vreinterpret_i32m1(__riscv_vreinterpret_i8m1(b)), n)));
}

static inline vuint8m1_t min_i32x4(vuint8m1_t a, vuint8m1_t b)
{
    return min_i32m1(a, b, 4);
}

static inline vuint8m1_t max_i32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vmax(__riscv_vreinterpret_i32m1(__riscv_vreinterpret_i8m1(a)), __riscv_vreinterpret_i32m1(__riscv_vreinterpret_i8m1(b)), n)));
}

static inline vuint8m1_t max_i32x4(vuint8m1_t a, vuint8m1_t b)
{
    return max_i32m1(a, b, 4);
}

static inline vuint8m1_t add_i64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vadd(__riscv_vreinterpret_u64m1(a), __riscv_vreinterpret_u64m1(b), n));
}

static inline vuint8m1_t add_i64x2(vuint8m1_t a, vuint8m1_t b)
{
    return add_i64m1(a, b, 2);
}

static inline vuint8m1_t sub_i64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vsub(__riscv_vreinterpret_u64m1(a), __riscv_vreinterpret_u64m1(b), n));
}

static inline vuint8m1_t sub_i64x2(vuint8m1_t a, vuint8m1_t b)
{
    return sub_i64m1(a, b, 2);
}

static inline vuint8m1_t mul_i64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vmul(__riscv_vreinterpret_u64m1(a), __riscv_vreinterpret_u64m1(b), n));
}

static inline vuint8m1_t mul_i64x2(vuint8m1_t a, vuint8m1_t b)
{
    return mul_i64m1(a, b, 2);
}

static inline vuint8m1_t min_i64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vmin(__riscv_vreinterpret_i64m1(__riscv_vreinterpret_i8m1(a)), __riscv_vreinterpret_i64m1(__riscv_vreinterpret_i8m1(b)), n)));
}

static inline vuint8m1_t min_i64x2(vuint8m1_t a, vuint8m1_t b)
{
    return min_i64m1(a, b, 2);
}

static inline vuint8m1_t max_i64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vmax(__riscv_vreinterpret_i64m1(__riscv_vreinterpret_i8m1(a)), __riscv_vreinterpret_i64m1(__riscv_vreinterpret_i8m1(b)), n)));
}

static inline vuint8m1_t max_i64x2(vuint8m1_t a, vuint8m1_t b)
{
    return max_i64m1(a, b, 2);
}

static inline vuint8m1_t min_u8m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vminu(a, b, n);
}

static inline vuint8m1_t min_u8x16(vuint8m1_t a, vuint8m1_t b)
{
    return min_u8m1(a, b, 16);
}

static inline vuint8m1_t max_u8m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vmaxu(a, b, n);
}

static inline vuint8m1_t max_u8x16(vuint8m1_t a, vuint8m1_t b)
{
    return max_u8m1(a, b, 16);
}

static inline vuint8m1_t min_u16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vminu(__riscv_vreinterpret_u16m1(a), __riscv_vreinterpret_u16m1(b), n));
}

static inline vuint8m1_t min_u16x8(vuint8m1_t a, vuint8m1_t b)
{
    return min_u16m1(a, b, 8);
}

static inline vuint8m1_t max_u16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vmaxu(__riscv_vreinterpret_u16m1(a), __riscv_vreinterpret_u16m1(b), n));
}

static inline vuint8m1_t max_u16x8(vuint8m1_t a, vuint8m1_t b)
{
    return max_u16m1(a, b, 8);
}

static inline vuint8m1_t min_u32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vminu(__riscv_vreinterpret_u32m1(a), __riscv_vreinterpret_u32m1(b), n));
}

static inline vuint8m1_t min_u32x4(vuint8m1_t a, vuint8m1_t b)
{
    return min_u32m1(a, b, 4);
}

static inline vuint8m1_t max_u32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vmaxu(__riscv_vreinterpret_u32m1(a), __riscv_vreinterpret_u32m1(b), n));
}

static inline vuint8m1_t max_u32x4(vuint8m1_t a, vuint8m1_t b)
{
    return max_u32m1(a, b, 4);
}

static inline vuint8m1_t min_u64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vminu(__riscv_vreinterpret_u64m1(a), __riscv_vreinterpret_u64m1(b), n));
}

static inline vuint8m1_t min_u64x2(vuint8m1_t a, vuint8m1_t b)
{
    return min_u64m1(a, b, 2);
}

static inline vuint8m1_t max_u64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vmaxu(__riscv_vreinterpret_u64m1(a), __riscv_vreinterpret_u64m1(b), n));
}

static inline vuint8m1_t max_u64x2(vuint8m1_t a, vuint8m1_t b)
{
    return max_u64m1(a, b, 2);
}

static inline vuint8m1_t every_f32x4(float a)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vfmv_v_f_f32m1(a, 4)));
}

static inline vuint8m1_t add_f32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vfadd(__riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(a)), __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(b)), n)));
}

static inline vuint8m1_t add_f32x4(vuint8m1_t a, vuint8m1_t b)
{
    return add_f32m1(a, b, 4);
}

static inline vuint8m1_t sub_f32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vfsub(__riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(a)), __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(b)), n)));
}

static inline vuint8m1_t sub_f32x4(vuint8m1_t a, vuint8m1_t b)
{
    return sub_f32m1(a, b, 4);
}

static inline vuint8m1_t mul_f32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vfmul(__riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(a)), __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(b)), n)));
}

static inline vuint8m1_t mul_f32x4(vuint8m1_t a, vuint8m1_t b)
{
    return mul_f32m1(a, b, 4);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m1_t min_f32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vfloat32m1_t x = __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(a)), y = __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(b));
    const vbool32_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat32m1_t found = __riscv_vfmin_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m1_t min_f32x4(vuint8m1_t a, vuint8m1_t b)
{
    return min_f32m1(a, b, 4);
}

static inline vuint8m1_t min_number_f32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vfmin(__riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(a)), __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(b)), n)));
}

static inline vuint8m1_t min_number_f32x4(vuint8m1_t a, vuint8m1_t b)
{
    return min_number_f32m1(a, b, 4);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m1_t max_f32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vfloat32m1_t x = __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(a)), y = __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(b));
    const vbool32_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat32m1_t found = __riscv_vfmax_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m1_t max_f32x4(vuint8m1_t a, vuint8m1_t b)
{
    return max_f32m1(a, b, 4);
}

static inline vuint8m1_t max_number_f32m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u32m1(__riscv_vfmax(__riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(a)), __riscv_vreinterpret_f32m1(__riscv_vreinterpret_u32m1(b)), n)));
}

static inline vuint8m1_t max_number_f32x4(vuint8m1_t a, vuint8m1_t b)
{
    return max_number_f32m1(a, b, 4);
}

static inline vuint8m1_t every_f64x2(double a)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vfmv_v_f_f64m1(a, 2)));
}

static inline vuint8m1_t add_f64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vfadd(__riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(a)), __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(b)), n)));
}

static inline vuint8m1_t add_f64x2(vuint8m1_t a, vuint8m1_t b)
{
    return add_f64m1(a, b, 2);
}

static inline vuint8m1_t sub_f64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vfsub(__riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(a)), __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(b)), n)));
}

static inline vuint8m1_t sub_f64x2(vuint8m1_t a, vuint8m1_t b)
{
    return sub_f64m1(a, b, 2);
}

static inline vuint8m1_t mul_f64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vfmul(__riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(a)), __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(b)), n)));
}

static inline vuint8m1_t mul_f64x2(vuint8m1_t a, vuint8m1_t b)
{
    return mul_f64m1(a, b, 2);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m1_t min_f64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vfloat64m1_t x = __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(a)), y = __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(b));
    const vbool64_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat64m1_t found = __riscv_vfmin_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m1_t min_f64x2(vuint8m1_t a, vuint8m1_t b)
{
    return min_f64m1(a, b, 2);
}

static inline vuint8m1_t min_number_f64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vfmin(__riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(a)), __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(b)), n)));
}

static inline vuint8m1_t min_number_f64x2(vuint8m1_t a, vuint8m1_t b)
{
    return min_number_f64m1(a, b, 2);
}

/* The instruction takes the number of a number and a NaN: here it does nothing where a is NaN, and b is taken where that is NaN. */
static inline vuint8m1_t max_f64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vfloat64m1_t x = __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(a)), y = __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(b));
    const vbool64_t is_number = __riscv_vmfeq(x, x, n), is_nan = __riscv_vmfne(y, y, n);
    const vfloat64m1_t found = __riscv_vfmax_mu(is_number, x, x, y, n);
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vmerge(found, y, is_nan, n)));
}

static inline vuint8m1_t max_f64x2(vuint8m1_t a, vuint8m1_t b)
{
    return max_f64m1(a, b, 2);
}

static inline vuint8m1_t max_number_f64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vfmax(__riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(a)), __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(b)), n)));
}

static inline vuint8m1_t max_number_f64x2(vuint8m1_t a, vuint8m1_t b)
{
    return max_number_f64m1(a, b, 2);
}

static inline vuint8m1_t add_boolm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vminu(__riscv_vor(a, b, n), 1, n);
}

static inline vuint8m1_t add_boolx16(vuint8m1_t a, vuint8m1_t b)
{
    return add_boolm1(a, b, 16);
}

static inline vuint8m1_t sub_boolm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vxor(__riscv_vminu(a, 1, n), __riscv_vminu(b, 1, n), n);
}

static inline vuint8m1_t sub_boolx16(vuint8m1_t a, vuint8m1_t b)
{
    return sub_boolm1(a, b, 16);
}

static inline vuint8m1_t mul_boolm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    return __riscv_vand(__riscv_vminu(a, 1, n), __riscv_vminu(b, 1, n), n);
}

static inline vuint8m1_t mul_boolx16(vuint8m1_t a, vuint8m1_t b)
{
    return mul_boolm1(a, b, 16);
}

static inline vuint8m1_t mul_c64m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint64m1_t x = __riscv_vreinterpret_u64m1(a), y = __riscv_vreinterpret_u64m1(b);
    const vfloat32mf2_t x_re = __riscv_vreinterpret_f32mf2(__riscv_vnsrl(x, 0, n)), x_im = __riscv_vreinterpret_f32mf2(__riscv_vnsrl(x, 32, n));
    const vfloat32mf2_t y_re = __riscv_vreinterpret_f32mf2(__riscv_vnsrl(y, 0, n)), y_im = __riscv_vreinterpret_f32mf2(__riscv_vnsrl(y, 32, n));
    const vfloat32mf2_t re = __riscv_vfsub(__riscv_vfmul(x_re, y_re, n), __riscv_vfmul(x_im, y_im, n), n);
    const vfloat32mf2_t im = __riscv_vfadd(__riscv_vfmul(x_re, y_im, n), __riscv_vfmul(x_im, y_re, n), n);
    const vuint32mf2_t low = __riscv_vreinterpret_u32mf2(re), high = __riscv_vreinterpret_u32mf2(im);
    /* low + high, and 2^32 - 1 times high */
    const vuint64m1_t both = __riscv_vwmaccu(__riscv_vwaddu_vv(low, high, n), UINT32_MAX, high, n);
    return __riscv_vreinterpret_u8m1(both);
}

static inline vuint8m1_t mul_c64x2(vuint8m1_t a, vuint8m1_t b)
{
    return mul_c64m1(a, b, 2);
}

/* Odd lanes are imaginary parts. */
static inline vuint8m1_t mul_c128m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const size_t n_parts = 2 * n;
    const vfloat64m1_t x = __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(a)), y = __riscv_vreinterpret_f64m1(__riscv_vreinterpret_u64m1(b));
    const vbool64_t odd = __riscv_vreinterpret_v_u8m1_b64(__riscv_vmv_v_x_u8m1(0xaa, (n_parts + 7) / 8)), even = __riscv_vreinterpret_v_u8m1_b64(__riscv_vmv_v_x_u8m1(0x55, (n_parts + 7) / 8));
    const vfloat64m1_t next_of_x = __riscv_vfslide1down(x, 0, n_parts), last_of_x = __riscv_vfslide1up(x, 0, n_parts);
    const vfloat64m1_t next_of_y = __riscv_vfslide1down(y, 0, n_parts), last_of_y = __riscv_vfslide1up(y, 0, n_parts);
    const vfloat64m1_t re = __riscv_vmerge(x, last_of_x, odd, n_parts), im = __riscv_vmerge(next_of_x, x, odd, n_parts);
    const vfloat64m1_t swapped = __riscv_vmerge(next_of_y, last_of_y, odd, n_parts);
    const vfloat64m1_t by_re = __riscv_vfmul(re, y, n_parts), by_im = __riscv_vfmul(im, swapped, n_parts);
    const vfloat64m1_t sum = __riscv_vfadd(by_re, by_im, n_parts);
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u64m1(__riscv_vfsub_mu(even, sum, by_re, by_im, n_parts)));
}

static inline vuint8m1_t mul_c128x1(vuint8m1_t a, vuint8m1_t b)
{
    return mul_c128m1(a, b, 1);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline vuint8m4_t widen_f8e4m3fnm1(vuint8m1_t a, size_t n)
{
    const vint32m4_t extended = __riscv_vsext_vf4(__riscv_vreinterpret_i8m1(a), n);
    const vuint32m4_t bits = __riscv_vreinterpret_u32m4(extended);
    const vuint32m4_t magnitude = __riscv_vsll(__riscv_vand(bits, 0x7f, n), 20, n);
    const vuint32m4_t number = __riscv_vreinterpret_u32m4(__riscv_vfmul(__riscv_vreinterpret_f32m4(magnitude), 0x1p+120f, n));
    const vbool8_t is_special = __riscv_vmsgtu(magnitude, 0x7e00000, n);
    const vuint32m4_t all = __riscv_vor_mu(is_special, number, number, 0x7f800000, n);
    const vfloat32m4_t result = __riscv_vfsgnj(__riscv_vreinterpret_f32m4(all), __riscv_vreinterpret_f32m4(bits), n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(result));
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline vuint8m1_t narrow_f8e4m3fnm1(vuint8m4_t a, size_t n)
{
    const vuint32m4_t bits = __riscv_vreinterpret_u32m4(a), magnitude = __riscv_vand(bits, 0x7fffffff, n);
    const vuint32m4_t bounded = __riscv_vminu(magnitude, 0x43f00000, n);
    const vuint32m4_t minimum = __riscv_vmaxu(bounded, to_bits_f32(0x1p-6f), n);
    const vuint32m4_t power = __riscv_vand(minimum, 0x7f800000, n);
    const vuint32m4_t adder = __riscv_vadd(__riscv_vadd(power, __riscv_vsrl(power, 20, n), n), 0x9fffc38u, n);
    const vuint32m4_t sum = __riscv_vreinterpret_u32m4(__riscv_vfadd(__riscv_vreinterpret_f32m4(bounded), __riscv_vreinterpret_f32m4(adder), n));
    const vuint32m4_t sign = __riscv_vand(__riscv_vsrl(bits, 24, n), 0x80, n);
    const vuint32m4_t number = __riscv_vor(__riscv_vand(sum, 0x7f, n), sign, n);
    const vuint32m4_t rounded = number;
    return __riscv_vncvt_x(__riscv_vncvt_x(rounded, n), n);
}

static inline vuint8m4_t widen_f8e4m3fnx16(vuint8m1_t a)
{
    return widen_f8e4m3fnm1(a, 16);
}

static inline vuint8m1_t narrow_f8e4m3fnx16(vuint8m4_t a)
{
    return narrow_f8e4m3fnm1(a, 16);
}

static inline vuint8m1_t add_f8e4m3fnm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e4m3fnm1(a, n), y = widen_f8e4m3fnm1(b, n);
    return narrow_f8e4m3fnm1(add_f32m4(x, y, n), n);
}

static inline vuint8m1_t add_f8e4m3fnx16(vuint8m1_t a, vuint8m1_t b)
{
    return add_f8e4m3fnm1(a, b, 16);
}

static inline vuint8m1_t sub_f8e4m3fnm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e4m3fnm1(a, n), y = widen_f8e4m3fnm1(b, n);
    return narrow_f8e4m3fnm1(sub_f32m4(x, y, n), n);
}

static inline vuint8m1_t sub_f8e4m3fnx16(vuint8m1_t a, vuint8m1_t b)
{
    return sub_f8e4m3fnm1(a, b, 16);
}

static inline vuint8m1_t mul_f8e4m3fnm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e4m3fnm1(a, n), y = widen_f8e4m3fnm1(b, n);
    return narrow_f8e4m3fnm1(mul_f32m4(x, y, n), n);
}

static inline vuint8m1_t mul_f8e4m3fnx16(vuint8m1_t a, vuint8m1_t b)
{
    return mul_f8e4m3fnm1(a, b, 16);
}

static inline vuint8m1_t min_f8e4m3fnm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e4m3fnm1(a, n), y = widen_f8e4m3fnm1(b, n);
    return narrow_f8e4m3fnm1(min_f32m4(x, y, n), n);
}

static inline vuint8m1_t min_f8e4m3fnx16(vuint8m1_t a, vuint8m1_t b)
{
    return min_f8e4m3fnm1(a, b, 16);
}

static inline vuint8m1_t max_f8e4m3fnm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e4m3fnm1(a, n), y = widen_f8e4m3fnm1(b, n);
    return narrow_f8e4m3fnm1(max_f32m4(x, y, n), n);
}

static inline vuint8m1_t max_f8e4m3fnx16(vuint8m1_t a, vuint8m1_t b)
{
    return max_f8e4m3fnm1(a, b, 16);
}

static inline vuint8m1_t min_number_f8e4m3fnm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e4m3fnm1(a, n), y = widen_f8e4m3fnm1(b, n);
    return narrow_f8e4m3fnm1(min_number_f32m4(x, y, n), n);
}

static inline vuint8m1_t min_number_f8e4m3fnx16(vuint8m1_t a, vuint8m1_t b)
{
    return min_number_f8e4m3fnm1(a, b, 16);
}

static inline vuint8m1_t max_number_f8e4m3fnm1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e4m3fnm1(a, n), y = widen_f8e4m3fnm1(b, n);
    return narrow_f8e4m3fnm1(max_number_f32m4(x, y, n), n);
}

static inline vuint8m1_t max_number_f8e4m3fnx16(vuint8m1_t a, vuint8m1_t b)
{
    return max_number_f8e4m3fnm1(a, b, 16);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline vuint8m4_t widen_f8e5m2m1(vuint8m1_t a, size_t n)
{
    const vint32m4_t extended = __riscv_vsext_vf4(__riscv_vreinterpret_i8m1(a), n);
    const vuint32m4_t bits = __riscv_vreinterpret_u32m4(extended);
    const vuint32m4_t magnitude = __riscv_vsll(__riscv_vand(bits, 0x7f, n), 21, n);
    const vuint32m4_t number = __riscv_vreinterpret_u32m4(__riscv_vfmul(__riscv_vreinterpret_f32m4(magnitude), 0x1p+112f, n));
    const vbool8_t is_special = __riscv_vmsgtu(magnitude, 0xf600000, n);
    const vuint32m4_t all = __riscv_vor_mu(is_special, number, number, 0x7f800000, n);
    const vfloat32m4_t result = __riscv_vfsgnj(__riscv_vreinterpret_f32m4(all), __riscv_vreinterpret_f32m4(bits), n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(result));
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline vuint8m1_t narrow_f8e5m2m1(vuint8m4_t a, size_t n)
{
    const vuint32m4_t bits = __riscv_vreinterpret_u32m4(a), magnitude = __riscv_vand(bits, 0x7fffffff, n);
    const vuint32m4_t bounded = __riscv_vminu(magnitude, 0x47800000, n);
    const vuint32m4_t minimum = __riscv_vmaxu(bounded, to_bits_f32(0x1p-14f), n);
    const vuint32m4_t power = __riscv_vand(minimum, 0x7f800000, n);
    const vuint32m4_t adder = __riscv_vadd(__riscv_vadd(power, __riscv_vsrl(power, 21, n), n), 0xa7ffe3cu, n);
    const vuint32m4_t sum = __riscv_vreinterpret_u32m4(__riscv_vfadd(__riscv_vreinterpret_f32m4(bounded), __riscv_vreinterpret_f32m4(adder), n));
    const vuint32m4_t sign = __riscv_vand(__riscv_vsrl(bits, 24, n), 0x80, n);
    const vuint32m4_t number = __riscv_vor(__riscv_vand(sum, 0x7f, n), sign, n);
    const vbool8_t is_nan = __riscv_vmsgtu(magnitude, 0x7f800000, n);
    const vuint32m4_t rounded = __riscv_vor_mu(is_nan, number, number, 0x2, n);
    return __riscv_vncvt_x(__riscv_vncvt_x(rounded, n), n);
}

static inline vuint8m4_t widen_f8e5m2x16(vuint8m1_t a)
{
    return widen_f8e5m2m1(a, 16);
}

static inline vuint8m1_t narrow_f8e5m2x16(vuint8m4_t a)
{
    return narrow_f8e5m2m1(a, 16);
}

static inline vuint8m1_t add_f8e5m2m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e5m2m1(a, n), y = widen_f8e5m2m1(b, n);
    return narrow_f8e5m2m1(add_f32m4(x, y, n), n);
}

static inline vuint8m1_t add_f8e5m2x16(vuint8m1_t a, vuint8m1_t b)
{
    return add_f8e5m2m1(a, b, 16);
}

static inline vuint8m1_t sub_f8e5m2m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e5m2m1(a, n), y = widen_f8e5m2m1(b, n);
    return narrow_f8e5m2m1(sub_f32m4(x, y, n), n);
}

static inline vuint8m1_t sub_f8e5m2x16(vuint8m1_t a, vuint8m1_t b)
{
    return sub_f8e5m2m1(a, b, 16);
}

static inline vuint8m1_t mul_f8e5m2m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e5m2m1(a, n), y = widen_f8e5m2m1(b, n);
    return narrow_f8e5m2m1(mul_f32m4(x, y, n), n);
}

static inline vuint8m1_t mul_f8e5m2x16(vuint8m1_t a, vuint8m1_t b)
{
    return mul_f8e5m2m1(a, b, 16);
}

static inline vuint8m1_t min_f8e5m2m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e5m2m1(a, n), y = widen_f8e5m2m1(b, n);
    return narrow_f8e5m2m1(min_f32m4(x, y, n), n);
}

static inline vuint8m1_t min_f8e5m2x16(vuint8m1_t a, vuint8m1_t b)
{
    return min_f8e5m2m1(a, b, 16);
}

static inline vuint8m1_t max_f8e5m2m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e5m2m1(a, n), y = widen_f8e5m2m1(b, n);
    return narrow_f8e5m2m1(max_f32m4(x, y, n), n);
}

static inline vuint8m1_t max_f8e5m2x16(vuint8m1_t a, vuint8m1_t b)
{
    return max_f8e5m2m1(a, b, 16);
}

static inline vuint8m1_t min_number_f8e5m2m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e5m2m1(a, n), y = widen_f8e5m2m1(b, n);
    return narrow_f8e5m2m1(min_number_f32m4(x, y, n), n);
}

static inline vuint8m1_t min_number_f8e5m2x16(vuint8m1_t a, vuint8m1_t b)
{
    return min_number_f8e5m2m1(a, b, 16);
}

static inline vuint8m1_t max_number_f8e5m2m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m4_t x = widen_f8e5m2m1(a, n), y = widen_f8e5m2m1(b, n);
    return narrow_f8e5m2m1(max_number_f32m4(x, y, n), n);
}

static inline vuint8m1_t max_number_f8e5m2x16(vuint8m1_t a, vuint8m1_t b)
{
    return max_number_f8e5m2m1(a, b, 16);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline vuint8m4_t widen_f16m2(vuint8m2_t a, size_t n)
{
    const vint32m4_t extended = __riscv_vsext_vf2(__riscv_vreinterpret_i16m2(__riscv_vreinterpret_i8m2(a)), n);
    const vuint32m4_t bits = __riscv_vreinterpret_u32m4(extended);
    const vuint32m4_t magnitude = __riscv_vsll(__riscv_vand(bits, 0x7fff, n), 13, n);
    const vuint32m4_t number = __riscv_vreinterpret_u32m4(__riscv_vfmul(__riscv_vreinterpret_f32m4(magnitude), 0x1p+112f, n));
    const vbool8_t is_special = __riscv_vmsgtu(magnitude, 0xf7fe000, n);
    const vuint32m4_t all = __riscv_vor_mu(is_special, number, number, 0x7f800000, n);
    const vfloat32m4_t result = __riscv_vfsgnj(__riscv_vreinterpret_f32m4(all), __riscv_vreinterpret_f32m4(bits), n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(result));
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline vuint8m2_t narrow_f16m2(vuint8m4_t a, size_t n)
{
    const vuint32m4_t bits = __riscv_vreinterpret_u32m4(a), magnitude = __riscv_vand(bits, 0x7fffffff, n);
    const vuint32m4_t bounded = __riscv_vminu(magnitude, 0x47800000, n);
    const vuint32m4_t minimum = __riscv_vmaxu(bounded, to_bits_f32(0x1p-14f), n);
    const vuint32m4_t power = __riscv_vand(minimum, 0x7f800000, n);
    const vuint32m4_t adder = __riscv_vadd(__riscv_vadd(power, __riscv_vsrl(power, 13, n), n), 0x67e3c00u, n);
    const vuint32m4_t sum = __riscv_vreinterpret_u32m4(__riscv_vfadd(__riscv_vreinterpret_f32m4(bounded), __riscv_vreinterpret_f32m4(adder), n));
    const vuint32m4_t sign = __riscv_vand(__riscv_vsrl(bits, 16, n), 0x8000, n);
    const vuint32m4_t number = __riscv_vor(__riscv_vand(sum, 0x7fff, n), sign, n);
    const vbool8_t is_nan = __riscv_vmsgtu(magnitude, 0x7f800000, n);
    const vuint32m4_t rounded = __riscv_vor_mu(is_nan, number, number, 0x200, n);
    return __riscv_vreinterpret_u8m2(__riscv_vncvt_x(rounded, n));
}

static inline vuint8m4_t widen_f16x16(vuint8m2_t a)
{
    return widen_f16m2(a, 16);
}

static inline vuint8m2_t narrow_f16x16(vuint8m4_t a)
{
    return narrow_f16m2(a, 16);
}

static inline vuint8m2_t add_f16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_f16m2(a, n), y = widen_f16m2(b, n);
    return narrow_f16m2(add_f32m4(x, y, n), n);
}

static inline vuint8m2_t add_f16x16(vuint8m2_t a, vuint8m2_t b)
{
    return add_f16m2(a, b, 16);
}

static inline vuint8m2_t sub_f16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_f16m2(a, n), y = widen_f16m2(b, n);
    return narrow_f16m2(sub_f32m4(x, y, n), n);
}

static inline vuint8m2_t sub_f16x16(vuint8m2_t a, vuint8m2_t b)
{
    return sub_f16m2(a, b, 16);
}

static inline vuint8m2_t mul_f16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_f16m2(a, n), y = widen_f16m2(b, n);
    return narrow_f16m2(mul_f32m4(x, y, n), n);
}

static inline vuint8m2_t mul_f16x16(vuint8m2_t a, vuint8m2_t b)
{
    return mul_f16m2(a, b, 16);
}

static inline vuint8m2_t min_f16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_f16m2(a, n), y = widen_f16m2(b, n);
    return narrow_f16m2(min_f32m4(x, y, n), n);
}

static inline vuint8m2_t min_f16x16(vuint8m2_t a, vuint8m2_t b)
{
    return min_f16m2(a, b, 16);
}

static inline vuint8m2_t max_f16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_f16m2(a, n), y = widen_f16m2(b, n);
    return narrow_f16m2(max_f32m4(x, y, n), n);
}

static inline vuint8m2_t max_f16x16(vuint8m2_t a, vuint8m2_t b)
{
    return max_f16m2(a, b, 16);
}

static inline vuint8m2_t min_number_f16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_f16m2(a, n), y = widen_f16m2(b, n);
    return narrow_f16m2(min_number_f32m4(x, y, n), n);
}

static inline vuint8m2_t min_number_f16x16(vuint8m2_t a, vuint8m2_t b)
{
    return min_number_f16m2(a, b, 16);
}

static inline vuint8m2_t max_number_f16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_f16m2(a, n), y = widen_f16m2(b, n);
    return narrow_f16m2(max_number_f32m4(x, y, n), n);
}

static inline vuint8m2_t max_number_f16x16(vuint8m2_t a, vuint8m2_t b)
{
    return max_number_f16m2(a, b, 16);
}

static inline vuint8m4_t widen_bf16m2(vuint8m2_t a, size_t n)
{
    const vuint32m4_t bits = __riscv_vsll(__riscv_vzext_vf2(__riscv_vreinterpret_u16m2(a), n), 16, n);
    return __riscv_vreinterpret_u8m4(bits);
}

/* To nearest even. The bits of a NaN might carry into its sign, so all are set. */
static inline vuint8m2_t narrow_bf16m2(vuint8m4_t a, size_t n)
{
    const vfloat32m4_t x = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a));
    const vuint32m4_t bits = __riscv_vmerge(__riscv_vreinterpret_u32m4(a), UINT32_MAX, __riscv_vmfne(x, x, n), n);
    const vuint16m2_t rounded = __riscv_vnclipu(bits, 16, __RISCV_VXRM_RNE, n);
    return __riscv_vreinterpret_u8m2(rounded);
}

static inline vuint8m4_t widen_bf16x16(vuint8m2_t a)
{
    return widen_bf16m2(a, 16);
}

static inline vuint8m2_t narrow_bf16x16(vuint8m4_t a)
{
    return narrow_bf16m2(a, 16);
}

static inline vuint8m2_t add_bf16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_bf16m2(a, n), y = widen_bf16m2(b, n);
    return narrow_bf16m2(add_f32m4(x, y, n), n);
}

static inline vuint8m2_t add_bf16x16(vuint8m2_t a, vuint8m2_t b)
{
    return add_bf16m2(a, b, 16);
}

static inline vuint8m2_t sub_bf16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_bf16m2(a, n), y = widen_bf16m2(b, n);
    return narrow_bf16m2(sub_f32m4(x, y, n), n);
}

static inline vuint8m2_t sub_bf16x16(vuint8m2_t a, vuint8m2_t b)
{
    return sub_bf16m2(a, b, 16);
}

static inline vuint8m2_t mul_bf16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_bf16m2(a, n), y = widen_bf16m2(b, n);
    return narrow_bf16m2(mul_f32m4(x, y, n), n);
}

static inline vuint8m2_t mul_bf16x16(vuint8m2_t a, vuint8m2_t b)
{
    return mul_bf16m2(a, b, 16);
}

static inline vuint8m2_t min_bf16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_bf16m2(a, n), y = widen_bf16m2(b, n);
    return narrow_bf16m2(min_f32m4(x, y, n), n);
}

static inline vuint8m2_t min_bf16x16(vuint8m2_t a, vuint8m2_t b)
{
    return min_bf16m2(a, b, 16);
}

static inline vuint8m2_t max_bf16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_bf16m2(a, n), y = widen_bf16m2(b, n);
    return narrow_bf16m2(max_f32m4(x, y, n), n);
}

static inline vuint8m2_t max_bf16x16(vuint8m2_t a, vuint8m2_t b)
{
    return max_bf16m2(a, b, 16);
}

static inline vuint8m2_t min_number_bf16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_bf16m2(a, n), y = widen_bf16m2(b, n);
    return narrow_bf16m2(min_number_f32m4(x, y, n), n);
}

static inline vuint8m2_t min_number_bf16x16(vuint8m2_t a, vuint8m2_t b)
{
    return min_number_bf16m2(a, b, 16);
}

static inline vuint8m2_t max_number_bf16m2(vuint8m2_t a, vuint8m2_t b, size_t n)
{
    const vuint8m4_t x = widen_bf16m2(a, n), y = widen_bf16m2(b, n);
    return narrow_bf16m2(max_number_f32m4(x, y, n), n);
}

static inline vuint8m2_t max_number_bf16x16(vuint8m2_t a, vuint8m2_t b)
{
    return max_number_bf16m2(a, b, 16);
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline vuint8m2_t widen_f16m1(vuint8m1_t a, size_t n)
{
    const vint32m2_t extended = __riscv_vsext_vf2(__riscv_vreinterpret_i16m1(__riscv_vreinterpret_i8m1(a)), n);
    const vuint32m2_t bits = __riscv_vreinterpret_u32m2(extended);
    const vuint32m2_t magnitude = __riscv_vsll(__riscv_vand(bits, 0x7fff, n), 13, n);
    const vuint32m2_t number = __riscv_vreinterpret_u32m2(__riscv_vfmul(__riscv_vreinterpret_f32m2(magnitude), 0x1p+112f, n));
    const vbool16_t is_special = __riscv_vmsgtu(magnitude, 0xf7fe000, n);
    const vuint32m2_t all = __riscv_vor_mu(is_special, number, number, 0x7f800000, n);
    const vfloat32m2_t result = __riscv_vfsgnj(__riscv_vreinterpret_f32m2(all), __riscv_vreinterpret_f32m2(bits), n);
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u32m2(result));
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline vuint8m1_t narrow_f16m1(vuint8m2_t a, size_t n)
{
    const vuint32m2_t bits = __riscv_vreinterpret_u32m2(a), magnitude = __riscv_vand(bits, 0x7fffffff, n);
    const vuint32m2_t bounded = __riscv_vminu(magnitude, 0x47800000, n);
    const vuint32m2_t minimum = __riscv_vmaxu(bounded, to_bits_f32(0x1p-14f), n);
    const vuint32m2_t power = __riscv_vand(minimum, 0x7f800000, n);
    const vuint32m2_t adder = __riscv_vadd(__riscv_vadd(power, __riscv_vsrl(power, 13, n), n), 0x67e3c00u, n);
    const vuint32m2_t sum = __riscv_vreinterpret_u32m2(__riscv_vfadd(__riscv_vreinterpret_f32m2(bounded), __riscv_vreinterpret_f32m2(adder), n));
    const vuint32m2_t sign = __riscv_vand(__riscv_vsrl(bits, 16, n), 0x8000, n);
    const vuint32m2_t number = __riscv_vor(__riscv_vand(sum, 0x7fff, n), sign, n);
    const vbool16_t is_nan = __riscv_vmsgtu(magnitude, 0x7f800000, n);
    const vuint32m2_t rounded = __riscv_vor_mu(is_nan, number, number, 0x200, n);
    return __riscv_vreinterpret_u8m1(__riscv_vncvt_x(rounded, n));
}

static inline vuint8m2_t widen_f16x8(vuint8m1_t a)
{
    return widen_f16m1(a, 8);
}

static inline vuint8m1_t narrow_f16x8(vuint8m2_t a)
{
    return narrow_f16m1(a, 8);
}

static inline vuint8m1_t add_f16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_f16m1(a, n), y = widen_f16m1(b, n);
    return narrow_f16m1(add_f32m2(x, y, n), n);
}

static inline vuint8m1_t add_f16x8(vuint8m1_t a, vuint8m1_t b)
{
    return add_f16m1(a, b, 8);
}

static inline vuint8m1_t sub_f16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_f16m1(a, n), y = widen_f16m1(b, n);
    return narrow_f16m1(sub_f32m2(x, y, n), n);
}

static inline vuint8m1_t sub_f16x8(vuint8m1_t a, vuint8m1_t b)
{
    return sub_f16m1(a, b, 8);
}

static inline vuint8m1_t mul_f16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_f16m1(a, n), y = widen_f16m1(b, n);
    return narrow_f16m1(mul_f32m2(x, y, n), n);
}

static inline vuint8m1_t mul_f16x8(vuint8m1_t a, vuint8m1_t b)
{
    return mul_f16m1(a, b, 8);
}

static inline vuint8m1_t min_f16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_f16m1(a, n), y = widen_f16m1(b, n);
    return narrow_f16m1(min_f32m2(x, y, n), n);
}

static inline vuint8m1_t min_f16x8(vuint8m1_t a, vuint8m1_t b)
{
    return min_f16m1(a, b, 8);
}

static inline vuint8m1_t max_f16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_f16m1(a, n), y = widen_f16m1(b, n);
    return narrow_f16m1(max_f32m2(x, y, n), n);
}

static inline vuint8m1_t max_f16x8(vuint8m1_t a, vuint8m1_t b)
{
    return max_f16m1(a, b, 8);
}

static inline vuint8m1_t min_number_f16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_f16m1(a, n), y = widen_f16m1(b, n);
    return narrow_f16m1(min_number_f32m2(x, y, n), n);
}

static inline vuint8m1_t min_number_f16x8(vuint8m1_t a, vuint8m1_t b)
{
    return min_number_f16m1(a, b, 8);
}

static inline vuint8m1_t max_number_f16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_f16m1(a, n), y = widen_f16m1(b, n);
    return narrow_f16m1(max_number_f32m2(x, y, n), n);
}

static inline vuint8m1_t max_number_f16x8(vuint8m1_t a, vuint8m1_t b)
{
    return max_number_f16m1(a, b, 8);
}

static inline vuint8m2_t widen_bf16m1(vuint8m1_t a, size_t n)
{
    const vuint32m2_t bits = __riscv_vsll(__riscv_vzext_vf2(__riscv_vreinterpret_u16m1(a), n), 16, n);
    return __riscv_vreinterpret_u8m2(bits);
}

/* To nearest even. The bits of a NaN might carry into its sign, so all are set. */
static inline vuint8m1_t narrow_bf16m1(vuint8m2_t a, size_t n)
{
    const vfloat32m2_t x = __riscv_vreinterpret_f32m2(__riscv_vreinterpret_u32m2(a));
    const vuint32m2_t bits = __riscv_vmerge(__riscv_vreinterpret_u32m2(a), UINT32_MAX, __riscv_vmfne(x, x, n), n);
    const vuint16m1_t rounded = __riscv_vnclipu(bits, 16, __RISCV_VXRM_RNE, n);
    return __riscv_vreinterpret_u8m1(rounded);
}

static inline vuint8m2_t widen_bf16x8(vuint8m1_t a)
{
    return widen_bf16m1(a, 8);
}

static inline vuint8m1_t narrow_bf16x8(vuint8m2_t a)
{
    return narrow_bf16m1(a, 8);
}

static inline vuint8m1_t add_bf16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_bf16m1(a, n), y = widen_bf16m1(b, n);
    return narrow_bf16m1(add_f32m2(x, y, n), n);
}

static inline vuint8m1_t add_bf16x8(vuint8m1_t a, vuint8m1_t b)
{
    return add_bf16m1(a, b, 8);
}

static inline vuint8m1_t sub_bf16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_bf16m1(a, n), y = widen_bf16m1(b, n);
    return narrow_bf16m1(sub_f32m2(x, y, n), n);
}

static inline vuint8m1_t sub_bf16x8(vuint8m1_t a, vuint8m1_t b)
{
    return sub_bf16m1(a, b, 8);
}

static inline vuint8m1_t mul_bf16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_bf16m1(a, n), y = widen_bf16m1(b, n);
    return narrow_bf16m1(mul_f32m2(x, y, n), n);
}

static inline vuint8m1_t mul_bf16x8(vuint8m1_t a, vuint8m1_t b)
{
    return mul_bf16m1(a, b, 8);
}

static inline vuint8m1_t min_bf16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_bf16m1(a, n), y = widen_bf16m1(b, n);
    return narrow_bf16m1(min_f32m2(x, y, n), n);
}

static inline vuint8m1_t min_bf16x8(vuint8m1_t a, vuint8m1_t b)
{
    return min_bf16m1(a, b, 8);
}

static inline vuint8m1_t max_bf16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_bf16m1(a, n), y = widen_bf16m1(b, n);
    return narrow_bf16m1(max_f32m2(x, y, n), n);
}

static inline vuint8m1_t max_bf16x8(vuint8m1_t a, vuint8m1_t b)
{
    return max_bf16m1(a, b, 8);
}

static inline vuint8m1_t min_number_bf16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_bf16m1(a, n), y = widen_bf16m1(b, n);
    return narrow_bf16m1(min_number_f32m2(x, y, n), n);
}

static inline vuint8m1_t min_number_bf16x8(vuint8m1_t a, vuint8m1_t b)
{
    return min_number_bf16m1(a, b, 8);
}

static inline vuint8m1_t max_number_bf16m1(vuint8m1_t a, vuint8m1_t b, size_t n)
{
    const vuint8m2_t x = widen_bf16m1(a, n), y = widen_bf16m1(b, n);
    return narrow_bf16m1(max_number_f32m2(x, y, n), n);
}

static inline vuint8m1_t max_number_bf16x8(vuint8m1_t a, vuint8m1_t b)
{
    return max_number_bf16m1(a, b, 8);
}

static inline vuint8m2_t every_b16x16(int16_t a)
{
    return __riscv_vreinterpret_u8m2(__riscv_vreinterpret_u16m2(__riscv_vmv_v_x_i16m2(a, 16)));
}

static inline vuint8m1_t every_b16x8(int16_t a)
{
    return __riscv_vreinterpret_u8m1(__riscv_vreinterpret_u16m1(__riscv_vmv_v_x_i16m1(a, 8)));
}

static inline vuint8m4_t div_f32x16(vuint8m4_t a, vuint8m4_t b)
{
    const vfloat32m4_t x = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), y = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(b));
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(__riscv_vfdiv(x, y, 16)));
}

static inline vuint8m4_t clamp_f32x16(vuint8m4_t a, vuint8m4_t largest)
{
    const vfloat32m4_t x = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), end = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(largest)), low = __riscv_vfneg(end, 16);
    const vfloat32m4_t below = __riscv_vmerge(x, end, __riscv_vmfgt(x, end, 16), 16);
    const vfloat32m4_t clamped = __riscv_vmerge(below, low, __riscv_vmflt(below, low, 16), 16);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(clamped));
}

static inline vuint8m4_t clamp_f32m4(vuint8m4_t a, float largest, size_t n)
{
    const vfloat32m4_t x = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), below = __riscv_vfmerge(x, largest, __riscv_vmfgt(x, largest, n), n);
    const vfloat32m4_t clamped = __riscv_vfmerge(below, -largest, __riscv_vmflt(below, -largest, n), n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(clamped));
}

static inline vuint8m4_t widen_i8m1(vuint8m1_t a, size_t n)
{
    const vfloat32m4_t number = __riscv_vfcvt_f(__riscv_vsext_vf4(__riscv_vreinterpret_i8m1(a), n), n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(number));
}

/* To nearest even. It saturates; NaN gives 0. */
static inline vuint8m1_t narrow_i8m1(vuint8m4_t a, size_t n)
{
    const vfloat32m4_t x = __riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a));
    const vint32m4_t zero = __riscv_vmv_v_x_i32m4(0, n);
    const vint32m4_t rounded = __riscv_vfcvt_x_mu(__riscv_vmfeq(x, x, n), zero, x, n);
    const vint8m1_t bytes = __riscv_vnclip(__riscv_vnclip(rounded, 0, __RISCV_VXRM_RDN, n), 0, __RISCV_VXRM_RDN, n);
    return __riscv_vreinterpret_u8m1(bytes);
}

static inline vuint8m4_t widen_i8x16(vuint8m1_t a)
{
    return widen_i8m1(a, 16);
}

static inline vuint8m1_t narrow_i8x16(vuint8m4_t a)
{
    return narrow_i8m1(a, 16);
}

static inline vuint8m4_t widen_u8m1(vuint8m1_t a, size_t n)
{
    const vfloat32m4_t number = __riscv_vfcvt_f(__riscv_vzext_vf4(a, n), n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(number));
}

static inline vuint8m4_t widen_u8x16(vuint8m1_t a)
{
    return widen_u8m1(a, 16);
}

static inline void add_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, add_f32m8(a, b, n), n * 4);
    }
}

static inline void sub_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, sub_f32m8(a, b, n), n * 4);
    }
}

static inline void mul_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, mul_f32m8(a, b, n), n * 4);
    }
}

static inline void min_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, min_f32m8(a, b, n), n * 4);
    }
}

static inline void max_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, max_f32m8(a, b, n), n * 4);
    }
}

static inline void min_number_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, min_number_f32m8(a, b, n), n * 4);
    }
}

static inline void max_number_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, max_number_f32m8(a, b, n), n * 4);
    }
}

static inline void add_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, add_f64m8(a, b, n), n * 8);
    }
}

static inline void sub_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, sub_f64m8(a, b, n), n * 8);
    }
}

static inline void mul_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, mul_f64m8(a, b, n), n * 8);
    }
}

static inline void min_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, min_f64m8(a, b, n), n * 8);
    }
}

static inline void max_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, max_f64m8(a, b, n), n * 8);
    }
}

static inline void min_number_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, min_number_f64m8(a, b, n), n * 8);
    }
}

static inline void max_number_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, max_number_f64m8(a, b, n), n * 8);
    }
}

static inline void add_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, add_f16m2(a, b, n), n * 2);
    }
}

static inline void sub_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, sub_f16m2(a, b, n), n * 2);
    }
}

static inline void mul_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, mul_f16m2(a, b, n), n * 2);
    }
}

static inline void min_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, min_f16m2(a, b, n), n * 2);
    }
}

static inline void max_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, max_f16m2(a, b, n), n * 2);
    }
}

static inline void min_number_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, min_number_f16m2(a, b, n), n * 2);
    }
}

static inline void max_number_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, max_number_f16m2(a, b, n), n * 2);
    }
}

static inline void add_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, add_bf16m2(a, b, n), n * 2);
    }
}

static inline void sub_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, sub_bf16m2(a, b, n), n * 2);
    }
}

static inline void mul_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, mul_bf16m2(a, b, n), n * 2);
    }
}

static inline void min_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, min_bf16m2(a, b, n), n * 2);
    }
}

static inline void max_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, max_bf16m2(a, b, n), n * 2);
    }
}

static inline void min_number_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, min_number_bf16m2(a, b, n), n * 2);
    }
}

static inline void max_number_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m2(left);
        const vuint8m2_t a = __riscv_vle8_v_u8m2(out, n * 2), b = __riscv_vle8_v_u8m2(in, n * 2);
        __riscv_vse8(out, max_number_bf16m2(a, b, n), n * 2);
    }
}

static inline void add_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, add_i8m8(a, b, n), n * 1);
    }
}

static inline void sub_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, sub_i8m8(a, b, n), n * 1);
    }
}

static inline void mul_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, mul_i8m8(a, b, n), n * 1);
    }
}

static inline void min_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, min_i8m8(a, b, n), n * 1);
    }
}

static inline void max_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, max_i8m8(a, b, n), n * 1);
    }
}

static inline void add_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 2), b = __riscv_vle8_v_u8m8(in, n * 2);
        __riscv_vse8(out, add_i16m8(a, b, n), n * 2);
    }
}

static inline void sub_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 2), b = __riscv_vle8_v_u8m8(in, n * 2);
        __riscv_vse8(out, sub_i16m8(a, b, n), n * 2);
    }
}

static inline void mul_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 2), b = __riscv_vle8_v_u8m8(in, n * 2);
        __riscv_vse8(out, mul_i16m8(a, b, n), n * 2);
    }
}

static inline void min_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 2), b = __riscv_vle8_v_u8m8(in, n * 2);
        __riscv_vse8(out, min_i16m8(a, b, n), n * 2);
    }
}

static inline void max_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 2), b = __riscv_vle8_v_u8m8(in, n * 2);
        __riscv_vse8(out, max_i16m8(a, b, n), n * 2);
    }
}

static inline void add_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, add_i32m8(a, b, n), n * 4);
    }
}

static inline void sub_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, sub_i32m8(a, b, n), n * 4);
    }
}

static inline void mul_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, mul_i32m8(a, b, n), n * 4);
    }
}

static inline void min_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, min_i32m8(a, b, n), n * 4);
    }
}

static inline void max_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, max_i32m8(a, b, n), n * 4);
    }
}

static inline void add_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, add_i64m8(a, b, n), n * 8);
    }
}

static inline void sub_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, sub_i64m8(a, b, n), n * 8);
    }
}

static inline void mul_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, mul_i64m8(a, b, n), n * 8);
    }
}

static inline void min_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, min_i64m8(a, b, n), n * 8);
    }
}

static inline void max_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, max_i64m8(a, b, n), n * 8);
    }
}

static inline void min_u8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, min_u8m8(a, b, n), n * 1);
    }
}

static inline void max_u8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, max_u8m8(a, b, n), n * 1);
    }
}

static inline void min_u16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 2), b = __riscv_vle8_v_u8m8(in, n * 2);
        __riscv_vse8(out, min_u16m8(a, b, n), n * 2);
    }
}

static inline void max_u16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 2, n; left != 0; left -= n, out += n * 2, in += n * 2) {
        n = __riscv_vsetvl_e16m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 2), b = __riscv_vle8_v_u8m8(in, n * 2);
        __riscv_vse8(out, max_u16m8(a, b, n), n * 2);
    }
}

static inline void min_u32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, min_u32m8(a, b, n), n * 4);
    }
}

static inline void max_u32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 4, n; left != 0; left -= n, out += n * 4, in += n * 4) {
        n = __riscv_vsetvl_e32m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 4), b = __riscv_vle8_v_u8m8(in, n * 4);
        __riscv_vse8(out, max_u32m8(a, b, n), n * 4);
    }
}

static inline void min_u64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, min_u64m8(a, b, n), n * 8);
    }
}

static inline void max_u64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, max_u64m8(a, b, n), n * 8);
    }
}

static inline void add_bool_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, add_boolm8(a, b, n), n * 1);
    }
}

static inline void sub_bool_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, sub_boolm8(a, b, n), n * 1);
    }
}

static inline void mul_bool_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 1), b = __riscv_vle8_v_u8m8(in, n * 1);
        __riscv_vse8(out, mul_boolm8(a, b, n), n * 1);
    }
}

static inline void mul_c64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 8, n; left != 0; left -= n, out += n * 8, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 8), b = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, mul_c64m8(a, b, n), n * 8);
    }
}

static inline void mul_c128_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 16, n; left != 0; left -= n, out += n * 16, in += n * 16) {
        n = __riscv_vsetvl_e64m8(2 * left) / 2;
        const vuint8m8_t a = __riscv_vle8_v_u8m8(out, n * 16), b = __riscv_vle8_v_u8m8(in, n * 16);
        __riscv_vse8(out, mul_c128m8(a, b, n), n * 16);
    }
}

static inline void add_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, add_f8e4m3fnm1(a, b, n), n * 1);
    }
}

static inline void sub_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, sub_f8e4m3fnm1(a, b, n), n * 1);
    }
}

static inline void mul_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, mul_f8e4m3fnm1(a, b, n), n * 1);
    }
}

static inline void min_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, min_f8e4m3fnm1(a, b, n), n * 1);
    }
}

static inline void max_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, max_f8e4m3fnm1(a, b, n), n * 1);
    }
}

static inline void min_number_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, min_number_f8e4m3fnm1(a, b, n), n * 1);
    }
}

static inline void max_number_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, max_number_f8e4m3fnm1(a, b, n), n * 1);
    }
}

static inline void add_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, add_f8e5m2m1(a, b, n), n * 1);
    }
}

static inline void sub_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, sub_f8e5m2m1(a, b, n), n * 1);
    }
}

static inline void mul_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, mul_f8e5m2m1(a, b, n), n * 1);
    }
}

static inline void min_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, min_f8e5m2m1(a, b, n), n * 1);
    }
}

static inline void max_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, max_f8e5m2m1(a, b, n), n * 1);
    }
}

static inline void min_number_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, min_number_f8e5m2m1(a, b, n), n * 1);
    }
}

static inline void max_number_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t left = row_bytes / 1, n; left != 0; left -= n, out += n * 1, in += n * 1) {
        n = __riscv_vsetvl_e8m1(left);
        const vuint8m1_t a = __riscv_vle8_v_u8m1(out, n * 1), b = __riscv_vle8_v_u8m1(in, n * 1);
        __riscv_vse8(out, max_number_f8e5m2m1(a, b, n), n * 1);
    }
}

static inline void move_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (size_t n; row_bytes != 0; row_bytes -= n, out += n, in += n) {
        n = __riscv_vsetvl_e8m8(row_bytes);
        __riscv_vse8(out, __riscv_vle8_v_u8m8(in, n), n);
    }
}

static inline vuint8m8_t widen_f32m4(vuint8m4_t a, size_t n)
{
    const vfloat64m8_t wide = __riscv_vfwcvt_f(__riscv_vreinterpret_f32m4(__riscv_vreinterpret_u32m4(a)), n);
    return __riscv_vreinterpret_u8m8(__riscv_vreinterpret_u64m8(wide));
}

static inline vuint8m4_t narrow_f32m4(vuint8m8_t a, size_t n)
{
    const vfloat32m4_t rounded = __riscv_vfncvt_f_f_w_f32m4(__riscv_vreinterpret_f64m8(__riscv_vreinterpret_u64m8(a)), n);
    return __riscv_vreinterpret_u8m4(__riscv_vreinterpret_u32m4(rounded));
}

static inline void move_f64_f32_row(unsigned char *restrict out, const unsigned char *restrict in,
                                                  size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 8) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t numbers = __riscv_vle8_v_u8m8(in, n * 8);
        __riscv_vse8(out, narrow_f32m4(numbers, n), n * 4);
    }
}

static inline void move_f32_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 8, in += n * 4) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t update = widen_f32m4(__riscv_vle8_v_u8m4(in, n * 4), n);
        __riscv_vse8(out, update, n * 8);
    }
}

static inline void add_f32_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 8, in += n * 4) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t update = widen_f32m4(__riscv_vle8_v_u8m4(in, n * 4), n);
        const vuint8m8_t old = __riscv_vle8_v_u8m8(out, n * 8);
        __riscv_vse8(out, add_f64m8(old, update, n), n * 8);
    }
}

static inline void sub_f32_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 8, in += n * 4) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t update = widen_f32m4(__riscv_vle8_v_u8m4(in, n * 4), n);
        const vuint8m8_t old = __riscv_vle8_v_u8m8(out, n * 8);
        __riscv_vse8(out, sub_f64m8(old, update, n), n * 8);
    }
}

static inline void mul_f32_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 8, in += n * 4) {
        n = __riscv_vsetvl_e64m8(left);
        const vuint8m8_t update = widen_f32m4(__riscv_vle8_v_u8m4(in, n * 4), n);
        const vuint8m8_t old = __riscv_vle8_v_u8m8(out, n * 8);
        __riscv_vse8(out, mul_f64m8(old, update, n), n * 8);
    }
}

static inline void move_f32_f16_row(unsigned char *restrict out, const unsigned char *restrict in,
                                                  size_t left, int saturates, float largest)
{
    for (size_t n; left != 0; left -= n, out += n * 2, in += n * 4) {
        n = __riscv_vsetvl_e32m4(left);
        vuint8m4_t numbers = __riscv_vle8_v_u8m4(in, n * 4);
        if (saturates) numbers = clamp_f32m4(numbers, largest, n);
        __riscv_vse8(out, narrow_f16m2(numbers, n), n * 2);
    }
}

static inline void move_f16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 2) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f16m2(__riscv_vle8_v_u8m2(in, n * 2), n);
        __riscv_vse8(out, update, n * 4);
    }
}

static inline void add_f16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 2) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f16m2(__riscv_vle8_v_u8m2(in, n * 2), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, add_f32m4(old, update, n), n * 4);
    }
}

static inline void sub_f16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 2) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f16m2(__riscv_vle8_v_u8m2(in, n * 2), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, sub_f32m4(old, update, n), n * 4);
    }
}

static inline void mul_f16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 2) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f16m2(__riscv_vle8_v_u8m2(in, n * 2), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, mul_f32m4(old, update, n), n * 4);
    }
}

static inline void move_f32_bf16_row(unsigned char *restrict out, const unsigned char *restrict in,
                                                  size_t left, int saturates, float largest)
{
    for (size_t n; left != 0; left -= n, out += n * 2, in += n * 4) {
        n = __riscv_vsetvl_e32m4(left);
        vuint8m4_t numbers = __riscv_vle8_v_u8m4(in, n * 4);
        if (saturates) numbers = clamp_f32m4(numbers, largest, n);
        __riscv_vse8(out, narrow_bf16m2(numbers, n), n * 2);
    }
}

static inline void move_bf16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 2) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_bf16m2(__riscv_vle8_v_u8m2(in, n * 2), n);
        __riscv_vse8(out, update, n * 4);
    }
}

static inline void add_bf16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 2) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_bf16m2(__riscv_vle8_v_u8m2(in, n * 2), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, add_f32m4(old, update, n), n * 4);
    }
}

static inline void sub_bf16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 2) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_bf16m2(__riscv_vle8_v_u8m2(in, n * 2), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, sub_f32m4(old, update, n), n * 4);
    }
}

static inline void mul_bf16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 2) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_bf16m2(__riscv_vle8_v_u8m2(in, n * 2), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, mul_f32m4(old, update, n), n * 4);
    }
}

static inline void move_f32_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in,
                                                  size_t left, int saturates, float largest)
{
    for (size_t n; left != 0; left -= n, out += n * 1, in += n * 4) {
        n = __riscv_vsetvl_e32m4(left);
        vuint8m4_t numbers = __riscv_vle8_v_u8m4(in, n * 4);
        if (saturates) numbers = clamp_f32m4(numbers, largest, n);
        __riscv_vse8(out, narrow_f8e4m3fnm1(numbers, n), n * 1);
    }
}

static inline void move_f8e4m3fn_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 1) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f8e4m3fnm1(__riscv_vle8_v_u8m1(in, n * 1), n);
        __riscv_vse8(out, update, n * 4);
    }
}

static inline void add_f8e4m3fn_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 1) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f8e4m3fnm1(__riscv_vle8_v_u8m1(in, n * 1), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, add_f32m4(old, update, n), n * 4);
    }
}

static inline void sub_f8e4m3fn_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 1) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f8e4m3fnm1(__riscv_vle8_v_u8m1(in, n * 1), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, sub_f32m4(old, update, n), n * 4);
    }
}

static inline void mul_f8e4m3fn_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 1) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f8e4m3fnm1(__riscv_vle8_v_u8m1(in, n * 1), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, mul_f32m4(old, update, n), n * 4);
    }
}

static inline void move_f32_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in,
                                                  size_t left, int saturates, float largest)
{
    for (size_t n; left != 0; left -= n, out += n * 1, in += n * 4) {
        n = __riscv_vsetvl_e32m4(left);
        vuint8m4_t numbers = __riscv_vle8_v_u8m4(in, n * 4);
        if (saturates) numbers = clamp_f32m4(numbers, largest, n);
        __riscv_vse8(out, narrow_f8e5m2m1(numbers, n), n * 1);
    }
}

static inline void move_f8e5m2_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 1) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f8e5m2m1(__riscv_vle8_v_u8m1(in, n * 1), n);
        __riscv_vse8(out, update, n * 4);
    }
}

static inline void add_f8e5m2_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 1) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f8e5m2m1(__riscv_vle8_v_u8m1(in, n * 1), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, add_f32m4(old, update, n), n * 4);
    }
}

static inline void sub_f8e5m2_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 1) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f8e5m2m1(__riscv_vle8_v_u8m1(in, n * 1), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, sub_f32m4(old, update, n), n * 4);
    }
}

static inline void mul_f8e5m2_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t left)
{
    for (size_t n; left != 0; left -= n, out += n * 4, in += n * 1) {
        n = __riscv_vsetvl_e32m4(left);
        const vuint8m4_t update = widen_f8e5m2m1(__riscv_vle8_v_u8m1(in, n * 1), n);
        const vuint8m4_t old = __riscv_vle8_v_u8m4(out, n * 4);
        __riscv_vse8(out, mul_f32m4(old, update, n), n * 4);
    }
}

static inline vuint64m4_t load_indices_i64(const void *from)
{
    return __riscv_vreinterpret_u64m4(__riscv_vle8_v_u8m4(from, 64));
}

static inline vuint64m4_t load_indices_i32(const void *from)
{
    const vint32m2_t narrow = __riscv_vreinterpret_i32m2(__riscv_vreinterpret_i8m2(__riscv_vle8_v_u8m2(from, 32)));
    return __riscv_vreinterpret_u64m4(__riscv_vsext_vf2(narrow, 8));
}

/* The sign bit of a lane is set where index < low or index > high. */
static inline vuint64m4_t out_of_bounds(vuint64m4_t index, vuint64m4_t low, vuint64m4_t high)
{
    return __riscv_vor(__riscv_vsub(index, low, 8), __riscv_vsub(high, index, 8), 8);
}

static inline vuint64m4_t join_out_of_bounds(vuint64m4_t a, vuint64m4_t b)
{
    return __riscv_vor(a, b, 8);
}

static inline vbool16_t is_negative(vuint64m4_t index)
{
    return __riscv_vmslt(__riscv_vreinterpret_i64m4(index), 0, 8);
}

static inline int is_any_out_of_bounds(vuint64m4_t out_of_bounds)
{
    return __riscv_vfirst(is_negative(out_of_bounds), 8) >= 0;
}

static inline vuint64m4_t highest(vuint64m4_t size)
{
    return __riscv_vsub(size, 1, 8);
}

static inline vuint64m4_t no_out_of_bounds(void)
{
    return __riscv_vmv_v_x_u64m4(0, 8);
}

/* low is -size if negative indices count from the end, and 0 if they do not. */
static inline vuint64m4_t wrap(vuint64m4_t index, vuint64m4_t low)
{
    return __riscv_vsub_mu(is_negative(index), index, index, low, 8);
}

/* The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice indices
 * in bounds is below 2^32; a sum with one out of bounds is not. */
static inline vuint64m4_t flag(vuint64m4_t slice_index, vuint64m4_t wrapped, vuint64m4_t high)
{
    const vbool16_t is_out_of_bounds = is_negative(__riscv_vor(wrapped, __riscv_vsub(high, wrapped, 8), 8));
    return __riscv_vmerge(slice_index, UINT64_C(1) << 32, is_out_of_bounds, 8);
}

static inline vuint64m4_t clamp(vuint64m4_t wrapped, vuint64m4_t high)
{
    const vint64m4_t minimum = __riscv_vmax(__riscv_vreinterpret_i64m4(wrapped), 0, 8);
    return __riscv_vreinterpret_u64m4(__riscv_vmin(minimum, __riscv_vreinterpret_i64m4(high), 8));
}

static inline vuint64m4_t load_positions(const uint32_t *from)
{
    return __riscv_vzext_vf2(__riscv_vle32_v_u32m2(from, 8), 8);
}

static inline vuint64m4_t add_positions(vuint64m4_t slice_indices, vuint64m4_t positions)
{
    return __riscv_vadd(slice_indices, positions, 8);
}

static inline vuint64m4_t scale(vuint64m4_t index, vuint64m4_t stride)
{
    return __riscv_vmul(index, stride, 8);
}

/* The lanes that have a bit, in the first ones. */
static inline vuint64m4_t pick(vuint64m4_t a, unsigned char lanes)
{
    return __riscv_vcompress(a, __riscv_vreinterpret_v_u8m1_b16(__riscv_vmv_v_x_u8m1(lanes, 1)), 8);
}

/* So many lanes of one, and then those of the other. */
static inline vuint64m4_t join_lanes(vuint64m4_t a, vuint64m4_t b, size_t of_a)
{
    return __riscv_vslideup(a, b, of_a, 8);
}

/* Every lane and the next one. */
static inline vuint64m4_t add_next(vuint64m4_t a, size_t distance)
{
    return __riscv_vadd(a, __riscv_vslidedown(a, distance, 8), 8);
}

static inline vuint64m4_t sum_k2(vuint64m4_t a, vuint64m4_t b)
{
    return join_lanes(pick(add_next(a, 1), 0x55), pick(add_next(b, 1), 0x55), 4);
}

/* a b c hold x0 y0 z0 x1 y1 z1 x2 y2, z2 x3 y3 z3 x4 y4 z4 x5, y5 z5 x6 y6 z6 x7 y7 z7. */
static inline vuint64m4_t sum_k3(vuint64m4_t a, vuint64m4_t b, vuint64m4_t c)
{
    const vuint64m4_t x = join_lanes(join_lanes(pick(a, 0x49), pick(b, 0x92), 3), pick(c, 0x24), 6);
    const vuint64m4_t y = join_lanes(join_lanes(pick(a, 0x92), pick(b, 0x24), 3), pick(c, 0x49), 5);
    const vuint64m4_t z = join_lanes(join_lanes(pick(a, 0x24), pick(b, 0x49), 2), pick(c, 0x92), 5);
    return __riscv_vadd(__riscv_vadd(x, y, 8), z, 8);
}

static inline vuint64m4_t sum_k4(vuint64m4_t a, vuint64m4_t b, vuint64m4_t c, vuint64m4_t d)
{
    const vuint64m4_t low = join_lanes(pick(add_next(add_next(a, 1), 2), 0x11), pick(add_next(add_next(b, 1), 2), 0x11), 2);
    const vuint64m4_t high = join_lanes(pick(add_next(add_next(c, 1), 2), 0x11), pick(add_next(add_next(d, 1), 2), 0x11), 2);
    return join_lanes(low, high, 4);
}

static inline vuint32m2_t to_slice_indices(vuint64m4_t sums)
{
    return __riscv_vncvt_x(sums, 8);
}

/* Sums with a flagged part become UINT32_MAX, which is not a slice index. */
static inline vuint32m2_t to_flagged_slice_indices(vuint64m4_t sums)
{
    return __riscv_vncvt_x(__riscv_vminu(sums, UINT32_MAX, 8), 8);
}

static inline void store_slice_indices(uint32_t *to, vuint32m2_t slice_indices)
{
    __riscv_vse32(to, slice_indices, 8);
}

static inline vuint32m2_t larger_slice_indices(vuint32m2_t a, vuint32m2_t b)
{
    return __riscv_vmaxu(a, b, 8);
}

static inline vuint32m2_t no_slice_indices(void)
{
    return __riscv_vmv_v_x_u32m2(0, 8);
}

static inline uint32_t largest_slice_index(vuint32m2_t slice_indices)
{
    return __riscv_vmv_x(__riscv_vredmaxu(slice_indices, __riscv_vmv_v_x_u32m1(0, 1), 8));
}

#endif /* STREW_RVV_VOCABULARY_H */
