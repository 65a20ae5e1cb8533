/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_NONE

STREW_APPLY(strew_move_b32_w1__scalar)
{
    const size_t bytes_ahead = slices->bytes_ahead;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 4 + bytes_ahead);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 4;
            const unsigned char *in = updates + i * 4;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 4;
                STREW_PREFETCH(ahead);
            }
            store_b32(out, load_b32(in));
        }
    }
}

STREW_APPLY(strew_move_b32_w3__scalar)
{
    const size_t bytes_ahead = slices->bytes_ahead;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 12 + bytes_ahead);
        const size_t end = n_tuples - i < 5 ? n_tuples : i + 5;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 12;
            const unsigned char *in = updates + i * 12;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 12;
                STREW_PREFETCH(ahead);
            }
            store_b32(out, load_b32(in));
            store_b32(out + 4, load_b32(in + 4));
            store_b32(out + 8, load_b32(in + 8));
        }
    }
}

STREW_APPLY(strew_move_b32_wn__scalar)
{
    const size_t bytes_ahead = slices->bytes_ahead;
    const int is_far = slices->is_far;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MOST_WHOLE_BYTES ? slice_bytes : 0;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * stride_bytes;
        const unsigned char *in = updates + i * stride_bytes;
        if (is_far) {
            const unsigned char *ahead = output + slots[i + STREW_WIDE_SLOTS_AHEAD] * stride_bytes;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH(output + slots[i + STREW_WHOLE_SLOTS_AHEAD] * stride_bytes + j);
            }
        }
        const unsigned char *soon = in + bytes_ahead;
        STREW_PREFETCH_READ(soon);
        STREW_PREFETCH_READ(soon + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 4) {
            store_b32(out + j, load_b32(in + j));
        }
    }
}
#endif
