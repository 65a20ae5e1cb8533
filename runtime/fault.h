/* Rejecting a call: a status, and a fault that says what was wrong in numbers. */
#ifndef STREW_FAULT_H
#define STREW_FAULT_H

#include <stddef.h>

#include <strew/strew.h>

/* Fills the caller's fault, if there is one. It is inline because every successful call runs it. */
static inline strew_status strew_succeed(strew_fault *fault)
{
    if (fault != NULL) *fault = (strew_fault){.status = STREW_OK};
    return STREW_OK;
}

/* Copies `what` to the caller's fault, if there is one, and returns its status. */
strew_status strew_report(strew_fault *fault, const strew_fault *what);

/* `return STREW_REJECT(fault, STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 3, .high = 2);` */
#define STREW_REJECT(fault, ...) strew_report(fault, &(strew_fault){.status = __VA_ARGS__})

#endif /* STREW_FAULT_H */
