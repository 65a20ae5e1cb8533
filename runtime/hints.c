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

/* A tuple that names a slice, and the one that it should not follow. */
typedef struct violation {
    strew_status status;
    size_t tuple;
    uint64_t slice, before; /* of the tuple, and of the one before */
} violation;

static int touch(unsigned char *bits, uint64_t slice)
{
    unsigned char *byte = bits + (size_t)(slice / 8);
    const unsigned bit = 1u << slice % 8;
    const int is_first = !(*byte & bit);
    *byte = (unsigned char)(*byte | bit);
    return is_first;
}

/* The first tuple that violates a hint; otherwise its status is STREW_OK. */
STREW_OWN_FRAME static violation find_violation(const strew_job *job, unsigned char *bits)
{
    const strew_plan_state *plan = job->plan;
    const int is_sorted = strew_hint_of_sorted(plan) == STREW_HINT_CHECKED, is_unique = strew_hint_of_unique(plan) == STREW_HINT_CHECKED,
              has_bits = strew_hints_bytes(plan) != 0;
    uint64_t before = UINT64_MAX;
    strew_walk walk;
    if (has_bits) memset(bits, 0, strew_hints_bytes(plan));
    strew_begin_walk(&walk, job, 0, strew_count_steps(job), NULL, 1);
    while (strew_next_batch(&walk)) {
        const strew_batch *batch = &walk.batch;
        for (size_t i = 0; i < batch->n; i++) {
            const uint64_t slice = batch->base + batch->slice_indices[i];
            const int falls = is_sorted && before != UINT64_MAX && slice < before;
            const int is_again = is_unique && (has_bits ? !touch(bits, slice) : slice == before);
            if (falls || is_again) {
                return (violation){falls ? STREW_STATUS_NOT_SORTED : STREW_STATUS_NOT_UNIQUE, batch->first + batch->tuples[i], slice,
                                   before};
            }
            before = slice;
        }
    }
    return (violation){walk.is_out_of_bounds ? STREW_STATUS_INDICES_CHANGED : STREW_OK, 0, 0, 0};
}

int strew_are_hints_right(const strew_job *job, void *memory)
{
    return find_violation(job, memory).status == STREW_OK;
}

/* The first tuple that names a slice. */
STREW_OWN_FRAME static size_t find_first_of(const strew_job *job, uint64_t slice)
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

STREW_COLD strew_status strew_find_hint_fault(const strew_job *job, void *memory, strew_fault *fault)
{
    const strew_plan_state *plan = job->plan;
    const violation found = find_violation(job, memory);
    strew_fault what = {.status = found.status};
    if (found.status == STREW_OK || found.status == STREW_STATUS_INDICES_CHANGED) {
        return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    }
    const size_t elements = job->layout.elements; /* of a row that is one slice */
    what.tuple = strew_find_tuple(plan, found.tuple * elements).number;
    if (found.status == STREW_STATUS_NOT_SORTED) {
        what.value = number_of_slice(plan, found.slice * elements);
        what.high = number_of_slice(plan, found.before * elements);
    } else {
        what.value = strew_find_tuple(plan, find_first_of(job, found.slice) * elements).number;
    }
    return strew_report(fault, &what);
}
