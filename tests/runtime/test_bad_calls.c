/* Bad input: good calls of every operator, dtype, index type, reduction and policy, with random shapes, each corrupted in every way that
 * there is. In every form, a corrupted call has the fault that it must have, and not one byte has changed, of output or of anything
 * else. */
#include <strew/strew.h>

#include "calls.h"
#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "invalid_calls.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "testing.h"

/* Room for each argument: elements of up to 16 bytes, and what overlaps them at either end. */
enum {
    MAX_ELEMENTS = 48,
    ROOM = 3 * MAX_ELEMENTS * 16,
    SPARE_ROOM = 64 * MAX_ELEMENTS + 65536,
    INDEX_TYPES = 2,
    POLICIES = 4,
    MAX_CORRUPTERS = 32
};

/* By the one call; by a plan, alone, with a workspace, and with one whose runs are shared; and with prepared indices. */
typedef enum form { ONE_CALL, RUN, WITH_WORKSPACE, SHARED, PREPARED, FORMS } form;

/* About half a million bad calls come of every round. */
enum { ROUNDS_FULL = 3, MIN_CALLS = 100000, MIN_CALLS_FULL = 1000000 };

/* Each argument is next to a guard page, holds `before`, and is as large as a good call says. What else a call gets, a workspace or memory
 * for prepared indices, is `spare`. */
static guarded places[ARGUMENTS], spare;
static unsigned char initial[ROOM], before[ARGUMENTS][ROOM], unused[SPARE_ROOM];
static size_t n_bytes[ARGUMENTS];
static uint64_t random_state = 100000;
static strew_isa isas[MAX_ISAS];
static size_t n_isas, n_of[MAX_CORRUPTERS][FORMS], n_calls;

static int set_up(void **state)
{
    for (int i = 0; i < ARGUMENTS; i++) places[i] = guarded_open(ROOM);
    spare = guarded_open(SPARE_ROOM);
    guarded_place(&spare, 0, FLUSH_END, 0);
    for (size_t i = 0; i < sizeof initial; i++) initial[i] = (unsigned char)random_next(&random_state);
    memset(unused, 0x2f, sizeof unused);
    n_isas = runnable_isas(isas);
    return n_isas == 0 || n_corrupters > MAX_CORRUPTERS;
}

/* ---- One bad call -------------------------------------------------------------------------------------------------------------------- */

/* Whether the call has few enough elements for the buffers. */
static int measure(const call *good)
{
    arguments to;

    complete(good, &to);
    n_bytes[DATA_ARGUMENT] = n_bytes[OUTPUT_ARGUMENT] = reference_bytes(&to.data);
    n_bytes[INDICES_ARGUMENT] = reference_bytes(&to.indices);
    n_bytes[UPDATES_ARGUMENT] = reference_bytes(&to.updates);
    return reference_elements(&to.data) <= MAX_ELEMENTS && reference_elements(&to.indices) <= MAX_ELEMENTS &&
           reference_elements(&to.updates) <= MAX_ELEMENTS;
}

/* All indices are 0, but for the one that is bad. */
static void write_indices(const bad_call *bad)
{
    const strew_dtype dtype = bad->call.indices.dtype;
    unsigned char *const to = places[INDICES_ARGUMENT].bytes;

    memset(to, 0, n_bytes[INDICES_ARGUMENT]);
    if (bad->has_index) reference_write_integer(dtype, to + bad->position * (int64_t)reference_size(dtype), (uint64_t)bad->index);
}

