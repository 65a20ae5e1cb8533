#include "gradients.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/gradient.h>

#include "clock.h"
#include "jobs.h"

static const struct {
    const char *name;
    strew_gradient_of of;
    size_t width;
} CASES[] = {
    {"table, 32", STREW_GRADIENT_OF_UPDATES, 32},
    {"table, 128", STREW_GRADIENT_OF_UPDATES, 128},
    {"weights, 32", STREW_GRADIENT_OF_WEIGHTS, 32},
    {"weights, 128", STREW_GRADIENT_OF_WEIGHTS, 128},
};

enum { MAX_ROUNDS = 1000, N_TUPLES = 1000000, N_SLICES = 169343, N_SUMS = 16 };

typedef struct work {
    int64_t *slices, *rows;
    float *gradient, *table, *weights, *output, *expected, *gathered, *others;
    void *workspace;
    size_t workspace_bytes;
} work;

static int make_work(work *to, size_t width)
{
    uint64_t state = 7;
    const size_t n_table = (size_t)N_SLICES * width, n_gathered = (size_t)N_TUPLES * width;
    to->slices = malloc(N_TUPLES * sizeof *to->slices);
    to->rows = malloc(N_TUPLES * sizeof *to->rows);
    to->weights = malloc(N_TUPLES * sizeof *to->weights);
    to->gradient = malloc(n_table * sizeof(float));
    to->table = malloc(n_table * sizeof(float));
    to->output = calloc(n_gathered, sizeof(float)); /* large enough for both */
    to->expected = calloc(n_gathered, sizeof(float));
    to->gathered = calloc(n_gathered, sizeof(float));
    to->others = calloc(n_gathered, sizeof(float));
    if (to->slices == NULL || to->rows == NULL || to->weights == NULL || to->gradient == NULL || to->table == NULL || to->output == NULL ||
        to->expected == NULL || to->gathered == NULL || to->others == NULL)
        return 0;
    for (size_t i = 0; i < N_TUPLES; i++) {
        const uint64_t a = bench_random_below(&state, N_SLICES), b = bench_random_below(&state, N_SLICES);
        to->slices[i] = (int64_t)bench_random_below(&state, N_SLICES);
        to->rows[i] = (int64_t)(a < b ? a : b); /* rows with low numbers are named more often */
        to->weights[i] = (float)bench_random_below(&state, 1000) / 999;
    }
    for (size_t i = 0; i < n_table; i++) {
        to->gradient[i] = (float)bench_random_below(&state, 2000) / 1000 - 1;
        to->table[i] = (float)bench_random_below(&state, 2000) / 1000 - 1;
    }
    return 1;
}

static void free_work(work *of)
{
    free(of->slices);
    free(of->rows);
    free(of->weights);
    free(of->gradient);
    free(of->table);
    free(of->output);
    free(of->expected);
    free(of->gathered);
    free(of->others);
    free(of->workspace);
}

/* The dot products of two buffers of rows, in the order that the contract says. */
static void multiply_rows(const work *work, size_t width)
{
    for (size_t t = 0; t < N_TUPLES; t++) {
        const float *a = work->gathered + t * width, *b = work->others + t * width;
        float sums[N_SUMS] = {0};
        for (size_t c = 0; c < width; c += N_SUMS) {
            for (size_t s = 0; s < N_SUMS; s++) sums[s] += a[c + s] * b[c + s];
        }
        for (size_t half = N_SUMS / 2; half > 0; half /= 2) {
            for (size_t s = 0; s < half; s++) sums[s] += sums[s + half];
        }
        work->expected[t] = sums[0];
    }
}

