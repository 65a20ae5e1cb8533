/* Prepared indices: what preparing says and rejects. That runs give the reference's answer, test_configurations.c and test_parallel.c
 * show. */
#include <stdlib.h>

#include <strew/strew.h>

#include "call_text.h"
#include "calls.h"
#include "plan_state.h"
#include "testing.h"

#include "fault.h"
#include "group.h"
#include "tensors.h"

enum { N = 600, WIDTH = 3, TUPLES = 1200, DATA_BYTES = N * WIDTH * 4, UPDATES_BYTES = TUPLES * WIDTH * 4, MEMORY = 1 << 16 };

static placement end;
static int32_t *data, *output, *updates;
static int64_t indices[TUPLES]; /* preparing copies as many of them as a plan has next to a guard page */
static guarded guarded_indices, memory;

static void place(placement placement)
{
    end = placement;
    data = guarded_new(DATA_BYTES, placement);
    output = guarded_new(DATA_BYTES, placement);
    updates = guarded_new(UPDATES_BYTES, placement);
}

static strew_plan plan_for(int64_t n_tuples, strew_policy policy)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(N, WIDTH), SHAPE(n_tuples, 1));
    strew_plan plan;

    scatter.dtype = STREW_DTYPE_INT32;
    scatter.options.policy = policy;
    plan = plan_scatter(&scatter);
    assert_true(strew_plan_prepared_size(&plan) <= MEMORY);
    return plan;
}

static strew_status prepare_in(size_t size, const strew_plan *plan, strew_fault *fault)
{
    const size_t n_bytes = strew_state_of(plan)->indices_bytes;
    const void *const flush = memcpy(guarded_place(&guarded_indices, n_bytes, end, 0), indices, n_bytes);
    const strew_status status = prepare_indices(plan, flush, guarded_place(&memory, size, end, 0), size, fault);

    assert_true(guarded_is_intact(&guarded_indices) && guarded_is_intact(&memory));
    return status;
}

static void prepare(const strew_plan *plan)
{
    assert_int_equal(prepare_in(strew_plan_prepared_size(plan), plan, NULL), STREW_OK);
}

static void assert_distinct(const strew_plan *plan, int is_distinct)
{
    prepare(plan);
    assert_int_equal(strew_prepared_is_distinct(memory.bytes), is_distinct);
}

static void assert_runs(const strew_plan *plan)
{
    assert_int_equal(run_prepared(plan, output, data, memory.bytes, updates, NULL, NULL), STREW_OK);
}

static void assert_run_is_rejected(const strew_plan *plan, void *to, const void *prepared, strew_status status)
{
    static unsigned char before[DATA_BYTES];
    strew_fault fault;

    memset(output, 0x3c, DATA_BYTES);
    memcpy(before, output, DATA_BYTES);
    assert_int_equal(run_prepared(plan, to, data, prepared, updates, NULL, &fault), status);
    assert_int_equal(fault.status, status);
    assert_memory_equal(output, before, DATA_BYTES);
}

static void assert_mismatch(const strew_plan *plan)
{
    assert_run_is_rejected(plan, output, memory.bytes, STREW_STATUS_PREPARED_MISMATCH);
}

/* ---- What preparing finds ------------------------------------------------------------------------------------------------------------ */

TEST(duplicates_are_known)
{
    const strew_plan plan = plan_for(N, STREW_POLICY_ERROR);

    for (int i = 0; i < N; i++) indices[i] = (int64_t)i * 7 % N; /* 7 does not divide 600: a permutation */
    assert_distinct(&plan, 1);
    for (int i = 0; i < N - 1; i++) {    /* each of the slices may be the one that occurs twice */
        indices[N - 1] = indices[i] - N; /* counted from the end */
        assert_distinct(&plan, 0);
    }
}

TEST(a_skipped_tuple_is_no_duplicate)
{
    const strew_plan plan = plan_for(40, STREW_POLICY_SKIP);

    for (int i = 0; i < 40; i++) indices[i] = i % 2 ? N : i;
    assert_distinct(&plan, 1);
}

/* The header: it is not known if data has more than 64 slices for every tuple. */
TEST(one_tuple_to_64_slices_is_known_to_be_distinct)
{
    enum { SLICES_OF_A_TUPLE = 64 };

    indices[0] = 5;
    for (int64_t n_slices = SLICES_OF_A_TUPLE - 1; n_slices <= SLICES_OF_A_TUPLE + 1; n_slices++) {
        const scatter one = scatter_of(REFERENCE_ND, 0, SHAPE(n_slices), SHAPE(1, 1));
        const strew_plan plan = plan_scatter(&one);
        assert_distinct(&plan, n_slices <= SLICES_OF_A_TUPLE);
    }
}

