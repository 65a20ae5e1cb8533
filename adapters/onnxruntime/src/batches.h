/**
 * @file batches.h
 * Runs a scatter of rows of a table as a gather and a scatter of some rows at a time, which stay in the caches.
 */
#ifndef STREW_ONNXRUNTIME_BATCHES_H
#define STREW_ONNXRUNTIME_BATCHES_H

#include <stdbool.h>

#include <strew/strew.h>

/** A call with update indices, whose dimensions of tuples are one as far as they can be. It points into itself. */
typedef struct strew_ort_batches {
    strew_call call;
    int64_t shapes[3][STREW_MAX_RANK], strides[3][STREW_MAX_RANK]; /* of update indices, indices and weights */
} strew_ort_batches;

/** Whether a call with update indices takes less time in batches than at once, with the same bits. */
bool strew_ort_find_batches(const strew_call *call, strew_ort_batches *found);

/** The memory in bytes that the batches need on n_threads threads. */
size_t strew_ort_batches_size(const strew_ort_batches *batches, int32_t n_threads);

/** Runs the call in batches; resources->workspace is that memory. If an index is out of bounds, a part of output is written, and the call
 * at once says which index it is. `data` may be `output`. */
strew_status strew_ort_run_batches(const strew_ort_batches *batches, void *output, const void *data, const strew_resources *resources);

#endif /* STREW_ONNXRUNTIME_BATCHES_H */
