/* The gradient of a table of gradient.c, which alone includes this, as what the library runs: the call itself, in which indices and update
 * indices have changed places. */
#ifndef STREW_GRADIENT_EXCHANGE_H
#define STREW_GRADIENT_EXCHANGE_H

#include "gradient_work.h"

/* A gradient of a table as a scatter by indices that are update_indices here, or by numbers of slices. It is done for each outer index by
 * itself if it takes numbers. */
typedef struct exchange {
    int is_needed, is_negated;
    int32_t slice_rank;
    int64_t table_shape[2];               /* its rows, and the elements of a slice */
    size_t n_slices;                      /* that a number can be of */
    size_t n_outer, table_bytes, n_bytes; /* outer indices, and the bytes from one to the next in output and in the other gradient */
} exchange;

/* What the library runs. It is in the workspace, because a run takes nearly as much stack as a call may. */
typedef struct running {
    strew_plan plan;
    strew_buffers buffers;
    strew_resources resources;
    size_t n_outer, table_bytes, n_bytes;
} running;

/* Copies a struct that planning has accepted. Members that an older one lacks are 0. */
static void copy_struct(void *to, size_t bytes, const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    memset(to, 0, bytes);
    memcpy(to, given, min_of(size, bytes));
    memcpy(to, &bytes, sizeof bytes);
}

static strew_options options_of(const strew_call *call)
{
    strew_options options = STREW_OPTIONS_INIT;
    if (call->options != NULL) copy_struct(&options, sizeof options, call->options);
    return options;
}

static int has_weights(const strew_call *call)
{
    return call->weights.dtype != 0;
}

/* Whether update indices of the exchanged call can be the indices themselves. */
static int is_direct(const strew_call *call)
{
    if (call->offsets.dtype != 0) return 0;
    if (call->n_components != 0 || call->batch_dims != 0) return 0;
    if (call->op == STREW_OPERATOR_SCATTER_ND) return call->indices.shape[call->indices.rank - 1] == 1;
    return call->op != STREW_OPERATOR_SCATTER_ELEMENTS;
}

/* Where slices of output are numbered, a slice has one dimension; its own, if weights have these, of which there can be so many. */
enum { MAX_SLICE_RANK = 16 };

static void swap(strew_tensor *a, strew_tensor *b)
{
    const strew_tensor other = *a;
    *a = *b;
    *b = other;
}

/* Changes the options to those of a call in which indices and update indices have changed places. Others than these have no place in it,
 * and a copy of all would be another part of the stack. */
static void exchange_options(strew_options *options, int has_numbers, int is_segment)
{
    const strew_policy policy = options->policy;
    const strew_negative negative = is_segment ? STREW_NEGATIVE_OUT_OF_BOUNDS : options->negative;
    const int32_t has_ignored = options->has_ignore_index;
    const int64_t ignored = options->ignore_index;
    options->policy = options->update_policy;
    options->negative = options->update_negative;
    options->has_ignore_index = options->has_update_ignore_index;
    options->ignore_index = options->update_ignore_index;
    options->update_policy = has_numbers ? STREW_POLICY_SKIP : policy; /* PASSED_OVER is no row */
    options->update_negative = has_numbers ? STREW_NEGATIVE_OUT_OF_BOUNDS : negative;
    options->has_update_ignore_index = has_numbers ? 0 : has_ignored;
    options->update_ignore_index = has_numbers ? 0 : ignored;
    options->excludes_self = 0;
    options->mean_rounding = STREW_MEAN_ROUNDING_FLOORS;
    options->unique = options->sorted = STREW_HINT_NONE;
    options->initial = STREW_INITIAL_ZERO;
    options->offsets_end = STREW_OFFSETS_END_GIVEN;
}

