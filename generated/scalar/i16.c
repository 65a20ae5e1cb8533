/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_i16_w1__scalar)
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
            store_i16(out, add_i16(load_i16(out), load_i16(in)));
        }
    }
}

STREW_APPLY(strew_add_i16_w2__scalar)
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
            store_i16(out, add_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, add_i16(load_i16(out + 2), load_i16(in + 2)));
        }
    }
}

STREW_APPLY(strew_add_i16_w3__scalar)
    STREW_APPLY_CONTRACT(6, n_tuples * 6)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 6;
            STREW_GIVEN_SLICE(output, slice_indices[i], 6);
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            store_i16(out, add_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, add_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, add_i16(load_i16(out + 4), load_i16(in + 4)));
        }
    }
}

STREW_APPLY(strew_add_i16_w4__scalar)
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
            store_i16(out, add_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, add_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, add_i16(load_i16(out + 4), load_i16(in + 4)));
            store_i16(out + 6, add_i16(load_i16(out + 6), load_i16(in + 6)));
        }
    }
}

STREW_APPLY(strew_add_i16_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_i16(out + j, add_i16(load_i16(out + j), load_i16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_i16_w1__scalar)
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
            store_i16(out, sub_i16(load_i16(out), load_i16(in)));
        }
    }
}

STREW_APPLY(strew_sub_i16_w2__scalar)
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
            store_i16(out, sub_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, sub_i16(load_i16(out + 2), load_i16(in + 2)));
        }
    }
}

STREW_APPLY(strew_sub_i16_w3__scalar)
    STREW_APPLY_CONTRACT(6, n_tuples * 6)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 6;
            STREW_GIVEN_SLICE(output, slice_indices[i], 6);
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            store_i16(out, sub_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, sub_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, sub_i16(load_i16(out + 4), load_i16(in + 4)));
        }
    }
}

STREW_APPLY(strew_sub_i16_w4__scalar)
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
            store_i16(out, sub_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, sub_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, sub_i16(load_i16(out + 4), load_i16(in + 4)));
            store_i16(out + 6, sub_i16(load_i16(out + 6), load_i16(in + 6)));
        }
    }
}

STREW_APPLY(strew_sub_i16_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_i16(out + j, sub_i16(load_i16(out + j), load_i16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_i16_w1__scalar)
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
            store_i16(out, mul_i16(load_i16(out), load_i16(in)));
        }
    }
}

STREW_APPLY(strew_mul_i16_w2__scalar)
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
            store_i16(out, mul_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, mul_i16(load_i16(out + 2), load_i16(in + 2)));
        }
    }
}

STREW_APPLY(strew_mul_i16_w3__scalar)
    STREW_APPLY_CONTRACT(6, n_tuples * 6)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 6;
            STREW_GIVEN_SLICE(output, slice_indices[i], 6);
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            store_i16(out, mul_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, mul_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, mul_i16(load_i16(out + 4), load_i16(in + 4)));
        }
    }
}

STREW_APPLY(strew_mul_i16_w4__scalar)
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
            store_i16(out, mul_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, mul_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, mul_i16(load_i16(out + 4), load_i16(in + 4)));
            store_i16(out + 6, mul_i16(load_i16(out + 6), load_i16(in + 6)));
        }
    }
}

STREW_APPLY(strew_mul_i16_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_i16(out + j, mul_i16(load_i16(out + j), load_i16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_i16_w1__scalar)
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
            store_i16(out, min_i16(load_i16(out), load_i16(in)));
        }
    }
}

STREW_APPLY(strew_min_i16_w2__scalar)
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
            store_i16(out, min_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, min_i16(load_i16(out + 2), load_i16(in + 2)));
        }
    }
}

STREW_APPLY(strew_min_i16_w3__scalar)
    STREW_APPLY_CONTRACT(6, n_tuples * 6)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 6;
            STREW_GIVEN_SLICE(output, slice_indices[i], 6);
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            store_i16(out, min_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, min_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, min_i16(load_i16(out + 4), load_i16(in + 4)));
        }
    }
}

STREW_APPLY(strew_min_i16_w4__scalar)
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
            store_i16(out, min_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, min_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, min_i16(load_i16(out + 4), load_i16(in + 4)));
            store_i16(out + 6, min_i16(load_i16(out + 6), load_i16(in + 6)));
        }
    }
}

STREW_APPLY(strew_min_i16_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_i16(out + j, min_i16(load_i16(out + j), load_i16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_i16_w1__scalar)
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
            store_i16(out, max_i16(load_i16(out), load_i16(in)));
        }
    }
}

STREW_APPLY(strew_max_i16_w2__scalar)
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
            store_i16(out, max_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, max_i16(load_i16(out + 2), load_i16(in + 2)));
        }
    }
}

STREW_APPLY(strew_max_i16_w3__scalar)
    STREW_APPLY_CONTRACT(6, n_tuples * 6)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 6;
            STREW_GIVEN_SLICE(output, slice_indices[i], 6);
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            store_i16(out, max_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, max_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, max_i16(load_i16(out + 4), load_i16(in + 4)));
        }
    }
}

STREW_APPLY(strew_max_i16_w4__scalar)
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
            store_i16(out, max_i16(load_i16(out), load_i16(in)));
            store_i16(out + 2, max_i16(load_i16(out + 2), load_i16(in + 2)));
            store_i16(out + 4, max_i16(load_i16(out + 4), load_i16(in + 4)));
            store_i16(out + 6, max_i16(load_i16(out + 6), load_i16(in + 6)));
        }
    }
}

STREW_APPLY(strew_max_i16_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_i16(out + j, max_i16(load_i16(out + j), load_i16(in + j)));
        }
    }
}
#endif
