#include "masks.h"
#include "calls.h"

#include <string.h>

#include "conversions.h"
#include "reference.h"

strew_status plan_mask(strew_plan *plan, const mask_call *call, strew_fault *fault)
{
    const strew_call made = STREW_CALL(.op = STREW_OPERATOR_MASKED_SCATTER, .options = call->options, .data = *call->data,
                                       .mask = *call->mask, .updates = *call->updates, .output = tensor_or_none(call->output));
    return strew_plan_call(plan, &made, fault);
}

strew_status make_mask(void *output, const mask_call *call, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = plan_mask(&plan, call, fault);

    if (status != STREW_OK) return status;
    return run_masked_scatter(&plan, output, call->data->values, call->mask->values, call->updates->values, NULL, fault);
}

size_t reference_count_true(const strew_tensor *mask)
{
    size_t n = 0;

    for (size_t i = 0; i < reference_elements(mask); i++) {
        if (((const unsigned char *)mask->values)[i]) n++;
    }
    return n;
}

void reference_masked_scatter(void *output, const strew_tensor *data, const strew_tensor *mask, const strew_tensor *updates,
                              const strew_options *options)
{
    const size_t size = reference_size(data->dtype);
    const char *next = updates->values;

    if (reference_bytes(data) != 0) memmove(output, data->values, reference_bytes(data));
    for (size_t i = 0; i < reference_elements(data); i++) {
        if (!((const unsigned char *)mask->values)[i]) continue;
        convert_elements(updates->dtype, next, data->dtype, (char *)output + i * size, 1, options);
        next += reference_size(updates->dtype);
    }
}
