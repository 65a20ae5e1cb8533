/* Runs case files under every instruction set of the machine, out of place, in place and with a workspace: strew_cases [--large] FILE...
 * Checks what a case expects against the reference, too, and the fault's position of an index out of bounds.
 *
 * A file is an array of cases, and a case is an object:
 *
 *   id             its name, unique in the file
 *   source         where the numbers come from (not read)
 *   op             scatter_nd, scatter_elements, scatter_update, gather_nd, gather_elements, gather, tensor_scatter, masked_scatter, group,
 *                  segment, segment_softmax, segment_log_softmax, segment_logsumexp
 *   axis           of all but the two with nd and masked_scatter; 0 by default, -2 of tensor_scatter
 *   mode           of tensor_scatter: linear (the default) or circular; its indices may be absent
 *   batch_dims     of the two with nd, scatter_update and gather; 0 by default
 *   fill           of a gather: what policy skip writes, 0 by default
 *   reduction      of the three scatters: none, add, sub, mul, min, max, mean; any other word becomes a number that the library must reject
 *   dtype          as ONNX calls it, or opaque1 to opaque512; the same holds for any other word
 *   data, updates  shape, and values in row-major order, or fill, one for all, or values: null, where contents do not matter; a gather has
 *                  no updates. The updates of the three scatters may have a dtype, too, if it is not that of data
 *   indices        shape, dtype, values; a masked_scatter has a mask in their place: shape, values
 *   profile        onnx or openvino: the newest of the family for the operator, or none where the family has none; or a whole name, such
 *                  as "ONNX ScatterND-13"
 *   flat_indices   of the two with nd: false (the default), or true: the operators are put and take, and each index is the number of an
 *                  element of data in row-major order
 *   policy         error (the default), skip, clamp, trusted
 *   negative_wrap  true (the default) or false
 *   ignore_index   an index that passes its tuple over
 *   nan            wins (the default) or loses
 *   include_self   true (the default) or false
 *   mean_rounding  floors (the default) or truncates
 *   accumulate     float32, float64 or int64, of the three scatters; no wider type by default
 *   overflow       wraps (the default) or saturates; of gathers, too
 *   scale          of scatters and gathers: shape, dtype (float32), values; and of scatters scale_rule, divides (the default) or multiplies
 *   block_format   of scatters and gathers: the dtype of data, stored in blocks. dtype is then that of updates, or of a gather's output;
 *                  data and a scatter's expect have, in place of values, bytes: the blocks in order, two hexadecimal digits a byte
 *                  Or uint4 or int4, of gathers: data has bytes of two elements, and a scale, also named scales
 *   update_indices, weights   of scatters: shape, dtype, values; and update_policy, update_negative_wrap, update_ignore_index
 *   expect_arg     of scatters with none, min and max: the numbers in all of arg; and arg_rule, first (the default) or last, arg_fill
 *                  (-1 by default) and of scatter_elements arg_counts, tuples (the default) or axis
 *   zero_points    of gathers with a scale: shape, and bytes of elements like those of data
 *   offsets        of segment_softmax, segment_log_softmax and segment_logsumexp, which have updates, indices with n_segments in its place,
 *                  offsets_end (given, or implied), tolerance_ulp, and of expect values, error and status
 *   initial        of segment: zero (the default), identity or data; it has updates, offsets as above, a reduction, and data if it is read
 *   n_groups       of group, which has but indices, these options and an expect of its own: order, starts and unique. Without it, the
 *                  groups are the distinct values
 *   expect         values: all of output; or fill, and in sparse the [offset, value] that differ; or error: the call is rejected and
 *                  leaves output as it was. error is for people; status, if present, is the name of the expected strew_status. A
 *                  gather has shape, too; a rejected one needs it only for the check that output is as it was. It may have a dtype
 *                  that is not that of data
 *   shape_only     planning alone rejects; no buffer exists
 *   large          run with --large only
 *   bytes_data     how many bytes such data has (not read)
 *   note           anything else (not read)
 *
 * A tensor may have strides, in elements; its values are then the buffer in which the element at `offset` (0 by default) is the first.
 *
 * A case with any other key, or with one that its operator does not have, is skipped by name, and so is one of another operator or with
 * another word, but for a dtype or a reduction that is to be rejected: a later version of the format says something by it that this runner
 * does not do. So is a conversion that the contract does not have, unless the case expects an error. Any other mistake rejects the whole
 * file.
 *
 * Numbers: integers, or strings of digits where 53 bits may not do; "NaN", "Inf", "-Inf"; [re, im]; true and false; an opaque element is
 * a string of two hexadecimal digits a byte, and so is a string, of 8 bytes. Any NaN matches another, 0 matches a zero of either sign, and
 * -0.0 only itself. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <strew/strew.h>

#include "blocks.h"
#include "calls.h"
#include "case_file.h"
#include "case_group.h"
#include "case_segment.h"
#include "case_softmax.h"
#include "compare.h"
#include "guarded.h"
#include "isas.h"
#include "masks.h"
#include "operators.h"

enum { PATTERN = 0xc3, MALFORMED_FILE = 2 };

/* ---- One case ------------------------------------------------------------------------------------------------------------------------ */

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

