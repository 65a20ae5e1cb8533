/* Grouping tuples by the chunk of data that they name: a stable counting sort. The indices are read three times, to check, to count and to
 * place, block by block; each time an index is loaded once, so that another thread which changes it does no more harm than a wrong part.
 *
 * This file stands above the library and uses its public headers alone. What a scatter of the same tuples would reject is found by planning
 * that scatter; only the reading of the indices is its own. */
#include <strew/group.h>

#include "reading.h"

#include <string.h>

#if !STREW_BUILD_FEATURE_GROUP
strew_status strew_group_by_chunk(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data, const strew_tensor *indices,
                                  const strew_chunk_grid *grid, const strew_options *options, strew_fault *fault)
{
    (void)starts, (void)order, (void)local, (void)data, (void)indices, (void)grid, (void)options;
    return REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "group");
}
#else

/* One dimension of data that tuples index, and its chunks. */
typedef struct axis {
    int64_t size, low; /* in bounds are low to size - 1 */
    const int64_t *edges;
    int64_t n_chunks, chunk_size; /* chunk_size is 0 unless all chunks have one size, but for the last, which may be smaller */
    double inverse;               /* of chunk_size */
} axis;

/* What stays constant during a call. */
typedef struct grouping {
    strew_options options;
    size_t k, n_tuples, n_parts;
    strew_reader indices;
    axis axes[STREW_MAX_RANK];
} grouping;

/* Tuples that are not in a part. */
enum { OUT_OF_BOUNDS = -1, IGNORED = -2 };

/* A few tuples: their components, which become local indices, and the numbers of their parts. */
enum { BLOCK_COMPONENTS = 256 };
typedef struct block {
    size_t first, n;
    int64_t components[BLOCK_COMPONENTS], parts[BLOCK_COMPONENTS];
} block;

_Static_assert(BLOCK_COMPONENTS >= STREW_MAX_RANK, "a block has at least one tuple");

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static const char name[] = "group_by_chunk";

static strew_status check(const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates, const strew_options *options,
                          strew_fault *fault)
{
    return strew_check_by_scatter(STREW_OPERATOR_SCATTER_ND, data, indices, updates, options, name, fault);
}

/* Checks data and the options by a scatter without tuples, and the indices by one of single elements into the dimensions they index. */
OWN_FRAME static strew_status check_scatters(const strew_tensor *data, const strew_tensor *indices, const strew_options *options,
                                             strew_fault *fault)
{
    const int64_t no_tuples[] = {0, data->rank > 0 ? data->rank : 0};
    const strew_tensor whole = {data->dtype, data->rank, data->shape, NULL, NULL};
    const strew_tensor no_indices = {indices->dtype, 2, no_tuples, NULL, NULL}, no_updates = {data->dtype, 1, no_tuples, NULL, NULL};
    const strew_status status = check(&whole, &no_indices, &no_updates, options, fault);
    if (status != STREW_OK) return status;
    const int has_tuples = indices->rank > 0 && indices->rank <= STREW_MAX_RANK && indices->shape != NULL;
    const int32_t n_dims = has_tuples ? indices->rank - 1 : 0;
    const int64_t k = has_tuples ? indices->shape[n_dims] : 0;
    const strew_tensor indexed = {data->dtype, k >= 0 && k < data->rank ? (int32_t)k : data->rank, data->shape, NULL, NULL};
    const strew_tensor updates = {data->dtype, n_dims, indices->shape, NULL, NULL};
    return check(&indexed, indices, &updates, options, fault);
}

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
static strew_status count_parts(grouping *grouping, const strew_chunk_grid *grid, strew_fault *fault)
{
    const uint64_t max_parts = MAX_BYTES / sizeof(int64_t) - 1;
    uint64_t n = 1;
    for (size_t c = 0; c < grouping->k; c++) {
        const int64_t n_chunks = grid->n_chunks[c];
        if (n_chunks < 0) {
            return REJECT(fault, STREW_STATUS_NEGATIVE_DIMENSION, .subject = "grid", .dimension = (int32_t)c, .value = n_chunks);
        }
        const char *too_large = (uint64_t)n_chunks > max_parts                        ? "edges of grid"
                                : n_chunks != 0 && n > max_parts / (uint64_t)n_chunks ? "starts"
                                                                                      : NULL;
        if (too_large != NULL) return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = too_large, .high = (int64_t)MAX_BYTES);
        n *= (uint64_t)n_chunks;
    }
    grouping->n_parts = (size_t)n;
    return STREW_OK;
}

