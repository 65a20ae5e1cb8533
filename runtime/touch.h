/* The slices that updates touch: applying for which it matters whether an update is the first of its slice, or how many it has. */
#ifndef STREW_TOUCH_H
#define STREW_TOUCH_H

#include "record.h"
#include "walk.h"

#if STREW_BUILD_TOUCHED
/* Applies the tuples of some steps, for all outer indices: a mean, or a reduction that leaves out the old elements of output. Zero if one
 * is out of bounds, or if a slice is not in the record of an earlier outer index: another thread has changed the indices. */
int strew_touch_steps(const strew_job *job, const strew_steps *steps);

/* The record of some steps before their first tuple. */
strew_record strew_begin_record(const strew_job *job, const strew_steps *steps);

#if STREW_BUILD_SUMS
/* Makes results of the sums of an outer index, wherever they are, once all its tuples are applied. */
void strew_finish_sums(const strew_job *job, strew_record *record, size_t outer);

/* Replaces n sums, in the type of the sums, by the nearest ones whose quotient by a count is a number that the dtype has. */
void strew_saturate_sums(const strew_plan_state *plan, unsigned char *sums, size_t n, uint64_t count);

/* The two steps of making results, and how sums start. With one more function between them, a kernel would be more than six frames away. */

/* Divides n sums of a mean, each of which adds up so many updates. Those in output, and those that are rounded, are divided in place. */
static STREW_INLINE void strew_divide_sums(const strew_plan_state *plan, unsigned char *output, unsigned char *sums, size_t n,
                                           uint64_t n_updates)
{
    const int is_in_place = plan->narrow != NULL || !strew_has_sums(plan);
    const uint64_t count = n_updates + !plan->rules.excludes_self;
    unsigned char *quotients = plan->narrow != NULL ? sums : output;
    /* Sums of integers become quotients of data's type at once, which products may be too large for. */
    if (plan->saturates && plan->narrow == NULL) strew_saturate_sums(plan, sums, n, count);
    plan->mean->divide(quotients, is_in_place ? NULL : sums, n, count, plan->rules.mean_rounding);
}

/* Rounds the sums of n slices, of so many bytes each, to output, where slice indices name them. Sums that need no rounding are there
 * already, once they are divided. */
static STREW_INLINE void strew_round_sums(const strew_plan_state *plan, unsigned char *output, unsigned char *sums,
                                          const uint32_t *slice_indices, size_t n, size_t sums_bytes, size_t stride_bytes)
{
    const strew_slices slices = {sums_bytes, stride_bytes, sums_bytes, STREW_PREFETCH_UPDATES_BYTES, 0, strew_in_order, 0};
    if (plan->narrow == NULL) return;
    const size_t n_bytes = n * sums_bytes, sum_bytes = (size_t)plan->sum_bytes;
    if (plan->saturates) strew_saturate_sums(plan, sums, n_bytes / sum_bytes, 1);
    plan->narrow->run(output, sums, slice_indices, n, &slices);
}

/* Starts the sums of so many adjacent bytes of output. */
static STREW_INLINE void strew_start_sums(const strew_plan_state *plan, unsigned char *sums, const unsigned char *old, size_t n_bytes)
{
    if (plan->widen != NULL) {
        const strew_slices slices = {n_bytes, 0, n_bytes, STREW_PREFETCH_UPDATES_BYTES, 0, strew_in_order, 0};
        plan->widen->run(sums, old, strew_in_order, 1, &slices);
    } else {
        plan->mean->start(sums, plan->rules.excludes_self ? NULL : old, n_bytes / (size_t)plan->element_bytes);
    }
}
#else
#define strew_finish_sums(job, record, outer) ((void)(record))
#endif
#else /* no plan has a record */
#define strew_touch_steps(job, steps) ((void)(steps), 0)
#define strew_begin_record(job, steps) ((void)(steps), (strew_record){0})
#define strew_finish_sums(job, record, outer) ((void)(record))
#endif

#endif /* STREW_TOUCH_H */
