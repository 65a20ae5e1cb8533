/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN

#if STREW_BUILD_OWN_CTYPE_F64

STREW_APPLY(strew_add_f64_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 8;
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_8(out, add_f64x2(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_add_f64_w2__avx512)
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
            store_16(out, add_f64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_add_f64_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 24, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 24;
            unsigned char *out = output + (size_t)slice_indices[i] * 24;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 24);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 23);
            }
            const simde__m128i last = add_f64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, add_f64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_add_f64_w4__avx512)
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
            store_32(out, add_f64x4(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_add_f64_w8__avx512)
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
        store_64(out, add_f64x8(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_add_f64_w16__avx512)
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
        store_64(out, add_f64x8(load_64(out), load_64(in)));
        store_64(out + 64, add_f64x8(load_64(out + 64), load_64(in + 64)));
    }
}

#endif

STREW_APPLY(strew_add_f64_wn__avx512)
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
            const simde__m512i last = add_f64x8(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, add_f64x8(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = add_f64x4(load_32(out + end), load_32(in + end));
            store_32(out, add_f64x4(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = add_f64x2(load_16(out + end), load_16(in + end));
            store_16(out, add_f64x2(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else {
            store_8(out, add_f64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

#if STREW_BUILD_OWN_CTYPE_F64

STREW_APPLY(strew_sub_f64_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 8;
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_8(out, sub_f64x2(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_sub_f64_w2__avx512)
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
            store_16(out, sub_f64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_sub_f64_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 24, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 24;
            unsigned char *out = output + (size_t)slice_indices[i] * 24;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 24);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 23);
            }
            const simde__m128i last = sub_f64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, sub_f64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_sub_f64_w4__avx512)
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
            store_32(out, sub_f64x4(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_sub_f64_w8__avx512)
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
        store_64(out, sub_f64x8(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_sub_f64_w16__avx512)
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
        store_64(out, sub_f64x8(load_64(out), load_64(in)));
        store_64(out + 64, sub_f64x8(load_64(out + 64), load_64(in + 64)));
    }
}

#endif

STREW_APPLY(strew_sub_f64_wn__avx512)
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
            const simde__m512i last = sub_f64x8(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, sub_f64x8(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = sub_f64x4(load_32(out + end), load_32(in + end));
            store_32(out, sub_f64x4(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = sub_f64x2(load_16(out + end), load_16(in + end));
            store_16(out, sub_f64x2(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else {
            store_8(out, sub_f64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

#if STREW_BUILD_OWN_CTYPE_F64

STREW_APPLY(strew_mul_f64_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 8;
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_8(out, mul_f64x2(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_mul_f64_w2__avx512)
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
            store_16(out, mul_f64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_mul_f64_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 24, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 24;
            unsigned char *out = output + (size_t)slice_indices[i] * 24;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 24);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 23);
            }
            const simde__m128i last = mul_f64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, mul_f64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_mul_f64_w4__avx512)
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
            store_32(out, mul_f64x4(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_mul_f64_w8__avx512)
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
        store_64(out, mul_f64x8(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_mul_f64_w16__avx512)
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
        store_64(out, mul_f64x8(load_64(out), load_64(in)));
        store_64(out + 64, mul_f64x8(load_64(out + 64), load_64(in + 64)));
    }
}

#endif

STREW_APPLY(strew_mul_f64_wn__avx512)
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
            const simde__m512i last = mul_f64x8(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, mul_f64x8(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = mul_f64x4(load_32(out + end), load_32(in + end));
            store_32(out, mul_f64x4(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = mul_f64x2(load_16(out + end), load_16(in + end));
            store_16(out, mul_f64x2(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else {
            store_8(out, mul_f64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F64 || STREW_BUILD_FEATURE_CONVERSIONS)

#if STREW_BUILD_OWN_CTYPE_F64

STREW_APPLY(strew_min_f64_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 8;
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_8(out, min_f64x2(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_min_f64_w2__avx512)
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
            store_16(out, min_f64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_min_f64_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 24, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 24;
            unsigned char *out = output + (size_t)slice_indices[i] * 24;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 24);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 23);
            }
            const simde__m128i last = min_f64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, min_f64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_min_f64_w4__avx512)
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
            store_32(out, min_f64x4(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_min_f64_w8__avx512)
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
        store_64(out, min_f64x8(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_min_f64_w16__avx512)
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
        store_64(out, min_f64x8(load_64(out), load_64(in)));
        store_64(out + 64, min_f64x8(load_64(out + 64), load_64(in + 64)));
    }
}

#endif

STREW_APPLY(strew_min_f64_wn__avx512)
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
            const simde__m512i last = min_f64x8(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, min_f64x8(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = min_f64x4(load_32(out + end), load_32(in + end));
            store_32(out, min_f64x4(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = min_f64x2(load_16(out + end), load_16(in + end));
            store_16(out, min_f64x2(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else {
            store_8(out, min_f64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F64 || STREW_BUILD_FEATURE_CONVERSIONS)

#if STREW_BUILD_OWN_CTYPE_F64

STREW_APPLY(strew_max_f64_w1__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 8, prefetch_bytes);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 8;
            unsigned char *out = output + (size_t)slice_indices[i] * 8;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 8);
                STREW_PREFETCH(next);
            }
            store_8(out, max_f64x2(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_max_f64_w2__avx512)
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
            store_16(out, max_f64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_max_f64_w3__avx512)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 24, prefetch_bytes);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 24;
            unsigned char *out = output + (size_t)slice_indices[i] * 24;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES / 2] * 24);
                STREW_PREFETCH(next);
                STREW_PREFETCH_AT(next, 23);
            }
            const simde__m128i last = max_f64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, max_f64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_max_f64_w4__avx512)
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
            store_32(out, max_f64x4(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_max_f64_w8__avx512)
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
        store_64(out, max_f64x8(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_max_f64_w16__avx512)
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
        store_64(out, max_f64x8(load_64(out), load_64(in)));
        store_64(out + 64, max_f64x8(load_64(out + 64), load_64(in + 64)));
    }
}

#endif

STREW_APPLY(strew_max_f64_wn__avx512)
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
            const simde__m512i last = max_f64x8(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, max_f64x8(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = max_f64x4(load_32(out + end), load_32(in + end));
            store_32(out, max_f64x4(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = max_f64x2(load_16(out + end), load_16(in + end));
            store_16(out, max_f64x2(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else {
            store_8(out, max_f64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F64 || STREW_BUILD_FEATURE_CONVERSIONS)

STREW_APPLY(strew_minnum_f64_wn__avx512)
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
            const simde__m512i last = min_number_f64x8(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, min_number_f64x8(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = min_number_f64x4(load_32(out + end), load_32(in + end));
            store_32(out, min_number_f64x4(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = min_number_f64x2(load_16(out + end), load_16(in + end));
            store_16(out, min_number_f64x2(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else {
            store_8(out, min_number_f64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F64 || STREW_BUILD_FEATURE_CONVERSIONS)

STREW_APPLY(strew_maxnum_f64_wn__avx512)
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
            const simde__m512i last = max_number_f64x8(load_64(out + end), load_64(in + end));
            for (size_t j = 0; j < end; j += 64) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_64(out + j, max_number_f64x8(load_64(out + j), load_64(in + j)));
            }
            store_64(out + end, last);
        } else if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = max_number_f64x4(load_32(out + end), load_32(in + end));
            store_32(out, max_number_f64x4(load_32(out), load_32(in)));
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = max_number_f64x2(load_16(out + end), load_16(in + end));
            store_16(out, max_number_f64x2(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else {
            store_8(out, max_number_f64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && ((STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN)) && STREW_BUILD_OWN_CTYPE_F64
STREW_FUSE(strew_fuse_add_f64__avx512)
{
    static const double one = 1;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = tuples->n;
    const size_t replaces = tuples->replaces != 0, weight_step = tuples->weights != NULL ? 8 : 0;
    const uint32_t *slice_indices = tuples->slice_indices, *rows = tuples->rows;
    const unsigned char *weights = weight_step != 0 ? tuples->weights : (const unsigned char *)&one;
    for (size_t first = 0, t = 0; first < n; first = t) {
        const uint32_t slice_index = slice_indices[first];
        unsigned char *const out = output + slice_index * stride_bytes;
        const void *const next = strew_prefetch_address(output, slice_indices[first + STREW_PREFETCH_ROWS] * stride_bytes);
        const unsigned char *const weight_of_first = replaces ? weights + first * weight_step : (const unsigned char *)&one;
        size_t i = 0;
        for (; i + 512 <= slice_bytes; i += 512) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            STREW_PREFETCH_AT(next, i + 64);
            STREW_PREFETCH_SECOND_AT(later, 64);
            STREW_PREFETCH_AT(next, i + 128);
            STREW_PREFETCH_SECOND_AT(later, 128);
            STREW_PREFETCH_AT(next, i + 192);
            STREW_PREFETCH_SECOND_AT(later, 192);
            STREW_PREFETCH_AT(next, i + 256);
            STREW_PREFETCH_SECOND_AT(later, 256);
            STREW_PREFETCH_AT(next, i + 320);
            STREW_PREFETCH_SECOND_AT(later, 320);
            STREW_PREFETCH_AT(next, i + 384);
            STREW_PREFETCH_SECOND_AT(later, 384);
            STREW_PREFETCH_AT(next, i + 448);
            STREW_PREFETCH_SECOND_AT(later, 448);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m512i value_0 = load_64(from);
            simde__m512i value_1 = load_64(from + 64);
            simde__m512i value_2 = load_64(from + 128);
            simde__m512i value_3 = load_64(from + 192);
            simde__m512i value_4 = load_64(from + 256);
            simde__m512i value_5 = load_64(from + 320);
            simde__m512i value_6 = load_64(from + 384);
            simde__m512i value_7 = load_64(from + 448);
            if (weight_step != 0) {
                const simde__m512i first_weight = every_f64x8(load_f64(weight_of_first));
                value_0 = mul_f64x8(value_0, first_weight);
                value_1 = mul_f64x8(value_1, first_weight);
                value_2 = mul_f64x8(value_2, first_weight);
                value_3 = mul_f64x8(value_3, first_weight);
                value_4 = mul_f64x8(value_4, first_weight);
                value_5 = mul_f64x8(value_5, first_weight);
                value_6 = mul_f64x8(value_6, first_weight);
                value_7 = mul_f64x8(value_7, first_weight);
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    STREW_PREFETCH_SECOND_AT(later, 64);
                    STREW_PREFETCH_SECOND_AT(later, 128);
                    STREW_PREFETCH_SECOND_AT(later, 192);
                    STREW_PREFETCH_SECOND_AT(later, 256);
                    STREW_PREFETCH_SECOND_AT(later, 320);
                    STREW_PREFETCH_SECOND_AT(later, 384);
                    STREW_PREFETCH_SECOND_AT(later, 448);
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_step));
                    value_0 = add_f64x8(value_0, mul_f64x8(load_64(row), weight));
                    value_1 = add_f64x8(value_1, mul_f64x8(load_64(row + 64), weight));
                    value_2 = add_f64x8(value_2, mul_f64x8(load_64(row + 128), weight));
                    value_3 = add_f64x8(value_3, mul_f64x8(load_64(row + 192), weight));
                    value_4 = add_f64x8(value_4, mul_f64x8(load_64(row + 256), weight));
                    value_5 = add_f64x8(value_5, mul_f64x8(load_64(row + 320), weight));
                    value_6 = add_f64x8(value_6, mul_f64x8(load_64(row + 384), weight));
                    value_7 = add_f64x8(value_7, mul_f64x8(load_64(row + 448), weight));
                }
            } else {
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    STREW_PREFETCH_SECOND_AT(later, 64);
                    STREW_PREFETCH_SECOND_AT(later, 128);
                    STREW_PREFETCH_SECOND_AT(later, 192);
                    STREW_PREFETCH_SECOND_AT(later, 256);
                    STREW_PREFETCH_SECOND_AT(later, 320);
                    STREW_PREFETCH_SECOND_AT(later, 384);
                    STREW_PREFETCH_SECOND_AT(later, 448);
                    value_0 = add_f64x8(value_0, load_64(row));
                    value_1 = add_f64x8(value_1, load_64(row + 64));
                    value_2 = add_f64x8(value_2, load_64(row + 128));
                    value_3 = add_f64x8(value_3, load_64(row + 192));
                    value_4 = add_f64x8(value_4, load_64(row + 256));
                    value_5 = add_f64x8(value_5, load_64(row + 320));
                    value_6 = add_f64x8(value_6, load_64(row + 384));
                    value_7 = add_f64x8(value_7, load_64(row + 448));
                }
            }
            store_64(out + i, value_0);
            store_64(out + i + 64, value_1);
            store_64(out + i + 128, value_2);
            store_64(out + i + 192, value_3);
            store_64(out + i + 256, value_4);
            store_64(out + i + 320, value_5);
            store_64(out + i + 384, value_6);
            store_64(out + i + 448, value_7);
        }
        for (; i + 256 <= slice_bytes; i += 256) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            STREW_PREFETCH_AT(next, i + 64);
            STREW_PREFETCH_SECOND_AT(later, 64);
            STREW_PREFETCH_AT(next, i + 128);
            STREW_PREFETCH_SECOND_AT(later, 128);
            STREW_PREFETCH_AT(next, i + 192);
            STREW_PREFETCH_SECOND_AT(later, 192);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m512i value_0 = load_64(from);
            simde__m512i value_1 = load_64(from + 64);
            simde__m512i value_2 = load_64(from + 128);
            simde__m512i value_3 = load_64(from + 192);
            if (weight_step != 0) {
                const simde__m512i first_weight = every_f64x8(load_f64(weight_of_first));
                value_0 = mul_f64x8(value_0, first_weight);
                value_1 = mul_f64x8(value_1, first_weight);
                value_2 = mul_f64x8(value_2, first_weight);
                value_3 = mul_f64x8(value_3, first_weight);
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    STREW_PREFETCH_SECOND_AT(later, 64);
                    STREW_PREFETCH_SECOND_AT(later, 128);
                    STREW_PREFETCH_SECOND_AT(later, 192);
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_step));
                    value_0 = add_f64x8(value_0, mul_f64x8(load_64(row), weight));
                    value_1 = add_f64x8(value_1, mul_f64x8(load_64(row + 64), weight));
                    value_2 = add_f64x8(value_2, mul_f64x8(load_64(row + 128), weight));
                    value_3 = add_f64x8(value_3, mul_f64x8(load_64(row + 192), weight));
                }
            } else {
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    STREW_PREFETCH_SECOND_AT(later, 64);
                    STREW_PREFETCH_SECOND_AT(later, 128);
                    STREW_PREFETCH_SECOND_AT(later, 192);
                    value_0 = add_f64x8(value_0, load_64(row));
                    value_1 = add_f64x8(value_1, load_64(row + 64));
                    value_2 = add_f64x8(value_2, load_64(row + 128));
                    value_3 = add_f64x8(value_3, load_64(row + 192));
                }
            }
            store_64(out + i, value_0);
            store_64(out + i + 64, value_1);
            store_64(out + i + 128, value_2);
            store_64(out + i + 192, value_3);
        }
        for (; i + 128 <= slice_bytes; i += 128) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            STREW_PREFETCH_AT(next, i + 64);
            STREW_PREFETCH_SECOND_AT(later, 64);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m512i value_0 = load_64(from);
            simde__m512i value_1 = load_64(from + 64);
            if (weight_step != 0) {
                const simde__m512i first_weight = every_f64x8(load_f64(weight_of_first));
                value_0 = mul_f64x8(value_0, first_weight);
                value_1 = mul_f64x8(value_1, first_weight);
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    STREW_PREFETCH_SECOND_AT(later, 64);
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_step));
                    value_0 = add_f64x8(value_0, mul_f64x8(load_64(row), weight));
                    value_1 = add_f64x8(value_1, mul_f64x8(load_64(row + 64), weight));
                }
            } else {
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    STREW_PREFETCH_SECOND_AT(later, 64);
                    value_0 = add_f64x8(value_0, load_64(row));
                    value_1 = add_f64x8(value_1, load_64(row + 64));
                }
            }
            store_64(out + i, value_0);
            store_64(out + i + 64, value_1);
        }
        for (; i + 64 <= slice_bytes; i += 64) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m512i value_0 = load_64(from);
            if (weight_step != 0) {
                const simde__m512i first_weight = every_f64x8(load_f64(weight_of_first));
                value_0 = mul_f64x8(value_0, first_weight);
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_step));
                    value_0 = add_f64x8(value_0, mul_f64x8(load_64(row), weight));
                }
            } else {
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    value_0 = add_f64x8(value_0, load_64(row));
                }
            }
            store_64(out + i, value_0);
        }
        for (; i + 32 <= slice_bytes; i += 32) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m256i value_0 = load_32(from);
            if (weight_step != 0) {
                const simde__m256i first_weight = every_f64x4(load_f64(weight_of_first));
                value_0 = mul_f64x4(value_0, first_weight);
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    const simde__m256i weight = every_f64x4(load_f64(weights + t * weight_step));
                    value_0 = add_f64x4(value_0, mul_f64x4(load_32(row), weight));
                }
            } else {
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    value_0 = add_f64x4(value_0, load_32(row));
                }
            }
            store_32(out + i, value_0);
        }
        for (; i + 16 <= slice_bytes; i += 16) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m128i value_0 = load_16(from);
            if (weight_step != 0) {
                const simde__m128i first_weight = every_f64x2(load_f64(weight_of_first));
                value_0 = mul_f64x2(value_0, first_weight);
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    const simde__m128i weight = every_f64x2(load_f64(weights + t * weight_step));
                    value_0 = add_f64x2(value_0, mul_f64x2(load_16(row), weight));
                }
            } else {
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    value_0 = add_f64x2(value_0, load_16(row));
                }
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
            if (weight_step != 0) {
                const simde__m128i first_weight = every_f64x2(load_f64(weight_of_first));
                value_0 = mul_f64x2(value_0, first_weight);
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    const simde__m128i weight = every_f64x2(load_f64(weights + t * weight_step));
                    value_0 = add_f64x2(value_0, mul_f64x2(load_8(row), weight));
                }
            } else {
                for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                    row = table + rows[t] * row_bytes + i;
                    later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                    STREW_PREFETCH_SECOND(later);
                    value_0 = add_f64x2(value_0, load_8(row));
                }
            }
            store_8(out + i, value_0);
        }
    }
}
#endif

#if STREW_BUILD_FUSED && (((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F64 || STREW_BUILD_FEATURE_CONVERSIONS)) || ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F64 || STREW_BUILD_FEATURE_CONVERSIONS))) && STREW_BUILD_OWN_CTYPE_F64
STREW_FUSE(strew_fuse_min_f64__avx512)
{
    static const double one = 1;
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = tuples->n;
    const size_t replaces = tuples->replaces != 0, weight_step = tuples->weights != NULL ? 8 : 0;
    const double sign = tuples->negates ? -1 : 1;
    const uint32_t *slice_indices = tuples->slice_indices, *rows = tuples->rows;
    const unsigned char *weights = weight_step != 0 ? tuples->weights : (const unsigned char *)&one;
    for (size_t first = 0, t = 0; first < n; first = t) {
        const uint32_t slice_index = slice_indices[first];
        unsigned char *const out = output + slice_index * stride_bytes;
        const void *const next = strew_prefetch_address(output, slice_indices[first + STREW_PREFETCH_ROWS] * stride_bytes);
        const unsigned char *const weight_of_first = replaces ? weights + first * weight_step : (const unsigned char *)&one;
        size_t i = 0;
        for (; i + 256 <= slice_bytes; i += 256) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            STREW_PREFETCH_AT(next, i + 64);
            STREW_PREFETCH_SECOND_AT(later, 64);
            STREW_PREFETCH_AT(next, i + 128);
            STREW_PREFETCH_SECOND_AT(later, 128);
            STREW_PREFETCH_AT(next, i + 192);
            STREW_PREFETCH_SECOND_AT(later, 192);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m512i value_0 = load_64(from);
            simde__m512i value_1 = load_64(from + 64);
            simde__m512i value_2 = load_64(from + 128);
            simde__m512i value_3 = load_64(from + 192);
            const simde__m512i first_weight = every_f64x8(sign * load_f64(weight_of_first));
            value_0 = mul_f64x8(value_0, first_weight);
            value_1 = mul_f64x8(value_1, first_weight);
            value_2 = mul_f64x8(value_2, first_weight);
            value_3 = mul_f64x8(value_3, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                STREW_PREFETCH_SECOND_AT(later, 64);
                STREW_PREFETCH_SECOND_AT(later, 128);
                STREW_PREFETCH_SECOND_AT(later, 192);
                const simde__m512i weight = every_f64x8(sign * load_f64(weights + t * weight_step));
                value_0 = min_f64x8(value_0, mul_f64x8(load_64(row), weight));
                value_1 = min_f64x8(value_1, mul_f64x8(load_64(row + 64), weight));
                value_2 = min_f64x8(value_2, mul_f64x8(load_64(row + 128), weight));
                value_3 = min_f64x8(value_3, mul_f64x8(load_64(row + 192), weight));
            }
            const simde__m512i every_sign = every_f64x8(sign);
            store_64(out + i, mul_f64x8(value_0, every_sign));
            store_64(out + i + 64, mul_f64x8(value_1, every_sign));
            store_64(out + i + 128, mul_f64x8(value_2, every_sign));
            store_64(out + i + 192, mul_f64x8(value_3, every_sign));
        }
        for (; i + 128 <= slice_bytes; i += 128) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            STREW_PREFETCH_AT(next, i + 64);
            STREW_PREFETCH_SECOND_AT(later, 64);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m512i value_0 = load_64(from);
            simde__m512i value_1 = load_64(from + 64);
            const simde__m512i first_weight = every_f64x8(sign * load_f64(weight_of_first));
            value_0 = mul_f64x8(value_0, first_weight);
            value_1 = mul_f64x8(value_1, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                STREW_PREFETCH_SECOND_AT(later, 64);
                const simde__m512i weight = every_f64x8(sign * load_f64(weights + t * weight_step));
                value_0 = min_f64x8(value_0, mul_f64x8(load_64(row), weight));
                value_1 = min_f64x8(value_1, mul_f64x8(load_64(row + 64), weight));
            }
            const simde__m512i every_sign = every_f64x8(sign);
            store_64(out + i, mul_f64x8(value_0, every_sign));
            store_64(out + i + 64, mul_f64x8(value_1, every_sign));
        }
        for (; i + 64 <= slice_bytes; i += 64) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m512i value_0 = load_64(from);
            const simde__m512i first_weight = every_f64x8(sign * load_f64(weight_of_first));
            value_0 = mul_f64x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m512i weight = every_f64x8(sign * load_f64(weights + t * weight_step));
                value_0 = min_f64x8(value_0, mul_f64x8(load_64(row), weight));
            }
            const simde__m512i every_sign = every_f64x8(sign);
            store_64(out + i, mul_f64x8(value_0, every_sign));
        }
        for (; i + 32 <= slice_bytes; i += 32) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m256i value_0 = load_32(from);
            const simde__m256i first_weight = every_f64x4(sign * load_f64(weight_of_first));
            value_0 = mul_f64x4(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m256i weight = every_f64x4(sign * load_f64(weights + t * weight_step));
                value_0 = min_f64x4(value_0, mul_f64x4(load_32(row), weight));
            }
            const simde__m256i every_sign = every_f64x4(sign);
            store_32(out + i, mul_f64x4(value_0, every_sign));
        }
        for (; i + 16 <= slice_bytes; i += 16) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m128i value_0 = load_16(from);
            const simde__m128i first_weight = every_f64x2(sign * load_f64(weight_of_first));
            value_0 = mul_f64x2(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_f64x2(sign * load_f64(weights + t * weight_step));
                value_0 = min_f64x2(value_0, mul_f64x2(load_16(row), weight));
            }
            const simde__m128i every_sign = every_f64x2(sign);
            store_16(out + i, mul_f64x2(value_0, every_sign));
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            const unsigned char *row = table + rows[first] * row_bytes + i;
            const void *later = strew_prefetch_address(table, rows[first + STREW_PREFETCH_ROWS] * row_bytes + i);
            STREW_PREFETCH_AT(next, i);
            STREW_PREFETCH_SECOND(later);
            const unsigned char *const from = replaces ? row : out + i;
            simde__m128i value_0 = load_8(from);
            const simde__m128i first_weight = every_f64x2(sign * load_f64(weight_of_first));
            value_0 = mul_f64x2(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_f64x2(sign * load_f64(weights + t * weight_step));
                value_0 = min_f64x2(value_0, mul_f64x2(load_8(row), weight));
            }
            const simde__m128i every_sign = every_f64x2(sign);
            store_8(out + i, mul_f64x2(value_0, every_sign));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MEAN) && STREW_BUILD_OWN_CTYPE_F64
STREW_BAG(strew_bag_add_f64__avx512)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    static const double one = 1;
    const unsigned char *const weights = bags->weights != NULL ? bags->weights : (const unsigned char *)&one;
    const size_t weight_bytes = bags->weights != NULL ? bags->weight_bytes : 0;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes && slice_bytes >= 64) {
            for (; i + 256 <= slice_bytes; i += 256) {
                unsigned char *const out = output + i;
                simde__m512i value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                        STREW_PREFETCH_SECOND(later + 64);
                        STREW_PREFETCH_SECOND(later + 128);
                        STREW_PREFETCH_SECOND(later + 192);
                    }
                    value_0 = load_64(row);
                    value_1 = load_64(row + 64);
                    value_2 = load_64(row + 128);
                    value_3 = load_64(row + 192);
                    if (bags->weights != NULL) {
                        const simde__m512i weight = every_f64x8(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x8(value_0, weight);
                        value_1 = mul_f64x8(value_1, weight);
                        value_2 = mul_f64x8(value_2, weight);
                        value_3 = mul_f64x8(value_3, weight);
                    }
                } else {
                    value_0 = load_64(out);
                    value_1 = load_64(out + 64);
                    value_2 = load_64(out + 128);
                    value_3 = load_64(out + 192);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                        STREW_PREFETCH_SECOND(later + 64);
                        STREW_PREFETCH_SECOND(later + 128);
                        STREW_PREFETCH_SECOND(later + 192);
                    }
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_bytes));
                    value_0 = add_f64x8(value_0, mul_f64x8(load_64(row), weight));
                    value_1 = add_f64x8(value_1, mul_f64x8(load_64(row + 64), weight));
                    value_2 = add_f64x8(value_2, mul_f64x8(load_64(row + 128), weight));
                    value_3 = add_f64x8(value_3, mul_f64x8(load_64(row + 192), weight));
                }
                store_64(out, value_0);
                store_64(out + 64, value_1);
                store_64(out + 128, value_2);
                store_64(out + 192, value_3);
            }
            for (; i + 64 <= slice_bytes; i += 64) {
                unsigned char *const out = output + i;
                simde__m512i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_64(row);
                    if (bags->weights != NULL) {
                        const simde__m512i weight = every_f64x8(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x8(value_0, weight);
                    }
                } else {
                    value_0 = load_64(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_bytes));
                    value_0 = add_f64x8(value_0, mul_f64x8(load_64(row), weight));
                }
                store_64(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 64;
        }
        while (i != slice_bytes && slice_bytes >= 16) {
            for (; i + 16 <= slice_bytes; i += 16) {
                unsigned char *const out = output + i;
                simde__m128i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_16(row);
                    if (bags->weights != NULL) {
                        const simde__m128i weight = every_f64x2(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x2(value_0, weight);
                    }
                } else {
                    value_0 = load_16(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m128i weight = every_f64x2(load_f64(weights + t * weight_bytes));
                    value_0 = add_f64x2(value_0, mul_f64x2(load_16(row), weight));
                }
                store_16(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 16;
        }
        while (i != slice_bytes) {
            for (; i + 8 <= slice_bytes; i += 8) {
                unsigned char *const out = output + i;
                simde__m128i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_8(row);
                    if (bags->weights != NULL) {
                        const simde__m128i weight = every_f64x2(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x2(value_0, weight);
                    }
                } else {
                    value_0 = load_8(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m128i weight = every_f64x2(load_f64(weights + t * weight_bytes));
                    value_0 = add_f64x2(value_0, mul_f64x2(load_8(row), weight));
                }
                store_8(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 8;
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_F64 || STREW_BUILD_FEATURE_CONVERSIONS)) && STREW_BUILD_OWN_CTYPE_F64
STREW_BAG(strew_bag_min_f64__avx512)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    static const double one = 1;
    const unsigned char *const weights = bags->weights != NULL ? bags->weights : (const unsigned char *)&one;
    const size_t weight_bytes = bags->weights != NULL ? bags->weight_bytes : 0;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes && slice_bytes >= 64) {
            for (; i + 256 <= slice_bytes; i += 256) {
                unsigned char *const out = output + i;
                simde__m512i value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                        STREW_PREFETCH_SECOND(later + 64);
                        STREW_PREFETCH_SECOND(later + 128);
                        STREW_PREFETCH_SECOND(later + 192);
                    }
                    value_0 = load_64(row);
                    value_1 = load_64(row + 64);
                    value_2 = load_64(row + 128);
                    value_3 = load_64(row + 192);
                    if (bags->weights != NULL) {
                        const simde__m512i weight = every_f64x8(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x8(value_0, weight);
                        value_1 = mul_f64x8(value_1, weight);
                        value_2 = mul_f64x8(value_2, weight);
                        value_3 = mul_f64x8(value_3, weight);
                    }
                } else {
                    value_0 = load_64(out);
                    value_1 = load_64(out + 64);
                    value_2 = load_64(out + 128);
                    value_3 = load_64(out + 192);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                        STREW_PREFETCH_SECOND(later + 64);
                        STREW_PREFETCH_SECOND(later + 128);
                        STREW_PREFETCH_SECOND(later + 192);
                    }
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_bytes));
                    value_0 = min_f64x8(value_0, mul_f64x8(load_64(row), weight));
                    value_1 = min_f64x8(value_1, mul_f64x8(load_64(row + 64), weight));
                    value_2 = min_f64x8(value_2, mul_f64x8(load_64(row + 128), weight));
                    value_3 = min_f64x8(value_3, mul_f64x8(load_64(row + 192), weight));
                }
                store_64(out, value_0);
                store_64(out + 64, value_1);
                store_64(out + 128, value_2);
                store_64(out + 192, value_3);
            }
            for (; i + 64 <= slice_bytes; i += 64) {
                unsigned char *const out = output + i;
                simde__m512i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_64(row);
                    if (bags->weights != NULL) {
                        const simde__m512i weight = every_f64x8(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x8(value_0, weight);
                    }
                } else {
                    value_0 = load_64(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_bytes));
                    value_0 = min_f64x8(value_0, mul_f64x8(load_64(row), weight));
                }
                store_64(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 64;
        }
        while (i != slice_bytes && slice_bytes >= 16) {
            for (; i + 16 <= slice_bytes; i += 16) {
                unsigned char *const out = output + i;
                simde__m128i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_16(row);
                    if (bags->weights != NULL) {
                        const simde__m128i weight = every_f64x2(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x2(value_0, weight);
                    }
                } else {
                    value_0 = load_16(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m128i weight = every_f64x2(load_f64(weights + t * weight_bytes));
                    value_0 = min_f64x2(value_0, mul_f64x2(load_16(row), weight));
                }
                store_16(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 16;
        }
        while (i != slice_bytes) {
            for (; i + 8 <= slice_bytes; i += 8) {
                unsigned char *const out = output + i;
                simde__m128i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_8(row);
                    if (bags->weights != NULL) {
                        const simde__m128i weight = every_f64x2(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x2(value_0, weight);
                    }
                } else {
                    value_0 = load_8(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m128i weight = every_f64x2(load_f64(weights + t * weight_bytes));
                    value_0 = min_f64x2(value_0, mul_f64x2(load_8(row), weight));
                }
                store_8(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 8;
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_F64 || STREW_BUILD_FEATURE_CONVERSIONS)) && STREW_BUILD_OWN_CTYPE_F64
STREW_BAG(strew_bag_max_f64__avx512)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    static const double one = 1;
    const unsigned char *const weights = bags->weights != NULL ? bags->weights : (const unsigned char *)&one;
    const size_t weight_bytes = bags->weights != NULL ? bags->weight_bytes : 0;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes && slice_bytes >= 64) {
            for (; i + 256 <= slice_bytes; i += 256) {
                unsigned char *const out = output + i;
                simde__m512i value_0, value_1, value_2, value_3;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                        STREW_PREFETCH_SECOND(later + 64);
                        STREW_PREFETCH_SECOND(later + 128);
                        STREW_PREFETCH_SECOND(later + 192);
                    }
                    value_0 = load_64(row);
                    value_1 = load_64(row + 64);
                    value_2 = load_64(row + 128);
                    value_3 = load_64(row + 192);
                    if (bags->weights != NULL) {
                        const simde__m512i weight = every_f64x8(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x8(value_0, weight);
                        value_1 = mul_f64x8(value_1, weight);
                        value_2 = mul_f64x8(value_2, weight);
                        value_3 = mul_f64x8(value_3, weight);
                    }
                } else {
                    value_0 = load_64(out);
                    value_1 = load_64(out + 64);
                    value_2 = load_64(out + 128);
                    value_3 = load_64(out + 192);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                        STREW_PREFETCH_SECOND(later + 64);
                        STREW_PREFETCH_SECOND(later + 128);
                        STREW_PREFETCH_SECOND(later + 192);
                    }
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_bytes));
                    value_0 = max_f64x8(value_0, mul_f64x8(load_64(row), weight));
                    value_1 = max_f64x8(value_1, mul_f64x8(load_64(row + 64), weight));
                    value_2 = max_f64x8(value_2, mul_f64x8(load_64(row + 128), weight));
                    value_3 = max_f64x8(value_3, mul_f64x8(load_64(row + 192), weight));
                }
                store_64(out, value_0);
                store_64(out + 64, value_1);
                store_64(out + 128, value_2);
                store_64(out + 192, value_3);
            }
            for (; i + 64 <= slice_bytes; i += 64) {
                unsigned char *const out = output + i;
                simde__m512i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_64(row);
                    if (bags->weights != NULL) {
                        const simde__m512i weight = every_f64x8(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x8(value_0, weight);
                    }
                } else {
                    value_0 = load_64(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m512i weight = every_f64x8(load_f64(weights + t * weight_bytes));
                    value_0 = max_f64x8(value_0, mul_f64x8(load_64(row), weight));
                }
                store_64(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 64;
        }
        while (i != slice_bytes && slice_bytes >= 16) {
            for (; i + 16 <= slice_bytes; i += 16) {
                unsigned char *const out = output + i;
                simde__m128i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_16(row);
                    if (bags->weights != NULL) {
                        const simde__m128i weight = every_f64x2(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x2(value_0, weight);
                    }
                } else {
                    value_0 = load_16(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m128i weight = every_f64x2(load_f64(weights + t * weight_bytes));
                    value_0 = max_f64x2(value_0, mul_f64x2(load_16(row), weight));
                }
                store_16(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 16;
        }
        while (i != slice_bytes) {
            for (; i + 8 <= slice_bytes; i += 8) {
                unsigned char *const out = output + i;
                simde__m128i value_0;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = load_8(row);
                    if (bags->weights != NULL) {
                        const simde__m128i weight = every_f64x2(load_f64(weights + first * weight_bytes));
                        value_0 = mul_f64x2(value_0, weight);
                    }
                } else {
                    value_0 = load_8(out);
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    const simde__m128i weight = every_f64x2(load_f64(weights + t * weight_bytes));
                    value_0 = max_f64x2(value_0, mul_f64x2(load_8(row), weight));
                }
                store_8(out, value_0);
            }
            if (i != slice_bytes) i = slice_bytes - 8;
        }
    }
}
#endif
