/* A fuzz target: any bytes become the gradient of a scatter or of a segment, with a table, weights and an arg or without, often with
 * hostile indices, offsets, update indices or winners. What it writes is compared with a loop; what must be rejected writes nothing; and
 * where winners are not those of the call, nothing but output is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/gradient.h>

#include "bytes.h"
#include "compare.h"
#include "conversions.h"
#include "fill.h"
#include "guarded.h"
#include "pools.h"
#include "reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

/* A block of the gradient's has 64 tuples, and a room 128 elements. */
enum { MAX_NAMED = 180, MAX_TUPLES = 200, MAX_ROWS = 9, MAX_WIDTH = 140, MAX_OUTER = 3, N_SUMS = 16, PATTERN = 0x5a };
enum { MAX_ELEMENTS = MAX_OUTER * MAX_TUPLES * MAX_WIDTH, CAPACITY = 8 * MAX_ELEMENTS + (1 << 16) };

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "gradient: %s\n", what);
    abort();
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* SORTED and OFFSETS are segments; OUTER is a scatter_update along a later axis. */
typedef enum kind { UPDATE, OUTER, PAIRS, ELEMENTS, PUT, SORTED, OFFSETS, KINDS } kind;

/* Slice o * n_named + i of data meets slice o * n_tuples + t of updates, or o * n_rows + j of a table. */
typedef struct problem {
    kind kind;
    strew_gradient_of of;
    strew_dtype dtype, wide, at_dtype, rows_dtype, arg; /* wide: of what is computed; arg: 0 for none */
    strew_reduction reduction;
    strew_options options;
    int has_rows, has_weights, has_heads, is_segment, excludes_self, has_hostile_arg;
    int64_t n, m, n_outer, n_named, n_tuples, n_columns, n_rows, width, n_at; /* n_columns: tuples of a row of elements */
    int64_t nobody;
    int64_t at[2 * MAX_TUPLES + MAX_NAMED + 1], rows[MAX_TUPLES], slice_of[MAX_TUPLES], row_of[MAX_TUPLES];
} problem;

static guarded output, given, at, rows, updates, weights, args, workspace;
static unsigned char expected[8 * MAX_ELEMENTS], quotients[8 * MAX_OUTER * MAX_NAMED * MAX_WIDTH], alpha[8];
static int64_t winner_of[MAX_OUTER * MAX_NAMED * MAX_WIDTH];

static int64_t take_size(bytes *from, unsigned max, int64_t longest)
{
    const unsigned kind = take_byte(from);
    return kind % 8 == 6 ? longest - (int64_t)take_below(from, 100) : kind % 16 == 7 ? 0 : (int64_t)(kind % max) + 1;
}

static void take_call(bytes *from, problem *to)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};
    static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_MEAN, STREW_REDUCTION_MAX, STREW_REDUCTION_SUB,
                                                 STREW_REDUCTION_ADD, STREW_REDUCTION_MIN,  STREW_REDUCTION_ADD, STREW_REDUCTION_MUL};
    static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP, STREW_POLICY_ERROR};
    static const int64_t widths[] = {1, 4, 3, 16, 17, 40, 129, MAX_WIDTH}, fills[] = {0, 3};
    const unsigned what = take_byte(from), manner = take_byte(from), more = take_byte(from);
    memset(to, 0, sizeof *to);
    to->kind = (kind)(what % KINDS);
    to->of = (strew_gradient_of)(1 + what / KINDS % 3);
    to->reduction = reductions[manner % 8];
    to->dtype = dtypes[manner / 8 % 4];
    to->wide = to->dtype == STREW_DTYPE_FLOAT64 ? STREW_DTYPE_FLOAT64 : STREW_DTYPE_FLOAT32;
    to->has_rows = manner / 32 % 2;
    to->has_weights = manner / 64 % 2 || to->of == STREW_GRADIENT_OF_WEIGHTS;
    to->has_heads = to->has_weights && manner / 128 && to->kind != ELEMENTS && to->kind != PUT;
    to->is_segment = to->kind >= SORTED;
    to->options = (strew_options)STREW_OPTIONS_INIT;
    if (to->is_segment)
        to->options.initial = more % 4 ? STREW_INITIAL_DATA : STREW_INITIAL_ZERO;
    else
        to->options.policy = policies[more % 4];
    if (!to->is_segment && more / 4 % 2) to->options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    if (!to->is_segment && more / 8 % 4 == 3) to->options.has_ignore_index = 1, to->options.ignore_index = 1;
    if (!to->is_segment && more / 32 % 2) to->options.excludes_self = 1;
    to->excludes_self = to->is_segment || to->options.excludes_self;
    if (to->has_rows) to->options.update_policy = policies[more / 64];
    const int is_ordered = to->reduction == STREW_REDUCTION_MIN || to->reduction == STREW_REDUCTION_MAX, is_sum = manner % 2 == 0;
    const unsigned rest = take_byte(from);
    if (is_ordered) to->arg = rest % 2 ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
    if (is_ordered && rest / 2 % 4 == 3) to->options.arg_fill = &fills[rest / 8 % 2];
    if (is_ordered && to->kind == ELEMENTS && rest / 16 % 2) to->options.arg_counts = STREW_ARG_COUNTS_AXIS;
    if (!is_ordered && is_sum && !to->is_segment && !to->has_weights && rest / 4 % 4 == 3) to->options.alpha = alpha;
    if (to->reduction == STREW_REDUCTION_MUL) to->options.alpha = NULL;
    to->nobody = to->options.arg_fill != NULL ? *to->options.arg_fill : -1;
    to->at_dtype = reference_index_dtypes[take_below(from, REFERENCE_INDEX_DTYPES)];
    to->rows_dtype = reference_index_dtypes[take_below(from, REFERENCE_INDEX_DTYPES)];
    const int64_t width = widths[take_below(from, 8)];
    to->m = to->kind == PAIRS ? 1 + take_below(from, 3) : 1;
    to->n_outer = to->kind == OUTER ? 1 + take_below(from, MAX_OUTER) : 1;
    to->n = take_size(from, 12, 180) / to->m;
    to->n_tuples = take_size(from, 30, MAX_TUPLES);
    to->n_rows = 1 + take_below(from, MAX_ROWS);
    to->width = to->kind == ELEMENTS || to->kind == PUT ? 1 : width;
    to->n_columns = 1;
    if (to->width != width) { /* data is a matrix then, too */
        to->m = width > 17 ? 17 : width;
        to->n = to->n > 10 ? 10 : to->n;
    }
    if (to->kind == ELEMENTS) {
        to->n_columns = to->m - (to->m > 1 ? (int64_t)take_below(from, 2) : 0);
        to->n_tuples = to->n_tuples / to->n_columns * to->n_columns;
    }
    to->n_named = to->n * to->m;
    to->n_at = to->kind == PAIRS ? 2 * to->n_tuples : to->kind == OFFSETS ? to->n + 1 : to->n_tuples;
}

static int64_t after_writing(strew_dtype dtype, int64_t value)
{
    unsigned char element[8];
    reference_write_integer(dtype, element, (uint64_t)value);
    return reference_read_index(dtype, element);
}

/* How many indices component i of all may have. */
static int64_t size_of(const problem *of, int64_t i)
{
    return of->kind == PUT ? of->n_named : of->kind == PAIRS && i % 2 ? of->m : of->n;
}

/* Indices as their type holds them, some of which are hostile; offsets and those of a segment ascend otherwise. */
static void take_indices(bytes *from, problem *to)
{
    const unsigned hostility = take_byte(from), max_step = 1 + take_below(from, 8);
    uint64_t random = take_pair(from);
    int64_t next = 0;
    for (int64_t i = 0; i < to->n_at; i++) {
        const int64_t size = size_of(to, i), largest = to->kind == OFFSETS ? to->n_tuples : size - 1;
        if (random_below(&random, 2)) next += (int64_t)random_below(&random, max_step);
        if (next > largest) next = largest;
        const int64_t drawn = to->is_segment ? next : size == 0 ? 0 : (int64_t)random_below(&random, (uint64_t)size);
        const int is_hostile = hostility > 200 && random_below(&random, 64) == 0;
        const int64_t wrapped = hostility % 4 == 1 && !to->is_segment ? drawn - size : drawn;
        to->at[i] = after_writing(to->at_dtype, is_hostile ? take_number(from) : wrapped);
    }
    for (int64_t t = 0; t < to->n_tuples && to->has_rows; t++) {
        const int is_hostile = hostility % 8 > 5 && random_below(&random, 64) == 0;
        const int64_t drawn = (int64_t)random_below(&random, 2 * (uint64_t)to->n_rows) - to->n_rows;
        to->rows[t] = after_writing(to->rows_dtype, is_hostile ? take_number(from) : drawn);
    }
}

/* ---- Where tuples are ---------------------------------------------------------------------------------------------------------------- */

/* An index after its rule: -1 if it is passed over, -2 if it must be rejected. */
static int64_t find_index(int64_t index, int64_t size, strew_policy policy, int wraps)
{
    const int64_t found = wraps && index < 0 && index >= -size ? index + size : index;
    if (found >= 0 && found < size) return found;
    if (policy == STREW_POLICY_CLAMP && size != 0) return found < 0 ? 0 : size - 1;
    return policy == STREW_POLICY_ERROR ? -2 : -1;
}

static int64_t find_slice(const problem *of, int64_t t)
{
    const strew_options *const options = &of->options;
    const int k = of->kind == PAIRS ? 2 : 1, wraps = !of->is_segment && options->negative == STREW_NEGATIVE_WRAPS;
    int64_t slice = 0, wrong = 0;
    for (int c = 0; c < k; c++) {
        const int64_t given_index = of->at[t * k + c], size = size_of(of, t * k + c);
        if (options->has_ignore_index && given_index == options->ignore_index) return -1;
        const int64_t index = find_index(given_index, size, options->policy, wraps);
        if (index < 0) wrong = index;
        slice = slice * size + index;
    }
    if (wrong != 0) return wrong;
    return of->kind == ELEMENTS ? slice * of->m + t % of->n_columns : slice;
}

/* What must come of the call: some wrong indices need not be told, because their tuples are passed over by their rows. */
typedef struct verdict {
    int must_be_rejected, may_be_rejected, may_be_unsorted;
} verdict;

static verdict find_tuples(problem *of)
{
    verdict found = {0, 0, 0};
    int64_t before = 0;
    for (int64_t i = 0; i < of->n_at && of->kind == OFFSETS; i++) {
        found.must_be_rejected |= of->at[i] < before || of->at[i] > of->n_tuples;
        before = of->at[i];
    }
    if (found.must_be_rejected) return found;
    before = 0;
    for (int64_t t = 0, s = -1; t < of->n_tuples; t++) {
        while (of->kind == OFFSETS && s < of->n && of->at[s + 1] <= t) s++;
        int64_t slice = of->kind != OFFSETS ? find_slice(of, t) : s < of->n ? s : -1, row = 0;
        if (of->has_rows) row = find_index(of->rows[t], of->n_rows, of->options.update_policy, 1);
        const int is_passed_over = slice == -1 || row == -1, falls = of->kind == SORTED && slice >= 0 && slice < before;
        found.may_be_rejected |= slice == -2 || falls;
        found.may_be_unsorted |= falls;
        if (!is_passed_over) found.must_be_rejected |= slice == -2 || row == -2 || falls;
        if (slice >= 0 && !is_passed_over) before = slice;
        of->slice_of[t] = is_passed_over ? -1 : slice;
        of->row_of[t] = is_passed_over ? -1 : row;
    }
    return found;
}

/* Any tuple of an element may have won it, or none; some that are stored may be hostile. Returns whether they must be rejected. */
static int take_winners(bytes *from, problem *of)
{
    const size_t n = (size_t)(of->n_outer * of->n_named * of->width), size = of->arg != 0 ? reference_size(of->arg) : 0;
    const int counts_axis = of->options.arg_counts == STREW_ARG_COUNTS_AXIS;
    const unsigned hostility = take_byte(from);
    uint64_t random = take_pair(from);
    int is_wrong = 0;
    for (size_t e = 0; e < n; e++) winner_of[e] = -1;
    for (int64_t t = 0; t < of->n_tuples; t++) {
        for (int64_t o = 0; o < of->n_outer && of->slice_of[t] >= 0; o++) {
            for (int64_t c = 0; c < of->width; c++) {
                if (random_below(&random, 2)) winner_of[(o * of->n_named + of->slice_of[t]) * of->width + c] = t;
            }
        }
    }
    guarded_place(&args, n * size, (placement)(hostility % 2), 0);
    for (size_t e = 0; e < n && of->arg != 0; e++) {
        const int64_t tuple = winner_of[e], end = counts_axis ? of->n_tuples / of->n_columns : of->n_tuples;
        int64_t number = tuple < 0 ? of->nobody : counts_axis ? tuple / of->n_columns : tuple;
        if (number == of->nobody) winner_of[e] = -1;
        if (hostility > 200 && random_below(&random, 64) == 0) {
            number = after_writing(of->arg, take_number(from));
            of->has_hostile_arg = 1;
            is_wrong |= number != of->nobody && (number < 0 || number >= end);
        }
        reference_write_integer(of->arg, args.bytes + e * size, (uint64_t)number);
    }
    return is_wrong;
}

/* ---- The loops ----------------------------------------------------------------------------------------------------------------------- */

static void convert(strew_dtype from, const void *element, strew_dtype to, void *converted)
{
    convert_element(from, element, to, converted, STREW_OVERFLOW_WRAPS);
}

static void combine(strew_dtype dtype, strew_reduction op, void *a, const void *b)
{
    reference_combine_nan(dtype, op, STREW_NAN_WINS, a, b);
}

static void negate(strew_dtype dtype, void *number)
{
    const double minus_one = -1;
    unsigned char factor[8];
    reference_write_floats(dtype, factor, &minus_one);
    combine(dtype, STREW_REDUCTION_MUL, number, factor);
}

/* The gradient of a mean, divided; everything else is that of a sum. */
static void divide(const problem *of)
{
    const size_t size = reference_size(of->dtype), width = (size_t)of->width, n = (size_t)(of->n_outer * of->n_named) * width;
    memcpy(quotients, given.bytes, n * size);
    for (size_t e = 0; e < n && of->reduction == STREW_REDUCTION_MEAN; e++) {
        const int64_t slice = (int64_t)(e / width) % of->n_named;
        double number[2], count = 0;
        for (int64_t t = 0; t < of->n_tuples; t++) count += of->slice_of[t] == slice;
        reference_read_floats(of->dtype, given.bytes + e * size, number);
        if (count == 0) continue;
        const double quotient = number[0] / (count + !of->excludes_self); /* rounded twice, which is once to half of the digits */
        reference_write_floats(of->dtype, quotients + e * size, &quotient);
    }
}

/* The product of an element of the given gradient and its weight or alpha. */
static void multiply(const problem *of, size_t e, int64_t t, int64_t c, strew_dtype dtype, void *to)
{
    const size_t size = reference_size(of->dtype);
    unsigned char factor[8];
    const unsigned char *by = of->options.alpha != NULL ? alpha : NULL;
    if (of->has_weights) by = weights.bytes + (size_t)(of->has_heads ? t * of->width + c : t) * size;
    convert(of->dtype, quotients + e * size, dtype, to);
    if (by == NULL) return;
    convert(of->dtype, by, dtype, factor);
    combine(dtype, STREW_REDUCTION_MUL, to, factor);
}

/* a + b or a - b, where a is an element of output. */
static void add(const problem *of, unsigned char *to, strew_reduction op, const unsigned char *number, strew_dtype dtype)
{
    unsigned char sum[8], other[8];
    convert(of->dtype, to, of->wide, sum);
    convert(dtype, number, of->wide, other);
    combine(of->wide, op, sum, other);
    convert(of->wide, sum, of->dtype, to);
}

static void expect_weights(const problem *of)
{
    const size_t size = reference_size(of->dtype);
    const int64_t n_heads = of->has_heads ? of->width : 1;
    for (int64_t t = 0; t < of->n_tuples; t++) {
        for (int64_t h = 0; h < n_heads; h++) {
            double sums[N_SUMS] = {0};
            size_t n = 0;
            for (int64_t o = 0; o < of->n_outer && of->slice_of[t] >= 0; o++) {
                for (int64_t c = of->has_heads ? h : 0; c < (of->has_heads ? h + 1 : of->width); c++, n++) {
                    const size_t e = (size_t)((o * of->n_named + of->slice_of[t]) * of->width + c);
                    const int64_t update = of->has_rows ? o * of->n_rows + of->row_of[t] : o * of->n_tuples + t;
                    unsigned char product[8], other[8];
                    convert(of->dtype, quotients + e * size, of->wide, product);
                    convert(of->dtype, updates.bytes + (size_t)(update * of->width + c) * size, of->wide, other);
                    combine(of->wide, STREW_REDUCTION_MUL, product, other);
                    if (of->arg != 0 && winner_of[e] != t) memset(product, 0, sizeof product);
                    combine(of->wide, STREW_REDUCTION_ADD, &sums[n % N_SUMS], product);
                }
            }
            for (size_t half = N_SUMS / 2; half > 0; half /= 2) {
                for (size_t s = 0; s < half; s++) combine(of->wide, STREW_REDUCTION_ADD, &sums[s], &sums[s + half]);
            }
            if (of->reduction == STREW_REDUCTION_SUB && of->slice_of[t] >= 0) negate(of->wide, sums);
            convert(of->wide, sums, of->dtype, expected + (size_t)(t * n_heads + h) * size);
        }
    }
}

/* Of n elements. */
static void expect_gradient(const problem *of, size_t n)
{
    const size_t size = reference_size(of->dtype), n_data = (size_t)(of->n_outer * of->n_named * of->width);
    const int is_sub = of->reduction == STREW_REDUCTION_SUB, is_data = of->of == STREW_GRADIENT_OF_DATA;
    unsigned char product[8];
    divide(of);
    memset(expected, 0, n * size);
    if (is_data) memcpy(expected, quotients, n_data * size);
    if (of->of == STREW_GRADIENT_OF_WEIGHTS) {
        expect_weights(of);
        return;
    }
    for (size_t e = 0; e < n_data && of->arg != 0 && of->has_rows && !is_data; e++) {
        const int64_t t = winner_of[e], c = (int64_t)e % of->width, o = (int64_t)e / (of->n_named * of->width);
        if (t < 0) continue;
        multiply(of, e, t, c, of->wide, product);
        add(of, expected + (size_t)((o * of->n_rows + of->row_of[t]) * of->width + c) * size, STREW_REDUCTION_ADD, product, of->wide);
    }
    for (int64_t i = 0; i < of->n_outer * of->n_tuples * of->width; i++) {
        const int64_t c = i % of->width, t = i / of->width % of->n_tuples, o = i / of->width / of->n_tuples;
        if (of->slice_of[t] < 0) continue;
        const size_t e = (size_t)((o * of->n_named + of->slice_of[t]) * of->width + c);
        const int has_won = of->arg == 0 || winner_of[e] == t;
        if (is_data) {
            if (of->excludes_self || (of->arg != 0 && has_won)) memset(expected + e * size, 0, size);
        } else if (of->has_rows && of->arg == 0) {
            unsigned char *const to = expected + (size_t)((o * of->n_rows + of->row_of[t]) * of->width + c) * size;
            multiply(of, e, t, c, of->dtype, product);
            add(of, to, is_sub ? STREW_REDUCTION_SUB : STREW_REDUCTION_ADD, product, of->dtype);
        } else if (!of->has_rows && has_won) {
            multiply(of, e, t, c, of->wide, product);
            if (is_sub) negate(of->wide, product);
            convert(of->wide, product, of->dtype, expected + (size_t)i * size);
        }
    }
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static void place_integers(guarded *to, strew_dtype dtype, const int64_t *values, int64_t n, bytes *from)
{
    const size_t size = reference_size(dtype);
    guarded_place(to, (size_t)n * size, (placement)take_below(from, 2), take_below(from, 64));
    for (int64_t i = 0; i < n; i++) reference_write_integer(dtype, to->bytes + (size_t)i * size, (uint64_t)values[i]);
}

static void place_floats(guarded *to, strew_dtype dtype, size_t n, bytes *from, uint64_t *random)
{
    const unsigned how = take_byte(from);
    guarded_place(to, n * reference_size(dtype), (placement)(how % 2), how / 2 % 64);
    fill(dtype, to->bytes, n, how / 128 ? EXTREME : ORDINARY, random);
}

static size_t count(const strew_tensor *of)
{
    size_t n = 1;
    for (int32_t d = 0; d < of->rank; d++) n *= (size_t)of->shape[d];
    return n;
}

static void run(problem *of, const strew_call *call, bytes *from)
{
    const int is_of_updates = of->of == STREW_GRADIENT_OF_UPDATES, is_of_weights = of->of == STREW_GRADIENT_OF_WEIGHTS;
    const strew_tensor *const to = is_of_updates ? &call->updates : is_of_weights ? &call->weights : &call->data;
    const size_t n = count(to), size = reference_size(of->dtype);
    take_indices(from, of);
    place_integers(&at, of->at_dtype, of->at, of->n_at, from);
    place_integers(&rows, of->rows_dtype, of->rows, of->has_rows ? of->n_tuples : 0, from);
    uint64_t random = take_pair(from);
    place_floats(&given, of->dtype, count(&call->data), from, &random);
    place_floats(&updates, of->dtype, count(&call->updates), from, &random);
    place_floats(&weights, of->dtype, of->has_weights ? count(&call->weights) : 0, from, &random);
    fill(of->dtype, alpha, 1, ORDINARY, &random);
    const verdict found = find_tuples(of);
    if (found.must_be_rejected) memset(of->slice_of, 0xff, sizeof of->slice_of);
    const int is_wrong_winner = take_winners(from, of), must_be_rejected = found.must_be_rejected || is_wrong_winner;
    if (!must_be_rejected) expect_gradient(of, n);
    const int is_sub = of->reduction == STREW_REDUCTION_SUB, is_of_data = of->of == STREW_GRADIENT_OF_DATA;
    const int is_unsupported = of->reduction == STREW_REDUCTION_MUL || (is_sub && of->excludes_self && !is_of_data) ||
                               (of->is_segment && is_of_data && of->options.initial != STREW_INITIAL_DATA);
    strew_gradient_buffers buffers =
        STREW_GRADIENT_BUFFERS(.output_gradient = given.bytes, .update_indices = of->has_rows ? rows.bytes : NULL,
                               .updates = is_of_weights ? updates.bytes : NULL,
                               .weights = is_of_updates && of->has_weights ? weights.bytes : NULL, .arg = of->arg != 0 ? args.bytes : NULL);
    *(of->kind == OFFSETS ? &buffers.offsets : &buffers.indices) = at.bytes;
    const int32_t n_threads = 1 + (int32_t)take_below(from, 7);
    for (int way = 0; way < 3; way++) { /* alone, on threads, in two parts, of which the last one writes */
        const int is_shared = way == 1;
        const size_t n_bytes = strew_gradient_workspace_size(call, of->of, is_shared ? n_threads : 1);
        strew_resources resources = STREW_RESOURCES(.n_threads = n_threads, .parallel_for = is_shared ? on_one_thread : NULL, .wake_ns = 1);
        strew_fault fault = {STREW_OK};
        strew_status status = STREW_OK;
        require(n_bytes <= CAPACITY, "the workspace is large");
        resources.workspace = guarded_place(&workspace, n_bytes, FLUSH_END, 0);
        resources.workspace_bytes = n_bytes;
        guarded_place(&output, n * size, (placement)(way % 2), 0);
        memset(output.bytes, PATTERN, n * size);
        resources.n_parts = way == 2 ? 2 : 0;
        for (resources.part = way == 2; status == STREW_OK && resources.part >= 0; resources.part--) {
            status = strew_gradient(output.bytes, call, of->of, &buffers, &resources, &fault);
        }
        require(fault.status == status, "the fault has another status");
        if (is_unsupported) {
            require(status == STREW_STATUS_UNSUPPORTED_GRADIENT, "there is such a gradient");
        } else if (status != STREW_OK) {
            require(must_be_rejected || found.may_be_rejected, "not run");
            require(status == STREW_STATUS_INDEX_OUT_OF_BOUNDS || (status == STREW_STATUS_NOT_SORTED && found.may_be_unsorted),
                    "wrong indices have another status");
        } else {
            require(!must_be_rejected, "run with what is wrong");
            for (size_t i = 0; i < n && !of->has_hostile_arg; i++) {
                require(is_same_element(of->dtype, output.bytes + i * size, expected + i * size, SAME_ZERO), "the result is another");
            }
        }
        for (size_t i = 0; i < n * size && status != STREW_OK; i++) require(output.bytes[i] == PATTERN, "rejected, but output has changed");
        require(guarded_is_intact(&output) && guarded_is_intact(&workspace), "bytes beside were written");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static guarded *const all[] = {&output, &given, &at, &rows, &updates, &weights, &args, &workspace};
    static const strew_operator operators[KINDS] = {STREW_OPERATOR_SCATTER_UPDATE,
                                                    STREW_OPERATOR_SCATTER_UPDATE,
                                                    STREW_OPERATOR_SCATTER_ND,
                                                    STREW_OPERATOR_SCATTER_ELEMENTS,
                                                    STREW_OPERATOR_PUT,
                                                    STREW_OPERATOR_SEGMENT,
                                                    STREW_OPERATOR_SEGMENT};
    static problem what;
    bytes from = {input, size};
    strew_plan plan;
    strew_fault fault, other;
    for (size_t i = 0; i < sizeof all / sizeof *all && !output.bytes; i++) *all[sizeof all / sizeof *all - 1 - i] = guarded_open(CAPACITY);
    take_call(&from, &what);
    const kind kind = what.kind;
    const int is_matrix = kind == ELEMENTS || kind == PUT;
    const int64_t t = what.n_tuples, n_slices = what.has_rows ? what.n_rows : t, n_lines = t / what.n_columns;
    const int64_t of_data[] = {what.n_outer, what.n, what.m, is_matrix ? 1 : what.width}, of_pair[] = {what.n, what.m, what.width},
                  of_rows[] = {what.n, what.width}, of_outer[] = {what.n_outer, what.n, what.width};
    const int64_t of_updates[] = {what.n_outer, n_slices, what.width}, of_lines[] = {n_lines, what.n_columns},
                  of_tuples[] = {t, what.width}, of_pairs[] = {t, 2};
    const strew_dtype dtype = what.dtype;
    const strew_tensor tuples = {.rank = kind == ELEMENTS ? 2 : 1, .shape = kind == ELEMENTS ? of_lines : &t};
    strew_call call = STREW_CALL(.op = operators[kind], .reduction = what.reduction, .options = &what.options, .axis = kind == OUTER,
                                 .data = {dtype, 2, of_rows}, .updates = {dtype, 2, of_updates + 1});
    if (kind == OUTER) call.data = (strew_tensor){dtype, 3, of_outer}, call.updates = (strew_tensor){dtype, 3, of_updates};
    if (kind == PAIRS) call.data = (strew_tensor){dtype, 3, of_pair};
    if (is_matrix) call.data = (strew_tensor){dtype, 2, of_data + 1};
    if (is_matrix) call.updates = what.has_rows ? (strew_tensor){dtype, 1, &what.n_rows} : (strew_tensor){dtype, tuples.rank, tuples.shape};
    call.indices = (strew_tensor){what.at_dtype, kind == PAIRS ? 2 : tuples.rank, kind == PAIRS ? of_pairs : tuples.shape};
    if (kind == OFFSETS) call.indices = (strew_tensor){0}, call.offsets = (strew_tensor){what.at_dtype, 1, &what.n_at};
    if (what.has_rows) call.update_indices = (strew_tensor){what.rows_dtype, tuples.rank, tuples.shape};
    if (what.has_weights) call.weights = (strew_tensor){dtype, what.has_heads ? 2 : tuples.rank, what.has_heads ? of_tuples : tuples.shape};
    if (what.arg != 0) call.arg = (strew_tensor){what.arg, call.data.rank, call.data.shape};
    const strew_status status = strew_plan_call(&plan, &call, &fault);
    if (status == STREW_OK) {
        run(&what, &call, &from);
        return 0;
    }
    /* The gradient of what cannot be planned is rejected in the same words. */
    const strew_gradient_buffers none = STREW_GRADIENT_BUFFERS_INIT;
    require(strew_gradient_workspace_size(&call, what.of, 1) == 0, "a workspace for what cannot be planned");
    require(strew_gradient(NULL, &call, what.of, &none, NULL, &other) == status, "not planned, but not rejected in the same words");
    const int is_known = (status == STREW_STATUS_CONFLICT && what.options.alpha != NULL && what.options.excludes_self) ||
                         status == STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION;
    require(is_known, "a call that is valid cannot be planned");
    return 0;
}
