/* Updates that are rows of a table, and their products with weights: against plain scatters of updates that were found and multiplied one
 * by one. */
#include <strew/strew.h>

#include <stdlib.h>

#include "call_text.h"
#include "calls.h"
#include "compare.h"
#include "conversions.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "testing.h"
#include "views.h"

enum { MAX_BYTES = 1 << 20, WORKSPACE = 1 << 18, MAX_RANK = 4, MAX_INDICES = 1 << 15 };

static uint64_t random_state = 47;
static view data, updates, output, weights;
static guarded prepared, of_indices, of_rows;
static int64_t *indices, *rows; /* in these */
static unsigned char *products, *expected;
static uint64_t *workspace;

/* What is called; shapes are drawn. */
typedef struct fused_call {
    reference_operator op;
    int is_strided, has_rows, has_weights, rows_are_strided;
    strew_dtype data, updates, weights, products;
    strew_reduction reduction;
    strew_options options;
    int64_t axis, batch_dims, n_rows;
    int32_t rank, indices_rank, tuples_rank, updates_rank, weights_rank, ordered_rank;
    int64_t shape[MAX_RANK], indices_shape[MAX_RANK + 1], updates_shape[STREW_MAX_RANK], weights_shape[STREW_MAX_RANK],
        ordered_shape[STREW_MAX_RANK];
} fused_call;

static size_t count(int32_t rank, const int64_t *shape)
{
    return reference_elements(&(strew_tensor){STREW_DTYPE_INT8, rank, shape, NULL, NULL});
}

static strew_tensor tensor_of_indices(const fused_call *of)
{
    return (strew_tensor){STREW_DTYPE_INT64, of->indices_rank, of->indices_shape, indices, NULL};
}

