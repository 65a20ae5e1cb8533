/**
 * @file strew.hpp
 * strew for C++17 and later: types are deduced, a plan is a value, and what the library rejects is an exception.
 *
 * It adds nothing to strew.h: each function is one call of it, and everything that strew.h says holds. Every function has two forms. One
 * throws strew::error. The other takes a strew_fault as its last argument, returns whether the call succeeded, and throws nothing; it is the
 * only form where exceptions are switched off.
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

/** The sizes of a tensor, a copy of its own: of a list, as in `{3, 4}`, or of any container of integers; and its strides if it is not dense. */
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

    /** The same sizes with strides, in elements: `shape({4, 3}).with_strides({6, 2})`. The library rejects a wrong number of them as it does
     * too many dimensions. */
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

namespace details
{

template <class T> strew_tensor tensor_of(const shape &sizes, const T *values = nullptr)
{
    return {dtype_of<std::remove_cv_t<T>>::value, sizes.rank(), sizes.sizes(), values, sizes.strides()};
}

/* indices, and the strides of their components, if these are tensors of their own. */
struct tuples {
    strew_tensor tensor;
    const std::int64_t *const *component_strides;
};

template <class T> tuples tuples_of(const view<T> &indices)
{
    return {tensor_of(indices.sizes, indices.values), nullptr};
}

/* Options with the strides of output and of components, if they have any. */
inline strew_options with_strides_of(const shape &output, const std::int64_t *const *component_strides, const strew_options &options)
{
    strew_options all = options;
    if ((output.strides() != nullptr || component_strides != nullptr) && options.struct_size == 0) { /* which has no member for them */
        all = STREW_OPTIONS_INIT;
        all.policy = options.policy;
        all.negative = options.negative;
        all.isa = options.isa;
        all.nan = options.nan;
        all.profile = options.profile;
        all.reserved = options.reserved;
    }
    if (output.strides() != nullptr) all.output_strides = output.strides();
    if (component_strides != nullptr) all.component_strides = component_strides;
    return all;
}

template <class T> view<T> as_view(const view<T> &tensor)
{
    return tensor;
}

template <class Container> auto as_view(Container &&container) -> decltype(view(container))
{
    return view(container);
}

template <class Tensor>
using element_of = std::remove_cv_t<std::remove_pointer_t<decltype(as_view(std::declval<const Tensor &>()).values)>>;

} // namespace details
/** @endcond */

/** Components of tuples that are tensors of their own, as `indices` of scatter_nd and gather_nd: `data[i, j]` of NumPy is
 *
 *     strew::gather_nd(output, data, strew::components(i, j));
 *
 * Each is a view or a container. All have one type and one shape; a stride of 0 broadcasts, as in `strew::view(rows, {2, 3}, {1, 0})`. The
 * library rejects shapes that differ as it does too many dimensions. */
template <class Index, std::size_t k> class components
{
  public:
    /** Of k tensors. */
    template <class... Tensors>
    explicit components(const Tensors &...tensors) noexcept
        : values{{details::as_view(tensors).values...}}, shapes{{details::as_view(tensors).sizes...}}
    {
        static_assert((std::is_same_v<details::element_of<Tensors>, Index> && ...), "components have one type");
        bool is_one_shape = shapes[0].rank() < STREW_MAX_RANK;
        for (std::size_t c = 0; c < k && is_one_shape; c++) {
            all_strides[c] = shapes[c].strides();
            is_one_shape = shapes[c].rank() == shapes[0].rank();
            for (std::int32_t d = 0; d < shapes[0].rank() && is_one_shape; d++) {
                sizes[d] = shapes[0].sizes()[d];
                is_one_shape = shapes[c].sizes()[d] == sizes[d];
            }
        }
        rank = is_one_shape ? shapes[0].rank() + 1 : STREW_MAX_RANK + 1;
        if (is_one_shape) sizes[rank - 1] = static_cast<std::int64_t>(k);
    }

    components(const components &) = delete; /* it points to itself */
    components &operator=(const components &) = delete;

    /** @cond details */
    details::tuples tuples() const
    {
        return {{dtype_of<Index>::value, rank, sizes, values.data(), nullptr}, all_strides.data()};
    }
    /** @endcond */

  private:
    std::array<const void *, k> values;
    std::array<shape, k> shapes;
    std::array<const std::int64_t *, k> all_strides{};
    std::int64_t sizes[STREW_MAX_RANK] = {};
    std::int32_t rank;
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

template <class Index, std::size_t k> tuples tuples_of(const components<Index, k> &indices)
{
    return indices.tuples();
}

} // namespace details
/** @endcond */

