/* Strides in bytes. */
#include "dims.h"

#include "types.h"

/* A step in bytes. Validation has checked those of dimensions with more than one index. */
static int64_t step_of(int64_t stride, int64_t bytes)
    STREW_ASSIGNS()
{
    return stride * bytes;
}

int strew_is_empty(const strew_tensor *tensor)
{
    int is_empty = 0;
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank, is_empty)
    {
        is_empty |= tensor->shape[d] == 0;
    }
    return is_empty;
}

void strew_find_steps(int64_t *to, const strew_tensor *tensor, const int64_t *strides, size_t element_bytes)
{
    const int64_t bytes = (int64_t)strew_dtype_size(tensor->dtype); /* which a block has for all its elements */
    int64_t dense = (int64_t)element_bytes;
    if (strew_is_empty(tensor)) strides = NULL;
    for (int32_t d = tensor->rank - 1; d >= 0; d--)
        STREW_LAST_TO_FIRST(d, tensor->rank, dense, STREW_ALL_BYTES(to))
    {
        to[d] = tensor->shape[d] == 1 ? 0 : strides != NULL ? step_of(strides[d], bytes) : dense;
        dense = strew_times_size(dense, tensor->shape[d]);
    }
}

int64_t strew_find_step(const strew_tensor *tensor, int32_t d, size_t element_bytes)
{
    int64_t dense = (int64_t)element_bytes;
    if (tensor->shape[d] == 1) return 0;
    if (tensor->strides != NULL && !strew_is_empty(tensor)) return step_of(tensor->strides[d], (int64_t)strew_dtype_size(tensor->dtype));
    for (int32_t i = tensor->rank - 1; i > d; i--)
        STREW_ASSIGNS(i, dense)
        STREW_INVARIANT(d <= i && i < tensor->rank)
    {
        dense = strew_times_size(dense, tensor->shape[i]);
    }
    return dense;
}

strew_extent strew_extent_of_steps(const strew_tensor *tensor, const int64_t *steps, size_t bytes)
{
    strew_extent extent = {0, bytes, 0, bytes};
    if (strew_is_empty(tensor)) return (strew_extent){0, 0, 0, 0};
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank, extent)
        STREW_INVARIANT(extent.bytes <= STREW_MAX_BYTES && -(int64_t)extent.bytes <= extent.low && extent.low <= 0)
    {
        strew_extend(&extent, (size_t)tensor->shape[d], steps[d]);
    }
    return extent;
}
