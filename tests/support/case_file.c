#include "case_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The words of the format that are the library's to judge, by the names that ONNX uses. */
static int number_of(const char *word, const char *(*name_of)(int number), int first)
{
    for (int number = first; name_of(number); number++) {
        if (strcmp(name_of(number), word) == 0) return number;
    }
    return UNKNOWN_NUMBER;
}

static const char *name_of_dtype(int number)
{
    return reference_dtype_name((strew_dtype)number);
}

static strew_dtype dtype_of(const char *word)
{
    const int number = number_of(word, name_of_dtype, 1);
    return (strew_dtype)(number != UNKNOWN_NUMBER ? number : number_of(word, name_of_dtype, STREW_OPAQUE_0 + 1));
}

static const char *name_of_reduction(int number)
{
    return reference_reduction_name((strew_reduction)number);
}

size_t case_size(strew_dtype dtype)
{
    const size_t size = reference_size(dtype);
    return size ? size : REFERENCE_LARGEST_ELEMENT;
}

/* ---- Numbers ------------------------------------------------------------------------------------------------------------------------- */

/* An integer as a sign and a magnitude, from a JSON integer or from a string of digits. */
static int read_digits(const json_t *json, int *is_negative, uint64_t *magnitude)
{
    const char *digits;

    if (json_is_integer(json)) {
        const json_int_t value = json_integer_value(json);
        *is_negative = value < 0;
        *magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        return 1;
    }
    if (!json_is_string(json)) return 0;
    digits = json_string_value(json);
    *is_negative = *digits == '-';
    digits += *is_negative;
    *magnitude = 0;
    if (!*digits) return 0;
    for (; *digits; digits++) {
        const uint64_t digit = (uint64_t)(*digits - '0');
        if (*digits < '0' || *digits > '9' || *magnitude > (UINT64_MAX - digit) / 10) return 0;
        *magnitude = *magnitude * 10 + digit;
    }
    return 1;
}

static int read_integer(const json_t *json, int64_t min, uint64_t max, uint64_t *to)
{
    int is_negative;
    uint64_t magnitude;

    if (!read_digits(json, &is_negative, &magnitude)) return 0;
    if (is_negative ? magnitude > 0 - (uint64_t)min : magnitude > max) return 0;
    *to = is_negative ? 0 - magnitude : magnitude;
    return 1;
}

static int read_int64(const json_t *json, int64_t *to)
{
    uint64_t bits;

    if (!read_integer(json, INT64_MIN, INT64_MAX, &bits)) return 0;
    *to = (int64_t)bits;
    return 1;
}

static int read_double(const json_t *json, double *to)
{
    char *end;

    if (json_is_number(json)) {
        *to = json_number_value(json);
        return 1;
    }
    if (!json_is_string(json) || !*json_string_value(json)) return 0;
    *to = strtod(json_string_value(json), &end); /* takes NaN, Inf and -Inf as they are */
    return *end == '\0';
}

/* The decimal itself rounded to float, not its double: shortest decimals have few digits, and those come back out of a double. */
static float to_float(const json_t *json, double value)
{
    char text[40];

    if (json_is_string(json)) return strtof(json_string_value(json), NULL);
    if (json_is_integer(json)) return (float)json_integer_value(json);
    snprintf(text, sizeof text, "%.15g", value);
    return strtod(text, NULL) == value ? strtof(text, NULL) : (float)value;
}

static int encode_float(strew_dtype dtype, const json_t *json, void *to)
{
    double value, stored;

    if (!read_double(json, &value)) return 0;
    if (dtype == STREW_FLOAT32) {
        const float narrow = to_float(json, value);
        memcpy(to, &narrow, sizeof narrow);
        return 1;
    }
    reference_write_floats(dtype, to, &value);
    /* Nothing but NaN is written as NaN, also where there is no infinity. */
    (void)reference_read_floats(dtype, to, &stored);
    return !isnan(stored) || isnan(value);
}

