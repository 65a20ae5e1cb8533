#include "threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "environment.h"

enum { MAX_THREADS = 64 }; /* as many as strew uses */
enum { SPINS = 2000 };     /* some tens of microseconds, after which the last tasks of a loop are seldom still running */

/* One loop. It outlives the call until the last helper that was scheduled has looked at it, which may be after the loop's end. */
typedef struct loop {
    strew_task *task;
    void *argument;
    size_t n;
    atomic_size_t next;     /* the first task that nobody has begun */
    atomic_size_t n_done;   /* tasks that have returned */
    atomic_int n_referring; /* the caller, and helpers that have not looked yet or still work */
    pthread_mutex_t mutex;
    pthread_cond_t done;
} loop;

static void release(loop *of)
{
    if (atomic_fetch_sub_explicit(&of->n_referring, 1, memory_order_acq_rel) != 1) return;
    pthread_cond_destroy(&of->done);
    pthread_mutex_destroy(&of->mutex);
    free(of);
}

static void work(loop *of)
{
    for (;;) {
        const size_t i = atomic_fetch_add_explicit(&of->next, 1, memory_order_relaxed);
        if (i >= of->n) return;
        of->task(of->argument, i);
        if (atomic_fetch_add_explicit(&of->n_done, 1, memory_order_acq_rel) + 1 < of->n) continue;
        pthread_mutex_lock(&of->mutex);
        pthread_cond_signal(&of->done);
        pthread_mutex_unlock(&of->mutex);
    }
}

static void help(void *argument)
{
    const strew_jax_environment environment = strew_jax_enter_default();
    work(argument);
    strew_jax_leave_default(&environment);
    release(argument);
}

static int is_done(loop *of)
{
    return atomic_load_explicit(&of->n_done, memory_order_acquire) == of->n;
}

static void wait_for(loop *of)
{
    for (int i = 0; i < SPINS; i++) {
        if (is_done(of)) return;
        if (i % 16 == 15) sched_yield();
    }
    pthread_mutex_lock(&of->mutex);
    while (!is_done(of)) pthread_cond_wait(&of->done, &of->mutex);
    pthread_mutex_unlock(&of->mutex);
}

int32_t strew_jax_n_threads(const XLA_FFI_CallFrame *frame)
{
    int64_t n = 1;
    XLA_FFI_ThreadPool_NumThreads_Args args = {
        .struct_size = XLA_FFI_ThreadPool_NumThreads_Args_STRUCT_SIZE, .ctx = frame->ctx, .num_threads = &n};
    XLA_FFI_Error *error = frame->api->XLA_FFI_ThreadPool_NumThreads(&args);
    if (error) {
        strew_jax_forget(frame, error);
        return 1;
    }
    return (int32_t)(n < 1 ? 1 : n < MAX_THREADS ? n : MAX_THREADS);
}

void strew_jax_parallel_for(void *argument, size_t n, strew_task *task, void *task_argument)
{
    const XLA_FFI_CallFrame *frame = argument;
    loop *shared = n > 1 ? malloc(sizeof *shared) : NULL;
    if (!shared) {
        for (size_t i = 0; i < n; i++) task(task_argument, i);
        return;
    }
    shared->task = task;
    shared->argument = task_argument;
    shared->n = n;
    atomic_init(&shared->next, 0);
    atomic_init(&shared->n_done, 0);
    atomic_init(&shared->n_referring, 1);
    pthread_mutex_init(&shared->mutex, NULL);
    pthread_cond_init(&shared->done, NULL);
    const size_t n_threads = (size_t)strew_jax_n_threads(frame), n_helpers = (n < n_threads ? n : n_threads) - 1;
    for (size_t i = 0; i < n_helpers; i++) {
        XLA_FFI_ThreadPool_Schedule_Args args = {
            .struct_size = XLA_FFI_ThreadPool_Schedule_Args_STRUCT_SIZE, .ctx = frame->ctx, .task = help, .data = shared};
        atomic_fetch_add_explicit(&shared->n_referring, 1, memory_order_relaxed);
        XLA_FFI_Error *error = frame->api->XLA_FFI_ThreadPool_Schedule(&args);
        if (error) {
            strew_jax_forget(frame, error);
            release(shared);
            break;
        }
    }
    work(shared);
    wait_for(shared);
    release(shared);
}
