#include "operators.h"
#include "calls.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const reference_operator operators[OPERATORS] = {REFERENCE_ND, REFERENCE_ELEMENTS, REFERENCE_UPDATE};

const char *operator_name(reference_operator op)
{
    static const char *const names[] = {"scatter_nd", "scatter_elements", "scatter_update"};
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

static strew_status plan_by(strew_plan *plan, reference_call c, strew_fault *fault)
{
    switch (c.op) {
    case REFERENCE_ND: return plan_scatter_nd(plan, c.data, c.indices, c.updates, c.reduction, c.options, fault);
    case REFERENCE_ELEMENTS: return plan_scatter_elements(plan, c.data, c.indices, c.updates, c.axis, c.reduction, c.options, fault);
    default: return plan_scatter_update(plan, c.data, c.indices, c.updates, c.axis, c.reduction, c.options, fault);
    }
}

strew_status plan_call(strew_plan *plan, const reference_call *call, strew_fault *fault)
{
    errno = ERRNO;
    return checked_errno(plan_by(plan, *call, fault));
}

static strew_status call_by(void *output, reference_call c, strew_fault *fault)
{
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
    *to = (arguments){.data = *from->data, .indices = *from->indices, .updates = *from->updates, .call = *from};
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
    static const strew_options defaults;
    static _Thread_local text text; /* threads describe their calls */
    const strew_options *const options = call->options ? call->options : &defaults;
    const char *const reduction = reference_reduction_name(call->reduction);

    text.used = 0;
    append_text(&text, "%s by %s (%d)", operator_name(call->op), reduction ? reduction : "an unknown reduction", (int)call->reduction);
    append_tensor(&text, "data", call->data);
    append_tensor(&text, "indices", call->indices);
    append_tensor(&text, "updates", call->updates);
    append_text(&text, ", axis %lld, %s: policy %d, negative %d, ISA %d, NaN %d, profile %d%s%s", (long long)call->axis,
                call->options ? "options" : "no options", (int)options->policy, (int)options->negative, (int)options->isa,
                (int)options->nan, (int)options->profile, options->excludes_self ? ", without the old elements" : "",
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

int32_t updates_shape_of(reference_operator op, int32_t data_rank, const int64_t *data_shape, int32_t indices_rank,
                         const int64_t *indices_shape, int64_t axis, int64_t updates_shape[STREW_MAX_RANK])
{
    const int32_t from_start = (int32_t)(axis < 0 ? axis + data_rank : axis), k = components_of(op, indices_rank, indices_shape);
    int32_t rank = 0;

    switch (op) {
    case REFERENCE_ND:
        append(updates_shape, &rank, indices_shape, 0, indices_rank - 1);
        append(updates_shape, &rank, data_shape, k, data_rank);
        break;
    case REFERENCE_ELEMENTS: append(updates_shape, &rank, indices_shape, 0, indices_rank); break;
    default:
        append(updates_shape, &rank, data_shape, 0, from_start);
        append(updates_shape, &rank, indices_shape, 0, indices_rank);
        append(updates_shape, &rank, data_shape, from_start + 1, data_rank);
        break;
    }
    return rank <= STREW_MAX_RANK ? rank : -1;
}
