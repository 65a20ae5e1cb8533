/**
 * @file claim.h
 * Which nodes are better off with strew.
 */
#ifndef STREW_ONNXRUNTIME_CLAIM_H
#define STREW_ONNXRUNTIME_CLAIM_H

#include <stdbool.h>

#include "runtime.h"

/**
 * Whether a model gains, or loses nothing, if strew runs a node that it can run. It loses where the runtime would have fused the node with
 * its neighbours, since a node that is claimed is left out of that, and where the runtime's kernel is faster. What the model does not say,
 * such as a shape that each run has anew, counts for strew.
 */
bool strew_ort_pays(const ort_functions *ort, const ort_graph_node *node);

#endif /* STREW_ONNXRUNTIME_CLAIM_H */
