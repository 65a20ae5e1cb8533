/**
 * @file runtime.h
 * The parts of ONNX Runtime's C interface that the adapter uses.
 *
 * The interface is a table of functions to which versions only append. So a position in it is a fact that never changes, and `since` says
 * from which version 1.x on it exists. The official headers are not needed: positions.c compares all this with them where they are at hand.
 */
#ifndef STREW_ONNXRUNTIME_RUNTIME_H
#define STREW_ONNXRUNTIME_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The versions 1.x whose interface the two libraries were written for. */
enum { ORT_MIN_PROVIDER = 24, ORT_MIN_CUSTOM_OPS = 14 };

enum { ORT_CODE_FAIL = 1, ORT_CODE_INVALID_ARGUMENT = 2 }; /* of a status */
enum { ORT_HARDWARE_CPU = 0 };
enum { ORT_MEMORY_DEFAULT = 0 }; /* the provider's own */
enum { ORT_ATTRIBUTE_INT = 1, ORT_ATTRIBUTE_STRING = 5 };

typedef struct ort_status ort_status; /* NULL: success */
typedef struct ort_value ort_value;
typedef struct ort_shape_info ort_shape_info;
typedef struct ort_type_info ort_type_info;
typedef struct ort_allocator ort_allocator;
typedef struct ort_info ort_info;       /* what is known of a node when its kernel is made */
typedef struct ort_context ort_context; /* what a kernel is given in a run */
typedef struct ort_options ort_options; /* of a session */
typedef struct ort_domain ort_domain;
typedef struct ort_pairs ort_pairs;
typedef struct ort_hardware ort_hardware;
typedef struct ort_device ort_device;
typedef struct ort_graph ort_graph;
typedef struct ort_graph_node ort_graph_node;
typedef struct ort_value_info ort_value_info; /* what is known of a value of a graph */
typedef struct ort_attribute ort_attribute;
typedef struct ort_support ort_support; /* the nodes that a provider claims */
typedef struct ort_registry ort_registry;
typedef struct ort_builder ort_builder;
typedef struct ort_definition ort_definition;
typedef struct ort_data_type ort_data_type;
typedef struct ort_logger ort_logger;
typedef struct ort_memory_info ort_memory_info;
typedef struct ort_data_transfer ort_data_transfer;
typedef struct ort_provider ort_provider;
typedef struct ort_factory ort_factory;
typedef struct ort_kernel ort_kernel;
typedef struct ort_custom_op ort_custom_op;
typedef struct ort_compute ort_compute; /* what runs the node that several were fused to */
typedef struct ort_compute_context ort_compute_context;

typedef ort_status *ort_create_kernel(void *state, const ort_info *info, ort_kernel **kernel);

/* clang-format off */ /* it takes these parameters for products */

