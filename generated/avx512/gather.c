/* Rendered from templates/gather.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

STREW_GATHER(strew_gather_b256__avx512)
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

STREW_GATHER(strew_gather_b512__avx512)
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

STREW_GATHER(strew_gather_b1024__avx512)
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
        store_64(out, load_64(in));
        store_64(out + 64, load_64(in + 64));
    }
}

STREW_GATHER(strew_gather_bn__avx512)
{
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * slice_bytes;
        unsigned char *out = output + i * slice_bytes;
        if (prefetches) {
            const size_t next = slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * slice_bytes;
            STREW_PREFETCH_READ_AT(data, next);
            STREW_PREFETCH_READ_AT(data, next + slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_READ_AT(data, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * slice_bytes + j);
            }
        }
        if (slice_bytes >= 64) {
            const size_t end = slice_bytes - 64;
            for (size_t j = 0; j < end; j += 64) {
                store_64(out + j, load_64(in + j));
            }
            store_64(out + end, load_64(in + end));
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            store_32(out, load_32(in));
            store_32(out + end, load_32(in + end));
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            store_16(out, load_16(in));
            store_16(out + end, load_16(in + end));
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            store_8(out, load_8(in));
            store_8(out + end, load_8(in + end));
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            store_4(out, load_4(in));
            store_4(out + end, load_4(in + end));
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            store_2(out, load_2(in));
            store_2(out + end, load_2(in + end));
        } else if (slice_bytes != 0) {
            *out = *in;
        }
    }
}
