/* Applying batches of tuples. Dense tuples of a scatter have a form of their own, because nearly all runs are of these: it writes
 * neighbours as one wide slice, repeats few tuples for many outer indices, and prefetches the next block. bundles.c and
 * some ways run the same kernels for what one thread takes. */
#include "apply.h"

#include "convert.h"
#include "copy.h"
#include "scale.h"
#include "source.h"
#include "util.h"

#include <string.h>

/* ---- Dense tuples -------------------------------------------------------------------------------------------------------------------- */

/* Tuples of one outer index whose updates are adjacent. */
typedef struct tuples {
    unsigned char *output; /* the address of slice index 0 */
    const unsigned char *updates;
    const uint32_t *slice_indices;
    size_t n;
} tuples;

/* Writes n slices that are adjacent in output and in updates as one. */
static STREW_INLINE void apply_run(const strew_job *job, const strew_apply_kernel *any_width, unsigned char *output,
                                   const unsigned char *updates, size_t n)
{
    const size_t n_bytes = n * job->slices.stride_bytes;
    const strew_slices slices = {n_bytes, n_bytes, n_bytes, job->slices.prefetch_bytes, 0, strew_in_order, 0};
    any_width->run(output, updates, strew_in_order, 1, &slices);
}

/* The number of consecutive slice indices at the start. Compilers vectorize the groups. */
static size_t length_of_run(const uint32_t *slice_indices, size_t n)
{
    enum { GROUP = 16 };
    size_t length = 0;
    for (; n - length >= GROUP; length += GROUP) {
        const uint32_t *group = slice_indices + length, next = slice_indices[0] + (uint32_t)length;
        uint32_t differs = 0;
        for (uint32_t i = 0; i < GROUP; i++) differs |= group[i] ^ (next + i);
        if (differs != 0) break;
    }
    while (length < n && slice_indices[length] == slice_indices[0] + (uint32_t)length) length++;
    return length;
}

/* Whether the tuples seem to name consecutive slices: in a sample of pairs, all but one do. The pairs are an odd distance apart, so that
 * runs of two or four tuples are not taken for long ones; apply_runs copes with the rest. */
static int seem_adjacent(const strew_job *job, const tuples *tuples)
{
    const size_t n = tuples->n;
    if (n < 2 * STREW_RUN_SAMPLES || job->slices.slice_bytes != job->slices.stride_bytes) return 0;
    size_t n_apart = 0;
    for (size_t i = 0; i < n - 1 && n_apart <= 1; i += n / STREW_RUN_SAMPLES | 1)
        n_apart += tuples->slice_indices[i + 1] - tuples->slice_indices[i] != 1;
    return n_apart <= 1;
}

/* Applies run by run: all have `run` tuples, or if that is 1, as many as are found. Where a run is too short for that, the next
 * 2 * STREW_MIN_RUN tuples are applied one by one. */
STREW_OWN_FRAME static void apply_runs(const strew_job *job, const tuples *tuples, size_t run)
{
    const strew_apply_kernel *any_width = strew_of_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t i = 0, n; i < tuples->n; i += n) {
        const uint32_t *slice_indices = tuples->slice_indices + i;
        const unsigned char *updates = tuples->updates + i * stride_bytes;
        n = run != 1 ? run : length_of_run(slice_indices, tuples->n - i);
        if (run != 1 || n >= STREW_MIN_RUN) {
            apply_run(job, any_width, tuples->output + slice_indices[0] * stride_bytes, updates, n);
        } else {
            n = strew_min(tuples->n - i, 2 * STREW_MIN_RUN);
            job->apply->run(tuples->output, updates, slice_indices, n, &job->slices);
        }
    }
}

