/* Flat indices, which name elements of data by one number, in dimensions that cannot be joined. */
#ifndef STREW_FLAT_INDICES_H
#define STREW_FLAT_INDICES_H

#include "plan_state.h"

/* Data has dimensions, which are in the pool. */
#define STREW_REQUIRES_FLAT_DIMS(plan)                                                                                                     \
    STREW_REQUIRES((plan)->at.flat_dims <= STREW_POOL_WORDS && (plan)->index_view.n_flat_dims >= 1)                                        \
    STREW_REQUIRES((plan)->index_view.n_flat_dims <= (STREW_POOL_WORDS - (plan)->at.flat_dims) / (int)(sizeof(strew_flat_dim) / 8))

/* Replaces n staged indices by slice indices, or by the plan's n_slices where they are out of bounds after the policy. */
#if STREW_BUILD_FEATURE_STRIDES
void strew_locate_flat_indices(const strew_plan_state *plan, unsigned char *staged, size_t n)
    STREW_REQUIRES_PLAN(plan)
    STREW_REQUIRES_FLAT_DIMS(plan)
    STREW_REQUIRES(n <= STREW_MANY_TUPLES)
    STREW_REQUIRES_BYTES(staged, n * sizeof(int64_t))
    STREW_ASSIGNS(STREW_ALL_BYTES(staged));
#else
#define strew_locate_flat_indices(plan, staged, n) ((void)(plan), (void)(staged), (void)(n))
#endif

#endif /* STREW_FLAT_INDICES_H */
