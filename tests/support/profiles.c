#include "profiles.h"

#include <string.h>

#define BOTH "int32 int64"

/* The sets, after section 2: the sixteen are those of ONNX, and the numeric ones are the real numbers among them. Only those of
 * tensor_scatter and PyTorch's index_select have dtypes that strew adds to the sixteen. */
#define NUMERIC "float32 float64 float16 bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64"
#define NUMERIC_AND_BOOL NUMERIC " bool"
#define SIXTEEN NUMERIC_AND_BOOL " complex64 complex128 string"
#define TORCH "float32 float64 float16 bfloat16 int8 int16 int32 int64 uint8"
#define FIFTEEN "float32 float64 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64 complex128 string"

const profile_row profile_rows[PROFILE_ROWS] = {
    {STREW_PROFILE_ONNX_SCATTER_9, "ONNX Scatter-9", REFERENCE_ELEMENTS, FIFTEEN, BOTH, "none", 0, 0, 0, 0},
    {STREW_PROFILE_ONNX_SCATTER_11, "ONNX Scatter-11", REFERENCE_ELEMENTS, FIFTEEN, BOTH, "none", 1, 0, 0, 0},
    {STREW_PROFILE_ONNX_SCATTERELEMENTS_11, "ONNX ScatterElements-11", REFERENCE_ELEMENTS, FIFTEEN, BOTH, "none", 1, 0, 0, 0},
    {STREW_PROFILE_ONNX_SCATTERELEMENTS_13, "ONNX ScatterElements-13", REFERENCE_ELEMENTS, SIXTEEN, BOTH, "none", 1, 0, 0, 0},
    {STREW_PROFILE_ONNX_SCATTERELEMENTS_16, "ONNX ScatterElements-16", REFERENCE_ELEMENTS, SIXTEEN, BOTH, "none add mul", 1, 0, 0, 0},
    {STREW_PROFILE_ONNX_SCATTERELEMENTS_18, "ONNX ScatterElements-18", REFERENCE_ELEMENTS, SIXTEEN, BOTH, "none add mul min max", 1, 0, 0,
     0},
    {STREW_PROFILE_ONNX_SCATTERND_11, "ONNX ScatterND-11", REFERENCE_ND, FIFTEEN, "int64", "none", 1, 0, 0, 0},
    {STREW_PROFILE_ONNX_SCATTERND_13, "ONNX ScatterND-13", REFERENCE_ND, SIXTEEN, "int64", "none", 1, 0, 0, 0},
    {STREW_PROFILE_ONNX_SCATTERND_16, "ONNX ScatterND-16", REFERENCE_ND, SIXTEEN, "int64", "none add mul", 1, 0, 0, 0},
    {STREW_PROFILE_ONNX_SCATTERND_18, "ONNX ScatterND-18", REFERENCE_ND, SIXTEEN, "int64", "none add mul min max", 1, 0, 0, 0},
    {STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_3, "OpenVINO ScatterNDUpdate-3", REFERENCE_ND, NUMERIC, BOTH, "none", 0, 1, 0, 0},
    {STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_15, "OpenVINO ScatterNDUpdate-15", REFERENCE_ND, NUMERIC_AND_BOOL, BOTH,
     "none add sub mul min max", 1, 1, 0, 0},
    {STREW_PROFILE_OPENVINO_SCATTERELEMENTSUPDATE_3, "OpenVINO ScatterElementsUpdate-3", REFERENCE_ELEMENTS, NUMERIC, BOTH, "none", 0, 0, 0,
     0},
    {STREW_PROFILE_OPENVINO_SCATTERELEMENTSUPDATE_12, "OpenVINO ScatterElementsUpdate-12", REFERENCE_ELEMENTS, NUMERIC_AND_BOOL, BOTH,
     "none add mul min max mean", 1, 0, 1, 1},
    {STREW_PROFILE_OPENVINO_SCATTERUPDATE_3, "OpenVINO ScatterUpdate-3", REFERENCE_UPDATE, NUMERIC, BOTH, "none", 0, 0, 0, 0},
    {STREW_PROFILE_PYTORCH_SCATTER_REDUCE_2, "PyTorch scatter_reduce-2", REFERENCE_ELEMENTS, NUMERIC_AND_BOOL " complex64 complex128", BOTH,
     "add mul min max mean", 0, 0, 1, 0},
    {STREW_PROFILE_PYTORCH_INDEX_REDUCE_2, "PyTorch index_reduce-2", REFERENCE_UPDATE, TORCH, BOTH, "mul min max mean", 0, 0, 1, 0},
};

