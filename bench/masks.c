#include "masks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "jobs.h"
#include "terminal.h"

/* Masks of a million elements, or of as many rows as have a million together. */
typedef enum pattern { HALF, ONE_OF_50, RUNS_OF_64, ALL, NONE } pattern;
static const struct {
    const char *name;
    strew_dtype dtype;
    pattern pattern;
    int64_t row;
} CASES[] = {
    {"float32, half", STREW_DTYPE_FLOAT32, HALF, 1},
    {"float32, one of 50", STREW_DTYPE_FLOAT32, ONE_OF_50, 1},
    {"float32, runs of 64", STREW_DTYPE_FLOAT32, RUNS_OF_64, 1},
    {"float32, all", STREW_DTYPE_FLOAT32, ALL, 1},
    {"float32, none", STREW_DTYPE_FLOAT32, NONE, 1},
    {"float16, half", STREW_DTYPE_FLOAT16, HALF, 1},
    {"complex128, half", STREW_DTYPE_COMPLEX128, HALF, 1},
    {"float32, pixels of 3 channels", STREW_DTYPE_FLOAT32, HALF, 3},
    {"float32, rows of 256", STREW_DTYPE_FLOAT32, HALF, 256},
};

enum { N = 1 << 20, MAX_ROUNDS = 1000 };

typedef struct work {
    unsigned char *data, *copy, *mask, *updates;
    size_t n_rows, row_bytes, n_true;
} work;

/* What a caller writes by hand, with memcpy of a constant size, if it is that of a frequent type. */
static void place_by_hand(const work *work)
{
    const unsigned char *from = work->updates;
#define PLACE(bytes)                                                                                                                       \
    for (size_t i = 0; i < work->n_rows; i++) {                                                                                            \
        if (!work->mask[i]) continue;                                                                                                      \
        memcpy(work->copy + i * (bytes), from, bytes);                                                                                     \
        from += (bytes);                                                                                                                   \
    }
    switch (work->row_bytes) {
    case 2: PLACE(2) break;
    case 4: PLACE(4) break;
    case 16: PLACE(16) break;
    default: PLACE(work->row_bytes)
    }
#undef PLACE
}

static int is_true(pattern pattern, size_t i, uint64_t *state)
{
    switch (pattern) {
    case HALF: return bench_random_below(state, 2) == 0;
    case ONE_OF_50: return bench_random_below(state, 50) == 0;
    case RUNS_OF_64: return i / 64 % 2 == 0;
    default: return pattern == ALL;
    }
}

static int make_work(work *to, size_t c)
{
    uint64_t state = 1;
    to->n_rows = N / (size_t)CASES[c].row;
    to->row_bytes = (size_t)CASES[c].row * strew_dtype_size(CASES[c].dtype);
    to->n_true = 0;
    to->data = calloc(to->n_rows, to->row_bytes);
    to->copy = calloc(to->n_rows, to->row_bytes);
    to->updates = malloc(to->n_rows * to->row_bytes);
    to->mask = malloc(to->n_rows);
    if (to->data == NULL || to->copy == NULL || to->updates == NULL || to->mask == NULL) return 0;
    for (size_t i = 0; i < to->n_rows * to->row_bytes; i++) to->updates[i] = (unsigned char)(i * 7 + i / 251);
    for (size_t i = 0; i < to->n_rows; i++) to->n_true += to->mask[i] = (unsigned char)is_true(CASES[c].pattern, i, &state);
    return 1;
}

static void free_work(work *of)
{
    free(of->data);
    free(of->copy);
    free(of->updates);
    free(of->mask);
}

static int measure(size_t c, const bench_setup *setup)
{
    static double strew[MAX_ROUNDS], by_hand[MAX_ROUNDS], copy[MAX_ROUNDS], ratios[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    work work;
    int right = make_work(&work, c);
    const int64_t shape[] = {(int64_t)work.n_rows, CASES[c].row}, strides[] = {1, 0}, n_updates = (int64_t)work.n_true * CASES[c].row;
    const strew_tensor data = {CASES[c].dtype, 2, shape, NULL, NULL}, mask = {STREW_DTYPE_BOOL, 2, shape, NULL, strides},
                       updates = {CASES[c].dtype, 1, &n_updates, NULL, NULL};
    const strew_options options = STREW_OPTIONS(.isa = setup->options.isa);
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_MASKED_SCATTER, .options = &options, .data = data, .mask = mask, .updates = updates);
    const strew_buffers buffers = STREW_BUFFERS(.output = work.data, .data = work.data, .mask = work.mask, .updates = work.updates);
    strew_plan plan;
    right = right && strew_plan_call(&plan, &call, NULL) == STREW_OK;
    if (right) {
        for (size_t r = 0; r < rounds; r++) {
            double start = bench_now_ns();
            right &= strew_run(&plan, &buffers, NULL, NULL) == STREW_OK;
            strew[r] = bench_now_ns() - start;
            start = bench_now_ns();
            memcpy(work.copy, work.updates, work.n_true * work.row_bytes);
            copy[r] = bench_now_ns() - start;
            start = bench_now_ns();
            place_by_hand(&work);
            by_hand[r] = bench_now_ns() - start;
            ratios[r] = by_hand[r] / strew[r];
        }
        memset(work.copy, 0, work.n_rows * work.row_bytes);
        place_by_hand(&work);
        right &= memcmp(work.copy, work.data, work.n_rows * work.row_bytes) == 0;
        printf("%-30s %10.2f %10.2f %10.2f %8.2f\n", CASES[c].name, bench_spread_of(strew, rounds).median / 1000,
               bench_spread_of(copy, rounds).median / 1000, bench_spread_of(by_hand, rounds).median / 1000,
               bench_spread_of(ratios, rounds).median);
    }
    if (!right) printf("%-30s the result differs, or memory ran out\n", CASES[c].name);
    free_work(&work);
    return right;
}

int bench_masks(const bench_setup *setup)
{
    int right = 1;
    printf("us per call in place, of a million elements, medians of %zu rounds; beside one memcpy of the updates, and a loop with a branch "
           "for each element; then strew's speed over the loop's\n\n",
           setup->rounds);
    printf("%-30s %10s %10s %10s %8s\n", "masked_scatter", "strew", "memcpy", "by hand", "of hand");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) right &= measure(c, setup);
    return right;
}
