/* Rejecting a call: a status, and a fault that says what was wrong in numbers. */
#ifndef STREW_FAULT_H
#define STREW_FAULT_H

#include "compiler.h"
#include "contract.h"

#include <stddef.h>

#include <strew/strew.h>

/* Fills the caller's fault, if there is one. It is inline because every successful call runs it. */
static inline strew_status strew_succeed(strew_fault *fault)
{
    if (fault == NULL) return STREW_OK;
    /* Member by member: where code is small, compilers clear a struct by an instruction that takes longer than half of planning. */
    fault->status = STREW_OK;
    fault->dimension = fault->component = 0;
    fault->subject = NULL;
    fault->tuple = fault->value = fault->low = fault->high = 0;
    fault->profile = STREW_PROFILE_NONE;
    fault->reserved[0] = fault->reserved[1] = fault->reserved[2] = 0;
    return STREW_OK;
}

/* Copies `what` to the caller's fault, if there is one, and returns its status. */
strew_status strew_report(strew_fault *fault, const strew_fault *what);

/* The same of the members that most faults have. The four small ones are one argument, so that all fit in registers: a hundred
 * places reject a call, and each needs twice the code to build a struct. */
strew_status strew_report_members(strew_fault *fault, uint64_t small, const char *subject, int64_t value, int64_t low, int64_t high)
    STREW_ENSURES(STREW_RESULT == (strew_status)(small & UINT16_MAX))
    STREW_REPORTS(fault);

static STREW_INLINE strew_status strew_reject(strew_fault *fault, strew_fault what)
{
    const uint64_t small = (uint64_t)what.status | (uint64_t)what.profile << 16 | (uint64_t)(uint16_t)what.component << 32 |
                           (uint64_t)(uint16_t)what.dimension << 48;
    return strew_report_members(fault, small, what.subject, what.value, what.low, what.high);
}

/* `return STREW_REJECT(fault, STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 3, .high = 2);` A fault with a tuple is for
 * strew_report. */
#define STREW_REJECT(fault, ...) strew_reject(fault, (strew_fault){.status = __VA_ARGS__})

#endif /* STREW_FAULT_H */
