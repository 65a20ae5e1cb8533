/* Planning tensors with strides. */
#include "views.h"

#include "affine.h"
#include "arg.h"
#include "dims.h"
#include "fault.h"
#include "plan_pool.h"
#include "scale.h"
#include "source.h"
#include "types.h"
#include "util.h"

#include <string.h>

/* ---- Extents ------------------------------------------------------------------------------------------------------------------------- */

static void set_extent(strew_plan_state *plan, strew_extent_of_tensor of, const strew_tensor *tensor, const int64_t *steps, size_t bytes)
{
    if (plan->views.has_extents) *strew_extent_of(plan, of) = strew_extent_of_steps(tensor, steps, bytes);
}

/* ---- Dimensions ---------------------------------------------------------------------------------------------------------------------- */

/* The steps of data and indices, in bytes. Of data, those of the components are joined to `sizes` and `strides`, which are k. */
typedef struct steps {
    int64_t data[STREW_MAX_RANK], indices[STREW_MAX_RANK];
    int64_t sizes[STREW_MAX_RANK];
    uint64_t strides[STREW_MAX_RANK]; /* in bytes, and later in slice indices */
    int32_t k;
} steps;

/* Adds dimension `of_indices` of indices and dimension `of_data` of data; either may be missing, and is -1 then. */
static void add_dim(strew_dims *dims, const strew_request *request, const steps *steps, int32_t of_indices, int32_t of_data,
                    int is_position)
{
    strew_dim *dim = dims->of + dims->n;
    dim->count = (size_t)(of_indices >= 0 ? request->indices->shape[of_indices] : request->data->shape[of_data]);
    dim->indices = of_indices >= 0 ? steps->indices[of_indices] : 0;
    dim->named = of_data >= 0 && is_position ? steps->data[of_data] : 0;
    dim->ordered = 0;
    dim->number = 0;
    dim->of_indices = (int16_t)of_indices;
    dim->of_data = (int16_t)of_data;
    dim->is_turned = 0;
    dim->kind = of_indices >= 0 ? STREW_DIM_TUPLES : STREW_DIM_FREE;
    dims->n++;
}

static void make_dims(strew_dims *dims, const strew_plan_state *plan, const strew_request *request, const steps *steps)
{
    const int32_t n_indices = request->indices->rank - request->record->has_tuples, rank = request->data->rank;
    const int is_by_element = request->record->is_elements || request->op == STREW_OPERATOR_MASKED_SCATTER;
    const int32_t batch = is_by_element ? n_indices : request->batch_dims;
    dims->n = 0;
    for (int32_t d = 0; d < batch; d++) add_dim(dims, request, steps, d, d, !is_by_element || d != plan->axis);
    if (is_by_element) return;
    for (int32_t d = batch; d < plan->axis; d++) add_dim(dims, request, steps, -1, d, 1);
    for (int32_t d = batch; d < n_indices; d++) add_dim(dims, request, steps, d, -1, 0);
    if (request->record->is_flat) return;
    for (int32_t d = plan->axis + plan->k; d < rank; d++) add_dim(dims, request, steps, -1, d, 1);
}

/* Numbers the tuples as fault.tuple counts them. */
static void set_numbers(strew_dims *dims)
{
    int64_t number = 1;
    for (int32_t i = dims->n - 1; i >= 0; i--) {
        if (dims->of[i].kind != STREW_DIM_TUPLES) continue;
        dims->of[i].number = number;
        number *= (int64_t)dims->of[i].count;
    }
}

/* The steps of updates, or of a gather's output, whose shape is that of the dimensions. */
static strew_status set_updates_steps(strew_plan_state *plan, strew_dims *dims, const strew_request *request, strew_fault *fault)
{
    int64_t shape[STREW_MAX_RANK], steps[STREW_MAX_RANK];
    const int is_gather = request->record->is_gather;
    const strew_dtype dtype = request->weights != NULL ? request->updates->dtype : request->ordered_dtype;
    for (int32_t i = 0; i < dims->n; i++) shape[i] = (int64_t)dims->of[i].count;
    const strew_tensor updates = {dtype, dims->n, shape, NULL, NULL};
    strew_find_steps(steps, &updates, is_gather ? request->output_strides : request->updates->strides, request->read_bytes);
    for (int32_t i = 0; i < dims->n; i++) dims->of[i].ordered = steps[i];
    set_extent(plan, STREW_EXTENT_OF_ORDERED, &updates, steps, request->read_bytes);
    return is_gather ? strew_check_apart(&updates, steps, NULL, fault) : STREW_OK;
}

