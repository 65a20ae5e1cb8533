/* Rendered from templates/scale.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_CONVERSIONS

/* A group of elements is scaled, and then rounded or stored: a compiler makes vectors of loops that do one thing. */
enum { GROUP = 64 };

/* The scales of a group: from `scales` if each element has one. If all have the same, `factors` holds it already. */
static STREW_INLINE void load_scales(float *factors, const strew_scaling *scaling, size_t done, size_t n)
{
    if (scaling->step != 0) memcpy(factors, (const unsigned char *)scaling->scales + done * sizeof *factors, n * sizeof *factors);
}

static STREW_INLINE void repeat_scale(float *factors, const strew_scaling *scaling)
{
    for (size_t i = 0; i < GROUP && scaling->scales != NULL && scaling->step == 0; i++) factors[i] = load_f32(scaling->scales);
}

#if STREW_BUILD_DTYPE_FLOAT16
STREW_SCALE(strew_quantize_f16__scalar)
{
    float scaled[GROUP], factors[GROUP];
    const float largest = scaling->largest;
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        memcpy(scaled, from + done * sizeof *scaled, n_here * sizeof *scaled);
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            if (scaling->divides) {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] / factors[i];
            } else {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] * factors[i];
            }
        }
        for (size_t i = 0; i < n_here; i++) {
            const float below = scaled[i] > largest ? largest : scaled[i];
            scaled[i] = below < -largest ? -largest : below;
        }
        for (size_t i = 0; i < n_here; i++) store_f16(to + (done + i) * 2, narrow_f16(scaled[i]));
    }
}

STREW_SCALE(strew_dequantize_f16__scalar)
{
    float widened[GROUP], factors[GROUP];
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        for (size_t i = 0; i < n_here; i++) widened[i] = widen_f16(load_f16(from + (done + i) * 2));
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            for (size_t i = 0; i < n_here; i++) widened[i] = widened[i] * factors[i];
        }
        memcpy(to + done * sizeof *widened, widened, n_here * sizeof *widened);
    }
}
#endif

#if STREW_BUILD_DTYPE_BFLOAT16
STREW_SCALE(strew_quantize_bf16__scalar)
{
    float scaled[GROUP], factors[GROUP];
    const float largest = scaling->largest;
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        memcpy(scaled, from + done * sizeof *scaled, n_here * sizeof *scaled);
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            if (scaling->divides) {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] / factors[i];
            } else {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] * factors[i];
            }
        }
        for (size_t i = 0; i < n_here; i++) {
            const float below = scaled[i] > largest ? largest : scaled[i];
            scaled[i] = below < -largest ? -largest : below;
        }
        for (size_t i = 0; i < n_here; i++) store_bf16(to + (done + i) * 2, narrow_bf16(scaled[i]));
    }
}

STREW_SCALE(strew_dequantize_bf16__scalar)
{
    float widened[GROUP], factors[GROUP];
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        for (size_t i = 0; i < n_here; i++) widened[i] = widen_bf16(load_bf16(from + (done + i) * 2));
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            for (size_t i = 0; i < n_here; i++) widened[i] = widened[i] * factors[i];
        }
        memcpy(to + done * sizeof *widened, widened, n_here * sizeof *widened);
    }
}
#endif

#if STREW_BUILD_DTYPE_INT8
STREW_SCALE(strew_quantize_i8__scalar)
{
    float scaled[GROUP], factors[GROUP];
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        memcpy(scaled, from + done * sizeof *scaled, n_here * sizeof *scaled);
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            if (scaling->divides) {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] / factors[i];
            } else {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] * factors[i];
            }
        }
        for (size_t i = 0; i < n_here; i++) store_i8(to + (done + i) * 1, narrow_i8(scaled[i]));
    }
}

STREW_SCALE(strew_dequantize_i8__scalar)
{
    float widened[GROUP], factors[GROUP];
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        for (size_t i = 0; i < n_here; i++) widened[i] = widen_i8(load_i8(from + (done + i) * 1));
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            for (size_t i = 0; i < n_here; i++) widened[i] = widened[i] * factors[i];
        }
        memcpy(to + done * sizeof *widened, widened, n_here * sizeof *widened);
    }
}
#endif

#if STREW_BUILD_DTYPE_UINT8
STREW_SCALE(strew_dequantize_u8__scalar)
{
    float widened[GROUP], factors[GROUP];
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        for (size_t i = 0; i < n_here; i++) widened[i] = widen_u8(load_u8(from + (done + i) * 1));
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            for (size_t i = 0; i < n_here; i++) widened[i] = widened[i] * factors[i];
        }
        memcpy(to + done * sizeof *widened, widened, n_here * sizeof *widened);
    }
}
#endif

#if STREW_BUILD_DTYPE_FLOAT8E4M3FN
STREW_SCALE(strew_quantize_f8e4m3fn__scalar)
{
    float scaled[GROUP], factors[GROUP];
    const float largest = scaling->largest;
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        memcpy(scaled, from + done * sizeof *scaled, n_here * sizeof *scaled);
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            if (scaling->divides) {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] / factors[i];
            } else {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] * factors[i];
            }
        }
        for (size_t i = 0; i < n_here; i++) {
            const float below = scaled[i] > largest ? largest : scaled[i];
            scaled[i] = below < -largest ? -largest : below;
        }
        for (size_t i = 0; i < n_here; i++) store_f8e4m3fn(to + (done + i) * 1, narrow_f8e4m3fn(scaled[i]));
    }
}

STREW_SCALE(strew_dequantize_f8e4m3fn__scalar)
{
    float widened[GROUP], factors[GROUP];
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        for (size_t i = 0; i < n_here; i++) widened[i] = widen_f8e4m3fn(load_f8e4m3fn(from + (done + i) * 1));
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            for (size_t i = 0; i < n_here; i++) widened[i] = widened[i] * factors[i];
        }
        memcpy(to + done * sizeof *widened, widened, n_here * sizeof *widened);
    }
}
#endif

#if STREW_BUILD_DTYPE_FLOAT8E5M2
STREW_SCALE(strew_quantize_f8e5m2__scalar)
{
    float scaled[GROUP], factors[GROUP];
    const float largest = scaling->largest;
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        memcpy(scaled, from + done * sizeof *scaled, n_here * sizeof *scaled);
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            if (scaling->divides) {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] / factors[i];
            } else {
                for (size_t i = 0; i < n_here; i++) scaled[i] = scaled[i] * factors[i];
            }
        }
        for (size_t i = 0; i < n_here; i++) {
            const float below = scaled[i] > largest ? largest : scaled[i];
            scaled[i] = below < -largest ? -largest : below;
        }
        for (size_t i = 0; i < n_here; i++) store_f8e5m2(to + (done + i) * 1, narrow_f8e5m2(scaled[i]));
    }
}

STREW_SCALE(strew_dequantize_f8e5m2__scalar)
{
    float widened[GROUP], factors[GROUP];
    repeat_scale(factors, scaling);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = n - done < GROUP ? n - done : GROUP;
        for (size_t i = 0; i < n_here; i++) widened[i] = widen_f8e5m2(load_f8e5m2(from + (done + i) * 1));
        if (scaling->scales != NULL) {
            load_scales(factors, scaling, done, n_here);
            for (size_t i = 0; i < n_here; i++) widened[i] = widened[i] * factors[i];
        }
        memcpy(to + done * sizeof *widened, widened, n_here * sizeof *widened);
    }
}
#endif
#endif
