/* Puts strew's kernels in the place of aten's own for the CPU, and takes them away again. */
#ifndef STREW_TORCH_PATCH_H
#define STREW_TORCH_PATCH_H

namespace strew_torch
{

void patch_aten(bool on);

} // namespace strew_torch

#endif
