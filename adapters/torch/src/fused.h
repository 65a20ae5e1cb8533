/* Rows of a table that are read where they lie, weighed and combined in one pass: a sparse matrix times a table, and its gradients. */
#ifndef STREW_TORCH_FUSED_H
#define STREW_TORCH_FUSED_H

#include <cstdint>
#include <optional>
#include <string>

#include "call.h"

namespace strew_torch
{

/* Of a matrix with n_rows rows, whose entry t has the row rows[t], the column columns[t] and the value weights[t], or 1: the sum, mean,
 * minimum or maximum of the rows of table that the entries of each row name. A row without entries is 0. */
Tensor spmm(const Tensor &table, const Tensor &rows, const Tensor &columns, const std::optional<Tensor> &weights, int64_t n_rows,
            const std::string &reduce, std::optional<int64_t> ignored_row, std::optional<int64_t> ignored_column);

/* For each entry the dot product of a[rows[t]] and b[columns[t]], 0 for an entry that is ignored. The first n_kept dimensions of a slice
 * are kept, the others summed up. Those of halves are computed in float32, and stay that if `in_float32`. */
Tensor sddmm(const Tensor &a, const Tensor &b, const Tensor &rows, const Tensor &columns, int64_t n_kept, bool in_float32,
             std::optional<int64_t> ignored_row, std::optional<int64_t> ignored_column);

} // namespace strew_torch

#endif
