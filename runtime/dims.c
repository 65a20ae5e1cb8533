/* Strides in bytes. */
#include "dims.h"

#include "types.h"

int strew_is_empty(const strew_tensor *tensor)
{
    int is_empty = 0;
    for (int32_t d = 0; d < tensor->rank; d++) is_empty |= tensor->shape[d] == 0;
    return is_empty;
}

void strew_find_steps(int64_t *to, const strew_tensor *tensor, const int64_t *strides, size_t element_bytes)
{
    const int64_t bytes = (int64_t)strew_dtype_size(tensor->dtype); /* which a block has for all its elements */
    int64_t dense = (int64_t)element_bytes;
    if (strew_is_empty(tensor)) strides = NULL;
    for (int32_t d = tensor->rank - 1; d >= 0; d--) {
        to[d] = tensor->shape[d] == 1 ? 0 : strides != NULL ? strides[d] * bytes : dense;
        if (tensor->shape[d] != 0) dense *= tensor->shape[d];
    }
}

int64_t strew_find_step(const strew_tensor *tensor, int32_t d, size_t element_bytes)
{
    int64_t dense = (int64_t)element_bytes;
    if (tensor->shape[d] == 1) return 0;
    if (tensor->strides != NULL && !strew_is_empty(tensor)) return tensor->strides[d] * (int64_t)strew_dtype_size(tensor->dtype);
    for (int32_t i = tensor->rank - 1; i > d; i--) {
        if (tensor->shape[i] != 0) dense *= tensor->shape[i];
    }
    return dense;
}

strew_extent strew_extent_of_steps(const strew_tensor *tensor, const int64_t *steps, size_t bytes)
{
    strew_extent extent = {0, bytes, 0, bytes};
    if (strew_is_empty(tensor)) return (strew_extent){0, 0, 0, 0};
    for (int32_t d = 0; d < tensor->rank; d++) strew_extend(&extent, (size_t)tensor->shape[d], steps[d]);
    return extent;
}
