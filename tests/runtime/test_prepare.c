/* Prepared indices: what preparing says and rejects. That runs give the reference's answer, test_configurations.c and test_parallel.c
 * show. */
#include <stdlib.h>

#include <strew/strew.h>

#include "plan.h"
#include "testing.h"

#include "fault.h"
#include "group.h"

enum { N = 600, WIDTH = 3, TUPLES = 1200, DATA_BYTES = N * WIDTH * 4, UPDATES_BYTES = TUPLES * WIDTH * 4, MEMORY = 1 << 16 };

static placement end;
static int32_t *data, *output, *updates;
static int64_t indices[TUPLES]; /* as many of them as a plan has are position_dependent when they are prepared */
static guarded position_dependent, memory;

static void place(placement placement)
{
    end = placement;
    data = guarded_new(DATA_BYTES, placement);
    output = guarded_new(DATA_BYTES, placement);
    updates = guarded_new(UPDATES_BYTES, placement);
}

static strew_plan plan_for(int64_t n_tuples, strew_policy policy)
{
    const int64_t data_shape[] = {N, WIDTH}, indices_shape[] = {n_tuples, 1}, updates_shape[] = {n_tuples, WIDTH};
    const strew_tensor data_tensor = {STREW_INT32, 2, data_shape, NULL}, indices_tensor = {STREW_INT64, 2, indices_shape, NULL},
                       updates_tensor = {STREW_INT32, 2, updates_shape, NULL};
    const strew_options options = {.policy = policy};
    strew_plan plan;

    assert_int_equal(strew_scatter_nd_plan(&plan, &data_tensor, &indices_tensor, &updates_tensor, STREW_ADD, &options, NULL), STREW_OK);
    assert_true(strew_prepared_size(&plan) <= MEMORY);
    return plan;
}

static strew_status prepare_in(size_t size, const strew_plan *plan, strew_fault *fault)
{
    const size_t n_bytes = strew_state_of(plan)->indices_bytes;
    const void *const flush = memcpy(guarded_place(&position_dependent, n_bytes, end, 0), indices, n_bytes);
    const strew_status status = strew_prepare(plan, flush, guarded_place(&memory, size, end, 0), size, fault);

    assert_true(guarded_is_intact(&position_dependent) && guarded_is_intact(&memory));
    return status;
}

static strew_status prepare(const strew_plan *plan)
{
    return prepare_in(strew_prepared_size(plan), plan, NULL);
}

static void duplicates_are_known(void **state)
{
    const strew_plan plan = plan_for(N, STREW_POLICY_ERROR);

    for (int i = 0; i < N; i++) indices[i] = (int64_t)i * 7 % N; /* 7 does not divide 600: a permutation */
    assert_int_equal(prepare(&plan), STREW_OK);
    assert_int_equal(strew_prepared_is_distinct(memory.bytes), 1);
    for (int i = 0; i < N - 1; i++) {    /* each of the slices may be the one that occurs twice */
        indices[N - 1] = indices[i] - N; /* counted from the end */
        assert_int_equal(prepare(&plan), STREW_OK);
        assert_int_equal(strew_prepared_is_distinct(memory.bytes), 0);
    }
}

static void a_skipped_tuple_is_no_duplicate(void **state)
{
    const strew_plan plan = plan_for(40, STREW_POLICY_SKIP);

    for (int i = 0; i < 40; i++) indices[i] = i % 2 ? N : i;
    assert_int_equal(prepare(&plan), STREW_OK);
    assert_int_equal(strew_prepared_is_distinct(memory.bytes), 1);
}

