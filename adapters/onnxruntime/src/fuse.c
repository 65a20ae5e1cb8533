#include "fuse.h"

#include <string.h>

#include "node.h"
#include "operators.h"

enum { MAX_USERS = 4, MAX_TEXT = 16 };
enum { NEWEST_GATHER = 13, NEWEST_MUL = 14, NEWEST_EXPAND = 13, NEWEST_SHAPE = 25 }; /* versions whose text was read */

typedef struct search {
    const ort_functions *ort;
    strew_ort_group *group;
    const ort_value_info *inner[4]; /* what the nodes make for each other */
    size_t n_inner;
} search;

/* The node that makes a value, which then is one that only the group may read. NULL if it is another operator or a newer one. */
static const ort_graph_node *take_maker(search *in, const ort_value_info *value, const char *name, int newest)
{
    const ort_graph_node *maker = strew_ort_maker_of(in->ort, value);
    const char *domain = NULL;
    int version = 0;
    if (!strew_ort_is_operator(in->ort, maker, name)) return NULL;
    if (!strew_ort_is_told(in->ort, in->ort->Node_GetDomain(maker, &domain)) || (domain && *domain)) return NULL;
    if (!strew_ort_is_told(in->ort, in->ort->Node_GetSinceVersion(maker, &version)) || version > newest) return NULL;
    in->group->nodes[in->group->n_nodes++] = maker;
    in->inner[in->n_inner++] = value;
    return maker;
}

static void put_back(search *in)
{
    in->group->n_nodes--;
    in->n_inner--;
}

static const ort_value_info *input(const search *in, const ort_graph_node *node, size_t i)
{
    return strew_ort_value_of(in->ort, node, i, true);
}

static int64_t read_number(const search *in, const ort_graph_node *node, const char *name)
{
    int64_t number = 0;
    return strew_ort_read_attribute(in->ort, node, name, ORT_ATTRIBUTE_INT, &number, sizeof number) ? number : 0;
}

static bool is_same(const search *in, const ort_value_info *a, const ort_value_info *b)
{
    const char *name = NULL, *other = NULL;
    return a && b && strew_ort_is_told(in->ort, in->ort->GetValueInfoName(a, &name)) &&
           strew_ort_is_told(in->ort, in->ort->GetValueInfoName(b, &other)) && !strcmp(name, other);
}

/* A gather of rows: of the first axis, or by tuples of one index. */
static bool take_gather(search *in, const ort_value_info *rows)
{
    strew_ort_group *group = in->group;
    const ort_graph_node *gather = take_maker(in, rows, "Gather", NEWEST_GATHER);
    group->has_tuples = !gather;
    if (!gather) gather = take_maker(in, rows, "GatherND", NEWEST_GATHER);
    if (!gather) return false;
    const ort_value_info *const table = input(in, gather, 0), *const indices = input(in, gather, 1);
    const strew_ort_known of_table = strew_ort_read_known(in->ort, table), of_indices = strew_ort_read_known(in->ort, indices);
    const int64_t axis = read_number(in, gather, "axis");
    bool is_of_rows = of_table.has_rank && of_table.rank > 0 && of_indices.has_rank;
    if (group->has_tuples)
        is_of_rows =
            is_of_rows && of_indices.rank > 0 && of_indices.shape[of_indices.rank - 1] == 1 && !read_number(in, gather, "batch_dims");
    else
        is_of_rows = is_of_rows && (axis == 0 || axis == -(int64_t)of_table.rank);
    if (!is_of_rows) {
        put_back(in);
        return false;
    }
    group->read[STREW_ORT_TABLE] = table;
    group->read[STREW_ORT_ROWS] = indices;
    return true;
}

/* Rows that a gather makes, and a Mul may have weighed. */
static bool take_rows(search *in, const ort_value_info *rows)
{
    const ort_graph_node *mul = take_maker(in, rows, "Mul", NEWEST_MUL);
    if (!mul) return take_gather(in, rows);
    for (size_t i = 0; i < 2; i++) {
        if (!take_gather(in, input(in, mul, i))) continue;
        in->group->read[STREW_ORT_WEIGHTS] = input(in, mul, 1 - i);
        return true;
    }
    return false;
}

/* Indices of ScatterElements that are one for each row: [rows, 1, ..., 1], expanded. */
static bool take_expanded(search *in, const ort_value_info *indices, const ort_value_info *updates, size_t rank)
{
    strew_ort_group *group = in->group;
    const ort_graph_node *expand = take_maker(in, indices, "Expand", NEWEST_EXPAND);
    if (!expand) return false;
    const ort_value_info *const shape = input(in, expand, 1);
    group->read[STREW_ORT_INDICES] = input(in, expand, 0);
    const strew_ort_known known = strew_ort_read_known(in->ort, group->read[STREW_ORT_INDICES]);
    if (!known.has_rank || known.rank != rank) return false;
    for (size_t d = 1; d < rank; d++)
        if (known.shape[d] != 1) return false;
    const ort_graph_node *const maker = strew_ort_maker_of(in->ort, shape);
    int64_t end = 0;
    const bool is_whole =
        maker && !read_number(in, maker, "start") && !strew_ort_read_attribute(in->ort, maker, "end", ORT_ATTRIBUTE_INT, &end, sizeof end);
    if (is_whole && strew_ort_is_operator(in->ort, maker, "Shape") && is_same(in, input(in, maker, 0), updates))
        return take_maker(in, shape, "Shape", NEWEST_SHAPE) != NULL;
    group->read[STREW_ORT_SHAPE] = shape;
    return true;
}

