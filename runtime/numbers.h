/* Combining numbers alone: elements of updates that are NaN are passed over. */
#ifndef STREW_NUMBERS_H
#define STREW_NUMBERS_H

#include "access.h"
#include "record.h"

/* Consecutive tuples. */
typedef struct strew_tuples {
    const uint32_t *slice_indices;
    uint64_t base; /* what they are counted from */
    size_t first, n;
} strew_tuples;

#if STREW_BUILD_NAN
/* Combines the updates of some tuples, or their products with alpha, with output, and those of a mean that has sums, with its sums: of
 * tuples that are not skipped, and if there is a selection, in it. The record counts the updates of each part of the slices of one outer
 * index; NULL if nothing must be known of them. */
void strew_apply_numbers(const strew_job *job, const strew_tuples *all, size_t outer_begin, size_t outer_end,
                         const strew_selection *selection, strew_record *record);
#else /* no plan passes over NaN */
#define strew_apply_numbers(job, all, outer_begin, outer_end, selection, record) ((void)(all))
#endif

#endif /* STREW_NUMBERS_H */