/* ---- Errors -------------------------------------------------------------------------------------------------------------------------- */

#if defined(__cpp_exceptions)
/** A call that the library rejected. Nothing was written. what() is the sentence of strew_fault_describe. */
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

/** @cond details */
namespace details
{

/* Calls one of the operators over what the arguments are views of. */
template <class Call, class Output, class Data, class Indices, class Updates>
bool over(const Call &call, Output &output, const Data &data, const Indices &indices, const Updates &updates,
          const strew_options &options) noexcept
{
    const auto to = as_view(output);
    const auto from = as_view(data);
    const auto &at = as_view(indices); /* or components */
    const tuples of_tuples = tuples_of(at);
    const auto with = as_view(updates);
    using element = std::remove_pointer_t<decltype(to.values)>;
    static_assert(!std::is_const_v<element>, "output is written to");
    static_assert(std::is_same_v<element, std::remove_cv_t<std::remove_pointer_t<decltype(from.values)>>>, "output has the type of data");
    const strew_tensor of_data = tensor_of(from.sizes, from.values), of_updates = tensor_of(with.sizes, with.values);
    const strew_options all = with_strides_of(to.sizes, of_tuples.component_strides, options);
    return call(static_cast<void *>(to.values), &of_data, &of_tuples.tensor, &of_updates, &all) == STREW_OK;
}

/* The same for a gather, whose output has a shape of its own, which the library does not ask for. */
template <class Call, class Output, class Data, class Indices>
bool over_gather(const Call &call, Output &output, const Data &data, const Indices &indices, const strew_options &options) noexcept
{
    const auto to = as_view(output);
    const auto from = as_view(data);
    const auto &at = as_view(indices); /* or components */
    const tuples of_tuples = tuples_of(at);
    using element = std::remove_pointer_t<decltype(to.values)>;
    static_assert(!std::is_const_v<element>, "output is written to");
    static_assert(std::is_same_v<element, std::remove_cv_t<std::remove_pointer_t<decltype(from.values)>>>, "output has the type of data");
    const strew_tensor of_data = tensor_of(from.sizes, from.values);
    const strew_options all = with_strides_of(to.sizes, of_tuples.component_strides, options);
    return call(static_cast<void *>(to.values), &of_data, &of_tuples.tensor, &all) == STREW_OK;
}

#if defined(__cpp_exceptions)
inline void throw_unless(bool is_right, const strew_fault &fault)
{
    if (!is_right) throw error(fault);
}
#endif

} // namespace details
/** @endcond */

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

/** The defaults of strew_options and strew_resources. */
inline constexpr strew_options default_options = STREW_OPTIONS_INIT;
inline constexpr strew_resources no_resources = STREW_RESOURCES_INIT; /**< One thread, and no workspace. */

/** strew_scatter_nd. Each tensor is a view, or a container with one dimension. output has the shape and the type of data, and may be data. */
template <class Output, class Data, class Indices, class Updates>
bool scatter_nd(Output &&output, const Data &data, const Indices &indices, const Updates &updates, strew_reduction reduction,
                const strew_options &options, strew_fault &fault) noexcept
{
    return details::over([&](void *to, const strew_tensor *from, const strew_tensor *at, const strew_tensor *with,
                             const strew_options *all) { return strew_scatter_nd(to, from, at, with, reduction, all, &fault); },
                         output, data, indices, updates, options);
}

