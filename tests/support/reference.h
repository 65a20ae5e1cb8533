/* Scatter as a plain loop, written from the contract alone. It shares no code with the library, except for the public header's types and
 * the names of dtypes that the contract does not list. */
#ifndef STREW_TESTS_REFERENCE_H
#define STREW_TESTS_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

/* ---- Dtypes and reductions ----------------------------------------------------------------------------------------------------------- */

/* One row a reduction that needs no workspace, in the order of their numbers: its name, and what comes of an element a and an update b as
 * floats, integers and bools. is_less says whether a < b; of floats -0 is less than 0, and a NaN decides before it. Integers are 64 bits,
 * of which is_signed says what they mean. Complex numbers are reduced part by part, multiplied, or compared as pairs. The mean is not among
 * them. */
#define REFERENCE_REDUCTION_ROWS(ROW)                                                                                                      \
    ROW(NONE, "none", b, b, b, BY_PARTS)                                                                                                   \
    ROW(ADD, "add", a + b, a + b, a || b, BY_PARTS)                                                                                        \
    ROW(SUB, "sub", a - b, a - b, a != b, BY_PARTS)                                                                                        \
    ROW(MUL, "mul", (a * b), (a * b), (a && b), AS_PRODUCT)                                                                                \
    ROW(MIN, "min", is_less ? a : b, is_less ? a : b, (a && b), LESSER)                                                                    \
    ROW(MAX, "max", is_less ? b : a, is_less ? b : a, a || b, GREATER)
#define REFERENCE_NUMBER_OF(reduction, ...) STREW_REDUCTION_##reduction,
#define REFERENCE_ALL_REDUCTIONS REFERENCE_REDUCTION_ROWS(REFERENCE_NUMBER_OF)
enum {
    REFERENCE_MAX_DTYPES = STREW_DTYPE_OPAQUE_0 - 1,
    REFERENCE_REDUCTIONS = sizeof((int[]){REFERENCE_ALL_REDUCTIONS}) / sizeof(int),
    REFERENCE_LARGEST_ELEMENT = STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0
};

/* The dtypes of the library under test, without STREW_DTYPE_OPAQUE: from 1 up to the first number that strew_dtype_name does not name, so
 * that one more row in gen/axes.py is tested without a change here. Returns their number. */
size_t reference_dtypes(strew_dtype dtypes[REFERENCE_MAX_DTYPES]);

extern const strew_reduction reference_reductions[REFERENCE_REDUCTIONS];

/* What ONNX calls them. NULL for a number that names nothing. */
const char *reference_dtype_name(strew_dtype dtype);
const char *reference_reduction_name(strew_reduction reduction);

typedef enum reference_kind {
    REFERENCE_NO_KIND,
    REFERENCE_FLOAT,       /* float or double */
    REFERENCE_SMALL_FLOAT, /* of a format, computed in float */
    REFERENCE_SIGNED,
    REFERENCE_UNSIGNED,
    REFERENCE_BOOL,
    REFERENCE_COMPLEX, /* two of float or double */
    REFERENCE_BYTES    /* only moved */
} reference_kind;

/* A float: a sign, then the exponent, then the mantissa. With infinity, all exponent bits set mean infinity or NaN; without, all bits but
 * the sign set mean NaN, to which numbers that are too large round. */
typedef struct reference_format {
    int exponent_bits, mantissa_bits, has_infinity;
} reference_format;

typedef struct reference_type {
    reference_kind kind;
    size_t size;             /* bytes of an element */
    reference_format format; /* of a float or small float */
} reference_type;

/* What a dtype means: from a table for those of the contract, from its name for any other small float. No kind and size 0 for a number that
 * names nothing. Ends the process where the library has a dtype whose name does not say what it means. */
reference_type reference_type_of(strew_dtype dtype);

/* The format of a name as ONNX and ml_dtypes build it: the number of bits, those of the exponent and of the mantissa, and "fn" where there
 * is no infinity, as in float8e4m3fn. Returns 0 for any other name. */
int reference_format_of_name(const char *name, reference_format *format);

/* Bytes of one element; 0 for an unknown dtype. */
size_t reference_size(strew_dtype dtype);

/* Whether the contract gives the reduction a meaning on the dtype: everything but arithmetic on strings and opaque elements,
 * and the mean of bools. */