/* X(position, since, name, result, parameters) */
#define ORT_FUNCTIONS(X)                                                                                                                   \
    X(0, 1, CreateStatus, ort_status *, (int code, const char *message))                                                                   \
    X(2, 1, GetErrorMessage, const char *, (const ort_status *status))                                                                     \
    X(26, 1, CreateCustomOpDomain, ort_status *, (const char *name, ort_domain **domain))                                                  \
    X(27, 1, CustomOpDomain_Add, ort_status *, (ort_domain *domain, const ort_custom_op *op))                                              \
    X(28, 1, AddCustomOpDomain, ort_status *, (ort_options *options, ort_domain *domain))                                                  \
    X(51, 1, GetTensorMutableData, ort_status *, (const ort_value *value, void **data))                                                    \
    X(55, 1, CastTypeInfoToTensorInfo, ort_status *, (const ort_type_info *type, const ort_shape_info **info))                             \
    X(60, 1, GetTensorElementType, ort_status *, (const ort_shape_info *info, int *type))                                                  \
    X(61, 1, GetDimensionsCount, ort_status *, (const ort_shape_info *info, size_t *rank))                                                 \
    X(62, 1, GetDimensions, ort_status *, (const ort_shape_info *info, int64_t *shape, size_t rank))                                       \
    X(65, 1, GetTensorTypeAndShape, ort_status *, (const ort_value *value, ort_shape_info **info))                                         \
    X(75, 1, AllocatorAlloc, ort_status *, (ort_allocator *allocator, size_t bytes, void **memory))                                        \
    X(76, 1, AllocatorFree, ort_status *, (ort_allocator *allocator, void *memory))                                                        \
    X(78, 1, GetAllocatorWithDefaultOptions, ort_status *, (ort_allocator **allocator))                                                    \
    X(86, 1, KernelInfoGetAttribute_int64, ort_status *, (const ort_info *info, const char *name, int64_t *value))                         \
    X(87, 1, KernelInfoGetAttribute_string, ort_status *, (const ort_info *info, const char *name, char *text, size_t *bytes))             \
    X(88, 1, KernelContext_GetInputCount, ort_status *, (const ort_context *context, size_t *n))                                           \
    X(90, 1, KernelContext_GetInput, ort_status *, (const ort_context *context, size_t i, const ort_value **value))                        \
    X(91, 1, KernelContext_GetOutput, ort_status *,                                                                                        \
      (ort_context *context, size_t i, const int64_t *shape, size_t rank, ort_value **value))                                              \
    X(93, 1, ReleaseStatus, void, (ort_status *status))                                                                                    \
    X(98, 1, ReleaseTypeInfo, void, (ort_type_info *type))                                                                                 \
    X(99, 1, ReleaseTensorTypeAndShapeInfo, void, (ort_shape_info *info))                                                                  \
    X(101, 1, ReleaseCustomOpDomain, void, (ort_domain *domain))                                                                           \
    X(132, 5, ReleaseAllocator, void, (ort_allocator *allocator))                                                                          \
    X(234, 14, KernelInfo_GetInputTypeInfo, ort_status *, (const ort_info *info, size_t i, ort_type_info **type))                          \
    X(249, 15, KernelInfoGetConstantInput_tensor, ort_status *,                                                                            \
      (const ort_info *info, size_t i, int *is_constant, const ort_value **value))                                                         \
    X(272, 17, ReadOpAttr, ort_status *,                                                                                                   \
      (const ort_attribute *attribute, int type, void *value, size_t bytes, size_t *needed))                                               \
    X(274, 17, KernelContext_ParallelFor, ort_status *,                                                                                    \
      (const ort_context *context, void (*task)(void *, size_t), size_t n, size_t n_batches, void *argument))                              \
    X(278, 18, KernelInfoGetAllocator, ort_status *, (const ort_info *info, int memory, ort_allocator **allocator))                        \
    X(289, 22, GetValueInfoName, ort_status *, (const ort_value_info *value, const char **name))                                           \
    X(290, 22, GetValueInfoTypeInfo, ort_status *, (const ort_value_info *value, const ort_type_info **type))                              \
    X(297, 22, GetKeyValue, const char *, (const ort_pairs *pairs, const char *key))                                                       \
    X(298, 22, GetKeyValuePairs, void,                                                                                                     \
      (const ort_pairs *pairs, const char *const **keys, const char *const **values, size_t *n))                                           \
    X(300, 22, ReleaseKeyValuePairs, void, (ort_pairs *pairs))                                                                             \
    X(307, 22, HardwareDevice_Type, int, (const ort_hardware *hardware))                                                                   \
    X(317, 22, GetEpApi, const void *, (void))                                                                                             \
    X(323, 23, ValueInfo_GetValueProducer, ort_status *,                                                                                   \
      (const ort_value_info *value, const ort_graph_node **node, size_t *output))                                                          \
    X(324, 23, ValueInfo_GetValueNumConsumers, ort_status *, (const ort_value_info *value, size_t *n))                                     \
    X(325, 23, ValueInfo_GetValueConsumers, ort_status *,                                                                                  \
      (const ort_value_info *value, const ort_graph_node **nodes, int64_t *inputs, size_t n))                                              \
    X(330, 23, ValueInfo_IsGraphOutput, ort_status *, (const ort_value_info *value, bool *is_output))                                      \
    X(331, 23, ValueInfo_IsConstantInitializer, ort_status *, (const ort_value_info *value, bool *is_constant))                            \
    X(344, 23, Graph_GetNumNodes, ort_status *, (const ort_graph *graph, size_t *n))                                                       \
    X(345, 23, Graph_GetNodes, ort_status *, (const ort_graph *graph, const ort_graph_node **nodes, size_t n))                             \
    X(350, 23, Node_GetOperatorType, ort_status *, (const ort_graph_node *node, const char **name))                                        \
    X(351, 23, Node_GetDomain, ort_status *, (const ort_graph_node *node, const char **domain))                                            \
    X(352, 23, Node_GetSinceVersion, ort_status *, (const ort_graph_node *node, int *version))                                             \
    X(353, 23, Node_GetNumInputs, ort_status *, (const ort_graph_node *node, size_t *n))                                                   \
    X(354, 23, Node_GetInputs, ort_status *, (const ort_graph_node *node, const ort_value_info **inputs, size_t n))                        \
    X(355, 23, Node_GetNumOutputs, ort_status *, (const ort_graph_node *node, size_t *n))                                                  \
    X(356, 23, Node_GetOutputs, ort_status *, (const ort_graph_node *node, const ort_value_info **outputs, size_t n))                      \
    X(361, 23, Node_GetAttributeByName, ort_status *,                                                                                      \
      (const ort_graph_node *node, const char *name, const ort_attribute **attribute))                                                     \
    X(379, 23, GetSessionOptionsConfigEntries, ort_status *, (const ort_options *options, ort_pairs **pairs))                              \
    X(390, 24, TensorTypeAndShape_HasShape, bool, (const ort_shape_info *info))                                                            \
    X(414, 24, GetTensorElementTypeAndShapeDataReference, ort_status *,                                                                    \
      (const ort_value *value, int *type, const int64_t **shape, size_t *rank))

