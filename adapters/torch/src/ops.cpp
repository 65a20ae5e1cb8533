#include "ops.h"

#include "aten.h"

#include <algorithm>
#include <stdexcept>

namespace strew_torch
{
namespace
{

size_t wrap(int64_t dim, int32_t rank)
{
    if (dim < -rank || dim >= rank) {
        throw std::out_of_range("dim is " + std::to_string(dim) + ", outside [" + std::to_string(-rank) + ", " + std::to_string(rank - 1) +
                                "]");
    }
    return static_cast<size_t>(dim < 0 ? dim + rank : dim);
}

/* One element, in every place of a shape. */
View spread(const View &shape, strew_dtype dtype, const void *value)
{
    View view = shape;
    view.dtype = dtype;
    view.values = const_cast<void *>(value);
    view.strides.fill(0);
    return view;
}

void scatter_value_to(const View &output, const View &data, int64_t dim, const Tensor &index, const void *value, const How &how)
{
    View indices = View::of_input(index).at_least_1d();
    const size_t axis = wrap(dim, data.rank);
    if (indices.is_empty()) {
        const strew_dtype dtype = indices.dtype;
        indices = data;
        indices.dtype = dtype;
        indices.shape[axis] = 0;
    }
    scatter_elements(output, data, indices, spread(indices, data.dtype, value), static_cast<int64_t>(axis), how);
}

/* All elements as one dimension. */
View flattened(const View &view)
{
    View flat = view;
    flat.rank = 1;
    flat.shape[0] = flat.strides[0] = 1;
    for (size_t d = 0; d < static_cast<size_t>(view.rank); d++) flat.shape[0] *= view.shape[d];
    return flat;
}

/* PyTorch lets src be larger than index, and reads its beginning. If index is empty, no other shape counts. */
void scatter_reduce_to(const View &output, const View &data, int64_t dim, const Tensor &index, const Tensor &src, const How &how)
{
    View indices = View::of_input(index).at_least_1d(), updates = View::of_input(src).at_least_1d();
    const size_t axis = wrap(dim, data.rank);
    if (indices.is_empty()) {
        const strew_dtype dtype = indices.dtype;
        indices = updates = data;
        indices.dtype = dtype;
        indices.shape[axis] = updates.shape[axis] = 0;
    } else if (updates.rank == indices.rank) {
        for (size_t d = 0; d < static_cast<size_t>(indices.rank); d++) updates.shape[d] = std::min(updates.shape[d], indices.shape[d]);
    }
    scatter_elements(output, data, indices, updates, static_cast<int64_t>(axis), how);
}

/* An index of one dimension; a scalar counts as one. */
View vector_of(const Tensor &index)
{
    if (index.dim() > 1)
        throw std::out_of_range("index has " + std::to_string(index.dim()) + " dimensions; it must be a vector or a scalar");
    return View::of_input(index).at_least_1d();
}

/* PyTorch sees no difference between a scalar and a vector of one element here. */
void index_reduce_to(const View &output, const View &data, int64_t dim, const Tensor &index, const Tensor &source, const How &how)
{
    scatter_update(output, data, vector_of(index), View::of_input(source).at_least_1d(), dim, how);
}

/* How often each index occurs, for every index, in a shape that divides rows. */
Tensor frequencies_of(const View &indices, int64_t n_weights)
{
    const int32_t dtype = aoti_torch_dtype_int64();
    const Tensor counts = dense(&n_weights, 1, dtype);
    call_aten("aten::zero_", "", counts);
    int64_t one = 1;
    View ones = indices;
    ones.dtype = STREW_DTYPE_INT64;
    ones.values = &one;
    ones.strides.fill(0);
    const View view = View::of_output(counts);
    scatter_update(view, view, indices, ones, 0, {STREW_REDUCTION_ADD});
    View shape = indices;
    shape.shape[static_cast<size_t>(shape.rank)] = 1;
    const Tensor frequencies = dense(shape.shape.data(), indices.rank + 1, dtype);
    View output = View::of_output(frequencies);
    output.rank--;
    gather(output, view, indices, 0);
    return frequencies;
}

/* A result of arg_reduce. */
struct Elements {
    const void *old;
    void *result;
    int64_t *places, n, nowhere;
    bool includes_self;
};

/* A NaN in src that replaces what was there, because there is nothing else, and one that was there and is replaced, are what they were:
 * pytorch_scatter's comparisons are false. Without a NaN, all is one pass of reading. */
template <class Bits> void keep(const Elements &all, Bits magnitude, Bits infinity)
{
    const Bits *const old = static_cast<const Bits *>(all.old);
    Bits *const result = static_cast<Bits *>(all.result);
    const Bits *const doubtful = all.includes_self ? old : result;
    bool has_nan = false;
    for (int64_t i = 0; i < all.n; i++) has_nan |= (doubtful[i] & magnitude) > infinity;
    for (int64_t i = 0; has_nan && i < all.n; i++) {
        if ((doubtful[i] & magnitude) <= infinity) continue;
        result[i] = old[i];
        all.places[i] = all.nowhere;
    }
}

} // namespace

How how_to_scatter(const std::string &reduce, bool includes_self)
{
    How how = {reduction_of(reduce), includes_self};
    how.rounds_once = reduce == "sum" || reduce == "prod";
    return how;
}

How how_to_index(const std::string &reduce, bool includes_self, const Tensor &self, int64_t dim, const Tensor &index)
{
    const int64_t rank = self.dim();
    const bool has_slices = rank > 1, is_outermost = dim == 0 || dim == -rank, is_innermost = dim == rank - 1 || dim == -1;
    How how = {reduction_of(reduce), includes_self};
    how.rounds_once = reduce == "sum" && has_slices && (is_outermost || is_innermost) && dtype_number_of(index) == aoti_torch_dtype_int64();
    return how;
}

Tensor scatter_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const How &how)
{
    const Tensor result = dense_like(self);
    scatter_reduce_to(View::of_output(result).at_least_1d(), View::of_input(self).at_least_1d(), dim, index, src, how);
    return result;
}

