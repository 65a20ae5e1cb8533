/* Selections: each thread reads all slice indices, and applies the tuples of its own selection in their order. */
#include "ways/selections.h"

#include "record.h"

#include <string.h>

/* ---- Whether they fit ---------------------------------------------------------------------------------------------------------------- */

/* Whether narrow slices are selected, with their updates. A kernel takes 0.2 ns a tuple with AVX-512, 0.4 with AVX2 and 1 without
 * vectors; applying a slice that is in the caches takes one or two. So for data in the caches only the first is quick enough. For data that
 * exceeds the caches, all of them are. */
static int can_select_narrow(const strew_plan_state *plan, size_t slice_bytes)
{
    if (plan->select == NULL || slice_bytes != plan->slice_bytes) return 0;
    if (!plan->select->is_quick) return plan->exceeds_caches;
    return plan->data_bytes >= STREW_MIN_SELECTED_BYTES || plan->n_tuples / STREW_MIN_TUPLES_OF_LINE >= plan->data_bytes / STREW_LINE_BYTES;
}

/* A group is 2^shift slice indices. */
static uint32_t find_shift(const strew_plan_state *plan, size_t stride_bytes)
{
    uint32_t shift = strew_needs_touched(plan) ? strew_touched_group_shift(plan) : 0;
    while (stride_bytes < (size_t)STREW_MIN_GROUP_BYTES >> shift) shift++;
    return shift;
}

/* Tuples that are not dense, or touch slices, are selected one by one, however wide their slices are. */
static size_t count_other_selections(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    const size_t elements = known->elements, stride_bytes = plan->stride_bytes * elements;
    if (strew_needs_touched(plan) && !strew_can_share_touched(plan, elements)) return 1;
    const size_t n_groups = (size_t)(plan->n_slices / elements) >> find_shift(plan, stride_bytes);
    return strew_min(known->n_threads, n_groups / STREW_MIN_GROUPS);
}

size_t strew_count_selections(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    const size_t min_lines = STREW_MIN_SHARED_BYTES / STREW_LINE_BYTES, slice_bytes = strew_known_slice_bytes(known);
    if (plan->n_tuples < min_lines && plan->updates_bytes < STREW_MIN_SHARED_BYTES) return 1;
    if (!strew_is_as_dense(plan) || strew_needs_touched(plan)) return count_other_selections(known);
    const int can_select_wide =
        slice_bytes >= STREW_MIN_APART_BYTES && plan->data_bytes >= STREW_MIN_SELECTED_BYTES && plan->n_tuples <= UINT32_MAX / 2;
    if (!can_select_wide && !can_select_narrow(plan, slice_bytes)) return 1;
    const size_t group_bytes = slice_bytes < STREW_MIN_GROUP_BYTES ? STREW_MIN_GROUP_BYTES : slice_bytes;
    return strew_min(known->n_threads, plan->data_bytes / group_bytes / STREW_MIN_GROUPS);
}

/* Dense runs are slices of any length, and dense tuples are selected in one outer index. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (known->is_part || !strew_applies(plan) || known->pattern == STREW_GRID) return 0;
    if (strew_is_plain(known) && (known->pattern == STREW_RUNS || plan->n_outer != 1)) return 0;
    const size_t n = strew_count_selections(known);
    return n < 2 ? 0 : n;
}

/* A kernel that selects tuples would gain nothing from short ones that are stored. */
static size_t bytes(const strew_known *known, size_t n)
{
    const strew_plan_state *plan = known->plan;
    const int has_short = plan->select != NULL && plan->k * plan->index_bytes < STREW_MIN_STORED_TUPLE_BYTES;
    (void)n;
    return has_short ? strew_record_bytes(known, n) : strew_stored_bytes(known);
}

/* If the tuples are sorted, it is known how many name each slice. Slices are whole here, as those of a byte. */
static uint64_t ns(const strew_known *known, size_t n)
{
    const strew_plan_state *plan = known->plan;
    const uint64_t all_ns = strew_apply_selected_ns(plan),
                   longest_ns = known->sorted != NULL ? strew_cut_ns(known->sorted, 1, n, all_ns) : all_ns / n;
    return strew_known_make_ns(known) + strew_select_ns(plan) + longest_ns + strew_waking_ns(known);
}

