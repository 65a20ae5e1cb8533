/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_f16_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_f16(out + j, add_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_f16_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_f16(out + j, sub_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_f16_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_f16(out + j, mul_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_f16_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_f16(out + j, min_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_f16_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_f16(out + j, max_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_f16_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_f16(out + j, min_number_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_f16_wn__scalar)
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
        for (size_t j = 0; j < slice_bytes; j += 2)
            STREW_TO_EACH_OF(j, slice_bytes, 2)
        {
            store_f16(out + j, max_number_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MIN) && STREW_BUILD_CTYPE_F16
STREW_BAG(strew_bag_min_f16__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes) {
            for (; i + 8 <= slice_bytes; i += 8) {
                unsigned char *const out = output + i;
                float value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = widen_f16(load_f16(row));
                    value_1 = widen_f16(load_f16(row + 2));
                    value_2 = widen_f16(load_f16(row + 4));
                    value_3 = widen_f16(load_f16(row + 6));
                } else {
                    value_0 = widen_f16(load_f16(out));
                    value_1 = widen_f16(load_f16(out + 2));
                    value_2 = widen_f16(load_f16(out + 4));
                    value_3 = widen_f16(load_f16(out + 6));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = min_f32(value_0, widen_f16(load_f16(row)));
                    value_1 = min_f32(value_1, widen_f16(load_f16(row + 2)));
                    value_2 = min_f32(value_2, widen_f16(load_f16(row + 4)));
                    value_3 = min_f32(value_3, widen_f16(load_f16(row + 6)));
                }
                if (bags->divides) {
                    const float count = (float)lengths[s];
                    value_0 = value_0 / count;
                    value_1 = value_1 / count;
                    value_2 = value_2 / count;
                    value_3 = value_3 / count;
                }
                store_f16(out, narrow_f16(value_0));
                store_f16(out + 2, narrow_f16(value_1));
                store_f16(out + 4, narrow_f16(value_2));
                store_f16(out + 6, narrow_f16(value_3));
            }
            for (; i + 2 <= slice_bytes; i += 2) {
                unsigned char *const out = output + i;
                float value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = widen_f16(load_f16(row));
                } else {
                    value_0 = widen_f16(load_f16(out));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = min_f32(value_0, widen_f16(load_f16(row)));
                }
                if (bags->divides) {
                    const float count = (float)lengths[s];
                    value_0 = value_0 / count;
                }
                store_f16(out, narrow_f16(value_0));
            }
            if (i != slice_bytes) i = slice_bytes - 2;
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MAX) && STREW_BUILD_CTYPE_F16
STREW_BAG(strew_bag_max_f16__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes) {
            for (; i + 8 <= slice_bytes; i += 8) {
                unsigned char *const out = output + i;
                float value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = widen_f16(load_f16(row));
                    value_1 = widen_f16(load_f16(row + 2));
                    value_2 = widen_f16(load_f16(row + 4));
                    value_3 = widen_f16(load_f16(row + 6));
                } else {
                    value_0 = widen_f16(load_f16(out));
                    value_1 = widen_f16(load_f16(out + 2));
                    value_2 = widen_f16(load_f16(out + 4));
                    value_3 = widen_f16(load_f16(out + 6));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = max_f32(value_0, widen_f16(load_f16(row)));
                    value_1 = max_f32(value_1, widen_f16(load_f16(row + 2)));
                    value_2 = max_f32(value_2, widen_f16(load_f16(row + 4)));
                    value_3 = max_f32(value_3, widen_f16(load_f16(row + 6)));
                }
                if (bags->divides) {
                    const float count = (float)lengths[s];
                    value_0 = value_0 / count;
                    value_1 = value_1 / count;
                    value_2 = value_2 / count;
                    value_3 = value_3 / count;
                }
                store_f16(out, narrow_f16(value_0));
                store_f16(out + 2, narrow_f16(value_1));
                store_f16(out + 4, narrow_f16(value_2));
                store_f16(out + 6, narrow_f16(value_3));
            }
            for (; i + 2 <= slice_bytes; i += 2) {
                unsigned char *const out = output + i;
                float value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = widen_f16(load_f16(row));
                } else {
                    value_0 = widen_f16(load_f16(out));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = max_f32(value_0, widen_f16(load_f16(row)));
                }
                if (bags->divides) {
                    const float count = (float)lengths[s];
                    value_0 = value_0 / count;
                }
                store_f16(out, narrow_f16(value_0));
            }
            if (i != slice_bytes) i = slice_bytes - 2;
        }
    }
}
#endif
