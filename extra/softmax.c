/* Softmax over segments of rows: for each of their elements the maximum, the sum of exp, and a division or a logarithm.
 *
 * All loops are over columns (elements of a slice, some at a time) of blocks of rows, which are read into a buffer: softmax_loops.h. By
 * offsets, a block is as many segments as it has room for, so that each value is read once; only a segment that is larger takes three
 * sweeps over its rows. By indices, all rows take three sweeps, and each thread skips those of other threads' segments. Nothing is written
 * before all offsets or indices were checked. They are read again after that, and whatever they are then, no row or segment is taken that
 * does not exist.
 *
 * This file stands above the library and uses its public headers alone. */
#include <strew/softmax.h>

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "exp_log.h"
#include "reading.h"

#if !STREW_BUILD_FEATURE_SOFTMAX
strew_status strew_segment_softmax(void *output, const strew_softmax *softmax, const strew_resources *resources, strew_fault *fault)
{
    (void)output, (void)softmax, (void)resources;
    return REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "softmax");
}

size_t strew_segment_softmax_workspace_size(const strew_softmax *softmax, int32_t n_threads)
{
    (void)softmax, (void)n_threads;
    return 0;
}
#else

#define INFINITE (0x1p127F * 2.0F)

#include "softmax_rows.h"

#define REAL float
#define EXP strew_exp_f32
#define LOG strew_log_f32
#define OF(name) name##_f32
#include "softmax_loops.h"

#if !defined(STREW_BUILD_DTYPE_FLOAT64) || STREW_BUILD_DTYPE_FLOAT64
#define REAL double
#define EXP strew_exp_f64
#define LOG strew_log_f64
#define OF(name) name##_f64
#include "softmax_loops.h"
#else /* no call computes in doubles */
#define do_indexed_f64 do_indexed_f32
#define do_segments_f64 do_segments_f32
#endif

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

/* An element takes about so long on one thread, and a row with indices longer. A thread is woken for twice as much work as that takes. */
static const double element_ns = 2, row_ns_of_index = 8;
enum { DEFAULT_WAKE_NS = 10000, MIN_WAKE_NS = 1000 };

/* How many columns are handled at once, if one thread has n of them. */
static size_t columns_at_once(size_t n)
{
    return min_of(n, MAX_COLUMNS);
}

/* Cuts a call for n threads. Columns are cut where there are few segments; and with indices, which all threads read, where each thread has
 * as many columns as it handles at once. */
