#include "paged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

/* Steps of a server: new tokens, of which the last ones are padding, and the width of the key or value of one, in half floats. In decoding
 * each token is of another sequence, so it is in a block of its own; a first step fills blocks. */
static const struct {
    const char *name;
    int64_t n_tokens, n_padding, width;
    int is_decoding;
} CASES[] = {
    {"decode 64 KB", 36, 4, 512, 1},       {"decode 64 KB, wide", 18, 2, 1024, 1}, {"decode 1 MB", 288, 32, 1024, 1},
    {"prefill 64 KB", 36, 4, 512, 0},      {"prefill 1 MB", 288, 32, 1024, 0},     {"prefill 1 MB, a shard", 2304, 256, 128, 0},
    {"prefill 16 MB", 4608, 512, 1024, 0},
};

enum { BLOCK = 16, DTYPE_BYTES = 2, PADDING = -1, MIN_BYTES = 8 << 20, MAX_ROUNDS = 1000 };

typedef struct side {
    unsigned char *cache, *copy, *update;
} side;

typedef struct work {
    side key, value;
    int64_t *places; /* of the tokens: block * BLOCK + offset in the block, or PADDING */
    void *prepared;
    int64_t n_places;
    size_t token_bytes, update_bytes, cache_bytes;
} work;

/* At the start of a line, as some CPUs take ten times as long for a memcpy of other addresses. All sizes are whole lines. */
static int allocate(side *to, const work *work)
{
    enum { LINE = 64 };
    to->cache = aligned_alloc(LINE, work->cache_bytes);
    to->copy = aligned_alloc(LINE, work->cache_bytes);
    to->update = aligned_alloc(LINE, work->update_bytes);
    if (to->cache == NULL || to->copy == NULL || to->update == NULL) return 0;
    memset(to->cache, 0, work->cache_bytes);
    memset(to->copy, 0, work->cache_bytes);
    for (size_t i = 0; i < work->update_bytes; i++) to->update[i] = (unsigned char)(i * 7 + i / 251);
    return 1;
}

static void release(const side *of)
{
    free(of->cache);
    free(of->copy);
    free(of->update);
}

/* Gives each sequence blocks at random, none twice. */
static int set_places(work *to, size_t c)
{
    const int64_t n_blocks = to->n_places / BLOCK, n_stored = CASES[c].n_tokens - CASES[c].n_padding;
    int64_t *blocks = malloc((size_t)n_blocks * sizeof *blocks);
    if (blocks == NULL) return 0;
    for (int64_t b = 0; b < n_blocks; b++) blocks[b] = b;
    uint64_t state = 1;
    for (int64_t b = n_blocks - 1; b > 0; b--) {
        const int64_t other = (int64_t)bench_random_below(&state, (uint64_t)b + 1), kept = blocks[b];
        blocks[b] = blocks[other];
        blocks[other] = kept;
    }
    for (int64_t t = 0; t < CASES[c].n_tokens; t++) {
        const int64_t place = CASES[c].is_decoding ? blocks[t] * BLOCK + t * 7 % BLOCK : blocks[t / BLOCK] * BLOCK + t % BLOCK;
        to->places[t] = t < n_stored ? place : PADDING;
    }
    free(blocks);
    return 1;
}

static int make_work(work *to, size_t c)
{
    const int64_t n_tokens = CASES[c].n_tokens;
    memset(to, 0, sizeof *to);
    to->n_places = (CASES[c].is_decoding ? n_tokens : n_tokens / BLOCK + 1) * 4 * BLOCK; /* a quarter of the blocks is written */
    to->token_bytes = (size_t)CASES[c].width * DTYPE_BYTES;
    to->update_bytes = (size_t)n_tokens * to->token_bytes;
    to->cache_bytes = (size_t)to->n_places * to->token_bytes;
    to->places = malloc((size_t)n_tokens * sizeof *to->places);
    return to->places != NULL && allocate(&to->key, to) && allocate(&to->value, to) && set_places(to, c);
}

static void free_work(work *of)
{
    release(&of->key);
    release(&of->value);
    free(of->places);
    free(of->prepared);
}

