/* The words of AVX-512 that keep some of 16 slice indices and their updates. */
#include <simde/x86/avx512.h>

/* These words are made in Python, beside this file. */
simde__m512i load_64(const void *from);
void store_64(void *to, simde__m512i value);
size_t count_own(simde__mmask16 own);

static inline void keep_slice_indices(uint32_t *to, simde__m512i slice_indices, simde__mmask16 own)
{
    store_64(to, simde_mm512_maskz_compress_epi32(own, slice_indices));
}

static inline void keep_b32(void *to, const void *from, simde__mmask16 own)
{
    keep_slice_indices(to, load_64(from), own);
}

static inline void keep_b64(void *to, const void *from, simde__mmask16 own)
{
    const simde__mmask8 low = (simde__mmask8)own, high = (simde__mmask8)(own >> 8);
    const simde__m512i first = load_64(from), second = load_64((const unsigned char *)from + 64);
    store_64(to, simde_mm512_maskz_compress_epi64(low, first));
    store_64((unsigned char *)to + 8 * count_own(low), simde_mm512_maskz_compress_epi64(high, second));
}
