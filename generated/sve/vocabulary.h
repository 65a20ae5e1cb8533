/* Rendered from templates/vocabulary.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* The words in which kernels for SVE (AArch64, registers of 32 bytes or more) are written. */
#ifndef STREW_SVE_VOCABULARY_H
#define STREW_SVE_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <arm_sve.h>

#include "elements.h"

static inline svuint8_t load_32(const void *from)
{
    return svld1_u8(svptrue_pat_b8(SV_VL32), from);
}

static inline void store_32(void *to, svuint8_t value)
{
    svst1_u8(svptrue_pat_b8(SV_VL32), to, value);
}

static inline svuint8_t add_i8x32(svuint8_t a, svuint8_t b)
{
    return svadd_u8_x(svptrue_b8(), a, b);
}

static inline svuint8_t sub_i8x32(svuint8_t a, svuint8_t b)
{
    return svsub_u8_x(svptrue_b8(), a, b);
}

static inline svuint8_t mul_i8x32(svuint8_t a, svuint8_t b)
{
    return svmul_u8_x(svptrue_b8(), a, b);
}

static inline svuint8_t min_i8x32(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_s8(svmin_s8_x(svptrue_b8(), svreinterpret_s8_u8(a), svreinterpret_s8_u8(b)));
}

static inline svuint8_t max_i8x32(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_s8(svmax_s8_x(svptrue_b8(), svreinterpret_s8_u8(a), svreinterpret_s8_u8(b)));
}

static inline svuint8_t add_i16x16(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u16(svadd_u16_x(svptrue_b16(), svreinterpret_u16_u8(a), svreinterpret_u16_u8(b)));
}

static inline svuint8_t sub_i16x16(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u16(svsub_u16_x(svptrue_b16(), svreinterpret_u16_u8(a), svreinterpret_u16_u8(b)));
}

static inline svuint8_t mul_i16x16(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u16(svmul_u16_x(svptrue_b16(), svreinterpret_u16_u8(a), svreinterpret_u16_u8(b)));
}

static inline svuint8_t min_i16x16(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_s16(svmin_s16_x(svptrue_b16(), svreinterpret_s16_u8(a), svreinterpret_s16_u8(b)));
}

static inline svuint8_t max_i16x16(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_s16(svmax_s16_x(svptrue_b16(), svreinterpret_s16_u8(a), svreinterpret_s16_u8(b)));
}

static inline svuint8_t add_i32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u32(svadd_u32_x(svptrue_b32(), svreinterpret_u32_u8(a), svreinterpret_u32_u8(b)));
}

static inline svuint8_t sub_i32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u32(svsub_u32_x(svptrue_b32(), svreinterpret_u32_u8(a), svreinterpret_u32_u8(b)));
}

static inline svuint8_t mul_i32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u32(svmul_u32_x(svptrue_b32(), svreinterpret_u32_u8(a), svreinterpret_u32_u8(b)));
}

static inline svuint8_t min_i32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_s32(svmin_s32_x(svptrue_b32(), svreinterpret_s32_u8(a), svreinterpret_s32_u8(b)));
}

static inline svuint8_t max_i32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_s32(svmax_s32_x(svptrue_b32(), svreinterpret_s32_u8(a), svreinterpret_s32_u8(b)));
}

static inline svuint8_t add_i64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u64(svadd_u64_x(svptrue_b64(), svreinterpret_u64_u8(a), svreinterpret_u64_u8(b)));
}

static inline svuint8_t sub_i64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u64(svsub_u64_x(svptrue_b64(), svreinterpret_u64_u8(a), svreinterpret_u64_u8(b)));
}

static inline svuint8_t mul_i64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u64(svmul_u64_x(svptrue_b64(), svreinterpret_u64_u8(a), svreinterpret_u64_u8(b)));
}

static inline svuint8_t min_i64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_s64(svmin_s64_x(svptrue_b64(), svreinterpret_s64_u8(a), svreinterpret_s64_u8(b)));
}

static inline svuint8_t max_i64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_s64(svmax_s64_x(svptrue_b64(), svreinterpret_s64_u8(a), svreinterpret_s64_u8(b)));
}

static inline svuint8_t min_u8x32(svuint8_t a, svuint8_t b)
{
    return svmin_u8_x(svptrue_b8(), a, b);
}

static inline svuint8_t max_u8x32(svuint8_t a, svuint8_t b)
{
    return svmax_u8_x(svptrue_b8(), a, b);
}

static inline svuint8_t min_u16x16(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u16(svmin_u16_x(svptrue_b16(), svreinterpret_u16_u8(a), svreinterpret_u16_u8(b)));
}

