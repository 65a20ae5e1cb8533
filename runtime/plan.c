/* Planning: shapes, types and options in, everything that follows from them out. Rejects what the contract rejects, write_tracker no
 * buffer. */
#include "internal.h"

#include <string.h>

/* No object is larger: differences of its addresses must fit ptrdiff_t, and offsets int64_t. */
static const uint64_t max_bytes = PTRDIFF_MAX < INT64_MAX ? (uint64_t)PTRDIFF_MAX : (uint64_t)INT64_MAX;

/* What is planned. */
typedef struct request {
    const char *operator_name;
    const strew_tensor *data, *indices, *updates;
    strew_reduction reduction;
    strew_options options;
    /* Found on the way. */
    const strew_dtype_record *dtype;
    const strew_profile_record *profile;
    strew_isa_set allowed;
} request;

static strew_status check_pointers(const strew_plan_state *plan, const request *request, strew_fault *fault)
{
    const strew_tensor *data = request->data, *indices = request->indices, *updates = request->updates;
    const struct {
        const char *subject;
        int is_missing;
    } arguments[] = {
        {"plan", plan == NULL},
        {"data", data == NULL},
        {"indices", indices == NULL},
        {"updates", updates == NULL},
        {"shape of data", data != NULL && data->shape == NULL && data->rank > 0},
        {"shape of indices", indices != NULL && indices->shape == NULL && indices->rank > 0},
        {"shape of updates", updates != NULL && updates->shape == NULL && updates->rank > 0},
    };
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        if (arguments[i].is_missing) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = arguments[i].subject);
    }
    return STREW_OK;
}

static strew_status check_types(strew_dtype data, strew_dtype indices, strew_dtype updates, strew_fault *fault)
{
    if (strew_find_dtype(data) == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_DTYPE, .subject = "data", .value = (int32_t)data);
    }
    if (strew_find_dtype(updates) == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_DTYPE, .subject = "updates", .value = (int32_t)updates);
    }
    if (strew_find_dtype(indices) == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_DTYPE, .subject = "indices", .value = (int32_t)indices);
    }
    if (indices != STREW_INT32 && indices != STREW_INT64) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .value = (int32_t)indices);
    }
    if (updates != data) {
        return STREW_REJECT(fault, STREW_STATUS_DTYPE_MISMATCH, .value = (int64_t)updates, .high = (int64_t)data);
    }
    return STREW_OK;
}

static strew_status check_options(strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    if (strew_reduction_name(reduction) == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_REDUCTION, .value = (int32_t)reduction);
    }
    const struct {
        const char *subject;
        unsigned value, last;
    } enumerations[] = {
        {"options.policy", options->policy, STREW_POLICY_CLAMP},
        {"options.negative", options->negative, STREW_NEGATIVE_OUT_OF_BOUNDS},
        {"options.nan", options->nan, STREW_NAN_LOSES},
    };
    for (size_t i = 0; i < sizeof enumerations / sizeof *enumerations; i++) {
        if (enumerations[i].value > enumerations[i].last) {
            return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = enumerations[i].subject,
                                .value = (int32_t)enumerations[i].value);
        }
    }
    if (strew_find_profile(options->profile) == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "options.profile", .value = (int32_t)options->profile);
    }
    return STREW_OK;
}

static int has(uint64_t set, unsigned number)
{
    return number < 64 && (set >> number & 1);
}

static strew_status check_profile(const request *request, strew_fault *fault)
{
    const strew_profile profile = request->options.profile;
    const strew_profile_record *allows = strew_find_profile(profile);
    if (profile == STREW_PROFILE_NONE) return STREW_OK;
    if (strcmp(allows->operator_name, request->operator_name) != 0) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = request->operator_name, .profile = profile);
    }
    if (!has(allows->dtypes, request->data->dtype)) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_DTYPE, .value = (int64_t)request->data->dtype, .profile = profile);
    }
    if (!has(allows->index_dtypes, request->indices->dtype)) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE, .value = (int64_t)request->indices->dtype, .profile = profile);
    }
    if (!has(allows->reductions, request->reduction)) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_REDUCTION, .value = (int64_t)request->reduction, .profile = profile);
    }
    return STREW_OK;
}