/* Applies the tuples between those that are skipped, some at a time. In place of those, kernels prefetch slice 0. */
STREW_OWN_FRAME static void apply_others(const strew_job *job, const tuples *all)
{
    enum { GROUP = 128 };
    uint32_t slice_indices[GROUP + STREW_PREFETCH_SLICES];
    const size_t n_padding = job->slices.prefetches_output ? STREW_PREFETCH_SLICES : 0;
    for (size_t done = 0, n; done < all->n; done += n) {
        const uint32_t *given = all->slice_indices + done;
        n = strew_min(all->n - done, GROUP);
        for (size_t i = 0; i < n + n_padding; i++) slice_indices[i] = given[i] != UINT32_MAX ? given[i] : 0;
        for (size_t end = 0; end < n; end++) {
            const size_t begin = end;
            while (end < n && given[end] != UINT32_MAX) end++;
            if (end == begin) continue;
            const unsigned char *updates = all->updates + (done + begin) * job->slices.stride_bytes;
            job->apply->run(all->output, updates, slice_indices + begin, end - begin, &job->slices);
        }
    }
}

/* What the next block reads or writes. */
typedef struct next_block {
    const unsigned char *first;
    size_t n_bytes;
} next_block;

/* The slice indices of the next block, if they are given; or the region of output that it writes, if it has one. */
static STREW_INLINE next_block find_next(const strew_walk *walk)
{
    const strew_job *job = walk->job;
    const strew_batch *batch = &walk->batch;
    if (job->access.pattern == STREW_GRID) return (next_block){NULL, 0};
    if (strew_given_slice_indices(job) != NULL) {
        const size_t n = strew_min(batch->n, job->layout.n_tuples - batch->first - batch->n);
        return (next_block){(const unsigned char *)(batch->slice_indices + batch->n), n * sizeof *batch->slice_indices};
    }
    const size_t region_bytes = strew_indexed_of(job)->region_bytes;
    if (region_bytes == 0 || walk->next >= walk->end) return (next_block){NULL, 0};
    const size_t base = (size_t)strew_block_at(&job->layout, walk->next).base, stride_bytes = job->slices.stride_bytes;
    return (next_block){job->output + base * stride_bytes, strew_min(region_bytes, ((size_t)job->n_slices - base) * stride_bytes)};
}

/* Applies a batch in groups of tuples, each to one outer index after the other, and between the groups prefetches what the next block
 * needs, a few lines at a time. */
static STREW_INLINE void apply_batch(strew_walk *walk, size_t outer_begin, size_t outer_end)
{
    const strew_job *job = walk->job;
    const strew_batch *batch = &walk->batch;
    const size_t n_tuples = job->layout.n_tuples, stride_bytes = job->slices.stride_bytes, n_batch = batch->n;
    const next_block next = find_next(walk);
    const size_t n_times = next.n_bytes / STREW_PREFETCH_AT_ONCE_BYTES + 1;
    const size_t whole = batch->run != 1 ? SIZE_MAX : STREW_MAX_IN_ORDER;
    const size_t max = n_times == 1 ? whole : (n_batch - 1) / n_times + 1; /* a division takes a tenth of a short call */
    const int is_repeated = outer_end - outer_begin > 1 && n_batch == n_tuples && n_batch <= STREW_BLOCK / 2; /* no grid is so small */
    const size_t n_outer = is_repeated ? strew_repeat_batch(walk, outer_end - outer_begin, (size_t)job->n_slices) : 1;
    for (size_t done = 0, at = 0, n; done < n_batch; done += n) {
        for (const size_t end = strew_min(at + STREW_PREFETCH_AT_ONCE_BYTES, next.n_bytes); at < end; at += STREW_LINE_BYTES) {
            STREW_PREFETCH_READ_AT(next.first, at);
        }
        n = strew_min(max, n_batch - done);
        for (size_t outer = outer_begin; outer < outer_end; outer += n_outer) {
            const tuples tuples = {job->output + ((size_t)job->n_slices * outer + (size_t)batch->base) * stride_bytes,
                                   job->updates + (outer * n_tuples + batch->first + done) * stride_bytes, batch->slice_indices + done,
                                   n * strew_min(n_outer, outer_end - outer)};
            if (batch->has_skipped) {
                apply_others(job, &tuples);
            } else if (batch->run != 1 || seem_adjacent(job, &tuples)) {
                apply_runs(job, &tuples, batch->run);
            } else {
                job->apply->run(tuples.output, tuples.updates, tuples.slice_indices, tuples.n, &job->slices);
            }
        }
    }
}

