/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_u8_w1__scalar)
    STREW_APPLY_CONTRACT(1, n_tuples * 1)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 1, prefetch_bytes);
        const size_t end = n_tuples - i < 64 ? n_tuples : i + 64;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 1;
            STREW_GIVEN_SLICE(output, slice_indices[i], 1);
            unsigned char *out = output + (size_t)slice_indices[i] * 1;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 1);
                STREW_PREFETCH(next);
            }
            store_u8(out, min_u8(load_u8(out), load_u8(in)));
        }
    }
}

STREW_APPLY(strew_min_u8_w2__scalar)
    STREW_APPLY_CONTRACT(2, n_tuples * 2)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 2, prefetch_bytes);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 2;
            STREW_GIVEN_SLICE(output, slice_indices[i], 2);
            unsigned char *out = output + (size_t)slice_indices[i] * 2;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2);
                STREW_PREFETCH(next);
            }
            store_u8(out, min_u8(load_u8(out), load_u8(in)));
            store_u8(out + 1, min_u8(load_u8(out + 1), load_u8(in + 1)));
        }
    }
}

STREW_APPLY(strew_min_u8_w3__scalar)
    STREW_APPLY_CONTRACT(3, n_tuples * 3)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 3, prefetch_bytes);
        const size_t end = n_tuples - i < 21 ? n_tuples : i + 21;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 3;
            STREW_GIVEN_SLICE(output, slice_indices[i], 3);
            unsigned char *out = output + (size_t)slice_indices[i] * 3;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 3);
                STREW_PREFETCH(next);
            }
            store_u8(out, min_u8(load_u8(out), load_u8(in)));
            store_u8(out + 1, min_u8(load_u8(out + 1), load_u8(in + 1)));
            store_u8(out + 2, min_u8(load_u8(out + 2), load_u8(in + 2)));
        }
    }
}

STREW_APPLY(strew_min_u8_w4__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 4)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 4, prefetch_bytes);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 4;
            STREW_GIVEN_SLICE(output, slice_indices[i], 4);
            unsigned char *out = output + (size_t)slice_indices[i] * 4;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
                STREW_PREFETCH(next);
            }
            store_u8(out, min_u8(load_u8(out), load_u8(in)));
            store_u8(out + 1, min_u8(load_u8(out + 1), load_u8(in + 1)));
            store_u8(out + 2, min_u8(load_u8(out + 2), load_u8(in + 2)));
            store_u8(out + 3, min_u8(load_u8(out + 3), load_u8(in + 3)));
        }
    }
}

STREW_APPLY(strew_min_u8_wn__scalar)
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
            store_u8(out + j, min_u8(load_u8(out + j), load_u8(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_u8_w1__scalar)
    STREW_APPLY_CONTRACT(1, n_tuples * 1)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 1, prefetch_bytes);
        const size_t end = n_tuples - i < 64 ? n_tuples : i + 64;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 1;
            STREW_GIVEN_SLICE(output, slice_indices[i], 1);
            unsigned char *out = output + (size_t)slice_indices[i] * 1;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 1);
                STREW_PREFETCH(next);
            }
            store_u8(out, max_u8(load_u8(out), load_u8(in)));
        }
    }
}

STREW_APPLY(strew_max_u8_w2__scalar)
    STREW_APPLY_CONTRACT(2, n_tuples * 2)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 2, prefetch_bytes);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 2;
            STREW_GIVEN_SLICE(output, slice_indices[i], 2);
            unsigned char *out = output + (size_t)slice_indices[i] * 2;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2);
                STREW_PREFETCH(next);
            }
            store_u8(out, max_u8(load_u8(out), load_u8(in)));
            store_u8(out + 1, max_u8(load_u8(out + 1), load_u8(in + 1)));
        }
    }
}

STREW_APPLY(strew_max_u8_w3__scalar)
    STREW_APPLY_CONTRACT(3, n_tuples * 3)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 3, prefetch_bytes);
        const size_t end = n_tuples - i < 21 ? n_tuples : i + 21;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 3;
            STREW_GIVEN_SLICE(output, slice_indices[i], 3);
            unsigned char *out = output + (size_t)slice_indices[i] * 3;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 3);
                STREW_PREFETCH(next);
            }
            store_u8(out, max_u8(load_u8(out), load_u8(in)));
            store_u8(out + 1, max_u8(load_u8(out + 1), load_u8(in + 1)));
            store_u8(out + 2, max_u8(load_u8(out + 2), load_u8(in + 2)));
        }
    }
}

STREW_APPLY(strew_max_u8_w4__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 4)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 4, prefetch_bytes);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 4;
            STREW_GIVEN_SLICE(output, slice_indices[i], 4);
            unsigned char *out = output + (size_t)slice_indices[i] * 4;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
                STREW_PREFETCH(next);
            }
            store_u8(out, max_u8(load_u8(out), load_u8(in)));
            store_u8(out + 1, max_u8(load_u8(out + 1), load_u8(in + 1)));
            store_u8(out + 2, max_u8(load_u8(out + 2), load_u8(in + 2)));
            store_u8(out + 3, max_u8(load_u8(out + 3), load_u8(in + 3)));
        }
    }
}

STREW_APPLY(strew_max_u8_wn__scalar)
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
            store_u8(out + j, max_u8(load_u8(out + j), load_u8(in + j)));
        }
    }
}
#endif
