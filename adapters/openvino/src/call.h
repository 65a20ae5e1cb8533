/* Calls of strew on tensors of OpenVINO, on OpenVINO's own threads. */
#ifndef STREW_OPENVINO_CALL_H
#define STREW_OPENVINO_CALL_H

#include <array>
#include <atomic>

#include <openvino/runtime/tensor.hpp>

#include <strew/strew.h>

namespace strew_openvino
{

constexpr bool is_gather(strew_operator kind)
{
    return kind == STREW_OPERATOR_GATHER_ND || kind == STREW_OPERATOR_GATHER_ELEMENTS || kind == STREW_OPERATOR_GATHER;
}

/* Data, indices, and updates of a scatter. */
constexpr size_t n_tensors(strew_operator kind)
{
    return is_gather(kind) ? 2 : 3;
}

/* What a node asks for, besides its tensors. */
struct Operation {
    strew_operator kind;
    strew_reduction reduction = STREW_REDUCTION_NONE;
    bool excludes_self = false;
    ov::element::Type carried = ov::element::dynamic; /* data and updates are bytes of this type, in one more dimension; output may be */
    bool is_boolean = false;                          /* bytes of data are true or false, whatever type OpenVINO gives them */
    bool has_narrowed_indices = false;                /* the model's own have more than 31 bits, and the plugin's have 32 */
    int64_t axis = 0;
    int64_t batch_dims = 0;
};

/* Throws what strew rejects of types and shapes alone: of data, indices, and updates of a scatter. */
void check(const Operation &operation, const ov::element::TypeVector &types, const std::vector<ov::Shape> &shapes);

/* The calls of one node, which several threads may make at once. */
class Caller
{
  public:
    Caller() = default;
    Caller(const Caller &) = delete;
    Caller &operator=(const Caller &) = delete;
    ~Caller();

    /* Inputs are data, indices, and updates of a scatter. If the indices are constant, what is at their address never changes. Throws what
     * strew rejects, and leaves output as it was. */
    void run(const Operation &operation, ov::Tensor &output, const ov::TensorVector &inputs, bool has_constant_indices);

  private:
    struct Kept;
    /* Plans of the first shapes, with constant indices prepared, from the first place on. They never change. Prepared indices may be
     * large, so there are few. */
    std::array<std::atomic<const Kept *>, 4> kept = {};
};

} // namespace strew_openvino

#endif