/* Checks a shape by itself and counts its bytes. A zero dimension does not hide an overflow of the others. */
static strew_status count_bytes(const strew_tensor *tensor, const char *subject, int32_t min_rank, strew_count *bytes, strew_fault *fault)
{
    if (tensor->rank < min_rank || tensor->rank > STREW_MAX_RANK) {
        return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = subject, .value = tensor->rank, .low = min_rank,
                            .high = STREW_MAX_RANK);
    }
    uint64_t product = strew_find_dtype(tensor->dtype)->bytes;
    int is_empty = 0;
    for (int32_t d = 0; d < tensor->rank; d++) {
        const int64_t size = tensor->shape[d];
        if (size < 0) {
            return STREW_REJECT(fault, STREW_STATUS_NEGATIVE_DIMENSION, .subject = subject, .dimension = d, .value = size);
        }
        if (size == 0) {
            is_empty = 1;
        } else if (product > max_bytes / (uint64_t)size) {
            return STREW_REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = subject, .high = (int64_t)max_bytes);
        } else {
            product *= (uint64_t)size;
        }
    }
    *bytes = is_empty ? 0 : (size_t)product;
    return STREW_OK;
}

/* What can be rejected without a look at how the shapes fit together. */
static strew_status begin(strew_plan_state *plan, request *request, const strew_options *options, int32_t min_rank,
                          int32_t min_indices_rank, strew_fault *fault)
{
    strew_status status = check_pointers(plan, request, fault);
    if (status == STREW_OK) status = strew_read_options(&request->options, options, fault);
    if (status != STREW_OK) return status;
    const strew_tensor *data = request->data, *indices = request->indices, *updates = request->updates;
    status = check_types(data->dtype, indices->dtype, updates->dtype, fault);
    if (status == STREW_OK) status = check_options(request->reduction, &request->options, fault);
    if (status == STREW_OK) status = check_profile(request, fault);
    if (status == STREW_OK) status = strew_allowed_isas(request->options.isa, &request->allowed, fault);
    /* Every specification asks for a dimension, also where it is of no use: k = 0. */
    if (request->options.profile != STREW_PROFILE_NONE) min_rank = 1;
    if (status == STREW_OK) status = count_bytes(data, "data", min_rank, &plan->data_bytes, fault);
    if (status == STREW_OK) status = count_bytes(indices, "indices", min_indices_rank, &plan->indices_bytes, fault);
    if (status == STREW_OK) status = count_bytes(updates, "updates", 0, &plan->updates_bytes, fault);
    if (status != STREW_OK) return status;
    request->dtype = strew_find_dtype(data->dtype);
    request->profile = strew_find_profile(request->options.profile);
    return STREW_OK;
}

static strew_status find_axis(strew_plan_state *plan, const request *request, int64_t axis, strew_fault *fault)
{
    const int32_t rank = request->data->rank;
    if (axis < -rank || axis >= rank) {
        return STREW_REJECT(fault, STREW_STATUS_AXIS_OUT_OF_RANGE, .value = axis, .low = -rank, .high = rank - 1);
    }
    plan->axis = (int32_t)(axis < 0 ? axis + rank : axis);
    return STREW_OK;
}

