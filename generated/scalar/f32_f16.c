/* Rendered from templates/convert.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

static inline float limited(float a, float largest)
{
    return a > largest ? largest : a < -largest ? -largest : a;
}

#if STREW_BUILD_ACCUMULATE || STREW_BUILD_CONVERSIONS || STREW_BUILD_REDUCTION_MEAN

STREW_OWN_FRAME STREW_APPLY(strew_move_f32_f16_wn__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 4 == 0)
    STREW_REQUIRES(slices->slice_bytes / 4 * 2 <= strew_any_bytes)
{
    const size_t stride_bytes = slices->stride_bytes, update_bytes = slices->update_bytes, prefetch_bytes = slices->prefetch_bytes;
    const size_t n = slices->slice_bytes / 4, out_bytes = n * 2;
    const size_t whole_bytes = out_bytes <= STREW_MAX_WHOLE_BYTES ? out_bytes : 0;
    const uint32_t *tuples = slices->tuples;
    const int saturates = slices->saturates;
    const float largest = saturates ? 0x1.ffc0000000000p+15f : from_bits_f32(0x7f800000);
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        unsigned char *out = strew_slice_at(output, slice_indices[t], stride_bytes, out_bytes);
        const unsigned char *in = strew_slice_of(updates, tuples[t], update_bytes, slices->slice_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes);
        STREW_PREFETCH_READ_AT(in, prefetch_bytes + slices->slice_bytes - 1);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_WIDE_SLICES] * stride_bytes);
            STREW_PREFETCH(next);
            STREW_PREFETCH_AT(next, out_bytes - 1);
            for (size_t j = 64; j < whole_bytes; j += 64)
                STREW_PREFETCHES_EACH(j)
            {
                STREW_PREFETCH_AT(output, slice_indices[t + STREW_PREFETCH_WHOLE_SLICES] * stride_bytes + j);
            }
        }
        size_t i = 0;
        for (; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            store_f16(out + i * 2, narrow_f16(limited(load_f32(in + i * 4), largest)));
        }
    }
}
#endif
