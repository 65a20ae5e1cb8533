/* What OpenVINO asks the library for: extensions that make our operators, also where a model names OpenVINO's. */
#include <cstdio>
#include <unordered_set>
#include <utility>

#include <openvino/core/op_extension.hpp>
#include <openvino/core/version.hpp>
#include <openvino/op/constant.hpp>
#include <openvino/op/gather.hpp>
#include <openvino/op/gather_elements.hpp>
#include <openvino/op/gather_nd.hpp>
#include <openvino/op/scatter_elements_update.hpp>
#include <openvino/op/scatter_nd_update.hpp>
#include <openvino/op/scatter_update.hpp>
#include <openvino/op/util/shape_of_base.hpp>

#include "carry.h"
#include "claim.h"
#include "ops.h"

namespace strew_openvino
{
namespace
{

using Extensions = std::vector<ov::Extension::Ptr>;

const size_t MAX_ANCESTORS = 1000; /* the parts of models that compute shapes are small */

/* The shape of another tensor, or computed from one: OpenVINO infers shapes through its own operators only. */
bool is_a_shape(const ov::OutputVector &inputs)
{
    const ov::Rank rank = inputs.at(0).get_partial_shape().rank();
    if (rank.is_dynamic() || rank.get_length() > 1 || !inputs[0].get_element_type().is_integral_number()) return false;
    ov::OutputVector waiting = inputs;
    std::unordered_set<const ov::Node *> seen;
    while (!waiting.empty() && seen.size() < MAX_ANCESTORS) {
        const ov::Output<ov::Node> output = waiting.back();
        waiting.pop_back();
        const ov::Node *node = output.get_node();
        if (ov::is_type<ov::op::util::ShapeOfBase>(node)) return true;
        if (!output.get_element_type().is_integral_number() || !seen.insert(node).second) continue;
        for (const auto &input : node->input_values()) waiting.push_back(input);
    }
    return false;
}

/* A tensor as bytes. What was made of bytes goes without them being copied twice. */
ov::Output<ov::Node> carry(const ov::Output<ov::Node> &input, const ov::element::Type &type)
{
    if (ov::is_type<Restore>(input.get_node()) && input.get_element_type() == type) return input.get_node()->input_value(0);
    return std::make_shared<Carry>(input, type);
}

/* Our operator over the inputs of OpenVINO's. */
template <class Ours> ov::OutputVector connect(const std::shared_ptr<Ours> &node, ov::OutputVector inputs, Carrying carrying)
{
    const ov::element::Type type = inputs.at(0).get_element_type();
    const bool carries = can_carry(type, carrying);
    if (carries) {
        node->attributes.carried = type;
        node->attributes.restores = carrying == Carrying::ALL_TO_RESULTS;
        inputs[0] = carry(inputs[0], type);
        if (!is_gather(Ours::KIND)) inputs[2] = carry(inputs[2], type);
    }
    if (inputs[1].get_element_type() == ov::element::i64) inputs[1] = std::make_shared<Narrow>(inputs[1]);
    node->set_arguments(inputs);
    node->constructor_validate_and_infer_types();
    if (!carries || node->attributes.restores) return node->outputs();
    /* OpenVINO's reader expects as many inputs as the operator in the file has. */
    return std::make_shared<Restore>(ov::OutputVector(inputs.size(), node), type)->outputs();
}

/* A node as it is in a file. */
template <class Op> ov::OutputVector read(const ov::OutputVector &inputs, ov::AttributeVisitor &visitor)
{
    const auto node = std::make_shared<Op>();
    node->set_arguments(inputs);
    node->visit_attributes(visitor);
    node->constructor_validate_and_infer_types();
    return node->outputs();
}

/* What makes nodes of one name. ov::OpExtension would bring in ov::Any, whose layout differs from version to version. */
class Maker : public ov::BaseOpExtension
{
  public:
    Maker(const char *name, const char *opset) : type_info{name, opset} {}

    const ov::DiscreteTypeInfo &get_type_info() const override
    {
        return type_info;
    }

    std::vector<ov::Extension::Ptr> get_attached_extensions() const override
    {
        return {};
    }

