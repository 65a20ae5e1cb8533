/* Which types go together: with each other, with a reduction, with options and with a version of a specification. */
#include "typing.h"

#include "convert.h"
#include "fault.h"

#include <string.h>

#if STREW_BUILD_CONVERSIONS
/* Whether updates, or the output of a gather, may have another dtype than data. Specifications have no such call. */
static int may_convert(strew_request *request)
{
    const strew_dtype data = request->data->dtype, ordered = request->ordered_dtype;
    const strew_options *options = request->options;
    if (options->profile != STREW_PROFILE_NONE || strew_is_packed(data)) return 0;
    if (request->block != 1) {
        request->mixing = STREW_MIX_ALIKE;
        return ordered == STREW_DTYPE_FLOAT32 || ordered == STREW_DTYPE_FLOAT16 || ordered == STREW_DTYPE_BFLOAT16;
    }
    if (request->record->is_gather) return strew_is_convertible(data, ordered);
    if (!strew_is_convertible(ordered, data)) return 0;
    /* Integers that wrap around in the end may as well do so after every update. */
    const int sums_up = strew_accumulates(request->reduction), saturates = options->overflow == STREW_OVERFLOW_SATURATES,
              is_wide = options->accumulate != 0 && options->accumulate != data && sums_up,
              accumulates = is_wide && (!request->dtype->is_integer || saturates);
    request->mixing = strew_find_mixing(data, ordered, request->reduction, accumulates, saturates && !sums_up);
    return request->mixing != STREW_MIX_NOT;
}
#endif

#if STREW_BUILD_CONVERSIONS
/* Rejects a pair of dtypes that this build was not told to convert, or lacks one of. */
static strew_status check_pair(const strew_request *request, strew_fault *fault)
{
    const strew_dtype data = request->data->dtype, ordered = request->ordered_dtype;
    const int is_gather = request->record->is_gather;
    /* Blocks are made of float32, and float32 of them. */
    const strew_dtype other = request->block != 1 ? STREW_DTYPE_FLOAT32 : data, from = is_gather ? other : ordered,
                      to = is_gather ? ordered : other;
    const uint64_t is_pair = from == to || strew_find_dtype(to)->converted >> from & 1; /* uncovered: a whole build has every pair */
    const uint64_t is_built = (uint64_t)strew_find_dtype(ordered)->built & is_pair;
    const strew_fault lacking = {
        .status = STREW_STATUS_NOT_BUILT, .subject = is_gather ? "output" : "updates", .value = (int64_t)ordered, .high = (int64_t)data};
    return is_built ? STREW_OK : strew_report(fault, &lacking); /* uncovered: a whole build has every pair */
}
#endif

/* What follows the order of the tuples usually has the dtype of data. */
STREW_COLD static strew_status check_ordered_dtype(strew_request *request, strew_fault *fault)
{
    const strew_dtype data = request->data->dtype, ordered = request->ordered_dtype;
#if STREW_BUILD_CONVERSIONS
    if (request->converter != NULL) return STREW_OK;
    if (may_convert(request)) return check_pair(request, fault);
    /* Of two types that may be converted, the profile or the reduction decides. */
    const int is_gather = request->record->is_gather,
              is_pair = is_gather ? strew_is_convertible(data, ordered) : strew_is_convertible(ordered, data);
    const strew_profile profile = is_pair ? request->options->profile : STREW_PROFILE_NONE;
    return STREW_REJECT(fault, STREW_STATUS_DTYPE_MISMATCH, .subject = is_gather ? "output" : "updates", .value = (int64_t)ordered,
                        .high = (int64_t)data, .low = is_pair ? (int64_t)request->reduction : 0, .profile = profile);
#else
    (void)ordered;
    (void)data;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "conversions");
#endif
}

/* The types of a call with a scale: those that kernels convert from and to float32, and smaller floats for float32. */
STREW_COLD static strew_status check_scaled_dtypes(strew_request *request, strew_fault *fault)
{
#if STREW_BUILD_CONVERSIONS
    const strew_dtype data = request->data->dtype, ordered = request->ordered_dtype, scale = request->scale->dtype;
    const strew_dtype_record *narrow = request->dtype, *wide = strew_find_dtype(ordered);
    if (scale != STREW_DTYPE_FLOAT32) {
        return STREW_REJECT(fault, STREW_STATUS_DTYPE_MISMATCH, .subject = "scale", .value = (int64_t)scale,
                            .high = (int64_t)STREW_DTYPE_FLOAT32);
    }
    const int is_byte = narrow->is_integer && narrow->bytes == 1 && (narrow->is_signed || request->record->is_gather);
    const int is_wide = wide->is_float && (wide->bytes == sizeof(float) || wide->bytes == sizeof(float) / 2);
    const int is_integer = is_byte || (strew_is_packed(data) && request->record->is_gather);
    if ((!narrow->is_small_float && !is_integer) || !is_wide) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_SCALE, .value = (int64_t)ordered, .high = (int64_t)data);
    }
    if (request->zero_points != NULL && !is_integer) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_SCALE, .subject = "zero_points", .value = (int64_t)ordered,
                            .high = (int64_t)data);
    }
    if (request->zero_points != NULL && request->zero_points->dtype != data) {
        return STREW_REJECT(fault, STREW_STATUS_DTYPE_MISMATCH, .subject = "zero_points", .value = (int64_t)request->zero_points->dtype,
                            .high = (int64_t)data);
    }
    request->mixing = STREW_MIX_ALIKE;
    return check_pair(request, fault);