#if STREW_BUILD_FUSED
/* The dimension of a table that its rows are in. */
static int32_t rows_axis_of(const strew_plan_state *plan, const strew_request *request)
{
    return request->record->is_elements ? 0 : plan->axis - request->batch_dims;
}

/* The steps of a table, in dimensions that the tuples do not have, and in those of the tuples the steps of the update indices. */
static void set_rows_steps(strew_plan_state *plan, strew_dims *dims, const strew_request *request)
{
    int64_t table[STREW_MAX_RANK], indices[STREW_MAX_RANK];
    const strew_tensor *updates = request->updates, *of_rows = request->update_indices;
    const int32_t n_before = rows_axis_of(plan, request);
    strew_find_steps(table, updates, updates->strides, request->read_bytes);
    strew_find_steps(indices, of_rows, of_rows->strides, strew_dtype_size(of_rows->dtype));
    for (int32_t i = 0; i < dims->n; i++) {
        strew_dim *dim = dims->of + i;
        const int32_t before = dim->of_data - request->batch_dims, after = n_before + 1 + dim->of_data - plan->axis - plan->k;
        dim->ordered = dim->of_indices >= 0 ? indices[dim->of_indices] : table[dim->of_data < plan->axis ? before : after];
    }
    set_extent(plan, STREW_EXTENT_OF_ORDERED, updates, table, request->read_bytes);
    dims->row_bytes = table[n_before];
}

/* How rows are found. */
STREW_OWN_FRAME static void set_rows(strew_source *source, const strew_plan_state *plan, const strew_request *request,
                                     const strew_dims *dims)
{
    int64_t steps[STREW_MAX_RANK];
    const strew_options *options = request->options;
    const strew_tensor *indices = request->update_indices;
    const size_t bytes = strew_dtype_size(indices->dtype);
    strew_find_steps(steps, indices, indices->strides, bytes);
    source->n_rows = (uint64_t)request->updates->shape[rows_axis_of(plan, request)];
    source->row_bytes = dims->row_bytes;
    source->ignore_index = options->update_ignore_index;
    source->extent = strew_extent_of_steps(indices, steps, bytes);
    source->dtype = indices->dtype;
    source->policy = (uint8_t)options->update_policy;
    source->wraps = options->update_negative == STREW_NEGATIVE_WRAPS;
    source->has_ignore_index = options->has_update_ignore_index != 0;
}

/* And how they are weighed. */
static strew_status take_source(strew_plan_state *plan, const strew_request *request, const strew_dims *dims, strew_fault *fault)
{
    const size_t n_bytes = sizeof(strew_source) + (request->weights != NULL ? sizeof(strew_weighing) : 0);
    strew_source *source = strew_take_room(plan, n_bytes, &plan->at.source);
    if (source == NULL) return strew_reject_room(plan, "update_indices and weights", n_bytes, fault);
    memset(source, 0, n_bytes);
    if (request->update_indices != NULL) set_rows(source, plan, request, dims);
    if (request->weights == NULL) return STREW_OK;
    return strew_set_weight_factors(plan, &strew_weighing_of(plan)->at, request, dims, fault);
}
#endif

/* Makes dimensions part of the slice as long as one follows without a gap. */
static void take_slice(strew_plan_state *plan, strew_dims *dims, const strew_request *request)
{
    const int64_t element_bytes = plan->element_bytes;
    plan->slice_bytes = (size_t)element_bytes;
    for (int32_t i = dims->n - 1; i >= 0; i--) {
        strew_dim *dim = dims->of + i;
        const int64_t bytes = (int64_t)plan->slice_bytes;
        if (dim->kind != STREW_DIM_FREE || dim->count < 2 || dim->named != bytes) continue;
        if (dim->ordered != (int64_t)(plan->slice_bytes / (size_t)element_bytes * request->read_bytes)) continue;
        if (!strew_is_arg_adjacent(request, dim->of_data, plan->slice_bytes / (size_t)element_bytes)) continue;
        plan->slice_bytes *= dim->count;
        dim->kind = STREW_DIM_USED;
        i = dims->n; /* again from the last one: a transposed tensor has its dimensions in another order */
    }
}

