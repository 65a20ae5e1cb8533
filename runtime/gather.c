/* Gathering slices. A gather reads the same slice indices as a scatter: blocks of tuples are turned into them, and then copied. */
#include "gather.h"

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

/* The slices of n tuples, which are adjacent in output. Those of one outer index begin at `data`. */
static STREW_INLINE void gather_slices(const strew_job *job, unsigned char *output, const unsigned char *data,
                                       const uint32_t *slice_indices, size_t n)
{
    const strew_gather_kernel *kernel = kernel_of(job);
    const size_t slice_bytes = job->slices.slice_bytes;
    const int prefetches = job->slices.prefetches_output;
    if (job->plan->options.policy != STREW_POLICY_SKIP) {
        kernel->run(output, data, slice_indices, n, slice_bytes, prefetches);
        return;
    }
    for (size_t begin = 0, end; begin < n; begin = end) {
        const int is_skipped = slice_indices[begin] == UINT32_MAX;
        for (end = begin + 1; end < n && (slice_indices[end] == UINT32_MAX) == is_skipped;) end++;
        unsigned char *to = output + begin * slice_bytes;
        if (is_skipped) {
            fill_slices(job, to, end - begin);
        } else {
            kernel->run(to, data, slice_indices + begin, end - begin, slice_bytes, prefetches);
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

/* The last slice indices of a block stay pending until those of the next block are known, so that kernels can prefetch these meanwhile. */
int strew_gather_blocks(const strew_job *job, size_t begin, size_t end)
{
    uint32_t slice_indices[STREW_PREFETCH_SLICES + STREW_BLOCK + STREW_PREFETCH_SLICES];
    const size_t max_pending = job->slices.prefetches_output ? STREW_PREFETCH_SLICES : 0;
    size_t n_pending = 0;
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
