/* How many threads a session counts while the machine has other work: a pool is played here, of which so many threads come in time. */
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include "threads.h"

enum { MAX_POOL = 8, LOADED_COUNTS = 3 };

static int n_awake; /* threads that come in time, with the caller */
static int n_loops;

typedef struct worker {
    pthread_t thread;
    void (*task)(void *, size_t);
    void *argument;
    size_t i;
    pthread_barrier_t *all_ran; /* until then its address of variables is its own */
} worker;

static void *work(void *argument)
{
    const worker *self = argument;
    self->task(self->argument, self->i);
    pthread_barrier_wait(self->all_ran);
    return NULL;
}

/* Every thread that is awake gets one task, whenever it comes, and the caller all others. */
static ort_status *parallel_for(const ort_context *context, void (*task)(void *, size_t), size_t n, size_t n_batches, void *argument)
{
    (void)context, (void)n_batches;
    n_loops++;
    worker workers[MAX_POOL];
    pthread_barrier_t all_ran;
    pthread_barrier_init(&all_ran, NULL, (unsigned)n_awake);
    for (int i = 1; i < n_awake; i++) {
        workers[i] = (worker){.task = task, .argument = argument, .i = (size_t)i, .all_ran = &all_ran};
        assert(!pthread_create(&workers[i].thread, NULL, work, &workers[i]));
    }
    for (size_t i = 0; i < n; i++)
        if (!i || i >= (size_t)n_awake) task(argument, i);
    pthread_barrier_wait(&all_ran);
    for (int i = 1; i < n_awake; i++) pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&all_ran);
    return NULL;
}

static const ort_functions has_pool = {.KernelContext_ParallelFor = parallel_for};

static int32_t run(strew_ort_threads *session, int64_t n_elements)
{
    strew_ort_pool pool = {&has_pool, NULL, NULL};
    return strew_ort_count_threads(session, &pool, n_elements);
}

/* The first counts find only the caller, then some of the pool, then all of it. Later ones that find fewer change nothing. */
static void under_load(void)
{
    strew_ort_threads session = {0};
    const int64_t n = 1 << 18;
    n_awake = 1, n_loops = 0;
    int runs = 0;
    for (; n_loops < LOADED_COUNTS; runs++) assert(run(&session, n) == 1);
    assert(runs == 1 + 4 + 16); /* before each count four times the elements */
    n_awake = 3;
    for (; n_loops < LOADED_COUNTS + 1; runs++) assert(run(&session, n) == (runs == 1 + 4 + 16 + 63 ? 3 : 1));
    n_awake = 4;
    while (n_loops < LOADED_COUNTS + 2) run(&session, n);
    assert(run(&session, n) == 4);
    n_awake = 1;
    while (n_loops < LOADED_COUNTS + 4) assert(run(&session, n) == 4);
}

/* However long a session lives, counts of 3.2 ms come only after 2^30 elements. */
static void in_the_long_run(void)
{
    strew_ort_threads session = {0};
    n_awake = 1, n_loops = 0;
    const int64_t n = (int64_t)1 << 28;
    for (int i = 0; i < 100; i++) run(&session, n);
    assert(n_loops == 6 + 94 / 4); /* each of the first six is due, then one in four */
}

static void without_need(void)
{
    n_awake = 4, n_loops = 0;
    strew_ort_threads small = {0}, told = {.told = 7}, empty = {0};
    for (int i = 0; i < 1000; i++) assert(run(&small, 100) == 1);
    for (int i = 0; i < 1000; i++) assert(run(&told, 1 << 20) == 7);
    for (int i = 0; i < 1000; i++) assert(run(&empty, 0) == 1);
    assert(n_loops == 0);
    assert(run(&small, INT64_MAX / 2) == 4 && n_loops == 1);

    const ort_functions old = {0}; /* before 1.17 there is no pool */
    strew_ort_pool pool = {&old, NULL, NULL};
    assert(strew_ort_count_threads(&empty, &pool, 1 << 20) == 1);
}

int main(void)
{
    without_need();
    under_load();
    in_the_long_run();
    puts("counted");
    return 0;
}
