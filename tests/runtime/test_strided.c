/* Running views: any strides of data, indices, updates and output, and any type of indices, beside the reference on dense copies. */
#include <strew/strew.h>

#include <stdlib.h>

#include "calls.h"
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

static const strew_dtype dtypes[] = {STREW_DTYPE_INT8,      STREW_DTYPE_UINT8,      STREW_DTYPE_BOOL,       STREW_DTYPE_FLOAT16,
                                     STREW_DTYPE_INT16,     STREW_DTYPE_FLOAT32,    STREW_DTYPE_UINT32,     STREW_DTYPE_FLOAT64,
                                     STREW_DTYPE_INT64,     STREW_DTYPE_COMPLEX64,  STREW_DTYPE_COMPLEX128, STREW_DTYPE_STRING,
                                     STREW_DTYPE_OPAQUE(3), STREW_DTYPE_OPAQUE(12), STREW_DTYPE_OPAQUE(1)};

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
    options.has_ignore_index = chance(1, 4);
    if (options.has_ignore_index) options.ignore_index = (int64_t)below(5) - 2;
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
    const size_t n_bytes = strew_plan_workspace_size(plan, (int32_t)*n_threads);
    unsigned char *const bytes = guarded_place(&workspace, n_bytes, (placement)below(2), (size_t)below(9));

    memset(bytes, 0xa5, n_bytes);
    return resources_on_threads(n_threads, n_bytes ? bytes : NULL, n_bytes);
}

static unsigned char *prepare(const strew_plan *plan, const void *values, strew_status *status, strew_fault *fault)
{
    const size_t n_bytes = strew_plan_prepared_size(plan);
    unsigned char *const bytes = guarded_place(&prepared, n_bytes, (placement)below(2), (size_t)below(9));

    memset(bytes, 0xa5, n_bytes);
    *status = prepare_indices(plan, values, bytes, n_bytes, fault);
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

    strew_fault_describe(fault, sentence, sizeof sentence);
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
    if (form != PREPARED) return run_with(&plan, to, call->data->values, call->indices->values, call->updates->values, &resources, fault);
    const unsigned char *const bytes = prepare(&plan, call->indices->values, &status, fault);
    return status == STREW_OK ? run_prepared(&plan, to, call->data->values, bytes, call->updates->values, &resources, fault) : status;
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
    int64_t axis, batch_dims;
    int32_t data_rank, indices_rank, updates_rank;
    int64_t data[STREW_MAX_RANK], indices[STREW_MAX_RANK], updates[STREW_MAX_RANK];
} shapes;

static void fit_updates(shapes *to)
{
    const strew_tensor of_data = {STREW_DTYPE_INT8, to->data_rank, to->data, NULL, NULL};
    const strew_tensor of_indices = {STREW_DTYPE_INT8, to->indices_rank, to->indices, NULL, NULL};

    to->updates_rank = updates_shape_of_call(
        &(reference_call){.op = to->op, .data = &of_data, .indices = &of_indices, .axis = to->axis, .batch_dims = to->batch_dims},
        to->updates);
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
    const int64_t axis = to->axis < 0 ? to->axis + to->data_rank : to->axis;
    int64_t n_batch = 0;
    if (to->op != REFERENCE_ELEMENTS && chance(1, 2)) {
        const int64_t of_data = is_nd ? to->data_rank : axis, of_indices = to->indices_rank - is_nd;
        n_batch = (int64_t)below((uint64_t)(of_data < of_indices ? of_data : of_indices) + 1);
    }
    for (int64_t d = 0; d < n_batch; d++) to->indices[d] = to->data[d];
    to->batch_dims = !is_nd && n_batch < to->indices_rank && chance(1, 4) ? n_batch - to->indices_rank : n_batch;
    if (is_nd) to->indices[to->indices_rank - 1] = (int64_t)below((uint64_t)(to->data_rank - n_batch) + 1);
    for (int32_t d = 0; d < to->data_rank && to->op == REFERENCE_ELEMENTS; d++) {
        const int is_axis = d == (to->axis < 0 ? to->axis + to->data_rank : to->axis);
        if (!is_axis && (chance(1, 2) || to->indices[d] > to->data[d])) to->indices[d] = to->data[d];
    }
    fit_updates(to);
    const strew_tensor tensors[] = {{STREW_DTYPE_INT8, to->data_rank, to->data, NULL, NULL},
                                    {STREW_DTYPE_INT8, to->indices_rank, to->indices, NULL, NULL},
                                    {STREW_DTYPE_INT8, to->updates_rank, to->updates, NULL, NULL}};
    for (size_t i = 0; i < COUNT(tensors); i++) {
        if (reference_elements(&tensors[i]) > MAX_ELEMENTS) return 0;
    }
    return to->updates_rank >= 0 && to->updates_rank <= VIEW_RANK;
}

