/* What is done with a batch for which it matters which slices were touched before. */
#include "touch.h"

#include "apply.h"
#include "types.h"
#include "util.h"

#include <string.h>

/* Tuples are divided some at a time: all of a block would take too much of the stack. */
enum { GROUP = 64 };

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

/* The same where tuples are in the order of their slices. */
static STREW_INLINE int follow(strew_record *record, uint64_t slice_index)
{
    const int is_first = slice_index != record->previous;
    record->previous = slice_index;
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
    if (record->form == STREW_IN_ORDER) {
        DIVIDE(follow(record, batch->base + slice_index))
    } else if (record->form == STREW_BY_SLICE && record->counts == NULL) {
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
        strew_apply_list(job, move, &list, updates, outer, output, job->slices.stride_bytes);
        list = (strew_batch){group.slice_indices + n_first, group.tuples + n_first, batch->base, batch->first, n - n_first, 1, 0};
        strew_apply_list(job, job->apply, &list, updates, outer, output, job->slices.stride_bytes);
    }
}

/* The same of rows, and in registers: as long as tuples name one slice it is there, and the first replaces what output has. */
static STREW_INLINE void apply_in_order(const strew_job *job, const strew_batch *batch, strew_record *record)
{
    const uint64_t before = record->previous - batch->base;
    for (size_t outer = 0; outer < job->plan->n_outer; outer++) {
        strew_apply_rows(job, batch, find_updates(job, outer), outer, find_output(job, outer, batch->base), job->slices.slice_bytes,
                         job->slices.stride_bytes, &before);
    }
    record->previous = batch->base + batch->slice_indices[batch->n - 1];
}

/* ---- Sums ---------------------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_SUMS
/* Counts the tuples of a batch by slice index. */
static STREW_INLINE void count_tuples(const strew_batch *batch, strew_record *record)
{
    /* uncovered: numbers of 64 bits by slice index take 2^32 slices, whose record has 32 GiB, or as many tuples */
    if (record->form == STREW_BY_SLICE && !strew_has_wide_numbers(record)) {
        uint32_t *counts = (uint32_t *)record->counts + (size_t)batch->base;
        for (size_t i = 0; i < batch->n; i++) counts[batch->slice_indices[i]]++;
    } else {
        for (size_t i = 0; i < batch->n; i++) touch(record, batch->base + batch->slice_indices[i]);
    }
}

/* The bytes of an element in output; of a mean whose sums are there, a complex number is two elements. */
static size_t element_bytes_of(const strew_plan_state *plan)
{
    return strew_has_sums(plan) ? (size_t)plan->element_bytes : plan->mean->element_bytes;
}

/* In order, a slice is divided as soon as a tuple names another one. */
static void divide_counted(const strew_job *job, const strew_record *record)
{
    const size_t n = job->slices.slice_bytes / element_bytes_of(job->plan);
    for (size_t outer = 0; outer < job->plan->n_outer && record->n_counted != 0; outer++) {
        strew_divide_sums(job->plan, find_output(job, outer, record->counted), NULL, n, record->n_counted);
    }
}

static STREW_INLINE void divide_in_order(const strew_job *job, const strew_batch *batch, strew_record *record)
{
    for (size_t i = 0; i < batch->n; i++) {
        const uint64_t slice_index = batch->base + batch->slice_indices[i];
        if (slice_index != record->counted) {
            divide_counted(job, record);
            record->counted = slice_index;
            record->n_counted = 0;
        }
        record->n_counted++;
    }
}

/* Counts the tuples of a mean whose sums are in output, and adds all. */
static STREW_INLINE void add_to_output(const strew_job *job, const strew_batch *batch, strew_record *record)
{
    if (record->form != STREW_IN_ORDER) count_tuples(batch, record);
    for (size_t outer = 0; outer < job->plan->n_outer; outer++) {
        strew_apply_list(job, job->apply, batch, find_updates(job, outer), outer, find_output(job, outer, batch->base),
                         job->slices.stride_bytes);
    }
}

static unsigned char *sums_of(const strew_job *job, const strew_record *record, size_t ordinal)
{
    return record->sums + ordinal * strew_sums_of(job->plan, job->slices.slice_bytes);
}