void scatter_reduce_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const How &how)
{
    const View view = View::of_output(self).at_least_1d();
    scatter_reduce_to(view, view, dim, index, src, how);
}

Tensor index_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source, const How &how)
{
    const Tensor result = dense_like(self);
    index_reduce_to(View::of_output(result).at_least_1d(), View::of_input(self).at_least_1d(), dim, index, source, how);
    return result;
}

void index_reduce_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source, const How &how)
{
    const View view = View::of_output(self).at_least_1d();
    index_reduce_to(view, view, dim, index, source, how);
}

Tensor gather(const Tensor &self, int64_t dim, const Tensor &index)
{
    const auto sizes = index.sizes();
    const Tensor result = dense(sizes.data(), static_cast<int64_t>(sizes.size()), dtype_number_of(self));
    const View indices = View::of_input(index).at_least_1d();
    if (!indices.is_empty()) gather_elements(View::of_output(result).at_least_1d(), View::of_input(self).at_least_1d(), indices, dim);
    return result;
}

Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index)
{
    const View data = View::of_input(self).at_least_1d(), indices = vector_of(index);
    if (self.dim() == 0 && indices.shape[0] != 1) {
        throw std::runtime_error("index has " + std::to_string(indices.shape[0]) + " elements; of a scalar it can select only one");
    }
    View shape = data;
    shape.shape[wrap(dim, data.rank)] = indices.shape[0];
    const Tensor result = dense(shape.shape.data(), self.dim(), dtype_number_of(self));
    gather(View::of_output(result).at_least_1d(), data, indices, dim);
    return result;
}

