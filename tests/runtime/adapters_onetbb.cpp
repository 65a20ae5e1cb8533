// The adapter of oneTBB.
#include <oneapi/tbb/global_control.h>

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

const adapter adapters[] = {
    {"a task_arena of oneTBB", open_arena, close_arena, nullptr, 1, 0},
    {"the caller's task_arena", use_own_arena, keep_own_arena, nullptr, 0, 0},
};
const size_t n_adapters = sizeof adapters / sizeof *adapters;
