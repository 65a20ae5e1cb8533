/* Ranges of tuples whose slices differ because their positions do: in scatter_elements along a later axis, and in batches. */
#include "ways/way.h"

/* How many positions of dimension 0 are a unit: so many that threads have whole bytes of the record of touched slices. */
static size_t positions_of_unit(const strew_plan_state *plan, size_t elements)
{
    return !strew_needs_touched(plan) || strew_steps_of(plan)[0] / elements % STREW_TOUCHED_SLICES == 0 ? 1 : STREW_TOUCHED_SLICES;
}

/* Prepared runs have no positions. A record must be one for all threads, and is shared only if each of them has a unit. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    const int has_positions = plan->apply != NULL && plan->position_dependent && strew_steps_of(plan)[0] != 0;
    if (!strew_is_shareable(known) || !has_positions || known->pattern == STREW_RUNS) return 0;
    const size_t n_units = strew_counts_of(plan)[0] / positions_of_unit(plan, known->elements);
    if (strew_needs_touched(plan)) {
        const int is_one_record = !strew_is_strided(plan) && strew_can_share_touched(plan, known->elements);
        if (!is_one_record || n_units < known->n_threads) return 0;
    }
    return strew_min(known->n_threads, n_units);
}

static uint64_t ns(const strew_known *known, size_t n)
{
    return (strew_known_make_ns(known) + strew_apply_ns(known->plan)) / n + strew_waking_ns(known);
}

static int run_positions_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    strew_steps steps = strew_all_steps(work->job, work->workspace);
    steps.begin = begin * work->unit;
    steps.end = strew_min(end * work->unit, steps.end);
    return strew_run_shared_steps(work->job, &steps);
}

/* The last unit may be less than the others. */
static int run(strew_work *work)
{
    const strew_job *job = work->job;
    const size_t n_steps = strew_count_steps(job);
    if (job->layout.split < 0) return strew_run_all_steps(work);
    work->unit =
        (job->layout.split == 0 ? 1 : n_steps / strew_counts_of(job->plan)[0]) * positions_of_unit(job->plan, job->layout.elements);
    return strew_run_chunks(&work->schedule->threads, (n_steps - 1) / work->unit + 1, run_positions_chunk, work);
}

const strew_way strew_positions_way = {"positions", fits, strew_record_bytes, ns, strew_check_or_store, run};
