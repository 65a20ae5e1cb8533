/* Rejecting shapes, strides and sizes. */
#include "validate.h"

#include "fault.h"

#include <stddef.h>
#include <string.h>

/* Whether NaN updates are passed over, if the type has any. The kernels of min and max have their own rule. */
static int loses_nan(const strew_request *request)
{
    return request->options->nan == STREW_NAN_LOSES && request->reduction != STREW_REDUCTION_MIN &&
           request->reduction != STREW_REDUCTION_MAX;
}

/* A product, or 0 if it exceeds STREW_MAX_BYTES. Factors of 32 bits need no division, which would be the slowest step of planning. */
static uint64_t multiply(uint64_t a, uint64_t b)
    STREW_REQUIRES(a != 0 && b != 0)
    STREW_ENSURES(STREW_RESULT <= STREW_MAX_BYTES && (STREW_RESULT == 0 || (STREW_RESULT >= a && STREW_RESULT >= b)))
    STREW_ASSIGNS()
{
    const int is_too_large = (a | b) <= UINT32_MAX ? a * b > STREW_MAX_BYTES : a > STREW_MAX_BYTES / b;
    return is_too_large ? 0 : a * b;
}

/* Checks that the distance of the first and the last byte of a tensor with strides can be addressed. */
STREW_COLD static strew_status check_strides(const strew_tensor *tensor, size_t first_bytes, const char *subject, strew_fault *fault)
    STREW_REQUIRES_SHAPE(tensor)
    STREW_REQUIRES_BYTES(tensor->strides, (size_t)tensor->rank * sizeof *tensor->strides)
    STREW_REQUIRES(0 < first_bytes && first_bytes <= STREW_MAX_BYTES)
    STREW_REPORTS(fault)
{
    const uint64_t element_bytes = strew_dtype_size(tensor->dtype);
    uint64_t n_bytes = first_bytes;
    STREW_GIVEN(element_bytes != 0); /* the dtype was checked */
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank, n_bytes)
        STREW_INVARIANT(first_bytes <= n_bytes && n_bytes <= STREW_MAX_BYTES)
    {
        const int64_t stride = tensor->strides[d];
        const uint64_t n_steps = (uint64_t)tensor->shape[d] - 1, magnitude = stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
        if (n_steps == 0 || magnitude == 0) continue;
        const uint64_t step = multiply(magnitude, element_bytes), distance = step != 0 ? multiply(n_steps, step) : 0;
        if (distance == 0 || n_bytes > STREW_MAX_BYTES - distance) {
            return STREW_REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = subject, .high = (int64_t)STREW_MAX_BYTES);
        }
        n_bytes += distance;
    }
    return STREW_OK;
}

/* What is known of a tensor whose bytes were counted. */
#define STREW_COUNTS_BYTES                                                                                                                 \
    STREW_REQUIRES_ANY_TENSOR(tensor)                                                                                                      \
    STREW_REQUIRES(0 < element_bytes && element_bytes <= INT32_MAX && min_rank >= 0)                                                       \
    STREW_REQUIRES_BYTES(bytes, sizeof *bytes)                                                                                             \
    STREW_ASSIGNS(*bytes)                                                                                                                  \
    STREW_REPORTS(fault)                                                                                                                   \
    STREW_ENSURES(STREW_RESULT != STREW_OK || (STREW_HAS_SIZES(tensor) && tensor->rank >= min_rank && *bytes <= STREW_MAX_BYTES))

/* Checks one shape and computes its bytes. A dimension of 0 does not hide an overflow of the others. */
STREW_COLD static strew_status count_any_bytes(const strew_tensor *tensor, size_t element_bytes, const char *subject, int32_t min_rank,
                                               size_t *bytes, strew_fault *fault)
    STREW_COUNTS_BYTES
{
    if (tensor->rank < min_rank || tensor->rank > STREW_MAX_RANK) {
        return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = subject, .value = tensor->rank, .low = min_rank,
                            .high = STREW_MAX_RANK);
    }
    uint64_t product = element_bytes;
    int is_empty = 0;
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank, product, is_empty)
        STREW_INVARIANT(0 < product && product <= STREW_MAX_BYTES && (strew_any >= (size_t)d || tensor->shape[strew_any] >= 0))
    {
        const int64_t size = tensor->shape[d];
        is_empty |= size == 0;
        if (size < 0) return STREW_REJECT(fault, STREW_STATUS_NEGATIVE_DIMENSION, .subject = subject, .dimension = d, .value = size);
        product = multiply(product, size == 0 ? 1 : (uint64_t)size);
        if (product == 0) return STREW_REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = subject, .high = (int64_t)STREW_MAX_BYTES);
    }
    *bytes = is_empty ? 0 : (size_t)product;
    return is_empty || tensor->strides == NULL ? STREW_OK : check_strides(tensor, element_bytes, subject, fault);
}