/** strew_scatter_elements. The tensors are those of scatter_nd. */
template <class Output, class Data, class Indices, class Updates>
bool scatter_elements(Output &&output, const Data &data, const Indices &indices, const Updates &updates, std::int64_t axis,
                      strew_reduction reduction, const strew_options &options, strew_fault &fault) noexcept
{
    return details::over([&](void *to, const strew_tensor *from, const strew_tensor *at, const strew_tensor *with,
                             const strew_options *all) { return strew_scatter_elements(to, from, at, with, axis, reduction, all, &fault); },
                         output, data, indices, updates, options);
}

/** strew_scatter_update. The tensors are those of scatter_nd. */
template <class Output, class Data, class Indices, class Updates>
bool scatter_update(Output &&output, const Data &data, const Indices &indices, const Updates &updates, std::int64_t axis,
                    strew_reduction reduction, const strew_options &options, strew_fault &fault) noexcept
{
    return details::over([&](void *to, const strew_tensor *from, const strew_tensor *at, const strew_tensor *with,
                             const strew_options *all) { return strew_scatter_update(to, from, at, with, axis, reduction, all, &fault); },
                         output, data, indices, updates, options);
}

#if defined(__cpp_exceptions)
/** strew_scatter_nd; throws strew::error. */
template <class Output, class Data, class Indices, class Updates>
void scatter_nd(Output &&output, const Data &data, const Indices &indices, const Updates &updates,
                strew_reduction reduction = STREW_REDUCTION_NONE, const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(scatter_nd(output, data, indices, updates, reduction, options, fault), fault);
}

/** strew_scatter_elements; throws strew::error. */
template <class Output, class Data, class Indices, class Updates>
void scatter_elements(Output &&output, const Data &data, const Indices &indices, const Updates &updates, std::int64_t axis = 0,
                      strew_reduction reduction = STREW_REDUCTION_NONE, const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(scatter_elements(output, data, indices, updates, axis, reduction, options, fault), fault);
}

/** strew_scatter_update; throws strew::error. */
template <class Output, class Data, class Indices, class Updates>
void scatter_update(Output &&output, const Data &data, const Indices &indices, const Updates &updates, std::int64_t axis = 0,
                    strew_reduction reduction = STREW_REDUCTION_NONE, const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(scatter_update(output, data, indices, updates, axis, reduction, options, fault), fault);
}
#endif

/* ---- Gather -------------------------------------------------------------------------------------------------------------------------- */

/** strew_gather_nd. Each tensor is a view, or a container with one dimension. output has as many elements as strew_gather_nd says; its shape is
 * not read, but its strides are. */
template <class Output, class Data, class Indices>
bool gather_nd(Output &&output, const Data &data, const Indices &indices, std::int64_t batch_dims, const strew_options &options,
               strew_fault &fault) noexcept
{
    return details::over_gather([&](void *to, const strew_tensor *from, const strew_tensor *at,
                                    const strew_options *all) { return strew_gather_nd(to, from, at, batch_dims, all, &fault); },
                                output, data, indices, options);
}

/** strew_gather_elements. The tensors are those of gather_nd. */
template <class Output, class Data, class Indices>
bool gather_elements(Output &&output, const Data &data, const Indices &indices, std::int64_t axis, const strew_options &options,
                     strew_fault &fault) noexcept
{
    return details::over_gather([&](void *to, const strew_tensor *from, const strew_tensor *at,
                                    const strew_options *all) { return strew_gather_elements(to, from, at, axis, all, &fault); },
                                output, data, indices, options);
}

/** strew_gather. The tensors are those of gather_nd. */
template <class Output, class Data, class Indices>
bool gather(Output &&output, const Data &data, const Indices &indices, std::int64_t axis, std::int64_t batch_dims,
            const strew_options &options, strew_fault &fault) noexcept
{
    return details::over_gather([&](void *to, const strew_tensor *from, const strew_tensor *at,
                                    const strew_options *all) { return strew_gather(to, from, at, axis, batch_dims, all, &fault); },
                                output, data, indices, options);
}

