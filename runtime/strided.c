/* Loops over strides, around the same kernels. */
#include "strided.h"

#include "copy.h"
#include "dispatch.h"
#include "numbers.h"
#include "util.h"

#include <string.h>

/* ---- Offsets ------------------------------------------------------------------------------------------------------------------------- */

/* Copied into each caller, it would take 700 bytes more. */
STREW_OWN_FRAME static ptrdiff_t find_update(const strew_plan_state *plan, size_t tuple)
{
    return (ptrdiff_t)strew_find_tuple(plan, tuple).updates;
}

/* ---- Copies -------------------------------------------------------------------------------------------------------------------------- */

/* Copies n pieces of memory of the same size. */
static void copy_evenly(unsigned char *to, ptrdiff_t to_step, const unsigned char *from, ptrdiff_t from_step, size_t n_bytes, size_t n)
{
#define COPY(bytes)                                                                                                                        \
    for (; n != 0; n--, to += to_step, from += from_step) memcpy(to, from, bytes)
    STREW_FOR_PIECES_OF(n_bytes, COPY)
#undef COPY
}

/* The loops of a copy, from the innermost on: those that are dense in both are a row, the next one repeats it, and the others,
 * from copy loop `outer` on, repeat that. One loop at least is not dense: no other copy comes here. */
typedef struct copy_loops {
    size_t row_bytes;
    strew_copy_loop middle;
    int32_t outer;
} copy_loops;

static copy_loops find_copy_loops(const strew_plan_state *plan)
{
    copy_loops loops = {(size_t)plan->element_bytes, {1, 0, 0}, 0};
    if (strew_copies_of(plan)[0].data == plan->element_bytes && strew_copies_of(plan)[0].output == plan->element_bytes) {
        loops.row_bytes *= strew_copies_of(plan)[loops.outer++].count;
    }
    loops.middle = strew_copies_of(plan)[loops.outer++];
    return loops;
}

size_t strew_count_copied_rows(const strew_plan_state *plan)
{
    const copy_loops loops = find_copy_loops(plan);
    size_t n = loops.middle.count;
    for (int32_t i = loops.outer; i < plan->views.n_copies; i++) n *= strew_copies_of(plan)[i].count;
    return n;
}

int strew_copy_rows_chunk(const void *context, size_t begin, size_t end)
{
    const strew_copied_rows *copied = context;
    const strew_plan_state *plan = copied->plan;
    const copy_loops loops = find_copy_loops(plan);
    for (size_t done = begin, n; done < end; done += n) {
        const size_t first = done % loops.middle.count;
        size_t rest = done / loops.middle.count;
        int64_t to = (int64_t)first * loops.middle.output, from = (int64_t)first * loops.middle.data;
        n = strew_min(loops.middle.count - first, end - done);
        for (int32_t i = loops.outer; i < plan->views.n_copies; i++) {
            const int64_t step = (int64_t)(rest % strew_copies_of(plan)[i].count);
            to += step * strew_copies_of(plan)[i].output;
            from += step * strew_copies_of(plan)[i].data;
            rest /= strew_copies_of(plan)[i].count;
        }
        copy_evenly(copied->output + (ptrdiff_t)to, (ptrdiff_t)loops.middle.output, copied->data + (ptrdiff_t)from,
                    (ptrdiff_t)loops.middle.data, loops.row_bytes, n);
    }
    return 1;
}

/* ---- What is done -------------------------------------------------------------------------------------------------------------------- */

/* The share of one thread: steps begin to end - 1, for some outer indices, and of a scatter the tuples of a selection, or all if it is
 * NULL. */
typedef struct chunk {
    size_t begin, end, outer_begin, outer_end;
    const strew_selection *own;
    strew_record *record; /* of the outer index, or NULL: see numbers.h */
} chunk;

/* ---- Scatter ------------------------------------------------------------------------------------------------------------------------- */

