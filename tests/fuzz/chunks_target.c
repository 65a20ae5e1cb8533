/* A fuzz target: any bytes become a call of strew_group_by_chunk, often an invalid one. Whether it is accepted is compared with what the
 * header says, and its parts with those of a walk from chunk to chunk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/group.h>

#include "bytes.h"
#include "fill.h"
#include "guarded.h"
#include "reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { CAPACITY = 1 << 16, MAX_RANK = 4, MAX_CHUNKS = 5, MAX_COMPONENTS = 1024 };

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "group_by_chunk: %s\n", what);
    abort();
}

static guarded indices, starts, order, local, edges_of_grid[MAX_RANK];

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

typedef struct grouped {
    int64_t data_shape[MAX_RANK], indices_shape[MAX_RANK], n_chunks[MAX_RANK], edges[MAX_RANK][MAX_CHUNKS + 1];
    const int64_t *edges_of[MAX_RANK];
    strew_tensor data, indices;
    strew_chunk_grid grid;
    strew_options options;
    size_t n_parts;
} grouped;

/* Mostly what fits together: dimension 0 is cut into equal chunks, the others anywhere. */
static void take_edges(bytes *from, grouped *to, int32_t d)
{
    const int64_t size = to->data_shape[d] > 0 ? to->data_shape[d] : 0, n = 1 + (int64_t)take_below(from, MAX_CHUNKS);
    const int64_t chunk = size > 0 ? (size - 1) / n + 1 : 0;
    int64_t *const edges = to->edges[d];

    to->n_chunks[d] = n;
    edges[0] = 0;
    for (int64_t j = 1; j < n; j++) {
        const int64_t step = d == 0 ? chunk : (int64_t)take_below(from, 4);
        edges[j] = edges[j - 1] < size - step ? edges[j - 1] + step : size;
    }
    edges[n] = size;
    if (take_below(from, 32) == 1) edges[take_below(from, (unsigned)n + 1)] = take_number(from);
    if (take_below(from, 64) == 1) {
        const unsigned wrong = take_below(from, 8); /* none, one, and some that no memory holds the edges of */
        to->n_chunks[d] = wrong < 4 ? (int64_t)(wrong % 3) - 1 : INT64_MAX >> (wrong - 4);
    }
    /* Behind them is no other number that a call could read. */
    const size_t n_bytes = ((size_t)n + 1) * sizeof *edges;
    to->edges_of[d] = memcpy(guarded_place(&edges_of_grid[d], n_bytes, FLUSH_END, 0), edges, n_bytes);
    to->n_parts *= to->n_chunks[d] > 0 ? (size_t)to->n_chunks[d] : 0;
}

static void take_call(bytes *from, grouped *to)
{
    const unsigned options = take_byte(from), dtype = take_byte(from);

    memset(to, 0, sizeof *to);
    to->options.struct_size = sizeof to->options;
    to->options.policy = (strew_policy)(options % 4);
    to->options.negative = (strew_negative)(options / 4 % 2);
    to->options.has_ignore_index = options / 8 % 4 == 0;
    if (to->options.has_ignore_index) to->options.ignore_index = options / 32 % 2 ? -1 : 2;
    if (options == 255) to->options.profile = (strew_profile)1;
    to->data = (strew_tensor){STREW_DTYPE_UINT8, 0, to->data_shape, NULL, NULL};
    to->indices = (strew_tensor){dtype == 255 ? STREW_DTYPE_FLOAT32 : reference_index_dtypes[dtype % REFERENCE_INDEX_DTYPES], 0,
                                 to->indices_shape, NULL, NULL};
    take_shape(from, MAX_RANK, 0, 11, &to->data.rank, to->data_shape);
    take_shape(from, MAX_RANK, 0, 11, &to->indices.rank, to->indices_shape);
    const int32_t last = to->indices.rank - 1;
    if (last >= 0 && take_below(from, 16) != 1) to->indices_shape[last] = take_below(from, 4) ? (to->data.rank != 0) : to->data.rank;
    to->n_parts = 1;
    for (int32_t d = 0; d < MAX_RANK; d++) to->edges_of[d] = to->edges[d];
    for (int32_t d = 0; last >= 0 && d < to->data.rank && d < to->indices_shape[last]; d++) take_edges(from, to, d);
    to->grid = (strew_chunk_grid){to->n_chunks, to->edges_of};
}

static int is_cut_well(const grouped *call, int32_t d)
{
    const int64_t *const edges = call->edges[d], n = call->n_chunks[d];

    if (n < 0 || n > MAX_CHUNKS || edges[0] != 0 || edges[n] != call->data_shape[d]) return 0;
    for (int64_t j = 1; j <= n; j++) {
        if (edges[j] < edges[j - 1]) return 0;
    }
    return 1;
}

static size_t tuples_of(const grouped *call)
{
    size_t n = 1;

    for (int32_t d = 0; d < call->indices.rank - 1; d++) n *= (size_t)call->indices_shape[d];
    return n;
}

