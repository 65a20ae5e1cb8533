/* Rendered from templates/apply.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_REDUCTION_ADD

STREW_APPLY(strew_add_f16_w1__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 2 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 2;
            const unsigned char *in = updates + i * 2;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 2;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, add_f16(load_f16(out), load_f16(in)));
        }
    }
}

STREW_APPLY(strew_add_f16_w2__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 4 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 4;
            const unsigned char *in = updates + i * 4;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 4;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, add_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, add_f16(load_f16(out + 2), load_f16(in + 2)));
        }
    }
}

STREW_APPLY(strew_add_f16_w3__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 6 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 6;
            const unsigned char *in = updates + i * 6;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 6;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, add_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, add_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, add_f16(load_f16(out + 4), load_f16(in + 4)));
        }
    }
}

STREW_APPLY(strew_add_f16_w4__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 8;
            const unsigned char *in = updates + i * 8;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 8;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, add_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, add_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, add_f16(load_f16(out + 4), load_f16(in + 4)));
            store_f16(out + 6, add_f16(load_f16(out + 6), load_f16(in + 6)));
        }
    }
}

STREW_APPLY(strew_add_f16_w8__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 16 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 16;
            const unsigned char *in = updates + i * 16;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 16;
                STREW_PREFETCH(ahead);
            }
            for (size_t j = 0; j < 16; j += 2) {
                store_f16(out + j, add_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_add_f16_w16__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 32 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 32;
            const unsigned char *in = updates + i * 32;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 32;
                STREW_PREFETCH(ahead);
                STREW_PREFETCH(ahead + 31);
            }
            for (size_t j = 0; j < 32; j += 2) {
                store_f16(out + j, add_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_add_f16_w32__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 64 + STREW_BYTES_AHEAD);
        unsigned char *out = output + (size_t)slots[i] * 64;
        const unsigned char *in = updates + i * 64;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 64;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 63);
        }
        for (size_t j = 0; j < 64; j += 2) {
            store_f16(out + j, add_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_add_f16_w64__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD + 64);
        unsigned char *out = output + (size_t)slots[i] * 128;
        const unsigned char *in = updates + i * 128;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 128;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 64);
            STREW_PREFETCH(ahead + 127);
        }
        for (size_t j = 0; j < 128; j += 2) {
            store_f16(out + j, add_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_add_f16_wn__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *order = slices->order;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * stride_bytes;
        const unsigned char *in = updates + (order != NULL ? order[i] : i) * stride_bytes;
        if (is_far) {
            const unsigned char *ahead = output + slots[i + STREW_SLOTS_AHEAD] * stride_bytes;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + slice_bytes - 1);
        }
        const unsigned char *soon = order != NULL ? updates + order[i + STREW_ORDER_AHEAD] * stride_bytes : in + STREW_BYTES_AHEAD;
        STREW_PREFETCH_READ(soon);
        STREW_PREFETCH_READ(soon + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 2) {
            store_f16(out + j, add_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_SUB

STREW_APPLY(strew_sub_f16_w1__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 2 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 2;
            const unsigned char *in = updates + i * 2;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 2;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, sub_f16(load_f16(out), load_f16(in)));
        }
    }
}

STREW_APPLY(strew_sub_f16_w2__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 4 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 4;
            const unsigned char *in = updates + i * 4;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 4;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, sub_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, sub_f16(load_f16(out + 2), load_f16(in + 2)));
        }
    }
}

STREW_APPLY(strew_sub_f16_w3__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 6 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 6;
            const unsigned char *in = updates + i * 6;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 6;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, sub_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, sub_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, sub_f16(load_f16(out + 4), load_f16(in + 4)));
        }
    }
}

STREW_APPLY(strew_sub_f16_w4__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 8;
            const unsigned char *in = updates + i * 8;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 8;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, sub_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, sub_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, sub_f16(load_f16(out + 4), load_f16(in + 4)));
            store_f16(out + 6, sub_f16(load_f16(out + 6), load_f16(in + 6)));
        }
    }
}

STREW_APPLY(strew_sub_f16_w8__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 16 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 16;
            const unsigned char *in = updates + i * 16;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 16;
                STREW_PREFETCH(ahead);
            }
            for (size_t j = 0; j < 16; j += 2) {
                store_f16(out + j, sub_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_sub_f16_w16__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 32 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 32;
            const unsigned char *in = updates + i * 32;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 32;
                STREW_PREFETCH(ahead);
                STREW_PREFETCH(ahead + 31);
            }
            for (size_t j = 0; j < 32; j += 2) {
                store_f16(out + j, sub_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_sub_f16_w32__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 64 + STREW_BYTES_AHEAD);
        unsigned char *out = output + (size_t)slots[i] * 64;
        const unsigned char *in = updates + i * 64;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 64;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 63);
        }
        for (size_t j = 0; j < 64; j += 2) {
            store_f16(out + j, sub_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_sub_f16_w64__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD + 64);
        unsigned char *out = output + (size_t)slots[i] * 128;
        const unsigned char *in = updates + i * 128;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 128;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 64);
            STREW_PREFETCH(ahead + 127);
        }
        for (size_t j = 0; j < 128; j += 2) {
            store_f16(out + j, sub_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_sub_f16_wn__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *order = slices->order;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * stride_bytes;
        const unsigned char *in = updates + (order != NULL ? order[i] : i) * stride_bytes;
        if (is_far) {
            const unsigned char *ahead = output + slots[i + STREW_SLOTS_AHEAD] * stride_bytes;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + slice_bytes - 1);
        }
        const unsigned char *soon = order != NULL ? updates + order[i + STREW_ORDER_AHEAD] * stride_bytes : in + STREW_BYTES_AHEAD;
        STREW_PREFETCH_READ(soon);
        STREW_PREFETCH_READ(soon + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 2) {
            store_f16(out + j, sub_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MUL

STREW_APPLY(strew_mul_f16_w1__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 2 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 2;
            const unsigned char *in = updates + i * 2;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 2;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, mul_f16(load_f16(out), load_f16(in)));
        }
    }
}

STREW_APPLY(strew_mul_f16_w2__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 4 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 4;
            const unsigned char *in = updates + i * 4;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 4;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, mul_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, mul_f16(load_f16(out + 2), load_f16(in + 2)));
        }
    }
}

STREW_APPLY(strew_mul_f16_w3__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 6 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 6;
            const unsigned char *in = updates + i * 6;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 6;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, mul_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, mul_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, mul_f16(load_f16(out + 4), load_f16(in + 4)));
        }
    }
}

STREW_APPLY(strew_mul_f16_w4__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 8;
            const unsigned char *in = updates + i * 8;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 8;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, mul_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, mul_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, mul_f16(load_f16(out + 4), load_f16(in + 4)));
            store_f16(out + 6, mul_f16(load_f16(out + 6), load_f16(in + 6)));
        }
    }
}

STREW_APPLY(strew_mul_f16_w8__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 16 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 16;
            const unsigned char *in = updates + i * 16;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 16;
                STREW_PREFETCH(ahead);
            }
            for (size_t j = 0; j < 16; j += 2) {
                store_f16(out + j, mul_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_mul_f16_w16__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 32 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 32;
            const unsigned char *in = updates + i * 32;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 32;
                STREW_PREFETCH(ahead);
                STREW_PREFETCH(ahead + 31);
            }
            for (size_t j = 0; j < 32; j += 2) {
                store_f16(out + j, mul_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_mul_f16_w32__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 64 + STREW_BYTES_AHEAD);
        unsigned char *out = output + (size_t)slots[i] * 64;
        const unsigned char *in = updates + i * 64;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 64;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 63);
        }
        for (size_t j = 0; j < 64; j += 2) {
            store_f16(out + j, mul_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_mul_f16_w64__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD + 64);
        unsigned char *out = output + (size_t)slots[i] * 128;
        const unsigned char *in = updates + i * 128;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 128;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 64);
            STREW_PREFETCH(ahead + 127);
        }
        for (size_t j = 0; j < 128; j += 2) {
            store_f16(out + j, mul_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_mul_f16_wn__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *order = slices->order;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * stride_bytes;
        const unsigned char *in = updates + (order != NULL ? order[i] : i) * stride_bytes;
        if (is_far) {
            const unsigned char *ahead = output + slots[i + STREW_SLOTS_AHEAD] * stride_bytes;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + slice_bytes - 1);
        }
        const unsigned char *soon = order != NULL ? updates + order[i + STREW_ORDER_AHEAD] * stride_bytes : in + STREW_BYTES_AHEAD;
        STREW_PREFETCH_READ(soon);
        STREW_PREFETCH_READ(soon + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 2) {
            store_f16(out + j, mul_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_min_f16_w1__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 2 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 2;
            const unsigned char *in = updates + i * 2;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 2;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, min_f16(load_f16(out), load_f16(in)));
        }
    }
}

STREW_APPLY(strew_min_f16_w2__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 4 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 4;
            const unsigned char *in = updates + i * 4;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 4;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, min_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, min_f16(load_f16(out + 2), load_f16(in + 2)));
        }
    }
}

STREW_APPLY(strew_min_f16_w3__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 6 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 6;
            const unsigned char *in = updates + i * 6;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 6;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, min_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, min_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, min_f16(load_f16(out + 4), load_f16(in + 4)));
        }
    }
}

STREW_APPLY(strew_min_f16_w4__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 8;
            const unsigned char *in = updates + i * 8;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 8;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, min_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, min_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, min_f16(load_f16(out + 4), load_f16(in + 4)));
            store_f16(out + 6, min_f16(load_f16(out + 6), load_f16(in + 6)));
        }
    }
}

STREW_APPLY(strew_min_f16_w8__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 16 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 16;
            const unsigned char *in = updates + i * 16;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 16;
                STREW_PREFETCH(ahead);
            }
            for (size_t j = 0; j < 16; j += 2) {
                store_f16(out + j, min_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_min_f16_w16__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 32 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 32;
            const unsigned char *in = updates + i * 32;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 32;
                STREW_PREFETCH(ahead);
                STREW_PREFETCH(ahead + 31);
            }
            for (size_t j = 0; j < 32; j += 2) {
                store_f16(out + j, min_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_min_f16_w32__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 64 + STREW_BYTES_AHEAD);
        unsigned char *out = output + (size_t)slots[i] * 64;
        const unsigned char *in = updates + i * 64;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 64;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 63);
        }
        for (size_t j = 0; j < 64; j += 2) {
            store_f16(out + j, min_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_min_f16_w64__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD + 64);
        unsigned char *out = output + (size_t)slots[i] * 128;
        const unsigned char *in = updates + i * 128;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 128;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 64);
            STREW_PREFETCH(ahead + 127);
        }
        for (size_t j = 0; j < 128; j += 2) {
            store_f16(out + j, min_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_min_f16_wn__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *order = slices->order;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * stride_bytes;
        const unsigned char *in = updates + (order != NULL ? order[i] : i) * stride_bytes;
        if (is_far) {
            const unsigned char *ahead = output + slots[i + STREW_SLOTS_AHEAD] * stride_bytes;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + slice_bytes - 1);
        }
        const unsigned char *soon = order != NULL ? updates + order[i + STREW_ORDER_AHEAD] * stride_bytes : in + STREW_BYTES_AHEAD;
        STREW_PREFETCH_READ(soon);
        STREW_PREFETCH_READ(soon + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 2) {
            store_f16(out + j, min_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_max_f16_w1__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 2 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 2;
            const unsigned char *in = updates + i * 2;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 2;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, max_f16(load_f16(out), load_f16(in)));
        }
    }
}

STREW_APPLY(strew_max_f16_w2__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 4 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 4;
            const unsigned char *in = updates + i * 4;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 4;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, max_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, max_f16(load_f16(out + 2), load_f16(in + 2)));
        }
    }
}

STREW_APPLY(strew_max_f16_w3__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 6 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 6;
            const unsigned char *in = updates + i * 6;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 6;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, max_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, max_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, max_f16(load_f16(out + 4), load_f16(in + 4)));
        }
    }
}

STREW_APPLY(strew_max_f16_w4__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 8;
            const unsigned char *in = updates + i * 8;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 8;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, max_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, max_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, max_f16(load_f16(out + 4), load_f16(in + 4)));
            store_f16(out + 6, max_f16(load_f16(out + 6), load_f16(in + 6)));
        }
    }
}

STREW_APPLY(strew_max_f16_w8__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 16 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 16;
            const unsigned char *in = updates + i * 16;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 16;
                STREW_PREFETCH(ahead);
            }
            for (size_t j = 0; j < 16; j += 2) {
                store_f16(out + j, max_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_max_f16_w16__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 32 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 32;
            const unsigned char *in = updates + i * 32;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 32;
                STREW_PREFETCH(ahead);
                STREW_PREFETCH(ahead + 31);
            }
            for (size_t j = 0; j < 32; j += 2) {
                store_f16(out + j, max_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_max_f16_w32__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 64 + STREW_BYTES_AHEAD);
        unsigned char *out = output + (size_t)slots[i] * 64;
        const unsigned char *in = updates + i * 64;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 64;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 63);
        }
        for (size_t j = 0; j < 64; j += 2) {
            store_f16(out + j, max_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_max_f16_w64__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD + 64);
        unsigned char *out = output + (size_t)slots[i] * 128;
        const unsigned char *in = updates + i * 128;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 128;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 64);
            STREW_PREFETCH(ahead + 127);
        }
        for (size_t j = 0; j < 128; j += 2) {
            store_f16(out + j, max_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_max_f16_wn__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *order = slices->order;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * stride_bytes;
        const unsigned char *in = updates + (order != NULL ? order[i] : i) * stride_bytes;
        if (is_far) {
            const unsigned char *ahead = output + slots[i + STREW_SLOTS_AHEAD] * stride_bytes;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + slice_bytes - 1);
        }
        const unsigned char *soon = order != NULL ? updates + order[i + STREW_ORDER_AHEAD] * stride_bytes : in + STREW_BYTES_AHEAD;
        STREW_PREFETCH_READ(soon);
        STREW_PREFETCH_READ(soon + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 2) {
            store_f16(out + j, max_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MIN

STREW_APPLY(strew_minnum_f16_w1__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 2 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 2;
            const unsigned char *in = updates + i * 2;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 2;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, min_number_f16(load_f16(out), load_f16(in)));
        }
    }
}

STREW_APPLY(strew_minnum_f16_w2__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 4 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 4;
            const unsigned char *in = updates + i * 4;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 4;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, min_number_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, min_number_f16(load_f16(out + 2), load_f16(in + 2)));
        }
    }
}

STREW_APPLY(strew_minnum_f16_w3__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 6 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 6;
            const unsigned char *in = updates + i * 6;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 6;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, min_number_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, min_number_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, min_number_f16(load_f16(out + 4), load_f16(in + 4)));
        }
    }
}

STREW_APPLY(strew_minnum_f16_w4__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 8;
            const unsigned char *in = updates + i * 8;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 8;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, min_number_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, min_number_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, min_number_f16(load_f16(out + 4), load_f16(in + 4)));
            store_f16(out + 6, min_number_f16(load_f16(out + 6), load_f16(in + 6)));
        }
    }
}

STREW_APPLY(strew_minnum_f16_w8__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 16 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 16;
            const unsigned char *in = updates + i * 16;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 16;
                STREW_PREFETCH(ahead);
            }
            for (size_t j = 0; j < 16; j += 2) {
                store_f16(out + j, min_number_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_minnum_f16_w16__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 32 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 32;
            const unsigned char *in = updates + i * 32;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 32;
                STREW_PREFETCH(ahead);
                STREW_PREFETCH(ahead + 31);
            }
            for (size_t j = 0; j < 32; j += 2) {
                store_f16(out + j, min_number_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_minnum_f16_w32__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 64 + STREW_BYTES_AHEAD);
        unsigned char *out = output + (size_t)slots[i] * 64;
        const unsigned char *in = updates + i * 64;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 64;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 63);
        }
        for (size_t j = 0; j < 64; j += 2) {
            store_f16(out + j, min_number_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_minnum_f16_w64__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD + 64);
        unsigned char *out = output + (size_t)slots[i] * 128;
        const unsigned char *in = updates + i * 128;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 128;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 64);
            STREW_PREFETCH(ahead + 127);
        }
        for (size_t j = 0; j < 128; j += 2) {
            store_f16(out + j, min_number_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_minnum_f16_wn__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *order = slices->order;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * stride_bytes;
        const unsigned char *in = updates + (order != NULL ? order[i] : i) * stride_bytes;
        if (is_far) {
            const unsigned char *ahead = output + slots[i + STREW_SLOTS_AHEAD] * stride_bytes;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + slice_bytes - 1);
        }
        const unsigned char *soon = order != NULL ? updates + order[i + STREW_ORDER_AHEAD] * stride_bytes : in + STREW_BYTES_AHEAD;
        STREW_PREFETCH_READ(soon);
        STREW_PREFETCH_READ(soon + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 2) {
            store_f16(out + j, min_number_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MAX

STREW_APPLY(strew_maxnum_f16_w1__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 2 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 32 ? n_tuples : i + 32;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 2;
            const unsigned char *in = updates + i * 2;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 2;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, max_number_f16(load_f16(out), load_f16(in)));
        }
    }
}

STREW_APPLY(strew_maxnum_f16_w2__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 4 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 16 ? n_tuples : i + 16;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 4;
            const unsigned char *in = updates + i * 4;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 4;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, max_number_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, max_number_f16(load_f16(out + 2), load_f16(in + 2)));
        }
    }
}

STREW_APPLY(strew_maxnum_f16_w3__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 6 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 10 ? n_tuples : i + 10;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 6;
            const unsigned char *in = updates + i * 6;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 6;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, max_number_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, max_number_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, max_number_f16(load_f16(out + 4), load_f16(in + 4)));
        }
    }
}

STREW_APPLY(strew_maxnum_f16_w4__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 8 ? n_tuples : i + 8;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 8;
            const unsigned char *in = updates + i * 8;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 8;
                STREW_PREFETCH(ahead);
            }
            store_f16(out, max_number_f16(load_f16(out), load_f16(in)));
            store_f16(out + 2, max_number_f16(load_f16(out + 2), load_f16(in + 2)));
            store_f16(out + 4, max_number_f16(load_f16(out + 4), load_f16(in + 4)));
            store_f16(out + 6, max_number_f16(load_f16(out + 6), load_f16(in + 6)));
        }
    }
}

STREW_APPLY(strew_maxnum_f16_w8__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 16 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 4 ? n_tuples : i + 4;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 16;
            const unsigned char *in = updates + i * 16;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 16;
                STREW_PREFETCH(ahead);
            }
            for (size_t j = 0; j < 16; j += 2) {
                store_f16(out + j, max_number_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_maxnum_f16_w16__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples;) {
        STREW_PREFETCH_READ(updates + i * 32 + STREW_BYTES_AHEAD);
        const size_t end = n_tuples - i < 2 ? n_tuples : i + 2;
        for (; i < end; i++) {
            unsigned char *out = output + (size_t)slots[i] * 32;
            const unsigned char *in = updates + i * 32;
            if (is_far) {
                const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 32;
                STREW_PREFETCH(ahead);
                STREW_PREFETCH(ahead + 31);
            }
            for (size_t j = 0; j < 32; j += 2) {
                store_f16(out + j, max_number_f16(load_f16(out + j), load_f16(in + j)));
            }
        }
    }
}

STREW_APPLY(strew_maxnum_f16_w32__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 64 + STREW_BYTES_AHEAD);
        unsigned char *out = output + (size_t)slots[i] * 64;
        const unsigned char *in = updates + i * 64;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 64;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 63);
        }
        for (size_t j = 0; j < 64; j += 2) {
            store_f16(out + j, max_number_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_maxnum_f16_w64__scalar)
{
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(updates + i * 128 + STREW_BYTES_AHEAD + 64);
        unsigned char *out = output + (size_t)slots[i] * 128;
        const unsigned char *in = updates + i * 128;
        if (is_far) {
            const unsigned char *ahead = output + (size_t)slots[i + STREW_SLOTS_AHEAD] * 128;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + 64);
            STREW_PREFETCH(ahead + 127);
        }
        for (size_t j = 0; j < 128; j += 2) {
            store_f16(out + j, max_number_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}

STREW_APPLY(strew_maxnum_f16_wn__scalar)
{
    const size_t slice_bytes = slices->slice_bytes, stride_bytes = slices->stride_bytes;
    const uint32_t *order = slices->order;
    const int is_far = slices->is_far;
    for (size_t i = 0; i < n_tuples; i++) {
        unsigned char *out = output + slots[i] * stride_bytes;
        const unsigned char *in = updates + (order != NULL ? order[i] : i) * stride_bytes;
        if (is_far) {
            const unsigned char *ahead = output + slots[i + STREW_SLOTS_AHEAD] * stride_bytes;
            STREW_PREFETCH(ahead);
            STREW_PREFETCH(ahead + slice_bytes - 1);
        }
        const unsigned char *soon = order != NULL ? updates + order[i + STREW_ORDER_AHEAD] * stride_bytes : in + STREW_BYTES_AHEAD;
        STREW_PREFETCH_READ(soon);
        STREW_PREFETCH_READ(soon + slice_bytes - 1);
        for (size_t j = 0; j < slice_bytes; j += 2) {
            store_f16(out + j, max_number_f16(load_f16(out + j), load_f16(in + j)));
        }
    }
}
#endif
