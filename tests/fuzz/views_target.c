/* A fuzz target: any bytes become a scatter or a gather over views. Strides of output that meet must be rejected, and others accepted; what
 * is written is compared with the reference on dense copies, on one thread and on several, with prepared indices, and in place. The
 * components of tuples may be views of their own, and the reference has them side by side; or indices are flat. Updates may be multiplied
 * by alpha, or there is a scale of ones, of any shape and strides, which changes no float16. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "calls.h"
#include "gathering.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "views.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { CAPACITY = 1 << 18, MAX_ELEMENTS = 2048, MAX_SIZE = 5, MAX_RANK = 4 };

static view data, indices, updates, output, scale, components[MAX_RANK];
static guarded workspace, prepared, pointers;
static size_t n_apart; /* the components of this call that are views of their own */
static unsigned char expected[MAX_ELEMENTS * REFERENCE_LARGEST_ELEMENT];
static uint64_t random_state;

static void require(int holds, const char *what)
{
    const struct {
        const char *name;
        const view *view;
    } all[] = {{"data", &data}, {"indices", &indices}, {"updates", &updates}, {"output", &output}};
    char text[VIEW_TEXT_BYTES];

    if (holds) return;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) fprintf(stderr, "%s %s\n", all[i].name, view_describe(all[i].view, text));
    for (size_t c = 0; c < n_apart; c++) fprintf(stderr, "component %zu %s\n", c, view_describe(&components[c], text));
    fprintf(stderr, "views: %s\n", what);
    abort();
}

/* ---- Shapes and strides -------------------------------------------------------------------------------------------------------------- */

/* A small size; or for one in eight each, 0 and one that is longer than a block of tuples. */
static int64_t take_size(bytes *from)
{
    const unsigned number = take_byte(from);
    return number < 192 ? 1 + (int64_t)(number % MAX_SIZE) : number % 2 ? LONG_SIZE + (int64_t)(number / 2 % 16) : 0;
}

static void take_sizes(bytes *from, int32_t *rank, int64_t *shape, int32_t min_rank)
{
    *rank = min_rank + (int32_t)take_below(from, MAX_RANK + 1 - (unsigned)min_rank);
    for (int32_t d = 0; d < *rank; d++) shape[d] = take_size(from);
}

static size_t count(int32_t rank, const int64_t *shape)
{
    return reference_elements(&(strew_tensor){STREW_DTYPE_INT8, rank, shape, NULL, NULL});
}

/* The dimension with the smallest stride of those that `done` does not have; -1 if there is none of two indices or more. */
static int32_t next_dimension(int32_t rank, const int64_t *shape, const int64_t *strides, unsigned done)
{
    int32_t found = -1;

    for (int32_t d = 0; d < rank; d++) {
        if (shape[d] > 1 && !(done >> d & 1) && (found < 0 || llabs(strides[d]) < llabs(strides[found]))) found = d;
    }
    return found;
}

/* Whether elements are apart by the rule of strew_call.output. */
static int are_apart(int32_t rank, const int64_t *shape, const int64_t *strides)
{
    int64_t distance = 0;
    unsigned done = 0;

    for (int32_t d; (d = next_dimension(rank, shape, strides, done)) >= 0; done |= 1u << d) {
        if (llabs(strides[d]) <= distance) return 0;
        distance += llabs(strides[d]) * (shape[d] - 1);
    }
    return 1;
}

/* Dense; or apart, in any order and with gaps; or anything. Returns NULL for dense. */
static const int64_t *take_strides(bytes *from, int32_t rank, const int64_t *shape, int64_t *strides)
{
    const unsigned kind = take_below(from, 8), turn = take_byte(from);
    int64_t distance = 0;

    if (kind == 0) return NULL;
    for (int32_t i = 0; i < rank; i++) {
        const int32_t d = (int32_t)(((unsigned)(turn & 1 ? i : rank - 1 - i) + turn / 2) % (unsigned)rank);
        const unsigned number = take_byte(from);
        int64_t stride = distance + 1 + (number % 4 == 3 ? number / 4 % 4 : 0);
        if (kind >= 6) stride = (int64_t)(number / 2 % 16);
        if (kind == 5 && number % 2) stride = 0;
        if (shape[d] > 1) distance += stride * (shape[d] - 1);
        strides[d] = number >= 192 ? -stride : stride;
    }
    return strides;
}

