/* Which kernels a plan has, and what these need to know besides. */
#ifndef STREW_CHOOSE_H
#define STREW_CHOOSE_H

#include "plan_state.h"
#include "validate.h"

/* Chooses the kernels of a scatter or a gather whose plan has all else: tensors, tuples, slices and indices. */
strew_status strew_choose(strew_plan_state *plan, const strew_request *request, strew_fault *fault);

/* The kernel that moves slices of so many bytes, or NULL if this build has none. */
const strew_apply_kernel *strew_find_move(const strew_request *request, size_t slice_bytes);

/* Stores the conversion from updates to data or its sums, or from data to the output of a gather. */
#if STREW_BUILD_CONVERSIONS
strew_status strew_set_conversion(strew_plan_state *plan, const strew_request *request, const strew_wide *wide, strew_fault *fault);
#else
#define strew_set_conversion(plan, request, wide, fault) ((void)(plan), (void)(request), (void)(wide), (void)(fault), STREW_OK)
#endif

#endif /* STREW_CHOOSE_H */
