/* Planning: from shapes, types and options, computes everything that follows. What the contract rejects, validate.c rejects. */
#include "plan_state.h"

#include "cache.h"
#include "dispatch.h"
#include "fault.h"
#include "index_view.h"
#include "types.h"
#include "validate.h"
#include "views.h"

#include <string.h>

static uint64_t product(const int64_t *shape, int32_t first, int32_t end)
{
    uint64_t product = 1;
    for (int32_t d = first; d < end; d++) product *= (uint64_t)shape[d];
    return product;
}

static STREW_INLINE int wraps(const strew_request *request)
{
    return request->options.negative == STREW_NEGATIVE_WRAPS && request->profile->wraps;
}

/* Component c of a tuple indexes dimension axis + c of data, and counts in steps of `stride` slice indices. */
static void set_component(strew_plan_state *plan, const strew_request *request, int32_t c, uint64_t stride)
{
    const int64_t size = request->data->shape[plan->axis + c];
    plan->low[c] = wraps(request) ? -size : 0;
    plan->size[c] = size;
    plan->stride[c] = stride;
}

/* Sets the slices of scatter_nd and gather_nd, and the components of their tuples, which index k dimensions of data from `axis` on. Flat
 * indices have one component for all of them. Returns how many slices these dimensions have. */
static STREW_INLINE uint64_t set_tuple_components(strew_plan_state *plan, const strew_request *request, int32_t axis, int32_t k)
{
    const strew_tensor *data = request->data;
    uint64_t n_slices = 1;
    plan->axis = axis;
    plan->k = k;
    plan->n_outer = 1;
    plan->slice_bytes = request->dtype->bytes * (size_t)product(data->shape, axis + k, data->rank);
    for (int32_t c = k - 1; c >= 0; c--) {
        set_component(plan, request, c, n_slices);
        n_slices *= (uint64_t)data->shape[axis + c];
    }
    if (request->has_tuples) return n_slices;
    plan->k = 1;
    plan->low[0] = wraps(request) ? -(int64_t)n_slices : 0;
    plan->size[0] = (int64_t)n_slices;
    plan->stride[0] = 1;
    return n_slices;
}

/* Repeats the components as vectors hold them: see STREW_MAX_INDEX_LANES. Each is read once, because a load that waits for the store before
 * it costs more than the rest of the loop. */
static void repeat_components(strew_plan_state *plan)
{
    const int32_t k = plan->k, n = k <= STREW_MAX_COMPONENTS ? k * STREW_MAX_INDEX_LANES : 0;
    for (int32_t c = 0; c < k; c++) {
        const int64_t low = plan->low[c], size = plan->size[c];
        const uint64_t stride = plan->stride[c];
        for (int32_t i = c + k; i < n; i += k) {
            plan->low[i] = low;
            plan->size[i] = size;
            plan->stride[i] = stride;
        }
    }
}

/* Stores the shape of the tuples, whose positions do not matter. */
static void set_tuples(strew_plan_state *plan, const strew_request *request, int32_t n_dims)
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

/* Vector kernels compute slice indices in 32 bits. If there are more slices, or none, scalar kernels check the tuples, and apply.c computes
 * the offsets. */
static strew_isa_set indices_isas(const strew_plan_state *plan, strew_isa_set allowed)
{
    return plan->n_slices != 0 && strew_has_32_bit_slice_indices(plan) ? allowed : allowed & ((strew_isa_set)1 << STREW_ISA_SCALAR);
}

/* Where an indexed dimension has size 0 there is no slice, and every tuple is out of bounds: no position leads anywhere. A position that
 * counted all the same would be past the last slice, and offsets would be past the end of data. */
static void drop_positions(strew_plan_state *plan)
{
    for (int32_t d = 0; d < plan->n_dims; d++) plan->step[d] = 0;
    for (int32_t i = 0; i < plan->views.n_outer_loops; i++) plan->loops[STREW_MAX_LOOPS - 1 - i].of.output = 0;
}

static strew_index_form index_form_of(const strew_request *request)
{
    if (request->options.component_strides != NULL) return STREW_APART_COMPONENTS;
    return request->has_tuples ? STREW_TUPLES : STREW_SINGLE_INDICES;
}

