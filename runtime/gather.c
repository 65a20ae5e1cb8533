/* Gathering slices. A gather reads the same slice indices as a scatter: blocks of tuples are turned into them, and then copied. */
#include "gather.h"

#include "copy.h"
#include "util.h"

#include <string.h>

void strew_begin_gather(strew_job *job, const strew_plan_state *plan, void *output, const void *data, const void *indices)
{
    strew_begin_job(job, plan, output, indices, data);
}

/* Positions are cut as they are: their blocks are small, or many. */
void strew_cut_gather(strew_job *job, size_t n_threads)
{
    const strew_plan_state *plan = job->plan;
    if (plan->position_dependent || plan->n_outer >= n_threads || job->access.pattern != STREW_SCATTERED) return;
    const size_t wanted = plan->n_tuples / (STREW_GATHER_BLOCKS_OF_THREAD * n_threads) + 1;
    strew_set_layout(&job->layout, &plan->n_tuples, strew_steps_of(plan), 1, 0, strew_min(wanted, STREW_BLOCK));
}

/* ---- Tuples -------------------------------------------------------------------------------------------------------------------------- */

static const strew_gather_kernel *kernel_of(const strew_job *job)
{
    return job->layout.elements != 1 ? job->plan->gather_row : job->plan->gather;
}

/* Fills n slices that are skipped. */
static void fill_slices(const strew_job *job, unsigned char *output, size_t n)
{
    strew_repeat(output, n * job->slices.slice_bytes, strew_fill_of(job->plan), (size_t)job->plan->element_bytes);
}

/* Whether slices bypass the caches. */
static int may_stream(const strew_job *job)
{
    return job->plan->exceeds_caches && job->slices.slice_bytes >= STREW_MIN_STREAMED_SLICE_BYTES;
}

/* Gathers into a buffer that stays in the first-level cache, and from there to output, which bypasses the caches. A slice that is wider
 * than the buffer goes through it part by part. */
STREW_OWN_FRAME static void gather_streaming(const strew_job *job, unsigned char *output, const unsigned char *data,
                                             const uint32_t *slice_indices, size_t n)
{
    unsigned char buffer[STREW_GATHERED_BYTES];
    const size_t slice_bytes = job->slices.slice_bytes, max = sizeof buffer / slice_bytes;
    const strew_gather_kernel *gather = kernel_of(job);
    for (size_t done = 0, n_here; max != 0 && done < n; done += n_here) {
        n_here = strew_min(n - done, max);
        gather->run(buffer, data, slice_indices + done, n_here, slice_bytes, job->slices.prefetches_output);
        strew_copy(output + done * slice_bytes, buffer, n_here * slice_bytes, 1);
    }
    for (size_t i = 0; max == 0 && i < n; i++) {
        const unsigned char *from = data + slice_indices[i] * slice_bytes;
        for (size_t at = 0, n_bytes; at < slice_bytes; at += n_bytes) {
            n_bytes = strew_min(slice_bytes - at, sizeof buffer);
            memcpy(buffer, from + at, n_bytes);
            strew_copy(output + i * slice_bytes + at, buffer, n_bytes, 1);
        }
    }
}

/* Gathers n slices, which are all in bounds. */
static STREW_INLINE void gather_in_bounds(const strew_job *job, unsigned char *output, const unsigned char *data,
                                          const uint32_t *slice_indices, size_t n)
{
    const strew_gather_kernel *gather = kernel_of(job);
    if (may_stream(job)) {
        gather_streaming(job, output, data, slice_indices, n);
    } else {
        gather->run(output, data, slice_indices, n, job->slices.slice_bytes, job->slices.prefetches_output);
    }
}

/* Gathers n slices of which some are skipped. Slice 0 takes the place of those, so that a group is one call of the kernel; then they are
 * filled. Where half are skipped, a call for each run between them took three times as long, as it mispredicts branches. */
