/* Tuples whose components are tensors of their own, in calls that are easy to read, and in those that are rejected. The fuzz target of
 * views compares many others with one tensor of tuples. */
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "gathering.h"
#include "guarded.h"
#include "operators.h"
#include "reference.h"
#include "rejection.h"
#include "testing.h"

/* ---- Calls that are easy to read ----------------------------------------------------------------------------------------------------- */

/* A table of 3 x 4 and, for [2, 3] tuples, rows that are broadcast along the second dimension and columns along the first. */
typedef struct table {
    float data[3][4], updates[2][3];
    int64_t rows[2], columns[3];
    strew_tensor components[2];
    strew_tensor of_data, of_updates;
    strew_options options;
    reference_call scatter;
    gather_call gather;
} table;

static void set_table(table *table)
{
    static const int64_t shape[] = {3, 4}, tuples[] = {2, 3}, down[] = {1, 0}, across[] = {0, 1};
    memset(table, 0, sizeof *table);
    for (int i = 0; i < 6; i++) table->updates[i / 3][i % 3] = (float)i + 1;
    table->rows[1] = -1;
    table->columns[0] = 3;
    table->columns[2] = 1;
    table->components[0] = (strew_tensor){STREW_DTYPE_INT64, 2, tuples, table->rows, down};
    table->components[1] = (strew_tensor){STREW_DTYPE_INT64, 2, tuples, table->columns, across};
    table->of_data = (strew_tensor){STREW_DTYPE_FLOAT32, 2, shape, table->data, NULL};
    table->of_updates = (strew_tensor){STREW_DTYPE_FLOAT32, 2, tuples, table->updates, NULL};
    table->options = STREW_OPTIONS(.isa = STREW_ISA_BEST);
    table->scatter = (reference_call){REFERENCE_ND,
                                      &table->of_data,
                                      NULL,
                                      &table->of_updates,
                                      0,
                                      STREW_REDUCTION_ADD,
                                      &table->options,
                                      .components = table->components,
                                      .n_components = 2};
    table->gather =
        (gather_call){GATHER_ND, &table->of_data, NULL, 0, 0, &table->options, .components = table->components, .n_components = 2};
}

/* Gives the tuples, and updates of single elements, this shape. */
static void set_tuples(table *table, int32_t rank, const int64_t *shape, const float *updates)
{
    for (int c = 0; c < 2; c++) {
        table->components[c].rank = rank;
        table->components[c].shape = shape;
    }
    table->of_updates = (strew_tensor){STREW_DTYPE_FLOAT32, rank, shape, updates, NULL};
}

static void set_component(table *table, int c, const void *values, const int64_t *strides)
{
    table->components[c].values = values;
    table->components[c].strides = strides;
}

TEST(rows_and_columns_are_broadcast)
{
    static const float expected[3][4] = {{2, 3, 0, 1}, {0}, {5, 6, 0, 4}}, expected_rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    float gathered[2][3];
    table table;

    set_table(&table);
    assert_int_equal(make_call(table.data, &table.scatter, NULL), STREW_OK);
    assert_memory_equal(table.data, expected, sizeof expected);
    assert_int_equal(make_gather(gathered, &table.gather, NULL), STREW_OK);
    assert_memory_equal(gathered, expected_rows, sizeof gathered);
}

/* Steps of one element in two dimensions are no dense component: behind the window there is nothing to read. There are more tuples than a
 * block has, which would be checked as they are made. */
TEST(components_may_be_windows)
{
    enum { N = 30 };
    static const float expected[3][4] = {{300, 0, 0, 0}, {0, 300, 0, 0}, {0, 0, 300, 0}};
    static const int64_t square[] = {N, N}, steps[] = {1, 1};
    int64_t diagonal[2 * N - 1];
    float ones[N][N], gathered[N][N];
    table table;

    set_table(&table);
    for (int64_t i = 0; i < 2 * N - 1; i++) diagonal[i] = i % 3;
    for (int i = 0; i < N * N; i++) ones[i / N][i % N] = 1;
    const int64_t *const window = guarded_copy(diagonal, sizeof diagonal, FLUSH_END);
    for (int c = 0; c < 2; c++) set_component(&table, c, window, steps);
    set_tuples(&table, 2, square, ones[0]);
    assert_int_equal(make_call(table.data, &table.scatter, NULL), STREW_OK);
    assert_memory_equal(table.data, expected, sizeof expected);
    assert_int_equal(make_gather(gathered, &table.gather, NULL), STREW_OK);
    for (int i = 0; i < N * N; i++) assert_true(gathered[i / N][i % N] == 300);
    assert_true(guarded_free_all());
}

