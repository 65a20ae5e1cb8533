/* Planning views: the strides that are rejected, views of one buffer, and indices that are expanded. */
#include <strew/group.h>
#include <strew/inspect.h>

#include <stdlib.h>

#include "call_text.h"
#include "calls.h"
#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "gathering.h"
#include "group.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "tokens.h"
#include "views.h"

/* ---- Strides that are rejected ------------------------------------------------------------------------------------------------------- */

/* A scatter_nd of rows, or a gather of the same shapes, on plain memory: data and output [4, 3], indices [2, 1], updates [2, 3]. */
typedef struct rows {
    float data[64], updates[64], output[64];
    int64_t indices[4];
    strew_tensor of_data, of_indices, of_updates, of_output;
    strew_options options;
    reference_call call;
} rows;

static const int64_t rows_shape[] = {4, 3}, rows_indices_shape[] = {2, 1}, rows_updates_shape[] = {2, 3};

static void set_rows(rows *rows)
{
    memset(rows, 0, sizeof *rows);
    rows->of_data = (strew_tensor){STREW_DTYPE_FLOAT32, 2, rows_shape, rows->data, NULL};
    rows->of_indices = (strew_tensor){STREW_DTYPE_INT64, 2, rows_indices_shape, rows->indices, NULL};
    rows->of_updates = (strew_tensor){STREW_DTYPE_FLOAT32, 2, rows_updates_shape, rows->updates, NULL};
    rows->of_output = (strew_tensor){STREW_DTYPE_FLOAT32, 2, rows_shape, NULL, NULL};
    rows->options = STREW_OPTIONS(.isa = STREW_ISA_BEST);
    rows->call = (reference_call){REFERENCE_ND,        &rows->of_data, &rows->of_indices,         &rows->of_updates, 0,
                                  STREW_REDUCTION_ADD, &rows->options, .output = &rows->of_output};
    for (int i = 0; i < 64; i++) rows->updates[i] = (float)i + 1;
}

/* Of a scatter, and of gathers with an output of the same shape. */
TEST(output_strides_that_meet_are_rejected)
{
    static const char *const calls[] = {
        "scatter_nd data=float32[4,3] indices=int64[2,1] updates=float32[2,3] add", "gather_nd data=float32[4,3] indices=int64[4,1]",
        "gather_elements data=float32[4,3] indices=int64[4,3]", "gather data=float32[4,3] indices=int64[4]"};
    static const struct {
        int64_t strides[2];
        int32_t dimension;
        int64_t low;
    } meeting[] = {
        {{0, 1}, 0, 1}, {{2, 1}, 0, 3}, {{1, 1}, 0, 3},   {{-2, 1}, 0, 3},
        {{1, 3}, 1, 4}, {{3, 0}, 1, 1}, {{-1, -2}, 1, 4}, {{3, 2}, 0, 5}, /* apart, but not by the rule */
    };

    for (size_t i = 0; i < COUNT(meeting); i++) {
        const int64_t *const strides = meeting[i].strides, wrong = strides[meeting[i].dimension];
        for (size_t c = 0; c < COUNT(calls); c++) {
            char text[160], parts[40];
            snprintf(text, sizeof text, "%s output=float32[4,3]{%d,%d}", calls[c], (int)strides[0], (int)strides[1]);
            snprintf(parts, sizeof parts, "output|%d|%d", (int)wrong, (int)meeting[i].low);
            reject_text(text, FAULT(STRIDES_OVERLAP, .dimension = meeting[i].dimension, .value = wrong, .low = meeting[i].low), parts);
        }
    }
}

/* A dimension of one element is not stepped through: its stride may be anything. */
TEST(strides_of_a_single_index_do_not_count)
{
    static const int64_t shape[] = {1, 3}, one[] = {1, 1}, strides[] = {0, 2}, others[] = {-77, 2};
    float values[8] = {0}, updates_of[3] = {1, 2, 3};
    const int64_t zero = 0;
    const strew_tensor of_data = {STREW_DTYPE_FLOAT32, 2, shape, values, others},
                       of_output = {STREW_DTYPE_FLOAT32, 2, shape, NULL, strides},
                       of_updates = {STREW_DTYPE_FLOAT32, 2, shape, updates_of, NULL};
    const strew_tensor of_indices = {STREW_DTYPE_INT64, 2, one, &zero, strides};

    const reference_call call = {REFERENCE_ND, &of_data, &of_indices, &of_updates, 0, STREW_REDUCTION_ADD, .output = &of_output};
    assert_int_equal(make_call(values, &call, NULL), STREW_OK);
    for (int i = 0; i < 8; i++) assert_true(values[i] == (i < 5 && i % 2 == 0 ? (float)(i / 2 + 1) : 0.0f));
}