/* Updates that are not dense are staged for the kernel. Wider slices than fit are applied one by one. */
STREW_OWN_FRAME static void apply_staged(const strew_job *job, unsigned char *output, const unsigned char *updates,
                                         const uint32_t *slice_indices, size_t first, size_t n)
{
    unsigned char staged[STREW_STAGED_UPDATES_BYTES];
    const size_t slice_bytes = job->slices.slice_bytes, max = slice_bytes <= sizeof staged ? sizeof staged / slice_bytes : 1;
    strew_slices slices = job->slices;
    slices.update_bytes = slice_bytes; /* if these are columns, only they are staged */
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, max);
        const unsigned char *from = n_here == 1 ? updates + find_update(job->plan, first + done) : staged;
        for (size_t copied = 0, n_even; n_here > 1 && copied < n_here; copied += n_even) {
            const size_t tuple = first + done + copied;
            ptrdiff_t step;
            n_even = strew_find_even(job->plan, tuple, n_here - copied, &step);
            copy_evenly(staged + copied * slice_bytes, (ptrdiff_t)slice_bytes, updates + find_update(job->plan, tuple), step, slice_bytes,
                        n_even);
        }
        job->apply->run(output, from, slice_indices + done, n_here, &slices);
    }
}

/* Multiplies alphas by n_bytes of the updates of n tuples. Of dense updates the kernel makes one wide slice. */
static STREW_INLINE void multiply(const strew_plan_state *plan, unsigned char *products, const unsigned char *updates, size_t n_bytes,
                                  size_t first, size_t n)
{
    for (size_t done = 0; done < n * n_bytes; done += STREW_LINE_BYTES) memcpy(products + done, strew_alphas_of(plan), STREW_LINE_BYTES);
    for (size_t done = 0, n_even; done < n; done += n_even) {
        const unsigned char *from = updates + find_update(plan, first + done);
        ptrdiff_t step;
        n_even = strew_find_even(plan, first + done, n - done, &step);
        n_even = step >= 0 ? n_even : 1;
        const size_t n_joined = step == (ptrdiff_t)n_bytes ? n_even : 1, joined_bytes = n_joined * n_bytes;
        const strew_slices slices = {joined_bytes, joined_bytes, (size_t)step, 0, 0, strew_in_order};
        plan->multiply->run(products + done * n_bytes, from, strew_in_order, n_even / n_joined, &slices);
    }
}

/* The same with alpha: products are staged, those of wider slices than fit in pieces; these have a kernel for any width. While it applies
 * some products, the kernel prefetches the updates behind them, which are the next ones if updates are dense: multiplying all those of a
 * stage would wait for memory. */
STREW_OWN_FRAME static void apply_products(const strew_job *job, unsigned char *output, const unsigned char *updates,
                                           const uint32_t *slice_indices, size_t first, size_t n)
{
    unsigned char products[STREW_STAGED_UPDATES_BYTES];
    const size_t slice_bytes = job->slices.slice_bytes, max_bytes = strew_min(slice_bytes, sizeof products),
                 max = sizeof products / max_bytes;
    strew_slices slices = job->slices;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        const unsigned char *from = updates + find_update(job->plan, first + done);
        n_here = strew_min(n - done, max);
        for (size_t begin = 0; begin < slice_bytes; begin += max_bytes) {
            const size_t n_bytes = strew_min(slice_bytes - begin, max_bytes);
            multiply(job->plan, products, updates + begin, n_bytes, first + done, n_here);
            slices.slice_bytes = slices.update_bytes = n_bytes;
            slices.prefetch_bytes = (uintptr_t)(from + begin) + sizeof products - (uintptr_t)products;
            job->apply->run(output + begin, products, slice_indices + done, n_here, &slices);
        }
    }
}

/* Applies consecutive tuples of an outer index that are all in bounds. */
static void apply_in_bounds(const strew_job *job, unsigned char *output, const unsigned char *updates, const uint32_t *slice_indices,
                            size_t first, size_t n)
{
    ptrdiff_t step;
    const size_t slice_bytes = job->slices.slice_bytes;
    const int is_even = strew_find_even(job->plan, first, n, &step) == n, is_narrow = slice_bytes <= STREW_MAX_MOVED_BYTES;
    const strew_apply_kernel *apply = job->apply;
    const unsigned char *from = updates + find_update(job->plan, first);
    strew_slices slices = job->slices;
    if (strew_has_products(job->plan)) {
        apply_products(job, output, updates, slice_indices, first, n);
    } else if (n == 1 || (is_even && step == (ptrdiff_t)slices.update_bytes)) {
        apply->run(output, from, slice_indices, n, &slices);
    } else if (is_even && step > 0 && (!is_narrow || apply->kernel.width == 0)) {
        apply = strew_find_any_width(apply);
        slices.update_bytes = (size_t)step;
        apply->run(output, from, slice_indices, n, &slices);
    } else {
        apply_staged(job, output, updates, slice_indices, first, n);
    }
}