/* updates.shape must be data.shape[0 .. before - 1], then indices.shape[0 .. outer - 1], then data.shape[after .. r - 1]. */
static strew_status check_updates_shape(const request *request, const strew_plan_state *plan, int32_t before, int32_t outer, int32_t after,
                                        strew_fault *fault)
{
    const strew_tensor *data = request->data, *indices = request->indices, *updates = request->updates;
    const int32_t rank = before + outer + data->rank - after;
    if (rank == 0 && request->profile->any_single_update && plan->updates_bytes == request->dtype->bytes) return STREW_OK;
    if (updates->rank != rank) {
        return STREW_REJECT(fault, STREW_STATUS_UPDATES_RANK_MISMATCH, .value = updates->rank, .high = rank);
    }
    for (int32_t d = 0; d < rank; d++) {
        const int32_t from_indices = d - before, from_data = d - outer - before + after;
        const int64_t size = from_indices < 0       ? data->shape[d]
                             : from_indices < outer ? indices->shape[from_indices]
                                                    : data->shape[from_data];
        if (updates->shape[d] != size) {
            return STREW_REJECT(fault, STREW_STATUS_UPDATES_SHAPE_MISMATCH, .dimension = d, .value = updates->shape[d], .high = size);
        }
    }
    return STREW_OK;
}

static uint64_t product(const int64_t *shape, int32_t first, int32_t end)
{
    uint64_t product = 1;
    for (int32_t d = first; d < end; d++) product *= (uint64_t)shape[d];
    return product;
}

/* Component c of a tuple indexes dimension axis + c of data, and counts in steps of `stride` slice indices. */
static void set_component(strew_plan_state *plan, const request *request, int32_t c, uint64_t stride)
{
    const int64_t size = request->data->shape[plan->axis + c];
    const int wraps = request->options.negative == STREW_NEGATIVE_WRAPS && request->profile->wraps;
    plan->low[c] = wraps ? -size : 0;
    plan->size[c] = size;
    plan->stride[c] = stride;
}

/* Repeats the components as vectors hold them, see STREW_MAX_INDEX_LANES. */
static void repeat_components(strew_plan_state *plan)
{
    const int32_t k = plan->k, n = k <= STREW_MAX_COMPONENTS ? k * STREW_MAX_INDEX_LANES : 0;
    for (int32_t i = k; i < n; i++) {
        plan->low[i] = plan->low[i - k];
        plan->size[i] = plan->size[i - k];
        plan->stride[i] = plan->stride[i - k];
    }
}

/* The tuples as the box that they are, whose places do not count. */
static void set_tuples(strew_plan_state *plan, const request *request, int32_t n_dims)
{
    const int64_t *shape = request->indices->shape;
    plan->n_tuples = (size_t)product(shape, 0, n_dims);
    plan->position_dependent = 0;
    plan->n_dims = 0;
    for (int32_t d = 0; d < n_dims; d++) {
        if (shape[d] == 1) continue;
        plan->count[plan->n_dims] = (size_t)shape[d];
        plan->step[plan->n_dims++] = 0;
    }
}

/* Kernels with vectors count slice indices in 32 bits; where there are more, or none, the scalar ones check, and apply.c forms the
 * offsets. */
static strew_isa_set indices_isas(const strew_plan_state *plan, strew_isa_set allowed)
{
    return plan->n_slices != 0 && strew_has_32_bit_slice_indices(plan) ? allowed : allowed & ((strew_isa_set)1 << STREW_ISA_SCALAR);
}

/* Chooses the kernels, once the plan knows its components, tuples and slices. `row` is how many slices make a row that may be written as
 * one, or 1. */