/* The same. If no size and no product of the first ones exceeds 31 bits, as in nearly every short call, nothing is wrong with the sizes. */
static STREW_INLINE strew_status count_bytes(const strew_tensor *tensor, size_t element_bytes, const char *subject, int32_t min_rank,
                                             size_t *bytes, strew_fault *fault)
    STREW_COUNTS_BYTES
{
    uint64_t product = element_bytes, seen = 0;
    if (tensor->rank >= min_rank && tensor->rank <= STREW_MAX_RANK && tensor->strides == NULL) {
        for (int32_t d = 0; d < tensor->rank; d++)
            STREW_FIRST_TO_LAST(d, tensor->rank, product, seen)
            STREW_INVARIANT(d == 0 ? product == element_bytes : (product & ~seen) == 0)
            STREW_INVARIANT(strew_any >= (size_t)d || ((uint64_t)tensor->shape[strew_any] & ~seen) == 0)
        {
            product *= (uint64_t)tensor->shape[d];
            seen |= product | (uint64_t)tensor->shape[d];
        }
        *bytes = (size_t)product;
        if (product != 0 && seen <= INT32_MAX) return STREW_OK;
    }
    return count_any_bytes(tensor, element_bytes, subject, min_rank, bytes, fault);
}

#if STREW_BUILD_SEGMENT
strew_status strew_check_segments(strew_request *request, strew_fault *fault)
{
    const strew_tensor *data = request->data, *offsets = request->offsets, *vector = offsets != NULL ? offsets : request->indices;
    if (vector->rank != 1) {
        return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = request->indices_name, .value = vector->rank, .low = 1,
                            .high = 1);
    }
    if (offsets == NULL) return STREW_OK;
    const strew_status status = count_bytes(offsets, request->index_dtype->bytes, "offsets", 1, &request->indices_bytes, fault);
    const int is_implied = request->options->offsets_end == STREW_OFFSETS_END_IMPLIED;
    const int64_t n = data->shape[0], needed = is_implied ? (n != 0 ? n : 1) : n != INT64_MAX ? n + 1 : n;
    if (status != STREW_OK || offsets->shape[0] == needed) return status;
    return STREW_REJECT(fault, STREW_STATUS_OFFSETS_SHAPE_MISMATCH, .value = offsets->shape[0], .high = needed);
}
#endif

#if STREW_BUILD_FEATURE_STRIDES
strew_status strew_check_component_strides(const strew_request *request, int32_t n_apart, strew_fault *fault)
{
    strew_status status = STREW_OK;
    for (int32_t c = 0; c < n_apart && status == STREW_OK; c++)
        STREW_ASSIGNS(c, status; fault != NULL: *fault)
        STREW_INVARIANT(0 <= c && c <= n_apart)
    {
        const strew_tensor *component = request->components + c;
        if (component->strides != NULL) status = check_strides(component, strew_dtype_size(component->dtype), "component", fault);
    }
    return status;
}
#endif

int strew_is_dense(const strew_tensor *tensor, const int64_t *strides)
{
    int is_dense = 1;
    int64_t dense = 1;
    if (strides == NULL) return 1;
    for (int32_t d = tensor->rank - 1; d >= 0; d--)
        STREW_LAST_TO_FIRST(d, tensor->rank, is_dense, dense)
    {
        const int64_t size = tensor->shape[d], stride = strides[d];
        if (size == 0) return 1;
        is_dense &= size == 1 || stride == dense;
        dense = strew_times_size(dense, size);
    }
    return is_dense;
}

