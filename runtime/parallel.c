/* Sharing a run among threads. Only one thread writes each element of output. It applies the updates of the element in their order (or in
 * any order, for sums of integers), so the result has the same bits as with one thread.
 *
 * With a workspace, run.c chooses between private accumulators and a stable partition, whichever is faster. Otherwise the work is split
 * by one of the strategies below, whose shape fits. If none does, one thread writes, and the others only share the check, or fill slice
 * indices into a workspace. */
#include "parallel.h"

#include "apply.h"
#include "copy.h"
#include "dispatch.h"
#include "estimate.h"
#include "gather.h"
#include "partition.h"
#include "privatize.h"
#include "select.h"
#include "strided.h"
#include "touched.h"
#include "util.h"

/* ---- Chunks -------------------------------------------------------------------------------------------------------------------------- */

typedef struct work work;
struct work {
    int (*chunk)(const work *work, size_t begin, size_t end); /* handles units begin to end - 1; zero if a tuple is out of bounds */
    size_t n_units, n_chunks;
    const strew_job *job;
    size_t unit;             /* the number of blocks or tuples in a unit */
    uint32_t *slice_indices; /* to fill */
    const strew_selections *selections;
    const strew_partition_pass *partition;
    const strew_segments *segments;
    size_t n_accumulators;
    void *workspace;
    const strew_plan_state *plan; /* of a tensor_scatter, or of a copy with strides, which have no job */
    const strew_token_buffers *buffers;
    unsigned char *to; /* a copy */
    const unsigned char *from;
    size_t n_bytes;
    int exceeds_caches;
    strew_mask_run *mask_run;
    unsigned char results[STREW_MAX_THREADS]; /* of each chunk */
};

static size_t first_unit(const work *work, size_t chunk)
{
    return work->n_units / work->n_chunks * chunk + strew_min(chunk, work->n_units % work->n_chunks);
}

static void run_chunk(void *argument, size_t i)
{
    work *work = argument;
    work->results[i] = (unsigned char)work->chunk(work, first_unit(work, i), first_unit(work, i + 1));
}

/* Runs the chunks, and returns the smallest of their results. */
static int run_work(const strew_resources *resources, work *work)
{
    work->n_chunks = strew_min(strew_count_threads(resources), work->n_units);
    if (work->n_chunks > 1) {
        resources->parallel_for(resources->pool, work->n_chunks, run_chunk, work);
    } else {
        work->n_chunks = 1;
        run_chunk(work, 0);
    }
    int min = work->results[0];
    for (size_t i = 1; i < work->n_chunks; i++) min = work->results[i] < min ? work->results[i] : min;
    return min;
}

size_t strew_count_threads(const strew_resources *resources)
{
    if (resources->n_threads < 1) return 1;
    return strew_min((size_t)resources->n_threads, STREW_MAX_THREADS);
}

/* ---- Copy, check, fill --------------------------------------------------------------------------------------------------------------- */

static int copy_chunk(const work *work, size_t begin, size_t end)
{
    const size_t first = begin * STREW_PAGE_BYTES, stop = strew_min(end * STREW_PAGE_BYTES, work->n_bytes);
    strew_copy(work->to + first, work->from + first, stop - first, work->exceeds_caches);
    return 1; /* nothing can be out of bounds */
}

void strew_parallel_copy(const strew_resources *resources, void *to, const void *from, size_t n_bytes, int exceeds_caches)
{
    work work = {.chunk = copy_chunk,
                 .n_units = (n_bytes - 1) / STREW_PAGE_BYTES + 1,
                 .to = to,
                 .from = from,
                 .n_bytes = n_bytes,
                 .exceeds_caches = exceeds_caches};
    run_work(resources, &work);
}

static int copy_strided_chunk(const work *work, size_t begin, size_t end)
{
    strew_copy_strided(work->plan, work->to, work->from, begin, end);
    return 1;
}

void strew_parallel_copy_strided(const strew_resources *resources, const strew_plan_state *plan, void *output, const void *data)
{
    work work = {.chunk = copy_strided_chunk, .n_units = strew_count_copied_rows(plan), .plan = plan, .to = output, .from = data};
    run_work(resources, &work);
}

