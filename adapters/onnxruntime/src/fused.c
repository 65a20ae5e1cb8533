#include "fused.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "batches.h"
#include "node.h"

enum { ABSENT = -1, MAX_INPUTS = 16 };

/* A workspace that a run has left for the next one. */
typedef struct spare {
    size_t bytes;
    uint64_t memory[]; /* aligned for every type */
} spare;

typedef struct fused {
    ort_compute base;
    const ort_functions *ort;
    strew_ort_threads *threads;
    strew_reduction reduction;
    bool is_elements, has_tuples, is_wide;
    int inputs[STREW_ORT_N_READ]; /* which input of the fused node each is */
    _Atomic(spare *) spare;
} fused;

/* ---- Making it ----------------------------------------------------------------------------------------------------------------------- */

static bool find_in_graph(const ort_functions *ort, const ort_graph *graph, strew_ort_group *group)
{
    const ort_graph_node *nodes[MAX_INPUTS] = {0};
    size_t n = 0;
    if (!strew_ort_is_told(ort, ort->Graph_GetNumNodes(graph, &n)) || n > MAX_INPUTS) return false;
    if (!strew_ort_is_told(ort, ort->Graph_GetNodes(graph, nodes, n))) return false;
    for (size_t i = 0; i < n; i++)
        if (strew_ort_find_group(ort, nodes[i], group) && group->n_nodes == n) return true;
    return false;
}

static bool find_inputs(fused *self, const strew_ort_group *group, const ort_graph_node *node)
{
    const ort_functions *ort = self->ort;
    const ort_value_info *inputs[MAX_INPUTS] = {0};
    size_t n = 0;
    if (!strew_ort_is_told(ort, ort->Node_GetNumInputs(node, &n)) || n > MAX_INPUTS) return false;
    if (!strew_ort_is_told(ort, ort->Node_GetInputs(node, inputs, n))) return false;
    for (int i = 0; i < STREW_ORT_N_READ; i++) {
        const char *name = NULL, *other = NULL;
        self->inputs[i] = ABSENT;
        if (!group->read[i]) continue;
        if (!strew_ort_is_told(ort, ort->GetValueInfoName(group->read[i], &name))) return false;
        for (size_t k = 0; k < n; k++)
            if (inputs[k] && strew_ort_is_told(ort, ort->GetValueInfoName(inputs[k], &other)) && !strcmp(name, other))
                self->inputs[i] = (int)k;
        if (self->inputs[i] == ABSENT) return false;
    }
    return true;
}

static ort_status *create_state(ort_compute *base, ort_compute_context *context, void **state)
{
    (void)context;
    *state = base;
    return NULL;
}

static void release_state(ort_compute *base, void *state)
{
    (void)base, (void)state;
}

/* ---- Running it ---------------------------------------------------------------------------------------------------------------------- */

/* Where all tensors of a run are. */
typedef struct work {
    strew_ort_tensor read[STREW_ORT_N_READ];
    size_t n_tuple_dims, rank; /* of the updates, which nobody makes */
    int64_t shape[STREW_MAX_RANK];
    int64_t table_shape[STREW_MAX_RANK], table_strides[STREW_MAX_RANK];
    int64_t rows_strides[STREW_MAX_RANK], indices_strides[1];
    int64_t weights_shape[STREW_MAX_RANK], weights_strides[STREW_MAX_RANK];
    int64_t data_shape[STREW_MAX_RANK], data_strides[STREW_MAX_RANK];
    strew_call call;
} work;

static ort_status *fail(const ort_functions *ort, const char *sentence)
{
    return ort->CreateStatus(ORT_CODE_INVALID_ARGUMENT, sentence);
}

/* The strides with which a dense tensor is read as one of another shape, of which it has the last dimensions: 0 where it has one element
 * for all. False if it has others. */
