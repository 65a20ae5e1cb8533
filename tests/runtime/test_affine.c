/* Integers with zero points and scales that gathers read, against a plain gather of elements that were converted one by one. */
#include <strew/strew.h>

#include <math.h>
#include <stdlib.h>

#include "blocks.h"
#include "call_text.h"
#include "calls.h"
#include "compare.h"
#include "conversions.h"
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

enum { MAX_BYTES = 1 << 18, WORKSPACE = 1 << 16, MAX_RANK = 4 };

static uint64_t random_state = 44;
static view data, output, scale; /* data in blocks of a byte */
static guarded zero_points, prepared;
static int64_t indices[1 << 14];
static unsigned char *converted, *expected;

static const strew_dtype integers[] = {STREW_DTYPE_UINT4, STREW_DTYPE_INT4, STREW_DTYPE_UINT8, STREW_DTYPE_INT8},
                         floats[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};

/* A number for each element, for some of the dimensions, or for blocks of the last one: of scales, or of zero points. */
typedef struct factors {
    int32_t rank;
    int64_t shape[MAX_RANK], strides[MAX_RANK];
} factors;

typedef struct affine_call {
    gather_operator op;
    strew_dtype dtype, wide;
    int64_t per_byte, axis, batch_dims;
    int is_strided, has_zeros;
    int32_t rank, indices_rank, output_rank;
    int64_t shape[MAX_RANK], indices_shape[MAX_RANK + 1], output_shape[STREW_MAX_RANK];
    factors scales, zeros;
    const unsigned char *zero_points; /* of index 0 everywhere */
    strew_options options;
} affine_call;

static uint64_t below(uint64_t end)
{
    return random_below(&random_state, end);
}

static size_t count(int32_t rank, const int64_t *shape)
{
    return reference_elements(&(strew_tensor){STREW_DTYPE_INT8, rank, shape, NULL, NULL});
}

/* ---- What is drawn ------------------------------------------------------------------------------------------------------------------- */

static void draw_shapes(affine_call *of)
{
    static const int64_t lasts[] = {1, 2, 16, 48, 64, 128, 160};
    const int is_elements = of->op == GATHER_ELEMENTS, is_whole = of->per_byte == 2; /* the last dimension is part of a slice */
    of->rank = 1 + is_whole + (int32_t)below(MAX_RANK - 1 - (uint64_t)is_whole);
    for (int32_t d = 0; d < of->rank; d++) of->shape[d] = 1 + (int64_t)below(4);
    of->shape[of->rank - 1] = lasts[below(COUNT(lasts))] * of->per_byte;
    of->axis = of->op == GATHER || is_elements ? (int64_t)below((uint64_t)(of->rank - is_whole)) : 0;
    of->batch_dims = of->op == GATHER && of->axis != 0 ? (int64_t)below(2) : 0;
    of->indices_rank = is_elements ? of->rank : (int32_t)of->batch_dims + 1;
    for (int32_t d = 0; d < of->indices_rank; d++) {
        const int is_bounded = is_elements && d != of->axis;
        of->indices_shape[d] = d < of->batch_dims ? of->shape[d] : 1 + (int64_t)below(is_bounded ? (uint64_t)of->shape[d] : 9);
    }
    if (of->op == GATHER_ND) of->indices_shape[of->indices_rank++] = (int64_t)below((uint64_t)(of->rank + 1 - is_whole));
}

static void draw_indices(const affine_call *of)
{
    const size_t n = count(of->indices_rank, of->indices_shape),
                 k = of->op == GATHER_ND ? (size_t)of->indices_shape[of->indices_rank - 1] : 1;
    assert_in_range(n, 0, COUNT(indices));
    for (size_t i = 0; i < n; i++) {
        const int64_t size = of->op == GATHER_ND     ? of->shape[i % k]
                             : of->op == GATHER_TAKE ? (int64_t)count(of->rank, of->shape)
                                                     : of->shape[of->axis];
        indices[i] = (int64_t)below(2 * (uint64_t)size) - size;
        if (of->options.policy != STREW_POLICY_ERROR && below(4) == 0) indices[i] = below(2) ? size : -size - 1;
        if (of->options.has_ignore_index && below(4) == 0) indices[i] = of->options.ignore_index;
    }
}

