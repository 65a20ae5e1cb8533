/* The slices that updates touch: applying for which it matters whether an update is the first of its slice, or how many it has. */
#ifndef STREW_TOUCHED_H
#define STREW_TOUCHED_H

#include "record.h"

#if STREW_BUILD_TOUCHED
/* Applies tuples: a mean, or a reduction that leaves out the old elements of output. Zero if a tuple is out of bounds, as in
 * strew_make_slice_indices. */
int strew_apply_touched(const strew_job *job, void *workspace, strew_touched_part part);
#else
#define strew_apply_touched(job, workspace, part) ((void)(job), (void)(workspace), (void)(part), 0)
#endif

#endif /* STREW_TOUCHED_H */
