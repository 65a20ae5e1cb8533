/* paged_cache.c: a paged KV cache, as servers of language models have it. Keys and values of all requests lie in blocks of 16 tokens. For
 * each new token the server gives a place, block * 16 + offset in the block, and -1 for a token of padding, which is not stored. */
#include <stdio.h>
#include <stdlib.h>

#include <strew/strew.h>

enum { LAYERS = 2, BLOCKS = 64, BLOCK = 16, PLACES = BLOCKS * BLOCK, HEADS = 8, HEAD_SIZE = 32, WIDTH = HEADS * HEAD_SIZE, TOKENS = 24 };
enum { PADDING = -1, KEY = 1, VALUE = 2 };

static float cache[LAYERS][2][PLACES][WIDTH]; /* a layer has its keys first, then its values */
static float projected[TOKENS][3][WIDTH];     /* query, key and value of each new token, as one matrix multiplication gives them */
static int64_t places[TOKENS];

static int fail(const strew_fault *fault)
{
    char message[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, message, sizeof message);
    fprintf(stderr, "%s\n", message);
    return 1;
}

/* What a layer of a model computes for the new tokens. */
static void project(int layer)
{
    for (int t = 0; t < TOKENS; t++) {
        for (int i = 0; i < WIDTH; i++) {
            projected[t][KEY][i] = (float)(100 * layer + t + 1);
            projected[t][VALUE][i] = -projected[t][KEY][i];
        }
    }
}

int main(void)
{
    /* Two requests: 17 tokens that begin at the end of block 3 and fill block 40, and four tokens in block 12; then padding. */
    const int blocks[] = {3, 40};
    for (int t = 0; t < TOKENS; t++) {
        const int n = t + 15; /* tokens before it, counted from the start of block 3 */
        places[t] = t < 17 ? blocks[n / BLOCK] * BLOCK + n % BLOCK : t < 21 ? 12 * BLOCK + (t - 17) : PADDING;
    }

    /* A place is a tuple of one component. Its slice is a key and a value, which strides find where they are. So one call stores both.
     * Places that are -1 are passed over, and all others are checked. */
    const int64_t key_and_value[] = {WIDTH, PLACES * WIDTH, 1}, of_projected[] = {3 * WIDTH, WIDTH, 1};
    const strew_tensor layer_cache = {
        .dtype = STREW_DTYPE_FLOAT32, .rank = 3, .shape = (int64_t[]){PLACES, 2, WIDTH}, .strides = key_and_value};
    const strew_tensor at = {.dtype = STREW_DTYPE_INT64, .rank = 2, .shape = (int64_t[]){TOKENS, 1}};
    const strew_tensor tokens = {.dtype = STREW_DTYPE_FLOAT32, .rank = 3, .shape = (int64_t[]){TOKENS, 2, WIDTH}, .strides = of_projected};
    const strew_options options = STREW_OPTIONS(.negative = STREW_NEGATIVE_OUT_OF_BOUNDS, .has_ignore_index = 1, .ignore_index = PADDING);
    /* Output is the cache itself, so it has the same strides. */
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .options = &options, .data = layer_cache, .indices = at,
                                       .updates = tokens, .output = layer_cache);
    strew_plan plan;
    strew_fault fault;
    if (strew_plan_call(&plan, &call, &fault) != STREW_OK) return fail(&fault);

    /* All layers have the same places, so these are prepared once for a step of the model. */
    const size_t n_bytes = strew_plan_prepared_size(&plan);
    void *prepared = malloc(n_bytes);
    if (!prepared) return 1;
    const strew_buffers of_places = STREW_BUFFERS(.indices = places);
    if (strew_prepare(&plan, &of_places, prepared, n_bytes, &fault) != STREW_OK) return fail(&fault);
    for (int layer = 0; layer < LAYERS; layer++) {
        project(layer);
        const strew_buffers buffers =
            STREW_BUFFERS(.output = cache[layer], .data = cache[layer], .updates = projected[0][KEY], .prepared = prepared);
        if (strew_run(&plan, &buffers, NULL, &fault) != STREW_OK) return fail(&fault);
    }
    free(prepared);

    int n_used = 0;
    for (int s = 0; s < PLACES; s++) n_used += cache[1][0][s][0] != 0;
    printf("%d of %d tokens are stored; in layer 1 the last one of the first request has the key %g and the value %g\n", n_used, TOKENS,
           (double)cache[1][0][40 * BLOCK + 15][0], (double)cache[1][1][40 * BLOCK + 15][WIDTH - 1]);

    /* A place that does not exist rejects the step before a byte is written. */
    places[20] = PLACES;
    const strew_buffers wrong = STREW_BUFFERS(.output = cache[0], .data = cache[0], .updates = projected[0][KEY], .indices = places);
    if (strew_run(&plan, &wrong, NULL, &fault) != STREW_STATUS_INDEX_OUT_OF_BOUNDS) return 1;
    fail(&fault);
    return 0;
}