static strew_status set_axis(grouping *grouping, const strew_chunk_grid *grid, int32_t c, int64_t size, strew_fault *fault)
{
    const int64_t *edges = grid->edges[c], n_chunks = grid->n_chunks[c];
    if (edges == NULL) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "edges of grid");
    int64_t low = 0;
    for (int64_t j = 0; j <= n_chunks; j++) {
        const int64_t high = j == 0 ? 0 : size;
        if (j == n_chunks && j != 0) low = size;
        if (edges[j] < low || edges[j] > high) {
            return REJECT(fault, STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE, .dimension = c, .tuple = j, .value = edges[j], .low = low,
                          .high = high);
        }
        low = edges[j];
    }
    if (n_chunks == 0 && size != 0) {
        return REJECT(fault, STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE, .dimension = c, .low = size, .high = size);
    }
    const int64_t chunk_size = find_chunk_size(edges, n_chunks);
    const int wraps = grouping->options.negative == STREW_NEGATIVE_WRAPS;
    grouping->axes[c] = (axis){size, wraps ? -size : 0, edges, n_chunks, chunk_size, chunk_size != 0 ? 1.0 / (double)chunk_size : 0};
    return STREW_OK;
}

/* Checks the grid. */
static strew_status set_axes(grouping *grouping, const strew_chunk_grid *grid, const int64_t *shape, strew_fault *fault)
{
    const char *missing = grid == NULL                                 ? "grid"
                          : grouping->k != 0 && grid->n_chunks == NULL ? "n_chunks of grid"
                          : grouping->k != 0 && grid->edges == NULL    ? "edges of grid"
                                                                       : NULL;
    if (missing != NULL) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = missing);
    strew_status status = count_parts(grouping, grid, fault);
    for (int32_t c = 0; c < (int32_t)grouping->k && status == STREW_OK; c++) status = set_axis(grouping, grid, c, shape[c], fault);
    return status;
}

static strew_status check_buffers(const grouping *grouping, const int64_t *starts, const int64_t *order, const int64_t *local,
                                  strew_fault *fault)
{
    const uint64_t max_numbers = MAX_BYTES / sizeof(int64_t);
    const size_t k = grouping->k, n = grouping->n_tuples;
    const char *too_large = n > max_numbers ? "order" : local != NULL && k != 0 && n > max_numbers / k ? "local" : NULL;
    if (too_large != NULL) return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = too_large, .high = (int64_t)MAX_BYTES);
    enum { N_BUFFERS = 4 };
    const strew_buffer_extent extents[N_BUFFERS] = {
        strew_extent_of_buffer("starts", starts, (grouping->n_parts + 1) * sizeof *starts),
        strew_extent_of_buffer("order", order, n * sizeof *order),
        strew_extent_of_buffer("local", local, local != NULL ? n * k * sizeof *local : 0),
        strew_extent_of_indices(&grouping->indices, n * k),
    };
    return strew_check_extents(extents, N_BUFFERS, fault);
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* Reads the tuples of a block, whose first one is set. */
static void read_tuples(const grouping *grouping, block *block)
{
    const size_t k = grouping->k, left = grouping->n_tuples - block->first, max = BLOCK_COMPONENTS / (k != 0 ? k : 1);
    block->n = left < max ? left : max;
    if (k != 0) strew_read_elements(&grouping->indices, block->components, block->first * k, block->n * k);
}

/* The last chunk that does not begin after an index. The result is a chunk whatever the edges are. */
static inline int64_t search_chunk(const axis *axis, int64_t index)
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
static inline int64_t find_regular_chunk(const axis *axis, int64_t index)
{
    const int64_t chunk = (int64_t)((double)index * axis->inverse);
    const int64_t rest = (int64_t)((uint64_t)index - (uint64_t)chunk * (uint64_t)axis->chunk_size); /* the product may be 2^63 */
    return chunk + (rest >= axis->chunk_size) - (rest < 0);
}

/* Replaces component c of all tuples by local indices, and adds its chunks to the parts. The last three arguments are constant where this
 * is called; has_parts is 0 if there are none yet. */
