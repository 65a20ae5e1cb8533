/* What planning rejects, of every operator: each rejection with its status, its numbers, its sentence, and an output that has not changed.
 * The fuzz targets draw calls of any kind, and compare the status, and test_null.c, test_check.c and test_call.c have the buffers, and what
 * has no use. */
#include <strew/strew.h>

#include "call_text.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "rejection.h"
#include "testing.h"

#define BIT(n) (INT64_C(1) << (n))

/* ---- Calls as text ------------------------------------------------------------------------------------------------------------------- */

#define REJECTED(name, ...)                                                                                                                \
    {                                                                                                                                      \
        .status = STREW_STATUS_##name, __VA_ARGS__                                                                                         \
    }

static const struct {
    const char *call;
    strew_fault fault;
    const char *sentence;
} rejected[] = {
    /* scatter_nd: tuples too long, also where there is nothing to do, and where the number does not fit 32 bits. */
    {"scatter_nd data=float32[4,3,2] indices=int64[5,4] updates=float32[5] add", REJECTED(TUPLE_TOO_LONG, .value = 4, .high = 3), "4|3"},
    {"scatter_nd data=float32[4,3,2] indices=int64[4] updates=float32[5,2] add",
     REJECTED(TUPLE_TOO_LONG, .subject = "indices", .value = 4, .high = 3), "4|3|n tuples of one index have the shape [n, 1]"},
    {"scatter_nd data=float32[4,3,2] indices=int64[0,0,0,6] updates=float32[0,0]", REJECTED(TUPLE_TOO_LONG, .value = 6, .high = 3), "6|3"},
    /* Single indices without the dimension of their tuples. Whatever else is wrong with updates has no such hint. */
    {"scatter_nd data=float32[5,4] indices=int64[2] updates=float32[2,4] add",
     REJECTED(UPDATES_RANK_MISMATCH, .subject = "indices", .value = 2, .high = 0), "indices of rank 1 are a single tuple, and n tuples"},
    {"scatter_nd data=float32[3] indices=int64[1] updates=float32[1] add",
     REJECTED(UPDATES_RANK_MISMATCH, .subject = "indices", .value = 1, .high = 0), "updates|1|0"},
    {"scatter_nd data=float32[5,4] indices=int64[1,2] updates=float32[2,4] add", REJECTED(UPDATES_RANK_MISMATCH, .value = 2, .high = 1),
     "updates has rank 2, but the other tensors ask for rank 1"},
    {"scatter_nd data=float32[5,4] indices=int64[2] updates=float32[2] add", REJECTED(UPDATES_RANK_MISMATCH, .value = 1, .high = 0),
     "updates has rank 1, but the other tensors ask for rank 0"},
    /* Batches. */
    {"scatter_nd data=float32[4,3,2] indices=int64[4,5,1] updates=float32[4,5,2] batch_dims=-1",
     REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = -1, .low = 0, .high = 2), "batch_dims"},
    {"scatter_nd data=float32[4,3,2] indices=int64[4,5,1] updates=float32[4,5,2] batch_dims=3",
     REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = 3, .low = 0, .high = 2), "batch_dims"},
    {"scatter_update data=float32[4,3,2] indices=int64[4,5] updates=float32[4,5,2] axis=1 batch_dims=2",
     REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = 2, .low = -2, .high = 1), "batch_dims"},
    {"scatter_update data=float32[4,3,2] indices=int64[4,5] updates=float32[4,5,2] axis=1 batch_dims=-3",
     REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = -3, .low = -2, .high = 1), "batch_dims"},
    {"scatter_nd data=float32[4,3,2] indices=int64[5,5,1] updates=float32[4,5,2] batch_dims=1",
     REJECTED(BATCH_SHAPE_MISMATCH, .value = 5, .high = 4), "5|4"},
    {"scatter_update data=float32[4,3,2] indices=int64[5,5] updates=float32[4,5,2] axis=1 batch_dims=1",
     REJECTED(BATCH_SHAPE_MISMATCH, .value = 5, .high = 4), "5|4"},
    {"scatter_nd data=float32[4,3,2] indices=int64[4,5,1] updates=float32[4,6,2] batch_dims=1",
     REJECTED(UPDATES_SHAPE_MISMATCH, .dimension = 1, .value = 6, .high = 5), "dimension 1"},
    {"scatter_update data=float32[4,0,2] indices=int64[4,5] updates=float32[4,5,2] axis=1 batch_dims=1 policy=clamp",
     REJECTED(CLAMP_TO_EMPTY_DIMENSION, .dimension = 1), "dimension 1"},
    {"scatter_nd data=float32[4,3,2] indices=int64[4,5,3] updates=float32[4,5] batch_dims=1",
     REJECTED(TUPLE_TOO_LONG, .value = 3, .high = 2), "3|2"},
    {"scatter_nd data=float32[4,3,2] indices=int64[4,5,1] updates=float32[4,5,2] batch_dims=1 profile=ONNX_ScatterND-18",
     REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = 1), "batch_dims"},
    {"scatter_update data=float32[4,3] indices=int64[4,5] updates=float32[4,5] axis=1 batch_dims=1 profile=OpenVINO_ScatterUpdate-3",
     REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = 1), "batch_dims"},
    /* A tuple without components needs no dimension of data, but every specification asks for one. */
    {"scatter_nd data=float32[] indices=int64[2,0] updates=float32[2] profile=ONNX_ScatterND-18",
     REJECTED(RANK_OUT_OF_RANGE, .subject = "data", .low = 1, .high = 64), "data|rank 0"},
    {"scatter_nd data=float32[] indices=int64[2,0] updates=float32[2] profile=OpenVINO_ScatterNDUpdate-15",
     REJECTED(RANK_OUT_OF_RANGE, .subject = "data", .low = 1, .high = 64), "data|rank 0"},
    {"gather_nd data=float32[] indices=int64[2,0] profile=ONNX_GatherND-13",
     REJECTED(RANK_OUT_OF_RANGE, .subject = "data", .low = 1, .high = 64), "data|rank 0"},
    /* What is no value of an option. */
    {"scatter_nd data=bool[4] indices=int64[4,1] updates=bool[4] add excludes_self=2",
     REJECTED(UNKNOWN_OPTION, .subject = "options.excludes_self", .value = 2), "options.excludes_self"},
    {"scatter_nd data=int8[4] indices=int64[4,1] updates=int8[4] mean mean_rounding=2",
     REJECTED(UNKNOWN_OPTION, .subject = "options.mean_rounding", .value = 2), "options.mean_rounding"},
    /* The operators for ONNX's gathers. */
    {"gather_nd data=float32[3,5] indices=int64[4,3]", REJECTED(TUPLE_TOO_LONG, .value = 3, .high = 2), "3|2"},
    {"gather_nd data=float32[3,5] indices=int64[3,2] batch_dims=1", REJECTED(TUPLE_TOO_LONG, .value = 2, .high = 1), "2|1"},
    {"gather_nd data=float32[3,5] indices=int64[3,1] batch_dims=2", REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = 2, .high = 1), "2"},
    {"gather_nd data=float32[3,5] indices=int64[3,1] batch_dims=-1", REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = -1, .high = 1), "-1"},
    {"gather_nd data=float32[3] indices=int64[3,5,2,1] batch_dims=2", REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = 2, .high = 1), "2"},
    {"gather_nd data=float32[3,5] indices=int64[4,1] batch_dims=1", REJECTED(BATCH_SHAPE_MISMATCH, .value = 4, .high = 3), "4|3"},
    {"gather data=float32[3,5,2] indices=int64[3,5] axis=1 batch_dims=2",
     REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = 2, .low = -2, .high = 1), "batch_dims"},
    {"gather data=float32[3,5,2] indices=int64[3,5] batch_dims=-1", REJECTED(BATCH_DIMS_OUT_OF_RANGE, .value = -1, .low = -2, .high = -2),
     "batch_dims"},
    {"gather data=float32[3,5,2] indices=int64[3,4] axis=2 batch_dims=2",
     REJECTED(BATCH_SHAPE_MISMATCH, .dimension = 1, .value = 4, .high = 5), "4|5"},
    {"gather data=float32[3,5,2] indices=int64[3] axis=3", REJECTED(AXIS_OUT_OF_RANGE, .value = 3, .low = -3, .high = 2), "axis|[-3, 2]"},
    {"gather data=float32[] indices=int64[3]", REJECTED(RANK_OUT_OF_RANGE, .subject = "data", .low = 1, .high = 64), "data|rank 0"},
    {"gather data=float32[0,3] indices=int64[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
     "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
     REJECTED(RANK_OUT_OF_RANGE, .subject = "output", .value = 65, .high = 64), "output|65"},
    {"gather_elements data=float32[3,5] indices=int64[3]", REJECTED(INDICES_RANK_MISMATCH, .value = 1, .high = 2), "1|2"},
    {"gather_elements data=float32[3,5] indices=int64[9,6]", REJECTED(INDICES_SHAPE_MISMATCH, .dimension = 1, .value = 6, .high = 5),
     "6|5"},
    {"gather data=float32[3,0] indices=int64[3] axis=1 policy=clamp", REJECTED(CLAMP_TO_EMPTY_DIMENSION, .dimension = 1), "dimension 1"},
    /* put and take: updates have the shape of indices. A dimension of size 0 has no nearest index. */
    {"put data=float32[3,2] indices=int64[4] updates=float32[3] add", REJECTED(UPDATES_SHAPE_MISMATCH, .value = 3, .high = 4), "3|4"},
    {"put data=float32[3,2] indices=int64[4] updates=float32[4,2] add", REJECTED(UPDATES_RANK_MISMATCH, .value = 2, .high = 1), "2|1"},
    {"put data=float32[3,0] indices=int64[4] updates=float32[4] add policy=clamp", REJECTED(CLAMP_TO_EMPTY_DIMENSION), "dimension 0"},
    {"take data=float32[0,0] indices=int64[4] policy=clamp", REJECTED(CLAMP_TO_EMPTY_DIMENSION), "dimension 0"},
    {"put data=float32[3,2] indices=int64[4] updates=float32[4] output=float32[3,2]{1,2}",
     REJECTED(STRIDES_OVERLAP, .dimension = 1, .value = 2, .low = 3), "output|2|3"},
    {"take data=float32[3,2] indices=int64[4] output=float32[4,1]", REJECTED(OUTPUT_SHAPE_MISMATCH, .dimension = -1, .value = 2, .high = 1),
     "output has rank 2|1"},
    {"take data=float32[3,2] indices=int64[4] output=float32[5]", REJECTED(OUTPUT_SHAPE_MISMATCH, .value = 5, .high = 4),
     "output has size 5 in dimension 0|4"},
    /* tensor_scatter. */
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7,2] axis=0", REJECTED(AXIS_OUT_OF_RANGE, .low = 1, .high = 2), "axis"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7,2] axis=3", REJECTED(AXIS_OUT_OF_RANGE, .value = 3, .low = 1, .high = 2), "3"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7,2] axis=-3", REJECTED(AXIS_OUT_OF_RANGE, .value = -3, .low = -2, .high = -1),
     "axis"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7,2] axis=1 mode=2", REJECTED(UNKNOWN_OPTION, .subject = "mode", .value = 2),
     "mode|2"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7,2] axis=1 mode=-1", REJECTED(UNKNOWN_OPTION, .subject = "mode", .value = -1),
     "mode|-1"},
    {"tensor_scatter data=float32[3] updates=float32[3] axis=1",
     REJECTED(RANK_OUT_OF_RANGE, .subject = "data", .value = 1, .low = 2, .high = 64), "data|1"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7] axis=1", REJECTED(UPDATES_RANK_MISMATCH, .value = 2, .high = 3), "2|3"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,8,2] axis=1", REJECTED(TOO_MANY_TOKENS, .dimension = 1, .value = 8, .high = 7),
     "8|7"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,2,3] axis=1",
     REJECTED(UPDATES_SHAPE_MISMATCH, .dimension = 2, .value = 3, .high = 2), "3|2"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7,2] write_indices=int64[4] axis=1",
     REJECTED(BATCH_SHAPE_MISMATCH, .subject = "write_indices", .value = 4, .high = 3), "write_indices is 4|3"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7,2] write_indices=int64[3,1] axis=1",
     REJECTED(RANK_OUT_OF_RANGE, .subject = "write_indices", .value = 2, .low = 1, .high = 1), "write_indices|2"},
    {"tensor_scatter data=float32[-3,7,2] updates=float32[3,7,2] axis=1", REJECTED(NEGATIVE_DIMENSION, .subject = "data", .value = -3),
     "-3"},
    {"tensor_scatter data=float32[2,4,3]{24,6,2} updates=float32[2,1,3] axis=1", REJECTED(STRIDES_UNSUPPORTED, .subject = "data"), "data"},
    {"tensor_scatter data=float32[2,4,3] updates=float32[2,1,3]{6,3,2} axis=1", REJECTED(STRIDES_UNSUPPORTED, .subject = "updates"),
     "updates"},
    {"tensor_scatter data=float32[2,4,3] updates=float32[2,1,3] write_indices=int64[2]{3} axis=1",
     REJECTED(STRIDES_UNSUPPORTED, .subject = "write_indices"), "write_indices"},
    {"tensor_scatter data=float32[2,4,3] updates=float32[2,1,3] output=float32[2,4,3]{24,6,2} axis=1",
     REJECTED(STRIDES_UNSUPPORTED, .subject = "output"), "output"},
    /* masked_scatter. */
    {"masked_scatter data=float32[3,7] mask=uint8[3,7] updates=float32[3,7]", REJECTED(UNSUPPORTED_MASK_DTYPE, .value = STREW_DTYPE_UINT8),
     "mask is uint8|bool"},
    {"masked_scatter data=float32[3,7] mask=bool[3] updates=float32[3,7]",
     REJECTED(RANK_OUT_OF_RANGE, .subject = "mask", .value = 1, .low = 2, .high = 2), "mask has rank 1, but 2 is needed"},
    {"masked_scatter data=float32[3,7] mask=bool[3,8] updates=float32[3,7]",
     REJECTED(MASK_SHAPE_MISMATCH, .dimension = 1, .value = 8, .high = 7), "dimension 1 of mask is 8|7 in data"},
    {"masked_scatter data=float32[3,7] mask=bool[4,7] updates=float32[3,7]", REJECTED(MASK_SHAPE_MISMATCH, .value = 4, .high = 3),
     "dimension 0 of mask is 4|3 in data"},
    {"masked_scatter data=float32[3,7] mask=bool[3,7]{4611686018427387903,1} updates=float32[3,7]",
     REJECTED(TOO_LARGE, .subject = "mask", .high = PTRDIFF_MAX), "mask"},
    {"masked_scatter data=float32[3,7] mask=bool[3,7] updates=float32[3,7]{7,2}", REJECTED(STRIDES_UNSUPPORTED, .subject = "updates"),
     "updates has strides|dense"},
    {"masked_scatter data=float32[3,7] mask=bool[3,7] updates=float32[3,7]{1,3}", REJECTED(STRIDES_UNSUPPORTED, .subject = "updates"),
     "updates has strides"},
    {"masked_scatter data=float32[3,7] mask=bool[3,7] updates=float32[-3,7]",
     REJECTED(NEGATIVE_DIMENSION, .subject = "updates", .value = -3), "updates|-3"},
    {"masked_scatter data=float32[-3,7] mask=bool[3,7] updates=float32[3,7]", REJECTED(NEGATIVE_DIMENSION, .subject = "data", .value = -3),
     "data|-3"},
    {"masked_scatter data=float32[3,7] mask=bool[3,7] updates=float32[3,7] output=float32[3,7]{0,1}", REJECTED(STRIDES_OVERLAP, .low = 1),
     "output dimension 0"},
    {"masked_scatter data=float32[3,7] mask=bool[3,7] updates=float32[3,7] number_of_policy=9",
     REJECTED(UNKNOWN_OPTION, .subject = "options.policy", .value = 9), "options.policy"},
};

