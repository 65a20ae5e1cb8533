/* Gradients of scatters. Those of updates, weights and data are loops over blocks of tuples, whose slices are found first. That of a table
 * is a scatter: the call itself, in which indices and update indices have changed places, planned and run by the library.
 *
 * All indices are checked before the first byte is written. They are read again after that, and whatever they are then, no slice is taken
 * that does not exist. A frame that is large is gone before the library runs what was exchanged.
 *
 * This file stands above the library and uses its public headers alone. */
#include <strew/gradient.h>

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "reading.h"

#if !STREW_BUILD_FEATURE_GRADIENT
strew_status strew_gradient(void *output, const strew_call *call, strew_gradient_of of, const strew_gradient_buffers *buffers,
                            const strew_resources *resources, strew_fault *fault)
{
    (void)output, (void)call, (void)of, (void)buffers, (void)resources;
    return REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "gradient");
}

size_t strew_gradient_workspace_size(const strew_call *call, strew_gradient_of of, int32_t n_threads)
{
    (void)call, (void)of, (void)n_threads;
    return 0;
}
#else

#include "gradient_work.h"
#include "halves.h"

#define REAL float
#define IS_DOUBLE 0
#define OF(name) name##_f32
#include "gradient_loops.h"

#if !defined(STREW_BUILD_DTYPE_FLOAT64) || STREW_BUILD_DTYPE_FLOAT64
/* A double as the float that rounds to a smaller one as the double itself does: cut off, with the last digit set if anything was. */
static inline float round_to_odd(double number)
{
    float rounded = (float)number;
    uint32_t bits;
    const double magnitude = number < 0 ? -number : number, found = rounded < 0 ? -(double)rounded : (double)rounded;
    memcpy(&bits, &rounded, sizeof bits);
    bits -= found > magnitude;
    bits |= found > magnitude || found < magnitude;
    memcpy(&rounded, &bits, sizeof bits);
    return rounded;
}

#define REAL double
#define IS_DOUBLE 1
#define OF(name) name##_f64
#include "gradient_loops.h"
#else /* no call computes in doubles */
#define do_updates_f64 do_updates_f32
#define do_weights_f64 do_weights_f32
#define divide_f64 divide_f32
#define add_to_rows_f64 add_to_rows_f32
#endif

#include "gradient_exchange.h"
#include "gradient_passes.h"

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

/* Plans the call itself, which rejects what no scatter can be. */
OWN_FRAME COLD static strew_status check_call(const strew_call *call, strew_fault *fault)
{
    strew_plan plan;
    return strew_plan_call(&plan, call, fault);
}

static int is_extreme(strew_reduction reduction)
{
    return reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX;
}

static int is_float(strew_dtype dtype)
{
    return dtype == STREW_DTYPE_FLOAT16 || dtype == STREW_DTYPE_BFLOAT16 || dtype == STREW_DTYPE_FLOAT32 || dtype == STREW_DTYPE_FLOAT64;
}

