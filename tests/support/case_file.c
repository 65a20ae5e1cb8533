#include "case_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/group.h>
#include <strew/softmax.h>

#include "blocks.h"
#include "case_values.h"
#include "case_words.h"
#include "conversions.h"
#include "profiles.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Keys ---------------------------------------------------------------------------------------------------------------------------- */

#define BIT(op) (1u << (op))
enum {
    WITH_TUPLES = BIT(REFERENCE_ND) | BIT(FIRST_GATHER + GATHER_ND),
    SCATTERS = BIT(REFERENCE_ND) | BIT(REFERENCE_ELEMENTS) | BIT(REFERENCE_UPDATE),
    GATHERS = BIT(FIRST_GATHER + GATHER_ND) | BIT(FIRST_GATHER + GATHER_ELEMENTS) | BIT(FIRST_GATHER + GATHER),
    WITH_BATCHES = WITH_TUPLES | BIT(REFERENCE_UPDATE) | BIT(FIRST_GATHER + GATHER),
    WITH_INDICES = SCATTERS | GATHERS | BIT(TENSOR_SCATTER),
    ALL = WITH_INDICES | BIT(MASKED_SCATTER),
    SOFTMAXES = BIT(SEGMENT_SOFTMAX) | BIT(SEGMENT_LOG_SOFTMAX) | BIT(SEGMENT_LOGSUMEXP),
    IN_BLOCKS = BIT(N_OPERATORS) /* whatever the operator */
};

/* All that is read of a case and of the objects in it, and of which operators. */
static const struct {
    const char *objects, *keys;
    unsigned operators;
} readable[] = {
    {"case", "source note bytes_data", ALL}, /* for people */
    {"case", "id op dtype data expect shape_only large", ALL},
    {"case", "indices profile policy negative_wrap ignore_index", WITH_INDICES},
    {"case", "updates", ALL & ~GATHERS},
    {"case", "mask", BIT(MASKED_SCATTER)},
    {"case", "batch_dims", WITH_BATCHES},
    {"case", "axis", WITH_INDICES & ~WITH_TUPLES},
    {"case", "mode", BIT(TENSOR_SCATTER)},
    {"case", "flat_indices", WITH_TUPLES},
    {"case", "fill", GATHERS},
    {"case", "overflow scale", SCATTERS | GATHERS},
    {"case", "scale_rule", SCATTERS},
    {"case", "update_indices update_policy update_negative_wrap update_ignore_index weights", SCATTERS},
    {"case", "expect_arg arg_rule arg_fill", SCATTERS},
    {"case", "arg_counts", BIT(REFERENCE_ELEMENTS)},
    {"case", "scales", IN_BLOCKS}, /* the same as scale */
    {"case", "zero_points", GATHERS},
    {"case", "block_format", SCATTERS | GATHERS},
    {"case", "reduction nan include_self mean_rounding alpha accumulate hints", SCATTERS},
    {"case", "source note id op dtype expect indices policy negative_wrap ignore_index n_groups", BIT(GROUP)},
    {"indices", "shape values fill strides offset dtype", BIT(GROUP)},
    {"expect", "order starts unique error status", BIT(GROUP)},
    {"case", "source note id op dtype expect updates offsets offsets_end indices n_segments tolerance_ulp", SOFTMAXES},
    {"case", "source note id op dtype expect updates offsets offsets_end indices n_segments reduction initial data", BIT(SEGMENT)},
    {"case", "update_indices update_policy update_negative_wrap update_ignore_index weights accumulate nan mean_rounding", BIT(SEGMENT)},
    {"case", "expect_arg arg_rule arg_fill", BIT(SEGMENT)},
    {"updates data", "shape values fill strides offset", SOFTMAXES | BIT(SEGMENT)},
    {"offsets indices update_indices weights", "shape values fill strides offset dtype", SOFTMAXES | BIT(SEGMENT)},
    {"expect", "values error status", SOFTMAXES | BIT(SEGMENT)},
    {"data indices updates mask scale scales zero_points update_indices weights", "shape values fill strides offset", ALL},
    {"indices scale scales update_indices weights", "dtype", ALL},
    {"updates", "dtype", SCATTERS},
    {"data expect", "bytes", IN_BLOCKS},
    {"zero_points", "bytes", ALL},
    {"expect", "values fill sparse error status", ALL},
    {"expect", "shape dtype", GATHERS},
};