const gather_profile_row gather_profile_rows[GATHER_PROFILE_ROWS] = {
    {STREW_PROFILE_ONNX_GATHER_1, "ONNX Gather-1", "gather", FIFTEEN, BOTH, 0, 0, 0},
    {STREW_PROFILE_ONNX_GATHER_11, "ONNX Gather-11", "gather", FIFTEEN, BOTH, 1, 0, 0},
    {STREW_PROFILE_ONNX_GATHER_13, "ONNX Gather-13", "gather", SIXTEEN, BOTH, 1, 0, 0},
    {STREW_PROFILE_ONNX_GATHERELEMENTS_11, "ONNX GatherElements-11", "gather_elements", FIFTEEN, BOTH, 1, 0, 0},
    {STREW_PROFILE_ONNX_GATHERELEMENTS_13, "ONNX GatherElements-13", "gather_elements", SIXTEEN, BOTH, 1, 0, 0},
    {STREW_PROFILE_ONNX_GATHERND_11, "ONNX GatherND-11", "gather_nd", FIFTEEN, "int64", 1, 0, 0},
    {STREW_PROFILE_ONNX_GATHERND_12, "ONNX GatherND-12", "gather_nd", FIFTEEN, "int64", 1, 1, 0},
    {STREW_PROFILE_ONNX_GATHERND_13, "ONNX GatherND-13", "gather_nd", SIXTEEN, "int64", 1, 1, 0},
    {STREW_PROFILE_OPENVINO_GATHER_8, "OpenVINO Gather-8", "gather", SIXTEEN, BOTH, 1, 1, 1},
    {STREW_PROFILE_PYTORCH_INDEX_SELECT_2, "PyTorch index_select-2", "gather",
     NUMERIC_AND_BOOL " complex64 complex128 float8e4m3fn float8e5m2 opaque1", BOTH, 0, 0, 0},
};

const gather_profile_row *find_gather_profile(strew_profile profile)
{
    for (size_t i = 0; i < GATHER_PROFILE_ROWS; i++) {
        if (gather_profile_rows[i].profile == profile) return &gather_profile_rows[i];
    }
    return NULL;
}

const token_profile_row token_profile_rows[TOKEN_PROFILE_ROWS] = {
    {STREW_PROFILE_ONNX_TENSORSCATTER_24, "ONNX TensorScatter-24", SIXTEEN " float8e4m3fn float8e5m2", "int64", 0},
};

const token_profile_row *find_token_profile(strew_profile profile)
{
    for (size_t i = 0; i < TOKEN_PROFILE_ROWS; i++) {
        if (token_profile_rows[i].profile == profile) return &token_profile_rows[i];
    }
    return NULL;
}

int has_word(const char *list, const char *word)
{
    const size_t n = strlen(word);

    for (const char *at = list; (at = strstr(at, word)) != NULL; at += n) {
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) return 1;
    }
    return 0;
}

int profile_has_dtype(const profile_row *row, strew_dtype dtype)
{
    return has_word(row->dtypes, reference_dtype_name(dtype));
}

int profile_has_indices(const profile_row *row, strew_dtype index_dtype)
{
    return has_word(row->indices, reference_dtype_name(index_dtype));
}

int profile_has_reduction(const profile_row *row, strew_reduction reduction)
{
    return has_word(row->reductions, reference_reduction_name(reduction));
}
