/* Segments are reduced in groups: their lengths are read, and the kernel does the rest. So there are no slice indices, which would take
 * longer than a sum of single numbers. */
#include "reduce.h"

#include "touch.h"

enum { GROUP = 128 };

#if STREW_BUILD_SUMS
/* Divides the sums of a group by how many updates they have. */
static void divide(const strew_plan_state *plan, unsigned char *output, const uint32_t *lengths, size_t n, const strew_slices *slices)
{
    for (size_t s = 0; s < n; s++, output += slices->stride_bytes) {
        if (lengths[s] != 0) strew_divide_sums(plan, output, NULL, slices->slice_bytes / plan->mean->element_bytes, lengths[s]);
    }
}
#else
#define divide(plan, output, lengths, n, slices) ((void)(output)) /* uncovered: this build has no means */
#endif

int strew_reduce_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    const uint64_t n = strew_offsets_of(plan)->n, low = steps->own != NULL ? steps->own->low : 0,
                   high = steps->own != NULL && steps->own->width < n - low ? low + steps->own->width : n;
    const size_t slice_bytes = job->slices.slice_bytes, stride_bytes = (size_t)strew_strides_of(plan)[0] * job->slices.stride_bytes;
    const ptrdiff_t step = strew_find_ordered(job, 0, plan->n_tuples).step;
    const strew_slices slices = {slice_bytes, stride_bytes, (size_t)step, 0, 0, strew_in_order, 0};
    uint32_t lengths[GROUP];
    const uint64_t start = (uint64_t)strew_offset_at(plan, job->indices, low);
    uint64_t begin = start < plan->n_tuples ? start : plan->n_tuples;
    for (uint64_t first = low; first < high; first += GROUP) {
        const size_t n_here = high - first < GROUP ? (size_t)(high - first) : GROUP;
        const uint64_t end = strew_read_lengths(plan, job->indices, first, n_here, begin, lengths);
        for (size_t outer = steps->outer_begin; outer < steps->outer_end; outer++) {
            const strew_outer_offset sides = strew_find_sides(job, outer);
            unsigned char *const output = job->output + sides.named + (size_t)first * stride_bytes;
            plan->reduce->run(output, job->updates + sides.ordered + (ptrdiff_t)begin * step, lengths, n_here, &slices);
            if (plan->mean != NULL) divide(plan, output, lengths, n_here, &slices);
        }
        begin = end;
    }
    return 1;
}
