#include "case_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

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

static const char *name_of_reduction(int number)
{
    return reference_reduction_name((strew_reduction)number);
}

size_t case_size(strew_dtype dtype)
{
    const size_t size = reference_size(dtype);
    return size ? size : REFERENCE_LARGEST_ELEMENT;
}

/* ---- Numbers ------------------------------------------------------------------------------------------------------------------------ */

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

static int read_integer(const json_t *json, int64_t least, uint64_t most, uint64_t *to)
{
    int is_negative;
    uint64_t magnitude;

    if (!read_digits(json, &is_negative, &magnitude)) return 0;
    if (is_negative ? magnitude > 0 - (uint64_t)least : magnitude > most) return 0;
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
    double value;

    if (!read_double(json, &value)) return 0;
    switch (dtype) {
    case STREW_FLOAT32: {
        const float narrow = to_float(json, value);
        memcpy(to, &narrow, sizeof narrow);
        break;
    }
    case STREW_FLOAT64: memcpy(to, &value, sizeof value); break;
    default: {
        const uint16_t bits = reference_narrow(dtype, value);
        memcpy(to, &bits, sizeof bits);
        break;
    }
    }
    return 1;
}

static int encode_integer(strew_dtype dtype, const json_t *json, void *to)
{
    const size_t size = reference_size(dtype);
    const int is_signed = dtype == STREW_INT8 || dtype == STREW_INT16 || dtype == STREW_INT32 || dtype == STREW_INT64;
    const uint64_t all = UINT64_MAX >> (64 - 8 * size), most = is_signed ? all >> 1 : all;
    const int64_t least = is_signed ? -(int64_t)most - 1 : 0;
    uint64_t value;

    if (!read_integer(json, least, most, &value)) return 0;
    switch (size) {
    case 1: {
        const uint8_t narrow = (uint8_t)value;
        memcpy(to, &narrow, size);
        break;
    }
    case 2: {
        const uint16_t narrow = (uint16_t)value;
        memcpy(to, &narrow, size);
        break;
    }
    case 4: {
        const uint32_t narrow = (uint32_t)value;
        memcpy(to, &narrow, size);
        break;
    }
    default: memcpy(to, &value, size); break;
    }
    return 1;
}

/* One element. What belongs to an unknown dtype is passed over: the library must refuse before it looks. */
static int encode(strew_dtype dtype, const json_t *json, void *to)
{
    switch ((int)dtype) {
    case UNKNOWN_NUMBER: memset(to, 0, case_size(dtype)); return 1;
    case STREW_FLOAT32:
    case STREW_FLOAT64:
    case STREW_FLOAT16:
    case STREW_BFLOAT16: return encode_float(dtype, json, to);
    case STREW_COMPLEX64:
    case STREW_COMPLEX128: {
        const strew_dtype part = dtype == STREW_COMPLEX64 ? STREW_FLOAT32 : STREW_FLOAT64;
        return json_is_array(json) && json_array_size(json) == 2 && encode_float(part, json_array_get(json, 0), to) &&
               encode_float(part, json_array_get(json, 1), (unsigned char *)to + reference_size(part));
    }
    case STREW_BOOL: *(unsigned char *)to = json_is_true(json); return json_is_boolean(json);
    case STREW_STRING: return 0; /* the format has no way to write one */
    default: return encode_integer(dtype, json, to);
    }
}

static int is_expected_part(strew_dtype dtype, const unsigned char *actual, const unsigned char *expected)
{
    const size_t size = reference_size(dtype);
    double a, b;

    switch (dtype) {
    case STREW_FLOAT32: {
        float narrow;
        memcpy(&narrow, actual, sizeof narrow);
        a = (double)narrow;
        memcpy(&narrow, expected, sizeof narrow);
        b = (double)narrow;
        break;
    }
    case STREW_FLOAT64:
        memcpy(&a, actual, sizeof a);
        memcpy(&b, expected, sizeof b);
        break;
    case STREW_FLOAT16:
    case STREW_BFLOAT16: {
        uint16_t bits;
        memcpy(&bits, actual, sizeof bits);
        a = reference_widen(dtype, bits);
        memcpy(&bits, expected, sizeof bits);
        b = reference_widen(dtype, bits);
        break;
    }
    default: return memcmp(actual, expected, size) == 0;
    }
    if (isnan(b)) return isnan(a);
    return b == 0 && !signbit(b) ? a == 0 : memcmp(actual, expected, size) == 0;
}

