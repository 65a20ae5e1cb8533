/* Rendered from templates/build.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
/* What this build is trimmed to. Every macro can be set from the compiler's command line; by default all is built that is native to the
 * target. Another architecture's instruction set can be forced in with 1: SIMDe then writes it in portable code, for tests. */
#ifndef STREW_BUILD_H
#define STREW_BUILD_H

#if 1
#define STREW_NATIVE_ISA_SCALAR 1
#else
#define STREW_NATIVE_ISA_SCALAR 0
#endif
#ifndef STREW_BUILD_ISA_SCALAR
#define STREW_BUILD_ISA_SCALAR STREW_NATIVE_ISA_SCALAR
#endif

#if defined(__aarch64__) || defined(_M_ARM64)
#define STREW_NATIVE_ISA_NEON 1
#else
#define STREW_NATIVE_ISA_NEON 0
#endif
#ifndef STREW_BUILD_ISA_NEON
#define STREW_BUILD_ISA_NEON STREW_NATIVE_ISA_NEON
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define STREW_NATIVE_ISA_AVX2 1
#else
#define STREW_NATIVE_ISA_AVX2 0
#endif
#ifndef STREW_BUILD_ISA_AVX2
#define STREW_BUILD_ISA_AVX2 STREW_NATIVE_ISA_AVX2
#endif

#ifndef STREW_BUILD_REDUCTION_NONE
#define STREW_BUILD_REDUCTION_NONE 1
#endif
#ifndef STREW_BUILD_REDUCTION_ADD
#define STREW_BUILD_REDUCTION_ADD 1
#endif
#ifndef STREW_BUILD_REDUCTION_SUB
#define STREW_BUILD_REDUCTION_SUB 1
#endif
#ifndef STREW_BUILD_REDUCTION_MUL
#define STREW_BUILD_REDUCTION_MUL 1
#endif
#ifndef STREW_BUILD_REDUCTION_MIN
#define STREW_BUILD_REDUCTION_MIN 1
#endif
#ifndef STREW_BUILD_REDUCTION_MAX
#define STREW_BUILD_REDUCTION_MAX 1
#endif

#ifndef STREW_BUILD_DTYPE_FLOAT32
#define STREW_BUILD_DTYPE_FLOAT32 1
#endif
#ifndef STREW_BUILD_DTYPE_FLOAT64
#define STREW_BUILD_DTYPE_FLOAT64 1
#endif
#ifndef STREW_BUILD_DTYPE_FLOAT16
#define STREW_BUILD_DTYPE_FLOAT16 1
#endif
#ifndef STREW_BUILD_DTYPE_BFLOAT16
#define STREW_BUILD_DTYPE_BFLOAT16 1
#endif
#ifndef STREW_BUILD_DTYPE_INT8
#define STREW_BUILD_DTYPE_INT8 1
#endif
#ifndef STREW_BUILD_DTYPE_INT16
#define STREW_BUILD_DTYPE_INT16 1
#endif
#ifndef STREW_BUILD_DTYPE_INT32
#define STREW_BUILD_DTYPE_INT32 1
#endif
#ifndef STREW_BUILD_DTYPE_INT64
#define STREW_BUILD_DTYPE_INT64 1
#endif
#ifndef STREW_BUILD_DTYPE_UINT8
#define STREW_BUILD_DTYPE_UINT8 1
#endif
#ifndef STREW_BUILD_DTYPE_UINT16
#define STREW_BUILD_DTYPE_UINT16 1
#endif
#ifndef STREW_BUILD_DTYPE_UINT32
#define STREW_BUILD_DTYPE_UINT32 1
#endif
#ifndef STREW_BUILD_DTYPE_UINT64
#define STREW_BUILD_DTYPE_UINT64 1
#endif
#ifndef STREW_BUILD_DTYPE_BOOL
#define STREW_BUILD_DTYPE_BOOL 1
#endif
#ifndef STREW_BUILD_DTYPE_COMPLEX64
#define STREW_BUILD_DTYPE_COMPLEX64 1
#endif
#ifndef STREW_BUILD_DTYPE_COMPLEX128
#define STREW_BUILD_DTYPE_COMPLEX128 1
#endif
#ifndef STREW_BUILD_DTYPE_STRING
#define STREW_BUILD_DTYPE_STRING 1
#endif

#ifndef STREW_BUILD_LANE_B8
#define STREW_BUILD_LANE_B8 1
#endif
#ifndef STREW_BUILD_LANE_B16
#define STREW_BUILD_LANE_B16 1
#endif
#ifndef STREW_BUILD_LANE_B32
#define STREW_BUILD_LANE_B32 1
#endif
#ifndef STREW_BUILD_LANE_B64
#define STREW_BUILD_LANE_B64 1
#endif
#ifndef STREW_BUILD_LANE_B128
#define STREW_BUILD_LANE_B128 1
#endif
#ifndef STREW_BUILD_LANE_F32
#define STREW_BUILD_LANE_F32 1
#endif
#ifndef STREW_BUILD_LANE_F64
#define STREW_BUILD_LANE_F64 1
#endif
#ifndef STREW_BUILD_LANE_F16
#define STREW_BUILD_LANE_F16 1
#endif
#ifndef STREW_BUILD_LANE_BF16
#define STREW_BUILD_LANE_BF16 1
#endif
#ifndef STREW_BUILD_LANE_I8
#define STREW_BUILD_LANE_I8 1
#endif
#ifndef STREW_BUILD_LANE_I16
#define STREW_BUILD_LANE_I16 1
#endif
#ifndef STREW_BUILD_LANE_I32
#define STREW_BUILD_LANE_I32 1
#endif
#ifndef STREW_BUILD_LANE_I64
#define STREW_BUILD_LANE_I64 1
#endif
#ifndef STREW_BUILD_LANE_U8
#define STREW_BUILD_LANE_U8 1
#endif
#ifndef STREW_BUILD_LANE_U16
#define STREW_BUILD_LANE_U16 1
#endif
#ifndef STREW_BUILD_LANE_U32
#define STREW_BUILD_LANE_U32 1
#endif
#ifndef STREW_BUILD_LANE_U64
#define STREW_BUILD_LANE_U64 1
#endif
#ifndef STREW_BUILD_LANE_BOOL
#define STREW_BUILD_LANE_BOOL 1
#endif
#ifndef STREW_BUILD_LANE_C64
#define STREW_BUILD_LANE_C64 1
#endif
#ifndef STREW_BUILD_LANE_C128
#define STREW_BUILD_LANE_C128 1
#endif

#endif /* STREW_BUILD_H */
