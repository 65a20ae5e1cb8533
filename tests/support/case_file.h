/* One case of a case file, read from JSON: tensors in the bytes that the library takes, and what must come of them. */
#ifndef STREW_TESTS_CASE_FILE_H
#define STREW_TESTS_CASE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <strew/strew.h>

#include "reference.h"

/* What a word that the library does not know becomes: a number that it does not know either, so that the rejection is its own. */
enum { UNKNOWN_NUMBER = STREW_OPAQUE_LAST + 1, REASON_BYTES = 200 };

/* The contents of a tensor. */
typedef struct contents_of {
    unsigned char *values; /* n_values elements; NULL if the case gives none */
    size_t n_values;
    unsigned char fill[REFERENCE_LARGEST_ELEMENT]; /* one for all, where there are no values */
} contents_of;

typedef struct case_tensor {
    int32_t rank;
    int64_t *shape;
    size_t n_elements; /* 0 where the shape has no sane number of them */
    contents_of contents;
} case_tensor;

typedef struct sparse_value {
    uint64_t offset;
    unsigned char bytes[REFERENCE_LARGEST_ELEMENT];
} sparse_value;

typedef struct scatter_case {
    const char *id;
    const char *skipped; /* why, or NULL; then the members below are not filled */
    reference_operator op;
    int64_t axis;
    strew_dtype dtype, index_dtype;
    strew_reduction reduction;
    strew_options options;
    case_tensor data, indices, updates;
    int is_shape_only, is_rejected;
    strew_status status; /* of the rejection; STREW_OK where any will do */
    contents_of expected;
    sparse_value *sparse; /* in order of their offsets */
    size_t n_sparse;
} scatter_case;

/* Reads a case. Returns 1, or 0 with what is malformed in `reason`. The case must be freed in either event; it points into `json`. */
int read_case(const json_t *json, int with_large, scatter_case *to, char reason[REASON_BYTES]);
void free_case(scatter_case *of);

/* Bytes of an element; of an unknown dtype, enough for any. */
size_t case_size(strew_dtype dtype);

/* Whether an element is what the case expects: any NaN for a NaN, a zero of either sign for a plain 0, the same bits otherwise. */
int is_expected(strew_dtype dtype, const void *actual, const void *expected);

#endif