/* Places all arguments, and with output what overlaps it. */
static void place_arguments(const bad_call *bad, unsigned char *at[ARGUMENTS])
{
    const placement placement = random_next(&random_state) % 2 ? FLUSH_END : FLUSH_START;
    int64_t low = 0, high = (int64_t)n_bytes[OUTPUT_ARGUMENT];

    for (int i = 0; i < OUTPUT_ARGUMENT; i++) at[i] = memcpy(guarded_place(&places[i], n_bytes[i], placement, 0), initial, n_bytes[i]);
    if (bad->overlapped) {
        const int64_t end = bad->distance + (int64_t)n_bytes[bad->overlapped - 1];
        low = bad->distance < low ? bad->distance : low;
        high = end > high ? end : high;
    }
    at[OUTPUT_ARGUMENT] = guarded_place(&places[OUTPUT_ARGUMENT], (size_t)(high - low), placement, 0) - low;
    memcpy(places[OUTPUT_ARGUMENT].bytes, initial, places[OUTPUT_ARGUMENT].size);
    write_indices(bad);
    for (int i = 0; i < ARGUMENTS; i++) memcpy(before[i], places[i].bytes, places[i].size);
    if (bad->overlapped) at[bad->overlapped - 1] = at[OUTPUT_ARGUMENT] + bad->distance;
}

static int is_untouched(void)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        if (!guarded_is_intact(&places[i]) || memcmp(places[i].bytes, before[i], places[i].size) != 0) return 0;
    }
    return guarded_is_intact(&spare);
}

static strew_status make(form form, void *output, const reference_call *call, strew_fault *fault)
{
    static strew_plan plan;
    const placement placement = random_next(&random_state) % 2 ? FLUSH_END : FLUSH_START;
    const int32_t n_threads = form == SHARED || form == PREPARED ? 3 : 1;
    strew_resources resources = STREW_RESOURCES(.parallel_for = n_threads > 1 ? on_one_thread : NULL, .n_threads = n_threads, .wake_ns = 1);
    strew_status status;

    if (form == ONE_CALL) return make_call(output, call, fault);
    status = plan_call(&plan, call, fault);
    if (status != STREW_OK) return status;
    if (form == RUN) return run_alone(&plan, output, call->data->values, call->indices->values, call->updates->values, fault);
    if (form == PREPARED) {
        guarded_place(&spare, strew_plan_prepared_size(&plan), placement, 0);
        status = prepare_indices(&plan, call->indices->values, spare.bytes, spare.size, fault);
        if (status != STREW_OK) return status;
        return run_prepared(&plan, output, call->data->values, spare.bytes, call->updates->values, &resources, fault);
    }
    resources.workspace_bytes = strew_plan_workspace_size(&plan, n_threads);
    resources.workspace = memcpy(guarded_place(&spare, resources.workspace_bytes, placement, 0), unused, resources.workspace_bytes);
    status = run_with(&plan, output, call->data->values, call->indices->values, call->updates->values, &resources, fault);
    /* Buffers are checked before a byte of the workspace is used. */
    if (status == STREW_STATUS_NULL_POINTER || status == STREW_STATUS_OUTPUT_OVERLAP)
        assert_memory_equal(spare.bytes, unused, resources.workspace_bytes);
    return status;
}

/* Any; but once indices are prepared they may lie where output does, so that this is not rejected, and only the one call takes pointers to
 * tensors. */
static form draw_form(const bad_call *bad)
{
    if (bad->no_tensor) return ONE_CALL;
    return (form)random_below(&random_state, bad->overlapped == INDICES_ARGUMENT + 1 ? PREPARED : FORMS);
}