COLD static strew_status check_kind(const strew_call *call, const strew_options *options, strew_gradient_of of, strew_fault *fault)
{
    if (of < STREW_GRADIENT_OF_UPDATES || of > STREW_GRADIENT_OF_DATA) {
        return REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "of", .value = (int64_t)of);
    }
    const int is_segment = call->op == STREW_OPERATOR_SEGMENT;
    if (call->op > STREW_OPERATOR_PUT && !is_segment) {
        return REJECT(fault, STREW_STATUS_PLAN_MISMATCH, .subject = strew_operator_name(call->op));
    }
    switch (call->reduction) {
    case STREW_REDUCTION_ADD:
    case STREW_REDUCTION_SUB:
    case STREW_REDUCTION_MEAN:
    case STREW_REDUCTION_MIN:
    case STREW_REDUCTION_MAX: break;
    default: return REJECT(fault, STREW_STATUS_UNSUPPORTED_GRADIENT, .value = (int64_t)call->reduction);
    }
    /* The first update of a difference is not subtracted where it replaces the old element; and what is not read has no gradient. */
    const char *without = call->reduction == STREW_REDUCTION_SUB && of != STREW_GRADIENT_OF_DATA && (is_segment || options->excludes_self)
                              ? (is_segment ? "segment" : "options.excludes_self")
                          : is_segment && of == STREW_GRADIENT_OF_DATA && options->initial != STREW_INITIAL_DATA ? "data"
                                                                                                                 : NULL;
    if (without != NULL) return REJECT(fault, STREW_STATUS_UNSUPPORTED_GRADIENT, .subject = without, .value = (int64_t)call->reduction);
    if (options->profile != STREW_PROFILE_NONE) {
        return REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = "gradient", .profile = options->profile);
    }
    const int is_table = of == STREW_GRADIENT_OF_UPDATES && call->update_indices.dtype != 0, has_winners = is_extreme(call->reduction);
    const char *unused = options->nan != STREW_NAN_WINS && !has_winners        ? "options.nan"
                         : options->overflow != STREW_OVERFLOW_WRAPS           ? "options.overflow"
                         : options->accumulate != 0 && has_winners && is_table ? "options.accumulate"
                                                                               : NULL;
    if (unused != NULL) return REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = unused, .high = (int64_t)call->reduction);
    const strew_tensor *const tensors[] = {&call->data, &call->updates, &call->weights};
    static const char *const names[] = {"data", "updates", "weights"};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        const strew_dtype dtype = tensors[i]->dtype;
        if (i == 2 && !has_weights(call)) continue;
        if (!is_float(dtype)) return REJECT(fault, STREW_STATUS_UNSUPPORTED_DTYPE, .subject = names[i], .value = (int64_t)dtype);
        if (!strew_float_is_built(dtype)) {
            return REJECT(fault, STREW_STATUS_NOT_BUILT, .value = (int64_t)call->reduction, .high = (int64_t)dtype);
        }
    }
    const char *missing = of == STREW_GRADIENT_OF_WEIGHTS && !has_weights(call) ? "weights"
                          : has_winners && call->arg.dtype == 0                 ? "arg"
                                                                                : NULL;
    return missing == NULL ? STREW_OK : REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = missing);
}

/* ---- What follows from the call ------------------------------------------------------------------------------------------------------ */

static size_t product_of(const int64_t *shape, int32_t begin, int32_t end)
{
    size_t n = 1;
    for (int32_t d = begin; d < end; d++) n *= (size_t)shape[d];
    return n;
}

/* Returns how many dimensions tuples have. */
static int32_t set_tuples(work *work, const strew_call *call, const strew_options *options)
{
    tuples *tuples = &work->tuples;
    const int is_segment = call->op == STREW_OPERATOR_SEGMENT, has_offsets = call->offsets.dtype != 0;
    const int is_update = call->op == STREW_OPERATOR_SCATTER_UPDATE || is_segment, has_tuples = call->op == STREW_OPERATOR_SCATTER_ND;
    const strew_tensor *data = &call->data, *indices = call->n_components != 0           ? call->components
                                                       : !has_offsets                    ? &call->indices
                                                       : call->update_indices.dtype != 0 ? &call->update_indices
                                                                                         : &call->updates;
    const int32_t n_before = has_offsets ? 1 : indices->rank - (has_tuples && call->n_components == 0), rank = data->rank;
    const int32_t axis = (int32_t)(call->axis < 0 ? call->axis + rank : call->axis);
    const int32_t batch = (int32_t)(call->batch_dims < 0 ? call->batch_dims + indices->rank : call->batch_dims);
    const int32_t first = is_update ? axis : batch; /* of the dimensions that tuples index */
    tuples->k = !has_tuples ? 1 : call->n_components != 0 ? call->n_components : (int32_t)indices->shape[n_before];
    int32_t after = first + tuples->k;
    tuples->sizes = data->shape + first;
    if (call->op == STREW_OPERATOR_SCATTER_ELEMENTS || call->op == STREW_OPERATOR_PUT) {
        tuples->is_elements = call->op == STREW_OPERATOR_SCATTER_ELEMENTS;
        tuples->n_elements = (int64_t)product_of(data->shape, 0, rank);
        tuples->sizes = tuples->is_elements ? data->shape + axis : &tuples->n_elements;
        tuples->n_named = (size_t)tuples->n_elements;
        after = rank;
    } else {
        tuples->n_named = product_of(data->shape, first, after);
    }
    tuples->n_batches = product_of(data->shape, 0, batch);
    tuples->n_outer = is_update ? product_of(data->shape, batch, axis) : 1;
    tuples->n = product_of(indices->shape, 0, n_before);
    tuples->n_of_batch = tuples->n_batches != 0 ? tuples->n / tuples->n_batches : 0;
    tuples->axis = axis;
    tuples->rank = rank;
    tuples->data_shape = data->shape;
    tuples->indices_shape = indices->shape;
    tuples->rule = (rule){options->policy, is_segment ? STREW_NEGATIVE_OUT_OF_BOUNDS : options->negative, options->has_ignore_index,
                          options->ignore_index};
    tuples->has_offsets = has_offsets;
    tuples->is_sorted = is_segment && !has_offsets && options->sorted != STREW_HINT_TRUSTED;
    if (has_offsets) tuples->n_offsets = min_of((size_t)call->offsets.shape[0], tuples->n_named + 1);
    if (has_offsets && options->offsets_end == STREW_OFFSETS_END_IMPLIED) tuples->n_offsets = tuples->n_named;
    tuples->rule_of_rows =
        (rule){options->update_policy, options->update_negative, options->has_update_ignore_index, options->update_ignore_index};
    tuples->components = call->n_components != 0 ? call->components : NULL;
    tuples->has_rows = call->update_indices.dtype != 0;
    work->slice_rank = rank - after;
    work->width = product_of(data->shape, after, rank);
    if (tuples->has_rows) tuples->n_rows = (size_t)call->updates.shape[call->updates.rank - work->slice_rank - 1];
    return n_before;
}

