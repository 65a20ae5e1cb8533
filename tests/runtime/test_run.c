/* Running: indices outside, and the ways to call. Buffers and threads have tests of their own. */
#include <strew/strew.h>

#include "compare.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "testing.h"

/* data [4, 3, 2]; seven tuples of two components, or along the axis of size 3. */
static scatter small_scatter(reference_operator op, strew_dtype index_dtype)
{
    scatter scatter = {
        .op = op,
        .dtype = STREW_FLOAT32,
        .index_dtype = index_dtype,
        .reduction = STREW_ADD,
        .axis = op == REFERENCE_ND ? 0 : 1,
        .data_rank = 3,
        .indices_rank = op == REFERENCE_ND         ? 2
                        : op == REFERENCE_ELEMENTS ? 3
                                                   : 1,
        .data_shape = {4, 3, 2},
    };
    static const int64_t indices_shapes[OPERATORS][3] = {{7, 2}, {3, 7, 2}, {7}};

    memcpy(scatter.indices_shape, indices_shapes[op], sizeof indices_shapes[op]);
    return scatter;
}

static void prepare(const scatter *scatter, unsigned out_of_bounds)
{
    fixture_place(&buffers, scatter);
    fixture_draw_indices(&buffers, out_of_bounds);
    fixture_expect(&buffers);
}

/* ---- Indices outside ----------------------------------------------------------------------------------------------------------------- */

