/* Gathering slices. A gather reads the same slice indices as a scatter: blocks of tuples are turned into them, and then copied. */
#include "gather.h"

#include "copy.h"
#include "util.h"

#include <string.h>

void strew_begin_gather(strew_job *job, const strew_plan_state *plan, void *output, const void *data, const void *indices)
{
    strew_begin_job(job, plan, output, indices, data);
}

/* ---- Tuples -------------------------------------------------------------------------------------------------------------------------- */

static const strew_gather_kernel *kernel_of(const strew_job *job)
{
    return job->layout.elements != 1 ? job->plan->gather_row : job->plan->gather;
}

/* Fills n slices that are skipped. */
static void fill_slices(const strew_job *job, unsigned char *output, size_t n)
{
    const size_t n_bytes = n * job->slices.slice_bytes;
    const size_t element_bytes = (size_t)job->plan->element_bytes;
    for (size_t at = 0; at < n_bytes; at += element_bytes) memcpy(output + at, job->plan->fill, element_bytes);
}

/* Gathers into a buffer that stays in the first-level cache, and from there to output, which bypasses the caches. A slice that is wider
 * than the buffer goes through it part by part. */
STREW_OWN_FRAME static void gather_streaming(const strew_job *job, unsigned char *output, const unsigned char *data,
                                             const uint32_t *slice_indices, size_t n)
{
    unsigned char buffer[STREW_GATHERED_BYTES];
    const size_t slice_bytes = job->slices.slice_bytes, max = sizeof buffer / slice_bytes;
    for (size_t done = 0, n_here; max != 0 && done < n; done += n_here) {
        n_here = strew_min(n - done, max);
        kernel_of(job)->run(buffer, data, slice_indices + done, n_here, slice_bytes, job->slices.prefetches_output);
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
    const size_t slice_bytes = job->slices.slice_bytes;
    if (job->plan->exceeds_caches && slice_bytes >= STREW_MIN_STREAMED_SLICE_BYTES) {
        gather_streaming(job, output, data, slice_indices, n);
    } else {
        kernel_of(job)->run(output, data, slice_indices, n, slice_bytes, job->slices.prefetches_output);
    }
}

/* The slices of n tuples, which are adjacent in output. Those of one outer index begin at `data`. */
static STREW_INLINE void gather_slices(const strew_job *job, unsigned char *output, const unsigned char *data,
                                       const uint32_t *slice_indices, size_t n)
{
    const size_t slice_bytes = job->slices.slice_bytes;
    if (job->plan->options.policy != STREW_POLICY_SKIP) {
        gather_in_bounds(job, output, data, slice_indices, n);
        return;
    }
    for (size_t begin = 0, end; begin < n; begin = end) {
        const int is_skipped = slice_indices[begin] == UINT32_MAX;
        for (end = begin + 1; end < n && (slice_indices[end] == UINT32_MAX) == is_skipped;) end++;
        unsigned char *to = output + begin * slice_bytes;
        if (is_skipped) {
            fill_slices(job, to, end - begin);
        } else {
            gather_in_bounds(job, to, data, slice_indices + begin, end - begin);
        }
    }
}

/* Data has the shape batches, outer indices, slices; output has batches, outer indices, tuples; and the tuples are batches of tuples. The
 * slice indices of a batch count from its outer index 0. */
void strew_gather_tuples(const strew_job *job, size_t first, const uint32_t *slice_indices, size_t n)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes, n_outer = plan->n_outer;
    if (n_outer == 1) {
        gather_slices(job, job->output + first * slice_bytes, job->updates, slice_indices, n);
        return;
    }
    const size_t n_batch = plan->n_batch_tuples, outer_bytes = (size_t)plan->size[0] * slice_bytes;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        const size_t batch = (first + done) / n_batch, in_batch = (first + done) % n_batch;
        n_here = strew_min(n - done, n_batch - in_batch);
        for (size_t outer = 0; outer < n_outer; outer++) {
            unsigned char *output = job->output + ((batch * n_outer + outer) * n_batch + in_batch) * slice_bytes;
            gather_slices(job, output, job->updates + outer * outer_bytes, slice_indices + done, n_here);
        }
    }
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* Copies rows of a grid. */
static void gather_grid(const strew_job *job, size_t begin, size_t end)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes, outer_bytes = (size_t)plan->size[0] * slice_bytes;
    const int32_t last = job->layout.n_dims - 1;
    for (size_t number = begin; number < end; number++) {
        const strew_block block = strew_block_at(&job->layout, number);
        const size_t row = job->layout.split == last ? block.n : job->layout.count[last];
        for (size_t outer = 0; outer < plan->n_outer; outer++) {
            unsigned char *output = job->output + (outer * plan->n_tuples + block.first) * slice_bytes;
            const unsigned char *data = job->updates + outer * outer_bytes + (size_t)block.base * slice_bytes;
            for (size_t i = 0; i < block.n; i += row) {
                strew_copy(output + i * slice_bytes, data + job->layout.positions[i] * slice_bytes, row * slice_bytes,
                           plan->exceeds_caches && row * slice_bytes >= STREW_PAGE_BYTES);
            }
        }
    }
}

/* The last slice indices of a block stay pending until those of the next block are known, so that kernels can prefetch these meanwhile. */
int strew_gather_blocks(const strew_job *job, size_t begin, size_t end)
{
    uint32_t slice_indices[STREW_PREFETCH_SLICES + STREW_BLOCK + STREW_PREFETCH_SLICES];
    const size_t max_pending = job->slices.prefetches_output ? STREW_PREFETCH_SLICES : 0;
    size_t n_pending = 0;
    if (job->access.pattern == STREW_GRID) {
        gather_grid(job, begin, end);
        return 1;
    }
    for (size_t number = begin; number < end; number++) {
        strew_block block = strew_block_at(&job->layout, number);
        uint32_t *made = slice_indices + n_pending;
        if (!strew_make_slice_indices(job, &block, made)) return 0;
        strew_make_absolute(&block, made);
        const size_t n = n_pending + block.n, first = block.first - n_pending;
        const int is_last = number + 1 == end;
        if (is_last) {
            for (size_t i = 0; i < max_pending; i++) slice_indices[n + i] = slice_indices[n - 1];
        }
        n_pending = is_last ? 0 : strew_min(n, max_pending);
        if (n > n_pending) strew_gather_tuples(job, first, slice_indices, n - n_pending);
        memmove(slice_indices, slice_indices + n - n_pending, n_pending * sizeof *slice_indices);
    }
    return 1;
}

/* ---- Large offsets ------------------------------------------------------------------------------------------------------------------- */

int strew_gather_large_offset(const strew_job *job)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes, n_batch = plan->n_batch_tuples;
    for (size_t t = 0; t < plan->n_tuples; t++) {
        uint64_t slice_index;
        const int is_skipped = !strew_find_slice_index(job, t, &slice_index);
        if (is_skipped && plan->options.policy != STREW_POLICY_SKIP) return 0;
        for (size_t outer = 0; outer < plan->n_outer; outer++) {
            const size_t tuple = (t / n_batch * plan->n_outer + outer) * n_batch + t % n_batch;
            unsigned char *to = job->output + tuple * slice_bytes;
            if (is_skipped) {
                fill_slices(job, to, 1);
            } else {
                memcpy(to, job->updates + (size_t)(slice_index + outer * (uint64_t)plan->size[0]) * slice_bytes, slice_bytes);
            }
        }
    }
    return 1;
}