/* Alpha for a quarter of the calls that may have one, at any address. */
static void draw_alpha(strew_options *options, strew_dtype dtype, strew_reduction reduction)
{
    static unsigned char elements[2 * REFERENCE_LARGEST_ELEMENT];
    unsigned char *const at = elements + below(REFERENCE_LARGEST_ELEMENT);

    if (options->excludes_self || (reduction != STREW_REDUCTION_ADD && reduction != STREW_REDUCTION_SUB) || !chance(1, 4)) return;
    fill(dtype, at, 1, (enum contents)chance(1, 4), &random_state);
    options->alpha = at;
}

static void scatter_once(const shapes *of)
{
    const strew_dtype dtype = dtypes[below(COUNT(dtypes))], index_dtype = reference_index_dtypes[below(REFERENCE_INDEX_DTYPES)];
    const contents contents = (enum contents)chance(1, 4);
    const int is_in_place = chance(1, 2), is_nd = of->op == REFERENCE_ND;
    const int64_t axis = of->axis < 0 ? of->axis + of->data_rank : of->axis;
    int64_t sizes[STREW_MAX_RANK];
    strew_options options = draw_options();
    strew_reduction reduction = (strew_reduction)below(STREW_REDUCTION_MEAN + 1);
    reference_position position;

    if (!reference_is_defined(dtype, reduction)) reduction = STREW_REDUCTION_NONE;
    options.excludes_self = reduction != STREW_REDUCTION_NONE && chance(1, 4);
    options.nan = nan_for(reduction, below(2));
    if (reduction == STREW_REDUCTION_MEAN) options.mean_rounding = (strew_mean_rounding)below(2);
    draw_alpha(&options, dtype, reduction);
    view_draw(&indices, index_dtype, of->indices_rank, of->indices, SHARED, ORDINARY, &random_state);
    const size_t k = (size_t)components_of(of->op, of->indices_rank, of->indices);
    for (size_t c = 0; c < k; c++) sizes[c] = of->data[is_nd ? of->batch_dims + (int64_t)c : axis];
    draw_indices(sizes, k, chance(1, 2) ? 0 : chance(1, 2) ? 1 : 12, &options);
    view_draw(&updates, dtype, of->updates_rank, of->updates, SHARED, options.nan == STREW_NAN_LOSES ? EXTREME : contents, &random_state);
    view_draw(&output, dtype, of->data_rank, of->data, DISTINCT, contents, &random_state);
    if (!is_in_place) view_draw(&data, dtype, of->data_rank, of->data, SHARED, contents, &random_state);
    const reference_call call = {of->op,          is_in_place ? &output.tensor : &data.tensor,
                                 &indices.tensor, &updates.tensor,
                                 of->axis,        reduction,
                                 &options,        of->batch_dims,
                                 &output.tensor};
    const reference_call dense = {
        of->op, is_in_place ? &output.dense : &data.dense, &indices.dense, &updates.dense, of->axis, reduction, &options, of->batch_dims};
    if (options.policy == STREW_POLICY_TRUSTED && reference_is_out_of_bounds(&dense, &position)) options.policy = STREW_POLICY_ERROR;
    const int needs_workspace = reduction == STREW_REDUCTION_MEAN || (options.excludes_self && reduction != STREW_REDUCTION_NONE);
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
    status = plan_gather_call(&plan, call, fault);
    if (status != STREW_OK) return status;
    const strew_resources resources = lend(&plan, &n_threads);
    if (form != PREPARED) return run_gather(&plan, to, call->data->values, call->indices->values, &resources, fault);
    const unsigned char *const bytes = prepare(&plan, call->indices->values, &status, fault);
    return status == STREW_OK ? run_gather_prepared(&plan, to, call->data->values, bytes, &resources, fault) : status;
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
    const strew_tensor of_data = {STREW_DTYPE_INT8, to->data_rank, to->data_shape, NULL, NULL};
    const strew_tensor of_indices = {STREW_DTYPE_INT8, to->indices_rank, to->indices_shape, NULL, NULL};
    const gather_call call = {to->op, &of_data, &of_indices, to->axis, to->batch_dims, NULL};
    const strew_tensor of_output = {STREW_DTYPE_INT8, gather_shape(&call, shape), shape, NULL, NULL};
    return reference_elements(&of_data) <= MAX_ELEMENTS && reference_elements(&of_indices) <= MAX_ELEMENTS &&
           reference_elements(&of_output) <= MAX_ELEMENTS && of_output.rank <= VIEW_RANK;
}

