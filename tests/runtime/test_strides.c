/* Views: any strides of data, indices, updates and output, and any type of indices, beside the reference on dense copies; and the strides
 * that are rejected. */
#include <strew/strew.h>

#include <stdlib.h>

#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "gathering.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "tokens.h"
#include "views.h"

enum { CAPACITY = 64 << 10, LARGE_CAPACITY = 4 << 20, MAX_ELEMENTS = 2000 };

static uint64_t random_state = 20260402;
static view data, indices, updates, output;
static guarded workspace, prepared;
static unsigned char *expected;
static strew_isa isas[MAX_ISAS];
static size_t n_isas;

static uint64_t below(uint64_t end)
{
    return random_below(&random_state, end);
}

static int chance(uint64_t n, uint64_t of)
{
    return below(of) < n;
}

/* ---- What is drawn ------------------------------------------------------------------------------------------------------------------- */

static const strew_dtype dtypes[] = {STREW_INT8,       STREW_UINT8,  STREW_BOOL,      STREW_FLOAT16,    STREW_INT16,
                                     STREW_FLOAT32,    STREW_UINT32, STREW_FLOAT64,   STREW_INT64,      STREW_COMPLEX64,
                                     STREW_COMPLEX128, STREW_STRING, STREW_OPAQUE(3), STREW_OPAQUE(12), STREW_OPAQUE(1)};

static int64_t draw_size(void)
{
    return chance(1, 16) ? 0 : chance(1, 8) ? 1 : 1 + (int64_t)below(7);
}

static strew_options draw_options(void)
{
    strew_options options = STREW_OPTIONS_INIT;

    options.isa = isas[below(n_isas)];
    options.policy = (strew_policy)below(4);
    options.negative = (strew_negative)chance(1, 4);
    options.nan = (strew_nan)below(2);
    options.has_ignore_index = (uint32_t)chance(1, 4);
    options.ignore_index = (int64_t)below(5) - 2;
    return options;
}

static int wraps(const strew_options *options)
{
    return options->negative == STREW_NEGATIVE_WRAPS;
}

/* An index of a dimension, as its type holds it. Out of bounds: what a comparison of too few bits, or with a wrong sign, lets pass. */
static uint64_t draw_index(strew_dtype dtype, int64_t size, unsigned out_of_bounds, const strew_options *options)
{
    const int is_signed = reference_type_of(dtype).kind == REFERENCE_SIGNED;
    const uint64_t wrong[] = {(uint64_t)size,    (uint64_t)(-size - 1), UINT64_MAX,       (uint64_t)INT64_MAX,  (uint64_t)INT64_MIN,
                              UINT64_C(1) << 32, UINT64_C(0x80),        UINT64_C(0x8000), UINT64_C(0x80000000), (uint64_t)INT64_MIN + 1};

    if (size == 0 || below(64) < out_of_bounds) return wrong[below(COUNT(wrong))];
    const int64_t index = (int64_t)below((uint64_t)size);
    return (uint64_t)(is_signed && wraps(options) && chance(1, 3) ? index - size : index);
}

/* Sizes of data that components of tuples index: sizes[i % n] for element i. Elements that share an address get what was drawn last. */
static void draw_indices(const int64_t *sizes, size_t n, unsigned out_of_bounds, const strew_options *options)
{
    const size_t n_elements = reference_elements(&indices.tensor);
    const strew_dtype dtype = indices.tensor.dtype;
    const int are_equal = chance(1, 8); /* a run of one slice, and rows of scatter_elements */
    uint64_t index = 0;

    for (size_t i = 0; i < n_elements; i++) {
        int64_t size = sizes[i % n];
        for (size_t c = 0; c < n && indices.tensor.strides; c++) size = sizes[c] < size ? sizes[c] : size;
        if (i < n || !are_equal) index = draw_index(dtype, size, out_of_bounds, options);
        reference_write_integer(dtype, view_at(&indices, i), index);
    }
    view_refresh(&indices);
    view_widen(&indices);
}

typedef enum form { ONE_CALL, ONE_THREAD, THREADS, PREPARED, FORMS } form;

static const char *form_name(form form)
{
    static const char *const names[] = {"one call", "one thread", "threads", "prepared"};
    return names[form];
}

static strew_resources lend(const strew_plan *plan, size_t *n_threads)
{
    const size_t n_bytes = strew_workspace_size(plan, (int32_t)*n_threads);
    unsigned char *const bytes = guarded_place(&workspace, n_bytes, (placement)below(2), below(9));

    memset(bytes, 0xa5, n_bytes);
    return resources_on_threads(n_threads, n_bytes ? bytes : NULL, n_bytes);
}

static unsigned char *prepare(const strew_plan *plan, const void *values, strew_status *status, strew_fault *fault)
{
    const size_t n_bytes = strew_prepared_size(plan);
    unsigned char *const bytes = guarded_place(&prepared, n_bytes, (placement)below(2), below(9));

    memset(bytes, 0xa5, n_bytes);
    *status = strew_prepare(plan, values, bytes, n_bytes, fault);
    return bytes;
}

static int is_same_fault(const strew_fault *a, const strew_fault *b)
{
    return a->status == b->status && a->dimension == b->dimension && a->tuple == b->tuple && a->value == b->value && a->low == b->low &&
           a->high == b->high && a->component == b->component && a->profile == b->profile &&
           (a->subject == b->subject || (a->subject && b->subject && strcmp(a->subject, b->subject) == 0));
}

