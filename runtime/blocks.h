/* Data whose elements are stored in blocks: a call is planned with a block in place of an element. */
#ifndef STREW_BLOCKS_H
#define STREW_BLOCKS_H

#include "validate.h"

/* The tensors of a call in blocks: their shapes and strides. Planning has no stack for more dimensions. */
enum { STREW_MAX_BLOCK_RANK = 6 };

typedef struct strew_tensor_in_blocks {
    strew_tensor tensor;
    int64_t shape[STREW_MAX_BLOCK_RANK], strides[STREW_MAX_BLOCK_RANK];
} strew_tensor_in_blocks;

typedef struct strew_blocks {
    strew_tensor_in_blocks data, ordered;
    strew_tensor output; /* of a scatter, whose shape is that of data */
    int64_t output_strides[STREW_MAX_BLOCK_RANK];
} strew_blocks;

#if STREW_BUILD_CONVERSIONS
/* If data is stored in blocks, makes a block an element of the request, and rejects what would split one. */
strew_status strew_count_in_blocks(strew_request *request, strew_blocks *blocks, strew_fault *fault);

static inline strew_status strew_use_blocks(strew_request *request, strew_blocks *blocks, strew_fault *fault)
{
    const strew_dtype data = request->data->dtype;
    request->block = 1;
    if ((data < STREW_DTYPE_Q8_0 || data >= STREW_DTYPE_OPAQUE_0) && request->converter == NULL) return STREW_OK;
    return strew_count_in_blocks(request, blocks, fault);
}

/* Rejects slices that are parts of a block: of a call whose tuples index the last dimension too. */
strew_status strew_reject_parts_of_blocks(const strew_request *request, strew_fault *fault);

/* A fault that counts blocks in the last dimension of two tensors counts their elements then. */
void strew_count_elements(const strew_request *request, const strew_call *call, strew_fault *fault);
#else
#define strew_use_blocks(request, blocks, fault) ((request)->block = 1, (void)(blocks), STREW_OK)
#define strew_reject_parts_of_blocks(request, fault) ((void)(request), STREW_OK)
#define strew_count_elements(request, call, fault) ((void)(call))
#endif

#endif /* STREW_BLOCKS_H */
