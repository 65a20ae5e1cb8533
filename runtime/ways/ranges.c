/* Ranges of output, for parts of a run that do not wait for each other: each part reads all slice indices, and has the slices of its range
 * to itself, to copy and to apply. */
#include "copy.h"
#include "dispatch.h"
#include "ways/selections.h"

static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (!known->is_part || !strew_is_shareable(known) || !strew_is_plain(known)) return 0;
    return plan->n_outer == 1 && known->pattern != STREW_RUNS && plan->n_tuples <= UINT32_MAX / 2 ? known->n_threads : 0;
}

static size_t bytes(const strew_known *known, size_t n)
{
    (void)n;
    return strew_stored_bytes(known);
}

static uint64_t ns(const strew_known *known, size_t n)
{
    const strew_plan_state *plan = known->plan;
    return strew_known_make_ns(known) + strew_select_ns(plan) + strew_apply_selected_ns(plan) / n;
}

/* Where the groups from a hash on begin, in slices. */
static size_t first_slice(const strew_job *job, const strew_selections *ranges, size_t part)
{
    const uint64_t hash = (uint64_t)ranges->first_bin[part] << (32 - STREW_LOG2_BINS);
    const uint64_t group = (hash + ranges->scattering - 1) / ranges->scattering, slice = group << ranges->shift;
    return slice < job->n_slices && hash < UINT64_C(1) << 32 ? (size_t)slice : (size_t)job->n_slices;
}

static int copy(strew_work *work)
{
    const strew_job *job = work->job;
    const size_t part = work->schedule->threads.part, bytes_of_slice = job->slices.stride_bytes;
    strew_selections ranges;
    if (!strew_choose_ranges(job, work->schedule->n, &ranges)) return 0;
    const size_t first = first_slice(job, &ranges, part) * bytes_of_slice, stop = first_slice(job, &ranges, part + 1) * bytes_of_slice;
    if (first < stop) strew_copy(job->output + first, work->data + first, stop - first, job->plan->exceeds_caches);
    return 1;
}

/* Only kernels for any width read the numbers of tuples, as those of slices have that no kernel selects. */
static int run(strew_work *work)
{
    strew_job own = *work->job;
    strew_selections ranges;
    if (!strew_choose_ranges(&own, work->schedule->n, &ranges)) return 0;
    const strew_selection range = strew_find_selection(&ranges, work->schedule->threads.part);
    if (own.plan->select == NULL || own.access.pattern != STREW_SCATTERED) own.apply = strew_find_any_width(own.apply);
    return range.width == 0 || strew_apply_selection(&own, &range);
}

const strew_way strew_ranges_way = {"ranges", fits, bytes, ns, strew_check_or_store, copy, run};
