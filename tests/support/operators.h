/* The three operators behind one signature: to plan, and to call in one call. */
#ifndef STREW_TESTS_OPERATORS_H
#define STREW_TESTS_OPERATORS_H

#include <stdint.h>

#include <strew/strew.h>

#include "reference.h"

enum { OPERATORS = 3 };
extern const reference_operator operators[OPERATORS];

/* As the public header calls it: "scatter_nd". */
const char *operator_name(reference_operator op);

strew_status plan_call(strew_plan *plan, const reference_call *call, strew_fault *fault);
strew_status make_call(void *output, const reference_call *call, strew_fault *fault);

/* What a NaN does in this reduction: it loses for odd numbers, unless nothing is reduced. */
strew_nan nan_for(strew_reduction reduction, uint64_t number);

/* A call with tensors and options of its own, and the call that points to them. */
typedef struct arguments {
    strew_tensor data, indices, updates;
    strew_options options;
    reference_call call;
} arguments;
/* A copy, to be changed; its options are the defaults where the call has none. */
void copy_call(const reference_call *from, arguments *to);

/* A call, also an invalid one, in one line. Valid until the next call. */
const char *describe_call(const reference_call *call);

/* Components of a tuple. */
int32_t components_of(reference_operator op, int32_t indices_rank, const int64_t *indices_shape);

/* Writes the shape that updates must have and returns its rank, or -1 if that would be more than STREW_MAX_RANK. */
int32_t updates_shape_of(reference_operator op, int32_t data_rank, const int64_t *data_shape, int32_t indices_rank,
                         const int64_t *indices_shape, int64_t axis, int64_t updates_shape[STREW_MAX_RANK]);

#endif
