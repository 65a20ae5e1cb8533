/* The C++ front: it calls what it says, with the types and shapes of its arguments, and what the library rejects comes back as an exception
 * or as a fault. Compiled with exceptions and without, as C++17 and as C++20. */
#include <array>
#include <cstring>
#include <initializer_list>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

#include <strew/strew.hpp>

extern "C" { // after the headers of C++, some of whose names cmocka has as macros
#include "testing.h"
}

namespace
{

struct half {
    std::uint16_t bits;
};

} // namespace

template <> struct strew::dtype_of<half> : strew::is_dtype<STREW_DTYPE_FLOAT16> {
};

namespace
{

const auto &plain = strew::default_options;
const auto &alone = strew::no_resources;
strew_fault fault; // of the last call

strew_options with(strew_policy policy)
{
    strew_options options = STREW_OPTIONS_INIT;
    options.policy = policy;
    return options;
}

template <class T> struct same {
    using type = T;
};

/* A call in both its forms, with a fault and, where there are exceptions, without: each leaves this result. */
template <class Result, class Call> void expect(Result &result, const typename same<Result>::type &expected, const Call &call)
{
    [[maybe_unused]] const Result before = result;
    assert_true(call(fault));
    assert_true(result == expected);
#if defined(__cpp_exceptions)
    result = before;
    call();
    assert_true(result == expected);
#endif
}

/* The same of what is planned so, and run. */
template <class Result, class Plan>
void expect_run(Result &result, const typename same<Result>::type &expected, const Plan &plan, const strew::buffers<float> &buffers)
{
    [[maybe_unused]] const Result before = result;
    const auto made = plan(fault);
    assert_true(made.has_value() && made->run(buffers, alone, fault));
    assert_true(result == expected);
#if defined(__cpp_exceptions)
    result = before;
    plan()(buffers);
    assert_true(result == expected);
#endif
}

/* What both take: a call whose last argument is the fault or nothing. */
#define FORMS(name, ...) [&](auto &...told) { return strew::name(__VA_ARGS__, told...); }

template <class T> void sums_of()
{
    const std::vector<std::int32_t> at = {2, 0, 2};
    const std::array<T, 3> updates = {T(1), T(2), T(3)};
    std::array<T, 4> output = {T(1), T(1), T(1), T(1)};
    assert_true(strew::scatter_nd(output, output, strew::view(at.data(), {3, 1}), updates, STREW_REDUCTION_ADD, 0, plain, fault));
    assert_true(output[0] == T(1) + T(2) && output[1] == T(1) && output[2] == T(1) + T(1) + T(3) && output[3] == T(1));
}

TEST(every_type_is_deduced)
{
    sums_of<float>();
    sums_of<double>();
    sums_of<std::int8_t>();
    sums_of<std::int16_t>();
    sums_of<std::int32_t>();
    sums_of<std::int64_t>();
    sums_of<std::uint8_t>();
    sums_of<std::uint16_t>();
    sums_of<std::uint32_t>();
    sums_of<std::uint64_t>();
    sums_of<std::complex<float>>();
    sums_of<std::complex<double>>();
}

TEST(a_type_of_the_users_own)
{
    const std::int64_t at = 1;
    const half one = {0x3c00}; /* 1.0 */
    std::array<half, 2> output = {half{0x3c00}, half{0x3c00}};
    assert_true(strew::scatter_nd(output, output, strew::view(&at, {1}), strew::view(&one, {}), STREW_REDUCTION_ADD, 0, plain, fault));
    assert_int_equal(output[0].bits, 0x3c00);
    assert_int_equal(output[1].bits, 0x4000); /* 2.0 */
}

TEST(siblings_have_an_axis)
{
    const std::vector<std::int64_t> at = {1, 0};
    std::vector<float> output(6), data = {1, 2, 3, 4, 5, 6};
    assert_true(strew::scatter_elements(strew::view(output.data(), {2, 3}), strew::view(data.data(), {2, 3}),
                                        strew::view(at.data(), {2, 1}), strew::view(std::vector<float>{10, 20}.data(), {2, 1}), 1,
                                        STREW_REDUCTION_ADD, plain, fault));
    assert_memory_equal(output.data(), (std::array<float, 6>{1, 12, 3, 24, 5, 6}.data()), 6 * sizeof(float));
    assert_true(strew::scatter_update(strew::view(output.data(), {2, 3}), strew::view(data.data(), {2, 3}), at,
                                      strew::view(std::vector<float>{7, 8, 9, 10}.data(), {2, 2}), -1, STREW_REDUCTION_NONE, 0, plain,
                                      fault));
    assert_memory_equal(output.data(), (std::array<float, 6>{8, 7, 3, 10, 9, 6}.data()), 6 * sizeof(float));
}

TEST(shapes_come_from_anything)
{
    const std::vector<int> sizes = {2, 3, 4};
    const strew::shape shapes[] = {sizes, {2, 3, 4}, std::array<std::size_t, 3>{2, 3, 4}};
    for (const strew::shape &shape : shapes) {
        assert_int_equal(shape.rank(), 3);
        for (int d = 0; d < 3; d++) assert_int_equal(shape.sizes()[d], d + 2);
    }
    assert_int_equal(strew::shape({}).rank(), 0);
    /* More dimensions than the library knows are rejected, and none is written to. */
    const std::vector<std::int64_t> many(1000, 1);
    assert_false(strew::plan<float>::scatter_nd(many, {1, 1}, {1}, STREW_REDUCTION_NONE, 0, plain, fault).has_value());
    assert_int_equal(fault.status, STREW_STATUS_RANK_OUT_OF_RANGE);
#if __cplusplus >= 202002L
    const std::int64_t at = 2;
    std::vector<float> output(3);
    assert_true(strew::scatter_nd(std::span<float>(output), std::span<const float>(output), strew::view(&at, {1, 1}), std::vector<float>{5},
                                  STREW_REDUCTION_NONE, 0, plain, fault));
    assert_true(output[2] == 5);
#endif
}

TEST(plans_and_prepared_indices)
{
    const std::vector<std::int32_t> at = {1, 1, 0};
    const std::vector<double> updates = {1, 2, 3, 4, 5, 6}, expected = {5, 6, 4, 6};
    std::vector<double> output(4);
    const auto made = strew::plan<double, std::int32_t>::scatter_nd({2, 2}, {3, 1}, {3, 2}, STREW_REDUCTION_ADD, 0, plain, fault);
    assert_true(made.has_value());
    const strew::plan<double, std::int32_t> copy = *made;
    assert_true(copy.run({output.data(), output.data(), at.data(), updates.data()}, alone, fault));
    assert_true(output == expected);
    assert_string_equal(copy.kernel(), strew_plan_kernel(&made->get()));
    assert_int_equal(copy.isa(), strew_plan_isa(&made->get()));
    assert_int_equal(copy.workspace_size(4), strew_plan_workspace_size(&made->get(), 4));

    auto prepared = copy.prepare(at.data(), fault);
    assert_true(prepared.has_value());
    const auto moved = std::move(*prepared);
    assert_false(moved.is_distinct());
    output.assign(4, 0);
    assert_true(moved.run({output.data(), output.data(), nullptr, updates.data()}, alone, fault));
    assert_true(output == expected);

    const std::vector<std::int32_t> wrong = {1, 9, 0};
    assert_false(copy.prepare(wrong.data(), fault).has_value());
    assert_int_equal(fault.status, STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_false(copy.run({output.data(), output.data(), wrong.data(), updates.data()}, alone, fault));
    assert_int_equal(fault.value, 9);
    assert_true(output == expected);

    const auto elements = strew::plan<double, std::int32_t>::scatter_elements({2, 2}, {1, 2}, {1, 2}, 0, STREW_REDUCTION_MAX, plain, fault);
    const auto update =
        strew::plan<double, std::int32_t>::scatter_update({2, 2}, {1}, {1, 2}, 0, STREW_REDUCTION_NONE, 0, with(STREW_POLICY_SKIP), fault);
    assert_true(elements.has_value() && update.has_value());
    assert_true(update->run({output.data(), output.data(), &wrong[1], updates.data()}, alone, fault)); /* skipped */
    assert_true(output == expected);
}

void one_after_another(void *, size_t n, strew_task *task, void *argument)
{
    for (size_t i = 0; i < n; i++) task(argument, i);
}

TEST(a_workspace_fits_its_plan)
{
    const std::vector<std::int64_t> at = {2, 0, 2};
    const std::array<std::int32_t, 3> updates = {4, 5, 6};
    std::array<std::int32_t, 3> output = {1, 1, 1};
    const auto mean = strew::plan<std::int32_t>::scatter_nd({3}, {3, 1}, {3}, STREW_REDUCTION_MEAN, 0, plain, fault);
    assert_true(mean.has_value());
    assert_false(mean->run({output.data(), output.data(), at.data(), updates.data()}, alone, fault));
    assert_int_equal(fault.status, STREW_STATUS_WORKSPACE_TOO_SMALL);
    strew::workspace workspace(*mean);
    const strew::workspace moved = std::move(workspace);
    assert_true(mean->run({output.data(), output.data(), at.data(), updates.data()}, moved, fault));
    assert_true(output[0] == 3 && output[1] == 1 && output[2] == 3); /* (1 + 5) / 2, 1, (1 + 4 + 6) / 3, rounded to zero */

    /* The size is for the threads that there are, and the rest of the resources stays. */
    const auto sum = strew::plan<float>::scatter_nd({100000}, {100000, 1}, {100000}, STREW_REDUCTION_ADD, 0, plain, fault);
    assert_true(sum.has_value());
    strew_resources threads = STREW_RESOURCES_INIT;
    threads.n_threads = 4;
    assert_int_equal(static_cast<const strew_resources &>(strew::workspace(*sum, threads)).workspace_bytes, sum->workspace_size(1));
    threads.parallel_for = one_after_another;
    const strew::workspace shared(*sum, threads);
    const strew_resources &resources = shared;
    assert_true(resources.workspace_bytes == sum->workspace_size(4) && resources.workspace_bytes > 100000);
    assert_true(resources.workspace != nullptr && resources.parallel_for == one_after_another && resources.n_threads == 4);
}

TEST(a_wider_type_is_an_option)
{
    const std::vector<std::int64_t> at(4096);
    const std::vector<half> ones(4096, half{0x3c00});
    half sum = {0};
    const auto element = strew::view(&sum, {1});
    const auto add = [&](const strew_options &options) {
        const auto made = strew::plan<half>::scatter_update({1}, {4096}, {4096}, 0, STREW_REDUCTION_ADD, 0, options, fault);
        sum = {0};
        return made.has_value() && made->run({&sum, &sum, at.data(), ones.data()}, strew::workspace(*made), fault);
    };
    strew_options options = STREW_OPTIONS_INIT;
    assert_true(add(options) && sum.bits == 0x6800); /* 2,048 */
    options.accumulate = STREW_DTYPE_FLOAT32;
    assert_true(add(options) && sum.bits == 0x6c00);
    assert_false(strew::scatter_update(element, element, at, ones, 0, STREW_REDUCTION_ADD, 0, options, fault)); /* has no workspace */
    assert_true(fault.status == STREW_STATUS_WORKSPACE_TOO_SMALL && sum.bits == 0x6c00);

    /* 65,504 is the largest of its type. */
    const std::vector<half> large(4096, half{0x7bff});
    const auto made = strew::plan<half>::scatter_update({1}, {4096}, {4096}, 0, STREW_REDUCTION_ADD, 0, options, fault);
    assert_true(made.has_value() && made->run({&sum, &sum, at.data(), large.data()}, strew::workspace(*made), fault));
    assert_int_equal(sum.bits, 0x7c00); /* infinity */
    options.overflow = STREW_OVERFLOW_SATURATES;
    const auto limited = strew::plan<half>::scatter_update({1}, {4096}, {4096}, 0, STREW_REDUCTION_ADD, 0, options, fault);
    sum = {0};
    assert_true(limited.has_value() && limited->run({&sum, &sum, at.data(), large.data()}, strew::workspace(*limited), fault));
    assert_int_equal(sum.bits, 0x7bff);

    options.accumulate = STREW_DTYPE_FLOAT64;
    assert_false(strew::plan<half>::scatter_update({1}, {4096}, {4096}, 0, STREW_REDUCTION_ADD, 0, options, fault).has_value());
    assert_int_equal(fault.status, STREW_STATUS_UNSUPPORTED_ACCUMULATION);
}

#if defined(__cpp_exceptions)
TEST(a_scale_comes_with_its_tensor)
{
    const std::vector<float> keys{1, -2, 3, 400, -5, 6}, scales{0.5F, 2};
    const std::vector<std::int64_t> rows{2, 0};
    const strew::view<const float> updates(keys.data(), {2, 3}), by(scales.data(), {2, 1}), of_cache(keys.data(), {3, 1});
    std::vector<std::int8_t> cache(9);
    const strew::view<std::int8_t> into(cache.data(), {3, 3});

    expect(cache, {127, -2, 3, 0, 0, 0, 2, -4, 6}, [&](auto &...fault) {
        return strew::scatter_update(into, into, rows, strew::scaled(updates, by), 0, STREW_REDUCTION_NONE, 0, plain, fault...);
    });
    std::vector<float> read(6);
    const strew::view<float> output(read.data(), {2, 3});
    expect(read, {6, -12, 18, 127, -2, 3},
           [&](auto &...fault) { return strew::gather(output, strew::scaled(into, of_cache), rows, 0, 0, plain, fault...); });
    std::vector<float> whole(3);
    expect(whole, {63.5F, -1, 1.5F}, [&](auto &...fault) {
        return strew::take(whole, strew::scaled(cache, std::vector<float>{0.5F}), std::vector<std::int32_t>{0, 1, 2}, plain, fault...);
    });
}

TEST(what_the_library_rejects_is_an_exception)
{
    const std::vector<std::int64_t> at = {1, 9};
    const std::vector<float> updates = {1, 2};
    std::vector<float> output(4);
    int n_caught = 0;
    const auto expect = [&](const auto &call, strew_status status, const char *sentence) {
        try {
            call();
        } catch (const strew::error &error) {
            n_caught++;
            assert_int_equal(error.fault().status, status);
            assert_non_null(std::strstr(error.what(), sentence));
        }
    };
    const auto indices = strew::view(at.data(), {2, 1});
    const char *const sentence = "indices[1] component 0 is 9, outside [-4, 3] of data dimension 0";
    expect([&] { strew::scatter_nd(output, output, indices, updates); }, STREW_STATUS_INDEX_OUT_OF_BOUNDS, sentence);
    expect([&] { strew::scatter_elements(output, output, at, updates); }, STREW_STATUS_INDEX_OUT_OF_BOUNDS, "9");
    expect([&] { strew::scatter_update(output, output, at, updates, 5); }, STREW_STATUS_AXIS_OUT_OF_RANGE, "axis is 5");
    using plan = strew::plan<float>;
    expect([&] { plan::scatter_nd({4}, {2, 2}, {2}); }, STREW_STATUS_TUPLE_TOO_LONG, "2");
    expect([&] { plan::scatter_elements({4}, {2, 2}, {2}); }, STREW_STATUS_INDICES_RANK_MISMATCH, "2");
    expect([&] { plan::scatter_update({4}, {2}, {2}, -7); }, STREW_STATUS_AXIS_OUT_OF_RANGE, "-7");
    const plan made = plan::scatter_nd({4}, {2, 1}, {2}, STREW_REDUCTION_ADD);
    expect([&] { made({output.data(), output.data(), at.data(), updates.data()}); }, STREW_STATUS_INDEX_OUT_OF_BOUNDS, sentence);
    expect([&] { made.prepare(at.data()); }, STREW_STATUS_INDEX_OUT_OF_BOUNDS, sentence);
    const auto prepared = made.prepare(std::vector<std::int64_t>{1, 3}.data());
    expect([&] { prepared({nullptr, output.data(), nullptr, updates.data()}); }, STREW_STATUS_NULL_POINTER, "output");
    assert_int_equal(n_caught, 9);
    assert_true(output == std::vector<float>(4));
    prepared({output.data(), output.data(), nullptr, updates.data()});
    assert_true((output == std::vector<float>{0, 1, 0, 2}));
}
#endif

TEST(gathers_are_called)
{
    const std::vector<float> data = {0, 1, 2, 3, 4, 5};
    const std::vector<std::int64_t> rows = {2, 0}, elements = {1, 0, 0}, wrong = {2, 7};
    std::array<float, 4> output{};
    std::array<float, 3> column{};
    const auto all = strew::view(data.data(), {3, 2});
    const auto table = strew::view(output.data(), {2, 2}), thin = strew::view(column.data(), {3, 1});
    const auto tuples = strew::view(rows.data(), {2, 1}), one_each = strew::view(elements.data(), {3, 1});
    expect(output, {4, 5, 0, 1}, FORMS(gather, table, all, rows, 0, 0, plain));
    output = {};
    expect(output, {4, 5, 0, 1}, FORMS(gather_nd, table, all, tuples, 0, plain));
    expect(column, {1, 2, 4}, FORMS(gather_elements, thin, all, one_each, 1, plain));
    assert_false(strew::gather(table, all, wrong, 0, 0, plain, fault));
    assert_true(fault.status == STREW_STATUS_INDEX_OUT_OF_BOUNDS && fault.tuple == 1);
    assert_false(strew::gather(output, all, rows, 0, 0, plain, fault)); /* four numbers in one dimension */
    assert_true(fault.status == STREW_STATUS_OUTPUT_SHAPE_MISMATCH && fault.value == 1 && fault.high == 2);

    const float fill = 9;
    strew_options skipping = with(STREW_POLICY_SKIP);
    skipping.fill = &fill;
    expect_run(output, {4, 5, 9, 9}, FORMS(plan<float>::gather, {3, 2}, {2}, 0, 0, skipping), {output.data(), data.data(), wrong.data()});
    expect_run(output, {4, 5, 0, 1}, FORMS(plan<float>::gather_nd, {3, 2}, {2, 1}, 0, plain), {output.data(), data.data(), rows.data()});
    column = {};
    expect_run(column, {1, 2, 4}, FORMS(plan<float>::gather_elements, {3, 2}, {3, 1}, 1, plain),
               {column.data(), data.data(), elements.data()});
    const auto plan = strew::plan<float>::gather({3, 2}, {2}, 0, 0, plain, fault);
    assert_true(plan.has_value());
    const auto prepared = plan->prepare(rows.data(), fault);
    assert_true(prepared.has_value());
    output = {};
    assert_true(prepared->run({output.data(), data.data()}, alone, fault));
    assert_true((output == std::array<float, 4>{4, 5, 0, 1}));
    assert_false(strew::plan<float>::gather({3, 2}, {2}, 5, 0, plain, fault).has_value());
    assert_true(fault.status == STREW_STATUS_AXIS_OUT_OF_RANGE);
#if defined(__cpp_exceptions)
    output = {};
    strew::gather(table, all, rows);
    assert_true((output == std::array<float, 4>{4, 5, 0, 1}));
    output = {};
    plan->prepare(rows.data())({output.data(), data.data()});
    assert_true((output == std::array<float, 4>{4, 5, 0, 1}));
    bool is_thrown = false;
    try {
        (*plan)({output.data(), data.data(), wrong.data()});
    } catch (const strew::error &error) {
        is_thrown = error.fault().status == STREW_STATUS_INDEX_OUT_OF_BOUNDS;
    }
    assert_true(is_thrown);
#endif
}

template <class Index> void indices_of()
{
    const std::array<Index, 2> at = {Index(2), Index(0)};
    const std::array<float, 4> data = {1, 2, 3, 4};
    std::array<float, 2> output{};
    assert_true(strew::gather(output, data, at, 0, 0, plain, fault));
    assert_true((output == std::array<float, 2>{3, 1}));
    const auto plan = strew::plan<float, Index>::gather({4}, {2}, 0, 0, plain, fault);
    assert_true(plan.has_value() && plan->run({output.data(), data.data(), at.data()}, alone, fault));
}

TEST(every_type_of_indices)
{
    indices_of<std::int8_t>();
    indices_of<std::uint8_t>();
    indices_of<std::int16_t>();
    indices_of<std::uint16_t>();
    indices_of<std::int32_t>();
    indices_of<std::uint32_t>();
    indices_of<std::int64_t>();
    indices_of<std::uint64_t>();
}

/* Columns of a matrix are data and output, an index is expanded along the slices, and updates run backwards. */
TEST(views_have_strides)
{
    std::vector<float> matrix(12);
    const std::vector<std::int64_t> at = {2, 0};
    const std::vector<float> updates = {4, 3, 2, 1};
    const auto columns = strew::view(matrix.data() + 1, {3, 2}, {4, 1});
    const auto backwards = strew::view(updates.data() + 3, {2, 2}, {-2, -1});
    const auto expanded = strew::view(at.data(), {2, 2}, {1, 0});
    assert_true(strew::scatter_elements(columns, columns, expanded, backwards, 0, STREW_REDUCTION_ADD, plain, fault));
    assert_true((matrix == std::vector<float>{0, 3, 4, 0, 0, 0, 0, 0, 0, 1, 2, 0}));
    assert_true(strew::scatter_nd(columns, columns, strew::view(at.data(), {2, 1}), backwards, STREW_REDUCTION_ADD, 0,
                                  with(STREW_POLICY_SKIP), fault));
    assert_false(strew::scatter_nd(columns, columns, strew::view(at.data(), {2, 1}), backwards, STREW_REDUCTION_ADD, 0, strew_options{},
                                   fault)); /* its struct_size is 0 */
    assert_int_equal(fault.status, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE);
    assert_true((matrix == std::vector<float>{0, 6, 8, 0, 0, 0, 0, 0, 0, 2, 4, 0}));

    std::vector<float> output(6);
    assert_true(strew::gather(strew::view(output.data() + 5, {2, 2}, {-3, -1}), columns, at, 0, 0, plain, fault));
    assert_true((output == std::vector<float>{0, 8, 6, 0, 4, 2}));
    const auto plan =
        strew::plan<float>::scatter_nd(strew::shape({3, 2}).with_strides({4, 1}), {2, 1}, {2, 2}, STREW_REDUCTION_ADD, 0, plain, fault);
    assert_true(plan.has_value());
    output.assign(6, 0);
    assert_true(plan->run({output.data(), matrix.data() + 1, at.data(), updates.data()}, alone, fault));
    assert_true((output == std::vector<float>{8, 9, 0, 0, 6, 7}));

    const auto fewer = strew::view(matrix.data(), {3, 2}, {4});
    assert_false(strew::scatter_nd(fewer, fewer, strew::view(at.data(), {2, 1}), backwards, STREW_REDUCTION_ADD, 0, plain, fault));
    assert_true(fault.status == STREW_STATUS_RANK_OUT_OF_RANGE);
    assert_true(strew::shape({3, 2}).strides() == nullptr);
}

/* Rows go down, columns across, and both are broadcast: data[i, j]. */
TEST(components_are_tensors_of_their_own)
{
    const std::vector<std::int32_t> rows = {2, 0}, columns = {3, 1, 1}, few = {0};
    std::vector<float> table(12);
    const std::vector<float> updates = {1, 2, 3, 4, 5, 6}, expected = {0, 11, 0, 4, 0, 0, 0, 0, 0, 5, 0, 1};
    const auto data = strew::view(table.data(), {3, 4});
    const auto down = strew::view(rows.data(), {2, 3}, {1, 0}), across = strew::view(columns.data(), {2, 3}, {0, 1});
    static_assert(noexcept(strew::components(down, across)));
    std::array<float, 6> output{};
    const auto to = strew::view(output.data(), {2, 3});
    const auto from = strew::view(updates.data(), {2, 3});
    const auto both = strew::components(down, across);
    expect(table, expected, FORMS(scatter_nd, data, data, both, from, STREW_REDUCTION_ADD, 0, plain));
    expect(output, {1, 5, 5, 4, 11, 11}, FORMS(gather_nd, to, data, strew::components(down, across), 0, plain));

    /* Containers are dense. One component alone names slices, and three with no dimensions an element. */
    std::array<float, 3> diagonal{};
    const std::array<std::int64_t, 3> all = {0, 1, 2};
    assert_true(strew::gather_nd(diagonal, data, strew::components(all, all), 0, plain, fault));
    assert_true((diagonal == std::array<float, 3>{0, 0, 0}));
    std::array<float, 4> slice{};
    assert_true(strew::gather_nd(slice, data, strew::components(strew::view(few.data(), {})), 0, plain, fault));
    assert_true((slice == std::array<float, 4>{0, 11, 0, 4}));
    const std::int32_t last = 1;
    const auto two = strew::view(rows.data(), {}), one = strew::view(&last, {});
    float element = 0;
    assert_true(strew::gather_nd(strew::view(&element, {}), strew::view(table.data(), {3, 2, 2}), strew::components(two, one, one), 0,
                                 plain, fault));
    assert_true(element == 1);

    const std::vector<std::int32_t> wrong = {3, 1, 4};
    const auto outside = strew::view(wrong.data(), {2, 3}, {0, 1});
    assert_false(strew::gather_nd(to, data, strew::components(down, outside), 0, plain, fault));
    assert_true(fault.status == STREW_STATUS_INDEX_OUT_OF_BOUNDS && fault.tuple == 2 && fault.component == 1 && fault.value == 4);
    const auto other_size = strew::view(columns.data(), {2, 2}, {0, 1}), other_rank = strew::view(columns.data(), {3});
    const std::vector<std::int64_t> many(STREW_MAX_RANK, 1);
    const auto deepest = strew::view(columns.data(), many);
    for (const auto &differs : {other_size, other_rank}) {
        assert_false(strew::gather_nd(to, data, strew::components(down, differs), 0, plain, fault));
        assert_true(fault.status == STREW_STATUS_COMPONENTS_MISMATCH && fault.component == 1);
    }
    assert_false(strew::gather_nd(to, data, strew::components(deepest, deepest), 0, plain, fault));
    assert_int_equal(fault.status, STREW_STATUS_RANK_OUT_OF_RANGE);
    assert_false(strew::scatter_elements(data, data, both, data, 0, STREW_REDUCTION_NONE, plain, fault));
    assert_int_equal(fault.status, STREW_STATUS_UNUSED_ARGUMENT);
    assert_true(table == expected);
}

/* A transposed table, in and out: every form of put and take. */
TEST(flat_indices_name_elements_of_views)
{
    std::vector<float> table(6), dense(6);
    const std::vector<std::int64_t> indices = {1, -2, 1}, wrong = {0, 6, 0};
    const std::vector<float> updates = {7, 8, 1};
    const auto transposed = strew::view(table.data(), {3, 2}, {1, 3});
    std::array<float, 3> taken{};
    expect(table, {0, 0, 8, 8, 0, 0}, FORMS(put, transposed, transposed, indices, updates, STREW_REDUCTION_ADD, plain));
    expect(taken, {8, 8, 8}, FORMS(take, taken, transposed, indices, plain));
    assert_false(strew::take(taken, transposed, wrong, plain, fault));
    assert_true(fault.status == STREW_STATUS_INDEX_OUT_OF_BOUNDS && fault.tuple == 1 && fault.dimension == -1);
    expect_run(dense, {0, -8, 0, 0, -8, 0}, FORMS(plan<float>::put, {3, 2}, {3}, {3}, STREW_REDUCTION_SUB, plain),
               {dense.data(), dense.data(), indices.data(), updates.data()});
    expect_run(taken, {-8, -8, -8}, FORMS(plan<float>::take, {6}, {3}, plain), {taken.data(), dense.data(), indices.data()});
}

TEST(tuples_are_grouped)
{
    const std::vector<std::int32_t> at = {7, 0, -1, 4}, wrong = {7, 10, 0, 0};
    const std::int64_t n_chunks = 3, edges[] = {0, 4, 8, 10}, *const edges_of[] = {edges};
    const strew_chunk_grid grid = {&n_chunks, edges_of};
    const auto tuples = strew::view(at.data(), {4, 1});
    std::vector<std::int64_t> starts(4), order(4), local(4);
    assert_true(strew::group_by_chunk(starts, order, local, {10, 2}, tuples, grid, plain, fault));
    assert_true((starts == std::vector<std::int64_t>{0, 1, 3, 4}));
    assert_true((local == std::vector<std::int64_t>{0, 3, 0, 1}));
    order.assign(4, 0);
    expect(order, {1, 0, 3, 2}, FORMS(group_by_chunk, starts, order, nullptr, {10}, tuples, grid, plain));
    assert_false(strew::group_by_chunk(starts, order, local, {10}, strew::view(wrong.data(), {4, 1}), grid, plain, fault));
    assert_true(fault.status == STREW_STATUS_INDEX_OUT_OF_BOUNDS && fault.tuple == 1);
}

TEST(indices_are_grouped)
{
    const std::vector<std::int16_t> at = {2, 0, 2, -4};
    const strew_resources alone = STREW_RESOURCES_INIT;
    std::vector<std::int64_t> starts(5), unique(4), workspace(4096);
    std::vector<std::int32_t> order(4);
    std::int64_t n_unique = 0;
    strew_resources roomy = STREW_RESOURCES_INIT;
    roomy.workspace = workspace.data();
    roomy.workspace_bytes = workspace.size() * sizeof(std::int64_t);
    expect(order, {1, 3, 0, 2}, FORMS(group_by_index, starts, order, nullptr, n_unique, at, 4, plain, alone));
    assert_true((starts == std::vector<std::int64_t>{0, 2, 2, 4, 4}) && n_unique == 2);
    expect(order, {3, 1, 0, 2}, FORMS(group_by_index, starts, order, unique, n_unique, at, STREW_DISTINCT_VALUES, plain, roomy));
    assert_true(n_unique == 3 && unique[0] == -4 && unique[2] == 2 && starts[3] == 4);
    assert_false(strew::group_by_index(starts, order, unique, n_unique, at, 2, plain, alone, fault));
    assert_true(fault.status == STREW_STATUS_INDEX_OUT_OF_BOUNDS && fault.tuple == 0);
}

TEST(segments_are_reduced)
{
    const std::vector<std::int32_t> offsets = {0, 2, 2, 3};
    const std::vector<float> three = {1, 2, 4};
    std::vector<float> to = {9, 9, 9};
    expect(to, {3, 0, 4}, FORMS(segment, to, offsets, three, STREW_REDUCTION_ADD, plain));
    strew_options options = STREW_OPTIONS_INIT;
    options.initial = STREW_INITIAL_DATA;
    to = {9, 9, 9};
    expect(to, {2, 9, 4}, FORMS(segment, to, offsets, three, STREW_REDUCTION_MAX, options));
    const std::vector<std::int64_t> long_offsets = {0, 2, 2, 3};
    const auto plan = [&](auto &...told) { return strew::plan<float>::segment({3}, {4}, {3}, STREW_REDUCTION_ADD, plain, told...); };
    strew::buffers<float> all;
    all.output = to.data();
    all.offsets = long_offsets.data();
    all.updates = three.data();
    expect_run(to, {3, 0, 4}, plan, all);
    const auto made = plan(fault);
    strew::buffers<float> to_prepare;
    to_prepare.offsets = long_offsets.data();
    const auto prepared = made->prepare(to_prepare, fault);
    all.offsets = nullptr;
    to = {9, 9, 9};
    assert_true(prepared && prepared->run(all, alone, fault) && to == (std::vector<float>{3, 0, 4}));
    const std::vector<std::int32_t> falling = {0, 2, 1, 3};
    assert_false(strew::segment(to, falling, three, STREW_REDUCTION_ADD, plain, fault));
    assert_int_equal(fault.status, STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_string_equal(fault.subject, "offsets");
}

TEST(rows_of_a_table_are_weighed)
{
    const std::vector<float> table = {1, 2, 3, 4}, weights = {10, 1, 0.5f}, zeros(4);
    const std::vector<std::int64_t> offsets = {0, 1, 3}, columns = {1, 0, 1}, to_rows = {0, 1, 1};
    std::vector<float> to(4);
    const strew::view<const float> of_table(table.data(), {2, 2}), of_zeros(zeros.data(), {2, 2});
    const strew::view<float> sums(to.data(), {2, 2});
    const strew::view<const float> each(weights.data(), {3, 1});
    expect(to, {30, 40, 2.5f, 4}, FORMS(segment, sums, offsets, strew::rows(of_table, columns, weights), STREW_REDUCTION_ADD, plain));
    expect(to, {3, 4, 4, 6}, FORMS(segment, sums, offsets, strew::rows(of_table, columns), STREW_REDUCTION_ADD, plain));
    expect(to, {30, 40, 2.5f, 4},
           FORMS(scatter_update, sums, of_zeros, to_rows, strew::rows(of_table, columns, each), 0, STREW_REDUCTION_ADD, 0, plain));
}

TEST(tokens_are_written)
{
    const std::vector<float> cache = {0, 1, 2, 3, 4, 5}, update = {8, 9};
    const std::vector<std::int64_t> at = {2, 0}, wrong = {2, 3};
    std::vector<float> output(6);
    const auto from = strew::view(cache.data(), {2, 3}), with = strew::view(update.data(), {2, 1});
    const auto to = strew::view(output.data(), {2, 3});
    const std::vector<float> expected = {0, 1, 8, 9, 4, 5}, at_0 = {8, 1, 2, 9, 4, 5};
    expect(output, expected, FORMS(tensor_scatter, to, from, with, at, 1, STREW_CACHE_LINEAR, plain));
    expect(output, at_0, FORMS(tensor_scatter, to, from, with, nullptr, 1, STREW_CACHE_CIRCULAR, plain));
    assert_false(strew::tensor_scatter(to, from, with, wrong, 1, STREW_CACHE_LINEAR, plain, fault));
    assert_true(fault.status == STREW_STATUS_INDEX_OUT_OF_BOUNDS && fault.tuple == 1);
    expect_run(output, expected, FORMS(plan<float>::tensor_scatter, {2, 3}, {2, 1}, {2}, 1, STREW_CACHE_CIRCULAR, plain),
               {output.data(), cache.data(), nullptr, update.data(), nullptr, wrong.data()});
    expect_run(output, at_0, FORMS(plan<float>::tensor_scatter, {2, 3}, {2, 1}, nullptr, 1, STREW_CACHE_LINEAR, plain),
               {output.data(), cache.data(), nullptr, update.data()});
    strew_options without_zeros = plain; /* which nullptr stands for */
    without_zeros.has_ignore_index = 1;
    assert_true(strew::tensor_scatter(to, from, with, nullptr, 1, STREW_CACHE_LINEAR, without_zeros, fault));
    assert_true(output == cache);
    assert_false(strew::plan<float>::tensor_scatter({2, 3}, {2, 4}, nullptr, 1, STREW_CACHE_LINEAR, plain, fault).has_value());
    assert_true(fault.status == STREW_STATUS_TOO_MANY_TOKENS && fault.value == 4);
#if defined(__cpp_exceptions)
    output.assign(6, 0); /* the axis is -2 */
    strew::plan<float>::tensor_scatter({1, 3, 2}, {1, 1, 2}, nullptr)({output.data(), output.data(), nullptr, update.data()});
    assert_true((output == std::vector<float>{8, 9, 0, 0, 0, 0}));
#endif
}

TEST(masks_choose)
{
    const std::vector<float> data = {0, 1, 2, 3, 4, 5}, updates = {8, 9, 7};
    const std::array<bool, 6> mask = {false, true, false, false, true, false};
    const bool rows[] = {false, true};
    std::vector<float> output(6);
    const auto of_rows = strew::view(rows, {2, 3}, {1, 0});
    const auto to = strew::view(output.data(), {2, 3});
    const auto from = strew::view(data.data(), {2, 3});
    expect(output, {0, 8, 2, 3, 9, 5}, FORMS(masked_scatter, output, data, mask, updates, plain));
    expect(output, {0, 1, 2, 8, 9, 7}, FORMS(masked_scatter, to, from, of_rows, updates, plain));
    assert_false(strew::masked_scatter(output, data, mask, strew::view(updates.data(), {1}), plain, fault));
    assert_true(fault.status == STREW_STATUS_TOO_FEW_UPDATES && fault.value == 1 && fault.low == 2);
    expect_run(output, {0, 8, 2, 3, 9, 5}, FORMS(plan<float>::masked_scatter, {6}, {6}, {3}, plain),
               {output.data(), data.data(), nullptr, updates.data(), mask.data()});
}

/* Scatters have batch dimensions as gathers have them. */
TEST(batches_have_tuples_of_their_own)
{
    const std::vector<std::int64_t> at = {2, 0};
    const std::vector<float> updates = {5, 7}, expected = {0, 0, 5, 7, 0, 0}, zeros(6);
    std::vector<float> table(6);
    const auto data = strew::view(table.data(), {2, 3});
    const auto with = strew::view(updates.data(), {2, 1});
    const auto tuples = strew::view(at.data(), {2, 1, 1}), indices = strew::view(at.data(), {2, 1});
    expect(table, expected, FORMS(scatter_nd, data, data, tuples, with, STREW_REDUCTION_ADD, 1, plain));
    expect(table, zeros, FORMS(scatter_update, data, data, indices, with, 1, STREW_REDUCTION_SUB, 1, plain));
    const strew::buffers<float> buffers = {table.data(), table.data(), at.data(), updates.data()};
    expect_run(table, expected, FORMS(plan<float>::scatter_nd, {2, 3}, {2, 1, 1}, {2, 1}, STREW_REDUCTION_ADD, 1, plain), buffers);
    expect_run(table, zeros, FORMS(plan<float>::scatter_update, {2, 3}, {2, 1}, {2, 1}, 1, STREW_REDUCTION_SUB, 1, plain), buffers);
}

/* Any call can be planned: here one with strides of output and with components. */
TEST(a_plan_of_any_call)
{
    const std::vector<float> data = {0, 1, 2, 3, 4, 5};
    const std::vector<std::int32_t> rows = {2, 0}, columns = {1, 1};
    std::vector<float> output(4);
    const strew::shape table = {3, 2}, every_other = strew::shape({2}).with_strides({2});
    const strew::components both(rows, columns);
    strew_call call = STREW_CALL_INIT;
    call.op = STREW_OPERATOR_GATHER_ND;
    call.data = strew::tensor<float>(table);
    call.output = strew::tensor<float>(every_other);
    call.components = both.tensors();
    call.n_components = both.size();
    const auto plan = strew::plan<float, std::int32_t>::of(call, fault);
    assert_true(plan.has_value());
    strew::buffers<float, std::int32_t> buffers;
    buffers.output = output.data();
    buffers.data = data.data();
    buffers.components = both.values();
    assert_true(plan->run(buffers, alone, fault));
    assert_true((output == std::vector<float>{5, 0, 1, 0}));
    strew::buffers<float, std::int32_t> indices;
    indices.components = both.values();
    const auto prepared = plan->prepare(indices, fault);
    assert_true(prepared.has_value());
    buffers.components = nullptr;
    output.assign(4, 0);
    assert_true(prepared->run(buffers, alone, fault));
    assert_true((output == std::vector<float>{5, 0, 1, 0}));

    /* Its buffers have the types of the plan. */
    assert_false((strew::plan<double, std::int32_t>::of(call, fault).has_value()));
    assert_true(fault.status == STREW_STATUS_DTYPE_MISMATCH && std::strcmp(fault.subject, "data") == 0);
    assert_true(fault.value == STREW_DTYPE_FLOAT32 && fault.high == STREW_DTYPE_FLOAT64);
    assert_false((strew::plan<float>::of(call, fault).has_value()));
    assert_true(fault.status == STREW_STATUS_DTYPE_MISMATCH && std::strcmp(fault.subject, "components") == 0);
    call.components = nullptr;
    call.n_components = 0;
    const strew::shape tuples = {2, 2}, caches = {2, 3}, token = {2, 1}, batches = {2};
    call.indices = strew::tensor<std::int32_t>(tuples);
    assert_false((strew::plan<float>::of(call, fault).has_value()));
    assert_true(fault.status == STREW_STATUS_DTYPE_MISMATCH && std::strcmp(fault.subject, "indices") == 0);
    call = STREW_CALL_INIT;
    call.op = STREW_OPERATOR_TENSOR_SCATTER;
    call.axis = 1;
    call.data = strew::tensor<float>(caches);
    call.updates = strew::tensor<float>(token);
    call.write_indices = strew::tensor<std::int32_t>(batches);
    assert_false((strew::plan<float>::of(call, fault).has_value()));
    assert_true(fault.status == STREW_STATUS_DTYPE_MISMATCH && std::strcmp(fault.subject, "write_indices") == 0);
    assert_true((strew::plan<float, std::int32_t>::of(call, fault).has_value()));
#if __cplusplus >= 202002L
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" /* which a header that the system has does not raise */
#endif
    const auto plain = strew::plan<float, std::int32_t>::gather({6}, {2}, 0, 0, STREW_OPTIONS(.policy = STREW_POLICY_CLAMP), fault);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
    assert_true(plain.has_value());
    assert_true(plain->run({.output = output.data(), .data = data.data(), .indices = rows.data()}, alone, fault));
    assert_true(output[0] == 2 && output[1] == 0);
#endif
#if defined(__cpp_exceptions)
    prepared->operator()(buffers);
    strew::plan<float, std::int32_t>::of(call);
    strew_fault thrown{};
    try {
        strew::plan<float>::of(call);
    } catch (const strew::error &error) {
        thrown = error.fault();
        assert_non_null(std::strstr(error.what(), "write_indices"));
    }
    assert_int_equal(thrown.status, STREW_STATUS_DTYPE_MISMATCH);
#endif
}

} // namespace
