/* What is done with a batch for which it matters which slices were touched before. */
#include "touch.h"

#include "apply.h"
#include "util.h"

#include <string.h>

/* Tuples are divided some at a time: all of a block would take too much of the stack. */
enum { GROUP = 128 };

static unsigned char *find_output(const strew_job *job, size_t outer, uint64_t slice_index)
{
    return job->output + strew_find_sides(job, outer).named + (size_t)slice_index * job->slices.stride_bytes;
}

static const unsigned char *find_updates(const strew_job *job, size_t outer)
{
    return job->updates + strew_find_sides(job, outer).ordered;
}

/* Some tuples of a batch, in an order in which some are called first; with room for the padding. */
typedef struct group {
    uint32_t slice_indices[GROUP + STREW_PREFETCH_SLICES], tuples[GROUP];
} group;

static void pad(const strew_job *job, group *group, size_t n)
{
    strew_pad_slice_indices(job->plan, group->slice_indices, n);
}

/* ---- The record ---------------------------------------------------------------------------------------------------------------------- */

/* The first slice of a block, and of those after the last one the end of all slices. */
static size_t first_slice(const strew_job *job, size_t block)
{
    return block == job->layout.n_blocks ? (size_t)job->n_slices : (size_t)strew_block_at(&job->layout, block).base;
}

/* Where the record has a place for every slice, threads may share it: each has the slices of its selection or of its steps. */
strew_record strew_begin_record(const strew_job *job, const strew_steps *steps)
{
    const strew_selection *own = steps->own;
    strew_touched_part part = {0};
    if (own != NULL && strew_is_range(own)) {
        part = (strew_touched_part){NULL, own->low, (size_t)own->low + own->width};
    } else if (own != NULL) {
        part.own = own;
    } else if (steps->begin != 0 || steps->end != strew_count_steps(job)) {
        part = (strew_touched_part){NULL, first_slice(job, steps->begin), first_slice(job, steps->end)};
    }
    return strew_make_record(job, steps->workspace, part);
}

/* ---- First updates ------------------------------------------------------------------------------------------------------------------- */

/* Whether a slice is touched for the first time, by the number of its updates or by its place in a table. */
static STREW_INLINE int touch(strew_record *record, uint64_t slice_index)
{
    size_t ordinal;
    const int is_first = strew_touch(record, slice_index, &ordinal);
    if (record->counts != NULL) strew_count_update(record, ordinal, is_first);
    return is_first;
}

/* Where old elements are left out, the first updates of slices are moved, and the others are combined with them. In a group all that are
 * first come first: they name different slices. */
static STREW_INLINE void apply_group(const strew_job *job, const strew_batch *batch, size_t begin, size_t n, strew_record *record)
{
    const strew_apply_kernel *move = job->layout.elements != 1 ? job->plan->move_row : job->plan->move;
    group group;
    uint32_t others[2][GROUP];
    size_t n_first = 0;
    /* In a loop of its own, whether there are bits is asked once: first_elem takes a seventh fewer instructions. */
#define DIVIDE(touch_slice)                                                                                                                \
    for (size_t i = 0; i < n; i++) {                                                                                                       \
        const uint32_t slice_index = batch->slice_indices[begin + i];                                                                      \
        const int is_first = touch_slice;                                                                                                  \
        group.slice_indices[n_first] = others[0][i - n_first] = slice_index;                                                               \
        group.tuples[n_first] = others[1][i - n_first] = batch->tuples[begin + i];                                                         \
        n_first += (size_t)is_first;                                                                                                       \
    }
    if (record->form == STREW_BY_SLICE && record->counts == NULL) {
        DIVIDE(strew_touch_bit(record, (size_t)(batch->base + slice_index)))
    } else {
        DIVIDE(touch(record, batch->base + slice_index))
    }
#undef DIVIDE
    memcpy(group.slice_indices + n_first, others[0], (n - n_first) * sizeof *others[0]);
    memcpy(group.tuples + n_first, others[1], (n - n_first) * sizeof *others[1]);
    pad(job, &group, n);
    for (size_t outer = 0; outer < job->plan->n_outer; outer++) {
        const unsigned char *updates = find_updates(job, outer);
        unsigned char *output = find_output(job, outer, batch->base);
        strew_batch list = {group.slice_indices, group.tuples, batch->base, batch->first, n_first, 1, 0};
        strew_apply_list(job, move, &list, updates, output, job->slices.stride_bytes);
        list = (strew_batch){group.slice_indices + n_first, group.tuples + n_first, batch->base, batch->first, n - n_first, 1, 0};
        strew_apply_list(job, job->apply, &list, updates, output, job->slices.stride_bytes);
    }
}

