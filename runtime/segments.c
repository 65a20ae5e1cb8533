#include "segments.h"

#include "copy.h"
#include "fault.h"
#include "offsets.h"
#include "source.h"
#include "util.h"

#include <string.h>

/* Segments, or tuples, that a thread takes at a time. */
enum { GROUP = STREW_MAX_LENGTHS };

static size_t count_groups(uint64_t n)
{
    return (size_t)((n + GROUP - 1) / GROUP);
}

/* ---- Order --------------------------------------------------------------------------------------------------------------------------- */

typedef struct order {
    const strew_plan_state *plan;
    const unsigned char *indices;
} order;

/* Whether indices begin to end - 1 of a group and the one before do not fall. Those of rank 1 have one loop, or none. */
static int are_in_order(const order *order, size_t group)
{
    int64_t indices[GROUP + 1];
    const strew_plan_state *plan = order->plan;
    const size_t first = group * GROUP, n = strew_min(plan->n_tuples - first, GROUP);
    const ptrdiff_t step = plan->n_tuple_loops != 0 ? (ptrdiff_t)strew_loops_of(plan)[0].of.indices : 0;
    indices[0] = first != 0 ? strew_index_at(plan, order->indices, first - 1, 0) : INT64_MIN;
    strew_read_indices(indices + 1, order->indices + (ptrdiff_t)strew_find_tuple(plan, first).indices, step, plan->index_view.dtype, n);
    int falls = 0;
    for (size_t i = 0; i < n; i++) falls |= indices[i + 1] < indices[i];
    return !falls;
}

static int check_groups(const void *context, size_t begin, size_t end)
{
    int are_right = 1;
    for (; begin < end && are_right; begin++) are_right = are_in_order(context, begin);
    return are_right;
}

int strew_are_segments_right(const strew_threads *threads, const strew_plan_state *plan, const unsigned char *tuples)
{
    if (strew_has_offsets(plan)) return strew_find_wrong_offset(plan, tuples) > strew_offsets_of(plan)->n;
    if (strew_hint_of_sorted(plan) == STREW_HINT_TRUSTED) return 1;
    const order order = {plan, tuples};
    return strew_run_chunks(threads, count_groups(plan->n_tuples), check_groups, &order);
}

STREW_COLD strew_status strew_find_segment_fault(const strew_plan_state *plan, const unsigned char *tuples, strew_fault *fault)
{
    if (!strew_has_offsets(plan)) {
        for (size_t t = 1; t < plan->n_tuples; t++) {
            const int64_t before = strew_index_at(plan, tuples, t - 1, 0), index = strew_index_at(plan, tuples, t, 0);
            if (index >= before) continue;
            const strew_fault what = {.status = STREW_STATUS_NOT_SORTED, .tuple = (int64_t)t, .value = index, .high = before};
            return strew_report(fault, &what);
        }
        return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    }
    const strew_offsets *of = strew_offsets_of(plan);
    const uint64_t i = strew_find_wrong_offset(plan, tuples);
    if (i > of->n) return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    const strew_fault what = {.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                              .subject = "offsets",
                              .dimension = -1,
                              .tuple = (int64_t)i,
                              .value = strew_offset_at(plan, tuples, i),
                              .low = i != 0 ? strew_offset_at(plan, tuples, i - 1) : 0,
                              .high = (int64_t)of->n_tuples};
    return strew_report(fault, &what);
}

/* ---- Lengths ------------------------------------------------------------------------------------------------------------------------- */

/* What is added to an index below 0. */
static uint64_t wrapped_by(const strew_plan_state *plan)
{
    return strew_lows_of(plan)[0] < 0 ? (uint64_t)strew_sizes_of(plan)[0] : 0;
}

