/* The caller's threads, and cutting work into chunks for them: all there is of parallel_for. */
#ifndef STREW_POOL_H
#define STREW_POOL_H

#include "kernels.h"
#include "util.h"

/* The threads of a run: so many of the caller's pool, or the calling thread alone. */
typedef struct strew_threads {
    strew_parallel_for *parallel_for;
    void *pool;
    size_t n;
    size_t part; /* without a parallel_for, n is the number of parts, of which the calling thread runs this one */
} strew_threads;

/* Handles units begin to end - 1 of some work. What it returns means the worse the smaller it is: zero if a tuple is out of bounds. */
typedef int strew_chunk(const void *context, size_t begin, size_t end);

#if STREW_BUILD_FEATURE_THREADS
/* The threads that the caller lends. */
static inline strew_threads strew_find_threads(const strew_resources *resources)
{
    if (resources->n_parts > 1) return (strew_threads){NULL, NULL, (size_t)resources->n_parts, (size_t)resources->part};
    const size_t asked_for = resources->n_threads < 1 ? 1 : (size_t)resources->n_threads;
    const size_t n = resources->parallel_for != NULL ? strew_min(asked_for, STREW_MAX_THREADS) : 1;
    return (strew_threads){resources->parallel_for, resources->pool, n, 0};
}

/* The time to wake the pool, if a run has so many threads. */
static inline uint64_t strew_find_wake_ns(const strew_resources *resources, size_t n_threads)
{
    const uint32_t wake_ns = resources->wake_ns;
    const int is_awake = n_threads == 1 || resources->n_parts > 1 || (wake_ns != 0 && wake_ns < STREW_MIN_WAKE_NS);
    return is_awake ? STREW_MIN_WAKE_NS : wake_ns == 0 ? STREW_DEFAULT_WAKE_NS : wake_ns;
}

/* strew_run_chunks for two threads or more. */
int strew_share_chunks(const strew_threads *threads, size_t n_units, strew_chunk *chunk, const void *context);
#else /* every run has one thread */
#define strew_find_threads(resources) ((void)(resources), (strew_threads){NULL, NULL, 1, 0})
#define strew_find_wake_ns(resources, n_threads) ((void)(resources), (uint64_t)STREW_MIN_WAKE_NS)
#define strew_share_chunks(threads, n_units, chunk, context) 0
#endif

/* Whether the calling thread runs one of several parts. */
static inline int strew_is_part(const strew_threads *threads)
{
    return threads->n > 1 && threads->parallel_for == NULL;
}

/* Cuts n_units of work into a chunk for each thread, runs them, and returns the smallest result. The caller's own thread runs all of it if
 * there is only one, without a frame of pool.c. */
static STREW_INLINE int strew_run_chunks(const strew_threads *threads, size_t n_units, strew_chunk *chunk, const void *context)
{
    return threads->n > 1 ? strew_share_chunks(threads, n_units, chunk, context) : chunk(context, 0, n_units);
}

#endif /* STREW_POOL_H */
