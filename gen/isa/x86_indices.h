/* A word for four slice indices of 32 bits, which more than one instruction set of x86 has. */
#include <simde/x86/sse4.1.h>

static inline uint32_t largest_slice_index(simde__m128i slice_indices)
{
    const simde__m128i pairs = simde_mm_max_epu32(slice_indices, simde_mm_shuffle_epi32(slice_indices, 0x4e));
    return (uint32_t)simde_mm_cvtsi128_si32(simde_mm_max_epu32(pairs, simde_mm_shuffle_epi32(pairs, 0xb1)));
}
