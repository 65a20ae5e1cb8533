/* Grouping tuples by the chunk of data that they name: a stable counting sort. The indices are read three times, to check, to count and to
 * place, block by block; each time an index is loaded once, so that another thread which changes it does no more harm than a wrong part. */
#include <strew/group.h>

#include "call.h"
#include "check.h"
#include "dispatch.h"
#include "fault.h"
#include "index_view.h"
#include "types.h"
#include "util.h"
#include "validate.h"

#include <string.h>

/* The chunks of one dimension. If they are regular, chunk_size is not 0. */
typedef struct axis {
    const int64_t *edges;
    int64_t n_chunks, chunk_size;
    double inverse; /* of chunk_size */
} axis;

/* What stays constant during a call. */
typedef struct grouping {
    const strew_plan_state *plan; /* its components and tuples; it has no kernel that writes */
    const unsigned char *indices;
    axis axes[STREW_MAX_RANK];
} grouping;

/* Tuples that are not in a part. */
enum { OUT_OF_BOUNDS = -1, IGNORED = -2 };

/* A few tuples: their components, which become local indices, and the numbers of their parts. A block must fit the stack. */
enum { BLOCK_COMPONENTS = 256 };
typedef struct block {
    size_t first, n;
    int64_t components[BLOCK_COMPONENTS], parts[BLOCK_COMPONENTS];
} block;

_Static_assert(BLOCK_COMPONENTS >= STREW_MAX_RANK, "a block has at least one tuple");

/* ---- Planning ------------------------------------------------------------------------------------------------------------------------ */

/* The size of all chunks but the last, which may be smaller but is not empty; 0 if they differ. */
static int64_t find_chunk_size(const int64_t *edges, int64_t n_chunks)
{
    /* uncovered: so many chunks take 16 GiB of edges. More could make find_regular_chunk wrong by more than 1. */
    if (n_chunks == 0 || n_chunks > INT32_MAX) return 0;
    const int64_t chunk_size = edges[1];
    for (int64_t j = 1; j < n_chunks; j++) {
        if (edges[j] - edges[j - 1] != chunk_size) return 0;
    }
    const int64_t last = edges[n_chunks] - edges[n_chunks - 1];
    return last > 0 && last <= chunk_size ? chunk_size : 0;
}

/* Counts the chunks, before an edge is read: neither edges nor starts can have more numbers than can be addressed. */
static strew_status count_parts(const strew_chunk_grid *grid, int32_t k, size_t *n_parts, strew_fault *fault)
{
    const uint64_t max_parts = STREW_MAX_BYTES / sizeof(int64_t) - 1;
    uint64_t n = 1;
    for (int32_t c = 0; c < k; c++) {
        const int64_t n_chunks = grid->n_chunks[c];
        if (n_chunks < 0) return STREW_REJECT(fault, STREW_STATUS_NEGATIVE_DIMENSION, .subject = "grid", .dimension = c, .value = n_chunks);
        const char *too_large = (uint64_t)n_chunks > max_parts                        ? "edges of grid"
                                : n_chunks != 0 && n > max_parts / (uint64_t)n_chunks ? "starts"
                                                                                      : NULL;
        if (too_large != NULL) return STREW_REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = too_large, .high = (int64_t)STREW_MAX_BYTES);
        n *= (uint64_t)n_chunks;
    }
    *n_parts = (size_t)n;
    return STREW_OK;
}

static strew_status set_axis(axis *axis, const strew_chunk_grid *grid, int32_t c, int64_t size, strew_fault *fault)
{
    const int64_t *edges = grid->edges[c], n_chunks = grid->n_chunks[c];
    if (edges == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "edges of grid");
    int64_t low = 0;
    for (int64_t j = 0; j <= n_chunks; j++) {
        const int64_t high = j == 0 ? 0 : size;
        if (j == n_chunks && j != 0) low = size;
        if (edges[j] < low || edges[j] > high) {
            return STREW_REJECT(fault, STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE, .dimension = c, .tuple = j, .value = edges[j], .low = low,
                                .high = high);
        }
        low = edges[j];
    }
    if (n_chunks == 0 && size != 0) {
        return STREW_REJECT(fault, STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE, .dimension = c, .low = size, .high = size);
    }
    const int64_t chunk_size = find_chunk_size(edges, n_chunks);
    axis->edges = edges;
    axis->n_chunks = n_chunks;
    axis->chunk_size = chunk_size;
    axis->inverse = chunk_size != 0 ? 1.0 / (double)chunk_size : 0;
    return STREW_OK;
}

