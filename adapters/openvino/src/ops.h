/* The operators, which have the inputs and attributes of OpenVINO's. */
#ifndef STREW_OPENVINO_OPS_H
#define STREW_OPENVINO_OPS_H

#include <memory>
#include <string>

#include <openvino/op/op.hpp>

#include "call.h"

namespace strew_openvino
{

/* Attributes, of which each operator visits its own. */
struct Attributes {
    /* Other than dynamic: data, updates and output may be bytes of this type, in one more dimension. See carry.h. */
    ov::element::Type carried = ov::element::dynamic;
    bool restores = false; /* output has this type itself */
    std::string reduction = "none";
    bool use_init_val = true;
    int64_t axis = 0; /* of operators that have no input for it */
    int64_t batch_dims = 0;
    bool narrows = false;    /* the model's own indices are of a type that 32 bits do not hold */
    bool is_boolean = false; /* the CPU plugin turns boolean into u8, whose sums are others */
};

/* What all operators have in common. */
class Operator : public ov::op::Op
{
  public:
    OPENVINO_OP("StrewOperator", "strew")

    void validate_and_infer_types() override;
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
    bool has_evaluate() const override;
    bool evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const override;

    Attributes attributes;

  protected:
    explicit Operator(strew_operator kind) : kind(kind) {}

  private:
    bool has_bytes(const ov::element::Type &data, const ov::element::Type &updates) const;
    Operation operation(const ov::Tensor *axis_tensor, bool has_bytes) const;

    const strew_operator kind;
    mutable Caller caller;
};

template <class Self, strew_operator OWN_KIND> class OperatorOf : public Operator
{
  public:
    static constexpr strew_operator KIND = OWN_KIND;

    OperatorOf() : Operator(KIND) {}

    std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector &inputs) const override
    {
        const auto clone = std::make_shared<Self>();
        clone->attributes = attributes;
        clone->set_arguments(inputs);
        clone->constructor_validate_and_infer_types();
        return clone;
    }
};

struct ScatterNDUpdate : OperatorOf<ScatterNDUpdate, STREW_OPERATOR_SCATTER_ND> {
    OPENVINO_OP("StrewScatterNDUpdate", "strew", Operator)
};

struct ScatterElementsUpdate : OperatorOf<ScatterElementsUpdate, STREW_OPERATOR_SCATTER_ELEMENTS> {
    OPENVINO_OP("StrewScatterElementsUpdate", "strew", Operator)
};

struct ScatterUpdate : OperatorOf<ScatterUpdate, STREW_OPERATOR_SCATTER_UPDATE> {
    OPENVINO_OP("StrewScatterUpdate", "strew", Operator)
};

struct GatherND : OperatorOf<GatherND, STREW_OPERATOR_GATHER_ND> {
    OPENVINO_OP("StrewGatherND", "strew", Operator)
};

struct GatherElements : OperatorOf<GatherElements, STREW_OPERATOR_GATHER_ELEMENTS> {
    OPENVINO_OP("StrewGatherElements", "strew", Operator)
};

struct Gather : OperatorOf<Gather, STREW_OPERATOR_GATHER> {
    OPENVINO_OP("StrewGather", "strew", Operator)
};

} // namespace strew_openvino

#endif
