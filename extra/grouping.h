/* A call of group_by_index.c: what stays constant, and the threads that share it. group_by_index.c and group_values.h alone include it. */
#ifndef STREW_GROUPING_H
#define STREW_GROUPING_H

#include <strew/group.h>

#include <string.h>

#include "reading.h"

enum { BLOCK = 256, MAX_THREADS = 64 };

/* What stays constant during a call. */
typedef struct grouping {
    strew_options options;
    strew_reader indices;
    size_t n; /* indices */
    int64_t n_groups;
    int64_t *starts, *unique, *n_unique;
    unsigned char *order;
    int is_wide; /* order has numbers of 64 bits */
    int is_distinct;
    size_t n_threads;
    unsigned char *workspace; /* aligned; NULL if it is too small for one thread */
    strew_parallel_for *parallel_for;
    void *pool;
} grouping;

static inline size_t min_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

/* The indices of thread i begin here. */
static inline size_t begin_of(const grouping *grouping, size_t i)
{
    return grouping->n / grouping->n_threads * i + min_of(i, grouping->n % grouping->n_threads);
}

/* What each thread does. */
typedef struct loop {
    strew_task *task;
    void *argument;
} loop;

static inline void run_threads(const grouping *grouping, const loop *loop)
{
    if (grouping->n_threads == 1)
        loop->task(loop->argument, 0);
    else
        grouping->parallel_for(grouping->pool, grouping->n_threads, loop->task, loop->argument);
}

/* ---- Order --------------------------------------------------------------------------------------------------------------------------- */

/* is_wide is constant where these are called. */
static inline void put(unsigned char *order, size_t at, uint64_t number, int is_wide)
{
    const uint32_t narrow = (uint32_t)number;
    if (is_wide)
        memcpy(order + at * sizeof number, &number, sizeof number);
    else
        memcpy(order + at * sizeof narrow, &narrow, sizeof narrow);
}

static inline uint64_t get(const unsigned char *order, size_t at, int is_wide)
{
    uint64_t wide = 0;
    uint32_t narrow = 0;
    if (is_wide)
        memcpy(&wide, order + at * sizeof wide, sizeof wide);
    else
        memcpy(&narrow, order + at * sizeof narrow, sizeof narrow);
    return is_wide ? wide : narrow;
}

#endif /* STREW_GROUPING_H */
