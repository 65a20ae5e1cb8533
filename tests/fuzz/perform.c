#include "perform.h"
#include "calls.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "compare.h"
#include "expect.h"
#include "pools.h"

/* Every input runs on all of isas, and runs with resources with each of these numbers of threads: the last is what the bytes say. */
static int32_t counts[] = {1, 2, 0};
static size_t n_counts;

/* The buffers are opened at the first call, and never closed. */
static void open_buffers(void)
{
    if (n_isas) return;
    n_isas = runnable_isas(isas);
    buffers = fixture_open(LARGEST_BUFFER, 0);
}

/* ---- Planning ------------------------------------------------------------------------------------------------------------------------ */

static placement end_of(const made_call *made)
{
    return made->is_at_end ? FLUSH_END : FLUSH_START;
}

/* Planning rejects the call, and so does the one-call form, before it reads or writes buffers, which would end the process. */
static void expect_rejected_call(const made_call *made, arguments *arguments, verdict expected, int is_run)
{
    strew_plan plan;
    strew_fault fault;
    strew_status status;

    if (!arguments->call.data || !arguments->call.indices || !arguments->call.updates) {
        /* Only the one-call form can be given no tensor; a description has one that is not there. */
        if (plan_call(&plan, &arguments->call, &fault) == STREW_OK) complain(&arguments->call, "is planned without a tensor");
        is_run = is_run && has_form_of_one_call(&arguments->call);
        status = fault.status;
    } else {
        memset(&fault, 0x55, sizeof fault);
        status = plan_call(&plan, &arguments->call, &fault);
        expect_verdict(&arguments->call, expected, status, &fault);
    }
    if (plan_call(&plan, &arguments->call, NULL) != status) complain(&arguments->call, "without a fault, the status is another");
    if (!is_run) return;
    arguments->data.values = guarded_place(&buffers.data, 0, FLUSH_END, 0);
    arguments->indices.values = guarded_place(&buffers.indices, 0, FLUSH_END, 0);
    arguments->updates.values = guarded_place(&buffers.updates, 0, FLUSH_END, 0);
    guarded_place(&buffers.output, 0, FLUSH_END, 0);
    memset(&fault, 0x55, sizeof fault);
    status = make_call(made->is_in_place ? (void *)buffers.data.bytes : (void *)buffers.output.bytes, &arguments->call, &fault);
    expect_verdict(&arguments->call, expected, status, &fault);
    if (!guarded_is_intact(&buffers.output) || !guarded_is_intact(&buffers.data)) complain(&arguments->call, "a rejected call has written");
}

/* Calls every function that needs a plan and no buffers. */
static void check_plan(const reference_call *call)
{
    strew_plan plan, copy;
    strew_fault fault;
    strew_status status;
    char sentence[STREW_MESSAGE_BYTES];

    memset(&fault, 0x55, sizeof fault);
    status = plan_call(&plan, call, &fault);
    expect_verdict(call, VERDICT(STREW_OK), status, &fault);
    if (plan_call(&copy, call, NULL) != STREW_OK) complain(call, "without a fault, the status is another");
    if (reference_bytes(call->updates) != 0 && reference_bytes(call->data) != 0 && !strew_plan_kernel(&plan)) {
        complain(call, "there is no kernel, but there are updates to write");
    }
    if (strew_plan_explain(&plan, strew_plan_isa(&plan), sentence, sizeof sentence) >= sizeof sentence)
        complain(call, "too long: %s", sentence);
    (void)strew_plan_prepared_size(&plan);
    for (size_t i = 0; i < n_counts; i++) (void)strew_plan_workspace_size(&plan, counts[i]);
}