static inline svuint8_t max_u16x16(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u16(svmax_u16_x(svptrue_b16(), svreinterpret_u16_u8(a), svreinterpret_u16_u8(b)));
}

static inline svuint8_t min_u32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u32(svmin_u32_x(svptrue_b32(), svreinterpret_u32_u8(a), svreinterpret_u32_u8(b)));
}

static inline svuint8_t max_u32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u32(svmax_u32_x(svptrue_b32(), svreinterpret_u32_u8(a), svreinterpret_u32_u8(b)));
}

static inline svuint8_t min_u64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u64(svmin_u64_x(svptrue_b64(), svreinterpret_u64_u8(a), svreinterpret_u64_u8(b)));
}

static inline svuint8_t max_u64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_u64(svmax_u64_x(svptrue_b64(), svreinterpret_u64_u8(a), svreinterpret_u64_u8(b)));
}

static inline svuint8_t add_f32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f32(svadd_f32_x(svptrue_b32(), svreinterpret_f32_u8(a), svreinterpret_f32_u8(b)));
}

static inline svuint8_t sub_f32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f32(svsub_f32_x(svptrue_b32(), svreinterpret_f32_u8(a), svreinterpret_f32_u8(b)));
}

static inline svuint8_t mul_f32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f32(svmul_f32_x(svptrue_b32(), svreinterpret_f32_u8(a), svreinterpret_f32_u8(b)));
}

static inline svuint8_t min_f32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f32(svmin_f32_x(svptrue_b32(), svreinterpret_f32_u8(a), svreinterpret_f32_u8(b)));
}

static inline svuint8_t max_f32x8(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f32(svmax_f32_x(svptrue_b32(), svreinterpret_f32_u8(a), svreinterpret_f32_u8(b)));
}

/* a, or b where a is NaN. */
static inline svuint8_t f32x8_or(svuint8_t a, svuint8_t b)
{
    const svfloat32_t x = svreinterpret_f32_u8(a), y = svreinterpret_f32_u8(b);
    return svreinterpret_u8_f32(svsel_f32(svcmpeq_f32(svptrue_b32(), x, x), x, y));
}

static inline svuint8_t min_number_f32x8(svuint8_t a, svuint8_t b)
{
    const svuint8_t one = f32x8_or(a, b), other = f32x8_or(b, a);
    return min_f32x8(one, other);
}

static inline svuint8_t max_number_f32x8(svuint8_t a, svuint8_t b)
{
    const svuint8_t one = f32x8_or(a, b), other = f32x8_or(b, a);
    return max_f32x8(one, other);
}

static inline svuint8_t add_f64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f64(svadd_f64_x(svptrue_b64(), svreinterpret_f64_u8(a), svreinterpret_f64_u8(b)));
}

static inline svuint8_t sub_f64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f64(svsub_f64_x(svptrue_b64(), svreinterpret_f64_u8(a), svreinterpret_f64_u8(b)));
}

static inline svuint8_t mul_f64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f64(svmul_f64_x(svptrue_b64(), svreinterpret_f64_u8(a), svreinterpret_f64_u8(b)));
}

static inline svuint8_t min_f64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f64(svmin_f64_x(svptrue_b64(), svreinterpret_f64_u8(a), svreinterpret_f64_u8(b)));
}

static inline svuint8_t max_f64x4(svuint8_t a, svuint8_t b)
{
    return svreinterpret_u8_f64(svmax_f64_x(svptrue_b64(), svreinterpret_f64_u8(a), svreinterpret_f64_u8(b)));
}

/* a, or b where a is NaN. */
static inline svuint8_t f64x4_or(svuint8_t a, svuint8_t b)
{
    const svfloat64_t x = svreinterpret_f64_u8(a), y = svreinterpret_f64_u8(b);
    return svreinterpret_u8_f64(svsel_f64(svcmpeq_f64(svptrue_b64(), x, x), x, y));
}

static inline svuint8_t min_number_f64x4(svuint8_t a, svuint8_t b)
{
    const svuint8_t one = f64x4_or(a, b), other = f64x4_or(b, a);
    return min_f64x4(one, other);
}

static inline svuint8_t max_number_f64x4(svuint8_t a, svuint8_t b)
{
    const svuint8_t one = f64x4_or(a, b), other = f64x4_or(b, a);
    return max_f64x4(one, other);
}

static inline svuint8_t add_boolx32(svuint8_t a, svuint8_t b)
{
    return svmin_n_u8_x(svptrue_b8(), svorr_u8_x(svptrue_b8(), a, b), 1);
}

static inline svuint8_t sub_boolx32(svuint8_t a, svuint8_t b)
{
    return sveor_u8_x(svptrue_b8(), svmin_n_u8_x(svptrue_b8(), a, 1), svmin_n_u8_x(svptrue_b8(), b, 1));
}

