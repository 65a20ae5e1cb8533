/* Segments of narrow slices, and segments of rows, reduced by their lengths. */
#ifndef STREW_REDUCE_PASS_H
#define STREW_REDUCE_PASS_H

#include "segments.h"
#include "walk.h"

#if STREW_BUILD_SEGMENT
/* Whether some steps are those of whole segments: all, or those whose slices are in a range; and the plan has a kernel for it. */
static inline int strew_reduces(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    if (!strew_reduces_by_lengths(plan) || job->indices == NULL) return 0;
    if (job->slices.slice_bytes != plan->slice_bytes) return 0; /* rows of slices that are written as one */
    return steps->own != NULL ? steps->own->scattering == 1 : steps->begin == 0 && steps->end == job->layout.n_blocks;
}

/* Reduces them, and returns 1. Offsets or indices are read again, and whatever they are then, no update is read that there is none of. */
int strew_reduce_steps(const strew_job *job, const strew_steps *steps);
#else
#define strew_reduces(job, steps) 0
#define strew_reduce_steps(job, steps) 1
#endif

#endif /* STREW_REDUCE_PASS_H */
