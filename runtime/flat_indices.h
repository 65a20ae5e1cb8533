/* Flat indices, which name elements of data by one number, in dimensions that cannot be joined. */
#ifndef STREW_FLAT_INDICES_H
#define STREW_FLAT_INDICES_H

#include "plan_state.h"

/* Replaces n staged indices by slice indices, or by the plan's n_slices where they are out of bounds after the policy. */
#if STREW_BUILD_FEATURE_STRIDES
void strew_locate_flat_indices(const strew_plan_state *plan, unsigned char *staged, size_t n);
#else
#define strew_locate_flat_indices(plan, staged, n) ((void)(plan), (void)(staged), (void)(n))
#endif

#endif /* STREW_FLAT_INDICES_H */
