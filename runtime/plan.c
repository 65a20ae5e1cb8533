/* Planning: from shapes, types and options, computes everything that follows. What the contract rejects, validate.c rejects. */
#include "plan_state.h"

#include "arg.h"
#include "blocks.h"
#include "cache.h"
#include "call.h"
#include "choose.h"
#include "convert.h"
#include "dispatch.h"
#include "fault.h"
#include "index_view.h"
#include "offsets.h"
#include "plan_pool.h"
#include "sized_struct.h"
#include "source.h"
#include "types.h"
#include "validate.h"
#include "views.h"

#include <string.h>

static uint64_t product(const int64_t *shape, int32_t first, int32_t end)
    STREW_REQUIRES_SIZES(shape, first, end)
    STREW_ASSIGNS()
{
    uint64_t product = 1;
    for (int32_t d = first; d < end; d++)
        STREW_ASSIGNS(d, product)
        STREW_INVARIANT(first <= d && d <= end)
    {
        product *= (uint64_t)shape[d];
    }
    return product;
}

static void set_ordered_dtype(strew_plan_state *plan, const strew_request *request)
{
    plan->mixing = (int8_t)request->mixing;
    const int converts = request->converter != NULL || request->scale != NULL || request->ordered_dtype != request->data->dtype;
    plan->converted_bytes = (int16_t)(converts ? request->ordered_bytes : 0);
    plan->has_scale = (int8_t)(request->zero_points != NULL       ? STREW_SCALE_ZERO_POINTS
                               : strew_is_affine_request(request) ? STREW_SCALE_AFFINE
                               : request->scale != NULL           ? STREW_SCALE_FACTOR
                                                                  : STREW_SCALE_NONE);
    plan->beside = (int8_t)((request->update_indices != NULL ? STREW_HAS_ROWS : 0) | (request->weights != NULL ? STREW_HAS_WEIGHTS : 0) |
                            (request->arg != NULL ? STREW_HAS_ARG : 0));
}

/* Member by member in their place: bytes that are copied as vectors at once would wait until they are in the cache. */
static void set_rules(strew_rules *to, const strew_options *options, strew_policy policy, int is_flat)
{
    to->ignore_index = options->ignore_index;
    to->policy = (uint8_t)policy;
    to->profile = (uint8_t)options->profile;
    to->mean_rounding = (uint8_t)options->mean_rounding;
    to->isa = (uint8_t)options->isa;
    to->nan = (uint8_t)options->nan;
    to->has_ignore_index = options->has_ignore_index != 0;
    to->excludes_self = options->excludes_self != 0;
    to->has_flat_indices = is_flat != 0;
    to->unique = (uint8_t)options->unique;
    to->sorted = (uint8_t)options->sorted;
}

/* What every plan says. */
static void begin_plan(strew_plan_state *plan, const strew_request *request)
{
    plan->op = request->op;
    plan->sum_bytes = 0;
    plan->is_gather = (int8_t)request->record->is_gather;
    plan->is_scatter = !plan->is_gather;
    plan->has_components = request->components != NULL;
    plan->has_no_indices = (int8_t)request->has_no_indices;
    plan->segment = (int8_t)(request->record->is_segment ? 1 + (int)request->options->initial : 0);
    set_rules(&plan->rules, request->options, request->policy, request->record->is_flat);
}

/* The bytes of all args; SIZE_MAX if a size_t has no such number. */
static size_t args_bytes_of(const strew_request *request)
{
    if (request->arg == NULL) return 0;
    const size_t n = request->data_bytes / strew_dtype_size(request->data->dtype), bytes = strew_dtype_size(request->arg->dtype);
    return n > SIZE_MAX / sizeof(int64_t) ? SIZE_MAX : n * bytes;
}

static void set_exceeds(strew_plan_state *plan, const strew_request *request, size_t output_bytes)
{
    plan->exceeds_l2 = (strew_exceeds_l2(request->data_bytes) || strew_exceeds_l2(args_bytes_of(request))) != 0;
    plan->exceeds_caches = strew_exceeds_caches(output_bytes) != 0;
}

static STREW_INLINE int wraps(const strew_request *request)
{
    return request->options->negative == STREW_NEGATIVE_WRAPS && request->profile->wraps;
}

