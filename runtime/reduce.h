/* Segments of narrow slices, and segments of rows, reduced from one offset to the next. */
#ifndef STREW_REDUCE_PASS_H
#define STREW_REDUCE_PASS_H

#include "offsets.h"
#include "walk.h"

#if STREW_BUILD_SEGMENT
/* Whether some steps are those of whole segments: all, or those whose slices are in a range. The plan has a kernel for it, and the job has
 * offsets, which prepared ones have not. */
static inline int strew_reduces(const strew_job *job, const strew_steps *steps)
{
    if ((job->plan->reduce == NULL && job->plan->bag == NULL) || job->indices == NULL) return 0;
    return steps->own != NULL ? steps->own->scattering == 1 : steps->begin == 0 && steps->end == job->layout.n_blocks;
}

/* Reduces them, and returns 1. Offsets are read again, and whatever they are then, no update is read that there is none of. */
int strew_reduce_steps(const strew_job *job, const strew_steps *steps);
#else
#define strew_reduces(job, steps) 0
#define strew_reduce_steps(job, steps) 1
#endif

#endif /* STREW_REDUCE_PASS_H */
