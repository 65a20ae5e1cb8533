/* Applying an access pattern: the updates are written to output, or combined with it. */
#ifndef STREW_APPLY_PASS_H
#define STREW_APPLY_PASS_H

#include "access.h"

/* Applies blocks begin to end - 1, or runs, for outer indices outer_begin to outer_end - 1. Zero if a tuple is out of bounds, as in
 * strew_make_slice_indices. */
int strew_apply(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end);

/* The same for all tuples, one by one in 64 bits, for data with more slices than 32 bits can count. */
int strew_apply_large_offset(const strew_job *job);

/* Applies n tuples whose updates are where the caller has them: slice_indices[i], from the start of output, with update tuples[i]. The
 * first n_known of the list, n or more, may be prefetched. Slice indices are padded, and slices have more than STREW_MAX_MOVED_BYTES. */
void strew_apply_listed(const strew_job *job, const uint32_t *slice_indices, const uint32_t *tuples, size_t n, size_t n_known);

#endif /* STREW_APPLY_PASS_H */