TEST(in_place_takes_the_strides_of_data)
{
    static const int64_t of_data[] = {6, 2}, others[] = {6, 1}, dense[] = {3, 1};
    static const struct {
        const int64_t *data, *output;
        strew_fault fault;
    } mismatches[] = {
        {of_data, NULL, {.dimension = 0, .value = 3, .high = 6}},
        {of_data, others, {.dimension = 1, .value = 1, .high = 2}},
        {NULL, of_data, {.dimension = 0, .value = 6, .high = 3}},
    };
    rows rows;
    strew_fault fault;
    strew_plan plan;

    for (size_t i = 0; i < COUNT(mismatches); i++) {
        static const float zeros[64];
        strew_fault expected_fault = mismatches[i].fault;
        expected_fault.status = STREW_STATUS_STRIDES_MISMATCH;
        set_rows(&rows);
        rows.of_data.strides = mismatches[i].data;
        rows.of_output.strides = mismatches[i].output;
        assert_int_equal(make_call(rows.data, &rows.call, &fault), STREW_STATUS_STRIDES_MISMATCH);
        assert_fault(&fault, expected_fault);
        assert_sentence(&fault, "stride|data");
        assert_int_equal(plan_call(&plan, &rows.call, NULL), STREW_OK); /* out of place they may differ */
        assert_int_equal(run_alone(&plan, rows.data, rows.data, rows.indices, rows.updates, &fault), STREW_STATUS_STRIDES_MISMATCH);
        assert_fault(&fault, expected_fault);
        assert_memory_equal(rows.data, zeros, sizeof zeros);
        assert_int_equal(run_alone(&plan, rows.output, rows.data, rows.indices, rows.updates, &fault), STREW_OK);
    }
    set_rows(&rows);
    rows.of_output.strides = dense; /* what NULL means */
    assert_int_equal(make_call(rows.data, &rows.call, NULL), STREW_OK);
}

TEST(profiles_have_no_negative_strides_of_indices)
{
    reject_text("scatter_nd data=float32[4,3] indices=int64[2,1]{-1,1} updates=float32[2,3] add profile=ONNX_ScatterND-18",
                FAULT(PROFILE_LACKS_OPTION, .subject = "indices.strides", .value = -1, .profile = STREW_PROFILE_ONNX_SCATTERND_18),
                "ScatterND-18|indices.strides|-1");
    reject_text("gather_nd data=float32[4,3] indices=int64[2,1]{-1,1} profile=ONNX_GatherND-13",
                FAULT(PROFILE_LACKS_OPTION, .subject = "indices.strides", .value = -1, .profile = STREW_PROFILE_ONNX_GATHERND_13),
                "GatherND-13|indices.strides|-1");
    accept_text("gather_nd data=float32[4,3] indices=int64[2,1]{1,1} profile=ONNX_GatherND-13");
    accept_text("gather_nd data=float32[4,3] indices=int64[2,1]{-1,1}");
    accept_text("scatter_nd data=float32[4,3] indices=int64[1,1]{-7,1} updates=float32[1,3] profile=ONNX_ScatterND-18"); /* no step */
}

/* ---- Views of one buffer ------------------------------------------------------------------------------------------------------------- */