const char *strew_find_strided(const strew_request *request)
{
    const strew_tensor *data = request->data, *indices = request->indices, *updates = request->updates;
    const int64_t *output_strides = request->output_strides;
    if (request->components != NULL) return request->indices_name;
    if (!strew_is_dense(data, data->strides)) return "data";
    if (!strew_is_dense(indices, indices->strides)) return request->indices_name;
    if (!strew_is_dense(updates, updates->strides)) return "updates";
    if (request->offsets != NULL && !strew_is_dense(request->offsets, request->offsets->strides)) return "offsets";
    /* The shape of a gather's output is not known here. */
    return output_strides != NULL && (request->record->is_gather || !strew_is_dense(data, output_strides)) ? "output" : NULL;
}

#if !STREW_BUILD_FEATURE_NAN
static int has_nan(strew_dtype dtype)
{
    switch (dtype) {
#define STREW_DTYPE_WITH_NAN(with_nan, part_bytes, n_parts, largest) case with_nan:
#include "axes.inc"
        return 1;
    default: return 0;
    }
}
#endif

/* What a call needs and this build was trimmed of, besides kernels and types of indices; NULL if that is nothing. */
static const char *find_missing(const strew_request *request)
{
    const char *missing = NULL;
#if !STREW_BUILD_FEATURE_EXCLUDES_SELF
    if (request->options->excludes_self) missing = "excludes_self";
#endif
#if !STREW_BUILD_FEATURE_ACCUMULATE
    if (request->options->accumulate != 0 && strew_accumulates(request->reduction)) missing = "accumulate";
#endif
#if !STREW_BUILD_FEATURE_STRIDES
    if (strew_find_view(request) != NULL) missing = "strides";
#endif
#if !STREW_BUILD_FEATURE_NAN
    if (loses_nan(request) && has_nan(request->data->dtype)) missing = "nan";
#endif
    (void)request;
    return missing;
}

/* A scale has the shape of what it scales, by NumPy's rules, or one number for each block of the last dimension. So have zero points. */
STREW_COLD static strew_status check_broadcast(const strew_request *request, const strew_tensor *tensor, size_t bytes, const char *name,
                                               strew_fault *fault)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_BYTES(request->record, sizeof *request->record)
    STREW_REQUIRES(0 < request->block && request->block <= STREW_MAX_BLOCK && STREW_HAS_BYTES_OF(bytes))
    STREW_REQUIRES_SHAPE(request->updates)
    STREW_REQUIRES_ANY_TENSOR(tensor)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || (STREW_HAS_SIZES(tensor) && tensor->rank <= request->updates->rank))
{
    const strew_tensor *scaled = request->updates;
    const int is_scale = tensor == request->scale;
    const char *subject = !is_scale ? name : request->record->is_gather ? "data" : "updates";
    size_t n_bytes;
    const strew_status status = count_bytes(tensor, bytes, name, 0, &n_bytes, fault);
    if (status != STREW_OK) return status;
    if (tensor->rank > scaled->rank) {
        return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = name, .value = tensor->rank, .low = 0, .high = scaled->rank);
    }
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank)
    {
        const int is_last = d == tensor->rank - 1;
        const int64_t block = is_last ? request->block : 1, size = tensor->shape[d],
                      n_blocks = scaled->shape[scaled->rank - tensor->rank + d];
        STREW_GIVEN(size >= 0 && n_blocks >= 0 && n_blocks <= INT64_MAX / block); /* of which callers give the elements */
        const int64_t of_scaled = n_blocks * block;
        const int is_divisor = is_last && size != 0 && of_scaled != 0 && of_scaled % size == 0;
        if (size != of_scaled && size != 1 && !is_divisor) {
            return STREW_REJECT(fault, STREW_STATUS_SCALE_SHAPE_MISMATCH, .subject = subject, .dimension = d, .value = size,
                                .high = of_scaled);
        }
        if (size == 0 || of_scaled / size % block == 0) continue;
        return STREW_REJECT(fault, STREW_STATUS_SPLIT_BLOCK, .subject = is_scale ? "shape of scale" : "shape of zero_points",
                            .dimension = d, .value = size, .high = block);
    }
    return STREW_OK;
}

STREW_COLD static strew_status check_scale(const strew_request *request, strew_fault *fault)
{
    const strew_status status = check_broadcast(request, request->scale, sizeof(float), "scale", fault);
    if (status != STREW_OK || request->zero_points == NULL) return status;
    return check_broadcast(request, request->zero_points, 1, "zero_points", fault);
}

