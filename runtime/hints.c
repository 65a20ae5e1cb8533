#include "hints.h"

#include "fault.h"
#include "source.h"
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

STREW_OWN_FRAME int strew_are_hints_right(const strew_job *job, void *memory, size_t *tuple)
{
    const strew_plan_state *plan = job->plan;
    const int is_sorted = strew_hint_of_sorted(plan) == STREW_HINT_CHECKED, is_unique = strew_hint_of_unique(plan) == STREW_HINT_CHECKED,
              has_bits = strew_hints_bytes(plan) != 0;
    const uint64_t next = job->layout.elements > 1; /* a row that is one slice ends behind the first element of the same row */
    uint64_t before = UINT64_MAX;
    strew_walk walk;
    if (has_bits) memset(memory, 0, strew_hints_bytes(plan));
    strew_begin_walk(&walk, job, 0, strew_count_steps(job), NULL, 1);
    while (strew_next_batch(&walk)) {
        const strew_batch *batch = &walk.batch;
        for (size_t i = 0; i < batch->n; i++) {
            const uint64_t slice = batch->base + batch->slice_indices[i];
            const int falls = is_sorted && before != UINT64_MAX && slice < before + next;
            const int is_again = is_unique && (has_bits ? !touch(memory, slice) : slice == before);
            if (falls || is_again) {
                *tuple = (batch->first + batch->tuples[i]) * job->layout.elements; /* of a row that is one slice */
                return 0;
            }
            before = slice;
        }
    }
    *tuple = SIZE_MAX;
    return !walk.is_out_of_bounds;
}

/* Slices of a plan with strides count in units. Where positions have steps, output is dense, and units are elements. */
static int64_t number_of_slice(const strew_plan_state *plan, uint64_t slice)
{
    const uint64_t unit = plan->k == 1 && !strew_has_steps(plan) ? strew_strides_of(plan)[0] : 1;
    return (int64_t)(unit != 0 && strew_is_strided(plan) ? slice / unit : slice);
}

/* Whether a tuple names a slice, and none passes it over. */
static int names_slice(const strew_job *job, size_t tuple, uint64_t *slice)
{
#if STREW_BUILD_FUSED
    const strew_plan_state *plan = job->plan;
    if (job->rows != NULL && strew_passes_over_rows(plan) &&
        strew_passes_over_row(strew_source_of(plan), strew_update_index_at(plan, job->rows, tuple)))
        return 0;
#endif
    return strew_find_slice_index(job, tuple, slice);
}

STREW_COLD strew_status strew_find_hint_fault(const strew_job *job, size_t tuple, strew_fault *fault)
{
    const strew_plan_state *plan = job->plan;
    uint64_t slice, other = 0;
    strew_fault what = {.status = STREW_STATUS_NOT_SORTED};
    if (tuple == SIZE_MAX || !names_slice(job, tuple, &slice)) return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    what.tuple = strew_find_tuple(plan, tuple).number;
    size_t before = tuple;
    while (before > 0 && !names_slice(job, before - 1, &other)) before--;
    if (before > 0 && strew_hint_of_sorted(plan) == STREW_HINT_CHECKED && other > slice) {
        what.value = number_of_slice(plan, slice);
        what.high = number_of_slice(plan, other);
        return strew_report(fault, &what);
    }
    size_t first = 0;
    while (first < tuple && !(names_slice(job, first, &other) & (other == slice))) first++;
    what.status = STREW_STATUS_NOT_UNIQUE;
    what.value = strew_find_tuple(plan, first).number;
    return strew_report(fault, &what);
}
