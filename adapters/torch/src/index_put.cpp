/* index_put: one index for each of some dimensions, or a mask for several, broadcast against each other. */
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "aten.h"
#include "ops.h"

namespace strew_torch
{
namespace
{

/* The index of one dimension of self. Its rank may be 0. */
struct Component {
    Tensor tensor; /* keeps the memory alive */
    View view;
    size_t dimension;
};

std::string text_of(const View &view)
{
    std::string text = "[";
    for (size_t d = 0; d < static_cast<size_t>(view.rank); d++) text += (d ? ", " : "") + std::to_string(view.shape[d]);
    return text + "]";
}

/* One index of the last dimension, as a view. */
Tensor column_of(const Tensor &tensor, size_t c)
{
    const View view = View::of_input(tensor);
    const size_t last = static_cast<size_t>(view.rank) - 1;
    AtenTensorHandle handle;
    check_torch(aoti_torch__reinterpret_tensor(tensor.get(), view.rank - 1, view.shape.data(), view.strides.data(),
                                               static_cast<int64_t>(c) * view.strides[last], &handle));
    return Tensor(handle);
}

/* A mask is as many components as it has dimensions: the columns of the list of its true elements. */
void append_mask(std::vector<Component> &components, const View &self, const Tensor &mask, size_t dimension)
{
    const View view = View::of_input(mask);
    for (size_t d = 0; d < static_cast<size_t>(view.rank); d++) {
        if (dimension + d < static_cast<size_t>(self.rank) && view.shape[d] != self.shape[dimension + d]) {
            throw std::out_of_range("the shape of the mask " + text_of(view) + " at index " + std::to_string(d) +
                                    " does not match the shape of the indexed tensor " + text_of(self) + " at index " +
                                    std::to_string(dimension + d));
        }
    }
    const Tensor positions = call_aten("aten::nonzero", "", mask);
    for (size_t d = 0; d < static_cast<size_t>(view.rank); d++) {
        const Tensor column = column_of(positions, d);
        components.push_back({column, View::of_input(column), dimension + d});
    }
}

/* strew reads components of one type. As in PyTorch's own kernel, those that are not int64 are copied; if all have one type, none is. */
void unify_types(std::vector<Component> &components)
{
    const auto differs = [&](const Component &component) { return component.view.dtype != components[0].view.dtype; };
    if (std::none_of(components.begin(), components.end(), differs)) return;
    for (Component &component : components) {
        if (component.view.dtype == STREW_DTYPE_INT64) continue;
        const Tensor converted = dense(component.view.shape.data(), component.view.rank, aoti_torch_dtype_int64());
        copy_to(converted, component.tensor);
        component = {converted, View::of_input(converted), component.dimension};
    }
}

std::vector<Component> components_of(const View &self, const std::vector<std::optional<Tensor>> &indices)
{
    using Type = torch::headeronly::ScalarType;
    std::vector<Component> components;
    components.reserve(indices.size());
    size_t dimension = 0;
    for (const std::optional<Tensor> &index : indices) {
        if (!index || !index->defined()) {
            dimension++;
            continue;
        }
        const Type type = index->scalar_type();
        if (type == Type::Bool || type == Type::Byte) {
            append_mask(components, self, *index, dimension);
            dimension += static_cast<size_t>(index->dim());
        } else if (type == Type::Long || type == Type::Int || type == Type::Short || type == Type::Char) {
            components.push_back({*index, View::of_input(*index), dimension++});
        } else {
            throw std::out_of_range("tensors used as indices must be integers, byte or bool tensors");
        }
    }
    if (dimension > static_cast<size_t>(self.rank)) {
        throw std::out_of_range("too many indices for tensor of dimension " + std::to_string(self.rank));
    }
    unify_types(components);
    return components;
}

/* Views a tensor as one of a shape that it can be broadcast to. */
bool broadcast(View &view, const View &shape)
{
    if (view.rank > shape.rank) return false;
    const size_t n_new = static_cast<size_t>(shape.rank - view.rank);
    for (size_t d = static_cast<size_t>(shape.rank); d-- > 0;) {
        const bool is_new = d < n_new || view.shape[d - n_new] != shape.shape[d];
        if (d >= n_new && is_new && view.shape[d - n_new] != 1) return false;
        view.strides[d] = is_new ? 0 : view.strides[d - n_new];
        view.shape[d] = shape.shape[d];
    }
    view.rank = shape.rank;
    return true;
}

/* The shape that all components have once they are broadcast, and its rank. */
View common_shape_of(const std::vector<Component> &components)
{
    View common;
    for (const Component &component : components) common.rank = std::max(common.rank, component.view.rank);
    for (size_t d = 0; d < static_cast<size_t>(common.rank); d++) {
        common.shape[d] = 1, common.strides[d] = 0;
        for (const Component &component : components) {
            const size_t n_new = static_cast<size_t>(common.rank - component.view.rank);
            if (d >= n_new && component.view.shape[d - n_new] != 1) common.shape[d] = component.view.shape[d - n_new];
        }
    }
    return common;
}

/* All components side by side, as one dense tensor of tuples. */
Tensor tuples_of(const std::vector<Component> &components, View shape)
{
    shape.shape[static_cast<size_t>(shape.rank++)] = static_cast<int64_t>(components.size());
    const Tensor tuples = dense(shape.shape.data(), shape.rank, aoti_torch_dtype_int64());
    for (size_t c = 0; c < components.size(); c++) copy_to(column_of(tuples, c), components[c].tensor);
    return tuples;
}

void append(View &view, const View &from, size_t dimension)
{
    view.shape[static_cast<size_t>(view.rank)] = from.shape[dimension];
    view.strides[static_cast<size_t>(view.rank++)] = from.strides[dimension];
}

/* The indexed dimensions first, then the others. */
View indexed_first(const View &view, const std::vector<Component> &components)
{
    View moved = view;
    moved.rank = 0;
    std::array<bool, STREW_MAX_RANK> is_indexed = {};
    for (const Component &component : components) {
        append(moved, view, component.dimension);
        is_indexed[component.dimension] = true;
    }
    for (size_t d = 0; d < static_cast<size_t>(view.rank); d++) {
        if (!is_indexed[d]) append(moved, view, d);
    }
    return moved;
}

void put(const View &output, const View &data, std::vector<Component> components, View values, bool accumulate)
{
    const View common = common_shape_of(components);
    for (Component &component : components) {
        if (!broadcast(component.view, common)) {
            throw std::out_of_range("shape mismatch: indexing tensors could not be broadcast together with shapes " +
                                    text_of(component.view) + " and " + text_of(common));
        }
    }
    /* The broadcast indices take the place of the indexed dimensions, or come first if these are not side by side. */
    const size_t k = components.size(), n_common = static_cast<size_t>(common.rank);
    const bool is_adjacent = k == 0 || components.back().dimension - components.front().dimension + 1 == k;
    const size_t n_before = k > 0 && is_adjacent ? components.front().dimension : 0;
    const size_t n_dimensions = n_common + std::max(static_cast<size_t>(data.rank) - k, size_t{k > 1});
    if (n_dimensions > STREW_MAX_RANK) {
        throw std::runtime_error("index_put needs " + std::to_string(n_dimensions) + " dimensions; strew takes tensors of at most " +
                                 std::to_string(STREW_MAX_RANK));
    }
    const View others = indexed_first(data, components);
    View selected;
    for (size_t d = 0; d < n_before; d++) append(selected, others, k + d);
    for (size_t d = 0; d < n_common; d++) append(selected, common, d);
    for (size_t d = k + n_before; d < static_cast<size_t>(data.rank); d++) append(selected, others, d);
    const View original = values;
    if (!broadcast(values, selected)) {
        throw std::runtime_error("shape mismatch: value tensor of shape " + text_of(original) +
                                 " cannot be broadcast to indexing result of shape " + text_of(selected));
    }
    How how = {accumulate ? STREW_REDUCTION_ADD : STREW_REDUCTION_NONE};
    how.negative = STREW_NEGATIVE_WRAPS;
    if (k == 1) {
        scatter_update(output, data, components[0].view, values, static_cast<int64_t>(components[0].dimension), how);
        return;
    }

    View updates = values; /* the dimensions before the indexed ones go behind the indices */
    updates.rank = 0;
    for (size_t d = 0; d < n_common; d++) append(updates, values, n_before + d);
    for (size_t d = 0; d < n_before; d++) append(updates, values, d);
    for (size_t d = n_before + n_common; d < static_cast<size_t>(values.rank); d++) append(updates, values, d);
    const View to = indexed_first(output, components);
    std::vector<const View *> views;
    for (const Component &component : components) views.push_back(&component.view);
    if (k > 0 && try_scatter_nd(to, others, views, updates, how)) return;
    scatter_nd(to, others, View::of_input(tuples_of(components, common)), updates, how);
}

/* complex32 is two numbers of float16, which are added each by itself, as a last dimension of two. */
View parts_of(const View &view)
{
    View parts = view;
    for (size_t d = 0; d < static_cast<size_t>(view.rank); d++) parts.strides[d] *= 2;
    parts.dtype = STREW_DTYPE_FLOAT16;
    parts.shape[static_cast<size_t>(view.rank)] = 2;
    parts.strides[static_cast<size_t>(parts.rank++)] = 1;
    return parts;
}

void put_any(const Tensor &self, const View &output, const View &data, std::vector<Component> components, const View &values,
             bool accumulate)
{
    if (accumulate && dtype_number_of(self) == aoti_torch_dtype_complex32() && data.rank < STREW_MAX_RANK) {
        put(parts_of(output), parts_of(data), std::move(components), parts_of(values), accumulate);
    } else {
        put(output, data, std::move(components), values, accumulate);
    }
}

void check_dtypes(const Tensor &self, const Tensor &values)
{
    if (dtype_number_of(self) != dtype_number_of(values)) {
        throw std::runtime_error("Index put requires the source and destination dtypes match");
    }
}

/* Whether every index is a mask of no dimensions, and one is false: then nothing is written. */
bool selects_nothing(const std::vector<std::optional<Tensor>> &indices)
{
    bool has_false = false;
    for (const std::optional<Tensor> &index : indices) {
        if (!index || !index->defined()) continue;
        const auto type = index->scalar_type();
        const bool is_mask = type == torch::headeronly::ScalarType::Bool || type == torch::headeronly::ScalarType::Byte;
        if (!is_mask || index->dim() != 0) return false;
        has_false |= *static_cast<const unsigned char *>(View::of_input(*index).values) == 0;
    }
    return has_false;
}

} // namespace

Tensor index_put(const Tensor &self, const std::vector<std::optional<Tensor>> &indices, const Tensor &values, bool accumulate)
{
    check_dtypes(self, values);
    const View data = View::of_input(self);
    const Tensor result = dense_like(self);
    if (selects_nothing(indices)) {
        copy_to(result, self);
        return result;
    }
    put_any(self, View::of_output(result), data, components_of(data, indices), View::of_input(values), accumulate);
    return result;
}

void index_put_(const Tensor &self, const std::vector<std::optional<Tensor>> &indices, const Tensor &values, bool accumulate)
{
    check_dtypes(self, values);
    if (selects_nothing(indices)) return;
    const View view = View::of_output(self);
    put_any(self, view, view, components_of(view, indices), View::of_input(values), accumulate);
}

} // namespace strew_torch