static strew_status check_build(const strew_request *request, strew_fault *fault)
{
    const char *missing = find_missing(request);
    const strew_dtype indices = request->indices->dtype;
    if (missing != NULL) return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = missing);
    if (!request->has_no_indices && !strew_index_dtype_is_built(indices)) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "indices", .value = (int64_t)indices);
    }
    if (request->update_indices == NULL || strew_index_dtype_is_built(request->update_indices->dtype)) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "update_indices", .value = (int64_t)request->update_indices->dtype);
}

strew_status strew_validate(strew_request *request, strew_fault *fault)
{
    const strew_tensor *data = request->data, *indices = request->indices, *updates = request->updates;
    /* Every specification requires a dimension, even for k = 0, which does not need it. */
    const int32_t min_rank =
        request->options->profile != STREW_PROFILE_NONE && request->record->min_rank == 0 ? 1 : request->record->min_rank;
    request->profile = strew_find_profile(request->options->profile);
    strew_status status = strew_check_types(request, fault);
    if (status == STREW_OK && request->options->profile != STREW_PROFILE_NONE) status = strew_check_profile(request, fault);
    request->wide = NULL;
    if (status == STREW_OK && request->options->accumulate != 0) status = strew_find_accumulation(request, fault);
    if (status == STREW_OK) status = strew_allowed_isas(request->options->isa, &request->allowed, fault);
    if (status == STREW_OK) status = count_bytes(data, request->element_bytes, "data", min_rank, &request->data_bytes, fault);
    if (status == STREW_OK)
        status = count_bytes(indices, request->index_dtype->bytes, request->indices_name, request->record->min_indices_rank,
                             &request->indices_bytes, fault);
    request->updates_bytes = request->data_bytes;
    if (status == STREW_OK && updates != data) {
        status = count_bytes(updates, request->read_bytes, "updates", 0, &request->updates_bytes, fault);
    }
    const int has_output = request->output != NULL && !request->record->is_gather;
    size_t bytes;
    if (status == STREW_OK && request->update_indices != NULL) {
        const strew_tensor *of_rows = request->update_indices;
        status = count_bytes(of_rows, strew_dtype_size(of_rows->dtype), "update_indices", 0, &bytes, fault);
    }
    if (status == STREW_OK && request->weights != NULL) {
        status = count_bytes(request->weights, strew_dtype_size(request->weights->dtype), "weights", 0, &bytes, fault);
    }
    if (status == STREW_OK && request->scale != NULL) status = check_scale(request, fault);
    if (status == STREW_OK && has_output) status = strew_check_output(request, data->rank, data->shape, fault);
    if (status == STREW_OK) status = check_build(request, fault);
    if (status != STREW_OK) return status;
    /* Updates of another dtype that are no floats have no NaN. */
    const int has_nan = request->ordered_dtype == data->dtype || strew_find_dtype(request->ordered_dtype)->is_float;
    request->numbers = loses_nan(request) && has_nan ? strew_find_numbers(data->dtype) : NULL;
    return STREW_OK;
}

strew_status strew_find_axis(const strew_request *request, int64_t axis, int32_t *found, strew_fault *fault)
{
    const int32_t rank = request->data->rank;
    if (axis < -rank || axis >= rank) {
        return STREW_REJECT(fault, STREW_STATUS_AXIS_OUT_OF_RANGE, .value = axis, .low = -rank, .high = rank - 1);
    }
    *found = (int32_t)(axis < 0 ? axis + rank : axis);
    return STREW_OK;
}

/* The rank of the ordered side: see validate.h. */
static STREW_INLINE int32_t ordered_rank_of(const strew_request *request, const strew_ordered_dims *dims)
{
    return dims->before + dims->end - dims->begin + request->data->rank - dims->after;
}

/* The size of its dimension d. */
static STREW_INLINE int64_t ordered_size_of(const strew_request *request, const strew_ordered_dims *dims, int32_t d)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_REQUIRES_SHAPE(request->data)
    STREW_REQUIRES_SHAPE(request->indices)
    STREW_REQUIRES(STREW_HAS_ORDERED_DIMS(request, dims))
    STREW_REQUIRES(0 <= d && d < ordered_rank_of(request, dims))
    STREW_ASSIGNS()
{
    const int32_t from_indices = dims->begin + d - dims->before;
    if (d < dims->before) return request->data->shape[d];
    if (from_indices < dims->end) return request->indices->shape[from_indices];
    return request->data->shape[dims->after + (from_indices - dims->end)]; /* of data again */
}

