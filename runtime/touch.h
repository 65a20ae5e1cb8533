/* The slices that updates touch: applying for which it matters whether an update is the first of its slice, or how many it has. */
#ifndef STREW_TOUCH_H
#define STREW_TOUCH_H

#include "record.h"
#include "walk.h"

#if STREW_BUILD_TOUCHED
/* Applies the tuples of some steps, for all outer indices: a mean, or a reduction that leaves out the old elements of output. Zero if one
 * is out of bounds, or if a slice is not in the record of an earlier outer index: another thread has changed the indices. */
int strew_touch_steps(const strew_job *job, const strew_steps *steps);

/* The record of some steps before their first tuple. */
strew_record strew_begin_record(const strew_job *job, const strew_steps *steps);

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
#define strew_touch_steps(job, steps) ((void)(steps), 0)
#define strew_begin_record(job, steps) ((void)(steps), (strew_record){0})
#define strew_start_means(job, record, outer) ((void)(record))
#define strew_divide_means(job, record, outer) ((void)(record))
#endif

#endif /* STREW_TOUCH_H */
