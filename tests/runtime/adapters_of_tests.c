/* The pools of tests/support, which run tasks in orders and on threads that no adapter promises to use. */
#include "adapters.h"
#include "pools.h"

static strew_resources resources_on(strew_parallel_for *parallel_for, int32_t n_threads)
{
    static size_t max_threads = MAX_THREADS;
    return STREW_RESOURCES(.parallel_for = parallel_for, .pool = &max_threads, .n_threads = n_threads);
}

static strew_resources open_backwards(int32_t n_threads)
{
    return resources_on(on_one_thread, n_threads);
}

static strew_resources open_shuffled(int32_t n_threads)
{
    return resources_on(in_mixed_order, n_threads);
}

static strew_resources open_foreign(int32_t n_threads)
{
    return resources_on(on_another_thread, n_threads);
}

static strew_resources open_two(int32_t n_threads)
{
    return resources_on(on_two_threads, n_threads);
}

static strew_resources open_threads(int32_t n_threads)
{
    return resources_on(on_threads, n_threads);
}

static void close_pool(void *pool)
{
    (void)pool;
}

const adapter adapters[] = {
    {"one thread, backwards", open_backwards, close_pool, NULL, 0, 0},
    {"one thread, in mixed order", open_shuffled, close_pool, NULL, 0, 0},
    {"a thread that is not the caller's", open_foreign, close_pool, NULL, 0, 0},
    {"two threads, however many are asked for", open_two, close_pool, NULL, 0, 0},
    {"a thread for each task", open_threads, close_pool, NULL, 1, 0},
};
const size_t n_adapters = sizeof adapters / sizeof *adapters;
