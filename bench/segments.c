#include "segments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/softmax.h>

#include "clock.h"
#include "jobs.h"
#include "speedup.h"

/* Rows in segments of any length, ten in the mean: updates themselves, or rows of a table. */
static const struct {
    const char *name;
    strew_dtype dtype, accumulate;
    strew_reduction reduction;
    size_t width;
    int has_table;
} CASES[] = {
    {"sum, 1", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_ADD, 1, 0},
    {"sum, 4", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_ADD, 4, 0},
    {"sum, 32", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_ADD, 32, 0},
    {"sum, 128", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_ADD, 128, 0},
    {"mean, 1", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MEAN, 1, 0},
    {"mean, 4", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MEAN, 4, 0},
    {"mean, 32", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MEAN, 32, 0},
    {"mean, 128", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MEAN, 128, 0},
    {"max, 1", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MAX, 1, 0},
    {"max, 4", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MAX, 4, 0},
    {"max, 32", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MAX, 32, 0},
    {"max, 128", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MAX, 128, 0},
    {"sum of float16, 32", STREW_DTYPE_FLOAT16, 0, STREW_REDUCTION_ADD, 32, 0},
    {"sum of float16 in float32, 32", STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 32, 0},
    {"sum of float16 in float32, 128", STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 128, 0},
    {"sum of bfloat16 in float32, 32", STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 32, 0},
    {"sum of bfloat16 in float32, 128", STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 128, 0},
    {"max of a table, 32", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MAX, 32, 1},
    {"max of a table, 128", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MAX, 128, 1},
    {"min of a table, 32", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MIN, 32, 1},
    {"mean of a table, 32", STREW_DTYPE_FLOAT32, 0, STREW_REDUCTION_MEAN, 32, 1},
    {"sum of a table of float16 in float32, 64", STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 64, 1},
    {"sum of a table of bfloat16 in float32, 64", STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 64, 1},
};

enum { N_CASES = sizeof CASES / sizeof *CASES, MAX_ROUNDS = 1000, N_TUPLES = 1000000, N_SEGMENTS = 100000, N_ROWS = 100000 };

/* The calls on one case: a segment, a scatter of the same updates, and the gather that makes these of a table. */
enum { SEGMENT, SCATTER, GATHER, CALLS };
typedef struct session {
    int64_t *segments, *rows, *offsets;
    unsigned char *updates, *gathered, *output, *expected;
    void *workspace;
    size_t workspace_bytes, output_bytes;
    strew_plan plans[CALLS];
    strew_buffers buffers[CALLS];
} session;

