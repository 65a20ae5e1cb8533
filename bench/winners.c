#include "winners.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "jobs.h"
#include "speedup.h"

enum { MAX_ROUNDS = 1000, N_TUPLES = 1000000, N_CALLS = 3 };

static const int64_t SLICES[] = {10000, 100000}, WIDTHS[] = {1, 4, 32, 128};

typedef struct work {
    int64_t *at, *arg; /* indices, or offsets of equal steps */
    float *updates, *output;
    void *workspace;
    strew_plan plans[N_CALLS];
    size_t workspace_bytes;
} work;

static int plan_calls(work *of, const bench_setup *setup, int is_segment, int64_t n_slices, int64_t width)
{
    const int64_t of_data[] = {n_slices, width}, of_updates[] = {N_TUPLES, width}, n_at = is_segment ? n_slices + 1 : N_TUPLES;
    const strew_options options = STREW_OPTIONS(.isa = setup->options.isa);
    const strew_dtype args[N_CALLS] = {0, STREW_DTYPE_INT32, STREW_DTYPE_INT64};
    for (size_t c = 0; c < N_CALLS; c++) {
        strew_call call =
            STREW_CALL(.op = is_segment ? STREW_OPERATOR_SEGMENT : STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_MAX,
                       .options = &options, .data = {STREW_DTYPE_FLOAT32, 2, of_data}, .updates = {STREW_DTYPE_FLOAT32, 2, of_updates});
        *(is_segment ? &call.offsets : &call.indices) = (strew_tensor){STREW_DTYPE_INT64, 1, &n_at, NULL, NULL};
        if (args[c] != 0) call.arg = (strew_tensor){args[c], 2, of_data, NULL, NULL};
        if (strew_plan_call(&of->plans[c], &call, NULL) != STREW_OK) return 0;
        const size_t n_bytes = strew_plan_workspace_size(&of->plans[c], 1);
        of->workspace_bytes = n_bytes > of->workspace_bytes ? n_bytes : of->workspace_bytes;
    }
    return 1;
}

static int fill_work(work *of, int is_segment, int64_t n_slices, int64_t width)
{
    uint64_t state = 9;
    of->at = malloc((N_TUPLES + 1) * sizeof *of->at);
    of->updates = malloc((size_t)(N_TUPLES * width) * sizeof *of->updates);
    of->output = malloc((size_t)(n_slices * width) * sizeof *of->output);
    of->arg = malloc((size_t)(n_slices * width) * sizeof *of->arg);
    of->workspace = malloc(of->workspace_bytes + 1);
    if (of->at == NULL || of->updates == NULL || of->output == NULL || of->arg == NULL || of->workspace == NULL) return 0;
    for (int64_t i = 0; i < N_TUPLES; i++) of->at[i] = (int64_t)bench_random_below(&state, (uint64_t)n_slices);
    for (int64_t s = 0; s <= n_slices && is_segment; s++) of->at[s] = s * N_TUPLES / n_slices;
    for (int64_t i = 0; i < N_TUPLES * width; i++) of->updates[i] = (float)bench_random_below(&state, 1 << 24);
    return 1;
}

static strew_buffers buffers_of(const work *of, int is_segment, size_t c)
{
    strew_buffers buffers = STREW_BUFFERS(.output = of->output, .updates = of->updates, .arg = c != 0 ? of->arg : NULL);
    if (!is_segment) buffers.data = of->output;
    *(is_segment ? &buffers.offsets : &buffers.indices) = of->at;
    return buffers;
}

static void free_work(work *of)
{
    free(of->at);
    free(of->updates);
    free(of->output);
    free(of->arg);
    free(of->workspace);
}

