#include "node.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA, INDICES, UPDATES, N_INPUTS }; /* as strew names them */
enum { MAX_TEXT = 16 };                    /* longer than any text that an attribute may have */
enum { MAX_PLANNED = 4 };                  /* prepared indices may be large, so a node has few of them */
enum { ANY_THREADS = 0 };

typedef strew_ort_tensor tensor;

/* A plan for some shapes, which is found again in later runs; for constant indices they are prepared too. It never changes. */
typedef struct planned {
    tensor inputs[N_INPUTS]; /* without values */
    strew_plan plan;
    int64_t n_elements; /* of updates, or gathered ones */
    int32_t n_threads;  /* for which workspace_bytes are; ANY_THREADS: for every number */
    size_t workspace_bytes;
    const void *prepared; /* NULL: the indices may change */
    unsigned char memory[];
} planned;

struct strew_ort_node {
    const ort_functions *ort;
    const strew_ort_operator *op;
    strew_ort_threads *threads;
    strew_ort_threads own_threads;
    ort_allocator *allocator; /* of the session, whose arena keeps what is freed */
    bool owns_allocator;
    bool is_wide; /* sums and products of floats of 16 bits and fewer are computed in float32 */
    bool has_constant_indices;
    tensor constant_indices; /* without values */
    strew_call call;         /* without tensors */
    /* For the shapes that are known when the node is made, and the first others that runs have. Filled from the first on. */
    _Atomic(planned *) planned[MAX_PLANNED];
};

/* ---- Attributes ---------------------------------------------------------------------------------------------------------------------- */

static ort_status *fail(const ort_functions *ort, const char *sentence)
{
    return ort->CreateStatus(ORT_CODE_INVALID_ARGUMENT, sentence);
}

ort_status *strew_ort_describe(const ort_functions *ort, const strew_fault *fault)
{
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, sentence, sizeof sentence);
    return fail(ort, sentence);
}

static int64_t read_number(const ort_functions *ort, const ort_info *info, const char *name, int64_t absent)
{
    int64_t value = absent;
    ort_status *status = ort->KernelInfoGetAttribute_int64(info, name, &value);
    if (!status) return value;
    ort->ReleaseStatus(status);
    return absent;
}

/* The number of the text that an attribute has among those that it may have; 0 if it is absent, -1 for any other text. */
static int read_choice(const ort_functions *ort, const ort_info *info, const char *name, const char *const *choices, int n)
{
    char text[MAX_TEXT] = "";
    size_t bytes = 0;
    ort_status *status = ort->KernelInfoGetAttribute_string(info, name, NULL, &bytes);
    if (status) {
        ort->ReleaseStatus(status);
        return 0;
    }
    if (bytes > sizeof text) return -1;
    bytes = sizeof text;
    status = ort->KernelInfoGetAttribute_string(info, name, text, &bytes);
    if (status) {
        ort->ReleaseStatus(status);
        return -1;
    }
    for (int i = 0; i < n; i++)
        if (!strcmp(text, choices[i])) return i;
    return -1;
}