static bool broadcast(const strew_tensor *tensor, const int64_t *shape, size_t rank, int64_t *strides)
{
    int64_t stride = 1;
    size_t d = (size_t)tensor->rank;
    if (d > rank) return false;
    for (size_t to = rank; to > 0; to--) {
        if (d == 0) {
            strides[to - 1] = 0;
            continue;
        }
        const int64_t size = tensor->shape[--d];
        if (size != shape[to - 1] && size != 1) return false;
        strides[to - 1] = size == shape[to - 1] ? stride : 0;
        stride *= size;
    }
    return true;
}

static ort_status *read_inputs(const fused *self, const ort_context *context, work *at)
{
    static const char *const names[STREW_ORT_N_READ] = {"data", "indices", "the table", "the indices of the gather", "weights", "a shape"};
    for (int i = 0; i < STREW_ORT_N_READ; i++) {
        const ort_value *value = NULL;
        ort_status *status = NULL;
        if (self->inputs[i] != ABSENT) status = self->ort->KernelContext_GetInput(context, (size_t)self->inputs[i], &value);
        if (!status) status = strew_ort_read_tensor(self->ort, value, names[i], &at->read[i]);
        if (status) return status;
    }
    return NULL;
}

/* The shape of the rows that a gather would make, and then of the products of a Mul. False if a Mul rejects it. */
static bool find_shape(const fused *self, work *at)
{
    const strew_tensor *table = &at->read[STREW_ORT_TABLE].view, *weights = &at->read[STREW_ORT_WEIGHTS].view;
    strew_tensor *rows = &at->read[STREW_ORT_ROWS].view;
    rows->rank -= self->has_tuples;
    at->n_tuple_dims = (size_t)rows->rank;
    at->rank = at->n_tuple_dims + (size_t)table->rank - 1;
    if (at->rank > STREW_MAX_RANK || (size_t)weights->rank > at->rank) return false;
    for (size_t d = 0; d < at->n_tuple_dims; d++) at->shape[d] = rows->shape[d];
    for (size_t d = at->n_tuple_dims; d < at->rank; d++) at->shape[d] = table->shape[1 + d - at->n_tuple_dims];
    for (size_t d = 0; d < (size_t)weights->rank; d++) {
        int64_t *const size = &at->shape[at->rank - (size_t)weights->rank + d];
        if (*size == 1)
            *size = weights->shape[d];
        else if (weights->shape[d] != 1 && weights->shape[d] != *size)
            return false;
    }
    return true;
}

/* Whether an Expand makes indices of the shape of the updates. */
static bool is_expanded(const work *at, size_t rank)
{
    const strew_tensor *shape = &at->read[STREW_ORT_SHAPE].view, *indices = &at->read[STREW_ORT_INDICES].view;
    if (!shape->dtype) return true;
    if (shape->rank != 1 || (size_t)shape->shape[0] > rank) return false;
    const size_t n = (size_t)shape->shape[0];
    for (size_t d = 0; d < rank; d++) {
        const int64_t own = indices->shape[d], asked = d + n < rank ? 1 : ((const int64_t *)shape->values)[d + n - rank];
        if (own != 1 && asked != 1 && asked != own) return false;
        if ((own == 1 ? asked : own) != at->shape[d]) return false;
    }
    return true;
}

