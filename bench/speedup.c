#include "speedup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "pools.h"
#include "statistics.h"

static const int COUNTS[BENCH_SPEEDUPS] = {2, 4, 16, 64};

enum { MAX_ROUNDS = 1000, MAX_ROWS = 64 };

void bench_explain_speedups(const char *of)
{
    printf("\nspeedup%s on modelled threads: all tasks run on one thread, and each parallel_for counts as its longest thread\n\n", of);
}

void bench_print_counts(void)
{
    for (size_t k = 0; k < BENCH_SPEEDUPS; k++) printf(" %8d", COUNTS[k]);
}

/* The nanoseconds of a call, by the wall clock. Zero if it is rejected. */
static double run_once(const speedup_call *call, const strew_resources *resources)
{
    if (call->zeroed != NULL) memset(call->zeroed, 0, call->zeroed_bytes);
    const double start = bench_now_ns();
    return strew_run(call->plan, call->buffers, resources, NULL) == STREW_OK ? bench_now_ns() - start : 0;
}

/* The median of the rounds, whose workspace is large enough for one thread, too. 0 if a result differs. */
static double find_speedup(const speedup_call *call, bench_team *team, const strew_resources *alone, void *expected, size_t rounds)
{
    static double ratios[MAX_ROUNDS];
    for (size_t r = 0; r < rounds; r++) {
        strew_resources resources = bench_resources_of(team);
        resources.workspace = alone->workspace;
        resources.workspace_bytes = alone->workspace_bytes;
        const double one = run_once(call, alone);
        memcpy(expected, call->result, call->result_bytes);
        bench_wake_team(team);
        const double shared = run_once(call, &resources);
        if (one == 0 || shared == 0 || memcmp(call->result, expected, call->result_bytes) != 0) return 0;
        ratios[r] = one / model_times_of(&team->tape, shared, (size_t)resources.n_threads).ns;
    }
    return bench_spread_of(ratios, rounds).median;
}

int bench_print_speedups(const speedup_call *call, size_t rounds, double speedups[BENCH_SPEEDUPS])
{
    int right = 1;
    rounds = rounds < MAX_ROUNDS ? rounds : MAX_ROUNDS;
    for (size_t k = 0; k < BENCH_SPEEDUPS && right; k++) {
        bench_team team;
        const size_t of_one = strew_plan_workspace_size(call->plan, 1), of_threads = strew_plan_workspace_size(call->plan, COUNTS[k]),
                     bytes = of_one > of_threads ? of_one : of_threads;
        void *const workspace = malloc(bytes + 1), *const expected = malloc(call->result_bytes);
        const strew_resources alone = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = bytes);
        speedups[k] = 0;
        if (workspace != NULL && expected != NULL && bench_open_team(&team, BENCH_MODEL, COUNTS[k])) {
            speedups[k] = find_speedup(call, &team, &alone, expected, rounds);
            bench_close_team(&team);
        }
        free(workspace);
        free(expected);
        right = speedups[k] > 0;
        if (right) printf(" %8.2f", speedups[k]);
        fflush(stdout);
    }
    if (!right) printf(" the result differs, or memory ran out");
    return right;
}

void bench_print_mean_speedups(const double (*speedups)[BENCH_SPEEDUPS], size_t n)
{
    double of_count[MAX_ROWS];
    n = n < MAX_ROWS ? n : MAX_ROWS;
    for (size_t k = 0; n != 0 && k < BENCH_SPEEDUPS; k++) {
        for (size_t i = 0; i < n; i++) of_count[i] = speedups[i][k];
        printf(" %8.2f", bench_geometric_mean(of_count, n));
    }
    printf("\n");
}
