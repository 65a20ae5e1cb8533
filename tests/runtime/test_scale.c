/* Scales: numbers that scatters divide or multiply before they round them, and gathers multiply after they read them; against plain calls
 * of elements that were converted one by one. */
#include <strew/strew.h>

#include <math.h>
#include <stdlib.h>

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
#include "testing.h"
#include "views.h"

enum { MAX_BYTES = 1 << 20, WORKSPACE = 1 << 16, MAX_RANK = 4 };

static uint64_t random_state = 46;
static view data, updates, output, scale; /* `updates` is the output of a gather */
static guarded prepared;
static int64_t indices[1 << 15];
static unsigned char *converted, *expected;

static const strew_dtype narrow[] = {STREW_DTYPE_INT8,    STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_FLOAT8E5M2,
                                     STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16,     STREW_DTYPE_UINT8},
                         wide[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};

/* What is called; shapes are drawn unless they are given. */
typedef struct scaled_call {
    int is_gather, op, is_strided; /* an operator of the reference, or of gathers */
    strew_dtype narrow, wide;
    strew_options options;
    int64_t axis, batch_dims;
    int32_t rank, indices_rank, ordered_rank, scale_rank;
    int64_t shape[MAX_RANK], indices_shape[MAX_RANK + 1], ordered_shape[STREW_MAX_RANK], scale_shape[STREW_MAX_RANK];
} scaled_call;

static int64_t pick(const int64_t *of, size_t n)
{
    return of[random_below(&random_state, n)];
}

static size_t count(int32_t rank, const int64_t *shape)
{
    return reference_elements(&(strew_tensor){STREW_DTYPE_INT8, rank, shape, NULL, NULL});
}

/* ---- A call -------------------------------------------------------------------------------------------------------------------------- */

static strew_tensor tensor_of_indices(const scaled_call *of)
{
    return (strew_tensor){STREW_DTYPE_INT64, of->indices_rank, of->indices_shape, indices, NULL};
}

static reference_call scatter_of_call(const scaled_call *of, const strew_tensor *to, const strew_tensor *at, const strew_tensor *from)
{
    return (reference_call){(reference_operator)of->op, to, at, from, of->axis, STREW_REDUCTION_NONE, &of->options, of->batch_dims};
}

static gather_call gather_of_call(const scaled_call *of, const strew_tensor *from, const strew_tensor *at)
{
    return (gather_call){(gather_operator)of->op, from, at, of->axis, of->batch_dims, &of->options};
}

/* The shapes of data and indices, small or with a last dimension of a few blocks. */
static void draw_shapes(scaled_call *of)
{
    static const int64_t sizes[] = {1, 2, 3, 4}, lasts[] = {1, 2, 3, 8, 32, 48, 64, 128, 192};
    const int is_nd = of->op == REFERENCE_ND, is_elements = of->op == REFERENCE_ELEMENTS, is_flat = of->op == REFERENCE_PUT;
    of->rank = 1 + (int32_t)random_below(&random_state, MAX_RANK - 1);
    for (int32_t d = 0; d < of->rank; d++) of->shape[d] = pick(sizes, COUNT(sizes));
    of->shape[of->rank - 1] = pick(lasts, COUNT(lasts));
    of->axis = is_nd || is_flat ? 0 : (int64_t)random_below(&random_state, (uint64_t)of->rank);
    of->batch_dims = of->op == REFERENCE_UPDATE && of->axis != 0 ? (int64_t)random_below(&random_state, 2) : 0;
    of->indices_rank = is_elements ? of->rank : (int32_t)of->batch_dims + 1;
    for (int32_t d = 0; d < of->indices_rank; d++) {
        of->indices_shape[d] = d < of->batch_dims ? of->shape[d] : 1 + (int64_t)random_below(&random_state, 7);
        if (is_elements && d != of->axis && of->indices_shape[d] > of->shape[d]) of->indices_shape[d] = of->shape[d];
        if (is_elements && d != of->axis && random_below(&random_state, 2)) of->indices_shape[d] = of->shape[d];
    }
    if (is_nd && random_below(&random_state, 2)) of->indices_shape[of->indices_rank++] = 1 + (int64_t)random_below(&random_state, 3);
    if (is_nd) of->indices_shape[of->indices_rank++] = (int64_t)random_below(&random_state, (uint64_t)of->rank + 1);
}

