/* Checking buffers and indices before the first write. */
#include "check.h"

#include "arg.h"
#include "fault.h"
#include "offsets.h"
#include "scale.h"
#include "source.h"
#include "types.h"
#include "util.h"
#include "walk.h"

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------- */

/* In place of a workspace or an output that there is not. */
static const strew_buffer none = {NULL, NULL, 0, NULL};

static uintptr_t start_of(const strew_buffer *buffer)
{
    return (uintptr_t)buffer->start + (uintptr_t)(buffer->extent != NULL ? buffer->extent->low : 0);
}

static size_t bytes_of(const strew_buffer *buffer)
{
    return buffer->extent != NULL ? buffer->extent->bytes : buffer->bytes;
}

/* Whether two tensors are rows that are equally far apart, and these take turns. Then no row of one meets a row of the other. */
static int are_interleaved(const strew_buffer *a, const strew_buffer *b)
{
    const strew_extent *of_a = a->extent, *of_b = b->extent;
    if (of_a == NULL || of_b == NULL || of_a->row_stride_bytes != of_b->row_stride_bytes || of_a->row_stride_bytes == 0) return 0;
    const uint64_t stride = of_a->row_stride_bytes;
    const uintptr_t begin_a = start_of(a), begin_b = start_of(b);
    const uint64_t distance = begin_b >= begin_a ? (begin_b - begin_a) % stride : stride - 1 - (begin_a - begin_b - 1) % stride;
    return distance >= of_a->row_bytes && of_b->row_bytes <= stride - distance;
}

/* The number of bytes that two buffers have in common, if they are not apart. */
STREW_OWN_FRAME static size_t count_common_bytes(const strew_buffer *a, const strew_buffer *b)
{
    const uintptr_t a_start = start_of(a), b_start = start_of(b);
    const uintptr_t start = a_start > b_start ? a_start : b_start;
    const uintptr_t a_left = start - a_start < bytes_of(a) ? bytes_of(a) - (start - a_start) : 0;
    const uintptr_t b_left = start - b_start < bytes_of(b) ? bytes_of(b) - (start - b_start) : 0;
    const size_t common = a_left < b_left ? a_left : b_left;
    return common != 0 && are_interleaved(a, b) ? 0 : common;
}

/* The same of any buffers. Those that are apart, as nearly all are, cost a short call two comparisons. */
static STREW_INLINE size_t overlap(const strew_buffer *a, const strew_buffer *b)
{
    const uintptr_t a_start = start_of(a), b_start = start_of(b);
    return strew_are_apart(a_start, bytes_of(a), b_start, bytes_of(b)) ? 0 : count_common_bytes(a, b);
}

/* The first buffer is output, and so is the second one of a scatter in place. */
static strew_status check_buffers(const strew_buffer *buffers, size_t n_buffers, size_t n_as_output, const strew_buffer *workspace,
                                  strew_fault *fault)
{
    const strew_buffer *output = &buffers[0];
    for (size_t i = 0; i < n_buffers; i++) {
        const char *name = buffers[i].name;
        const void *start = buffers[i].start;
        const size_t bytes = buffers[i].bytes;
        if (start == NULL && bytes != 0) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = name, .value = (int64_t)bytes);
        const int is_output = i < n_as_output && start == output->start;
        const size_t with_output = is_output ? 0 : overlap(output, &buffers[i]);
        if (with_output != 0) return STREW_REJECT(fault, STREW_STATUS_OUTPUT_OVERLAP, .subject = name, .value = (int64_t)with_output);
        const size_t with_workspace = workspace->bytes != 0 ? overlap(workspace, &buffers[i]) : 0;
        if (with_workspace != 0) {
            return STREW_REJECT(fault, STREW_STATUS_WORKSPACE_OVERLAP, .subject = name, .value = (int64_t)with_workspace);
        }
    }
    return STREW_OK;
}

#if STREW_BUILD_SEGMENT
#define offsets_extent_of(plan) (&strew_offsets_of(plan)->extent)
#else
#define offsets_extent_of(plan) NULL
#endif

