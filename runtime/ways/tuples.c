/* Ranges of tuples: those of a gather, and those of which no two name the same slice, nor often the same line. */
#include "ways/way.h"

/* Rows of a grid are neighbours; and a run is written as one wide slice. */
static int are_apart(const strew_known *known)
{
    if (strew_needs_touched(known->plan)) return 0;
    return known->pattern == STREW_GRID ||
           (known->is_distinct && (known->pattern == STREW_RUNS || strew_are_apart_if_distinct(known->plan)));
}

static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    const int fits = plan->is_gather ? plan->n_outer < known->n_threads : are_apart(known);
    return fits ? strew_min(known->n_threads, plan->n_tuples) : 0;
}

static uint64_t ns(const strew_known *known, size_t n)
{
    return (strew_known_make_ns(known) + strew_apply_ns(known->plan)) / n + strew_waking_ns(known);
}

static int run_tuples_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    strew_steps steps = strew_all_steps(work->job, work->workspace);
    steps.begin = begin;
    steps.end = end;
    return strew_run_steps(work->job, &steps);
}

static int run(strew_work *work)
{
    if (work->job->plan->is_gather) strew_cut_gather(work->job, work->schedule->n);
    return strew_share_units(work, strew_count_steps(work->job), run_tuples_chunk);
}

const strew_way strew_tuples_way = {"tuples", fits, strew_record_bytes, ns, strew_check_or_store, NULL, run, 0, 2};
