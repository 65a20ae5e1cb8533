/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_i32_w1__rvv)
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
            store_4(out, add_i32x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_add_i32_w2__rvv)
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
            store_8(out, add_i32x4(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_add_i32_w3__rvv)
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
            const vuint8m1_t last = add_i32x4(load_8(out + 4), load_8(in + 4));
            store_8(out, add_i32x4(load_8(out), load_8(in)));
            store_8(out + 4, last);
        }
    }
}

STREW_APPLY(strew_add_i32_w4__rvv)
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
            store_16(out, add_i32x4(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_add_i32_w8__rvv)
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
            store_32(out, add_i32x8(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_add_i32_w16__rvv)
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
        store_64(out, add_i32x16(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_add_i32_w32__rvv)
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
        store_128(out, add_i32x32(load_128(out), load_128(in)));
    }
}

STREW_APPLY(strew_add_i32_wn__rvv)
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
        add_i32_row(out, in, slice_bytes);
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_i32_w1__rvv)
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
            store_4(out, sub_i32x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_sub_i32_w2__rvv)
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
            store_8(out, sub_i32x4(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_sub_i32_w3__rvv)
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
            const vuint8m1_t last = sub_i32x4(load_8(out + 4), load_8(in + 4));
            store_8(out, sub_i32x4(load_8(out), load_8(in)));
            store_8(out + 4, last);
        }
    }
}

STREW_APPLY(strew_sub_i32_w4__rvv)
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
            store_16(out, sub_i32x4(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_sub_i32_w8__rvv)
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
            store_32(out, sub_i32x8(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_sub_i32_w16__rvv)
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
        store_64(out, sub_i32x16(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_sub_i32_w32__rvv)
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
        store_128(out, sub_i32x32(load_128(out), load_128(in)));
    }
}

STREW_APPLY(strew_sub_i32_wn__rvv)
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
        sub_i32_row(out, in, slice_bytes);
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_i32_w1__rvv)
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
            store_4(out, mul_i32x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_mul_i32_w2__rvv)
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
            store_8(out, mul_i32x4(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_mul_i32_w3__rvv)
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
            const vuint8m1_t last = mul_i32x4(load_8(out + 4), load_8(in + 4));
            store_8(out, mul_i32x4(load_8(out), load_8(in)));
            store_8(out + 4, last);
        }
    }
}

STREW_APPLY(strew_mul_i32_w4__rvv)
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
            store_16(out, mul_i32x4(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_mul_i32_w8__rvv)
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
            store_32(out, mul_i32x8(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_mul_i32_w16__rvv)
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
        store_64(out, mul_i32x16(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_mul_i32_w32__rvv)
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
        store_128(out, mul_i32x32(load_128(out), load_128(in)));
    }
}

STREW_APPLY(strew_mul_i32_wn__rvv)
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
        mul_i32_row(out, in, slice_bytes);
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_i32_w1__rvv)
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
            store_4(out, min_i32x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_min_i32_w2__rvv)
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
            store_8(out, min_i32x4(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_min_i32_w3__rvv)
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
            const vuint8m1_t last = min_i32x4(load_8(out + 4), load_8(in + 4));
            store_8(out, min_i32x4(load_8(out), load_8(in)));
            store_8(out + 4, last);
        }
    }
}

STREW_APPLY(strew_min_i32_w4__rvv)
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
            store_16(out, min_i32x4(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_min_i32_w8__rvv)
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
            store_32(out, min_i32x8(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_min_i32_w16__rvv)
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
        store_64(out, min_i32x16(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_min_i32_w32__rvv)
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
        store_128(out, min_i32x32(load_128(out), load_128(in)));
    }
}

STREW_APPLY(strew_min_i32_wn__rvv)
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
        min_i32_row(out, in, slice_bytes);
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_i32_w1__rvv)
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
            store_4(out, max_i32x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_max_i32_w2__rvv)
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
            store_8(out, max_i32x4(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_max_i32_w3__rvv)
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
            const vuint8m1_t last = max_i32x4(load_8(out + 4), load_8(in + 4));
            store_8(out, max_i32x4(load_8(out), load_8(in)));
            store_8(out + 4, last);
        }
    }
}

STREW_APPLY(strew_max_i32_w4__rvv)
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
            store_16(out, max_i32x4(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_max_i32_w8__rvv)
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
            store_32(out, max_i32x8(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_max_i32_w16__rvv)
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
        store_64(out, max_i32x16(load_64(out), load_64(in)));
    }
}

