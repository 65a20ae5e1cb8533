/* Pools for strew_resources.parallel_for. All but one begin with the last task, so that code that relies on an order fails. */
#ifndef STREW_TESTS_POOLS_H
#define STREW_TESTS_POOLS_H

#include <stddef.h>

#include <strew/strew.h>

/* The caller's thread, which does one task after another: the last one first, or in an order that differs from call to call. Neither uses
 * `pool`. */
void on_one_thread(void *pool, size_t n, strew_task *task, void *argument);
void in_mixed_order(void *pool, size_t n, strew_task *task, void *argument);

/* One other thread, or two, for any number of tasks, while the caller waits. Neither uses `pool`. */
void on_another_thread(void *pool, size_t n, strew_task *task, void *argument);
void on_two_threads(void *pool, size_t n, strew_task *task, void *argument);

/* A thread for every task; `pool` points to the largest number of tasks allowed, a size_t. */
enum { MAX_THREADS = 64 };
void on_threads(void *pool, size_t n, strew_task *task, void *argument);

/* How often on_threads was called. */
extern _Atomic size_t n_shared;

/* on_threads with *n_threads threads, which must outlive the resources, and a workspace, which may be NULL. */
strew_resources resources_on_threads(size_t *n_threads, void *workspace, size_t workspace_bytes);

#endif
