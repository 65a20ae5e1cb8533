/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_NONE

STREW_APPLY(strew_move_b32_w1__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 4)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 4, prefetch_bytes);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 4;
            STREW_GIVEN_SLICE(output, slice_indices[i], 4);
            unsigned char *out = output + (size_t)slice_indices[i] * 4;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
                STREW_PREFETCH(next);
            }
            store_b32(out, load_b32(in));
        }
    }
}

STREW_APPLY(strew_move_b32_w3__scalar)
    STREW_APPLY_CONTRACT(12, n_tuples * 12)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 12, prefetch_bytes);
        const size_t end = n_tuples - i < 5 ? n_tuples : i + 5;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 12;
            STREW_GIVEN_SLICE(output, slice_indices[i], 12);
            unsigned char *out = output + (size_t)slice_indices[i] * 12;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 12);
                STREW_PREFETCH(next);
            }
            store_b32(out, load_b32(in));
            store_b32(out + 4, load_b32(in + 4));
            store_b32(out + 8, load_b32(in + 8));
        }
    }
}

STREW_APPLY(strew_move_b32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 4 == 0)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_b32(out + j, load_b32(in + j));
        }
    }
}

#if STREW_BUILD_INDEX_BYTES_4
STREW_PUT_PLAIN(put_none_b32_i32_plain)
    STREW_PUTS_PLAIN(4, 4)
{
    ptrdiff_t from = strew_nth_update(i, step);
    for (; end - i >= 4; i += 4)
        STREW_PUTS_EACH
    {
        STREW_PREFETCH_READ_AT(indices + i * 4, prefetch_bytes);
        STREW_PREFETCH_READ_AT(updates, (size_t)from + prefetch_bytes);
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + i * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            memcpy(out, updates + from, 4);
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 1) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 1;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            memcpy(out, updates + from, 4);
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 2) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 2;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            memcpy(out, updates + from, 4);
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 3) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 3;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            memcpy(out, updates + from, 4);
            from += step;
        }
    }
    return i;
}

STREW_PUT_WRAPPED(put_none_b32_i32_wrapped)
    STREW_PUTS_WRAPPED(4, 4)
{
    ptrdiff_t from = strew_nth_update(i, step);
    const void *const later_indices = strew_prefetch_address(indices, prefetch_bytes);
    const void *const later_updates = strew_prefetch_address(updates, prefetch_bytes);
    for (size_t at = i * 4; at < end * 4; at += 4)
        STREW_PUTS_EACH_OF(at, end * 4, 4)
    {
        STREW_PREFETCH_READ_AT(later_indices, at);
        STREW_PREFETCH_READ_AT(later_updates, (size_t)from);
        uint64_t index = wrap(load_i32(indices + at), low);
        STREW_LOAD_ONCE(index);
        if (index >= size) return 0;
        unsigned char *out = output + (size_t)index * 4;
        STREW_GIVEN_UPDATE(updates, from, 4);
        memcpy(out, updates + from, 4);
        from += step;
    }
    return 1;
}

STREW_PUT(strew_put_none_b32_i32__scalar)
    STREW_PUT_CONTRACT(4)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    size_t i = 0;
    for (size_t at = 0; i < n_tuples; at += row_bytes)
        STREW_TAKES_ROWS
    {
        STREW_GIVEN_ROW(output, at, size, 4);
        unsigned char *const out = output + at;
        const size_t row_end = n_tuples - i < row ? n_tuples : i + row;
        while (i < row_end)
            STREW_TO_EACH(i, row_end)
        {
            i = put_none_b32_i32_plain(out, updates, step, indices, i, row_end, size, prefetch_bytes);
            const size_t end = row_end - i < STREW_WRAPPED_ELEMENTS ? row_end : i + STREW_WRAPPED_ELEMENTS;
            if (!put_none_b32_i32_wrapped(out, updates, step, indices, i, end, low, size, prefetch_bytes)) return 0;
            i = end;
        }
    }
    return 1;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8
STREW_PUT_PLAIN(put_none_b32_i64_plain)
    STREW_PUTS_PLAIN(8, 4)
{
    ptrdiff_t from = strew_nth_update(i, step);
    for (; end - i >= 4; i += 4)
        STREW_PUTS_EACH
    {
        STREW_PREFETCH_READ_AT(indices + i * 8, prefetch_bytes);
        STREW_PREFETCH_READ_AT(updates, (size_t)from + prefetch_bytes);
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + i * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            memcpy(out, updates + from, 4);
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 1) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 1;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            memcpy(out, updates + from, 4);
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 2) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 2;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            memcpy(out, updates + from, 4);
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 3) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 3;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            memcpy(out, updates + from, 4);
            from += step;
        }
    }
    return i;
}

STREW_PUT_WRAPPED(put_none_b32_i64_wrapped)
    STREW_PUTS_WRAPPED(8, 4)
{
    ptrdiff_t from = strew_nth_update(i, step);
    const void *const later_indices = strew_prefetch_address(indices, prefetch_bytes);
    const void *const later_updates = strew_prefetch_address(updates, prefetch_bytes);
    for (size_t at = i * 8; at < end * 8; at += 8)
        STREW_PUTS_EACH_OF(at, end * 8, 8)
    {
        STREW_PREFETCH_READ_AT(later_indices, at);
        STREW_PREFETCH_READ_AT(later_updates, (size_t)from);
        uint64_t index = wrap(load_i64(indices + at), low);
        STREW_LOAD_ONCE(index);
        if (index >= size) return 0;
        unsigned char *out = output + (size_t)index * 4;
        STREW_GIVEN_UPDATE(updates, from, 4);
        memcpy(out, updates + from, 4);
        from += step;
    }
    return 1;
}

STREW_PUT(strew_put_none_b32_i64__scalar)
    STREW_PUT_CONTRACT(8)
{
    const int64_t low = components->low[0];
    const uint64_t size = (uint64_t)components->size[0];
    const size_t prefetch_bytes = components->prefetch_bytes;
    size_t i = 0;
    for (size_t at = 0; i < n_tuples; at += row_bytes)
        STREW_TAKES_ROWS
    {
        STREW_GIVEN_ROW(output, at, size, 4);
        unsigned char *const out = output + at;
        const size_t row_end = n_tuples - i < row ? n_tuples : i + row;
        while (i < row_end)
            STREW_TO_EACH(i, row_end)
        {
            i = put_none_b32_i64_plain(out, updates, step, indices, i, row_end, size, prefetch_bytes);
            const size_t end = row_end - i < STREW_WRAPPED_ELEMENTS ? row_end : i + STREW_WRAPPED_ELEMENTS;
            if (!put_none_b32_i64_wrapped(out, updates, step, indices, i, end, low, size, prefetch_bytes)) return 0;
            i = end;
        }
    }
    return 1;
}
#endif
#endif
