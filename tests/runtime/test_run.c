/* Running: the fault and the sentence of an index out of bounds, and what a plan is. test_bad_calls.c has
 * more indices out of bounds, and test_edges.c and test_configurations.c have results. */
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "tensors.h"
#include "testing.h"

#define BIT(n) (INT64_C(1) << (n))

enum { TUPLES = 7 };

static void prepare(const scatter *scatter)
{
    fixture_place(&buffers, scatter);
    fixture_draw_indices(&buffers, 0);
    fixture_expect(&buffers);
}

/* ---- Indices outside ----------------------------------------------------------------------------------------------------------------- */

/* In scatter_elements and scatter_update every element of indices is a tuple, and what it indexes is the axis. */
static void an_index_out_of_bounds_is_described_exactly(void **state)
{
    static const struct {
        reference_operator op;
        strew_profile profile;
        strew_negative negative;
        int64_t position, value;
        const char *sentence;
    } rows[] = {
        {REFERENCE_ND, 0, STREW_NEGATIVE_WRAPS, 7, 7, "indices[3] component 1 is 7, outside [-3, 2] of data dimension 1"},
        {REFERENCE_ND, 0, STREW_NEGATIVE_OUT_OF_BOUNDS, 7, 7, "indices[3] component 1 is 7, outside [0, 2] of data dimension 1"},
        {REFERENCE_ND, 0, STREW_NEGATIVE_OUT_OF_BOUNDS, 12, -1, "indices[6] component 0 is -1, outside [0, 3] of data dimension 0"},
        {REFERENCE_ELEMENTS, 0, STREW_NEGATIVE_WRAPS, 41, 3, "indices[41] component 0 is 3, outside [-3, 2] of data dimension 1"},
        {REFERENCE_ELEMENTS, 0, STREW_NEGATIVE_OUT_OF_BOUNDS, 0, -3, "indices[0] component 0 is -3, outside [0, 2] of data dimension 1"},
        {REFERENCE_UPDATE, 0, STREW_NEGATIVE_WRAPS, 6, -4, "indices[6] component 0 is -4, outside [-3, 2] of data dimension 1"},
        {REFERENCE_UPDATE, STREW_PROFILE_OPENVINO_SCATTERUPDATE_3, 0, 2, -1,
         "indices[2] component 0 is -1, outside [0, 2] of data dimension 1: OpenVINO ScatterUpdate-3 has no negative indices"},
        {REFERENCE_UPDATE, STREW_PROFILE_OPENVINO_SCATTERUPDATE_3, 0, 2, 3,
         "indices[2] component 0 is 3, outside [0, 2] of data dimension 1"},
        {REFERENCE_ELEMENTS, STREW_PROFILE_ONNX_SCATTER_9, 0, 40, -2,
         "indices[40] component 0 is -2, outside [0, 2] of data dimension 1: ONNX Scatter-9 has no negative indices"},
        {REFERENCE_ND, STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_3, 0, 1, -2,
         "indices[0] component 1 is -2, outside [0, 2] of data dimension 1: OpenVINO ScatterNDUpdate-3 has no negative indices"},
    };

    for (size_t i = 0; i < COUNT(rows) * n_isas; i++) {
        const size_t row = i / n_isas;
        const strew_isa isa = isas[i % n_isas];
        scatter scatter = small_scatter(rows[row].op, STREW_DTYPE_INT32, TUPLES);
        char sentence[STREW_MESSAGE_BYTES];
        strew_plan plan;
        strew_fault faults[2];
        scatter.options = STREW_OPTIONS(.profile = rows[row].profile, .negative = rows[row].negative);
        scatter.reduction = STREW_REDUCTION_NONE;
        fixture_place(&buffers, &scatter);
        memset(buffers.indices.bytes, 0, buffers.indices.size);
        fixture_write_index(&buffers, (size_t)rows[row].position, rows[row].value);
        plan = fixture_plan(&buffers, isa);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &faults[0]));
        assert_true(fixture_call_rejected(&buffers, isa, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &faults[1]));
        for (size_t f = 0; f < COUNT(faults); f++) {
            strew_fault_describe(&faults[f], sentence, sizeof sentence);
            assert_string_equal(sentence, rows[row].sentence);
        }
    }
}

/* Sizes that 32 bits do not hold, without memory: a dimension of 0 behind them leaves nothing to write, but the tuple is checked. (In
 * scatter_elements it leaves no tuple.) */
