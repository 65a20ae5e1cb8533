/* A plan of each operator, and a run of it, in one line: for tests that name tensors by their position. */
#ifndef STREW_TESTS_CALLS_H
#define STREW_TESTS_CALLS_H

#include <strew/strew.h>

/* A tensor that may be missing. */
static inline strew_tensor tensor_or_none(const strew_tensor *tensor)
{
    static const strew_tensor none = {0};
    return tensor != NULL ? *tensor : none;
}

/* An output of the same dtype and shape, with these strides. */
static inline strew_tensor output_with(const strew_tensor *like, const int64_t *strides)
{
    return (strew_tensor){like->dtype, like->rank, like->shape, NULL, strides};
}

static inline strew_status plan_scatter_nd(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                           const strew_tensor *updates, strew_reduction reduction, const strew_options *options,
                                           strew_fault *fault)
{
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = reduction, .options = options, .data = tensor_or_none(data),
                   .indices = tensor_or_none(indices), .updates = tensor_or_none(updates));
    return strew_plan_call(plan, &call, fault);
}

static inline strew_status plan_scatter_elements(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                                 const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                                 const strew_options *options, strew_fault *fault)
{
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ELEMENTS, .reduction = reduction, .axis = axis, .options = options,
                   .data = tensor_or_none(data), .indices = tensor_or_none(indices), .updates = tensor_or_none(updates));
    return strew_plan_call(plan, &call, fault);
}

static inline strew_status plan_scatter_update(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                               const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                               const strew_options *options, strew_fault *fault)
{
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = reduction, .axis = axis, .options = options,
                   .data = tensor_or_none(data), .indices = tensor_or_none(indices), .updates = tensor_or_none(updates));
    return strew_plan_call(plan, &call, fault);
}

static inline strew_status plan_gather_nd(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                                          const strew_options *options, strew_fault *fault)
{
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER_ND, .batch_dims = batch_dims, .options = options,
                                       .data = tensor_or_none(data), .indices = tensor_or_none(indices));
    return strew_plan_call(plan, &call, fault);
}

static inline strew_status plan_gather_elements(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                                const strew_options *options, strew_fault *fault)
{
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER_ELEMENTS, .axis = axis, .options = options, .data = tensor_or_none(data),
                                       .indices = tensor_or_none(indices));
    return strew_plan_call(plan, &call, fault);
}

static inline strew_status plan_gather(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                       int64_t batch_dims, const strew_options *options, strew_fault *fault)
{
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER, .axis = axis, .batch_dims = batch_dims, .options = options,
                                       .data = tensor_or_none(data), .indices = tensor_or_none(indices));
    return strew_plan_call(plan, &call, fault);
}

static inline strew_status plan_tensor_scatter(strew_plan *plan, const strew_tensor *data, const strew_tensor *updates,
                                               const strew_tensor *write_indices, int64_t axis, strew_cache_mode mode,
                                               const strew_options *options, strew_fault *fault)
{
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = axis, .mode = mode, .options = options, .data = tensor_or_none(data),
                   .updates = tensor_or_none(updates), .write_indices = tensor_or_none(write_indices));
    return strew_plan_call(plan, &call, fault);
}

static inline strew_status plan_masked_scatter(strew_plan *plan, const strew_tensor *data, const strew_tensor *mask,
                                               const strew_tensor *updates, const strew_options *options, strew_fault *fault)
{
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_MASKED_SCATTER, .options = options, .data = tensor_or_none(data),
                                       .mask = tensor_or_none(mask), .updates = tensor_or_none(updates));
    return strew_plan_call(plan, &call, fault);
}

/* Runs a plan of a scatter. */
static inline strew_status run_with(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates,
                                    const strew_resources *resources, strew_fault *fault)
{
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .indices = indices, .updates = updates);
    return strew_run(plan, &buffers, resources, fault);
}

static inline strew_status run_alone(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates,
                                     strew_fault *fault)
{
    return run_with(plan, output, data, indices, updates, NULL, fault);
}

static inline strew_status run_prepared(const strew_plan *plan, void *output, const void *data, const void *prepared, const void *updates,
                                        const strew_resources *resources, strew_fault *fault)
{
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .prepared = prepared, .updates = updates);
    return strew_run(plan, &buffers, resources, fault);
}

static inline strew_status run_gather(const strew_plan *plan, void *output, const void *data, const void *indices,
                                      const strew_resources *resources, strew_fault *fault)
{
    return run_with(plan, output, data, indices, NULL, resources, fault);
}

static inline strew_status run_gather_prepared(const strew_plan *plan, void *output, const void *data, const void *prepared,
                                               const strew_resources *resources, strew_fault *fault)
{
    return run_prepared(plan, output, data, prepared, NULL, resources, fault);
}

static inline strew_status run_tensor_scatter(const strew_plan *plan, void *output, const void *data, const void *write_indices,
                                              const void *updates, const strew_resources *resources, strew_fault *fault)
{
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .write_indices = write_indices, .updates = updates);
    return strew_run(plan, &buffers, resources, fault);
}

static inline strew_status run_masked_scatter(const strew_plan *plan, void *output, const void *data, const void *mask, const void *updates,
                                              const strew_resources *resources, strew_fault *fault)
{
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .mask = mask, .updates = updates);
    return strew_run(plan, &buffers, resources, fault);
}

static inline strew_status prepare_indices(const strew_plan *plan, const void *indices, void *prepared, size_t prepared_bytes,
                                           strew_fault *fault)
{
    const strew_buffers buffers = STREW_BUFFERS(.indices = indices);
    return strew_prepare(plan, &buffers, prepared, prepared_bytes, fault);
}

#endif /* STREW_TESTS_CALLS_H */
