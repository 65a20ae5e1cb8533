#include "perform.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "compare.h"
#include "expect.h"
#include "guarded.h"
#include "isas.h"
#include "pools.h"

enum { TENSORS = 3, MAX_COUNTS = 3 };

/* Opened at the first call, and never closed. */
static guarded shapes[TENSORS];
static strew_isa isas[MAX_ISAS];
static size_t n_isas;

/* Every input is run on all of isas, and what takes resources with each of these numbers of threads. */
static int32_t counts[MAX_COUNTS];
static size_t n_counts;

static void open_buffers(void)
{
    if (n_isas) return;
    n_isas = runnable_isas(isas);
    buffers = fixture_open(LARGEST_BUFFER, 0);
    for (size_t i = 0; i < TENSORS; i++) shapes[i] = guarded_open(SHAPE_ROOM * sizeof(int64_t));
}

/* One, two, and as many as the bytes say. */
static void count_threads(int32_t drawn)
{
    n_counts = 0;
    counts[n_counts++] = 1;
    counts[n_counts++] = 2;
    if (drawn != 1 && drawn != 2) counts[n_counts++] = drawn;
}

/* ---- Planning ------------------------------------------------------------------------------------------------------------------------ */

/* The call as arguments, with shapes that end at guard pages. */
static void place_shapes(const made_call *made, arguments *to)
{
    strew_tensor *const tensors[] = {&to->data, &to->indices, &to->updates};
    const int64_t *const from[] = {made->call.data_shape, made->call.indices_shape, made->call.updates_shape};
    const strew_options *const options = made->has_no_options ? NULL : &made->call.options;

    to->data = made->call.data;
    to->indices = made->call.indices;
    to->updates = made->call.updates;
    to->call = (reference_call){made->call.op, &to->data, &to->indices, &to->updates, made->call.axis, made->call.reduction, options};
    for (int i = 0; i < TENSORS; i++) {
        const int32_t rank = tensors[i]->rank;
        /* The shape of a rank that cannot be is not looked at. */
        const size_t size = rank > 0 && rank <= STREW_MAX_RANK ? (size_t)rank * sizeof(int64_t) : 0;
        void *const shape = guarded_place(&shapes[i], size, made->is_at_end ? FLUSH_END : FLUSH_START, 0);
        if (size) memcpy(shape, from[i], size);
        tensors[i]->shape = shape;
        tensors[i]->values = NULL;
    }
    withhold(to, made->no_tensor, made->no_shape);
}

/* Planning rejects the call, and so does the one-call form, before it looks at buffers that would end the process. */
static void expect_rejection(const made_call *made, arguments *arguments, verdict expected, int is_run)
{
    strew_plan plan;
    strew_fault fault;
    strew_status status;

    memset(&fault, 0x55, sizeof fault);
    status = plan_call(&plan, &arguments->call, &fault);
    expect_verdict(&arguments->call, expected, status, &fault);
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

/* All that can be asked of a plan without buffers. */
static void look_at_plan(const reference_call *call)
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
        complain(call, "there is no kernel for what is to be written");
    }
    if (strew_explain(&plan, strew_plan_isa(&plan), sentence, sizeof sentence) >= sizeof sentence) complain(call, "too long: %s", sentence);
    (void)strew_prepared_size(&plan);
    for (size_t i = 0; i < n_counts; i++) (void)strew_workspace_size(&plan, counts[i]);
}

