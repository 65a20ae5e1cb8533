/* thread_pool.c: runs strew on the threads of a pool. strew starts no threads. It calls the caller's parallel-for, and the result has the
 * same bits with any number of threads. The pool here is a small one over pthreads. For pools that are widely used there are adapters:
 * see the programs beside this one, each of which has the name of its pool. */
#define _GNU_SOURCE /* for _SC_NPROCESSORS_ONLN */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <strew/strew.h>

/* ---- A pool -------------------------------------------------------------------------------------------------------------------------- */

enum { MAX_THREADS = 64 };

typedef struct pool {
    pthread_t workers[MAX_THREADS];
    int n_workers;         /* one less than threads: the calling thread works too */
    pthread_mutex_t mutex; /* guards everything below */
    pthread_cond_t work_began, work_ended;
    strew_task *task;
    void *argument;
    size_t next, n_tasks, n_unfinished; /* task(argument, next) is the next call */
    int is_closing;
} pool;

/* Runs tasks until none is left. The caller holds the mutex. */
static void run_tasks(pool *pool)
{
    while (pool->next < pool->n_tasks) {
        const size_t i = pool->next++;
        pthread_mutex_unlock(&pool->mutex);
        pool->task(pool->argument, i);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->n_unfinished == 0) pthread_cond_signal(&pool->work_ended);
    }
}

static void *work(void *argument)
{
    pool *pool = argument;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->is_closing) {
        run_tasks(pool);
        if (!pool->is_closing) pthread_cond_wait(&pool->work_began, &pool->mutex);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* A strew_parallel_for: calls task(argument, i) for every i < n, and returns when all calls have returned. */
static void parallel_for(void *of, size_t n, strew_task *task, void *argument)
{
    pool *pool = of;
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->argument = argument;
    pool->next = 0;
    pool->n_tasks = pool->n_unfinished = n;
    pthread_cond_broadcast(&pool->work_began);
    run_tasks(pool);
    while (pool->n_unfinished > 0) pthread_cond_wait(&pool->work_ended, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

/* A thread for every core, up to MAX_THREADS. */
static int open_pool(pool *pool)
{
#ifdef _WIN32
    const long n_cores = pthread_num_processors_np(); /* of the pthreads that GCC has there */
#else
    const long n_cores = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    const int n_threads = n_cores < 1 ? 1 : n_cores < MAX_THREADS ? (int)n_cores : MAX_THREADS;
    memset(pool, 0, sizeof *pool);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work_began, NULL);
    pthread_cond_init(&pool->work_ended, NULL);
    while (pool->n_workers < n_threads - 1) {
        if (pthread_create(&pool->workers[pool->n_workers], NULL, work, pool) != 0) break; /* with fewer it works as well */
        pool->n_workers++;
    }
    return pool->n_workers + 1;
}

static void close_pool(pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->is_closing = 1;
    pthread_cond_broadcast(&pool->work_began);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->n_workers; i++) pthread_join(pool->workers[i], NULL);
}

/* ---- strew on this pool -------------------------------------------------------------------------------------------------------------- */

enum { BINS = 50000, SAMPLES = 2000000, RUNS = 9 };

static int32_t alone[BINS], together[BINS], bins[SAMPLES], ones[SAMPLES];

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

int main(void)
{
    for (int i = 0; i < SAMPLES; i++) {
        bins[i] = (int32_t)((int64_t)i * i % BINS);
        ones[i] = 1;
    }
    const strew_tensor data = {.dtype = STREW_DTYPE_INT32, .rank = 1, .shape = (int64_t[]){BINS}};
    const strew_tensor indices = {.dtype = STREW_DTYPE_INT32, .rank = 2, .shape = (int64_t[]){SAMPLES, 1}};
    const strew_tensor updates = {.dtype = STREW_DTYPE_INT32, .rank = 1, .shape = (int64_t[]){SAMPLES}};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .data = data, .indices = indices, .updates = updates);
    strew_plan plan;
    if (strew_plan_call(&plan, &call, NULL) != STREW_OK) return 1;
    const strew_buffers one = STREW_BUFFERS(.output = alone, .data = alone, .indices = bins, .updates = ones);
    const strew_buffers many = STREW_BUFFERS(.output = together, .data = together, .indices = bins, .updates = ones);

    pool pool;
    const int n_threads = open_pool(&pool);
    strew_resources one_thread = STREW_RESOURCES(.n_threads = 1);
    strew_resources threads = STREW_RESOURCES(.parallel_for = parallel_for, .pool = &pool, .n_threads = n_threads);
    /* A workspace lets several threads add to the same bins, and one thread read the indices once. If it would not help, its size is 0. */
    one_thread.workspace_bytes = strew_plan_workspace_size(&plan, 1);
    threads.workspace_bytes = strew_plan_workspace_size(&plan, n_threads);
    one_thread.workspace = malloc(one_thread.workspace_bytes);
    threads.workspace = malloc(threads.workspace_bytes);

    double ms[2] = {1e9, 1e9}; /* the shortest of some runs: other programs use the cores too */
    for (int run = 0; run < 2 * RUNS; run++) {
        const double start = now_ms();
        if (strew_run(&plan, run % 2 == 0 ? &one : &many, run % 2 == 0 ? &one_thread : &threads, NULL) != STREW_OK) return 1;
        const double taken = now_ms() - start;
        if (taken < ms[run % 2]) ms[run % 2] = taken;
    }
    free(one_thread.workspace);
    free(threads.workspace);
    close_pool(&pool);
    if (memcmp(alone, together, sizeof alone) != 0) return 1;
    const char *why = n_threads == 1 ? " (there is one core)" : ms[1] >= ms[0] ? " (other programs use the cores, or they share one)" : "";
    printf("1 thread: %.1f ms, %d threads: %.1f ms, %.1f times as fast%s, the same bits\n", ms[0], n_threads, ms[1], ms[0] / ms[1], why);
    return 0;
}