/* Too many loops of the tensors that share them, or positions. */
static strew_status reject_loops(const strew_plan_state *plan, const strew_request *request, size_t n_bytes, strew_fault *fault)
{
    const char *subject = request->record->is_gather                     ? "data, indices and output"
                          : request->op == STREW_OPERATOR_MASKED_SCATTER ? "mask and output"
                                                                         : "indices and updates";
    return strew_reject_room(plan, subject, n_bytes, fault);
}

/* Adds a loop to those that begin at `at`, of which there are n. NULL if there is no room. */
static strew_loop *add_loop(strew_plan_state *plan, strew_place *at, int32_t n)
{
    strew_place here = 0;
    strew_loop *loop = strew_take_room(plan, sizeof *loop, &here);
    if (n == 0) *at = here;
    return loop;
}

/* The outer loops, from the innermost one on. Zero if there are too many. */
static int take_outer_loops(strew_plan_state *plan, const strew_dims *dims)
{
    plan->n_outer = 1;
    for (int32_t i = dims->n - 1; i >= 0; i--) {
        const strew_dim *dim = dims->of + i;
        if (dim->kind == STREW_DIM_FREE) plan->n_outer *= dim->count;
    }
    strew_loop *last = NULL;
    for (int32_t i = dims->n - 1; i >= 0 && plan->n_outer > 1; i--) {
        const strew_dim *dim = dims->of + i;
        if (dim->kind != STREW_DIM_FREE || dim->count == 1) continue;
        if (last != NULL && strew_is_as_long(dim->named, last->of.named, last->count) &&
            strew_is_as_long(dim->ordered, last->ordered, last->count)) {
            last->count *= dim->count;
            continue;
        }
        last = add_loop(plan, &plan->at.outer_loops, plan->views.n_outer_loops++);
        if (last == NULL) return 0;
        *last = (strew_loop){{dim->count}, {dim->named}, dim->ordered, 0};
    }
    return 1;
}

/* The bytes from one step of a dimension of the tuples to the next, in a component that is a tensor of its own. */
STREW_OWN_FRAME static int64_t component_step(const strew_request *request, int32_t c, const strew_dim *dim)
{
    const strew_tensor *indices = request->indices;
    const int64_t *strides = request->components[c].strides;
    int64_t step = (int64_t)strew_dtype_size(indices->dtype);
    if (strides != NULL) return step * strides[dim->of_indices];
    for (int32_t d = dim->of_indices + 1; d < indices->rank - 1; d++) step *= indices->shape[d];
    return step;
}

/* Whether a step of a dimension is as long as a whole other one, in each such component. */
static int are_as_long(const strew_request *request, int32_t n_apart, const strew_dim *last, const strew_dim *dim)
{
    int are_as_long = 1;
    for (int32_t c = 0; c < n_apart; c++) {
        are_as_long &= strew_is_as_long(component_step(request, c, last), component_step(request, c, dim), dim->count);
    }
    return are_as_long;
}

/* The steps of component tensors, in the innermost dimension of each loop. */
static strew_status take_component_steps(strew_plan_state *plan, const strew_dim *const *innermost, const strew_request *request,
                                         int32_t n_apart, strew_fault *fault)
{
    const size_t n_bytes = (size_t)(plan->n_tuple_loops * n_apart) * sizeof(int64_t);
    int64_t *steps = strew_take_room(plan, n_bytes, &plan->at.component_steps);
    if (steps == NULL) return strew_reject_room(plan, "components", n_bytes, fault);
    for (int32_t i = 0; i < plan->n_tuple_loops * n_apart; i++) steps[i] = component_step(request, i % n_apart, innermost[i / n_apart]);
    return STREW_OK;
}

