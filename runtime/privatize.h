/* Sums of integers in private accumulators. */
#ifndef STREW_PRIVATIZE_H
#define STREW_PRIVATIZE_H

#include "access.h"
#include "pool.h"

/* The number of accumulators, one per thread, that fit so large a workspace. Less than two: do not use them. There must be data. */
size_t strew_count_accumulators(const strew_plan_state *plan, size_t n_threads, size_t workspace_bytes, uint64_t wake_ns);

/* Nanoseconds of a run with so many, waking the threads included. */
uint64_t strew_accumulators_ns(const strew_plan_state *plan, size_t n_accumulators, uint64_t wake_ns);

/* The bytes of a workspace, at any address, for two accumulators or more. */
size_t strew_accumulators_bytes(const strew_plan_state *plan, size_t n_accumulators);

/* Adds up all tuples in accumulators, for which the workspace has room. Zero if a tuple is out of bounds. Then adds them to output. */
typedef struct strew_accumulators {
    const strew_job *job;
    size_t n;
    void *workspace;
} strew_accumulators;
strew_chunk strew_accumulate_chunk, strew_add_chunk;

static inline int strew_accumulate(const strew_threads *threads, const strew_job *job, size_t n_accumulators, void *workspace)
{
    const strew_accumulators all = {job, n_accumulators, workspace};
    return strew_share_chunks(threads, n_accumulators, strew_accumulate_chunk, &all);
}

static inline void strew_add_accumulators(const strew_threads *threads, const strew_job *job, size_t n_accumulators, void *workspace)
{
    const strew_accumulators all = {job, n_accumulators, workspace};
    strew_share_chunks(threads, (job->plan->data_bytes - 1) / STREW_PAGE_BYTES + 1, strew_add_chunk, &all);
}

#endif /* STREW_PRIVATIZE_H */