static inline void locate(const grouping *grouping, block *block, size_t c, size_t k, int is_regular, int has_parts)
{
    const axis axis = grouping->axes[c];
    const size_t n = block->n;
    const int clamps = grouping->options.policy == STREW_POLICY_CLAMP;
    const int64_t clamp_low = clamps ? 0 : INT64_MIN, clamp_high = clamps ? axis.size - 1 : INT64_MAX;
    int64_t *component = block->components + c, *part = block->parts;
    for (size_t i = 0; i < n; i++, component += k, part++) {
        int64_t index = *component;
        index -= index < 0 ? axis.low : 0;
        index = index < clamp_low ? clamp_low : index;
        index = index > clamp_high ? clamp_high : index;
        const int is_out_of_bounds = (uint64_t)index >= (uint64_t)axis.size;
        index = is_out_of_bounds ? 0 : index;
        const int64_t chunk = is_regular ? find_regular_chunk(&axis, index) : search_chunk(&axis, index);
        *component = index - (is_regular ? chunk * axis.chunk_size : axis.edges[chunk]);
        const int64_t with_chunk = has_parts ? *part * axis.n_chunks + chunk : chunk, found = is_out_of_bounds ? OUT_OF_BOUNDS : with_chunk;
        *part = has_parts && *part < 0 ? *part : found;
    }
}

static void flag_ignored(const grouping *grouping, block *block)
{
    for (size_t i = 0; i < block->n * grouping->k; i++) {
        if (block->components[i] == grouping->options.ignore_index) block->parts[i / grouping->k] = IGNORED;
    }
}

/* Reads the tuples of a block, whose first one is set, and finds their parts. */
static void find_parts(const grouping *grouping, block *block)
{
    const size_t k = grouping->k;
    read_tuples(grouping, block);
    if (k == 1 && !grouping->options.has_ignore_index) {
        if (grouping->axes[0].chunk_size != 0)
            locate(grouping, block, 0, 1, 1, 0);
        else
            locate(grouping, block, 0, 1, 0, 0);
        return;
    }
    memset(block->parts, 0, block->n * sizeof *block->parts);
    if (grouping->options.has_ignore_index) flag_ignored(grouping, block);
    for (size_t c = 0; c < k; c++) {
        if (grouping->axes[c].chunk_size != 0)
            locate(grouping, block, c, k, 1, 1);
        else
            locate(grouping, block, c, k, 0, 1);
    }
}

/* ---- Passes -------------------------------------------------------------------------------------------------------------------------- */

/* Zero if a tuple is out of bounds, in this and in the next functions: after the check, another thread has changed it. */
static int is_allowed(const grouping *grouping, int64_t part)
{
    return part != OUT_OF_BOUNDS || grouping->options.policy != STREW_POLICY_ERROR;
}

/* Whether all components of a block are in bounds. */
static int is_in_bounds(const grouping *grouping, const block *block)
{
    const size_t k = grouping->k, n = block->n * k;
    int is_out_of_bounds = 0;
    for (size_t c = 0; c < k; c++) {
        const uint64_t low = (uint64_t)grouping->axes[c].low, n_allowed = (uint64_t)grouping->axes[c].size - low;
        for (size_t i = c; i < n; i += k) is_out_of_bounds |= (uint64_t)block->components[i] - low >= n_allowed;
    }
    return !is_out_of_bounds;
}

/* Reports the first component of a tuple that is out of bounds. */
static strew_status reject_tuple(const grouping *grouping, size_t tuple, strew_fault *fault)
{
    int64_t components[STREW_MAX_RANK];
    strew_read_elements(&grouping->indices, components, tuple * grouping->k, grouping->k);
    /* uncovered: it ends only if another thread changes indices */
    for (int32_t c = 0; c < (int32_t)grouping->k; c++) {
        const axis *axis = grouping->axes + c;
        if (components[c] >= axis->low && components[c] < axis->size) continue;
        return REJECT(fault, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .dimension = c, .component = c, .tuple = (int64_t)tuple,
                      .value = components[c], .low = axis->low, .high = axis->size - 1);
    }
    return REJECT(fault, STREW_STATUS_INDICES_CHANGED); /* uncovered: only if another thread changes indices */
}