/* The loops of the tuples. Without tuples there are none. */
static strew_status take_tuples(strew_plan_state *plan, const strew_dims *dims, const strew_request *request, int32_t n_apart,
                                strew_fault *fault)
{
    const strew_dim *innermost[STREW_MAX_RANK];
    int32_t n = 0;
    plan->n_tuples = 1;
    for (int32_t i = 0; i < dims->n; i++) plan->n_tuples *= dims->of[i].kind == STREW_DIM_TUPLES ? dims->of[i].count : 1;
    strew_loop *last = NULL;
    for (int32_t i = 0; i < dims->n && plan->n_tuples > 1; i++) {
        const strew_dim *dim = dims->of + i;
        if (dim->kind != STREW_DIM_TUPLES || dim->count == 1) continue;
        const strew_loop loop = {{dim->count}, {dim->indices}, dim->ordered, dim->number};
        if (last != NULL && are_as_long(request, n_apart, innermost[n - 1], dim) &&
            strew_is_as_long(last->of.indices, dim->indices, dim->count) && strew_is_as_long(last->ordered, dim->ordered, dim->count) &&
            strew_is_as_long(last->number, dim->number, dim->count)) {
            const size_t count = last->count * dim->count;
            *last = loop;
            last->count = count;
        } else {
            last = add_loop(plan, &plan->at.loops, n++);
            if (last == NULL) return reject_loops(plan, request, sizeof(strew_loop), fault);
            *last = loop;
        }
        innermost[n - 1] = dim;
    }
    plan->n_tuple_loops = (int8_t)n;
    return take_component_steps(plan, innermost, request, n_apart, fault);
}

/* The positions of the tuples, whose steps are in bytes until the unit is known. Dimensions are joined by them alone, or if none has a step
 * only where they are too many for a grid. */
static void take_positions(strew_positions *positions, const strew_plan_state *plan, const strew_dims *dims)
{
    int32_t n = 0;
    int has_steps = 0;
    for (int32_t i = 0; i < dims->n; i++)
        has_steps |= dims->of[i].kind == STREW_DIM_TUPLES && dims->of[i].count > 1 && dims->of[i].named != 0;
    for (int32_t i = 0; i < dims->n && plan->n_tuples > 1; i++) {
        const strew_dim *dim = dims->of + i;
        if (dim->kind != STREW_DIM_TUPLES || dim->count == 1) continue;
        const int is_joined =
            n != 0 && (has_steps ? strew_is_as_long((int64_t)positions->step[n - 1], dim->named, dim->count) : n == STREW_MAX_GRID_DIMS);
        if (!is_joined) positions->count[n++] = 1;
        positions->count[n - 1] *= dim->count;
        positions->step[n - 1] = (uint64_t)dim->named;
    }
    if (n == 0) {
        positions->count[0] = plan->n_tuples;
        positions->step[0] = 0;
        n = 1;
    }
    positions->n = n;
}

/* ---- Backwards ----------------------------------------------------------------------------------------------------------------------- */

/* Positions that go down are counted from their other end. Their tuples name different slices, so the order does not matter. */
static void turn_positions(strew_plan_state *plan, strew_dims *dims)
{
    for (int32_t i = 0; i < dims->n; i++) {
        strew_dim *dim = dims->of + i;
        if (dim->kind != STREW_DIM_TUPLES || dim->named >= 0 || dim->count == 0) continue;
        const int64_t last = (int64_t)dim->count - 1;
        dim->is_turned = 1;
        plan->index_view.base += last * dim->indices;
        plan->views.ordered_base += last * dim->ordered;
        plan->views.named_base += last * dim->named;
        plan->views.number_base += last * dim->number;
        dim->indices = -dim->indices;
        dim->ordered = -dim->ordered;
        dim->named = -dim->named;
        dim->number = -dim->number;
    }
}

/* ---- Flat indices -------------------------------------------------------------------------------------------------------------------- */

/* Makes a component of each dimension that remains when all are joined whose steps follow each other. */
static void split_flat_component(const strew_plan_state *plan, steps *steps, const strew_tensor *data)
{
    const int32_t rank = strew_is_empty(data) ? 0 : data->rank;
    int32_t k = 0;
    for (int32_t d = 0; d < rank; d++) {
        const int64_t size = data->shape[d], step = steps->data[d];
        if (size == 1) continue;
        const int is_joined = k != 0 && strew_is_as_long(steps->data[k - 1], step, (size_t)size);
        if (!is_joined) steps->sizes[k++] = 1;
        steps->sizes[k - 1] *= size;
        steps->data[k - 1] = step;
    }
    if (k == 0) { /* of one element, or none */
        steps->data[0] = plan->element_bytes;
        steps->sizes[0] = strew_sizes_of(plan)[0];
    }
    steps->k = k != 0 ? k : 1;
}

