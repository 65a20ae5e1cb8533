/* Runs case files under every instruction set of the machine, out of place, in place and with a workspace: strew_cases [--large] FILE...
 * What is expected is also held against the reference, and the place of an index outside against the fault.
 *
 * A file is an array of cases, and a case is an object:
 *
 *   id             its name, unique in the file
 *   source         where the numbers come from (not read)
 *   op             scatter_nd, scatter_elements or scatter_update
 *   axis           of the last two; 0 if it is not there
 *   reduction      none, add, sub, mul, min, max; any other word is handed on as a number that the library must reject
 *   dtype          as ONNX calls it, or opaque1 to opaque64; any other word likewise
 *   data, updates  shape, and values in row-major order, or fill, one for all, or values: null, where contents do not matter
 *   indices        shape, dtype, values
 *   profile        onnx or openvino: the newest of the family for the operator, or none where the family has none; or a whole name, such
 *                  as
 *                  "ONNX ScatterND-13"
 *   policy         error (the default), skip, clamp, trusted
 *   negative_wrap  true (the default) or false
 *   nan            wins (the default) or loses
 *   expect         values: all of output; or fill, and in sparse the [offset, value] that are not; or error: the call is rejected and
 *                  output
 *                  is as it was. error is for people; status, if it is there, is the name of the strew_status that it must be
 *   shape_only     planning alone rejects; no buffer exists
 *   large          run with --large only
 *
 * Numbers: integers, or strings of digits where 53 bits may not do; "NaN", "Inf", "-Inf"; [re, im]; true and false; an opaque element is
 * a string of two hexadecimal digits a byte. Any NaN is as good as another, and 0 stands for a zero of either sign, -0.0 for the one
 * only. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <strew/strew.h>

#include "case_file.h"
#include "compare.h"
#include "guarded.h"
#include "isas.h"

enum { PATTERN = 0xc3, MALFORMED_FILE = 2 };

/* ---- One case ------------------------------------------------------------------------------------------------------------------------ */

typedef struct buffers {
    guarded data, indices, updates, output;
    strew_tensor tensors[3]; /* data, indices, updates */
} buffers;

static size_t elements_of(const case_tensor *tensor)
{
    return tensor->contents.values ? tensor->contents.n_values : tensor->n_elements;
}

/* n elements, all the same; large cases have billions. */
static void repeat(unsigned char *to, size_t n, const unsigned char *element, size_t size)
{
    for (size_t done = 0; done < n;) {
        const size_t ready = done ? (done < n - done ? done : n - done) : 1;
        memcpy(to + done * size, done ? to : element, ready * size);
        done += ready;
    }
}

static int is_repeated(const unsigned char *bytes, size_t n, const unsigned char *element, size_t size)
{
    return n == 0 || (memcmp(bytes, element, size) == 0 && memcmp(bytes, bytes + size, (n - 1) * size) == 0);
}

static guarded lay_out(const case_tensor *tensor, strew_dtype dtype, placement placement)
{
    static const unsigned char zero[REFERENCE_LARGEST_ELEMENT];
    const size_t size = case_size(dtype), n = elements_of(tensor);
    guarded buffer = guarded_open(n * size);
    unsigned char *const to = guarded_place(&buffer, n * size, placement, 0);

    if (tensor->contents.values)
        memcpy(to, tensor->contents.values, n * size);
    else if (memcmp(tensor->contents.fill, zero, size) != 0) /* zeros are there already, and cost no memory */
        repeat(to, n, tensor->contents.fill, size);
    return buffer;
}

/* How a case is tried, so that every way of calling sees every case. */
typedef enum configuration {
    ONE_CALL,
    IN_PLACE, /* by a plan and its run */
    WITH_WORKSPACE,
    CONFIGURATIONS,
    BY_REFERENCE = CONFIGURATIONS
} configuration;

typedef struct attempt {
    const scatter_case *of;
    strew_isa isa;
    configuration configuration;
    placement placement; /* of all buffers */
} attempt;

