/* Rendered from templates/axes.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/**
 * @file axes.h
 * The enums of data types, reductions, instruction sets and profiles. strew.h includes this file.
 */
#ifndef STREW_AXES_H
#define STREW_AXES_H

/** Types of elements, with their ONNX names. 0 is not a type, so a tensor whose dtype was not set is rejected. */
typedef enum strew_dtype {
    STREW_DTYPE_FLOAT32 = 1, /**< float32 */
    STREW_DTYPE_FLOAT64, /**< float64 */
    STREW_DTYPE_FLOAT16, /**< float16 */
    STREW_DTYPE_BFLOAT16, /**< bfloat16 */
    STREW_DTYPE_INT8, /**< int8 */
    STREW_DTYPE_INT16, /**< int16 */
    STREW_DTYPE_INT32, /**< int32 */
    STREW_DTYPE_INT64, /**< int64 */
    STREW_DTYPE_UINT8, /**< uint8 */
    STREW_DTYPE_UINT16, /**< uint16 */
    STREW_DTYPE_UINT32, /**< uint32 */
    STREW_DTYPE_UINT64, /**< uint64 */
    STREW_DTYPE_BOOL, /**< bool */
    STREW_DTYPE_COMPLEX64, /**< complex64 */
    STREW_DTYPE_COMPLEX128, /**< complex128 */
    STREW_DTYPE_STRING, /**< string */
    STREW_DTYPE_FLOAT8E4M3FN, /**< float8e4m3fn */
    STREW_DTYPE_FLOAT8E5M2, /**< float8e5m2 */
    STREW_DTYPE_Q8_0 = 64, /**< in blocks of 32 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_Q4_0, /**< in blocks of 32 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_MXFP8_E4M3, /**< in blocks of 32 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_MXFP8_E5M2, /**< in blocks of 32 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_MXFP4, /**< in blocks of 32 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_INT8_BLOCK16, /**< in blocks of 16 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_INT8_BLOCK32, /**< in blocks of 32 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_INT8_BLOCK64, /**< in blocks of 64 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_INT8_BLOCK128, /**< in blocks of 128 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_FLOAT8E4M3FN_BLOCK16, /**< in blocks of 16 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_FLOAT8E4M3FN_BLOCK32, /**< in blocks of 32 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_FLOAT8E4M3FN_BLOCK64, /**< in blocks of 64 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_FLOAT8E4M3FN_BLOCK128, /**< in blocks of 128 elements: docs/dtypes-and-profiles.md */
    STREW_DTYPE_UINT4 = 128, /**< two in a byte, of gathers with a scale, and moves: docs/dtypes-and-profiles.md */
    STREW_DTYPE_INT4, /**< two in a byte, of gathers with a scale, and moves: docs/dtypes-and-profiles.md */
    STREW_DTYPE_OPAQUE_0 = 256, /**< Not a dtype: the numbers of STREW_DTYPE_OPAQUE(n) begin here. */
    STREW_DTYPE_OPAQUE_LAST = STREW_DTYPE_OPAQUE_0 + 512 /**< The largest opaque type. */
} strew_dtype;

/** Elements of n bytes, 1 to 512, with any content. They can only be moved (STREW_REDUCTION_NONE). */
#define STREW_DTYPE_OPAQUE(n) ((strew_dtype)(STREW_DTYPE_OPAQUE_0 + (n)))

/** How an update is combined with the old element of output. */
typedef enum strew_reduction {
    STREW_REDUCTION_NONE = 0, /**< the last tuple wins */
    STREW_REDUCTION_ADD, /**< sum; OR on bool */
    STREW_REDUCTION_SUB, /**< difference; XOR on bool */
    STREW_REDUCTION_MUL, /**< product; AND on bool */
    STREW_REDUCTION_MIN, /**< the lesser, a NaN wins; AND on bool */
    STREW_REDUCTION_MAX, /**< the greater, a NaN wins; OR on bool */
    STREW_REDUCTION_MEAN, /**< the mean of the old element and its updates, divided once; not on bool */
} strew_reduction;

