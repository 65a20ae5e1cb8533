/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

#if STREW_BUILD_OWN_CTYPE_I64

STREW_APPLY(strew_add_i64_w1__neon)
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
            store_i64(out, add_i64(load_i64(out), load_i64(in)));
        }
    }
}

STREW_APPLY(strew_add_i64_w2__neon)
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
            store_16(out, add_i64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_add_i64_w3__neon)
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
            const simde_uint8x16_t last = add_i64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, add_i64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_add_i64_w4__neon)
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
            store_16(out, add_i64x2(load_16(out), load_16(in)));
            store_16(out + 16, add_i64x2(load_16(out + 16), load_16(in + 16)));
        }
    }
}

STREW_APPLY(strew_add_i64_w8__neon)
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
        store_16(out, add_i64x2(load_16(out), load_16(in)));
        store_16(out + 16, add_i64x2(load_16(out + 16), load_16(in + 16)));
        store_16(out + 32, add_i64x2(load_16(out + 32), load_16(in + 32)));
        store_16(out + 48, add_i64x2(load_16(out + 48), load_16(in + 48)));
    }
}

STREW_APPLY(strew_add_i64_w16__neon)
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
            store_16(out + j, add_i64x2(load_16(out + j), load_16(in + j)));
        }
    }
}

#endif

STREW_APPLY(strew_add_i64_wn__neon)
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
            const simde_uint8x16_t last = add_i64x2(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, add_i64x2(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else {
            store_8(out, add_i64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

#if STREW_BUILD_OWN_CTYPE_I64

STREW_APPLY(strew_sub_i64_w1__neon)
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
            store_i64(out, sub_i64(load_i64(out), load_i64(in)));
        }
    }
}

STREW_APPLY(strew_sub_i64_w2__neon)
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
            store_16(out, sub_i64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_sub_i64_w3__neon)
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
            const simde_uint8x16_t last = sub_i64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, sub_i64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_sub_i64_w4__neon)
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
            store_16(out, sub_i64x2(load_16(out), load_16(in)));
            store_16(out + 16, sub_i64x2(load_16(out + 16), load_16(in + 16)));
        }
    }
}

STREW_APPLY(strew_sub_i64_w8__neon)
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
        store_16(out, sub_i64x2(load_16(out), load_16(in)));
        store_16(out + 16, sub_i64x2(load_16(out + 16), load_16(in + 16)));
        store_16(out + 32, sub_i64x2(load_16(out + 32), load_16(in + 32)));
        store_16(out + 48, sub_i64x2(load_16(out + 48), load_16(in + 48)));
    }
}

STREW_APPLY(strew_sub_i64_w16__neon)
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
            store_16(out + j, sub_i64x2(load_16(out + j), load_16(in + j)));
        }
    }
}

#endif

STREW_APPLY(strew_sub_i64_wn__neon)
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
            const simde_uint8x16_t last = sub_i64x2(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, sub_i64x2(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else {
            store_8(out, sub_i64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

#if STREW_BUILD_OWN_CTYPE_I64

STREW_APPLY(strew_mul_i64_w1__neon)
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
            store_i64(out, mul_i64(load_i64(out), load_i64(in)));
        }
    }
}

STREW_APPLY(strew_mul_i64_w2__neon)
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
            store_16(out, mul_i64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_mul_i64_w3__neon)
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
            const simde_uint8x16_t last = mul_i64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, mul_i64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_mul_i64_w4__neon)
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
            store_16(out, mul_i64x2(load_16(out), load_16(in)));
            store_16(out + 16, mul_i64x2(load_16(out + 16), load_16(in + 16)));
        }
    }
}

STREW_APPLY(strew_mul_i64_w8__neon)
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
        store_16(out, mul_i64x2(load_16(out), load_16(in)));
        store_16(out + 16, mul_i64x2(load_16(out + 16), load_16(in + 16)));
        store_16(out + 32, mul_i64x2(load_16(out + 32), load_16(in + 32)));
        store_16(out + 48, mul_i64x2(load_16(out + 48), load_16(in + 48)));
    }
}

STREW_APPLY(strew_mul_i64_w16__neon)
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
            store_16(out + j, mul_i64x2(load_16(out + j), load_16(in + j)));
        }
    }
}

#endif

