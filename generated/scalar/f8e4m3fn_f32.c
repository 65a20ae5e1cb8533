/* Rendered from templates/convert.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_CONVERSIONS || STREW_BUILD_REDUCTION_MEAN

STREW_OWN_FRAME STREW_APPLY(strew_move_f8e4m3fn_f32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
    STREW_REQUIRES(slices->slice_bytes / 1 * 4 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 1, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f32(out + i * 4, widen_f8e4m3fn(load_f8e4m3fn(in + i * 1)));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN

STREW_STAGE(add_f8e4m3fn_f32_w1_stage)
    STREW_STAGES(1, 4)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 1, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f8e4m3fn_f32_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(add_f8e4m3fn_f32_w1_combine)
    STREW_COMBINES(4)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 4);
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, add_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_add_f8e4m3fn_f32_w1__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 1)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        add_f8e4m3fn_f32_w1_stage(staged, updates + t * 1, n, prefetch_bytes);
        add_f8e4m3fn_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_add_f8e4m3fn_f32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
    STREW_REQUIRES(slices->slice_bytes / 1 * 4 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 1, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f32(out + i * 4, add_f32(load_f32(out + i * 4), widen_f8e4m3fn(load_f8e4m3fn(in + i * 1))));
        }
    }
}

static STREW_INLINE void sum_add_f8e4m3fn_f32_row(float *restrict sums, const unsigned char *restrict from, size_t n)
    STREW_COMBINES_ROW(sums, from, 1)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(sums)
    {
        sums[j] = add_f32(sums[j], widen_f8e4m3fn(load_f8e4m3fn(from + j * 1)));
    }
}

STREW_SUM_COLUMNS(sum_add_f8e4m3fn_f32_columns)
    STREW_SUMS_COLUMNS(1)
{
    float sums[STREW_COLUMNS];
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(sums)
    {
        sums[j] = widen_f8e4m3fn(load_f8e4m3fn(output + j * 1));
    }
    for (size_t t = 0; t < n_tuples; t++)
        STREW_SUMS_TUPLES
    {
        const unsigned char *from = strew_slice_of(updates, tuples[t], slices->update_bytes, slices->slice_bytes) + i;
        if (i % STREW_LINE_BYTES == 0) STREW_PREFETCH_READ_AT(updates, i + tuples[t + distance] * slices->update_bytes);
        sum_add_f8e4m3fn_f32_row(sums, from, n);
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f8e4m3fn(output + j * 1, narrow_f8e4m3fn(sums[j]));
    }
}

STREW_SUM(strew_sum_add_f8e4m3fn_f32__scalar)
    STREW_SUM_CONTRACT(1)
{
    const size_t slice_bytes = slices->slice_bytes, n_tuples = lists->n_tuples;
    const uint32_t *ends = lists->ends, *tuples = lists->tuples;
    for (size_t s = 0, begin = lists->begin, end; s < lists->n; s++, begin = end)
        STREW_SUMS_SLICES
    {
        STREW_GIVEN(begin <= ends[s] && ends[s] <= n_tuples);
        end = ends[s];
        const size_t distance = end + STREW_PREFETCH_LISTED < n_tuples ? STREW_PREFETCH_LISTED : 0;
        for (size_t i = begin != end ? 0 : slice_bytes, n; i < slice_bytes; i += n * 1)
            STREW_SUMS_SLICE(1)
        {
            unsigned char *const out = strew_slice_at(output, s, slices->stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 1);
            if (n < STREW_MIN_COLUMNS) {
                n = 1;
                sum_add_f8e4m3fn_f32_columns(out, updates, i, 1, tuples + begin, end - begin, distance, slices);
            } else {
                sum_add_f8e4m3fn_f32_columns(out, updates, i, n, tuples + begin, end - begin, distance, slices);
            }
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_SUB

STREW_STAGE(sub_f8e4m3fn_f32_w1_stage)
    STREW_STAGES(1, 4)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 1, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f8e4m3fn_f32_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(sub_f8e4m3fn_f32_w1_combine)
    STREW_COMBINES(4)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 4);
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, sub_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_sub_f8e4m3fn_f32_w1__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 1)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        sub_f8e4m3fn_f32_w1_stage(staged, updates + t * 1, n, prefetch_bytes);
        sub_f8e4m3fn_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_sub_f8e4m3fn_f32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
    STREW_REQUIRES(slices->slice_bytes / 1 * 4 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 1, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f32(out + i * 4, sub_f32(load_f32(out + i * 4), widen_f8e4m3fn(load_f8e4m3fn(in + i * 1))));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_MUL

STREW_STAGE(mul_f8e4m3fn_f32_w1_stage)
    STREW_STAGES(1, 4)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 1, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f8e4m3fn_f32_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(mul_f8e4m3fn_f32_w1_combine)
    STREW_COMBINES(4)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 4);
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, mul_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_mul_f8e4m3fn_f32_w1__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 1)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        mul_f8e4m3fn_f32_w1_stage(staged, updates + t * 1, n, prefetch_bytes);
        mul_f8e4m3fn_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_mul_f8e4m3fn_f32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
    STREW_REQUIRES(slices->slice_bytes / 1 * 4 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 1, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f32(out + i * 4, mul_f32(load_f32(out + i * 4), widen_f8e4m3fn(load_f8e4m3fn(in + i * 1))));
        }
    }
}
#endif
