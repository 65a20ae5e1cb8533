/* Columns of wide slices: each thread applies all tuples, to cache lines of its own of each slice. */
#include "copy.h"
#include "ways/selections.h"

#include <string.h>

/* A record is of whole slices, and dense runs are slices of any length. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    const int is_plain_run = known->pattern == STREW_RUNS && strew_is_as_dense(plan);
    if (!strew_applies(plan) || strew_needs_touched(plan) || is_plain_run) return 0;
    if (strew_is_copied_by_parts(known) && strew_has_copied_rows(plan)) return 0;
    const int can_select = !known->is_part && strew_count_selections(known) == known->n_threads;
    const size_t min_bytes = can_select ? STREW_MIN_COLUMN_BYTES : STREW_MIN_ONLY_COLUMN_BYTES;
    return strew_known_slice_bytes(known) / known->n_threads >= min_bytes ? known->n_threads : 0;
}

static size_t bytes(const strew_known *known, size_t n)
{
    (void)n;
    return strew_stored_bytes(known);
}

static uint64_t ns(const strew_known *known, size_t n)
{
    const strew_plan_state *plan = known->plan;
    return strew_known_make_ns(known) + strew_begin_slices_ns(plan) + strew_apply_ns(plan) / n + strew_waking_ns(known);
}

/* What is shared: lines; or where lines would cut elements that are converted or have an arg, as many elements as fill one. */
static size_t find_unit(const strew_plan_state *plan)
{
    const size_t bytes = (size_t)plan->element_bytes;
    return strew_converts(plan) || strew_has_arg(plan) ? strew_round_up(STREW_LINE_BYTES, bytes) : STREW_LINE_BYTES;
}

static int run_columns_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    strew_job columns = *work->job;
    const size_t unit = find_unit(columns.plan), first = begin * unit, slice_bytes = columns.slices.slice_bytes,
                 stop = end == work->n_units ? slice_bytes : end * unit;
    strew_set_columns(&columns, first, stop - first);
    const strew_steps all = strew_all_steps(&columns, work->workspace);
    return strew_run_steps_without_record(&columns, &all);
}

static int copy_columns_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    const strew_job *job = work->job;
    const size_t slice_bytes = job->slices.slice_bytes, unit = find_unit(job->plan), first = begin * unit,
                 stop = end == work->n_units ? slice_bytes : end * unit, data_bytes = job->plan->data_bytes;
    for (size_t at = first; at < data_bytes; at += slice_bytes) memcpy(job->output + at, work->data + at, stop - first);
    return 1;
}

static int copy(strew_work *work)
{
    work->n_units = work->job->slices.slice_bytes / find_unit(work->job->plan);
    return strew_share_units(work, work->n_units, copy_columns_chunk);
}

static int run(strew_work *work)
{
    work->n_units = work->job->slices.slice_bytes / find_unit(work->job->plan);
    return strew_share_units(work, work->n_units, run_columns_chunk);
}

const strew_way strew_columns_way = {"columns", fits, bytes, ns, strew_check_or_store, copy, run, 0, 2};
