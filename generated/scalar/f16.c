/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_f16_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
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
static STREW_INLINE void bag_min_f16_row(float *restrict values, const unsigned char *restrict row, size_t n)
    STREW_COMBINES_ROW(values, row, 2)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = min_f32(values[j], widen_f16(load_f16(row + j * 2)));
    }
}

STREW_BAG_COLUMNS(bag_min_f16_columns)
    STREW_BAGS_COLUMNS(2, sizeof(float))
{
    const size_t replaces = bags->replaces != 0, row_bytes = slices->update_bytes;
    const size_t distance = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
    if (distance != 0 && replaces) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, first + distance) * row_bytes + i);
    const unsigned char *const old = replaces ? strew_table_row(table, strew_row_in_bag(bags, first), slices) + i : output;
    float values[STREW_COLUMNS];
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = widen_f16(load_f16(old + j * 2));
    }
    for (size_t t = first + replaces; t < end; t++)
        STREW_BAGS_ROWS
    {
        if (distance != 0) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, t + distance) * row_bytes + i);
        const unsigned char *const row = strew_table_row(table, strew_row_in_bag(bags, t), slices) + i;
        bag_min_f16_row(values, row, n);
    }
    const float count = (float)(uint32_t)(end - first);
    for (size_t j = 0; j < n && bags->divides; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = values[j] / count;
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f16(output + j * 2, narrow_f16(values[j]));
    }
}

STREW_BAG(strew_bag_min_f16__scalar)
    STREW_BAG_CONTRACT(2, sizeof(float))
{
    const size_t slice_bytes = slices->slice_bytes;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < bags->n; s++, first = end)
        STREW_BAGS_SEGMENTS
    {
        STREW_GIVEN(first <= bags->n_tuples && lengths[s] <= bags->n_tuples - first);
        end = first + lengths[s];
        for (size_t i = first != end ? 0 : slice_bytes, n; i < slice_bytes; i += n * 2)
            STREW_SUMS_SLICE(2)
        {
            unsigned char *const out = strew_slice_at(output, s, slices->stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 2);
            if (n < STREW_MIN_COLUMNS) {
                n = 1;
                bag_min_f16_columns(out, table, i, 1, first, end, bags, slices);
            } else {
                bag_min_f16_columns(out, table, i, n, first, end, bags, slices);
            }
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MAX) && STREW_BUILD_CTYPE_F16
static STREW_INLINE void bag_max_f16_row(float *restrict values, const unsigned char *restrict row, size_t n)
    STREW_COMBINES_ROW(values, row, 2)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = max_f32(values[j], widen_f16(load_f16(row + j * 2)));
    }
}

STREW_BAG_COLUMNS(bag_max_f16_columns)
    STREW_BAGS_COLUMNS(2, sizeof(float))
{
    const size_t replaces = bags->replaces != 0, row_bytes = slices->update_bytes;
    const size_t distance = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
    if (distance != 0 && replaces) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, first + distance) * row_bytes + i);
    const unsigned char *const old = replaces ? strew_table_row(table, strew_row_in_bag(bags, first), slices) + i : output;
    float values[STREW_COLUMNS];
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = widen_f16(load_f16(old + j * 2));
    }
    for (size_t t = first + replaces; t < end; t++)
        STREW_BAGS_ROWS
    {
        if (distance != 0) STREW_PREFETCH_SECOND_AT(table, strew_row_in_bag(bags, t + distance) * row_bytes + i);
        const unsigned char *const row = strew_table_row(table, strew_row_in_bag(bags, t), slices) + i;
        bag_max_f16_row(values, row, n);
    }
    const float count = (float)(uint32_t)(end - first);
    for (size_t j = 0; j < n && bags->divides; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = values[j] / count;
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f16(output + j * 2, narrow_f16(values[j]));
    }
}

STREW_BAG(strew_bag_max_f16__scalar)
    STREW_BAG_CONTRACT(2, sizeof(float))
{
    const size_t slice_bytes = slices->slice_bytes;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < bags->n; s++, first = end)
        STREW_BAGS_SEGMENTS
    {
        STREW_GIVEN(first <= bags->n_tuples && lengths[s] <= bags->n_tuples - first);
        end = first + lengths[s];
        for (size_t i = first != end ? 0 : slice_bytes, n; i < slice_bytes; i += n * 2)
            STREW_SUMS_SLICE(2)
        {
            unsigned char *const out = strew_slice_at(output, s, slices->stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 2);
            if (n < STREW_MIN_COLUMNS) {
                n = 1;
                bag_max_f16_columns(out, table, i, 1, first, end, bags, slices);
            } else {
                bag_max_f16_columns(out, table, i, n, first, end, bags, slices);
            }
        }
    }
}
#endif
