/* strew_group_by_chunk through its header alone: the limits, and what is rejected. The fuzz target of chunks compares grids of every kind
 * with a walk from chunk to chunk. */
#include <strew/convert.h>
#include <strew/group.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "testing.h"

enum { N_REWRITTEN = 5000, REWRITTEN_CHUNKS = 8, MAX_CALLS = 1000000, MAX_LIGHT_CALLS = 20000 };

static guarded starts, order, local;
static uint64_t state_of_random = 24;

static uint64_t below(uint64_t end)
{
    return random_below(&state_of_random, end);
}

static int64_t *place(guarded *buffer, size_t n)
{
    int64_t *const numbers = (int64_t *)(void *)guarded_place(buffer, n * sizeof *numbers, (placement)below(2), 8 * (size_t)below(8));

    memset(numbers, 0x5a, n * sizeof *numbers);
    return numbers;
}

static int is_untouched(const int64_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (numbers[i] != 0x5a5a5a5a5a5a5a5a) return 0;
    }
    return 1;
}

static int all_are_intact(void)
{
    return guarded_is_intact(&starts) && guarded_is_intact(&order) && guarded_is_intact(&local);
}

/* ---- What works ---------------------------------------------------------------------------------------------------------------------- */

/* The quotient of regular chunks is computed in floating point: at each edge it must be exact. */
TEST(large_regular_chunks_are_exact)
{
    enum { N = 1 << 15 };
    static int64_t edges[N + 1], found_starts[N + 1], at[3 * N], found_order[3 * N], found_local[3 * N];
    static const int64_t *const edges_of[] = {edges};
    const int64_t sizes[] = {PTRDIFF_MAX, PTRDIFF_MAX - 12345, PTRDIFF_MAX / 2 + 1, PTRDIFF_MAX / 3, INT32_MAX, 2 * N + 1, 2 * N};

    for (size_t i = 0; i < COUNT(sizes); i++) {
        const int64_t size = sizes[i], chunk = (size - 1) / N + 1, n_chunks = (size - 1) / chunk + 1, indices_shape[] = {3 * n_chunks, 1};
        const strew_tensor data = {STREW_DTYPE_UINT8, 1, &size, NULL, NULL}, of_indices = {STREW_DTYPE_INT64, 2, indices_shape, at, NULL};
        const strew_chunk_grid grid = {&n_chunks, edges_of};
        for (int64_t j = 0; j < n_chunks; j++) edges[j] = j * chunk;
        edges[n_chunks] = size;
        for (int64_t j = 0; j < n_chunks; j++) {
            at[3 * j] = edges[j];
            at[3 * j + 1] = edges[j + 1] - 1;
            at[3 * j + 2] = edges[j] + (int64_t)below((uint64_t)(edges[j + 1] - edges[j]));
        }
        assert_int_equal(strew_group_by_chunk(found_starts, found_order, found_local, &data, &of_indices, &grid, NULL, NULL), STREW_OK);
        for (int64_t t = 0; t < 3 * n_chunks; t++) {
            assert_int_equal(found_order[t], t);
            assert_int_equal(found_local[t], at[t] - edges[t / 3]);
        }
        for (int64_t j = 0; j <= n_chunks; j++) assert_int_equal(found_starts[j], 3 * j);
    }
}

/* A dimension of size 0 may have no chunk at all. */
TEST(no_chunk_has_no_part)
{
    static const int64_t data_shape[] = {0, 3}, indices_shape[] = {2, 2}, n_chunks[] = {0, 2}, none[] = {0}, two[] = {0, 1, 3};
    static const int64_t *const edges[] = {none, two};
    static const int64_t at[] = {0, 1, -1, 2};
    const strew_tensor data = {STREW_DTYPE_INT8, 2, data_shape, NULL, NULL}, of_indices = {STREW_DTYPE_INT64, 2, indices_shape, at, NULL};
    const strew_chunk_grid grid = {n_chunks, edges};
    const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_SKIP);
    int64_t found_starts[1] = {7}, found_order[2] = {7, 7};

    assert_int_equal(strew_group_by_chunk(found_starts, found_order, NULL, &data, &of_indices, &grid, &options, NULL), STREW_OK);
    assert_int_equal(found_starts[0], 0);
    assert_true(found_order[0] == 7 && found_order[1] == 7);
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static const int64_t good_shape[] = {10, 6}, good_indices_shape[] = {4, 2}, good_n_chunks[] = {3, 2};
static const int64_t good_rows[] = {0, 4, 8, 10}, good_columns[] = {0, 5, 6};
static const int64_t *const good_edges[] = {good_rows, good_columns};
static const int64_t good_at[8] = {0};
static int64_t good_starts[7], good_order[4], good_local[8];