/* Makes a single component of them again, once their strides count slice indices: staging turns flat indices into slice indices. The sign
 * of `low` still says whether negative ones wrap around. */
static strew_status join_flat_components(strew_plan_state *plan, const steps *steps, const strew_request *request, strew_fault *fault)
{
    strew_index_view *view = &plan->index_view;
    uint64_t n = 1, all_steps = 0; /* elements of one step of this dimension, and what all steps of the next one add to a slice index */
    const size_t n_bytes = (size_t)steps->k * sizeof(strew_flat_dim);
    strew_flat_dim *flat = strew_take_room(plan, n_bytes, &plan->at.flat_dims);
    if (flat == NULL) return strew_reject_room(plan, request->record->is_gather ? "data" : "output", n_bytes, fault);
    view->n_flat_dims = (int16_t)steps->k;
    view->first_slice_index = 0;
    for (int32_t c = steps->k - 1; c >= 0; c--) {
        const uint64_t size = (uint64_t)steps->sizes[c];
        uint64_t stride = steps->strides[c];
        if (plan->mirrored >> c & 1) {
            view->first_slice_index += (size - 1) * stride;
            stride = 0 - stride;
        }
        uint32_t shift = STREW_SHORT_INDEX_BITS;
        while (n > UINT64_C(1) << (shift - STREW_SHORT_INDEX_BITS) && shift < 2 * STREW_SHORT_INDEX_BITS) shift++;
        flat[c] = (strew_flat_dim){n, stride - all_steps, (uint32_t)((UINT64_C(1) << shift) / n + 1), shift};
        all_steps = size * stride;
        n *= size;
    }
    view->n_elements = n;
    strew_sizes_of(plan)[0] = (int64_t)plan->n_slices;
    strew_strides_of(plan)[0] = 1;
    plan->mirrored = 0;
    return STREW_OK;
}

/* ---- Components ---------------------------------------------------------------------------------------------------------------------- */

/* Components index dimensions of data from the axis on. Those whose steps go down are mirrored: see index_view.c. */
static void set_component_steps(strew_plan_state *plan, steps *steps, const strew_request *request)
{
    plan->mirrored = 0;
    if (request->record->is_flat) {
        split_flat_component(plan, steps, request->data);
    } else {
        steps->k = plan->k;
        for (int32_t c = 0; c < plan->k; c++) {
            steps->sizes[c] = strew_sizes_of(plan)[c];
            steps->data[c] = steps->data[plan->axis + c];
        }
    }
    for (int32_t c = 0; c < steps->k; c++) {
        const int64_t step = steps->data[c];
        steps->strides[c] = strew_magnitude_of(step);
        if (step >= 0) continue;
        plan->mirrored |= UINT64_C(1) << c;
        plan->views.named_base += (steps->sizes[c] - 1) * step;
    }
}

/* ---- Units --------------------------------------------------------------------------------------------------------------------------- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
    STREW_ASSIGNS()
{
    while (b != 0)
        STREW_ASSIGNS(a, b)
        STREW_INVARIANT(1)
    {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Slice indices count in slices, or where slices are not that far apart, in the largest unit that they are a multiple of. */
