/* Running a plan with its indices alone, for the one-call forms. */
#ifndef STREW_RUN_H
#define STREW_RUN_H

#include "plan_state.h"

/* Runs a plan whose tuples, or what stands in their place, are `indices`. `resources` may be NULL. */
strew_status strew_run_with(const strew_plan_state *plan, const strew_buffers *buffers, const void *indices,
                            const strew_resources *resources, strew_fault *fault);

#endif /* STREW_RUN_H */
