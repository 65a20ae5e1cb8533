#include "tokens.h"
#include "calls.h"

#include <string.h>

#include "conversions.h"
#include "profiles.h"

strew_status plan_tokens(strew_plan *plan, const token_call *call, strew_fault *fault)
{
    const strew_call made = STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = call->axis, .mode = call->mode,
                                       .options = call->options, .data = *call->past_cache, .updates = *call->update,
                                       .write_indices = tensor_or_none(call->write_indices), .output = tensor_or_none(call->output));
    return strew_plan_call(plan, &made, fault);
}

strew_status make_tokens(void *output, const token_call *call, strew_fault *fault)
{
    strew_plan plan;

    if (call->output) {
        const strew_status status = plan_tokens(&plan, call, fault);
        const void *const at = call->write_indices ? call->write_indices->values : NULL;
        return status != STREW_OK ? status
                                  : run_tensor_scatter(&plan, output, call->past_cache->values, at, call->update->values, NULL, fault);
    }
    return strew_tensor_scatter(output, call->past_cache, call->update, call->write_indices, call->axis, call->mode, call->options, fault);
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

static int64_t write_index(const token_call *call, size_t batch)
{
    if (!call->write_indices) return 0;
    const strew_dtype dtype = call->write_indices->dtype;
    return reference_read_index(dtype, (const char *)call->write_indices->values + batch * reference_size(dtype));
}

static int wraps(const token_call *call)
{
    const token_profile_row *const row = call->options ? find_token_profile(call->options->profile) : NULL;

    return !call->options || (call->options->negative == STREW_NEGATIVE_WRAPS && (!row || row->wraps));
}

static int is_ignored(const token_call *call, int64_t index)
{
    return call->options && call->options->has_ignore_index && index == call->options->ignore_index;
}

/* A sum that stops at the limits: nothing is in bounds there. */
static int64_t add(int64_t index, int64_t token)
{
    return index > INT64_MAX - token ? INT64_MAX : index + token;
}

/* Where a token goes: 0 to size - 1, or -1 if nowhere. */
static int64_t place_of(const token_call *call, int64_t size, int64_t index, int64_t token)
{
    /* The uint64 that INT64_MAX stands for are out of bounds. */
    const int is_known = index != INT64_MAX || call->write_indices->dtype != STREW_DTYPE_UINT64;
    if (call->mode == STREW_CACHE_CIRCULAR && is_known) {
        const int is_negative = index < 0 && add(index, token) < 0;
        if (!is_negative || wraps(call)) return ((index % size + size) % size + token) % size;
        return call->options->policy == STREW_POLICY_CLAMP ? 0 : -1;
    }
    int64_t place = add(index, token);
    if (place < 0 && place >= -size && wraps(call)) place += size;
    if (call->options && call->options->policy == STREW_POLICY_CLAMP) place = place < 0 ? 0 : place >= size ? size - 1 : place;
    return place >= 0 && place < size ? place : -1;
}

int tokens_are_out_of_bounds(const token_call *call, reference_position *position)
{
    const int32_t axis = (int32_t)(call->axis < 0 ? call->axis + call->past_cache->rank : call->axis);
    const int64_t size = call->past_cache->shape[axis], n = call->update->shape[axis];
    const int is_circular = call->mode == STREW_CACHE_CIRCULAR;
    /* What INT64_MAX stands for in uint64 is out of bounds. */
    const int64_t limit = call->write_indices && call->write_indices->dtype == STREW_DTYPE_UINT64 ? INT64_MAX - 1 : INT64_MAX;
    const int64_t low = !wraps(call) ? 0 : is_circular ? INT64_MIN : -size, high = is_circular ? limit : size - n;

    for (int64_t batch = 0; batch < call->past_cache->shape[0]; batch++) {
        const int64_t index = write_index(call, (size_t)batch);
        if (is_ignored(call, index) || (index >= low && index <= high)) continue;
        *position = (reference_position){batch, index, low, high, 0, axis};
        return 1;
    }
    return 0;
}

/* ---- The loop ------------------------------------------------------------------------------------------------------------------------ */

void reference_tensor_scatter(void *output, const token_call *call)
{
    const strew_tensor *const cache = call->past_cache, *const update = call->update;
    const int32_t axis = (int32_t)(call->axis < 0 ? call->axis + cache->rank : call->axis);
    const int64_t size = cache->shape[axis], n = update->shape[axis];
    const size_t size_of_element = reference_size(cache->dtype), size_of_update = reference_size(update->dtype);
    size_t per_batch = 1, slice = 1;

    for (int32_t d = 1; d < axis; d++) per_batch *= (size_t)cache->shape[d];
    for (int32_t d = axis + 1; d < cache->rank; d++) slice *= (size_t)cache->shape[d];
    if (reference_bytes(cache) != 0) memmove(output, cache->values, reference_bytes(cache));
    if (reference_bytes(update) == 0) return;
    for (size_t batch = 0; batch < (size_t)cache->shape[0]; batch++) {
        const int64_t index = write_index(call, batch);
        if (is_ignored(call, index)) continue;
        for (size_t outer = batch * per_batch; outer < (batch + 1) * per_batch; outer++) {
            for (int64_t token = 0; token < n; token++) {
                const int64_t place = place_of(call, size, index, token);
                if (place < 0) continue;
                convert_elements(update->dtype, (const char *)update->values + (outer * (size_t)n + (size_t)token) * slice * size_of_update,
                                 cache->dtype, (char *)output + (outer * (size_t)size + (size_t)place) * slice * size_of_element, slice,
                                 call->options);
            }
        }
    }
}