  private:
    const ov::DiscreteTypeInfo type_info;
};

template <class Ours> class Reader : public Maker
{
  public:
    Reader() : Maker(Ours::get_type_info_static().name, Ours::get_type_info_static().version_id) {}

    ov::OutputVector create(const ov::OutputVector &inputs, ov::AttributeVisitor &visitor) const override
    {
        return read<Ours>(inputs, visitor);
    }
};

/* A node that stays OpenVINO's. Python learns from its name why. */
template <class Theirs> ov::OutputVector leave(const ov::OutputVector &inputs, ov::AttributeVisitor &visitor, const std::string &reason)
{
    const ov::OutputVector outputs = read<Theirs>(inputs, visitor);
    outputs[0].get_node()->set_friendly_name(reason);
    return outputs;
}

/* Makes our operator where a model in OpenVINO's format names one of its own, if it pays: OpenVINO looks for extensions first. */
template <class Ours, class Theirs> class Replacement : public Maker
{
  public:
    Replacement(const char *name, const char *opset, const char *unless_said) : Maker(name, opset), unless_said(unless_said) {}

    ov::OutputVector create(const ov::OutputVector &inputs, ov::AttributeVisitor &visitor) const override
    {
        if (inputs.size() < n_tensors(Ours::KIND)) return read<Theirs>(inputs, visitor); /* which says so */
        if (is_a_shape(inputs)) return leave<Theirs>(inputs, visitor, "it computes a shape, which OpenVINO must know");
        const auto node = std::make_shared<Ours>();
        node->visit_attributes(visitor);
        Hints hints;
        hints.claim = unless_said;
        hints.visit(visitor);
        const Claim found = claim(Ours::KIND, node->attributes.reduction, inputs, node->attributes.batch_dims, hints);
        if (!found.is_strews) return leave<Theirs>(inputs, visitor, found.reason);
        auto carrying = static_cast<int64_t>(Carrying::WHAT_IS_CONVERTED_BACK); /* of a file */
        visitor.on_attribute("carrying", carrying);
        const ov::OutputVector outputs = connect(node, inputs, static_cast<Carrying>(carrying));
        outputs[0].get_node()->set_friendly_name(found.reason);
        return outputs;
    }

  private:
    const char *unless_said; /* the claim of a file that says nothing */
};

/* The opsets are those that models name; later ones have another version of the operator. */
template <class Ours, class Theirs>
void replace(Extensions &extensions, const char *name, int first, int last, const char *unless_said = "auto")
{
    static const char *const opsets[] = {"opset1",  "opset2",  "opset3",  "opset4",  "opset5",  "opset6",  "opset7",  "opset8", "opset9",
                                         "opset10", "opset11", "opset12", "opset13", "opset14", "opset15", "opset16", "opset17"};
    for (int i = first; i <= last; i++) extensions.push_back(std::make_shared<Replacement<Ours, Theirs>>(name, opsets[i - 1], unless_said));
}

/* The same for convert(), which knows the version of what it replaces. */
template <class Ours, class Theirs> void convert_from(Extensions &extensions, const char *name)
{
    extensions.push_back(std::make_shared<Replacement<Ours, Theirs>>(name, "strew", "auto"));
}

template <class Ours> void offer(Extensions &extensions)
{
    extensions.push_back(std::make_shared<Reader<Ours>>());
}

std::pair<int, int> numbers_of(const std::string &version)
{
    std::pair<int, int> numbers = {0, 0};
    std::sscanf(version.c_str(), "%d.%d", &numbers.first, &numbers.second);
    return numbers;
}

void require_version()
{
    const std::string found = ov::get_openvino_version().buildNumber, oldest = STREW_OPENVINO_OLDEST, newest = STREW_OPENVINO_NEWEST;
    if (numbers_of(oldest) <= numbers_of(found) && numbers_of(found) <= numbers_of(newest)) return;
    ov::Exception::create("strew", 0,
                          "strew's operators need OpenVINO " + oldest + " to " + newest + "; this is " + found.substr(0, found.find('-')));
}

Extensions extensions()
{
    using namespace ov::op;
    require_version();
    Extensions all;
    offer<ScatterNDUpdate>(all);
    offer<ScatterElementsUpdate>(all);
    offer<ScatterUpdate>(all);
    offer<GatherND>(all);
    offer<GatherElements>(all);
    offer<Gather>(all);
    offer<Carry>(all);
    offer<Restore>(all);
    offer<Narrow>(all);
    replace<ScatterNDUpdate, v3::ScatterNDUpdate>(all, "ScatterNDUpdate", 3, 14);
    replace<ScatterNDUpdate, v15::ScatterNDUpdate>(all, "ScatterNDUpdate", 15, 17);
    replace<ScatterElementsUpdate, v3::ScatterElementsUpdate>(all, "ScatterElementsUpdate", 3, 11);
    replace<ScatterElementsUpdate, v12::ScatterElementsUpdate>(all, "ScatterElementsUpdate", 12, 17);
    replace<ScatterUpdate, v3::ScatterUpdate>(all, "ScatterUpdate", 3, 17);
    replace<GatherND, v8::GatherND>(all, "GatherND", 8, 17, "none");
    replace<GatherElements, v6::GatherElements>(all, "GatherElements", 6, 17, "none");
    replace<Gather, v8::Gather>(all, "Gather", 8, 17, "none");
    convert_from<ScatterNDUpdate, v15::ScatterNDUpdate>(all, "StrewScatterNDUpdateFrom");
    convert_from<ScatterElementsUpdate, v12::ScatterElementsUpdate>(all, "StrewScatterElementsUpdateFrom");
    convert_from<ScatterUpdate, v3::ScatterUpdate>(all, "StrewScatterUpdateFrom");
    convert_from<GatherND, v8::GatherND>(all, "StrewGatherNDFrom");
    convert_from<GatherElements, v6::GatherElements>(all, "StrewGatherElementsFrom");
    convert_from<Gather, v8::Gather>(all, "StrewGatherFrom");
    return all;
}

} // namespace
} // namespace strew_openvino

OPENVINO_CREATE_EXTENSIONS(strew_openvino::extensions())
