#include "case_values.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "reference.h"

strew_dtype case_element(strew_dtype dtype)
{
    const size_t bytes = block_bytes(dtype);
    return bytes ? (strew_dtype)(STREW_DTYPE_OPAQUE_0 + (int)bytes) : dtype;
}

size_t case_size(strew_dtype dtype)
{
    const size_t size = reference_size(case_element(dtype));
    return size ? size : REFERENCE_LARGEST_ELEMENT;
}

int case_read_integer(const json_t *json, int64_t min, uint64_t max, uint64_t *to)
{
    char text[24];
    const char *digits = json_string_value(json);
    int is_negative;
    size_t n_digits;
    uint64_t magnitude;

    if (json_is_integer(json)) {
        snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
        digits = text;
    }
    if (!digits) return 0;
    is_negative = *digits == '-';
    digits += is_negative;
    n_digits = strspn(digits, "0123456789");
    errno = 0;
    magnitude = strtoull(digits, NULL, 10);
    if (n_digits == 0 || digits[n_digits] || errno || (is_negative ? magnitude > 0 - (uint64_t)min : magnitude > max)) return 0;
    *to = is_negative ? 0 - magnitude : magnitude;
    return 1;
}

int case_read_int64(const json_t *json, int64_t *to)
{
    return case_read_integer(json, INT64_MIN, INT64_MAX, (uint64_t *)to);
}

/* Rounds the decimal, not its double, to float: shortest decimals have few digits, and a double gives those back. */
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
    const char *const text = json_string_value(json);
    char *end = NULL;
    const double value = text ? strtod(text, &end) : json_number_value(json); /* strtod takes NaN, Inf and -Inf */
    double stored;

    if (text ? *text == '\0' || *end != '\0' : !json_is_number(json)) return 0;
    if (dtype == STREW_DTYPE_FLOAT32) {
        const float narrow = to_float(json, value);
        memcpy(to, &narrow, sizeof narrow);
        return 1;
    }
    reference_write_floats(dtype, to, &value);
    /* A format without infinity stores a number that is too large as NaN. A case must write NaN for that. */
    (void)reference_read_floats(dtype, to, &stored);
    return !isnan(stored) || isnan(value);
}

static int encode_integer(strew_dtype dtype, const json_t *json, void *to)
{
    const reference_type type = reference_type_of(dtype);
    const uint64_t all = UINT64_MAX >> (64 - 8 * type.size), max = type.kind == REFERENCE_SIGNED ? all >> 1 : all;
    uint64_t value;

    if (!case_read_integer(json, type.kind == REFERENCE_SIGNED ? -(int64_t)max - 1 : 0, max, &value)) return 0;
    reference_write_integer(dtype, to, value);
    return 1;
}

int case_read_bytes(const char *text, size_t n, unsigned char *to)
{
    if (!text || strlen(text) != 2 * n || strspn(text, "0123456789abcdef") != 2 * n) return 0;
    for (size_t i = 0; i < n; i++) sscanf(text + 2 * i, "%2hhx", &to[i]);
    return 1;
}

/* The size of a string is the platform's: a case has the first 8 bytes, which every platform has, and the others are 0. */
static int encode_bytes(strew_dtype dtype, const json_t *json, unsigned char *to)
{
    const size_t size = dtype == STREW_DTYPE_STRING ? 8 : reference_size(dtype);

    return case_read_bytes(json_string_value(json), size, to);
}

int case_encode(strew_dtype dtype, const json_t *json, void *to)
{
    dtype = case_element(dtype);
    const strew_dtype component = dtype == STREW_DTYPE_COMPLEX64 ? STREW_DTYPE_FLOAT32 : STREW_DTYPE_FLOAT64; /* of a complex number */

    if ((int)dtype == CASE_UNKNOWN_NUMBER) {
        memset(to, 0, case_size(dtype));
        return 1;
    }
    switch (reference_type_of(dtype).kind) {
    case REFERENCE_FLOAT:
    case REFERENCE_SMALL_FLOAT: return encode_float(dtype, json, to);
    case REFERENCE_COMPLEX:
        return json_array_size(json) == 2 && encode_float(component, json_array_get(json, 0), to) &&
               encode_float(component, json_array_get(json, 1), (unsigned char *)to + reference_size(component));
    case REFERENCE_BOOL: *(unsigned char *)to = json_is_true(json); return json_is_boolean(json);
    case REFERENCE_BYTES: return encode_bytes(dtype, json, to);
    default: return encode_integer(dtype, json, to);
    }
}
