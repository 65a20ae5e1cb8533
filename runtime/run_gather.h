/* Running a plan of a gather. */
#ifndef STREW_RUN_GATHER_H
#define STREW_RUN_GATHER_H

#include "plan_state.h"

/* With indices, or component tensors; and with the prepared ones of the buffers. */
#if STREW_BUILD_FEATURE_GATHER
strew_status strew_gather_indices(const strew_plan_state *plan, const strew_buffers *buffers, const void *indices,
                                  const strew_resources *resources, strew_fault *fault);
strew_status strew_gather_prepared(const strew_plan_state *plan, const strew_buffers *buffers, const strew_resources *resources,
                                   strew_fault *fault);
#else /* there is no plan of one */
#define strew_gather_indices(plan, buffers, indices, resources, fault) STREW_OK
#define strew_gather_prepared(plan, buffers, resources, fault) STREW_OK
#endif

#endif /* STREW_RUN_GATHER_H */
