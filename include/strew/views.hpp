/**
 * @file views.hpp
 * Tensors of other libraries as strew::view, without a copy: those of DLPack, arrays of the Arrow C data interface, and std::mdspan. For
 * C++17 and later.
 *
 *     const strew::view<const float> table = strew::from_dlpack<const float>(*managed);
 *     const strew::view<const float> rows = strew::from_arrow<const float>(array, schema);
 *     strew::scatter_update(output, data, indices, strew::from_mdspan(span));
 *
 * A view points to the memory of the other library: it is valid as long as that is held, and releases nothing. What is no tensor of strew
 * is rejected by a sentence: the forms that throw throw strew::view_error, and the others return whether they succeeded.
 *
 * DLPack's structs are declared in the namespace strew::dlpack, and every function takes those of <dlpack/dlpack.h> too, whichever header
 * is included first. Arrow's are declared as its specification says, between its guards, so that they are there once.
 */
#ifndef STREW_VIEWS_HPP
#define STREW_VIEWS_HPP

#ifndef __cplusplus
#error "<strew/views.hpp> is for C++"
#endif

#include <cstdio>
#include <limits>

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_mdspan)
#include <mdspan>
#endif

#include <strew/strew.hpp>

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE /**< What follows is there once in a program, whichever header declares it first. */

#define ARROW_FLAG_DICTIONARY_ORDERED 1 /**< Not read. */
#define ARROW_FLAG_NULLABLE 2           /**< Not read. */
#define ARROW_FLAG_MAP_KEYS_SORTED 4    /**< Not read. */

/** The type of an array of the Arrow C data interface, as its specification has it. */
struct ArrowSchema {
    const char *format;                          /**< Such as "f" for float32. */
    const char *name;                            /**< Not read. */
    const char *metadata;                        /**< Not read. */
    std::int64_t flags;                          /**< Not read. */
    std::int64_t n_children;                     /**< 1 of a list. */
    struct ArrowSchema **children;               /**< The type of its elements. */
    struct ArrowSchema *dictionary;              /**< NULL, or the array is rejected. */
    void (*release)(struct ArrowSchema *schema); /**< NULL if it was released. */
    void *private_data;                          /**< The producer's. */
};

/** An array of the Arrow C data interface, as its specification has it. */
struct ArrowArray {
    std::int64_t length;                       /**< The number of elements. */
    std::int64_t null_count;                   /**< -1 if it was not counted. */
    std::int64_t offset;                       /**< The first element in the buffers. */
    std::int64_t n_buffers;                    /**< 2 of numbers, 1 of a fixed-size list. */
    std::int64_t n_children;                   /**< 1 of a list. */
    const void **buffers;                      /**< A bit for each element that is not null, or NULL; then the elements. */
    struct ArrowArray **children;              /**< The elements of a list. */
    struct ArrowArray *dictionary;             /**< NULL, or the array is rejected. */
    void (*release)(struct ArrowArray *array); /**< NULL if it was released. */
    void *private_data;                        /**< The producer's. */
};

#endif /* ARROW_C_DATA_INTERFACE */

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden) /* the library that strew is a part of exports nothing of it */
#endif

