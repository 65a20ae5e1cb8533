/* The operator segment: against plain scatters without old elements, of tuples whose segments were found one by one. */
#include <strew/strew.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "call_text.h"
#include "compare.h"
#include "conversions.h"
#include "fault.h"
#include "fill.h"
#include "fused.h"
#include "guarded.h"
#include "isas.h"
#include "pools.h"
#include "testing.h"
#include "views.h"

enum { MAX_BYTES = 1 << 20, WORKSPACE = 1 << 20, MAX_RANK = 3, MAX_TUPLES = 1 << 13, MAX_SEGMENTS = 1 << 12 };

static uint64_t random_state = 48;
static view data, updates, output, weights, vector, of_rows, winners; /* the vector is that of offsets or indices */
static guarded prepared;
static unsigned char *products, *expected, *expected_args, *old;
static int64_t *segments, *rows; /* of each tuple */
static uint64_t *workspace;

typedef struct segment_call {
    strew_dtype dtype, vector_dtype, of_weights, of_products; /* the last two are dtype unless sums are in a wider type */
    strew_dtype arg;                                          /* 0: none */
    strew_reduction reduction;
    strew_options options;
    int has_offsets, has_rows, has_weights, is_strided;
    int32_t rank;
    int64_t n, n_tuples, n_rows, shape[MAX_RANK], updates_shape[MAX_RANK];
} segment_call;

/* Its tensor may have no elements. */
static void *start_of(const view *of)
{
    return (void *)(uintptr_t)of->tensor.values;
}

static int64_t draw(int64_t low, int64_t high)
{
    return low + (int64_t)random_below(&random_state, (uint64_t)(high - low + 1));
}

static void open_all(void)
{
    view *const views[] = {&data, &updates, &output, &weights, &vector, &of_rows, &winners};
    for (size_t i = 0; i < COUNT(views); i++) *views[i] = view_open(MAX_BYTES);
    prepared = guarded_open(MAX_BYTES);
    products = malloc(MAX_BYTES);
    expected = malloc(MAX_BYTES);
    expected_args = malloc(MAX_BYTES);
    old = malloc(MAX_BYTES);
    segments = malloc(MAX_TUPLES * sizeof *segments);
    rows = malloc(MAX_TUPLES * sizeof *rows);
    workspace = calloc(1, WORKSPACE); /* in lists, places that no tuple fills any more are read, and found wrong */
    assert_true(products && expected && expected_args && old && segments && rows && workspace);
}

static void close_all(void)
{
    view *const views[] = {&data, &updates, &output, &weights, &vector, &of_rows, &winners};
    for (size_t i = 0; i < COUNT(views); i++) view_close(views[i]);
    guarded_close(&prepared);
    free(products);
    free(expected);
    free(expected_args);
    free(old);
    free(segments);
    free(rows);
    free(workspace);
}

static void place(view *to, const segment_call *of, strew_dtype dtype, int32_t rank, const int64_t *shape, sharing sharing,
                  contents contents)
{
    if (of->is_strided) {
        view_draw(to, dtype, rank, shape, sharing, contents, &random_state);
    } else {
        view_place(to, dtype, rank, shape, NULL, contents, &random_state);
    }
}