/* Of the plan that the call asks for, and of those for each instruction set. */
static void look_at_plans(const reference_call *asked)
{
    reference_call call = *asked;
    strew_options options = {.isa = STREW_ISA_BEST};

    look_at_plan(asked);
    if (asked->options) options = *asked->options;
    call.options = &options;
    for (size_t i = 0; i < n_isas; i++) {
        options.isa = isas[i];
        look_at_plan(&call);
    }
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

/* The size that component c indexes, as far as indices of its type reach. */
static int64_t reachable_size(size_t c)
{
    const int64_t size = oracle_indexed_size(&buffers.call, (int32_t)c);
    return buffers.indices_tensor.dtype == STREW_INT32 && size > INT32_MAX ? INT32_MAX : size;
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

/* Single indices, as the bytes that are left say. */
static void change_indices(const made_call *made, size_t k, int wraps, bytes *from)
{
    const int may_stray = made->has_stray_indices && buffers.options.policy != STREW_POLICY_TRUSTED;

    while (from->left > 2) {
        const size_t position = take_pair(from) % buffers.n_components;
        const int64_t size = reachable_size(position % k), low = wraps ? -size : 0;
        /* A size beside a zero may be the largest number that there is. */
        const int64_t high = (int64_t)((UINT64_C(1) << 32) + (uint64_t)size - 1);
        const int64_t edges[] = {0, size - 1, low, -1, size, low - 1, high, INT64_MIN + size};
        const unsigned kind = take_byte(from);
        if (!may_stray || kind < 96)
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
    const int wraps = oracle_wraps(&buffers.options);

    if (buffers.n_components == 0) return;
    for (size_t c = 0; c < k; c++) {
        /* Nobody can vouch for indices where none could be right. */
        if (reachable_size(c) == 0 && buffers.options.policy == STREW_POLICY_TRUSTED) buffers.options.policy = STREW_POLICY_ERROR;
    }
    write_order(made, k, wraps);
    change_indices(made, k, wraps, from);
}

/* ---- Running ------------------------------------------------------------------------------------------------------------------------- */

static void expect_position(const strew_fault *fault, const reference_position *place)
{
    if (fault->tuple != place->tuple || fault->component != place->component || fault->dimension != place->dimension ||
        fault->value != place->value || fault->low != place->low || fault->high != place->high)
        complain(&buffers.call, "the fault names tuple %lld, component %d, value %lld; it is tuple %lld, component %d, value %lld",
                 (long long)fault->tuple, (int)fault->component, (long long)fault->value, (long long)place->tuple, (int)place->component,
                 (long long)place->value);
    expect_sentence(&buffers.call, STREW_STATUS_INDEX_OUT_OF_BOUNDS, fault);
}

/* The one-call form rejects an index outside as a run does. */
static void call_rejected(strew_isa isa, int is_in_place, const reference_position *out_of_bounds)
{
    static const char what[] = "the one-call form";
    strew_options options = buffers.options;
    strew_tensor data = buffers.data_tensor;
    reference_call call = buffers.call;
    strew_fault fault;

    options.isa = isa;
    call.options = &options;
    fill_output(is_in_place);
    if (is_in_place) data.values = buffers.output.bytes;
    call.data = &data;
    expect_status(STREW_STATUS_INDEX_OUT_OF_BOUNDS, make_call(buffers.output.bytes, &call, &fault), &fault, what);
    expect_position(&fault, out_of_bounds);
    expect_output_untouched(is_in_place, what);
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
    if (out_of_bounds) {
        for (int is_in_place = 0; is_in_place < 2; is_in_place++) call_rejected(isa, is_in_place, out_of_bounds);
    } else if (!fixture_call(&buffers, isa, made->is_in_place)) {
        abort();
    }
}

/* ---- Prepared indices ---------------------------------------------------------------------------------------------------------------- */

/* How often each slice occurs is the sum of ones that are scattered to it. Returns whether none occurs twice; *n_slices is their number. */
static int is_distinct(size_t *n_slices)
{
    static int64_t counts[LARGEST_BUFFER], zeros[LARGEST_BUFFER], ones[LARGEST_BUFFER]; /* of no more elements than buffers have bytes */
    const reference_call *const call = &buffers.call;
    const int64_t size = oracle_indexed_size(call, 0);
    strew_tensor data = *call->data, indices = *call->indices, updates = *call->indices;
    reference_call counting = *call;

    data.dtype = updates.dtype = STREW_INT64;
    data.values = zeros;
    updates.values = ones;
    if (call->op == REFERENCE_ND) {
        data.rank = components_of(call->op, indices.rank, indices.shape);
        updates.rank--;
    } else if (call->op == REFERENCE_UPDATE) {
        data.rank = 1;
        data.shape = &size;
        counting.axis = 0;
    }
    counting.data = &data;
    counting.indices = &indices;
    counting.updates = &updates;
    counting.reduction = STREW_ADD;
    for (size_t i = LARGEST_BUFFER; i-- > 0 && ones[i] == 0;) ones[i] = 1;
    *n_slices = reference_elements(&data);
    reference_scatter(counts, &counting);
    for (size_t i = 0; i < *n_slices; i++) {
        if (counts[i] > 1) return 0;
    }
    return 1;
}

static size_t count_tuples(void)
{
    const strew_tensor *const indices = &buffers.indices_tensor;
    size_t n = 1;

    for (int32_t d = 0; d < indices->rank - (buffers.call.op == REFERENCE_ND); d++) n *= (size_t)indices->shape[d];
    return n;
}

/* What is the same whichever way indices are prepared. */
typedef struct sharing {
    int is_out_of_bounds, is_distinct;
    size_t n_slices;
    /* The call that moves elements of the same size instead, whose result is in buffers.expected. A profile may not let it. */
    int has_moving;
    strew_tensor data, updates;
    strew_options options;
    reference_call moving;
} sharing;

static void make_sharing(const made_call *made, int is_out_of_bounds, sharing *to)
{
    memset(to, 0, sizeof *to);
    to->is_out_of_bounds = is_out_of_bounds;
    if (is_out_of_bounds) return;
    to->is_distinct = is_distinct(&to->n_slices);
    to->has_moving = buffers.options.profile == STREW_PROFILE_NONE;
    to->data = buffers.data_tensor;
    to->updates = buffers.updates_tensor;
    to->data.dtype = to->updates.dtype = (strew_dtype)STREW_OPAQUE(reference_size(buffers.data_tensor.dtype));
    to->options = buffers.options;
    to->options.isa = isas[made->seed % n_isas];
    to->moving = buffers.call;
    to->moving.data = &to->data;
    to->moving.updates = &to->updates;
    to->moving.options = &to->options;
    to->moving.reduction = STREW_NONE;
    if (to->has_moving) reference_scatter(buffers.expected, &to->moving);
}

static void expect_distinct(const sharing *sharing, const void *prepared)
{
    const int claimed = strew_prepared_is_distinct(prepared);

    if (claimed && !sharing->is_distinct) complain(&buffers.call, "a slice occurs twice, but is said not to");
    if (!claimed && sharing->is_distinct && sharing->n_slices <= 64 * count_tuples())
        complain(&buffers.call, "no slice occurs twice, but that is said to be unknown");
}

/* A plan over other data: the first dimension that is indexed is one larger. */
static int plan_stranger(strew_plan *plan, strew_isa isa)
{
    reference_call call = buffers.call;
    strew_tensor data = *call.data, updates = *call.updates;
    strew_options options = buffers.options;
    int64_t data_shape[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK];
    const int64_t d = call.op == REFERENCE_ND ? 0 : call.axis < 0 ? call.axis + data.rank : call.axis;

    if (components_of(call.op, call.indices->rank, call.indices->shape) == 0) return 0;
    memcpy(data_shape, data.shape, sizeof data_shape);
    data_shape[d]++;
    data.shape = data_shape;
    updates.shape = updates_shape;
    updates.rank = updates_shape_of(call.op, data.rank, data.shape, call.indices->rank, call.indices->shape, call.axis, updates_shape);
    options.isa = isa;
    call.data = &data;
    call.updates = &updates;
    call.options = &options;
    return oracle_planning(&call) == 0 && reference_bytes(&data) - buffers.n_data_bytes < 4096 && plan_call(plan, &call, NULL) == STREW_OK;
}

/* What was prepared for a plan serves one that moves elements of the same size, on any instruction set; and no other. */
static void share_prepared(const made_call *made, strew_isa isa, const sharing *sharing)
{
    const strew_plan plan = fixture_plan(&buffers, isa);
    const size_t size = strew_prepared_size(&plan);
    strew_resources resources = {.parallel_for = on_one_thread, .n_threads = made->n_threads};
    unsigned char *const output = buffers.output.bytes, *const data = buffers.data.bytes;
    const unsigned char *const updates = buffers.updates.bytes, *const indices = buffers.indices.bytes;
    void *const prepared = guarded_place(&buffers.prepared, size, made->is_at_end ? FLUSH_END : FLUSH_START, (size_t)(made->seed % 65));
    strew_plan other;
    strew_fault fault;
    strew_status status;

    memset(prepared, 0xee, size);
    fill_output(0);
    expect_status(STREW_STATUS_PREPARED_MISMATCH, strew_run_prepared(&plan, output, data, prepared, updates, &resources, &fault), &fault,
                  "garbage");
    status = strew_prepare(&plan, indices, prepared, size - 1 - (size_t)(made->seed % size), &fault);
    expect_status(STREW_STATUS_PREPARED_TOO_SMALL, status, &fault, "too little");
    status = strew_prepare(&plan, indices, prepared, size, &fault);
    expect_status(sharing->is_out_of_bounds ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK, status, &fault, "preparing");
    if (!guarded_is_intact(&buffers.prepared)) complain(&buffers.call, "preparing wrote beside what it was given");
    if (sharing->is_out_of_bounds) {
        status = strew_run_prepared(&plan, output, data, prepared, updates, &resources, &fault);
        expect_status(STREW_STATUS_PREPARED_MISMATCH, status, &fault, "a run after a rejection");
        expect_output_untouched(0, "a run after a rejection");
        return;
    }
    expect_distinct(sharing, prepared);
    if (plan_stranger(&other, isa)) {
        status = strew_run_prepared(&other, output, data, prepared, updates, &resources, &fault);
        expect_status(STREW_STATUS_PREPARED_MISMATCH, status, &fault, "a run by another plan");
        expect_output_untouched(0, "a run by another plan");
    }
    if (!sharing->has_moving) return;
    expect_status(STREW_OK, plan_call(&other, &sharing->moving, &fault), &fault, "a plan that moves");
    for (size_t i = 0; i < n_counts; i++) {
        resources.n_threads = counts[i];
        fill_output(0);
        status = strew_run_prepared(&other, output, data, prepared, updates, &resources, &fault);
        expect_status(STREW_OK, status, &fault, "a run that moves");
        if (!is_same_or_print(sharing->data.dtype, output, buffers.expected, buffers.n_data, "moved instead, on %d threads, %s",
                              (int)counts[i], fixture_describe(&buffers)))
            abort();
    }
}

/* ---- All of it ----------------------------------------------------------------------------------------------------------------------- */

/* Buffers for a call that can be planned. Updates may have another shape than the operator asks for, under a profile that lets them. */
static void place_call(const made_call *made, const reference_call *call, extent extent)
{
    scatter scatter = {
        .op = call->op,
        .dtype = call->data->dtype,
        .index_dtype = call->indices->dtype,
        .reduction = call->reduction,
        .axis = call->axis,
        .data_rank = call->data->rank,
        .indices_rank = call->indices->rank,
        .contents = made->contents,
    };

    if (call->options) scatter.options = *call->options;
    scatter.options.isa = STREW_ISA_BEST; /* every plan has its own */
    if (call->data->rank) memcpy(scatter.data_shape, call->data->shape, (size_t)call->data->rank * sizeof(int64_t));
    if (call->indices->rank) memcpy(scatter.indices_shape, call->indices->shape, (size_t)call->indices->rank * sizeof(int64_t));
    buffers.random = made->seed;
    buffers.has_workspace = made->has_workspace;
    buffers.is_prepared = extent == PREPARING;
    fixture_place(&buffers, &scatter);
    buffers.updates_tensor.rank = call->updates->rank;
    if (call->updates->rank) memcpy(buffers.updates_shape, call->updates->shape, (size_t)call->updates->rank * sizeof(int64_t));
}

/* Whether the buffers have room for the call. A mistake can make it larger: one input of a thousand is, and then only planned. */
static int fits(const reference_call *call, extent extent)
{
    strew_plan plan;

    if (reference_bytes(call->data) > LARGEST_BUFFER || reference_bytes(call->indices) > LARGEST_BUFFER ||
        reference_bytes(call->updates) > LARGEST_BUFFER)
        return 0;
    if (extent != PREPARING || plan_call(&plan, call, NULL) != STREW_OK) return 1; /* no plan is a complaint of those who run it */
    return strew_prepared_size(&plan) <= 8 * LARGEST_BUFFER;
}

static void run(const made_call *made, const reference_call *call, extent extent, bytes *from)
{
    reference_position place;
    sharing sharing;
    bytes for_arena;
    int is_out_of_bounds;

    place_call(made, call, extent);
    for_arena = *from;
    if (made->has_stray_buffers) from->left /= 2; /* the other half lays the buffers out */
    for_arena.next += from->left;
    for_arena.left -= from->left;
    write_indices(made, from);
    is_out_of_bounds = oracle_rejects(&buffers.call, &place);
    if (!made->has_stray_buffers) {
        if (!is_out_of_bounds) fixture_expect(&buffers);
        for (size_t i = 0; i < n_isas; i++) run_on(made, isas[i], is_out_of_bounds ? &place : NULL);
    } else if (extent == RUNNING) {
        for (size_t i = 0; i < n_isas * n_counts; i++) run_in_arena(made, isas[i / n_counts], counts[i % n_counts], for_arena);
    } else {
        make_sharing(made, is_out_of_bounds, &sharing);
        for (size_t i = 0; i < n_isas; i++) share_prepared(made, isas[i], &sharing);
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
    count_threads(made.n_threads);
    place_shapes(&made, &arguments);
    expected = oracle_planning(&arguments.call);
    if (expected)
        expect_rejection(&made, &arguments, expected, extent != PLANNING);
    else if (extent != PLANNING && fits(&arguments.call, extent))
        run(&made, &arguments.call, extent, &from);
    else
        look_at_plans(&arguments.call);
    for (size_t i = 0; i < TENSORS; i++) {
        if (!guarded_is_intact(&shapes[i])) complain(&arguments.call, "wrote beside a shape");
    }
}
