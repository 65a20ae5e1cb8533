/* The adapters in C. */
#include <strew/openmp.h>
#include <strew/pthreadpool.h>

#include "adapters.h"

/* ---- pthreadpool --------------------------------------------------------------------------------------------------------------------- */

static strew_resources open_pthreadpool(int32_t n_threads)
{
    return strew_pthreadpool_resources(pthreadpool_create((size_t)n_threads));
}

static void close_pthreadpool(void *pool)
{
    pthreadpool_destroy(pool);
}

/* A pthreadpool that one of its own tasks uses waits forever. */
static strew_resources nested_in_pthreadpool(strew_resources resources)
{
    resources.pool = NULL;
    return resources;
}

/* ---- OpenMP -------------------------------------------------------------------------------------------------------------------------- */

static strew_resources open_openmp(int32_t n_threads)
{
    omp_set_num_threads(n_threads);
    return strew_openmp_resources();
}

#ifndef STREW_WITHOUT_NESTED_TEAMS
static strew_resources open_nested_openmp(int32_t n_threads)
{
    omp_set_max_active_levels(2);
    return open_openmp(n_threads);
}
#endif

static void close_openmp(void *pool)
{
    (void)pool;
    omp_set_max_active_levels(1);
}

const adapter adapters[] = {
    {"pthreadpool", open_pthreadpool, close_pthreadpool, nested_in_pthreadpool, 1, 1},
    {"OpenMP", open_openmp, close_openmp, NULL, 1, 1},
#ifndef STREW_WITHOUT_NESTED_TEAMS
    {"OpenMP, nested", open_nested_openmp, close_openmp, NULL, 1, 1},
#endif
};
const size_t n_adapters = sizeof adapters / sizeof *adapters;
