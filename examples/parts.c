/* Threads that already run, as those of an inference runtime: each calls strew once, for its part, and a barrier of the program's own
 * follows. strew needs no pool for this. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include <strew/strew.h>

enum { N_THREADS = 4, N_ROWS = 1000, WIDTH = 256, N_TUPLES = 5000 };

static float output[N_ROWS][WIDTH], updates[N_TUPLES][WIDTH];
static int64_t indices[N_TUPLES];
static strew_plan plan;

/* A barrier of two counters, which every platform with pthreads has. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_there = PTHREAD_COND_INITIALIZER;
static int n_there;

static void wait_for_all(void)
{
    pthread_mutex_lock(&mutex);
    if (++n_there == N_THREADS) pthread_cond_broadcast(&all_there);
    while (n_there < N_THREADS) pthread_cond_wait(&all_there, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void *work(void *argument)
{
    const int32_t i = *(const int32_t *)argument;
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = output, .indices = indices, .updates = updates);
    const strew_resources resources = STREW_RESOURCES(.part = i, .n_parts = N_THREADS);
    strew_fault fault;

    /* ... the thread's part of the operators before ... */
    if (strew_run(&plan, &buffers, &resources, &fault) != STREW_OK && i == 0) puts("all parts have returned the same fault");
    wait_for_all(); /* output is complete */
    /* ... the thread's part of the operators after ... */
    return NULL;
}

int main(void)
{
    const int64_t data_shape[] = {N_ROWS, WIDTH}, indices_shape[] = {N_TUPLES}, updates_shape[] = {N_TUPLES, WIDTH};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD,
                   .data = {STREW_DTYPE_FLOAT32, 2, data_shape, NULL, NULL}, .indices = {STREW_DTYPE_INT64, 1, indices_shape, NULL, NULL},
                   .updates = {STREW_DTYPE_FLOAT32, 2, updates_shape, NULL, NULL});
    pthread_t threads[N_THREADS];
    int32_t parts[N_THREADS];
    double sum = 0;

    for (int t = 0; t < N_TUPLES; t++) {
        indices[t] = t * 7 % N_ROWS;
        for (int i = 0; i < WIDTH; i++) updates[t][i] = 1;
    }
    if (strew_plan_call(&plan, &call, NULL) != STREW_OK) return 1;
    for (int32_t i = 0; i < N_THREADS; i++) {
        parts[i] = i;
        if (pthread_create(&threads[i], NULL, work, &parts[i]) != 0) return 1;
    }
    for (int32_t i = 0; i < N_THREADS; i++) pthread_join(threads[i], NULL);
    for (int row = 0; row < N_ROWS; row++) {
        for (int i = 0; i < WIDTH; i++) sum += output[row][i];
    }
    printf("%d parts have added %.0f elements of %d\n", N_THREADS, sum, N_TUPLES * WIDTH);
    return sum == N_TUPLES * WIDTH ? 0 : 1;
}
