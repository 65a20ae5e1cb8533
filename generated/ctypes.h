/* Rendered from templates/ctypes.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#ifndef STREW_CTYPES_H
#define STREW_CTYPES_H

/* The compute types. bN is N bits that are only moved. */
typedef enum strew_ctype {
    STREW_CTYPE_NONE,
    STREW_CTYPE_B8, /* 1 byte */
    STREW_CTYPE_B16, /* 2 bytes */
    STREW_CTYPE_B32, /* 4 bytes */
    STREW_CTYPE_B64, /* 8 bytes */
    STREW_CTYPE_B128, /* 16 bytes */
    STREW_CTYPE_F32, /* 4 bytes */
    STREW_CTYPE_F64, /* 8 bytes */
    STREW_CTYPE_F16, /* 2 bytes */
    STREW_CTYPE_BF16, /* 2 bytes */
    STREW_CTYPE_I8, /* 1 byte */
    STREW_CTYPE_I16, /* 2 bytes */
    STREW_CTYPE_I32, /* 4 bytes */
    STREW_CTYPE_I64, /* 8 bytes */
    STREW_CTYPE_U8, /* 1 byte */
    STREW_CTYPE_U16, /* 2 bytes */
    STREW_CTYPE_U32, /* 4 bytes */
    STREW_CTYPE_U64, /* 8 bytes */
    STREW_CTYPE_BOOL, /* 1 byte */
    STREW_CTYPE_C64, /* 8 bytes */
    STREW_CTYPE_C128, /* 16 bytes */
    STREW_CTYPE_F8E4M3FN, /* 1 byte */
    STREW_CTYPE_F8E5M2, /* 1 byte */
    STREW_CTYPE_F32_F64, /* 4 bytes */
    STREW_CTYPE_F64_F32, /* 8 bytes */
    STREW_CTYPE_F16_F32, /* 2 bytes */
    STREW_CTYPE_F32_F16, /* 4 bytes */
    STREW_CTYPE_BF16_F32, /* 2 bytes */
    STREW_CTYPE_F32_BF16, /* 4 bytes */
    STREW_CTYPE_I8_I64, /* 1 byte */
    STREW_CTYPE_I64_I8, /* 8 bytes */
    STREW_CTYPE_I16_I64, /* 2 bytes */
    STREW_CTYPE_I64_I16, /* 8 bytes */
    STREW_CTYPE_I32_I64, /* 4 bytes */
    STREW_CTYPE_I64_I32, /* 8 bytes */
    STREW_CTYPE_U8_I64, /* 1 byte */
    STREW_CTYPE_I64_U8, /* 8 bytes */
    STREW_CTYPE_U16_I64, /* 2 bytes */
    STREW_CTYPE_I64_U16, /* 8 bytes */
    STREW_CTYPE_U32_I64, /* 4 bytes */
    STREW_CTYPE_I64_U32, /* 8 bytes */
    STREW_CTYPE_F8E4M3FN_F32, /* 1 byte */
    STREW_CTYPE_F32_F8E4M3FN, /* 4 bytes */
    STREW_CTYPE_F8E5M2_F32, /* 1 byte */
    STREW_CTYPE_F32_F8E5M2, /* 4 bytes */
    STREW_CTYPES
} strew_ctype;

/* What kernels do: the reductions, in the order of strew_reduction, and then the variants that an option selects. */
typedef enum strew_operation {
    STREW_DO_NONE, /* the last tuple wins */
    STREW_DO_ADD, /* sum; OR on bool */
    STREW_DO_SUB, /* difference; XOR on bool */
    STREW_DO_MUL, /* product; AND on bool */
    STREW_DO_MIN, /* the lesser, a NaN wins; AND on bool */
    STREW_DO_MAX, /* the greater, a NaN wins; OR on bool */
    STREW_DO_MEAN, /* the mean of the old element and its updates, divided once; not on bool */
    STREW_DO_MIN_NUMBER, /* the lesser, a NaN loses */
    STREW_DO_MAX_NUMBER, /* the greater, a NaN loses */
    STREW_OPERATIONS
} strew_operation;

/* What kernels do with tuples of indices. */
typedef enum strew_step {
    STREW_STEP_CHECK,
    STREW_STEP_LINEARISE,
    STREW_STEP_CLAMP,
} strew_step;

/* Kernels for a fixed number of components, up to this many, load bounds and strides as their vectors hold them: repeated from tuple to
 * tuple. A vector begins with any of the k components, and the widest has STREW_MAX_INDEX_LANES lanes of int64. */
enum { STREW_MAX_COMPONENTS = 4, STREW_MAX_INDEX_LANES = 8 };

/* The widest slices whose updates are copied when tuples are selected. */
enum { STREW_MAX_SELECTED_BYTES = 8 };

#endif /* STREW_CTYPES_H */