/* Checks the grid, and counts its chunks. */
static strew_status set_axes(grouping *grouping, const strew_chunk_grid *grid, size_t *n_parts, strew_fault *fault)
{
    const strew_plan_state *plan = grouping->plan;
    if (grid == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "grid");
    if (plan->k != 0 && grid->n_chunks == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "n_chunks of grid");
    if (plan->k != 0 && grid->edges == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "edges of grid");
    strew_status status = count_parts(grid, plan->k, n_parts, fault);
    for (int32_t c = 0; c < plan->k && status == STREW_OK; c++)
        status = set_axis(&grouping->axes[c], grid, c, strew_sizes_of(plan)[c], fault);
    return status;
}

/* The loops of the tuples, in their order, with dimensions joined that follow each other. */
static strew_status set_loops(strew_plan_state *plan, const strew_tensor *indices, strew_fault *fault)
{
    const int64_t bytes = (int64_t)strew_find_dtype(indices->dtype)->bytes;
    /* Without indices strides may be anything, as those of a single index. */
    const int64_t *strides = plan->n_tuples != 0 && plan->k != 0 ? indices->strides : NULL;
    int64_t steps[STREW_MAX_RANK], dense = bytes;
    for (int32_t d = indices->rank - 1; d >= 0; d--) {
        steps[d] = strides != NULL && indices->shape[d] != 1 ? strides[d] * bytes : dense;
        dense *= indices->shape[d];
    }
    for (int32_t d = 0; d < indices->rank - 1; d++) {
        const size_t count = (size_t)indices->shape[d];
        if (count == 1) continue;
        strew_loop *last = strew_loops_of(plan) + plan->n_tuple_loops - 1;
        if (plan->n_tuple_loops != 0 && strew_is_as_long(last->of.indices, steps[d], count)) {
            *last = (strew_loop){last->count * count, {steps[d]}, 0, 0};
        } else if (plan->n_tuple_loops == STREW_MAX_LOOPS) {
            return STREW_REJECT(fault, STREW_STATUS_STRIDES_TOO_MANY, .subject = "indices", .high = STREW_MAX_LOOPS);
        } else {
            strew_loops_of(plan)[plan->n_tuple_loops++] = (strew_loop){count, {steps[d]}, 0, 0};
        }
    }
    int64_t number = 1;
    for (int32_t i = plan->n_tuple_loops - 1; i >= 0; i--) {
        strew_loops_of(plan)[i].number = number;
        number *= (int64_t)strew_loops_of(plan)[i].count;
    }
    return STREW_OK;
}

/* The bytes of indices, from the lowest to the highest. */
static strew_extent extent_of(const strew_tensor *indices, size_t bytes)
{
    const int64_t element_bytes = (int64_t)strew_find_dtype(indices->dtype)->bytes;
    strew_extent extent = {0, bytes, 0, bytes};
    if (bytes == 0 || indices->strides == NULL) return extent;
    extent.bytes = (size_t)element_bytes;
    for (int32_t d = 0; d < indices->rank; d++) {
        const int64_t distance = (indices->shape[d] - 1) * indices->strides[d] * element_bytes;
        extent.low += distance < 0 ? distance : 0;
        extent.bytes += (size_t)(distance < 0 ? -distance : distance);
    }
    extent.row_bytes = extent.bytes;
    return extent;
}

