/* Calls of aten's own operators. */
#ifndef STREW_TORCH_ATEN_H
#define STREW_TORCH_ATEN_H

#include <array>

#include <torch/csrc/stable/library.h>

#include "call.h"

namespace strew_torch
{

/* For operators that return one tensor. */
template <class... Arguments> Tensor call_aten(const char *name, const char *overload, const Arguments &...arguments)
{
    std::array<StableIValue, sizeof...(Arguments)> stack = {torch::stable::detail::from(arguments)...};
    check_torch(torch_call_dispatcher(name, overload, stack.data(), TORCH_ABI_VERSION));
    return torch::stable::detail::to<Tensor>(stack[0]);
}

/* Broadcasts, and converts the type. */
inline void copy_to(const Tensor &to, const Tensor &from)
{
    check_torch(aoti_torch_copy_(to.get(), from.get(), 0));
}

/* As it is, or a copy. */
inline Tensor dense_of(const Tensor &tensor)
{
    if (View::of_input(tensor).is_dense()) return tensor;
    const Tensor copied = dense_like(tensor);
    copy_to(copied, tensor);
    return copied;
}

} // namespace strew_torch

#endif
