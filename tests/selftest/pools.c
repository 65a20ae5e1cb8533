/* pools POOL BUG: a bug made on purpose in tasks on two threads of a pool. Sanitizers know little of pools whose libraries are not compiled
 * for them; in a task they must see all. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <strew/openmp.h>
#include <strew/pthreadpool.h>

#include "unwritten.h"

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
} bugs[] = {{"race", store_to_shared}, {"race_of_copies", copy_to_shared}, {"uninitialised", decide_by_what_nobody_wrote}};

/* ---- Pools --------------------------------------------------------------------------------------------------------------------------- */

/* Each of two threads gets two of four tasks. One thread makes the bug in its first task; when that has ended, which its second task says,
 * the other makes it in its second. A pool promises nothing of these two tasks: if anybody told ThreadSanitizer that the end of one comes
 * before the beginning of the other, the race would be lost. Flags by which tasks wait order nothing either. */
enum { N_THREADS = 2, N_TASKS = 4 };

static atomic_int n_threads_there, is_first_over, is_made_again;
static _Thread_local int n_mine, is_first;

static void say(atomic_int *flag)
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
    if (n_mine++ == 0) is_first = atomic_fetch_add_explicit(&n_threads_there, 1, memory_order_relaxed) == 0;
    if (n_mine == 1 && is_first) {
        bug->make();
    } else if (n_mine == 1) {
        wait_for(&is_first_over);
    } else if (is_first) {
        say(&is_first_over);
        wait_for(&is_made_again);
    } else {
        bug->make();
        say(&is_made_again);
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
        puts("nothing stopped it");
        return 0;
    }
    fprintf(stderr, "usage: pools openmp|pthreadpool race|race_of_copies|uninitialised\n");
    return 2;
}
