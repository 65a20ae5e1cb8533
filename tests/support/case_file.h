/* One case of a case file, read from JSON: tensors in the bytes that the library takes, and the expected result. */
#ifndef STREW_TESTS_CASE_FILE_H
#define STREW_TESTS_CASE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <strew/strew.h>

#include "case_tensors.h"
#include "case_values.h"
#include "gathering.h"
#include "reference.h"
#include "tokens.h"

typedef struct sparse_value {
    uint64_t offset;
    unsigned char bytes[REFERENCE_LARGEST_ELEMENT];
} sparse_value;

typedef struct case_numbers {
    size_t n;
    int64_t *values; /* a uint64 has its bits */
} case_numbers;

typedef struct scatter_case {
    const char *id;
    const char *skipped; /* why, or NULL; then the members below are not filled; valid until the next case is read */
    reference_operator op;
    int64_t axis, batch_dims;                                   /* those that the operator has */
    strew_dtype dtype, index_dtype, update_dtype, output_dtype; /* the first is that of data; a scatter's output has it, too */
    strew_reduction reduction;
    strew_options options;
    int has_alpha; /* then options.alpha is to point to this: */
    unsigned char alpha[REFERENCE_LARGEST_ELEMENT];
    case_tensor data, indices, updates;
    int is_gather; /* then it has no updates and no reduction, but these: */
    gather_operator gather_op;
    int has_fill; /* then options.fill is to point to this: */
    contents_of skipped_element;
    case_tensor gathered; /* the expected output, or what has no shape */
    int is_token;         /* of tensor_scatter: then it has no reduction, but these: */
    int has_no_indices;
    strew_cache_mode mode;
    int is_mask;   /* of masked_scatter: then it has no reduction, and indices are its mask */
    int has_scale; /* then the library alone runs it, for the reference has none: */
    case_tensor scale;
    int has_zero_points; /* of a gather with a scale; they have the dtype of data: */
    case_tensor zero_points;
    int has_rows, has_weights; /* the library alone runs these too */
    strew_dtype rows_dtype, weights_dtype;
    case_tensor rows, weights;
    int64_t arg_fill;
    case_numbers args; /* what is expected of an arg; of none, `values` is NULL */
    int is_group;      /* then it has indices, options and: */
    int64_t n_groups;
    case_numbers order, starts, unique;
    int softmax_function; /* a strew_softmax_function, or 0; then it has updates, indices, maybe of its offsets, n_groups segments, and: */
    int has_offsets, end_is_implied;
    int64_t tolerance_ulp;
    int is_segment; /* the same, with data if options.initial says so, and maybe rows and weights */
    int is_shape_only, is_rejected;
    strew_status status; /* of the rejection; STREW_OK where any will do */
    contents_of expected;
    sparse_value *sparse; /* sorted by offset */
    size_t n_sparse;
} scatter_case;

/* Reads a case. Returns NULL, or what is malformed; valid until the next call. Free the case in either event; it points into `json`. */
const char *read_case(json_t *json, int with_large, scatter_case *to);
void free_case(scatter_case *of);

#endif
