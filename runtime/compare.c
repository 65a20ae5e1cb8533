/* Updates are compared some tuples at a time, where they are if a kernel can read them there. Products, and updates of another dtype, are
 * staged. */
#include "compare.h"

#include "apply.h"
#include "arg.h"
#include "convert.h"
#include "source.h"
#include "util.h"
#include "weigh.h"
#include "winners.h"

enum { GROUP = 32, DISTANCE = STREW_PREFETCH_ARGS, MAX_STAGED = 16, MAX_BYTES = 16, CONVERTED_BYTES = MAX_STAGED * sizeof(double) };

/* Some tuples of a batch, and where their slices and args are. */
typedef struct group {
    const strew_job *job;
    const strew_batch *batch;
    size_t done, n, outer;
    unsigned char *output, *args; /* of slice index 0 of the batch, unless the args are not as far apart as slices */
    const unsigned char *args_of_outer;
    const unsigned char *updates;
    const strew_arg_map *map;
    const strew_arg_order *order;
    uint32_t slice_indices[GROUP + DISTANCE];
    int64_t numbers[GROUP];
    int prefetches;
} group;

/* The args of a slice. */
static STREW_INLINE unsigned char *find_args(const group *group, uint32_t slice_index)
{
    const unsigned char *first = strew_factors_of_named(&group->map->at, group->args_of_outer, group->batch->base + slice_index);
    return (unsigned char *)(uintptr_t)first + group->job->first_element * group->map->at.bytes;
}

/* Compares tuples with columns of their slices, from element `first` on, whose updates are as the tuples say. */
static STREW_INLINE void compare(const group *group, size_t first, size_t n_elements, const unsigned char *updates, strew_arg_tuples tuples,
                                 size_t update_bytes)
{
    const strew_arg_map *map = group->map;
    const size_t element_bytes = (size_t)group->job->plan->element_bytes, stride_bytes = group->job->slices.stride_bytes, n = tuples.n;
    unsigned char *output = group->output + first * element_bytes;
    strew_arg_slices slices = {n_elements, stride_bytes, (size_t)map->step, update_bytes, map->at.bytes, group->prefetches, 0};
    if (map->is_linear && map->step >= 0) {
        map->kernel->run(output, group->args + first * map->at.bytes, updates, &tuples, &slices, group->order);
        return;
    }
    tuples.n = 1;
    slices.arg_stride_bytes = 0;
    slices.prefetches = 0;
    for (size_t i = 0; i < n; i++, tuples.slice_indices++, tuples.tuples++, tuples.numbers++) {
        unsigned char *args = find_args(group, *tuples.slice_indices) + first * map->at.bytes;
        map->kernel->run(output, args, updates, &tuples, &slices, group->order);
    }
}

/* The same of n tuples of the group from `begin` on. `updates` has those with these numbers. */
static STREW_INLINE void compare_group(const group *group, size_t begin, size_t n, size_t first, size_t n_elements,
                                       const unsigned char *updates, const uint32_t *numbers, size_t update_bytes)
{
    const strew_arg_tuples tuples = {group->slice_indices + begin, numbers, group->numbers + begin, NULL, 0, n};
    compare(group, first, n_elements, updates, tuples, update_bytes);
}

#if STREW_BUILD_CONVERSIONS
/* Compares tuple i with n elements of its slice from `first` on, in the wider type of both. Where the old elements take no part, the first
 * update is converted from its own type alone. */
static STREW_INLINE void compare_mixed(const group *group, size_t i, size_t first, size_t n, const unsigned char *updates)
{
    double old[MAX_STAGED], update[MAX_STAGED];
    const strew_plan_state *plan = group->job->plan;
    const strew_arg_map *map = group->map;
    const strew_combination *combination = strew_combination_of(plan);
    unsigned char *args = find_args(group, group->slice_indices[i]) + first * map->at.bytes,
                  *to = group->output + group->slice_indices[i] * group->job->slices.stride_bytes + first * (size_t)plan->element_bytes;
    const strew_arg_tuples tuples = {strew_in_order, strew_in_order, group->numbers + i, NULL, 0, 1};
    const strew_arg_slices slices = {n, 0, 0, 0, map->at.bytes, 0, 0};
    int64_t wide;
    int32_t narrow;
    memcpy(&narrow, args, sizeof narrow);
    memcpy(&wide, args, map->at.bytes == sizeof wide ? sizeof wide : sizeof narrow);
    if (map->at.bytes == sizeof narrow) wide = narrow;
    const int is_first = group->order->excludes_self && wide == group->order->none;
    strew_convert_by_steps(&combination->update, (unsigned char *)update, updates, n);
    strew_convert_by_steps(&combination->old, (unsigned char *)old, to, n);
    map->kernel->run((unsigned char *)old, args, (unsigned char *)update, &tuples, &slices, group->order);
    const strew_conversion *result = is_first ? strew_conversion_of(plan) : &combination->result;
    strew_convert_by_steps(result, to, is_first ? updates : (unsigned char *)old, n);
}
#else
#define compare_mixed(group, i, first, n, updates) ((void)0)
#endif