TEST(each_rejection_has_its_fault)
{
    for (size_t i = 0; i < COUNT(rejected); i++) reject_text(rejected[i].call, rejected[i].fault, rejected[i].sentence);
    if (sizeof(void *) == 4) return; /* these are too large before anything else */
    reject_text("scatter_nd data=float32[4,3,2] indices=int64[0,2^32+1] updates=float32[0]",
                FAULT(TUPLE_TOO_LONG, .value = BIT(32) + 1, .high = 3), "4294967297|3");
    reject_text("gather data=float32[1,2^40] indices=int64[2^40]", FAULT(TOO_LARGE, .subject = "output", .high = INT64_MAX), "output");
}

/* Strides of a dense tensor are none; what has no tuples needs nothing to clamp to. */
TEST(what_is_beside_them_is_accepted)
{
    static const char *const calls[] = {
        "scatter_nd data=float32[4,3,2] indices=int64[4,5,1] updates=float32[4,5,2] batch_dims=1",
        "scatter_update data=float32[4,3,2] indices=int64[4,5] updates=float32[4,5,2] axis=1 batch_dims=-1",
        "scatter_nd data=float32[] indices=int64[2,0] updates=float32[2]",
        "gather_nd data=float32[] indices=int64[2,0]",
        "scatter_nd data=float32[0,3] indices=int64[0,1] updates=float32[0,3] policy=clamp",
        "scatter_nd data=float32[3,0] indices=int64[0,1] updates=float32[0,0] policy=clamp",
        "gather data=float32[0,3] indices=int64[0] policy=clamp",
        "gather_nd data=float32[0,3] indices=int64[2,1] policy=skip",
        "gather_elements data=float32[0,3] indices=int64[0,3] policy=clamp",
        "gather_elements data=float32[3,2] indices=int64[3,0]",
        "gather data=int8[2,2^27] indices=int64[2]",
        "gather_elements data=float32[3,2]{-2,1} indices=int64[0,2] axis=1",
        "put data=float32[3,0] indices=int64[0] updates=float32[0] policy=clamp",
        "take data=float32[0,3] indices=int64[0] policy=clamp",
        "tensor_scatter data=float32[2,4,3]{12,3,1} updates=float32[2,1,3] write_indices=int64[2] axis=1",
        "masked_scatter data=float32[3,7] mask=bool[3,7]{0,1} updates=float32[3,7]{7,1}",
        /* The largest tensors that can be addressed. */
        "scatter_nd data=float32[top3-1] indices=int64[0,1] updates=float32[0]",
        "scatter_elements data=float32[top3-1] indices=int64[0] updates=float32[0]",
        "scatter_update data=float32[top3-1] indices=int64[0] updates=float32[0]",
        "scatter_nd data=int8[end] indices=int64[0,1] updates=int8[0]",
        "scatter_elements data=int8[end] indices=int64[0] updates=int8[0]",
        "scatter_update data=int8[end] indices=int64[0] updates=int8[0]",
        "scatter_nd data=int8[end,0] indices=int64[0,1] updates=int8[0,0]",
        "scatter_elements data=int8[end,0] indices=int64[0,0] updates=int8[0,0]",
        "scatter_update data=int8[end,0] indices=int64[0] updates=int8[0,0]",
    };

    for (size_t i = 0; i < COUNT(calls); i++) accept_text(calls[i]);
}

