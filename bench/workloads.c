#include "workloads.h"

#include <string.h>

#define DIMS(...)                                                                                                                          \
    {                                                                                                                                      \
        sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t),                                                                                \
        {                                                                                                                                  \
            __VA_ARGS__                                                                                                                    \
        }                                                                                                                                  \
    }

#define ROW(its_group, ...)                                                                                                                \
    {                                                                                                                                      \
        __VA_ARGS__, .group = its_group                                                                                                    \
    }
#define STANDARD(...) ROW(BENCH_STANDARD, __VA_ARGS__)
#define DUPLICATES(...) ROW("duplicates", __VA_ARGS__)
#define SHAPES(...) ROW("shapes", __VA_ARGS__)
#define GROWTH(...) ROW("growth", __VA_ARGS__)
#define INDICES(...) ROW("indices", __VA_ARGS__)
#define GATHERS(...) ROW("gather", __VA_ARGS__)
#define MEANS(...) ROW("mean", __VA_ARGS__)
#define ACCUMULATE(...) ROW("accumulate", __VA_ARGS__)
#define VIEWS(...) ROW("views", __VA_ARGS__)
#define PADDING(...) ROW("padding", __VA_ARGS__)
#define CALLS(...) ROW("calls", __VA_ARGS__)
#define ELEMENTS(its_axis) .op = BENCH_ELEMENTS, .axis = its_axis
#define UPDATE(its_axis) .op = BENCH_UPDATE, .axis = its_axis
#define TOKENS(its_axis) .op = BENCH_TOKENS, .axis = its_axis, .batch_dims = 1

