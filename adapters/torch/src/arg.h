/* Where a minimum or a maximum comes from. */
#ifndef STREW_TORCH_ARG_H
#define STREW_TORCH_ARG_H

#include "call.h"

namespace strew_torch
{

/*
 * For each element of `self`, the first position along dim whose element of src is the minimum or maximum of those that index sends there;
 * src.size(dim) where no element is sent, or where `includes_self` and none is beyond that of self. A NaN in src is passed over, and one in
 * self stays. `index` is a vector, or has the shape of src; a slice of src that shares an index may have it with strides of 0.
 */
Tensor arg_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const How &how);

} // namespace strew_torch

#endif
