/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_add_bool_w1__avx2)
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
            store_bool(out, add_bool(load_bool(out), load_bool(in)));
        }
    }
}

STREW_APPLY(strew_add_bool_w2__avx2)
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
            store_2(out, add_boolx16(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_add_bool_w3__avx2)
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
            const simde__m128i last = add_boolx16(load_2(out + 1), load_2(in + 1));
            store_2(out, add_boolx16(load_2(out), load_2(in)));
            store_2(out + 1, last);
        }
    }
}

STREW_APPLY(strew_add_bool_w4__avx2)
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
            store_4(out, add_boolx16(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_add_bool_w8__avx2)
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
            store_8(out, add_boolx16(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_add_bool_w16__avx2)
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
            store_16(out, add_boolx16(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_add_bool_w32__avx2)
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
            store_32(out, add_boolx32(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_add_bool_w64__avx2)
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
        store_32(out, add_boolx32(load_32(out), load_32(in)));
        store_32(out + 32, add_boolx32(load_32(out + 32), load_32(in + 32)));
    }
}

STREW_APPLY(strew_add_bool_wn__avx2)
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
        if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = add_boolx32(load_32(out + end), load_32(in + end));
            for (size_t j = 0; j < end; j += 32) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_32(out + j, add_boolx32(load_32(out + j), load_32(in + j)));
            }
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = add_boolx16(load_16(out + end), load_16(in + end));
            store_16(out, add_boolx16(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = add_boolx16(load_8(out + end), load_8(in + end));
            store_8(out, add_boolx16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = add_boolx16(load_4(out + end), load_4(in + end));
            store_4(out, add_boolx16(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = add_boolx16(load_2(out + end), load_2(in + end));
            store_2(out, add_boolx16(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, add_boolx16(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_bool_w1__avx2)
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
            store_bool(out, sub_bool(load_bool(out), load_bool(in)));
        }
    }
}

STREW_APPLY(strew_sub_bool_w2__avx2)
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
            store_2(out, sub_boolx16(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_sub_bool_w3__avx2)
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
            const simde__m128i last = sub_boolx16(load_2(out + 1), load_2(in + 1));
            store_2(out, sub_boolx16(load_2(out), load_2(in)));
            store_2(out + 1, last);
        }
    }
}

STREW_APPLY(strew_sub_bool_w4__avx2)
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
            store_4(out, sub_boolx16(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_sub_bool_w8__avx2)
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
            store_8(out, sub_boolx16(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_sub_bool_w16__avx2)
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
            store_16(out, sub_boolx16(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_sub_bool_w32__avx2)
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
            store_32(out, sub_boolx32(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_sub_bool_w64__avx2)
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
        store_32(out, sub_boolx32(load_32(out), load_32(in)));
        store_32(out + 32, sub_boolx32(load_32(out + 32), load_32(in + 32)));
    }
}

STREW_APPLY(strew_sub_bool_wn__avx2)
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
        if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = sub_boolx32(load_32(out + end), load_32(in + end));
            for (size_t j = 0; j < end; j += 32) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_32(out + j, sub_boolx32(load_32(out + j), load_32(in + j)));
            }
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = sub_boolx16(load_16(out + end), load_16(in + end));
            store_16(out, sub_boolx16(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = sub_boolx16(load_8(out + end), load_8(in + end));
            store_8(out, sub_boolx16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = sub_boolx16(load_4(out + end), load_4(in + end));
            store_4(out, sub_boolx16(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = sub_boolx16(load_2(out + end), load_2(in + end));
            store_2(out, sub_boolx16(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, sub_boolx16(load_1(out), load_1(in)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL || STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_mul_bool_w1__avx2)
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
            store_bool(out, mul_bool(load_bool(out), load_bool(in)));
        }
    }
}

STREW_APPLY(strew_mul_bool_w2__avx2)
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
            store_2(out, mul_boolx16(load_2(out), load_2(in)));
        }
    }
}

STREW_APPLY(strew_mul_bool_w3__avx2)
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
            const simde__m128i last = mul_boolx16(load_2(out + 1), load_2(in + 1));
            store_2(out, mul_boolx16(load_2(out), load_2(in)));
            store_2(out + 1, last);
        }
    }
}

STREW_APPLY(strew_mul_bool_w4__avx2)
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
            store_4(out, mul_boolx16(load_4(out), load_4(in)));
        }
    }
}

STREW_APPLY(strew_mul_bool_w8__avx2)
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
            store_8(out, mul_boolx16(load_8(out), load_8(in)));
        }
    }
}

STREW_APPLY(strew_mul_bool_w16__avx2)
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
            store_16(out, mul_boolx16(load_16(out), load_16(in)));
        }
    }
}

STREW_APPLY(strew_mul_bool_w32__avx2)
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
            store_32(out, mul_boolx32(load_32(out), load_32(in)));
        }
    }
}

STREW_APPLY(strew_mul_bool_w64__avx2)
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
        store_32(out, mul_boolx32(load_32(out), load_32(in)));
        store_32(out + 32, mul_boolx32(load_32(out + 32), load_32(in + 32)));
    }
}

STREW_APPLY(strew_mul_bool_wn__avx2)
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
        if (slice_bytes >= 32) {
            const size_t end = slice_bytes - 32;
            const simde__m256i last = mul_boolx32(load_32(out + end), load_32(in + end));
            for (size_t j = 0; j < end; j += 32) {
                STREW_PREFETCH_READ_AT(in, prefetch_bytes + j);
                store_32(out + j, mul_boolx32(load_32(out + j), load_32(in + j)));
            }
            store_32(out + end, last);
        } else if (slice_bytes >= 16) {
            const size_t end = slice_bytes - 16;
            const simde__m128i last = mul_boolx16(load_16(out + end), load_16(in + end));
            store_16(out, mul_boolx16(load_16(out), load_16(in)));
            store_16(out + end, last);
        } else if (slice_bytes >= 8) {
            const size_t end = slice_bytes - 8;
            const simde__m128i last = mul_boolx16(load_8(out + end), load_8(in + end));
            store_8(out, mul_boolx16(load_8(out), load_8(in)));
            store_8(out + end, last);
        } else if (slice_bytes >= 4) {
            const size_t end = slice_bytes - 4;
            const simde__m128i last = mul_boolx16(load_4(out + end), load_4(in + end));
            store_4(out, mul_boolx16(load_4(out), load_4(in)));
            store_4(out + end, last);
        } else if (slice_bytes >= 2) {
            const size_t end = slice_bytes - 2;
            const simde__m128i last = mul_boolx16(load_2(out + end), load_2(in + end));
            store_2(out, mul_boolx16(load_2(out), load_2(in)));
            store_2(out + end, last);
        } else {
            store_1(out, mul_boolx16(load_1(out), load_1(in)));
        }
    }
}
#endif
