/* pools POOL BUG: a bug made on purpose in tasks on two threads of a pool. Sanitizers know little of pools whose libraries are not compiled
 * for them; in a task they must see all. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/openmp.h>
#include <strew/pthreadpool.h>

enum { N_THREADS = 2 };

/* ---- Bugs --------------------------------------------------------------------------------------------------------------------------- */

static volatile size_t eight = 8; /* unknown to the compiler */
static volatile int shared;
static unsigned char bytes[64], *volatile shared_bytes = bytes;

/* Now and then two accesses at the very same time are one too few for ThreadSanitizer. */
enum { TIMES = 100000 };

static void store_to_shared(void)
{
    for (int i = 0; i < TIMES; i++) shared = i;
}

static void copy_to_shared(void)
{
    for (int i = 0; i < TIMES; i++) memcpy(shared_bytes, shared_bytes + 32, eight);
}

static void decide_by_what_nobody_wrote(void)
{
    unsigned char *volatile bytes = malloc(eight);
    if (bytes[eight / 2] == 1) puts("by chance");
    free(bytes);
}

static const struct bug {
    const char *name;
    void (*make)(void);
} bugs[] = {{"race", store_to_shared}, {"race_of_copies", copy_to_shared}, {"uninitialised", decide_by_what_nobody_wrote}};

/* ---- Pools -------------------------------------------------------------------------------------------------------------------------- */

/* Tasks wait for one another, so that no thread gets two of them. To ThreadSanitizer that orders nothing. */
static atomic_int n_there;

static void make_bug(void *argument, size_t i)
{
    const struct bug *const bug = argument;

    (void)i;
    atomic_fetch_add_explicit(&n_there, 1, memory_order_relaxed);
    while (atomic_load_explicit(&n_there, memory_order_relaxed) < N_THREADS) continue;
    bug->make();
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
        resources.parallel_for(resources.pool, N_THREADS, make_bug, &bug);
        puts("nothing stopped it");
        return 0;
    }
    fprintf(stderr, "usage: pools openmp|pthreadpool race|race_of_copies|uninitialised\n");
    return 2;
}
