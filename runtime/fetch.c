/* Fetching slices of data: what a gather does with a batch of tuples. */
#include "fetch.h"

#include "affine.h"
#include "convert.h"
#include "copy.h"
#include "scale.h"
#include "util.h"

#include <string.h>

/* Positions are cut as they are: their blocks are small, or many. */
void strew_cut_gather(strew_job *job, size_t n_threads)
{
    const strew_plan_state *plan = job->plan;
    if (plan->position_dependent || job->access.pattern != STREW_SCATTERED) return;
    const size_t wanted = plan->n_tuples / (STREW_GATHER_BLOCKS_OF_THREAD * n_threads) + 1;
    strew_set_layout(&job->layout, &plan->n_tuples, strew_steps_of(plan), 1, 0, strew_min(wanted, STREW_BLOCK));
}

/* ---- Slices that are in bounds ------------------------------------------------------------------------------------------------------- */

static const strew_gather_kernel *kernel_of(const strew_job *job)
{
    return job->layout.elements != 1 ? job->plan->gather_row : job->plan->gather;
}

/* Whether slices bypass the caches. */
static int may_stream(const strew_job *job)
{
    return job->plan->exceeds_caches && job->slices.slice_bytes >= STREW_MIN_STREAMED_SLICE_BYTES;
}

/* Fetches into a buffer that stays in the first-level cache, and from there to output, which bypasses the caches. A slice that is wider
 * than the buffer goes through it part by part. */
STREW_OWN_FRAME static void fetch_streaming(const strew_job *job, unsigned char *output, const unsigned char *data,
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

/* Slices that are `step` bytes apart in output, and in data no further than slice indices say. Those of a line or more are prefetched on
 * both sides: the hardware prefetchers do not pass gaps. */
static void fetch_apart(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                        const uint32_t *slice_indices, size_t n)
{
    enum { GROUP = 16 };
    const size_t stride_bytes = job->slices.stride_bytes, slice_bytes = job->slices.slice_bytes,
                 whole_bytes = strew_min(slice_bytes, STREW_MAX_WHOLE_BYTES);
    const int is_prefetched = job->slices.prefetches_output;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, GROUP);
        for (size_t i = done; is_prefetched && i < done + n_here; i++) {
            const size_t next = slice_indices[i + STREW_PREFETCH_WIDE_SLICES] * stride_bytes;
            STREW_PREFETCH_READ_AT(data, next);
            STREW_PREFETCH_READ_AT(data, next + slice_bytes - 1);
            for (size_t at = STREW_LINE_BYTES; at < whole_bytes; at += STREW_LINE_BYTES) STREW_PREFETCH_READ_AT(data, next + at);
            if (slice_bytes < STREW_LINE_BYTES) continue;
            const size_t gap = (size_t)(step * (ptrdiff_t)(i - done + STREW_PREFETCH_GAPPED_SLICES));
            STREW_PREFETCH_AT(output, gap);
            STREW_PREFETCH_AT(output, gap + slice_bytes - 1);
        }
        strew_copy_pieces(output, step, data, (ptrdiff_t)stride_bytes, slice_indices + done, slice_bytes, n_here);
        output += (ptrdiff_t)n_here * step;
    }
}

/* Kernels write dense slices, which are staged if output has gaps: this pays for slices of less than a line. */
STREW_OWN_FRAME static void fetch_staged(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                                         const uint32_t *slice_indices, size_t n)
{
    unsigned char staged[STREW_STAGED_UPDATES_BYTES];
    const size_t slice_bytes = job->slices.slice_bytes, max = sizeof staged / slice_bytes;
    const strew_gather_kernel *gather = kernel_of(job);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, max);
        gather->run(staged, data, slice_indices + done, n_here, slice_bytes, job->slices.prefetches_output);
        strew_copy_evenly(output + (ptrdiff_t)done * step, step, staged, (ptrdiff_t)slice_bytes, slice_bytes, n_here);
    }
}

/* What conversions take besides slices: scratch; or the outer index, where its scales begin, and the slice number that slice indices count
 * from. */
typedef struct beside {
    void *scratch;
    const unsigned char *scale;
    size_t outer;
    uint64_t base;
} beside;

#if STREW_BUILD_CONVERSIONS
/* Slices whose elements are converted on their way to output: by one kernel, or where that takes more steps, narrow ones staged, so that
 * each step is done for many. */
