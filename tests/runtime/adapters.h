/* The thread pools that test_adapters.c runs strew on. Each program of it is linked with one list: the pools of tests/support, or adapters
 * of include/strew that are there. */
#ifndef STREW_TESTS_ADAPTERS_H
#define STREW_TESTS_ADAPTERS_H

#include <stddef.h>

#include <strew/strew.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct adapter {
    const char *name;
    strew_resources (*open)(int32_t n_threads); /* of a new pool, without a workspace */
    void (*close)(void *pool);
    strew_resources (*nested)(strew_resources); /* for a run in a task of the pool. NULL: the same resources */
    int is_parallel;                            /* runs as many tasks at once as it has threads */
    int does_spin;                              /* takes long where it has more threads than the machine */
} adapter;

extern const adapter adapters[];
extern const size_t n_adapters;

#ifdef __cplusplus
}
#endif

#endif
