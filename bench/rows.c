#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "jobs.h"
#include "speedup.h"
#include "terminal.h"

/* Tuples of a graph: in any order, by destination, or as compressed rows, where offsets say the destinations; with a weight for each, or
 * none. */
typedef enum order { ANY, SORTED, OFFSETS } order;
static const struct {
    const char *name;
    size_t n_tuples, n_slices, n_rows, width;
    order order;
    int has_weights;
} CASES[] = {
    {"graph, any order, 32", 1166243, 169343, 169343, 32, ANY, 0},
    {"graph, any order, 32, weights", 1166243, 169343, 169343, 32, ANY, 1},
    {"graph, any order, 128", 1166243, 169343, 169343, 128, ANY, 0},
    {"graph, by row, 32", 1166243, 169343, 169343, 32, SORTED, 0},
    {"graph, compressed rows, 1", 1166243, 169343, 169343, 1, OFFSETS, 0},
    {"graph, compressed rows, 1, weights", 1166243, 169343, 169343, 1, OFFSETS, 1},
    {"graph, compressed rows, 4", 1166243, 169343, 169343, 4, OFFSETS, 0},
    {"graph, compressed rows, 32", 1166243, 169343, 169343, 32, OFFSETS, 0},
    {"graph, compressed rows, 32, weights", 1166243, 169343, 169343, 32, OFFSETS, 1},
    {"graph, by row, 128", 1166243, 169343, 169343, 128, SORTED, 0},
    {"graph, compressed rows, 128", 1166243, 169343, 169343, 128, OFFSETS, 0},
    {"graph, compressed rows, 128, weights", 1166243, 169343, 169343, 128, OFFSETS, 1},
    {"64 bags of 32, table in cache", 64 * 32, 64, 2000, 64, OFFSETS, 0},
    {"4096 bags of 128, table in cache", 4096 * 128, 4096, 1000, 64, OFFSETS, 0},
    {"4096 bags of 32, 10^6 rows", 4096 * 32, 4096, 1000000, 64, OFFSETS, 0},
};

enum { MAX_ROUNDS = 1000, DISTANCE = 16 };

typedef struct work {
    int64_t *slices, *rows, *offsets;
    float *table, *output, *expected, *gathered, *weights;
} work;

static int compare(const void *a, const void *b)
{
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

/* Rows with low numbers are named more often, as those of nodes that many others cite. */
static int make_work(work *to, size_t c)
{
    uint64_t state = 7;
    const size_t n = CASES[c].n_tuples, n_table = CASES[c].n_rows * CASES[c].width, n_output = CASES[c].n_slices * CASES[c].width;
    to->slices = malloc(n * sizeof *to->slices);
    to->rows = malloc(n * sizeof *to->rows);
    to->offsets = calloc(CASES[c].n_slices + 1, sizeof *to->offsets);
    to->weights = bench_allocate(n * sizeof *to->weights);
    to->table = bench_allocate(n_table * sizeof *to->table);
    to->output = bench_allocate(n_output * sizeof *to->output);
    to->expected = bench_allocate(n_output * sizeof *to->expected);
    to->gathered = bench_allocate(n * CASES[c].width * sizeof *to->gathered);
    if (to->slices == NULL || to->rows == NULL || to->offsets == NULL || to->weights == NULL || to->table == NULL || to->output == NULL ||
        to->expected == NULL || to->gathered == NULL)
        return 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t a = bench_random_below(&state, CASES[c].n_rows), b = bench_random_below(&state, CASES[c].n_rows);
        to->slices[i] = (int64_t)bench_random_below(&state, CASES[c].n_slices);
        to->rows[i] = (int64_t)(a < b ? a : b);
        to->weights[i] = (float)bench_random_below(&state, 1000) / 999;
    }
    if (CASES[c].order != ANY) qsort(to->slices, n, sizeof *to->slices, compare);
    for (size_t i = 0; i < n; i++) to->offsets[to->slices[i] + 1]++;
    for (size_t s = 0; s < CASES[c].n_slices; s++) to->offsets[s + 1] += to->offsets[s];
    for (size_t i = 0; i < n_table; i++) to->table[i] = (float)bench_random_below(&state, 2000) / 1000 - 1;
    return 1;
}

static void free_work(work *of)
{
    free(of->slices);
    free(of->rows);
    free(of->offsets);
    free(of->weights);
    free(of->table);
    free(of->output);
    free(of->expected);
    free(of->gathered);
}