static int encode_integer(strew_dtype dtype, const json_t *json, void *to)
{
    const reference_type type = reference_type_of(dtype);
    const uint64_t all = UINT64_MAX >> (64 - 8 * type.size), max = type.kind == REFERENCE_SIGNED ? all >> 1 : all;
    uint64_t value;

    if (!read_integer(json, type.kind == REFERENCE_SIGNED ? -(int64_t)max - 1 : 0, max, &value)) return 0;
    reference_write_integer(dtype, to, value);
    return 1;
}

/* Two hexadecimal digits a byte, as they lie in memory. */
static int encode_bytes(strew_dtype dtype, const json_t *json, unsigned char *to)
{
    static const char digits[] = "0123456789abcdef";
    const size_t size = reference_size(dtype);
    const char *const text = json_string_value(json);

    if (!text || strlen(text) != 2 * size) return 0;
    for (size_t i = 0; i < size; i++) {
        const char *const high = strchr(digits, text[2 * i]), *const low = strchr(digits, text[2 * i + 1]);
        if (!high || !low) return 0;
        to[i] = (unsigned char)((high - digits) << 4 | (low - digits));
    }
    return 1;
}

/* What a complex number is two of. */
static strew_dtype part_of(strew_dtype dtype)
{
    return dtype == STREW_COMPLEX64 ? STREW_FLOAT32 : STREW_FLOAT64;
}

/* One element. What belongs to an unknown dtype is passed over: the library must reject before it looks. */
static int encode(strew_dtype dtype, const json_t *json, void *to)
{
    if ((int)dtype == UNKNOWN_NUMBER) {
        memset(to, 0, case_size(dtype));
        return 1;
    }
    switch (reference_type_of(dtype).kind) {
    case REFERENCE_FLOAT:
    case REFERENCE_SMALL_FLOAT: return encode_float(dtype, json, to);
    case REFERENCE_COMPLEX: {
        const strew_dtype part = part_of(dtype);
        return json_is_array(json) && json_array_size(json) == 2 && encode_float(part, json_array_get(json, 0), to) &&
               encode_float(part, json_array_get(json, 1), (unsigned char *)to + reference_size(part));
    }
    case REFERENCE_BOOL: *(unsigned char *)to = json_is_true(json); return json_is_boolean(json);
    case REFERENCE_BYTES: return encode_bytes(dtype, json, to);
    default: return encode_integer(dtype, json, to);
    }
}

int is_expected(strew_dtype dtype, const void *actual, const void *expected)
{
    const size_t size = reference_size(dtype);
    double a[2], b[2];
    const size_t n_outer = reference_read_floats(dtype, actual, a);

    if (n_outer == 0) return memcmp(actual, expected, size) == 0;
    (void)reference_read_floats(dtype, expected, b);
    for (size_t i = 0; i < n_outer; i++) {
        const size_t part = size / n_outer;
        const unsigned char *const x = (const unsigned char *)actual + i * part, *const y = (const unsigned char *)expected + i * part;
        if (!(isnan(a[i]) && isnan(b[i])) && !(a[i] == 0 && b[i] == 0 && !signbit(b[i])) && memcmp(x, y, part) != 0) return 0;
    }
    return 1;
}

/* ---- Words --------------------------------------------------------------------------------------------------------------------------- */

#define MALFORMED(...) return snprintf(reason, REASON_BYTES, __VA_ARGS__), 0

typedef struct word {
    const char *word;
    int number;
} word;

/* The number of a word; 0 where the key is absent, which is the default of every option. */
static int read_word(const json_t *of, const char *key, const word *words, size_t n_words, int *number, char reason[REASON_BYTES])
{
    const json_t *const json = json_object_get(of, key);

    *number = 0;
    if (!json || json_is_null(json)) return 1;
    for (size_t i = 0; i < n_words; i++) {
        if (json_is_string(json) && strcmp(json_string_value(json), words[i].word) == 0) {
            *number = words[i].number;
            return 1;
        }
    }
    MALFORMED("%s is none of the words for it", key);
}

