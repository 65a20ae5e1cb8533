/**
 * @file graph.h
 * What a model says of its nodes and values. Values are optional, and so are the runtime's answers: an error says that the model does not
 * tell.
 */
#ifndef STREW_ONNXRUNTIME_GRAPH_H
#define STREW_ONNXRUNTIME_GRAPH_H

#include <strew/strew.h>

#include "runtime.h"

/** Frees a status; whether there was none. */
bool strew_ort_is_told(const ort_functions *ort, ort_status *status);

/** The i-th input or output; NULL if there is none. */
const ort_value_info *strew_ort_value_of(const ort_functions *ort, const ort_graph_node *node, size_t i, bool is_input);

/** The node that makes a value; NULL for an input or a constant. */
const ort_graph_node *strew_ort_maker_of(const ort_functions *ort, const ort_value_info *value);

bool strew_ort_is_operator(const ort_functions *ort, const ort_graph_node *node, const char *name);
bool strew_ort_is_made_by(const ort_functions *ort, const ort_value_info *value, const char *name);
bool strew_ort_is_used_by(const ort_functions *ort, const ort_value_info *value, const char *name);
size_t strew_ort_count_users(const ort_functions *ort, const ort_value_info *value);
bool strew_ort_is_constant(const ort_functions *ort, const ort_value_info *value);

/** The type and the shape of a value, as far as they are known. */
typedef struct strew_ort_known {
    int type; /* 0: unknown */
    bool has_rank;
    size_t rank;
    int64_t shape[STREW_MAX_RANK]; /* -1: unknown */
} strew_ort_known;

strew_ort_known strew_ort_read_known(const ort_functions *ort, const ort_value_info *value);

/** False if there is no such attribute. A text is written without its end. */
bool strew_ort_read_attribute(const ort_functions *ort, const ort_graph_node *node, const char *name, int type, void *value, size_t bytes);
int64_t strew_ort_read_axis(const ort_functions *ort, const ort_graph_node *node); /**< 0 is the default of every operator that has one. */

#endif /* STREW_ONNXRUNTIME_GRAPH_H */