static ort_status *read_attributes(strew_ort_node *node, const ort_info *info)
{
    /* ONNX lets no write index be negative. */
    static const strew_options tensor_scatter_options = {.struct_size = sizeof(strew_options),
                                                         .profile = STREW_PROFILE_ONNX_TENSORSCATTER_24};
    static const char *const modes[] = {"linear", "circular"};
    static const char *const reductions[] = {"none", "add", "mul", "min", "max"};
    static const char *const accumulations[] = {"none", "float32"};
    static const strew_reduction reduction_of[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_ADD, STREW_REDUCTION_MUL, STREW_REDUCTION_MIN,
                                                   STREW_REDUCTION_MAX};
    const ort_functions *ort = node->ort;
    const strew_operator kind = node->op->kind;
    strew_call *call = &node->call;
    *call = STREW_CALL(.op = kind);
    if (kind == STREW_OPERATOR_GATHER_ND)
        call->batch_dims = read_number(ort, info, "batch_dims", 0);
    else if (kind != STREW_OPERATOR_SCATTER_ND)
        call->axis = read_number(ort, info, "axis", kind == STREW_OPERATOR_TENSOR_SCATTER ? -2 : 0);
    if (kind == STREW_OPERATOR_TENSOR_SCATTER) {
        const int mode = read_choice(ort, info, "mode", modes, 2);
        if (mode < 0) return fail(ort, "the attribute mode of TensorScatter must be linear or circular");
        call->mode = (strew_cache_mode)mode;
        call->options = &tensor_scatter_options;
    } else if (!strew_ort_is_gather(node->op)) {
        const int reduction = read_choice(ort, info, "reduction", reductions, 5);
        if (reduction < 0) return fail(ort, "the attribute reduction of a scatter must be none, add, mul, min or max");
        call->reduction = reduction_of[reduction];
        const int accumulation = read_choice(ort, info, "accumulate", accumulations, 2); /* of custom operators */
        if (accumulation < 0) return fail(ort, "the attribute accumulate of a scatter must be none or float32");
        node->is_wide |= accumulation == 1;
    }
    return NULL;
}

/* ---- Plans --------------------------------------------------------------------------------------------------------------------------- */

/* The place of an operator's i-th input. TensorScatter has its write indices, which take the place of indices, after the updates. */
static int place_of(const strew_ort_operator *op, int i)
{
    static const int swapped[N_INPUTS] = {DATA, UPDATES, INDICES};
    return op->kind == STREW_OPERATOR_TENSOR_SCATTER ? swapped[i] : i;
}

static int n_inputs(const strew_ort_operator *op)
{
    return strew_ort_is_gather(op) ? 2 : 3;
}

bool strew_ort_accumulates(strew_reduction reduction, strew_dtype dtype)
{
    const bool is_narrow = dtype == STREW_DTYPE_FLOAT16 || dtype == STREW_DTYPE_BFLOAT16 || dtype == STREW_DTYPE_FLOAT8E4M3FN ||
                           dtype == STREW_DTYPE_FLOAT8E5M2;
    return is_narrow && (reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_MUL);
}

/* Whether the reduction is computed in float32, for which each run needs a workspace. */
static bool accumulates(const strew_ort_node *node, const tensor *inputs)
{
    return node->is_wide && strew_ort_accumulates(node->call.reduction, inputs[DATA].view.dtype);
}

static strew_status make_plan(const strew_ort_node *node, const tensor *inputs, strew_plan *plan, strew_fault *fault)
{
    static const strew_options wide = {.struct_size = sizeof(strew_options), .accumulate = STREW_DTYPE_FLOAT32};
    const strew_tensor *indices = &inputs[INDICES].view;
    strew_call call = node->call;
    if (accumulates(node, inputs)) call.options = &wide;
    call.data = inputs[DATA].view;
    if (call.op != STREW_OPERATOR_TENSOR_SCATTER)
        call.indices = *indices;
    else if (indices->dtype)
        call.write_indices = *indices;
    if (!strew_ort_is_gather(node->op)) call.updates = inputs[UPDATES].view;
    /* ONNX's operators have one type, so strew does not convert. */
    if (call.updates.dtype != 0 && call.updates.dtype != call.data.dtype) {
        const strew_fault mismatch = {.status = STREW_STATUS_DTYPE_MISMATCH,
                                      .subject = "updates",
                                      .value = (int64_t)call.updates.dtype,
                                      .high = (int64_t)call.data.dtype};
        if (fault != NULL) *fault = mismatch;
        return mismatch.status;
    }
    return strew_plan_call(plan, &call, fault);
}

static bool has_shape(const tensor *known, const strew_tensor *now)
{
    return known->view.dtype == now->dtype && known->view.rank == now->rank &&
           !memcmp(known->shape, now->shape, (size_t)now->rank * sizeof(int64_t));
}

