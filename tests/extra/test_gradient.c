/* strew_gradient through its header alone, beside plain loops over the elements of updates. */
#include <strew/gradient.h>

#include <pthread.h>
#include <stdatomic.h>

#include "compare.h"
#include "conversions.h"
#include "fill.h"
#include "guarded.h"
#include "operators.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "views.h"

enum { MAX_BYTES = 1 << 20, MAX_ELEMENTS = 1 << 17, MAX_RANK = 4, MAX_TUPLES = 1 << 12, N_SUMS = 16 };

static uint64_t random_state = 47;
static view updates, weights, winners;
static guarded of_gradient, of_indices, of_rows, of_output, of_workspace, of_offsets;

/* ---- A call -------------------------------------------------------------------------------------------------------------------------- */

typedef struct problem {
    reference_operator op;
    strew_gradient_of of;
    strew_dtype data, updates, weights, index_dtype;
    strew_reduction reduction;
    strew_options options;
    int has_rows, has_weights, is_strided, has_components, has_winners, is_segment, has_offsets, may_be_segment;
    int64_t axis, batch_dims, n_rows;
    int32_t rank, indices_rank, tuples_rank, updates_rank, weights_rank, ordered_rank, slice;
    int64_t shape[MAX_RANK], indices_shape[MAX_RANK + 1], updates_shape[VIEW_RANK], weights_shape[VIEW_RANK], ordered_shape[STREW_MAX_RANK];
} problem;

static int64_t indices[MAX_ELEMENTS], rows[MAX_TUPLES];
static unsigned char *gradient;          /* of output */
static int64_t element_of[MAX_ELEMENTS]; /* of output, for each element of updates without a table; -1 of none */
static size_t tuple_of[MAX_ELEMENTS], update_of[MAX_ELEMENTS], weight_of[MAX_ELEMENTS];
static unsigned char expected[MAX_BYTES], quotients[MAX_BYTES];
static int64_t position_of[MAX_ELEMENTS]; /* of each element of output, the element of updates that has won it; -1 of none */

static int64_t draw(int64_t low, int64_t high)
{
    return low + (int64_t)random_below(&random_state, (uint64_t)(high - low + 1));
}

static size_t count(int32_t rank, const int64_t *shape)
{
    return reference_elements(&(strew_tensor){STREW_DTYPE_INT8, rank, shape, NULL, NULL});
}

static reference_call scatter_of(const problem *of, const strew_tensor *to, const strew_tensor *at, const strew_tensor *from)
{
    return (reference_call){of->op, to, at, from, of->axis, of->reduction, &of->options, of->batch_dims};
}

static void draw_shapes(problem *of)
{
    static const int64_t lasts[] = {1, 2, 3, 8, 17, 64, 100, 300};
    const int is_nd = of->op == REFERENCE_ND, is_elements = of->op == REFERENCE_ELEMENTS, is_update = of->op == REFERENCE_UPDATE;
    of->rank = (int32_t)draw(1, MAX_RANK - 1);
    for (int32_t d = 0; d < of->rank; d++) of->shape[d] = draw(1, 4);
    of->shape[of->rank - 1] = lasts[random_below(&random_state, COUNT(lasts))];
    of->axis = is_elements || is_update ? draw(0, of->rank - 1) : 0;
    of->is_segment = is_update && of->may_be_segment && random_below(&random_state, 2);
    of->has_offsets = of->is_segment && random_below(&random_state, 2);
    if (of->is_segment) of->axis = 0;
    of->batch_dims = is_update && of->axis != 0 ? draw(0, 1) : is_nd && of->rank > 1 ? draw(0, 1) : 0;
    of->has_components = is_nd && of->batch_dims == 0 && random_below(&random_state, 3) == 0;
    of->indices_rank = is_elements ? of->rank : (int32_t)of->batch_dims + 1;
    for (int32_t d = 0; d < of->indices_rank; d++) {
        of->indices_shape[d] = d < of->batch_dims ? of->shape[d] : draw(random_below(&random_state, 20) != 0, 9);
        if (is_elements && d != of->axis && of->indices_shape[d] > of->shape[d]) of->indices_shape[d] = of->shape[d];
    }
    if (!is_elements && random_below(&random_state, 4) == 0) of->indices_shape[of->indices_rank - 1] = draw(100, 200);
    of->tuples_rank = of->indices_rank;
    if (is_nd) of->indices_shape[of->indices_rank++] = draw(of->has_components, of->rank - of->batch_dims);
    const strew_tensor at = {STREW_DTYPE_INT64, of->indices_rank, of->indices_shape, NULL, NULL},
                       to = {of->data, of->rank, of->shape, NULL, NULL};
    const reference_call scatter = scatter_of(of, &to, &at, NULL);
    of->ordered_rank = updates_shape_of_call(&scatter, of->ordered_shape);
    const int32_t before = is_update ? (int32_t)of->axis : 0, first = is_update ? (int32_t)of->batch_dims : 0;
    of->slice = of->tuples_rank + before - first;
    of->n_rows = draw(1, 6);
    of->updates_rank = 0;
    for (int32_t d = first; of->has_rows && d < before; d++) of->updates_shape[of->updates_rank++] = of->shape[d];
    if (of->has_rows) of->updates_shape[of->updates_rank++] = of->n_rows;
    for (int32_t d = of->has_rows ? of->slice : 0; d < of->ordered_rank; d++) of->updates_shape[of->updates_rank++] = of->ordered_shape[d];
    of->weights_rank = 0;
    for (int32_t d = 0; d < of->tuples_rank; d++) of->weights_shape[of->weights_rank++] = of->indices_shape[d];
    if (random_below(&random_state, 2)) {
        for (int32_t d = of->slice; d < of->ordered_rank; d++)
            of->weights_shape[of->weights_rank++] = draw(0, 1) ? of->ordered_shape[d] : 1;
    }
}