/* Whether no value inside is read by another node, or is an output of the model. */
static bool is_closed(const search *in)
{
    for (size_t i = 0; i < in->n_inner; i++) {
        const ort_graph_node *users[MAX_USERS] = {0};
        int64_t inputs[MAX_USERS];
        bool is_output = true;
        const size_t n = strew_ort_count_users(in->ort, in->inner[i]);
        if (!n || n > MAX_USERS || !strew_ort_is_told(in->ort, in->ort->ValueInfo_GetValueConsumers(in->inner[i], users, inputs, n)))
            return false;
        if (!strew_ort_is_told(in->ort, in->ort->ValueInfo_IsGraphOutput(in->inner[i], &is_output)) || is_output) return false;
        for (size_t user = 0; user < n; user++) {
            bool is_of_group = false;
            for (size_t node = 0; node < in->group->n_nodes; node++) is_of_group |= in->group->nodes[node] == users[user];
            if (!is_of_group) return false;
        }
    }
    return true;
}

static bool read_reduction(const search *in, const ort_graph_node *scatter, strew_reduction *reduction)
{
    char text[MAX_TEXT] = ""; /* the text is written without its end */
    strew_ort_read_attribute(in->ort, scatter, "reduction", ORT_ATTRIBUTE_STRING, text, sizeof text - 1);
    for (int i = 0; strew_reduction_name((strew_reduction)i); i++) {
        *reduction = (strew_reduction)i;
        if (!strcmp(*text ? text : "none", strew_reduction_name(*reduction))) return true;
    }
    return false;
}

/* What is computed in float32 and rounded once has other bits than products that the runtime's Mul has rounded. It also takes three times
 * as long as two nodes where there is no Expand: a graph of 1,166,243 edges on one thread of Zen 4, sums of 8 float16 239 ms instead of
 * 95, of 32 141 instead of 140, but 167 instead of 700 by ScatterElements. */
bool strew_ort_group_pays(const ort_functions *ort, const strew_ort_group *group, bool is_wide)
{
    const strew_ort_known table = strew_ort_read_known(ort, group->read[STREW_ORT_TABLE]);
    if (!is_wide || !strew_ort_accumulates(group->reduction, strew_ort_dtype(table.type))) return true;
    return group->is_elements && !group->read[STREW_ORT_WEIGHTS];
}

bool strew_ort_find_group(const ort_functions *ort, const ort_graph_node *scatter, strew_ort_group *group)
{
    *group = (strew_ort_group){.nodes = {scatter}, .n_nodes = 1};
    search in = {.ort = ort, .group = group};
    group->is_elements = strew_ort_is_operator(ort, scatter, "ScatterElements");
    if (!group->is_elements && !strew_ort_is_operator(ort, scatter, "ScatterND")) return false;
    const ort_value_info *const indices = input(&in, scatter, 1), *const updates = input(&in, scatter, 2);
    group->read[STREW_ORT_DATA] = input(&in, scatter, 0);
    group->read[STREW_ORT_INDICES] = indices;
    if (!read_reduction(&in, scatter, &group->reduction) || !take_rows(&in, updates)) return false;
    const strew_ort_known of_table = strew_ort_read_known(ort, group->read[STREW_ORT_TABLE]);
    const strew_ort_known of_rows = strew_ort_read_known(ort, group->read[STREW_ORT_ROWS]);
    const strew_ort_known of_indices = strew_ort_read_known(ort, indices);
    const size_t n_tuple_dims = of_rows.rank - group->has_tuples, rank = n_tuple_dims + of_table.rank - 1;
    if (group->is_elements) {
        const int64_t axis = strew_ort_read_axis(ort, scatter);
        if (n_tuple_dims != 1 || (axis != 0 && axis != -(int64_t)rank) || !take_expanded(&in, indices, updates, rank)) return false;
    } else if (!of_indices.has_rank || of_indices.rank != n_tuple_dims + 1) {
        return false;
    }
    if (group->read[STREW_ORT_WEIGHTS]) {
        const strew_ort_known of_weights = strew_ort_read_known(ort, group->read[STREW_ORT_WEIGHTS]);
        if (!of_weights.has_rank || of_weights.rank > rank) return false;
    }
    /* The runtime gathers quantised numbers, and dequantises the rows alone. */
    return !strew_ort_is_made_by(ort, group->read[STREW_ORT_TABLE], "DequantizeLinear") && is_closed(&in);
}
