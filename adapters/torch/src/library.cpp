/* torch.ops.strew. What is named as in aten means the same here, and takes its arguments in the same order. */
#include <stdexcept>

#include <torch/csrc/stable/library.h>

#include "autograd.h"
#include "bags.h"
#include "cache.h"
#include "fused.h"
#include "ops.h"
#include "patch.h"

namespace strew_torch
{
namespace
{

using Indices = std::vector<std::optional<Tensor>>;

Tensor op_scatter_reduce(Tensor self, int64_t dim, Tensor index, Tensor src, std::string reduce, bool include_self)
{
    return scatter_reduce(self, dim, index, src, how_to_scatter(reduce, include_self));
}

void op_scatter_reduce_(Tensor self, int64_t dim, Tensor index, Tensor src, std::string reduce, bool include_self)
{
    scatter_reduce_(self, dim, index, src, how_to_scatter(reduce, include_self));
}

Tensor op_index_reduce(Tensor self, int64_t dim, Tensor index, Tensor source, std::string reduce, bool include_self)
{
    return index_reduce(self, dim, index, source, how_to_index(reduce, include_self, self, dim, index));
}

void op_index_reduce_(Tensor self, int64_t dim, Tensor index, Tensor source, std::string reduce, bool include_self)
{
    index_reduce_(self, dim, index, source, how_to_index(reduce, include_self, self, dim, index));
}

/* The sum of self and products with alpha, which the caller has as an element of self's type. */
How times(const Tensor &self, const Tensor &alpha)
{
    if (alpha.numel() != 1 || dtype_number_of(alpha) != dtype_number_of(self)) {
        throw std::runtime_error("alpha must be one element of the type of self");
    }
    How how = {STREW_REDUCTION_ADD};
    how.alpha = alpha.const_data_ptr();
    return how;
}

Tensor op_index_add_times(Tensor self, int64_t dim, Tensor index, Tensor source, Tensor alpha)
{
    return index_reduce(self, dim, index, source, times(self, alpha));
}

void op_index_add_times_(Tensor self, int64_t dim, Tensor index, Tensor source, Tensor alpha)
{
    index_reduce_(self, dim, index, source, times(self, alpha));
}

/* The extremes of pytorch_scatter, which passes over NaN. */
std::tuple<Tensor, Tensor> op_arg_reduce(Tensor self, int64_t dim, Tensor index, Tensor src, bool is_maximum, bool include_self)
{
    How how = {is_maximum ? STREW_REDUCTION_MAX : STREW_REDUCTION_MIN, include_self};
    how.nan = STREW_NAN_LOSES;
    return arg_reduce(self, dim, index, src, how);
}

Tensor op_take_at(Tensor self, int64_t dim, Tensor places, int64_t nowhere)
{
    return take_at(self, dim, places, nowhere);
}

Tensor op_put_at(Tensor values, int64_t dim, Tensor places, int64_t n, int64_t nowhere)
{
    return put_at(values, dim, places, n, nowhere);
}

Tensor op_index_put(Tensor self, Indices indices, Tensor values, bool accumulate)
{
    return index_put(self, indices, values, accumulate);
}

void op_index_put_(Tensor self, Indices indices, Tensor values, bool accumulate)
{
    index_put_(self, indices, values, accumulate);
}

Tensor op_gather(Tensor self, int64_t dim, Tensor index)
{
    return gather(self, dim, index);
}

Tensor op_index_select(Tensor self, int64_t dim, Tensor index)
{
    return index_select(self, dim, index);
}

using Maybe = std::optional<Tensor>;
using Ignored = std::optional<int64_t>;

Tensor op_spmm(Tensor table, Tensor rows, Maybe columns, Maybe weights, int64_t n_rows, std::string reduce, std::string form, Ignored row,
               Ignored column)
{
    return spmm(table, {rows, columns, weights, form, row, column}, n_rows, reduce);
}

Tensor op_spmm_transposed(Tensor grad, Tensor rows, Maybe columns, Maybe weights, int64_t n, std::string reduce, std::string form,
                          Ignored row, Ignored column)
{
    return spmm_transposed(grad, {rows, columns, weights, form, row, column}, n, reduce);
}

Tensor op_sddmm(Tensor a, Tensor b, Tensor rows, Maybe columns, std::vector<int64_t> size, bool in_float32, std::string reduce,
                std::string form, Ignored row, Ignored column)
{
    return sddmm(a, b, {rows, columns, std::nullopt, form, row, column}, size, in_float32, reduce);
}

std::tuple<Tensor, Tensor> op_spmm_extreme(Tensor table, Tensor rows, Maybe columns, Maybe weights, int64_t n_rows, bool is_maximum,
                                           bool passes_nan, std::string form, Ignored row, Ignored column)
{
    return spmm_extreme(table, {rows, columns, weights, form, row, column}, n_rows, is_maximum, passes_nan);
}

Tensor op_spmm_extreme_transposed(Tensor grad, Tensor places, Tensor rows, Maybe columns, Maybe weights, int64_t n, bool is_maximum,
                                  bool passes_nan, std::string form, Ignored row, Ignored column)
{
    return spmm_extreme_transposed(grad, places, {rows, columns, weights, form, row, column}, n, is_maximum, passes_nan);
}

Tensor op_softmax(Tensor src, Tensor index, int64_t n, std::string function, std::string form)
{
    return softmax(src, index, n, function, form);
}

void op_store_cache(Tensor k, Tensor v, Tensor slot_mapping, Tensor k_cache, Tensor v_cache, std::optional<Tensor> k_scale,
                    std::optional<Tensor> v_scale)
{
    store_cache(k, v, slot_mapping, k_cache, v_cache, k_scale, v_scale);
}

STABLE_TORCH_LIBRARY(strew, library)
{
    library.def("scatter_reduce(Tensor self, int dim, Tensor index, Tensor src, str reduce, bool include_self=True) -> Tensor");
    library.def("scatter_reduce_(Tensor(a!) self, int dim, Tensor index, Tensor src, str reduce, bool include_self=True) -> ()");
    library.def("index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, bool include_self=True) -> Tensor");
    library.def("index_reduce_(Tensor(a!) self, int dim, Tensor index, Tensor source, str reduce, bool include_self=True) -> ()");
    /* index_add with an alpha; see times(). */
    library.def("index_add_times(Tensor self, int dim, Tensor index, Tensor source, Tensor alpha) -> Tensor");
    library.def("index_add_times_(Tensor(a!) self, int dim, Tensor index, Tensor source, Tensor alpha) -> ()");
    library.def("arg_reduce(Tensor self, int dim, Tensor index, Tensor src, bool is_maximum, bool include_self) -> (Tensor, Tensor)");
    library.def("take_at(Tensor self, int dim, Tensor places, SymInt nowhere) -> Tensor");
    library.def("put_at(Tensor values, int dim, Tensor places, SymInt n, SymInt nowhere) -> Tensor");
    /* accumulate has no default: PyTorch 2.10 leaves a default out before it counts gradients. */
    library.def("index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate) -> Tensor");
    library.def("index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate) -> ()");
    library.def("gather(Tensor self, int dim, Tensor index) -> Tensor");
    library.def("index_select(Tensor self, int dim, Tensor index) -> Tensor");
    /* Of entries, whose rows and columns are vectors; rows are as form says: "index", "offsets" or "starts". Places are numbers of
     * entries. */
    library.def("spmm(Tensor table, Tensor rows, Tensor? columns, Tensor? weights, SymInt n_rows, str reduce, str form=\"index\", "
                "int? ignored_row=None, int? ignored_column=None) -> Tensor");
    library.def("spmm_transposed(Tensor grad, Tensor rows, Tensor? columns, Tensor? weights, SymInt n, str reduce, str form=\"index\", "
                "int? ignored_row=None, int? ignored_column=None) -> Tensor");
    library.def("sddmm(Tensor a, Tensor b, Tensor rows, Tensor? columns, SymInt[] size, bool in_float32=False, str reduce=\"sum\", "
                "str form=\"index\", int? ignored_row=None, int? ignored_column=None) -> Tensor");
    library.def("spmm_extreme(Tensor table, Tensor rows, Tensor? columns, Tensor? weights, SymInt n_rows, bool is_maximum, "
                "bool passes_nan=False, str form=\"index\", int? ignored_row=None, int? ignored_column=None) -> (Tensor, Tensor)");
    library.def("spmm_extreme_transposed(Tensor grad, Tensor places, Tensor rows, Tensor? columns, Tensor? weights, SymInt n, "
                "bool is_maximum, bool passes_nan=False, str form=\"index\", int? ignored_row=None, int? ignored_column=None) -> Tensor");
    library.def("softmax(Tensor src, Tensor index, SymInt n, str function, str form=\"index\") -> Tensor");
    library.def("store_cache(Tensor k, Tensor v, Tensor slot_mapping, Tensor(a!) k_cache, Tensor(b!) v_cache, Tensor? k_scale=None, "
                "Tensor? v_scale=None) -> ()");
    library.def("n_calls() -> int");
    library.def("install() -> str");
    library.def("set_autograd_keys(int keys) -> ()");
    library.def("route(bool on) -> ()");
}

STABLE_TORCH_LIBRARY_IMPL(strew, CPU, library)
{
    library.impl("scatter_reduce", TORCH_BOX(&op_scatter_reduce));
    library.impl("scatter_reduce_", TORCH_BOX(&op_scatter_reduce_));
    library.impl("index_reduce", TORCH_BOX(&op_index_reduce));
    library.impl("index_reduce_", TORCH_BOX(&op_index_reduce_));
    library.impl("index_add_times", TORCH_BOX(&op_index_add_times));
    library.impl("index_add_times_", TORCH_BOX(&op_index_add_times_));
    library.impl("arg_reduce", TORCH_BOX(&op_arg_reduce));
    library.impl("take_at", TORCH_BOX(&op_take_at));
    library.impl("put_at", TORCH_BOX(&op_put_at));
    library.impl("index_put", TORCH_BOX(&op_index_put));
    library.impl("index_put_", TORCH_BOX(&op_index_put_));
    library.impl("gather", TORCH_BOX(&op_gather));
    library.impl("index_select", TORCH_BOX(&op_index_select));
    library.impl("spmm", TORCH_BOX(&op_spmm));
    library.impl("spmm_transposed", TORCH_BOX(&op_spmm_transposed));
    library.impl("sddmm", TORCH_BOX(&op_sddmm));
    library.impl("spmm_extreme", TORCH_BOX(&op_spmm_extreme));
    library.impl("spmm_extreme_transposed", TORCH_BOX(&op_spmm_extreme_transposed));
    library.impl("softmax", TORCH_BOX(&op_softmax));
    library.impl("store_cache", TORCH_BOX(&op_store_cache));
}

STABLE_TORCH_LIBRARY_IMPL(strew, CompositeImplicitAutograd, library)
{
    library.impl("n_calls", TORCH_BOX(&n_calls));
    library.impl("install", TORCH_BOX(&install));
    library.impl("set_autograd_keys", TORCH_BOX(&set_autograd_keys));
    library.impl("route", TORCH_BOX(&route));
}

} // namespace
} // namespace strew_torch
