/**
 * @file strew.hpp
 * strew for C++17 and later: types are deduced, a plan is a value, and what the library rejects is an exception.
 *
 * It adds nothing to strew.h: each function fills a strew_call, so all the rules of strew.h hold, with the same names. Every function has
 * two forms. One throws strew::error. The other takes a strew_fault as its last argument, returns whether the call succeeded, and throws
 * nothing; it is the only form where exceptions are switched off.
 */
#ifndef STREW_STREW_HPP
#define STREW_STREW_HPP

#ifndef __cplusplus
#error "<strew/strew.hpp> is for C++"
#endif

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

#include <strew/group.h>
#include <strew/inspect.h>
#include <strew/strew.h>

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden) /* the library that strew is a part of exports nothing of it */
#endif

namespace strew
{

/* ---- Tensors ------------------------------------------------------------------------------------------------------------------------- */

/** The strew_dtype of a C++ type, as its member `value`. Specialise it for types of your own, such as a float16:
 *
 *     template <> struct strew::dtype_of<half> : strew::is_dtype<STREW_DTYPE_FLOAT16> {};
 */
template <class T> struct dtype_of;

/** A base for specialisations of dtype_of. */
template <strew_dtype dtype> using is_dtype = std::integral_constant<strew_dtype, dtype>;

/** @cond one line for each type */
template <> struct dtype_of<float> : is_dtype<STREW_DTYPE_FLOAT32> {
};
template <> struct dtype_of<double> : is_dtype<STREW_DTYPE_FLOAT64> {
};
template <> struct dtype_of<std::int8_t> : is_dtype<STREW_DTYPE_INT8> {
};
template <> struct dtype_of<std::int16_t> : is_dtype<STREW_DTYPE_INT16> {
};
template <> struct dtype_of<std::int32_t> : is_dtype<STREW_DTYPE_INT32> {
};
template <> struct dtype_of<std::int64_t> : is_dtype<STREW_DTYPE_INT64> {
};
template <> struct dtype_of<std::uint8_t> : is_dtype<STREW_DTYPE_UINT8> {
};
template <> struct dtype_of<std::uint16_t> : is_dtype<STREW_DTYPE_UINT16> {
};
template <> struct dtype_of<std::uint32_t> : is_dtype<STREW_DTYPE_UINT32> {
};
template <> struct dtype_of<std::uint64_t> : is_dtype<STREW_DTYPE_UINT64> {
};
template <> struct dtype_of<bool> : is_dtype<STREW_DTYPE_BOOL> {
};
template <> struct dtype_of<std::complex<float>> : is_dtype<STREW_DTYPE_COMPLEX64> {
};
template <> struct dtype_of<std::complex<double>> : is_dtype<STREW_DTYPE_COMPLEX128> {
};
/** @endcond */

/** The sizes of a tensor, a copy of its own: of a list, as in `{3, 4}`, or of any container of integers; and its strides if it is not
 * dense. */
class shape
{
  public:
    /** Of a list. */
    shape(std::initializer_list<std::int64_t> sizes)
    {
        for (const std::int64_t size : sizes) add(size);
    }

    /** Of a std::vector, std::array or std::span of integers. */
    template <class Sizes, class = decltype(std::declval<const Sizes &>().begin())> shape(const Sizes &sizes)
    {
        for (const auto size : sizes) add(static_cast<std::int64_t>(size));
    }

    /** The number of dimensions. One that no tensor can have stands for more of them than that: the library rejects it. */
    std::int32_t rank() const
    {
        return n;
    }

    /** The sizes. */
    const std::int64_t *sizes() const
    {
        return all;
    }

    /** The same sizes with strides, in elements: `shape({4, 3}).with_strides({6, 2})`. The library rejects a wrong number of them as it
     * does too many dimensions. */
    shape with_strides(const shape &strides) const
    {
        shape result = *this;
        result.is_strided = true;
        for (std::int32_t d = 0; d < STREW_MAX_RANK; d++) result.steps[d] = d < strides.n ? strides.all[d] : 0;
        if (strides.n != n) result.n = STREW_MAX_RANK + 1;
        return result;
    }

    /** The strides, or NULL for a dense tensor. */
    const std::int64_t *strides() const
    {
        return is_strided ? steps : nullptr;
    }

  private:
    void add(std::int64_t size)
    {
        if (n < STREW_MAX_RANK) all[n] = size;
        if (n <= STREW_MAX_RANK) n++;
    }

