/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_NONE

STREW_APPLY(strew_move_b128_w1__neon)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 16;
        const unsigned char *in = updates + i * 16;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 16;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        store_16(out, load_16(in));
    }
}

STREW_APPLY(strew_move_b128_w2__neon)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 32;
        const unsigned char *in = updates + i * 32;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 32;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH(ahead + 31);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        store_16(out, load_16(in));
        store_16(out + 16, load_16(in + 16));
    }
}

STREW_APPLY(strew_move_b128_w3__neon)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 48;
        const unsigned char *in = updates + i * 48;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 48;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH(ahead + 47);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        store_16(out, load_16(in));
        store_16(out + 16, load_16(in + 16));
        store_16(out + 32, load_16(in + 32));
    }
}

STREW_APPLY(strew_move_b128_w4__neon)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 64;
        const unsigned char *in = updates + i * 64;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 64;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH(ahead + 63);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        store_16(out, load_16(in));
        store_16(out + 16, load_16(in + 16));
        store_16(out + 32, load_16(in + 32));
        store_16(out + 48, load_16(in + 48));
    }
}

STREW_APPLY(strew_move_b128_w8__neon)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 128;
        const unsigned char *in = updates + i * 128;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 128;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH(ahead + 64);
        STREW_PREFETCH(ahead + 127);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 64);
        for (size_t j = 0; j < 128; j += 16) {
            store_16(out + j, load_16(in + j));
        }
    }
}

STREW_APPLY(strew_move_b128_w16__neon)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 256;
        const unsigned char *in = updates + i * 256;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 256;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH(ahead + 64);
        STREW_PREFETCH(ahead + 128);
        STREW_PREFETCH(ahead + 192);
        STREW_PREFETCH(ahead + 255);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 64);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 128);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 192);
        for (size_t j = 0; j < 256; j += 16) {
            store_16(out + j, load_16(in + j));
        }
    }
}

STREW_APPLY(strew_move_b128_w32__neon)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 512;
        const unsigned char *in = updates + i * 512;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 512;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH(ahead + 64);
        STREW_PREFETCH(ahead + 128);
        STREW_PREFETCH(ahead + 192);
        STREW_PREFETCH(ahead + 256);
        STREW_PREFETCH(ahead + 320);
        STREW_PREFETCH(ahead + 384);
        STREW_PREFETCH(ahead + 448);
        STREW_PREFETCH(ahead + 511);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 64);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 128);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 192);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 256);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 320);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 384);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 448);
        for (size_t j = 0; j < 512; j += 16) {
            store_16(out + j, load_16(in + j));
        }
    }
}

STREW_APPLY(strew_move_b128_w64__neon)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + (size_t)slots[i] * 1024;
        const unsigned char *in = updates + i * 1024;
        const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 1024;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH(ahead + 64);
        STREW_PREFETCH(ahead + 128);
        STREW_PREFETCH(ahead + 192);
        STREW_PREFETCH(ahead + 256);
        STREW_PREFETCH(ahead + 320);
        STREW_PREFETCH(ahead + 384);
        STREW_PREFETCH(ahead + 448);
        STREW_PREFETCH(ahead + 512);
        STREW_PREFETCH(ahead + 576);
        STREW_PREFETCH(ahead + 640);
        STREW_PREFETCH(ahead + 704);
        STREW_PREFETCH(ahead + 768);
        STREW_PREFETCH(ahead + 832);
        STREW_PREFETCH(ahead + 896);
        STREW_PREFETCH(ahead + 960);
        STREW_PREFETCH(ahead + 1023);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 64);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 128);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 192);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 256);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 320);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 384);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 448);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 512);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 576);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 640);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 704);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 768);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 832);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 896);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD + 960);
        for (size_t j = 0; j < 1024; j += 16) {
            store_16(out + j, load_16(in + j));
        }
    }
}

STREW_APPLY(strew_move_b128_wn__neon)
{
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * slice_bytes;
        const unsigned char *in = updates + i * slice_bytes;
        const unsigned char *ahead = output + slots[i + STREW_SLOTS_AHEAD] * slice_bytes;
        STREW_PREFETCH(ahead);
        STREW_PREFETCH(ahead + slice_bytes - 1);
        STREW_PREFETCH_READ(in + STREW_BYTES_AHEAD);
        for (size_t j = 0; j < slice_bytes; j += 16) {
            store_16(out + j, load_16(in + j));
        }
    }
}
#endif
