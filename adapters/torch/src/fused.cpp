#include "fused.h"

#include <array>
#include <complex>
#include <cstring>
#include <stdexcept>

#include <torch/headeronly/util/BFloat16.h>
#include <torch/headeronly/util/Half.h>

#include "aten.h"
#include "ops.h"

namespace strew_torch
{
namespace
{

void check_entries(const Tensor &table, const Tensor &rows, const Tensor &columns)
{
    if (table.dim() == 0) throw std::runtime_error("table has no dimensions; it must have rows");
    if (rows.dim() != 1 || columns.dim() != 1 || rows.size(0) != columns.size(0)) {
        throw std::runtime_error("rows and columns must be vectors of one size: one of each for each entry");
    }
}

/* An index of an entry: where the rows that it names begin. Another thread may change what was checked, so it is checked again. */
struct Names {
    const char *name;
    View view;
    int64_t n;
    std::optional<int64_t> ignored;

    /* -1 for one that is not there, which no tensor has. */
    template <class Index> int64_t at(int64_t entry) const
    {
        const int64_t index = static_cast<int64_t>(static_cast<const volatile Index *>(view.values)[entry * view.strides[0]]);
        return index >= 0 && index < n && index != ignored ? index : -1;
    }
    template <class Index> void check(int64_t entry) const
    {
        const int64_t index = static_cast<int64_t>(static_cast<const volatile Index *>(view.values)[entry * view.strides[0]]);
        if (index >= 0 && index < n) return;
        throw IndexOutOfBounds(std::string(name) + "[" + std::to_string(entry) + "] is " + std::to_string(index) + ", outside [0, " +
                               std::to_string(n - 1) + "]");
    }
    template <class Index> bool ignores(int64_t entry) const
    {
        return ignored && static_cast<const volatile Index *>(view.values)[entry * view.strides[0]] == *ignored;
    }
};

/* Partial sums by the number of an element modulo 16, then folded by halves. It is the order of strew_gradient, has the same bits with
 * vectors of any length, and keeps them busy. */
template <class Sum, class Element> Sum dot(const Element *a, const Element *b, int64_t n)
{
    constexpr int64_t LANES = 16;
    Sum sums[LANES] = {};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        for (int64_t lane = 0; lane < LANES; lane++) sums[lane] += static_cast<Sum>(a[i + lane]) * static_cast<Sum>(b[i + lane]);
    }
    for (int64_t lane = 0; i + lane < n; lane++) sums[lane] += static_cast<Sum>(a[i + lane]) * static_cast<Sum>(b[i + lane]);
    for (int64_t half = LANES / 2; half > 0; half /= 2) {
        for (int64_t lane = 0; lane < half; lane++) sums[lane] += sums[lane + half];
    }
    return sums[0];
}

struct Products {
    const void *a, *b;
    Names rows, columns;
    int64_t n_kept, n_summed; /* elements of a slice that have a product each, and that each is the sum of */
    void *to;
};

/* The rows of later entries are on their way from memory meanwhile. */
constexpr int64_t AHEAD = 8;

template <class Element> void fetch(const void *from, int64_t row, int64_t n)
{
    const char *const begin = reinterpret_cast<const char *>(static_cast<const Element *>(from) + row * n);
    const int64_t bytes = std::min<int64_t>(n * static_cast<int64_t>(sizeof(Element)), 1024);
    for (int64_t at = 0; at < bytes; at += 64) __builtin_prefetch(begin + at);
}

template <class Element, class Sum, class Result, class Index> void multiply(const Products &all, int64_t begin, int64_t end)
{
    const int64_t n = all.n_kept * all.n_summed;
    for (int64_t entry = begin; entry < end; entry++) {
        if (entry + AHEAD < end) {
            const int64_t row = all.rows.at<Index>(entry + AHEAD), column = all.columns.at<Index>(entry + AHEAD);
            if (row >= 0) fetch<Element>(all.a, row, n);
            if (column >= 0) fetch<Element>(all.b, column, n);
        }
        const int64_t row = all.rows.at<Index>(entry), column = all.columns.at<Index>(entry);
        const Element *const a = static_cast<const Element *>(all.a) + row * n, *const b = static_cast<const Element *>(all.b) + column * n;
        Result *const to = static_cast<Result *>(all.to) + entry * all.n_kept;
        for (int64_t k = 0; k < all.n_kept; k++) {
            const bool is_there = row >= 0 && column >= 0;
            to[k] = is_there ? static_cast<Result>(dot<Sum>(a + k * all.n_summed, b + k * all.n_summed, all.n_summed)) : Result(0);
        }
    }
}

template <class Element, class Sum, class Result, class Index> void multiply_all(const Products &all)
{
    const int64_t n = all.rows.view.shape[0];
    for (int64_t entry = 0; entry < n; entry++) {
        if (all.rows.ignores<Index>(entry) || all.columns.ignores<Index>(entry)) continue;
        all.rows.check<Index>(entry);
        all.columns.check<Index>(entry);
    }
    const auto run = [](int64_t begin, int64_t end, void *argument) {
        multiply<Element, Sum, Result, Index>(*static_cast<const Products *>(argument), begin, end);
    };
    const int64_t grain = 1 + (1 << 15) / std::max<int64_t>(all.n_kept * all.n_summed, 1);
    Products copy = all;
    if (torch_parallel_for(0, n, grain, run, &copy) != 0) run(0, n, &copy);
}

template <class Element, class Sum, class Result> void multiply_by(const Products &all)
{
    if (all.rows.view.dtype == STREW_DTYPE_INT64) {
        multiply_all<Element, Sum, Result, int64_t>(all);
    } else {
        multiply_all<Element, Sum, Result, int32_t>(all);
    }
}

Tensor dense_of(const Tensor &tensor)
{
    if (View::of_input(tensor).is_dense()) return tensor;
    const Tensor copied = dense_like(tensor);
    copy_to(copied, tensor);
    return copied;
}

/* Of one type, int64 or int32. */
Tensor as_index(const Tensor &tensor, int32_t dtype)
{
    if (dtype_number_of(tensor) == dtype) return tensor;
    const Tensor converted = dense(tensor.sizes().data(), 1, dtype);
    copy_to(converted, tensor);
    return converted;
}

/* How many entries each row has, in a shape that divides rows. */
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
bool combine_extremes(const Tensor &result, const View &output, const Entries &entries, const View &table, const How &how)
{
    const bool is_extreme = how.reduction == STREW_REDUCTION_MIN || how.reduction == STREW_REDUCTION_MAX;
    const std::optional<uint64_t> identity = identity_of(output.dtype, how.reduction == STREW_REDUCTION_MAX);
    if (!is_extreme || !identity) return false;
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

Tensor converted(const Tensor &tensor, int32_t dtype)
{
    const auto sizes = tensor.sizes();
    const Tensor result = dense(sizes.data(), static_cast<int64_t>(sizes.size()), dtype);
    copy_to(result, tensor);
    return result;
}

/* Sums of halves are float32, rounded once. Where the rows are few beside the entries, copies of them in float32 have the same bits and are
 * faster: the library has kernels for rows of float32 that it reads where they lie, and stages those of halves. */
bool widens(const Tensor &table, const Tensor &rows, int64_t n_rows, strew_reduction reduction)
{
    const bool is_half = dtype_number_of(table) == aoti_torch_dtype_float16() || dtype_number_of(table) == aoti_torch_dtype_bfloat16();
    return is_half && (reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_MEAN) &&
           rows.size(0) >= (table.size(0) + n_rows) / 2;
}

} // namespace

Tensor spmm(const Tensor &table, const Tensor &rows, const Tensor &columns, const std::optional<Tensor> &weights, int64_t n_rows,
            const std::string &reduce, std::optional<int64_t> ignored_row, std::optional<int64_t> ignored_column)
{
    check_entries(table, rows, columns);
    if (n_rows < 0) throw std::runtime_error("n_rows is " + std::to_string(n_rows) + ", a negative number");
    const int32_t float32 = aoti_torch_dtype_float32();
    const bool fits = !weights || dtype_number_of(*weights) == float32 || dtype_number_of(*weights) == dtype_number_of(table);
    if (fits && widens(table, rows, n_rows, reduction_of(reduce))) {
        const std::optional<Tensor> factors = weights ? std::optional<Tensor>(converted(*weights, float32)) : std::nullopt;
        const Tensor wide = spmm(converted(table, float32), rows, columns, factors, n_rows, reduce, ignored_row, ignored_column);
        return converted(wide, dtype_number_of(table));
    }
    View shape = View::of_input(table);
    const View from = shape;
    shape.shape[0] = n_rows;
    const Tensor result = dense(shape.shape.data(), shape.rank, dtype_number_of(table));
    ask_for_large_pages(result);
    Entries entries = {View::of_input(rows), View::of_input(columns), std::nullopt, ignored_row, ignored_column};
    if (weights) entries.weights = View::of_input(*weights);
    How how = {reduction_of(reduce)};
    how.rounds_once = how.reduction == STREW_REDUCTION_ADD || how.reduction == STREW_REDUCTION_MEAN;
    const View output = View::of_output(result);
    if (combine_extremes(result, output, entries, from, how)) return result;
    call_aten("aten::zero_", "", result);
    if (combine_mean(result, output, entries, from, how)) return result;
    how.includes_self = how.reduction == STREW_REDUCTION_ADD; /* the zeros of other reductions are no elements */
    combine_entries(output, entries, from, how);
    return result;
}

Tensor sddmm(const Tensor &a, const Tensor &b, const Tensor &rows, const Tensor &columns, int64_t n_kept, bool in_float32,
             std::optional<int64_t> ignored_row, std::optional<int64_t> ignored_column)
{
    using Type = torch::headeronly::ScalarType;
    check_entries(a, rows, columns);
    const auto sizes = a.sizes();
    const Type type = a.scalar_type();
    const bool is_same = b.dim() == a.dim() && b.scalar_type() == type && std::equal(sizes.begin() + 1, sizes.end(), b.sizes().begin() + 1);
    if (!is_same || n_kept < 0 || n_kept >= a.dim()) {
        throw std::runtime_error("a and b must have rows of one shape and type, and n_kept at most its dimensions");
    }
    const bool is_narrow = type == Type::Half || type == Type::BFloat16;
    const int32_t index = dtype_number_of(rows) == dtype_number_of(columns) && dtype_number_of(rows) == aoti_torch_dtype_int32()
                              ? aoti_torch_dtype_int32()
                              : aoti_torch_dtype_int64();
    const Tensor from_a = dense_of(a), from_b = dense_of(b), of_rows = as_index(rows, index), of_columns = as_index(columns, index);
    View shape = View::of_input(a);
    shape.shape[0] = rows.size(0);
    const Tensor result = dense(shape.shape.data(), n_kept + 1, is_narrow && in_float32 ? aoti_torch_dtype_float32() : dtype_number_of(a));
    Products all = {from_a.const_data_ptr(),
                    from_b.const_data_ptr(),
                    {"rows", View::of_input(of_rows), a.size(0), ignored_row},
                    {"columns", View::of_input(of_columns), b.size(0), ignored_column},
                    1,
                    1,
                    result.mutable_data_ptr()};
    for (int64_t d = 1; d < a.dim(); d++) (d <= n_kept ? all.n_kept : all.n_summed) *= sizes[static_cast<size_t>(d)];
    switch (type) {
    case Type::Float: multiply_by<float, float, float>(all); break;
    case Type::Double: multiply_by<double, double, double>(all); break;
    case Type::ComplexFloat: multiply_by<std::complex<float>, std::complex<float>, std::complex<float>>(all); break;
    case Type::ComplexDouble: multiply_by<std::complex<double>, std::complex<double>, std::complex<double>>(all); break;
    case Type::Half: in_float32 ? multiply_by<c10::Half, float, float>(all) : multiply_by<c10::Half, float, c10::Half>(all); break;
    case Type::BFloat16:
        in_float32 ? multiply_by<c10::BFloat16, float, float>(all) : multiply_by<c10::BFloat16, float, c10::BFloat16>(all);
        break;
    default: throw std::runtime_error("sddmm takes floating point and complex numbers only");
    }
    count_call();
    return result;
}

} // namespace strew_torch