static int is_read(const char *object, const char *key, unsigned operators)
{
    if (*key == '\0' || strchr(key, ' ')) return 0; /* it is no word of a list */
    for (size_t i = 0; i < COUNT(readable); i++) {
        if (readable[i].operators & operators && has_word(readable[i].objects, object) && has_word(readable[i].keys, key)) return 1;
    }
    return 0;
}

/* Whether all keys of a case are read. A case with another one says something else than what would be run: it must be skipped. */
static int knows_case(json_t *json, int op, const char *word)
{
    const char *key, *inner_key;
    json_t *value, *inner;
    const unsigned operators = BIT(op) | (json_object_get(json, "block_format") ? IN_BLOCKS : 0);

    if (op == N_OPERATORS) return malformed("this runner does not know the operator %s", word);
    json_object_foreach(json, key, value)
    {
        if (!is_read("case", key, operators)) return malformed("this runner does not know the key %s of %s", key, word);
        json_object_foreach(value, inner_key, inner)
        {
            if (!is_read(key, inner_key, operators))
                return malformed("this runner does not know the key %s.%s of %s", key, inner_key, word);
        }
    }
    return 1;
}

/* Whether the runner has the word. What is no word at all is malformed, and found later. */
static int knows_word(const json_t *of, const char *key)
{
    const char *const word = json_string_value(json_object_get(of, key));

    return !word || case_is_word(key, word) || malformed("this runner does not know the %s %s", key, word);
}

/* Whether all words of a case are known, as its keys are. Those that the library must reject need not be. */
static int knows_words(const json_t *json, const scatter_case *of)
{
    const json_t *const expect = json_object_get(json, "expect");
    const char *const profile = json_string_value(json_object_get(json, "profile")),
                      *const reduction = json_string_value(json_object_get(json, "reduction")),
                      *const block_format = json_string_value(json_object_get(json, "block_format")),
                      *const dtypes[] = {json_string_value(json_object_get(json, "dtype")),
                                         json_string_value(json_object_get(json_object_get(json, "indices"), "dtype")),
                                         json_string_value(json_object_get(json_object_get(json, "updates"), "dtype")),
                                         json_string_value(json_object_get(expect, "dtype"))};
    strew_profile number;

    if (!knows_word(json, "policy") || !knows_word(json, "nan") || !knows_word(json, "mode") || !knows_word(json, "mean_rounding") ||
        !knows_word(json, "accumulate") || !knows_word(json, "overflow") || !knows_word(json, "scale_rule") ||
        !knows_word(json, "update_policy") || !knows_word(json, "arg_rule") || !knows_word(json, "arg_counts") ||
        !knows_word(json, "offsets_end") || !knows_word(expect, "status"))
        return 0;
    if (profile && !case_find_profile(of, profile, &number)) return malformed("this runner does not know the profile %s", profile);
    if (block_format && (int)case_block_format_of(block_format) == CASE_UNKNOWN_NUMBER)
        return malformed("this runner does not know the block_format %s", block_format);
    if (json_object_get(expect, "error")) return 1;
    if (reduction && (int)case_reduction_of(reduction) == CASE_UNKNOWN_NUMBER)
        return malformed("this runner does not know the reduction %s", reduction);
    for (size_t i = 0; i < COUNT(dtypes); i++) {
        if (dtypes[i] && (int)case_dtype_of(dtypes[i]) == CASE_UNKNOWN_NUMBER)
            return malformed("this runner does not know the dtype %s", dtypes[i]);
    }
    return 1;
}

/* ---- The expected result ------------------------------------------------------------------------------------------------------------- */

