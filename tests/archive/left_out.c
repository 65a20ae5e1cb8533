/* left_out FEATURES INDEX_DTYPES: linked against a library of float32 and add that was trimmed to these, lists such as `gather;prepare` or
 * `none`; mean and mul are named among the features too. Scatters work; what was left out is rejected by its name, with output untouched;
 * and the rest works. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/gradient.h>
#include <strew/group.h>
#include <strew/softmax.h>
#include <strew/strew.h>

#include "calls.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const float before[] = {1, 2, 3, 4}, ten[] = {10};
static const int64_t one = 1, shape[] = {4}, single[] = {1}, pair[] = {1, 1};
static const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, before, NULL}, indices = {STREW_DTYPE_INT64, 1, single, &one, NULL},
                          tuples = {STREW_DTYPE_INT64, 2, pair, &one, NULL}, updates = {STREW_DTYPE_FLOAT32, 1, single, ten, NULL};
static strew_dtype index_dtype; /* one of INDEX_DTYPES */
static int n_failed;

static void expect(int is_right, const char *name, const char *otherwise)
{
    if (is_right) return;
    printf("%s: %s\n", name, otherwise);
    n_failed++;
}

static int is_in(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)) != NULL; at += length) {
        if ((at == list || at[-1] == ';') && (at[length] == '\0' || at[length] == ';')) return 1;
    }
    return 0;
}

/* An index of the build's type, little- or big-endian. */
static strew_tensor as(const strew_tensor *tensor, strew_dtype dtype, int64_t index, void *room)
{
    strew_tensor made = *tensor;
    made.dtype = dtype;
    made.values = room;
    switch (strew_dtype_size(dtype)) {
    case 1: memcpy(room, &(int8_t){(int8_t)index}, 1); break;
    case 2: memcpy(room, &(int16_t){(int16_t)index}, 2); break;
    case 4: memcpy(room, &(int32_t){(int32_t)index}, 4); break;
    default: memcpy(room, &index, 8);
    }
    return made;
}

/* ---- Calls that write four floats ---------------------------------------------------------------------------------------------------- */

static strew_status scatter_nd_by(strew_dtype dtype, void *output, strew_fault *fault)
{
    int64_t room;
    const strew_tensor its = as(&tuples, dtype, 1, &room);
    return strew_scatter_nd(output, &data, &its, &updates, STREW_REDUCTION_ADD, NULL, fault);
}

static strew_status scatter_nd(void *output, strew_fault *fault)
{
    return scatter_nd_by(index_dtype, output, fault);
}

static strew_status scatter_elements(void *output, strew_fault *fault)
{
    int64_t room;
    const strew_tensor its = as(&indices, index_dtype, 1, &room);
    return strew_scatter_elements(output, &data, &its, &updates, 0, STREW_REDUCTION_ADD, NULL, fault);
}

static strew_status scatter_update(void *output, strew_fault *fault)
{
    int64_t room;
    const strew_tensor its = as(&indices, index_dtype, 1, &room);
    return strew_scatter_update(output, &data, &its, &updates, 0, STREW_REDUCTION_ADD, NULL, fault);
}

static strew_status gather(void *output, strew_fault *fault)
{
    int64_t room;
    const int64_t table[] = {2, 4};
    const float rows[] = {0, 0, 0, 0, 1, 12, 3, 4};
    const strew_tensor two = {STREW_DTYPE_FLOAT32, 2, table, rows, NULL}, its = as(&indices, index_dtype, 1, &room);
    return strew_gather(output, &two, &its, 0, 0, NULL, fault);
}

static strew_status gather_nd(void *output, strew_fault *fault)
{
    int64_t room;
    const int64_t table[] = {2, 4};
    const float rows[] = {0, 0, 0, 0, 1, 12, 3, 4};
    const strew_tensor two = {STREW_DTYPE_FLOAT32, 2, table, rows, NULL}, its = as(&tuples, index_dtype, 1, &room);
    return strew_gather_nd(output, &two, &its, 0, NULL, fault);
}

