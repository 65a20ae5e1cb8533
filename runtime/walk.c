/* The one cursor over tuples. */
#include "walk.h"

#include "source.h"
#include "util.h"

#include <string.h>

_Static_assert(2 * STREW_PREFETCH_SLICES <= STREW_BLOCK + STREW_PREFETCH_SLICES, "there is room for pending ones and for padding");

void strew_begin_walk(strew_walk *walk, const strew_job *job, size_t begin, size_t end, const strew_selection *own, int leaves_out)
{
    const int is_wide = !strew_has_32_bit_slice_indices(job->plan), has_runs = strew_has_runs(job);
    walk->job = job;
    walk->own = own;
    walk->leaves_out = leaves_out;
    walk->next = is_wide && !has_runs ? strew_first_tuple(&job->layout, begin) : begin;
    walk->end = is_wide && !has_runs ? strew_first_tuple(&job->layout, end) : end;
    walk->max_run = strew_is_strided(job->plan) || leaves_out ? STREW_BLOCK : SIZE_MAX;
    walk->tuple = 0;
    if (has_runs && begin != 0) {
        const strew_run_of_slices *before = strew_runs_of(job)->list + begin - 1;
        walk->tuple = (size_t)(before->first + before->n);
    }
    walk->n_pending = 0;
    walk->has_all_blocks = begin == 0 && end == job->layout.n_blocks && !leaves_out;
    walk->is_out_of_bounds = 0;
    walk->batch.n = 0;
    walk->batch.has_skipped = 0;
}

static void pad(strew_walk *walk, size_t n)
{
    strew_pad_slice_indices(walk->job->plan, walk->made, n);
}

/* Between runs are tuples that are skipped, which a gather fills. */
static int next_of_runs(strew_walk *walk)
{
    const strew_job *job = walk->job;
    const strew_runs *runs = strew_runs_of(job);
    strew_batch *batch = &walk->batch;
    const strew_run_of_slices *run = runs->list + walk->next;
    const size_t first = walk->next < runs->n ? (size_t)run->first : job->layout.n_tuples;
    const int has_gap = job->plan->is_gather && walk->tuple < first && (walk->next < walk->end || walk->next == runs->n);
    if (!has_gap && walk->next >= walk->end) return 0;
    const size_t begin = has_gap || walk->tuple > first ? walk->tuple : first, end = has_gap ? first : first + (size_t)run->n;
    *batch = (strew_batch){strew_in_order, strew_in_order, 0, begin, strew_min(end - begin, walk->max_run), 1, has_gap};
    if (has_gap) {
        batch->n = strew_min(batch->n, STREW_BLOCK);
        batch->slice_indices = memset(walk->made, 0xff, sizeof walk->made); /* sentinels */
    } else {
        batch->base = run->slice_index + (begin - first);
        batch->run = batch->n;
    }
    walk->tuple = begin + batch->n;
    if (!has_gap && walk->tuple == end) walk->next++;
    return 1;
}

/* Slice indices of 64 bits, of tuples that are near enough to each other. */
static int next_wide(strew_walk *walk)
{
    strew_batch *batch = &walk->batch;
    *batch = (strew_batch){walk->made, strew_in_order, 0, walk->next, 0, 1, 0};
    for (int has_base = 0; walk->next < walk->end && batch->n < STREW_BLOCK; walk->next++) {
        uint64_t slice_index;
        uint32_t *made = walk->made + batch->n;
        if (strew_find_slice_index(walk->job, walk->next, &slice_index)) {
            if (!has_base) batch->base = slice_index > UINT32_MAX / 2 ? slice_index - UINT32_MAX / 2 : 0; /* as much below as above */
            has_base = 1;
            if (slice_index - batch->base >= UINT32_MAX) break; /* also one that is less than the base */
            *made = (uint32_t)(slice_index - batch->base);
        } else if (strew_must_be_in_bounds(walk->job, walk->next)) {
            walk->is_out_of_bounds = 1;
            return 0;
        } else {
            *made = UINT32_MAX;
            batch->has_skipped = 1;
        }
        batch->n++;
    }
    if (batch->n != 0) pad(walk, batch->n);
    return batch->n != 0;
}

int strew_is_one_batch(const strew_job *job)
{
    return job->layout.n_blocks == 1 || (job->layout.n_blocks == 2 && strew_indexed_of(job)->region_bytes == 0);
}

/* Makes the slice indices of a block. The last ones stay pending until those of the next block are known, so that kernels can prefetch
 * these meanwhile. Without it, every block begins with slices that are not in the cache: big_elem_add and elements_ax0 of the bench then
 * take half as long again. If there are only two blocks, all of the first one stay pending. */