#if defined(__cpp_exceptions)
/** strew_gather_nd; throws strew::error. */
template <class Output, class Data, class Indices>
void gather_nd(Output &&output, const Data &data, const Indices &indices, std::int64_t batch_dims = 0,
               const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(gather_nd(output, data, indices, batch_dims, options, fault), fault);
}

/** strew_gather_elements; throws strew::error. */
template <class Output, class Data, class Indices>
void gather_elements(Output &&output, const Data &data, const Indices &indices, std::int64_t axis = 0,
                     const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(gather_elements(output, data, indices, axis, options, fault), fault);
}

/** strew_gather; throws strew::error. */
template <class Output, class Data, class Indices>
void gather(Output &&output, const Data &data, const Indices &indices, std::int64_t axis = 0, std::int64_t batch_dims = 0,
            const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(gather(output, data, indices, axis, batch_dims, options, fault), fault);
}
#endif

/* ---- Tensor scatter ------------------------------------------------------------------------------------------------------------------ */

/** strew_tensor_scatter. Each tensor is a view, or a container with one dimension; output has the shape of past_cache, and may be it.
 * write_indices of nullptr stand for zeros. */
template <class Output, class Cache, class Update, class Indices>
bool tensor_scatter(Output &&output, const Cache &past_cache, const Update &update, const Indices &write_indices, std::int64_t axis,
                    strew_cache_mode mode, const strew_options &options, strew_fault &fault) noexcept
{
    if constexpr (std::is_same_v<Indices, std::nullptr_t>) {
        return details::over(
            [&](void *to, const strew_tensor *from, const strew_tensor *, const strew_tensor *with, const strew_options *all) {
                return strew_tensor_scatter(to, from, with, nullptr, axis, mode, all, &fault);
            },
            output, past_cache, update, update, options);
    } else {
        return details::over([&](void *to, const strew_tensor *from, const strew_tensor *at, const strew_tensor *with,
                                 const strew_options *all) { return strew_tensor_scatter(to, from, with, at, axis, mode, all, &fault); },
                             output, past_cache, write_indices, update, options);
    }
}

#if defined(__cpp_exceptions)
/** strew_tensor_scatter; throws strew::error. */
template <class Output, class Cache, class Update, class Indices>
void tensor_scatter(Output &&output, const Cache &past_cache, const Update &update, const Indices &write_indices, std::int64_t axis = -2,
                    strew_cache_mode mode = STREW_CACHE_LINEAR, const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(tensor_scatter(output, past_cache, update, write_indices, axis, mode, options, fault), fault);
}
#endif

/* ---- Masked scatter ------------------------------------------------------------------------------------------------------------------ */

/** strew_masked_scatter. Each tensor is a view, or a container with one dimension; output and mask have the shape of data, and output may
 * be data. mask has elements of bool. */
template <class Output, class Data, class Mask, class Updates>
bool masked_scatter(Output &&output, const Data &data, const Mask &mask, const Updates &updates, const strew_options &options,
                    strew_fault &fault) noexcept
{
    return details::over([&](void *to, const strew_tensor *from, const strew_tensor *by, const strew_tensor *with,
                             const strew_options *all) { return strew_masked_scatter(to, from, by, with, all, &fault); },
                         output, data, mask, updates, options);
}

#if defined(__cpp_exceptions)
/** strew_masked_scatter; throws strew::error. */
template <class Output, class Data, class Mask, class Updates>
void masked_scatter(Output &&output, const Data &data, const Mask &mask, const Updates &updates,
                    const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(masked_scatter(output, data, mask, updates, options, fault), fault);
}
#endif

/* ---- Partition ----------------------------------------------------------------------------------------------------------------------- */

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

/** strew_partition. starts, order and local are views or containers of std::int64_t, with the room that strew.h asks for; local may be
 * nullptr. data is the shape of data, of any type. */