static void gather_once(const gather *what)
{
    const strew_dtype dtype = dtypes[below(COUNT(dtypes))], index_dtype = reference_index_dtypes[below(REFERENCE_INDEX_DTYPES)];
    static const unsigned char fill_bytes[REFERENCE_LARGEST_ELEMENT] = {0x3c, 0x11, 0x42, 0x17, 0x99, 0x3f, 0x01};
    const gather_operator op = what->op;
    int64_t shape[STREW_MAX_RANK], sizes[STREW_MAX_RANK];
    strew_options options = what->options.struct_size != 0 ? what->options : draw_options();
    reference_position position;

    if (chance(1, 2)) options.fill = fill_bytes;
    view_draw(&data, dtype, what->data_rank, what->data_shape, SHARED, EXTREME, &random_state);
    view_draw(&indices, index_dtype, what->indices_rank, what->indices_shape, SHARED, ORDINARY, &random_state);
    const int64_t axis = what->axis < 0 ? what->axis + what->data_rank : what->axis;
    const size_t k = op == GATHER_ND ? (size_t)what->indices_shape[what->indices_rank - 1] : 1;
    for (size_t c = 0; c < k; c++) sizes[c] = what->data_shape[op == GATHER_ND ? what->batch_dims + (int64_t)c : axis];
    draw_indices(sizes, k, chance(1, 2) ? 0 : chance(1, 2) ? 1 : 12, &options);
    const gather_call call = {op, &data.tensor, &indices.tensor, what->axis, what->batch_dims, &options, .output = &output.tensor};
    const int32_t rank = gather_shape(&call, shape);
    view_draw(&output, dtype, rank, shape, DISTINCT, ORDINARY, &random_state);
    const gather_call dense = {op, &data.dense, &indices.dense, what->axis, what->batch_dims, &options};
    if (options.policy == STREW_POLICY_TRUSTED && gather_is_out_of_bounds(&dense, &position)) options.policy = STREW_POLICY_ERROR;
    for (int form = 0; form < FORMS; form++) assert_true(gathers_by((enum form)form, &call, &dense));
}

static void views_are_gathered_as_their_dense_copies(void **state)
{
    for (int i = 0; i < n_draws(); i++) {
        for (int op = 0; op < GATHER_OPERATORS; op++) {
            gather what = {.op = (gather_operator)op};
            while (!draw_gather(&what)) continue;
            gather_once(&what);
        }
    }
}

/* An indexed dimension of size 0 has no slice, wherever the position of a tuple would lead, in the first block of tuples and in those after
 * it. */
