/* The C++ front: sums the weights of a graph's edges at the nodes they lead to, in one call, with a plan, and with prepared indices. */
#include <cstdio>
#include <vector>

#include <strew/strew.hpp>

int main()
{
    const std::vector<std::int64_t> to = {2, 0, 2, 3};
    const std::vector<float> weights = {1, 2, 3, 4};
    std::vector<float> nodes(4);

    /* One call: to[i] names a node, in a tuple of one component. */
    strew::scatter_nd(nodes, nodes, strew::view(to.data(), {4, 1}), weights, STREW_REDUCTION_ADD);

    /* A plan, for many calls with the same shapes. */
    const auto plan = strew::plan<float>::scatter_nd({4}, {4, 1}, {4}, STREW_REDUCTION_ADD);
    strew::buffers<float> buffers;
    buffers.output = nodes.data();
    buffers.data = nodes.data(); /* in place */
    buffers.indices = to.data();
    buffers.updates = weights.data();
    plan(buffers);

    /* The same edges in each step: their indices are read once. */
    const auto prepared = plan.prepare(to.data());
    buffers.indices = nullptr;
    for (int step = 0; step < 2; step++) prepared(buffers);
    for (const float node : nodes) std::printf("%g ", node); /* 8 0 16 16 */

    try {
        strew::scatter_nd(nodes, nodes, strew::view(std::vector<std::int64_t>{7}.data(), {1, 1}), std::vector<float>{1});
    } catch (const strew::error &error) {
        std::printf("%s\n", error.what()); /* indices[0] component 0 is 7, outside [-4, 3] of data dimension 0 */
    }
}
