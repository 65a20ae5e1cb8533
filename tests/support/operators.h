/* The operators behind one signature: to plan, to run, and to call in one call. */
#ifndef STREW_TESTS_OPERATORS_H
#define STREW_TESTS_OPERATORS_H

#include <stdint.h>

#include <strew/strew.h>

#include "reference.h"

/* Those with a form of one call. */
enum { OPERATORS = REFERENCE_PUT };
extern const reference_operator operators[OPERATORS];

/* As the public header calls it: "scatter_nd". */
const char *operator_name(reference_operator op);

/* The call as the library takes it. A tensor that is NULL is not there. */
strew_call call_of(const reference_call *call);

strew_status plan_call(strew_plan *plan, const reference_call *call, strew_fault *fault);

/* Runs a plan over the values of the call's tensors, and over prepared indices unless that is NULL. */
strew_status run_call(const strew_plan *plan, void *output, const reference_call *call, const void *prepared,
                      const strew_resources *resources, strew_fault *fault);
strew_status prepare_call(const strew_plan *plan, const reference_call *call, void *prepared, size_t prepared_bytes, strew_fault *fault);

/* The operator in one call; a plan and a run of what has no such form. */
int has_form_of_one_call(const reference_call *call);
strew_status make_call(void *output, const reference_call *call, strew_fault *fault);

/* Buffers that point to the values of components. */
typedef struct component_values {
    const void *of[STREW_MAX_RANK];
} component_values;
const void *const *values_of_components(const strew_tensor *components, int32_t n_components, component_values *to);

/* What a NaN does in this reduction: it loses for odd numbers, unless nothing is reduced. */
strew_nan nan_for(strew_reduction reduction, uint64_t number);

/* A call with tensors and options of its own, and the call that points to them. */
typedef struct arguments {
    strew_tensor data, indices, updates;
    strew_options options;
    reference_call call;
} arguments;
/* A copy, to be changed; its options are the defaults where the call has none. Output and components are those of the call. */
void copy_call(const reference_call *from, arguments *to);

/* A call, also an invalid one, in one line. Valid until the next call. */
const char *describe_call(const reference_call *call);

/* Components of a tuple. */
int32_t components_of(reference_operator op, int32_t indices_rank, const int64_t *indices_shape);

/* Writes the shape that updates must have and returns its rank, or -1 if that would be more than STREW_MAX_RANK. The first one reads the
 * shapes of data and indices, and the other numbers of the call; the second has no batch dimensions. */
int32_t updates_shape_of_call(const reference_call *call, int64_t updates_shape[STREW_MAX_RANK]);
int32_t updates_shape_of(reference_operator op, int32_t data_rank, const int64_t *data_shape, int32_t indices_rank,
                         const int64_t *indices_shape, int64_t axis, int64_t updates_shape[STREW_MAX_RANK]);

#endif