static void prefetch(const float *at, size_t width)
{
#if defined(__GNUC__)
    for (size_t j = 0; j < width; j += 16) __builtin_prefetch(at + j);
#else
    (void)at, (void)width;
#endif
}

/* What a caller writes by hand. */
static void add_by_hand(const work *work, size_t c)
{
    const size_t n = CASES[c].n_tuples, width = CASES[c].width;
    memset(work->expected, 0, CASES[c].n_slices * width * sizeof *work->expected);
    for (size_t i = 0; i < n; i++) {
        const float *row = work->table + (size_t)work->rows[i] * width, weight = work->weights[i];
        float *to = work->expected + (size_t)work->slices[i] * width;
        if (i + DISTANCE < n) {
            prefetch(work->table + (size_t)work->rows[i + DISTANCE] * width, width);
            prefetch(work->expected + (size_t)work->slices[i + DISTANCE] * width, width);
        }
        if (CASES[c].has_weights) {
            for (size_t j = 0; j < width; j++) to[j] += weight * row[j];
        } else {
            for (size_t j = 0; j < width; j++) to[j] += row[j];
        }
    }
}

/* The calls on one case: both in one, a gather, and a scatter of what it gathers. */
enum { FUSED, GATHER, SCATTER, CALLS };
typedef struct session {
    work work;
    strew_plan plans[CALLS];
    strew_buffers buffers[CALLS];
    size_t output_bytes;
} session;

static int open_session(session *s, size_t c, const bench_setup *setup)
{
    const size_t width = CASES[c].width, n = CASES[c].n_tuples;
    work *const work = &s->work;
    const int64_t of_slices[] = {(int64_t)CASES[c].n_slices, (int64_t)width}, of_tuples[] = {(int64_t)n},
                  of_offsets[] = {(int64_t)CASES[c].n_slices + 1}, of_table[] = {(int64_t)CASES[c].n_rows, (int64_t)width},
                  of_gathered[] = {(int64_t)n, (int64_t)width};
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, of_slices, NULL, NULL}, table = {STREW_DTYPE_FLOAT32, 2, of_table, NULL, NULL},
                       gathered = {STREW_DTYPE_FLOAT32, 2, of_gathered, NULL, NULL}, at = {STREW_DTYPE_INT64, 1, of_tuples, NULL, NULL},
                       weights = {STREW_DTYPE_FLOAT32, 1, of_tuples, NULL, NULL};
    const strew_options options = STREW_OPTIONS(.isa = setup->options.isa);
    strew_call fused = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .options = &options, .data = data,
                                  .indices = at, .updates = table, .update_indices = at);
    const strew_call gather = STREW_CALL(.op = STREW_OPERATOR_GATHER, .options = &options, .data = table, .indices = at),
                     scatter = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .options = &options,
                                          .data = data, .indices = at, .updates = gathered);
    const int has_offsets = CASES[c].order == OFFSETS, is_made = make_work(work, c);
    if (CASES[c].has_weights) fused.weights = weights;
    if (has_offsets) {
        fused.op = STREW_OPERATOR_SEGMENT;
        fused.indices = (strew_tensor){0};
        fused.offsets = (strew_tensor){STREW_DTYPE_INT64, 1, of_offsets, NULL, NULL};
    }
    s->output_bytes = CASES[c].n_slices * width * sizeof(float);
    s->buffers[FUSED] =
        STREW_BUFFERS(.output = work->output, .data = has_offsets ? NULL : work->output, .indices = has_offsets ? NULL : work->slices,
                      .offsets = has_offsets ? work->offsets : NULL, .updates = work->table, .update_indices = work->rows,
                      .weights = CASES[c].has_weights ? work->weights : NULL);
    s->buffers[GATHER] = STREW_BUFFERS(.output = work->gathered, .data = work->table, .indices = work->rows);
    s->buffers[SCATTER] = STREW_BUFFERS(.output = work->output, .data = work->output, .indices = work->slices, .updates = work->gathered);
    return is_made && strew_plan_call(&s->plans[FUSED], &fused, NULL) == STREW_OK &&
           strew_plan_call(&s->plans[GATHER], &gather, NULL) == STREW_OK && strew_plan_call(&s->plans[SCATTER], &scatter, NULL) == STREW_OK;
}

/* Segments begin with 0 by themselves. */
static int run_fused(session *s, size_t c, const strew_resources *resources)
{
    if (CASES[c].order != OFFSETS) memset(s->work.output, 0, s->output_bytes);
    return strew_run(&s->plans[FUSED], &s->buffers[FUSED], resources, NULL) == STREW_OK;
}

