/* Single elements have a record each: its key in the high half, and in the low half what orders equal ones. The larger record wins, so that
 * a loop over tuples reads and writes one integer in place of an element and its arg. In the end each record that an update has won becomes
 * the element and its arg. Tuples of wide slices are sorted by counting them, and kernels keep each slice in registers until the next one:
 * then every element and every arg is written once. */
#include "winners.h"

#include "arg.h"
#include "types.h"
#include "util.h"

#include <string.h>

/* ---- Planning ------------------------------------------------------------------------------------------------------------------------ */

typedef enum form { NOTHING, RECORDS, LISTS } form;

static size_t elements_of(const strew_plan_state *plan)
{
    return plan->slice_bytes / (size_t)plan->element_bytes;
}

/* Both are worth their passes over all slices only if there are as many tuples. */
static form form_of(const strew_plan_state *plan)
{
    const strew_arg_map *map = strew_arg_of(plan);
    const size_t n_elements = elements_of(plan);
    if (!strew_compares(plan) || !map->is_simple || plan->n_outer != 1 || strew_is_segment(plan)) return NOTHING;
    if (strew_converts(plan) || strew_has_weights(plan) || strew_has_rows(plan) || plan->dtype == STREW_DTYPE_BOOL) return NOTHING;
    /* Numbers are in the low half of a record, and 2^32 - 1 stands for an old element. */
    if (plan->n_tuples >= UINT32_MAX - 1 || plan->n_slices > plan->n_tuples) return NOTHING;
    if (strew_find_dtype(map->dtype)->bytes <= sizeof(uint32_t) && n_elements == 1) return RECORDS;
    return plan->slice_bytes >= STREW_MIN_LISTED_BYTES ? LISTS : NOTHING;
}

/* The places of the lists. Prefetches read on. */
static size_t n_listed(const strew_plan_state *plan)
{
    return plan->n_tuples + STREW_PREFETCH_COMPARED;
}

size_t strew_winners_bytes(const strew_plan_state *plan)
{
    const form form = form_of(plan);
    if (form == NOTHING || plan->n_tuples > SIZE_MAX / 64) return 0;
    const size_t n_slices = (size_t)plan->n_slices, padding = sizeof(int64_t) - 1;
    if (form == RECORDS) return n_slices * sizeof(int64_t) + padding;
    return (n_slices + n_listed(plan)) * sizeof(uint32_t) + padding;
}

size_t strew_records_bytes(const strew_plan_state *plan)
{
    return form_of(plan) == RECORDS ? (size_t)plan->n_slices * sizeof(int64_t) : 0;
}

int strew_has_records(const strew_job *job)
{
    const strew_plan_state *plan = job->plan;
    if (job->layout.elements != 1 || job->slices.slice_bytes != plan->slice_bytes) return 0;
    const strew_ordered at = strew_find_ordered(job, 0, plan->n_tuples);
    return at.n == plan->n_tuples && at.step >= 0;
}

int strew_has_winners(const strew_job *job, const strew_steps *steps)
{
    if (steps->own != NULL || steps->begin != 0 || steps->end != strew_count_steps(job) || steps->winners == NULL) return 0;
    return strew_has_records(job);
}

/* The args of slice index 0. */
static STREW_INLINE unsigned char *find_args(const strew_job *job)
{
    const strew_factors *at = &strew_arg_of(job->plan)->at;
    return (unsigned char *)(uintptr_t)strew_factors_of_named(at, strew_factors_of_outer(at, job->arg, 0), 0);
}

/* ---- Records ------------------------------------------------------------------------------------------------------------------------- */

/* What is the same for all elements. */
typedef struct recorded {
    const strew_arg_order *order;
    uint32_t largest, fold, flip, of_nan; /* of an element: the largest one without its sign */
    size_t arg_bytes;
} recorded;

enum { STAGED = 64 };
#define OF_OLD UINT32_MAX /* the low half of an old element's record */