/* Beside slices that are few and in bounds: some of several outer indices, and one that is filled. */
static strew_status gather_outer(void *output, strew_fault *fault)
{
    int64_t room;
    const int64_t table[] = {4, 2};
    const float columns[] = {0, 1, 0, 12, 0, 3, 0, 4};
    const strew_tensor two = {STREW_DTYPE_FLOAT32, 2, table, columns, NULL}, its = as(&indices, index_dtype, 1, &room);
    const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_SKIP);
    return strew_gather(output, &two, &its, 1, 0, &options, fault);
}

static strew_status gather_and_fill(void *output, strew_fault *fault)
{
    static const int64_t taken[] = {0, 9, 1, 2};
    int64_t rooms[4];
    const int64_t three[] = {3};
    const float values[] = {1, 3, 4}, twelve = 12;
    const size_t size = strew_dtype_size(index_dtype);
    strew_tensor its = {index_dtype, 1, shape, rooms, NULL};
    for (size_t i = 0; i < 4; i++) {
        int64_t room;
        as(&indices, index_dtype, taken[i], &room);
        memcpy((unsigned char *)rooms + i * size, &room, size);
    }
    const strew_tensor from = {STREW_DTYPE_FLOAT32, 1, three, values, NULL};
    const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_SKIP, .fill = &twelve);
    return strew_gather(output, &from, &its, 0, 0, &options, fault);
}

/* It writes one float. */
static strew_status gather_elements(void *output, strew_fault *fault)
{
    int64_t room;
    const float values[] = {0, 1};
    const int64_t two[] = {2};
    const strew_tensor its = as(&indices, index_dtype, 1, &room), from = {STREW_DTYPE_FLOAT32, 1, two, values, NULL};
    const strew_status status = strew_gather_elements(output, &from, &its, 0, NULL, fault);
    if (status == STREW_OK) memcpy((float *)output + 1, (const float[]){12, 3, 4}, 3 * sizeof(float));
    return status;
}

static strew_status tensor_scatter(void *output, strew_fault *fault)
{
    int64_t room;
    const int64_t cache_shape[] = {1, 4, 1}, update_shape[] = {1, 1, 1};
    const float twelve[] = {12};
    const strew_tensor cache = {STREW_DTYPE_FLOAT32, 3, cache_shape, before, NULL},
                       update = {STREW_DTYPE_FLOAT32, 3, update_shape, twelve, NULL}, its = as(&indices, index_dtype, 1, &room);
    return strew_tensor_scatter(output, &cache, &update, &its, 1, STREW_CACHE_LINEAR, NULL, fault);
}

/* All write indices are 0, and there are none of any type. */
static strew_status tensor_scatter_at_0(void *output, strew_fault *fault)
{
    const int64_t cache_shape[] = {1, 4, 1}, update_shape[] = {1, 2, 1};
    const float both[] = {1, 12};
    const strew_tensor cache = {STREW_DTYPE_FLOAT32, 3, cache_shape, before, NULL},
                       update = {STREW_DTYPE_FLOAT32, 3, update_shape, both, NULL};
    return strew_tensor_scatter(output, &cache, &update, NULL, 1, STREW_CACHE_LINEAR, NULL, fault);
}

static strew_status masked_scatter(void *output, strew_fault *fault)
{
    const unsigned char second[] = {0, 1, 0, 0};
    const float twelve[] = {12};
    const strew_tensor mask = {STREW_DTYPE_BOOL, 1, shape, second, NULL}, twelves = {STREW_DTYPE_FLOAT32, 1, &one, twelve, NULL};
    strew_plan plan;
    const strew_status status = plan_masked_scatter(&plan, &data, &mask, &twelves, NULL, fault);
    return status == STREW_OK ? run_masked_scatter(&plan, output, before, second, twelve, NULL, fault) : status;
}

