#include "case_softmax.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <strew/softmax.h>

#include "guarded.h"
#include "reference.h"

enum { PATTERN = 0xc3 };

static int failed(const scatter_case *of, const char *why, const char *what)
{
    printf("failed %s [softmax]: %s%s\n", of->id, why, what);
    return 0;
}

/* The distance of neighbouring numbers of a dtype at a magnitude. */
static double unit_at(strew_dtype dtype, double magnitude)
{
    const int digits = dtype == STREW_DTYPE_FLOAT64 ? 53 : dtype == STREW_DTYPE_FLOAT32 ? 24 : dtype == STREW_DTYPE_FLOAT16 ? 11 : 8;
    const int lowest = dtype == STREW_DTYPE_FLOAT64 ? -1021 : dtype == STREW_DTYPE_FLOAT16 ? -13 : -125;
    int exponent;
    frexp(magnitude, &exponent);
    return ldexp(1, (magnitude == 0 || exponent < lowest ? lowest : exponent) - digits);
}

static int has_expected_output(const scatter_case *of, const unsigned char *output, size_t n)
{
    const size_t size = case_size(of->dtype);
    char numbers[100];

    if (of->expected.n_values != n) return failed(of, "expect.values has another length", "");
    for (size_t i = 0; i < n; i++) {
        double expected[2], actual[2];
        reference_read_floats(of->dtype, of->expected.values + i * size, expected);
        reference_read_floats(of->dtype, output + i * size, actual);
        if (actual[0] == expected[0] || (isnan(actual[0]) && isnan(expected[0]))) continue;
        const double magnitude = fabs(expected[0]);
        const int is_log = of->softmax_function != STREW_SOFTMAX_FUNCTION_SOFTMAX;
        const double unit = unit_at(of->dtype, is_log && magnitude < 1 ? 1 : magnitude);
        if (isfinite(actual[0]) && isfinite(expected[0]) && fabs(actual[0] - expected[0]) <= (double)of->tolerance_ulp * unit) continue;
        snprintf(numbers, sizeof numbers, "%zu is %.9g, expected %.9g", i, actual[0], expected[0]);
        return failed(of, "element ", numbers);
    }
    return 1;
}

static const unsigned char *place_contents(const case_tensor *tensor, strew_dtype dtype, placement placement)
{
    const size_t size = case_size(dtype), n = tensor->contents.values ? tensor->contents.n_values : tensor->n_elements;
    unsigned char *const to = guarded_new(n * size, placement);

    if (tensor->contents.values && n != 0) memcpy(to, tensor->contents.values, n * size);
    for (size_t i = 0; !tensor->contents.values && i < n; i++) memcpy(to + i * size, tensor->contents.fill, size);
    return to + tensor->offset * size;
}

static int run_once(const scatter_case *of, placement placement, int is_in_place)
{
    const strew_tensor integers = {of->index_dtype, of->indices.rank, of->indices.shape,
                                   place_contents(&of->indices, of->index_dtype, placement), of->indices.strides};
    const strew_tensor updates = {of->dtype, of->updates.rank, of->updates.shape, place_contents(&of->updates, of->dtype, placement),
                                  of->updates.strides};
    strew_softmax softmax = STREW_SOFTMAX(.function = (strew_softmax_function)of->softmax_function, .updates = updates,
                                          .end_is_implied = of->end_is_implied, .n_segments = of->has_offsets ? 0 : of->n_groups);
    if (of->has_offsets)
        softmax.offsets = integers;
    else
        softmax.indices = integers;
    const size_t n_updates = of->updates.n_elements, n_bytes = n_updates * case_size(of->dtype);
    const int is_sum = of->softmax_function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP;
    const size_t n_segments = (size_t)of->n_groups;
    const size_t n_rows = of->updates.rank > 0 && of->updates.shape[0] > 0 ? (size_t)of->updates.shape[0] : 1;
    const size_t n_results = is_sum ? n_segments * (n_updates / n_rows) : n_updates;
    const size_t n_output = of->is_rejected ? n_updates : n_results, output_bytes = n_output * case_size(of->dtype);
    unsigned char *const output = guarded_new(output_bytes, placement);
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault fault;

    if (is_in_place) {
        if (n_bytes != 0) memcpy(output, updates.values, n_bytes);
        softmax.updates.values = output;
    } else {
        memset(output, PATTERN, output_bytes);
    }
    const size_t workspace_bytes = strew_segment_softmax_workspace_size(&softmax, 1);
    const strew_resources resources =
        STREW_RESOURCES(.workspace = guarded_new(workspace_bytes, placement), .workspace_bytes = workspace_bytes);
    const strew_status status = strew_segment_softmax(output, &softmax, &resources, &fault);
    strew_fault_describe(&fault, sentence, sizeof sentence);
    if (!guarded_all_intact()) return failed(of, "bytes beside a buffer were written", "");
    if (!of->is_rejected) return status == STREW_OK ? has_expected_output(of, output, n_results) : failed(of, "rejected: ", sentence);
    if (status == STREW_OK) return failed(of, "not rejected", "");
    for (size_t i = 0; i < output_bytes; i++) {
        const unsigned char before = is_in_place ? ((const unsigned char *)updates.values)[i] : PATTERN;
        if (output[i] != before) return failed(of, "rejected, but output has changed", "");
    }
    return of->status == STREW_OK || status == of->status || failed(of, "rejected, but with another status: ", sentence);
}

int run_softmax_case(const scatter_case *of)
{
    int is_passed = 1;

    for (int i = 0; i < 4 && is_passed; i++) {
        if (i / 2 == 1 && of->softmax_function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP) continue; /* which is never in place */
        is_passed = run_once(of, i % 2 ? FLUSH_START : FLUSH_END, i / 2);
        guarded_free_all();
    }
    return is_passed;
}
