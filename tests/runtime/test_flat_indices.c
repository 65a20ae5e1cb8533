/* put and take: flat indices into views. The fuzz target of views compares calls of any kind with the reference. */
#include <strew/strew.h>

#include <stdlib.h>

#include "calls.h"
#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "gathering.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "views.h"

/* ---- Many tuples --------------------------------------------------------------------------------------------------------------------- */

/* Into a transposed matrix that threads share, by every way to share it. */
TEST(threads_give_what_one_gives)
{
    enum { ROWS = 211, COLUMNS = 300, SIZE = ROWS * COLUMNS, N = 60000 };
    static const int64_t shape[] = {COLUMNS, ROWS}, transposed[] = {1, COLUMNS}, n = N;
    static const size_t threads[] = {1, 2, 7};
    static int32_t values[SIZE], result[SIZE], expected[SIZE], updates[N], gathered[N];
    static int64_t indices[N];
    const strew_tensor of_data = {STREW_DTYPE_INT32, 2, shape, values, transposed}, of_indices = {STREW_DTYPE_INT64, 1, &n, indices, NULL},
                       of_updates = {STREW_DTYPE_INT32, 1, &n, updates, NULL};
    const reference_call put = {REFERENCE_PUT, &of_data, &of_indices, &of_updates, .output = &of_data};
    const gather_call take = {GATHER_TAKE, &of_data, &of_indices};
    strew_plan scatter, gather;
    uint64_t random = 3;

    for (int i = 0; i < SIZE; i++) values[i] = (int32_t)random_below(&random, 1000);
    memcpy(expected, values, sizeof values);
    for (int i = 0; i < N; i++) {
        indices[i] = (int64_t)random_below(&random, 2 * SIZE) - SIZE;
        updates[i] = (int32_t)random_below(&random, 1000);
        const int64_t index = indices[i] < 0 ? indices[i] + SIZE : indices[i];
        expected[index / ROWS + index % ROWS * COLUMNS] = updates[i];
    }
    assert_int_equal(plan_call(&scatter, &put, NULL), STREW_OK);
    assert_int_equal(plan_gather_call(&gather, &take, NULL), STREW_OK);
    for (size_t i = 0; i < COUNT(threads); i++) {
        size_t n_threads = threads[i];
        const size_t workspace_bytes = strew_plan_workspace_size(&scatter, (int32_t)n_threads);
        strew_resources resources = resources_on_threads(&n_threads, guarded_new(workspace_bytes, FLUSH_END), workspace_bytes);
        resources.wake_ns = 1;
        memset(result, 0x55, sizeof result);
        assert_int_equal(run_with(&scatter, result, values, indices, updates, &resources, NULL), STREW_OK);
        assert_memory_equal(result, expected, sizeof expected);
        resources.workspace = NULL;
        resources.workspace_bytes = 0;
        memset(gathered, 0x55, sizeof gathered);
        assert_int_equal(run_gather(&gather, gathered, values, indices, &resources, NULL), STREW_OK);
        for (int t = 0; t < N; t++) {
            const int64_t index = indices[t] < 0 ? indices[t] + SIZE : indices[t];
            assert_int_equal(gathered[t], values[index / ROWS + index % ROWS * COLUMNS]);
        }
        assert_true(guarded_free_all());
    }
}

/* ---- Calls that are easy to read ----------------------------------------------------------------------------------------------------- */

/* [[0, 1, 2], [3, 4, 5]], transposed: its elements are 0, 3, 1, 4, 2, 5. */
typedef struct table {
    float data[2][3], updates[4];
    int64_t indices[4];
    strew_tensor of_data, of_indices, of_updates, of_output;
    strew_options options;
    reference_call scatter;
    gather_call gather;
} table;

