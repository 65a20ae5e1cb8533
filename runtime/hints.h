/* What the caller says of the slices that tuples name, checked. */
#ifndef STREW_HINTS_H
#define STREW_HINTS_H

#include "walk.h"

#if STREW_BUILD_HINTS
/* The workspace that the check needs: a bit for each slice, or nothing. SIZE_MAX if no memory has as many. */
size_t strew_hints_bytes(const strew_plan_state *plan)
    STREW_REQUIRES_PLAN(plan)
    STREW_ASSIGNS();

/* Whether hints are right that are to be checked; otherwise finds the first tuple for which they are not, or SIZE_MAX if one is out of
 * bounds. `memory` is of so many bytes. */
int strew_are_hints_right(const strew_job *job, void *memory, size_t *tuple);

/* Its fault. */
strew_status strew_find_hint_fault(const strew_job *job, size_t tuple, strew_fault *fault);
#else
#define strew_hints_bytes(plan) ((void)(plan), (size_t)0)
#define strew_are_hints_right(job, memory, tuple) ((void)(tuple), 1)
#define strew_find_hint_fault(job, tuple, fault) STREW_OK
#endif

#endif /* STREW_HINTS_H */
