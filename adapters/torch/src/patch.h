/* Routes aten's operators for the CPU to strew. */
#ifndef STREW_TORCH_PATCH_H
#define STREW_TORCH_PATCH_H

#include <optional>
#include <string>
#include <vector>

#include "call.h"

namespace strew_torch
{

/* Puts kernels in the place of aten's own, once in a process. They are never taken away again, because PyTorch's table of kernels must not
 * change while another thread reads it. Returns the names of the kernels of PyTorch that are missing, and then installs nothing. */
std::string install();

/* Whether the kernels run in strew, in all threads. They read it once a call; until the first route(true) each is PyTorch's own. */
void route(bool on);
bool is_routed();

/* Tensors of memory that strew can read: any, indices as most of aten's operators take them, and floating point numbers. */
bool fits_dense(const Tensor &tensor);
bool fits_index(const Tensor &index);
bool fits_float(const Tensor &tensor);

/* Whether aten and strew both take the tensors of index_add and of index_put. */
bool fits_index_add(const Tensor &self, const Tensor &index, const Tensor &source, strew_reduction sum);
bool fits_index_fill(const Tensor &self, const Tensor &index);
bool fits_scatter_value(const Tensor &self, const Tensor &index, strew_reduction reduction);
bool fits_index_put(const Tensor &self, const std::vector<std::optional<Tensor>> &indices, const Tensor &values);

} // namespace strew_torch

#endif
