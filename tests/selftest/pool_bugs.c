/* pool_bugs POOL BUG: a deliberate bug in tasks on two threads of a pool. Sanitizers know little of pools whose libraries are not compiled
 * for them, but in a task they must see everything. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <strew/openmp.h>
#include <strew/pthreadpool.h>

#include "uninitialised.h"

/* ---- Bugs ---------------------------------------------------------------------------------------------------------------------------- */

static volatile int shared;
static unsigned char bytes[64], *volatile shared_bytes = bytes;

static void store_to_shared(void)
{
    shared = 1;
}

static void copy_to_shared(void)
{
    memcpy(shared_bytes, shared_bytes + 32, eight);
}

static const struct bug {
    const char *name;
    void (*make)(void);
} bugs[] = {{"race", store_to_shared}, {"race_of_memcpy", copy_to_shared}, {"uninitialised", branch_on_uninitialised}};

/* ---- Pools --------------------------------------------------------------------------------------------------------------------------- */

/* Each of two threads gets two of four tasks. One thread makes the bug in its first task and sets a flag in its second; then the other
 * makes the bug in its second. A pool guarantees no order between these two tasks: if a report of such an order reached ThreadSanitizer, it
 * would miss the race. The flags are relaxed, so that they order nothing either. */
enum { N_THREADS = 2, N_TASKS = 4 };

static atomic_int n_threads_started, is_first_over, is_made_again;
static _Thread_local int n_tasks, is_first;

static void set(atomic_int *flag)
{
    atomic_store_explicit(flag, 1, memory_order_relaxed);
}

static void wait_for(atomic_int *flag)
{
    while (!atomic_load_explicit(flag, memory_order_relaxed)) continue;
}

static void do_task(void *argument, size_t i)
{
    const struct bug *const bug = argument;

    (void)i;
    if (n_tasks++ == 0) is_first = atomic_fetch_add_explicit(&n_threads_started, 1, memory_order_relaxed) == 0;
    if (n_tasks == 1 && is_first) {
        bug->make();
    } else if (n_tasks == 1) {
        wait_for(&is_first_over);
    } else if (is_first) {
        set(&is_first_over);
        wait_for(&is_made_again);
    } else {
        bug->make();
        set(&is_made_again);
    }
}

static strew_resources resources_of(const char *pool)
{
    if (strcmp(pool, "pthreadpool") == 0) return strew_pthreadpool_resources(pthreadpool_create(N_THREADS));
    omp_set_num_threads(N_THREADS);
    return strew_openmp_resources();
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 3 && i < sizeof bugs / sizeof *bugs; i++) {
        struct bug bug = bugs[i];
        if (strcmp(bug.name, argv[2]) != 0) continue;
        const strew_resources resources = resources_of(argv[1]);
        resources.parallel_for(resources.pool, N_TASKS, do_task, &bug);
        puts("no tool stopped the bug");
        return 0;
    }
    fprintf(stderr, "usage: pool_bugs openmp|pthreadpool race|race_of_memcpy|uninitialised\n");
    return 2;
}
