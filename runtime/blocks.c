/* Data whose elements are stored in blocks. Shapes and strides count elements, of which a block has several in the last dimension. Planning
 * counts blocks there, so that a block is an element of some bytes, and as many elements of updates or of a gather's output are one, too.
 * What comes behind moves and converts elements of these sizes, and knows nothing of it. */
#include "blocks.h"

#include "fault.h"

#include <string.h>

static strew_status reject_split(const char *subject, int32_t dimension, int64_t value, int64_t block, strew_fault *fault)
{
    return STREW_REJECT(fault, STREW_STATUS_SPLIT_BLOCK, .subject = subject, .dimension = dimension, .value = value, .high = block);
}

static int is_empty(const strew_tensor *tensor)
    STREW_REQUIRES_SHAPE(tensor)
    STREW_ASSIGNS()
{
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank)
    {
        if (tensor->shape[d] == 0) return 1;
    }
    return 0;
}

/* The strides in steps of an element of this dtype: of a block, or of a number. */
static strew_status count_strides(int64_t *to, const strew_tensor *tensor, const int64_t *strides, int64_t block, const char *subject,
                                  strew_fault *fault)
    STREW_REQUIRES_SHAPE(tensor)
    STREW_REQUIRES_BYTES(strides, (size_t)tensor->rank * sizeof *strides)
    STREW_REQUIRES_BYTES(to, (size_t)tensor->rank * sizeof *to)
    STREW_REQUIRES(0 < block && block <= STREW_MAX_BLOCK)
    STREW_ASSIGNS(STREW_BYTES(to, (size_t)tensor->rank * sizeof *to))
    STREW_REPORTS(fault)
{
    const int32_t last = tensor->rank - 1;
    const strew_dtype_record *record = strew_find_dtype(tensor->dtype);
    STREW_GIVEN(record != NULL); /* the dtype was looked up before */
    const int64_t unit = record->block != 0 ? block : 1;
    const int has_elements = !is_empty(tensor);
    for (int32_t d = 0; d <= last; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank, STREW_ALL_BYTES(to))
    {
        const int64_t size = tensor->shape[d], stride = strides[d];
        const int is_wrong = d == last ? stride != 1 : stride % unit != 0;
        if (size > 1 && has_elements && is_wrong) return reject_split(subject, d, stride, block, fault);
        to[d] = d == last ? block / unit : stride / unit;
    }
    return STREW_OK;
}

/* The subjects of what is wrong with a tensor. */
typedef struct names {
    const char *tensor, *shape, *strides;
} names;

static strew_status count_blocks(strew_tensor_in_blocks *to, const strew_tensor *tensor, int64_t block, const names *names,
                                 strew_fault *fault)
    STREW_REQUIRES_BYTES(to, sizeof *to)
    STREW_REQUIRES_ANY_TENSOR(tensor)
    STREW_REQUIRES(0 < block && block <= STREW_MAX_BLOCK)
    STREW_REQUIRES_BYTES(names, sizeof *names)
    STREW_ASSIGNS(STREW_ALL_BYTES(to))
    STREW_REPORTS(fault)
{
    to->tensor = *tensor;
    if (tensor->rank > STREW_MAX_BLOCK_RANK) {
        return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = names->tensor, .value = tensor->rank, .low = 1,
                            .high = STREW_MAX_BLOCK_RANK);
    }
    /* What no tensor has is rejected as it is. */
    if (tensor->rank <= 0 || strew_find_dtype(tensor->dtype) == NULL) return STREW_OK;
    const int32_t last = tensor->rank - 1;
    memcpy(to->shape, tensor->shape, (size_t)tensor->rank * sizeof *to->shape);
    to->tensor.shape = to->shape;
    const int64_t size = tensor->shape[last];
    if (size > 0 && size % block != 0) return reject_split(names->shape, last, size, block, fault);
    if (size > 0) to->shape[last] = size / block;
    if (tensor->strides == NULL) return STREW_OK;
    to->tensor.strides = to->strides;
    return count_strides(to->strides, tensor, tensor->strides, block, names->strides, fault);
}

strew_status strew_reject_parts_of_blocks(const strew_request *request, strew_fault *fault)
{
    return reject_split("a slice", -1, 1, request->block, fault);
}

strew_status strew_count_in_blocks(strew_request *request, strew_blocks *blocks, strew_fault *fault)
{
    static const names of_data = {"data", "shape of data", "strides of data"},
                       of_updates = {"updates", "shape of updates", "strides of updates"},
                       of_output = {"output", "shape of output", "strides of output"};
    const strew_tensor *data = request->data;
    const strew_dtype_record *record = strew_find_dtype(data->dtype);
    const int is_gather = request->record->is_gather;
    const strew_tensor *ordered = is_gather ? request->output : request->updates;
    if (request->converter != NULL && (strew_dtype_block(data->dtype) > 1 || (ordered != NULL && strew_dtype_block(ordered->dtype) > 1))) {
        return STREW_REJECT(fault, STREW_STATUS_CONFLICT, .subject = "options.converter and a dtype of blocks");
    }
    if (record == NULL || record->block == 0) return STREW_OK;
    const int64_t block = request->block = (int64_t)record->block;
    if (request->record->is_elements || request->record->is_flat || request->op == STREW_OPERATOR_MASKED_SCATTER || data->rank == 0) {
        return strew_reject_parts_of_blocks(request, fault);
    }
    strew_status status = count_blocks(&blocks->data, data, block, &of_data, fault);
    if (status == STREW_OK && ordered != NULL) {
        status = count_blocks(&blocks->ordered, ordered, block, is_gather ? &of_output : &of_updates, fault);
    }
    if (status != STREW_OK) return status;
    request->data = &blocks->data.tensor;
    if (!is_gather) request->updates = &blocks->ordered.tensor;
    if (is_gather) request->updates = request->data;
    if (request->output == NULL) return STREW_OK;
    if (is_gather) {
        request->output = &blocks->ordered.tensor;
        request->output_strides = blocks->ordered.tensor.strides;
        return STREW_OK;
    }
    /* Its shape is compared here, by elements. */
    const strew_tensor *output = request->output;
    for (int32_t d = 0; d < output->rank && output->rank == data->rank; d++) {
        if (output->shape[d] == data->shape[d]) continue;
        return STREW_REJECT(fault, STREW_STATUS_OUTPUT_SHAPE_MISMATCH, .dimension = d, .value = output->shape[d], .high = data->shape[d]);
    }
    blocks->output = *output;
    if (output->rank == data->rank) blocks->output.shape = request->data->shape;
    request->output = &blocks->output;
    if (output->strides == NULL || output->rank != data->rank || output->dtype != data->dtype) return STREW_OK;
    request->output_strides = blocks->output_strides;
    return count_strides(blocks->output_strides, output, output->strides, block, of_output.strides, fault);
}

void strew_count_elements(const strew_request *request, const strew_call *call, strew_fault *fault)
{
    if (fault == NULL || request->block == 1) return;
    const strew_tensor *ordered = request->record->is_gather ? &call->output : &call->updates;
    const int is_mismatch = fault->status == STREW_STATUS_UPDATES_SHAPE_MISMATCH || fault->status == STREW_STATUS_OUTPUT_SHAPE_MISMATCH;
    if (!is_mismatch || fault->dimension < 0 || fault->dimension != ordered->rank - 1) return;
    fault->value *= request->block;
    fault->high *= request->block;
}
