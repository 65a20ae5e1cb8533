#ifndef STREW_STREW_H
#define STREW_STREW_H
#include <stddef.h>
#include <stdint.h>
#include <strew/axes.h>
#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#define STREW_API __attribute__((visibility("hidden")))
#elif defined(_WIN32) && defined(STREW_SHARED) && defined(STREW_BUILDING)
#define STREW_API __declspec(dllexport)
#elif defined(_WIN32) && defined(STREW_SHARED)
#define STREW_API __declspec(dllimport)
#elif defined(__GNUC__)
#define STREW_API __attribute__((visibility("default")))
#else
#define STREW_API
#endif
#ifndef __cplusplus
#define STREW_SIZED(type,...) ((type){.struct_size = sizeof(type), __VA_ARGS__})
#define STREW_SIZED_INIT(type) \
    { \
        .struct_size = sizeof(type) \
    }
#else
template <class Type>
#if defined(__cpp_constexpr) && __cpp_constexpr >= 201304L
constexpr
#endif
    static Type
    strew_sized()
{
    Type value = Type();
    value.struct_size = sizeof(Type);
    return value;
}
#define STREW_SIZED(type,...) (type{.struct_size = sizeof(type), __VA_ARGS__})
#define STREW_SIZED_INIT(type) strew_sized<type>()
extern "C" {
#endif
#define STREW_VERSION_MAJOR 0
#define STREW_VERSION_MINOR 2
#define STREW_VERSION_PATCH 0
#define STREW_ABI_VERSION 2
STREW_API const char *strew_version(void);
typedef enum strew_status {
    STREW_OK = 0,
    STREW_STATUS_NULL_POINTER,
    STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE,
    STREW_STATUS_UNKNOWN_MEMBER,
    STREW_STATUS_UNKNOWN_OPERATOR,
    STREW_STATUS_UNKNOWN_REDUCTION,
    STREW_STATUS_UNKNOWN_DTYPE,
    STREW_STATUS_UNKNOWN_OPTION,
    STREW_STATUS_UNUSED_ARGUMENT,
    STREW_STATUS_CONFLICT,
    STREW_STATUS_UNSUPPORTED_INDEX_DTYPE,
    STREW_STATUS_UNSUPPORTED_MASK_DTYPE,
    STREW_STATUS_DTYPE_MISMATCH,
    STREW_STATUS_UNSUPPORTED_REDUCTION,
    STREW_STATUS_RANK_OUT_OF_RANGE,
    STREW_STATUS_NEGATIVE_DIMENSION,
    STREW_STATUS_TOO_LARGE,
    STREW_STATUS_AXIS_OUT_OF_RANGE,
    STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE,
    STREW_STATUS_BATCH_SHAPE_MISMATCH,
    STREW_STATUS_TUPLE_TOO_LONG,
    STREW_STATUS_INDICES_RANK_MISMATCH,
    STREW_STATUS_INDICES_SHAPE_MISMATCH,
    STREW_STATUS_COMPONENTS_MISMATCH,
    STREW_STATUS_UPDATES_RANK_MISMATCH,
    STREW_STATUS_UPDATES_SHAPE_MISMATCH,
    STREW_STATUS_TOO_MANY_TOKENS,
    STREW_STATUS_OUTPUT_SHAPE_MISMATCH,
    STREW_STATUS_MASK_SHAPE_MISMATCH,
    STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION,
    STREW_STATUS_STRIDES_OVERLAP,
    STREW_STATUS_STRIDES_MISMATCH,
    STREW_STATUS_STRIDES_UNSUPPORTED,
    STREW_STATUS_STRIDES_TOO_MANY,
    STREW_STATUS_NOT_BUILT,
    STREW_STATUS_ISA_UNAVAILABLE,
    STREW_STATUS_PROFILE_LACKS_OPERATOR,
    STREW_STATUS_PROFILE_LACKS_DTYPE,
    STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE,
    STREW_STATUS_PROFILE_LACKS_REDUCTION,
    STREW_STATUS_PROFILE_LACKS_OPTION,
    STREW_STATUS_PLAN_MISMATCH,
    STREW_STATUS_OUTPUT_OVERLAP,
    STREW_STATUS_WORKSPACE_OVERLAP,
    STREW_STATUS_WORKSPACE_TOO_SMALL,
    STREW_STATUS_PREPARED_TOO_SMALL,
    STREW_STATUS_PREPARED_MISMATCH,
    STREW_STATUS_INDEX_OUT_OF_BOUNDS,
    STREW_STATUS_TOO_FEW_UPDATES,
    STREW_STATUS_INDICES_CHANGED,
    STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE
} strew_status;
typedef struct strew_fault {
    strew_status status;
    int32_t dimension;
    const char *subject;
    int64_t tuple;
    int64_t value;
    int64_t low;
    int64_t high;
    int32_t component;
    strew_profile profile;
    uint64_t reserved[3];
} strew_fault;
STREW_API const char *strew_status_name(strew_status status);
#define STREW_MESSAGE_BYTES 256
STREW_API size_t strew_fault_describe(const strew_fault *fault, char *buffer, size_t size);
#define STREW_MAX_RANK 64
typedef struct strew_tensor {
    strew_dtype dtype;
    int32_t rank;
    const int64_t *shape;
    const void *values;
    const int64_t *strides;
} strew_tensor;
typedef enum strew_policy {
    STREW_POLICY_ERROR = 0,
    STREW_POLICY_TRUSTED,
    STREW_POLICY_SKIP,
    STREW_POLICY_CLAMP
} strew_policy;
typedef enum strew_negative {
    STREW_NEGATIVE_WRAPS = 0,
    STREW_NEGATIVE_OUT_OF_BOUNDS
} strew_negative;
typedef enum strew_nan {
    STREW_NAN_WINS = 0,
    STREW_NAN_LOSES
} strew_nan;
typedef enum strew_mean_rounding {
    STREW_MEAN_ROUNDING_FLOORS = 0,
    STREW_MEAN_ROUNDING_TRUNCATES
} strew_mean_rounding;
typedef struct strew_options {
    size_t struct_size;
    strew_policy policy;
    strew_negative negative;
    strew_isa isa;
    strew_profile profile;
    int32_t has_ignore_index;
    int32_t excludes_self;
    int64_t ignore_index;
    strew_nan nan;
    strew_mean_rounding mean_rounding;
    const void *fill;
    const void *alpha;
} strew_options;
#define STREW_OPTIONS(...) STREW_SIZED(strew_options, __VA_ARGS__)
#define STREW_OPTIONS_INIT STREW_SIZED_INIT(strew_options)
STREW_API strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                        strew_reduction reduction, const strew_options *options, strew_fault *fault);
STREW_API strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices,
                                              const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                              const strew_options *options, strew_fault *fault);
