/* Sharing a run among threads, such that every element of output is written by one thread alone, which takes its updates in their order,
 * or for sums of integers in any: the result is the same bits as with one thread.
 *
 * Which way depends on the shape. Parts of data, and ranges of tuples whose places keep them apart, are shared as they are. Slices of
 * several pages are shared by columns: every thread takes all tuples, and its own cache lines of every slice. Rows of scatter_elements
 * along the axis are shared by lanes in the same way. Slices of several lines and those of an element or two are partitioned out, where
 * that pays: every thread looks at all slice indices, and takes its own. Sums of integers in little data are added up in copies, if
 * there is a workspace for those. All others one thread writes, while the rest have their share of the check, or of the slice indices in
 * a workspace. Tuples on a grid are shared as they are, and where indices were prepared and no slice occurs twice, those of wide slices,
 * too. */
#include "job.h"

#include <string.h>

/* A core's own prefetchers go on beyond the end of a column, up to the end of the page: of columns of 512 bytes two threads read updates
 * 1.4 times as fast as one, of 2 KiB 1.6 times, of 8 KiB 1.9 times. Tests set it to 256. */
#ifndef STREW_MIN_COLUMN_BYTES
#define STREW_MIN_COLUMN_BYTES STREW_PAGE_BYTES
#endif

/* The same where slices cannot be partitioned out to all threads instead. */
enum { MIN_ONLY_COLUMN_BYTES = 8 * STREW_LINE_BYTES };

/* ---- Shares -------------------------------------------------------------------------------------------------------------------------- */

typedef struct work work;
struct work {
    int (*share)(const work *work, size_t first, size_t end); /* does units first to beyond - 1; zero if a tuple is outside */
    size_t n_units, n_shares;
    const strew_job *job;
    size_t unit; /* how many blocks, tuples, bytes or lanes make a unit */
    uint32_t *slice_indices_to_fill;
    const uint32_t *slice_indices;
    const strew_run_of_slices *runs;
    const strew_partitions *partitions;
    size_t n_copies;
    void *workspace;
    const strew_apply_kernel *apply;
    unsigned char *to; /* of data, copied to output */
    const unsigned char *from;
    size_t n_bytes;
    unsigned char found[STREW_MAX_THREADS]; /* what shares have returned */
};

static size_t first_unit(const work *work, size_t share)
{
    return work->n_units / work->n_shares * share + strew_min(share, work->n_units % work->n_shares);
}

static void do_share(void *argument, size_t i)
{
    work *work = argument;
    work->found[i] = (unsigned char)work->share(work, first_unit(work, i), first_unit(work, i + 1));
}

/* The least of what shares return. */
static int do_work(const strew_resources *resources, work *work)
{
    work->n_shares = strew_min(strew_count_threads(resources), work->n_units);
    if (work->n_shares > 1) {
        resources->parallel_for(resources->pool, work->n_shares, do_share, work);
    } else {
        work->n_shares = 1;
        do_share(work, 0);
    }
    int min = work->found[0];
    for (size_t i = 1; i < work->n_shares; i++) min = work->found[i] < min ? work->found[i] : min;
    return min;
}

size_t strew_count_threads(const strew_resources *resources)
{
    if (resources->parallel_for == NULL || resources->n_threads < 1) return 1;
    return strew_min((size_t)resources->n_threads, STREW_MAX_THREADS);
}

/* ---- Copy, check, fill --------------------------------------------------------------------------------------------------------------- */

static int copy_share(const work *work, size_t first, size_t end)
{
    const size_t begin = first * STREW_PAGE_BYTES, stop = strew_min(end * STREW_PAGE_BYTES, work->n_bytes);
    strew_copy_chunk(work->to + begin, work->from + begin, stop - begin, work->n_bytes);
    return 1; /* nothing can be outside */
}

void strew_copy(const strew_resources *resources, void *to, const void *from, size_t n_bytes)
{
    work work = {.share = copy_share, .n_units = (n_bytes - 1) / STREW_PAGE_BYTES + 1, .to = to, .from = from, .n_bytes = n_bytes};
    do_work(resources, &work);
}

static size_t first_tuple(const strew_job *job, size_t number)
{
    return number < job->n_blocks ? strew_block_at(job, number).first : job->n_tuples;
}

/* A strew_check_result. Slice indices are made as long as they lie on the grid; from there on it is enough to check the tuples. */
static int check_share(const work *work, size_t first, size_t end)
{
    const strew_job *job = work->job;
    uint32_t slice_indices[STREW_BLOCK];
    for (int is_on_grid = job->may_be_grid; is_on_grid; first++) {
        if (first == end) return STREW_ON_GRID;
        const strew_block block = strew_block_at(job, first);
        if (!strew_make_slice_indices(job, &block, slice_indices)) return STREW_OUT_OF_BOUNDS;
        is_on_grid = strew_is_on_grid(job, first, slice_indices);
    }
    return strew_check_tuples(job, first_tuple(job, first), first_tuple(job, end)) ? STREW_IN_BOUNDS : STREW_OUT_OF_BOUNDS;
}