static size_t n_bytes_of(const case_tensor *tensor, strew_dtype dtype)
{
    return (tensor->contents.values ? tensor->contents.n_values : tensor->n_elements) * case_size(dtype);
}

static const void *place_values(const case_tensor *tensor, strew_dtype dtype, placement placement)
{
    static const unsigned char zero[REFERENCE_LARGEST_ELEMENT];
    const size_t size = case_size(dtype), n_bytes = n_bytes_of(tensor, dtype);
    unsigned char *const to = guarded_new(n_bytes, placement);

    if (tensor->contents.values)
        memcpy(to, tensor->contents.values, n_bytes);
    else if (memcmp(tensor->contents.fill, zero, size) != 0) /* new buffers hold zeros, which cost no memory */
        repeat(to, n_bytes / size, tensor->contents.fill, size);
    return to + tensor->offset * size;
}

static strew_tensor tensor_of(const case_tensor *of, strew_dtype dtype)
{
    return (strew_tensor){dtype, of->rank, of->shape, NULL, of->strides};
}

/* How a case is run, so that every form of a call sees every case. */
typedef enum configuration { ONE_CALL, IN_PLACE, WITH_WORKSPACE, CONFIGURATIONS } configuration;

typedef struct attempt {
    const scatter_case *of;
    strew_tensor data, indices, updates, scale, zero_points, rows, weights, arg,
        converted; /* the last is the output of a gather that has another dtype than data */
    strew_options options;
    reference_call scatter; /* the call of these tensors and options is the one that the case's operator has */
    gather_call gather;
    token_call tokens;
    mask_call mask;
    unsigned char *output; /* dense, whatever data is */
    void *args;            /* of the dtype that a.arg has */
    size_t output_bytes;
    const char *who; /* the instruction set, or the reference */
    configuration configuration;
    placement placement; /* of all buffers */
} attempt;

