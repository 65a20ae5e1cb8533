#include "oracle.h"

#include "conversions.h"

#include <strew/inspect.h>

#include "operators.h"

static const profile_row *row_of(strew_profile profile)
{
    for (size_t i = 0; i < PROFILE_ROWS; i++) {
        if (profile_rows[i].profile == profile) return &profile_rows[i];
    }
    return NULL;
}

static verdict oracle_pointers(const reference_call *call)
{
    const strew_tensor *const tensors[] = {call->data, call->indices, call->updates};

    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        /* In a call, a tensor of nothing but zeros is one that is not given. */
        const int is_given = tensors[i] && (tensors[i]->dtype != 0 || tensors[i]->rank != 0 || tensors[i]->shape || tensors[i]->strides);
        if (!is_given || (!tensors[i]->shape && tensors[i]->rank > 0)) return VERDICT(STREW_STATUS_NULL_POINTER);
    }
    return 0;
}

/* Whether data can be accumulated as the options ask. An integer that wraps around, and a mean of integers, is right in any integer. */
static int can_accumulate(const reference_call *call)
{
    const strew_dtype dtype = call->data->dtype, wide = call->options->accumulate;
    const int is_mean = call->reduction == STREW_REDUCTION_MEAN, is_integer = reference_is_index(dtype);
    const int saturates = call->options->overflow == STREW_OVERFLOW_SATURATES;

    if (!wide || !reference_size(dtype) || (call->reduction > STREW_REDUCTION_MUL && !is_mean) || !call->reduction) return 1;
    if (is_integer && wide == STREW_DTYPE_INT64 && (is_mean || !saturates)) return 1;
    return (wide == dtype && !saturates) || wide == reference_wide_dtype(dtype);
}

static verdict oracle_types(const reference_call *call)
{
    const strew_dtype data = call->data->dtype, indices = call->indices->dtype, updates = call->updates->dtype;
    verdict found = 0;

    if (!reference_size(data) || !reference_size(indices) || !reference_size(updates)) found |= VERDICT(STREW_STATUS_UNKNOWN_DTYPE);
    if (!reference_is_index(indices)) found |= VERDICT(STREW_STATUS_UNSUPPORTED_INDEX_DTYPE);
    if (!can_take_updates(data, updates, call->reduction, call->options)) found |= VERDICT(STREW_STATUS_DTYPE_MISMATCH);
    if (!reference_reduction_name(call->reduction))
        found |= VERDICT(STREW_STATUS_UNKNOWN_REDUCTION);
    else if (reference_size(data) && !reference_is_defined(data, call->reduction))
        found |= VERDICT(STREW_STATUS_UNSUPPORTED_REDUCTION);
    if (call->options && !can_accumulate(call)) found |= VERDICT(STREW_STATUS_UNSUPPORTED_ACCUMULATION);
    return found;
}

static verdict oracle_isa(strew_isa isa)
{
    if (isa == STREW_ISA_BEST) return 0;
    if (!strew_isa_name(isa)) return VERDICT(STREW_STATUS_UNKNOWN_OPTION);
    switch (strew_isa_get_state(isa)) {
    case STREW_ISA_STATE_USABLE:
    case STREW_ISA_STATE_EMULATED:
    case STREW_ISA_STATE_CAPPED: return 0;
    default: return VERDICT(STREW_STATUS_ISA_UNAVAILABLE);
    }
}

/* What the operator or the reduction would ignore. */
static verdict oracle_unused(const reference_call *call, const strew_options *options)
{
    const int is_unused = (call->op == REFERENCE_ELEMENTS && call->batch_dims != 0) ||
                          (call->reduction == STREW_REDUCTION_NONE && (options->nan || options->excludes_self)) ||
                          (call->reduction != STREW_REDUCTION_MEAN && options->mean_rounding) ||
                          (!options->accumulate && options->overflow && call->reduction != STREW_REDUCTION_NONE) ||
                          (!options->has_ignore_index && options->ignore_index);
    return is_unused ? VERDICT(STREW_STATUS_UNUSED_ARGUMENT) : 0;
}

static verdict oracle_size(const strew_options *options)
{
    return options->struct_size < sizeof *options ? VERDICT(STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE) : 0;
}

