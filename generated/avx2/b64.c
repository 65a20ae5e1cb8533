/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_NONE

STREW_APPLY(strew_move_b64_w1__avx2)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 8;
        const unsigned char *in = updates + i * 8;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 8;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        store_8(out, load_8(in));
    }
}

STREW_APPLY(strew_move_b64_w3__avx2)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 24;
        const unsigned char *in = updates + i * 24;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 24;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        store_16(out, load_16(in));
        store_8(out + 16, load_8(in + 16));
    }
}

STREW_APPLY(strew_move_b64_wn__avx2)
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
        }
    }
}
#endif
