#include "cache.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace strew_torch
{
namespace
{

constexpr int64_t PADDING = -1;

std::string shape_of(const View &view)
{
    std::string text = "[";
    for (int32_t d = 0; d < view.rank; d++) text += (d != 0 ? ", " : "") + std::to_string(view.shape[static_cast<size_t>(d)]);
    return text + "]";
}

/* The places of a cache: its first dimension, or its first two, blocks and the places of each. */
struct Places {
    int64_t n_blocks = 1, block = 1;
    bool has_blocks;

    Places(const View &cache, const View &rows, const char *name) : has_blocks(cache.rank == rows.rank + 1)
    {
        if (rows.rank < 1 || (cache.rank != rows.rank && !has_blocks)) {
            throw std::runtime_error(std::string(name) + "_cache has the shape " + shape_of(cache) + ", and " + name + " " +
                                     shape_of(rows) + "; a cache has one dimension more, blocks and their places, or as many");
        }
        n_blocks = cache.shape[0];
        if (has_blocks) block = cache.shape[1];
    }
    bool operator==(const Places &other) const
    {
        return n_blocks == other.n_blocks && block == other.block && has_blocks == other.has_blocks;
    }
};

/* Whether a step from one block to the next is as long as its places. */
bool is_flat(const View &cache)
{
    return cache.strides[0] == cache.strides[1] * cache.shape[1] || cache.shape[0] <= 1;
}

/* Blocks and their places as one dimension. */
View flattened(const View &cache)
{
    View view = cache;
    view.rank--;
    for (size_t d = 0; d < static_cast<size_t>(view.rank); d++) view.shape[d] = cache.shape[d + 1], view.strides[d] = cache.strides[d + 1];
    view.shape[0] *= cache.shape[0];
    return view;
}

/* The first byte of a tensor, and the byte behind its last one. */
struct Range {
    uintptr_t begin, end;

    explicit Range(const View &view) : begin(reinterpret_cast<uintptr_t>(view.values)), end(begin)
    {
        if (view.is_empty()) return;
        const int64_t bytes = static_cast<int64_t>(strew_dtype_size(view.dtype));
        int64_t last = 0; /* strides of PyTorch are not negative */
        for (size_t d = 0; d < static_cast<size_t>(view.rank); d++) last += (view.shape[d] - 1) * view.strides[d];
        end += static_cast<uintptr_t>((last + 1) * bytes);
    }
    bool meets(const Range &other) const
    {
        return begin < other.end && other.begin < end;
    }
};

/* strew finds this too, but of v only after the keys were written. */
void check_overlap(const std::vector<Rows> &all, const View &at)
{
    for (const Rows &written : all) {
        const Range output(written.output);
        for (const Rows &read : all) {
            if (output.meets(Range(read.updates)) || output.meets(Range(at)) || (read.scale && output.meets(Range(*read.scale)))) {
                throw std::runtime_error("a cache overlaps what is stored in it, its scale or slot_mapping");
            }
        }
    }
}

Rows rows_of(const Tensor &rows, const Tensor &cache, const std::optional<Tensor> &scale)
{
    Rows all = {View::of_output(cache), View::of_input(rows), std::nullopt};
    if (scale) all.scale = View::of_input(*scale);
    return all;
}

int64_t place_at(const View &at, int64_t i)
{
    const int64_t offset = i * at.strides[0];
    if (at.dtype == STREW_DTYPE_INT32) return static_cast<const int32_t *>(at.values)[offset];
    return static_cast<const int64_t *>(at.values)[offset];
}

/* The number of a place as the numbers of its block and of its place there, for a cache whose blocks do not follow each other. What is
 * out of bounds remains so. */
Tensor split(const View &at, int64_t block)
{
    const int64_t n = at.shape[0], shape[] = {2, n};
    const Tensor both = dense(shape, 2, aoti_torch_dtype_int64());
    int64_t *const blocks = static_cast<int64_t *>(both.mutable_data_ptr()), *const places = blocks + n;
    for (int64_t i = 0; i < n; i++) {
        const int64_t place = place_at(at, i);
        blocks[i] = place < 0 || block == 0 ? place : place / block;
        places[i] = place < 0 || block == 0 ? place : place % block;
    }
    return both;
}

View row_of(const View &matrix, int64_t i)
{
    View row = matrix;
    row.rank = 1;
    row.shape[0] = matrix.shape[1];
    row.strides[0] = 1;
    row.values = static_cast<int64_t *>(matrix.values) + i * matrix.shape[1];
    return row;
}

} // namespace

void store_cache(const Tensor &k, const Tensor &v, const Tensor &slot_mapping, const Tensor &k_cache, const Tensor &v_cache,
                 const std::optional<Tensor> &k_scale, const std::optional<Tensor> &v_scale)
{
    std::vector<Rows> all = {rows_of(k, k_cache, k_scale), rows_of(v, v_cache, v_scale)};
    const View at = View::of_input(slot_mapping);
    const Places places(all[0].output, all[0].updates, "k");
    if (!(places == Places(all[1].output, all[1].updates, "v"))) {
        throw std::runtime_error("k_cache has the shape " + shape_of(all[0].output) + ", and v_cache " + shape_of(all[1].output) +
                                 "; they must have the same blocks and places");
    }
    if (at.rank != 1 || (at.dtype != STREW_DTYPE_INT64 && at.dtype != STREW_DTYPE_INT32)) {
        throw std::runtime_error("slot_mapping must be a vector of int64 or int32");
    }
    check_overlap(all, at);
    How how = {STREW_REDUCTION_NONE};
    how.has_ignore_index = true;
    how.ignore_index = PADDING;
    how.converts = true;
    if (places.has_blocks && !(is_flat(all[0].output) && is_flat(all[1].output))) {
        const Tensor both = split(at, places.block);
        const View matrix = View::of_output(both), blocks = row_of(matrix, 0), in_blocks = row_of(matrix, 1);
        store_rows(all, {&blocks, &in_blocks}, how);
        return;
    }
    for (Rows &rows : all) {
        if (places.has_blocks) rows.output = flattened(rows.output);
    }
    store_rows(all, {&at}, how);
}

} // namespace strew_torch
