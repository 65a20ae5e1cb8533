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
#include "operators.h"
#include "spoil.h"

/* Room for each argument: data, of which there is most, has 24 elements of up to 16 bytes; and for what overlaps it at either end. */
enum { ROOM = 1536, PLACE = ROOM / 3, INDEX_TYPES = 2, POLICIES = 4, MOST_SPOILERS = 32, LEAST_CALLS = 100000 };

static unsigned char arena[ARGUMENTS * ROOM], before[ARGUMENTS * ROOM];
static size_t n_of_spoiler[MOST_SPOILERS], n_calls;

static int set_up(void **state)
{
    uint64_t random = 100000;

    (void)state;
    for (size_t i = 0; i < sizeof arena; i++) arena[i] = (unsigned char)random_next(&random);
    /* All indices are 0. */
    memset(arena + INDICES_ARGUMENT * ROOM, 0, ROOM);
    memcpy(before, arena, sizeof arena);
    return n_spoilers > MOST_SPOILERS;
}

static unsigned char *place_of(int argument)
{
    return arena + argument * ROOM + PLACE;
}

/* ---- One bad call ------------------------------------------------------------------------------------------------------------------- */

static void write_index(const bad_call *bad, int64_t index)
{
    const strew_tensor *const indices = &bad->call.indices;
    const int32_t narrow = (int32_t)index;
    int64_t n = 1;
    unsigned char *to = place_of(INDICES_ARGUMENT);

    for (int32_t d = 0; d < indices->rank; d++) n *= bad->call.indices_shape[d];
    to += (bad->position < 0 ? n + bad->position : bad->position) * (int64_t)reference_size(indices->dtype);
    if (indices->dtype == STREW_INT32)
        memcpy(to, &narrow, sizeof narrow);
    else
        memcpy(to, &index, sizeof index);
}

/* Out of place or in place, unless it is in the way of what is spoiled. */
static void make_bad_call(const bad_call *bad, int is_in_place, const char *spoiler)
{
    arguments to;
    unsigned char *const output = bad->no_values & 1 << OUTPUT_ARGUMENT ? NULL : place_of(OUTPUT_ARGUMENT);
    strew_tensor *const tensors[] = {&to.data, &to.indices, &to.updates};
    strew_fault fault;
    strew_status status;

    complete(&bad->call, &to);
    for (int i = 0; i < OUTPUT_ARGUMENT; i++) {
        tensors[i]->values = bad->no_values & 1 << i             ? NULL
                             : bad->overlapped == i + 1          ? place_of(OUTPUT_ARGUMENT) + bad->distance
                             : is_in_place && i == DATA_ARGUMENT ? place_of(OUTPUT_ARGUMENT)
                                                                 : place_of(i);
        if (bad->no_shape & 1 << i) tensors[i]->shape = NULL;
    }
    if (bad->no_tensor & 1 << DATA_ARGUMENT) to.call.data = NULL;
    if (bad->no_tensor & 1 << INDICES_ARGUMENT) to.call.indices = NULL;
    if (bad->no_tensor & 1 << UPDATES_ARGUMENT) to.call.updates = NULL;

    if (bad->has_index) {
        write_index(bad, bad->index);
        memcpy(before + INDICES_ARGUMENT * ROOM, arena + INDICES_ARGUMENT * ROOM, ROOM);
    }
    status = make_call(output, &to.call, &fault);
    if (status != bad->expected || fault.status != bad->expected) {
        char sentence[STREW_SENTENCE_BYTES];
        strew_describe(&fault, sentence, sizeof sentence);
        fail_msg("%s: %s of %s by %s came to status %d (%s), expected %d", spoiler, operator_name(bad->call.op),
                 reference_dtype_name(bad->call.data.dtype), reference_reduction_name(bad->call.reduction), (int)status, sentence,
                 (int)bad->expected);
    }
    if (memcmp(arena, before, sizeof arena) != 0) fail_msg("%s: something was written", spoiler);
    if (bad->has_index) {
        write_index(bad, 0);
        memcpy(before + INDICES_ARGUMENT * ROOM, arena + INDICES_ARGUMENT * ROOM, ROOM);
    }
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
    bad.call.options.policy = policy;
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

/* What is spoiled must have been good. It writes, and the arena is put in order again. */
static void accept_good(const bad_call *good)
{
    arguments to;
    strew_fault fault;

    complete(&good->call, &to);
    to.data.values = place_of(DATA_ARGUMENT);
    to.indices.values = place_of(INDICES_ARGUMENT);
    to.updates.values = place_of(UPDATES_ARGUMENT);
    assert_int_equal(make_call(place_of(OUTPUT_ARGUMENT), &to.call, &fault), STREW_OK);
    assert_memory_not_equal(arena, before, sizeof arena);
    memcpy(arena, before, sizeof arena);
}

static void bad_calls_are_refused_without_a_trace(void **state)
{
    const reference_operator op = *(const reference_operator *)*state;
    strew_dtype dtypes[REFERENCE_MOST_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes), n_cells = n_dtypes * REFERENCE_REDUCTIONS * INDEX_TYPES * POLICIES;

    for (size_t i = 0; i < n_cells; i++) {
        const strew_dtype dtype = dtypes[i / POLICIES / INDEX_TYPES / REFERENCE_REDUCTIONS];
        const strew_reduction reduction = reference_reductions[i / POLICIES / INDEX_TYPES % REFERENCE_REDUCTIONS];
        bad_call good_one;
        if (!reference_is_defined(dtype, reduction)) continue;
        good_one = good(op, dtype, i / POLICIES % INDEX_TYPES ? STREW_INT32 : STREW_INT64, reduction, (strew_policy)(i % POLICIES));
        accept_good(&good_one);
        spoil_every_way(&good_one);
    }
}

static void there_were_enough_of_every_kind(void **state)
{
    (void)state;
    for (size_t s = 0; s < n_spoilers; s++) fprintf(stderr, "%8zu with %s\n", n_of_spoiler[s], spoilers[s].name);
    fprintf(stderr, "%8zu bad calls in all\n", n_calls);
    for (size_t s = 0; s < n_spoilers; s++) {
        /* A build for every instruction set that this CPU has leaves none to ask for in vain. */
        if (strcmp(spoilers[s].name, "an instruction set that cannot be used") != 0) assert_true(n_of_spoiler[s] > 0);
    }
    assert_true(n_calls >= LEAST_CALLS);
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