static int64_t draw_index(int64_t size, strew_policy policy, strew_negative negative, int has_ignored, int64_t ignored)
{
    if (has_ignored && random_below(&random_state, 4) == 0) return ignored;
    if (policy != STREW_POLICY_ERROR && policy != STREW_POLICY_TRUSTED && random_below(&random_state, 4) == 0)
        return draw(0, 1) ? size + 2 : -99;
    return draw(negative == STREW_NEGATIVE_WRAPS ? -size : 0, size - 1);
}

static void draw_indices(const problem *of)
{
    const strew_options *options = &of->options;
    const size_t n = count(of->indices_rank, of->indices_shape), n_tuples = count(of->tuples_rank, of->indices_shape),
                 k = of->op == REFERENCE_ND ? (size_t)of->indices_shape[of->indices_rank - 1] : 1;
    assert_in_range(n, 0, MAX_ELEMENTS);
    assert_in_range(n_tuples, 0, MAX_TUPLES);
    for (size_t i = 0; i < n; i++) {
        const int64_t size = of->op == REFERENCE_ND    ? of->shape[(size_t)of->batch_dims + i % k]
                             : of->op == REFERENCE_PUT ? (int64_t)count(of->rank, of->shape)
                                                       : of->shape[of->axis];
        indices[i] = draw_index(size, options->policy, options->negative, options->has_ignore_index, options->ignore_index);
    }
    for (size_t i = 0; of->is_segment && i < n; i++) { /* sorted by being made so */
        const int64_t before = i == 0 ? 0 : indices[i - 1];
        indices[i] = before + (int64_t)random_below(&random_state, (uint64_t)(of->shape[0] - before)) / 2;
    }
    for (size_t t = 0; t < n_tuples; t++) {
        rows[t] = draw_index(of->n_rows, options->update_policy, options->update_negative, options->has_update_ignore_index,
                             options->update_ignore_index);
    }
}

/* ---- What is expected ---------------------------------------------------------------------------------------------------------------- */

/* The row of a tuple; -1 if it has none. */
static int64_t row_of(const problem *of, size_t tuple)
{
    int64_t row = rows[tuple];
    if (of->options.has_update_ignore_index && row == of->options.update_ignore_index) return -1;
    if (row < 0 && of->options.update_negative == STREW_NEGATIVE_WRAPS) row += of->n_rows;
    if (row >= 0 && row < of->n_rows) return row;
    return of->options.update_policy == STREW_POLICY_CLAMP ? (row < 0 ? 0 : of->n_rows - 1) : -1;
}

/* Finds which elements of the other tensors each element of updates has, if these are no table. Returns their number. */
static size_t find_elements(const problem *of)
{
    static int64_t numbers[MAX_ELEMENTS];
    const size_t n_data = count(of->rank, of->shape), n = count(of->ordered_rank, of->ordered_shape);
    const int64_t none = -1;
    const int32_t before = of->op == REFERENCE_UPDATE ? (int32_t)of->axis : 0,
                  batch = of->op == REFERENCE_UPDATE ? (int32_t)of->batch_dims : 0;
    assert_in_range(n, 0, MAX_ELEMENTS);
    for (size_t i = 0; i < n_data; i++) numbers[i] = (int64_t)i;
    const strew_tensor at = {STREW_DTYPE_INT64, of->indices_rank, of->indices_shape, indices, NULL},
                       to = {STREW_DTYPE_INT64, of->rank, of->shape, numbers, NULL},
                       from = {STREW_DTYPE_INT64, of->ordered_rank, of->ordered_shape, NULL, NULL};
    const reference_call scatter = scatter_of(of, &to, &at, &from);
    reference_fetch(element_of, &scatter, &none);
    for (size_t position = 0; position < n; position++) {
        int64_t index[VIEW_RANK];
        size_t left = position, tuple = 0, update = 0;
        for (int32_t d = of->ordered_rank - 1; d >= 0; d--) {
            index[d] = (int64_t)(left % (size_t)of->ordered_shape[d]);
            left /= (size_t)of->ordered_shape[d];
        }
        for (int32_t d = 0; d < of->slice; d++) {
            if (d < batch || d >= before) tuple = tuple * (size_t)of->ordered_shape[d] + (size_t)index[d];
        }
        size_t weight = tuple;
        for (int32_t d = of->slice; d < of->ordered_rank && of->weights_rank != of->tuples_rank; d++) {
            const size_t size = (size_t)of->weights_shape[of->tuples_rank + d - of->slice];
            weight = weight * size + (size == 1 ? 0 : (size_t)index[d]);
        }
        const int64_t row = of->has_rows ? row_of(of, tuple) : 0;
        for (int32_t d = batch; d < before; d++) update = update * (size_t)of->ordered_shape[d] + (size_t)index[d];
        update = update * (size_t)of->n_rows + (size_t)(row < 0 ? 0 : row);
        for (int32_t d = of->slice; d < of->ordered_rank; d++) update = update * (size_t)of->ordered_shape[d] + (size_t)index[d];
        if (row < 0) element_of[position] = -1;
        tuple_of[position] = tuple;
        update_of[position] = of->has_rows ? update : position;
        weight_of[position] = weight;
    }
    return n;
}

