#include "compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

int is_same_element(strew_dtype dtype, const void *actual, const void *expected, zeros zeros)
{
    const size_t size = reference_size(dtype);
    double a[2], b[2];
    const size_t n_floats = reference_read_floats(dtype, actual, a);

    if (n_floats == 0) return memcmp(actual, expected, size) == 0;
    (void)reference_read_floats(dtype, expected, b);
    for (size_t i = 0; i < n_floats; i++) {
        const size_t float_size = size / n_floats;
        if (isnan(a[i]) && isnan(b[i])) continue;
        if (zeros == ANY_ZERO && a[i] == 0 && b[i] == 0 && !signbit(b[i])) continue;
        if (memcmp((const char *)actual + i * float_size, (const char *)expected + i * float_size, float_size) != 0) return 0;
    }
    return 1;
}

int is_same(strew_dtype dtype, const void *actual, const void *expected, size_t n, size_t *where)
{
    const size_t size = reference_size(dtype);

    if (n == 0 || memcmp(actual, expected, n * size) == 0) return 1;
    for (size_t i = 0; i < n; i++) {
        if (!is_same_element(dtype, (const char *)actual + i * size, (const char *)expected + i * size, SAME_ZERO)) {
            *where = i;
            return 0;
        }
    }
    return 1;
}

static int print_other(strew_dtype dtype, const void *element, char text[ELEMENT_TEXT_BYTES])
{
    switch (reference_type_of(dtype).kind) {
    case REFERENCE_SIGNED: return snprintf(text, ELEMENT_TEXT_BYTES, "%" PRId64 " (", (int64_t)reference_read_integer(dtype, element));
    case REFERENCE_UNSIGNED:
    case REFERENCE_BOOL: return snprintf(text, ELEMENT_TEXT_BYTES, "%" PRIu64 " (", reference_read_integer(dtype, element));
    default: return snprintf(text, ELEMENT_TEXT_BYTES, "bytes ("); /* a string is a handle */
    }
}

const char *print_element(strew_dtype dtype, const void *element, char text[ELEMENT_TEXT_BYTES])
{
    const unsigned char *const bytes = element;
    const size_t size = reference_size(dtype);
    double floats[2];
    size_t used;

    switch (reference_read_floats(dtype, element, floats)) {
    case 1: used = (size_t)snprintf(text, ELEMENT_TEXT_BYTES, "%.17g (", floats[0]); break;
    case 2: used = (size_t)snprintf(text, ELEMENT_TEXT_BYTES, "[%.17g, %.17g] (", floats[0], floats[1]); break;
    default: used = (size_t)print_other(dtype, element, text); break;
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
