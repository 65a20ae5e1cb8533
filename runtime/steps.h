/* Running some steps of a job: what one thread does at a time, whatever the plan needs for it. */
#ifndef STREW_STEPS_H
#define STREW_STEPS_H

#include "access.h"

/* Steps begin to end - 1 of a job, for outer indices outer_begin to outer_end - 1. Two threads never have a step and an outer index in
 * common. */
typedef struct strew_steps {
    size_t begin, end, outer_begin, outer_end;
    /* Only the tuples of this selection; NULL stands for all. */
    const strew_selection *own;
    /* The memory of the record, if the plan needs one (strew_needs_touched). A record is of all outer indices. Threads that share it have
     * selections of their own, or steps whose slices are in no other's; so with one thread the steps are all, and there is no selection. */
    void *workspace;
} strew_steps;

/* All steps, for all outer indices. A gather that has no steps is run all the same: it fills what is skipped. */
strew_steps strew_all_steps(const strew_job *job, void *workspace);

/* Applies or gathers the tuples of some steps. Zero if one is out of bounds, as in strew_make_slice_indices. */
int strew_run_steps(const strew_job *job, const strew_steps *steps);

/* The same of a plan that needs no record, for threads that have a copy of the job on their stack. */
int strew_run_steps_without_record(const strew_job *job, const strew_steps *steps);

#endif /* STREW_STEPS_H */
