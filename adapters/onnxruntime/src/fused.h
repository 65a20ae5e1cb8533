/**
 * @file fused.h
 * Runs the nodes of a group as one call of strew, which reads the rows where they are.
 */
#ifndef STREW_ONNXRUNTIME_FUSED_H
#define STREW_ONNXRUNTIME_FUSED_H

#include "fuse.h"
#include "threads.h"

/** Makes what runs a fused node. `graph` has the nodes, and `node` is what the runtime made of them. `threads` are those of the session.
 * `is_wide`: sums and products of floats of 16 bits and fewer are computed in float32. */
ort_status *strew_ort_compile(ort_compute **made, const ort_functions *ort, const ort_graph *graph, const ort_graph_node *node,
                              strew_ort_threads *threads, bool is_wide);

void strew_ort_release_compiled(ort_compute *made);

#endif /* STREW_ONNXRUNTIME_FUSED_H */
