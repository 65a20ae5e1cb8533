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

/* Before and after all tuples of an outer index: starts the sums in the workspace that can be started at once; and makes results of sums,
 * wherever they are. */
#if STREW_BUILD_SUMS
void strew_start_all_sums(const strew_job *job, strew_record *record, size_t outer);
void strew_finish_sums(const strew_job *job, strew_record *record, size_t outer);

/* Converts some bytes of one slice, or of several that are adjacent. */
static STREW_INLINE void strew_convert(const strew_apply_kernel *kernel, unsigned char *to, const unsigned char *from, size_t n_bytes)
{
    const strew_slices slices = {n_bytes, 0, n_bytes, STREW_PREFETCH_UPDATES_BYTES, 0, strew_in_order};
    kernel->run(to, from, strew_in_order, 1, &slices);
}

/* Starts the sums of so many bytes of output. With one more function between them, a kernel would be more than six frames away. */
static STREW_INLINE void strew_start_sums(const strew_plan_state *plan, unsigned char *sums, const unsigned char *old, size_t n_bytes)
{
    if (plan->widen != NULL) {
        strew_convert(plan->widen, sums, old, n_bytes);
    } else {
        plan->mean->start(sums, plan->rules.excludes_self ? NULL : old, n_bytes / (size_t)plan->element_bytes);
    }
}
#else
#define strew_start_all_sums(job, record, outer) ((void)(record))
#define strew_finish_sums(job, record, outer) ((void)(record))
#endif
#else /* no plan has a record */
#define strew_touch_steps(job, steps) ((void)(steps), 0)
#define strew_begin_record(job, steps) ((void)(steps), (strew_record){0})
#define strew_start_all_sums(job, record, outer) ((void)(record))
#define strew_finish_sums(job, record, outer) ((void)(record))
#endif

#endif /* STREW_TOUCH_H */
