/* The operators, which have OpenVINO's names, inputs and attributes. */
#ifndef STREW_OPENVINO_OPS_H
#define STREW_OPENVINO_OPS_H

#include <memory>
#include <string>

#include <openvino/op/op.hpp>

#include "call.h"

namespace strew_openvino
{

/* What all operators have in common. Attributes that an operator lacks keep their defaults. */
class Operator : public ov::op::Op
{
public:
    OPENVINO_OP("StrewOperator", "strew")

    void validate_and_infer_types() override;
    bool has_evaluate() const override;
    bool evaluate(ov::TensorVector &outputs, const ov::TensorVector &inputs) const override;

protected:
    explicit Operator(Kind kind) : kind(kind) {}

    /* A node of the same class with the attributes of another. */
    void copy_attributes(const Operator &other);

    std::string reduction = "none";
    bool use_init_val = true;
    int64_t axis = 0; /* of operators that have no input for it */
    int64_t batch_dims = 0;

private:
    Operation operation(const ov::Tensor *axis_tensor) const;
    void infer_output(bool is_valid);

    const Kind kind;
    /* The CPU plugin turns boolean into u8, whose sums are others. */
    bool is_boolean = false;
    mutable Caller caller;
};

template <class Self> class Cloned : public Operator
{
public:
    using Operator::Operator;

    std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector &inputs) const override
    {
        const auto clone = std::make_shared<Self>();
        clone->copy_attributes(*this);
        clone->set_arguments(inputs);
        clone->validate_and_infer_types();
        return clone;
    }
};

class ScatterNDUpdate : public Cloned<ScatterNDUpdate>
{
public:
    OPENVINO_OP("StrewScatterNDUpdate", "strew", Operator)
    ScatterNDUpdate() : Cloned(Kind::SCATTER_ND) {}
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
};

class ScatterElementsUpdate : public Cloned<ScatterElementsUpdate>
{
public:
    OPENVINO_OP("StrewScatterElementsUpdate", "strew", Operator)
    ScatterElementsUpdate() : Cloned(Kind::SCATTER_ELEMENTS) {}
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
};

class ScatterUpdate : public Cloned<ScatterUpdate>
{
public:
    OPENVINO_OP("StrewScatterUpdate", "strew", Operator)
    ScatterUpdate() : Cloned(Kind::SCATTER_UPDATE) {}
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
};

class GatherND : public Cloned<GatherND>
{
public:
    OPENVINO_OP("StrewGatherND", "strew", Operator)
    GatherND() : Cloned(Kind::GATHER_ND) {}
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
};

class GatherElements : public Cloned<GatherElements>
{
public:
    OPENVINO_OP("StrewGatherElements", "strew", Operator)
    GatherElements() : Cloned(Kind::GATHER_ELEMENTS) {}
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
};

class Gather : public Cloned<Gather>
{
public:
    OPENVINO_OP("StrewGather", "strew", Operator)
    Gather() : Cloned(Kind::GATHER) {}
    bool visit_attributes(ov::AttributeVisitor &visitor) override;
};

} // namespace strew_openvino

#endif
