/* The slices that updates touch: applying for which it matters whether an update is the first of its slice, or how many it has. */
#ifndef STREW_TOUCH_H
#define STREW_TOUCH_H

#include "record.h"
#include "walk.h"

#if STREW_BUILD_TOUCHED
/* Applies a batch none of whose tuples is skipped: a mean, or a reduction that leaves out the old elements of output. Sums in the workspace
 * are of one outer index, which is `outer`; whatever is in output is done for all of them at once. Zero if a slice is not in the record of
 * an earlier outer index: another thread has changed the indices. */
int strew_touch_batch(const strew_job *job, const strew_batch *batch, size_t outer, strew_record *record);

/* Before and after all tuples of an outer index of a mean: starts the sums in the workspace, once it is known which slices are touched; and
 * divides the sums, wherever they are. */
#if STREW_BUILD_REDUCTION_MEAN
void strew_start_means(const strew_job *job, strew_record *record, size_t outer);
void strew_divide_means(const strew_job *job, strew_record *record, size_t outer);
#else
#define strew_start_means(job, record, outer) ((void)(record))
#define strew_divide_means(job, record, outer) ((void)(record))
#endif
#else /* no plan has a record */
#define strew_touch_batch(job, batch, outer, record) ((void)(record), 0)
#define strew_start_means(job, record, outer) ((void)(record))
#define strew_divide_means(job, record, outer) ((void)(record))
#endif

#endif /* STREW_TOUCH_H */