static void set_table(table *table)
{
    static const int64_t shape[] = {3, 2}, transposed[] = {1, 3}, n = 4, indices[] = {0, 1, -1, 1};
    memset(table, 0, sizeof *table);
    for (int i = 0; i < 6; i++) table->data[i / 3][i % 3] = (float)i;
    for (int i = 0; i < 4; i++) table->updates[i] = (float)(10 * (i + 1));
    memcpy(table->indices, indices, sizeof indices);
    table->of_data = (strew_tensor){STREW_DTYPE_FLOAT32, 2, shape, table->data, transposed};
    table->of_indices = (strew_tensor){STREW_DTYPE_INT64, 1, &n, table->indices, NULL};
    table->of_updates = (strew_tensor){STREW_DTYPE_FLOAT32, 1, &n, table->updates, NULL};
    table->of_output = (strew_tensor){STREW_DTYPE_FLOAT32, 2, shape, NULL, transposed};
    table->options = STREW_OPTIONS(.isa = STREW_ISA_BEST);
    table->scatter = (reference_call){REFERENCE_PUT,       &table->of_data, &table->of_indices,         &table->of_updates, 0,
                                      STREW_REDUCTION_ADD, &table->options, .output = &table->of_output};
    table->gather = (gather_call){GATHER_TAKE, &table->of_data, &table->of_indices, 0, 0, &table->options};
}

TEST(a_transposed_matrix_is_indexed_as_it_is_seen)
{
    static const float expected[2][3] = {{10, 1, 2}, {63, 4, 35}}, expected_elements[] = {0, 3, 5, 3};
    float gathered[4];
    table table;

    set_table(&table);
    assert_int_equal(make_gather(gathered, &table.gather, NULL), STREW_OK);
    assert_memory_equal(gathered, expected_elements, sizeof gathered);
    assert_int_equal(make_call(table.data, &table.scatter, NULL), STREW_OK);
    assert_memory_equal(table.data, expected, sizeof expected);
}

/* Data of SIZE bytes is expanded before and behind: as a flat index counts, each byte follows itself `inner` times, and all of them follow
 * each other `outer` times. */
static void assert_expanded(int64_t outer, int64_t inner, uint64_t *random)
{
    enum { SIZE = 5, N = 200 };
    static const int64_t strides[] = {0, 1, 0}, n = N;
    static const unsigned char data[SIZE] = {3, 1, 4, 15, 9};
    const int64_t shape[] = {outer, SIZE, inner}, n_elements = outer * SIZE * inner;
    int64_t indices[N];
    unsigned char gathered[N];
    const strew_tensor of_data = {STREW_DTYPE_UINT8, 3, shape, data, strides}, of_indices = {STREW_DTYPE_INT64, 1, &n, indices, NULL};

    for (int i = 0; i < N; i++) {
        const int64_t any = (int64_t)random_below(random, (uint64_t)n_elements), first = any / inner * inner;
        const int64_t index = i % 4 == 0 ? any : i % 4 == 1 ? first : n_elements - 1 - (i % 4 == 2 ? 0 : first);
        indices[i] = i % 8 < 4 ? index : index - n_elements;
    }
    const gather_call call = {GATHER_TAKE, &of_data, &of_indices};
    assert_int_equal(make_gather(gathered, &call, NULL), STREW_OK);
    for (int i = 0; i < N; i++) {
        const int64_t index = indices[i] < 0 ? indices[i] + n_elements : indices[i];
        assert_int_equal(gathered[i], data[index / inner % SIZE]);
    }
}

/* Few bytes are as many elements as are divided by 32 bits, or by more. */
TEST(indices_are_divided_by_any_size)
{
    uint64_t random = 7;

    for (int i = 0; i < (is_light() ? 300 : 3000); i++) {
        const int64_t inner = (int64_t)1 + (int64_t)random_below(&random, UINT64_C(1) << random_below(&random, 28));
        const int64_t largest = ((INT64_C(1) << 31) - 1) / 5 / inner;
        if (largest != 0) assert_expanded(i % 2 ? largest : 1 + (int64_t)random_below(&random, (uint64_t)largest), inner, &random);
        if (SIZE_MAX > UINT32_MAX) assert_expanded(largest + 1 + (int64_t)random_below(&random, UINT64_C(1) << (i % 26)), inner, &random);
    }
}