static int compare_offsets(const void *a, const void *b)
{
    const uint64_t x = ((const sparse_value *)a)->offset, y = ((const sparse_value *)b)->offset;
    return (x > y) - (x < y);
}

static int read_sparse(const json_t *sparse, scatter_case *to)
{
    if (!json_is_array(sparse)) return malformed("expect.sparse is missing, or is no array");
    to->n_sparse = json_array_size(sparse);
    to->sparse = calloc(to->n_sparse + 1, sizeof *to->sparse);
    if (!to->sparse) return malformed("expect.sparse does not fit into memory");
    for (size_t i = 0; i < to->n_sparse; i++) {
        const json_t *const pair = json_array_get(sparse, i);
        if (json_array_size(pair) != 2 || !case_read_integer(json_array_get(pair, 0), 0, UINT64_MAX, &to->sparse[i].offset) ||
            !case_encode(to->output_dtype, json_array_get(pair, 1), to->sparse[i].bytes))
            return malformed("expect.sparse[%zu] is not a pair of an offset and a value", i);
        if (to->sparse[i].offset >= (to->is_gather ? to->gathered : to->data).n_elements)
            return malformed("expect.sparse[%zu] is past the end of output", i);
    }
    qsort(to->sparse, to->n_sparse, sizeof *to->sparse, compare_offsets);
    for (size_t i = 1; i < to->n_sparse; i++) {
        if (to->sparse[i].offset == to->sparse[i - 1].offset) return malformed("expect.sparse names an offset twice");
    }
    return 1;
}

static int read_expectation(const json_t *json, scatter_case *to)
{
    int status;

    to->is_rejected = json_object_get(json, "error") != NULL;
    if (to->is_rejected) {
        if (!read_word(json, "status", &status)) return 0;
        to->status = (strew_status)status;
        if (to->output_dtype != to->dtype && !json_object_get(json, "shape")) return malformed("expect.dtype is without a shape");
        return !to->is_gather || !json_object_get(json, "shape") || read_tensor(json, "expect", to->output_dtype, &to->gathered);
    }
    if (to->is_shape_only) return malformed("a case that is shape_only must expect an error");
    if (!json_is_array(json_object_get(json, "values")) && !json_object_get(json, "bytes") && !json_object_get(json, "fill"))
        return malformed("expect has neither values, nor bytes, nor fill, nor error");
    if (!read_contents(json, "expect", to->output_dtype, &to->expected)) return 0;
    if (to->is_gather && !read_tensor(json, "expect", to->output_dtype, &to->gathered)) return 0;
    if (!to->expected.values) return read_sparse(json_object_get(json, "sparse"), to);
    if (!to->is_gather && to->expected.n_values != to->data.n_elements)
        return malformed("expect.values has %zu values where output has %zu", to->expected.n_values, to->data.n_elements);
    return 1;
}

/* ---- A case -------------------------------------------------------------------------------------------------------------------------- */

/* Whether the library converts what the case asks it to. The format has rules for more than the contract has: those cases are skipped. */
static int does_conversion(const scatter_case *of)
{
    const int is_scatter = !of->is_gather && !of->is_token && !of->is_mask;
    strew_options options = of->options;

    /* The library says which it has. */
    if (of->has_scale || of->has_rows || of->has_weights || of->args.values || block_elements(of->dtype)) return 1;
    options.alpha = of->has_alpha ? of->alpha : NULL;
    if (is_scatter && options.overflow && !options.accumulate && of->reduction != STREW_REDUCTION_NONE)
        return malformed("strew does not saturate each step of %s", reference_reduction_name(of->reduction));
    if (of->is_gather && of->output_dtype != of->dtype && (options.profile || !may_be_converted(of->dtype, of->output_dtype)))
        return malformed("strew does not gather %s as %s", reference_dtype_name(of->dtype), reference_dtype_name(of->output_dtype));
    return !is_scatter || can_take_updates(of->dtype, of->update_dtype, of->reduction, &options) ||
           malformed("strew does not convert %s to %s for %s with these options", reference_dtype_name(of->update_dtype),
                     reference_dtype_name(of->dtype), reference_reduction_name(of->reduction));
}