static void take_view(bytes *from, view *to, strew_dtype dtype, int32_t rank, const int64_t *shape)
{
    int64_t strides[VIEW_RANK];
    const int64_t *const taken = take_strides(from, rank, shape, strides);

    view_place(to, dtype, rank, shape, taken, EXTREME, &random_state);
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* Why a call whose components are apart must be rejected. */
typedef enum mistake { NO_MISTAKE, NO_COMPONENTS, INDICES_TOO, MISSING_COMPONENT, COMPONENT_IN_OUTPUT } mistake;

typedef struct made {
    int is_gather, is_in_place, is_apart, is_flat, has_alpha, has_scale, is_empty;
    mistake mistake;
    reference_call scatter;
    gather_call gather;
    reference_call dense_scatter;
    gather_call dense_gather;
    strew_tensor components[MAX_RANK];
    strew_options options;
} made;

/* The address of a component of the indices, by its number in row-major order. */
static unsigned char *index_at(size_t i, size_t k)
{
    return n_apart ? view_at(&components[i % k], i / k) : view_at(&indices, i);
}

static void take_indices(bytes *from, const int64_t *sizes, size_t k)
{
    const size_t n = reference_elements(&indices.tensor);
    const strew_dtype dtype = indices.tensor.dtype;
    const int has_sign = reference_type_of(dtype).kind == REFERENCE_SIGNED;

    for (size_t i = 0; i < n; i++) {
        const unsigned number = from->left ? take_byte(from) : (unsigned)random_below(&random_state, 240);
        const int64_t size = sizes[i % k];
        int64_t index = size ? (int64_t)(number % 64) % size : 0;
        if (number >= 64 && number < 128 && has_sign) index -= size;
        if (number >= 240) index = take_number(from);
        reference_write_integer(dtype, index_at(i, k), (uint64_t)index);
    }
    for (size_t c = 0; c < n_apart; c++) view_refresh(&components[c]);
    for (size_t i = 0; n_apart && i < n; i++) memcpy(view_at(&indices, i), index_at(i, k), reference_size(dtype));
    view_refresh(&indices);
    view_widen(&indices);
}

static void take_components(bytes *from, made *to, size_t k)
{
    static const mistake mistakes[] = {NO_MISTAKE, NO_MISTAKE,  NO_MISTAKE,        NO_MISTAKE,
                                       NO_MISTAKE, INDICES_TOO, MISSING_COMPONENT, COMPONENT_IN_OUTPUT};
    const int32_t rank = indices.tensor.rank - 1;

    to->mistake = mistakes[take_below(from, COUNT(mistakes))];
    n_apart = k;
    for (size_t c = 0; c < k; c++) take_view(from, &components[c], indices.tensor.dtype, rank, indices.shape);
}

/* Gives the call its components, and the mistake. An operator without components gets one all the same. */
static void set_components(made *to)
{
    static const int64_t nowhere[VIEW_RANK];
    const size_t last = n_apart ? n_apart - 1 : 0;

    to->components[0] = indices.tensor;
    for (size_t c = 0; c < n_apart; c++) to->components[c] = components[c].tensor;
    if (to->mistake == MISSING_COMPONENT) to->components[last].values = NULL;
    if (to->mistake == COMPONENT_IN_OUTPUT && reference_elements(&output.tensor) == 0) to->mistake = NO_MISTAKE;
    if (to->mistake == COMPONENT_IN_OUTPUT) {
        to->components[last].values = output.tensor.values;
        to->components[last].strides = nowhere;
    }
    to->scatter.components = to->gather.components = to->components;
    to->scatter.n_components = to->gather.n_components = (int32_t)(n_apart ? n_apart : 1);
}

/* The library's call. */
static strew_call call_of_library(const made *of)
{
    strew_call call = of->is_gather ? call_of_gather(&of->gather) : call_of(&of->scatter);

    if (of->mistake == INDICES_TOO) call.indices = indices.tensor;
    if (of->has_scale) call.scale = scale.tensor;
    return call;
}

/* The components at an address of any alignment, and nothing behind them. */
static const void *const *place_components(const made *of)
{
    const void *values[MAX_RANK] = {NULL};
    const size_t bytes = n_apart * sizeof *values;

    if (!of->scatter.components) return NULL;
    for (size_t c = 0; c < n_apart; c++) values[c] = of->components[c].values;
    guarded_place(&pointers, bytes, (placement)random_below(&random_state, 2), (size_t)random_below(&random_state, 9));
    return memcpy(pointers.bytes, values, bytes);
}

/* How many leading dimensions are batches: at most those of data before the axis, and those of the tuples. */
static int64_t take_batches(bytes *from, int32_t max_of_data, const int64_t *data_shape, int32_t n_tuple_dims, int64_t *indices_shape)
{
    const int32_t max = max_of_data < n_tuple_dims ? max_of_data : n_tuple_dims;
    const int64_t n = (int64_t)take_below(from, (unsigned)max + 1);

    for (int64_t d = 0; d < n; d++) indices_shape[d] = data_shape[d];
    return n;
}

/* Whether the tensor fits the buffers, and its zeros hide no other dimensions that are too large to be addressed. */
static int fits(strew_dtype dtype, int32_t rank, const int64_t *shape)
{
    const strew_tensor tensor = {dtype, rank, shape, NULL, NULL};
    return rank >= 0 && rank <= VIEW_RANK && reference_elements(&tensor) <= MAX_ELEMENTS && reference_full_bytes(&tensor) != 0;
}

/* Ones that are broadcast to a tensor, or one for each block of its last dimension. */
static void take_scale(bytes *from, const strew_tensor *scaled)
{
    const int32_t rank = (int32_t)random_below(&random_state, (uint64_t)scaled->rank + 1);
    const float one = 1;
    int64_t shape[VIEW_RANK];

    for (int32_t d = 0; d < rank; d++) {
        const int64_t size = scaled->shape[scaled->rank - rank + d];
        const unsigned kind = (unsigned)random_below(&random_state, 3);
        shape[d] = kind == 0 ? 1 : kind == 1 && d == rank - 1 && size % 2 == 0 ? size / 2 : size;
    }
    /* A tensor that is too large for a buffer may have strides of 0; its scale is then one for all. */
    for (int32_t d = 0; d < rank && count(rank, shape) > MAX_ELEMENTS; d++) shape[d] = 1;
    take_view(from, &scale, STREW_DTYPE_FLOAT32, rank, shape);
    for (size_t i = 0; i < reference_elements(&scale.tensor); i++) memcpy(view_at(&scale, i), &one, sizeof one);
    view_refresh(&scale);
}

/* Returns 0 where the shapes do not fit. */
static int take_call(bytes *from, made *to)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8,       STREW_DTYPE_FLOAT16,   STREW_DTYPE_FLOAT64,
                                         STREW_DTYPE_UINT32,  STREW_DTYPE_COMPLEX128, STREW_DTYPE_OPAQUE(3), STREW_DTYPE_BOOL};
    const unsigned op = take_below(from, OPERATORS + GATHER_OPERATORS), types = take_byte(from), how = take_byte(from);
    const strew_dtype dtype = dtypes[types % 8], index_dtype = reference_index_dtypes[types / 8 % REFERENCE_INDEX_DTYPES];
    const int is_nd = op == REFERENCE_ND || op == OPERATORS + GATHER_ND;
    const int is_elements = op == REFERENCE_ELEMENTS || op == OPERATORS + GATHER_ELEMENTS;
    strew_reduction reduction = (strew_reduction)(how % (STREW_REDUCTION_MEAN + 1));
    const int is_flat = is_nd && to->is_flat, has_tuples = is_nd && !to->is_flat;
    int64_t data_shape[MAX_RANK], indices_shape[MAX_RANK], shape[STREW_MAX_RANK], sizes[MAX_RANK];
    int32_t data_rank, indices_rank, rank;

    to->is_gather = op >= OPERATORS;
    random_state = take_byte(from);
    take_sizes(from, &data_rank, data_shape, !is_nd);
    take_sizes(from, &indices_rank, indices_shape, has_tuples);
    const int64_t axis = is_nd ? 0 : (int64_t)take_below(from, (unsigned)data_rank);
    const int64_t batch_dims =
        !is_elements && !is_flat && !to->is_apart && types >= 192
            ? take_batches(from, is_nd ? data_rank : (int32_t)axis, data_shape, indices_rank - has_tuples, indices_shape)
            : 0;
    if (has_tuples) indices_shape[indices_rank - 1] = (int64_t)take_below(from, (unsigned)(data_rank - batch_dims) + 1);
    if (has_tuples && to->is_apart && indices_shape[indices_rank - 1] == 0) to->is_apart = 0; /* no components */
    if (is_elements) {
        indices_rank = data_rank;
        for (int32_t d = 0; d < data_rank; d++) indices_shape[d] = d == axis ? take_size(from) : data_shape[d];
    }
    if (to->is_empty && !is_flat && data_rank > 0) { /* an indexed dimension is, and the tuples are more than a block */
        const int64_t indexed = is_nd ? batch_dims : axis, d = is_elements ? types % 2 ? data_rank - 1 : axis : batch_dims;
        if (d < indices_rank - has_tuples) indices_shape[d] = LONG_SIZE;
        if (is_elements && d != axis) data_shape[d] = LONG_SIZE;
        if (indexed < data_rank) data_shape[indexed] = 0;
    }
    const size_t k = has_tuples ? (size_t)indices_shape[indices_rank - 1] : 1;
    for (size_t c = 0; c < k && !is_flat; c++) sizes[c] = data_shape[is_nd ? batch_dims + (int64_t)c : axis];
    if (is_flat) sizes[0] = (int64_t)count(data_rank, data_shape);
    to->options = (strew_options)STREW_OPTIONS_INIT;
    to->options.policy = (strew_policy)(how / 8 % 4);
    to->options.negative = (strew_negative)(how / 32 % 2);
    to->options.has_ignore_index = how / 64 == 2;
    if (to->options.has_ignore_index) to->options.ignore_index = types / 64 % 2 ? -1 : 2;
    if (to->is_gather && types % 8 != 0) to->has_alpha = 0; /* which every gather rejects */
    if (to->has_alpha) {
        static unsigned char alpha[REFERENCE_LARGEST_ELEMENT];
        fill(dtype, alpha, 1, EXTREME, &random_state);
        to->options.alpha = alpha;
    }
    if (!reference_is_defined(dtype, reduction)) reduction = STREW_REDUCTION_NONE;
    if (!to->is_gather) to->options.nan = nan_for(reduction, random_next(&random_state));
    to->options.excludes_self = !to->is_gather && reduction != STREW_REDUCTION_NONE && how / 64 == 1;
    if (!to->is_gather && random_next(&random_state) % 4 == 0) {
        to->options.accumulate = reference_wide_dtype(dtype);
        if (to->options.accumulate != 0) to->options.overflow = (strew_overflow)(random_next(&random_state) % 2);
    }
    to->scatter = (reference_call){is_flat ? REFERENCE_PUT : (reference_operator)op,
                                   &data.tensor,
                                   &indices.tensor,
                                   &updates.tensor,
                                   axis,
                                   reduction,
                                   &to->options,
                                   batch_dims};
    to->gather = (gather_call){
        is_flat ? GATHER_TAKE : (gather_operator)(op - OPERATORS), &data.tensor, &indices.tensor, axis, batch_dims, &to->options};
    data.tensor = (strew_tensor){dtype, data_rank, data_shape, NULL, NULL};
    indices.tensor = (strew_tensor){index_dtype, indices_rank, indices_shape, NULL, NULL};
    rank = to->is_gather ? gather_shape(&to->gather, shape) : updates_shape_of_call(&to->scatter, shape);
    if (!fits(dtype, rank, shape) || !fits(dtype, data_rank, data_shape) || !fits(index_dtype, indices_rank, indices_shape) ||
        !fits(index_dtype, indices_rank - has_tuples, indices_shape))
        return 0;
    to->is_in_place = !to->is_gather && how / 128;
    take_view(from, &data, dtype, data_rank, data_shape);
    if (to->is_apart && is_nd) {
        view_place(&indices, index_dtype, indices_rank, indices_shape, NULL, EXTREME, &random_state);
        take_components(from, to, k);
    } else {
        if (to->is_apart) to->mistake = NO_COMPONENTS;
        take_view(from, &indices, index_dtype, indices_rank, indices_shape);
    }
    if (to->is_gather)
        take_view(from, &output, dtype, rank, shape);
    else
        take_view(from, &updates, dtype, rank, shape);
    if (!to->is_gather) take_view(from, &output, dtype, data_rank, data_shape);
    if (to->is_in_place) to->scatter.data = &output.tensor;
    to->has_scale = dtype == STREW_DTYPE_FLOAT16 && reduction == STREW_REDUCTION_NONE && !to->has_alpha && random_next(&random_state) % 2;
    if (to->has_scale) to->options.overflow = STREW_OVERFLOW_WRAPS; /* which would make a number of an infinity */
    if (to->has_scale) take_scale(from, to->is_gather ? &data.tensor : &updates.tensor);
    take_indices(from, sizes, k ? k : 1);
    to->scatter.output = to->gather.output = &output.tensor;
    to->dense_scatter = to->scatter;
    to->dense_scatter.data = to->is_in_place ? &output.dense : &data.dense;
    to->dense_scatter.indices = &indices.dense;
    to->dense_scatter.updates = &updates.dense;
    to->dense_gather = to->gather;
    to->dense_gather.data = &data.dense;
    to->dense_gather.indices = &indices.dense;
    if (to->is_apart) set_components(to);
    return 1;
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static strew_status plan(const made *of, strew_plan *plan, strew_fault *fault)
{
    const strew_call call = call_of_library(of);
    return strew_plan_call(plan, &call, fault);
}