/* a = a op b, of elements of one type. */
static void combine(strew_dtype dtype, strew_reduction op, void *a, const void *b)
{
    reference_combine_nan(dtype, op, STREW_NAN_WINS, a, b);
}

static void convert(strew_dtype from, const void *element, strew_dtype to, void *converted)
{
    convert_element(from, element, to, converted, STREW_OVERFLOW_WRAPS);
}

static strew_dtype wider(strew_dtype a, strew_dtype b)
{
    return a == STREW_DTYPE_FLOAT64 || b == STREW_DTYPE_FLOAT64 ? STREW_DTYPE_FLOAT64 : STREW_DTYPE_FLOAT32;
}

/* Any of the updates of an element, or none, may have won it: values say nothing here. The others give nothing. */
static void draw_winners(const problem *of, size_t n)
{
    const size_t n_data = count(of->rank, of->shape);
    const int64_t nobody = of->options.arg_fill != NULL ? *of->options.arg_fill : -1;
    for (size_t e = 0; e < n_data; e++) position_of[e] = -1;
    for (size_t i = 0; i < n; i++) {
        if (element_of[i] >= 0 && (position_of[element_of[i]] < 0 || random_below(&random_state, 2)))
            position_of[element_of[i]] = random_below(&random_state, 8) ? (int64_t)i : -1;
    }
    size_t after = 1;
    for (int32_t d = (int32_t)of->axis + 1; d < of->rank; d++) after *= (size_t)of->indices_shape[d];
    for (size_t e = 0; e < n_data; e++) {
        const int64_t at = position_of[e];
        int64_t winner = nobody;
        if (at >= 0) winner = (int64_t)tuple_of[at];
        if (at >= 0 && of->options.arg_counts == STREW_ARG_COUNTS_AXIS) winner = winner / (int64_t)after % of->indices_shape[of->axis];
        reference_write_integer(winners.tensor.dtype, view_at(&winners, e), (uint64_t)winner);
    }
}

/* Whether an update gives a gradient to its element of output. */
static int counts(const problem *of, size_t position)
{
    if (element_of[position] < 0) return 0;
    return !of->has_winners || position_of[element_of[position]] == (int64_t)position;
}

/* Divides the gradient of a mean; everything else then is that of a sum. */
static void find_quotients(const problem *of, size_t n)
{
    static size_t n_added[MAX_ELEMENTS];
    const size_t n_data = count(of->rank, of->shape), size = reference_size(of->data);
    memcpy(quotients, gradient, n_data * size);
    if (of->reduction != STREW_REDUCTION_MEAN) return;
    memset(n_added, 0, sizeof n_added);
    for (size_t i = 0; i < n; i++) {
        if (element_of[i] >= 0) n_added[element_of[i]]++;
    }
    for (size_t e = 0; e < n_data; e++) {
        double number[2];
        reference_read_floats(of->data, gradient + e * size, number);
        const double divisor = (double)n_added[e] + !of->options.excludes_self;
        if (n_added[e] == 0) continue;
        const double quotient = number[0] / divisor;
        const float of_floats = (float)quotient; /* right, because both have less than half of the digits of a double */
        if (of->data == STREW_DTYPE_FLOAT64)
            memcpy(quotients + e * size, &quotient, size);
        else
            convert(STREW_DTYPE_FLOAT32, &of_floats, of->data, quotients + e * size);
    }
}

/* The product of the gradient of an element and its weight or alpha, in a type of floats. */
static void multiply(const problem *of, size_t position, strew_dtype dtype, void *to)
{
    unsigned char factor[8];
    convert(of->data, quotients + (size_t)element_of[position] * reference_size(of->data), dtype, to);
    if (of->options.alpha != NULL)
        convert(of->data, of->options.alpha, dtype, factor);
    else if (of->has_weights)
        convert(of->weights, (const unsigned char *)weights.dense.values + weight_of[position] * reference_size(of->weights), dtype,
                factor);
    else
        return;
    combine(dtype, STREW_REDUCTION_MUL, to, factor);
}

