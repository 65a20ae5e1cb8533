/* Planning: shapes, types and options in, everything that follows from them out. Refuses what the contract refuses, and touches no buffer. */
#include "internal.h"

#include <limits.h>

/* No object is larger: differences of its addresses must fit ptrdiff_t, and offsets int64_t. */
static const uint64_t most_bytes = PTRDIFF_MAX < INT64_MAX ? (uint64_t)PTRDIFF_MAX : (uint64_t)INT64_MAX;

static strew_status check_pointers(const strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                   const strew_tensor *updates, strew_fault *fault)
{
    const struct {
        const char *subject;
        int is_missing;
    } arguments[] = {
        {"plan", plan == NULL},
        {"data", data == NULL},
        {"indices", indices == NULL},
        {"updates", updates == NULL},
        {"shape of data", data != NULL && data->shape == NULL && data->rank > 0},
        {"shape of indices", indices != NULL && indices->shape == NULL && indices->rank > 0},
        {"shape of updates", updates != NULL && updates->shape == NULL && updates->rank > 0},
    };
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        if (arguments[i].is_missing) return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = arguments[i].subject);
    }
    return STREW_OK;
}

static strew_status check_types(strew_dtype data, strew_dtype indices, strew_dtype updates, strew_fault *fault)
{
    if (strew_find_dtype(data) == NULL) {
        return STREW_REFUSE(fault, STREW_DTYPE_UNKNOWN, .subject = "data", .value = (int32_t)data);
    }
    if (strew_find_dtype(updates) == NULL) {
        return STREW_REFUSE(fault, STREW_DTYPE_UNKNOWN, .subject = "updates", .value = (int32_t)updates);
    }
    if (strew_find_dtype(indices) == NULL) {
        return STREW_REFUSE(fault, STREW_DTYPE_UNKNOWN, .subject = "indices", .value = (int32_t)indices);
    }
    if (indices != STREW_INT32 && indices != STREW_INT64) {
        return STREW_REFUSE(fault, STREW_INDEX_DTYPE, .value = (int32_t)indices);
    }
    if (updates != data) {
        return STREW_REFUSE(fault, STREW_DTYPE_MISMATCH, .value = (int64_t)updates, .high = (int64_t)data);
    }
    return STREW_OK;
}

static strew_status check_options(strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    if (strew_reduction_name(reduction) == NULL) {
        return STREW_REFUSE(fault, STREW_REDUCTION_UNKNOWN, .value = (int32_t)reduction);
    }
    if (options->policy != STREW_POLICY_ERROR && options->policy != STREW_POLICY_TRUSTED) {
        return STREW_REFUSE(fault, STREW_OPTION_UNKNOWN, .subject = "options.policy", .value = (int32_t)options->policy);
    }
    if (options->negative != STREW_NEGATIVE_WRAPS && options->negative != STREW_NEGATIVE_OUTSIDE) {
        return STREW_REFUSE(fault, STREW_OPTION_UNKNOWN, .subject = "options.negative", .value = (int32_t)options->negative);
    }
    return STREW_OK;
}

/* Checks a shape by itself and counts its bytes. A zero dimension does not hide an overflow of the others. */
static strew_status count_bytes(const strew_tensor *tensor, const char *subject, int32_t least_rank, size_t *bytes, strew_fault *fault)
{
    if (tensor->rank < least_rank || tensor->rank > STREW_MAX_RANK) {
        return STREW_REFUSE(fault, STREW_RANK_OUTSIDE, .subject = subject, .value = tensor->rank, .low = least_rank,
                            .high = STREW_MAX_RANK);
    }
    uint64_t product = strew_find_dtype(tensor->dtype)->bytes;
    int is_empty = 0;
    for (int32_t d = 0; d < tensor->rank; d++) {
        const int64_t size = tensor->shape[d];
        if (size < 0) {
            return STREW_REFUSE(fault, STREW_DIMENSION_NEGATIVE, .subject = subject, .dimension = d, .value = size);
        }
        if (size == 0) {
            is_empty = 1;
        } else if (product > most_bytes / (uint64_t)size) {
            return STREW_REFUSE(fault, STREW_TOO_LARGE, .subject = subject, .high = (int64_t)most_bytes);
        } else {
            product *= (uint64_t)size;
        }
    }
    *bytes = is_empty ? 0 : (size_t)product;
    return STREW_OK;
}

