/* What can be rejected from shapes and options alone. */
#ifndef STREW_VALIDATE_H
#define STREW_VALIDATE_H

#include "typing.h"

/* The largest object: differences of its addresses must fit ptrdiff_t, and offsets int64_t. */
#define STREW_MAX_BYTES (PTRDIFF_MAX < INT64_MAX ? (uint64_t)PTRDIFF_MAX : (uint64_t)INT64_MAX)

/* A product of sizes of one tensor, and perhaps of the bytes of an element, by one size more. Those of 0 count as 1: so validation has
 * checked that all together have a product. */
static inline int64_t strew_times_size(int64_t product, int64_t size)
    STREW_ASSIGNS()
{
    return size != 0 ? product * size : product;
}

/* Whether elements have bytes, as those of all dtypes. */
#define STREW_HAS_BYTES_OF(n) (0 < (n) && (n) <= INT32_MAX)
#define STREW_HAS_ELEMENTS(request) (STREW_HAS_BYTES_OF((request)->element_bytes) && STREW_HAS_BYTES_OF((request)->ordered_bytes))

/* Checks everything but how the shapes fit together, and fills the request. */
strew_status strew_validate(strew_request *request, strew_fault *fault);

/* The offsets of a segment must be one for each segment, and one for the end; and indices a vector. */
strew_status strew_check_segments(strew_request *request, strew_fault *fault)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_BYTES(request->options, sizeof *request->options)
    STREW_REQUIRES_BYTES(request->index_dtype, sizeof *request->index_dtype)
    STREW_REQUIRES(0 < request->index_dtype->bytes && request->index_dtype->bytes <= sizeof(int64_t))
    STREW_REQUIRES_SHAPE(request->data)
    STREW_REQUIRES(request->data->rank != 0)
    STREW_REQUIRES_TENSOR(request->indices)
    STREW_REQUIRES_NONE_OR(request->offsets)
    STREW_ASSIGNS(request->indices_bytes)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || (request->offsets != NULL ? request->offsets : request->indices)->rank == 1);

/* Whether strides are those of a dense tensor, or NULL. */
int strew_is_dense(const strew_tensor *tensor, const int64_t *strides)
    STREW_REQUIRES_SHAPE(tensor)
    STREW_REQUIRES_STRIDES(strides, tensor->rank)
    STREW_ASSIGNS();

/* The name of the first tensor whose strides are not those of a dense one; NULL if all tensors are dense. The strides of a gather's output
 * count always. Nearly all calls have no strides. */
const char *strew_find_strided(const strew_request *request)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES_NONE_OR(request->offsets)
    STREW_REQUIRES_STRIDES(request->output_strides, request->data->rank)
    STREW_ASSIGNS();
static inline const char *strew_find_view(const strew_request *request)
{
    const int has_strides = request->data->strides != NULL || request->indices->strides != NULL || request->updates->strides != NULL ||
                            request->output_strides != NULL || request->components != NULL ||
                            (request->offsets != NULL && request->offsets->strides != NULL);
    return has_strides ? strew_find_strided(request) : NULL;
}

/* Counts a negative axis from the end. */
strew_status strew_find_axis(const strew_request *request, int64_t axis, int32_t *found, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES_BYTES(found, sizeof *found)
    STREW_ASSIGNS(*found)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT == STREW_OK ? 0 <= *found && *found < request->data->rank : *found == STREW_OLD(*found));

/* Checks the strides of components that are tensors of their own, which are n_apart. */
strew_status strew_check_component_strides(const strew_request *request, int32_t n_apart, strew_fault *fault);

/* The ordered side, which is updates or the output of a gather, has the shape data.shape[0 .. before - 1], then indices.shape[begin .. end
 * - 1], then data.shape[after .. r - 1]. */
typedef struct strew_ordered_dims {
    int32_t before, begin, end, after;
} strew_ordered_dims;
#define STREW_HAS_ORDERED_DIMS(request, dims)                                                                                              \
    (0 <= (dims)->before && (dims)->before <= (dims)->after && (dims)->after <= (request)->data->rank && 0 <= (dims)->begin &&             \
     (dims)->begin <= (dims)->end && (dims)->end <= (request)->indices->rank && ((dims)->before == 0 || (dims)->begin <= (dims)->before))