static int failed(const attempt *attempt, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int failed(const attempt *attempt, const char *format, ...)
{
    static const char *const configurations[] = {", out of place", ", in place", ", with a workspace", ""};
    va_list arguments;

    printf("failed %s [%s%s]: ", attempt->of->id, attempt->who, configurations[attempt->configuration]);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    return 0;
}

static int has_expected_output(const attempt *attempt)
{
    const scatter_case *const of = attempt->of;
    const strew_dtype element = case_element(of->output_dtype);
    const size_t size = case_size(element), n = (of->is_gather ? of->gathered : of->data).n_elements;
    size_t next = 0;

    for (size_t i = 0; i < n; i++) {
        const unsigned char *expected = of->expected.fill, *const actual = attempt->output + i * size;
        /* Up to the next sparse value all is fill. */
        const size_t end = of->expected.values ? i : next < of->n_sparse ? (size_t)of->sparse[next].offset : n;
        if (end > i && is_repeated(actual, end - i, expected, size)) {
            i = end - 1;
            continue;
        }
        if (of->expected.values)
            expected = of->expected.values + i * size;
        else if (next < of->n_sparse && of->sparse[next].offset == i)
            expected = of->sparse[next++].bytes;
        if (!is_same_element(element, actual, expected, ANY_ZERO)) {
            char a[ELEMENT_TEXT_BYTES], b[ELEMENT_TEXT_BYTES];
            return failed(attempt, "element %zu is %s, expected %s", i, print_element(element, actual, a),
                          print_element(element, expected, b));
        }
    }
    return 1;
}

/* The numbers of the tuples that won. */
static int has_expected_args(const attempt *attempt)
{
    const case_numbers *const expected = &attempt->of->args;

    for (size_t i = 0; expected->values && i < expected->n; i++) {
        const int64_t actual =
            attempt->arg.dtype == STREW_DTYPE_INT32 ? ((const int32_t *)attempt->args)[i] : ((const int64_t *)attempt->args)[i];
        if (actual != expected->values[i])
            return failed(attempt, "arg %zu is %lld, expected %lld", i, (long long)actual, (long long)expected->values[i]);
    }
    return 1;
}

/* ---- The library --------------------------------------------------------------------------------------------------------------------- */

/* Whether it has tensors that neither the forms of one call have nor the reference. */
static int is_more_than_a_call(const scatter_case *of)
{
    return of->has_scale || of->has_rows || of->has_weights || of->args.values;
}

static strew_status plan_of(const attempt *attempt, strew_plan *plan, strew_fault *fault)
{
    if (is_more_than_a_call(attempt->of)) {
        strew_call call = attempt->of->is_gather ? call_of_gather(&attempt->gather) : call_of(&attempt->scatter);
        call.scale = attempt->scale;
        call.zero_points = attempt->zero_points;
        call.update_indices = attempt->rows;
        call.weights = attempt->weights;
        call.arg = attempt->arg;
        return strew_plan_call(plan, &call, fault);
    }
    return attempt->of->is_gather  ? plan_gather_call(plan, &attempt->gather, fault)
           : attempt->of->is_token ? plan_tokens(plan, &attempt->tokens, fault)
           : attempt->of->is_mask  ? plan_mask(plan, &attempt->mask, fault)
                                   : plan_call(plan, &attempt->scatter, fault);
}

static strew_status run_in_one_call(const attempt *attempt, strew_fault *fault)
{
    return attempt->of->is_gather  ? make_gather(attempt->output, &attempt->gather, fault)
           : attempt->of->is_token ? make_tokens(attempt->output, &attempt->tokens, fault)
           : attempt->of->is_mask  ? make_mask(attempt->output, &attempt->mask, fault)
                                   : make_call(attempt->output, &attempt->scatter, fault);
}

static strew_status run_plan(const attempt *attempt, strew_fault *fault)
{
    const scatter_case *const of = attempt->of;
    const void *const named = of->has_no_indices ? NULL : attempt->indices.values;
    const strew_buffers buffers =
        STREW_BUFFERS(.output = attempt->output, .data = attempt->configuration == IN_PLACE ? attempt->output : attempt->data.values,
                      .indices = of->is_token || of->is_mask ? NULL : named, .write_indices = of->is_token ? named : NULL,
                      .mask = of->is_mask ? named : NULL, .updates = of->is_gather ? NULL : attempt->updates.values,
                      .scale = attempt->scale.values, .zero_points = attempt->zero_points.values, .update_indices = attempt->rows.values,
                      .weights = attempt->weights.values, .arg = attempt->args);
    strew_resources resources = STREW_RESOURCES_INIT;
    strew_plan plan;
    const strew_status status = plan_of(attempt, &plan, fault);

    if (status != STREW_OK) return status;
    resources.workspace_bytes = strew_plan_workspace_size(&plan, 1);
    resources.workspace = guarded_new(resources.workspace_bytes, attempt->placement);
    return strew_run(&plan, &buffers, &resources, fault);
}

static int is_out_of_bounds(const attempt *attempt, reference_position *position)
{
    return attempt->of->is_gather  ? gather_is_out_of_bounds(&attempt->gather, position)
           : attempt->of->is_token ? tokens_are_out_of_bounds(&attempt->tokens, position)
                                   : reference_is_out_of_bounds(&attempt->scatter, position);
}

/* The fault of a rejection: its status is the one that the case names, and an index out of bounds is the first. */
static int is_expected_fault(const attempt *attempt, const strew_fault *fault)
{
    char sentence[STREW_MESSAGE_BYTES];
    reference_position position;

    strew_fault_describe(fault, sentence, sizeof sentence);
    if (attempt->of->status != STREW_OK && fault->status != attempt->of->status)
        return failed(attempt, "rejected, but with status %d: %s", (int)fault->status, sentence);
    if (fault->status != STREW_STATUS_INDEX_OUT_OF_BOUNDS || attempt->of->has_rows) return 1;
    if (!is_out_of_bounds(attempt, &position)) return failed(attempt, "no index is out of bounds, but rejected: %s", sentence);
    return reference_is_position(fault, &position) ||
           failed(attempt, "the first index out of bounds is %lld, of tuple %lld, but rejected: %s", (long long)position.value,
                  (long long)position.tuple, sentence);
}

static int try_library(const attempt *attempt)
{
    const void *const data = attempt->configuration == IN_PLACE ? attempt->data.values : NULL;
    const int needs_workspace = attempt->scatter.reduction == STREW_REDUCTION_MEAN || attempt->options.excludes_self ||
                                attempt->options.accumulate != 0 || attempt->options.unique != STREW_HINT_NONE;
    strew_status status;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];

    if (data)
        memcpy(attempt->output, data, attempt->output_bytes);
    else
        memset(attempt->output, PATTERN, attempt->output_bytes);
    status = attempt->configuration == ONE_CALL && !needs_workspace && !is_more_than_a_call(attempt->of) ? run_in_one_call(attempt, &fault)
                                                                                                         : run_plan(attempt, &fault);
    if (!guarded_all_intact()) return failed(attempt, "bytes beside a buffer were written");
    if (!attempt->of->is_rejected) {
        strew_fault_describe(&fault, sentence, sizeof sentence);
        return status == STREW_OK ? has_expected_output(attempt) && has_expected_args(attempt) : failed(attempt, "rejected: %s", sentence);
    }
    if (status == STREW_OK) return failed(attempt, "not rejected");
    if (data ? memcmp(attempt->output, data, attempt->output_bytes) != 0
             : !is_repeated(attempt->output, attempt->output_bytes, &(const unsigned char){PATTERN}, 1))
        return failed(attempt, "rejected, but output has changed");
    return is_expected_fault(attempt, &fault);
}