static int make_plan(strew_plan *to, work *work, size_t c, const bench_setup *setup)
{
    const int64_t cache_shape[] = {work->n_places, CASES[c].width}, shape[] = {CASES[c].n_tokens, 1},
                  token_shape[] = {CASES[c].n_tokens, CASES[c].width};
    const strew_tensor cache = {STREW_FLOAT16, 2, cache_shape, NULL, NULL}, places = {STREW_INT64, 2, shape, NULL, NULL},
                       tokens = {STREW_FLOAT16, 2, token_shape, NULL, NULL};
    strew_options options = setup->options;
    options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    options.struct_size = sizeof options;
    options.has_ignore_index = 1;
    options.ignore_index = PADDING;
    if (strew_scatter_nd_plan(to, &cache, &places, &tokens, STREW_NONE, &options, NULL) != STREW_OK) return 0;
    const size_t n_bytes = strew_prepared_size(to);
    work->prepared = malloc(n_bytes);
    return work->prepared != NULL && strew_prepare(to, work->places, work->prepared, n_bytes, NULL) == STREW_OK;
}

static int store(const strew_plan *plan, const side *side, const work *work)
{
    return strew_run(plan, side->cache, side->cache, work->places, side->update, NULL) == STREW_OK;
}

static int store_prepared(const strew_plan *plan, const side *side, const work *work)
{
    return strew_run_prepared(plan, side->cache, side->cache, work->prepared, side->update, NULL, NULL) == STREW_OK;
}

/* What a server has without strew: no check, and a memcpy for each token. */
static void store_by_hand(const side *side, const work *work, size_t c)
{
    for (int64_t t = 0; t < CASES[c].n_tokens; t++) {
        if (work->places[t] == PADDING) continue;
        memcpy(side->copy + (size_t)work->places[t] * work->token_bytes, side->update + (size_t)t * work->token_bytes, work->token_bytes);
    }
}

static int is_same(const side *side, const work *work, size_t c)
{
    memset(side->copy, 0, work->cache_bytes);
    store_by_hand(side, work, c);
    return memcmp(side->copy, side->cache, work->cache_bytes) == 0;
}

static int measure(size_t c, const bench_setup *setup)
{
    static double strew[MAX_ROUNDS], prepared[MAX_ROUNDS], copy[MAX_ROUNDS], by_hand[MAX_ROUNDS], scratch[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    work work;
    strew_plan plan;
    int right = make_work(&work, c) && make_plan(&plan, &work, c, setup);
    if (right) {
        const size_t side_bytes = (size_t)(CASES[c].n_tokens - CASES[c].n_padding) * work.token_bytes, n_bytes = 2 * side_bytes;
        const size_t repeats = MIN_BYTES / n_bytes + 1;
        for (size_t r = 0; r < rounds; r++) {
            double start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) right &= store(&plan, &work.key, &work) && store(&plan, &work.value, &work);
            strew[r] = (bench_now_ns() - start) / (double)repeats;
            start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) {
                memcpy(work.key.copy, work.key.update, side_bytes);
                memcpy(work.value.copy, work.value.update, side_bytes);
            }
            copy[r] = (bench_now_ns() - start) / (double)repeats;
            start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) {
                store_by_hand(&work.key, &work, c);
                store_by_hand(&work.value, &work, c);
            }
            by_hand[r] = (bench_now_ns() - start) / (double)repeats;
            start = bench_now_ns();
            for (size_t i = 0; i < repeats; i++) {
                right &= store_prepared(&plan, &work.key, &work) && store_prepared(&plan, &work.value, &work);
            }
            prepared[r] = (bench_now_ns() - start) / (double)repeats;
        }
        right &= is_same(&work.key, &work, c) && is_same(&work.value, &work, c);
        const double of_one = bench_median_ratio(copy, strew, rounds, scratch),
                     of_many = bench_median_ratio(by_hand, strew, rounds, scratch);
        const double prepared_of_one = bench_median_ratio(copy, prepared, rounds, scratch);
        printf("%-30s %9zu %10.2f %10.2f %10.2f %10.2f %8.2f %8.2f %8.2f\n", CASES[c].name, n_bytes,
               bench_spread_of(strew, rounds).median / 1000, bench_spread_of(prepared, rounds).median / 1000,
               bench_spread_of(copy, rounds).median / 1000, bench_spread_of(by_hand, rounds).median / 1000, of_one, prepared_of_one,
               of_many);
    }
    if (!right) printf("%-30s the result differs, or memory ran out\n", CASES[c].name);
    free_work(&work);
    return right;
}

int bench_paged(const bench_setup *setup)
{
    int right = 1;
    printf("\nus per step, which stores keys and values in blocks of %d tokens by scatter_nd with ignore_index, and with prepared places; "
           "then "
           "their speed over that of one memcpy of the same bytes, and strew's over that of one for each token\n\n",
           BLOCK);
    printf("%-30s %9s %10s %10s %10s %10s %8s %8s %8s\n", "paged cache", "bytes", "strew", "prepared", "memcpy", "by hand", "of one",
           "prepared", "of many");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) right &= measure(c, setup);
    return right;
}