static void bounds_of_any_size_are_exact(void **state)
{
    static const int64_t sizes[] = {1, BIT(31) - 1, BIT(31), BIT(32) - 1, BIT(32), BIT(32) + 1, BIT(40), BIT(62), INT64_MAX};
    enum { ROWS = 7, IN_BOUNDS = 4 };

    for (size_t s = 0; s < COUNT(sizes) && sizes[s] <= PTRDIFF_MAX; s++) { /* what can be addressed */
        const int64_t size = sizes[s], values[ROWS] = {size - 1, -size, 0, -1, size, -size - 1, INT64_MIN};
        for (size_t i = 0; i < 2 * n_isas * ROWS * 4; i++) {
            /* Enough tuples for a vector kernel; the one in question is in a vector, then in the tail. */
            const size_t row = i / 4 % ROWS, tuple = i / 2 % 2 ? 8 : 2;
            scatter scatter = i / 4 / ROWS % 2 ? scatter_of(REFERENCE_UPDATE, 0, SHAPE(size, 0), SHAPE(9))
                                               : scatter_of(REFERENCE_ND, 0, SHAPE(size, 0), SHAPE(9, 1));
            strew_fault fault;
            tensors tensors;
            int64_t *indices;
            scatter.dtype = STREW_DTYPE_INT8;
            scatter.options.isa = isas[i / 4 / ROWS / 2];
            make_tensors(&scatter, &tensors);
            tensors.indices.values = indices = (int64_t *)guarded_place(&buffers.indices, 9 * sizeof *indices, (placement)(i % 2), 0);
            memset(indices, 0, 9 * sizeof *indices);
            indices[tuple] = values[row];
            assert_int_equal(make_call(NULL, &tensors.call, &fault), row < IN_BOUNDS ? STREW_OK : STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            if (row >= IN_BOUNDS) assert_index_fault(&fault, (reference_position){(int64_t)tuple, values[row], -size, size - 1, 0, 0});
        }
    }
}

/* Under the policy that passes over tuples outside, all of them are. */
static void a_tuple_into_a_zero_dimension_is_out_of_bounds(void **state)
{
    for (size_t i = 0; i < OPERATORS * n_isas; i++) {
        for (int32_t d = 0; d < 3; d++) {
            scatter scatter = small_scatter(operators[i % OPERATORS], d % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64, TUPLES);
            const int is_nd = scatter.op == REFERENCE_ND;
            const strew_isa isa = isas[i / OPERATORS];
            strew_fault fault;
            if (is_nd ? d == 2 : d != 1) continue;
            scatter.data_shape[d] = 0;
            fixture_place(&buffers, &scatter);
            memset(buffers.indices.bytes, 0, buffers.indices.size);
            fault = expect_rejection(isa, (reference_position){.high = -1, .component = is_nd ? d : 0, .dimension = d});
            assert_sentence(&fault, "indices[0]|is 0, but data dimension|is empty");
            buffers.options.policy = STREW_POLICY_SKIP;
            fixture_expect(&buffers);
            expect_run(isa);
            /* No tuple has no index. */
            buffers.options.policy = STREW_POLICY_ERROR;
            scatter.indices_shape[0] = 0;
            prepare(&scatter);
            expect_run(isa);
        }
    }
}

/* ---- What a plan is ------------------------------------------------------------------------------------------------------------------ */

static strew_status run_buffers(const strew_plan *plan, strew_fault *fault)
{
    return run_alone(plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, fault);
}

static void success_leaves_a_fault_of_zeros(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_DTYPE_INT64, TUPLES);
        strew_plan plan;
        strew_fault faults[3];
        prepare(&scatter);
        memset(faults, 0x55, sizeof faults);
        assert_int_equal(plan_call(&plan, &buffers.call, &faults[0]), STREW_OK);
        assert_int_equal(run_buffers(&plan, &faults[1]), STREW_OK);
        assert_int_equal(make_call(buffers.output.bytes, &buffers.call, &faults[2]), STREW_OK);
        for (size_t f = 0; f < COUNT(faults); f++) assert_fault(&faults[f], (strew_fault){.status = STREW_OK});
        assert_int_equal(run_buffers(&plan, NULL), STREW_OK);
    }
}

/* A plan holds no pointer to anything of the caller's, and none to itself. */
static void a_plan_is_plain_bytes(void **state)
{
    assert_int_equal(strew_plan_size(), sizeof(strew_plan));
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_DTYPE_INT64, TUPLES);
        unsigned char stored[sizeof(strew_plan) + 1];
        strew_plan plan, copy;
        struct {
            arguments arguments;
            int64_t data_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK];
        } gone; /* by the time of the run */
        prepare(&scatter);
        copy_call(&buffers.call, &gone.arguments);
        gone.arguments.data.shape = memcpy(gone.data_shape, buffers.data_shape, sizeof gone.data_shape);
        gone.arguments.indices.shape = memcpy(gone.indices_shape, buffers.indices_shape, sizeof gone.indices_shape);
        gone.arguments.updates.shape = memcpy(gone.updates_shape, buffers.updates_shape, sizeof gone.updates_shape);
        assert_int_equal(plan_call(&plan, &gone.arguments.call, NULL), STREW_OK);
        memset(&gone, 0xee, sizeof gone);
        memcpy(stored + 1, &plan, sizeof plan);
        memset(&plan, 0xee, sizeof plan);
        memcpy(&copy, stored + 1, sizeof copy);
        assert_true(fixture_run(&buffers, &copy, 0) && fixture_run(&buffers, &copy, 1));
    }
}

static void a_plan_runs_any_number_of_times(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_DTYPE_INT32, TUPLES);
        strew_plan plan;
        strew_fault fault;
        prepare(&scatter);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(fixture_run(&buffers, &plan, 0));
        fixture_set_index(&buffers, 4, 0, 4);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        prepare(&scatter); /* other places, other contents, the same shapes */
        assert_true(fixture_run(&buffers, &plan, 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_out_of_bounds_is_described_exactly),
        cmocka_unit_test(bounds_of_any_size_are_exact),
        cmocka_unit_test(a_tuple_into_a_zero_dimension_is_out_of_bounds),
        cmocka_unit_test(success_leaves_a_fault_of_zeros),
        cmocka_unit_test(a_plan_is_plain_bytes),
        cmocka_unit_test(a_plan_runs_any_number_of_times),
    };
    return run_on_fixture("run", tests, COUNT(tests), 1 << 20, 1602);
}
