/* Rendered from templates/axes.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#ifndef STREW_AXES_H
#define STREW_AXES_H

/* Types of elements, by their ONNX names. 0 is none of them, so that a tensor whose dtype was forgotten is refused. */
typedef enum strew_dtype {
    STREW_FLOAT32 = 1,
    STREW_FLOAT64,
    STREW_FLOAT16,
    STREW_BFLOAT16,
    STREW_INT8,
    STREW_INT16,
    STREW_INT32,
    STREW_INT64,
    STREW_UINT8,
    STREW_UINT16,
    STREW_UINT32,
    STREW_UINT64,
    STREW_BOOL,
    STREW_COMPLEX64,
    STREW_COMPLEX128,
    STREW_STRING,
} strew_dtype;

/* How an update is combined with the element it meets. */
typedef enum strew_reduction {
    STREW_NONE = 0, /* the last tuple wins */
    STREW_ADD, /* sum; OR on bool */
    STREW_SUB, /* difference; XOR on bool */
    STREW_MUL, /* product; AND on bool */
    STREW_MIN, /* the lesser, a NaN wins; AND on bool */
    STREW_MAX, /* the greater, a NaN wins; OR on bool */
} strew_reduction;

/* Instruction sets. A greater number is not a better one. */
typedef enum strew_isa {
    STREW_ISA_BEST = 0, /* the best that the CPU has */
    STREW_ISA_SCALAR = 1, /* plain C */
    STREW_ISA_NEON = 3, /* NEON (AArch64) */
    STREW_ISA_AVX2 = 2, /* AVX2 and F16C (x86-64-v3) */
} strew_isa;

#endif /* STREW_AXES_H */
