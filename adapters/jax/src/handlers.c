/* What XLA calls: a scatter, a gather, a fused scatter and a gradient of one. The attributes of a call say which, with strew's names. */
#include <stdlib.h>

#include <strew/gradient.h>

#include "environment.h"
#include "frame.h"
#include "memory.h"
#include "threads.h"

XLA_FFI_Error *strew_jax_scatter(XLA_FFI_CallFrame *frame);
XLA_FFI_Error *strew_jax_gather(XLA_FFI_CallFrame *frame);
XLA_FFI_Error *strew_jax_fused_scatter(XLA_FFI_CallFrame *frame);
XLA_FFI_Error *strew_jax_gradient(XLA_FFI_CallFrame *frame);

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

static strew_policy policy_of(const XLA_FFI_CallFrame *frame, const char *name)
{
    const XLA_FFI_ByteSpan policy = strew_jax_text(frame, name);
    return strew_jax_is(policy, "skip") ? STREW_POLICY_SKIP : strew_jax_is(policy, "clamp") ? STREW_POLICY_CLAMP : STREW_POLICY_ERROR;
}

static strew_dtype wider_type_of(XLA_FFI_ByteSpan name)
{
    if (strew_jax_is(name, "float32")) return STREW_DTYPE_FLOAT32;
    if (strew_jax_is(name, "float64")) return STREW_DTYPE_FLOAT64;
    return strew_jax_is(name, "int64") ? STREW_DTYPE_INT64 : (strew_dtype)0;
}