static void print_fault(const char *of, const strew_fault *fault)
{
    char sentence[STREW_MESSAGE_BYTES];

    strew_describe(fault, sentence, sizeof sentence);
    fprintf(stderr, "%s: status %d: %s\n", of, (int)fault->status, sentence);
}

static void print_view(const char *name, const view *view)
{
    char text[VIEW_TEXT_BYTES];
    fprintf(stderr, "    %s %s\n", name, view_describe(view, text));
}

/* ---- Scatters ------------------------------------------------------------------------------------------------------------------------ */

static strew_status scatter_by(form form, void *to, const reference_call *call, strew_fault *fault)
{
    size_t n_threads = form == ONE_THREAD ? 1 : 2 + (size_t)below(2);
    strew_plan plan;
    strew_status status;

    if (form == ONE_CALL) return make_call(to, call, fault);
    status = plan_call(&plan, call, fault);
    if (status != STREW_OK) return status;
    const strew_resources resources = lend(&plan, &n_threads);
    if (form != PREPARED)
        return strew_run_with(&plan, to, call->data->values, call->indices->values, call->updates->values, &resources, fault);
    const unsigned char *const bytes = prepare(&plan, call->indices->values, &status, fault);
    return status == STREW_OK ? strew_run_prepared(&plan, to, call->data->values, bytes, call->updates->values, &resources, fault) : status;
}

/* data is output itself if `is_in_place`. */
static int works_by(form form, const reference_call *call, const reference_call *dense, int is_in_place)
{
    strew_fault fault, dense_fault;
    unsigned char *const dense_output = malloc(reference_bytes(dense->data) + 1);
    int is_right;

    if (!dense_output) abort();
    view_restore(&output);
    const strew_status dense_status = scatter_by(form, dense_output, dense, &dense_fault);
    free(dense_output);
    const strew_status status = scatter_by(form, (void *)(uintptr_t)output.tensor.values, call, &fault);
    if (status != fault.status || status != dense_status || !is_same_fault(&fault, &dense_fault)) {
        print_fault("the view", &fault);
        print_fault("the dense copy", &dense_fault);
        is_right = 0;
    } else if (status == STREW_OK) {
        reference_scatter(expected, dense);
        is_right = view_holds(&output, expected);
    } else {
        is_right = view_is_unchanged(&output);
    }
    is_right &= view_is_unchanged(&indices) && view_is_unchanged(&updates) && (is_in_place || view_is_unchanged(&data));
    if (form != ONE_CALL) is_right &= guarded_is_intact(&workspace);
    if (form == PREPARED) is_right &= guarded_is_intact(&prepared);
    if (is_right) return 1;
    fprintf(stderr, "%s, %s: %s\n", form_name(form), is_in_place ? "in place" : "out of place", describe_call(call));
    print_view("data", is_in_place ? &output : &data);
    print_view("indices", &indices);
    print_view("updates", &updates);
    print_view("output", &output);
    return 0;
}

typedef struct shapes {
    reference_operator op;
    int64_t axis;
    int32_t data_rank, indices_rank, updates_rank;
    int64_t data[STREW_MAX_RANK], indices[STREW_MAX_RANK], updates[STREW_MAX_RANK];
} shapes;

static void fit_updates(shapes *to)
{
    to->updates_rank = updates_shape_of(to->op, to->data_rank, to->data, to->indices_rank, to->indices, to->axis, to->updates);
}

/* Returns 0 if the shapes are too large. */
static int draw_shapes(shapes *to)
{
    const int is_nd = to->op == REFERENCE_ND;

    to->data_rank = is_nd ? (int32_t)below(5) : 1 + (int32_t)below(4);
    to->axis = is_nd ? 0 : (int64_t)below(2 * (uint64_t)to->data_rank) - to->data_rank;
    for (int32_t d = 0; d < to->data_rank; d++) to->data[d] = draw_size();
    to->indices_rank = is_nd ? 1 + (int32_t)below(4) : to->op == REFERENCE_ELEMENTS ? to->data_rank : (int32_t)below(4);
    for (int32_t d = 0; d < to->indices_rank; d++) to->indices[d] = draw_size();
    if (is_nd) to->indices[to->indices_rank - 1] = (int64_t)below((uint64_t)to->data_rank + 1);
    for (int32_t d = 0; d < to->data_rank && to->op == REFERENCE_ELEMENTS; d++) {
        const int is_axis = d == (to->axis < 0 ? to->axis + to->data_rank : to->axis);
        if (!is_axis && (chance(1, 2) || to->indices[d] > to->data[d])) to->indices[d] = to->data[d];
    }
    fit_updates(to);
    const strew_tensor tensors[] = {{STREW_INT8, to->data_rank, to->data, NULL, NULL},
                                    {STREW_INT8, to->indices_rank, to->indices, NULL, NULL},
                                    {STREW_INT8, to->updates_rank, to->updates, NULL, NULL}};
    for (size_t i = 0; i < COUNT(tensors); i++) {
        if (reference_elements(&tensors[i]) > MAX_ELEMENTS) return 0;
    }
    return to->updates_rank <= VIEW_RANK;
}

