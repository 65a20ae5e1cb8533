#define _POSIX_C_SOURCE 200809L

#include "pools.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include <strew/openmp.h>
#ifdef STREW_BENCH_PTHREADPOOL
#include <strew/pthreadpool.h>
#endif

#include "clock.h"
#include "cpus.h"

const char *bench_pool_name(bench_pool pool)
{
    static const char *const NAMES[BENCH_POOLS] = {"none", "model", "openmp", "pthreadpool"};
    return NAMES[pool];
}

int bench_pool_is_built(bench_pool pool)
{
#ifndef STREW_BENCH_PTHREADPOOL
    if (pool == BENCH_PTHREADPOOL) return 0;
#endif
    return pool < BENCH_POOLS;
}

/* ---- The model ----------------------------------------------------------------------------------------------------------------------- */

/* The clock is read once between two tasks, so no time is lost between them. If memory runs out, the tasks run all the same and count as
 * serial. */
static void model_for(void *tape, size_t n, strew_task *task, void *argument)
{
    double *stamps = model_append(tape, n);
    if (stamps) *stamps++ = bench_now_ns();
    for (size_t i = 0; i < n; i++) {
        task(argument, i);
        if (stamps) *stamps++ = bench_now_ns();
    }
}

/* ---- Pinning ------------------------------------------------------------------------------------------------------------------------- */

static void pin_openmp(void)
{
#pragma omp parallel
    bench_pin_thread((size_t)omp_get_thread_num());
}

#ifdef STREW_BENCH_PTHREADPOOL

typedef struct arrivals {
    atomic_size_t n;
    size_t expected;
} arrivals;

/* Each thread begins with a task of its own. None ends before all have begun, so no thread takes a second one. */
static void pin_one(void *argument, size_t i)
{
    arrivals *arrivals = argument;
    bench_pin_thread(i);
    atomic_fetch_add(&arrivals->n, 1);
    while (atomic_load(&arrivals->n) < arrivals->expected) sched_yield();
}

static void *open_pthreadpool(int n_threads)
{
    pthreadpool_t pool = pthreadpool_create((size_t)n_threads);
    if (!pool) return NULL;
    arrivals arrivals = {0, pthreadpool_get_threads_count(pool)};
    strew_pthreadpool_for(pool, arrivals.expected, pin_one, &arrivals);
    return pool;
}
#endif

/* ---- Teams --------------------------------------------------------------------------------------------------------------------------- */

int bench_open_team(bench_team *team, bench_pool pool, int n_threads)
{
    memset(team, 0, sizeof *team);
    team->pool = pool;
    team->n_threads = n_threads;
    team->is_pinned = pool > BENCH_MODEL && bench_can_pin();
    if (pool == BENCH_OPENMP) {
        omp_set_num_threads(n_threads);
        pin_openmp();
    }
#ifdef STREW_BENCH_PTHREADPOOL
    if (pool == BENCH_PTHREADPOOL) return (team->handle = open_pthreadpool(n_threads)) != NULL;
#endif
    return 1;
}

void bench_close_team(bench_team *team)
{
#ifdef STREW_BENCH_PTHREADPOOL
    if (team->pool == BENCH_PTHREADPOOL) pthreadpool_destroy(team->handle);
#endif
    model_free(&team->tape);
}

static void do_nothing(void *argument, size_t i)
{
    (void)argument;
    (void)i;
}

void bench_wake_team(bench_team *team)
{
    const strew_resources resources = bench_resources_of(team);
    if (team->pool > BENCH_MODEL) resources.parallel_for(resources.pool, (size_t)team->n_threads, do_nothing, NULL);
    team->tape.n = 0;
}

strew_resources bench_resources_of(bench_team *team)
{
    strew_resources resources = STREW_RESOURCES_INIT;
    resources.n_threads = team->n_threads;
    if (team->pool == BENCH_MODEL) {
        resources.parallel_for = model_for;
        resources.pool = &team->tape;
    } else if (team->pool == BENCH_OPENMP) {
        return strew_openmp_resources();
    }
#ifdef STREW_BENCH_PTHREADPOOL
    if (team->pool == BENCH_PTHREADPOOL) return strew_pthreadpool_resources(team->handle);
#endif
    return resources;
}
