/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN

#if STREW_BUILD_OWN_CTYPE_F32

STREW_APPLY(strew_add_f32_w1__scalar)
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
            store_f32(out, add_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_add_f32_w2__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 8)
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
            store_f32(out, add_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, add_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, add_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_add_f32_w4__scalar)
    STREW_APPLY_CONTRACT(16, n_tuples * 16)
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
            store_f32(out, sub_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_sub_f32_w2__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 8)
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
            store_f32(out, sub_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, sub_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, sub_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_sub_f32_w4__scalar)
    STREW_APPLY_CONTRACT(16, n_tuples * 16)
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
            store_f32(out, mul_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_mul_f32_w2__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 8)
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
            store_f32(out, mul_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, mul_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, mul_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_mul_f32_w4__scalar)
    STREW_APPLY_CONTRACT(16, n_tuples * 16)
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
            store_f32(out, min_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_min_f32_w2__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 8)
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
            store_f32(out, min_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, min_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, min_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_min_f32_w4__scalar)
    STREW_APPLY_CONTRACT(16, n_tuples * 16)
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
            store_f32(out, max_f32(load_f32(out), load_f32(in)));
        }
    }
}

STREW_APPLY(strew_max_f32_w2__scalar)
    STREW_APPLY_CONTRACT(8, n_tuples * 8)
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
            store_f32(out, max_f32(load_f32(out), load_f32(in)));
            store_f32(out + 4, max_f32(load_f32(out + 4), load_f32(in + 4)));
            store_f32(out + 8, max_f32(load_f32(out + 8), load_f32(in + 8)));
        }
    }
}

STREW_APPLY(strew_max_f32_w4__scalar)
    STREW_APPLY_CONTRACT(16, n_tuples * 16)
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
        for (size_t j = 0; j < slice_bytes; j += 4)
            STREW_TO_EACH_OF(j, slice_bytes, 4)
        {
            store_f32(out + j, max_number_f32(load_f32(out + j), load_f32(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && ((STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN)) && STREW_BUILD_OWN_CTYPE_F32
static STREW_INLINE void fuse_add_f32_row(float *restrict values, const unsigned char *restrict row, size_t n, float weight)
    STREW_COMBINES_ROW(values, row, 4)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = add_f32(values[j], mul_f32(load_f32(row + j * 4), weight));
    }
}

STREW_FUSE_COLUMNS(fuse_add_f32_columns)
    STREW_FUSES_COLUMNS(4, 4)
{
    static const float one = 1;
    const size_t replaces = tuples->replaces != 0, weight_step = tuples->weights != NULL ? 4 : 0;
    const uint32_t *const slice_indices = tuples->slice_indices, *const rows = tuples->rows;
    const unsigned char *const weights = weight_step != 0 ? tuples->weights : (const unsigned char *)&one;
    float values[STREW_COLUMNS];
    if (replaces) {
        const unsigned char *const row = strew_table_row(table, rows[first], slices) + i;
        const float weight = load_f32(weights + first * weight_step);
        for (size_t j = 0; j < n; j++)
            STREW_COMBINES_EACH(values)
        {
            values[j] = mul_f32(load_f32(row + j * 4), weight);
        }
    } else {
        for (size_t j = 0; j < n; j++)
            STREW_COMBINES_EACH(values)
        {
            values[j] = load_f32(output + j * 4);
        }
    }
    size_t t = first + replaces;
    for (; t < tuples->n && slice_indices[t] == slice_indices[first]; t++)
        STREW_FUSES_ROWS
    {
        STREW_PREFETCH_READ_AT(table, rows[t + STREW_PREFETCH_ROWS] * slices->update_bytes + i);
        fuse_add_f32_row(values, strew_table_row(table, rows[t], slices) + i, n, load_f32(weights + t * weight_step));
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f32(output + j * 4, values[j]);
    }
    return t;
}

STREW_FUSE(strew_fuse_add_f32__scalar)
    STREW_FUSE_CONTRACT(4, 4)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *const slice_indices = tuples->slice_indices;
    for (size_t first = 0, t = 0; first < tuples->n; first = t)
        STREW_FUSES_SLICES
    {
        STREW_PREFETCH_AT(output, slice_indices[first + STREW_PREFETCH_ROWS] * stride_bytes);
        for (size_t i = 0, n; i < slice_bytes; i += n * 4)
            STREW_FUSES_SLICE(4)
        {
            unsigned char *const out = strew_slice_at(output, slice_indices[first], stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 4);
            t = fuse_add_f32_columns(out, table, i, n, first, tuples, slices);
        }
    }
}
#endif

#if STREW_BUILD_FUSED && (((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)) || ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS))) && STREW_BUILD_OWN_CTYPE_F32
static STREW_INLINE void fuse_min_f32_row(float *restrict values, const unsigned char *restrict row, size_t n, float weight)
    STREW_COMBINES_ROW(values, row, 4)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = min_f32(values[j], mul_f32(load_f32(row + j * 4), weight));
    }
}