/* Component c of a tuple indexes dimension axis + c of data, and counts in steps of `stride` slice indices. */
static void set_component(strew_plan_state *plan, const strew_request *request, int32_t c, int64_t size, uint64_t stride)
{
    STREW_GIVEN(size >= 0); /* sizes were checked, and products of them */
    strew_lows_of(plan)[c] = wraps(request) ? -size : 0;
    strew_sizes_of(plan)[c] = size;
    strew_strides_of(plan)[c] = stride;
}

/* Sets the only component of an operator whose indices are single, which indexes the axis. */
static void set_only_component(strew_plan_state *plan, const strew_request *request, int32_t axis, uint64_t stride)
    STREW_SETS_PLAN(plan, request)
    STREW_REQUIRES(0 <= axis && axis < request->data->rank)
    STREW_ASSIGNS(plan->k, plan->axis, plan->at.n_lanes, plan->at.n_words, STREW_POOL(plan))
    STREW_ENSURES(STREW_HAS_COMPONENTS(plan) && plan->k == 1 && plan->axis == axis)
{
    plan->axis = (int16_t)axis;
    strew_begin_pool(plan, 1);
    set_component(plan, request, 0, request->data->shape[axis], stride);
}

/* Sets the slices of scatter_nd and gather_nd, and the components of their tuples, which index k dimensions of data from `axis` on. Flat
 * indices have one component for all of them. Returns how many slices these dimensions have. */
static STREW_INLINE uint64_t set_tuple_components(strew_plan_state *plan, const strew_request *request, int32_t axis, int32_t k)
    STREW_SETS_PLAN(plan, request)
    STREW_REQUIRES_BYTES(request->record, sizeof *request->record)
    STREW_REQUIRES(0 <= axis && axis <= request->data->rank && 0 <= k && k <= request->data->rank - axis)
    STREW_ASSIGNS(STREW_BYTES(plan, sizeof(strew_plan)))
    STREW_ENSURES(STREW_HAS_COMPONENTS(plan))
{
    const strew_tensor *data = request->data;
    uint64_t n_slices = 1;
    plan->axis = (int16_t)axis;
    plan->n_outer = 1;
    plan->slice_bytes = request->element_bytes * (size_t)product(data->shape, axis + k, data->rank);
    strew_begin_pool(plan, request->record->has_tuples ? k : 1);
    for (int32_t c = k - 1; c >= 0; c--)
        STREW_LAST_TO_FIRST(c, k, n_slices, STREW_POOL(plan))
    {
        const int64_t size = data->shape[axis + c];
        if (request->record->has_tuples) set_component(plan, request, c, size, n_slices);
        n_slices *= (uint64_t)size;
    }
    if (!request->record->has_tuples) set_component(plan, request, 0, (int64_t)n_slices, 1);
    return n_slices;
}

/* Repeats the components as vectors hold them, which are no longer than the tuples. Each is read once, because a load that waits for the
 * store before it costs more than the rest of the loop. Of a single one, which most calls have, the number is constant, and compilers store
 * vectors. */
static void repeat_components(strew_plan_state *plan)
{
    enum { LANES = STREW_MAX_INDEX_LANES };
    const int32_t k = plan->k, n = plan->at.n_lanes;
    int64_t *lows = strew_lows_of(plan);
    for (int32_t i = 0; i < 3 * LANES && k == 1; i += LANES) {
        const int64_t value = lows[i];
        for (int32_t lane = 0; lane < LANES; lane++) lows[i + lane] = value;
    }
    if (k == 1) return;
    for (int32_t i = 0; i < 3 * n; i += n) { /* lows, sizes and strides */
        for (int32_t c = 0; c < k; c++) {
            const int64_t value = lows[i + c];
            for (int32_t lane = c + k; lane < n; lane += k) lows[i + lane] = value;
        }
    }
}

/* Stores the shape of the tuples, whose positions do not matter. A grid of dimensions is found only if they are few; and 64 components
 * leave room for one. */
