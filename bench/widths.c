#include "widths.h"

#include <stdio.h>

#include "terminal.h"

static const struct {
    strew_dtype dtype;
    strew_reduction reduction;
} CASES[] = {
    {STREW_DTYPE_UINT8, STREW_REDUCTION_NONE},   {STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE}, {STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE},
    {STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD},  {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MAX},  {STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD},
    {STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD}, {STREW_DTYPE_INT32, STREW_REDUCTION_ADD},    {STREW_DTYPE_INT64, STREW_REDUCTION_MUL},
};

/* Powers of two and some of their neighbours, to compare a width that has its own kernel with one that has not. */
static const int64_t WIDTHS[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 128, 256};

enum {
    DATA_BYTES = 1 << 19,    /* half of a small second-level cache, to measure the kernel and not the memory */
    UPDATES_BYTES = 1 << 21, /* four visits to every slice, */
    MAX_TUPLES = 1 << 17     /* or fewer if slices are narrow: a millisecond is long enough to time */
};

static int measure_width(bench_result *result, bench_workload *workload, const bench_setup *setup, size_t *n_tuples)
{
    bench_job job;
    if (!bench_make_job(&job, workload)) {
        snprintf(result->wrong, sizeof result->wrong, "out of memory");
        return 0;
    }
    *n_tuples = job.n_tuples;
    const int right = bench_measure(result, &job, 1, setup);
    bench_free_job(&job);
    return right;
}

int bench_widths(const bench_setup *given)
{
    bench_setup setup = *given;
    setup.parts = BENCH_BIT(BENCH_PLAIN) | BENCH_BIT(BENCH_SCALAR) | BENCH_BIT(BENCH_STREW);
    const char *bold = terminal_style_of(TERMINAL_BOLD), *plain = terminal_style_of(TERMINAL_PLAIN);
    int right = 1;
    printf("ns per update, medians of %zu rounds; data fits the second-level cache, k = 1\n", setup.rounds);
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        printf("\n%s%s %s%s\n%7s %9s %9s %9s %9s  %s\n", bold, strew_reduction_name(CASES[c].reduction), strew_dtype_name(CASES[c].dtype),
               plain, "width", "plain", "scalar", "strew", "per ctype", "kernel");
        for (size_t w = 0; w < sizeof WIDTHS / sizeof *WIDTHS; w++) {
            const int64_t slice_bytes = WIDTHS[w] * (int64_t)strew_dtype_size(CASES[c].dtype);
            const int64_t tuples = UPDATES_BYTES / slice_bytes < MAX_TUPLES ? UPDATES_BYTES / slice_bytes : MAX_TUPLES;
            bench_workload workload = {
                .name = "widths",
                .dtype = CASES[c].dtype,
                .reduction = CASES[c].reduction,
                .data = {2, {DATA_BYTES / slice_bytes, WIDTHS[w]}},
                .indices = {2, {tuples, 1}},
                .distribution = BENCH_UNIFORM,
            };
            bench_result result;
            size_t n_tuples = 0;
            if (!measure_width(&result, &workload, &setup, &n_tuples)) {
                terminal_progress_end();
                printf("%7lld  %s\n", (long long)WIDTHS[w], result.wrong);
                right = 0;
                continue;
            }
            terminal_progress_end();
            const double updates = (double)n_tuples, strew = result.ns[BENCH_STREW].median / updates;
            printf("%7lld %9.2f %9.2f %9.2f %9.3f  %s\n", (long long)WIDTHS[w], result.ns[BENCH_PLAIN].median / updates,
                   result.ns[BENCH_SCALAR].median / updates, strew, strew / (double)WIDTHS[w], result.kernel);
        }
    }
    return right;
}
