/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_f8e5m2_w1__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 1, prefetch_bytes);
        const size_t end = n_tuples - i < 64 ? n_tuples : i + 64;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 1;
            unsigned char *out = output + (size_t)slice_indices[i] * 1;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 1);
                STREW_PREFETCH(next);
            }
            store_1(out, add_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}

STREW_APPLY(strew_add_f8e5m2_w2__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 2, prefetch_bytes);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 2;
            unsigned char *out = output + (size_t)slice_indices[i] * 2;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2);
                STREW_PREFETCH(next);
            }
            store_2(out, add_f8e5m2x4(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_add_f8e5m2_w3__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 3, prefetch_bytes);
        const size_t end = n_tuples - i < 21 ? n_tuples : i + 21;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 3;
            unsigned char *out = output + (size_t)slice_indices[i] * 3;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 3);
                STREW_PREFETCH(next);
            }
            const simde_uint8x16_t last = add_f8e5m2x4(load_2(out + 1), load_2(in + 1));
            store_2(out, add_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + 1, last);
        }
    }
}

STREW_APPLY(strew_add_f8e5m2_w4__neon)
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
            store_4(out, add_f8e5m2x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_add_f8e5m2_w8__neon)
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
            store_8(out, add_f8e5m2x16(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_add_f8e5m2_w16__neon)
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
            store_16(out, add_f8e5m2x16(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_add_f8e5m2_w32__neon)
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
            for (size_t j = 0; j < 32; j += 16) {
                store_16(out + j, add_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_add_f8e5m2_w64__neon)
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
        for (size_t j = 0; j < 64; j += 16) {
            store_16(out + j, add_f8e5m2x16(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_add_f8e5m2_wn__neon)
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
            const simde_uint8x16_t last = add_f8e5m2x16(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, add_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_uint8x16_t last = add_f8e5m2x16(load_8(out + end), load_8(in + end));
            store_8(out, add_f8e5m2x16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde_uint8x16_t last = add_f8e5m2x4(load_4(out + end), load_4(in + end));
            store_4(out, add_f8e5m2x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde_uint8x16_t last = add_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, add_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, add_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_f8e5m2_w1__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 1, prefetch_bytes);
        const size_t end = n_tuples - i < 64 ? n_tuples : i + 64;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 1;
            unsigned char *out = output + (size_t)slice_indices[i] * 1;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 1);
                STREW_PREFETCH(next);
            }
            store_1(out, sub_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}

STREW_APPLY(strew_sub_f8e5m2_w2__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 2, prefetch_bytes);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 2;
            unsigned char *out = output + (size_t)slice_indices[i] * 2;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2);
                STREW_PREFETCH(next);
            }
            store_2(out, sub_f8e5m2x4(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_sub_f8e5m2_w3__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 3, prefetch_bytes);
        const size_t end = n_tuples - i < 21 ? n_tuples : i + 21;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 3;
            unsigned char *out = output + (size_t)slice_indices[i] * 3;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 3);
                STREW_PREFETCH(next);
            }
            const simde_uint8x16_t last = sub_f8e5m2x4(load_2(out + 1), load_2(in + 1));
            store_2(out, sub_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + 1, last);
        }
    }
}