static void scatter_once(const shapes *of)
{
    const strew_dtype dtype = dtypes[below(COUNT(dtypes))], index_dtype = reference_index_dtypes[below(REFERENCE_INDEX_DTYPES)];
    const contents contents = (enum contents)chance(1, 4);
    const int is_in_place = chance(1, 2), is_nd = of->op == REFERENCE_ND;
    const int64_t axis = of->axis < 0 ? of->axis + of->data_rank : of->axis;
    int64_t sizes[STREW_MAX_RANK];
    strew_options options = draw_options(), dense_options;
    strew_reduction reduction = (strew_reduction)below(STREW_MEAN + 1);
    reference_position position;

    if (!reference_is_defined(dtype, reduction)) reduction = STREW_NONE;
    options.excludes_self = (uint32_t)chance(1, 4);
    options.mean_rounding = (strew_mean_rounding)below(2);
    view_draw(&indices, index_dtype, of->indices_rank, of->indices, SHARED, ORDINARY, &random_state);
    const size_t k = (size_t)components_of(of->op, of->indices_rank, of->indices);
    for (size_t c = 0; c < k; c++) sizes[c] = of->data[is_nd ? (int64_t)c : axis];
    draw_indices(sizes, k, chance(1, 2) ? 0 : chance(1, 2) ? 1 : 12, &options);
    view_draw(&updates, dtype, of->updates_rank, of->updates, SHARED, contents, &random_state);
    view_draw(&output, dtype, of->data_rank, of->data, DISTINCT, contents, &random_state);
    if (!is_in_place) view_draw(&data, dtype, of->data_rank, of->data, SHARED, contents, &random_state);
    options.output_strides = output.tensor.strides;
    if (is_in_place && !options.output_strides && chance(1, 2)) options.output_strides = output.strides; /* the same, said otherwise */
    const reference_call call = {
        of->op, is_in_place ? &output.tensor : &data.tensor, &indices.tensor, &updates.tensor, of->axis, reduction, &options};
    dense_options = options;
    dense_options.output_strides = NULL;
    const reference_call dense = {
        of->op, is_in_place ? &output.dense : &data.dense, &indices.dense, &updates.dense, of->axis, reduction, &dense_options};
    if (options.policy == STREW_POLICY_TRUSTED && reference_is_out_of_bounds(&dense, &position))
        options.policy = dense_options.policy = STREW_POLICY_ERROR;
    const int needs_workspace = reduction == STREW_MEAN || (options.excludes_self && reduction != STREW_NONE);
    for (int form = needs_workspace ? ONE_THREAD : ONE_CALL; form < FORMS; form++)
        assert_true(works_by((enum form)form, &call, &dense, is_in_place));
}

static int n_draws(void)
{
    return is_light() ? 1000 : is_full() ? 100000 : 10000;
}

static void views_are_scattered_as_their_dense_copies(void **state)
{
    for (int i = 0; i < n_draws(); i++) {
        for (size_t op = 0; op < OPERATORS; op++) {
            shapes of = {.op = operators[op]};
            while (!draw_shapes(&of)) continue;
            scatter_once(&of);
        }
    }
}

/* ---- Gathers ------------------------------------------------------------------------------------------------------------------------- */

static strew_status gather_by(form form, void *to, const gather_call *call, strew_fault *fault)
{
    size_t n_threads = form == ONE_THREAD ? 1 : 2 + (size_t)below(2);
    strew_plan plan;
    strew_status status;

    if (form == ONE_CALL) return make_gather(to, call, fault);
    status = plan_gather(&plan, call, fault);
    if (status != STREW_OK) return status;
    const strew_resources resources = lend(&plan, &n_threads);
    if (form != PREPARED) return strew_run_gather(&plan, to, call->data->values, call->indices->values, &resources, fault);
    const unsigned char *const bytes = prepare(&plan, call->indices->values, &status, fault);
    return status == STREW_OK ? strew_run_gather_prepared(&plan, to, call->data->values, bytes, &resources, fault) : status;
}

static int gathers_by(form form, const gather_call *call, const gather_call *dense)
{
    strew_fault fault, dense_fault;
    unsigned char *const dense_output = malloc(reference_bytes(&output.dense) + 1);
    int is_right;

    if (!dense_output) abort();
    view_restore(&output);
    const strew_status dense_status = gather_by(form, dense_output, dense, &dense_fault);
    free(dense_output);
    const strew_status status = gather_by(form, (void *)(uintptr_t)output.tensor.values, call, &fault);
    if (status != fault.status || status != dense_status || !is_same_fault(&fault, &dense_fault)) {
        print_fault("the view", &fault);
        print_fault("the dense copy", &dense_fault);
        is_right = 0;
    } else if (status == STREW_OK) {
        reference_gather(expected, dense);
        is_right = view_holds(&output, expected);
    } else {
        is_right = view_is_unchanged(&output);
    }
    is_right &= view_is_unchanged(&indices) && view_is_unchanged(&data);
    if (is_right) return 1;
    fprintf(stderr, "%s, %s: axis %lld, batch_dims %lld, policy %d\n", form_name(form), gather_operator_name(call->op),
            (long long)call->axis, (long long)call->batch_dims, (int)call->options->policy);
    print_view("data", &data);
    print_view("indices", &indices);
    print_view("output", &output);
    return 0;
}