static verdict oracle_options(const strew_options *options)
{
    const strew_dtype wide = options->accumulate;
    verdict found = oracle_isa(options->isa);

    found |= oracle_size(options);
    if (options->policy > STREW_POLICY_CLAMP || options->negative > STREW_NEGATIVE_OUT_OF_BOUNDS || options->nan > STREW_NAN_LOSES ||
        (uint32_t)options->excludes_self > 1 || options->mean_rounding > STREW_MEAN_ROUNDING_TRUNCATES ||
        options->overflow > STREW_OVERFLOW_SATURATES ||
        (wide != 0 && wide != STREW_DTYPE_FLOAT32 && wide != STREW_DTYPE_FLOAT64 && wide != STREW_DTYPE_INT64) ||
        (options->profile != STREW_PROFILE_NONE && !row_of(options->profile) && !find_gather_profile(options->profile) &&
         !find_token_profile(options->profile)))
        found |= VERDICT(STREW_STATUS_UNKNOWN_OPTION);
    return found;
}

static verdict oracle_profile(const reference_call *call, const profile_row *row)
{
    verdict found = 0;

    if (!row)
        return call->options && (find_gather_profile(call->options->profile) || find_token_profile(call->options->profile))
                   ? VERDICT(STREW_STATUS_PROFILE_LACKS_OPERATOR)
                   : 0;
    if (row->op != call->op) found |= VERDICT(STREW_STATUS_PROFILE_LACKS_OPERATOR);
    if (!profile_has_dtype(row, call->data->dtype)) found |= VERDICT(STREW_STATUS_PROFILE_LACKS_DTYPE);
    if (!profile_has_indices(row, call->indices->dtype)) found |= VERDICT(STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE);
    if (!profile_has_reduction(row, call->reduction)) found |= VERDICT(STREW_STATUS_PROFILE_LACKS_REDUCTION);
    if (call->options->excludes_self && call->reduction != STREW_REDUCTION_NONE && !row->may_exclude_self)
        found |= VERDICT(STREW_STATUS_PROFILE_LACKS_OPTION);
    if (call->options->mean_rounding && !row->may_truncate) found |= VERDICT(STREW_STATUS_PROFILE_LACKS_OPTION);
    return found;
}

/* One shape alone. A zero does not hide that the other dimensions are too large. */
static verdict oracle_shape(const strew_tensor *tensor, int32_t min_rank)
{
    int64_t bytes = (int64_t)reference_size(tensor->dtype);
    verdict found = 0;

    if (tensor->rank < min_rank || tensor->rank > STREW_MAX_RANK) return VERDICT(STREW_STATUS_RANK_OUT_OF_RANGE);
    for (int32_t d = 0; d < tensor->rank; d++) {
        const int64_t size = tensor->shape[d];
        if (size < 0)
            found |= VERDICT(STREW_STATUS_NEGATIVE_DIMENSION);
        else if (size > 0 && (__builtin_mul_overflow(bytes, size, &bytes) || bytes > PTRDIFF_MAX)) {
            found |= VERDICT(STREW_STATUS_TOO_LARGE);
            bytes = 1; /* a later dimension may be negative */
        }
    }
    return found;
}

static verdict oracle_updates(const reference_call *call, const profile_row *row)
{
    const strew_tensor *const updates = call->updates;
    int64_t shape[STREW_MAX_RANK];
    const int32_t rank = updates_shape_of_call(call, shape);

    if (rank == 0 && row && row->any_single_update && reference_elements(updates) == 1) return 0;
    if (updates->rank != rank) return VERDICT(STREW_STATUS_UPDATES_RANK_MISMATCH);
    for (int32_t d = 0; d < rank; d++) {
        if (updates->shape[d] != shape[d]) return VERDICT(STREW_STATUS_UPDATES_SHAPE_MISMATCH);
    }
    return 0;
}

/* Of scatter_nd and scatter_update, whose axis is right. No profile of scatters has batch dimensions. */
static verdict oracle_batches(const reference_call *call)
{
    const strew_tensor *const data = call->data, *const indices = call->indices;
    const int is_nd = call->op == REFERENCE_ND;
    const int64_t axis = call->axis < 0 ? call->axis + data->rank : call->axis, q = indices->rank;
    const int64_t of_data = is_nd ? data->rank : axis, of_indices = q - is_nd, max = of_data < of_indices ? of_data : of_indices;
    int64_t batch_dims = call->batch_dims;

    if (batch_dims != 0 && call->options && call->options->profile != STREW_PROFILE_NONE)
        return VERDICT(STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE);
    if (batch_dims < (is_nd ? 0 : -q)) return VERDICT(STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE);
    if (batch_dims < 0) batch_dims += q;
    if (batch_dims > max) return VERDICT(STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE);
    for (int64_t d = 0; d < batch_dims; d++) {
        if (indices->shape[d] != data->shape[d]) return VERDICT(STREW_STATUS_BATCH_SHAPE_MISMATCH);
    }
    return is_nd && indices->shape[q - 1] > data->rank - batch_dims ? VERDICT(STREW_STATUS_TUPLE_TOO_LONG) : 0;
}