static inline svuint8_t mul_boolx32(svuint8_t a, svuint8_t b)
{
    return svand_u8_x(svptrue_b8(), svmin_n_u8_x(svptrue_b8(), a, 1), svmin_n_u8_x(svptrue_b8(), b, 1));
}

/* The last step adds i times what it takes, whose parts trade places, and one its sign. */
static inline svuint8_t mul_c64x4(svuint8_t a, svuint8_t b)
{
    const svbool_t all = svptrue_b32();
    const svfloat32_t x = svreinterpret_f32_u8(a), y = svreinterpret_f32_u8(b);
    const svfloat32_t by_real = svmul_f32_x(all, svtrn1_f32(x, x), y);
    const svfloat32_t by_imaginary = svmul_f32_x(all, svtrn2_f32(x, x), y);
    return svreinterpret_u8_f32(svcadd_f32_x(all, by_real, by_imaginary, 90));
}

/* The last step adds i times what it takes, whose parts trade places, and one its sign. */
static inline svuint8_t mul_c128x2(svuint8_t a, svuint8_t b)
{
    const svbool_t all = svptrue_b64();
    const svfloat64_t x = svreinterpret_f64_u8(a), y = svreinterpret_f64_u8(b);
    const svfloat64_t by_real = svmul_f64_x(all, svtrn1_f64(x, x), y);
    const svfloat64_t by_imaginary = svmul_f64_x(all, svtrn2_f64(x, x), y);
    return svreinterpret_u8_f64(svcadd_f64_x(all, by_real, by_imaginary, 90));
}

static inline svuint8_t unpack_f16(svuint32_t bits)
{
    return svreinterpret_u8_f32(svcvt_f32_f16_x(svptrue_b32(), svreinterpret_f16_u32(bits)));
}

static inline svuint32_t pack_f16(svuint8_t a)
{
    return svreinterpret_u32_f16(svcvt_f16_f32_x(svptrue_b32(), svreinterpret_f32_u8(a)));
}

static inline svuint8_t even_f16x16(svuint8_t a)
{
    return unpack_f16(svreinterpret_u32_u8(a));
}

static inline svuint8_t odd_f16x16(svuint8_t a)
{
    return unpack_f16(svlsr_n_u32_x(svptrue_b32(), svreinterpret_u32_u8(a), 16));
}

static inline svuint8_t join_f16x16(svuint8_t even, svuint8_t odd)
{
    const svuint16_t low = svreinterpret_u16_u32(pack_f16(even));
    return svreinterpret_u8_u16(svtrn1_u16(low, svreinterpret_u16_u32(pack_f16(odd))));
}

static inline svuint8_t add_f16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = add_f32x8(even_f16x16(a), even_f16x16(b));
    const svuint8_t odd = add_f32x8(odd_f16x16(a), odd_f16x16(b));
    return join_f16x16(even, odd);
}

static inline svuint8_t sub_f16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = sub_f32x8(even_f16x16(a), even_f16x16(b));
    const svuint8_t odd = sub_f32x8(odd_f16x16(a), odd_f16x16(b));
    return join_f16x16(even, odd);
}

static inline svuint8_t mul_f16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = mul_f32x8(even_f16x16(a), even_f16x16(b));
    const svuint8_t odd = mul_f32x8(odd_f16x16(a), odd_f16x16(b));
    return join_f16x16(even, odd);
}

static inline svuint8_t min_f16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = min_f32x8(even_f16x16(a), even_f16x16(b));
    const svuint8_t odd = min_f32x8(odd_f16x16(a), odd_f16x16(b));
    return join_f16x16(even, odd);
}

static inline svuint8_t max_f16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = max_f32x8(even_f16x16(a), even_f16x16(b));
    const svuint8_t odd = max_f32x8(odd_f16x16(a), odd_f16x16(b));
    return join_f16x16(even, odd);
}

static inline svuint8_t min_number_f16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = min_number_f32x8(even_f16x16(a), even_f16x16(b));
    const svuint8_t odd = min_number_f32x8(odd_f16x16(a), odd_f16x16(b));
    return join_f16x16(even, odd);
}

static inline svuint8_t max_number_f16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = max_number_f32x8(even_f16x16(a), even_f16x16(b));
    const svuint8_t odd = max_number_f32x8(odd_f16x16(a), odd_f16x16(b));
    return join_f16x16(even, odd);
}

static inline svuint8_t unpack_bf16(svuint32_t bits)
{
    return svreinterpret_u8_u32(svlsl_n_u32_x(svptrue_b32(), bits, 16));
}