STREW_APPLY(strew_sub_f8e5m2_w4__neon)
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
            store_4(out, sub_f8e5m2x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_sub_f8e5m2_w8__neon)
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
            store_8(out, sub_f8e5m2x16(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_sub_f8e5m2_w16__neon)
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
            store_16(out, sub_f8e5m2x16(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_sub_f8e5m2_w32__neon)
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
            for (size_t j = 0; j < 32; j += 16) {
                store_16(out + j, sub_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_sub_f8e5m2_w64__neon)
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
        for (size_t j = 0; j < 64; j += 16) {
            store_16(out + j, sub_f8e5m2x16(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_sub_f8e5m2_wn__neon)
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
            const simde_uint8x16_t last = sub_f8e5m2x16(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, sub_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_uint8x16_t last = sub_f8e5m2x16(load_8(out + end), load_8(in + end));
            store_8(out, sub_f8e5m2x16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde_uint8x16_t last = sub_f8e5m2x4(load_4(out + end), load_4(in + end));
            store_4(out, sub_f8e5m2x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde_uint8x16_t last = sub_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, sub_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, sub_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_f8e5m2_w1__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 1, prefetch_bytes);
        const size_t end = n_tuples - i < 64 ? n_tuples : i + 64;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 1;
            unsigned char *out = output + (size_t)slice_indices[i] * 1;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 1);
                STREW_PREFETCH(next);
            }
            store_1(out, mul_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}

STREW_APPLY(strew_mul_f8e5m2_w2__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 2, prefetch_bytes);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 2;
            unsigned char *out = output + (size_t)slice_indices[i] * 2;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2);
                STREW_PREFETCH(next);
            }
            store_2(out, mul_f8e5m2x4(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_mul_f8e5m2_w3__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 3, prefetch_bytes);
        const size_t end = n_tuples - i < 21 ? n_tuples : i + 21;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 3;
            unsigned char *out = output + (size_t)slice_indices[i] * 3;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 3);
                STREW_PREFETCH(next);
            }
            const simde_uint8x16_t last = mul_f8e5m2x4(load_2(out + 1), load_2(in + 1));
            store_2(out, mul_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + 1, last);
        }
    }
}

STREW_APPLY(strew_mul_f8e5m2_w4__neon)
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
            store_4(out, mul_f8e5m2x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_mul_f8e5m2_w8__neon)
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
            store_8(out, mul_f8e5m2x16(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_mul_f8e5m2_w16__neon)
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
            store_16(out, mul_f8e5m2x16(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_mul_f8e5m2_w32__neon)
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
            for (size_t j = 0; j < 32; j += 16) {
                store_16(out + j, mul_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_mul_f8e5m2_w64__neon)
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
        for (size_t j = 0; j < 64; j += 16) {
            store_16(out + j, mul_f8e5m2x16(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_mul_f8e5m2_wn__neon)
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
            const simde_uint8x16_t last = mul_f8e5m2x16(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, mul_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_uint8x16_t last = mul_f8e5m2x16(load_8(out + end), load_8(in + end));
            store_8(out, mul_f8e5m2x16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde_uint8x16_t last = mul_f8e5m2x4(load_4(out + end), load_4(in + end));
            store_4(out, mul_f8e5m2x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde_uint8x16_t last = mul_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, mul_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, mul_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_f8e5m2_w1__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 1, prefetch_bytes);
        const size_t end = n_tuples - i < 64 ? n_tuples : i + 64;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 1;
            unsigned char *out = output + (size_t)slice_indices[i] * 1;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 1);
                STREW_PREFETCH(next);
            }
            store_1(out, min_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}

STREW_APPLY(strew_min_f8e5m2_w2__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 2, prefetch_bytes);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 2;
            unsigned char *out = output + (size_t)slice_indices[i] * 2;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2);
                STREW_PREFETCH(next);
            }
            store_2(out, min_f8e5m2x4(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_min_f8e5m2_w3__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 3, prefetch_bytes);
        const size_t end = n_tuples - i < 21 ? n_tuples : i + 21;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 3;
            unsigned char *out = output + (size_t)slice_indices[i] * 3;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 3);
                STREW_PREFETCH(next);
            }
            const simde_uint8x16_t last = min_f8e5m2x4(load_2(out + 1), load_2(in + 1));
            store_2(out, min_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + 1, last);
        }
    }
}

