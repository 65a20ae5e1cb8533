#include "pools.h"

#include <pthread.h>

#include "testing.h"

size_t n_shared;

void on_one_thread(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool;
    while (n > 0) task(argument, --n);
}

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
    return (strew_resources){.workspace = workspace,
                             .workspace_bytes = workspace_bytes,
                             .parallel_for = on_threads,
                             .pool = n_threads,
                             .n_threads = (int32_t)*n_threads,
                             .wake_ns = 1}; /* small work is shared too */
}
