/* Tuples on a grid, as those of a slice assignment are: the slice index of each follows from its place among the tuples. The first one
 * and its neighbours tell which grid that would be, and the look at all indices before anything is written tells whether it is: then
 * nothing is read again, and rows are written as wide slices. slice_assign of the bench takes three fifths of the time. */
#include "job.h"

/* Shorter rows are better written from slice indices: in data that is near, those of 8 elements take up to a fifth longer as rows, those
 * of 12 as long or up to a fifth less, those of 16 a sixth to a third less. In data that is far, where kernels prefetch slice indices
 * and not rows, those of 12 take as long or a fourth less. */
enum { MIN_ROW = 12 };

/* How many slice indices a tuple lies behind `first`. Zero if it is outside, or before that. Nothing else bounds where a grid begins:
 * what is compared later are slice indices of 32 bits, of indices that may have been rewritten. */
static int find_step(const strew_job *job, size_t tuple, uint64_t first, uint64_t *step)
{
    uint64_t slice_index;
    if (!strew_find_slice_index(job, tuple, &slice_index) || slice_index < first) return 0;
    *step = slice_index - first;
    return 1;
}

/* Of one slice index in the last dimension, and in the others so wide that no slice index occurs twice. Zero if the tuples lie on no
 * such grid. */
static int find_steps(strew_job *job, uint64_t first)
{
    const strew_plan_state *plan = job->plan;
    uint64_t span = 0;
    size_t distance = 1;
    for (int32_t d = plan->n_dims - 1; d >= 0; distance *= plan->count[d--]) {
        const uint64_t n_steps = plan->count[d] - 1;
        uint64_t step;
        if (!find_step(job, distance, first, &step) || step <= span || (span == 0 && step != 1)) return 0;
        if (n_steps > (plan->n_slices - 1 - first - span) / step) return 0; /* beyond the last slice index */
        span += n_steps * step;
        job->grid_step[d] = step;
    }
    return 1;
}

void strew_guess_grid(strew_job *job)
{
    const strew_plan_state *plan = job->plan;
    uint64_t first;
    if (plan->position_dependent || !strew_has_32_bit_slice_indices(plan) || job->n_blocks == 1) return;
    if (plan->n_dims > STREW_MAX_GRID_DIMS || plan->count[plan->n_dims - 1] < MIN_ROW) return;
    if (!find_step(job, 0, 0, &first) || !find_steps(job, first)) return;
    strew_lay_on_grid(job, first);
    job->may_be_grid = 1;
}

void strew_settle_grid(strew_job *job, int is_right)
{
    if (!job->may_be_grid) return;
    job->may_be_grid = 0;
    job->is_grid = job->is_distinct = is_right;
    if (!is_right) strew_lay_in_line(job);
}

/* Whether n slice indices are those positions, counted from `base`. */
static uint32_t compare(const uint32_t *slice_indices, const uint32_t *positions, uint32_t base, size_t n)
{
    uint32_t differs = 0;
    for (size_t i = 0; i < n; i++) differs |= slice_indices[i] ^ (base + positions[i]);
    return differs;
}

int strew_is_on_grid(const strew_job *job, size_t number, const uint32_t *slice_indices)
{
    enum { TILE = 16 }; /* which a compiler turns into vectors */
    const strew_block block = strew_block_at(job, number);
    const uint32_t base = (uint32_t)block.base;
    uint32_t differs = 0;
    size_t done = 0;
    for (; block.n - done >= TILE; done += TILE) differs |= compare(slice_indices + done, job->positions + done, base, TILE);
    return (differs | compare(slice_indices + done, job->positions + done, base, block.n - done)) == 0;
}