/* What follows from the indices alone, once the plan has its components and tuples. */
static strew_status finish_indices(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    const strew_policy policy = request->options.policy;
    plan->skips = policy == STREW_POLICY_SKIP || request->options.has_ignore_index;
    for (int32_t c = 0; c < plan->k; c++) {
        if (policy == STREW_POLICY_CLAMP && plan->size[c] == 0 && plan->n_tuples != 0) {
            return STREW_REJECT(fault, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, .dimension = plan->axis + c);
        }
    }
    if (plan->n_slices == 0) drop_positions(plan);
    repeat_components(plan);
    plan->data_bytes = request->data_bytes;
    /* An expanded index has fewer tuples than its shape says. */
    plan->indices_bytes = plan->views.has_extents ? plan->n_tuples * (size_t)plan->k * strew_find_dtype(request->indices->dtype)->bytes
                                                  : request->indices_bytes;
    plan->dtype = request->data->dtype;
    plan->element_bytes = (int32_t)request->dtype->bytes;
    plan->reduction = request->reduction;
    plan->is_integer_sum = request->reduction == STREW_REDUCTION_ADD && request->dtype->is_integer;
    plan->rules = strew_rules_of(&request->options);
    plan->numbers = request->numbers;
    strew_set_index_view(plan, request->indices, index_form_of(request));
    const strew_isa_set allowed = indices_isas(plan, request->allowed);
    /* Tuples without components need no check. They may also be very many, because no bytes of indices limit their number. */
    const int is_checked = policy == STREW_POLICY_ERROR && plan->k != 0;
    const int is_apart = strew_is_checked_apart(plan);
    const int32_t checked_bytes = is_apart ? (int32_t)strew_find_dtype(request->indices->dtype)->bytes : plan->index_bytes;
    plan->check = is_checked ? strew_find_indices(allowed, STREW_STEP_CHECK, checked_bytes, 0, is_apart ? 1 : plan->k) : NULL;
    const strew_step step = policy == STREW_POLICY_CLAMP ? STREW_STEP_CLAMP : STREW_STEP_LINEARISE;
    /* Without a single component, access.c adds the positions. */
    const int adds_positions = plan->position_dependent && plan->k == 1;
    plan->locate = strew_find_indices(allowed, step, plan->index_bytes, adds_positions, plan->k);
    return STREW_OK;
}

/* One loop over all tuples, for dense tensors. */
static void set_dense(strew_plan_state *plan, const strew_request *request)
{
    const int64_t index_bytes = (int64_t)strew_find_dtype(request->indices->dtype)->bytes;
    memset(&plan->views, 0, offsetof(strew_views, data)); /* no extents are read */
    plan->views.differing_dimension = -1;
    plan->index_view.base = 0;
    plan->index_view.n_flat_dims = 0;
    plan->mirrored = 0;
    plan->stride_bytes = plan->slice_bytes;
    plan->n_tuple_loops = 1;
    plan->loops[0] = (strew_loop){plan->n_tuples, {plan->k * index_bytes}, (int64_t)plan->slice_bytes, 1};
}

/* What comes before the choice of kernels: dense tensors, or those with strides. Updates are multiplied, and NaN is passed over, on the way
 * of the latter. */
static STREW_INLINE strew_status set_tensors(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    set_dense(plan, request);
    return strew_find_view(request) != NULL || strew_has_alpha(request) || request->numbers != NULL ? strew_set_views(plan, request, fault)
                                                                                                    : STREW_OK;
}

static const strew_apply_kernel *find_move(const strew_request *request, size_t slice_bytes)
{
    return strew_find_apply(request->allowed, STREW_DO_NONE, strew_choose_ctype(request->dtype, STREW_DO_NONE, slice_bytes), slice_bytes);
}

/* The number of elements in a row that can be written as one slice if all its indices are equal: the last dimension, if its elements are
 * adjacent and everything else moves by whole rows. Otherwise 1. */
static size_t find_row(const strew_plan_state *plan)
{
    const int32_t last = plan->n_dims - 1;
    if (!plan->position_dependent) return 1;
    const size_t row = plan->count[last];
    if (plan->step[last] != 1 || row == 0 || plan->stride[0] % row != 0) return 1;
    for (int32_t d = 0; d < last; d++) {
        if (plan->step[d] % row != 0) return 1;
    }
    return row;
}

/* Whether slices follow each other in updates, or a gather's output, as if all were dense; in output, or a gather's data, positions may be
 * further apart. */