/* The plan of the call, and those for each instruction set. */
static void check_plans(const reference_call *call)
{
    arguments arguments;

    check_plan(call);
    copy_call(call, &arguments);
    for (size_t i = 0; i < n_isas; i++) {
        arguments.options.isa = isas[i];
        check_plan(&arguments.call);
    }
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

/* The size that component c indexes, at most the largest index of its type. */
static int64_t reachable_size(size_t c)
{
    const int64_t size = oracle_indexed_size(&buffers.call, (int32_t)c);
    const reference_type type = reference_type_of(buffers.indices_tensor.dtype);
    const int64_t largest = type.size == 8 ? INT64_MAX : (INT64_C(1) << (8 * type.size - (type.kind == REFERENCE_SIGNED))) - 1;
    return size > largest ? largest : size;
}

static int64_t in_bounds(uint64_t number, int64_t size, int wraps)
{
    const int64_t index = size > 0 ? (int64_t)(number % (uint64_t)size) : 0;
    return wraps && number >> 32 & 1 ? index - size : index;
}

static uint64_t slice_of(const made_call *made, size_t tuple, size_t row)
{
    uint64_t mixed = made->seed;

    switch (made->order) {
    case RUN_ORDER: return made->seed + tuple;
    case REVERSE_ORDER: return made->seed + buffers.n_components - tuple;
    case SAME_ORDER: return made->seed;
    case ROWS_ORDER: mixed += tuple / row << 8; return random_next(&mixed);
    case GRID_ORDER: return made->seed + tuple + tuple / row * (made->seed % 8);
    default: mixed += tuple << 8; return random_next(&mixed);
    }
}

static void write_order(const made_call *made, size_t k, int wraps)
{
    const strew_tensor *const indices = &buffers.indices_tensor;
    const int32_t last = indices->rank - (buffers.call.op == REFERENCE_ND ? 2 : 1);
    const size_t row = last >= 0 && indices->shape[last] > 0 ? (size_t)indices->shape[last] : 1;

    for (size_t tuple = 0; tuple * k < buffers.n_components; tuple++) {
        uint64_t slice = slice_of(made, tuple, row), sign = made->order == SCATTERED_ORDER ? slice : made->seed >> 1;
        for (size_t c = k; c-- > 0; sign = sign >> 1 | sign << 63) {
            const int64_t size = reachable_size(c);
            const uint64_t digit = size > 0 ? slice % (uint64_t)size : 0;
            fixture_write_index(&buffers, tuple * k + c, in_bounds(digit | (sign & 1) << 32, size, wraps));
            if (size > 0) slice /= (uint64_t)size;
        }
    }
}

/* Changes single indices as the remaining bytes say. */
static void change_indices(const made_call *made, size_t k, int wraps, bytes *from)
{
    const int may_be_out_of_bounds = made->may_be_out_of_bounds && buffers.options.policy != STREW_POLICY_TRUSTED;

    while (from->left > 2) {
        const size_t position = take_pair(from) % buffers.n_components;
        const int64_t size = reachable_size(position % k), low = wraps ? -size : 0;
        /* Next to an empty dimension, a size may be the largest int64. */
        const int64_t high = (int64_t)((UINT64_C(1) << 32) + (uint64_t)size - 1);
        const int64_t edges[] = {0, size - 1, low, -1, size, low - 1, high, INT64_MIN + size};
        const unsigned kind = take_byte(from);
        if (!may_be_out_of_bounds || kind < 96)
            fixture_write_index(&buffers, position, in_bounds(kind % 64 | (uint64_t)(kind & 64) << 26, size, wraps));
        else if (kind < 192)
            fixture_write_index(&buffers, position, edges[kind % 8]);
        else
            fixture_write_index(&buffers, position, take_number(from));
    }
}

static void write_indices(const made_call *made, bytes *from)
{
    const size_t k = (size_t)components_of(buffers.call.op, buffers.indices_tensor.rank, buffers.indices_shape);
    const int wraps = oracle_wraps(&buffers.options) && reference_type_of(buffers.indices_tensor.dtype).kind == REFERENCE_SIGNED;

    if (buffers.n_components == 0) return;
    for (size_t c = 0; c < k; c++) {
        /* No caller can guarantee valid indices of an empty dimension. */
        if (reachable_size(c) == 0 && buffers.options.policy == STREW_POLICY_TRUSTED) buffers.options.policy = STREW_POLICY_ERROR;
    }
    write_order(made, k, wraps);
    change_indices(made, k, wraps, from);
}

/* ---- Running ------------------------------------------------------------------------------------------------------------------------- */

static void expect_position(const strew_fault *fault, const reference_position *position)
{
    if (!reference_is_position(fault, position))
        complain(&buffers.call, "the fault names tuple %lld, component %d, value %lld; it is tuple %lld, component %d, value %lld",
                 (long long)fault->tuple, (int)fault->component, (long long)fault->value, (long long)position->tuple,
                 (int)position->component, (long long)position->value);
    expect_sentence(&buffers.call, STREW_STATUS_INDEX_OUT_OF_BOUNDS, fault);
}

/* Runs with a workspace that is smaller than the plan needs, before which no index is read. */
static void run_in_too_few_bytes(const made_call *made, const strew_plan *plan)
{
    const size_t needed = strew_plan_workspace_size(plan, made->n_threads), less = made->seed % 2 ? 1 : 1 + (size_t)(made->seed % needed);
    const strew_resources resources =
        STREW_RESOURCES(.workspace = guarded_place(&buffers.workspace, needed - less, end_of(made), 0), .workspace_bytes = needed - less,
                        .parallel_for = on_one_thread, .n_threads = made->n_threads);
    strew_fault fault;

    fill_output();
    expect_status(
        STREW_STATUS_WORKSPACE_TOO_SMALL,
        run_with(plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &resources, &fault), &fault,
        "a run in too few bytes");
    expect_output_unchanged("a run in too few bytes");
    if (fault.low != (int64_t)needed || fault.value != (int64_t)(needed - less)) complain(&buffers.call, "the fault has other sizes");
}

static void run_on(const made_call *made, strew_isa isa, const reference_position *out_of_bounds)
{
    const strew_plan plan = fixture_plan(&buffers, isa);
    strew_fault fault;

    for (size_t i = 0; i < n_counts; i++) {
        buffers.n_threads = counts[i];
        if (out_of_bounds) {
            if (!fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault)) abort();
            expect_position(&fault, out_of_bounds);
        } else if (!fixture_run(&buffers, &plan, made->is_in_place)) {
            abort();
        }
    }
    if (buffers.is_prepared) return;
    if (oracle_needs_workspace(&buffers.call)) {
        if (!fixture_call_rejected(&buffers, isa, STREW_STATUS_WORKSPACE_TOO_SMALL, &fault)) abort();
        expect_sentence(&buffers.call, STREW_STATUS_WORKSPACE_TOO_SMALL, &fault);
        run_in_too_few_bytes(made, &plan);
    } else if (out_of_bounds) {
        if (!fixture_call_rejected(&buffers, isa, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault)) abort();
        expect_position(&fault, out_of_bounds);
    } else if (!fixture_call(&buffers, isa, made->is_in_place)) {
        abort();
    }
}

