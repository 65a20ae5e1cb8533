#include "operators.h"
#include "calls.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const reference_operator operators[OPERATORS] = {REFERENCE_ND, REFERENCE_ELEMENTS, REFERENCE_UPDATE};

const char *operator_name(reference_operator op)
{
    static const char *const names[] = {"scatter_nd", "scatter_elements", "scatter_update", "put"};
    return names[op];
}

/* The library leaves errno alone. */
enum { ERRNO = 4321 };

static strew_status checked_errno(strew_status status)
{
    if (errno != ERRNO) {
        fprintf(stderr, "the library changed errno to %d\n", errno);
        abort();
    }
    return status;
}

strew_call call_of(const reference_call *call)
{
    static const strew_operator operators_of[] = {STREW_OPERATOR_SCATTER_ND, STREW_OPERATOR_SCATTER_ELEMENTS, STREW_OPERATOR_SCATTER_UPDATE,
                                                  STREW_OPERATOR_PUT};
    strew_call made =
        STREW_CALL(.op = operators_of[call->op], .reduction = call->reduction, .options = call->options, .batch_dims = call->batch_dims,
                   .data = tensor_or_none(call->data), .updates = tensor_or_none(call->updates), .output = tensor_or_none(call->output),
                   .components = call->components, .n_components = call->n_components);

    if (call->op == REFERENCE_ELEMENTS || call->op == REFERENCE_UPDATE) made.axis = call->axis;
    if (!call->components) made.indices = tensor_or_none(call->indices);
    return made;
}

strew_status plan_call(strew_plan *plan, const reference_call *call, strew_fault *fault)
{
    const strew_call made = call_of(call);

    errno = ERRNO;
    return checked_errno(strew_plan_call(plan, &made, fault));
}

const void *const *values_of_components(const strew_tensor *components, int32_t n_components, component_values *to)
{
    for (int32_t c = 0; c < n_components; c++) to->of[c] = components[c].values;
    return components ? to->of : NULL;
}

strew_status run_call(const strew_plan *plan, void *output, const reference_call *call, const void *prepared,
                      const strew_resources *resources, strew_fault *fault)
{
    component_values values;
    strew_buffers buffers =
        STREW_BUFFERS(.output = output, .data = call->data->values, .updates = tensor_or_none(call->updates).values, .prepared = prepared);

    if (!prepared && call->components)
        buffers.components = values_of_components(call->components, call->n_components, &values);
    else if (!prepared)
        buffers.indices = call->indices->values;
    return strew_run(plan, &buffers, resources, fault);
}

strew_status prepare_call(const strew_plan *plan, const reference_call *call, void *prepared, size_t prepared_bytes, strew_fault *fault)
{
    component_values values;
    const strew_buffers buffers = STREW_BUFFERS(.indices = call->components ? NULL : call->indices->values,
                                                .components = values_of_components(call->components, call->n_components, &values));

    return strew_prepare(plan, &buffers, prepared, prepared_bytes, fault);
}

int has_form_of_one_call(const reference_call *call)
{
    return call->op != REFERENCE_PUT && call->batch_dims == 0 && !call->output && !call->components;
}

/* By a plan of its own, which must not be on the stack of the others: test_stack measures these. */
__attribute__((noinline)) static strew_status plan_and_run_call(void *output, const reference_call *call, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = plan_call(&plan, call, fault);
    return status == STREW_OK ? run_call(&plan, output, call, NULL, NULL, fault) : status;
}

static strew_status call_by(void *output, reference_call c, strew_fault *fault)
{
    if (!has_form_of_one_call(&c)) return plan_and_run_call(output, &c, fault);
    switch (c.op) {
    case REFERENCE_ND: return strew_scatter_nd(output, c.data, c.indices, c.updates, c.reduction, c.options, fault);
    case REFERENCE_ELEMENTS: return strew_scatter_elements(output, c.data, c.indices, c.updates, c.axis, c.reduction, c.options, fault);
    default: return strew_scatter_update(output, c.data, c.indices, c.updates, c.axis, c.reduction, c.options, fault);
    }
}

strew_status make_call(void *output, const reference_call *call, strew_fault *fault)
{
    errno = ERRNO;
    return checked_errno(call_by(output, *call, fault));
}

strew_nan nan_for(strew_reduction reduction, uint64_t number)
{
    return reduction != STREW_REDUCTION_NONE && number % 2 ? STREW_NAN_LOSES : STREW_NAN_WINS;
}

void copy_call(const reference_call *from, arguments *to)
{
    *to = (arguments){.data = *from->data,
                      .indices = tensor_or_none(from->indices),
                      .updates = *from->updates,
                      .options = STREW_OPTIONS_INIT,
                      .call = *from};
    if (from->options) to->options = *from->options;
    to->call.data = &to->data;
    to->call.indices = &to->indices;
    to->call.updates = &to->updates;
    to->call.options = &to->options;
}