/* ---- Choosing the ranges ------------------------------------------------------------------------------------------------------------- */

/* Groups begin with a page of output, or with a line of the record of touched slices. */
static uint32_t find_lead(const strew_job *job, const void *workspace)
{
    if (strew_needs_touched(job->plan)) return strew_touched_group_lead(job->plan, workspace);
    return (uint32_t)((uintptr_t)job->output % STREW_MIN_GROUP_BYTES / job->slices.stride_bytes);
}

/* A histogram of the groups of sampled tuples over N_BINS equal ranges. Each tuple adds a weight, and each bin begins with 1. */
enum { N_BINS = 1 << STREW_LOG2_BINS };
typedef struct sample {
    uint32_t weight[N_BINS];
    size_t n, n_apart; /* the sampled tuples, and how many of them are in another group than the tuple before */
} sample;

static void begin_sample(sample *sample)
{
    for (size_t bin = 0; bin < N_BINS; bin++) sample->weight[bin] = 1;
    sample->n = sample->n_apart = 0;
}

static void add_to_sample(sample *sample, const strew_selection *selection, const uint32_t *slice_indices, size_t n)
{
    uint32_t last = strew_group_of(selection, slice_indices[0]);
    for (size_t i = 0; i < n; i++) {
        const uint32_t group = strew_group_of(selection, slice_indices[i]);
        if (slice_indices[i] != UINT32_MAX) sample->weight[group * selection->scattering >> (32 - STREW_LOG2_BINS)] += STREW_SAMPLE_WEIGHT;
        sample->n_apart += group != last;
        last = group;
    }
    sample->n += n;
}

/* Cuts between bins, as near as possible to equal weights of the selections. Selections after the last bin are empty. No selection has all
 * bins, which would need a width of 2^32: the first bin and the last would have to weigh more than all bins together. Zero if one selection
 * has so much that the others are no gain. */
static int cut_ranges(const sample *sample, size_t n_selections, strew_selections *selections)
{
    uint64_t all = 0, begin = 0, below = 0, heaviest = 0;
    size_t selection = 1;
    for (size_t bin = 0; bin < N_BINS; bin++) all += sample->weight[bin];
    selections->n = n_selections;
    selections->first_bin[0] = 0;
    for (size_t i = 1; i <= n_selections; i++) selections->first_bin[i] = N_BINS;
    for (size_t bin = 0; bin < N_BINS; bin++) {
        for (; selection < n_selections && all * selection / n_selections <= below + sample->weight[bin] / 2; selection++) {
            selections->first_bin[selection] = (uint16_t)bin;
            begin = below;
        }
        below += sample->weight[bin];
        heaviest = below - begin > heaviest ? below - begin : heaviest;
    }
    return strew_is_gain(all, heaviest, n_selections);
}

/* The kernel that selects the tuples and the updates of a selection. NULL if there is none for slices of so many bytes, or for rows. */
static const strew_select_kernel *kernel_of(const strew_job *job)
{
    return job->access.pattern == STREW_SCATTERED ? job->plan->select : NULL;
}

/* The slice indices of a block: given, or made in `room`. NULL if a tuple is out of bounds. */
static const uint32_t *get_slice_indices(const strew_job *job, strew_block *block, uint32_t *room)
{
    const uint32_t *given = strew_given_slice_indices(job);
    if (given == NULL) return strew_make_slice_indices(job, block, room) ? room : NULL;
    block->base = 0;
    return given + block->first;
}

/* A run, or as much of it as a block may have, whose slice indices are in order. */
static strew_block run_at(const strew_job *job, size_t number)
{
    const strew_run_of_slices *run = strew_runs_of(job)->list + number;
    return (strew_block){(size_t)run->first, strew_min((size_t)run->n, STREW_BLOCK), run->slice_index};
}

