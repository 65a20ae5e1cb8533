/* Sums of integers, with private accumulators. Such sums are the same in any order. So each thread adds its tuples to an accumulator of its
 * own, which begins with zeros, and checks them on the way: output does not change before all accumulators are added to it. While tuples
 * are added, no thread reads another's data, and it does not matter which slices they name. */
#include "privatize.h"

#include "apply.h"
#include "dispatch.h"
#include "estimate.h"
#include "util.h"

#include <string.h>

/* The distance between accumulators. No two threads share a line. */
static size_t stride_of(const strew_plan_state *plan)
{
    return strew_round_up(plan->data_bytes, STREW_LINE_BYTES);
}

uint64_t strew_accumulators_ns(const strew_plan_state *plan, size_t n_accumulators, uint64_t wake_ns)
{
    return strew_apply_ns(plan) / n_accumulators + plan->data_bytes / STREW_CLEARED_BYTES_OF_NS + 2 * wake_ns;
}

size_t strew_count_accumulators(const strew_plan_state *plan, size_t n_threads, size_t workspace_bytes, uint64_t wake_ns)
{
    if (!plan->is_integer_sum) return 1;
    if (plan->position_dependent || plan->n_outer != 1 || plan->data_bytes > STREW_MAX_ACCUMULATOR_BYTES) return 1;
    const uint64_t alone = strew_alone_ns(plan), pay = alone * STREW_ACCUMULATOR_BYTES_OF_NS / stride_of(plan);
    const size_t fit = workspace_bytes < STREW_LINE_BYTES ? 0 : (workspace_bytes - STREW_LINE_BYTES + 1) / stride_of(plan);
    const size_t max = strew_min(strew_min(n_threads, fit), plan->n_tuples / STREW_MIN_ACCUMULATED_TUPLES);
    const size_t n = pay < max ? (size_t)pay : max;
    return n > 1 && strew_is_gain(alone, strew_accumulators_ns(plan, n, wake_ns), n) ? n : 1;
}

size_t strew_accumulators_bytes(const strew_plan_state *plan, size_t n_accumulators)
{
    return n_accumulators * stride_of(plan) + STREW_LINE_BYTES - 1;
}

/* The first accumulator begins at the first line of the workspace. */
static unsigned char *find_accumulator(const strew_job *job, void *workspace, size_t number)
{
    return strew_align(workspace, STREW_LINE_BYTES) + number * stride_of(job->plan);
}

int strew_accumulate_chunk(const void *context, size_t begin, size_t end)
{
    const strew_accumulators *all = context;
    const strew_job *job = all->job;
    const size_t n_blocks = job->layout.n_blocks;
    for (size_t number = begin; number < end; number++) {
        strew_job own = *job;
        own.output = find_accumulator(job, all->workspace, number);
        memset(own.output, 0, job->plan->data_bytes);
        if (!strew_apply(&own, n_blocks * number / all->n, n_blocks * (number + 1) / all->n, 0, 1)) return 0;
    }
    return 1;
}

int strew_add_chunk(const void *context, size_t begin, size_t end)
{
    const strew_accumulators *all = context;
    const strew_job *job = all->job;
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t first = begin * STREW_PAGE_BYTES, n_bytes = strew_min(end * STREW_PAGE_BYTES, job->plan->data_bytes) - first;
    const strew_slices slices = {n_bytes, n_bytes, n_bytes, 0, 0, strew_in_order};
    for (size_t i = 0; i < all->n; i++) {
        any_width->run(job->output + first, find_accumulator(job, all->workspace, i) + first, strew_in_order, 1, &slices);
    }
    return 1;
}