static void tuples_of_an_empty_dimension_are_passed_over(void **state)
{
    static const gather gathers[] = {
        {.op = GATHER_ELEMENTS, .axis = 1, .data_rank = 2, .indices_rank = 2, .data_shape = {2, 0}, .indices_shape = {2, 513}},
        {.op = GATHER_ELEMENTS, .axis = 0, .data_rank = 2, .indices_rank = 2, .data_shape = {0, 600}, .indices_shape = {3, 600}},
        {.op = GATHER_ELEMENTS, .axis = 1, .data_rank = 3, .indices_rank = 3, .data_shape = {20, 0, 40}, .indices_shape = {20, 2, 40}},
        {.op = GATHER, .axis = 1, .batch_dims = 1, .data_rank = 2, .indices_rank = 2, .data_shape = {2, 0}, .indices_shape = {2, 600}},
        {.op = GATHER, .axis = 2, .batch_dims = 1, .data_rank = 3, .indices_rank = 2, .data_shape = {2, 2, 0}, .indices_shape = {2, 513}},
        {.op = GATHER, .axis = 1, .data_rank = 3, .indices_rank = 1, .data_shape = {2, 0, 3}, .indices_shape = {300}},
        {.op = GATHER_ND, .batch_dims = 1, .data_rank = 2, .indices_rank = 3, .data_shape = {2, 0}, .indices_shape = {2, 600, 1}},
        {.op = GATHER_ND, .batch_dims = 1, .data_rank = 3, .indices_rank = 3, .data_shape = {2, 3, 0}, .indices_shape = {2, 300, 2}},
        {.op = GATHER_ND, .data_rank = 3, .indices_rank = 2, .data_shape = {2, 0, 3}, .indices_shape = {600, 2}},
    };

    for (size_t i = 0; i < COUNT(gathers) * (is_light() ? 20 : 100); i++) {
        gather what = gathers[i % COUNT(gathers)];
        what.options = draw_options();
        what.options.policy = STREW_POLICY_SKIP;
        gather_once(&what);
    }
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
        {REFERENCE_ND, 0, 0, 3, 2, 0, {300, 16, 9}, {600, 1}, {0}},
        {REFERENCE_ND, 0, 0, 3, 2, 0, {40, 50, 30}, {2000, 2}, {0}},
        {REFERENCE_ND, 0, 0, 3, 2, 0, {40, 30, 20}, {20000, 3}, {0}},
        {REFERENCE_ND, 0, 0, 1, 3, 0, {5000}, {100, 300, 1}, {0}},
        {REFERENCE_ELEMENTS, 0, 0, 2, 2, 0, {900, 24}, {2000, 24}, {0}},
        {REFERENCE_ELEMENTS, -1, 0, 2, 2, 0, {24, 900}, {24, 2000}, {0}},
        {REFERENCE_UPDATE, 1, 0, 3, 1, 0, {9, 500, 12}, {700}, {0}},
        {REFERENCE_UPDATE, 0, 0, 2, 2, 0, {1000, 8}, {20, 300}, {0}},
        {REFERENCE_UPDATE, 0, 0, 2, 1, 0, {30, 2100}, {50}, {0}},
        {REFERENCE_UPDATE, 0, 0, 2, 2, 0, {30, 2100}, {6, 7}, {0}},
        /* Batches; the last two have outer indices between them and the axis. */
        {REFERENCE_ND, 0, 1, 3, 3, 0, {30, 60, 7}, {30, 90, 1}, {0}},
        {REFERENCE_ND, 0, 2, 4, 4, 0, {5, 6, 40, 9}, {5, 6, 300, 2}, {0}},
        {REFERENCE_UPDATE, 1, 1, 3, 2, 0, {40, 50, 6}, {40, 70}, {0}},
        {REFERENCE_UPDATE, 2, 1, 4, 2, 0, {9, 4, 60, 5}, {9, 80}, {0}},
        {REFERENCE_UPDATE, -1, 1, 3, 3, 0, {12, 30, 90}, {12, 5, 9}, {0}},
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
        cmocka_unit_test(tuples_of_an_empty_dimension_are_passed_over),
        cmocka_unit_test(large_views_are_scattered),
    };

    open_buffers(CAPACITY);
    n_isas = runnable_isas(isas);
    const int n_failed = cmocka_run_group_tests_name("strided", tests, NULL, NULL);
    close_buffers();
    return n_failed;
}