/* Whether a slice index is no sentinel, and in the selection of the chunk, if there is one, counted from the base of a block. */
static STREW_INLINE int is_own(const chunk *chunk, const strew_selection *own, uint32_t slice_index)
{
    return chunk->own != NULL ? (int)strew_is_in_selection(own, slice_index) : slice_index != UINT32_MAX;
}

/* The same, of several outer indices, with slice indices that are counted from `base`, and may be sentinels or not of the selection. Three
 * loops over blocks call it, and Clang would copy it into each. */
STREW_OWN_FRAME static void apply_block(const strew_job *job, const chunk *chunk, uint64_t base, const uint32_t *slice_indices,
                                        size_t first, size_t n)
{
    const strew_plan_state *plan = job->plan;
    strew_selection own = chunk->own != NULL ? *chunk->own : (strew_selection){0};
    own.base = (uint32_t)base;
    const int is_partial = plan->skips || chunk->own != NULL;
    for (size_t outer = chunk->outer_begin; outer < chunk->outer_end; outer++) {
        const strew_outer_offset at = strew_find_outer(plan, outer);
        unsigned char *output = job->output + at.output + (size_t)base * job->slices.stride_bytes;
        for (size_t begin = 0, end; begin < n; begin = end) {
            const int is_taken = !is_partial || is_own(chunk, &own, slice_indices[begin]);
            end = is_partial ? begin + 1 : n;
            while (end < n && is_own(chunk, &own, slice_indices[end]) == is_taken) end++;
            if (is_taken) apply_in_bounds(job, output, job->updates + at.updates, slice_indices + begin, first + begin, end - begin);
        }
    }
}

/* The tuples of a selection, which are seldom neighbours: they are listed, for one call of the kernel if the updates of all n are evenly
 * apart. Lists of a whole block would take too much of the stack, and so would these beside staged updates. */
enum { MAX_LISTED = STREW_BLOCK / 2 };
STREW_OWN_FRAME static void apply_own(const strew_job *job, const chunk *chunk, uint64_t base, const uint32_t *slice_indices, size_t first,
                                      size_t n)
{
    uint32_t own_slice_indices[MAX_LISTED + STREW_PREFETCH_SLICES], own_tuples[MAX_LISTED];
    const strew_plan_state *plan = job->plan;
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    strew_selection own = *chunk->own;
    strew_slices slices = job->slices;
    ptrdiff_t step;
    size_t n_own = 0;
    own.base = (uint32_t)base;
    for (size_t i = 0; i < n; i++) {
        own_slice_indices[n_own] = slice_indices[i];
        own_tuples[n_own] = (uint32_t)i;
        n_own += strew_is_in_selection(&own, slice_indices[i]);
    }
    if (n_own == 0) return;
    strew_pad_slice_indices(plan, own_slice_indices, n_own);
    const int is_even = strew_find_even(plan, first, n, &step) == n && step >= 0;
    slices.update_bytes = is_even ? (size_t)step : slices.update_bytes;
    slices.tuples = own_tuples;
    for (size_t outer = chunk->outer_begin; outer < chunk->outer_end; outer++) {
        const strew_outer_offset at = strew_find_outer(plan, outer);
        unsigned char *output = job->output + at.output + (size_t)base * slices.stride_bytes;
        const unsigned char *updates = job->updates + at.updates;
        if (is_even) {
            any_width->run(output, updates + find_update(plan, first), own_slice_indices, n_own, &slices);
            continue;
        }
        for (size_t i = 0; i < n_own; i++) {
            job->apply->run(output, updates + find_update(plan, first + own_tuples[i]), own_slice_indices + i, 1, &job->slices);
        }
    }
}

/* ---- Gather -------------------------------------------------------------------------------------------------------------------------- */

