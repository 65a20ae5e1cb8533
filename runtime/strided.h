/* Running plans whose output, updates or gathered data have strides that the passes for dense tensors do not know: on one thread. */
#ifndef STREW_STRIDED_H
#define STREW_STRIDED_H

#include "access.h"

/* Where the slices of an outer index begin, and its updates: bytes from those of outer index 0. */
typedef struct strew_outer_offset {
    ptrdiff_t output, updates;
} strew_outer_offset;

#if STREW_BUILD_FEATURE_STRIDES
strew_outer_offset strew_find_outer(const strew_plan_state *plan, size_t outer);

/* Copies data to output, element by element where needed. */
void strew_copy_strided(const strew_plan_state *plan, unsigned char *output, const unsigned char *data);

/* Applies all tuples of a job, or gathers them. Zero if a tuple is out of bounds, as in strew_make_slice_indices. */
int strew_run_strided(const strew_job *job);
#else /* no plan is strided */
#define strew_find_outer(plan, outer) ((void)(plan), (void)(outer), (strew_outer_offset){0, 0})
#define strew_copy_strided(plan, output, data) ((void)(plan), (void)(output), (void)(data))
#define strew_run_strided(job) ((void)(job), 0)
#endif

#endif /* STREW_STRIDED_H */