static int run_both(session *s, size_t c, const strew_resources *resources)
{
    const size_t n = CASES[c].n_tuples, width = CASES[c].width;
    memset(s->work.output, 0, s->output_bytes);
    int right = strew_run(&s->plans[GATHER], &s->buffers[GATHER], NULL, NULL) == STREW_OK;
    for (size_t i = 0; CASES[c].has_weights && i < n; i++) {
        for (size_t j = 0; j < width; j++) s->work.gathered[i * width + j] *= s->work.weights[i];
    }
    right &= strew_run(&s->plans[SCATTER], &s->buffers[SCATTER], resources, NULL) == STREW_OK;
    return right;
}

static int measure(size_t c, const bench_setup *setup)
{
    static double one[MAX_ROUNDS], two[MAX_ROUNDS], by_hand[MAX_ROUNDS], of_two[MAX_ROUNDS], of_hand[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    session s;
    int right = open_session(&s, c, setup);
    const size_t of_scatter = right ? strew_plan_workspace_size(&s.plans[SCATTER], 1) : 0,
                 of_fused = right ? strew_plan_workspace_size(&s.plans[FUSED], 1) : 0,
                 workspace_bytes = of_fused > of_scatter ? of_fused : of_scatter;
    void *const workspace = malloc(workspace_bytes + 1);
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = workspace_bytes);
    right = right && workspace != NULL;
    for (size_t r = 0; right && r < rounds; r++) {
        double start = bench_now_ns();
        right &= run_both(&s, c, &resources);
        two[r] = bench_now_ns() - start;
        start = bench_now_ns();
        right &= run_fused(&s, c, &resources);
        one[r] = bench_now_ns() - start;
        start = bench_now_ns();
        add_by_hand(&s.work, c);
        by_hand[r] = bench_now_ns() - start;
        of_two[r] = two[r] / one[r];
        of_hand[r] = by_hand[r] / one[r];
    }
    /* A loop that begins with 0 has no -0. */
    for (size_t i = 0; i < s.output_bytes / sizeof(float) && right; i++) right = s.work.output[i] == s.work.expected[i];
    if (right) {
        printf("%-36s %10.2f %10.2f %10.2f %8.2f %8.2f\n", CASES[c].name, bench_spread_of(one, rounds).median / 1e6,
               bench_spread_of(two, rounds).median / 1e6, bench_spread_of(by_hand, rounds).median / 1e6,
               bench_spread_of(of_two, rounds).median, bench_spread_of(of_hand, rounds).median);
    } else {
        printf("%-36s the result differs, or memory ran out\n", CASES[c].name);
    }
    free(workspace);
    free_work(&s.work);
    return right;
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

static int measure_threads(size_t c, const bench_setup *setup, double speedups[BENCH_SPEEDUPS])
{
    session s;
    int right = open_session(&s, c, setup);
    const speedup_call call = {&s.plans[FUSED], &s.buffers[FUSED], CASES[c].order != OFFSETS ? s.work.output : NULL,
                               s.work.output,   s.output_bytes,    s.output_bytes};
    printf("%-36s", CASES[c].name);
    right = right && bench_print_speedups(&call, setup->rounds, speedups);
    printf("\n");
    free_work(&s.work);
    return right;
}

static int measure_all_threads(const bench_setup *setup)
{
    enum { N_CASES = sizeof CASES / sizeof *CASES };
    double speedups[N_CASES][BENCH_SPEEDUPS];
    size_t n = 0;
    bench_explain_speedups(" of one call");
    printf("%-36s", "rows of a table");
    bench_print_counts();
    printf("\n");
    for (size_t c = 0; c < N_CASES; c++) n += (size_t)measure_threads(c, setup, speedups[n]);
    printf("%-36s", "geometric mean");
    bench_print_mean_speedups((const double(*)[BENCH_SPEEDUPS])speedups, n);
    return n == N_CASES;
}

int bench_rows(const bench_setup *setup)
{
    int right = 1;
    printf("ms on one thread, of rows of float32 that are added to slices, medians of %zu rounds: one call with update_indices, a gather "
           "and a "
           "scatter whose buffers are kept, and a loop with prefetches; then their times over that of one call\n\n",
           setup->rounds);
    printf("%-36s %10s %10s %10s %8s %8s\n", "rows of a table", "one call", "two calls", "by hand", "of two", "of hand");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) right &= measure(c, setup);
    return measure_all_threads(setup) && right;
}