/* ---- Counts -------------------------------------------------------------------------------------------------------------------------- */

static void reject_too_large(const char *text, const char *subject)
{
    char parts[40];

    snprintf(parts, sizeof parts, "%s|bytes", subject);
    reject_text(text, FAULT(TOO_LARGE, .subject = subject, .high = sizeof(void *) == 8 ? INT64_MAX : INT32_MAX), parts);
}

/* 2^63 - 1 bytes are the most, or 2^31 - 1 where addresses have 32 bits. A product that wraps would be what a small buffer holds. There are
 * no tuples, so that data can be anything. */
TEST(data_of_too_many_bytes_is_rejected)
{
    static const struct {
        const char *dtype, *first, *others, *ones; /* dimensions, and as many of size 1 as there are others */
    } rows[] = {
        {"float32", "2^32", ",2^32,2", ",1,1"}, /* 2^65 wraps to 0 */
        {"float32", "max", ",max,2", ",1,1"},
        {"float32", "2^31", ",2^31,4,2^32,2^32", ",1,1,1,1"}, /* wraps to 0 more than once */
        {"float32", "2^32", ",2^31", ",1"},
        {"int8", "2^61+3", ",8", ",1"}, /* 2^64 + 24 elements */
        {"int8", "8", ",2^61+3", ",1"},
        /* A zero does not hide it: it makes the product harmless, but not the strides. */
        {"float32", "2^32", ",2^32,0,4", ",1,1,1"},
        {"float32", "0", ",2^62,4,4", ",1,1,1"},
        {"float32", "2^62", ",4,4,0", ",1,1,1"},
        {"int8", "0", ",2^61+3,8", ",1,1"},
        {"int8", "2^31", ",2^31,0,8", ",1,1,1"},
        /* The elements fit where the bytes do not. */
        {"float32", "2^62+24", "", ""}, /* 2^64 + 96 bytes */
        {"float64", "top4", "", ""},
        {"float64", "top3", "", ""},
        {"complex128", "top5", "", ""},
        {"opaque64", "top7", "", ""},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *const dtype = rows[i].dtype, *const first = rows[i].first, *const others = rows[i].others, *const ones = rows[i].ones;
        char text[200];
        snprintf(text, sizeof text, "scatter_nd data=%s[%s%s] indices=int64[0,1] updates=%s[0%s]", dtype, first, others, dtype, others);
        reject_too_large(text, "data");
        snprintf(text, sizeof text, "scatter_update data=%s[%s%s] indices=int64[0] updates=%s[0%s]", dtype, first, others, dtype, others);
        reject_too_large(text, "data");
        snprintf(text, sizeof text, "scatter_elements data=%s[%s%s] indices=int64[0%s] updates=%s[0%s]", dtype, first, others, ones, dtype,
                 ones);
        reject_too_large(text, "data");
    }
}

