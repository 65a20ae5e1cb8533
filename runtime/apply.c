/* Applying access patterns: how each is written. segments.c, ways/selections.c and ways/accumulators.c run the same
 * kernels for what one thread takes. */
#include "apply.h"

#include "dispatch.h"
#include "util.h"

#include <string.h>

/* The slice indices of a block, after some of the previous block that are still pending. If some of the tuples are skipped, there is a bit
 * for every tuple that is not. */
typedef struct scratch {
    uint32_t slice_indices[STREW_PREFETCH_SLICES + STREW_BLOCK + STREW_PREFETCH_SLICES];
    uint64_t is_in_bounds[(STREW_PREFETCH_SLICES + STREW_BLOCK) / 64];
    int has_skipped;
} scratch;

/* ---- Slice indices ------------------------------------------------------------------------------------------------------------------- */

/* Records which slice indices are not the sentinel, and replaces the sentinels by a slice index that can be prefetched. Returns whether
 * there are any. */
static int note_in_bounds(scratch *scratch, size_t n)
{
    uint32_t largest = 0;
    for (size_t begin = 0; begin < n; begin += 64) {
        uint32_t *slice_indices = scratch->slice_indices + begin;
        const size_t n_here = strew_min(n - begin, 64);
        uint64_t bits = 0;
        for (size_t i = 0; i < n_here; i++) {
            const uint32_t slice_index = slice_indices[i];
            largest = slice_index > largest ? slice_index : largest;
            bits |= (uint64_t)(slice_index != UINT32_MAX) << i;
            slice_indices[i] = slice_index != UINT32_MAX ? slice_index : 0;
        }
        scratch->is_in_bounds[begin / 64] = bits;
    }
    return largest == UINT32_MAX;
}

/* `slice_index` points into scratch. */
static int is_in_bounds(const scratch *scratch, const uint32_t *slice_index)
{
    const size_t i = (size_t)(slice_index - scratch->slice_indices);
    return (int)(scratch->is_in_bounds[i / 64] >> i % 64 & 1);
}

/* Prepares n slice indices of scratch for the kernels. */
static void ready_slice_indices(const strew_job *job, scratch *scratch, size_t n, strew_made made)
{
    scratch->has_skipped = made == STREW_SOME_SKIPPED && note_in_bounds(scratch, n);
    strew_pad_slice_indices(job->plan, scratch->slice_indices, n);
}

/* ---- The patterns -------------------------------------------------------------------------------------------------------------------- */

/* Tuples of one outer index whose updates are adjacent. */
typedef struct tuples {
    unsigned char *output; /* the address of slice index 0 */
    const unsigned char *updates;
    const uint32_t *slice_indices;
    size_t n;
} tuples;

/* A range of outer indices. */
typedef struct outer_range {
    size_t begin, end;
} outer_range;

/* Writes n slices that are adjacent in output and in updates as one. */
static STREW_INLINE void apply_run(const strew_job *job, const strew_apply_kernel *any_width, unsigned char *output,
                                   const unsigned char *updates, size_t n)
{
    const size_t n_bytes = n * job->slices.stride_bytes;
    const strew_slices slices = {n_bytes, n_bytes, n_bytes, job->slices.prefetch_bytes, 0, strew_in_order};
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

static STREW_INLINE void apply_rows_of_grid(const strew_job *job, const tuples *tuples)
{
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    const int32_t last = job->layout.n_dims - 1;
    const size_t row = job->layout.split == last ? tuples->n : job->layout.count[last];
    for (size_t i = 0; i < tuples->n; i += row) {
        unsigned char *output = tuples->output + tuples->slice_indices[i] * stride_bytes;
        apply_run(job, any_width, output, tuples->updates + i * stride_bytes, row);
    }
}

/* Applies run by run. Where a run is too short for that, the next 2 * STREW_MIN_RUN tuples are applied one by one. */
static STREW_INLINE void apply_runs(const strew_job *job, const tuples *tuples)
{
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t i = 0, n_here; i < tuples->n; i += n_here) {
        const uint32_t *slice_indices = tuples->slice_indices + i;
        const unsigned char *updates = tuples->updates + i * stride_bytes;
        n_here = length_of_run(slice_indices, tuples->n - i);
        if (n_here >= STREW_MIN_RUN) {
            apply_run(job, any_width, tuples->output + slice_indices[0] * stride_bytes, updates, n_here);
        } else {
            n_here = strew_min(tuples->n - i, 2 * STREW_MIN_RUN);
            job->apply->run(tuples->output, updates, slice_indices, n_here, &job->slices);
        }
    }
}