strew_check_result strew_check(const strew_resources *resources, const strew_job *job)
{
    work work = {.share = check_share, .n_units = job->n_blocks, .job = job};
    return (strew_check_result)do_work(resources, &work);
}

static int fill_share(const work *work, size_t first, size_t end)
{
    for (size_t number = first; number < end; number++) {
        const strew_block block = strew_block_at(work->job, number);
        if (!strew_make_slice_indices(work->job, &block, work->slice_indices_to_fill + block.first)) return STREW_OUT_OF_BOUNDS;
    }
    return STREW_IN_BOUNDS;
}

strew_check_result strew_fill(const strew_resources *resources, const strew_job *job, uint32_t *slice_indices)
{
    work work = {.share = fill_share, .n_units = job->n_blocks, .job = job, .slice_indices_to_fill = slice_indices};
    const strew_check_result found = (strew_check_result)do_work(resources, &work);
    if (found != STREW_OUT_OF_BOUNDS) strew_pad_slice_indices(job->plan, slice_indices, job->n_tuples);
    return found;
}

/* ---- Apply --------------------------------------------------------------------------------------------------------------------------- */

static int apply_blocks_share(const work *work, size_t first, size_t end)
{
    return strew_apply_blocks(work->job, first * work->unit, end * work->unit, 0, work->job->plan->n_outer, work->slice_indices);
}

static int apply_outer_share(const work *work, size_t first, size_t end)
{
    return strew_apply_blocks(work->job, 0, work->job->n_blocks, first, end, work->slice_indices);
}

static int apply_columns_share(const work *work, size_t first, size_t end)
{
    const strew_job *job = work->job;
    const size_t begin = first * STREW_LINE_BYTES, stop = end == work->n_units ? job->slices.slice_bytes : end * STREW_LINE_BYTES;
    const strew_job columns = strew_job_of_columns(job, work->apply, begin, stop - begin);
    return strew_apply_blocks(&columns, 0, job->n_blocks, 0, job->plan->n_outer, work->slice_indices);
}

static int apply_partitions_share(const work *work, size_t first, size_t end)
{
    for (size_t partition = first; partition < end; partition++) {
        if (!strew_apply_owned(work->job, work->partitions, partition, work->slice_indices)) return 0;
    }
    return 1;
}

static int apply_lanes_share(const work *work, size_t first, size_t end)
{
    const strew_job *job = work->job;
    const size_t n_lanes = job->plan->count[job->n_dims - 1], stop = end == work->n_units ? n_lanes : end * work->unit;
    const strew_job lanes = strew_job_of_lanes(job, first * work->unit, stop - first * work->unit);
    return strew_apply_blocks(&lanes, 0, lanes.n_blocks, 0, 1, NULL);
}

/* The ways to share, the one with the least overhead first. */
typedef enum way { ALONE, BY_OUTER, BY_TUPLES, BY_PLACE, BY_COLUMNS, BY_PARTITIONS, BY_LANES } way;

/* Whether threads with tuples of their own never write to one element, and seldom to one line: no slice index occurs twice, and slices
 * are wide or neighbours mostly have one thread. */
static int are_apart(const strew_job *job)
{
    if (!job->is_distinct) return 0;
    return job->plan->position_dependent || job->is_grid || job->slices.slice_bytes >= STREW_MIN_APART_BYTES;
}

/* `slice_bytes` are those of the job: of whole rows, if it writes them. */
static way choose_way(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes, int are_tuples_apart)
{
    const int32_t last = plan->n_dims - 1;
    if (n_threads == 1 || plan->apply == NULL || !strew_has_32_bit_slice_indices(plan)) return ALONE;
    if (plan->n_outer != 1) return BY_OUTER;
    if (are_tuples_apart) return BY_TUPLES;
    if (plan->position_dependent && plan->step[0] != 0) return BY_PLACE;
    const size_t n_partitions = strew_count_partitions(plan, n_threads, slice_bytes);
    if (slice_bytes / n_threads >= (n_partitions == n_threads ? STREW_MIN_COLUMN_BYTES : MIN_ONLY_COLUMN_BYTES)) return BY_COLUMNS;
    const int has_lanes = plan->position_dependent && slice_bytes == plan->slice_bytes && plan->options.policy != STREW_POLICY_SKIP;
    if (has_lanes && plan->step[last] == 1 && plan->count[last] * slice_bytes >= 2 * STREW_LINE_BYTES) return BY_LANES;
    return n_partitions > 1 ? BY_PARTITIONS : ALONE;
}