/* Two runs of six tuples. */
TEST(few_tuples_are_written_by_their_runs)
{
    enum { FEW = 12 };
    const strew_plan plan = plan_for(FEW, STREW_POLICY_ERROR);

    for (int i = 0; i < FEW * WIDTH; i++) updates[i] = i;
    for (int i = 0; i < FEW; i++) indices[i] = i < FEW / 2 ? 40 + i : i;
    prepare(&plan);
    assert_runs(&plan);
    for (int i = 0; i < FEW; i++) assert_memory_equal(output + indices[i] * WIDTH, updates + i * WIDTH, WIDTH * sizeof *updates);
}

/* ---- What preparing rejects ---------------------------------------------------------------------------------------------------------- */

TEST(an_index_out_of_bounds_is_rejected_when_it_is_prepared)
{
    const strew_plan plan = plan_for(TUPLES, STREW_POLICY_ERROR);
    strew_fault fault;

    memset(indices, 0, sizeof indices);
    indices[1111] = N;
    assert_int_equal(prepare_in(strew_plan_prepared_size(&plan), &plan, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_index_fault(&fault, (reference_position){.tuple = 1111, .value = N, .low = -N, .high = N - 1});
    assert_mismatch(&plan);
    assert_int_equal(strew_prepared_is_distinct(memory.bytes), 0);
}

TEST(too_little_memory_is_rejected)
{
    const strew_plan plan = plan_for(TUPLES, STREW_POLICY_ERROR);
    const size_t size = strew_plan_prepared_size(&plan);
    strew_fault fault;

    assert_int_equal(prepare_in(size - 1, &plan, &fault), STREW_STATUS_PREPARED_TOO_SMALL); /* which places indices and memory */
    assert_fault(&fault, FAULT(PREPARED_TOO_SMALL, .value = (int64_t)size - 1, .low = (int64_t)size));
    assert_int_equal(prepare_indices(&plan, guarded_indices.bytes, NULL, size, &fault), STREW_STATUS_NULL_POINTER);
    assert_string_equal(fault.subject, "prepared");
    assert_int_equal(prepare_indices(&plan, NULL, memory.bytes, size, &fault), STREW_STATUS_NULL_POINTER);
    assert_string_equal(fault.subject, "indices");
    assert_int_equal(prepare_indices(NULL, guarded_indices.bytes, memory.bytes, size, &fault), STREW_STATUS_NULL_POINTER);
    assert_string_equal(fault.subject, "plan");
}

/* Tuples without components have no bytes, so there can be more of them than any memory could hold prepared. */
TEST(tuples_without_components_are_prepared_too)
{
    static const int64_t numbers[] = {5, SIZE_MAX / 16 + 2};

    for (size_t i = 0; i < COUNT(numbers); i++) {
        scatter whole = scatter_of(REFERENCE_ND, 0, 0, NULL, SHAPE(numbers[i], 0));
        whole.dtype = STREW_DTYPE_UINT8;
        whole.index_dtype = STREW_DTYPE_INT32;
        const strew_plan plan = plan_scatter(&whole);
        strew_fault fault;
        if (numbers[i] > MEMORY) {
            assert_int_equal(strew_plan_prepared_size(&plan), SIZE_MAX);
            assert_int_equal(strew_plan_workspace_size(&plan, 1), 0);
            EXPECT_FAULT(prepare_indices(&plan, NULL, guarded_place(&memory, MEMORY, end, 0), MEMORY, &fault), PREPARED_TOO_SMALL,
                         .value = MEMORY, .low = PTRDIFF_MAX);
            EXPECT_FAULT(prepare_indices(&plan, NULL, NULL, 0, &fault), NULL_POINTER, .subject = "prepared", .value = PTRDIFF_MAX);
        } else {
            const uint8_t *const seven = guarded_copy((const uint8_t[]){7}, 1, end), *const ones = guarded_copy("\1\1\1\1\1", 5, end);
            uint8_t *const sum = guarded_new(1, end);
            prepare(&plan);
            assert_int_equal(run_prepared(&plan, sum, seven, memory.bytes, ones, NULL, &fault), STREW_OK);
            assert_int_equal(*sum, 12);
            assert_true(guarded_free_all());
            place(end);
        }
    }
}

/* Where a size would not be a number any more, it is one that no memory has. */
TEST(tuples_beyond_all_memory_ask_for_all_of_it)
{
    enum { BYTES = 64 };
    static const unsigned char zeros[BYTES];
    const int64_t max = (int64_t)(SIZE_MAX / 64);
    unsigned char *const untouched = memset(guarded_place(&memory, BYTES, FLUSH_END, 0), 0, BYTES);

    for (int64_t n_tuples = max; n_tuples <= max + 1; n_tuples++) {
        scatter many = scatter_of(REFERENCE_UPDATE, 0, SHAPE(1), SHAPE(n_tuples));
        many.dtype = STREW_DTYPE_INT8;
        many.index_dtype = STREW_DTYPE_INT32;
        const strew_plan plan = plan_scatter(&many);
        const size_t size = strew_plan_prepared_size(&plan);
        strew_fault fault;
        if (n_tuples == max)
            assert_in_range(size, 4 * (uint64_t)max, SIZE_MAX / 2);
        else
            assert_true(size == SIZE_MAX);
        assert_int_equal(prepare_indices(&plan, guarded_place(&guarded_indices, 0, FLUSH_END, 0), untouched, BYTES, &fault),
                         STREW_STATUS_PREPARED_TOO_SMALL);
        assert_memory_equal(untouched, zeros, BYTES);
        assert_true(guarded_is_intact(&memory));
    }
}

/* ---- What runs reject ---------------------------------------------------------------------------------------------------------------- */

TEST(runs_reject_what_was_prepared_for_another_plan)
{
    const strew_plan plan = plan_for(TUPLES, STREW_POLICY_ERROR), other = plan_for(TUPLES - 1, STREW_POLICY_ERROR);
    const strew_plan copy = plan, skipping = plan_for(TUPLES, STREW_POLICY_SKIP), clamping = plan_for(TUPLES, STREW_POLICY_CLAMP);

    memset(indices, 0, sizeof indices);
    memset(guarded_place(&memory, strew_plan_prepared_size(&plan), end, 0), 0, strew_plan_prepared_size(&plan));
    assert_mismatch(&plan);
    prepare(&skipping);
    assert_mismatch(&plan);
    prepare(&plan);
    assert_mismatch(&other);
    assert_mismatch(&skipping);
    assert_mismatch(&clamping);
    assert_run_is_rejected(&plan, output, NULL, STREW_STATUS_NULL_POINTER);
    assert_run_is_rejected(&plan, NULL, memory.bytes, STREW_STATUS_NULL_POINTER);
    assert_run_is_rejected(NULL, output, memory.bytes, STREW_STATUS_NULL_POINTER);
    assert_runs(&copy);
}

/* Rows of 8 with strides of their own: of output and updates, or of a gather's data and output. */
enum { VIEW_ROWS = 40, VIEW_COLUMNS = 8, VIEWS = 5 };

static strew_plan plan_view(int is_gather, const int64_t *of_slices, const int64_t *of_updates)
{
    static const int64_t shape[] = {VIEW_ROWS, VIEW_COLUMNS};
    const strew_tensor slices = {STREW_DTYPE_INT32, 2, shape, NULL, of_slices}, updates = {STREW_DTYPE_INT32, 2, shape, NULL, of_updates};
    const strew_tensor named = {STREW_DTYPE_INT64, 2, shape, NULL, NULL};
    const strew_call gather =
        STREW_CALL(.op = STREW_OPERATOR_GATHER_ELEMENTS, .data = slices, .indices = named, .output = output_with(&updates, of_updates));
    const strew_call scatter = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ELEMENTS, .data = slices, .indices = named, .updates = updates,
                                          .output = output_with(&slices, of_slices));
    strew_plan plan;

    assert_int_equal(strew_plan_call(&plan, is_gather ? &gather : &scatter, NULL), STREW_OK);
    return plan;
}

/* What is prepared for one may be whole rows, or sorted, or in another order, which the other does not expect. Those of two views whose
 * slices are in the same places may fit, and need not. */
TEST(a_view_is_another_plan)
{
    static const int64_t wide[] = {VIEW_COLUMNS + 1, 1}, backwards[] = {VIEW_COLUMNS + 1, -1};
    static const int64_t *const strides[VIEWS][2] = {{NULL, NULL}, {NULL, wide}, {NULL, backwards}, {wide, NULL}, {backwards, NULL}};
    enum { ROOM = VIEW_ROWS * (VIEW_COLUMNS + 1) + VIEW_COLUMNS };
    static int32_t of_slices[ROOM], of_updates[ROOM], zeros[ROOM];

    while (next_case()) {
        const int is_gather = (int)choose("is_gather", 2), has_equal_rows = (int)choose("has_equal_rows", 2);
        const size_t first = choose("view", VIEWS), second = choose("other view", VIEWS);
        const int is_same = first == second;
        if (!is_same && first != 0 && second != 0 && strides[first][0] == strides[second][0]) continue;
        const strew_plan plan = plan_view(is_gather, strides[first][0], strides[first][1]),
                         other = plan_view(is_gather, strides[second][0], strides[second][1]);
        int32_t *const slices = of_slices + VIEW_COLUMNS, *const others = of_updates + VIEW_COLUMNS;
        for (int t = 0; t < VIEW_ROWS * VIEW_COLUMNS; t++) indices[t] = (has_equal_rows ? t / VIEW_COLUMNS : t) * 7 % VIEW_ROWS;
        assert_true(strew_plan_prepared_size(&plan) <= MEMORY);
        prepare(&plan);
        memset(of_slices, is_gather, sizeof of_slices);
        memset(of_updates, !is_gather, sizeof of_updates);
        const strew_status status = is_gather ? run_gather_prepared(&other, others, slices, memory.bytes, NULL, NULL)
                                              : run_prepared(&other, slices, slices, memory.bytes, others, NULL, NULL);
        assert_int_equal(status, is_same ? STREW_OK : STREW_STATUS_PREPARED_MISMATCH);
        assert_memory_equal(is_gather ? of_updates : of_slices, zeros, is_same ? 0 : sizeof zeros);
    }
}

static strew_plan plan_in_memory_that_held(int before, const scatter *scatter)
{
    tensors tensors;
    strew_plan plan;

    make_tensors(scatter, &tensors);
    memset(&plan, before, sizeof plan);
    assert_int_equal(plan_call(&plan, &tensors.call, NULL), STREW_OK);
    return plan;
}

TEST(a_plan_that_is_made_again_is_no_other_one)
{
    scatter all[] = {
        scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(4, 6, 1), SHAPE(4, 3, 1)),
        scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(4, 6, 1), SHAPE(4, 3, 1)),
        scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(4, 6, 1), SHAPE(2, 6, 1)),
        scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(4, 6, 1), SHAPE(2, 6, 1)),
        scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(6, 4, 1), SHAPE(6, 2, 1)),
        scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(6, 4, 1), SHAPE(3, 4, 1)),
        scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(4, 2, 3), SHAPE(4, 1, 3)),
        scatter_of(REFERENCE_ELEMENTS, 2, SHAPE(4, 3, 2), SHAPE(4, 3, 1)),
        scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(24, 1, 1), SHAPE(12, 1, 1)),
        scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(24, 1, 1), SHAPE(12, 1, 1)), /* without wrapping: see below */
        /* More components than vectors repeat. */
        scatter_of(REFERENCE_ND, 0, SHAPE(1, 2, 1, 2, 1, 6), SHAPE(TUPLES / 6, 6)),
        /* By one part, slice, tuple or element of a slice. */
        scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 50, 3), SHAPE(20)),
        scatter_of(REFERENCE_UPDATE, 1, SHAPE(3, 50, 3), SHAPE(20)),
        scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 51, 3), SHAPE(20)),
        scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 50, 3), SHAPE(21)),
        scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 50, 4), SHAPE(20)),
    };

    all[9].options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    memset(indices, 0, sizeof indices);
    for (size_t first = 0; first < COUNT(all); first++) {
        for (size_t second = 0; second < COUNT(all); second++) {
            const strew_plan plan = plan_in_memory_that_held(0, &all[first]), again = plan_in_memory_that_held(0xa5, &all[second]);
            in_case("plans %zu and %zu", first, second);
            prepare(&plan);
            if (first == second)
                assert_runs(&again);
            else
                assert_mismatch(&again);
        }
    }
}