static int has_adjacent_updates(const strew_plan_state *plan)
{
    ptrdiff_t step;
    if (!strew_is_strided(plan)) return 1;
    return strew_find_even(plan, 0, plan->n_tuples, &step) == plan->n_tuples && step == (ptrdiff_t)plan->slice_bytes;
}

/* Whether the tuples, or many in a row, name neighbouring elements of data by one index each, which must be in bounds. Elements
 * of large data have slice indices, by which they are prefetched. */
static int names_elements(const strew_plan_state *plan)
{
    const int32_t last = plan->n_dims - 1;
    if (plan->k != 1 || plan->stride[0] != 1 || plan->n_outer != 1 || plan->slice_bytes != (size_t)plan->element_bytes) return 0;
    if ((size_t)plan->size[0] > STREW_MAX_TAKEN_BYTES / plan->slice_bytes) return 0;
    if (plan->skips || plan->rules.policy == STREW_POLICY_CLAMP || plan->index_view.is_staged) return 0;
    if (strew_has_products(plan) || strew_passes_over_nan(plan) || !has_adjacent_updates(plan)) return 0;
    return !plan->position_dependent || (plan->step[last] == 0 && plan->count[last] >= STREW_MIN_TAKEN_ROW);
}

/* The factor of all updates, and the kernel that multiplies by it. */
static strew_status set_alpha(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    plan->multiply = NULL;
    if (!strew_has_alpha(request)) return STREW_OK;
    plan->multiply = strew_find_apply(request->allowed, STREW_DO_MUL, request->dtype->cells[STREW_DO_MUL].ctype, 0);
    if (plan->multiply == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_MUL, .high = (int64_t)request->data->dtype);
    }
    const size_t bytes = request->dtype->bytes; /* those of a number divide a line */
    for (size_t i = 0; i < sizeof plan->alphas; i += bytes) memcpy(plan->alphas + i, request->options.alpha, bytes);
    return STREW_OK;
}

/* Chooses the kernels of a scatter, once the plan has its components, tuples and slices. */
static strew_status finish(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    strew_status status = strew_has_alpha(request) ? strew_check_alpha(request, fault) : STREW_OK;
    if (status == STREW_OK) status = set_tensors(plan, request, fault);
    if (status != STREW_OK) return status;
    const size_t row = strew_is_strided(plan) || !request->is_elements ? 1 : find_row(plan);
    plan->updates_bytes = request->updates_bytes;
    plan->exceeds_l2 = strew_exceeds_l2(request->data_bytes);
    plan->exceeds_caches = strew_exceeds_caches(request->data_bytes);
    const strew_operation operation = strew_choose_operation(request->dtype, request->reduction, request->options.nan);
    const strew_ctype ctype = strew_choose_ctype(request->dtype, operation, plan->slice_bytes);
    const int64_t dtype_number = (int64_t)request->data->dtype;
    if (ctype == STREW_CTYPE_NONE) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_REDUCTION, .value = (int64_t)request->reduction, .high = dtype_number);
    }
    const strew_apply_kernel *apply = strew_find_apply(request->allowed, operation, ctype, plan->slice_bytes);
    const int excludes_self = request->options.excludes_self && request->reduction != STREW_REDUCTION_NONE && operation != STREW_DO_MEAN;
    const strew_apply_kernel *move = excludes_self ? find_move(request, plan->slice_bytes) : NULL;
    /* uncovered: a build has the kernels that move, or it does not */
    if (!request->dtype->built || !strew_reduction_is_built(request->reduction) || apply == NULL || (excludes_self && move == NULL)) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = (int64_t)request->reduction, .high = dtype_number);
    }
    status = set_alpha(plan, request, fault);
    if (status == STREW_OK) status = finish_indices(plan, request, fault);
    if (status != STREW_OK) return status;
    const size_t row_bytes = row * plan->slice_bytes;
    plan->mean = request->reduction == STREW_REDUCTION_MEAN ? strew_find_mean(ctype, plan->n_tuples) : NULL;
    if (operation == STREW_DO_MEAN) apply = &plan->mean->sum;
    if (plan->stride_bytes != plan->slice_bytes && operation != STREW_DO_MEAN) apply = strew_find_any_width(apply);
    if (plan->stride_bytes != plan->slice_bytes && excludes_self) move = strew_find_any_width(move);
    plan->apply = plan->data_bytes != 0 && (!strew_is_strided(plan) || plan->updates_bytes != 0) ? apply : NULL;
    plan->apply_row =
        row > 1 ? strew_find_apply(request->allowed, operation, strew_choose_ctype(request->dtype, operation, row_bytes), row_bytes) : NULL;
    if (operation == STREW_DO_MEAN && row > 1) plan->apply_row = apply;
    plan->move = move;
    plan->move_row = excludes_self && row > 1 ? find_move(request, row_bytes) : NULL;
    plan->select = strew_is_strided(plan) || strew_needs_touched(plan) ? NULL : strew_find_select(request->allowed, plan->slice_bytes);
    plan->is_gather = plan->is_tensor_scatter = plan->is_masked_scatter = 0;
    plan->without_kernel = NULL;
    plan->gather = plan->gather_row = NULL;
    plan->take = NULL;
    const int is_put = plan->apply != NULL && !strew_needs_touched(plan) && names_elements(plan);
    plan->put = is_put ? strew_find_put(request->allowed, operation, ctype, plan->index_bytes, plan->slice_bytes) : NULL;
    return strew_succeed(fault);
}

