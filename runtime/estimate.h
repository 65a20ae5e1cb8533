/* Estimates of how long a plan takes, to choose how it is shared. They need not be exact: only which way is faster matters. */
#ifndef STREW_ESTIMATE_H
#define STREW_ESTIMATE_H

#include "source.h"

/* With fewer bytes to copy, one thread is done before the others are awake. */
static inline uint64_t strew_min_shared_bytes(uint64_t wake_ns)
{
    return STREW_MIN_SHARED_BYTES * wake_ns / STREW_DEFAULT_WAKE_NS;
}

/* Nanoseconds of one thread: to turn all tuples into slice indices, to apply them, and both. */
uint64_t strew_make_ns(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();
uint64_t strew_apply_ns(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();
uint64_t strew_alone_ns(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();

/* The bytes that are moved with a tuple that is sorted: its update, or its row; 0: its number is. */
size_t strew_moved_bytes(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();

/* Nanoseconds of all threads of a stable partition together, without waking them; and of its last two steps: moving, and applying. */
uint64_t strew_partition_ns(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();
uint64_t strew_move_ns(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();
uint64_t strew_apply_moved_ns(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();

/* The same for prepared tuples, which are sorted already. */
uint64_t strew_apply_sorted_ns(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();

/* Nanoseconds of every thread to select its own tuples among all slice indices; and of all threads together to apply them. */
uint64_t strew_select_ns(const strew_plan_state *plan);
uint64_t strew_apply_selected_ns(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS();

/* Nanoseconds of every thread to begin all slices of which it applies columns. */
uint64_t strew_begin_slices_ns(const strew_plan_state *plan);

/* Whether tuples must be sorted so that threads do not write to the same slices. If not, they are apart by their shapes. */
static inline int strew_needs_partition(const strew_plan_state *plan, size_t n_threads)
{
    if (!STREW_BUILD_FEATURE_THREADS) return 0;
    const int is_by_position = plan->position_dependent && strew_steps_of(plan)[0] != 0 && strew_counts_of(plan)[0] >= n_threads;
    return plan->n_outer == 1 && !is_by_position;
}

/* Whether threads with different tuples seldom write to the same line if no slice has two tuples: slices are wide, or neighbours mostly
 * belong to one thread. */
static inline int strew_are_apart_if_distinct(const strew_plan_state *plan)
{
    return plan->position_dependent || plan->slice_bytes >= STREW_MIN_APART_BYTES;
}

/* Whether another way, on n_threads threads, is so much faster than one thread alone that the estimates may be wrong. */
int strew_is_gain(uint64_t alone_ns, uint64_t other_ns, size_t n_threads);

#endif /* STREW_ESTIMATE_H */