static strew_status check_all(const grouping *grouping, block *block, strew_fault *fault)
{
    for (block->first = 0; block->first < grouping->n_tuples; block->first += block->n) {
        read_tuples(grouping, block);
        if (is_in_bounds(grouping, block)) continue;
        find_parts(grouping, block); /* a component that is out of bounds may be one of a tuple that is ignored */
        for (size_t i = 0; i < block->n; i++) {
            if (block->parts[i] == OUT_OF_BOUNDS) return reject_tuple(grouping, block->first + i, fault);
        }
    }
    return STREW_OK;
}

static int count(const grouping *grouping, block *block, int64_t *counts)
{
    for (block->first = 0; block->first < grouping->n_tuples; block->first += block->n) {
        find_parts(grouping, block);
        for (size_t i = 0; i < block->n; i++) {
            const int64_t part = block->parts[i];
            if (!is_allowed(grouping, part)) return 0;
            if (part >= 0) counts[part]++;
        }
    }
    return 1;
}

/* Places `total` tuples. `next` says where the next tuple of each part belongs. */
static int place(const grouping *grouping, block *block, int64_t *next, int64_t total, int64_t *order, int64_t *local)
{
    const size_t k = local != NULL ? grouping->k : 0;
    int64_t n_put = 0;
    for (block->first = 0; block->first < grouping->n_tuples; block->first += block->n) {
        find_parts(grouping, block);
        for (size_t i = 0; i < block->n; i++) {
            const int64_t part = block->parts[i];
            if (part < 0 ? !is_allowed(grouping, part) : next[part] >= total) return 0;
            if (part < 0) continue;
            const int64_t at = next[part]++;
            order[at] = (int64_t)(block->first + i);
            if (k == 1) local[at] = block->components[i];
            for (size_t c = 0; k > 1 && c < k; c++) local[(size_t)at * k + c] = block->components[i * k + c];
            n_put++;
        }
    }
    return n_put == total;
}

static strew_status set_grouping(grouping *grouping, const strew_tensor *data, const strew_tensor *indices, const strew_chunk_grid *grid,
                                 const strew_options *options, strew_fault *fault)
{
    const strew_status status = strew_read_group_options(&grouping->options, options, name, fault);
    if (status != STREW_OK) return status;
    grouping->k = (size_t)indices->shape[indices->rank - 1];
    grouping->n_tuples = 1;
    for (int32_t d = 0; d < indices->rank - 1; d++) grouping->n_tuples *= (size_t)indices->shape[d];
    strew_set_reader(&grouping->indices, indices, grouping->n_tuples * grouping->k);
    return set_axes(grouping, grid, data->shape, fault);
}

/* Groups the tuples of a call that planning has accepted. */
OWN_FRAME static strew_status group(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data, const strew_tensor *indices,
                                    const strew_chunk_grid *grid, const strew_options *options, strew_fault *fault)
{
    grouping grouping;
    block block;
    strew_status status = set_grouping(&grouping, data, indices, grid, options, fault);
    if (status == STREW_OK) status = check_buffers(&grouping, starts, order, local, fault);
    if (status == STREW_OK && grouping.options.policy == STREW_POLICY_ERROR) status = check_all(&grouping, &block, fault);
    if (status != STREW_OK) return status;

    memset(starts, 0, grouping.n_parts * sizeof *starts);
    if (!count(&grouping, &block, starts)) return REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    int64_t total = 0;
    for (size_t p = 0; p < grouping.n_parts; p++) {
        const int64_t n = starts[p];
        starts[p] = total;
        total += n;
    }
    if (!place(&grouping, &block, starts, total, order, local)) return REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    /* Where the next tuple of a part would be is where the next part begins. */
    memmove(starts + 1, starts, grouping.n_parts * sizeof *starts);
    starts[0] = 0;
    return REJECT(fault, STREW_OK);
}

strew_status strew_group_by_chunk(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data, const strew_tensor *indices,
                                  const strew_chunk_grid *grid, const strew_options *options, strew_fault *fault)
{
    if (data == NULL) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "data");
    if (indices == NULL) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "indices");
    const strew_status status = check_scatters(data, indices, options, fault);
    return status == STREW_OK ? group(starts, order, local, data, indices, grid, options, fault) : status;
}
#endif