/* ---- Prepared indices ---------------------------------------------------------------------------------------------------------------- */

/* Adds ones instead of the updates, which counts how often each slice occurs. Returns whether none occurs twice; *n_slices is their
 * number. */
static int is_distinct(size_t *n_slices)
{
    static int64_t counts[LARGEST_BUFFER], zeros[LARGEST_BUFFER], ones[LARGEST_BUFFER]; /* of no more elements than buffers have bytes */
    const reference_call *const call = &buffers.call;
    const int32_t axis = (int32_t)(call->axis < 0 ? call->axis + call->data->rank : call->axis);
    const int32_t batch_dims = (int32_t)(call->batch_dims < 0 ? call->batch_dims + call->indices->rank : call->batch_dims);
    int64_t batches_and_axis[STREW_MAX_RANK];
    size_t n_outer = 1;
    arguments counting;

    copy_call(call, &counting);
    counting.updates = counting.indices;
    counting.data.dtype = counting.updates.dtype = STREW_DTYPE_INT64;
    counting.data.values = zeros;
    counting.updates.values = ones;
    counting.call.reduction = STREW_REDUCTION_ADD;
    counting.options.accumulate = 0;
    if (counting.call.op == REFERENCE_ND) {
        counting.data.rank = batch_dims + components_of(counting.call.op, counting.indices.rank, counting.indices.shape);
        counting.updates.rank--;
    } else if (counting.call.op == REFERENCE_UPDATE) {
        for (int32_t d = 0; d < batch_dims; d++) batches_and_axis[d] = call->data->shape[d];
        batches_and_axis[batch_dims] = call->data->shape[axis];
        counting.data.rank = batch_dims + 1;
        counting.data.shape = batches_and_axis;
        counting.call.axis = counting.call.batch_dims = batch_dims;
        /* Slices of a batch are numbered with those of its outer indices between them. */
        for (int32_t d = batch_dims; d < axis && batch_dims > 0; d++) n_outer *= (size_t)call->data->shape[d];
    }
    for (size_t i = LARGEST_BUFFER; i-- > 0 && ones[i] == 0;) ones[i] = 1;
    const size_t n = reference_elements(&counting.data);
    *n_slices = n * n_outer;
    reference_scatter(counts, &counting.call);
    for (size_t i = 0; i < n; i++) {
        if (counts[i] > 1) return 0;
    }
    return 1;
}