/* updates.shape must be that of the ordered side, or of a table; and update_indices and weights have an element for each tuple. */
strew_status strew_check_updates_shape(const strew_request *request, const strew_ordered_dims *dims, strew_fault *fault)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_BYTES(request->record, sizeof *request->record)
    STREW_REQUIRES_BYTES(request->options, sizeof *request->options)
    STREW_REQUIRES_BYTES(request->profile, sizeof *request->profile)
    STREW_REQUIRES_SHAPE(request->data)
    STREW_REQUIRES_SHAPE(request->indices)
    STREW_REQUIRES_SHAPE(request->updates)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_REQUIRES(STREW_HAS_ORDERED_DIMS(request, dims))
    STREW_REQUIRES(STREW_HAS_TUPLES_RANK(request))
    STREW_REQUIRES(request->update_indices == NULL || STREW_IS_SHAPE(request->update_indices))
    STREW_REQUIRES(request->weights == NULL || STREW_IS_SHAPE(request->weights))
    STREW_REPORTS(fault);

/* indices.shape[d] must be at most data.shape[d] for d != axis. */
strew_status strew_check_indices_shape(const strew_request *request, int32_t axis, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || request->indices->rank == request->data->rank);

/* Counts negative batch dimensions from the end of indices. They must be at most `max`, and have the same sizes in data. */
strew_status strew_find_batch_dims(const strew_request *request, int64_t batch_dims, int64_t min, int64_t max, int32_t *found,
                                   strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES(-request->indices->rank <= min && min <= max && 0 <= max && max <= request->indices->rank && max <= request->data->rank)
    STREW_REQUIRES_BYTES(found, sizeof *found)
    STREW_ASSIGNS(*found)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || (0 <= *found && *found <= max));

/* Computes the bytes of a gather's output, and checks its shape if the caller says it. */
strew_status strew_count_gathered_bytes(const strew_request *request, const strew_ordered_dims *dims, size_t *bytes, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES_BYTES(dims, sizeof *dims)
    STREW_REQUIRES(STREW_HAS_ORDERED_DIMS(request, dims))
    STREW_REQUIRES_NONE_OR(request->output)
    STREW_REQUIRES(STREW_HAS_ELEMENTS(request))
    STREW_REQUIRES_BYTES(bytes, sizeof *bytes)
    STREW_ASSIGNS(*bytes)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || *bytes <= STREW_MAX_BYTES);

/* Counts a negative axis of tensor_scatter from the end. It is not 0, the batch dimension. */
strew_status strew_find_token_axis(const strew_request *request, int64_t axis, int32_t *found, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES_BYTES(found, sizeof *found)
    STREW_ASSIGNS(*found)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || (0 < *found && *found < request->data->rank));

/* updates.shape must be data.shape, but on the axis it may be smaller. */
strew_status strew_check_tokens_shape(const strew_request *request, int32_t axis, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || request->updates->rank == request->data->rank);

/* indices.shape must be data.shape[0 .. 0]. */
strew_status strew_check_write_indices_shape(const strew_request *request, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES(request->data->rank != 0)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || request->indices->rank == 1);

/* output, which the caller describes, must have this shape, and the dtype of data unless a gather converts. */
strew_status strew_check_output(const strew_request *request, int32_t rank, const int64_t *shape, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES_ANY_TENSOR(request->output)
    STREW_REQUIRES(0 <= rank && rank <= STREW_MAX_RANK && STREW_HAS_ELEMENTS(request))
    STREW_REQUIRES_BYTES(shape, (size_t)rank * sizeof *shape)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || (request->output->rank == rank && STREW_HAS_SIZES(request->output)));

/* mask must be bool and have the shape of data, and updates must be dense. Then mask takes the place of the indices, of which a
 * masked_scatter has none. */
strew_status strew_take_mask(strew_request *request, const strew_tensor *mask, strew_fault *fault)
    STREW_REQUIRES_REQUEST(request)
    STREW_REQUIRES_TENSOR(mask)
    STREW_REQUIRES(request->element_bytes != 0)
    STREW_ASSIGNS(request->indices, request->index_dtype, request->indices_bytes)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || (request->indices == mask && mask->rank == request->data->rank));

#endif /* STREW_VALIDATE_H */