static STREW_INLINE int make_block(strew_walk *walk, strew_block block)
{
    strew_batch *batch = &walk->batch;
    const size_t n_pending = walk->n_pending;
    const int is_one_batch = walk->has_all_blocks && strew_is_one_batch(walk->job),
              has_pending = is_one_batch || (walk->job->slices.prefetches_output && !walk->leaves_out);
    const size_t max_pending = is_one_batch ? STREW_BLOCK : STREW_PREFETCH_SLICES;
    memmove(walk->made, walk->made + batch->n, n_pending * sizeof *walk->made);
    const strew_job *job = walk->job;
    uint32_t *slice_indices = walk->made + n_pending;
    const uint32_t largest = strew_run_indices_kernel(job, job->plan->locate, block.first, block.n, slice_indices, job->layout.positions);
    const strew_made made = strew_bound_slice_indices(job, &block, slice_indices, largest);
    walk->is_out_of_bounds = made == STREW_NOT_MADE;
    if (walk->is_out_of_bounds) return 0;
    if (has_pending) strew_make_absolute(&block, slice_indices);
    const size_t n = n_pending + block.n;
    const int has_skipped = made == STREW_SOME_SKIPPED || (n_pending > 0 && batch->has_skipped);
    *batch = (strew_batch){walk->made, strew_in_order, block.base, block.first - n_pending, n, 1, has_skipped};
    walk->n_pending = has_pending && walk->next != walk->end ? strew_min(n, max_pending) : 0;
    batch->n -= walk->n_pending;
    if (walk->n_pending == 0) pad(walk, n); /* kernels prefetch by the pending ones otherwise */
    return 1;
}

static STREW_INLINE int next_of_blocks(strew_walk *walk)
{
    const strew_job *job = walk->job;
    strew_batch *batch = &walk->batch;
    do {
        if (walk->next == walk->end) return 0;
        const strew_block block = strew_block_at(&job->layout, walk->next++);
        if (job->access.pattern == STREW_GRID) {
            const int32_t last = job->layout.n_dims - 1;
            const size_t row = job->layout.split == last ? block.n : job->layout.count[last];
            *batch = (strew_batch){job->layout.positions, strew_in_order, block.base, block.first, block.n, row, 0};
        } else if (strew_given_slice_indices(job) != NULL) {
            const uint32_t *given = strew_given_slice_indices(job) + block.first;
            *batch = (strew_batch){given, strew_in_order, 0, block.first, block.n, 1, strew_indexed_of(job)->has_skipped};
        } else if (!make_block(walk, block)) {
            return 0;
        }
    } while (batch->n == 0);
    return 1;
}

#if STREW_BUILD_FUSED
/* Flags tuples whose update index passes them over. Slice indices that are not the walk's own are copied. */
STREW_OWN_FRAME static void flag_without_row(strew_walk *walk)
{
    enum { GROUP = 64 };
    uint32_t rows[GROUP];
    strew_batch *batch = &walk->batch;
    memmove(walk->made, batch->slice_indices, batch->n * sizeof *walk->made);
    batch->slice_indices = walk->made;
    pad(walk, batch->n);
    for (size_t done = 0, n; done < batch->n; done += n) {
        n = strew_min(batch->n - done, GROUP);
        if (strew_read_rows(walk->job->plan, walk->job->rows, batch->first + done, n, rows) == 0) continue;
        for (size_t i = 0; i < n; i++) walk->made[done + i] |= 0 - (uint32_t)(rows[i] == UINT32_MAX);
        batch->has_skipped = 1;
    }
}
#else
#define flag_without_row(walk) ((void)(walk))
#endif

/* Zero if none are left. */
static int leave_out(strew_walk *walk)
{
    strew_batch *batch = &walk->batch;
    /* When tuples are prepared, update indices are not known. */
    if (walk->job->rows != NULL && strew_passes_over_rows(walk->job->plan)) flag_without_row(walk);
    if (walk->own == NULL && !batch->has_skipped) return 1;
    strew_selection own = walk->own != NULL ? *walk->own : (strew_selection){0};
    own.base = (uint32_t)batch->base;
    uint32_t *tuples = walk->made + STREW_BLOCK + STREW_PREFETCH_SLICES;
    size_t n = 0;
    for (size_t i = 0; i < batch->n; i++) {
        const uint32_t slice_index = batch->slice_indices[i];
        walk->made[n] = slice_index;
        tuples[n] = (uint32_t)i;
        n += walk->own != NULL ? strew_is_in_selection(&own, slice_index) : slice_index != UINT32_MAX;
    }
    batch->slice_indices = walk->made;
    batch->tuples = tuples;
    batch->n = n;
    batch->run = 1;
    batch->has_skipped = 0;
    if (n != 0) pad(walk, n);
    return n != 0;
}

int strew_next_batch(strew_walk *walk)
{
    const int has_runs = strew_has_runs(walk->job), is_wide = !strew_has_32_bit_slice_indices(walk->job->plan);
    do {
        if (!(has_runs ? next_of_runs(walk) : is_wide ? next_wide(walk) : next_of_blocks(walk))) return 0;
    } while (walk->leaves_out && !leave_out(walk));
    return 1;
}

size_t strew_repeat_batch(strew_walk *walk, size_t n_outer, size_t n_slices)
{
    strew_batch *batch = &walk->batch;
    const size_t n = batch->n, max = n_slices < UINT32_MAX ? UINT32_MAX / n_slices : 1,
                 n_repeated = strew_min(strew_min(n_outer, STREW_BLOCK / n), max);
    memmove(walk->made, batch->slice_indices, n * sizeof *walk->made);
    batch->slice_indices = walk->made;
    for (size_t i = n; i < n * n_repeated; i++) {
        const uint32_t before = walk->made[i - n];
        walk->made[i] = before == UINT32_MAX ? UINT32_MAX : before + (uint32_t)n_slices;
    }
    batch->n = n * n_repeated;
    pad(walk, batch->n);
    return n_repeated;
}

int strew_walk_in_bounds(const strew_job *job, size_t begin, size_t end)
{
    strew_walk walk;
    strew_begin_walk(&walk, job, begin, end, NULL, 0);
    while (strew_next_batch(&walk)) continue;
    return !walk.is_out_of_bounds;
}
