#include "operators.h"

const reference_operator operators[OPERATORS] = {REFERENCE_ND, REFERENCE_ELEMENTS, REFERENCE_UPDATE};

const char *operator_name(reference_operator op)
{
    static const char *const names[] = {"scatter_nd", "scatter_elements", "scatter_update"};
    return names[op];
}

strew_status plan_call(strew_plan *plan, const reference_call *call, strew_fault *fault)
{
    const reference_call c = *call;

    switch (c.op) {
    case REFERENCE_ND: return strew_scatter_nd_plan(plan, c.data, c.indices, c.updates, c.reduction, c.options, fault);
    case REFERENCE_ELEMENTS: return strew_scatter_elements_plan(plan, c.data, c.indices, c.updates, c.axis, c.reduction, c.options, fault);
    default: return strew_scatter_update_plan(plan, c.data, c.indices, c.updates, c.axis, c.reduction, c.options, fault);
    }
}

strew_status make_call(void *output, const reference_call *call, strew_fault *fault)
{
    const reference_call c = *call;

    switch (c.op) {
    case REFERENCE_ND: return strew_scatter_nd(output, c.data, c.indices, c.updates, c.reduction, c.options, fault);
    case REFERENCE_ELEMENTS: return strew_scatter_elements(output, c.data, c.indices, c.updates, c.axis, c.reduction, c.options, fault);
    default: return strew_scatter_update(output, c.data, c.indices, c.updates, c.axis, c.reduction, c.options, fault);
    }
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