strew_buffer strew_buffer_of_indices(const strew_plan_state *plan, const void *indices)
{
    if (strew_has_apart_components(plan)) return (strew_buffer){"components", indices, (size_t)plan->k * sizeof(void *), NULL};
    if (strew_has_offsets(plan)) return (strew_buffer){"offsets", indices, plan->indices_bytes, offsets_extent_of(plan)};
    const char *name = strew_is_masked_scatter(plan)               ? "mask"
                       : plan->op == STREW_OPERATOR_TENSOR_SCATTER ? "write_indices"
                       : plan->has_components                      ? "components"
                                                                   : "indices";
    return (strew_buffer){name, indices, plan->indices_bytes, strew_extent_of(plan, STREW_EXTENT_OF_INDICES)};
}

#if STREW_BUILD_FEATURE_STRIDES
/* The bytes of a component that is a tensor of its own. */
static strew_extent extent_of_component(const strew_plan_state *plan, int32_t c)
{
    const size_t bytes = strew_find_dtype(plan->index_view.dtype)->bytes;
    strew_extent extent = {0, bytes, 0, bytes};
    for (int32_t i = 0; i < plan->n_tuple_loops; i++) {
        strew_extend(&extent, strew_loops_of(plan)[i].count, strew_component_steps_of(plan)[i * plan->k + c]);
    }
    return extent;
}

static strew_buffer with_extent(const char *name, const void *start, const strew_extent *extent)
{
    return (strew_buffer){name, start, extent->bytes, extent};
}

/* Checks a buffer that has an extent against output, unless that is NULL, and the workspace. */
static strew_status check_extended(const strew_plan_state *plan, const void *output, strew_buffer buffer, const strew_buffer *workspace,
                                   strew_fault *fault)
{
    const strew_extent *whole = strew_extent_of(plan, plan->is_gather ? STREW_EXTENT_OF_ORDERED : STREW_EXTENT_OF_OUTPUT);
    const size_t output_bytes = plan->is_gather ? plan->updates_bytes : plan->data_bytes;
    const strew_buffer buffers[] = {
        {"output", output, output != NULL ? output_bytes : 0, output != NULL ? whole : NULL},
        {buffer.name, buffer.start, buffer.bytes, buffer.extent}, /* TinyCC takes no struct in this place */
    };
    return check_buffers(buffers, sizeof buffers / sizeof *buffers, 1, workspace != NULL ? workspace : &none, fault);
}

strew_status strew_check_components(const strew_plan_state *plan, const void *output, const void *indices, const strew_buffer *workspace,
                                    strew_fault *fault)
{
    strew_status status = STREW_OK;
    for (int32_t c = 0; c < plan->k && status == STREW_OK; c++) {
        const strew_extent extent = extent_of_component(plan, c);
        status = check_extended(plan, output, with_extent("component", strew_component_of(indices, c), &extent), workspace, fault);
    }
    return status;
}
#endif

#if STREW_BUILD_FUSED
strew_status strew_check_source(const strew_plan_state *plan, const void *output, const void *update_indices, const void *weights,
                                const strew_buffer *workspace, strew_fault *fault)
{
    strew_status status = STREW_OK;
    if (strew_has_rows(plan)) {
        const strew_buffer rows = with_extent("update_indices", update_indices, &strew_source_of(plan)->extent);
        status = check_extended(plan, output, rows, workspace, fault);
    }
    if (status != STREW_OK || !strew_has_weights(plan)) return status;
    return check_extended(plan, output, with_extent("weights", weights, &strew_weighing_of(plan)->at.extent), workspace, fault);
}
#endif

#if STREW_BUILD_CONVERSIONS
strew_status strew_check_scale(const strew_plan_state *plan, const void *output, const void *scale, const void *zero_points,
                               const strew_buffer *workspace, strew_fault *fault)
{
    const strew_buffer factors = with_extent("scale", scale, &strew_scale_map_of(plan)->at.extent);
    const strew_status status = check_extended(plan, output, factors, workspace, fault);
    if (status != STREW_OK || !strew_has_zero_points(plan)) return status;
    return check_extended(plan, output, with_extent("zero_points", zero_points, &strew_affine_of(plan)->zeros.extent), workspace, fault);
}
#endif

