/* Sums of integers, with private accumulators. Such sums are the same in any order. So each thread adds its tuples to an accumulator of its
 * own, which begins with zeros, and checks them on the way: output does not change before all accumulators are added to it. While tuples
 * are added, no thread reads another's data, and it does not matter which slices they name. */
#include "ways/way.h"

#include <string.h>

/* The distance between accumulators. No two threads share a line. */
static size_t stride_of(const strew_plan_state *plan)
{
    return strew_round_up(plan->data_bytes, STREW_LINE_BYTES);
}

static size_t bytes(const strew_known *known, size_t n)
{
    return n * stride_of(known->plan) + STREW_LINE_BYTES - 1;
}

static uint64_t ns(const strew_known *known, size_t n)
{
    const strew_plan_state *plan = known->plan;
    return strew_apply_ns(plan) / n + plan->data_bytes / STREW_CLEARED_BYTES_OF_NS + 2 * known->wake_ns;
}

/* As many as clearing and adding them takes less than they save, and as fit the workspace. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (known->is_part || !strew_is_plain(known) || known->is_checked || known->pattern == STREW_GRID) return 0;
    if (!plan->is_integer_sum || plan->position_dependent || plan->n_outer != 1 || plan->data_bytes > STREW_MAX_ACCUMULATOR_BYTES) return 0;
    const uint64_t pay = strew_alone_ns(plan) * STREW_ACCUMULATOR_BYTES_OF_NS / stride_of(plan);
    const size_t fit = known->workspace_bytes < STREW_LINE_BYTES ? 0 : (known->workspace_bytes - STREW_LINE_BYTES + 1) / stride_of(plan);
    const size_t max = strew_min(strew_min(known->n_threads, fit), plan->n_tuples / STREW_MIN_ACCUMULATED_TUPLES);
    const size_t n = pay < max ? (size_t)pay : max;
    return n < 2 ? 0 : n;
}

/* The first accumulator begins at the first line of the workspace. */
static unsigned char *find_accumulator(const strew_work *work, size_t number)
{
    return strew_align(work->workspace, STREW_LINE_BYTES) + number * stride_of(work->job->plan);
}

static int accumulate_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    strew_steps steps = strew_all_steps(work->job, NULL);
    const size_t n_blocks = steps.end, n = work->schedule->n;
    for (size_t number = begin; number < end; number++) {
        strew_job own = *work->job;
        own.output = find_accumulator(work, number);
        memset(own.output, 0, own.plan->data_bytes);
        steps.begin = n_blocks * number / n;
        steps.end = n_blocks * (number + 1) / n;
        if (!strew_run_steps_without_record(&own, &steps)) return STREW_OUT_OF_BOUNDS;
    }
    return STREW_IN_BOUNDS;
}

static int check(strew_work *work)
{
    return strew_share_units(work, work->schedule->n, accumulate_chunk);
}

/* Adds pages of all accumulators to output. */
static int add_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    const strew_job *job = work->job;
    const strew_apply_kernel *any_width = strew_of_any_width(job->apply);
    const size_t first = begin * STREW_PAGE_BYTES, n_bytes = strew_min(end * STREW_PAGE_BYTES, job->plan->data_bytes) - first;
    const strew_slices slices = {n_bytes, n_bytes, n_bytes, 0, 0, strew_in_order, 0};
    for (size_t i = 0; i < work->schedule->n; i++) {
        any_width->run(job->output + first, find_accumulator(work, i) + first, strew_in_order, 1, &slices);
    }
    return 1;
}

static int run(strew_work *work)
{
    return strew_share_units(work, (work->job->plan->data_bytes - 1) / STREW_PAGE_BYTES + 1, add_chunk);
}

const strew_way strew_accumulators_way = {"accumulators", fits, bytes, ns, check, NULL, run, 0, 2};
