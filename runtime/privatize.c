/* Sums of integers, shared by tuples. They are the same in any order, so that every thread but one can add its tuples up in a copy, which
 * begins with zeros, and all copies are added to output in the end. No thread looks at what is another's, and it does not matter which
 * slices the tuples name. */
#include "job.h"

#include <string.h>

/* A copy is made, read and added, three passes of data, for a thread's part of updates. Of narrow slices an element of updates takes as
 * long as ten of a copy, of wide ones as long as one. And a thread has whole blocks, two or more, so that none has twice as many as
 * another. A core's own cache should hold its copy: hist of the bench, with 256 KiB, is 1.9 times as fast on two threads as on one, and
 * partitioned out 1.3 times. */
enum { MIN_UPDATES_A_BYTE = 8, MIN_TUPLES = 2 * STREW_BLOCK, MAX_DATA_BYTES = 1 << 20 };

/* From one copy to the next: no line is two threads'. */
static size_t stride_of(const strew_plan_state *plan)
{
    return strew_round_up(plan->data_bytes, STREW_LINE_BYTES);
}

size_t strew_count_copies(const strew_plan_state *plan, size_t n_threads)
{
    if (plan->reduction != STREW_ADD || !strew_find_dtype(plan->dtype)->is_integer) return 1;
    if (plan->position_dependent || plan->n_outer != 1 || plan->data_bytes > MAX_DATA_BYTES) return 1;
    if (plan->updates_bytes < STREW_MIN_SHARED_BYTES) return 1;
    const size_t max = strew_min(n_threads, plan->n_tuples / MIN_TUPLES);
    return strew_min(max, plan->updates_bytes / MIN_UPDATES_A_BYTE / stride_of(plan));
}

size_t strew_copies_bytes(const strew_plan_state *plan, size_t n_copies)
{
    return (n_copies - 1) * stride_of(plan) + STREW_LINE_BYTES - 1;
}

/* Copy number 1 begins at the first line. */
static unsigned char *find_copy(const strew_job *job, void *workspace, size_t number)
{
    return strew_align(workspace, STREW_LINE_BYTES) + (number - 1) * stride_of(job->plan);
}

int strew_apply_to_copy(const strew_job *job, size_t number, size_t n_copies, void *workspace)
{
    strew_job own = *job;
    if (number != 0) {
        own.output = find_copy(job, workspace, number);
        memset(own.output, 0, job->plan->data_bytes);
    }
    return strew_apply_blocks(&own, job->n_blocks * number / n_copies, job->n_blocks * (number + 1) / n_copies, 0, 1, NULL);
}

void strew_add_copies(const strew_job *job, size_t n_copies, void *workspace, size_t first, size_t end)
{
    static const uint32_t zero = 0;
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const strew_slices slices = {end - first, end - first, 0, 0};
    for (size_t i = 1; i < n_copies; i++) {
        any_width->run(job->output + first, find_copy(job, workspace, i) + first, &zero, 1, &slices);
    }
}