/* ---- The operators ------------------------------------------------------------------------------------------------------------------- */

strew_status strew_scatter_nd_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                   strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    strew_request request = {.operator_name = "scatter_nd",
                             .data = data,
                             .indices = indices,
                             .updates = updates,
                             .reduction = reduction,
                             .is_nd = 1,
                             .has_tuples = 1};
    strew_status status = strew_validate(&request, plan, options, 0, 1, fault);
    if (status != STREW_OK) return status;
    const int32_t outer = indices->rank - request.has_tuples;
    const int64_t k = request.has_tuples ? indices->shape[outer] : data->rank;
    if (k > data->rank) {
        return STREW_REJECT(fault, STREW_STATUS_TUPLE_TOO_LONG, .subject = strew_single_tuple(&request), .value = k, .high = data->rank);
    }
    status = strew_check_updates_shape(&request, 0, outer, (int32_t)k, fault);
    if (status != STREW_OK) return status;

    plan->n_slices = set_tuple_components(plan, &request, 0, (int32_t)k);
    set_tuples(plan, &request, outer);
    return finish(plan, &request, fault);
}

strew_status strew_scatter_update_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices,
                                       const strew_tensor *updates, int64_t axis, strew_reduction reduction, const strew_options *options,
                                       strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    int32_t axis_found = 0;
    strew_request request = {
        .operator_name = "scatter_update", .data = data, .indices = indices, .updates = updates, .reduction = reduction};
    strew_status status = strew_validate(&request, plan, options, 1, 0, fault);
    if (status == STREW_OK) status = strew_find_axis(&request, axis, &axis_found, fault);
    if (status == STREW_OK) status = strew_check_updates_shape(&request, axis_found, indices->rank, axis_found + 1, fault);
    if (status != STREW_OK) return status;

    plan->axis = axis_found;
    plan->k = 1;
    set_component(plan, &request, 0, 1);
    plan->n_slices = (uint64_t)data->shape[plan->axis];
    plan->n_outer = (size_t)product(data->shape, 0, plan->axis);
    plan->slice_bytes = request.dtype->bytes * (size_t)product(data->shape, plan->axis + 1, data->rank);
    set_tuples(plan, &request, indices->rank);
    return finish(plan, &request, fault);
}

/* Computes the positions of the tuples, dimension by dimension; the step along the axis is 0. Dimensions of size 1 are left out, and a
 * dimension is joined with the next one if one of its steps is as long as all steps of the next one. */
static void set_positions(strew_plan_state *plan, const strew_request *request)
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

/* Sets everything but the kernels of scatter_elements and gather_elements. */
static void set_elements(strew_plan_state *plan, strew_request *request, int32_t axis)
{
    const strew_tensor *data = request->data, *indices = request->indices;
    request->is_elements = 1;
    plan->axis = axis;
    plan->k = 1;
    set_component(plan, request, 0, product(data->shape, axis + 1, data->rank));
    plan->n_slices = product(data->shape, 0, data->rank);
    plan->n_outer = 1;
    plan->slice_bytes = request->dtype->bytes;
    plan->n_tuples = (size_t)product(indices->shape, 0, indices->rank);
    set_positions(plan, request);
    /* In a vector, positions add nothing to an index. */
    plan->position_dependent = data->rank != 1;
}

