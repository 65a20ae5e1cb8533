#include "arg.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "ops.h"

namespace strew_torch
{
namespace
{

/* A number of a type as bits: NaN are those whose magnitude is above that of infinity. Types without NaN have a magnitude of no bits. */
struct Bits {
    uint64_t magnitude, infinity;
};

Bits bits_of(strew_dtype dtype)
{
    switch (dtype) {
    case STREW_DTYPE_FLOAT16: return {0x7fff, 0x7c00};
    case STREW_DTYPE_BFLOAT16: return {0x7fff, 0x7f80};
    case STREW_DTYPE_FLOAT32: return {0x7fffffff, 0x7f800000};
    case STREW_DTYPE_FLOAT64: return {0x7fffffffffffffff, 0x7ff0000000000000};
    default: return {0, 0};
    }
}

/* Tensors of which all but the dimension `dim` are taken together: `outer` before it, `inner` after it. */
struct Shape {
    int64_t outer, n, n_results, inner;
};

/* Where the index of a slice of src is, and of an element of it, which may be the same for all of a slice. */
struct Indices {
    const View &view;
    size_t dim;
    bool by_slice;

    /* The place of indices [outer, 0, 0]. */
    const unsigned char *at(int64_t outer, size_t bytes) const
    {
        int64_t offset = 0;
        for (size_t d = dim; d-- > 0; outer /= view.shape[d]) offset += outer % view.shape[d] * view.strides[d];
        return static_cast<const unsigned char *>(view.values) + offset * static_cast<int64_t>(bytes);
    }
};

template <class Index> int64_t read(const unsigned char *at, int64_t offset)
{
    Index index;
    std::memcpy(&index, at + offset * static_cast<int64_t>(sizeof index), sizeof index);
    return static_cast<int64_t>(index);
}

/*
 * Positions from the last to the first, so that the first one stays. Indices were checked when `result` was made; one that another thread
 * has changed since is passed over. A slice is worked on without branches, so that it becomes vectors.
 */
template <class Element, class Index>
void find(const Shape &shape, const Indices &indices, const Element *src, const Element *result, int64_t *arg, Bits bits, int64_t outer,
          int64_t begin, int64_t end)
{
    const Element magnitude = static_cast<Element>(bits.magnitude), infinity = static_cast<Element>(bits.infinity);
    const unsigned char *at = indices.at(outer, sizeof(Index));
    const int64_t stride = indices.view.strides[indices.dim];
    src += outer * shape.n * shape.inner, result += outer * shape.n_results * shape.inner, arg += outer * shape.n_results * shape.inner;
    for (int64_t position = shape.n; position-- > 0;) {
        const Element *from = src + position * shape.inner;
        if (indices.by_slice) {
            const int64_t row = read<Index>(at, position * stride);
            if (row < 0 || row >= shape.n_results) continue;
            const Element *best = result + row * shape.inner;
            int64_t *to = arg + row * shape.inner;
            for (int64_t i = begin; i < end; i++) {
                to[i] = (from[i] == best[i]) & ((best[i] & magnitude) <= infinity) ? position : to[i];
            }
        } else {
            for (int64_t i = begin; i < end; i++) {
                const int64_t row = read<Index>(at, position * stride + i);
                if (row < 0 || row >= shape.n_results) continue;
                const int64_t here = row * shape.inner + i;
                if (from[i] == result[here] && (from[i] & magnitude) <= infinity) arg[here] = position;
            }
        }
    }
}

/* What self has already, or has as a NaN, is not from src. */
template <class Element> void keep(const Element *self, const Element *result, int64_t *arg, int64_t n, int64_t none, Bits bits)
{
    const Element magnitude = static_cast<Element>(bits.magnitude), infinity = static_cast<Element>(bits.infinity);
    for (int64_t i = 0; i < n; i++) {
        if (self[i] == result[i] || (self[i] & magnitude) > infinity) arg[i] = none;
    }
}

/* PyTorch's threads share the outer dimensions, and columns of which two have no cache line in common. */
constexpr int64_t COLUMNS = 64;

template <class Work> void share(const Shape &shape, bool by_columns, const Work &work)
{
    const int64_t n_columns = by_columns ? (shape.inner + COLUMNS - 1) / COLUMNS : 1, n = shape.outer * n_columns;
    struct Context {
        const Shape &shape;
        const Work &work;
        int64_t n_columns;
    } context = {shape, work, n_columns};
    const auto run = [](int64_t begin, int64_t end, void *argument) {
        const Context &here = *static_cast<const Context *>(argument);
        while (begin < end) { /* neighbouring columns of one outer position at once */
            const int64_t outer = begin / here.n_columns, first = begin % here.n_columns;
            const int64_t n_here = std::min(end - begin, here.n_columns - first);
            const int64_t last = first + n_here == here.n_columns ? here.shape.inner : (first + n_here) * COLUMNS;
            here.work(outer, first * COLUMNS, last);
            begin += n_here;
        }
    };
    const int64_t grain = 1 + (1 << 15) / std::max<int64_t>(shape.n * shape.inner / n_columns, 1);
    if (torch_parallel_for(0, n, grain, run, &context) != 0) run(0, n, &context);
}

template <class Element, class Index>
void find_all(const Shape &shape, const Indices &indices, const View &src, const View &self, const View &result, int64_t *arg,
              bool includes_self)
{
    const Bits bits = bits_of(src.dtype);
    const auto values = [](const View &view) { return static_cast<const Element *>(view.values); };
    share(shape, indices.by_slice, [&](int64_t outer, int64_t begin, int64_t end) {
        find<Element, Index>(shape, indices, values(src), values(result), arg, bits, outer, begin, end);
    });
    if (includes_self) keep(values(self), values(result), arg, shape.outer * shape.n_results * shape.inner, shape.n, bits);
}

template <class Element, class... Arguments> void find_by(strew_dtype index, const Arguments &...arguments)
{
    if (index == STREW_DTYPE_INT64) {
        find_all<Element, int64_t>(arguments...);
    } else if (index == STREW_DTYPE_INT32) {
        find_all<Element, int32_t>(arguments...);
    } else {
        throw std::runtime_error("index must have the dtype int64 or int32");
    }
}

/* A vector is the same for all outer positions, and for all of a slice. */
View expand(const View &index, const View &src, size_t dim)
{
    if (index.rank != 1) return index;
    View expanded = src;
    expanded.dtype = index.dtype;
    expanded.values = index.values;
    expanded.strides.fill(0);
    expanded.strides[dim] = index.strides[0];
    expanded.shape[dim] = index.shape[0];
    return expanded;
}

} // namespace

Tensor arg_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const How &how)
{
    const bool is_vector = index.dim() <= 1;
    const Tensor result = is_vector ? index_reduce(self, dim, index, src, how) : scatter_reduce(self, dim, index, src, how);
    const auto sizes = result.sizes();
    const Tensor arg = dense(sizes.data(), static_cast<int64_t>(sizes.size()), aoti_torch_dtype_int64());
    const View from = View::of_input(src).at_least_1d(), base = View::of_input(self).at_least_1d();
    const View best = View::of_output(result).at_least_1d();
    const size_t axis = static_cast<size_t>(dim < 0 ? dim + base.rank : dim), last = static_cast<size_t>(base.rank);
    const View indices = expand(View::of_input(index).at_least_1d(), from, axis);
    if (indices.rank != from.rank || !std::equal(indices.shape.begin(), indices.shape.begin() + from.rank, from.shape.begin())) {
        throw std::runtime_error("index must be a vector or have the shape of src");
    }
    for (size_t d = 0; d < last; d++) {
        if (d == axis || base.shape[d] == from.shape[d]) continue;
        throw std::runtime_error("dimension " + std::to_string(d) + " of src has " + std::to_string(from.shape[d]) +
                                 " elements, that of out " + std::to_string(base.shape[d]));
    }
    Shape shape = {1, from.shape[axis], base.shape[axis], 1};
    for (size_t d = 0; d < axis; d++) shape.outer *= from.shape[d];
    for (size_t d = axis + 1; d < last; d++) shape.inner *= from.shape[d];
    bool by_slice = true;
    for (size_t d = axis + 1; d < last; d++) by_slice &= indices.strides[d] == 0 || indices.shape[d] == 1;
    if (!from.is_dense() || !base.is_dense() || (!by_slice && !indices.is_dense(axis + 1))) {
        throw std::runtime_error("arg_reduce takes dense tensors, or an index that is the same for all of a slice");
    }
    int64_t *const places = static_cast<int64_t *>(arg.mutable_data_ptr());
    std::fill_n(places, arg.numel(), shape.n);
    if (src.numel() == 0) return arg;
    const Indices where = {indices, axis, by_slice};
    switch (aoti_torch_dtype_element_size(dtype_number_of(src))) {
    case 1: find_by<uint8_t>(indices.dtype, shape, where, from, base, best, places, how.includes_self); break;
    case 2: find_by<uint16_t>(indices.dtype, shape, where, from, base, best, places, how.includes_self); break;
    case 4: find_by<uint32_t>(indices.dtype, shape, where, from, base, best, places, how.includes_self); break;
    default: find_by<uint64_t>(indices.dtype, shape, where, from, base, best, places, how.includes_self); break;
    }
    return arg;
}

} // namespace strew_torch
