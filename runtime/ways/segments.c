/* Segments: each thread has some steps, and of these the slices that follow the first of them. So a slice that several steps have is done
 * by the thread that began it. */
#include "ways/way.h"

/* Tuples are in the order of slice indices, unless output is backwards. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (known->is_part || !strew_is_in_order(plan) || plan->mirrored != 0) return 0;
    return strew_min(known->n_threads, (plan->n_tuples - 1) / STREW_BLOCK + 1);
}

static size_t bytes(const strew_known *known, size_t n)
{
    (void)known, (void)n;
    return 0;
}

static uint64_t ns(const strew_known *known, size_t n)
{
    return (strew_known_make_ns(known) + strew_apply_ns(known->plan)) / n + strew_waking_ns(known);
}

/* The slice of the first tuple from a step on that has one; UINT32_MAX if none has. */
STREW_OWN_FRAME static uint32_t find_first_slice(const strew_job *job, size_t step)
{
    strew_walk walk;
    const size_t n_steps = strew_count_steps(job);
    if (step >= n_steps) return UINT32_MAX;
    strew_begin_walk(&walk, job, step, n_steps, NULL, 1);
    return strew_next_batch(&walk) ? (uint32_t)walk.batch.base + walk.batch.slice_indices[0] : UINT32_MAX;
}

/* The first step from `step` on whose tuples all follow a slice. */
static size_t find_step_behind(const strew_job *job, size_t step, uint32_t slice)
{
    size_t high = strew_count_steps(job);
    while (step < high) {
        const size_t middle = step + (high - step) / 2;
        if (find_first_slice(job, middle) > slice) {
            high = middle;
        } else {
            step = middle + 1;
        }
    }
    return step;
}

/* Steps begin to end - 1 begin in the middle of the first slice, and end at the end of that which the next steps begin in. */
static int run_segments_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    const strew_job *job = work->job;
    const size_t n_steps = strew_count_steps(job);
    const uint32_t low = begin == 0 ? 0 : find_first_slice(job, begin), high = end == n_steps ? UINT32_MAX : find_first_slice(job, end),
                   first = begin == 0 ? 0 : low + 1;
    if (low == UINT32_MAX || (begin != 0 && high <= low)) return 1;
    const strew_selection own = {.low = first, .width = high == UINT32_MAX ? UINT32_MAX - first : high - first + 1, .scattering = 1};
    strew_steps steps = strew_all_steps(job, work->workspace);
    steps.begin = begin;
    steps.end = end == n_steps ? end : find_step_behind(job, end, high);
    steps.own = &own;
    return strew_run_steps(job, &steps);
}

static int run(strew_work *work)
{
    return strew_share_units(work, strew_count_steps(work->job), run_segments_chunk);
}

const strew_way strew_segments_way = {"segments", fits, bytes, ns, strew_check_or_store, NULL, run, 0, 2};
