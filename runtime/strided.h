/* Running plans whose output, updates or gathered data have strides that the passes for dense tensors do not know. */
#ifndef STREW_STRIDED_H
#define STREW_STRIDED_H

#include "access.h"
#include "pool.h"
#include "record.h"

#if STREW_BUILD_FEATURE_STRIDES
/* Copies data to output, row by row, or element by element where needed. */
typedef struct strew_copied_rows {
    const strew_plan_state *plan;
    unsigned char *output;
    const unsigned char *data;
} strew_copied_rows;
strew_chunk strew_copy_rows_chunk;
size_t strew_count_copied_rows(const strew_plan_state *plan);

static inline void strew_copy_strided(const strew_threads *threads, const strew_plan_state *plan, unsigned char *output,
                                      const unsigned char *data)
{
    const strew_copied_rows copied = {plan, output, data};
    strew_run_chunks(threads, strew_count_copied_rows(plan), strew_copy_rows_chunk, &copied);
}

/* Applies or gathers steps begin to end - 1 of a job (blocks of tuples, or runs), for outer indices outer_begin to outer_end - 1. With a
 * selection, only its tuples are applied. With a record, which is of one outer index, the updates of parts are counted: see numbers.h.
 * Zero if a tuple is out of bounds, as in strew_make_slice_indices. Slice indices of more than 32 bits have no steps: all tuples are
 * done. */
int strew_run_strided(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end, const strew_selection *own,
                      strew_record *record);
#else /* no plan is strided */
#define strew_copy_strided(threads, plan, output, data) ((void)(threads), (void)(plan), (void)(output), (void)(data))
#define strew_run_strided(job, begin, end, outer_begin, outer_end, own, record) ((void)(job), 0)
#endif

#endif /* STREW_STRIDED_H */