static strew_status run(const made *of, const strew_plan *plan, int is_prepared, size_t n_threads, strew_fault *fault)
{
    const size_t n_bytes = strew_plan_workspace_size(plan, (int32_t)n_threads), n_prepared = strew_plan_prepared_size(plan);
    void *const to = (void *)(uintptr_t)output.tensor.values, *const room = guarded_place(&workspace, n_bytes, FLUSH_END, 0);
    const strew_resources resources = STREW_RESOURCES(.workspace = room, .workspace_bytes = n_bytes, .parallel_for = on_one_thread,
                                                      .n_threads = (int32_t)n_threads, .wake_ns = 1);
    const strew_buffers of_indices =
        STREW_BUFFERS(.indices = of->scatter.components ? NULL : indices.tensor.values, .components = place_components(of));
    strew_buffers buffers = of_indices;

    view_restore(&output);
    if (is_prepared) {
        void *const memory = guarded_place(&prepared, n_prepared, FLUSH_END, 0);
        const strew_status status = strew_prepare(plan, &of_indices, memory, n_prepared, fault);
        if (status != STREW_OK) return status;
        buffers = STREW_BUFFERS(.prepared = memory);
    }
    buffers.output = to;
    buffers.data = of->is_in_place ? to : data.tensor.values;
    if (!of->is_gather) buffers.updates = updates.tensor.values;
    if (of->has_scale) buffers.scale = scale.tensor.values;
    return strew_run(plan, &buffers, &resources, fault);
}