/* The tensors of the call. A shape that does not fit stays as it is: strew rejects it by name. */
static ort_status *describe_call(const fused *self, work *at)
{
    static const strew_options wide = {.struct_size = sizeof(strew_options), .accumulate = STREW_DTYPE_FLOAT32};
    if (!find_shape(self, at)) return fail(self->ort, "the factors of a Mul before a scatter have shapes that do not fit each other");
    const size_t n = at->n_tuple_dims, n_row_dims = at->rank - n;
    strew_tensor table = at->read[STREW_ORT_TABLE].view, rows = at->read[STREW_ORT_ROWS].view, indices = at->read[STREW_ORT_INDICES].view;
    strew_tensor weights = at->read[STREW_ORT_WEIGHTS].view, data = at->read[STREW_ORT_DATA].view;

    const strew_tensor one_row = {table.dtype, table.rank - 1, table.shape + 1, table.values, NULL};
    int64_t row_elements = 1;
    for (int32_t d = 1; d < table.rank; d++) row_elements *= table.shape[d];
    broadcast(&one_row, at->shape + n, n_row_dims, at->table_strides + 1);
    at->table_shape[0] = table.shape[0], at->table_strides[0] = row_elements;
    memcpy(at->table_shape + 1, at->shape + n, n_row_dims * sizeof *at->shape);
    table.shape = at->table_shape, table.strides = at->table_strides;

    broadcast(&rows, at->shape, n, at->rows_strides);
    rows.shape = at->shape, rows.strides = at->rows_strides;

    if (!weights.dtype) {
        weights = (strew_tensor){0};
    } else {
        broadcast(&weights, at->shape, at->rank, at->weights_strides);
        memcpy(at->weights_shape, at->shape, at->rank * sizeof *at->shape);
        for (size_t d = n; d < at->rank; d++)
            if (!at->weights_strides[d]) at->weights_shape[d] = 1;
        weights = (strew_tensor){weights.dtype, (int32_t)at->rank, at->weights_shape, weights.values, at->weights_strides};
    }

    if (self->is_elements) {
        if (!is_expanded(at, at->rank) || (indices.shape[0] != at->shape[0] && indices.shape[0] != 1))
            return fail(self->ort, "the indices of a ScatterElements are not expanded to the shape of its updates");
        at->indices_strides[0] = indices.shape[0] == 1 ? 0 : 1;
        indices = (strew_tensor){indices.dtype, 1, at->shape, indices.values, at->indices_strides};
        /* Updates may be narrower than data, of which they are then a part. */
        bool is_part = (size_t)data.rank == at->rank, is_narrower = false;
        for (size_t d = 1; is_part && d < at->rank; d++) {
            is_part = at->shape[d] <= data.shape[d];
            is_narrower |= at->shape[d] < data.shape[d];
        }
        if (is_part && is_narrower) {
            int64_t stride = 1;
            for (size_t d = at->rank; d > 0; d--) {
                at->data_shape[d - 1] = d == 1 ? data.shape[0] : at->shape[d - 1];
                at->data_strides[d - 1] = stride;
                stride *= data.shape[d - 1];
            }
            data.shape = at->data_shape, data.strides = at->data_strides;
        }
    }
    at->call = STREW_CALL(.op = self->is_elements ? STREW_OPERATOR_SCATTER_UPDATE : STREW_OPERATOR_SCATTER_ND, .reduction = self->reduction,
                          .data = data, .indices = indices, .updates = table, .update_indices = rows, .weights = weights);
    if (data.strides) at->call.output = data;
    if (self->is_wide && strew_ort_accumulates(self->reduction, data.dtype)) at->call.options = &wide;
    return NULL;
}

/* Takes the workspace of an earlier run, if no other run has it and it is large enough. NULL without memory: then the run has none. */
static spare *take_spare(fused *self, size_t bytes)
{
    spare *kept = atomic_exchange_explicit(&self->spare, NULL, memory_order_acquire);
    if (kept && kept->bytes >= bytes) return kept;
    free(kept);
    kept = bytes <= SIZE_MAX - sizeof *kept ? malloc(sizeof *kept + bytes) : NULL;
    if (kept) kept->bytes = bytes;
    return kept;
}

static void leave_spare(fused *self, spare *kept)
{
    free(atomic_exchange_explicit(&self->spare, kept, memory_order_acq_rel));
}

static size_t bytes_of(const strew_tensor *tensor)
{
    size_t bytes = strew_dtype_size(tensor->dtype);
    for (int32_t d = 0; d < tensor->rank; d++) bytes *= (size_t)tensor->shape[d];
    return bytes;
}