/* What does not depend on the instruction set that prepares the indices. */
typedef struct shared {
    int is_out_of_bounds, is_distinct;
    size_t n_slices;
    /* The call that moves elements of the same size instead, unless it has a profile; buffers.expected has its result. */
    int has_moving;
    arguments moving;
} shared;

static void make_shared(const made_call *made, int is_out_of_bounds, shared *to)
{
    to->is_out_of_bounds = is_out_of_bounds;
    if (is_out_of_bounds) return;
    to->is_distinct = is_distinct(&to->n_slices);
    to->has_moving = buffers.options.profile == STREW_PROFILE_NONE && buffers.options.nan == STREW_NAN_WINS;
    copy_call(&buffers.call, &to->moving);
    to->moving.data.dtype = to->moving.updates.dtype = (strew_dtype)STREW_DTYPE_OPAQUE(reference_size(buffers.data_tensor.dtype));
    to->moving.options.isa = isas[made->seed % n_isas];
    to->moving.call.reduction = STREW_REDUCTION_NONE;
    to->moving.options.excludes_self = 0;
    to->moving.options.mean_rounding = STREW_MEAN_ROUNDING_FLOORS;
    if (to->has_moving) reference_scatter(buffers.expected, &to->moving.call);
}

static void expect_distinct(const shared *shared, const void *prepared)
{
    const int claimed = strew_prepared_is_distinct(prepared);

    if (claimed && !shared->is_distinct) complain(&buffers.call, "a slice occurs twice, but the library says that none does");
    if (!claimed && shared->is_distinct && shared->n_slices <= 64 * oracle_tuples(&buffers.call))
        complain(&buffers.call, "no slice occurs twice, but the library says that it does not know");
}

/* A plan over other data: the first indexed dimension is larger by one. */
static int plan_other_data(strew_plan *plan, strew_isa isa)
{
    arguments other;
    int64_t data_shape[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK];
    strew_tensor *const data = &other.data, *const updates = &other.updates;

    copy_call(&buffers.call, &other);
    const reference_call *const call = &other.call;
    if (components_of(call->op, call->indices->rank, call->indices->shape) == 0) return 0;
    memcpy(data_shape, data->shape, sizeof data_shape);
    data_shape[call->op == REFERENCE_ND ? call->batch_dims : call->axis < 0 ? call->axis + data->rank : call->axis]++;
    data->shape = data_shape;
    updates->shape = updates_shape;
    updates->rank = updates_shape_of_call(call, updates_shape);
    other.options.isa = isa;
    return oracle_planning(call) == 0 && reference_bytes(data) - buffers.n_data_bytes < 4096 && plan_call(plan, call, NULL) == STREW_OK;
}

/* Runs a plan over prepared indices with one number of threads. */
static void expect_run_prepared(const strew_plan *plan, int32_t n_threads, strew_status expected, const char *what)
{
    strew_resources resources = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = n_threads);
    strew_fault fault;

    if (buffers.has_workspace || oracle_needs_workspace(&buffers.call)) {
        resources.workspace_bytes = strew_plan_workspace_size(plan, n_threads);
        resources.workspace = guarded_place(&buffers.workspace, resources.workspace_bytes, FLUSH_END, 0);
    }
    fill_output();
    expect_status(
        expected,
        run_prepared(plan, buffers.output.bytes, buffers.data.bytes, buffers.prepared.bytes, buffers.updates.bytes, &resources, &fault),
        &fault, what);
    if (expected != STREW_OK) expect_output_unchanged(what);
}

