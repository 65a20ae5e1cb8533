#include "call.h"

#include <stddef.h>
#include <string.h>

#include <strew/inspect.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

int64_t take_number(bytes *from)
{
    const uint8_t kind = take_byte(from);
    uint64_t bits = 0;

    if (kind < 64) return kind - 4;
    if (kind < 224) return (int64_t)((UINT64_C(1) << kind % 64) + take_below(from, 7) - 3);
    for (int i = 0; i < 8; i++) bits = bits << 8 | take_byte(from);
    return (int64_t)bits;
}

/* ---- A valid call -------------------------------------------------------------------------------------------------------------------- */

static size_t min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* A size from 0 to *room, which becomes the room for the next sizes. The zeros at the end of an input make 1. */
static int64_t take_size(bytes *from, size_t *room)
{
    /* Around the lengths of vectors, cache lines, blocks of 256 and 512 tuples, and of the slices that threads split by columns. */
    static const uint16_t sizes[] = {1, 2,  3,  4,  5,  6,  7,  8,   9,   10,  0,   12,  13,  15,  16,  17,  24,   31,   32,  33,
                                     1, 48, 63, 64, 65, 96, 97, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1024, 1025, 700, 2100};
    const size_t size = sizes[take_below(from, COUNT(sizes))], taken = min(size, *room);

    if (taken > 1) *room /= taken;
    return (int64_t)taken;
}

static int32_t take_rank(bytes *from, int32_t min_rank)
{
    const unsigned number = take_byte(from);
    return number < 232 ? min_rank + (int32_t)(number % 4) : number < 252 ? 4 + (int32_t)(number % 8) : 60 + (int32_t)(number - 251);
}

static size_t product(const int64_t *sizes, int32_t first, int32_t end)
{
    size_t product = 1;
    for (int32_t d = first; d < end; d++) product *= (size_t)sizes[d];
    return product;
}

/* Blocks have no elements that the reference could find one by one: their numbers become some that no type has. */
static strew_dtype dtype_of(int64_t number)
{
    const strew_dtype dtype = (strew_dtype)number;
    return strew_dtype_block(dtype) > 1 ? (strew_dtype)(dtype | 0xc0) : dtype;
}

/* Where `profile` names none, it chooses the type of the indices. */
static void take_types(made_call *made, unsigned profile, bytes *from)
{
    static strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    static size_t n_dtypes;
    const unsigned number = take_byte(from), reduction = take_byte(from);
    call *const call = &made->call;

    if (n_dtypes == 0) n_dtypes = reference_dtypes(dtypes);
    set_dtype(call, number < 208 ? dtypes[number % n_dtypes] : (strew_dtype)STREW_DTYPE_OPAQUE(1 + number % 64));
    call->reduction = reference_reductions[reduction % REFERENCE_REDUCTIONS];
    if (!reference_is_defined(call->data.dtype, call->reduction)) call->reduction = STREW_REDUCTION_NONE;
    call->options.nan = nan_for(call->reduction, reduction / 64);
    call->indices.dtype = reduction & 128 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
    if (profile % 3 == 2) call->indices.dtype = reference_index_dtypes[profile / 3 % REFERENCE_INDEX_DTYPES];
}

/* The indices of scatter_elements: at most the size of data, except on the axis, which gets what is left of `room`. */
static void take_indices_shape(call *call, bytes *from, size_t room)
{
    const int64_t axis = call->axis < 0 ? call->axis + call->data.rank : call->axis;

    call->indices.rank = call->data.rank;
    for (int32_t d = 0; d < call->data.rank; d++) {
        const int64_t size = call->data_shape[d];
        const unsigned less = take_byte(from);
        call->indices_shape[d] = d == axis ? 1 : less % 4 && size ? size : (int64_t)(less % (size_t)(size + 1));
        if (call->indices_shape[d] > 1) room /= min((size_t)call->indices_shape[d], room);
    }
    call->indices_shape[axis] = take_size(from, &room);
}

