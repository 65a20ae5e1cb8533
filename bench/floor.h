/* The floor: what the machine allows. No scatter is faster than reading all inputs once, and visiting all destinations once. */
#ifndef STREW_BENCH_FLOOR_H
#define STREW_BENCH_FLOOR_H

#include <stddef.h>
#include <stdint.h>

/* Reads every byte once. `prefetches`: 2 KiB ahead, across the ends of pages, where the CPU's own prefetcher stops. */
void floor_stream(const void *bytes, size_t n_bytes, int prefetches);

/* How far ahead `floor_touch` prefetches. */
typedef enum floor_prefetch {
    FLOOR_PREFETCH_NOT,
    FLOOR_PREFETCH_SHORT, /* 32 tuples ahead, to the first-level cache: 32 random lines are loaded while one is used */
    FLOOR_PREFETCH_LONG   /* 96 tuples ahead, to the second level: for data in memory, where the first level tracks too few misses */
} floor_prefetch;

/* Visits the slices at `offsets`, in that order, reading and writing each, or only writing. Reads no update.
 * FLOOR_PREFETCH_LONG entries behind the last offset are read: see BENCH_PREFETCHED_OFFSETS. */
void floor_touch(void *output, const uint32_t *offsets, size_t n_tuples, size_t slice_bytes, int reads, floor_prefetch prefetch);

/* Both in one pass: reads the indices and updates of some tuples, then visits their slices. This is the cost of a scatter that computes,
 * compares and checks nothing. It takes longer than either, because two streams of misses share a core's path to memory. */
typedef struct floor_source {
    const unsigned char *indices, *updates;
    size_t tuple_bytes; /* of indices */
} floor_source;
void floor_both(void *output, const uint32_t *offsets, size_t n_tuples, size_t slice_bytes, int reads, floor_prefetch prefetch,
                const floor_source *source);

/* memcpy with stores that bypass the caches, if the CPU has them: no line of the destination is read before it is overwritten. `output` and
 * `data` are aligned to cache lines. */
void floor_copy_streaming(void *output, const void *data, size_t n_bytes);

/* A copy that leaves the caches in the same state every time: every line goes through them in order, and the last ones stay. If memcpy is a
 * string instruction, it updates lines where they are, so what ran before affects what runs next. */
void floor_copy_settling(void *output, const void *data, size_t n_bytes);

#endif /* STREW_BENCH_FLOOR_H */
