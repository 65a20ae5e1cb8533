/* What can be rejected from shapes and options alone. */
#ifndef STREW_VALIDATE_H
#define STREW_VALIDATE_H

#include "typing.h"

/* The largest object: differences of its addresses must fit ptrdiff_t, and offsets int64_t. */
#define STREW_MAX_BYTES (PTRDIFF_MAX < INT64_MAX ? (uint64_t)PTRDIFF_MAX : (uint64_t)INT64_MAX)

/* Checks everything but how the shapes fit together, and fills the request. */
strew_status strew_validate(strew_request *request, strew_fault *fault);

/* The offsets of a segment must be one for each segment, and one for the end; and indices a vector. */
strew_status strew_check_segments(strew_request *request, strew_fault *fault);

/* Whether strides are those of a dense tensor, or NULL. */
int strew_is_dense(const strew_tensor *tensor, const int64_t *strides);

/* The name of the first tensor whose strides are not those of a dense one; NULL if all tensors are dense. The strides of a gather's output
 * count always. Nearly all calls have no strides. */
const char *strew_find_strided(const strew_request *request);
static inline const char *strew_find_view(const strew_request *request)
{
    const int has_strides = request->data->strides != NULL || request->indices->strides != NULL || request->updates->strides != NULL ||
                            request->output_strides != NULL || request->components != NULL ||
                            (request->offsets != NULL && request->offsets->strides != NULL);
    return has_strides ? strew_find_strided(request) : NULL;
}

/* Counts a negative axis from the end. */
strew_status strew_find_axis(const strew_request *request, int64_t axis, int32_t *found, strew_fault *fault);

/* Checks the strides of components that are tensors of their own, which are n_apart. */
strew_status strew_check_component_strides(const strew_request *request, int32_t n_apart, strew_fault *fault);

/* The ordered side, which is updates or the output of a gather, has the shape data.shape[0 .. before - 1], then indices.shape[begin .. end
 * - 1], then data.shape[after .. r - 1]. */
typedef struct strew_ordered_dims {
    int32_t before, begin, end, after;
} strew_ordered_dims;

/* updates.shape must be that of the ordered side, or of a table; and update_indices and weights have an element for each tuple. */
strew_status strew_check_updates_shape(const strew_request *request, const strew_ordered_dims *dims, strew_fault *fault);

/* indices.shape[d] must be at most data.shape[d] for d != axis. */
strew_status strew_check_indices_shape(const strew_request *request, int32_t axis, strew_fault *fault);

/* Counts negative batch dimensions from the end of indices. They must be at most `max`, and have the same sizes in data. */
strew_status strew_find_batch_dims(const strew_request *request, int64_t batch_dims, int64_t min, int64_t max, int32_t *found,
                                   strew_fault *fault);

/* Computes the bytes of a gather's output, and checks its shape if the caller says it. */
strew_status strew_count_gathered_bytes(const strew_request *request, const strew_ordered_dims *dims, size_t *bytes, strew_fault *fault);

/* Counts a negative axis of tensor_scatter from the end. It is not 0, the batch dimension. */
strew_status strew_find_token_axis(const strew_request *request, int64_t axis, int32_t *found, strew_fault *fault);

/* updates.shape must be data.shape, but on the axis it may be smaller. */
strew_status strew_check_tokens_shape(const strew_request *request, int32_t axis, strew_fault *fault);

/* indices.shape must be data.shape[0 .. 0]. */
strew_status strew_check_write_indices_shape(const strew_request *request, strew_fault *fault);

/* output, which the caller describes, must have this shape, and the dtype of data unless a gather converts. */
strew_status strew_check_output(const strew_request *request, int32_t rank, const int64_t *shape, strew_fault *fault);

/* mask must be bool and have the shape of data, and updates must be dense. Then mask takes the place of the indices, of which a
 * masked_scatter has none. */
strew_status strew_take_mask(strew_request *request, const strew_tensor *mask, strew_fault *fault);

#endif /* STREW_VALIDATE_H */
