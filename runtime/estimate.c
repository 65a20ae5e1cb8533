/* How long a plan takes, from its sizes. */
#include "estimate.h"

#include "util.h"

/* Picoseconds for a tuple: to turn it into a slice index; to apply it in the caches; how much longer that takes if its slice is not in the
 * caches; and if its update is out of order. */
typedef struct costs {
    uint64_t make, apply, miss, listed;
} costs;

/* The bytes of data that a run touches: every tuple at least a line. */
static size_t touched_bytes(const strew_plan_state *plan)
{
    const size_t of_tuple = plan->slice_bytes < STREW_LINE_BYTES ? STREW_LINE_BYTES : plan->slice_bytes;
    return plan->data_bytes / of_tuple < plan->n_tuples ? plan->data_bytes : plan->n_tuples * of_tuple;
}

static costs find_costs(const strew_plan_state *plan)
{
    const uint64_t bytes = strew_min(plan->slice_bytes, UINT32_MAX); /* so that nothing overflows */
    uint64_t n_doublings = 0;
    for (size_t left = touched_bytes(plan); left > STREW_PREFETCHED_BYTES; left /= 2) n_doublings++;
    return (costs){
        .make = STREW_MAKE_PS + STREW_MAKE_PS_OF_BYTE * (uint64_t)(plan->k * plan->index_bytes),
        .apply = STREW_APPLY_PS + STREW_APPLY_PS_OF_BYTE * bytes,
        .miss = STREW_MISS_PS * n_doublings * (1 + strew_min(plan->slice_bytes / STREW_LINE_BYTES, STREW_MISSED_LINES)),
        .listed = STREW_LISTED_PS + STREW_LISTED_PS_OF_BYTE * bytes,
    };
}

/* No tensor has more than 2^63 bytes, but a tuple may have none. */
static uint64_t of_tuples(const strew_plan_state *plan, uint64_t picoseconds)
{
    return picoseconds / 1000 * plan->n_tuples + picoseconds % 1000 * plan->n_tuples / 1000;
}

uint64_t strew_alone_ns(const strew_plan_state *plan)
{
    const costs costs = find_costs(plan);
    return of_tuples(plan, costs.make + costs.apply + costs.miss);
}

uint64_t strew_partition_ns(const strew_plan_state *plan)
{
    const costs costs = find_costs(plan);
    const int is_moved = plan->slice_bytes <= STREW_MAX_MOVED_BYTES;
    const uint64_t moved_bytes = is_moved ? plan->slice_bytes : sizeof(uint32_t);
    const uint64_t move = STREW_COUNT_PS + STREW_MOVE_PS + STREW_MOVE_PS_OF_BYTE * moved_bytes;
    const uint64_t segment_miss = costs.miss != 0 ? STREW_SEGMENT_MISS_PS : 0;
    return of_tuples(plan, costs.make + move + costs.apply + (is_moved ? segment_miss : costs.miss / 2 + costs.listed));
}

uint64_t strew_prepared_alone_ns(const strew_plan_state *plan)
{
    const costs costs = find_costs(plan);
    return of_tuples(plan, costs.apply + costs.miss);
}

uint64_t strew_sorted_ns(const strew_plan_state *plan)
{
    const costs costs = find_costs(plan);
    const int is_gathered = plan->slice_bytes <= STREW_MAX_MOVED_BYTES;
    return of_tuples(plan, costs.apply + (is_gathered ? STREW_GATHER_PS : costs.miss / 2 + costs.listed));
}

/* Every thread turns all tuples into slice indices, selects its own, and applies them. */
uint64_t strew_selection_ns(const strew_plan_state *plan, size_t n_threads)
{
    const costs costs = find_costs(plan);
    const uint64_t select = plan->select != NULL ? STREW_SELECT_PS : STREW_SELECT_WIDE_PS;
    const uint64_t listed = plan->select != NULL ? 0 : STREW_LISTED_PS;
    return of_tuples(plan, costs.make + select + (costs.apply + costs.miss + listed) / n_threads);
}

/* Every thread turns all tuples into slice indices, and applies its columns of each. */
uint64_t strew_columns_ns(const strew_plan_state *plan, size_t n_threads)
{
    const costs costs = find_costs(plan);
    return of_tuples(plan, costs.make + (costs.apply + costs.miss) / n_threads);
}

/* The costs of applying are close to those of gathering: a slice is read instead of written, and its copy is written in order. */
uint64_t strew_gather_ns(const strew_plan_state *plan, int is_prepared)
{
    const costs costs = find_costs(plan);
    const uint64_t n_outer = strew_min(plan->n_outer, UINT32_MAX);
    return of_tuples(plan, (is_prepared ? 0 : costs.make) + (costs.apply + costs.miss) * n_outer);
}

int strew_is_gain(uint64_t alone_ns, uint64_t other_ns, size_t n_threads)
{
    return other_ns + other_ns / (n_threads == 1 ? STREW_GAIN_OF_ONE : STREW_GAIN_OF_THREADS) < alone_ns;
}