static int read_numbers(const json_t *of, const char *name, case_numbers *to)
{
    const json_t *const json = json_object_get(of, name);

    to->n = json_array_size(json);
    to->values = calloc(to->n + 1, sizeof *to->values);
    if (!json_is_array(json) || !to->values) return malformed("%s is no array, or does not fit into memory", name);
    for (size_t i = 0; i < to->n; i++) {
        const json_t *const number = json_array_get(json, i);
        uint64_t bits;
        if (!case_read_int64(number, &to->values[i])) {
            if (!case_read_integer(number, 0, UINT64_MAX, &bits)) return malformed("%s[%zu] is no integer", name, i);
            memcpy(&to->values[i], &bits, sizeof bits);
        }
    }
    return 1;
}

/* A case of strew_group_by_index. */
static int read_group(const json_t *json, scatter_case *to)
{
    const json_t *const n_groups = json_object_get(json, "n_groups"), *const ignore = json_object_get(json, "ignore_index"),
                        *indices = NULL, *expect = NULL;
    const char *index_dtype = NULL;
    int negative_wrap = 1, policy, status;
    json_error_t error = {0};

    if (json_unpack_ex((json_t *)(uintptr_t)json, &error, 0, "{s:o, s:{s?s}, s:o, s?b}", "indices", &indices, "indices", "dtype",
                       &index_dtype, "expect", &expect, "negative_wrap", &negative_wrap) != 0)
        return malformed("%s", error.text);
    if (!read_word(json, "policy", &policy) || !read_word(expect, "status", &status)) return 0;
    to->n_groups = STREW_DISTINCT_VALUES;
    if (n_groups && !case_read_int64(n_groups, &to->n_groups)) return malformed("n_groups is not an integer of 64 bits");
    to->options = (strew_options)STREW_OPTIONS(.policy = (strew_policy)policy, .has_ignore_index = ignore != NULL,
                                               .negative = negative_wrap ? STREW_NEGATIVE_WRAPS : STREW_NEGATIVE_OUT_OF_BOUNDS);
    if (ignore && !case_read_int64(ignore, &to->options.ignore_index)) return malformed("ignore_index is not an integer of 64 bits");
    to->index_dtype = index_dtype ? case_dtype_of(index_dtype) : STREW_DTYPE_INT64;
    to->status = (strew_status)status;
    to->is_rejected = json_object_get(expect, "error") != NULL;
    const strew_dtype values = reference_is_index(to->index_dtype) ? to->index_dtype : (strew_dtype)CASE_UNKNOWN_NUMBER;
    if (!read_tensor(indices, "indices", values, &to->indices)) return 0;
    return to->is_rejected || (read_numbers(expect, "order", &to->order) && read_numbers(expect, "starts", &to->starts) &&
                               read_numbers(expect, "unique", &to->unique));
}

/* Offsets, or indices in their place, and how many segments they are of. */
static int read_segments(const json_t *json, scatter_case *to)
{
    const json_t *const n_segments = json_object_get(json, "n_segments"), *const offsets = json_object_get(json, "offsets"),
                        *const integers = offsets ? offsets : json_object_get(json, "indices");
    const char *const index_dtype = json_string_value(json_object_get(integers, "dtype"));

    if (!read_word(json, "offsets_end", &to->end_is_implied)) return 0;
    if (n_segments && !case_read_int64(n_segments, &to->n_groups)) return malformed("n_segments is not an integer of 64 bits");
    to->has_offsets = offsets != NULL;
    to->index_dtype = index_dtype ? case_dtype_of(index_dtype) : STREW_DTYPE_INT64;
    const strew_dtype values = reference_is_index(to->index_dtype) ? to->index_dtype : (strew_dtype)CASE_UNKNOWN_NUMBER;
    if (!read_tensor(integers, "offsets or indices", values, &to->indices)) return 0;
    if (offsets) to->n_groups = to->indices.rank == 1 ? to->indices.shape[0] - !to->end_is_implied : 0;
    return 1;
}