static int check_chunk(const work *work, size_t begin, size_t end)
{
    return (int)strew_check(work->job, begin, end);
}

strew_check_result strew_parallel_check(const strew_resources *resources, const strew_job *job)
{
    work work = {.chunk = check_chunk, .n_units = job->layout.n_blocks, .job = job};
    return (strew_check_result)run_work(resources, &work);
}

static int fill_chunk(const work *work, size_t begin, size_t end)
{
    return strew_fill_slice_indices(work->job, begin, end, work->slice_indices);
}

int strew_parallel_fill(const strew_resources *resources, const strew_job *job, uint32_t *slice_indices)
{
    work work = {.chunk = fill_chunk, .n_units = job->layout.n_blocks, .job = job, .slice_indices = slice_indices};
    return run_work(resources, &work);
}

/* ---- Tokens -------------------------------------------------------------------------------------------------------------------------- */

static int write_chunk(const work *work, size_t begin, size_t end)
{
    return strew_write_tokens(work->plan, work->buffers, begin, end);
}

int strew_parallel_write_tokens(const strew_resources *resources, const strew_plan_state *plan, const strew_token_buffers *buffers,
                                size_t n)
{
    work work = {.chunk = write_chunk, .n_units = n, .plan = plan, .buffers = buffers};
    return run_work(resources, &work);
}

/* ---- Masks --------------------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_FEATURE_MASKED_SCATTER
static int mask_chunk(const work *work, size_t begin, size_t end)
{
    int is_right = 1;
    for (size_t range = begin; range < end; range++) is_right &= strew_pass_mask(work->mask_run, range);
    return is_right;
}

int strew_parallel_mask(const strew_resources *resources, strew_mask_run *run)
{
    work work = {.chunk = mask_chunk, .n_units = run->n_ranges, .mask_run = run};
    return run_work(resources, &work);
}
#endif

/* ---- Apply --------------------------------------------------------------------------------------------------------------------------- */

/* How the work is split, the strategy with the least overhead first. */
typedef enum strategy {
    ALONE,        /* one thread writes */
    BY_OUTER,     /* ranges of outer indices */
    BY_TUPLES,    /* ranges of tuples, on a grid, or where no slice index occurs twice */
    BY_POSITION,  /* ranges of tuples whose slices differ because their positions do */
    BY_COLUMNS,   /* slices of several pages: every thread applies all tuples, to its own cache lines of each slice */
    BY_SELECTION, /* slices of several lines, or of 4 or 8 bytes: every thread reads all slice indices and applies its own */
} strategy;

/* Whether threads with different tuples never write to the same element, and seldom to the same line. */
static int are_apart(const strew_job *job)
{
    return job->access.is_distinct && (job->access.pattern == STREW_GRID || strew_are_apart_if_distinct(job->plan));
}

/* How long threads take that share a strategy, in nanoseconds, without waking them, if one thread needs make_ns for all slice indices: 0 if
 * they are prepared. */
static uint64_t shared_ns(const strew_plan_state *plan, strategy strategy, size_t n_threads, uint64_t make_ns)
{
    switch (strategy) {
    case BY_OUTER: return make_ns + strew_apply_ns(plan) / strew_min(n_threads, plan->n_outer);
    case BY_COLUMNS: return make_ns + strew_apply_ns(plan) / n_threads;
    case BY_SELECTION: return make_ns + strew_select_ns(plan) + strew_apply_selected_ns(plan) / n_threads;
    default: return (make_ns + strew_apply_ns(plan)) / n_threads;
    }
}

/* The strategies that make all slice indices in every thread. `slice_bytes` is the job's: the bytes of a whole row if the job writes rows,
 * which the estimates do not know. The record of touched slices is one for all columns. */
static strategy choose_redundant(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes)
{
    const size_t n_selections = strew_count_selections(plan, n_threads, slice_bytes);
    const size_t min_column_bytes = n_selections == n_threads ? STREW_MIN_COLUMN_BYTES : STREW_MIN_ONLY_COLUMN_BYTES;
    const int has_columns = slice_bytes / n_threads >= min_column_bytes && !strew_needs_touched(plan);
    const strategy chosen = has_columns ? BY_COLUMNS : n_selections > 1 ? BY_SELECTION : ALONE;
    const uint64_t shared = shared_ns(plan, chosen, n_threads, strew_make_ns(plan));
    return slice_bytes != plan->slice_bytes || strew_is_gain(strew_alone_ns(plan), shared, n_threads) ? chosen : ALONE;
}