static int failed(const attempt *attempt, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int failed(const attempt *attempt, const char *format, ...)
{
    static const char *const configurations[] = {"out of place", "in place", "with a workspace"};
    va_list arguments;

    if (attempt->configuration == BY_REFERENCE)
        printf("failed %s [the reference]: ", attempt->of->id);
    else
        printf("failed %s [%s, %s]: ", attempt->of->id, strew_isa_name(attempt->isa), configurations[attempt->configuration]);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    return 0;
}

static int has_expected_output(const attempt *attempt, const unsigned char *output)
{
    const scatter_case *const of = attempt->of;
    const size_t size = case_size(of->dtype);
    size_t next = 0;

    for (size_t i = 0; i < of->data.n_elements; i++) {
        const unsigned char *expected = of->expected.fill;
        /* Up to the next sparse value all is fill. */
        const size_t stop = of->expected.values ? i : next < of->n_sparse ? (size_t)of->sparse[next].offset : of->data.n_elements;
        if (stop > i && is_repeated(output + i * size, stop - i, expected, size)) {
            i = stop - 1;
            continue;
        }
        if (of->expected.values)
            expected = of->expected.values + i * size;
        else if (next < of->n_sparse && of->sparse[next].offset == i)
            expected = of->sparse[next++].bytes;
        if (!is_expected(of->dtype, output + i * size, expected)) {
            char a[ELEMENT_TEXT_BYTES], b[ELEMENT_TEXT_BYTES];
            return failed(attempt, "element %zu is %s, expected %s", i, print_element(of->dtype, output + i * size, a),
                          print_element(of->dtype, expected, b));
        }
    }
    return 1;
}

static strew_status plan_case(const attempt *attempt, strew_plan *plan, const strew_tensor t[3], strew_fault *fault)
{
    const scatter_case *const of = attempt->of;
    strew_options options = of->options;

    options.isa = attempt->isa;
    switch (of->op) {
    case REFERENCE_ND: return strew_scatter_nd_plan(plan, &t[0], &t[1], &t[2], of->reduction, &options, fault);
    case REFERENCE_ELEMENTS: return strew_scatter_elements_plan(plan, &t[0], &t[1], &t[2], of->axis, of->reduction, &options, fault);
    default: return strew_scatter_update_plan(plan, &t[0], &t[1], &t[2], of->axis, of->reduction, &options, fault);
    }
}

static strew_status call_case(const attempt *attempt, void *output, const strew_tensor t[3], strew_fault *fault)
{
    const scatter_case *const of = attempt->of;
    strew_options options = of->options;

    options.isa = attempt->isa;
    switch (of->op) {
    case REFERENCE_ND: return strew_scatter_nd(output, &t[0], &t[1], &t[2], of->reduction, &options, fault);
    case REFERENCE_ELEMENTS: return strew_scatter_elements(output, &t[0], &t[1], &t[2], of->axis, of->reduction, &options, fault);
    default: return strew_scatter_update(output, &t[0], &t[1], &t[2], of->axis, of->reduction, &options, fault);
    }
}

static strew_status try_library(const attempt *attempt, const buffers *buffers, strew_fault *fault, int *is_intact)
{
    const strew_tensor *const t = buffers->tensors;
    unsigned char *const output = buffers->output.bytes;
    strew_plan plan;
    strew_status status;
    guarded workspace;

    if (attempt->configuration == ONE_CALL) return call_case(attempt, output, t, fault);
    status = plan_case(attempt, &plan, t, fault);
    if (status != STREW_OK) return status;
    if (attempt->configuration == IN_PLACE) return strew_run(&plan, output, output, t[1].values, t[2].values, fault);
    workspace = guarded_open(strew_workspace_size(&plan, 1));
    guarded_place(&workspace, strew_workspace_size(&plan, 1), attempt->placement, 0);
    status = strew_run_with(&plan, output, t[0].values, t[1].values, t[2].values,
                            &(strew_resources){.workspace = workspace.bytes, .workspace_bytes = workspace.size}, fault);
    *is_intact = guarded_is_intact(&workspace);
    guarded_close(&workspace);
    return status;
}

static reference_call call_of(const scatter_case *of, const buffers *buffers)
{
    return (reference_call){of->op,   &buffers->tensors[0], &buffers->tensors[1], &buffers->tensors[2],
                            of->axis, of->reduction,        &of->options};
}

/* The fault of a rejection: of the status that the case names, and with the first index outside where it is one. */
static int is_expected_fault(const attempt *attempt, const buffers *buffers, const strew_fault *fault)
{
    const scatter_case *const of = attempt->of;
    const reference_call call = call_of(of, buffers);
    char sentence[STREW_MESSAGE_BYTES];
    reference_position place;

    strew_describe(fault, sentence, sizeof sentence);
    if (of->status != STREW_OK && fault->status != of->status)
        return failed(attempt, "rejected, but with status %d: %s", (int)fault->status, sentence);
    if (fault->status != STREW_STATUS_INDEX_OUT_OF_BOUNDS) return 1;
    if (!reference_is_out_of_bounds(&call, &place)) return failed(attempt, "no index is outside, but rejected: %s", sentence);
    if (fault->tuple != place.tuple || fault->component != place.component || fault->dimension != place.dimension ||
        fault->value != place.value || fault->low != place.low || fault->high != place.high)
        return failed(attempt, "the first index outside is %lld, of tuple %lld, but rejected: %s", (long long)place.value,
                      (long long)place.tuple, sentence);
    return 1;
}

static int try_buffers(const attempt *attempt, buffers *buffers)
{
    const scatter_case *const of = attempt->of;
    unsigned char *const output = buffers->output.bytes;
    const size_t n_bytes = buffers->output.size;
    int is_intact = 1;
    strew_status status;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];

    if (attempt->configuration == IN_PLACE)
        memcpy(output, buffers->data.bytes, n_bytes);
    else
        memset(output, PATTERN, n_bytes);
    status = try_library(attempt, buffers, &fault, &is_intact);
    if (!is_intact || !guarded_is_intact(&buffers->output) || !guarded_is_intact(&buffers->data) || !guarded_is_intact(&buffers->indices) ||
        !guarded_is_intact(&buffers->updates))
        return failed(attempt, "bytes beside a buffer were written");
    if (!of->is_rejected) {
        strew_describe(&fault, sentence, sizeof sentence);
        return status == STREW_OK ? has_expected_output(attempt, output) : failed(attempt, "rejected: %s", sentence);
    }
    if (status == STREW_OK) return failed(attempt, "not rejected");
    if (attempt->configuration == IN_PLACE ? memcmp(output, buffers->data.bytes, n_bytes) != 0
                                           : !is_repeated(output, n_bytes, &(const unsigned char){PATTERN}, 1))
        return failed(attempt, "rejected, but output has changed");
    return is_expected_fault(attempt, buffers, &fault);
}

