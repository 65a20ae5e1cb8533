/* kv_cache.c: the keys of a layer of a language model, for two requests of different lengths. tensor_scatter writes new tokens to the
 * cache, each request's from a place of its own on: first the prompts, then a token of each request in every step. */
#include <stdio.h>

#include <strew/strew.h>

enum { REQUESTS = 2, HEADS = 2, PLACES = 8, WIDTH = 4, PROMPT = 3, STEPS = 4 };

static float cache[REQUESTS][HEADS][PLACES][WIDTH];

static int fail(const strew_fault *fault)
{
    char message[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, message, sizeof message);
    fprintf(stderr, "%s\n", message);
    return 1;
}

/* What the model computes: here a key says how many tokens its request had before. */
static void compute_keys(float *keys, const int64_t *lengths, int n_tokens)
{
    for (int r = 0; r < REQUESTS; r++) {
        for (int h = 0; h < HEADS; h++) {
            for (int t = 0; t < n_tokens; t++) {
                for (int i = 0; i < WIDTH; i++) *keys++ = (float)(100 * (r + 1) + lengths[r] + t);
            }
        }
    }
}

static void print(const char *title)
{
    printf("%s\n", title);
    for (int r = 0; r < REQUESTS; r++) {
        for (int place = 0; place < PLACES; place++) printf("%4g", (double)cache[r][1][place][0]);
        printf("\n");
    }
}

int main(void)
{
    const int64_t cache_shape[] = {REQUESTS, HEADS, PLACES, WIDTH}, lengths_shape[] = {REQUESTS};
    const int64_t prompt_shape[] = {REQUESTS, HEADS, PROMPT, WIDTH}, token_shape[] = {REQUESTS, HEADS, 1, WIDTH};
    int64_t lengths[REQUESTS] = {0, 2}; /* the second request goes on with a cache that has two tokens */
    float keys[REQUESTS * HEADS * PROMPT * WIDTH];
    strew_fault fault;

    /* The prompts, in one call. The places are dimension -2, and output is the cache itself. */
    const strew_tensor past = {STREW_DTYPE_FLOAT32, 4, cache_shape, cache, NULL};
    const strew_tensor at = {STREW_DTYPE_INT64, 1, lengths_shape, lengths, NULL};
    const strew_tensor prompt = {STREW_DTYPE_FLOAT32, 4, prompt_shape, keys, NULL};
    compute_keys(keys, lengths, PROMPT);
    if (strew_tensor_scatter(cache, &past, &prompt, &at, -2, STREW_CACHE_LINEAR, NULL, &fault) != STREW_OK) return fail(&fault);
    for (int r = 0; r < REQUESTS; r++) lengths[r] += PROMPT;
    print("after the prompts");

    /* The steps have equal shapes, so they have a plan. At its end the cache goes on at its start: it keeps the last 8 tokens. */
    const strew_tensor token = {STREW_DTYPE_FLOAT32, 4, token_shape, keys, NULL};
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = -2, .mode = STREW_CACHE_CIRCULAR, .data = past,
                                       .updates = token, .write_indices = at);
    const strew_buffers buffers = STREW_BUFFERS(.output = cache, .data = cache, .updates = keys, .write_indices = lengths);
    strew_plan plan;
    if (strew_plan_call(&plan, &call, &fault) != STREW_OK) return fail(&fault);
    for (int step = 0; step < STEPS; step++) {
        compute_keys(keys, lengths, 1);
        if (strew_run(&plan, &buffers, NULL, &fault) != STREW_OK) return fail(&fault);
        for (int r = 0; r < REQUESTS; r++) lengths[r]++;
    }
    print("after four steps"); /* the second request's token 208 is at place 0 */

    /* A linear cache that is full rejects the token before anything is written. */
    lengths[0] = PLACES;
    if (strew_tensor_scatter(cache, &past, &token, &at, -2, STREW_CACHE_LINEAR, NULL, &fault) == STREW_OK) return 1;
    char message[STREW_MESSAGE_BYTES];
    strew_fault_describe(&fault, message, sizeof message);
    printf("%s\n", message); /* write_indices[0] component 0 is 8, ... */
    return 0;
}
