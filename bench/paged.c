#include "paged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "jobs.h"

/* A step of a server makes two calls, for keys and for values. A case is named by the bytes that one call stores. It has new tokens, of
 * which the last ones are padding, and the width of a token's key in half floats. In decoding each token is of another sequence, so it
 * is in a block of its own; a first step fills blocks. */
static const struct {
    const char *name;
    int64_t n_tokens, n_padding, width;
    int is_decoding;
} CASES[] = {
    {"decode 64 KB", 72, 8, 512, 1},
    {"decode 64 KB, wide", 36, 4, 1024, 1},
    {"decode 1 MB", 576, 64, 1024, 1},
    {"prefill 64 KB", 72, 8, 512, 0},
    {"prefill 64 KB, a shard", 288, 32, 128, 0},
    {"prefill 1 MB", 576, 64, 1024, 0},
    {"prefill 1 MB, a shard", 4608, 512, 128, 0},
    {"prefill 16 MB", 9216, 1024, 1024, 0},
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
    size_t token_bytes, update_bytes, cache_bytes, stored_bytes, prepared_bytes;
    strew_plan plan, unpadded; /* of all tokens, and of those before the padding */
} work;

/* What is compared. The first three call strew. */
typedef enum way { STREW, PREPARED, UNPADDED, BY_HAND, COPY, PREPARE, WAYS } way;

