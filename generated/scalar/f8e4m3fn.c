/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_f8e4m3fn_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 1)
            STREW_TO_EACH_OF(j, slice_bytes, 1)
        {
            store_f8e4m3fn(out + j, add_f8e4m3fn(load_f8e4m3fn(out + j), load_f8e4m3fn(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_f8e4m3fn_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 1)
            STREW_TO_EACH_OF(j, slice_bytes, 1)
        {
            store_f8e4m3fn(out + j, sub_f8e4m3fn(load_f8e4m3fn(out + j), load_f8e4m3fn(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_f8e4m3fn_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 1)
            STREW_TO_EACH_OF(j, slice_bytes, 1)
        {
            store_f8e4m3fn(out + j, mul_f8e4m3fn(load_f8e4m3fn(out + j), load_f8e4m3fn(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_f8e4m3fn_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 1)
            STREW_TO_EACH_OF(j, slice_bytes, 1)
        {
            store_f8e4m3fn(out + j, min_f8e4m3fn(load_f8e4m3fn(out + j), load_f8e4m3fn(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_f8e4m3fn_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 1)
            STREW_TO_EACH_OF(j, slice_bytes, 1)
        {
            store_f8e4m3fn(out + j, max_f8e4m3fn(load_f8e4m3fn(out + j), load_f8e4m3fn(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_f8e4m3fn_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 1)
            STREW_TO_EACH_OF(j, slice_bytes, 1)
        {
            store_f8e4m3fn(out + j, min_number_f8e4m3fn(load_f8e4m3fn(out + j), load_f8e4m3fn(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_f8e4m3fn_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 1 == 0)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 1)
            STREW_TO_EACH_OF(j, slice_bytes, 1)
        {
            store_f8e4m3fn(out + j, max_number_f8e4m3fn(load_f8e4m3fn(out + j), load_f8e4m3fn(in + j)));
        }
    }
}
#endif