/* Applies the runs that preparing has found, one after the other. A batch for each would take a tenth longer for 8 runs of 16 KiB. */
static int apply_given_runs(const strew_job *job, const strew_steps *steps)
{
    const strew_apply_kernel *any_width = strew_of_any_width(job->apply);
    const size_t n_tuples = job->layout.n_tuples, stride_bytes = job->slices.stride_bytes;
    const strew_run_of_slices *list = strew_runs_of(job)->list;
    for (size_t i = steps->begin; i < steps->end; i++) {
        for (size_t outer = steps->outer_begin; outer < steps->outer_end; outer++) {
            const size_t slice = (size_t)job->n_slices * outer + (size_t)list[i].slice_index,
                         tuple = n_tuples * outer + (size_t)list[i].first;
            apply_run(job, any_width, job->output + slice * stride_bytes, job->updates + tuple * stride_bytes, (size_t)list[i].n);
        }
    }
    return 1;
}

int strew_apply_dense(const strew_job *job, const strew_steps *steps)
{
    if (strew_has_runs(job)) return apply_given_runs(job, steps);
    const void *data = steps->data;
    strew_walk walk;
    strew_begin_walk(&walk, job, steps->begin, steps->end, NULL, 0);
    for (; strew_next_batch(&walk); data = NULL) {
        if (data != NULL) strew_copy(job->output, data, job->plan->data_bytes, job->plan->exceeds_caches);
        apply_batch(&walk, steps->outer_begin, steps->outer_end);
    }
    return !walk.is_out_of_bounds;
}

/* Puts tuples begin to end - 1, which name single elements by the indices as they are stored. Zero if one is out of bounds. */
int strew_put_elements(const strew_job *job, size_t begin, size_t end)
{
    const size_t index_bytes = (size_t)job->plan->index_bytes;
    const ptrdiff_t step = strew_find_ordered(job, 0, job->plan->n_tuples).step;
    const strew_put_kernel *put = job->plan->put;
    for (strew_elements here = strew_begin_elements(job, begin, end); strew_next_elements(job, job->output, &here);) {
        const unsigned char *indices = job->indices + here.first * index_bytes;
        const unsigned char *updates = job->updates + (ptrdiff_t)here.first * step;
        if (!put->run(job->output + here.offset, updates, step, indices, here.n, here.row, here.row_bytes, &job->components)) return 0;
    }
    return 1;
}

/* ---- Any tuples ---------------------------------------------------------------------------------------------------------------------- */

/* How many tuples of a list from `done` on, at most n, have updates that are as far apart as their numbers say; and where the first is. */
static size_t find_even(const strew_job *job, const strew_batch *list, size_t done, size_t n, strew_ordered *at)
{
    const uint32_t *tuples = list->tuples + done;
    const size_t span = tuples[n - 1] - tuples[0] + 1;
    *at = strew_find_ordered(job, list->first + tuples[0], span);
    if (at->n == span) return n;
    for (n = 1; tuples[n] - tuples[0] < at->n; n++) continue; /* the last one is further away */
    return n;
}

/* Multiplies alphas by n_bytes of the updates of n tuples. Of dense updates the kernel makes one wide slice. Products may be wider. */
static STREW_INLINE void multiply(const strew_plan_state *plan, unsigned char *products, const unsigned char *from, ptrdiff_t step,
                                  const uint32_t *tuples, size_t n_bytes, size_t n)
{
    const int is_whole = tuples[n - 1] - tuples[0] == n - 1;
    const size_t n_even = is_whole && step >= 0 ? n : 1, n_joined = step == (ptrdiff_t)n_bytes ? n_even : 1,
                 joined_bytes = n_joined * n_bytes;
    const strew_slices slices = {joined_bytes, strew_sums_of(plan, joined_bytes), (size_t)step, 0, 0, strew_in_order, 0};
    for (size_t i = 0; i < n; i += n_even) {
        plan->multiply->run(products + strew_sums_of(plan, i * n_bytes), from + (ptrdiff_t)(tuples[i] - tuples[0]) * step, strew_in_order,
                            n_even / n_joined, &slices);
    }
}

