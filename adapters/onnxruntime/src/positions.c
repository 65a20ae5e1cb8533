/* Compares the positions in runtime.h with the official headers, where they are at hand. It defines nothing. */
#include <onnxruntime_c_api.h>

#include "runtime.h"

#define SAME(type, position, name)                                                                                                         \
    _Static_assert(offsetof(type, name) == (position) * sizeof(void *), #name " is elsewhere in the official header");
#define IN_API(position, since, name, result, parameters) SAME(OrtApi, position, name)
#define IN_EP_API(position, since, name, result, parameters) SAME(OrtEpApi, position, name)
ORT_FUNCTIONS(IN_API)
ORT_EP_FUNCTIONS(IN_EP_API)

#define MEMBER(own, mine, official, theirs)                                                                                                \
    _Static_assert(offsetof(own, mine) == offsetof(official, theirs), #mine " is elsewhere in the official header");
MEMBER(ort_base, get_api, OrtApiBase, GetApi)
MEMBER(ort_base, get_version, OrtApiBase, GetVersionString)
MEMBER(ort_factory, get_name, OrtEpFactory, GetName)
MEMBER(ort_factory, get_vendor, OrtEpFactory, GetVendor)
MEMBER(ort_factory, get_devices, OrtEpFactory, GetSupportedDevices)
MEMBER(ort_factory, create_provider, OrtEpFactory, CreateEp)
MEMBER(ort_factory, release_provider, OrtEpFactory, ReleaseEp)
MEMBER(ort_factory, get_vendor_id, OrtEpFactory, GetVendorId)
MEMBER(ort_factory, get_version, OrtEpFactory, GetVersion)
MEMBER(ort_factory, create_allocator, OrtEpFactory, CreateAllocator)
MEMBER(ort_factory, create_data_transfer, OrtEpFactory, CreateDataTransfer)
MEMBER(ort_factory, is_stream_aware, OrtEpFactory, IsStreamAware)
MEMBER(ort_provider, get_name, OrtEp, GetName)
MEMBER(ort_provider, claim, OrtEp, GetCapability)
MEMBER(ort_provider, compile, OrtEp, Compile)
MEMBER(ort_provider, release_compiled, OrtEp, ReleaseNodeComputeInfos)
MEMBER(ort_compute, create_state, OrtNodeComputeInfo, CreateState)
MEMBER(ort_compute, compute, OrtNodeComputeInfo, Compute)
MEMBER(ort_compute, release_state, OrtNodeComputeInfo, ReleaseState)
MEMBER(ort_provider, get_registry, OrtEp, GetKernelRegistry)
MEMBER(ort_kernel, flags, OrtKernelImpl, flags)
MEMBER(ort_kernel, compute, OrtKernelImpl, Compute)
MEMBER(ort_kernel, release, OrtKernelImpl, Release)
MEMBER(ort_custom_op, create_kernel, OrtCustomOp, CreateKernel)
MEMBER(ort_custom_op, get_n_outputs, OrtCustomOp, GetOutputTypeCount)
MEMBER(ort_custom_op, compute, OrtCustomOp, KernelCompute)
MEMBER(ort_custom_op, release_kernel, OrtCustomOp, KernelDestroy)
MEMBER(ort_custom_op, get_input_kind, OrtCustomOp, GetInputCharacteristic)
MEMBER(ort_custom_op, get_input_memory, OrtCustomOp, GetInputMemoryType)
MEMBER(ort_custom_op, get_min_inputs, OrtCustomOp, GetVariadicInputMinArity)
MEMBER(ort_custom_op, get_input_homogeneity, OrtCustomOp, GetVariadicInputHomogeneity)
MEMBER(ort_custom_op, create_kernel_2, OrtCustomOp, CreateKernelV2)
MEMBER(ort_custom_op, compute_2, OrtCustomOp, KernelComputeV2)
MEMBER(ort_custom_op, infer_shape, OrtCustomOp, InferOutputShapeFn)
MEMBER(ort_custom_op, get_first_version, OrtCustomOp, GetStartVersion)
MEMBER(ort_custom_op, get_may_inplace, OrtCustomOp, GetMayInplace)
MEMBER(ort_custom_op, release_may_inplace, OrtCustomOp, ReleaseMayInplace)

_Static_assert((int)ORT_CODE_FAIL == (int)ORT_FAIL && (int)ORT_CODE_INVALID_ARGUMENT == (int)ORT_INVALID_ARGUMENT &&
                   (int)ORT_HARDWARE_CPU == (int)OrtHardwareDeviceType_CPU && (int)ORT_MEMORY_DEFAULT == (int)OrtMemTypeDefault,
               "the numbers of runtime.h are those of the official headers");
