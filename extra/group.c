/* Grouping tuples by the chunk of data that they name: a stable counting sort. The indices are read three times, to check, to count and to
 * place, block by block; each time an index is loaded once, so that another thread which changes it does no more harm than a wrong part.
 *
 * This file stands above the library and uses its public headers alone. What a scatter of the same tuples would reject is found by planning
 * that scatter; only the reading of the indices is its own. */
#include <strew/group.h>

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static strew_status reject(strew_fault *fault, strew_fault what)
{
    if (fault != NULL) *fault = what;
    return what.status;
}

#define REJECT(fault, ...) reject(fault, (strew_fault){.status = __VA_ARGS__})

#if defined(STREW_BUILD_FEATURE_GROUP) && !STREW_BUILD_FEATURE_GROUP
strew_status strew_group_by_chunk(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data, const strew_tensor *indices,
                                  const strew_chunk_grid *grid, const strew_options *options, strew_fault *fault)
{
    (void)starts, (void)order, (void)local, (void)data, (void)indices, (void)grid, (void)options;
    return REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "group");
}
#else

#define MAX_BYTES (PTRDIFF_MAX < INT64_MAX ? (uint64_t)PTRDIFF_MAX : (uint64_t)INT64_MAX)

/* One dimension of data that tuples index, and its chunks. */
typedef struct axis {
    int64_t size, low; /* in bounds are low to size - 1 */
    const int64_t *edges;
    int64_t n_chunks, chunk_size; /* chunk_size is 0 unless all chunks have one size, but for the last, which may be smaller */
    double inverse;               /* of chunk_size */
} axis;

/* The elements of a tensor in row-major order: `count` of them `step` bytes apart, in each dimension that is not joined with the next. */
typedef struct reader {
    const unsigned char *values;
    strew_dtype dtype;
    int32_t n_dims;
    size_t count[STREW_MAX_RANK];
    int64_t step[STREW_MAX_RANK];
} reader;

/* What stays constant during a call. */
typedef struct grouping {
    strew_options options;
    size_t k, n_tuples, n_parts;
    reader indices;
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

/* The stack frame of such a function exists only while it runs: a plan's is gone before the blocks'. */
#if defined(__GNUC__)
#define OWN_FRAME __attribute__((noinline))
#else
#define OWN_FRAME
#endif

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

/* Plans a scatter that only moves elements. That this build may lack the kernel is no reason to reject a group, which needs none. */
static strew_status plan_scatter(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                 const strew_options *options, strew_fault *fault)
{
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .options = options, .data = *data, .indices = *indices, .updates = *updates);
    strew_fault found;
    const strew_status status = strew_plan_call(plan, &call, &found);
    if (status == STREW_OK || (status == STREW_STATUS_NOT_BUILT && found.subject == NULL)) return STREW_OK;
    if (found.profile != STREW_PROFILE_NONE) {
        return REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = "group_by_chunk", .profile = found.profile);
    }
    switch (status) { /* a group has neither an operator nor updates */
    case STREW_STATUS_UNUSED_ARGUMENT: found.value = 0, found.high = -1; break;
    case STREW_STATUS_STRIDES_TOO_MANY: found.subject = "indices"; break;
    case STREW_STATUS_TOO_LARGE: found.subject = strcmp(found.subject, "updates") == 0 ? "order" : found.subject; break;
    default: break;
    }
    return reject(fault, found);
}

/* Checks data and the options by a scatter without tuples, and the indices by one of single elements into the dimensions they index. */
OWN_FRAME static strew_status check_scatters(const strew_tensor *data, const strew_tensor *indices, const strew_options *options,
                                             strew_fault *fault)
{
    strew_plan plan;
    const int64_t no_tuples[] = {0, data->rank > 0 ? data->rank : 0};
    const strew_tensor whole = {data->dtype, data->rank, data->shape, NULL, NULL};
    const strew_tensor no_indices = {indices->dtype, 2, no_tuples, NULL, NULL}, no_updates = {data->dtype, 1, no_tuples, NULL, NULL};
    const strew_status status = plan_scatter(&plan, &whole, &no_indices, &no_updates, options, fault);
    if (status != STREW_OK) return status;
    const int has_tuples = indices->rank > 0 && indices->rank <= STREW_MAX_RANK && indices->shape != NULL;
    const int32_t n_dims = has_tuples ? indices->rank - 1 : 0;
    const int64_t k = has_tuples ? indices->shape[n_dims] : 0;
    const strew_tensor indexed = {data->dtype, k >= 0 && k < data->rank ? (int32_t)k : data->rank, data->shape, NULL, NULL};
    const strew_tensor updates = {data->dtype, n_dims, indices->shape, NULL, NULL};
    return plan_scatter(&plan, &indexed, indices, &updates, options, fault);
}