/* Zero if the dimensions are too many. */
COLD static int set_winners(work *work, const strew_call *call, const strew_options *options, const void *values)
{
    winners *winners = &work->winners;
    const tuples *tuples = &work->tuples;
    winners->values = values;
    winners->element_bytes = strew_dtype_size(call->arg.dtype);
    winners->counts_axis = options->arg_counts == STREW_ARG_COUNTS_AXIS;
    winners->nobody = options->arg_fill != NULL ? *options->arg_fill : -1;
    winners->n = winners->counts_axis ? tuples->indices_shape[tuples->axis] : (int64_t)tuples->n;
    const int has_room = set_dims(&winners->dims, &call->arg, product_of(call->arg.shape, 0, call->arg.rank) == 0);
    winners->is_dense = winners->dims.n == 0 || (winners->dims.n == 1 && winners->dims.step[0] == (int64_t)winners->element_bytes);
    return has_room;
}

/* The bytes of the parts of a workspace, of which each begins a line. */
typedef struct layout {
    uint64_t running, counts, quotients, numbers;
} layout;

static uint64_t lines_of(uint64_t bytes)
{
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

static uint64_t bytes_of(const layout *layout)
{
    const uint64_t bytes = layout->running + layout->counts + layout->quotients + layout->numbers;
    return bytes != 0 ? bytes + LINE_BYTES - 1 : 0;
}

/* Everything that follows from types and shapes; tensors have no buffers yet. Without `buffers` none are read. */
OWN_FRAME COLD static strew_status set_work(work *work, layout *layout, const strew_call *given, strew_gradient_of of,
                                            const strew_gradient_buffers *buffers, strew_fault *fault)
{
    strew_call call;
    copy_struct(&call, sizeof call, given);
    const strew_options options = options_of(&call);
    strew_status status = check_kind(&call, &options, of, fault);
    if (status != STREW_OK) return status;
    tuples *const tuples = &work->tuples;
    const int32_t n_before = set_tuples(work, &call, &options);
    const int has_weights_now = has_weights(&call), is_mean = call.reduction == STREW_REDUCTION_MEAN;
    const int32_t slice_rank = work->slice_rank;
    const int64_t *const slice_shape = call.data.shape + call.data.rank - slice_rank;
    const int is_empty = tuples->n == 0 || work->width == 0 || tuples->n_outer == 0;
    work->of = of;
    work->reduction = call.reduction;
    work->dtype = call.data.dtype;
    work->output_dtype = of == STREW_GRADIENT_OF_UPDATES ? call.updates.dtype
                         : of == STREW_GRADIENT_OF_DATA  ? call.data.dtype
                                                         : call.weights.dtype;
    work->element_bytes = strew_dtype_size(work->dtype);
    work->output_bytes = strew_dtype_size(work->output_dtype);
    work->is_double = work->dtype == STREW_DTYPE_FLOAT64 || call.updates.dtype == STREW_DTYPE_FLOAT64 ||
                      call.weights.dtype == STREW_DTYPE_FLOAT64 || options.accumulate == STREW_DTYPE_FLOAT64;
    work->is_negated = call.reduction == STREW_REDUCTION_SUB;
    work->excludes_self = options.excludes_self || call.op == STREW_OPERATOR_SEGMENT;
    work->alpha = options.alpha;
    work->has_weights = has_weights_now;
    work->is_extreme = is_extreme(call.reduction);
    const char *too_many = NULL;
    if (of == STREW_GRADIENT_OF_WEIGHTS) {
        const int32_t n_rows_dims = call.updates.rank - slice_rank;
        if (!set_view(&work->view, &call.updates, buffers != NULL ? buffers->updates : NULL, n_rows_dims, slice_rank, slice_shape,
                      is_empty || (tuples->has_rows && tuples->n_rows == 0)))
            too_many = "updates";
        if (!set_pattern(&work->pattern, &call.weights, n_before, slice_rank, slice_shape)) too_many = "weights";
    } else if (has_weights_now) {
        if (!set_view(&work->view, &call.weights, buffers != NULL ? buffers->weights : NULL, n_before, slice_rank, slice_shape, is_empty))
            too_many = "weights";
    }
    if (work->is_extreme && !set_winners(work, &call, &options, buffers != NULL ? buffers->arg : NULL)) too_many = "arg";
    if (too_many != NULL) {
        return REJECT(fault, STREW_STATUS_STRIDES_TOO_MANY, .subject = too_many, .value = STREW_MAX_RANK * 16, .high = MAX_DIMS * 16);
    }
    const uint64_t n_slices = (uint64_t)tuples->n_batches * tuples->n_outer * tuples->n_named, n = tuples->n;
    const int is_table = of == STREW_GRADIENT_OF_UPDATES && tuples->has_rows && !is_empty && tuples->n_rows != 0 && !work->is_extreme;
    work->n_counts = tuples->n_batches * tuples->n_named;
    work->counts_are_wide = n > UINT32_MAX;
    const uint64_t count_bytes = work->counts_are_wide ? sizeof(uint64_t) : sizeof(uint32_t);
    if (work->n_counts > MAX_BYTES / 16 / count_bytes || tuples->n > MAX_BYTES / 4 / sizeof *work->numbers) {
        return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = "workspace", .high = (int64_t)MAX_BYTES);
    }
    *layout = (struct layout){0};
    if (is_mean && !is_empty) layout->counts = lines_of(count_bytes * work->n_counts);
    if (is_mean && !is_empty && of != STREW_GRADIENT_OF_DATA) layout->quotients = lines_of(n_slices * work->width * work->element_bytes);
    if (is_table) layout->running = lines_of(sizeof(running));
    if (is_table && !is_direct(&call)) layout->numbers = lines_of(sizeof *work->numbers * (uint64_t)tuples->n);
    return STREW_OK;
}

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------- */