static void set_tuples(strew_plan_state *plan, const int64_t *shape, int32_t first, int32_t end)
    STREW_REQUIRES_COMPONENTS(plan)
    STREW_REQUIRES_SIZES(shape, first, end)
    STREW_SETS_POSITIONS(plan)
    STREW_ASSIGNS(plan->n_tuples)
{
    const int32_t max = plan->k <= STREW_MAX_RANK / 2 ? STREW_MAX_GRID_DIMS : 1;
    strew_positions positions;
    positions.n = 0;
    plan->n_tuples = 1;
    for (int32_t d = first; d < end; d++)
        STREW_ASSIGNS(d, plan->n_tuples, STREW_ALL_BYTES(&positions))
        STREW_INVARIANT(first <= d && d <= end && 0 <= positions.n && positions.n <= max)
    {
        const size_t count = (size_t)shape[d];
        plan->n_tuples *= count;
        if (count == 1) continue;
        if (positions.n < max) {
            positions.step[positions.n] = 0;
            positions.count[positions.n++] = 1;
        }
        positions.count[positions.n - 1] *= count;
    }
    if (positions.n == 0) {
        positions.count[0] = 1;
        positions.step[0] = 0;
        positions.n = 1;
    }
    plan->position_dependent = 0;
    strew_store_positions(plan, &positions);
}

/* Vector kernels compute slice indices in 32 bits. If there are more slices, or none, scalar kernels check the tuples, and apply.c computes
 * the offsets. */
static strew_isa_set indices_isas(const strew_plan_state *plan, strew_isa_set allowed)
{
    return plan->n_slices != 0 && strew_has_32_bit_slice_indices(plan) ? allowed : allowed & ((strew_isa_set)1 << STREW_ISA_SCALAR);
}

/* Where an indexed dimension has size 0 there is no slice, and every tuple is out of bounds: no position leads anywhere. A position that
 * counted all the same would be past the last slice, and offsets would be past the end of data. */
STREW_COLD static void drop_positions(strew_plan_state *plan)
{
    for (int32_t d = 0; d < plan->n_dims; d++) strew_steps_of(plan)[d] = 0;
    for (int32_t i = 0; i < plan->views.n_outer_loops; i++) strew_outer_loop_of(plan, i)->of.named = 0;
}

static strew_index_form index_form_of(const strew_request *request)
{
    if (request->components != NULL) return STREW_APART_COMPONENTS;
    if (request->offsets != NULL) return STREW_OFFSETS;
    return request->record->has_tuples ? STREW_TUPLES : STREW_SINGLE_INDICES;
}

#if STREW_BUILD_SEGMENT
/* Where offsets are, in the place of the indices that they stand for. */
static strew_status set_offsets(strew_plan_state *plan, const strew_tensor *tensor, size_t bytes, strew_fault *fault)
{
    strew_offsets *offsets = strew_take_room(plan, sizeof *offsets, &plan->at.offsets);
    if (offsets == NULL) return strew_reject_room(plan, "offsets", sizeof *offsets, fault);
    const int64_t step = (tensor->strides != NULL ? tensor->strides[0] : 1) * (int64_t)bytes;
    *offsets = (strew_offsets){.n = (uint64_t)strew_sizes_of(plan)[0],
                               .n_given = (uint64_t)tensor->shape[0],
                               .n_tuples = plan->n_tuples,
                               .step_bytes = step,
                               .extent = {0, bytes, 0, bytes},
                               .dtype = tensor->dtype};
    strew_extend(&offsets->extent, (size_t)tensor->shape[0], step);
    plan->indices_bytes = offsets->extent.bytes;
    return STREW_OK;
}
#else
#define set_offsets(plan, tensor, bytes, fault) STREW_OK
#endif