/* Sets what the passes and strew_find_fault read of a plan, which is zero. */
static strew_status set_plan(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    const strew_tensor *data = request->data, *indices = request->indices;
    const int32_t n_dims = indices->rank - 1;
    const int wraps = request->options.negative == STREW_NEGATIVE_WRAPS;
    if (indices->shape[n_dims] > data->rank) {
        return STREW_REJECT(fault, STREW_STATUS_TUPLE_TOO_LONG, .subject = strew_single_tuple(request), .value = indices->shape[n_dims],
                            .high = data->rank);
    }
    plan->rules = strew_rules_of(&request->options, 0);
    plan->k = (int32_t)indices->shape[n_dims];
    plan->n_tuples = 1;
    for (int32_t d = 0; d < n_dims; d++) plan->n_tuples *= (size_t)indices->shape[d];
    for (int32_t c = 0; c < plan->k; c++) {
        strew_sizes_of(plan)[c] = data->shape[c];
        strew_lows_of(plan)[c] = wraps ? -data->shape[c] : 0;
        if (request->options.policy == STREW_POLICY_CLAMP && data->shape[c] == 0 && plan->n_tuples != 0) {
            return STREW_REJECT(fault, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, .dimension = c);
        }
    }
    const strew_status status = set_loops(plan, indices, fault);
    plan->views.has_extents = indices->strides != NULL;
    strew_set_index_view(plan, indices, STREW_TUPLES);
    plan->index_bytes = sizeof(int64_t);
    return status;
}

static strew_status check_arguments(const strew_plan_state *plan, const strew_tensor *indices, size_t indices_bytes, const int64_t *starts,
                                    size_t n_parts, const int64_t *order, const int64_t *local, strew_fault *fault)
{
    const uint64_t max_numbers = STREW_MAX_BYTES / sizeof(int64_t), k = (uint64_t)plan->k;
    if (plan->n_tuples > max_numbers) {
        return STREW_REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = "order", .high = (int64_t)STREW_MAX_BYTES);
    }
    if (local != NULL && k != 0 && plan->n_tuples > max_numbers / k) {
        return STREW_REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = "local", .high = (int64_t)STREW_MAX_BYTES);
    }
    const strew_extent extent = extent_of(indices, indices_bytes);
    const strew_buffer buffers[] = {
        {"starts", starts, (n_parts + 1) * sizeof *starts, NULL},
        {"order", order, plan->n_tuples * sizeof *order, NULL},
        {"local", local, local != NULL ? plan->n_tuples * (size_t)k * sizeof *local : 0, NULL},
        {"indices", indices->values, indices_bytes, &extent},
    };
    const size_t n = sizeof buffers / sizeof *buffers;
    for (size_t i = 0; i + 1 < n; i++) {
        const strew_status status = strew_check_overlaps(buffers + i, n - i, fault);
        if (status != STREW_OK) return status;
    }
    return STREW_OK;
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* The last chunk that does not begin after an index. The result is a chunk whatever the edges are. */
static STREW_INLINE int64_t search_chunk(const axis *axis, int64_t index)
{
    const int64_t *edges = axis->edges;
    for (int64_t n = axis->n_chunks; n > 1;) {
        const int64_t half = n / 2;
        edges += edges[half] <= index ? half : 0;
        n -= half;
    }
    return edges - axis->edges;
}

/* The quotient of two integers. There are fewer than 2^31 chunks, and the three roundings change the quotient by less than 1 / 2^20: what
 * is cut off makes it the right one, or a neighbour. */
static STREW_INLINE int64_t find_regular_chunk(const axis *axis, int64_t index)
{
    const int64_t chunk = (int64_t)((double)index * axis->inverse);
    const int64_t rest = (int64_t)((uint64_t)index - (uint64_t)chunk * (uint64_t)axis->chunk_size); /* the product may be 2^63 */
    return chunk + (rest >= axis->chunk_size) - (rest < 0);
}

/* Replaces component c of all tuples by local indices, and adds its chunks to the parts. The last three arguments are constant where this
 * is called; has_parts is 0 if there are none yet. */