/* The bytes of a tensor, dense or not. */
OWN_FRAME static strew_buffer_extent extent_of(const char *name, const strew_tensor *tensor, const void *values)
{
    strew_reader reader;
    strew_tensor whole = *tensor;
    whole.values = values;
    const size_t n = product_of(tensor->shape, 0, tensor->rank);
    strew_set_reader(&reader, &whole, n);
    strew_buffer_extent extent = strew_extent_of_indices(&reader, n);
    extent.name = name;
    return extent;
}

/* Sets *bytes to those of a dense tensor, which may be more than its own if it has strides. */
static strew_status count_dense_bytes(size_t *bytes, const strew_tensor *tensor, strew_fault *fault)
{
    *bytes = strew_dtype_size(tensor->dtype);
    for (int32_t d = 0; d < tensor->rank; d++) {
        if (tensor->shape[d] != 0 && *bytes > MAX_BYTES / (uint64_t)tensor->shape[d]) {
            return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = "output", .high = (int64_t)MAX_BYTES);
        }
        *bytes *= (size_t)tensor->shape[d];
    }
    return STREW_OK;
}

COLD static strew_status check_buffer(const strew_buffer_extent *extent, const strew_buffer_extent *output,
                                      const strew_buffer_extent *workspace, strew_fault *fault)
{
    if (extent->needed != 0 && extent->pointer == NULL) {
        return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = extent->name, .value = (int64_t)extent->needed);
    }
    size_t common = extent != output ? strew_count_common_bytes(extent, output) : 0;
    if (common != 0) return REJECT(fault, STREW_STATUS_OUTPUT_OVERLAP, .subject = extent->name, .value = (int64_t)common);
    common = strew_count_common_bytes(extent, workspace);
    if (common != 0) return REJECT(fault, STREW_STATUS_WORKSPACE_OVERLAP, .subject = extent->name, .value = (int64_t)common);
    return STREW_OK;
}

