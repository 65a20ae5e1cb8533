/* Planning: from shapes, types and options, computes everything that follows. What the contract rejects, validate.c rejects. */
#include "plan_state.h"

#include "cache.h"
#include "call.h"
#include "dispatch.h"
#include "fault.h"
#include "index_view.h"
#include "plan_pool.h"
#include "sized_struct.h"
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
    set_rules(&plan->rules, request->options, request->policy, request->record->is_flat);
}

static void set_exceeds(strew_plan_state *plan, const strew_request *request, size_t output_bytes)
{
    plan->exceeds_l2 = strew_exceeds_l2(request->data_bytes) != 0;
    plan->exceeds_caches = strew_exceeds_caches(output_bytes) != 0;
}

static STREW_INLINE int wraps(const strew_request *request)
{
    return request->options->negative == STREW_NEGATIVE_WRAPS && request->profile->wraps;
}

/* Component c of a tuple indexes dimension axis + c of data, and counts in steps of `stride` slice indices. */
static void set_component(strew_plan_state *plan, const strew_request *request, int32_t c, int64_t size, uint64_t stride)
{
    strew_lows_of(plan)[c] = wraps(request) ? -size : 0;
    strew_sizes_of(plan)[c] = size;
    strew_strides_of(plan)[c] = stride;
}

/* Sets the only component of an operator whose indices are single, which indexes the axis. */
static void set_only_component(strew_plan_state *plan, const strew_request *request, int32_t axis, uint64_t stride)
{
    plan->axis = (int16_t)axis;
    strew_begin_pool(plan, 1);
    set_component(plan, request, 0, request->data->shape[axis], stride);
}

/* Sets the slices of scatter_nd and gather_nd, and the components of their tuples, which index k dimensions of data from `axis` on. Flat
 * indices have one component for all of them. Returns how many slices these dimensions have. */
