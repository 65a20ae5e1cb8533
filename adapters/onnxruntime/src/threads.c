#include "threads.h"

#include <time.h>

enum { MAX_THREADS = 64 };  /* as many as strew uses */
enum { COUNT_NS = 200000 }; /* longer than a sleeping thread takes to wake */

void strew_ort_parallel_for(void *argument, size_t n, strew_task *task, void *task_argument)
{
    strew_ort_pool *pool = argument;
    /* 0 batches: every task is handed out by itself. */
    ort_status *status = pool->ort->KernelContext_ParallelFor(pool->context, task, n, 0, task_argument);
    if (status && !pool->status)
        pool->status = status;
    else if (status)
        pool->ort->ReleaseStatus(status);
}

static int64_t now_ns(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

typedef struct count {
    int64_t begin_ns;
    const void *threads[MAX_THREADS]; /* which thread ran each task: the address of a variable of its own */
} count;

/* Every task waits for the end of the count, so each thread that wakes before finds one to run. A clock that is set back ends it too. */
static void come_to_work(void *argument, size_t i)
{
    static _Thread_local char own;
    count *counted = argument;
    counted->threads[i] = &own;
    for (int64_t waited_ns = 0; waited_ns >= 0 && waited_ns < COUNT_NS;) waited_ns = now_ns() - counted->begin_ns;
}

int32_t strew_ort_count_threads(strew_ort_threads *threads, strew_ort_pool *pool)
{
    int32_t n = atomic_load_explicit(&threads->n, memory_order_relaxed);
    if (n) return n;
    n = 1;
    if (pool->ort->KernelContext_ParallelFor) {
        count counted = {.begin_ns = now_ns()};
        strew_ort_parallel_for(pool, MAX_THREADS, come_to_work, &counted);
        if (pool->status) return 1;
        for (int i = 1; i < MAX_THREADS; i++) {
            int first = 0;
            while (counted.threads[first] != counted.threads[i]) first++;
            n += first == i;
        }
    }
    atomic_store_explicit(&threads->n, n, memory_order_relaxed);
    return n;
}