static inline svuint8_t even_bf16x16(svuint8_t a)
{
    return unpack_bf16(svreinterpret_u32_u8(a));
}

static inline svuint8_t odd_bf16x16(svuint8_t a)
{
    return svreinterpret_u8_u32(svand_n_u32_x(svptrue_b32(), svreinterpret_u32_u8(a), 0xffff0000));
}

static inline svuint8_t join_bf16x16(svuint8_t even, svuint8_t odd)
{
    return svreinterpret_u8_u16(svtrn2_u16(svreinterpret_u16_u8(even), svreinterpret_u16_u8(odd)));
}

/* To nearest even, in the high half: half a unit minus one is added, plus the last bit that is kept. A NaN made from bfloat16 has an
 * empty low half, so nothing carries out of it and it stays a NaN. */
static inline svuint8_t round_bf16x8(svuint8_t a)
{
    const svbool_t all = svptrue_b32();
    const svuint32_t bits = svreinterpret_u32_u8(a), last = svand_n_u32_x(all, svlsr_n_u32_x(all, bits, 16), 1);
    return svreinterpret_u8_u32(svadd_u32_x(all, bits, svadd_n_u32_x(all, last, 0x7fff)));
}

/* Any float32, a NaN too: its bits may carry into the sign, so all are set. */
static inline svuint32_t pack_bf16(svuint8_t a)
{
    const svfloat32_t x = svreinterpret_f32_u8(a);
    const svuint32_t rounded = svlsr_n_u32_x(svptrue_b32(), svreinterpret_u32_u8(round_bf16x8(a)), 16);
    return svsel_u32(svcmpuo_f32(svptrue_b32(), x, x), svdup_n_u32(UINT32_MAX), rounded);
}

static inline svuint8_t add_bf16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = round_bf16x8(add_f32x8(even_bf16x16(a), even_bf16x16(b)));
    const svuint8_t odd = round_bf16x8(add_f32x8(odd_bf16x16(a), odd_bf16x16(b)));
    return join_bf16x16(even, odd);
}

static inline svuint8_t sub_bf16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = round_bf16x8(sub_f32x8(even_bf16x16(a), even_bf16x16(b)));
    const svuint8_t odd = round_bf16x8(sub_f32x8(odd_bf16x16(a), odd_bf16x16(b)));
    return join_bf16x16(even, odd);
}

static inline svuint8_t mul_bf16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = round_bf16x8(mul_f32x8(even_bf16x16(a), even_bf16x16(b)));
    const svuint8_t odd = round_bf16x8(mul_f32x8(odd_bf16x16(a), odd_bf16x16(b)));
    return join_bf16x16(even, odd);
}

static inline svuint8_t min_bf16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = min_f32x8(even_bf16x16(a), even_bf16x16(b));
    const svuint8_t odd = min_f32x8(odd_bf16x16(a), odd_bf16x16(b));
    return join_bf16x16(even, odd);
}

static inline svuint8_t max_bf16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = max_f32x8(even_bf16x16(a), even_bf16x16(b));
    const svuint8_t odd = max_f32x8(odd_bf16x16(a), odd_bf16x16(b));
    return join_bf16x16(even, odd);
}

static inline svuint8_t min_number_bf16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = min_number_f32x8(even_bf16x16(a), even_bf16x16(b));
    const svuint8_t odd = min_number_f32x8(odd_bf16x16(a), odd_bf16x16(b));
    return join_bf16x16(even, odd);
}

static inline svuint8_t max_number_bf16x16(svuint8_t a, svuint8_t b)
{
    const svuint8_t even = max_number_f32x8(even_bf16x16(a), even_bf16x16(b));
    const svuint8_t odd = max_number_f32x8(odd_bf16x16(a), odd_bf16x16(b));
    return join_bf16x16(even, odd);
}