int strew_apply(const strew_resources *resources, const strew_job *job, const uint32_t *slice_indices)
{
    const strew_plan_state *plan = job->plan;
    work work = {.share = apply_blocks_share, .n_units = 1, .unit = job->n_blocks, .job = job, .slice_indices = slice_indices};
    const size_t n_threads = strew_count_threads(resources);
    strew_partitions partitions;
    switch (choose_way(plan, n_threads, job->slices.slice_bytes, are_apart(job))) {
    case ALONE: break;
    case BY_TUPLES:
        work.unit = 1;
        work.n_units = job->n_blocks;
        break;
    case BY_OUTER:
        work.share = apply_outer_share;
        work.n_units = plan->n_outer;
        break;
    case BY_PLACE: /* dimension 0 is not the axis: what lies apart there lies apart in data */
        if (job->split < 0) break;
        work.unit = job->split == 0 ? 1 : job->n_blocks / plan->count[0];
        work.n_units = job->n_blocks / work.unit;
        break;
    case BY_COLUMNS:
        work.share = apply_columns_share;
        work.apply = strew_find_any_width(job->apply);
        work.n_units = job->slices.slice_bytes / STREW_LINE_BYTES;
        break;
    case BY_PARTITIONS:
        if (!strew_choose_partitions(job, strew_count_partitions(plan, n_threads, job->slices.slice_bytes), slice_indices, &partitions))
            break;
        work.share = apply_partitions_share;
        work.partitions = &partitions;
        work.n_units = partitions.n;
        break;
    case BY_LANES:
        if (slice_indices != NULL) break;
        work.share = apply_lanes_share;
        work.unit = plan->slice_bytes < STREW_LINE_BYTES ? STREW_LINE_BYTES / plan->slice_bytes : 1;
        work.n_units = plan->count[job->n_dims - 1] / work.unit;
        break;
    }
    return do_work(resources, &work);
}

static int apply_to_copies_share(const work *work, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (!strew_apply_to_copy(work->job, i, work->n_copies, work->workspace)) return 0;
    }
    return 1;
}

static int add_copies_share(const work *work, size_t first, size_t end)
{
    const size_t stop = strew_min(end * STREW_PAGE_BYTES, work->job->plan->data_bytes);
    strew_add_copies(work->job, work->n_copies, work->workspace, first * STREW_PAGE_BYTES, stop);
    return 1; /* nothing can be outside */
}

int strew_apply_in_copies(const strew_resources *resources, const strew_job *job, size_t n_copies, void *workspace)
{
    work apply = {.share = apply_to_copies_share, .n_units = n_copies, .job = job, .n_copies = n_copies, .workspace = workspace},
         add = apply;
    add.share = add_copies_share;
    add.n_units = (job->plan->data_bytes - 1) / STREW_PAGE_BYTES + 1;
    if (!do_work(resources, &apply)) return 0;
    return do_work(resources, &add);
}

static int apply_runs_share(const work *work, size_t first, size_t end)
{
    strew_apply_runs(work->job, work->runs, first, end, 0, work->job->plan->n_outer);
    return 1; /* nothing can be outside */
}

static int apply_runs_of_outer_share(const work *work, size_t first, size_t end)
{
    strew_apply_runs(work->job, work->runs, 0, work->unit, first, end);
    return 1; /* nothing can be outside */
}

void strew_apply_all_runs(const strew_resources *resources, const strew_job *job, const strew_run_of_slices *runs, size_t n_runs)
{
    const size_t n_outer = job->plan->n_outer;
    work work = {.share = apply_runs_of_outer_share, .n_units = n_outer, .unit = n_runs, .job = job, .runs = runs};
    if (n_outer == 1 && job->is_distinct) {
        work.share = apply_runs_share;
        work.n_units = n_runs;
    }
    do_work(resources, &work);
}

/* The line of a slice index is fetched, written and read again, 4 bytes each time, where a tuple is but read once more. With slice
 * indices of tuples of 8 bytes hist of the bench takes a third longer than without, and with those of 24 bytes k3_add a fifth less. */
enum { MIN_TUPLE_BYTES = 12 };

int strew_wants_slice_indices(const strew_plan_state *plan, size_t n_threads)
{
    if (plan->options.policy == STREW_POLICY_SKIP || (n_threads == 1 && plan->check == NULL)) return 0;
    const way way = choose_way(plan, n_threads, plan->slice_bytes, 0);
    if (way == ALONE || (way == BY_PARTITIONS && plan->partition != NULL)) return plan->k * plan->index_bytes >= MIN_TUPLE_BYTES;
    return way == BY_COLUMNS || way == BY_PARTITIONS;
}

int strew_is_worth_sharing(const strew_plan_state *plan, size_t copied_bytes, int is_distinct)
{
    if (copied_bytes >= STREW_MIN_SHARED_BYTES) return 1;
    if (is_distinct) return plan->updates_bytes >= STREW_MIN_SHARED_BYTES;
    /* Where one thread writes, it gains no more than the others' share of the check, or of making slice indices, which then come to it
     * from their caches: for indices of half a megabyte that was slower, of 3 MB faster. */
    if (choose_way(plan, 2, plan->slice_bytes, 0) == ALONE) return plan->indices_bytes / 4 >= STREW_MIN_SHARED_BYTES;
    return plan->updates_bytes >= STREW_MIN_SHARED_BYTES || plan->indices_bytes >= STREW_MIN_SHARED_BYTES;
}