static reference_call scatter_of_call(const fused_call *of, const strew_tensor *to, const strew_tensor *at, const strew_tensor *from)
{
    return (reference_call){of->op, to, at, from, of->axis, of->reduction, &of->options, of->batch_dims};
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------------------------- */

static int64_t draw(int64_t low, int64_t high)
{
    return low + (int64_t)random_below(&random_state, (uint64_t)(high - low + 1));
}

static void draw_shapes(fused_call *of)
{
    static const int64_t lasts[] = {1, 2, 3, 8, 17, 64, 100, 300};
    const int is_nd = of->op == REFERENCE_ND, is_elements = of->op == REFERENCE_ELEMENTS, is_flat = of->op == REFERENCE_PUT;
    of->rank = (int32_t)draw(1, MAX_RANK - 1);
    for (int32_t d = 0; d < of->rank; d++) of->shape[d] = draw(1, 4);
    of->shape[of->rank - 1] = lasts[random_below(&random_state, COUNT(lasts))];
    of->axis = is_nd || is_flat ? 0 : draw(0, of->rank - 1);
    of->batch_dims = of->op == REFERENCE_UPDATE && of->axis != 0 ? draw(0, 1) : 0;
    of->indices_rank = is_elements ? of->rank : (int32_t)of->batch_dims + 1;
    for (int32_t d = 0; d < of->indices_rank; d++) {
        of->indices_shape[d] = d < of->batch_dims ? of->shape[d] : draw(1, 9);
        if (is_elements && d != of->axis && of->indices_shape[d] > of->shape[d]) of->indices_shape[d] = of->shape[d];
    }
    of->tuples_rank = of->indices_rank;
    /* The reference cannot ignore a tuple without components. */
    const int may_be_none = of->options.update_policy != STREW_POLICY_SKIP && !of->options.has_update_ignore_index;
    if (is_nd) of->indices_shape[of->indices_rank++] = draw(!may_be_none, of->rank);
    const strew_tensor at = tensor_of_indices(of), to = {of->data, of->rank, of->shape, NULL, NULL};
    const reference_call scatter = scatter_of_call(of, &to, &at, NULL);
    of->ordered_rank = updates_shape_of_call(&scatter, of->ordered_shape);
    /* What comes after the tuples in updates is a slice. */
    const int32_t before = of->op == REFERENCE_UPDATE ? (int32_t)of->axis : 0,
                  first = of->op == REFERENCE_UPDATE ? (int32_t)of->batch_dims : 0,
                  n_slice = of->ordered_rank - of->tuples_rank - (before - first), slice = of->ordered_rank - n_slice;
    of->n_rows = draw(1, 6);
    of->updates_rank = 0;
    if (of->has_rows) {
        for (int32_t d = first; d < before; d++) of->updates_shape[of->updates_rank++] = of->shape[d];
        of->updates_shape[of->updates_rank++] = of->n_rows;
        for (int32_t d = slice; d < of->ordered_rank; d++) of->updates_shape[of->updates_rank++] = of->ordered_shape[d];
    } else {
        of->updates_rank = of->ordered_rank;
        memcpy(of->updates_shape, of->ordered_shape, sizeof of->ordered_shape);
    }
    of->weights_rank = 0;
    for (int32_t d = 0; d < of->tuples_rank; d++) of->weights_shape[of->weights_rank++] = of->indices_shape[d];
    if (random_below(&random_state, 2)) {
        for (int32_t d = slice; d < of->ordered_rank; d++) of->weights_shape[of->weights_rank++] = draw(0, 1) ? of->ordered_shape[d] : 1;
    }
}

static void draw_indices(const fused_call *of)
{
    const size_t n = count(of->indices_rank, of->indices_shape), n_tuples = count(of->tuples_rank, of->indices_shape),
                 k = of->op == REFERENCE_ND ? (size_t)of->indices_shape[of->indices_rank - 1] : 1;
    assert_in_range(n, 0, MAX_INDICES);
    indices = (void *)guarded_place(&of_indices, n * sizeof *indices, FLUSH_END, 0);
    rows = (void *)guarded_place(&of_rows, n_tuples * sizeof *rows, FLUSH_END, 0);
    for (size_t i = 0; i < n; i++) {
        const int64_t size = of->op == REFERENCE_ND    ? of->shape[i % k]
                             : of->op == REFERENCE_PUT ? (int64_t)count(of->rank, of->shape)
                                                       : of->shape[of->axis];
        indices[i] = draw(-size, size - 1);
        if (of->options.policy == STREW_POLICY_SKIP && random_below(&random_state, 4) == 0) indices[i] = size;
        if (of->options.has_ignore_index && random_below(&random_state, 4) == 0) indices[i] = of->options.ignore_index;
    }
    const int64_t lowest = of->options.update_negative == STREW_NEGATIVE_WRAPS ? -of->n_rows : 0;
    for (size_t i = 0; i < n_tuples; i++) {
        rows[i] = draw(lowest, of->n_rows - 1);
        if (of->options.update_policy != STREW_POLICY_ERROR && random_below(&random_state, 4) == 0)
            rows[i] = draw(0, 1) ? of->n_rows + 2 : -99;
        if (of->options.has_update_ignore_index && random_below(&random_state, 4) == 0) rows[i] = of->options.update_ignore_index;
    }
}

/* ---- What is expected ---------------------------------------------------------------------------------------------------------------- */

/* The row of a tuple; -1 if it has none. */
static int64_t row_of(const fused_call *of, size_t tuple)
{
    int64_t row = rows[tuple];
    if (of->options.has_update_ignore_index && row == of->options.update_ignore_index) return -1;
    if (row < 0 && of->options.update_negative == STREW_NEGATIVE_WRAPS) row += of->n_rows;
    if (row >= 0 && row < of->n_rows) return row;
    return of->options.update_policy == STREW_POLICY_CLAMP ? (row < 0 ? 0 : of->n_rows - 1) : -1;
}

static int is_nan(strew_dtype dtype, const void *element)
{
    double parts[2] = {0, 0};
    reference_read_floats(dtype, element, parts);
    return parts[0] != parts[0] || parts[1] != parts[1];
}

/* Set where a product is NaN though the update is not: it counts, but the reference passes over whatever is NaN. */
static int is_undecided;

/* Finds the update and the weight of an element of the ordered side, and multiplies them. */
static void multiply(const fused_call *of, size_t position, unsigned char *to)
{
    int64_t at[STREW_MAX_RANK];
    const int is_update = of->op == REFERENCE_UPDATE;
    const int32_t batch = is_update ? (int32_t)of->batch_dims : 0, before = is_update ? (int32_t)of->axis : 0;
    size_t left = position, tuple = 0, of_update = 0, of_weight = 0;
    int32_t n_slice = of->ordered_rank - of->tuples_rank - (before - batch), slice = of->ordered_rank - n_slice;
    for (int32_t d = of->ordered_rank - 1; d >= 0; d--) {
        at[d] = (int64_t)(left % (size_t)of->ordered_shape[d]);
        left /= (size_t)of->ordered_shape[d];
    }
    /* The tuple: batch dimensions first, the dimensions before the axis in between. */
    for (int32_t d = 0; d < slice; d++) {
        if (d >= batch && d < before) continue;
        tuple = tuple * (size_t)of->ordered_shape[d] + (size_t)at[d];
    }
    of_weight = tuple;
    for (int32_t d = slice; d < of->ordered_rank && of->weights_rank != of->tuples_rank; d++) {
        const size_t size = (size_t)of->weights_shape[of->tuples_rank + d - slice];
        of_weight = of_weight * size + (size == 1 ? 0 : (size_t)at[d]);
    }
    if (of->has_rows) {
        const int64_t row = row_of(of, tuple);
        for (int32_t d = batch; d < before; d++) of_update = of_update * (size_t)of->ordered_shape[d] + (size_t)at[d];
        of_update = of_update * (size_t)of->n_rows + (size_t)(row < 0 ? 0 : row);
        for (int32_t d = slice; d < of->ordered_rank; d++) of_update = of_update * (size_t)of->ordered_shape[d] + (size_t)at[d];
    } else {
        of_update = position;
    }
    const unsigned char *update = (const unsigned char *)updates.dense.values + of_update * reference_size(of->updates);
    if (!of->has_weights) {
        memcpy(to, update, reference_size(of->updates));
        return;
    }
    unsigned char weight[16];
    const void *of_tuple = (const unsigned char *)weights.dense.values + of_weight * reference_size(of->weights);
    convert_element(of->updates, update, of->products, to, STREW_OVERFLOW_WRAPS);
    convert_element(of->weights, of_tuple, of->products, weight, STREW_OVERFLOW_WRAPS);
    reference_combine_nan(of->products, STREW_REDUCTION_MUL, STREW_NAN_WINS, to, weight);
    is_undecided |= of->options.nan == STREW_NAN_LOSES && is_nan(of->products, to) && !is_nan(of->updates, update);
}

/* Tuples that have no row are passed over: their indices are ignored. */
static void expect_scatter(const fused_call *of)
{
    static int64_t ignored[MAX_INDICES];
    fused_call plain = *of;
    const size_t n = count(of->ordered_rank, of->ordered_shape), size = reference_size(of->products),
                 n_tuples = count(of->tuples_rank, of->indices_shape),
                 k = n_tuples != 0 ? count(of->indices_rank, of->indices_shape) / n_tuples : 0;
    const strew_tensor at = {STREW_DTYPE_INT64, of->indices_rank, of->indices_shape, ignored, NULL},
                       from = {of->products, of->ordered_rank, of->ordered_shape, products, NULL};
    const int64_t marker = of->options.has_ignore_index ? of->options.ignore_index : INT64_MIN;
    for (size_t t = 0; t < n_tuples; t++) {
        for (size_t c = 0; c < k; c++) ignored[t * k + c] = of->has_rows && row_of(of, t) < 0 ? marker : indices[t * k + c];
    }
    for (size_t i = 0; i < n; i++) multiply(of, i, products + i * size);
    plain.options.has_ignore_index = 1;
    plain.options.ignore_index = marker;
    const reference_call call = scatter_of_call(&plain, &data.dense, &at, &from);
    reference_scatter(expected, &call);
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

typedef enum form { ALONE, THREADS, PREPARED, PARTS, FORMS } form;

static void run_in_form(const strew_plan *plan, const strew_buffers *all, form form)
{
    size_t n_threads = 3;
    strew_fault fault = {0};
    strew_buffers buffers = *all;
    strew_resources resources = resources_on_threads(&n_threads, workspace, WORKSPACE);
    if (form != THREADS) resources = (strew_resources)STREW_RESOURCES(.workspace = workspace, .workspace_bytes = WORKSPACE);
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
        if (strew_run(plan, &buffers, &resources, &fault) == STREW_OK) continue;
        char text[STREW_MESSAGE_BYTES];
        strew_fault_describe(&fault, text, sizeof text);
        fail_msg("%s", text);
    }
}

static void expect_view(const fused_call *of, const view *to, form form)
{
    static const char *const forms[FORMS] = {"alone", "threads", "prepared", "parts"};
    const size_t n = count(to->tensor.rank, to->tensor.shape), size = reference_size(of->data);
    for (size_t i = 0; i < n; i++) {
        if (is_same_element(of->data, view_at(to, i), expected + i * size, SAME_ZERO)) continue;
        char a[ELEMENT_TEXT_BYTES], b[ELEMENT_TEXT_BYTES];
        fail_msg("%s: element %zu is %s, not %s", forms[form], i, print_element(of->data, view_at(to, i), a),
                 print_element(of->data, expected + i * size, b));
    }
}

static void open_views(void)
{
    data = view_open(MAX_BYTES);
    updates = view_open(MAX_BYTES);
    output = view_open(MAX_BYTES);
    weights = view_open(MAX_BYTES);
    prepared = guarded_open(MAX_BYTES);
    of_indices = guarded_open(MAX_BYTES);
    of_rows = guarded_open(MAX_BYTES);
    products = malloc(MAX_BYTES);
    expected = malloc(MAX_BYTES);
    workspace = malloc(WORKSPACE);
    assert_true(products != NULL && expected != NULL && workspace != NULL);
}

static void close_views(void)
{
    view_close(&data);
    view_close(&updates);
    view_close(&output);
    view_close(&weights);
    guarded_close(&prepared);
    guarded_close(&of_indices);
    guarded_close(&of_rows);
    free(products);
    free(expected);
    free(workspace);
}

static void place(view *to, strew_dtype dtype, int32_t rank, const int64_t *shape, const fused_call *of, sharing sharing, contents contents)
{
    if (of->is_strided) {
        view_draw(to, dtype, rank, shape, sharing, contents, &random_state);
    } else {
        view_place(to, dtype, rank, shape, NULL, contents, &random_state);
    }
}

static strew_call call_with_all(const fused_call *of, const strew_tensor *at)
{
    const reference_call scatter = scatter_of_call(of, &data.tensor, at, &updates.tensor);
    strew_call call = call_of(&scatter);
    if (of->has_rows) call.update_indices = (strew_tensor){STREW_DTYPE_INT64, of->tuples_rank, of->indices_shape, NULL, NULL};
    if (of->has_weights) call.weights = weights.tensor;
    call.output = output.tensor;
    call.options = &of->options;
    return call;
}

static void expect_call(fused_call *of)
{
    strew_isa isas[MAX_ISAS];
    char text[VIEW_TEXT_BYTES], other[VIEW_TEXT_BYTES];
    strew_plan plan;
    strew_fault fault = {0};
    of->options.isa = isas[random_below(&random_state, runnable_isas(isas))];
    const contents contents = random_below(&random_state, 2) ? EXTREME : ORDINARY;
    place(&data, of->data, of->rank, of->shape, of, SHARED, contents);
    place(&updates, of->updates, of->updates_rank, of->updates_shape, of, SHARED, contents);
    place(&output, of->data, of->rank, of->shape, of, DISTINCT, contents);
    place(&weights, of->weights, of->weights_rank, of->weights_shape, of, SHARED, contents);
    draw_indices(of);
    is_undecided = 0;
    expect_scatter(of);
    if (is_undecided) return;
    const strew_tensor at = tensor_of_indices(of);
    const strew_call call = call_with_all(of, &at);
    in_case("%s of %s into %s, %s, axis %d, accumulate %s, weights of %s, updates %s, weights %s", strew_operator_name(call.op),
            strew_dtype_name(of->updates), strew_dtype_name(of->data), strew_reduction_name(of->reduction), (int)of->axis,
            of->options.accumulate ? strew_dtype_name(of->options.accumulate) : "no", strew_dtype_name(of->weights),
            view_describe(&updates, text), view_describe(&weights, other));
    if (strew_plan_call(&plan, &call, &fault) != STREW_OK) {
        char sentence[STREW_MESSAGE_BYTES];
        strew_fault_describe(&fault, sentence, sizeof sentence);
        fail_msg("%s", sentence);
    }
    const strew_buffers buffers =
        STREW_BUFFERS(.output = view_at(&output, 0), .data = view_at(&data, 0), .indices = indices, .updates = view_at(&updates, 0),
                      .update_indices = of->has_rows ? rows : NULL, .weights = of->has_weights ? view_at(&weights, 0) : NULL);
    for (form form = ALONE; form < FORMS; form++) {
        view_restore(&output);
        run_in_form(&plan, &buffers, form);
        expect_view(of, &output, form);
        assert_true(view_is_unchanged(&data) && view_is_unchanged(&weights) && view_is_unchanged(&updates));
    }
    if (of->is_strided) return;
    strew_buffers in_place = buffers;
    in_place.output = view_at(&data, 0);
    run_in_form(&plan, &in_place, ALONE);
    expect_view(of, &data, ALONE);
}

/* ---- Tests --------------------------------------------------------------------------------------------------------------------------- */

/* A type of updates or weights for data. */
static void draw_types(fused_call *of)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n = reference_dtypes(dtypes);
    do {
        of->updates = random_below(&random_state, 3) ? of->data : dtypes[random_below(&random_state, n)];
        of->weights = of->updates;
        const reference_kind kind = reference_type_of(of->updates).kind;
        if (kind == REFERENCE_SMALL_FLOAT && random_below(&random_state, 2)) of->weights = STREW_DTYPE_FLOAT32;
        of->products = of->weights;
        if (!of->has_weights) of->products = of->updates;
        if (of->has_weights && (kind == REFERENCE_BOOL || kind == REFERENCE_BYTES)) of->has_weights = 0;
    } while (!can_take_updates(of->data, of->products, of->reduction, &of->options));
    /* What is accumulated is multiplied in the type of the sums. */
    const reference_call call = {.data = &(strew_tensor){.dtype = of->data}, .reduction = of->reduction, .options = &of->options};
    const strew_dtype wide = reference_accumulates_in(&call);
    if (of->has_weights && of->options.accumulate != 0 && of->reduction != STREW_REDUCTION_NONE && of->reduction != STREW_REDUCTION_MIN &&
        of->reduction != STREW_REDUCTION_MAX) {
        of->products = wide != 0 ? wide : of->data;
    }
}