/* In scatter_elements and scatter_update every element of indices is a tuple, and what it indexes is the axis. */
static void an_index_out_of_bounds_is_described_exactly(void **state)
{
    static const struct {
        reference_operator op;
        strew_options options;
        int64_t position, value;
        const char *sentence;
    } rows[] = {
        {REFERENCE_ND, {0}, 7, 7, "indices[3] component 1 is 7, outside [-3, 2] of data dimension 1"},
        {REFERENCE_ND, {.negative = STREW_NEGATIVE_OUT_OF_BOUNDS}, 7, 7, "indices[3] component 1 is 7, outside [0, 2] of data dimension 1"},
        {REFERENCE_ND,
         {.negative = STREW_NEGATIVE_OUT_OF_BOUNDS},
         12,
         -1,
         "indices[6] component 0 is -1, outside [0, 3] of data dimension 0"},
        {REFERENCE_ELEMENTS, {0}, 41, 3, "indices[41] component 0 is 3, outside [-3, 2] of data dimension 1"},
        {REFERENCE_ELEMENTS,
         {.negative = STREW_NEGATIVE_OUT_OF_BOUNDS},
         0,
         -3,
         "indices[0] component 0 is -3, outside [0, 2] of data dimension 1"},
        {REFERENCE_UPDATE, {0}, 6, -4, "indices[6] component 0 is -4, outside [-3, 2] of data dimension 1"},
        {REFERENCE_UPDATE,
         {.profile = STREW_PROFILE_OPENVINO_SCATTERUPDATE_3},
         2,
         -1,
         "indices[2] component 0 is -1, outside [0, 2] of data dimension 1: OpenVINO ScatterUpdate-3 has no negative indices"},
        {REFERENCE_UPDATE,
         {.profile = STREW_PROFILE_OPENVINO_SCATTERUPDATE_3},
         2,
         3,
         "indices[2] component 0 is 3, outside [0, 2] of data dimension 1"},
        {REFERENCE_ELEMENTS,
         {.profile = STREW_PROFILE_ONNX_SCATTER_9},
         40,
         -2,
         "indices[40] component 0 is -2, outside [0, 2] of data dimension 1: ONNX Scatter-9 has no negative indices"},
        {REFERENCE_ND,
         {.profile = STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_3},
         1,
         -2,
         "indices[0] component 1 is -2, outside [0, 2] of data dimension 1: OpenVINO ScatterNDUpdate-3 has no negative indices"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        scatter scatter = small_scatter(rows[i].op, STREW_INT32);
        char sentence[STREW_MESSAGE_BYTES];
        strew_plan plan;
        strew_fault fault;
        scatter.options = rows[i].options;
        scatter.reduction = STREW_NONE;
        fixture_place(&buffers, &scatter);
        memset(buffers.indices.bytes, 0, buffers.indices.size);
        fixture_write_index(&buffers, (size_t)rows[i].position, rows[i].value);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        strew_describe(&fault, sentence, sizeof sentence);
        assert_string_equal(sentence, rows[i].sentence);
    }
}

/* First, some and last tuple; every component; in place and out of place; the plan and the one call. */
static void reject_out_of_bounds(reference_operator op, int64_t value, size_t number)
{
    const int fits = value >= INT32_MIN && value <= INT32_MAX;
    const scatter scatter = small_scatter(op, fits && number % 2 ? STREW_INT32 : STREW_INT64);
    size_t n_tuples;

    prepare(&scatter, 0);
    n_tuples = buffers.n_components / (op == REFERENCE_ND ? 2 : 1);
    for (size_t third = 0; third < 3; third++) {
        const size_t t = third * (n_tuples - 1) / 2;
        for (int32_t j = 0; j < (op == REFERENCE_ND ? 2 : 1); j++) {
            const int32_t dimension = op == REFERENCE_ND ? j : 1;
            const int64_t size = scatter.data_shape[dimension], good = fixture_get_index(&buffers, t, j);
            const strew_fault expected = {.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                                          .dimension = dimension,
                                          .component = j,
                                          .tuple = (int64_t)t,
                                          .value = value,
                                          .low = -size,
                                          .high = size - 1};
            strew_fault fault;
            strew_plan plan;
            fixture_set_index(&buffers, t, j, value);
            plan = fixture_plan(&buffers, isas[number % n_isas]);
            assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
            assert_fault(&fault, expected);
            assert_sentence(&fault, "indices|component|outside|data dimension");
            memcpy(buffers.output.bytes, buffers.data.bytes, buffers.n_data_bytes);
            assert_int_equal(make_call(buffers.output.bytes, &buffers.call, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            assert_fault(&fault, expected);
            assert_memory_equal(buffers.output.bytes, buffers.data.bytes, buffers.n_data_bytes);
            fixture_set_index(&buffers, t, j, good);
        }
    }
}

static void indices_out_of_bounds_are_rejected_without_a_trace(void **state)
{
    static const int64_t out_of_bounds[] = {4,
                                            -5,
                                            INT64_MAX,
                                            INT64_MIN,
                                            INT64_C(1) << 31,
                                            (INT64_C(1) << 32) - 1,
                                            INT64_C(1) << 32,
                                            (INT64_C(1) << 32) + 1,
                                            -(INT64_C(1) << 32),
                                            INT32_MIN,
                                            INT32_MAX,
                                            INT64_C(1) << 62};

    for (size_t v = 0; v < COUNT(out_of_bounds) * n_isas; v++) {
        for (size_t i = 0; i < OPERATORS; i++) reject_out_of_bounds(operators[i], out_of_bounds[v / n_isas], v);
    }
}

/* A tuple whose offset would be fine, but one component of which is outside. */
static void components_are_checked_one_by_one(void **state)
{
    const scatter scatter = small_scatter(REFERENCE_ND, STREW_INT64);
    strew_plan plan;
    strew_fault fault;

    prepare(&scatter, 0);
    fixture_set_index(&buffers, 2, 0, 1);
    fixture_set_index(&buffers, 2, 1, 4); /* would be slice 7 of 12 */
    plan = fixture_plan(&buffers, STREW_ISA_BEST);
    assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
    assert_int_equal(fault.tuple, 2);
    assert_int_equal(fault.dimension, 1);
    fixture_set_index(&buffers, 2, 0, INT64_C(1) << 62); /* times the stride 3, plus 1, wraps to a small number */
    fixture_set_index(&buffers, 2, 1, 1);
    assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
    assert_int_equal(fault.dimension, 0);
}

/* Sizes that 32 bits do not hold, without memory: a dimension of 0 behind them leaves nothing to write, but the tuple is checked. (In
 * scatter_elements it leaves no tuple.) */
static void bounds_of_any_size_are_exact(void **state)
{
    static const int64_t sizes[] = {1,
                                    (INT64_C(1) << 31) - 1,
                                    INT64_C(1) << 31,
                                    (INT64_C(1) << 32) - 1,
                                    INT64_C(1) << 32,
                                    (INT64_C(1) << 32) + 1,
                                    INT64_C(1) << 40,
                                    INT64_C(1) << 62,
                                    INT64_MAX};

    for (size_t s = 0; s < COUNT(sizes) && sizes[s] <= PTRDIFF_MAX; s++) { /* what can be addressed */
        for (size_t i = 0; i < 2 * n_isas; i++) {
            /* Enough tuples for a vector kernel; the one in question is in a vector, then in the tail. */
            const int64_t size = sizes[s], data_shape[] = {size, 0}, indices_shape[] = {9, 1}, updates_shape[] = {9, 0};
            const reference_operator op = i % 2 ? REFERENCE_UPDATE : REFERENCE_ND;
            const struct {
                int64_t index;
                int is_in_bounds;
            } rows[] = {{size - 1, 1},  {-size, 1},    {0, 1}, {-1, 1}, {size < INT64_MAX ? size : INT64_MAX, 0},
                        {-size - 1, 0}, {INT64_MIN, 0}};
            const strew_tensor data = {STREW_INT8, 2, data_shape, NULL}, updates = {STREW_INT8, 2, updates_shape, NULL};
            const strew_options options = {.isa = isas[i / 2]};
            for (size_t configuration = 0; configuration < 4 * COUNT(rows); configuration++) {
                const size_t row = configuration / 2;
                const int64_t index = rows[row / 2].index;
                const size_t n_bytes = 9 * sizeof(int64_t);
                const placement end = configuration % 2 ? FLUSH_END : FLUSH_START;
                int64_t *const indices_values = memset(guarded_place(&buffers.indices, n_bytes, end, 0), 0, n_bytes);
                const strew_tensor indices = {STREW_INT64, op == REFERENCE_ND ? 2 : 1, indices_shape, indices_values};
                const reference_call call = {op, &data, &indices, &updates, 0, STREW_ADD, &options};
                strew_fault fault;
                indices_values[row % 2 ? 8 : 2] = index;
                assert_int_equal(make_call(NULL, &call, &fault), rows[row / 2].is_in_bounds ? STREW_OK : STREW_STATUS_INDEX_OUT_OF_BOUNDS);
                if (!rows[row / 2].is_in_bounds)
                    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                                                       .tuple = row % 2 ? 8 : 2,
                                                       .value = index,
                                                       .low = -size,
                                                       .high = size - 1});
            }
        }
    }
}

/* Under the policy that passes over tuples outside, all of them are. */
static void a_tuple_into_a_zero_dimension_is_out_of_bounds(void **state)
{
    for (size_t i = 0; i < OPERATORS * n_isas; i++) {
        for (size_t d = 0; d < 3; d++) {
            scatter scatter = small_scatter(operators[i % OPERATORS], d % 2 ? STREW_INT32 : STREW_INT64);
            const int is_nd = scatter.op == REFERENCE_ND;
            strew_plan plan;
            strew_fault fault;
            if (is_nd ? d == 2 : d != 1) continue;
            scatter.data_shape[d] = 0;
            fixture_place(&buffers, &scatter);
            memset(buffers.indices.bytes, 0, buffers.indices.size);
            plan = fixture_plan(&buffers, isas[i / OPERATORS]);
            assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
            assert_fault(&fault, (strew_fault){.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                                               .dimension = (int32_t)d,
                                               .component = is_nd ? (int32_t)d : 0,
                                               .low = 0,
                                               .high = -1});
            assert_sentence(&fault, "indices[0]|is 0, outside [0, -1]");
            buffers.options.policy = STREW_POLICY_SKIP;
            fixture_expect(&buffers);
            plan = fixture_plan(&buffers, isas[i / OPERATORS]);
            assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1));
            /* No tuple has no index. */
            buffers.options.policy = STREW_POLICY_ERROR;
            scatter.indices_shape[0] = 0;
            prepare(&scatter, 0);
            plan = fixture_plan(&buffers, isas[i / OPERATORS]);
            assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1));
        }
    }
}