static shares cut(const work *work, size_t n)
{
    const size_t line = LINE_BYTES / work->element_bytes, n_columns = work->n_columns;
    const int is_wide = n_columns / n >= line, has_all = work->has_indices && n_columns / n >= MAX_COLUMNS;
    const int by_columns = n > 1 && is_wide && (work->n_segments / 4 < n || has_all);
    const size_t n_segments = by_columns ? work->n_segments : (work->n_segments + n - 1) / n;
    const size_t n_at_once = columns_at_once(by_columns ? min_of(n_columns / n + 2 * line, n_columns) : n_columns);
    const size_t bytes = work->has_indices ? 3 * n_segments * n_at_once * work->real_bytes : 0;
    return (shares){n, (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES, by_columns};
}

/* The bytes that the totals of all threads need, at any address. */
static size_t workspace_bytes(const shares *shares)
{
    return shares->bytes != 0 ? shares->n * shares->bytes + LINE_BYTES - 1 : 0;
}

/* How many threads are worth being woken. */
static size_t limit_threads(const work *work, size_t n, uint32_t wake_ns)
{
    const uint64_t wake = wake_ns == 0 ? DEFAULT_WAKE_NS : wake_ns < MIN_WAKE_NS ? MIN_WAKE_NS : wake_ns;
    const double rows = (double)work->n_rows, row_ns = (double)work->n_columns * element_ns + (work->has_indices ? row_ns_of_index : 0);
    const double limit = (rows * row_ns + (double)work->n_segments * element_ns) / (2.0 * (double)wake);
    return limit < (double)n ? (limit < 1 ? 1 : (size_t)limit) : n;
}

/* i of n parts of `all`. */
static size_t part_of(size_t all, size_t i, size_t n)
{
    return all / n * i + all % n * i / n;
}

/* Where the segments of thread i begin. By offsets, threads have about as many rows, a segment counting as one. */
static size_t first_segment(const work *work, size_t i)
{
    const size_t n = work->shares.n;
    if (work->has_indices || i == 0 || i == n) return part_of(work->n_segments, i, n);
    const uint64_t wanted = part_of(work->n_rows, i, n) + part_of(work->n_segments, i, n);
    size_t low = 0, high = work->n_segments;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((uint64_t)read_offset(work, middle) + middle < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t first_column(const work *work, size_t i)
{
    const size_t line = LINE_BYTES / work->element_bytes;
    return i == work->shares.n ? work->n_columns : part_of(work->n_columns, i, work->shares.n) / line * line;
}

/* Does the share of thread i, whose totals are in `totals`. Returns whether the integers have changed. */
static int do_share(const work *shared, size_t i, unsigned char *totals)
{
    work work = *shared;
    const int by_columns = work.shares.by_columns;
    const size_t begin = by_columns ? 0 : first_segment(&work, i), end = by_columns ? work.n_segments : first_segment(&work, i + 1);
    const size_t end_column = by_columns ? first_column(&work, i + 1) : work.n_columns;
    columns columns = {by_columns ? first_column(&work, i) : 0, 0};
    for (; columns.first < end_column && begin < end; columns.first += columns.n) {
        columns.n = columns_at_once(end_column - columns.first);
        const int is_double = work.dtype == STREW_DTYPE_FLOAT64;
        if (work.has_indices && is_double)
            do_indexed_f64(&work, begin, end, columns, totals);
        else if (work.has_indices)
            do_indexed_f32(&work, begin, end, columns, totals);
        else if (is_double)
            do_segments_f64(&work, begin, end, columns);
        else
            do_segments_f32(&work, begin, end, columns);
    }
    return work.has_changed;
}

typedef struct tasks {
    const work *work;
    unsigned char has_changed[MAX_SHARES];
} tasks;

static void do_task(void *argument, size_t i)
{
    tasks *tasks = argument;
    tasks->has_changed[i] = (unsigned char)do_share(tasks->work, i, tasks->work->totals + i * tasks->work->shares.bytes);
}

static int do_all(const work *work, const strew_resources *resources)
{
    if (resources->n_parts > 1) return do_share(work, (size_t)resources->part, work->totals);
    if (work->shares.n == 1) return do_share(work, 0, work->totals);
    tasks tasks = {work, {0}};
    int has_changed = 0;
    resources->parallel_for(resources->pool, work->shares.n, do_task, &tasks);
    for (size_t i = 0; i < work->shares.n; i++) has_changed |= tasks.has_changed[i];
    return has_changed;
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static int is_there(const strew_tensor *tensor)
{
    const int has_type = (int)tensor->dtype != 0 || tensor->rank != 0;
    return has_type || tensor->shape != NULL || tensor->values != NULL || tensor->strides != NULL;
}

COLD static strew_status check_members(const strew_softmax *softmax, strew_fault *fault)
{
    const int has_offsets = is_there(&softmax->offsets), has_indices = is_there(&softmax->indices);
    if (softmax->function < STREW_SOFTMAX_FUNCTION_SOFTMAX || softmax->function > STREW_SOFTMAX_FUNCTION_LOGSUMEXP) {
        return REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "softmax.function", .value = (int64_t)softmax->function);
    }
    if (softmax->end_is_implied != 0 && softmax->end_is_implied != 1) {
        return REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "softmax.end_is_implied", .value = softmax->end_is_implied);
    }
    if (softmax->n_segments < 0) {
        return REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "softmax.n_segments", .value = softmax->n_segments);
    }
    if (has_offsets && has_indices) return REJECT(fault, STREW_STATUS_CONFLICT, .subject = "offsets and indices");
    const char *unused = has_indices && softmax->end_is_implied != 0 ? "softmax.end_is_implied"
                         : has_offsets && softmax->n_segments != 0   ? "softmax.n_segments"
                                                                     : NULL;
    if (unused != NULL) return REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = unused, .high = -1);
    return has_offsets || has_indices ? STREW_OK : REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "offsets");
}