STREW_API strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices,
                                            const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                            const strew_options *options, strew_fault *fault);
STREW_API strew_status strew_gather_nd(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                                       const strew_options *options, strew_fault *fault);
STREW_API strew_status strew_gather_elements(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                             const strew_options *options, strew_fault *fault);
STREW_API strew_status strew_gather(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis, int64_t batch_dims,
                                    const strew_options *options, strew_fault *fault);
typedef enum strew_cache_mode {
    STREW_CACHE_LINEAR = 0,
    STREW_CACHE_CIRCULAR
} strew_cache_mode;
STREW_API strew_status strew_tensor_scatter(void *output, const strew_tensor *data, const strew_tensor *updates,
                                            const strew_tensor *write_indices, int64_t axis, strew_cache_mode mode,
                                            const strew_options *options, strew_fault *fault);
typedef enum strew_operator {
    STREW_OPERATOR_SCATTER_ND = 1,
    STREW_OPERATOR_SCATTER_ELEMENTS,
    STREW_OPERATOR_SCATTER_UPDATE,
    STREW_OPERATOR_PUT,
    STREW_OPERATOR_TENSOR_SCATTER,
    STREW_OPERATOR_MASKED_SCATTER,
    STREW_OPERATOR_GATHER_ND,
    STREW_OPERATOR_GATHER_ELEMENTS,
    STREW_OPERATOR_GATHER,
    STREW_OPERATOR_TAKE
} strew_operator;
typedef struct strew_call {
    size_t struct_size;
    strew_operator op;
    strew_reduction reduction;
    int64_t axis;
    int64_t batch_dims;
    strew_cache_mode mode;
    int32_t n_components;
    const strew_options *options;
    strew_tensor data;
    strew_tensor indices;
    strew_tensor updates;
    strew_tensor output;
    strew_tensor mask;
    strew_tensor write_indices;
    const strew_tensor *components;
} strew_call;
#define STREW_CALL(...) STREW_SIZED(strew_call, __VA_ARGS__)
#define STREW_CALL_INIT STREW_SIZED_INIT(strew_call)
#define STREW_PLAN_BYTES 2304
typedef struct strew_plan {
    uint64_t opaque[STREW_PLAN_BYTES / 8];
} strew_plan;
STREW_API strew_status strew_plan_call(strew_plan *plan, const strew_call *call, strew_fault *fault);
typedef struct strew_buffers {
    size_t struct_size;
    void *output;
    const void *data;
    const void *indices;
    const void *updates;
    const void *mask;
    const void *write_indices;
    const void *const *components;
    const void *prepared;
} strew_buffers;
#define STREW_BUFFERS(...) STREW_SIZED(strew_buffers, __VA_ARGS__)
#define STREW_BUFFERS_INIT STREW_SIZED_INIT(strew_buffers)
typedef void strew_task(void *argument, size_t i);
typedef void strew_parallel_for(void *pool, size_t n, strew_task *task, void *argument);
typedef struct strew_resources {
    size_t struct_size;
    void *workspace;
    size_t workspace_bytes;
    strew_parallel_for *parallel_for;
    void *pool;
    int32_t n_threads;
    uint32_t wake_ns;
    int32_t part;
    int32_t n_parts;
} strew_resources;
#define STREW_RESOURCES(...) STREW_SIZED(strew_resources, __VA_ARGS__)
#define STREW_RESOURCES_INIT STREW_SIZED_INIT(strew_resources)
STREW_API size_t strew_plan_workspace_size(const strew_plan *plan, int32_t n_threads);
STREW_API size_t strew_plan_part_workspace_size(const strew_plan *plan, int32_t n_parts);
STREW_API strew_status strew_run(const strew_plan *plan, const strew_buffers *buffers, const strew_resources *resources,
                                 strew_fault *fault);
STREW_API size_t strew_plan_prepared_size(const strew_plan *plan);
STREW_API strew_status strew_prepare(const strew_plan *plan, const strew_buffers *buffers, void *prepared, size_t prepared_bytes,
                                     strew_fault *fault);
STREW_API int32_t strew_prepared_is_distinct(const void *prepared);
STREW_API int32_t strew_reduction_is_supported(strew_reduction reduction, strew_dtype dtype);
STREW_API const char *strew_dtype_name(strew_dtype dtype);
STREW_API const char *strew_reduction_name(strew_reduction reduction);
STREW_API const char *strew_operator_name(strew_operator op);
STREW_API const char *strew_isa_name(strew_isa isa);
STREW_API const char *strew_profile_name(strew_profile profile);
STREW_API size_t strew_dtype_size(strew_dtype dtype);
STREW_API size_t strew_plan_size(void);
#if defined(__cplusplus) && __cplusplus >= 201103L
static_assert(sizeof(strew_status) == sizeof(int), "strew's enumerations are as large as int: compile without -fshort-enums");
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(strew_status) == sizeof(int), "strew's enumerations are as large as int: compile without -fshort-enums");
#endif
#ifdef __cplusplus
}
#endif
#endif