strew_status strew_scatter_elements_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices,
                                         const strew_tensor *updates, int64_t axis, strew_reduction reduction, const strew_options *options,
                                         strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    int32_t axis_found = 0;
    strew_request request = {
        .operator_name = "scatter_elements", .data = data, .indices = indices, .updates = updates, .reduction = reduction};
    strew_status status = strew_validate(&request, plan, options, 1, 1, fault);
    if (status == STREW_OK) status = strew_find_axis(&request, axis, &axis_found, fault);
    if (status == STREW_OK) status = strew_check_indices_shape(&request, axis_found, fault);
    if (status == STREW_OK) status = strew_check_updates_shape(&request, 0, indices->rank, data->rank, fault);
    if (status != STREW_OK) return status;

    set_elements(plan, &request, axis_found);
    return finish(plan, &request, fault);
}

/* ---- Gather -------------------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_FEATURE_GATHER
/* Chooses the kernels of a gather, whose output has so many bytes. */
static strew_status finish_gather(strew_plan_state *plan, const strew_request *request, size_t output_bytes, strew_fault *fault)
{
    if (!request->dtype->built) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_NONE, .high = (int64_t)request->data->dtype);
    }
    strew_status status = set_tensors(plan, request, fault);
    if (status != STREW_OK) return status;
    const size_t row = strew_is_strided(plan) || !request->is_elements ? 1 : find_row(plan);
    plan->updates_bytes = output_bytes;
    plan->exceeds_l2 = strew_exceeds_l2(request->data_bytes);
    plan->exceeds_caches = strew_exceeds_caches(output_bytes);
    status = finish_indices(plan, request, fault);
    if (status != STREW_OK) return status;
    plan->is_gather = 1;
    plan->is_tensor_scatter = plan->is_masked_scatter = 0;
    plan->without_kernel = NULL;
    plan->apply = plan->apply_row = plan->move = plan->move_row = plan->multiply = NULL;
    plan->mean = NULL;
    plan->select = NULL;
    plan->gather = output_bytes != 0 ? strew_find_gather(request->allowed, plan->slice_bytes) : NULL;
    plan->gather_row = output_bytes != 0 && row > 1 ? strew_find_gather(request->allowed, row * plan->slice_bytes) : NULL;
    plan->put = NULL;
    plan->take = output_bytes != 0 && names_elements(plan) ? strew_find_take(request->allowed, plan->index_bytes, plan->slice_bytes) : NULL;
    memset(plan->fill, 0, sizeof plan->fill);
    if (request->options.fill != NULL) memcpy(plan->fill, request->options.fill, request->dtype->bytes);
    return strew_succeed(fault);
}

static strew_request request_gather(const char *operator_name, const strew_tensor *data, const strew_tensor *indices)
{
    return (strew_request){.operator_name = operator_name,
                           .data = data,
                           .indices = indices,
                           .updates = data,
                           .reduction = STREW_REDUCTION_NONE,
                           .is_gather = 1};
}

/* Sets the tuples of a gather, which are `n_batches` times `n` in a row. Those of a batch are `stride` slices after the ones before. */
static void set_batches(strew_plan_state *plan, strew_request *request, int32_t batch_dims, int32_t n_dims, uint64_t stride)
{
    request->batch_dims = batch_dims;
    const int64_t *shape = request->indices->shape;
    const size_t n_batches = (size_t)product(shape, 0, batch_dims);
    plan->n_batch_tuples = (size_t)product(shape, batch_dims, n_dims);
    if (n_batches == 1) {
        set_tuples(plan, request, n_dims);
        return;
    }
    plan->n_tuples = n_batches * plan->n_batch_tuples;
    plan->position_dependent = 1;
    plan->count[0] = n_batches;
    plan->step[0] = stride;
    plan->count[1] = plan->n_batch_tuples;
    plan->step[1] = 0;
    plan->n_dims = plan->n_batch_tuples == 1 ? 1 : 2;
}

