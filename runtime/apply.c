/* Applying blocks of tuples, once they are slice indices. */
#include "job.h"

#include <string.h>

/* ---- Slice indices ------------------------------------------------------------------------------------------------------------------- */

void strew_pad_slice_indices(const strew_plan_state *plan, uint32_t *slice_indices, size_t n)
{
    if (!strew_exceeds_l2(plan)) return;
    for (size_t i = 0; i < STREW_PREFETCH_SLICES; i++) slice_indices[n + i] = slice_indices[n - 1];
}

/* Notes which tuples are not marked, and gives those that are a slice index that can be prefetched. */
static void note_in_bounds(strew_scratch *scratch, size_t n)
{
    memset(scratch->is_in_bounds, 0, sizeof scratch->is_in_bounds);
    for (size_t i = 0; i < n; i++) {
        const int is_in_bounds = scratch->slice_indices[i] != UINT32_MAX;
        scratch->is_in_bounds[i / 64] |= (uint64_t)is_in_bounds << i % 64;
        if (!is_in_bounds) scratch->slice_indices[i] = 0;
    }
}

/* Of a slice index in scratch. */
static int is_in_bounds(const strew_scratch *scratch, const uint32_t *slice_index)
{
    const size_t i = (size_t)(slice_index - scratch->slice_indices);
    return (int)(scratch->is_in_bounds[i / 64] >> i % 64 & 1);
}