/* Copies options that a plan has accepted, of any version of the header. They follow no specification: none has groups. */
static strew_status read_options(strew_options *options, const strew_options *given, strew_fault *fault)
{
    *options = STREW_OPTIONS(.policy = STREW_POLICY_ERROR);
    /* uncovered: no released version has smaller options */
    if (given != NULL) memcpy(options, given, given->struct_size < sizeof *options ? given->struct_size : sizeof *options);
    /* Which a scatter of the reduction none accepts. */
    const char *unused = options->accumulate != 0                    ? "options.accumulate"
                         : options->overflow != STREW_OVERFLOW_WRAPS ? "options.overflow"
                         : options->converter != NULL                ? "options.converter"
                                                                     : NULL;
    if (unused != NULL) return REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = unused, .high = -1);
    if (options->profile == STREW_PROFILE_NONE) return STREW_OK;
    return REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = "group_by_chunk", .profile = options->profile);
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

/* The bytes of a buffer. */
typedef struct extent {
    const char *name;
    uintptr_t begin;
    size_t bytes;
} extent;

/* The bytes of indices, from the lowest to the highest. */
static extent extent_of(const reader *indices, size_t n)
{
    extent extent = {"indices", (uintptr_t)indices->values, n != 0 ? strew_dtype_size(indices->dtype) : 0};
    for (int32_t i = 0; i < indices->n_dims; i++) {
        const size_t steps = indices->count[i] - 1;
        const int is_backwards = indices->step[i] < 0;
        const size_t distance = steps * (size_t)(is_backwards ? -indices->step[i] : indices->step[i]);
        extent.begin -= is_backwards ? distance : 0;
        extent.bytes += distance;
    }
    return extent;
}

static size_t count_common_bytes(const extent *a, const extent *b)
{
    const uintptr_t begin = a->begin > b->begin ? a->begin : b->begin;
    const uintptr_t end_a = a->begin + a->bytes, end_b = b->begin + b->bytes, end = end_a < end_b ? end_a : end_b;
    return a->bytes != 0 && b->bytes != 0 && begin < end ? (size_t)(end - begin) : 0;
}

static strew_status check_buffers(const grouping *grouping, const int64_t *starts, const int64_t *order, const int64_t *local,
                                  strew_fault *fault)
{
    const uint64_t max_numbers = MAX_BYTES / sizeof(int64_t);
    const size_t k = grouping->k, n = grouping->n_tuples;
    const char *too_large = n > max_numbers ? "order" : local != NULL && k != 0 && n > max_numbers / k ? "local" : NULL;
    if (too_large != NULL) return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = too_large, .high = (int64_t)MAX_BYTES);
    const extent extents[] = {
        {"starts", (uintptr_t)starts, (grouping->n_parts + 1) * sizeof *starts},
        {"order", (uintptr_t)order, n * sizeof *order},
        {"local", (uintptr_t)local, local != NULL ? n * k * sizeof *local : 0},
        extent_of(&grouping->indices, n * k),
    };
    enum { N_BUFFERS = sizeof extents / sizeof *extents };
    const size_t needed[] = {extents[0].bytes, extents[1].bytes, 0, n * k * strew_dtype_size(grouping->indices.dtype)};
    const void *pointers[] = {starts, order, local, grouping->indices.values};
    for (size_t i = 0; i < N_BUFFERS; i++) {
        if (needed[i] == 0 || pointers[i] != NULL) continue;
        return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = extents[i].name, .value = (int64_t)needed[i]);
    }
    for (size_t i = 0; i < N_BUFFERS; i++) {
        for (size_t j = i + 1; j < N_BUFFERS; j++) {
            const size_t common = count_common_bytes(extents + i, extents + j);
            if (common == 0) continue;
            return REJECT(fault, STREW_STATUS_OUTPUT_OVERLAP, .subject = extents[j].name, .value = (int64_t)common);
        }
    }
    return STREW_OK;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------------------------- */

