#include "claim.h"

#include <algorithm>
#include <cmath>

#include <openvino/op/constant.hpp>
#include <openvino/op/parameter.hpp>
#include <openvino/op/reshape.hpp>
#include <openvino/op/squeeze.hpp>
#include <openvino/op/unsqueeze.hpp>
#include <openvino/op/util/read_value_base.hpp>
#include <openvino/op/util/shape_of_base.hpp>

#include "carry.h"

namespace strew_openvino
{
namespace
{

enum { DATA, INDICES, UPDATES };

/* What was measured of models of one node, OpenVINO 2026.4 on one thread, in nanoseconds of the CPU; docs/openvino.md says how. Each is the
 * worst that was seen but for noise, so that what is claimed gains. */
const double CALL_NS = 4000;          /* 2 to 4 us, of which the kernel is next to nothing */
const double RESIZED_CALL_NS = 15000; /* where shapes are not known, OpenVINO infers them in each call */
const double COPY_NS = 0.06;          /* a byte that OpenVINO's own scatter leaves where it is: 0.03 to 0.06 */
const double SURE = 1.5;              /* what is saved must be so many times what is lost */

/* Bytes of a copy that both make: it takes at least 50 calls, strew's is the faster one, and there is none where a program has bound data
 * and output to one tensor. */
const double LARGE_COPY = 1 << 22;

/* What strew saves with each tuple; in comments what was seen. Others are about as fast in both. */
double saved_ns(strew_operator kind, const std::string &reduction, const ov::Output<ov::Node> &data, double slice_bytes)
{
    const ov::element::Type type = data.get_element_type();
    const auto bytes = static_cast<double>(type.size());
    switch (kind) {
    case STREW_OPERATOR_SCATTER_ND:
        if (type == ov::element::bf16 && slice_bytes <= bytes && reduction != "none") return 0; /* -2.8 to 2: strew's is in float32 */
        return 1.5;                                                                             /* 1.5 to 8 */
    case STREW_OPERATOR_SCATTER_UPDATE: return 1.5;                                             /* 1.5 to 8 */
    case STREW_OPERATOR_SCATTER_ELEMENTS:
        if (reduction == "mean") return 2;                                               /* 2 to 25 */
        if (type == ov::element::f16 || type == ov::element::bf16) return 0;             /* -1.2 to 0.4: two copies carry them */
        if (data.get_partial_shape().rank() == 1 && type.size() > 1) return 0.1;         /* 0.1 to 0.3 */
        return 0.9;                                                                      /* 0.9 to 4 */
    case STREW_OPERATOR_GATHER_ND: return slice_bytes <= 32 ? 0.8 : 0;                   /* 0.8 to 5; longer ones -0.5 to 0.3 */
    case STREW_OPERATOR_GATHER_ELEMENTS: return 1.3;                                     /* 1.3 to 20 */
    case STREW_OPERATOR_GATHER: return bytes < slice_bytes && slice_bytes <= 64 ? 2 : 0; /* 2 to 30; others -10 to 3 */
    default: return 0;
    }
}

double smallest(const ov::Dimension &size)
{
    return static_cast<double>(size.get_min_length());
}

double largest(const ov::Dimension &size)
{
    return size.get_max_length() < 0 ? INFINITY : static_cast<double>(size.get_max_length());
}

/* A product over dimensions from the first to before the last. */
template <class Bound> double product(const ov::PartialShape &shape, int64_t first, int64_t last, const Bound &bound)
{
    double all = 1;
    for (int64_t d = first; d < last; d++) all *= bound(shape[d]);
    return all;
}

/* Bounds for all shapes that the model allows. */
struct Sizes {
    double n_tuples = 0; /* at least */
    double slice_bytes = INFINITY, max_data_bytes = INFINITY, min_data_bytes = 0;
};

Sizes sizes_of(strew_operator kind, const ov::OutputVector &inputs, int64_t batch_dims)
{
    Sizes sizes;
    const ov::PartialShape &data = inputs[DATA].get_partial_shape(), &indices = inputs[INDICES].get_partial_shape();
    if (data.rank().is_dynamic() || indices.rank().is_dynamic()) return sizes;
    const int64_t r = data.rank().get_length(), q = indices.rank().get_length();
    const auto bytes = static_cast<double>(inputs[DATA].get_element_type().size());
    sizes.max_data_bytes = bytes * product(data, 0, r, largest);
    sizes.min_data_bytes = bytes * product(data, 0, r, smallest);
    if (kind == STREW_OPERATOR_SCATTER_ELEMENTS || kind == STREW_OPERATOR_GATHER_ELEMENTS) {
        sizes.n_tuples = product(indices, 0, q, smallest);
        sizes.slice_bytes = bytes;
    } else if (kind == STREW_OPERATOR_SCATTER_ND || kind == STREW_OPERATOR_GATHER_ND) {
        if (q == 0 || indices[q - 1].is_dynamic()) return sizes;
        const int64_t n = batch_dims + indices[q - 1].get_length();
        sizes.n_tuples = product(indices, 0, q - 1, smallest);
        sizes.slice_bytes = bytes * product(data, std::min(n, r), r, largest);
    } else {
        const auto *constant = ov::as_type<const ov::op::v0::Constant>(inputs.back().get_node());
        if (!constant || r == 0 || ov::shape_size(constant->get_shape()) != 1) return sizes;
        const int64_t axis = constant->cast_vector<int64_t>().at(0);
        const int64_t at = std::clamp<int64_t>(axis < 0 ? axis + r : axis, 0, r - 1);
        sizes.n_tuples = product(indices, 0, q, smallest) * product(data, std::min(std::max<int64_t>(batch_dims, 0), at), at, smallest);
        sizes.slice_bytes = bytes * product(data, at + 1, r, largest);
    }
    return sizes;
}

const size_t MAX_ANCESTORS = 100; /* what computes a constant is small */

/* Of constants and known shapes alone: OpenVINO computes it when it compiles the model. */
bool is_constant(const ov::Output<ov::Node> &value)
{
    ov::OutputVector waiting = {value};
    for (size_t i = 0; i < waiting.size(); i++) {
        const ov::Node *node = waiting[i].get_node();
        if (ov::is_type<ov::op::v0::Constant>(node)) continue;
        if (ov::is_type<ov::op::util::ShapeOfBase>(node) && node->get_input_partial_shape(0).is_static()) continue;
        if (node->get_input_size() == 0 || ov::is_type<ov::op::util::ReadValueBase>(node) || i == MAX_ANCESTORS) return false;
        for (const auto &input : node->input_values()) waiting.push_back(input);
    }
    return true;
}

/* Where a value is, apart from its shape. */
ov::Output<ov::Node> without_views(ov::Output<ov::Node> value)
{
    using namespace ov::op;
    while (ov::is_type<v1::Reshape>(value.get_node()) || ov::is_type<v0::Squeeze>(value.get_node()) ||
           ov::is_type<v0::Unsqueeze>(value.get_node()))
        value = value.get_node()->input_value(0);
    return value;
}

bool is_parameter(const ov::Output<ov::Node> &value)
{
    return ov::is_type<ov::op::v0::Parameter>(value.get_node());
}

/* What the plugin uses as it is. It converts others first, and then may change what it made. */
bool is_plugins(const ov::element::Type &type)
{
    return type == ov::element::f32 || type == ov::element::i32 || (type.size() == 1 && type.bitwidth() == 8);
}

/* What OpenVINO's operators have not touched, so that its type is the model's own. */
bool is_whole(const ov::Output<ov::Node> &value)
{
    return is_parameter(value) || ov::is_type<ov::op::v0::Constant>(value.get_node()) || ov::is_type<Restore>(value.get_node());
}

bool is_exact(strew_operator kind, const ov::OutputVector &inputs, const Hints &hints)
{
    if (hints.is_exact >= 0) return hints.is_exact != 0;
    return can_carry(inputs[DATA].get_element_type(), Carrying::WHAT_IS_CONVERTED_BACK) && is_whole(inputs[DATA]) &&
           (is_gather(kind) || is_whole(inputs[UPDATES]));
}

std::string number(double n)
{
    return std::to_string(static_cast<int64_t>(n));
}

} // namespace

void Hints::visit(ov::AttributeVisitor &visitor)
{
    visitor.on_attribute("claim", claim);
    visitor.on_attribute("shared", is_shared);
    visitor.on_attribute("in_body", is_in_body);
    visitor.on_attribute("resized", is_resized);
    visitor.on_attribute("exact", is_exact);
}

Claim claim(strew_operator kind, const std::string &reduction, const ov::OutputVector &inputs, int64_t batch_dims, const Hints &hints)
{
    if (hints.claim == "none") return {false, "the file says so"};
    if (hints.claim == "all") return {true, "all are claimed"};
    if (hints.claim != "auto") ov::Exception::create("strew", 0, "claim is \"" + hints.claim + "\"; it must be auto, all or none");
    const ov::element::Type type = inputs[DATA].get_element_type();
    if (is_exact(kind, inputs, hints)) return {true, "exact: OpenVINO's CPU plugin narrows " + type.get_type_name()};

    const ov::Output<ov::Node> data = without_views(inputs[DATA]);
    if (is_gather(kind) && !ov::is_type<ov::op::v0::Constant>(data.get_node()) && is_constant(data))
        return {false, "OpenVINO reads what it needs of a constant that is stored otherwise"};
    const Sizes sizes = sizes_of(kind, inputs, batch_dims);
    const bool is_input = is_parameter(data) && is_plugins(type) && !hints.is_in_body;
    const bool is_copied = is_gather(kind) || hints.is_shared || is_input || is_constant(data);
    const bool is_resized =
        hints.is_resized || inputs[DATA].get_partial_shape().is_dynamic() || inputs[INDICES].get_partial_shape().is_dynamic();
    const double call = is_resized ? RESIZED_CALL_NS : CALL_NS;
    const double each = saved_ns(kind, reduction, inputs[DATA], sizes.slice_bytes);
    const double copying = is_copied ? 0 : COPY_NS * sizes.max_data_bytes, saved = each * sizes.n_tuples;
    const std::string tuples = number(sizes.n_tuples) + (is_gather(kind) ? " slices" : " updates");
    if (saved >= SURE * (call + copying)) return {true, tuples + " save more than the call costs"};
    if (!is_gather(kind) && is_copied && sizes.min_data_bytes >= LARGE_COPY)
        return {true, "OpenVINO would copy the data too, " + number(sizes.min_data_bytes) + " bytes"};
    if (each == 0) return {false, "OpenVINO's own is as fast"};
    const bool is_unknown = sizes.n_tuples <= 1 && inputs[INDICES].get_partial_shape().is_dynamic();
    if (is_unknown) return {false, "its sizes are not known; shapes may name typical ones"};
    if (saved < SURE * call) return {false, "it is small: " + tuples + " save less than the call costs"};
    if (!std::isfinite(copying)) return {false, "the size of its data is not known, which OpenVINO changes in place"};
    return {false, "OpenVINO changes its data in place, " + number(sizes.max_data_bytes) + " bytes that strew would copy for " + tuples};
}

} // namespace strew_openvino