static STREW_INLINE uint64_t set_tuple_components(strew_plan_state *plan, const strew_request *request, int32_t axis, int32_t k)
{
    const strew_tensor *data = request->data;
    uint64_t n_slices = 1;
    plan->axis = (int16_t)axis;
    plan->n_outer = 1;
    plan->slice_bytes = request->element_bytes * (size_t)product(data->shape, axis + k, data->rank);
    strew_begin_pool(plan, request->record->has_tuples ? k : 1);
    for (int32_t c = k - 1; c >= 0; c--) {
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
{
    const int32_t max = plan->k <= STREW_MAX_RANK / 2 ? STREW_MAX_GRID_DIMS : 1;
    strew_positions positions;
    positions.n = 0;
    plan->n_tuples = 1;
    for (int32_t d = first; d < end; d++) {
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
    return request->record->has_tuples ? STREW_TUPLES : STREW_SINGLE_INDICES;
}

/* What follows from the indices alone, once the plan has its components and tuples. */
static strew_status finish_indices(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    const strew_policy policy = request->policy;
    const int32_t index_bytes = (int32_t)request->index_dtype->bytes;
    plan->skips = policy == STREW_POLICY_SKIP || request->options->has_ignore_index;
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
    const int has_loops = strew_find_view(request) != NULL || has_split_batches;
    set_dense(plan, request);
    return has_loops ? strew_set_views(plan, request, fault) : STREW_OK;
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
    const size_t row = strew_counts_of(plan)[last]; /* not 0: without tuples, no step is 1 */
    if (strew_steps_of(plan)[last] != 1 || strew_strides_of(plan)[0] % row != 0) return 1;
    for (int32_t d = 0; d < last; d++) {
        if (strew_steps_of(plan)[d] % row != 0) return 1;
    }
    return row;
}

/* Whether updates are evenly apart, or in a gather's output slices follow each other as if all were dense; in output, or a gather's data,
 * positions may be further apart. Elements of large data have slice indices, by which they are prefetched or sorted, unless updates would
 * be staged for that, which takes longer than it saves. */
static int is_even(const strew_plan_state *plan, int is_large)
{
    ptrdiff_t step;
    if (!strew_is_strided(plan)) return !is_large;
    if (strew_find_even(plan, 0, plan->n_tuples, &step) != plan->n_tuples) return 0;
    return step == (ptrdiff_t)plan->slice_bytes ? !is_large : plan->is_scatter;
}

/* Whether the tuples, or many in a row, name neighbouring elements of data by one index each, which must be in bounds. */
static int names_elements(const strew_plan_state *plan)
{
    const int32_t last = plan->n_dims - 1;
    if (plan->k != 1 || strew_strides_of(plan)[0] != 1 || plan->n_outer != 1 || plan->slice_bytes != (size_t)plan->element_bytes) return 0;
    const int is_large = (size_t)strew_sizes_of(plan)[0] > STREW_MAX_TAKEN_BYTES / plan->slice_bytes;
    if (plan->skips || plan->rules.policy == STREW_POLICY_CLAMP || plan->index_view.is_staged) return 0;
    if (strew_has_products(plan) || strew_passes_over_nan(plan) || !is_even(plan, is_large)) return 0;
    return !plan->position_dependent || (strew_steps_of(plan)[last] == 0 && strew_counts_of(plan)[last] >= STREW_MIN_TAKEN_ROW);
}

/* Room for an element, n_bytes of it repeated. */
static strew_status set_element(strew_plan_state *plan, const void *element, size_t bytes, size_t n_bytes, strew_fault *fault)
{
    unsigned char *to = strew_take_room(plan, n_bytes, &plan->at.element);
    if (to == NULL) return strew_reject_room(plan, "components and options.fill", n_bytes, fault);
    if (element == NULL) memset(to, 0, n_bytes);
    for (size_t i = 0; i < n_bytes && element != NULL; i += bytes) memcpy(to + i, element, bytes);
    return STREW_OK;
}

/* The factor of all updates, and the kernel that multiplies by it, into a wider type if that is accumulated in. */
static strew_status set_alpha(strew_plan_state *plan, const strew_request *request, const strew_wide *wide, strew_fault *fault)
{
    plan->multiply = NULL;
    if (!strew_has_alpha(request)) return STREW_OK;
    const strew_ctype ctype = wide != NULL ? wide->widened : request->dtype->cells[STREW_DO_MUL].ctype;
    plan->multiply = strew_find_apply(request->allowed, STREW_DO_MUL, ctype, 0);
    if (plan->multiply == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_MUL, .high = (int64_t)request->data->dtype);
    }
    /* The bytes of a number divide a line. */
    unsigned char alpha[sizeof(uint64_t)];
    const uint32_t first = 0;
    const strew_slices one = {request->element_bytes, 0, 0, 0, 0, &first};
    if (wide == NULL) return set_element(plan, request->options->alpha, request->element_bytes, STREW_LINE_BYTES, fault);
    plan->widen->run(alpha, request->options->alpha, &first, 1, &one);
    return set_element(plan, alpha, wide->bytes, STREW_LINE_BYTES, fault);
}

#if STREW_BUILD_SUMS
/* What a plan accumulates in, if that is wider than its data: what the call asks for; and of a mean what it always does. */
static const strew_wide *find_wide(const strew_plan_state *plan, const strew_request *request)
{
    if (request->wide != NULL || request->reduction != STREW_REDUCTION_MEAN) return request->wide;
    if (!request->dtype->is_integer) return request->dtype->is_small_float ? strew_find_wide(request->data->dtype) : NULL;
    const strew_mean_kernel *mean = strew_find_mean(request->dtype->cells[STREW_DO_MEAN].ctype, plan->n_tuples);
    return mean != NULL && mean->start == NULL ? strew_find_wide(request->data->dtype) : NULL;
}

#else
#define find_wide(plan, request) ((void)(plan), (const strew_wide *)NULL)
#endif

/* The kernels of a scatter, but for those of rows and of single elements. */
typedef struct chosen {
    strew_operation operation;
    strew_ctype ctype; /* STREW_CTYPE_NONE for moves, where the width decides */
    const strew_wide *wide;
} chosen;

static strew_ctype ctype_of(const strew_request *request, const chosen *chosen, size_t slice_bytes)
{
    return chosen->ctype != STREW_CTYPE_NONE ? chosen->ctype : strew_choose_ctype(request->dtype, chosen->operation, slice_bytes);
}

static const strew_apply_kernel *find_apply(const strew_request *request, const chosen *chosen, size_t slice_bytes)
{
    return strew_find_apply(request->allowed, chosen->operation, ctype_of(request, chosen, slice_bytes), slice_bytes);
}

/* What is done with updates: a wider accumulation reads them as they are stored, unless something else is done with them before. */
static chosen choose(const strew_plan_state *plan, const strew_request *request)
{
    chosen chosen = {strew_choose_operation(request->dtype, request->reduction, request->options->nan), STREW_CTYPE_NONE,
                     find_wide(plan, request)};
    if (request->reduction == STREW_REDUCTION_MEAN && chosen.wide == NULL && request->dtype->is_integer) chosen.operation = STREW_DO_MEAN;
    if (chosen.wide == NULL) return chosen;
    const int is_staged = strew_has_alpha(request) || request->numbers != NULL;
    chosen.ctype = is_staged ? chosen.wide->ctype : chosen.wide->widened;
    return chosen;
}

/* Chooses the kernels of a scatter, once the plan has its components, tuples and slices. */
static strew_status finish(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    strew_status status = set_tensors(plan, request, fault);
    if (status != STREW_OK) return status;
    plan->updates_bytes = request->updates_bytes;
    set_exceeds(plan, request, request->data_bytes);
    const chosen chosen = choose(plan, request);
    const strew_wide *wide = chosen.wide;
    const int64_t dtype_number = (int64_t)request->data->dtype;
    if (ctype_of(request, &chosen, plan->slice_bytes) == STREW_CTYPE_NONE) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_REDUCTION, .value = (int64_t)request->reduction, .high = dtype_number);
    }
    const int is_staged = wide != NULL && chosen.ctype == wide->ctype;
    const strew_apply_kernel *apply = find_apply(request, &chosen, is_staged ? 0 : plan->slice_bytes);
    plan->widen = wide != NULL ? strew_find_apply(request->allowed, STREW_DO_NONE, wide->widened, 0) : NULL;
    const int excludes_self = request->options->excludes_self && chosen.operation != STREW_DO_MEAN;
    const strew_apply_kernel *move = !excludes_self ? NULL : wide != NULL ? plan->widen : find_move(request, plan->slice_bytes);
    /* uncovered: a build has the kernels that move, or it does not */
    if (!request->dtype->built || !strew_reduction_is_built(request->reduction) || apply == NULL || (excludes_self && move == NULL)) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = (int64_t)request->reduction, .high = dtype_number);
    }
    status = set_alpha(plan, request, wide, fault);
    if (status == STREW_OK) status = finish_indices(plan, request, fault);
    if (status != STREW_OK) return status;
    plan->numbers = request->numbers;
    const int is_as_dense = strew_is_as_dense(plan);
    const size_t row = is_as_dense && request->record->is_elements ? find_row(plan) : 1, row_bytes = row * plan->slice_bytes;
    const int is_mean = request->reduction == STREW_REDUCTION_MEAN, is_quotient = is_mean && request->dtype->is_integer;
    const strew_ctype ctype = wide != NULL && !is_quotient ? wide->ctype : request->dtype->cells[STREW_DO_MEAN].ctype;
    plan->mean = is_mean ? strew_find_mean(ctype, plan->n_tuples) : NULL;
    plan->sum_bytes = (int8_t)(wide != NULL ? wide->bytes : chosen.operation == STREW_DO_MEAN ? plan->mean->sum_bytes : 0);
    plan->narrow = wide != NULL && !is_quotient ? strew_find_apply(request->allowed, STREW_DO_NONE, wide->narrowed, 0) : NULL;
    plan->saturates = request->wide != NULL && request->options->overflow == STREW_OVERFLOW_SATURATES;
    if (chosen.operation == STREW_DO_MEAN) apply = &plan->mean->sum;
    if (plan->stride_bytes != plan->slice_bytes && plan->sum_bytes == 0) apply = strew_of_any_width(apply);
    if (plan->stride_bytes != plan->slice_bytes && excludes_self) move = strew_of_any_width(move);
    plan->apply = plan->data_bytes != 0 && (!strew_is_strided(plan) || plan->updates_bytes != 0) ? apply : NULL;
    plan->apply_row = row > 1 ? find_apply(request, &chosen, row_bytes) : NULL;
    if (chosen.operation == STREW_DO_MEAN && row > 1) plan->apply_row = apply;
    plan->move = move;
    plan->move_row = !excludes_self || row <= 1 ? NULL : wide != NULL ? move : find_move(request, row_bytes);
    const int needs_touched = strew_needs_touched(plan);
    plan->select = is_as_dense && !needs_touched ? strew_find_select(request->allowed, plan->slice_bytes) : NULL;
    const int is_put = plan->apply != NULL && !needs_touched && names_elements(plan);
    plan->put = is_put ? strew_find_put(request->allowed, chosen.operation, ctype_of(request, &chosen, plan->slice_bytes),
                                        plan->index_bytes, plan->slice_bytes)
                       : NULL;
    return STREW_OK;
}