/* Shapes of a gather; returns 0 if they are too large. */
static int draw_gather(gather *to)
{
    int64_t shape[2 * STREW_MAX_RANK];
    int32_t axis;

    to->data_rank = to->op == GATHER_ND ? (int32_t)below(5) : 1 + (int32_t)below(4);
    axis = to->op == GATHER_ND ? 0 : (int32_t)below((uint64_t)to->data_rank);
    to->indices_rank = to->op == GATHER_ND ? 1 + (int32_t)below(4) : to->op == GATHER_ELEMENTS ? to->data_rank : (int32_t)below(4);
    to->batch_dims = 0;
    for (int32_t d = 0; d < to->data_rank; d++) to->data_shape[d] = draw_size();
    for (int32_t d = 0; d < to->indices_rank; d++) to->indices_shape[d] = draw_size();
    if (to->op == GATHER_ND) {
        const int32_t limit = to->indices_rank - 1 < to->data_rank ? to->indices_rank - 1 : to->data_rank;
        if (chance(1, 2)) to->batch_dims = (int64_t)below((uint64_t)limit + 1);
        to->indices_shape[to->indices_rank - 1] = (int64_t)below((uint64_t)(to->data_rank - to->batch_dims) + 1);
    } else if (to->op == GATHER && chance(1, 2)) {
        to->batch_dims = (int64_t)below((uint64_t)(axis < to->indices_rank ? axis : to->indices_rank) + 1);
    }
    for (int64_t d = 0; d < to->batch_dims; d++) to->indices_shape[d] = to->data_shape[d];
    for (int32_t d = 0; d < to->data_rank && to->op == GATHER_ELEMENTS; d++) {
        if (d != axis && (chance(1, 2) || to->indices_shape[d] > to->data_shape[d])) to->indices_shape[d] = to->data_shape[d];
    }
    to->axis = chance(1, 2) && to->op != GATHER_ND ? axis - to->data_rank : axis;
    const strew_tensor of_data = {STREW_INT8, to->data_rank, to->data_shape, NULL, NULL};
    const strew_tensor of_indices = {STREW_INT8, to->indices_rank, to->indices_shape, NULL, NULL};
    const gather_call call = {to->op, &of_data, &of_indices, to->axis, to->batch_dims, NULL};
    const strew_tensor of_output = {STREW_INT8, gather_shape(&call, shape), shape, NULL, NULL};
    return reference_elements(&of_data) <= MAX_ELEMENTS && reference_elements(&of_indices) <= MAX_ELEMENTS &&
           reference_elements(&of_output) <= MAX_ELEMENTS && of_output.rank <= VIEW_RANK;
}

static void gather_once(gather_operator op)
{
    const strew_dtype dtype = dtypes[below(COUNT(dtypes))], index_dtype = reference_index_dtypes[below(REFERENCE_INDEX_DTYPES)];
    static const unsigned char fill_bytes[REFERENCE_LARGEST_ELEMENT] = {0x3c, 0x11, 0x42, 0x17, 0x99, 0x3f, 0x01};
    gather what = {.op = op};
    int64_t shape[STREW_MAX_RANK], sizes[STREW_MAX_RANK];
    strew_options options = draw_options(), dense_options;
    reference_position position;

    while (!draw_gather(&what)) continue;
    if (chance(1, 2)) options.fill = fill_bytes;
    view_draw(&data, dtype, what.data_rank, what.data_shape, SHARED, EXTREME, &random_state);
    view_draw(&indices, index_dtype, what.indices_rank, what.indices_shape, SHARED, ORDINARY, &random_state);
    const int64_t axis = what.axis < 0 ? what.axis + what.data_rank : what.axis;
    const size_t k = op == GATHER_ND ? (size_t)what.indices_shape[what.indices_rank - 1] : 1;
    for (size_t c = 0; c < k; c++) sizes[c] = what.data_shape[op == GATHER_ND ? what.batch_dims + (int64_t)c : axis];
    draw_indices(sizes, k, chance(1, 2) ? 0 : chance(1, 2) ? 1 : 12, &options);
    const gather_call call = {op, &data.tensor, &indices.tensor, what.axis, what.batch_dims, &options};
    const int32_t rank = gather_shape(&call, shape);
    view_draw(&output, dtype, rank, shape, DISTINCT, ORDINARY, &random_state);
    options.output_strides = output.tensor.strides;
    dense_options = options;
    dense_options.output_strides = NULL;
    const gather_call dense = {op, &data.dense, &indices.dense, what.axis, what.batch_dims, &dense_options};
    if (options.policy == STREW_POLICY_TRUSTED && gather_is_out_of_bounds(&dense, &position))
        options.policy = dense_options.policy = STREW_POLICY_ERROR;
    for (int form = 0; form < FORMS; form++) assert_true(gathers_by((enum form)form, &call, &dense));
}

static void views_are_gathered_as_their_dense_copies(void **state)
{
    for (int i = 0; i < n_draws(); i++) {
        for (int op = 0; op < GATHER_OPERATORS; op++) gather_once((gather_operator)op);
    }
}

/* ---- Strides that are rejected ------------------------------------------------------------------------------------------------------- */

/* A scatter_nd of rows, or a gather of the same shapes, on plain memory: data and output [4, 3], indices [2, 1], updates [2, 3]. */
typedef struct rows {
    float data[64], updates[64], output[64];
    int64_t indices[4];
    strew_tensor of_data, of_indices, of_updates;
    strew_options options;
} rows;

static const int64_t rows_shape[] = {4, 3}, rows_indices_shape[] = {2, 1}, rows_updates_shape[] = {2, 3};

