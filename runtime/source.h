/* Where updates are, if they are the rows of a table that update indices name; and what they are multiplied by, if they have weights. */
#ifndef STREW_SOURCE_H
#define STREW_SOURCE_H

#include "convert.h"
#include "factors.h"
#include "plan_state.h"

#if STREW_BUILD_FUSED
/* How rows are found. The loops of the tuples say where an update index is, in place of an update. */
typedef struct STREW_MAY_ALIAS strew_source {
    _Alignas(uint64_t) uint64_t n_rows;
    int64_t row_bytes; /* from one row of the table to the next */
    int64_t ignore_index;
    strew_extent extent; /* of the update indices */
    strew_dtype dtype;   /* of these */
    uint8_t policy, wraps, has_ignore_index;
} strew_source;

/* How products are made, of a plan that has weights: updates are read in the type of the products, and multiplied there. */
typedef struct STREW_MAY_ALIAS strew_weighing {
    strew_conversion read;                /* of updates */
    strew_conversion widen;               /* of weights */
    const strew_apply_kernel *multiply;   /* products by as many weights */
    const strew_numbers *numbers;         /* of the products, if updates that are NaN are passed over */
    uint16_t update_bytes, product_bytes; /* of an element */
    uint8_t reads, widens;                /* 0: it has the type of the products already */
    strew_factors at;
} strew_weighing;

static inline strew_source *strew_source_of(const strew_plan_state *plan)
{
    return (strew_source *)(strew_pool_of(plan) + plan->at.source);
}

static inline strew_weighing *strew_weighing_of(const strew_plan_state *plan)
{
    return (strew_weighing *)(uintptr_t)(strew_source_of(plan) + 1);
}

/* Whether tuples may be passed over because of their update index. */
static inline int strew_passes_over_rows(const strew_plan_state *plan)
{
    const strew_source *source = strew_source_of(plan);
    return strew_has_rows(plan) && (source->policy == STREW_POLICY_SKIP || source->has_ignore_index);
}

/* The bytes in updates of so many bytes of data. */
static inline size_t strew_update_bytes_of(const strew_plan_state *plan, size_t n_bytes)
{
    const size_t n = n_bytes / (size_t)plan->element_bytes;
    return strew_has_weights(plan) ? n * strew_weighing_of(plan)->update_bytes : strew_ordered_bytes_of(plan, n_bytes);
}

/* The row of a tuple that is passed over, or out of bounds. */
#define STREW_NO_ROW UINT64_MAX

/* The row that an update index names, after the policy. */
static inline uint64_t strew_row_of(const strew_source *source, int64_t index)
{
    const uint64_t n_rows = source->n_rows, row = (uint64_t)index + (index < 0 && source->wraps ? n_rows : 0);
    if (source->has_ignore_index && index == source->ignore_index) return STREW_NO_ROW;
    if (row < n_rows) return row;
    return source->policy != STREW_POLICY_CLAMP ? STREW_NO_ROW : index < 0 ? 0 : n_rows - 1;
}

/* The update index of a tuple, as it is stored. Those of tuple 0 are at `indices`. */
int64_t strew_update_index_at(const strew_plan_state *plan, const unsigned char *indices, size_t tuple);

/* The rows of n tuples from `tuple` on, which must be less than 2^32 - 1: UINT32_MAX for one that has none. Returns how many have none. */
size_t strew_find_rows(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n, uint32_t *rows);

/* Whether no update index of n tuples from `tuple` on is out of bounds, unless it is ignored. */
int strew_are_rows_in_bounds(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n);
#else
#define strew_passes_over_rows(plan) 0
#define strew_update_bytes_of(plan, n_bytes) strew_ordered_bytes_of(plan, n_bytes)
#endif

#endif /* STREW_SOURCE_H */