STREW_OWN_FRAME static void gather_and_fill(const strew_job *job, unsigned char *output, const unsigned char *data,
                                            const uint32_t *slice_indices, size_t n)
{
    enum { GROUP = 256 };
    uint32_t kept[GROUP + STREW_PREFETCH_SLICES];
    uint8_t skipped[GROUP];
    unsigned char fill[STREW_MAX_FILLED_BYTES];
    const strew_gather_kernel *gather = kernel_of(job);
    const size_t slice_bytes = job->slices.slice_bytes, n_padding = job->slices.prefetches_output ? STREW_PREFETCH_SLICES : 0;
    strew_repeat(fill, slice_bytes, strew_fill_of(job->plan), (size_t)job->plan->element_bytes);
    for (size_t done = 0, n_here, n_skipped; done < n; done += n_here, output += n_here * slice_bytes, slice_indices += n_here) {
        n_here = strew_min(n - done, GROUP);
        n_skipped = 0;
        for (size_t i = 0; i < n_here; i++) {
            skipped[n_skipped] = (uint8_t)i;
            n_skipped += slice_indices[i] == UINT32_MAX;
        }
        for (size_t i = 0; i < n_here + n_padding; i++) kept[i] = slice_indices[i] == UINT32_MAX ? 0 : slice_indices[i];
        if (n_skipped < n_here) gather->run(output, data, kept, n_here, slice_bytes, job->slices.prefetches_output);
#define FILL(bytes)                                                                                                                        \
    for (size_t i = 0; i < n_skipped; i++) memcpy(output + skipped[i] * (bytes), fill, bytes)
        STREW_FOR_PIECES_OF(slice_bytes, FILL)
#undef FILL
    }
}

/* The slices of n tuples, which are adjacent in output. Those of one outer index begin at `data`. */
static STREW_INLINE void gather_slices(const strew_job *job, unsigned char *output, const unsigned char *data,
                                       const uint32_t *slice_indices, size_t n, strew_made made)
{
    if (made == STREW_ALL_MADE) {
        gather_in_bounds(job, output, data, slice_indices, n);
        return;
    }
    if (job->slices.slice_bytes <= STREW_MAX_FILLED_BYTES) {
        gather_and_fill(job, output, data, slice_indices, n);
        return;
    }
    for (size_t begin = 0, end; begin < n; begin = end) {
        const int is_skipped = slice_indices[begin] == UINT32_MAX;
        for (end = begin + 1; end < n && (slice_indices[end] == UINT32_MAX) == is_skipped;) end++;
        unsigned char *to = output + begin * job->slices.slice_bytes;
        if (is_skipped) {
            fill_slices(job, to, end - begin);
        } else {
            gather_in_bounds(job, to, data, slice_indices + begin, end - begin);
        }
    }
}

/* A range of outer indices. */
typedef struct outer_range {
    size_t begin, end;
} outer_range;

/* The bytes of data from one outer index to the next. Tuples without components have only one. */
static size_t outer_bytes_of(const strew_job *job)
{
    return job->plan->n_outer == 1 ? 0 : (size_t)strew_sizes_of(job->plan)[0] * job->slices.slice_bytes;
}

/* Few tuples and many outer indices: the slice indices are repeated for as many outer indices as fill a block, and all of these are
 * gathered at once. All tuples are of one batch, and none is skipped. */
STREW_OWN_FRAME static void gather_repeated(const strew_job *job, const uint32_t *given, size_t n, outer_range range)
{
    uint32_t slice_indices[STREW_BLOCK + STREW_PREFETCH_SLICES];
    const strew_gather_kernel *gather = kernel_of(job);
    const size_t size = (size_t)strew_sizes_of(job->plan)[0], slice_bytes = job->slices.slice_bytes;
    size_t n_outer = strew_min(range.end - range.begin, STREW_BLOCK / n);
    n_outer = strew_min(n_outer, UINT32_MAX / size);
    memcpy(slice_indices, given, n * sizeof *given);
    for (size_t i = n; i < n * n_outer + STREW_PREFETCH_SLICES; i++) {
        slice_indices[i] = slice_indices[i - n] + (i < n * n_outer ? (uint32_t)size : 0);
    }
    for (size_t outer = range.begin; outer < range.end; outer += n_outer) {
        gather->run(job->output + outer * n * slice_bytes, job->updates + outer * outer_bytes_of(job), slice_indices,
                    strew_min(n_outer, range.end - outer) * n, slice_bytes, job->slices.prefetches_output);
    }
}

