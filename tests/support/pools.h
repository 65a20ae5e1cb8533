/* Pools for strew_resources.parallel_for. Both begin with the last task, so that code that relies on an order fails. */
#ifndef STREW_TESTS_POOLS_H
#define STREW_TESTS_POOLS_H

#include <stddef.h>

#include <strew/strew.h>

/* One thread, which does one task after another. Does not use `pool`. */
void on_one_thread(void *pool, size_t n, strew_task *task, void *argument);

/* A thread for every task; `pool` points to the largest number of tasks allowed, a size_t. */
enum { MAX_THREADS = 64 };
void on_threads(void *pool, size_t n, strew_task *task, void *argument);

/* How often on_threads was called. */
extern size_t n_shared;

/* on_threads with *n_threads threads, which must outlive the resources, and a workspace, which may be NULL. */
strew_resources resources_on_threads(size_t *n_threads, void *workspace, size_t workspace_bytes);

#endif
