/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN

#if STREW_BUILD_OWN_CTYPE_F32

STREW_APPLY(strew_add_f32_w1__scalar)
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
            store_f32(out, add_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_add_f32_w2__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 8;
            STREW_GIVEN_SLICE(output, slice_indices[i], 8);
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_f32(out, add_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, add_f32(load_f32(out + 4), load_f32(in + 4)));
        }
    }
}

STREW_APPLY(strew_add_f32_w3__scalar)
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
            store_f32(out, add_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, add_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, add_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_add_f32_w4__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 16;
            STREW_GIVEN_SLICE(output, slice_indices[i], 16);
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_f32(out, add_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, add_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, add_f32(load_f32(out + 8), load_f32(in + 8)));
            store_f32(out + 12, add_f32(load_f32(out + 12), load_f32(in + 12)));
        }
    }
}

#endif

STREW_APPLY(strew_add_f32_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_f32(out + j, add_f32(load_f32(out + j), load_f32(in + j)));
        }
    }
}

#if STREW_BUILD_INDEX_BYTES_4 && STREW_BUILD_OWN_CTYPE_F32
STREW_PUT_PLAIN(put_add_f32_i32_plain)
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
            store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 1) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 1;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 2) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 2;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i32(indices + (i + 3) * 4);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 3;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
            from += step;
        }
    }
    return i;
}

STREW_PUT_WRAPPED(put_add_f32_i32_wrapped)
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
        store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
        from += step;
    }
    return 1;
}

STREW_PUT(strew_put_add_f32_i32__scalar)
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
            i = put_add_f32_i32_plain(out, updates, step, indices, i, row_end, size, prefetch_bytes);
            const size_t end = row_end - i < STREW_WRAPPED_ELEMENTS ? row_end : i + STREW_WRAPPED_ELEMENTS;
            if (!put_add_f32_i32_wrapped(out, updates, step, indices, i, end, low, size, prefetch_bytes)) return 0;
            i = end;
        }
    }
    return 1;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8 && STREW_BUILD_OWN_CTYPE_F32
STREW_PUT_PLAIN(put_add_f32_i64_plain)
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
            store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 1) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 1;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 2) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 2;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
            from += step;
        }
        {
            uint64_t index = (uint64_t)(int64_t)load_i64(indices + (i + 3) * 8);
            STREW_LOAD_ONCE(index);
            if (index >= size) return i + 3;
            unsigned char *out = output + (size_t)index * 4;
            STREW_GIVEN_UPDATE(updates, from, 4);
            store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
            from += step;
        }
    }
    return i;
}

STREW_PUT_WRAPPED(put_add_f32_i64_wrapped)
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
        store_f32(out, add_f32(load_f32(out), load_f32(updates + from)));
        from += step;
    }
    return 1;
}

STREW_PUT(strew_put_add_f32_i64__scalar)
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
            i = put_add_f32_i64_plain(out, updates, step, indices, i, row_end, size, prefetch_bytes);
            const size_t end = row_end - i < STREW_WRAPPED_ELEMENTS ? row_end : i + STREW_WRAPPED_ELEMENTS;
            if (!put_add_f32_i64_wrapped(out, updates, step, indices, i, end, low, size, prefetch_bytes)) return 0;
            i = end;
        }
    }
    return 1;
}
#endif
#endif

#if STREW_BUILD_REDUCTION_SUB

#if STREW_BUILD_OWN_CTYPE_F32

STREW_APPLY(strew_sub_f32_w1__scalar)
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
            store_f32(out, sub_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_sub_f32_w2__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 8;
            STREW_GIVEN_SLICE(output, slice_indices[i], 8);
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_f32(out, sub_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, sub_f32(load_f32(out + 4), load_f32(in + 4)));
        }
    }
}

STREW_APPLY(strew_sub_f32_w3__scalar)
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
            store_f32(out, sub_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, sub_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, sub_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_sub_f32_w4__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 16;
            STREW_GIVEN_SLICE(output, slice_indices[i], 16);
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_f32(out, sub_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, sub_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, sub_f32(load_f32(out + 8), load_f32(in + 8)));
            store_f32(out + 12, sub_f32(load_f32(out + 12), load_f32(in + 12)));
        }
    }
}