/* The keys of n adjacent elements, without a branch, so that a compiler makes vectors of the loop. */
#define MAKE(bits)                                                                                                                         \
    for (size_t i = 0; i < n; i++) {                                                                                                       \
        int##bits##_t element;                                                                                                             \
        memcpy(&element, from + i * sizeof element, sizeof element);                                                                       \
        const int32_t wide = element, sign = wide < 0 ? -1 : 0, magnitude = wide & INT##bits##_MAX;                                        \
        const int32_t is_nan = magnitude > largest ? -1 : 0, turned = wide ^ (sign & fold) ^ flip;                                         \
        keys[i] = (int##bits##_t)(turned ^ ((turned ^ of_nan) & is_nan));                                                                  \
    }
static STREW_INLINE void make_keys(const recorded *all, size_t bytes, int32_t *restrict keys, const unsigned char *restrict from, size_t n)
{
    const int32_t largest = (int32_t)all->largest, fold = (int32_t)all->fold, flip = (int32_t)all->flip, of_nan = (int32_t)all->of_nan;
    switch (bytes) {
    case 1: MAKE(8) break;
    case 2: MAKE(16) break;
    default: MAKE(32) break;
    }
}
#undef MAKE

static STREW_INLINE int64_t make_record(int32_t key, uint32_t low)
{
    return (int64_t)((uint64_t)(uint32_t)key << 32 | low);
}

static STREW_INLINE recorded find_recorded(const strew_plan_state *plan, const strew_arg_order *order)
{
    const uint32_t largest = (uint32_t)order->largest & (UINT32_MAX >> (33 - 8 * (size_t)plan->element_bytes));
    return (recorded){order, largest, (uint32_t)order->fold, (uint32_t)order->flip, (uint32_t)order->of_nan, strew_arg_of(plan)->at.bytes};
}

/* The records of all slices: those of the old elements, or less than any update. */
static void begin_records(const strew_job *job, const recorded *all, int64_t *records)
{
    const int has_old = !all->order->excludes_self;
    int32_t keys[STAGED];
    const size_t n_slices = (size_t)job->n_slices, bytes = (size_t)job->plan->element_bytes, stride_bytes = job->slices.stride_bytes;
    for (size_t i = 0; !has_old && i < n_slices; i++) records[i] = INT64_MIN;
    for (size_t done = 0, n; has_old && done < n_slices; done += n) {
        const unsigned char *from = job->output + done * stride_bytes;
        n = strew_min(n_slices - done, STAGED);
        if (stride_bytes == bytes) make_keys(all, bytes, keys, from, n);
        for (size_t i = 0; i < n && stride_bytes != bytes; i++) make_keys(all, bytes, keys + i, from + i * stride_bytes, 1);
        for (size_t i = 0; i < n; i++) records[done + i] = make_record(keys[i], OF_OLD);
    }
}

/* Records the tuples of a batch, whose updates are adjacent or not. Of equal updates the first one is more, or the last one. */
static STREW_INLINE void record_batch(const recorded *all, int64_t *restrict records, const strew_batch *batch,
                                      const unsigned char *restrict updates, size_t step, size_t bytes)
{
    int32_t keys[STAGED];
    int64_t staged[STAGED];
    const uint32_t inverts = all->order->is_last ? 0 : UINT32_MAX, first = (uint32_t)batch->first + 1;
    for (size_t done = 0, n; done < batch->n; done += n) {
        const uint32_t *tuples = batch->tuples + done, *slice_indices = batch->slice_indices + done;
        n = strew_min(batch->n - done, STAGED);
        if (step == bytes && tuples[n - 1] - tuples[0] == n - 1) {
            make_keys(all, bytes, keys, updates + tuples[0] * step, n);
        } else {
            for (size_t i = 0; i < n; i++) make_keys(all, bytes, keys + i, updates + tuples[i] * step, 1);
        }
        for (size_t i = 0; i < n; i++) staged[i] = make_record(keys[i], (first + tuples[i]) ^ inverts);
        for (size_t i = 0; i < n; i++) {
            int64_t *record = records + slice_indices[i];
            *record = staged[i] > *record ? staged[i] : *record;
        }
    }
}

/* Stores what has won: the update itself, since there are many NaN of one key. */
static STREW_INLINE void finish_records(const strew_job *job, const recorded *all, const int64_t *records, size_t begin, size_t end)
{
    const strew_ordered at = strew_find_ordered(job, 0, job->plan->n_tuples);
    const unsigned char *updates = job->updates + at.offset;
    const size_t step = (size_t)at.step, bytes = (size_t)job->plan->element_bytes;
    const strew_arg_map *map = strew_arg_of(job->plan);
    const strew_arg_order *order = all->order;
    const uint32_t inverts = order->is_last ? 0 : UINT32_MAX;
    const int32_t shift = (int32_t)(32 - 8 * bytes), nan = (int32_t)(all->of_nan << shift) >> shift;
    unsigned char *arg = find_args(job) + begin * (size_t)map->step;
    for (size_t i = begin; i < end; i++, arg += (size_t)map->step) {
        const int64_t record = records[i];
        const uint32_t low = (uint32_t)record, number = (low ^ inverts) - 1;
        if (low == OF_OLD || record == INT64_MIN) continue;
        const int is_nan = all->fold != 0 && (int32_t)((uint64_t)record >> 32) == nan;
        const int64_t wide = is_nan && order->nan_loses ? order->touched : (int64_t)number;
        const int32_t narrow = (int32_t)wide;
        unsigned char *out = job->output + i * job->slices.stride_bytes;
        const unsigned char *won = updates + number * step;
        switch (bytes) {
        case 1: *out = *won; break;
        case 2: memcpy(out, won, 2); break;
        default: memcpy(out, won, 4); break;
        }
        if (all->arg_bytes == sizeof wide) {
            memcpy(arg, &wide, sizeof wide);
        } else {
            memcpy(arg, &narrow, sizeof narrow);
        }
    }
}

int strew_record_steps(const strew_job *job, const strew_steps *steps, int64_t *records)
{
    const strew_plan_state *plan = job->plan;
    const strew_arg_order order = strew_find_arg_order(plan);
    const recorded recorded = find_recorded(plan, &order);
    const size_t bytes = (size_t)plan->element_bytes;
    const strew_ordered at = strew_find_ordered(job, 0, plan->n_tuples);
    const unsigned char *updates = job->updates + at.offset;
    strew_walk walk;
    begin_records(job, &recorded, records);
    strew_begin_walk(&walk, job, steps->begin, steps->end, NULL, 1);
    while (strew_next_batch(&walk)) {
        const unsigned char *first = updates + walk.batch.first * (size_t)at.step;
        int64_t *of_base = records + walk.batch.base;
        switch (bytes) {
        case 1: record_batch(&recorded, of_base, &walk.batch, first, (size_t)at.step, 1); break;
        case 2: record_batch(&recorded, of_base, &walk.batch, first, (size_t)at.step, 2); break;
        default: record_batch(&recorded, of_base, &walk.batch, first, (size_t)at.step, 4); break;
        }
    }
    return !walk.is_out_of_bounds;
}

void strew_finish_records(const strew_job *job, int64_t *records, size_t n, size_t stride, size_t begin, size_t end)
{
    const strew_arg_order order = strew_find_arg_order(job->plan);
    const recorded recorded = find_recorded(job->plan, &order);
    for (size_t k = 1; k < n; k++) {
        const int64_t *others = records + k * stride;
        for (size_t i = begin; i < end; i++) records[i] = others[i] > records[i] ? others[i] : records[i];
    }
    finish_records(job, &recorded, records, begin, end);
}

/* ---- Lists --------------------------------------------------------------------------------------------------------------------------- */

/* Lists the tuples of each slice: ends[i] is behind those of slice i. Zero if indices have changed in between. */
static STREW_INLINE int list_tuples(strew_walk *walk, const strew_job *job, const strew_steps *steps, uint32_t *ends, uint32_t *lists)
{
    const size_t n_slices = (size_t)job->n_slices;
    size_t n = 0;
    memset(ends, 0, n_slices * sizeof *ends);
    strew_begin_walk(walk, job, steps->begin, steps->end, NULL, 1);
    for (; strew_next_batch(walk); n += walk->batch.n) {
        uint32_t *counts = ends + (size_t)walk->batch.base;
        for (size_t i = 0; i < walk->batch.n; i++) counts[walk->batch.slice_indices[i]]++;
    }
    if (walk->is_out_of_bounds) return 0;
    for (size_t i = 0, before = 0; i < n_slices; i++) {
        const uint32_t count = ends[i];
        ends[i] = (uint32_t)before;
        before += count;
    }
    strew_begin_walk(walk, job, steps->begin, steps->end, NULL, 1);
    while (strew_next_batch(walk)) {
        const strew_batch *batch = &walk->batch;
        uint32_t *places = ends + (size_t)batch->base;
        for (size_t i = 0; i < batch->n; i++) {
            const uint32_t place = places[batch->slice_indices[i]]++;
            if (place >= n) return 0;
            lists[place] = (uint32_t)batch->first + batch->tuples[i];
        }
    }
    memset(lists + n, 0, STREW_PREFETCH_COMPARED * sizeof *lists);
    unsigned is_wrong = 0; /* a place that no tuple took */
    for (size_t i = 0; i < n; i++) is_wrong |= lists[i] >= job->layout.n_tuples;
    return !walk->is_out_of_bounds && !is_wrong;
}

/* Compares the tuples of slices after each other, as many as fit a group. */
static STREW_INLINE void compare_lists(const strew_job *job, const uint32_t *ends, const uint32_t *lists, const strew_arg_order *order)
{
    enum { GROUP = 256 };
    uint32_t slice_indices[GROUP];
    const strew_arg_map *map = strew_arg_of(job->plan);
    const strew_ordered at = strew_find_ordered(job, 0, job->plan->n_tuples);
    const size_t n_slices = (size_t)job->n_slices;
    const strew_arg_slices slices = {
        elements_of(job->plan), job->slices.stride_bytes, (size_t)map->step, (size_t)at.step, map->at.bytes, 0, 1};
    unsigned char *args = find_args(job);
    size_t begin = 0, n = 0;
    for (size_t i = 0; i < n_slices; i++) {
        for (size_t t = begin + n; t < ends[i]; t++) {
            slice_indices[n++] = (uint32_t)i;
            if (n != GROUP) continue;
            const strew_arg_tuples tuples = {slice_indices, lists + begin, NULL, lists + begin, 0, n};
            map->kernel->run(job->output, args, job->updates + at.offset, &tuples, &slices, order);
            begin += n;
            n = 0;
        }
    }
    const strew_arg_tuples tuples = {slice_indices, lists + begin, NULL, lists + begin, 0, n};
    if (n != 0) map->kernel->run(job->output, args, job->updates + at.offset, &tuples, &slices, order);
}

int strew_keep_lists(const strew_job *job, const strew_steps *steps)
{
    const strew_arg_order order = strew_find_arg_order(job->plan);
    strew_walk walk;
    uint32_t *ends = (void *)strew_align(steps->winners, sizeof *ends), *lists = ends + (size_t)job->n_slices;
    if (!list_tuples(&walk, job, steps, ends, lists)) return 0;
    compare_lists(job, ends, lists, &order);
    return 1;
}
