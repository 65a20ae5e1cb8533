/* Combining numbers alone: elements of updates that are NaN are passed over. */
#ifndef STREW_NUMBERS_H
#define STREW_NUMBERS_H

#include "walk.h"

#if STREW_BUILD_NAN
/* Combines the updates of some steps, or their products with alpha, with output, and those of a mean that has sums, with its sums. A plan
 * that needs a record counts the updates of each part of the slices. Zero if a tuple is out of bounds, as in strew_make_slice_indices. */
int strew_apply_numbers(const strew_job *job, const strew_steps *steps);
#else /* no plan passes over NaN */
#define strew_apply_numbers(job, steps) ((void)(steps), 0)
#endif

#endif /* STREW_NUMBERS_H */
