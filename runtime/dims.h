/* The dimensions of a call with strides, and their steps in bytes, while views.c turns them into slices, outer loops and tuples. */
#ifndef STREW_DIMS_H
#define STREW_DIMS_H

#include "plan_state.h"
#include "validate.h"

/* A dimension of the ordered side. Steps are in bytes; where a tensor does not have the dimension, its step is 0. */
typedef enum strew_dim_kind { STREW_DIM_TUPLES, STREW_DIM_FREE, STREW_DIM_USED } strew_dim_kind;
typedef struct strew_dim {
    size_t count;
    int64_t indices, ordered, named; /* the last two are the sides */
    int64_t number;                  /* tuples of the original indices */
    int16_t of_indices, of_data;     /* the dimensions there, or -1 */
    int16_t is_turned;               /* counted from its other end */
    int16_t kind;
} strew_dim;

typedef struct strew_dims {
    strew_dim of[STREW_MAX_RANK];
    int32_t n;
    int64_t row_bytes; /* from one row of a table of updates to the next */
} strew_dims;

int strew_is_empty(const strew_tensor *tensor)
    STREW_REQUIRES_SHAPE(tensor)
    STREW_ASSIGNS();

/* The strides of a tensor in bytes, given or dense. Those of an empty tensor, and of dimensions of size 1, may be anything and do not
 * count. */
void strew_find_steps(int64_t *to, const strew_tensor *tensor, const int64_t *strides, size_t element_bytes)
    STREW_REQUIRES_SHAPE(tensor)
    STREW_REQUIRES_STRIDES(strides, tensor->rank)
    STREW_REQUIRES_BYTES(to, (size_t)tensor->rank * sizeof *to)
    STREW_ASSIGNS(STREW_BYTES(to, (size_t)tensor->rank * sizeof *to));

/* The step of dimension d alone, for where an array of all is more stack than there is. */
int64_t strew_find_step(const strew_tensor *tensor, int32_t d, size_t element_bytes)
    STREW_REQUIRES_TENSOR(tensor)
    STREW_REQUIRES(0 <= d && d < tensor->rank)
    STREW_ASSIGNS();

/* Where the bytes of a tensor are whose strides are these. */
strew_extent strew_extent_of_steps(const strew_tensor *tensor, const int64_t *steps, size_t bytes)
    STREW_REQUIRES_SHAPE(tensor)
    STREW_REQUIRES_BYTES(steps, (size_t)tensor->rank * sizeof *steps)
    STREW_REQUIRES(bytes <= STREW_MAX_BYTES)
    STREW_ASSIGNS();

/* Whether no two elements of output, or of arg, share an address: every step exceeds the extent of all smaller ones. */
strew_status strew_check_apart(const strew_tensor *output, const int64_t *steps, const char *subject, strew_fault *fault)
    STREW_REQUIRES_SHAPE(output)
    STREW_REQUIRES_BYTES(steps, (size_t)output->rank * sizeof *steps)
    STREW_REPORTS(fault);

#endif /* STREW_DIMS_H */