strew_status strew_gather_nd_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                                  const strew_options *options, strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    strew_request request = request_gather("gather_nd", data, indices);
    request.is_nd = request.has_tuples = 1;
    int32_t batch = 0;
    size_t output_bytes = 0;
    strew_status status = strew_validate(&request, plan, options, 0, 1, fault);
    if (status != STREW_OK) return status;
    const int32_t outer = indices->rank - request.has_tuples;
    const int64_t k = request.has_tuples ? indices->shape[outer] : data->rank;
    status = strew_find_batch_dims(&request, batch_dims, 0, outer < data->rank ? outer : data->rank, &batch, fault);
    if (status != STREW_OK) return status;
    if (batch != 0 && (request.options.component_strides != NULL || !request.has_tuples)) {
        const strew_status reason = request.has_tuples ? STREW_STATUS_COMPONENTS_UNSUPPORTED : STREW_STATUS_FLAT_INDICES_UNSUPPORTED;
        return STREW_REJECT(fault, reason, .subject = "batch_dims");
    }
    if (k > data->rank - batch) {
        return STREW_REJECT(fault, STREW_STATUS_TUPLE_TOO_LONG, .subject = strew_single_tuple(&request), .value = k,
                            .high = data->rank - batch);
    }
    status = strew_count_gathered_bytes(&request, 0, 0, outer, batch + (int32_t)k, &output_bytes, fault);
    if (status != STREW_OK) return status;

    const uint64_t stride = set_tuple_components(plan, &request, batch, (int32_t)k);
    plan->n_slices = product(data->shape, 0, batch) * stride;
    set_batches(plan, &request, batch, outer, stride);
    return finish_gather(plan, &request, output_bytes, fault);
}

strew_status strew_gather_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices, int64_t axis, int64_t batch_dims,
                               const strew_options *options, strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    strew_request request = request_gather("gather", data, indices);
    int32_t axis_found = 0, batch = 0;
    size_t output_bytes = 0;
    strew_status status = strew_validate(&request, plan, options, 1, 0, fault);
    if (status == STREW_OK) status = strew_find_axis(&request, axis, &axis_found, fault);
    if (status != STREW_OK) return status;
    if (request.profile->fills && request.options.policy == STREW_POLICY_ERROR) {
        request.options.policy = STREW_POLICY_SKIP;
        request.options.fill = NULL;
    }
    const int32_t max_batch = indices->rank < axis_found ? indices->rank : axis_found;
    status = strew_find_batch_dims(&request, batch_dims, -indices->rank, max_batch, &batch, fault);
    if (status != STREW_OK) return status;
    status = strew_count_gathered_bytes(&request, axis_found, batch, indices->rank, axis_found + 1, &output_bytes, fault);
    if (status != STREW_OK) return status;

    plan->axis = axis_found;
    plan->k = 1;
    set_component(plan, &request, 0, 1);
    const uint64_t size = (uint64_t)data->shape[plan->axis], n_batches = product(data->shape, 0, batch);
    plan->n_outer = (size_t)product(data->shape, batch, plan->axis);
    /* Of outer index 0: the last batch has no more slices than the axis. */
    plan->n_slices = n_batches == 0 ? 0 : (n_batches - 1) * plan->n_outer * size + size;
    plan->slice_bytes = request.dtype->bytes * (size_t)product(data->shape, plan->axis + 1, data->rank);
    set_batches(plan, &request, batch, indices->rank, plan->n_outer * size);
    return finish_gather(plan, &request, output_bytes, fault);
}

strew_status strew_gather_elements_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                        const strew_options *options, strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    strew_request request = request_gather("gather_elements", data, indices);
    int32_t axis_found = 0;
    size_t output_bytes = 0;
    strew_status status = strew_validate(&request, plan, options, 1, 1, fault);
    if (status == STREW_OK) status = strew_find_axis(&request, axis, &axis_found, fault);
    if (status == STREW_OK) status = strew_check_indices_shape(&request, axis_found, fault);
    if (status == STREW_OK) status = strew_count_gathered_bytes(&request, 0, 0, indices->rank, data->rank, &output_bytes, fault);
    if (status != STREW_OK) return status;
    set_elements(plan, &request, axis_found);
    plan->n_batch_tuples = plan->n_tuples;
    return finish_gather(plan, &request, output_bytes, fault);
}
#endif

/* ---- Without kernels ----------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_FEATURE_TENSOR_SCATTER || STREW_BUILD_FEATURE_MASKED_SCATTER
/* Stands for indices that an operator does not have. */
static const int64_t no_indices_shape[] = {0};
static const strew_tensor no_indices = {STREW_DTYPE_INT64, 1, no_indices_shape, NULL, NULL};