STREW_FUSE_COLUMNS(fuse_min_f32_columns)
    STREW_FUSES_COLUMNS(4, 4)
{
    static const float one = 1;
    const size_t replaces = tuples->replaces != 0, weight_step = tuples->weights != NULL ? 4 : 0;
    const uint32_t *const slice_indices = tuples->slice_indices, *const rows = tuples->rows;
    const unsigned char *const weights = weight_step != 0 ? tuples->weights : (const unsigned char *)&one;
    const float sign = tuples->negates ? -1 : 1;
    float values[STREW_COLUMNS];
    if (replaces) {
        const unsigned char *const row = strew_table_row(table, rows[first], slices) + i;
        const float weight = sign * load_f32(weights + first * weight_step);
        for (size_t j = 0; j < n; j++)
            STREW_COMBINES_EACH(values)
        {
            values[j] = mul_f32(load_f32(row + j * 4), weight);
        }
    } else {
        for (size_t j = 0; j < n; j++)
            STREW_COMBINES_EACH(values)
        {
            values[j] = sign * load_f32(output + j * 4);
        }
    }
    size_t t = first + replaces;
    for (; t < tuples->n && slice_indices[t] == slice_indices[first]; t++)
        STREW_FUSES_ROWS
    {
        STREW_PREFETCH_READ_AT(table, rows[t + STREW_PREFETCH_ROWS] * slices->update_bytes + i);
        fuse_min_f32_row(values, strew_table_row(table, rows[t], slices) + i, n, sign * load_f32(weights + t * weight_step));
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f32(output + j * 4, sign * values[j]);
    }
    return t;
}

STREW_FUSE(strew_fuse_min_f32__scalar)
    STREW_FUSE_CONTRACT(4, 4)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *const slice_indices = tuples->slice_indices;
    for (size_t first = 0, t = 0; first < tuples->n; first = t)
        STREW_FUSES_SLICES
    {
        STREW_PREFETCH_AT(output, slice_indices[first + STREW_PREFETCH_ROWS] * stride_bytes);
        for (size_t i = 0, n; i < slice_bytes; i += n * 4)
            STREW_FUSES_SLICE(4)
        {
            unsigned char *const out = strew_slice_at(output, slice_indices[first], stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 4);
            t = fuse_min_f32_columns(out, table, i, n, first, tuples, slices);
        }
    }
}
#endif

#if STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN)
/* Byte i of updates `begin` to end - 1, and what follows. */
static STREW_INLINE float reduce_add_f32_column(const unsigned char *updates, size_t i, size_t begin, size_t end,
                                                 const strew_slices *slices)
    STREW_REDUCES_COLUMN(4)
{
    const size_t slice_bytes = slices->slice_bytes, step = slices->update_bytes;
    float value = load_f32(strew_row_at(updates, begin, end, step, slice_bytes) + i);
    for (size_t t = begin + 1; t < end; t++)
        STREW_REDUCES_ROWS
    {
        const unsigned char *const row = strew_row_at(updates, t, end, step, slice_bytes);
        value = add_f32(value, load_f32(row + i));
    }
    return value;
}

