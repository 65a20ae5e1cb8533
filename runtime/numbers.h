/* Combining numbers alone: elements of updates that are NaN are passed over. */
#ifndef STREW_NUMBERS_H
#define STREW_NUMBERS_H

#include "record.h"
#include "walk.h"

#if STREW_BUILD_NAN
/* Combines the updates of a batch none of whose tuples is skipped, or their products with alpha, with output, and those of a mean that has
 * sums, with its sums. The record counts the updates of each part of the slices of one outer index; NULL if nothing must be known of
 * them. */
void strew_apply_numbers(const strew_job *job, const strew_batch *batch, size_t outer_begin, size_t outer_end, strew_record *record);
#else /* no plan passes over NaN */
#define strew_apply_numbers(job, batch, outer_begin, outer_end, record) ((void)(record))
#endif

#endif /* STREW_NUMBERS_H */
