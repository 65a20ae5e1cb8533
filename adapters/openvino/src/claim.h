/* Which nodes of a model strew takes. The plugin gives an extension memory of its own and calls it from outside, so a scatter in strew
 * always copies its data, and every call costs something. OpenVINO's own scatters change data where they are, unless others need them. */
#ifndef STREW_OPENVINO_CLAIM_H
#define STREW_OPENVINO_CLAIM_H

#include <string>

#include <openvino/core/node.hpp>

#include "call.h"

namespace strew_openvino
{

/* What a model says of a node, in attributes that OpenVINO passes over: strew_openvino's own files and convert() have them. Where they are
 * absent, the inputs alone decide. */
struct Hints {
    std::string claim = "auto"; /* or "all", or "none" */
    bool is_shared = false;     /* data have other users */
    bool is_in_body = false;    /* of a branch or loop, whose inputs may be another's output */
    bool is_resized = false;    /* the inputs have typical shapes here, and any in the model */
    int64_t is_exact = -1;      /* OpenVINO's CPU plugin would narrow numbers that reach results of the model; unknown: -1 */

    void visit(ov::AttributeVisitor &visitor);
};

struct Claim {
    bool is_strews;
    std::string reason;
};

/* Throws where hints.claim is none of those. */
Claim claim(strew_operator kind, const std::string &reduction, const ov::OutputVector &inputs, int64_t batch_dims, const Hints &hints);

} // namespace strew_openvino

#endif
