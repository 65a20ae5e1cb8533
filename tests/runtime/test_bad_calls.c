/* Bad input: good calls of every operator, dtype, index type, reduction and policy, each spoiled in every way that there is; each has the
 * status that it must have, and not one byte has changed, of output or of anything else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <strew/strew.h>

#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "spoil.h"

/* Room for each argument: data, of which there is most, has 24 elements of up to 16 bytes; and for what overlaps it at either end. */
enum { ROOM = 3 * 24 * 16, INDEX_TYPES = 2, POLICIES = 4, MOST_SPOILERS = 32 };

/* Half a million bad calls come of every round. */
enum { ROUNDS_FULL = 3, LEAST_CALLS = 100000, LEAST_CALLS_FULL = 1000000 };

/* Each argument touches a guard page, has what it had in `before`, and is as large as a good call says. */
static guarded places[ARGUMENTS];
static unsigned char initial[ROOM], before[ARGUMENTS][ROOM];
static size_t n_bytes[ARGUMENTS];
static uint64_t random_state = 100000;
static strew_isa isas[MOST_ISAS];
static size_t n_isas, n_of_spoiler[MOST_SPOILERS], n_calls;

static int set_up(void **state)
{
    (void)state;
    for (int i = 0; i < ARGUMENTS; i++) places[i] = guarded_open(ROOM);
    for (size_t i = 0; i < sizeof initial; i++) initial[i] = (unsigned char)random_next(&random_state);
    n_isas = runnable_isas(isas);
    return n_isas == 0 || n_spoilers > MOST_SPOILERS;
}

/* ---- One bad call ------------------------------------------------------------------------------------------------------------------- */

static void measure(const call *good)
{
    arguments to;

    complete(good, &to);
    n_bytes[DATA_ARGUMENT] = n_bytes[OUTPUT_ARGUMENT] = reference_bytes(&to.data);
    n_bytes[INDICES_ARGUMENT] = reference_bytes(&to.indices);
    n_bytes[UPDATES_ARGUMENT] = reference_bytes(&to.updates);
}

/* All indices are 0, but for the one that is bad. */
static void write_indices(const bad_call *bad)
{
    const size_t size = reference_size(bad->call.indices.dtype);
    const int32_t narrow = (int32_t)bad->index;
    unsigned char *to = places[INDICES_ARGUMENT].bytes;

    memset(to, 0, n_bytes[INDICES_ARGUMENT]);
    if (!bad->has_index) return;
    to += (bad->position < 0 ? (int64_t)(n_bytes[INDICES_ARGUMENT] / size) + bad->position : bad->position) * (int64_t)size;
    memcpy(to, size == sizeof narrow ? (const void *)&narrow : &bad->index, size);
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
    return 1;
}

/* Out of place or in place, unless it is in the way of what is spoiled. */
static void make_bad_call(const bad_call *bad, int is_in_place, const char *spoiler)
{
    arguments to;
    unsigned char *at[ARGUMENTS];
    strew_tensor *const tensors[] = {&to.data, &to.indices, &to.updates};
    strew_fault fault;
    strew_status status;

    complete(&bad->call, &to);
    place_arguments(bad, at);
    if (is_in_place) at[DATA_ARGUMENT] = at[OUTPUT_ARGUMENT];
    for (int i = 0; i < OUTPUT_ARGUMENT; i++) tensors[i]->values = bad->no_values & 1 << i ? NULL : at[i];
    withhold(&to, bad->no_tensor, bad->no_shape);

    status = make_call(bad->no_values & 1 << OUTPUT_ARGUMENT ? NULL : at[OUTPUT_ARGUMENT], &to.call, &fault);
    if (status != bad->expected || fault.status != bad->expected) {
        char sentence[STREW_SENTENCE_BYTES];
        strew_describe(&fault, sentence, sizeof sentence);
        fail_msg("%s: %s of %s by %s came to status %d (%s), expected %d", spoiler, operator_name(bad->call.op),
                 reference_dtype_name(bad->call.data.dtype), reference_reduction_name(bad->call.reduction), (int)status, sentence,
                 (int)bad->expected);
    }
    if (!is_untouched()) fail_msg("%s: something was written", spoiler);
}

/* ---- All of them -------------------------------------------------------------------------------------------------------------------- */

