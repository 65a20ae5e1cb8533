/* Segments are reduced in groups: their lengths are read, and the kernel does the rest. So there are no slice indices, which would take
 * longer than a sum of single numbers. */
#include "reduce.h"

#include "cache.h"
#include "source.h"
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

#if STREW_BUILD_FUSED
/* The segments of a group as the kernel of rows takes them: n from tuple `first` on. */
static strew_bags find_bags(const strew_job *job, size_t outer, size_t first, const uint32_t *lengths, size_t n)
{
    const strew_plan_state *plan = job->plan;
    strew_bags bags = {.lengths = lengths, .n = n, .n_tuples = plan->n_tuples - first, .n_rows = 1};
    size_t table_bytes = plan->updates_bytes;
    if (strew_has_rows(plan)) {
        const strew_source *source = strew_source_of(plan);
        bags.index_bytes = strew_dtype_size(source->dtype);
        bags.indices = job->rows + (ptrdiff_t)strew_find_tuple(plan, 0).ordered + first * bags.index_bytes;
        bags.n_rows = source->n_rows;
        bags.wrapped = source->wraps ? source->n_rows : 0;
        table_bytes = (size_t)source->n_rows * (size_t)source->row_bytes;
    }
    if (strew_has_weights(plan)) {
        const strew_factors *factors = &strew_weighing_of(plan)->at;
        bags.weights = strew_factors_of_named(factors, strew_factors_of_outer(factors, job->weights, outer), first);
        bags.weight_bytes = factors->bytes;
    }
    bags.prefetches = strew_exceeds_l2(table_bytes);
    bags.divides = plan->mean != NULL;
    return bags;
}

/* Reduces them with rows that begin at `updates`, or with those of a table. */
static STREW_INLINE void reduce_bags(const strew_job *job, size_t outer, unsigned char *output, const unsigned char *updates, size_t first,
                                     const uint32_t *lengths, size_t n, const strew_slices *slices)
{
    const strew_bags bags = find_bags(job, outer, first, lengths, n);
    job->plan->bag->run(output, updates + (bags.indices == NULL ? first * slices->update_bytes : 0), &bags, slices);
}

/* From one row to the next: of a table, or of updates. */
static size_t row_bytes_of(const strew_job *job)
{
    if (strew_has_rows(job->plan)) return (size_t)strew_source_of(job->plan)->row_bytes;
    return (size_t)strew_find_ordered(job, 0, job->plan->n_tuples).step;
}
#else
#define reduce_bags(job, outer, output, updates, first, lengths, n, slices) ((void)(output))
#define row_bytes_of(job) ((size_t)strew_find_ordered(job, 0, (job)->plan->n_tuples).step)
#endif

int strew_reduce_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    const uint64_t n = strew_offsets_of(plan)->n, low = steps->own != NULL ? steps->own->low : 0,
                   high = steps->own != NULL && steps->own->width < n - low ? low + steps->own->width : n;
    const size_t slice_bytes = job->slices.slice_bytes, stride_bytes = (size_t)strew_strides_of(plan)[0] * job->slices.stride_bytes,
                 row_bytes = row_bytes_of(job);
    const strew_slices slices = {slice_bytes, stride_bytes, row_bytes, 0, 0, strew_in_order, 0};
    uint32_t lengths[GROUP];
    const uint64_t start = (uint64_t)strew_offset_at(plan, job->indices, low);
    uint64_t begin = start < plan->n_tuples ? start : plan->n_tuples;
    for (uint64_t first = low; first < high; first += GROUP) {
        const size_t n_here = high - first < GROUP ? (size_t)(high - first) : GROUP;
        const uint64_t end = strew_read_lengths(plan, job->indices, first, n_here, begin, lengths);
        for (size_t outer = steps->outer_begin; outer < steps->outer_end; outer++) {
            const strew_outer_offset sides = strew_find_sides(job, outer);
            const unsigned char *const updates = job->updates + sides.ordered;
            unsigned char *const output = job->output + sides.named + (size_t)first * stride_bytes;
            if (plan->reduce != NULL) {
                plan->reduce->run(output, updates + (size_t)begin * row_bytes, lengths, n_here, &slices);
            } else {
                reduce_bags(job, outer, output, updates, (size_t)begin, lengths, n_here, &slices);
            }
            if (plan->mean != NULL && plan->sum_bytes == 0) divide(plan, output, lengths, n_here, &slices);
        }
        begin = end;
    }
    return 1;
}