/* Writes the products of alpha and some bytes of the updates of n tuples of a list as strew_stage_updates copies these. */
static STREW_INLINE const unsigned char *stage_products(const strew_job *job, const strew_batch *list, size_t done, size_t n,
                                                        const unsigned char *updates, const strew_columns *columns, unsigned char *staged)
{
    const size_t n_bytes = columns->n_bytes;
    const unsigned char *first = NULL, *alphas = strew_alphas_of(job->plan);
    for (size_t i = 0; i < strew_sums_of(job->plan, n * n_bytes); i += STREW_LINE_BYTES) memcpy(staged + i, alphas, STREW_LINE_BYTES);
    for (size_t i = 0, n_even; i < n; i += n_even) {
        strew_ordered at;
        n_even = find_even(job, list, done + i, n - i, &at);
        const unsigned char *from = updates + at.offset + columns->begin;
        if (i == 0) first = from;
        multiply(job->plan, staged + strew_sums_of(job->plan, i * n_bytes), from, at.step, list->tuples + done + i, n_bytes, n_even);
    }
    return first;
}

const unsigned char *strew_stage_updates(const strew_job *job, const strew_batch *list, size_t done, size_t n, const unsigned char *updates,
                                         const strew_columns *columns, unsigned char *staged)
{
    const size_t n_bytes = columns->n_bytes;
    const unsigned char *first = NULL;
    for (size_t i = 0, n_even; i < n; i += n_even) {
        const uint32_t *tuples = list->tuples + done + i;
        strew_ordered at;
        n_even = find_even(job, list, done + i, n - i, &at);
        const unsigned char *from = updates + at.offset + columns->begin;
        if (i == 0) first = from;
        const size_t span = tuples[n_even - 1] - tuples[0];
        unsigned char *to = staged + i * n_bytes;
        if (at.step == 0) { /* one update for all of them: count */
            strew_repeat(to, n_even * n_bytes, from, n_bytes);
        } else if (span == n_even - 1) {
            strew_copy_evenly(to, (ptrdiff_t)n_bytes, from, at.step, n_bytes, n_even);
        } else {
            strew_copy_pieces(to, (ptrdiff_t)n_bytes, from - (ptrdiff_t)tuples[0] * at.step, at.step, tuples, n_bytes, n_even);
        }
    }
    return first;
}

#if STREW_BUILD_CONVERSIONS
/* As strew_stage_converted. */
static STREW_INLINE const unsigned char *convert_updates(const strew_job *job, const strew_batch *list, size_t done, size_t n,
                                                         const unsigned char *updates, const strew_columns *columns, unsigned char *staged,
                                                         const strew_conversion *conversion)
{
    const size_t n_elements = columns->n_bytes / (size_t)job->plan->element_bytes, n_bytes = n_elements * conversion->to_bytes;
    const unsigned char *first = NULL;
    for (size_t i = 0, n_even; i < n; i += n_even) {
        const uint32_t *tuples = list->tuples + done + i;
        strew_ordered at;
        n_even = find_even(job, list, done + i, n - i, &at);
        const unsigned char *from = updates + at.offset + strew_ordered_bytes_of(job->plan, columns->begin);
        if (i == 0) first = from;
        const int is_whole = tuples[n_even - 1] - tuples[0] == n_even - 1 && at.step == (ptrdiff_t)(n_elements * conversion->from_bytes);
        const size_t n_joined = is_whole ? n_even : 1;
        for (size_t j = 0; j < n_even; j += n_joined) {
            const unsigned char *update = from + (ptrdiff_t)(tuples[j] - tuples[0]) * at.step;
            strew_convert_by_steps(conversion, staged + (i + j) * n_bytes, update, n_joined * n_elements);
        }
    }
    return first;
}

