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

enum { MAX_ROUNDS = 1000, N_TUPLES = 1000000, N_SLICES = 169343, N_SUMS = 16, DISTANCE = 16 };

typedef struct work {
    int64_t *slices, *rows, *offsets, *winners;
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
    to->offsets = malloc((N_SLICES + 1) * sizeof *to->offsets);
    to->winners = malloc(n_table * sizeof *to->winners);
    to->weights = malloc(N_TUPLES * sizeof *to->weights);
    to->gradient = malloc(n_table * sizeof(float));
    to->table = malloc(n_table * sizeof(float));
    to->output = calloc(n_gathered, sizeof(float)); /* large enough for both */
    to->expected = calloc(n_gathered, sizeof(float));
    to->gathered = calloc(n_gathered, sizeof(float));
    to->others = calloc(n_gathered, sizeof(float));
    if (to->slices == NULL || to->rows == NULL || to->offsets == NULL || to->winners == NULL || to->weights == NULL ||
        to->gradient == NULL || to->table == NULL || to->output == NULL || to->expected == NULL || to->gathered == NULL ||
        to->others == NULL)
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
    free(of->offsets);
    free(of->winners);
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

static void prefetch(const float *at, size_t width)
{
#if defined(__GNUC__)
    for (size_t c = 0; c < width; c += N_SUMS) __builtin_prefetch(at + c);
#else
    (void)at, (void)width;
#endif
}

/* What a caller writes by hand: no rows are gathered. */
static void do_rows_by_hand(const work *work, size_t width, int is_table)
{
    for (size_t t = 0; t < N_TUPLES; t++) {
        const float *const from = work->gradient + (size_t)work->slices[t] * width, weight = work->weights[t];
        const size_t at = (size_t)work->rows[t] * width;
        if (t + DISTANCE < N_TUPLES) {
            prefetch(work->gradient + (size_t)work->slices[t + DISTANCE] * width, width);
            prefetch((is_table ? work->others : work->table) + (size_t)work->rows[t + DISTANCE] * width, width);
        }
        if (is_table) {
            for (size_t c = 0; c < width; c++) work->others[at + c] += weight * from[c];
            continue;
        }
        float sums[N_SUMS] = {0};
        for (size_t c = 0; c < width; c += N_SUMS) {
            for (size_t s = 0; s < N_SUMS; s++) sums[s] += from[c + s] * work->table[at + c + s];
        }
        for (size_t half = N_SUMS / 2; half > 0; half /= 2) {
            for (size_t s = 0; s < half; s++) sums[s] += sums[s + half];
        }
        work->others[t] = sums[0];
    }
}

static int measure(size_t c, const bench_setup *setup)
{
    static double one[MAX_ROUNDS], two[MAX_ROUNDS], by_hand[MAX_ROUNDS], ratio[MAX_ROUNDS], of_hand[MAX_ROUNDS];
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
        if (is_table) memset(work.others, 0, output_bytes);
        start = bench_now_ns();
        do_rows_by_hand(&work, width, is_table);
        by_hand[r] = bench_now_ns() - start;
        of_hand[r] = by_hand[r] / one[r];
        right &= memcmp(work.output, work.others, output_bytes) == 0;
    }
    right = right && memcmp(work.output, work.expected, output_bytes) == 0;
    if (right) {
        printf("%-32s %10.2f %10.2f %10.2f %8.2f %8.2f\n", CASES[c].name, bench_spread_of(one, rounds).median / 1e6,
               bench_spread_of(two, rounds).median / 1e6, bench_spread_of(by_hand, rounds).median / 1e6,
               bench_spread_of(ratio, rounds).median, bench_spread_of(of_hand, rounds).median);
    } else {
        printf("%-32s the result differs, or memory ran out\n", CASES[c].name);
    }
    free_work(&work);
    return right;
}

/* ---- Narrow rows --------------------------------------------------------------------------------------------------------------------- */

