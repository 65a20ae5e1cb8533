/* Ranges of output, for parts of a run that do not wait for each other: each part reads all slice indices, and has the slices of its range
 * to itself, to copy and to apply. If the plan needs a record of touched slices, each part has one of its own. */
#include "copy.h"
#include "ways/selections.h"

/* Whether the bytes of output between two slices can have other slices too, or are not dense. */
static int has_loops(const strew_plan_state *plan)
{
    return strew_is_strided(plan) && (plan->views.n_outer_loops != 0 || strew_has_copied_rows(plan));
}

/* How many ranges of bytes the slices of a range are in output: one, with all outer indices between them; or one in each outer index, where
 * data is copied as it is. 0 if they are in pieces. */
static size_t count_ranges(const strew_plan_state *plan)
{
    if (strew_are_outer_within(plan, (size_t)strew_longest_step(plan) * plan->stride_bytes)) return 1;
    if (strew_has_copied_rows(plan)) return 0;
    for (int32_t i = 0; strew_is_strided(plan) && i < plan->views.n_outer_loops; i++) {
        if (strew_magnitude_of(strew_outer_loop_of(plan, i)->of.named) < plan->n_slices * plan->stride_bytes) return 0;
    }
    return plan->n_outer;
}

static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (!known->is_part || !strew_applies(plan) || plan->n_tuples > UINT32_MAX / 2) return 0;
    return strew_is_copied_by_parts(known) && count_ranges(plan) == 0 ? 0 : known->n_threads;
}

static size_t bytes(const strew_known *known, size_t n)
{
    (void)n;
    return strew_stored_bytes(known);
}

static uint64_t ns(const strew_known *known, size_t n)
{
    const strew_plan_state *plan = known->plan;
    const uint64_t make_ns = strew_known_make_ns(known), sample_ns = make_ns / STREW_SAMPLE_OF_BLOCKS + STREW_RANGES_NS;
    return make_ns + sample_ns + strew_select_ns(plan) + strew_apply_selected_ns(plan) / n;
}

/* Ranges begin with a line, or where they are also copied, and that row by row or with outer indices, with a step of the longest loop. */
static int find_range(strew_work *work)
{
    const strew_job *job = work->job;
    const int is_copied_by_steps = work->data != NULL && has_loops(job->plan);
    const uint64_t unit = is_copied_by_steps ? strew_longest_step(job->plan) : (STREW_LINE_BYTES - 1) / job->slices.stride_bytes + 1;
    return strew_find_range(job, &work->schedule->threads, unit, &work->range);
}

static int copy(strew_work *work)
{
    const strew_job *job = work->job;
    /* uncovered: only another thread that changes indices makes a tuple out of bounds */
    if (!find_range(work)) return 0;
    const size_t bytes = job->slices.stride_bytes, n = work->range.width == 0 ? 0 : count_ranges(job->plan),
                 first = work->range.low * bytes, stop = first + work->range.width * bytes;
    for (size_t outer = 0; outer < n; outer++) {
        const size_t at = n == 1 ? 0 : (size_t)strew_find_sides(job, outer).named;
        const int is_last = outer + 1 == n && (size_t)work->range.low + work->range.width == job->n_slices;
        strew_copy_between(work, at + first, is_last ? SIZE_MAX : at + stop);
    }
    return 1;
}

static int run(strew_work *work)
{
    /* uncovered: only another thread that changes indices makes a tuple out of bounds */
    if (work->data == NULL && !find_range(work)) return 0;
    strew_job own = *work->job;
    /* Only kernels for any width read the numbers of tuples, as those of slices have that no kernel selects. */
    if (own.plan->select == NULL || own.access.pattern != STREW_SCATTERED) own.apply = strew_of_any_width(own.apply);
    /* uncovered: only another thread that changes indices makes a tuple out of bounds */
    return work->range.width == 0 || strew_run_selection(&own, &work->range, strew_memory_of(work));
}

const strew_way strew_ranges_way = {"ranges", fits, bytes, ns, strew_check_or_store, copy, run, 0, 2};
