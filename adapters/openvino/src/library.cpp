/* What OpenVINO asks the library for: extensions that make our operators. */
#include <openvino/core/op_extension.hpp>
#include <openvino/core/version.hpp>

#include "ops.h"

namespace strew_openvino
{
namespace
{

/* Makes our operator where a model in OpenVINO's format names one of its own: OpenVINO looks for extensions first. */
template <class Ours> class Replacement : public ov::OpExtension<Ours>
{
public:
    Replacement(const char *name, const char *opset) : replaced{name, opset} {}

    const ov::DiscreteTypeInfo &get_type_info() const override
    {
        return replaced;
    }

private:
    const ov::DiscreteTypeInfo replaced;
};

template <class Ours> void replace(std::vector<ov::Extension::Ptr> &extensions, const char *name, int first)
{
    static const char *const opsets[] = {"opset3",  "opset4",  "opset5",  "opset6",  "opset7",  "opset8",  "opset9", "opset10",
                                         "opset11", "opset12", "opset13", "opset14", "opset15", "opset16", "opset17"};
    for (const char *opset : opsets) {
        if (std::atoi(opset + 5) >= first) extensions.push_back(std::make_shared<Replacement<Ours>>(name, opset));
    }
}

std::vector<ov::Extension::Ptr> extensions()
{
    std::vector<ov::Extension::Ptr> all = {
        std::make_shared<ov::OpExtension<ScatterNDUpdate>>(),       std::make_shared<ov::OpExtension<ScatterElementsUpdate>>(),
        std::make_shared<ov::OpExtension<ScatterUpdate>>(),         std::make_shared<ov::OpExtension<GatherND>>(),
        std::make_shared<ov::OpExtension<GatherElements>>(),        std::make_shared<ov::OpExtension<Gather>>(),
    };
    replace<ScatterNDUpdate>(all, "ScatterNDUpdate", 3);
    replace<ScatterElementsUpdate>(all, "ScatterElementsUpdate", 3);
    replace<ScatterUpdate>(all, "ScatterUpdate", 3);
    return all;
}

} // namespace
} // namespace strew_openvino

OPENVINO_CREATE_EXTENSIONS(strew_openvino::extensions())