/* A case of strew_segment_softmax. */
static int read_softmax(const json_t *json, scatter_case *to)
{
    const json_t *const tolerance = json_object_get(json, "tolerance_ulp"), *updates = NULL, *expect = NULL;
    const char *dtype = NULL;
    int status;
    json_error_t error = {0};

    if (json_unpack_ex((json_t *)(uintptr_t)json, &error, 0, "{s:s, s:o, s:o}", "dtype", &dtype, "updates", &updates, "expect", &expect) !=
        0)
        return malformed("%s", error.text);
    if (!read_word(expect, "status", &status)) return 0;
    if (tolerance && !case_read_int64(tolerance, &to->tolerance_ulp)) return malformed("tolerance_ulp is not an integer of 64 bits");
    to->dtype = to->update_dtype = case_dtype_of(dtype);
    to->status = (strew_status)status;
    to->is_rejected = json_object_get(expect, "error") != NULL;
    if (!read_segments(json, to) || !read_tensor(updates, "updates", to->dtype, &to->updates)) return 0;
    return to->is_rejected || read_contents(expect, "expect", to->dtype, &to->expected);
}

/* The rows and weights of updates. */
static int read_fused(const json_t *json, scatter_case *to)
{
    const json_t *const rows = json_object_get(json, "update_indices"), *const weights = json_object_get(json, "weights"),
                        *const ignored = json_object_get(json, "update_ignore_index"),
                        *const wraps = json_object_get(json, "update_negative_wrap");
    const char *const rows_dtype = json_string_value(json_object_get(rows, "dtype")), *const weights_dtype = json_string_value(
                                                                                          json_object_get(weights, "dtype"));
    int policy;

    if (!read_word(json, "update_policy", &policy)) return 0;
    to->options.update_policy = (strew_policy)policy;
    to->options.update_negative = json_is_false(wraps) ? STREW_NEGATIVE_OUT_OF_BOUNDS : STREW_NEGATIVE_WRAPS;
    to->options.has_update_ignore_index = ignored != NULL;
    if (ignored && !case_read_int64(ignored, &to->options.update_ignore_index))
        return malformed("update_ignore_index is not an integer of 64 bits");
    to->has_rows = rows != NULL;
    to->has_weights = weights != NULL;
    to->rows_dtype = rows_dtype ? case_dtype_of(rows_dtype) : STREW_DTYPE_INT64;
    to->weights_dtype = weights_dtype ? case_dtype_of(weights_dtype) : to->update_dtype;
    return (rows == NULL || read_tensor(rows, "update_indices", to->rows_dtype, &to->rows)) &&
           (weights == NULL || read_tensor(weights, "weights", to->weights_dtype, &to->weights));
}

/* What is expected of an arg, and how it is asked for. */
static int read_args(const json_t *json, scatter_case *to)
{
    const json_t *const fill = json_object_get(json, "arg_fill");
    int rule, counts;

    if (!read_word(json, "arg_rule", &rule) || !read_word(json, "arg_counts", &counts)) return 0;
    to->options.arg_rule = (strew_arg_rule)rule;
    to->options.arg_counts = (strew_arg_counts)counts;
    if (!fill) to->arg_fill = -1;
    if (fill && !case_read_int64(fill, &to->arg_fill)) return malformed("arg_fill is not an integer of 64 bits");
    return !json_object_get(json, "expect_arg") || read_numbers(json, "expect_arg", &to->args);
}