/* Whether all tuples of a batch name slices that an earlier outer index has touched. */
static STREW_INLINE int are_touched(const strew_batch *batch, const strew_record *record)
{
    for (size_t i = 0; i < batch->n; i++) {
        if (!strew_is_touched(record, (size_t)batch->base + batch->slice_indices[i])) return 0;
    }
    return 1;
}

/* Adds the tuples of a batch to the sums of their slices, all of which have started. Zero if a slice is not known that should be. */
static STREW_INLINE int add_to_sums(const strew_job *job, const strew_batch *batch, size_t outer, strew_record *record)
{
    if (record->is_counted) {
        if (!are_touched(batch, record)) return 0;
    } else if (record->row == 0) {
        for (size_t i = 0; i < batch->n; i++) strew_touch_bit(record, (size_t)batch->base + batch->slice_indices[i]);
    } else {
        count_tuples(batch, record);
    }
    strew_apply_list(job, job->apply, batch, find_updates(job, outer), outer, sums_of(job, record, (size_t)batch->base),
                     strew_sums_of(job->plan, job->slices.slice_bytes));
    return 1;
}

/* Sums of all slices are in the record only if slices are adjacent in output. */
static STREW_INLINE void start_all_sums(const strew_job *job, strew_record *record, size_t outer)
{
    for (size_t begin, end = 0; strew_next_own(record, &begin, &end);) {
        strew_start_sums(job->plan, sums_of(job, record, begin), find_output(job, outer, begin), (end - begin) * job->slices.slice_bytes);
    }
}

/* The nearest int64 to bound * count. */
static int64_t multiply_bound(int64_t bound, uint64_t count)
{
    const uint64_t magnitude = bound < 0 ? 0 - (uint64_t)bound : (uint64_t)bound;
    const int64_t product = magnitude <= INT64_MAX / count ? (int64_t)(magnitude * count) : INT64_MAX;
    return bound < 0 ? -product : product;
}

void strew_saturate_sums(const strew_plan_state *plan, unsigned char *sums, size_t n, uint64_t count)
{
    const strew_wide *wide = strew_find_wide(plan->dtype);
#define SATURATE(type, low, high)                                                                                                          \
    {                                                                                                                                      \
        const type lowest = low, largest = high;                                                                                           \
        for (size_t i = 0; i < n; i++) {                                                                                                   \
            type sum;                                                                                                                      \
            memcpy(&sum, sums + i * sizeof sum, sizeof sum);                                                                               \
            sum = sum < lowest ? lowest : sum > largest ? largest : sum;                                                                   \
            memcpy(sums + i * sizeof sum, &sum, sizeof sum);                                                                               \
        }                                                                                                                                  \
    }
    switch (wide->wide) {
    case STREW_DTYPE_FLOAT32: SATURATE(float, (float)wide->lowest, (float)wide->largest) break;
    case STREW_DTYPE_FLOAT64: SATURATE(double, wide->lowest, wide->largest) break;
    default: SATURATE(int64_t, multiply_bound((int64_t)wide->lowest, count), multiply_bound((int64_t)wide->largest, count)) break;
    }
#undef SATURATE
}

/* The count of a part of a slice: that of the slice, unless parts have their own, because updates that are NaN are passed over. */
static uint64_t count_of_part(const strew_record *record, size_t ordinal, size_t part)
{
    return record->row == 1 ? strew_count_of(record, ordinal)
                            : strew_number_at(record, record->counts, strew_count_of_part(record, ordinal, part));
}

/* Divides the sums of a slice, as many parts at once as have the same count. Parts without updates are not rounded either. */
static STREW_INLINE void finish_parts(const strew_job *job, const strew_record *record, size_t outer, size_t ordinal)
{
    const strew_plan_state *plan = job->plan;
    const size_t element_bytes = element_bytes_of(plan), n = job->slices.slice_bytes / element_bytes, sum_bytes = (size_t)plan->sum_bytes;
    unsigned char *output = find_output(job, outer, strew_slice_index_of(record, ordinal));
    for (size_t part = 0, end; part < n; part = end) {
        const uint64_t n_updates = count_of_part(record, ordinal, part);
        for (end = record->row == 1 ? n : part + 1; end < n && count_of_part(record, ordinal, end) == n_updates;) end++;
        if (n_updates == 0) continue;
        unsigned char *sums = strew_has_sums(plan) ? sums_of(job, record, ordinal) + part * sum_bytes : NULL;
        if (plan->mean != NULL) strew_divide_sums(plan, output + part * element_bytes, sums, end - part, n_updates);
        if (sums != NULL) strew_round_sums(plan, output + part * element_bytes, sums, strew_in_order, 1, (end - part) * sum_bytes, 0);
    }
}