static int try_shapes(const attempt *attempt)
{
    strew_plan plan;
    strew_fault fault;

    if (plan_of(attempt, &plan, &fault) == STREW_OK) return failed(attempt, "not rejected by its shapes");
    return is_expected_fault(attempt, &fault);
}

/* ---- The reference ------------------------------------------------------------------------------------------------------------------- */

static int has_expected_shape(const attempt *attempt)
{
    const case_tensor *const expected = &attempt->of->gathered;
    int64_t shape[STREW_MAX_RANK];

    if (!attempt->of->is_gather) return 1;
    return (gather_shape(&attempt->gather, shape) == expected->rank &&
            memcmp(shape, expected->shape, (size_t)expected->rank * sizeof *shape) == 0) ||
           failed(attempt, "output has another shape");
}

/* A tensor whose elements are blocks of n elements of this one. */
static strew_tensor in_blocks(const strew_tensor *of, strew_dtype dtype, size_t n, const void *values, int64_t shape[STREW_MAX_RANK])
{
    memcpy(shape, of->shape, (size_t)of->rank * sizeof *shape);
    shape[of->rank - 1] /= (int64_t)n;
    return (strew_tensor){dtype, of->rank, shape, values, NULL};
}

/* Blocks are moved as opaque elements, and written before or read behind. */
static void refer_to_blocks(const attempt *attempt)
{
    const scatter_case *const of = attempt->of;
    const case_tensor *const floats = of->is_gather ? &of->gathered : &of->updates;
    const strew_dtype opaque = case_element(of->dtype), dtype = of->is_gather ? of->output_dtype : of->update_dtype;
    const size_t n = block_elements(of->dtype), bytes = block_bytes(of->dtype), n_blocks = floats->n_elements / n, size = case_size(dtype);
    unsigned char *const blocks = guarded_new(n_blocks * bytes, attempt->placement);
    float *const x = guarded_new(n * sizeof *x, attempt->placement);
    int64_t of_data[STREW_MAX_RANK], of_updates[STREW_MAX_RANK];
    const strew_tensor data = in_blocks(&attempt->data, opaque, n, attempt->data.values, of_data);
    double wide;

    if (of->is_gather) {
        gather_call gather = attempt->gather;
        gather.data = &data;
        gather.output = NULL;
        reference_gather(blocks, &gather);
        for (size_t i = 0; i < n_blocks * n; i++) {
            if (i % n == 0) block_read(of->dtype, x, blocks + i / n * bytes);
            wide = (double)x[i % n];
            reference_write_floats(dtype, attempt->output + i * size, &wide);
        }
        return;
    }
    reference_call scatter = attempt->scatter;
    const strew_tensor updates = in_blocks(&attempt->updates, opaque, n, blocks, of_updates);
    for (size_t i = 0; i < n_blocks * n; i++) {
        (void)reference_read_floats(dtype, (const unsigned char *)attempt->updates.values + i * size, &wide);
        x[i % n] = (float)wide;
        if (i % n == n - 1) block_write(of->dtype, blocks + i / n * bytes, x);
    }
    scatter.data = &data;
    scatter.updates = &updates;
    reference_scatter(attempt->output, &scatter);
}