static int measure(size_t c, const bench_setup *setup)
{
    static double one[MAX_ROUNDS], two[MAX_ROUNDS], ratio[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS, width = CASES[c].width;
    const int is_table = CASES[c].of == STREW_GRADIENT_OF_UPDATES;
    const size_t output_bytes = is_table ? N_SLICES * width * sizeof(float) : N_TUPLES * sizeof(float);
    work work = {0};
    const int64_t of_slices[] = {N_SLICES, (int64_t)width}, of_tuples[] = {N_TUPLES}, of_gathered[] = {N_TUPLES, (int64_t)width};
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, of_slices, NULL, NULL}, at = {STREW_DTYPE_INT64, 1, of_tuples, NULL, NULL},
                       gathered = {STREW_DTYPE_FLOAT32, 2, of_gathered, NULL, NULL},
                       weights = {STREW_DTYPE_FLOAT32, 1, of_tuples, NULL, NULL};
    const strew_options options = STREW_OPTIONS(.isa = setup->options.isa);
    const strew_call forward = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .options = &options,
                                          .data = data, .indices = at, .updates = data, .update_indices = at, .weights = weights),
                     gather = STREW_CALL(.op = STREW_OPERATOR_GATHER, .options = &options, .data = data, .indices = at),
                     scatter = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .options = &options,
                                          .data = data, .indices = at, .updates = gathered, .weights = weights);
    strew_plan plans[2];
    int right = make_work(&work, width) && strew_plan_call(&plans[0], &gather, NULL) == STREW_OK &&
                strew_plan_call(&plans[1], &scatter, NULL) == STREW_OK;
    const size_t of_gradient = strew_gradient_workspace_size(&forward, CASES[c].of, 1),
                 of_scatter = right ? strew_plan_workspace_size(&plans[1], 1) : 0;
    work.workspace_bytes = of_gradient > of_scatter ? of_gradient : of_scatter;
    work.workspace = malloc(work.workspace_bytes + 1);
    right = right && work.workspace != NULL;
    const strew_resources resources = STREW_RESOURCES(.workspace = work.workspace, .workspace_bytes = work.workspace_bytes);
    const strew_buffers first = STREW_BUFFERS(.output = work.gathered, .data = work.gradient, .indices = work.slices),
                        second = STREW_BUFFERS(.output = work.others, .data = work.table, .indices = work.rows),
                        last = STREW_BUFFERS(.output = work.expected, .data = work.expected, .indices = work.rows, .updates = work.gathered,
                                             .weights = work.weights);
    strew_gradient_buffers buffers =
        STREW_GRADIENT_BUFFERS(.output_gradient = work.gradient, .indices = work.slices, .update_indices = work.rows);
    if (is_table)
        buffers.weights = work.weights;
    else
        buffers.updates = work.table;
    for (size_t r = 0; right && r < rounds; r++) {
        double start = bench_now_ns();
        right &= strew_run(&plans[0], &first, NULL, NULL) == STREW_OK;
        if (is_table) {
            memset(work.expected, 0, output_bytes);
            right &= strew_run(&plans[1], &last, &resources, NULL) == STREW_OK;
        } else {
            right &= strew_run(&plans[0], &second, NULL, NULL) == STREW_OK;
            multiply_rows(&work, width);
        }
        two[r] = bench_now_ns() - start;
        start = bench_now_ns();
        right &= strew_gradient(work.output, &forward, CASES[c].of, &buffers, &resources, NULL) == STREW_OK;
        one[r] = bench_now_ns() - start;
        ratio[r] = two[r] / one[r];
    }
    right = right && memcmp(work.output, work.expected, output_bytes) == 0;
    if (right) {
        printf("%-32s %10.2f %10.2f %8.2f\n", CASES[c].name, bench_spread_of(one, rounds).median / 1e6,
               bench_spread_of(two, rounds).median / 1e6, bench_spread_of(ratio, rounds).median);
    } else {
        printf("%-32s the result differs, or memory ran out\n", CASES[c].name);
    }
    free_work(&work);
    return right;
}

int bench_gradients(const bench_setup *setup)
{
    int right = 1;
    printf(
        "ms on one thread, of %d rows of float32 that were weighed and added to %d slices, medians of %zu rounds: strew_gradient; gathers "
        "into kept buffers, and a scatter or a loop of dot products; then their times over those of the gradient\n\n",
        N_TUPLES, N_SLICES, setup->rounds);
    printf("%-32s %10s %10s %8s\n", "gradient of", "gradient", "two calls", "of two");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) right &= measure(c, setup);
    return right;
}