/* Columns of a matrix [4, 10] that are data and output, and those that are updates. */
TEST(columns_of_one_matrix_may_be_both)
{
    static const int64_t strides[] = {10, 1}, shape[] = {4, 3}, indices_shape[] = {4, 1}, index_values[] = {3, 1, 0, 2};
    const strew_tensor of_indices = {STREW_DTYPE_INT64, 2, indices_shape, index_values, NULL};

    for (int column = 0; column <= 7; column++) {
        const int is_apart = column <= 1 || column >= 7; /* data has the columns 4 to 6 */
        float matrix[40], before[40];
        strew_fault fault;
        for (int i = 0; i < 40; i++) matrix[i] = before[i] = (float)i;
        const strew_tensor of_data = {STREW_DTYPE_FLOAT32, 2, shape, matrix + 4, strides};
        const strew_tensor of_updates = {STREW_DTYPE_FLOAT32, 2, shape, matrix + column, strides},
                           of_output = output_with(&of_data, strides);
        const reference_call scatter = {REFERENCE_ND, &of_data, &of_indices, &of_updates, 0, STREW_REDUCTION_ADD, .output = &of_output};
        const gather_call gather = {GATHER_ND, &of_updates, &of_indices, .output = &of_output};
        const strew_status status = make_call(matrix + 4, &scatter, &fault);
        assert_int_equal(status, is_apart ? STREW_OK : STREW_STATUS_OUTPUT_OVERLAP);
        for (int i = 0; i < 4 && is_apart; i++) {
            for (int j = 0; j < 3; j++) before[10 * index_values[i] + 4 + j] += (float)(10 * i + column + j);
        }
        assert_memory_equal(matrix, before, sizeof matrix);
        if (!is_apart) assert_string_equal(fault.subject, "updates");

        for (int i = 0; i < 40; i++) matrix[i] = before[i] = (float)i;
        const strew_status gathered = make_gather(matrix + 4, &gather, &fault);
        assert_int_equal(gathered, is_apart ? STREW_OK : STREW_STATUS_OUTPUT_OVERLAP);
        for (int i = 0; i < 4 && is_apart; i++) {
            for (int j = 0; j < 3; j++) before[10 * i + 4 + j] = (float)(10 * index_values[i] + column + j);
        }
        assert_memory_equal(matrix, before, sizeof matrix);
        if (!is_apart) assert_string_equal(fault.subject, "data");
    }
}

/* Rows that are not equally far apart, a single element, and memory that is no view have nothing between them. */
TEST(other_views_of_one_buffer_may_not_overlap)
{
    static const int64_t rows_of_10[] = {10, 1}, rows_of_5[] = {5, 1}, zero[] = {0}, two[] = {2}, one[] = {1}, column[] = {2, 1};
    static const int64_t two_apart[] = {2, 1};
    static uint64_t memory[1 << 13];
    float *const matrix = (float *)memory;
    rows rows;
    strew_plan plan;
    strew_fault fault;

    set_rows(&rows);
    rows.of_data.strides = rows.of_output.strides = rows_of_10;
    rows.of_updates.strides = rows_of_5;
    assert_int_equal(plan_call(&plan, &rows.call, NULL), STREW_OK);
    EXPECT_FAULT(run_alone(&plan, matrix, matrix, rows.indices, matrix + 4, &fault), OUTPUT_OVERLAP, .subject = "updates",
                 .value = 8 * sizeof(float));

    const size_t size = strew_plan_prepared_size(&plan);
    unsigned char *const prepared = (unsigned char *)memory + 80; /* in the second gap, and further */
    assert_true(size + 80 <= sizeof memory);
    assert_int_equal(prepare_indices(&plan, rows.indices, prepared, size, NULL), STREW_OK);
    assert_int_equal(run_prepared(&plan, matrix, matrix, prepared, rows.updates, NULL, &fault), STREW_STATUS_OUTPUT_OVERLAP);
    assert_string_equal(fault.subject, "prepared");

    const strew_tensor element = {STREW_DTYPE_FLOAT32, 1, one, NULL, NULL}, twice = {STREW_DTYPE_FLOAT32, 1, two, NULL, zero};
    const strew_tensor tuples = {STREW_DTYPE_INT64, 2, column, NULL, two_apart};
    assert_int_equal(plan_scatter_nd(&plan, &element, &tuples, &twice, STREW_REDUCTION_ADD, NULL, NULL), STREW_OK);
    EXPECT_FAULT(run_alone(&plan, matrix, matrix, rows.indices, matrix, &fault), OUTPUT_OVERLAP, .subject = "updates",
                 .value = sizeof(float));
    assert_int_equal(run_alone(&plan, matrix, matrix, rows.indices, matrix + 1, &fault), STREW_OK);
}

/* ---- Positions that go down ---------------------------------------------------------------------------------------------------------- */