/* It reads dense tensors. Where a case has strides, what it expects is another library's. */
static int try_reference(const attempt *attempt)
{
    const scatter_case *const of = attempt->of;
    reference_position position;

    if (of->is_shape_only) return 1;
    if (of->is_rejected) {
        return of->status != STREW_STATUS_INDEX_OUT_OF_BOUNDS || of->has_rows || is_out_of_bounds(attempt, &position) ||
               failed(attempt, "no index is out of bounds");
    }
    if (!has_expected_shape(attempt)) return 0;
    if (of->data.strides || of->indices.strides || of->updates.strides || is_more_than_a_call(of)) return 1;
    if (block_elements(of->dtype))
        refer_to_blocks(attempt);
    else if (of->is_gather)
        reference_gather(attempt->output, &attempt->gather);
    else if (of->is_token)
        reference_tensor_scatter(attempt->output, &attempt->tokens);
    else if (of->is_mask)
        reference_masked_scatter(attempt->output, &attempt->data, &attempt->indices, &attempt->updates, &attempt->options);
    else
        reference_scatter(attempt->output, &attempt->scatter);
    return has_expected_output(attempt);
}

/* ---- A case -------------------------------------------------------------------------------------------------------------------------- */

static void place_buffers(attempt *attempt)
{
    const scatter_case *const of = attempt->of;

    if (of->is_shape_only) return;
    attempt->data.values = place_values(&of->data, of->dtype, attempt->placement);
    if (!of->has_no_indices) attempt->indices.values = place_values(&of->indices, of->index_dtype, attempt->placement);
    if (!of->is_gather) attempt->updates.values = place_values(&of->updates, of->update_dtype, attempt->placement);
    if (of->has_scale) attempt->scale.values = place_values(&of->scale, STREW_DTYPE_FLOAT32, attempt->placement);
    if (of->has_zero_points) attempt->zero_points.values = place_values(&of->zero_points, STREW_DTYPE_OPAQUE(1), attempt->placement);
    if (of->has_rows) attempt->rows.values = place_values(&of->rows, of->rows_dtype, attempt->placement);
    if (of->has_weights) attempt->weights.values = place_values(&of->weights, of->weights_dtype, attempt->placement);
    attempt->output = guarded_new(attempt->output_bytes, attempt->placement);
}

/* Stops at the first failure: one reason is enough. */
static int run_case(const scatter_case *of)
{
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    attempt a = {.of = of, .options = of->options};
    int is_passed = n_isas > 0;

    a.data = tensor_of(&of->data, of->dtype);
    a.indices = tensor_of(&of->indices, of->index_dtype);
    a.updates = tensor_of(&of->updates, of->update_dtype);
    if (of->has_scale) a.scale = tensor_of(&of->scale, STREW_DTYPE_FLOAT32);
    if (of->has_zero_points) a.zero_points = tensor_of(&of->zero_points, of->dtype);
    if (of->has_rows) a.rows = tensor_of(&of->rows, of->rows_dtype);
    if (of->has_weights) a.weights = tensor_of(&of->weights, of->weights_dtype);
    a.converted = tensor_of(&of->gathered, of->output_dtype);
    a.options.alpha = of->has_alpha ? of->alpha : NULL;
    if (of->args.values) a.options.arg_fill = &of->arg_fill;
    a.options.fill = of->has_fill ? of->skipped_element.fill : NULL;
    a.scatter = (reference_call){of->op, &a.data, &a.indices, &a.updates, of->axis, of->reduction, &a.options, of->batch_dims};
    a.gather = (gather_call){of->gather_op,
                             &a.data,
                             &a.indices,
                             of->axis,
                             of->batch_dims,
                             &a.options,
                             .output = of->output_dtype != of->dtype ? &a.converted : NULL};
    a.tokens = (token_call){&a.data, &a.updates, of->has_no_indices ? NULL : &a.indices, of->axis, of->mode, &a.options};
    a.mask = (mask_call){&a.data, &a.indices, &a.updates, &a.options};
    a.output_bytes = (of->is_gather ? of->gathered : of->data).n_elements * case_size(of->output_dtype);
    for (int end = FLUSH_END; end <= FLUSH_START && is_passed; end++) {
        a.placement = (placement)end;
        place_buffers(&a);
        for (size_t isa = 0; isa < n_isas && is_passed; isa++) {
            a.options.isa = isas[isa];
            a.who = strew_isa_name(a.options.isa);
            for (int i = 0; i < CONFIGURATIONS && is_passed; i++) {
                a.configuration = (configuration)i;
                if (of->args.values) a.arg = tensor_of(&of->data, i == IN_PLACE ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64);
                a.arg.strides = NULL;
                a.args = of->args.values ? guarded_new(of->args.n * case_size(a.arg.dtype), a.placement) : NULL;
                if (i == IN_PLACE && (of->is_gather || of->data.strides)) continue; /* output is dense, and not data */
                is_passed = of->is_shape_only ? try_shapes(&a) : try_library(&a);
            }
        }
        a.who = "the reference";
        a.configuration = CONFIGURATIONS;
        is_passed = is_passed && try_reference(&a);
        guarded_free_all();
    }
    return is_passed;
}