static int compare(const void *a, const void *b)
{
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static int make_work(session *s, size_t n_elements, size_t n_gathered, size_t element_bytes)
{
    uint64_t state = 11;
    s->segments = malloc(N_TUPLES * sizeof *s->segments);
    s->rows = malloc(N_TUPLES * sizeof *s->rows);
    s->offsets = calloc(N_SEGMENTS + 1, sizeof *s->offsets);
    s->updates = bench_allocate(n_elements * element_bytes);
    s->gathered = calloc(n_gathered + 1, element_bytes);
    s->output = calloc(s->output_bytes, 1);
    s->expected = calloc(s->output_bytes, 1);
    if (s->segments == NULL || s->rows == NULL || s->offsets == NULL || s->updates == NULL || s->gathered == NULL || s->output == NULL ||
        s->expected == NULL)
        return 0;
    for (size_t t = 0; t < N_TUPLES; t++) {
        s->segments[t] = (int64_t)bench_random_below(&state, N_SEGMENTS);
        s->rows[t] = (int64_t)bench_random_below(&state, N_ROWS);
    }
    qsort(s->segments, N_TUPLES, sizeof *s->segments, compare);
    for (size_t t = 0; t < N_TUPLES; t++) s->offsets[s->segments[t] + 1]++;
    for (size_t i = 0; i < N_SEGMENTS; i++) s->offsets[i + 1] += s->offsets[i];
    for (size_t i = 0; i < n_elements; i++) {
        const float number = (float)(1 + bench_random_below(&state, 2000)) / 1000;
        const uint16_t half = (uint16_t)(0x3c00 + bench_random_below(&state, 256)); /* of either type a number above 0 */
        memcpy(s->updates + i * element_bytes, element_bytes == sizeof half ? (const void *)&half : &number, element_bytes);
    }
    return 1;
}

static int open_session(session *s, size_t c, const bench_setup *setup)
{
    const size_t width = CASES[c].width, element_bytes = strew_dtype_size(CASES[c].dtype);
    const int has_table = CASES[c].has_table, is_sum = CASES[c].reduction == STREW_REDUCTION_ADD;
    const int64_t of_segments[] = {N_SEGMENTS, (int64_t)width}, of_tuples[] = {N_TUPLES}, of_offsets[] = {N_SEGMENTS + 1},
                  of_updates[] = {N_TUPLES, (int64_t)width}, of_table[] = {N_ROWS, (int64_t)width};
    const strew_tensor data = {CASES[c].dtype, 2, of_segments, NULL, NULL}, updates = {CASES[c].dtype, 2, of_updates, NULL, NULL},
                       table = {CASES[c].dtype, 2, of_table, NULL, NULL}, at = {STREW_DTYPE_INT64, 1, of_tuples, NULL, NULL};
    const strew_options of_segment = STREW_OPTIONS(.isa = setup->options.isa, .accumulate = CASES[c].accumulate),
                        of_scatter = STREW_OPTIONS(.isa = setup->options.isa, .accumulate = CASES[c].accumulate, .excludes_self = !is_sum);
    strew_call segment = STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = CASES[c].reduction, .options = &of_segment, .data = data,
                                    .offsets = {STREW_DTYPE_INT64, 1, of_offsets, NULL, NULL}, .updates = has_table ? table : updates);
    const strew_call scatter = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = CASES[c].reduction, .options = &of_scatter,
                                          .data = data, .indices = at, .updates = updates),
                     gather = STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = table, .indices = at);
    if (has_table) segment.update_indices = at;
    memset(s, 0, sizeof *s);
    s->output_bytes = N_SEGMENTS * width * element_bytes;
    int right = make_work(s, (has_table ? N_ROWS : N_TUPLES) * width, has_table ? N_TUPLES * width : 0, element_bytes);
    right = right && strew_plan_call(&s->plans[SEGMENT], &segment, NULL) == STREW_OK &&
            strew_plan_call(&s->plans[SCATTER], &scatter, NULL) == STREW_OK &&
            strew_plan_call(&s->plans[GATHER], &gather, NULL) == STREW_OK;
    for (size_t i = 0; right && i <= SCATTER; i++) {
        const size_t bytes = strew_plan_workspace_size(&s->plans[i], 1);
        s->workspace_bytes = bytes > s->workspace_bytes ? bytes : s->workspace_bytes;
    }
    s->workspace = malloc(s->workspace_bytes + 1);
    s->buffers[SEGMENT] =
        STREW_BUFFERS(.output = s->output, .offsets = s->offsets, .updates = s->updates, .update_indices = has_table ? s->rows : NULL);
    s->buffers[SCATTER] =
        STREW_BUFFERS(.output = s->expected, .data = s->expected, .indices = s->segments, .updates = has_table ? s->gathered : s->updates);
    s->buffers[GATHER] = STREW_BUFFERS(.output = s->gathered, .data = s->updates, .indices = s->rows);
    return right && s->workspace != NULL;
}

static void close_session(session *s)
{
    free(s->segments);
    free(s->rows);
    free(s->offsets);
    free(s->updates);
    free(s->gathered);
    free(s->output);
    free(s->expected);
    free(s->workspace);
}

static int run_call(session *s, int call, const strew_resources *resources)
{
    return strew_run(&s->plans[call], &s->buffers[call], resources, NULL) == STREW_OK;
}

/* Segments begin with 0 by themselves. */
static int run_others(session *s, size_t c, const strew_resources *resources)
{
    const int right = !CASES[c].has_table || run_call(s, GATHER, NULL);
    memset(s->expected, 0, s->output_bytes);
    return right && run_call(s, SCATTER, resources);
}