/* Whether tuples that differ in their first position have different slices: dimension 0 is not the axis. */
static int has_positions(const strew_plan_state *plan)
{
    return plan->position_dependent && plan->step[0] != 0;
}

/* How many positions of dimension 0 a thread takes at a time, so that it has whole bytes of the record of touched slices. */
static size_t touched_positions(const strew_plan_state *plan, size_t slice_bytes)
{
    const size_t elements = slice_bytes / plan->slice_bytes;
    return plan->step[0] / elements % STREW_TOUCHED_SLICES == 0 ? 1 : STREW_TOUCHED_SLICES;
}

/* Touched slices are shared by position if each thread has one and their record is one for all, and selected otherwise. */
static strategy choose_touched(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes)
{
    const int is_by_position = !strew_is_strided(plan) && has_positions(plan) &&
                               strew_can_share_touched(plan, slice_bytes / plan->slice_bytes) &&
                               plan->count[0] / touched_positions(plan, slice_bytes) >= n_threads;
    return is_by_position ? BY_POSITION : choose_redundant(plan, n_threads, slice_bytes);
}

/* With strides, outer indices are shared if they are enough, or nothing else is. */
static strategy choose_strategy(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes, int are_tuples_apart)
{
    if (plan->apply == NULL || !strew_has_32_bit_slice_indices(plan)) return ALONE;
    if (strew_needs_touched(plan)) return choose_touched(plan, n_threads, slice_bytes);
    if (plan->n_outer >= (strew_is_strided(plan) ? n_threads : 2)) return BY_OUTER;
    if (are_tuples_apart) return BY_TUPLES;
    if (has_positions(plan)) return BY_POSITION;
    const strategy chosen = choose_redundant(plan, n_threads, slice_bytes);
    return chosen == ALONE && plan->n_outer != 1 ? BY_OUTER : chosen;
}

/* Applies some steps to some outer indices, by the pass that the plan needs. */
static int apply_steps(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end)
{
    if (strew_needs_strided(job)) return strew_run_strided(job, begin, end, outer_begin, outer_end, NULL, NULL);
    return strew_apply(job, begin, end, outer_begin, outer_end);
}

/* A unit is `unit` blocks, or one run; the last one may be less. */
static int apply_steps_chunk(const work *work, size_t begin, size_t end)
{
    const size_t first = begin * work->unit, stop = strew_min(end * work->unit, strew_count_steps(work->job));
    if (!strew_needs_touched(work->job->plan)) return apply_steps(work->job, first, stop, 0, work->job->plan->n_outer);
    strew_touched_part part = {0};
    if (work->n_units > 1) {
        part.begin = first;
        part.end = stop;
    }
    return strew_apply_touched(work->job, work->workspace, part);
}

static int apply_outer_chunk(const work *work, size_t begin, size_t end)
{
    return apply_steps(work->job, 0, strew_count_steps(work->job), begin, end);
}

static int apply_columns_chunk(const work *work, size_t begin, size_t end)
{
    strew_job columns = *work->job;
    const size_t first = begin * STREW_LINE_BYTES, slice_bytes = columns.slices.slice_bytes,
                 stop = end == work->n_units ? slice_bytes : end * STREW_LINE_BYTES;
    strew_set_columns(&columns, strew_find_any_width(columns.apply), first, stop - first);
    return apply_steps(&columns, 0, strew_count_steps(&columns), 0, columns.plan->n_outer);
}

static int apply_selection(const work *work, size_t number)
{
    const strew_job *job = work->job;
    const strew_selection own = strew_find_selection(work->selections, number);
    if (strew_needs_touched(job->plan)) return strew_apply_touched(job, work->workspace, (strew_touched_part){.own = &own});
    if (strew_is_strided(job->plan)) return strew_run_strided(job, 0, strew_count_steps(job), 0, job->plan->n_outer, &own, NULL);
    return strew_apply_selection(job, work->selections, number);
}

