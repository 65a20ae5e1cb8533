/* The tensors of a case, and what is malformed in one. */
#ifndef STREW_TESTS_CASE_TENSORS_H
#define STREW_TESTS_CASE_TENSORS_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <strew/strew.h>

#include "reference.h"

/* The contents of a tensor. Of a dtype in blocks, an element of contents is a block. */
typedef struct contents_of {
    unsigned char *values; /* n_values elements; NULL if the case gives none */
    size_t n_values;
    unsigned char fill[REFERENCE_LARGEST_ELEMENT]; /* one for all, where there are no values */
} contents_of;

typedef struct case_tensor {
    int32_t rank;
    int64_t *shape;
    size_t n_elements; /* of contents; 0 if the shape has a negative size, too many elements or splits a block */
    int64_t *strides;  /* in elements; NULL: dense. Then the contents are a buffer, */
    size_t offset;     /* in which this is the element with index 0 everywhere */
    contents_of contents;
} case_tensor;

/* Sets the reason and returns 0, which each function below returns for JSON that it cannot read. */
int malformed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The last reason; valid until the next one. */
const char *malformed_reason(void);

/* Values, bytes, or one for all. */
int read_contents(const json_t *json, const char *name, strew_dtype dtype, contents_of *to);

/* These with a shape, and maybe strides. */
int read_tensor(const json_t *json, const char *name, strew_dtype dtype, case_tensor *to);

/* Zero points have data's dtype: two in a byte, whatever the last dimension is, or one. */
int read_zero_points(const json_t *json, strew_dtype dtype, case_tensor *to);

/* Whether the bytes of a shape without its zeros are few enough for addresses of this platform. */
int can_be_addressed(const case_tensor *of, strew_dtype dtype);

#endif