/* The header: it is not known if data has more than 64 slices for every tuple. */
static void one_tuple_to_64_slices_is_known_to_be_distinct(void **state)
{
    enum { SLICES_OF_A_TUPLE = 64 };

    for (int64_t n_slices = SLICES_OF_A_TUPLE - 1; n_slices <= SLICES_OF_A_TUPLE + 1; n_slices++) {
        const int64_t data_shape[] = {n_slices}, one[] = {1, 1};
        const strew_tensor data_tensor = {STREW_INT32, 1, data_shape, NULL}, indices_tensor = {STREW_INT64, 2, one, NULL},
                           updates_tensor = {STREW_INT32, 1, one, NULL};
        strew_plan plan;
        indices[0] = 5;
        assert_int_equal(strew_scatter_nd_plan(&plan, &data_tensor, &indices_tensor, &updates_tensor, STREW_ADD, NULL, NULL), STREW_OK);
        assert_int_equal(prepare(&plan), STREW_OK);
        assert_int_equal(strew_prepared_is_distinct(memory.bytes), n_slices <= SLICES_OF_A_TUPLE);
    }
}

static void assert_run_is_rejected(const strew_plan *plan, void *to, const void *prepared, strew_status status)
{
    static unsigned char before[DATA_BYTES];
    strew_fault fault;

    memset(output, 0x3c, DATA_BYTES);
    memcpy(before, output, DATA_BYTES);
    assert_int_equal(strew_run_prepared(plan, to, data, prepared, updates, NULL, &fault), status);
    assert_int_equal(fault.status, status);
    assert_memory_equal(output, before, DATA_BYTES);
}

static void an_index_out_of_bounds_is_rejected_when_it_is_prepared(void **state)
{
    const strew_plan plan = plan_for(TUPLES, STREW_POLICY_ERROR);
    strew_fault fault;

    memset(indices, 0, sizeof indices);
    indices[1111] = N;
    assert_int_equal(prepare_in(strew_prepared_size(&plan), &plan, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS, .tuple = 1111, .value = N, .low = -N, .high = N - 1});
    assert_run_is_rejected(&plan, output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
    assert_int_equal(strew_prepared_is_distinct(memory.bytes), 0);
}

static void too_little_memory_is_rejected(void **state)
{
    const strew_plan plan = plan_for(TUPLES, STREW_POLICY_ERROR);
    const size_t size = strew_prepared_size(&plan);
    strew_fault fault;

    assert_int_equal(prepare_in(size - 1, &plan, &fault), STREW_STATUS_PREPARED_TOO_SMALL); /* which places indices and memory */
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_PREPARED_TOO_SMALL, .value = (int64_t)size - 1, .low = (int64_t)size});
    assert_int_equal(strew_prepare(&plan, position_dependent.bytes, NULL, size, &fault), STREW_STATUS_NULL_POINTER);
    assert_string_equal(fault.subject, "prepared");
    assert_int_equal(strew_prepare(&plan, NULL, memory.bytes, size, &fault), STREW_STATUS_NULL_POINTER);
    assert_string_equal(fault.subject, "indices");
    assert_int_equal(strew_prepare(NULL, position_dependent.bytes, memory.bytes, size, &fault), STREW_STATUS_NULL_POINTER);
    assert_string_equal(fault.subject, "plan");
}