/* What follows from the indices alone, once the plan has its components and tuples. */
static strew_status finish_indices(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    const strew_policy policy = request->policy;
    const int32_t index_bytes = (int32_t)request->index_dtype->bytes;
    plan->skips = policy == STREW_POLICY_SKIP || request->options->has_ignore_index || strew_passes_over_rows(plan);
    for (int32_t c = 0; c < plan->k && policy == STREW_POLICY_CLAMP; c++) {
        if (strew_sizes_of(plan)[c] == 0 && plan->n_tuples != 0) {
            return STREW_REJECT(fault, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, .dimension = plan->axis + c);
        }
    }
    if (plan->n_slices == 0) drop_positions(plan);
    repeat_components(plan);
    plan->data_bytes = request->data_bytes;
    /* An expanded index has fewer tuples than its shape says. */
    plan->indices_bytes = plan->views.has_extents ? plan->n_tuples * (size_t)plan->k * (size_t)index_bytes : request->indices_bytes;
    plan->dtype = request->data->dtype;
    plan->element_bytes = (int32_t)request->element_bytes;
    plan->reduction = request->reduction;
    plan->is_integer_sum = request->reduction == STREW_REDUCTION_ADD && request->dtype->is_integer;
    begin_plan(plan, request);
    strew_set_index_view(plan, request->indices, index_bytes, index_form_of(request));
    if (request->offsets != NULL) {
        const strew_status status = set_offsets(plan, request->offsets, (size_t)index_bytes, fault);
        if (status != STREW_OK) return status;
    }
    const strew_isa_set allowed = indices_isas(plan, request->allowed);
    /* Tuples without components need no check. They may also be very many, because no bytes of indices limit their number. */
    const int is_checked = policy == STREW_POLICY_ERROR && plan->k != 0;
    const int is_apart = strew_is_checked_apart(plan);
    const int32_t checked_bytes = is_apart ? index_bytes : plan->index_bytes;
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
    strew_views *views = &plan->views;
    views->is_strided = views->has_extents = views->n_outer_loops = views->n_copies = 0;
    views->differing_dimension = -1;
    views->named_base = views->ordered_base = views->number_base = 0;
    plan->index_view.base = 0;
    plan->index_view.n_flat_dims = 0;
    plan->mirrored = 0;
    plan->stride_bytes = plan->slice_bytes;
    plan->n_tuple_loops = 1;
    strew_loop *loop = strew_take_room(plan, sizeof *loop, &plan->at.loops);
    *loop = (strew_loop){{plan->n_tuples}, {plan->k * (int64_t)request->index_dtype->bytes}, (int64_t)plan->slice_bytes, 1};
}

/* What comes before the choice of kernels: dense tensors, or those with strides. */
static STREW_INLINE strew_status set_tensors(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    /* In updates, the slices of an outer index are in between those of a batch. */
    const int has_split_batches = !request->record->is_gather && plan->n_outer != 1 && plan->n_tuples != plan->n_batch_tuples;
#if !STREW_BUILD_FEATURE_STRIDES
    if (has_split_batches) return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "strides");
#endif
    const int has_loops = strew_find_view(request) != NULL || has_split_batches || strew_converts(plan) || strew_has_rows(plan) ||
                          strew_has_weights(plan) || strew_has_arg(plan);
    set_dense(plan, request);
    return has_loops ? strew_set_views(plan, request, fault) : STREW_OK;
}

/* ---- Tuples and batches -------------------------------------------------------------------------------------------------------------- */

/* Sets the tuples, which are `n_batches` times as many in a row as indices.shape[batch_dims .. n_dims - 1] says. Those of a batch are
 * `stride` slices after the ones before. */
static void set_batches(strew_plan_state *plan, strew_request *request, int32_t batch_dims, int32_t n_dims, uint64_t stride)
    STREW_REQUIRES_COMPONENTS(plan)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_SHAPE(request->indices)
    STREW_REQUIRES(0 <= batch_dims && batch_dims <= n_dims && n_dims <= request->indices->rank)
    STREW_SETS_POSITIONS(plan)
    STREW_ASSIGNS(plan->n_tuples, plan->n_batch_tuples, request->batch_dims)
{
    strew_positions positions;
    request->batch_dims = batch_dims;
    const int64_t *shape = request->indices->shape;
    const size_t n_batches = (size_t)product(shape, 0, batch_dims);
    plan->n_batch_tuples = (size_t)product(shape, batch_dims, n_dims);
    if (n_batches == 1) {
        set_tuples(plan, shape, batch_dims, n_dims);
        return;
    }
    plan->n_tuples = n_batches * plan->n_batch_tuples;
    plan->position_dependent = 1;
    positions.count[0] = n_batches;
    positions.step[0] = stride;
    positions.count[1] = plan->n_batch_tuples;
    positions.step[1] = 0;
    positions.n = plan->n_batch_tuples == 1 ? 1 : 2;
    strew_store_positions(plan, &positions);
}