static strew_status finish(strew_plan_state *plan, const request *request, size_t row, strew_fault *fault)
{
    const strew_operation operation = strew_choose_operation(request->dtype, request->reduction, request->options.nan);
    const strew_ctype ctype = strew_choose_ctype(request->dtype, operation, plan->slice_bytes);
    const int64_t dtype_number = (int64_t)request->data->dtype;
    if (ctype == STREW_CTYPE_NONE) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_REDUCTION, .value = (int64_t)request->reduction, .high = dtype_number);
    }
    const strew_apply_kernel *apply = strew_find_apply(request->allowed, operation, ctype, plan->slice_bytes);
    if (!request->dtype->built || !strew_reduction_is_built(request->reduction) || apply == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = (int64_t)request->reduction, .high = dtype_number);
    }
    const strew_policy policy = request->options.policy;
    for (int32_t c = 0; c < plan->k; c++) {
        if (policy == STREW_POLICY_CLAMP && plan->size[c] == 0 && plan->n_tuples != 0) {
            return STREW_REJECT(fault, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, .dimension = plan->axis + c);
        }
    }
    repeat_components(plan);
    const size_t row_bytes = row * plan->slice_bytes;
    plan->apply = plan->data_bytes != 0 ? apply : NULL;
    plan->apply_row =
        row > 1 ? strew_find_apply(request->allowed, operation, strew_choose_ctype(request->dtype, operation, row_bytes), row_bytes) : NULL;
    plan->partition = strew_find_partition(request->allowed, plan->slice_bytes);
    plan->dtype = request->data->dtype;
    plan->reduction = request->reduction;
    plan->options = request->options;
    plan->index_bytes = request->indices->dtype == STREW_INT32 ? 4 : 8;
    const strew_isa_set allowed = indices_isas(plan, request->allowed);
    /* Tuples without components have nothing to look at, and no bytes of indices limit how many there are. */
    const int is_checked = policy == STREW_POLICY_ERROR && plan->k != 0;
    plan->check = is_checked ? strew_find_indices(allowed, STREW_STEP_CHECK, plan->index_bytes, 0, plan->k) : NULL;
    const strew_step step = policy == STREW_POLICY_CLAMP ? STREW_STEP_CLAMP : STREW_STEP_LINEARISE;
    plan->locate = strew_find_indices(allowed, step, plan->index_bytes, plan->position_dependent, plan->k);
    return strew_succeed(fault);
}

/* ---- The operators ------------------------------------------------------------------------------------------------------------------- */

strew_status strew_scatter_nd_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                   strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    request request = {.operator_name = "scatter_nd", .data = data, .indices = indices, .updates = updates, .reduction = reduction};
    strew_status status = begin(plan, &request, options, 0, 1, fault);
    if (status != STREW_OK) return status;
    const int32_t outer = indices->rank - 1;
    const int64_t k = indices->shape[outer];
    if (k > data->rank) {
        return STREW_REJECT(fault, STREW_STATUS_TUPLE_TOO_LONG, .value = k, .high = data->rank);
    }
    plan->k = (int32_t)k;
    status = check_updates_shape(&request, plan, 0, outer, plan->k, fault);
    if (status != STREW_OK) return status;

    plan->axis = 0;
    plan->n_slices = 1;
    for (int32_t c = plan->k - 1; c >= 0; c--) {
        set_component(plan, &request, c, plan->n_slices);
        plan->n_slices *= (uint64_t)data->shape[c];
    }
    plan->n_outer = 1;
    plan->slice_bytes = request.dtype->bytes * (size_t)product(data->shape, plan->k, data->rank);
    set_tuples(plan, &request, outer);
    return finish(plan, &request, 1, fault);
}

strew_status strew_scatter_update_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices,
                                       const strew_tensor *updates, int64_t axis, strew_reduction reduction, const strew_options *options,
                                       strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    request request = {.operator_name = "scatter_update", .data = data, .indices = indices, .updates = updates, .reduction = reduction};
    strew_status status = begin(plan, &request, options, 1, 0, fault);
    if (status == STREW_OK) status = find_axis(plan, &request, axis, fault);
    if (status == STREW_OK) status = check_updates_shape(&request, plan, plan->axis, indices->rank, plan->axis + 1, fault);
    if (status != STREW_OK) return status;

    plan->k = 1;
    set_component(plan, &request, 0, 1);
    plan->n_slices = (uint64_t)data->shape[plan->axis];
    plan->n_outer = (size_t)product(data->shape, 0, plan->axis);
    plan->slice_bytes = request.dtype->bytes * (size_t)product(data->shape, plan->axis + 1, data->rank);
    set_tuples(plan, &request, indices->rank);
    return finish(plan, &request, 1, fault);
}