/* x[:, ::-1] of every tensor: as they stand in memory, rows of tuples follow each other, and by their numbers they do not. */
TEST(a_tuple_is_named_by_its_place_in_the_view)
{
    enum { PLANES = 2, ROWS = 3, TUPLES = 2, COLUMNS = 4, N = PLANES * ROWS * TUPLES };
    static const int64_t data_shape[] = {PLANES, ROWS, COLUMNS}, data_strides[] = {ROWS * COLUMNS, -COLUMNS, 1};
    static const int64_t shape[] = {PLANES, ROWS, TUPLES}, strides[] = {ROWS * TUPLES, -TUPLES, 1};
    static float data[PLANES][ROWS][COLUMNS], updates[PLANES][ROWS][TUPLES], gathered[PLANES][ROWS][TUPLES];
    strew_fault fault;

    for (int n = 0; n < N; n++) {
        int64_t indices[PLANES][ROWS][TUPLES] = {{{0}}};
        const strew_tensor of_data = {STREW_DTYPE_FLOAT32, 3, data_shape, data[0][ROWS - 1], data_strides};
        const strew_tensor of_indices = {STREW_DTYPE_INT64, 3, shape, indices[0][ROWS - 1], strides};
        const strew_tensor of_updates = {STREW_DTYPE_FLOAT32, 3, shape, updates[0][ROWS - 1], strides};
        indices[n / TUPLES / ROWS][ROWS - 1 - n / TUPLES % ROWS][n % TUPLES] = COLUMNS;
        const strew_tensor of_output = output_with(&of_data, data_strides), of_gathered = output_with(&of_updates, strides);
        const reference_call scatter = {REFERENCE_ELEMENTS,  &of_data, &of_indices, &of_updates, 2, STREW_REDUCTION_ADD,
                                        .output = &of_output};
        const gather_call gather = {GATHER_ELEMENTS, &of_data, &of_indices, 2, .output = &of_gathered};
        const strew_status scattered = make_call(data[0][ROWS - 1], &scatter, &fault);
        assert_int_equal(scattered, STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(fault.tuple, n);
        const strew_status status = make_gather(gathered[0][ROWS - 1], &gather, &fault);
        assert_int_equal(status, STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(fault.tuple, n);
    }
}

/* ---- Expanded indices ---------------------------------------------------------------------------------------------------------------- */

/* The kernel of scatter_elements, or of gather_elements, of 32 columns with an index that is expanded along the rows. */
static const char *kernel_of_expanded(int is_gather, int stride)
{
    static strew_plan plan;

    plan = is_gather ? plan_text("gather_elements data=float32[50,32] indices=int64[20,32]{%d,0}", stride)
                     : plan_text("scatter_elements data=float32[50,32] indices=int64[20,32]{%d,0} updates=float32[20,32] add", stride);
    return strew_plan_kernel(&plan);
}

TEST(an_expanded_index_names_rows)
{
    const strew_plan scatter = plan_text("scatter_update data=float32[50,32] indices=int64[20] updates=float32[20,32] add"),
                     gather = plan_text("gather data=float32[50,32] indices=int64[20]");

    for (int stride = -1; stride <= 2; stride++) assert_string_equal(kernel_of_expanded(0, stride), strew_plan_kernel(&scatter));
    assert_string_equal(kernel_of_expanded(1, 1), strew_plan_kernel(&gather));
}

/* 34 dimensions of size 1 or 2, of which 33 cannot be joined. Addresses of 32 bits are too short for them. */
TEST(very_many_strides_are_rejected)
{
    static strew_plan plan;
    int64_t shape[39], strides[39];
    const int64_t no_tuples[] = {0, 39};
    strew_fault fault;

    for (int n_large = 16; n_large <= 38; n_large += 22) {
        int64_t stride = 1;
        for (int d = 38; d >= 0; d--, stride *= 3) {
            shape[d] = d < n_large ? 2 : 1;
            strides[d] = stride;
        }
        const strew_tensor of_data = {STREW_DTYPE_INT8, 39, shape, NULL, strides},
                           of_indices = {STREW_DTYPE_INT8, 2, no_tuples, NULL, NULL};
        const strew_tensor of_updates = {STREW_DTYPE_INT8, 1, no_tuples, NULL, NULL};
        const strew_status status = plan_scatter_nd(&plan, &of_data, &of_indices, &of_updates, STREW_REDUCTION_ADD, NULL, &fault);
        if (SIZE_MAX == UINT32_MAX) {
            assert_int_equal(status, STREW_STATUS_TOO_LARGE);
            continue;
        }
        assert_int_equal(status, n_large == 16 ? STREW_OK : STREW_STATUS_STRIDES_TOO_MANY);
        if (n_large != 16) assert_no_room(&fault, "data and output");
    }
}

/* The same of the outer loops of a gather, of its tuples, and of the element that it fills with. Data and output are copied by no loops of
 * their own. */
TEST(very_many_loops_of_a_gather_are_rejected)
{
    enum { MANY = 53 };
    static strew_plan plan;
    int64_t shape[MANY + 1], strides[MANY + 1]; /* no two elements are adjacent */
    static const unsigned char element[512];
    const strew_options fills = STREW_OPTIONS(.fill = element);
    const int64_t one[] = {1, 1};
    unsigned n_without_fill = 0;

    for (int d = 0; d <= MANY; d++) {
        shape[d] = 2;
        strides[d] = d % 2 ? 3 : 5; /* neither is as long as two of the other */
    }
    for (int n = 16; n <= MANY && SIZE_MAX > UINT32_MAX; n++) {
        const int64_t *const of_inner = strides + MANY + 1 - n;
        const strew_tensor wide = {STREW_DTYPE_INT8, n + 1, shape, NULL, of_inner - 1}, tuple = {STREW_DTYPE_INT8, 2, one, NULL, NULL};
        const strew_tensor dense = {STREW_DTYPE_INT8, n, shape, NULL, NULL}, many = {STREW_DTYPE_INT8, n, shape, NULL, of_inner};
        const strew_tensor opaque = {STREW_DTYPE_OPAQUE(256), n + 1, shape, NULL, of_inner - 1};
        strew_fault faults[4];
        const strew_status statuses[] = {
            plan_gather_nd(&plan, &wide, &tuple, 0, NULL, &faults[0]), plan_gather_elements(&plan, &dense, &many, 0, NULL, &faults[1]),
            plan_gather_elements(&plan, &many, &many, 0, NULL, &faults[2]), plan_gather_nd(&plan, &opaque, &tuple, 0, &fills, &faults[3])};
        for (size_t i = 0; i < COUNT(statuses); i++) {
            if (n == 16 || n == MANY) assert_int_equal(statuses[i], n == MANY ? STREW_STATUS_STRIDES_TOO_MANY : STREW_OK);
            const int is_filled = i == 3 && statuses[0] == STREW_OK;
            if (statuses[i] != STREW_OK) assert_no_room(&faults[i], is_filled ? "components and options.fill" : "data, indices and output");
            n_without_fill += statuses[i] != STREW_OK && is_filled;
        }
    }
    assert_true(n_without_fill > 0 || SIZE_MAX == UINT32_MAX);

    /* Dimensions of size 1 are no loops. */
    int64_t ones[STREW_MAX_RANK], ones_strides[STREW_MAX_RANK];
    for (int d = 0; d < STREW_MAX_RANK; d++) {
        ones[d] = d < STREW_MAX_RANK - 2 ? 1 : 2;
        ones_strides[d] = 2 * (STREW_MAX_RANK - d);
    }
    const strew_tensor flat = {STREW_DTYPE_INT8, STREW_MAX_RANK, ones, NULL, NULL},
                       apart = {STREW_DTYPE_INT8, STREW_MAX_RANK, ones, NULL, ones_strides};
    assert_int_equal(plan_gather_elements(&plan, &flat, &apart, 0, NULL, NULL), STREW_OK);
}

/* What is planned depends on the call alone, not on the plan of another operator that was there. */
TEST(a_plan_does_not_depend_on_what_was_there)
{
    static const int64_t shape[] = {2, 3, 2}, rows[] = {2, 1, 2}, one[] = {12}, at[] = {2, 0};
    const float old[12] = {1}, new[] = {10, 20, 30, 40};
    const strew_options options = STREW_OPTIONS(.nan = STREW_NAN_LOSES);
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 3, shape, NULL, NULL}, indices = {STREW_DTYPE_INT64, 2, rows, NULL, NULL},
                       updates = {STREW_DTYPE_FLOAT32, 3, rows, NULL, NULL}, mask = {STREW_DTYPE_BOOL, 3, shape, NULL, NULL},
                       many = {STREW_DTYPE_FLOAT32, 1, one, NULL, NULL};
    const strew_call masked = STREW_CALL(.op = STREW_OPERATOR_MASKED_SCATTER, .data = data, .updates = many, .mask = mask);
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .axis = 1, .batch_dims = 1,
                                       .options = &options, .data = data, .indices = indices, .updates = updates);
    const float expected[] = {1, 0, 0, 0, 10, 20, 30, 40, 0, 0, 0, 0};
    float output[12];
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = old, .indices = at, .updates = new);
    strew_plan plan;

    memset(&plan, 0x5a, sizeof plan);
    assert_int_equal(strew_plan_call(&plan, &masked, NULL), STREW_OK);
    assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
    assert_int_equal(strew_run(&plan, &buffers, NULL, NULL), STREW_OK);
    assert_memory_equal(output, expected, sizeof output);
}