/* Finds what tuples and their slices are in scatter_nd, gather_nd, put and take. */
static strew_status find_tuples(const strew_request *request, int64_t batch_dims, strew_ordered_dims *dims, int32_t *k, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES(STREW_HAS_TUPLES_RANK(request) && strew_tuples_rank_of(request) < request->indices->rank + !request->record->has_tuples)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_REQUIRES_BYTES(k, sizeof *k)
    STREW_ASSIGNS(*dims, *k)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || STREW_HAS_ORDERED_DIMS(request, dims))
    STREW_ENSURES(STREW_RESULT != STREW_OK || (0 <= *k && *k <= dims->after && dims->after - *k <= dims->end))
{
    const strew_tensor *data = request->data, *indices = request->indices;
    const int32_t outer = indices->rank - request->record->has_tuples;
    const int64_t found = request->record->has_tuples ? indices->shape[outer] : data->rank;
    int32_t batch = 0;
    STREW_GIVEN(found >= 0); /* sizes were checked */
    const strew_status status = strew_find_batch_dims(request, batch_dims, 0, outer < data->rank ? outer : data->rank, &batch, fault);
    if (status != STREW_OK) return status;
    if (found > data->rank - batch) {
        return STREW_REJECT(fault, STREW_STATUS_TUPLE_TOO_LONG, .subject = strew_single_tuple(request), .value = found,
                            .high = data->rank - batch);
    }
    *k = (int32_t)found;
    *dims = (strew_ordered_dims){0, 0, outer, batch + (int32_t)found};
    return STREW_OK;
}

/* Sets the tuples that find_tuples has found. */
static void set_nd(strew_plan_state *plan, strew_request *request, const strew_ordered_dims *dims, int32_t k)
    STREW_SETS_PLAN(plan, request)
    STREW_REQUIRES_BYTES(request->record, sizeof *request->record)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_REQUIRES(STREW_HAS_ORDERED_DIMS(request, dims) && 0 <= k && k <= dims->after && dims->after - k <= dims->end)
    STREW_ASSIGNS(STREW_BYTES(plan, sizeof(strew_plan)), request->batch_dims)
    STREW_ENSURES(STREW_HAS_POSITIONS(plan))
{
    const int32_t batch = dims->after - k;
    const uint64_t stride = set_tuple_components(plan, request, batch, k);
    plan->n_slices = product(request->data->shape, 0, batch) * stride;
    set_batches(plan, request, batch, dims->end, stride);
}

/* Finds the axis and the batches of scatter_update and gather. */
static strew_status find_axis_and_batches(const strew_request *request, const strew_call *call, strew_ordered_dims *dims,
                                          strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES_BYTES(call, sizeof *call)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_ASSIGNS(*dims)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || (STREW_HAS_ORDERED_DIMS(request, dims) && dims->before < request->data->rank))
{
    const int32_t rank = request->indices->rank;
    int32_t axis = 0, batch = 0;
    strew_status status = strew_find_axis(request, call->axis, &axis, fault);
    if (status == STREW_OK) status = strew_find_batch_dims(request, call->batch_dims, -rank, rank < axis ? rank : axis, &batch, fault);
    *dims = (strew_ordered_dims){axis, batch, rank, axis + 1};
    return status;
}

/* Sets the tuples that find_axis_and_batches has found. */
static void set_axis_and_batches(strew_plan_state *plan, strew_request *request, const strew_ordered_dims *dims)
    STREW_SETS_PLAN(plan, request)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_REQUIRES(STREW_HAS_ORDERED_DIMS(request, dims) && dims->before < request->data->rank && dims->begin <= dims->before)
    STREW_ASSIGNS(STREW_BYTES(plan, sizeof(strew_plan)), request->batch_dims)
    STREW_ENSURES(STREW_HAS_POSITIONS(plan))
{
    const strew_tensor *data = request->data;
    set_only_component(plan, request, dims->before, 1);
    const uint64_t size = (uint64_t)data->shape[plan->axis], n_batches = product(data->shape, 0, dims->begin);
    plan->n_outer = (size_t)product(data->shape, dims->begin, plan->axis);
    /* Of outer index 0: the last batch has no more slices than the axis. */
    plan->n_slices = n_batches == 0 ? 0 : (n_batches - 1) * plan->n_outer * size + size;
    plan->slice_bytes = request->element_bytes * (size_t)product(data->shape, plan->axis + 1, data->rank);
    set_batches(plan, request, dims->begin, dims->end, plan->n_outer * size);
}

/* Computes the positions of the tuples, dimension by dimension; the step along the axis is 0. Dimensions of size 1 are left out, and a
 * dimension is joined with the next one if one of its steps is as long as all steps of the next one. */