/* Out of place or in place, unless it is in the way of what is corrupted. */
static void make_bad_call(const bad_call *bad, int is_in_place, size_t corrupter)
{
    static const char *const names[FORMS] = {"one call", "a run", "a run with a workspace", "a shared run", "a prepared run"};
    const form form = draw_form(bad);
    arguments to;
    unsigned char *at[ARGUMENTS];
    strew_tensor *const tensors[] = {&to.data, &to.indices, &to.updates};
    strew_fault fault, *const told = random_below(&random_state, 8) ? &fault : NULL;
    strew_status status;

    complete(&bad->call, &to);
    place_arguments(bad, at);
    if (is_in_place) at[DATA_ARGUMENT] = at[OUTPUT_ARGUMENT];
    for (int i = 0; i < OUTPUT_ARGUMENT; i++) tensors[i]->values = bad->no_values & 1 << i ? NULL : at[i];
    withhold(&to, bad->no_tensor, bad->no_shape);

    n_of[corrupter][form]++;
    memset(&fault, 0x55, sizeof fault);
    status = make(form, bad->no_values & 1 << OUTPUT_ARGUMENT ? NULL : at[OUTPUT_ARGUMENT], &to.call, told);
    if (status != bad->expected.status || (told && fault.status != status)) {
        char sentence[STREW_MESSAGE_BYTES];
        strew_fault_describe(told, sentence, sizeof sentence);
        fail_msg("%s: %s by %s of %s by %s came to status %d (%s), expected %d", corrupters[corrupter].name, operator_name(bad->call.op),
                 names[form], reference_dtype_name(bad->call.data.dtype), reference_reduction_name(bad->call.reduction), (int)status,
                 sentence, (int)bad->expected.status);
    }
    if (told && bad->sentence_parts[0]) {
        assert_fault(&fault, bad->expected);
        assert_sentence(&fault, bad->sentence_parts);
    }
    if (!is_untouched()) fail_msg("%s: something was written by %s", corrupters[corrupter].name, names[form]);
}

/* ---- All of them --------------------------------------------------------------------------------------------------------------------- */

static int64_t draw_size(int64_t max)
{
    return 1 + (int64_t)random_below(&random_state, (uint64_t)max);
}

/* Few elements in any shape, the operators' least among them: no components, no dimensions of indices, one index. */
static void draw_shapes(call *call)
{
    const int32_t rank = (int32_t)draw_size(MAX_RANK_OF_GOOD);
    const int32_t axis = (int32_t)random_below(&random_state, (uint64_t)rank);
    const int is_nd = call->op == REFERENCE_ND, is_elements = call->op == REFERENCE_ELEMENTS;
    const int32_t indices_rank = is_elements ? rank : (int32_t)draw_size(3) - !is_nd;

    call->data.rank = rank;
    call->indices.rank = indices_rank;
    call->axis = is_nd || random_below(&random_state, 2) ? axis : axis - rank;
    for (int32_t d = 0; d < rank; d++) call->data_shape[d] = draw_size(5);
    for (int32_t d = 0; d < indices_rank; d++) call->indices_shape[d] = draw_size(is_elements && d != axis ? call->data_shape[d] : 4);
    if (is_nd) call->indices_shape[indices_rank - 1] = (int64_t)random_below(&random_state, (uint64_t)rank + 1);
    fit_updates(call);
}

static bad_call good(reference_operator op, strew_dtype dtype, strew_dtype index_dtype, strew_reduction reduction, strew_policy policy)
{
    bad_call bad;

    memset(&bad, 0, sizeof bad);
    bad.call = good_call(op);
    set_dtype(&bad.call, dtype);
    bad.call.indices.dtype = index_dtype;
    bad.call.reduction = reduction;
    do draw_shapes(&bad.call);
    while (!measure(&bad.call));
    bad.call.options =
        STREW_OPTIONS(.policy = policy, .negative = (strew_negative)random_below(&random_state, 2),
                      .nan = nan_for(reduction, random_below(&random_state, 2)), .isa = isas[random_below(&random_state, n_isas)]);
    return bad;
}

static void corrupt_every_configuration(const bad_call *good)
{
    for (size_t s = 0; s < n_corrupters; s++) {
        for (size_t configuration = 0;; configuration++) {
            bad_call bad = *good;
            const int is_bad = corrupters[s].corrupt(&bad, configuration);
            if (is_bad < 0) break;
            if (!is_bad) continue;
            /* Data is either in place or somewhere in the way. */
            make_bad_call(&bad, 0, s);
            if (bad.overlapped != DATA_ARGUMENT + 1) make_bad_call(&bad, 1, s);
            n_calls++;
        }
    }
}