/* Indices of data, of which some are passed over where options say so. */
static void draw_indices(const scaled_call *of)
{
    const size_t n = count(of->indices_rank, of->indices_shape),
                 k = of->op == REFERENCE_ND ? (size_t)of->indices_shape[of->indices_rank - 1] : 1;
    assert_in_range(n, 0, COUNT(indices));
    for (size_t i = 0; i < n; i++) {
        const int64_t size = of->op == REFERENCE_ND    ? of->shape[i % k]
                             : of->op == REFERENCE_PUT ? (int64_t)count(of->rank, of->shape)
                                                       : of->shape[of->axis];
        indices[i] = (int64_t)random_below(&random_state, 2 * (uint64_t)size) - size;
        if (of->options.policy == STREW_POLICY_SKIP && random_below(&random_state, 4) == 0) indices[i] = size;
        if (of->options.has_ignore_index && random_below(&random_state, 4) == 0) indices[i] = of->options.ignore_index;
    }
}

/* One for all, for some dimensions, for all elements, or for blocks of neighbours. */
static void draw_scale(scaled_call *of, int32_t rank, const int64_t *shape)
{
    of->scale_rank = rank == 0 || random_below(&random_state, 2) ? rank : (int32_t)random_below(&random_state, (uint64_t)rank);
    for (int32_t d = 0; d < of->scale_rank; d++) {
        const int64_t size = shape[rank - of->scale_rank + d];
        of->scale_shape[d] = random_below(&random_state, 2) ? size : 1;
        if (d == of->scale_rank - 1 && random_below(&random_state, 2) && size % 4 == 0)
            of->scale_shape[d] = size / (size % 16 == 0 ? 16 : 4);
    }
}

/* ---- What is expected ---------------------------------------------------------------------------------------------------------------- */

/* The scale of an element of a tensor. */
static float scale_at(const scaled_call *of, int32_t rank, const int64_t *shape, size_t position)
{
    size_t at = 0, step = 1;
    float value;
    for (int32_t d = rank - 1; d >= 0; d--) {
        const size_t size = (size_t)shape[d], index = position % size;
        const int32_t of_scale = d - rank + of->scale_rank;
        position /= size;
        if (of_scale < 0) continue;
        at += index / (size / (size_t)of->scale_shape[of_scale]) * step;
        step *= (size_t)of->scale_shape[of_scale];
    }
    memcpy(&value, (const unsigned char *)scale.dense.values + at * sizeof value, sizeof value);
    return value;
}

static float float_at(strew_dtype dtype, const void *element)
{
    float value;
    if (reference_type_of(dtype).kind == REFERENCE_SIGNED) return (float)*(const int8_t *)element;
    if (reference_type_of(dtype).kind == REFERENCE_UNSIGNED) return (float)*(const uint8_t *)element;
    convert_element(dtype, element, STREW_DTYPE_FLOAT32, &value, STREW_OVERFLOW_WRAPS);
    return value;
}

static void narrow_element(const scaled_call *of, const void *update, float by, void *to)
{
    const float x = float_at(of->wide, update);
    const volatile float q = of->options.scale_rule == STREW_SCALE_RULE_DIVIDES ? x / by : x * by;
    const float value = q;
    if (of->narrow != STREW_DTYPE_INT8) {
        convert_element(STREW_DTYPE_FLOAT32, &value, of->narrow, to, of->options.overflow);
    } else {
        *(int8_t *)to = (int8_t)(isnan(value) ? 0 : value > 127 ? 127 : value < -128 ? -128 : (int)nearbyintf(value));
    }
}

static void widen_element(const scaled_call *of, const void *element, float by, void *to)
{
    const volatile float product = float_at(of->narrow, element) * by;
    const float value = product;
    convert_element(STREW_DTYPE_FLOAT32, &value, of->wide, to, of->options.overflow);
}