static void set_positions(strew_plan_state *plan, const strew_request *request)
    STREW_REQUIRES_COMPONENTS(plan)
    STREW_REQUIRES(plan->k == 1)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_SHAPE(request->data)
    STREW_REQUIRES_SHAPE(request->indices)
    STREW_REQUIRES(request->indices->rank == request->data->rank)
    STREW_SETS_POSITIONS(plan)
{
    const strew_tensor *data = request->data, *indices = request->indices;
    strew_positions positions;
    uint64_t stride = 1;
    /* From the innermost dimension on, and so at the end of the arrays. */
    int32_t first = STREW_MAX_RANK;
    for (int32_t d = data->rank - 1; d >= 0; d--)
        STREW_LAST_TO_FIRST(d, data->rank, first, stride, STREW_ALL_BYTES(&positions))
        STREW_INVARIANT(d + 1 <= first && first <= STREW_MAX_RANK)
    {
        const size_t count = (size_t)indices->shape[d];
        const uint64_t step = d == plan->axis ? 0 : stride;
        stride *= (uint64_t)data->shape[d];
        if (count == 1) continue;
        if (first != STREW_MAX_RANK && step == positions.step[first] * positions.count[first]) {
            positions.count[first] *= count;
        } else {
            positions.count[--first] = count;
            positions.step[first] = step;
        }
    }
    if (first == STREW_MAX_RANK || plan->n_tuples == 0) {
        first = STREW_MAX_RANK - 1;
        positions.count[first] = plan->n_tuples;
        positions.step[first] = 0;
    }
    positions.n = STREW_MAX_RANK - first;
    memmove(positions.count, positions.count + first, (size_t)positions.n * sizeof *positions.count);
    memmove(positions.step, positions.step + first, (size_t)positions.n * sizeof *positions.step);
    strew_store_positions(plan, &positions);
}

/* Sets everything but the kernels of scatter_elements and gather_elements. */
static void set_elements(strew_plan_state *plan, strew_request *request, int32_t axis)
    STREW_SETS_PLAN(plan, request)
    STREW_REQUIRES(0 <= axis && axis < request->data->rank && request->indices->rank == request->data->rank)
    STREW_ASSIGNS(STREW_BYTES(plan, sizeof(strew_plan)))
    STREW_ENSURES(STREW_HAS_POSITIONS(plan))
{
    const strew_tensor *data = request->data, *indices = request->indices;
    set_only_component(plan, request, axis, product(data->shape, axis + 1, data->rank));
    plan->n_slices = product(data->shape, 0, data->rank);
    plan->n_outer = 1;
    plan->slice_bytes = request->element_bytes;
    plan->n_tuples = plan->n_batch_tuples = (size_t)product(indices->shape, 0, indices->rank);
    set_positions(plan, request);
    /* In a vector, positions add nothing to an index. */
    plan->position_dependent = data->rank != 1;
}

/* ---- Scatters and gathers ------------------------------------------------------------------------------------------------------------ */

/* Checks what follows the order of tuples: the shape of updates, or of a gather's output. */
static strew_status check_ordered(strew_request *request, const strew_ordered_dims *dims, strew_fault *fault)
{
    if (request->block != 1 && dims->after == request->data->rank) return strew_reject_parts_of_blocks(request, fault);
#if STREW_BUILD_FEATURE_GATHER
    if (request->record->is_gather) return strew_count_gathered_bytes(request, dims, &request->output_bytes, fault);
#endif
    request->output_bytes = request->data_bytes;
    return strew_check_updates_shape(request, dims, fault);
}

static strew_status plan_nd(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    strew_ordered_dims dims;
    int32_t k = 0;
    strew_status status = find_tuples(request, call->batch_dims, &dims, &k, fault);
    if (status == STREW_OK) status = check_ordered(request, &dims, fault);
    if (status == STREW_OK) set_nd(plan, request, &dims, k);
    return status;
}

static strew_status plan_axis(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    strew_ordered_dims dims;
    strew_status status = find_axis_and_batches(request, call, &dims, fault);
    if (status == STREW_OK) status = check_ordered(request, &dims, fault);
    if (status != STREW_OK) return status;
    if (request->record->is_gather && request->profile->fills && request->policy == STREW_POLICY_ERROR) request->policy = STREW_POLICY_SKIP;
    set_axis_and_batches(plan, request, &dims);
    return STREW_OK;
}

#if STREW_BUILD_SEGMENT
static strew_status plan_segment(strew_plan_state *plan, strew_request *request, strew_fault *fault)
{
    const strew_ordered_dims dims = {0, 0, 1, 1};
    strew_status status = strew_check_segments(request, fault);
    if (status == STREW_OK) status = check_ordered(request, &dims, fault);
    if (status == STREW_OK) set_axis_and_batches(plan, request, &dims);
    return status;
}
#endif

