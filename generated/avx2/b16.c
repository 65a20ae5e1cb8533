/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_NONE

STREW_APPLY(strew_move_b16_w1__avx2)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 2;
        const unsigned char *in = updates + i * 2;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 2;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        store_2(out, load_2(in));
    }
}

STREW_APPLY(strew_move_b16_w3__avx2)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 6;
        const unsigned char *in = updates + i * 6;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 6;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        store_4(out, load_4(in));
        store_2(out + 4, load_2(in + 4));
    }
}

STREW_APPLY(strew_move_b16_wn__avx2)
{
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * slice_bytes;
        const unsigned char *in = updates + i * slice_bytes;
        STREW_PREFETCH(output + slots[i + STREW_SLOTS_AHEAD] * slice_bytes);
        size_t j = 0;
        for (; j + 32 <= slice_bytes; j += 32) {
            STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + j);
            store_32(out + j, load_32(in + j));
        }
        if (slice_bytes & 16) {
            store_16(out + j, load_16(in + j));
            j += 16;
        }
        if (slice_bytes & 8) {
            store_8(out + j, load_8(in + j));
            j += 8;
        }
        if (slice_bytes & 4) {
            store_4(out + j, load_4(in + j));
            j += 4;
        }
        if (slice_bytes & 2) {
            store_2(out + j, load_2(in + j));
        }
    }
}
#endif