/* Sorted numbers from 0 to `high`, many of them equal. */
static int compare_numbers(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void draw_sorted(int64_t *to, int64_t n, int64_t high)
{
    for (int64_t i = 0; i < n; i++) to[i] = i != 0 && draw(0, 3) == 0 ? to[i - 1] : draw(0, high);
    qsort(to, (size_t)n, sizeof *to, compare_numbers);
}

/* Draws offsets or indices of a type that holds them, and finds the segment of each tuple: -1 for none. */
static void draw_segments(segment_call *of)
{
    static int64_t offsets[MAX_SEGMENTS + 2];
    const int is_implied = of->options.offsets_end == STREW_OFFSETS_END_IMPLIED;
    const int64_t n_offsets = of->n + !is_implied, largest = of->has_offsets ? of->n_tuples : of->n - 1;
    do {
        of->vector_dtype = reference_index_dtypes[random_below(&random_state, REFERENCE_INDEX_DTYPES)];
    } while (reference_size(of->vector_dtype) <
             (largest > 255 ? largest > 65535 ? 4u : 2u : 1u) + (reference_type_of(of->vector_dtype).kind == REFERENCE_SIGNED));
    draw_sorted(of->has_offsets ? offsets : segments, of->has_offsets ? n_offsets : of->n_tuples, largest);
    const int64_t n = of->has_offsets ? n_offsets : of->n_tuples;
    place(&vector, of, of->vector_dtype, 1, &n, DISTINCT, ORDINARY);
    for (int64_t i = 0; i < n; i++) {
        reference_write_integer(of->vector_dtype, view_at(&vector, (size_t)i), (uint64_t)(of->has_offsets ? offsets[i] : segments[i]));
    }
    view_refresh(&vector);
    for (int64_t t = 0; t < of->n_tuples && of->has_offsets; t++) {
        segments[t] = -1;
        for (int64_t s = 0; s < of->n; s++) {
            const int64_t end = s + 1 < n_offsets ? offsets[s + 1] : of->n_tuples;
            if (offsets[s] <= t && t < end) segments[t] = s;
        }
    }
}

/* Rows of a table, some of which may be passed over: then the tuple is of no segment. */
static void draw_rows(segment_call *of)
{
    const int skips = of->options.update_policy == STREW_POLICY_SKIP;
    place(&of_rows, of, STREW_DTYPE_INT64, 1, &of->n_tuples, DISTINCT, ORDINARY);
    for (int64_t t = 0; t < of->n_tuples; t++) {
        const int is_wrong = skips && draw(0, 3) == 0, is_ignored = of->options.has_update_ignore_index && draw(0, 3) == 0;
        rows[t] = draw(0, of->n_rows - 1);
        const int64_t stored = is_ignored   ? of->options.update_ignore_index
                               : is_wrong   ? of->n_rows + 3
                               : draw(0, 1) ? rows[t]
                                            : rows[t] - of->n_rows;
        memcpy(view_at(&of_rows, (size_t)t), &stored, sizeof stored);
        if (is_ignored || is_wrong) segments[t] = -1;
    }
    view_refresh(&of_rows);
}

/* What the reduction changes nothing by. Zero if there is none. */
static int make_identity(const segment_call *of, unsigned char *element)
{
    const reference_type type = reference_type_of(of->dtype);
    const int is_complex = type.kind == REFERENCE_COMPLEX, is_max = of->reduction == STREW_REDUCTION_MAX;
    size_t n;
    memset(element, 0, type.size);
    if (of->reduction == STREW_REDUCTION_ADD || of->reduction == STREW_REDUCTION_SUB) return 1;
    if (of->reduction == STREW_REDUCTION_MEAN || (is_complex && of->reduction != STREW_REDUCTION_MUL)) return 0;
    if (of->reduction == STREW_REDUCTION_MUL) {
        const double one[] = {1, 0};
        if (type.kind == REFERENCE_FLOAT || type.kind == REFERENCE_SMALL_FLOAT || is_complex)
            reference_write_floats(of->dtype, element, one);
        else
            reference_write_integer(of->dtype, element, 1);
        return 1;
    }
    /* Among the extremes of the dtype is the one that loses against all others. */
    const unsigned char *all = extremes(of->dtype, &n);
    for (size_t i = 0; i < n; i++) {
        double value[2] = {0};
        if (reference_read_floats(of->dtype, all + i * type.size, value) != 0 && value[0] != value[0]) continue;
        if (i == 0) memcpy(element, all, type.size);
        unsigned char combined[64];
        memcpy(combined, all + i * type.size, type.size);
        reference_combine_nan(of->dtype, is_max ? STREW_REDUCTION_MIN : STREW_REDUCTION_MAX, STREW_NAN_LOSES, element, combined);
    }
    return 1;
}

/* The scatter of products into what output begins with. */
static void expect_segments(const segment_call *of)
{
    const size_t size = reference_size(of->dtype), n = (size_t)reference_elements(&output.tensor);
    unsigned char element[64] = {0};
    if (of->options.initial == STREW_INITIAL_IDENTITY) make_identity(of, element);
    for (size_t i = 0; i < n; i++) {
        memcpy(old + i * size, of->options.initial == STREW_INITIAL_DATA ? view_at(&data, i) : element, size);
    }
    const size_t width = of->n != 0 ? n / (size_t)of->n : 0;
    for (int64_t t = 0; t < of->n_tuples; t++) {
        const size_t from = (size_t)(of->has_rows ? rows[t] : t);
        for (size_t i = 0; i < width; i++) {
            unsigned char *product = products + ((size_t)t * width + i) * reference_size(of->of_products), weight[16];
            convert_element(of->dtype, view_at(&updates, from * width + i), of->of_products, product, STREW_OVERFLOW_WRAPS);
            if (!of->has_weights) continue;
            convert_element(of->of_weights, view_at(&weights, (size_t)t), of->of_products, weight, STREW_OVERFLOW_WRAPS);
            reference_combine_nan(of->of_products, STREW_REDUCTION_MUL, STREW_NAN_WINS, product, weight);
        }
    }
    int64_t shape[MAX_RANK];
    memcpy(shape, of->shape, sizeof shape);
    shape[0] = of->n_tuples;
    strew_options options =
        STREW_OPTIONS(.policy = STREW_POLICY_SKIP, .negative = STREW_NEGATIVE_OUT_OF_BOUNDS, .excludes_self = 1, .nan = of->options.nan,
                      .accumulate = of->options.accumulate, .mean_rounding = of->options.mean_rounding);
    const strew_tensor to = {of->dtype, of->rank, of->shape, old, NULL}, at = {STREW_DTYPE_INT64, 1, &of->n_tuples, segments, NULL},
                       from = {of->of_products, of->rank, shape, products, NULL};
    const reference_call call = {REFERENCE_UPDATE, &to, &at, &from, 0, of->reduction, &options, 0};
    reference_scatter(expected, &call);
}

/* Which tuple wins each element, by a plain loop that also makes what is expected of output anew. */
static void expect_args(const segment_call *of)
{
    static unsigned char has_update[MAX_BYTES], values[MAX_BYTES];
    static int64_t winner[MAX_BYTES / sizeof(int64_t)];
    const size_t size = reference_size(of->dtype), n = reference_elements(&output.tensor), width = n / (size_t)of->n;
    const fused_call compared = {
        .data = of->dtype, .products = of->dtype, .reduction = of->reduction, .options = {.excludes_self = 1, .nan = of->options.nan}};
    assert_in_range(n, 0, COUNT(winner));
    memcpy(values, expected, n * size);
    memset(has_update, 0, n);
    for (size_t i = 0; i < n; i++) winner[i] = -1;
    for (int64_t t = 0; t < of->n_tuples; t++) {
        const size_t first = (size_t)(segments[t] < 0 ? 0 : segments[t]) * width;
        for (size_t i = first; i < first + width && segments[t] >= 0; i++) {
            const unsigned char *const product = products + ((size_t)t * width + i - first) * size;
            const int won = try_fused_update(&compared, values + i * size, product, !has_update[i]);
            if (won == 1 || (won == 2 && winner[i] >= 0 && of->options.arg_rule == STREW_ARG_RULE_LAST)) winner[i] = t;
            has_update[i] = 1;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const int64_t wide = winner[i] >= 0 ? winner[i] : of->options.arg_fill != NULL ? *of->options.arg_fill : -1;
        reference_write_integer(of->arg, expected_args + i * reference_size(of->arg), (uint64_t)wide);
        if (!is_same_element(of->dtype, values + i * size, expected + i * size, ANY_ZERO)) fail_msg("the loop and the reference differ");
    }
}

static strew_call call_of_segments(const segment_call *of)
{
    strew_call call = STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = of->reduction, .options = &of->options,
                                 .data = of->options.initial == STREW_INITIAL_DATA ? data.tensor : output.tensor, .updates = updates.tensor,
                                 .output = output.tensor);
    call.data.strides = of->options.initial == STREW_INITIAL_DATA ? data.tensor.strides : NULL;
    if (of->has_offsets)
        call.offsets = vector.tensor;
    else
        call.indices = vector.tensor;
    if (of->has_rows) call.update_indices = of_rows.tensor;
    if (of->has_weights) call.weights = weights.tensor;
    if (of->arg != 0) call.arg = winners.tensor;
    return call;
}

/* The last one has no workspace, which a segment never needs that stores its winners. */
typedef enum form { ALONE, THREADS, PREPARED, PARTS, BARE, FORMS } form;

static void run_in_form(const segment_call *of, const strew_plan *plan, form form)
{
    size_t n_threads = 4;
    strew_fault fault = {0};
    strew_resources resources = STREW_RESOURCES_INIT;
    if (form == THREADS) resources = resources_on_threads(&n_threads, NULL, 0);
    const size_t needed = form == BARE    ? 0
                          : form == PARTS ? strew_plan_part_workspace_size(plan, 3)
                                          : strew_plan_workspace_size(plan, form == THREADS ? 4 : 1);
    assert_in_range(needed, 0, WORKSPACE);
    resources.workspace = needed != 0 ? workspace : NULL;
    resources.workspace_bytes = needed;
    resources.wake_ns = 1000;
    strew_buffers buffers =
        STREW_BUFFERS(.output = start_of(&output), .data = of->options.initial == STREW_INITIAL_DATA ? start_of(&data) : NULL,
                      .updates = start_of(&updates), .indices = of->has_offsets ? NULL : start_of(&vector),
                      .offsets = of->has_offsets ? start_of(&vector) : NULL, .update_indices = of->has_rows ? start_of(&of_rows) : NULL,
                      .weights = of->has_weights ? start_of(&weights) : NULL, .arg = of->arg != 0 ? start_of(&winners) : NULL);
    if (form == PREPARED) {
        const strew_buffers tuples = STREW_BUFFERS(.indices = buffers.indices, .offsets = buffers.offsets);
        const size_t n_bytes = strew_plan_prepared_size(plan);
        unsigned char *memory = guarded_place(&prepared, n_bytes, FLUSH_END, 0);
        assert_int_equal(strew_prepare(plan, &tuples, memory, n_bytes, NULL), STREW_OK);
        buffers.indices = buffers.offsets = NULL;
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

static void expect_output(const segment_call *of, form form)
{
    static const char *const forms[FORMS] = {"alone", "threads", "prepared", "parts", "without a workspace"};
    const size_t n = reference_elements(&output.tensor), size = reference_size(of->dtype);
    for (size_t i = 0; i < n; i++) {
        if (is_same_element(of->dtype, view_at(&output, i), expected + i * size, SAME_ZERO)) continue;
        char a[ELEMENT_TEXT_BYTES], b[ELEMENT_TEXT_BYTES];
        fail_msg("%s: element %zu is %s, not %s", forms[form], i, print_element(of->dtype, view_at(&output, i), a),
                 print_element(of->dtype, expected + i * size, b));
    }
    if (of->arg != 0 && !view_holds(&winners, expected_args))
        fail_msg("%s: another tuple has won, or bytes besides are written", forms[form]);
}

static void expect_call(segment_call *of)
{
    strew_isa isas[MAX_ISAS];
    strew_plan plan;
    strew_fault fault = {0};
    of->options.isa = isas[random_below(&random_state, runnable_isas(isas))];
    const contents contents = draw(0, 1) ? EXTREME : ORDINARY;
    place(&data, of, of->dtype, of->rank, of->shape, SHARED, contents);
    place(&output, of, of->dtype, of->rank, of->shape, DISTINCT, contents);
    memcpy(of->updates_shape, of->shape, sizeof of->shape);
    of->updates_shape[0] = of->has_rows ? of->n_rows : of->n_tuples;
    place(&updates, of, of->dtype, of->rank, of->updates_shape, SHARED, contents);
    place(&weights, of, of->of_weights, 1, &of->n_tuples, SHARED, contents);
    draw_segments(of);
    if (of->has_rows) draw_rows(of);
    expect_segments(of);
    if (of->arg != 0) {
        place(&winners, of, of->arg, of->rank, of->shape, DISTINCT, ORDINARY);
        expect_args(of);
    }
    const strew_call call = call_of_segments(of);
    in_case("%s of %s, %d segments of %d tuples%s%s%s%s%s", strew_reduction_name(of->reduction), strew_dtype_name(of->dtype), (int)of->n,
            (int)of->n_tuples, of->has_offsets ? ", offsets" : "", of->has_rows ? ", rows" : "", of->has_weights ? ", weights" : "",
            of->is_strided ? ", strides" : "", of->arg != 0 ? ", an arg" : "");
    if (strew_plan_call(&plan, &call, &fault) != STREW_OK) {
        char sentence[STREW_MESSAGE_BYTES];
        strew_fault_describe(&fault, sentence, sizeof sentence);
        fail_msg("%s", sentence);
    }
    for (form form = ALONE; form < (of->arg != 0 ? FORMS : BARE); form++) {
        view_restore(&output);
        if (of->arg != 0) view_restore(&winners);
        run_in_form(of, &plan, form);
        expect_output(of, form);
        assert_true(view_is_unchanged(&data) && view_is_unchanged(&updates) && view_is_unchanged(&weights) && view_is_unchanged(&vector));
    }
}

/* ---- Tests --------------------------------------------------------------------------------------------------------------------------- */

TEST(segments_are_reduced)
{
    static const int64_t lasts[] = {1, 2, 3, 8, 17, 64, 131}, fills[] = {-1, 3, -2, INT32_MIN, 0};
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    open_all();
    while (next_case()) {
        segment_call of = {.options = STREW_OPTIONS_INIT};
        of.dtype = dtypes[choose("dtype", n_dtypes)];
        of.reduction = (strew_reduction)(1 + choose("reduction", STREW_REDUCTION_MEAN));
        of.has_offsets = choose("has_offsets", 3) != 0;
        of.options.initial = (strew_initial)choose("initial", 3);
        const size_t how = choose("how", 3);
        of.has_rows = (int)choose("has_rows", 2);
        if (!reference_is_defined(of.dtype, of.reduction)) continue;
        unsigned char identity[64];
        if (of.options.initial == STREW_INITIAL_IDENTITY && !make_identity(&of, identity)) continue;
        if (is_light() && case_number() % 5 != 0) continue;
        const reference_kind kind = reference_type_of(of.dtype).kind;
        const int is_number = kind != REFERENCE_BOOL && kind != REFERENCE_BYTES,
                  is_exact = of.reduction == STREW_REDUCTION_MEAN && (kind == REFERENCE_SIGNED || kind == REFERENCE_UNSIGNED);
        of.options.nan = how == 1 ? STREW_NAN_LOSES : STREW_NAN_WINS;
        if (how == 2 && !is_exact && reference_wide_dtype(of.dtype) != 0) of.options.accumulate = reference_wide_dtype(of.dtype);
        of.options.offsets_end = of.has_offsets && draw(0, 1) ? STREW_OFFSETS_END_IMPLIED : STREW_OFFSETS_END_GIVEN;
        const int is_wide = of.options.accumulate != 0 && of.reduction != STREW_REDUCTION_MIN && of.reduction != STREW_REDUCTION_MAX;
        of.has_weights = is_number && (how == 0 || is_wide) && draw(0, 1);
        of.of_weights = of.has_weights && is_wide && kind == REFERENCE_SMALL_FLOAT && draw(0, 1) ? STREW_DTYPE_FLOAT32 : of.dtype;
        of.of_products = of.has_weights && is_wide ? of.options.accumulate : of.dtype;
        of.options.update_policy = of.has_rows && draw(0, 1) ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        of.options.has_update_ignore_index = of.has_rows && draw(0, 1);
        of.options.update_ignore_index = of.options.has_update_ignore_index ? -1000 : 0;
        const int is_compared = of.reduction == STREW_REDUCTION_MIN || of.reduction == STREW_REDUCTION_MAX;
        if (is_compared && draw(0, 1)) {
            of.arg = draw(0, 1) ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
            of.options.arg_rule = draw(0, 1) ? STREW_ARG_RULE_LAST : STREW_ARG_RULE_FIRST;
            of.options.arg_fill = draw(0, 1) ? &fills[draw(0, COUNT(fills) - 1)] : NULL;
        }
        of.is_strided = (int)draw(0, 1);
        of.rank = (int32_t)draw(1, MAX_RANK);
        const int is_large = draw(0, 15) == 0;
        of.n = is_large ? draw(1, 3000) : draw(1, 12);
        of.n_tuples = is_large ? draw(0, 6000) : draw(0, 40);
        of.n_rows = draw(1, 9);
        of.shape[0] = of.n;
        for (int32_t d = 1; d < of.rank; d++) of.shape[d] = is_large ? draw(1, 2) : draw(1, 3);
        if (of.rank > 1 && !is_large) of.shape[of.rank - 1] = lasts[random_below(&random_state, COUNT(lasts))];
        expect_call(&of);
    }
    close_all();
}

TEST(what_no_segments_are_is_rejected)
{
#define SEGMENT "segment data=float32[3,2] updates=float32[5,2] "
#define OFFSETS "offsets=int64[4] "
    static const struct {
        const char *call;
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {SEGMENT "add", FAULT(NULL_POINTER, .subject = "offsets"), "offsets"},
        {SEGMENT OFFSETS "indices=int64[5] add", FAULT(CONFLICT, .subject = "indices and offsets"), "indices|offsets"},
        {SEGMENT "indices=int64[5] offsets_end=1 add", FAULT(CONFLICT, .subject = "indices and options.offsets_end"),
         "indices|offsets_end"},
        {SEGMENT OFFSETS, FAULT(UNUSED_ARGUMENT, .subject = "reduction none", .value = STREW_OPERATOR_SEGMENT, .high = -1), "segment|none"},
        {SEGMENT OFFSETS "add excludes_self=1",
         FAULT(UNUSED_ARGUMENT, .subject = "options.excludes_self", .value = STREW_OPERATOR_SEGMENT, .high = -1), "segment|excludes_self"},
        {SEGMENT OFFSETS "add policy=skip",
         FAULT(UNUSED_ARGUMENT, .subject = "options.policy", .value = STREW_OPERATOR_SEGMENT, .high = -1), "segment|policy"},
        {SEGMENT OFFSETS "add alpha", FAULT(UNUSED_ARGUMENT, .subject = "options.alpha", .value = STREW_OPERATOR_SEGMENT, .high = -1),
         "segment|alpha"},
        {"scatter_update data=float32[3,2] indices=int64[5] updates=float32[5,2] offsets=int64[4] add",
         FAULT(UNUSED_ARGUMENT, .subject = "offsets", .value = STREW_OPERATOR_SCATTER_UPDATE, .high = -1), "scatter_update|offsets"},
        {"scatter_update data=float32[3,2] indices=int64[5] updates=float32[5,2] initial=1 add",
         FAULT(UNUSED_ARGUMENT, .subject = "options.initial", .value = STREW_OPERATOR_SCATTER_UPDATE, .high = -1),
         "scatter_update|initial"},
        {SEGMENT OFFSETS "add initial=3", FAULT(UNKNOWN_OPTION, .subject = "options.initial", .value = 3), "initial|3"},
        {SEGMENT OFFSETS "add offsets_end=-1", FAULT(UNKNOWN_OPTION, .subject = "options.offsets_end", .value = -1), "offsets_end|-1"},
        {SEGMENT "offsets=int64[3] add", FAULT(OFFSETS_SHAPE_MISMATCH, .value = 3, .high = 4), "offsets|3|4"},
        {SEGMENT OFFSETS "add offsets_end=1", FAULT(OFFSETS_SHAPE_MISMATCH, .value = 4, .high = 3), "offsets|4|3"},
        {"segment data=float32[0,2] updates=float32[5,2] offsets=int64[0] offsets_end=1 add",
         FAULT(OFFSETS_SHAPE_MISMATCH, .value = 0, .high = 1), "offsets|0|1"},
        {SEGMENT "offsets=int64[2,2] add", FAULT(RANK_OUT_OF_RANGE, .subject = "offsets", .value = 2, .low = 1, .high = 1), "offsets|2|1"},
        {SEGMENT "indices=int64[5,1] add", FAULT(RANK_OUT_OF_RANGE, .subject = "indices", .value = 2, .low = 1, .high = 1), "indices|2|1"},
        {SEGMENT "offsets=float32[4] add", FAULT(UNSUPPORTED_INDEX_DTYPE, .subject = "offsets", .value = STREW_DTYPE_FLOAT32),
         "offsets|float32"},
        {SEGMENT "offsets=99[4] add", FAULT(UNKNOWN_DTYPE, .subject = "offsets", .value = 99), "offsets|99"},
        {SEGMENT "offsets=int64[-4] add", FAULT(NEGATIVE_DIMENSION, .subject = "offsets", .value = -4), "offsets|-4"},
        {SEGMENT OFFSETS "mean initial=1", FAULT(NO_IDENTITY, .value = STREW_REDUCTION_MEAN, .high = STREW_DTYPE_FLOAT32), "mean|float32"},
        {"segment data=complex64[3,2] updates=complex64[5,2] offsets=int64[4] max initial=1",
         FAULT(NO_IDENTITY, .value = STREW_REDUCTION_MAX, .high = STREW_DTYPE_COMPLEX64), "max|complex64"},
        {"segment data=float32[3,2]{4,1} updates=float32[5,2] offsets=int64[4] add",
         FAULT(CONFLICT, .subject = "strides of data and options.initial"), "strides|initial"},
        {"segment data=float32[3,2] updates=float32[5,3] offsets=int64[4] add",
         FAULT(UPDATES_SHAPE_MISMATCH, .dimension = 1, .value = 3, .high = 2), "updates|3|2"},
        {"segment data=float32[3,2] updates=float32[] offsets=int64[4] add",
         FAULT(RANK_OUT_OF_RANGE, .subject = "updates", .value = 0, .low = 1, .high = STREW_MAX_RANK), "updates|0"},
        {"segment data=float32[3,2] updates=float32[-5,2] offsets=int64[4] add",
         FAULT(NEGATIVE_DIMENSION, .subject = "updates", .value = -5), "updates|-5"},
        {"segment data=string[3,2] updates=string[5,2] offsets=int64[4] add",
         FAULT(UNSUPPORTED_REDUCTION, .value = STREW_REDUCTION_ADD, .high = STREW_DTYPE_STRING), "add|string"},
        {SEGMENT OFFSETS "add profile=ONNX_ScatterND-18",
         FAULT(PROFILE_LACKS_OPERATOR, .subject = "segment", .profile = STREW_PROFILE_ONNX_SCATTERND_18), "segment|ONNX ScatterND-18"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) reject_text(rows[i].call, rows[i].fault, rows[i].parts);
    accept_text(SEGMENT OFFSETS "add update_indices=int64[7]");
    accept_text("segment data=float32[0,2] updates=float32[5,2] offsets=int64[1] add");
    accept_text("segment data=float32[3] updates=float32[5] indices=uint8[5] max initial=1");
}

/* What is wrong with offsets or indices is found before a byte is written, and prepared memory is none then. */
TEST(wrong_offsets_are_named)
{
    static const struct {
        int is_indices;
        int64_t values[5];
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {0,
         {0, 4, 1, 5},
         FAULT(INDEX_OUT_OF_BOUNDS, .subject = "offsets", .dimension = -1, .tuple = 2, .value = 1, .low = 4, .high = 5),
         "offsets[2]|1|[4, 5]"},
        {0,
         {-1, 4, 4, 5},
         FAULT(INDEX_OUT_OF_BOUNDS, .subject = "offsets", .dimension = -1, .value = -1, .high = 5),
         "offsets[0]|-1|[0, 5]"},
        {0,
         {0, 1, 1, 6},
         FAULT(INDEX_OUT_OF_BOUNDS, .subject = "offsets", .dimension = -1, .tuple = 3, .value = 6, .low = 1, .high = 5),
         "offsets[3]|6|[1, 5]"},
        {1, {0, 1, 0, 2, 2}, FAULT(NOT_SORTED, .tuple = 2, .value = 0, .high = 1), "tuple 2|slice 0|slice 1"},
        {1, {0, 1, 1, 2, 3}, FAULT(INDEX_OUT_OF_BOUNDS, .tuple = 4, .value = 3, .high = 2), "indices[4]|3|[0, 2]"},
        {1, {0, 2, -1, 2, 2}, FAULT(INDEX_OUT_OF_BOUNDS, .tuple = 2, .value = -1, .high = 2), "indices[2]|-1|[0, 2]"},
        {1, {-1, 1, 1, 2, 2}, FAULT(INDEX_OUT_OF_BOUNDS, .value = -1, .high = 2), "indices[0]|-1|[0, 2]"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        float sums[6] = {1, 2, 3, 4, 5, 6};
        const float before[6] = {1, 2, 3, 4, 5, 6}, values[10] = {0};
        static unsigned char memory[1 << 16];
        strew_fault fault;
        const strew_plan plan = plan_text(SEGMENT "%s add", rows[i].is_indices ? "indices=int64[5]" : "offsets=int64[4]");
        strew_buffers buffers =
            STREW_BUFFERS(.indices = rows[i].is_indices ? rows[i].values : NULL, .offsets = rows[i].is_indices ? NULL : rows[i].values);
        in_case("row %zu", i);
        const strew_status of_preparing = strew_prepare(&plan, &buffers, memory, sizeof memory, &fault);
        assert_int_equal(of_preparing, rows[i].fault.status);
        assert_fault(&fault, rows[i].fault);
        buffers.output = sums;
        buffers.updates = values;
        assert_int_equal(strew_run(&plan, &buffers, NULL, &fault), rows[i].fault.status);
        assert_fault(&fault, rows[i].fault);
        assert_sentence(&fault, rows[i].parts);
        assert_memory_equal(sums, before, sizeof sums);
    }
}

/* As the order of indices is that of all tuples, so are their bounds: of those too that have no row. */
TEST(indices_of_segments_are_checked_without_a_row)
{
    static const int64_t of_rows[] = {0, 1, -8, 1, -8};
    static const struct {
        int64_t values[5];
        strew_fault fault;
    } rows[] = {{{0, 1, 0, 2, 2}, FAULT(NOT_SORTED, .tuple = 2, .value = 0, .high = 1)},
                {{0, 1, 1, 2, INT64_MAX}, FAULT(INDEX_OUT_OF_BOUNDS, .tuple = 4, .value = INT64_MAX, .high = 2)},
                {{0, 1, 9, 1, 2}, FAULT(INDEX_OUT_OF_BOUNDS, .tuple = 2, .value = 9, .high = 2)}};
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        float sums[6] = {1, 2, 3, 4, 5, 6};
        const float before[6] = {1, 2, 3, 4, 5, 6}, values[10] = {0};
        text_call of;
        strew_plan plan;
        strew_fault fault;
        read_call(&of, SEGMENT "indices=int64[5] update_indices=int64[5] add");
        of.options.update_policy = i % 2 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        of.options.has_update_ignore_index = 1;
        of.options.update_ignore_index = -8;
        assert_int_equal(strew_plan_call(&plan, &of.call, NULL), STREW_OK);
        const strew_buffers buffers =
            STREW_BUFFERS(.output = sums, .indices = rows[i / 2].values, .updates = values, .update_indices = of_rows);
        assert_int_equal(strew_run(&plan, &buffers, NULL, &fault), rows[i / 2].fault.status);
        assert_fault(&fault, rows[i / 2].fault);
        assert_memory_equal(sums, before, sizeof sums);
    }
}

TEST(buffers_of_segments)
{
    float sums[6], values[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    int64_t offsets[4] = {0, 2, 2, 5};
    strew_fault fault;
    const strew_plan plan = plan_text(SEGMENT OFFSETS "add"), with_data = plan_text(SEGMENT OFFSETS "add initial=2"),
                     of_indices = plan_text(SEGMENT "indices=int64[5] add");
    strew_buffers buffers = STREW_BUFFERS(.output = sums, .offsets = offsets, .updates = values);
    assert_int_equal(strew_plan_workspace_size(&plan, 1), 0);
    const strew_plan of_means = plan_text(SEGMENT OFFSETS "mean");
    assert_int_equal(strew_plan_workspace_size(&of_means, 4), 0);
    assert_int_equal(strew_run(&plan, &buffers, NULL, NULL), STREW_OK);
    assert_true(sums[0] == 4 && sums[1] == 6 && sums[2] == 0 && sums[3] == 0 && sums[4] == 21 && sums[5] == 24);
    EXPECT_FAULT(strew_run(&with_data, &buffers, NULL, &fault), NULL_POINTER, .subject = "data", .value = sizeof sums);
    EXPECT_FAULT(strew_run(&of_indices, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "offsets", .value = STREW_OPERATOR_SEGMENT,
                 .high = -1);
    buffers.data = sums;
    EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), UNUSED_ARGUMENT, .subject = "data", .value = STREW_OPERATOR_SEGMENT, .high = -1);
    sums[2] = 7;
    assert_int_equal(strew_run(&with_data, &buffers, NULL, NULL), STREW_OK);
    assert_true(sums[0] == 4 && sums[2] == 7 && sums[5] == 24);
    buffers.data = NULL;
    buffers.offsets = NULL;
    EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), NULL_POINTER, .subject = "offsets", .value = sizeof offsets);
    buffers.offsets = sums;
    EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), OUTPUT_OVERLAP, .subject = "offsets", .value = sizeof sums);
}