/* The tuple names the second chunk of data whose type is in no build here: a group needs no kernel. */
static strew_status group_by(strew_dtype dtype, void *output, strew_fault *fault)
{
    int64_t room, starts[3], order[1], local[1];
    const int64_t n_chunks = 2, edges[] = {0, 1, 4}, *const edges_of[] = {edges};
    const strew_chunk_grid grid = {&n_chunks, edges_of};
    const strew_tensor doubles = {STREW_DTYPE_FLOAT64, 1, shape, NULL, NULL}, its = as(&tuples, dtype, 1, &room);
    const strew_status status = strew_group_by_chunk(starts, order, local, &doubles, &its, &grid, NULL, fault);
    int64_t of_value[2], order_of_value[1], unique[1], n_unique, workspace[4096];
    strew_fault other;
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
    const strew_status by_value = strew_group_by_index(of_value, order_of_value, STREW_DTYPE_INT64, unique, &n_unique, &its,
                                                       STREW_DISTINCT_VALUES, NULL, &resources, &other);
    if (by_value != status) return by_value;
    if (status == STREW_OK && (n_unique != 1 || of_value[1] != 1 || order_of_value[0] != 0)) return status;
    if (status == STREW_OK && starts[0] == 0 && starts[1] == 0 && starts[2] == 1 && order[0] == 0 && local[0] == 0)
        memcpy(output, (const float[]){1, 12, 3, 4}, 4 * sizeof(float));
    return status;
}

static strew_status group(void *output, strew_fault *fault)
{
    return group_by(index_dtype, output, fault);
}

/* The logarithm of a sum of one number: the number itself. */
static strew_status softmax(void *output, strew_fault *fault)
{
    const int64_t offsets[] = {0, 0, 1}, n_offsets = 3;
    const float twelve[] = {12};
    float found[2] = {0};
    const strew_softmax of_one =
        STREW_SOFTMAX(.function = STREW_SOFTMAX_FUNCTION_LOGSUMEXP, .updates = {STREW_DTYPE_FLOAT32, 1, &one, twelve, NULL},
                      .offsets = {STREW_DTYPE_INT64, 1, &n_offsets, offsets, NULL});
    const strew_status status = strew_segment_softmax(found, &of_one, NULL, fault);
    if (status == STREW_OK && found[0] < 0 && isinf(found[0])) memcpy(output, (const float[]){1, found[1], 3, 4}, 4 * sizeof(float));
    return status;
}

/* Where nothing is left out, the gradient of data is that of output. */
static strew_status gradient(void *output, strew_fault *fault)
{
    int64_t room;
    const float all[] = {1, 12, 3, 4};
    const strew_tensor its = as(&tuples, index_dtype, 1, &room);
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .data = data, .indices = its, .updates = updates);
    const strew_gradient_buffers buffers = STREW_GRADIENT_BUFFERS(.output_gradient = all, .indices = its.values);
    return strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, fault);
}

/* The second of two segments, of which the first has no rows. */
static strew_status segment(void *output, strew_fault *fault)
{
    int64_t room[3];
    unsigned char offsets[3 * sizeof(int64_t)];
    const int64_t n_offsets = 3, n_segments = 2, ends[] = {0, 0, 1};
    const float twelve[] = {12};
    float found[2] = {-1, -1};
    for (size_t i = 0; i < 3; i++) {
        const strew_tensor end = as(&tuples, index_dtype, ends[i], room);
        memcpy(offsets + i * strew_dtype_size(index_dtype), end.values, strew_dtype_size(index_dtype));
    }
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = STREW_REDUCTION_ADD,
                   .data = {STREW_DTYPE_FLOAT32, 1, &n_segments, NULL, NULL}, .updates = {STREW_DTYPE_FLOAT32, 1, &one, NULL, NULL},
                   .offsets = {index_dtype, 1, &n_offsets, NULL, NULL});
    const strew_buffers buffers = STREW_BUFFERS(.output = found, .offsets = offsets, .updates = twelve);
    strew_plan plan;
    strew_status status = strew_plan_call(&plan, &call, fault);
    if (status == STREW_OK) status = strew_run(&plan, &buffers, NULL, fault);
    if (status == STREW_OK && found[0] == 0) memcpy(output, (const float[]){1, found[1], 3, 4}, 4 * sizeof(float));
    return status;
}

