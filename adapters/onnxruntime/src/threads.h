/**
 * @file threads.h
 * The runtime's own threads, as strew wants them.
 */
#ifndef STREW_ONNXRUNTIME_THREADS_H
#define STREW_ONNXRUNTIME_THREADS_H

#include <stdatomic.h>

#include <strew/strew.h>

#include "runtime.h"

/* The threads of a session. */
typedef struct strew_ort_threads {
    _Atomic int32_t n; /* 0: not yet known */
    uint32_t wake_ns;
} strew_ort_threads;

/* The pool of one run. */
typedef struct strew_ort_pool {
    const ort_functions *ort;
    const ort_context *context;
    ort_status *status; /* the first error of a loop; the caller releases it */
} strew_ort_pool;

/** A strew_parallel_for over a strew_ort_pool. */
void strew_ort_parallel_for(void *pool, size_t n, strew_task *task, void *argument);

/** The number of threads. The interface does not tell it, so the first run counts which threads come to work within a fifth of a
 * millisecond. */
int32_t strew_ort_count_threads(strew_ort_threads *threads, strew_ort_pool *pool);

#endif /* STREW_ONNXRUNTIME_THREADS_H */