/* The most that a plan must have room for: tensors of 16 dimensions, none of which can be joined, updates included; and of output and data,
 * whose strides differ. */
TEST(sixteen_dimensions_of_any_strides_fit)
{
    enum { RANK = 16 };
    static strew_plan plan;
    int64_t shape[RANK], up[RANK], down[RANK], indices_strides[RANK], twos[RANK], step = 1;
    strew_fault fault;

    for (int d = 0; d < RANK; d++, step *= 4) {
        shape[d] = 3;
        twos[d] = 2;
        up[d] = step;
        down[RANK - 1 - d] = -step;
        indices_strides[d] = d % 2 ? 3 : 5;
    }
    for (int32_t k = 0; k <= RANK && SIZE_MAX > UINT32_MAX; k++) {
        /* n dimensions of tuples, and those of their slices. */
        const int32_t n = k < RANK ? k : RANK - 1;
        int64_t indices_shape[RANK + 1], updates_shape[RANK];
        for (int32_t d = 0; d < RANK; d++) indices_shape[d] = updates_shape[d] = d < n ? 2 : 3;
        indices_shape[n] = k;
        const strew_tensor data = {STREW_DTYPE_INT8, RANK, shape, NULL, up}, output = {STREW_DTYPE_INT8, RANK, shape, NULL, down},
                           indices = {STREW_DTYPE_INT64, n + 1, indices_shape, NULL, indices_strides},
                           updates = {STREW_DTYPE_INT8, n + RANK - k, updates_shape, NULL, indices_strides};
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .data = data,
                                           .indices = indices, .updates = updates, .output = output);
        if (strew_plan_call(&plan, &call, &fault) != STREW_OK) fail_msg("scatter_nd of %d components", k);
    }
    const strew_tensor data = {STREW_DTYPE_OPAQUE(64), RANK, shape, NULL, up}, output = {STREW_DTYPE_OPAQUE(64), RANK, shape, NULL, down},
                       indices = {STREW_DTYPE_INT64, RANK, twos, NULL, indices_strides},
                       ordered = {STREW_DTYPE_OPAQUE(64), RANK, twos, NULL, down};
    const strew_call calls[] = {
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ELEMENTS, .data = data, .indices = indices, .updates = ordered, .output = output),
        STREW_CALL(.op = STREW_OPERATOR_PUT, .data = data, .indices = indices, .updates = ordered, .output = output),
        STREW_CALL(.op = STREW_OPERATOR_GATHER_ELEMENTS, .data = data, .indices = indices, .output = ordered),
        STREW_CALL(.op = STREW_OPERATOR_TAKE, .data = data, .indices = indices, .output = ordered),
    };
    for (size_t i = 0; i < COUNT(calls) && SIZE_MAX > UINT32_MAX; i++) {
        if (strew_plan_call(&plan, &calls[i], &fault) != STREW_OK) fail_msg("%s", strew_operator_name(calls[i].op));
    }
}