#endif

STREW_APPLY(strew_sub_f32_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_f32(out + j, sub_f32(load_f32(out + j), load_f32(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

#if STREW_BUILD_OWN_CTYPE_F32

STREW_APPLY(strew_mul_f32_w1__scalar)
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
            store_f32(out, mul_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_mul_f32_w2__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 8;
            STREW_GIVEN_SLICE(output, slice_indices[i], 8);
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_f32(out, mul_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, mul_f32(load_f32(out + 4), load_f32(in + 4)));
        }
    }
}

STREW_APPLY(strew_mul_f32_w3__scalar)
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
            store_f32(out, mul_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, mul_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, mul_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_mul_f32_w4__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 16;
            STREW_GIVEN_SLICE(output, slice_indices[i], 16);
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_f32(out, mul_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, mul_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, mul_f32(load_f32(out + 8), load_f32(in + 8)));
            store_f32(out + 12, mul_f32(load_f32(out + 12), load_f32(in + 12)));
        }
    }
}

#endif

STREW_APPLY(strew_mul_f32_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_f32(out + j, mul_f32(load_f32(out + j), load_f32(in + j)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)

#if STREW_BUILD_OWN_CTYPE_F32

STREW_APPLY(strew_min_f32_w1__scalar)
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
            store_f32(out, min_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_min_f32_w2__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 8;
            STREW_GIVEN_SLICE(output, slice_indices[i], 8);
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_f32(out, min_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, min_f32(load_f32(out + 4), load_f32(in + 4)));
        }
    }
}

STREW_APPLY(strew_min_f32_w3__scalar)
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
            store_f32(out, min_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, min_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, min_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_min_f32_w4__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 16;
            STREW_GIVEN_SLICE(output, slice_indices[i], 16);
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_f32(out, min_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, min_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, min_f32(load_f32(out + 8), load_f32(in + 8)));
            store_f32(out + 12, min_f32(load_f32(out + 12), load_f32(in + 12)));
        }
    }
}

#endif

STREW_APPLY(strew_min_f32_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_f32(out + j, min_f32(load_f32(out + j), load_f32(in + j)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)

#if STREW_BUILD_OWN_CTYPE_F32

STREW_APPLY(strew_max_f32_w1__scalar)
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
            store_f32(out, max_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_max_f32_w2__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 8;
            STREW_GIVEN_SLICE(output, slice_indices[i], 8);
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_f32(out, max_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, max_f32(load_f32(out + 4), load_f32(in + 4)));
        }
    }
}

STREW_APPLY(strew_max_f32_w3__scalar)
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
            store_f32(out, max_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, max_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, max_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_max_f32_w4__scalar)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;)
        STREW_TO_EACH(i, n_tuples)
    {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++)
            STREW_TO_EACH(i, end)
        {
            const unsigned char *in = updates + i * 16;
            STREW_GIVEN_SLICE(output, slice_indices[i], 16);
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_f32(out, max_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, max_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, max_f32(load_f32(out + 8), load_f32(in + 8)));
            store_f32(out + 12, max_f32(load_f32(out + 12), load_f32(in + 12)));
        }
    }
}

#endif

