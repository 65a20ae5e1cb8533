/* Ranges of tuples whose slices differ because their positions do: in scatter_elements along a later axis, and in batches. */
#include "ways/way.h"

/* How many positions of dimension 0 are a unit: so many that threads have whole bytes of the record of touched slices. */
static size_t positions_of_unit(const strew_plan_state *plan, size_t elements)
{
    return !strew_needs_touched(plan) || strew_steps_of(plan)[0] / elements % STREW_TOUCHED_SLICES == 0 ? 1 : STREW_TOUCHED_SLICES;
}

/* Whether each step along dimension 0 has bytes of output of its own. */
static int are_ranges(const strew_plan_state *plan)
{
    const uint64_t step = strew_steps_of(plan)[0];
    return step == strew_longest_step(plan) && strew_are_outer_within(plan, (size_t)step * plan->stride_bytes);
}

/* Prepared runs have no positions. A record must be one for all threads, and is shared only if each of them has a unit. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    const int has_positions = strew_applies(plan) && plan->position_dependent && strew_steps_of(plan)[0] != 0;
    if (!has_positions || known->pattern == STREW_RUNS) return 0;
    if (strew_is_copied_by_parts(known) && !are_ranges(plan)) return 0;
    const size_t n_units = strew_counts_of(plan)[0] / positions_of_unit(plan, known->elements);
    if (strew_needs_touched(plan)) {
        const int is_one_record = strew_is_as_dense(plan) && strew_can_share_touched(plan, known->elements);
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
    return strew_run_steps(work->job, &steps);
}

/* Sets the units, of which the last may be less than the others: one, if all tuples are one block. */
static void set_units(strew_work *work)
{
    const strew_job *job = work->job;
    const size_t n_steps = strew_count_steps(job);
    work->unit = n_steps;
    if (job->layout.split >= 0) {
        const size_t steps_of_position = job->layout.split == 0 ? 1 : n_steps / strew_counts_of(job->plan)[0];
        work->unit = steps_of_position * positions_of_unit(job->plan, job->layout.elements);
    }
    work->n_units = (n_steps - 1) / work->unit + 1;
}

/* The slices of a unit begin with those of its first position, and those after the last unit, which no position has, are its own. */
static size_t first_slice(const strew_work *work, size_t unit)
{
    return unit == 0 ? 0 : (size_t)strew_block_at(&work->job->layout, unit * work->unit).base;
}

static int copy_positions_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    const size_t bytes = work->job->slices.stride_bytes;
    strew_copy_between(work, first_slice(work, begin) * bytes, end == work->n_units ? SIZE_MAX : first_slice(work, end) * bytes);
    return 1;
}

static int copy(strew_work *work)
{
    set_units(work);
    return strew_share_units(work, work->n_units, copy_positions_chunk);
}

static int run(strew_work *work)
{
    set_units(work);
    return strew_share_units(work, work->n_units, run_positions_chunk);
}

const strew_way strew_positions_way = {"positions", fits, strew_record_bytes, ns, strew_check_or_store, copy, run, 0, 2};