/* A case of the operator segment. */
static int read_segment(const json_t *json, scatter_case *to)
{
    const json_t *const expect = json_object_get(json, "expect"), *const data = json_object_get(json, "data");
    const char *const dtype = json_string_value(json_object_get(json, "dtype")), *const reduction =
                                                                                     json_string_value(json_object_get(json, "reduction"));
    int initial, status, accumulate, nan_, mean_rounding;

    if (!dtype || !reduction || !expect) return malformed("dtype, reduction or expect is missing");
    if (!read_word(json, "initial", &initial) || !read_word(expect, "status", &status) || !read_word(json, "accumulate", &accumulate) ||
        !read_word(json, "nan", &nan_) || !read_word(json, "mean_rounding", &mean_rounding))
        return 0;
    to->dtype = to->update_dtype = case_dtype_of(dtype);
    to->reduction = case_reduction_of(reduction);
    to->options = (strew_options)STREW_OPTIONS(.initial = (strew_initial)initial, .accumulate = (strew_dtype)accumulate,
                                               .nan = (strew_nan)nan_, .mean_rounding = (strew_mean_rounding)mean_rounding);
    to->status = (strew_status)status;
    to->is_rejected = json_object_get(expect, "error") != NULL;
    if (!read_segments(json, to) || !read_fused(json, to)) return 0;
    to->options.offsets_end = (strew_offsets_end)to->end_is_implied;
    return read_tensor(json_object_get(json, "updates"), "updates", to->dtype, &to->updates) &&
           (data == NULL || read_tensor(data, "data", to->dtype, &to->data)) && read_args(json, to) &&
           (to->is_rejected || read_contents(expect, "expect", to->dtype, &to->expected));
}

/* Hints are checked. */
static int read_hints(const json_t *json, strew_options *to)
{
    const json_t *const hints = json_object_get(json, "hints");
    for (size_t i = 0; i < json_array_size(hints); i++) {
        const char *const word = json_string_value(json_array_get(hints, i));
        if (word && strcmp(word, "unique") == 0)
            to->unique = STREW_HINT_CHECKED;
        else if (word && strcmp(word, "sorted") == 0)
            to->sorted = STREW_HINT_CHECKED;
        else
            return malformed("hints has another word than unique and sorted");
    }
    return 1;
}