static strew_status check_indices_shape(const request *request, int32_t axis, strew_fault *fault)
{
    const strew_tensor *data = request->data, *indices = request->indices;
    if (indices->rank != data->rank) {
        return STREW_REJECT(fault, STREW_STATUS_INDICES_RANK_MISMATCH, .value = indices->rank, .high = data->rank);
    }
    for (int32_t d = 0; d < data->rank; d++) {
        if (d != axis && indices->shape[d] > data->shape[d]) {
            return STREW_REJECT(fault, STREW_STATUS_INDICES_SHAPE_MISMATCH, .dimension = d, .value = indices->shape[d],
                                .high = data->shape[d]);
        }
    }
    return STREW_OK;
}

/* The places of the tuples in data, dimension by dimension: the axis counts for nothing there. Dimensions of size 1 are left out, and a
 * dimension joins the one behind it where a step of the one is as far as all steps of the other. */
static void set_positions(strew_plan_state *plan, const request *request)
{
    const strew_tensor *data = request->data, *indices = request->indices;
    int32_t end = STREW_MAX_RANK;
    uint64_t stride = 1;
    for (int32_t d = data->rank - 1; d >= 0; stride *= (uint64_t)data->shape[d--]) {
        const size_t count = (size_t)indices->shape[d];
        const uint64_t step = d == plan->axis ? 0 : stride;
        if (count == 1) continue;
        if (end != STREW_MAX_RANK && step == plan->step[end] * plan->count[end]) {
            plan->count[end] *= count;
        } else {
            plan->count[--end] = count;
            plan->step[end] = step;
        }
    }
    if (end == STREW_MAX_RANK) {
        plan->count[--end] = 1;
        plan->step[end] = 0;
    }
    plan->n_dims = STREW_MAX_RANK - end;
    memmove(plan->count, plan->count + end, (size_t)plan->n_dims * sizeof *plan->count);
    memmove(plan->step, plan->step + end, (size_t)plan->n_dims * sizeof *plan->step);
}

/* How many elements make a row that can be written as one slice if its indices are all the same: the last dimension, where its elements are
 * neighbours and everything else moves by whole rows. Otherwise 1. */
static size_t find_row(const strew_plan_state *plan)
{
    const int32_t last = plan->n_dims - 1;
    const size_t row = plan->count[last];
    if (plan->step[last] != 1 || row == 0 || plan->stride[0] % row != 0) return 1;
    for (int32_t d = 0; d < last; d++) {
        if (plan->step[d] % row != 0) return 1;
    }
    return row;
}

strew_status strew_scatter_elements_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices,
                                         const strew_tensor *updates, int64_t axis, strew_reduction reduction, const strew_options *options,
                                         strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    request request = {.operator_name = "scatter_elements", .data = data, .indices = indices, .updates = updates, .reduction = reduction};
    strew_status status = begin(plan, &request, options, 1, 1, fault);
    if (status == STREW_OK) status = find_axis(plan, &request, axis, fault);
    if (status == STREW_OK) status = check_indices_shape(&request, plan->axis, fault);
    if (status == STREW_OK) status = check_updates_shape(&request, plan, 0, indices->rank, data->rank, fault);
    if (status != STREW_OK) return status;

    plan->k = 1;
    set_component(plan, &request, 0, product(data->shape, plan->axis + 1, data->rank));
    plan->n_slices = product(data->shape, 0, data->rank);
    plan->n_outer = 1;
    plan->slice_bytes = request.dtype->bytes;
    plan->n_tuples = (size_t)product(indices->shape, 0, indices->rank);
    plan->position_dependent = 1;
    set_positions(plan, &request);
    return finish(plan, &request, find_row(plan), fault);
}

/* ---- Looking at plans ---------------------------------------------------------------------------------------------------------------- */

size_t strew_plan_size(void)
{
    return sizeof(strew_plan);
}

const char *strew_plan_kernel(const strew_plan *plan)
{
    const strew_apply_kernel *apply = strew_state_of(plan)->apply;
    return apply != NULL ? apply->kernel.name : NULL;
}

strew_isa strew_plan_isa(const strew_plan *plan)
{
    const strew_apply_kernel *apply = strew_state_of(plan)->apply;
    return apply != NULL ? apply->kernel.isa : STREW_ISA_SCALAR;
}