namespace strew
{

/** DLPack's structs of version 1.1, with members of the same names in the same order. */
namespace dlpack
{

/** Of the producer's DLPack. */
struct Version {
    std::uint32_t major; /**< Another major version is another ABI. */
    std::uint32_t minor; /**< Not read. */
};

/** Where the memory is. */
struct Device {
    std::int32_t device_type; /**< 1 is the CPU, and nothing else is taken. */
    std::int32_t device_id;   /**< Not read. */
};

/** The type of the elements. */
struct DataType {
    std::uint8_t code;   /**< Integers 0, unsigned 1, floats 2, bfloat16 4, complex 5, bool 6, float8 7 to 14, float6 15, 16, float4 17. */
    std::uint8_t bits;   /**< Of one element. */
    std::uint16_t lanes; /**< 1, or the tensor is rejected. */
};

/** A tensor. */
struct Tensor {
    void *data;                /**< With byte_offset, the element with index 0 in every dimension. */
    Device device;             /**< Where it is. */
    std::int32_t ndim;         /**< The rank. */
    DataType dtype;            /**< The type. */
    std::int64_t *shape;       /**< The sizes. */
    std::int64_t *strides;     /**< In elements, or NULL. */
    std::uint64_t byte_offset; /**< In bytes. */
};

/** A tensor with what frees it: what a capsule "dltensor" holds. */
struct ManagedTensor {
    Tensor dl_tensor;                        /**< The tensor. */
    void *manager_ctx;                       /**< The producer's. */
    void (*deleter)(struct ManagedTensor *); /**< Not called here. */
};

/** The same with a version and flags: what a capsule "dltensor_versioned" holds. */
struct ManagedTensorVersioned {
    Version version;                                  /**< Of the producer. */
    void *manager_ctx;                                /**< The producer's. */
    void (*deleter)(struct ManagedTensorVersioned *); /**< Not called here. */
    std::uint64_t flags;                              /**< 1: read only; 4: elements of less than 8 bits have a byte each. */
    Tensor dl_tensor;                                 /**< The tensor. */
};

} // namespace dlpack

/** Why something is no tensor of strew. */
struct view_fault {
    char sentence[160] = ""; /**< Empty if it is one. */
};

#if defined(__cpp_exceptions)
/** What is no tensor of strew. what() is the sentence. */
class view_error : public std::invalid_argument
{
  public:
    /** The exception for a fault. */
    explicit view_error(const view_fault &fault) : std::invalid_argument(fault.sentence) {}
};
#endif

/** A tensor whose type is known when the program runs, for a strew_call. */
struct any_view {
    void *values = nullptr;                          /**< The element with index 0 in every dimension; for strew_buffers. */
    strew_dtype dtype = static_cast<strew_dtype>(0); /**< The type. */
    shape sizes = {};                                /**< In elements, with the strides. */
    bool is_read_only = false;                       /**< Nothing may be written there. */

    /** For a strew_call. It points to the shape of this view. */
    strew_tensor tensor() const noexcept
    {
        return {dtype, sizes.rank(), sizes.sizes(), values, sizes.strides()};
    }
};

/** @cond details */
namespace details
{

template <class... Words> bool reject(view_fault &fault, const char *format, Words... words) noexcept
{
    std::snprintf(fault.sentence, sizeof fault.sentence, format, words...);
    return false;
}

inline bool reject(view_fault &fault, const char *sentence) noexcept
{
    return reject(fault, "%s", sentence);
}

struct numbers {
    const std::int64_t *first, *last;

    const std::int64_t *begin() const
    {
        return first;
    }