static int read_all(json_t *json, int with_large, scatter_case *to)
{
    const json_t *const axis = json_object_get(json, "axis"), *const batch_dims = json_object_get(json, "batch_dims"),
                        *const ignore = json_object_get(json, "ignore_index"), *const alpha = json_object_get(json, "alpha"),
                        *const mask = json_object_get(json, "mask"), *const scales = json_object_get(json, "scales"),
                        *const scale = scales ? scales : json_object_get(json, "scale"),
                        *const zero_points = json_object_get(json, "zero_points"), *const rows = json_object_get(json, "update_indices"),
                        *const weights = json_object_get(json, "weights"),
                        *const ignored_row = json_object_get(json, "update_ignore_index"), *data = NULL, *indices = NULL, *updates = NULL;
    const char *op = NULL, *reduction = NULL, *dtype = NULL, *index_dtype = NULL, *update_dtype = NULL, *output_dtype = NULL,
               *block_format = NULL, *rows_dtype = NULL, *weights_dtype = NULL;
    int op_number, policy, nan_, mode, mean_rounding, accumulate, overflow, scale_rule, update_policy,
        update_negative_wrap = 1, negative_wrap = 1, include_self = 1, flat_indices = 0, is_large = 0;
    strew_dtype index_values;
    json_error_t error = {0}; /* MemorySanitizer does not see what jansson writes */

    if (json_unpack_ex(json, &error, 0, "{s:s, s:s}", "id", &to->id, "op", &op) != 0) return malformed("%s", error.text);
    op_number = case_operator_of(op);
    to->is_gather = op_number >= FIRST_GATHER && op_number < TENSOR_SCATTER;
    to->is_token = op_number == TENSOR_SCATTER;
    to->is_mask = op_number == MASKED_SCATTER;
    to->is_group = op_number == GROUP;
    to->is_segment = op_number == SEGMENT;
    to->softmax_function = op_number >= SEGMENT_SOFTMAX && op_number < SEGMENT ? 1 + op_number - SEGMENT_SOFTMAX : 0;
    to->op = op_number < FIRST_GATHER ? (reference_operator)op_number : REFERENCE_ND;
    to->gather_op = to->is_gather ? (gather_operator)(op_number - FIRST_GATHER) : GATHER_ND;
    if (!knows_case(json, op_number, op) || !knows_words(json, to)) {
        to->skipped = malformed_reason();
        return 1;
    }
    if (to->is_group) return read_group(json, to);
    if (to->softmax_function != 0) return read_softmax(json, to);
    if (to->is_segment) return read_segment(json, to);
    if (json_unpack_ex(json, &error, 0,
                       "{s?s, s:s, s?o, s?{s:s}, s:o, s?o, s?{s?s}, s?{s?s}, s?b, s?b, s?b, s?b, s?b, s?s, s?b, s?{s?s}, s?{s?s}}",
                       "reduction", &reduction, "dtype", &dtype, "indices", &indices, "indices", "dtype", &index_dtype, "data", &data,
                       "updates", &updates, "updates", "dtype", &update_dtype, "expect", "dtype", &output_dtype, "negative_wrap",
                       &negative_wrap, "include_self", &include_self, "flat_indices", &flat_indices, "large", &is_large, "shape_only",
                       &to->is_shape_only, "block_format", &block_format, "update_negative_wrap", &update_negative_wrap, "update_indices",
                       "dtype", &rows_dtype, "weights", "dtype", &weights_dtype) != 0)
        return malformed("%s", error.text);
    if (!read_word(json, "policy", &policy) || !read_word(json, "nan", &nan_) || !read_word(json, "mode", &mode) ||
        !read_word(json, "mean_rounding", &mean_rounding) || !read_word(json, "accumulate", &accumulate) ||
        !read_word(json, "overflow", &overflow) || !read_word(json, "scale_rule", &scale_rule) ||
        !read_word(json, "update_policy", &update_policy))
        return 0;
    if (flat_indices) { /* another operator, of which find_profile has none */
        to->op = REFERENCE_PUT;
        to->gather_op = GATHER_TAKE;
    }
    if (is_large && !with_large) {
        to->skipped = "large, and --large was not given";
        return 1;
    }
    if (axis && !json_is_null(axis) && !case_read_int64(axis, &to->axis)) return malformed("axis is not an integer of 64 bits");
    const int has_reduction = !to->is_gather && !to->is_token && !to->is_mask;
    to->has_no_indices = !indices && !mask;
    if (to->has_no_indices && !to->is_token) return malformed("%s", to->is_mask ? "mask is missing" : "indices are missing");
    if (to->is_token && !axis) to->axis = -2;
    if (has_reduction && !reduction) return malformed("reduction is missing");
    if (batch_dims && !case_read_int64(batch_dims, &to->batch_dims)) return malformed("batch_dims is not an integer of 64 bits");
    to->options.policy = (strew_policy)policy;
    to->options.nan = (strew_nan)nan_;
    to->options.struct_size = sizeof to->options;
    to->options.excludes_self = !include_self;
    to->options.mean_rounding = (strew_mean_rounding)mean_rounding;
    to->options.accumulate = (strew_dtype)accumulate;
    to->options.overflow = (strew_overflow)overflow;
    to->options.scale_rule = (strew_scale_rule)scale_rule;
    to->options.update_policy = (strew_policy)update_policy;
    to->options.update_negative = update_negative_wrap ? STREW_NEGATIVE_WRAPS : STREW_NEGATIVE_OUT_OF_BOUNDS;
    to->options.has_update_ignore_index = ignored_row != NULL;
    if (ignored_row && !case_read_int64(ignored_row, &to->options.update_ignore_index))
        return malformed("update_ignore_index is not an integer of 64 bits");
    if (!read_hints(json, &to->options)) return 0;
    to->has_rows = rows != NULL;
    to->has_weights = weights != NULL;
    to->rows_dtype = rows_dtype ? case_dtype_of(rows_dtype) : STREW_DTYPE_INT64;
    to->weights_dtype = case_dtype_of(weights_dtype ? weights_dtype : update_dtype ? update_dtype : dtype);
    to->has_scale = scale != NULL;
    to->has_zero_points = zero_points != NULL;
    to->options.negative = negative_wrap ? STREW_NEGATIVE_WRAPS : STREW_NEGATIVE_OUT_OF_BOUNDS;
    to->mode = (strew_cache_mode)mode;
    to->options.has_ignore_index = ignore != NULL;
    if (ignore && !case_read_int64(ignore, &to->options.ignore_index)) return malformed("ignore_index is not an integer of 64 bits");
    to->reduction = has_reduction ? case_reduction_of(reduction) : STREW_REDUCTION_NONE;
    to->dtype = block_format ? case_block_format_of(block_format) : case_dtype_of(dtype);
    to->update_dtype = case_dtype_of(update_dtype ? update_dtype : dtype);
    to->output_dtype = to->is_gather ? case_dtype_of(output_dtype ? output_dtype : dtype) : to->dtype;
    to->has_alpha = alpha != NULL;
    to->has_fill = to->is_gather && json_object_get(json, "fill") != NULL;
    if (alpha && (!has_reduction || !case_encode(to->dtype, alpha, to->alpha))) return malformed("alpha is not an element of a scatter");
    to->index_dtype = index_dtype ? case_dtype_of(index_dtype) : to->is_mask ? STREW_DTYPE_BOOL : STREW_DTYPE_INT64;
    /* The library must reject other index types before it reads an index. */
    index_values = to->is_mask || reference_is_index(to->index_dtype) ? to->index_dtype : (strew_dtype)CASE_UNKNOWN_NUMBER;
    if (!read_profile(json_object_get(json, "profile"), to)) return 0;
    if (!json_object_get(json_object_get(json, "expect"), "error") && !does_conversion(to)) {
        to->skipped = malformed_reason();
        return 1;
    }
    return read_tensor(data, "data", to->dtype, &to->data) &&
           (scale == NULL || read_tensor(scale, "scale", STREW_DTYPE_FLOAT32, &to->scale)) &&
           (zero_points == NULL || read_zero_points(zero_points, to->dtype, &to->zero_points)) &&
           (rows == NULL || read_tensor(rows, "update_indices", to->rows_dtype, &to->rows)) &&
           (weights == NULL || read_tensor(weights, "weights", to->weights_dtype, &to->weights)) &&
           (to->has_no_indices ||
            read_tensor(to->is_mask ? mask : indices, to->is_mask ? "mask" : "indices", index_values, &to->indices)) &&
           (to->is_gather ? read_contents(json, "skipped", to->dtype, &to->skipped_element)
                          : read_tensor(updates, "updates", to->update_dtype, &to->updates)) &&
           read_args(json, to) && read_expectation(json_object_get(json, "expect"), to) &&
           (to->args.values == NULL || to->args.n == to->data.n_elements || malformed("expect_arg has another size than data"));
}

const char *read_case(json_t *json, int with_large, scatter_case *to)
{
    memset(to, 0, sizeof *to);
    if (!read_all(json, with_large, to)) return malformed_reason();
    /* A platform rejects what its addresses cannot hold. */
    if (!to->skipped && !to->is_rejected &&
        !(can_be_addressed(&to->data, to->dtype) && can_be_addressed(&to->indices, to->index_dtype) &&
          can_be_addressed(&to->updates, to->update_dtype) && can_be_addressed(&to->gathered, to->output_dtype))) {
        to->is_rejected = 1;
        to->status = STREW_STATUS_TOO_LARGE;
    }
    return NULL;
}

void free_case(scatter_case *of)
{
    case_tensor *const tensors[] = {&of->data,  &of->indices,     &of->updates, &of->gathered,
                                    &of->scale, &of->zero_points, &of->rows,    &of->weights};

    for (size_t i = 0; i < COUNT(tensors); i++) {
        free(tensors[i]->shape);
        free(tensors[i]->strides);
        free(tensors[i]->contents.values);
    }
    free(of->expected.values);
    free(of->sparse);
    free(of->args.values);
    free(of->order.values);
    free(of->starts.values);
    free(of->unique.values);
    memset(of, 0, sizeof *of);
}