static inline void add_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_f32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_f32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_f32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_f32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_f32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_number_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_number_f32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_number_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_number_f32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void add_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_f64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_f64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_f64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_f64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_f64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_number_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_number_f64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_number_f64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_number_f64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void add_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_f16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_f16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_f16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_f16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_f16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_number_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_number_f16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_number_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_number_f16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void add_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_bf16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_bf16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_bf16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_bf16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_bf16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_number_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_number_bf16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_number_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_number_bf16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void add_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_i8x32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_i8x32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_i8x32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_i8x32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_i8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_i8x32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void add_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_i16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_i16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_i16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_i16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_i16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_i16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void add_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_i32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_i32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_i32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_i32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_i32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_i32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void add_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_i64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_i64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_i64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_i64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_i64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_i64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_u8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_u8x32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_u8_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_u8x32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_u16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_u16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_u16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_u16x16(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_u32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_u32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_u32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_u32x8(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void min_u64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, min_u64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void max_u64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, max_u64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void add_bool_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, add_boolx32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void sub_bool_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, sub_boolx32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_bool_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_boolx32(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_c64_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_c64x4(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

static inline void mul_c128_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntb()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, row_bytes);
        svst1_u8(lanes, out + i, mul_c128x2(svld1_u8(lanes, out + i), svld1_u8(lanes, in + i)));
    }
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline svuint8_t unpack_f8e4m3fn(svuint32_t bits)
{
    const svbool_t all = svptrue_b32();
    const svuint32_t magnitude = svlsl_n_u32_x(all, svand_n_u32_x(all, bits, 0x7f), 20);
    const svuint32_t sign = svlsl_n_u32_x(all, svand_n_u32_x(all, bits, 0x80), 24);
    const svuint32_t number = svreinterpret_u32_f32(svmul_n_f32_x(all, svreinterpret_f32_u32(magnitude), 0x1p+120f));
    const svbool_t is_special = svcmpgt_n_u32(all, magnitude, 0x7e00000);
    return svreinterpret_u8_u32(svorr_u32_x(all, svorr_n_u32_m(is_special, number, 0x7f800000), sign));
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline svuint32_t pack_f8e4m3fn(svuint8_t a)
{
    const svbool_t all = svptrue_b32();
    const svuint32_t bits = svreinterpret_u32_u8(a), magnitude = svand_n_u32_x(all, bits, 0x7fffffff);
    const svuint32_t bounded = svmin_n_u32_x(all, magnitude, 0x43f00000);
    const svuint32_t minimum = svmax_n_u32_x(all, bounded, to_bits_f32(0x1p-6f));
    const svuint32_t power = svand_n_u32_x(all, minimum, 0x7f800000);
    const svuint32_t adder = svadd_n_u32_x(all, svadd_u32_x(all, power, svlsr_n_u32_x(all, power, 20)), 0x9fffc38u);
    const svuint32_t sum = svreinterpret_u32_f32(svadd_f32_x(all, svreinterpret_f32_u32(bounded), svreinterpret_f32_u32(adder)));
    const svuint32_t sign = svand_n_u32_x(all, svlsr_n_u32_x(all, bits, 24), 0x80);
    const svuint32_t number = svorr_u32_x(all, svand_n_u32_x(all, sum, 0x7f), sign);
    return number;
}

static inline void add_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e4m3fn(svld1ub_u32(lanes, out + i)), b = unpack_f8e4m3fn(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e4m3fn(add_f32x8(a, b)));
    }
}

static inline void sub_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e4m3fn(svld1ub_u32(lanes, out + i)), b = unpack_f8e4m3fn(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e4m3fn(sub_f32x8(a, b)));
    }
}

static inline void mul_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e4m3fn(svld1ub_u32(lanes, out + i)), b = unpack_f8e4m3fn(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e4m3fn(mul_f32x8(a, b)));
    }
}

static inline void min_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e4m3fn(svld1ub_u32(lanes, out + i)), b = unpack_f8e4m3fn(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e4m3fn(min_f32x8(a, b)));
    }
}

static inline void max_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e4m3fn(svld1ub_u32(lanes, out + i)), b = unpack_f8e4m3fn(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e4m3fn(max_f32x8(a, b)));
    }
}

static inline void min_number_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e4m3fn(svld1ub_u32(lanes, out + i)), b = unpack_f8e4m3fn(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e4m3fn(min_number_f32x8(a, b)));
    }
}

static inline void max_number_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e4m3fn(svld1ub_u32(lanes, out + i)), b = unpack_f8e4m3fn(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e4m3fn(max_number_f32x8(a, b)));
    }
}

/* A product rebiases a number; infinity and NaN get all bits of the exponent. */
static inline svuint8_t unpack_f8e5m2(svuint32_t bits)
{
    const svbool_t all = svptrue_b32();
    const svuint32_t magnitude = svlsl_n_u32_x(all, svand_n_u32_x(all, bits, 0x7f), 21);
    const svuint32_t sign = svlsl_n_u32_x(all, svand_n_u32_x(all, bits, 0x80), 24);
    const svuint32_t number = svreinterpret_u32_f32(svmul_n_f32_x(all, svreinterpret_f32_u32(magnitude), 0x1p+112f));
    const svbool_t is_special = svcmpgt_n_u32(all, magnitude, 0xf600000);
    return svreinterpret_u8_u32(svorr_u32_x(all, svorr_n_u32_m(is_special, number, 0x7f800000), sign));
}

/* To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal
 * one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small
 * float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding. */
