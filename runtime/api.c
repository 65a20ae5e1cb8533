/* The one-call forms: plan, then run. And what callers call of features that this build leaves out. */
#include "build.h"
#include "fault.h"

strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                              strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_nd_plan(&plan, data, indices, updates, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run_with(&plan, output, data->values, indices->values, updates->values, NULL, fault);
}

strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                    int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_elements_plan(&plan, data, indices, updates, axis, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run_with(&plan, output, data->values, indices->values, updates->values, NULL, fault);
}

strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                  int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_update_plan(&plan, data, indices, updates, axis, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run_with(&plan, output, data->values, indices->values, updates->values, NULL, fault);
}

strew_status strew_gather_nd(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                             const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_gather_nd_plan(&plan, data, indices, batch_dims, options, fault);
    if (status != STREW_OK) return status;
    return strew_run_gather(&plan, output, data->values, indices->values, NULL, fault);
}

strew_status strew_gather_elements(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                   const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_gather_elements_plan(&plan, data, indices, axis, options, fault);
    if (status != STREW_OK) return status;
    return strew_run_gather(&plan, output, data->values, indices->values, NULL, fault);
}

strew_status strew_gather(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis, int64_t batch_dims,
                          const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_gather_plan(&plan, data, indices, axis, batch_dims, options, fault);
    if (status != STREW_OK) return status;
    return strew_run_gather(&plan, output, data->values, indices->values, NULL, fault);
}

strew_status strew_tensor_scatter(void *output, const strew_tensor *past_cache, const strew_tensor *update,
                                  const strew_tensor *write_indices, int64_t axis, strew_cache_mode mode, const strew_options *options,
                                  strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_tensor_scatter_plan(&plan, past_cache, update, write_indices, axis, mode, options, fault);
    if (status != STREW_OK) return status;
    const void *indices = write_indices != NULL ? write_indices->values : NULL;
    return strew_run_with(&plan, output, past_cache->values, indices, update->values, NULL, fault);
}

strew_status strew_masked_scatter(void *output, const strew_tensor *data, const strew_tensor *mask, const strew_tensor *updates,
                                  const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_masked_scatter_plan(&plan, data, mask, updates, options, fault);
    if (status != STREW_OK) return status;
    return strew_run_with(&plan, output, data->values, mask->values, updates->values, NULL, fault);
}

/* ---- Left out ------------------------------------------------------------------------------------------------------------------------ */

#if !STREW_BUILD_FEATURE_GATHER
static strew_status reject_gather(strew_fault *fault)
{
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "gather");
}

strew_status strew_gather_nd_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                                  const strew_options *options, strew_fault *fault)
{
    (void)plan, (void)data, (void)indices, (void)batch_dims, (void)options;
    return reject_gather(fault);
}

strew_status strew_gather_elements_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                        const strew_options *options, strew_fault *fault)
{
    (void)plan, (void)data, (void)indices, (void)axis, (void)options;
    return reject_gather(fault);
}

strew_status strew_gather_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t axis, int64_t batch_dims,
                               const strew_options *options, strew_fault *fault)
{
    (void)plan, (void)data, (void)indices, (void)axis, (void)batch_dims, (void)options;
    return reject_gather(fault);
}

strew_status strew_run_gather(const strew_plan *plan, void *output, const void *data, const void *indices, const strew_resources *resources,
                              strew_fault *fault)
{
    (void)plan, (void)output, (void)data, (void)indices, (void)resources;
    return reject_gather(fault);
}
#endif

#if !STREW_BUILD_FEATURE_TENSOR_SCATTER
strew_status strew_tensor_scatter_plan(strew_plan *plan, const strew_tensor *past_cache, const strew_tensor *update,
                                       const strew_tensor *write_indices, int64_t axis, strew_cache_mode mode, const strew_options *options,
                                       strew_fault *fault)
{
    (void)plan, (void)past_cache, (void)update, (void)write_indices, (void)axis, (void)mode, (void)options;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "tensor_scatter");
}
#endif

#if !STREW_BUILD_FEATURE_MASKED_SCATTER
strew_status strew_masked_scatter_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *mask, const strew_tensor *updates,
                                       const strew_options *options, strew_fault *fault)
{
    (void)plan, (void)data, (void)mask, (void)updates, (void)options;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "masked_scatter");
}
#endif

#if !STREW_BUILD_FEATURE_PARTITION
strew_status strew_partition(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data, const strew_tensor *indices,
                             const strew_chunk_grid *grid, const strew_options *options, strew_fault *fault)
{
    (void)starts, (void)order, (void)local, (void)data, (void)indices, (void)grid, (void)options;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "partition");
}
#endif

#if !STREW_BUILD_FEATURE_PREPARE
static strew_status reject_prepare(strew_fault *fault)
{
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "prepare");
}

size_t strew_prepared_size(const strew_plan *plan)
{
    (void)plan;
    return 0;
}

int strew_prepared_is_distinct(const void *memory)
{
    (void)memory;
    return 0;
}

strew_status strew_prepare(const strew_plan *plan, const void *indices, void *memory, size_t memory_bytes, strew_fault *fault)
{
    (void)plan, (void)indices, (void)memory, (void)memory_bytes;
    return reject_prepare(fault);
}

strew_status strew_run_prepared(const strew_plan *plan, void *output, const void *data, const void *prepared, const void *updates,
                                const strew_resources *resources, strew_fault *fault)
{
    (void)plan, (void)output, (void)data, (void)prepared, (void)updates, (void)resources;
    return reject_prepare(fault);
}
#endif

#if !STREW_BUILD_FEATURE_PREPARE || !STREW_BUILD_FEATURE_GATHER
strew_status strew_run_gather_prepared(const strew_plan *plan, void *output, const void *data, const void *prepared,
                                       const strew_resources *resources, strew_fault *fault)
{
    (void)plan, (void)output, (void)data, (void)prepared, (void)resources;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = STREW_BUILD_FEATURE_GATHER ? "prepare" : "gather");
}
#endif
