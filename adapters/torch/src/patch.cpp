/* aten's names and argument lists. Autograd, vmap and functionalisation are above the CPU's kernels and stay aten's.
 *
 * What strew does not have goes to aten's kernel, which is reached by another operator that nothing here replaces: the one with `out`.
 * index_add and index_put are in _patch.py: the stable ABI does not pass a Scalar, and takes the tensors out of the caller's own list. */
#include "patch.h"

#include <memory>

#include "aten.h"
#include "ops.h"

namespace strew_torch
{
namespace
{

using torch::stable::detail::StableLibrary;

/* What strew takes: as many dimensions as it can have, and a reduction for the dtype. */
bool fits(const Tensor &self, const Tensor &index, const Tensor &src, strew_reduction reduction)
{
    return self.dim() <= STREW_MAX_RANK && index.dim() <= STREW_MAX_RANK && dtype_number_of(self) == dtype_number_of(src) && src.is_cpu() &&
           index.is_cpu() && is_supported(self, reduction);
}

Tensor aten_scatter_add(Tensor self, int64_t dim, Tensor index, Tensor src)
{
    if (fits(self, index, src, STREW_ADD)) return scatter_reduce(self, dim, index, src, {STREW_ADD});
    const Tensor result = dense_like(self);
    call_aten("aten::scatter_add", "out", self, dim, index, src, result);
    return result;
}

Tensor aten_scatter_add_(Tensor self, int64_t dim, Tensor index, Tensor src)
{
    if (fits(self, index, src, STREW_ADD)) {
        scatter_reduce_(self, dim, index, src, {STREW_ADD});
    } else {
        call_aten("aten::scatter_add", "out", self, dim, index, src, self);
    }
    return self;
}

Tensor aten_scatter_reduce_two(Tensor self, int64_t dim, Tensor index, Tensor src, std::string reduce, bool include_self)
{
    if (fits(self, index, src, reduction_of(reduce))) return scatter_reduce(self, dim, index, src, {reduction_of(reduce), include_self});
    const Tensor result = dense_like(self);
    call_aten("aten::scatter_reduce", "two_out", self, dim, index, src, reduce, include_self, result);
    return result;
}

Tensor aten_scatter_reduce_two_(Tensor self, int64_t dim, Tensor index, Tensor src, std::string reduce, bool include_self)
{
    if (fits(self, index, src, reduction_of(reduce))) {
        scatter_reduce_(self, dim, index, src, {reduction_of(reduce), include_self});
    } else {
        call_aten("aten::scatter_reduce", "two_out", self, dim, index, src, reduce, include_self, self);
    }
    return self;
}

Tensor aten_index_reduce(Tensor self, int64_t dim, Tensor index, Tensor source, std::string reduce, bool include_self)
{
    if (fits(self, index, source, reduction_of(reduce)))
        return index_reduce(self, dim, index, source, {reduction_of(reduce), include_self});
    const Tensor result = dense_like(self);
    call_aten("aten::index_reduce", "out", self, dim, index, source, reduce, include_self, result);
    return result;
}

Tensor aten_index_reduce_(Tensor self, int64_t dim, Tensor index, Tensor source, std::string reduce, bool include_self)
{
    if (fits(self, index, source, reduction_of(reduce))) {
        index_reduce_(self, dim, index, source, {reduction_of(reduce), include_self});
    } else {
        call_aten("aten::index_reduce", "out", self, dim, index, source, reduce, include_self, self);
    }
    return self;
}

Tensor aten_index_copy(Tensor self, int64_t dim, Tensor index, Tensor source)
{
    if (fits(self, index, source, STREW_NONE)) return index_reduce(self, dim, index, source, {STREW_NONE});
    const Tensor result = dense_like(self);
    call_aten("aten::index_copy", "out", self, dim, index, source, result);
    return result;
}

Tensor aten_index_copy_(Tensor self, int64_t dim, Tensor index, Tensor source)
{
    if (fits(self, index, source, STREW_NONE)) {
        index_reduce_(self, dim, index, source, {STREW_NONE});
    } else {
        call_aten("aten::index_copy", "out", self, dim, index, source, self);
    }
    return self;
}

Tensor aten_gather(Tensor self, int64_t dim, Tensor index, bool)
{
    return gather(self, dim, index);
}

Tensor aten_index_select(Tensor self, int64_t dim, Tensor index)
{
    return index_select(self, dim, index);
}

Tensor aten_embedding_dense_backward(Tensor grad, Tensor indices, int64_t n_weights, int64_t padding_idx, bool scales_by_frequency)
{
    return embedding_dense_backward(grad, indices, n_weights, padding_idx, scales_by_frequency);
}

std::unique_ptr<StableLibrary> patched;

} // namespace

void patch_aten(bool on)
{
    patched.reset(); /* aten's kernels are in their places again */
    if (!on) return;
    patched = std::make_unique<StableLibrary>(StableLibrary::Kind::IMPL, "aten", "CPU", __FILE__, __LINE__);
    patched->impl("scatter_add", TORCH_BOX(&aten_scatter_add));
    patched->impl("scatter_add_", TORCH_BOX(&aten_scatter_add_));
    patched->impl("scatter_reduce.two", TORCH_BOX(&aten_scatter_reduce_two));
    patched->impl("scatter_reduce_.two", TORCH_BOX(&aten_scatter_reduce_two_));
    patched->impl("index_reduce", TORCH_BOX(&aten_index_reduce));
    patched->impl("index_reduce_", TORCH_BOX(&aten_index_reduce_));
    patched->impl("index_copy", TORCH_BOX(&aten_index_copy));
    patched->impl("index_copy_", TORCH_BOX(&aten_index_copy_));
    patched->impl("gather", TORCH_BOX(&aten_gather));
    patched->impl("index_select", TORCH_BOX(&aten_index_select));
    patched->impl("embedding_dense_backward", TORCH_BOX(&aten_embedding_dense_backward));
}

} // namespace strew_torch
