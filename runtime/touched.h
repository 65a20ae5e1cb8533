/* The slices that updates touch: applying for which it matters whether an update is the first of its slice, or how many it has. */
#ifndef STREW_TOUCHED_H
#define STREW_TOUCHED_H

#include "access.h"

#if STREW_BUILD_TOUCHED
/* The size of the workspace that a run of the plan needs; 0 if it needs none. SIZE_MAX if no memory is large enough. */
size_t strew_touched_bytes(const strew_plan_state *plan);

/* Applies all tuples on the calling thread: a mean, or a reduction that leaves out the old elements of output. Zero if a tuple is out of
 * bounds, as in strew_make_slice_indices. */
int strew_apply_touched(const strew_job *job, void *workspace);
#else /* no plan needs a workspace */
#define strew_touched_bytes(plan) ((void)(plan), (size_t)0)
static inline int strew_apply_touched(const strew_job *job, void *workspace)
{
    (void)job, (void)workspace;
    return 0;
}
#endif

#endif /* STREW_TOUCHED_H */
