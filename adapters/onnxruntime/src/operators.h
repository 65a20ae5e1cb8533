/**
 * @file operators.h
 * The operators of ONNX that the adapter runs, and its element types as strew's.
 */
#ifndef STREW_ONNXRUNTIME_OPERATORS_H
#define STREW_ONNXRUNTIME_OPERATORS_H

#include <stdbool.h>

#include <strew/strew.h>

typedef struct strew_ort_operator {
    const char *name;
    strew_operator kind;
    int first_version, last_version;
    bool is_index_type_free; /* int32 or int64; otherwise int64 */
} strew_ort_operator;

enum { STREW_ORT_N_OPERATORS = 7 };
extern const strew_ort_operator strew_ort_operators[STREW_ORT_N_OPERATORS];

static inline bool strew_ort_is_gather(const strew_ort_operator *op)
{
    return op->kind == STREW_OPERATOR_GATHER_ND || op->kind == STREW_OPERATOR_GATHER_ELEMENTS || op->kind == STREW_OPERATOR_GATHER;
}

/* The numbers of ONNX's element types. */
enum { STREW_ORT_INT32 = 6, STREW_ORT_INT64 = 7, STREW_ORT_FLOAT8 = 17, STREW_ORT_N_TYPES = 21 };

/** The dtype of an element type; 0 for one that strew cannot handle: a string is an object of C++ here, of some types two elements share a
 * byte, and the runtime has no complex tensors. */
strew_dtype strew_ort_dtype(int type);

#endif /* STREW_ONNXRUNTIME_OPERATORS_H */