static strew_options options_of(const XLA_FFI_CallFrame *frame)
{
    strew_options options = STREW_OPTIONS_INIT;
    options.policy = policy_of(frame, "policy");
    options.negative = strew_jax_number(frame, "wraps") ? STREW_NEGATIVE_WRAPS : STREW_NEGATIVE_OUT_OF_BOUNDS;
    options.accumulate = wider_type_of(strew_jax_text(frame, "accumulate"));
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

static void *writable(const strew_tensor *tensor)
{
    return (void *)(uintptr_t)tensor->values;
}

/* XLA's own allocator for custom calls is for GPUs alone. Without memory, only what needs a workspace is rejected, such as a mean. */
static void take_workspace(strew_resources *resources, size_t bytes)
{
    resources->workspace = bytes ? malloc(bytes) : NULL;
    resources->workspace_bytes = resources->workspace ? bytes : 0;
}

/* Plans a call and runs it. If `element` is not NULL, the whole result has it before. */
static XLA_FFI_Error *run(XLA_FFI_CallFrame *frame, const strew_call *planned, const strew_tensor *element)
{
    strew_plan plan;
    strew_fault fault;
    if (strew_plan_call(&plan, planned, &fault) != STREW_OK) return strew_jax_fault(frame, &fault);
    strew_resources resources = threads_of(frame);
    const strew_tensor result = strew_jax_result(frame, 0);
    if (element || result.values != planned->data.values) strew_jax_ask_for_large_pages(&result); /* it is new */
    if (planned->arg.dtype) strew_jax_ask_for_large_pages(&planned->arg);
    if (element) strew_jax_fill(&result, element, &resources);
    take_workspace(&resources, strew_plan_workspace_size(&plan, resources.n_threads));
    const strew_buffers buffers =
        STREW_BUFFERS(.output = writable(&result), .data = planned->op == STREW_OPERATOR_SEGMENT ? NULL : planned->data.values,
                      .indices = planned->indices.values, .updates = planned->updates.values,
                      .update_indices = planned->update_indices.values, .weights = planned->weights.values,
                      .offsets = planned->offsets.values, .arg = writable(&planned->arg));
    strew_run(&plan, &buffers, &resources, &fault);
    free(resources.workspace);
    return strew_jax_fault(frame, &fault);
}

static XLA_FFI_Error *scatter(XLA_FFI_CallFrame *frame)
{
    strew_options options = options_of(frame);
    options.excludes_self = !strew_jax_number(frame, "include_self");
    strew_call planned = call_of(frame, &options);
    planned.reduction = reduction_of(strew_jax_text(frame, "reduction"));
    planned.updates = strew_jax_operand(frame, 2);
    const strew_tensor first = planned.data, result = strew_jax_result(frame, 0);
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

static strew_hint hint_of(const XLA_FFI_CallFrame *frame, const char *name)
{
    const XLA_FFI_ByteSpan hint = strew_jax_text(frame, name);
    return strew_jax_is(hint, "trusted") ? STREW_HINT_TRUSTED : strew_jax_is(hint, "checked") ? STREW_HINT_CHECKED : STREW_HINT_NONE;
}

/* What a fused scatter and its gradients have in common: all but data, and what the two are about. */
static strew_call fused_call_of(const XLA_FFI_CallFrame *frame, strew_options *options)
{
    strew_call planned =
        STREW_CALL(.op = operator_of(strew_jax_text(frame, "operator")), .options = options,
                   .reduction = reduction_of(strew_jax_text(frame, "reduction")), .indices = strew_jax_operand_named(frame, "indices"),
                   .offsets = strew_jax_operand_named(frame, "offsets"), .updates = strew_jax_operand_named(frame, "updates"),
                   .update_indices = strew_jax_operand_named(frame, "update_indices"), .weights = strew_jax_operand_named(frame, "weights"),
                   .arg = strew_jax_operand_named(frame, "arg"));
    *options = options_of(frame);
    options->excludes_self = strew_jax_number(frame, "excludes_self") != 0;
    options->unique = hint_of(frame, "unique");
    options->sorted = hint_of(frame, "sorted");
    options->initial = strew_jax_is(strew_jax_text(frame, "initial"), "identity") ? STREW_INITIAL_IDENTITY : STREW_INITIAL_ZERO;
    if (planned.update_indices.dtype) options->update_policy = policy_of(frame, "update_policy");
    return planned;
}

static XLA_FFI_Error *fused_scatter(XLA_FFI_CallFrame *frame)
{
    strew_options options;
    strew_call planned = fused_call_of(frame, &options);
    planned.data = strew_jax_result(frame, 0);
    if (frame->rets.size > 1) planned.arg = strew_jax_result(frame, 1);
    const strew_tensor element = strew_jax_operand_named(frame, "element"); /* a segment has none */
    return run(frame, &planned, element.dtype ? &element : NULL);
}

/* The result is the gradient of updates, or of weights if updates are given. */
static XLA_FFI_Error *gradient(XLA_FFI_CallFrame *frame)
{
    strew_options options;
    strew_call planned = fused_call_of(frame, &options);
    planned.data = strew_jax_operand_named(frame, "output_gradient");
    const strew_tensor result = strew_jax_result(frame, 0);
    const int is_of_weights = planned.updates.dtype != 0;
    const strew_gradient_of of = is_of_weights ? STREW_GRADIENT_OF_WEIGHTS : STREW_GRADIENT_OF_UPDATES;
    const strew_gradient_buffers buffers =
        STREW_GRADIENT_BUFFERS(.output_gradient = planned.data.values, .indices = planned.indices.values, .offsets = planned.offsets.values,
                               .update_indices = planned.update_indices.values, .updates = planned.updates.values,
                               .weights = planned.weights.values, .arg = planned.arg.values);
    *(is_of_weights ? &planned.weights : &planned.updates) = result;
    strew_resources resources = threads_of(frame);
    strew_jax_ask_for_large_pages(&result);
    take_workspace(&resources, strew_gradient_workspace_size(&planned, of, resources.n_threads));
    strew_fault fault;
    strew_gradient(writable(&result), &planned, of, &buffers, &resources, &fault);
    free(resources.workspace);
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

EXPORT XLA_FFI_Error *strew_jax_fused_scatter(XLA_FFI_CallFrame *frame)
{
    return call(frame, fused_scatter);
}

EXPORT XLA_FFI_Error *strew_jax_gradient(XLA_FFI_CallFrame *frame)
{
    return call(frame, gradient);
}
