/* Walking some steps of a job. */
#include "steps.h"

#include "apply.h"
#include "fetch.h"
#include "numbers.h"
#include "touch.h"

strew_steps strew_all_steps(const strew_job *job, void *workspace)
{
    return (strew_steps){0, strew_count_steps(job), 0, job->plan->n_outer, NULL, workspace};
}

#if STREW_BUILD_TOUCHED
/* The first slice of a block, and of those after the last one the end of all slices. */
static size_t first_slice(const strew_job *job, size_t block)
{
    return block == job->layout.n_blocks ? (size_t)job->n_slices : (size_t)strew_block_at(&job->layout, block).base;
}

/* Where the record has a place for every slice, threads may share it: each has the slices of its selection or of its steps. */
static strew_record make_record(const strew_job *job, const strew_steps *steps)
{
    const strew_selection *own = steps->own;
    strew_touched_part part = {0};
    if (own != NULL && strew_is_range(own)) {
        part = (strew_touched_part){NULL, own->low, (size_t)own->low + own->width};
    } else if (own != NULL) {
        part.own = own;
    } else if (steps->begin != 0 || steps->end != strew_count_steps(job)) {
        part = (strew_touched_part){NULL, first_slice(job, steps->begin), first_slice(job, steps->end)};
    }
    return strew_make_record(job, steps->workspace, part);
}
#endif

/* What is done with a batch. Zero if a tuple is out of bounds after all. */
static STREW_INLINE int act(strew_walk *walk, const strew_steps *steps, strew_record *record)
{
    const strew_job *job = walk->job;
    if (job->plan->is_gather) {
        strew_fetch_batch(walk, steps->outer_begin, steps->outer_end);
    } else if (strew_passes_over_nan(job->plan)) {
        strew_apply_numbers(job, &walk->batch, steps->outer_begin, steps->outer_end, record);
    } else if (record != NULL) {
        return strew_touch_batch(job, &walk->batch, steps->outer_begin, record);
    } else if (walk->leaves_out) {
        strew_apply_anywhere(job, &walk->batch, steps->outer_begin, steps->outer_end);
    } else {
        strew_apply_batch(walk, steps->outer_begin, steps->outer_end);
    }
    return 1;
}

static STREW_INLINE int walk_steps(const strew_job *job, const strew_steps *steps, int leaves_out, strew_record *record)
{
    strew_walk walk;
    strew_begin_walk(&walk, job, steps->begin, steps->end, steps->own, leaves_out);
    while (strew_next_batch(&walk)) {
        if (!act(&walk, steps, record)) return 0;
    }
    return !walk.is_out_of_bounds;
}

static STREW_INLINE int run_without_record(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    if (strew_is_as_stored(job) && steps->own == NULL) {
        const size_t first = strew_first_tuple(&job->layout, steps->begin), past = strew_first_tuple(&job->layout, steps->end);
        return plan->is_gather ? strew_take_elements(job, first, past) : strew_put_elements(job, first, past);
    }
    const int is_anywhere = !plan->is_gather && (steps->own != NULL || !strew_is_as_dense(plan));
    return walk_steps(job, steps, is_anywhere, NULL);
}

int strew_run_steps_without_record(const strew_job *job, const strew_steps *steps)
{
    return run_without_record(job, steps);
}

/* All outer indices have the same tuples, so their slices are touched once, by one walk: but for sums in the workspace, which are those of
 * one outer index, and for updates that are NaN, which are passed over in one outer index and not in another. */
int strew_run_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    if (!strew_needs_touched(plan)) return run_without_record(job, steps);
#if STREW_BUILD_TOUCHED
    const int has_parts = strew_passes_over_nan(plan);
    strew_record record;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        const strew_steps here = {steps->begin, steps->end, outer, outer + 1, steps->own, NULL};
        if (outer == 0 || has_parts) record = make_record(job, steps);
        if (strew_is_mean(plan)) strew_start_means(job, &record, outer);
        const int is_walked = outer == 0 || has_parts || strew_has_sums(plan);
        if (is_walked && !walk_steps(job, &here, 1, &record)) return 0;
        if (strew_is_mean(plan)) strew_divide_means(job, &record, outer);
    }
#endif
    return 1;
}
