/* The one-call forms: describe, plan, run. And what callers call of features that this build leaves out. */
#include <strew/strew.h>

#include "build.h"
#include "fault.h"
#include "run.h"

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

/* A tensor that the caller must have given. A pointer to none becomes a tensor that is not there; then `missing` names it. */
static strew_tensor copy(const strew_tensor *given, const char *name, const char **missing)
{
    if (given != NULL) return *given;
    if (*missing == NULL) *missing = name;
    return (strew_tensor){0};
}

static STREW_INLINE strew_status plan_and_run(const strew_call *call, void *output, const char *missing, strew_fault *fault)
{
    strew_plan plan;
    if (missing != NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = missing);
    const strew_status status = strew_plan_call(&plan, call, fault);
    if (status != STREW_OK) return status;
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = call->data.values, .indices = call->indices.values,
                                                .updates = call->updates.values, .write_indices = call->write_indices.values);
    const void *indices = call->op == STREW_OPERATOR_TENSOR_SCATTER ? buffers.write_indices : buffers.indices;
    return strew_run_alone(strew_state_of(&plan), &buffers, indices, fault);
}

strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                              strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    const char *missing = NULL;
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = reduction, .options = options, .data = copy(data, "data", &missing),
                   .indices = copy(indices, "indices", &missing), .updates = copy(updates, "updates", &missing));
    return plan_and_run(&call, output, missing, fault);
}

strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                    int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    const char *missing = NULL;
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ELEMENTS, .reduction = reduction, .axis = axis, .options = options,
                                       .data = copy(data, "data", &missing), .indices = copy(indices, "indices", &missing),
                                       .updates = copy(updates, "updates", &missing));
    return plan_and_run(&call, output, missing, fault);
}

strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                  int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    const char *missing = NULL;
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = reduction, .axis = axis, .options = options,
                                       .data = copy(data, "data", &missing), .indices = copy(indices, "indices", &missing),
                                       .updates = copy(updates, "updates", &missing));
    return plan_and_run(&call, output, missing, fault);
}

strew_status strew_gather_nd(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                             const strew_options *options, strew_fault *fault)
{
    const char *missing = NULL;
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER_ND, .batch_dims = batch_dims, .options = options,
                                       .data = copy(data, "data", &missing), .indices = copy(indices, "indices", &missing));
    return plan_and_run(&call, output, missing, fault);
}

strew_status strew_gather_elements(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                   const strew_options *options, strew_fault *fault)
{
    const char *missing = NULL;
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER_ELEMENTS, .axis = axis, .options = options,
                                       .data = copy(data, "data", &missing), .indices = copy(indices, "indices", &missing));
    return plan_and_run(&call, output, missing, fault);
}

strew_status strew_gather(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis, int64_t batch_dims,
                          const strew_options *options, strew_fault *fault)
{
    const char *missing = NULL;
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER, .axis = axis, .batch_dims = batch_dims, .options = options,
                                       .data = copy(data, "data", &missing), .indices = copy(indices, "indices", &missing));
    return plan_and_run(&call, output, missing, fault);
}

strew_status strew_tensor_scatter(void *output, const strew_tensor *data, const strew_tensor *updates, const strew_tensor *write_indices,
                                  int64_t axis, strew_cache_mode mode, const strew_options *options, strew_fault *fault)
{
    const char *missing = NULL;
    const strew_tensor zeros = {0};
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = axis, .mode = mode, .options = options,
                                       .data = copy(data, "data", &missing), .updates = copy(updates, "updates", &missing),
                                       .write_indices = write_indices != NULL ? *write_indices : zeros);
    return plan_and_run(&call, output, missing, fault);
}

/* ---- Left out ------------------------------------------------------------------------------------------------------------------------ */

#if !STREW_BUILD_FEATURE_PREPARE
size_t strew_plan_prepared_size(const strew_plan *plan)
{
    (void)plan;
    return 0;
}

int32_t strew_prepared_is_distinct(const void *memory)
{
    (void)memory;
    return 0;
}

strew_status strew_prepare(const strew_plan *plan, const strew_buffers *buffers, void *memory, size_t memory_bytes, strew_fault *fault)
{
    (void)plan, (void)buffers, (void)memory, (void)memory_bytes;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "prepare");
}
#endif