static void keep_shape(tensor *known, const strew_tensor *now)
{
    known->view.dtype = now->dtype;
    known->view.rank = now->rank;
    known->view.shape = known->shape;
    memcpy(known->shape, now->shape, (size_t)now->rank * sizeof(int64_t));
}

static bool is_of(const planned *known, const strew_ort_node *node, const tensor *inputs)
{
    for (int i = 0; i < n_inputs(node->op); i++)
        if (!has_shape(&known->inputs[i], &inputs[i].view)) return false;
    return true;
}

/* The plan of these inputs if the node keeps one. */
static const planned *find_planned(strew_ort_node *node, const tensor *inputs)
{
    for (int i = 0; i < MAX_PLANNED; i++) {
        const planned *known = atomic_load_explicit(&node->planned[i], memory_order_acquire);
        if (!known) return NULL;
        if (is_of(known, node, inputs)) return known;
    }
    return NULL;
}

/* Puts a plan into the first free place. False if there is none, or if another thread was faster. */
static bool place_plan(strew_ort_node *node, planned *kept)
{
    for (int i = 0; i < MAX_PLANNED; i++) {
        planned *known = NULL;
        if (atomic_compare_exchange_strong_explicit(&node->planned[i], &known, kept, memory_order_acq_rel, memory_order_acquire))
            return true;
        if (is_of(known, node, kept->inputs)) return false;
    }
    return false;
}

/* The shape of the output, whose rank it returns. The inputs are planned, so their shapes fit each other. */
static size_t output_shape(const strew_ort_node *node, const tensor *inputs, int64_t *shape)
{
    const strew_tensor *data = &inputs[DATA].view, *indices = &inputs[INDICES].view;
    const size_t r = (size_t)data->rank, q = (size_t)indices->rank;
    size_t rank = 0;
    switch (node->op->kind) {
    case STREW_OPERATOR_GATHER_ND:
        for (size_t d = 0; d + 1 < q; d++) shape[rank++] = indices->shape[d];
        for (size_t d = (size_t)(node->call.batch_dims + indices->shape[q - 1]); d < r; d++) shape[rank++] = data->shape[d];
        return rank;
    case STREW_OPERATOR_GATHER_ELEMENTS: memcpy(shape, indices->shape, q * sizeof *shape); return q;
    case STREW_OPERATOR_GATHER: {
        const size_t axis = (size_t)(node->call.axis < 0 ? node->call.axis + data->rank : node->call.axis);
        for (size_t d = 0; d < axis; d++) shape[rank++] = data->shape[d];
        for (size_t d = 0; d < q; d++) shape[rank++] = indices->shape[d];
        for (size_t d = axis + 1; d < r; d++) shape[rank++] = data->shape[d];
        return rank;
    }
    default: memcpy(shape, data->shape, r * sizeof *shape); return r;
    }
}

/* How many elements a run writes. The inputs are planned. */
static int64_t n_elements_of(const strew_ort_node *node, const tensor *inputs)
{
    int64_t gathered[STREW_MAX_RANK];
    const bool is_gather = strew_ort_is_gather(node->op);
    const int64_t *shape = is_gather ? gathered : inputs[UPDATES].view.shape;
    const size_t rank = is_gather ? output_shape(node, inputs, gathered) : (size_t)inputs[UPDATES].view.rank;
    int64_t n = 1;
    for (size_t d = 0; d < rank; d++) n *= shape[d];
    return n;
}

/* Keeps a plan, and prepares constant indices. What cannot be kept is no error: it is planned in each run, where wrong indices are
 * reported. */