static int measure(size_t c, const bench_setup *setup)
{
    static double one[MAX_ROUNDS], others[MAX_ROUNDS], ratio[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    session s;
    int right = open_session(&s, c, setup);
    const strew_resources resources = STREW_RESOURCES(.workspace = s.workspace, .workspace_bytes = s.workspace_bytes);
    for (size_t r = 0; right && r < rounds; r++) {
        double start = bench_now_ns();
        right &= run_others(&s, c, &resources);
        others[r] = bench_now_ns() - start;
        start = bench_now_ns();
        right &= run_call(&s, SEGMENT, &resources);
        one[r] = bench_now_ns() - start;
        ratio[r] = others[r] / one[r];
    }
    right = right && memcmp(s.output, s.expected, s.output_bytes) == 0;
    if (right) {
        printf("%-44s %10.2f %10.2f %8.2f\n", CASES[c].name, bench_spread_of(one, rounds).median / 1e6,
               bench_spread_of(others, rounds).median / 1e6, bench_spread_of(ratio, rounds).median);
    } else {
        printf("%-44s the result differs, or memory ran out\n", CASES[c].name);
    }
    fflush(stdout);
    close_session(&s);
    return right;
}

/* ---- Softmax ------------------------------------------------------------------------------------------------------------------------- */

/* What a caller writes by hand, with the C library's exp. */
static void softmax_by_hand(float *to, const float *from, const int64_t *offsets, size_t width)
{
    for (size_t i = 0; i < N_SEGMENTS; i++) {
        const size_t begin = (size_t)offsets[i], end = (size_t)offsets[i + 1];
        for (size_t c = 0; c < width; c++) {
            float max = -INFINITY, sum = 0;
            for (size_t t = begin; t < end; t++) max = from[t * width + c] > max ? from[t * width + c] : max;
            for (size_t t = begin; t < end; t++) sum += to[t * width + c] = expf(from[t * width + c] - max);
            for (size_t t = begin; t < end; t++) to[t * width + c] /= sum;
        }
    }
}

static int measure_softmax(size_t width, const bench_setup *setup)
{
    static double one[MAX_ROUNDS], by_hand[MAX_ROUNDS], ratio[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS, n = N_TUPLES * width;
    const int64_t of_updates[] = {N_TUPLES, (int64_t)width}, of_offsets[] = {N_SEGMENTS + 1};
    session s = {.output_bytes = n * sizeof(float)};
    int right = make_work(&s, n, 0, sizeof(float));
    const strew_softmax softmax =
        STREW_SOFTMAX(.function = STREW_SOFTMAX_FUNCTION_SOFTMAX, .updates = {STREW_DTYPE_FLOAT32, 2, of_updates, s.updates, NULL},
                      .offsets = {STREW_DTYPE_INT64, 1, of_offsets, s.offsets, NULL});
    float *const output = (float *)(void *)s.output, *const expected = (float *)(void *)s.expected;
    for (size_t r = 0; right && r < rounds; r++) {
        double start = bench_now_ns();
        softmax_by_hand(expected, (const float *)(const void *)s.updates, s.offsets, width);
        by_hand[r] = bench_now_ns() - start;
        start = bench_now_ns();
        right &= strew_segment_softmax(output, &softmax, NULL, NULL) == STREW_OK;
        one[r] = bench_now_ns() - start;
        ratio[r] = by_hand[r] / one[r];
    }
    for (size_t i = 0; right && i < n; i++) right = fabsf(output[i] - expected[i]) <= 1e-5F;
    if (right) {
        printf("softmax, %-35zu %10.2f %10.2f %8.2f\n", width, bench_spread_of(one, rounds).median / 1e6,
               bench_spread_of(by_hand, rounds).median / 1e6, bench_spread_of(ratio, rounds).median);
    } else {
        printf("softmax, %-35zu the result differs, or memory ran out\n", width);
    }
    fflush(stdout);
    close_session(&s);
    return right;
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

static int measure_threads(const bench_setup *setup)
{
    double speedups[N_CASES][BENCH_SPEEDUPS];
    size_t n = 0;
    bench_explain_speedups(" of segments");
    printf("%-44s", "segments of rows");
    bench_print_counts();
    printf("\n");
    for (size_t c = 0; c < N_CASES; c++) {
        session s;
        const int is_open = open_session(&s, c, setup);
        const speedup_call call = {&s.plans[SEGMENT], &s.buffers[SEGMENT], NULL, s.output, 0, s.output_bytes};
        printf("%-44s", CASES[c].name);
        n += is_open && bench_print_speedups(&call, setup->rounds, speedups[n]);
        printf("\n");
        close_session(&s);
    }
    printf("%-44s", "geometric mean");
    bench_print_mean_speedups((const double(*)[BENCH_SPEEDUPS])speedups, n);
    return n == N_CASES;
}

int bench_segments(const bench_setup *setup)
{
    static const size_t widths[] = {1, 4, 32};
    int right = 1;
    printf(
        "ms on one thread, of %d rows in %d segments, by offsets, medians of %zu rounds: a segment; a scatter of the same rows into zeros, "
        "by sorted indices, after a gather where they are rows of a table; then its time over that of the segment\n\n",
        N_TUPLES, N_SEGMENTS, setup->rounds);
    printf("%-44s %10s %10s %8s\n", "segments of rows", "segment", "scatter", "of both");
    for (size_t c = 0; c < N_CASES; c++) right &= measure(c, setup);
    printf("\nthe same rows of float32: softmax by offsets, beside a loop with the C library's exp\n\n");
    printf("%-44s %10s %10s %8s\n", "segments of rows", "softmax", "by hand", "of hand");
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) right &= measure_softmax(widths[i], setup);
    return measure_threads(setup) && right;
}