/* A call that works; each test changes something. */
typedef struct whole_call {
    int64_t *starts, *order, *local;
    strew_tensor data, indices;
    strew_chunk_grid grid;
    strew_options options;
} whole_call;

static whole_call good_call(void)
{
    return (whole_call){good_starts,
                        good_order,
                        good_local,
                        {STREW_DTYPE_FLOAT64, 2, good_shape, NULL, NULL},
                        {STREW_DTYPE_INT64, 2, good_indices_shape, good_at, NULL},
                        {good_n_chunks, good_edges},
                        STREW_OPTIONS_INIT};
}

static void expect_fault(const whole_call *call, strew_fault expected)
{
    strew_fault fault;

    memset(good_starts, 0x5a, sizeof good_starts);
    memset(good_order, 0x5a, sizeof good_order);
    memset(good_local, 0x5a, sizeof good_local);
    const strew_status status =
        strew_group_by_chunk(call->starts, call->order, call->local, &call->data, &call->indices, &call->grid, &call->options, &fault);
    assert_int_equal(status, expected.status);
    assert_fault(&fault, expected);
    if (status != STREW_OK) assert_true(is_untouched(good_starts, 7) && is_untouched(good_order, 4) && is_untouched(good_local, 8));
}

#define REJECT(call, ...) expect_fault(&call, (strew_fault){.status = __VA_ARGS__})

/* test_null.c has the arguments themselves. */
TEST(what_is_null_is_rejected)
{
    static const int64_t *const half[] = {good_rows, NULL};
    whole_call call = good_call();

    REJECT(call, STREW_OK);
    call.starts = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "starts", .value = 56);
    call = good_call(), call.order = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "order", .value = 32);
    call = good_call(), call.local = NULL;
    REJECT(call, STREW_OK);
    call = good_call(), call.indices.values = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "indices", .value = 64);
    call = good_call(), call.grid.n_chunks = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "n_chunks of grid");
    call = good_call(), call.grid.edges = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "edges of grid");
    call = good_call(), call.grid.edges = half;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "edges of grid");
}

TEST(edges_must_ascend_to_the_size)
{
    static const struct {
        int64_t n_chunks, edges[4];
        strew_fault expected;
    } grids[] = {
        {3, {1, 4, 8, 10}, {.tuple = 0, .value = 1, .low = 0, .high = 0}},
        {3, {-1, 4, 8, 10}, {.tuple = 0, .value = -1, .low = 0, .high = 0}},
        {3, {0, 4, 3, 10}, {.tuple = 2, .value = 3, .low = 4, .high = 10}},
        {3, {0, 4, 11, 10}, {.tuple = 2, .value = 11, .low = 4, .high = 10}},
        {3, {0, 4, 8, 9}, {.tuple = 3, .value = 9, .low = 10, .high = 10}},
        {3, {0, 4, 8, 11}, {.tuple = 3, .value = 11, .low = 10, .high = 10}},
        {1, {0, 9}, {.tuple = 1, .value = 9, .low = 10, .high = 10}},
        {0, {10}, {.tuple = 0, .value = 10, .low = 0, .high = 0}},
        {0, {0}, {.tuple = 0, .value = 0, .low = 10, .high = 10}},
    };

    for (size_t i = 0; i < COUNT(grids); i++) {
        whole_call call = good_call();
        const int64_t n_chunks[] = {grids[i].n_chunks, 2}, *const edges[] = {grids[i].edges, good_columns};
        strew_fault expected = grids[i].expected;
        call.grid = (strew_chunk_grid){n_chunks, edges};
        expected.status = STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE;
        expect_fault(&call, expected);
    }
    whole_call call = good_call();
    const int64_t n_chunks[] = {3, -1};
    call.grid.n_chunks = n_chunks;
    REJECT(call, STREW_STATUS_NEGATIVE_DIMENSION, .subject = "grid", .dimension = 1, .value = -1);
    const int64_t too_wide[] = {10, 7};
    call = good_call(), call.data.shape = too_wide;
    REJECT(call, STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE, .dimension = 1, .tuple = 2, .value = 6, .low = 7, .high = 7);
}

