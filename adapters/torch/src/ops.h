/* The operators, as torch.ops.strew has them. Each is one function for a call that returns a new tensor and one for a call in place. */
#ifndef STREW_TORCH_OPS_H
#define STREW_TORCH_OPS_H

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "call.h"

namespace strew_torch
{

/* PyTorch's scatter_add and scatter_reduce compute sums and products of halves in float32, and round once. So does its index_add of slices
 * along the first or the last dimension, if they are not scaled and index is int64. Its other operators round after every update, and so do
 * reductions by strew's own names, "add" and "mul". */
How how_to_scatter(const std::string &reduce, bool includes_self);
How how_to_index(const std::string &reduce, bool includes_self, const Tensor &self, int64_t dim, const Tensor &index);

Tensor scatter_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const How &how);
void scatter_reduce_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const How &how);
Tensor index_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source, const How &how);
void index_reduce_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source, const How &how);
Tensor index_put(const Tensor &self, const std::vector<std::optional<Tensor>> &indices, const Tensor &values, bool accumulate);
void index_put_(const Tensor &self, const std::vector<std::optional<Tensor>> &indices, const Tensor &values, bool accumulate);
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index);
Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index);

/* As aten's operators of these names; a number is a tensor of one element of self's type. False if strew cannot read the tensors as they
 * are, and then nothing was written. */
bool put_(const Tensor &self, const Tensor &index, const Tensor &source, bool accumulate);
Tensor take(const Tensor &self, const Tensor &index);
bool masked_scatter_(const Tensor &self, const Tensor &mask, const Tensor &source);
void index_fill_(const Tensor &self, int64_t dim, const Tensor &index, const void *value);
Tensor scatter_value(const Tensor &self, int64_t dim, const Tensor &index, const void *value, const How &how);
void scatter_value_(const Tensor &self, int64_t dim, const Tensor &index, const void *value, const How &how);

/* A minimum or a maximum of self and src, or of src alone, and for each element the first position along dim that it is from;
 * src.size(dim) where it is that of self, or there is none. `index` is a vector, or has the shape of src. */
std::tuple<Tensor, Tensor> arg_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, How how);

/* gather, with 0 for the place `nowhere`. And its gradient where no place occurs twice: zeros of the size n along dim, and the values at
 * their places. */
Tensor take_at(const Tensor &self, int64_t dim, const Tensor &places, int64_t nowhere);
Tensor put_at(const Tensor &values, int64_t dim, const Tensor &places, int64_t n, int64_t nowhere);

/* "softmax", "log_softmax" or "logsumexp" of the rows of src that have the same index, 0 to n - 1, or of n segments; each element of a row
 * by itself. */
Tensor softmax(const Tensor &src, const Tensor &index, int64_t n, const std::string &function, const std::string &form);

Tensor embedding_dense_backward(const Tensor &grad, const Tensor &indices, int64_t n_weights, int64_t padding_idx,
                                bool scales_by_frequency);

} // namespace strew_torch

#endif
