/**
 * @file openmp.h
 * strew on the threads of OpenMP. Compile with `-fopenmp`.
 */
#ifndef STREW_OPENMP_H
#define STREW_OPENMP_H

#include <omp.h>

#include <strew/strew.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A strew_parallel_for that needs no pool. Inside a parallel region it runs all tasks on the calling thread, unless
 * omp_set_max_active_levels allows a region in a region. */
static inline void strew_openmp_for(void *pool, size_t n, strew_task *task, void *argument)
{
    const int64_t end = (int64_t)n;
    (void)pool;
#pragma omp parallel for schedule(static, 1)
    for (int64_t i = 0; i < end; i++) task(argument, (size_t)i);
}

/** Resources with as many threads as a parallel region has where this is called: one inside a region, unless omp_set_max_active_levels
 * allows a region in a region. Set workspace and workspace_bytes too, if you have a workspace. wake_ns is that of a team that spins for a
 * while after each region, as most do unless OMP_WAIT_POLICY is passive; then set 30,000. */
static inline strew_resources strew_openmp_resources(void)
{
    strew_resources resources = STREW_RESOURCES_INIT;
#if defined(_OPENMP) && _OPENMP < 201811 /* before version 5.0, nesting was a switch of its own */
    const int is_alone = omp_in_parallel() && !omp_get_nested();
#else
    const int is_alone = omp_get_active_level() >= omp_get_max_active_levels();
#endif
    resources.parallel_for = strew_openmp_for;
    resources.n_threads = is_alone ? 1 : (int32_t)omp_get_max_threads();
    resources.wake_ns = 3000;
    return resources;
}

#ifdef __cplusplus
}
#endif

#endif /* STREW_OPENMP_H */