STREW_REDUCE(strew_reduce_add_f32__scalar)
    STREW_REDUCE_CONTRACT(4)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    for (size_t s = 0, begin = 0, end; s < n; s++, begin = end)
        STREW_REDUCES_SEGMENTS
    {
        STREW_GIVEN(begin <= STREW_MANY_TUPLES);
        end = begin + lengths[s];
        for (size_t i = 0; i < slice_bytes && begin != end; i += 4)
            STREW_TO_EACH_OF(i, slice_bytes, 4)
        {
            unsigned char *const out = strew_slice_at(output, s, stride_bytes, slice_bytes) + i;
            store_f32(out, reduce_add_f32_column(updates, i, begin, end, slices));
        }
    }
}
#endif

#if STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS))
/* Byte i of updates `begin` to end - 1, and what follows. */
static STREW_INLINE float reduce_min_f32_column(const unsigned char *updates, size_t i, size_t begin, size_t end,
                                                 const strew_slices *slices)
    STREW_REDUCES_COLUMN(4)
{
    const size_t slice_bytes = slices->slice_bytes, step = slices->update_bytes;
    float value = load_f32(strew_row_at(updates, begin, end, step, slice_bytes) + i);
    for (size_t t = begin + 1; t < end; t++)
        STREW_REDUCES_ROWS
    {
        const unsigned char *const row = strew_row_at(updates, t, end, step, slice_bytes);
        value = min_f32(value, load_f32(row + i));
    }
    return value;
}

STREW_REDUCE(strew_reduce_min_f32__scalar)
    STREW_REDUCE_CONTRACT(4)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    for (size_t s = 0, begin = 0, end; s < n; s++, begin = end)
        STREW_REDUCES_SEGMENTS
    {
        STREW_GIVEN(begin <= STREW_MANY_TUPLES);
        end = begin + lengths[s];
        for (size_t i = 0; i < slice_bytes && begin != end; i += 4)
            STREW_TO_EACH_OF(i, slice_bytes, 4)
        {
            unsigned char *const out = strew_slice_at(output, s, stride_bytes, slice_bytes) + i;
            store_f32(out, reduce_min_f32_column(updates, i, begin, end, slices));
        }
    }
}
#endif

#if STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS))
/* Byte i of updates `begin` to end - 1, and what follows. */
static STREW_INLINE float reduce_max_f32_column(const unsigned char *updates, size_t i, size_t begin, size_t end,
                                                 const strew_slices *slices)
    STREW_REDUCES_COLUMN(4)
{
    const size_t slice_bytes = slices->slice_bytes, step = slices->update_bytes;
    float value = load_f32(strew_row_at(updates, begin, end, step, slice_bytes) + i);
    for (size_t t = begin + 1; t < end; t++)
        STREW_REDUCES_ROWS
    {
        const unsigned char *const row = strew_row_at(updates, t, end, step, slice_bytes);
        value = max_f32(value, load_f32(row + i));
    }
    return value;
}

STREW_REDUCE(strew_reduce_max_f32__scalar)
    STREW_REDUCE_CONTRACT(4)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    for (size_t s = 0, begin = 0, end; s < n; s++, begin = end)
        STREW_REDUCES_SEGMENTS
    {
        STREW_GIVEN(begin <= STREW_MANY_TUPLES);
        end = begin + lengths[s];
        for (size_t i = 0; i < slice_bytes && begin != end; i += 4)
            STREW_TO_EACH_OF(i, slice_bytes, 4)
        {
            unsigned char *const out = strew_slice_at(output, s, stride_bytes, slice_bytes) + i;
            store_f32(out, reduce_max_f32_column(updates, i, begin, end, slices));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN) && STREW_BUILD_OWN_CTYPE_F32
static STREW_INLINE float bag_add_f32_weight(const strew_bags *bags, size_t t)
{
    if (bags->weights == NULL) return 1;
    return load_f32(bags->weights + t * sizeof(float));
}

static STREW_INLINE void bag_add_f32_row(float *restrict values, const unsigned char *restrict row, size_t n, float weight)
    STREW_COMBINES_ROW(values, row, 4)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = add_f32(values[j], mul_f32(load_f32(row + j * 4), weight));
    }
}

