/**
 * @file fuse.h
 * Nodes that strew runs as one: the rows of a Gather, which a Mul may weigh, that nothing but a scatter reads.
 */
#ifndef STREW_ONNXRUNTIME_FUSE_H
#define STREW_ONNXRUNTIME_FUSE_H

#include "graph.h"

/** What the nodes read besides each other. */
enum {
    STREW_ORT_DATA,
    STREW_ORT_INDICES, /* of the scatter; of ScatterElements, what is expanded to rows */
    STREW_ORT_TABLE,
    STREW_ORT_ROWS, /* the indices of the gather */
    STREW_ORT_WEIGHTS,
    STREW_ORT_SHAPE, /* what indices are expanded to, unless that is the shape of the updates */
    STREW_ORT_N_READ
};

typedef struct strew_ort_group {
    const ort_graph_node *nodes[5]; /* the scatter, the gather, and maybe a Mul, an Expand and a Shape */
    size_t n_nodes;
    const ort_value_info *read[STREW_ORT_N_READ]; /* NULL: none */
    bool is_elements;                             /* the scatter is ScatterElements */
    bool has_tuples;                              /* the gather is GatherND, with tuples of one index */
    strew_reduction reduction;
} strew_ort_group;

/** Finds the nodes that can be run as one with a scatter. False: there are none, or what the model says is too little to know it. */
bool strew_ort_find_group(const ort_functions *ort, const ort_graph_node *scatter, strew_ort_group *group);

/** Whether a group has the bits of its nodes, and is faster. `is_wide`: sums and products of floats of 16 bits and fewer are computed in
 * float32. */
bool strew_ort_group_pays(const ort_functions *ort, const strew_ort_group *group, bool is_wide);

#endif /* STREW_ONNXRUNTIME_FUSE_H */
