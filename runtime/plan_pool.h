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

/* ---- What the functions have in common that fill a plan ------------------------------------------------------------------------------ */

/* What a plan is filled from. */
#define STREW_SETS_PLAN(plan, request)                                                                                                     \
    STREW_REQUIRES_BYTES(plan, sizeof(strew_plan))                                                                                         \
    STREW_REQUIRES_BYTES(request, sizeof *request)                                                                                         \
    STREW_REQUIRES_BYTES(request->options, sizeof *request->options)                                                                       \
    STREW_REQUIRES_BYTES(request->profile, sizeof *request->profile)                                                                       \
    STREW_REQUIRES_SHAPE(request->data)                                                                                                    \
    STREW_REQUIRES_SHAPE(request->indices)

/* Some sizes of a shape. */
#define STREW_REQUIRES_SIZES(shape, first, end)                                                                                            \
    STREW_REQUIRES(0 <= first && first <= end && end <= STREW_MAX_RANK)                                                                    \
    STREW_REQUIRES_BYTES(shape, (size_t)end * sizeof *shape)

/* A plan that has nothing but components. */
#define STREW_REQUIRES_COMPONENTS(plan)                                                                                                    \
    STREW_REQUIRES_BYTES(plan, sizeof(strew_plan))                                                                                         \
    STREW_REQUIRES(STREW_HAS_COMPONENTS(plan))
#define STREW_HAS_COMPONENTS(plan)                                                                                                         \
    (0 <= plan->k && plan->k <= STREW_MAX_RANK && plan->at.n_words == 3 * plan->at.n_lanes &&                                              \
     plan->at.n_lanes == (plan->k == 0 || plan->k > STREW_MAX_COMPONENTS ? plan->k : STREW_MAX_INDEX_LANES + plan->k - 1))

/* The shape of tuples, for which there is always room. */
#define STREW_SETS_POSITIONS(plan)                                                                                                         \
    STREW_ASSIGNS(plan->n_dims, plan->at.n_words, plan->at.positions, plan->position_dependent, STREW_POOL(plan))                          \
    STREW_ENSURES(STREW_HAS_POSITIONS(plan))
#define STREW_HAS_POSITIONS(plan)                                                                                                          \
    (plan->n_dims > 0 && plan->at.positions + 2 * plan->n_dims == plan->at.n_words && plan->at.n_words <= STREW_POOL_WORDS)

#endif /* STREW_PLAN_POOL_H */
