/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_c128_w1__scalar)
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
            store_c128(out, mul_c128(load_c128(out), load_c128(in)));
        }
    }
}

STREW_APPLY(strew_mul_c128_w2__scalar)
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
            store_c128(out, mul_c128(load_c128(out), load_c128(in)));
            store_c128(out + 16, mul_c128(load_c128(out + 16), load_c128(in + 16)));
        }
    }
}

STREW_APPLY(strew_mul_c128_w3__scalar)
    STREW_APPLY_CONTRACT(48, strew_any_bytes)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(updates, tuples[i], 48);
        const unsigned char *in = updates + (size_t)tuples[i] * 48;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_GIVEN_SLICE(output, slice_indices[i], 48);
        unsigned char *out = output + (size_t)slice_indices[i] * 48;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 48);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 47);
        }
        store_c128(out, mul_c128(load_c128(out), load_c128(in)));
        store_c128(out + 16, mul_c128(load_c128(out + 16), load_c128(in + 16)));
        store_c128(out + 32, mul_c128(load_c128(out + 32), load_c128(in + 32)));
    }
}

STREW_APPLY(strew_mul_c128_w4__scalar)
    STREW_APPLY_CONTRACT(64, strew_any_bytes)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(updates, tuples[i], 64);
        const unsigned char *in = updates + (size_t)tuples[i] * 64;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_GIVEN_SLICE(output, slice_indices[i], 64);
        unsigned char *out = output + (size_t)slice_indices[i] * 64;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 64);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 63);
        }
        store_c128(out, mul_c128(load_c128(out), load_c128(in)));
        store_c128(out + 16, mul_c128(load_c128(out + 16), load_c128(in + 16)));
        store_c128(out + 32, mul_c128(load_c128(out + 32), load_c128(in + 32)));
        store_c128(out + 48, mul_c128(load_c128(out + 48), load_c128(in + 48)));
    }
}

STREW_APPLY(strew_mul_c128_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 16 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 16)
            STREW_TO_EACH_OF(j, slice_bytes, 16)
        {
            store_c128(out + j, mul_c128(load_c128(out + j), load_c128(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_c128_w1__scalar)
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
            store_c128(out, min_c128(load_c128(out), load_c128(in)));
        }
    }
}

STREW_APPLY(strew_min_c128_w2__scalar)
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
            store_c128(out, min_c128(load_c128(out), load_c128(in)));
            store_c128(out + 16, min_c128(load_c128(out + 16), load_c128(in + 16)));
        }
    }
}

STREW_APPLY(strew_min_c128_w3__scalar)
    STREW_APPLY_CONTRACT(48, strew_any_bytes)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(updates, tuples[i], 48);
        const unsigned char *in = updates + (size_t)tuples[i] * 48;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_GIVEN_SLICE(output, slice_indices[i], 48);
        unsigned char *out = output + (size_t)slice_indices[i] * 48;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 48);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 47);
        }
        store_c128(out, min_c128(load_c128(out), load_c128(in)));
        store_c128(out + 16, min_c128(load_c128(out + 16), load_c128(in + 16)));
        store_c128(out + 32, min_c128(load_c128(out + 32), load_c128(in + 32)));
    }
}

STREW_APPLY(strew_min_c128_w4__scalar)
    STREW_APPLY_CONTRACT(64, strew_any_bytes)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(updates, tuples[i], 64);
        const unsigned char *in = updates + (size_t)tuples[i] * 64;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_GIVEN_SLICE(output, slice_indices[i], 64);
        unsigned char *out = output + (size_t)slice_indices[i] * 64;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 64);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 63);
        }
        store_c128(out, min_c128(load_c128(out), load_c128(in)));
        store_c128(out + 16, min_c128(load_c128(out + 16), load_c128(in + 16)));
        store_c128(out + 32, min_c128(load_c128(out + 32), load_c128(in + 32)));
        store_c128(out + 48, min_c128(load_c128(out + 48), load_c128(in + 48)));
    }
}

STREW_APPLY(strew_min_c128_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 16 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 16)
            STREW_TO_EACH_OF(j, slice_bytes, 16)
        {
            store_c128(out + j, min_c128(load_c128(out + j), load_c128(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_c128_w1__scalar)
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
            store_c128(out, max_c128(load_c128(out), load_c128(in)));
        }
    }
}

STREW_APPLY(strew_max_c128_w2__scalar)
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
            store_c128(out, max_c128(load_c128(out), load_c128(in)));
            store_c128(out + 16, max_c128(load_c128(out + 16), load_c128(in + 16)));
        }
    }
}

STREW_APPLY(strew_max_c128_w3__scalar)
    STREW_APPLY_CONTRACT(48, strew_any_bytes)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(updates, tuples[i], 48);
        const unsigned char *in = updates + (size_t)tuples[i] * 48;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_GIVEN_SLICE(output, slice_indices[i], 48);
        unsigned char *out = output + (size_t)slice_indices[i] * 48;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 48);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 47);
        }
        store_c128(out, max_c128(load_c128(out), load_c128(in)));
        store_c128(out + 16, max_c128(load_c128(out + 16), load_c128(in + 16)));
        store_c128(out + 32, max_c128(load_c128(out + 32), load_c128(in + 32)));
    }
}

STREW_APPLY(strew_max_c128_w4__scalar)
    STREW_APPLY_CONTRACT(64, strew_any_bytes)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(updates, tuples[i], 64);
        const unsigned char *in = updates + (size_t)tuples[i] * 64;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_GIVEN_SLICE(output, slice_indices[i], 64);
        unsigned char *out = output + (size_t)slice_indices[i] * 64;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 64);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 63);
        }
        store_c128(out, max_c128(load_c128(out), load_c128(in)));
        store_c128(out + 16, max_c128(load_c128(out + 16), load_c128(in + 16)));
        store_c128(out + 32, max_c128(load_c128(out + 32), load_c128(in + 32)));
        store_c128(out + 48, max_c128(load_c128(out + 48), load_c128(in + 48)));
    }
}

STREW_APPLY(strew_max_c128_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 16 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 16)
            STREW_TO_EACH_OF(j, slice_bytes, 16)
        {
            store_c128(out + j, max_c128(load_c128(out + j), load_c128(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_c128_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 16 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 16)
            STREW_TO_EACH_OF(j, slice_bytes, 16)
        {
            store_c128(out + j, min_number_c128(load_c128(out + j), load_c128(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_c128_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 16 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 16)
            STREW_TO_EACH_OF(j, slice_bytes, 16)
        {
            store_c128(out + j, max_number_c128(load_c128(out + j), load_c128(in + j)));
        }
    }
}
#endif