/* As strew_multiply_staged. */
static STREW_INLINE void multiply_staged(const strew_plan_state *plan, unsigned char *staged, size_t n_bytes)
{
    const size_t n_lines = n_bytes / STREW_LINE_BYTES, n_left = n_bytes % STREW_LINE_BYTES;
    const unsigned char *alphas = strew_alphas_of(plan);
    static const strew_slices lines = {STREW_LINE_BYTES, STREW_LINE_BYTES, 0, 0, 0, strew_in_order, 0};
    if (n_lines != 0) plan->multiply->run(staged, alphas, strew_in_order, n_lines, &lines);
    if (n_left != 0) strew_run_step(plan->multiply, staged + n_lines * STREW_LINE_BYTES, alphas, n_left);
}

const unsigned char *strew_stage_converted(const strew_job *job, const strew_batch *list, size_t done, size_t n,
                                           const unsigned char *updates, const strew_columns *columns, unsigned char *staged,
                                           const strew_conversion *conversion)
{
    return convert_updates(job, list, done, n, updates, columns, staged, conversion);
}

void strew_multiply_staged(const strew_plan_state *plan, unsigned char *staged, size_t n_bytes)
{
    multiply_staged(plan, staged, n_bytes);
}

/* Converts and multiplies updates as a list needs them, a frame less away from kernels. */
static STREW_INLINE const unsigned char *stage_converted(const strew_job *job, const strew_batch *list, size_t done, size_t n,
                                                         const unsigned char *updates, const strew_columns *columns, unsigned char *staged)
{
    const strew_plan_state *plan = job->plan;
    const strew_conversion *conversion = strew_conversion_of(plan);
    const unsigned char *first = convert_updates(job, list, done, n, updates, columns, staged, conversion);
    if (strew_has_products(plan)) multiply_staged(plan, staged, n * strew_sums_of(plan, columns->n_bytes));
    return first;
}

/* Combines output with the updates of a list, some elements at a time, in the wider type of both. */
static void combine_mixed(const strew_job *job, const strew_batch *list, const unsigned char *updates, unsigned char *output,
                          size_t stride_bytes, unsigned char *room)
{
    enum { GROUP = STREW_STAGED_UPDATES_BYTES / 2 / sizeof(double) };
    const strew_combination *combination = strew_combination_of(job->plan);
    const size_t n = job->slices.slice_bytes / (size_t)job->plan->element_bytes;
    unsigned char *const old = room, *const update = room + STREW_STAGED_UPDATES_BYTES / 2;
    for (size_t i = 0; i < list->n; i++) {
        const strew_ordered at = strew_find_ordered(job, list->first + list->tuples[i], 1);
        unsigned char *to = output + list->slice_indices[i] * stride_bytes;
        const unsigned char *from = updates + at.offset;
        for (size_t done = 0, n_here; done < n; done += n_here) {
            n_here = strew_min(n - done, GROUP);
            strew_convert_by_steps(&combination->update, update, from, n_here);
            if (strew_has_products(job->plan)) multiply_staged(job->plan, update, n_here * combination->bytes);
            strew_combine_elements(combination, to, update, old, n_here);
            to += n_here * combination->result.to_bytes;
            from += n_here * combination->update.from_bytes;
        }
    }
}

/* Writes tuples whose updates one function converts, where the tuples name them. */
STREW_OWN_FRAME static void write_by_function(const strew_job *job, const strew_batch *list, const unsigned char *updates,
                                              unsigned char *output, void *scratch)
{
    const strew_conversion *conversion = strew_conversion_of(job->plan);
    const size_t n_elements = job->slices.slice_bytes / conversion->to_bytes, stride_bytes = job->slices.stride_bytes;
    for (size_t done = 0, n; done < list->n; done += n) {
        strew_ordered at;
        n = find_even(job, list, done, list->n - done, &at);
        const uint32_t *tuples = list->tuples + done, *slice_indices = list->slice_indices + done;
        for (size_t i = 0; i < n; i++) {
            const unsigned char *update = updates + at.offset + (ptrdiff_t)(tuples[i] - tuples[0]) * at.step;
            strew_convert_whole(conversion, output + slice_indices[i] * stride_bytes, update, n_elements, scratch);
        }
    }
}