/* Reads columns of the updates of n tuples in the type in which they are compared; or of another dtype as they are, which compare_mixed
 * converts. Returns the bytes of an element. */
static STREW_INLINE size_t stage(const group *group, size_t begin, size_t n, const strew_columns *columns, unsigned char *room)
{
    const strew_job *job = group->job;
    const strew_plan_state *plan = job->plan;
    const size_t done = group->done + begin;
#if STREW_BUILD_FUSED
    if (strew_has_weights(plan)) {
        unsigned char converted[CONVERTED_BYTES];
        const size_t n_elements = n * strew_elements_of(job, columns->n_bytes);
        strew_read_updates(job, group->batch, done, n, group->updates, columns, room);
        strew_weigh(job, group->batch, done, n, group->outer, columns, room);
        if (!strew_converts(plan) || strew_is_mixed(plan)) return strew_weighing_of(plan)->product_bytes;
        strew_convert_by_steps(strew_conversion_of(plan), converted, room, n_elements);
        memcpy(room, converted, n_elements * (size_t)plan->element_bytes);
        return (size_t)plan->element_bytes;
    }
#endif
#if STREW_BUILD_CONVERSIONS
    if (strew_converts(plan) && !strew_is_mixed(plan)) {
        const size_t n_elements = columns->n_bytes / (size_t)plan->element_bytes;
        for (size_t i = 0; i < n; i++) {
            const strew_ordered at = strew_find_ordered(job, group->batch->first + group->batch->tuples[done + i], 1);
            const unsigned char *from = group->updates + at.offset + strew_ordered_bytes_of(plan, columns->begin);
            strew_convert_by_steps(strew_conversion_of(plan), room + i * columns->n_bytes, from, n_elements);
        }
        return (size_t)plan->element_bytes;
    }
    if (strew_converts(plan)) {
        const size_t bytes = (size_t)plan->converted_bytes, n_bytes = columns->n_bytes / (size_t)plan->element_bytes * bytes;
        for (size_t i = 0; i < n; i++) {
            const strew_ordered at = strew_find_ordered(job, group->batch->first + group->batch->tuples[done + i], 1);
            memcpy(room + i * n_bytes, group->updates + at.offset + strew_ordered_bytes_of(plan, columns->begin), n_bytes);
        }
        return bytes;
    }
#endif
    strew_stage_updates(job, group->batch, done, n, group->updates, columns, room);
    return (size_t)plan->element_bytes;
}

/* Compares a group by columns that are staged. */
STREW_OWN_FRAME static void compare_staged(const group *group)
{
    unsigned char room[MAX_STAGED * MAX_BYTES];
    const strew_plan_state *plan = group->job->plan;
    const size_t element_bytes = (size_t)plan->element_bytes, n_of_slice = group->job->slices.slice_bytes / element_bytes,
                 max_elements = strew_min(n_of_slice, MAX_STAGED), max = MAX_STAGED / max_elements;
    for (size_t begin = 0, n; begin < group->n; begin += n) {
        n = strew_min(group->n - begin, max);
        for (size_t first = 0, n_here; first < n_of_slice; first += n_here) {
            n_here = strew_min(n_of_slice - first, max_elements);
            const strew_columns columns = {first * element_bytes, n_here * element_bytes};
            const size_t bytes = stage(group, begin, n, &columns, room);
            for (size_t i = 0; strew_is_mixed(plan) && i < n; i++)
                compare_mixed(group, begin + i, first, n_here, room + i * n_here * bytes);
            if (!strew_is_mixed(plan)) compare_group(group, begin, n, first, n_here, room, strew_in_order, n_here * bytes);
        }
    }
}

/* Compares a group with updates where they are. Returns 0 if they have to be staged. */
static STREW_INLINE int compare_in_place(const group *group)
{
    const strew_job *job = group->job;
    const size_t n_elements = job->slices.slice_bytes / (size_t)job->plan->element_bytes;
    if (strew_converts(job->plan) || strew_has_weights(job->plan)) return 0;
#if STREW_BUILD_FUSED
    if (strew_has_rows(job->plan)) {
        uint32_t rows[GROUP];
        const strew_source *source = strew_source_of(job->plan);
        if (source->row_bytes < 0 || source->n_rows >= UINT32_MAX) return 0;
        const uint32_t *tuples = group->batch->tuples + group->done;
        size_t n_without = 0;
        for (size_t i = 0, n; i < group->n; i += n) {
            for (n = 1; i + n < group->n && tuples[i + n] - tuples[i] == n;) n++;
            n_without += strew_find_rows(job->plan, job->rows, group->batch->first + tuples[i], n, rows + i);
        }
        /* What has none any more, because another thread has changed its index, is read from row 0. */
        for (size_t i = 0; n_without != 0 && i < group->n; i++) rows[i] = rows[i] == UINT32_MAX ? 0 : rows[i];
        compare_group(group, 0, group->n, 0, n_elements, group->updates, rows, (size_t)source->row_bytes);
        return 1;
    }
#endif
    for (size_t i = 0, n; i < group->n; i += n) {
        const uint32_t *tuples = group->batch->tuples + group->done + i;
        const strew_ordered at = strew_find_ordered(job, group->batch->first + tuples[0], tuples[group->n - i - 1] - tuples[0] + 1);
        for (n = 1; i + n < group->n && tuples[n] - tuples[0] < at.n;) n++;
        if (at.step < 0) n = 1;
        uint32_t numbers[GROUP];
        for (size_t j = 0; j < n; j++) numbers[j] = tuples[j] - tuples[0];
        compare_group(group, i, n, 0, n_elements, group->updates + at.offset, numbers, (size_t)at.step);
    }
    return 1;
}