/* ---- Ways to call -------------------------------------------------------------------------------------------------------------------- */

static void success_leaves_a_fault_of_zeros(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_INT64);
        strew_plan plan;
        strew_fault fault;
        prepare(&scatter, 0);
        memset(&fault, 0x55, sizeof fault);
        assert_int_equal(plan_call(&plan, &buffers.call, &fault), STREW_OK);
        assert_fault(&fault, (strew_fault){.status = STREW_OK});
        memset(&fault, 0x55, sizeof fault);
        assert_int_equal(strew_run(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &fault),
                         STREW_OK);
        assert_fault(&fault, (strew_fault){.status = STREW_OK});
        memset(&fault, 0x55, sizeof fault);
        assert_int_equal(make_call(buffers.output.bytes, &buffers.call, &fault), STREW_OK);
        assert_fault(&fault, (strew_fault){.status = STREW_OK});
        assert_int_equal(strew_run(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, NULL),
                         STREW_OK);
    }
}

static void one_call_is_a_plan_and_a_run(void **state)
{
    for (size_t i = 0; i < OPERATORS * REFERENCE_REDUCTIONS; i++) {
        scatter scatter = small_scatter(operators[i % OPERATORS], i % 2 ? STREW_INT32 : STREW_INT64);
        strew_plan plan;
        scatter.reduction = reference_reductions[i / OPERATORS];
        prepare(&scatter, 0);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1));
        assert_true(fixture_call(&buffers, STREW_ISA_BEST, 0) && fixture_call(&buffers, STREW_ISA_BEST, 1));
    }
}