/* The shapes together. */
static verdict oracle_fit(const reference_call *call, const profile_row *row)
{
    const strew_tensor *const data = call->data, *const indices = call->indices;

    if (call->op != REFERENCE_ND && (call->axis < -data->rank || call->axis >= data->rank)) return VERDICT(STREW_STATUS_AXIS_OUT_OF_RANGE);
    if (call->op != REFERENCE_ELEMENTS) {
        const verdict found = oracle_batches(call);
        if (found) return found;
    }
    if (call->op == REFERENCE_ELEMENTS) {
        const int64_t axis = call->axis < 0 ? call->axis + data->rank : call->axis;
        if (indices->rank != data->rank) return VERDICT(STREW_STATUS_INDICES_RANK_MISMATCH);
        for (int32_t d = 0; d < data->rank; d++) {
            if (d != axis && indices->shape[d] > data->shape[d])
                return VERDICT(STREW_STATUS_INDICES_SHAPE_MISMATCH) | oracle_updates(call, row);
        }
    }
    return oracle_updates(call, row);
}

/* Whether a tuple would have to index an empty dimension. */
static verdict oracle_clamp(const reference_call *call)
{
    const int32_t k = components_of(call->op, call->indices->rank, call->indices->shape);

    if (!call->options || call->options->policy != STREW_POLICY_CLAMP || oracle_tuples(call) == 0) return 0;
    for (int32_t c = 0; c < k; c++) {
        if (oracle_indexed_size(call, c) == 0) return VERDICT(STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION);
    }
    return 0;
}

verdict oracle_planning(const reference_call *call)
{
    static const strew_options defaults = STREW_OPTIONS_INIT;
    const strew_options *const options = call->options ? call->options : &defaults;
    const profile_row *const row = row_of(options->profile);
    const verdict missing = oracle_pointers(call), others = oracle_options(options) | oracle_unused(call, options);
    verdict found, shapes;

    if (missing && !reference_reduction_name(call->reduction)) return missing | others | VERDICT(STREW_STATUS_UNKNOWN_REDUCTION);
    if (missing) return missing | others;
    found = oracle_types(call) | others;
    /* Without a dtype there is no size. */
    if (is_in_verdict(found, STREW_STATUS_UNKNOWN_DTYPE)) return found;
    if (!is_in_verdict(found, STREW_STATUS_UNKNOWN_REDUCTION)) found |= oracle_profile(call, row);
    shapes = oracle_shape(call->data, row || call->op != REFERENCE_ND) | oracle_shape(call->indices, call->op != REFERENCE_UPDATE) |
             oracle_shape(call->updates, 0);
    if (!shapes) shapes = oracle_fit(call, row);
    if (!shapes) shapes = oracle_clamp(call);
    return found | shapes;
}

int oracle_wraps(const strew_options *options)
{
    const profile_row *const row = row_of(options->profile);
    return options->negative == STREW_NEGATIVE_WRAPS && (!row || row->wraps);
}

int64_t oracle_indexed_size(const reference_call *call, int32_t c)
{
    const int64_t axis = call->axis < 0 ? call->axis + call->data->rank : call->axis;
    return call->data->shape[call->op == REFERENCE_ND ? call->batch_dims + c : axis];
}

size_t oracle_tuples(const reference_call *call)
{
    strew_tensor tuples = *call->indices;

    tuples.rank -= call->op == REFERENCE_ND;
    return reference_elements(&tuples);
}

size_t oracle_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    size_t common = 0;

    /* Byte by byte, because range arithmetic is easy to get wrong. */
    for (size_t i = 0; i < a_bytes; i++) {
        const uintptr_t address = (uintptr_t)a + i;
        common += address >= (uintptr_t)b && address - (uintptr_t)b < b_bytes;
    }
    return common;
}

int oracle_needs_workspace(const reference_call *call)
{
    const int excludes_self = call->options && call->options->excludes_self && call->reduction != STREW_REDUCTION_NONE;
    const int is_kept = call->reduction == STREW_REDUCTION_MEAN || excludes_self || reference_accumulates_in(call) != 0;
    return is_kept && reference_bytes(call->data) != 0 && oracle_tuples(call) != 0;
}

int oracle_rejects(const reference_call *call, reference_position *position)
{
    return call->options->policy == STREW_POLICY_ERROR && reference_is_out_of_bounds(call, position);
}
