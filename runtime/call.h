/* What a caller asks for, checked so far as operator, reduction and options decide. */
#ifndef STREW_CALL_H
#define STREW_CALL_H

#include "plan_state.h"
#include "validate.h"

/* One operator. */
typedef struct strew_operator_record {
    const char *name;
    const char *missing; /* the feature that this build lacks for it; otherwise NULL */
    uint32_t members;    /* of a call, its options and its buffers that it has a use for: bits of call.c */
    int8_t is_gather, is_elements;
    int8_t is_flat;    /* an index is the number of an element of data */
    int8_t has_tuples; /* the last dimension of indices is the components of a tuple */
    int8_t min_rank, min_indices_rank;
} strew_operator_record;

/* NULL for an unknown operator. */
const strew_operator_record *strew_find_operator(strew_operator op);

/* Fills a request, which must be all 0, with what a call asks for, and rejects what the operator or the reduction would ignore. */
strew_status strew_read_request(strew_request *request, const strew_call *call, strew_fault *fault);

/* Rejects buffers that a run of the plan would ignore. */
strew_status strew_check_unused_buffers(const strew_plan_state *plan, const strew_buffers *buffers, strew_fault *fault);

/* Rejects buffers other than the indices or the components that are prepared. */
strew_status strew_check_buffers_to_prepare(const strew_plan_state *plan, const strew_buffers *buffers, strew_fault *fault);

#endif /* STREW_CALL_H */
