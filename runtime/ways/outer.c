/* Ranges of outer indices: each has all tuples, and slices of output that no other one has. Each thread makes all slice indices. */
#include "copy.h"
#include "ways/way.h"

/* A gather with fewer outer indices than threads is cut between tuples. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (!strew_is_shareable(known) || strew_needs_touched(plan) || plan->n_outer < (plan->is_gather ? known->n_threads : 2)) return 0;
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
    const strew_job *job = work->job;
    const size_t bytes = (size_t)job->n_slices * job->slices.stride_bytes;
    strew_copy(job->output + begin * bytes, work->data + begin * bytes, (end - begin) * bytes, job->plan->exceeds_caches);
    return 1;
}

static int copy(strew_work *work)
{
    return strew_run_chunks(&work->schedule->threads, work->job->plan->n_outer, copy_outer_chunk, work);
}

static int run(strew_work *work)
{
    return strew_run_chunks(&work->schedule->threads, work->job->plan->n_outer, run_outer_chunk, work);
}

const strew_way strew_outer_way = {"outer", fits, strew_record_bytes, ns, strew_check_or_store, copy, run};