COLD static strew_status check_shape(const strew_tensor *tensor, const char *name, const char *shape_name, int32_t max_rank,
                                     strew_fault *fault)
{
    if (tensor->rank < 1 || tensor->rank > max_rank) {
        return REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = name, .value = tensor->rank, .low = 1, .high = max_rank);
    }
    if (tensor->shape == NULL) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = shape_name);
    if (strew_dtype_size(tensor->dtype) == 0) {
        return REJECT(fault, STREW_STATUS_UNKNOWN_DTYPE, .subject = name, .value = (int64_t)tensor->dtype);
    }
    uint64_t bytes = strew_dtype_size(tensor->dtype);
    for (int32_t d = 0; d < tensor->rank; d++) {
        const int64_t size = tensor->shape[d];
        if (size < 0) return REJECT(fault, STREW_STATUS_NEGATIVE_DIMENSION, .subject = name, .dimension = d, .value = size);
        if (size == 0) continue;
        if ((uint64_t)size > MAX_BYTES / bytes) return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = name, .high = (int64_t)MAX_BYTES);
        bytes *= (uint64_t)size;
    }
    return STREW_OK;
}

static int is_dense(const strew_tensor *tensor)
{
    int64_t dense = 1;
    int is_empty = 0, is_regular = 1;
    for (int32_t d = tensor->rank - 1; d >= 0 && tensor->strides != NULL; d--) {
        is_regular &= tensor->shape[d] == 1 || tensor->strides[d] == dense;
        is_empty |= tensor->shape[d] == 0;
        dense *= tensor->shape[d];
    }
    return is_empty || is_regular;
}

static strew_status set_updates(work *work, const strew_softmax *softmax, strew_fault *fault)
{
    const strew_tensor *updates = &softmax->updates;
    const strew_status status = check_shape(updates, "updates", "shape of updates", STREW_MAX_RANK, fault);
    if (status != STREW_OK) return status;
    switch (updates->dtype) {
    case STREW_DTYPE_FLOAT16:
    case STREW_DTYPE_BFLOAT16:
    case STREW_DTYPE_FLOAT32:
    case STREW_DTYPE_FLOAT64: break;
    default: return REJECT(fault, STREW_STATUS_UNSUPPORTED_DTYPE, .subject = "updates", .value = (int64_t)updates->dtype);
    }
    if (!strew_float_is_built(updates->dtype)) {
        return REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_ADD, .high = (int64_t)updates->dtype);
    }
    if (!is_dense(updates)) return REJECT(fault, STREW_STATUS_STRIDES_UNSUPPORTED, .subject = "updates");
    work->function = softmax->function;
    work->dtype = updates->dtype;
    work->element_bytes = strew_dtype_size(updates->dtype);
    work->real_bytes = updates->dtype == STREW_DTYPE_FLOAT64 ? sizeof(double) : sizeof(float);
    work->n_rows = (size_t)updates->shape[0];
    work->n_columns = 1;
    for (int32_t d = 1; d < updates->rank; d++) work->n_columns *= (size_t)updates->shape[d];
    work->updates = updates->values;
    return STREW_OK;
}

