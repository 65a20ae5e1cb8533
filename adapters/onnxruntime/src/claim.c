#include "claim.h"

#include <string.h>

#include "graph.h"
#include "operators.h"

enum { MAX_TEXT = 32 };
enum { DATA, INDICES, UPDATES }; /* inputs, but for TensorScatter */

/* On one thread of Zen 4 and below these, strew took up to 1.13 times the runtime's 0.45 to 0.6 microseconds for a node in a chain of 20,
 * because its call costs more. From there on it was as fast or faster. */
enum {
    FEW_TUPLES = 16,             /* of ScatterND */
    FEW_UPDATES = 256,           /* the elements of these tuples */
    FEW_SCATTERED_ELEMENTS = 32, /* of ScatterElements */
    FEW_GATHERED_ELEMENTS = 256, /* of GatherElements */
    FEW_SLICES = 64              /* of Gather */
};

/* The product of dimensions up to `end`; -1 if one of them is unknown. */
static int64_t count(const strew_ort_known *value, size_t end)
{
    int64_t n = 1;
    if (!value->has_rank || end > value->rank) return -1;
    for (size_t d = 0; d < end; d++) {
        if (value->shape[d] < 0) return -1;
        if (value->shape[d] == 0) return 0;
        n = n > INT64_MAX / value->shape[d] ? INT64_MAX : n * value->shape[d];
    }
    return n;
}

static int64_t count_all(const strew_ort_known *value)
{
    return count(value, value->rank);
}

static bool is_below(int64_t n, int64_t limit)
{
    return 0 <= n && n < limit;
}

/* ---- Where the runtime is as good ---------------------------------------------------------------------------------------------------- */

/* Whether the runtime's kernel of a scatter gives what strew's gives: one of few tuples never runs on several threads. Its minimum and
 * maximum take NaN in another way, and it has sums of few types. */
static bool has_same_scatter(const ort_functions *ort, const ort_graph_node *node, int type)
{
    enum { FLOAT = 1, INT32 = 6, INT64 = 7, DOUBLE = 11 };
    char reduction[MAX_TEXT] = ""; /* the text is written without its end */
    const bool is_told_one = strew_ort_read_attribute(ort, node, "reduction", ORT_ATTRIBUTE_STRING, reduction, sizeof reduction - 1);
    if (!is_told_one || !strcmp(reduction, "none")) return 0 < type && type < STREW_ORT_FLOAT8;
    const bool is_sum = !strcmp(reduction, "add") || !strcmp(reduction, "mul");
    return is_sum && (type == FLOAT || type == DOUBLE || type == INT32 || type == INT64);
}

static bool is_small_scatter_nd(const strew_ort_known *indices, const strew_ort_known *updates)
{
    const int64_t n_tuples = indices->rank ? count(indices, indices->rank - 1) : -1;
    return is_below(n_tuples, FEW_TUPLES) && is_below(count_all(updates), FEW_UPDATES);
}

/* Along the last axis, the runtime reads each row in order, as strew does, and it was as fast or faster unless indices are prepared. */
static bool is_slow_gather_elements(const ort_functions *ort, const ort_graph_node *node, const strew_ort_known *indices)
{
    if (is_below(count_all(indices), FEW_GATHERED_ELEMENTS)) return true;
    const int64_t axis = strew_ort_read_axis(ort, node);
    const bool is_last = axis == -1 || (indices->has_rank && axis == (int64_t)indices->rank - 1);
    return is_last && !strew_ort_is_constant(ort, strew_ort_value_of(ort, node, INDICES, true));
}

static bool is_small_gather(const strew_ort_known *data, const strew_ort_known *indices, int64_t axis)
{
    if (axis < 0 && data->has_rank) axis += (int64_t)data->rank;
    const int64_t n_outer = axis < 0 ? -1 : count(data, (size_t)axis), n_indices = count_all(indices);
    return n_outer >= 0 && n_indices >= 0 && (!n_indices || n_outer < FEW_SLICES) && is_below(n_outer * n_indices, FEW_SLICES);
}

/* What the runtime makes of a Gather and its neighbours: it gathers quantised numbers, without the nodes that turn them to floats; it
 * computes with shapes when a session is created; it takes a value apart by one Split; and it has one kernel for the embeddings of a
 * text. */
static bool may_be_fused(const ort_functions *ort, const ort_graph_node *node, const strew_ort_known *indices)
{
    const ort_value_info *data = strew_ort_value_of(ort, node, DATA, true), *output = strew_ort_value_of(ort, node, 0, false);
    if (strew_ort_is_made_by(ort, data, "DequantizeLinear") || strew_ort_is_used_by(ort, output, "QuantizeLinear")) return true;
    if (strew_ort_is_made_by(ort, data, "Shape")) return true;
    const bool is_one_of_several = count_all(indices) == 1 && strew_ort_count_users(ort, data) > 1;
    if (is_one_of_several && strew_ort_is_constant(ort, strew_ort_value_of(ort, node, INDICES, true))) return true;
    return strew_ort_is_constant(ort, data) &&
           (strew_ort_is_used_by(ort, output, "Add") || strew_ort_is_used_by(ort, output, "LayerNormalization"));
}

bool strew_ort_pays(const ort_functions *ort, const ort_graph_node *node)
{
    const strew_ort_operator *op = NULL;
    for (int i = 0; !op && i < STREW_ORT_N_OPERATORS; i++)
        if (strew_ort_is_operator(ort, node, strew_ort_operators[i].name)) op = &strew_ort_operators[i];
    if (!op) return true;
    const strew_ort_known data = strew_ort_read_known(ort, strew_ort_value_of(ort, node, DATA, true)),
                          indices = strew_ort_read_known(ort, strew_ort_value_of(ort, node, INDICES, true));
    const strew_ort_known updates = strew_ort_read_known(ort, strew_ort_value_of(ort, node, UPDATES, true));
    switch (op->kind) {
    case STREW_OPERATOR_SCATTER_ND: return !(is_small_scatter_nd(&indices, &updates) && has_same_scatter(ort, node, data.type));
    case STREW_OPERATOR_SCATTER_ELEMENTS:
        return !(is_below(count_all(&updates), FEW_SCATTERED_ELEMENTS) && has_same_scatter(ort, node, data.type));
    case STREW_OPERATOR_TENSOR_SCATTER:
        /* Both copy tokens in order. The runtime's own kernel came with 1.25, and has no float8. */
        return ort->version < 25 || data.type >= STREW_ORT_FLOAT8;
    case STREW_OPERATOR_GATHER_ELEMENTS: return !is_slow_gather_elements(ort, node, &indices);
    case STREW_OPERATOR_GATHER:
        return !may_be_fused(ort, node, &indices) && !is_small_gather(&data, &indices, strew_ort_read_axis(ort, node));
    default: return true;
    }
}