static ort_status *run(fused *self, ort_context *context, work *at, void *written)
{
    const ort_functions *ort = self->ort;
    const strew_tensor *const data = &at->read[STREW_ORT_DATA].view;
    strew_fault fault;
    strew_plan plan;
    if (strew_plan_call(&plan, &at->call, &fault) != STREW_OK) return strew_ort_describe(ort, &fault);
    int64_t n_elements = 1;
    for (size_t d = 0; d < at->rank; d++) n_elements *= at->shape[d];
    strew_ort_pool pool = {ort, context, NULL};
    const int32_t n_threads = strew_ort_count_threads(self->threads, &pool, n_elements);
    if (pool.status) return pool.status;
    const bool is_part = at->call.data.strides != NULL;
    if (is_part && bytes_of(data)) memcpy(written, data->values, bytes_of(data));
    strew_ort_batches batches;
    const bool has_batches = strew_ort_find_batches(&at->call, &batches);
    const size_t bytes = has_batches ? strew_ort_batches_size(&batches, n_threads) : strew_plan_workspace_size(&plan, n_threads);
    spare *const workspace = bytes ? take_spare(self, bytes) : NULL;
    const strew_resources resources =
        STREW_RESOURCES(.workspace = workspace ? workspace->memory : NULL, .workspace_bytes = workspace ? bytes : 0,
                        .parallel_for = n_threads > 1 ? strew_ort_parallel_for : NULL, .pool = &pool, .n_threads = n_threads,
                        .wake_ns = self->threads->wake_ns);
    strew_status ran = STREW_STATUS_WORKSPACE_TOO_SMALL;
    if (has_batches && workspace) ran = strew_ort_run_batches(&batches, written, is_part ? written : data->values, &resources);
    const strew_buffers buffers = STREW_BUFFERS(.output = written, .data = is_part ? written : data->values,
                                                .indices = at->call.indices.values, .updates = at->call.updates.values,
                                                .update_indices = at->call.update_indices.values, .weights = at->call.weights.values);
    if (ran != STREW_OK) ran = strew_run(&plan, &buffers, &resources, &fault); /* which names an index that is out of bounds */
    if (workspace) leave_spare(self, workspace);
    if (pool.status) return pool.status;
    return ran == STREW_OK ? NULL : strew_ort_describe(ort, &fault);
}

static ort_status *compute(ort_compute *base, void *state, ort_context *context)
{
    (void)state;
    fused *const self = (fused *)base;
    const ort_functions *ort = self->ort;
    work at;
    ort_status *status = read_inputs(self, context, &at);
    if (!status) status = describe_call(self, &at);
    if (status) return status;
    const strew_tensor *const data = &at.read[STREW_ORT_DATA].view;
    ort_value *output = NULL;
    void *written = NULL;
    status = ort->KernelContext_GetOutput(context, 0, data->shape, (size_t)data->rank, &output);
    if (!status) status = ort->GetTensorMutableData(output, &written);
    return status ? status : run(self, context, &at, written);
}

ort_status *strew_ort_compile(ort_compute **made, const ort_functions *ort, const ort_graph *graph, const ort_graph_node *node,
                              strew_ort_threads *threads, bool is_wide)
{
    fused *self = calloc(1, sizeof *self);
    if (!self) return ort->CreateStatus(ORT_CODE_FAIL, "there is no memory for a fused node");
    strew_ort_group group;
    self->ort = ort;
    self->threads = threads;
    self->is_wide = is_wide;
    if (!find_in_graph(ort, graph, &group) || !find_inputs(self, &group, node)) {
        free(self);
        return ort->CreateStatus(ORT_CODE_FAIL, "strew does not find the nodes again that it has fused");
    }
    self->base =
        (ort_compute){.version = ORT_MIN_PROVIDER, .create_state = create_state, .compute = compute, .release_state = release_state};
    self->reduction = group.reduction;
    self->is_elements = group.is_elements;
    self->has_tuples = group.has_tuples;
    *made = &self->base;
    return NULL;
}

void strew_ort_release_compiled(ort_compute *made)
{
    fused *const self = (fused *)made;
    if (!self) return;
    free(atomic_load_explicit(&self->spare, memory_order_acquire));
    free(self);
}