/* Applies the tuples that are in bounds, if others are skipped. */
static STREW_INLINE void apply_in_bounds(const strew_job *job, const scratch *scratch, const tuples *tuples)
{
    for (size_t end = 0; end < tuples->n; end++) {
        const size_t begin = end;
        const uint32_t *slice_indices = tuples->slice_indices + begin;
        while (end < tuples->n && is_in_bounds(scratch, tuples->slice_indices + end)) end++;
        if (end > begin)
            job->apply->run(tuples->output, tuples->updates + begin * job->slices.stride_bytes, slice_indices, end - begin, &job->slices);
    }
}

STREW_OWN_FRAME static void apply_tuples(const strew_job *job, const scratch *scratch, const tuples *tuples)
{
    if (scratch->has_skipped) {
        apply_in_bounds(job, scratch, tuples);
    } else if (job->access.pattern == STREW_GRID) {
        apply_rows_of_grid(job, tuples);
    } else if (seem_adjacent(job, tuples)) {
        apply_runs(job, tuples);
    } else {
        job->apply->run(tuples->output, tuples->updates, tuples->slice_indices, tuples->n, &job->slices);
    }
}

/* Applies the runs that strew_prepare has made. */
static STREW_INLINE void apply_list_of_runs(const strew_job *job, size_t begin, size_t end, outer_range range)
{
    const strew_run_of_slices *list = strew_runs_of(job)->list;
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t outer = range.begin; outer < range.end; outer++) {
        unsigned char *output = job->output + (size_t)job->n_slices * outer * stride_bytes;
        const unsigned char *updates = job->updates + job->layout.n_tuples * outer * stride_bytes;
        for (size_t i = begin; i < end; i++) {
            apply_run(job, any_width, output + (size_t)list[i].slice_index * stride_bytes, updates + (size_t)list[i].first * stride_bytes,
                      (size_t)list[i].n);
        }
    }
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* Applies a block to each outer index in turn. */
static STREW_INLINE void apply_outer(const strew_job *job, const scratch *scratch, const strew_block *block, outer_range range,
                                     const uint32_t *slice_indices)
{
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t outer = range.begin; outer < range.end; outer++) {
        const tuples tuples = {
            .output = job->output + ((size_t)job->n_slices * outer + (size_t)block->base) * stride_bytes,
            .updates = job->updates + (outer * job->layout.n_tuples + block->first) * stride_bytes,
            .slice_indices = slice_indices,
            .n = block->n,
        };
        apply_tuples(job, scratch, &tuples);
    }
}

/* Applies a few tuples to many outer indices: their slice indices are repeated for as many outer indices as fill a block, and all of these
 * are applied at once. */