TEST(indices_or_updates_of_too_many_bytes_are_rejected)
{
    static const struct {
        const char *subject, *subject_of_32_bits, *call;
    } rows[] = {
        {"indices", "indices", "scatter_nd data=int8[4] indices=int64[2^61+3,1] updates=int8[2^61+3]"},
        {"indices", "indices", "scatter_nd data=float32[4,3,2] indices=int64[0,2^40,2^40,2] updates=float32[0,2^40,2^40,2]"},
        {"updates", "updates", "scatter_nd data=float32[4,top24] indices=int64[0,2^26,1] updates=float32[0,2^26,top24]"},
        {"updates", "data", "scatter_nd data=int8[4,2^34] indices=int64[2^30,1] updates=int8[2^30,2^34]"},
        {"updates", "data", "scatter_nd data=int8[4,0,2^34] indices=int64[2^30,1] updates=int8[2^30,0,2^34]"},
        {"indices", "data", "scatter_elements data=int8[4,0,2^59] indices=int64[4,0,2^59] updates=int8[4,0,2^59]"},
        {"indices", "indices", "scatter_elements data=int8[4,0,top5] indices=int64[4,0,top5] updates=int8[4,0,top5] axis=1"},
        {"updates", "indices", "scatter_elements data=complex128[4] indices=int64[2^59] updates=complex128[2^59]"},
        {"updates", "updates", "scatter_elements data=complex128[1,4,0] indices=int32[1,top4,0] updates=complex128[1,top4,0] axis=1"},
        {"indices", "indices", "scatter_update data=int8[4] indices=int64[2^32,2^32] updates=int8[2^32,2^32]"},
        {"indices", "indices", "scatter_update data=int8[4] indices=int64[0,2^61+3,8] updates=int8[0,2^61+3,8]"},
        {"indices", "indices", "scatter_update data=float32[4,3,2] indices=int64[top2,0,2] updates=float32[4,top2,0,2,2] axis=1"},
        {"updates", "data", "scatter_update data=int16[2^31,1,4] indices=int64[2^32] updates=int16[2^31,2^32,4] axis=1"},
        {"updates", "updates", "scatter_update data=float32[top20,0,2^6] indices=int64[2^20,0] updates=float32[top20,2^20,0,2^6] axis=1"},
        /* Indices that are too large, and some that just fit, with updates of twice as many bytes. */
        {"indices", "indices", "scatter_nd data=int8[4] indices=int32[top3,1] updates=int8[top3]"},
        {"indices", "indices", "scatter_elements data=int8[4] indices=int32[top3] updates=int8[top3]"},
        {"indices", "indices", "scatter_update data=int8[4] indices=int32[top3] updates=int8[top3]"},
        {"updates", "updates", "scatter_nd data=int64[4] indices=int32[top3-1,1] updates=int64[top3-1]"},
        {"updates", "updates", "scatter_elements data=int64[4] indices=int32[top3-1] updates=int64[top3-1]"},
        {"updates", "updates", "scatter_update data=int64[4] indices=int32[top3-1] updates=int64[top3-1]"},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        reject_too_large(rows[i].call, sizeof(void *) == 8 ? rows[i].subject : rows[i].subject_of_32_bits);
}

/* ---- How they fit together ----------------------------------------------------------------------------------------------------------- */

/* -r to r - 1, in 64 bits: 2^32 + 1 is not 1. */
TEST(an_axis_out_of_bounds_is_rejected)
{
    static const int64_t wrong[] = {3, -4, 64, INT64_MAX, INT64_MIN, BIT(32), BIT(32) + 1, -BIT(32) - 1, BIT(31), -BIT(31) - 1};
    static const reference_operator ops[] = {REFERENCE_ELEMENTS, REFERENCE_UPDATE};

    for (size_t i = 0; i < COUNT(ops); i++) {
        call call = good_call(ops[i]);
        for (size_t w = 0; w < COUNT(wrong); w++) {
            call.axis = wrong[w];
            reject(&call, FAULT(AXIS_OUT_OF_RANGE, .value = wrong[w], .low = -3, .high = 2), "axis|[-3, 2]");
        }
        if (ops[i] == REFERENCE_ELEMENTS) INDICES(call, 2, 2, 2);
        for (call.axis = -3; call.axis < 3; call.axis++) {
            fit_updates(&call);
            accept(&call);
        }
    }
}

/* Two tensors of rank 64 whose updates would need nearly twice as many dimensions. */
TEST(updates_that_would_need_too_many_dimensions_are_rejected)
{
    static const reference_operator ops[] = {REFERENCE_ND, REFERENCE_UPDATE};

    for (size_t i = 0; i < COUNT(ops); i++) {
        call call = good_call(ops[i]);
        call.data.rank = call.indices.rank = call.updates.rank = STREW_MAX_RANK;
        for (size_t d = 0; d < STREW_MAX_RANK; d++) call.data_shape[d] = call.indices_shape[d] = call.updates_shape[d] = 1;
        if (ops[i] == REFERENCE_ND) call.indices_shape[STREW_MAX_RANK - 1] = 0;
        reject(&call, FAULT(UPDATES_RANK_MISMATCH, .value = 64, .high = 127), "updates|64|127");
    }
}

int main(void)
{

    return run_all_tests(NULL, NULL);
}
