#include "conversions.h"

#include <stdio.h>
#include <stdlib.h>
#include <strew/inspect.h>
#include <string.h>

#include "clock.h"
#include "jobs.h"
#include "terminal.h"

/* The elements of a cache or a table, and what is stored in it or gathered from it. */
static const struct {
    strew_operator op;
    strew_dtype stored, other;
    strew_overflow overflow;
    int has_scale; /* one for all */
} CASES[] = {
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_SATURATES, 0},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_SATURATES, 1},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_INT8, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 1},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_Q8_0, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_BFLOAT16, STREW_OVERFLOW_SATURATES, 1},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_SCATTER_UPDATE, STREW_DTYPE_INT64, STREW_DTYPE_INT8, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_GATHER, STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_GATHER, STREW_DTYPE_Q8_0, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_GATHER, STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 0},
    {STREW_OPERATOR_GATHER, STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 1},
    {STREW_OPERATOR_GATHER, STREW_DTYPE_INT8, STREW_DTYPE_FLOAT32, STREW_OVERFLOW_WRAPS, 1},
};
static const float SCALE = 0.37F;

/* One row is one token of a model; 64 and 512 are a batch of them. The rows of the cache exceed those that are written. */
static const int64_t ROWS[] = {1, 64, 512};
enum { WIDTH = 128, CACHE_ROWS = 4096, MIN_BYTES = 4 << 20, MAX_ROUNDS = 1000 };

typedef struct work {
    unsigned char *stored, *other, *check; /* check: as large as what is written */
    int64_t *rows;
    size_t stored_bytes, other_bytes; /* of a row */
    size_t n_rows;
    int is_gather;
} work;

static unsigned char *written_of(const work *work)
{
    return work->is_gather ? work->other : work->stored;
}

static size_t written_bytes(const work *work)
{
    return work->is_gather ? work->n_rows * work->other_bytes : CACHE_ROWS * work->stored_bytes;
}

/* Numbers of ordinary size, as updates are: between -4 and 4, in a type that may be small. */
static int fill(unsigned char *to, size_t bytes, strew_dtype dtype)
{
    const int is_in_blocks = strew_dtype_block(dtype) > 1;
    const int64_t n = (int64_t)(bytes / strew_dtype_size(dtype)) * strew_dtype_block(dtype), zero = 0;
    int8_t *numbers = malloc((size_t)n * sizeof(float));
    float *floats = (float *)(void *)numbers; /* from which alone blocks are made */
    if (numbers == NULL) return 0;
    uint64_t state = 1;
    for (int64_t i = 0; i < n; i++) {
        const int number = (int)bench_random_below(&state, 9) - 4;
        if (is_in_blocks)
            floats[i] = (float)number;
        else
            numbers[i] = (int8_t)number;
    }
    const int64_t shape[] = {1, n}, of_row[] = {1};
    const strew_tensor data = {dtype, 2, shape, to, NULL}, row = {STREW_DTYPE_INT64, 1, of_row, &zero, NULL},
                       updates = {is_in_blocks ? STREW_DTYPE_FLOAT32 : STREW_DTYPE_INT8, 2, shape, numbers, NULL};
    const strew_status status = strew_scatter_update(to, &data, &row, &updates, 0, STREW_REDUCTION_NONE, NULL, NULL);
    free(numbers);
    return status == STREW_OK;
}

static int make_work(work *to, size_t c, size_t n_rows)
{
    to->is_gather = CASES[c].op == STREW_OPERATOR_GATHER;
    to->n_rows = n_rows;
    to->stored_bytes = (size_t)(WIDTH / strew_dtype_block(CASES[c].stored)) * strew_dtype_size(CASES[c].stored);
    to->other_bytes = WIDTH * strew_dtype_size(CASES[c].other);
    to->stored = bench_allocate(CACHE_ROWS * to->stored_bytes);
    to->other = bench_allocate(n_rows * to->other_bytes);
    to->check = bench_allocate(written_bytes(to));
    to->rows = malloc(n_rows * sizeof *to->rows);
    if (to->stored == NULL || to->other == NULL || to->check == NULL || to->rows == NULL) return 0;
    uint64_t state = 7;
    for (size_t i = 0; i < n_rows; i++) to->rows[i] = (int64_t)bench_random_below(&state, CACHE_ROWS);
    return fill(to->stored, CACHE_ROWS * to->stored_bytes, CASES[c].stored) && fill(to->other, n_rows * to->other_bytes, CASES[c].other);
}

static void free_work(work *of)
{
    free(of->stored);
    free(of->other);
    free(of->check);
    free(of->rows);
}

