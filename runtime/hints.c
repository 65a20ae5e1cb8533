#include "hints.h"

#include "fault.h"
#include "util.h"

#include <string.h>

size_t strew_hints_bytes(const strew_plan_state *plan)
{
    if (!strew_has_hints_to_check(plan) || strew_hint_of_unique(plan) != STREW_HINT_CHECKED) return 0;
    if (strew_hint_of_sorted(plan) != STREW_HINT_NONE || plan->n_tuples == 0) return 0;
    return plan->n_slices / 8 < SIZE_MAX ? (size_t)(plan->n_slices / 8) + 1 : SIZE_MAX;
}

static int touch(unsigned char *bits, uint64_t slice)
{
    unsigned char *byte = bits + (size_t)(slice / 8);
    const unsigned bit = 1u << slice % 8;
    const int is_first = !(*byte & bit);
    *byte = (unsigned char)(*byte | bit);
    return is_first;
}

STREW_OWN_FRAME int strew_are_hints_right(const strew_job *job, void *memory, strew_violation *found)
{
    const strew_plan_state *plan = job->plan;
    const int is_sorted = strew_hint_of_sorted(plan) == STREW_HINT_CHECKED, is_unique = strew_hint_of_unique(plan) == STREW_HINT_CHECKED,
              has_bits = strew_hints_bytes(plan) != 0;
    uint64_t before = UINT64_MAX;
    strew_walk walk;
    if (has_bits) memset(memory, 0, strew_hints_bytes(plan));
    strew_begin_walk(&walk, job, 0, strew_count_steps(job), NULL, 1);
    while (strew_next_batch(&walk)) {
        const strew_batch *batch = &walk.batch;
        for (size_t i = 0; i < batch->n; i++) {
            const uint64_t slice = batch->base + batch->slice_indices[i];
            const int falls = is_sorted && before != UINT64_MAX && slice < before;
            const int is_again = is_unique && (has_bits ? !touch(memory, slice) : slice == before);
            if (falls || is_again) {
                const strew_status status = falls ? STREW_STATUS_NOT_SORTED : STREW_STATUS_NOT_UNIQUE;
                *found = (strew_violation){status, batch->first + batch->tuples[i], slice, before};
                return 0;
            }
            before = slice;
        }
    }
    *found = (strew_violation){STREW_STATUS_INDICES_CHANGED, 0, 0, 0};
    return !walk.is_out_of_bounds;
}

/* The first tuple that names a slice. */
static STREW_INLINE size_t find_first_of(const strew_job *job, uint64_t slice)
{
    strew_walk walk;
    strew_begin_walk(&walk, job, 0, strew_count_steps(job), NULL, 1);
    while (strew_next_batch(&walk)) {
        for (size_t i = 0; i < walk.batch.n; i++) {
            if (walk.batch.base + walk.batch.slice_indices[i] == slice) return walk.batch.first + walk.batch.tuples[i];
        }
    }
    return 0; /* uncovered: only another thread that changes indices takes it away */
}

/* Slices of a plan with strides count in units. */
static int64_t number_of_slice(const strew_plan_state *plan, uint64_t slice)
{
    const uint64_t unit = plan->k == 1 ? strew_strides_of(plan)[0] : 1;
    return (int64_t)(unit != 0 && strew_is_strided(plan) ? slice / unit : slice);
}

STREW_COLD STREW_OWN_FRAME strew_status strew_find_hint_fault(const strew_job *job, const strew_violation *found, strew_fault *fault)
{
    const strew_plan_state *plan = job->plan;
    const size_t elements = job->layout.elements; /* of a row that is one slice */
    strew_fault what = {.status = found->status};
    if (found->status == STREW_STATUS_NOT_SORTED) {
        what.value = number_of_slice(plan, found->slice * elements);
        what.high = number_of_slice(plan, found->before * elements);
    } else if (found->status == STREW_STATUS_NOT_UNIQUE) {
        what.value = strew_find_tuple(plan, find_first_of(job, found->slice) * elements).number;
    }
    if (found->status != STREW_STATUS_INDICES_CHANGED) what.tuple = strew_find_tuple(plan, found->tuple * elements).number;
    return strew_report(fault, &what);
}
