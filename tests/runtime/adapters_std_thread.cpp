// The adapter of C++'s own threads.
#include <strew/std_thread.h>

#include "adapters.h"

static strew_resources open_pool(int32_t n_threads)
{
    return strew_std_thread_resources(*new strew_std_thread_pool(n_threads));
}

static void close_pool(void *pool)
{
    delete static_cast<strew_std_thread_pool *>(pool);
}

const adapter adapters[] = {{"std::thread", open_pool, close_pool, nullptr, 1, 0}};
const size_t n_adapters = sizeof adapters / sizeof *adapters;