#if STREW_BUILD_FUSED
/* Whether a tensor has the dimensions of the tuples, and then, if it has more, those of a slice or 1. */
static strew_status check_tuples_shape(const strew_request *request, const strew_ordered_dims *dims, const strew_tensor *tensor,
                                       const char *subject, int may_have_slice, strew_fault *fault)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_BYTES(request->record, sizeof *request->record)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_REQUIRES_SHAPE(request->data)
    STREW_REQUIRES_SHAPE(request->indices)
    STREW_REQUIRES(STREW_HAS_ORDERED_DIMS(request, dims))
    STREW_REQUIRES(STREW_HAS_TUPLES_RANK(request))
    STREW_REQUIRES_SHAPE(tensor)
    STREW_REPORTS(fault)
{
    const int32_t n = strew_tuples_rank_of(request), n_slice = request->data->rank - dims->after;
    const int has_slice = may_have_slice && tensor->rank != n;
    if (tensor->rank != n + (has_slice ? n_slice : 0)) {
        return STREW_REJECT(fault, STREW_STATUS_TUPLES_SHAPE_MISMATCH, .subject = subject, .dimension = -1, .value = tensor->rank,
                            .high = n);
    }
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank)
    {
        const int64_t size = d < n ? request->indices->shape[d] : request->data->shape[dims->after + d - n], found = tensor->shape[d];
        if (found == size || (d >= n && found == 1)) continue;
        return STREW_REJECT(fault, STREW_STATUS_TUPLES_SHAPE_MISMATCH, .subject = subject, .dimension = d, .value = found, .high = size);
    }
    return STREW_OK;
}

/* The shape of a table: that of data, but with rows in place of what tuples name. */
static strew_status check_table_shape(const strew_request *request, const strew_ordered_dims *dims, strew_fault *fault)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_BYTES(request->options, sizeof *request->options)
    STREW_REQUIRES_SHAPE(request->updates)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_REQUIRES_SHAPE(request->data)
    STREW_REQUIRES_SHAPE(request->indices)
    STREW_REQUIRES(STREW_HAS_ORDERED_DIMS(request, dims))
    STREW_REPORTS(fault)
{
    const strew_tensor *data = request->data, *table = request->updates;
    const int32_t first = dims->before != 0 ? dims->begin : 0, n_before = dims->before - first,
                  rank = n_before + 1 + data->rank - dims->after;
    if (table->rank != rank) return STREW_REJECT(fault, STREW_STATUS_UPDATES_RANK_MISMATCH, .value = table->rank, .high = rank);
    for (int32_t d = 0; d < rank; d++)
        STREW_FIRST_TO_LAST(d, rank)
    {
        if (d == n_before) continue;
        const int64_t size = data->shape[d < n_before ? first + d : dims->after + d - n_before - 1], found = table->shape[d];
        if (found == size) continue;
        return STREW_REJECT(fault, STREW_STATUS_UPDATES_SHAPE_MISMATCH, .dimension = d, .value = found, .high = size);
    }
    if (table->shape[n_before] != 0 || request->options->update_policy != STREW_POLICY_CLAMP) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, .subject = "update_indices", .dimension = n_before);
}

static strew_status check_fused_shapes(const strew_request *request, const strew_ordered_dims *dims, strew_fault *fault)
{
    strew_status status = STREW_OK;
    if (request->update_indices != NULL) {
        status = check_tuples_shape(request, dims, request->update_indices, "update_indices", 0, fault);
        if (status == STREW_OK) status = check_table_shape(request, dims, fault);
    }
    if (status != STREW_OK || request->weights == NULL) return status;
    return check_tuples_shape(request, dims, request->weights, "weights", 1, fault);
}
#else
#define check_fused_shapes(request, dims, fault) STREW_OK
#endif

