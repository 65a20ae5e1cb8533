/* The C++ front where a call has more than data, indices and updates: hints, args, rows of a table and gradients. Compiled as
 * test_front.cpp is. */
#include <cstring>
#include <vector>

#include <strew/gradient.hpp>

extern "C" { // after the headers of C++, some of whose names cmocka has as macros
#include "testing.h"
}

namespace
{

const auto &plain = strew::default_options;
const auto &alone = strew::no_resources;
strew_fault fault; // of the last call

/* A call in both its forms, with a fault and, where there are exceptions, without. */
template <class Call> void succeeds(const Call &call)
{
    assert_true(call(fault));
#if defined(__cpp_exceptions)
    call();
#endif
}

#define FORMS(name, ...) [&](auto &...told) { return strew::name(__VA_ARGS__, told...); }

TEST(an_arg_comes_with_output)
{
    const std::vector<std::int64_t> to = {1, 3, 1, 1};
    const std::vector<float> updates = {5, 6, 7, 7}, zeros(4);
    std::vector<float> output(4);
    std::vector<std::int64_t> won(4);
    const strew::with_arg both(output, won);
    succeeds(FORMS(scatter_update, both, zeros, to, updates, 0, STREW_REDUCTION_MAX, 0, plain));
    assert_true((output == std::vector<float>{0, 7, 0, 6} && won == std::vector<std::int64_t>{-1, 2, -1, 1}));

    const std::int64_t nobody = 9;
    strew_options options = STREW_OPTIONS_INIT;
    options.arg_rule = STREW_ARG_RULE_LAST;
    options.arg_fill = &nobody;
    std::vector<std::int32_t> narrow(4);
    const auto of_views = strew::with_arg(strew::view(output.data(), {4}), strew::view(narrow.data(), {4}));
    succeeds(FORMS(scatter_nd, of_views, zeros, strew::view(to.data(), {4, 1}), updates, STREW_REDUCTION_MAX, 0, options));
    assert_true((narrow == std::vector<std::int32_t>{9, 3, 9, 1}));
    succeeds(FORMS(scatter_elements, strew::with_arg(output, narrow), zeros, to, updates, 0, STREW_REDUCTION_NONE, plain));
    assert_true((narrow == std::vector<std::int32_t>{-1, 3, -1, 1}));
    succeeds(FORMS(put, strew::with_arg(output, narrow), zeros, to, updates, STREW_REDUCTION_MAX, plain));
    assert_true((narrow == std::vector<std::int32_t>{-1, 2, -1, 1}));
    assert_false(strew::put(strew::with_arg(output, narrow), zeros, to, updates, STREW_REDUCTION_ADD, plain, fault));
    assert_true(fault.status == STREW_STATUS_UNUSED_ARGUMENT && std::strcmp(fault.subject, "arg") == 0);

    const std::vector<std::int64_t> offsets = {0, 2, 2, 4};
    std::vector<float> of_segments(3);
    std::vector<std::int32_t> winners(3);
    succeeds(FORMS(segment, strew::with_arg(of_segments, winners), offsets, updates, STREW_REDUCTION_MAX, plain));
    assert_true((winners == std::vector<std::int32_t>{1, -1, 2}));
    const std::vector<float> table = {1, 2};
    const std::vector<std::int32_t> rows = {1, 0, 0, 1};
    succeeds(FORMS(segment, strew::with_arg(of_segments, winners), offsets, strew::rows(table, rows), STREW_REDUCTION_MIN, plain));
    assert_true((winners == std::vector<std::int32_t>{1, -1, 2}));
}

TEST(updates_are_weighed)
{
    const std::vector<std::int64_t> nodes = {1, 0, 1}, offsets = {0, 2, 3};
    const std::vector<float> updates = {1, 2, 3, 4, 5, 6}, factors = {10, 1, 0.5f}, each = {1, 2, 1, 0, 1, 1}, zeros(4);
    std::vector<float> output(4);
    const strew::view<float> sums(output.data(), {2, 2});
    const strew::view<const float> rows(updates.data(), {3, 2}), of_zeros(zeros.data(), {2, 2});
    succeeds(FORMS(scatter_update, sums, of_zeros, nodes, strew::weighed(rows, factors), 0, STREW_REDUCTION_ADD, 0, plain));
    assert_true((output == std::vector<float>{3, 4, 12.5f, 23}));
    const strew::view<const float> of_each(each.data(), {3, 2});
    succeeds(FORMS(segment, sums, offsets, strew::weighed(rows, of_each), STREW_REDUCTION_ADD, plain));
    assert_true((output == std::vector<float>{4, 4, 5, 6}));
    const std::vector<double> wide = {1, 2, 3};
    assert_false(strew::segment(sums, offsets, strew::weighed(rows, wide), STREW_REDUCTION_ADD, plain, fault));
    assert_int_equal(fault.status, STREW_STATUS_UNSUPPORTED_WEIGHTS);
}

TEST(hints_are_options)
{
    const std::vector<std::int64_t> rising = {0, 2, 3}, falling = {0, 3, 2}, twice = {0, 2, 2};
    const std::vector<float> updates = {1, 2, 3};
    std::vector<float> output(4);
    strew_options sorted = STREW_OPTIONS_INIT, unique = STREW_OPTIONS_INIT;
    sorted.sorted = STREW_HINT_CHECKED;
    unique.unique = STREW_HINT_CHECKED;
    assert_true(strew::scatter_update(output, output, rising, updates, 0, STREW_REDUCTION_ADD, 0, sorted, fault));
    assert_false(strew::scatter_update(output, output, falling, updates, 0, STREW_REDUCTION_ADD, 0, sorted, fault));
    assert_true(fault.status == STREW_STATUS_NOT_SORTED && fault.tuple == 2 && fault.value == 2 && fault.high == 3);
    const auto plan = strew::plan<float>::scatter_update({4}, {3}, {3}, 0, STREW_REDUCTION_ADD, 0, unique, fault);
    assert_true(plan.has_value());
    const strew::workspace workspace(*plan); /* of a bit for each slice */
    strew::buffers<float> buffers = {output.data(), output.data(), falling.data(), updates.data()};
    assert_true(plan->run(buffers, workspace, fault));
    assert_true((output == std::vector<float>{2, 0, 5, 5}));
    buffers.indices = twice.data();
    assert_false(plan->run(buffers, workspace, fault));
    assert_true(fault.status == STREW_STATUS_NOT_UNIQUE && fault.value == 1 && fault.tuple == 2);
}

const std::vector<std::int64_t> to = {1, 0, 1}, of_table = {2, 0, 0};
const std::vector<float> table = {1, 2, 3, 4, 5, 6}, weights = {10, 20, 30}, of_output = {1, 0, 1, 1};
const strew::shape shape = {2, 2}, edges = {3}, of_rows = {3, 2};

strew_call weighed(strew_reduction reduction)
{
    strew_call call = STREW_CALL_INIT;
    call.op = STREW_OPERATOR_SCATTER_UPDATE;
    call.reduction = reduction;
    call.data = strew::tensor<float>(shape);
    call.indices = strew::tensor<std::int64_t>(edges);
    call.updates = strew::tensor<float>(of_rows);
    call.update_indices = strew::tensor<std::int64_t>(edges);
    call.weights = strew::tensor<float>(edges);
    return call;
}

TEST(a_plan_has_rows_weights_and_an_arg)
{
    strew_call call = weighed(STREW_REDUCTION_MAX);
    call.arg = strew::tensor<std::int32_t>(shape);
    const auto plan = strew::plan<float>::of(call, fault);
    assert_true(plan.has_value());
    std::vector<float> output(4);
    std::vector<std::int32_t> won(4);
    strew::buffers<float> buffers = {output.data(), output.data(), to.data(), table.data()};
    buffers.update_indices = of_table.data();
    buffers.weights = weights.data();
    buffers.arg = won.data();
    assert_true(plan->run(buffers, alone, fault));
    assert_true((output == std::vector<float>{20, 40, 50, 60} && won == std::vector<std::int32_t>{1, 1, 0, 0}));
    buffers.weights = nullptr;
    assert_false(plan->run(buffers, alone, fault));
    assert_true(fault.status == STREW_STATUS_NULL_POINTER && std::strcmp(fault.subject, "weights") == 0);
}

TEST(gradients_of_each_operand)
{
    const strew_call call = weighed(STREW_REDUCTION_ADD);
    strew_gradient_buffers buffers = STREW_GRADIENT_BUFFERS_INIT;
    buffers.output_gradient = of_output.data();
    buffers.indices = to.data();
    buffers.update_indices = of_table.data();
    const strew::gradient by_table(call, STREW_GRADIENT_OF_UPDATES), by_weights(call, STREW_GRADIENT_OF_WEIGHTS),
        by_data(call, STREW_GRADIENT_OF_DATA);
    std::vector<float> rows(6), each(3), data(4);
    strew_gradient_buffers for_weights = buffers;
    for_weights.updates = table.data();
    assert_true(by_weights.run(each, for_weights, alone, fault));
    assert_true((each == std::vector<float>{11, 1, 3}));
    assert_true(by_data.run(strew::view(data.data(), {2, 2}), buffers, alone, fault));
    assert_true(data == of_output);
    buffers.weights = weights.data();
    const strew::view<float> gradient_of_rows(rows.data(), {3, 2});
    assert_false(by_table.run(gradient_of_rows, buffers, alone, fault));
    assert_int_equal(fault.status, STREW_STATUS_WORKSPACE_TOO_SMALL);
    assert_true(by_table.run(gradient_of_rows, buffers, strew::workspace(by_table), fault));
    assert_true((rows == std::vector<float>{50, 30, 0, 0, 10, 10}));
    strew_resources second_part = STREW_RESOURCES_INIT;
    second_part.part = 1;
    second_part.n_parts = 2;
    assert_true(by_table.run(gradient_of_rows, buffers, strew::workspace(by_table, second_part), fault));
    assert_true((rows == std::vector<float>{50, 30, 0, 0, 10, 10})); /* it checks alone */
#if defined(__cpp_exceptions)
    rows.assign(6, 0);
    by_table(gradient_of_rows, buffers, strew::workspace(by_table));
    assert_true((rows == std::vector<float>{50, 30, 0, 0, 10, 10}));
    strew_fault thrown{};
    try {
        by_table(gradient_of_rows, buffers);
    } catch (const strew::error &error) {
        thrown = error.fault();
    }
    assert_int_equal(thrown.status, STREW_STATUS_WORKSPACE_TOO_SMALL);
#endif
}

TEST(a_gradient_fits_its_operand)
{
    const strew_call call = weighed(STREW_REDUCTION_ADD);
    const strew_gradient_buffers buffers = STREW_GRADIENT_BUFFERS_INIT;
    const strew::gradient by_data(call, STREW_GRADIENT_OF_DATA);
    std::vector<float> four(4);
    std::vector<double> wide(4);
    assert_false(by_data.run(wide, buffers, alone, fault));
    assert_true(fault.status == STREW_STATUS_DTYPE_MISMATCH && fault.value == STREW_DTYPE_FLOAT64);
    assert_false(by_data.run(four, buffers, alone, fault));
    assert_true(fault.status == STREW_STATUS_OUTPUT_SHAPE_MISMATCH && fault.dimension == -1 && fault.value == 1 && fault.high == 2);
    assert_false(by_data.run(strew::view(four.data(), {2, 1}), buffers, alone, fault));
    assert_true(fault.status == STREW_STATUS_OUTPUT_SHAPE_MISMATCH && fault.dimension == 1 && fault.value == 1 && fault.high == 2);
    assert_false(by_data.run(strew::view(four.data(), {2, 2}, {1, 2}), buffers, alone, fault));
    assert_true(fault.status == STREW_STATUS_STRIDES_UNSUPPORTED && std::strcmp(fault.subject, "output") == 0);
    assert_false(by_data.run(strew::view(four.data(), {2, 2}), buffers, alone, fault));
    assert_true(fault.status == STREW_STATUS_NULL_POINTER && std::strcmp(fault.subject, "output_gradient") == 0);
    const strew_call without = STREW_CALL_INIT;
    assert_false(strew::gradient(without, STREW_GRADIENT_OF_DATA).run(four, buffers, alone, fault));
    assert_int_equal(fault.status, STREW_STATUS_UNKNOWN_OPERATOR);
}

} // namespace