static strew_status strides(void *output, strew_fault *fault)
{
    int64_t room;
    const int64_t backwards[] = {-1};
    const float reversed[] = {4, 3, 2, 1};
    const strew_tensor from_end = {STREW_DTYPE_FLOAT32, 1, shape, reversed + 3, backwards}, its = as(&tuples, index_dtype, 1, &room);
    return strew_scatter_nd(output, &from_end, &its, &updates, STREW_REDUCTION_ADD, NULL, fault);
}

static strew_status alpha(void *output, strew_fault *fault)
{
    int64_t room;
    const float five[] = {5}, two[] = {2};
    const strew_tensor halves = {STREW_DTYPE_FLOAT32, 1, &one, five, NULL}, its = as(&tuples, index_dtype, 1, &room);
    strew_options options = STREW_OPTIONS_INIT;
    options.alpha = two;
    return strew_scatter_nd(output, &data, &its, &halves, STREW_REDUCTION_ADD, &options, fault);
}

/* An update that is NaN is passed over: the old element stays. */
static strew_status nan_loses(void *output, strew_fault *fault)
{
    int64_t room;
    const float old[] = {1, 12, 3, 4}, nan[] = {NAN};
    const strew_tensor from = {STREW_DTYPE_FLOAT32, 1, shape, old, NULL}, with = {STREW_DTYPE_FLOAT32, 1, &one, nan, NULL},
                       its = as(&tuples, index_dtype, 1, &room);
    strew_options options = STREW_OPTIONS_INIT;
    options.nan = STREW_NAN_LOSES;
    return strew_scatter_nd(output, &from, &its, &with, STREW_REDUCTION_ADD, &options, fault);
}

/* Strides of a dense tensor are none. */
static strew_status dense_strides(void *output, strew_fault *fault)
{
    int64_t room;
    const strew_tensor dense = {STREW_DTYPE_FLOAT32, 1, shape, before, &one}, its = as(&tuples, index_dtype, 1, &room);
    return strew_scatter_nd(output, &dense, &its, &updates, STREW_REDUCTION_ADD, NULL, fault);
}

static strew_status with_workspace(void *output, float update, strew_reduction reduction, int32_t excludes_self, strew_fault *fault)
{
    int64_t room, workspace[64];
    const strew_tensor its = as(&tuples, index_dtype, 1, &room);
    const strew_options options = {.struct_size = sizeof options, .excludes_self = excludes_self};
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
    strew_plan plan;
    const strew_status status = plan_scatter_nd(&plan, &data, &its, &updates, reduction, &options, fault);
    return status == STREW_OK ? run_with(&plan, output, before, its.values, &update, &resources, fault) : status;
}

static strew_status excludes_self(void *output, strew_fault *fault)
{
    return with_workspace(output, 12, STREW_REDUCTION_ADD, 1, fault);
}

static strew_status mean(void *output, strew_fault *fault)
{
    return with_workspace(output, 22, STREW_REDUCTION_MEAN, 0, fault);
}

static strew_status prepare(void *output, strew_fault *fault)
{
    int64_t room, prepared[512];
    const strew_tensor its = as(&tuples, index_dtype, 1, &room);
    strew_plan plan;
    strew_status status = plan_scatter_nd(&plan, &data, &its, &updates, STREW_REDUCTION_ADD, NULL, fault);
    if (status == STREW_OK && strew_plan_prepared_size(&plan) > sizeof prepared) return STREW_STATUS_PREPARED_TOO_SMALL;
    if (status == STREW_OK) status = prepare_indices(&plan, its.values, prepared, sizeof prepared, fault);
    return status == STREW_OK ? run_prepared(&plan, output, before, prepared, ten, NULL, fault) : status;
}