/* Of segments by offsets, or of tuples in any order, without a table. */
static const struct {
    const char *name;
    strew_gradient_of of;
    strew_reduction reduction;
    size_t width;
    int has_offsets;
} NARROW[] = {
    {"updates of segments, sum, 1", STREW_GRADIENT_OF_UPDATES, STREW_REDUCTION_ADD, 1, 1},
    {"updates of segments, sum, 4", STREW_GRADIENT_OF_UPDATES, STREW_REDUCTION_ADD, 4, 1},
    {"updates of segments, sum, 32", STREW_GRADIENT_OF_UPDATES, STREW_REDUCTION_ADD, 32, 1},
    {"updates of segments, mean, 1", STREW_GRADIENT_OF_UPDATES, STREW_REDUCTION_MEAN, 1, 1},
    {"updates of segments, max, 1", STREW_GRADIENT_OF_UPDATES, STREW_REDUCTION_MAX, 1, 1},
    {"updates of segments, max, 4", STREW_GRADIENT_OF_UPDATES, STREW_REDUCTION_MAX, 4, 1},
    {"weights of segments, sum, 1", STREW_GRADIENT_OF_WEIGHTS, STREW_REDUCTION_ADD, 1, 1},
    {"weights of segments, sum, 4", STREW_GRADIENT_OF_WEIGHTS, STREW_REDUCTION_ADD, 4, 1},
    {"updates of tuples, sum, 1", STREW_GRADIENT_OF_UPDATES, STREW_REDUCTION_ADD, 1, 0},
    {"updates of tuples, sum, 4", STREW_GRADIENT_OF_UPDATES, STREW_REDUCTION_ADD, 4, 0},
    {"weights of tuples, sum, 1", STREW_GRADIENT_OF_WEIGHTS, STREW_REDUCTION_ADD, 1, 0},
    {"weights of tuples, sum, 4", STREW_GRADIENT_OF_WEIGHTS, STREW_REDUCTION_ADD, 4, 0},
};