#if STREW_BUILD_ARG
/* Rejects an arg that overlaps one of these. */
static strew_status check_apart_from(const strew_buffer *arg, const strew_buffer *others, size_t n, strew_fault *fault)
{
    for (size_t i = 0; i < n; i++) {
        const size_t common = others[i].start != NULL ? overlap(arg, &others[i]) : 0;
        if (common != 0) return STREW_REJECT(fault, STREW_STATUS_ARG_OVERLAP, .subject = others[i].name, .value = (int64_t)common);
    }
    return STREW_OK;
}

/* The same of what only some plans have. */
STREW_OWN_FRAME static strew_status check_apart_from_others(const strew_plan_state *plan, const strew_buffer *arg,
                                                            const strew_buffers *buffers, strew_fault *fault)
{
    strew_status status = STREW_OK;
    for (int32_t c = 0; c < plan->k && strew_has_apart_components(plan) && buffers->components != NULL && status == STREW_OK; c++) {
        const strew_extent extent = extent_of_component(plan, c);
        const strew_buffer component = with_extent("component", strew_component_of(buffers->components, c), &extent);
        status = check_apart_from(arg, &component, 1, fault);
    }
#if STREW_BUILD_FUSED
    if (status == STREW_OK && strew_has_rows(plan)) {
        const strew_buffer rows = with_extent("update_indices", buffers->update_indices, &strew_source_of(plan)->extent);
        status = check_apart_from(arg, &rows, 1, fault);
    }
    if (status == STREW_OK && strew_has_weights(plan)) {
        const strew_buffer weights = with_extent("weights", buffers->weights, &strew_weighing_of(plan)->at.extent);
        status = check_apart_from(arg, &weights, 1, fault);
    }
#endif
#if STREW_BUILD_CONVERSIONS
    if (status == STREW_OK && strew_scales(plan)) {
        const strew_buffer factors = with_extent("scale", buffers->scale, &strew_scale_map_of(plan)->at.extent);
        status = check_apart_from(arg, &factors, 1, fault);
    }
#endif
    return status;
}

strew_status strew_check_arg_buffer(const strew_plan_state *plan, const strew_buffers *buffers, const strew_buffer *tuples,
                                    const strew_buffer *workspace, strew_fault *fault)
{
    const strew_buffer arg = with_extent("arg", buffers->arg, &strew_arg_of(plan)->at.extent);
    const strew_buffer others[] = {
        {"output", buffers->output, plan->data_bytes, strew_extent_of(plan, STREW_EXTENT_OF_OUTPUT)},
        {"data", buffers->data, plan->data_bytes, strew_extent_of(plan, STREW_EXTENT_OF_DATA)},
        {tuples->name, tuples->start, tuples->bytes, tuples->extent}, /* as above */
        {"updates", buffers->updates, plan->updates_bytes, strew_extent_of(plan, STREW_EXTENT_OF_ORDERED)},
    };
    if (arg.start == NULL && arg.bytes != 0) {
        return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "arg", .value = (int64_t)arg.bytes);
    }
    strew_status status = check_apart_from(&arg, others, sizeof others / sizeof *others, fault);
    if (status == STREW_OK) status = check_apart_from_others(plan, &arg, buffers, fault);
    const size_t common = status == STREW_OK && workspace->bytes != 0 ? overlap(&arg, workspace) : 0;
    if (common == 0) return status;
    return STREW_REJECT(fault, STREW_STATUS_WORKSPACE_OVERLAP, .subject = "arg", .value = (int64_t)common);
}
#endif

strew_status strew_check_buffers(const strew_plan_state *plan, const void *output, const void *data, const strew_buffer *tuples,
                                 const void *updates, const strew_buffer *workspace, strew_fault *fault)
{
    const strew_buffer buffers[] = {
        {"output", output, plan->data_bytes, strew_extent_of(plan, STREW_EXTENT_OF_OUTPUT)},
        {"data", data, plan->data_bytes, strew_extent_of(plan, STREW_EXTENT_OF_DATA)},
        {tuples->name, tuples->start, tuples->bytes, tuples->extent}, /* as above */
        {"updates", updates, plan->updates_bytes, strew_extent_of(plan, STREW_EXTENT_OF_ORDERED)},
    };
    const strew_views *views = &plan->views;
    if (output == data && plan->data_bytes != 0 && views->differing_dimension >= 0) {
        return STREW_REJECT(fault, STREW_STATUS_STRIDES_MISMATCH, .dimension = views->differing_dimension, .value = views->output_stride,
                            .high = views->data_stride);
    }
    return check_buffers(buffers, sizeof buffers / sizeof *buffers, 2, workspace, fault);
}

