/* Running a plan of a gather. */
#ifndef STREW_RUN_GATHER_H
#define STREW_RUN_GATHER_H

#include "plan_state.h"

/* `indices` are those of the buffers, or their component tensors. */
#if STREW_BUILD_FEATURE_GATHER
strew_status strew_run_gather(const strew_plan_state *plan, const strew_buffers *buffers, const void *indices,
                              const strew_resources *resources, strew_fault *fault);
#else /* there is no plan of one */
#define strew_run_gather(plan, buffers, indices, resources, fault) STREW_OK
#endif

#endif /* STREW_RUN_GATHER_H */
