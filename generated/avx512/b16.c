/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_NONE

STREW_APPLY(strew_move_b16_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 2, prefetch_bytes);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 2;
            unsigned char *out = output + (size_t)slice_indices[i] * 2;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2);
                STREW_PREFETCH(next);
            }
            store_2(out, load_2(in));
        }
    }
}

STREW_APPLY(strew_move_b16_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 6;
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            const simde__m128i last = load_4(in + 2);
            store_4(out, load_4(in));
            store_4(out + 2, last);
        }
    }
}

/* Slices of 64 bytes and more that are in the caches, as those of a short call. Prefetches would take a third of
 * the time, and a loop over single packs would be a call of memcpy for each slice. */
STREW_OWN_FRAME static void move_cached(unsigned char *restrict output, const unsigned char *restrict updates,
                                        const uint32_t *slice_indices, size_t n_tuples, const strew_slices *slices)
{
    const size_t end = slices->slice_bytes - 64, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slice_indices[i] * stride_bytes;
        const unsigned char *in = updates + (size_t)tuples[i] * update_bytes;
        size_t j = 0;
        for (; j + 64 <= end; j += 128) {
            const simde__m512i first = load_64(in + j), second = load_64(in + j + 64);
            store_64(out + j, first);
            store_64(out + j + 64, second);
        }
        if (j < end) store_64(out + j, load_64(in + j));
        if (j < end + 64) store_64(out + end, load_64(in + end));
    }
}

STREW_APPLY(strew_move_b16_wn__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    if (prefetch_bytes == 0 && !prefetches_output && slice_bytes >= 64) {
        move_cached(output, updates, slice_indices, n_tuples, slices);
        return;
    }
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        if (slice_bytes >= 64) {
            const size_t end = slice_bytes - 64;
            const simde__m512i last = load_64(in + end);
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, load_64(in + j));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = load_32(in + end);
            store_32(out, load_32(in));
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = load_16(in + end);
            store_16(out, load_16(in));
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = load_8(in + end);
            store_8(out, load_8(in));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = load_4(in + end);
            store_4(out, load_4(in));
            store_4(out + end, last);
        } else {
            store_2(out, load_2(in));
        }
    }
}
#endif