/* Whether weights are read; their own gradient needs none. */
static int reads_weights(const work *work)
{
    return work->has_weights && work->of == STREW_GRADIENT_OF_UPDATES;
}

COLD static strew_status check_unused(const work *work, const strew_gradient_buffers *buffers, strew_fault *fault)
{
    const int has_components = work->tuples.components != NULL;
    const int has_offsets = work->tuples.has_offsets;
    const char *unused = (has_components || has_offsets) && buffers->indices != NULL         ? "indices"
                         : !has_offsets && buffers->offsets != NULL                          ? "offsets"
                         : !has_components && buffers->components != NULL                    ? "components"
                         : !work->tuples.has_rows && buffers->update_indices != NULL         ? "update_indices"
                         : work->of != STREW_GRADIENT_OF_WEIGHTS && buffers->updates != NULL ? "updates"
                         : !reads_weights(work) && buffers->weights != NULL                  ? "weights"
                         : !work->is_extreme && buffers->arg != NULL                         ? "arg"
                                                                                             : NULL;
    return unused == NULL ? STREW_OK : REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = unused, .high = -1);
}

/* Rejects buffers that are missing and that overlap; then sets where all are. */
OWN_FRAME COLD static strew_status set_buffers(work *work, const strew_call *given, const strew_gradient_buffers *buffers,
                                               const strew_buffer_extent *workspace, strew_fault *fault)
{
    strew_call call;
    copy_struct(&call, sizeof call, given);
    const strew_gradient_of of = work->of;
    tuples *const tuples = &work->tuples;
    const int has_components = call.n_components != 0, has_offsets = tuples->has_offsets;
    const strew_tensor *to = of == STREW_GRADIENT_OF_UPDATES ? &call.updates : of == STREW_GRADIENT_OF_DATA ? &call.data : &call.weights;
    const strew_tensor from = {call.data.dtype, call.data.rank, call.data.shape, NULL, NULL};
    size_t output_bytes;
    strew_status status = count_dense_bytes(&output_bytes, to, fault);
    if (status != STREW_OK) return status;
    enum { N_BUFFERS = 7 };
    const strew_buffer_extent extents[N_BUFFERS] = {
        strew_extent_of_buffer("output", work->output, output_bytes),
        extent_of("output_gradient", &from, buffers->output_gradient),
        has_components ? strew_extent_of_buffer("components", buffers->components, (size_t)call.n_components * sizeof *buffers->components)
        : has_offsets  ? extent_of("offsets", &call.offsets, buffers->offsets)
                       : extent_of("indices", &call.indices, buffers->indices),
        tuples->has_rows ? extent_of("update_indices", &call.update_indices, buffers->update_indices) : (strew_buffer_extent){0},
        of == STREW_GRADIENT_OF_WEIGHTS ? extent_of("updates", &call.updates, buffers->updates) : (strew_buffer_extent){0},
        reads_weights(work) ? extent_of("weights", &call.weights, buffers->weights) : (strew_buffer_extent){0},
        work->is_extreme ? extent_of("arg", &call.arg, buffers->arg) : (strew_buffer_extent){0},
    };
    for (size_t i = 0; status == STREW_OK && i < N_BUFFERS; i++) {
        status = check_buffer(extents + i, extents, workspace, fault);
    }
    for (int32_t c = 0; status == STREW_OK && c < call.n_components; c++) {
        const strew_buffer_extent extent = extent_of("components", call.components + c, buffers->components[c]);
        status = check_buffer(&extent, extents, workspace, fault);
    }
    if (status != STREW_OK) return status;
    work->gradient = buffers->output_gradient;
    tuples->component_values = buffers->components;
    if (has_offsets) call.indices = call.offsets;
    call.indices.values = has_offsets ? buffers->offsets : buffers->indices;
    call.update_indices.values = buffers->update_indices;
    const size_t n_indices = has_offsets ? tuples->n_offsets : tuples->n * (size_t)tuples->k;
    if (!has_components) strew_set_reader(&tuples->indices, &call.indices, n_indices);
    if (tuples->has_rows) strew_set_reader(&tuples->rows, &call.update_indices, tuples->n);
    return STREW_OK;
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* What is known without buffers: whether the library runs something, and the bytes of a workspace. */
OWN_FRAME COLD static strew_status describe(exchange *exchange, layout *layout, const strew_call *call, strew_gradient_of of,
                                            strew_fault *fault)
{
    work work = {0};
    const strew_status status = set_work(&work, layout, call, of, NULL, fault);
    if (status == STREW_OK) set_exchange(exchange, &work, call);
    return status;
}

OWN_FRAME COLD static size_t count_workspace_bytes(const strew_call *call, strew_gradient_of of, int32_t n_threads)
{
    exchange exchange = {0};
    layout layout = {0};
    strew_plan plan;
    if (describe(&exchange, &layout, call, of, NULL) != STREW_OK) return 0;
    uint64_t bytes = bytes_of(&layout);
    if (exchange.is_needed) {
        if (plan_exchange(&plan, &exchange, call, NULL) != STREW_OK) return 0;
        bytes += strew_plan_workspace_size(&plan, n_threads);
    }
    return bytes < MAX_BYTES ? (size_t)bytes : SIZE_MAX;
}

size_t strew_gradient_workspace_size(const strew_call *call, strew_gradient_of of, int32_t n_threads)
{
    return check_call(call, NULL) == STREW_OK ? count_workspace_bytes(call, of, n_threads) : 0;
}

/* Takes the parts of the workspace; what is left is that of the run. Returns what comes first. */
COLD static running *take_workspace(work *work, const layout *layout, const strew_resources *resources)
{
    unsigned char *next = resources->workspace;
    if (next == NULL) return NULL;
    next += (0 - (uintptr_t)next) % LINE_BYTES;
    running *const running = layout->running != 0 ? (struct running *)(void *)next : NULL;
    next += layout->running;
    if (layout->counts != 0) work->counts = next;
    next += layout->counts;
    if (layout->quotients != 0) work->quotients = next;
    next += layout->quotients;
    if (layout->numbers != 0) work->numbers = (int64_t *)(void *)next;
    next += layout->numbers;
    if (running == NULL) return NULL;
    const size_t taken = (size_t)(next - (unsigned char *)resources->workspace);
    const int has_rest = taken < resources->workspace_bytes;
    running->resources = *resources;
    running->resources.workspace = has_rest ? next : NULL;
    running->resources.workspace_bytes = has_rest ? resources->workspace_bytes - taken : 0;
    running->resources.part = running->resources.n_parts = 0;
    return running;
}

COLD static strew_status reject_workspace(uint64_t has, uint64_t needed, strew_fault *fault)
{
    return REJECT(fault, STREW_STATUS_WORKSPACE_TOO_SMALL, .value = (int64_t)(has < MAX_BYTES ? has : MAX_BYTES),
                  .low = (int64_t)(needed < MAX_BYTES ? needed : MAX_BYTES));
}

/* The steps of a call. What the library runs is planned between them, when this frame is gone. */
typedef enum step { STEP_CHECK, STEP_WRITE } step;

typedef struct state {
    exchange exchange;
    layout layout;
    running *running; /* what the library runs, if there is something */
    int is_done;      /* by another part of the run */
} state;

/* Checks everything but what the library runs, or does it. */
OWN_FRAME static strew_status do_step(state *state, step step, unsigned char *output, const strew_call *call, strew_gradient_of of,
                                      const strew_gradient_buffers *buffers, const strew_resources *given, strew_fault *fault)
{
    work work = {.output = output};
    strew_gradient_buffers all;
    strew_resources resources;
    if (buffers == NULL) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "buffers");
    strew_status status = strew_read_extra_struct(&all, sizeof all, buffers, "buffers", "buffers.struct_size", fault);
    if (status == STREW_OK) status = set_work(&work, &state->layout, call, of, &all, fault);
    if (status == STREW_OK) status = check_unused(&work, &all, fault);
    if (status == STREW_OK) status = strew_read_extra_resources(&resources, given, fault);
    if (status != STREW_OK) return status;
    const uint64_t needed = bytes_of(&state->layout), has = resources.workspace != NULL ? resources.workspace_bytes : 0;
    if (needed > has) return reject_workspace(has, needed, fault);
    const strew_buffer_extent workspace = strew_extent_of_buffer("workspace", resources.workspace, needed != 0 ? (size_t)has : 0);
    status = set_buffers(&work, call, &all, &workspace, fault);
    if (status == STREW_OK && step == STEP_CHECK) {
        status = check_tuples(&work.tuples, fault);
        if (status == STREW_OK && work.is_extreme) status = check_winners(&work, fault);
    }
    if (status != STREW_OK) return status;
    running *const running = take_workspace(&work, &state->layout, &resources);
    if (step == STEP_CHECK) {
        set_exchange(&state->exchange, &work, call);
        state->running = running;
        state->is_done = resources.n_parts > 1 && resources.part != 0;
        return STREW_OK;
    }
    const int has_changed = do_passes(&work, &resources);
    if (running != NULL) {
        const void *rows = work.numbers != NULL ? (const void *)work.numbers : all.indices;
        running->buffers = STREW_BUFFERS(.output = output, .data = output, .indices = all.update_indices, .updates = work.gradient,
                                         .update_indices = rows, .weights = all.weights);
    }
    return REJECT(fault, has_changed ? STREW_STATUS_INDICES_CHANGED : STREW_OK);
}

