/* Who applies what, and whether threads are worth it. Only one thread writes each element of output. It applies the updates of the element
 * in their order (or in any order, for sums of integers), so the result has the same bits as with one thread.
 *
 * With a workspace, run.c chooses between private accumulators and a stable partition, whichever is faster. Otherwise the work is split
 * by one of the ways below, whose shape fits. If none does, one thread writes, and the others only share the check, or fill slice
 * indices into a workspace. */
#include "schedule.h"

#include "dispatch.h"
#include "estimate.h"
#include "partition.h"
#include "select.h"
#include "steps.h"
#include "util.h"

/* ---- Ways ---------------------------------------------------------------------------------------------------------------------------- */

/* How the work is split, the way with the least overhead first. */
typedef enum way {
    ALONE,        /* one thread writes */
    BY_OUTER,     /* ranges of outer indices */
    BY_TUPLES,    /* ranges of tuples, on a grid, or where no slice index occurs twice */
    BY_POSITION,  /* ranges of tuples whose slices differ because their positions do */
    BY_COLUMNS,   /* slices of several pages: every thread applies all tuples, to its own cache lines of each slice */
    BY_SELECTION, /* slices of several lines, or of 4 or 8 bytes: every thread reads all slice indices and applies its own */
} way;

/* Whether threads with different tuples never write to the same element, and seldom to the same line. */
static int are_apart(const strew_job *job)
{
    return job->access.is_distinct && (job->access.pattern == STREW_GRID || strew_are_apart_if_distinct(job->plan));
}

/* How long threads take that share a way, in nanoseconds, without waking them, if one thread needs make_ns for all slice indices: 0 if
 * they are prepared. */
static uint64_t shared_ns(const strew_plan_state *plan, way way, size_t n_threads, uint64_t make_ns)
{
    switch (way) {
    case BY_OUTER: return make_ns + strew_apply_ns(plan) / strew_min(n_threads, plan->n_outer);
    case BY_COLUMNS: return make_ns + strew_apply_ns(plan) / n_threads;
    case BY_SELECTION: return make_ns + strew_select_ns(plan) + strew_apply_selected_ns(plan) / n_threads;
    default: return (make_ns + strew_apply_ns(plan)) / n_threads;
    }
}

/* The ways that make all slice indices in every thread. `slice_bytes` is the job's: the bytes of a whole row if the job writes rows,
 * which the estimates do not know. The record of touched slices is one for all columns. */
static way choose_redundant(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes)
{
    const size_t n_selections = strew_count_selections(plan, n_threads, slice_bytes);
    const size_t min_column_bytes = n_selections == n_threads ? STREW_MIN_COLUMN_BYTES : STREW_MIN_ONLY_COLUMN_BYTES;
    const int has_columns = slice_bytes / n_threads >= min_column_bytes && !strew_needs_touched(plan);
    const way chosen = has_columns ? BY_COLUMNS : n_selections > 1 ? BY_SELECTION : ALONE;
    const uint64_t shared = shared_ns(plan, chosen, n_threads, strew_make_ns(plan));
    return slice_bytes != plan->slice_bytes || strew_is_gain(strew_alone_ns(plan), shared, n_threads) ? chosen : ALONE;
}

/* Whether tuples that differ in their first position have different slices: dimension 0 is not the axis. */
static int has_positions(const strew_plan_state *plan)
{
    return plan->position_dependent && strew_steps_of(plan)[0] != 0;
}

/* How many positions of dimension 0 a thread takes at a time, so that it has whole bytes of the record of touched slices. */
static size_t touched_positions(const strew_plan_state *plan, size_t slice_bytes)
{
    const size_t elements = slice_bytes / plan->slice_bytes;
    return strew_steps_of(plan)[0] / elements % STREW_TOUCHED_SLICES == 0 ? 1 : STREW_TOUCHED_SLICES;
}

/* Touched slices are shared by position if each thread has one and their record is one for all, and selected otherwise. */
static way choose_touched(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes)
{
    const int is_by_position = !strew_is_strided(plan) && has_positions(plan) &&
                               strew_can_share_touched(plan, slice_bytes / plan->slice_bytes) &&
                               strew_counts_of(plan)[0] / touched_positions(plan, slice_bytes) >= n_threads;
    return is_by_position ? BY_POSITION : choose_redundant(plan, n_threads, slice_bytes);
}

/* With strides, outer indices are shared if they are enough, or nothing else is. */
static way choose_way(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes, int are_tuples_apart)
{
    if (plan->apply == NULL || !strew_has_32_bit_slice_indices(plan)) return ALONE;
    if (strew_needs_touched(plan)) return choose_touched(plan, n_threads, slice_bytes);
    if (plan->n_outer >= (strew_is_strided(plan) ? n_threads : 2)) return BY_OUTER;
    if (are_tuples_apart) return BY_TUPLES;
    if (has_positions(plan)) return BY_POSITION;
    const way chosen = choose_redundant(plan, n_threads, slice_bytes);
    return chosen == ALONE && plan->n_outer != 1 ? BY_OUTER : chosen;
}

/* What the threads share. */
typedef struct shared {
    const strew_job *job;
    size_t n_units, unit; /* the number of units; and of blocks or runs in one */
    const strew_selections *selections;
    void *workspace;
} shared;

/* A unit is `unit` blocks, or one run; the last one may be less. */
static int apply_steps_chunk(const void *context, size_t begin, size_t end)
{
    const shared *work = context;
    strew_steps steps = strew_all_steps(work->job, work->workspace);
    steps.begin = begin * work->unit;
    steps.end = strew_min(end * work->unit, steps.end);
    return strew_run_steps(work->job, &steps);
}

