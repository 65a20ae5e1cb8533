/* Offsets: the segment of each tuple, where segments are said by their first tuples. They are read again after they were checked, and
 * whatever they are then, no tuple is of a segment that there is none of. */
#ifndef STREW_OFFSETS_H
#define STREW_OFFSETS_H

#include "plan_state.h"

#if STREW_BUILD_SEGMENT
typedef struct STREW_MAY_ALIAS strew_offsets {
    uint64_t n, n_given, n_tuples; /* segments; offsets, one more unless the end is implied; and what they are of */
    int64_t step_bytes;            /* from one offset to the next */
    strew_extent extent;
    strew_dtype dtype;
} strew_offsets;

static inline strew_offsets *strew_offsets_of(const strew_plan_state *plan)
{
    return (strew_offsets *)(strew_pool_of(plan) + plan->at.offsets);
}

/* Where segment i begins, and the one before ends; of i = n, where the last one ends. */
int64_t strew_offset_at(const strew_plan_state *plan, const unsigned char *offsets, uint64_t i);

/* The segment of a tuple, or -1. */
int64_t strew_segment_of(const strew_plan_state *plan, const unsigned char *offsets, size_t tuple);

/* How many tuples each of n segments from number `first` on has, the first of which begins at `begin`. Returns where the last one ends. */
uint64_t strew_read_lengths_by_offsets(const strew_plan_state *plan, const unsigned char *offsets, uint64_t first, size_t n, uint64_t begin,
                                       uint32_t *lengths);

/* The segments of n tuples, from tuple `first` on, as integers of plan->index_bytes. */
void strew_stage_segments(const strew_plan_state *plan, unsigned char *staged, const unsigned char *offsets, size_t first, size_t n);

/* Whether segments are slice indices as they are, and these are read without a kernel that locates them. */
static inline int strew_are_segments_slices(const strew_plan_state *plan)
{
    return strew_has_offsets(plan) && plan->index_bytes == 4 && !plan->position_dependent && plan->mirrored == 0;
}

/* The slice indices of n tuples then, UINT32_MAX for one of no segment. Returns the largest. */
uint32_t strew_locate_segments(const strew_plan_state *plan, uint32_t *slice_indices, const unsigned char *offsets, size_t first, size_t n);

/* Whether it can be read how many tuples in a row name each slice: offsets say it, and sorted indices that pass no tuple over. There are
 * tuples, and no more than lengths of 32 bits can count. */
static inline int strew_has_lengths(const strew_plan_state *plan)
{
    if (plan->n_tuples == 0 || plan->n_tuples > UINT32_MAX / 2) return 0;
    if (strew_has_offsets(plan)) return strew_are_segments_slices(plan);
    const int is_plain = plan->k == 1 && plan->n_tuple_loops <= 1 && !plan->has_components && !strew_has_flat_dims(plan);
    if (!is_plain || plan->position_dependent || plan->mirrored != 0) return 0;
    if (plan->n_tuples / STREW_MIN_TUPLES_OF_LENGTH < (uint64_t)strew_sizes_of(plan)[0]) return 0;
    return strew_is_in_order(plan) && !plan->skips && plan->rules.policy != STREW_POLICY_CLAMP;
}

/* The first offset that is below the one before, below 0 or above the number of tuples; if there is none, n + 1. */
uint64_t strew_find_wrong_offset(const strew_plan_state *plan, const unsigned char *offsets);
#else
#define strew_segment_of(plan, offsets, tuple) ((void)(tuple), -1)
#define strew_are_segments_slices(plan) 0
#define strew_has_lengths(plan) 0
#define strew_locate_segments(plan, slice_indices, offsets, first, n) ((void)(first), 0)
#define strew_stage_segments(plan, staged, offsets, first, n) ((void)(first), (void)(n))
#endif

#endif /* STREW_OFFSETS_H */
