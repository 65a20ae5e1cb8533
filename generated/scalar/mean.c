/* Rendered from templates/mean.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "quotients.h"
#include "vocabulary.h"

/* Up to here a count is a float32. The quotient of two of them has the bits of the float64 quotient, rounded: float64 has more than twice
 * the mantissa and two bits. */
#define MAX_FLOAT_COUNT (UINT64_C(1) << 24)

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_F32
STREW_MEAN_DIVIDE(strew_divide_f32_s32__scalar)
    STREW_DIVIDES_MEANS(4, 0)
{
    (void)sums, (void)rounding;
    if (count <= MAX_FLOAT_COUNT) {
        for (size_t i = 0; i < n; i++)
            STREW_MEANS_EACH(output)
        {
            store_f32(output + i * 4, load_f32(output + i * 4) / (float)(uint32_t)count);
        }
    } else {
        for (size_t i = 0; i < n; i++)
            STREW_MEANS_EACH(output)
        {
            store_f32(output + i * 4, (float)((double)load_f32(output + i * 4) / strew_to_double(count)));
        }
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_F64
STREW_MEAN_DIVIDE(strew_divide_f64_s64__scalar)
    STREW_DIVIDES_MEANS(8, 0)
{
    (void)sums, (void)rounding;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        store_f64(output + i * 8, load_f64(output + i * 8) / strew_to_double(count));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_I8
STREW_MEAN_DIVIDE(strew_divide_i8_s64__scalar)
    STREW_DIVIDES_MEANS(1, 8)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = (int)(sum[i] >> 63);
        store_i8(output + i * 1, (int8_t)strew_divide_64(sum[i], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_I16
STREW_MEAN_DIVIDE(strew_divide_i16_s64__scalar)
    STREW_DIVIDES_MEANS(2, 8)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = (int)(sum[i] >> 63);
        store_i16(output + i * 2, (int16_t)strew_divide_64(sum[i], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_I32
STREW_MEAN_DIVIDE(strew_divide_i32_s64__scalar)
    STREW_DIVIDES_MEANS(4, 8)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = (int)(sum[i] >> 63);
        store_i32(output + i * 4, (int32_t)strew_divide_64(sum[i], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_I32
STREW_MEAN_START(strew_start_i32_s128__scalar)
    STREW_STARTS_MEANS(4)
{
    uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(sums)
    {
        sum[2 * i] = old != NULL ? (uint64_t)load_i32(old + i * 4) : 0;
        sum[2 * i + 1] = 0 - (sum[2 * i] >> 63);
    }
}

STREW_APPLY(strew_sum_i32_s128__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 4 == 0)
    STREW_REQUIRES(slices->slice_bytes / 4 * 16 <= strew_any_bytes)
{
    const size_t n = slices->slice_bytes / 4;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        const unsigned char *in = strew_slice_of(updates, tuples[t], slices->update_bytes, slices->slice_bytes);
        uint64_t *sum = (void *)strew_slice_at(output, slice_indices[t], slices->stride_bytes, n * 16);
        STREW_PREFETCH_READ_AT(in, slices->prefetch_bytes);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_SUMS] * slices->stride_bytes);
            for (size_t j = 0; j < n * 16; j += 64)
                STREW_PREFETCHES_ALL(j)
            {
                STREW_PREFETCH_AT(next, j);
            }
            STREW_PREFETCH_AT(next, n * 16 - 1);
        }
        for (size_t i = 0; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            const uint64_t update = (uint64_t)load_i32(in + i * 4);
            sum[2 * i] += update;
            sum[2 * i + 1] += (0 - (update >> 63)) + (sum[2 * i] < update ? 1 : 0);
        }
    }
}

STREW_MEAN_DIVIDE(strew_divide_i32_s128__scalar)
    STREW_DIVIDES_MEANS(4, 16)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = (int)(sum[2 * i + 1] >> 63);
        store_i32(output + i * 4, (int32_t)strew_divide_128(sum[2 * i], sum[2 * i + 1], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_I64
STREW_MEAN_START(strew_start_i64_s128__scalar)
    STREW_STARTS_MEANS(8)
{
    uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(sums)
    {
        sum[2 * i] = old != NULL ? (uint64_t)load_i64(old + i * 8) : 0;
        sum[2 * i + 1] = 0 - (sum[2 * i] >> 63);
    }
}

STREW_APPLY(strew_sum_i64_s128__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 8 == 0)
    STREW_REQUIRES(slices->slice_bytes / 8 * 16 <= strew_any_bytes)
{
    const size_t n = slices->slice_bytes / 8;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        const unsigned char *in = strew_slice_of(updates, tuples[t], slices->update_bytes, slices->slice_bytes);
        uint64_t *sum = (void *)strew_slice_at(output, slice_indices[t], slices->stride_bytes, n * 16);
        STREW_PREFETCH_READ_AT(in, slices->prefetch_bytes);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_SUMS] * slices->stride_bytes);
            for (size_t j = 0; j < n * 16; j += 64)
                STREW_PREFETCHES_ALL(j)
            {
                STREW_PREFETCH_AT(next, j);
            }
            STREW_PREFETCH_AT(next, n * 16 - 1);
        }
        for (size_t i = 0; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            const uint64_t update = (uint64_t)load_i64(in + i * 8);
            sum[2 * i] += update;
            sum[2 * i + 1] += (0 - (update >> 63)) + (sum[2 * i] < update ? 1 : 0);
        }
    }
}

STREW_MEAN_DIVIDE(strew_divide_i64_s128__scalar)
    STREW_DIVIDES_MEANS(8, 16)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = (int)(sum[2 * i + 1] >> 63);
        store_i64(output + i * 8, (int64_t)strew_divide_128(sum[2 * i], sum[2 * i + 1], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_U8
STREW_MEAN_DIVIDE(strew_divide_u8_s64__scalar)
    STREW_DIVIDES_MEANS(1, 8)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = (int)(sum[i] >> 63);
        store_u8(output + i * 1, (uint8_t)strew_divide_64(sum[i], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_U16
STREW_MEAN_DIVIDE(strew_divide_u16_s64__scalar)
    STREW_DIVIDES_MEANS(2, 8)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = (int)(sum[i] >> 63);
        store_u16(output + i * 2, (uint16_t)strew_divide_64(sum[i], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_U32
STREW_MEAN_DIVIDE(strew_divide_u32_s64__scalar)
    STREW_DIVIDES_MEANS(4, 8)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = (int)(sum[i] >> 63);
        store_u32(output + i * 4, (uint32_t)strew_divide_64(sum[i], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_U32
STREW_MEAN_START(strew_start_u32_s128__scalar)
    STREW_STARTS_MEANS(4)
{
    uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(sums)
    {
        sum[2 * i] = old != NULL ? (uint64_t)load_u32(old + i * 4) : 0;
        sum[2 * i + 1] = 0;
    }
}

STREW_APPLY(strew_sum_u32_s128__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 4 == 0)
    STREW_REQUIRES(slices->slice_bytes / 4 * 16 <= strew_any_bytes)
{
    const size_t n = slices->slice_bytes / 4;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        const unsigned char *in = strew_slice_of(updates, tuples[t], slices->update_bytes, slices->slice_bytes);
        uint64_t *sum = (void *)strew_slice_at(output, slice_indices[t], slices->stride_bytes, n * 16);
        STREW_PREFETCH_READ_AT(in, slices->prefetch_bytes);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_SUMS] * slices->stride_bytes);
            for (size_t j = 0; j < n * 16; j += 64)
                STREW_PREFETCHES_ALL(j)
            {
                STREW_PREFETCH_AT(next, j);
            }
            STREW_PREFETCH_AT(next, n * 16 - 1);
        }
        for (size_t i = 0; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            const uint64_t update = (uint64_t)load_u32(in + i * 4);
            sum[2 * i] += update;
            sum[2 * i + 1] += (sum[2 * i] < update ? 1 : 0);
        }
    }
}

STREW_MEAN_DIVIDE(strew_divide_u32_s128__scalar)
    STREW_DIVIDES_MEANS(4, 16)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = 0;
        store_u32(output + i * 4, (uint32_t)strew_divide_128(sum[2 * i], sum[2 * i + 1], count, is_negative, rounding));
    }
}
#endif

#if STREW_BUILD_REDUCTION_MEAN && STREW_BUILD_CTYPE_U64
STREW_MEAN_START(strew_start_u64_s128__scalar)
    STREW_STARTS_MEANS(8)
{
    uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(sums)
    {
        sum[2 * i] = old != NULL ? (uint64_t)load_u64(old + i * 8) : 0;
        sum[2 * i + 1] = 0;
    }
}

STREW_APPLY(strew_sum_u64_s128__scalar)
    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)
    STREW_REQUIRES(slices->slice_bytes % 8 == 0)
    STREW_REQUIRES(slices->slice_bytes / 8 * 16 <= strew_any_bytes)
{
    const size_t n = slices->slice_bytes / 8;
    const uint32_t *tuples = slices->tuples;
    for (size_t t = 0; t < n_tuples; t++)
        STREW_TO_EACH(t, n_tuples)
    {
        const unsigned char *in = strew_slice_of(updates, tuples[t], slices->update_bytes, slices->slice_bytes);
        uint64_t *sum = (void *)strew_slice_at(output, slice_indices[t], slices->stride_bytes, n * 16);
        STREW_PREFETCH_READ_AT(in, slices->prefetch_bytes);
        if (slices->prefetches_output) {
            const void *const next = strew_prefetch_address(output, slice_indices[t + STREW_PREFETCH_SUMS] * slices->stride_bytes);
            for (size_t j = 0; j < n * 16; j += 64)
                STREW_PREFETCHES_ALL(j)
            {
                STREW_PREFETCH_AT(next, j);
            }
            STREW_PREFETCH_AT(next, n * 16 - 1);
        }
        for (size_t i = 0; i < n; i++)
            STREW_TO_EACH(i, n)
        {
            const uint64_t update = (uint64_t)load_u64(in + i * 8);
            sum[2 * i] += update;
            sum[2 * i + 1] += (sum[2 * i] < update ? 1 : 0);
        }
    }
}

STREW_MEAN_DIVIDE(strew_divide_u64_s128__scalar)
    STREW_DIVIDES_MEANS(8, 16)
{
    const uint64_t *sum = sums;
    for (size_t i = 0; i < n; i++)
        STREW_MEANS_EACH(output)
    {
        const int is_negative = 0;
        store_u64(output + i * 8, (uint64_t)strew_divide_128(sum[2 * i], sum[2 * i + 1], count, is_negative, rounding));
    }
}
#endif
