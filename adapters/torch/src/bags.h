/* Bags of embeddings: sums, means and maxima of rows of a table, whose numbers are in one list, and where each bag begins in another. */
#ifndef STREW_TORCH_BAGS_H
#define STREW_TORCH_BAGS_H

#include <cstdint>
#include <optional>
#include <tuple>

#include "call.h"

namespace strew_torch
{

/* aten's _embedding_bag and its gradients, with its arguments and results. What is not in their `fits` is left to aten. */
using Bags =
    std::tuple<Tensor, Tensor, Tensor, Tensor>; /* the result, no bags of indices, the size of each bag, and its copy or the words */

bool fits_bags(const Tensor &weight, const Tensor &indices, const Tensor &offsets, bool scales_by_frequency, int64_t mode, bool is_sparse,
               const std::optional<Tensor> &factors, bool includes_end, int64_t padding);
Bags embedding_bag(const Tensor &weight, const Tensor &indices, const Tensor &offsets, int64_t mode, const std::optional<Tensor> &factors,
                   bool includes_end, int64_t padding);

bool fits_gradient_of_bags(const Tensor &grad, const Tensor &indices, const Tensor &bags, bool scales_by_frequency, int64_t mode);
Tensor embedding_bag_backward(const Tensor &grad, const Tensor &indices, const Tensor &bags, const Tensor &sizes, int64_t n_weights,
                              int64_t mode, const std::optional<Tensor> &factors, int64_t padding);
bool fits_factors_of_bags(const Tensor &grad, const Tensor &weight, const Tensor &indices, const Tensor &offsets);
Tensor embedding_bag_factors_backward(const Tensor &grad, const Tensor &weight, const Tensor &indices, const Tensor &offsets,
                                      int64_t padding);

/* Of a maximum: `words` has the index that each element is from, and is 0 in bags that are empty. */
Tensor embedding_bag_max_backward(const Tensor &grad, const Tensor &sizes, const Tensor &words, int64_t n_weights);

} // namespace strew_torch

#endif
