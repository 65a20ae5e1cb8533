/* What a caller asks for, checked so far as operator, reduction and options decide. */
#ifndef STREW_CALL_H
#define STREW_CALL_H

#include "plan_state.h"
#include "validate.h"

/* NULL for an unknown operator. */
const strew_operator_record *strew_find_operator(strew_operator op);

/* Fills a request, but for what strew_validate finds, with what a call asks for, and rejects what the operator or the reduction would
 * ignore. `storage` and `converter` have room for options of another version. */
strew_status strew_read_request(strew_request *request, const strew_call *call, strew_options *storage, strew_converter *converter,
                                strew_fault *fault);

/* Rejects buffers that a run of the plan would ignore. */
strew_status strew_check_unused_buffers(const strew_plan_state *plan, const strew_buffers *buffers, strew_fault *fault);

/* Rejects buffers other than the indices or the components that are prepared. */
strew_status strew_check_buffers_to_prepare(const strew_plan_state *plan, const strew_buffers *buffers, strew_fault *fault);

#endif /* STREW_CALL_H */
