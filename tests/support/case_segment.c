#include "case_segment.h"

#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "guarded.h"
#include "isas.h"
#include "reference.h"

enum { PATTERN = 0xc3 };

static int failed(const scatter_case *of, strew_isa isa, const char *why, const char *what)
{
    printf("failed %s [%s]: %s%s\n", of->id, strew_isa_name(isa), why, what);
    return 0;
}

static strew_tensor place_tensor(const case_tensor *tensor, strew_dtype dtype, placement placement)
{
    const size_t size = case_size(dtype), n = tensor->contents.values ? tensor->contents.n_values : tensor->n_elements;
    unsigned char *const to = guarded_new(n * size, placement);

    if (tensor->contents.values && n != 0) memcpy(to, tensor->contents.values, n * size);
    for (size_t i = 0; !tensor->contents.values && i < n; i++) memcpy(to + i * size, tensor->contents.fill, size);
    return (strew_tensor){dtype, tensor->rank, tensor->shape, to + tensor->offset * size, tensor->strides};
}

static int has_expected_output(const scatter_case *of, strew_isa isa, const unsigned char *output, size_t n)
{
    const size_t size = case_size(of->dtype);
    char a[ELEMENT_TEXT_BYTES], text[2 * ELEMENT_TEXT_BYTES];

    if (of->expected.n_values != n) return failed(of, isa, "expect.values has another length", "");
    for (size_t i = 0; i < n; i++) {
        if (is_same_element(of->dtype, output + i * size, of->expected.values + i * size, ANY_ZERO)) continue;
        snprintf(text, sizeof text, "%zu is %s", i, print_element(of->dtype, output + i * size, a));
        return failed(of, isa, "element ", text);
    }
    return 1;
}

static int has_expected_args(const scatter_case *of, strew_isa isa, const int64_t *args, size_t n)
{
    char text[64];

    if (!of->args.values) return 1;
    if (of->args.n != n) return failed(of, isa, "expect_arg has another length", "");
    for (size_t i = 0; i < n; i++) {
        if (args[i] == of->args.values[i]) continue;
        snprintf(text, sizeof text, "%zu is %lld", i, (long long)args[i]);
        return failed(of, isa, "arg ", text);
    }
    return 1;
}

static int run_once(const scatter_case *of, strew_isa isa, placement placement)
{
    const int has_data = of->options.initial == STREW_INITIAL_DATA;
    const strew_tensor integers = place_tensor(&of->indices, of->index_dtype, placement);
    strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = of->reduction, .updates = place_tensor(&of->updates, of->dtype, placement));
    strew_options options = of->options;
    int64_t shape[STREW_MAX_RANK] = {0};
    if (of->updates.rank > 0) memcpy(shape, of->updates.shape, (size_t)of->updates.rank * sizeof *shape);
    shape[0] = of->n_groups;
    options.isa = isa;
    call.options = &options;
    call.data = (strew_tensor){of->dtype, of->updates.rank, shape, NULL, NULL};
    if (has_data) call.data = place_tensor(&of->data, of->dtype, placement);
    if (of->has_offsets)
        call.offsets = integers;
    else
        call.indices = integers;
    if (of->has_rows) call.update_indices = place_tensor(&of->rows, of->rows_dtype, placement);
    if (of->has_weights) call.weights = place_tensor(&of->weights, of->weights_dtype, placement);
    const strew_tensor result = {of->dtype, of->updates.rank, shape, NULL, NULL};
    const size_t n = reference_elements(&result), n_bytes = n * case_size(of->dtype);
    unsigned char *const output = guarded_new(n_bytes, placement);
    int64_t *const args = of->args.values ? guarded_new(n * sizeof *args, placement) : NULL;
    if (args) {
        call.arg = (strew_tensor){STREW_DTYPE_INT64, of->updates.rank, shape, NULL, NULL};
        options.arg_fill = &of->arg_fill;
    }
    const strew_buffers buffers =
        STREW_BUFFERS(.output = output, .data = has_data ? call.data.values : NULL, .offsets = call.offsets.values,
                      .indices = call.indices.values, .updates = call.updates.values, .update_indices = call.update_indices.values,
                      .weights = call.weights.values, .arg = args);
    char sentence[STREW_MESSAGE_BYTES];
    strew_plan plan;
    strew_fault fault;
    memset(output, PATTERN, n_bytes);
    strew_status status = strew_plan_call(&plan, &call, &fault);
    if (status == STREW_OK) {
        const size_t workspace_bytes = strew_plan_workspace_size(&plan, 1);
        const strew_resources resources =
            STREW_RESOURCES(.workspace = guarded_new(workspace_bytes, placement), .workspace_bytes = workspace_bytes);
        status = strew_run(&plan, &buffers, &resources, &fault);
    }
    strew_fault_describe(&fault, sentence, sizeof sentence);
    if (!guarded_all_intact()) return failed(of, isa, "bytes beside a buffer were written", "");
    if (!of->is_rejected)
        return status == STREW_OK ? has_expected_output(of, isa, output, n) && has_expected_args(of, isa, args, n)
                                  : failed(of, isa, "rejected: ", sentence);
    if (status == STREW_OK) return failed(of, isa, "not rejected", "");
    for (size_t i = 0; i < n_bytes; i++) {
        if (output[i] != PATTERN) return failed(of, isa, "rejected, but output has changed", "");
    }
    return of->status == STREW_OK || status == of->status || failed(of, isa, "rejected, but with another status: ", sentence);
}

int run_segment_case(const scatter_case *of)
{
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    int is_passed = n_isas > 0;

    for (size_t i = 0; i < 2 * n_isas && is_passed; i++) {
        is_passed = run_once(of, isas[i / 2], i % 2 ? FLUSH_START : FLUSH_END);
        guarded_free_all();
    }
    return is_passed;
}