/* ---- Means --------------------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_REDUCTION_MEAN
/* Counts the tuples of a mean whose sums are in output, and adds all. */
static STREW_INLINE void add_to_output(const strew_job *job, const strew_batch *batch, strew_record *record)
{
    /* uncovered: numbers of 64 bits by slice index take 2^32 slices, whose record has 32 GiB, or as many tuples */
    if (record->form == STREW_BY_SLICE && !strew_has_wide_numbers(record)) {
        uint32_t *counts = (uint32_t *)record->counts + (size_t)batch->base;
        for (size_t i = 0; i < batch->n; i++) counts[batch->slice_indices[i]]++;
    } else {
        for (size_t i = 0; i < batch->n; i++) touch(record, batch->base + batch->slice_indices[i]);
    }
    for (size_t outer = 0; outer < job->plan->n_outer; outer++) {
        strew_apply_list(job, job->apply, batch, find_updates(job, outer), find_output(job, outer, batch->base), job->slices.stride_bytes);
    }
}

/* Elements of a slice, and the bytes of their sums. */
static size_t elements_of(const strew_job *job)
{
    return job->slices.slice_bytes / job->plan->mean->element_bytes;
}

static unsigned char *sums_of(const strew_job *job, const strew_record *record, size_t ordinal)
{
    return record->sums + ordinal * elements_of(job) * job->plan->mean->sum_bytes;
}

static STREW_INLINE void start_sums(const strew_job *job, const strew_record *record, size_t outer, size_t ordinal)
{
    const strew_plan_state *plan = job->plan;
    const unsigned char *old = plan->rules.excludes_self ? NULL : find_output(job, outer, strew_slice_index_of(record, ordinal));
    plan->mean->start(sums_of(job, record, ordinal), old, elements_of(job));
}

/* Prefetches the first lines of some memory. */
static STREW_INLINE void prefetch(const unsigned char *from, size_t n_bytes)
{
    for (size_t i = 0; i < n_bytes && i < STREW_MAX_WHOLE_BYTES; i += STREW_LINE_BYTES) STREW_PREFETCH_AT(from, i);
    STREW_PREFETCH_AT(from, n_bytes - 1);
}

/* Adds some tuples to the sums. A slice index of more than 32 bits comes alone. Zero if a slice is not known that should be. */
static STREW_INLINE int add_to_sums(const strew_job *job, const strew_batch *batch, size_t begin, size_t n, size_t outer,
                                    strew_record *record)
{
    const int is_alone = !strew_has_32_bit_slice_indices(job->plan);
    const uint32_t *slice_indices = batch->slice_indices + begin;
    const size_t sums_bytes = elements_of(job) * job->plan->mean->sum_bytes;
    size_t ordinal = 0, first[GROUP], n_first = 0;
    group group;
    if (job->slices.prefetches_output) strew_prefetch_record(record, batch->base, slice_indices, n);
    for (size_t i = 0; i < n; i++) {
        const int is_first = strew_touch(record, batch->base + slice_indices[i], &ordinal);
        if (record->is_counted && is_first) return 0;
        first[n_first] = ordinal;
        n_first += (size_t)is_first;
        if (!record->is_counted) strew_count_update(record, ordinal, is_first);
        group.slice_indices[i] = is_alone ? 0 : (uint32_t)ordinal;
    }
    for (size_t i = 0; job->slices.prefetches_output && i < n_first; i++) {
        prefetch(sums_of(job, record, first[i]), sums_bytes);
        prefetch(find_output(job, outer, strew_slice_index_of(record, first[i])), job->slices.slice_bytes);
    }
    for (size_t i = 0; i < n_first; i++) start_sums(job, record, outer, first[i]);
    pad(job, &group, n);
    const strew_batch list = {group.slice_indices, batch->tuples + begin, 0, batch->first, n, 1, 0};
    strew_apply_list(job, job->apply, &list, find_updates(job, outer), sums_of(job, record, is_alone ? ordinal : 0), sums_bytes);
    return 1;
}

