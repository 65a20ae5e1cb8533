/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_NONE

STREW_APPLY(strew_move_b128_w1__scalar)
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
            store_b128(out, load_b128(in));
        }
    }
}

STREW_APPLY(strew_move_b128_w2__scalar)
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
            store_b128(out, load_b128(in));
            store_b128(out + 16, load_b128(in + 16));
        }
    }
}

STREW_APPLY(strew_move_b128_w3__scalar)
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
        store_b128(out, load_b128(in));
        store_b128(out + 16, load_b128(in + 16));
        store_b128(out + 32, load_b128(in + 32));
    }
}

STREW_APPLY(strew_move_b128_w4__scalar)
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
        store_b128(out, load_b128(in));
        store_b128(out + 16, load_b128(in + 16));
        store_b128(out + 32, load_b128(in + 32));
        store_b128(out + 48, load_b128(in + 48));
    }
}

STREW_APPLY(strew_move_b128_w8__scalar)
    STREW_APPLY_CONTRACT(128, strew_any_bytes)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(updates, tuples[i], 128);
        const unsigned char *in = updates + (size_t)tuples[i] * 128;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
        STREW_GIVEN_SLICE(output, slice_indices[i], 128);
        unsigned char *out = output + (size_t)slice_indices[i] * 128;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 3] * 128);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 64);
            STREW_PREFETCH_AT(next, 127);
        }
        for (size_t j = 0; j < 128; j += 16)
            STREW_TO_EACH_OF(j, 128, 16)
        {
            store_b128(out + j, load_b128(in + j));
        }
    }
}

STREW_APPLY(strew_move_b128_wn__scalar)
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
        if (slice_bytes >= 64) { /* as fast wherever this code lies: a loop across two lines of code took 1.7 times as long */
            memcpy(out, in, slice_bytes);
            continue;
        }
        for (size_t j = 0; j < slice_bytes; j += 16)
            STREW_TO_EACH_OF(j, slice_bytes, 16)
        {
            store_b128(out + j, load_b128(in + j));
        }
    }
}
#endif