/* Writes the tuples from `done` on whose updates one kernel converts on their way to output. Returns how many these are; 0 if it takes more
 * than one kernel, or output is reduced. */
static size_t write_converted(const strew_job *job, const strew_batch *list, size_t done, const unsigned char *updates,
                              unsigned char *output, strew_slices slices)
{
    const strew_apply_kernel *whole = strew_whole_conversion(strew_conversion_of(job->plan));
    const uint32_t *tuples = list->tuples + done;
    if (whole == NULL || job->plan->reduction != STREW_REDUCTION_NONE) return 0;
    strew_ordered at;
    const size_t n = find_even(job, list, done, list->n - done, &at);
    slices.slice_bytes = strew_ordered_bytes_of(job->plan, slices.slice_bytes);
    slices.update_bytes = (size_t)at.step;
    slices.tuples = tuples;
    slices.saturates = strew_saturates_in_kernel(job->plan);
    whole->run(output, (const unsigned char *)((uintptr_t)updates + (uintptr_t)at.offset - tuples[0] * (uintptr_t)at.step),
               list->slice_indices + done, n, &slices);
    return n;
}
#else
#define stage_converted(job, list, done, n, updates, columns, staged) ((const unsigned char *)NULL)
#define write_converted(job, list, done, updates, output, slices) 0
#define combine_mixed(job, list, updates, output, stride_bytes, room) ((void)0)
#define write_by_function(job, list, updates, output, scratch) ((void)0)
#endif

/* Applies the tuples from `done` on whose updates kernels read where they are. Returns how many these are; 0 if updates are not evenly
 * spaced, or narrow ones are not adjacent. */
static STREW_INLINE size_t apply_in_place(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list, size_t done,
                                          const unsigned char *updates, unsigned char *output, strew_slices slices)
{
    const size_t slice_bytes = slices.slice_bytes;
    const int is_wide = slice_bytes > STREW_MAX_MOVED_BYTES || apply->kernel.width == 0;
    const uint32_t *tuples = list->tuples + done;
    strew_ordered at;
    size_t n = find_even(job, list, done, list->n - done, &at);
    if (slice_bytes > STREW_STAGED_UPDATES_BYTES && at.step < 0) n = 1;
    if (!is_wide && n != list->n - done) return 0;
    const int is_whole = tuples[n - 1] - tuples[0] == n - 1, is_adjacent = is_whole && at.step == (ptrdiff_t)slices.update_bytes;
    if (n != 1 && !is_adjacent && (at.step <= 0 || !is_wide)) return 0;
    const int is_dense = n == 1 || is_adjacent || at.step == (ptrdiff_t)slice_bytes;
    const strew_apply_kernel *any_width = is_dense ? apply : strew_of_any_width(apply);
    const unsigned char *from = updates + at.offset;
    slices.update_bytes = (size_t)at.step;
    if (!is_whole) {
        slices.tuples = tuples;
        from = (const unsigned char *)((uintptr_t)from - tuples[0] * (uintptr_t)at.step);
    }
    any_width->run(output, from, list->slice_indices + done, n, &slices);
    return n;
}

/* Updates that no kernel reads where they are, and products, are staged some at a time. Slices that are wider than the room for that are
 * applied one by one, their products in columns; these have a kernel for any width. While it applies what is staged, the kernel prefetches
 * the updates behind. */
