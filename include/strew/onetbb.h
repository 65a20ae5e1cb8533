/**
 * @file onetbb.h
 * strew on the threads of oneTBB, https://github.com/uxlfoundation/oneTBB. For C++11 and later. Link with `-ltbb`.
 */
#ifndef STREW_ONETBB_H
#define STREW_ONETBB_H

#ifndef __cplusplus
#error "<strew/onetbb.h> is for C++"
#endif

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <strew/strew.h>

extern "C" {

/** A strew_parallel_for whose pool is a tbb::task_arena. NULL is the arena that the calling thread is in. A task of the arena may call it
 * too. A thread that waits here takes no other task of the arena, so the caller may hold a mutex. The tasks have the caller's
 * floating-point environment, and they run even if the caller is in a group of tasks that is cancelled. */
static inline void strew_onetbb_for(void *pool, size_t n, strew_task *task, void *argument)
{
    tbb::task_group_context own(tbb::task_group_context::isolated, tbb::task_group_context::fp_settings);
    const auto run_task = [=](size_t i) { task(argument, i); };
    const auto run_all = [&] {
        tbb::this_task_arena::isolate([&] { tbb::parallel_for(size_t{0}, n, run_task, tbb::static_partitioner{}, own); });
    };
    if (pool == nullptr) {
        run_all();
    } else {
        static_cast<tbb::task_arena *>(pool)->execute(run_all);
    }
}

/** Resources with all threads of an arena, which must outlive them; NULL is the arena of the calling thread. Set workspace and
 * workspace_bytes too, if you have a workspace. */
static inline strew_resources strew_onetbb_resources(tbb::task_arena *arena)
{
    strew_resources resources = STREW_RESOURCES_INIT;
    resources.parallel_for = strew_onetbb_for;
    resources.pool = arena;
    resources.n_threads = arena == nullptr ? tbb::this_task_arena::max_concurrency() : arena->max_concurrency();
    return resources;
}

} // extern "C"

#endif /* STREW_ONETBB_H */
