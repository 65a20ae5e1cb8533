/* The floor: what the machine allows. No scatter can be faster than reading what must be read once, and visiting what must be visited. */
#ifndef STREW_BENCH_FLOOR_H
#define STREW_BENCH_FLOOR_H

#include <stddef.h>
#include <stdint.h>

/* Reads every byte once. `prefetches`: with a hint 2 KiB ahead, across the pages where the CPU's own prefetcher stops. */
void floor_stream(const void *bytes, size_t n_bytes, int prefetches);

/* How far ahead `floor_touch` prefetches. */
typedef enum floor_prefetch {
    FLOOR_PREFETCH_NOT,
    FLOOR_PREFETCH_SHORT, /* 32 tuples ahead, to the first cache: 32 random lines are on their way while one is worked on */
    FLOOR_PREFETCH_LONG   /* 96 tuples ahead, to the second: for data that no cache holds, where the first has too few places for misses */
} floor_prefetch;

/* Visits the slices at `offsets`, in that order, reading and writing each, or only writing. Reads no update.
 * FLOOR_PREFETCH_LONG entries behind the last offset are read: see BENCH_PREFETCHED_OFFSETS. */
void floor_touch(void *output, const uint32_t *offsets, size_t n_tuples, size_t slice_bytes, int reads, floor_prefetch prefetch);

/* Both in one pass: reads the indices and updates of some tuples, then visits their slices. It is what a scatter would cost that has
 * nothing to compute, compare or check: two streams of misses share one core's way to memory, so it takes longer than either. */
typedef struct floor_source {
    const unsigned char *indices, *updates;
    size_t tuple_bytes; /* of indices */
} floor_source;
void floor_both(void *output, const uint32_t *offsets, size_t n_tuples, size_t slice_bytes, int reads, floor_prefetch prefetch,
                const floor_source *source);

/* memcpy with stores that go around the caches, where the CPU has them: no line of the destination is read before it is overwritten.
 * `output` and `data` are on a cache line. */
void floor_copy_streaming(void *output, const void *data, size_t n_bytes);

/* A copy that leaves the caches in one state, whatever was in them: every line goes through them in order, and the last ones stay. Where
 * memcpy is a string instruction it updates lines where they happen to be, and what ran before shows in what runs next. */
void floor_copy_settling(void *output, const void *data, size_t n_bytes);

#endif /* STREW_BENCH_FLOOR_H */
