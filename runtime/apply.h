/* Applying an access pattern: the updates are written to output, or combined with it. */
#ifndef STREW_APPLY_PASS_H
#define STREW_APPLY_PASS_H

#include "access.h"

/* How many steps a job consists of: runs, or blocks. */
static inline size_t strew_count_steps(const strew_job *job)
{
    return job->access.pattern == STREW_RUNS ? strew_runs_of(job)->n : job->layout.n_blocks;
}

/* Behind the last of n slice indices, kernels prefetch some more where output exceeds the second-level cache: this repeats the last one. */
void strew_pad_slice_indices(const strew_plan_state *plan, uint32_t *slice_indices, size_t n);

/* Applies blocks begin to end - 1, or runs, for outer indices outer_begin to outer_end - 1. Zero if a tuple is out of bounds, as in
 * strew_make_slice_indices. */
int strew_apply(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end);

/* The same for all tuples, one by one in 64 bits: for more slice indices than 32 bits can count. */
int strew_apply_large_offset(const strew_job *job);

#endif /* STREW_APPLY_PASS_H */
