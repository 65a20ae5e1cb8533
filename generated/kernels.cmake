# Rendered from templates/kernels.cmake.j2 by `python -m gen`. Do not edit: change the template or gen/.

set(STREW_KNOWN_DTYPES
    float32
    float64
    float16
    bfloat16
    int8
    int16
    int32
    int64
    uint8
    uint16
    uint32
    uint64
    bool
    complex64
    complex128
    string
    float8e4m3fn
    float8e5m2
)
set(STREW_KNOWN_REDUCTIONS
    none
    add
    sub
    mul
    min
    max
    mean
)
set(STREW_KNOWN_INDEX_DTYPES
    int8
    int16
    int32
    int64
    uint8
    uint16
    uint32
    uint64
)
set(STREW_KNOWN_FEATURES
    threads
    strides
    gather
    tensor_scatter
    masked_scatter
    group
    excludes_self
    prepare
    nan
    accumulate
    conversions
    fused
    softmax
    gradient
    segment
    hints
    arg
)
set(STREW_KNOWN_ISAS
    scalar
    sse41
    simd128
    neon
    sve
    rvv
    avx2
    avx512
)
# Those that run in portable code as well.
set(STREW_PORTABLE_ISAS
    scalar
    sse41
    simd128
    neon
    avx2
    avx512
)
set(STREW_KNOWN_CTYPES
    b8
    b16
    b32
    b64
    b128
    f32
    f64
    f16
    bf16
    i8
    i16
    i32
    i64
    u8
    u16
    u32
    u64
    bool
    c64
    c128
    f8e4m3fn
    f8e5m2
    f32_f64
    f64_f32
    f16_f32
    f32_f16
    bf16_f32
    f32_bf16
    i8_i64
    i64_i8
    i16_i64
    i64_i16
    i32_i64
    i64_i32
    u8_i64
    i64_u8
    u16_i64
    i64_u16
    u32_i64
    i64_u32
    f8e4m3fn_f32
    f32_f8e4m3fn
    f8e5m2_f32
    f32_f8e5m2
)
set(STREW_SMALL_FLOATS
    f16
    bf16
    f8e4m3fn
    f8e5m2
)

# Those that others are accumulated in.
set(STREW_WIDE_CTYPES
    f32
    f64
    i64
)