const bench_workload BENCH_WORKLOADS[] = {
    STANDARD("rows32_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
             "message passing on a graph"),
    STANDARD("rows32_max", STREW_DTYPE_FLOAT32, STREW_REDUCTION_MAX, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
             "the same with a maximum"),
    STANDARD("elem_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM,
             "degrees, histograms of weights"),
    STANDARD("hist", STREW_DTYPE_INT32, STREW_REDUCTION_ADD, DIMS(65536), DIMS(4000000, 1), BENCH_UNIFORM, "counting"),
    STANDARD("big_elem_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(16000000), DIMS(4000000, 1), BENCH_UNIFORM,
             "sparse sums beyond the caches"),
    STANDARD("slice_assign", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(1, 3, 640, 640), DIMS(1, 3, 320, 320, 4), BENCH_GRID,
             "what exporters make of x[..., a:b, c:d] = y"),
    STANDARD("w15", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(64, 256, 10, 15), DIMS(250, 125, 3), BENCH_UNIFORM,
             "OpenVINO's Example 5, smaller"),
    STANDARD("emb256", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(50000, 256), DIMS(16384, 1), BENCH_ZIPF,
             "gradients of an embedding table"),
    STANDARD("f16_add64", STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 64), DIMS(65536, 1), BENCH_UNIFORM,
             "message passing in half precision"),
    STANDARD("bf16_add64", STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 64), DIMS(65536, 1), BENCH_UNIFORM,
             "the same in the other half precision"),
    STANDARD("u8_w3", STREW_DTYPE_UINT8, STREW_REDUCTION_NONE, DIMS(409600, 3), DIMS(400000, 1), BENCH_UNIFORM, "pixels"),
    STANDARD("f32_w3", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(409600, 3), DIMS(400000, 1), BENCH_UNIFORM, "points"),
    STANDARD("k3_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(128, 128, 128), DIMS(2000000, 3), BENCH_UNIFORM, "voxels"),
    STANDARD("i64_mul8", STREW_DTYPE_INT64, STREW_REDUCTION_MUL, DIMS(65536, 8), DIMS(400000, 1), BENCH_UNIFORM,
             "integers that few CPUs multiply in vectors"),
    STANDARD("elements_ax0", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(100000, 64), DIMS(100000, 64), BENCH_UNIFORM,
             "an index for every element", ELEMENTS(0)),
    STANDARD("elements_ax1", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(4096, 1024), DIMS(4096, 256), BENCH_UNIFORM,
             "the same along contiguous rows", ELEMENTS(1)),
    STANDARD("pillars", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(214272, 64), DIMS(12000, 1), BENCH_DISTINCT,
             "point pillars onto a canvas"),
    STANDARD("kv", STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE, DIMS(8, 2048, 128), DIMS(512, 2), BENCH_RUNS,
             "writing new keys into a cache"),
    STANDARD("example5", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(1000, 256, 10, 15), DIMS(25, 125, 3), BENCH_UNIFORM,
             "OpenVINO's Example 5: out of place, a copy of 154 MB"),
    STANDARD("tiny", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(4, 4, 4), DIMS(2, 1), BENCH_UNIFORM, "the cost of a call"),

    DUPLICATES("distinct_w1", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(1000000), DIMS(1000000, 1), BENCH_DISTINCT,
               "no element twice"),
    DUPLICATES("equal_w1", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(1000000), DIMS(1000000, 1), BENCH_EQUAL,
               "all updates to one element", .beside = "distinct_w1"),
    DUPLICATES("distinct_w64", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(1000000, 64), DIMS(1000000, 1), BENCH_DISTINCT,
               "no row twice"),
    DUPLICATES("equal_w64", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(1000000, 64), DIMS(1000000, 1), BENCH_EQUAL,
               "all updates to one row", .beside = "distinct_w64"),

    DUPLICATES("zipf_i64", STREW_DTYPE_INT64, STREW_REDUCTION_ADD, DIMS(300000), DIMS(2000000, 1), BENCH_ZIPF, "counting words"),

    SHAPES("rows4096", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(4096, 4096), DIMS(1024, 1), BENCH_UNIFORM,
           "gradients of hidden states"),
    SHAPES("outer_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(100, 5000, 16), DIMS(2000), BENCH_UNIFORM,
           "a batch that shares its edges", UPDATE(1)),
    SHAPES("mask_128x2048", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(128, 4096), DIMS(128, 2048), BENCH_UNIFORM,
           "a mask of the keys that each query reads", ELEMENTS(1)),
    SHAPES("experts_512x8", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(512, 256), DIMS(512, 8), BENCH_UNIFORM,
           "the weights of the experts that each token has", ELEMENTS(1)),

    GROWTH("growth_1e6", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(1000000), DIMS(1000000, 1), BENCH_UNIFORM, "a million updates"),
    GROWTH("growth_1e8", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(1000000), DIMS(100000000, 1), BENCH_UNIFORM,
           "a hundred times as many, to as many elements", .beside = "growth_1e6"),

    INDICES("by_i32_hist", STREW_DTYPE_INT32, STREW_REDUCTION_ADD, DIMS(65536), DIMS(4000000, 1), BENCH_UNIFORM, "hist by int32 indices",
            .beside = "hist", .index_dtype = STREW_DTYPE_INT32),
    INDICES("by_u32_hist", STREW_DTYPE_INT32, STREW_REDUCTION_ADD, DIMS(65536), DIMS(4000000, 1), BENCH_UNIFORM, "hist by uint32 indices",
            .beside = "hist", .index_dtype = STREW_DTYPE_UINT32),
    INDICES("by_u16_hist", STREW_DTYPE_INT32, STREW_REDUCTION_ADD, DIMS(65536), DIMS(4000000, 1), BENCH_UNIFORM, "hist by uint16 indices",
            .beside = "hist", .index_dtype = STREW_DTYPE_UINT16),
    INDICES("bins", STREW_DTYPE_INT32, STREW_REDUCTION_ADD, DIMS(256), DIMS(4000000, 1), BENCH_UNIFORM, "counting bytes, by int64 indices"),
    INDICES("by_u8_bins", STREW_DTYPE_INT32, STREW_REDUCTION_ADD, DIMS(256), DIMS(4000000, 1), BENCH_UNIFORM, "the same by the bytes",
            .beside = "bins", .index_dtype = STREW_DTYPE_UINT8),
    INDICES("by_i16_f16_add64", STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 64), DIMS(65536, 1), BENCH_UNIFORM,
            "f16_add64 by int16 indices", .beside = "f16_add64", .index_dtype = STREW_DTYPE_INT16),
    INDICES("by_i16_elements_ax1", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(4096, 1024), DIMS(4096, 256), BENCH_UNIFORM,
            "elements_ax1 by int16 indices", ELEMENTS(1), .beside = "elements_ax1", .index_dtype = STREW_DTYPE_INT16),

    GATHERS("g_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
            "messages of a graph's edges", .op = BENCH_GATHER_ND),
    GATHERS("g_elem", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(169343), DIMS(1166243), BENCH_UNIFORM, "a weight for each edge",
            .op = BENCH_GATHER),
    GATHERS("g_big_elem", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(16000000), DIMS(4000000), BENCH_UNIFORM,
            "single elements beyond the caches", .op = BENCH_GATHER),
    GATHERS("g_k3", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(128, 128, 128), DIMS(2000000, 3), BENCH_UNIFORM, "voxels",
            .op = BENCH_GATHER_ND),
    GATHERS("g_slices", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(1, 3, 640, 640), DIMS(1, 3, 320, 320, 4), BENCH_GRID,
            "what exporters make of x[..., a:b, c:d]", .op = BENCH_GATHER_ND),
    GATHERS("g_emb256", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(50000, 256), DIMS(16384), BENCH_ZIPF, "an embedding table",
            .op = BENCH_GATHER),
    GATHERS("g_axis1", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(256, 4096), DIMS(1024), BENCH_UNIFORM, "columns of a matrix",
            .op = BENCH_GATHER, .axis = 1),
    GATHERS("g_outer16", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(100, 5000, 16), DIMS(2000), BENCH_UNIFORM,
            "a batch that shares its edges", .op = BENCH_GATHER, .axis = 1),
    GATHERS("g_elements_ax0", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(100000, 64), DIMS(100000, 64), BENCH_UNIFORM,
            "an index for every element", .op = BENCH_GATHER_ELEMENTS),
    GATHERS("g_elements_ax1", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(4096, 1024), DIMS(4096, 256), BENCH_UNIFORM,
            "the same along contiguous rows", .op = BENCH_GATHER_ELEMENTS, .axis = 1),
    GATHERS("g_f16_64", STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE, DIMS(16384, 64), DIMS(65536), BENCH_UNIFORM, "rows in half precision",
            .op = BENCH_GATHER),
    GATHERS("g_rows4096", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(4096, 4096), DIMS(1024), BENCH_UNIFORM, "hidden states",
            .op = BENCH_GATHER),
    GATHERS("g_table", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(256), DIMS(4000000), BENCH_UNIFORM,
            "a value for each byte, by int64 indices", .op = BENCH_GATHER),
    GATHERS("by_u8_g_table", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(256), DIMS(4000000), BENCH_UNIFORM, "the same by the bytes",
            .op = BENCH_GATHER, .beside = "g_table", .index_dtype = STREW_DTYPE_UINT8),
    GATHERS("joined_g_boxes", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(1024, 1000, 4), DIMS(1024, 100), BENCH_UNIFORM,
            "boxes of each image, whose indices count from the first image", .op = BENCH_GATHER, .axis = 1, .batch_dims = 1,
            .is_joined = 1),
    GATHERS("g_boxes", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(1024, 1000, 4), DIMS(1024, 100), BENCH_UNIFORM,
            "the same with batch_dims", .op = BENCH_GATHER, .axis = 1, .batch_dims = 1, .beside = "joined_g_boxes"),
    GATHERS("joined_g_pixels", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(16, 412, 411), DIMS(16, 72890, 2), BENCH_UNIFORM,
            "pixels of each image, whose rows count from the first image", .op = BENCH_GATHER_ND, .batch_dims = 1, .is_joined = 1),
    GATHERS("g_pixels", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(16, 412, 411), DIMS(16, 72890, 2), BENCH_UNIFORM,
            "the same with batch_dims", .op = BENCH_GATHER_ND, .batch_dims = 1, .beside = "joined_g_pixels"),
    GATHERS("skip_g_elem", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(169343), DIMS(1166243), BENCH_UNIFORM,
            "g_elem with a fill value, and no index out of bounds", .op = BENCH_GATHER, .beside = "g_elem", .skips = 1),
    GATHERS("skip5_g_elem", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(169343), DIMS(1166243), BENCH_UNIFORM,
            "the same, and 5% out of bounds", .op = BENCH_GATHER, .beside = "g_elem", .skips = 1, .n_of_100_skipped = 5),
    GATHERS("skip5_g_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
            "the same of g_rows32", .op = BENCH_GATHER_ND, .beside = "g_rows32", .skips = 1, .n_of_100_skipped = 5),
    GATHERS("g_tiny", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(4, 4, 4), DIMS(2), BENCH_UNIFORM, "the cost of a call",
            .op = BENCH_GATHER),

    MEANS("mean_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_MEAN, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
          "rows32_add, and the mean", .beside = "rows32_add"),
    MEANS("mean_elem", STREW_DTYPE_FLOAT32, STREW_REDUCTION_MEAN, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM, "elem_add, and the mean",
          .beside = "elem_add"),
    MEANS("mean_bf16_64", STREW_DTYPE_BFLOAT16, STREW_REDUCTION_MEAN, DIMS(16384, 64), DIMS(65536, 1), BENCH_UNIFORM,
          "bf16_add64, and the mean", .beside = "bf16_add64"),
    MEANS("mean_f16_64", STREW_DTYPE_FLOAT16, STREW_REDUCTION_MEAN, DIMS(16384, 64), DIMS(65536, 1), BENCH_UNIFORM,
          "f16_add64, and the mean", .beside = "f16_add64"),
    MEANS("mean_i8_64", STREW_DTYPE_INT8, STREW_REDUCTION_MEAN, DIMS(16384, 64), DIMS(65536, 1), BENCH_UNIFORM,
          "quantized rows, whose sums have 64 bits"),
    MEANS("mean_i32_8", STREW_DTYPE_INT32, STREW_REDUCTION_MEAN, DIMS(65536, 8), DIMS(400000, 1), BENCH_UNIFORM,
          "integers, whose sums have 64 bits"),
    MEANS("mean_i64_8", STREW_DTYPE_INT64, STREW_REDUCTION_MEAN, DIMS(65536, 8), DIMS(400000, 1), BENCH_UNIFORM,
          "the same, whose sums have 128 bits"),
    MEANS("first_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
          "rows32_add without the old elements", .beside = "rows32_add", .excludes_self = 1),
    MEANS("first_elem", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM,
          "elem_add without the old elements", .beside = "elem_add", .excludes_self = 1),
    MEANS("first_axis1", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(128, 64, 128), DIMS(128, 256, 128), BENCH_UNIFORM,
          "pooling: an index for each element, without the old elements", ELEMENTS(1), .excludes_self = 1),

    ACCUMULATE("wide_f16_add64", STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 64), DIMS(65536, 1), BENCH_UNIFORM,
               "the same in float32, rounded once", .beside = "f16_add64", .accumulate = STREW_DTYPE_FLOAT32),
    ACCUMULATE("f16_add32", STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 32), DIMS(65536, 1), BENCH_UNIFORM,
               "rows of 32, rounded after each update"),
    ACCUMULATE("wide_f16_add32", STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 32), DIMS(65536, 1), BENCH_UNIFORM,
               "the same in float32, rounded once", .beside = "f16_add32", .accumulate = STREW_DTYPE_FLOAT32),
    ACCUMULATE("f16_add1", STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM,
               "single elements, rounded after each update"),
    ACCUMULATE("wide_f16_add1", STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM,
               "the same in float32, rounded once", .beside = "f16_add1", .accumulate = STREW_DTYPE_FLOAT32),
    ACCUMULATE("wide_bf16_add64", STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 64), DIMS(65536, 1), BENCH_UNIFORM,
               "the same in float32, rounded once", .beside = "bf16_add64", .accumulate = STREW_DTYPE_FLOAT32),
    ACCUMULATE("bf16_add32", STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 32), DIMS(65536, 1), BENCH_UNIFORM,
               "rows of 32, rounded after each update"),
    ACCUMULATE("wide_bf16_add32", STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD, DIMS(16384, 32), DIMS(65536, 1), BENCH_UNIFORM,
               "the same in float32, rounded once", .beside = "bf16_add32", .accumulate = STREW_DTYPE_FLOAT32),
    ACCUMULATE("bf16_add1", STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM,
               "single elements, rounded after each update"),
    ACCUMULATE("wide_bf16_add1", STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM,
               "the same in float32, rounded once", .beside = "bf16_add1", .accumulate = STREW_DTYPE_FLOAT32),
    ACCUMULATE("wide_rows32_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
               "rows32_add in float64, rounded once", .beside = "rows32_add", .accumulate = STREW_DTYPE_FLOAT64),

    VIEWS("u_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243), BENCH_UNIFORM,
          "rows32_add, by scatter_update", UPDATE(0)),
    VIEWS("alpha_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243), BENCH_UNIFORM, "the same with alpha",
          UPDATE(0), .products = BENCH_TIMES_ALPHA, .beside = "u_rows32"),
    VIEWS("multiplied_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243), BENCH_UNIFORM,
          "the same, but each call first multiplies the updates into a copy", UPDATE(0), .products = BENCH_MULTIPLIED,
          .beside = "u_rows32"),
    VIEWS("expanded_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243), BENCH_UNIFORM,
          "u_rows32 by scatter_elements, with an index that is expanded along the rows", UPDATE(0), .is_expanded = 1, .beside = "u_rows32"),
    VIEWS("u_rows4", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 4), DIMS(1166243), BENCH_UNIFORM,
          "narrow rows, by scatter_update", UPDATE(0)),
    VIEWS("expanded_rows4", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 4), DIMS(1166243), BENCH_UNIFORM,
          "u_rows4 by scatter_elements", UPDATE(0), .is_expanded = 1, .beside = "u_rows4"),
    VIEWS("u2_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(2, 84672, 32), DIMS(583122), BENCH_UNIFORM,
          "two halves of rows32_add", UPDATE(1)),
    VIEWS("swap_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(2, 84672, 32), DIMS(583122), BENCH_UNIFORM,
          "the same as a view, with the rows before the halves", UPDATE(1), .is_swapped = 1, .beside = "u2_rows32"),
    VIEWS("out_gaps_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243), BENCH_UNIFORM,
          "u_rows32 into the first half of rows of 64", UPDATE(0), .output = {1, 64}, .beside = "u_rows32"),
    VIEWS("updates_gaps_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243), BENCH_UNIFORM,
          "the same, but the updates have such rows", UPDATE(0), .updates = {1, 64}, .beside = "u_rows32"),
    VIEWS("out_every2_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243), BENCH_UNIFORM,
          "u_rows32 into every second element of rows of 64", UPDATE(0), .output = {2, 64}, .beside = "u_rows32"),
    VIEWS("updates_every2_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243), BENCH_UNIFORM,
          "the same, but the updates are every second element", UPDATE(0), .updates = {2, 64}, .beside = "u_rows32"),
    VIEWS("out_gaps_elements_ax1", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(4096, 1024), DIMS(4096, 256), BENCH_UNIFORM,
          "elements_ax1 into the first half of rows of 2048", ELEMENTS(1), .output = {1, 2048}, .beside = "elements_ax1"),
    VIEWS("mean2_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_MEAN, DIMS(2, 84672, 32), DIMS(583122), BENCH_UNIFORM,
          "two halves of mean_rows32", UPDATE(1)),
    VIEWS("mean_swap_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_MEAN, DIMS(2, 84672, 32), DIMS(583122), BENCH_UNIFORM,
          "the same as a view, with the rows before the halves", UPDATE(1), .is_swapped = 1, .beside = "mean2_rows32"),
    VIEWS("first2_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(2, 84672, 32), DIMS(583122), BENCH_UNIFORM,
          "two halves of first_rows32", UPDATE(1), .excludes_self = 1),
    VIEWS("first_swap_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(2, 84672, 32), DIMS(583122), BENCH_UNIFORM,
          "the same as a view, with the rows before the halves", UPDATE(1), .is_swapped = 1, .excludes_self = 1, .beside = "first2_rows32"),
    VIEWS("g2_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(2, 84672, 32), DIMS(583122), BENCH_UNIFORM, "two halves of g_rows32",
          .op = BENCH_GATHER, .axis = 1),
    VIEWS("g_swap_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(2, 84672, 32), DIMS(583122), BENCH_UNIFORM,
          "the same as a view, with the rows before the halves", .op = BENCH_GATHER, .axis = 1, .is_swapped = 1, .beside = "g2_rows32"),
    VIEWS("k2_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(412, 411), DIMS(1166243, 2), BENCH_UNIFORM,
          "elem_add with pairs of a row and a column"),
    VIEWS("apart_k2_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(412, 411), DIMS(1166243, 2), BENCH_UNIFORM,
          "the same with rows and columns as tensors of their own, as a[i, j] has them", .components = BENCH_APART, .beside = "k2_add"),
    VIEWS("stacked_k2_add", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(412, 411), DIMS(1166243, 2), BENCH_UNIFORM,
          "the same, but each call first copies them side by side", .components = BENCH_STACKED, .beside = "k2_add"),
    VIEWS("g_k2", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(412, 411), DIMS(1166243, 2), BENCH_UNIFORM, "g_elem with pairs",
          .op = BENCH_GATHER_ND),
    VIEWS("apart_g_k2", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(412, 411), DIMS(1166243, 2), BENCH_UNIFORM,
          "the same with components apart", .op = BENCH_GATHER_ND, .components = BENCH_APART, .beside = "g_k2"),
    VIEWS("stacked_g_k2", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(412, 411), DIMS(1166243, 2), BENCH_UNIFORM,
          "the same, but each call first copies them side by side", .op = BENCH_GATHER_ND, .components = BENCH_STACKED, .beside = "g_k2"),

    VIEWS("put", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(412 * 411), DIMS(1166243), BENCH_UNIFORM, "put_ into dense data",
          UPDATE(0)),
    VIEWS("put_transposed", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(412 * 411), DIMS(1166243), BENCH_UNIFORM,
          "put_ into a transposed matrix, whose indices are divided", UPDATE(0), .components = BENCH_FLAT, .beside = "put"),
    VIEWS("take", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(412 * 411), DIMS(1166243), BENCH_UNIFORM, "take from dense data",
          .op = BENCH_GATHER),
    VIEWS("take_transposed", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(412 * 411), DIMS(1166243), BENCH_UNIFORM,
          "take from a transposed matrix, whose indices are divided", .op = BENCH_GATHER, .components = BENCH_FLAT, .beside = "take"),

    PADDING("padded_elem", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM,
            "elem_add with ignore_index, which no tuple has", .beside = "elem_add", .is_padded = 1),
    PADDING("skip5_elem", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343), DIMS(1166243, 1), BENCH_UNIFORM,
            "elem_add, and 5% out of bounds", .beside = "elem_add", .skips = 1, .n_of_100_skipped = 5),
    PADDING("skip5_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
            "the same of rows32_add", .beside = "rows32_add", .skips = 1, .n_of_100_skipped = 5),
    PADDING("padded_g_rows32", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(169343, 32), DIMS(1166243, 1), BENCH_UNIFORM,
            "the same of g_rows32", .op = BENCH_GATHER_ND, .beside = "g_rows32", .is_padded = 1),
    PADDING("g_outer_few", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(20000, 50, 4), DIMS(16), BENCH_UNIFORM,
            "few tuples, and many outer indices", .op = BENCH_GATHER, .axis = 1),
    PADDING("padded_g_outer_few", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(20000, 50, 4), DIMS(16), BENCH_UNIFORM,
            "the same with ignore_index", .op = BENCH_GATHER, .axis = 1, .beside = "g_outer_few", .is_padded = 1),

    CALLS("call_planned", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(4, 4, 4), DIMS(2, 1), BENCH_UNIFORM, "tiny, with a ready plan"),
    CALLS("call_full", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(4, 4, 4), DIMS(2, 1), BENCH_UNIFORM, "the same, planned and run",
          .is_planned_anew = 1),
    CALLS("rows_1x128", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(100000, 128), DIMS(1, 1), BENCH_UNIFORM, "a row into 51 MB"),
    CALLS("rows_8x128", STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, DIMS(100000, 128), DIMS(8, 1), BENCH_UNIFORM, "eight rows"),
    CALLS("kv_step_update", STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE, DIMS(8, 2048, 128), DIMS(1), BENCH_UNIFORM,
          "a token of each head into a cache, all at one place", UPDATE(1)),
    CALLS("kv_step_tokens", STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE, DIMS(8, 2048, 128), DIMS(8, 1), BENCH_UNIFORM,
          "the same by tensor_scatter, each at its own place", TOKENS(1)),
    CALLS("kv_step_nd", STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE, DIMS(8, 2048, 128), DIMS(8, 2), BENCH_ROWS, "the same by scatter_nd"),
    CALLS("kv_step", STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE, DIMS(8, 2048, 128), DIMS(8, 2), BENCH_ROWS, "the slowest of the three",
          .or_by = {"kv_step_update", "kv_step_tokens"}),
};

