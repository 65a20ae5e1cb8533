/* Rendered from templates/convert.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_CONVERSIONS || STREW_BUILD_REDUCTION_MEAN

STREW_OWN_FRAME STREW_APPLY(strew_move_f8e5m2_f32_wn__sse41)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 1, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++) {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        while (n >= 4) {
            for (; i + 4 <= n; i += 4) {
                store_16(out + (i + 0) * 4, widen_f8e5m2x4(load_4(in + i * 1)));
            }
            if (i == n) break;
            i = n - 4;
        }
        for (; i < n; i++) {
            store_f32(out + i * 4, widen_f8e5m2(load_f8e5m2(in + i * 1)));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN

STREW_STAGE(add_f8e5m2_f32_w1_stage)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 1, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f8e5m2_f32_wn__sse41(output, updates, &first, 1, &all);
}

STREW_COMBINE(add_f8e5m2_f32_w1_combine)
{
    for (size_t i = 0; i < n && prefetches_output; i++) {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, add_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_add_f8e5m2_f32_w1__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n) {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        add_f8e5m2_f32_w1_stage(staged, updates + t * 1, n, prefetch_bytes);
        add_f8e5m2_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_add_f8e5m2_f32_wn__sse41)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 1, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++) {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i + 4 <= n; i += 4) {
            store_16(out + (i + 0) * 4, add_f32x4(load_16(out + (i + 0) * 4), widen_f8e5m2x4(load_4(in + i * 1))));
        }
        for (; i < n; i++) {
            store_f32(out + i * 4, add_f32(load_f32(out + i * 4), widen_f8e5m2(load_f8e5m2(in + i * 1))));
        }
    }
}

STREW_SUM(strew_sum_add_f8e5m2_f32__sse41)
{
    const size_t n_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t n = lists->n, n_tuples = lists->n_tuples;
    const uint32_t *ends = lists->ends, *tuples = lists->tuples;
    const size_t next = slices->prefetches_output ? STREW_PREFETCH_SUMS * stride_bytes : 0;
    size_t begin = lists->begin, end;
    for (size_t s = 0; s < n; s++, output += stride_bytes, begin = end) {
        end = ends[s];
        if (end == begin) continue;
        const size_t ahead = end + STREW_PREFETCH_LISTED < n_tuples ? STREW_PREFETCH_LISTED : 0;
        size_t i = 0;
        for (; i + 4 <= n_bytes; i += 4) {
            const unsigned char *in = updates + i;
            unsigned char *out = output + i;
            simde__m128i widen_0 = widen_f8e5m2x4(load_4(out));
            STREW_PREFETCH_AT(out, next);
            for (size_t t = begin; t < end; t++) {
                const unsigned char *later = in + tuples[t + ahead] * update_bytes, *from = in + tuples[t] * update_bytes;
                STREW_PREFETCH_READ(later);
                widen_0 = add_f32x4(widen_0, widen_f8e5m2x4(load_4(from)));
            }
            store_4(out, narrow_f8e5m2x4(widen_0));
        }
        for (; i < n_bytes; i += 1) {
            float sum = widen_f8e5m2(load_f8e5m2(output + i));
            for (size_t t = begin; t < end; t++) {
                const unsigned char *from = updates + i + tuples[t] * update_bytes;
                sum = add_f32(sum, widen_f8e5m2(load_f8e5m2(from)));
            }
            store_f8e5m2(output + i, narrow_f8e5m2(sum));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_SUB

STREW_STAGE(sub_f8e5m2_f32_w1_stage)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 1, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f8e5m2_f32_wn__sse41(output, updates, &first, 1, &all);
}

STREW_COMBINE(sub_f8e5m2_f32_w1_combine)
{
    for (size_t i = 0; i < n && prefetches_output; i++) {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, sub_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_sub_f8e5m2_f32_w1__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n) {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        sub_f8e5m2_f32_w1_stage(staged, updates + t * 1, n, prefetch_bytes);
        sub_f8e5m2_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_sub_f8e5m2_f32_wn__sse41)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 1, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++) {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i + 4 <= n; i += 4) {
            store_16(out + (i + 0) * 4, sub_f32x4(load_16(out + (i + 0) * 4), widen_f8e5m2x4(load_4(in + i * 1))));
        }
        for (; i < n; i++) {
            store_f32(out + i * 4, sub_f32(load_f32(out + i * 4), widen_f8e5m2(load_f8e5m2(in + i * 1))));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_MUL

STREW_STAGE(mul_f8e5m2_f32_w1_stage)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 1, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f8e5m2_f32_wn__sse41(output, updates, &first, 1, &all);
}

STREW_COMBINE(mul_f8e5m2_f32_w1_combine)
{
    for (size_t i = 0; i < n && prefetches_output; i++) {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, mul_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_mul_f8e5m2_f32_w1__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n) {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        mul_f8e5m2_f32_w1_stage(staged, updates + t * 1, n, prefetch_bytes);
        mul_f8e5m2_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_mul_f8e5m2_f32_wn__sse41)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 1, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++) {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i + 4 <= n; i += 4) {
            store_16(out + (i + 0) * 4, mul_f32x4(load_16(out + (i + 0) * 4), widen_f8e5m2x4(load_4(in + i * 1))));
        }
        for (; i < n; i++) {
            store_f32(out + i * 4, mul_f32(load_f32(out + i * 4), widen_f8e5m2(load_f8e5m2(in + i * 1))));
        }
    }
}
#endif