/* Broadcast, or with blocks of 16, of whole bytes. */
static void draw_factors(const affine_call *of, factors *to)
{
    to->rank = below(2) ? of->rank : (int32_t)below((uint64_t)of->rank + 1);
    for (int32_t d = 0; d < to->rank; d++) {
        const int64_t size = of->shape[of->rank - to->rank + d], block = below(2) ? 16 : of->per_byte;
        to->shape[d] = below(3) ? size : 1;
        if (d == to->rank - 1 && to->shape[d] == size && size % block == 0) to->shape[d] = size / block;
        if (d == to->rank - 1 && to->shape[d] == size && of->per_byte != 1) to->shape[d] = 1;
    }
}

/* Zero points with strides in elements, dense, with gaps, backwards or shared, next to a guard page. */
static void draw_zeros(affine_call *of)
{
    factors *const to = &of->zeros;
    const int is_dense = !of->is_strided || below(2);
    int64_t low = 0, high = 0, dense = 1;
    draw_factors(of, to);
    for (int32_t d = to->rank - 1; d >= 0; d--) {
        to->strides[d] = dense * (is_dense || below(4) ? 1 : 0);
        if (!is_dense && below(2)) to->strides[d] = -to->strides[d];
        *(to->strides[d] < 0 ? &low : &high) += (to->shape[d] - 1) * to->strides[d];
        dense = dense * to->shape[d] + (is_dense ? 0 : (int64_t)below(3));
    }
    const int64_t per_byte = of->per_byte, first = low < 0 ? -((per_byte - 1 - low) / per_byte) : 0, last = high / per_byte;
    unsigned char *const start = guarded_place(&zero_points, (size_t)(last - first + 1), below(2) ? FLUSH_END : FLUSH_START, 0);
    for (int64_t i = 0; i <= last - first; i++) start[i] = (unsigned char)random_next(&random_state);
    of->zero_points = start - first;
}

static void draw_buffers(affine_call *of)
{
    int64_t in_bytes[MAX_RANK], strides[MAX_RANK], dense = 1;
    const contents contents = below(2) ? EXTREME : ORDINARY;
    for (int32_t d = of->rank - 1; d >= 0; d--) {
        in_bytes[d] = of->shape[d] / (d == of->rank - 1 ? of->per_byte : 1);
        strides[d] = of->is_strided && d != of->rank - 1 && below(2) ? -dense : dense;
        dense = dense * in_bytes[d] + (of->is_strided ? (int64_t)below(3) : 0);
    }
    view_place(&data, STREW_DTYPE_OPAQUE(1), of->rank, in_bytes, of->is_strided ? strides : NULL, ORDINARY, &random_state);
    if (of->is_strided) {
        view_draw(&scale, STREW_DTYPE_FLOAT32, of->scales.rank, of->scales.shape, SHARED, contents, &random_state);
    } else {
        view_place(&scale, STREW_DTYPE_FLOAT32, of->scales.rank, of->scales.shape, NULL, contents, &random_state);
    }
    int64_t of_output[STREW_MAX_RANK], padded = 1;
    for (int32_t d = of->output_rank - 1; d >= 0; d--) {
        of_output[d] = padded;
        padded = padded * of->output_shape[d] + (of->is_strided ? (int64_t)below(3) : 0);
    }
    view_place(&output, of->wide, of->output_rank, of->output_shape, of->is_strided ? of_output : NULL, ORDINARY, &random_state);
    if (of->has_zeros) draw_zeros(of);
}

/* ---- What is expected ---------------------------------------------------------------------------------------------------------------- */

/* The place of an element's factor, in row-major order or by strides. */
static int64_t place_of(const affine_call *of, const factors *factors, const int64_t *strides, size_t position)
{
    int64_t place = 0, dense = 1;
    for (int32_t d = of->rank - 1; d >= 0; d--) {
        const size_t size = (size_t)of->shape[d], index = position % size;
        const int32_t at = d - of->rank + factors->rank;
        position /= size;
        if (at < 0) continue;
        place += (int64_t)(index / (size / (size_t)factors->shape[at])) * (strides ? strides[at] : dense);
        dense *= factors->shape[at];
    }
    return place;
}