/* Makes n of scratch's slice indices what kernels take. */
static void ready_slice_indices(const strew_job *job, strew_scratch *scratch, size_t n)
{
    if (job->plan->options.policy == STREW_POLICY_SKIP) note_in_bounds(scratch, n);
    strew_pad_slice_indices(job->plan, scratch->slice_indices, n);
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

/* Writes n slices that lie side by side in output and in updates as one. */
static void apply_run(const strew_job *job, const strew_apply_kernel *any_width, unsigned char *output, const unsigned char *updates,
                      size_t n)
{
    static const uint32_t zero = 0;
    const strew_slices slices = {n * job->slices.stride_bytes, n * job->slices.stride_bytes, job->slices.prefetch_bytes, 0};
    any_width->run(output, updates, &zero, 1, &slices);
}

/* How many of n slice indices follow one another from the first on. A compiler turns the pieces into vectors. */
static size_t length_of_run(const uint32_t *slice_indices, size_t n)
{
    enum { TILE = 16 };
    size_t length = 0;
    for (; n - length >= TILE; length += TILE) {
        const uint32_t *tile = slice_indices + length, next = slice_indices[0] + (uint32_t)length;
        uint32_t differs = 0;
        for (uint32_t i = 0; i < TILE; i++) differs |= tile[i] ^ (next + i);
        if (differs != 0) break;
    }
    while (length < n && slice_indices[length] == slice_indices[0] + (uint32_t)length) length++;
    return length;
}

/* Writes n slice indices of a block on a grid row by row. */
static void apply_rows(const strew_job *job, unsigned char *output, const unsigned char *updates, const uint32_t *slice_indices, size_t n)
{
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    const int32_t last = job->n_dims - 1;
    const size_t row = job->split == last ? n : job->count[last];
    for (size_t i = 0; i < n; i += row)
        apply_run(job, any_width, output + slice_indices[i] * stride_bytes, updates + i * stride_bytes, row);
}

/* Whether tuples seem to name one slice after the other, as those of a slice assignment do: of a dozen pairs of neighbours, or two, all but
 * one do. They lie at an odd distance, so that runs of two or four are found out at once; what is not, apply_joined copes with. Of random
 * tuples two pairs are enough to tell. Joined, slice_assign of the bench takes a sixth less time where indices are trusted, which are not
 * looked at for a grid, and nothing else takes more. */
static int seem_joined(const strew_job *job, const uint32_t *slice_indices, size_t n)
{
    enum { PAIRS = 16 };
    if (n < 2 * PAIRS || job->slices.slice_bytes != job->slices.stride_bytes) return 0;
    size_t n_apart = 0;
    for (size_t i = 0; i < n - 1 && n_apart <= 1; i += n / PAIRS | 1) n_apart += slice_indices[i + 1] - slice_indices[i] != 1;
    return n_apart <= 1;
}

/* Applies slice indices run by run, and where one is shorter than seemed, twice as many as would have been worth it as they are. */
static void apply_joined(const strew_job *job, unsigned char *output, const unsigned char *updates, const uint32_t *slice_indices, size_t n)
{
    enum { MIN_RUN = 32 };
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t i = 0, n_here; i < n; i += n_here) {
        const unsigned char *here = updates + i * stride_bytes;
        n_here = length_of_run(slice_indices + i, n - i);
        if (n_here >= MIN_RUN) {
            apply_run(job, any_width, output + slice_indices[i] * stride_bytes, here, n_here);
        } else {
            n_here = strew_min(n - i, 2 * MIN_RUN);
            job->apply->run(output, here, slice_indices + i, n_here, &job->slices);
        }
    }
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* Applies those of n slice indices that are inside, where the policy skips the others. Their updates lie side by side. */
static void apply_in_bounds(const strew_job *job, const strew_scratch *scratch, unsigned char *output, const unsigned char *updates,
                            const uint32_t *slice_indices, size_t n)
{
    for (size_t end = 0; end < n; end++) {
        const size_t first = end;
        while (end < n && is_in_bounds(scratch, slice_indices + end)) end++;
        if (end > first)
            job->apply->run(output, updates + first * job->slices.stride_bytes, slice_indices + first, end - first, &job->slices);
    }
}

/* Applies n slice indices whose updates lie side by side. */
static void apply_slice_indices(const strew_job *job, const strew_scratch *scratch, unsigned char *output, const unsigned char *updates,
                                const uint32_t *slice_indices, size_t n)
{
    if (job->plan->options.policy == STREW_POLICY_SKIP) {
        apply_in_bounds(job, scratch, output, updates, slice_indices, n);
    } else if (job->is_grid) {
        apply_rows(job, output, updates, slice_indices, n);
    } else if (seem_joined(job, slice_indices, n)) {
        apply_joined(job, output, updates, slice_indices, n);
    } else {
        job->apply->run(output, updates, slice_indices, n, &job->slices);
    }
}

/* Applies a block in one part of data after the other. */
static void apply_outer(const strew_job *job, const strew_scratch *scratch, const strew_block *block, size_t outer_begin, size_t outer_end,
                        const uint32_t *slice_indices)
{
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t outer = outer_begin; outer < outer_end; outer++) {
        unsigned char *output = job->output + ((size_t)job->n_slices * outer + (size_t)block->base) * stride_bytes;
        for (size_t done = 0, n; done < block->n; done += n) {
            const size_t t = block->first + done, update = outer * job->n_tuples + strew_memory_tuple(job, t);
            n = strew_min(strew_left_of_tile(job, t), block->n - done);
            apply_slice_indices(job, scratch, output, job->updates + update * stride_bytes, slice_indices + done, n);
        }
    }
}

/* A few tuples in many parts: their slice indices are repeated for as many parts as fill a block, and all of those are applied at once. */
static int apply_tiled(const strew_job *job, size_t outer_begin, size_t outer_end, const uint32_t *given)
{
    strew_scratch scratch;
    const strew_block all = strew_block_at(job, 0);
    const size_t n = job->n_tuples, stride_bytes = job->slices.stride_bytes;
    uint32_t *slice_indices = scratch.slice_indices;
    if (given != NULL) memcpy(slice_indices, given, n * sizeof *slice_indices);
    if (given == NULL && !strew_make_slice_indices(job, &all, slice_indices)) return 0;
    size_t tile = strew_min(outer_end - outer_begin, STREW_BLOCK / n);
    tile = strew_min(tile, (size_t)(UINT32_MAX / job->n_slices));
    for (size_t i = n; i < n * tile; i++) {
        slice_indices[i] = slice_indices[i - n] == UINT32_MAX ? UINT32_MAX : slice_indices[i - n] + (uint32_t)job->n_slices;
    }
    ready_slice_indices(job, &scratch, n * tile);
    for (size_t outer = outer_begin; outer < outer_end; outer += tile) {
        const size_t n_here = strew_min(tile, outer_end - outer) * n;
        if (n_here < n * tile) strew_pad_slice_indices(job->plan, slice_indices, n_here);
        apply_slice_indices(job, &scratch, job->output + outer * (size_t)job->n_slices * stride_bytes,
                            job->updates + outer * n * stride_bytes, slice_indices, n_here);
    }
    return 1;
}