STREW_OWN_FRAME void strew_apply_updates(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list,
                                         const unsigned char *updates, unsigned char *output, size_t stride_bytes)
{
    unsigned char staged[STREW_STAGED_UPDATES_BYTES];
    const int has_products = strew_has_products(job->plan), converts = strew_converts(job->plan),
              are_as_sums = has_products || strew_converts_to_sums(job->plan);
    const size_t slice_bytes = job->slices.slice_bytes,
                 n_staged = are_as_sums ? sizeof staged * sizeof staged / strew_sums_of(job->plan, sizeof staged) : sizeof staged,
                 max_bytes = strew_min(slice_bytes, n_staged), max = n_staged / max_bytes;
    strew_slices slices = job->slices;
    slices.stride_bytes = stride_bytes;
    if (strew_is_mixed(job->plan) && apply == job->apply) {
        combine_mixed(job, list, updates, output, stride_bytes, staged);
        return;
    }
    for (size_t done = 0, n_known = 0, n; done < list->n; done += n) {
        n_known = strew_keep_rows_known(job, list, n_known, done + max, updates);
        n = converts       ? write_converted(job, list, done, updates, output, slices)
            : has_products ? 0
                           : apply_in_place(job, apply, list, done, updates, output, slices);
        if (n != 0) continue;
        n = strew_min(list->n - done, max);
        for (strew_columns columns = {0, max_bytes}; columns.begin < slice_bytes; columns.begin += max_bytes) {
            columns.n_bytes = strew_min(slice_bytes - columns.begin, max_bytes);
            const unsigned char *from = converts       ? stage_converted(job, list, done, n, updates, &columns, staged)
                                        : has_products ? stage_products(job, list, done, n, updates, &columns, staged)
                                                       : strew_stage_updates(job, list, done, n, updates, &columns, staged);
            strew_slices of_staged = slices;
            of_staged.slice_bytes = of_staged.update_bytes = are_as_sums ? strew_sums_of(job->plan, columns.n_bytes) : columns.n_bytes;
            of_staged.prefetch_bytes = (uintptr_t)from + sizeof staged - (uintptr_t)staged;
            apply->run(output + strew_sums_of(job->plan, columns.begin), staged, list->slice_indices + done, n, &of_staged);
        }
    }
}

#if STREW_BUILD_CONVERSIONS
/* Writes the tuples of a list with scales, which are those of an outer index: wide slices one by one, and others some at a time, staged
 * on both sides. */
STREW_OWN_FRAME static void write_scaled(const strew_job *job, const strew_batch *list, size_t outer, const unsigned char *updates,
                                         unsigned char *output)
{
    unsigned char read[STREW_SCALED_ELEMENTS * sizeof(float)], written[STREW_SCALED_ELEMENTS * sizeof(uint16_t)];
    float scales[STREW_SCALED_ELEMENTS];
    const strew_plan_state *plan = job->plan;
    const strew_scale_map *map = strew_scale_map_of(plan);
    const unsigned char *scale_of_outer = strew_factors_of_outer(&map->at, job->scale, outer);
    const size_t slice_bytes = job->slices.slice_bytes, bytes = (size_t)plan->element_bytes, update_bytes = (size_t)plan->converted_bytes,
                 n = slice_bytes / bytes, max = STREW_SCALED_ELEMENTS / n;
    const int is_staged = max >= 2;
    const strew_columns columns = {0, n * update_bytes};
    strew_ordered even = {0, 0, 0};
    uint32_t first_even = 0;
    strew_scaling scaling = strew_scaling_of(map);
    strew_slices staged = job->slices;
    staged.update_bytes = slice_bytes;
    staged.prefetch_bytes = 0;
    for (size_t done = 0, n_here; done < list->n; done += n_here) {
        const uint32_t *tuples = list->tuples + done, *slice_indices = list->slice_indices + done;
        const unsigned char *from = read, *scale = scale_of_outer;
        unsigned char *to = written;
        n_here = is_staged ? strew_min(list->n - done, max) : 1;
        for (size_t i = 0; i < n_here; i++) {
            scale = strew_factors_of_named(&map->at, scale_of_outer, list->first + tuples[i]);
            if (is_staged) strew_copy_factors(&map->at, scale, job->first_element, n, scales + i * n);
        }
        if (is_staged) {
            strew_stage_updates(job, list, done, n_here, updates, &columns, read);
            scaling.scales = scales;
            scaling.step = 1;
        } else {
            if (done == 0 || tuples[0] - first_even >= even.n) {
                first_even = tuples[0];
                even = strew_find_ordered(job, list->first + first_even, list->tuples[list->n - 1] - first_even + 1);
            }
            from = updates + even.offset + (ptrdiff_t)(tuples[0] - first_even) * even.step;
            to = output + slice_indices[0] * job->slices.stride_bytes;
        }
        for (size_t at = 0, n_even; at < n_here * n; at += n_even) {
            n_even = is_staged ? n_here * n : strew_find_scales(map, scale, job->first_element + at, n - at, &scaling, scales);
            strew_convert_scaled(plan, to + at * bytes, from + at * update_bytes, n_even, &scaling);
        }
        const strew_apply_kernel *apply = job->apply;
        if (is_staged) apply->run(output, written, slice_indices, n_here, &staged);
    }
}
#else
#define write_scaled(job, list, outer, updates, output) ((void)0)
#endif