static void keep_plan(strew_ort_node *node, const tensor *inputs, const strew_plan *plan, int32_t n_threads)
{
    const bool prepares = node->has_constant_indices && node->op->kind != STREW_OPERATOR_TENSOR_SCATTER;
    const size_t prepared_bytes = prepares ? strew_plan_prepared_size(plan) : 0;
    void *memory = NULL;
    ort_status *status = node->ort->AllocatorAlloc(node->allocator, sizeof(planned) + prepared_bytes, &memory);
    if (status) {
        node->ort->ReleaseStatus(status);
        return;
    }
    planned *kept = memory;
    memset(kept, 0, sizeof *kept);
    for (int i = 0; i < n_inputs(node->op); i++) keep_shape(&kept->inputs[i], &inputs[i].view);
    kept->plan = *plan;
    kept->n_elements = n_elements_of(node, inputs);
    kept->n_threads = n_threads;
    kept->workspace_bytes = strew_plan_workspace_size(plan, n_threads);
    const strew_buffers buffers = STREW_BUFFERS(.indices = inputs[INDICES].view.values);
    if (prepares && strew_prepare(plan, &buffers, kept->memory, prepared_bytes, NULL) == STREW_OK) {
        kept->prepared = kept->memory;
        if (!accumulates(node, inputs))
            kept->workspace_bytes = 0, kept->n_threads = ANY_THREADS; /* no other reduction here needs one then */
    }
    if (!place_plan(node, kept)) node->ort->AllocatorFree(node->allocator, kept);
}

/* ---- Making a node ------------------------------------------------------------------------------------------------------------------- */

ort_status *strew_ort_read_tensor(const ort_functions *ort, const ort_value *value, const char *name, strew_ort_tensor *read)
{
    strew_tensor *view = &read->view;
    *view = (strew_tensor){.shape = read->shape};
    if (!value) return NULL;
    int type = 0;
    size_t rank = 0;
    ort_status *status = NULL;
    if (ort->GetTensorElementTypeAndShapeDataReference) {
        status = ort->GetTensorElementTypeAndShapeDataReference(value, &type, &view->shape, &rank);
    } else {
        ort_shape_info *info = NULL;
        status = ort->GetTensorTypeAndShape(value, &info);
        if (!status) status = ort->GetTensorElementType(info, &type);
        if (!status) status = ort->GetDimensionsCount(info, &rank);
        if (!status && rank <= STREW_MAX_RANK) status = ort->GetDimensions(info, read->shape, rank);
        if (info) ort->ReleaseTensorTypeAndShapeInfo(info);
    }
    if (!status && rank > STREW_MAX_RANK) return fail(ort, "strew handles tensors of at most 64 dimensions");
    if (!view->shape) view->shape = read->shape; /* of a scalar */
    view->dtype = strew_ort_dtype(type);
    view->rank = (int32_t)rank;
    if (!status && !view->dtype) {
        char sentence[STREW_MESSAGE_BYTES];
        snprintf(sentence, sizeof sentence, "%s has a type that strew does not take, such as string", name);
        return fail(ort, sentence);
    }
    if (!status) {
        void *values = NULL;
        status = ort->GetTensorMutableData(value, &values);
        view->values = values;
    }
    return status;
}

/* The place says what the input is called in a sentence. */
static ort_status *read_tensor(const ort_functions *ort, const ort_value *value, int place, tensor *read)
{
    static const char *const names[N_INPUTS] = {"data", "indices", "updates"};
    return strew_ort_read_tensor(ort, value, names[place], read);
}

/* The type and the shape of an input, if the model says them. */
static bool read_static_shape(const ort_functions *ort, const ort_info *info, size_t i, tensor *read)
{
    ort_type_info *type_info = NULL;
    const ort_shape_info *shape_info = NULL;
    int type = 0;
    size_t rank = 0;
    ort_status *status = ort->KernelInfo_GetInputTypeInfo(info, i, &type_info);
    if (!status) status = ort->CastTypeInfoToTensorInfo(type_info, &shape_info);
    if (!status && shape_info) status = ort->GetTensorElementType(shape_info, &type);
    if (!status && shape_info) status = ort->GetDimensionsCount(shape_info, &rank);
    if (!status && shape_info && rank <= STREW_MAX_RANK) status = ort->GetDimensions(shape_info, read->shape, rank);
    bool is_known = !status && shape_info && rank > 0 && rank <= STREW_MAX_RANK; /* an unknown rank is told as 0 */
    if (status) ort->ReleaseStatus(status);
    if (type_info) ort->ReleaseTypeInfo(type_info);
    for (size_t d = 0; is_known && d < rank; d++) is_known = read->shape[d] >= 0;
    read->view = (strew_tensor){strew_ort_dtype(type), (int32_t)rank, read->shape, NULL, NULL};
    return is_known;
}