/* What a block will want of memory. */
typedef struct wanted {
    const unsigned char *first;
    size_t n_bytes;
} wanted;

/* Applies a block, and between pieces of it prefetches what the next one wants, as many lines at a time as a core can wait for beside its
 * work: some 10 to 16. elements_ax1 of the bench, whose blocks want 128, takes a quarter longer with all of them at once; prepared, hist
 * with its 32 a fifth, while k3_add takes a quarter longer without any. */
static void apply_block(const strew_job *job, const strew_scratch *scratch, const strew_block *block, size_t outer_begin, size_t outer_end,
                        const uint32_t *slice_indices, wanted next)
{
    enum { BYTES_AT_ONCE = 12 * STREW_LINE_BYTES };
    const size_t max = (block->n - 1) / (next.n_bytes / BYTES_AT_ONCE + 1) + 1;
    strew_block tile = *block;
    for (size_t done = 0, at = 0; done < block->n; done += tile.n) {
        for (const size_t end = strew_min(at + BYTES_AT_ONCE, next.n_bytes); at < end; at += STREW_LINE_BYTES) {
            STREW_PREFETCH_READ(next.first + at);
        }
        tile.first = block->first + done;
        tile.n = strew_min(max, block->n - done);
        apply_outer(job, scratch, &tile, outer_begin, outer_end, slice_indices + done);
    }
}

/* Of the block with that number, its region in output, if it has one. */
static wanted region_of(const strew_job *job, size_t number)
{
    const uint64_t base = strew_block_at(job, number).base;
    const size_t left = (size_t)(job->n_slices - base) * job->slices.stride_bytes;
    return (wanted){job->output + (size_t)base * job->slices.stride_bytes, strew_min(job->region_bytes, left)};
}

/* Whether the last slice indices of a block wait for those of the next one, which kernels then prefetch meanwhile: big_elem_add and
 * elements_ax0 of the bench take half as long again where every block begins with slices that are not there yet. */
static int has_waiting(const strew_job *job)
{
    return job->slices.exceeds_l2 && job->plan->options.policy != STREW_POLICY_SKIP;
}

/* Counts slice indices from the start of the part, so that those of several blocks can stand together. */
static void make_absolute(strew_block *block, uint32_t *slice_indices)
{
    if (block->base == 0) return;
    for (size_t i = 0; i < block->n; i++) slice_indices[i] += (uint32_t)block->base;
    block->base = 0;
}

/* One block after the other, from the indices. */
static int apply_made(const strew_job *job, size_t first, size_t end, size_t outer_begin, size_t outer_end)
{
    strew_scratch scratch;
    const int waits = has_waiting(job);
    size_t n_waiting = 0;
    for (size_t number = first; number < end; number++) {
        strew_block block = strew_block_at(job, number);
        const int is_last = number + 1 == end;
        if (!strew_make_slice_indices(job, &block, scratch.slice_indices + n_waiting)) return 0;
        if (waits) make_absolute(&block, scratch.slice_indices + n_waiting);
        block.first -= n_waiting;
        block.n += n_waiting;
        ready_slice_indices(job, &scratch, block.n);
        n_waiting = waits && !is_last ? strew_min(block.n, STREW_PREFETCH_SLICES) : 0;
        block.n -= n_waiting;
        wanted next = {NULL, 0};
        if (!is_last && job->region_bytes != 0) next = region_of(job, number + 1);
        apply_block(job, &scratch, &block, outer_begin, outer_end, scratch.slice_indices, next);
        memmove(scratch.slice_indices, scratch.slice_indices + block.n, n_waiting * sizeof *scratch.slice_indices);
    }
    return 1;
}

