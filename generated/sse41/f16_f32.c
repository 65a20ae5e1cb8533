/* Rendered from templates/convert.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_CONVERSIONS || STREW_BUILD_REDUCTION_MEAN

STREW_OWN_FRAME STREW_APPLY(strew_move_f16_f32_wn__sse41)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++) {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        while (n >= 4) {
            for (; i + 4 <= n; i += 4) {
                store_16(out + (i + 0) * 4, widen_f16x4(load_8(in + i * 2)));
            }
            if (i == n) break;
            i = n - 4;
        }
        for (; i < n; i++) {
            store_f32(out + i * 4, widen_f16(load_f16(in + i * 2)));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN

STREW_STAGE(add_f16_f32_w1_stage)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f16_f32_wn__sse41(output, updates, &first, 1, &all);
}

STREW_COMBINE(add_f16_f32_w1_combine)
{
    for (size_t i = 0; i < n && prefetches_output; i++) {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, add_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_add_f16_f32_w1__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n) {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        add_f16_f32_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        add_f16_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_add_f16_f32_wn__sse41)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++) {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i + 4 <= n; i += 4) {
            store_16(out + (i + 0) * 4, add_f32x4(load_16(out + (i + 0) * 4), widen_f16x4(load_8(in + i * 2))));
        }
        for (; i < n; i++) {
            store_f32(out + i * 4, add_f32(load_f32(out + i * 4), widen_f16(load_f16(in + i * 2))));
        }
    }
}

STREW_SUM(strew_sum_add_f16_f32__sse41)
{
    const size_t n_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t n = lists->n, n_tuples = lists->n_tuples;
    const uint32_t *ends = lists->ends, *tuples = lists->tuples;
    const size_t next = slices->prefetches_output ? STREW_PREFETCH_SUMS * stride_bytes : 0;
    size_t begin = lists->begin, end;
    for (size_t s = 0; s < n; s++, output += stride_bytes, begin = end) {
        end = ends[s];
        if (end == begin) continue;
        const size_t ahead = end + STREW_PREFETCH_LISTED < n_tuples ? STREW_PREFETCH_LISTED : 0;
        size_t i = 0;
        for (; i + 8 <= n_bytes; i += 8) {
            const unsigned char *in = updates + i;
            unsigned char *out = output + i;
            simde__m128i widen_0 = widen_f16x4(load_8(out));
            STREW_PREFETCH_AT(out, next);
            for (size_t t = begin; t < end; t++) {
                const unsigned char *later = in + tuples[t + ahead] * update_bytes, *from = in + tuples[t] * update_bytes;
                STREW_PREFETCH_READ(later);
                widen_0 = add_f32x4(widen_0, widen_f16x4(load_8(from)));
            }
            store_8(out, narrow_f16x4(widen_0));
        }
        for (; i < n_bytes; i += 2) {
            float sum = widen_f16(load_f16(output + i));
            for (size_t t = begin; t < end; t++) {
                const unsigned char *from = updates + i + tuples[t] * update_bytes;
                sum = add_f32(sum, widen_f16(load_f16(from)));
            }
            store_f16(output + i, narrow_f16(sum));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_SUB

STREW_STAGE(sub_f16_f32_w1_stage)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f16_f32_wn__sse41(output, updates, &first, 1, &all);
}

STREW_COMBINE(sub_f16_f32_w1_combine)
{
    for (size_t i = 0; i < n && prefetches_output; i++) {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, sub_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_sub_f16_f32_w1__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n) {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        sub_f16_f32_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        sub_f16_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_sub_f16_f32_wn__sse41)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++) {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i + 4 <= n; i += 4) {
            store_16(out + (i + 0) * 4, sub_f32x4(load_16(out + (i + 0) * 4), widen_f16x4(load_8(in + i * 2))));
        }
        for (; i < n; i++) {
            store_f32(out + i * 4, sub_f32(load_f32(out + i * 4), widen_f16(load_f16(in + i * 2))));
        }
    }
}
#endif

#if STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_MUL

STREW_STAGE(mul_f16_f32_w1_stage)
{
    static const uint32_t first = 0;
    const strew_slices all = {n * 2, 0, 0, prefetch_bytes, 0, &first, 0};
    strew_move_f16_f32_wn__sse41(output, updates, &first, 1, &all);
}

STREW_COMBINE(mul_f16_f32_w1_combine)
{
    for (size_t i = 0; i < n && prefetches_output; i++) {
        STREW_PREFETCH_AT(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char *out = output + (size_t)slice_indices[i] * 4;
        store_f32(out, mul_f32(load_f32(out), load_f32(staged + i * 4)));
    }
}

STREW_APPLY(strew_mul_f16_f32_w1__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t t = 0, n; t < n_tuples; t += n) {
        unsigned char staged[STREW_CONVERTED * 4];
        n = n_tuples - t < STREW_CONVERTED ? n_tuples - t : STREW_CONVERTED;
        mul_f16_f32_w1_stage(staged, updates + t * 2, n, prefetch_bytes);
        mul_f16_f32_w1_combine(output, staged, slice_indices + t, n, prefetches_output);
    }
}

STREW_APPLY(strew_mul_f16_f32_wn__sse41)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 2, out_bytes = n * 4;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++) {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i + 4 <= n; i += 4) {
            store_16(out + (i + 0) * 4, mul_f32x4(load_16(out + (i + 0) * 4), widen_f16x4(load_8(in + i * 2))));
        }
        for (; i < n; i++) {
            store_f32(out + i * 4, mul_f32(load_f32(out + i * 4), widen_f16(load_f16(in + i * 2))));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && ((STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN)) && STREW_BUILD_CTYPE_F16_F32
STREW_FUSE(strew_fuse_add_f16_f32__sse41)
{
    static const float one = 1;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = tuples->n;
    const size_t replaces = tuples->replaces != 0, weight_step = tuples->weights != NULL ? 4 : 0;
    const uint32_t *slice_indices = tuples->slice_indices, *rows = tuples->rows;
    const unsigned char *weights = weight_step != 0 ? tuples->weights : (const unsigned char *)&one;
    for (size_t first = 0, t = 0; first < n; first = t) {
        const uint32_t slice_index = slice_indices[first];
        unsigned char *const out = output + slice_index * stride_bytes;
        size_t i = 0;
        for (; i + 32 <= slice_bytes; i += 32) {
            unsigned char *const to = out + i * 2;
            const unsigned char *row = table + rows[first] * row_bytes + i;
            simde__m128i sum_0;
            simde__m128i sum_1;
            simde__m128i sum_2;
            simde__m128i sum_3;
            if (replaces) {
                const simde__m128i weight = every_f32x4(load_f32(weights + first * weight_step));
                STREW_PREFETCH_READ_AT(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
                sum_0 = mul_f32x4(widen_f16x4(load_8(row)), weight);
                sum_1 = mul_f32x4(widen_f16x4(load_8(row + 8)), weight);
                sum_2 = mul_f32x4(widen_f16x4(load_8(row + 16)), weight);
                sum_3 = mul_f32x4(widen_f16x4(load_8(row + 24)), weight);
            } else {
                sum_0 = load_16(to);
                sum_1 = load_16(to + 16);
                sum_2 = load_16(to + 32);
                sum_3 = load_16(to + 48);
            }
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                const void *const later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                const simde__m128i weight = every_f32x4(load_f32(weights + t * weight_step));
                row = table + rows[t] * row_bytes + i;
                STREW_PREFETCH_SECOND(later);
                sum_0 = add_f32x4(sum_0, mul_f32x4(widen_f16x4(load_8(row)), weight));
                sum_1 = add_f32x4(sum_1, mul_f32x4(widen_f16x4(load_8(row + 8)), weight));
                sum_2 = add_f32x4(sum_2, mul_f32x4(widen_f16x4(load_8(row + 16)), weight));
                sum_3 = add_f32x4(sum_3, mul_f32x4(widen_f16x4(load_8(row + 24)), weight));
            }
            store_16(to, sum_0);
            store_16(to + 16, sum_1);
            store_16(to + 32, sum_2);
            store_16(to + 48, sum_3);
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            unsigned char *const to = out + i * 2;
            const unsigned char *row = table + rows[first] * row_bytes + i;
            simde__m128i sum_0;
            if (replaces) {
                const simde__m128i weight = every_f32x4(load_f32(weights + first * weight_step));
                STREW_PREFETCH_READ_AT(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
                sum_0 = mul_f32x4(widen_f16x4(load_8(row)), weight);
            } else {
                sum_0 = load_16(to);
            }
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                const void *const later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                const simde__m128i weight = every_f32x4(load_f32(weights + t * weight_step));
                row = table + rows[t] * row_bytes + i;
                STREW_PREFETCH_SECOND(later);
                sum_0 = add_f32x4(sum_0, mul_f32x4(widen_f16x4(load_8(row)), weight));
            }
            store_16(to, sum_0);
        }
        for (; i < slice_bytes; i += 2) { /* seldom, and so not as vectors of a compiler */
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const float start = replaces ? widen_f16(load_f16(row)) : load_f32(out + i * 2);
            float sum = replaces ? start * load_f32(weights + first * weight_step) : start;
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                sum += widen_f16(load_f16(row)) * load_f32(weights + t * weight_step);
            }
            store_f32(out + i * 2, sum);
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_ACCUMULATE || STREW_BUILD_REDUCTION_MEAN) && STREW_BUILD_CTYPE_F16_F32
STREW_BAG(strew_bag_add_f16_f32__sse41)
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
        while (i != slice_bytes && slice_bytes >= 8) {
            for (; i + 32 <= slice_bytes; i += 32) {
                unsigned char *const out = output + i;
                simde__m128i value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = widen_f16x4(load_8(row));
                    value_1 = widen_f16x4(load_8(row + 8));
                    value_2 = widen_f16x4(load_8(row + 16));
                    value_3 = widen_f16x4(load_8(row + 24));
                    if (bags->weights != NULL) {
                        const simde__m128i weight = every_f32x4(weight_bytes == 2 ? widen_f16(load_f16(weights + first * 2)) : load_f32(weights + first * weight_bytes));
                        value_0 = mul_f32x4(value_0, weight);
                        value_1 = mul_f32x4(value_1, weight);
                        value_2 = mul_f32x4(value_2, weight);
                        value_3 = mul_f32x4(value_3, weight);
                    }
                } else {
                    value_0 = widen_f16x4(load_8(out));
                    value_1 = widen_f16x4(load_8(out + 8));
                    value_2 = widen_f16x4(load_8(out + 16));
                    value_3 = widen_f16x4(load_8(out + 24));
                }
                if (bags->weights != NULL) {
                    for (size_t t = first + replaces; t < end; t++) {
                        const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                        if (ahead != 0) {
                            const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                            STREW_PREFETCH_SECOND(later);
                        }
                        const simde__m128i weight = every_f32x4(weight_bytes == 2 ? widen_f16(load_f16(weights + t * 2)) : load_f32(weights + t * weight_bytes));
                        value_0 = add_f32x4(value_0, mul_f32x4(widen_f16x4(load_8(row)), weight));
                        value_1 = add_f32x4(value_1, mul_f32x4(widen_f16x4(load_8(row + 8)), weight));
                        value_2 = add_f32x4(value_2, mul_f32x4(widen_f16x4(load_8(row + 16)), weight));
                        value_3 = add_f32x4(value_3, mul_f32x4(widen_f16x4(load_8(row + 24)), weight));
                    }
                } else {
                    for (size_t t = first + replaces; t < end; t++) {
                        const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                        if (ahead != 0) {
                            const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                            STREW_PREFETCH_SECOND(later);
                        }
                        value_0 = add_f32x4(value_0, widen_f16x4(load_8(row)));
                        value_1 = add_f32x4(value_1, widen_f16x4(load_8(row + 8)));
                        value_2 = add_f32x4(value_2, widen_f16x4(load_8(row + 16)));
                        value_3 = add_f32x4(value_3, widen_f16x4(load_8(row + 24)));
                    }
                }
                if (bags->divides) {
                    const simde__m128i count = every_f32x4((float)lengths[s]);
                    value_0 = div_f32x4(value_0, count);
                    value_1 = div_f32x4(value_1, count);
                    value_2 = div_f32x4(value_2, count);
                    value_3 = div_f32x4(value_3, count);
                }
                store_8(out, narrow_f16x4(value_0));
                store_8(out + 8, narrow_f16x4(value_1));
                store_8(out + 16, narrow_f16x4(value_2));
                store_8(out + 24, narrow_f16x4(value_3));
            }
            for (; i + 8 <= slice_bytes; i += 8) {
                unsigned char *const out = output + i;
                simde__m128i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = widen_f16x4(load_8(row));
                    if (bags->weights != NULL) {
                        const simde__m128i weight = every_f32x4(weight_bytes == 2 ? widen_f16(load_f16(weights + first * 2)) : load_f32(weights + first * weight_bytes));
                        value_0 = mul_f32x4(value_0, weight);
                    }
                } else {
                    value_0 = widen_f16x4(load_8(out));
                }
                if (bags->weights != NULL) {
                    for (size_t t = first + replaces; t < end; t++) {
                        const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                        if (ahead != 0) {
                            const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                            STREW_PREFETCH_SECOND(later);
                        }
                        const simde__m128i weight = every_f32x4(weight_bytes == 2 ? widen_f16(load_f16(weights + t * 2)) : load_f32(weights + t * weight_bytes));
                        value_0 = add_f32x4(value_0, mul_f32x4(widen_f16x4(load_8(row)), weight));
                    }
                } else {
                    for (size_t t = first + replaces; t < end; t++) {
                        const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                        if (ahead != 0) {
                            const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                            STREW_PREFETCH_SECOND(later);
                        }
                        value_0 = add_f32x4(value_0, widen_f16x4(load_8(row)));
                    }
                }
                if (bags->divides) {
                    const simde__m128i count = every_f32x4((float)lengths[s]);
                    value_0 = div_f32x4(value_0, count);
                }
                store_8(out, narrow_f16x4(value_0));
            }
            if (i != slice_bytes) i = slice_bytes - 8;
        }
    }
}
#endif