int is_expected(strew_dtype dtype, const void *actual, const void *expected)
{
    if (dtype == STREW_COMPLEX64 || dtype == STREW_COMPLEX128) {
        const strew_dtype part = dtype == STREW_COMPLEX64 ? STREW_FLOAT32 : STREW_FLOAT64;
        const size_t size = reference_size(part);
        return is_expected_part(part, actual, expected) &&
               is_expected_part(part, (const unsigned char *)actual + size, (const unsigned char *)expected + size);
    }
    return is_expected_part(dtype, actual, expected);
}

/* ---- Tensors ------------------------------------------------------------------------------------------------------------------------ */

#define MALFORMED(...) return snprintf(reason, REASON_BYTES, __VA_ARGS__), 0

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
        else if (to->n_elements > ((size_t)1 << 48) / (size_t)to->shape[d])
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

/* ---- What is expected --------------------------------------------------------------------------------------------------------------- */

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

static int read_expectation(const json_t *json, scatter_case *to, char reason[REASON_BYTES])
{
    if (!json_is_object(json)) MALFORMED("expect is missing, or is no object");
    to->is_refused = json_object_get(json, "error") != NULL;
    if (to->is_refused) return 1;
    if (to->is_shape_only) MALFORMED("a case that is shape_only must expect an error");
    if (!json_is_array(json_object_get(json, "values")) && !json_object_get(json, "fill"))
        MALFORMED("expect has neither values, nor fill, nor error");
    if (!read_contents(json, "expect", to->dtype, &to->expected, reason)) return 0;
    if (!to->expected.values) return read_sparse(json, to, reason);
    if (to->expected.n_values != to->data.n_elements)
        MALFORMED("expect.values has %zu values where output has %zu", to->expected.n_values, to->data.n_elements);
    return 1;
}

/* ---- A case ------------------------------------------------------------------------------------------------------------------------- */

static const char *why_skipped(const json_t *json, const char *op, int with_large)
{
    if (strcmp(op, "scatter_elements") == 0) return "scatter_elements comes later";
    if (strcmp(op, "scatter_update") == 0) return "scatter_update comes later";
    if (json_object_get(json, "profile")) return "profiles come later";
    if (json_is_true(json_object_get(json, "large")) && !with_large) return "large, and --large was not given";
    return NULL;
}

int read_case(const json_t *json, int with_large, scatter_case *to, char reason[REASON_BYTES])
{
    const char *const op = json_string_value(json_object_get(json, "op"));
    const char *const reduction = json_string_value(json_object_get(json, "reduction"));
    const char *const dtype = json_string_value(json_object_get(json, "dtype"));
    const json_t *const indices = json_object_get(json, "indices");
    strew_dtype index_values;
    const char *const index_dtype = json_string_value(json_object_get(indices, "dtype"));

    memset(to, 0, sizeof *to);
    to->id = json_string_value(json_object_get(json, "id"));
    if (!json_is_object(json)) MALFORMED("it is no object");
    if (!to->id) MALFORMED("it has no id");
    if (!op || (strcmp(op, "scatter_nd") != 0 && strcmp(op, "scatter_elements") != 0 && strcmp(op, "scatter_update") != 0))
        MALFORMED("op is not scatter_nd, scatter_elements or scatter_update");
    to->skipped = why_skipped(json, op, with_large);
    if (to->skipped) return 1;
    if (!reduction || !dtype || !index_dtype)
        MALFORMED("%s is missing, or is no string", !reduction ? "reduction" : !dtype ? "dtype" : "indices.dtype");
    to->reduction = (strew_reduction)number_of(reduction, name_of_reduction, 0);
    to->dtype = (strew_dtype)number_of(dtype, name_of_dtype, 1);
    to->index_dtype = (strew_dtype)number_of(index_dtype, name_of_dtype, 1);
    /* Indices of any other dtype are to be refused before they are looked at; they are still written as integers. */
    index_values = to->index_dtype == STREW_INT32 || to->index_dtype == STREW_INT64 ? to->index_dtype : (strew_dtype)UNKNOWN_NUMBER;
    to->is_shape_only = json_is_true(json_object_get(json, "shape_only"));
    return read_tensor(json_object_get(json, "data"), "data", to->dtype, &to->data, reason) &&
           read_tensor(indices, "indices", index_values, &to->indices, reason) &&
           read_tensor(json_object_get(json, "updates"), "updates", to->dtype, &to->updates, reason) &&
           read_expectation(json_object_get(json, "expect"), to, reason);
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
