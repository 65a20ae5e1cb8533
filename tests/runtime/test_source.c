/* Update indices: of every type, with strides, and what is said of one that is out of bounds. */
#include <strew/strew.h>

#include "call_text.h"
#include "fault.h"
#include "reference.h"
#include "source.h"
#include "testing.h"

enum { TUPLES = 150, ROWS = 100, SLICES = 5 };

static int64_t indices[TUPLES];
static float table[ROWS], output[SLICES], expected[SLICES];
static unsigned char rows[TUPLES * 3 * sizeof(int64_t)];

/* Of SLICES single floats. */
static strew_call call_of_rows(strew_dtype dtype, const int64_t *strides, const strew_options *options)
{
    static const int64_t slices[] = {SLICES}, tuples[] = {TUPLES}, n_rows[] = {ROWS};
    return STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .options = options,
                      .data = {STREW_DTYPE_FLOAT32, 1, slices}, .indices = {STREW_DTYPE_INT64, 1, tuples},
                      .updates = {STREW_DTYPE_FLOAT32, 1, n_rows}, .update_indices = {dtype, 1, tuples, NULL, strides});
}

static strew_status run(const strew_call *call, const void *update_indices, strew_fault *fault)
{
    strew_plan plan;
    const strew_buffers buffers =
        STREW_BUFFERS(.output = output, .data = output, .indices = indices, .updates = table, .update_indices = update_indices);
    assert_int_equal(strew_plan_call(&plan, call, NULL), STREW_OK);
    return strew_run(&plan, &buffers, NULL, fault);
}

static void fill(void)
{
    memset(output, 0, sizeof output);
    memset(expected, 0, sizeof expected);
    for (size_t i = 0; i < ROWS; i++) table[i] = (float)(i * i);
    for (size_t i = 0; i < TUPLES; i++) indices[i] = (int64_t)(i * 7 % SLICES);
}

TEST(update_indices_have_any_type_and_stride)
{
    for (size_t d = 0; d < REFERENCE_INDEX_DTYPES; d++) {
        for (int64_t stride = -3; stride <= 3; stride++) {
            const strew_dtype dtype = reference_index_dtypes[d];
            const size_t size = reference_size(dtype);
            const strew_options options = STREW_OPTIONS_INIT;
            const strew_call call = call_of_rows(dtype, &stride, &options);
            unsigned char *const first = rows + (stride < 0 ? (size_t)-stride * (TUPLES - 1) * size : 0);
            fill();
            memset(rows, 0, sizeof rows);
            for (int64_t t = 0; t < TUPLES; t++)
                reference_write_integer(dtype, first + t * stride * (int64_t)size, (uint64_t)(t * 31 % ROWS));
            for (int64_t t = 0; t < TUPLES; t++) {
                expected[indices[t]] += table[reference_read_index(dtype, first + t * stride * (int64_t)size)];
            }
            assert_int_equal(run(&call, first, NULL), STREW_OK);
            assert_memory_equal(output, expected, sizeof output);
        }
    }
}