/* ---- Files --------------------------------------------------------------------------------------------------------------------------- */

/* Checks that each case is well-formed; otherwise prints a sentence and returns 0. */
static int are_well_formed(const json_t *file, const char *path, int with_large)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        scatter_case one;
        const char *reason = read_case(json_array_get(file, i), with_large, &one);
        for (size_t other = 0; !reason && other < i; other++) {
            if (strcmp(json_string_value(json_object_get(json_array_get(file, other), "id")), one.id) == 0)
                reason = "another case has the same id";
        }
        if (reason) fprintf(stderr, "%s: case %zu (%s) is malformed: %s\n", path, i, one.id ? one.id : "without an id", reason);
        free_case(&one);
        if (reason) return 0;
    }
    return 1;
}

/* The whole file; NULL if it is not an array of well-formed cases, with a sentence on stderr. */
static json_t *load(const char *path, int with_large)
{
    json_error_t error = {0}; /* MemorySanitizer does not see what jansson writes */
    json_t *const file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);

    if (!file && error.line > 0)
        fprintf(stderr, "%s: line %d: %s\n", path, error.line, error.text);
    else if (!file)
        fprintf(stderr, "%s\n", error.text); /* it could not be opened, and the text names it */
    else if (!json_is_array(file))
        fprintf(stderr, "%s: the file is no array of cases\n", path);
    else if (are_well_formed(file, path, with_large))
        return file;
    json_decref(file);
    return NULL;
}

static struct {
    size_t passed, failed, skipped;
} totals;

static void run_file(const json_t *file, int with_large)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        scatter_case one;
        read_case(json_array_get(file, i), with_large, &one); /* load() has checked that it can be read */
        if (one.skipped) {
            printf("skipped %s: %s\n", one.id, one.skipped);
            totals.skipped++;
        } else if (one.softmax_function != 0 ? run_softmax_case(&one)
                   : one.is_segment          ? run_segment_case(&one)
                   : one.is_group            ? run_group_case(&one)
                                             : run_case(&one)) {
            totals.passed++;
        } else {
            totals.failed++;
        }
        free_case(&one);
    }
}

/* Reads all files before the first case runs, so that a malformed one is found at once. */
static int run_files(char **paths, int n_paths, int with_large)
{
    json_t *const files = json_array();
    int is_good = files != NULL;

    for (int i = 0; is_good && i < n_paths; i++) {
        json_t *const file = load(paths[i], with_large);
        is_good = file && json_array_append_new(files, file) == 0;
    }
    for (size_t i = 0; is_good && i < json_array_size(files); i++) run_file(json_array_get(files, i), with_large);
    json_decref(files);
    return is_good;
}

/* jansson is not compiled with MemorySanitizer, which therefore sees only that it allocates, not that it writes. */
static void *allocate_zeros(size_t size)
{
    return calloc(1, size);
}

static int reject_arguments(const char *what)
{
    fprintf(stderr, "%s; usage: cases [--large] FILE...\n", what);
    return MALFORMED_FILE;
}

int main(int n_arguments, char **arguments)
{
    int with_large = 0, n_paths = 0;

    json_set_alloc_funcs(allocate_zeros, free);
    for (int i = 1; i < n_arguments; i++) {
        if (strcmp(arguments[i], "--large") == 0)
            with_large = 1;
        else if (arguments[i][0] == '-')
            return reject_arguments("there is one option only");
        else
            arguments[n_paths++] = arguments[i];
    }
    if (n_paths == 0) return reject_arguments("no case file is named");
    if (!run_files(arguments, n_paths, with_large)) return MALFORMED_FILE;
    printf("%zu passed, %zu failed, %zu skipped\n", totals.passed, totals.failed, totals.skipped);
    return totals.failed != 0;
}
