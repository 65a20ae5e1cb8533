/* The words of AVX2 that keep some of eight slice indices and their updates. */
#include <simde/x86/avx2.h>

/* These words are made in Python, beside this file. */
simde__m128i load_16(const void *from);
void store_16(void *to, simde__m128i value);
simde__m256i load_32(const void *from);
size_t count_own(uint32_t own);

/* For each mask, the bytes of the lanes that are kept, in order. */
static inline void keep_four(void *to, simde__m128i slice_indices, uint32_t own)
{
    static const unsigned char bytes[16][16] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},       {0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},       {0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0},
        {8, 9, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},     {0, 1, 2, 3, 8, 9, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0},
        {4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0},     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0},
        {12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},   {0, 1, 2, 3, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0},
        {4, 5, 6, 7, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0},   {0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 0, 0, 0, 0},
        {8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0},
        {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    };
    store_16(to, simde_mm_shuffle_epi8(slice_indices, load_16(bytes[own])));
}

static inline void keep_slice_indices(uint32_t *to, simde__m256i slice_indices, uint32_t own)
{
    const uint32_t low = own & 15, high = own >> 4 & 15;
    keep_four(to, simde_mm256_castsi256_si128(slice_indices), low);
    keep_four(to + count_own(low), simde_mm256_extracti128_si256(slice_indices, 1), high);
}

static inline void keep_b32(void *to, const void *from, uint32_t own)
{
    keep_slice_indices(to, load_32(from), own);
}