static strew_status plan_elements(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    const strew_ordered_dims dims = {0, 0, request->indices->rank, request->data->rank};
    int32_t axis = 0;
    strew_status status = strew_find_axis(request, call->axis, &axis, fault);
    if (status == STREW_OK) status = strew_check_indices_shape(request, axis, fault);
    if (status == STREW_OK) status = check_ordered(request, &dims, fault);
    if (status == STREW_OK) set_elements(plan, request, axis);
    return status;
}

/* Whether slice indices are in the order of slices, as a plan that is sorted has them: not if dimensions of output are backwards, or in
 * another order. Positions are not looked at, so that output must be dense where they have steps. */
static int can_be_sorted(const strew_plan_state *plan, const strew_request *request)
{
    if (strew_is_segment(plan)) return 1;
    if (plan->mirrored != 0 || plan->views.number_base != 0 || strew_has_flat_dims(plan)) return 0;
    if (strew_has_steps(plan)) return request->output == NULL || request->output->strides == NULL;
    for (int32_t c = 0; c + 1 < plan->k; c++) {
        const uint64_t *strides = strew_strides_of(plan) + c, size = (uint64_t)strew_sizes_of(plan)[c + 1];
        if (size != 0 && strides[0] / size < strides[1]) return 0;
    }
    return 1;
}

/* The rest of a plan that has its components, tuples and slices. */
static STREW_INLINE strew_status finish(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    set_ordered_dtype(plan, request);
    strew_status status = set_tensors(plan, request, fault);
    if (status != STREW_OK) return status;
    plan->updates_bytes = request->record->is_gather ? request->output_bytes : request->updates_bytes;
    set_exceeds(plan, request, request->output_bytes);
    status = finish_indices(plan, request, fault);
    if (status == STREW_OK && strew_hint_of_sorted(plan) != STREW_HINT_NONE && !can_be_sorted(plan, request)) {
        return STREW_REJECT(fault, STREW_STATUS_STRIDES_UNSUPPORTED, .subject = "output");
    }
    return status == STREW_OK ? strew_choose(plan, request, fault) : status;
}

/* ---- Without kernels ----------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_FEATURE_TENSOR_SCATTER || STREW_BUILD_FEATURE_MASKED_SCATTER
/* What the operators have in common that have no kernels. */
static strew_status begin_without_kernel(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    if (!request->dtype->built) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_NONE, .high = (int64_t)request->data->dtype);
    }
    memset(plan, 0, sizeof *plan);
    plan->element_bytes = (int32_t)request->element_bytes;
    begin_plan(plan, request);
    set_ordered_dtype(plan, request);
    plan->is_scatter = 0;
    plan->data_bytes = request->data_bytes;
    plan->indices_bytes = request->indices_bytes;
    plan->updates_bytes = request->updates_bytes;
    set_exceeds(plan, request, request->data_bytes);
    return STREW_OK;
}
#endif

/* ---- Tensor scatter ------------------------------------------------------------------------------------------------------------------ */

#if STREW_BUILD_FEATURE_TENSOR_SCATTER
static strew_status plan_tensor_scatter(strew_plan_state *plan, const strew_request *request, const strew_call *call, strew_fault *fault)
{
    const strew_tensor *data = request->data;
    int32_t axis = 0;
    strew_status status = strew_find_token_axis(request, call->axis, &axis, fault);
    if (status == STREW_OK && request->block != 1 && axis == data->rank - 1) status = strew_reject_parts_of_blocks(request, fault);
    if (status == STREW_OK) status = strew_check_tokens_shape(request, axis, fault);
    if (status == STREW_OK && !request->has_no_indices) status = strew_check_write_indices_shape(request, fault);
    if (status != STREW_OK) return status;
    status = begin_without_kernel(plan, request, fault);
    if (status != STREW_OK) return status;
    const char *with_strides = strew_find_view(request);
    if (with_strides != NULL) return STREW_REJECT(fault, STREW_STATUS_STRIDES_UNSUPPORTED, .subject = with_strides);

    plan->is_circular = call->mode == STREW_CACHE_CIRCULAR;
    set_only_component(plan, request, axis, 1);
    if (plan->is_circular && wraps(request)) strew_lows_of(plan)[0] = INT64_MIN;
    plan->n_tuples = (size_t)data->shape[0];
    plan->n_tokens = (size_t)request->updates->shape[axis];
    plan->n_slices = (uint64_t)data->shape[axis];
    plan->n_outer = (size_t)product(data->shape, 1, axis);
    plan->slice_bytes = request->element_bytes * (size_t)product(data->shape, axis + 1, data->rank);
    set_dense(plan, request);
    strew_set_index_view(plan, request->indices, (int64_t)request->index_dtype->bytes, STREW_SINGLE_INDICES);
    const strew_apply_kernel *move = strew_find_move(request, plan->slice_bytes);
    plan->move_tokens = move != NULL ? strew_of_any_width(move) : NULL; /* uncovered: a build has the kernels that move, or it does not */
#if STREW_BUILD_CONVERSIONS
    if (strew_converts(plan)) {
        status = strew_set_conversion(plan, request, NULL, fault); /* of which there is always room */
        plan->move_tokens = strew_whole_conversion(strew_conversion_of(plan));
    }
#endif
    return status;
}
#endif