#else
    (void)request;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "conversions");
#endif
}

#if STREW_BUILD_FUSED
/* The types of update indices and weights. What weights make of updates takes their place: float32 if the weights are that. */
STREW_COLD static strew_status check_fused_dtypes(strew_request *request, strew_fault *fault)
{
    const strew_tensor *indices = request->update_indices, *weights = request->weights;
    const strew_dtype updates = request->updates->dtype;
    const strew_dtype_record *of_indices = indices != NULL ? strew_find_dtype(indices->dtype) : NULL,
                             *of_updates = strew_find_dtype(updates),
                             *of_weights = weights != NULL ? strew_find_dtype(weights->dtype) : NULL;
    const char *unknown = indices != NULL && of_indices == NULL   ? "update_indices"
                          : weights != NULL && of_weights == NULL ? "weights"
                                                                  : NULL;
    if (unknown != NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_DTYPE, .subject = unknown,
                            .value = (int32_t)(of_indices == NULL && indices != NULL ? indices->dtype : weights->dtype));
    }
    if (indices != NULL && !of_indices->is_integer) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .subject = "update_indices", .value = (int32_t)indices->dtype);
    }
    if (weights == NULL) return STREW_OK;
    const int is_number = of_updates != NULL && of_updates->cells[STREW_DO_MUL].ctype != STREW_CTYPE_NONE && updates != STREW_DTYPE_BOOL;
    const int is_wider = weights->dtype == STREW_DTYPE_FLOAT32 && is_number && of_updates->is_small_float;
    if (!is_number || (weights->dtype != updates && !is_wider)) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_WEIGHTS, .value = (int64_t)weights->dtype, .high = (int64_t)updates);
    }
    request->ordered_dtype = request->product_dtype = weights->dtype;
    return STREW_OK;
}

/* Products that are accumulated in a wider type are rounded to it alone, or to the type of data if that is as good. */
static void set_product_dtype(strew_request *request)
{
    if (request->weights == NULL || request->options->accumulate == 0 || !strew_accumulates(request->reduction)) return;
    request->product_dtype = request->wide != NULL ? request->wide->wide : request->data->dtype;
    request->ordered_dtype = request->data->dtype;
    request->ordered_bytes = request->element_bytes;
    request->mixing = STREW_MIX_NOT;
}
#else
#define set_product_dtype(request) ((void)(request))
#endif

strew_status strew_check_types(strew_request *request, strew_fault *fault)
{
    const strew_dtype data = request->data->dtype, indices = request->indices->dtype, updates = request->updates->dtype;
    const int has_other_output = request->record->is_gather && request->output != NULL;
    const strew_dtype ordered = has_other_output ? request->output->dtype : updates;
    request->dtype = strew_find_dtype(data);
    request->index_dtype = strew_find_dtype(indices);
    const int is_unknown = ordered != data && strew_find_dtype(ordered) == NULL;
    const char *unknown = request->dtype == NULL         ? "data"
                          : is_unknown                   ? (has_other_output ? "output" : "updates")
                          : request->index_dtype == NULL ? request->indices_name
                                                         : NULL;
    if (unknown != NULL) {
        const strew_dtype dtype = request->dtype == NULL ? data : is_unknown ? ordered : indices;
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_DTYPE, .subject = unknown, .value = (int32_t)dtype);
    }
    if (!request->index_dtype->is_integer) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .subject = request->indices_name, .value = (int32_t)indices);
    }
    request->element_bytes = request->dtype->bytes != 0 ? request->dtype->bytes : strew_dtype_size(data); /* the type itself may say them */
    request->ordered_dtype = ordered;
    request->ordered_bytes = request->element_bytes;
    request->mixing = STREW_MIX_NOT;
    if (ordered != data) request->ordered_bytes = strew_dtype_size(ordered) * (size_t)request->block;
    request->read_bytes = request->ordered_bytes;
    if (request->scale != NULL) return check_scaled_dtypes(request, fault);
