/* The pools that strew's threads are measured on: one that models them, and those of the adapters. */
#ifndef STREW_BENCH_POOLS_H
#define STREW_BENCH_POOLS_H

#include <strew/strew.h>

#include "model.h"

typedef enum bench_pool {
    BENCH_NO_POOL,
    BENCH_MODEL, /* runs tasks one after another on the calling thread, and records their times */
    BENCH_OPENMP,
    BENCH_PTHREADPOOL,
    BENCH_POOLS
} bench_pool;

/* "model", "openmp", "pthreadpool", and "none" for BENCH_NO_POOL. */
const char *bench_pool_name(bench_pool pool);

/* Whether the bench was built with it. */
int bench_pool_is_built(bench_pool pool);

/* Some threads of a pool. */
typedef struct bench_team {
    bench_pool pool;
    int n_threads;
    void *handle;
    model_tape tape; /* of the model */
    int is_pinned;   /* each thread to a CPU of its own, a core's second CPU last */
} bench_team;

/* Starts and pins the threads. Returns 0 if it could not. */
int bench_open_team(bench_team *team, bench_pool pool, int n_threads);
void bench_close_team(bench_team *team);

/* Wakes the threads, which fall asleep when they are not needed: in a real program, a pool is at work. And empties the tape. */
void bench_wake_team(bench_team *team);

/* Resources without a workspace. */
strew_resources bench_resources_of(bench_team *team);

#endif /* STREW_BENCH_POOLS_H */