static void convert(void *to, const void *from, size_t n, void *context, void *scratch)
{
    (void)to, (void)from, (void)n, (void)context, (void)scratch; /* groups convert nothing */
}

TEST(shapes_and_options_are_checked)
{
    static const int64_t empty_shape[] = {10, 0}, negative_shape[] = {4, -2}, empty_columns[] = {0, 0, 0};
    static const int64_t *const empty_edges[] = {good_rows, empty_columns};
    const strew_converter converter = STREW_CONVERTER(.convert = convert);
    whole_call call = good_call();

    call.data.rank = 1;
    REJECT(call, STREW_STATUS_TUPLE_TOO_LONG, .value = 2, .high = 1);
    call = good_call(), call.indices.rank = 0;
    REJECT(call, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "indices", .low = 1, .high = STREW_MAX_RANK);
    call = good_call(), call.indices.rank = STREW_MAX_RANK + 1;
    REJECT(call, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "indices", .value = STREW_MAX_RANK + 1, .low = 1, .high = STREW_MAX_RANK);
    call = good_call(), call.indices.shape = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "shape of indices");
    call = good_call(), call.data.rank = 0;
    REJECT(call, STREW_STATUS_TUPLE_TOO_LONG, .value = 2);
    call = good_call(), call.indices.shape = negative_shape;
    REJECT(call, STREW_STATUS_NEGATIVE_DIMENSION, .subject = "indices", .dimension = 1, .value = -2);
    call = good_call(), call.indices.dtype = STREW_DTYPE_FLOAT32;
    REJECT(call, STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .subject = "indices", .value = STREW_DTYPE_FLOAT32);
    call = good_call(), call.options.policy = (strew_policy)99;
    REJECT(call, STREW_STATUS_UNKNOWN_OPTION, .subject = "options.policy", .value = 99);
    call = good_call(), call.options.profile = (strew_profile)1;
    REJECT(call, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = "group_by_chunk", .profile = (strew_profile)1);
    call = good_call(), call.options.profile = STREW_PROFILE_ONNX_SCATTERND_18; /* which a scatter could follow */
    REJECT(call, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = "group_by_chunk", .profile = STREW_PROFILE_ONNX_SCATTERND_18);
    call = good_call(), call.options.nan = STREW_NAN_LOSES;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.nan", .high = -1);
    call = good_call(), call.options.accumulate = STREW_DTYPE_FLOAT64;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.accumulate", .high = -1);
    call = good_call(), call.options.overflow = STREW_OVERFLOW_SATURATES;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.overflow", .high = -1);
    call = good_call(), call.options.converter = &converter;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.converter", .high = -1);
    call = good_call(), call.options.unique = STREW_HINT_CHECKED;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.unique", .high = -1);
    call = good_call(), call.options.sorted = STREW_HINT_TRUSTED;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.sorted", .high = -1);
    call = good_call(), call.options.policy = STREW_POLICY_CLAMP;
    call.data.shape = empty_shape, call.grid.edges = empty_edges;
    REJECT(call, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, .dimension = 1);
}

TEST(outputs_must_not_overlap)
{
    int64_t room[32];
    whole_call call = good_call();

    call.starts = room, call.order = room + 6;
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "order", .value = 8);
    call.order = room + 7, call.local = room;
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "local", .value = 56);
    call.local = room + 10;
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "local", .value = 8);
    call.local = room + 11, call.indices.values = room + 18;
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "indices", .value = 8);
    call.indices.values = room + 6;
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "indices", .value = 8);
    memset(room, 0, sizeof room);
    call.indices.values = room + 19;
    REJECT(call, STREW_OK);
    /* Rows backwards: the bytes of indices end, and do not begin, with the first row. */
    static const int64_t backwards[] = {-2, 1}, apart[] = {6, 1};
    call.indices.strides = backwards, call.indices.values = room + 19 + 6;
    REJECT(call, STREW_OK);
    call.indices.values = room + 19 + 5;
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "indices", .value = 8);
    call.local = room + 24, call.indices.strides = apart, call.indices.values = room + 12;
    call.starts = room, call.order = room + 7;
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "indices", .value = 64);
}