static void convert_code(const affine_call *of, int code, int zero, float by, void *to)
{
    const volatile float product = (float)(code - zero) * by;
    const float value = product;
    convert_element(STREW_DTYPE_FLOAT32, &value, of->wide, to, of->options.overflow);
}

static void expect_gather(const affine_call *of)
{
    const size_t n = count(of->rank, of->shape), size = reference_size(of->wide);
    const strew_tensor at = {STREW_DTYPE_INT64, of->indices_rank, of->indices_shape, indices, NULL},
                       from = {of->wide, of->rank, of->shape, converted, NULL};
    unsigned char fill[sizeof(float)];
    affine_call plain = *of;
    for (size_t i = 0; i < n; i++) {
        float by;
        memcpy(&by, (const float *)scale.dense.values + place_of(of, &of->scales, NULL, i), sizeof by);
        const int zero = of->has_zeros ? element_at(of->dtype, of->zero_points, place_of(of, &of->zeros, of->zeros.strides, i)) : 0;
        convert_code(of, element_at(of->dtype, data.dense.values, (int64_t)i), zero, by, converted + i * size);
    }
    if (of->options.fill) { /* of two elements in a byte, both are the same here */
        convert_code(of, element_at(of->dtype, of->options.fill, 0), 0, 1, fill);
        plain.options.fill = fill;
    }
    const gather_call call = {of->op, &from, &at, of->axis, of->batch_dims, &plain.options, .output = NULL};
    reference_gather(expected, &call);
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

typedef enum form { ALONE, THREADS, PREPARED, PARTS, FORMS } form;

static void run_in_form(const strew_plan *plan, const strew_buffers *all, form form)
{
    static uint64_t workspace[WORKSPACE / sizeof(uint64_t)];
    size_t n_threads = 3;
    strew_fault fault = {0};
    strew_buffers buffers = *all;
    strew_resources resources = resources_on_threads(&n_threads, workspace, sizeof workspace);
    if (form != THREADS) resources = (strew_resources)STREW_RESOURCES_INIT;
    if (form == PREPARED) {
        const size_t n_bytes = strew_plan_prepared_size(plan);
        unsigned char *const memory = guarded_place(&prepared, n_bytes, FLUSH_END, 0);
        assert_int_equal(prepare_indices(plan, indices, memory, n_bytes, NULL), STREW_OK);
        buffers.indices = NULL;
        buffers.prepared = memory;
    }
    resources.n_parts = form == PARTS ? 3 : 0;
    for (int part = resources.n_parts ? 2 : 0; part >= 0; part--) {
        resources.part = part;
        assert_int_equal(strew_run(plan, &buffers, &resources, &fault), STREW_OK);
    }
}

static void expect_call(affine_call *of)
{
    strew_isa isas[MAX_ISAS];
    int64_t strides[MAX_RANK];
    strew_plan plan;
    strew_fault fault = {0};
    of->options.isa = isas[below(runnable_isas(isas))];
    const strew_tensor at = {STREW_DTYPE_INT64, of->indices_rank, of->indices_shape, indices, NULL},
                       shape = {of->dtype, of->rank, of->shape, NULL, NULL};
    gather_call gather = {of->op, &shape, &at, of->axis, of->batch_dims, &of->options, .output = NULL};
    of->output_rank = gather_shape(&gather, of->output_shape);
    draw_factors(of, &of->scales);
    draw_buffers(of);
    draw_indices(of);
    expect_gather(of);
    for (int32_t d = 0; d < of->rank; d++) strides[d] = data.strides[d] * (d == of->rank - 1 ? 1 : of->per_byte);
    strew_call call = call_of_gather(&gather);
    call.data = (strew_tensor){of->dtype, of->rank, of->shape, NULL, of->is_strided ? strides : NULL};
    call.output = output.tensor;
    call.scale = scale.tensor;
    if (of->has_zeros) call.zero_points = (strew_tensor){of->dtype, of->zeros.rank, of->zeros.shape, NULL, of->zeros.strides};
    in_case("%s of %s to %s, axis %d", strew_operator_name(call.op), strew_dtype_name(of->dtype), strew_dtype_name(of->wide),
            (int)of->axis);
    assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
    const strew_buffers buffers = STREW_BUFFERS(.output = view_at(&output, 0), .data = view_at(&data, 0), .indices = indices,
                                                .scale = view_at(&scale, 0), .zero_points = of->has_zeros ? of->zero_points : NULL);
    const size_t n = count(of->output_rank, of->output_shape), size = reference_size(of->wide);
    for (form form = ALONE; form < FORMS; form++) {
        view_restore(&output);
        run_in_form(&plan, &buffers, form);
        for (size_t i = 0; i < n; i++) {
            if (is_same_element(of->wide, view_at(&output, i), expected + i * size, SAME_ZERO)) continue;
            char a[ELEMENT_TEXT_BYTES], b[ELEMENT_TEXT_BYTES];
            fail_msg("form %d: element %zu is %s, not %s", (int)form, i, print_element(of->wide, view_at(&output, i), a),
                     print_element(of->wide, expected + i * size, b));
        }
        assert_true(guarded_is_intact(&output.buffer));
    }
}

static void open_buffers(void)
{
    data = view_open(MAX_BYTES);
    output = view_open(MAX_BYTES);
    scale = view_open(MAX_BYTES);
    zero_points = guarded_open(MAX_BYTES);
    prepared = guarded_open(MAX_BYTES);
    converted = malloc(MAX_BYTES);
    expected = malloc(MAX_BYTES);
    assert_true(converted != NULL && expected != NULL);
}

static void close_buffers(void)
{
    view_close(&data);
    view_close(&output);
    view_close(&scale);
    guarded_close(&zero_points);
    guarded_close(&prepared);
    free(converted);
    free(expected);
}

TEST(integers_are_read_less_their_zero_points)
{
    static const unsigned char fill[] = {0x99};
    open_buffers();
    while (next_case()) {
        affine_call of = {.dtype = integers[choose("dtype", COUNT(integers))],
                          .wide = floats[choose("wide", COUNT(floats))],
                          .is_strided = (int)choose("is_strided", 2),
                          .options = STREW_OPTIONS_INIT};
        of.per_byte = of.dtype == STREW_DTYPE_UINT8 || of.dtype == STREW_DTYPE_INT8 ? 1 : 2;
        const size_t op = choose("op", GATHER_TAKE + 1), passes = choose("passes", 4);
        of.op = (gather_operator)op;
        of.options.overflow = (strew_overflow)choose("overflow", 2);
        if (of.per_byte == 2 && (of.op == GATHER_ELEMENTS || of.op == GATHER_TAKE)) continue;
        for (int i = 0; i < (is_light() ? 1 : 12); i++) {
            of.options.policy = passes == 1 ? STREW_POLICY_SKIP : passes == 3 ? STREW_POLICY_CLAMP : STREW_POLICY_ERROR;
            of.options.has_ignore_index = passes == 2;
            of.options.ignore_index = passes == 2 ? -1000 : 0;
            of.options.fill = passes != 0 && below(2) ? fill : NULL;
            of.has_zeros = of.per_byte == 1 || below(4) != 0; /* without them, bytes are the business of scales alone */
            draw_shapes(&of);
            expect_call(&of);
        }
    }
    close_buffers();
}

/* Blocks are as large as a slice, and slices are wider than what is collected at once, or converted on at once. */
TEST(blocks_of_wide_slices_are_cut)
{
    open_buffers();
    while (next_case()) {
        affine_call of = {.op = GATHER,
                          .dtype = integers[choose("dtype", COUNT(integers))],
                          .wide = floats[choose("wide", COUNT(floats))],
                          .has_zeros = 1,
                          .rank = 2,
                          .indices_rank = 1,
                          .shape = {2, 3200},
                          .indices_shape = {3},
                          .options = STREW_OPTIONS_INIT};
        of.per_byte = of.dtype == STREW_DTYPE_UINT8 || of.dtype == STREW_DTYPE_INT8 ? 1 : 2;
        expect_call(&of);
    }
    close_buffers();
}

/* Gathers of the same bytes without a scale move them. */
TEST(pairs_are_moved_as_bytes)
{
    static const unsigned char of_data[] = {1, 2, 3, 4, 5, 6};
    static const int64_t at[] = {2, 0};
    unsigned char to[4] = {0};
    const strew_plan gather = plan_text("gather data=128[3,4] indices=int64[2]"),
                     scatter = plan_text("scatter_nd data=129[3,4] indices=int64[2,1] updates=129[2,4]");
    unsigned char table[6] = {0};
    assert_int_equal(strew_run(&gather, &STREW_BUFFERS(.output = to, .data = of_data, .indices = at), NULL, NULL), STREW_OK);
    assert_memory_equal(to, ((unsigned char[]){5, 6, 1, 2}), sizeof to);
    assert_int_equal(strew_run(&scatter, &STREW_BUFFERS(.output = table, .data = table, .indices = at, .updates = of_data), NULL, NULL),
                     STREW_OK);
    assert_memory_equal(table, ((unsigned char[]){3, 4, 0, 0, 1, 2}), sizeof table);
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

#define UINT4 "gather data=128[4,8] indices=int64[3] output=float32[3,8] "
#define INT8 "gather data=int8[4,8] indices=int64[3] output=float32[3,8] scale=float32[1] "
TEST(what_no_zero_point_is_for_is_rejected)
{
    static const struct {
        const char *text;
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {UINT4, FAULT(DTYPE_MISMATCH, .subject = "output", .value = STREW_DTYPE_FLOAT32, .high = STREW_DTYPE_UINT4), "float32|uint4"},
        {UINT4 "zero_points=128[1]",
         FAULT(UNUSED_ARGUMENT, .subject = "zero_points without scale", .value = STREW_OPERATOR_GATHER, .high = -1),
         "gather has no use for zero_points without scale"},
        {UINT4 "scale=float32[1] zero_points=129[1]",
         FAULT(DTYPE_MISMATCH, .subject = "zero_points", .value = STREW_DTYPE_INT4, .high = STREW_DTYPE_UINT4),
         "zero_points is int4, but data is uint4"},
        {UINT4 "scale=float32[1] zero_points=uint8[1]",
         FAULT(DTYPE_MISMATCH, .subject = "zero_points", .value = STREW_DTYPE_UINT8, .high = STREW_DTYPE_UINT4), "uint8|uint4"},
        {UINT4 "scale=float32[4,8]", FAULT(SPLIT_BLOCK, .subject = "shape of scale", .dimension = 1, .value = 8, .high = 2),
         "the 8 in dimension 1 of the shape of scale would split a block of 2 elements"},
        {UINT4 "scale=float32[1] zero_points=128[8]",
         FAULT(SPLIT_BLOCK, .subject = "shape of zero_points", .dimension = 0, .value = 8, .high = 2), "shape of zero_points"},
        {UINT4 "scale=float32[4,3]", FAULT(SCALE_SHAPE_MISMATCH, .subject = "data", .dimension = 1, .value = 3, .high = 8),
         "dimension 1 of scale is 3, which does not broadcast to the 8 of data"},
        {UINT4 "scale=float32[1] zero_points=128[3,1]", FAULT(SCALE_SHAPE_MISMATCH, .subject = "zero_points", .value = 3, .high = 4),
         "dimension 0 of zero_points is 3, which does not broadcast to the 4 of data"},
        {UINT4 "scale=float32[1] zero_points=128[1,1,1]", FAULT(RANK_OUT_OF_RANGE, .subject = "zero_points", .value = 3, .high = 2),
         "zero_points|3"},
        {"gather data=128[4,7] indices=int64[3] output=float32[3,7] scale=float32[1]",
         FAULT(SPLIT_BLOCK, .subject = "shape of data", .dimension = 1, .value = 7, .high = 2), "7|2"},
        {"gather data=128[4,8]{9,1} indices=int64[3] output=float32[3,8] scale=float32[1]",
         FAULT(SPLIT_BLOCK, .subject = "strides of data", .value = 9, .high = 2), "9|strides of data"},
        {"take data=128[32] indices=int64[3] output=float32[3] scale=float32[1]",
         FAULT(SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 2), "a slice of 1 element"},
        {"gather data=128[4,8] axis=1 indices=int64[4] output=float32[4,4] scale=float32[1]",
         FAULT(SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 2), "a slice"},
        {"gather data=128[4,8] indices=int64[3] output=int8[3,8] scale=float32[1]",
         FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_INT8, .high = STREW_DTYPE_UINT4), "int8|uint4"},
        {"scatter_nd data=128[4,8] indices=int64[3,1] updates=float32[3,8] scale=float32[1]",
         FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_FLOAT32, .high = STREW_DTYPE_UINT4), "float32|uint4"},
        {"scatter_nd data=128[4,8] indices=int64[3,1] updates=128[3,8] add",
         FAULT(UNSUPPORTED_REDUCTION, .value = STREW_REDUCTION_ADD, .high = STREW_DTYPE_UINT4), "add|uint4"},
        {"scatter_nd data=int8[4,8] indices=int64[3,1] updates=float32[3,8] scale=float32[1] zero_points=int8[1]",
         FAULT(UNUSED_ARGUMENT, .subject = "zero_points", .value = STREW_OPERATOR_SCATTER_ND, .high = -1), "zero_points"},
        {"gather data=float16[4,8] indices=int64[3] output=float32[3,8] scale=float32[1] zero_points=float16[1]",
         FAULT(UNSUPPORTED_SCALE, .subject = "zero_points", .value = STREW_DTYPE_FLOAT32, .high = STREW_DTYPE_FLOAT16),
         "float32 and data of float16 cannot be converted with zero points"},
        {INT8 "zero_points=uint8[1]", FAULT(DTYPE_MISMATCH, .subject = "zero_points", .value = STREW_DTYPE_UINT8, .high = STREW_DTYPE_INT8),
         "uint8|int8"},
        {INT8 "zero_points=int8[4,8]", {.status = STREW_OK}, ""},
        {UINT4 "scale=float32[4,4] zero_points=128[1]", {.status = STREW_OK}, ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].fault.status == STREW_OK) {
            accept_text(rows[i].text);
        } else {
            reject_text(rows[i].text, rows[i].fault, rows[i].parts);
        }
    }
}