/* Indices prepared for one plan fit a plan that moves elements of the same size, on any instruction set, and no other plan. */
static void share_prepared(const made_call *made, strew_isa isa, const shared *shared)
{
    const strew_plan plan = fixture_plan(&buffers, isa);
    const size_t size = strew_plan_prepared_size(&plan);
    const unsigned char *const indices = buffers.indices.bytes;
    void *const prepared = guarded_place(&buffers.prepared, size, end_of(made), (size_t)(made->seed % 65));
    strew_plan other;
    strew_fault fault;
    strew_status status;

    memset(prepared, 0xee, size);
    expect_run_prepared(&plan, made->n_threads, STREW_STATUS_PREPARED_MISMATCH, "a run over garbage");
    status = prepare_indices(&plan, indices, prepared, size - 1 - (size_t)(made->seed % size), &fault);
    expect_status(STREW_STATUS_PREPARED_TOO_SMALL, status, &fault, "preparing in too few bytes");
    status = prepare_indices(&plan, indices, prepared, size, &fault);
    expect_status(shared->is_out_of_bounds ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK, status, &fault, "preparing");
    if (!guarded_is_intact(&buffers.prepared)) complain(&buffers.call, "preparing wrote beside its memory");
    if (shared->is_out_of_bounds) {
        expect_run_prepared(&plan, made->n_threads, STREW_STATUS_PREPARED_MISMATCH, "a run after a rejection");
        return;
    }
    expect_distinct(shared, prepared);
    if (plan_other_data(&other, isa)) expect_run_prepared(&other, made->n_threads, STREW_STATUS_PREPARED_MISMATCH, "a run by another plan");
    if (!shared->has_moving) return;
    expect_status(STREW_OK, plan_call(&other, &shared->moving.call, &fault), &fault, "a plan that moves");
    for (size_t i = 0; i < n_counts; i++) {
        expect_run_prepared(&other, counts[i], STREW_OK, "a run that moves");
        if (!is_same_or_print(shared->moving.data.dtype, buffers.output.bytes, buffers.expected, buffers.n_data,
                              "moved instead, on %d threads, %s", (int)counts[i], fixture_describe(&buffers)))
            abort();
    }
}

/* ---- All of it ----------------------------------------------------------------------------------------------------------------------- */

/* Whether the call fits the buffers. One input in a thousand has a mistake that makes it larger, and is only planned. */
static int fits(const reference_call *call, extent extent)
{
    strew_plan plan;

    if (reference_bytes(call->data) > LARGEST_BUFFER || reference_bytes(call->indices) > LARGEST_BUFFER ||
        reference_bytes(call->updates) > LARGEST_BUFFER)
        return 0;
    if (extent != PREPARING || plan_call(&plan, call, NULL) != STREW_OK) return 1; /* its run will complain of that */
    return strew_plan_prepared_size(&plan) <= 10 * LARGEST_BUFFER;
}

static void run(const made_call *made, const reference_call *call, extent extent, bytes *from)
{
    reference_position position;
    shared shared;
    bytes for_arena = *from;
    int is_out_of_bounds;

    buffers.random = made->seed;
    buffers.is_prepared = extent == PREPARING;
    fixture_place_call(&buffers, call, made->contents);
    buffers.has_workspace = made->has_workspace || oracle_needs_workspace(&buffers.call);
    if (made->has_bad_buffers) from->left /= 2; /* the other half places the buffers */
    for_arena.next += from->left;
    for_arena.left -= from->left;
    write_indices(made, from);
    is_out_of_bounds = oracle_rejects(&buffers.call, &position);
    if (!made->has_bad_buffers) {
        if (!is_out_of_bounds) fixture_expect(&buffers);
        for (size_t i = 0; i < n_isas; i++) run_on(made, isas[i], is_out_of_bounds ? &position : NULL);
    } else if (extent == RUNNING) {
        for (size_t i = 0; i < n_isas; i++) {
            for (size_t n = 0; n < n_counts; n++) run_in_arena(made, isas[i], counts[n], for_arena);
        }
    } else {
        make_shared(made, is_out_of_bounds, &shared);
        for (size_t i = 0; i < n_isas; i++) share_prepared(made, isas[i], &shared);
    }
}

void perform(extent extent, int op, const uint8_t *input, size_t size)
{
    bytes from = {input, size};
    made_call made;
    arguments arguments;
    verdict expected;

    open_buffers();
    make_up(&made, op, &from);
    counts[2] = made.n_threads;
    n_counts = made.n_threads == 1 || made.n_threads == 2 ? 2 : 3;
    place_shapes(&made.call, end_of(&made), &arguments);
    if (made.has_no_options) arguments.call.options = NULL;
    withhold(&arguments, made.no_tensor, made.no_shape);
    expected = oracle_planning(&arguments.call);
    if (expected)
        expect_rejected_call(&made, &arguments, expected, extent != PLANNING);
    else if (extent != PLANNING && fits(&arguments.call, extent))
        run(&made, &arguments.call, extent, &from);
    else
        check_plans(&arguments.call);
    if (!are_shapes_intact()) complain(&arguments.call, "wrote beside a shape");
}