strew_status strew_check_indices(const strew_plan_state *plan, const void *indices, strew_fault *fault)
{
    const strew_buffer tuples = strew_buffer_of_indices(plan, indices);
    const strew_status status = check_buffers(&tuples, 1, 1, &none, fault);
    if (status != STREW_OK || !strew_has_apart_components(plan)) return status;
    return strew_check_components(plan, NULL, indices, NULL, fault);
}

#if STREW_BUILD_FEATURE_GATHER
strew_status strew_check_gather_buffers(const strew_plan_state *plan, const void *output, const void *data, const strew_buffer *tuples,
                                        const strew_buffer *workspace, strew_fault *fault)
{
    const strew_buffer buffers[] = {
        {"output", output, plan->updates_bytes, strew_extent_of(plan, STREW_EXTENT_OF_ORDERED)},
        {"data", data, plan->data_bytes, strew_extent_of(plan, STREW_EXTENT_OF_DATA)},
        {tuples->name, tuples->start, tuples->bytes, tuples->extent},
    };
    return check_buffers(buffers, sizeof buffers / sizeof *buffers, 1, workspace, fault);
}
#endif

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

/* The bounds of component c as it is stored: the plan has those of what is staged for a flat index. */
typedef struct bounds {
    int64_t low, size;
} bounds;

STREW_OWN_FRAME static bounds bounds_of(const strew_plan_state *plan, int32_t c)
{
    if (!strew_has_flat_dims(plan)) return (bounds){strew_lows_of(plan)[c], strew_sizes_of(plan)[c]};
    const int64_t n = (int64_t)plan->index_view.n_elements;
    return (bounds){strew_lows_of(plan)[c] < 0 ? -n : 0, n};
}

/* Whether n tuples are in bounds. Components that are tensors of their own are checked one after another where they are, without staging
 * them as tuples: apart_k2_add. So are flat indices, without splitting them. */
STREW_OWN_FRAME static int are_in_bounds(const strew_job *job, size_t first, size_t n)
{
    const strew_plan_state *plan = job->plan;
    if (!strew_is_checked_apart(plan)) return strew_run_indices_kernel(job, plan->check, first, n, NULL, NULL) == 0;
    const strew_indices_kernel *kernel = plan->check;
    const size_t bytes = strew_find_dtype(plan->index_view.dtype)->bytes;
    uint32_t found = 0;
    for (int32_t c = 0; c < plan->k; c++) {
        const bounds bounds = bounds_of(plan, c);
        const unsigned char *indices = strew_has_apart_components(plan) ? strew_component_of(job->indices, c) : job->indices;
        int64_t low[STREW_MAX_INDEX_LANES], size[STREW_MAX_INDEX_LANES];
        for (int32_t i = 0; i < STREW_MAX_INDEX_LANES; i++) {
            low[i] = bounds.low;
            size[i] = bounds.size;
        }
        const strew_components component = {1, low, size, NULL, STREW_PREFETCH_INDICES_BYTES};
        found |= kernel->run(NULL, indices + first * bytes, NULL, n, &component);
    }
    return found == 0;
}

/* Whether tuples begin to end - 1 are in bounds. From the end to the start, so that the start, where the next pass begins, is in the
 * cache. */
static STREW_INLINE int check_tuples(const strew_job *job, size_t begin, size_t end)
{
    while (end > begin) {
        const size_t n = (end - begin - 1) % STREW_CHECK_BLOCK + 1;
        end -= n;
        if (!are_in_bounds(job, end, n)) return 0;
    }
    return 1;
}

