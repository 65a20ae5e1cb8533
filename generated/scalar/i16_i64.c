/* Rendered from templates/convert.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_CONVERSIONS || STREW_BUILD_REDUCTION_MEAN

STREW_OWN_FRAME STREW_APPLY(strew_move_i16_i64_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
    STREW_REQUIRES(slices->slice_bytes / 2 * 8 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 8;
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
            store_i64(out + i * 8, (int64_t)load_i16(in + i * 2));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN

STREW_STAGE(add_i16_i64_w1_stage)
    STREW_STAGES(2, 8)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_i16_i64_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(add_i16_i64_w1_combine)
    STREW_COMBINES(8)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 8);
        unsigned char *out = output + (size_t)slice_indices[i] * 8;
        store_i64(out, add_i64(load_i64(out), load_i64(staged + i * 8)));
    }
}

STREW_APPLY(strew_add_i16_i64_w1__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 2)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 8];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        add_i16_i64_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        add_i16_i64_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_add_i16_i64_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
    STREW_REQUIRES(slices->slice_bytes / 2 * 8 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 8;
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
            store_i64(out + i * 8, add_i64(load_i64(out + i * 8), (int64_t)load_i16(in + i * 2)));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_SUB

STREW_STAGE(sub_i16_i64_w1_stage)
    STREW_STAGES(2, 8)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_i16_i64_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(sub_i16_i64_w1_combine)
    STREW_COMBINES(8)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 8);
        unsigned char *out = output + (size_t)slice_indices[i] * 8;
        store_i64(out, sub_i64(load_i64(out), load_i64(staged + i * 8)));
    }
}

STREW_APPLY(strew_sub_i16_i64_w1__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 2)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 8];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        sub_i16_i64_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        sub_i16_i64_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_sub_i16_i64_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
    STREW_REQUIRES(slices->slice_bytes / 2 * 8 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 8;
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
            store_i64(out + i * 8, sub_i64(load_i64(out + i * 8), (int64_t)load_i16(in + i * 2)));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_MUL

STREW_STAGE(mul_i16_i64_w1_stage)
    STREW_STAGES(2, 8)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_i16_i64_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(mul_i16_i64_w1_combine)
    STREW_COMBINES(8)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 8);
        unsigned char *out = output + (size_t)slice_indices[i] * 8;
        store_i64(out, mul_i64(load_i64(out), load_i64(staged + i * 8)));
    }
}

STREW_APPLY(strew_mul_i16_i64_w1__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 2)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 8];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        mul_i16_i64_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        mul_i16_i64_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_mul_i16_i64_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
    STREW_REQUIRES(slices->slice_bytes / 2 * 8 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 8;
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
            store_i64(out + i * 8, mul_i64(load_i64(out + i * 8), (int64_t)load_i16(in + i * 2)));
        }
    }
}
#endif
