#include "tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "terminal.h"

/* Caches of half floats: batches, heads, places and the width of a head, with so many new tokens. A decoding step has a token for
 * each batch, a first step has many for few batches. Where tokens are adjacent, all heads of a token are one slice. */
static const struct {
    const char *name;
    int64_t batches, heads, places, width, n_tokens;
} CASES[] = {
    {"decode 64 KB", 32, 8, 256, 128, 1},
    {"decode 1 MB", 256, 16, 64, 128, 1},
    {"decode 64 KB, tokens adjacent", 32, 1, 256, 1024, 1},
    {"draft of 8, 512 KB", 32, 8, 256, 128, 8},
    {"prefill 64 KB", 1, 8, 512, 128, 32},
    {"prefill 1 MB", 1, 8, 2048, 128, 512},
    {"prefill 16 MB", 4, 8, 4096, 128, 2048},
};

enum { DTYPE_BYTES = 2, MIN_BYTES = 8 << 20, MAX_ROUNDS = 1000 };

typedef struct work {
    unsigned char *cache, *copy, *update;
    int64_t *at;    /* one for each batch */
    size_t n_bytes; /* of the update */
} work;

/* One memcpy for each run of tokens: what a caller would write by hand, without a check. */
static void copy_by_hand(const work *work, size_t c, strew_cache_mode mode)
{
    const size_t slice = (size_t)CASES[c].width * DTYPE_BYTES, places = (size_t)CASES[c].places, n = (size_t)CASES[c].n_tokens;
    unsigned char *to = work->copy;
    const unsigned char *from = work->update;
    for (int64_t b = 0; b < CASES[c].batches; b++) {
        const size_t first = (size_t)work->at[b] % places, before = mode == STREW_CACHE_CIRCULAR && first + n > places ? places - first : n;
        for (int64_t h = 0; h < CASES[c].heads; h++, to += places * slice, from += n * slice) {
            memcpy(to + first * slice, from, before * slice);
            if (before < n) memcpy(to, from + before * slice, (n - before) * slice);
        }
    }
}

static int make_work(work *to, size_t c, strew_cache_mode mode)
{
    const size_t cache_bytes = (size_t)(CASES[c].batches * CASES[c].heads * CASES[c].places * CASES[c].width) * DTYPE_BYTES;
    const int64_t end = mode == STREW_CACHE_CIRCULAR ? CASES[c].places : CASES[c].places - CASES[c].n_tokens + 1;
    to->n_bytes = (size_t)(CASES[c].batches * CASES[c].heads * CASES[c].n_tokens * CASES[c].width) * DTYPE_BYTES;
    to->cache = calloc(cache_bytes, 1);
    to->copy = calloc(cache_bytes, 1);
    to->update = malloc(to->n_bytes);
    to->at = malloc((size_t)CASES[c].batches * sizeof *to->at);
    if (to->cache == NULL || to->copy == NULL || to->update == NULL || to->at == NULL) return 0;
    for (size_t i = 0; i < to->n_bytes; i++) to->update[i] = (unsigned char)(i * 7 + i / 251);
    for (int64_t b = 0; b < CASES[c].batches; b++) to->at[b] = (b * 37 + 11) % end;
    return 1;
}

static void free_work(work *of)
{
    free(of->cache);
    free(of->copy);
    free(of->update);
    free(of->at);
}

static int measure(size_t c, strew_cache_mode mode, const bench_setup *setup)
{
    const int64_t shape[] = {CASES[c].batches, CASES[c].heads, CASES[c].places, CASES[c].width};
    const int64_t update_shape[] = {CASES[c].batches, CASES[c].heads, CASES[c].n_tokens, CASES[c].width};
    const strew_tensor cache = {STREW_DTYPE_FLOAT16, 4, shape, NULL, NULL}, update = {STREW_DTYPE_FLOAT16, 4, update_shape, NULL, NULL},
                       at = {STREW_DTYPE_INT64, 1, shape, NULL, NULL};
    double strew[MAX_ROUNDS], copy[MAX_ROUNDS], by_hand[MAX_ROUNDS], ratios[MAX_ROUNDS], over_hand[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    work work;
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = 2, .mode = mode, .options = &setup->options,
                                       .data = cache, .updates = update, .write_indices = at);
    strew_plan plan;
    int right = make_work(&work, c, mode) && strew_plan_call(&plan, &call, NULL) == STREW_OK;
    const strew_buffers buffers = STREW_BUFFERS(.output = work.cache, .data = work.cache, .updates = work.update, .write_indices = work.at);
    if (right) {
        const size_t repeats = MIN_BYTES / work.n_bytes + 1;
        unsigned char *to = work.copy; /* the same bytes, one after another: output has as many at least */
        for (size_t r = 0; r < rounds; r++) {
            double start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) right &= strew_run(&plan, &buffers, NULL, NULL) == STREW_OK;
            strew[r] = (bench_now_ns() - start) / (double)repeats;
            start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) memcpy(to, work.update, work.n_bytes);
            copy[r] = (bench_now_ns() - start) / (double)repeats;
            start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) copy_by_hand(&work, c, mode);
            by_hand[r] = (bench_now_ns() - start) / (double)repeats;
            ratios[r] = copy[r] / strew[r];
            over_hand[r] = by_hand[r] / strew[r];
        }
        const size_t cache_bytes = work.n_bytes / (size_t)CASES[c].n_tokens * (size_t)CASES[c].places;
        memset(work.copy, 0, cache_bytes);
        copy_by_hand(&work, c, mode);
        right &= memcmp(work.copy, work.cache, cache_bytes) == 0;
        printf("%-30s %-8s %9zu %10.2f %10.2f %10.2f %8.2f %8.2f\n", CASES[c].name, mode == STREW_CACHE_LINEAR ? "linear" : "circular",
               work.n_bytes, bench_spread_of(strew, rounds).median / 1000, bench_spread_of(copy, rounds).median / 1000,
               bench_spread_of(by_hand, rounds).median / 1000, bench_spread_of(ratios, rounds).median,
               bench_spread_of(over_hand, rounds).median);
    }
    if (!right) printf("%-30s the result differs, or memory ran out\n", CASES[c].name);
    free_work(&work);
    return right;
}

int bench_tokens(const bench_setup *setup)
{
    int right = 1;
    printf("us per call in place, medians of %zu rounds; then strew's speed over that of one memcpy of the same bytes, and of one for each "
           "run\n\n",
           setup->rounds);
    printf("%-30s %-8s %9s %10s %10s %10s %8s %8s\n", "tensor_scatter", "mode", "bytes", "strew", "memcpy", "by hand", "of one", "of many");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        for (int mode = STREW_CACHE_LINEAR; mode <= STREW_CACHE_CIRCULAR; mode++) right &= measure(c, (strew_cache_mode)mode, setup);
    }
    return right;
}