# The compute types that a reduction of a data type needs.
set(STREW_CTYPES_OF_float32_none b32 b64 b128)
set(STREW_CTYPES_OF_float32_add f32)
set(STREW_CTYPES_OF_float32_sub f32)
set(STREW_CTYPES_OF_float32_mul f32)
set(STREW_CTYPES_OF_float32_min f32)
set(STREW_CTYPES_OF_float32_max f32)
set(STREW_CTYPES_OF_float32_mean f32)
set(STREW_CTYPES_OF_float64_none b64 b128)
set(STREW_CTYPES_OF_float64_add f64)
set(STREW_CTYPES_OF_float64_sub f64)
set(STREW_CTYPES_OF_float64_mul f64)
set(STREW_CTYPES_OF_float64_min f64)
set(STREW_CTYPES_OF_float64_max f64)
set(STREW_CTYPES_OF_float64_mean f64)
set(STREW_CTYPES_OF_float16_none b16 b32 b64 b128)
set(STREW_CTYPES_OF_float16_add f16)
set(STREW_CTYPES_OF_float16_sub f16)
set(STREW_CTYPES_OF_float16_mul f16)
set(STREW_CTYPES_OF_float16_min f16)
set(STREW_CTYPES_OF_float16_max f16)
set(STREW_CTYPES_OF_float16_mean f16)
set(STREW_CTYPES_OF_bfloat16_none b16 b32 b64 b128)
set(STREW_CTYPES_OF_bfloat16_add bf16)
set(STREW_CTYPES_OF_bfloat16_sub bf16)
set(STREW_CTYPES_OF_bfloat16_mul bf16)
set(STREW_CTYPES_OF_bfloat16_min bf16)
set(STREW_CTYPES_OF_bfloat16_max bf16)
set(STREW_CTYPES_OF_bfloat16_mean bf16)
set(STREW_CTYPES_OF_int8_none b8 b16 b32 b64 b128)
set(STREW_CTYPES_OF_int8_add i8)
set(STREW_CTYPES_OF_int8_sub i8)
set(STREW_CTYPES_OF_int8_mul i8)
set(STREW_CTYPES_OF_int8_min i8)
set(STREW_CTYPES_OF_int8_max i8)
set(STREW_CTYPES_OF_int8_mean i8)
set(STREW_CTYPES_OF_int16_none b16 b32 b64 b128)
set(STREW_CTYPES_OF_int16_add i16)
set(STREW_CTYPES_OF_int16_sub i16)
set(STREW_CTYPES_OF_int16_mul i16)
set(STREW_CTYPES_OF_int16_min i16)
set(STREW_CTYPES_OF_int16_max i16)
set(STREW_CTYPES_OF_int16_mean i16)
set(STREW_CTYPES_OF_int32_none b32 b64 b128)
set(STREW_CTYPES_OF_int32_add i32)
set(STREW_CTYPES_OF_int32_sub i32)
set(STREW_CTYPES_OF_int32_mul i32)
set(STREW_CTYPES_OF_int32_min i32)
set(STREW_CTYPES_OF_int32_max i32)
set(STREW_CTYPES_OF_int32_mean i32)
set(STREW_CTYPES_OF_int64_none b64 b128)
set(STREW_CTYPES_OF_int64_add i64)
set(STREW_CTYPES_OF_int64_sub i64)
set(STREW_CTYPES_OF_int64_mul i64)
set(STREW_CTYPES_OF_int64_min i64)
set(STREW_CTYPES_OF_int64_max i64)
set(STREW_CTYPES_OF_int64_mean i64)
set(STREW_CTYPES_OF_uint8_none b8 b16 b32 b64 b128)
set(STREW_CTYPES_OF_uint8_add i8)
set(STREW_CTYPES_OF_uint8_sub i8)
set(STREW_CTYPES_OF_uint8_mul i8)
set(STREW_CTYPES_OF_uint8_min u8)
set(STREW_CTYPES_OF_uint8_max u8)
set(STREW_CTYPES_OF_uint8_mean u8)
set(STREW_CTYPES_OF_uint16_none b16 b32 b64 b128)
set(STREW_CTYPES_OF_uint16_add i16)
set(STREW_CTYPES_OF_uint16_sub i16)
set(STREW_CTYPES_OF_uint16_mul i16)
set(STREW_CTYPES_OF_uint16_min u16)
set(STREW_CTYPES_OF_uint16_max u16)
set(STREW_CTYPES_OF_uint16_mean u16)
set(STREW_CTYPES_OF_uint32_none b32 b64 b128)
set(STREW_CTYPES_OF_uint32_add i32)
set(STREW_CTYPES_OF_uint32_sub i32)
set(STREW_CTYPES_OF_uint32_mul i32)
set(STREW_CTYPES_OF_uint32_min u32)
set(STREW_CTYPES_OF_uint32_max u32)
set(STREW_CTYPES_OF_uint32_mean u32)
set(STREW_CTYPES_OF_uint64_none b64 b128)
set(STREW_CTYPES_OF_uint64_add i64)
set(STREW_CTYPES_OF_uint64_sub i64)
set(STREW_CTYPES_OF_uint64_mul i64)
set(STREW_CTYPES_OF_uint64_min u64)
set(STREW_CTYPES_OF_uint64_max u64)
set(STREW_CTYPES_OF_uint64_mean u64)
set(STREW_CTYPES_OF_bool_none b8 b16 b32 b64 b128)
set(STREW_CTYPES_OF_bool_add bool)
set(STREW_CTYPES_OF_bool_sub bool)
set(STREW_CTYPES_OF_bool_mul bool)
set(STREW_CTYPES_OF_bool_min bool)
set(STREW_CTYPES_OF_bool_max bool)
set(STREW_CTYPES_OF_bool_mean )
set(STREW_CTYPES_OF_complex64_none b64 b128)
set(STREW_CTYPES_OF_complex64_add f32)
set(STREW_CTYPES_OF_complex64_sub f32)
set(STREW_CTYPES_OF_complex64_mul c64)
set(STREW_CTYPES_OF_complex64_min c64)
set(STREW_CTYPES_OF_complex64_max c64)
set(STREW_CTYPES_OF_complex64_mean f32)
set(STREW_CTYPES_OF_complex128_none b128)
set(STREW_CTYPES_OF_complex128_add f64)
set(STREW_CTYPES_OF_complex128_sub f64)
set(STREW_CTYPES_OF_complex128_mul c128)
set(STREW_CTYPES_OF_complex128_min c128)
set(STREW_CTYPES_OF_complex128_max c128)
set(STREW_CTYPES_OF_complex128_mean f64)
set(STREW_CTYPES_OF_string_none b64 b128)
set(STREW_CTYPES_OF_string_add )
set(STREW_CTYPES_OF_string_sub )
set(STREW_CTYPES_OF_string_mul )
set(STREW_CTYPES_OF_string_min )
set(STREW_CTYPES_OF_string_max )
set(STREW_CTYPES_OF_string_mean )
set(STREW_CTYPES_OF_float8e4m3fn_none b8 b16 b32 b64 b128)
set(STREW_CTYPES_OF_float8e4m3fn_add f8e4m3fn)
set(STREW_CTYPES_OF_float8e4m3fn_sub f8e4m3fn)
set(STREW_CTYPES_OF_float8e4m3fn_mul f8e4m3fn)
set(STREW_CTYPES_OF_float8e4m3fn_min f8e4m3fn)
set(STREW_CTYPES_OF_float8e4m3fn_max f8e4m3fn)
set(STREW_CTYPES_OF_float8e4m3fn_mean f8e4m3fn)
set(STREW_CTYPES_OF_float8e5m2_none b8 b16 b32 b64 b128)
set(STREW_CTYPES_OF_float8e5m2_add f8e5m2)
set(STREW_CTYPES_OF_float8e5m2_sub f8e5m2)
set(STREW_CTYPES_OF_float8e5m2_mul f8e5m2)
set(STREW_CTYPES_OF_float8e5m2_min f8e5m2)
set(STREW_CTYPES_OF_float8e5m2_max f8e5m2)
set(STREW_CTYPES_OF_float8e5m2_mean f8e5m2)