TEST(the_first_row_out_of_bounds_is_named)
{
    static int64_t of_rows[TUPLES];
    static const int64_t wrong[] = {ROWS, -ROWS - 1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        for (int negative = 0; negative < 2; negative++) {
            strew_fault fault;
            const strew_options options = STREW_OPTIONS(.update_negative = (strew_negative)negative);
            const strew_call call = call_of_rows(STREW_DTYPE_INT64, NULL, &options);
            fill();
            memset(of_rows, 0, sizeof of_rows);
            of_rows[120] = of_rows[77] = wrong[i];
            assert_int_equal(run(&call, of_rows, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            assert_fault(&fault, FAULT(INDEX_OUT_OF_BOUNDS, .subject = "update_indices", .dimension = -1, .tuple = 77, .value = wrong[i],
                                       .low = negative ? 0 : -ROWS, .high = ROWS - 1));
            assert_memory_equal(output, expected, sizeof output); /* zeros */
        }
    }
}

/* What one side passes over is not checked on the other; an index that neither passes over is. */
TEST(what_one_side_passes_over_is_not_checked_on_the_other)
{
    static int64_t of_rows[TUPLES];
    strew_fault fault;
    strew_options options =
        STREW_OPTIONS(.has_ignore_index = 1, .ignore_index = -9, .has_update_ignore_index = 1, .update_ignore_index = -8);
    const strew_call call = call_of_rows(STREW_DTYPE_INT64, NULL, &options);
    fill();
    memset(of_rows, 0, sizeof of_rows);
    for (size_t t = 0; t < TUPLES; t++) of_rows[t] = (int64_t)t % ROWS;
    indices[3] = -9;
    of_rows[3] = 12345;
    indices[4] = -77;
    of_rows[4] = -8;
    for (size_t t = 0; t < TUPLES; t++) expected[indices[t] < 0 ? 0 : indices[t]] += indices[t] < 0 ? 0 : table[of_rows[t]];
    assert_int_equal(run(&call, of_rows, &fault), STREW_OK);
    assert_memory_equal(output, expected, sizeof output);
    of_rows[5] = 12345;
    assert_int_equal(run(&call, of_rows, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_int_equal(fault.tuple, 5);
    of_rows[5] = 0;
    indices[2] = 99;
    assert_int_equal(run(&call, of_rows, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_fault(&fault, FAULT(INDEX_OUT_OF_BOUNDS, .tuple = 2, .value = 99, .low = -SLICES, .high = SLICES - 1));
    assert_memory_equal(output, expected, sizeof output);
}

/* With any workspace: an index that no update index passes over is checked, in the second block too. */
TEST(what_has_a_row_is_checked_with_a_workspace)
{
    enum { MANY = 1000 };
    static int64_t named[MANY], of_rows[MANY];
    static uint64_t workspace[MANY];
    static const int64_t slices[] = {SLICES}, n_rows[] = {ROWS}, tuples[] = {MANY};
    const strew_options options = STREW_OPTIONS(.update_policy = STREW_POLICY_SKIP);
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .options = &options,
                                       .data = {STREW_DTYPE_FLOAT32, 1, slices}, .indices = {STREW_DTYPE_INT64, 1, tuples},
                                       .updates = {STREW_DTYPE_FLOAT32, 1, n_rows}, .update_indices = {STREW_DTYPE_INT64, 1, tuples});
    strew_plan plan;
    strew_fault fault;
    assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
    const size_t n_bytes = strew_plan_workspace_size(&plan, 1);
    assert_in_range(n_bytes, 0, sizeof workspace);
    const strew_buffers buffers =
        STREW_BUFFERS(.output = output, .data = output, .indices = named, .updates = table, .update_indices = of_rows);
    for (size_t wrong = 0; wrong < MANY; wrong += 333) {
        for (int has_row = 0; has_row < 2; has_row++) {
            const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
            fill();
            for (size_t t = 0; t < MANY; t++) named[t] = (int64_t)(t * 7 % SLICES);
            memset(of_rows, 0, sizeof of_rows);
            named[wrong] = SLICES;
            of_rows[wrong] = has_row ? 1 : ROWS;
            const strew_status status = strew_run(&plan, &buffers, &resources, &fault);
            assert_int_equal(status, has_row ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK);
            if (has_row) assert_int_equal(fault.tuple, wrong);
            if (has_row) assert_memory_equal(output, expected, sizeof output);
        }
    }
}

/* An update index that is wrong does not pass its tuple over, whatever else does. */
TEST(what_is_wrong_on_both_sides_is_rejected)
{
    static int64_t of_rows[TUPLES];
    strew_fault fault;
    for (strew_policy policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_CLAMP; policy++) {
        if (policy == STREW_POLICY_TRUSTED) continue;
        const strew_options options = STREW_OPTIONS(.update_policy = policy, .has_update_ignore_index = 1, .update_ignore_index = -8);
        const strew_call call = call_of_rows(STREW_DTYPE_INT64, NULL, &options);
        fill();
        memset(of_rows, 0, sizeof of_rows);
        indices[9] = SLICES;
        of_rows[9] = ROWS;
        indices[11] = -77;
        const int64_t wrong = policy == STREW_POLICY_SKIP ? 11 : 9;
        assert_int_equal(run(&call, of_rows, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_fault(&fault, FAULT(INDEX_OUT_OF_BOUNDS, .tuple = wrong, .value = indices[wrong], .low = -SLICES, .high = SLICES - 1));
        assert_memory_equal(output, expected, sizeof output);
    }
}

/* No row of an empty table can be named. */
TEST(a_table_may_be_empty)
{
    static const int64_t none[] = {0}, wrong[TUPLES] = {0}, ignored = -8;
    static int64_t of_rows[TUPLES];
    strew_fault fault;
    strew_options options = STREW_OPTIONS(.has_update_ignore_index = 1, .update_ignore_index = ignored);
    strew_call call = call_of_rows(STREW_DTYPE_INT64, NULL, &options);
    call.updates.shape = none;
    fill();
    for (size_t t = 0; t < TUPLES; t++) of_rows[t] = ignored;
    assert_int_equal(run(&call, of_rows, &fault), STREW_OK);
    assert_int_equal(run(&call, wrong, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_memory_equal(output, expected, sizeof output);
}

TEST(what_is_no_table_is_rejected)
{
#define SCATTER "scatter_nd data=float32[3,2] indices=int64[4,1] "
    static const struct {
        const char *call;
        strew_fault fault;
        const char *parts;
    } rejected[] = {
        {SCATTER "updates=float32[7,2] update_indices=int64[3]",
         FAULT(TUPLES_SHAPE_MISMATCH, .subject = "update_indices", .dimension = 0, .value = 3, .high = 4), "update_indices|3|4"},
        {SCATTER "updates=float32[7,2] update_indices=int64[4,1]",
         FAULT(TUPLES_SHAPE_MISMATCH, .subject = "update_indices", .dimension = -1, .value = 2, .high = 1), "rank 2"},
        {SCATTER "updates=float32[7,3] update_indices=int64[4]", FAULT(UPDATES_SHAPE_MISMATCH, .dimension = 1, .value = 3, .high = 2),
         "3|2"},
        {SCATTER "updates=float32[7] update_indices=int64[4]", FAULT(UPDATES_RANK_MISMATCH, .value = 1, .high = 2), "1|2"},
        {SCATTER "updates=float32[7,2] update_indices=float32[4]",
         FAULT(UNSUPPORTED_INDEX_DTYPE, .subject = "update_indices", .value = STREW_DTYPE_FLOAT32), "update_indices|float32"},
        {SCATTER "updates=float32[7,2] update_indices=99[4]", FAULT(UNKNOWN_DTYPE, .subject = "update_indices", .value = 99), "99"},
        {SCATTER "updates=float32[7,2] update_indices=int64[4] profile=ONNX_ScatterND-18",
         FAULT(PROFILE_LACKS_OPTION, .subject = "update_indices", .profile = STREW_PROFILE_ONNX_SCATTERND_18), "update_indices"},
    };
    strew_plan plan;
    strew_fault fault;
    const strew_options clamps = STREW_OPTIONS(.update_policy = STREW_POLICY_CLAMP);
    strew_call call = call_of_rows(STREW_DTYPE_INT64, NULL, &clamps);
    static const int64_t none[] = {0};
    call.updates.shape = none;
    assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION);
    assert_fault(&fault, FAULT(CLAMP_TO_EMPTY_DIMENSION, .subject = "update_indices"));
    for (size_t i = 0; i < COUNT(rejected); i++) reject_text(rejected[i].call, rejected[i].fault, rejected[i].parts);
    accept_text("scatter_update data=float32[3,2] indices=int64[4] updates=float32[3,7] update_indices=int64[4] axis=1");
}