STREW_APPLY(strew_max_f32_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_f32(out + j, max_f32(load_f32(out + j), load_f32(in + j)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)

STREW_APPLY(strew_minnum_f32_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_f32(out + j, min_number_f32(load_f32(out + j), load_f32(in + j)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)

STREW_APPLY(strew_maxnum_f32_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_f32(out + j, max_number_f32(load_f32(out + j), load_f32(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && ((STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN)) && STREW_BUILD_OWN_CTYPE_F32
STREW_FUSE(strew_fuse_add_f32__scalar)
{
    static const float one = 1;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = tuples->n;
    const size_t replaces = tuples->replaces != 0, weight_step = tuples->weights != NULL ? 4 : 0;
    const uint32_t *slice_indices = tuples->slice_indices, *rows = tuples->rows;
    const unsigned char *weights = weight_step != 0 ? tuples->weights : (const unsigned char *)&one;
    for (size_t first = 0, t = 0; first < n; first = t) {
        const uint32_t slice_index = slice_indices[first];
        unsigned char *const out = output + slice_index * stride_bytes;
        const void *const next = strew_prefetch_address(output, slice_indices[first + STREW_PREFETCH_ROWS] * stride_bytes);
        const unsigned char *const weight_of_first = replaces ? weights + first * weight_step : (const unsigned char *)&one;
        size_t i = 0;
        STREW_PREFETCH(next);
        while (i < slice_bytes) {
            float values[16];
            const size_t n_values = slice_bytes - i < 64 ? (slice_bytes - i) / 4 : 16;
            const unsigned char *const from = replaces ? table + rows[first] * row_bytes : out;
            const float first_weight = load_f32(weight_of_first);
            for (size_t j = 0; j < n_values; j++) values[j] = mul_f32(load_f32(from + i + j * 4), first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                const unsigned char *row = table + rows[t] * row_bytes + i;
                const float weight = load_f32(weights + t * weight_step);
                STREW_PREFETCH_READ_AT(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                for (size_t j = 0; j < n_values; j++) {
                    const float update = mul_f32(load_f32(row + j * 4), weight);
                    values[j] = add_f32(values[j], update);
                }
            }
            for (size_t j = 0; j < n_values; j++) store_f32(out + i + j * 4, values[j]);
            i += n_values * 4;
        }
    }
}
#endif

#if STREW_BUILD_FUSED && (((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)) || ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS))) && STREW_BUILD_OWN_CTYPE_F32
STREW_FUSE(strew_fuse_min_f32__scalar)
{
    static const float one = 1;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = tuples->n;
    const size_t replaces = tuples->replaces != 0, weight_step = tuples->weights != NULL ? 4 : 0;
    const float sign = tuples->negates ? -1 : 1;
    const uint32_t *slice_indices = tuples->slice_indices, *rows = tuples->rows;
    const unsigned char *weights = weight_step != 0 ? tuples->weights : (const unsigned char *)&one;
    for (size_t first = 0, t = 0; first < n; first = t) {
        const uint32_t slice_index = slice_indices[first];
        unsigned char *const out = output + slice_index * stride_bytes;
        const void *const next = strew_prefetch_address(output, slice_indices[first + STREW_PREFETCH_ROWS] * stride_bytes);
        const unsigned char *const weight_of_first = replaces ? weights + first * weight_step : (const unsigned char *)&one;
        size_t i = 0;
        STREW_PREFETCH(next);
        while (i < slice_bytes) {
            float values[16];
            const size_t n_values = slice_bytes - i < 64 ? (slice_bytes - i) / 4 : 16;
            const unsigned char *const from = replaces ? table + rows[first] * row_bytes : out;
            const float first_weight = sign * load_f32(weight_of_first);
            for (size_t j = 0; j < n_values; j++) values[j] = mul_f32(load_f32(from + i + j * 4), first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                const unsigned char *row = table + rows[t] * row_bytes + i;
                const float weight = sign * load_f32(weights + t * weight_step);
                STREW_PREFETCH_READ_AT(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                for (size_t j = 0; j < n_values; j++) {
                    const float update = mul_f32(load_f32(row + j * 4), weight);
                    values[j] = min_f32(values[j], update);
                }
            }
            for (size_t j = 0; j < n_values; j++) store_f32(out + i + j * 4, sign * values[j]);
            i += n_values * 4;
        }
    }
}
#endif

#if STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN)
STREW_REDUCE(strew_reduce_add_f32__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i < slice_bytes; i += 4) {
            float value = load_f32(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = add_f32(value, load_f32(row + i));
            store_f32(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif

#if STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS))
STREW_REDUCE(strew_reduce_min_f32__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i < slice_bytes; i += 4) {
            float value = load_f32(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = min_f32(value, load_f32(row + i));
            store_f32(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif

#if STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS))
STREW_REDUCE(strew_reduce_max_f32__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i < slice_bytes; i += 4) {
            float value = load_f32(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = max_f32(value, load_f32(row + i));
            store_f32(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN) && STREW_BUILD_OWN_CTYPE_F32
STREW_BAG(strew_bag_add_f32__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    static const float one = 1;
    const unsigned char *const weights = bags->weights != NULL ? bags->weights : (const unsigned char *)&one;
    const size_t weight_bytes = bags->weights != NULL ? bags->weight_bytes : 0;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes) {
            for (; i + 16 <= slice_bytes; i += 16) {
                unsigned char *const out = output + i;
                float value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_f32(row);
                    value_1 = load_f32(row + 4);
                    value_2 = load_f32(row + 8);
                    value_3 = load_f32(row + 12);
                    if (bags->weights != NULL) {
                        const float weight = load_f32(weights + first * weight_bytes);
                        value_0 = mul_f32(value_0, weight);
                        value_1 = mul_f32(value_1, weight);
                        value_2 = mul_f32(value_2, weight);
                        value_3 = mul_f32(value_3, weight);
                    }
                } else {
                    value_0 = load_f32(out);
                    value_1 = load_f32(out + 4);
                    value_2 = load_f32(out + 8);
                    value_3 = load_f32(out + 12);
                }
                if (bags->weights != NULL) {
                    for (size_t t = first + replaces; t < end; t++) {
                        const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                        if (ahead != 0) {
                            const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                            STREW_PREFETCH_SECOND(later);
                        }
                        const float weight = load_f32(weights + t * weight_bytes);
                        value_0 = add_f32(value_0, mul_f32(load_f32(row), weight));
                        value_1 = add_f32(value_1, mul_f32(load_f32(row + 4), weight));
                        value_2 = add_f32(value_2, mul_f32(load_f32(row + 8), weight));
                        value_3 = add_f32(value_3, mul_f32(load_f32(row + 12), weight));
                    }
                } else {
                    for (size_t t = first + replaces; t < end; t++) {
                        const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                        if (ahead != 0) {
                            const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                            STREW_PREFETCH_SECOND(later);
                        }
                        value_0 = add_f32(value_0, load_f32(row));
                        value_1 = add_f32(value_1, load_f32(row + 4));
                        value_2 = add_f32(value_2, load_f32(row + 8));
                        value_3 = add_f32(value_3, load_f32(row + 12));
                    }
                }
                store_f32(out, value_0);
                store_f32(out + 4, value_1);
                store_f32(out + 8, value_2);
                store_f32(out + 12, value_3);
            }
            for (; i + 4 <= slice_bytes; i += 4) {
                unsigned char *const out = output + i;
                float value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_f32(row);
                    if (bags->weights != NULL) {
                        const float weight = load_f32(weights + first * weight_bytes);
                        value_0 = mul_f32(value_0, weight);
                    }
                } else {
                    value_0 = load_f32(out);
                }
                if (bags->weights != NULL) {
                    for (size_t t = first + replaces; t < end; t++) {
                        const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                        if (ahead != 0) {
                            const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                            STREW_PREFETCH_SECOND(later);
                        }
                        const float weight = load_f32(weights + t * weight_bytes);
                        value_0 = add_f32(value_0, mul_f32(load_f32(row), weight));
                    }
                } else {
                    for (size_t t = first + replaces; t < end; t++) {
                        const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                        if (ahead != 0) {
                            const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                            STREW_PREFETCH_SECOND(later);
                        }
                        value_0 = add_f32(value_0, load_f32(row));
                    }
                }
                store_f32(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 4;
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)) && STREW_BUILD_OWN_CTYPE_F32
STREW_BAG(strew_bag_min_f32__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    static const float one = 1;
    const unsigned char *const weights = bags->weights != NULL ? bags->weights : (const unsigned char *)&one;
    const size_t weight_bytes = bags->weights != NULL ? bags->weight_bytes : 0;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes) {
            for (; i + 16 <= slice_bytes; i += 16) {
                unsigned char *const out = output + i;
                float value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_f32(row);
                    value_1 = load_f32(row + 4);
                    value_2 = load_f32(row + 8);
                    value_3 = load_f32(row + 12);
                    if (bags->weights != NULL) {
                        const float weight = load_f32(weights + first * weight_bytes);
                        value_0 = mul_f32(value_0, weight);
                        value_1 = mul_f32(value_1, weight);
                        value_2 = mul_f32(value_2, weight);
                        value_3 = mul_f32(value_3, weight);
                    }
                } else {
                    value_0 = load_f32(out);
                    value_1 = load_f32(out + 4);
                    value_2 = load_f32(out + 8);
                    value_3 = load_f32(out + 12);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const float weight = load_f32(weights + t * weight_bytes);
                    value_0 = min_f32(value_0, mul_f32(load_f32(row), weight));
                    value_1 = min_f32(value_1, mul_f32(load_f32(row + 4), weight));
                    value_2 = min_f32(value_2, mul_f32(load_f32(row + 8), weight));
                    value_3 = min_f32(value_3, mul_f32(load_f32(row + 12), weight));
                }
                store_f32(out, value_0);
                store_f32(out + 4, value_1);
                store_f32(out + 8, value_2);
                store_f32(out + 12, value_3);
            }
            for (; i + 4 <= slice_bytes; i += 4) {
                unsigned char *const out = output + i;
                float value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_f32(row);
                    if (bags->weights != NULL) {
                        const float weight = load_f32(weights + first * weight_bytes);
                        value_0 = mul_f32(value_0, weight);
                    }
                } else {
                    value_0 = load_f32(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const float weight = load_f32(weights + t * weight_bytes);
                    value_0 = min_f32(value_0, mul_f32(load_f32(row), weight));
                }
                store_f32(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 4;
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)) && STREW_BUILD_OWN_CTYPE_F32
STREW_BAG(strew_bag_max_f32__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    static const float one = 1;
    const unsigned char *const weights = bags->weights != NULL ? bags->weights : (const unsigned char *)&one;
    const size_t weight_bytes = bags->weights != NULL ? bags->weight_bytes : 0;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes) {
            for (; i + 16 <= slice_bytes; i += 16) {
                unsigned char *const out = output + i;
                float value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_f32(row);
                    value_1 = load_f32(row + 4);
                    value_2 = load_f32(row + 8);
                    value_3 = load_f32(row + 12);
                    if (bags->weights != NULL) {
                        const float weight = load_f32(weights + first * weight_bytes);
                        value_0 = mul_f32(value_0, weight);
                        value_1 = mul_f32(value_1, weight);
                        value_2 = mul_f32(value_2, weight);
                        value_3 = mul_f32(value_3, weight);
                    }
                } else {
                    value_0 = load_f32(out);
                    value_1 = load_f32(out + 4);
                    value_2 = load_f32(out + 8);
                    value_3 = load_f32(out + 12);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const float weight = load_f32(weights + t * weight_bytes);
                    value_0 = max_f32(value_0, mul_f32(load_f32(row), weight));
                    value_1 = max_f32(value_1, mul_f32(load_f32(row + 4), weight));
                    value_2 = max_f32(value_2, mul_f32(load_f32(row + 8), weight));
                    value_3 = max_f32(value_3, mul_f32(load_f32(row + 12), weight));
                }
                store_f32(out, value_0);
                store_f32(out + 4, value_1);
                store_f32(out + 8, value_2);
                store_f32(out + 12, value_3);
            }
            for (; i + 4 <= slice_bytes; i += 4) {
                unsigned char *const out = output + i;
                float value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_f32(row);
                    if (bags->weights != NULL) {
                        const float weight = load_f32(weights + first * weight_bytes);
                        value_0 = mul_f32(value_0, weight);
                    }
                } else {
                    value_0 = load_f32(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const float weight = load_f32(weights + t * weight_bytes);
                    value_0 = max_f32(value_0, mul_f32(load_f32(row), weight));
                }
                store_f32(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 4;
        }
    }
}
#endif