# Those that accumulating it in a wider type needs besides, and those that its mean needs.
set(STREW_WIDE_CTYPES_OF_float32 f64 f32_f64 f64_f32)
set(STREW_MEAN_CTYPES_OF_float32 )
set(STREW_WIDE_CTYPES_OF_float64 )
set(STREW_MEAN_CTYPES_OF_float64 )
set(STREW_WIDE_CTYPES_OF_float16 f32 f16_f32 f32_f16)
set(STREW_MEAN_CTYPES_OF_float16 f32 f16_f32 f32_f16)
set(STREW_WIDE_CTYPES_OF_bfloat16 f32 bf16_f32 f32_bf16)
set(STREW_MEAN_CTYPES_OF_bfloat16 f32 bf16_f32 f32_bf16)
set(STREW_WIDE_CTYPES_OF_int8 i64 i8_i64 i64_i8)
set(STREW_MEAN_CTYPES_OF_int8 i8_i64)
set(STREW_WIDE_CTYPES_OF_int16 i64 i16_i64 i64_i16)
set(STREW_MEAN_CTYPES_OF_int16 i16_i64)
set(STREW_WIDE_CTYPES_OF_int32 i64 i32_i64 i64_i32)
set(STREW_MEAN_CTYPES_OF_int32 i32_i64)
set(STREW_WIDE_CTYPES_OF_int64 )
set(STREW_MEAN_CTYPES_OF_int64 )
set(STREW_WIDE_CTYPES_OF_uint8 i64 u8_i64 i64_u8)
set(STREW_MEAN_CTYPES_OF_uint8 u8_i64)
set(STREW_WIDE_CTYPES_OF_uint16 i64 u16_i64 i64_u16)
set(STREW_MEAN_CTYPES_OF_uint16 u16_i64)
set(STREW_WIDE_CTYPES_OF_uint32 i64 u32_i64 i64_u32)
set(STREW_MEAN_CTYPES_OF_uint32 u32_i64)
set(STREW_WIDE_CTYPES_OF_uint64 )
set(STREW_MEAN_CTYPES_OF_uint64 )
set(STREW_WIDE_CTYPES_OF_bool )
set(STREW_MEAN_CTYPES_OF_bool )
set(STREW_WIDE_CTYPES_OF_complex64 )
set(STREW_MEAN_CTYPES_OF_complex64 )
set(STREW_WIDE_CTYPES_OF_complex128 )
set(STREW_MEAN_CTYPES_OF_complex128 )
set(STREW_WIDE_CTYPES_OF_string )
set(STREW_MEAN_CTYPES_OF_string )
set(STREW_WIDE_CTYPES_OF_float8e4m3fn f32 f8e4m3fn_f32 f32_f8e4m3fn)
set(STREW_MEAN_CTYPES_OF_float8e4m3fn f32 f8e4m3fn_f32 f32_f8e4m3fn)
set(STREW_WIDE_CTYPES_OF_float8e5m2 f32 f8e5m2_f32 f32_f8e5m2)
set(STREW_MEAN_CTYPES_OF_float8e5m2 f32 f8e5m2_f32 f32_f8e5m2)

