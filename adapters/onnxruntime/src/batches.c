#include "batches.h"

#include <stdint.h>
#include <string.h>

/* How many bytes of rows a thread has at a time: with what they are added to, they stay in its second cache. */
enum { BATCH_BYTES = 1 << 18, ALIGNMENT = 64 };

/* Sums and extremes of float32 and float64 have kernels that read rows where they are, multiply them and keep a result in registers.
 * For others, and for rows shorter than this, a call at once takes the time of a cache miss for each row. In milliseconds on one thread of
 * Zen 4, 1,166,243 edges between 169,343 nodes, at once and in batches: sums of 8 float32 46 and 20, of one with weights 14 and 8;
 * products of 32 float32 280 and 63, sums of 8 int64 249 and 26, of 32 float16 278 and 25, maxima of 32 uint8 174 and 16. */
enum { FEW_BYTES = 128, FEW_WEIGHED_BYTES = 16 };

/* A gather and a scatter of n of the call's tuples, or of as many in each row of theirs. */
typedef struct batch {
    int64_t rows_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK], weights_shape[STREW_MAX_RANK];
    strew_plan gather, scatter;
} batch;

static int64_t product_of(const strew_tensor *tensor, int32_t from)
{
    int64_t product = 1;
    for (int32_t d = from; d < tensor->rank; d++) product *= tensor->shape[d];
    return product;
}

/* The bytes of the rows of each index along the first dimension of the tuples. */
static size_t step_bytes_of(const strew_call *call)
{
    return (size_t)product_of(&call->update_indices, 1) * (size_t)product_of(&call->updates, 1) * strew_dtype_size(call->updates.dtype);
}

static int64_t count_steps(const strew_call *call, int32_t n_threads)
{
    const size_t n = (size_t)BATCH_BYTES * (size_t)n_threads / step_bytes_of(call);
    const int64_t n_all = call->update_indices.shape[0];
    return n == 0 ? 1 : (uint64_t)n_all < n ? n_all : (int64_t)n;
}

/* A copy of a tensor whose shape and strides are in these arrays. */
static void copy_tensor(strew_tensor *tensor, int64_t *shape, int64_t *strides)
{
    int64_t dense = 1;
    for (int32_t d = tensor->rank - 1; d >= 0; d--) {
        shape[d] = tensor->shape[d];
        strides[d] = tensor->strides ? tensor->strides[d] : dense;
        dense *= shape[d];
    }
    tensor->shape = shape, tensor->strides = strides;
}

/* Whether the first two dimensions of a tensor are apart as one is. */
static bool are_one(const strew_tensor *tensor)
{
    const int64_t *shape = tensor->shape, *strides = tensor->strides;
    return !tensor->dtype || shape[0] == 1 || shape[1] == 1 || strides[0] == strides[1] * shape[1];
}

static void join(strew_tensor *tensor, int64_t *shape, int64_t *strides)
{
    if (!tensor->dtype) return;
    if (shape[1] == 1) strides[1] = strides[0];
    shape[1] *= shape[0];
    tensor->shape = shape + 1, tensor->strides = strides + 1, tensor->rank--;
}

static void join_tuples(strew_ort_batches *of, const strew_call *call)
{
    strew_tensor *const tensors[] = {&of->call.update_indices, &of->call.indices, &of->call.weights};
    of->call = *call;
    for (int i = 0; i < 3; i++)
        if (tensors[i]->dtype) copy_tensor(tensors[i], of->shapes[i], of->strides[i]);
    for (int32_t d = 0; tensors[0]->rank > 1 && are_one(tensors[0]) && are_one(tensors[1]) && are_one(tensors[2]); d++)
        for (int i = 0; i < 3; i++) join(tensors[i], of->shapes[i] + d, of->strides[i] + d);
}

bool strew_ort_find_batches(const strew_call *given, strew_ort_batches *found)
{
    const strew_call *const call = &found->call;
    join_tuples(found, given);
    const bool is_simple =
        call->reduction == STREW_REDUCTION_ADD || call->reduction == STREW_REDUCTION_MIN || call->reduction == STREW_REDUCTION_MAX;
    const bool is_float = call->updates.dtype == STREW_DTYPE_FLOAT32 || call->updates.dtype == STREW_DTYPE_FLOAT64;
    if (call->update_indices.rank < 1 || call->update_indices.shape[0] == 0 || call->options != NULL) return false;
    const size_t row_bytes = (size_t)product_of(&call->updates, 1) * strew_dtype_size(call->updates.dtype),
                 step_bytes = step_bytes_of(call);
    if (is_simple && is_float && row_bytes >= (size_t)(call->weights.dtype ? FEW_WEIGHED_BYTES : FEW_BYTES)) return false;
    return step_bytes != 0 && step_bytes <= BATCH_BYTES;
}

/* ---- Products ------------------------------------------------------------------------------------------------------------------------ */

/* Each row of rows is multiplied by a weight. */
typedef struct factors {
    void *rows;
    const void *weights;
    size_t n_rows, width;
    ptrdiff_t stride;
} factors;

#define MULTIPLY(name, type, wide)                                                                                                         \
    static void multiply_##name(const factors *of)                                                                                         \
    {                                                                                                                                      \
        type *row = of->rows;                                                                                                              \
        for (size_t t = 0; t < of->n_rows; t++, row += of->width) {                                                                        \
            const wide weight = ((const type *)of->weights)[(ptrdiff_t)t * of->stride];                                                    \
            for (size_t c = 0; c < of->width; c++) row[c] = (type)((wide)row[c] * weight);                                                 \
        }                                                                                                                                  \
    }