static int try_reference(const scatter_case *of, buffers *buffers)
{
    const attempt attempt = {of, STREW_ISA_BEST, BY_REFERENCE, FLUSH_END};
    const reference_call call = call_of(of, buffers);
    reference_position place;

    if (of->is_rejected) {
        return of->status != STREW_STATUS_INDEX_OUT_OF_BOUNDS || reference_is_out_of_bounds(&call, &place) ||
               failed(&attempt, "no index is outside");
    }
    reference_scatter(buffers->output.bytes, &call);
    return has_expected_output(&attempt, buffers->output.bytes);
}

static int try_shapes(const attempt *attempt, const buffers *buffers)
{
    strew_plan plan;
    strew_fault fault;

    if (plan_case(attempt, &plan, buffers->tensors, &fault) == STREW_OK) return failed(attempt, "not rejected by its shapes");
    return is_expected_fault(attempt, buffers, &fault);
}

static void open_buffers(buffers *buffers, const scatter_case *of, placement placement)
{
    buffers->data = lay_out(&of->data, of->dtype, placement);
    buffers->indices = lay_out(&of->indices, of->index_dtype, placement);
    buffers->updates = lay_out(&of->updates, of->dtype, placement);
    buffers->output = guarded_open(buffers->data.size);
    guarded_place(&buffers->output, buffers->data.size, placement, 0);
    buffers->tensors[0].values = buffers->data.bytes;
    buffers->tensors[1].values = buffers->indices.bytes;
    buffers->tensors[2].values = buffers->updates.bytes;
}

static void close_buffers(buffers *buffers)
{
    guarded_close(&buffers->data);
    guarded_close(&buffers->indices);
    guarded_close(&buffers->updates);
    guarded_close(&buffers->output);
}