static void set_rows(rows *rows)
{
    memset(rows, 0, sizeof *rows);
    rows->of_data = (strew_tensor){STREW_FLOAT32, 2, rows_shape, rows->data, NULL};
    rows->of_indices = (strew_tensor){STREW_INT64, 2, rows_indices_shape, rows->indices, NULL};
    rows->of_updates = (strew_tensor){STREW_FLOAT32, 2, rows_updates_shape, rows->updates, NULL};
    rows->options = (strew_options)STREW_OPTIONS_INIT;
    for (int i = 0; i < 64; i++) rows->updates[i] = (float)i + 1;
}

static void assert_rejected(rows *rows, strew_fault fault, const char *parts)
{
    const reference_call call = {REFERENCE_ND, &rows->of_data, &rows->of_indices, &rows->of_updates, 0, STREW_ADD, &rows->options};
    static const float zeros[64];
    strew_plan plan;
    strew_fault actual;

    assert_int_equal(plan_call(&plan, &call, &actual), fault.status);
    assert_fault(&actual, fault);
    assert_sentence(&actual, parts);
    assert_int_equal(make_call(rows->output, &call, &actual), fault.status);
    assert_fault(&actual, fault);
    assert_memory_equal(rows->output, zeros, sizeof zeros);
}

static void output_strides_that_meet_are_rejected(void **state)
{
    static const struct {
        int64_t strides[2];
        int32_t dimension;
        int64_t low;
        const char *parts;
    } meeting[] = {
        {{0, 1}, 0, 1, "output|0|1"},
        {{2, 1}, 0, 3, "output|2|3"},
        {{-2, 1}, 0, 3, "output|-2|3"},
        {{1, 3}, 1, 4, "output|3|4"},
        {{3, 0}, 1, 1, "output|0|1"},
        {{-1, -2}, 1, 4, "output|-2|4"},
        {{3, 2}, 0, 5, "output|3|5"} /* apart, but not by the rule */,
    };

    for (size_t i = 0; i < COUNT(meeting); i++) {
        rows rows;
        set_rows(&rows);
        rows.options.output_strides = meeting[i].strides;
        const strew_fault fault = {.status = STREW_STATUS_STRIDES_OVERLAP,
                                   .dimension = meeting[i].dimension,
                                   .value = meeting[i].strides[meeting[i].dimension],
                                   .low = meeting[i].low};
        assert_rejected(&rows, fault, meeting[i].parts);
        for (int op = 0; op < GATHER_OPERATORS; op++) { /* each with an output of the same shape */
            static const int64_t column[] = {4, 1}, square[] = {4, 3}, four[] = {4};
            static int64_t zeros[12];
            const strew_tensor from[] = {
                {STREW_INT64, 2, column, zeros, NULL}, {STREW_INT64, 2, square, zeros, NULL}, {STREW_INT64, 1, four, zeros, NULL}};
            const gather_call call = {(gather_operator)op, &rows.of_data, &from[op], 0, 0, &rows.options};
            strew_fault actual;
            assert_int_equal(make_gather(rows.output, &call, &actual), STREW_STATUS_STRIDES_OVERLAP);
            assert_fault(&actual, fault);
        }
    }
}

static void output_strides_by_the_rule_are_accepted(void **state)
{
    static const int64_t strides[][2] = {{3, 1}, {-3, 1}, {5, 1}, {1, 4}, {1, -4}, {2, 7}, {-5, -2}};

    for (size_t i = 0; i < COUNT(strides); i++) {
        rows rows;
        strew_plan plan;
        set_rows(&rows);
        rows.options.output_strides = strides[i];
        assert_int_equal(strew_scatter_nd_plan(&plan, &rows.of_data, &rows.of_indices, &rows.of_updates, STREW_ADD, &rows.options, NULL),
                         STREW_OK);
    }
}

/* A dimension of one element is not stepped through: its stride may be anything. */
static void strides_of_a_single_index_do_not_count(void **state)
{
    static const int64_t shape[] = {1, 3}, one[] = {1, 1}, strides[] = {0, 2}, others[] = {-77, 2};
    float values[8] = {0}, updates_of[3] = {1, 2, 3};
    const int64_t zero = 0;
    strew_options options = STREW_OPTIONS_INIT;
    const strew_tensor of_data = {STREW_FLOAT32, 2, shape, values, others}, of_updates = {STREW_FLOAT32, 2, shape, updates_of, NULL};
    const strew_tensor of_indices = {STREW_INT64, 2, one, &zero, strides};

    options.output_strides = strides;
    assert_int_equal(strew_scatter_nd(values, &of_data, &of_indices, &of_updates, STREW_ADD, &options, NULL), STREW_OK);
    for (int i = 0; i < 8; i++) assert_true(values[i] == (i < 5 && i % 2 == 0 ? (float)(i / 2 + 1) : 0.0f));
}