/* Planning and preparing touch no element of 2^40 bytes. The inner dimension exceeds 32 bits too. */
TEST(indices_may_exceed_32_bits)
{
    static const int64_t shape[] = {4, INT64_C(1) << 38}, transposed[] = {1, 4}, n = 1;
    static const float update = 1;
    int64_t index = INT64_C(1) << 40;
    const strew_tensor of_data = {STREW_DTYPE_INT8, 2, shape, NULL, transposed}, of_indices = {STREW_DTYPE_INT64, 1, &n, &index, NULL},
                       of_updates = {STREW_DTYPE_INT8, 1, &n, &update, NULL};
    const reference_call call = {REFERENCE_PUT, &of_data, &of_indices, &of_updates, .output = &of_data};
    strew_plan plan;
    strew_fault fault;
    static uint64_t memory[64];

    const strew_status status = plan_call(&plan, &call, NULL);
    assert_int_equal(status, SIZE_MAX == UINT32_MAX ? STREW_STATUS_TOO_LARGE : STREW_OK);
    if (status != STREW_OK) return;
    assert_int_equal(prepare_indices(&plan, &index, memory, sizeof memory, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_index_fault(&fault, (reference_position){.dimension = -1, .value = index, .low = -index, .high = index - 1});
    assert_sentence(&fault, "indices[0] component 0 is 1099511627776, outside [-1099511627776, 1099511627775] of all elements of data");
    index--;
    assert_int_equal(prepare_indices(&plan, &index, memory, sizeof memory, NULL), STREW_OK);
}

/* ---- Calls that are rejected --------------------------------------------------------------------------------------------------------- */

/* A dimension of size 2 after the other, none of which follows another, with one of size 1 between them. A scatter indexes output, and
 * copies data with any strides to it. */
TEST(so_many_dimensions_may_be_apart)
{
    static const int64_t n = 1, index = 0;
    static const int8_t update = 1;
    unsigned n_without_output = 0;

    for (int32_t rank = 16; rank <= (SIZE_MAX == UINT32_MAX ? 16 : 60); rank++) {
        int64_t shape[61], strides[61];
        strew_plan plan;
        strew_fault fault;
        for (int32_t d = 0; d <= rank; d++) {
            shape[d] = d == 3 ? 1 : 2;
            strides[d] = (int64_t)1 << d;
        }
        const strew_tensor of_data = {STREW_DTYPE_INT8, rank + 1, shape, NULL, strides},
                           of_indices = {STREW_DTYPE_INT64, 1, &n, &index, NULL}, of_updates = {STREW_DTYPE_INT8, 1, &n, &update, NULL};
        const gather_call take = {GATHER_TAKE, &of_data, &of_indices};
        reference_call put = {REFERENCE_PUT, &of_data, &of_indices, &of_updates};
        const strew_status of_take = plan_gather_call(&plan, &take, &fault);
        if (of_take != STREW_OK) assert_no_room(&fault, fault.subject);
        if (rank == 16) assert_int_equal(plan_call(&plan, &put, &fault), STREW_OK);
        put.output = &of_data;
        const strew_status of_put = plan_call(&plan, &put, &fault);
        if (of_put != STREW_OK) assert_no_room(&fault, fault.subject);
        if (rank == 16) assert_true(of_take == STREW_OK && of_put == STREW_OK);
        if (rank == 60) assert_int_not_equal(of_put, STREW_OK);
        n_without_output += of_put != STREW_OK && strcmp(fault.subject, "output") == 0;
    }
    assert_true(n_without_output > 0 || SIZE_MAX == UINT32_MAX);
}

/* Prepared indices of other strides name other bytes. */
TEST(prepared_indices_belong_to_their_strides)
{
    static const int64_t strides[] = {1, 4};
    static uint64_t memory[1024];
    table table;
    strew_plan plan, other;
    float room[8] = {0};

    set_table(&table);
    assert_int_equal(plan_call(&plan, &table.scatter, NULL), STREW_OK);
    table.of_data.strides = table.of_output.strides = strides;
    assert_int_equal(plan_call(&other, &table.scatter, NULL), STREW_OK);
    assert_int_equal(prepare_indices(&plan, table.indices, memory, sizeof memory, NULL), STREW_OK);
    assert_int_equal(run_prepared(&other, room, room, memory, table.updates, NULL, NULL), STREW_STATUS_PREPARED_MISMATCH);
}
