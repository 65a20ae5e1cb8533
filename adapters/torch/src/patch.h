/* Routes aten's operators for the CPU to strew. */
#ifndef STREW_TORCH_PATCH_H
#define STREW_TORCH_PATCH_H

#include <string>

namespace strew_torch
{

/* Puts kernels in the place of aten's own, once in a process. They are never taken away again, because PyTorch's table of kernels must not
 * change while another thread reads it. Returns the names of the kernels of PyTorch that are missing, and then installs nothing. */
std::string install();

/* Whether the kernels run in strew, in all threads. They read it once a call; until the first route(true) each is PyTorch's own. */
void route(bool on);

} // namespace strew_torch

#endif