STREW_OWN_FRAME static void fetch_converted(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                                            const uint32_t *slice_indices, size_t n, void *scratch)
{
    unsigned char staged[STREW_STAGED_UPDATES_BYTES];
    const strew_conversion *conversion = strew_conversion_of(job->plan);
    const strew_apply_kernel *whole = strew_whole_conversion(conversion);
    const size_t slice_bytes = job->slices.slice_bytes, stride_bytes = job->slices.stride_bytes,
                 n_elements = slice_bytes / conversion->from_bytes;
    const int is_dense = step == (ptrdiff_t)(n_elements * conversion->to_bytes);
    const size_t max = whole != NULL ? STREW_BLOCK : conversion->whole != NULL ? 1 : sizeof staged / slice_bytes;
    for (size_t done = 0, n_here; done < n; done += n_here, output += (ptrdiff_t)n_here * step) {
        n_here = max < 2 ? 1 : strew_min(n - done, max);
        const uint32_t *names = slice_indices + done;
        if (whole != NULL) {
            const strew_slices slices = {slice_bytes, (size_t)step, stride_bytes, 0, 0, names, conversion->saturates};
            whole->run(output, data, strew_in_order, n_here, &slices);
        } else if (max < 2) {
            strew_convert(conversion, output, data + names[0] * stride_bytes, n_elements, scratch);
        } else {
            strew_copy_pieces(staged, (ptrdiff_t)slice_bytes, data, (ptrdiff_t)stride_bytes, names, slice_bytes, n_here);
            const size_t n_joined = is_dense ? n_here : 1;
            for (size_t i = 0; i < n_here; i += n_joined)
                strew_convert_by_steps(conversion, output + (ptrdiff_t)i * step, staged + i * slice_bytes, n_joined * n_elements);
        }
    }
}

/* The same with scales: wide slices one by one, and others some at a time, staged on both sides. */
STREW_OWN_FRAME static void fetch_scaled(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                                         const uint32_t *slice_indices, size_t n_tuples, const beside *beside)
{
    unsigned char read[STREW_SCALED_ELEMENTS * sizeof(uint16_t)], written[STREW_SCALED_ELEMENTS * sizeof(float)];
    float scales[STREW_SCALED_ELEMENTS];
    const strew_plan_state *plan = job->plan;
    const strew_scale_map *map = strew_scale_map_of(plan);
    const size_t slice_bytes = job->slices.slice_bytes, bytes = (size_t)plan->element_bytes, output_bytes = (size_t)plan->converted_bytes,
                 n = slice_bytes / bytes, max = STREW_SCALED_ELEMENTS / n;
    const int is_staged = max >= 2;
    const ptrdiff_t stride_bytes = (ptrdiff_t)job->slices.stride_bytes;
    strew_scaling scaling = strew_scaling_of(map);
    for (size_t done = 0, n_here; done < n_tuples; done += n_here, output += (ptrdiff_t)n_here * step) {
        const uint32_t *names = slice_indices + done;
        const unsigned char *from = read, *scale = beside->scale;
        n_here = is_staged ? strew_min(n_tuples - done, max) : 1;
        for (size_t i = 0; i < n_here; i++) {
            scale = strew_factors_of_named(&map->at, beside->scale, beside->base + names[i]);
            if (is_staged) strew_copy_factors(&map->at, scale, 0, n, scales + i * n);
        }
        if (is_staged) {
            strew_copy_pieces(read, (ptrdiff_t)slice_bytes, data, stride_bytes, names, slice_bytes, n_here);
            scaling.scales = scales;
            scaling.step = 1;
        } else {
            from = data + (ptrdiff_t)names[0] * stride_bytes;
        }
        unsigned char *const to = is_staged ? written : output;
        for (size_t at = 0, n_even; at < n_here * n; at += n_even) {
            n_even = is_staged ? n_here * n : strew_find_scales(map, scale, at, n - at, &scaling, scales);
            strew_convert_scaled(plan, to + at * output_bytes, from + at * bytes, n_even, &scaling);
        }
        if (is_staged) strew_copy_evenly(output, step, written, (ptrdiff_t)(n * output_bytes), n * output_bytes, n_here);
    }
}

/* The same of integers with zero points. */
static STREW_INLINE void fetch_affine(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                                      const uint32_t *slice_indices, size_t n, const beside *beside)
{
    const strew_affine_slices slices = {data,          job->scale,  job->zero_points, job->slices.stride_bytes, job->slices.slice_bytes,
                                        beside->outer, beside->base};
    strew_fetch_affine(job->plan, output, step, &slices, slice_indices, n);
}
#else
#define fetch_converted(job, output, step, data, slice_indices, n, scratch) ((void)0)
#define fetch_affine(job, output, step, data, slice_indices, n, beside) ((void)0)
#define fetch_scaled(job, output, step, data, slice_indices, n, beside) ((void)(beside))
#endif

