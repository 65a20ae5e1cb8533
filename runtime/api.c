/* The one-call forms: describe, plan, run. And what callers call of features that this build leaves out. */
#include <strew/strew.h>

#include "build.h"
#include "fault.h"

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

static STREW_INLINE int is_scatter(const strew_call *call)
{
    return call->op < STREW_OPERATOR_GATHER_ND;
}

static STREW_INLINE int is_cache(const strew_call *call)
{
    return call->op == STREW_OPERATOR_TENSOR_SCATTER;
}

/* The frame, which has a whole call, is left before that is run. */
STREW_OWN_FRAME static strew_status plan_tensors(strew_plan *plan, const strew_call *of, const strew_tensor *data,
                                                 const strew_tensor *indices, const strew_tensor *updates, strew_fault *fault)
{
    strew_call call = *of;
    call.struct_size = sizeof call;
    call.data = *data;
    if (is_scatter(of)) call.updates = *updates;
    if (indices != NULL) *(is_cache(of) ? &call.write_indices : &call.indices) = *indices;
    return strew_plan_call(plan, &call, fault);
}

/* Plans and runs a call whose tensors are given by pointers. Those of data and of the operator's other tensors must be there; write indices
 * may be missing. */
static strew_status do_call(const strew_call *of, void *output, const strew_tensor *data, const strew_tensor *indices,
                            const strew_tensor *updates, strew_fault *fault)
{
    const char *missing = data == NULL                        ? "data"
                          : indices == NULL && !is_cache(of)  ? "indices"
                          : updates == NULL && is_scatter(of) ? "updates"
                                                              : NULL;
    if (missing != NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = missing);
    strew_plan plan;
    const strew_status status = plan_tensors(&plan, of, data, indices, updates, fault);
    if (status != STREW_OK) return status;
    strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data->values);
    if (is_scatter(of)) buffers.updates = updates->values;
    if (indices != NULL) *(is_cache(of) ? &buffers.write_indices : &buffers.indices) = indices->values;
    return strew_run(&plan, &buffers, NULL, fault);
}
#define DO_CALL(indices, updates, ...) do_call(&(strew_call){.options = options, __VA_ARGS__}, output, data, indices, updates, fault)

strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                              strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    return DO_CALL(indices, updates, .op = STREW_OPERATOR_SCATTER_ND, .reduction = reduction);
}

strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                    int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    return DO_CALL(indices, updates, .op = STREW_OPERATOR_SCATTER_ELEMENTS, .reduction = reduction, .axis = axis);
}

strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                  int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    return DO_CALL(indices, updates, .op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = reduction, .axis = axis);
}

strew_status strew_gather_nd(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                             const strew_options *options, strew_fault *fault)
{
    return DO_CALL(indices, NULL, .op = STREW_OPERATOR_GATHER_ND, .batch_dims = batch_dims);
}

strew_status strew_gather_elements(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                   const strew_options *options, strew_fault *fault)
{
    return DO_CALL(indices, NULL, .op = STREW_OPERATOR_GATHER_ELEMENTS, .axis = axis);
}

strew_status strew_gather(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis, int64_t batch_dims,
                          const strew_options *options, strew_fault *fault)
{
    return DO_CALL(indices, NULL, .op = STREW_OPERATOR_GATHER, .axis = axis, .batch_dims = batch_dims);
}

strew_status strew_tensor_scatter(void *output, const strew_tensor *data, const strew_tensor *updates, const strew_tensor *write_indices,
                                  int64_t axis, strew_cache_mode mode, const strew_options *options, strew_fault *fault)
{
    return DO_CALL(write_indices, updates, .op = STREW_OPERATOR_TENSOR_SCATTER, .axis = axis, .mode = mode);
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
