/* Running a plan with its indices alone, for the one-call forms. */
#ifndef STREW_RUN_H
#define STREW_RUN_H

#include "run_gather.h"

/* Runs a plan of a scatter whose tuples, or what stands in their place, are `indices`. */
strew_status strew_run_scatter(const strew_plan_state *plan, const strew_buffers *buffers, const void *indices,
                               const strew_resources *resources, strew_fault *fault);

/* strew_run without resources and prepared indices. */
static STREW_INLINE strew_status strew_run_alone(const strew_plan_state *plan, const strew_buffers *buffers, const void *indices,
                                                 strew_fault *fault)
{
    return plan->is_gather ? strew_gather_indices(plan, buffers, indices, NULL, fault)
                           : strew_run_scatter(plan, buffers, indices, NULL, fault);
}

#endif /* STREW_RUN_H */