/* They are as long as their shape says, two in a byte, and apart from what is written. */
TEST(zero_points_are_a_buffer_like_others)
{
    static const int64_t at[] = {0, 3, 1};
    static unsigned char of_data[16], of_zeros[2];
    static float to[24], by[1] = {1};
    const strew_plan plan = plan_text(UINT4 "scale=float32[1] zero_points=128[4,1]"), without = plan_text(UINT4 "scale=float32[1]");
    strew_buffers buffers = STREW_BUFFERS(.output = to, .data = of_data, .indices = at, .scale = by);
    strew_fault fault;
    EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), NULL_POINTER, .subject = "zero_points", .value = sizeof of_zeros);
    buffers.zero_points = (unsigned char *)to + sizeof to - 1;
    EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), OUTPUT_OVERLAP, .subject = "zero_points", .value = 1);
    buffers.zero_points = of_zeros;
    assert_int_equal(strew_run(&plan, &buffers, NULL, &fault), STREW_OK);
    EXPECT_FAULT(strew_run(&without, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "zero_points", .value = STREW_OPERATOR_GATHER,
                 .high = -1);
}

TEST(a_plan_says_which_kernel_reads)
{
    const strew_plan alone = plan_text(UINT4 "scale=float32[1] isa=1"), plan = plan_text(UINT4 "scale=float32[1]");
    char sentence[STREW_MESSAGE_BYTES];
    (void)strew_plan_explain(&alone, STREW_ISA_SCALAR, sentence, sizeof sentence);
    assert_string_equal(sentence, "scalar is used: strew_affine_uint4__scalar");
    for (strew_isa isa = STREW_ISA_SCALAR; strew_isa_name(isa) != NULL; isa++) {
        (void)strew_plan_explain(&plan, isa, sentence, sizeof sentence);
        assert_true(strstr(sentence, " is used: strew_affine_uint4__") != NULL || strstr(sentence, " is not used: ") != NULL);
    }
}
