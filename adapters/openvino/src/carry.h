/* Operators around ours that keep the types of a model. OpenVINO's CPU plugin turns integers of 64 bits and uint32 into int32, and float64,
 * float16 and bfloat16 into float32, wherever a tensor is used, unless a Convert uses it. So these are Converts to OpenVINO. What has
 * another type already, in the body of a loop or by one of OpenVINO's operators, passes through them as it is. */
#ifndef STREW_OPENVINO_CARRY_H
#define STREW_OPENVINO_CARRY_H

#include <openvino/op/convert.hpp>

namespace strew_openvino
{

/* Which types are carried. The plugin converts the results of an extension for its own operators only if they are integers of 64 bits. All
 * can be carried to other scatters and to results of the model, and without a Restore to these alone. */
enum class Carrying { NOTHING, WHAT_IS_CONVERTED_BACK, ALL, ALL_TO_RESULTS };

bool can_carry(const ov::element::Type &type, Carrying carrying);

/* What its bytes are to OpenVINO. */
ov::element::Type carrier_of(const ov::element::Type &type);

/* Whether a tensor that was meant to be carried is. */
bool is_carried(const ov::element::Type &type);

/* The shape of values as bytes, and back. */
ov::PartialShape shape_of_bytes(ov::PartialShape shape, const ov::element::Type &type);
ov::PartialShape shape_of_values(const ov::PartialShape &shape);

/* The values as bytes, in one more dimension. */
class Carry : public ov::op::v0::Convert
{
  public:
    OPENVINO_OP("StrewCarry", "strew", ov::op::v0::Convert)
    Carry() = default;
    Carry(const ov::Output<ov::Node> &input, const ov::element::Type &type);

    void validate_and_infer_types() override;
    std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector &inputs) const override;
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
    bool has_evaluate() const override;
    bool evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const override;
    bool evaluate_lower(ov::TensorVector &) const override;
    bool evaluate_upper(ov::TensorVector &) const override;

  private:
    ov::element::Type type;
};

/* The way back. All inputs are the same. */
class Restore : public ov::op::Op
{
  public:
    OPENVINO_OP("StrewRestore", "strew")
    Restore() = default;
    Restore(const ov::OutputVector &inputs, const ov::element::Type &type);

    void validate_and_infer_types() override;
    std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector &inputs) const override;
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
    bool has_evaluate() const override;
    bool evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const override;

  private:
    ov::element::Type type;
};

/* A carried tensor as the plugin has others of its type, or another one carried. */
ov::Tensor recode(const ov::Tensor &tensor, const ov::element::Type &type, const ov::element::Type &plugins);

/* Indices of 64 bits as the nearest ones of 32: what is out of bounds stays so, where a Convert would wrap around. */
class Narrow : public ov::op::v0::Convert
{
  public:
    OPENVINO_OP("StrewNarrow", "strew", ov::op::v0::Convert)
    Narrow() = default;
    explicit Narrow(const ov::Output<ov::Node> &input);

    void validate_and_infer_types() override;
    std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector &inputs) const override;
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
    bool has_evaluate() const override;
    bool evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const override;
    bool evaluate_lower(ov::TensorVector &) const override;
    bool evaluate_upper(ov::TensorVector &) const override;
};

} // namespace strew_openvino

#endif
