/* Bags of embeddings: sums and means of rows of a table, whose numbers are in one list, and where each bag begins in another. */
#ifndef STREW_TORCH_BAGS_H
#define STREW_TORCH_BAGS_H

#include <cstdint>
#include <optional>
#include <tuple>

#include "call.h"

namespace strew_torch
{

/* The segment of each of n entries: segment s has those from offsets[s] to offsets[s + 1] - 1, and `nowhere` stands for none. If the end is
 * implied, the last offset is n. */
Tensor expand_offsets(const Tensor &offsets, int64_t n, bool end_is_implied, int64_t nowhere = -1);

/* aten's _embedding_bag and its gradients, with its arguments and results. What is not in their `fits` is left to aten. */
using Bags = std::tuple<Tensor, Tensor, Tensor, Tensor>; /* the result, the bag of each index, the size of each bag, and its copy */

bool fits_bags(const Tensor &weight, const Tensor &indices, const Tensor &offsets, bool scales_by_frequency, int64_t mode, bool is_sparse,
               const std::optional<Tensor> &factors, bool includes_end, int64_t padding);
Bags embedding_bag(const Tensor &weight, const Tensor &indices, const Tensor &offsets, int64_t mode, const std::optional<Tensor> &factors,
                   bool includes_end, int64_t padding);

bool fits_gradient_of_bags(const Tensor &grad, const Tensor &indices, const Tensor &bags, bool scales_by_frequency, int64_t mode);
Tensor embedding_bag_backward(const Tensor &grad, const Tensor &indices, const Tensor &bags, const Tensor &sizes, int64_t n_weights,
                              int64_t mode, const std::optional<Tensor> &factors, int64_t padding);
Tensor embedding_bag_factors_backward(const Tensor &grad, const Tensor &weight, const Tensor &indices, const Tensor &bags, int64_t padding);

} // namespace strew_torch

#endif