/* ---- Masked scatter ------------------------------------------------------------------------------------------------------------------ */

#if STREW_BUILD_FEATURE_MASKED_SCATTER
static strew_status plan_masked_scatter(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    strew_status status = strew_take_mask(request, &call->mask, fault);
    if (status == STREW_OK) status = begin_without_kernel(plan, request, fault);
    if (status != STREW_OK) return status;

    plan->axis = -1; /* each dimension of mask is one of data */
    strew_begin_pool(plan, 1);
    plan->n_tuples = request->indices_bytes;
    plan->slice_bytes = request->element_bytes;
    set_dense(plan, request);
    if (strew_find_view(request) != NULL) status = strew_set_mask_views(plan, request, fault);
    if (status != STREW_OK || !strew_converts(plan)) return status;
    return strew_set_conversion(plan, request, NULL, fault);
}
#endif

/* ---- The call ------------------------------------------------------------------------------------------------------------------------ */

static STREW_INLINE strew_status plan_operator(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    strew_status status;
    switch (request->op) {
#if STREW_BUILD_FEATURE_TENSOR_SCATTER
    case STREW_OPERATOR_TENSOR_SCATTER: return plan_tensor_scatter(plan, request, call, fault);
#endif
#if STREW_BUILD_FEATURE_MASKED_SCATTER
    case STREW_OPERATOR_MASKED_SCATTER: return plan_masked_scatter(plan, request, call, fault);
#endif
    case STREW_OPERATOR_SCATTER_UPDATE:
    case STREW_OPERATOR_GATHER: status = plan_axis(plan, request, call, fault); break;
    case STREW_OPERATOR_SCATTER_ELEMENTS:
    case STREW_OPERATOR_GATHER_ELEMENTS: status = plan_elements(plan, request, call, fault); break;
#if STREW_BUILD_SEGMENT
    case STREW_OPERATOR_SEGMENT: status = plan_segment(plan, request, fault); break;
#endif
    default: status = plan_nd(plan, request, call, fault); break; /* those of tuples, put and take */
    }
    return status == STREW_OK ? finish(plan, request, fault) : status;
}

strew_status strew_plan_call(strew_plan *storage, const strew_call *call, strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    int64_t tuples_shape[STREW_MAX_RANK];
    strew_request request;
    strew_call whole;
    strew_options options;
    strew_converter converter;
    strew_blocks blocks;
    request.tuples_shape = tuples_shape;
    if (plan == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "plan");
    strew_status status = strew_read_call(&call, &whole, fault);
    if (status == STREW_OK) status = strew_read_request(&request, call, &options, &converter, fault);
    if (status == STREW_OK) status = strew_use_blocks(&request, &blocks, fault);
    if (status == STREW_OK) {
        status = strew_validate(&request, fault);
        if (status == STREW_OK && request.arg != NULL) status = strew_check_arg(&request, fault);
        if (status == STREW_OK) status = plan_operator(plan, &request, call, fault);
        if (status != STREW_OK) strew_count_elements(&request, call, fault);
    }
    if (status != STREW_OK) {
        memset(plan, 0, sizeof *plan); /* see strew_is_planned */
        return status;
    }
    plan->is_short = strew_is_short_call(plan) != 0;
    return strew_succeed(fault);
}
