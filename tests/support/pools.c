#include "pools.h"

#include <pthread.h>
#include <stdatomic.h>

#include "testing.h"

_Atomic size_t n_shared;

/* ---- One thread ---------------------------------------------------------------------------------------------------------------------- */

void on_one_thread(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool;
    while (n > 0) task(argument, --n);
}

void in_mixed_order(void *pool, size_t n, strew_task *task, void *argument)
{
    static _Atomic size_t n_calls;
    const size_t first = n_calls++ * 31;
    enum { STEP = 7919 }; /* a prime number: its multiples reach every task, unless n is a multiple of it */

    (void)pool;
    for (size_t i = 0; i < n; i++) task(argument, (first + i * STEP) % n);
}

/* ---- Other threads ------------------------------------------------------------------------------------------------------------------- */

typedef struct loop {
    strew_task *task;
    void *argument;
    _Atomic size_t n_left; /* task(argument, n_left - 1) is the next call */
} loop;

static void *run_loop(void *argument)
{
    loop *const loop = argument;
    size_t left = loop->n_left;

    while (left > 0) {
        if (!atomic_compare_exchange_weak(&loop->n_left, &left, left - 1)) continue;
        loop->task(loop->argument, left - 1);
        left = loop->n_left;
    }
    return NULL;
}

static void run_on_others(size_t n_others, size_t n, strew_task *task, void *argument)
{
    loop loop = {task, argument, n};
    pthread_t others[2];

    for (size_t i = 0; i < n_others; i++) assert_int_equal(pthread_create(&others[i], NULL, run_loop, &loop), 0);
    for (size_t i = 0; i < n_others; i++) pthread_join(others[i], NULL);
}

void on_another_thread(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool;
    run_on_others(1, n, task, argument);
}

void on_two_threads(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool;
    run_on_others(2, n, task, argument);
}

/* ---- A thread for every task --------------------------------------------------------------------------------------------------------- */

typedef struct start {
    strew_task *task;
    void *argument;
    size_t i;
} start;

static void *run_task(void *argument)
{
    const start *const start = argument;
    start->task(start->argument, start->i);
    return NULL;
}

void on_threads(void *pool, size_t n, strew_task *task, void *argument)
{
    pthread_t threads[MAX_THREADS];
    start starts[MAX_THREADS];

    assert_true(n >= 1 && n <= *(const size_t *)pool);
    n_shared++;
    for (size_t i = n; i-- > 0;) {
        starts[i] = (start){task, argument, i};
        assert_int_equal(pthread_create(&threads[i], NULL, run_task, &starts[i]), 0);
    }
    for (size_t i = 0; i < n; i++) pthread_join(threads[i], NULL);
}

strew_resources resources_on_threads(size_t *n_threads, void *workspace, size_t workspace_bytes)
{
    return STREW_RESOURCES(.workspace = workspace, .workspace_bytes = workspace_bytes, .parallel_for = on_threads, .pool = n_threads,
                           .n_threads = (int32_t)*n_threads, .wake_ns = 1); /* small work is shared too */
}
