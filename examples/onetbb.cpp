// onetbb.cpp: strew on the threads of oneTBB. Tasks of an arena update some tables at once, and each update uses the arena's other threads
// too, with a workspace of its own. Link with -ltbb.
#include <cstdio>
#include <memory>
#include <vector>

#include <strew/onetbb.h>

int main()
{
    const size_t n_tables = 3;
    const int64_t n_rows = 1000, n_updates = 20000, width = 32;
    const int64_t data_shape[] = {n_rows, width}, indices_shape[] = {n_updates, 1}, updates_shape[] = {n_updates, width};
    std::vector<std::vector<float>> tables(n_tables + 1, std::vector<float>(1000 * 32)); // the last by one thread
    std::vector<int32_t> rows;
    std::vector<float> gradients;
    for (int32_t i = 0; i < n_updates; i++) {
        rows.push_back(i * 7 % 1000);
        for (int32_t j = 0; j < width; j++) gradients.push_back(1 / static_cast<float>(i + j + 1));
    }

    const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, data_shape, nullptr, nullptr};
    const strew_tensor indices = {STREW_DTYPE_INT32, 2, indices_shape, nullptr, nullptr};
    const strew_tensor updates = {STREW_DTYPE_FLOAT32, 2, updates_shape, nullptr, nullptr};
    strew_call call = STREW_CALL_INIT;
    call.op = STREW_OPERATOR_SCATTER_ND;
    call.reduction = STREW_REDUCTION_SUB;
    call.data = data;
    call.indices = indices;
    call.updates = updates;
    strew_plan plan; // one for all: a plan may run on any number of threads at once
    if (strew_plan_call(&plan, &call, nullptr) != STREW_OK) return 1;

    tbb::task_arena arena; // or nullptr below, for the arena that the thread is in
    const strew_resources resources = strew_onetbb_resources(&arena);
    const auto update = [&](size_t i) {
        strew_buffers buffers = STREW_BUFFERS_INIT;
        buffers.output = tables[i].data();
        buffers.data = tables[i].data(); // in place
        buffers.indices = rows.data();
        buffers.updates = gradients.data();
        strew_resources own = resources;
        own.workspace_bytes = strew_plan_workspace_size(&plan, own.n_threads); // 0 where it would not help
        const std::unique_ptr<unsigned char[]> workspace(new unsigned char[own.workspace_bytes]);
        own.workspace = workspace.get();
        strew_run(&plan, &buffers, i < n_tables ? &own : nullptr, nullptr);
    };
    arena.execute([&] { tbb::parallel_for(size_t{0}, n_tables, update); });
    update(n_tables);

    for (size_t i = 0; i < n_tables; i++) {
        if (tables[i] != tables[n_tables]) return 1;
    }
    std::printf("1 thread and %d threads: the same bits\n", static_cast<int>(resources.n_threads));
}