strew_status strew_check_updates_shape(const strew_request *request, const strew_ordered_dims *dims, strew_fault *fault)
{
    const strew_tensor *data = request->data, *updates = request->updates;
    const int32_t rank = ordered_rank_of(request, dims);
    const strew_status status = check_fused_shapes(request, dims, fault);
    if (status != STREW_OK || request->update_indices != NULL) return status;
    if (rank == 0 && request->profile->any_single_update && request->updates_bytes == request->ordered_bytes) return STREW_OK;
    if (updates->rank != rank) {
        const char *const subject = request->record->has_tuples && updates->rank == data->rank ? strew_single_tuple(request) : NULL;
        return STREW_REJECT(fault, STREW_STATUS_UPDATES_RANK_MISMATCH, .subject = subject, .value = updates->rank, .high = rank);
    }
    for (int32_t d = 0; d < rank; d++)
        STREW_FIRST_TO_LAST(d, rank)
    {
        const int64_t size = ordered_size_of(request, dims, d);
        if (updates->shape[d] == size) continue;
        return STREW_REJECT(fault, STREW_STATUS_UPDATES_SHAPE_MISMATCH, .dimension = d, .value = updates->shape[d], .high = size);
    }
    return STREW_OK;
}

strew_status strew_check_output(const strew_request *request, int32_t rank, const int64_t *shape, strew_fault *fault)
{
    const strew_tensor *output = request->output;
    size_t bytes;
    const strew_dtype dtype = request->record->is_gather ? request->ordered_dtype : request->data->dtype;
    if (output->dtype != dtype) {
        return STREW_REJECT(fault, STREW_STATUS_DTYPE_MISMATCH, .subject = "output", .value = (int64_t)output->dtype,
                            .high = (int64_t)request->data->dtype);
    }
    if (output->rank != rank) {
        return STREW_REJECT(fault, STREW_STATUS_OUTPUT_SHAPE_MISMATCH, .dimension = -1, .value = output->rank, .high = rank);
    }
    for (int32_t d = 0; d < rank; d++)
        STREW_FIRST_TO_LAST(d, rank)
    {
        if (output->shape[d] == shape[d]) continue;
        return STREW_REJECT(fault, STREW_STATUS_OUTPUT_SHAPE_MISMATCH, .dimension = d, .value = output->shape[d], .high = shape[d]);
    }
    return count_bytes(output, request->record->is_gather ? request->ordered_bytes : request->element_bytes, "output", 0, &bytes, fault);
}

strew_status strew_check_indices_shape(const strew_request *request, int32_t axis, strew_fault *fault)
{
    const strew_tensor *data = request->data, *indices = request->indices;
    if (indices->rank != data->rank) {
        return STREW_REJECT(fault, STREW_STATUS_INDICES_RANK_MISMATCH, .value = indices->rank, .high = data->rank);
    }
    for (int32_t d = 0; d < data->rank; d++)
        STREW_FIRST_TO_LAST(d, data->rank)
    {
        if (d != axis && indices->shape[d] > data->shape[d]) {
            return STREW_REJECT(fault, STREW_STATUS_INDICES_SHAPE_MISMATCH, .dimension = d, .value = indices->shape[d],
                                .high = data->shape[d]);
        }
    }
    return STREW_OK;
}

strew_status strew_find_batch_dims(const strew_request *request, int64_t batch_dims, int64_t min, int64_t max, int32_t *found,
                                   strew_fault *fault)
{
    const strew_tensor *data = request->data, *indices = request->indices;
    if (!request->profile->has_batch_dims) min = max = 0;
    if (batch_dims < min || batch_dims > max) {
        return STREW_REJECT(fault, STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE, .value = batch_dims, .low = min, .high = max);
    }
    if (batch_dims < 0) batch_dims += indices->rank;
    if (batch_dims > max) {
        return STREW_REJECT(fault, STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE, .value = batch_dims - indices->rank, .low = min,
                            .high = max - indices->rank);
    }
    for (int32_t d = 0; d < batch_dims; d++)
        STREW_FIRST_TO_LAST(d, batch_dims)
    {
        if (indices->shape[d] != data->shape[d]) {
            return STREW_REJECT(fault, STREW_STATUS_BATCH_SHAPE_MISMATCH, .dimension = d, .value = indices->shape[d],
                                .high = data->shape[d]);
        }
    }
    *found = (int32_t)batch_dims;
    return STREW_OK;
}

