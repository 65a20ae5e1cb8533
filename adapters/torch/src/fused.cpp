#include "fused.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "aten.h"
#include "ops.h"

namespace strew_torch
{
namespace
{

void check(const Given &given, const Tensor &table, int64_t n_rows)
{
    const Form form = form_of(given.form);
    const Tensor &rows = given.rows;
    if (table.dim() == 0) throw std::runtime_error("table has no dimensions; it must have rows");
    if (form == Form::INDEX &&
        (rows.dim() != 1 || (given.columns && (given.columns->dim() != 1 || given.columns->size(0) != rows.size(0))))) {
        throw std::runtime_error("rows and columns must be vectors of one size: one of each for each entry");
    }
    if (n_rows < 0) throw std::runtime_error("n_rows is " + std::to_string(n_rows) + ", a negative number");
    if (form == Form::INDEX) return;
    if (rows.dim() != 1) throw std::runtime_error("offsets must be a vector");
    if (rows.size(0) < (form == Form::OFFSETS)) throw std::runtime_error("offsets has no elements, and at least 1 is needed");
    if (given.columns && given.columns->dim() != 1) throw std::runtime_error("columns must be a vector: one for each entry");
    if (rows.size(0) - (form == Form::OFFSETS) != n_rows) {
        throw std::runtime_error("offsets are those of " + std::to_string(rows.size(0) - (form == Form::OFFSETS)) +
                                 " segments, but n_rows is " + std::to_string(n_rows));
    }
}

bool is_extreme(strew_reduction reduction)
{
    return reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX;
}

/* Of the entry that wins; the zeros of a row are no element. */
How how_to_find(bool is_maximum, bool passes_nan)
{
    How how = {is_maximum ? STREW_REDUCTION_MAX : STREW_REDUCTION_MIN, false};
    how.nan = passes_nan ? STREW_NAN_LOSES : STREW_NAN_WINS;
    return how;
}

/* What a minimum or a maximum of numbers begins with, as bits; nothing for types that are rare. */
std::optional<uint64_t> identity_of(strew_dtype dtype, bool is_maximum)
{
    switch (dtype) {
    case STREW_DTYPE_FLOAT16: return is_maximum ? 0xfc00 : 0x7c00;
    case STREW_DTYPE_BFLOAT16: return is_maximum ? 0xff80 : 0x7f80;
    case STREW_DTYPE_FLOAT32: return is_maximum ? 0xff800000 : 0x7f800000;
    case STREW_DTYPE_FLOAT64: return is_maximum ? 0xfff0000000000000 : 0x7ff0000000000000;
    case STREW_DTYPE_INT32: return is_maximum ? 0x80000000 : 0x7fffffff;
    case STREW_DTYPE_INT64: return is_maximum ? 0x8000000000000000 : 0x7fffffffffffffff;
    default: return std::nullopt;
    }
}

template <class Bits> void fill(void *values, uint64_t bits, int64_t n)
{
    std::fill_n(static_cast<Bits *>(values), n, static_cast<Bits>(bits));
}

void fill(const View &view, uint64_t bits, int64_t n)
{
    switch (strew_dtype_size(view.dtype)) {
    case 2: fill<uint16_t>(view.values, bits, n); break;
    case 4: fill<uint32_t>(view.values, bits, n); break;
    default: fill<uint64_t>(view.values, bits, n); break;
    }
}

/* Without the record of what was touched that excluding the zeros would take, which is slower than the reduction. */
bool combine_extremes(const Tensor &result, const View &output, const Entries &entries, const View &table, How how)
{
    how.includes_self = true;
    const std::optional<uint64_t> identity = identity_of(output.dtype, how.reduction == STREW_REDUCTION_MAX);
    if (!is_extreme(how.reduction) || !identity) return false;
    fill(output, *identity, result.numel());
    combine_entries(output, entries, table, how);
    const Tensor counts = counts_of(entries, table, output.shape[0]);
    const int64_t *const count = static_cast<const int64_t *>(counts.const_data_ptr());
    const size_t row = output.shape[0] ? static_cast<size_t>(result.numel() / output.shape[0]) * strew_dtype_size(output.dtype) : 0;
    for (int64_t i = 0; i < output.shape[0]; i++) {
        if (count[i] == 0) std::memset(static_cast<char *>(output.values) + static_cast<size_t>(i) * row, 0, row);
    }
    return true;
}

/* The same for a mean. That of halves is not a quotient of rounded sums. */
bool combine_mean(const Tensor &result, const View &output, const Entries &entries, const View &table, How how)
{
    const bool is_wide = output.dtype == STREW_DTYPE_FLOAT32 || output.dtype == STREW_DTYPE_FLOAT64;
    if (how.reduction != STREW_REDUCTION_MEAN || !is_wide) return false;
    how.reduction = STREW_REDUCTION_ADD;
    combine_entries(output, entries, table, how);
    const Tensor counts = counts_of(entries, table, output.shape[0]);
    int64_t *const count = static_cast<int64_t *>(counts.mutable_data_ptr());
    for (int64_t i = 0; i < output.shape[0]; i++) count[i] = std::max<int64_t>(count[i], 1);
    call_aten("aten::div_", "Tensor", result, counts);
    return true;
}

bool is_half(const Tensor &tensor)
{
    return dtype_number_of(tensor) == aoti_torch_dtype_float16() || dtype_number_of(tensor) == aoti_torch_dtype_bfloat16();
}

How how_to_combine(const std::string &reduce)
{
    How how = {reduction_of(reduce)};
    how.rounds_once = how.reduction == STREW_REDUCTION_ADD || how.reduction == STREW_REDUCTION_MEAN;
    how.includes_self = how.reduction == STREW_REDUCTION_ADD; /* the zeros of other reductions are no elements */
    return how;
}

/* Of the rows of a table, as many as `n`. */
Tensor rows_like(const Tensor &table, int64_t n)
{
    View shape = View::of_input(table);
    shape.shape[0] = n;
    const Tensor result = dense(shape.shape.data(), shape.rank, dtype_number_of(table));
    ask_for_large_pages(result);
    return result;
}

/* -1 in every type of an index. */
constexpr int64_t ALL_ONES = -1;

/* One of the heads of a tensor, which are its second dimension. A weight for each head loses the others, too. */
Tensor head_of(const Tensor &tensor, int64_t head, bool is_weight)
{
    const View view = View::of_input(tensor);
    View one = view;
    one.rank = is_weight ? 1 : view.rank - 1;
    for (size_t d = 1; d < static_cast<size_t>(one.rank); d++) one.shape[d] = view.shape[d + 1], one.strides[d] = view.strides[d + 1];
    AtenTensorHandle handle;
    check_torch(
        aoti_torch__reinterpret_tensor(tensor.get(), one.rank, one.shape.data(), one.strides.data(), head * view.strides[1], &handle));
    return Tensor(handle);
}

/* The library has kernels for one weight for each entry, but for weights of some dimensions of a slice loops that are 5 times as slow. So a
 * weight for each head is a call for each head. */
int64_t n_heads_of(const Tensor &rows, const Given &given)
{
    constexpr int64_t MAX_HEADS = 16, MIN_WIDTH = 8;
    if (!given.weights || rows.dim() < 3 || given.weights->dim() != rows.dim()) return 0;
    int64_t width = 1;
    for (int64_t d = 2; d < rows.dim(); d++) {
        if (given.weights->size(d) != 1) return 0;
        width *= rows.size(d);
    }
    const int64_t n = rows.size(1);
    return given.weights->size(1) == n && n > 1 && n <= MAX_HEADS && width >= MIN_WIDTH ? n : 0;
}

template <class Call> Tensor by_heads(const Tensor &rows, const Given &given, int64_t n_results, const Call &call)
{
    const Tensor result = rows_like(rows, n_results);
    for (int64_t head = 0; head < rows.size(1); head++) {
        Given one = given;
        one.weights = head_of(*given.weights, head, true);
        copy_to(head_of(result, head, false), call(head_of(rows, head, false), one));
    }
    return result;
}

} // namespace

Entries entries_of(const Given &given)
{
    Entries entries;
    entries.rows = View::of_input(given.rows), entries.form = form_of(given.form);
    if (given.columns) entries.columns = View::of_input(*given.columns);
    if (given.weights) entries.weights = View::of_input(*given.weights);
    entries.ignored_row = given.ignored_row, entries.ignored_column = given.ignored_column;
    return entries;
}

Tensor counts_of(const Entries &entries, const View &table, int64_t n_rows)
{
    View shape = table;
    shape.shape.fill(1);
    shape.shape[0] = n_rows;
    const Tensor counts = dense(shape.shape.data(), table.rank, aoti_torch_dtype_int64());
    call_aten("aten::zero_", "", counts);
    int64_t one = 1;
    View ones = table, output = View::of_output(counts);
    ones.rank = output.rank = 1;
    ones.dtype = STREW_DTYPE_INT64;
    ones.values = &one;
    ones.strides[0] = 0;
    Entries unweighted = entries;
    unweighted.weights.reset();
    combine_entries(output, unweighted, ones, {STREW_REDUCTION_ADD});
    return counts;
}

Tensor spmm(const Tensor &table, const Given &given, int64_t n_rows, const std::string &reduce)
{
    check(given, table, n_rows);
    const How how = how_to_combine(reduce);
    if (n_heads_of(table, given) > 0) {
        return by_heads(table, given, n_rows, [&](const Tensor &rows, const Given &one) { return spmm(rows, one, n_rows, reduce); });
    }
    const Tensor result = rows_like(table, n_rows);
    const View output = View::of_output(result), from = View::of_input(table);
    const Entries entries = entries_of(given);
    const bool begins_with_zeros = entries.form == Form::INDEX;
    if (begins_with_zeros && combine_extremes(result, output, entries, from, how)) return result;
    if (begins_with_zeros) call_aten("aten::zero_", "", result);
    if (begins_with_zeros && combine_mean(result, output, entries, from, how)) return result;
    combine_entries(output, entries, from, how);
    return result;
}

Tensor spmm_transposed(const Tensor &grad, const Given &given, int64_t n, const std::string &reduce)
{
    check(given, grad, grad.dim() == 0 ? 0 : grad.size(0));
    const How how = how_to_combine(reduce);
    if (n_heads_of(grad, given) > 0) {
        return by_heads(grad, given, n, [&](const Tensor &rows, const Given &one) { return spmm_transposed(rows, one, n, reduce); });
    }
    const Tensor from = dense_of(grad), result = rows_like(grad, n);
    const View output = View::of_output(result);
    const Entries entries = entries_of(given);
    if (entries.form == Form::INDEX && !entries.columns && !entries.weights && how.reduction == STREW_REDUCTION_ADD) {
        if (entries.rows.shape[0] != n) throw std::runtime_error("n must be the number of entries, which have no columns");
        gather(output, View::of_input(from), entries.rows, 0, entries.ignored_row); /* a gather is all that it is */
    } else {
        gradient_of_entries(output, STREW_GRADIENT_OF_UPDATES, View::of_input(from), entries, output, how);
    }
    return result;
}

Tensor sddmm(const Tensor &a, const Tensor &b, const Given &given, const std::vector<int64_t> &size, bool in_float32,
             const std::string &reduce)
{
    check(given, a, a.dim() == 0 ? 0 : a.size(0));
    const auto sizes = a.sizes();
    const bool is_same =
        b.dim() == a.dim() && dtype_number_of(b) == dtype_number_of(a) && std::equal(sizes.begin() + 1, sizes.end(), b.sizes().begin() + 1);
    if (!is_same) throw std::runtime_error("a and b must have rows of one shape and type");
    std::vector<int64_t> shape = size;
    shape.insert(shape.begin(), given.columns ? given.columns->size(0) : b.size(0));
    const int32_t dtype = in_float32 && is_half(a) ? aoti_torch_dtype_float32() : dtype_number_of(a);
    const Tensor from = dense_of(a), result = dense(shape.data(), static_cast<int64_t>(shape.size()), dtype);
    Entries entries = entries_of(given);
    const View output = View::of_output(result);
    entries.weights = output;
    How how = how_to_combine(reduce);
    how.rounds_once = false; /* the gradient of weights is, without being asked to */
    gradient_of_entries(output, STREW_GRADIENT_OF_WEIGHTS, View::of_input(from), entries, View::of_input(b), how);
    return result;
}

std::tuple<Tensor, Tensor> spmm_extreme(const Tensor &table, const Given &given, int64_t n_rows, bool is_maximum, bool passes_nan)
{
    check(given, table, n_rows);
    const Tensor result = rows_like(table, n_rows);
    const auto sizes = result.sizes();
    const Tensor places = dense(sizes.data(), static_cast<int64_t>(sizes.size()), aoti_torch_dtype_int64());
    ask_for_large_pages(places);
    const Entries entries = entries_of(given);
    if (entries.form == Form::INDEX) call_aten("aten::zero_", "", result);
    const View arg = View::of_output(places);
    combine_entries(View::of_output(result), entries, View::of_input(table), how_to_find(is_maximum, passes_nan), &arg);
    return {result, places};
}

Tensor spmm_extreme_transposed(const Tensor &grad, const Tensor &places, const Given &given, int64_t n, bool is_maximum, bool passes_nan)
{
    check(given, grad, grad.dim() == 0 ? 0 : grad.size(0));
    const Tensor result = rows_like(grad, n);
    const View output = View::of_output(result), arg = View::of_input(places);
    if (given.columns && !given.weights) { /* a sum of numbers by their columns is 4 times as fast as the gradient, and rounds once */
        const auto sizes = places.sizes();
        const Tensor columns = dense(sizes.data(), static_cast<int64_t>(sizes.size()), dtype_number_of(*given.columns));
        const View named = View::of_output(columns);
        gather(named, View::of_input(*given.columns), arg, 0, -1, &ALL_ONES);
        call_aten("aten::zero_", "", result);
        How how = {STREW_REDUCTION_ADD};
        how.rounds_once = how.has_ignore_index = true;
        how.ignore_index = -1;
        scatter_elements(output, output, named, View::of_input(grad), 0, how);
        return result;
    }
    const Tensor from = dense_of(grad);
    gradient_of_entries(output, STREW_GRADIENT_OF_UPDATES, View::of_input(from), entries_of(given), output,
                        how_to_find(is_maximum, passes_nan), &arg);
    return result;
}

} // namespace strew_torch