static int may_be_repeated(const strew_job *job, size_t n, strew_made made)
{
    const strew_plan_state *plan = job->plan;
    return n == plan->n_tuples && n == plan->n_batch_tuples && n <= STREW_MAX_REPEATED_TUPLES && !may_stream(job) && made == STREW_ALL_MADE;
}

/* Data has the shape batches, outer indices, slices; output has batches, outer indices, tuples; and the tuples are batches of tuples. The
 * slice indices of a batch count from its outer index 0. */
void strew_gather_tuples(const strew_job *job, size_t first, const uint32_t *slice_indices, size_t n, strew_made made, size_t outer_begin,
                         size_t outer_end)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes;
    if (plan->n_outer != 1 && may_be_repeated(job, n, made)) {
        gather_repeated(job, slice_indices, n, (outer_range){outer_begin, outer_end});
        return;
    }
    const size_t n_batch = plan->n_outer == 1 ? job->layout.n_tuples : plan->n_batch_tuples;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        const size_t batch = (first + done) / n_batch, in_batch = (first + done) % n_batch;
        n_here = strew_min(n - done, n_batch - in_batch);
        for (size_t outer = outer_begin; outer < outer_end; outer++) {
            unsigned char *output = job->output + ((batch * plan->n_outer + outer) * n_batch + in_batch) * slice_bytes;
            gather_slices(job, output, job->updates + outer * outer_bytes_of(job), slice_indices + done, n_here, made);
        }
    }
}

/* ---- Single elements ----------------------------------------------------------------------------------------------------------------- */

/* Takes tuples begin to end - 1. Zero if an index is out of bounds. */
static int take_elements(const strew_job *job, size_t begin, size_t end)
{
    const size_t bytes = job->plan->slice_bytes, index_bytes = (size_t)job->plan->index_bytes;
    const strew_take_kernel *take = job->plan->take;
    for (strew_elements here = strew_begin_elements(job, begin, end); strew_next_elements(job, job->updates, &here);) {
        const unsigned char *indices = job->indices + here.first * index_bytes;
        if (!take->run(job->output + here.first * bytes, job->updates + here.offset, indices, here.n, &job->components)) return 0;
    }
    return 1;
}

/* ---- Wide slices that are copied whole ----------------------------------------------------------------------------------------------- */

/* Copies n slices that are adjacent in data and in output, whose first tuple is `first`, counted from the start of the tuples. */
static void copy_run(const strew_job *job, uint64_t slice_index, size_t first, size_t n, outer_range range)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes, n_batch = plan->n_outer == 1 ? job->layout.n_tuples : plan->n_batch_tuples;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        const size_t batch = (first + done) / n_batch, in_batch = (first + done) % n_batch;
        n_here = strew_min(n - done, n_batch - in_batch);
        const size_t n_bytes = n_here * slice_bytes;
        for (size_t outer = range.begin; outer < range.end; outer++) {
            unsigned char *output = job->output + ((batch * plan->n_outer + outer) * n_batch + in_batch) * slice_bytes;
            if (slice_index == UINT64_MAX) {
                fill_slices(job, output, n_here);
            } else {
                strew_copy(output, job->updates + outer * outer_bytes_of(job) + (size_t)(slice_index + done) * slice_bytes, n_bytes,
                           plan->exceeds_caches && n_bytes >= STREW_PAGE_BYTES);
            }
        }
    }
}

static void gather_grid(const strew_job *job, size_t begin, size_t end, outer_range range)
{
    const int32_t last = job->layout.n_dims - 1;
    for (size_t number = begin; number < end; number++) {
        const strew_block block = strew_block_at(&job->layout, number);
        const size_t row = job->layout.split == last ? block.n : job->layout.count[last];
        for (size_t i = 0; i < block.n; i += row) copy_run(job, block.base + job->layout.positions[i], block.first + i, row, range);
    }
}