/* The same from slice indices that are there already: of all tuples, or where they lie on a grid, the same for each block. */
static void apply_given(const strew_job *job, size_t first, size_t end, size_t outer_begin, size_t outer_end, const uint32_t *slice_indices)
{
    for (size_t number = first; number < end; number++) {
        const strew_block block = strew_block_at(job, number);
        const uint32_t *here = job->is_grid ? job->positions : slice_indices + block.first;
        const size_t n_left = job->is_grid ? 0 : job->n_tuples - block.first - block.n;
        const wanted next = {(const unsigned char *)(here + block.n), strew_min(block.n, n_left) * sizeof *slice_indices};
        apply_block(job, NULL, &block, outer_begin, outer_end, here, next);
    }
}

int strew_apply_blocks(const strew_job *job, size_t first, size_t end, size_t outer_begin, size_t outer_end, const uint32_t *slice_indices)
{
    if (job->n_blocks == 1 && outer_end - outer_begin > 1) return apply_tiled(job, outer_begin, outer_end, slice_indices);
    if (slice_indices == NULL && !job->is_grid) return apply_made(job, first, end, outer_begin, outer_end);
    apply_given(job, first, end, outer_begin, outer_end, slice_indices);
    return 1;
}

void strew_apply_runs(const strew_job *job, const strew_run_of_slices *runs, size_t first, size_t end, size_t outer_begin, size_t outer_end)
{
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t outer = outer_begin; outer < outer_end; outer++) {
        unsigned char *output = job->output + (size_t)job->n_slices * outer * stride_bytes;
        const unsigned char *updates = job->updates + job->n_tuples * outer * stride_bytes;
        for (size_t i = first; i < end; i++) {
            apply_run(job, any_width, output + (size_t)runs[i].slice_index * stride_bytes, updates + (size_t)runs[i].first * stride_bytes,
                      (size_t)runs[i].n);
        }
    }
}

/* ---- Tuple by tuple ------------------------------------------------------------------------------------------------------------------ */

/* The place of a tuple, in slice indices. */
static uint64_t find_position(const strew_plan_state *plan, size_t tuple)
{
    uint64_t position = 0;
    for (int32_t d = plan->n_dims - 1; d >= 0; d--) {
        position += tuple % plan->count[d] * plan->step[d];
        tuple /= plan->count[d];
    }
    return position;
}

int strew_find_slice_index(const strew_job *job, size_t tuple, uint64_t *slice_index)
{
    const strew_plan_state *plan = job->plan;
    int is_in_bounds = 1;
    *slice_index = plan->position_dependent ? find_position(plan, tuple) : 0;
    for (int32_t c = 0; c < plan->k; c++) {
        int64_t index = strew_read_index(job->indices + tuple * job->tuple_bytes + (size_t)(c * plan->index_bytes), plan->index_bytes);
        if (index < 0) index -= plan->low[c];
        if (plan->options.policy == STREW_POLICY_CLAMP) index = index < 0 ? 0 : index < plan->size[c] ? index : plan->size[c] - 1;
        is_in_bounds &= index >= 0 && index < plan->size[c];
        *slice_index += (uint64_t)index * plan->stride[c];
    }
    /* The slice index as well: an index may be loaded once to be compared and once more for the slice index. */
    return is_in_bounds & (*slice_index < plan->n_slices);
}

/* Applies n slice indices that are counted from `base`, beginning with the updates of tuple `first`. */
static void apply_large_offset_run(const strew_job *job, strew_scratch *scratch, uint64_t base, size_t first, size_t n)
{
    if (n == 0) return;
    strew_pad_slice_indices(job->plan, scratch->slice_indices, n);
    job->apply->run(job->output + base * job->slices.stride_bytes, job->updates + first * job->slices.stride_bytes, scratch->slice_indices,
                    n, &job->slices);
}

/* Consecutive slice indices that share their high half are applied together, from where that half points. */
int strew_apply_large_offset(const strew_job *job)
{
    strew_scratch scratch;
    const strew_plan_state *plan = job->plan;
    const int skips = plan->options.policy == STREW_POLICY_SKIP;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        uint64_t base = 0;
        size_t first = outer * plan->n_tuples, n = 0;
        for (size_t t = 0; t < plan->n_tuples; t++) {
            const size_t update = outer * plan->n_tuples + t;
            uint64_t slice_index;
            const int is_in_bounds = strew_find_slice_index(job, t, &slice_index);
            if (!is_in_bounds && !skips) return 0;
            slice_index += outer * plan->n_slices;
            const int is_skipped = !is_in_bounds;
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
