/* Copying data to output. */
#include "job.h"

#include <string.h>

#if defined(STREW_HAS_SSE2)
#include <emmintrin.h>
#endif

/* From so many bytes on, a copy no longer stays in the share of the last-level cache that a core can hope for, 4 to 16 MiB and twice that
 * where few cores are busy, until the updates are applied: then it need not enter the cache at all, nor what was in output be read from
 * memory before it is overwritten. Of 157 MB that saves a fourth of memcpy's time, see example5_full of the bench. Tests set it to 1. */
#ifndef STREW_MIN_STREAMED_BYTES
#define STREW_MIN_STREAMED_BYTES (32 << 20)
#endif

int strew_exceeds_caches(size_t n_bytes)
{
    return n_bytes >= STREW_MIN_STREAMED_BYTES;
}

/* The cores' own prefetchers stop at the end of a page, and stores past the cache leave them less time to find the next one. */
enum { AHEAD = 2048 };

void strew_copy_streaming(unsigned char *to, const unsigned char *from, size_t n_bytes)
{
    size_t done = 0;
#if defined(STREW_HAS_SSE2)
    done = strew_min(-(uintptr_t)to % STREW_LINE_BYTES, n_bytes);
    memcpy(to, from, done);
    for (; n_bytes - done >= STREW_LINE_BYTES; done += STREW_LINE_BYTES) {
        const __m128i *in = (const void *)(from + done);
        __m128i *out = (void *)(to + done);
        STREW_PREFETCH_READ(from + done + AHEAD);
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

void strew_copy_chunk(unsigned char *to, const unsigned char *from, size_t n_bytes, size_t all_bytes)
{
    if (strew_exceeds_caches(all_bytes))
        strew_copy_streaming(to, from, n_bytes);
    else
        memcpy(to, from, n_bytes);
}