template <class Starts, class Order, class Local, class Indices>
bool partition(Starts &&starts, Order &&order, Local &&local, const shape &data, const Indices &indices, const strew_chunk_grid &grid,
               const strew_options &options, strew_fault &fault) noexcept
{
    const auto at = details::as_view(indices);
    const strew_tensor of_data = details::tensor_of<std::uint8_t>(data), of_indices = details::tensor_of(at.sizes, at.values);
    return strew_partition(details::numbers_of(starts), details::numbers_of(order), details::numbers_of(local), &of_data, &of_indices,
                           &grid, &options, &fault) == STREW_OK;
}

#if defined(__cpp_exceptions)
/** strew_partition; throws strew::error. */
template <class Starts, class Order, class Local, class Indices>
void partition(Starts &&starts, Order &&order, Local &&local, const shape &data, const Indices &indices, const strew_chunk_grid &grid,
               const strew_options &options = default_options)
{
    strew_fault fault;
    details::throw_unless(partition(starts, order, local, data, indices, grid, options, fault), fault);
}
#endif

/* ---- Plans --------------------------------------------------------------------------------------------------------------------------- */

/** The memory that makes runs of a plan faster, or that a mean cannot do without, as resources:
 *
 *     const strew::workspace workspace(plan, resources);
 *     plan(output, data, indices, updates, workspace);
 *
 * It owns strew_plan_workspace_size bytes, and serves one run at a time. Without memory it is empty: runs are as without a workspace. */
class workspace
{
  public:
    /** For a strew::plan, and for the threads of these resources, whose own workspace is not used. */
    template <class Plan> explicit workspace(const Plan &plan, const strew_resources &threads = no_resources) noexcept : all(threads)
    {
        all.workspace_bytes = plan.workspace_size(threads.parallel_for != nullptr ? threads.n_threads : 1);
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
template <class T> class prepared
{
  public:
    /** Whether it is known that no tuple repeats, so that their order does not matter. */
    bool is_distinct() const
    {
        return strew_prepared_is_distinct(memory.get()) != 0;
    }

    /** strew_run_prepared: buffers of the shapes that were planned. */
    bool run(T *output, const T *data, const T *updates, const strew_resources &resources, strew_fault &fault) const noexcept
    {
        return strew_run_prepared(&plan, output, data, memory.get(), updates, &resources, &fault) == STREW_OK;
    }

#if defined(__cpp_exceptions)
    /** The same; throws strew::error. */
    void operator()(T *output, const T *data, const T *updates, const strew_resources &resources = no_resources) const
    {
        strew_fault fault;
        details::throw_unless(run(output, data, updates, resources, fault), fault);
    }
#endif

  private:
    template <class, class> friend class plan;
    prepared(const strew_plan &planned, std::unique_ptr<unsigned char[]> filled) : plan(planned), memory(std::move(filled)) {}

    strew_plan plan;
    std::unique_ptr<unsigned char[]> memory;
};

/** What follows from shapes, types and options: a value that is copied freely, for any number of runs. Index is
 * any integer of 8 to 64 bits, or bool for the mask of a masked_scatter. */
template <class T, class Index = std::int64_t> class plan
{
  public:
    /** strew_scatter_nd_plan. Nothing if the library rejects it. */
    static std::optional<plan> scatter_nd(const shape &data, const shape &indices, const shape &updates, strew_reduction reduction,
                                          const strew_options &options, strew_fault &fault) noexcept
    {
        return make(data, indices, updates, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_scatter_nd_plan(to, &tensors[0], &tensors[1], &tensors[2], reduction, &options, &fault);
        });
    }

    /** strew_scatter_elements_plan. */
    static std::optional<plan> scatter_elements(const shape &data, const shape &indices, const shape &updates, std::int64_t axis,
                                                strew_reduction reduction, const strew_options &options, strew_fault &fault) noexcept
    {
        return make(data, indices, updates, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_scatter_elements_plan(to, &tensors[0], &tensors[1], &tensors[2], axis, reduction, &options, &fault);
        });
    }

