/* Running some steps of a job: what one thread does at a time, whatever the plan needs for it. */
#ifndef STREW_STEPS_H
#define STREW_STEPS_H

#include "apply.h"
#include "gather.h"
#include "strided.h"
#include "touched.h"

/* Steps begin to end - 1 of a job, for outer indices outer_begin to outer_end - 1. Two threads never have a step and an outer index in
 * common. */
typedef struct strew_steps {
    size_t begin, end, outer_begin, outer_end;
    /* Only the tuples of this selection; NULL stands for all. Dense tuples without a record are selected in ways/selections.c. */
    const strew_selection *own;
    /* The memory of the record, if the plan needs one (strew_needs_touched). A record is of all outer indices. Threads that share it have
     * selections of their own, or steps whose slices are in no other's; so with one thread the steps are all, and there is no selection. */
    void *workspace;
} strew_steps;

/* All steps, for all outer indices. A gather that has no steps is run all the same: it fills what is skipped. */
strew_steps strew_all_steps(const strew_job *job, void *workspace);

/* Applies or gathers the tuples of some steps. Zero if one is out of bounds, as in strew_make_slice_indices. Slice indices of more than 32
 * bits are never shared: their steps are all. This is inlined: a kernel is six frames away. */
static STREW_INLINE int strew_run_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    const size_t begin = steps->begin, end = steps->end;
    if (strew_needs_touched(plan)) {
        const int is_whole = steps->own != NULL || (begin == 0 && end == strew_count_steps(job));
        const strew_touched_part part = {steps->own, is_whole ? 0 : begin, is_whole ? 0 : end};
        return strew_apply_touched(job, steps->workspace, part);
    }
    if (strew_needs_strided(job)) return strew_run_strided(job, begin, end, steps->outer_begin, steps->outer_end, steps->own, NULL);
    if (!strew_has_32_bit_slice_indices(plan) && job->access.pattern != STREW_RUNS)
        return plan->is_gather ? strew_gather_large_offset(job) : strew_apply_large_offset(job);
    return plan->is_gather ? strew_gather_steps(job, begin, end, steps->outer_begin, steps->outer_end)
                           : strew_apply(job, begin, end, steps->outer_begin, steps->outer_end);
}

#endif /* STREW_STEPS_H */