/* Finds out whether the indices are constant, and if so prepares them if the model says all shapes. */
static void prepare_early(strew_ort_node *node, const ort_info *info)
{
    if (!node->ort->KernelInfoGetConstantInput_tensor || node->op->kind == STREW_OPERATOR_TENSOR_SCATTER) return;
    int is_constant = 0;
    const ort_value *indices = NULL;
    ort_status *status = node->ort->KernelInfoGetConstantInput_tensor(info, INDICES, &is_constant, &indices);
    tensor inputs[N_INPUTS] = {0};
    if (!status && is_constant) status = read_tensor(node->ort, indices, INDICES, &inputs[INDICES]);
    node->has_constant_indices = !status && is_constant;
    if (node->has_constant_indices) keep_shape(&node->constant_indices, &inputs[INDICES].view);
    if (status) node->ort->ReleaseStatus(status);
    if (!node->has_constant_indices) return;
    for (int i = 0; i < n_inputs(node->op); i++)
        if (i != INDICES && !read_static_shape(node->ort, info, (size_t)i, &inputs[i])) return;
    strew_plan plan;
    if (make_plan(node, inputs, &plan, NULL) == STREW_OK) keep_plan(node, inputs, &plan, 1);
}

ort_status *strew_ort_create_node(strew_ort_node **made, const ort_functions *ort, const ort_info *info, const strew_ort_operator *op,
                                  strew_ort_threads *threads, bool is_wide)
{
    strew_ort_node *node = calloc(1, sizeof *node);
    if (!node) return ort->CreateStatus(ORT_CODE_FAIL, "there is no memory for a node");
    node->ort = ort;
    node->op = op;
    node->is_wide = is_wide;
    node->threads = threads ? threads : &node->own_threads;
    ort_status *status = read_attributes(node, info);
    node->owns_allocator = ort->KernelInfoGetAllocator != NULL;
    if (!status)
        status = node->owns_allocator ? ort->KernelInfoGetAllocator(info, ORT_MEMORY_DEFAULT, &node->allocator)
                                      : ort->GetAllocatorWithDefaultOptions(&node->allocator);
    if (status) {
        strew_ort_release_node(node);
        return status;
    }
    prepare_early(node, info);
    *made = node;
    return NULL;
}

void strew_ort_release_node(strew_ort_node *node)
{
    for (int i = 0; i < MAX_PLANNED; i++) {
        planned *kept = atomic_load_explicit(&node->planned[i], memory_order_acquire);
        if (kept) node->ort->AllocatorFree(node->allocator, kept);
    }
    if (node->owns_allocator && node->allocator) node->ort->ReleaseAllocator(node->allocator);
    free(node);
}

/* ---- Running a node ------------------------------------------------------------------------------------------------------------------ */

static strew_buffers buffers_of(const strew_ort_node *node, const tensor *inputs, const void *prepared, void *output)
{
    const bool is_tensor_scatter = node->op->kind == STREW_OPERATOR_TENSOR_SCATTER;
    const void *indices = inputs[INDICES].view.values;
    return STREW_BUFFERS(.output = output, .data = inputs[DATA].view.values, .indices = prepared || is_tensor_scatter ? NULL : indices,
                         .updates = strew_ort_is_gather(node->op) ? NULL : inputs[UPDATES].view.values,
                         .write_indices = is_tensor_scatter ? indices : NULL, .prepared = prepared);
}