TEST(output_may_not_lie_in_prepared_memory)
{
    static unsigned char before[MEMORY];
    const strew_plan plan = plan_for(TUPLES, STREW_POLICY_ERROR);

    memset(indices, 0, sizeof indices);
    prepare(&plan);
    memcpy(before, memory.bytes, memory.size);
    assert_run_is_rejected(&plan, memory.bytes + memory.size - 1, memory.bytes, STREW_STATUS_OUTPUT_OVERLAP);
    assert_memory_equal(memory.bytes, before, memory.size);
}

/* Threads sort the tuples of a sum among them. Each reads all tuples of a mean, so these are not sorted, which takes time and memory. */
TEST(a_mean_needs_no_more_memory_than_its_slice_indices)
{
    const strew_plan sum = plan_text("scatter_nd data=float32[2^20] indices=int64[2^18,1] updates=float32[2^18] add"),
                     mean = plan_text("scatter_nd data=float32[2^20] indices=int64[2^18,1] updates=float32[2^18] mean");

    assert_true(strew_plan_prepared_size(&sum) >= strew_plan_prepared_size(&mean) + 8 * ((size_t)1 << 18));
}

int main(void)
{
    guarded_indices = guarded_open(sizeof indices);
    memory = guarded_open(MEMORY);
    return run_at_either_end(place);
}