STREW_APPLY(strew_max_i32_w32__rvv)
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
        store_128(out, max_i32x32(load_128(out), load_128(in)));
    }
}

STREW_APPLY(strew_max_i32_wn__rvv)
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
        max_i32_row(out, in, slice_bytes);
    }
}
#endif

#if STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_ADD)
STREW_REDUCE(strew_reduce_add_i32__rvv)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    const size_t prefetch_bytes = slices->prefetch_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i + 128 <= slice_bytes; i += 128) {
            vuint8m8_t value = load_128(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = add_i32x32(value, load_128(row + i));
            }
            store_128(output + i, value);
        }
        for (; i + 64 <= slice_bytes; i += 64) {
            vuint8m4_t value = load_64(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = add_i32x16(value, load_64(row + i));
            }
            store_64(output + i, value);
        }
        for (; i + 32 <= slice_bytes; i += 32) {
            vuint8m2_t value = load_32(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = add_i32x8(value, load_32(row + i));
            }
            store_32(output + i, value);
        }
        for (; i + 16 <= slice_bytes; i += 16) {
            vuint8m1_t value = load_16(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = add_i32x4(value, load_16(row + i));
            }
            store_16(output + i, value);
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            vuint8m1_t value = load_8(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = add_i32x4(value, load_8(row + i));
            store_8(output + i, value);
        }
        for (; i + 4 <= slice_bytes; i += 4) {
            vuint8m1_t value = load_4(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = add_i32x4(value, load_4(row + i));
            store_4(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif

#if STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MIN)
STREW_REDUCE(strew_reduce_min_i32__rvv)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    const size_t prefetch_bytes = slices->prefetch_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i + 128 <= slice_bytes; i += 128) {
            vuint8m8_t value = load_128(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = min_i32x32(value, load_128(row + i));
            }
            store_128(output + i, value);
        }
        for (; i + 64 <= slice_bytes; i += 64) {
            vuint8m4_t value = load_64(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = min_i32x16(value, load_64(row + i));
            }
            store_64(output + i, value);
        }
        for (; i + 32 <= slice_bytes; i += 32) {
            vuint8m2_t value = load_32(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = min_i32x8(value, load_32(row + i));
            }
            store_32(output + i, value);
        }
        for (; i + 16 <= slice_bytes; i += 16) {
            vuint8m1_t value = load_16(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = min_i32x4(value, load_16(row + i));
            }
            store_16(output + i, value);
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            vuint8m1_t value = load_8(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = min_i32x4(value, load_8(row + i));
            store_8(output + i, value);
        }
        for (; i + 4 <= slice_bytes; i += 4) {
            vuint8m1_t value = load_4(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = min_i32x4(value, load_4(row + i));
            store_4(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif

#if STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MAX)
STREW_REDUCE(strew_reduce_max_i32__rvv)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, step = slices->update_bytes;
    const size_t prefetch_bytes = slices->prefetch_bytes;
    for (size_t s = 0; s < n;) {
        const unsigned char *const end = updates + lengths[s] * step;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        for (; i + 128 <= slice_bytes; i += 128) {
            vuint8m8_t value = load_128(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = max_i32x32(value, load_128(row + i));
            }
            store_128(output + i, value);
        }
        for (; i + 64 <= slice_bytes; i += 64) {
            vuint8m4_t value = load_64(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = max_i32x16(value, load_64(row + i));
            }
            store_64(output + i, value);
        }
        for (; i + 32 <= slice_bytes; i += 32) {
            vuint8m2_t value = load_32(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = max_i32x8(value, load_32(row + i));
            }
            store_32(output + i, value);
        }
        for (; i + 16 <= slice_bytes; i += 16) {
            vuint8m1_t value = load_16(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) {
                STREW_PREFETCH_READ_AT(row + i, prefetch_bytes);
                value = max_i32x4(value, load_16(row + i));
            }
            store_16(output + i, value);
        }
        for (; i + 8 <= slice_bytes; i += 8) {
            vuint8m1_t value = load_8(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = max_i32x4(value, load_8(row + i));
            store_8(output + i, value);
        }
        for (; i + 4 <= slice_bytes; i += 4) {
            vuint8m1_t value = load_4(updates + i);
            for (const unsigned char *row = updates + step; row != end; row += step) value = max_i32x4(value, load_4(row + i));
            store_4(output + i, value);
        }
        updates = end;
        output += stride_bytes;
        s++;
    }
}
#endif