/* The first component of a tuple that is out of bounds, or -1. */
static int32_t find_wrong_component(const strew_plan_state *plan, const unsigned char *indices, size_t tuple)
{
    if (strew_is_ignored(plan, indices, tuple)) return -1;
    for (int32_t c = 0; c < plan->k; c++) {
        const int64_t index = strew_index_at(plan, indices, tuple, c);
        const bounds bounds = bounds_of(plan, c);
        if (index < bounds.low || index >= bounds.size) return c;
    }
    return -1;
}

#if STREW_BUILD_FUSED
/* Whether a tuple is passed over because of its update index, so that its index is not checked. Those of segments all are, as their order
 * is. */
static int has_no_row(const strew_plan_state *plan, const unsigned char *rows, size_t tuple)
{
    return rows != NULL && strew_passes_over_rows(plan) && !strew_is_segment(plan) &&
           strew_passes_over_row(strew_source_of(plan), strew_update_index_at(plan, rows, tuple));
}

/* The same where update indices may pass tuples over, whose indices are not checked: blocks begin to end - 1. */
static int check_unless_without_row(const strew_job *job, size_t begin, size_t end)
{
    const strew_plan_state *plan = job->plan;
    for (size_t number = begin; number < end; number++) {
        const strew_block block = strew_block_at(&job->layout, number);
        if (are_in_bounds(job, block.first, block.n)) continue;
        for (size_t t = block.first; t < block.first + block.n; t++) {
            if (find_wrong_component(plan, job->indices, t) >= 0 && !has_no_row(plan, job->rows, t)) return 0;
        }
    }
    return 1;
}
#else
#define has_no_row(plan, rows, tuple) ((void)(rows), 0)
#define check_unless_without_row(job, begin, end) 1
#endif

/* The same where tuples that are ignored need no bounds: blocks begin to end - 1. In most blocks all tuples are in bounds. */
static int check_unless_ignored(const strew_job *job, size_t begin, size_t end)
{
    for (size_t number = begin; number < end; number++) {
        const strew_block block = strew_block_at(&job->layout, number);
        if (!are_in_bounds(job, block.first, block.n) && !strew_walk_in_bounds(job, number, number + 1)) return 0;
    }
    return 1;
}

/* Zero if n slice indices are these positions, counted from `base`. */
static uint32_t compare(const uint32_t *slice_indices, const uint32_t *positions, uint32_t base, size_t n)
{
    uint32_t differs = 0;
    for (size_t i = 0; i < n; i++) differs |= slice_indices[i] ^ (base + positions[i]);
    return differs;
}

/* Whether the slice indices of a block, made from the indices, are those of the proposed grid. */
static int is_on_grid(const strew_job *job, size_t number, const uint32_t *slice_indices)
{
    enum { GROUP = 16 }; /* compilers vectorize a constant number */
    const strew_block block = strew_block_at(&job->layout, number);
    const uint32_t *positions = job->layout.positions, base = (uint32_t)block.base;
    uint32_t differs = 0;
    size_t done = 0;
    for (; block.n - done >= GROUP; done += GROUP) differs |= compare(slice_indices + done, positions + done, base, GROUP);
    return (differs | compare(slice_indices + done, positions + done, base, block.n - done)) == 0;
}

/* Makes slice indices as long as they are on the proposed grid. After the first block that is not, only the tuples are checked. */
static STREW_INLINE strew_check_result check_blocks(const strew_job *job, size_t begin, size_t end)
{
    if (strew_passes_over_rows(job->plan)) return check_unless_without_row(job, begin, end) ? STREW_IN_BOUNDS : STREW_OUT_OF_BOUNDS;
    if (job->plan->rules.has_ignore_index) return check_unless_ignored(job, begin, end) ? STREW_IN_BOUNDS : STREW_OUT_OF_BOUNDS;
    uint32_t slice_indices[STREW_BLOCK];
    for (int may_be_grid = job->access.pattern == STREW_GRID; may_be_grid; begin++) {
        if (begin == end) return STREW_ON_GRID;
        const strew_block block = strew_block_at(&job->layout, begin);
        if (!strew_make_slice_indices(job, &block, slice_indices)) return STREW_OUT_OF_BOUNDS;
        may_be_grid = is_on_grid(job, begin, slice_indices);
    }
    const int is_in_bounds = check_tuples(job, strew_first_tuple(&job->layout, begin), strew_first_tuple(&job->layout, end));
    return is_in_bounds ? STREW_IN_BOUNDS : STREW_OUT_OF_BOUNDS;
}