static STREW_INLINE int apply_repeated(const strew_job *job, outer_range range)
{
    scratch scratch;
    const strew_block all = strew_block_at(&job->layout, 0);
    const uint32_t *given = strew_given_slice_indices(job);
    const size_t n = job->layout.n_tuples, stride_bytes = job->slices.stride_bytes;
    uint32_t *slice_indices = scratch.slice_indices;
    strew_made made = STREW_ALL_MADE;
    if (given != NULL) {
        memcpy(slice_indices, given, n * sizeof *slice_indices);
        made = strew_indexed_of(job)->has_skipped ? STREW_SOME_SKIPPED : STREW_ALL_MADE;
    } else {
        made = strew_make_slice_indices(job, &all, slice_indices);
        if (made == STREW_NOT_MADE) return 0;
    }
    size_t n_outer = strew_min(range.end - range.begin, STREW_BLOCK / n);
    n_outer = strew_min(n_outer, (size_t)(UINT32_MAX / job->n_slices));
    for (size_t i = n; i < n * n_outer; i++) {
        slice_indices[i] = slice_indices[i - n] == UINT32_MAX ? UINT32_MAX : slice_indices[i - n] + (uint32_t)job->n_slices;
    }
    ready_slice_indices(job, &scratch, n * n_outer, made);
    for (size_t outer = range.begin; outer < range.end; outer += n_outer) {
        const tuples tuples = {job->output + outer * (size_t)job->n_slices * stride_bytes, job->updates + outer * n * stride_bytes,
                               slice_indices, strew_min(n_outer, range.end - outer) * n};
        if (tuples.n < n * n_outer) strew_pad_slice_indices(job->plan, slice_indices, tuples.n);
        apply_tuples(job, &scratch, &tuples);
    }
    return 1;
}

/* What the next block reads or writes. */
typedef struct next_block {
    const unsigned char *first;
    size_t n_bytes;
} next_block;

/* Applies a block in groups of tuples, and between them prefetches what the next block needs, a few lines at a time. */
static STREW_INLINE void apply_block(const strew_job *job, const scratch *scratch, const strew_block *block, outer_range range,
                                     const uint32_t *slice_indices, next_block next)
{
    const size_t n_times = next.n_bytes / STREW_PREFETCH_AT_ONCE_BYTES + 1;
    const size_t max = n_times == 1 ? block->n : (block->n - 1) / n_times + 1; /* a division takes a tenth of a short call */
    strew_block group = *block;
    for (size_t done = 0, at = 0; done < block->n; done += group.n) {
        for (const size_t end = strew_min(at + STREW_PREFETCH_AT_ONCE_BYTES, next.n_bytes); at < end; at += STREW_LINE_BYTES) {
            STREW_PREFETCH_READ_AT(next.first, at);
        }
        group.first = block->first + done;
        group.n = strew_min(max, block->n - done);
        apply_outer(job, scratch, &group, range, slice_indices + done);
    }
}

/* The region of output that a block writes, if it has one. */
static next_block region_of(const strew_job *job, size_t number)
{
    const size_t region_bytes = strew_indexed_of(job)->region_bytes;
    if (region_bytes == 0) return (next_block){NULL, 0};
    const size_t base = (size_t)strew_block_at(&job->layout, number).base, stride_bytes = job->slices.stride_bytes;
    return (next_block){job->output + base * stride_bytes, strew_min(region_bytes, ((size_t)job->n_slices - base) * stride_bytes)};
}

/* Applies one block after the other. Their slice indices are given for all tuples, follow from the positions on a grid, or are made from
 * the indices. In the last case some of a block may stay pending until those of the next one are known, so that kernels can prefetch these
 * meanwhile. Without it, every block begins with slices that are not in the cache: big_elem_add and elements_ax0 of the bench then take
 * half as long again. */
static STREW_INLINE int apply_blocks(const strew_job *job, size_t begin, size_t end, outer_range range)
{
    scratch scratch;
    scratch.has_skipped = 0;
    const uint32_t *given = strew_given_slice_indices(job);
    const int is_made = given == NULL && job->access.pattern != STREW_GRID, has_pending = is_made && job->slices.prefetches_output;
    size_t n_pending = 0;
    for (size_t number = begin; number < end; number++) {
        strew_block block = strew_block_at(&job->layout, number);
        const int is_last = number + 1 == end;
        const uint32_t *slice_indices = job->layout.positions;
        next_block next = {NULL, 0};
        if (is_made) {
            slice_indices = scratch.slice_indices;
            const strew_made made = strew_make_slice_indices(job, &block, scratch.slice_indices + n_pending);
            if (made == STREW_NOT_MADE) return 0;
            if (has_pending) strew_make_absolute(&block, scratch.slice_indices + n_pending);
            block.first -= n_pending;
            block.n += n_pending;
            ready_slice_indices(job, &scratch, block.n, made);
            n_pending = has_pending && !is_last && !scratch.has_skipped ? strew_min(block.n, STREW_PREFETCH_SLICES) : 0;
            block.n -= n_pending;
            if (!is_last) next = region_of(job, number + 1);
        } else if (given != NULL) {
            slice_indices = given + block.first;
            block.base = 0;
            next.first = (const unsigned char *)(slice_indices + block.n);
            next.n_bytes = strew_min(block.n, job->layout.n_tuples - block.first - block.n) * sizeof *given;
            if (strew_indexed_of(job)->has_skipped) {
                const size_t n = block.n + (job->slices.prefetches_output ? STREW_PREFETCH_SLICES : 0);
                memcpy(scratch.slice_indices, slice_indices, n * sizeof *slice_indices);
                scratch.has_skipped = note_in_bounds(&scratch, n);
                slice_indices = scratch.slice_indices;
            }
        }
        apply_block(job, &scratch, &block, range, slice_indices, next);
        memmove(scratch.slice_indices, scratch.slice_indices + block.n, n_pending * sizeof *scratch.slice_indices);
    }
    return 1;
}

