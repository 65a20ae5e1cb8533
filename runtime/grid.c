/* Tuples on a grid, as those of a slice assignment are: the slot of each follows from its place among the tuples. The first one and its
 * neighbours tell which grid that would be, and the look at all indices before anything is written tells whether it is: then nothing is
 * read again, and rows are written as wide slices. slice_assign of the bench takes three fifths of the time. */
#include "job.h"

/* Shorter rows are better written from slots: in data that is near, those of 8 elements take up to a fifth longer as rows, those of 12 as
 * long or up to a fifth less, those of 16 a sixth to a third less. In data that is far, where kernels prefetch slots and not rows, those of
 * 12 take as long or a fourth less. */
enum { LEAST_ROW = 12 };

/* How many slots a tuple lies behind `first`. Zero if it is outside, or before that. Nothing else bounds where a grid begins: what is
 * compared later are slots of 32 bits, of indices that may have been rewritten. */
static int find_step(const strew_job *job, size_t tuple, uint64_t first, uint64_t *step)
{
    uint64_t slot;
    if (!strew_find_slot(job, tuple, &slot) || slot < first) return 0;
    *step = slot - first;
    return 1;
}

/* Of one slot in the last dimension, and in the others so wide that no slot occurs twice. Zero if the tuples lie on no such grid. */
static int find_steps(strew_job *job, uint64_t first)
{
    const strew_plan *plan = job->plan;
    uint64_t span = 0;
    size_t distance = 1;
    for (int32_t d = plan->n_dims - 1; d >= 0; distance *= plan->count[d--]) {
        const uint64_t n_steps = plan->count[d] - 1;
        uint64_t step;
        if (!find_step(job, distance, first, &step) || step <= span || (span == 0 && step != 1)) return 0;
        if (n_steps > (plan->n_slots - 1 - first - span) / step) return 0; /* beyond the last slot */
        span += n_steps * step;
        job->grid_step[d] = step;
    }
    return 1;
}

void strew_guess_grid(strew_job *job)
{
    const strew_plan *plan = job->plan;
    uint64_t first;
    if (plan->is_placed || !strew_has_short_slots(plan) || job->n_blocks == 1) return;
    if (plan->n_dims > STREW_MOST_GRID_DIMS || plan->count[plan->n_dims - 1] < LEAST_ROW) return;
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

/* Whether n slots are those positions, counted from `base`. */
static uint32_t compare(const uint32_t *slots, const uint32_t *positions, uint32_t base, size_t n)
{
    uint32_t differs = 0;
    for (size_t i = 0; i < n; i++) differs |= slots[i] ^ (base + positions[i]);
    return differs;
}

int strew_is_on_grid(const strew_job *job, size_t number, const uint32_t *slots)
{
    enum { PIECE = 16 }; /* which a compiler turns into vectors */
    const strew_block block = strew_block_at(job, number);
    const uint32_t base = (uint32_t)block.base;
    uint32_t differs = 0;
    size_t done = 0;
    for (; block.n - done >= PIECE; done += PIECE) differs |= compare(slots + done, job->positions + done, base, PIECE);
    return (differs | compare(slots + done, job->positions + done, base, block.n - done)) == 0;
}