TEST(updates_are_found_and_multiplied)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    open_views();
    while (next_case()) {
        fused_call of = {.op = (reference_operator)choose("op", REFERENCE_PUT + 1), .options = STREW_OPTIONS_INIT};
        of.data = dtypes[choose("dtype", n_dtypes)];
        of.reduction = (strew_reduction)choose("reduction", STREW_REDUCTION_MEAN + 1);
        const size_t has = choose("has", 3), passes = choose("passes", 4), how = choose("how", 4);
        of.has_rows = has != 1;
        of.has_weights = has != 0;
        if (!reference_is_defined(of.data, of.reduction)) continue;
        if (how == 1 && of.reduction == STREW_REDUCTION_NONE) continue;
        of.options.excludes_self = how == 1;
        const reference_kind kind = reference_type_of(of.data).kind;
        const int is_exact = of.reduction == STREW_REDUCTION_MEAN && (kind == REFERENCE_SIGNED || kind == REFERENCE_UNSIGNED);
        if (how == 2 && !is_exact && reference_wide_dtype(of.data) != 0 && of.reduction != STREW_REDUCTION_NONE)
            of.options.accumulate = reference_wide_dtype(of.data);
        of.options.nan = how == 3 && of.reduction != STREW_REDUCTION_NONE ? STREW_NAN_LOSES : STREW_NAN_WINS;
        of.options.policy = passes == 1 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        of.options.has_ignore_index = passes == 2;
        of.options.ignore_index = passes == 2 ? -1000 : 0;
        if (of.has_rows) {
            of.options.update_policy = passes == 1 ? STREW_POLICY_CLAMP : passes == 2 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
            of.options.update_negative = passes == 1 ? STREW_NEGATIVE_OUT_OF_BOUNDS : STREW_NEGATIVE_WRAPS;
            of.options.has_update_ignore_index = passes == 3;
            of.options.update_ignore_index = passes == 3 ? 2 : 0;
        }
        for (int i = 0; i < (is_light() ? 1 : 2); i++) {
            of.is_strided = (int)random_below(&random_state, 2);
            draw_types(&of);
            draw_shapes(&of);
            expect_call(&of);
            of.has_weights = has != 0;
        }
    }
    close_views();
}