STREW_BAG_COLUMNS(bag_add_f32_columns)
    STREW_BAGS_COLUMNS(4, sizeof(float))
{
    const size_t replaces = bags->replaces != 0, row_bytes = slices->update_bytes;
    const size_t distance = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
    if (distance != 0 && replaces) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, first + distance) * row_bytes + i);
    const unsigned char *const old = replaces ? strew_table_row(table, strew_row_in_bag(bags, first), slices) + i : output;
    float values[STREW_COLUMNS];
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = load_f32(old + j * 4);
    }
    if (replaces && bags->weights != NULL) {
        const float weight = bag_add_f32_weight(bags, first);
        for (size_t j = 0; j < n; j++)
            STREW_COMBINES_EACH(values)
        {
            values[j] = mul_f32(values[j], weight);
        }
    }
    for (size_t t = first + replaces; t < end; t++)
        STREW_BAGS_ROWS
    {
        if (distance != 0) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, t + distance) * row_bytes + i);
        const unsigned char *const row = strew_table_row(table, strew_row_in_bag(bags, t), slices) + i;
        bag_add_f32_row(values, row, n, bag_add_f32_weight(bags, t));
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f32(output + j * 4, values[j]);
    }
}

STREW_BAG(strew_bag_add_f32__scalar)
    STREW_BAG_CONTRACT(4, sizeof(float))
{
    const size_t slice_bytes = slices->slice_bytes;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < bags->n; s++, first = end)
        STREW_BAGS_SEGMENTS
    {
        STREW_GIVEN(first <= bags->n_tuples && lengths[s] <= bags->n_tuples - first);
        end = first + lengths[s];
        for (size_t i = first != end ? 0 : slice_bytes, n; i < slice_bytes; i += n * 4)
            STREW_SUMS_SLICE(4)
        {
            unsigned char *const out = strew_slice_at(output, s, slices->stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 4);
            if (n < STREW_MIN_COLUMNS) {
                n = 1;
                bag_add_f32_columns(out, table, i, 1, first, end, bags, slices);
            } else {
                bag_add_f32_columns(out, table, i, n, first, end, bags, slices);
            }
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)) && STREW_BUILD_OWN_CTYPE_F32
static STREW_INLINE float bag_min_f32_weight(const strew_bags *bags, size_t t)
{
    if (bags->weights == NULL) return 1;
    return load_f32(bags->weights + t * sizeof(float));
}

static STREW_INLINE void bag_min_f32_row(float *restrict values, const unsigned char *restrict row, size_t n, float weight)
    STREW_COMBINES_ROW(values, row, 4)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = min_f32(values[j], mul_f32(load_f32(row + j * 4), weight));
    }
}

STREW_BAG_COLUMNS(bag_min_f32_columns)
    STREW_BAGS_COLUMNS(4, sizeof(float))
{
    const size_t replaces = bags->replaces != 0, row_bytes = slices->update_bytes;
    const size_t distance = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
    if (distance != 0 && replaces) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, first + distance) * row_bytes + i);
    const unsigned char *const old = replaces ? strew_table_row(table, strew_row_in_bag(bags, first), slices) + i : output;
    float values[STREW_COLUMNS];
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = load_f32(old + j * 4);
    }
    if (replaces && bags->weights != NULL) {
        const float weight = bag_min_f32_weight(bags, first);
        for (size_t j = 0; j < n; j++)
            STREW_COMBINES_EACH(values)
        {
            values[j] = mul_f32(values[j], weight);
        }
    }
    for (size_t t = first + replaces; t < end; t++)
        STREW_BAGS_ROWS
    {
        if (distance != 0) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, t + distance) * row_bytes + i);
        const unsigned char *const row = strew_table_row(table, strew_row_in_bag(bags, t), slices) + i;
        bag_min_f32_row(values, row, n, bag_min_f32_weight(bags, t));
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f32(output + j * 4, values[j]);
    }
}

