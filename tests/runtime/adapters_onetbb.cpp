// The adapter of oneTBB.
#include <cfenv>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_group.h>

#include <strew/onetbb.h>

#include "adapters.h"

// As many threads as the tests ask for, however few processors there are.
static const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 64);

static strew_resources open_arena(int32_t n_threads)
{
    return strew_onetbb_resources(new tbb::task_arena(n_threads));
}

static void close_arena(void *pool)
{
    delete static_cast<tbb::task_arena *>(pool);
}

// The arena of the calling thread has as many threads as there are processors, or are allowed.
static strew_resources use_own_arena(int32_t n_threads)
{
    strew_resources resources = strew_onetbb_resources(nullptr);
    resources.n_threads = n_threads;
    return resources;
}

static void keep_own_arena(void *) {}

// The threads of an arena compute as the one did that has made it, unless they are told otherwise.
static strew_resources open_arena_that_rounds_up(int32_t n_threads)
{
    const int before = std::fegetround();
    std::fesetround(FE_UPWARD);
    auto *const arena = new tbb::task_arena(n_threads);
    arena->initialize();
    std::fesetround(before);
    return strew_onetbb_resources(arena);
}

// Whoever cancels a group, because a task of it has failed, does not mean runs of strew that are under way in other tasks.
static void run_in_cancelled_group(void *pool, size_t n, strew_task *task, void *argument)
{
    tbb::task_group group;
    group.run_and_wait([&] {
        group.cancel();
        strew_onetbb_for(pool, n, task, argument);
    });
}

static strew_resources use_cancelled_group(int32_t n_threads)
{
    strew_resources resources = use_own_arena(n_threads);
    resources.parallel_for = run_in_cancelled_group;
    return resources;
}

const adapter adapters[] = {
    {"a task_arena of oneTBB", open_arena, close_arena, nullptr, 1, 0},
    {"the caller's task_arena", use_own_arena, keep_own_arena, nullptr, 0, 0},
    {"a task_arena that rounds up", open_arena_that_rounds_up, close_arena, nullptr, 1, 0},
    {"the caller's task_arena, in a group that was cancelled", use_cancelled_group, keep_own_arena, nullptr, 0, 0},
};
const size_t n_adapters = sizeof adapters / sizeof *adapters;
