/* What strew.js calls: one function, which reads a call from a list of numbers, so that JavaScript knows no struct. Memory for the call is
 * from malloc of this module; strew itself allocates nothing. */
#include <stdint.h>
#include <stdlib.h>

#include <strew/inspect.h>
#include <strew/strew.h>

#include "pool.h"

/* There is no environment, and so no import for it. */
char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

/* As strew.js writes it: SCALARS and TENSORS there have the same order. */
typedef struct tensor {
    int32_t dtype, rank;
    const int64_t *shape;
    void *values;
} tensor;

typedef struct request {
    int64_t ignore_index;
    int32_t op, reduction, axis, batch_dims, policy, negative, has_ignore_index, excludes_self, nan, initial, accumulate, overflow, isa;
    int32_t n_threads;
    tensor output, data, indices, updates, update_indices, weights, offsets;
} request;

static strew_tensor tensor_of(const tensor *of)
{
    return (strew_tensor){(strew_dtype)of->dtype, of->rank, of->shape, NULL, NULL};
}

static strew_status run(const request *r, strew_fault *fault)
{
    const strew_options options =
        STREW_OPTIONS(.policy = (strew_policy)r->policy, .negative = (strew_negative)r->negative, .isa = (strew_isa)r->isa,
                      .has_ignore_index = r->has_ignore_index, .ignore_index = r->ignore_index, .excludes_self = r->excludes_self,
                      .nan = (strew_nan)r->nan, .initial = (strew_initial)r->initial, .accumulate = (strew_dtype)r->accumulate,
                      .overflow = (strew_overflow)r->overflow);
    const strew_call call =
        STREW_CALL(.op = (strew_operator)r->op, .reduction = (strew_reduction)r->reduction, .axis = r->axis, .batch_dims = r->batch_dims,
                   .options = &options, .data = tensor_of(&r->data), .indices = tensor_of(&r->indices), .updates = tensor_of(&r->updates),
                   .update_indices = tensor_of(&r->update_indices), .weights = tensor_of(&r->weights), .offsets = tensor_of(&r->offsets));
    const strew_buffers buffers =
        STREW_BUFFERS(.output = r->output.values, .data = r->data.values, .indices = r->indices.values, .updates = r->updates.values,
                      .update_indices = r->update_indices.values, .weights = r->weights.values, .offsets = r->offsets.values);
    strew_plan plan;
    strew_status status = strew_plan_call(&plan, &call, fault);
    if (status != STREW_OK) return status;

    strew_resources resources = STREW_RESOURCES(.workspace_bytes = strew_plan_workspace_size(&plan, r->n_threads),
                                                .parallel_for = share_tasks, .n_threads = r->n_threads);
    if (resources.workspace_bytes != 0) resources.workspace = malloc(resources.workspace_bytes);
    if (!resources.workspace) resources.workspace_bytes = 0; /* what cannot do without one says so */
    status = strew_run(&plan, &buffers, &resources, fault);
    free(resources.workspace);
    return status;
}

/* 0 if it ran, 1 if an index is out of bounds, 2 if it was rejected otherwise; `message` of STREW_MESSAGE_BYTES then says why. */
EXPORT("run") int32_t run_request(const request *r, char *message)
{
    strew_fault fault;
    const strew_status status = run(r, &fault);
    if (status == STREW_OK) return 0;
    strew_fault_describe(&fault, message, STREW_MESSAGE_BYTES);
    return status == STREW_STATUS_INDEX_OUT_OF_BOUNDS ? 1 : 2;
}

EXPORT("allocate") void *allocate(size_t n_bytes)
{
    return aligned_alloc(16, (n_bytes + 15) / 16 * 16);
}

EXPORT("release") void release(void *bytes)
{
    free(bytes);
}

EXPORT("version") const char *version(void)
{
    return strew_version();
}

EXPORT("isa_name") const char *isa_name(void)
{
    return strew_isa_name(strew_isa_get_best());
}
