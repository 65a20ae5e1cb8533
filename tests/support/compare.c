#include "compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

/* The floats inside an element: two for a complex number, none for an integer. */
static size_t parts_of(strew_dtype dtype, const void *element, double parts[2])
{
    switch (dtype) {
    case STREW_FLOAT32: {
        float value;
        memcpy(&value, element, sizeof value);
        parts[0] = (double)value;
        return 1;
    }
    case STREW_FLOAT64: memcpy(parts, element, sizeof *parts); return 1;
    case STREW_FLOAT16:
    case STREW_BFLOAT16: {
        uint16_t bits;
        memcpy(&bits, element, sizeof bits);
        parts[0] = reference_widen(dtype, bits);
        return 1;
    }
    case STREW_COMPLEX64: {
        float value[2];
        memcpy(value, element, sizeof value);
        parts[0] = (double)value[0];
        parts[1] = (double)value[1];
        return 2;
    }
    case STREW_COMPLEX128: memcpy(parts, element, 2 * sizeof *parts); return 2;
    default: return 0;
    }
}

/* A complex number is compared part by part: the part beside a NaN is promised, too. */
static int is_same_element(strew_dtype dtype, const unsigned char *actual, const unsigned char *expected)
{
    const size_t size = reference_size(dtype);
    double a[2], b[2];
    const size_t n_parts = parts_of(dtype, actual, a);

    if (n_parts == 0) return memcmp(actual, expected, size) == 0;
    (void)parts_of(dtype, expected, b);
    for (size_t i = 0; i < n_parts; i++) {
        const size_t part = size / n_parts;
        if (isnan(a[i]) && isnan(b[i])) continue;
        if (memcmp(actual + i * part, expected + i * part, part) != 0) return 0;
    }
    return 1;
}

int is_same(strew_dtype dtype, const void *actual, const void *expected, size_t n, size_t *where)
{
    const size_t size = reference_size(dtype);

    if (n == 0 || memcmp(actual, expected, n * size) == 0) return 1;
    for (size_t i = 0; i < n; i++) {
        if (!is_same_element(dtype, (const unsigned char *)actual + i * size, (const unsigned char *)expected + i * size)) {
            *where = i;
            return 0;
        }
    }
    return 1;
}

/* An integer or a bool in decimal. Returns what snprintf does. */
static int print_integer(strew_dtype dtype, const void *element, char *text, size_t room)
{
    switch (dtype) {
    case STREW_INT8: {
        int8_t value;
        memcpy(&value, element, sizeof value);
        return snprintf(text, room, "%" PRId8, value);
    }
    case STREW_INT16: {
        int16_t value;
        memcpy(&value, element, sizeof value);
        return snprintf(text, room, "%" PRId16, value);
    }
    case STREW_INT32: {
        int32_t value;
        memcpy(&value, element, sizeof value);
        return snprintf(text, room, "%" PRId32, value);
    }
    case STREW_INT64: {
        int64_t value;
        memcpy(&value, element, sizeof value);
        return snprintf(text, room, "%" PRId64, value);
    }
    case STREW_UINT8:
    case STREW_BOOL: {
        uint8_t value;
        memcpy(&value, element, sizeof value);
        return snprintf(text, room, "%" PRIu8, value);
    }
    case STREW_UINT16: {
        uint16_t value;
        memcpy(&value, element, sizeof value);
        return snprintf(text, room, "%" PRIu16, value);
    }
    case STREW_UINT32: {
        uint32_t value;
        memcpy(&value, element, sizeof value);
        return snprintf(text, room, "%" PRIu32, value);
    }
    case STREW_UINT64: {
        uint64_t value;
        memcpy(&value, element, sizeof value);
        return snprintf(text, room, "%" PRIu64, value);
    }
    default: return snprintf(text, room, "bytes"); /* a string is a handle */
    }
}

const char *print_element(strew_dtype dtype, const void *element, char text[ELEMENT_TEXT_BYTES])
{
    const unsigned char *const bytes = element;
    const size_t size = reference_size(dtype);
    double parts[2];
    size_t used;

    switch (parts_of(dtype, element, parts)) {
    case 1: used = (size_t)snprintf(text, ELEMENT_TEXT_BYTES, "%.17g (", parts[0]); break;
    case 2: used = (size_t)snprintf(text, ELEMENT_TEXT_BYTES, "[%.17g, %.17g] (", parts[0], parts[1]); break;
    default:
        used = (size_t)print_integer(dtype, element, text, ELEMENT_TEXT_BYTES);
        used += (size_t)snprintf(text + used, ELEMENT_TEXT_BYTES - used, " (");
        break;
    }
    for (size_t i = 0; i < size; i++) used += (size_t)snprintf(text + used, ELEMENT_TEXT_BYTES - used, "%s%02x", i ? " " : "", bytes[i]);
    snprintf(text + used, ELEMENT_TEXT_BYTES - used, ")");
    return text;
}

int is_same_or_print(strew_dtype dtype, const void *actual, const void *expected, size_t n, const char *context, ...)
{
    const size_t size = reference_size(dtype);
    char a[ELEMENT_TEXT_BYTES], b[ELEMENT_TEXT_BYTES];
    size_t where;
    va_list arguments;

    if (is_same(dtype, actual, expected, n, &where)) return 1;
    va_start(arguments, context);
    vfprintf(stderr, context, arguments);
    va_end(arguments);
    fprintf(stderr, ": %s element %zu of %zu is %s, expected %s\n", reference_dtype_name(dtype), where, n,
            print_element(dtype, (const unsigned char *)actual + where * size, a),
            print_element(dtype, (const unsigned char *)expected + where * size, b));
    return 0;
}