/* Takes the sample. Zero if a tuple is out of bounds. */
static int take_sample(const strew_job *job, const strew_selections *selections, sample *sample)
{
    uint32_t made[STREW_BLOCK];
    strew_selection any = {.lead = selections->lead, .shift = selections->shift, .scattering = selections->scattering};
    const int has_runs = job->access.pattern == STREW_RUNS;
    const size_t n_all = strew_count_steps(job), n_steps = strew_min(n_all / STREW_SAMPLE_OF_BLOCKS + 1, STREW_MAX_SAMPLE_BLOCKS),
                 apart = n_all / n_steps;
    begin_sample(sample);
    for (size_t i = 0; i < n_steps && n_all != 0; i++) {
        const size_t number = i * apart + apart / 2;
        strew_block block = has_runs ? run_at(job, number) : strew_block_at(&job->layout, number);
        const uint32_t *slice_indices = has_runs ? strew_in_order : get_slice_indices(job, &block, made);
        if (slice_indices == NULL) return 0;
        any.base = (uint32_t)block.base;
        add_to_sample(sample, &any, slice_indices, block.n);
    }
    return 1;
}

STREW_OWN_FRAME int strew_choose_selections(const strew_job *job, const void *workspace, size_t n_selections, strew_selections *selections)
{
    sample sample;
    selections->lead = find_lead(job, workspace);
    selections->shift = find_shift(job->plan, job->slices.stride_bytes);
    selections->scattering = STREW_SCATTERING;
    return take_sample(job, selections, &sample) && cut_ranges(&sample, n_selections, selections) &&
           (kernel_of(job) == NULL || sample.n_apart > sample.n / 2);
}

/* Where the slices of a part begin, or those of the last one end: at the first unit whose hash is in the bin. */
static uint32_t first_slice(const strew_job *job, const strew_selections *ranges, size_t part, uint64_t unit)
{
    const uint64_t hash = (uint64_t)ranges->first_bin[part] << (32 - STREW_LOG2_BINS);
    const uint64_t slice = (hash + ranges->scattering - 1) / ranges->scattering, begin = (slice + unit - 1) / unit * unit;
    return begin < job->n_slices ? (uint32_t)begin : (uint32_t)job->n_slices;
}

STREW_OWN_FRAME int strew_find_range(const strew_job *job, const strew_threads *parts, uint64_t unit, strew_selection *range)
{
    sample sample;
    strew_selections ranges = {.scattering = (uint32_t)(UINT32_MAX / job->n_slices)};
    /* uncovered: only another thread that changes indices makes a tuple out of bounds */
    if (!take_sample(job, &ranges, &sample)) return 0;
    cut_ranges(&sample, parts->n, &ranges);
    const uint32_t first = first_slice(job, &ranges, parts->part, unit), stop = first_slice(job, &ranges, parts->part + 1, unit);
    *range = (strew_selection){.low = first, .width = stop - first, .scattering = 1};
    return 1;
}

/* ---- Applying ------------------------------------------------------------------------------------------------------------------------ */

enum { MAX_PENDING = STREW_PREFETCH_SLICES + STREW_BLOCK };
_Static_assert(2 * STREW_PREFETCH_SLICES <= MAX_PENDING, "there is room for padding");

/* What a selection still has to apply, in order: the slice indices, and for narrow slices the updates, for others the numbers of the
 * tuples, which strew_count_selections keeps below 2^31. Padding is added only when no blocks are left, in the space of a block: at most
 * STREW_PREFETCH_SLICES slice indices are pending then, and as many are added. */
typedef struct pending {
    uint32_t slice_indices[MAX_PENDING];
    union {
        uint32_t tuples[MAX_PENDING];
        unsigned char updates[MAX_PENDING * STREW_MAX_SELECTED_BYTES];
    };
    size_t n;
} pending;

/* Appends the tuples of a block that belong to the selection. slice_indices may be the place where the next pending ones are put. */
static void take_own(const strew_job *job, pending *pending, const strew_selection *selection, const strew_block *block,
                     const uint32_t *slice_indices)
{
    const strew_select_kernel *select = kernel_of(job);
    size_t n = pending->n;
    if (select != NULL) {
        const size_t bytes = job->slices.stride_bytes;
        pending->n += select->run(pending->slice_indices + n, pending->updates + n * bytes, slice_indices,
                                  job->updates + block->first * bytes, block->n, selection);
        return;
    }
    for (size_t i = 0; i < block->n; i++) {
        const size_t is_own = strew_is_in_selection(selection, slice_indices[i]);
        pending->slice_indices[n] = slice_indices[i] + selection->base;
        pending->tuples[n] = (uint32_t)(block->first + i);
        n += is_own;
    }
    pending->n = n;
}