/* What is corrupted must have been good: it writes into output what it should, and nowhere else. */
static void accept_good(const bad_call *good)
{
    unsigned char expected[ROOM], *at[ARGUMENTS];
    arguments to;
    strew_fault fault;

    complete(&good->call, &to);
    place_arguments(good, at);
    to.data.values = at[DATA_ARGUMENT];
    to.indices.values = at[INDICES_ARGUMENT];
    to.updates.values = at[UPDATES_ARGUMENT];
    reference_scatter(expected, &to.call);
    memset(at[OUTPUT_ARGUMENT], 0x5a, n_bytes[OUTPUT_ARGUMENT]);
    assert_int_equal(make(draw_form(good), at[OUTPUT_ARGUMENT], &to.call, &fault), STREW_OK);
    assert_fault(&fault, (strew_fault){.status = STREW_OK});
    assert_true(is_same_or_print(to.data.dtype, at[OUTPUT_ARGUMENT], expected, reference_elements(&to.data), "what is to be corrupted"));
    memcpy(before[OUTPUT_ARGUMENT], at[OUTPUT_ARGUMENT], n_bytes[OUTPUT_ARGUMENT]);
    assert_true(is_untouched());
}

static void bad_calls_are_rejected_without_a_trace(void **state)
{
    const reference_operator op = *(const reference_operator *)*state;
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes), n_cells = n_dtypes * REFERENCE_REDUCTIONS * INDEX_TYPES * POLICIES;

    for (size_t turn = 0; turn < n_cells * (is_full() ? ROUNDS_FULL : 1); turn++) {
        const size_t i = turn % n_cells;
        const strew_dtype dtype = dtypes[i / POLICIES / INDEX_TYPES / REFERENCE_REDUCTIONS];
        const strew_reduction reduction = reference_reductions[i / POLICIES / INDEX_TYPES % REFERENCE_REDUCTIONS];
        bad_call good_one;
        if (!reference_is_defined(dtype, reduction) || (is_light() && random_below(&random_state, 4) != 0)) continue;
        good_one =
            good(op, dtype, i / POLICIES % INDEX_TYPES ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64, reduction, (strew_policy)(i % POLICIES));
        accept_good(&good_one);
        corrupt_every_configuration(&good_one);
    }
}

static void there_were_enough_of_every_kind(void **state)
{
    for (size_t s = 0; s < n_corrupters; s++) {
        size_t min = SIZE_MAX, n = 0;
        for (size_t f = 0; f < FORMS; f++) {
            n += n_of[s][f];
            if (n_of[s][f] < min) min = n_of[s][f];
        }
        fprintf(stderr, "%8zu with %s, in each form %zu or more\n", n, corrupters[s].name, min);
        assert_true(min > 0 || (n == 0 && corrupters[s].may_find_none));
    }
    fprintf(stderr, "%8zu bad calls in all, most of them in place and out of place\n", n_calls);
    assert_true(n_calls >= (is_full() ? MIN_CALLS_FULL : MIN_CALLS));
}

int main(void)
{
    static reference_operator nd = REFERENCE_ND, elements = REFERENCE_ELEMENTS, update = REFERENCE_UPDATE;
    const struct CMUnitTest tests[] = {
        {"bad_calls_of_scatter_nd_are_rejected_without_a_trace", bad_calls_are_rejected_without_a_trace, NULL, NULL, &nd},
        {"bad_calls_of_scatter_elements_are_rejected_without_a_trace", bad_calls_are_rejected_without_a_trace, NULL, NULL, &elements},
        {"bad_calls_of_scatter_update_are_rejected_without_a_trace", bad_calls_are_rejected_without_a_trace, NULL, NULL, &update},
        cmocka_unit_test(there_were_enough_of_every_kind),
    };
    return cmocka_run_group_tests_name("bad_calls", tests, set_up, NULL);
}