static inline svuint32_t pack_f8e5m2(svuint8_t a)
{
    const svbool_t all = svptrue_b32();
    const svuint32_t bits = svreinterpret_u32_u8(a), magnitude = svand_n_u32_x(all, bits, 0x7fffffff);
    const svuint32_t bounded = svmin_n_u32_x(all, magnitude, 0x47800000);
    const svuint32_t minimum = svmax_n_u32_x(all, bounded, to_bits_f32(0x1p-14f));
    const svuint32_t power = svand_n_u32_x(all, minimum, 0x7f800000);
    const svuint32_t adder = svadd_n_u32_x(all, svadd_u32_x(all, power, svlsr_n_u32_x(all, power, 21)), 0xa7ffe3cu);
    const svuint32_t sum = svreinterpret_u32_f32(svadd_f32_x(all, svreinterpret_f32_u32(bounded), svreinterpret_f32_u32(adder)));
    const svuint32_t sign = svand_n_u32_x(all, svlsr_n_u32_x(all, bits, 24), 0x80);
    const svuint32_t number = svorr_u32_x(all, svand_n_u32_x(all, sum, 0x7f), sign);
    return svorr_n_u32_m(svcmpgt_n_u32(all, magnitude, 0x7f800000), number, 0x2);
}

static inline void add_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e5m2(svld1ub_u32(lanes, out + i)), b = unpack_f8e5m2(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e5m2(add_f32x8(a, b)));
    }
}

static inline void sub_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e5m2(svld1ub_u32(lanes, out + i)), b = unpack_f8e5m2(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e5m2(sub_f32x8(a, b)));
    }
}

static inline void mul_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e5m2(svld1ub_u32(lanes, out + i)), b = unpack_f8e5m2(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e5m2(mul_f32x8(a, b)));
    }
}

static inline void min_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e5m2(svld1ub_u32(lanes, out + i)), b = unpack_f8e5m2(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e5m2(min_f32x8(a, b)));
    }
}

static inline void max_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e5m2(svld1ub_u32(lanes, out + i)), b = unpack_f8e5m2(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e5m2(max_f32x8(a, b)));
    }
}

static inline void min_number_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e5m2(svld1ub_u32(lanes, out + i)), b = unpack_f8e5m2(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e5m2(min_number_f32x8(a, b)));
    }
}

static inline void max_number_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t row_bytes)
{
    for (uint64_t i = 0; i < row_bytes; i += svcntw()) {
        const svbool_t lanes = svwhilelt_b32_u64(i, row_bytes);
        const svuint8_t a = unpack_f8e5m2(svld1ub_u32(lanes, out + i)), b = unpack_f8e5m2(svld1ub_u32(lanes, in + i));
        svst1b_u32(lanes, out + i, pack_f8e5m2(max_number_f32x8(a, b)));
    }
}

static inline void move_f32_f16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n, int saturates,
                                           float largest)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), out += svcnth()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svfloat32_t x = svreinterpret_f32_u8(svld1_u8(lanes, in + i));
        if (saturates) {
            x = svsel_f32(svcmpgt_n_f32(lanes, x, largest), svdup_n_f32(largest), x);
            x = svsel_f32(svcmplt_n_f32(lanes, x, -largest), svdup_n_f32(-largest), x);
        }
        svst1h_u32(lanes, (void *)out, pack_f16(svreinterpret_u8_f32(x)));
    }
}

static inline void move_f16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcnth()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, unpack_f16(svld1uh_u32(lanes, (const void *)in)));
    }
}

static inline void add_f16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcnth()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, add_f32x8(svld1_u8(lanes, out + i), unpack_f16(svld1uh_u32(lanes, (const void *)in))));
    }
}

static inline void sub_f16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcnth()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, sub_f32x8(svld1_u8(lanes, out + i), unpack_f16(svld1uh_u32(lanes, (const void *)in))));
    }
}

static inline void mul_f16_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcnth()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, mul_f32x8(svld1_u8(lanes, out + i), unpack_f16(svld1uh_u32(lanes, (const void *)in))));
    }
}

static inline void move_f32_bf16_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n, int saturates,
                                           float largest)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), out += svcnth()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svfloat32_t x = svreinterpret_f32_u8(svld1_u8(lanes, in + i));
        if (saturates) {
            x = svsel_f32(svcmpgt_n_f32(lanes, x, largest), svdup_n_f32(largest), x);
            x = svsel_f32(svcmplt_n_f32(lanes, x, -largest), svdup_n_f32(-largest), x);
        }
        svst1h_u32(lanes, (void *)out, pack_bf16(svreinterpret_u8_f32(x)));
    }
}