/* Dense calls of any rank fit, whatever their options and reduction. */
TEST(dense_tensors_of_any_rank_fit)
{
    static const float element = 1;
    static strew_plan plan;
    int64_t ones[STREW_MAX_RANK], nothing[STREW_MAX_RANK];
    strew_fault fault;

    for (int32_t d = 0; d < STREW_MAX_RANK; d++) {
        ones[d] = d < 40 ? 1 + d % 2 : 1;
        nothing[d] = 0;
    }
    for (int32_t k = 0; k <= STREW_MAX_RANK; k++) {
        const int32_t n_tuple_dims = k == 0 ? 0 : k == STREW_MAX_RANK ? STREW_MAX_RANK - 1 : k;
        int64_t tuples[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK];
        for (int32_t d = 0; d < n_tuple_dims; d++) tuples[d] = updates_shape[d] = d < 30 ? 2 : 1;
        tuples[n_tuple_dims] = k;
        for (int32_t d = k; d < STREW_MAX_RANK; d++) updates_shape[n_tuple_dims + d - k] = ones[d];
        const strew_tensor data = {STREW_DTYPE_FLOAT32, STREW_MAX_RANK, ones, NULL, NULL},
                           indices = {STREW_DTYPE_INT64, n_tuple_dims + 1, tuples, NULL, NULL},
                           updates = {STREW_DTYPE_FLOAT32, n_tuple_dims + STREW_MAX_RANK - k, updates_shape, NULL, NULL};
        const strew_options options[] = {STREW_OPTIONS_INIT, STREW_OPTIONS(.alpha = &element), STREW_OPTIONS(.nan = STREW_NAN_LOSES),
                                         STREW_OPTIONS(.policy = STREW_POLICY_SKIP, .nan = STREW_NAN_LOSES, .alpha = &element)};
        for (size_t i = 0; i < COUNT(options) && SIZE_MAX > UINT32_MAX; i++) {
            const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .options = &options[i],
                                               .data = data, .indices = indices, .updates = updates);
            if (strew_plan_call(&plan, &call, &fault) != STREW_OK) fail_msg("%d components, options %zu", k, i);
        }
        const strew_options fill = STREW_OPTIONS(.policy = STREW_POLICY_SKIP, .fill = &element);
        const strew_call gather = STREW_CALL(.op = STREW_OPERATOR_GATHER_ND, .options = &fill, .data = data, .indices = indices);
        if (SIZE_MAX > UINT32_MAX && strew_plan_call(&plan, &gather, &fault) != STREW_OK) fail_msg("gather_nd of %d components", k);
    }

    /* Nothing is to be done with dimensions of size 0, not even where NaN is passed over. */
    const strew_options passes_over_nan = STREW_OPTIONS(.nan = STREW_NAN_LOSES);
    const strew_tensor data = {STREW_DTYPE_FLOAT32, STREW_MAX_RANK, nothing, NULL, NULL},
                       indices = {STREW_DTYPE_INT64, STREW_MAX_RANK, nothing, NULL, NULL};
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ELEMENTS, .reduction = STREW_REDUCTION_ADD, .options = &passes_over_nan,
                                       .data = data, .indices = indices, .updates = data);
    assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
}