# plain C
set(STREW_PROCESSORS_OF_scalar )
set(STREW_FLAGS_OF_scalar -fno-tree-slp-vectorize)
set(STREW_MSVC_FLAGS_OF_scalar )
set(STREW_NATIVE_MACRO_OF_scalar )
set(STREW_TARGET_OF_scalar "")
set(STREW_HEADER_OF_scalar )
set(STREW_SOURCES_OF_scalar
    scalar/select.c
    scalar/gather.c
    scalar/mean.c
    scalar/scale.c
    scalar/blocks.c
    scalar/affine.c
    scalar/arg.c
    scalar/indices.c
    scalar/b8.c
    scalar/b16.c
    scalar/b32.c
    scalar/b64.c
    scalar/b128.c
    scalar/f32.c
    scalar/f64.c
    scalar/f16.c
    scalar/bf16.c
    scalar/i8.c
    scalar/i16.c
    scalar/i32.c
    scalar/i64.c
    scalar/u8.c
    scalar/u16.c
    scalar/u32.c
    scalar/u64.c
    scalar/bool.c
    scalar/c64.c
    scalar/c128.c
    scalar/f8e4m3fn.c
    scalar/f8e5m2.c
    scalar/f32_f64.c
    scalar/f64_f32.c
    scalar/f16_f32.c
    scalar/f32_f16.c
    scalar/bf16_f32.c
    scalar/f32_bf16.c
    scalar/i8_i64.c
    scalar/i64_i8.c
    scalar/i16_i64.c
    scalar/i64_i16.c
    scalar/i32_i64.c
    scalar/i64_i32.c
    scalar/u8_i64.c
    scalar/i64_u8.c
    scalar/u16_i64.c
    scalar/i64_u16.c
    scalar/u32_i64.c
    scalar/i64_u32.c
    scalar/f8e4m3fn_f32.c
    scalar/f32_f8e4m3fn.c
    scalar/f8e5m2_f32.c
    scalar/f32_f8e5m2.c
)

# SSE4.1 (x86-64-v2)
set(STREW_PROCESSORS_OF_sse41 x86_64 AMD64 amd64)
set(STREW_FLAGS_OF_sse41 -march=x86-64-v2)
set(STREW_MSVC_FLAGS_OF_sse41 -DSIMDE_X86_SSE4_2_NATIVE)
set(STREW_NATIVE_MACRO_OF_sse41 SIMDE_X86_SSE4_2_NATIVE)
set(STREW_TARGET_OF_sse41 "sse4.2,popcnt")
set(STREW_HEADER_OF_sse41 immintrin.h)
set(STREW_SOURCES_OF_sse41
    sse41/scale.c
    sse41/arg.c
    sse41/indices.c
    sse41/b8.c
    sse41/b16.c
    sse41/b32.c
    sse41/b64.c
    sse41/b128.c
    sse41/f32.c
    sse41/f64.c
    sse41/f16.c
    sse41/bf16.c
    sse41/i8.c
    sse41/i16.c
    sse41/i32.c
    sse41/i64.c
    sse41/u8.c
    sse41/u16.c
    sse41/u32.c
    sse41/u64.c
    sse41/bool.c
    sse41/c64.c
    sse41/c128.c
    sse41/f8e4m3fn.c
    sse41/f8e5m2.c
    sse41/f32_f64.c
    sse41/f64_f32.c
    sse41/f16_f32.c
    sse41/f32_f16.c
    sse41/bf16_f32.c
    sse41/f32_bf16.c
    sse41/f8e4m3fn_f32.c
    sse41/f32_f8e4m3fn.c
    sse41/f8e5m2_f32.c
    sse41/f32_f8e5m2.c
)