/* Whether the header allows the call, if its indices are in bounds. */
static int is_valid(const grouped *call)
{
    if (!reference_is_index(call->indices.dtype) || call->options.profile != STREW_PROFILE_NONE || call->indices.rank < 1) return 0;
    if (!reference_full_bytes(&call->data) || !reference_full_bytes(&call->indices)) return 0;
    const int64_t k = call->indices_shape[call->indices.rank - 1];
    if (k > call->data.rank) return 0;
    for (int32_t d = 0; d < k; d++) {
        if (!is_cut_well(call, d)) return 0;
        if (call->options.policy == STREW_POLICY_CLAMP && call->data_shape[d] == 0 && tuples_of(call) != 0) return 0;
    }
    return 1;
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static int64_t *place(guarded *buffer, size_t n, uint64_t *random)
{
    int64_t *const numbers = (int64_t *)(void *)guarded_place(buffer, n * sizeof *numbers, (placement)random_below(random, 2),
                                                              8 * (size_t)random_below(random, 8));

    memset(numbers, 0x5a, n * sizeof *numbers);
    return numbers;
}

/* The part of a tuple, and its local indices: -1 if it is passed over, and -2 if it is out of bounds. */
static int64_t walk(const grouped *call, const unsigned char *tuple, int64_t in_chunks[MAX_RANK])
{
    const int64_t k = call->indices_shape[call->indices.rank - 1];
    const size_t bytes = reference_size(call->indices.dtype);
    int64_t part = 0;

    for (int64_t c = 0; c < k; c++) {
        const int64_t index = reference_read_index(call->indices.dtype, tuple + (size_t)c * bytes);
        if (call->options.has_ignore_index && index == call->options.ignore_index) return -1;
    }
    for (int64_t c = 0; c < k; c++) {
        const int64_t size = call->data_shape[c];
        int64_t index = reference_read_index(call->indices.dtype, tuple + (size_t)c * bytes), j = 0;
        if (call->options.negative == STREW_NEGATIVE_WRAPS && index < 0) index += size;
        if (call->options.policy == STREW_POLICY_CLAMP) index = index < 0 ? 0 : index < size ? index : size - 1;
        if (index < 0 || index >= size) return -2;
        while (index >= call->edges[c][j + 1]) j++;
        part = part * call->n_chunks[c] + j;
        in_chunks[c] = index - call->edges[c][j];
    }
    return part;
}

static void run(grouped *call, bytes *from)
{
    const size_t n_tuples = tuples_of(call), k = (size_t)call->indices_shape[call->indices.rank - 1], n = n_tuples * k;
    const size_t bytes = reference_size(call->indices.dtype);
    const int has_local = take_below(from, 4) != 0;
    uint64_t random = take_pair(from);
    int64_t parts[MAX_COMPONENTS], in_chunks[MAX_COMPONENTS][MAX_RANK], wrong = -1;
    strew_fault fault;

    call->indices.values = guarded_place(&indices, n * bytes, (placement)random_below(&random, 2), (size_t)random_below(&random, 64));
    for (size_t i = 0; i < n; i++) {
        const int64_t index = take_below(from, 8) ? (int64_t)take_below(from, 16) - 4 : take_number(from);
        reference_write_integer(call->indices.dtype, indices.bytes + i * bytes, (uint64_t)index);
    }
    for (size_t t = 0; t < n_tuples; t++) {
        parts[t] = walk(call, indices.bytes + t * k * bytes, in_chunks[t]);
        if (parts[t] == -2 && wrong < 0) wrong = (int64_t)t;
    }
    int64_t *const to_starts = place(&starts, call->n_parts + 1, &random), *const to_order = place(&order, n_tuples, &random);
    int64_t *const to_local = has_local ? place(&local, n, &random) : NULL;
    const strew_status status =
        strew_group_by_chunk(to_starts, to_order, to_local, &call->data, &call->indices, &call->grid, &call->options, &fault);
    const int is_rejected = wrong >= 0 && call->options.policy == STREW_POLICY_ERROR;
    require(status == fault.status, "the fault has another status");
    require(status == (is_rejected ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK), "the status is another");
    require(guarded_is_intact(&starts) && guarded_is_intact(&order) && guarded_is_intact(&indices), "more was written");
    if (is_rejected) {
        require(fault.tuple == wrong && to_starts[0] == 0x5a5a5a5a5a5a5a5a, "the fault names another tuple, or starts was written");
        return;
    }
    size_t at = 0;
    for (size_t p = 0; p < call->n_parts; p++) {
        require(to_starts[p] == (int64_t)at, "a part begins elsewhere");
        for (size_t t = 0; t < n_tuples; t++) {
            if (parts[t] != (int64_t)p) continue;
            require(to_order[at] == (int64_t)t, "the order is another");
            require(!has_local || memcmp(to_local + at * k, in_chunks[t], k * sizeof *to_local) == 0, "local indices are others");
            at++;
        }
    }
    require(to_starts[call->n_parts] == (int64_t)at, "the last part ends elsewhere");
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    bytes from = {input, size};
    grouped call;

    if (!indices.mapping) {
        indices = guarded_open(CAPACITY);
        starts = guarded_open(CAPACITY);
        order = guarded_open(CAPACITY);
        local = guarded_open(CAPACITY);
        for (int32_t d = 0; d < MAX_RANK; d++) edges_of_grid[d] = guarded_open(CAPACITY);
    }
    take_call(&from, &call);
    if (!is_valid(&call) || reference_full_bytes(&call.indices) / reference_size(call.indices.dtype) > MAX_COMPONENTS) {
        require(strew_group_by_chunk(NULL, NULL, NULL, &call.data, &call.indices, &call.grid, &call.options, NULL) != STREW_OK,
                "an invalid call is accepted");
        return 0;
    }
    /* Without starts, a call is rejected for that alone. */
    require(strew_group_by_chunk(NULL, NULL, NULL, &call.data, &call.indices, &call.grid, &call.options, NULL) == STREW_STATUS_NULL_POINTER,
            "a valid call is rejected");
    run(&call, &from);
    return 0;
}