    /** strew_scatter_update_plan. */
    static std::optional<plan> scatter_update(const shape &data, const shape &indices, const shape &updates, std::int64_t axis,
                                              strew_reduction reduction, const strew_options &options, strew_fault &fault) noexcept
    {
        return make(data, indices, updates, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_scatter_update_plan(to, &tensors[0], &tensors[1], &tensors[2], axis, reduction, &options, &fault);
        });
    }

    /** strew_tensor_scatter_plan, with write indices of the shape {batches}. It has nothing to prepare. */
    static std::optional<plan> tensor_scatter(const shape &past_cache, const shape &update, const shape &write_indices, std::int64_t axis,
                                              strew_cache_mode mode, const strew_options &options, strew_fault &fault) noexcept
    {
        return make(past_cache, write_indices, update, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_tensor_scatter_plan(to, &tensors[0], &tensors[2], &tensors[1], axis, mode, &options, &fault);
        });
    }

    /** The same without write indices: nullptr, also as those of a run, stands for zeros. */
    static std::optional<plan> tensor_scatter(const shape &past_cache, const shape &update, std::nullptr_t, std::int64_t axis,
                                              strew_cache_mode mode, const strew_options &options, strew_fault &fault) noexcept
    {
        return make(past_cache, {}, update, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_tensor_scatter_plan(to, &tensors[0], &tensors[2], nullptr, axis, mode, &options, &fault);
        });
    }

    /** strew_masked_scatter_plan, of a plan whose Index is bool: its indices are the mask. It has nothing to prepare. */
    static std::optional<plan> masked_scatter(const shape &data, const shape &mask, const shape &updates, const strew_options &options,
                                              strew_fault &fault) noexcept
    {
        return make(data, mask, updates, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_masked_scatter_plan(to, &tensors[0], &tensors[1], &tensors[2], &options, &fault);
        });
    }

    /** strew_run_with: buffers of the shapes that were planned. output may be data. */
    bool run(T *output, const T *data, const Index *indices, const T *updates, const strew_resources &resources,
             strew_fault &fault) const noexcept
    {
        return strew_run_with(&planned, output, data, indices, updates, &resources, &fault) == STREW_OK;
    }

    /** strew_prepare, in memory of its own. Nothing if the library rejects the indices, or, with the status STREW_OK, without memory. */
    std::optional<prepared<T>> prepare(const Index *indices, strew_fault &fault) const noexcept
    {
        const std::size_t size = strew_plan_prepared_size(&planned);
        std::unique_ptr<unsigned char[]> memory(new (std::nothrow) unsigned char[size]);
        fault = {};
        if (memory == nullptr || strew_prepare(&planned, indices, memory.get(), size, &fault) != STREW_OK) return std::nullopt;
        return prepared<T>(planned, std::move(memory));
    }