static int compare(const void *a, const void *b)
{
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

/* What a caller writes by hand, with the rounding of the contract: the gradients of one tuple. */
static inline void do_tuple(const work *work, size_t c, size_t t, size_t slice, size_t n_of_slice)
{
    const size_t width = NARROW[c].width;
    const float *const from = work->gradient + slice * width, *const update = work->others + t * width;
    float *const to = work->expected + t * width, sums[N_SUMS] = {0};
    if (NARROW[c].of == STREW_GRADIENT_OF_WEIGHTS) {
        for (size_t j = 0; j < width; j++) sums[j] = from[j] * update[j];
        for (size_t half = width / 2; half > 0; half /= 2) {
            for (size_t s = 0; s < half; s++) sums[s] += sums[s + half];
        }
        work->expected[t] = sums[0];
    } else if (NARROW[c].reduction == STREW_REDUCTION_MAX) {
        for (size_t j = 0; j < width; j++) to[j] = work->winners[slice * width + j] == (int64_t)t ? from[j] : 0;
    } else if (NARROW[c].reduction == STREW_REDUCTION_MEAN) {
        for (size_t j = 0; j < width; j++) to[j] = from[j] / (float)n_of_slice;
    } else {
        for (size_t j = 0; j < width; j++) to[j] = from[j];
    }
}

static void do_by_hand(const work *work, size_t c)
{
    for (size_t t = 0; t < N_TUPLES && !NARROW[c].has_offsets; t++) do_tuple(work, c, t, (size_t)work->slices[t], 0);
    for (size_t s = 0; s < N_SLICES && NARROW[c].has_offsets; s++) {
        const size_t end = (size_t)work->offsets[s + 1], begin = (size_t)work->offsets[s];
        for (size_t t = begin; t < end; t++) do_tuple(work, c, t, s, end - begin);
    }
}

/* Any row of a segment has won each of its elements. */
static void make_segments(work *to, size_t width)
{
    uint64_t state = 8;
    qsort(to->slices, N_TUPLES, sizeof *to->slices, compare);
    memset(to->offsets, 0, (N_SLICES + 1) * sizeof *to->offsets);
    for (size_t t = 0; t < N_TUPLES; t++) to->offsets[to->slices[t] + 1]++;
    for (size_t s = 0; s < N_SLICES; s++) to->offsets[s + 1] += to->offsets[s];
    for (size_t i = 0; i < N_SLICES * width; i++) {
        const int64_t begin = to->offsets[i / width], n = to->offsets[i / width + 1] - begin;
        to->winners[i] = n == 0 ? -1 : begin + (int64_t)bench_random_below(&state, (uint64_t)n);
    }
}

static int measure_narrow(size_t c, const bench_setup *setup)
{
    static double one[MAX_ROUNDS], by_hand[MAX_ROUNDS], ratio[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS, width = NARROW[c].width;
    const int has_offsets = NARROW[c].has_offsets, is_of_weights = NARROW[c].of == STREW_GRADIENT_OF_WEIGHTS,
              has_winners = NARROW[c].reduction == STREW_REDUCTION_MAX;
    const size_t n_output = is_of_weights ? N_TUPLES : N_TUPLES * width;
    const int64_t of_slices[] = {N_SLICES, (int64_t)width}, of_tuples[] = {N_TUPLES}, of_updates[] = {N_TUPLES, (int64_t)width},
                  of_offsets[] = {N_SLICES + 1};
    work work = {0};
    const strew_options options = STREW_OPTIONS(.isa = setup->options.isa);
    strew_call call =
        STREW_CALL(.op = has_offsets ? STREW_OPERATOR_SEGMENT : STREW_OPERATOR_SCATTER_UPDATE, .reduction = NARROW[c].reduction,
                   .options = &options, .data = {STREW_DTYPE_FLOAT32, 2, of_slices, NULL, NULL},
                   .updates = {STREW_DTYPE_FLOAT32, 2, of_updates, NULL, NULL});
    *(has_offsets ? &call.offsets : &call.indices) = (strew_tensor){STREW_DTYPE_INT64, 1, has_offsets ? of_offsets : of_tuples, NULL, NULL};
    if (is_of_weights) call.weights = (strew_tensor){STREW_DTYPE_FLOAT32, 1, of_tuples, NULL, NULL};
    if (has_winners) call.arg = (strew_tensor){STREW_DTYPE_INT64, 2, of_slices, NULL, NULL};
    int right = make_work(&work, width);
    if (right && has_offsets) make_segments(&work, width);
    for (size_t i = 0; right && i < N_TUPLES * width; i++) work.others[i] = (float)(i % 2000) / 1000 - 1;
    work.workspace_bytes = strew_gradient_workspace_size(&call, NARROW[c].of, 1);
    work.workspace = malloc(work.workspace_bytes + 1);
    right = right && work.workspace != NULL;
    const strew_resources resources = STREW_RESOURCES(.workspace = work.workspace, .workspace_bytes = work.workspace_bytes);
    strew_gradient_buffers buffers = STREW_GRADIENT_BUFFERS(.output_gradient = work.gradient, .updates = is_of_weights ? work.others : NULL,
                                                            .arg = has_winners ? work.winners : NULL);
    *(has_offsets ? &buffers.offsets : &buffers.indices) = has_offsets ? work.offsets : work.slices;
    for (size_t r = 0; right && r < rounds; r++) {
        double start = bench_now_ns();
        do_by_hand(&work, c);
        by_hand[r] = bench_now_ns() - start;
        start = bench_now_ns();
        right &= strew_gradient(work.output, &call, NARROW[c].of, &buffers, &resources, NULL) == STREW_OK;
        one[r] = bench_now_ns() - start;
        ratio[r] = by_hand[r] / one[r];
    }
    for (size_t i = 0; i < n_output && right; i++) right = work.output[i] == work.expected[i];
    if (right) {
        printf("%-32s %10.2f %10.2f %8.2f\n", NARROW[c].name, bench_spread_of(one, rounds).median / 1e6,
               bench_spread_of(by_hand, rounds).median / 1e6, bench_spread_of(ratio, rounds).median);
    } else {
        printf("%-32s the result differs, or memory ran out\n", NARROW[c].name);
    }
    free_work(&work);
    return right;
}

int bench_gradients(const bench_setup *setup)
{
    int right = 1;
    printf(
        "ms on one thread, of %d rows of float32 that were weighed and added to %d slices, medians of %zu rounds: strew_gradient; gathers "
        "into kept buffers, and a scatter or a loop of dot products; a loop with prefetches; then their times over those of the "
        "gradient\n\n",
        N_TUPLES, N_SLICES, setup->rounds);
    printf("%-32s %10s %10s %10s %8s %8s\n", "gradient of", "gradient", "two calls", "by hand", "of two", "of hand");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) right &= measure(c, setup);
    printf("\nthe same number of rows, without a table, beside a loop of a few lines, compiled as the library is\n\n");
    printf("%-32s %10s %10s %8s\n", "gradient of", "gradient", "by hand", "of hand");
    for (size_t c = 0; c < sizeof NARROW / sizeof *NARROW; c++) right &= measure_narrow(c, setup);
    return right;
}
