/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_f16_wn__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = add_f16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, add_f16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = add_f16x4(load_8(out + end), load_8(in + end));
            store_8(out, add_f16x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = add_f16x4(load_4(out + end), load_4(in + end));
            store_4(out, add_f16x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, add_f16x4(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_f16_wn__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = sub_f16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, sub_f16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = sub_f16x4(load_8(out + end), load_8(in + end));
            store_8(out, sub_f16x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = sub_f16x4(load_4(out + end), load_4(in + end));
            store_4(out, sub_f16x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, sub_f16x4(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_f16_wn__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = mul_f16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, mul_f16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = mul_f16x4(load_8(out + end), load_8(in + end));
            store_8(out, mul_f16x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = mul_f16x4(load_4(out + end), load_4(in + end));
            store_4(out, mul_f16x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, mul_f16x4(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_f16_wn__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = min_f16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, min_f16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = min_f16x4(load_8(out + end), load_8(in + end));
            store_8(out, min_f16x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = min_f16x4(load_4(out + end), load_4(in + end));
            store_4(out, min_f16x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, min_f16x4(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_f16_wn__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = max_f16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, max_f16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = max_f16x4(load_8(out + end), load_8(in + end));
            store_8(out, max_f16x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = max_f16x4(load_4(out + end), load_4(in + end));
            store_4(out, max_f16x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, max_f16x4(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_f16_wn__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = min_number_f16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, min_number_f16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = min_number_f16x4(load_8(out + end), load_8(in + end));
            store_8(out, min_number_f16x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = min_number_f16x4(load_4(out + end), load_4(in + end));
            store_4(out, min_number_f16x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, min_number_f16x4(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_f16_wn__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes;
    const size_t whole_bytes = slice_bytes <= STREW_MAX_WHOLE_BYTES ? slice_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = strew_slice_at(output, slice_indices[i], stride_bytes, slice_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[i], update_bytes, slice_bytes);
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, slice_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64) {
                STREW_PREFETCH_AT(output, slice_indices[i + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slice_bytes - 1);
        if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = max_number_f16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, max_number_f16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = max_number_f16x4(load_8(out + end), load_8(in + end));
            store_8(out, max_number_f16x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = max_number_f16x4(load_4(out + end), load_4(in + end));
            store_4(out, max_number_f16x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, max_number_f16x4(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && ((STREW_BUILD_REDUCTION_ADD)) && STREW_BUILD_CTYPE_F16
STREW_FUSE(strew_fuse_add_f16__sse41)
{
    static const uint16_t one = 0x3c00;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = tuples->n;
    const size_t replaces = tuples->replaces != 0, weight_step = tuples->weights != NULL ? 2 : 0;
    const uint32_t *slice_indices = tuples->slice_indices, *rows = tuples->rows;
    const unsigned char *weights = weight_step != 0 ? tuples->weights : (const unsigned char *)&one;
    for (size_t first = 0, t = 0; first < n; first = t) {
        const uint32_t slice_index = slice_indices[first];
        unsigned char *const out = output + slice_index * stride_bytes;
        const void *const next = strew_prefetch_address(output, slice_indices[first + STREW_PREFETCH_ROWS] * stride_bytes);
        const unsigned char *const weight_of_first = replaces ? weights + first * weight_step : (const unsigned char *)&one;
        size_t i = 0;
        for (; i + 32 <= slice_bytes; i += 32) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m128i value_0 = load_16(from);
            simde__m128i value_1 = load_16(from + 16);
            const simde__m128i first_weight = every_b16x8((int16_t)load_f16(weight_of_first));
            value_0 = mul_f16x8(value_0, first_weight);
            value_1 = mul_f16x8(value_1, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_f16(weights + t * weight_step));
                value_0 = add_f16x8(value_0, mul_f16x8(load_16(row), weight));
                value_1 = add_f16x8(value_1, mul_f16x8(load_16(row + 16), weight));
            }
            store_16(out + i, value_0);
            store_16(out + i + 16, value_1);
        }
        for (; i + 16 <= slice_bytes; i += 16) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m128i value_0 = load_16(from);
            const simde__m128i first_weight = every_b16x8((int16_t)load_f16(weight_of_first));
            value_0 = mul_f16x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_f16(weights + t * weight_step));
                value_0 = add_f16x8(value_0, mul_f16x8(load_16(row), weight));
            }
            store_16(out + i, value_0);
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m128i value_0 = load_8(from);
            const simde__m128i first_weight = every_b16x8((int16_t)load_f16(weight_of_first));
            value_0 = mul_f16x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_f16(weights + t * weight_step));
                value_0 = add_f16x8(value_0, mul_f16x8(load_8(row), weight));
            }
            store_8(out + i, value_0);
        }
        for (; i + 4 <= slice_bytes; i += 4) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m128i value_0 = load_4(from);
            const simde__m128i first_weight = every_b16x8((int16_t)load_f16(weight_of_first));
            value_0 = mul_f16x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_f16(weights + t * weight_step));
                value_0 = add_f16x8(value_0, mul_f16x8(load_4(row), weight));
            }
            store_4(out + i, value_0);
        }
        for (; i + 2 <= slice_bytes; i += 2) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m128i value_0 = load_2(from);
            const simde__m128i first_weight = every_b16x8((int16_t)load_f16(weight_of_first));
            value_0 = mul_f16x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_f16(weights + t * weight_step));
                value_0 = add_f16x8(value_0, mul_f16x8(load_2(row), weight));
            }
            store_2(out + i, value_0);
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MIN) && STREW_BUILD_CTYPE_F16
STREW_BAG(strew_bag_min_f16__sse41)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
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
                } else {
                    value_0 = widen_f16x4(load_8(out));
                    value_1 = widen_f16x4(load_8(out + 8));
                    value_2 = widen_f16x4(load_8(out + 16));
                    value_3 = widen_f16x4(load_8(out + 24));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = min_f32x4(value_0, widen_f16x4(load_8(row)));
                    value_1 = min_f32x4(value_1, widen_f16x4(load_8(row + 8)));
                    value_2 = min_f32x4(value_2, widen_f16x4(load_8(row + 16)));
                    value_3 = min_f32x4(value_3, widen_f16x4(load_8(row + 24)));
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
                } else {
                    value_0 = widen_f16x4(load_8(out));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = min_f32x4(value_0, widen_f16x4(load_8(row)));
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

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MAX) && STREW_BUILD_CTYPE_F16
STREW_BAG(strew_bag_max_f16__sse41)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
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
                } else {
                    value_0 = widen_f16x4(load_8(out));
                    value_1 = widen_f16x4(load_8(out + 8));
                    value_2 = widen_f16x4(load_8(out + 16));
                    value_3 = widen_f16x4(load_8(out + 24));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = max_f32x4(value_0, widen_f16x4(load_8(row)));
                    value_1 = max_f32x4(value_1, widen_f16x4(load_8(row + 8)));
                    value_2 = max_f32x4(value_2, widen_f16x4(load_8(row + 16)));
                    value_3 = max_f32x4(value_3, widen_f16x4(load_8(row + 24)));
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
                } else {
                    value_0 = widen_f16x4(load_8(out));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = max_f32x4(value_0, widen_f16x4(load_8(row)));
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
