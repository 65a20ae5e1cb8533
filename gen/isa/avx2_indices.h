/* The words of AVX2 for indices: four int64 at once. */
#include <simde/x86/avx2.h>

static inline simde__m256i load_indices_i64(const void *from)
{
    return simde_mm256_loadu_si256(from);
}

static inline simde__m256i load_indices_i32(const void *from)
{
    return simde_mm256_cvtepi32_epi64(simde_mm_loadu_si128(from));
}

static inline simde__m256i out_of_bounds(simde__m256i index, simde__m256i low, simde__m256i high)
{
    return simde_mm256_or_si256(simde_mm256_sub_epi64(index, low), simde_mm256_sub_epi64(high, index));
}

static inline simde__m256i join_out_of_bounds(simde__m256i a, simde__m256i b)
{
    return simde_mm256_or_si256(a, b);
}

static inline int is_any_out_of_bounds(simde__m256i out_of_bounds)
{
    return simde_mm256_movemask_pd(simde_mm256_castsi256_pd(out_of_bounds)) != 0;
}

static inline simde__m256i highest(simde__m256i size)
{
    return simde_mm256_sub_epi64(size, simde_mm256_set1_epi64x(1));
}

static inline simde__m256i no_out_of_bounds(void)
{
    return simde_mm256_setzero_si256();
}

static inline simde__m256i wrap(simde__m256i index, simde__m256i low)
{
    const simde__m256i negative = simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), index);
    return simde_mm256_sub_epi64(index, simde_mm256_and_si256(negative, low));
}

static inline simde__m256i flag(simde__m256i slice_index, simde__m256i wrapped, simde__m256i high)
{
    const simde__m256i out_of_bounds = simde_mm256_or_si256(wrapped, simde_mm256_sub_epi64(high, wrapped));
    const simde__m256d flagged = simde_mm256_castsi256_pd(simde_mm256_set1_epi64x(INT64_C(1) << 32));
    return simde_mm256_castpd_si256(
        simde_mm256_blendv_pd(simde_mm256_castsi256_pd(slice_index), flagged, simde_mm256_castsi256_pd(out_of_bounds)));
}

static inline simde__m256i clamp(simde__m256i wrapped, simde__m256i high)
{
    const simde__m256i negative = simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), wrapped);
    const simde__m256i minimum = simde_mm256_andnot_si256(negative, wrapped);
    return simde_mm256_blendv_epi8(minimum, high, simde_mm256_cmpgt_epi64(minimum, high));
}

static inline simde__m256i load_positions(const uint32_t *from)
{
    return simde_mm256_cvtepu32_epi64(simde_mm_loadu_si128((const void *)from));
}

static inline simde__m256i add_positions(simde__m256i slice_indices, simde__m256i positions)
{
    return simde_mm256_add_epi64(slice_indices, positions);
}

static inline simde__m256i scale(simde__m256i index, simde__m256i stride)
{
    return simde_mm256_mul_epu32(index, stride);
}

/* The unpacks leave tuples 0 2 1 3. */
static inline simde__m256i sum_k2(simde__m256i a, simde__m256i b)
{
    const simde__m256i sums = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(a, b), simde_mm256_unpackhi_epi64(a, b));
    return simde_mm256_permute4x64_epi64(sums, 0xd8);
}

/* a b c hold x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3: each component already stands in a column of its own, out of order. */
static inline simde__m256i sum_k3(simde__m256i a, simde__m256i b, simde__m256i c)
{
    const simde__m256i first = simde_mm256_blend_epi32(simde_mm256_blend_epi32(a, b, 0x30), c, 0x0c);
    const simde__m256i second = simde_mm256_blend_epi32(simde_mm256_blend_epi32(b, a, 0x0c), c, 0x30);
    const simde__m256i third = simde_mm256_blend_epi32(simde_mm256_blend_epi32(c, b, 0x0c), a, 0x30);
    const simde__m256i pair =
        simde_mm256_add_epi64(simde_mm256_permute4x64_epi64(first, 0x6c), simde_mm256_permute4x64_epi64(second, 0xb1));
    return simde_mm256_add_epi64(pair, simde_mm256_permute4x64_epi64(third, 0xc6));
}

static inline simde__m256i sum_k4(simde__m256i a, simde__m256i b, simde__m256i c, simde__m256i d)
{
    const simde__m256i low = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(a, b), simde_mm256_unpackhi_epi64(a, b));
    const simde__m256i high = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(c, d), simde_mm256_unpackhi_epi64(c, d));
    return simde_mm256_add_epi64(simde_mm256_permute2x128_si256(low, high, 0x20), simde_mm256_permute2x128_si256(low, high, 0x31));
}

static inline simde__m128i to_slice_indices(simde__m256i sums)
{
    const simde__m256i even = simde_mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return simde_mm256_castsi256_si128(simde_mm256_permutevar8x32_epi32(sums, even));
}

static inline simde__m128i to_flagged_slice_indices(simde__m256i sums)
{
    const simde__m256i flagged = simde_mm256_cmpgt_epi64(sums, simde_mm256_set1_epi64x(UINT32_MAX));
    return to_slice_indices(simde_mm256_or_si256(sums, flagged));
}

static inline void store_slice_indices(uint32_t *to, simde__m128i slice_indices)
{
    simde_mm_storeu_si128((void *)to, slice_indices);
}

static inline simde__m128i larger_slice_indices(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epu32(a, b);
}

static inline simde__m128i no_slice_indices(void)
{
    return simde_mm_setzero_si128();
}