/* More components than any vector kernel has. */
TEST(there_may_be_many_components)
{
    enum { K = 6, N = 5 };
    static const int64_t shape[K] = {2, 1, 3, 1, 2, 2}, n = N;
    static const float updates[N] = {1, 2, 3, 4, 5};
    int64_t indices[K][N];
    float data[2][3][2][2] = {{{{0}}}}, expected[2][3][2][2] = {{{{0}}}};
    strew_tensor components[K];
    strew_fault fault;

    for (int64_t t = 0; t < N; t++) {
        for (int c = 0; c < K; c++) indices[c][t] = t % shape[c];
        expected[t % 2][t % 3][t % 2][t % 2] += updates[t];
    }
    for (int c = 0; c < K; c++) components[c] = (strew_tensor){STREW_DTYPE_INT64, 1, &n, indices[c], NULL};
    const strew_tensor of_data = {STREW_DTYPE_FLOAT32, K, shape, data, NULL}, of_updates = {STREW_DTYPE_FLOAT32, 1, &n, updates, NULL};
    const reference_call call = {REFERENCE_ND,     &of_data, NULL, &of_updates, .reduction = STREW_REDUCTION_ADD, .components = components,
                                 .n_components = K};
    assert_int_equal(make_call(data, &call, NULL), STREW_OK);
    assert_memory_equal(data, expected, sizeof expected);
    indices[4][N - 1] = 2;
    assert_int_equal(make_call(data, &call, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_index_fault(&fault, (reference_position){.tuple = N - 1, .component = 4, .dimension = 4, .value = 2, .low = -2, .high = 1});
    assert_memory_equal(data, expected, sizeof expected);
}

/* Without tuples, nothing is read. */
TEST(there_may_be_no_component_to_read)
{
    static const int64_t none[] = {2, 0}, strides[] = {INT64_MAX, INT64_MIN};
    table table;

    set_table(&table);
    set_tuples(&table, 2, none, NULL);
    set_component(&table, 0, NULL, strides);
    set_component(&table, 1, NULL, NULL);
    assert_int_equal(make_call(table.data, &table.scatter, NULL), STREW_OK);
    assert_int_equal(make_gather(NULL, &table.gather, NULL), STREW_OK);
}

/* ---- Calls that are rejected --------------------------------------------------------------------------------------------------------- */

static void assert_rejected(table *table, strew_fault expected, const char *parts)
{
    static const float zeros[3][4];
    float gathered[2][3] = {{0}};
    strew_fault fault;

    assert_int_equal(make_call(table->data, &table->scatter, &fault), expected.status);
    assert_fault(&fault, expected);
    assert_sentence(&fault, parts);
    assert_memory_equal(table->data, zeros, sizeof zeros);
    assert_int_equal(make_gather(gathered, &table->gather, &fault), expected.status);
    assert_fault(&fault, expected);
    assert_memory_equal(gathered, zeros, sizeof gathered);
}

/* They differ in a dtype, a rank or a size, or are too many or none. */
TEST(components_of_a_tuple_are_alike)
{
    static const int64_t other[] = {2, 4}, many_dims[STREW_MAX_RANK] = {0};
    table table;

    set_table(&table);
    table.components[1].dtype = STREW_DTYPE_INT32;
    assert_rejected(&table,
                    FAULT(DTYPE_MISMATCH, .subject = "components", .component = 1, .value = STREW_DTYPE_INT32, .high = STREW_DTYPE_INT64),
                    "component 1|int32|int64");
    set_table(&table);
    table.components[1].rank = 1;
    assert_rejected(&table, FAULT(COMPONENTS_MISMATCH, .component = 1, .dimension = -1, .value = 1, .high = 2), "1|2");
    set_table(&table);
    table.components[1].shape = other;
    assert_rejected(&table, FAULT(COMPONENTS_MISMATCH, .component = 1, .dimension = 1, .value = 4, .high = 3), "4|3");
    set_table(&table);
    table.components[1].shape = NULL;
    assert_rejected(&table, FAULT(NULL_POINTER, .subject = "shape of component"), "shape of component");
    for (int c = 0; c < 2; c++) table.components[c] = (strew_tensor){STREW_DTYPE_INT64, STREW_MAX_RANK, many_dims, NULL, NULL};
    assert_rejected(&table, FAULT(RANK_OUT_OF_RANGE, .subject = "components", .value = 64, .high = 63), "64|63");
    for (int c = 0; c < 2; c++) table.components[c].rank = -1;
    assert_rejected(&table, FAULT(RANK_OUT_OF_RANGE, .subject = "components", .value = -1, .high = 63), "-1|63");
    set_table(&table);
    for (int c = 0; c < 2; c++) table.components[c].dtype = STREW_DTYPE_FLOAT32;
    assert_rejected(&table, FAULT(UNSUPPORTED_INDEX_DTYPE, .subject = "components", .value = STREW_DTYPE_FLOAT32),
                    "components are float32");
}

TEST(the_number_of_components_is_checked)
{
    static const int32_t wrong[] = {0, -1, STREW_MAX_RANK + 1};
    table table;

    for (size_t i = 0; i < COUNT(wrong); i++) {
        set_table(&table);
        table.scatter.n_components = table.gather.n_components = wrong[i];
        assert_rejected(&table, FAULT(UNKNOWN_OPTION, .subject = "n_components", .value = wrong[i]), "n_components");
    }
    strew_plan plan;
    strew_fault fault;
    set_table(&table);
    strew_call call = call_of(&table.scatter);
    call.components = NULL;
    EXPECT_FAULT(strew_plan_call(&plan, &call, &fault), NULL_POINTER, .subject = "components");
}

/* Whatever else a version lacks. */
TEST(a_profile_has_no_components)
{
    table table;
    strew_plan plan;
    strew_fault fault;

    set_table(&table);
    table.options.profile = STREW_PROFILE_ONNX_SCATTERND_18;
    table.options.excludes_self = 1;
    EXPECT_FAULT(plan_call(&plan, &table.scatter, &fault), PROFILE_LACKS_OPTION, .subject = "components",
                 .profile = STREW_PROFILE_ONNX_SCATTERND_18);
}

/* A plan has a use for indices or for components, and prepared indices are in place of either. */
TEST(buffers_of_the_other_kind_are_rejected)
{
    static uint64_t memory[1024];
    table table;
    strew_plan plan;
    strew_fault fault;

    set_table(&table);
    assert_int_equal(plan_call(&plan, &table.scatter, NULL), STREW_OK);
    EXPECT_FAULT(run_with(&plan, table.data, table.data, table.rows, table.updates, NULL, &fault), UNUSED_ARGUMENT, .subject = "indices",
                 .value = STREW_OPERATOR_SCATTER_ND, .high = -1);
    assert_int_equal(prepare_indices(&plan, table.rows, memory, sizeof memory, &fault), STREW_STATUS_UNUSED_ARGUMENT);
    assert_string_equal(fault.subject, "indices");
    const strew_buffers more = STREW_BUFFERS(.data = table.data);
    assert_int_equal(strew_prepare(&plan, &more, memory, sizeof memory, &fault), STREW_STATUS_UNUSED_ARGUMENT);
    assert_string_equal(fault.subject, "data");
    assert_int_equal(prepare_call(&plan, &table.scatter, memory, sizeof memory, NULL), STREW_OK);
    const void *const components[] = {table.rows, table.columns};
    const strew_buffers both =
        STREW_BUFFERS(.output = table.data, .data = table.data, .updates = table.updates, .components = components, .prepared = memory);
    EXPECT_FAULT(strew_run(&plan, &both, NULL, &fault), CONFLICT, .subject = "components and prepared");
}

/* Components that are single numbers are one tuple, and no [n, 1] was meant: the sentence gives no such advice. */
TEST(single_components_are_not_taken_for_a_column)
{
    static const int64_t row[] = {4};
    table table;
    strew_tensor three[3];

    set_table(&table);
    for (int c = 0; c < 3; c++) three[c] = (strew_tensor){STREW_DTYPE_INT64, 0, NULL, table.rows, NULL};
    table.scatter.components = table.gather.components = three;
    table.scatter.n_components = table.gather.n_components = 3;
    assert_rejected(&table, FAULT(TUPLE_TOO_LONG, .value = 3, .high = 2), "3|2");

    strew_fault fault;
    table.scatter.n_components = 1;
    EXPECT_FAULT(make_call(table.data, &table.scatter, &fault), UPDATES_RANK_MISMATCH, .value = 2, .high = 1);
    table.of_updates.rank = 1;
    table.of_updates.shape = row;
    assert_int_equal(make_call(table.data, &table.scatter, NULL), STREW_OK);
}

TEST(a_missing_component_is_rejected)
{
    table table;
    strew_plan plan;
    strew_fault fault;
    static uint64_t memory[1024];

    set_table(&table);
    table.components[1].values = NULL;
    const strew_fault missing = {.status = STREW_STATUS_NULL_POINTER, .subject = "component", .value = 3 * sizeof(int64_t)};
    assert_rejected(&table, missing, "component|24 bytes");
    assert_int_equal(plan_call(&plan, &table.scatter, NULL), STREW_OK);
    assert_true(strew_plan_prepared_size(&plan) <= sizeof memory);
    assert_int_equal(prepare_call(&plan, &table.scatter, memory, sizeof memory, &fault), STREW_STATUS_NULL_POINTER);
    assert_fault(&fault, missing);
    EXPECT_FAULT(prepare_indices(&plan, NULL, memory, sizeof memory, &fault), NULL_POINTER, .subject = "components",
                 .value = 2 * sizeof(void *));
    EXPECT_FAULT(run_alone(&plan, table.data, table.data, NULL, table.updates, &fault), NULL_POINTER, .subject = "components",
                 .value = 2 * sizeof(void *));

    set_table(&table);
    table.components[0].values = NULL; /* the first of two */
    assert_rejected(&table, FAULT(NULL_POINTER, .subject = "component", .value = 2 * sizeof(int64_t)), "component|16 bytes");
}

/* Output is some columns of a matrix, and each component another one. A column of output is none. */
TEST(components_may_be_columns_beside_output)
{
    enum { N = 6 };
    static const int64_t shape[] = {N, 2}, rows_of_4[] = {4, 1}, column[] = {4}, n = N, updates[N] = {1, 2, 3, 4, 5, 6};
    int64_t matrix[N][4];
    strew_tensor components[] = {{STREW_DTYPE_INT64, 1, &n, &matrix[0][2], column}, {STREW_DTYPE_INT64, 1, &n, &matrix[0][3], column}};
    const strew_tensor of_data = {STREW_DTYPE_INT64, 2, shape, matrix, rows_of_4}, of_updates = {STREW_DTYPE_INT64, 1, &n, updates, NULL};
    const reference_call call = {
        REFERENCE_ND,     &of_data, NULL, &of_updates, .reduction = STREW_REDUCTION_ADD, .output = &of_data, .components = components,
        .n_components = 2};
    strew_fault fault;

    for (int64_t i = 0; i < N; i++) {
        matrix[i][0] = matrix[i][1] = 0;
        matrix[i][2] = N - 1 - i;
        matrix[i][3] = i % 2;
    }
    assert_int_equal(make_call(matrix, &call, NULL), STREW_OK);
    for (int i = 0; i < N; i++) {
        assert_int_equal(matrix[N - 1 - i][i % 2], updates[i]);
        assert_int_equal(matrix[N - 1 - i][1 - i % 2], 0);
    }
    components[1].values = &matrix[0][1];
    assert_int_equal(make_call(matrix, &call, &fault), STREW_STATUS_OUTPUT_OVERLAP);
    assert_string_equal(fault.subject, "component");
}

/* Only the step of the first dimension leads into output. */
TEST(all_dimensions_of_a_component_count)
{
    static const int64_t upwards[] = {-2, 0};
    struct {
        float data[3][4];
        int64_t indices[2];
    } memory = {{{0}}, {0}};
    table table;
    strew_fault fault;

    set_table(&table);
    set_component(&table, 1, memory.indices + 1, upwards);
    EXPECT_FAULT(make_call(memory.data, &table.scatter, &fault), OUTPUT_OVERLAP, .subject = "component", .value = 8);
}

TEST(strides_of_components_have_a_limit)
{
    static const int64_t large[] = {1, INT64_MAX / 8};
    table table;

    set_table(&table);
    table.components[0].strides = large;
    const strew_fault expected = {.status = STREW_STATUS_TOO_LARGE, .subject = "component", .high = PTRDIFF_MAX};
    assert_rejected(&table, expected, "component");
}

/* k components with n dimensions that cannot be joined. Dimensions that follow each other in all components are one. */
TEST(components_have_so_many_steps)
{
    typedef enum strides_kind { APART, DENSE, DENSE_BUT_FOR_THE_FIRST } strides_kind;
    static const int64_t twos[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, zeros[8192];

    for (int32_t k = 1; k <= 32; k += k < 8 ? 1 : 12) {
        for (int32_t n = 1; n <= 12; n += n < 8 ? 1 : 4) {
            for (strides_kind kind = APART; kind <= DENSE_BUT_FOR_THE_FIRST; kind++) {
                int64_t strides_of[STREW_MAX_RANK], data_shape[STREW_MAX_RANK];
                strew_tensor components[32];
                const int32_t n_joined = kind == APART ? n : kind == DENSE || n == 1 ? 1 : 2;
                strew_fault fault;
                strew_plan plan;
                for (int32_t d = 0; d < n; d++)
                    strides_of[d] = kind == APART ? (int64_t)1 << (2 * (n - d)) % 12 : (int64_t)1 << (n - d - (d != 0));
                for (int32_t c = 0; c < k; c++) {
                    components[c] = (strew_tensor){STREW_DTYPE_INT64, n, twos, NULL, kind == DENSE ? NULL : strides_of};
                    data_shape[c] = 1;
                }
                const strew_tensor of_data = {STREW_DTYPE_INT8, k, data_shape, zeros, NULL};
                const gather_call call = {GATHER_ND, &of_data, .components = components, .n_components = k};
                const strew_status status = plan_gather_call(&plan, &call, &fault);
                /* A loop is 32 bytes, a step 8, and a component 24: at least 1,344 bytes are theirs. */
                const int32_t n_bytes = n_joined * (32 + 8 * k) + 24 * k;
                if (n_bytes <= 1344) assert_int_equal(status, STREW_OK);
                if (n_bytes > STREW_PLAN_BYTES) assert_no_room(&fault, "components");
            }
        }
    }
}

/* 57 dimensions that cannot be joined, of which none or 13 are of the tuples: there is room for these and their steps. Addresses of 32 bits
 * are too short for the output. */
TEST(other_dimensions_are_not_taken_for_those_of_components)
{
    enum { ALL = 57, K = 2 };
    static const int64_t ones[ALL] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

    for (int32_t n_tuples = 0; n_tuples <= 13 && SIZE_MAX > UINT32_MAX; n_tuples += 13) {
        const int32_t rank = K + ALL - n_tuples;
        int64_t shape[K + ALL], steps[K + ALL], tuples[ALL];
        strew_plan plan;
        strew_fault fault;
        for (int32_t d = 0; d < rank; d++) {
            shape[d] = d < K ? 1 : 2;
            steps[d] = d < K ? 0 : d % 2 ? 3 : 5; /* neither is as long as two of the other */
        }
        for (int32_t d = 0; d < n_tuples; d++) tuples[d] = 2;
        const strew_tensor of_data = {STREW_DTYPE_INT8, rank, shape, NULL, steps},
                           component = {STREW_DTYPE_INT8, n_tuples, tuples, NULL, ones}, components[K] = {component, component};
        const gather_call call = {GATHER_ND, &of_data, .components = components, .n_components = K};
        assert_int_equal(plan_gather_call(&plan, &call, &fault), STREW_STATUS_STRIDES_TOO_MANY);
        assert_no_room(&fault, "data, indices and output");
    }
}
