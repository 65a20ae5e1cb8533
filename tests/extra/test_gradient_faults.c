/* What strew_gradient rejects, through its header alone. */
#include <strew/gradient.h>

#include "fault.h"
#include "testing.h"

static const int64_t shape[] = {3, 2}, tuples_shape[] = {4, 1}, one_each[] = {4}, updates_shape[] = {4, 2}, table_shape[] = {5, 2};
static const float slices[10];
static int64_t four[] = {0, 1, 2, 1}, four_rows[] = {0, 4, 2, -1};

/* A call that is accepted, and its buffers. */
static strew_call call_with_rows(void)
{
    return (strew_call)STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD,
                                  .data = {STREW_DTYPE_FLOAT32, 2, shape, NULL, NULL},
                                  .indices = {STREW_DTYPE_INT64, 2, tuples_shape, NULL, NULL},
                                  .updates = {STREW_DTYPE_FLOAT32, 2, table_shape, NULL, NULL},
                                  .update_indices = {STREW_DTYPE_INT64, 1, one_each, NULL, NULL},
                                  .weights = {STREW_DTYPE_FLOAT32, 1, one_each, NULL, NULL});
}

static strew_gradient_buffers buffers_with_rows(void)
{
    return (strew_gradient_buffers)STREW_GRADIENT_BUFFERS(.output_gradient = slices, .indices = four, .update_indices = four_rows,
                                                          .updates = slices);
}

TEST(what_has_no_gradient_is_rejected)
{
    float output[16], alpha = 1;
    strew_fault fault;
    const strew_call good = call_with_rows();
    const strew_gradient_buffers buffers = buffers_with_rows();
    const strew_gradient_of of = STREW_GRADIENT_OF_WEIGHTS;
    assert_int_equal(strew_gradient(output, &good, of, &buffers, NULL, &fault), STREW_OK);
    for (size_t i = 0; i < 16; i++) output[i] = 5;
    static const strew_reduction without[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_MUL};
    strew_call call = good;
    strew_options options = STREW_OPTIONS_INIT;
    call.options = &options;
    for (size_t i = 0; i < COUNT(without); i++) {
        call.reduction = without[i];
        EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), UNSUPPORTED_GRADIENT, .value = (int64_t)without[i]);
        assert_sentence(&fault, i == 0 ? "none|gradient" : "mul|gradient");
    }
    call.reduction = STREW_REDUCTION_SUB;
    options.excludes_self = 1; /* the first update is not subtracted */
    EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), UNSUPPORTED_GRADIENT, .subject = "options.excludes_self",
                 .value = STREW_REDUCTION_SUB);
    options.excludes_self = 0;
    call.reduction = STREW_REDUCTION_ADD;
    EXPECT_FAULT(strew_gradient(output, &call, 0, &buffers, NULL, &fault), UNKNOWN_OPTION, .subject = "of");
    EXPECT_FAULT(strew_gradient(output, &call, 4, &buffers, NULL, &fault), UNKNOWN_OPTION, .subject = "of", .value = 4);
    options.nan = STREW_NAN_LOSES;
    EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "options.nan",
                 .high = STREW_REDUCTION_ADD);
    options.nan = STREW_NAN_WINS;
    options.overflow = STREW_OVERFLOW_SATURATES;
    options.accumulate = STREW_DTYPE_FLOAT64;
    EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "options.overflow",
                 .high = STREW_REDUCTION_ADD);
    options = (strew_options)STREW_OPTIONS_INIT;
    call.data.dtype = call.updates.dtype = call.weights.dtype = STREW_DTYPE_INT32;
    EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), UNSUPPORTED_DTYPE, .subject = "data",
                 .value = STREW_DTYPE_INT32);
    assert_sentence(&fault, "data|int32");
    call = good;
    call.weights = (strew_tensor){0};
    EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), NULL_POINTER, .subject = "weights");
    call = good;
    call.op = STREW_OPERATOR_MASKED_SCATTER; /* which has no use for most of it */
    assert_int_equal(strew_gradient(output, &call, of, &buffers, NULL, &fault), STREW_STATUS_UNUSED_ARGUMENT);
    call = (strew_call)STREW_CALL(.op = STREW_OPERATOR_TAKE, .data = good.data, .indices = good.indices);
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), PLAN_MISMATCH, .subject = "take");
    call = good;
    call.indices.shape = shape; /* planning finds it */
    assert_int_equal(strew_gradient(output, &call, of, &buffers, NULL, &fault), STREW_STATUS_TUPLES_SHAPE_MISMATCH);
    options.profile = STREW_PROFILE_ONNX_SCATTERND_18;
    call = (strew_call)STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .options = &options, .data = good.data,
                                  .indices = good.indices, .updates = {STREW_DTYPE_FLOAT32, 2, updates_shape, NULL, NULL});
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), PROFILE_LACKS_OPERATOR,
                 .subject = "gradient", .profile = STREW_PROFILE_ONNX_SCATTERND_18);
    options = (strew_options)STREW_OPTIONS(.alpha = &alpha);
    for (size_t i = 0; i < 16; i++) assert_true(output[i] == 5);
}