static inline void move_f32_f8e4m3fn_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n, int saturates,
                                           float largest)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), out += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svfloat32_t x = svreinterpret_f32_u8(svld1_u8(lanes, in + i));
        if (saturates) {
            x = svsel_f32(svcmpgt_n_f32(lanes, x, largest), svdup_n_f32(largest), x);
            x = svsel_f32(svcmplt_n_f32(lanes, x, -largest), svdup_n_f32(-largest), x);
        }
        svst1b_u32(lanes, (void *)out, pack_f8e4m3fn(svreinterpret_u8_f32(x)));
    }
}

static inline void move_f8e4m3fn_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, unpack_f8e4m3fn(svld1ub_u32(lanes, (const void *)in)));
    }
}

static inline void add_f8e4m3fn_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, add_f32x8(svld1_u8(lanes, out + i), unpack_f8e4m3fn(svld1ub_u32(lanes, (const void *)in))));
    }
}

static inline void sub_f8e4m3fn_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, sub_f32x8(svld1_u8(lanes, out + i), unpack_f8e4m3fn(svld1ub_u32(lanes, (const void *)in))));
    }
}

static inline void mul_f8e4m3fn_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, mul_f32x8(svld1_u8(lanes, out + i), unpack_f8e4m3fn(svld1ub_u32(lanes, (const void *)in))));
    }
}

static inline void move_f32_f8e5m2_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n, int saturates,
                                           float largest)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), out += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svfloat32_t x = svreinterpret_f32_u8(svld1_u8(lanes, in + i));
        if (saturates) {
            x = svsel_f32(svcmpgt_n_f32(lanes, x, largest), svdup_n_f32(largest), x);
            x = svsel_f32(svcmplt_n_f32(lanes, x, -largest), svdup_n_f32(-largest), x);
        }
        svst1b_u32(lanes, (void *)out, pack_f8e5m2(svreinterpret_u8_f32(x)));
    }
}

static inline void move_f8e5m2_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, unpack_f8e5m2(svld1ub_u32(lanes, (const void *)in)));
    }
}

static inline void add_f8e5m2_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, add_f32x8(svld1_u8(lanes, out + i), unpack_f8e5m2(svld1ub_u32(lanes, (const void *)in))));
    }
}

static inline void sub_f8e5m2_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, sub_f32x8(svld1_u8(lanes, out + i), unpack_f8e5m2(svld1ub_u32(lanes, (const void *)in))));
    }
}

static inline void mul_f8e5m2_f32_row(unsigned char *restrict out, const unsigned char *restrict in, size_t n)
{
    for (uint64_t i = 0; i < 4 * n; i += svcntb(), in += svcntw()) {
        const svbool_t lanes = svwhilelt_b8_u64(i, 4 * n);
        svst1_u8(lanes, out + i, mul_f32x8(svld1_u8(lanes, out + i), unpack_f8e5m2(svld1ub_u32(lanes, (const void *)in))));
    }
}

static inline svuint64_t load_indices_i64(const void *from)
{
    return svreinterpret_u64_u8(svld1_u8(svptrue_pat_b8(SV_VL32), from));
}

static inline svuint64_t load_indices_i32(const void *from)
{
    return svld1sw_u64(svptrue_pat_b64(SV_VL4), from);
}

/* The sign bit of a lane is set where index < low or index > high. */
static inline svuint64_t out_of_bounds(svuint64_t index, svuint64_t low, svuint64_t high)
{
    const svbool_t all = svptrue_b64();
    return svorr_u64_x(all, svsub_u64_x(all, index, low), svsub_u64_x(all, high, index));
}

static inline svuint64_t join_out_of_bounds(svuint64_t a, svuint64_t b)
{
    return svorr_u64_x(svptrue_b64(), a, b);
}

static inline svbool_t is_negative(svuint64_t index)
{
    return svcmplt_n_s64(svptrue_pat_b64(SV_VL4), svreinterpret_s64_u64(index), 0);
}

static inline int is_any_out_of_bounds(svuint64_t out_of_bounds)
{
    return svptest_any(svptrue_b64(), is_negative(out_of_bounds));
}

static inline svuint64_t highest(svuint64_t size)
{
    return svsub_n_u64_x(svptrue_b64(), size, 1);
}

static inline svuint64_t no_out_of_bounds(void)
{
    return svdup_n_u64(0);
}

/* low is -size if negative indices count from the end, and 0 if they do not. */
static inline svuint64_t wrap(svuint64_t index, svuint64_t low)
{
    return svsub_u64_m(is_negative(index), index, low);
}

/* The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice indices
 * in bounds is below 2^32; a sum with one out of bounds is not. */