static int make_plan(strew_plan *plan, size_t c, const work *work, const bench_setup *setup, strew_isa isa)
{
    const int64_t shape[] = {CACHE_ROWS, WIDTH}, n_rows[] = {(int64_t)work->n_rows}, other_shape[] = {(int64_t)work->n_rows, WIDTH};
    const strew_tensor other = {CASES[c].other, 2, other_shape, NULL, NULL}, none = {0}, scale = {STREW_DTYPE_FLOAT32, 0, NULL, NULL, NULL};
    strew_options options = setup->options;
    options.overflow = CASES[c].overflow;
    if (isa != STREW_ISA_BEST) options.isa = isa;
    const strew_call call = STREW_CALL(.op = CASES[c].op, .options = &options, .data = {CASES[c].stored, 2, shape, NULL, NULL},
                                       .indices = {STREW_DTYPE_INT64, 1, n_rows, NULL, NULL}, .updates = work->is_gather ? none : other,
                                       .output = work->is_gather ? other : none, .scale = CASES[c].has_scale ? scale : none);
    return strew_plan_call(plan, &call, NULL) == STREW_OK;
}

static int run(const strew_plan *plan, size_t c, const work *work)
{
    strew_buffers buffers = STREW_BUFFERS(.output = written_of(work), .data = work->stored, .indices = work->rows);
    if (!work->is_gather) buffers.updates = work->other;
    if (CASES[c].has_scale) buffers.scale = &SCALE;
    return strew_run(plan, &buffers, NULL, NULL) == STREW_OK;
}

/* A memcpy for each row, which reads half of the bytes that a conversion moves and writes the other half. */
static void copy_rows(const work *work)
{
    const size_t half = (work->stored_bytes + work->other_bytes) / 2, n_places = CACHE_ROWS * work->stored_bytes / half;
    const size_t n_ordered = work->n_rows * work->other_bytes / half;
    for (size_t i = 0; i < work->n_rows; i++) {
        unsigned char *named = work->stored + (size_t)work->rows[i] % n_places * half;
        unsigned char *ordered = work->other + (n_ordered == 0 ? 0 : i % n_ordered * half);
        const size_t n = n_ordered == 0 ? work->other_bytes : half;
        memcpy(work->is_gather ? ordered : named, work->is_gather ? named : ordered, n);
    }
}

static int measure(size_t c, size_t n_rows, const bench_setup *setup)
{
    double strew[MAX_ROUNDS], copy[MAX_ROUNDS], scalar[MAX_ROUNDS], ratios[MAX_ROUNDS], over_scalar[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    work work;
    strew_plan best, plain;
    int right = make_work(&work, c, n_rows) && make_plan(&best, c, &work, setup, STREW_ISA_BEST) &&
                make_plan(&plain, c, &work, setup, STREW_ISA_SCALAR) && run(&plain, c, &work);
    if (right) {
        const size_t n_written = written_bytes(&work), moved = n_rows * (work.stored_bytes + work.other_bytes),
                     repeats = MIN_BYTES / moved + 1;
        memcpy(work.check, written_of(&work), n_written);
        right = run(&best, c, &work) && memcmp(work.check, written_of(&work), n_written) == 0;
        for (size_t r = 0; r < rounds; r++) {
            double start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) right &= run(&best, c, &work);
            strew[r] = (bench_now_ns() - start) / (double)repeats;
            start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) copy_rows(&work);
            copy[r] = (bench_now_ns() - start) / (double)repeats;
            start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) right &= run(&plain, c, &work);
            scalar[r] = (bench_now_ns() - start) / (double)repeats;
            ratios[r] = copy[r] / strew[r];
            over_scalar[r] = scalar[r] / strew[r];
        }
        const char *from = strew_dtype_name(work.is_gather ? CASES[c].stored : CASES[c].other),
                   *to = strew_dtype_name(work.is_gather ? CASES[c].other : CASES[c].stored);
        const double ratio = bench_spread_of(ratios, rounds).median;
        printf("%-14s %-12s %-12s %-9s %5zu %9zu %10.2f %10.2f %10.2f %s%8.2f%s %8.2f\n", strew_operator_name(CASES[c].op), from, to,
               CASES[c].has_scale                              ? "scaled"
               : CASES[c].overflow == STREW_OVERFLOW_SATURATES ? "saturates"
                                                               : "",
               n_rows, moved, bench_spread_of(strew, rounds).median / 1000, bench_spread_of(copy, rounds).median / 1000,
               bench_spread_of(scalar, rounds).median / 1000, terminal_style_of(terminal_style_of_ratio(ratio, 1)), ratio,
               terminal_style_of(TERMINAL_PLAIN), bench_spread_of(over_scalar, rounds).median);
    }
    if (!right) printf("%-14s %zu rows: the result differs, or memory ran out\n", strew_operator_name(CASES[c].op), n_rows);
    free_work(&work);
    return right;
}

int bench_conversions(const bench_setup *setup)
{
    int right = 1;
    printf("us per call of so many rows of %d elements, medians of %zu rounds; then strew's speed over that of a memcpy for each row that "
           "moves as many bytes, and of its own scalar kernels\n\n",
           WIDTH, setup->rounds);
    printf("%-14s %-12s %-12s %-9s %5s %9s %10s %10s %10s %8s %8s\n", "", "from", "to", "how", "rows", "bytes", "strew", "memcpy", "scalar",
           "of copy", "of scalar");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) right &= measure(c, (size_t)ROWS[r], setup);
    }
    return right;
}
