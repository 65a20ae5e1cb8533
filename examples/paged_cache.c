/* paged_cache.c: a paged KV cache, as servers of language models have it. Keys and values of all requests lie in blocks of 16 tokens. For
 * each new token the server gives a place, block * 16 + offset in the block, and -1 for a token of padding, which is not stored. */
#include <stdio.h>
#include <stdlib.h>

#include <strew/strew.h>

enum { BLOCKS = 64, BLOCK = 16, HEADS = 8, HEAD_SIZE = 32, WIDTH = HEADS * HEAD_SIZE, TOKENS = 24, PADDING = -1 };

static float key_cache[BLOCKS * BLOCK][WIDTH], value_cache[BLOCKS * BLOCK][WIDTH];
static float keys[TOKENS][WIDTH], values[TOKENS][WIDTH]; /* of the new tokens */
static int64_t places[TOKENS];

static int fail(const strew_fault *fault)
{
    char message[STREW_MESSAGE_BYTES];
    strew_describe(fault, message, sizeof message);
    fprintf(stderr, "%s\n", message);
    return 1;
}

int main(void)
{
    /* Two requests: 17 tokens that begin at the end of block 3 and fill block 40, and four tokens in block 12; then padding. */
    const int blocks[] = {3, 40};
    for (int t = 0; t < TOKENS; t++) {
        const int n = t + 15; /* tokens before it, counted from the start of block 3 */
        places[t] = t < 17 ? blocks[n / BLOCK] * BLOCK + n % BLOCK : t < 21 ? 12 * BLOCK + (t - 17) : PADDING;
        for (int i = 0; i < WIDTH; i++) {
            keys[t][i] = (float)(t + 1);
            values[t][i] = (float)-(t + 1);
        }
    }

    /* A place is a tuple of one component. Those that are -1 are passed over, and all others are checked. */
    const strew_tensor cache = {.dtype = STREW_FLOAT32, .rank = 2, .shape = (int64_t[]){BLOCKS * BLOCK, WIDTH}};
    const strew_tensor at = {.dtype = STREW_INT64, .rank = 2, .shape = (int64_t[]){TOKENS, 1}};
    const strew_tensor tokens = {.dtype = STREW_FLOAT32, .rank = 2, .shape = (int64_t[]){TOKENS, WIDTH}};
    strew_options options = STREW_OPTIONS_INIT;
    options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    options.has_ignore_index = 1;
    options.ignore_index = PADDING;
    strew_plan plan;
    strew_fault fault;
    if (strew_scatter_nd_plan(&plan, &cache, &at, &tokens, STREW_NONE, &options, &fault) != STREW_OK) return fail(&fault);

    /* Keys and values of all layers go to the same places, so these are prepared once for a step of the model. */
    const size_t n_bytes = strew_prepared_size(&plan);
    void *prepared = malloc(n_bytes);
    if (!prepared) return 1;
    if (strew_prepare(&plan, places, prepared, n_bytes, &fault) != STREW_OK) return fail(&fault);
    if (strew_run_prepared(&plan, key_cache, key_cache, prepared, keys, NULL, &fault) != STREW_OK) return fail(&fault);
    if (strew_run_prepared(&plan, value_cache, value_cache, prepared, values, NULL, &fault) != STREW_OK) return fail(&fault);
    free(prepared);

    int n_used = 0;
    for (int s = 0; s < BLOCKS * BLOCK; s++) n_used += key_cache[s][0] != 0;
    printf("%d of %d tokens are stored; the last one of the first request has the key %g and the value %g\n", n_used, TOKENS,
           (double)key_cache[40 * BLOCK + 15][0], (double)value_cache[40 * BLOCK + 15][WIDTH - 1]);

    /* A place that does not exist rejects the step before a byte is written. */
    places[20] = BLOCKS * BLOCK;
    if (strew_run(&plan, key_cache, key_cache, places, keys, &fault) != STREW_STATUS_INDEX_OUT_OF_BOUNDS) return 1;
    fail(&fault);
    return 0;
}