/* What the operators have in common that have no kernels. */
static strew_status begin_without_kernel(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    if (!request->dtype->built) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_NONE, .high = (int64_t)request->data->dtype);
    }
    memset(plan, 0, sizeof *plan);
    plan->element_bytes = (int32_t)request->dtype->bytes;
    plan->rules = strew_rules_of(&request->options);
    plan->without_kernel = request->operator_name;
    plan->data_bytes = request->data_bytes;
    plan->indices_bytes = request->indices_bytes;
    plan->updates_bytes = request->updates_bytes;
    plan->exceeds_l2 = strew_exceeds_l2(request->data_bytes);
    plan->exceeds_caches = strew_exceeds_caches(request->data_bytes);
    return STREW_OK;
}
#endif

/* ---- Tensor scatter ------------------------------------------------------------------------------------------------------------------ */

#if STREW_BUILD_FEATURE_TENSOR_SCATTER
strew_status strew_tensor_scatter_plan(strew_plan *storage, const strew_tensor *past_cache, const strew_tensor *update,
                                       const strew_tensor *write_indices, int64_t axis, strew_cache_mode mode, const strew_options *options,
                                       strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    strew_request request = {.operator_name = "tensor_scatter",
                             .data = past_cache,
                             .indices = write_indices != NULL ? write_indices : &no_indices,
                             .updates = update,
                             .reduction = STREW_REDUCTION_NONE,
                             .has_no_indices = write_indices == NULL};
    int32_t axis_found = 0;
    strew_status status = strew_validate(&request, plan, options, 2, 1, fault);
    if (status == STREW_OK) status = strew_find_token_axis(&request, axis, &axis_found, fault);
    if (status == STREW_OK) status = strew_check_tokens_shape(&request, axis_found, fault);
    if (status == STREW_OK && write_indices != NULL) status = strew_check_write_indices_shape(&request, fault);
    if (status != STREW_OK) return status;
    if (mode != STREW_CACHE_LINEAR && mode != STREW_CACHE_CIRCULAR) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "mode", .value = (int32_t)mode);
    }
    status = begin_without_kernel(plan, &request, fault);
    if (status != STREW_OK) return status;
    const char *with_strides = strew_find_view(&request);
    if (with_strides != NULL) return STREW_REJECT(fault, STREW_STATUS_STRIDES_UNSUPPORTED, .subject = with_strides);

    plan->is_tensor_scatter = 1;
    plan->is_circular = mode == STREW_CACHE_CIRCULAR;
    plan->axis = axis_found;
    plan->k = 1;
    set_component(plan, &request, 0, 1);
    if (plan->is_circular && wraps(&request)) plan->low[0] = INT64_MIN;
    plan->n_tuples = (size_t)past_cache->shape[0];
    plan->n_tokens = (size_t)update->shape[axis_found];
    plan->n_slices = (uint64_t)past_cache->shape[axis_found];
    plan->n_outer = (size_t)product(past_cache->shape, 1, axis_found);
    plan->slice_bytes = request.dtype->bytes * (size_t)product(past_cache->shape, axis_found + 1, past_cache->rank);
    set_dense(plan, &request);
    strew_set_index_view(plan, request.indices, STREW_SINGLE_INDICES);
    return strew_succeed(fault);
}
#endif

/* ---- Masked scatter ------------------------------------------------------------------------------------------------------------------ */

#if STREW_BUILD_FEATURE_MASKED_SCATTER
strew_status strew_masked_scatter_plan(strew_plan *storage, const strew_tensor *data, const strew_tensor *mask, const strew_tensor *updates,
                                       const strew_options *options, strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    strew_request request = {.operator_name = "masked_scatter",
                             .data = data,
                             .indices = &no_indices,
                             .updates = updates,
                             .reduction = STREW_REDUCTION_NONE,
                             .has_no_indices = 1};
    strew_status status = strew_validate(&request, plan, options, 0, 1, fault);
    if (status == STREW_OK) status = strew_take_mask(&request, mask, fault);
    if (status == STREW_OK) status = begin_without_kernel(plan, &request, fault);
    if (status != STREW_OK) return status;

    plan->is_masked_scatter = 1;
    request.is_elements = 1;
    plan->axis = -1; /* each dimension of mask is one of data */
    plan->k = 1;
    plan->n_tuples = request.indices_bytes;
    plan->slice_bytes = request.dtype->bytes;
    set_dense(plan, &request);
    if (strew_find_view(&request) != NULL) status = strew_set_mask_views(plan, &request, fault);
    return status == STREW_OK ? strew_succeed(fault) : status;
}
#endif