/* Tuples without components have no bytes, so there can be more of them than any memory could hold prepared. */
static void tuples_without_components_are_prepared_too(void **state)
{
    static const int64_t numbers[] = {5, SIZE_MAX / 16 + 2};

    for (size_t i = 0; i < COUNT(numbers); i++) {
        const int64_t indices_shape[] = {numbers[i], 0}, updates_shape[] = {numbers[i]};
        const strew_tensor data_tensor = {STREW_UINT8, 0, NULL, NULL}, indices_tensor = {STREW_INT32, 2, indices_shape, NULL},
                           updates_tensor = {STREW_UINT8, 1, updates_shape, NULL};
        strew_plan plan;
        strew_fault fault;
        assert_int_equal(strew_scatter_nd_plan(&plan, &data_tensor, &indices_tensor, &updates_tensor, STREW_ADD, NULL, NULL), STREW_OK);
        if (numbers[i] > MEMORY) {
            assert_int_equal(strew_prepared_size(&plan), SIZE_MAX);
            assert_int_equal(strew_workspace_size(&plan, 1), 0);
            assert_int_equal(strew_prepare(&plan, NULL, guarded_place(&memory, MEMORY, end, 0), MEMORY, &fault),
                             STREW_STATUS_PREPARED_TOO_SMALL);
            assert_fault(&fault, (strew_fault){.status = STREW_STATUS_PREPARED_TOO_SMALL, .value = MEMORY, .low = PTRDIFF_MAX});
            assert_int_equal(strew_prepare(&plan, NULL, NULL, 0, &fault), STREW_STATUS_NULL_POINTER);
            assert_fault(&fault, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = "prepared", .value = PTRDIFF_MAX});
        } else {
            const uint8_t *const seven = guarded_copy((const uint8_t[]){7}, 1, end), *const ones = guarded_copy("\1\1\1\1\1", 5, end);
            uint8_t *const sum = guarded_new(1, end);
            assert_int_equal(prepare(&plan), STREW_OK);
            assert_int_equal(strew_run_prepared(&plan, sum, seven, memory.bytes, ones, NULL, &fault), STREW_OK);
            assert_int_equal(*sum, 12);
            assert_true(guarded_free_all());
            place(end);
        }
    }
}

/* Where a size would not be a number any more, it is one that no memory has. */
static void tuples_beyond_all_memory_ask_for_all_of_it(void **state)
{
    const int64_t max = (int64_t)(SIZE_MAX / 64);
    enum { BYTES = 64 };
    unsigned char *const untouched = guarded_place(&memory, BYTES, FLUSH_END, 0);

    memset(untouched, 0, BYTES);
    for (int64_t n_tuples = max; n_tuples <= max + 1; n_tuples++) {
        const int64_t data_shape[] = {1};
        const strew_tensor data_tensor = {STREW_INT8, 1, data_shape, NULL}, indices_tensor = {STREW_INT32, 1, &n_tuples, NULL},
                           updates_tensor = {STREW_INT8, 1, &n_tuples, NULL};
        strew_plan plan;
        strew_fault fault;
        assert_int_equal(strew_scatter_update_plan(&plan, &data_tensor, &indices_tensor, &updates_tensor, 0, STREW_ADD, NULL, NULL),
                         STREW_OK);
        const size_t size = strew_prepared_size(&plan);
        if (n_tuples == max)
            assert_in_range(size, 4 * (uint64_t)max, SIZE_MAX / 2);
        else
            assert_true(size == SIZE_MAX);
        assert_int_equal(strew_prepare(&plan, guarded_place(&position_dependent, 0, FLUSH_END, 0), untouched, BYTES, &fault),
                         STREW_STATUS_PREPARED_TOO_SMALL);
        for (size_t i = 0; i < BYTES; i++) assert_int_equal(untouched[i], 0);
        assert_true(guarded_is_intact(&memory));
    }
}

