/* The words of AVX-512 for indices: eight int64 at once. */
#include <simde/x86/avx512.h>

/* These words are made in Python, beside this file. */
simde__m512i load_64(const void *from);
simde__m256i load_32(const void *from);
simde__m128i load_16(const void *from);
void store_32(void *to, simde__m256i value);
simde__m512i join_halves(simde__m256i low, simde__m256i high);

static inline simde__m512i load_indices_i64(const void *from)
{
    return load_64(from);
}

static inline simde__m512i load_indices_i32(const void *from)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm512_cvtepi32_epi64(load_32(from));
#else
    const unsigned char *bytes = (const void *)from;
    return join_halves(simde_mm256_cvtepi32_epi64(load_16(bytes)), simde_mm256_cvtepi32_epi64(load_16(bytes + 16)));
#endif
}

static inline simde__m512i out_of_bounds(simde__m512i index, simde__m512i low, simde__m512i high)
{
    return simde_mm512_or_si512(simde_mm512_sub_epi64(index, low), simde_mm512_sub_epi64(high, index));
}

static inline simde__m512i join_out_of_bounds(simde__m512i a, simde__m512i b)
{
    return simde_mm512_or_si512(a, b);
}

static inline int is_any_out_of_bounds(simde__m512i out_of_bounds)
{
    return simde_mm512_movepi64_mask(out_of_bounds) != 0;
}

static inline simde__m512i highest(simde__m512i size)
{
    return simde_mm512_sub_epi64(size, simde_mm512_set1_epi64(1));
}

static inline simde__m512i no_out_of_bounds(void)
{
    return simde_mm512_setzero_si512();
}

/* As a number without sign, a negative index is greater than index - low, and any other one less. */
static inline simde__m512i wrap(simde__m512i index, simde__m512i low)
{
    return simde_mm512_min_epu64(index, simde_mm512_sub_epi64(index, low));
}

static inline simde__m512i flag(simde__m512i slice_index, simde__m512i wrapped, simde__m512i high)
{
    const simde__m512i out_of_bounds = simde_mm512_or_si512(wrapped, simde_mm512_sub_epi64(high, wrapped));
    return simde_mm512_mask_mov_epi64(slice_index, simde_mm512_movepi64_mask(out_of_bounds), simde_mm512_set1_epi64(INT64_C(1) << 32));
}

static inline simde__m512i clamp(simde__m512i wrapped, simde__m512i high)
{
    return simde_mm512_min_epi64(simde_mm512_max_epi64(wrapped, simde_mm512_setzero_si512()), high);
}

static inline simde__m512i load_positions(const uint32_t *from)
{
#if defined(SIMDE_X86_AVX512VL_NATIVE)
    return _mm512_cvtepu32_epi64(load_32(from));
#else
    const unsigned char *bytes = (const void *)from;
    return join_halves(simde_mm256_cvtepu32_epi64(load_16(bytes)), simde_mm256_cvtepu32_epi64(load_16(bytes + 16)));
#endif
}

static inline simde__m512i add_positions(simde__m512i slice_indices, simde__m512i positions)
{
    return simde_mm512_add_epi64(slice_indices, positions);
}

static inline simde__m512i scale(simde__m512i index, simde__m512i stride)
{
    return simde_mm512_mul_epu32(index, stride);
}

static inline simde__m512i sum_k2(simde__m512i a, simde__m512i b)
{
    static const int64_t even[8] = {0, 2, 4, 6, 8, 10, 12, 14}, odd[8] = {1, 3, 5, 7, 9, 11, 13, 15};
    return simde_mm512_add_epi64(simde_mm512_permutex2var_epi64(a, load_64(even), b), simde_mm512_permutex2var_epi64(a, load_64(odd), b));
}

/* Component n of tuple t is lane 3 t + n of a, b and c in a row. First comes what is in a and b, then what is in c, from 8 on. */
static inline simde__m512i sum_k3(simde__m512i a, simde__m512i b, simde__m512i c)
{
    static const int64_t in_ab[3][8] = {{0, 3, 6, 9, 12, 15, 0, 0}, {1, 4, 7, 10, 13, 0, 0, 0}, {2, 5, 8, 11, 14, 0, 0, 0}};
    static const int64_t in_c[3][8] = {{0, 1, 2, 3, 4, 5, 10, 13}, {0, 1, 2, 3, 4, 8, 11, 14}, {0, 1, 2, 3, 4, 9, 12, 15}};
    const simde__m512i x = simde_mm512_permutex2var_epi64(simde_mm512_permutex2var_epi64(a, load_64(in_ab[0]), b), load_64(in_c[0]), c);
    const simde__m512i y = simde_mm512_permutex2var_epi64(simde_mm512_permutex2var_epi64(a, load_64(in_ab[1]), b), load_64(in_c[1]), c);
    const simde__m512i z = simde_mm512_permutex2var_epi64(simde_mm512_permutex2var_epi64(a, load_64(in_ab[2]), b), load_64(in_c[2]), c);
    return simde_mm512_add_epi64(simde_mm512_add_epi64(x, y), z);
}

/* Half a tuple at a time, and the halves. */
static inline simde__m512i sum_k4(simde__m512i a, simde__m512i b, simde__m512i c, simde__m512i d)
{
    return sum_k2(sum_k2(a, b), sum_k2(c, d));
}

static inline simde__m256i to_slice_indices(simde__m512i sums)
{
    return simde_mm512_cvtepi64_epi32(sums);
}

static inline simde__m256i to_flagged_slice_indices(simde__m512i sums)
{
    return to_slice_indices(simde_mm512_min_epu64(sums, simde_mm512_set1_epi64(UINT32_MAX)));
}

static inline void store_slice_indices(uint32_t *to, simde__m256i slice_indices)
{
    store_32(to, slice_indices);
}

static inline simde__m256i larger_slice_indices(simde__m256i a, simde__m256i b)
{
    return simde_mm256_max_epu32(a, b);
}

static inline simde__m256i no_slice_indices(void)
{
    return simde_mm256_setzero_si256();
}

static inline uint32_t largest_slice_index(simde__m256i all)
{
    const simde__m128i slice_indices = simde_mm_max_epu32(simde_mm256_castsi256_si128(all), simde_mm256_extracti128_si256(all, 1));
    const simde__m128i pairs = simde_mm_max_epu32(slice_indices, simde_mm_shuffle_epi32(slice_indices, 0x4e));
    return (uint32_t)simde_mm_cvtsi128_si32(simde_mm_max_epu32(pairs, simde_mm_shuffle_epi32(pairs, 0xb1)));
}
