/* Rendered from templates/scale.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_CONVERSIONS

#if STREW_BUILD_DTYPE_FLOAT16
STREW_SCALE(strew_quantize_f16__simd128)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    const simde_v128_t largest = every_f32x4(scaling->largest);
    unsigned char in_group[32], out_group[16], *const all = to;
    unsigned char scale_group[32];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 8) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 8;
    }
    for (size_t i = 0; i < n; i = n - 8) {
        for (; i + 8 <= n; i += 8) {
            simde_v128_t low = load_16(from + i * 4);
            if (scales_by != 0) {
                const simde_v128_t by = scales != NULL ? load_16(scales + i * 4) : scale;
                low = scales_by < 0 ? div_f32x4(low, by) : mul_f32x4(low, by);
            }
            simde_v128_t high = load_16(from + i * 4 + 16);
            if (scales_by != 0) {
                const simde_v128_t by = scales != NULL ? load_16(scales + i * 4 + 16) : scale;
                high = scales_by < 0 ? div_f32x4(high, by) : mul_f32x4(high, by);
            }
            store_16(to + i * 2, join_f16x8(clamp_f32x4(low, largest), clamp_f32x4(high, largest)));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 2);
}

STREW_SCALE(strew_dequantize_f16__simd128)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[16], out_group[32], *const all = to;
    unsigned char scale_group[32];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 8) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 2);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 8;
    }
    for (size_t i = 0; i < n; i = n - 8) {
        for (; i + 8 <= n; i += 8) {
            simde_v128_t low = low_f16x8(load_16(from + i * 2));
            if (has_scale) low = mul_f32x4(low, scales != NULL ? load_16(scales + i * 4) : scale);
            store_16(to + i * 4, low);
            simde_v128_t high = high_f16x8(load_16(from + i * 2));
            if (has_scale) high = mul_f32x4(high, scales != NULL ? load_16(scales + i * 4 + 16) : scale);
            store_16(to + i * 4 + 16, high);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_BFLOAT16
STREW_SCALE(strew_quantize_bf16__simd128)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    const simde_v128_t largest = every_f32x4(scaling->largest);
    unsigned char in_group[32], out_group[16], *const all = to;
    unsigned char scale_group[32];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 8) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 8;
    }
    for (size_t i = 0; i < n; i = n - 8) {
        for (; i + 8 <= n; i += 8) {
            simde_v128_t low = load_16(from + i * 4);
            if (scales_by != 0) {
                const simde_v128_t by = scales != NULL ? load_16(scales + i * 4) : scale;
                low = scales_by < 0 ? div_f32x4(low, by) : mul_f32x4(low, by);
            }
            simde_v128_t high = load_16(from + i * 4 + 16);
            if (scales_by != 0) {
                const simde_v128_t by = scales != NULL ? load_16(scales + i * 4 + 16) : scale;
                high = scales_by < 0 ? div_f32x4(high, by) : mul_f32x4(high, by);
            }
            store_16(to + i * 2, pack_bf16x8(clamp_f32x4(low, largest), clamp_f32x4(high, largest)));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 2);
}

STREW_SCALE(strew_dequantize_bf16__simd128)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[16], out_group[32], *const all = to;
    unsigned char scale_group[32];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 8) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 2);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 8;
    }
    for (size_t i = 0; i < n; i = n - 8) {
        for (; i + 8 <= n; i += 8) {
            simde_v128_t low = low_bf16x8(load_16(from + i * 2));
            if (has_scale) low = mul_f32x4(low, scales != NULL ? load_16(scales + i * 4) : scale);
            store_16(to + i * 4, low);
            simde_v128_t high = high_bf16x8(load_16(from + i * 2));
            if (has_scale) high = mul_f32x4(high, scales != NULL ? load_16(scales + i * 4 + 16) : scale);
            store_16(to + i * 4 + 16, high);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_INT8
STREW_SCALE(strew_quantize_i8__simd128)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    unsigned char in_group[16], out_group[4], *const all = to;
    unsigned char scale_group[16];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 4) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 4;
    }
    for (size_t i = 0; i < n; i = n - 4) {
        for (; i + 4 <= n; i += 4) {
            simde_v128_t widen = load_16(from + i * 4);
            if (scales_by != 0) {
                const simde_v128_t by = scales != NULL ? load_16(scales + i * 4) : scale;
                widen = scales_by < 0 ? div_f32x4(widen, by) : mul_f32x4(widen, by);
            }
            store_4(to + i * 1, narrow_i8x4(widen));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 1);
}

STREW_SCALE(strew_dequantize_i8__simd128)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[4], out_group[16], *const all = to;
    unsigned char scale_group[16];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 4) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 1);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 4;
    }
    for (size_t i = 0; i < n; i = n - 4) {
        for (; i + 4 <= n; i += 4) {
            simde_v128_t widen = widen_i8x4(load_4(from + i * 1));
            if (has_scale) widen = mul_f32x4(widen, scales != NULL ? load_16(scales + i * 4) : scale);
            store_16(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_UINT8
STREW_SCALE(strew_dequantize_u8__simd128)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[4], out_group[16], *const all = to;
    unsigned char scale_group[16];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 4) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 1);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 4;
    }
    for (size_t i = 0; i < n; i = n - 4) {
        for (; i + 4 <= n; i += 4) {
            simde_v128_t widen = widen_u8x4(load_4(from + i * 1));
            if (has_scale) widen = mul_f32x4(widen, scales != NULL ? load_16(scales + i * 4) : scale);
            store_16(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_FLOAT8E4M3FN
STREW_SCALE(strew_quantize_f8e4m3fn__simd128)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    const simde_v128_t largest = every_f32x4(scaling->largest);
    unsigned char in_group[16], out_group[4], *const all = to;
    unsigned char scale_group[16];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 4) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 4;
    }
    for (size_t i = 0; i < n; i = n - 4) {
        for (; i + 4 <= n; i += 4) {
            simde_v128_t widen = load_16(from + i * 4);
            if (scales_by != 0) {
                const simde_v128_t by = scales != NULL ? load_16(scales + i * 4) : scale;
                widen = scales_by < 0 ? div_f32x4(widen, by) : mul_f32x4(widen, by);
            }
            store_4(to + i * 1, narrow_f8e4m3fnx4(clamp_f32x4(widen, largest)));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 1);
}

STREW_SCALE(strew_dequantize_f8e4m3fn__simd128)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[4], out_group[16], *const all = to;
    unsigned char scale_group[16];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 4) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 1);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 4;
    }
    for (size_t i = 0; i < n; i = n - 4) {
        for (; i + 4 <= n; i += 4) {
            simde_v128_t widen = widen_f8e4m3fnx4(load_4(from + i * 1));
            if (has_scale) widen = mul_f32x4(widen, scales != NULL ? load_16(scales + i * 4) : scale);
            store_16(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_FLOAT8E5M2
STREW_SCALE(strew_quantize_f8e5m2__simd128)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    const simde_v128_t largest = every_f32x4(scaling->largest);
    unsigned char in_group[16], out_group[4], *const all = to;
    unsigned char scale_group[16];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 4) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 4;
    }
    for (size_t i = 0; i < n; i = n - 4) {
        for (; i + 4 <= n; i += 4) {
            simde_v128_t widen = load_16(from + i * 4);
            if (scales_by != 0) {
                const simde_v128_t by = scales != NULL ? load_16(scales + i * 4) : scale;
                widen = scales_by < 0 ? div_f32x4(widen, by) : mul_f32x4(widen, by);
            }
            store_4(to + i * 1, narrow_f8e5m2x4(clamp_f32x4(widen, largest)));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 1);
}

STREW_SCALE(strew_dequantize_f8e5m2__simd128)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[4], out_group[16], *const all = to;
    unsigned char scale_group[16];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const simde_v128_t scale = every_f32x4(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 4) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 1);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 4;
    }
    for (size_t i = 0; i < n; i = n - 4) {
        for (; i + 4 <= n; i += 4) {
            simde_v128_t widen = widen_f8e5m2x4(load_4(from + i * 1));
            if (has_scale) widen = mul_f32x4(widen, scales != NULL ? load_16(scales + i * 4) : scale);
            store_16(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif
#endif
