/* What the caller says of the slices that tuples name, checked. */
#ifndef STREW_HINTS_H
#define STREW_HINTS_H

#include "walk.h"

/* A tuple that violates a hint: its slice, and that of the tuple before. */
typedef struct strew_violation {
    strew_status status; /* STREW_STATUS_INDICES_CHANGED if a tuple is out of bounds */
    size_t tuple;
    uint64_t slice, before;
} strew_violation;

#if STREW_BUILD_HINTS
/* The workspace that the check needs: a bit for each slice, or nothing. SIZE_MAX if no memory has as many. */
size_t strew_hints_bytes(const strew_plan_state *plan);

/* Whether hints are right that are to be checked; otherwise finds the first tuple for which they are not. `memory` is of so many bytes. */
int strew_are_hints_right(const strew_job *job, void *memory, strew_violation *found);

/* Its fault. */
strew_status strew_find_hint_fault(const strew_job *job, const strew_violation *found, strew_fault *fault);
#else
#define strew_hints_bytes(plan) ((void)(plan), (size_t)0)
#define strew_are_hints_right(job, memory, found) ((void)(found), 1)
#define strew_find_hint_fault(job, found, fault) STREW_OK
#endif

#endif /* STREW_HINTS_H */
