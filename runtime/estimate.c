/* How long a plan takes, from its sizes. */
#include "estimate.h"

#include "source.h"
#include "types.h"
#include "util.h"

/* Picoseconds for a tuple: to turn it into a slice index; and for a slice of it, one for each outer index: to apply it in the caches; how
 * much longer that takes if the slice is not in the caches; and if its update is out of order. */
typedef struct costs {
    uint64_t make, apply, miss, listed;
} costs;

static size_t count_applied(const strew_plan_state *plan)
{
    return plan->n_tuples * plan->n_outer;
}

/* The bytes of data that a run touches: every slice at least a line. */
static size_t touched_bytes(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS()
{
    const size_t of_slice = plan->slice_bytes < STREW_LINE_BYTES ? STREW_LINE_BYTES : plan->slice_bytes, n = count_applied(plan);
    return plan->data_bytes / of_slice < n ? plan->data_bytes : n * of_slice;
}

/* How much longer a slice or a row takes that is anywhere in so many bytes. The next run names other rows, so that a table must be in the
 * caches, and not only what one run reads of it. */
static uint64_t miss_ps(size_t all_bytes, size_t bytes)
{
    uint64_t n_doublings = 0;
    for (size_t left = all_bytes; left > STREW_PREFETCHED_BYTES; left /= 2)
        STREW_ASSIGNS(left, n_doublings)
        STREW_INVARIANT(left <= all_bytes)
    {
        n_doublings++;
    }
    return STREW_MISS_PS * n_doublings * (1 + strew_min(bytes / STREW_LINE_BYTES, STREW_MISSED_LINES));
}

/* Whether a kernel combines rows that it converts to float32. */
static int converts_rows(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS()
{
    const int has_kernel = strew_reduces_by_lengths(plan) || (plan->is_scatter && plan->fuse != NULL);
    const strew_dtype_record *dtype = has_kernel ? strew_find_dtype(plan->dtype) : NULL;
    STREW_GIVEN(!has_kernel || dtype != NULL); /* a plan has a dtype */
    return has_kernel && dtype->is_small_float;
}

static costs find_costs(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_ASSIGNS()
{
    const size_t row_bytes = plan->is_scatter ? strew_update_bytes_of(plan, plan->slice_bytes) : 0;
    const uint64_t bytes = strew_min(plan->slice_bytes, UINT32_MAX), /* so that nothing overflows */
        of_byte = converts_rows(plan)              ? STREW_CONVERT_PS_OF_BYTE
                  : strew_reduces_by_lengths(plan) ? STREW_REDUCE_PS_OF_BYTE
                                                   : STREW_APPLY_PS_OF_BYTE;
    return (costs){
        .make = STREW_MAKE_PS + STREW_MAKE_PS_OF_BYTE * (uint64_t)(plan->k * plan->index_bytes),
        .apply = STREW_APPLY_PS + of_byte * bytes + (strew_needs_touched(plan) ? STREW_TOUCH_PS : 0) +
                 miss_ps(strew_table_bytes(plan), row_bytes),
        .miss = miss_ps(touched_bytes(plan), plan->slice_bytes),
        .listed = STREW_LISTED_PS + STREW_LISTED_PS_OF_BYTE * bytes,
    };
}

/* No tensor has more than 2^63 bytes, but a tuple may have none. */
static uint64_t ns_of(size_t n, uint64_t picoseconds)
{
    return picoseconds / 1000 * n + picoseconds % 1000 * n / 1000;
}

uint64_t strew_make_ns(const strew_plan_state *plan)
{
    return ns_of(plan->n_tuples, find_costs(plan).make);
}

uint64_t strew_apply_ns(const strew_plan_state *plan)
{
    const costs costs = find_costs(plan);
    return ns_of(count_applied(plan), costs.apply + costs.miss);
}

uint64_t strew_alone_ns(const strew_plan_state *plan)
{
    return strew_make_ns(plan) + strew_apply_ns(plan);
}

size_t strew_moved_bytes(const strew_plan_state *plan)
{
    if (strew_moves_rows(plan)) return strew_moved_row_bytes(plan);
    return plan->slice_bytes <= STREW_MAX_MOVED_BYTES ? plan->slice_bytes : 0;
}

uint64_t strew_move_ns(const strew_plan_state *plan)
{
    const uint64_t bytes = strew_moved_bytes(plan), moved_bytes = bytes != 0 ? bytes : sizeof(uint32_t);
    return ns_of(plan->n_tuples, STREW_MOVE_PS + STREW_MOVE_PS_OF_BYTE * moved_bytes);
}

uint64_t strew_apply_moved_ns(const strew_plan_state *plan)
{
    const costs costs = find_costs(plan);
    const uint64_t bundle_miss = costs.miss != 0 ? STREW_BUNDLE_MISS_PS : 0;
    return ns_of(plan->n_tuples, costs.apply + (strew_moved_bytes(plan) != 0 ? bundle_miss : costs.miss / 2 + costs.listed));
}

uint64_t strew_partition_ns(const strew_plan_state *plan)
{
    return strew_make_ns(plan) + ns_of(plan->n_tuples, STREW_COUNT_PS) + strew_move_ns(plan) + strew_apply_moved_ns(plan);
}

uint64_t strew_apply_sorted_ns(const strew_plan_state *plan)
{
    const costs costs = find_costs(plan);
    return ns_of(plan->n_tuples, costs.apply + (strew_moved_bytes(plan) != 0 ? STREW_GATHER_PS : costs.miss / 2 + costs.listed));
}

uint64_t strew_select_ns(const strew_plan_state *plan)
{
    return ns_of(plan->n_tuples, plan->select != NULL ? STREW_SELECT_PS : STREW_SELECT_WIDE_PS);
}

uint64_t strew_apply_selected_ns(const strew_plan_state *plan)
{
    return strew_apply_ns(plan) + (plan->select != NULL ? 0 : ns_of(plan->n_tuples, STREW_LISTED_PS));
}

uint64_t strew_begin_slices_ns(const strew_plan_state *plan)
{
    return ns_of(count_applied(plan), STREW_BEGIN_SLICE_PS);
}

int strew_is_gain(uint64_t alone_ns, uint64_t other_ns, size_t n_threads)
{
    return other_ns + other_ns / (n_threads == 1 ? STREW_GAIN_OF_ONE : STREW_GAIN_OF_THREADS) < alone_ns;
}