/* Puts tuples begin to end - 1, which name single elements by the indices as they are stored. Zero if one is out of bounds. */
static int put_elements(const strew_job *job, size_t begin, size_t end)
{
    const size_t bytes = job->plan->slice_bytes, index_bytes = (size_t)job->plan->index_bytes;
    const strew_put_kernel *put = job->plan->put;
    for (strew_elements here = strew_begin_elements(job, begin, end); strew_next_elements(job, job->output, &here);) {
        const unsigned char *indices = job->indices + here.first * index_bytes;
        if (!put->run(job->output + here.offset, job->updates + here.first * bytes, indices, here.n, &job->components)) return 0;
    }
    return 1;
}

int strew_apply(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end)
{
    const outer_range range = {outer_begin, outer_end};
    if (job->access.pattern == STREW_RUNS) {
        apply_list_of_runs(job, begin, end, range);
        return 1;
    }
    if (strew_is_as_stored(job)) {
        return put_elements(job, strew_first_tuple(&job->layout, begin), strew_first_tuple(&job->layout, end));
    }
    return job->layout.n_blocks == 1 && outer_end - outer_begin > 1 ? apply_repeated(job, range) : apply_blocks(job, begin, end, range);
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

/* ---- Large offsets ------------------------------------------------------------------------------------------------------------------- */

/* Applies n slice indices that are counted from `base`. The first one belongs to tuple `first` of updates. */
static void apply_large_offset_run(const strew_job *job, scratch *scratch, uint64_t base, size_t first, size_t n)
{
    if (n == 0) return;
    strew_pad_slice_indices(job->plan, scratch->slice_indices, n);
    job->apply->run(job->output + base * job->slices.stride_bytes, job->updates + first * job->slices.stride_bytes, scratch->slice_indices,
                    n, &job->slices);
}

/* Consecutive tuples whose slice indices have the same high 32 bits are applied together, from the address that these bits give. */
int strew_apply_large_offset(const strew_job *job)
{
    scratch scratch;
    const strew_plan_state *plan = job->plan;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        uint64_t base = 0;
        size_t first = outer * plan->n_tuples, n = 0;
        for (size_t t = 0; t < plan->n_tuples; t++) {
            const size_t update = outer * plan->n_tuples + t;
            uint64_t slice_index;
            const int is_skipped = !strew_find_slice_index(job, t, &slice_index);
            if (is_skipped && strew_must_be_in_bounds(job, t)) return 0;
            slice_index += outer * plan->n_slices;
            if (is_skipped || n == STREW_BLOCK || slice_index >> 32 << 32 != base) {
                apply_large_offset_run(job, &scratch, base, first, n);
                first = update + (is_skipped ? 1 : 0);
                base = slice_index >> 32 << 32;
                n = 0;
            }
            if (!is_skipped) scratch.slice_indices[n++] = (uint32_t)slice_index;
        }
        apply_large_offset_run(job, &scratch, base, first, n);
    }
    return 1;
}
