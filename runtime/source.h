/* Where updates are, if they are the rows of a table that update indices name; and what they are multiplied by, if they have weights. */
#ifndef STREW_SOURCE_H
#define STREW_SOURCE_H

#include "convert.h"
#include "factors.h"
#include "plan_state.h"
#include "types.h"
#include "util.h"

#if STREW_BUILD_FUSED
/* How rows are found. The loops of the tuples say where an update index is, in place of an update. */
typedef struct STREW_MAY_ALIAS strew_source {
    uint64_t n_rows;
    int64_t row_bytes;                                               /* from one row of the table to the next */
    const strew_indices_kernel *check, *locate;                      /* of indices that kernels can read, in order; otherwise NULL */
    int64_t low[STREW_MAX_INDEX_LANES], size[STREW_MAX_INDEX_LANES]; /* as these kernels take them */
    uint64_t stride[STREW_MAX_INDEX_LANES];
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

/* From the first row of the table to behind the last; 0 for updates that are in no table. */
static inline size_t strew_table_bytes(const strew_plan_state *plan)
{
    const strew_source *source = strew_source_of(plan);
    return strew_has_rows(plan) ? (size_t)source->n_rows * (size_t)source->row_bytes : 0;
}

/* Whether tuples can be sorted with their rows, and with their weights if they have any: a kernel combines them as they are. */
static inline int strew_moves_rows(const strew_plan_state *plan)
{
    return plan->is_scatter && plan->fuse != NULL && strew_has_rows(plan) && !strew_needs_touched(plan) && !strew_compares(plan) &&
           !strew_passes_over_rows(plan);
}

/* The bytes of both, of a tuple of such a plan. */
static inline size_t strew_moved_row_bytes(const strew_plan_state *plan)
{
    return sizeof(uint32_t) + (strew_has_weights(plan) ? strew_weighing_of(plan)->at.bytes : 0);
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
    const uint64_t n_rows = source->n_rows, row = strew_wrap(index, source->wraps ? n_rows : 0);
    if (source->has_ignore_index && index == source->ignore_index) return STREW_NO_ROW;
    if (row < n_rows) return row;
    return source->policy != STREW_POLICY_CLAMP ? STREW_NO_ROW : index < 0 ? 0 : n_rows - 1;
}

/* Whether an update index passes its tuple over: one that is out of bounds does so under one policy alone. */
static inline int strew_passes_over_row(const strew_source *source, int64_t index)
{
    if (source->policy == STREW_POLICY_SKIP) return strew_row_of(source, index) == STREW_NO_ROW;
    return source->has_ignore_index && index == source->ignore_index;
}

/* The update index of a tuple, as it is stored. Those of tuple 0 are at `indices`. */
int64_t strew_update_index_at(const strew_plan_state *plan, const unsigned char *indices, size_t tuple);

/* The rows of n tuples from `tuple` on, which must be less than 2^32 - 1: UINT32_MAX for one that has none. Returns how many have none. */
size_t strew_read_rows(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n, uint32_t *rows);

/* Whether no update index of n tuples from `tuple` on is out of bounds, unless it is ignored. */
int strew_compare_rows(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n);

/* Runs a kernel of indices over those of n tuples, as many in a row as are adjacent. Returns the largest of what it returns. */
static STREW_INLINE uint32_t strew_run_rows_kernel(const strew_plan_state *plan, const strew_indices_kernel *kernel,
                                                   const unsigned char *indices, size_t tuple, size_t n, uint32_t *rows)
{
    const strew_source *source = strew_source_of(plan);
    const strew_components components = {1, source->low, source->size, source->stride, STREW_PREFETCH_INDICES_BYTES};
    uint32_t largest = 0;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        ptrdiff_t step;
        n_here = strew_find_even(plan, tuple + done, n - done, &step);
        if (step != (ptrdiff_t)strew_find_dtype(source->dtype)->bytes) n_here = 1;
        const unsigned char *from = indices + (ptrdiff_t)strew_find_tuple(plan, tuple + done).ordered;
        const uint32_t found = kernel->run(rows != NULL ? rows + done : NULL, from, NULL, n_here, &components);
        largest = found > largest ? found : largest;
    }
    return largest;
}

/* strew_read_rows by a kernel, if there is one. */
static STREW_INLINE size_t strew_find_rows(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n,
                                           uint32_t *rows)
{
    const strew_source *source = strew_source_of(plan);
    size_t n_without = 0;
    if (source->locate == NULL) return strew_read_rows(plan, indices, tuple, n, rows);
    /* An index may have changed between its comparison and the row, so this is compared too. */
    if (strew_run_rows_kernel(plan, source->locate, indices, tuple, n, rows) < source->n_rows) return 0;
    for (size_t i = 0; i < n; i++) {
        if (rows[i] < source->n_rows) continue;
        rows[i] = UINT32_MAX;
        n_without++;
    }
    return n_without;
}

/* strew_compare_rows by a kernel, if there is one. */
static STREW_INLINE int strew_are_rows_in_bounds(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n)
{
    const strew_indices_kernel *kernel = strew_source_of(plan)->check;
    if (kernel == NULL) return strew_compare_rows(plan, indices, tuple, n);
    return strew_run_rows_kernel(plan, kernel, indices, tuple, n, NULL) == 0;
}
#else
#define strew_passes_over_rows(plan) 0
#define strew_table_bytes(plan) ((size_t)0)
#define strew_moves_rows(plan) 0
#define strew_moved_row_bytes(plan) ((size_t)0)
#define strew_update_bytes_of(plan, n_bytes) strew_ordered_bytes_of(plan, n_bytes)
#endif

#endif /* STREW_SOURCE_H */