static void fetch_in_bounds(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                            const uint32_t *slice_indices, size_t n, const beside *beside)
{
    const strew_gather_kernel *gather = kernel_of(job);
    const size_t slice_bytes = job->slices.slice_bytes;
    const int is_dense = step == (ptrdiff_t)slice_bytes || n == 1;
    if (strew_is_affine(job->plan)) {
        fetch_affine(job, output, step, data, slice_indices, n, beside);
    } else if (strew_scales(job->plan)) {
        fetch_scaled(job, output, step, data, slice_indices, n, beside);
    } else if (strew_converts(job->plan)) {
        fetch_converted(job, output, step, data, slice_indices, n, beside->scratch);
    } else if (job->slices.stride_bytes != slice_bytes || (!is_dense && slice_bytes >= STREW_LINE_BYTES)) {
        fetch_apart(job, output, step, data, slice_indices, n);
    } else if (!is_dense) {
        fetch_staged(job, output, step, data, slice_indices, n);
    } else if (may_stream(job)) {
        fetch_streaming(job, output, data, slice_indices, n);
    } else {
        gather->run(output, data, slice_indices, n, slice_bytes, job->slices.prefetches_output);
    }
}

/* ---- Slices that are skipped --------------------------------------------------------------------------------------------------------- */

/* Fills n slices. */
STREW_OWN_FRAME static void fill_slices(const strew_job *job, unsigned char *output, ptrdiff_t step, size_t n, void *scratch)
{
    const size_t slice_bytes = strew_ordered_bytes_of(job->plan, job->slices.slice_bytes),
                 element_bytes = strew_ordered_bytes_of(job->plan, (size_t)job->plan->element_bytes);
    const unsigned char *fill = strew_fill_of(job->plan);
#if STREW_BUILD_CONVERSIONS
    unsigned char converted[STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0]; /* no element has more bytes */
    if (strew_converts(job->plan) && !strew_scales(job->plan)) {             /* planning has converted the other one */
        strew_convert(strew_conversion_of(job->plan), converted, fill, 1, scratch);
        fill = converted;
    }
#else
    (void)scratch;
#endif
    const int is_dense = step == (ptrdiff_t)slice_bytes;
    const size_t n_joined = is_dense ? n : 1;
    for (size_t i = 0; i < n; i += n_joined, output += step) strew_repeat(output, n_joined * slice_bytes, fill, element_bytes);
}

/* Fetches n slices of which some are skipped. Slice 0 takes the place of those, so that a group is one call of the kernel; then they are
 * filled. Where half are skipped, a call for each run between them took three times as long, as it mispredicts branches. */
