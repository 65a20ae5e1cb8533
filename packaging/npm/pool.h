/* The threads of a module whose memory is shared: workers, each with an instance of the module and a stack of its own. They wait in work().
 * A module without shared memory has the calling thread alone. */
#ifndef STREW_NPM_POOL_H
#define STREW_NPM_POOL_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#define EXPORT(name) __attribute__((export_name(name)))

#ifdef __wasm_atomics__
#include <stdatomic.h>

/* One job at a time. `next` holds the number of the job in its upper half and the next task in its lower one, so that a worker which comes
 * late takes no task of a job that it did not read. */
static struct {
    _Atomic uint64_t next;
    _Atomic uint32_t n_tasks, n_left, n_jobs;
    strew_task *_Atomic task;
    void *_Atomic argument;
} pool;

/* The tasks that workers ran, ever. */
static _Atomic uint32_t n_helped;

/* Runs tasks of the job of now until there is none left to take; how many there were. */
static uint32_t take_tasks(void)
{
    uint32_t n_taken = 0;
    for (;;) {
        uint64_t next = pool.next;
        const uint32_t i = (uint32_t)next, n_tasks = pool.n_tasks;
        strew_task *const task = pool.task;
        void *const argument = pool.argument;
        if (i >= n_tasks) return n_taken;
        if (!atomic_compare_exchange_strong(&pool.next, &next, next + 1)) continue; /* taken, or another job */
        task(argument, i);
        n_taken++;
        pool.n_left--;
    }
}

/* A strew_parallel_for. The page's own thread must not sleep, so it waits awake, for as long as the longest task. */
static void share_tasks(void *unused, size_t n, strew_task *task, void *argument)
{
    (void)unused;
    pool.next = UINT32_MAX; /* nobody takes a task while the job is written */
    pool.n_tasks = (uint32_t)n;
    pool.n_left = (uint32_t)n;
    pool.task = task;
    pool.argument = argument;
    const uint32_t job = pool.n_jobs + 1;
    pool.next = (uint64_t)job << 32;
    pool.n_jobs = job;
    __builtin_wasm_memory_atomic_notify((int *)&pool.n_jobs, UINT32_MAX);
    take_tasks();
    while (pool.n_left != 0) continue;
}

/* What a worker does until it is terminated. */
EXPORT("work") void work(void)
{
    for (;;) {
        const uint32_t seen = pool.n_jobs;
        n_helped += take_tasks();
        __builtin_wasm_memory_atomic_wait32((int *)&pool.n_jobs, (int)seen, -1);
    }
}

/* For tests. */
EXPORT("n_helped") uint32_t count_helped(void)
{
    return n_helped;
}
#else
#define share_tasks NULL
#endif

#endif /* STREW_NPM_POOL_H */