static int apply_outer_chunk(const void *context, size_t begin, size_t end)
{
    const shared *work = context;
    strew_steps steps = strew_all_steps(work->job, work->workspace);
    steps.outer_begin = begin;
    steps.outer_end = end;
    return strew_run_steps(work->job, &steps);
}

static int apply_columns_chunk(const void *context, size_t begin, size_t end)
{
    const shared *work = context;
    strew_job columns = *work->job;
    const size_t first = begin * STREW_LINE_BYTES, slice_bytes = columns.slices.slice_bytes,
                 stop = end == work->n_units ? slice_bytes : end * STREW_LINE_BYTES;
    strew_set_columns(&columns, strew_find_any_width(columns.apply), first, stop - first);
    const strew_steps all = strew_all_steps(&columns, work->workspace);
    return strew_run_steps(&columns, &all);
}

static int apply_selection(const shared *work, size_t number)
{
    const strew_job *job = work->job;
    const int is_dense = !strew_needs_touched(job->plan) && !strew_is_strided(job->plan);
    if (is_dense) return strew_apply_selection(job, work->selections, number);
    const strew_selection own = strew_find_selection(work->selections, number);
    strew_steps steps = strew_all_steps(job, work->workspace);
    steps.own = &own;
    return strew_run_steps(job, &steps);
}

static int apply_selections_chunk(const void *context, size_t begin, size_t end)
{
    const shared *work = context;
    for (size_t selection = begin; selection < end; selection++) {
        if (!apply_selection(work, selection)) return 0;
    }
    return 1;
}

/* Prepared runs have no positions. Dense ones write slices of any length, so no way that selects fits them. */
static way choose_for_job(const strew_job *job, size_t n_threads)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes;
    if (job->access.pattern != STREW_RUNS) return choose_way(plan, n_threads, slice_bytes, are_apart(job));
    const int is_other = strew_is_strided(plan) || strew_needs_touched(plan);
    const way chosen = is_other                  ? choose_way(plan, n_threads, slice_bytes, job->access.is_distinct)
                       : plan->n_outer != 1      ? BY_OUTER
                       : job->access.is_distinct ? BY_TUPLES
                                                 : ALONE;
    return chosen == BY_POSITION ? ALONE : chosen;
}

int strew_apply_on(const strew_threads *threads, const strew_job *job, void *workspace)
{
    const strew_plan_state *plan = job->plan;
    const size_t n_steps = strew_count_steps(job);
    strew_chunk *chunk = apply_steps_chunk;
    shared work = {.n_units = 1, .unit = n_steps, .job = job, .workspace = workspace};
    strew_selections selections;
    switch (choose_for_job(job, threads->n)) {
    case ALONE: break;
    case BY_TUPLES:
        work.unit = 1;
        work.n_units = n_steps;
        break;
    case BY_OUTER:
        chunk = apply_outer_chunk;
        work.n_units = plan->n_outer;
        break;
    case BY_POSITION:
        if (job->layout.split < 0) break;
        work.unit = job->layout.split == 0 ? 1 : n_steps / strew_counts_of(plan)[0];
        if (strew_needs_touched(plan)) work.unit *= touched_positions(plan, job->slices.slice_bytes);
        work.n_units = (n_steps - 1) / work.unit + 1;
        break;
    case BY_COLUMNS:
        chunk = apply_columns_chunk;
        work.n_units = job->slices.slice_bytes / STREW_LINE_BYTES;
        break;
    case BY_SELECTION:
        work.n_units = strew_count_selections(plan, threads->n, job->slices.slice_bytes);
        if (!strew_choose_selections(job, workspace, work.n_units, &selections)) {
            work.n_units = 1;
            break;
        }
        chunk = apply_selections_chunk;
        work.selections = &selections;
        break;
    }
    return strew_share_chunks(threads, work.n_units, chunk, &work);
}

/* ---- Whether to use threads ---------------------------------------------------------------------------------------------------------- */

int strew_needs_slice_indices(const strew_plan_state *plan, size_t n_threads)
{
    const way way = choose_way(plan, n_threads, plan->slice_bytes, 0);
    if (way == ALONE || (way == BY_SELECTION && plan->select != NULL)) {
        return plan->k * plan->index_bytes >= STREW_MIN_STORED_TUPLE_BYTES;
    }
    return way == BY_COLUMNS || way == BY_SELECTION;
}

int strew_is_worth_sharing(const strew_plan_state *plan, size_t n_threads, size_t copied_bytes, strew_sharing_of what, uint64_t wake_ns)
{
    const uint64_t min_bytes = strew_min_shared_bytes(wake_ns);
    if (copied_bytes >= min_bytes) return 1;
    if (what == STREW_OF_DISTINCT && !strew_needs_touched(plan)) return plan->updates_bytes >= min_bytes;
    const way way = choose_way(plan, n_threads, plan->slice_bytes, 0);
    if (way == ALONE) return plan->check != NULL && plan->indices_bytes / STREW_INDICES_OF_SHARED_BYTE >= min_bytes;
    const uint64_t make_ns = what == STREW_OF_INDICES ? strew_make_ns(plan) : 0, alone = make_ns + strew_apply_ns(plan);
    return strew_is_gain(alone, shared_ns(plan, way, n_threads, make_ns) + 2 * wake_ns, n_threads);
}
