#include "fused.h"

#include <math.h>
#include <stdlib.h>

#include "calls.h"
#include "compare.h"
#include "conversions.h"
#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "testing.h"
#include "views.h"

enum { MAX_BYTES = 1 << 20, WORKSPACE = 1 << 18, MAX_RANK = FUSED_MAX_RANK, MAX_INDICES = 1 << 15 };

static uint64_t random_state = 47;
static view data, updates, output, weights, winners;
static guarded prepared, of_indices, of_rows;
static int64_t *indices, *rows; /* in these */
static unsigned char *products, *expected, *expected_args;
static uint64_t *workspace;

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

int64_t draw_fused(int64_t low, int64_t high)
{
    return low + (int64_t)random_below(&random_state, (uint64_t)(high - low + 1));
}

void draw_fused_shapes(fused_call *of)
{
    static const int64_t lasts[] = {1, 2, 3, 8, 17, 64, 100, 300};
    const int is_nd = of->op == REFERENCE_ND, is_elements = of->op == REFERENCE_ELEMENTS, is_flat = of->op == REFERENCE_PUT;
    of->rank = (int32_t)draw_fused(1, MAX_RANK - 1);
    for (int32_t d = 0; d < of->rank; d++) of->shape[d] = draw_fused(1, 4);
    of->shape[of->rank - 1] = lasts[random_below(&random_state, COUNT(lasts))];
    of->axis = is_nd || is_flat ? 0 : draw_fused(0, of->rank - 1);
    of->batch_dims = of->op == REFERENCE_UPDATE && of->axis != 0 ? draw_fused(0, 1) : 0;
    of->indices_rank = is_elements ? of->rank : (int32_t)of->batch_dims + 1;
    for (int32_t d = 0; d < of->indices_rank; d++) {
        of->indices_shape[d] = d < of->batch_dims ? of->shape[d] : draw_fused(1, 9);
        if (is_elements && d != of->axis && of->indices_shape[d] > of->shape[d]) of->indices_shape[d] = of->shape[d];
    }
    of->tuples_rank = of->indices_rank;
    /* The reference cannot ignore a tuple without components. */
    const int may_be_none = of->options.update_policy != STREW_POLICY_SKIP && !of->options.has_update_ignore_index;
    if (is_nd) of->indices_shape[of->indices_rank++] = draw_fused(!may_be_none, of->rank);
    const strew_tensor at = tensor_of_indices(of), to = {of->data, of->rank, of->shape, NULL, NULL};
    const reference_call scatter = scatter_of_call(of, &to, &at, NULL);
    of->ordered_rank = updates_shape_of_call(&scatter, of->ordered_shape);
    /* What comes after the tuples in updates is a slice. */
    const int32_t before = of->op == REFERENCE_UPDATE ? (int32_t)of->axis : 0,
                  first = of->op == REFERENCE_UPDATE ? (int32_t)of->batch_dims : 0,
                  n_slice = of->ordered_rank - of->tuples_rank - (before - first), slice = of->ordered_rank - n_slice;
    of->n_rows = draw_fused(1, 6);
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
        for (int32_t d = slice; d < of->ordered_rank; d++)
            of->weights_shape[of->weights_rank++] = draw_fused(0, 1) ? of->ordered_shape[d] : 1;
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
        indices[i] = draw_fused(-size, size - 1);
        if (of->options.policy == STREW_POLICY_SKIP && random_below(&random_state, 4) == 0) indices[i] = size;
        if (of->options.has_ignore_index && random_below(&random_state, 4) == 0) indices[i] = of->options.ignore_index;
    }
    const int64_t lowest = of->options.update_negative == STREW_NEGATIVE_WRAPS ? -of->n_rows : 0;
    for (size_t i = 0; i < n_tuples; i++) {
        rows[i] = draw_fused(lowest, of->n_rows - 1);
        if (of->options.update_policy != STREW_POLICY_ERROR && random_below(&random_state, 4) == 0)
            rows[i] = draw_fused(0, 1) ? of->n_rows + 2 : -99;
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

/* ---- Winners ------------------------------------------------------------------------------------------------------------------------- */

/* A number as it is compared: a complex one, a float with the sign of its zeros, or an integer of any sign. */
typedef struct number {
    double parts[2];
    uint64_t magnitude;
    int is_float, is_complex, is_negative;
} number;

static number read_number(strew_dtype dtype, const void *element)
{
    number to = {{0, 0}, 0, 0, 0, 0};
    const size_t n = reference_read_floats(dtype, element, to.parts);
    int64_t wide = 0;
    to.is_float = n != 0;
    to.is_complex = n == 2;
    if (to.is_float) return to;
    convert_element(dtype, element, dtype == STREW_DTYPE_UINT64 ? STREW_DTYPE_UINT64 : STREW_DTYPE_INT64, &wide, STREW_OVERFLOW_WRAPS);
    to.is_negative = dtype != STREW_DTYPE_UINT64 && wide < 0;
    to.magnitude = to.is_negative ? 0 - (uint64_t)wide : (uint64_t)wide;
    return to;
}

/* Less than 0 if a is less, 0 if they are equal. Neither is NaN. */
static int compare_numbers(const number *a, const number *b)
{
    if (!a->is_float) {
        if (a->is_negative != b->is_negative) return b->is_negative - a->is_negative;
        const int by_magnitude = (a->magnitude > b->magnitude) - (a->magnitude < b->magnitude);
        return a->is_negative ? -by_magnitude : by_magnitude;
    }
    for (int i = 0; i < 2; i++) {
        if (a->parts[i] != b->parts[i]) return a->parts[i] < b->parts[i] ? -1 : 1;
    }
    if (a->is_complex) return 0;
    return !signbit(b->parts[0]) ? -(signbit(a->parts[0]) != 0) : signbit(a->parts[0]) == 0;
}

/* The type that integers are rounded to before they are compared with floats. */
static strew_dtype compared_dtype(const fused_call *of)
{
    const reference_kind data_kind = reference_type_of(of->data).kind, kind = reference_type_of(of->products).kind;
    const int is_of_float = data_kind == REFERENCE_FLOAT || data_kind == REFERENCE_SMALL_FLOAT;
    const int is_rounded = is_of_float && kind != REFERENCE_FLOAT && kind != REFERENCE_SMALL_FLOAT;
    return !is_rounded ? of->products : of->data == STREW_DTYPE_FLOAT64 ? STREW_DTYPE_FLOAT64 : STREW_DTYPE_FLOAT32;
}

int try_fused_update(const fused_call *of, unsigned char *element, const unsigned char *update, int is_first)
{
    unsigned char compared[16];
    const strew_dtype dtype = compared_dtype(of);
    if (of->reduction == STREW_REDUCTION_NONE || (is_first && of->options.excludes_self)) {
        convert_element(of->products, update, of->data, element, STREW_OVERFLOW_WRAPS);
        return of->reduction == STREW_REDUCTION_NONE || of->options.nan != STREW_NAN_LOSES || !is_nan(of->products, update);
    }
    if (of->data == STREW_DTYPE_BOOL) {
        const int was = *element != 0, is = *update != 0, wins = of->reduction == STREW_REDUCTION_MIN ? was > is : is > was;
        *element = (unsigned char)(wins ? is : was);
        return wins ? 1 : was == is ? 2 : 0;
    }
    convert_element(of->products, update, dtype, compared, STREW_OVERFLOW_WRAPS);
    const int is_old_nan = is_nan(of->data, element), is_new_nan = is_nan(dtype, compared);
    const number old = read_number(of->data, element), new = read_number(dtype, compared);
    const int order = is_old_nan || is_new_nan ? (is_new_nan - is_old_nan) * (of->options.nan == STREW_NAN_LOSES ? -1 : 1)
                                               : compare_numbers(&new, &old) * (of->reduction == STREW_REDUCTION_MIN ? -1 : 1);
    const int is_replaced = order > 0 || (is_old_nan && of->options.nan == STREW_NAN_LOSES); /* a part of a complex NaN may be a number */
    if (is_replaced) convert_element(dtype, compared, of->data, element, STREW_OVERFLOW_WRAPS);
    return order > 0 ? 1 : order == 0 ? 2 : 0;
}

/* Where the updates of one tuple go: for each element of data the number of its update, or -1. All other tuples are ignored; those behind
 * it are left out where nothing can be ignored. */
static void find_elements(const fused_call *of, size_t tuple, int64_t *positions)
{
    static int64_t ignored[MAX_INDICES], numbers[MAX_BYTES / sizeof(int64_t)], nothing[MAX_BYTES / sizeof(int64_t)];
    fused_call plain = *of;
    const size_t n_tuples = count(of->tuples_rank, of->indices_shape), n = count(of->ordered_rank, of->ordered_shape),
                 n_data = count(of->rank, of->shape), k = count(of->indices_rank, of->indices_shape) / n_tuples;
    const int64_t marker = of->options.has_ignore_index ? of->options.ignore_index : INT64_MIN;
    plain.reduction = STREW_REDUCTION_NONE;
    plain.options = (strew_options)STREW_OPTIONS(.policy = of->options.policy, .negative = of->options.negative, .has_ignore_index = 1,
                                                 .ignore_index = marker);
    for (size_t i = 0; i < n_tuples * k; i++) ignored[i] = i / k == tuple ? indices[i] : marker;
    for (size_t i = 0; i < n; i++) numbers[i] = (int64_t)i;
    for (size_t i = 0; i < n_data; i++) nothing[i] = -1;
    if (k == 0) plain.indices_shape[0] = plain.ordered_shape[0] = (int64_t)tuple + 1;
    const strew_tensor to = {STREW_DTYPE_INT64, of->rank, of->shape, nothing, NULL},
                       at = {STREW_DTYPE_INT64, of->indices_rank, plain.indices_shape, ignored, NULL},
                       from = {STREW_DTYPE_INT64, of->ordered_rank, plain.ordered_shape, numbers, NULL};
    const reference_call call = scatter_of_call(&plain, &to, &at, &from);
    reference_scatter(positions, &call);
}

static int64_t number_of_winner(const fused_call *of, size_t tuple)
{
    if (of->options.arg_counts == STREW_ARG_COUNTS_TUPLES) return (int64_t)tuple;
    for (int32_t d = of->indices_rank - 1; d > of->axis; d--) tuple /= (size_t)of->indices_shape[d];
    return (int64_t)tuple % of->indices_shape[of->axis];
}

/* A plain loop over the tuples, which also makes what is expected of output anew. */
static void expect_args(const fused_call *of)
{
    static int64_t positions[MAX_BYTES / sizeof(int64_t)], winner[MAX_BYTES / sizeof(int64_t)];
    static unsigned char has_update[MAX_BYTES], values[MAX_BYTES];
    const size_t n_tuples = count(of->tuples_rank, of->indices_shape), n = count(of->rank, of->shape), size = reference_size(of->data);
    memcpy(values, data.dense.values, n * size);
    memset(has_update, 0, n);
    for (size_t i = 0; i < n; i++) winner[i] = -1;
    for (size_t t = 0; t < n_tuples; t++) {
        if (of->has_rows && row_of(of, t) < 0) continue;
        find_elements(of, t, positions);
        for (size_t i = 0; i < n; i++) {
            if (positions[i] < 0) continue;
            const int won =
                try_fused_update(of, values + i * size, products + (size_t)positions[i] * reference_size(of->products), !has_update[i]);
            if (won == 1 || (won == 2 && winner[i] >= 0 && of->options.arg_rule == STREW_ARG_RULE_LAST))
                winner[i] = number_of_winner(of, t);
            has_update[i] = 1;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const int64_t wide = winner[i] >= 0 ? winner[i] : of->options.arg_fill != NULL ? *of->options.arg_fill : -1;
        const int32_t narrow = (int32_t)wide;
        memcpy(expected_args + i * reference_size(of->arg), of->arg == STREW_DTYPE_INT64 ? (const void *)&wide : &narrow,
               reference_size(of->arg));
        if (!is_same_element(of->data, values + i * size, expected + i * size, ANY_ZERO)) fail_msg("the loop and the reference differ");
    }
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

/* The last one has no workspace, which an arg never needs. */
typedef enum form { ALONE, THREADS, PREPARED, PARTS, BARE, FORMS } form;
static const char *const forms[FORMS] = {"alone", "threads", "prepared", "parts", "without a workspace"};

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
    if (form == BARE) resources.workspace_bytes = 0;
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
    const size_t n = count(to->tensor.rank, to->tensor.shape), size = reference_size(of->data);
    for (size_t i = 0; i < n; i++) {
        if (is_same_element(of->data, view_at(to, i), expected + i * size, SAME_ZERO)) continue;
        char a[ELEMENT_TEXT_BYTES], b[ELEMENT_TEXT_BYTES];
        fail_msg("%s: element %zu is %s, not %s", forms[form], i, print_element(of->data, view_at(to, i), a),
                 print_element(of->data, expected + i * size, b));
    }
}

static void expect_winners(const fused_call *of, form form)
{
    if (of->has_arg && !view_holds(&winners, expected_args))
        fail_msg("%s: another tuple has won, or bytes besides are written", forms[form]);
}

void open_fused_views(void)
{
    data = view_open(MAX_BYTES);
    updates = view_open(MAX_BYTES);
    output = view_open(MAX_BYTES);
    weights = view_open(MAX_BYTES);
    winners = view_open(2 * MAX_BYTES);
    prepared = guarded_open(MAX_BYTES);
    of_indices = guarded_open(MAX_BYTES);
    of_rows = guarded_open(MAX_BYTES);
    products = malloc(MAX_BYTES);
    expected = malloc(MAX_BYTES);
    expected_args = malloc(MAX_BYTES);
    workspace = malloc(WORKSPACE);
    assert_true(products != NULL && expected != NULL && expected_args != NULL && workspace != NULL);
}

void close_fused_views(void)
{
    view_close(&data);
    view_close(&updates);
    view_close(&output);
    view_close(&weights);
    view_close(&winners);
    guarded_close(&prepared);
    guarded_close(&of_indices);
    guarded_close(&of_rows);
    free(products);
    free(expected);
    free(expected_args);
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
    if (of->has_arg) call.arg = winners.tensor;
    call.output = output.tensor;
    call.options = &of->options;
    return call;
}

void expect_fused_call(fused_call *of)
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
    if (of->has_arg) {
        place(&winners, of->arg, of->rank, of->shape, of, DISTINCT, ORDINARY);
        expect_args(of);
    }
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
                      .update_indices = of->has_rows ? rows : NULL, .weights = of->has_weights ? view_at(&weights, 0) : NULL,
                      .arg = of->has_arg ? view_at(&winners, 0) : NULL);
    for (form form = ALONE; form < (of->has_arg ? FORMS : BARE); form++) {
        view_restore(&output);
        if (of->has_arg) view_restore(&winners);
        run_in_form(&plan, &buffers, form);
        expect_view(of, &output, form);
        expect_winners(of, form);
        assert_true(view_is_unchanged(&data) && view_is_unchanged(&weights) && view_is_unchanged(&updates));
    }
    if (of->is_strided) return;
    strew_buffers in_place = buffers;
    in_place.output = view_at(&data, 0);
    run_in_form(&plan, &in_place, ALONE);
    expect_view(of, &data, ALONE);
    expect_winners(of, ALONE);
}

/* ---- Types --------------------------------------------------------------------------------------------------------------------------- */

/* A type of updates or weights for data. */
void draw_fused_types(fused_call *of)
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
