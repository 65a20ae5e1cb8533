#include "floor.h"

#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

/* The widest registers of any CPU: the compiler splits the type if the CPU's are narrower. It may have any address, and alias any type. */
typedef uint64_t v512 __attribute__((vector_size(64), aligned(1), may_alias));
typedef uint64_t v256 __attribute__((vector_size(32), aligned(1), may_alias));
typedef uint64_t v128 __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t v64 __attribute__((aligned(1), may_alias));
typedef uint32_t v32 __attribute__((aligned(1), may_alias));
typedef uint16_t v16 __attribute__((aligned(1), may_alias));
typedef uint8_t v8 __attribute__((may_alias));

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Prevents the compiler from removing the read or the write. */
#define KEEP(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")

ALWAYS_INLINE void stream(const unsigned char *from, size_t n_bytes, int prefetches)
{
    enum { PREFETCH_DISTANCE = 2048 };
    v512 seen[4] = {{0}};
    size_t i = 0;
    for (; i + sizeof seen <= n_bytes; i += sizeof seen) {
        for (size_t j = 0; j < 4; j++) {
            if (prefetches) __builtin_prefetch(from + i + j * sizeof(v512) + PREFETCH_DISTANCE);
            seen[j] |= *(const v512 *)(from + i + j * sizeof(v512));
        }
    }
    uint8_t rest = 0;
    for (; i < n_bytes; i++) rest |= from[i];
    seen[0][0] |= rest;
    KEEP(seen);
}

void floor_stream(const void *bytes, size_t n_bytes, int prefetches)
{
    if (prefetches)
        stream(bytes, n_bytes, 1);
    else
        stream(bytes, n_bytes, 0);
}

#define TOUCH_AS(type)                                                                                                                     \
    for (; n_bytes - i >= sizeof(type); i += sizeof(type)) {                                                                               \
        type *at = (type *)(slice + i);                                                                                                    \
        *at = reads ? (type)(*at + (type){0} + 1) : (type)((type){0} + 1);                                                                 \
    }

ALWAYS_INLINE void touch_slice(unsigned char *slice, size_t n_bytes, int reads)
{
    size_t i = 0;
    TOUCH_AS(v512)
    TOUCH_AS(v256)
    TOUCH_AS(v128)
    TOUCH_AS(v64)
    TOUCH_AS(v32)
    TOUCH_AS(v16)
    TOUCH_AS(v8)
}

enum { TUPLES_SHORT = 32, TUPLES_LONG = 96, LINE = 64 };

ALWAYS_INLINE void touch_all(unsigned char *output, const uint32_t *offsets, size_t n_tuples, size_t n_bytes, int reads,
                             floor_prefetch prefetch)
{
    for (size_t t = 0; t < n_tuples; t++) {
        if (prefetch == FLOOR_PREFETCH_SHORT) {
            for (size_t i = 0; i < n_bytes; i += LINE) __builtin_prefetch(output + offsets[t + TUPLES_SHORT] + i, 1, 3);
        } else if (prefetch == FLOOR_PREFETCH_LONG) {
            for (size_t i = 0; i < n_bytes; i += LINE) __builtin_prefetch(output + offsets[t + TUPLES_LONG] + i, 0, 2);
        }
        touch_slice(output + offsets[t], n_bytes, reads);
    }
}

/* n_bytes becomes a constant for the sizes of the workloads, so that only loads and stores are left. */
ALWAYS_INLINE void touch_size(unsigned char *output, const uint32_t *offsets, size_t n_tuples, size_t n_bytes, int reads,
                              floor_prefetch prefetch)
{
#define SIZE(constant)                                                                                                                     \
    case constant: touch_all(output, offsets, n_tuples, constant, reads, prefetch); break;
    switch (n_bytes) {
        SIZE(3)
        SIZE(4)
        SIZE(12)
        SIZE(60)
        SIZE(64)
        SIZE(128)
        SIZE(256)
        SIZE(1024)
    default: touch_all(output, offsets, n_tuples, n_bytes, reads, prefetch);
    }
}

void floor_touch(void *output, const uint32_t *offsets, size_t n_tuples, size_t slice_bytes, int reads, floor_prefetch prefetch)
{
#define CASE(its_reads, its_prefetch)                                                                                                      \
    if (!reads == !its_reads && prefetch == its_prefetch) touch_size(output, offsets, n_tuples, slice_bytes, its_reads, its_prefetch);
    CASE(0, FLOOR_PREFETCH_NOT)
    CASE(0, FLOOR_PREFETCH_SHORT)
    CASE(0, FLOOR_PREFETCH_LONG)
    CASE(1, FLOOR_PREFETCH_NOT)
    CASE(1, FLOOR_PREFETCH_SHORT)
    CASE(1, FLOOR_PREFETCH_LONG)
    KEEP(output);
}

/* The tuples that are read before their slices are visited: a multiple of what `stream` reads at once, for any width of a slice. */
enum { BOTH_TUPLES = 256 };

void floor_both(void *output, const uint32_t *offsets, size_t n_tuples, size_t slice_bytes, int reads, floor_prefetch prefetch,
                const floor_source *source)
{
    for (size_t t = 0; t < n_tuples; t += BOTH_TUPLES) {
        const size_t n = n_tuples - t < BOTH_TUPLES ? n_tuples - t : BOTH_TUPLES;
        stream(source->indices + t * source->tuple_bytes, n * source->tuple_bytes, 1);
        stream(source->updates + t * slice_bytes, n * slice_bytes, 1);
        floor_touch(output, offsets + t, n, slice_bytes, reads, prefetch);
    }
}

void floor_copy_settling(void *output, const void *data, size_t n_bytes)
{
    unsigned char *to = output;
    const unsigned char *from = data;
    size_t i = 0;
    for (; i + sizeof(v512) <= n_bytes; i += sizeof(v512)) {
        *(v512 *)(to + i) = *(const v512 *)(from + i);
        KEEP(to); /* otherwise the compiler recognises the loop and calls memcpy */
    }
    memcpy(to + i, from + i, n_bytes - i);
}

/* 512 and no prefetching were slower on the machines that were tried. */
enum { COPY_PREFETCH_DISTANCE = 2048 };

void floor_copy_streaming(void *output, const void *data, size_t n_bytes)
{
    unsigned char *to = output;
    const unsigned char *from = data;
    size_t i = 0;
#if defined(__AVX512F__)
    for (; i + 64 <= n_bytes; i += 64) {
        __builtin_prefetch(from + i + COPY_PREFETCH_DISTANCE);
        _mm512_stream_si512((void *)(to + i), _mm512_loadu_si512(from + i));
    }
#elif defined(__AVX__)
    for (; i + 32 <= n_bytes; i += 32) {
        __builtin_prefetch(from + i + COPY_PREFETCH_DISTANCE);
        _mm256_stream_si256((void *)(to + i), _mm256_loadu_si256((const void *)(from + i)));
    }
#elif defined(__SSE2__)
    for (; i + 16 <= n_bytes; i += 16) {
        __builtin_prefetch(from + i + COPY_PREFETCH_DISTANCE);
        _mm_stream_si128((void *)(to + i), _mm_loadu_si128((const void *)(from + i)));
    }
#endif
    memcpy(to + i, from + i, n_bytes - i);
#if defined(__SSE2__)
    _mm_sfence();
#endif
    KEEP(output);
}