STREW_BAG(strew_bag_min_f32__scalar)
    STREW_BAG_CONTRACT(4, sizeof(float))
{
    const size_t slice_bytes = slices->slice_bytes;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < bags->n; s++, first = end)
        STREW_BAGS_SEGMENTS
    {
        STREW_GIVEN(first <= bags->n_tuples && lengths[s] <= bags->n_tuples - first);
        end = first + lengths[s];
        for (size_t i = first != end ? 0 : slice_bytes, n; i < slice_bytes; i += n * 4)
            STREW_SUMS_SLICE(4)
        {
            unsigned char *const out = strew_slice_at(output, s, slices->stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 4);
            if (n < STREW_MIN_COLUMNS) {
                n = 1;
                bag_min_f32_columns(out, table, i, 1, first, end, bags, slices);
            } else {
                bag_min_f32_columns(out, table, i, n, first, end, bags, slices);
            }
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F32 || STREW_BUILD_FEATURE_CONVERSIONS)) && STREW_BUILD_OWN_CTYPE_F32
static STREW_INLINE float bag_max_f32_weight(const strew_bags *bags, size_t t)
{
    if (bags->weights == NULL) return 1;
    return load_f32(bags->weights + t * sizeof(float));
}

static STREW_INLINE void bag_max_f32_row(float *restrict values, const unsigned char *restrict row, size_t n, float weight)
    STREW_COMBINES_ROW(values, row, 4)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = max_f32(values[j], mul_f32(load_f32(row + j * 4), weight));
    }
}

STREW_BAG_COLUMNS(bag_max_f32_columns)
    STREW_BAGS_COLUMNS(4, sizeof(float))
{
    const size_t replaces = bags->replaces != 0, row_bytes = slices->update_bytes;
    const size_t distance = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
    if (distance != 0 && replaces) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, first + distance) * row_bytes + i);
    const unsigned char *const old = replaces ? strew_table_row(table, strew_row_in_bag(bags, first), slices) + i : output;
    float values[STREW_COLUMNS];
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = load_f32(old + j * 4);
    }
    if (replaces && bags->weights != NULL) {
        const float weight = bag_max_f32_weight(bags, first);
        for (size_t j = 0; j < n; j++)
            STREW_COMBINES_EACH(values)
        {
            values[j] = mul_f32(values[j], weight);
        }
    }
    for (size_t t = first + replaces; t < end; t++)
        STREW_BAGS_ROWS
    {
        if (distance != 0) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, t + distance) * row_bytes + i);
        const unsigned char *const row = strew_table_row(table, strew_row_in_bag(bags, t), slices) + i;
        bag_max_f32_row(values, row, n, bag_max_f32_weight(bags, t));
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f32(output + j * 4, values[j]);
    }
}

STREW_BAG(strew_bag_max_f32__scalar)
    STREW_BAG_CONTRACT(4, sizeof(float))
{
    const size_t slice_bytes = slices->slice_bytes;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < bags->n; s++, first = end)
        STREW_BAGS_SEGMENTS
    {
        STREW_GIVEN(first <= bags->n_tuples && lengths[s] <= bags->n_tuples - first);
        end = first + lengths[s];
        for (size_t i = first != end ? 0 : slice_bytes, n; i < slice_bytes; i += n * 4)
            STREW_SUMS_SLICE(4)
        {
            unsigned char *const out = strew_slice_at(output, s, slices->stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 4);
            if (n < STREW_MIN_COLUMNS) {
                n = 1;
                bag_max_f32_columns(out, table, i, 1, first, end, bags, slices);
            } else {
                bag_max_f32_columns(out, table, i, n, first, end, bags, slices);
            }
        }
    }
}
#endif