const size_t BENCH_N_WORKLOADS = sizeof BENCH_WORKLOADS / sizeof *BENCH_WORKLOADS;
_Static_assert(sizeof BENCH_WORKLOADS / sizeof *BENCH_WORKLOADS <= BENCH_MAX_WORKLOADS, "-w all chooses all of them");

const char *bench_operator_name(bench_operator op)
{
    static const char *const names[] = {
        [BENCH_ND] = "scatter_nd",         [BENCH_ELEMENTS] = "scatter_elements", [BENCH_UPDATE] = "scatter_update",
        [BENCH_TOKENS] = "tensor_scatter", [BENCH_GATHER_ND] = "gather_nd",       [BENCH_GATHER_ELEMENTS] = "gather_elements",
        [BENCH_GATHER] = "gather",
    };
    return names[op];
}

int bench_needs_workspace(const bench_workload *workload)
{
    return workload->reduction == STREW_REDUCTION_MEAN || workload->excludes_self || workload->accumulate != 0;
}

int bench_is_gather(const bench_workload *workload)
{
    return workload->op >= BENCH_GATHER_ND;
}

int bench_is_for_peers(const bench_workload *workload)
{
    return workload->batch_dims == 0 && !workload->skips;
}

const bench_workload *bench_find_workload(const char *name)
{
    for (size_t i = 0; i < BENCH_N_WORKLOADS; i++) {
        if (strcmp(BENCH_WORKLOADS[i].name, name) == 0) return &BENCH_WORKLOADS[i];
    }
    return NULL;
}