static void set_units(strew_plan_state *plan, steps *steps, strew_positions *positions)
    STREW_REQUIRES_BYTES(plan, sizeof(strew_plan))
    STREW_REQUIRES_BYTES(steps, sizeof *steps)
    STREW_REQUIRES_BYTES(positions, sizeof *positions)
    STREW_REQUIRES(0 <= steps->k && steps->k <= STREW_MAX_RANK && 0 <= positions->n && positions->n <= STREW_MAX_RANK)
    STREW_REQUIRES(plan->slice_bytes != 0)
    STREW_ASSIGNS(plan->n_slices, plan->position_dependent, plan->stride_bytes, STREW_ALL_BYTES(steps), STREW_ALL_BYTES(positions))
    STREW_ENSURES(plan->stride_bytes != 0)
{
    uint64_t divisor = 0, n_bytes = 0;
    const int32_t k = steps->k, n = positions->n;
    for (int32_t c = 0; c < k; c++)
        STREW_FIRST_TO_LAST(c, k, divisor, n_bytes)
    {
        divisor = common_divisor(divisor, steps->strides[c]);
        n_bytes += steps->sizes[c] > 1 ? (uint64_t)(steps->sizes[c] - 1) * steps->strides[c] : 0;
    }
    for (int32_t d = 0; d < n; d++)
        STREW_FIRST_TO_LAST(d, n, divisor, n_bytes)
    {
        divisor = common_divisor(divisor, positions->step[d]);
        n_bytes += positions->count[d] != 0 ? (positions->count[d] - 1) * positions->step[d] : 0;
    }
    const uint64_t slice_bytes = plan->slice_bytes;
    const uint64_t unit = divisor == 0 || divisor % slice_bytes == 0 ? slice_bytes : divisor;
    plan->n_slices = n_bytes / unit + 1;
    for (int32_t c = 0; c < k; c++)
        STREW_FIRST_TO_LAST(c, k, plan->n_slices, STREW_BYTES(steps->strides, sizeof steps->strides))
    {
        steps->strides[c] /= unit;
        plan->n_slices = steps->sizes[c] == 0 ? 0 : plan->n_slices;
    }
    /* Without positions, kernels take the stride of a single component as 1. */
    plan->position_dependent = k == 1 && steps->strides[0] != 1;
    for (int32_t d = 0; d < n; d++)
        STREW_FIRST_TO_LAST(d, n, plan->position_dependent, STREW_BYTES(positions->step, sizeof positions->step))
    {
        positions->step[d] /= unit;
        plan->position_dependent |= positions->step[d] != 0;
    }
    plan->stride_bytes = (size_t)unit;
}

/* ---- Data and output ----------------------------------------------------------------------------------------------------------------- */

/* The loops of the copy of data to output, from the innermost on. Zero if there are too many. */
static int set_copies(strew_plan_state *plan, const strew_tensor *data, const int64_t *from, const int64_t *to)
{
    strew_copy_loop *last = NULL;
    strew_place at = 0;
    for (int32_t d = data->rank - 1; d >= 0 && !strew_is_empty(data); d--) {
        const size_t count = (size_t)data->shape[d];
        if (count == 1) continue;
        if (last != NULL && strew_is_as_long(from[d], last->data, last->count) && strew_is_as_long(to[d], last->output, last->count)) {
            last->count *= count;
            continue;
        }
        last = strew_take_room(plan, sizeof *last, &at);
        if (last == NULL) return 0;
        if (plan->views.n_copies++ == 0) plan->at.copies = at;
        *last = (strew_copy_loop){{count}, from[d], to[d]};
    }
    return 1;
}

/* Remembers the first stride in which data and output differ: then a run in place is rejected. */
static void compare(strew_plan_state *plan, const strew_tensor *data, const int64_t *from, const int64_t *to)
{
    plan->views.differing_dimension = -1;
    for (int32_t d = data->rank - 1; d >= 0; d--) {
        if (data->shape[d] == 1 || from[d] == to[d]) continue;
        plan->views.differing_dimension = d;
        plan->views.data_stride = from[d] / plan->element_bytes * strew_dtype_block(data->dtype);
        plan->views.output_stride = to[d] / plan->element_bytes * strew_dtype_block(data->dtype);
    }
}

/* ---- Factors ------------------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_CONVERSIONS
/* The place of a scale is behind that of the conversion, and zero points have one of their own. */
static strew_status take_scale(strew_plan_state *plan, const strew_request *request, const strew_dims *dims, strew_fault *fault)
{
    const size_t n_bytes = sizeof(strew_conversion) + sizeof(strew_scale_map);
    if (strew_take_room(plan, n_bytes, &plan->at.conversion) == NULL) return strew_reject_room(plan, "scale", n_bytes, fault);
    strew_scale_map *map = strew_scale_map_of(plan);
    memset(map, 0, sizeof *map);
    const strew_status status = strew_set_scale_factors(plan, &map->at, request, dims, request->scale, sizeof(float), fault);
    if (status != STREW_OK || !strew_is_affine(plan)) return status;
    strew_affine *affine = strew_take_affine(plan);
    if (affine == NULL) return strew_reject_room(plan, "scale", sizeof *affine, fault);
    if (request->zero_points == NULL) return STREW_OK;
    const strew_status of_zeros = strew_set_scale_factors(plan, &affine->zeros, request, dims, request->zero_points, 1, fault);
    affine->zeros.extent = strew_affine_extent(affine->zeros.extent, request->zero_points->dtype);
    return of_zeros;
}
#else
#define take_scale(plan, request, dims, fault) STREW_OK
#endif

