/**
 * @file provider.h
 * What the library exports to ONNX Runtime.
 */
#ifndef STREW_ONNXRUNTIME_PROVIDER_H
#define STREW_ONNXRUNTIME_PROVIDER_H

#include "runtime.h"

#if defined(_WIN32)
#define STREW_ORT_API __declspec(dllexport)
#else
#define STREW_ORT_API __attribute__((visibility("default")))
#endif

/** Makes the factory of the execution provider. The runtime calls it when the library is registered. */
STREW_ORT_API ort_status *CreateEpFactories(const char *registered_name, const ort_base *base, const ort_logger *logger,
                                            ort_factory **factories, size_t max_factories, size_t *n_factories);

STREW_ORT_API ort_status *ReleaseEpFactory(ort_factory *factory);

/** Adds the custom operators of the domain `strew` to the options of a session. */
STREW_ORT_API ort_status *RegisterCustomOps(ort_options *options, const ort_base *base);

#endif /* STREW_ONNXRUNTIME_PROVIDER_H */