uint64_t strew_find_segment(const strew_plan_state *plan, const unsigned char *tuples, uint64_t segment)
{
    uint64_t low = 0, high = plan->n_tuples;
    if (strew_has_offsets(plan)) {
        const uint64_t offset = (uint64_t)strew_offset_at(plan, tuples, segment);
        return offset < high ? offset : high;
    }
    const uint64_t wrapped = wrapped_by(plan);
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if ((int64_t)strew_wrap(strew_index_at(plan, tuples, (size_t)middle, 0), wrapped) < (int64_t)segment) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The same of indices: where each segment ends is stored at every tuple, so that no branch depends on how long a segment is. */
static uint64_t read_lengths_by_indices(const strew_plan_state *plan, const unsigned char *indices, uint64_t first, size_t n,
                                        uint64_t begin, uint32_t *lengths)
{
    enum { AT_ONCE = 64 };
    int64_t read[AT_ONCE];
    uint64_t ends[STREW_MAX_LENGTHS + 1] = {0}; /* the last is behind the segments */
    const uint64_t wrapped = wrapped_by(plan);
    const ptrdiff_t step = plan->n_tuple_loops != 0 ? (ptrdiff_t)strew_loops_of(plan)[0].of.indices : 0;
    for (uint64_t t = begin; t < plan->n_tuples && ends[n] == 0;) {
        const size_t n_here = strew_min(plan->n_tuples - (size_t)t, AT_ONCE);
        const unsigned char *from = indices + (ptrdiff_t)strew_find_tuple(plan, (size_t)t).indices;
        strew_read_indices(read, from, step, plan->index_view.dtype, n_here);
        for (size_t i = 0; i < n_here; i++) {
            const uint64_t segment = strew_wrap(read[i], wrapped) - first;
            ends[segment < n ? segment : n] = ++t;
        }
    }
    for (size_t s = 0; s < n; s++) {
        lengths[s] = ends[s] > begin ? (uint32_t)(ends[s] - begin) : 0;
        begin += lengths[s];
    }
    return begin;
}

uint64_t strew_read_lengths(const strew_plan_state *plan, const unsigned char *tuples, uint64_t first, size_t n, uint64_t begin,
                            uint32_t *lengths)
{
    if (strew_has_offsets(plan)) return strew_read_lengths_by_offsets(plan, tuples, first, n, begin, lengths);
    return read_lengths_by_indices(plan, tuples, first, n, begin, lengths);
}

/* ---- What output begins with --------------------------------------------------------------------------------------------------------- */

typedef struct filling {
    const strew_plan_state *plan;
    unsigned char *output;       /* of slice index 0 */
    const unsigned char *tuples; /* NULL: all slices are filled */
} filling;

/* Fills the slices of segments begin to end - 1, whose bytes follow each other if slices do. */
static void fill(const filling *filling, size_t begin, size_t end)
{
    const strew_plan_state *plan = filling->plan;
    const size_t slice_bytes = plan->slice_bytes, step_bytes = (size_t)strew_strides_of(plan)[0] * plan->stride_bytes,
                 n = plan->mirrored != 0 ? (size_t)strew_sizes_of(plan)[0] - end : begin;
    const size_t n_joined = step_bytes == slice_bytes ? end - begin : 1;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        unsigned char *slice = filling->output + n * step_bytes;
        if (strew_is_strided(plan)) slice += strew_find_outer(plan, outer).named;
        for (size_t i = begin; i < end; i += n_joined, slice += step_bytes) {
            strew_repeat(slice, n_joined * slice_bytes, strew_initial_of(plan), (size_t)plan->element_bytes);
        }
    }
}

/* Neighbours without tuples are filled at once. */
static int fill_groups(const void *context, size_t begin, size_t end)
{
    const filling *filling = context;
    const uint64_t n = (uint64_t)strew_sizes_of(filling->plan)[0];
    const size_t first = begin * GROUP, stop = end * GROUP < n ? end * GROUP : (size_t)n;
    if (filling->tuples == NULL) {
        fill(filling, first, stop);
        return 1;
    }
    uint64_t tuple = strew_find_segment(filling->plan, filling->tuples, first);
    for (size_t group = first; group < stop; group += GROUP) {
        uint32_t lengths[GROUP];
        const size_t n_here = strew_min(stop - group, GROUP);
        tuple = strew_read_lengths(filling->plan, filling->tuples, group, n_here, tuple, lengths);
        for (size_t i = 0, end; i < n_here; i = end + 1) {
            for (end = i; end < n_here && lengths[end] == 0;) end++;
            if (end != i) fill(filling, group + i, group + end);
        }
    }
    return 1;
}

void strew_fill_segments(const strew_threads *threads, const strew_plan_state *plan, void *output, const void *tuples)
{
    const int may_pass_over = strew_passes_over_rows(plan) || strew_passes_over_nan(plan) || plan->apply == NULL;
    const ptrdiff_t base = strew_is_strided(plan) ? (ptrdiff_t)plan->views.named_base : 0;
    const int is_quicker = strew_has_offsets(plan) || plan->data_bytes / STREW_FILLED_BYTES_OF_TUPLE > plan->n_tuples;
    const int are_all = may_pass_over || !is_quicker || tuples == NULL || !strew_has_lengths(plan);
    const filling filling = {plan, (unsigned char *)output + base, are_all ? NULL : tuples};
    if (plan->data_bytes == 0) return;
    strew_run_chunks(threads, count_groups((uint64_t)strew_sizes_of(plan)[0]), fill_groups, &filling);
}