static int apply_selections_chunk(const work *work, size_t begin, size_t end)
{
    for (size_t selection = begin; selection < end; selection++) {
        if (!apply_selection(work, selection)) return 0;
    }
    return 1;
}

/* Prepared runs have no positions. Dense ones write slices of any length, so no strategy that selects fits them. */
static strategy choose_for_job(const strew_job *job, size_t n_threads)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes;
    if (job->access.pattern != STREW_RUNS) return choose_strategy(plan, n_threads, slice_bytes, are_apart(job));
    const int is_other = strew_is_strided(plan) || strew_needs_touched(plan);
    const strategy chosen = is_other                  ? choose_strategy(plan, n_threads, slice_bytes, job->access.is_distinct)
                            : plan->n_outer != 1      ? BY_OUTER
                            : job->access.is_distinct ? BY_TUPLES
                                                      : ALONE;
    return chosen == BY_POSITION ? ALONE : chosen;
}

int strew_parallel_apply(const strew_resources *resources, const strew_job *job)
{
    const strew_plan_state *plan = job->plan;
    const size_t n_threads = strew_count_threads(resources), n_steps = strew_count_steps(job);
    work work = {.chunk = apply_steps_chunk, .n_units = 1, .unit = n_steps, .job = job, .workspace = resources->workspace};
    strew_selections selections;
    switch (choose_for_job(job, n_threads)) {
    case ALONE: break;
    case BY_TUPLES:
        work.unit = 1;
        work.n_units = n_steps;
        break;
    case BY_OUTER:
        work.chunk = apply_outer_chunk;
        work.n_units = plan->n_outer;
        break;
    case BY_POSITION:
        if (job->layout.split < 0) break;
        work.unit = job->layout.split == 0 ? 1 : n_steps / plan->count[0];
        if (strew_needs_touched(plan)) work.unit *= touched_positions(plan, job->slices.slice_bytes);
        work.n_units = (n_steps - 1) / work.unit + 1;
        break;
    case BY_COLUMNS:
        work.chunk = apply_columns_chunk;
        work.n_units = job->slices.slice_bytes / STREW_LINE_BYTES;
        break;
    case BY_SELECTION:
        work.n_units = strew_count_selections(plan, n_threads, job->slices.slice_bytes);
        if (!strew_choose_selections(job, resources->workspace, work.n_units, &selections)) {
            work.n_units = 1;
            break;
        }
        work.chunk = apply_selections_chunk;
        work.selections = &selections;
        break;
    }
    return run_work(resources, &work);
}

static int accumulate_chunk(const work *work, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if (!strew_accumulate(work->job, i, work->n_accumulators, work->workspace)) return 0;
    }
    return 1;
}

static int add_chunk(const work *work, size_t begin, size_t end)
{
    const size_t stop = strew_min(end * STREW_PAGE_BYTES, work->job->plan->data_bytes);
    strew_add_accumulators(work->job, work->n_accumulators, work->workspace, begin * STREW_PAGE_BYTES, stop);
    return 1; /* nothing can be out of bounds */
}

int strew_parallel_accumulate(const strew_resources *resources, const strew_job *job, size_t n_accumulators)
{
    work work = {.chunk = accumulate_chunk,
                 .n_units = n_accumulators,
                 .job = job,
                 .n_accumulators = n_accumulators,
                 .workspace = resources->workspace};
    return run_work(resources, &work);
}

void strew_parallel_add(const strew_resources *resources, const strew_job *job, size_t n_accumulators)
{
    work work = {.chunk = add_chunk,
                 .n_units = (job->plan->data_bytes - 1) / STREW_PAGE_BYTES + 1,
                 .job = job,
                 .n_accumulators = n_accumulators,
                 .workspace = resources->workspace};
    run_work(resources, &work);
}

