/* Prepared tuples that are sorted by the slices that they name: each thread applies bundles of them. */
#include "ways/way.h"

static size_t fits(const strew_known *known)
{
    if (known->sorted == NULL) return 0;
    const size_t n = strew_min(known->n_threads, (size_t)(strew_apply_sorted_ns(known->plan) / known->wake_ns));
    return n < 2 ? 0 : n;
}

static size_t bytes(const strew_known *known, size_t n)
{
    (void)known, (void)n;
    return 0;
}

static uint64_t ns(const strew_known *known, size_t n)
{
    const uint64_t all_ns = strew_apply_sorted_ns(known->plan);
    return strew_cut_ns(known->sorted, strew_known_slice_bytes(known), n, all_ns) + strew_waking_ns(known);
}

static int run(strew_work *work)
{
    strew_bundles sorted = *work->sorted;
    strew_cut cut[STREW_MAX_THREADS + 1];
    strew_cut_line(cut, sorted.first, sorted.n, work->job->slices.slice_bytes, work->schedule->n, NULL);
    sorted.cut = cut;
    const strew_shared_bundles shared = {&sorted, work->job};
    return strew_run_chunks(&work->schedule->threads, work->schedule->n, strew_apply_bundles_chunk, &shared);
}

const strew_way strew_sorted_way = {"sorted", fits, bytes, ns, strew_check_or_store, NULL, run, 0, 2};
