/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_c128_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 16;
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_16(out, mul_c128x1(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_mul_c128_w2__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 32, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 32;
            unsigned char *out = output + (size_t)slice_indices[i] * 32;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 32);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 31);
            }
            store_32(out, mul_c128x2(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_mul_c128_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 48;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        unsigned char *out = output + (size_t)slice_indices[i] * 48;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 48);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 47);
        }
        const simde__m256i last = mul_c128x2(load_32(out + 16), load_32(in + 16));
        store_32(out, mul_c128x2(load_32(out), load_32(in)));
        store_32(out + 16, last);
    }
}

STREW_APPLY(strew_mul_c128_w4__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 64;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        unsigned char *out = output + (size_t)slice_indices[i] * 64;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 64);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 63);
        }
        store_64(out, mul_c128x4(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_mul_c128_w8__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 128;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
        unsigned char *out = output + (size_t)slice_indices[i] * 128;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 3] * 128);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 64);
            STREW_PREFETCH_AT(next, 127);
        }
        store_64(out, mul_c128x4(load_64(out), load_64(in)));
        store_64(out + 64, mul_c128x4(load_64(out + 64), load_64(in + 64)));
    }
}

STREW_APPLY(strew_mul_c128_wn__avx512)
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
        if (slice_bytes >= 64) {
            const size_t end = slice_bytes - 64;
            const simde__m512i last = mul_c128x4(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, mul_c128x4(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = mul_c128x2(load_32(out + end), load_32(in + end));
            store_32(out, mul_c128x2(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else {
            store_16(out, mul_c128x1(load_16(out), load_16(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_c128_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 16;
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_16(out, min_c128x1(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_min_c128_w2__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 32, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 32;
            unsigned char *out = output + (size_t)slice_indices[i] * 32;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 32);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 31);
            }
            store_32(out, min_c128x2(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_min_c128_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 48;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        unsigned char *out = output + (size_t)slice_indices[i] * 48;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 48);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 47);
        }
        const simde__m256i last = min_c128x2(load_32(out + 16), load_32(in + 16));
        store_32(out, min_c128x2(load_32(out), load_32(in)));
        store_32(out + 16, last);
    }
}

STREW_APPLY(strew_min_c128_w4__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 64;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        unsigned char *out = output + (size_t)slice_indices[i] * 64;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 64);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 63);
        }
        store_64(out, min_c128x4(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_min_c128_w8__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 128;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
        unsigned char *out = output + (size_t)slice_indices[i] * 128;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 3] * 128);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 64);
            STREW_PREFETCH_AT(next, 127);
        }
        store_64(out, min_c128x4(load_64(out), load_64(in)));
        store_64(out + 64, min_c128x4(load_64(out + 64), load_64(in + 64)));
    }
}

STREW_APPLY(strew_min_c128_wn__avx512)
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
        if (slice_bytes >= 64) {
            const size_t end = slice_bytes - 64;
            const simde__m512i last = min_c128x4(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, min_c128x4(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = min_c128x2(load_32(out + end), load_32(in + end));
            store_32(out, min_c128x2(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else {
            store_16(out, min_c128x1(load_16(out), load_16(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_c128_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 16, prefetch_bytes);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 16;
            unsigned char *out = output + (size_t)slice_indices[i] * 16;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 16);
                STREW_PREFETCH(next);
            }
            store_16(out, max_c128x1(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_max_c128_w2__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 32, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 32;
            unsigned char *out = output + (size_t)slice_indices[i] * 32;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 32);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 31);
            }
            store_32(out, max_c128x2(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_max_c128_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 48;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        unsigned char *out = output + (size_t)slice_indices[i] * 48;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 48);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 47);
        }
        const simde__m256i last = max_c128x2(load_32(out + 16), load_32(in + 16));
        store_32(out, max_c128x2(load_32(out), load_32(in)));
        store_32(out + 16, last);
    }
}

STREW_APPLY(strew_max_c128_w4__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 64;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        unsigned char *out = output + (size_t)slice_indices[i] * 64;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 64);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 63);
        }
        store_64(out, max_c128x4(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_max_c128_w8__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    const uint32_t *tuples = slices->tuples;
    for (size_t i = 0; i < n_tuples; i++) {
        const unsigned char *in = updates + (size_t)tuples[i] * 128;
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
        unsigned char *out = output + (size_t)slice_indices[i] * 128;
        if (prefetches_output) {
            const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 3] * 128);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, 64);
            STREW_PREFETCH_AT(next, 127);
        }
        store_64(out, max_c128x4(load_64(out), load_64(in)));
        store_64(out + 64, max_c128x4(load_64(out + 64), load_64(in + 64)));
    }
}

STREW_APPLY(strew_max_c128_wn__avx512)
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
        if (slice_bytes >= 64) {
            const size_t end = slice_bytes - 64;
            const simde__m512i last = max_c128x4(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, max_c128x4(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = max_c128x2(load_32(out + end), load_32(in + end));
            store_32(out, max_c128x2(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else {
            store_16(out, max_c128x1(load_16(out), load_16(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_c128_wn__avx512)
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
        if (slice_bytes >= 64) {
            const size_t end = slice_bytes - 64;
            const simde__m512i last = min_number_c128x4(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, min_number_c128x4(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = min_number_c128x2(load_32(out + end), load_32(in + end));
            store_32(out, min_number_c128x2(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else {
            store_16(out, min_number_c128x1(load_16(out), load_16(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_c128_wn__avx512)
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
        if (slice_bytes >= 64) {
            const size_t end = slice_bytes - 64;
            const simde__m512i last = max_number_c128x4(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, max_number_c128x4(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = max_number_c128x2(load_32(out + end), load_32(in + end));
            store_32(out, max_number_c128x2(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else {
            store_16(out, max_number_c128x1(load_16(out), load_16(in)));
        }
    }
}
#endif
