/* Copying data to output. */
#include "copy.h"

#include "util.h"

#include <string.h>

#if defined(STREW_HAS_SSE2)
#include <emmintrin.h>
#endif

/* The copy does not enter the caches, and the old output is not read from memory before it is overwritten. */
static void copy_streaming(unsigned char *to, const unsigned char *from, size_t n_bytes)
{
    size_t done = 0;
#if defined(STREW_HAS_SSE2)
    done = strew_min(-(uintptr_t)to % STREW_LINE_BYTES, n_bytes);
    memcpy(to, from, done);
    for (; n_bytes - done >= STREW_LINE_BYTES; done += STREW_LINE_BYTES) {
        const __m128i *in = (const void *)(from + done);
        __m128i *out = (void *)(to + done);
        STREW_PREFETCH_READ_AT(from, done + STREW_PREFETCH_COPY_BYTES);
        const __m128i a = _mm_loadu_si128(in), b = _mm_loadu_si128(in + 1), c = _mm_loadu_si128(in + 2), d = _mm_loadu_si128(in + 3);
        _mm_stream_si128(out, a);
        _mm_stream_si128(out + 1, b);
        _mm_stream_si128(out + 2, c);
        _mm_stream_si128(out + 3, d);
    }
    _mm_sfence(); /* or another thread could see what is written after them before them */
#endif
    memcpy(to + done, from + done, n_bytes - done);
}

void strew_copy(unsigned char *to, const unsigned char *from, size_t n_bytes, int exceeds_caches)
{
    if (exceeds_caches)
        copy_streaming(to, from, n_bytes);
    else
        memcpy(to, from, n_bytes);
}

int strew_copy_chunk(const void *context, size_t begin, size_t end)
{
    const strew_copied *copied = context;
    const size_t first = begin * STREW_PAGE_BYTES, stop = strew_min(end * STREW_PAGE_BYTES, copied->n_bytes);
    strew_copy(copied->to + first, copied->from + first, stop - first, copied->exceeds_caches);
    return 1;
}

void strew_repeat(unsigned char *to, size_t n_bytes, const unsigned char *element, size_t element_bytes)
{
    size_t done = strew_min(element_bytes, n_bytes);
    memcpy(to, element, done);
    for (size_t n = done; done < n_bytes; done += n) {
        if (n < STREW_PAGE_BYTES) n = done; /* what is copied stays in the first-level cache */
        n = strew_min(n, n_bytes - done);
        memcpy(to + done, to, n);
    }
}
