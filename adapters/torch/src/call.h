/* Calls of strew on tensors of PyTorch. Every tensor is read where it is: its sizes and strides become those of a strew_tensor. */
#ifndef STREW_TORCH_CALL_H
#define STREW_TORCH_CALL_H

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <torch/csrc/stable/tensor.h>

#include <strew/gradient.h>
#include <strew/softmax.h>
#include <strew/strew.h>

namespace strew_torch
{

using torch::stable::Tensor;

/* Of a function of the stable ABI, whose own check writes PyTorch's stack to the terminal. Throws std::runtime_error. */
void check_torch(AOTITorchError error);

/* The sizes and strides of a tensor, which may be changed to look at it in another way, and where its first element is. What is beyond the
 * rank is not set, and not copied: STREW_MAX_RANK of each are a KiB, which a short call would notice. */
struct View {
    strew_dtype dtype = STREW_DTYPE_FLOAT32;
    int32_t rank = 0;
    void *values = nullptr;
    std::array<int64_t, STREW_MAX_RANK> shape, strides;

    View() {}
    View(const View &from)
    {
        *this = from;
    }
    View &operator=(const View &from)
    {
        dtype = from.dtype, rank = from.rank, values = from.values;
        std::copy_n(from.shape.begin(), rank, shape.begin());
        std::copy_n(from.strides.begin(), rank, strides.begin());
        return *this;
    }

    static View of_input(const Tensor &tensor);
    static View of_output(const Tensor &tensor);

    /* A scalar as a vector of one element, which most operators of PyTorch take it for. */
    View at_least_1d() const;

    /* Without the strides of a dense tensor, which strew would have to look at. */
    strew_tensor tensor() const
    {
        return {dtype, rank, shape.data(), values, is_dense() ? nullptr : strides.data()};
    }
    bool is_empty() const;
    bool is_dense(size_t first = 0) const; /* of the dimensions from `first` on */
};

/* What PyTorch calls a reduction: "sum", "prod", "mean", "amin", "amax", and names of strew and of pytorch_scatter for the same. */
strew_reduction reduction_of(const std::string &name);

/* Whether strew has the dtype of a tensor, and the reduction for it. */
bool is_supported(const Tensor &tensor, strew_reduction reduction);

/* A dense tensor that is not filled. */
Tensor dense(const int64_t *shape, int64_t rank, int32_t dtype);
Tensor dense_like(const Tensor &like);
int32_t dtype_number_of(const Tensor &tensor);

/* Of new memory of a tensor, before it is written. Otherwise it comes page by page, which takes as long as sums in it. */
void ask_for_large_pages(const Tensor &tensor);

/* How a scatter differs from the default: PyTorch's indices are not negative, except in index_put. */
struct How {
    strew_reduction reduction;
    bool includes_self = true;
    strew_negative negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    bool has_ignore_index = false;
    int64_t ignore_index = 0;
    strew_nan nan = STREW_NAN_WINS;
    const void *alpha = nullptr; /* an element of the dtype of updates, which are multiplied by it */
    bool rounds_once = false;    /* sums and products of float16 and bfloat16 are computed in float32 */
    int64_t arg_fill = -1;       /* where nothing has won */
    bool converts = false;       /* updates may have another dtype than data, and what is too large becomes the largest number */
};

/* A value of an index, not its shape or type. */
struct IndexOutOfBounds : std::out_of_range {
    using std::out_of_range::out_of_range;
};

/* output and data are the same View for a call in place, or two tensors. All throw std::out_of_range, which
 * Python sees as an IndexError in calls through torch.ops, or std::runtime_error, and leave output as it was. */
void scatter_elements(const View &output, const View &data, const View &indices, const View &updates, int64_t axis, const How &how,
                      const View *arg = nullptr);
void scatter_update(const View &output, const View &data, const View &indices, const View &updates, int64_t axis, const How &how,
                    const View *arg = nullptr);
void scatter_nd(const View &output, const View &data, const View &indices, const View &updates, const How &how);

/* Rows of a cache in place, and what they become. A scale is a float32 that broadcasts to updates, which are divided by it. */
struct Rows {
    View output, updates;
    std::optional<View> scale;
};

/* How a tensor says in which row of output an entry is: by a number for each entry, or by segments of entries, with the place where each
 * row begins and the last one ends, or without that end. */
enum class Form { INDEX, OFFSETS, STARTS };
Form form_of(const std::string &name); /* in lower case */

/* The entries of a sparse matrix: the row of output and the row of a table that each has, and what this is multiplied by. Without columns,
 * entry t has row t of the table. An entry in the row or column that is ignored is passed over. */
struct Entries {
    View rows;
    Form form = Form::INDEX;
    std::optional<View> columns;
    std::optional<View> weights; /* one for each entry, or that and the dimensions of a slice, each of which is 1 or the slice's */
    std::optional<int64_t> ignored_row, ignored_column;
};

/* output[i] = the reduction of weights[t] * table[columns[t]] over the entries t of row i. By segments, output has 0 where there are none;
 * otherwise it is combined with what it has. `arg`, if it is given, becomes the entry that has won, or -1. */
void combine_entries(const View &output, const Entries &entries, const View &table, const How &how, const View *arg = nullptr);

/* The gradient of the table or of the weights of such a call, whose result has the gradient `grad`, a dense tensor. The values of what the
 * gradient is of are not read. */
void gradient_of_entries(const View &output, strew_gradient_of of, const View &grad, const Entries &entries, const View &table,
                         const How &how, const View *arg = nullptr);

/* scatter_update along axis 0, or scatter_nd of component tensors if there are several, of all rows at the same indices. All are planned
 * before the first is run, and where no two differ in the dimensions that are indexed, none is written if one index is out of bounds. */
void store_rows(const std::vector<Rows> &all, const std::vector<const View *> &indices, const How &how);

/* scatter_nd of tuples whose components, one or more, are tensors of their own, of one type and one shape. False, and output is as it was,
 * if they must be copied first: one overlaps output, or too many of their dimensions do not follow each other. */
bool try_scatter_nd(const View &output, const View &data, const std::vector<const View *> &components, const View &updates, const How &how);

/* In place: by the numbers of elements in row-major order, or where a mask of the shape of output is true. */
void put(const View &output, const View &indices, const View &updates, const How &how);
void take(const View &output, const View &data, const View &indices);
void masked_scatter(const View &output, const View &mask, const View &updates);

/* Of dense rows, each in the segment that its index names, or that offsets say. */
void softmax(const View &output, const View &rows, const View &indices, Form form, int64_t n_segments, strew_softmax_function function);

/* With 0 for an index that is ignored, or the element that `fill` points to. */
void gather_elements(const View &output, const View &data, const View &indices, int64_t axis,
                     std::optional<int64_t> ignored = std::nullopt);
void gather(const View &output, const View &data, const View &indices, int64_t axis, std::optional<int64_t> ignored = std::nullopt,
            const void *fill = nullptr);

/* How many calls strew has done in this thread. */
int64_t n_calls();
void count_call();

} // namespace strew_torch

#endif
