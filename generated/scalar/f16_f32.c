/* Rendered from templates/convert.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_CONVERSIONS || STREW_BUILD_REDUCTION_MEAN

STREW_OWN_FRAME STREW_APPLY(strew_move_f16_f32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
    STREW_REQUIRES(slices->slice_bytes / 2 * 4 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f32(out + i * 4, widen_f16(load_f16(in + i * 2)));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN

STREW_STAGE(add_f16_f32_w1_stage)
    STREW_STAGES(2, 4)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f16_f32_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(add_f16_f32_w1_combine)
    STREW_COMBINES(4)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 4);
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, add_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_add_f16_f32_w1__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 2)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        add_f16_f32_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        add_f16_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_add_f16_f32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
    STREW_REQUIRES(slices->slice_bytes / 2 * 4 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f32(out + i * 4, add_f32(load_f32(out + i * 4), widen_f16(load_f16(in + i * 2))));
        }
    }
}

static STREW_INLINE void sum_add_f16_f32_row(float *restrict sums, const unsigned char *restrict from, size_t n)
    STREW_COMBINES_ROW(sums, from, 2)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(sums)
    {
        sums[j] = add_f32(sums[j], widen_f16(load_f16(from + j * 2)));
    }
}

STREW_SUM_COLUMNS(sum_add_f16_f32_columns)
    STREW_SUMS_COLUMNS(2)
{
    float sums[STREW_COLUMNS];
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(sums)
    {
        sums[j] = widen_f16(load_f16(output + j * 2));
    }
    for (size_t t = 0; t < n_tuples; t++)
        STREW_SUMS_TUPLES
    {
        const unsigned char *from = strew_slice_of(updates, tuples[t], slices->update_bytes, slices->slice_bytes) + i;
        if (i % STREW_LINE_BYTES == 0) STREW_PREFETCH_READ_AT(updates, i + tuples[t + distance] * slices->update_bytes);
        sum_add_f16_f32_row(sums, from, n);
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f16(output + j * 2, narrow_f16(sums[j]));
    }
}

STREW_SUM(strew_sum_add_f16_f32__scalar)
    STREW_SUM_CONTRACT(2)
{
    const size_t slice_bytes = slices->slice_bytes, n_tuples = lists->n_tuples;
    const uint32_t *ends = lists->ends, *tuples = lists->tuples;
    for (size_t s = 0, begin = lists->begin, end; s < lists->n; s++, begin = end)
        STREW_SUMS_SLICES
    {
        STREW_GIVEN(begin <= ends[s] && ends[s] <= n_tuples);
        end = ends[s];
        const size_t distance = end + STREW_PREFETCH_LISTED < n_tuples ? STREW_PREFETCH_LISTED : 0;
        for (size_t i = begin != end ? 0 : slice_bytes, n; i < slice_bytes; i += n * 2)
            STREW_SUMS_SLICE(2)
        {
            unsigned char *const out = strew_slice_at(output, s, slices->stride_bytes, slice_bytes) + i;
            n = strew_columns_at_once((slice_bytes - i) / 2);
            if (n < STREW_MIN_COLUMNS) {
                n = 1;
                sum_add_f16_f32_columns(out, updates, i, 1, tuples + begin, end - begin, distance, slices);
            } else {
                sum_add_f16_f32_columns(out, updates, i, n, tuples + begin, end - begin, distance, slices);
            }
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_SUB

STREW_STAGE(sub_f16_f32_w1_stage)
    STREW_STAGES(2, 4)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f16_f32_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(sub_f16_f32_w1_combine)
    STREW_COMBINES(4)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 4);
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, sub_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_sub_f16_f32_w1__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 2)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        sub_f16_f32_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        sub_f16_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_sub_f16_f32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
    STREW_REQUIRES(slices->slice_bytes / 2 * 4 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f32(out + i * 4, sub_f32(load_f32(out + i * 4), widen_f16(load_f16(in + i * 2))));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_MUL

STREW_STAGE(mul_f16_f32_w1_stage)
    STREW_STAGES(2, 4)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f16_f32_wn__scalar(output, updates, &first, 1, &all);
}

STREW_COMBINE(mul_f16_f32_w1_combine)
    STREW_COMBINES(4)
{
    for (size_t i = 0; i < n && prefetches_output; i++)
        STREW_PREFETCHES_TO(i, n)
    {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++)
        STREW_TO_EACH(i, n)
    {
        STREW_GIVEN_SLICE(output, slice_indices[i], 4);
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, mul_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_mul_f16_f32_w1__scalar)
    STREW_APPLY_CONTRACT(4, n_tuples * 2)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n)
        STREW_STAGES_EACH
    {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        mul_f16_f32_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        mul_f16_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_mul_f16_f32_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 2 == 0)
    STREW_REQUIRES(slices->slice_bytes / 2 * 4 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f32(out + i * 4, mul_f32(load_f32(out + i * 4), widen_f16(load_f16(in + i * 2))));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && ((STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN)) && STREW_BUILD_CTYPE_F16_F32
static STREW_INLINE void fuse_add_f16_f32_row(float *restrict values, const unsigned char *restrict row, size_t n, float weight)
    STREW_COMBINES_ROW(values, row, 2)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = add_f32(values[j], mul_f32(widen_f16(load_f16(row + j * 2)), weight));
    }
}

STREW_FUSE_COLUMNS(fuse_add_f16_f32_columns)
    STREW_FUSES_COLUMNS(2, 4)
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
            values[j] = mul_f32(widen_f16(load_f16(row + j * 2)), weight);
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
        fuse_add_f16_f32_row(values, strew_table_row(table, rows[t], slices) + i, n, load_f32(weights + t * weight_step));
    }
    for (size_t j = 0; j < n; j++)
        STREW_TO_EACH(j, n)
    {
        store_f32(output + j * 4, values[j]);
    }
    return t;
}

STREW_FUSE(strew_fuse_add_f16_f32__scalar)
    STREW_FUSE_CONTRACT(2, 4)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *const slice_indices = tuples->slice_indices;
    for (size_t first = 0, t = 0; first < tuples->n; first = t)
        STREW_FUSES_SLICES
    {
        STREW_PREFETCH_AT(output, slice_indices[first + STREW_PREFETCH_ROWS] * stride_bytes);
        for (size_t i = 0, n; i < slice_bytes; i += n * 2)
            STREW_FUSES_SLICE(2)
        {
            unsigned char *const out = strew_slice_at(output, slice_indices[first], stride_bytes, slice_bytes * 2) + i * 2;
            n = strew_columns_at_once((slice_bytes - i) / 2);
            t = fuse_add_f16_f32_columns(out, table, i, n, first, tuples, slices);
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN) && STREW_BUILD_CTYPE_F16_F32
static STREW_INLINE float bag_add_f16_f32_weight(const strew_bags *bags, size_t t)
{
    if (bags->weights == NULL) return 1;
    if (bags->weight_bytes == 2) return widen_f16(load_f16(bags->weights + t * 2));
    return load_f32(bags->weights + t * sizeof(float));
}

static STREW_INLINE void bag_add_f16_f32_row(float *restrict values, const unsigned char *restrict row, size_t n, float weight)
    STREW_COMBINES_ROW(values, row, 2)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMBINES_EACH(values)
    {
        values[j] = add_f32(values[j], mul_f32(widen_f16(load_f16(row + j * 2)), weight));
    }
}

STREW_BAG_COLUMNS(bag_add_f16_f32_columns)
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
    if (replaces && bags->weights != NULL) {
        const float weight = bag_add_f16_f32_weight(bags, first);
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
        bag_add_f16_f32_row(values, row, n, bag_add_f16_f32_weight(bags, t));
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

STREW_BAG(strew_bag_add_f16_f32__scalar)
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
                bag_add_f16_f32_columns(out, table, i, 1, first, end, bags, slices);
            } else {
                bag_add_f16_f32_columns(out, table, i, n, first, end, bags, slices);
            }
        }
    }
}
#endif
