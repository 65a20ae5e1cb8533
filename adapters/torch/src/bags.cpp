#include "bags.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "aten.h"
#include "fused.h"
#include "patch.h"

namespace strew_torch
{
namespace
{

enum { SUM, MEAN }; /* aten's numbers of modes; 2 is a maximum */

[[noreturn]] void reject(int64_t at, int64_t value, int64_t low, int64_t high)
{
    throw IndexOutOfBounds("offsets[" + std::to_string(at) + "] is " + std::to_string(value) + ", outside [" + std::to_string(low) + ", " +
                           std::to_string(high) + "]");
}

/* Each offset is read once, since another thread may change it. */
template <class Index> void expand(const View &offsets, int64_t n, bool end_is_implied, int64_t nowhere, Index *rows)
{
    const Index *const from = static_cast<const Index *>(offsets.values);
    const int64_t n_given = offsets.shape[0], n_segments = n_given - !end_is_implied;
    int64_t begin = n_given > 0 ? static_cast<int64_t>(*from) : n;
    if (begin < 0 || begin > n) reject(0, begin, 0, n);
    std::fill(rows, rows + begin, static_cast<Index>(nowhere));
    for (int64_t s = 0; s < n_segments; s++) {
        const int64_t end = s + 1 < n_given ? static_cast<int64_t>(from[(s + 1) * offsets.strides[0]]) : n;
        if (end < begin || end > n) reject(s + 1, end, begin, n);
        std::fill(rows + begin, rows + end, static_cast<Index>(s));
        begin = end;
    }
    std::fill(rows + begin, rows + n, static_cast<Index>(nowhere));
}

int64_t element(const Tensor &index, int64_t at)
{
    const View view = View::of_input(index);
    const int64_t offset = at * view.strides[0];
    return view.dtype == STREW_DTYPE_INT64 ? static_cast<const int64_t *>(view.values)[offset]
                                           : static_cast<const int32_t *>(view.values)[offset];
}

/* Padding is not counted. All are vectors of one type, and dense, but for offsets. */
template <class Index> void count(const Tensor &sizes, const Tensor &bags, const Tensor &indices, int64_t padding)
{
    Index *const size = static_cast<Index *>(sizes.mutable_data_ptr());
    const View bag = View::of_input(bags), index = View::of_input(indices);
    for (int64_t t = 0; t < bag.shape[0]; t++) {
        const bool is_padding = padding >= 0 && static_cast<const Index *>(index.values)[t * index.strides[0]] == padding;
        size[static_cast<const Index *>(bag.values)[t]] += !is_padding;
    }
}

/* With a second dimension of 1, in the type of the rows that it divides, and 1 where a bag is empty. */
Tensor divisors_of(const Tensor &sizes, const Tensor &like)
{
    const int64_t shape[] = {sizes.size(0), 1};
    const Tensor divisors = dense(shape, 2, dtype_number_of(like));
    View view = View::of_output(divisors);
    AtenTensorHandle handle;
    check_torch(aoti_torch__reinterpret_tensor(sizes.get(), 2, shape, view.strides.data(), 0, &handle));
    copy_to(divisors, Tensor(handle));
    if (view.dtype == STREW_DTYPE_FLOAT32) {
        for (int64_t i = 0; i < shape[0]; i++) {
            float &divisor = static_cast<float *>(view.values)[i];
            divisor = std::max(divisor, 1.0F);
        }
    } else {
        for (int64_t i = 0; i < shape[0]; i++) {
            double &divisor = static_cast<double *>(view.values)[i];
            divisor = std::max(divisor, 1.0);
        }
    }
    return divisors;
}

bool is_half(const Tensor &tensor)
{
    return aoti_torch_dtype_element_size(dtype_number_of(tensor)) == 2;
}

std::optional<int64_t> ignored(int64_t padding)
{
    return padding >= 0 ? std::optional<int64_t>(padding) : std::nullopt;
}

} // namespace

Tensor expand_offsets(const Tensor &offsets, int64_t n, bool end_is_implied, int64_t nowhere)
{
    if (offsets.dim() != 1) throw std::runtime_error("offsets must be a vector");
    if (n < 0 || (offsets.size(0) == 0 && !end_is_implied)) throw std::runtime_error("offsets has no elements, and at least 1 is needed");
    const View view = View::of_input(offsets);
    const Tensor rows = dense(&n, 1, dtype_number_of(offsets));
    if (view.dtype == STREW_DTYPE_INT64) {
        expand(view, n, end_is_implied, nowhere, static_cast<int64_t *>(rows.mutable_data_ptr()));
    } else if (view.dtype == STREW_DTYPE_INT32) {
        expand(view, n, end_is_implied, nowhere, static_cast<int32_t *>(rows.mutable_data_ptr()));
    } else {
        throw std::runtime_error("offsets must have the dtype int64 or int32");
    }
    return rows;
}

bool fits_bags(const Tensor &weight, const Tensor &indices, const Tensor &offsets, bool scales_by_frequency, int64_t mode, bool is_sparse,
               const std::optional<Tensor> &factors, bool includes_end, int64_t padding)
{
    if (scales_by_frequency || is_sparse || (mode != SUM && mode != MEAN)) return false;
    /* Of float32 and halves without padding aten has a kernel that is as fast or faster. */
    const bool is_slow = dtype_number_of(weight) == aoti_torch_dtype_float64() || (padding >= 0 && !is_half(weight));
    const bool has_factors = factors && factors->defined();
    if (!is_slow || !fits_gradient_of_bags(weight, indices, indices, false, mode) || offsets.dim() != 1 || !fits_index(offsets))
        return false;
    if (dtype_number_of(offsets) != dtype_number_of(indices) || offsets.size(0) < 1 + includes_end) return false;
    if (has_factors && (mode != SUM || factors->dim() != 1 || factors->size(0) != indices.size(0))) return false;
    if (has_factors && (dtype_number_of(*factors) != dtype_number_of(weight) || !fits_dense(*factors))) return false;
    const int64_t end = element(offsets, offsets.size(0) - 1), n = indices.size(0);
    return element(offsets, 0) == 0 && (!includes_end || end == n);
}

Bags embedding_bag(const Tensor &weight, const Tensor &indices, const Tensor &offsets, int64_t mode, const std::optional<Tensor> &factors,
                   bool includes_end, int64_t padding)
{
    const int64_t n_bags = offsets.size(0) - includes_end;
    const Tensor bags = expand_offsets(offsets, indices.size(0), !includes_end);
    const Tensor sizes = dense(&n_bags, 1, dtype_number_of(offsets));
    call_aten("aten::zero_", "", sizes);
    const View table = View::of_input(weight);
    const int64_t shape[] = {n_bags, weight.size(1)};
    const Tensor result = dense(shape, 2, dtype_number_of(weight));
    Entries entries = {{}, View::of_input(indices), std::nullopt, std::nullopt, ignored(padding)};
    if (factors && factors->defined()) entries.weights = View::of_input(*factors);
    combine_segments(View::of_output(result), View::of_input(offsets), !includes_end, entries, table, {STREW_REDUCTION_ADD});
    if (mode == MEAN) {
        if (dtype_number_of(offsets) == aoti_torch_dtype_int64()) {
            count<int64_t>(sizes, bags, indices, padding);
        } else {
            count<int32_t>(sizes, bags, indices, padding);
        }
        call_aten("aten::div_", "Tensor", result, divisors_of(sizes, result));
    }
    const Tensor copied = dense(&n_bags, 1, dtype_number_of(offsets));
    copy_to(copied, sizes);
    return {result, bags, sizes, copied};
}

bool fits_gradient_of_bags(const Tensor &grad, const Tensor &indices, const Tensor &bags, bool scales_by_frequency, int64_t mode)
{
    return !scales_by_frequency && (mode == SUM || mode == MEAN) && grad.dim() == 2 && fits_float(grad) && indices.dim() == 1 &&
           fits_index(indices) && bags.dim() == 1 && fits_index(bags) && bags.size(0) == indices.size(0);
}

Tensor embedding_bag_backward(const Tensor &grad, const Tensor &indices, const Tensor &bags, const Tensor &sizes, int64_t n_weights,
                              int64_t mode, const std::optional<Tensor> &factors, int64_t padding)
{
    const bool has_factors = factors && factors->defined();
    Tensor shares = grad;
    if (mode == MEAN && is_half(grad)) {
        const int64_t shape[] = {grad.size(0), grad.size(1)};
        const Tensor wide = dense(shape, 2, aoti_torch_dtype_float32());
        copy_to(wide, grad);
        shares = dense_like(grad);
        copy_to(shares, call_aten("aten::div", "Tensor", wide, divisors_of(sizes, wide)));
    } else if (mode == MEAN) {
        shares = call_aten("aten::div", "Tensor", grad, divisors_of(sizes, grad));
    }
    return spmm(shares, indices, bags, has_factors ? factors : std::nullopt, n_weights, "sum", ignored(padding), std::nullopt);
}

Tensor embedding_bag_factors_backward(const Tensor &grad, const Tensor &weight, const Tensor &indices, const Tensor &bags, int64_t padding)
{
    return sddmm(grad, weight, bags, indices, 0, false, std::nullopt, ignored(padding));
}

} // namespace strew_torch