TEST(what_no_weights_are_for_is_rejected)
{
#define SCATTER "scatter_nd data=float32[3,2] indices=int64[4,1] "
    static const struct {
        const char *call;
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {SCATTER "updates=float32[4,2] weights=float32[3]",
         FAULT(TUPLES_SHAPE_MISMATCH, .subject = "weights", .dimension = 0, .value = 3, .high = 4), "weights|3|4"},
        {SCATTER "updates=float32[4,2] weights=float32[]",
         FAULT(TUPLES_SHAPE_MISMATCH, .subject = "weights", .dimension = -1, .value = 0, .high = 1), "weights|rank 0|1"},
        {SCATTER "updates=float32[4,2] weights=float32[4,3]",
         FAULT(TUPLES_SHAPE_MISMATCH, .subject = "weights", .dimension = 1, .value = 3, .high = 2), "weights|3|2"},
        {SCATTER "updates=float32[4,2] weights=float64[4]",
         FAULT(UNSUPPORTED_WEIGHTS, .value = STREW_DTYPE_FLOAT64, .high = STREW_DTYPE_FLOAT32), "float64|float32"},
        {SCATTER "updates=float16[4,2] weights=bfloat16[4]",
         FAULT(UNSUPPORTED_WEIGHTS, .value = STREW_DTYPE_BFLOAT16, .high = STREW_DTYPE_FLOAT16), "bfloat16|float16"},
        {"scatter_nd data=bool[3,2] indices=int64[4,1] updates=bool[4,2] weights=bool[4]",
         FAULT(UNSUPPORTED_WEIGHTS, .value = STREW_DTYPE_BOOL, .high = STREW_DTYPE_BOOL), "bool"},
        {SCATTER "updates=float32[4,2] weights=99[4]", FAULT(UNKNOWN_DTYPE, .subject = "weights", .value = 99), "weights|99"},
        {SCATTER "updates=float32[4,2] weights=float32[4] alpha add", FAULT(CONFLICT, .subject = "weights and options.alpha"),
         "weights|alpha"},
        {SCATTER "updates=float32[4,2] weights=float32[4] profile=ONNX_ScatterND-18",
         FAULT(PROFILE_LACKS_OPTION, .subject = "weights", .profile = STREW_PROFILE_ONNX_SCATTERND_18), "weights|ONNX ScatterND-18"},
        {"scatter_nd data=float16[3,2] indices=int64[4,1] updates=float32[4,2] weights=float32[4] scale=float32[1]",
         FAULT(CONFLICT, .subject = "weights and scale"), "weights|scale"},
        {SCATTER "updates=float32[4,-2] weights=float32[4]", FAULT(NEGATIVE_DIMENSION, .subject = "updates", .dimension = 1, .value = -2),
         "updates|-2"},
        {SCATTER "updates=float32[4,2] weights=float32[-4]", FAULT(NEGATIVE_DIMENSION, .subject = "weights", .value = -4), "weights|-4"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) reject_text(rows[i].call, rows[i].fault, rows[i].parts);
}

/* A product of integers that are accumulated has 64 bits, also where a mean divides their sum. */
TEST(products_are_as_wide_as_their_sums)
{
    static const int64_t one[] = {1}, tuples[] = {2, 1}, two[] = {2}, zeros[] = {0, 0};
    static const int8_t values[] = {100, 100}, factors[] = {100, -99};
    const strew_options options = STREW_OPTIONS(.accumulate = STREW_DTYPE_INT64, .excludes_self = 1);
    for (int is_mean = 0; is_mean < 2; is_mean++) {
        int8_t result[] = {7};
        strew_plan plan;
        uint64_t room[64];
        const strew_call call =
            STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = is_mean ? STREW_REDUCTION_MEAN : STREW_REDUCTION_ADD,
                       .options = &options, .data = {STREW_DTYPE_INT8, 1, one}, .indices = {STREW_DTYPE_INT64, 2, tuples},
                       .updates = {STREW_DTYPE_INT8, 1, two}, .weights = {STREW_DTYPE_INT8, 1, two});
        const strew_buffers buffers =
            STREW_BUFFERS(.output = result, .data = result, .indices = zeros, .updates = values, .weights = factors);
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        assert_int_equal(strew_run(&plan, &buffers, &STREW_RESOURCES(.workspace = room, .workspace_bytes = sizeof room), NULL), STREW_OK);
        assert_int_equal(result[0], is_mean ? 50 : 100); /* 10000 - 9900, and half of that */
    }
}