TEST(what_is_too_large_is_rejected)
{
    enum { N = 65536, EMPTY_DIMENSIONS = 4 };
    static int64_t edges[N + 1];
    static const int64_t *const all_edges[] = {edges, edges, edges, edges};
    static const int64_t n_chunks[] = {N, N, N, N}, ones[] = {1, 1, 1, 1}, four[] = {1, 4}, zeros[] = {0, 0};
    const int64_t max_numbers = PTRDIFF_MAX / 8, too_many[] = {max_numbers + 1, 0}, many[] = {max_numbers / 2, 3};
    whole_call call = good_call();

    edges[N] = 1;
    call.data = (strew_tensor){STREW_DTYPE_UINT8, EMPTY_DIMENSIONS, ones, NULL, NULL};
    call.indices.shape = four, call.grid = (strew_chunk_grid){n_chunks, all_edges};
    REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "starts", .high = PTRDIFF_MAX);
    call = good_call(), call.indices.dtype = STREW_DTYPE_INT8, call.indices.shape = too_many;
    REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "order", .high = PTRDIFF_MAX);
    const int64_t *const three_edges[] = {edges, edges, edges};
    call.indices.shape = many, call.indices.strides = zeros;
    call.data = (strew_tensor){STREW_DTYPE_UINT8, 3, ones, NULL, NULL};
    call.grid = (strew_chunk_grid){ones, three_edges};
    edges[1] = 1;
    REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "local", .high = PTRDIFF_MAX);
    edges[1] = 0;
}

/* A number of chunks whose edges no memory holds is rejected before an edge is read, whatever the other dimensions have. */
TEST(edges_that_no_memory_holds_are_not_read)
{
    const int64_t max_numbers = PTRDIFF_MAX / 8;
    const int64_t all[][2] = {{max_numbers, 2}, {2, max_numbers}, {INT64_C(1) << 62, 2}, {INT64_MAX, 2},
                              {0, INT64_MAX},   {INT64_MAX, 0},   {3, INT64_C(1) << 62}};

    for (size_t i = 0; i < COUNT(all); i++) {
        whole_call call = good_call();
        const int64_t *const edges[] = {guarded_copy(good_rows, sizeof good_rows, FLUSH_END),
                                        guarded_copy(good_columns, sizeof good_columns, FLUSH_END)};
        call.grid = (strew_chunk_grid){all[i], edges};
        REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "edges of grid", .high = PTRDIFF_MAX);
        assert_true(guarded_free_all());
    }
    const int64_t n_chunks[] = {INT64_C(1) << 30, (max_numbers - 1) / (INT64_C(1) << 30) + 1};
    whole_call call = good_call();
    call.grid.n_chunks = n_chunks;
    if (max_numbers > INT32_MAX) REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "starts", .high = PTRDIFF_MAX);
}

#if PTRDIFF_MAX > INT32_MAX /* so many dimensions of 2 are too large elsewhere */
TEST(strides_of_too_many_dimensions_are_rejected)
{
    enum { DIMENSIONS = 50 };
    int64_t shape[DIMENSIONS + 1], strides[DIMENSIONS + 1];
    whole_call call = good_call();
    strew_fault fault;

    for (int d = 0; d < DIMENSIONS; d++) {
        shape[d] = 2;
        strides[d] = d % 2; /* no two dimensions follow each other */
    }
    shape[DIMENSIONS] = strides[DIMENSIONS] = 1;
    call.indices = (strew_tensor){STREW_DTYPE_INT8, DIMENSIONS + 1, shape, good_at, strides};
    strew_group_by_chunk(call.starts, call.order, call.local, &call.data, &call.indices, &call.grid, &call.options, &fault);
    assert_no_room(&fault, "indices");
}
#endif

/* ---- Rewritten by a thread ----------------------------------------------------------------------------------------------------------- */

static volatile int32_t rewritten[N_REWRITTEN];
static atomic_int is_done;

/* ThreadSanitizer is not told: the race is meant. Indices go to another chunk, and one is out of bounds half of the time, for about as long
 * as a call takes, so that it may change before each pass. */
__attribute__((noinline, no_sanitize("thread"))) static void *rewrite(void *nothing)
{
    for (size_t turn = 0; !atomic_load_explicit(&is_done, memory_order_relaxed); turn++) {
        const size_t position = turn * 7919 % N_REWRITTEN;
        rewritten[position] = position != N_REWRITTEN / 2 ? (int32_t)(turn % REWRITTEN_CHUNKS) : turn / N_REWRITTEN % 2 ? INT32_MAX : 0;
    }
    return nothing;
}

