/* Prepared indices. */
#ifndef STREW_PREPARE_H
#define STREW_PREPARE_H

#include "bundles.h"

/* What prepared memory holds. */
typedef struct strew_opened {
    size_t elements;               /* of a row; 1 where there are none */
    int is_distinct;               /* no slice index occurs twice */
    const uint32_t *slice_indices; /* of all tuples, padded; or NULL, where there are runs */
    int has_skipped;               /* some of them are the sentinel */
    const strew_run_of_slices *runs;
    size_t n_runs;
    strew_bundles bundles; /* the tuples sorted by bin, not cut; none if they are not sorted */
} strew_opened;

#if STREW_BUILD_FEATURE_PREPARE
/* What strew_plan_prepared_size returns. */
size_t strew_prepared_bytes(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_REQUIRES_POSITIONS(plan)
    STREW_ASSIGNS()
    STREW_ENSURES(STREW_RESULT == SIZE_MAX || STREW_RESULT > plan->n_tuples * sizeof(uint32_t));

/* Zero if the memory was prepared for another plan. */
int strew_open_prepared(const strew_plan_state *plan, const void *memory, strew_opened *opened);

/* Copies the slice indices of a short call, which skips no tuple. Zero as above. */
int strew_copy_prepared(const strew_plan_state *plan, const void *memory, uint32_t *slice_indices);
#else /* no run has any */
#define strew_prepared_bytes(plan) ((void)(plan), (size_t)0)
#define strew_open_prepared(plan, memory, opened) ((void)(opened), 0)
#define strew_copy_prepared(plan, memory, slice_indices) 0
#endif

#endif /* STREW_PREPARE_H */