int strew_check_chunk(const void *job, size_t begin, size_t end)
{
    return (int)check_blocks(job, begin, end);
}

#if STREW_BUILD_FUSED
/* Whether a tuple is passed over because of its index. Of prepared indices, that is what they say. */
static int is_passed_over(const strew_job *job, size_t tuple)
{
    uint64_t slice_index;
    if (!job->plan->skips) return 0;
    if (strew_has_runs(job)) {
        const strew_runs *runs = strew_runs_of(job);
        size_t i = 0;
        while (i < runs->n && runs->list[i].first + runs->list[i].n <= tuple) i++;
        return i == runs->n || runs->list[i].first > tuple;
    }
    const uint32_t *given = strew_given_slice_indices(job);
    return given != NULL ? given[tuple] == UINT32_MAX : !strew_find_slice_index(job, tuple, &slice_index);
}

int strew_check_rows_chunk(const void *context, size_t begin, size_t end)
{
    const strew_job *job = context;
    const strew_plan_state *plan = job->plan;
    for (size_t number = begin; number < end; number++) {
        const strew_block block = strew_block_at(&job->layout, number);
        if (strew_are_rows_in_bounds(plan, job->rows, block.first, block.n)) continue;
        for (size_t t = block.first; t < block.first + block.n; t++) {
            if (!strew_compare_rows(plan, job->rows, t, 1) && !is_passed_over(job, t)) return 0;
        }
    }
    return 1;
}

STREW_COLD strew_status strew_find_row_fault(const strew_job *job, strew_fault *fault)
{
    const strew_plan_state *plan = job->plan;
    const strew_source *source = strew_source_of(plan);
    size_t first = 0;
    int64_t lowest = INT64_MAX;
    for (size_t t = 0; t < plan->n_tuples; t++) {
        const int64_t number = strew_find_tuple(plan, t).number;
        if (number >= lowest || strew_compare_rows(plan, job->rows, t, 1) || is_passed_over(job, t)) continue;
        first = t;
        lowest = number;
    }
    if (lowest == INT64_MAX) return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    const strew_fault what = {.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                              .subject = "update_indices",
                              .dimension = -1,
                              .tuple = lowest,
                              .value = strew_update_index_at(plan, job->rows, first),
                              .low = source->wraps ? -(int64_t)source->n_rows : 0,
                              .high = (int64_t)source->n_rows - 1};
    return strew_report(fault, &what);
}
#endif

/* The tuples of a plan with strides may be in another order than in indices. */
STREW_COLD strew_status strew_find_fault(const strew_plan_state *plan, const unsigned char *indices, const unsigned char *rows,
                                         strew_fault *fault)
{
    size_t first = 0;
    int64_t lowest = INT64_MAX;
    for (size_t t = 0; t < plan->n_tuples; t++) {
        const int64_t number = strew_find_tuple(plan, t).number;
        if (number >= lowest || find_wrong_component(plan, indices, t) < 0 || has_no_row(plan, rows, t)) continue;
        first = t;
        lowest = number;
        if (plan->views.number_base == 0) break;
    }
    const int32_t c = lowest != INT64_MAX ? find_wrong_component(plan, indices, first) : -1;
    if (c < 0) return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    const int64_t index = strew_index_at(plan, indices, first, c);
    const int is_for_profile = index < 0 && !strew_find_profile(plan->rules.profile)->wraps;
    const bounds bounds = bounds_of(plan, c);
    const int32_t dimension = plan->rules.has_flat_indices ? -1 : plan->axis + c;
    const strew_fault what = {.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                              .dimension = dimension,
                              .component = c,
                              .tuple = lowest,
                              .value = index,
                              .low = bounds.low,
                              .high = bounds.size - 1,
                              .profile = is_for_profile ? plan->rules.profile : STREW_PROFILE_NONE};
    return strew_report(fault, &what);
}
