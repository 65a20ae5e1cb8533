/* Filling the pool of a plan while it is made. */
#ifndef STREW_PLAN_POOL_H
#define STREW_PLAN_POOL_H

#include "plan_state.h"

/* The positions of tuples: see strew_counts_of. */
typedef struct strew_positions {
    size_t count[STREW_MAX_RANK];
    uint64_t step[STREW_MAX_RANK];
    int32_t n;
} strew_positions;

/* Makes the pool hold nothing but k components, of which there is always room. Vectors begin with any component of a tuple. */
static inline void strew_begin_pool(strew_plan_state *plan, int32_t k)
{
    plan->k = k;
    plan->at.n_lanes = (strew_place)(k == 0 || k > STREW_MAX_COMPONENTS ? k : STREW_MAX_INDEX_LANES + k - 1);
    plan->at.n_words = (strew_place)(3 * plan->at.n_lanes);
}

/* Takes n_bytes of the pool and says where they are. NULL if there are not so many: see strew_reject_room. */
static inline void *strew_take_room(strew_plan_state *plan, size_t n_bytes, strew_place *at)
{
    const size_t n_words = (n_bytes + sizeof *plan->pool - 1) / sizeof *plan->pool;
    if (n_words > (size_t)STREW_POOL_WORDS - plan->at.n_words) return NULL;
    *at = plan->at.n_words;
    plan->at.n_words = (strew_place)(plan->at.n_words + n_words);
    return plan->pool + *at;
}

/* Rejects a call whose n_bytes the pool has no room for: with the bytes that they and all before them take, and those that there are. */
strew_status strew_reject_room(const strew_plan_state *plan, const char *subject, size_t n_bytes, strew_fault *fault)
    STREW_REQUIRES_PLAN(plan)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT == STREW_STATUS_STRIDES_TOO_MANY);

static inline size_t strew_positions_bytes(int32_t n)
{
    return 2 * (size_t)n * sizeof(uint64_t);
}

/* Returns 0 if there is no room. */
int strew_store_positions(strew_plan_state *plan, const strew_positions *positions)
    STREW_REQUIRES_PLAN(plan)
    STREW_REQUIRES_BYTES(positions, sizeof *positions)
    STREW_REQUIRES(0 <= positions->n && positions->n <= STREW_MAX_RANK)
    STREW_ASSIGNS(plan->n_dims, plan->at.n_words, plan->at.positions, STREW_POOL(plan))
    STREW_ENSURES((STREW_RESULT != 0) == (STREW_OLD(plan->at.n_words) + 2 * positions->n <= STREW_POOL_WORDS))
    STREW_ENSURES(plan->at.n_words <= STREW_POOL_WORDS && plan->n_dims == positions->n)
    STREW_ENSURES(STREW_RESULT == 0 || plan->at.positions + 2 * positions->n == plan->at.n_words);

#endif /* STREW_PLAN_POOL_H */