/* ---- A race -------------------------------------------------------------------------------------------------------------------------- */

enum { N_RACED = 3000 };
static atomic_int is_done;
static int64_t *raced;

/* ThreadSanitizer does not see the stores, but would see threads of a call that race with one another because of them. */
__attribute__((noinline, no_sanitize("thread"))) static void rewrite_offset(size_t i, int64_t value)
{
    ((volatile int64_t *)raced)[i] = value;
}

static void *rewrite_offsets(void *unused)
{
    uint64_t state = 7;
    (void)unused;
    while (!atomic_load_explicit(&is_done, memory_order_relaxed)) {
        const size_t i = (size_t)random_below(&state, N_RACED + 1);
        const int64_t wild[] = {-1, INT64_MIN, INT64_MAX, 5 * N_RACED, (int64_t)random_below(&state, 5 * N_RACED)};
        rewrite_offset(i, wild[random_below(&state, COUNT(wild))]);
        rewrite_offset(i, (int64_t)(2 * i));
    }
    return NULL;
}

/* Buffers are next to pages that no one may touch. */
TEST_WITH_OTHERS(offsets_that_another_thread_rewrites_harm_nothing_else)
{
    static const char *const calls[] = {"add", "max", "mean", "add initial=1 accumulate=2"};
    const size_t n_runs = is_light() ? 20 : 400;
    float *const sums = guarded_new(N_RACED * 3 * sizeof *sums, FLUSH_END), *const values =
                                                                                guarded_new(2 * N_RACED * 3 * sizeof *values, FLUSH_END);
    size_t n_threads = 3, n_ok = 0;
    pthread_t thread;
    raced = guarded_new((N_RACED + 1) * sizeof *raced, FLUSH_END);
    for (size_t i = 0; i <= N_RACED; i++) raced[i] = (int64_t)(2 * i);
    workspace = calloc(1, WORKSPACE); /* in lists, places that no tuple fills any more are read, and found wrong */
    assert_non_null(workspace);
    atomic_store(&is_done, 0);
    assert_int_equal(pthread_create(&thread, NULL, rewrite_offsets, NULL), 0);
    for (size_t i = 0; i < n_runs; i++) {
        const strew_plan plan = plan_text("segment data=float32[%d,3] updates=float32[%d,3] offsets=int64[%d] %s", N_RACED, 2 * N_RACED,
                                          N_RACED + 1, calls[i % COUNT(calls)]);
        strew_resources resources = resources_on_threads(&n_threads, workspace, WORKSPACE);
        resources.wake_ns = 1000;
        if (i / COUNT(calls) % 2) resources.parallel_for = NULL;
        const strew_buffers buffers = STREW_BUFFERS(.output = sums, .offsets = raced, .updates = values);
        n_ok += strew_run(&plan, &buffers, &resources, NULL) == STREW_OK;
    }
    atomic_store(&is_done, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(guarded_all_intact());
    fprintf(stderr, "%zu of %zu calls came through\n", n_ok, n_runs);
    free(workspace);
    guarded_free_all();
}
