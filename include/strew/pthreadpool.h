/**
 * @file pthreadpool.h
 * strew on the threads of a pthreadpool, https://github.com/google/pthreadpool.
 */
#ifndef STREW_PTHREADPOOL_H
#define STREW_PTHREADPOOL_H

#include <pthreadpool.h>

#include <strew/strew.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A strew_parallel_for whose pool is a pthreadpool_t. NULL is a pool without threads of its own. Calls from several threads run one after
 * another. A task of the pool must not call this with the same pool: a pthreadpool that its own task uses waits forever. Use
 * strew_pthreadpool_resources(NULL) there, which is one thread. */
static inline void strew_pthreadpool_for(void *pool, size_t n, strew_task *task, void *argument)
{
    pthreadpool_parallelize_1d((pthreadpool_t)pool, task, argument, n, 0);
}

/** Resources with all threads of a pool. Set workspace and workspace_bytes too, if you have a workspace. */
static inline strew_resources strew_pthreadpool_resources(pthreadpool_t pool)
{
    strew_resources resources = STREW_RESOURCES_INIT;
    resources.parallel_for = strew_pthreadpool_for;
    resources.pool = pool;
    resources.n_threads = (int32_t)pthreadpool_get_threads_count(pool);
    return resources;
}

#ifdef __cplusplus
}
#endif

#endif /* STREW_PTHREADPOOL_H */