static void negate(strew_dtype dtype, void *number)
{
    const double minus_one = -1;
    unsigned char factor[8];
    convert(STREW_DTYPE_FLOAT64, &minus_one, dtype, factor);
    combine(dtype, STREW_REDUCTION_MUL, number, factor);
}

static void expect_updates(const problem *of, size_t n)
{
    const size_t size = reference_size(of->updates);
    const strew_dtype dtype = wider(wider(of->data, of->updates), of->has_weights ? of->weights : of->updates);
    const strew_dtype computed = of->options.accumulate == STREW_DTYPE_FLOAT64 ? STREW_DTYPE_FLOAT64 : dtype;
    memset(expected, 0, count(of->updates_rank, of->updates_shape) * size);
    for (size_t i = 0; i < n; i++) {
        unsigned char product[8];
        if (!counts(of, i)) continue;
        multiply(of, i, computed, product);
        if (of->reduction == STREW_REDUCTION_SUB) negate(computed, product);
        convert(computed, product, of->updates, expected + i * size);
    }
}

/* As a scatter adds: products have the type of weights, sums that of updates; or all have the wide type. */
static void expect_table(const problem *of, size_t n)
{
    static double wide_sums[MAX_ELEMENTS];
    const size_t size = reference_size(of->updates), n_table = count(of->updates_rank, of->updates_shape);
    const strew_dtype wide = of->options.accumulate, products = wide != 0 ? wide : of->has_weights ? of->weights : of->data;
    const strew_dtype sums = wide != 0 ? wide : of->updates, both = wider(products, sums);
    const size_t sum_size = reference_size(sums);
    memset(wide_sums, 0, sizeof wide_sums);
    for (size_t i = 0; i < n; i++) {
        unsigned char product[8], added[8], sum[8], *const to = (unsigned char *)wide_sums + update_of[i] * sum_size;
        if (element_of[i] < 0) continue;
        multiply(of, i, products, product);
        convert(products, product, both, added);
        convert(sums, to, both, sum);
        combine(both, of->reduction == STREW_REDUCTION_SUB ? STREW_REDUCTION_SUB : STREW_REDUCTION_ADD, sum, added);
        convert(both, sum, sums, to);
    }
    for (size_t i = 0; i < n_table; i++) convert(sums, (unsigned char *)wide_sums + i * sum_size, of->updates, expected + i * size);
}

/* Each element of output in turn: products in the type that computes, sums in that of the table. */
static void expect_table_of_winners(const problem *of, size_t n_data)
{
    const size_t size = reference_size(of->updates);
    const strew_dtype dtype = wider(wider(of->data, of->updates), of->has_weights ? of->weights : of->updates);
    memset(expected, 0, count(of->updates_rank, of->updates_shape) * size);
    for (size_t e = 0; e < n_data; e++) {
        unsigned char product[8], sum[8];
        if (position_of[e] < 0) continue;
        unsigned char *const to = expected + update_of[position_of[e]] * size;
        multiply(of, (size_t)position_of[e], dtype, product);
        convert(of->updates, to, dtype, sum);
        combine(dtype, STREW_REDUCTION_ADD, sum, product);
        convert(dtype, sum, of->updates, to);
    }
}

static void expect_weights(const problem *of, size_t n)
{
    static double sums[MAX_ELEMENTS][N_SUMS];
    static size_t n_added[MAX_ELEMENTS];
    const size_t size = reference_size(of->weights), n_weights = count(of->weights_rank, of->weights_shape);
    const strew_dtype dtype = wider(wider(of->data, of->updates), of->weights);
    const strew_dtype computed = of->options.accumulate == STREW_DTYPE_FLOAT64 ? STREW_DTYPE_FLOAT64 : dtype;
    assert_in_range(n_weights, 0, COUNT(sums));
    memset(sums, 0, n_weights * sizeof *sums);
    memset(n_added, 0, n_weights * sizeof *n_added);
    memset(expected, 0, n_weights * size);
    for (size_t i = 0; i < n; i++) {
        unsigned char product[8], update[8];
        if (element_of[i] < 0) continue;
        convert(of->data, quotients + (size_t)element_of[i] * reference_size(of->data), computed, product);
        convert(of->updates, (const unsigned char *)updates.dense.values + update_of[i] * reference_size(of->updates), computed, update);
        combine(computed, STREW_REDUCTION_MUL, product, update);
        if (!counts(of, i)) memset(product, 0, sizeof product);
        combine(computed, STREW_REDUCTION_ADD, &sums[weight_of[i]][n_added[weight_of[i]]++ % N_SUMS], product);
    }
    for (size_t w = 0; w < n_weights; w++) {
        for (size_t half = N_SUMS / 2; half > 0; half /= 2) {
            for (size_t s = 0; s < half; s++) combine(computed, STREW_REDUCTION_ADD, &sums[w][s], &sums[w][s + half]);
        }
        if (of->reduction == STREW_REDUCTION_SUB && n_added[w] != 0) negate(computed, &sums[w][0]);
        convert(computed, &sums[w][0], of->weights, expected + w * size);
    }
}

static void expect_data(const problem *of, size_t n)
{
    const size_t size = reference_size(of->data);
    memcpy(expected, quotients, count(of->rank, of->shape) * size);
    for (size_t i = 0; i < n; i++) {
        if (of->options.excludes_self ? element_of[i] >= 0 : of->has_winners && counts(of, i))
            memset(expected + (size_t)element_of[i] * size, 0, size);
    }
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

/* Integers of any type, dense or each followed by another number. */
static unsigned char *place_integers(guarded *to, strew_dtype dtype, const int64_t *values, size_t n, size_t apart)
{
    const size_t size = reference_size(dtype);
    unsigned char *const bytes = guarded_place(to, n != 0 ? ((n - 1) * apart + 1) * size : 0, FLUSH_END, 0);
    for (size_t i = 0; i < n; i++) reference_write_integer(dtype, bytes + i * apart * size, (uint64_t)values[i]);
    return bytes;
}

static void set_strides(int64_t *strides, int32_t rank, const int64_t *shape, int64_t step)
{
    for (int32_t d = rank - 1; d >= 0; step *= shape[d--]) strides[d] = step;
}

typedef enum form { ALONE, SHORT_OF_BYTES, THREADS, PARTS, FORMS } form;

static strew_status run_in_form(const strew_call *call, strew_gradient_of of, const strew_gradient_buffers *buffers, void *output,
                                form form, strew_fault *fault)
{
    size_t n_threads = 3;
    const size_t asked = strew_gradient_workspace_size(call, of, form == THREADS ? 3 : 1);
    strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
    if (form != THREADS) resources = (strew_resources)STREW_RESOURCES_INIT;
    resources.wake_ns = 1;
    resources.workspace = guarded_place(&of_workspace, asked, FLUSH_END, 0);
    resources.workspace_bytes = asked;
    if (form == SHORT_OF_BYTES) { /* what is missing is told, in two steps if the library needs some as well */
        resources.workspace = NULL;
        resources.workspace_bytes = 0;
        for (int step = 0; step < 2; step++) {
            const strew_status status = strew_gradient(output, call, of, buffers, &resources, fault);
            if (status != STREW_STATUS_WORKSPACE_TOO_SMALL) return status;
            assert_in_range(fault->low, resources.workspace_bytes + 1, asked);
            resources.workspace_bytes = (size_t)fault->low;
            resources.workspace = guarded_place(&of_workspace, resources.workspace_bytes, FLUSH_END, 0);
        }
    }
    strew_status status = STREW_OK;
    resources.n_parts = form == PARTS ? 3 : 0;
    for (int32_t part = form == PARTS ? 2 : 0; status == STREW_OK && part >= 0; part--) {
        resources.part = part;
        status = strew_gradient(output, call, of, buffers, &resources, fault);
    }
    return status;
}

static void place(view *to, strew_dtype dtype, int32_t rank, const int64_t *shape, const problem *of, contents contents)
{
    if (of->is_strided)
        view_draw(to, dtype, rank, shape, SHARED, contents, &random_state);
    else
        view_place(to, dtype, rank, shape, NULL, contents, &random_state);
}

/* Where a view begins; NULL if it has no elements. */
static const void *start_of(const view *of)
{
    return count(of->tensor.rank, of->tensor.shape) != 0 ? view_at(of, 0) : NULL;
}

static void expect_gradient(problem *of)
{
    static const char *const operands[] = {"updates", "weights", "data"}, *const forms[FORMS] = {"alone", "short of bytes", "threads",
                                                                                                 "parts"};
    const contents contents = random_below(&random_state, 3) ? ORDINARY : EXTREME;
    const size_t n_data = count(of->rank, of->shape), n_indices = count(of->indices_rank, of->indices_shape),
                 n_tuples = count(of->tuples_rank, of->indices_shape), apart = of->is_strided ? 2 : 1;
    place(&updates, of->updates, of->updates_rank, of->updates_shape, of, contents);
    place(&weights, of->weights, of->weights_rank, of->weights_shape, of, contents);
    gradient = guarded_place(&of_gradient, n_data * reference_size(of->data), FLUSH_END, 0);
    fill(of->data, gradient, n_data, contents, &random_state);
    draw_indices(of);
    const size_t n = find_elements(of);
    find_quotients(of, n);
    if (of->has_winners) {
        const strew_dtype dtype = random_below(&random_state, 2) ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
        if (of->is_strided)
            view_draw(&winners, dtype, of->rank, of->shape, DISTINCT, ORDINARY, &random_state);
        else
            view_place(&winners, dtype, of->rank, of->shape, NULL, ORDINARY, &random_state);
        draw_winners(of, n);
    }
    const strew_tensor *operand = of->of == STREW_GRADIENT_OF_UPDATES ? &updates.tensor : &weights.tensor;
    const strew_tensor data = {of->data, of->rank, of->shape, NULL, NULL};
    if (of->of == STREW_GRADIENT_OF_DATA) operand = &data;
    if (of->of == STREW_GRADIENT_OF_DATA)
        expect_data(of, n);
    else if (of->of == STREW_GRADIENT_OF_WEIGHTS)
        expect_weights(of, n);
    else if (of->has_rows && of->has_winners)
        expect_table_of_winners(of, n_data);
    else if (of->has_rows)
        expect_table(of, n);
    else
        expect_updates(of, n);

    int64_t strides[MAX_RANK + 1], row_strides[MAX_RANK + 1];
    const unsigned char *const at = place_integers(&of_indices, of->index_dtype, indices, n_indices, apart);
    const unsigned char *const at_rows = place_integers(&of_rows, of->index_dtype, rows, of->has_rows ? n_tuples : 0, apart);
    set_strides(strides, of->indices_rank, of->indices_shape, (int64_t)apart);
    set_strides(row_strides, of->tuples_rank, of->indices_shape, (int64_t)apart);
    const int64_t *const given = apart == 1 ? NULL : strides, *const given_rows = apart == 1 ? NULL : row_strides;
    const strew_tensor indices_tensor = {of->index_dtype, of->indices_rank, of->indices_shape, NULL, given};
    const reference_call scatter = scatter_of(of, &data, &indices_tensor, &updates.tensor);
    strew_call call = call_of(&scatter);
    call.options = &of->options;
    strew_options options = of->options;
    int64_t offsets[MAX_ELEMENTS / 64 + 2], n_offsets;
    if (of->is_segment) {
        call.op = STREW_OPERATOR_SEGMENT;
        call.options = &options;
        options.excludes_self = 0;
        options.initial = STREW_INITIAL_DATA;
    }
    const unsigned char *at_offsets = NULL;
    if (of->has_offsets) {
        options.offsets_end = n_tuples % 2 ? STREW_OFFSETS_END_IMPLIED : STREW_OFFSETS_END_GIVEN;
        n_offsets = of->shape[0] + (n_tuples % 2 == 0);
        assert_in_range(n_offsets, 1, COUNT(offsets));
        for (int64_t s = 0; s < n_offsets; s++) {
            for (offsets[s] = 0; offsets[s] < (int64_t)n_tuples && indices[offsets[s]] < s;) offsets[s]++;
        }
        call.indices = (strew_tensor){0};
        call.offsets = (strew_tensor){of->index_dtype, 1, &n_offsets, NULL, NULL};
        at_offsets = place_integers(&of_offsets, of->index_dtype, offsets, (size_t)n_offsets, 1);
    }
    if (of->has_rows) call.update_indices = (strew_tensor){of->index_dtype, of->tuples_rank, of->indices_shape, NULL, given_rows};
    if (of->has_weights) call.weights = weights.tensor;
    if (of->has_winners) call.arg = winners.tensor;
    strew_gradient_buffers buffers =
        STREW_GRADIENT_BUFFERS(.output_gradient = gradient, .indices = at, .update_indices = of->has_rows ? at_rows : NULL);
    if (of->has_offsets) buffers.indices = NULL, buffers.offsets = at_offsets;
    strew_tensor components[MAX_RANK];
    const void *values[MAX_RANK];
    if (of->has_components) {
        call.n_components = (int32_t)of->indices_shape[of->indices_rank - 1];
        call.components = components;
        call.indices = (strew_tensor){0};
        for (int32_t c = 0; c < call.n_components; c++) {
            components[c] = (strew_tensor){of->index_dtype, of->tuples_rank, of->indices_shape, NULL, strides};
            values[c] = at + (size_t)c * apart * reference_size(of->index_dtype);
        }
        buffers.indices = NULL;
        buffers.components = values;
    }
    if (of->of == STREW_GRADIENT_OF_WEIGHTS) buffers.updates = start_of(&updates);
    if (of->of == STREW_GRADIENT_OF_UPDATES && of->has_weights) buffers.weights = start_of(&weights);
    if (of->has_winners) buffers.arg = start_of(&winners);
    char text[VIEW_TEXT_BYTES], other[VIEW_TEXT_BYTES];
    in_case("%s of %s: %s of %s into %s, axis %d, batch_dims %d, k %d, indices of %s%s, accumulate %d, updates %s, weights of %s %s",
            operands[of->of - 1], strew_reduction_name(of->reduction), strew_operator_name(call.op), strew_dtype_name(of->updates),
            strew_dtype_name(of->data), (int)of->axis, (int)of->batch_dims, (int)call.n_components, strew_dtype_name(of->index_dtype),
            of->has_rows ? " with rows" : "", (int)of->options.accumulate, view_describe(&updates, text), strew_dtype_name(of->weights),
            view_describe(&weights, other));
    const size_t n_output = count(operand->rank, operand->shape), bytes = n_output * reference_size(operand->dtype);
    for (form form = ALONE; form < FORMS; form++) {
        strew_fault fault = {0};
        unsigned char *const output = guarded_place(&of_output, bytes, random_below(&random_state, 2) ? FLUSH_END : FLUSH_START, 0);
        memset(output, 0x5a, bytes);
        const strew_status status = run_in_form(&call, of->of, &buffers, output, form, &fault);
        assert_int_equal(fault.status, status);
        if (status == STREW_STATUS_WORKSPACE_TOO_SMALL && of->updates != of->data) return; /* there is no size of what is rejected */
        if (status == STREW_STATUS_UNSUPPORTED_WEIGHTS && of->has_rows && of->updates != of->data) return; /* of the exchanged call */
        if (status == STREW_STATUS_DTYPE_MISMATCH && of->options.alpha != NULL && of->updates != of->data) return;
        if (status == STREW_STATUS_UNSUPPORTED_ACCUMULATION && of->has_rows && of->updates != of->data) return;
        if (status != STREW_OK) {
            char sentence[STREW_MESSAGE_BYTES];
            strew_fault_describe(&fault, sentence, sizeof sentence);
            fail_msg("%s: %s", forms[form], sentence);
        }
        if (!is_same_or_print(operand->dtype, output, expected, n_output, "%s", forms[form])) fail();
        assert_true(guarded_is_intact(&of_output) && guarded_is_intact(&of_workspace));
        assert_true(view_is_unchanged(&updates) && view_is_unchanged(&weights));
    }
}

static const strew_dtype floats[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};

static void draw_types(problem *of, int accumulates)
{
    do {
        of->data = floats[random_below(&random_state, COUNT(floats))];
        of->updates = of->has_winners || random_below(&random_state, 4) ? of->data : floats[random_below(&random_state, COUNT(floats))];
        of->weights = of->updates;
        if (reference_size(of->updates) == 2 && random_below(&random_state, 2)) of->weights = STREW_DTYPE_FLOAT32;
        of->options.accumulate = accumulates ? reference_wide_dtype(of->data) : 0;
    } while (!can_take_updates(of->data, of->has_weights ? of->weights : of->updates, of->reduction, &of->options));
    static const strew_dtype index_dtypes[] = {STREW_DTYPE_INT64, STREW_DTYPE_INT32, STREW_DTYPE_INT16};
    of->index_dtype = index_dtypes[random_below(&random_state, COUNT(index_dtypes))];
}

TEST(every_operator_reduction_and_operand)
{
    while (next_case()) {
        problem of = {.op = (reference_operator)choose("op", REFERENCE_PUT + 1), .options = STREW_OPTIONS_INIT};
        static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MEAN, STREW_REDUCTION_MAX};
        of.reduction = reductions[choose("reduction", COUNT(reductions))];
        of.of = (strew_gradient_of)(1 + choose("of", 3));
        const size_t has = choose("has", 4), passes = choose("passes", 4), how = choose("how", 4);
        of.has_rows = has >= 2;
        of.has_weights = has % 2 == 1;
        of.has_winners = of.reduction == STREW_REDUCTION_MAX;
        if (of.of == STREW_GRADIENT_OF_WEIGHTS && !of.has_weights) continue;
        strew_options *const options = &of.options;
        const int64_t nobody = 1 << 20;
        options->excludes_self = how == 1;
        if (of.has_winners && how == 2) options->arg_fill = &nobody;
        if (of.has_winners && how >= 2 && of.op == REFERENCE_ELEMENTS) options->arg_counts = STREW_ARG_COUNTS_AXIS;
        of.may_be_segment = how == 1 && (passes == 0 || (of.has_rows && passes == 3));
        if (how == 1 && of.reduction == STREW_REDUCTION_SUB && of.of != STREW_GRADIENT_OF_DATA) continue;
        if (of.may_be_segment && of.reduction == STREW_REDUCTION_SUB) of.may_be_segment = 0;
        options->policy = passes == 1 ? STREW_POLICY_SKIP : passes == 3 && !of.may_be_segment ? STREW_POLICY_CLAMP : STREW_POLICY_ERROR;
        options->has_ignore_index = passes == 2;
        options->ignore_index = passes == 2 ? -77 : 0;
        if (of.has_rows) {
            options->update_policy = passes == 1 ? STREW_POLICY_CLAMP : passes == 2 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
            options->update_negative = passes == 1 ? STREW_NEGATIVE_OUT_OF_BOUNDS : STREW_NEGATIVE_WRAPS;
            options->has_update_ignore_index = passes == 3;
            options->update_ignore_index = passes == 3 ? 2 : 0;
        }
        for (int i = 0; i < (is_light() ? 1 : 4); i++) {
            unsigned char alpha[8];
            draw_types(&of, how == 2 && !of.has_winners);
            of.is_strided = (int)random_below(&random_state, 2);
            options->alpha = NULL;
            if (how == 3 && of.reduction <= STREW_REDUCTION_SUB && !of.has_weights) options->alpha = alpha;
            fill(of.data, alpha, 1, ORDINARY, &random_state);
            do draw_shapes(&of);
            while (count(of.ordered_rank, of.ordered_shape) > MAX_ELEMENTS / 4); /* the reference is slow */
            expect_gradient(&of);
        }
    }
}

/* ---- Another thread ------------------------------------------------------------------------------------------------------------------ */

enum { N_SHARED = 512 };
static _Atomic int is_over;
static int64_t *rewritten[3];

/* A race, and meant to be one. */
__attribute__((noinline, no_sanitize("thread"))) static void rewrite_one(int64_t *to, int64_t number)
{
    *(volatile int64_t *)to = number;
}

/* Writes right and wrong numbers until it is told to end. */
static void *rewrite(void *argument)
{
    uint64_t state = 3;
    while (!is_over) {
        for (size_t i = 0; i < COUNT(rewritten); i++) {
            const int64_t number = (int64_t)random_below(&state, 8) ? (int64_t)random_below(&state, 4) : (int64_t)random_next(&state);
            rewrite_one(rewritten[i] + random_below(&state, N_SHARED), number);
        }
    }
    return argument;
}

/* Values are undefined then, but no byte outside of the buffers is touched: all of them end at guard pages. */
TEST_WITH_OTHERS(numbers_that_another_thread_rewrites_do_no_harm)
{
    static const int64_t shape[] = {4, N_SHARED / 4}, tuples[] = {N_SHARED}, table[] = {4, N_SHARED / 4};
    const size_t bytes = N_SHARED * sizeof(float);
    strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .data = {STREW_DTYPE_FLOAT32, 2, shape, NULL, NULL},
                   .indices = {STREW_DTYPE_INT64, 1, tuples, NULL, NULL}, .updates = {STREW_DTYPE_FLOAT32, 2, table, NULL, NULL},
                   .update_indices = {STREW_DTYPE_INT64, 1, tuples, NULL, NULL}, .weights = {STREW_DTYPE_FLOAT32, 1, tuples, NULL, NULL},
                   .arg = {STREW_DTYPE_INT64, 2, shape, NULL, NULL});
    const float *const floats_of_all = guarded_new(bytes, FLUSH_END);
    float *const output = guarded_new(bytes, FLUSH_START);
    for (size_t i = 0; i < COUNT(rewritten); i++) rewritten[i] = guarded_new(N_SHARED * sizeof(int64_t), FLUSH_END);
    pthread_t thread;
    is_over = 0;
    assert_int_equal(pthread_create(&thread, NULL, rewrite, NULL), 0);
    for (int run = 0; run < (is_light() ? 50 : 3000); run++) {
        const strew_gradient_of of = (strew_gradient_of)(1 + run % 3);
        const int is_max = run / 3 % 2;
        call.reduction = is_max ? STREW_REDUCTION_MAX : run % 5 ? STREW_REDUCTION_ADD : STREW_REDUCTION_MEAN;
        strew_call of_run = call;
        if (!is_max) of_run.arg = (strew_tensor){0};
        const strew_gradient_buffers buffers =
            STREW_GRADIENT_BUFFERS(.output_gradient = floats_of_all, .indices = rewritten[0], .update_indices = rewritten[1],
                                   .updates = of == STREW_GRADIENT_OF_WEIGHTS ? floats_of_all : NULL,
                                   .weights = of == STREW_GRADIENT_OF_UPDATES ? floats_of_all : NULL, .arg = is_max ? rewritten[2] : NULL);
        const strew_options options = STREW_OPTIONS(.policy = run % 7 ? STREW_POLICY_ERROR : STREW_POLICY_SKIP);
        of_run.options = &options;
        strew_fault fault;
        const strew_status status = run_in_form(&of_run, of, &buffers, output, run % 4 == 0 ? THREADS : ALONE, &fault);
        if (status != STREW_OK && status != STREW_STATUS_INDEX_OUT_OF_BOUNDS) assert_int_equal(status, STREW_STATUS_INDICES_CHANGED);
    }
    is_over = 1;
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(guarded_free_all());
}

/* ---- The room that a call takes ------------------------------------------------------------------------------------------------------ */

static int set_up(void **state)
{
    updates = view_open(MAX_BYTES);
    weights = view_open(MAX_BYTES);
    winners = view_open(MAX_BYTES);
    guarded *const all[] = {&of_gradient, &of_indices, &of_rows, &of_output, &of_workspace, &of_offsets};
    for (size_t i = 0; i < COUNT(all); i++) *all[i] = guarded_open(2 * MAX_BYTES);
    return *state != NULL;
}

static int tear_down(void **state)
{
    guarded *const all[] = {&of_gradient, &of_indices, &of_rows, &of_output, &of_workspace, &of_offsets};
    for (size_t i = 0; i < COUNT(all); i++) guarded_close(all[i]);
    view_close(&updates);
    view_close(&weights);
    view_close(&winners);
    return *state != NULL;
}

int main(void)
{
    return run_all_tests(set_up, tear_down);
}
