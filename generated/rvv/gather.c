/* Rendered from templates/gather.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#include <string.h>

STREW_GATHER(strew_gather_b8__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 1;
        unsigned char *out = output + i * 1;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 1;
            STREW_PREFETCH_READ_AT(data, next);
        }
        memcpy(out, in, 1);
    }
}

STREW_GATHER(strew_gather_b16__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 2;
        unsigned char *out = output + i * 2;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2;
            STREW_PREFETCH_READ_AT(data, next);
        }
        store_2(out, load_2(in));
    }
}

STREW_GATHER(strew_gather_b32__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 4;
        unsigned char *out = output + i * 4;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4;
            STREW_PREFETCH_READ_AT(data, next);
        }
        store_4(out, load_4(in));
    }
}

STREW_GATHER(strew_gather_b64__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 8;
        unsigned char *out = output + i * 8;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8;
            STREW_PREFETCH_READ_AT(data, next);
        }
        store_8(out, load_8(in));
    }
}

STREW_GATHER(strew_gather_b96__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 12;
        unsigned char *out = output + i * 12;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 12;
            STREW_PREFETCH_READ_AT(data, next);
        }
        store_8(out, load_8(in));
        store_4(out + 8, load_4(in + 8));
    }
}

STREW_GATHER(strew_gather_b128__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 16;
        unsigned char *out = output + i * 16;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16;
            STREW_PREFETCH_READ_AT(data, next);
        }
        store_16(out, load_16(in));
    }
}

STREW_GATHER(strew_gather_b256__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 32;
        unsigned char *out = output + i * 32;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 32;
            STREW_PREFETCH_READ_AT(data, next);
            STREW_PREFETCH_READ_AT(data, next + 31);
        }
        store_32(out, load_32(in));
    }
}

STREW_GATHER(strew_gather_b512__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 64;
        unsigned char *out = output + i * 64;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 64;
            STREW_PREFETCH_READ_AT(data, next);
            STREW_PREFETCH_READ_AT(data, next + 63);
        }
        store_64(out, load_64(in));
    }
}

STREW_GATHER(strew_gather_b1024__rvv)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 128;
        unsigned char *out = output + i * 128;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 3] * 128;
            STREW_PREFETCH_READ_AT(data, next);
            STREW_PREFETCH_READ_AT(data, next + 64);
            STREW_PREFETCH_READ_AT(data, next + 127);
        }
        store_128(out, load_128(in));
    }
}

static STREW_INLINE void copy_slice(unsigned char *restrict out, const unsigned char *restrict in, size_t slice_bytes)
{
    if (slice_bytes >= 32) {
        move_row(out, in, slice_bytes);
    } else if (slice_bytes >= 16) {
        memcpy(out, in, 16);
        memcpy(out + slice_bytes - 16, in + slice_bytes - 16, 16);
    } else if (slice_bytes >= 8) {
        memcpy(out, in, 8);
        memcpy(out + slice_bytes - 8, in + slice_bytes - 8, 8);
    } else if (slice_bytes >= 4) {
        memcpy(out, in, 4);
        memcpy(out + slice_bytes - 4, in + slice_bytes - 4, 4);
    } else if (slice_bytes >= 2) {
        memcpy(out, in, 2);
        memcpy(out + slice_bytes - 2, in + slice_bytes - 2, 2);
    } else {
        *out = *in;
    }
}

STREW_GATHER(strew_gather_bn__rvv)
{
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = strew_slice_of(data, slice_indices[i], slice_bytes, slice_bytes);
        unsigned char *out = strew_nth_slice(output, i, n_tuples, slice_bytes);
        if (prefetches) {
            const size_t next = slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * slice_bytes;
            STREW_PREFETCH_READ_AT(data, next);
            STREW_PREFETCH_READ_AT(data, next + slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_READ_AT(data, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * slice_bytes + j);
            }
        }
        copy_slice(out, in, slice_bytes);
    }
}