static void in_place_takes_the_strides_of_data(void **state)
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
        rows.options.output_strides = mismatches[i].output;
        const reference_call call = {REFERENCE_ND, &rows.of_data, &rows.of_indices, &rows.of_updates, 0, STREW_ADD, &rows.options};
        assert_int_equal(make_call(rows.data, &call, &fault), STREW_STATUS_STRIDES_MISMATCH);
        assert_fault(&fault, expected_fault);
        assert_sentence(&fault, "stride|data");
        assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK); /* out of place they may differ */
        assert_int_equal(strew_run(&plan, rows.data, rows.data, rows.indices, rows.updates, &fault), STREW_STATUS_STRIDES_MISMATCH);
        assert_fault(&fault, expected_fault);
        assert_memory_equal(rows.data, zeros, sizeof zeros);
        assert_int_equal(strew_run(&plan, rows.output, rows.data, rows.indices, rows.updates, &fault), STREW_OK);
    }
    set_rows(&rows);
    rows.options.output_strides = dense; /* what NULL means */
    const reference_call call = {REFERENCE_ND, &rows.of_data, &rows.of_indices, &rows.of_updates, 0, STREW_ADD, &rows.options};
    assert_int_equal(make_call(rows.data, &call, NULL), STREW_OK);
}

static void tensor_scatter_takes_dense_tensors(void **state)
{
    static const int64_t shape[] = {2, 4, 3}, update_shape[] = {2, 1, 3}, batch[] = {2};
    static const int64_t cache_strides[] = {24, 6, 2}, update_strides[] = {6, 3, 2}, index_strides[] = {3};
    static const char *const subjects[] = {"data", "updates", "indices", "output"};
    static float cache[64], update[16], output_of[64];
    static int64_t write_indices[8];

    for (size_t i = 0; i < COUNT(subjects); i++) {
        strew_options options = STREW_OPTIONS_INIT;
        strew_fault fault;
        strew_plan plan;
        const strew_tensor past = {STREW_FLOAT32, 3, shape, cache, i == 0 ? cache_strides : NULL};
        const strew_tensor tokens = {STREW_FLOAT32, 3, update_shape, update, i == 1 ? update_strides : NULL};
        const strew_tensor at = {STREW_INT64, 1, batch, write_indices, i == 2 ? index_strides : NULL};
        if (i == 3) options.output_strides = cache_strides;
        const token_call call = {&past, &tokens, &at, 1, STREW_CACHE_LINEAR, &options};
        const strew_fault expected_fault = {.status = STREW_STATUS_STRIDES_UNSUPPORTED, .subject = subjects[i]};
        assert_int_equal(plan_tokens(&plan, &call, &fault), STREW_STATUS_STRIDES_UNSUPPORTED);
        assert_fault(&fault, expected_fault);
        assert_sentence(&fault, subjects[i]);
        assert_int_equal(make_tokens(output_of, &call, &fault), STREW_STATUS_STRIDES_UNSUPPORTED);
        assert_fault(&fault, expected_fault);
    }
}

static void profiles_have_no_negative_strides_of_indices(void **state)
{
    static const int64_t backwards[] = {-1, 1}, forwards[] = {1, 1};
    rows rows;
    strew_fault fault;

    set_rows(&rows);
    rows.options.profile = STREW_PROFILE_ONNX_SCATTERND_18;
    rows.of_indices.strides = backwards;
    rows.of_indices.values = rows.indices + 1;
    const strew_fault expected_fault = {
        .status = STREW_STATUS_PROFILE_LACKS_OPTION, .subject = "indices.strides", .value = -1, .profile = STREW_PROFILE_ONNX_SCATTERND_18};
    assert_rejected(&rows, expected_fault, "ScatterND-18|indices.strides|-1");
    rows.options.profile = STREW_PROFILE_ONNX_GATHERND_13;
    assert_int_equal(strew_gather_nd(rows.output, &rows.of_data, &rows.of_indices, 0, &rows.options, &fault),
                     STREW_STATUS_PROFILE_LACKS_OPTION);
    rows.of_indices.strides = forwards;
    assert_int_equal(strew_gather_nd(rows.output, &rows.of_data, &rows.of_indices, 0, &rows.options, &fault), STREW_OK);
    rows.options.profile = STREW_PROFILE_NONE;
    rows.of_indices.strides = backwards;
    assert_int_equal(strew_gather_nd(rows.output, &rows.of_data, &rows.of_indices, 0, &rows.options, &fault), STREW_OK);
}

/* ---- Views of one buffer ------------------------------------------------------------------------------------------------------------- */

/* Columns of a matrix [4, 10] that are data and output, and those that are updates. */
static void columns_of_one_matrix_may_be_both(void **state)
{
    static const int64_t strides[] = {10, 1}, shape[] = {4, 3}, indices_shape[] = {4, 1}, index_values[] = {3, 1, 0, 2};
    const strew_tensor of_indices = {STREW_INT64, 2, indices_shape, index_values, NULL};
    strew_options options = STREW_OPTIONS_INIT;

    options.output_strides = strides;
    for (int column = 0; column <= 7; column++) {
        const int is_apart = column <= 1 || column >= 7; /* data has the columns 4 to 6 */
        float matrix[40], before[40];
        strew_fault fault;
        for (int i = 0; i < 40; i++) matrix[i] = before[i] = (float)i;
        const strew_tensor of_data = {STREW_FLOAT32, 2, shape, matrix + 4, strides};
        const strew_tensor of_updates = {STREW_FLOAT32, 2, shape, matrix + column, strides};
        const strew_status status = strew_scatter_nd(matrix + 4, &of_data, &of_indices, &of_updates, STREW_ADD, &options, &fault);
        assert_int_equal(status, is_apart ? STREW_OK : STREW_STATUS_OUTPUT_OVERLAP);
        for (int i = 0; i < 4 && is_apart; i++) {
            for (int j = 0; j < 3; j++) before[10 * index_values[i] + 4 + j] += (float)(10 * i + column + j);
        }
        assert_memory_equal(matrix, before, sizeof matrix);
        if (!is_apart) assert_string_equal(fault.subject, "updates");

        for (int i = 0; i < 40; i++) matrix[i] = before[i] = (float)i;
        const strew_status gathered = strew_gather_nd(matrix + 4, &of_updates, &of_indices, 0, &options, &fault);
        assert_int_equal(gathered, is_apart ? STREW_OK : STREW_STATUS_OUTPUT_OVERLAP);
        for (int i = 0; i < 4 && is_apart; i++) {
            for (int j = 0; j < 3; j++) before[10 * i + 4 + j] = (float)(10 * index_values[i] + column + j);
        }
        assert_memory_equal(matrix, before, sizeof matrix);
        if (!is_apart) assert_string_equal(fault.subject, "data");
    }
}

