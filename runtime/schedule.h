/* Who applies what, on how many threads, and what a workspace is for: decided in one place, before a run and by it. */
#ifndef STREW_SCHEDULE_H
#define STREW_SCHEDULE_H

#include "ways/way.h"

/* What is known of a run before it begins. */
strew_known strew_know(const strew_plan_state *plan, size_t n_threads, size_t workspace_bytes, uint64_t wake_ns);

/* The fastest way that fits, if it is so much faster than one thread that the estimates may be wrong. */
strew_schedule strew_choose_schedule(const strew_known *known, const strew_threads *threads);

/* The bytes of a workspace that n threads, at least 1, need for a conversion by the caller's function: at any address, before all else. */
size_t strew_all_scratch_bytes(const strew_plan_state *plan, size_t n_threads);

/* Whether a run is over before the threads are awake, so that nothing else needs to be computed: one thread takes less than a nanosecond
 * for each byte. */
static inline int strew_is_short(const strew_plan_state *plan, size_t copied_bytes, uint64_t wake_ns)
{
    return plan->indices_bytes / 2 + plan->updates_bytes / 2 + copied_bytes / 2 < wake_ns / 2;
}

#endif /* STREW_SCHEDULE_H */