/* Compares all tuples of the batch with updates where they are: as far apart as their numbers say, which are stored if they win. Returns 0
 * if this is not so. */
static STREW_INLINE int compare_whole(const group *group)
{
    const strew_job *job = group->job;
    const strew_batch *batch = group->batch;
    const strew_arg_map *map = group->map;
    if (!map->is_simple || strew_converts(job->plan) || strew_has_weights(job->plan) || strew_has_rows(job->plan)) return 0;
    const size_t span = batch->tuples[batch->n - 1] + (size_t)1;
    const strew_ordered at = strew_find_ordered(job, batch->first, span);
    if (at.n < span || at.step < 0) return 0;
    const strew_arg_tuples tuples = {batch->slice_indices, batch->tuples, NULL, batch->tuples, batch->first, batch->n};
    compare(group, 0, job->slices.slice_bytes / (size_t)job->plan->element_bytes, group->updates + at.offset, tuples, (size_t)at.step);
    return 1;
}

/* Stores the numbers of a group over those before. */
static void store_group(const group *group)
{
    const size_t bytes = group->map->at.bytes, n_elements = group->job->slices.slice_bytes / (size_t)group->job->plan->element_bytes;
    for (size_t i = 0; i < group->n; i++) {
        unsigned char *args = find_args(group, group->slice_indices[i]);
        const int64_t wide = group->numbers[i];
        const int32_t narrow = (int32_t)wide;
        for (size_t j = 0; j < n_elements && bytes == sizeof wide; j++) memcpy(args + j * sizeof wide, &wide, sizeof wide);
        for (size_t j = 0; j < n_elements && bytes != sizeof wide; j++) memcpy(args + j * sizeof narrow, &narrow, sizeof narrow);
    }
}

/* A batch, for one outer index. A kernel is six frames below a public call. */
static STREW_INLINE void compare_batch(const strew_job *job, const strew_batch *batch, size_t outer, const strew_arg_order *order)
{
    const strew_arg_map *map = strew_arg_of(job->plan);
    const strew_outer_offset at = strew_find_sides(job, outer);
    group group;
    group.job = job;
    group.batch = batch;
    group.outer = outer;
    group.map = map;
    group.order = order;
    group.output = job->output + at.named + (size_t)batch->base * job->slices.stride_bytes;
    group.updates = job->updates + at.ordered;
    group.args_of_outer = strew_factors_of_outer(&map->at, job->arg, outer);
    group.prefetches = job->slices.prefetches_output;
    group.args =
        (unsigned char *)(uintptr_t)strew_factors_of_named(&map->at, group.args_of_outer, batch->base) + job->first_element * map->at.bytes;
    if (map->kernel != NULL && compare_whole(&group)) return;
    for (group.done = 0; group.done < batch->n; group.done += group.n) {
        group.n = strew_min(batch->n - group.done, GROUP);
        const size_t n_known = strew_min(batch->n - group.done, GROUP + DISTANCE);
        memcpy(group.slice_indices, batch->slice_indices + group.done, n_known * sizeof *group.slice_indices);
        for (size_t i = n_known; i < group.n + DISTANCE; i++) group.slice_indices[i] = group.slice_indices[n_known - 1];
        strew_number_tuples(job->plan, batch->first, batch->tuples + group.done, group.n, group.numbers);
        if (map->kernel == NULL) {
            store_group(&group);
        } else if (!compare_in_place(&group)) {
            compare_staged(&group);
        }
    }
}

int strew_compare_batches(const strew_job *job, const strew_steps *steps)
{
    const strew_arg_order order = strew_find_arg_order(job->plan);
    strew_walk walk;
    strew_begin_walk(&walk, job, steps->begin, steps->end, steps->own, 1);
    while (strew_next_batch(&walk)) {
        for (size_t outer = steps->outer_begin; outer < steps->outer_end; outer++) compare_batch(job, &walk.batch, outer, &order);
    }
    return !walk.is_out_of_bounds;
}