static STREW_INLINE void locate(const grouping *grouping, block *block, int32_t c, size_t k, int is_regular, int has_parts)
{
    const strew_plan_state *plan = grouping->plan;
    const axis axis = grouping->axes[c];
    const int64_t size = strew_sizes_of(plan)[c], low = strew_lows_of(plan)[c];
    const size_t n = block->n;
    const int clamps = plan->rules.policy == STREW_POLICY_CLAMP;
    const int64_t clamp_low = clamps ? 0 : INT64_MIN, clamp_high = clamps ? size - 1 : INT64_MAX;
    int64_t *component = block->components + c, *part = block->parts;
    for (size_t i = 0; i < n; i++, component += k, part++) {
        int64_t index = *component;
        index -= index < 0 ? low : 0;
        index = index < clamp_low ? clamp_low : index;
        index = index > clamp_high ? clamp_high : index;
        const int is_out_of_bounds = (uint64_t)index >= (uint64_t)size;
        index = is_out_of_bounds ? 0 : index;
        const int64_t chunk = is_regular ? find_regular_chunk(&axis, index) : search_chunk(&axis, index);
        *component = index - (is_regular ? chunk * axis.chunk_size : axis.edges[chunk]);
        const int64_t with_chunk = has_parts ? *part * axis.n_chunks + chunk : chunk, found = is_out_of_bounds ? OUT_OF_BOUNDS : with_chunk;
        *part = has_parts && *part < 0 ? *part : found;
    }
}

static void flag_ignored(const strew_plan_state *plan, block *block)
{
    const size_t k = (size_t)plan->k;
    for (size_t i = 0; i < block->n * k; i++) {
        if (block->components[i] == plan->rules.ignore_index) block->parts[i / k] = IGNORED;
    }
}

static void read_tuples(const grouping *grouping, block *block)
{
    const strew_plan_state *plan = grouping->plan;
    const size_t k = (size_t)plan->k;
    block->n = strew_min(plan->n_tuples - block->first, BLOCK_COMPONENTS / (k != 0 ? k : 1));
    if (k != 0) strew_stage_indices(plan, (unsigned char *)block->components, grouping->indices, block->first, 1, block->n);
}

/* Reads the tuples of a block, whose first one is set, and finds their parts. */
static void find_parts(const grouping *grouping, block *block)
{
    const strew_plan_state *plan = grouping->plan;
    const size_t k = (size_t)plan->k;
    read_tuples(grouping, block);
    if (k == 1 && !plan->rules.has_ignore_index) {
        if (grouping->axes[0].chunk_size != 0)
            locate(grouping, block, 0, 1, 1, 0);
        else
            locate(grouping, block, 0, 1, 0, 0);
        return;
    }
    memset(block->parts, 0, block->n * sizeof *block->parts);
    if (plan->rules.has_ignore_index) flag_ignored(plan, block);
    for (int32_t c = 0; c < plan->k; c++) {
        if (grouping->axes[c].chunk_size != 0)
            locate(grouping, block, c, k, 1, 1);
        else
            locate(grouping, block, c, k, 0, 1);
    }
}

/* ---- Passes -------------------------------------------------------------------------------------------------------------------------- */

/* Zero if a tuple is out of bounds, in this and in the next functions: after the check, another thread has changed it. */
static int is_allowed(const strew_plan_state *plan, int64_t part)
{
    return part != OUT_OF_BOUNDS || plan->rules.policy != STREW_POLICY_ERROR;
}

/* Whether all components of a block are in bounds. */
static int is_in_bounds(const strew_plan_state *plan, const block *block)
{
    const size_t k = (size_t)plan->k, n = block->n * k;
    int is_out_of_bounds = 0;
    for (size_t c = 0; c < k; c++) {
        const uint64_t low = (uint64_t)strew_lows_of(plan)[c], n_allowed = (uint64_t)strew_sizes_of(plan)[c] - low;
        for (size_t i = c; i < n; i += k) is_out_of_bounds |= (uint64_t)block->components[i] - low >= n_allowed;
    }
    return !is_out_of_bounds;
}