TEST_WITH_OTHERS(indices_rewritten_during_the_call_harm_nothing_else)
{
    static const int64_t size = REWRITTEN_CHUNKS, shape[] = {N_REWRITTEN, 1};
    static const int64_t edges[] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, *const edges_of[] = {edges};
    const strew_tensor data = {STREW_DTYPE_INT8, 1, &size, NULL, NULL};
    const strew_chunk_grid grid = {&size, edges_of};
    unsigned n_right = 0, n_before_placing = 0, n_while_placing = 0;
    pthread_t thread;

    const strew_tensor of_indices = {STREW_DTYPE_INT32, 2, shape, (const void *)(uintptr_t)rewritten, NULL};
    int64_t *const to_starts = place(&starts, REWRITTEN_CHUNKS + 1), *const to_order = place(&order, N_REWRITTEN);
    int64_t *const to_local = place(&local, N_REWRITTEN);
    atomic_store(&is_done, 0);
    assert_int_equal(pthread_create(&thread, NULL, rewrite, NULL), 0);
    for (int i = 0; i < (is_light() ? MAX_LIGHT_CALLS : MAX_CALLS); i++) {
        memset(to_order, 0xff, N_REWRITTEN * sizeof *to_order);
        const strew_status status = strew_group_by_chunk(to_starts, to_order, to_local, &data, &of_indices, &grid, NULL, NULL);
        size_t n_ordered = 0;
        for (size_t t = 0; t < N_REWRITTEN; t++) n_ordered += to_order[t] != -1;
        n_right += status == STREW_OK;
        n_before_placing += status == STREW_STATUS_INDICES_CHANGED && n_ordered == 0;
        n_while_placing += status == STREW_STATUS_INDICES_CHANGED && n_ordered != 0;
        assert_true(all_are_intact());
        if (i > (is_light() ? 2000 : 10000) && n_right > 0 && n_before_placing > 0 && n_while_placing > 0) break;
    }
    atomic_store(&is_done, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
    /* Of a light run's calls maybe none meets the rewriter. */
    assert_true(is_light() || (n_right > 0 && n_before_placing > 0 && n_while_placing > 0));
}

static int set_up(void **state)
{
    starts = guarded_open((REWRITTEN_CHUNKS + 1) * 8 + 64);
    order = guarded_open(N_REWRITTEN * 8 + 64);
    local = guarded_open(N_REWRITTEN * 8 + 64);
    return 0;
}

static int tear_down(void **state)
{
    guarded_close(&starts);
    guarded_close(&order);
    guarded_close(&local);
    return 0;
}

/* The largest data that a platform can address: nobody has so much memory, and it is right all the same. */
TEST(the_largest_indices_are_in_the_last_chunk)
{
    enum { N_CHUNKS = 4 };
    const int64_t size = PTRDIFF_MAX, chunk = size / 4 + 1, values[] = {size - 1, chunk - 1, chunk, 3 * chunk, 3 * chunk - 1};
    const int64_t edges_of[] = {0, chunk, 2 * chunk, 3 * chunk, size}, n_chunks = N_CHUNKS, shape[] = {COUNT(values), 1};
    const int64_t *const edges[] = {edges_of};
    const strew_chunk_grid grid = {.n_chunks = &n_chunks, .edges = edges};
    const strew_tensor data = {.dtype = STREW_DTYPE_OPAQUE(1), .rank = 1, .shape = &size};
    const strew_tensor tuples = {.dtype = STREW_DTYPE_INT64, .rank = 2, .shape = shape, .values = values};
    static const int64_t expected_starts[] = {0, 1, 2, 3, 5}, expected_order[] = {1, 2, 4, 0, 3};
    int64_t starts[N_CHUNKS + 1], order[COUNT(values)], local[COUNT(values)];

    assert_int_equal(strew_group_by_chunk(starts, order, local, &data, &tuples, &grid, NULL, NULL), STREW_OK);
    assert_memory_equal(starts, expected_starts, sizeof starts);
    assert_memory_equal(order, expected_order, sizeof order);
    assert_true(local[3] == size - 1 - 3 * chunk && local[4] == 0 && local[0] == chunk - 1);
}

int main(void)
{
    return run_all_tests(set_up, tear_down);
}