/* Begins to read a tensor that a plan has accepted. A dimension is joined with the next one if its step is as long as all of that. */
static void set_reader(reader *reader, const strew_tensor *of)
{
    const int64_t bytes = (int64_t)strew_dtype_size(of->dtype);
    int32_t begin = STREW_MAX_RANK;
    int64_t dense = bytes;
    for (int32_t d = of->rank - 1; d >= 0; dense *= of->shape[d--]) {
        if (of->shape[d] == 1) continue;
        const int64_t step = of->strides != NULL ? of->strides[d] * bytes : dense;
        if (begin != STREW_MAX_RANK && (uint64_t)step == (uint64_t)reader->step[begin] * reader->count[begin]) {
            reader->count[begin] *= (size_t)of->shape[d];
        } else {
            reader->count[--begin] = (size_t)of->shape[d];
            reader->step[begin] = step;
        }
    }
    reader->n_dims = STREW_MAX_RANK - begin;
    memmove(reader->count, reader->count + begin, (size_t)reader->n_dims * sizeof *reader->count);
    memmove(reader->step, reader->step + begin, (size_t)reader->n_dims * sizeof *reader->step);
}

#define WIDEN(type)                                                                                                                        \
    for (size_t i = 0; i < n; i++) {                                                                                                       \
        type value;                                                                                                                        \
        memcpy(&value, from + (int64_t)i * step, sizeof value);                                                                            \
        to[i] = (int64_t)value;                                                                                                            \
    }                                                                                                                                      \
    break

/* Reads n elements that are `step` bytes apart. A uint64 above 2^63 - 1 counts as that. */
static void widen(int64_t *to, const unsigned char *from, size_t n, int64_t step, strew_dtype dtype)
{
    switch (dtype) {
    case STREW_DTYPE_INT8: WIDEN(int8_t);
    case STREW_DTYPE_UINT8: WIDEN(uint8_t);
    case STREW_DTYPE_INT16: WIDEN(int16_t);
    case STREW_DTYPE_UINT16: WIDEN(uint16_t);
    case STREW_DTYPE_INT32: WIDEN(int32_t);
    case STREW_DTYPE_UINT32: WIDEN(uint32_t);
    case STREW_DTYPE_INT64:
        if (step == (int64_t)sizeof *to) {
            memcpy(to, from, n * sizeof *to);
            break;
        }
        WIDEN(int64_t);
    default:
        for (size_t i = 0; i < n; i++) {
            uint64_t value;
            memcpy(&value, from + (int64_t)i * step, sizeof value);
            to[i] = value > INT64_MAX ? INT64_MAX : (int64_t)value;
        }
    }
}

/* Reads elements `first` to `first + n - 1`. */
static void read_elements(const reader *reader, int64_t *to, size_t first, size_t n)
{
    const int32_t last = reader->n_dims - 1;
    const size_t run = last >= 0 ? reader->count[last] : 1;
    const int64_t step = last >= 0 ? reader->step[last] : 0;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        const size_t in_run = (first + done) % run;
        size_t outer = (first + done) / run;
        int64_t at = (int64_t)in_run * step;
        n_here = n - done < run - in_run ? n - done : run - in_run;
        for (int32_t i = last - 1; i >= 0 && outer != 0; i--) {
            at += (int64_t)(outer % reader->count[i]) * reader->step[i];
            outer /= reader->count[i];
        }
        widen(to + done, reader->values + at, n_here, step, reader->dtype);
    }
}

/* Reads the tuples of a block, whose first one is set. */
static void read_tuples(const grouping *grouping, block *block)
{
    const size_t k = grouping->k, left = grouping->n_tuples - block->first, max = BLOCK_COMPONENTS / (k != 0 ? k : 1);
    block->n = left < max ? left : max;
    if (k != 0) read_elements(&grouping->indices, block->components, block->first * k, block->n * k);
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

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
    read_elements(&grouping->indices, components, tuple * grouping->k, grouping->k);
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
    const strew_status status = read_options(&grouping->options, options, fault);
    if (status != STREW_OK) return status;
    grouping->k = (size_t)indices->shape[indices->rank - 1];
    grouping->n_tuples = 1;
    for (int32_t d = 0; d < indices->rank - 1; d++) grouping->n_tuples *= (size_t)indices->shape[d];
    grouping->indices.values = indices->values;
    grouping->indices.dtype = indices->dtype;
    grouping->indices.n_dims = 0;
    if (grouping->n_tuples != 0 && grouping->k != 0) set_reader(&grouping->indices, indices); /* otherwise strides may be anything */
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
