/* The slices that updates touch: applying for which it matters whether an update is the first of its slice, or how many it has. */
#ifndef STREW_TOUCHED_H
#define STREW_TOUCHED_H

#include "access.h"

/* The size of the workspace that a run of the plan needs; 0 if it needs none. SIZE_MAX if no memory is large enough. */
size_t strew_touched_bytes(const strew_plan_state *plan);

/* Whether threads can share the record, because it has a place for every slice; of rows of so many elements, or of single tuples. */
int strew_can_share_touched(const strew_plan_state *plan, size_t elements);

/* Groups of slices for selections, 2^shift of them, the first of which has `lead` fewer. No two have a line of the record in common. */
uint32_t strew_touched_group_shift(const strew_plan_state *plan);
uint32_t strew_touched_group_lead(const strew_plan_state *plan, const void *workspace);

/* Applies all tuples, or those of a selection: a mean, or a reduction that leaves out the old elements of output. Zero if a tuple is out of
 * bounds, as in strew_make_slice_indices. */
int strew_apply_touched(const strew_job *job, void *workspace, const strew_selection *own);

#endif /* STREW_TOUCHED_H */