static bad_call good(reference_operator op, strew_dtype dtype, strew_dtype index_dtype, strew_reduction reduction, strew_policy policy)
{
    bad_call bad;

    memset(&bad, 0, sizeof bad);
    bad.call = good_call(op);
    set_dtype(&bad.call, dtype);
    bad.call.indices.dtype = index_dtype;
    bad.call.reduction = reduction;
    bad.call.options = (strew_options){.policy = policy,
                                       .negative = (strew_negative)random_below(&random_state, 2),
                                       .nan = (strew_nan)random_below(&random_state, 2),
                                       .isa = isas[random_below(&random_state, n_isas)]};
    return bad;
}

static void spoil_every_way(const bad_call *good)
{
    for (size_t s = 0; s < n_spoilers; s++) {
        for (size_t way = 0;; way++) {
            bad_call bad = *good;
            const int is_bad = spoilers[s].spoil(&bad, way);
            if (is_bad < 0) break;
            if (!is_bad) continue;
            /* Data is either in place or somewhere in the way. */
            make_bad_call(&bad, 0, spoilers[s].name);
            if (bad.overlapped != DATA_ARGUMENT + 1) make_bad_call(&bad, 1, spoilers[s].name);
            n_of_spoiler[s]++;
            n_calls++;
        }
    }
}

/* What is spoiled must have been good: it writes into output, and nowhere else. */
static void accept_good(const bad_call *good)
{
    unsigned char *at[ARGUMENTS];
    arguments to;
    strew_fault fault;

    complete(&good->call, &to);
    place_arguments(good, at);
    to.data.values = at[DATA_ARGUMENT];
    to.indices.values = at[INDICES_ARGUMENT];
    to.updates.values = at[UPDATES_ARGUMENT];
    memset(at[OUTPUT_ARGUMENT], 0x5a, n_bytes[OUTPUT_ARGUMENT]);
    memset(before[OUTPUT_ARGUMENT], 0x5a, n_bytes[OUTPUT_ARGUMENT]);
    assert_int_equal(make_call(at[OUTPUT_ARGUMENT], &to.call, &fault), STREW_OK);
    assert_false(is_untouched());
    memset(at[OUTPUT_ARGUMENT], 0x5a, n_bytes[OUTPUT_ARGUMENT]);
    assert_true(is_untouched());
}

static void bad_calls_are_refused_without_a_trace(void **state)
{
    const reference_operator op = *(const reference_operator *)*state;
    strew_dtype dtypes[REFERENCE_MOST_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes), n_cells = n_dtypes * REFERENCE_REDUCTIONS * INDEX_TYPES * POLICIES;

    for (size_t turn = 0; turn < n_cells * (is_full() ? ROUNDS_FULL : 1); turn++) {
        const size_t i = turn % n_cells;
        const strew_dtype dtype = dtypes[i / POLICIES / INDEX_TYPES / REFERENCE_REDUCTIONS];
        const strew_reduction reduction = reference_reductions[i / POLICIES / INDEX_TYPES % REFERENCE_REDUCTIONS];
        bad_call good_one;
        if (!reference_is_defined(dtype, reduction) || (is_light() && random_below(&random_state, 4) != 0)) continue;
        good_one = good(op, dtype, i / POLICIES % INDEX_TYPES ? STREW_INT32 : STREW_INT64, reduction, (strew_policy)(i % POLICIES));
        measure(&good_one.call);
        accept_good(&good_one);
        spoil_every_way(&good_one);
    }
}

static void there_were_enough_of_every_kind(void **state)
{
    (void)state;
    for (size_t s = 0; s < n_spoilers; s++) fprintf(stderr, "%8zu with %s\n", n_of_spoiler[s], spoilers[s].name);
    fprintf(stderr, "%8zu bad calls in all\n", n_calls);
    for (size_t s = 0; s < n_spoilers; s++) assert_true(n_of_spoiler[s] > 0 || spoilers[s].may_find_none);
    assert_true(n_calls >= (is_full() ? LEAST_CALLS_FULL : LEAST_CALLS));
}

int main(void)
{
    static reference_operator nd = REFERENCE_ND, elements = REFERENCE_ELEMENTS, update = REFERENCE_UPDATE;
    const struct CMUnitTest tests[] = {
        {"bad_calls_of_scatter_nd_are_refused_without_a_trace", bad_calls_are_refused_without_a_trace, NULL, NULL, &nd},
        {"bad_calls_of_scatter_elements_are_refused_without_a_trace", bad_calls_are_refused_without_a_trace, NULL, NULL, &elements},
        {"bad_calls_of_scatter_update_are_refused_without_a_trace", bad_calls_are_refused_without_a_trace, NULL, NULL, &update},
        cmocka_unit_test(there_were_enough_of_every_kind),
    };
    return cmocka_run_group_tests_name("bad_calls", tests, set_up, NULL);
}