static strew_status set_integers(work *work, const strew_softmax *softmax, strew_fault *fault)
{
    const int has_indices = is_there(&softmax->indices);
    const strew_tensor *tensor = has_indices ? &softmax->indices : &softmax->offsets;
    const char *name = has_indices ? "indices" : "offsets";
    const strew_status status = check_shape(tensor, name, has_indices ? "shape of indices" : "shape of offsets", 1, fault);
    if (status != STREW_OK) return status;
    switch (tensor->dtype) {
    case STREW_DTYPE_INT8:
    case STREW_DTYPE_UINT8:
    case STREW_DTYPE_INT16:
    case STREW_DTYPE_UINT16:
    case STREW_DTYPE_INT32:
    case STREW_DTYPE_UINT32:
    case STREW_DTYPE_INT64:
    case STREW_DTYPE_UINT64: break;
    default: return REJECT(fault, STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .subject = name, .value = (int64_t)tensor->dtype);
    }
    const int64_t n = tensor->shape[0], bytes = (int64_t)strew_dtype_size(tensor->dtype),
                  stride = tensor->strides != NULL ? tensor->strides[0] : 1;
    const uint64_t magnitude = stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
    if (n > 1 && magnitude > MAX_BYTES / (uint64_t)bytes / (uint64_t)n) {
        return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = name, .high = (int64_t)MAX_BYTES);
    }
    work->has_indices = has_indices;
    work->integers = (integers){tensor->values, (size_t)n, n > 1 ? stride * bytes : bytes, tensor->dtype};
    if (has_indices) {
        work->n_segments = (size_t)softmax->n_segments;
        if ((size_t)n != work->n_rows) {
            return REJECT(fault, STREW_STATUS_UPDATES_SHAPE_MISMATCH, .value = (int64_t)work->n_rows, .high = n);
        }
        /* All threads together have totals of fewer than 3 times as many columns as there are (see cut), and of 64 each. */
        const size_t limit = MAX_COLUMNS * MAX_SHARES, n_totals = work->n_columns < limit / 3 ? 3 * work->n_columns + 1 : limit;
        const size_t of_segment = 4 * work->real_bytes * n_totals;
        if ((uint64_t)softmax->n_segments <= MAX_BYTES / of_segment) return STREW_OK;
        return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = "workspace", .high = (int64_t)MAX_BYTES);
    }
    if (n == 0) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "offsets", .value = bytes);
    work->n_segments = (size_t)(softmax->end_is_implied != 0 ? n : n - 1);
    return STREW_OK;
}

/* Everything that follows from types and shapes. */
COLD static strew_status set_work(work *work, const strew_softmax *given, strew_fault *fault)
{
    strew_softmax softmax;
    if (given == NULL) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "softmax");
    strew_status status = strew_read_extra_struct(&softmax, sizeof softmax, given, "softmax", "softmax.struct_size", fault);
    if (status == STREW_OK) status = check_members(&softmax, fault);
    if (status == STREW_OK) status = set_updates(work, &softmax, fault);
    if (status == STREW_OK) status = set_integers(work, &softmax, fault);
    if (status != STREW_OK) return status;
    const size_t row_bytes = work->n_columns * work->element_bytes;
    if (work->function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP && row_bytes != 0 && work->n_segments > MAX_BYTES / row_bytes) {
        return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = "output", .high = (int64_t)MAX_BYTES);
    }
    return STREW_OK;
}

static strew_buffer_extent extent_of_integers(const work *work)
{
    const integers *integers = &work->integers;
    strew_buffer_extent extent = strew_extent_of_buffer(work->has_indices ? "indices" : "offsets", integers->values, 0);
    if (integers->n == 0) return extent;
    const size_t step = (size_t)(integers->step < 0 ? -integers->step : integers->step), distance = (integers->n - 1) * step;
    if (integers->step < 0) extent.begin -= distance;
    extent.bytes = extent.needed = distance + strew_dtype_size(integers->dtype);
    return extent;
}

COLD static strew_status check_buffers(const work *work, const void *output, const strew_resources *resources, strew_fault *fault)
{
    const size_t row_bytes = work->n_columns * work->element_bytes;
    const int is_sum = work->function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP;
    const strew_buffer_extent workspace =
        strew_extent_of_buffer("workspace", resources->workspace, resources->workspace != NULL ? work->workspace_bytes : 0);
    enum { N_BUFFERS = 3 };
    const strew_buffer_extent extents[N_BUFFERS] = {
        strew_extent_of_buffer("output", output, (is_sum ? work->n_segments : work->n_rows) * row_bytes),
        strew_extent_of_buffer("updates", work->updates, work->n_rows * row_bytes),
        extent_of_integers(work),
    };
    for (size_t i = 0; i < N_BUFFERS; i++) {
        if (extents[i].needed == 0 || extents[i].pointer != NULL) continue;
        return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = extents[i].name, .value = (int64_t)extents[i].needed);
    }
    const int is_in_place = !is_sum && output == work->updates;
    for (size_t i = is_in_place ? 2 : 1; i < N_BUFFERS; i++) {
        const size_t common = strew_count_common_bytes(extents, extents + i);
        if (common == 0) continue;
        return REJECT(fault, STREW_STATUS_OUTPUT_OVERLAP, .subject = extents[i].name, .value = (int64_t)common);
    }
    for (size_t i = 0; i < N_BUFFERS; i++) {
        const size_t common = strew_count_common_bytes(&workspace, extents + i);
        if (common == 0) continue;
        return REJECT(fault, STREW_STATUS_WORKSPACE_OVERLAP, .subject = extents[i].name, .value = (int64_t)common);
    }
    return STREW_OK;
}