/* ---- Tensors ------------------------------------------------------------------------------------------------------------------------- */

static int read_contents(const json_t *json, const char *name, strew_dtype dtype, contents_of *to, char reason[REASON_BYTES])
{
    const json_t *const values = json_object_get(json, "values"), *const filling = json_object_get(json, "fill");
    const size_t size = case_size(dtype);

    if (json_is_array(values)) {
        to->n_values = json_array_size(values);
        to->values = calloc(to->n_values + 1, size);
        if (!to->values) MALFORMED("%s.values do not fit into memory", name);
        for (size_t i = 0; i < to->n_values; i++) {
            if (!encode(dtype, json_array_get(values, i), to->values + i * size))
                MALFORMED("%s.values[%zu] is not a value of its dtype", name, i);
        }
    } else if (values && !json_is_null(values)) {
        MALFORMED("%s.values is neither an array nor null", name);
    } else if (filling && !encode(dtype, filling, to->fill)) {
        MALFORMED("%s.fill is not a value of its dtype", name);
    }
    return 1;
}

/* Of a shape that is sane: their bytes can be counted. */
static const uint64_t max_elements = SIZE_MAX / REFERENCE_LARGEST_ELEMENT;

static int read_tensor(const json_t *json, const char *name, strew_dtype dtype, case_tensor *to, char reason[REASON_BYTES])
{
    const json_t *const shape = json_object_get(json, "shape");
    int is_sane = 1, is_empty = 0;

    if (!json_is_object(json)) MALFORMED("%s is missing, or is no object", name);
    if (!json_is_array(shape) || json_array_size(shape) > 1000) MALFORMED("%s.shape is missing, or is no array of sizes", name);
    to->rank = (int32_t)json_array_size(shape);
    to->shape = calloc((size_t)to->rank + 1, sizeof *to->shape);
    if (!to->shape) MALFORMED("%s.shape does not fit into memory", name);
    to->n_elements = 1;
    for (int32_t d = 0; d < to->rank; d++) {
        if (!read_int64(json_array_get(shape, (size_t)d), &to->shape[d]))
            MALFORMED("%s.shape[%d] is not an integer of 64 bits", name, (int)d);
        if (to->shape[d] < 0)
            is_sane = 0;
        else if (to->shape[d] == 0)
            is_empty = 1;
        else if (to->n_elements > max_elements / (uint64_t)to->shape[d])
            is_sane = 0;
        else
            to->n_elements *= (size_t)to->shape[d];
    }
    if (is_empty || !is_sane) to->n_elements = 0;
    if (!read_contents(json, name, dtype, &to->contents, reason)) return 0;
    if (to->contents.values && is_sane && to->contents.n_values != to->n_elements)
        MALFORMED("%s.values has %zu values where its shape asks for %zu", name, to->contents.n_values, to->n_elements);
    return 1;
}

/* ---- What is expected ---------------------------------------------------------------------------------------------------------------- */

static int compare_offsets(const void *a, const void *b)
{
    const uint64_t x = ((const sparse_value *)a)->offset, y = ((const sparse_value *)b)->offset;
    return (x > y) - (x < y);
}