int reference_is_defined(strew_dtype dtype, strew_reduction reduction);

/* ---- One element, at any address ----------------------------------------------------------------------------------------------------- */

/* The value of the bits of a small float, and the bits of the small float nearest to a value, ties to even. */
double reference_format_widen(reference_format format, uint16_t bits);
uint16_t reference_format_narrow(reference_format format, double value);

/* The floats of an element: two of a complex number, one of a float, none of anything else. Returns their number. */
size_t reference_read_floats(strew_dtype dtype, const void *element, double *floats);
/* As many, each rounded to nearest even. */
void reference_write_floats(strew_dtype dtype, void *element, const double *floats);

/* An integer or a bool as 64 bits, the sign extended where there is one: modulo 2^64 holds every narrower modulus. */
uint64_t reference_read_integer(strew_dtype dtype, const void *element);
void reference_write_integer(strew_dtype dtype, void *element, uint64_t value);

/* The integers that may index: INT8 to INT64, UINT8 to UINT64. */
enum { REFERENCE_INDEX_DTYPES = 8 };
extern const strew_dtype reference_index_dtypes[REFERENCE_INDEX_DTYPES];
int reference_is_index(strew_dtype dtype);

/* One of them as an index. One that int64 cannot hold is INT64_MAX, which is out of bounds as well. */
int64_t reference_read_index(strew_dtype dtype, const void *element);

/* *data = reduction(*data, *update). */
void reference_combine_nan(strew_dtype dtype, strew_reduction reduction, strew_nan nan, void *data, const void *update);

/* A wider dtype that a sum can have; 0 if there is none. */
strew_dtype reference_wide_dtype(strew_dtype dtype);

/* ---- A call -------------------------------------------------------------------------------------------------------------------------- */

/* REFERENCE_PUT has no form of one call. */
typedef enum reference_operator { REFERENCE_ND, REFERENCE_ELEMENTS, REFERENCE_UPDATE, REFERENCE_PUT } reference_operator;

typedef struct reference_call {
    reference_operator op;
    const strew_tensor *data, *indices, *updates;
    int64_t axis; /* of scatter_elements and scatter_update; may be negative */
    strew_reduction reduction;
    const strew_options *options; /* NULL is the default. The instruction set does not count, nor does what a profile rejects */
    int64_t batch_dims; /* of scatter_nd and scatter_update; of the latter it may be negative, and counts from the end of indices */
    /* For the library alone. The reference reads indices in which the components are side by side, and writes a dense output. */
    const strew_tensor *output;     /* NULL: it is dense */
    const strew_tensor *components; /* in place of indices, unless it is NULL */
    int32_t n_components;
} reference_call;

/* Flat indices index data as one dimension: dense data of that shape. */
typedef struct reference_line {
    int64_t n;
    strew_tensor data;
} reference_line;

void reference_make_line(reference_line *line, const strew_tensor *data);

/* What a call accumulates in, if that is wider than its data; otherwise 0. Integers that wrap around give the same either way. */
strew_dtype reference_accumulates_in(const reference_call *call);

/* The loop. Shapes and types must be right, and so must indices except under the policies skip and clamp. output may be data->values. */
void reference_scatter(void *output, const reference_call *call);

/* The way back: each slice that a tuple names in data, to where the slice of updates would be in output, and else this element. */
void reference_fetch(void *output, const reference_call *call, const void *fill);

/* Where an index is out of bounds: `tuple` counts tuples in row-major order, and `dimension` is one of data. */
typedef struct reference_position {
    int64_t tuple, value, low, high;
    int32_t component, dimension;
} reference_position;

/* Finds the first component out of bounds, in row-major order and whatever the policy; returns whether there is one. */
int reference_is_out_of_bounds(const reference_call *call, reference_position *position);

/* Whether a fault of STREW_STATUS_INDEX_OUT_OF_BOUNDS names this position and these bounds. */
int reference_is_position(const strew_fault *fault, const reference_position *position);

/* Elements and bytes of a tensor whose shape is valid. */
size_t reference_elements(const strew_tensor *tensor);
size_t reference_bytes(const strew_tensor *tensor);

/* The bytes of any shape, its zeros left out; 0 if they cannot be addressed, or a size is negative. */
uint64_t reference_full_bytes(const strew_tensor *tensor);

#endif
