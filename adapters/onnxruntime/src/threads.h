/**
 * @file threads.h
 * The runtime's own threads, as strew wants them.
 */
#ifndef STREW_ONNXRUNTIME_THREADS_H
#define STREW_ONNXRUNTIME_THREADS_H

#include <stdatomic.h>

#include <strew/strew.h>

#include "runtime.h"

/* The threads of a session. All zeros: their number must be counted. */
typedef struct strew_ort_threads {
    int32_t told;              /* 0: nobody said how many there are */
    uint32_t wake_ns;          /* as strew_resources says */
    _Atomic int32_t found;     /* the most that a count has found */
    _Atomic int32_t n_counts;  /* so far */
    _Atomic int64_t n_updates; /* of all runs since the last count, or elements that were gathered */
} strew_ort_threads;

/* The pool of one run. */
typedef struct strew_ort_pool {
    const ort_functions *ort;
    const ort_context *context;
    ort_status *status; /* the first error of a loop; the caller releases it */
} strew_ort_pool;

/** A strew_parallel_for over a strew_ort_pool. */
void strew_ort_parallel_for(void *pool, size_t n, strew_task *task, void *argument);

/**
 * The number of threads for a run over so many elements of updates, or gathered ones.
 *
 * The interface does not tell the size of a pool, so it is counted which threads come to work within a fifth of a millisecond. On a
 * machine that has other work they may come too late. So it is counted again and again, with four times the elements before each count,
 * and twice the time within it up to 3.2 ms, and the most that a count has found holds. Sessions with few elements never count: one thread
 * is as fast.
 */
int32_t strew_ort_count_threads(strew_ort_threads *threads, strew_ort_pool *pool, int64_t n_elements);

#endif /* STREW_ONNXRUNTIME_THREADS_H */