static void runs_reject_what_was_prepared_for_another_plan(void **state)
{
    const strew_plan plan = plan_for(TUPLES, STREW_POLICY_ERROR), other = plan_for(TUPLES - 1, STREW_POLICY_ERROR);
    const strew_plan copy = plan, skipping = plan_for(TUPLES, STREW_POLICY_SKIP), clamping = plan_for(TUPLES, STREW_POLICY_CLAMP);

    memset(indices, 0, sizeof indices);
    memset(guarded_place(&memory, strew_prepared_size(&plan), end, 0), 0, strew_prepared_size(&plan));
    assert_run_is_rejected(&plan, output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
    assert_int_equal(prepare(&skipping), STREW_OK);
    assert_run_is_rejected(&plan, output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
    assert_int_equal(prepare(&plan), STREW_OK);
    assert_run_is_rejected(&other, output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
    assert_run_is_rejected(&skipping, output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
    assert_run_is_rejected(&clamping, output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
    assert_run_is_rejected(&plan, output, NULL, STREW_STATUS_NULL_POINTER);
    assert_run_is_rejected(&plan, NULL, memory.bytes, STREW_STATUS_NULL_POINTER);
    assert_run_is_rejected(NULL, output, memory.bytes, STREW_STATUS_NULL_POINTER);
    assert_int_equal(strew_run_prepared(&copy, output, data, memory.bytes, updates, NULL, NULL), STREW_OK);
}

/* By one part, slice, tuple or element of a slice. */
static void a_plan_may_differ_in_one_number(void **state)
{
    enum { PARTS, SLICES, OF_INDICES, ELEMENTS, NUMBERS };

    memset(indices, 0, sizeof indices);
    for (size_t i = 0; i < NUMBERS * 2; i++) {
        strew_plan plans[2];
        for (size_t p = 0; p < 2; p++) {
            int64_t of[NUMBERS] = {2, 50, 20, 3};
            if ((i + p) % 2) of[i / 2]++;
            const int64_t data_shape[] = {of[PARTS], of[SLICES], of[ELEMENTS]};
            const int64_t updates_shape[] = {of[PARTS], of[OF_INDICES], of[ELEMENTS]};
            const strew_tensor data_tensor = {STREW_INT32, 3, data_shape, NULL}, indices_tensor = {STREW_INT64, 1, of + OF_INDICES, NULL},
                               updates_tensor = {STREW_INT32, 3, updates_shape, NULL};
            assert_int_equal(strew_scatter_update_plan(&plans[p], &data_tensor, &indices_tensor, &updates_tensor, 1, STREW_ADD, NULL, NULL),
                             STREW_OK);
        }
        assert_int_equal(prepare(&plans[0]), STREW_OK);
        assert_run_is_rejected(&plans[1], output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
        assert_int_equal(strew_run_prepared(&plans[0], output, data, memory.bytes, updates, NULL, NULL), STREW_OK);
    }
}

static void no_tuples_need_no_indices(void **state)
{
    const strew_plan plan = plan_for(0, STREW_POLICY_ERROR);

    memset(data, 0x3c, DATA_BYTES);
    const size_t size = strew_prepared_size(&plan);
    assert_int_equal(strew_prepare(&plan, NULL, guarded_place(&memory, size, end, 0), size, NULL), STREW_OK);
    assert_int_equal(strew_prepared_is_distinct(memory.bytes), 1);
    assert_int_equal(strew_run_prepared(&plan, output, data, memory.bytes, NULL, NULL, NULL), STREW_OK);
    assert_memory_equal(output, data, DATA_BYTES);
}

/* A plan of 12 tuples of scatter_elements for 24 elements, made in memory that held `before`. */
typedef struct places {
    int64_t data[3], indices[3], axis;
    strew_negative negative;
} places;

static strew_plan plan_for_places(const places *of, int before)
{
    const strew_tensor data_tensor = {STREW_INT32, 3, of->data, NULL}, indices_tensor = {STREW_INT64, 3, of->indices, NULL},
                       updates_tensor = {STREW_INT32, 3, of->indices, NULL};
    const strew_options options = {.negative = of->negative};
    strew_plan plan;

    memset(&plan, before, sizeof plan);
    assert_int_equal(
        strew_scatter_elements_plan(&plan, &data_tensor, &indices_tensor, &updates_tensor, of->axis, STREW_ADD, &options, NULL), STREW_OK);
    return plan;
}

static void a_plan_that_is_made_again_is_no_other_one(void **state)
{
    static const places all[] = {
        {{4, 6, 1}, {4, 3, 1}, 0, STREW_NEGATIVE_WRAPS},   {{4, 6, 1}, {4, 3, 1}, 1, STREW_NEGATIVE_WRAPS},
        {{4, 6, 1}, {2, 6, 1}, 0, STREW_NEGATIVE_WRAPS},   {{4, 6, 1}, {2, 6, 1}, 1, STREW_NEGATIVE_WRAPS},
        {{6, 4, 1}, {6, 2, 1}, 0, STREW_NEGATIVE_WRAPS},   {{6, 4, 1}, {3, 4, 1}, 1, STREW_NEGATIVE_WRAPS},
        {{4, 2, 3}, {4, 1, 3}, 1, STREW_NEGATIVE_WRAPS},   {{4, 3, 2}, {4, 3, 1}, 2, STREW_NEGATIVE_WRAPS},
        {{24, 1, 1}, {12, 1, 1}, 0, STREW_NEGATIVE_WRAPS}, {{24, 1, 1}, {12, 1, 1}, 0, STREW_NEGATIVE_OUT_OF_BOUNDS},
    };
    enum { PLANS = COUNT(all) };

    memset(indices, 0, sizeof indices);
    for (size_t i = 0; i < PLANS * PLANS; i++) {
        const strew_plan plan = plan_for_places(&all[i / PLANS], 0), again = plan_for_places(&all[i % PLANS], 0xa5);
        assert_int_equal(prepare(&plan), STREW_OK);
        if (i / PLANS == i % PLANS)
            assert_int_equal(strew_run_prepared(&again, output, data, memory.bytes, updates, NULL, NULL), STREW_OK);
        else
            assert_run_is_rejected(&again, output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
    }
}

/* More components than vectors repeat. */
static void so_is_one_of_long_tuples(void **state)
{
    static const int64_t data_shape[] = {1, 2, 1, 2, 1, 6}, indices_shape[] = {TUPLES / 6, 6}, updates_shape[] = {TUPLES / 6};
    const strew_tensor data_tensor = {STREW_INT32, 6, data_shape, NULL}, indices_tensor = {STREW_INT64, 2, indices_shape, NULL},
                       updates_tensor = {STREW_INT32, 1, updates_shape, NULL};

    memset(indices, 0, sizeof indices);
    for (int turn = 0; turn < 2; turn++) {
        strew_plan plan;
        memset(&plan, turn ? 0xa5 : 0, sizeof plan);
        assert_int_equal(strew_scatter_nd_plan(&plan, &data_tensor, &indices_tensor, &updates_tensor, STREW_ADD, NULL, NULL), STREW_OK);
        if (turn == 0) assert_int_equal(prepare(&plan), STREW_OK);
        assert_int_equal(strew_run_prepared(&plan, output, data, memory.bytes, updates, NULL, NULL), STREW_OK);
    }
}

static void output_may_not_lie_in_prepared_memory(void **state)
{
    const strew_plan plan = plan_for(TUPLES, STREW_POLICY_ERROR);
    static unsigned char before[MEMORY];

    memset(indices, 0, sizeof indices);
    assert_int_equal(prepare(&plan), STREW_OK);
    memcpy(before, memory.bytes, memory.size);
    assert_run_is_rejected(&plan, memory.bytes + memory.size - 1, memory.bytes, STREW_STATUS_OUTPUT_OVERLAP);
    assert_memory_equal(memory.bytes, before, memory.size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duplicates_are_known),
        cmocka_unit_test(a_skipped_tuple_is_no_duplicate),
        cmocka_unit_test(one_tuple_to_64_slices_is_known_to_be_distinct),
        cmocka_unit_test(an_index_out_of_bounds_is_rejected_when_it_is_prepared),
        cmocka_unit_test(too_little_memory_is_rejected),
        cmocka_unit_test(tuples_without_components_are_prepared_too),
        cmocka_unit_test(tuples_beyond_all_memory_ask_for_all_of_it),
        cmocka_unit_test(runs_reject_what_was_prepared_for_another_plan),
        cmocka_unit_test(a_plan_may_differ_in_one_number),
        cmocka_unit_test(no_tuples_need_no_indices),
        cmocka_unit_test(a_plan_that_is_made_again_is_no_other_one),
        cmocka_unit_test(so_is_one_of_long_tuples),
        cmocka_unit_test(output_may_not_lie_in_prepared_memory),
    };
    position_dependent = guarded_open(sizeof indices);
    memory = guarded_open(MEMORY);
    return run_at_either_end("prepared", tests, COUNT(tests), place);
}