/* Chooses how many threads share the call: as many as are worth it and have their totals in the workspace. A part has its own totals. */
static strew_status set_shares(work *work, const strew_resources *resources, strew_fault *fault)
{
    const size_t given = resources->workspace != NULL ? resources->workspace_bytes : 0;
    const size_t asked = resources->n_threads < 1 ? 1 : min_of((size_t)resources->n_threads, MAX_SHARES);
    size_t n = resources->parallel_for != NULL ? limit_threads(work, asked, resources->wake_ns) : 1;
    if (resources->n_parts > 1) {
        work->shares = cut(work, (size_t)resources->n_parts);
        work->workspace_bytes = workspace_bytes(&(shares){1, work->shares.bytes, 0});
    } else {
        for (work->shares = cut(work, n); n > 1 && workspace_bytes(&work->shares) > given; work->shares = cut(work, n)) n--;
        work->workspace_bytes = workspace_bytes(&work->shares);
    }
    if (work->workspace_bytes <= given) return STREW_OK;
    return REJECT(fault, STREW_STATUS_WORKSPACE_TOO_SMALL, .value = (int64_t)min_of(given, PTRDIFF_MAX),
                  .low = (int64_t)work->workspace_bytes);
}

enum { INTEGERS_AT_ONCE = 128 };

static strew_status check_integers(const work *work, strew_fault *fault)
{
    const integers *integers = &work->integers;
    const int64_t high = work->has_indices ? (int64_t)work->n_segments - 1 : (int64_t)work->n_rows;
    int64_t values[INTEGERS_AT_ONCE], low = 0;
    for (size_t first = 0, n; first < integers->n; first += n) {
        n = min_of(integers->n - first, INTEGERS_AT_ONCE);
        read_integers(integers, values, first, n);
        int is_wrong = 0;
        int64_t before = low;
        for (size_t i = 0; i < n; i++) {
            is_wrong |= values[i] < before || values[i] > high;
            before = work->has_indices ? 0 : values[i];
        }
        for (size_t i = 0; i < n; i++) {
            if (is_wrong && (values[i] < low || values[i] > high)) {
                return REJECT(fault, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = work->has_indices ? "indices" : "offsets",
                              .tuple = (int64_t)(first + i), .value = values[i], .low = low, .high = high);
            }
            low = work->has_indices ? 0 : values[i];
        }
    }
    return STREW_OK;
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

size_t strew_segment_softmax_workspace_size(const strew_softmax *softmax, int32_t n_threads)
{
    work work = {0};
    size_t bytes = 0;
    if (set_work(&work, softmax, NULL) != STREW_OK) return 0;
    for (size_t n = 1; n == 1 || (n <= MAX_SHARES && (int64_t)n <= n_threads); n++) {
        const shares shares = cut(&work, n);
        bytes = workspace_bytes(&shares) > bytes ? workspace_bytes(&shares) : bytes;
    }
    return bytes;
}

strew_status strew_segment_softmax(void *output, const strew_softmax *softmax, const strew_resources *resources, strew_fault *fault)
{
    work work = {0};
    strew_resources all;
    strew_status status = set_work(&work, softmax, fault);
    if (status == STREW_OK) status = strew_read_extra_resources(&all, resources, fault);
    if (status == STREW_OK) status = set_shares(&work, &all, fault);
    if (status == STREW_OK) status = check_buffers(&work, output, &all, fault);
    if (status == STREW_OK) status = check_integers(&work, fault);
    if (status != STREW_OK) return status;
    work.output = output;
    work.totals = all.workspace;
    if (work.has_indices && all.workspace != NULL) work.totals += (LINE_BYTES - (uintptr_t)all.workspace % LINE_BYTES) % LINE_BYTES;
    return REJECT(fault, do_all(&work, &all) ? STREW_STATUS_INDICES_CHANGED : STREW_OK);
}
#endif
