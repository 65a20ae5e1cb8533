/* The words of SSE4.1 for indices: two int64 at once. */
#include <simde/x86/sse4.2.h>

static inline simde__m128i load_indices_i64(const void *from)
{
    return simde_mm_loadu_si128(from);
}

static inline simde__m128i load_indices_i32(const void *from)
{
    return simde_mm_cvtepi32_epi64(simde_mm_loadl_epi64(from));
}

static inline simde__m128i out_of_bounds(simde__m128i index, simde__m128i low, simde__m128i high)
{
    return simde_mm_or_si128(simde_mm_sub_epi64(index, low), simde_mm_sub_epi64(high, index));
}

static inline simde__m128i join_out_of_bounds(simde__m128i a, simde__m128i b)
{
    return simde_mm_or_si128(a, b);
}

static inline int is_any_out_of_bounds(simde__m128i out_of_bounds)
{
    return simde_mm_movemask_pd(simde_mm_castsi128_pd(out_of_bounds)) != 0;
}

static inline simde__m128i highest(simde__m128i size)
{
    return simde_mm_sub_epi64(size, simde_mm_set1_epi64x(1));
}

static inline simde__m128i no_out_of_bounds(void)
{
    return simde_mm_setzero_si128();
}

static inline simde__m128i wrap(simde__m128i index, simde__m128i low)
{
    const simde__m128i negative = simde_mm_cmpgt_epi64(simde_mm_setzero_si128(), index);
    return simde_mm_sub_epi64(index, simde_mm_and_si128(negative, low));
}

static inline simde__m128i flag(simde__m128i slice_index, simde__m128i wrapped, simde__m128i high)
{
    const simde__m128i out_of_bounds = simde_mm_or_si128(wrapped, simde_mm_sub_epi64(high, wrapped));
    const simde__m128d flagged = simde_mm_castsi128_pd(simde_mm_set1_epi64x(INT64_C(1) << 32));
    return simde_mm_castpd_si128(simde_mm_blendv_pd(simde_mm_castsi128_pd(slice_index), flagged, simde_mm_castsi128_pd(out_of_bounds)));
}

static inline simde__m128i clamp(simde__m128i wrapped, simde__m128i high)
{
    const simde__m128i negative = simde_mm_cmpgt_epi64(simde_mm_setzero_si128(), wrapped);
    const simde__m128i minimum = simde_mm_andnot_si128(negative, wrapped);
    return simde_mm_blendv_epi8(minimum, high, simde_mm_cmpgt_epi64(minimum, high));
}

static inline simde__m128i load_positions(const uint32_t *from)
{
    return simde_mm_cvtepu32_epi64(simde_mm_loadl_epi64((const void *)from));
}

static inline simde__m128i add_positions(simde__m128i slice_indices, simde__m128i positions)
{
    return simde_mm_add_epi64(slice_indices, positions);
}

static inline simde__m128i scale(simde__m128i index, simde__m128i stride)
{
    return simde_mm_mul_epu32(index, stride);
}

static inline simde__m128i sum_k2(simde__m128i a, simde__m128i b)
{
    return simde_mm_add_epi64(simde_mm_unpacklo_epi64(a, b), simde_mm_unpackhi_epi64(a, b));
}

/* a b c hold x0 y0, z0 x1, y1 z1: b has what the pairs in a and c lack, in the lane of its tuple. */
static inline simde__m128i sum_k3(simde__m128i a, simde__m128i b, simde__m128i c)
{
    return simde_mm_add_epi64(sum_k2(a, c), b);
}

static inline simde__m128i sum_k4(simde__m128i a, simde__m128i b, simde__m128i c, simde__m128i d)
{
    return sum_k2(simde_mm_add_epi64(a, b), simde_mm_add_epi64(c, d));
}

/* In the low half. */
static inline simde__m128i to_slice_indices(simde__m128i sums)
{
    return simde_mm_shuffle_epi32(sums, 0x08);
}

static inline simde__m128i to_flagged_slice_indices(simde__m128i sums)
{
    const simde__m128i flagged = simde_mm_cmpgt_epi64(sums, simde_mm_set1_epi64x(UINT32_MAX));
    return to_slice_indices(simde_mm_or_si128(sums, flagged));
}

static inline void store_slice_indices(uint32_t *to, simde__m128i slice_indices)
{
    simde_mm_storel_epi64((void *)to, slice_indices);
}

static inline simde__m128i larger_slice_indices(simde__m128i a, simde__m128i b)
{
    return simde_mm_max_epu32(a, b);
}

static inline simde__m128i no_slice_indices(void)
{
    return simde_mm_setzero_si128();
}