#if STREW_BUILD_ARG
/* No two args may share an address. The frame is left before the rest is planned. */
STREW_OWN_FRAME static strew_status check_args_apart(const strew_tensor *arg, strew_fault *fault)
{
    int64_t steps[STREW_MAX_RANK];
    strew_find_steps(steps, arg, arg->strides, strew_dtype_size(arg->dtype));
    return strew_check_apart(arg, steps, "arg", fault);
}

static strew_status take_arg(strew_plan_state *plan, const strew_request *request, const strew_dims *dims, strew_fault *fault)
{
    const strew_status status = check_args_apart(request->arg, fault);
    return status == STREW_OK ? strew_take_arg(plan, request, dims, fault) : status;
}
#else
#define take_arg(plan, request, dims, fault) STREW_OK
#endif

/* ---- The whole ----------------------------------------------------------------------------------------------------------------------- */

/* Whether the passes for dense tensors can do it: slices are adjacent, updates are dense, and outer indices follow each other. */
static int is_as_dense(const strew_plan_state *plan, const strew_request *request, int is_output_dense)
{
    const int64_t slice_bytes = (int64_t)plan->slice_bytes;
    if (!is_output_dense || plan->stride_bytes != plan->slice_bytes) return 0; /* so nothing is backwards */
    int64_t dense = slice_bytes;
    for (int32_t i = plan->n_tuple_loops - 1; i >= 0; i--) {
        if (strew_loops_of(plan)[i].ordered != dense) return 0;
        dense *= (int64_t)strew_loops_of(plan)[i].count;
    }
    if (plan->views.n_outer_loops == 0) return 1;
    const strew_loop *outer = strew_outer_loop_of(plan, 0);
    const int64_t n_slices = plan->k == 1 ? strew_sizes_of(plan)[0] : -1;
    return plan->views.n_outer_loops == 1 && !plan->position_dependent && request->batch_dims == 0 &&
           outer->of.named == n_slices * slice_bytes && outer->ordered == (int64_t)plan->n_tuples * slice_bytes;
}

/* The strides and extents of data and indices, and of output, whose slices the tuples name. */
static strew_status begin(strew_plan_state *plan, const strew_request *request, steps *steps, strew_fault *fault)
{
    const strew_tensor *data = request->data;
    const size_t index_bytes = strew_dtype_size(request->indices->dtype);
    strew_find_steps(steps->data, data, data->strides, request->element_bytes);
    strew_find_steps(steps->indices, request->indices, request->indices->strides, index_bytes);
    plan->element_bytes = (int32_t)request->element_bytes;
    plan->at.n_words = (strew_place)(3 * plan->at.n_lanes); /* what is of dense tensors begins again */
    plan->n_tuple_loops = 0;
    /* Dense tensors have none, whose batches are split: see plan.c. */
    plan->views.has_extents = strew_find_view(request) != NULL;
    if (plan->views.has_extents) strew_take_room(plan, STREW_EXTENTS * sizeof(strew_extent), &plan->at.extents); /* the first of all */
    set_extent(plan, STREW_EXTENT_OF_DATA, data, steps->data, request->element_bytes);
    set_extent(plan, STREW_EXTENT_OF_INDICES, request->indices, steps->indices, index_bytes);
    if (request->record->is_gather) return STREW_OK;
    int64_t output_steps[STREW_MAX_RANK];
    strew_find_steps(output_steps, data, request->output_strides, request->element_bytes);
    const strew_status status = strew_check_apart(data, output_steps, NULL, fault);
    if (status != STREW_OK) return status;
    set_extent(plan, STREW_EXTENT_OF_OUTPUT, data, output_steps, request->element_bytes);
    if (!set_copies(plan, data, steps->data, output_steps))
        return strew_reject_room(plan, "data and output", sizeof(strew_copy_loop), fault);
    compare(plan, data, steps->data, output_steps);
    memcpy(steps->data, output_steps, sizeof output_steps);
    return STREW_OK;
}

