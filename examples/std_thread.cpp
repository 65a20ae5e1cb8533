// std_thread.cpp: strew on threads of the C++ standard library: the largest of the scores of each label. The program needs no thread pool:
// the header has one.
#include <cstdio>
#include <vector>

#include <strew/std_thread.h>

int main()
{
    const int64_t n_labels = 20000, n_scores = 1000000;
    const int64_t data_shape[] = {n_labels}, indices_shape[] = {n_scores, 1}, updates_shape[] = {n_scores};
    std::vector<float> alone(20000, -1), together(alone), scores;
    std::vector<int64_t> labels;
    for (int64_t i = 0; i < n_scores; i++) {
        labels.push_back(i * i % n_labels);
        scores.push_back(static_cast<float>(i % 977));
    }

    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, data_shape, nullptr, nullptr};
    const strew_tensor indices = {STREW_DTYPE_INT64, 2, indices_shape, nullptr, nullptr};
    const strew_tensor updates = {STREW_DTYPE_FLOAT32, 1, updates_shape, nullptr, nullptr};
    strew_call call = STREW_CALL_INIT;
    call.op = STREW_OPERATOR_SCATTER_ND;
    call.reduction = STREW_REDUCTION_MAX;
    call.data = data;
    call.indices = indices;
    call.updates = updates;
    strew_plan plan;
    if (strew_plan_call(&plan, &call, nullptr) != STREW_OK) return 1;

    strew_std_thread_pool pool; // a thread for every processor, until the end of this block
    strew_resources resources = strew_std_thread_resources(pool);
    std::vector<unsigned char> workspace(strew_plan_workspace_size(&plan, resources.n_threads)); // empty where it would not help
    resources.workspace = workspace.data();
    resources.workspace_bytes = workspace.size();

    strew_buffers buffers = STREW_BUFFERS_INIT;
    buffers.output = alone.data();
    buffers.data = alone.data(); // in place
    buffers.indices = labels.data();
    buffers.updates = scores.data();
    if (strew_run(&plan, &buffers, nullptr, nullptr) != STREW_OK) return 1;
    buffers.output = together.data();
    buffers.data = together.data();
    if (strew_run(&plan, &buffers, &resources, nullptr) != STREW_OK) return 1;

    if (alone != together) return 1;
    std::printf("1 thread and %d threads: the same bits\n", static_cast<int>(resources.n_threads));
}