/* Data, then so many tuples that updates stay small. */
static void take_shapes(made_call *made, bytes *from, int is_large, int has_batches)
{
    call *const call = &made->call;
    const size_t bytes = reference_size(call->data.dtype);
    size_t room = min(is_large ? 4096 : 96, LARGEST_BUFFER / bytes), n_updates = min(is_large ? 8192 : 160, LARGEST_BUFFER / bytes);
    int32_t k, rank;
    size_t width;

    call->data.rank = take_rank(from, call->op != REFERENCE_ND);
    for (int32_t d = 0; d < call->data.rank; d++) call->data_shape[d] = take_size(from, &room);
    if (call->op != REFERENCE_ND) call->axis = (int64_t)take_below(from, 2 * (unsigned)call->data.rank) - call->data.rank;
    if (call->op == REFERENCE_ELEMENTS) {
        take_indices_shape(call, from, n_updates);
        fit_updates(call);
        return;
    }
    const int is_nd = call->op == REFERENCE_ND;
    const int32_t axis = (int32_t)(call->axis < 0 ? call->axis + call->data.rank : call->axis);
    const int32_t batch_dims = has_batches ? (int32_t)take_below(from, (unsigned)(is_nd ? call->data.rank : axis) + 1) : 0;
    k = is_nd ? (int32_t)take_below(from, (unsigned)(call->data.rank - batch_dims) + 1) : 1;
    rank = take_rank(from, 0);
    /* What a tuple of each batch writes, over all outer dimensions. */
    width = is_nd ? product(call->data_shape, 0, batch_dims) * product(call->data_shape, batch_dims + k, call->data.rank)
                  : product(call->data_shape, 0, call->data.rank);
    room = min(n_updates / (width ? min(width, n_updates) : 1), LARGEST_BUFFER / 8 / (size_t)(k ? k : 1));
    call->indices.rank = is_nd ? rank % STREW_MAX_RANK + 1 : rank;
    if (batch_dims != 0) {
        const size_t n_batches = product(call->data_shape, 0, batch_dims), of_batch = LARGEST_BUFFER / 8 / (size_t)(k ? k : 1);
        call->indices.rank = (int32_t)min((size_t)(call->indices.rank + batch_dims), STREW_MAX_RANK);
        room = min(room, of_batch / (n_batches ? min(n_batches, of_batch) : 1));
        call->batch_dims = !is_nd && batch_dims < call->indices.rank && made->seed % 2 ? batch_dims - call->indices.rank : batch_dims;
    }
    for (int32_t d = 0; d < batch_dims; d++) call->indices_shape[d] = call->data_shape[d];
    for (int32_t d = batch_dims; d < call->indices.rank; d++) call->indices_shape[d] = take_size(from, &room);
    if (is_nd) call->indices_shape[call->indices.rank - 1] = k;
    fit_updates(call);
}

/* ---- Mistakes ------------------------------------------------------------------------------------------------------------------------ */

/* Gives updates the shape that the other arguments now require, if they are valid. */
static void refit(call *call)
{
    const int32_t rank = call->data.rank, indices_rank = call->indices.rank;
    const int is_nd = call->op == REFERENCE_ND;
    int64_t batch_dims = call->batch_dims;

    if (rank < !is_nd || rank > STREW_MAX_RANK || indices_rank < is_nd || indices_rank > STREW_MAX_RANK) return;
    if (!is_nd && (call->axis < -rank || call->axis >= rank)) return;
    if (batch_dims < -indices_rank || batch_dims > indices_rank - is_nd) return;
    if (batch_dims < 0) batch_dims += indices_rank;
    if (batch_dims > rank) return;
    if (is_nd) {
        const int64_t k = call->indices_shape[indices_rank - 1];
        if (k < 0 || k > rank - batch_dims) return;
    }
    fit_updates(call);
}

