/* scatter_nd as a plain loop, written from the contract alone: it shares no code with the library, only the public header's types. */
#ifndef STREW_TESTS_REFERENCE_H
#define STREW_TESTS_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

enum { REFERENCE_DTYPES = 16, REFERENCE_REDUCTIONS = 6, REFERENCE_LARGEST_ELEMENT = 16 };
extern const strew_dtype reference_dtypes[REFERENCE_DTYPES];
extern const strew_reduction reference_reductions[REFERENCE_REDUCTIONS];

/* What ONNX calls them. NULL for a number that names nothing. */
const char *reference_dtype_name(strew_dtype dtype);
const char *reference_reduction_name(strew_reduction reduction);

/* Bytes of one element; 0 for an unknown dtype. */
size_t reference_size(strew_dtype dtype);

/* Whether the contract gives the reduction a meaning on the dtype: everything but arithmetic on strings. */
int reference_is_defined(strew_dtype dtype, strew_reduction reduction);

/* *data = reduction(*data, *update), one element each, at any address. */
void reference_combine(strew_dtype dtype, strew_reduction reduction, void *data, const void *update);

/* A small float (STREW_FLOAT16 or STREW_BFLOAT16) of these bits, and the bits of the one nearest to a value, ties to even. */
double reference_widen(strew_dtype dtype, uint16_t bits);
uint16_t reference_narrow(strew_dtype dtype, double value);

/* Elements of a tensor whose shape is known to be sane. */
size_t reference_elements(const strew_tensor *tensor);

typedef struct reference_place {
    int64_t tuple, value, low, high;
    int32_t component;
} reference_place;

/* Looks for the first component outside its bounds, in row-major order; returns whether there is one. */
int reference_is_outside(const strew_tensor *data, const strew_tensor *indices, strew_negative negative, reference_place *place);

/* The loop. Shapes, types and indices must be right. output may be data->values. */
void reference_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                          strew_reduction reduction);

#endif
