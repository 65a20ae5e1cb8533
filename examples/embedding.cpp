/* embedding.cpp: a table of embeddings in C++. A gather looks rows up, and a scatter adds their gradients, on several threads and with a
 * workspace. */
#include <cstdio>
#include <vector>

#include <strew/std_thread.h>
#include <strew/strew.hpp>

int main()
{
    constexpr int n_rows = 50000, width = 32, n_tokens = 100000;
    std::vector<float> table, looked_up(n_tokens * width), alone(n_rows * width), together(alone);
    std::vector<std::int64_t> tokens;
    for (int i = 0; i < n_rows * width; i++) table.push_back(static_cast<float>(i / width));
    for (std::int64_t t = 0; t < n_tokens; t++) tokens.push_back(t * t % n_rows);

    /* One call: row tokens[t] of the table is row t of the result. */
    strew::gather(strew::view(looked_up.data(), {n_tokens, width}), strew::view(table.data(), {n_rows, width}), tokens);
    std::printf("token %d has the row %g\n", 7, looked_up[7 * width]);

    /* The threads, and the memory in which they sort tokens by their rows. */
    strew_std_thread_pool pool;
    const strew_resources threads = strew_std_thread_resources(pool);
    const auto backward = strew::plan<float>::scatter_nd({n_rows, width}, {n_tokens, 1}, {n_tokens, width}, STREW_REDUCTION_ADD);
    const strew::workspace workspace(backward, threads);
    strew::buffers<float> gradients; /* in place: output is data */
    gradients.indices = tokens.data();
    gradients.updates = looked_up.data();
    gradients.data = gradients.output = alone.data();
    backward(gradients);
    gradients.data = gradients.output = together.data();
    backward(gradients, workspace);
    if (alone != together) return 1;

    /* A mean cannot do without a workspace. */
    strew_options without_old = STREW_OPTIONS_INIT;
    without_old.excludes_self = 1;
    const auto mean =
        strew::plan<float>::scatter_nd({n_rows, width}, {n_tokens, 1}, {n_tokens, width}, STREW_REDUCTION_MEAN, 0, without_old);
    mean(gradients, strew::workspace(mean));
    std::printf("the mean of the tokens of row 49 is %g\n", together[49 * width]);

    /* A token that the table does not have gets zeros. */
    strew_options skips = STREW_OPTIONS_INIT;
    skips.policy = STREW_POLICY_SKIP;
    tokens[0] = n_rows;
    const auto forward = strew::plan<float>::gather({n_rows, width}, {n_tokens}, 0, 0, skips);
    forward({looked_up.data(), table.data(), tokens.data()}, threads);
    std::printf("token 0 has %g, %d threads: the same bits\n", looked_up[0], static_cast<int>(threads.n_threads));
}
