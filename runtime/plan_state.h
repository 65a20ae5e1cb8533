/* What a plan is: questions that the passes ask of it, and where its tuples and outer indices are. */
#ifndef STREW_PLAN_STATE_H
#define STREW_PLAN_STATE_H

#include "plan_memory.h"

/* ---- What a plan is ------------------------------------------------------------------------------------------------------------------ */

/* Whether a plan has strides that the passes for dense tensors do not know. */
static inline int strew_is_strided(const strew_plan_state *plan)
{
#if STREW_BUILD_FEATURE_STRIDES
    return plan->views.is_strided;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether a plan is of a scatter that has something to write, or of a gather that has something to read. */
static inline int strew_applies(const strew_plan_state *plan)
{
    return plan->is_scatter && plan->apply != NULL;
}

static inline int strew_fetches(const strew_plan_state *plan)
{
    return plan->is_gather && plan->gather != NULL;
}

/* Whether tuples are in the order of their slices, the first of which take the place of old elements. */
static inline int strew_is_segment(const strew_plan_state *plan)
{
#if STREW_BUILD_SEGMENT
    return plan->segment != 0;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether offsets say which. */
static inline int strew_has_offsets(const strew_plan_state *plan)
{
#if STREW_BUILD_SEGMENT
    return plan->index_view.is_offsets;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether output begins as data. */
static inline int strew_reads_data(const strew_plan_state *plan)
{
    return !strew_is_segment(plan) || plan->segment == 1 + STREW_INITIAL_DATA;
}

/* Whether a run must know which slices were touched before, and so cannot do without a workspace, unless tuples are in their order. */
static inline int strew_needs_touched(const strew_plan_state *plan)
{
#if STREW_BUILD_TOUCHED
    return strew_applies(plan) && plan->n_tuples != 0 && (plan->mean != NULL || plan->sum_bytes != 0 || plan->move != NULL);
#else
    (void)plan;
    return 0;
#endif
}

/* Whether results are made of sums once all tuples are applied: means, and what is accumulated in a wider type. */
static inline int strew_sums_up(const strew_plan_state *plan)
{
#if STREW_BUILD_SUMS
    /* uncovered: in each file that asks, all plans are scatters, or none has a mean */
    return plan->is_scatter && (plan->mean != NULL || plan->sum_bytes != 0);
#else
    (void)plan;
    return 0;
#endif
}

/* Whether these sums are in the workspace. Those of means of floats are in output, unless a wider type is asked for. */
static inline int strew_has_sums(const strew_plan_state *plan)
{
#if STREW_BUILD_SUMS
    return plan->sum_bytes != 0;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether the updates of each slice are counted: those of means are. */
static inline int strew_counts_updates(const strew_plan_state *plan)
{
    return strew_sums_up(plan) && plan->mean != NULL;
}

/* Whether updates, or the output of a gather, have another dtype than data, or the caller converts them. Such a plan is strided. */
static inline int strew_converts(const strew_plan_state *plan)
{
#if STREW_BUILD_CONVERSIONS
    return plan->converted_bytes != 0;
#else
    (void)plan;
    return 0;
#endif
}

/* The scratch of each thread that a caller's function needs, in whole lines; 0 if it needs none. */
static inline size_t strew_scratch_bytes(const strew_plan_state *plan)
{
    return strew_converts(plan) ? plan->scratch_bytes : 0;
}

/* Whether numbers are scaled on their way. Such a plan converts, though both dtypes may be one. */
static inline int strew_scales(const strew_plan_state *plan)
{
#if STREW_BUILD_CONVERSIONS
    return plan->has_scale;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether these are integers in a gather, from which zero points are subtracted. */
static inline int strew_is_affine(const strew_plan_state *plan)
{
    return strew_scales(plan) && plan->has_scale >= STREW_SCALE_AFFINE;
}

/* Whether the caller gives them. Otherwise all are 0. */
static inline int strew_has_zero_points(const strew_plan_state *plan)
{
    return strew_scales(plan) && plan->has_scale == STREW_SCALE_ZERO_POINTS;
}

/* Whether updates are the rows of a table that update indices name. Such a plan is strided. */
static inline int strew_has_rows(const strew_plan_state *plan)
{
#if STREW_BUILD_FUSED
    return plan->beside & STREW_HAS_ROWS;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether updates are multiplied by weights. Such a plan is strided too. */
static inline int strew_has_weights(const strew_plan_state *plan)
{
#if STREW_BUILD_FUSED
    return plan->beside & STREW_HAS_WEIGHTS;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether it is stored which tuples win. Such a plan is strided as well. */
static inline int strew_has_arg(const strew_plan_state *plan)
{
#if STREW_BUILD_ARG
    return plan->beside & STREW_HAS_ARG;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether updates are compared for that with what is there: those of min and max. */
static inline int strew_compares(const strew_plan_state *plan)
{
    return strew_has_arg(plan) && plan->reduction != STREW_REDUCTION_NONE;
}

/* The bytes on the ordered side, which are updates or the output of a gather, of so many bytes of data. */
static inline size_t strew_ordered_bytes_of(const strew_plan_state *plan, size_t n_bytes)
{
    if (!strew_converts(plan)) return n_bytes;
    const size_t n = n_bytes / (size_t)plan->element_bytes, bytes = (size_t)plan->converted_bytes;
    return n * bytes;
}

/* The bytes of so many bytes of updates, and of output, where sums are made of them. */
static inline size_t strew_sums_of(const strew_plan_state *plan, size_t n_bytes)
{
    const size_t n = n_bytes / (size_t)plan->element_bytes, sum_bytes = (size_t)plan->sum_bytes;
    return strew_has_sums(plan) ? n * sum_bytes : n_bytes;
}

/* Whether updates are multiplied by alpha. */
static inline int strew_has_products(const strew_plan_state *plan)
{
#if STREW_BUILD_ALPHA
    return plan->is_scatter && plan->multiply != NULL;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether updates that are NaN are passed over. */
static inline int strew_passes_over_nan(const strew_plan_state *plan)
{
#if STREW_BUILD_NAN
    return plan->is_scatter && plan->numbers != NULL;
#else
    (void)plan;
    return 0;
#endif
}

/* The bytes of a part of data, where updates that are NaN are passed over. */
static inline size_t strew_part_bytes_of(const strew_plan_state *plan)
{
    return (size_t)plan->element_bytes / plan->numbers->n_parts;
}

/* What the caller knows of the slices that tuples name: a strew_hint. */
static inline int strew_hint_of_unique(const strew_plan_state *plan)
{
#if STREW_BUILD_HINTS
    return plan->rules.unique;
#else
    (void)plan;
    return STREW_HINT_NONE;
#endif
}

static inline int strew_hint_of_sorted(const strew_plan_state *plan)
{
#if STREW_BUILD_HINTS
    return plan->rules.sorted;
#else
    (void)plan;
    return STREW_HINT_NONE;
#endif
}

/* Whether slice indices of a plan with strides depend on where tuples are, too. */
static inline int strew_has_steps(const strew_plan_state *plan)
{
    int has_steps = 0;
    for (int32_t d = 0; strew_is_strided(plan) && d < plan->n_dims; d++) has_steps |= strew_steps_of(plan)[d] != 0;
    return has_steps;
}

/* Whether a hint is to be checked; those of a segment are, as its indices. */
static inline int strew_has_hints_to_check(const strew_plan_state *plan)
{
    const int is_checked = strew_hint_of_unique(plan) == STREW_HINT_CHECKED || strew_hint_of_sorted(plan) == STREW_HINT_CHECKED;
    return is_checked && !strew_is_segment(plan);
}

/* Whether the slice indices of a plan have 32 bits, as kernels take them. */
static inline int strew_has_32_bit_slice_indices(const strew_plan_state *plan)
{
    return plan->n_slices <= UINT32_MAX;
}

/* Whether a kernel reduces the segments of the plan by their lengths. */
static inline int strew_reduces_by_lengths(const strew_plan_state *plan)
{
    return plan->is_scatter && (plan->reduce != NULL || plan->bag != NULL);
}

/* Whether a kernel adds rows up in a wider type, slice after slice: then sums are on the stack where tuples are in order. */
static inline int strew_sums_rows(const strew_plan_state *plan)
{
#if STREW_BUILD_FUSED && STREW_BUILD_SUMS
    return strew_has_sums(plan) && plan->fuse != NULL && strew_has_32_bit_slice_indices(plan);
#else
    (void)plan;
    return 0;
#endif
}

/* Whether tuples are in the order of their slices, and the tuple before says whether one is the first of its slice: nothing else is to be
 * known of slices. */
static inline int strew_is_in_order(const strew_plan_state *plan)
{
    const int is_sorted = strew_is_segment(plan) || strew_hint_of_sorted(plan) != STREW_HINT_NONE;
    return is_sorted && (!strew_has_sums(plan) || strew_sums_rows(plan)) && !strew_passes_over_nan(plan);
}

/* Whether the first update of a slice replaces it. */
static inline int strew_replaces(const strew_plan_state *plan)
{
    return strew_is_segment(plan) || plan->move != NULL;
}

/* Whether a scatter combines updates as they are, all of them. */
static inline int strew_takes_updates_as_is(const strew_plan_state *plan)
{
    return !strew_converts(plan) && !strew_has_products(plan) && !strew_passes_over_nan(plan);
}

/* Whether the passes for dense tensors run a plan: nothing is strided, and updates are applied as they are. */
static inline int strew_is_as_dense(const strew_plan_state *plan)
{
    return !strew_is_strided(plan) && !strew_has_products(plan) && !strew_passes_over_nan(plan);
}

/* Whether each component is a tensor of its own. */
static inline int strew_has_apart_components(const strew_plan_state *plan)
{
#if STREW_BUILD_FEATURE_STRIDES
    return plan->index_view.is_apart;
#else
    (void)plan;
    return 0;
#endif
}

/* A masked_scatter has a tuple for each element of mask. It has no kernels and no slice indices: output takes the place of updates in its
 * loops, because updates are read one after another. */
static inline int strew_is_masked_scatter(const strew_plan_state *plan)
{
#if STREW_BUILD_FEATURE_MASKED_SCATTER
    return plan->op == STREW_OPERATOR_MASKED_SCATTER;
#else
    (void)plan;
    return 0;
#endif
}

/* A tensor_scatter has a tuple for each batch, whose tokens are slices. */
static inline int strew_is_tensor_scatter(const strew_plan_state *plan)
{
#if STREW_BUILD_FEATURE_TENSOR_SCATTER
    return plan->op == STREW_OPERATOR_TENSOR_SCATTER;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether indices are flat, and data has dimensions that cannot be joined. */
static inline int strew_has_flat_dims(const strew_plan_state *plan)
{
#if STREW_BUILD_FEATURE_STRIDES
    return plan->index_view.n_flat_dims != 0;
#else
    (void)plan;
    return 0;
#endif
}

/* Whether kernels of one component can check each where it is. */
static inline int strew_is_checked_apart(const strew_plan_state *plan)
{
    return (strew_has_apart_components(plan) || strew_has_flat_dims(plan)) && plan->index_view.is_checked_apart;
}

/* Whether tuples are in rows that are too short for a call of a kernel each. */
static inline int strew_has_short_rows(const strew_plan_state *plan)
{
    return plan->position_dependent && strew_counts_of(plan)[plan->n_dims - 1] < STREW_MIN_TAKEN_ROW;
}

/* The kernel that writes, or NULL. */
static inline const strew_kernel *strew_writing_kernel(const strew_plan_state *plan)
{
    if (strew_applies(plan)) return plan->mean != NULL && plan->widen == NULL ? &plan->mean->sum.kernel : &plan->apply->kernel;
    if (!strew_fetches(plan)) return NULL;
    return plan->take != NULL ? &plan->take->kernel : &plan->gather->kernel;
}

/* Whether a run is one call of `locate` and one of `apply` or `gather`: of few dense tuples, none of which is skipped, and which are of one
 * outer index if they have positions. Of a tensor_scatter, the tokens of a batch and an outer index are written as one slice. */
static inline int strew_is_short_call(const strew_plan_state *plan)
{
    if (plan->n_tuples == 0 || plan->n_tuples > STREW_MAX_SHORT_SLICES || plan->n_outer > STREW_MAX_SHORT_SLICES / plan->n_tuples) return 0;
    const size_t n_counted = strew_is_tensor_scatter(plan) ? plan->n_tuples * plan->n_outer : plan->n_outer;
    if (plan->n_outer == 0 || plan->k == 0 || plan->n_slices > UINT32_MAX / n_counted) return 0;
    if (!strew_is_as_dense(plan) || plan->views.n_copies != 0) return 0;
    if (plan->skips || (plan->position_dependent && plan->n_outer != 1) || plan->index_view.is_staged) return 0;
    if (strew_has_hints_to_check(plan)) return 0;
    if (strew_is_tensor_scatter(plan)) return plan->move_tokens != NULL && plan->updates_bytes != 0 && !plan->rules.has_ignore_index;
    return plan->is_gather ? strew_fetches(plan) && !plan->exceeds_caches : strew_applies(plan) && !strew_needs_touched(plan);
}

/* Where a tuple is: the bytes from the caller's indices and on the ordered side; and how fault.tuple counts it. */
typedef struct strew_tuple_place {
    int64_t indices, ordered, number;
} strew_tuple_place;

static inline strew_tuple_place strew_find_tuple(const strew_plan_state *plan, size_t tuple)
{
    strew_tuple_place at = {plan->index_view.base, 0, plan->views.number_base};
    for (int32_t i = plan->n_tuple_loops - 1; i >= 0; i--) {
        const strew_loop *loop = strew_loops_of(plan) + i;
        const int64_t step = (int64_t)(i == 0 ? tuple : tuple % loop->count); /* the outermost loop needs no division */
        at.indices += step * loop->of.indices;
        at.ordered += step * loop->ordered;
        at.number += step * loop->number;
        if (i != 0) tuple /= loop->count;
    }
    return at;
}

/* Where an outer index begins on either side: bytes from outer index 0. */
typedef struct strew_outer_offset {
    ptrdiff_t named, ordered;
} strew_outer_offset;

static inline strew_outer_offset strew_find_outer(const strew_plan_state *plan, size_t outer)
{
    strew_outer_offset at = {0, 0};
    for (int32_t i = 0; i < plan->views.n_outer_loops; i++) {
        const strew_loop *loop = strew_outer_loop_of(plan, i);
        const int64_t step = (int64_t)(outer % loop->count);
        at.named += (ptrdiff_t)(step * loop->of.named);
        at.ordered += (ptrdiff_t)(step * loop->ordered);
        outer /= loop->count;
    }
    return at;
}

/* How many of the tuples from `tuple` on, n at most, are the same number of bytes apart on the ordered side; and this number. Loops that
 * only another tensor keeps apart count as one. There is a tuple. */
static inline size_t strew_find_even(const strew_plan_state *plan, size_t tuple, size_t n, ptrdiff_t *step)
{
    int32_t i = plan->n_tuple_loops - 1;
    size_t count = 1;
    *step = i >= 0 ? (ptrdiff_t)strew_loops_of(plan)[i].ordered : 0;
    if (i < 0) return n;
    for (; i >= 0 && strew_is_as_long(strew_loops_of(plan)[i].ordered, *step, count); i--) count *= strew_loops_of(plan)[i].count;
    return strew_min(n, count - tuple % count);
}

#endif /* STREW_PLAN_STATE_H */