static int measure(const bench_setup *setup, int is_segment, int64_t n_slices, int64_t width)
{
    static double times[N_CALLS][MAX_ROUNDS], ratio[N_CALLS][MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    work work = {0};
    int right = plan_calls(&work, setup, is_segment, n_slices, width) && fill_work(&work, is_segment, n_slices, width);
    const strew_resources resources = STREW_RESOURCES(.workspace = work.workspace, .workspace_bytes = work.workspace_bytes);
    for (size_t r = 0; right && r < rounds; r++) {
        for (size_t c = 0; c < N_CALLS; c++) {
            const strew_buffers buffers = buffers_of(&work, is_segment, c);
            memset(work.output, 0, (size_t)(n_slices * width) * sizeof *work.output);
            const double start = bench_now_ns();
            right &= strew_run(&work.plans[c], &buffers, &resources, NULL) == STREW_OK;
            times[c][r] = bench_now_ns() - start;
            ratio[c][r] = times[c][r] / times[0][r];
        }
    }
    if (right) {
        printf("%-10s %8lld %8lld %10.2f %8.2f %8.2f\n", is_segment ? "segments" : "scattered", (long long)n_slices, (long long)width,
               bench_spread_of(times[0], rounds).median / 1e6, bench_spread_of(ratio[1], rounds).median,
               bench_spread_of(ratio[2], rounds).median);
    } else {
        printf("%-10s %8lld %8lld a call failed, or memory ran out\n", is_segment ? "segments" : "scattered", (long long)n_slices,
               (long long)width);
    }
    free_work(&work);
    return right;
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

static int measure_threads(const bench_setup *setup, int is_segment, int64_t n_slices, int64_t width)
{
    double speedups[BENCH_SPEEDUPS];
    const size_t n = (size_t)(n_slices * width);
    work work = {0};
    int right = plan_calls(&work, setup, is_segment, n_slices, width) && fill_work(&work, is_segment, n_slices, width);
    printf("%-10s %8lld %8lld", is_segment ? "segments" : "scattered", (long long)n_slices, (long long)width);
    for (size_t c = 0; right && c < N_CALLS; c += 2) { /* none and int64 */
        const strew_buffers buffers = buffers_of(&work, is_segment, c);
        const speedup_call call = {&work.plans[c],
                                   &buffers,
                                   work.output,
                                   c != 0 ? (void *)work.arg : work.output,
                                   n * sizeof *work.output,
                                   n * (c != 0 ? sizeof *work.arg : sizeof *work.output)};
        right = bench_print_speedups(&call, setup->rounds, speedups);
    }
    printf("\n");
    free_work(&work);
    return right;
}

static int measure_all_threads(const bench_setup *setup)
{
    int right = 1;
    bench_explain_speedups("");
    printf("%-10s %8s %8s %35s %35s\n", "", "", "", "max", "with an arg of int64");
    printf("%-10s %8s %8s", "rows", "slices", "columns");
    for (size_t i = 0; i < 2; i++) bench_print_counts();
    printf("\n");
    for (int is_segment = 0; is_segment < 2; is_segment++) {
        for (size_t w = 0; w < sizeof WIDTHS / sizeof *WIDTHS; w++) {
            for (size_t s = 0; s < sizeof SLICES / sizeof *SLICES; s++) right &= measure_threads(setup, is_segment, SLICES[s], WIDTHS[w]);
        }
    }
    return right;
}

int bench_winners(const bench_setup *setup)
{
    int right = 1;
    printf(
        "ms on one thread, of maxima of %d rows of float32 in place, medians of %zu rounds; and how many times as long it takes to store "
        "which tuples win, as int32 and as int64\n\n",
        N_TUPLES, setup->rounds);
    printf("%-10s %8s %8s %10s %8s %8s\n", "rows", "slices", "columns", "max", "int32", "int64");
    for (int is_segment = 0; is_segment < 2; is_segment++) {
        for (size_t w = 0; w < sizeof WIDTHS / sizeof *WIDTHS; w++) {
            for (size_t s = 0; s < sizeof SLICES / sizeof *SLICES; s++) right &= measure(setup, is_segment, SLICES[s], WIDTHS[w]);
        }
    }
    return measure_all_threads(setup) && right;
}