typedef struct text {
    char characters[900];
    size_t used;
} text;

static void append_text(text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Leaves out what does not fit. */
static void append_text(text *text, const char *format, ...)
{
    const size_t room = sizeof text->characters - text->used;
    va_list arguments;
    size_t length;

    va_start(arguments, format);
    length = (size_t)vsnprintf(text->characters + text->used, room, format, arguments);
    va_end(arguments);
    text->used += length < room ? length : room - 1;
}

static void append_tensor(text *text, const char *name, const strew_tensor *tensor)
{
    const char *const dtype = tensor ? reference_dtype_name(tensor->dtype) : NULL;

    if (!tensor) {
        append_text(text, ", no %s", name);
        return;
    }
    append_text(text, ", %s %s (%d) of rank %d [", name, dtype ? dtype : "of an unknown dtype", (int)tensor->dtype, (int)tensor->rank);
    for (int32_t d = 0; tensor->shape && d < tensor->rank && d < STREW_MAX_RANK; d++)
        append_text(text, "%s%lld", d ? ", " : "", (long long)tensor->shape[d]);
    append_text(text, "]%s", tensor->shape ? "" : " without a shape");
}

const char *describe_call(const reference_call *call)
{
    static const strew_options defaults = STREW_OPTIONS_INIT;
    static _Thread_local text text; /* threads describe their calls */
    const strew_options *const options = call->options ? call->options : &defaults;
    const char *const reduction = reference_reduction_name(call->reduction);

    text.used = 0;
    append_text(&text, "%s by %s (%d)", operator_name(call->op), reduction ? reduction : "an unknown reduction", (int)call->reduction);
    append_tensor(&text, "data", call->data);
    append_tensor(&text, "indices", call->indices);
    append_tensor(&text, "updates", call->updates);
    append_text(&text, ", axis %lld, batch_dims %lld, %s: policy %d, negative %d, ISA %d, NaN %d, profile %d%s%s", (long long)call->axis,
                (long long)call->batch_dims, call->options ? "options" : "no options", (int)options->policy, (int)options->negative,
                (int)options->isa, (int)options->nan, (int)options->profile, options->excludes_self ? ", without the old elements" : "",
                options->mean_rounding ? ", truncated" : "");
    return text.characters;
}

int32_t components_of(reference_operator op, int32_t indices_rank, const int64_t *indices_shape)
{
    return op == REFERENCE_ND ? (int32_t)indices_shape[indices_rank - 1] : 1;
}

/* Appends shape[first .. end - 1] to the *rank sizes that are already there. */
static void append(int64_t updates_shape[STREW_MAX_RANK], int32_t *rank, const int64_t *shape, int32_t first, int32_t end)
{
    for (int32_t d = first; d < end; d++, (*rank)++) {
        if (*rank < STREW_MAX_RANK) updates_shape[*rank] = shape[d];
    }
}

int32_t updates_shape_of_call(const reference_call *call, int64_t updates_shape[STREW_MAX_RANK])
{
    const strew_tensor *const data = call->data, *const indices = call->indices;
    const int32_t axis = (int32_t)(call->axis < 0 ? call->axis + data->rank : call->axis);
    const int32_t batch_dims = (int32_t)(call->batch_dims < 0 ? call->batch_dims + indices->rank : call->batch_dims);
    int32_t rank = 0;

    switch (call->op) {
    case REFERENCE_ND:
        append(updates_shape, &rank, indices->shape, 0, indices->rank - 1);
        append(updates_shape, &rank, data->shape, batch_dims + components_of(call->op, indices->rank, indices->shape), data->rank);
        break;
    case REFERENCE_ELEMENTS:
    case REFERENCE_PUT: append(updates_shape, &rank, indices->shape, 0, indices->rank); break;
    default:
        append(updates_shape, &rank, data->shape, 0, axis);
        append(updates_shape, &rank, indices->shape, batch_dims, indices->rank);
        append(updates_shape, &rank, data->shape, axis + 1, data->rank);
        break;
    }
    return rank <= STREW_MAX_RANK ? rank : -1;
}

int32_t updates_shape_of(reference_operator op, int32_t data_rank, const int64_t *data_shape, int32_t indices_rank,
                         const int64_t *indices_shape, int64_t axis, int64_t updates_shape[STREW_MAX_RANK])
{
    const strew_tensor data = {STREW_DTYPE_INT8, data_rank, data_shape, NULL, NULL};
    const strew_tensor indices = {STREW_DTYPE_INT64, indices_rank, indices_shape, NULL, NULL};

    return updates_shape_of_call(&(reference_call){.op = op, .data = &data, .indices = &indices, .axis = axis}, updates_shape);
}