/* Tuples that are evenly apart in output, with slices that are not adjacent in data, or gaps between them in output. Slices of a line or
 * more are prefetched on both sides. */
static void gather_any(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                       const uint32_t *slice_indices, size_t n)
{
    const size_t stride_bytes = job->slices.stride_bytes, n_bytes = job->slices.slice_bytes;
    const size_t distance = job->slices.prefetches_output ? STREW_PREFETCH_WIDE_SLICES : 0;
#define GATHER(bytes)                                                                                                                      \
    for (size_t i = 0; i < n; i++, output += step) {                                                                                       \
        const size_t next = slice_indices[i + distance] * stride_bytes;                                                                    \
        STREW_PREFETCH_READ_AT(data, next);                                                                                                \
        if ((bytes) >= STREW_LINE_BYTES) {                                                                                                 \
            STREW_PREFETCH_READ_AT(data, next + (bytes)-1);                                                                                \
            STREW_PREFETCH_AT(output, (size_t)(step * STREW_PREFETCH_GAPPED_SLICES));                                                      \
            STREW_PREFETCH_AT(output, (size_t)(step * STREW_PREFETCH_GAPPED_SLICES) + (bytes)-1);                                          \
        }                                                                                                                                  \
        for (size_t line = STREW_LINE_BYTES; line < (bytes) && line < STREW_MAX_WHOLE_BYTES; line += STREW_LINE_BYTES)                     \
            STREW_PREFETCH_READ_AT(data, next + line);                                                                                     \
        memcpy(output, data + slice_indices[i] * stride_bytes, bytes);                                                                     \
    }
    STREW_FOR_PIECES_OF(n_bytes, GATHER)
#undef GATHER
}

/* The same with adjacent slices, for which there are kernels. They write dense slices, which are staged if output has gaps: this pays for
 * slices of less than a line. */
STREW_OWN_FRAME static void gather_adjacent(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                                            const uint32_t *slice_indices, size_t n)
{
    unsigned char staged[STREW_STAGED_UPDATES_BYTES];
    const size_t slice_bytes = job->slices.slice_bytes, max = sizeof staged / slice_bytes;
    const strew_gather_kernel *gather = job->plan->gather;
    if (step == (ptrdiff_t)slice_bytes) {
        gather->run(output, data, slice_indices, n, slice_bytes, job->slices.prefetches_output);
        return;
    }
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, max);
        gather->run(staged, data, slice_indices + done, n_here, slice_bytes, job->slices.prefetches_output);
        copy_evenly(output + (ptrdiff_t)done * step, step, staged, (ptrdiff_t)slice_bytes, slice_bytes, n_here);
    }
}

/* Consecutive tuples, none of which is skipped. */
static void gather_in_bounds(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                             const uint32_t *slice_indices, size_t n)
{
    const size_t slice_bytes = job->slices.slice_bytes;
    if (job->slices.stride_bytes == slice_bytes && (slice_bytes < STREW_LINE_BYTES || step == (ptrdiff_t)slice_bytes)) {
        gather_adjacent(job, output, step, data, slice_indices, n);
    } else {
        gather_any(job, output, step, data, slice_indices, n);
    }
}

