/* One thread applies all tuples. It fits every run. The others help to check them, and to copy data. */
#include "ways/way.h"

static size_t bytes(const strew_known *known, size_t n)
{
    (void)n;
    const strew_plan_state *plan = known->plan;
    if (strew_has_arg(plan)) return strew_winners_bytes(plan);
    const int is_read_twice = plan->check != NULL && plan->k * plan->index_bytes >= STREW_MIN_STORED_TUPLE_BYTES;
    return strew_needs_touched(plan) || is_read_twice ? strew_stored_bytes(known) : 0;
}

static uint64_t ns(const strew_known *known, size_t n)
{
    (void)n;
    return strew_known_make_ns(known) + strew_apply_ns(known->plan);
}

const strew_way strew_alone_way = {"alone", NULL, bytes, ns, strew_check_or_store, NULL, strew_run_all_steps, 0, 1};