/* The table for execution providers, as above. */
#define ORT_EP_FUNCTIONS(X)                                                                                                                \
    X(0, 22, CreateEpDevice, ort_status *,                                                                                                 \
      (ort_factory *factory, const ort_hardware *hardware, const ort_pairs *metadata, const ort_pairs *options, ort_device **device))      \
    X(2, 23, EpGraphSupportInfo_AddNodesToFuse, ort_status *,                                                                              \
      (ort_support *support, const ort_graph_node *const *nodes, size_t n, const void *options))                                           \
    X(3, 23, EpGraphSupportInfo_AddSingleNode, ort_status *, (ort_support *support, const ort_graph_node *node))                           \
    X(18, 24, CreateKernelRegistry, ort_status *, (ort_registry **registry))                                                               \
    X(19, 24, ReleaseKernelRegistry, void, (ort_registry *registry))                                                                       \
    X(20, 24, KernelRegistry_AddKernel, ort_status *,                                                                                      \
      (ort_registry *registry, const ort_definition *definition, ort_create_kernel *create, void *state))                                  \
    X(21, 24, CreateKernelDefBuilder, ort_status *, (ort_builder **builder))                                                               \
    X(22, 24, ReleaseKernelDefBuilder, void, (ort_builder *builder))                                                                       \
    X(23, 24, KernelDefBuilder_SetOperatorType, ort_status *, (ort_builder *builder, const char *name))                                    \
    X(24, 24, KernelDefBuilder_SetDomain, ort_status *, (ort_builder *builder, const char *domain))                                        \
    X(25, 24, KernelDefBuilder_SetSinceVersion, ort_status *, (ort_builder *builder, int first, int last))                                 \
    X(26, 24, KernelDefBuilder_SetExecutionProvider, ort_status *, (ort_builder *builder, const char *provider))                           \
    X(29, 24, KernelDefBuilder_AddTypeConstraint, ort_status *,                                                                            \
      (ort_builder *builder, const char *name, const ort_data_type *const *types, size_t n))                                               \
    X(31, 24, KernelDefBuilder_AddInputOutputMutableAliases, ort_status *,                                                                 \
      (ort_builder *builder, const int *inputs, const int *outputs, size_t n))                                                             \
    X(32, 24, KernelDefBuilder_Build, ort_status *, (ort_builder *builder, ort_definition **definition))                                   \
    X(33, 24, ReleaseKernelDef, void, (ort_definition *definition))                                                                        \
    X(40, 24, GetTensorDataType, ort_status *, (int type, const ort_data_type **data_type))                                                \
    X(41, 24, EpGraphSupportInfo_LookUpKernel, ort_status *,                                                                               \
      (ort_support *support, const ort_graph_node *node, const ort_definition **definition))                                               \
    X(43, 24, KernelInfo_GetEp, ort_status *, (const ort_info *info, const ort_provider **provider))

/* clang-format on */

#define ORT_MEMBER(position, since, name, result, parameters) result(*name) parameters;
typedef struct ort_functions {
    int version; /* of the runtime: 24 for 1.24.1 */
    ORT_FUNCTIONS(ORT_MEMBER)
    ORT_EP_FUNCTIONS(ORT_MEMBER)
} ort_functions;
#undef ORT_MEMBER

/* What the runtime gives a library when it loads it. */
typedef struct ort_base {
    const void *(*get_api)(uint32_t version);
    const char *(*get_version)(void);
} ort_base;

typedef void ort_unused(void);

/* Structs of functions that the runtime calls. It reads only the members of the version that the first one names. */