/* How many slices from `begin` on, before `end`, have updates. Bits are looked at 8 at a time. */
static STREW_INLINE size_t count_touched(const strew_record *record, size_t begin, size_t end)
{
    size_t i = begin;
    while (i < end && strew_is_touched(record, i)) {
        i++;
        while (record->row == 0 && i % 8 == 0 && i + 8 <= end && ((const unsigned char *)record->table)[i / 8] == 0xff) i += 8;
    }
    return i - begin;
}

/* Slices after each other are rounded at once. */
static STREW_INLINE void finish_slices(const strew_job *job, const strew_record *record, size_t outer, size_t begin, size_t n)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes, sums_bytes = strew_sums_of(plan, slice_bytes);
    unsigned char *output = find_output(job, outer, begin), *sums = sums_of(job, record, begin);
    for (size_t i = 0; i < n && plan->mean != NULL; i++) {
        strew_divide_sums(plan, output + i * slice_bytes, sums + i * sums_bytes, slice_bytes / (size_t)plan->element_bytes,
                          strew_count_of(record, begin + i));
    }
    strew_round_sums(plan, output, sums, strew_in_order, 1, n * sums_bytes, 0);
}

void strew_finish_sums(const strew_job *job, strew_record *record, size_t outer)
{
    const int is_whole = strew_has_sums(job->plan) && record->form == STREW_BY_SLICE && record->row <= 1;
    for (size_t i, n, end = 0; strew_next_own(record, &i, &end);) {
        for (; i < end; i += n) {
            n = is_whole ? count_touched(record, i, end) : (size_t)strew_is_touched(record, i);
            if (n != 0 && is_whole) {
                finish_slices(job, record, outer, i, n);
            } else if (n != 0) {
                finish_parts(job, record, outer, i);
            }
            n += n == 0;
        }
    }
    record->is_counted = 1;
}
#else
#define divide_in_order(job, batch, record) ((void)(record))
#define divide_counted(job, record) ((void)(record))
#define start_all_sums(job, record, outer) ((void)(record))
#endif

/* Applies a batch none of whose tuples is skipped. Sums in the workspace are of one outer index, which is `outer`; whatever is in output is
 * done for all of them at once. Zero if a slice is not in the record that should be. */
static STREW_INLINE int touch_batch(const strew_job *job, const strew_batch *batch, size_t outer, strew_record *record)
{
    const size_t max = strew_has_32_bit_slice_indices(job->plan) ? GROUP : 1;
#if STREW_BUILD_SUMS
    if (strew_has_sums(job->plan)) return add_to_sums(job, batch, outer, record);
    if (job->plan->move == NULL) {
        add_to_output(job, batch, record);
        return 1;
    }
#endif
    (void)outer;
    if (record->form == STREW_IN_ORDER && job->plan->fuse != NULL) {
        apply_in_order(job, batch, record);
        return 1;
    }
    for (size_t done = 0; done < batch->n; done += max) apply_group(job, batch, done, strew_min(batch->n - done, max), record);
    return 1;
}

/* All outer indices have the same tuples, so their slices are touched once, by one walk: but for sums in the workspace, which are those of
 * one outer index. */
int strew_touch_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    strew_record record = strew_begin_record(job, steps);
    const int divides = record.form == STREW_IN_ORDER && strew_counts_updates(plan);
    strew_walk walk;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        if (strew_has_sums(plan)) start_all_sums(job, &record, outer);
        if (outer == 0 || strew_has_sums(plan)) {
            strew_begin_walk(&walk, job, steps->begin, steps->end, steps->own, 1);
            while (strew_next_batch(&walk)) {
                if (!touch_batch(job, &walk.batch, outer, &record)) return 0;
                if (divides) divide_in_order(job, &walk.batch, &record);
            }
            if (divides) divide_counted(job, &record);
            if (walk.is_out_of_bounds) return 0;
        }
        if (strew_sums_up(plan) && !divides) strew_finish_sums(job, &record, outer);
    }
    return 1;
}