void strew_start_means(const strew_job *job, strew_record *record, size_t outer)
{
    if (!strew_has_sums(job->plan) || !record->is_counted) return;
    for (size_t i, end = 0; strew_next_own(record, &i, &end);) {
        for (; i < end; i++) {
            if (strew_count_of(record, i) != 0) start_sums(job, record, outer, i);
        }
    }
}

/* The count of a part of a slice: that of the slice, unless parts have their own, because updates that are NaN are passed over. */
static uint64_t count_of_part(const strew_record *record, size_t ordinal, size_t part)
{
    return record->row == 1 ? strew_count_of(record, ordinal)
                            : strew_number_at(record, record->counts, strew_count_of_part(record, ordinal, part));
}

/* Divides the sums of a slice, as many parts at once as have the same count. */
static STREW_INLINE void divide(const strew_job *job, const strew_record *record, size_t outer, size_t ordinal)
{
    const strew_plan_state *plan = job->plan;
    const strew_mean_kernel *mean = plan->mean;
    const size_t n = elements_of(job);
    unsigned char *output = find_output(job, outer, strew_slice_index_of(record, ordinal));
    for (size_t part = 0, end; part < n; part = end) {
        const uint64_t n_updates = count_of_part(record, ordinal, part);
        for (end = record->row == 1 ? n : part + 1; end < n && count_of_part(record, ordinal, end) == n_updates;) end++;
        if (n_updates == 0) continue;
        const void *sums = strew_has_sums(plan) ? sums_of(job, record, ordinal) + part * mean->sum_bytes : NULL;
        mean->divide(output + part * mean->element_bytes, sums, end - part, n_updates + !plan->rules.excludes_self,
                     plan->rules.mean_rounding);
    }
}

void strew_divide_means(const strew_job *job, strew_record *record, size_t outer)
{
    for (size_t i, end = 0; strew_next_own(record, &i, &end);) {
        for (; i < end; i++) {
            if (strew_number_at(record, record->counts, i * record->row) != 0) divide(job, record, outer, i);
        }
    }
    record->is_counted = 1;
    record->max = record->n;
}
#endif

/* Applies a batch none of whose tuples is skipped. Sums in the workspace are of one outer index, which is `outer`; whatever is in output is
 * done for all of them at once. Zero if a slice is not in the record that should be. */
static STREW_INLINE int touch_batch(const strew_job *job, const strew_batch *batch, size_t outer, strew_record *record)
{
    const size_t max = strew_has_32_bit_slice_indices(job->plan) ? GROUP : 1;
#if STREW_BUILD_REDUCTION_MEAN
    if (job->plan->mean != NULL && strew_has_sums(job->plan)) {
        for (size_t done = 0; done < batch->n; done += max) {
            if (!add_to_sums(job, batch, done, strew_min(batch->n - done, max), outer, record)) return 0;
        }
        return 1;
    }
    if (job->plan->move == NULL) {
        add_to_output(job, batch, record);
        return 1;
    }
#endif
    (void)outer;
    for (size_t done = 0; done < batch->n; done += max) apply_group(job, batch, done, strew_min(batch->n - done, max), record);
    return 1;
}

/* All outer indices have the same tuples, so their slices are touched once, by one walk: but for sums in the workspace, which are those of
 * one outer index. */
int strew_touch_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    strew_record record = strew_begin_record(job, steps);
    strew_walk walk;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        if (strew_is_mean(plan)) strew_start_means(job, &record, outer);
        if (outer == 0 || strew_has_sums(plan)) {
            strew_begin_walk(&walk, job, steps->begin, steps->end, steps->own, 1);
            while (strew_next_batch(&walk)) {
                if (!touch_batch(job, &walk.batch, outer, &record)) return 0;
            }
            if (walk.is_out_of_bounds) return 0;
        }
        if (strew_is_mean(plan)) strew_divide_means(job, &record, outer);
    }
    return 1;
}
