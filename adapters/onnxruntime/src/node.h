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