/* ---- Types of indices ---------------------------------------------------------------------------------------------------------------- */

/* A gather from one byte that is expanded to `size` bytes: it needs no memory, so that every index can be in bounds. */
static strew_status gather_expanded(strew_dtype dtype, uint64_t index, int64_t size, const strew_options *options, strew_fault *fault)
{
    const unsigned char byte = 42;
    static const int64_t zero = 0;
    unsigned char index_bytes[8], result = 0;
    const strew_tensor from = {STREW_UINT8, 1, &size, &byte, &zero}, at = {dtype, 0, NULL, index_bytes, NULL};

    reference_write_integer(dtype, index_bytes, index);
    const strew_status status = strew_gather(&result, &from, &at, 0, 0, options, fault);
    if (status == STREW_OK) assert_int_equal(result, options && options->policy == STREW_POLICY_SKIP ? 0 : 42);
    return status;
}

/* The same index by a scatter of slices without elements. */
static strew_status scatter_nothing(strew_dtype dtype, uint64_t index, int64_t size, strew_fault *fault)
{
    const int64_t shape[] = {size, 0}, indices_shape[] = {1, 1}, updates_shape[] = {1, 0};
    unsigned char index_bytes[8];
    const strew_tensor to = {STREW_UINT8, 2, shape, NULL, NULL}, at = {dtype, 2, indices_shape, index_bytes, NULL};
    const strew_tensor from = {STREW_UINT8, 2, updates_shape, NULL, NULL};

    reference_write_integer(dtype, index_bytes, index);
    return strew_scatter_nd(NULL, &to, &at, &from, STREW_ADD, NULL, fault);
}