/* The bytes from the first element to the last one need an address each. */
TEST(strides_that_are_too_large_are_rejected)
{
    static const int64_t max = PTRDIFF_MAX;
    const int64_t too_large[][2] = {
        {INT64_MAX, 1},                                          /* a step alone */
        {1, INT64_MIN},      {max / 4 / 2, 1},                   /* three steps */
        {-(max / 4 / 2), 1}, {max / 4 / 4 + 1, max / 4 / 8 + 1}, /* both dimensions: 3 / 4 and 2 / 8, and some bytes more */
    };
    static const char *const subjects[] = {"data", "updates", "output"};
    char text[300], strides[60];

    for (size_t i = 0; i < COUNT(too_large); i++) {
        snprintf(strides, sizeof strides, "{%lld,%lld}", (long long)too_large[i][0], (long long)too_large[i][1]);
        for (size_t s = 0; s < COUNT(subjects); s++) {
            snprintf(text, sizeof text, "scatter_nd indices=int64[4,1] data=float32[4,3]%s updates=float32[4,3]%s output=float32[4,3]%s",
                     s == 0 ? strides : "", s == 1 ? strides : "", s == 2 ? strides : "");
            reject_text(text, FAULT(TOO_LARGE, .subject = subjects[s], .high = max), subjects[s]);
        }
    }
    snprintf(text, sizeof text, "scatter_nd indices=int64[4,1] data=float32[4,3] updates=float32[4,3] output=float32[4,3]{%lld,1}",
             (long long)(max / 4 / 4));
    accept_text(text);
}