/* ---- Tuples and batches -------------------------------------------------------------------------------------------------------------- */

/* Sets the tuples, which are `n_batches` times as many in a row as indices.shape[batch_dims .. n_dims - 1] says. Those of a batch are
 * `stride` slices after the ones before. */
static void set_batches(strew_plan_state *plan, strew_request *request, int32_t batch_dims, int32_t n_dims, uint64_t stride)
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
{
    const strew_tensor *data = request->data, *indices = request->indices;
    const int32_t outer = indices->rank - request->record->has_tuples;
    const int64_t found = request->record->has_tuples ? indices->shape[outer] : data->rank;
    int32_t batch = 0;
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
{
    const int32_t batch = dims->after - k;
    const uint64_t stride = set_tuple_components(plan, request, batch, k);
    plan->n_slices = product(request->data->shape, 0, batch) * stride;
    set_batches(plan, request, batch, dims->end, stride);
}

/* Finds the axis and the batches of scatter_update and gather. */
static strew_status find_axis_and_batches(const strew_request *request, const strew_call *call, strew_ordered_dims *dims,
                                          strew_fault *fault)
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
{
    const strew_tensor *data = request->data, *indices = request->indices;
    strew_positions positions;
    uint64_t stride = 1;
    /* From the innermost dimension on, and so at the end of the arrays. */
    int32_t first = STREW_MAX_RANK;
    for (int32_t d = data->rank - 1; d >= 0; stride *= (uint64_t)data->shape[d--]) {
        const size_t count = (size_t)indices->shape[d];
        const uint64_t step = d == plan->axis ? 0 : stride;
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

/* ---- Scatter ------------------------------------------------------------------------------------------------------------------------- */

static strew_status plan_scatter_nd(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    strew_ordered_dims dims;
    int32_t k = 0;
    strew_status status = find_tuples(request, call->batch_dims, &dims, &k, fault);
    if (status == STREW_OK) status = strew_check_updates_shape(request, &dims, fault);
    if (status != STREW_OK) return status;
    set_nd(plan, request, &dims, k);
    return finish(plan, request, fault);
}

static strew_status plan_scatter_update(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    strew_ordered_dims dims;
    strew_status status = find_axis_and_batches(request, call, &dims, fault);
    if (status == STREW_OK) status = strew_check_updates_shape(request, &dims, fault);
    if (status != STREW_OK) return status;
    set_axis_and_batches(plan, request, &dims);
    return finish(plan, request, fault);
}

/* Finds the axis of scatter_elements and gather_elements. */
static strew_status find_elements(const strew_request *request, const strew_call *call, int32_t *axis, strew_fault *fault)
{
    const strew_status status = strew_find_axis(request, call->axis, axis, fault);
    return status == STREW_OK ? strew_check_indices_shape(request, *axis, fault) : status;
}

static strew_ordered_dims dims_of_elements(const strew_request *request)
{
    return (strew_ordered_dims){0, 0, request->indices->rank, request->data->rank};
}

static strew_status plan_scatter_elements(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    int32_t axis = 0;
    strew_status status = find_elements(request, call, &axis, fault);
    const strew_ordered_dims dims = dims_of_elements(request);
    if (status == STREW_OK) status = strew_check_updates_shape(request, &dims, fault);
    if (status != STREW_OK) return status;
    set_elements(plan, request, axis);
    return finish(plan, request, fault);
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
    const size_t row = strew_is_strided(plan) || !request->record->is_elements ? 1 : find_row(plan);
    plan->updates_bytes = output_bytes;
    set_exceeds(plan, request, output_bytes);
    status = finish_indices(plan, request, fault);
    if (status != STREW_OK) return status;
    plan->gather = output_bytes != 0 ? strew_find_gather(request->allowed, plan->slice_bytes) : NULL;
    plan->gather_row = output_bytes != 0 && row > 1 ? strew_find_gather(request->allowed, row * plan->slice_bytes) : NULL;
    plan->take = output_bytes != 0 && names_elements(plan) ? strew_find_take(request->allowed, plan->index_bytes, plan->slice_bytes) : NULL;
    const size_t bytes = request->element_bytes;
    if (plan->skips || request->options->fill != NULL) status = set_element(plan, request->options->fill, bytes, bytes, fault);
    return status;
}

static strew_status plan_gather_nd(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    strew_ordered_dims dims;
    int32_t k = 0;
    size_t output_bytes = 0;
    strew_status status = find_tuples(request, call->batch_dims, &dims, &k, fault);
    if (status == STREW_OK) status = strew_count_gathered_bytes(request, &dims, &output_bytes, fault);
    if (status != STREW_OK) return status;
    set_nd(plan, request, &dims, k);
    return finish_gather(plan, request, output_bytes, fault);
}

static strew_status plan_gather(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    strew_ordered_dims dims;
    size_t output_bytes = 0;
    strew_status status = find_axis_and_batches(request, call, &dims, fault);
    if (status == STREW_OK) status = strew_count_gathered_bytes(request, &dims, &output_bytes, fault);
    if (status != STREW_OK) return status;
    if (request->profile->fills && request->policy == STREW_POLICY_ERROR) request->policy = STREW_POLICY_SKIP;
    set_axis_and_batches(plan, request, &dims);
    return finish_gather(plan, request, output_bytes, fault);
}

static strew_status plan_gather_elements(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    int32_t axis = 0;
    size_t output_bytes = 0;
    strew_status status = find_elements(request, call, &axis, fault);
    const strew_ordered_dims dims = dims_of_elements(request);
    if (status == STREW_OK) status = strew_count_gathered_bytes(request, &dims, &output_bytes, fault);
    if (status != STREW_OK) return status;
    set_elements(plan, request, axis);
    return finish_gather(plan, request, output_bytes, fault);
}
#endif

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
    const strew_apply_kernel *move = find_move(request, plan->slice_bytes);
    plan->move_tokens = move != NULL ? strew_of_any_width(move) : NULL;
    return STREW_OK;
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
    return status;
}
#endif

/* ---- The call ------------------------------------------------------------------------------------------------------------------------ */

static STREW_INLINE strew_status plan_operator(strew_plan_state *plan, strew_request *request, const strew_call *call, strew_fault *fault)
{
    switch (request->op) {
    case STREW_OPERATOR_SCATTER_ND:
    case STREW_OPERATOR_PUT: return plan_scatter_nd(plan, request, call, fault);
    case STREW_OPERATOR_SCATTER_ELEMENTS: return plan_scatter_elements(plan, request, call, fault);
    case STREW_OPERATOR_SCATTER_UPDATE: return plan_scatter_update(plan, request, call, fault);
#if STREW_BUILD_FEATURE_TENSOR_SCATTER
    case STREW_OPERATOR_TENSOR_SCATTER: return plan_tensor_scatter(plan, request, call, fault);
#endif
#if STREW_BUILD_FEATURE_MASKED_SCATTER
    case STREW_OPERATOR_MASKED_SCATTER: return plan_masked_scatter(plan, request, call, fault);
#endif
#if STREW_BUILD_FEATURE_GATHER
    case STREW_OPERATOR_GATHER_ND:
    case STREW_OPERATOR_TAKE: return plan_gather_nd(plan, request, call, fault);
    case STREW_OPERATOR_GATHER_ELEMENTS: return plan_gather_elements(plan, request, call, fault);
    case STREW_OPERATOR_GATHER: return plan_gather(plan, request, call, fault);
#endif
    default: return STREW_OK; /* uncovered: strew_read_request knows the operators of this build */
    }
}

strew_status strew_plan_call(strew_plan *storage, const strew_call *call, strew_fault *fault)
{
    strew_plan_state *plan = strew_state_of(storage);
    int64_t tuples_shape[STREW_MAX_RANK];
    strew_request request;
    strew_call whole;
    strew_options options;
    request.tuples_shape = tuples_shape;
    if (plan == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "plan");
    strew_status status = strew_read_call(&call, &whole, fault);
    if (status == STREW_OK) status = strew_read_request(&request, call, &options, fault);
    if (status == STREW_OK) status = strew_validate(&request, fault);
    if (status == STREW_OK) status = plan_operator(plan, &request, call, fault);
    if (status != STREW_OK) {
        memset(plan, 0, sizeof *plan); /* see strew_is_planned */
        return status;
    }
    plan->is_short = strew_is_short_call(plan) != 0;
    return strew_succeed(fault);
}