TEST(buffers_are_those_that_are_needed)
{
    float output[16];
    strew_fault fault;
    const strew_call call = call_with_rows();
    const strew_gradient_buffers good = buffers_with_rows();
    strew_gradient_buffers buffers = good;
    const strew_gradient_of of = STREW_GRADIENT_OF_WEIGHTS;
    static const char *const names[] = {"output_gradient", "indices", "update_indices", "updates"};
    for (size_t i = 0; i < COUNT(names); i++) {
        buffers = good;
        const void **const members[] = {&buffers.output_gradient, &buffers.indices, &buffers.update_indices, &buffers.updates};
        *members[i] = NULL;
        EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), NULL_POINTER, .subject = names[i],
                     .value = (int64_t[]){24, 32, 32, 40}[i]);
        buffers = good;
        *members[i] = output;
        assert_int_equal(strew_gradient(output, &call, of, &buffers, NULL, &fault), STREW_STATUS_OUTPUT_OVERLAP);
        assert_string_equal(fault.subject, names[i]);
    }
    EXPECT_FAULT(strew_gradient(NULL, &call, of, &good, NULL, &fault), NULL_POINTER, .subject = "output", .value = 16);
    EXPECT_FAULT(strew_gradient(output, &call, of, NULL, NULL, &fault), NULL_POINTER, .subject = "buffers");
    buffers = good;
    buffers.struct_size = 0;
    assert_int_equal(strew_gradient(output, &call, of, &buffers, NULL, &fault), STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE);
    buffers = good;
    buffers.weights = slices;
    EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "weights", .high = -1);
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_UPDATES, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "updates",
                 .high = -1);
    buffers = good;
    buffers.components = &buffers.indices;
    EXPECT_FAULT(strew_gradient(output, &call, of, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "components", .high = -1);
    /* A table needs a workspace, which must not overlap what is read. */
    static uint64_t workspace[512];
    buffers = good;
    buffers.updates = NULL;
    buffers.weights = slices;
    buffers.output_gradient = workspace;
    strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = 8);
    assert_int_equal(strew_gradient(output, &call, STREW_GRADIENT_OF_UPDATES, &buffers, &resources, &fault),
                     STREW_STATUS_WORKSPACE_TOO_SMALL);
    assert_int_equal(fault.value, 8);
    resources.workspace_bytes = sizeof workspace;
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_UPDATES, &buffers, &resources, &fault), WORKSPACE_OVERLAP,
                 .subject = "output_gradient", .value = 24);
}

TEST(an_index_out_of_bounds_is_named)
{
    float output[16], before[16];
    strew_fault fault;
    const strew_call call = call_with_rows();
    for (size_t i = 0; i < 16; i++) output[i] = before[i] = 5;
    for (int of = STREW_GRADIENT_OF_UPDATES; of <= STREW_GRADIENT_OF_DATA; of++) {
        strew_gradient_buffers buffers = buffers_with_rows();
        if (of != STREW_GRADIENT_OF_WEIGHTS) buffers.updates = NULL;
        if (of == STREW_GRADIENT_OF_UPDATES) buffers.weights = slices;
        for (int32_t part = 0; part < 3; part++) {
            uint64_t workspace[512];
            const strew_resources resources =
                STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace, .part = part, .n_parts = 3);
            four_rows[1] = 5;
            EXPECT_FAULT(strew_gradient(output, &call, (strew_gradient_of)of, &buffers, &resources, &fault), INDEX_OUT_OF_BOUNDS,
                         .subject = "update_indices", .dimension = -1, .tuple = 1, .value = 5, .low = -5, .high = 4);
            assert_sentence(&fault, "update_indices[1]|5|[-5, 4]");
            four[3] = -4;
            EXPECT_FAULT(strew_gradient(output, &call, (strew_gradient_of)of, &buffers, &resources, &fault), INDEX_OUT_OF_BOUNDS,
                         .tuple = 3, .value = -4, .low = -3, .high = 2);
            four_rows[1] = 4;
            four[3] = 1;
        }
    }
    assert_memory_equal(output, before, sizeof output);
}

TEST(segments_are_checked)
{
    float output[16], before[16];
    const int64_t n_offsets = 4;
    int64_t offsets[] = {0, 1, 4, 4}, sorted[] = {0, 1, 1, 2};
    strew_fault fault;
    strew_options options = STREW_OPTIONS(.initial = STREW_INITIAL_DATA);
    strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = STREW_REDUCTION_ADD, .options = &options,
                   .data = {STREW_DTYPE_FLOAT32, 2, shape, NULL, NULL}, .updates = {STREW_DTYPE_FLOAT32, 2, updates_shape, NULL, NULL},
                   .offsets = {STREW_DTYPE_INT64, 1, &n_offsets, NULL, NULL});
    strew_gradient_buffers buffers = STREW_GRADIENT_BUFFERS(.output_gradient = slices, .offsets = offsets);
    for (size_t i = 0; i < 16; i++) output[i] = before[i] = 5;
    offsets[2] = 5;
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), INDEX_OUT_OF_BOUNDS, .subject = "offsets",
                 .tuple = 2, .value = 5, .low = 1, .high = 4);
    offsets[2] = 4;
    buffers.indices = sorted;
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "indices",
                 .high = -1);
    buffers.offsets = NULL;
    call.offsets = (strew_tensor){0};
    call.indices = (strew_tensor){STREW_DTYPE_INT64, 1, one_each, NULL, NULL};
    sorted[2] = 0;
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), NOT_SORTED, .tuple = 2, .high = 1);
    sorted[2] = -1; /* which does not wrap */
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), INDEX_OUT_OF_BOUNDS, .tuple = 2,
                 .value = -1, .high = 2);
    options.initial = STREW_INITIAL_ZERO;
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), UNSUPPORTED_GRADIENT, .subject = "data",
                 .value = STREW_REDUCTION_ADD);
    assert_memory_equal(output, before, sizeof output);
}

/* Of several faults, a run and a gradient tell the same. */
TEST(faults_have_one_order)
{
    static const struct {
        int64_t indices[4], rows[4];
        strew_fault fault;
    } all[] = {
        {{1, 0, 2, 3}, {0, 5, 0, 0}, FAULT(INDEX_OUT_OF_BOUNDS, .tuple = 3, .value = 3, .high = 2)},
        {{1, 0, 2, 2}, {5, 0, 0, 0}, FAULT(NOT_SORTED, .tuple = 1, .value = 0, .high = 1)},
        {{0, 1, 2, 1}, {0, 5, 0, 0}, FAULT(NOT_SORTED, .tuple = 3, .value = 1, .high = 2)},
        {{0, 1, 2, 2},
         {0, 0, 5, 6},
         FAULT(INDEX_OUT_OF_BOUNDS, .subject = "update_indices", .dimension = -1, .tuple = 2, .value = 5, .low = -5, .high = 4)},
    };
    strew_call call = call_with_rows();
    call.op = STREW_OPERATOR_SEGMENT;
    call.indices = (strew_tensor){STREW_DTYPE_INT64, 1, one_each, NULL, NULL};
    for (size_t i = 0; i < COUNT(all); i++) {
        float output[10];
        strew_plan plan;
        uint64_t room[256];
        strew_fault told[2];
        const strew_gradient_buffers of_gradient =
            STREW_GRADIENT_BUFFERS(.output_gradient = slices, .indices = all[i].indices, .update_indices = all[i].rows, .updates = slices);
        const strew_buffers of_run =
            STREW_BUFFERS(.output = output, .indices = all[i].indices, .updates = slices, .update_indices = all[i].rows, .weights = slices);
        const strew_resources resources = STREW_RESOURCES(.workspace = room, .workspace_bytes = sizeof room);
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        strew_run(&plan, &of_run, &resources, &told[0]);
        strew_gradient(output, &call, STREW_GRADIENT_OF_WEIGHTS, &of_gradient, NULL, &told[1]);
        for (size_t j = 0; j < COUNT(told); j++) assert_fault(&told[j], all[i].fault);
    }
}

TEST(winners_are_checked)
{
    float output[16], before[16];
    int64_t winners_of_all[] = {0, -1, 2, 3, -1, 4};
    strew_fault fault;
    strew_call call = call_with_rows();
    strew_gradient_buffers buffers = buffers_with_rows();
    buffers.updates = NULL;
    call.reduction = STREW_REDUCTION_MIN;
    for (size_t i = 0; i < 16; i++) output[i] = before[i] = 5;
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), NULL_POINTER, .subject = "arg");
    call.arg = (strew_tensor){STREW_DTYPE_INT64, 2, shape, NULL, NULL};
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), NULL_POINTER, .subject = "arg",
                 .value = sizeof winners_of_all);
    buffers.arg = winners_of_all;
    for (int i = 0; i < 2; i++) {
        EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), INDEX_OUT_OF_BOUNDS, .subject = "arg",
                     .dimension = -1, .tuple = 5, .value = i == 0 ? 4 : -2, .high = 3);
        assert_sentence(&fault, i == 0 ? "arg[5]|4|[0, 3]" : "arg[5]|-2|[0, 3]");
        winners_of_all[5] = -2;
    }
    strew_options options = STREW_OPTIONS(.accumulate = STREW_DTYPE_FLOAT64);
    call.options = &options;
    EXPECT_FAULT(strew_gradient(output, &call, STREW_GRADIENT_OF_UPDATES, &buffers, NULL, &fault), UNUSED_ARGUMENT,
                 .subject = "options.accumulate", .high = STREW_REDUCTION_MIN);
    assert_memory_equal(output, before, sizeof output);
    winners_of_all[5] = -1;
    call.options = NULL;
    assert_int_equal(strew_gradient(output, &call, STREW_GRADIENT_OF_DATA, &buffers, NULL, &fault), STREW_OK);
    assert_memory_not_equal(output, before, 6 * sizeof *output);
}
