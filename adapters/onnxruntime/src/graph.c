#include "graph.h"

#include <string.h>

enum { MAX_NEIGHBOURS = 16 };

bool strew_ort_is_told(const ort_functions *ort, ort_status *status)
{
    if (status) ort->ReleaseStatus(status);
    return !status;
}

const ort_value_info *strew_ort_value_of(const ort_functions *ort, const ort_graph_node *node, size_t i, bool is_input)
{
    const ort_value_info *values[MAX_NEIGHBOURS] = {0};
    size_t n = 0;
    const bool has_count = strew_ort_is_told(ort, is_input ? ort->Node_GetNumInputs(node, &n) : ort->Node_GetNumOutputs(node, &n));
    if (!has_count || i >= n || n > MAX_NEIGHBOURS) return NULL;
    const bool has_values = strew_ort_is_told(ort, is_input ? ort->Node_GetInputs(node, values, n) : ort->Node_GetOutputs(node, values, n));
    return has_values ? values[i] : NULL;
}

bool strew_ort_is_operator(const ort_functions *ort, const ort_graph_node *node, const char *name)
{
    const char *found = NULL;
    return node && strew_ort_is_told(ort, ort->Node_GetOperatorType(node, &found)) && !strcmp(found, name);
}

bool strew_ort_is_made_by(const ort_functions *ort, const ort_value_info *value, const char *name)
{
    return strew_ort_is_operator(ort, strew_ort_maker_of(ort, value), name);
}

size_t strew_ort_count_users(const ort_functions *ort, const ort_value_info *value)
{
    size_t n = 0;
    return value && strew_ort_is_told(ort, ort->ValueInfo_GetValueNumConsumers(value, &n)) ? n : 0;
}

bool strew_ort_is_used_by(const ort_functions *ort, const ort_value_info *value, const char *name)
{
    const ort_graph_node *users[MAX_NEIGHBOURS] = {0};
    int64_t inputs[MAX_NEIGHBOURS];
    const size_t n = strew_ort_count_users(ort, value);
    if (!n || n > MAX_NEIGHBOURS || !strew_ort_is_told(ort, ort->ValueInfo_GetValueConsumers(value, users, inputs, n))) return false;
    for (size_t i = 0; i < n; i++)
        if (strew_ort_is_operator(ort, users[i], name)) return true;
    return false;
}

bool strew_ort_is_constant(const ort_functions *ort, const ort_value_info *value)
{
    bool is = false;
    return value && strew_ort_is_told(ort, ort->ValueInfo_IsConstantInitializer(value, &is)) && is;
}

strew_ort_known strew_ort_read_known(const ort_functions *ort, const ort_value_info *value)
{
    strew_ort_known read = {0};
    const ort_type_info *type = NULL;
    const ort_shape_info *shape = NULL;
    if (!value || !strew_ort_is_told(ort, ort->GetValueInfoTypeInfo(value, &type)) || !type) return read;
    if (!strew_ort_is_told(ort, ort->CastTypeInfoToTensorInfo(type, &shape)) || !shape) return read;
    if (!strew_ort_is_told(ort, ort->GetTensorElementType(shape, &read.type))) read.type = 0;
    read.has_rank = ort->TensorTypeAndShape_HasShape(shape) && strew_ort_is_told(ort, ort->GetDimensionsCount(shape, &read.rank)) &&
                    read.rank <= STREW_MAX_RANK && strew_ort_is_told(ort, ort->GetDimensions(shape, read.shape, read.rank));
    return read;
}

bool strew_ort_read_attribute(const ort_functions *ort, const ort_graph_node *node, const char *name, int type, void *value, size_t bytes)
{
    const ort_attribute *attribute = NULL;
    size_t needed = 0;
    if (!strew_ort_is_told(ort, ort->Node_GetAttributeByName(node, name, &attribute)) || !attribute) return false;
    return strew_ort_is_told(ort, ort->ReadOpAttr(attribute, type, value, bytes, &needed));
}

int64_t strew_ort_read_axis(const ort_functions *ort, const ort_graph_node *node)
{
    int64_t axis = 0;
    return strew_ort_read_attribute(ort, node, "axis", ORT_ATTRIBUTE_INT, &axis, sizeof axis) ? axis : 0;
}

const ort_graph_node *strew_ort_maker_of(const ort_functions *ort, const ort_value_info *value)
{
    const ort_graph_node *maker = NULL;
    return value && strew_ort_is_told(ort, ort->ValueInfo_GetValueProducer(value, &maker, NULL)) ? maker : NULL;
}