/* At the start of a line, as some CPUs take ten times as long for a memcpy of other addresses. */
static int allocate(side *to, const work *work)
{
    to->cache = bench_allocate(work->cache_bytes);
    to->copy = bench_allocate(work->cache_bytes);
    to->update = bench_allocate(work->update_bytes);
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
    const size_t n_blocks = (size_t)to->n_places / BLOCK;
    const int64_t n_stored = CASES[c].n_tokens - CASES[c].n_padding;
    size_t *blocks = malloc(n_blocks * sizeof *blocks);
    if (blocks == NULL) return 0;
    for (size_t b = 0; b < n_blocks; b++) blocks[b] = b;
    uint64_t state = 1;
    bench_shuffle(blocks, n_blocks, &state);
    for (int64_t t = 0; t < CASES[c].n_tokens; t++) {
        const int64_t block = (int64_t)blocks[CASES[c].is_decoding ? t : t / BLOCK];
        const int64_t place = block * BLOCK + (CASES[c].is_decoding ? t * 7 : t) % BLOCK;
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
    to->stored_bytes = (size_t)(n_tokens - CASES[c].n_padding) * to->token_bytes;
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

static int make_plan(strew_plan *to, int64_t n_tokens, const work *work, size_t c, const bench_setup *setup)
{
    const int64_t cache_shape[] = {work->n_places, CASES[c].width}, shape[] = {n_tokens, 1}, token_shape[] = {n_tokens, CASES[c].width};
    const strew_tensor cache = {STREW_DTYPE_FLOAT16, 2, cache_shape, NULL, NULL}, places = {STREW_DTYPE_INT64, 2, shape, NULL, NULL},
                       tokens = {STREW_DTYPE_FLOAT16, 2, token_shape, NULL, NULL};
    strew_options options = setup->options;
    options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    options.has_ignore_index = 1;
    options.ignore_index = PADDING;
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .options = &options, .data = cache, .indices = places, .updates = tokens);
    return strew_plan_call(to, &call, NULL) == STREW_OK;
}

static int prepare(const work *work)
{
    const strew_buffers buffers = STREW_BUFFERS(.indices = work->places);
    return strew_prepare(&work->plan, &buffers, work->prepared, work->prepared_bytes, NULL) == STREW_OK;
}

static int make_plans(work *to, size_t c, const bench_setup *setup)
{
    const int64_t n_tokens = CASES[c].n_tokens;
    if (!make_plan(&to->plan, n_tokens, to, c, setup) || !make_plan(&to->unpadded, n_tokens - CASES[c].n_padding, to, c, setup)) return 0;
    to->prepared_bytes = strew_plan_prepared_size(&to->plan);
    to->prepared = malloc(to->prepared_bytes);
    return to->prepared != NULL && prepare(to);
}

/* What a server has without strew: no check, and a memcpy for each token. */
static void store_by_hand(const side *side, const work *work, size_t c)
{
    for (int64_t t = 0; t < CASES[c].n_tokens; t++) {
        if (work->places[t] == PADDING) continue;
        memcpy(side->copy + (size_t)work->places[t] * work->token_bytes, side->update + (size_t)t * work->token_bytes, work->token_bytes);
    }
}

static int run(const strew_plan *plan, const side *side, const void *places, const void *prepared)
{
    const strew_buffers buffers =
        STREW_BUFFERS(.output = side->cache, .data = side->cache, .indices = places, .updates = side->update, .prepared = prepared);
    return strew_run(plan, &buffers, NULL, NULL) == STREW_OK;
}

static int call(way way, const side *side, const work *work, size_t c)
{
    switch (way) {
    case STREW: return run(&work->plan, side, work->places, NULL);
    case PREPARED: return run(&work->plan, side, NULL, work->prepared);
    case UNPADDED: return run(&work->unpadded, side, work->places, NULL);
    case BY_HAND: store_by_hand(side, work, c); return 1;
    case COPY: memcpy(side->copy, side->update, work->stored_bytes); return 1;
    default: return prepare(work);
    }
}

/* From an empty cache, so that no way repairs what another one lost. */
static int is_right(way way, const side *side, const work *work, size_t c)
{
    memset(side->cache, 0, work->cache_bytes);
    memset(side->copy, 0, work->cache_bytes);
    store_by_hand(side, work, c);
    return call(way, side, work, c) && memcmp(side->copy, side->cache, work->cache_bytes) == 0;
}

/* ns per call, after a step that brings to the caches what the way before did not use. Returns 0 if one failed. */
static int time_way(double *ns, way way, const work *work, size_t c)
{
    const size_t steps = MIN_BYTES / (2 * work->stored_bytes) + 1;
    int right = call(way, &work->key, work, c) && call(way, &work->value, work, c);
    const double start = bench_now_ns();
    for (size_t i = 0; i < steps; i++) right &= call(way, &work->key, work, c) && call(way, &work->value, work, c);
    *ns = (bench_now_ns() - start) / (double)(2 * steps);
    return right;
}

static void print_row(double ns[WAYS][MAX_ROUNDS], size_t rounds, const work *work, size_t c)
{
    static double scratch[MAX_ROUNDS], ratio[COPY], median[WAYS];
    for (int way = STREW; way < COPY; way++) ratio[way] = bench_median_ratio(ns[COPY], ns[way], rounds, scratch);
    for (int way = STREW; way < WAYS; way++) median[way] = bench_spread_of(ns[way], rounds).median / 1000; /* sorts: the best comes first */
    printf("%-24s %9zu %9.2f %9.2f %9.2f", CASES[c].name, work->stored_bytes, median[COPY], median[STREW], median[PREPARE]);
    for (int way = STREW; way < COPY; way++) printf("   %4.2f (%4.2f)", ratio[way], ns[COPY][0] / ns[way][0]);
    printf("\n");
}

static int measure(size_t c, const bench_setup *setup)
{
    static double ns[WAYS][MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    work work;
    int right = make_work(&work, c) && make_plans(&work, c, setup);
    for (int w = STREW; w <= UNPADDED && right; w++) {
        right = is_right((way)w, &work.key, &work, c) && is_right((way)w, &work.value, &work, c);
    }
    for (size_t r = 0; r < rounds && right; r++) {
        for (size_t i = 0; i < WAYS; i++) { /* another one is first in each round */
            const size_t w = (r + i) % WAYS;
            right &= time_way(&ns[w][r], (way)w, &work, c);
        }
    }
    if (right) print_row(ns, rounds, &work, c);
    if (!right) printf("%-24s the result differs, or memory ran out\n", CASES[c].name);
    free_work(&work);
    return right;
}

int bench_paged(const bench_setup *setup)
{
    int right = 1;
    printf(
        "\nscatter_nd with ignore_index in blocks of %d tokens: bytes and us per call, for keys or for values; prepare is strew_prepare, "
        "once for all calls of a step.\nThen the speed over that of one memcpy of the same bytes, as the median, and of the best "
        "(in brackets)\n\n",
        BLOCK);
    printf("%-24s %9s %9s %9s %9s %13s %13s %13s %13s\n", "paged cache", "bytes", "memcpy", "strew", "prepare", "strew", "prepared",
           "unpadded", "by hand");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) right &= measure(c, setup);
    return right;
}