MULTIPLY(b8, uint8_t, uint32_t)
MULTIPLY(b16, uint16_t, uint32_t)
MULTIPLY(b32, uint32_t, uint32_t)
MULTIPLY(b64, uint64_t, uint64_t)
MULTIPLY(f32, float, float)
MULTIPLY(f64, double, double)

typedef void multiplication(const factors *of);

/* NULL for the types that C lacks, and for weights that are no number for each of the tuples: then the library multiplies. Signed integers
 * wrap around as unsigned ones do. */
static multiplication *find_multiplication(const strew_call *call)
{
    if (!call->weights.dtype || call->update_indices.rank != 1 || product_of(&call->weights, 1) != 1) return NULL;
    switch (call->weights.dtype) {
    case STREW_DTYPE_FLOAT32: return multiply_f32;
    case STREW_DTYPE_FLOAT64: return multiply_f64;
    case STREW_DTYPE_INT8:
    case STREW_DTYPE_UINT8: return multiply_b8;
    case STREW_DTYPE_INT16:
    case STREW_DTYPE_UINT16: return multiply_b16;
    case STREW_DTYPE_INT32:
    case STREW_DTYPE_UINT32: return multiply_b32;
    case STREW_DTYPE_INT64:
    case STREW_DTYPE_UINT64: return multiply_b64;
    default: return NULL;
    }
}

/* ---- Batches ------------------------------------------------------------------------------------------------------------------------- */

static strew_tensor with_size(const strew_tensor *tensor, int64_t n, int64_t *shape)
{
    strew_tensor changed = *tensor;
    for (int32_t d = 0; d < tensor->rank; d++) shape[d] = d == 0 ? n : tensor->shape[d];
    changed.shape = shape;
    return changed;
}

static strew_status plan(batch *made, const strew_call *call, int64_t n)
{
    strew_fault fault;
    const strew_tensor rows = with_size(&call->update_indices, n, made->rows_shape);
    const strew_call gather = STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = call->updates, .indices = rows);
    strew_call scatter = *call;
    scatter.update_indices = (strew_tensor){0};
    scatter.indices = with_size(&call->indices, n, made->indices_shape);
    if (find_multiplication(call))
        scatter.weights = (strew_tensor){0};
    else if (call->weights.dtype)
        scatter.weights = with_size(&call->weights, n, made->weights_shape);
    int32_t rank = 0;
    for (int32_t d = 0; d < rows.rank; d++) made->updates_shape[rank++] = rows.shape[d];
    for (int32_t d = 1; d < call->updates.rank; d++) made->updates_shape[rank++] = call->updates.shape[d];
    scatter.updates = (strew_tensor){.dtype = call->updates.dtype, .rank = rank, .shape = made->updates_shape};
    const strew_status status = strew_plan_call(&made->gather, &gather, &fault);
    return status ? status : strew_plan_call(&made->scatter, &scatter, &fault);
}

static size_t rows_bytes_of(const strew_call *call, int32_t n_threads)
{
    const size_t bytes = (size_t)count_steps(call, n_threads) * step_bytes_of(call);
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t strew_ort_batches_size(const strew_ort_batches *batches, int32_t n_threads)
{
    const strew_call *const call = &batches->call;
    batch first;
    if (plan(&first, call, count_steps(call, n_threads)) != STREW_OK) return 0;
    const size_t gather = strew_plan_workspace_size(&first.gather, n_threads),
                 scatter = strew_plan_workspace_size(&first.scatter, n_threads);
    const size_t larger = gather > scatter ? gather : scatter, rows = rows_bytes_of(call, n_threads);
    return larger > SIZE_MAX - rows ? SIZE_MAX : rows + larger;
}

/* Where a tensor is from step `begin` on. */
static const void *from(const strew_tensor *tensor, int64_t begin)
{
    const int64_t stride = tensor->strides ? tensor->strides[0] : product_of(tensor, 1);
    return tensor->dtype ? (const char *)tensor->values + begin * stride * (int64_t)strew_dtype_size(tensor->dtype) : NULL;
}

strew_status strew_ort_run_batches(const strew_ort_batches *batches, void *output, const void *data, const strew_resources *resources)
{
    const strew_call *const call = &batches->call;
    const int64_t n = call->update_indices.shape[0], n_each = count_steps(call, resources->n_threads);
    const size_t rows_bytes = rows_bytes_of(call, resources->n_threads);
    void *const rows = resources->workspace;
    multiplication *const multiply = find_multiplication(call);
    factors of = {.rows = rows, .width = (size_t)product_of(&call->updates, 1)};
    if (multiply) of.stride = call->weights.strides ? (ptrdiff_t)call->weights.strides[0] : 1;
    strew_resources rest = *resources;
    batch current;
    rest.workspace = (char *)resources->workspace + rows_bytes;
    rest.workspace_bytes = resources->workspace_bytes - rows_bytes;
    strew_status status = plan(&current, call, n_each);
    for (int64_t begin = 0; !status && begin < n; begin += n_each) {
        strew_fault fault;
        const int64_t n_now = n - begin < n_each ? n - begin : n_each;
        if (n_now < n_each) status = plan(&current, call, n_now);
        of.weights = from(&call->weights, begin);
        of.n_rows = (size_t)n_now;
        const strew_buffers gathered =
            STREW_BUFFERS(.output = rows, .data = call->updates.values, .indices = from(&call->update_indices, begin));
        const strew_buffers scattered =
            STREW_BUFFERS(.output = output, .data = begin ? output : data, .indices = from(&call->indices, begin), .updates = rows,
                          .weights = multiply ? NULL : of.weights);
        if (!status) status = strew_run(&current.gather, &gathered, &rest, &fault);
        if (!status && multiply) multiply(&of);
        if (!status) status = strew_run(&current.scatter, &scattered, &rest, &fault);
    }
    return status;
}