/* Gathers prepared runs. Between them are tuples that are skipped. */
static void gather_runs(const strew_job *job, size_t begin, size_t end, outer_range range)
{
    const strew_runs *runs = strew_runs_of(job);
    size_t next = begin == 0 ? 0 : (size_t)(runs->list[begin - 1].first + runs->list[begin - 1].n);
    for (size_t i = begin; i < end; i++) {
        const strew_run_of_slices *run = runs->list + i;
        copy_run(job, UINT64_MAX, next, (size_t)run->first - next, range);
        copy_run(job, run->slice_index, (size_t)run->first, (size_t)run->n, range);
        next = (size_t)(run->first + run->n);
    }
    if (end == runs->n) copy_run(job, UINT64_MAX, next, job->layout.n_tuples - next, range);
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* Makes slice indices from the indices. The last ones of a block stay pending until those of the next block are known, so that kernels can
 * prefetch these meanwhile. */
static STREW_INLINE int gather_blocks(const strew_job *job, size_t begin, size_t end, outer_range range)
{
    uint32_t slice_indices[STREW_PREFETCH_SLICES + STREW_BLOCK + STREW_PREFETCH_SLICES];
    const size_t max_pending = job->slices.prefetches_output ? STREW_PREFETCH_SLICES : 0;
    size_t n_pending = 0;
    strew_made made_pending = STREW_ALL_MADE;
    for (size_t number = begin; number < end; number++) {
        strew_block block = strew_block_at(&job->layout, number);
        const strew_made made = strew_make_slice_indices(job, &block, slice_indices + n_pending);
        if (made == STREW_NOT_MADE) return 0;
        strew_make_absolute(&block, slice_indices + n_pending);
        const strew_made all_made = made_pending == STREW_SOME_SKIPPED ? made_pending : made;
        const size_t n = n_pending + block.n, first = block.first - n_pending;
        const int is_last = number + 1 == end;
        for (size_t i = 0; is_last && i < max_pending; i++) slice_indices[n + i] = slice_indices[n - 1];
        n_pending = is_last ? 0 : strew_min(n, max_pending);
        if (n > n_pending) strew_gather_tuples(job, first, slice_indices, n - n_pending, all_made, range.begin, range.end);
        made_pending = n_pending > block.n ? all_made : made;
        memmove(slice_indices, slice_indices + n - n_pending, n_pending * sizeof *slice_indices);
    }
    return 1;
}

int strew_gather_steps(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end)
{
    const outer_range range = {outer_begin, outer_end};
    if (job->access.pattern == STREW_RUNS) {
        gather_runs(job, begin, strew_min(end, strew_runs_of(job)->n), range);
    } else if (job->access.pattern == STREW_GRID) {
        gather_grid(job, begin, end, range);
    } else if (strew_given_slice_indices(job) != NULL) {
        const size_t first = strew_first_tuple(&job->layout, begin), past = strew_first_tuple(&job->layout, end);
        const strew_made made = strew_indexed_of(job)->has_skipped ? STREW_SOME_SKIPPED : STREW_ALL_MADE;
        strew_gather_tuples(job, first, strew_given_slice_indices(job) + first, past - first, made, outer_begin, outer_end);
    } else if (strew_is_as_stored(job)) {
        return take_elements(job, strew_first_tuple(&job->layout, begin), strew_first_tuple(&job->layout, end));
    } else {
        return gather_blocks(job, begin, end, range);
    }
    return 1;
}

/* ---- Large offsets ------------------------------------------------------------------------------------------------------------------- */

int strew_gather_large_offset(const strew_job *job)
{
    const outer_range all = {0, job->plan->n_outer};
    for (size_t t = 0; t < job->plan->n_tuples; t++) {
        uint64_t slice_index;
        const int is_skipped = !strew_find_slice_index(job, t, &slice_index);
        if (is_skipped && strew_must_be_in_bounds(job, t)) return 0;
        copy_run(job, is_skipped ? UINT64_MAX : slice_index, t, 1, all);
    }
    return 1;
}
