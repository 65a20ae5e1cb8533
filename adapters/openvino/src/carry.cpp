#include "carry.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace strew_openvino
{

using ov::op::v0::Convert;

namespace
{

/* Calls body(begin, end) for ranges of n elements, on all threads of the stream if there are many. */
template <class Body> void for_ranges(size_t n, const Body &body)
{
    const size_t grain = 1 << 17; /* some 10 us of work */
    if (n <= grain || tbb::this_task_arena::max_concurrency() == 1) {
        body(size_t{0}, n);
    } else {
        tbb::parallel_for(tbb::blocked_range<size_t>(0, n, grain), [&](const auto &range) { body(range.begin(), range.end()); });
    }
}

void copy(void *to, const void *from, size_t bytes)
{
    for_ranges(bytes, [=](size_t begin, size_t end) {
        std::memcpy(static_cast<unsigned char *>(to) + begin, static_cast<const unsigned char *>(from) + begin, end - begin);
    });
}

/* Nearly all indices fit, so they are cut first, by vectors, and seen to have fitted. */
void narrow(int32_t *to, const int64_t *from, size_t n)
{
    const int64_t min = std::numeric_limits<int32_t>::min(), max = std::numeric_limits<int32_t>::max();
    uint64_t excess = 0;
    for (size_t i = 0; i < n; i++) {
        to[i] = static_cast<int32_t>(from[i]);
        excess |= (static_cast<uint64_t>(from[i]) - static_cast<uint64_t>(min)) >> 32;
    }
    if (excess == 0) return;
    for (size_t i = 0; i < n; i++) to[i] = static_cast<int32_t>(std::clamp(from[i], min, max));
}

} // namespace

bool can_carry(const ov::element::Type &type, Carrying carrying)
{
    using namespace ov::element;
    if (carrying == Carrying::NOTHING) return false;
    if (type == i64 || type == u64) return true;
    /* Integers of 16 bits have the same results in 32. */
    return carrying >= Carrying::ALL && (type == f64 || type == u32 || type == f16 || type == bf16);
}

ov::element::Type carrier_of(const ov::element::Type &type)
{
    /* The plugin compiles a Convert of f16 or bf16 to u8 into an operator of its own. */
    return type == ov::element::f16 || type == ov::element::bf16 ? ov::element::boolean : ov::element::u8;
}

bool is_carried(const ov::element::Type &type)
{
    return type == ov::element::u8 || type == ov::element::boolean;
}

ov::PartialShape shape_of_bytes(ov::PartialShape shape, const ov::element::Type &type)
{
    if (shape.rank().is_static()) shape.push_back(static_cast<ov::Dimension::value_type>(type.size()));
    return shape;
}

ov::PartialShape shape_of_values(const ov::PartialShape &shape)
{
    if (shape.rank().is_dynamic()) return shape;
    return ov::PartialShape(std::vector<ov::Dimension>(shape.begin(), shape.end() - 1));
}

Carry::Carry(const ov::Output<ov::Node> &input, const ov::element::Type &type) : Convert(input, carrier_of(type)), type(type)
{
    validate_and_infer_types();
}

void Carry::validate_and_infer_types()
{
    const ov::element::Type found = get_input_element_type(0);
    const ov::PartialShape &shape = get_input_partial_shape(0);
    if (found == type) {
        set_destination_type(carrier_of(type));
        set_output_type(0, carrier_of(type), shape_of_bytes(shape, type));
    } else {
        set_destination_type(found);
        set_output_type(0, found, shape);
    }
}

std::shared_ptr<ov::Node> Carry::clone_with_new_inputs(const ov::OutputVector &inputs) const
{
    return std::make_shared<Carry>(inputs.at(0), type);
}

bool Carry::visit_attributes(ov::AttributeVisitor &visitor)
{
    visitor.on_attribute("type", type);
    return true;
}

bool Carry::has_evaluate() const
{
    return true;
}

bool Carry::evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const
{
    copy(outputs[0].data(), inputs[0].data(), inputs[0].get_byte_size());
    return true;
}

/* A Convert would tell bounds of its values; bytes have none. */
bool Carry::evaluate_lower(ov::TensorVector &) const
{
    return false;
}

bool Carry::evaluate_upper(ov::TensorVector &) const
{
    return false;
}

Restore::Restore(const ov::OutputVector &inputs, const ov::element::Type &type) : Op(inputs), type(type)
{
    validate_and_infer_types();
}

void Restore::validate_and_infer_types()
{
    const ov::element::Type found = get_input_element_type(0);
    const ov::PartialShape &shape = get_input_partial_shape(0);
    set_output_type(0, is_carried(found) ? type : found, is_carried(found) ? shape_of_values(shape) : shape);
}

std::shared_ptr<ov::Node> Restore::clone_with_new_inputs(const ov::OutputVector &inputs) const
{
    return std::make_shared<Restore>(inputs, type);
}

bool Restore::visit_attributes(ov::AttributeVisitor &visitor)
{
    visitor.on_attribute("type", type);
    return true;
}

bool Restore::has_evaluate() const
{
    return true;
}

bool Restore::evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const
{
    copy(outputs[0].data(), inputs[0].data(), inputs[0].get_byte_size());
    return true;
}

ov::Tensor recode(const ov::Tensor &tensor, const ov::element::Type &type, const ov::element::Type &plugins)
{
    ov::Shape shape = tensor.get_shape();
    if (is_carried(tensor.get_element_type())) {
        shape.pop_back();
        const ov::Tensor values(type, shape, const_cast<void *>(tensor.data()));
        ov::TensorVector converted = {ov::Tensor(plugins, shape)};
        Convert().evaluate(converted, {values});
        return converted[0];
    }
    ov::TensorVector converted = {ov::Tensor(type, shape)};
    Convert().evaluate(converted, {tensor});
    shape.push_back(type.size());
    ov::Tensor bytes(carrier_of(type), shape);
    std::memcpy(bytes.data(), converted[0].data(), bytes.get_byte_size());
    return bytes;
}

Narrow::Narrow(const ov::Output<ov::Node> &input) : Convert(input, ov::element::i32)
{
    validate_and_infer_types();
}

void Narrow::validate_and_infer_types()
{
    set_destination_type(ov::element::i32);
    set_output_type(0, ov::element::i32, get_input_partial_shape(0));
}

std::shared_ptr<ov::Node> Narrow::clone_with_new_inputs(const ov::OutputVector &inputs) const
{
    return std::make_shared<Narrow>(inputs.at(0));
}

bool Narrow::visit_attributes(ov::AttributeVisitor &)
{
    return true;
}

bool Narrow::has_evaluate() const
{
    return true;
}

bool Narrow::evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const
{
    int32_t *to = static_cast<int32_t *>(outputs[0].data());
    if (inputs[0].get_element_type() == ov::element::i32) {
        copy(to, inputs[0].data(), inputs[0].get_byte_size());
        return true;
    }
    const int64_t *from = static_cast<const int64_t *>(inputs[0].data());
    for_ranges(inputs[0].get_size(), [=](size_t begin, size_t end) { narrow(to + begin, from + begin, end - begin); });
    return true;
}

bool Narrow::evaluate_lower(ov::TensorVector &) const
{
    return false;
}

bool Narrow::evaluate_upper(ov::TensorVector &) const
{
    return false;
}

} // namespace strew_openvino
