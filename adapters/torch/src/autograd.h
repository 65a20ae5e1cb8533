/* aten's scatters where they need no gradient: they go on below autograd, as from aten's own kernels of autograd. */
#ifndef STREW_TORCH_AUTOGRAD_H
#define STREW_TORCH_AUTOGRAD_H

#include <cstdint>
#include <optional>
#include <string>

#include "call.h"

namespace strew_torch
{

/* Whether this PyTorch has what the functions below need. */
bool has_symbols_of_autograd();

/* Whether a call that reads src and writes self, or returns what it makes of it, has a gradient. */
bool needs_gradient(const Tensor &self, const Tensor &src);

/* The keys of autograd, as PyTorch stores a set of keys. */
void set_autograd_keys(int64_t keys);

/* Each returns what the operator returns, and nothing, without a call, if there is a gradient. Of a call that writes it returns self. */
std::optional<Tensor> scatter_add_below(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, bool writes);
std::optional<Tensor> scatter_reduce_below(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src,
                                           const std::string &reduce, bool includes_self, bool writes);

} // namespace strew_torch

#endif