static void indices_reach_the_limits_of_their_type(void **state)
{
    for (size_t i = 0; i < REFERENCE_INDEX_DTYPES; i++) {
        const strew_dtype dtype = reference_index_dtypes[i];
        const reference_type type = reference_type_of(dtype);
        const int is_signed = type.kind == REFERENCE_SIGNED;
        /* 2^62 is the largest size that is tried. */
        const uint64_t all = UINT64_MAX >> (64 - 8 * type.size), largest = is_signed ? all >> 1 : all;
        const uint64_t max = largest >> 62 ? UINT64_C(1) << 62 : largest;
        strew_fault fault;
        assert_int_equal(gather_expanded(dtype, max, (int64_t)max + 1, NULL, &fault), STREW_OK);
        assert_int_equal(scatter_nothing(dtype, max, (int64_t)max + 1, &fault), STREW_OK);
        assert_int_equal(gather_expanded(dtype, max, (int64_t)max, NULL, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_index_fault(&fault, (reference_position){0, (int64_t)max, -(int64_t)max, (int64_t)max - 1, 0, 0});
        assert_int_equal(scatter_nothing(dtype, max, (int64_t)max, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_index_fault(&fault, (reference_position){0, (int64_t)max, -(int64_t)max, (int64_t)max - 1, 0, 0});
        /* All bits are -1, which counts from the end, or the largest number. */
        assert_int_equal(gather_expanded(dtype, UINT64_MAX, 100, NULL, &fault), is_signed ? STREW_OK : STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(scatter_nothing(dtype, UINT64_MAX, 100, &fault), is_signed ? STREW_OK : STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        if (!is_signed) {
            const int64_t value = largest > INT64_MAX ? INT64_MAX : (int64_t)largest;
            assert_index_fault(&fault, (reference_position){0, value, -100, 99, 0, 0});
        } else if (type.size < 8) {
            assert_int_equal(gather_expanded(dtype, ~largest, (int64_t)largest + 1, NULL, &fault), STREW_OK);
            assert_int_equal(scatter_nothing(dtype, ~largest, (int64_t)largest, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            assert_index_fault(&fault, (reference_position){0, -(int64_t)largest - 1, -(int64_t)largest, (int64_t)largest - 1, 0, 0});
        }
    }
}

static void indices_beyond_int64_are_out_of_bounds(void **state)
{
    static const uint64_t numbers[] = {UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX - 4};
    static const int64_t shape[] = {4, 1}, rows_of_one[] = {1, 1};

    for (size_t i = 0; i < COUNT(numbers); i++) {
        for (int policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_CLAMP; policy++) {
            if (policy == STREW_POLICY_TRUSTED) continue;
            for (int negative = STREW_NEGATIVE_WRAPS; negative <= STREW_NEGATIVE_OUT_OF_BOUNDS; negative++) {
                strew_options options = STREW_OPTIONS_INIT;
                strew_fault fault;
                float values[4] = {0}, one = 1;
                options.policy = (strew_policy)policy;
                options.negative = (strew_negative)negative;
                options.has_ignore_index = 1;
                options.ignore_index = -1; /* no number of uint64 is */
                const strew_tensor of_data = {STREW_FLOAT32, 2, shape, values, NULL};
                const strew_tensor of_indices = {STREW_UINT64, 2, rows_of_one, &numbers[i], NULL};
                const strew_tensor of_updates = {STREW_FLOAT32, 2, rows_of_one, &one, NULL};
                const strew_status status = strew_scatter_nd(values, &of_data, &of_indices, &of_updates, STREW_ADD, &options, &fault);
                assert_int_equal(status, policy == STREW_POLICY_ERROR ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK);
                if (policy == STREW_POLICY_ERROR)
                    assert_index_fault(&fault, (reference_position){0, INT64_MAX, negative ? 0 : -4, 3, 0, 0});
                for (int at = 0; at < 4; at++) assert_true(values[at] == (policy == STREW_POLICY_CLAMP && at == 3 ? 1.0f : 0.0f));
                assert_int_equal(gather_expanded(STREW_UINT64, numbers[i], 4, &options, &fault), status);
            }
        }
    }
}

static void other_types_are_no_indices(void **state)
{
    strew_dtype all[REFERENCE_MAX_DTYPES];
    const size_t n = reference_dtypes(all);
    size_t n_accepted = 0;

    for (size_t i = 0; i < n; i++) {
        const reference_kind kind = reference_type_of(all[i]).kind;
        strew_fault fault;
        unsigned char zeros[16] = {0};
        static const int64_t one = 1;
        const strew_tensor from = {STREW_UINT8, 1, &one, zeros, NULL}, at = {all[i], 1, &one, zeros, NULL};
        const strew_status status = strew_gather(zeros, &from, &at, 0, 0, NULL, &fault);
        if (kind == REFERENCE_SIGNED || kind == REFERENCE_UNSIGNED) {
            n_accepted++;
            assert_int_equal(status, STREW_STATUS_OUTPUT_OVERLAP);
        } else {
            assert_fault(&fault, (strew_fault){.status = STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .value = all[i]});
        }
    }
    assert_int_equal(n_accepted, REFERENCE_INDEX_DTYPES);
}

/* ---- Large views --------------------------------------------------------------------------------------------------------------------- */

static void open_buffers(size_t capacity)
{
    data = view_open(capacity);
    indices = view_open(capacity);
    updates = view_open(capacity);
    output = view_open(capacity);
    workspace = guarded_open(16 * capacity);
    prepared = guarded_open(4 * capacity);
    expected = malloc(capacity);
    if (!expected) abort();
}

static void close_buffers(void)
{
    view_close(&data);
    view_close(&indices);
    view_close(&updates);
    view_close(&output);
    guarded_close(&workspace);
    guarded_close(&prepared);
    free(expected);
}

/* So many tuples that threads share them, sort them, and write whole rows. */
static void large_views_are_scattered(void **state)
{
    static const shapes large[] = {
        {REFERENCE_ND, 0, 3, 2, 0, {300, 16, 9}, {600, 1}, {0}},      {REFERENCE_ND, 0, 3, 2, 0, {40, 50, 30}, {2000, 2}, {0}},
        {REFERENCE_ND, 0, 3, 2, 0, {40, 30, 20}, {20000, 3}, {0}},    {REFERENCE_ND, 0, 1, 3, 0, {5000}, {100, 300, 1}, {0}},
        {REFERENCE_ELEMENTS, 0, 2, 2, 0, {900, 24}, {2000, 24}, {0}}, {REFERENCE_ELEMENTS, -1, 2, 2, 0, {24, 900}, {24, 2000}, {0}},
        {REFERENCE_UPDATE, 1, 3, 1, 0, {9, 500, 12}, {700}, {0}},     {REFERENCE_UPDATE, 0, 2, 2, 0, {1000, 8}, {20, 300}, {0}},
    };
    const int n_rounds = is_light() ? 2 : is_full() ? 100 : 12;

    close_buffers();
    open_buffers(LARGE_CAPACITY);
    for (int round = 0; round < n_rounds; round++) {
        for (size_t i = 0; i < COUNT(large); i++) {
            shapes of = large[i];
            fit_updates(&of);
            scatter_once(&of);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_are_scattered_as_their_dense_copies),
        cmocka_unit_test(views_are_gathered_as_their_dense_copies),
        cmocka_unit_test(output_strides_that_meet_are_rejected),
        cmocka_unit_test(output_strides_by_the_rule_are_accepted),
        cmocka_unit_test(strides_of_a_single_index_do_not_count),
        cmocka_unit_test(in_place_takes_the_strides_of_data),
        cmocka_unit_test(tensor_scatter_takes_dense_tensors),
        cmocka_unit_test(profiles_have_no_negative_strides_of_indices),
        cmocka_unit_test(columns_of_one_matrix_may_be_both),
        cmocka_unit_test(indices_reach_the_limits_of_their_type),
        cmocka_unit_test(indices_beyond_int64_are_out_of_bounds),
        cmocka_unit_test(other_types_are_no_indices),
        cmocka_unit_test(large_views_are_scattered),
    };

    open_buffers(CAPACITY);
    n_isas = runnable_isas(isas);
    const int n_failed = cmocka_run_group_tests_name("strides", tests, NULL, NULL);
    close_buffers();
    return n_failed;
}
