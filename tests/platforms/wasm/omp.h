/* What the benchmark asks of OpenMP, where there is one thread. */
#ifndef STREW_TESTS_WASM_OMP_H
#define STREW_TESTS_WASM_OMP_H

#include <time.h>

static inline int omp_get_num_procs(void)
{
    return 1;
}

static inline int omp_get_num_threads(void)
{
    return 1;
}

static inline int omp_get_max_threads(void)
{
    return 1;
}

static inline int omp_get_thread_num(void)
{
    return 0;
}

static inline void omp_set_num_threads(int n)
{
    (void)n;
}

static inline int omp_in_parallel(void)
{
    return 0;
}

static inline int omp_get_active_level(void)
{
    return 0;
}

static inline int omp_get_max_active_levels(void)
{
    return 1;
}

static inline void omp_set_max_active_levels(int n)
{
    (void)n;
}

static inline double omp_get_wtime(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