STREW_OWN_FRAME static void gather_block(const strew_job *job, const chunk *chunk, uint64_t base, const uint32_t *slice_indices,
                                         size_t first, size_t n)
{
    const strew_plan_state *plan = job->plan;
    for (size_t outer = chunk->outer_begin; outer < chunk->outer_end; outer++) {
        const strew_outer_offset at = strew_find_outer(plan, outer);
        const unsigned char *data = job->updates + at.output + (size_t)base * job->slices.stride_bytes;
        for (size_t done = 0, n_even; done < n; done += n_even) {
            ptrdiff_t step;
            n_even = strew_find_even(plan, first + done, n - done, &step);
            unsigned char *output = job->output + at.updates + find_update(plan, first + done);
            if (!plan->skips) {
                gather_in_bounds(job, output, step, data, slice_indices + done, n_even);
                continue;
            }
            for (size_t i = done; i < done + n_even; i++, output += step) {
                if (slice_indices[i] == UINT32_MAX) {
                    strew_repeat(output, job->slices.slice_bytes, strew_fill_of(plan), (size_t)plan->element_bytes);
                } else {
                    memcpy(output, data + slice_indices[i] * job->slices.stride_bytes, job->slices.slice_bytes);
                }
            }
        }
    }
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

static STREW_INLINE void take(const strew_job *job, const chunk *chunk, uint64_t base, const uint32_t *slice_indices, size_t first,
                              size_t n)
{
    if (job->plan->is_gather) {
        gather_block(job, chunk, base, slice_indices, first, n);
    } else if (strew_passes_over_nan(job->plan)) {
        const strew_tuples tuples = {slice_indices, base, first, n};
        strew_apply_numbers(job, &tuples, chunk->outer_begin, chunk->outer_end, chunk->own, chunk->record);
    } else if (chunk->own != NULL && !strew_has_products(job->plan)) {
        for (size_t done = 0, n_here; done < n; done += n_here) {
            n_here = strew_min(n - done, MAX_LISTED);
            apply_own(job, chunk, base, slice_indices + done, first + done, n_here);
        }
    } else {
        apply_block(job, chunk, base, slice_indices, first, n);
    }
}

/* Tuples begin to end - 1 are between prepared runs: they are skipped. */
static STREW_INLINE void skip(const strew_job *job, const chunk *chunk, size_t begin, size_t end)
{
    static const uint32_t sentinel = UINT32_MAX;
    for (size_t t = begin; job->plan->is_gather && t < end; t++) take(job, chunk, 0, &sentinel, t, 1);
}

static STREW_INLINE void take_runs(const strew_job *job, const chunk *chunk)
{
    const strew_runs *runs = strew_runs_of(job);
    const size_t end = strew_min(chunk->end, runs->n);
    size_t next = chunk->begin == 0 ? 0 : (size_t)(runs->list[chunk->begin - 1].first + runs->list[chunk->begin - 1].n);
    for (size_t i = chunk->begin; i < end; i++) {
        const strew_run_of_slices *run = runs->list + i;
        skip(job, chunk, next, (size_t)run->first);
        next = (size_t)(run->first + run->n);
        for (size_t done = 0, n_here; done < run->n; done += n_here) {
            n_here = strew_min((size_t)run->n - done, STREW_BLOCK);
            take(job, chunk, run->slice_index + done, strew_in_order, (size_t)run->first + done, n_here);
        }
    }
    if (end == runs->n) skip(job, chunk, next, job->layout.n_tuples);
}

/* One tuple after the other, if slice indices may have more than 32 bits. */
static int take_tuples(const strew_job *job, const chunk *chunk)
{
    static const uint32_t sentinel = UINT32_MAX;
    const strew_plan_state *plan = job->plan;
    for (size_t t = 0; t < plan->n_tuples; t++) {
        uint64_t slice_index;
        const int is_skipped = !strew_find_slice_index(job, t, &slice_index);
        if (is_skipped && strew_must_be_in_bounds(job, t)) return 0;
        take(job, chunk, is_skipped ? 0 : slice_index, is_skipped ? &sentinel : strew_in_order, t, 1);
    }
    return 1;
}

static STREW_INLINE int take_blocks(const strew_job *job, const chunk *chunk)
{
    uint32_t slice_indices[STREW_BLOCK + STREW_PREFETCH_SLICES];
    const uint32_t *given = strew_given_slice_indices(job);
    for (size_t number = chunk->begin; number < chunk->end; number++) {
        const strew_block block = strew_block_at(&job->layout, number);
        if (given != NULL) {
            take(job, chunk, 0, given + block.first, block.first, block.n);
            continue;
        }
        if (!strew_make_slice_indices(job, &block, slice_indices)) return 0;
        strew_pad_slice_indices(job->plan, slice_indices, block.n);
        take(job, chunk, block.base, slice_indices, block.first, block.n);
    }
    return 1;
}

int strew_run_strided(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end, const strew_selection *own,
                      strew_record *record)
{
    const chunk chunk = {begin, end, outer_begin, outer_end, own, record};
    if (job->access.pattern == STREW_RUNS) {
        take_runs(job, &chunk);
        return 1;
    }
    return strew_has_32_bit_slice_indices(job->plan) ? take_blocks(job, &chunk) : take_tuples(job, &chunk);
}