/* Plans what the library runs. Its workspace is what is left of the caller's, which must be enough. */
static strew_status plan_run(const state *state, const strew_call *call, strew_fault *fault)
{
    running *const running = state->running;
    const strew_status status = plan_exchange(&running->plan, &state->exchange, call, fault);
    if (status != STREW_OK) return status;
    running->n_outer = state->exchange.n_outer;
    running->table_bytes = state->exchange.table_bytes;
    running->n_bytes = state->exchange.n_bytes;
    const uint64_t needed = options_of(call).accumulate != 0 ? strew_plan_workspace_size(&running->plan, 1) : 0;
    const uint64_t has = running->resources.workspace_bytes, before = bytes_of(&state->layout);
    return needed <= has ? STREW_OK : reject_workspace(has + before, needed + before, fault);
}

OWN_FRAME static strew_status do_call(running **running, void *output, const strew_call *call, strew_gradient_of of,
                                      const strew_gradient_buffers *buffers, const strew_resources *resources, strew_fault *fault)
{
    state state = {0};
    strew_status status = check_call(call, fault);
    if (status == STREW_OK) status = do_step(&state, STEP_CHECK, output, call, of, buffers, resources, fault);
    if (status == STREW_OK && state.running != NULL) status = plan_run(&state, call, fault);
    if (status != STREW_OK || state.is_done) return status;
    status = do_step(&state, STEP_WRITE, output, call, of, buffers, resources, fault);
    *running = state.running;
    return status;
}

strew_status strew_gradient(void *output, const strew_call *call, strew_gradient_of of, const strew_gradient_buffers *buffers,
                            const strew_resources *resources, strew_fault *fault)
{
    running *running = NULL;
    const strew_status status = do_call(&running, output, call, of, buffers, resources, fault);
    return status == STREW_OK && running != NULL ? run_exchange(running, fault) : status;
}
#endif