ort_status *strew_ort_check_count(const strew_ort_node *node, const ort_context *context)
{
    size_t n = 0;
    ort_status *status = node->ort->KernelContext_GetInputCount(context, &n);
    const size_t max = (size_t)n_inputs(node->op), min = node->op->kind == STREW_OPERATOR_TENSOR_SCATTER ? 2 : max;
    if (status || (min <= n && n <= max)) return status;
    char sentence[STREW_MESSAGE_BYTES];
    snprintf(sentence, sizeof sentence, "%s has %zu inputs; it takes %zu", node->op->name, n, max);
    return fail(node->ort, sentence);
}

/* Reads the inputs. Constant indices are not read: a kept plan has them prepared. */
static ort_status *read_inputs(const strew_ort_node *node, const ort_context *context, tensor *inputs)
{
    for (int i = 0; i < n_inputs(node->op); i++) {
        const int place = place_of(node->op, i);
        if (place == INDICES && node->has_constant_indices) {
            inputs[INDICES].view = node->constant_indices.view;
            continue;
        }
        const ort_value *value = NULL;
        ort_status *status = node->ort->KernelContext_GetInput(context, (size_t)i, &value);
        if (!status) status = read_tensor(node->ort, value, place, &inputs[place]);
        if (status) return status;
    }
    return NULL;
}

/* Reads constant indices after all. They are the second input of every operator that has them. */
static ort_status *read_constant_indices(const strew_ort_node *node, const ort_context *context, tensor *inputs)
{
    const ort_value *value = NULL;
    ort_status *status = node->ort->KernelContext_GetInput(context, INDICES, &value);
    return status ? status : read_tensor(node->ort, value, INDICES, &inputs[INDICES]);
}

ort_status *strew_ort_run_node(strew_ort_node *node, ort_context *context)
{
    const ort_functions *ort = node->ort;
    tensor inputs[N_INPUTS];
    ort_status *status = read_inputs(node, context, inputs);
    if (status) return status;
    const planned *kept = find_planned(node, inputs);
    if (node->has_constant_indices && !(kept && kept->prepared)) status = read_constant_indices(node, context, inputs);
    if (status) return status;

    strew_ort_pool pool = {ort, context, NULL};
    strew_fault fault;
    strew_plan plan;
    if (!kept && make_plan(node, inputs, &plan, &fault) != STREW_OK) return strew_ort_describe(ort, &fault);
    const int32_t n_threads = strew_ort_count_threads(node->threads, &pool, kept ? kept->n_elements : n_elements_of(node, inputs));
    if (pool.status) return pool.status;
    if (!kept && !atomic_load_explicit(&node->planned[MAX_PLANNED - 1], memory_order_relaxed)) {
        keep_plan(node, inputs, &plan, n_threads);
        kept = find_planned(node, inputs);
    }

    int64_t shape[STREW_MAX_RANK];
    ort_value *output = NULL;
    status = ort->KernelContext_GetOutput(context, 0, shape, output_shape(node, inputs, shape), &output);
    if (status) return status;
    void *written = NULL;
    status = ort->GetTensorMutableData(output, &written);
    const strew_plan *used = kept ? &kept->plan : &plan;
    const bool is_known = kept && (kept->n_threads == n_threads || kept->n_threads == ANY_THREADS);
    strew_resources resources =
        STREW_RESOURCES(.workspace_bytes = is_known ? kept->workspace_bytes : strew_plan_workspace_size(used, n_threads),
                        .parallel_for = n_threads > 1 ? strew_ort_parallel_for : NULL, .pool = &pool, .n_threads = n_threads,
                        .wake_ns = node->threads->wake_ns);
    if (!status && resources.workspace_bytes)
        status = ort->AllocatorAlloc(node->allocator, resources.workspace_bytes, &resources.workspace);
    if (status) return status;

    const strew_buffers buffers = buffers_of(node, inputs, kept ? kept->prepared : NULL, written);
    const strew_status ran = strew_run(used, &buffers, &resources, &fault);
    if (resources.workspace) status = ort->AllocatorFree(node->allocator, resources.workspace);
    if (pool.status && status) ort->ReleaseStatus(status);
    if (pool.status) return pool.status;
    return ran == STREW_OK || status ? status : strew_ort_describe(ort, &fault);
}
