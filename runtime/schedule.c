/* The one decision of a run: of all ways whose shape fits and that the workspace has room for, the fastest, by the estimates. Whichever it
 * is, only one thread writes each element of output, and applies the updates of the element in their order (or in any order, for sums of
 * integers): so the result has the same bits as with one thread. strew_plan_workspace_size asks the same function as a run. */
#include "schedule.h"

#include "hints.h"

static const strew_way *const ways[] = {
#define STREW_WAY_AT(name) &strew_##name##_way,
    STREW_SHARED_WAYS(STREW_WAY_AT) NULL
#undef STREW_WAY_AT
};

strew_known strew_know(const strew_plan_state *plan, size_t n_threads, size_t workspace_bytes, uint64_t wake_ns)
{
    return (strew_known){.plan = plan,
                         .n_threads = n_threads,
                         .workspace_bytes = workspace_bytes,
                         .wake_ns = wake_ns,
                         .elements = 1,
                         .pattern = STREW_SCATTERED};
}

/* Whether threads help where one of them applies all tuples: they copy data and check indices. */
static int is_worth_helping(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    const uint64_t min_bytes = strew_min_shared_bytes(known->wake_ns);
    if ((!plan->is_scatter && !plan->is_gather) || known->copied_bytes >= min_bytes) return 1;
    return plan->check != NULL && !known->is_checked && plan->indices_bytes / STREW_INDICES_OF_SHARED_BYTE >= min_bytes;
}

strew_schedule strew_choose_schedule(const strew_known *known, const strew_threads *threads)
{
    strew_schedule chosen = {&strew_alone_way, 1, 0, *threads, known->wake_ns};
    const int is_lent = known->n_threads > 1 || known->workspace_bytes != 0,
              /* Parts of these are not shared: args would have to be filled by all. */
        is_cut = known->is_part && (strew_is_segment(known->plan) || strew_has_arg(known->plan)),
              is_shared = is_lent && !is_cut && !strew_is_short(known->plan, known->copied_bytes, known->wake_ns);
    const uint64_t copy_ns = known->is_part ? known->copied_bytes / STREW_COPIED_BYTES_OF_NS : 0; /* other copies have loops of their own */
    const int are_asked = is_shared && strew_is_shareable(known);
    uint64_t min_ns = UINT64_MAX;
    for (size_t i = 0; are_asked && ways[i] != NULL; i++) {
        const strew_way *way = ways[i];
        if (known->n_threads < way->min_threads || (strew_is_copied_by_parts(known) && way->copy == NULL)) continue;
        const size_t n = way->fits(known);
        const uint64_t way_ns = n != 0 ? way->ns(known, n) + copy_ns / n : UINT64_MAX;
        if (way_ns >= min_ns) continue;
        min_ns = way_ns;
        chosen.way = way;
        chosen.n = n;
    }
    const strew_way *way = &strew_alone_way;
    const uint64_t alone_ns =
        chosen.way != way && known->elements == 1 ? way->ns(known, 1) + copy_ns : UINT64_MAX; /* estimates do not know rows */
    if (!strew_is_gain(alone_ns, min_ns, chosen.n)) chosen.way = way;
    if (chosen.way == way) {
        chosen.n = 1;
        if (!known->is_part && (!is_shared || !is_worth_helping(known))) chosen.threads.n = 1;
    }
    const size_t bytes = chosen.way->bytes(known, chosen.n);
    if (bytes <= known->workspace_bytes) chosen.bytes = bytes;
    return chosen;
}

size_t strew_all_scratch_bytes(const strew_plan_state *plan, size_t n_threads)
{
    const size_t bytes = strew_scratch_bytes(plan), padding = STREW_LINE_BYTES - 1;
    if (bytes == 0) return 0;
    return bytes > (SIZE_MAX - padding) / n_threads ? SIZE_MAX : n_threads * bytes + padding;
}

static size_t workspace_size(const strew_known *known, const strew_threads *threads, size_t n_scratches)
{
    const size_t bytes = strew_choose_schedule(known, threads).bytes, scratch = strew_all_scratch_bytes(known->plan, n_scratches);
    /* uncovered: a function of the caller's alone takes scratch, and no way takes a workspace for its elements */
    const size_t of_hints = strew_hints_bytes(known->plan), of_run = bytes > SIZE_MAX - scratch ? SIZE_MAX : bytes + scratch;
    return of_run < of_hints ? of_hints : of_run;
}

size_t strew_plan_workspace_size(const strew_plan *storage, int32_t n_threads)
{
    if (!strew_is_planned(strew_state_of(storage))) return 0;
    const size_t n = strew_min(n_threads < 1 ? 1 : (size_t)n_threads, STREW_MAX_THREADS);
    const strew_known known = strew_know(strew_state_of(storage), n, SIZE_MAX, STREW_MIN_WAKE_NS);
    const strew_threads threads = {NULL, NULL, n, 0};
    return workspace_size(&known, &threads, n);
}

size_t strew_plan_part_workspace_size(const strew_plan *storage, int32_t n_parts)
{
    if (!strew_is_planned(strew_state_of(storage)) || n_parts < 2) return strew_plan_workspace_size(storage, 1);
    const size_t n = strew_min((size_t)n_parts, STREW_MAX_THREADS);
    strew_known known = strew_know(strew_state_of(storage), n, SIZE_MAX, STREW_MIN_WAKE_NS);
    known.is_part = 1;
    const strew_threads threads = {NULL, NULL, n, 0};
    return workspace_size(&known, &threads, 1);
}