    std::int64_t all[STREW_MAX_RANK], steps[STREW_MAX_RANK];
    std::int32_t n = 0;
    bool is_strided = false;
};

/** A tensor of elements that somebody else owns, row-major and dense or with strides. T is const where they are only read. */
template <class T> struct view {
    T *values;   /**< The element with index 0 in every dimension. */
    shape sizes; /**< In elements, with the strides. */

    /** Elements and their shape. */
    view(T *elements, shape shape_of_elements) : values(elements), sizes(shape_of_elements) {}

    /** The same with strides, as strew_tensor has them. */
    view(T *elements, const shape &shape_of_elements, const shape &strides)
        : values(elements), sizes(shape_of_elements.with_strides(strides))
    {
    }

    /** A vector, an array or a span, with one dimension. */
    template <class Container, class = decltype(std::declval<Container &>().data())>
    view(Container &&container) : values(container.data()), sizes{static_cast<std::int64_t>(container.size())}
    {
    }
};

/** @cond details */
template <class Container, class = decltype(std::declval<Container &>().data())>
view(Container &&container) -> view<std::remove_pointer_t<decltype(container.data())>>;
/** @endcond */

/** A tensor of elements of T, for a strew_call. It points to the shape, which must live as long. */
template <class T> strew_tensor tensor(const shape &sizes, const T *values = nullptr) noexcept
{
    return {dtype_of<std::remove_cv_t<T>>::value, sizes.rank(), sizes.sizes(), values, sizes.strides()};
}

/** @cond details */
template <class T> strew_tensor tensor(const shape &&, const T * = nullptr) = delete;

namespace details
{

template <class T> view<T> as_view(const view<T> &given)
{
    return given;
}

template <class Container> auto as_view(Container &&container) -> decltype(view(container))
{
    return view(container);
}

template <class Tensor>
using element_of = std::remove_cv_t<std::remove_pointer_t<decltype(as_view(std::declval<const Tensor &>()).values)>>;

} // namespace details
/** @endcond */

/** Components of tuples that are tensors of their own, in place of the indices of scatter_nd and gather_nd: `data[i, j]` of NumPy is
 *
 *     strew::gather_nd(output, data, strew::components(i, j));
 *
 * Each is a view or a container. All have one type and one shape; a stride of 0 broadcasts, as in `strew::view(rows, {2, 3}, {1, 0})`. */
template <class Index, std::size_t k> class components
{
  public:
    /** Of k tensors. */
    template <class... Tensors>
    explicit components(const Tensors &...all) noexcept
        : shapes{{details::as_view(all).sizes...}}, pointers{{details::as_view(all).values...}}
    {
        static_assert((std::is_same_v<details::element_of<Tensors>, Index> && ...), "components have one type");
        for (std::size_t c = 0; c < k; c++) described[c] = tensor<Index>(shapes[c]);
    }

    components(const components &) = delete; /* it points to itself */
    components &operator=(const components &) = delete;

    /** Their shapes, for strew_call.components; there are `size()`. */
    const strew_tensor *tensors() const
    {
        return described.data();
    }

    /** Where they are, for strew_buffers.components. */
    const void *const *values() const
    {
        return pointers.data();
    }

    /** Their number. */
    static constexpr std::int32_t size()
    {
        return static_cast<std::int32_t>(k);
    }

  private:
    std::array<shape, k> shapes;
    std::array<const void *, k> pointers;
    std::array<strew_tensor, k> described;
};

/** @cond details */
template <class First, class... Rest>
components(const First &, const Rest &...) -> components<details::element_of<First>, 1 + sizeof...(Rest)>;

namespace details
{

template <class Index, std::size_t k> const components<Index, k> &as_view(const components<Index, k> &indices)
{
    return indices;
}

} // namespace details
/** @endcond */

/** Updates with a scale, or the data of a gather: see strew_call.scale. Both are views or containers. For example, into a cache of int8 and
 * back, with one scale for each row:
 *
 *     strew::scatter_update(cache, cache, rows, strew::scaled(keys, strew::view(scales, {n_keys, 1})));
 *     strew::gather(keys, strew::scaled(cache, strew::view(scales_of_cache, {n_cached, 1})), rows);
 */
template <class T> struct scaled : view<T> {
    view<const float> scale; /**< What is divided by, or in a gather multiplied with. */

    /** Of a tensor and its scale. */
    template <class Tensor, class Scale>
    scaled(const Tensor &values, const Scale &by)
        : view<T>(details::as_view(values)), scale{details::as_view(by).values, details::as_view(by).sizes}
    {
    }
};

/** @cond details */
template <class Tensor, class Scale>
scaled(const Tensor &, const Scale &) -> scaled<std::remove_pointer_t<decltype(details::as_view(std::declval<const Tensor &>()).values)>>;

namespace details
{

template <class T> const scaled<T> &as_view(const scaled<T> &given)
{
    return given;
}

} // namespace details
/** @endcond */

/** Updates that are rows of a table, by strew_call.update_indices, with weights or without: of scatters and of segment. All are views or
 * containers. For example, a sparse matrix in compressed rows times a table:
 *
 *     strew::segment(output, offsets, strew::rows(strew::view(table, {n_nodes, 64}), columns, weights));
 */
template <class T, class Index, class Weight = std::remove_cv_t<T>> struct rows : view<T> {
    view<const Index> indices;                 /**< One for each tuple. */
    std::optional<view<const Weight>> weights; /**< What each row is multiplied by. */

    /** Rows of a table. */
    template <class Table, class Indices>
    rows(const Table &table, const Indices &at)
        : view<T>(details::as_view(table)), indices{details::as_view(at).values, details::as_view(at).sizes}
    {
    }

    /** The same, weighed. */
    template <class Table, class Indices, class Weights> rows(const Table &table, const Indices &at, const Weights &by) : rows(table, at)
    {
        weights.emplace(details::as_view(by).values, details::as_view(by).sizes);
    }
};

/** @cond details */
template <class Table, class Indices>
rows(const Table &, const Indices &)
    -> rows<std::remove_pointer_t<decltype(details::as_view(std::declval<const Table &>()).values)>, details::element_of<Indices>>;
template <class Table, class Indices, class Weights>
rows(const Table &, const Indices &, const Weights &)
    -> rows<std::remove_pointer_t<decltype(details::as_view(std::declval<const Table &>()).values)>, details::element_of<Indices>,
            details::element_of<Weights>>;

namespace details
{

template <class T, class Index, class Weight> const rows<T, Index, Weight> &as_view(const rows<T, Index, Weight> &given)
{
    return given;
}

} // namespace details
/** @endcond */

/** Updates that are multiplied by strew_call.weights, without a table: of scatters and of segment. Both are views or containers.
 *
 *     strew::scatter_update(output, data, nodes, strew::weighed(strew::view(messages, {n_edges, 64}), weights), 0, STREW_REDUCTION_ADD);
 */
template <class T, class Weight> struct weighed : view<T> {
    view<const Weight> weights; /**< What each update is multiplied by. */

    /** Of two tensors. */
    template <class Updates, class Weights>
    weighed(const Updates &updates, const Weights &by)
        : view<T>(details::as_view(updates)), weights{details::as_view(by).values, details::as_view(by).sizes}
    {
    }
};

/** @cond details */
template <class Updates, class Weights>
weighed(const Updates &, const Weights &)
    -> weighed<std::remove_pointer_t<decltype(details::as_view(std::declval<const Updates &>()).values)>, details::element_of<Weights>>;

namespace details
{

template <class T, class Weight> const weighed<T, Weight> &as_view(const weighed<T, Weight> &given)
{
    return given;
}

} // namespace details
/** @endcond */

/** The output of a scatter or of segment, with an arg: see strew_call.arg. Both are views or containers, of one shape; the arg is of
 * std::int64_t or std::int32_t. For example, the largest score of each node, and the edge that has it:
 *
 *     strew::scatter_update(strew::with_arg(best, edge), zeros, nodes, scores, 0, STREW_REDUCTION_MAX);
 */
template <class T, class Arg> struct with_arg : view<T> {
    view<Arg> arg; /**< Which tuple won each element. */

    /** Of two tensors. */
    template <class Output, class Winners>
    with_arg(Output &&output, Winners &&winners) : view<T>(details::as_view(output)), arg(details::as_view(winners))
    {
    }
};

/** @cond details */
template <class Output, class Winners>
with_arg(Output &&, Winners &&) -> with_arg<std::remove_pointer_t<decltype(details::as_view(std::declval<Output &>()).values)>,
                                            std::remove_pointer_t<decltype(details::as_view(std::declval<Winners &>()).values)>>;

namespace details
{

template <class T, class Arg> const with_arg<T, Arg> &as_view(const with_arg<T, Arg> &given)
{
    return given;
}

} // namespace details
/** @endcond */

/* ---- Errors -------------------------------------------------------------------------------------------------------------------------- */

#if defined(__cpp_exceptions)
/** A call that the library rejected. Nothing was written, unless the status is STREW_STATUS_INDICES_CHANGED. what() is the sentence of
 * strew_fault_describe. */
class error : public std::runtime_error
{
  public:
    /** The exception for a fault. */
    explicit error(const strew_fault &rejected) : std::runtime_error(sentence(rejected).text), details(rejected) {}

