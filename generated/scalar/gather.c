/* Rendered from templates/gather.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#include <string.h>

STREW_GATHER(strew_gather_b8__scalar)
    STREW_GATHER_CONTRACT(1, n_tuples * 1)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 1);
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
    STREW_GATHER_CONTRACT(2, n_tuples * 2)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 2);
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
    STREW_GATHER_CONTRACT(4, n_tuples * 4)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 4);
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
    STREW_GATHER_CONTRACT(8, n_tuples * 8)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 8);
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
    STREW_GATHER_CONTRACT(12, n_tuples * 12)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 12);
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
    STREW_GATHER_CONTRACT(16, n_tuples * 16)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 16);
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
    STREW_GATHER_CONTRACT(32, n_tuples * 32)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 32);
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
    STREW_GATHER_CONTRACT(64, n_tuples * 64)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 64);
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
    STREW_GATHER_CONTRACT(128, n_tuples * 128)
{
    (void)slice_bytes;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_GIVEN_SLICE(data, slice_indices[i], 128);
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

static STREW_INLINE void copy_slice(unsigned char *restrict out, const unsigned char *restrict in, size_t slice_bytes)
    STREW_COPIES(out, in, slice_bytes)
    STREW_REQUIRES(slice_bytes > 0)
{
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

STREW_GATHER(strew_gather_bn__scalar)
    STREW_GATHER_CONTRACT(slice_bytes, strew_any_bytes)
{
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_TO_EACH(i, n_tuples)
    {
        const unsigned char *in = strew_slice_of(data, slice_indices[i], slice_bytes, slice_bytes);
        unsigned char *out = strew_nth_slice(output, i, n_tuples, slice_bytes);
        if (prefetches) {
            const size_t next = slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * slice_bytes;
            STREW_PREFETCH_READ_AT(data, next);
            STREW_PREFETCH_READ_AT(data, next + slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_READ_AT(data, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * slice_bytes + j);
            }
        }
        copy_slice(out, in, slice_bytes);
    }
}

#if STREW_BUILD_INDEX_BYTES_4

STREW_TAKE_PLAIN(take_b32_i32_plain)
    STREW_TAKES_PLAIN(4, 4)
{
    for (; end - i >= 4; i += 4)
        STREW_TO_EACH(i, end)
    {
        STREW_PREFETCH_READ_AT(indices + i * 4, prefetch_bytes);
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + i * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i;
            memcpy(output + i * 4, in + (size_t)index * 4, 4);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 1) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 1;
            memcpy(output + (i + 1) * 4, in + (size_t)index * 4, 4);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 2) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 2;
            memcpy(output + (i + 2) * 4, in + (size_t)index * 4, 4);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 3) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 3;
            memcpy(output + (i + 3) * 4, in + (size_t)index * 4, 4);
        }
    }
    return i;
}

STREW_TAKE_WRAPPED(take_b32_i32_wrapped)
    STREW_TAKES_WRAPPED(4, 4)
{
    const void *const later = strew_prefetch_address(indices, prefetch_bytes);
    for (size_t at = i * 4; at < end * 4; at += 4)
        STREW_TO_EACH_OF(at, end * 4, 4)
    {
        STREW_PREFETCH_READ_AT(later, at);
        uint64_t index = wrap(load_i32(indices + at), low);
        STREW_LOAD_ONCE(index);
        if (index >= size) return 0;
        memcpy(output + at, in + (size_t)index * 4, 4);
    }
    return 1;
}

STREW_TAKE(strew_take_b32_i32__scalar)
    STREW_TAKE_CONTRACT(4, 4)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    size_t i = 0;
    for (size_t at = 0; i < n_tuples; at += row_bytes)
        STREW_TAKES_ROWS
    {
        STREW_GIVEN_ROW(data, at, size, 4);
        const unsigned char *const in = data + at;
        const size_t row_end = n_tuples - i < row ? n_tuples : i + row;
        while (i < row_end)
            STREW_TO_EACH(i, row_end)
        {
            i = take_b32_i32_plain(output, in, indices, i, row_end, size, prefetch_bytes);
            const size_t end = row_end - i < STREW_WRAPPED_ELEMENTS ? row_end : i + STREW_WRAPPED_ELEMENTS;
            if (!take_b32_i32_wrapped(output, in, indices, i, end, low, size, prefetch_bytes)) return 0;
            i = end;
        }
    }
    return 1;
}

STREW_TAKE_PLAIN(take_b64_i32_plain)
    STREW_TAKES_PLAIN(4, 8)
{
    for (; end - i >= 4; i += 4)
        STREW_TO_EACH(i, end)
    {
        STREW_PREFETCH_READ_AT(indices + i * 4, prefetch_bytes);
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + i * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i;
            memcpy(output + i * 8, in + (size_t)index * 8, 8);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 1) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 1;
            memcpy(output + (i + 1) * 8, in + (size_t)index * 8, 8);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 2) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 2;
            memcpy(output + (i + 2) * 8, in + (size_t)index * 8, 8);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 3) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 3;
            memcpy(output + (i + 3) * 8, in + (size_t)index * 8, 8);
        }
    }
    return i;
}

STREW_TAKE_WRAPPED(take_b64_i32_wrapped)
    STREW_TAKES_WRAPPED(4, 8)
{
    const void *const later = strew_prefetch_address(indices, prefetch_bytes);
    for (size_t at = i * 4; at < end * 4; at += 4)
        STREW_TO_EACH_OF(at, end * 4, 4)
    {
        STREW_PREFETCH_READ_AT(later, at);
        uint64_t index = wrap(load_i32(indices + at), low);
        STREW_LOAD_ONCE(index);
        if (index >= size) return 0;
        memcpy(output + at / 4 * 8, in + (size_t)index * 8, 8);
    }
    return 1;
}

STREW_TAKE(strew_take_b64_i32__scalar)
    STREW_TAKE_CONTRACT(4, 8)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    size_t i = 0;
    for (size_t at = 0; i < n_tuples; at += row_bytes)
        STREW_TAKES_ROWS
    {
        STREW_GIVEN_ROW(data, at, size, 8);
        const unsigned char *const in = data + at;
        const size_t row_end = n_tuples - i < row ? n_tuples : i + row;
        while (i < row_end)
            STREW_TO_EACH(i, row_end)
        {
            i = take_b64_i32_plain(output, in, indices, i, row_end, size, prefetch_bytes);
            const size_t end = row_end - i < STREW_WRAPPED_ELEMENTS ? row_end : i + STREW_WRAPPED_ELEMENTS;
            if (!take_b64_i32_wrapped(output, in, indices, i, end, low, size, prefetch_bytes)) return 0;
            i = end;
        }
    }
    return 1;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8

STREW_TAKE_PLAIN(take_b32_i64_plain)
    STREW_TAKES_PLAIN(8, 4)
{
    for (; end - i >= 4; i += 4)
        STREW_TO_EACH(i, end)
    {
        STREW_PREFETCH_READ_AT(indices + i * 8, prefetch_bytes);
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + i * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i;
            memcpy(output + i * 4, in + (size_t)index * 4, 4);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 1) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 1;
            memcpy(output + (i + 1) * 4, in + (size_t)index * 4, 4);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 2) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 2;
            memcpy(output + (i + 2) * 4, in + (size_t)index * 4, 4);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 3) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 3;
            memcpy(output + (i + 3) * 4, in + (size_t)index * 4, 4);
        }
    }
    return i;
}

STREW_TAKE_WRAPPED(take_b32_i64_wrapped)
    STREW_TAKES_WRAPPED(8, 4)
{
    const void *const later = strew_prefetch_address(indices, prefetch_bytes);
    for (size_t at = i * 8; at < end * 8; at += 8)
        STREW_TO_EACH_OF(at, end * 8, 8)
    {
        STREW_PREFETCH_READ_AT(later, at);
        uint64_t index = wrap(load_i64(indices + at), low);
        STREW_LOAD_ONCE(index);
        if (index >= size) return 0;
        memcpy(output + at / 8 * 4, in + (size_t)index * 4, 4);
    }
    return 1;
}

STREW_TAKE(strew_take_b32_i64__scalar)
    STREW_TAKE_CONTRACT(8, 4)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    size_t i = 0;
    for (size_t at = 0; i < n_tuples; at += row_bytes)
        STREW_TAKES_ROWS
    {
        STREW_GIVEN_ROW(data, at, size, 4);
        const unsigned char *const in = data + at;
        const size_t row_end = n_tuples - i < row ? n_tuples : i + row;
        while (i < row_end)
            STREW_TO_EACH(i, row_end)
        {
            i = take_b32_i64_plain(output, in, indices, i, row_end, size, prefetch_bytes);
            const size_t end = row_end - i < STREW_WRAPPED_ELEMENTS ? row_end : i + STREW_WRAPPED_ELEMENTS;
            if (!take_b32_i64_wrapped(output, in, indices, i, end, low, size, prefetch_bytes)) return 0;
            i = end;
        }
    }
    return 1;
}

STREW_TAKE_PLAIN(take_b64_i64_plain)
    STREW_TAKES_PLAIN(8, 8)
{
    for (; end - i >= 4; i += 4)
        STREW_TO_EACH(i, end)
    {
        STREW_PREFETCH_READ_AT(indices + i * 8, prefetch_bytes);
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + i * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i;
            memcpy(output + i * 8, in + (size_t)index * 8, 8);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 1) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 1;
            memcpy(output + (i + 1) * 8, in + (size_t)index * 8, 8);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 2) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 2;
            memcpy(output + (i + 2) * 8, in + (size_t)index * 8, 8);
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 3) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 3;
            memcpy(output + (i + 3) * 8, in + (size_t)index * 8, 8);
        }
    }
    return i;
}

STREW_TAKE_WRAPPED(take_b64_i64_wrapped)
    STREW_TAKES_WRAPPED(8, 8)
{
    const void *const later = strew_prefetch_address(indices, prefetch_bytes);
    for (size_t at = i * 8; at < end * 8; at += 8)
        STREW_TO_EACH_OF(at, end * 8, 8)
    {
        STREW_PREFETCH_READ_AT(later, at);
        uint64_t index = wrap(load_i64(indices + at), low);
        STREW_LOAD_ONCE(index);
        if (index >= size) return 0;
        memcpy(output + at, in + (size_t)index * 8, 8);
    }
    return 1;
}

STREW_TAKE(strew_take_b64_i64__scalar)
    STREW_TAKE_CONTRACT(8, 8)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    size_t i = 0;
    for (size_t at = 0; i < n_tuples; at += row_bytes)
        STREW_TAKES_ROWS
    {
        STREW_GIVEN_ROW(data, at, size, 8);
        const unsigned char *const in = data + at;
        const size_t row_end = n_tuples - i < row ? n_tuples : i + row;
        while (i < row_end)
            STREW_TO_EACH(i, row_end)
        {
            i = take_b64_i64_plain(output, in, indices, i, row_end, size, prefetch_bytes);
            const size_t end = row_end - i < STREW_WRAPPED_ELEMENTS ? row_end : i + STREW_WRAPPED_ELEMENTS;
            if (!take_b64_i64_wrapped(output, in, indices, i, end, low, size, prefetch_bytes)) return 0;
            i = end;
        }
    }
    return 1;
}
#endif