bool put_(const Tensor &self, const Tensor &index, const Tensor &source, bool accumulate)
{
    View indices = View::of_input(index), updates = View::of_input(source);
    if (index.numel() != source.numel()) return false;
    if (indices.rank != updates.rank || !std::equal(indices.shape.begin(), indices.shape.begin() + indices.rank, updates.shape.begin())) {
        if (!indices.is_dense() || !updates.is_dense()) return false;
        indices = flattened(indices), updates = flattened(updates);
    }
    How how = {accumulate ? STREW_REDUCTION_ADD : STREW_REDUCTION_NONE};
    how.negative = STREW_NEGATIVE_WRAPS;
    put(View::of_output(self).at_least_1d(), indices.at_least_1d(), updates.at_least_1d(), how);
    return true;
}

Tensor take(const Tensor &self, const Tensor &index)
{
    const auto sizes = index.sizes();
    const Tensor result = dense(sizes.data(), static_cast<int64_t>(sizes.size()), dtype_number_of(self));
    take(View::of_output(result).at_least_1d(), View::of_input(self).at_least_1d(), View::of_input(index).at_least_1d());
    return result;
}

bool masked_scatter_(const Tensor &self, const Tensor &mask, const Tensor &source)
{
    const View output = View::of_output(self).at_least_1d(), updates = View::of_input(source).at_least_1d();
    const View given = View::of_input(mask);
    View whole = given;
    whole.rank = output.rank;
    if (given.rank > output.rank || !updates.is_dense()) return false;
    const size_t n_new = static_cast<size_t>(output.rank - given.rank);
    for (size_t d = 0; d < static_cast<size_t>(output.rank); d++) {
        const bool is_new = d < n_new || given.shape[d - n_new] == 1;
        if (!is_new && given.shape[d - n_new] != output.shape[d]) return false;
        whole.shape[d] = output.shape[d];
        whole.strides[d] = is_new ? 0 : given.strides[d - n_new];
    }
    masked_scatter(output, whole, updates);
    return true;
}

void index_fill_(const Tensor &self, int64_t dim, const Tensor &index, const void *value)
{
    const View view = View::of_output(self).at_least_1d(), indices = vector_of(index);
    const size_t axis = wrap(dim, view.rank);
    View shape = view;
    shape.shape[axis] = indices.shape[0];
    How how = {STREW_REDUCTION_NONE};
    how.negative = STREW_NEGATIVE_WRAPS;
    scatter_update(view, view, indices, spread(shape, view.dtype, value), static_cast<int64_t>(axis), how);
}

Tensor scatter_value(const Tensor &self, int64_t dim, const Tensor &index, const void *value, const How &how)
{
    const Tensor result = dense_like(self);
    scatter_value_to(View::of_output(result).at_least_1d(), View::of_input(self).at_least_1d(), dim, index, value, how);
    return result;
}

void scatter_value_(const Tensor &self, int64_t dim, const Tensor &index, const void *value, const How &how)
{
    const View view = View::of_output(self).at_least_1d();
    scatter_value_to(view, view, dim, index, value, how);
}

std::tuple<Tensor, Tensor> arg_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, How how)
{
    const auto sizes = self.sizes();
    const Tensor result = dense_like(self), places = dense(sizes.data(), static_cast<int64_t>(sizes.size()), aoti_torch_dtype_int64());
    const View output = View::of_output(result).at_least_1d(), data = View::of_input(self).at_least_1d();
    const View indices = View::of_input(index).at_least_1d(), updates = View::of_input(src).at_least_1d();
    const View arg = View::of_output(places).at_least_1d();
    const size_t axis = wrap(dim, updates.rank);
    for (size_t d = 0; d < static_cast<size_t>(updates.rank) && updates.rank == data.rank; d++) {
        if (d == axis || data.shape[d] == updates.shape[d]) continue;
        throw std::runtime_error("dimension " + std::to_string(d) + " of src has " + std::to_string(updates.shape[d]) +
                                 " elements, that of out " + std::to_string(data.shape[d]));
    }
    how.arg_fill = updates.shape[axis];
    if (index.dim() <= 1) {
        scatter_update(output, data, indices, updates, dim, how, &arg);
    } else {
        scatter_elements(output, data, indices, updates, dim, how, &arg);
    }
    const Tensor old = dense_of(self);
    const Elements all = {
        old.const_data_ptr(), result.mutable_data_ptr(), static_cast<int64_t *>(places.mutable_data_ptr()), result.numel(),
        how.arg_fill,         how.includes_self};
    switch (data.dtype) {
    case STREW_DTYPE_FLOAT16: keep<uint16_t>(all, 0x7fff, 0x7c00); break;
    case STREW_DTYPE_BFLOAT16: keep<uint16_t>(all, 0x7fff, 0x7f80); break;
    case STREW_DTYPE_FLOAT32: keep<uint32_t>(all, 0x7fffffff, 0x7f800000); break;
    case STREW_DTYPE_FLOAT64: keep<uint64_t>(all, 0x7fffffffffffffff, 0x7ff0000000000000); break;
    default: break;
    }
    return {result, places};
}