/* Applies the first n pending tuples, whose updates are where the caller has them. */
static void apply_tuples(const strew_job *job, pending *pending, size_t n)
{
    strew_apply_listed(job, pending->slice_indices, pending->tuples, n, pending->n);
    memmove(pending->tuples, pending->tuples + n, (pending->n - n) * sizeof *pending->tuples);
}

/* The same for updates that are adjacent. */
static void apply_updates(const strew_job *job, pending *pending, size_t n)
{
    const size_t bytes = job->slices.stride_bytes;
    const strew_slices slices = {bytes, bytes, bytes, 0, job->slices.prefetches_output, strew_in_order, 0};
    job->apply->run(job->output, pending->updates, pending->slice_indices, n, &slices);
    memmove(pending->updates, pending->updates + n * bytes, (pending->n - n) * bytes);
}

static void apply_pending(const strew_job *job, pending *pending, size_t n)
{
    if (kernel_of(job) != NULL)
        apply_updates(job, pending, n);
    else
        apply_tuples(job, pending, n);
    pending->n -= n;
    memmove(pending->slice_indices, pending->slice_indices + n, pending->n * sizeof *pending->slice_indices);
}

strew_selection strew_find_selection(const strew_selections *selections, size_t number)
{
    const uint32_t first_bin = selections->first_bin[number], n_bins = selections->first_bin[number + 1] - first_bin;
    return (strew_selection){.scattering = selections->scattering,
                             .lead = selections->lead,
                             .shift = selections->shift,
                             .low = first_bin << (32 - STREW_LOG2_BINS),
                             .width = n_bins << (32 - STREW_LOG2_BINS)};
}

/* The same of dense tuples, of one outer index. */
STREW_OWN_FRAME static int apply_selection(const strew_job *job, const strew_selection *own)
{
    strew_selection selection = *own;
    const size_t max_pending = kernel_of(job) != NULL && !job->slices.prefetches_output ? 0 : STREW_PREFETCH_SLICES;
    pending pending;
    pending.n = 0;
    for (size_t i = 0; i < job->layout.n_blocks; i++) {
        strew_block block = strew_block_at(&job->layout, i);
        const uint32_t *slice_indices = get_slice_indices(job, &block, pending.slice_indices + pending.n);
        if (slice_indices == NULL) return 0;
        selection.base = (uint32_t)block.base;
        take_own(job, &pending, &selection, &block, slice_indices);
        apply_pending(job, &pending, pending.n - strew_min(pending.n, max_pending));
    }
    if (pending.n == 0) return 1;
    strew_pad_slice_indices(job->plan, pending.slice_indices, pending.n);
    apply_pending(job, &pending, pending.n);
    return 1;
}

int strew_run_selection(const strew_job *job, const strew_selection *own, void *workspace)
{
    const strew_plan_state *plan = job->plan;
    strew_steps steps = strew_all_steps(job, workspace);
    steps.own = own;
    const int is_plain = strew_is_as_dense(plan) && !strew_needs_touched(plan) && plan->n_outer == 1 && job->access.pattern != STREW_RUNS;
    return is_plain ? apply_selection(job, own) : strew_run_steps(job, &steps);
}

static int run_selections_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    const strew_selections *selections = work->units;
    for (size_t i = begin; i < end; i++) {
        const strew_selection own = strew_find_selection(selections, i);
        if (!strew_run_selection(work->job, &own, work->workspace)) return 0;
    }
    return 1;
}

static int run(strew_work *work)
{
    strew_selections selections;
    if (!strew_choose_selections(work->job, work->workspace, work->schedule->n, &selections)) return strew_run_all_steps(work);
    work->units = &selections;
    return strew_share_units(work, work->schedule->n, run_selections_chunk);
}

const strew_way strew_selections_way = {"selections", fits, bytes, ns, strew_check_or_store, NULL, run, 0, 2};
