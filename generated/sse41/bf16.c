/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_bf16_w1__sse41)
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
            store_bf16(out, add_bf16(load_bf16(out), load_bf16(in)));
        }
    }
}

STREW_APPLY(strew_add_bf16_w2__sse41)
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
            store_4(out, add_bf16x8(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_add_bf16_w3__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 6;
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            const simde__m128i last = add_bf16x8(load_4(out + 2), load_4(in + 2));
            store_4(out, add_bf16x8(load_4(out), load_4(in)));
            store_4(out + 2, last);
        }
    }
}

STREW_APPLY(strew_add_bf16_w4__sse41)
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
            store_8(out, add_bf16x8(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_add_bf16_w8__sse41)
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
            store_16(out, add_bf16x8(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_add_bf16_w16__sse41)
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
                store_16(out + j, add_bf16x8(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_add_bf16_w32__sse41)
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
            store_16(out + j, add_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_add_bf16_w64__sse41)
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
            store_16(out + j, add_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_add_bf16_wn__sse41)
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
            const simde__m128i last = add_bf16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, add_bf16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = add_bf16x8(load_8(out + end), load_8(in + end));
            store_8(out, add_bf16x8(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = add_bf16x8(load_4(out + end), load_4(in + end));
            store_4(out, add_bf16x8(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, add_bf16x8(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_bf16_w1__sse41)
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
            store_2(out, sub_bf16x8(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_sub_bf16_w2__sse41)
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
            store_4(out, sub_bf16x8(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_sub_bf16_w3__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 6;
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            const simde__m128i last = sub_bf16x8(load_4(out + 2), load_4(in + 2));
            store_4(out, sub_bf16x8(load_4(out), load_4(in)));
            store_4(out + 2, last);
        }
    }
}

STREW_APPLY(strew_sub_bf16_w4__sse41)
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
            store_8(out, sub_bf16x8(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_sub_bf16_w8__sse41)
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
            store_16(out, sub_bf16x8(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_sub_bf16_w16__sse41)
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
                store_16(out + j, sub_bf16x8(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_sub_bf16_w32__sse41)
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
            store_16(out + j, sub_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_sub_bf16_w64__sse41)
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
            store_16(out + j, sub_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_sub_bf16_wn__sse41)
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
            const simde__m128i last = sub_bf16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, sub_bf16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = sub_bf16x8(load_8(out + end), load_8(in + end));
            store_8(out, sub_bf16x8(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = sub_bf16x8(load_4(out + end), load_4(in + end));
            store_4(out, sub_bf16x8(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, sub_bf16x8(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_bf16_w1__sse41)
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
            store_2(out, mul_bf16x8(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_mul_bf16_w2__sse41)
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
            store_4(out, mul_bf16x8(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_mul_bf16_w3__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 6;
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            const simde__m128i last = mul_bf16x8(load_4(out + 2), load_4(in + 2));
            store_4(out, mul_bf16x8(load_4(out), load_4(in)));
            store_4(out + 2, last);
        }
    }
}

STREW_APPLY(strew_mul_bf16_w4__sse41)
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
            store_8(out, mul_bf16x8(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_mul_bf16_w8__sse41)
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
            store_16(out, mul_bf16x8(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_mul_bf16_w16__sse41)
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
                store_16(out + j, mul_bf16x8(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_mul_bf16_w32__sse41)
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
            store_16(out + j, mul_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_mul_bf16_w64__sse41)
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
            store_16(out + j, mul_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_mul_bf16_wn__sse41)
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
            const simde__m128i last = mul_bf16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, mul_bf16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = mul_bf16x8(load_8(out + end), load_8(in + end));
            store_8(out, mul_bf16x8(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = mul_bf16x8(load_4(out + end), load_4(in + end));
            store_4(out, mul_bf16x8(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, mul_bf16x8(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_bf16_w1__sse41)
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
            store_2(out, min_bf16x8(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_min_bf16_w2__sse41)
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
            store_4(out, min_bf16x8(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_min_bf16_w3__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 6;
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            const simde__m128i last = min_bf16x8(load_4(out + 2), load_4(in + 2));
            store_4(out, min_bf16x8(load_4(out), load_4(in)));
            store_4(out + 2, last);
        }
    }
}

STREW_APPLY(strew_min_bf16_w4__sse41)
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
            store_8(out, min_bf16x8(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_min_bf16_w8__sse41)
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
            store_16(out, min_bf16x8(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_min_bf16_w16__sse41)
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
                store_16(out + j, min_bf16x8(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_min_bf16_w32__sse41)
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
            store_16(out + j, min_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_min_bf16_w64__sse41)
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
            store_16(out + j, min_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_min_bf16_wn__sse41)
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
            const simde__m128i last = min_bf16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, min_bf16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = min_bf16x8(load_8(out + end), load_8(in + end));
            store_8(out, min_bf16x8(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = min_bf16x8(load_4(out + end), load_4(in + end));
            store_4(out, min_bf16x8(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, min_bf16x8(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_bf16_w1__sse41)
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
            store_2(out, max_bf16x8(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_max_bf16_w2__sse41)
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
            store_4(out, max_bf16x8(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_max_bf16_w3__sse41)
{
    const size_t prefetch_bytes = slices->prefetch_bytes;
    const int prefetches_output = slices->prefetches_output;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ_AT(updates + i * 6, prefetch_bytes);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            const unsigned char *in = updates + i * 6;
            unsigned char *out = output + (size_t)slice_indices[i] * 6;
            if (prefetches_output) {
                const void *const next = strew_prefetch_address(output, (size_t)slice_indices[i + STREW_PREFETCH_SLICES] * 6);
                STREW_PREFETCH(next);
            }
            const simde__m128i last = max_bf16x8(load_4(out + 2), load_4(in + 2));
            store_4(out, max_bf16x8(load_4(out), load_4(in)));
            store_4(out + 2, last);
        }
    }
}

STREW_APPLY(strew_max_bf16_w4__sse41)
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
            store_8(out, max_bf16x8(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_max_bf16_w8__sse41)
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
            store_16(out, max_bf16x8(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_max_bf16_w16__sse41)
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
                store_16(out + j, max_bf16x8(load_16(out + j), load_16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_max_bf16_w32__sse41)
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
            store_16(out + j, max_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_max_bf16_w64__sse41)
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
            store_16(out + j, max_bf16x8(load_16(out + j), load_16(in + j)));
        }
    }
}

STREW_APPLY(strew_max_bf16_wn__sse41)
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
            const simde__m128i last = max_bf16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, max_bf16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = max_bf16x8(load_8(out + end), load_8(in + end));
            store_8(out, max_bf16x8(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = max_bf16x8(load_4(out + end), load_4(in + end));
            store_4(out, max_bf16x8(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, max_bf16x8(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_bf16_wn__sse41)
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
            const simde__m128i last = min_number_bf16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, min_number_bf16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = min_number_bf16x8(load_8(out + end), load_8(in + end));
            store_8(out, min_number_bf16x8(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = min_number_bf16x8(load_4(out + end), load_4(in + end));
            store_4(out, min_number_bf16x8(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, min_number_bf16x8(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_bf16_wn__sse41)
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
            const simde__m128i last = max_number_bf16x8(load_16(out + end), load_16(in + end));
            for (size_t j = 0; j < end; j += 16) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_16(out + j, max_number_bf16x8(load_16(out + j), load_16(in + j)));
            }
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = max_number_bf16x8(load_8(out + end), load_8(in + end));
            store_8(out, max_number_bf16x8(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = max_number_bf16x8(load_4(out + end), load_4(in + end));
            store_4(out, max_number_bf16x8(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else {
            store_2(out, max_number_bf16x8(load_2(out), load_2(in)));
        }
    }
}
#endif

#if STREW_BUILD_FUSED && ((STREW_BUILD_REDUCTION_ADD)) && STREW_BUILD_CTYPE_BF16
STREW_FUSE(strew_fuse_add_bf16__sse41)
{
    static const uint16_t one = 0x3f80;
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
            const simde__m128i first_weight = every_b16x8((int16_t)load_bf16(weight_of_first));
            value_0 = mul_bf16x8(value_0, first_weight);
            value_1 = mul_bf16x8(value_1, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_bf16(weights + t * weight_step));
                value_0 = add_bf16x8(value_0, mul_bf16x8(load_16(row), weight));
                value_1 = add_bf16x8(value_1, mul_bf16x8(load_16(row + 16), weight));
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
            const simde__m128i first_weight = every_b16x8((int16_t)load_bf16(weight_of_first));
            value_0 = mul_bf16x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_bf16(weights + t * weight_step));
                value_0 = add_bf16x8(value_0, mul_bf16x8(load_16(row), weight));
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
            const simde__m128i first_weight = every_b16x8((int16_t)load_bf16(weight_of_first));
            value_0 = mul_bf16x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_bf16(weights + t * weight_step));
                value_0 = add_bf16x8(value_0, mul_bf16x8(load_8(row), weight));
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
            const simde__m128i first_weight = every_b16x8((int16_t)load_bf16(weight_of_first));
            value_0 = mul_bf16x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_bf16(weights + t * weight_step));
                value_0 = add_bf16x8(value_0, mul_bf16x8(load_4(row), weight));
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
            const simde__m128i first_weight = every_b16x8((int16_t)load_bf16(weight_of_first));
            value_0 = mul_bf16x8(value_0, first_weight);
            for (t = first + replaces; t < n && slice_indices[t] == slice_index; t++) {
                row = table + rows[t] * row_bytes + i;
                later = strew_prefetch_address(table, rows[t + STREW_PREFETCH_ROWS] * row_bytes + i);
                STREW_PREFETCH_SECOND(later);
                const simde__m128i weight = every_b16x8((int16_t)load_bf16(weights + t * weight_step));
                value_0 = add_bf16x8(value_0, mul_bf16x8(load_2(row), weight));
            }
            store_2(out + i, value_0);
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MIN) && STREW_BUILD_CTYPE_BF16
STREW_BAG(strew_bag_min_bf16__sse41)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes && slice_bytes >= 16) {
            for (; i + 64 <= slice_bytes; i += 64) {
                unsigned char *const out = output + i;
                simde__m128i value_0, value_1, value_2, value_3, value_4, value_5, value_6, value_7;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = even_bf16x8(load_16(row));
                    value_1 = odd_bf16x8(load_16(row));
                    value_2 = even_bf16x8(load_16(row + 16));
                    value_3 = odd_bf16x8(load_16(row + 16));
                    value_4 = even_bf16x8(load_16(row + 32));
                    value_5 = odd_bf16x8(load_16(row + 32));
                    value_6 = even_bf16x8(load_16(row + 48));
                    value_7 = odd_bf16x8(load_16(row + 48));
                } else {
                    value_0 = even_bf16x8(load_16(out));
                    value_1 = odd_bf16x8(load_16(out));
                    value_2 = even_bf16x8(load_16(out + 16));
                    value_3 = odd_bf16x8(load_16(out + 16));
                    value_4 = even_bf16x8(load_16(out + 32));
                    value_5 = odd_bf16x8(load_16(out + 32));
                    value_6 = even_bf16x8(load_16(out + 48));
                    value_7 = odd_bf16x8(load_16(out + 48));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = min_f32x4(value_0, even_bf16x8(load_16(row)));
                    value_1 = min_f32x4(value_1, odd_bf16x8(load_16(row)));
                    value_2 = min_f32x4(value_2, even_bf16x8(load_16(row + 16)));
                    value_3 = min_f32x4(value_3, odd_bf16x8(load_16(row + 16)));
                    value_4 = min_f32x4(value_4, even_bf16x8(load_16(row + 32)));
                    value_5 = min_f32x4(value_5, odd_bf16x8(load_16(row + 32)));
                    value_6 = min_f32x4(value_6, even_bf16x8(load_16(row + 48)));
                    value_7 = min_f32x4(value_7, odd_bf16x8(load_16(row + 48)));
                }
                if (bags->divides) {
                    const simde__m128i count = every_f32x4((float)lengths[s]);
                    value_0 = div_f32x4(value_0, count);
                    value_1 = div_f32x4(value_1, count);
                    value_2 = div_f32x4(value_2, count);
                    value_3 = div_f32x4(value_3, count);
                    value_4 = div_f32x4(value_4, count);
                    value_5 = div_f32x4(value_5, count);
                    value_6 = div_f32x4(value_6, count);
                    value_7 = div_f32x4(value_7, count);
                }
                store_16(out, join_bf16x8(value_0, value_1));
                store_16(out + 16, join_bf16x8(value_2, value_3));
                store_16(out + 32, join_bf16x8(value_4, value_5));
                store_16(out + 48, join_bf16x8(value_6, value_7));
            }
            for (; i + 16 <= slice_bytes; i += 16) {
                unsigned char *const out = output + i;
                simde__m128i value_0, value_1;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = even_bf16x8(load_16(row));
                    value_1 = odd_bf16x8(load_16(row));
                } else {
                    value_0 = even_bf16x8(load_16(out));
                    value_1 = odd_bf16x8(load_16(out));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = min_f32x4(value_0, even_bf16x8(load_16(row)));
                    value_1 = min_f32x4(value_1, odd_bf16x8(load_16(row)));
                }
                if (bags->divides) {
                    const simde__m128i count = every_f32x4((float)lengths[s]);
                    value_0 = div_f32x4(value_0, count);
                    value_1 = div_f32x4(value_1, count);
                }
                store_16(out, join_bf16x8(value_0, value_1));
            }
            if (i != slice_bytes) i = slice_bytes - 16;
        }
    }
}
#endif

#if STREW_BUILD_FUSED && STREW_BUILD_SEGMENT && (STREW_BUILD_REDUCTION_MAX) && STREW_BUILD_CTYPE_BF16
STREW_BAG(strew_bag_max_bf16__sse41)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes, row_bytes = slices->update_bytes, n = bags->n;
    const size_t replaces = bags->replaces != 0;
    const uint32_t *const lengths = bags->lengths;
    for (size_t s = 0, first = 0, end; s < n; s++, first = end, output += stride_bytes) {
        end = first + lengths[s];
        const size_t ahead = bags->prefetches && end + STREW_PREFETCH_ROWS <= bags->n_tuples ? STREW_PREFETCH_ROWS : 0;
        size_t i = lengths[s] != 0 ? 0 : slice_bytes;
        while (i != slice_bytes && slice_bytes >= 16) {
            for (; i + 64 <= slice_bytes; i += 64) {
                unsigned char *const out = output + i;
                simde__m128i value_0, value_1, value_2, value_3, value_4, value_5, value_6, value_7;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = even_bf16x8(load_16(row));
                    value_1 = odd_bf16x8(load_16(row));
                    value_2 = even_bf16x8(load_16(row + 16));
                    value_3 = odd_bf16x8(load_16(row + 16));
                    value_4 = even_bf16x8(load_16(row + 32));
                    value_5 = odd_bf16x8(load_16(row + 32));
                    value_6 = even_bf16x8(load_16(row + 48));
                    value_7 = odd_bf16x8(load_16(row + 48));
                } else {
                    value_0 = even_bf16x8(load_16(out));
                    value_1 = odd_bf16x8(load_16(out));
                    value_2 = even_bf16x8(load_16(out + 16));
                    value_3 = odd_bf16x8(load_16(out + 16));
                    value_4 = even_bf16x8(load_16(out + 32));
                    value_5 = odd_bf16x8(load_16(out + 32));
                    value_6 = even_bf16x8(load_16(out + 48));
                    value_7 = odd_bf16x8(load_16(out + 48));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = max_f32x4(value_0, even_bf16x8(load_16(row)));
                    value_1 = max_f32x4(value_1, odd_bf16x8(load_16(row)));
                    value_2 = max_f32x4(value_2, even_bf16x8(load_16(row + 16)));
                    value_3 = max_f32x4(value_3, odd_bf16x8(load_16(row + 16)));
                    value_4 = max_f32x4(value_4, even_bf16x8(load_16(row + 32)));
                    value_5 = max_f32x4(value_5, odd_bf16x8(load_16(row + 32)));
                    value_6 = max_f32x4(value_6, even_bf16x8(load_16(row + 48)));
                    value_7 = max_f32x4(value_7, odd_bf16x8(load_16(row + 48)));
                }
                if (bags->divides) {
                    const simde__m128i count = every_f32x4((float)lengths[s]);
                    value_0 = div_f32x4(value_0, count);
                    value_1 = div_f32x4(value_1, count);
                    value_2 = div_f32x4(value_2, count);
                    value_3 = div_f32x4(value_3, count);
                    value_4 = div_f32x4(value_4, count);
                    value_5 = div_f32x4(value_5, count);
                    value_6 = div_f32x4(value_6, count);
                    value_7 = div_f32x4(value_7, count);
                }
                store_16(out, join_bf16x8(value_0, value_1));
                store_16(out + 16, join_bf16x8(value_2, value_3));
                store_16(out + 32, join_bf16x8(value_4, value_5));
                store_16(out + 48, join_bf16x8(value_6, value_7));
            }
            for (; i + 16 <= slice_bytes; i += 16) {
                unsigned char *const out = output + i;
                simde__m128i value_0, value_1;
                if (replaces) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, first) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, first + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = even_bf16x8(load_16(row));
                    value_1 = odd_bf16x8(load_16(row));
                } else {
                    value_0 = even_bf16x8(load_16(out));
                    value_1 = odd_bf16x8(load_16(out));
                }
                for (size_t t = first + replaces; t < end; t++) {
                    const unsigned char *const row = table + strew_row_in_bag(bags, t) * row_bytes + i;
                    if (ahead != 0) {
                        const unsigned char *const later = table + strew_row_in_bag(bags, t + ahead) * row_bytes + i;
                        STREW_PREFETCH_SECOND(later);
                    }
                    value_0 = max_f32x4(value_0, even_bf16x8(load_16(row)));
                    value_1 = max_f32x4(value_1, odd_bf16x8(load_16(row)));
                }
                if (bags->divides) {
                    const simde__m128i count = every_f32x4((float)lengths[s]);
                    value_0 = div_f32x4(value_0, count);
                    value_1 = div_f32x4(value_1, count);
                }
                store_16(out, join_bf16x8(value_0, value_1));
            }
            if (i != slice_bytes) i = slice_bytes - 16;
        }
    }
}
#endif