STREW_APPLY(strew_min_f8e5m2_w4__neon)
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
            store_4(out, min_f8e5m2x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_min_f8e5m2_w8__neon)
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
            store_8(out, min_f8e5m2x16(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_min_f8e5m2_w16__neon)
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
            store_16(out, min_f8e5m2x16(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_min_f8e5m2_w32__neon)
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
            for (size_t j = 0; j < 32; j += 16) {
                store_16(out + j, min_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_min_f8e5m2_w64__neon)
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
        for (size_t j = 0; j < 64; j += 16) {
            store_16(out + j, min_f8e5m2x16(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_min_f8e5m2_wn__neon)
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
            const simde_uint8x16_t last = min_f8e5m2x16(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, min_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_uint8x16_t last = min_f8e5m2x16(load_8(out + end), load_8(in + end));
            store_8(out, min_f8e5m2x16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde_uint8x16_t last = min_f8e5m2x4(load_4(out + end), load_4(in + end));
            store_4(out, min_f8e5m2x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde_uint8x16_t last = min_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, min_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, min_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_f8e5m2_w1__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 1, prefetch_bytes);
        const size_t end = n_tuples - i < 64 ? n_tuples : i + 64;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 1;
            unsigned char *out = output + (size_t)slice_indices[i] * 1;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 1);
                STREW_PREFETCH(next);
            }
            store_1(out, max_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}

STREW_APPLY(strew_max_f8e5m2_w2__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 2, prefetch_bytes);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 2;
            unsigned char *out = output + (size_t)slice_indices[i] * 2;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 2);
                STREW_PREFETCH(next);
            }
            store_2(out, max_f8e5m2x4(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_max_f8e5m2_w3__neon)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 3, prefetch_bytes);
        const size_t end = n_tuples - i < 21 ? n_tuples : i + 21;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 3;
            unsigned char *out = output + (size_t)slice_indices[i] * 3;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 3);
                STREW_PREFETCH(next);
            }
            const simde_uint8x16_t last = max_f8e5m2x4(load_2(out + 1), load_2(in + 1));
            store_2(out, max_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + 1, last);
        }
    }
}

STREW_APPLY(strew_max_f8e5m2_w4__neon)
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
            store_4(out, max_f8e5m2x4(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_max_f8e5m2_w8__neon)
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
            store_8(out, max_f8e5m2x16(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_max_f8e5m2_w16__neon)
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
            store_16(out, max_f8e5m2x16(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_max_f8e5m2_w32__neon)
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
            for (size_t j = 0; j < 32; j += 16) {
                store_16(out + j, max_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_max_f8e5m2_w64__neon)
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
        for (size_t j = 0; j < 64; j += 16) {
            store_16(out + j, max_f8e5m2x16(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_max_f8e5m2_wn__neon)
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
            const simde_uint8x16_t last = max_f8e5m2x16(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, max_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_uint8x16_t last = max_f8e5m2x16(load_8(out + end), load_8(in + end));
            store_8(out, max_f8e5m2x16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde_uint8x16_t last = max_f8e5m2x4(load_4(out + end), load_4(in + end));
            store_4(out, max_f8e5m2x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde_uint8x16_t last = max_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, max_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, max_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_f8e5m2_wn__neon)
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
            const simde_uint8x16_t last = min_number_f8e5m2x16(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, min_number_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_uint8x16_t last = min_number_f8e5m2x16(load_8(out + end), load_8(in + end));
            store_8(out, min_number_f8e5m2x16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde_uint8x16_t last = min_number_f8e5m2x4(load_4(out + end), load_4(in + end));
            store_4(out, min_number_f8e5m2x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde_uint8x16_t last = min_number_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, min_number_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, min_number_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_f8e5m2_wn__neon)
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
            const simde_uint8x16_t last = max_number_f8e5m2x16(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, max_number_f8e5m2x16(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde_uint8x16_t last = max_number_f8e5m2x16(load_8(out + end), load_8(in + end));
            store_8(out, max_number_f8e5m2x16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde_uint8x16_t last = max_number_f8e5m2x4(load_4(out + end), load_4(in + end));
            store_4(out, max_number_f8e5m2x4(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde_uint8x16_t last = max_number_f8e5m2x4(load_2(out + end), load_2(in + end));
            store_2(out, max_number_f8e5m2x4(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, max_number_f8e5m2x4(load_1(out), load_1(in)));
        }
    }
}
#endif
