#include "operators.h"

/* A version that changes an operator gets a row's last version only after its text was read. */
const strew_ort_operator strew_ort_operators[STREW_ORT_N_OPERATORS] = {
    {"ScatterND", STREW_OPERATOR_SCATTER_ND, 11, 18, false},
    {"ScatterElements", STREW_OPERATOR_SCATTER_ELEMENTS, 11, 18, true},
    {"Scatter", STREW_OPERATOR_SCATTER_ELEMENTS, 9, 11, true},
    {"TensorScatter", STREW_OPERATOR_TENSOR_SCATTER, 24, 24, false},
    {"GatherND", STREW_OPERATOR_GATHER_ND, 11, 13, false},
    {"GatherElements", STREW_OPERATOR_GATHER_ELEMENTS, 11, 13, true},
    {"Gather", STREW_OPERATOR_GATHER, 1, 13, true},
};

strew_dtype strew_ort_dtype(int type)
{
    static const strew_dtype dtypes[STREW_ORT_N_TYPES] = {
        [1] = STREW_DTYPE_FLOAT32,     [2] = STREW_DTYPE_UINT8,         [3] = STREW_DTYPE_INT8,       [4] = STREW_DTYPE_UINT16,
        [5] = STREW_DTYPE_INT16,       [6] = STREW_DTYPE_INT32,         [7] = STREW_DTYPE_INT64,      [9] = STREW_DTYPE_BOOL,
        [10] = STREW_DTYPE_FLOAT16,    [11] = STREW_DTYPE_FLOAT64,      [12] = STREW_DTYPE_UINT32,    [13] = STREW_DTYPE_UINT64,
        [16] = STREW_DTYPE_BFLOAT16,   [17] = STREW_DTYPE_FLOAT8E4M3FN, [18] = STREW_DTYPE_OPAQUE(1), /* float8e4m3fnuz */
        [19] = STREW_DTYPE_FLOAT8E5M2, [20] = STREW_DTYPE_OPAQUE(1),                                  /* float8e5m2fnuz */
    };
    return type > 0 && type < STREW_ORT_N_TYPES ? dtypes[type] : (strew_dtype)0;
}
