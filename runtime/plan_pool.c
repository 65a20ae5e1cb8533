/* The pool of a plan. */
#include "plan_pool.h"

#include "fault.h"

strew_status strew_reject_room(const strew_plan_state *plan, const char *subject, size_t n_bytes, strew_fault *fault)
{
    return STREW_REJECT(fault, STREW_STATUS_STRIDES_TOO_MANY, .subject = subject,
                        .value = (int64_t)(plan->at.n_words * sizeof *plan->pool + n_bytes),
                        .high = (int64_t)(STREW_POOL_WORDS * sizeof *plan->pool));
}

int strew_store_positions(strew_plan_state *plan, const strew_positions *positions)
{
    const int32_t n = positions->n;
    plan->n_dims = (int8_t)n;
    if (strew_take_room(plan, strew_positions_bytes(n), &plan->at.positions) == NULL) return 0;
    strew_count *counts = strew_counts_of(plan);
    uint64_t *steps = strew_steps_of(plan);
    for (int32_t d = 0; d < n; d++)
        STREW_FIRST_TO_LAST(d, n, STREW_POOL(plan))
    {
        counts[d] = positions->count[d];
        steps[d] = positions->step[d];
    }
    return 1;
}
