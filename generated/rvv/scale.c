/* Rendered from templates/scale.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_CONVERSIONS

#if STREW_BUILD_DTYPE_FLOAT16
STREW_SCALE(strew_quantize_f16__rvv)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    const vuint8m4_t largest = every_f32x16(scaling->largest);
    unsigned char in_group[64], out_group[32], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = load_64(from + i * 4);
            if (scales_by != 0) {
                const vuint8m4_t by = scales != NULL ? load_64(scales + i * 4) : scale;
                widen = scales_by < 0 ? div_f32x16(widen, by) : mul_f32x16(widen, by);
            }
            store_32(to + i * 2, narrow_f16x16(clamp_f32x16(widen, largest)));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 2);
}

STREW_SCALE(strew_dequantize_f16__rvv)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[32], out_group[64], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 2);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = widen_f16x16(load_32(from + i * 2));
            if (has_scale) widen = mul_f32x16(widen, scales != NULL ? load_64(scales + i * 4) : scale);
            store_64(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_BFLOAT16
STREW_SCALE(strew_quantize_bf16__rvv)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    const vuint8m4_t largest = every_f32x16(scaling->largest);
    unsigned char in_group[64], out_group[32], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = load_64(from + i * 4);
            if (scales_by != 0) {
                const vuint8m4_t by = scales != NULL ? load_64(scales + i * 4) : scale;
                widen = scales_by < 0 ? div_f32x16(widen, by) : mul_f32x16(widen, by);
            }
            store_32(to + i * 2, narrow_bf16x16(clamp_f32x16(widen, largest)));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 2);
}

STREW_SCALE(strew_dequantize_bf16__rvv)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[32], out_group[64], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 2);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = widen_bf16x16(load_32(from + i * 2));
            if (has_scale) widen = mul_f32x16(widen, scales != NULL ? load_64(scales + i * 4) : scale);
            store_64(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_INT8
STREW_SCALE(strew_quantize_i8__rvv)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    unsigned char in_group[64], out_group[16], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = load_64(from + i * 4);
            if (scales_by != 0) {
                const vuint8m4_t by = scales != NULL ? load_64(scales + i * 4) : scale;
                widen = scales_by < 0 ? div_f32x16(widen, by) : mul_f32x16(widen, by);
            }
            store_16(to + i * 1, narrow_i8x16(widen));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 1);
}

STREW_SCALE(strew_dequantize_i8__rvv)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[16], out_group[64], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 1);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = widen_i8x16(load_16(from + i * 1));
            if (has_scale) widen = mul_f32x16(widen, scales != NULL ? load_64(scales + i * 4) : scale);
            store_64(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_UINT8
STREW_SCALE(strew_dequantize_u8__rvv)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[16], out_group[64], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 1);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = widen_u8x16(load_16(from + i * 1));
            if (has_scale) widen = mul_f32x16(widen, scales != NULL ? load_64(scales + i * 4) : scale);
            store_64(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_FLOAT8E4M3FN
STREW_SCALE(strew_quantize_f8e4m3fn__rvv)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    const vuint8m4_t largest = every_f32x16(scaling->largest);
    unsigned char in_group[64], out_group[16], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = load_64(from + i * 4);
            if (scales_by != 0) {
                const vuint8m4_t by = scales != NULL ? load_64(scales + i * 4) : scale;
                widen = scales_by < 0 ? div_f32x16(widen, by) : mul_f32x16(widen, by);
            }
            store_16(to + i * 1, narrow_f8e4m3fnx16(clamp_f32x16(widen, largest)));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 1);
}

STREW_SCALE(strew_dequantize_f8e4m3fn__rvv)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[16], out_group[64], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 1);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = widen_f8e4m3fnx16(load_16(from + i * 1));
            if (has_scale) widen = mul_f32x16(widen, scales != NULL ? load_64(scales + i * 4) : scale);
            store_64(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif

#if STREW_BUILD_DTYPE_FLOAT8E5M2
STREW_SCALE(strew_quantize_f8e5m2__rvv)
{
    const int scales_by = scaling->scales == NULL ? 0 : scaling->divides ? -1 : 1;
    const vuint8m4_t largest = every_f32x16(scaling->largest);
    unsigned char in_group[64], out_group[16], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 4);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = load_64(from + i * 4);
            if (scales_by != 0) {
                const vuint8m4_t by = scales != NULL ? load_64(scales + i * 4) : scale;
                widen = scales_by < 0 ? div_f32x16(widen, by) : mul_f32x16(widen, by);
            }
            store_16(to + i * 1, narrow_f8e5m2x16(clamp_f32x16(widen, largest)));
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 1);
}

STREW_SCALE(strew_dequantize_f8e5m2__rvv)
{
    const int has_scale = scaling->scales != NULL;
    unsigned char in_group[16], out_group[64], *const all = to;
    unsigned char scale_group[64];
    const size_t n_all = n;
    const unsigned char *scales = scaling->step != 0 ? scaling->scales : NULL;
    const int has_one = scaling->scales != NULL && scales == NULL;
    const vuint8m4_t scale = every_f32x16(has_one ? load_f32(scaling->scales) : 1.0f);
    if (n < 16) {
        memset(in_group, 0, sizeof in_group);
        memset(scale_group, 0, sizeof scale_group);
        memcpy(in_group, from, n * 1);
        if (scales != NULL) scales = memcpy(scale_group, scales, n * 4);
        from = in_group;
        to = out_group;
        n = 16;
    }
    for (size_t i = 0; i < n; i = n - 16) {
        for (; i + 16 <= n; i += 16) {
            vuint8m4_t widen = widen_f8e5m2x16(load_16(from + i * 1));
            if (has_scale) widen = mul_f32x16(widen, scales != NULL ? load_64(scales + i * 4) : scale);
            store_64(to + i * 4, widen);
        }
        if (i == n) break;
    }
    if (to == out_group) memcpy(all, out_group, n_all * 4);
}
#endif
#endif