static void expect_scatter(const scaled_call *of)
{
    const strew_tensor at = tensor_of_indices(of), from = {of->narrow, of->ordered_rank, of->ordered_shape, converted, NULL};
    const size_t n = count(of->ordered_rank, of->ordered_shape), size = reference_size(of->narrow), wide_size = reference_size(of->wide);
    const unsigned char *values = updates.dense.values;
    for (size_t i = 0; i < n; i++)
        narrow_element(of, values + i * wide_size, scale_at(of, of->ordered_rank, of->ordered_shape, i), converted + i * size);
    const reference_call call = scatter_of_call(of, &data.dense, &at, &from);
    reference_scatter(expected, &call);
}

static void expect_gather(const scaled_call *of)
{
    const strew_tensor at = tensor_of_indices(of), from = {of->wide, of->rank, of->shape, converted, NULL};
    const size_t n = count(of->rank, of->shape), size = reference_size(of->narrow), wide_size = reference_size(of->wide);
    const unsigned char *values = data.dense.values;
    unsigned char fill[sizeof(float)];
    scaled_call plain = *of;
    for (size_t i = 0; i < n; i++) widen_element(of, values + i * size, scale_at(of, of->rank, of->shape, i), converted + i * wide_size);
    if (of->options.fill) {
        widen_element(of, of->options.fill, 1, fill);
        plain.options.fill = fill;
    }
    const gather_call call = gather_of_call(&plain, &from, &at);
    reference_gather(expected, &call);
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

typedef enum form { ALONE, THREADS, PREPARED, PARTS, FORMS } form;

static strew_call call_with_scale(const scaled_call *of)
{
    const strew_tensor at = tensor_of_indices(of);
    const reference_call scatter = scatter_of_call(of, &data.tensor, &at, &updates.tensor);
    const gather_call gather = gather_of_call(of, &data.tensor, &at);
    strew_call call = of->is_gather ? call_of_gather(&gather) : call_of(&scatter);
    call.scale = scale.tensor;
    call.output = of->is_gather ? updates.tensor : output.tensor;
    call.options = &of->options;
    return call;
}

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

static void expect_view(const scaled_call *of, const view *to, form form)
{
    static const char *const forms[FORMS] = {"alone", "threads", "prepared", "parts"};
    const strew_dtype dtype = of->is_gather ? of->wide : of->narrow;
    const size_t n = count(to->tensor.rank, to->tensor.shape), size = reference_size(dtype);
    char text[VIEW_TEXT_BYTES];
    for (size_t i = 0; i < n; i++) {
        if (is_same_element(dtype, view_at(to, i), expected + i * size, SAME_ZERO)) continue;
        char a[ELEMENT_TEXT_BYTES], b[ELEMENT_TEXT_BYTES];
        fail_msg("%s: element %zu is %s, not %s; %s", forms[form], i, print_element(dtype, view_at(to, i), a),
                 print_element(dtype, expected + i * size, b), view_describe(&scale, text));
    }
}

static void expect_call(scaled_call *of)
{
    const sharing sharing = SHARED;
    strew_isa isas[MAX_ISAS];
    char text[VIEW_TEXT_BYTES], other[VIEW_TEXT_BYTES];
    strew_plan plan;
    strew_fault fault = {0};
    of->options.isa = isas[random_below(&random_state, runnable_isas(isas))];
    const int64_t *const dense = NULL;
    const contents contents = random_below(&random_state, 2) ? EXTREME : ORDINARY;
    if (of->is_strided) {
        view_draw(&data, of->narrow, of->rank, of->shape, of->is_gather ? DISTINCT : sharing, contents, &random_state);
        view_draw(&updates, of->wide, of->ordered_rank, of->ordered_shape, of->is_gather ? DISTINCT : sharing, contents, &random_state);
        view_draw(&output, of->narrow, of->rank, of->shape, DISTINCT, contents, &random_state);
        view_draw(&scale, STREW_DTYPE_FLOAT32, of->scale_rank, of->scale_shape, sharing, contents, &random_state);
    } else {
        view_place(&data, of->narrow, of->rank, of->shape, dense, contents, &random_state);
        view_place(&updates, of->wide, of->ordered_rank, of->ordered_shape, dense, contents, &random_state);
        view_place(&output, of->narrow, of->rank, of->shape, dense, contents, &random_state);
        view_place(&scale, STREW_DTYPE_FLOAT32, of->scale_rank, of->scale_shape, dense, contents, &random_state);
    }
    draw_indices(of);
    (of->is_gather ? expect_gather : expect_scatter)(of);
    const strew_call call = call_with_scale(of);
    in_case("%s of %s and %s, axis %d, data %s, scale %s", strew_operator_name(call.op), strew_dtype_name(of->narrow),
            strew_dtype_name(of->wide), (int)of->axis, view_describe(&data, text), view_describe(&scale, other));
    assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
    view *const to = of->is_gather ? &updates : &output;
    const strew_buffers buffers = STREW_BUFFERS(.output = view_at(to, 0), .data = view_at(&data, 0), .indices = indices,
                                                .scale = view_at(&scale, 0), .updates = of->is_gather ? NULL : view_at(&updates, 0));
    for (form form = ALONE; form < FORMS; form++) {
        view_restore(to);
        run_in_form(&plan, &buffers, form);
        expect_view(of, to, form);
        assert_true(view_is_unchanged(&data) && view_is_unchanged(&scale) && (of->is_gather || view_is_unchanged(&updates)));
    }
    if (of->is_gather || of->is_strided) return;
    strew_buffers in_place = buffers;
    in_place.output = view_at(&data, 0);
    run_in_form(&plan, &in_place, ALONE);
    expect_view(of, &data, ALONE);
}

static void open_views(void)
{
    data = view_open(MAX_BYTES);
    updates = view_open(MAX_BYTES);
    output = view_open(MAX_BYTES);
    scale = view_open(MAX_BYTES);
    prepared = guarded_open(MAX_BYTES);
    converted = malloc(MAX_BYTES);
    expected = malloc(MAX_BYTES);
    assert_true(converted != NULL && expected != NULL);
}

static void close_views(void)
{
    view_close(&data);
    view_close(&updates);
    view_close(&output);
    view_close(&scale);
    guarded_close(&prepared);
    free(converted);
    free(expected);
}

static void set_ordered_shape(scaled_call *of)
{
    const strew_tensor at = tensor_of_indices(of), to = {of->narrow, of->rank, of->shape, NULL, NULL};
    const reference_call scatter = scatter_of_call(of, &to, &at, NULL);
    const gather_call gather = gather_of_call(of, &to, &at);
    of->ordered_rank = of->is_gather ? gather_shape(&gather, of->ordered_shape) : updates_shape_of_call(&scatter, of->ordered_shape);
}

TEST(numbers_are_scaled_on_their_way)
{
    static const unsigned char fill[] = {0x3c, 0x41};
    open_views();
    while (next_case()) {
        scaled_call of = {
            .is_gather = (int)choose("is_gather", 2), .op = (int)choose("op", REFERENCE_PUT + 1), .options = STREW_OPTIONS_INIT};
        of.narrow = narrow[choose("narrow", COUNT(narrow))];
        of.wide = wide[choose("wide", COUNT(wide))];
        of.is_strided = (int)choose("is_strided", 2);
        of.options.overflow = (strew_overflow)choose("overflow", 2);
        const size_t passes = choose("passes", 3);
        if (of.narrow == STREW_DTYPE_UINT8 && !of.is_gather) continue;
        for (int i = 0; i < (is_light() ? 1 : 4); i++) {
            of.options.policy = passes == 1 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
            of.options.has_ignore_index = passes == 2;
            of.options.ignore_index = passes == 2 ? -1000 : 0;
            of.options.scale_rule = of.is_gather ? STREW_SCALE_RULE_DIVIDES : (strew_scale_rule)random_below(&random_state, 2);
            of.options.fill = of.is_gather && passes != 0 && random_below(&random_state, 2) ? fill : NULL;
            draw_shapes(&of);
            set_ordered_shape(&of);
            draw_scale(&of, of.is_gather ? of.rank : of.ordered_rank, of.is_gather ? of.shape : of.ordered_shape);
            expect_call(&of);
        }
    }
    close_views();
}

/* Slices that are scaled one by one, whose updates are views of two dimensions of tuples: no one step leads to all of them. */
TEST(wide_slices_lie_unevenly)
{
    open_views();
    for (int i = 0; i < 40; i++) {
        scaled_call of = {.op = REFERENCE_ND,
                          .is_strided = 1,
                          .narrow = STREW_DTYPE_INT8,
                          .wide = STREW_DTYPE_FLOAT32,
                          .rank = 2,
                          .indices_rank = 3,
                          .shape = {6, 96},
                          .indices_shape = {2, 3, 1},
                          .scale_rank = 1,
                          .scale_shape = {1},
                          .options = STREW_OPTIONS_INIT};
        set_ordered_shape(&of);
        expect_call(&of);
    }
    close_views();
}

/* Each thread has columns of its own, and finds their scales. */
TEST(threads_share_columns_of_wide_slices)
{
    static const int64_t n_scales[] = {1, 1 << 14, 1 << 9, 1 << 10};
    open_views();
    while (next_case()) {
        scaled_call of = {.op = REFERENCE_UPDATE,
                          .narrow = STREW_DTYPE_FLOAT8E4M3FN,
                          .wide = wide[choose("wide", COUNT(wide))],
                          .rank = 2,
                          .indices_rank = 1,
                          .shape = {3, 1 << 14},
                          .indices_shape = {5},
                          .scale_rank = 2,
                          .scale_shape = {choose("has_rows", 2) ? 5 : 1, n_scales[choose("n_scales", COUNT(n_scales))]},
                          .options = STREW_OPTIONS_INIT};
        set_ordered_shape(&of);
        expect_call(&of);
    }
    close_views();
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

#define SCATTER "scatter_nd data=int8[4,8] indices=int64[3,1] "
TEST(what_no_scale_is_for_is_rejected)
{
    static const struct {
        const char *text;
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {SCATTER "updates=float32[3,8] scale=float64[1]",
         FAULT(DTYPE_MISMATCH, .subject = "scale", .value = STREW_DTYPE_FLOAT64, .high = STREW_DTYPE_FLOAT32), "scale is float64|float32"},
        {SCATTER "updates=float64[3,8] scale=float32[1]", FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_FLOAT64, .high = STREW_DTYPE_INT8),
         "float64|int8"},
        {SCATTER "updates=int8[3,8] scale=float32[1]", FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_INT8, .high = STREW_DTYPE_INT8),
         "int8"},
        {SCATTER "updates=float8e5m2[3,8] scale=float32[1]",
         FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_FLOAT8E5M2, .high = STREW_DTYPE_INT8), "float8e5m2|int8"},
        {"put data=float32[4] indices=int64[3] updates=float32[3] scale=float32[1]",
         FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_FLOAT32, .high = STREW_DTYPE_FLOAT32), "float32"},
        {"put data=uint8[4] indices=int64[3] updates=float32[3] scale=float32[1]",
         FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_FLOAT32, .high = STREW_DTYPE_UINT8), "uint8"},
        {"take data=int16[4] indices=int64[3] output=float32[3] scale=float32[1]",
         FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_FLOAT32, .high = STREW_DTYPE_INT16), "int16"},
        {"take data=int8[4] indices=int64[3] scale=float32[1]",
         FAULT(UNSUPPORTED_SCALE, .value = STREW_DTYPE_INT8, .high = STREW_DTYPE_INT8), "int8"},
        {SCATTER "updates=float32[3,8] scale=float32[1,1,1]", FAULT(RANK_OUT_OF_RANGE, .subject = "scale", .value = 3, .high = 2),
         "scale|3|2"},
        {SCATTER "updates=float32[3,8] scale=float32[2,1]",
         FAULT(SCALE_SHAPE_MISMATCH, .subject = "updates", .dimension = 0, .value = 2, .high = 3), "dimension 0|2|3|updates"},
        {SCATTER "updates=float32[3,8] scale=float32[3,3]",
         FAULT(SCALE_SHAPE_MISMATCH, .subject = "updates", .dimension = 1, .value = 3, .high = 8), "dimension 1|3|8|updates"},
        {SCATTER "updates=float32[3,8] scale=float32[0]", FAULT(SCALE_SHAPE_MISMATCH, .subject = "updates", .value = 0, .high = 8), "0|8"},
        {SCATTER "updates=float32[3,8] scale=float32[4,8]", FAULT(SCALE_SHAPE_MISMATCH, .subject = "updates", .value = 4, .high = 3),
         "4|3"},
        {"scatter_nd data=int8[4,0] indices=int64[3,1] updates=float32[3,0] scale=float32[2]",
         FAULT(SCALE_SHAPE_MISMATCH, .subject = "updates", .value = 2), "2|0"},
        {"gather data=int8[4,8] indices=int64[3] output=float32[3,8] scale=float32[3,1]",
         FAULT(SCALE_SHAPE_MISMATCH, .subject = "data", .value = 3, .high = 4), "3|4|data"},
        {SCATTER "updates=float32[3,8] scale=float32[-1]", FAULT(NEGATIVE_DIMENSION, .subject = "scale", .value = -1), "scale|-1"},
        {SCATTER "updates=float32[3,8] scale=float32[1] profile=ONNX_ScatterND-18",
         FAULT(PROFILE_LACKS_OPTION, .subject = "scale", .profile = STREW_PROFILE_ONNX_SCATTERND_18), "ScatterND-18|scale"},
        {"gather data=int8[4,8]{4,1} axis=1 indices=int64[3] output=float32[4,3] scale=float32[4,8]", {.status = STREW_OK}, ""},
        {"take data=int8[4,8]{4,1} indices=int64[3] output=float32[3] scale=float32[4,1]",
         FAULT(STRIDES_OVERLAP, .subject = "data", .value = 4, .low = 8), "data|4|8"},
        {"take data=int8[4,8]{0,1} indices=int64[3] output=float32[3] scale=float32[4,1]",
         FAULT(STRIDES_OVERLAP, .subject = "data", .low = 1), "data|0|1"},
        {"take data=int8[4,8]{0,1} indices=int64[3] output=float32[3] scale=float32[8]", {.status = STREW_OK}, ""},
        {"take data=int8[4,8]{4,1} indices=int64[3] output=float32[3] scale=float32[1]", {.status = STREW_OK}, ""},
        {"gather data=int8[4,0] indices=int64[3] output=float32[3,0] scale=float32[4,1]", {.status = STREW_OK}, ""},
        {"gather data=int8[0,8] indices=int64[0] output=float32[0,8] scale=float32[0,4]", {.status = STREW_OK}, ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].fault.status == STREW_OK) {
            accept_text(rows[i].text);
        } else {
            reject_text(rows[i].text, rows[i].fault, rows[i].parts);
        }
    }
}