static int read_sparse(const json_t *json, scatter_case *to, char reason[REASON_BYTES])
{
    const json_t *const sparse = json_object_get(json, "sparse");

    if (!json_is_array(sparse)) MALFORMED("expect.sparse is missing, or is no array");
    to->n_sparse = json_array_size(sparse);
    to->sparse = calloc(to->n_sparse + 1, sizeof *to->sparse);
    if (!to->sparse) MALFORMED("expect.sparse does not fit into memory");
    for (size_t i = 0; i < to->n_sparse; i++) {
        const json_t *const pair = json_array_get(sparse, i);
        if (!json_is_array(pair) || json_array_size(pair) != 2 ||
            !read_integer(json_array_get(pair, 0), 0, UINT64_MAX, &to->sparse[i].offset) ||
            !encode(to->dtype, json_array_get(pair, 1), to->sparse[i].bytes))
            MALFORMED("expect.sparse[%zu] is not a pair of an offset and a value", i);
        if (to->sparse[i].offset >= to->data.n_elements) MALFORMED("expect.sparse[%zu] lies outside output", i);
    }
    qsort(to->sparse, to->n_sparse, sizeof *to->sparse, compare_offsets);
    for (size_t i = 1; i < to->n_sparse; i++) {
        if (to->sparse[i].offset == to->sparse[i - 1].offset) MALFORMED("expect.sparse names an offset twice");
    }
    return 1;
}

/* What a case can be rejected for. */
static const word statuses[] = {
    {"STREW_STATUS_RANK_OUT_OF_RANGE", STREW_STATUS_RANK_OUT_OF_RANGE},
    {"STREW_STATUS_NEGATIVE_DIMENSION", STREW_STATUS_NEGATIVE_DIMENSION},
    {"STREW_STATUS_TOO_LARGE", STREW_STATUS_TOO_LARGE},
    {"STREW_STATUS_TUPLE_TOO_LONG", STREW_STATUS_TUPLE_TOO_LONG},
    {"STREW_STATUS_AXIS_OUT_OF_RANGE", STREW_STATUS_AXIS_OUT_OF_RANGE},
    {"STREW_STATUS_INDICES_RANK_MISMATCH", STREW_STATUS_INDICES_RANK_MISMATCH},
    {"STREW_STATUS_INDICES_SHAPE_MISMATCH", STREW_STATUS_INDICES_SHAPE_MISMATCH},
    {"STREW_STATUS_UPDATES_RANK_MISMATCH", STREW_STATUS_UPDATES_RANK_MISMATCH},
    {"STREW_STATUS_UPDATES_SHAPE_MISMATCH", STREW_STATUS_UPDATES_SHAPE_MISMATCH},
    {"STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION", STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION},
    {"STREW_STATUS_UNKNOWN_DTYPE", STREW_STATUS_UNKNOWN_DTYPE},
    {"STREW_STATUS_UNSUPPORTED_INDEX_DTYPE", STREW_STATUS_UNSUPPORTED_INDEX_DTYPE},
    {"STREW_STATUS_UNKNOWN_REDUCTION", STREW_STATUS_UNKNOWN_REDUCTION},
    {"STREW_STATUS_UNSUPPORTED_REDUCTION", STREW_STATUS_UNSUPPORTED_REDUCTION},
    {"STREW_STATUS_PROFILE_LACKS_OPERATOR", STREW_STATUS_PROFILE_LACKS_OPERATOR},
    {"STREW_STATUS_PROFILE_LACKS_DTYPE", STREW_STATUS_PROFILE_LACKS_DTYPE},
    {"STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE", STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE},
    {"STREW_STATUS_PROFILE_LACKS_REDUCTION", STREW_STATUS_PROFILE_LACKS_REDUCTION},
    {"STREW_STATUS_INDEX_OUT_OF_BOUNDS", STREW_STATUS_INDEX_OUT_OF_BOUNDS},
};

static int read_status(const json_t *json, scatter_case *to, char reason[REASON_BYTES])
{
    int status;

    if (!read_word(json, "status", statuses, sizeof statuses / sizeof *statuses, &status, reason)) return 0;
    to->status = (strew_status)status;
    return 1;
}