/* What runs prepared indices rejects them too. */
static strew_status run_with_prepared(void *output, strew_fault *fault)
{
    int64_t room;
    const strew_tensor its = as(&tuples, index_dtype, 1, &room);
    strew_plan plan;
    const strew_status status = plan_scatter_nd(&plan, &data, &its, &updates, STREW_REDUCTION_ADD, NULL, fault);
    if (status == STREW_OK && strew_plan_prepared_size(&plan) != 0) return prepare(output, fault);
    return status == STREW_OK ? run_prepared(&plan, output, before, before, ten, NULL, fault) : status;
}

/* A build of one type converts nothing, so neither does it scale. */
static void expect_no_conversions(void)
{
    for (int is_scaled = 0; is_scaled < 2; is_scaled++) {
        strew_call call =
            STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .data = data, .indices = {index_dtype, 2, pair, NULL, NULL}, .updates = updates);
        char sentence[STREW_MESSAGE_BYTES];
        strew_plan plan;
        strew_fault fault;
        if (is_scaled) {
            call.scale = (strew_tensor){STREW_DTYPE_FLOAT32, 1, single, NULL, NULL};
        } else {
            call.updates.dtype = STREW_DTYPE_FLOAT64;
        }
        const strew_status status = strew_plan_call(&plan, &call, &fault);
        strew_fault_describe(&fault, sentence, sizeof sentence);
        expect(status == STREW_STATUS_NOT_BUILT && strstr(sentence, "conversions") != NULL, "conversions", sentence);
    }
}

static const struct {
    const char *feature; /* NULL: none is needed */
    strew_status (*call)(void *output, strew_fault *fault);
} calls[] = {
    {NULL, scatter_nd},
    {NULL, scatter_elements},
    {NULL, scatter_update},
    {NULL, dense_strides},
    {"gather", gather},
    {"gather", gather_nd},
    {"gather", gather_elements},
    {"gather", gather_outer},
    {"gather", gather_and_fill},
    {"tensor_scatter", tensor_scatter},
    {"tensor_scatter", tensor_scatter_at_0},
    {"masked_scatter", masked_scatter},
    {"group", group},
    {"softmax", softmax},
    {"gradient", gradient},
    {"segment", segment},
    {"strides", strides},
    {"mul", alpha},
    {"nan", nan_loses},
    {"excludes_self", excludes_self},
    {"mean", mean},
    {"prepare", prepare},
    {"prepare", run_with_prepared},
};

/* Four floats are 1, 12, 3, 4 after any call, or what they were if it is rejected; the sentence names `missing` then. */
static void expect_call(strew_status status, const float *output, const strew_fault *fault, const char *missing, const char *name)
{
    static const float after[] = {1, 12, 3, 4}, untouched[] = {-1, -1, -1, -1};
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, sentence, sizeof sentence);
    printf("%s: %s\n", name, sentence);
    expect(status == (missing != NULL ? STREW_STATUS_NOT_BUILT : STREW_OK), name, strew_status_name(status));
    expect(memcmp(output, missing != NULL ? untouched : after, sizeof after) == 0, name, "output is not what it should be");
    expect(missing == NULL || strstr(sentence, missing) != NULL, name, "the sentence does not say what is missing");
}