TEST(a_scale_without_its_shape_is_rejected)
{
    strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_TAKE, .data = {STREW_DTYPE_INT8, 1, (int64_t[]){4}, NULL, NULL},
                   .indices = {STREW_DTYPE_INT64, 1, (int64_t[]){3}, NULL, NULL},
                   .output = {STREW_DTYPE_FLOAT32, 1, (int64_t[]){3}, NULL, NULL}, .scale = {STREW_DTYPE_FLOAT32, 1, NULL, NULL, NULL});
    strew_plan plan;
    strew_fault fault;
    EXPECT_FAULT(strew_plan_call(&plan, &call, &fault), NULL_POINTER, .subject = "shape of scale");
    call.scale.shape = (int64_t[]){1};
    call.zero_points = (strew_tensor){STREW_DTYPE_UINT8, 1, NULL, NULL, NULL};
    EXPECT_FAULT(strew_plan_call(&plan, &call, &fault), NULL_POINTER, .subject = "shape of zero_points");
}

/* It is as long as its shape says, and apart from what is written. */
TEST(a_scale_is_a_buffer_like_others)
{
    static float updates_values[24], scales[3];
    static int8_t cache[32];
    static const int64_t tokens[] = {0, 3, 1};
    const strew_plan plan = plan_text(SCATTER "updates=float32[3,8] scale=float32[3,1]");
    strew_buffers buffers = STREW_BUFFERS(.output = cache, .data = cache, .indices = tokens, .updates = updates_values);
    strew_fault fault;
    EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), NULL_POINTER, .subject = "scale", .value = sizeof scales);
    buffers.scale = cache + 20;
    EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), OUTPUT_OVERLAP, .subject = "scale", .value = 12);
    buffers.scale = scales;
    assert_int_equal(strew_run(&plan, &buffers, NULL, &fault), STREW_OK);
}

