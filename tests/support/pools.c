#include "pools.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

size_t n_shared;

void on_one_thread(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool;
    while (n > 0) task(argument, --n);
}

typedef struct errand {
    strew_task *task;
    void *argument;
    size_t i;
} errand;

static void *go(void *argument)
{
    const errand *const errand = argument;
    errand->task(errand->argument, errand->i);
    return NULL;
}

void on_threads(void *pool, size_t n, strew_task *task, void *argument)
{
    pthread_t threads[MAX_THREADS];
    errand errands[MAX_THREADS];

    assert_true(n >= 1 && n <= *(const size_t *)pool);
    n_shared++;
    for (size_t i = n; i-- > 0;) {
        errands[i] = (errand){task, argument, i};
        assert_int_equal(pthread_create(&threads[i], NULL, go, &errands[i]), 0);
    }
    for (size_t i = 0; i < n; i++) pthread_join(threads[i], NULL);
}
