/* Segments are reduced in groups: their lengths are read, and the kernel does the rest. So there are no slice indices, which would take
 * longer than a sum of single numbers. */
#include "reduce.h"

#include "cache.h"
#include "convert.h"
#include "copy.h"
#include "source.h"
#include "touch.h"
#include "util.h"

#include <string.h>

enum { GROUP = 128, STAGED_BYTES = 2048, MIN_ELEMENT_BYTES = 4 };
_Static_assert(GROUP <= (int)STREW_MAX_LENGTHS, "the lengths of a group are read at once");

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
        table_bytes = strew_table_bytes(plan);
    }
    if (strew_has_weights(plan)) {
        const strew_factors *factors = &strew_weighing_of(plan)->at;
        bags.weights = strew_factors_of_named(factors, strew_factors_of_outer(factors, job->weights, outer), first);
        bags.weight_bytes = factors->bytes;
    }
    bags.prefetches = strew_exceeds_l2(table_bytes);
    bags.replaces = strew_replaces(plan);
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

/* Copies the rows of n tuples from `first` on after each other, or their products with weights. */
static STREW_INLINE void stage_rows(const strew_job *job, size_t outer, const unsigned char *table, size_t first, size_t n,
                                    unsigned char *staged)
{
    uint32_t rows[STAGED_BYTES / MIN_ELEMENT_BYTES];
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes;
    size_t n_without = strew_find_rows(plan, job->rows, first, n, rows); /* those that another thread has changed are row 0 */
    for (size_t i = 0; n_without != 0 && i < n; i++) rows[i] = rows[i] == UINT32_MAX ? 0 : rows[i];
    strew_copy_pieces(staged, (ptrdiff_t)slice_bytes, table, (ptrdiff_t)strew_source_of(plan)->row_bytes, rows, slice_bytes, n);
    if (!strew_has_weights(plan)) return;
    const strew_weighing *weighing = strew_weighing_of(plan);
    const unsigned char *weights = strew_factors_of_outer(&weighing->at, job->weights, outer);
    strew_run_step(weighing->multiply, staged, strew_factors_of_named(&weighing->at, weights, first), n * slice_bytes);
}

/* Reduces n segments of narrow rows of a table, which are staged some at a time. A segment that goes on begins with what it has come to. */
STREW_OWN_FRAME static void reduce_staged(const strew_job *job, size_t outer, unsigned char *output, const unsigned char *table,
                                          size_t first, const uint32_t *lengths, size_t n, size_t stride_bytes)
{
    uint32_t pieces[GROUP];
    unsigned char staged[STAGED_BYTES];
    const size_t slice_bytes = job->slices.slice_bytes, max = STAGED_BYTES / slice_bytes;
    const strew_slices slices = {slice_bytes, stride_bytes, slice_bytes, 0, 0, strew_in_order, 0};
    for (size_t s = 0, done = 0; s < n;) {
        const size_t n_before = done != 0 ? 1 : 0;
        unsigned char *const to = output + s * stride_bytes;
        size_t n_pieces = 0, n_staged = n_before;
        if (n_before != 0) memcpy(staged, to, slice_bytes);
        while (s < n && n_staged < max) {
            const size_t n_here = strew_min(lengths[s] - done, max - n_staged);
            pieces[n_pieces] = (uint32_t)(n_here + (n_pieces == 0 ? n_before : 0));
            n_pieces++;
            n_staged += n_here;
            done += n_here;
            if (done != lengths[s]) break;
            done = 0;
            s++;
        }
        const size_t n_rows = n_staged - n_before;
        if (n_rows != 0) stage_rows(job, outer, table, first, n_rows, staged + n_before * slice_bytes);
        job->plan->reduce->run(to, staged, pieces, n_pieces, &slices);
        first += n_rows;
    }
}

/* From one row to the next: of a table, or of updates. */
static size_t row_bytes_of(const strew_job *job)
{
    if (strew_has_rows(job->plan)) return (size_t)strew_source_of(job->plan)->row_bytes;
    return (size_t)strew_find_ordered(job, 0, job->plan->n_tuples).step;
}
#else
#define reduce_staged(job, outer, output, table, first, lengths, n, stride_bytes) ((void)(output))
#define reduce_bags(job, outer, output, updates, first, lengths, n, slices) ((void)(output))
#define row_bytes_of(job) ((size_t)strew_find_ordered(job, 0, (job)->plan->n_tuples).step)
#endif

int strew_reduce_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    const uint64_t n = (uint64_t)strew_sizes_of(plan)[0], low = steps->own != NULL ? steps->own->low : 0,
                   high = steps->own != NULL && steps->own->width < n - low ? low + steps->own->width : n;
    const size_t slice_bytes = job->slices.slice_bytes, stride_bytes = (size_t)strew_strides_of(plan)[0] * job->slices.stride_bytes,
                 row_bytes = row_bytes_of(job);
    const strew_slices slices = {slice_bytes, stride_bytes, row_bytes, STREW_PREFETCH_UPDATES_BYTES, 0, strew_in_order, 0};
    uint32_t lengths[GROUP];
    uint64_t begin = low == 0 && !strew_has_offsets(plan) ? 0 : strew_find_segment(plan, job->indices, low);
    for (uint64_t first = low; first < high; first += GROUP) {
        const size_t n_here = high - first < GROUP ? (size_t)(high - first) : GROUP;
        const uint64_t end = strew_read_lengths(plan, job->indices, first, n_here, begin, lengths);
        for (size_t outer = steps->outer_begin; outer < steps->outer_end; outer++) {
            const strew_outer_offset sides = strew_find_sides(job, outer);
            const unsigned char *const updates = job->updates + sides.ordered;
            unsigned char *const output = job->output + sides.named + (size_t)first * stride_bytes;
            if (plan->reduce != NULL && strew_has_rows(plan)) {
                reduce_staged(job, outer, output, updates, (size_t)begin, lengths, n_here, stride_bytes);
            } else if (plan->reduce != NULL) {
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
