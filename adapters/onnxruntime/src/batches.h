/**
 * @file batches.h
 * Runs a scatter of rows of a table as a gather and a scatter of some rows at a time, which stay in the caches.
 */
#ifndef STREW_ONNXRUNTIME_BATCHES_H
#define STREW_ONNXRUNTIME_BATCHES_H

#include <stdbool.h>

#include <strew/strew.h>

/** Whether a call with update indices takes less time in batches than at once, with the same bits. */
bool strew_ort_gains_by_batches(const strew_call *call);

/** The memory in bytes that the batches of a call need on n_threads threads. */
size_t strew_ort_batches_size(const strew_call *call, int32_t n_threads);

/** Runs the call in batches; resources->workspace is that memory. If an index is out of bounds, a part of output is written, and the call
 * at once says which index it is. `data` may be `output`. */
strew_status strew_ort_run_batches(const strew_call *call, void *output, const void *data, const strew_resources *resources);

#endif /* STREW_ONNXRUNTIME_BATCHES_H */