static int read_expectation(const json_t *json, scatter_case *to, char reason[REASON_BYTES])
{
    if (!json_is_object(json)) MALFORMED("expect is missing, or is no object");
    to->is_rejected = json_object_get(json, "error") != NULL;
    if (to->is_rejected) return read_status(json, to, reason);
    if (to->is_shape_only) MALFORMED("a case that is shape_only must expect an error");
    if (!json_is_array(json_object_get(json, "values")) && !json_object_get(json, "fill"))
        MALFORMED("expect has neither values, nor fill, nor error");
    if (!read_contents(json, "expect", to->dtype, &to->expected, reason)) return 0;
    if (!to->expected.values) return read_sparse(json, to, reason);
    if (to->expected.n_values != to->data.n_elements)
        MALFORMED("expect.values has %zu values where output has %zu", to->expected.n_values, to->data.n_elements);
    return 1;
}

/* ---- Options ------------------------------------------------------------------------------------------------------------------------- */

/* The version of a profile called, say, "ONNX ScatterND-18", if it is one of a family ("onnx") for an operator; otherwise 0. */
static int version_for(const char *name, const char *family, reference_operator op)
{
    static const struct {
        const char *family, *prefix;
        reference_operator op;
    } rows[] = {
        {"onnx", "ONNX Scatter-", REFERENCE_ELEMENTS},
        {"onnx", "ONNX ScatterElements-", REFERENCE_ELEMENTS},
        {"onnx", "ONNX ScatterND-", REFERENCE_ND},
        {"openvino", "OpenVINO ScatterNDUpdate-", REFERENCE_ND},
        {"openvino", "OpenVINO ScatterElementsUpdate-", REFERENCE_ELEMENTS},
        {"openvino", "OpenVINO ScatterUpdate-", REFERENCE_UPDATE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = strlen(rows[i].prefix);
        if (rows[i].op == op && strcmp(rows[i].family, family) == 0 && strncmp(name, rows[i].prefix, length) == 0)
            return atoi(name + length);
    }
    return 0;
}

/* A profile by its whole name, or the newest of a family for the operator: none if the family has none. */
static int read_profile(const json_t *json, scatter_case *to, char reason[REASON_BYTES])
{
    const char *const word = json_string_value(json), *name;
    const int is_family = word && (strcmp(word, "onnx") == 0 || strcmp(word, "openvino") == 0);
    int newest = 0;

    if (!json || json_is_null(json)) return 1;
    for (int number = 1; word && (name = strew_profile_name((strew_profile)number)) != NULL; number++) {
        const int version = is_family ? version_for(name, word, to->op) : strcmp(name, word) == 0;
        if (version <= newest) continue;
        newest = version;
        to->options.profile = (strew_profile)number;
    }
    if (!is_family && !newest) MALFORMED("profile is neither onnx, nor openvino, nor the name of a profile");
    return 1;
}

static int read_options(const json_t *json, scatter_case *to, char reason[REASON_BYTES])
{
    static const word policies[] = {
        {"error", STREW_POLICY_ERROR},
        {"trusted", STREW_POLICY_TRUSTED},
        {"skip", STREW_POLICY_SKIP},
        {"clamp", STREW_POLICY_CLAMP},
    };
    static const word nans[] = {{"wins", STREW_NAN_WINS}, {"loses", STREW_NAN_LOSES}};
    const json_t *const wrap = json_object_get(json, "negative_wrap");
    int policy, nan_;

    if (!read_word(json, "policy", policies, sizeof policies / sizeof *policies, &policy, reason) ||
        !read_word(json, "nan", nans, sizeof nans / sizeof *nans, &nan_, reason))
        return 0;
    if (wrap && !json_is_boolean(wrap)) MALFORMED("negative_wrap is neither true nor false");
    to->options.policy = (strew_policy)policy;
    to->options.nan = (strew_nan)nan_;
    to->options.negative = json_is_false(wrap) ? STREW_NEGATIVE_OUT_OF_BOUNDS : STREW_NEGATIVE_WRAPS;
    return read_profile(json_object_get(json, "profile"), to, reason);
}

/* ---- A case -------------------------------------------------------------------------------------------------------------------------- */

static int read_operator(const json_t *json, scatter_case *to, char reason[REASON_BYTES])
{
    static const word words[] = {
        {"scatter_nd", REFERENCE_ND},
        {"scatter_elements", REFERENCE_ELEMENTS},
        {"scatter_update", REFERENCE_UPDATE},
    };
    const json_t *const axis = json_object_get(json, "axis");
    int op;

    if (!json_object_get(json, "op")) MALFORMED("op is missing");
    if (!read_word(json, "op", words, sizeof words / sizeof *words, &op, reason)) return 0;
    to->op = (reference_operator)op;
    if (axis && !json_is_null(axis) && !read_int64(axis, &to->axis)) MALFORMED("axis is not an integer of 64 bits");
    return 1;
}

/* Whether the bytes of a shape, but for its zeros, are few enough for addresses of this platform. */
static int can_be_addressed(const case_tensor *of, strew_dtype dtype)
{
    uint64_t max = PTRDIFF_MAX / case_size(dtype);

    for (int32_t d = 0; d < of->rank; d++) max /= of->shape[d] > 0 ? (uint64_t)of->shape[d] : 1;
    return max > 0;
}

int read_case(const json_t *json, int with_large, scatter_case *to, char reason[REASON_BYTES])
{
    const char *const reduction = json_string_value(json_object_get(json, "reduction"));
    const char *const dtype = json_string_value(json_object_get(json, "dtype"));
    const json_t *const indices = json_object_get(json, "indices");
    strew_dtype index_values;
    const char *const index_dtype = json_string_value(json_object_get(indices, "dtype"));

    memset(to, 0, sizeof *to);
    to->id = json_string_value(json_object_get(json, "id"));
    if (!json_is_object(json)) MALFORMED("it is no object");
    if (!to->id) MALFORMED("it has no id");
    if (!read_operator(json, to, reason)) return 0;
    if (json_is_true(json_object_get(json, "large")) && !with_large) {
        to->skipped = "large, and --large was not given";
        return 1;
    }
    if (!reduction || !dtype || !index_dtype)
        MALFORMED("%s is missing, or is no string", !reduction ? "reduction" : !dtype ? "dtype" : "indices.dtype");
    to->reduction = (strew_reduction)number_of(reduction, name_of_reduction, 0);
    to->dtype = dtype_of(dtype);
    to->index_dtype = dtype_of(index_dtype);
    /* Indices of any other dtype are to be rejected before they are looked at; they are still written as integers. */
    index_values = to->index_dtype == STREW_INT32 || to->index_dtype == STREW_INT64 ? to->index_dtype : (strew_dtype)UNKNOWN_NUMBER;
    to->is_shape_only = json_is_true(json_object_get(json, "shape_only"));
    if (!read_options(json, to, reason) || !read_tensor(json_object_get(json, "data"), "data", to->dtype, &to->data, reason) ||
        !read_tensor(indices, "indices", index_values, &to->indices, reason) ||
        !read_tensor(json_object_get(json, "updates"), "updates", to->dtype, &to->updates, reason) ||
        !read_expectation(json_object_get(json, "expect"), to, reason))
        return 0;
    /* What only 64 bits can address is rejected elsewhere. */
    if (!to->is_rejected && !(can_be_addressed(&to->data, to->dtype) && can_be_addressed(&to->indices, to->index_dtype) &&
                              can_be_addressed(&to->updates, to->dtype))) {
        to->is_rejected = 1;
        to->status = STREW_STATUS_TOO_LARGE;
    }
    return 1;
}

void free_case(scatter_case *of)
{
    case_tensor *const tensors[] = {&of->data, &of->indices, &of->updates};

    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        free(tensors[i]->shape);
        free(tensors[i]->contents.values);
    }
    free(of->expected.values);
    free(of->sparse);
    memset(of, 0, sizeof *of);
}