/* Up to the first failure: the case has failed then, and one reason is enough. */
static int run_case(const scatter_case *of)
{
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    int is_passed = n_isas > 0;
    buffers buffers = {.tensors = {
                           {of->dtype, of->data.rank, of->data.shape, NULL},
                           {of->index_dtype, of->indices.rank, of->indices.shape, NULL},
                           {of->dtype, of->updates.rank, of->updates.shape, NULL},
                       }};

    if (of->is_shape_only) {
        for (size_t i = 0; i < n_isas; i++) is_passed = is_passed && try_shapes(&(attempt){of, isas[i], ONE_CALL, FLUSH_END}, &buffers);
        return is_passed;
    }
    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        open_buffers(&buffers, of, (placement)end);
        for (size_t i = 0; i < n_isas * CONFIGURATIONS; i++)
            is_passed =
                is_passed &&
                try_buffers(&(attempt){of, isas[i / CONFIGURATIONS], (configuration)(i % CONFIGURATIONS), (placement)end}, &buffers);
        is_passed = is_passed && try_reference(of, &buffers);
        close_buffers(&buffers);
    }
    return is_passed;
}

/* ---- Files --------------------------------------------------------------------------------------------------------------------------- */

/* The whole file, every case of it well-formed; NULL otherwise, with a sentence on stderr. */
static json_t *load(const char *path, int with_large)
{
    json_error_t error = {0}; /* MemorySanitizer does not see what jansson writes */
    json_t *const file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);

    if (!file) {
        if (error.line > 0)
            fprintf(stderr, "%s: line %d: %s\n", path, error.line, error.text);
        else
            fprintf(stderr, "%s\n", error.text); /* it could not be opened, and the text names it */
        return NULL;
    }
    if (!json_is_array(file)) {
        fprintf(stderr, "%s: the file is no array of cases\n", path);
        json_decref(file);
        return NULL;
    }
    for (size_t i = 0; i < json_array_size(file); i++) {
        char reason[REASON_BYTES] = "";
        scatter_case one;
        int is_good = read_case(json_array_get(file, i), with_large, &one, reason);
        for (size_t other = 0; is_good && other < i; other++) {
            if (strcmp(json_string_value(json_object_get(json_array_get(file, other), "id")), one.id) == 0) {
                snprintf(reason, sizeof reason, "another case has the same id");
                is_good = 0;
            }
        }
        if (!is_good) fprintf(stderr, "%s: case %zu (%s) is malformed: %s\n", path, i, one.id ? one.id : "without an id", reason);
        free_case(&one);
        if (!is_good) {
            json_decref(file);
            return NULL;
        }
    }
    return file;
}

typedef struct totals {
    size_t passed, failed, skipped;
} totals;

static void run_file(const json_t *file, int with_large, totals *totals)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        char reason[REASON_BYTES];
        scatter_case one;
        read_case(json_array_get(file, i), with_large, &one, reason); /* load() has seen that it can be read */
        if (one.skipped) {
            printf("skipped %s: %s\n", one.id, one.skipped);
            totals->skipped++;
        } else if (run_case(&one)) {
            totals->passed++;
        } else {
            totals->failed++;
        }
        free_case(&one);
    }
}

/* All files are read before the first case runs: a malformed one is not found after half of the work. */
static int run_files(char **paths, int n_paths, int with_large, totals *totals)
{
    json_t *const files = json_array();
    int is_good = files != NULL;

    for (int i = 0; is_good && i < n_paths; i++) {
        json_t *const file = load(paths[i], with_large);
        is_good = file && json_array_append_new(files, file) == 0;
    }
    for (size_t i = 0; is_good && i < json_array_size(files); i++) run_file(json_array_get(files, i), with_large, totals);
    json_decref(files);
    return is_good;
}

/* jansson is not compiled with MemorySanitizer, which therefore sees only that it allocates, not that it writes. */
static void *allocate_zeros(size_t size)
{
    return calloc(1, size);
}

int main(int n_arguments, char **arguments)
{
    totals totals = {0, 0, 0};
    int with_large = 0, n_paths = 0;

    json_set_alloc_funcs(allocate_zeros, free);
    for (int i = 1; i < n_arguments; i++) {
        if (strcmp(arguments[i], "--large") == 0) {
            with_large = 1;
        } else if (arguments[i][0] == '-') {
            fprintf(stderr, "%s is no option; usage: cases [--large] FILE...\n", arguments[i]);
            return MALFORMED_FILE;
        } else {
            arguments[n_paths++] = arguments[i];
        }
    }
    if (n_paths == 0) {
        fprintf(stderr, "no case file is named; usage: cases [--large] FILE...\n");
        return MALFORMED_FILE;
    }
    if (!run_files(arguments, n_paths, with_large, &totals)) return MALFORMED_FILE;
    printf("%zu passed, %zu failed, %zu skipped\n", totals.passed, totals.failed, totals.skipped);
    return totals.failed != 0;
}
