/* Sums of integers, shared by tuples. They are the same in any order, so that every thread but one can add its tuples up in a copy, which
 * begins with zeros, and all copies are added to output in the end. No thread looks at what is another's, and it does not matter which
 * slices the tuples name. */
#include "job.h"

#include <string.h>

/* A copy is made, read and added, three passes of data, for a thread's part of updates. Of narrow slices an element of updates takes as long
 * as ten of a copy, of wide ones as long as one. A core's own cache should hold its copy: hist of the bench, with 256 KiB, is 1.9 times as
 * fast on two threads as on one, and dealt out 1.3 times. */
enum { LEAST_UPDATES_A_COPY = 8, MOST_BYTES = 1 << 20 };

/* What has min_number has NaN, as all floats have. Of bool a sum is true or false where data may be any byte, also where no tuple is. */
static int is_integer(strew_dtype dtype)
{
    return dtype != STREW_BOOL && strew_find_dtype(dtype)->lane[STREW_DO_MIN_NUMBER] == STREW_LANE_NONE;
}

size_t strew_count_copies(const strew_plan *plan, size_t n_threads)
{
    if (plan->reduction != STREW_ADD || !is_integer(plan->dtype)) return 1;
    if (plan->is_placed || plan->n_parts != 1 || plan->data_bytes > MOST_BYTES || plan->updates_bytes < STREW_LEAST_SHARED_BYTES) return 1;
    return strew_least(n_threads, plan->updates_bytes / LEAST_UPDATES_A_COPY / plan->data_bytes);
}

int strew_apply_to_copy(const strew_job *job, size_t number, size_t n_copies, unsigned char *copies)
{
    const size_t data_bytes = job->plan->data_bytes;
    strew_job own = *job;
    if (number != 0) {
        own.output = copies + (number - 1) * data_bytes;
        memset(own.output, 0, data_bytes);
    }
    return strew_apply_blocks(&own, job->n_blocks * number / n_copies, job->n_blocks * (number + 1) / n_copies, 0, 1, NULL);
}

void strew_add_copies(const strew_job *job, size_t n_copies, const unsigned char *copies, size_t first, size_t beyond)
{
    static const uint32_t zero = 0;
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const strew_slices slices = {beyond - first, beyond - first, 0, 0};
    for (size_t i = 0; i < n_copies - 1; i++) {
        any_width->run(job->output + first, copies + i * job->plan->data_bytes + first, &zero, 1, &slices);
    }
}
