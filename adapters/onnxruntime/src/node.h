/**
 * @file node.h
 * A node of a model that strew runs: what the execution provider and the custom operators have in common.
 */
#ifndef STREW_ONNXRUNTIME_NODE_H
#define STREW_ONNXRUNTIME_NODE_H

#include "operators.h"
#include "runtime.h"
#include "threads.h"

typedef struct strew_ort_node strew_ort_node;

/** A tensor as strew wants it, with its shape if the runtime gave no address of that. */
typedef struct strew_ort_tensor {
    strew_tensor view; /* dtype 0: the input is absent, or of a type that strew cannot handle */
    int64_t shape[STREW_MAX_RANK];
} strew_ort_tensor;

/** Reads a value, whose name is for a sentence. NULL is an absent one. */
ort_status *strew_ort_read_tensor(const ort_functions *ort, const ort_value *value, const char *name, strew_ort_tensor *read);

/** Whether the option `accumulate` is about a reduction of numbers of this type. */
bool strew_ort_accumulates(strew_reduction reduction, strew_dtype dtype);

/** An error with strew's sentence. */
ort_status *strew_ort_describe(const ort_functions *ort, const strew_fault *fault);

/** Makes a node from its attributes and prepares its indices if they are constant. `threads` are those of the session, which outlive the
 * node; NULL: the node counts them itself. `is_wide`: sums and products of floats of 16 bits and fewer are computed in float32. */
ort_status *strew_ort_create_node(strew_ort_node **node, const ort_functions *ort, const ort_info *info, const strew_ort_operator *op,
                                  strew_ort_threads *threads, bool is_wide);

/** Fails if a node has too few inputs or too many. A list of inputs, as before version 1.15, may have any length. */
ort_status *strew_ort_check_count(const strew_ort_node *node, const ort_context *context);

/** Runs a node, on any number of threads at the same time. */
ort_status *strew_ort_run_node(strew_ort_node *node, ort_context *context);

void strew_ort_release_node(strew_ort_node *node);

#endif /* STREW_ONNXRUNTIME_NODE_H */
