/* Running some steps of a job: what one thread does at a time, whatever the plan needs for it. */
#ifndef STREW_STEPS_H
#define STREW_STEPS_H

#include "apply.h"
#include "compare.h"
#include "fetch.h"
#include "numbers.h"
#include "reduce.h"
#include "tile.h"
#include "touch.h"
#include "winners.h"

/* All steps, for all outer indices. A gather that has no steps is run all the same: it fills what is skipped. */
static inline strew_steps strew_all_steps(const strew_job *job, void *workspace)
{
    return (strew_steps){0, strew_count_steps(job), 0, job->plan->n_outer, NULL, workspace, NULL, NULL};
}

/* Gathers the tuples of some steps. Zero if one is out of bounds, as in strew_make_slice_indices. Here and below each action is a walk of
 * its own, which the caller enters at once: with one more function between them, a kernel would be more than six frames away. */
static STREW_INLINE int strew_gather_steps(const strew_job *job, const strew_steps *steps)
{
    if (!strew_is_as_stored(job)) return strew_fetch_steps(job, steps);
    return strew_take_elements(job, strew_first_tuple(&job->layout, steps->begin), strew_first_tuple(&job->layout, steps->end));
}

/* Applies those of a scatter whose plan needs no record and compares nothing. */
static STREW_INLINE int strew_act_plainly(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    if (strew_reduces(job, steps)) return strew_reduce_steps(job, steps);
    if (strew_is_as_stored(job) && steps->own == NULL) {
        return strew_put_elements(job, strew_first_tuple(&job->layout, steps->begin), strew_first_tuple(&job->layout, steps->end));
    }
    if (strew_passes_over_nan(plan)) return strew_apply_numbers(job, steps);
    if (steps->own != NULL || !strew_is_as_dense(plan)) return strew_apply_anywhere(job, steps);
    return strew_apply_dense(job, steps);
}

/* The same of any plan without a record: also of one that stores which tuples win. */
static STREW_INLINE int strew_act_without_record(const strew_job *job, const strew_steps *steps)
{
    if (strew_compares(job->plan)) return strew_compare_steps(job, steps);
    /* uncovered: only another thread that changes indices makes a tuple out of bounds */
    return strew_act_plainly(job, steps) && (!strew_has_arg(job->plan) || strew_compare_steps(job, steps));
}

/* The same of one that needs a record. */
static STREW_INLINE int strew_act_with_record(const strew_job *job, const strew_steps *steps)
{
    if (strew_reduces(job, steps)) return strew_reduce_steps(job, steps);
    if (strew_passes_over_nan(job->plan)) return strew_apply_numbers(job, steps);
    if (strew_is_in_order(job->plan) && strew_has_sums(job->plan)) return strew_sum_in_order(job, steps);
    return strew_has_lists(job->plan) ? strew_sum_steps(job, steps) : strew_touch_steps(job, steps);
}

/* Whichever of these the plan asks for, called from the threads of a pool, whose frames are not counted. */
int strew_run_steps(const strew_job *job, const strew_steps *steps);

/* Those of a scatter without a record, for threads that have a copy of the job on their stack. */
int strew_run_steps_without_record(const strew_job *job, const strew_steps *steps);

#endif /* STREW_STEPS_H */
