/* Single elements of which it is stored which tuple wins. Each thread has records of its own of all slices, and compares some steps. Of the
 * records of a slice the largest one wins, whichever thread it comes from: so the result is that of one thread. Then threads share the
 * slices. */
#include "ways/way.h"
#include "winners.h"

#if STREW_BUILD_ARG
/* No two threads share a line. */
static size_t stride_of(const strew_plan_state *plan)
{
    return strew_round_up(strew_records_bytes(plan), STREW_LINE_BYTES);
}

static size_t bytes(const strew_known *known, size_t n)
{
    return n * stride_of(known->plan) + STREW_LINE_BYTES - 1;
}

/* Each thread begins all records, and reads all that one has made. */
static uint64_t ns(const strew_known *known, size_t n)
{
    const strew_plan_state *plan = known->plan;
    return (strew_known_make_ns(known) + strew_apply_ns(plan)) / n + plan->n_slices / STREW_RECORDS_OF_NS + strew_waking_ns(known) +
           known->wake_ns;
}

/* As many as have more tuples than slices, or one thread more, and as fit the workspace. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (known->is_part || known->pattern != STREW_SCATTERED || known->elements != 1) return 0;
    const size_t stride = stride_of(plan);
    if (stride == 0) return 0;
    const size_t fit = known->workspace_bytes < STREW_LINE_BYTES ? 0 : (known->workspace_bytes - STREW_LINE_BYTES + 1) / stride;
    const size_t n = strew_min(strew_min(known->n_threads, fit), plan->n_tuples / (size_t)plan->n_slices + 1);
    return n < 2 ? 0 : n;
}

static int64_t *find_records(const strew_work *work, size_t number)
{
    return (void *)(strew_align(work->workspace, STREW_LINE_BYTES) + number * stride_of(work->job->plan));
}

static int record_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    strew_steps steps = strew_all_steps(work->job, NULL);
    const size_t n_steps = steps.end, n = work->schedule->n;
    int is_right = 1;
    for (size_t number = begin; number < end; number++) {
        steps.begin = n_steps / n * number + n_steps % n * number / n;
        steps.end = n_steps / n * (number + 1) + n_steps % n * (number + 1) / n;
        is_right &= strew_record_steps(work->job, &steps, find_records(work, number));
    }
    return is_right;
}

static int finish_chunk(const void *context, size_t begin, size_t end)
{
    const strew_work *work = context;
    const size_t stride = stride_of(work->job->plan) / sizeof(int64_t), n_slices = (size_t)work->job->n_slices;
    strew_finish_records(work->job, find_records(work, 0), work->schedule->n, stride, begin * STREW_BLOCK,
                         strew_min(end * STREW_BLOCK, n_slices));
    return 1;
}

static int run(strew_work *work)
{
    if (!strew_has_records(work->job)) return strew_run_all_steps(work);
    if (!strew_share_units(work, work->schedule->n, record_chunk)) return 0;
    return strew_share_units(work, ((size_t)work->job->n_slices - 1) / STREW_BLOCK + 1, finish_chunk);
}

const strew_way strew_records_way = {"records", fits, bytes, ns, strew_check_or_store, NULL, run, 0, 2};
#endif