#if STREW_BUILD_FUSED
    if (request->update_indices != NULL || request->weights != NULL) {
        const strew_status status = check_fused_dtypes(request, fault);
        if (status != STREW_OK) return status;
        request->ordered_bytes = strew_dtype_size(request->ordered_dtype);
    }
#endif
    return request->ordered_dtype == data && request->converter == NULL ? STREW_OK : check_ordered_dtype(request, fault);
}

static int has(uint64_t set, unsigned number)
{
    return number < 64 && (set >> number & 1);
}

STREW_COLD strew_status strew_check_profile(const strew_request *request, strew_fault *fault)
{
    const strew_profile profile = request->options->profile;
    const strew_profile_record *allows = request->profile;
    if (strcmp(allows->operator_name, request->record->name) != 0) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = request->record->name, .profile = profile);
    }
    const int is_small_float = allows->has_small_floats && request->data->dtype == STREW_DTYPE_OPAQUE(1);
    if (!is_small_float && !has(allows->dtypes, request->data->dtype)) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_DTYPE, .value = (int64_t)request->data->dtype, .profile = profile);
    }
    if (!has(allows->index_dtypes, request->indices->dtype)) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE, .value = (int64_t)request->indices->dtype, .profile = profile);
    }
    if (!has(allows->reductions, request->reduction)) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_REDUCTION, .value = (int64_t)request->reduction, .profile = profile);
    }
    const int32_t n_strides = request->indices->rank <= STREW_MAX_RANK ? request->indices->rank : 0;
    for (int32_t d = 0; request->indices->strides != NULL && d < n_strides; d++) {
        if (request->indices->strides[d] >= 0 || request->indices->shape[d] == 1) continue;
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPTION, .subject = "indices.strides", .value = request->indices->strides[d],
                            .profile = profile);
    }
    const strew_options *options = request->options;
    const int fills = options->fill != NULL && allows->fills && options->policy == STREW_POLICY_ERROR;
    const char *option = request->converter != NULL                                                         ? "options.converter"
                         : request->components != NULL                                                      ? "components"
                         : request->scale != NULL                                                           ? "scale"
                         : request->update_indices != NULL                                                  ? "update_indices"
                         : request->weights != NULL                                                         ? "weights"
                         : options->alpha != NULL                                                           ? "options.alpha"
                         : fills                                                                            ? "options.fill"
                         : options->excludes_self && !allows->may_exclude_self                              ? "options.excludes_self"
                         : options->mean_rounding == STREW_MEAN_ROUNDING_TRUNCATES && !allows->may_truncate ? "options.mean_rounding"
                                                                                                            : NULL;
    if (option == NULL) return STREW_OK;
    /* A reduction that has a number has no scale and no converter. */
    const int is_number = options->excludes_self || options->mean_rounding == STREW_MEAN_ROUNDING_TRUNCATES;
    return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPTION, .subject = option, .value = is_number && request->components == NULL,
                        .profile = profile);
}

#if STREW_BUILD_ACCUMULATE
/* Finds the wider type that the options ask for. Integers that wrap around in the end may as well do so after every update. */
static strew_status find_wide(strew_request *request, strew_fault *fault)
{
    const strew_options *options = request->options;
    const strew_dtype dtype = request->data->dtype, wide = options->accumulate;
    const int saturates = options->overflow == STREW_OVERFLOW_SATURATES;
    if (!strew_accumulates(request->reduction)) return STREW_OK;
    const strew_wide *found = strew_find_wide(dtype);
    const int is_wider = found != NULL && found->wide == wide;
    const int holds = dtype == wide || (wide == STREW_DTYPE_INT64 && request->dtype->is_integer);
    if (request->dtype->is_integer && request->reduction == STREW_REDUCTION_MEAN && holds) {
        if (request->weights != NULL && is_wider) request->wide = found; /* products are not exact in a narrower type */
        return STREW_OK;
    }
    if (!is_wider && (saturates || !holds)) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_ACCUMULATION, .value = (int64_t)wide, .high = (int64_t)dtype);
    }
    if (is_wider && (saturates || !request->dtype->is_integer)) request->wide = found;
    return STREW_OK;
}
#endif

strew_status strew_find_accumulation(strew_request *request, strew_fault *fault)
{
#if STREW_BUILD_ACCUMULATE
    const strew_status status = find_wide(request, fault);
    if (status != STREW_OK) return status;
#else
    (void)fault;
#endif
    set_product_dtype(request);
    return STREW_OK;
}
