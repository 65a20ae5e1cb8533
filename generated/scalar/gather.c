/* Rendered from templates/gather.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#include <string.h>

STREW_GATHER(strew_gather_b8__scalar)
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

STREW_GATHER(strew_gather_b16__scalar)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 2;
        unsigned char *out = output + i * 2;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2;
            STREW_PREFETCH_READ_AT(data, next);
        }
        memcpy(out, in, 2);
    }
}

STREW_GATHER(strew_gather_b32__scalar)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 4;
        unsigned char *out = output + i * 4;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4;
            STREW_PREFETCH_READ_AT(data, next);
        }
        memcpy(out, in, 4);
    }
}

STREW_GATHER(strew_gather_b64__scalar)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 8;
        unsigned char *out = output + i * 8;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8;
            STREW_PREFETCH_READ_AT(data, next);
        }
        memcpy(out, in, 8);
    }
}

STREW_GATHER(strew_gather_b96__scalar)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 12;
        unsigned char *out = output + i * 12;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 12;
            STREW_PREFETCH_READ_AT(data, next);
        }
        memcpy(out, in, 12);
    }
}

STREW_GATHER(strew_gather_b128__scalar)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = data + (size_t)slice_indices[i] * 16;
        unsigned char *out = output + i * 16;
        if (prefetches) {
            const size_t next = (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16;
            STREW_PREFETCH_READ_AT(data, next);
        }
        memcpy(out, in, 16);
    }
}

STREW_GATHER(strew_gather_b256__scalar)
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
        memcpy(out, in, 32);
    }
}

STREW_GATHER(strew_gather_b512__scalar)
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
        memcpy(out, in, 64);
    }
}

STREW_GATHER(strew_gather_b1024__scalar)
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
        memcpy(out, in, 128);
    }
}

STREW_GATHER(strew_gather_bn__scalar)
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
        if (slice_bytes >= 32) {
            memcpy(out, in, slice_bytes);
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
}

#if STREW_BUILD_INDEX_BYTES_4

STREW_TAKE(strew_take_b32_i32__scalar)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    for (const unsigned char *const end = indices + n_tuples * 4; indices < end; data += row_bytes) {
        const unsigned char *const row_end = (size_t)(end - indices) < row * 4 ? end : indices + row * 4;
        while (indices < row_end) {
            for (; row_end - indices >= 16; indices += 16) {
                STREW_PREFETCH_READ_AT(indices, prefetch_bytes);
                {
                    uint64_t index = (uint64_t)(int64_t)load_i32(indices);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) break;
                    memcpy(output, data + (size_t)index * 4, 4);
                    output += 4;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i32(indices + 4);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 4;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 4, 4);
                    output += 4;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i32(indices + 8);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 8;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 4, 4);
                    output += 4;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i32(indices + 12);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 12;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 4, 4);
                    output += 4;
                }
            }
            const int are_few = row_end - indices < STREW_WRAPPED_ELEMENTS * 4;
            const unsigned char *const wrapped_end = are_few ? row_end : indices + STREW_WRAPPED_ELEMENTS * 4;
            for (; indices < wrapped_end; indices += 4) {
                STREW_PREFETCH_READ_AT(indices, prefetch_bytes);
                uint64_t index = wrap(load_i32(indices), low);
                STREW_LOAD_ONCE(index);
                if (index >= size) return 0;
                memcpy(output, data + (size_t)index * 4, 4);
                output += 4;
            }
        }
    }
    return 1;
}

STREW_TAKE(strew_take_b64_i32__scalar)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    for (const unsigned char *const end = indices + n_tuples * 4; indices < end; data += row_bytes) {
        const unsigned char *const row_end = (size_t)(end - indices) < row * 4 ? end : indices + row * 4;
        while (indices < row_end) {
            for (; row_end - indices >= 16; indices += 16) {
                STREW_PREFETCH_READ_AT(indices, prefetch_bytes);
                {
                    uint64_t index = (uint64_t)(int64_t)load_i32(indices);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) break;
                    memcpy(output, data + (size_t)index * 8, 8);
                    output += 8;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i32(indices + 4);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 4;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 8, 8);
                    output += 8;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i32(indices + 8);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 8;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 8, 8);
                    output += 8;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i32(indices + 12);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 12;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 8, 8);
                    output += 8;
                }
            }
            const int are_few = row_end - indices < STREW_WRAPPED_ELEMENTS * 4;
            const unsigned char *const wrapped_end = are_few ? row_end : indices + STREW_WRAPPED_ELEMENTS * 4;
            for (; indices < wrapped_end; indices += 4) {
                STREW_PREFETCH_READ_AT(indices, prefetch_bytes);
                uint64_t index = wrap(load_i32(indices), low);
                STREW_LOAD_ONCE(index);
                if (index >= size) return 0;
                memcpy(output, data + (size_t)index * 8, 8);
                output += 8;
            }
        }
    }
    return 1;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8

STREW_TAKE(strew_take_b32_i64__scalar)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    for (const unsigned char *const end = indices + n_tuples * 8; indices < end; data += row_bytes) {
        const unsigned char *const row_end = (size_t)(end - indices) < row * 8 ? end : indices + row * 8;
        while (indices < row_end) {
            for (; row_end - indices >= 32; indices += 32) {
                STREW_PREFETCH_READ_AT(indices, prefetch_bytes);
                {
                    uint64_t index = (uint64_t)(int64_t)load_i64(indices);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) break;
                    memcpy(output, data + (size_t)index * 4, 4);
                    output += 4;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i64(indices + 8);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 8;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 4, 4);
                    output += 4;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i64(indices + 16);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 16;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 4, 4);
                    output += 4;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i64(indices + 24);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 24;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 4, 4);
                    output += 4;
                }
            }
            const int are_few = row_end - indices < STREW_WRAPPED_ELEMENTS * 8;
            const unsigned char *const wrapped_end = are_few ? row_end : indices + STREW_WRAPPED_ELEMENTS * 8;
            for (; indices < wrapped_end; indices += 8) {
                STREW_PREFETCH_READ_AT(indices, prefetch_bytes);
                uint64_t index = wrap(load_i64(indices), low);
                STREW_LOAD_ONCE(index);
                if (index >= size) return 0;
                memcpy(output, data + (size_t)index * 4, 4);
                output += 4;
            }
        }
    }
    return 1;
}

STREW_TAKE(strew_take_b64_i64__scalar)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    for (const unsigned char *const end = indices + n_tuples * 8; indices < end; data += row_bytes) {
        const unsigned char *const row_end = (size_t)(end - indices) < row * 8 ? end : indices + row * 8;
        while (indices < row_end) {
            for (; row_end - indices >= 32; indices += 32) {
                STREW_PREFETCH_READ_AT(indices, prefetch_bytes);
                {
                    uint64_t index = (uint64_t)(int64_t)load_i64(indices);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) break;
                    memcpy(output, data + (size_t)index * 8, 8);
                    output += 8;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i64(indices + 8);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 8;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 8, 8);
                    output += 8;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i64(indices + 16);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 16;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 8, 8);
                    output += 8;
                }
                {
                    uint64_t index = (uint64_t)(int64_t)load_i64(indices + 24);
                    STREW_LOAD_ONCE(index);
                    if (index >= size) {
                        indices += 24;
                        break;
                    }
                    memcpy(output, data + (size_t)index * 8, 8);
                    output += 8;
                }
            }
            const int are_few = row_end - indices < STREW_WRAPPED_ELEMENTS * 8;
            const unsigned char *const wrapped_end = are_few ? row_end : indices + STREW_WRAPPED_ELEMENTS * 8;
            for (; indices < wrapped_end; indices += 8) {
                STREW_PREFETCH_READ_AT(indices, prefetch_bytes);
                uint64_t index = wrap(load_i64(indices), low);
                STREW_LOAD_ONCE(index);
                if (index >= size) return 0;
                memcpy(output, data + (size_t)index * 8, 8);
                output += 8;
            }
        }
    }
    return 1;
}
#endif
