/* The slices that updates touch: applying for which it matters whether an update is the first of its slice, or how many it has. */
#ifndef STREW_TOUCHED_H
#define STREW_TOUCHED_H

#include "apply.h"
#include "strided.h"

#if STREW_BUILD_TOUCHED
/* Applies tuples whose slices are touched as a whole. Zero as below. */
int strew_apply_touched_slices(const strew_job *job, void *workspace, strew_touched_part part);

#if STREW_BUILD_NAN
/* Divides the sums of a mean whose parts have counts, of one outer index. */
void strew_divide_parts(const strew_job *job, strew_record *record, size_t outer);
#else
#define strew_divide_parts(job, record, outer) ((void)(record))
#endif

/* Applies tuples: a mean, or a reduction that leaves out the old elements of output. Zero if a tuple is out of bounds, as in
 * strew_make_slice_indices. An update that is NaN is passed over in one outer index and not in another, so the record is then of one at a
 * time. This is inlined: a kernel is six frames away. */
static STREW_INLINE int strew_apply_touched(const strew_job *job, void *workspace, strew_touched_part part)
{
    if (!strew_passes_over_nan(job->plan)) return strew_apply_touched_slices(job, workspace, part);
    for (size_t outer = 0; outer < job->plan->n_outer; outer++) {
        strew_record record = strew_make_record(job, workspace, part);
        /* uncovered: the indices are checked, so a tuple is only out of bounds if another thread changes them */
        if (!strew_run_strided(job, 0, strew_count_steps(job), outer, outer + 1, part.own, &record)) return 0;
        if (job->plan->mean != NULL) strew_divide_parts(job, &record, outer);
    }
    return 1;
}
#else
#define strew_apply_touched(job, workspace, part) ((void)(job), (void)(workspace), (void)(part), 0)
#endif

#endif /* STREW_TOUCHED_H */