/* updates.shape must be indices.shape[0 .. q - 2] followed by data.shape[k .. r - 1]. */
static strew_status check_updates_shape(const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates, int32_t k,
                                        strew_fault *fault)
{
    const int32_t outer = indices->rank - 1;
    const int32_t rank = outer + data->rank - k;
    if (updates->rank != rank) {
        return STREW_REFUSE(fault, STREW_UPDATES_RANK, .value = updates->rank, .high = rank);
    }
    for (int32_t d = 0; d < rank; d++) {
        const int64_t size = d < outer ? indices->shape[d] : data->shape[k + d - outer];
        if (updates->shape[d] != size) {
            return STREW_REFUSE(fault, STREW_UPDATES_SHAPE, .dimension = d, .value = updates->shape[d], .high = size);
        }
    }
    return STREW_OK;
}

/* Kernels with vectors count slots in 32 bits; where there are more, or none at all, the scalar ones check, and run.c forms the offsets. */
static strew_isa_set indices_isas(strew_isa_set allowed, uint64_t n_slots)
{
    const int is_vector_size = n_slots != 0 && n_slots - 1 <= UINT32_MAX;
    return is_vector_size ? allowed : allowed & ((strew_isa_set)1 << STREW_ISA_SCALAR);
}

strew_status strew_scatter_nd_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                   strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    const strew_options defaults = {0};
    if (options == NULL) options = &defaults;
    strew_isa_set allowed;
    size_t data_bytes, indices_bytes, updates_bytes;
    strew_status status = check_pointers(plan, data, indices, updates, fault);
    if (status == STREW_OK) status = check_types(data->dtype, indices->dtype, updates->dtype, fault);
    if (status == STREW_OK) status = check_options(reduction, options, fault);
    if (status == STREW_OK) status = strew_allowed_isas(options->isa, &allowed, fault);
    if (status == STREW_OK) status = count_bytes(data, "data", 1, &data_bytes, fault);
    if (status == STREW_OK) status = count_bytes(indices, "indices", 1, &indices_bytes, fault);
    if (status == STREW_OK) status = count_bytes(updates, "updates", 0, &updates_bytes, fault);
    if (status != STREW_OK) return status;

    const int64_t last = indices->shape[indices->rank - 1];
    if (last > data->rank) {
        return STREW_REFUSE(fault, STREW_TUPLE_TOO_LONG, .value = last, .high = data->rank);
    }
    const int32_t k = (int32_t)last;
    status = check_updates_shape(data, indices, updates, k, fault);
    if (status != STREW_OK) return status;

    const strew_dtype_record *dtype = strew_find_dtype(data->dtype);
    size_t slice_bytes = dtype->bytes;
    for (int32_t d = k; d < data->rank; d++) slice_bytes *= (size_t)data->shape[d];
    const strew_lane lane = strew_choose_lane(dtype, reduction, slice_bytes);
    if (lane == STREW_LANE_NONE) {
        return STREW_REFUSE(fault, STREW_REDUCTION_UNDEFINED, .value = (int64_t)reduction, .high = (int64_t)data->dtype);
    }
    const strew_apply_kernel *apply = strew_find_apply(allowed, reduction, lane, slice_bytes);
    if (!dtype->built || !strew_reduction_is_built(reduction) || apply == NULL) {
        return STREW_REFUSE(fault, STREW_NOT_BUILT, .value = (int64_t)reduction, .high = (int64_t)data->dtype);
    }

    plan->apply = slice_bytes != 0 ? apply : NULL;
    plan->dtype = data->dtype;
    plan->reduction = reduction;
    plan->options = *options;
    plan->k = k;
    plan->index_bytes = indices->dtype == STREW_INT32 ? 4 : 8;
    plan->slice_bytes = slice_bytes;
    plan->data_bytes = data_bytes;
    plan->indices_bytes = indices_bytes;
    plan->updates_bytes = updates_bytes;
    plan->n_tuples = 1;
    for (int32_t d = 0; d < indices->rank - 1; d++) plan->n_tuples *= (size_t)indices->shape[d];
    plan->n_slots = 1;
    for (int32_t d = k - 1; d >= 0; d--) {
        plan->size[d] = data->shape[d];
        plan->low[d] = options->negative == STREW_NEGATIVE_WRAPS ? -data->shape[d] : 0;
        plan->stride[d] = plan->n_slots;
        plan->n_slots *= (uint64_t)data->shape[d];
    }
    plan->indices = strew_find_indices(indices_isas(allowed, plan->n_slots), plan->index_bytes, k);
    return strew_report(fault, (strew_fault){.status = STREW_OK});
}

size_t strew_plan_size(void)
{
    return sizeof(strew_plan);
}

const char *strew_plan_kernel(const strew_plan *plan)
{
    return plan->apply != NULL ? plan->apply->kernel.name : NULL;
}

strew_isa strew_plan_isa(const strew_plan *plan)
{
    return plan->apply != NULL ? plan->apply->kernel.isa : STREW_ISA_SCALAR;
}