/* Two steps of half of all that can be addressed are more than an int64 holds, but only one is made. */
TEST(strides_as_large_as_they_may_be_are_planned)
{
    static const int64_t half = PTRDIFF_MAX / 2 + 1, edges_of[] = {0, 1}, one = 1;
    const int64_t shape[] = {1, 2, 2}, tuples[] = {2, 2, 1}, updates_shape[] = {2, 2, 2, 2};
    const int64_t strides[] = {5, 1, half}, index_strides[] = {1, half, 0}, update_strides[] = {1, 2, 4, half};
    const int64_t *const edges[] = {edges_of};
    const strew_tensor of_data = {STREW_DTYPE_INT8, 3, shape, NULL, strides},
                       of_indices = {STREW_DTYPE_INT8, 3, tuples, NULL, index_strides},
                       of_updates = {STREW_DTYPE_INT8, 4, updates_shape, NULL, update_strides};
    const strew_tensor of_output = output_with(&of_data, strides);
    const reference_call call = {REFERENCE_ND, &of_data, &of_indices, &of_updates, 0, STREW_REDUCTION_ADD, .output = &of_output};
    strew_fault fault;
    strew_plan plan;

    assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK);
    assert_int_equal(strew_group_by_chunk(NULL, NULL, NULL, &of_data, &of_indices, &(strew_chunk_grid){&one, edges}, NULL, &fault),
                     STREW_STATUS_NULL_POINTER);
    assert_string_equal(fault.subject, "starts");
}

/* An empty tensor has no element to find, nor steps in a dimension of one. */
TEST(strides_of_nothing_may_be_anything)
{
    static const int64_t shape[] = {4, 3}, none[] = {0, 2}, no_updates[] = {0}, single[] = {1, 1}, single_update[] = {1, 3};
    static const int64_t cache_shape[] = {2, 4, 3}, no_tokens[] = {2, 0, 3}, rows_at[] = {0, 4}, columns_at[] = {0, 3};
    static const int64_t ones[] = {1, 1}, zero = 0;
    static const int64_t strides[] = {INT64_MAX, INT64_MIN, 5}, backwards[] = {-7, 1};
    static const int64_t *const edges[] = {rows_at, columns_at};
    static float cache[24], values[12], output_of[24];
    int64_t starts[2], order[1];
    strew_plan plan;
    const strew_tensor of_data = {STREW_DTYPE_FLOAT32, 2, shape, values, NULL}, of_none = {STREW_DTYPE_INT64, 2, none, NULL, strides},
                       of_no_updates = {STREW_DTYPE_FLOAT32, 1, no_updates, NULL, strides};
    const strew_tensor past = {STREW_DTYPE_FLOAT32, 3, cache_shape, cache, NULL},
                       tokens = {STREW_DTYPE_FLOAT32, 3, no_tokens, NULL, strides};
    const strew_tensor alone = {STREW_DTYPE_INT64, 2, single, &zero, strides}, behind = {STREW_DTYPE_INT64, 2, single, &zero, backwards},
                       row = {STREW_DTYPE_FLOAT32, 2, single_update, values, NULL};
    const strew_options options = STREW_OPTIONS(.profile = STREW_PROFILE_ONNX_SCATTERND_18);
    const strew_chunk_grid grid = {ones, edges};

    assert_int_equal(plan_scatter_nd(&plan, &of_data, &of_none, &of_no_updates, STREW_REDUCTION_ADD, NULL, NULL), STREW_OK);
    assert_int_equal(strew_tensor_scatter(output_of, &past, &tokens, NULL, 1, STREW_CACHE_LINEAR, NULL, NULL), STREW_OK);
    assert_int_equal(strew_group_by_chunk(starts, NULL, NULL, &of_data, &of_none, &grid, NULL, NULL), STREW_OK);
    assert_int_equal(strew_group_by_chunk(starts, order, NULL, &of_data, &alone, &grid, NULL, NULL), STREW_OK);
    assert_int_equal(plan_scatter_nd(&plan, &of_data, &behind, &row, STREW_REDUCTION_ADD, &options, NULL), STREW_OK);
}