STREW_OWN_FRAME static void fetch_and_fill(const strew_job *job, unsigned char *output, const unsigned char *data,
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

static STREW_INLINE void fetch(const strew_job *job, unsigned char *output, ptrdiff_t step, const unsigned char *data,
                               const uint32_t *slice_indices, size_t n, int has_skipped, const beside *beside)
{
    const size_t slice_bytes = job->slices.slice_bytes;
    const int is_dense = step == (ptrdiff_t)slice_bytes && job->slices.stride_bytes == slice_bytes;
    if (has_skipped && is_dense && slice_bytes <= STREW_MAX_FILLED_BYTES && !strew_converts(job->plan)) {
        fetch_and_fill(job, output, data, slice_indices, n);
        return;
    }
    for (size_t begin = 0, end; begin < n; begin = end) {
        const int is_skipped = has_skipped && slice_indices[begin] == UINT32_MAX;
        end = has_skipped ? begin + 1 : n;
        while (end < n && (slice_indices[end] == UINT32_MAX) == is_skipped) end++;
        unsigned char *to = output + (ptrdiff_t)begin * step;
        if (is_skipped) {
            fill_slices(job, to, step, end - begin, beside->scratch);
        } else {
            fetch_in_bounds(job, to, step, data, slice_indices + begin, end - begin, beside);
        }
    }
}

/* ---- Batches ------------------------------------------------------------------------------------------------------------------------- */

/* Copies slices that are adjacent on both sides, as one. */
static void copy_run(const strew_job *job, unsigned char *output, const unsigned char *data, size_t n)
{
    const size_t n_bytes = n * job->slices.slice_bytes;
    strew_copy(output, data, n_bytes, job->plan->exceeds_caches && n_bytes >= STREW_PAGE_BYTES);
}

/* The slices from one outer index to the next, for few tuples and many outer indices, of which none is skipped. 0 if one call of a kernel
 * cannot be for several: it needs them to be evenly apart in data and to follow each other in output. */
static size_t find_outer_slices(const strew_job *job, const strew_batch *batch, const strew_ordered *first)
{
    const strew_plan_state *plan = job->plan;
    if (plan->n_outer == 1 || batch->n != plan->n_tuples || batch->n > STREW_MAX_REPEATED_TUPLES || batch->run != 1) return 0;
    if (may_stream(job) || batch->has_skipped || strew_scales(plan)) return 0;
    if (!strew_is_strided(plan)) return batch->n == plan->n_batch_tuples ? (size_t)strew_sizes_of(plan)[0] : 0;
    const strew_loop *loop = strew_outer_loop_of(plan, 0);
    const int64_t named = loop->of.named, stride_bytes = (int64_t)job->slices.stride_bytes;
    if (plan->views.n_outer_loops != 1 || named <= 0 || named % stride_bytes != 0) return 0;
    const int64_t slice_bytes = (int64_t)job->slices.slice_bytes;
    if (first->n != batch->n || first->step != slice_bytes || loop->ordered != (int64_t)batch->n * slice_bytes) return 0;
    const uint64_t n_slices = (uint64_t)(named / stride_bytes);
    return plan->n_slices + n_slices * plan->n_outer <= UINT32_MAX ? (size_t)n_slices : 0;
}

static STREW_INLINE const unsigned char *scale_of_outer(const strew_job *job, size_t outer)
{
#if STREW_BUILD_CONVERSIONS
    if (strew_scales(job->plan)) return strew_factors_of_outer(&strew_scale_map_of(job->plan)->at, job->scale, outer);
#else
    (void)job;
    (void)outer;
#endif
    return NULL;
}

static STREW_INLINE void fetch_batch(strew_walk *walk, const strew_steps *steps)
{
    const strew_job *job = walk->job;
    const strew_batch *batch = &walk->batch;
    const size_t n_tuples = batch->n, stride_bytes = job->slices.stride_bytes, outer_end = steps->outer_end;
    void *const scratch = strew_scratch_of(job, steps);
    const int has_runs = batch->run != 1 && !strew_is_strided(job->plan);
    const strew_ordered first = strew_find_ordered(job, batch->first, n_tuples);
    size_t n_outer = 1;
    const size_t n_slices = find_outer_slices(job, batch, &first);
    if (n_slices != 0) n_outer = strew_repeat_batch(walk, outer_end - steps->outer_begin, n_slices);
    for (size_t outer = steps->outer_begin; outer < outer_end; outer += n_outer) {
        const strew_outer_offset sides = strew_find_sides(job, outer);
        const unsigned char *data = job->updates + sides.named + (size_t)batch->base * stride_bytes;
        const beside beside = {scratch, scale_of_outer(job, outer), outer, batch->base};
        for (size_t done = 0, n; done < n_tuples; done += n) {
            const strew_ordered at = done == 0 ? first : strew_find_ordered(job, batch->first + done, n_tuples - done);
            unsigned char *output = job->output + sides.ordered + at.offset;
            n = at.n;
            if (has_runs) {
                n = strew_min(n, batch->run - done % batch->run);
                copy_run(job, output, data + ((size_t)batch->slice_indices[done - done % batch->run] + done % batch->run) * stride_bytes,
                         n);
                continue;
            }
            const size_t n_repeated = n * strew_min(n_outer, outer_end - outer);
            fetch(job, output, at.step, data, batch->slice_indices + done, n_repeated, batch->has_skipped, &beside);
        }
    }
}

int strew_fetch_steps(const strew_job *job, const strew_steps *steps)
{
    strew_walk walk;
    strew_begin_walk(&walk, job, steps->begin, steps->end, steps->own, 0);
    while (strew_next_batch(&walk)) fetch_batch(&walk, steps);
    return !walk.is_out_of_bounds;
}

/* ---- Single elements ----------------------------------------------------------------------------------------------------------------- */

/* Takes tuples begin to end - 1. Zero if an index is out of bounds. */
int strew_take_elements(const strew_job *job, size_t begin, size_t end)
{
    const size_t bytes = job->plan->slice_bytes, index_bytes = (size_t)job->plan->index_bytes;
    const strew_take_kernel *take = job->plan->take;
    for (strew_elements here = strew_begin_elements(job, begin, end); strew_next_elements(job, job->updates, &here);) {
        const unsigned char *indices = job->indices + here.first * index_bytes;
        unsigned char *to = job->output + here.first * bytes;
        if (!take->run(to, job->updates + here.offset, indices, here.n, here.row, here.row_bytes, &job->components)) return 0;
    }
    return 1;
}