OWN_FRAME COLD static strew_status plan_exchange(strew_plan *plan, const exchange *exchange, const strew_call *given, strew_fault *fault)
{
    strew_call call;
    int64_t shape[1 + MAX_SLICE_RANK];
    copy_struct(&call, sizeof call, given);
    strew_options options = STREW_OPTIONS_INIT;
    if (call.options != NULL) copy_struct(&options, sizeof options, call.options);
    const int direct = is_direct(&call), has_own_slices = has_weights(&call) && call.weights.rank != call.update_indices.rank;
    exchange_options(&options, !direct, call.op == STREW_OPERATOR_SEGMENT);
    swap(&call.data, &call.updates);
    swap(&call.indices, &call.update_indices);
    call.output = call.offsets = (strew_tensor){0};
    call.data.strides = call.updates.strides = NULL;
    call.options = &options;
    call.reduction = exchange->is_negated ? STREW_REDUCTION_SUB : STREW_REDUCTION_ADD;
    shape[0] = (int64_t)exchange->n_slices;
    if (options.alpha != NULL && call.updates.dtype != call.data.dtype) {
        return REJECT(fault, STREW_STATUS_DTYPE_MISMATCH, .subject = "updates", .value = (int64_t)call.data.dtype,
                      .high = (int64_t)call.updates.dtype);
    }
    if (!direct) {
        const int32_t rank = has_own_slices ? exchange->slice_rank : 1, begin = call.data.rank - exchange->slice_rank - 1;
        const int64_t *const of_table = call.data.shape + begin;
        if (rank > MAX_SLICE_RANK) {
            const int32_t n_before = call.weights.rank - rank;
            return REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "weights", .value = call.weights.rank, .low = n_before,
                          .high = n_before + MAX_SLICE_RANK);
        }
        for (int32_t d = 1; has_own_slices && d <= rank; d++) shape[d] = of_table[d];
        if (!has_own_slices) shape[1] = exchange->table_shape[1];
        call.data = (strew_tensor){call.data.dtype, rank + 1, has_own_slices ? of_table : exchange->table_shape, NULL, NULL};
        call.updates = (strew_tensor){call.updates.dtype, rank + 1, shape, NULL, NULL};
        call.update_indices = (strew_tensor){STREW_DTYPE_INT64, call.indices.rank, call.indices.shape, NULL, NULL};
        call.components = NULL;
        call.n_components = 0;
    } else if (call.op == STREW_OPERATOR_SCATTER_ND) { /* one index for each tuple */
        call.update_indices.rank--;
    } else if (call.op == STREW_OPERATOR_PUT) {
        call.updates = (strew_tensor){call.updates.dtype, 1, shape, NULL, NULL};
    }
    if (!direct || call.op != STREW_OPERATOR_SCATTER_UPDATE) call.axis = 0;
    call.batch_dims = 0;
    call.op = STREW_OPERATOR_SCATTER_UPDATE;
    return strew_plan_call(plan, &call, fault);
}

/* The exchanged call, if the gradient is one of a table. */
static void set_exchange(exchange *exchange, const work *work, const strew_call *call)
{
    const tuples *tuples = &work->tuples;
    const int is_table = work->of == STREW_GRADIENT_OF_UPDATES && tuples->has_rows, is_empty = tuples->n == 0 || tuples->n_rows == 0;
    if (!is_table || is_empty || work->width == 0 || tuples->n_outer == 0 || work->is_extreme) return;
    const int direct = is_direct(call);
    exchange->is_needed = 1;
    exchange->is_negated = work->is_negated;
    exchange->slice_rank = work->slice_rank;
    exchange->table_shape[0] = (int64_t)tuples->n_rows;
    exchange->table_shape[1] = (int64_t)work->width;
    exchange->n_slices = ((tuples->n_batches - 1) * tuples->n_outer + 1) * tuples->n_named;
    exchange->n_outer = direct ? 1 : tuples->n_outer;
    exchange->table_bytes = tuples->n_rows * work->width * work->output_bytes;
    exchange->n_bytes = tuples->n_named * work->width * work->element_bytes;
}

static strew_status run_exchange(running *running, strew_fault *fault)
{
    strew_status status = STREW_OK;
    for (size_t o = 0; status == STREW_OK && o < running->n_outer; o++) {
        status = strew_run(&running->plan, &running->buffers, &running->resources, fault);
        running->buffers.output = (unsigned char *)running->buffers.output + running->table_bytes;
        running->buffers.data = running->buffers.output;
        running->buffers.updates = (const unsigned char *)running->buffers.updates + running->n_bytes;
    }
    /* The indices were checked; if they are wrong now, another thread has changed them. */
    return status != STREW_STATUS_INDEX_OUT_OF_BOUNDS ? status : REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}

#endif /* STREW_GRADIENT_EXCHANGE_H */