#if defined(__cpp_exceptions)
    /** strew_scatter_nd_plan; throws strew::error. */
    static plan scatter_nd(const shape &data, const shape &indices, const shape &updates, strew_reduction reduction = STREW_REDUCTION_NONE,
                           const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(scatter_nd(data, indices, updates, reduction, options, fault), fault);
    }

    /** strew_scatter_elements_plan; throws strew::error. */
    static plan scatter_elements(const shape &data, const shape &indices, const shape &updates, std::int64_t axis = 0,
                                 strew_reduction reduction = STREW_REDUCTION_NONE, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(scatter_elements(data, indices, updates, axis, reduction, options, fault), fault);
    }

    /** strew_scatter_update_plan; throws strew::error. */
    static plan scatter_update(const shape &data, const shape &indices, const shape &updates, std::int64_t axis = 0,
                               strew_reduction reduction = STREW_REDUCTION_NONE, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(scatter_update(data, indices, updates, axis, reduction, options, fault), fault);
    }

    /** strew_tensor_scatter_plan; throws strew::error. */
    static plan tensor_scatter(const shape &past_cache, const shape &update, const shape &write_indices, std::int64_t axis = -2,
                               strew_cache_mode mode = STREW_CACHE_LINEAR, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(tensor_scatter(past_cache, update, write_indices, axis, mode, options, fault), fault);
    }

    /** The same without write indices; throws strew::error. */
    static plan tensor_scatter(const shape &past_cache, const shape &update, std::nullptr_t, std::int64_t axis = -2,
                               strew_cache_mode mode = STREW_CACHE_LINEAR, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(tensor_scatter(past_cache, update, nullptr, axis, mode, options, fault), fault);
    }

    /** strew_masked_scatter_plan; throws strew::error. */
    static plan masked_scatter(const shape &data, const shape &mask, const shape &updates, const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(masked_scatter(data, mask, updates, options, fault), fault);
    }

    /** strew_run_with; throws strew::error. */
    void operator()(T *output, const T *data, const Index *indices, const T *updates, const strew_resources &resources = no_resources) const
    {
        strew_fault fault;
        details::throw_unless(run(output, data, indices, updates, resources, fault), fault);
    }

    /** strew_prepare; throws strew::error, or std::bad_alloc without memory. */
    strew::prepared<T> prepare(const Index *indices) const
    {
        strew_fault fault;
        std::optional<strew::prepared<T>> made = prepare(indices, fault);
        if (!made && fault.status == STREW_OK) throw std::bad_alloc();
        return value_of(std::move(made), fault);
    }
#endif

    /** strew_plan_workspace_size. */
    std::size_t workspace_size(std::int32_t n_threads) const
    {
        return strew_plan_workspace_size(&planned, n_threads);
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

    template <class Make>
    static std::optional<plan> make(const shape &data, const shape &indices, const shape &updates, const Make &plan_with) noexcept
    {
        const strew_tensor tensors[] = {details::tensor_of<T>(data), details::tensor_of<Index>(indices), details::tensor_of<T>(updates)};
        plan made;
        if (plan_with(&made.planned, tensors) != STREW_OK) return std::nullopt;
        return made;
    }

#if defined(__cpp_exceptions)
    template <class Value> static Value value_of(std::optional<Value> made, const strew_fault &fault)
    {
        details::throw_unless(made.has_value(), fault);
        return *std::move(made);
    }
#endif

    strew_plan planned;
};

/** What strew_prepare has made of the indices of a gather. It owns its memory, and is valid in this process. */
template <class T> class prepared_gather
{
  public:
    /** strew_run_gather_prepared: buffers of the shapes that were planned. */
    bool run(T *output, const T *data, const strew_resources &resources, strew_fault &fault) const noexcept
    {
        return strew_run_gather_prepared(&plan, output, data, memory.get(), &resources, &fault) == STREW_OK;
    }

#if defined(__cpp_exceptions)
    /** The same; throws strew::error. */
    void operator()(T *output, const T *data, const strew_resources &resources = no_resources) const
    {
        strew_fault fault;
        details::throw_unless(run(output, data, resources, fault), fault);
    }
#endif

  private:
    template <class, class> friend class gather_plan;
    prepared_gather(const strew_plan &planned, std::unique_ptr<unsigned char[]> filled) : plan(planned), memory(std::move(filled)) {}

    strew_plan plan;
    std::unique_ptr<unsigned char[]> memory;
};