int strew_apply_anywhere(const strew_job *job, const strew_steps *steps)
{
    const size_t stride_bytes = job->slices.stride_bytes;
    strew_walk walk;
    strew_begin_walk(&walk, job, steps->begin, steps->end, steps->own, 1);
    while (strew_next_batch(&walk)) {
        for (size_t outer = steps->outer_begin; outer < steps->outer_end; outer++) {
            const strew_outer_offset at = strew_find_sides(job, outer);
            unsigned char *output = job->output + at.named + (size_t)walk.batch.base * stride_bytes;
            const unsigned char *updates = job->updates + at.ordered;
            if (strew_scales(job->plan)) {
                write_scaled(job, &walk.batch, outer, updates, output);
            } else if (strew_is_by_function(job->plan)) {
                write_by_function(job, &walk.batch, updates, output, strew_scratch_of(job, steps));
            } else {
                strew_apply_list(job, job->apply, &walk.batch, updates, outer, output, stride_bytes);
            }
        }
    }
    return !walk.is_out_of_bounds;
}

/* ---- Lists of tuples ----------------------------------------------------------------------------------------------------------------- */

_Static_assert(2 * (STREW_MAX_MOVED_BYTES + 1) > STREW_LINE_BYTES, "no slice that is listed has two updates to a line");
_Static_assert((int)STREW_MIN_APART_BYTES > (int)STREW_MAX_MOVED_BYTES, "no slice that is selected and listed has either");

/* Updates out of order are unknown to the hardware prefetchers. All their lines are prefetched, a group of tuples at a time, between the
 * calls of the kernel. */
void strew_apply_listed(const strew_job *job, const uint32_t *slice_indices, const uint32_t *tuples, size_t n, size_t n_known)
{
    strew_slices slices = job->slices;
    slices.prefetch_bytes = 0;
    const size_t distance = strew_min(STREW_PREFETCH_WIDE_SLICES, STREW_PREFETCH_OWN_BYTES / slices.slice_bytes + 1);
    const size_t max = STREW_LISTED_BYTES / slices.slice_bytes + 1;
    for (size_t begin = 0, end; begin < n; begin = end) {
        end = strew_min(begin + max, n);
        for (size_t i = begin; i < end; i++) {
            const unsigned char *next = job->updates + tuples[strew_min(i + distance, n_known - 1)] * slices.stride_bytes;
            for (size_t line = 0; line < slices.slice_bytes; line += STREW_LINE_BYTES) STREW_PREFETCH_SECOND(next + line);
            STREW_PREFETCH_SECOND(next + slices.slice_bytes - 1);
        }
        slices.tuples = tuples + begin;
        job->apply->run(job->output, job->updates, slice_indices + begin, end - begin, &slices);
    }
}
