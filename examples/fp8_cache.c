/* fp8_cache.c: a paged KV cache in float8. Keys and values come as float32, are divided by a scale and rounded on the way to the cache, and
 * what is too large becomes the largest number. A gather makes float32 of the tokens of a request again, which attention then reads. */
#include <stdio.h>

#include <strew/strew.h>

enum { BLOCKS = 64, BLOCK = 16, PLACES = BLOCKS * BLOCK, HEADS = 8, HEAD_SIZE = 32, WIDTH = HEADS * HEAD_SIZE, TOKENS = 24, STORED = 21 };
enum { PADDING = -1 };

static unsigned char cache[PLACES][2][WIDTH]; /* float8e4m3fn: a key, then its value */
static float tokens[TOKENS][2][WIDTH], read_back[STORED][2][WIDTH];
static int64_t places[TOKENS];
static const float scales[] = {0.5F, 0.02F}; /* of keys and of values: the largest that a model has seen, over 448 */

static int fail(const strew_fault *fault)
{
    char message[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, message, sizeof message);
    fprintf(stderr, "%s\n", message);
    return 1;
}

/* float8e4m3fn has four digits: a number is off by a sixteenth of itself at most, and one below 2^-6 scales by half of 2^-9 scales. */
static int is_as_stored(float stored, float exact, float scale)
{
    const float error = stored < exact ? exact - stored : stored - exact, magnitude = exact < 0 ? -exact : exact;
    return error <= magnitude / 16 || error <= scale / 1024;
}

int main(void)
{
    for (int t = 0; t < TOKENS; t++) {
        places[t] = t < STORED ? (3 + t / BLOCK * 37) * BLOCK + t % BLOCK : PADDING; /* blocks 3 and 40 */
        for (int i = 0; i < WIDTH; i++) {
            tokens[t][0][i] = (float)((t * WIDTH + i) % 401 - 200) * 0.99F;
            tokens[t][1][i] = (float)((t * WIDTH + i) % 127 - 63) * 0.13F;
        }
    }

    /* One call stores both. A scale broadcasts to updates as in NumPy: here it has one number for keys and one for values. */
    const int64_t cache_shape[] = {PLACES, 2, WIDTH}, shape[] = {TOKENS, 2, WIDTH}, n_tokens[] = {TOKENS}, of_scales[] = {2, 1};
    const strew_tensor float8 = {STREW_DTYPE_FLOAT8E4M3FN, 3, cache_shape, NULL, NULL},
                       scale = {STREW_DTYPE_FLOAT32, 2, of_scales, NULL, NULL};
    const strew_options saturates = STREW_OPTIONS(.overflow = STREW_OVERFLOW_SATURATES, .negative = STREW_NEGATIVE_OUT_OF_BOUNDS,
                                                  .has_ignore_index = 1, .ignore_index = PADDING);
    const strew_call store =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .options = &saturates, .data = float8, .scale = scale,
                   .indices = {STREW_DTYPE_INT64, 1, n_tokens, NULL, NULL}, .updates = {STREW_DTYPE_FLOAT32, 3, shape, NULL, NULL});
    strew_plan plan;
    strew_fault fault;
    if (strew_plan_call(&plan, &store, &fault) != STREW_OK) return fail(&fault);
    const strew_buffers stored = STREW_BUFFERS(.output = cache, .data = cache, .indices = places, .updates = tokens, .scale = scales);
    if (strew_run(&plan, &stored, NULL, &fault) != STREW_OK) return fail(&fault);

    /* Back: the scale of a gather broadcasts to the cache, whose numbers are multiplied by it. */
    const int64_t read_shape[] = {STORED, 2, WIDTH}, n_read[] = {STORED};
    const strew_call load =
        STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = float8, .scale = scale, .indices = {STREW_DTYPE_INT64, 1, n_read, NULL, NULL},
                   .output = {STREW_DTYPE_FLOAT32, 3, read_shape, NULL, NULL});
    if (strew_plan_call(&plan, &load, &fault) != STREW_OK) return fail(&fault);
    const strew_buffers loaded = STREW_BUFFERS(.output = read_back, .data = cache, .indices = places, .scale = scales);
    if (strew_run(&plan, &loaded, NULL, &fault) != STREW_OK) return fail(&fault);

    for (int t = 0; t < STORED; t++) {
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < WIDTH; i++) {
                if (is_as_stored(read_back[t][side][i], tokens[t][side][i], scales[side])) continue;
                fprintf(stderr, "token %d: %g came back as %g\n", t, (double)tokens[t][side][i], (double)read_back[t][side][i]);
                return 1;
            }
        }
    }
    printf("%d of %d tokens are stored in %d bytes each, %d as float32; read back, each number is within a sixteenth\n", STORED, TOKENS,
           2 * WIDTH, 8 * WIDTH);
    return 0;
}