# SIMD128 (WebAssembly)
set(STREW_PROCESSORS_OF_simd128 wasm32)
set(STREW_FLAGS_OF_simd128 -msimd128)
set(STREW_MSVC_FLAGS_OF_simd128 )
set(STREW_NATIVE_MACRO_OF_simd128 SIMDE_WASM_SIMD128_NATIVE)
set(STREW_TARGET_OF_simd128 "")
set(STREW_HEADER_OF_simd128 )
set(STREW_SOURCES_OF_simd128
    simd128/scale.c
    simd128/arg.c
    simd128/indices.c
    simd128/b8.c
    simd128/b16.c
    simd128/b32.c
    simd128/b64.c
    simd128/b128.c
    simd128/f32.c
    simd128/f64.c
    simd128/f16.c
    simd128/bf16.c
    simd128/i8.c
    simd128/i16.c
    simd128/i32.c
    simd128/i64.c
    simd128/u8.c
    simd128/u16.c
    simd128/u32.c
    simd128/u64.c
    simd128/bool.c
    simd128/c64.c
    simd128/c128.c
    simd128/f8e4m3fn.c
    simd128/f8e5m2.c
    simd128/f32_f64.c
    simd128/f64_f32.c
    simd128/f16_f32.c
    simd128/f32_f16.c
    simd128/bf16_f32.c
    simd128/f32_bf16.c
    simd128/f8e4m3fn_f32.c
    simd128/f32_f8e4m3fn.c
    simd128/f8e5m2_f32.c
    simd128/f32_f8e5m2.c
)

# NEON (AArch64)
set(STREW_PROCESSORS_OF_neon aarch64 arm64 ARM64)
set(STREW_FLAGS_OF_neon )
set(STREW_MSVC_FLAGS_OF_neon )
set(STREW_NATIVE_MACRO_OF_neon SIMDE_ARM_NEON_A64V8_NATIVE)
set(STREW_TARGET_OF_neon "")
set(STREW_HEADER_OF_neon arm_neon.h)
set(STREW_SOURCES_OF_neon
    neon/scale.c
    neon/arg.c
    neon/indices.c
    neon/b8.c
    neon/b16.c
    neon/b32.c
    neon/b64.c
    neon/b128.c
    neon/f32.c
    neon/f64.c
    neon/f16.c
    neon/bf16.c
    neon/i8.c
    neon/i16.c
    neon/i32.c
    neon/i64.c
    neon/u8.c
    neon/u16.c
    neon/u32.c
    neon/u64.c
    neon/bool.c
    neon/c64.c
    neon/c128.c
    neon/f8e4m3fn.c
    neon/f8e5m2.c
    neon/f32_f64.c
    neon/f64_f32.c
    neon/f16_f32.c
    neon/f32_f16.c
    neon/bf16_f32.c
    neon/f32_bf16.c
    neon/f8e4m3fn_f32.c
    neon/f32_f8e4m3fn.c
    neon/f8e5m2_f32.c
    neon/f32_f8e5m2.c
)

# SVE (AArch64, registers of 32 bytes or more)
set(STREW_PROCESSORS_OF_sve aarch64)
set(STREW_FLAGS_OF_sve -march=armv8.2-a+sve)
set(STREW_MSVC_FLAGS_OF_sve )
set(STREW_NATIVE_MACRO_OF_sve __ARM_FEATURE_SVE)
set(STREW_TARGET_OF_sve "")
set(STREW_HEADER_OF_sve )
set(STREW_SOURCES_OF_sve
    sve/indices.c
    sve/f32.c
    sve/f64.c
    sve/f16.c
    sve/bf16.c
    sve/i8.c
    sve/i16.c
    sve/i32.c
    sve/i64.c
    sve/u8.c
    sve/u16.c
    sve/u32.c
    sve/u64.c
    sve/bool.c
    sve/c64.c
    sve/c128.c
    sve/f8e4m3fn.c
    sve/f8e5m2.c
    sve/f16_f32.c
    sve/f32_f16.c
    sve/f32_bf16.c
    sve/f8e4m3fn_f32.c
    sve/f32_f8e4m3fn.c
    sve/f8e5m2_f32.c
    sve/f32_f8e5m2.c
)