/* Makes the dimensions into a slice, outer loops and tuples. The frame, which has the steps, is left before factors are looked for. */
STREW_OWN_FRAME static strew_status set_dims(strew_plan_state *plan, const strew_request *request, strew_dims *dims, strew_fault *fault)
{
    const strew_tensor *data = request->data;
    const int32_t n_apart = request->components != NULL && request->indices_bytes != 0 ? plan->k : 0;
    steps steps;
    strew_status status = strew_check_component_strides(request, n_apart, fault);
    if (status == STREW_OK) status = begin(plan, request, &steps, fault);
    if (status != STREW_OK) return status;
    make_dims(dims, plan, request, &steps);
    set_numbers(dims);
#if STREW_BUILD_FUSED
    if (request->update_indices != NULL) {
        set_rows_steps(plan, dims, request);
    } else
#endif
    {
        status = set_updates_steps(plan, dims, request, fault);
        if (status != STREW_OK) return status;
    }
    const int may_be_expanded =
        request->record->is_elements && request->update_indices == NULL && request->weights == NULL && request->arg == NULL;
    for (int32_t i = 0; i < dims->n && may_be_expanded; i++) {
        if (dims->of[i].indices == 0 && dims->of[i].named != 0) dims->of[i].kind = STREW_DIM_FREE;
    }
    turn_positions(plan, dims);
    set_component_steps(plan, &steps, request);
    take_slice(plan, dims, request);
    if (!take_outer_loops(plan, dims)) return reject_loops(plan, request, sizeof(strew_loop), fault);
    status = take_tuples(plan, dims, request, n_apart, fault);
    if (status != STREW_OK) return status;
    strew_positions positions;
    take_positions(&positions, plan, dims);
    set_units(plan, &steps, &positions);
    for (int32_t c = 0; c < plan->k; c++) strew_strides_of(plan)[c] = steps.strides[c];
    if (steps.k > plan->k) status = join_flat_components(plan, &steps, request, fault);
    if (status != STREW_OK) return status;
    /* An expanded index of no elements has no tuple. Slices of no bytes have no tuples to write, but these are checked. */
    if (plan->k != 0 && strew_is_empty(request->indices)) plan->n_tuples = 0;
    plan->n_batch_tuples = plan->n_tuples;
    plan->views.is_strided =
        strew_converts(plan) || strew_has_rows(plan) || strew_has_weights(plan) || strew_has_arg(plan) ||
        !is_as_dense(plan, request, strew_is_dense(data, request->record->is_gather ? data->strides : request->output_strides));
    /* Only the passes for dense tensors try a grid of several dimensions. */
    if (plan->views.is_strided && !plan->position_dependent) {
        positions.count[0] = plan->n_tuples; /* whose steps are 0 */
        positions.n = 1;
    }
    const int has_room = strew_store_positions(plan, &positions);
    return has_room ? STREW_OK : reject_loops(plan, request, strew_positions_bytes(positions.n), fault);
}

strew_status strew_set_views(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    strew_dims dims;
    strew_status status = set_dims(plan, request, &dims, fault);
    if (status != STREW_OK) return status;
#if STREW_BUILD_FUSED
    if (strew_has_rows(plan) || strew_has_weights(plan)) status = take_source(plan, request, &dims, fault);
#endif
    if (request->scale != NULL) status = take_scale(plan, request, &dims, fault);
    return status == STREW_OK && strew_has_arg(plan) ? take_arg(plan, request, &dims, fault) : status;
}

#if STREW_BUILD_FEATURE_MASKED_SCATTER
strew_status strew_set_mask_views(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    steps steps;
    strew_dims dims;
    const strew_status status = begin(plan, request, &steps, fault);
    if (status != STREW_OK) return status;
    *strew_extent_of(plan, STREW_EXTENT_OF_ORDERED) = (strew_extent){0, request->updates_bytes, 0, request->updates_bytes};
    make_dims(&dims, plan, request, &steps);
    int is_slice = 1;
    for (int32_t i = dims.n - 1; i >= 0; i--) {
        strew_dim *dim = dims.of + i;
        is_slice &= dim->count == 1 || (dim->indices == 0 && dim->named == (int64_t)plan->slice_bytes);
        plan->slice_bytes *= is_slice ? dim->count : 1;
        dim->kind = is_slice ? STREW_DIM_USED : STREW_DIM_TUPLES;
        dim->ordered = dim->named;
    }
    return take_tuples(plan, &dims, request, 0, fault);
}
#endif
