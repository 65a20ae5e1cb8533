/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_f8e5m2_wn__sse41)
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
        if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = add_f8e5m2x4(load_4(out + end), load_4(in + end));
            for (size_t j = 0; j < end; j += 4) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_4(out + j, add_f8e5m2x4(load_4(out + j), load_4(in + j)));
            }
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = add_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, add_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, add_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_f8e5m2_wn__sse41)
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
        if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = sub_f8e5m2x4(load_4(out + end), load_4(in + end));
            for (size_t j = 0; j < end; j += 4) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_4(out + j, sub_f8e5m2x4(load_4(out + j), load_4(in + j)));
            }
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = sub_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, sub_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, sub_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_f8e5m2_wn__sse41)
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
        if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = mul_f8e5m2x4(load_4(out + end), load_4(in + end));
            for (size_t j = 0; j < end; j += 4) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_4(out + j, mul_f8e5m2x4(load_4(out + j), load_4(in + j)));
            }
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = mul_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, mul_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, mul_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_f8e5m2_wn__sse41)
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
        if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = min_f8e5m2x4(load_4(out + end), load_4(in + end));
            for (size_t j = 0; j < end; j += 4) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_4(out + j, min_f8e5m2x4(load_4(out + j), load_4(in + j)));
            }
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = min_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, min_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, min_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_f8e5m2_wn__sse41)
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
        if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = max_f8e5m2x4(load_4(out + end), load_4(in + end));
            for (size_t j = 0; j < end; j += 4) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_4(out + j, max_f8e5m2x4(load_4(out + j), load_4(in + j)));
            }
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = max_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, max_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, max_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_f8e5m2_wn__sse41)
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
        if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = min_number_f8e5m2x4(load_4(out + end), load_4(in + end));
            for (size_t j = 0; j < end; j += 4) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_4(out + j, min_number_f8e5m2x4(load_4(out + j), load_4(in + j)));
            }
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = min_number_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, min_number_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, min_number_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_f8e5m2_wn__sse41)
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
        if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = max_number_f8e5m2x4(load_4(out + end), load_4(in + end));
            for (size_t j = 0; j < end; j += 4) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_4(out + j, max_number_f8e5m2x4(load_4(out + j), load_4(in + j)));
            }
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = max_number_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, max_number_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, max_number_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif
