/* Sentences: one for every status, in buffers of any size. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include "call_text.h"
#include "calls.h"
#include "fault.h"
#include "guarded.h"
#include "testing.h"

enum { STATUSES = STREW_STATUS_ARG_TOO_NARROW + 1 };

static guarded room;

/* So many bytes, behind which there is a guard page. */
static char *room_for(size_t size)
{
    return memset(guarded_place(&room, size, FLUSH_END, 0), '#', size);
}

/* Valid until the next call. */
static const char *describe(const strew_fault *fault)
{
    char *const sentence = room_for(STREW_MESSAGE_BYTES);
    const size_t length = strew_fault_describe(fault, sentence, STREW_MESSAGE_BYTES);
    assert_int_equal(length, strlen(sentence));
    return sentence;
}

static const strew_fault out_of_bounds = {
    .status = STREW_STATUS_INDEX_OUT_OF_BOUNDS, .dimension = 1, .component = 1, .tuple = 3, .value = 7, .low = -4, .high = 3};
static const char out_of_bounds_sentence[] = "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1";

/* The longest numbers and names that there are; and no subject, as in a fault that a caller filled by hand. */
TEST(every_sentence_fits_the_promised_size)
{
    static const char *const subjects[] = {
        "data", "indices", "updates", "output", "plan", "shape of indices", "options.negative", "STREW_ISA", "scatter_elements", NULL};
    static const int64_t values[] = {
        INT64_MIN, INT64_MAX, -77, -1, 0, 1, 4, 5, 15, 99, STREW_DTYPE_COMPLEX128, STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_OPAQUE(64)};
    size_t n_profiles = 0;

    while (strew_profile_name((strew_profile)n_profiles)) n_profiles++;
    while (next_case()) {
        const size_t status = choose("status", STATUSES), s = choose("subject", COUNT(subjects)), v = choose("value", COUNT(values));
        const strew_fault fault = {.status = (strew_status)status,
                                   .dimension = INT32_MIN,
                                   .subject = subjects[s],
                                   .tuple = INT64_MIN,
                                   .value = values[v],
                                   .low = INT64_MIN,
                                   .high = values[(v + s) % COUNT(values)],
                                   .component = INT32_MIN,
                                   .profile = (strew_profile)((v * 7 + s) % (n_profiles + 1))};
        const char *const sentence = describe(&fault);
        const size_t length = strlen(sentence);
        assert_in_range(length, 5, STREW_MESSAGE_BYTES - 1);
        assert_int_equal(strew_fault_describe(&fault, NULL, 0), length);
        assert_null(strpbrk(sentence, "\n\r\t{}%"));
        assert_null(strstr(sentence, "(null)"));
        assert_true(sentence[length - 1] != '.' && sentence[length - 1] != ' ');
    }
}

/* Every status once and more, with the numbers that the library fills in. */
TEST(each_status_says_what_was_wrong)
{
#define SAYS(sentence, name, ...)                                                                                                          \
    {                                                                                                                                      \
        {.status = STREW_STATUS_##name, __VA_ARGS__}, sentence                                                                             \
    }
    static const struct {
        strew_fault fault;
        const char *sentence;
    } rows[] = {
        {{.status = STREW_OK}, "no fault"},
        SAYS("indices has rank 65, outside [1, 64]", RANK_OUT_OF_RANGE, .subject = "indices", .value = 65, .low = 1, .high = 64),
        SAYS("mask has rank 1, but 2 is needed", RANK_OUT_OF_RANGE, .subject = "mask", .value = 1, .low = 2, .high = 2),
        SAYS("dimension 2 of data is -3, a negative size", NEGATIVE_DIMENSION, .subject = "data", .dimension = 2, .value = -3),
        SAYS("updates has more than 9223372036854775807 bytes, the most that can be addressed (dimensions of size 0 not counted)",
             TOO_LARGE, .subject = "updates", .high = INT64_MAX),
        SAYS("a tuple of indices has 4 components, more than the 3 dimensions of data that it can index", TUPLE_TOO_LONG, .value = 4,
             .high = 3),
        SAYS("a tuple of indices has 5 components, more than the 1 dimension of data that it can index; indices of rank 1 are a single "
             "tuple, and n tuples of one index have the shape [n, 1]",
             TUPLE_TOO_LONG, .subject = "indices", .value = 5, .high = 1),
        SAYS("a tuple of indices has 1 component, more than the 0 dimensions of data that it can index", TUPLE_TOO_LONG, .value = 1),
        SAYS("axis is 3, outside [-3, 2]", AXIS_OUT_OF_RANGE, .value = 3, .low = -3, .high = 2),
        SAYS("axis is 2, but 1 is needed", AXIS_OUT_OF_RANGE, .value = 2, .low = 1, .high = 1),
        SAYS("indices has rank 2, but data has rank 3", INDICES_RANK_MISMATCH, .value = 2, .high = 3),
        SAYS("dimension 1 of indices is 5, more than the 4 of data", INDICES_SHAPE_MISMATCH, .dimension = 1, .value = 5, .high = 4),
        SAYS("updates has rank 1, but the other tensors ask for rank 2", UPDATES_RANK_MISMATCH, .value = 1, .high = 2),
        SAYS("updates has rank 2, but the other tensors ask for rank 1; indices of rank 1 are a single tuple, and n tuples of one index "
             "have the shape [n, 1]",
             UPDATES_RANK_MISMATCH, .subject = "indices", .value = 2, .high = 1),
        SAYS("dimension 1 of updates is 5, but the other tensors ask for 4", UPDATES_SHAPE_MISMATCH, .dimension = 1, .value = 5, .high = 4),
        SAYS("indices name dimension 1, which has size 0, so none can be clamped to it", CLAMP_TO_EMPTY_DIMENSION, .dimension = 1),
        SAYS("data has dtype number 99, which is none that strew knows", UNKNOWN_DTYPE, .subject = "data", .value = 99),
        SAYS("indices are bool, but must be integers of 8 to 64 bits", UNSUPPORTED_INDEX_DTYPE, .subject = "indices",
             .value = STREW_DTYPE_BOOL),
        SAYS("updates are float64, but data is opaque7", DTYPE_MISMATCH, .subject = "updates", .value = STREW_DTYPE_FLOAT64,
             .high = STREW_DTYPE_OPAQUE(7)),
        SAYS("updates are uint64, but data is int64, and add combines no such pair", DTYPE_MISMATCH, .subject = "updates",
             .value = STREW_DTYPE_UINT64, .low = STREW_REDUCTION_ADD, .high = STREW_DTYPE_INT64),
        SAYS("updates are int8, but data is int64: ONNX ScatterND-18 has one type", DTYPE_MISMATCH, .subject = "updates",
             .value = STREW_DTYPE_INT8, .high = STREW_DTYPE_INT64, .profile = STREW_PROFILE_ONNX_SCATTERND_18),
        SAYS("output is int8, but data is bool", DTYPE_MISMATCH, .subject = "output", .value = STREW_DTYPE_INT8, .high = STREW_DTYPE_BOOL),
        SAYS("component 2 is int8, but component 0 is int64", DTYPE_MISMATCH, .subject = "components", .component = 2,
             .value = STREW_DTYPE_INT8, .high = STREW_DTYPE_INT64),
        SAYS("reduction number 6 is none that strew knows", UNKNOWN_REDUCTION, .value = 6),
        SAYS("add has no meaning for string", UNSUPPORTED_REDUCTION, .value = STREW_REDUCTION_ADD, .high = STREW_DTYPE_STRING),
        SAYS("options.nan is 2, which is none of its values", UNKNOWN_OPTION, .subject = "options.nan", .value = 2),
        SAYS("options.struct_size is 0, but must be the size of the struct, 80 bytes here: initialise it with STREW_OPTIONS",
             STRUCT_SIZE_OUT_OF_RANGE, .subject = "options.struct_size", .value = 0, .low = 80, .high = 1024),
        SAYS("resources.struct_size is 3, but must be the size of the struct, 80 bytes here: initialise it with STREW_RESOURCES",
             STRUCT_SIZE_OUT_OF_RANGE, .subject = "resources.struct_size", .value = 3, .low = 80, .high = 1024),
        SAYS("call.struct_size is 6, but must be the size of the struct, 80 bytes here: initialise it with STREW_CALL",
             STRUCT_SIZE_OUT_OF_RANGE, .subject = "call.struct_size", .value = 6, .low = 80, .high = 1024),
        SAYS("buffers.struct_size is 9, but must be the size of the struct, 80 bytes here: initialise it with STREW_BUFFERS",
             STRUCT_SIZE_OUT_OF_RANGE, .subject = "buffers.struct_size", .value = 9, .low = 80, .high = 1024),
        SAYS("options has a member at byte 32 that is not 0, and this version of strew knows 28 bytes", UNKNOWN_MEMBER,
             .subject = "options", .value = 32, .high = 28),
        SAYS("this build of strew was trimmed: it has no kernel for mul on int8", NOT_BUILT, .value = STREW_REDUCTION_MUL,
             .high = STREW_DTYPE_INT8),
        SAYS("this build of strew was trimmed: it has no uint16 indices", NOT_BUILT, .subject = "indices", .value = STREW_DTYPE_UINT16),
        SAYS("this build of strew was trimmed: it has no conversion of int8 to int64", NOT_BUILT, .subject = "updates",
             .value = STREW_DTYPE_INT8, .high = STREW_DTYPE_INT64),
        SAYS("this build of strew was trimmed: it has no conversion of int8 to bool", NOT_BUILT, .subject = "output",
             .value = STREW_DTYPE_BOOL, .high = STREW_DTYPE_INT8),
        SAYS("this build of strew was trimmed: it has no feature gather", NOT_BUILT, .subject = "gather"),
        SAYS("STREW_ISA asks for an instruction set that strew does not know", ISA_UNAVAILABLE, .subject = "STREW_ISA", .value = -1),
        SAYS("options.isa asks for an instruction set that strew does not know", ISA_UNAVAILABLE, .subject = "options.isa", .value = 999),
        SAYS("STREW_ISA asks for best, but it is not an instruction set", ISA_UNAVAILABLE, .subject = "STREW_ISA", .value = STREW_ISA_BEST),
        SAYS("STREW_ISA asks for scalar, but it can be used here now", ISA_UNAVAILABLE, .subject = "STREW_ISA", .value = STREW_ISA_SCALAR),
        SAYS("ONNX ScatterND-18 is not a version of scatter_update", PROFILE_LACKS_OPERATOR, .subject = "scatter_update",
             .profile = STREW_PROFILE_ONNX_SCATTERND_18),
        SAYS("ONNX Scatter-9 has no bfloat16 data", PROFILE_LACKS_DTYPE, .value = STREW_DTYPE_BFLOAT16,
             .profile = STREW_PROFILE_ONNX_SCATTER_9),
        SAYS("ONNX ScatterND-11 has no int32 indices", PROFILE_LACKS_INDEX_DTYPE, .value = STREW_DTYPE_INT32,
             .profile = STREW_PROFILE_ONNX_SCATTERND_11),
        SAYS("ONNX ScatterElements-18 has no reduction sub", PROFILE_LACKS_REDUCTION, .value = STREW_REDUCTION_SUB,
             .profile = STREW_PROFILE_ONNX_SCATTERELEMENTS_18),
        SAYS("plan is NULL", NULL_POINTER, .subject = "plan"),
        SAYS("output is NULL, but 96 bytes are needed there", NULL_POINTER, .subject = "output", .value = 96),
        SAYS("updates is NULL, but 1 byte is needed there", NULL_POINTER, .subject = "updates", .value = 1),
        SAYS("output overlaps indices in 3 bytes", OUTPUT_OVERLAP, .subject = "indices", .value = 3),
        SAYS("the workspace overlaps data in 3 bytes", WORKSPACE_OVERLAP, .subject = "data", .value = 3),
        SAYS("the workspace overlaps data in 1 byte", WORKSPACE_OVERLAP, .subject = "data", .value = 1),
        SAYS("prepared indices need 96 bytes, and 7 are given", PREPARED_TOO_SMALL, .value = 7, .low = 96),
        SAYS("the prepared indices are of another plan", PREPARED_MISMATCH),
        SAYS("indices[8] component 0 is 9, outside [0, 4] of data dimension 2", INDEX_OUT_OF_BOUNDS, .dimension = 2, .component = 0,
             .tuple = 8, .value = 9, .low = 0, .high = 4),
        SAYS("indices[8] component 0 is 9, but data dimension 2 is empty: it has size 0", INDEX_OUT_OF_BOUNDS, .dimension = 2, .tuple = 8,
             .value = 9, .high = -1),
        SAYS("indices[0] component 0 is -1, but data dimension 0 is empty: it has size 0", INDEX_OUT_OF_BOUNDS, .value = -1, .high = -1,
             .profile = STREW_PROFILE_OPENVINO_SCATTERUPDATE_3),
        SAYS("indices[8] component 0 is 9, but data is empty: it has size 0", INDEX_OUT_OF_BOUNDS, .dimension = -1, .tuple = 8, .value = 9,
             .high = -1),
        SAYS("indices[8] component 0 is 9, outside [0, 0] of data dimension 2", INDEX_OUT_OF_BOUNDS, .dimension = 2, .tuple = 8,
             .value = 9),
        SAYS("indices[0] component 0 is -1, outside [0, 4] of data dimension 0: OpenVINO ScatterUpdate-3 has no negative indices",
             INDEX_OUT_OF_BOUNDS, .value = -1, .high = 4, .profile = STREW_PROFILE_OPENVINO_SCATTERUPDATE_3),
        SAYS("indices[9223372036854775807] component 63 is -9223372036854775808, outside [-9223372036854775807, 9223372036854775806] of "
             "data dimension 62",
             INDEX_OUT_OF_BOUNDS, .dimension = 62, .component = 63, .tuple = INT64_MAX, .value = INT64_MIN, .low = -INT64_MAX,
             .high = INT64_MAX - 1),
        SAYS("the indices or the mask changed during the call, or an index that was trusted is wrong; what output holds is undefined",
             INDICES_CHANGED),
        SAYS("the plan is of a gather, which this function does not run", PLAN_MISMATCH, .subject = "gather"),
        SAYS("the plan holds no call: it is all zeros, or its planning was rejected", PLAN_MISMATCH),
        SAYS("batch_dims is 3, outside [0, 2]", BATCH_DIMS_OUT_OF_RANGE, .value = 3, .high = 2),
        SAYS("batch dimension 1 of indices is 5, but 4 in data", BATCH_SHAPE_MISMATCH, .dimension = 1, .value = 5, .high = 4),
        SAYS("dimension 1 of updates is 5, more than the 4 of data", TOO_MANY_TOKENS, .dimension = 1, .value = 5, .high = 4),
        SAYS("this call needs a workspace of 96 bytes, and 7 are given", WORKSPACE_TOO_SMALL, .value = 7, .low = 96),
        SAYS("ONNX ScatterND-18 has no options.excludes_self of 1", PROFILE_LACKS_OPTION, .subject = "options.excludes_self", .value = 1,
             .profile = STREW_PROFILE_ONNX_SCATTERND_18),
        SAYS("PyTorch scatter_reduce-2 has no options.mean_rounding of 1", PROFILE_LACKS_OPTION, .subject = "options.mean_rounding",
             .value = STREW_MEAN_ROUNDING_TRUNCATES, .profile = STREW_PROFILE_PYTORCH_SCATTER_REDUCE_2),
        SAYS("ONNX ScatterND-18 has no options.alpha", PROFILE_LACKS_OPTION, .subject = "options.alpha",
             .profile = STREW_PROFILE_ONNX_SCATTERND_18),
        SAYS("the stride 3 of output dimension 1 may let elements share an address, and must be at least 4", STRIDES_OVERLAP,
             .dimension = 1, .value = 3, .low = 4),
        SAYS("output is data itself, but its strides differ: dimension 1 has 3, and 4 in data", STRIDES_MISMATCH, .dimension = 1,
             .value = 3, .high = 4),
        SAYS("updates has strides, but must be dense for this operator", STRIDES_UNSUPPORTED, .subject = "updates"),
        SAYS("too many dimensions of data and output remain when joined: they take 1696 bytes of a plan, which has 1672", STRIDES_TOO_MANY,
             .subject = "data and output", .value = 1696, .high = 1672),
        SAYS("edge 2 of the chunks of data dimension 1 is 7, outside [8, 10]", CHUNK_EDGE_OUT_OF_RANGE, .tuple = 2, .dimension = 1,
             .value = 7, .low = 8, .high = 10),
        SAYS("operator number 99 is none that strew knows", UNKNOWN_OPERATOR, .value = 99),
        SAYS("scatter_nd has no use for options.fill", UNUSED_ARGUMENT, .subject = "options.fill", .value = STREW_OPERATOR_SCATTER_ND,
             .high = -1),
        SAYS("scatter_update with the reduction mul has no use for options.alpha", UNUSED_ARGUMENT, .subject = "options.alpha",
             .value = STREW_OPERATOR_SCATTER_UPDATE, .high = STREW_REDUCTION_MUL),
        SAYS("put with the reduction none has no use for options.nan", UNUSED_ARGUMENT, .subject = "options.nan",
             .value = STREW_OPERATOR_PUT),
        SAYS("this function has no use for options.alpha", UNUSED_ARGUMENT, .subject = "options.alpha", .high = -1),
        SAYS("gather has no use for options.ignore_index without options.has_ignore_index", UNUSED_ARGUMENT,
             .subject = "options.ignore_index without options.has_ignore_index", .value = STREW_OPERATOR_GATHER, .high = -1),
        SAYS("indices and components exclude each other", CONFLICT, .subject = "indices and components"),
        SAYS("component 2 has size 5 in dimension 1, but component 0 has 4", COMPONENTS_MISMATCH, .component = 2, .dimension = 1,
             .value = 5, .high = 4),
        SAYS("component 1 has rank 2, but component 0 has 3", COMPONENTS_MISMATCH, .component = 1, .dimension = -1, .value = 2, .high = 3),
        SAYS("output has size 5 in dimension 1, but the operator gives it 4", OUTPUT_SHAPE_MISMATCH, .dimension = 1, .value = 5, .high = 4),
        SAYS("output has rank 2, but the operator gives it 3", OUTPUT_SHAPE_MISMATCH, .dimension = -1, .value = 2, .high = 3),
        SAYS("indices[3] component 0 is 12, outside [-12, 11] of all elements of data", INDEX_OUT_OF_BOUNDS, .tuple = 3, .dimension = -1,
             .value = 12, .low = -12, .high = 11),
        SAYS("mask is uint8, but must be bool", UNSUPPORTED_MASK_DTYPE, .value = STREW_DTYPE_UINT8),
        SAYS("dimension 1 of mask is 8, but 7 in data", MASK_SHAPE_MISMATCH, .dimension = 1, .value = 8, .high = 7),
        SAYS("float64 and data of int8 cannot be converted with a scale", UNSUPPORTED_SCALE, .value = STREW_DTYPE_FLOAT64,
             .high = STREW_DTYPE_INT8),
        SAYS("dimension 1 of scale is 3, which does not broadcast to the 8 of updates", SCALE_SHAPE_MISMATCH, .dimension = 1, .value = 3,
             .high = 8, .subject = "updates"),
        SAYS("the 40 in dimension 1 of the shape of data would split a block of 32 elements", SPLIT_BLOCK, .subject = "shape of data",
             .dimension = 1, .value = 40, .high = 32),
        SAYS("a slice of 1 element would split a block of 32 elements", SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1,
             .high = 32),
        SAYS("the reduction mul has no gradient of this operand", UNSUPPORTED_GRADIENT, .value = STREW_REDUCTION_MUL),
        SAYS("updates are int8, but must be float16, bfloat16, float32 or float64", UNSUPPORTED_DTYPE, .subject = "updates",
             .value = STREW_DTYPE_INT8),
        SAYS("arg is int8, but must be int32 or int64", UNSUPPORTED_DTYPE, .subject = "arg", .value = STREW_DTYPE_INT8),
        SAYS("arg overlaps data in 4 bytes", ARG_OVERLAP, .subject = "data", .value = 4),
        SAYS("options.arg_fill 3000000000 does not fit an arg of int32", ARG_TOO_NARROW, .subject = "options.arg_fill",
             .value = 3000000000),
        SAYS("arg has size 3 in dimension 1, but the operator gives it 2", OUTPUT_SHAPE_MISMATCH, .subject = "arg", .dimension = 1,
             .value = 3, .high = 2),
        SAYS("offsets[3] is 7, outside [4, 6]", INDEX_OUT_OF_BOUNDS, .subject = "offsets", .tuple = 3, .value = 7, .low = 4, .high = 6),
        SAYS("indices[0] is -1, outside [0, 6]", INDEX_OUT_OF_BOUNDS, .subject = "indices", .value = -1, .high = 6),
        SAYS("indices[2] is 0, but there are no segments", INDEX_OUT_OF_BOUNDS, .subject = "indices", .tuple = 2, .high = -1),
        SAYS("scale is float64, but must be float32", DTYPE_MISMATCH, .subject = "scale", .value = STREW_DTYPE_FLOAT64,
             .high = STREW_DTYPE_FLOAT32),
        SAYS("data of int8 cannot be accumulated in float32, and rounded once", UNSUPPORTED_ACCUMULATION, .value = STREW_DTYPE_FLOAT32,
             .high = STREW_DTYPE_INT8),
        SAYS("update_indices[2] is 4, outside [-4, 3] of the rows of updates", INDEX_OUT_OF_BOUNDS, .subject = "update_indices", .tuple = 2,
             .dimension = -1, .value = 4, .low = -4, .high = 3),
        SAYS("update_indices[2] is 4, but updates have no rows", INDEX_OUT_OF_BOUNDS, .subject = "update_indices", .tuple = 2,
             .dimension = -1, .value = 4, .high = -1),
        SAYS("update_indices name dimension 1, which has size 0, so none can be clamped to it", CLAMP_TO_EMPTY_DIMENSION,
             .subject = "update_indices", .dimension = 1),
        SAYS("weights has rank 1, but the tuples have 2", TUPLES_SHAPE_MISMATCH, .subject = "weights", .dimension = -1, .value = 1,
             .high = 2),
        SAYS("weights has size 3 in dimension 1, but the tuples have 2", TUPLES_SHAPE_MISMATCH, .subject = "weights", .dimension = 1,
             .value = 3, .high = 2),
        SAYS("updates of float32 cannot have weights of float64", UNSUPPORTED_WEIGHTS, .value = STREW_DTYPE_FLOAT64,
             .high = STREW_DTYPE_FLOAT32),
        SAYS("this build of strew was trimmed: it has no uint8 indices", NOT_BUILT, .subject = "update_indices",
             .value = STREW_DTYPE_UINT8),
        SAYS("offsets has 3 elements, but the segments ask for 4", OFFSETS_SHAPE_MISMATCH, .value = 3, .high = 4),
        SAYS("tuple 2 names slice 1, after slice 3 of the tuple before", NOT_SORTED, .tuple = 2, .value = 1, .high = 3),
        SAYS("tuples 0 and 2 name the same slice", NOT_UNIQUE, .tuple = 2, .value = 0),
        SAYS("mean of float32 has no identity for segments without rows", NO_IDENTITY, .value = STREW_REDUCTION_MEAN,
             .high = STREW_DTYPE_FLOAT32),
        SAYS("updates has 5 of the 7 elements that mask takes", TOO_FEW_UPDATES, .value = 5, .low = 7),
    };
    int n_seen[STATUSES] = {0};

    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_string_equal(describe(&rows[i].fault), rows[i].sentence);
        for (size_t other = 0; other < i; other++) assert_string_not_equal(rows[i].sentence, rows[other].sentence);
        n_seen[rows[i].fault.status]++;
    }
    for (int status = 0; status < STATUSES; status++) assert_true(n_seen[status] > 0);
    assert_string_equal(describe(&out_of_bounds), out_of_bounds_sentence);
    assert_string_equal(describe(NULL), "no fault");
}

/* The names are those of the enumerators without their prefix, and none has a number of another. */
TEST(every_status_has_the_name_of_its_enumerator)
{
    assert_string_equal(strew_status_name(STREW_OK), "OK");
    assert_string_equal(strew_status_name(STREW_STATUS_RANK_OUT_OF_RANGE), "RANK_OUT_OF_RANGE");
    assert_string_equal(strew_status_name(STREW_STATUS_INDICES_CHANGED), "INDICES_CHANGED");
    for (int status = STREW_OK + 1; status < STATUSES; status++) {
        const char *const name = strew_status_name((strew_status)status);
        assert_non_null(name);
        assert_true(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == strlen(name));
        for (int other = STREW_OK; other < status; other++) assert_string_not_equal(name, strew_status_name((strew_status)other));
    }
    assert_null(strew_status_name((strew_status)STATUSES));
    assert_null(strew_status_name((strew_status)INT32_MAX));
    assert_null(strew_status_name((strew_status)-1));
}

static size_t explain(const void *plan, char *buffer, size_t size)
{
    return strew_plan_explain(plan, STREW_ISA_SCALAR, buffer, size);
}

static size_t describe_to(const void *fault, char *buffer, size_t size)
{
    return strew_fault_describe(fault, buffer, size);
}

/* As snprintf: what fits is written and ended, the rest of the buffer is left alone, and the whole length is returned. */
static void assert_cut(size_t (*write)(const void *of, char *buffer, size_t size), const void *of, const char *sentence)
{
    const size_t whole = strlen(sentence);

    assert_int_equal(write(of, NULL, 0), whole);
    for (size_t size = 0; size <= whole + 3; size++) {
        char *const buffer = room_for(size);
        const size_t n_written = size < whole + 1 ? size : whole + 1;
        assert_int_equal(write(of, buffer, size), whole);
        if (size > 0) {
            assert_memory_equal(buffer, sentence, n_written - 1);
            assert_int_equal(buffer[n_written - 1], '\0');
        }
        for (size_t i = n_written; i < size; i++) assert_int_equal(buffer[i], '#');
        assert_true(guarded_is_intact(&room));
    }
}

TEST(sentences_are_cut_to_the_buffer)
{
    strew_plan plan = plan_text("scatter_nd data=float32[4] indices=int32[6,1] updates=float32[6] add isa=%d", STREW_ISA_SCALAR);

    assert_cut(describe_to, &out_of_bounds, out_of_bounds_sentence);
    assert_cut(describe_to, NULL, "no fault");
    assert_cut(explain, &plan, "scalar is used: strew_add_f32_w1__scalar");
}

TEST(a_number_that_is_no_status_is_unknown)
{
    for (int number = STATUSES; number < 5000; number++) {
        const strew_fault fault = {.status = (strew_status)(number == 4999 ? INT32_MAX : number)};
        assert_string_equal(describe(&fault), "unknown");
    }
}

int main(void)
{
    room = guarded_open(STREW_MESSAGE_BYTES);
    return run_all_tests(NULL, NULL);
}
