/* The one-call forms: plan, then run. */
#include <strew/strew.h>

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
