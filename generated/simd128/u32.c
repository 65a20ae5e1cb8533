/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_u32_w1__simd128)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 4, prefetch_bytes);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 4;
            unsigned char *out = output + (size_t)slice_indices[i] * 4;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
                STREW_PREFETCH(next);
            }
            store_4(out, min_u32x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_min_u32_w2__simd128)
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
            store_8(out, min_u32x4(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_min_u32_w3__simd128)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 12, prefetch_bytes);
        const size_t end = n_tuples - i < 5 ? n_tuples : i + 5;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 12;
            unsigned char *out = output + (size_t)slice_indices[i] * 12;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 12);
                STREW_PREFETCH(next);
            }
            const simde_v128_t last = min_u32x4(load_8(out + 4), load_8(in + 4));
            store_8(out, min_u32x4(load_8(out), load_8(in)));
            store_8(out + 4, last);
        }
    }
}

STREW_APPLY(strew_min_u32_w4__simd128)
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
            store_16(out, min_u32x4(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_min_u32_w8__simd128)
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
            store_16(out, min_u32x4(load_16(out), load_16(in)));
            store_16(out + 16, min_u32x4(load_16(out + 16), load_16(in + 16)));
        }
    }
}

STREW_APPLY(strew_min_u32_w16__simd128)
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
        store_16(out, min_u32x4(load_16(out), load_16(in)));
        store_16(out + 16, min_u32x4(load_16(out + 16), load_16(in + 16)));
        store_16(out + 32, min_u32x4(load_16(out + 32), load_16(in + 32)));
        store_16(out + 48, min_u32x4(load_16(out + 48), load_16(in + 48)));
    }
}

STREW_APPLY(strew_min_u32_w32__simd128)
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
        for (size_t j = 0; j < 128; j += 16) {
            store_16(out + j, min_u32x4(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_min_u32_wn__simd128)
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
            const simde_v128_t last = min_u32x4(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, min_u32x4(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_v128_t last = min_u32x4(load_8(out + end), load_8(in + end));
            store_8(out, min_u32x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else {
            store_4(out, min_u32x4(load_4(out), load_4(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_u32_w1__simd128)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 4, prefetch_bytes);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 4;
            unsigned char *out = output + (size_t)slice_indices[i] * 4;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 4);
                STREW_PREFETCH(next);
            }
            store_4(out, max_u32x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_max_u32_w2__simd128)
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
            store_8(out, max_u32x4(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_max_u32_w3__simd128)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 12, prefetch_bytes);
        const size_t end = n_tuples - i < 5 ? n_tuples : i + 5;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 12;
            unsigned char *out = output + (size_t)slice_indices[i] * 12;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 12);
                STREW_PREFETCH(next);
            }
            const simde_v128_t last = max_u32x4(load_8(out + 4), load_8(in + 4));
            store_8(out, max_u32x4(load_8(out), load_8(in)));
            store_8(out + 4, last);
        }
    }
}

STREW_APPLY(strew_max_u32_w4__simd128)
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
            store_16(out, max_u32x4(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_max_u32_w8__simd128)
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
            store_16(out, max_u32x4(load_16(out), load_16(in)));
            store_16(out + 16, max_u32x4(load_16(out + 16), load_16(in + 16)));
        }
    }
}

STREW_APPLY(strew_max_u32_w16__simd128)
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
        store_16(out, max_u32x4(load_16(out), load_16(in)));
        store_16(out + 16, max_u32x4(load_16(out + 16), load_16(in + 16)));
        store_16(out + 32, max_u32x4(load_16(out + 32), load_16(in + 32)));
        store_16(out + 48, max_u32x4(load_16(out + 48), load_16(in + 48)));
    }
}

STREW_APPLY(strew_max_u32_w32__simd128)
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
        for (size_t j = 0; j < 128; j += 16) {
            store_16(out + j, max_u32x4(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_max_u32_wn__simd128)
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
            const simde_v128_t last = max_u32x4(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, max_u32x4(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_v128_t last = max_u32x4(load_8(out + end), load_8(in + end));
            store_8(out, max_u32x4(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else {
            store_4(out, max_u32x4(load_4(out), load_4(in)));
        }
    }
}
#endif
