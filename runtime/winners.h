/* Which tuples win, where a workspace has room for more than one tuple at a time: single elements are records in the workspace, in which an
 * update that wins and its number are one integer; and the tuples of wide slices are listed, so that a slice stays in registers for
 * all of its tuples. */
#ifndef STREW_WINNERS_H
#define STREW_WINNERS_H

#include "walk.h"

#if STREW_BUILD_ARG
/* The bytes of the workspace, at any address, that all steps of a plan gain from, on one thread; 0 if none are of use. */
size_t strew_winners_bytes(const strew_plan_state *plan);

/* Whether the steps of a job are such ones: its updates are where their numbers say. */
int strew_has_winners(const strew_job *job, const strew_steps *steps);

/* The bytes of the records of all slices; 0 if slices are not single elements, or have none. The records of some threads, each of which has
 * compared steps of its own, say together what one thread would have found: the largest one of each slice has won. */
size_t strew_records_bytes(const strew_plan_state *plan);

/* Whether the tuples of a job can be recorded. */
int strew_has_records(const strew_job *job);

/* Records the tuples of some steps, and the old elements, which all threads have. Zero if a tuple is out of bounds: another thread
 * has changed the indices. */
int strew_record_steps(const strew_job *job, const strew_steps *steps, int64_t *records);

/* Stores what has won the slices from begin to end - 1, by the records of n threads, which are stride numbers apart. */
void strew_finish_records(const strew_job *job, int64_t *records, size_t n, size_t stride, size_t begin, size_t end);

/* Lists the tuples of all steps, and compares them. Zero as above. */
int strew_keep_lists(const strew_job *job, const strew_steps *steps);

/* Compares the tuples of all steps. Zero as above. */
static STREW_INLINE int strew_find_winners(const strew_job *job, const strew_steps *steps)
{
    if (strew_records_bytes(job->plan) == 0) return strew_keep_lists(job, steps);
    int64_t *records = (void *)strew_align(steps->winners, sizeof *records);
    const int is_right = strew_record_steps(job, steps, records);
    strew_finish_records(job, records, 1, 0, 0, (size_t)job->n_slices);
    return is_right;
}
#else /* no plan has an arg */
#define strew_winners_bytes(plan) ((void)(plan), (size_t)0)
#endif

#endif /* STREW_WINNERS_H */