/* A component that is missing or that output overlaps, if there is any tuple. Whoever prepares indices has no output to compare. */
static void require_rejection(const made *of, const strew_plan *planned, size_t n_threads)
{
    const int is_missing = of->mistake == MISSING_COMPONENT;
    strew_fault fault;

    for (int form = 0; form < (is_missing ? 4 : 2); form++) {
        const strew_status status = run(of, planned, form / 2, form % 2 ? n_threads : 1, &fault);
        require(status == (is_missing ? STREW_STATUS_NULL_POINTER : STREW_STATUS_OUTPUT_OVERLAP), "a wrong component is not rejected");
        require(status == fault.status && strcmp(fault.subject, "component") == 0, "the fault does not name a component");
        require(view_is_unchanged(&output), "a call that was rejected has written");
    }
}

static void run_all(made *of, unsigned isa, size_t n_threads)
{
    strew_isa isas[MAX_ISAS];
    reference_position position;
    strew_fault fault;
    strew_plan planned;
    const int is_out_of_bounds =
        of->is_gather ? gather_is_out_of_bounds(&of->dense_gather, &position) : reference_is_out_of_bounds(&of->dense_scatter, &position);
    const int is_rejected = is_out_of_bounds && of->options.policy == STREW_POLICY_ERROR;

    if (is_out_of_bounds && of->options.policy == STREW_POLICY_TRUSTED) return;
    of->options.isa = isas[isa % runnable_isas(isas)];
    require(plan(of, &planned, &fault) == STREW_OK, "a plan is not made again");
    if (!is_rejected && of->is_gather) reference_gather(expected, &of->dense_gather);
    if (!is_rejected && !of->is_gather) reference_scatter(expected, &of->dense_scatter);
    for (int form = 0; form < 4; form++) {
        const strew_status status = run(of, &planned, form / 2, form % 2 ? n_threads : 1, &fault);
        require(status == fault.status, "the fault has another status");
        require(status == (is_rejected ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK), "the status is another");
        require(!is_rejected || reference_is_position(&fault, &position), "the fault names another index");
        require(is_rejected ? view_is_unchanged(&output) : view_holds(&output, expected), "the result is another");
        require(view_is_unchanged(&indices) && view_is_unchanged(&data), "what is read was written");
        require(!of->has_scale || view_is_unchanged(&scale), "a scale was written");
        for (size_t c = 0; c < n_apart; c++) require(view_is_unchanged(&components[c]), "a component was written");
        require(guarded_is_intact(&workspace), "a byte beside the workspace was written");
    }
}

