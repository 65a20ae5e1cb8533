/* Ranges of outer indices: each has all tuples, and slices of output that no other one has. Each thread makes all slice indices. */
#include "ways/way.h"

/* The bytes of output from one outer index to the next, if all of an outer index is before all of the next; otherwise 0. */
static size_t outer_bytes(const strew_plan_state *plan)
{
    const size_t n_bytes = (size_t)plan->n_slices * plan->stride_bytes;
    if (!strew_is_strided(plan)) return n_bytes;
    const int64_t step = plan->views.n_outer_loops == 1 ? strew_outer_loop_of(plan, 0)->of.named : 0;
    return step >= (int64_t)n_bytes ? (size_t)step : 0;
}

/* A gather with fewer outer indices than threads is cut between tuples. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (strew_needs_touched(plan) || plan->n_outer < (plan->is_gather ? known->n_threads : 2)) return 0;
    if (strew_is_copied_by_parts(known) && (outer_bytes(plan) == 0 || !strew_are_copies_within(plan, outer_bytes(plan)))) return 0;
    return strew_min(known->n_threads, plan->n_outer);
}

static uint64_t ns(const strew_known *known, size_t n)
{
    return strew_known_make_ns(known) + strew_apply_ns(known->plan) / n + strew_waking_ns(known);
}

static int run_outer_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    strew_steps steps = strew_all_steps(work->job, work->workspace);
    steps.outer_begin = begin;
    steps.outer_end = end;
    return strew_run_steps(work->job, &steps);
}

static int copy_outer_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    const size_t bytes = outer_bytes(work->job->plan);
    strew_copy_between(work, begin * bytes, end * bytes);
    return 1;
}

static int copy(strew_work *work)
{
    return strew_share_units(work, work->job->plan->n_outer, copy_outer_chunk);
}

static int run(strew_work *work)
{
    return strew_share_units(work, work->job->plan->n_outer, run_outer_chunk);
}

const strew_way strew_outer_way = {"outer", fits, strew_record_bytes, ns, strew_check_or_store, copy, run, 0, 2};