    /** What was wrong, in numbers. */
    const strew_fault &fault() const
    {
        return details;
    }

  private:
    struct message {
        char text[STREW_MESSAGE_BYTES];
    };

    static message sentence(const strew_fault &rejected)
    {
        message message;
        strew_fault_describe(&rejected, message.text, sizeof message.text);
        return message;
    }

    strew_fault details;
};
#endif

/** The defaults of strew_options and strew_resources. */
inline constexpr strew_options default_options = STREW_OPTIONS_INIT;
inline constexpr strew_resources no_resources = STREW_RESOURCES_INIT; /**< One thread, and no workspace. */

/** @cond details */
namespace details
{

#if defined(__cpp_exceptions)
inline void throw_unless(bool is_right, const strew_fault &fault)
{
    if (!is_right) throw error(fault);
}
#endif

/* What a call does, apart from its tensors. Members that the operator has no use for are zeros. */
inline strew_call describe(strew_operator op, const strew_options &options, std::int64_t axis, std::int64_t batch_dims,
                           strew_reduction reduction)
{
    strew_call call = STREW_CALL_INIT;
    call.op = op;
    call.options = &options;
    call.axis = axis;
    call.batch_dims = batch_dims;
    call.reduction = reduction;
    return call;
}

template <class T> void give_indices(strew_call &call, strew_buffers &buffers, const view<T> &indices)
{
    call.indices = tensor<T>(indices.sizes);
    buffers.indices = indices.values;
}

template <class Index, std::size_t k> void give_indices(strew_call &call, strew_buffers &buffers, const components<Index, k> &indices)
{
    call.components = indices.tensors();
    call.n_components = indices.size();
    buffers.components = indices.values();
}

/* The scale of a tensor, which has one if it is strew::scaled. */
template <class Tensor> void give_scale(strew_call &, strew_buffers &, const Tensor &) {}

template <class T> void give_scale(strew_call &call, strew_buffers &buffers, const scaled<T> &tensor_with_scale)
{
    call.scale = tensor<float>(tensor_with_scale.scale.sizes);
    buffers.scale = tensor_with_scale.scale.values;
}

/* The rows of updates and their weights, which has them if it is strew::rows. */
template <class Updates> void give_rows(strew_call &, strew_buffers &, const Updates &) {}

template <class T, class Index, class Weight>
void give_rows(strew_call &call, strew_buffers &buffers, const rows<T, Index, Weight> &of_table)
{
    call.update_indices = tensor<Index>(of_table.indices.sizes);
    buffers.update_indices = of_table.indices.values;
    if (!of_table.weights) return;
    call.weights = tensor<Weight>(of_table.weights->sizes);
    buffers.weights = of_table.weights->values;
}

template <class T, class Weight> void give_rows(strew_call &call, strew_buffers &buffers, const weighed<T, Weight> &updates)
{
    call.weights = tensor<Weight>(updates.weights.sizes);
    buffers.weights = updates.weights.values;
}

/* The arg of output, which has one if it is strew::with_arg. */
template <class Output> void give_arg(strew_call &, strew_buffers &, const Output &) {}

template <class T, class Arg> void give_arg(strew_call &call, strew_buffers &buffers, const with_arg<T, Arg> &output)
{
    static_assert(!std::is_const_v<Arg>, "arg is written to");
    call.arg = tensor<Arg>(output.arg.sizes);
    buffers.arg = output.arg.values;
}

template <class Tensor> struct is_scaled : std::false_type {
};
template <class T> struct is_scaled<scaled<T>> : std::true_type {
};

/* Plans and runs a call between output and data, whose other tensors are in `call` and `buffers` already. */
template <class Output, class Data>
bool perform(strew_call &call, strew_buffers &buffers, Output &output, const Data &data, strew_fault &fault) noexcept
{
    const auto to = as_view(output);
    const auto &from = as_view(data);
    using element = std::remove_pointer_t<decltype(to.values)>;
    using source = std::remove_cv_t<std::remove_pointer_t<decltype(from.values)>>;
    static_assert(!std::is_const_v<element>, "output is written to");
    static_assert(std::is_same_v<element, source> || is_scaled<Data>::value, "output has the type of data, unless that is scaled");
    call.output = tensor<element>(to.sizes);
    call.data = tensor<source>(from.sizes);
    buffers.output = to.values;
    buffers.data = from.values;
    strew_plan plan;
    return strew_plan_call(&plan, &call, &fault) == STREW_OK && strew_run(&plan, &buffers, nullptr, &fault) == STREW_OK;
}

template <class Output, class Data, class Indices, class Updates>
bool scatter(strew_call call, Output &output, const Data &data, const Indices &indices, const Updates &updates, strew_fault &fault) noexcept
{
    const auto &at = as_view(indices); /* or components */
    const auto &with = as_view(updates);
    strew_buffers buffers = STREW_BUFFERS_INIT;
    give_indices(call, buffers, at);
    give_scale(call, buffers, updates);
    give_rows(call, buffers, updates);
    give_arg(call, buffers, output);
    call.updates = tensor(with.sizes, with.values);
    buffers.updates = with.values;
    return perform(call, buffers, output, data, fault);
}

template <class Output, class Offsets, class Updates>
bool segment(strew_call call, Output &output, const Offsets &offsets, const Updates &updates, strew_fault &fault) noexcept
{
    const auto to = as_view(output);
    const auto &at = as_view(offsets);
    const auto &with = as_view(updates);
    using element = std::remove_pointer_t<decltype(to.values)>;
    static_assert(!std::is_const_v<element>, "output is written to");
    const bool reads_data = call.options->initial == STREW_INITIAL_DATA;
    strew_buffers buffers = STREW_BUFFERS_INIT;
    give_rows(call, buffers, updates);
    give_arg(call, buffers, output);
    call.output = call.data = tensor<element>(to.sizes);
    if (!reads_data) call.data.strides = nullptr;
    call.offsets = tensor(at.sizes, at.values);
    call.updates = tensor(with.sizes, with.values);
    buffers.output = to.values;
    buffers.data = reads_data ? to.values : nullptr;
    buffers.offsets = at.values;
    buffers.updates = with.values;
    strew_plan plan;
    return strew_plan_call(&plan, &call, &fault) == STREW_OK && strew_run(&plan, &buffers, nullptr, &fault) == STREW_OK;
}

template <class Output, class Data, class Indices>
bool gather(strew_call call, Output &output, const Data &data, const Indices &indices, strew_fault &fault) noexcept
{
    const auto &at = as_view(indices); /* or components */
    strew_buffers buffers = STREW_BUFFERS_INIT;
    give_indices(call, buffers, at);
    give_scale(call, buffers, data);
    return perform(call, buffers, output, data, fault);
}

} // namespace details
/** @endcond */

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

/** strew_scatter_nd, with batch dimensions. Each tensor is a view, or a container with one dimension. output has the shape and the type of
 * data, and may be data, and may be strew::with_arg. indices may be strew::components, and updates strew::scaled or strew::rows of a
 * table. */
template <class Output, class Data, class Indices, class Updates>
bool scatter_nd(Output &&output, const Data &data, const Indices &indices, const Updates &updates, strew_reduction reduction,
                std::int64_t batch_dims, const strew_options &options, strew_fault &fault) noexcept
{
    const strew_call call = details::describe(STREW_OPERATOR_SCATTER_ND, options, 0, batch_dims, reduction);
    return details::scatter(call, output, data, indices, updates, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Indices, class Updates>
void scatter_nd(Output &&output, const Data &data, const Indices &indices, const Updates &updates,
                strew_reduction reduction = STREW_REDUCTION_NONE, std::int64_t batch_dims = 0,
                const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(scatter_nd(output, data, indices, updates, reduction, batch_dims, options, fault), fault);
}
#endif

/** strew_scatter_elements. The tensors are those of scatter_nd. */
template <class Output, class Data, class Indices, class Updates>
bool scatter_elements(Output &&output, const Data &data, const Indices &indices, const Updates &updates, std::int64_t axis,
                      strew_reduction reduction, const strew_options &options, strew_fault &fault) noexcept
{
    const strew_call call = details::describe(STREW_OPERATOR_SCATTER_ELEMENTS, options, axis, 0, reduction);
    return details::scatter(call, output, data, indices, updates, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Indices, class Updates>
void scatter_elements(Output &&output, const Data &data, const Indices &indices, const Updates &updates, std::int64_t axis = 0,
                      strew_reduction reduction = STREW_REDUCTION_NONE, const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(scatter_elements(output, data, indices, updates, axis, reduction, options, fault), fault);
}
#endif

/** strew_scatter_update, with batch dimensions. The tensors are those of scatter_nd. */
template <class Output, class Data, class Indices, class Updates>
bool scatter_update(Output &&output, const Data &data, const Indices &indices, const Updates &updates, std::int64_t axis,
                    strew_reduction reduction, std::int64_t batch_dims, const strew_options &options, strew_fault &fault) noexcept
{
    const strew_call call = details::describe(STREW_OPERATOR_SCATTER_UPDATE, options, axis, batch_dims, reduction);
    return details::scatter(call, output, data, indices, updates, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Indices, class Updates>
void scatter_update(Output &&output, const Data &data, const Indices &indices, const Updates &updates, std::int64_t axis = 0,
                    strew_reduction reduction = STREW_REDUCTION_NONE, std::int64_t batch_dims = 0,
                    const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(scatter_update(output, data, indices, updates, axis, reduction, batch_dims, options, fault), fault);
}
#endif

/** STREW_OPERATOR_PUT: indices number the elements of data. The tensors are those of scatter_nd. */
template <class Output, class Data, class Indices, class Updates>
bool put(Output &&output, const Data &data, const Indices &indices, const Updates &updates, strew_reduction reduction,
         const strew_options &options, strew_fault &fault) noexcept
{
    const strew_call call = details::describe(STREW_OPERATOR_PUT, options, 0, 0, reduction);
    return details::scatter(call, output, data, indices, updates, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Indices, class Updates>
void put(Output &&output, const Data &data, const Indices &indices, const Updates &updates,
         strew_reduction reduction = STREW_REDUCTION_NONE, const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(put(output, data, indices, updates, reduction, options, fault), fault);
}
#endif

/** STREW_OPERATOR_SEGMENT: rows from offsets[s] to offsets[s + 1] - 1 make output[s]. updates may be strew::rows of a table, and
 * output strew::with_arg. With STREW_INITIAL_DATA, segments without rows keep what is in output. */
template <class Output, class Offsets, class Updates>
bool segment(Output &&output, const Offsets &offsets, const Updates &updates, strew_reduction reduction, const strew_options &options,
             strew_fault &fault) noexcept
{
    return details::segment(details::describe(STREW_OPERATOR_SEGMENT, options, 0, 0, reduction), output, offsets, updates, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Offsets, class Updates>
void segment(Output &&output, const Offsets &offsets, const Updates &updates, strew_reduction reduction = STREW_REDUCTION_ADD,
             const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(segment(output, offsets, updates, reduction, options, fault), fault);
}
#endif

/** strew_gather_nd. Each tensor is a view, or a container with one dimension. output has the shape that strew_gather_nd says, and the type
 * of data. indices may be strew::components. */
template <class Output, class Data, class Indices>
bool gather_nd(Output &&output, const Data &data, const Indices &indices, std::int64_t batch_dims, const strew_options &options,
               strew_fault &fault) noexcept
{
    const strew_call call = details::describe(STREW_OPERATOR_GATHER_ND, options, 0, batch_dims, STREW_REDUCTION_NONE);
    return details::gather(call, output, data, indices, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Indices>
void gather_nd(Output &&output, const Data &data, const Indices &indices, std::int64_t batch_dims = 0,
               const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(gather_nd(output, data, indices, batch_dims, options, fault), fault);
}
#endif

/** strew_gather_elements. The tensors are those of gather_nd. */
template <class Output, class Data, class Indices>
bool gather_elements(Output &&output, const Data &data, const Indices &indices, std::int64_t axis, const strew_options &options,
                     strew_fault &fault) noexcept
{
    const strew_call call = details::describe(STREW_OPERATOR_GATHER_ELEMENTS, options, axis, 0, STREW_REDUCTION_NONE);
    return details::gather(call, output, data, indices, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Indices>
void gather_elements(Output &&output, const Data &data, const Indices &indices, std::int64_t axis = 0,
                     const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(gather_elements(output, data, indices, axis, options, fault), fault);
}
#endif

/** strew_gather. The tensors are those of gather_nd. */
template <class Output, class Data, class Indices>
bool gather(Output &&output, const Data &data, const Indices &indices, std::int64_t axis, std::int64_t batch_dims,
            const strew_options &options, strew_fault &fault) noexcept
{
    const strew_call call = details::describe(STREW_OPERATOR_GATHER, options, axis, batch_dims, STREW_REDUCTION_NONE);
    return details::gather(call, output, data, indices, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Indices>
void gather(Output &&output, const Data &data, const Indices &indices, std::int64_t axis = 0, std::int64_t batch_dims = 0,
            const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(gather(output, data, indices, axis, batch_dims, options, fault), fault);
}
#endif

/** STREW_OPERATOR_TAKE: indices number the elements of data. The tensors are those of gather_nd. */
template <class Output, class Data, class Indices>
bool take(Output &&output, const Data &data, const Indices &indices, const strew_options &options, strew_fault &fault) noexcept
{
    const strew_call call = details::describe(STREW_OPERATOR_TAKE, options, 0, 0, STREW_REDUCTION_NONE);
    return details::gather(call, output, data, indices, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Indices>
void take(Output &&output, const Data &data, const Indices &indices, const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(take(output, data, indices, options, fault), fault);
}
#endif

/** strew_tensor_scatter. Each tensor is a view, or a container with one dimension; output has the shape of data, and may be data. For
 * write_indices, nullptr stands for zeros. */
template <class Output, class Data, class Updates, class WriteIndices>
bool tensor_scatter(Output &&output, const Data &data, const Updates &updates, const WriteIndices &write_indices, std::int64_t axis,
                    strew_cache_mode mode, const strew_options &options, strew_fault &fault) noexcept
{
    strew_call call = details::describe(STREW_OPERATOR_TENSOR_SCATTER, options, axis, 0, STREW_REDUCTION_NONE);
    strew_buffers buffers = STREW_BUFFERS_INIT;
    const auto with = details::as_view(updates);
    call.mode = mode;
    call.updates = tensor(with.sizes, with.values);
    buffers.updates = with.values;
    if constexpr (std::is_same_v<WriteIndices, std::nullptr_t>) {
        return details::perform(call, buffers, output, data, fault);
    } else {
        const auto at = details::as_view(write_indices);
        call.write_indices = tensor(at.sizes, at.values);
        buffers.write_indices = at.values;
        return details::perform(call, buffers, output, data, fault);
    }
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Updates, class WriteIndices>
void tensor_scatter(Output &&output, const Data &data, const Updates &updates, const WriteIndices &write_indices, std::int64_t axis = -2,
                    strew_cache_mode mode = STREW_CACHE_LINEAR, const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(tensor_scatter(output, data, updates, write_indices, axis, mode, options, fault), fault);
}
#endif

/** STREW_OPERATOR_MASKED_SCATTER. Each tensor is a view, or a container with one dimension; output and mask have the shape of data, and
 * output may be data. mask has elements of bool. */
template <class Output, class Data, class Mask, class Updates>
bool masked_scatter(Output &&output, const Data &data, const Mask &mask, const Updates &updates, const strew_options &options,
                    strew_fault &fault) noexcept
{
    strew_call call = details::describe(STREW_OPERATOR_MASKED_SCATTER, options, 0, 0, STREW_REDUCTION_NONE);
    strew_buffers buffers = STREW_BUFFERS_INIT;
    const auto by = details::as_view(mask);
    const auto with = details::as_view(updates);
    call.mask = tensor(by.sizes, by.values);
    call.updates = tensor(with.sizes, with.values);
    buffers.mask = by.values;
    buffers.updates = with.values;
    return details::perform(call, buffers, output, data, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Output, class Data, class Mask, class Updates>
void masked_scatter(Output &&output, const Data &data, const Mask &mask, const Updates &updates,
                    const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(masked_scatter(output, data, mask, updates, options, fault), fault);
}
#endif

/* ---- Plans --------------------------------------------------------------------------------------------------------------------------- */

/** The buffers of a run, as those of strew_buffers: what the plan has no use for stays NULL. In C++20,
 * `plan({.output = output, .data = data, .indices = indices, .updates = updates})`. */
template <class T, class Index = std::int64_t> struct buffers {
    T *output = nullptr;                     /**< out; in place in and out. */
    const T *data = nullptr;                 /**< in; of a scatter it may be output. */
    const Index *indices = nullptr;          /**< in; not with prepared indices. */
    const T *updates = nullptr;              /**< in; of scatters. */
    const bool *mask = nullptr;              /**< in; of masked_scatter. */
    const Index *write_indices = nullptr;    /**< in; of tensor_scatter. */
    const void *const *components = nullptr; /**< in; strew::components::values(). */
    const Index *offsets = nullptr;          /**< in; of segment, unless prepared. */
    const void *update_indices = nullptr;    /**< in; of a call with update indices, of the type that it has. */
    const void *weights = nullptr;           /**< in; of a call with weights, of the type that it has. */
    const float *scale = nullptr;            /**< in; of a call with a scale. */
    const void *zero_points = nullptr;       /**< in; of a call with zero points. */
    void *arg = nullptr;                     /**< out; of a call with an arg, of the type that it has. */

    /** For calls of strew.h. */
    strew_buffers untyped() const noexcept
    {
        strew_buffers all = STREW_BUFFERS_INIT;
        all.output = output;
        all.data = data;
        all.indices = indices;
        all.updates = updates;
        all.mask = mask;
        all.write_indices = write_indices;
        all.components = components;
        all.offsets = offsets;
        all.update_indices = update_indices;
        all.weights = weights;
        all.scale = scale;
        all.zero_points = zero_points;
        all.arg = arg;
        return all;
    }
};

/** The memory that makes runs of a plan faster, or that a mean cannot do without, as resources:
 *
 *     const strew::workspace workspace(plan, resources);
 *     plan(buffers, workspace);
 *
 * It owns strew_plan_workspace_size bytes, and serves one run at a time. Without memory it is empty: runs are as without a workspace. */
class workspace
{
  public:
    /** For a strew::plan, and for the threads or the part of these resources, whose own workspace is not used. */
    template <class Plan> explicit workspace(const Plan &plan, const strew_resources &threads = no_resources) noexcept : all(threads)
    {
        all.workspace_bytes = threads.n_parts > 1 ? plan.part_workspace_size(threads.n_parts)
                                                  : plan.workspace_size(threads.parallel_for != nullptr ? threads.n_threads : 1);
        memory.reset(new (std::nothrow) unsigned char[all.workspace_bytes]);
        all.workspace = memory.get();
        if (memory == nullptr) all.workspace_bytes = 0;
    }

    /** For runs. */
    operator const strew_resources &() const noexcept
    {
        return all;
    }

  private:
    strew_resources all;
    std::unique_ptr<unsigned char[]> memory;
};

/** What strew_prepare has made of indices. It owns its memory, and is valid in this process. */
template <class T, class Index = std::int64_t> class prepared
{
  public:
    /** Whether it is known that no tuple repeats, so that their order does not matter. */
    bool is_distinct() const
    {
        return strew_prepared_is_distinct(memory.get()) != 0;
    }

    /** strew_run with the prepared indices: the other buffers, of the shapes that were planned. */
    bool run(const buffers<T, Index> &others, const strew_resources &resources, strew_fault &fault) const noexcept
    {
        strew_buffers all = others.untyped();
        all.prepared = memory.get();
        return strew_run(&plan, &all, &resources, &fault) == STREW_OK;
    }

#if defined(__cpp_exceptions)
    /** The same; throws strew::error. */
    void operator()(const buffers<T, Index> &others, const strew_resources &resources = no_resources) const
    {
        strew_fault fault;
        details::throw_unless(run(others, resources, fault), fault);
    }
#endif

  private:
    template <class, class> friend class plan;
    prepared(const strew_plan &planned, std::unique_ptr<unsigned char[]> filled) : plan(planned), memory(std::move(filled)) {}

    strew_plan plan;
    std::unique_ptr<unsigned char[]> memory;
};

/** What follows from a call, of a scatter or a gather: a value that is copied freely, for any number of runs. T is the type of data, and
 * Index that of indices, components, write_indices or offsets: any integer of 8 to 64 bits. */
template <class T, class Index = std::int64_t> class plan
{
  public:
    /** strew_plan_call. Nothing if the library rejects the call, or if its tensors have other types than T and Index. The other functions
     * that make a plan are short for this one. */
    static std::optional<plan> of(const strew_call &call, strew_fault &fault) noexcept
    {
        plan made;
        if (strew_plan_call(&made.planned, &call, &fault) != STREW_OK) return std::nullopt;
        const struct {
            const char *subject;
            strew_dtype given, own;
        } tensors[] = {{"data", call.data.dtype, dtype_of<T>::value},
                       {"indices", call.indices.dtype, dtype_of<Index>::value},
                       {"write_indices", call.write_indices.dtype, dtype_of<Index>::value},
                       {"offsets", call.offsets.dtype, dtype_of<Index>::value},
                       {"components", call.components != nullptr ? call.components->dtype : strew_dtype(), dtype_of<Index>::value}};
        for (const auto &tensor : tensors) {
            if (tensor.given == strew_dtype() || tensor.given == tensor.own) continue; /* it is not there, or is as it should be */
            fault.status = STREW_STATUS_DTYPE_MISMATCH;
            fault.subject = tensor.subject;
            fault.value = tensor.given;
            fault.high = tensor.own;
            return std::nullopt;
        }
        return made;
    }

    /** Of STREW_OPERATOR_SCATTER_ND. */
    static std::optional<plan> scatter_nd(const shape &data, const shape &indices, const shape &updates, strew_reduction reduction,
                                          std::int64_t batch_dims, const strew_options &options, strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_SCATTER_ND, options, 0, batch_dims, reduction);
        call.data = tensor<T>(data);
        call.indices = tensor<Index>(indices);
        call.updates = tensor<T>(updates);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_SCATTER_ELEMENTS. */
    static std::optional<plan> scatter_elements(const shape &data, const shape &indices, const shape &updates, std::int64_t axis,
                                                strew_reduction reduction, const strew_options &options, strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_SCATTER_ELEMENTS, options, axis, 0, reduction);
        call.data = tensor<T>(data);
        call.indices = tensor<Index>(indices);
        call.updates = tensor<T>(updates);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_SCATTER_UPDATE. */
    static std::optional<plan> scatter_update(const shape &data, const shape &indices, const shape &updates, std::int64_t axis,
                                              strew_reduction reduction, std::int64_t batch_dims, const strew_options &options,
                                              strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_SCATTER_UPDATE, options, axis, batch_dims, reduction);
        call.data = tensor<T>(data);
        call.indices = tensor<Index>(indices);
        call.updates = tensor<T>(updates);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_PUT. */
    static std::optional<plan> put(const shape &data, const shape &indices, const shape &updates, strew_reduction reduction,
                                   const strew_options &options, strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_PUT, options, 0, 0, reduction);
        call.data = tensor<T>(data);
        call.indices = tensor<Index>(indices);
        call.updates = tensor<T>(updates);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_SEGMENT with offsets; output is the shape of it. */
    static std::optional<plan> segment(const shape &output, const shape &offsets, const shape &updates, strew_reduction reduction,
                                       const strew_options &options, strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_SEGMENT, options, 0, 0, reduction);
        call.data = tensor<T>(output);
        call.offsets = tensor<Index>(offsets);
        call.updates = tensor<T>(updates);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_GATHER_ND. */
    static std::optional<plan> gather_nd(const shape &data, const shape &indices, std::int64_t batch_dims, const strew_options &options,
                                         strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_GATHER_ND, options, 0, batch_dims, STREW_REDUCTION_NONE);
        call.data = tensor<T>(data);
        call.indices = tensor<Index>(indices);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_GATHER_ELEMENTS. */
    static std::optional<plan> gather_elements(const shape &data, const shape &indices, std::int64_t axis, const strew_options &options,
                                               strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_GATHER_ELEMENTS, options, axis, 0, STREW_REDUCTION_NONE);
        call.data = tensor<T>(data);
        call.indices = tensor<Index>(indices);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_GATHER. */
    static std::optional<plan> gather(const shape &data, const shape &indices, std::int64_t axis, std::int64_t batch_dims,
                                      const strew_options &options, strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_GATHER, options, axis, batch_dims, STREW_REDUCTION_NONE);
        call.data = tensor<T>(data);
        call.indices = tensor<Index>(indices);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_TAKE. */
    static std::optional<plan> take(const shape &data, const shape &indices, const strew_options &options, strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_TAKE, options, 0, 0, STREW_REDUCTION_NONE);
        call.data = tensor<T>(data);
        call.indices = tensor<Index>(indices);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_TENSOR_SCATTER, which has nothing to prepare. */
    static std::optional<plan> tensor_scatter(const shape &data, const shape &updates, const shape &write_indices, std::int64_t axis,
                                              strew_cache_mode mode, const strew_options &options, strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_TENSOR_SCATTER, options, axis, 0, STREW_REDUCTION_NONE);
        call.mode = mode;
        call.data = tensor<T>(data);
        call.updates = tensor<T>(updates);
        call.write_indices = tensor<Index>(write_indices);
        return of(call, fault);
    }

    /** The same without write indices, which are zeros. */
    static std::optional<plan> tensor_scatter(const shape &data, const shape &updates, std::nullptr_t, std::int64_t axis,
                                              strew_cache_mode mode, const strew_options &options, strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_TENSOR_SCATTER, options, axis, 0, STREW_REDUCTION_NONE);
        call.mode = mode;
        call.data = tensor<T>(data);
        call.updates = tensor<T>(updates);
        return of(call, fault);
    }

    /** Of STREW_OPERATOR_MASKED_SCATTER, which has nothing to prepare. */
    static std::optional<plan> masked_scatter(const shape &data, const shape &mask, const shape &updates, const strew_options &options,
                                              strew_fault &fault) noexcept
    {
        strew_call call = details::describe(STREW_OPERATOR_MASKED_SCATTER, options, 0, 0, STREW_REDUCTION_NONE);
        call.data = tensor<T>(data);
        call.mask = tensor<bool>(mask);
        call.updates = tensor<T>(updates);
        return of(call, fault);
    }

    /** strew_run: buffers of the shapes that were planned. */
    bool run(const buffers<T, Index> &all, const strew_resources &resources, strew_fault &fault) const noexcept
    {
        const strew_buffers untyped = all.untyped();
        return strew_run(&planned, &untyped, &resources, &fault) == STREW_OK;
    }

    /** strew_prepare, of the indices, components or offsets that these buffers have, in memory of its own. Nothing if the library rejects them, or,
     * with the status STREW_OK, without memory. */
    std::optional<prepared<T, Index>> prepare(const buffers<T, Index> &indices, strew_fault &fault) const noexcept
    {
        const strew_buffers untyped = indices.untyped();
        const std::size_t size = strew_plan_prepared_size(&planned);
        std::unique_ptr<unsigned char[]> memory(new (std::nothrow) unsigned char[size]);
        fault = {};
        if (memory == nullptr || strew_prepare(&planned, &untyped, memory.get(), size, &fault) != STREW_OK) return std::nullopt;
        return prepared<T, Index>(planned, std::move(memory));
    }

    /** The same of indices. */
    std::optional<prepared<T, Index>> prepare(const Index *indices, strew_fault &fault) const noexcept
    {
        buffers<T, Index> all;
        all.indices = indices;
        return prepare(all, fault);
    }

#if defined(__cpp_exceptions)
    /** strew_plan_call; throws strew::error. So do all that follow, which are the functions above. */
    static plan of(const strew_call &call)
    {
        strew_fault fault;
        return value_of(of(call, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan scatter_nd(const shape &data, const shape &indices, const shape &updates, strew_reduction reduction = STREW_REDUCTION_NONE,
                           std::int64_t batch_dims = 0, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(scatter_nd(data, indices, updates, reduction, batch_dims, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan scatter_elements(const shape &data, const shape &indices, const shape &updates, std::int64_t axis = 0,
                                 strew_reduction reduction = STREW_REDUCTION_NONE, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(scatter_elements(data, indices, updates, axis, reduction, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan scatter_update(const shape &data, const shape &indices, const shape &updates, std::int64_t axis = 0,
                               strew_reduction reduction = STREW_REDUCTION_NONE, std::int64_t batch_dims = 0,
                               const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(scatter_update(data, indices, updates, axis, reduction, batch_dims, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan put(const shape &data, const shape &indices, const shape &updates, strew_reduction reduction = STREW_REDUCTION_NONE,
                    const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(put(data, indices, updates, reduction, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan segment(const shape &output, const shape &offsets, const shape &updates, strew_reduction reduction = STREW_REDUCTION_ADD,
                        const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(segment(output, offsets, updates, reduction, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan gather_nd(const shape &data, const shape &indices, std::int64_t batch_dims = 0,
                          const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(gather_nd(data, indices, batch_dims, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan gather_elements(const shape &data, const shape &indices, std::int64_t axis = 0,
                                const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(gather_elements(data, indices, axis, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan gather(const shape &data, const shape &indices, std::int64_t axis = 0, std::int64_t batch_dims = 0,
                       const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(gather(data, indices, axis, batch_dims, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan take(const shape &data, const shape &indices, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(take(data, indices, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan tensor_scatter(const shape &data, const shape &updates, const shape &write_indices, std::int64_t axis = -2,
                               strew_cache_mode mode = STREW_CACHE_LINEAR, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(tensor_scatter(data, updates, write_indices, axis, mode, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan tensor_scatter(const shape &data, const shape &updates, std::nullptr_t, std::int64_t axis = -2,
                               strew_cache_mode mode = STREW_CACHE_LINEAR, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(tensor_scatter(data, updates, nullptr, axis, mode, options, fault), fault);
    }

    /** The same, but it throws strew::error. */
    static plan masked_scatter(const shape &data, const shape &mask, const shape &updates, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(masked_scatter(data, mask, updates, options, fault), fault);
    }

    /** strew_run; throws strew::error. */
    void operator()(const buffers<T, Index> &all, const strew_resources &resources = no_resources) const
    {
        strew_fault fault;
        details::throw_unless(run(all, resources, fault), fault);
    }

    /** strew_prepare; throws strew::error, or std::bad_alloc without memory. */
    strew::prepared<T, Index> prepare(const buffers<T, Index> &indices) const
    {
        strew_fault fault;
        std::optional<strew::prepared<T, Index>> made = prepare(indices, fault);
        if (!made && fault.status == STREW_OK) throw std::bad_alloc();
        return value_of(std::move(made), fault);
    }

    /** The same of indices. */
    strew::prepared<T, Index> prepare(const Index *indices) const
    {
        buffers<T, Index> all;
        all.indices = indices;
        return prepare(all);
    }
#endif

    /** strew_plan_workspace_size. */
    std::size_t workspace_size(std::int32_t n_threads) const
    {
        return strew_plan_workspace_size(&planned, n_threads);
    }

    /** strew_plan_part_workspace_size. */
    std::size_t part_workspace_size(std::int32_t n_parts) const
    {
        return strew_plan_part_workspace_size(&planned, n_parts);
    }

    /** strew_plan_kernel. */
    const char *kernel() const
    {
        return strew_plan_kernel(&planned);
    }

    /** strew_plan_isa. */
    strew_isa isa() const
    {
        return strew_plan_isa(&planned);
    }

    /** For calls of strew.h. */
    const strew_plan &get() const
    {
        return planned;
    }

  private:
    plan() = default;

#if defined(__cpp_exceptions)
    template <class Value> static Value value_of(std::optional<Value> made, const strew_fault &fault)
    {
        details::throw_unless(made.has_value(), fault);
        return *std::move(made);
    }
#endif

    strew_plan planned;
};

/* ---- Groups -------------------------------------------------------------------------------------------------------------------------- */

/** @cond details */
namespace details
{

template <class Numbers> std::int64_t *numbers_of(Numbers &&numbers)
{
    if constexpr (std::is_same_v<std::decay_t<Numbers>, std::nullptr_t>) {
        return nullptr;
    } else {
        return as_view(numbers).values;
    }
}

} // namespace details
/** @endcond */

/** strew_group_by_chunk of strew/group.h. starts, order and local are views or containers of std::int64_t, with the room that it asks for;
 * local may be nullptr. data is the shape of data, of any type. */
template <class Starts, class Order, class Local, class Indices>
bool group_by_chunk(Starts &&starts, Order &&order, Local &&local, const shape &data, const Indices &indices, const strew_chunk_grid &grid,
                    const strew_options &options, strew_fault &fault) noexcept
{
    const auto at = details::as_view(indices);
    const strew_tensor of_data = tensor<std::uint8_t>(data), of_indices = tensor(at.sizes, at.values);
    return strew_group_by_chunk(details::numbers_of(starts), details::numbers_of(order), details::numbers_of(local), &of_data, &of_indices,
                                &grid, &options, &fault) == STREW_OK;
}

/** strew_group_by_index of strew/group.h. starts and unique are views or containers of std::int64_t, and order also of std::int32_t, with
 * the room that it asks for; unique may be nullptr. */
template <class Starts, class Order, class Unique, class Indices>
bool group_by_index(Starts &&starts, Order &&order, Unique &&unique, std::int64_t &n_unique, const Indices &indices, std::int64_t n_groups,
                    const strew_options &options, const strew_resources &resources, strew_fault &fault) noexcept
{
    const auto at = details::as_view(indices);
    const auto to = details::as_view(order);
    const strew_tensor of_indices = tensor(at.sizes, at.values);
    return strew_group_by_index(details::numbers_of(starts), to.values, dtype_of<details::element_of<Order>>::value,
                                details::numbers_of(unique), &n_unique, &of_indices, n_groups, &options, &resources, &fault) == STREW_OK;
}

#if defined(__cpp_exceptions)
/** The same; throws strew::error. */
template <class Starts, class Order, class Unique, class Indices>
void group_by_index(Starts &&starts, Order &&order, Unique &&unique, std::int64_t &n_unique, const Indices &indices, std::int64_t n_groups,
                    const strew_options &options = default_options,
                    const strew_resources &resources = strew_resources(STREW_RESOURCES_INIT))
{
    strew_fault fault;
    details::throw_unless(group_by_index(starts, order, unique, n_unique, indices, n_groups, options, resources, fault), fault);
}

/** The same; throws strew::error. */
template <class Starts, class Order, class Local, class Indices>
void group_by_chunk(Starts &&starts, Order &&order, Local &&local, const shape &data, const Indices &indices, const strew_chunk_grid &grid,
                    const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(group_by_chunk(starts, order, local, data, indices, grid, options, fault), fault);
}
#endif

} // namespace strew

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif /* STREW_STREW_HPP */
