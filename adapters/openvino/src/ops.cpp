#include "ops.h"

#include <openvino/op/constant.hpp>

#include "carry.h"

namespace strew_openvino
{
namespace
{

enum { DATA, INDICES, UPDATES };

strew_reduction reduction_of(const std::string &name)
{
    static const struct {
        const char *name;
        strew_reduction reduction;
    } names[] = {
        {"none", STREW_REDUCTION_NONE}, {"sum", STREW_REDUCTION_ADD}, {"sub", STREW_REDUCTION_SUB},   {"prod", STREW_REDUCTION_MUL},
        {"min", STREW_REDUCTION_MIN},   {"max", STREW_REDUCTION_MAX}, {"mean", STREW_REDUCTION_MEAN},
    };
    for (const auto &known : names) {
        if (name == known.name) return known.reduction;
    }
    ov::Exception::create("strew", 0, "reduction is \"" + name + "\"; strew has none, sum, sub, prod, min, max and mean");
}

int64_t axis_in(const ov::Tensor &tensor)
{
    if (tensor.get_size() != 1)
        ov::Exception::create("strew", 0, "axis has " + std::to_string(tensor.get_size()) + " elements; it must have one");
    switch (ov::element::Type_t(tensor.get_element_type())) {
    case ov::element::Type_t::i64: return *static_cast<const int64_t *>(tensor.data());
    case ov::element::Type_t::i32: return *static_cast<const int32_t *>(tensor.data());
    default: ov::Exception::create("strew", 0, "axis is of type " + tensor.get_element_type().get_type_name() + "; it must be i32 or i64");
    }
}

const ov::op::v0::Constant *constant_of(const ov::Node &node, size_t input)
{
    return ov::as_type<const ov::op::v0::Constant>(node.get_input_node_ptr(input));
}

/* Whether the plugin has these indices in fewer bits than the model: by our Narrow, or by a conversion of its own. */
bool are_narrowed(const ov::Output<ov::Node> &indices)
{
    const ov::element::Type type = indices.get_element_type();
    return ov::is_type<Narrow>(indices.get_node()) || type == ov::element::i64 || type == ov::element::u64 || type == ov::element::u32;
}

/* The place of the axis among the inputs; 0 if it is none. */
size_t axis_input(strew_operator kind)
{
    if (kind == STREW_OPERATOR_GATHER) return 2;
    return kind == STREW_OPERATOR_SCATTER_ELEMENTS || kind == STREW_OPERATOR_SCATTER_UPDATE ? 3 : 0;
}

/* The shape of a gather's output, of which some dimensions may be unknown. */
ov::PartialShape gathered_shape(const Operation &operation, bool has_axis, const ov::PartialShape &data, const ov::PartialShape &indices)
{
    if (operation.kind == STREW_OPERATOR_GATHER_ELEMENTS) return indices;
    if (data.rank().is_dynamic() || indices.rank().is_dynamic()) return ov::PartialShape::dynamic();
    const int64_t r = data.rank().get_length(), q = indices.rank().get_length();
    ov::PartialShape shape = ov::PartialShape::dynamic();
    if (operation.kind == STREW_OPERATOR_GATHER) {
        const int64_t axis = operation.axis < 0 ? operation.axis + r : operation.axis;
        const int64_t batch_dims = operation.batch_dims < 0 ? operation.batch_dims + q : operation.batch_dims;
        if (!has_axis) return ov::PartialShape::dynamic(r + q - 1 - batch_dims);
        shape = ov::PartialShape(std::vector<ov::Dimension>(data.begin(), data.begin() + axis));
        shape.insert(shape.end(), indices.begin() + batch_dims, indices.end());
        shape.insert(shape.end(), data.begin() + axis + 1, data.end());
        return shape;
    }
    if (q == 0 || indices[q - 1].is_dynamic()) return ov::PartialShape::dynamic();
    const int64_t k = indices[q - 1].get_length();
    shape = ov::PartialShape(std::vector<ov::Dimension>(indices.begin(), indices.end() - 1));
    shape.insert(shape.end(), data.begin() + operation.batch_dims + k, data.end());
    return shape;
}

} // namespace

/* What of the inputs is in bytes. Data in a constant follow updates that are not: in the body of a loop nothing else is. */
bool Operator::has_bytes(const ov::element::Type &data, const ov::element::Type &updates) const
{
    if (attributes.carried == ov::element::dynamic || !is_carried(data)) return false;
    return is_gather(kind) || is_carried(updates) || !constant_of(*this, DATA);
}

Operation Operator::operation(const ov::Tensor *axis_tensor, bool has_bytes) const
{
    Operation result{kind};
    result.reduction = reduction_of(attributes.reduction);
    result.excludes_self = !attributes.use_init_val && result.reduction != STREW_REDUCTION_NONE;
    result.carried = has_bytes ? attributes.carried : ov::element::dynamic;
    result.is_boolean = attributes.is_boolean;
    result.has_narrowed_indices = attributes.narrows;
    result.axis = axis_tensor ? axis_in(*axis_tensor) : attributes.axis;
    result.batch_dims = attributes.batch_dims;
    return result;
}

void Operator::validate_and_infer_types()
{
    const size_t n = n_tensors(kind), at_axis = axis_input(kind);
    const size_t n_inputs = at_axis ? n + 1 : n;
    NODE_VALIDATION_CHECK(this, get_input_size() == n_inputs, "it has ", get_input_size(), " inputs; it needs ", n_inputs);
    const ov::element::Type type = get_input_element_type(DATA), updates = get_input_element_type(n - 1);
    const ov::PartialShape &data = get_input_partial_shape(DATA);
    attributes.is_boolean = attributes.is_boolean || (type == ov::element::boolean && attributes.carried == ov::element::dynamic);

    attributes.narrows = attributes.narrows || are_narrowed(input_value(INDICES));

    const ov::op::v0::Constant *axis_constant = at_axis ? constant_of(*this, at_axis) : nullptr;
    const bool has_axis = !at_axis || axis_constant;
    ov::Tensor axis_tensor;
    if (axis_constant) axis_tensor = axis_constant->get_tensor_view();
    const bool is_mixed = !is_gather(kind) && attributes.carried != ov::element::dynamic && updates != type;
    const bool is_in_bytes = has_bytes(type, updates);
    const Operation known = operation(axis_constant ? &axis_tensor : nullptr, is_in_bytes);

    ov::element::TypeVector types;
    std::vector<ov::Shape> shapes;
    for (size_t i = 0; has_axis && !is_mixed && i < n; i++) {
        if (get_input_element_type(i).is_dynamic() || get_input_partial_shape(i).is_dynamic()) break;
        types.push_back(get_input_element_type(i));
        shapes.push_back(get_input_shape(i));
    }
    if (types.size() == n) check(known, types, shapes);

    const bool loses_bytes = is_mixed && is_carried(type) && !is_in_bytes;
    const ov::PartialShape values = is_in_bytes || loses_bytes ? shape_of_values(data) : data;
    const ov::PartialShape shape = is_gather(kind) ? gathered_shape(known, has_axis, values, get_input_partial_shape(INDICES)) : values;
    if (is_in_bytes && attributes.restores) return set_output_type(0, attributes.carried, shape);
    set_output_type(0, loses_bytes ? updates : type, is_in_bytes ? shape_of_bytes(shape, attributes.carried) : shape);
}

bool Operator::has_evaluate() const
{
    return true;
}

bool Operator::evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const
{
    const size_t at_axis = axis_input(kind), last = n_tensors(kind) - 1;
    const ov::element::Type data = inputs[DATA].get_element_type(), updates = inputs[last].get_element_type();
    const bool is_in_bytes = has_bytes(data, updates);
    const Operation known = operation(at_axis ? &inputs[at_axis] : nullptr, is_in_bytes);
    const bool has_constant_indices = constant_of(*this, INDICES) != nullptr;
    if (is_gather(kind) || attributes.carried == ov::element::dynamic || data == updates) {
        caller.run(known, outputs[0], inputs, has_constant_indices);
        return true;
    }
    ov::TensorVector recoded = inputs;
    const size_t other = is_carried(data) && !is_in_bytes ? DATA : UPDATES;
    recoded[other] = recode(inputs[other], attributes.carried, is_carried(data) ? updates : data);
    caller.run(known, outputs[0], recoded, has_constant_indices);
    return true;
}

bool Operator::visit_attributes(ov::AttributeVisitor &visitor)
{
    visitor.on_attribute("carried", attributes.carried);
    visitor.on_attribute("restores", attributes.restores);
    visitor.on_attribute("narrows", attributes.narrows);
    if (!is_gather(kind) && kind != STREW_OPERATOR_SCATTER_UPDATE) visitor.on_attribute("reduction", attributes.reduction);
    if (kind == STREW_OPERATOR_SCATTER_ELEMENTS) visitor.on_attribute("use_init_val", attributes.use_init_val);
    if (kind == STREW_OPERATOR_GATHER_ELEMENTS) visitor.on_attribute("axis", attributes.axis);
    if (kind == STREW_OPERATOR_GATHER || kind == STREW_OPERATOR_GATHER_ND) visitor.on_attribute("batch_dims", attributes.batch_dims);
    return true;
}

} // namespace strew_openvino