#if STREW_BUILD_FEATURE_GATHER
strew_status strew_count_gathered_bytes(const strew_request *request, const strew_ordered_dims *dims, size_t *bytes, strew_fault *fault)
{
    int64_t shape[STREW_MAX_RANK];
    const int32_t rank = ordered_rank_of(request, dims);
    for (int32_t d = 0; d < rank && rank <= STREW_MAX_RANK; d++)
        STREW_FIRST_TO_LAST(d, rank, STREW_ALL_BYTES(shape))
    {
        shape[d] = ordered_size_of(request, dims, d);
    }
    const strew_tensor output = {request->ordered_dtype, rank, shape, NULL, NULL};
    const strew_status status = count_bytes(&output, request->ordered_bytes, "output", 0, bytes, fault);
    return status == STREW_OK && request->output != NULL ? strew_check_output(request, rank, shape, fault) : status;
}
#endif

#if STREW_BUILD_FEATURE_TENSOR_SCATTER
strew_status strew_find_token_axis(const strew_request *request, int64_t axis, int32_t *found, strew_fault *fault)
{
    const int32_t last = request->data->rank - 1;
    if (axis < -last || axis > last || axis == 0) {
        return STREW_REJECT(fault, STREW_STATUS_AXIS_OUT_OF_RANGE, .value = axis, .low = axis < 0 ? -last : 1,
                            .high = axis < 0 ? -1 : last);
    }
    *found = (int32_t)(axis < 0 ? axis + last + 1 : axis);
    return STREW_OK;
}

strew_status strew_check_tokens_shape(const strew_request *request, int32_t axis, strew_fault *fault)
{
    const strew_tensor *data = request->data, *updates = request->updates;
    if (updates->rank != data->rank) {
        return STREW_REJECT(fault, STREW_STATUS_UPDATES_RANK_MISMATCH, .value = updates->rank, .high = data->rank);
    }
    for (int32_t d = 0; d < data->rank; d++)
        STREW_FIRST_TO_LAST(d, data->rank)
    {
        const int64_t size = data->shape[d], found = updates->shape[d];
        if (d != axis && found != size) {
            return STREW_REJECT(fault, STREW_STATUS_UPDATES_SHAPE_MISMATCH, .dimension = d, .value = found, .high = size);
        }
        if (d == axis && found > size) {
            return STREW_REJECT(fault, STREW_STATUS_TOO_MANY_TOKENS, .dimension = d, .value = found, .high = size);
        }
    }
    return STREW_OK;
}

strew_status strew_check_write_indices_shape(const strew_request *request, strew_fault *fault)
{
    const strew_tensor *data = request->data, *indices = request->indices;
    if (indices->rank != 1) {
        return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "write_indices", .value = indices->rank, .low = 1, .high = 1);
    }
    if (indices->shape[0] != data->shape[0]) {
        return STREW_REJECT(fault, STREW_STATUS_BATCH_SHAPE_MISMATCH, .subject = "write_indices", .value = indices->shape[0],
                            .high = data->shape[0]);
    }
    return STREW_OK;
}
#endif

#if STREW_BUILD_FEATURE_MASKED_SCATTER
strew_status strew_take_mask(strew_request *request, const strew_tensor *mask, strew_fault *fault)
{
    const strew_tensor *data = request->data, *updates = request->updates;
    if (mask->dtype != STREW_DTYPE_BOOL) return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_MASK_DTYPE, .value = (int64_t)mask->dtype);
    if (mask->rank != data->rank) {
        return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "mask", .value = mask->rank, .low = data->rank,
                            .high = data->rank);
    }
    for (int32_t d = 0; d < data->rank; d++)
        STREW_FIRST_TO_LAST(d, data->rank)
    {
        if (mask->shape[d] == data->shape[d]) continue;
        return STREW_REJECT(fault, STREW_STATUS_MASK_SHAPE_MISMATCH, .dimension = d, .value = mask->shape[d], .high = data->shape[d]);
    }
    request->indices = mask;
    request->index_dtype = strew_find_dtype(STREW_DTYPE_BOOL);
    request->indices_bytes = request->data_bytes / request->element_bytes;
    if (!strew_is_dense(updates, updates->strides)) {
        return STREW_REJECT(fault, STREW_STATUS_STRIDES_UNSUPPORTED, .subject = "updates");
    }
#if !STREW_BUILD_FEATURE_STRIDES
    if (!strew_is_dense(mask, mask->strides)) return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "strides");
#endif
    return mask->strides == NULL || request->data_bytes == 0 ? STREW_OK : check_strides(mask, sizeof(uint8_t), "mask", fault);
}
#endif