struct ort_factory {
    uint32_t version;
    const char *(*get_name)(const ort_factory *factory);
    const char *(*get_vendor)(const ort_factory *factory);
    ort_status *(*get_devices)(ort_factory *factory, const ort_hardware *const *hardware, size_t n_hardware, ort_device **devices,
                               size_t max_devices, size_t *n_devices);
    ort_status *(*create_provider)(ort_factory *factory, const ort_hardware *const *hardware, const ort_pairs *const *metadata, size_t n,
                                   const ort_options *options, const ort_logger *logger, ort_provider **provider);
    void (*release_provider)(ort_factory *factory, ort_provider *provider);
    uint32_t (*get_vendor_id)(const ort_factory *factory);
    const char *(*get_version)(const ort_factory *factory);
    ort_unused *unused_8;
    ort_status *(*create_allocator)(ort_factory *factory, const ort_memory_info *memory, const ort_pairs *options, ort_allocator **made);
    void (*release_allocator)(ort_factory *factory, ort_allocator *allocator);
    ort_status *(*create_data_transfer)(ort_factory *factory, ort_data_transfer **transfer);
    bool (*is_stream_aware)(const ort_factory *factory);
    ort_unused *unused[12];
};

struct ort_provider {
    uint32_t version;
    const char *(*get_name)(const ort_provider *provider);
    ort_status *(*claim)(ort_provider *provider, const ort_graph *graph, ort_support *support);
    ort_status *(*compile)(ort_provider *provider, const ort_graph *const *graphs, const ort_graph_node *const *nodes, size_t n,
                           ort_compute **made, ort_graph_node **unused);
    void (*release_compiled)(ort_provider *provider, ort_compute **made, size_t n);
    ort_unused *unused_5_to_12[8];
    ort_status *(*get_registry)(ort_provider *provider, const ort_registry **registry);
    ort_unused *unused[16];
};

struct ort_compute {
    uint32_t version;
    ort_status *(*create_state)(ort_compute *compute, ort_compute_context *context, void **state);
    ort_status *(*compute)(ort_compute *compute, void *state, ort_context *context);
    void (*release_state)(ort_compute *compute, void *state);
    ort_unused *unused[8];
};

struct ort_kernel {
    uint32_t version;
    uint32_t flags;
    ort_status *(*compute)(ort_kernel *kernel, ort_context *context);
    void (*release)(ort_kernel *kernel);
    ort_unused *unused[8];
};

struct ort_custom_op {
    uint32_t version;
    void *(*create_kernel)(const ort_custom_op *op, const void *api, const ort_info *info);
    const char *(*get_name)(const ort_custom_op *op);
    const char *(*get_provider)(const ort_custom_op *op);
    int (*get_input_type)(const ort_custom_op *op, size_t i);
    size_t (*get_n_inputs)(const ort_custom_op *op);
    int (*get_output_type)(const ort_custom_op *op, size_t i);
    size_t (*get_n_outputs)(const ort_custom_op *op);
    void (*compute)(void *kernel, ort_context *context);
    void (*release_kernel)(void *kernel);
    int (*get_input_kind)(const ort_custom_op *op, size_t i); /* 0: required, 1: optional, 2: variadic */
    int (*get_output_kind)(const ort_custom_op *op, size_t i);
    int (*get_input_memory)(const ort_custom_op *op, size_t i); /* since 1.11 */
    int (*get_min_inputs)(const ort_custom_op *op);             /* of variadic ones, since 1.14, and so the next three */
    int (*get_input_homogeneity)(const ort_custom_op *op);
    int (*get_min_outputs)(const ort_custom_op *op);
    int (*get_output_homogeneity)(const ort_custom_op *op);
    ort_status *(*create_kernel_2)(const ort_custom_op *op, const void *api, const ort_info *info, void **kernel); /* since 1.16 */
    ort_status *(*compute_2)(void *kernel, ort_context *context);
    ort_unused *infer_shape; /* since 1.17 */
    int (*get_first_version)(const ort_custom_op *op);
    int (*get_last_version)(const ort_custom_op *op);
    size_t (*get_may_inplace)(int **inputs, int **outputs); /* since 1.18 */
    void (*release_may_inplace)(int *inputs, int *outputs);
    ort_unused *unused[8];
};

/** Fills the functions that this version of the runtime has; the others stay NULL. 0 if it is older than `min_version` or unknown. */
int strew_ort_load(ort_functions *functions, const ort_base *base, int min_version);

/** The error for a runtime that is older than `min_version`: what needs it, and which version it is. */
ort_status *strew_ort_reject(const ort_base *base, const char *what, int min_version);

#endif /* STREW_ONNXRUNTIME_RUNTIME_H */