static void take_mistake(made_call *made, bytes *from)
{
    call *const call = &made->call;
    strew_tensor *const tensors[] = {&call->data, &call->indices, &call->updates};
    int64_t *const shapes[] = {call->data_shape, call->indices_shape, call->updates_shape};
    const unsigned kind = take_below(from, 16), which = take_below(from, 3);
    const unsigned d = take_below(from, STREW_MAX_RANK);
    const int64_t number = take_number(from);

    switch (kind) {
    case 0: tensors[which]->rank = (int32_t)number; break;
    case 1: tensors[which]->rank = (int32_t)((uint32_t)tensors[which]->rank + (uint32_t)(number % 3)); break;
    case 2: /* usually a dimension that exists */
    case 3:
    case 4: shapes[which][tensors[which]->rank > 0 ? d % (unsigned)tensors[which]->rank % SHAPE_ROOM : d] = number; break;
    case 5: tensors[which]->dtype = dtype_of(number); break;
    case 6: set_dtype(call, dtype_of(number)); break;
    case 7: *(which == 2 ? &call->batch_dims : &call->axis) = number; break;
    case 8: call->reduction = (strew_reduction)number; break;
    case 9: call->options.policy = (strew_policy)number; break;
    case 10: call->options.negative = (strew_negative)number; break;
    case 11:
        if (which == 0) call->options.nan = (strew_nan)number;
        if (which == 1 && d % 2 == 0) call->options.excludes_self = (int32_t)number;
        if (which == 1 && d % 2 == 1) call->options.overflow = (strew_overflow)number;
        if (which == 2 && d % 2 == 0) call->options.mean_rounding = (strew_mean_rounding)number;
        if (which == 2 && d % 2 == 1) call->options.accumulate = dtype_of(number);
        break;
    case 12: call->options.profile = (strew_profile)number; break;
    case 13:
        if (which == 2)
            call->options.struct_size = (size_t)number % offsetof(strew_options, accumulate); /* less than version 0.2 has */
        else
            call->options.isa = (strew_isa)number;
        break;
    case 14:
        made->no_tensor |= (int)(number & 1) << which;
        made->no_shape |= (int)(number >> 1 & 1) << which;
        break;
    default: refit(call); break;
    }
    if (d & 32) refit(call);
}

/* ---- All of it ----------------------------------------------------------------------------------------------------------------------- */

void make_up(made_call *made, int op, bytes *from)
{
    static const int32_t threads[] = {0, 1, 2, 3, 0, 4, 7, 8, 16, 64, 65, -1};
    const unsigned manner = take_byte(from), mistakes = manner % 8, how = take_byte(from), profile = take_byte(from);
    call *const call = &made->call;

    memset(made, 0, sizeof *made);
    call->op = op == ANY_OPERATOR ? operators[take_below(from, OPERATORS)] : (reference_operator)op;
    made->is_in_place = manner >> 3 & 1;
    made->is_at_end = manner >> 4 & 1;
    made->has_workspace = manner >> 5 & 1;
    made->contents = how & 1 ? EXTREME : ORDINARY;
    made->order = how / 2 % 8 == 7 ? GRID_ORDER : (order)(how / 2 % 8 % GRID_ORDER);
    made->n_threads = threads[take_below(from, COUNT(threads))];
    made->seed = take_byte(from);
    take_types(made, profile, from);
    call->options.policy = (strew_policy)(how / 16 % 4);
    call->options.negative = how >> 6 == 1 ? STREW_NEGATIVE_OUT_OF_BOUNDS : STREW_NEGATIVE_WRAPS;
    call->options.profile = (strew_profile)(profile % 3 ? 0 : profile / 3 % (profile < 144 ? 16 : 32));
    if (manner & 128 && reference_is_defined(call->data.dtype, STREW_REDUCTION_MEAN)) call->reduction = STREW_REDUCTION_MEAN;
    call->options.struct_size = sizeof call->options;
    call->options.has_ignore_index = how >> 6 == 3 && manner & (64 | 128);
    if (call->options.has_ignore_index) call->options.ignore_index = profile % 2 ? -1 : 2;
    call->options.excludes_self = call->reduction != STREW_REDUCTION_NONE && manner & 64;
    if (call->reduction == STREW_REDUCTION_MEAN) call->options.mean_rounding = (strew_mean_rounding)(made->seed & 1);
    if (made->seed >> 1 & 1) call->options.accumulate = reference_wide_dtype(call->data.dtype);
    if (call->options.accumulate != 0) call->options.overflow = (strew_overflow)(made->seed >> 2 & 1);
    take_shapes(made, from, how >> 5 == 7 || made->seed % 16 == 15, profile % 3 == 1 && profile / 3 % 2);
    switch (mistakes) {
    case 0:
    case 1: break;
    case 2: made->has_no_options = 1; break;
    case 3: made->may_be_out_of_bounds = 1; break;
    case 4: made->may_be_out_of_bounds = made->has_bad_buffers = 1; break;
    case 5: take_mistake(made, from); break;
    case 6:
        for (int i = 0; i < 2; i++) take_mistake(made, from);
        break;
    default:
        for (unsigned n = take_below(from, 8); n > 0; n--) take_mistake(made, from);
        break;
    }
    if (made->has_no_options) memset(&call->options, 0, sizeof call->options);
}
