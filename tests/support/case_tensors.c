#include "case_tensors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "case_values.h"

/* How many elements of a shape are one of contents. */
static int64_t block_of(strew_dtype dtype)
{
    const size_t n = block_elements(dtype);
    return n ? (int64_t)n : 1;
}

static char reason[200];

int malformed(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return 0;
}

const char *malformed_reason(void)
{
    return reason;
}

int read_contents(const json_t *json, const char *name, strew_dtype dtype, contents_of *to)
{
    const json_t *const values = json_object_get(json, "values"), *const fill = json_object_get(json, "fill");
    const char *const bytes = json_string_value(json_object_get(json, "bytes"));
    const size_t size = case_size(dtype);

    if (json_is_array(values)) {
        to->n_values = json_array_size(values);
        to->values = calloc(to->n_values + 1, size);
        if (!to->values) return malformed("%s.values do not fit into memory", name);
        for (size_t i = 0; i < to->n_values; i++) {
            if (!case_encode(dtype, json_array_get(values, i), to->values + i * size))
                return malformed("%s.values[%zu] is not a value of its dtype", name, i);
        }
    } else if (bytes) {
        to->n_values = strlen(bytes) / 2 / size;
        to->values = calloc(to->n_values + 1, size);
        if (!to->values) return malformed("%s.bytes do not fit into memory", name);
        if (!case_read_bytes(bytes, to->n_values * size, to->values)) return malformed("%s.bytes is not the digits of whole blocks", name);
    } else if (values && !json_is_null(values)) {
        return malformed("%s.values is neither an array nor null", name);
    } else if (fill && !case_encode(dtype, fill, to->fill)) {
        return malformed("%s.fill is not a value of its dtype", name);
    }
    return 1;
}

/* The strides of a tensor, whose elements must all be in its buffer. */
static int read_strides(const json_t *json, const char *name, int64_t block, case_tensor *to)
{
    const json_t *const strides = json_object_get(json, "strides"), *const offset = json_object_get(json, "offset");
    const int64_t n_values = (int64_t)to->contents.n_values * block;
    int64_t low = 0, high;

    to->strides = calloc((size_t)to->rank + 1, sizeof *to->strides);
    if (!to->strides || to->n_elements == 0) return malformed("%s.strides do not fit into memory, or it has no elements", name);
    if (json_array_size(strides) != (size_t)to->rank) return malformed("%s.strides is no array of one stride a dimension", name);
    if (offset && !case_read_int64(offset, &low)) return malformed("%s.offset is not an integer of 64 bits", name);
    to->offset = (size_t)((high = low) / block);
    for (int32_t d = 0; d < to->rank; d++) {
        int64_t *const stride = &to->strides[d];
        if (!case_read_int64(json_array_get(strides, (size_t)d), stride) || *stride > n_values || *stride < -n_values)
            return malformed("%s.strides[%d] is not an integer, or exceeds the buffer", name, (int)d);
        *(*stride < 0 ? &low : &high) += (to->shape[d] - 1) * *stride;
    }
    return (low >= 0 && high < n_values) || malformed("%s has elements outside of its values", name);
}

int read_tensor(const json_t *json, const char *name, strew_dtype dtype, case_tensor *to)
{
    const json_t *const shape = json_object_get(json, "shape");
    const uint64_t max_elements = SIZE_MAX / REFERENCE_LARGEST_ELEMENT; /* the number of their bytes must fit into size_t */
    const int64_t block = block_of(dtype);
    int is_valid = 1, is_empty = 0;

    if (!json_is_object(json)) return malformed("%s is missing, or is no object", name);
    if (!json_is_array(shape) || json_array_size(shape) > 1000) return malformed("%s.shape is missing, or is no array of sizes", name);
    to->rank = (int32_t)json_array_size(shape);
    to->shape = calloc((size_t)to->rank + 1, sizeof *to->shape);
    if (!to->shape) return malformed("%s.shape does not fit into memory", name);
    to->n_elements = 1;
    for (int32_t d = 0; d < to->rank; d++) {
        if (!case_read_int64(json_array_get(shape, (size_t)d), &to->shape[d]))
            return malformed("%s.shape[%d] is not an integer of 64 bits", name, (int)d);
        is_empty |= to->shape[d] == 0;
        if (to->shape[d] < 0 || (to->shape[d] > 0 && to->n_elements > max_elements / (uint64_t)to->shape[d]))
            is_valid = 0;
        else if (to->shape[d] > 0)
            to->n_elements *= (size_t)to->shape[d];
    }
    if (block > 1 && (to->rank == 0 || to->shape[to->rank - 1] % block != 0)) is_valid = 0;
    to->n_elements = is_empty || !is_valid ? 0 : to->n_elements / (size_t)block;
    if (!read_contents(json, name, dtype, &to->contents)) return 0;
    if (json_object_get(json, "strides")) return read_strides(json, name, block, to);
    if (json_object_get(json, "offset")) return malformed("%s.offset is without strides", name);
    if (to->contents.values && is_valid && to->contents.n_values != to->n_elements)
        return malformed("%s.values has %zu values where its shape asks for %zu", name, to->contents.n_values, to->n_elements);
    return 1;
}

int read_zero_points(const json_t *json, strew_dtype dtype, case_tensor *to)
{
    const int64_t per_byte = block_of(dtype);
    case_tensor shape = {0};
    json_t *const without = json_pack("{s:O}", "shape", json_object_get(json, "shape"));
    const int is_read = without && read_tensor(without, "zero_points", STREW_DTYPE_OPAQUE(1), &shape);

    json_decref(without);
    *to = shape;
    if (!is_read || !read_contents(json, "zero_points", STREW_DTYPE_OPAQUE(1), &to->contents)) return 0;
    if (json_object_get(json, "strides")) return read_strides(json, "zero_points", per_byte, to);
    return to->contents.n_values == (to->n_elements + (size_t)per_byte - 1) / (size_t)per_byte ||
           malformed("zero_points has %zu bytes where its shape has %zu elements", to->contents.n_values, to->n_elements);
}

int can_be_addressed(const case_tensor *of, strew_dtype dtype)
{
    uint64_t max = (uint64_t)PTRDIFF_MAX / case_size(dtype) * (uint64_t)block_of(dtype);

    for (int32_t d = 0; d < of->rank; d++) max /= of->shape[d] > 0 ? (uint64_t)of->shape[d] : 1;
    return max > 0;
}