/** What follows from shapes, types and options of a gather: a value as strew::plan. */
template <class T, class Index = std::int64_t> class gather_plan
{
  public:
    /** strew_gather_nd_plan. Nothing if the library rejects it. */
    static std::optional<gather_plan> gather_nd(const shape &data, const shape &indices, std::int64_t batch_dims,
                                                const strew_options &options, strew_fault &fault) noexcept
    {
        return make(data, indices, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_gather_nd_plan(to, &tensors[0], &tensors[1], batch_dims, &options, &fault);
        });
    }

    /** strew_gather_elements_plan. */
    static std::optional<gather_plan> gather_elements(const shape &data, const shape &indices, std::int64_t axis,
                                                      const strew_options &options, strew_fault &fault) noexcept
    {
        return make(data, indices, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_gather_elements_plan(to, &tensors[0], &tensors[1], axis, &options, &fault);
        });
    }

    /** strew_gather_plan. */
    static std::optional<gather_plan> gather(const shape &data, const shape &indices, std::int64_t axis, std::int64_t batch_dims,
                                             const strew_options &options, strew_fault &fault) noexcept
    {
        return make(data, indices, [&](strew_plan *to, const strew_tensor *tensors) {
            return strew_gather_plan(to, &tensors[0], &tensors[1], axis, batch_dims, &options, &fault);
        });
    }

    /** strew_run_gather: buffers of the shapes that were planned. */
    bool run(T *output, const T *data, const Index *indices, const strew_resources &resources, strew_fault &fault) const noexcept
    {
        return strew_run_gather(&planned, output, data, indices, &resources, &fault) == STREW_OK;
    }

    /** strew_prepare, in memory of its own. Nothing if the library rejects the indices, or, with the status STREW_OK, without memory. */
    std::optional<prepared_gather<T>> prepare(const Index *indices, strew_fault &fault) const noexcept
    {
        const std::size_t size = strew_plan_prepared_size(&planned);
        std::unique_ptr<unsigned char[]> memory(new (std::nothrow) unsigned char[size]);
        fault = {};
        if (memory == nullptr || strew_prepare(&planned, indices, memory.get(), size, &fault) != STREW_OK) return std::nullopt;
        return prepared_gather<T>(planned, std::move(memory));
    }

#if defined(__cpp_exceptions)
    /** strew_gather_nd_plan; throws strew::error. */
    static gather_plan gather_nd(const shape &data, const shape &indices, std::int64_t batch_dims = 0,
                                 const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(gather_nd(data, indices, batch_dims, options, fault), fault);
    }

    /** strew_gather_elements_plan; throws strew::error. */
    static gather_plan gather_elements(const shape &data, const shape &indices, std::int64_t axis = 0,
                                       const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(gather_elements(data, indices, axis, options, fault), fault);
    }

    /** strew_gather_plan; throws strew::error. */
    static gather_plan gather(const shape &data, const shape &indices, std::int64_t axis = 0, std::int64_t batch_dims = 0,
                              const strew_options &options = default_options)
    {
        strew_fault fault;
        return value_of(gather(data, indices, axis, batch_dims, options, fault), fault);
    }

    /** strew_run_gather; throws strew::error. */
    void operator()(T *output, const T *data, const Index *indices, const strew_resources &resources = no_resources) const
    {
        strew_fault fault;
        details::throw_unless(run(output, data, indices, resources, fault), fault);
    }

    /** strew_prepare; throws strew::error, or std::bad_alloc without memory. */
    prepared_gather<T> prepare(const Index *indices) const
    {
        strew_fault fault;
        std::optional<prepared_gather<T>> made = prepare(indices, fault);
        if (!made && fault.status == STREW_OK) throw std::bad_alloc();
        return value_of(std::move(made), fault);
    }
#endif

    /** For calls of strew.h. */
    const strew_plan &get() const
    {
        return planned;
    }

  private:
    gather_plan() = default;

    template <class Make> static std::optional<gather_plan> make(const shape &data, const shape &indices, const Make &plan_with) noexcept
    {
        const strew_tensor tensors[] = {details::tensor_of<T>(data), details::tensor_of<Index>(indices)};
        gather_plan made;
        if (plan_with(&made.planned, tensors) != STREW_OK) return std::nullopt;
        return made;
    }

#if defined(__cpp_exceptions)
    template <class Value> static Value value_of(std::optional<Value> made, const strew_fault &fault)
    {
        details::throw_unless(made.has_value(), fault);
        return *std::move(made);
    }
#endif

    strew_plan planned;
};

} // namespace strew

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif /* STREW_STREW_HPP */