STREW_APPLY(strew_mul_i64_wn__neon)
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
            const simde_uint8x16_t last = mul_i64x2(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, mul_i64x2(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else {
            store_8(out, mul_i64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_I64 || STREW_BUILD_FEATURE_CONVERSIONS)

#if STREW_BUILD_OWN_CTYPE_I64

STREW_APPLY(strew_min_i64_w1__neon)
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
            store_8(out, min_i64x2(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_min_i64_w2__neon)
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
            store_16(out, min_i64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_min_i64_w3__neon)
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
            const simde_uint8x16_t last = min_i64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, min_i64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_min_i64_w4__neon)
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
            store_16(out, min_i64x2(load_16(out), load_16(in)));
            store_16(out + 16, min_i64x2(load_16(out + 16), load_16(in + 16)));
        }
    }
}

STREW_APPLY(strew_min_i64_w8__neon)
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
        store_16(out, min_i64x2(load_16(out), load_16(in)));
        store_16(out + 16, min_i64x2(load_16(out + 16), load_16(in + 16)));
        store_16(out + 32, min_i64x2(load_16(out + 32), load_16(in + 32)));
        store_16(out + 48, min_i64x2(load_16(out + 48), load_16(in + 48)));
    }
}

STREW_APPLY(strew_min_i64_w16__neon)
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
            store_16(out + j, min_i64x2(load_16(out + j), load_16(in + j)));
        }
    }
}

#endif

STREW_APPLY(strew_min_i64_wn__neon)
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
            const simde_uint8x16_t last = min_i64x2(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, min_i64x2(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else {
            store_8(out, min_i64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if (STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_I64 || STREW_BUILD_FEATURE_CONVERSIONS)

#if STREW_BUILD_OWN_CTYPE_I64

STREW_APPLY(strew_max_i64_w1__neon)
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
            store_8(out, max_i64x2(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_max_i64_w2__neon)
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
            store_16(out, max_i64x2(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_max_i64_w3__neon)
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
            const simde_uint8x16_t last = max_i64x2(load_16(out + 8), load_16(in + 8));
            store_16(out, max_i64x2(load_16(out), load_16(in)));
            store_16(out + 8, last);
        }
    }
}

STREW_APPLY(strew_max_i64_w4__neon)
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
            store_16(out, max_i64x2(load_16(out), load_16(in)));
            store_16(out + 16, max_i64x2(load_16(out + 16), load_16(in + 16)));
        }
    }
}

STREW_APPLY(strew_max_i64_w8__neon)
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
        store_16(out, max_i64x2(load_16(out), load_16(in)));
        store_16(out + 16, max_i64x2(load_16(out + 16), load_16(in + 16)));
        store_16(out + 32, max_i64x2(load_16(out + 32), load_16(in + 32)));
        store_16(out + 48, max_i64x2(load_16(out + 48), load_16(in + 48)));
    }
}

STREW_APPLY(strew_max_i64_w16__neon)
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
            store_16(out + j, max_i64x2(load_16(out + j), load_16(in + j)));
        }
    }
}

#endif

STREW_APPLY(strew_max_i64_wn__neon)
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
            const simde_uint8x16_t last = max_i64x2(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, max_i64x2(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else {
            store_8(out, max_i64x2(load_8(out), load_8(in)));
        }
    }
}
#endif

#if STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_ADD)
STREW_REDUCE(strew_reduce_add_i64__neon)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    const size_t prefetch_bytes = slices->prefetch_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i + 16 <= slice_bytes; i += 16) {
            simde_uint8x16_t value = load_16(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = add_i64x2(value, load_16(row + i));
            }
            store_16(output + i, value);
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            simde_uint8x16_t value = load_8(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = add_i64x2(value, load_8(row + i));
            store_8(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif

#if STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MIN) && (STREW_BUILD_OWN_CTYPE_I64 || STREW_BUILD_FEATURE_CONVERSIONS))
STREW_REDUCE(strew_reduce_min_i64__neon)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    const size_t prefetch_bytes = slices->prefetch_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i + 16 <= slice_bytes; i += 16) {
            simde_uint8x16_t value = load_16(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = min_i64x2(value, load_16(row + i));
            }
            store_16(output + i, value);
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            simde_uint8x16_t value = load_8(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = min_i64x2(value, load_8(row + i));
            store_8(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif

#if STREW_BUILD_SEGMENT && ((STREW_BUILD_REDUCTION_MAX) && (STREW_BUILD_OWN_CTYPE_I64 || STREW_BUILD_FEATURE_CONVERSIONS))
STREW_REDUCE(strew_reduce_max_i64__neon)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    const size_t prefetch_bytes = slices->prefetch_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i + 16 <= slice_bytes; i += 16) {
            simde_uint8x16_t value = load_16(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = max_i64x2(value, load_16(row + i));
            }
            store_16(output + i, value);
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            simde_uint8x16_t value = load_8(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = max_i64x2(value, load_8(row + i));
            store_8(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif
