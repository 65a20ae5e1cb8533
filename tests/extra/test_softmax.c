/* strew_segment_softmax through its header alone, beside loops in long double. */
#include <strew/softmax.h>

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "units.h"

enum { MAX_ELEMENTS = 40000, MAX_RESULTS = 80000, MAX_SEGMENTS = 600 };

static uint64_t state_of_random = 47;

static size_t below(size_t end)
{
    return (size_t)random_below(&state_of_random, end);
}

static placement any_placement(void)
{
    return below(2) ? FLUSH_END : FLUSH_START;
}

/* ---- The reference ------------------------------------------------------------------------------------------------------------------- */

/* A call: rows in segments, which each row's number of a segment says; -1 of none. */
typedef struct problem {
    strew_softmax_function function;
    strew_dtype dtype;
    size_t n_rows, n_columns, n_segments;
    const unsigned char *updates;
    const int64_t *segment_of;
} problem;

static double read(strew_dtype dtype, const unsigned char *elements, size_t i)
{
    double number[2];
    reference_read_floats(dtype, elements + i * reference_size(dtype), number);
    return number[0];
}

/* Where a long double, or what exp takes, is a double, the difference is rounded: exp of what that leaves out is very nearly 1 more than
 * it. */
static long double exp_of_difference(long double x, long double y)
{
    const long double difference = x - y, of_y = difference - x, left_out = x - (difference - of_y) - (y + of_y);
    const double rounded = (double)difference;
    return is_finite(difference) ? expl(rounded) * (1 + (left_out + (difference - rounded))) : expl(difference);
}

/* The exact results of one segment and column, and how many units each result is wrong. */
static void check_column(const problem *of, const unsigned char *output, size_t segment, size_t column)
{
    const int is_small = reference_size(of->dtype) == 2, is_double = of->dtype == STREW_DTYPE_FLOAT64;
    const int digits = is_double ? 53 : of->dtype == STREW_DTYPE_FLOAT16 ? 11 : is_small ? 8 : 24;
    const int min_exponent = is_double ? DBL_MIN_EXP : of->dtype == STREW_DTYPE_FLOAT16 ? -13 : FLT_MIN_EXP;
    const long double bound = is_small ? 1 : is_double && !has_long_doubles() ? 8 : 3;
    const long double largest = is_double ? DBL_MAX : of->dtype == STREW_DTYPE_FLOAT16 ? 65504 : is_small ? 0x1.fep127 : FLT_MAX;
    long double max = -INFINITY, sum = 0, missing = 0; /* what is rounded off sum: a long double may be a double */

    for (size_t row = 0; row < of->n_rows; row++) {
        const double x = read(of->dtype, of->updates, row * of->n_columns + column);
        if (of->segment_of[row] == (int64_t)segment && (isnan(x) || x > max)) max = isnan(max) ? max : x;
    }
    for (size_t row = 0; row < of->n_rows; row++) {
        if (of->segment_of[row] != (int64_t)segment) continue;
        const long double term = exp_of_difference(read(of->dtype, of->updates, row * of->n_columns + column), max) + missing, before = sum;
        sum += term;
        missing = !is_finite(sum) ? 0 : term - (sum - before);
    }
    for (size_t row = 0; row < of->n_rows; row++) {
        const int is_sum = of->function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP;
        if (!is_sum && of->segment_of[row] != (int64_t)segment) continue;
        const size_t at = (is_sum ? segment : row) * of->n_columns + column;
        const long double x = is_sum ? max : read(of->dtype, of->updates, row * of->n_columns + column);
        const int is_softmax = of->function == STREW_SOFTMAX_FUNCTION_SOFTMAX;
        const long double of_row = is_softmax ? exp_of_difference(x, max) / sum : x - max - logl(sum);
        const long double exact = !is_sum ? of_row : is_infinite(max) ? max : max + logl(sum);
        const double found = read(of->dtype, output, at);
        if (isinf(found) && fabsl(exact) > largest && (found > 0) == (exact > 0)) continue;
        const long double distance = distance_of(found, exact, digits, is_softmax ? min_exponent : 1);
        if (distance > bound) fail_msg("segment %zu column %zu: %.17g, not %.17Lg, is off by %Lg", segment, column, found, exact, distance);
        if (is_sum) break;
    }
}

static void check_all(const problem *of, const unsigned char *output)
{
    for (size_t s = 0; s < of->n_segments; s++) {
        for (size_t c = 0; c < of->n_columns; c++) check_column(of, output, s, c);
    }
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};
static const strew_dtype index_dtypes[] = {STREW_DTYPE_INT64, STREW_DTYPE_INT32,  STREW_DTYPE_UINT64, STREW_DTYPE_UINT32,
                                           STREW_DTYPE_INT16, STREW_DTYPE_UINT16, STREW_DTYPE_INT8,   STREW_DTYPE_UINT8};
static const size_t widths[] = {1, 3, 4, 32, 64, 65, 150};

static int64_t segment_of[MAX_ELEMENTS], offsets[MAX_SEGMENTS + 1];

/* Segments of very different sizes, empty ones among them, from `begin` on; rows that follow are in none if there is a gap. */
static void cut_segments(size_t n_rows, size_t n_segments, size_t begin, size_t end)
{
    offsets[0] = (int64_t)begin;
    for (size_t s = 1; s < n_segments; s++) offsets[s] = (int64_t)(below(3) ? begin + below(end - begin + 1) : end);
    for (size_t s = 1; s < n_segments; s++) {
        for (size_t t = s; t > 1 && offsets[t] < offsets[t - 1]; t--) {
            const int64_t other = offsets[t];
            offsets[t] = offsets[t - 1];
            offsets[t - 1] = other;
        }
    }
    offsets[n_segments] = (int64_t)end;
    for (size_t row = 0; row < n_rows; row++) segment_of[row] = -1;
    for (size_t s = 0; s < n_segments; s++) {
        for (int64_t row = offsets[s]; row < offsets[s + 1]; row++) segment_of[row] = (int64_t)s;
    }
}

/* Integers of any type, maybe backwards or apart, in a guarded buffer. */
static strew_tensor place_integers(const int64_t *values, int64_t *shape, int64_t *stride, size_t n, strew_dtype dtype)
{
    const size_t size = reference_size(dtype);
    *shape = (int64_t)n;
    *stride = below(2) ? 1 : below(2) ? -1 : 3;
    const size_t apart = (size_t)(*stride < 0 ? -*stride : *stride);
    unsigned char *buffer = guarded_new(n != 0 ? ((n - 1) * apart + 1) * size : 0, any_placement());
    if (*stride < 0 && n != 0) buffer += (n - 1) * size;
    for (size_t i = 0; i < n; i++) reference_write_integer(dtype, buffer + (int64_t)i * *stride * (int64_t)size, (uint64_t)values[i]);
    return (strew_tensor){dtype, 1, shape, buffer, stride};
}

/* A workspace of the size that is asked for, at an odd address. */
static strew_resources with_workspace(const strew_softmax *softmax, int32_t n_threads)
{
    const size_t bytes = strew_segment_softmax_workspace_size(softmax, n_threads);
    return STREW_RESOURCES(.workspace = guarded_new(bytes, FLUSH_END), .workspace_bytes = bytes);
}

/* Runs a call in every way, and compares: all have the same bits. `output` gets these. */
static void run_in_every_way(const strew_softmax *softmax, unsigned char *output, size_t output_bytes, size_t n_threads)
{
    const size_t n_updates = reference_bytes(&softmax->updates);
    strew_fault fault;

    strew_resources resources = with_workspace(softmax, 1);
    memset(output, 0x5a, output_bytes);
    assert_int_equal(strew_segment_softmax(output, softmax, &resources, &fault), STREW_OK);
    assert_int_equal(fault.status, STREW_OK);
    unsigned char *const other = guarded_new(output_bytes, any_placement());
    /* On threads, which take so little work only if they need no time to be woken. */
    memset(other, 0x5a, output_bytes);
    resources = with_workspace(softmax, (int32_t)n_threads);
    resources.parallel_for = on_threads;
    resources.pool = &n_threads;
    resources.n_threads = (int32_t)n_threads;
    resources.wake_ns = 1;
    assert_int_equal(strew_segment_softmax(other, softmax, &resources, &fault), STREW_OK);
    assert_memory_equal(output, other, output_bytes);
    /* In parts, the last one first. */
    memset(other, 0x5a, output_bytes);
    resources = with_workspace(softmax, 1);
    resources.n_parts = (int32_t)n_threads;
    for (int32_t part = resources.n_parts - 1; part >= 0; part--) {
        resources.part = part;
        assert_int_equal(strew_segment_softmax(other, softmax, &resources, NULL), STREW_OK);
    }
    assert_memory_equal(output, other, output_bytes);
    if (softmax->function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP) return;
    /* In place: rows of no segment stay. */
    strew_softmax in_place = *softmax;
    memcpy(other, softmax->updates.values, n_updates);
    in_place.updates.values = other;
    assert_int_equal(strew_segment_softmax(other, &in_place, &resources, NULL), STREW_OK);
    resources.n_parts = 0, resources.part = 0;
    memcpy(other, softmax->updates.values, n_updates);
    assert_int_equal(strew_segment_softmax(other, &in_place, &resources, NULL), STREW_OK);
    const size_t row_bytes = softmax->updates.shape[0] ? n_updates / (size_t)softmax->updates.shape[0] : 0;
    for (size_t row = 0; row < (size_t)softmax->updates.shape[0]; row++) {
        const unsigned char *expected = segment_of[row] < 0 ? softmax->updates.values : output;
        assert_memory_equal(other + row * row_bytes, expected + row * row_bytes, row_bytes);
    }
}

TEST(every_function_dtype_and_width)
{
    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const strew_softmax_function function = (strew_softmax_function)(1 + choose("function", 3));
        const size_t n_columns = widths[choose("width", COUNT(widths))];
        const size_t form = choose("form", 4); /* offsets; without the last; with gaps; indices */
        const size_t n_rows = (size_t[]){0, 1, 9, 700}[choose("rows", 4)], n_segments = (size_t[]){1, 2, 60}[choose("segments", 3)];
        if (is_light() && case_number() % 37 != 0) continue;
        if (n_rows * n_columns > MAX_ELEMENTS && case_number() % 5 != 0) continue; /* the reference is slow */
        const size_t n_here = n_rows * n_columns > MAX_ELEMENTS ? MAX_ELEMENTS / n_columns : n_rows;
        const strew_dtype index_dtype = index_dtypes[below(n_here < 128 && n_segments < 128 ? COUNT(index_dtypes) : 4)];
        const int64_t shape[] = {(int64_t)n_here, n_columns % 2 ? 1 : 2, (int64_t)(n_columns % 2 ? n_columns : n_columns / 2)};
        const size_t gap = form == 2 ? below(n_here + 1) : 0, size = reference_size(dtype);
        unsigned char *const updates = guarded_new(n_here * n_columns * size, any_placement());
        int64_t shape_of_integers, stride;
        fill(dtype, updates, n_here * n_columns, case_number() % 4 ? ORDINARY : EXTREME, &state_of_random);
        cut_segments(n_here, n_segments, gap / 2, n_here - (gap - gap / 2));
        strew_softmax softmax = STREW_SOFTMAX(.function = function, .updates = {dtype, 3, shape, updates, NULL});
        if (form == 3) {
            for (size_t row = 0; row < n_here; row++) segment_of[row] = (int64_t)below(n_segments);
            softmax.indices = place_integers(segment_of, &shape_of_integers, &stride, n_here, index_dtype);
            softmax.n_segments = (int64_t)n_segments;
        } else {
            softmax.end_is_implied = form == 1;
            softmax.offsets = place_integers(offsets, &shape_of_integers, &stride, n_segments + (form != 1), index_dtype);
        }
        const size_t n_results = function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP ? n_segments * n_columns : n_here * n_columns;
        unsigned char *const output = guarded_new(n_results * size, any_placement());
        run_in_every_way(&softmax, output, n_results * size, 2 + below(5));
        const problem problem = {function, dtype, n_here, n_columns, n_segments, updates, segment_of};
        if (n_segments * n_here * n_columns < 400000 || case_number() % 7 == 0) check_all(&problem, output);
        assert_true(guarded_free_all());
    }
}

/* ---- Numbers that are none, and large groups ----------------------------------------------------------------------------------------- */

static void expect(strew_softmax_function function, const float *x, size_t n, const float *expected)
{
    const int64_t rows = (int64_t)n, two = 2, ends[] = {0, (int64_t)n};
    static const int32_t zeros[8];
    float found[8];
    for (int by_indices = 0; by_indices < 2; by_indices++) {
        strew_softmax softmax = STREW_SOFTMAX(.function = function, .updates = {STREW_DTYPE_FLOAT32, 1, &rows, x, NULL});
        if (by_indices)
            softmax.indices = (strew_tensor){STREW_DTYPE_INT32, 1, &rows, zeros, NULL}, softmax.n_segments = 1;
        else
            softmax.offsets = (strew_tensor){STREW_DTYPE_INT64, 1, &two, ends, NULL};
        const strew_resources resources = with_workspace(&softmax, 1);
        assert_int_equal(strew_segment_softmax(found, &softmax, &resources, NULL), STREW_OK);
        for (size_t i = 0; i < (function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP ? 1 : n); i++) {
            if (!is_same_element(STREW_DTYPE_FLOAT32, found + i, expected + i, SAME_ZERO))
                fail_msg("function %d: element %zu is %g, not %g", (int)function, i, (double)found[i], (double)expected[i]);
        }
        assert_true(guarded_free_all());
    }
}

TEST(what_is_no_number)
{
    static const float nans[] = {NAN, NAN, NAN};
    static const struct {
        float x[3], softmax[3], log_softmax[3], logsumexp;
    } rows[] = {
        {{1, NAN, 2}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN},
        {{NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN},
        {{NAN, -INFINITY, -INFINITY}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN},
        {{INFINITY, NAN, 0}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN},
        {{NAN, 0, INFINITY}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN},
        {{INFINITY, 1, FLT_MAX}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, INFINITY},
        {{INFINITY, INFINITY, -INFINITY}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, INFINITY},
        {{-INFINITY, -INFINITY, -INFINITY}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, -INFINITY},
        {{-INFINITY, 5, -INFINITY}, {0, 1, 0}, {-INFINITY, 0, -INFINITY}, 5},
        {{-FLT_MAX, FLT_MAX, -FLT_MAX}, {0, 1, 0}, {-INFINITY, 0, -INFINITY}, FLT_MAX},
        {{FLT_MAX, 0, 0}, {1, 0, 0}, {0, -FLT_MAX, -FLT_MAX}, FLT_MAX},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        in_case("row %zu", i);
        expect(STREW_SOFTMAX_FUNCTION_SOFTMAX, rows[i].x, 3, rows[i].softmax);
        expect(STREW_SOFTMAX_FUNCTION_LOG_SOFTMAX, rows[i].x, 3, rows[i].log_softmax);
        expect(STREW_SOFTMAX_FUNCTION_LOGSUMEXP, rows[i].x, 3, &rows[i].logsumexp);
    }
    expect(STREW_SOFTMAX_FUNCTION_LOGSUMEXP, nans, 0, (const float[]){-INFINITY});
    expect(STREW_SOFTMAX_FUNCTION_SOFTMAX, (const float[]){-0.0F}, 1, (const float[]){1});
    expect(STREW_SOFTMAX_FUNCTION_LOG_SOFTMAX, (const float[]){7}, 1, (const float[]){0});
}

/* What a sum rounds off is kept: otherwise a sum of so many halves of a unit would stay at 1. */
TEST(large_groups_are_as_exact_as_small_ones)
{
    enum { N = 5000 };
    static float x[N], found[N];
    static const int64_t rows = N, one = 1, zero = 0;
    strew_softmax softmax =
        STREW_SOFTMAX(.function = STREW_SOFTMAX_FUNCTION_SOFTMAX, .end_is_implied = 1, .updates = {STREW_DTYPE_FLOAT32, 1, &rows, x, NULL},
                      .offsets = {STREW_DTYPE_INT64, 1, &one, &zero, NULL});
    float sum;

    assert_int_equal(strew_segment_softmax(found, &softmax, NULL, NULL), STREW_OK);
    for (size_t i = 0; i < N; i++) assert_true(found[i] == 1.0F / (float)N);
    for (size_t i = 1; i < N; i++) x[i] = -17.0F; /* exp is below half a unit of 1 */
    softmax.function = STREW_SOFTMAX_FUNCTION_LOGSUMEXP;
    assert_int_equal(strew_segment_softmax(&sum, &softmax, NULL, NULL), STREW_OK);
    const double exact = log1p((N - 1) * exp(-17));
    assert_true(fabs(sum - exact) < 3 * FLT_EPSILON);
    assert_true(sum > 0.0002F);
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static const int64_t good_shape[] = {6, 2}, good_n_offsets[] = {4}, good_n_indices[] = {6};
static const int64_t good_offsets[] = {0, 2, 2, 6}, good_indices[] = {2, 0, 1, 2, 0, 2};
static const float good_rows[12];
static float good_output[12];
static double good_workspace[100];

static strew_softmax good_call(int has_indices)
{
    strew_softmax softmax =
        STREW_SOFTMAX(.function = STREW_SOFTMAX_FUNCTION_SOFTMAX, .updates = {STREW_DTYPE_FLOAT32, 2, good_shape, good_rows, NULL});
    if (has_indices)
        softmax.indices = (strew_tensor){STREW_DTYPE_INT64, 1, good_n_indices, good_indices, NULL}, softmax.n_segments = 3;
    else
        softmax.offsets = (strew_tensor){STREW_DTYPE_INT64, 1, good_n_offsets, good_offsets, NULL};
    return softmax;
}

static strew_resources good_resources(void)
{
    return STREW_RESOURCES(.workspace = good_workspace, .workspace_bytes = sizeof good_workspace);
}

static void expect_fault(const strew_softmax *softmax, const strew_resources *resources, strew_fault expected)
{
    unsigned char before[sizeof good_output];
    strew_fault fault;
    memset(good_output, 0x5a, sizeof good_output);
    memcpy(before, good_output, sizeof before);
    assert_int_equal(strew_segment_softmax(good_output, softmax, resources, &fault), expected.status);
    assert_fault(&fault, expected);
    assert_int_equal(strew_segment_softmax(good_output, softmax, resources, NULL), expected.status);
    if (expected.status != STREW_OK) assert_memory_equal(good_output, before, sizeof before);
}

#define REJECT(call, ...) expect_fault(&call, &resources, (strew_fault){.status = __VA_ARGS__})

TEST(offsets_and_indices_are_checked)
{
    static const struct {
        int has_indices;
        size_t at;
        int64_t value, low, high;
    } wrong[] = {{0, 0, -1, 0, 6}, {0, 0, 7, 0, 6},         {0, 1, 3, 0, 0},  {0, 2, 1, 2, 6}, {0, 3, 7, 2, 6},
                 {0, 3, 1, 2, 6},  {0, 3, INT64_MAX, 2, 6}, {1, 0, -1, 0, 2}, {1, 5, 3, 0, 2}, {1, 5, INT64_MIN, 0, 2}};
    const strew_resources resources = good_resources();
    int64_t values[6];

    for (size_t i = 0; i < COUNT(wrong); i++) {
        strew_softmax call = good_call(wrong[i].has_indices);
        strew_tensor *const tensor = wrong[i].has_indices ? &call.indices : &call.offsets;
        const char *const subject = wrong[i].has_indices ? "indices" : "offsets";
        in_case("%zu", i);
        memcpy(values, tensor->values, (size_t)tensor->shape[0] * 8);
        tensor->values = values;
        REJECT(call, STREW_OK);
        values[wrong[i].at] = wrong[i].value;
        if (wrong[i].high == 0) { /* an offset that is too large for the next one */
            REJECT(call, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = subject, .tuple = 2, .value = 2, .low = 3, .high = 6);
            continue;
        }
        REJECT(call, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = subject, .tuple = (int64_t)wrong[i].at, .value = wrong[i].value,
               .low = wrong[i].low, .high = wrong[i].high);
    }
    strew_softmax call = good_call(1);
    call.n_segments = 0;
    REJECT(call, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = "indices", .value = 2, .high = -1);
    const uint64_t large[] = {0, 2, UINT64_MAX, 6};
    call = good_call(0), call.offsets.values = large, call.offsets.dtype = STREW_DTYPE_UINT64;
    REJECT(call, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = "offsets", .tuple = 2, .value = INT64_MAX, .low = 2, .high = 6);
    /* Far into many: the blocks of the check follow each other. */
    enum { N = 1000 };
    static int64_t many[N];
    static const int64_t n_many = N;
    for (size_t i = 0; i < N; i++) many[i] = i < 500 ? 3 : 2;
    call = good_call(0), call.offsets.values = many, call.offsets.shape = &n_many;
    REJECT(call, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = "offsets", .tuple = 500, .value = 2, .low = 3, .high = 6);
}

TEST(members_are_checked)
{
    static const int64_t none[] = {0}, five[] = {5}, negative[] = {6, -2}, apart[] = {3, 1}, two[] = {6, 1}, stride[] = {2, 1};
    strew_resources resources = good_resources();
    strew_softmax call = good_call(0);

    call.function = (strew_softmax_function)0;
    REJECT(call, STREW_STATUS_UNKNOWN_OPTION, .subject = "softmax.function");
    call.function = (strew_softmax_function)4;
    REJECT(call, STREW_STATUS_UNKNOWN_OPTION, .subject = "softmax.function", .value = 4);
    call = good_call(0), call.end_is_implied = 2;
    REJECT(call, STREW_STATUS_UNKNOWN_OPTION, .subject = "softmax.end_is_implied", .value = 2);
    call = good_call(1), call.end_is_implied = 1;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "softmax.end_is_implied", .high = -1);
    call = good_call(0), call.n_segments = 3;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "softmax.n_segments", .high = -1);
    call = good_call(1), call.n_segments = -1;
    REJECT(call, STREW_STATUS_UNKNOWN_OPTION, .subject = "softmax.n_segments", .value = -1);
    call = good_call(1), call.offsets = good_call(0).offsets;
    REJECT(call, STREW_STATUS_CONFLICT, .subject = "offsets and indices");
    call = good_call(0), memset(&call.offsets, 0, sizeof call.offsets);
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "offsets");
    call = good_call(0), call.offsets.shape = none;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "offsets", .value = 8);
    call = good_call(0), call.offsets.values = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "offsets", .value = 32);
    call = good_call(0), call.offsets.shape = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "shape of offsets");
    call = good_call(1), call.indices.values = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "indices", .value = 48);
    call = good_call(1), call.indices.shape = five;
    REJECT(call, STREW_STATUS_UPDATES_SHAPE_MISMATCH, .value = 6, .high = 5);
    call = good_call(1), call.indices.rank = 2;
    REJECT(call, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "indices", .value = 2, .low = 1, .high = 1);
    call = good_call(1), call.indices.dtype = STREW_DTYPE_BOOL;
    REJECT(call, STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .subject = "indices", .value = STREW_DTYPE_BOOL);
    call = good_call(0), call.updates.dtype = STREW_DTYPE_INT32;
    REJECT(call, STREW_STATUS_UNSUPPORTED_DTYPE, .subject = "updates", .value = STREW_DTYPE_INT32);
    call = good_call(0), call.updates.dtype = (strew_dtype)999999;
    REJECT(call, STREW_STATUS_UNKNOWN_DTYPE, .subject = "updates", .value = 999999);
    call = good_call(0), call.updates.rank = 0;
    REJECT(call, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "updates", .low = 1, .high = STREW_MAX_RANK);
    call = good_call(0), call.updates.shape = negative;
    REJECT(call, STREW_STATUS_NEGATIVE_DIMENSION, .subject = "updates", .dimension = 1, .value = -2);
    call = good_call(0), call.updates.strides = apart;
    REJECT(call, STREW_STATUS_STRIDES_UNSUPPORTED, .subject = "updates");
    call.updates.strides = stride; /* dense ones are none, nor are those of dimensions of size 1 */
    REJECT(call, STREW_OK);
    call.updates.shape = two, call.updates.strides = (const int64_t[]){1, 9};
    REJECT(call, STREW_OK);
    call = good_call(0), call.updates.values = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "updates", .value = 48);
    call = good_call(0), call.struct_size = 0;
    REJECT(call, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = "softmax.struct_size", .low = sizeof call, .high = 1024);
    struct {
        strew_softmax known;
        int64_t more;
    } larger = {good_call(0), 0};
    larger.known.struct_size = sizeof larger;
    REJECT(larger.known, STREW_OK);
    larger.more = -1; /* all bytes: the first that is not zero is at its beginning on any machine */
    REJECT(larger.known, STREW_STATUS_UNKNOWN_MEMBER, .subject = "softmax", .value = sizeof larger.known, .high = sizeof larger.known);
}

TEST(what_is_too_large_is_rejected)
{
    static const int64_t many[] = {INT64_C(1) << 62, 8}, wide[] = {0, 1000};
    const strew_resources resources = good_resources();
    strew_softmax call = good_call(0);

    call.updates.shape = many;
    REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "updates", .high = PTRDIFF_MAX);
    call = good_call(1), call.n_segments = INT64_MAX;
    REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "workspace", .high = PTRDIFF_MAX);
    call = good_call(0), call.offsets.strides = (const int64_t[]){INT64_MIN};
    REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "offsets", .high = PTRDIFF_MAX);
    call = good_call(0), call.function = STREW_SOFTMAX_FUNCTION_LOGSUMEXP, call.updates.shape = wide;
    call.offsets.shape = (const int64_t[]){INT64_C(1) << (sizeof(size_t) == 8 ? 56 : 26)}, call.offsets.dtype = STREW_DTYPE_INT8;
    REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "output", .high = PTRDIFF_MAX);
}

TEST(buffers_and_resources_are_checked)
{
    strew_resources resources = good_resources();
    strew_softmax call = good_call(0);
    float room[100] = {0};
    int64_t indices[6] = {0};
    strew_fault fault;

    call.updates.values = room;
    assert_int_equal(strew_segment_softmax(room + 1, &call, NULL, &fault), STREW_STATUS_OUTPUT_OVERLAP);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_OUTPUT_OVERLAP, .subject = "updates", .value = 44});
    call.function = STREW_SOFTMAX_FUNCTION_LOGSUMEXP;
    assert_int_equal(strew_segment_softmax(room, &call, NULL, &fault), STREW_STATUS_OUTPUT_OVERLAP);
    assert_int_equal(strew_segment_softmax(NULL, &call, NULL, &fault), STREW_STATUS_NULL_POINTER);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = "output", .value = 24});
    call = good_call(1), call.indices.values = indices;
    assert_int_equal(strew_segment_softmax(indices, &call, &resources, &fault), STREW_STATUS_OUTPUT_OVERLAP);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_OUTPUT_OVERLAP, .subject = "indices", .value = 48});
    /* Backwards: their bytes end with the first one. */
    call.indices.values = indices + 5, call.indices.strides = (const int64_t[]){-1};
    assert_int_equal(strew_segment_softmax(indices, &call, &resources, &fault), STREW_STATUS_OUTPUT_OVERLAP);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_OUTPUT_OVERLAP, .subject = "indices", .value = 48});
    call = good_call(1);
    assert_int_equal(strew_segment_softmax(good_output, &call, NULL, &fault), STREW_STATUS_WORKSPACE_TOO_SMALL);
    const size_t needed = strew_segment_softmax_workspace_size(&call, 1);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_WORKSPACE_TOO_SMALL, .low = (int64_t)needed});
    resources.workspace_bytes = needed - 1;
    REJECT(call, STREW_STATUS_WORKSPACE_TOO_SMALL, .value = (int64_t)needed - 1, .low = (int64_t)needed);
    resources.workspace_bytes = needed;
    REJECT(call, STREW_OK);
    resources.workspace = good_output + 5;
    REJECT(call, STREW_STATUS_WORKSPACE_OVERLAP, .subject = "output", .value = 28);
    resources = good_resources(), resources.n_parts = 65;
    REJECT(call, STREW_STATUS_UNKNOWN_OPTION, .subject = "resources.n_parts", .value = 65);
    resources.n_parts = 2, resources.part = 2;
    REJECT(call, STREW_STATUS_UNKNOWN_OPTION, .subject = "resources.part", .value = 2);
    resources.part = 0, resources.parallel_for = on_one_thread;
    REJECT(call, STREW_STATUS_CONFLICT, .subject = "resources.n_parts and resources.parallel_for");
    resources = good_resources(), resources.n_parts = 2, resources.workspace_bytes = 3;
    REJECT(call, STREW_STATUS_WORKSPACE_TOO_SMALL, .value = 3, .low = 127);
    resources = good_resources(), resources.struct_size = 8;
    REJECT(call, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = "resources.struct_size", .value = 8, .low = sizeof resources,
           .high = 1024);
    call = good_call(0);
    assert_int_equal(strew_segment_softmax_workspace_size(&call, 64), 0);
    call.function = (strew_softmax_function)9;
    assert_int_equal(strew_segment_softmax_workspace_size(&call, 64), 0);
    assert_int_equal(strew_segment_softmax_workspace_size(NULL, 1), 0);
}

/* With fewer bytes than all threads need, fewer take part; the pool never gets more tasks than it may. */
TEST(threads_without_a_workspace_do_not_take_part)
{
    enum { N = 4000, SEGMENTS = 100 };
    static float x[N], alone[N], shared[N];
    static int32_t indices[N];
    static const int64_t rows = N;
    size_t n_threads = 8;
    strew_softmax softmax =
        STREW_SOFTMAX(.function = STREW_SOFTMAX_FUNCTION_SOFTMAX, .n_segments = SEGMENTS,
                      .updates = {STREW_DTYPE_FLOAT32, 1, &rows, x, NULL}, .indices = {STREW_DTYPE_INT32, 1, &rows, indices, NULL});

    for (size_t i = 0; i < N; i++) x[i] = (float)below(1000) * 0.01F, indices[i] = (int32_t)below(SEGMENTS);
    for (size_t extra = 0; extra < 1500; extra += 50) {
        const size_t bytes = strew_segment_softmax_workspace_size(&softmax, 1) + extra;
        strew_resources resources = resources_on_threads(&n_threads, guarded_new(bytes, FLUSH_END), bytes);
        resources.wake_ns = 1;
        assert_int_equal(strew_segment_softmax(shared, &softmax, &resources, NULL), STREW_OK);
        if (extra == 0) memcpy(alone, shared, sizeof alone);
        assert_memory_equal(alone, shared, sizeof alone);
        assert_true(guarded_free_all());
    }
}

/* ---- Rewritten by a thread ----------------------------------------------------------------------------------------------------------- */

enum { N_REWRITTEN = 3000, MAX_CALLS = 200000, MAX_LIGHT_CALLS = 5000 };
static volatile int32_t rewritten[N_REWRITTEN];
static atomic_int is_done, has_offsets;

/* ThreadSanitizer is not told: the race is meant. */
__attribute__((noinline, no_sanitize("thread"))) static void *rewrite(void *nothing)
{
    for (size_t turn = 0; !atomic_load_explicit(&is_done, memory_order_relaxed); turn++) {
        const size_t at = turn * 7919 % N_REWRITTEN, kind = turn / N_REWRITTEN % 64;
        const int32_t right = atomic_load_explicit(&has_offsets, memory_order_relaxed) ? (int32_t)at : (int32_t)(at % 50);
        rewritten[at] = kind == 0 && at % 64 == 0 ? INT32_MAX : kind == 1 && at % 64 == 0 ? INT32_MIN : kind == 2 ? 0 : right;
    }
    return nothing;
}

static void call_while_rewritten(int by_offsets)
{
    static const int64_t shape[] = {N_REWRITTEN - 1, 2}, rows[] = {N_REWRITTEN - 1}, all[] = {N_REWRITTEN};
    const size_t bytes = (N_REWRITTEN - 1) * 2 * sizeof(float);
    const void *const values = (const void *)(uintptr_t)rewritten;
    unsigned n_right = 0, n_rejected = 0, n_changed = 0;
    strew_softmax softmax = STREW_SOFTMAX(.function = STREW_SOFTMAX_FUNCTION_SOFTMAX,
                                          .updates = {STREW_DTYPE_FLOAT32, 2, shape, guarded_new(bytes, FLUSH_END), NULL});
    unsigned char *const output = guarded_new(N_REWRITTEN * 2 * sizeof(float), FLUSH_END);
    pthread_t thread;

    if (by_offsets)
        softmax.offsets = (strew_tensor){STREW_DTYPE_INT32, 1, all, values, NULL};
    else
        softmax.indices = (strew_tensor){STREW_DTYPE_INT32, 1, rows, values, NULL}, softmax.n_segments = 50;
    strew_resources resources = with_workspace(&softmax, 3);
    resources.parallel_for = in_mixed_order, resources.n_threads = 3, resources.wake_ns = 1;
    atomic_store(&has_offsets, by_offsets);
    atomic_store(&is_done, 0);
    for (size_t i = 0; i < N_REWRITTEN; i++) rewritten[i] = (int32_t)(by_offsets ? i : i % 50);
    assert_int_equal(pthread_create(&thread, NULL, rewrite, NULL), 0);
    for (unsigned i = 0; i < (is_light() ? MAX_LIGHT_CALLS : MAX_CALLS); i++) {
        softmax.function = (strew_softmax_function)(1 + i % 3);
        const strew_status status = strew_segment_softmax(output, &softmax, &resources, NULL);
        n_right += status == STREW_OK;
        n_rejected += status == STREW_STATUS_INDEX_OUT_OF_BOUNDS;
        n_changed += status == STREW_STATUS_INDICES_CHANGED;
        assert_int_equal(n_right + n_rejected + n_changed, i + 1);
        assert_true(guarded_all_intact());
        if (i > 500 && n_right > 0 && n_rejected > 0 && n_changed > 0) break;
    }
    atomic_store(&is_done, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
    /* Of a light run's calls maybe none meets the rewriter. */
    assert_true(is_light() || (n_rejected > 0 && n_changed > 0));
    assert_true(guarded_free_all());
}

/* A pool that writes to offsets or indices before its tasks, and so after the check. */
typedef struct writing_pool {
    int32_t *at, value;
} writing_pool;

static void write_and_run(void *pool, size_t n, strew_task *task, void *argument)
{
    const writing_pool *writing = pool;
    *writing->at = writing->value;
    on_one_thread(NULL, n, task, argument);
}

TEST(what_is_written_after_the_check_is_noticed)
{
    static const int64_t shape[] = {600, 8}, n_offsets[] = {61}, n_indices[] = {600};
    static const int32_t values[] = {INT32_MAX, INT32_MIN, -1, 0, 60, 599, 600, 601};

    while (next_case()) {
        const int by_offsets = (int)choose("by_offsets", 2);
        const int32_t value = values[choose("value", COUNT(values))];
        const size_t at = choose("at", 61), place = by_offsets ? at : at < 60 ? at * 10 : 599;
        const int32_t right = (int32_t)(by_offsets ? 10 * at : place / 10);
        int32_t *const integers = guarded_new((by_offsets ? 61 : 600) * sizeof *integers, FLUSH_END);
        strew_softmax softmax = STREW_SOFTMAX(.function = (strew_softmax_function)(1 + case_number() % 3),
                                              .updates = {STREW_DTYPE_FLOAT32, 2, shape, guarded_new(19200, any_placement()), NULL});
        void *const output = guarded_new(softmax.function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP ? 1920 : 19200, any_placement());
        for (int32_t i = 0; i < (by_offsets ? 61 : 600); i++) integers[i] = by_offsets ? 10 * i : i / 10;
        if (by_offsets)
            softmax.offsets = (strew_tensor){STREW_DTYPE_INT32, 1, n_offsets, integers, NULL};
        else
            softmax.indices = (strew_tensor){STREW_DTYPE_INT32, 1, n_indices, integers, NULL}, softmax.n_segments = 60;
        strew_resources resources = with_workspace(&softmax, 2);
        writing_pool pool = {integers + place, value};
        resources.parallel_for = write_and_run, resources.pool = &pool, resources.n_threads = 2, resources.wake_ns = 1;
        const strew_status status = strew_segment_softmax(output, &softmax, &resources, NULL);
        const int is_valid = value == right || (!by_offsets && value >= 0 && value < 60);
        assert_true(status == STREW_STATUS_INDICES_CHANGED || status == STREW_OK);
        if (is_valid) assert_int_equal(status, STREW_OK);
        if (!by_offsets && !is_valid) assert_int_equal(status, STREW_STATUS_INDICES_CHANGED);
        if (by_offsets && (value < 0 || value > 600)) assert_int_equal(status, STREW_STATUS_INDICES_CHANGED);
        assert_true(guarded_free_all());
    }
}

TEST_WITH_OTHERS(offsets_rewritten_during_the_call_harm_nothing_else)
{
    call_while_rewritten(1);
}

TEST_WITH_OTHERS(indices_rewritten_during_the_call_harm_nothing_else)
{
    call_while_rewritten(0);
}