static inline svuint64_t flag(svuint64_t slice_index, svuint64_t wrapped, svuint64_t high)
{
    const svbool_t all = svptrue_b64();
    const svuint64_t out_of_bounds = svorr_u64_x(all, wrapped, svsub_u64_x(all, high, wrapped));
    return svsel_u64(is_negative(out_of_bounds), svdup_n_u64(UINT64_C(1) << 32), slice_index);
}

static inline svuint64_t clamp(svuint64_t wrapped, svuint64_t high)
{
    const svint64_t minimum = svmax_n_s64_x(svptrue_b64(), svreinterpret_s64_u64(wrapped), 0);
    return svreinterpret_u64_s64(svmin_s64_x(svptrue_b64(), minimum, svreinterpret_s64_u64(high)));
}

static inline svuint64_t load_positions(const uint32_t *from)
{
    return svld1uw_u64(svptrue_pat_b64(SV_VL4), from);
}

static inline svuint64_t add_positions(svuint64_t slice_indices, svuint64_t positions)
{
    return svadd_u64_x(svptrue_b64(), slice_indices, positions);
}

static inline svuint64_t scale(svuint64_t index, svuint64_t stride)
{
    return svmul_u64_x(svptrue_b64(), index, stride);
}

/* So many lanes of one, and then those of the other. */
static inline svuint64_t join_lanes(svuint64_t a, svuint64_t b, uint64_t of_a)
{
    return svsplice_u64(svwhilelt_b64_u64(0, of_a), a, b);
}

static inline svuint64_t sum_k2(svuint64_t a, svuint64_t b)
{
    const svbool_t all = svptrue_b64();
    const svuint64_t of_a = svadd_u64_x(all, svuzp1_u64(a, a), svuzp2_u64(a, a));
    return join_lanes(of_a, svadd_u64_x(all, svuzp1_u64(b, b), svuzp2_u64(b, b)), 2);
}

static inline svbool_t are_lanes(uint64_t first, uint64_t second)
{
    const svuint64_t lanes = svindex_u64(0, 1);
    return svorr_b_z(svptrue_b64(), svcmpeq_n_u64(svptrue_b64(), lanes, first), svcmpeq_n_u64(svptrue_b64(), lanes, second));
}

/* Two lanes trade places. */
static inline svuint64_t swap_lanes(svuint64_t a, uint64_t first, uint64_t second)
{
    const svuint64_t lanes = svindex_u64(0, 1), others = svsub_u64_x(svptrue_b64(), svdup_n_u64(first + second), lanes);
    return svtbl_u64(a, svsel_u64(are_lanes(first, second), others, lanes));
}

/* a b c hold x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3. No two of a component have the same lane: x0 x3 x2 x1 are together, y1 y0 y3 y2,
 * and
 * z2 z1 z0 z3. */
static inline svuint64_t sum_k3(svuint64_t a, svuint64_t b, svuint64_t c)
{
    const svbool_t all = svptrue_b64();
    const svuint64_t x = svsel_u64(are_lanes(0, 3), a, svsel_u64(are_lanes(2, 2), b, c));
    const svuint64_t y = svsel_u64(are_lanes(0, 3), b, svsel_u64(are_lanes(1, 1), a, c));
    const svuint64_t z = svsel_u64(are_lanes(0, 3), c, svsel_u64(are_lanes(1, 1), b, a));
    const svuint64_t swapped = svtbl_u64(y, sveor_n_u64_x(all, svindex_u64(0, 1), 1));
    return svadd_u64_x(all, svadd_u64_x(all, swap_lanes(x, 1, 3), swapped), swap_lanes(z, 0, 2));
}

static inline svuint64_t sum_k4(svuint64_t a, svuint64_t b, svuint64_t c, svuint64_t d)
{
    return sum_k2(sum_k2(a, b), sum_k2(c, d));
}

static inline svuint64_t to_slice_indices(svuint64_t sums)
{
    return sums;
}

/* Sums with a flagged part become UINT32_MAX, which is not a slice index. */
static inline svuint64_t to_flagged_slice_indices(svuint64_t sums)
{
    return svmin_n_u64_x(svptrue_b64(), sums, UINT32_MAX);
}

static inline void store_slice_indices(uint32_t *to, svuint64_t slice_indices)
{
    svst1w_u64(svptrue_pat_b64(SV_VL4), to, slice_indices);
}

static inline svuint64_t larger_slice_indices(svuint64_t a, svuint64_t b)
{
    return svmax_u64_x(svptrue_b64(), a, b);
}

static inline svuint64_t no_slice_indices(void)
{
    return svdup_n_u64(0);
}

static inline uint32_t largest_slice_index(svuint64_t slice_indices)
{
    return (uint32_t)svmaxv_u64(svptrue_pat_b64(SV_VL4), slice_indices);
}

#endif /* STREW_SVE_VOCABULARY_H */