# RVV 1.0 (RISC-V)
set(STREW_PROCESSORS_OF_rvv riscv64)
set(STREW_FLAGS_OF_rvv -march=rv64gcv)
set(STREW_MSVC_FLAGS_OF_rvv )
set(STREW_NATIVE_MACRO_OF_rvv __riscv_v_intrinsic)
set(STREW_TARGET_OF_rvv "")
set(STREW_HEADER_OF_rvv )
set(STREW_SOURCES_OF_rvv
    rvv/gather.c
    rvv/scale.c
    rvv/blocks.c
    rvv/affine.c
    rvv/indices.c
    rvv/b8.c
    rvv/b16.c
    rvv/b32.c
    rvv/b64.c
    rvv/b128.c
    rvv/f32.c
    rvv/f64.c
    rvv/f16.c
    rvv/bf16.c
    rvv/i8.c
    rvv/i16.c
    rvv/i32.c
    rvv/i64.c
    rvv/u8.c
    rvv/u16.c
    rvv/u32.c
    rvv/u64.c
    rvv/bool.c
    rvv/c64.c
    rvv/c128.c
    rvv/f8e4m3fn.c
    rvv/f8e5m2.c
    rvv/f32_f64.c
    rvv/f64_f32.c
    rvv/f16_f32.c
    rvv/f32_f16.c
    rvv/bf16_f32.c
    rvv/f32_bf16.c
    rvv/f8e4m3fn_f32.c
    rvv/f32_f8e4m3fn.c
    rvv/f8e5m2_f32.c
    rvv/f32_f8e5m2.c
)

# AVX2 and F16C (x86-64-v3)
set(STREW_PROCESSORS_OF_avx2 x86_64 AMD64 amd64)
set(STREW_FLAGS_OF_avx2 -march=x86-64-v3)
set(STREW_MSVC_FLAGS_OF_avx2 /arch:AVX2 -DSIMDE_X86_F16C_NATIVE)
set(STREW_NATIVE_MACRO_OF_avx2 SIMDE_X86_AVX2_NATIVE)
set(STREW_TARGET_OF_avx2 "avx2,f16c,bmi,bmi2,lzcnt,movbe,popcnt")
set(STREW_HEADER_OF_avx2 immintrin.h)
set(STREW_SOURCES_OF_avx2
    avx2/select.c
    avx2/scale.c
    avx2/blocks.c
    avx2/affine.c
    avx2/arg.c
    avx2/indices.c
    avx2/b8.c
    avx2/b16.c
    avx2/b32.c
    avx2/b64.c
    avx2/b128.c
    avx2/f32.c
    avx2/f64.c
    avx2/f16.c
    avx2/bf16.c
    avx2/i8.c
    avx2/i16.c
    avx2/i32.c
    avx2/i64.c
    avx2/u8.c
    avx2/u16.c
    avx2/u32.c
    avx2/u64.c
    avx2/bool.c
    avx2/c64.c
    avx2/c128.c
    avx2/f8e4m3fn.c
    avx2/f8e5m2.c
    avx2/f32_f64.c
    avx2/f64_f32.c
    avx2/f16_f32.c
    avx2/f32_f16.c
    avx2/bf16_f32.c
    avx2/f32_bf16.c
    avx2/f8e4m3fn_f32.c
    avx2/f32_f8e4m3fn.c
    avx2/f8e5m2_f32.c
    avx2/f32_f8e5m2.c
)

# AVX-512 (x86-64-v4)
set(STREW_PROCESSORS_OF_avx512 x86_64 AMD64 amd64)
set(STREW_FLAGS_OF_avx512 -march=x86-64-v4)
set(STREW_MSVC_FLAGS_OF_avx512 /arch:AVX512 -DSIMDE_X86_F16C_NATIVE)
set(STREW_NATIVE_MACRO_OF_avx512 SIMDE_X86_AVX512VL_NATIVE)
set(STREW_TARGET_OF_avx512 "avx2,f16c,bmi,bmi2,lzcnt,movbe,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")
set(STREW_HEADER_OF_avx512 immintrin.h)
set(STREW_SOURCES_OF_avx512
    avx512/select.c
    avx512/scale.c
    avx512/blocks.c
    avx512/affine.c
    avx512/arg.c
    avx512/indices.c
    avx512/b8.c
    avx512/b16.c
    avx512/b32.c
    avx512/b64.c
    avx512/b128.c
    avx512/f32.c
    avx512/f64.c
    avx512/f16.c
    avx512/bf16.c
    avx512/i8.c
    avx512/i16.c
    avx512/i32.c
    avx512/i64.c
    avx512/u8.c
    avx512/u16.c
    avx512/u32.c
    avx512/u64.c
    avx512/bool.c
    avx512/c64.c
    avx512/c128.c
    avx512/f8e4m3fn.c
    avx512/f8e5m2.c
    avx512/f32_f64.c
    avx512/f64_f32.c
    avx512/f16_f32.c
    avx512/f32_f16.c
    avx512/bf16_f32.c
    avx512/f32_bf16.c
    avx512/f8e4m3fn_f32.c
    avx512/f32_f8e4m3fn.c
    avx512/f8e5m2_f32.c
    avx512/f32_f8e5m2.c
)