/* A component that is out of bounds may be one of a tuple that is ignored. */
STREW_OWN_FRAME static int check_all(const grouping *grouping)
{
    block block;
    for (block.first = 0; block.first < grouping->plan->n_tuples; block.first += block.n) {
        read_tuples(grouping, &block);
        if (is_in_bounds(grouping->plan, &block)) continue;
        if (!grouping->plan->rules.has_ignore_index) return 0;
        find_parts(grouping, &block);
        for (size_t i = 0; i < block.n; i++) {
            if (block.parts[i] == OUT_OF_BOUNDS) return 0;
        }
    }
    return 1;
}

STREW_OWN_FRAME static int count(const grouping *grouping, int64_t *counts)
{
    block block;
    for (block.first = 0; block.first < grouping->plan->n_tuples; block.first += block.n) {
        find_parts(grouping, &block);
        for (size_t i = 0; i < block.n; i++) {
            const int64_t part = block.parts[i];
            /* uncovered: only another thread that changes indices makes a tuple out of bounds */
            if (!is_allowed(grouping->plan, part)) return 0;
            if (part >= 0) counts[part]++;
        }
    }
    return 1;
}

/* Places `total` tuples. `next` says where the next tuple of each part belongs. */
STREW_OWN_FRAME static int place(const grouping *grouping, int64_t *next, int64_t total, int64_t *order, int64_t *local)
{
    const size_t k = local != NULL ? (size_t)grouping->plan->k : 0;
    int64_t n_put = 0;
    block block;
    for (block.first = 0; block.first < grouping->plan->n_tuples; block.first += block.n) {
        find_parts(grouping, &block);
        for (size_t i = 0; i < block.n; i++) {
            const int64_t part = block.parts[i];
            /* uncovered: only another thread that changes indices makes a tuple out of bounds, or a part full */
            if (part < 0 ? !is_allowed(grouping->plan, part) : next[part] >= total) return 0;
            if (part < 0) continue;
            const int64_t at = next[part]++;
            order[at] = (int64_t)(block.first + i);
            if (k == 1) local[at] = block.components[i];
            for (size_t c = 0; k > 1 && c < k; c++) local[(size_t)at * k + c] = block.components[i * k + c];
            n_put++;
        }
    }
    return n_put == total;
}

strew_status strew_group_by_chunk(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data, const strew_tensor *indices,
                                  const strew_chunk_grid *grid, const strew_options *options, strew_fault *fault)
{
    strew_plan_state plan = {0};
    grouping grouping = {.plan = &plan};
    const strew_tensor shape = data != NULL ? (strew_tensor){data->dtype, data->rank, data->shape, NULL, NULL} : (strew_tensor){0};
    const strew_tensor *given = data != NULL ? &shape : NULL;
    strew_request request;
    size_t n_parts = 0;
    strew_status status = strew_read_group_request(&request, given, indices, options, fault);
    if (status == STREW_OK) status = strew_validate(&request, fault);
    if (status == STREW_OK) status = set_plan(&plan, &request, fault);
    if (status == STREW_OK) status = set_axes(&grouping, grid, &n_parts, fault);
    if (status == STREW_OK) status = check_arguments(&plan, indices, request.indices_bytes, starts, n_parts, order, local, fault);
    if (status != STREW_OK) return status;
    grouping.indices = indices->values;
    const int is_checked = plan.rules.policy == STREW_POLICY_ERROR && plan.k != 0;
    if (is_checked && !check_all(&grouping)) return strew_find_fault(&plan, grouping.indices, fault);

    memset(starts, 0, n_parts * sizeof *starts);
    /* uncovered: only if another thread changes indices */
    if (!count(&grouping, starts)) return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    int64_t total = 0;
    for (size_t p = 0; p < n_parts; p++) {
        const int64_t n = starts[p];
        starts[p] = total;
        total += n;
    }
    /* uncovered: only if another thread changes indices */
    if (!place(&grouping, starts, total, order, local)) return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    /* Where the next tuple of a part would be is where the next part begins. */
    memmove(starts + 1, starts, n_parts * sizeof *starts);
    starts[0] = 0;
    return strew_succeed(fault);
}