/* Integers have no NaN, so the option asks for nothing that may have been left out. */
static void expect_nothing_of_integers(void)
{
    int64_t room;
    int32_t old[] = {1, 2, 3, 4}, number = 10, output[4];
    char sentences[2][STREW_MESSAGE_BYTES];
    const strew_tensor from = {STREW_DTYPE_INT32, 1, shape, old, NULL}, with = {STREW_DTYPE_INT32, 1, &one, &number, NULL},
                       its = as(&tuples, index_dtype, 1, &room);
    for (int loses = 0; loses < 2; loses++) {
        strew_options options = STREW_OPTIONS_INIT;
        options.nan = loses ? STREW_NAN_LOSES : STREW_NAN_WINS;
        strew_fault fault;
        strew_scatter_nd(output, &from, &its, &with, STREW_REDUCTION_ADD, &options, &fault);
        strew_fault_describe(&fault, sentences[loses], STREW_MESSAGE_BYTES);
    }
    expect(strcmp(sentences[0], sentences[1]) == 0, "nan of integers", sentences[1]);
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

static int n_loops;

static void parallel_for(void *pool, size_t n, void (*run)(void *argument, size_t i), void *argument)
{
    (void)pool;
    n_loops++;
    for (size_t i = 0; i < n; i++) run(argument, i);
}

/* Without threads, the caller's pool is not used, and the result is the same. */
static void expect_threads(int are_built)
{
    enum { N = 1 << 22 };
    const int64_t n = N;
    int64_t room;
    float *large = calloc(N, sizeof *large), *output = malloc(N * sizeof *output);
    const strew_tensor zeros = {STREW_DTYPE_FLOAT32, 1, &n, large, NULL}, its = as(&tuples, index_dtype, 1, &room);
    const strew_resources resources = STREW_RESOURCES(.parallel_for = parallel_for, .n_threads = 4);
    strew_plan plan;
    strew_status status = plan_scatter_nd(&plan, &zeros, &its, &updates, STREW_REDUCTION_ADD, NULL, NULL);
    if (status == STREW_OK) status = run_with(&plan, output, large, its.values, ten, &resources, NULL);
    expect(status == STREW_OK, "threads", strew_status_name(status));
    large[1] = 10;
    expect(memcmp(output, large, N * sizeof *output) == 0, "threads", "output is not what it should be");
    expect((n_loops != 0) == are_built, "threads", are_built ? "the pool was not used" : "the pool was used");
    free(large);
    free(output);
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    const char *features = argv[1], *index_dtypes = argv[2];
    static const strew_dtype integers[] = {STREW_DTYPE_INT8,  STREW_DTYPE_INT16,  STREW_DTYPE_INT32,  STREW_DTYPE_INT64,
                                           STREW_DTYPE_UINT8, STREW_DTYPE_UINT16, STREW_DTYPE_UINT32, STREW_DTYPE_UINT64};
    for (size_t i = 0; i < COUNT(integers); i++) {
        if (is_in(index_dtypes, strew_dtype_name(integers[i]))) index_dtype = integers[i];
    }
    for (size_t i = 0; i < COUNT(calls); i++) {
        const char *name = calls[i].feature != NULL ? calls[i].feature : "scatter";
        const int is_built = is_in(features, name) && (calls[i].call != segment || is_in(features, "excludes_self"));
        const char *missing = calls[i].feature != NULL && !is_built ? name : NULL;
        float output[] = {-1, -1, -1, -1};
        strew_fault fault;
        expect_call(calls[i].call(output, &fault), output, &fault, missing, name);
    }
    for (size_t i = 0; i < COUNT(integers); i++) {
        const char *name = strew_dtype_name(integers[i]);
        char missing[32];
        const char *said = is_in(index_dtypes, name) ? NULL : missing;
        float output[] = {-1, -1, -1, -1}, grouped[] = {-1, -1, -1, -1};
        strew_fault fault;
        snprintf(missing, sizeof missing, "no %s indices", name);
        expect_call(scatter_nd_by(integers[i], output, &fault), output, &fault, said, name);
        if (is_in(features, "group")) expect_call(group_by(integers[i], grouped, &fault), grouped, &fault, said, name);
    }
    expect_nothing_of_integers();
    expect_no_conversions();
    expect_threads(is_in(features, "threads"));
    return n_failed != 0;
}
