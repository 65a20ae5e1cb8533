#include "threads.h"

#include <time.h>

enum { MAX_THREADS = 64 };  /* as many as strew uses */
enum { COUNT_NS = 200000 }; /* longer than a sleeping thread takes to wake */
enum { MAX_DOUBLED = 4 };   /* 3.2 ms: a busy Linux gives a thread that wakes its turn within 3 ms */

/* 2^18 elements take one thread a fraction of a millisecond: with fewer, threads gain nothing. In the long run there are 2^30 elements,
 * which take a second or more, to a count of at most 3.2 ms. */
enum { FIRST_COUNT = 18, LAST_COUNT = 30 };

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
    int64_t begin_ns, length_ns;
    const void *threads[MAX_THREADS]; /* which thread ran each task: the address of a variable of its own */
} count;

/* Every task waits for the end of the count, so each thread that wakes before finds one to run. A clock that is set back ends it too. */
static void come_to_work(void *argument, size_t i)
{
    static _Thread_local char own;
    count *counted = argument;
    counted->threads[i] = &own;
    for (int64_t waited_ns = 0; waited_ns >= 0 && waited_ns < counted->length_ns;) waited_ns = now_ns() - counted->begin_ns;
}

static int32_t count_now(strew_ort_pool *pool, int64_t length_ns)
{
    count counted = {.begin_ns = now_ns(), .length_ns = length_ns};
    strew_ort_parallel_for(pool, MAX_THREADS, come_to_work, &counted);
    if (pool->status) return 1;
    int32_t n = 1;
    for (int i = 1; i < MAX_THREADS; i++) {
        int first = 0;
        while (counted.threads[first] != counted.threads[i]) first++;
        n += first == i;
    }
    return n;
}

int32_t strew_ort_count_threads(strew_ort_threads *threads, strew_ort_pool *pool, int64_t n_elements)
{
    if (threads->told) return threads->told;
    if (!pool->ort->KernelContext_ParallelFor) return 1;
    const int32_t found = atomic_load_explicit(&threads->found, memory_order_relaxed);
    const int32_t n_counts = atomic_load_explicit(&threads->n_counts, memory_order_relaxed);
    const int doublings = FIRST_COUNT + 2 * n_counts;
    const int64_t due = (int64_t)1 << (doublings < LAST_COUNT ? doublings : LAST_COUNT);
    const int64_t before = atomic_fetch_add_explicit(&threads->n_updates, n_elements, memory_order_relaxed);
    if (before >= due || n_elements < due - before) return found ? found : 1; /* not yet due, or another run counts just now */

    const int32_t n = count_now(pool, (int64_t)COUNT_NS << (n_counts < MAX_DOUBLED ? n_counts : MAX_DOUBLED));
    if (n > found) atomic_store_explicit(&threads->found, n, memory_order_relaxed);
    atomic_store_explicit(&threads->n_counts, n_counts + 1, memory_order_relaxed);
    atomic_store_explicit(&threads->n_updates, 0, memory_order_relaxed);
    return n > found ? n : found;
}