/** Instruction sets. The numbers are not in order of speed. */
typedef enum strew_isa {
    STREW_ISA_BEST = 0, /**< the best that the CPU has */
    STREW_ISA_SCALAR = 1, /**< plain C */
    STREW_ISA_SSE41 = 5, /**< SSE4.1 (x86-64-v2) */
    STREW_ISA_SIMD128 = 6, /**< SIMD128 (WebAssembly) */
    STREW_ISA_NEON = 3, /**< NEON (AArch64) */
    STREW_ISA_SVE = 8, /**< SVE (AArch64, registers of 32 bytes or more) */
    STREW_ISA_RVV = 7, /**< RVV 1.0 (RISC-V) */
    STREW_ISA_AVX2 = 2, /**< AVX2 and F16C (x86-64-v3) */
    STREW_ISA_AVX512 = 4, /**< AVX-512 (x86-64-v4) */
} strew_isa;

/** Versions of operators in their specifications. */
typedef enum strew_profile {
    STREW_PROFILE_NONE = 0, /**< strew's own rules */
    STREW_PROFILE_ONNX_SCATTER_9 = 1, /**< ONNX Scatter-9 */
    STREW_PROFILE_ONNX_SCATTER_11, /**< ONNX Scatter-11 */
    STREW_PROFILE_ONNX_SCATTERELEMENTS_11, /**< ONNX ScatterElements-11 */
    STREW_PROFILE_ONNX_SCATTERELEMENTS_13, /**< ONNX ScatterElements-13 */
    STREW_PROFILE_ONNX_SCATTERELEMENTS_16, /**< ONNX ScatterElements-16 */
    STREW_PROFILE_ONNX_SCATTERELEMENTS_18, /**< ONNX ScatterElements-18 */
    STREW_PROFILE_ONNX_SCATTERND_11, /**< ONNX ScatterND-11 */
    STREW_PROFILE_ONNX_SCATTERND_13, /**< ONNX ScatterND-13 */
    STREW_PROFILE_ONNX_SCATTERND_16, /**< ONNX ScatterND-16 */
    STREW_PROFILE_ONNX_SCATTERND_18, /**< ONNX ScatterND-18 */
    STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_3, /**< OpenVINO ScatterNDUpdate-3 */
    STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_15, /**< OpenVINO ScatterNDUpdate-15 */
    STREW_PROFILE_OPENVINO_SCATTERELEMENTSUPDATE_3, /**< OpenVINO ScatterElementsUpdate-3 */
    STREW_PROFILE_OPENVINO_SCATTERELEMENTSUPDATE_12, /**< OpenVINO ScatterElementsUpdate-12 */
    STREW_PROFILE_OPENVINO_SCATTERUPDATE_3, /**< OpenVINO ScatterUpdate-3 */
    STREW_PROFILE_ONNX_GATHER_1, /**< ONNX Gather-1 */
    STREW_PROFILE_ONNX_GATHER_11, /**< ONNX Gather-11 */
    STREW_PROFILE_ONNX_GATHER_13, /**< ONNX Gather-13 */
    STREW_PROFILE_ONNX_GATHERELEMENTS_11, /**< ONNX GatherElements-11 */
    STREW_PROFILE_ONNX_GATHERELEMENTS_13, /**< ONNX GatherElements-13 */
    STREW_PROFILE_ONNX_GATHERND_11, /**< ONNX GatherND-11 */
    STREW_PROFILE_ONNX_GATHERND_12, /**< ONNX GatherND-12 */
    STREW_PROFILE_ONNX_GATHERND_13, /**< ONNX GatherND-13 */
    STREW_PROFILE_OPENVINO_GATHER_8, /**< OpenVINO Gather-8 */
    STREW_PROFILE_ONNX_TENSORSCATTER_24, /**< ONNX TensorScatter-24 */
    STREW_PROFILE_PYTORCH_SCATTER_REDUCE_2, /**< PyTorch scatter_reduce-2 */
    STREW_PROFILE_PYTORCH_INDEX_REDUCE_2, /**< PyTorch index_reduce-2 */
    STREW_PROFILE_PYTORCH_INDEX_SELECT_2, /**< PyTorch index_select-2 */
} strew_profile;

#endif /* STREW_AXES_H */