    const std::int64_t *end() const
    {
        return last;
    }
};

/* The dtype of DLPack's code and bits; 0 if there is none. `is_padded`: elements of less than 8 bits have a byte each. */
inline strew_dtype dtype_of_dlpack(unsigned code, unsigned bits, bool is_padded) noexcept
{
    constexpr strew_dtype byte = STREW_DTYPE_OPAQUE(1), none = static_cast<strew_dtype>(0);
    switch (code) {
    case 0:
        return bits == 8    ? STREW_DTYPE_INT8
               : bits == 16 ? STREW_DTYPE_INT16
               : bits == 32 ? STREW_DTYPE_INT32
               : bits == 64 ? STREW_DTYPE_INT64
               : bits == 4  ? (is_padded ? byte : STREW_DTYPE_INT4)
                            : none;
    case 1:
        return bits == 8    ? STREW_DTYPE_UINT8
               : bits == 16 ? STREW_DTYPE_UINT16
               : bits == 32 ? STREW_DTYPE_UINT32
               : bits == 64 ? STREW_DTYPE_UINT64
               : bits == 4  ? (is_padded ? byte : STREW_DTYPE_UINT4)
                            : none;
    case 2: return bits == 16 ? STREW_DTYPE_FLOAT16 : bits == 32 ? STREW_DTYPE_FLOAT32 : bits == 64 ? STREW_DTYPE_FLOAT64 : none;
    case 4: return bits == 16 ? STREW_DTYPE_BFLOAT16 : none;
    case 5: return bits == 64 ? STREW_DTYPE_COMPLEX64 : bits == 128 ? STREW_DTYPE_COMPLEX128 : none;
    case 6: return bits == 8 ? STREW_DTYPE_BOOL : none;
    case 10: return bits == 8 ? STREW_DTYPE_FLOAT8E4M3FN : none;
    case 12: return bits == 8 ? STREW_DTYPE_FLOAT8E5M2 : none;
    case 7: /* e3m4, e4m3, e4m3b11fnuz, e4m3fnuz, e5m2fnuz and e8m0fnu: strew moves them */
    case 8:
    case 9:
    case 11:
    case 13:
    case 14: return bits == 8 ? byte : none;
    case 15: /* float6, of which DLPack has two, and float4: one in a byte, or no byte begins with each */
    case 16: return bits == 6 && is_padded ? byte : none;
    case 17: return bits == 4 && is_padded ? byte : none;
    default: return none;
    }
}

/* The dtype of a format of Arrow's, whose elements have whole bytes; 0 if there is none. */
inline strew_dtype dtype_of_arrow(const char *format) noexcept
{
    if (format[0] != '\0' && format[1] == '\0') {
        switch (format[0]) {
        case 'c': return STREW_DTYPE_INT8;
        case 'C': return STREW_DTYPE_UINT8;
        case 's': return STREW_DTYPE_INT16;
        case 'S': return STREW_DTYPE_UINT16;
        case 'i': return STREW_DTYPE_INT32;
        case 'I': return STREW_DTYPE_UINT32;
        case 'l': return STREW_DTYPE_INT64;
        case 'L': return STREW_DTYPE_UINT64;
        case 'e': return STREW_DTYPE_FLOAT16;
        case 'f': return STREW_DTYPE_FLOAT32;
        case 'g': return STREW_DTYPE_FLOAT64;
        default: break;
        }
    }
    return static_cast<strew_dtype>(0);
}

/* The number after a format such as "+w:3"; -1 if there is none. */
inline std::int64_t size_of_list(const char *format) noexcept
{
    if (format[0] != '+' || format[1] != 'w' || format[2] != ':' || format[3] == '\0') return -1;
    std::int64_t size = 0;
    for (const char *digit = format + 3; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9' || size > std::numeric_limits<std::int32_t>::max() / 10) return -1;
        size = 10 * size + (*digit - '0');
    }
    return size;
}

/* How many of n elements from `begin` on are null. */
inline std::int64_t count_nulls(const ArrowArray &array, std::int64_t begin, std::int64_t n) noexcept
{
    if (array.null_count == 0 || array.n_buffers < 1 || array.buffers[0] == nullptr) return 0;
    const auto *bits = static_cast<const unsigned char *>(array.buffers[0]);
    std::int64_t found = 0;
    for (std::int64_t i = begin; i < begin + n; i++) found += (bits[i / 8] >> (i % 8) & 1) == 0;
    return found;
}

/* Elements `begin` to `begin + n` of an array, counted from the begin of its buffers; `sizes` has what the lists around it have. */
inline bool read_arrow(any_view &to, const ArrowArray &array, const ArrowSchema &schema, std::int64_t begin, std::int64_t n,
                       std::array<std::int64_t, STREW_MAX_RANK> &sizes, std::size_t rank, view_fault &fault) noexcept
{
    if (array.release == nullptr || schema.release == nullptr) return reject(fault, "the array was released");
    const char *format = schema.format;
    if (array.dictionary != nullptr || schema.dictionary != nullptr) return reject(fault, "the array is a dictionary's: decode it first");
    constexpr std::int64_t max = std::numeric_limits<std::int64_t>::max();
    if (n < 0 || begin < 0 || begin > max - n)
        return reject(fault, "the length %lld or the offset %lld is negative or too large", static_cast<long long>(n),
                      static_cast<long long>(begin));
    if (const std::int64_t nulls = count_nulls(array, begin, n))
        return reject(fault, "the array has %lld nulls: fill them first", static_cast<long long>(nulls));
    const std::int64_t list = size_of_list(format);
    if (list >= 0) {
        if (array.n_children != 1 || schema.n_children != 1)
            return reject(fault, "a fixed-size list has %lld children, and its type %lld: each must have 1",
                          static_cast<long long>(array.n_children), static_cast<long long>(schema.n_children));
        if (rank == sizes.size()) return reject(fault, "the lists have more than %d dimensions", STREW_MAX_RANK);
        const ArrowArray &child = *array.children[0];
        sizes[rank] = list;
        if ((list != 0 && begin + n > max / list) || child.offset < 0 || child.offset > max - (begin + n) * list)
            return reject(fault, "the elements of a list begin at %lld and are %lld rows of %lld: negative or too large",
                          static_cast<long long>(child.offset), static_cast<long long>(begin + n), static_cast<long long>(list));
        if (child.length < (begin + n) * list)
            return reject(fault, "a list has %lld elements, but its rows are of %lld", static_cast<long long>(child.length),
                          static_cast<long long>((begin + n) * list));
        return read_arrow(to, child, *schema.children[0], child.offset + begin * list, n * list, sizes, rank + 1, fault);
    }
    to.dtype = dtype_of_arrow(format);
    if (to.dtype == 0) {
        if (format[0] == 'b' && format[1] == '\0')
            return reject(fault, "the format b has a bit for each bool, and strew's bools have a byte");
        return reject(fault, "the format %.40s has no dtype: it must be of integers, floats, or fixed-size lists of them", format);
    }
    if (array.n_buffers != 2) return reject(fault, "the array has %lld buffers, and must have 2", static_cast<long long>(array.n_buffers));
    const char *values = static_cast<const char *>(array.buffers[1]);
    if (values != nullptr) values += static_cast<std::size_t>(begin) * strew_dtype_size(to.dtype);
    to.values = const_cast<char *>(values);
    to.sizes = shape(numbers{sizes.data(), sizes.data() + rank});
    to.is_read_only = true;
    return true;
}

template <class Tensor> bool read_dlpack(any_view &to, const Tensor &tensor, bool is_read_only, bool is_padded, view_fault &fault) noexcept
{
    const int device = static_cast<int>(tensor.device.device_type);
    if (device != 1) return reject(fault, "the tensor is on a device of type %d, and must be on the CPU, which is 1", device);
    if (tensor.dtype.lanes != 1) return reject(fault, "the elements have %d lanes, and must have 1", static_cast<int>(tensor.dtype.lanes));
    to.dtype = dtype_of_dlpack(tensor.dtype.code, tensor.dtype.bits, is_padded);
    if (to.dtype == 0)
        return reject(fault, "DLPack's type code %d of %d bits has no dtype", static_cast<int>(tensor.dtype.code),
                      static_cast<int>(tensor.dtype.bits));
    if (tensor.ndim < 0 || tensor.ndim > STREW_MAX_RANK)
        return reject(fault, "the tensor has %d dimensions, and may have 0 to %d", static_cast<int>(tensor.ndim), STREW_MAX_RANK);
    to.sizes = shape(numbers{tensor.shape, tensor.shape + tensor.ndim});
    if (tensor.strides != nullptr) {
        const shape steps(numbers{tensor.strides, tensor.strides + tensor.ndim});
        std::int64_t dense = 1;
        bool is_dense = true;
        for (std::int32_t d = tensor.ndim - 1; d >= 0; d--) {
            is_dense = is_dense && (tensor.shape[d] == 1 || tensor.strides[d] == dense);
            dense =
                tensor.shape[d] > 0 && dense <= std::numeric_limits<std::int64_t>::max() / tensor.shape[d] ? dense * tensor.shape[d] : 0;
        }
        if (!is_dense) to.sizes = to.sizes.with_strides(steps);
    }
    to.values = tensor.data == nullptr ? nullptr : static_cast<char *>(tensor.data) + tensor.byte_offset;
    to.is_read_only = is_read_only;
    return true;
}

template <class Managed, class = void> struct has_version : std::false_type {
};
template <class Managed> struct has_version<Managed, decltype(void(std::declval<Managed>().version))> : std::true_type {
};

#if defined(__cpp_exceptions)
inline void throw_unless(bool is_right, const view_fault &fault)
{
    if (!is_right) throw view_error(fault);
}

/* The same elements with their type, which is const where they are read only. */
template <class T> view<T> typed(const any_view &any)
{
    constexpr strew_dtype wanted = dtype_of<std::remove_cv_t<T>>::value;
    view_fault fault;
    throw_unless(any.dtype == wanted ||
                     reject(fault, "the elements are %s, and %s are wanted", strew_dtype_name(any.dtype), strew_dtype_name(wanted)),
                 fault);
    throw_unless(!any.is_read_only || std::is_const_v<T> || reject(fault, "the tensor is read only: ask for const elements"), fault);
    return {static_cast<T *>(any.values), any.sizes};
}
#endif

} // namespace details
/** @endcond */

/* ---- DLPack -------------------------------------------------------------------------------------------------------------------------- */

/** A tensor of DLPack: a DLManagedTensorVersioned or DLManagedTensor of <dlpack/dlpack.h>, or those of strew::dlpack. It must be on the
 * CPU, with one lane. Floats of 8 bits that strew does not compute with, and those of 6 and 4 bits with a byte each, are
 * STREW_DTYPE_OPAQUE(1); integers of 4 bits, two in a byte, are STREW_DTYPE_INT4 and _UINT4. */
template <class Managed> bool from_dlpack(any_view &to, const Managed &managed, view_fault &fault) noexcept
{
    fault = {};
    bool is_read_only = false, is_padded = false;
    if constexpr (details::has_version<Managed>::value) {
        if (managed.version.major != 1)
            return details::reject(fault, "the tensor is of DLPack %u, whose ABI is not that of 1",
                                   static_cast<unsigned>(managed.version.major));
        is_read_only = (managed.flags & 1) != 0;
        is_padded = (managed.flags & 4) != 0;
    }
    return details::read_dlpack(to, managed.dl_tensor, is_read_only, is_padded, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::view_error. */
template <class Managed> any_view from_dlpack(const Managed &managed)
{
    any_view view;
    view_fault fault;
    details::throw_unless(from_dlpack(view, managed, fault), fault);
    return view;
}

/** The same as elements of T, which is const where the tensor is read only. */
template <class T, class Managed> view<T> from_dlpack(const Managed &managed)
{
    return details::typed<T>(from_dlpack(managed));
}
#endif

/* ---- Arrow --------------------------------------------------------------------------------------------------------------------------- */

/** An array of the Arrow C data interface, which is only read: integers and floats are a tensor of one dimension, and fixed-size lists one
 * of two, or of more if they are nested. It must have no nulls. The array is not released. */
inline bool from_arrow(any_view &to, const ArrowArray &array, const ArrowSchema &schema, view_fault &fault) noexcept
{
    fault = {};
    std::array<std::int64_t, STREW_MAX_RANK> sizes = {{array.length}};
    return details::read_arrow(to, array, schema, array.offset, array.length, sizes, 1, fault);
}

#if defined(__cpp_exceptions)
/** The same; throws strew::view_error. */
inline any_view from_arrow(const ArrowArray &array, const ArrowSchema &schema)
{
    any_view view;
    view_fault fault;
    details::throw_unless(from_arrow(view, array, schema, fault), fault);
    return view;
}

/** The same as elements of T, which is const. */
template <class T> view<T> from_arrow(const ArrowArray &array, const ArrowSchema &schema)
{
    static_assert(std::is_const_v<T>, "arrays of Arrow are only read");
    return details::typed<T>(from_arrow(array, schema));
}
#endif

/* ---- std::mdspan --------------------------------------------------------------------------------------------------------------------- */

#if defined(__cpp_lib_mdspan)
/** A std::mdspan of any layout that has strides, such as layout_right, layout_left and layout_stride. */
template <class T, class Extents, class Layout, class Accessor> view<T> from_mdspan(const std::mdspan<T, Extents, Layout, Accessor> &span)
{
    static_assert(std::is_same_v<Accessor, std::default_accessor<T>>, "an mdspan whose elements are not simply in memory");
    static_assert(Layout::template mapping<Extents>::is_always_strided(), "an mdspan whose layout has no strides");
    static_assert(Extents::rank() <= STREW_MAX_RANK, "an mdspan of more dimensions than a tensor has");
    std::array<std::int64_t, Extents::rank() + 1> sizes = {}, steps = {};
    for (std::size_t d = 0; d < Extents::rank(); d++) {
        sizes[d] = static_cast<std::int64_t>(span.extent(d));
        if constexpr (!std::is_same_v<Layout, std::layout_right>) steps[d] = static_cast<std::int64_t>(span.stride(d));
    }
    const shape of(details::numbers{sizes.data(), sizes.data() + Extents::rank()});
    if constexpr (std::is_same_v<Layout, std::layout_right>) return {span.data_handle(), of};
    return {span.data_handle(), of, shape(details::numbers{steps.data(), steps.data() + Extents::rank()})};
}
#endif

} // namespace strew

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif /* STREW_VIEWS_HPP */
