/* What XLA calls: a scatter and a gather. The attributes of the call say which, with strew's own names. */
#include <stdlib.h>

#include "environment.h"
#include "frame.h"
#include "memory.h"
#include "threads.h"

XLA_FFI_Error *strew_jax_scatter(XLA_FFI_CallFrame *frame);
XLA_FFI_Error *strew_jax_gather(XLA_FFI_CallFrame *frame);

/* How long XLA's pool takes to wake: its threads sleep a moment after their last task. */
enum { WAKE_NS = 10000 };

/* An unknown name becomes a number that strew rejects. */
static strew_reduction reduction_of(XLA_FFI_ByteSpan name)
{
    int i = 0;
    for (const char *known; (known = strew_reduction_name((strew_reduction)i)) != NULL; i++) {
        if (strew_jax_is(name, known)) break;
    }
    return (strew_reduction)i;
}

static strew_options options_of(const XLA_FFI_CallFrame *frame)
{
    strew_options options = STREW_OPTIONS_INIT;
    const XLA_FFI_ByteSpan policy = strew_jax_text(frame, "policy");
    options.policy = strew_jax_is(policy, "skip")    ? STREW_POLICY_SKIP
                     : strew_jax_is(policy, "clamp") ? STREW_POLICY_CLAMP
                                                     : STREW_POLICY_ERROR;
    options.negative = strew_jax_number(frame, "wraps") ? STREW_NEGATIVE_WRAPS : STREW_NEGATIVE_OUT_OF_BOUNDS;
    return options;
}

static strew_resources threads_of(XLA_FFI_CallFrame *frame)
{
    strew_resources resources = STREW_RESOURCES_INIT;
    resources.n_threads = strew_jax_n_threads(frame);
    if (resources.n_threads > 1) {
        resources.parallel_for = strew_jax_parallel_for;
        resources.pool = frame;
        resources.wake_ns = WAKE_NS;
    }
    return resources;
}

/* Whether data is one element, which the whole result has before the scatter. */
static int is_element(const strew_tensor *first, const strew_tensor *result)
{
    return first->rank == 0 && result->rank != 0;
}

static XLA_FFI_Error *run(XLA_FFI_CallFrame *frame, const strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                          const strew_tensor *updates)
{
    strew_resources resources = threads_of(frame);
    strew_fault fault;
    const strew_tensor first = strew_jax_operand(frame, 0);
    if (is_element(&first, data)) {
        strew_jax_ask_for_large_pages(data);
        strew_jax_fill(data, &first, &resources);
    }
    void *const output = (void *)(uintptr_t)strew_jax_result(frame).values;
    const size_t bytes = strew_plan_workspace_size(plan, resources.n_threads);
    /* XLA's own allocator for custom calls is for GPUs alone. Without memory only a mean is rejected. */
    void *const workspace = bytes ? malloc(bytes) : NULL;
    resources.workspace = workspace;
    resources.workspace_bytes = workspace ? bytes : 0;
    strew_run_with(plan, output, data->values, indices->values, updates->values, &resources, &fault);
    free(workspace);
    return strew_jax_fault(frame, &fault);
}

static XLA_FFI_Error *scatter(XLA_FFI_CallFrame *frame)
{
    const strew_tensor first = strew_jax_operand(frame, 0), indices = strew_jax_operand(frame, 1), updates = strew_jax_operand(frame, 2);
    const strew_tensor result = strew_jax_result(frame), data = is_element(&first, &result) ? result : first;
    const strew_reduction reduction = reduction_of(strew_jax_text(frame, "reduction"));
    strew_options options = options_of(frame);
    options.excludes_self = !strew_jax_number(frame, "include_self");
    const XLA_FFI_ByteSpan name = strew_jax_text(frame, "operator");
    const int64_t axis = strew_jax_number(frame, "axis");
    strew_plan plan;
    strew_fault fault;
    if (strew_jax_is(name, "scatter_nd"))
        strew_scatter_nd_plan(&plan, &data, &indices, &updates, reduction, &options, &fault);
    else if (strew_jax_is(name, "scatter_elements"))
        strew_scatter_elements_plan(&plan, &data, &indices, &updates, axis, reduction, &options, &fault);
    else
        strew_scatter_update_plan(&plan, &data, &indices, &updates, axis, reduction, &options, &fault);
    if (fault.status != STREW_OK) return strew_jax_fault(frame, &fault);
    return run(frame, &plan, &data, &indices, &updates);
}

static XLA_FFI_Error *gather(XLA_FFI_CallFrame *frame)
{
    const strew_tensor data = strew_jax_operand(frame, 0), indices = strew_jax_operand(frame, 1);
    strew_options options = options_of(frame);
    options.fill = strew_jax_operand(frame, 2).values;
    const XLA_FFI_ByteSpan name = strew_jax_text(frame, "operator");
    const int64_t axis = strew_jax_number(frame, "axis"), batch_dims = strew_jax_number(frame, "batch_dims");
    strew_plan plan;
    strew_fault fault;
    if (strew_jax_is(name, "gather_nd"))
        strew_gather_nd_plan(&plan, &data, &indices, batch_dims, &options, &fault);
    else if (strew_jax_is(name, "gather_elements"))
        strew_gather_elements_plan(&plan, &data, &indices, axis, &options, &fault);
    else
        strew_gather_plan(&plan, &data, &indices, axis, batch_dims, &options, &fault);
    if (fault.status != STREW_OK) return strew_jax_fault(frame, &fault);
    const strew_resources resources = threads_of(frame);
    const strew_tensor result = strew_jax_result(frame);
    strew_jax_ask_for_large_pages(&result);
    strew_run_gather(&plan, (void *)(uintptr_t)result.values, data.values, indices.values, &resources, &fault);
    return strew_jax_fault(frame, &fault);
}

static XLA_FFI_Error *call(XLA_FFI_CallFrame *frame, XLA_FFI_Error *does(XLA_FFI_CallFrame *))
{
    if (strew_jax_answers_metadata(frame)) return NULL;
    const strew_jax_environment environment = strew_jax_enter_default();
    XLA_FFI_Error *const error = does(frame);
    strew_jax_leave_default(&environment);
    return error;
}

#if defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

EXPORT XLA_FFI_Error *strew_jax_scatter(XLA_FFI_CallFrame *frame)
{
    return call(frame, scatter);
}

EXPORT XLA_FFI_Error *strew_jax_gather(XLA_FFI_CallFrame *frame)
{
    return call(frame, gather);
}