/* The status of a call that cannot be planned, whatever its strides are; STREW_OK if there is no such reason. */
static strew_status reason_of(const made *of)
{
    const strew_reduction reduction = of->scatter.reduction;
    const int is_sum = !of->is_gather && (reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_SUB);

    if (of->mistake == NO_COMPONENTS || (of->has_alpha && !is_sum)) return STREW_STATUS_UNUSED_ARGUMENT;
    if (of->mistake == INDICES_TOO || (of->has_alpha && of->options.excludes_self)) return STREW_STATUS_CONFLICT;
    return STREW_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    bytes from = {input, size};
    strew_plan planned;
    strew_fault fault;
    made made = {0};

    if (!workspace.mapping) {
        data = view_open(CAPACITY);
        indices = view_open(CAPACITY);
        updates = view_open(CAPACITY);
        output = view_open(CAPACITY);
        scale = view_open(CAPACITY);
        for (size_t c = 0; c < MAX_RANK; c++) components[c] = view_open(CAPACITY);
        pointers = guarded_open(4096);
        workspace = guarded_open(1 << 20);
        prepared = guarded_open(1 << 18);
    }
    const unsigned isa = take_byte(&from);
    const unsigned how = take_byte(&from);
    const size_t n_threads = 2 + how % 4;
    n_apart = 0;
    made.is_apart = how >= 224;
    made.has_alpha = how / 4 % 4 == 3;
    made.is_flat = how >= 192 && how < 224;
    made.is_empty = isa >= 224;
    made.mistake = NO_MISTAKE;
    if (!take_call(&from, &made)) return 0;
    const strew_status status = plan(&made, &planned, &fault);
    const int is_valid = are_apart(output.tensor.rank, output.shape, output.strides);
    require(status == fault.status, "the fault of planning has another status");
    if (reason_of(&made) != STREW_OK) {
        require(status == reason_of(&made), "what does not go with the call is planned");
        return 0;
    }
    if (status == STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION) return 0;
    if (!is_valid && reference_elements(&output.tensor)) require(status == STREW_STATUS_STRIDES_OVERLAP, "strides that meet are planned");
    /* Elements of data at one address may have two scales. */
    const int is_ambiguous = made.has_scale && made.is_gather && !are_apart(data.tensor.rank, data.shape, data.strides);
    if (is_valid) require(status == (is_ambiguous ? fault.status : STREW_OK), "valid, but rejected");
    if (is_ambiguous) require(status == STREW_OK || status == STREW_STATUS_STRIDES_OVERLAP, "rejected for another reason");
    if (status != STREW_OK) return 0;
    if (made.mistake != NO_MISTAKE && reference_elements(&indices.tensor) != 0)
        require_rejection(&made, &planned, n_threads);
    else
        run_all(&made, isa, n_threads);
    return 0;
}