Tensor take_at(const Tensor &self, int64_t dim, const Tensor &places, int64_t nowhere)
{
    const auto sizes = places.sizes();
    const Tensor result = dense(sizes.data(), static_cast<int64_t>(sizes.size()), dtype_number_of(self));
    gather_elements(View::of_output(result).at_least_1d(), View::of_input(self).at_least_1d(), View::of_input(places).at_least_1d(), dim,
                    nowhere);
    return result;
}

Tensor put_at(const Tensor &values, int64_t dim, const Tensor &places, int64_t n, int64_t nowhere)
{
    const View updates = View::of_input(values).at_least_1d();
    View shape = updates;
    shape.shape[wrap(dim, shape.rank)] = n;
    const Tensor result = dense(shape.shape.data(), values.dim(), dtype_number_of(values));
    ask_for_large_pages(result);
    call_aten("aten::zero_", "", result);
    How how = {STREW_REDUCTION_NONE};
    how.has_ignore_index = true;
    how.ignore_index = nowhere;
    const View output = View::of_output(result).at_least_1d();
    scatter_elements(output, output, View::of_input(places).at_least_1d(), updates, dim, how);
    return result;
}

Tensor softmax(const Tensor &src, const Tensor &index, int64_t n, const std::string &function, const std::string &form)
{
    const bool is_log = function == "log_softmax", is_sum = function == "logsumexp";
    if (function != "softmax" && !is_log && !is_sum) throw std::runtime_error("there is no function \"" + function + "\" of segments");
    if (src.dim() == 0 || n < 0) throw std::runtime_error("src must have rows, and n cannot be negative");
    const Tensor rows = dense_of(src);
    const View from = View::of_input(rows);
    View shape = from;
    if (is_sum) shape.shape[0] = n;
    const Tensor result = dense(shape.shape.data(), shape.rank, dtype_number_of(src));
    if (form != "index" && !is_sum) call_aten("aten::zero_", "", result); /* rows in no segment are not written */
    softmax(View::of_output(result), from, vector_of(index), form_of(form), n,
            is_sum   ? STREW_SOFTMAX_FUNCTION_LOGSUMEXP
            : is_log ? STREW_SOFTMAX_FUNCTION_LOG_SOFTMAX
                     : STREW_SOFTMAX_FUNCTION_SOFTMAX);
    return result;
}

Tensor embedding_dense_backward(const Tensor &grad, const Tensor &indices, int64_t n_weights, int64_t padding_idx, bool scales_by_frequency)
{
    const View names = View::of_input(indices);
    How how = {STREW_REDUCTION_ADD};
    how.has_ignore_index = padding_idx >= 0;
    how.ignore_index = padding_idx;
    const Tensor updates = scales_by_frequency ? call_aten("aten::div", "Tensor", grad, frequencies_of(names, n_weights)) : grad;
    const std::array<int64_t, 2> shape = {n_weights, grad.size(grad.dim() - 1)};
    const Tensor result = dense(shape.data(), 2, dtype_number_of(grad));
    call_aten("aten::zero_", "", result);
    const View view = View::of_output(result);
    scatter_update(view, view, names, View::of_input(updates), 0, how);
    return result;
}

} // namespace strew_torch
