#include "bags.h"

#include <algorithm>
#include <cstring>

#include "aten.h"
#include "fused.h"
#include "patch.h"

namespace strew_torch
{
namespace
{

enum { SUM, MEAN, MAX }; /* aten's numbers of modes */

int64_t element(const Tensor &index, int64_t at)
{
    const View view = View::of_input(index);
    const int64_t offset = at * view.strides[0];
    return view.dtype == STREW_DTYPE_INT64 ? static_cast<const int64_t *>(view.values)[offset]
                                           : static_cast<const int32_t *>(view.values)[offset];
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

bool fits_bags_of(const Tensor &rows, const Tensor &indices)
{
    return rows.dim() == 2 && fits_float(rows) && indices.dim() == 1 && fits_index(indices);
}

Tensor zeros(const int64_t *shape, int64_t rank, int32_t dtype)
{
    const Tensor result = dense(shape, rank, dtype);
    call_aten("aten::zero_", "", result);
    return result;
}

/* Padding is not counted. */
Tensor sizes_of(const Tensor &weight, const Given &given, int64_t n_bags)
{
    const Tensor counts = counts_of(entries_of(given), View::of_input(weight), n_bags),
                 sizes = dense(&n_bags, 1, dtype_number_of(given.rows));
    const int64_t stride = 1;
    AtenTensorHandle handle;
    check_torch(aoti_torch__reinterpret_tensor(counts.get(), 1, &n_bags, &stride, 0, &handle));
    copy_to(sizes, Tensor(handle));
    return sizes;
}

} // namespace

bool fits_bags(const Tensor &weight, const Tensor &indices, const Tensor &offsets, bool scales_by_frequency, int64_t mode, bool is_sparse,
               const std::optional<Tensor> &factors, bool includes_end, int64_t padding)
{
    if (scales_by_frequency || is_sparse) return false;
    /* Of sums and means of halves without padding aten has a kernel that is as fast, and of float32 one that is as fast in the caches. */
    constexpr int64_t MAX_CACHED = 1 << 23;
    const bool is_large = weight.numel() >= MAX_CACHED && !is_half(weight);
    const bool is_slow =
        mode == MAX || dtype_number_of(weight) == aoti_torch_dtype_float64() || (padding >= 0 && !is_half(weight)) || is_large;
    const bool has_factors = factors && factors->defined();
    if (!is_slow || !fits_bags_of(weight, indices) || offsets.dim() != 1 || !fits_index(offsets)) return false;
    if (dtype_number_of(offsets) != dtype_number_of(indices) || offsets.size(0) < 1 + includes_end) return false;
    if (has_factors && (mode != SUM || factors->dim() != 1 || factors->size(0) != indices.size(0))) return false;
    if (has_factors && (dtype_number_of(*factors) != dtype_number_of(weight) || !fits_dense(*factors))) return false;
    const int64_t end = element(offsets, offsets.size(0) - 1), n = indices.size(0);
    return element(offsets, 0) == 0 && (!includes_end || end == n);
}

Bags embedding_bag(const Tensor &weight, const Tensor &indices, const Tensor &offsets, int64_t mode, const std::optional<Tensor> &factors,
                   bool includes_end, int64_t padding)
{
    const int64_t n_bags = offsets.size(0) - includes_end, none = 0;
    Given given = {offsets, indices, std::nullopt, includes_end ? "offsets" : "starts", std::nullopt, ignored(padding)};
    if (factors && factors->defined()) given.weights = factors;
    const Tensor sizes = mode == SUM ? zeros(&n_bags, 1, dtype_number_of(offsets)) : sizes_of(weight, given, n_bags);
    const Tensor bags = dense(&none, 1, dtype_number_of(offsets)); /* aten makes them when it wants them for a gradient */
    if (mode == MAX) {
        const auto [result, places] = spmm_extreme(weight, given, n_bags, true, false);
        const Tensor words = dense(places.sizes().data(), 2, dtype_number_of(indices));
        gather(View::of_output(words), View::of_input(indices), View::of_input(places), 0, -1);
        return {result, bags, sizes, words};
    }
    const Tensor result = spmm(weight, given, n_bags, mode == SUM ? "sum" : "mean");
    const Tensor copied = dense_like(sizes);
    copy_to(copied, sizes);
    return {result, bags, sizes, copied};
}

bool fits_gradient_of_bags(const Tensor &grad, const Tensor &indices, const Tensor &bags, bool scales_by_frequency, int64_t mode)
{
    const bool has_bags = mode == MAX || (bags.dim() == 1 && fits_index(bags) && bags.size(0) == indices.size(0));
    return !scales_by_frequency && has_bags && fits_bags_of(grad, indices);
}

Tensor embedding_bag_max_backward(const Tensor &grad, const Tensor &sizes, const Tensor &words, int64_t n_weights)
{
    const int64_t shape[] = {n_weights, grad.size(1)};
    const Tensor result = zeros(shape, 2, dtype_number_of(grad)), places = dense_like(words);
    copy_to(places, words); /* 0 in bags that are empty */
    const View size = View::of_input(sizes), place = View::of_output(places);
    const size_t row = static_cast<size_t>(grad.size(1)) * strew_dtype_size(place.dtype);
    for (int64_t i = 0; i < size.shape[0]; i++) {
        if (element(sizes, i) == 0) std::memset(static_cast<unsigned char *>(place.values) + static_cast<size_t>(i) * row, 0xff, row);
    }
    How how = {STREW_REDUCTION_ADD};
    how.rounds_once = how.has_ignore_index = true;
    how.ignore_index = -1;
    const View output = View::of_output(result);
    scatter_elements(output, output, place, View::of_input(grad), 0, how);
    return result;
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
    const Given given = {indices, bags, has_factors ? factors : std::nullopt, "index", ignored(padding), std::nullopt};
    return spmm(shares, given, n_weights, "sum");
}

bool fits_factors_of_bags(const Tensor &grad, const Tensor &weight, const Tensor &indices, const Tensor &offsets)
{
    const int64_t n = offsets.dim() == 1 ? offsets.size(0) - grad.size(0) : -1;
    return fits_bags_of(grad, indices) && fits_float(weight) && weight.dim() == 2 && fits_index(offsets) && (n == 0 || n == 1) &&
           grad.size(0) > 0 && element(offsets, 0) == 0 && (n == 0 || element(offsets, grad.size(0)) == indices.size(0));
}

Tensor embedding_bag_factors_backward(const Tensor &grad, const Tensor &weight, const Tensor &indices, const Tensor &offsets,
                                      int64_t padding)
{
    const char *const form = offsets.size(0) > grad.size(0) ? "offsets" : "starts";
    return sddmm(grad, weight, {offsets, indices, std::nullopt, form, std::nullopt, ignored(padding)}, {}, false, "sum");
}

} // namespace strew_torch