TEST(a_plan_says_which_kernel_scales)
{
    const strew_plan plan = plan_text(SCATTER "updates=float32[3,8] scale=float32[3,1]"),
                     alone = plan_text(SCATTER "updates=float32[3,8] scale=float32[3,1] isa=1");
    char sentence[STREW_MESSAGE_BYTES];
    (void)strew_plan_explain(&alone, STREW_ISA_SCALAR, sentence, sizeof sentence);
    assert_string_equal(sentence, "scalar is used: strew_scale_i8__scalar");
    for (strew_isa isa = STREW_ISA_SCALAR; strew_isa_name(isa) != NULL; isa++) {
        (void)strew_plan_explain(&plan, isa, sentence, sizeof sentence);
        assert_true(strstr(sentence, " is used: strew_scale_i8__") != NULL || strstr(sentence, " is not used: ") != NULL);
    }
}

/* Each digit of a place takes room, of which many component tensors leave little: data ends with n_dims dimensions, of which every second
 * one has scales, and the last one has blocks. */
static strew_status plan_digits(int n_components, int n_dims, strew_fault *fault)
{
    enum { RANK = STREW_MAX_RANK };
    static const int64_t two[] = {2};
    int64_t shape[RANK], updates_shape[RANK + 1] = {2}, scale_shape[RANK + 1] = {2};
    strew_tensor components[RANK];
    const int32_t rank = RANK - n_components + 1;
    strew_plan plan;
    for (int d = 0; d < RANK; d++) {
        shape[d] = d == RANK - 1 ? 4 : d >= RANK - n_dims ? 2 : 1;
        components[d] = (strew_tensor){STREW_DTYPE_INT64, 1, two, NULL, NULL};
    }
    for (int d = 0; d < RANK - n_components; d++) {
        updates_shape[d + 1] = shape[n_components + d];
        scale_shape[d + 1] = 1;
    }
    for (int d = rank - 3; d > 0; d -= 2) scale_shape[d] = updates_shape[d];
    scale_shape[rank - 1] = 2;
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .data = {STREW_DTYPE_INT8, RANK, shape, NULL, NULL}, .components = components,
                   .n_components = n_components, .updates = {STREW_DTYPE_FLOAT32, rank, updates_shape, NULL, NULL},
                   .scale = {STREW_DTYPE_FLOAT32, rank, scale_shape, NULL, NULL});
    return strew_plan_call(&plan, &call, fault);
}

TEST(a_plan_without_room_for_a_scale_is_rejected)
{
    int n_of_scale = 0;
    for (int n_dims = 3; n_dims < 12; n_dims++) {
        for (int n = 1; n < STREW_MAX_RANK - n_dims; n++) {
            strew_fault fault;
            const strew_status status = plan_digits(n, n_dims, &fault);
            if (status == STREW_OK) continue;
            assert_int_equal(status, STREW_STATUS_STRIDES_TOO_MANY);
            n_of_scale += strcmp(fault.subject, "scale") == 0;
        }
    }
    assert_in_range(n_of_scale, 9, 9 * STREW_MAX_RANK);
}
