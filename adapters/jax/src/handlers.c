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
static strew_operator operator_of(XLA_FFI_ByteSpan name)
{
    int i = STREW_OPERATOR_SCATTER_ND;
    for (const char *known; (known = strew_operator_name((strew_operator)i)) != NULL; i++) {
        if (strew_jax_is(name, known)) break;
    }
    return (strew_operator)i;
}

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

/* What scatters and gathers have in common. */
static strew_call call_of(const XLA_FFI_CallFrame *frame, const strew_options *options)
{
    return STREW_CALL(.op = operator_of(strew_jax_text(frame, "operator")), .axis = strew_jax_number(frame, "axis"),
                      .batch_dims = strew_jax_number(frame, "batch_dims"), .options = options, .data = strew_jax_operand(frame, 0),
                      .indices = strew_jax_operand(frame, 1));
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

/* Plans a call and runs it. If `element` is not NULL, the whole result has it before. */
static XLA_FFI_Error *run(XLA_FFI_CallFrame *frame, const strew_call *planned, const strew_tensor *element)
{
    strew_plan plan;
    strew_fault fault;
    if (strew_plan_call(&plan, planned, &fault) != STREW_OK) return strew_jax_fault(frame, &fault);
    strew_resources resources = threads_of(frame);
    const strew_tensor result = strew_jax_result(frame);
    if (element || result.values != planned->data.values) strew_jax_ask_for_large_pages(&result); /* it is new */
    if (element) strew_jax_fill(&result, element, &resources);
    const size_t bytes = strew_plan_workspace_size(&plan, resources.n_threads);
    /* XLA's own allocator for custom calls is for GPUs alone. Without memory, only means and reductions without the old elements are
     * rejected. */
    void *const workspace = bytes ? malloc(bytes) : NULL;
    resources.workspace = workspace;
    resources.workspace_bytes = workspace ? bytes : 0;
    const strew_buffers buffers = STREW_BUFFERS(.output = (void *)(uintptr_t)result.values, .data = planned->data.values,
                                                .indices = planned->indices.values, .updates = planned->updates.values);
    strew_run(&plan, &buffers, &resources, &fault);
    free(workspace);
    return strew_jax_fault(frame, &fault);
}

static XLA_FFI_Error *scatter(XLA_FFI_CallFrame *frame)
{
    strew_options options = options_of(frame);
    options.excludes_self = !strew_jax_number(frame, "include_self");
    strew_call planned = call_of(frame, &options);
    planned.reduction = reduction_of(strew_jax_text(frame, "reduction"));
    planned.updates = strew_jax_operand(frame, 2);
    const strew_tensor first = planned.data, result = strew_jax_result(frame);
    const int is_element = first.rank == 0 && result.rank != 0;
    if (is_element) planned.data = result;
    return run(frame, &planned, is_element ? &first : NULL);
}

static XLA_FFI_Error *gather(XLA_FFI_CallFrame *frame)
{
    strew_options options = options_of(frame);
    options.fill = strew_jax_operand(frame, 2).values;
    const strew_call planned = call_of(frame, &options);
    return run(frame, &planned, NULL);
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
