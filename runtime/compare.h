/* Comparing updates with what is there, to store which tuples win; and storing that under the reduction none. */
#ifndef STREW_COMPARE_H
#define STREW_COMPARE_H

#include "winners.h"

#if STREW_BUILD_ARG
/* The next function without a use of the workspace. */
int strew_compare_batches(const strew_job *job, const strew_steps *steps);

/* Compares the tuples of some steps, in their order, and stores those that win and which they are; or under the reduction none, of steps
 * that are applied, which the last ones were. Zero if one is out of bounds, as in strew_make_slice_indices. */
static STREW_INLINE int strew_compare_steps(const strew_job *job, const strew_steps *steps)
{
    return strew_has_winners(job, steps) ? strew_find_winners(job, steps) : strew_compare_batches(job, steps);
}
#else /* no plan has an arg */
#define strew_compare_steps(job, steps) 1
#endif

#endif /* STREW_COMPARE_H */