/* ---- Gather -------------------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_FEATURE_GATHER
static int gather_steps(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end)
{
    if (strew_needs_strided(job)) return strew_run_strided(job, begin, end, outer_begin, outer_end, NULL, NULL);
    return strew_gather_steps(job, begin, end, outer_begin, outer_end);
}

static int gather_steps_chunk(const work *work, size_t begin, size_t end)
{
    return gather_steps(work->job, begin, end, 0, work->job->plan->n_outer);
}

static int gather_outer_chunk(const work *work, size_t begin, size_t end)
{
    return gather_steps(work->job, 0, strew_count_gather_steps(work->job), begin, end);
}

/* Every slice of output belongs to one tuple and one outer index. */
int strew_parallel_gather(const strew_resources *resources, const strew_job *job)
{
    const int is_by_outer = job->plan->n_outer >= strew_count_threads(resources);
    work work = {.chunk = is_by_outer ? gather_outer_chunk : gather_steps_chunk,
                 .n_units = is_by_outer ? job->plan->n_outer : strew_count_gather_steps(job),
                 .job = job};
    return run_work(resources, &work);
}
#endif

/* ---- The stable partition ------------------------------------------------------------------------------------------------------------ */

static int count_chunk(const work *work, size_t begin, size_t end)
{
    (void)end;
    return strew_count_tuples(work->partition, work->job, begin);
}

static int move_chunk(const work *work, size_t begin, size_t end)
{
    (void)end;
    strew_move_tuples(work->partition, work->job, begin);
    return 1;
}

static int apply_moved_chunk(const work *work, size_t begin, size_t end)
{
    (void)end;
    strew_apply_moved(work->partition, work->job, begin);
    return 1;
}

static int apply_segments_chunk(const work *work, size_t begin, size_t end)
{
    (void)end;
    strew_apply_segments(work->segments, work->job, begin);
    return 1;
}

int strew_parallel_count(const strew_resources *resources, const strew_job *job, const strew_partition_pass *pass)
{
    work work = {.chunk = count_chunk, .n_units = pass->n_chunks, .job = job, .partition = pass};
    return run_work(resources, &work);
}

void strew_parallel_move(const strew_resources *resources, const strew_job *job, const strew_partition_pass *pass)
{
    work work = {.chunk = move_chunk, .n_units = pass->n_chunks, .job = job, .partition = pass};
    run_work(resources, &work);
}

void strew_parallel_apply_moved(const strew_resources *resources, const strew_job *job, const strew_partition_pass *pass)
{
    work work = {.chunk = apply_moved_chunk, .n_units = pass->n_threads, .job = job, .partition = pass};
    run_work(resources, &work);
}

void strew_parallel_apply_segments(const strew_resources *resources, const strew_job *job, const strew_segments *segments, size_t n_threads)
{
    work work = {.chunk = apply_segments_chunk, .n_units = n_threads, .job = job, .segments = segments};
    run_work(resources, &work);
}

/* ---- Whether to use threads ---------------------------------------------------------------------------------------------------------- */

int strew_needs_slice_indices(const strew_plan_state *plan, size_t n_threads)
{
    const strategy strategy = choose_strategy(plan, n_threads, plan->slice_bytes, 0);
    if (strategy == ALONE || (strategy == BY_SELECTION && plan->select != NULL)) {
        return plan->k * plan->index_bytes >= STREW_MIN_STORED_TUPLE_BYTES;
    }
    return strategy == BY_COLUMNS || strategy == BY_SELECTION;
}

int strew_is_worth_sharing(const strew_plan_state *plan, size_t n_threads, size_t copied_bytes, strew_sharing_of what, uint64_t wake_ns)
{
    const uint64_t min_bytes = strew_min_shared_bytes(wake_ns);
    if (copied_bytes >= min_bytes) return 1;
    if (what == STREW_OF_DISTINCT && !strew_needs_touched(plan)) return plan->updates_bytes >= min_bytes;
    const strategy strategy = choose_strategy(plan, n_threads, plan->slice_bytes, 0);
    if (strategy == ALONE) return plan->check != NULL && plan->indices_bytes / STREW_INDICES_OF_SHARED_BYTE >= min_bytes;
    const uint64_t make_ns = what == STREW_OF_INDICES ? strew_make_ns(plan) : 0, alone = make_ns + strew_apply_ns(plan);
    return strew_is_gain(alone, shared_ns(plan, strategy, n_threads, make_ns) + 2 * wake_ns, n_threads);
}
