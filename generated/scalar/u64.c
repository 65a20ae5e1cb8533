/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_u64_w1__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 8)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 8;
            STREW_GIVEN_SLICE(output, slice_indices[i], 8);
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_u64(out, min_u64(load_u64(out), load_u64(in)));
        }
    }
}

STREW_APPLY(strew_min_u64_w2__scalar)
    STREW_APPLY_CONTRACT(16, n_tuples * 16)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 16;
            STREW_GIVEN_SLICE(output, slice_indices[i], 16);
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_u64(out, min_u64(load_u64(out), load_u64(in)));
            store_u64(out + 8, min_u64(load_u64(out + 8), load_u64(in + 8)));
        }
    }
}

STREW_APPLY(strew_min_u64_w3__scalar)
    STREW_APPLY_CONTRACT(24, n_tuples * 24)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 24, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 24;
            STREW_GIVEN_SLICE(output, slice_indices[i], 24);
            unsigned char *out = output + (size_t)slice_indices[i] * 24;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 24);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 23);
            }
            store_u64(out, min_u64(load_u64(out), load_u64(in)));
            store_u64(out + 8, min_u64(load_u64(out + 8), load_u64(in + 8)));
            store_u64(out + 16, min_u64(load_u64(out + 16), load_u64(in + 16)));
        }
    }
}

STREW_APPLY(strew_min_u64_w4__scalar)
    STREW_APPLY_CONTRACT(32, n_tuples * 32)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 32, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 32;
            STREW_GIVEN_SLICE(output, slice_indices[i], 32);
            unsigned char *out = output + (size_t)slice_indices[i] * 32;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 32);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 31);
            }
            store_u64(out, min_u64(load_u64(out), load_u64(in)));
            store_u64(out + 8, min_u64(load_u64(out + 8), load_u64(in + 8)));
            store_u64(out + 16, min_u64(load_u64(out + 16), load_u64(in + 16)));
            store_u64(out + 24, min_u64(load_u64(out + 24), load_u64(in + 24)));
        }
    }
}

STREW_APPLY(strew_min_u64_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 8 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 8)
            STREW_TO_EACH_OF(j, slice_bytes, 8)
        {
            store_u64(out + j, min_u64(load_u64(out + j), load_u64(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_u64_w1__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 8)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 8;
            STREW_GIVEN_SLICE(output, slice_indices[i], 8);
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_u64(out, max_u64(load_u64(out), load_u64(in)));
        }
    }
}

STREW_APPLY(strew_max_u64_w2__scalar)
    STREW_APPLY_CONTRACT(16, n_tuples * 16)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 16;
            STREW_GIVEN_SLICE(output, slice_indices[i], 16);
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_u64(out, max_u64(load_u64(out), load_u64(in)));
            store_u64(out + 8, max_u64(load_u64(out + 8), load_u64(in + 8)));
        }
    }
}

STREW_APPLY(strew_max_u64_w3__scalar)
    STREW_APPLY_CONTRACT(24, n_tuples * 24)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 24, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 24;
            STREW_GIVEN_SLICE(output, slice_indices[i], 24);
            unsigned char *out = output + (size_t)slice_indices[i] * 24;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 24);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 23);
            }
            store_u64(out, max_u64(load_u64(out), load_u64(in)));
            store_u64(out + 8, max_u64(load_u64(out + 8), load_u64(in + 8)));
            store_u64(out + 16, max_u64(load_u64(out + 16), load_u64(in + 16)));
        }
    }
}

STREW_APPLY(strew_max_u64_w4__scalar)
    STREW_APPLY_CONTRACT(32, n_tuples * 32)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 32, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 32;
            STREW_GIVEN_SLICE(output, slice_indices[i], 32);
            unsigned char *out = output + (size_t)slice_indices[i] * 32;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 32);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 31);
            }
            store_u64(out, max_u64(load_u64(out), load_u64(in)));
            store_u64(out + 8, max_u64(load_u64(out + 8), load_u64(in + 8)));
            store_u64(out + 16, max_u64(load_u64(out + 16), load_u64(in + 16)));
            store_u64(out + 24, max_u64(load_u64(out + 24), load_u64(in + 24)));
        }
    }
}

STREW_APPLY(strew_max_u64_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 8 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 8)
            STREW_TO_EACH_OF(j, slice_bytes, 8)
        {
            store_u64(out + j, max_u64(load_u64(out + j), load_u64(in + j)));
        }
    }
}
#endif
