/* Rows of a table that are read where they lie, weighed and combined in one pass: a sparse matrix times a table, and its gradients. */
#ifndef STREW_TORCH_FUSED_H
#define STREW_TORCH_FUSED_H

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "call.h"

namespace strew_torch
{

/* The entries of a matrix; see Entries. `form` is "index", "offsets" or "starts". */
struct Given {
    Tensor rows;
    std::optional<Tensor> columns, weights;
    std::string form;
    std::optional<int64_t> ignored_row, ignored_column;
};

Entries entries_of(const Given &given);

/* Of a matrix with n_rows rows, whose entry t has the row rows[t], the column columns[t] and the value weights[t], or 1: the sum, mean,
 * minimum or maximum of the rows of table that the entries of each row name. A row without entries is 0. */
Tensor spmm(const Tensor &table, const Given &given, int64_t n_rows, const std::string &reduce);

/* The gradient of the table, which has n rows: for a sum, the transposed matrix times grad. */
Tensor spmm_transposed(const Tensor &grad, const Given &given, int64_t n, const std::string &reduce);

/* The gradient of weights of the shape [entries, *size] where a is that of the result, and b the table: for a sum, the dot product of
 * a[rows[t]] and b[columns[t]]. It is 0 for an entry that is ignored. Those of halves are computed in float32, and stay that if
 * `in_float32`. */
Tensor sddmm(const Tensor &a, const Tensor &b, const Given &given, const std::vector<int64_t> &size, bool in_float32,
             const std::string &reduce);

/* The minimum or maximum, and the entry that each element is from: the first of equals, and -1 where there is none. A NaN is passed over,
 * or is the extreme. And the gradient of the table, in which each element of grad goes to the entry that it is from. */
std::tuple<Tensor, Tensor> spmm_extreme(const Tensor &table, const Given &given, int64_t n_rows, bool is_maximum, bool passes_nan);
Tensor spmm_extreme_transposed(const Tensor &grad, const Tensor &places, const Given &given, int64_t n, bool is_maximum, bool passes_nan);

/* How many entries each row has, in a shape that divides rows. */
Tensor counts_of(const Entries &entries, const View &table, int64_t n_rows);

} // namespace strew_torch

#endif