/* A plan holds no pointer to anything of the caller's, and none to itself. */
static void a_plan_is_plain_bytes(void **state)
{
    assert_int_equal(strew_plan_size(), sizeof(strew_plan));
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_INT64);
        unsigned char stored[sizeof(strew_plan) + 1];
        strew_plan plan, copy;
        prepare(&scatter, 0);
        {
            /* The plan of tensors, shapes and options that are gone by the time of the run. */
            int64_t data_shape[3], indices_shape[3], updates_shape[4];
            strew_tensor data = buffers.data_tensor, indices = buffers.indices_tensor, updates = buffers.updates_tensor;
            strew_options options = buffers.options;
            reference_call call = {operators[i], &data, &indices, &updates, scatter.axis, scatter.reduction, &options};
            memcpy(data_shape, buffers.data_shape, sizeof data_shape);
            memcpy(indices_shape, buffers.indices_shape, sizeof indices_shape);
            memcpy(updates_shape, buffers.updates_shape, sizeof updates_shape);
            data.shape = data_shape;
            indices.shape = indices_shape;
            updates.shape = updates_shape;
            assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK);
            memset(data_shape, 0xee, sizeof data_shape);
            memset(indices_shape, 0xee, sizeof indices_shape);
            memset(updates_shape, 0xee, sizeof updates_shape);
            memset(&data, 0xee, sizeof data);
            memset(&indices, 0xee, sizeof indices);
            memset(&updates, 0xee, sizeof updates);
            memset(&options, 0xee, sizeof options);
        }
        memcpy(stored + 1, &plan, sizeof plan);
        memset(&plan, 0xee, sizeof plan);
        memcpy(&copy, stored + 1, sizeof copy);
        assert_true(fixture_run(&buffers, &copy, 0) && fixture_run(&buffers, &copy, 1));
    }
}

static void a_plan_runs_any_number_of_times(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_INT32);
        strew_plan plan;
        strew_fault fault;
        prepare(&scatter, 0);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(fixture_run(&buffers, &plan, 0));
        fixture_set_index(&buffers, 4, 0, 4);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        prepare(&scatter, 0); /* other places, other contents, the same shapes */
        assert_true(fixture_run(&buffers, &plan, 1));
    }
}

static void trusted_indices_give_the_same_result(void **state)
{
    static const int64_t size_1 = 300;
    static const int64_t sizes_5[] = {3, 4, 2, 5, 3};

    for (size_t i = 0; i < 4 * n_isas; i++) {
        const job job = {
            .dtype = STREW_FLOAT32,
            .index_dtype = i % 2 ? STREW_INT32 : STREW_INT64,
            .reduction = STREW_ADD,
            .options = {.policy = STREW_POLICY_TRUSTED},
            .sizes = i % 4 < 2 ? &size_1 : sizes_5,
            .n_sizes = i % 4 < 2 ? 1 : 5,
            .width = 2,
            .n_tuples = 3000,
        };
        strew_plan plan;
        fixture_prepare(&buffers, &job);
        plan = fixture_plan(&buffers, isas[i / 4]);
        assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_out_of_bounds_is_described_exactly),
        cmocka_unit_test(indices_out_of_bounds_are_rejected_without_a_trace),
        cmocka_unit_test(components_are_checked_one_by_one),
        cmocka_unit_test(bounds_of_any_size_are_exact),
        cmocka_unit_test(a_tuple_into_a_zero_dimension_is_out_of_bounds),
        cmocka_unit_test(success_leaves_a_fault_of_zeros),
        cmocka_unit_test(one_call_is_a_plan_and_a_run),
        cmocka_unit_test(a_plan_is_plain_bytes),
        cmocka_unit_test(a_plan_runs_any_number_of_times),
        cmocka_unit_test(trusted_indices_give_the_same_result),
    };
    return run_on_fixture("run", tests, COUNT(tests), 1 << 20, 1602);
}
