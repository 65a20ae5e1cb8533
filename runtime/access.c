/* The passes over indices that find the access pattern and turn tuples into slice indices. */
#include "access.h"

#include "source.h"
#include "types.h"
#include "util.h"

#include <string.h>

/* ---- Jobs ---------------------------------------------------------------------------------------------------------------------------- */

/* Whether all indices of each row are equal: then every index but the last of a row equals the next one. Those with strides are not
 * compared: if they are expanded along rows, planning has made slices of these. */
static int has_equal_rows(const strew_plan_state *plan, const unsigned char *indices)
{
    if (!plan->index_view.is_dense) return 0;
    const size_t index_bytes = strew_find_dtype(plan->index_view.dtype)->bytes,
                 row_bytes = strew_counts_of(plan)[plan->n_dims - 1] * index_bytes;
    for (size_t at = 0; at < plan->indices_bytes; at += row_bytes) {
        if (memcmp(indices + at, indices + at + index_bytes, row_bytes - index_bytes) != 0) return 0;
    }
    return 1; /* also where there are no indices */
}

/* strew_indexed_of without the const. */
static strew_indexed *indexed_of(strew_job *job)
{
    return (strew_indexed *)(uintptr_t)strew_indexed_of(job);
}

/* The tuples as one line, if positions do not matter; or on the grid, whose first slice index is `first`. */
static void make_linear(strew_job *job)
{
    strew_set_layout(&job->layout, &job->plan->n_tuples, strew_steps_of(job->plan), 1, 0, STREW_BLOCK);
}

static void make_grid(strew_job *job, uint64_t first)
{
    strew_set_layout(&job->layout, strew_counts_of(job->plan), strew_grid_of(job)->step, job->plan->n_dims, first, STREW_BLOCK);
    strew_set_positions(&job->layout);
}

/* Where tuple 0 or slice index 0 is, if some strides are negative. Indices are prepared without the other buffers, which are NULL then. */
static unsigned char *move_base(const void *start, int64_t base)
{
    return start != NULL ? (unsigned char *)(uintptr_t)start + (ptrdiff_t)base : NULL;
}

static void set_job(strew_job *job, const strew_plan_state *plan, void *output, const void *indices, const void *updates, size_t elements)
{
    static const unsigned char nothing[] = ""; /* for buffers without bytes: the caller may pass NULL, to which C lets nothing be added */
    const size_t read_bytes = plan->is_gather ? plan->data_bytes : plan->updates_bytes;
    const int has_rows = elements != 1, has_few = plan->indices_bytes < STREW_MIN_PREFETCHED_INDICES_BYTES,
              is_staged = has_rows || plan->index_view.is_staged;
    job->plan = plan;
    job->apply = !plan->is_scatter ? NULL : has_rows ? plan->apply_row : plan->apply;
    job->output = strew_is_strided(plan) ? move_base(output, plan->is_gather ? plan->views.ordered_base : plan->views.named_base) : output;
    job->indices = plan->indices_bytes != 0 ? indices : nothing;
    job->updates = read_bytes == 0 ? nothing
                   : strew_is_strided(plan) && !strew_has_rows(plan)
                       ? move_base(updates, plan->is_gather ? plan->views.named_base : plan->views.ordered_base)
                       : updates;
    job->scale = job->zero_points = job->rows = job->weights = NULL;
    job->arg = NULL;
    job->first_element = 0;
    job->n_slices = plan->n_slices / elements;
    const size_t slice_bytes = plan->slice_bytes * elements;
    job->slices = (strew_slices){
        slice_bytes, plan->stride_bytes * elements, slice_bytes, STREW_PREFETCH_UPDATES_BYTES, plan->exceeds_l2, strew_in_order, 0};
    job->components = (strew_components){(size_t)plan->k, strew_lows_of(plan), strew_sizes_of(plan), strew_strides_of(plan),
                                         is_staged || has_few ? 0 : STREW_PREFETCH_INDICES_BYTES};
    job->layout.n_tuples = plan->n_tuples / elements;
    job->layout.elements = elements;
    job->access.is_distinct = 0;
    if (has_rows) {
        uint64_t *stride = job->access.of.rows.stride;
        for (size_t i = 0; i < STREW_MAX_INDEX_LANES; i++) stride[i] = strew_strides_of(plan)[0] / elements;
        job->components.stride = stride;
    }
    job->access.pattern = has_rows ? STREW_ROWS : STREW_SCATTERED;
    *indexed_of(job) = (strew_indexed){0};
    if (plan->position_dependent) {
        strew_set_layout(&job->layout, strew_counts_of(plan), strew_steps_of(plan), has_rows ? plan->n_dims - 1 : plan->n_dims, 0,
                         has_rows ? STREW_GATHERED_BLOCK : STREW_BLOCK);
    } else {
        make_linear(job);
    }
}

/* If the region that a block writes has few lines for its tuples, the whole region is prefetched. */
static void find_region(strew_job *job)
{
    const strew_plan_state *plan = job->plan;
    if (!job->slices.prefetches_output) return; /* so there is data, and the indexed dimension has a size */
    const size_t n = strew_block_at(&job->layout, 0).n;
    const uint64_t n_slices = job->layout.positions[n - 1] + (uint64_t)(strew_sizes_of(plan)[0] - 1) * job->components.stride[0] + 1;
    const uint64_t n_bytes = n_slices * job->slices.stride_bytes;
    if (n_bytes / STREW_LINE_BYTES > n / STREW_MIN_TUPLES_OF_REGION_LINE) return;
    indexed_of(job)->region_bytes = (size_t)n_bytes;
    job->slices.prefetches_output = 0;
}

void strew_give_factors(strew_job *job, const strew_factor_buffers *factors)
{
    job->scale = factors->scale;
    job->zero_points = factors->zero_points;
    job->rows = move_base(factors->update_indices, job->plan->views.ordered_base);
    job->weights = factors->weights;
    job->arg = factors->arg;
}

void strew_begin_job(strew_job *job, const strew_plan_state *plan, void *output, const void *indices, const void *updates)
{
    const int has_row_kernel = plan->is_scatter ? plan->apply_row != NULL : plan->gather_row != NULL;
    const int has_rows = has_row_kernel && strew_has_32_bit_slice_indices(plan) && has_equal_rows(plan, indices);
    set_job(job, plan, output, indices, updates, has_rows ? strew_counts_of(plan)[plan->n_dims - 1] : 1);
    if (!plan->position_dependent) return;
    strew_set_positions(&job->layout);
    if (strew_has_32_bit_slice_indices(plan) && !plan->is_gather && strew_is_as_dense(plan)) find_region(job);
}

void strew_begin_prepared_job(strew_job *job, const strew_plan_state *plan, void *output, const void *updates, size_t elements,
                              int is_distinct)
{
    set_job(job, plan, output, NULL, updates, elements);
    job->access.is_distinct = is_distinct;
}

void strew_give_slice_indices(strew_job *job, const uint32_t *slice_indices, int has_skipped)
{
    indexed_of(job)->slice_indices = slice_indices;
    indexed_of(job)->has_skipped = has_skipped;
}

void strew_give_runs(strew_job *job, const strew_run_of_slices *list, size_t n)
{
    job->access.pattern = STREW_RUNS;
    job->access.of.runs = (strew_runs){list, n};
}

void strew_set_columns(strew_job *job, size_t begin, size_t n_bytes)
{
    job->apply = strew_of_any_width(job->apply);
    job->output += begin;
    job->updates += strew_update_bytes_of(job->plan, begin);
    job->first_element += begin / (size_t)job->plan->element_bytes;
    job->slices.slice_bytes = n_bytes;
}

/* ---- The two sides ------------------------------------------------------------------------------------------------------------------- */

strew_outer_offset strew_find_sides(const strew_job *job, size_t outer)
{
    const strew_plan_state *plan = job->plan;
    if (strew_is_strided(plan)) return strew_find_outer(plan, outer);
    if (plan->n_outer == 1) return (strew_outer_offset){0, 0};
    const size_t n_slices = outer * (size_t)strew_sizes_of(plan)[0], n_tuples = outer * plan->n_batch_tuples;
    return (strew_outer_offset){(ptrdiff_t)(n_slices * job->slices.stride_bytes), (ptrdiff_t)(n_tuples * job->slices.update_bytes)};
}

/* The dense side has batches, outer indices, tuples. */
strew_ordered strew_find_ordered(const strew_job *job, size_t tuple, size_t n)
{
    const strew_plan_state *plan = job->plan;
    strew_ordered at = {0, (ptrdiff_t)job->slices.update_bytes, n};
#if STREW_BUILD_FUSED
    if (strew_has_rows(plan)) {
        const strew_source *source = strew_source_of(plan);
        const uint64_t row = strew_row_of(source, strew_update_index_at(plan, job->rows, tuple));
        /* Another thread has changed an index of which it was known that it has a row. */
        at.offset = row != STREW_NO_ROW ? (ptrdiff_t)row * (ptrdiff_t)source->row_bytes : 0;
        at.step = (ptrdiff_t)source->row_bytes;
        at.n = 1;
        return at;
    }
#endif
    if (strew_is_strided(plan)) {
        at.n = strew_find_even(plan, tuple, n, &at.step);
        at.offset = (ptrdiff_t)strew_find_tuple(plan, tuple).ordered;
        return at;
    }
    size_t before = 0;
    if (plan->is_gather && plan->n_outer != 1 && plan->n_batch_tuples != plan->n_tuples) {
        const size_t n_batch = plan->n_batch_tuples, batch = tuple / n_batch;
        before = batch * (plan->n_outer - 1) * n_batch;
        at.n = strew_min(n, n_batch - tuple % n_batch);
    }
    at.offset = (ptrdiff_t)((before + tuple) * job->slices.update_bytes);
    return at;
}

/* ---- Slice indices ------------------------------------------------------------------------------------------------------------------- */

static STREW_INLINE int64_t read_plain(const unsigned char *from, int32_t bytes)
{
    int32_t narrow;
    int64_t index;
    if (bytes == 8) {
        memcpy(&index, from, sizeof index);
        return index;
    }
    memcpy(&narrow, from, sizeof narrow);
    return narrow;
}

/* Whether ignore_index is among n indices that kernels can read. */
static STREW_INLINE int has_ignore_index(const strew_job *job, const unsigned char *indices, int32_t index_bytes, size_t n)
{
    const int64_t ignore_index = job->plan->rules.ignore_index;
    size_t i = 0;
    while (i < n && read_plain(indices + i * (size_t)index_bytes, index_bytes) != ignore_index) i++;
    return i < n;
}

/* Flags tuples that are ignored, whose indices kernels can read, and those whose slice index is not below the limit. Returns how many of
 * the latter are not ignored. */
static STREW_INLINE size_t flag_ignored_of(const strew_job *job, const unsigned char *indices, int32_t k, int32_t index_bytes,
                                           uint32_t *slice_indices, size_t n, uint64_t limit)
{
    const int64_t ignore_index = job->plan->rules.ignore_index;
    size_t n_out_of_bounds = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t is_ignored = 0;
        for (int32_t c = 0; c < k; c++, indices += index_bytes) is_ignored |= read_plain(indices, index_bytes) == ignore_index;
        const uint32_t is_out_of_bounds = slice_indices[i] >= limit;
        n_out_of_bounds += is_out_of_bounds & (is_ignored ^ 1);
        slice_indices[i] |= 0 - (is_ignored | is_out_of_bounds); /* UINT32_MAX */
    }
    return n_out_of_bounds;
}

/* The same for any indices. */
static size_t flag_ignored_of_staged(const strew_job *job, const strew_block *block, uint32_t *slice_indices, uint64_t limit)
{
    size_t n_out_of_bounds = 0;
    for (size_t i = 0; i < block->n; i++) {
        const int is_ignored = strew_is_ignored(job->plan, job->indices, (block->first + i) * job->layout.elements);
        const int is_out_of_bounds = slice_indices[i] >= limit;
        if (is_out_of_bounds && !is_ignored) n_out_of_bounds++;
        if (is_out_of_bounds || is_ignored) slice_indices[i] = UINT32_MAX;
    }
    return n_out_of_bounds;
}

/* Flags the tuples of a block that are ignored or out of bounds. Most blocks have none, and to know that takes a search at most. */
STREW_OWN_FRAME static strew_made flag_ignored(const strew_job *job, const strew_block *block, uint32_t *slice_indices, int are_in_bounds,
                                               uint64_t limit)
{
    const strew_plan_state *plan = job->plan;
    const int32_t k = plan->k, index_bytes = plan->index_bytes;
    size_t n_out_of_bounds;
    if (plan->index_view.is_staged || job->layout.elements != 1) {
        n_out_of_bounds = flag_ignored_of_staged(job, block, slice_indices, limit);
    } else {
        const unsigned char *indices = job->indices + block->first * (size_t)k * (size_t)index_bytes;
        const size_t n_indices = block->n * (size_t)k;
        if (are_in_bounds && index_bytes == 8 && !has_ignore_index(job, indices, 8, n_indices)) return STREW_ALL_MADE;
        if (are_in_bounds && index_bytes == 4 && !has_ignore_index(job, indices, 4, n_indices)) return STREW_ALL_MADE;
        n_out_of_bounds = k != 1             ? flag_ignored_of(job, indices, k, index_bytes, slice_indices, block->n, limit)
                          : index_bytes == 8 ? flag_ignored_of(job, indices, 1, 8, slice_indices, block->n, limit)
                                             : flag_ignored_of(job, indices, 1, 4, slice_indices, block->n, limit);
    }
    const int may_be_out_of_bounds = plan->rules.policy != STREW_POLICY_ERROR || strew_passes_over_rows(plan);
    return n_out_of_bounds == 0 || may_be_out_of_bounds ? STREW_SOME_SKIPPED : STREW_NOT_MADE;
}

strew_made strew_bound_slice_indices(const strew_job *job, const strew_block *block, uint32_t *slice_indices, uint32_t largest)
{
    const uint32_t *positions = job->layout.positions;
    /* Compare with the limit and not only with the sentinel UINT32_MAX: a kernel may load an index twice, for the comparison and for the
     * slice index, and another thread may change it in between. */
    const uint64_t base = job->plan->position_dependent ? block->base : 0, limit = job->n_slices - base;
    STREW_ASSERT(base <= job->n_slices);
    const int is_moved = job->plan->position_dependent && job->plan->k != 1; /* no kernel adds positions to several components, or none */
    const int are_in_bounds = is_moved ? strew_add_positions(slice_indices, positions, block->n, (uint32_t)limit) : largest < limit;
    if (!job->plan->skips) return are_in_bounds ? STREW_ALL_MADE : STREW_NOT_MADE;
    if (job->plan->rules.has_ignore_index) return flag_ignored(job, block, slice_indices, are_in_bounds, limit);
    if (are_in_bounds) return STREW_ALL_MADE;
    for (size_t i = 0; i < block->n; i++) slice_indices[i] = slice_indices[i] < limit ? slice_indices[i] : UINT32_MAX;
    return STREW_SOME_SKIPPED;
}

strew_made strew_make_slice_indices(const strew_job *job, const strew_block *block, uint32_t *slice_indices)
{
    const uint32_t *positions = job->layout.positions;
    const uint32_t largest = strew_run_indices_kernel(job, job->plan->locate, block->first, block->n, slice_indices, positions);
    return strew_bound_slice_indices(job, block, slice_indices, largest);
}

void strew_pad_slice_indices(const strew_plan_state *plan, uint32_t *slice_indices, size_t n)
{
    if (!plan->exceeds_l2) return;
    for (size_t i = 0; i < STREW_PREFETCH_SLICES; i++) slice_indices[n + i] = slice_indices[n - 1];
}

int strew_fill_chunk(const void *context, size_t begin, size_t end)
{
    const strew_filled *filled = context;
    for (size_t number = begin; number < end; number++) {
        strew_block block = strew_block_at(&filled->job->layout, number);
        if (!strew_make_slice_indices(filled->job, &block, filled->slice_indices + block.first)) return 0;
        strew_make_absolute(&block, filled->slice_indices + block.first);
    }
    return 1;
}

static uint64_t find_position(const strew_plan_state *plan, size_t tuple)
{
    uint64_t position = 0;
    for (int32_t d = plan->n_dims - 1; d >= 0; d--) {
        position += tuple % strew_counts_of(plan)[d] * strew_steps_of(plan)[d];
        tuple /= strew_counts_of(plan)[d];
    }
    return position;
}

static size_t find_offset(const strew_plan_state *plan, size_t tuple)
{
    return plan->position_dependent ? (size_t)find_position(plan, tuple) * plan->slice_bytes : 0;
}

strew_elements strew_begin_elements(const strew_job *job, size_t begin, size_t end)
{
    const strew_plan_state *plan = job->plan;
    strew_elements elements = {.first = begin, .end = end, .row_end = begin, .next_offset = find_offset(plan, begin), .row = end - begin};
    if (strew_has_short_rows(plan)) { /* all of them are one group: blocks have whole rows */
        elements.row = strew_counts_of(plan)[plan->n_dims - 1];
        elements.row_bytes = (size_t)strew_steps_of(plan)[0] * plan->slice_bytes; /* 0 if there is one row */
    }
    return elements;
}

static void begin_row(const strew_plan_state *plan, strew_elements *elements)
{
    const int is_cut = plan->position_dependent && !strew_has_short_rows(plan);
    const size_t row = is_cut ? strew_counts_of(plan)[plan->n_dims - 1] : plan->n_tuples, first = elements->first;
    const size_t n = strew_min(elements->end - first, row - first % row), row_bytes = (size_t)strew_sizes_of(plan)[0] * plan->slice_bytes;
    elements->row_end = first + n;
    elements->offset = elements->next_offset;
    elements->at = elements->at_end = 0;
    if (elements->row_end != elements->end) {
        elements->next_offset = find_offset(plan, elements->row_end);
        const int is_region = plan->exceeds_l2 && row_bytes / STREW_LINE_BYTES <= row / STREW_MIN_TUPLES_OF_REGION_LINE;
        elements->at = elements->next_offset;
        elements->at_end = elements->at + (is_region ? row_bytes : 0);
    }
    elements->max = (n - 1) / ((elements->at_end - elements->at) / STREW_PREFETCH_AT_ONCE_BYTES + 1) + 1;
}

int strew_next_elements(const strew_job *job, const unsigned char *data, strew_elements *elements)
{
    elements->first += elements->n;
    if (elements->first == elements->end) return 0;
    if (elements->first == elements->row_end) begin_row(job->plan, elements);
    for (const size_t end = strew_min(elements->at + STREW_PREFETCH_AT_ONCE_BYTES, elements->at_end); elements->at < end;) {
        STREW_PREFETCH_READ_AT(data, elements->at);
        elements->at += STREW_LINE_BYTES;
    }
    elements->n = strew_min(elements->max, elements->row_end - elements->first);
    return 1;
}

int strew_find_slice_index(const strew_job *job, size_t tuple, uint64_t *slice_index)
{
    const strew_plan_state *plan = job->plan;
    int is_in_bounds = !strew_is_ignored(plan, job->indices, tuple);
    *slice_index = plan->position_dependent ? find_position(plan, tuple) : 0;
    for (int32_t c = 0; c < plan->k; c++) {
        int64_t index = strew_index_at(plan, job->indices, tuple, c);
        if (strew_has_flat_dims(plan)) strew_stage_indices(plan, (unsigned char *)&index, job->indices, tuple, 1, 1);
        if (index < 0) index -= strew_lows_of(plan)[c];
        if (plan->rules.policy == STREW_POLICY_CLAMP)
            index = index < 0 ? 0 : index < strew_sizes_of(plan)[c] ? index : strew_sizes_of(plan)[c] - 1;
        is_in_bounds &= index >= 0 && index < strew_sizes_of(plan)[c];
        if (plan->mirrored >> c & 1) index = (int64_t)((uint64_t)strew_sizes_of(plan)[c] - 1 - (uint64_t)index);
        *slice_index += (uint64_t)index * strew_strides_of(plan)[c];
    }
    /* Check the slice index too: an index may be loaded twice, for the comparison and for the slice index. */
    return is_in_bounds & (*slice_index < plan->n_slices);
}

/* ---- Grids --------------------------------------------------------------------------------------------------------------------------- */

/* The distance of a tuple from `first`, in slice indices. Zero if it is out of bounds or before `first`. No other check bounds where a grid
 * begins: later passes compare 32-bit slice indices, made from indices that another thread may have changed. */
static int find_step(const strew_job *job, size_t tuple, uint64_t first, uint64_t *step)
{
    uint64_t slice_index;
    if (!strew_find_slice_index(job, tuple, &slice_index) || slice_index < first) return 0;
    *step = slice_index - first;
    return 1;
}

/* Finds the steps of a grid: 1 in the last dimension, and in the others large enough that no slice index occurs twice. Zero if the tuples
 * are on no such grid. */
static int find_steps(const strew_job *job, uint64_t first, uint64_t *steps)
{
    const strew_plan_state *plan = job->plan;
    uint64_t span = 0;
    size_t distance = 1;
    for (int32_t d = plan->n_dims - 1; d >= 0; distance *= strew_counts_of(plan)[d--]) {
        const uint64_t n_steps = strew_counts_of(plan)[d] - 1;
        uint64_t step;
        if (!find_step(job, distance, first, &step) || step <= span || (span == 0 && step != 1)) return 0;
        if (n_steps > (plan->n_slices - 1 - first - span) / step) return 0; /* past the last slice index */
        span += n_steps * step;
        steps[d] = step;
    }
    /* Runs of slices, such as new rows of a cache, begin like a grid and end otherwise. The positions of a grid in vain take a fourteenth
     * of the time of kv. */
    uint64_t last;
    return find_step(job, plan->n_tuples - 1, first, &last) && last == span;
}

/* The first tuple and its neighbours determine the only possible grid, on which the last one is too. */
void strew_propose_grid(strew_job *job)
{
    const strew_plan_state *plan = job->plan;
    strew_grid grid;
    uint64_t first;
    if (!strew_is_as_dense(plan) || plan->position_dependent || plan->skips || !strew_has_32_bit_slice_indices(plan) ||
        job->layout.n_blocks == 1)
        return;
    STREW_ASSERT(plan->n_dims <= STREW_MAX_GRID_DIMS); /* of what does not depend on positions */
    if (strew_counts_of(plan)[plan->n_dims - 1] < STREW_MIN_GRID_ROW) return;
    if (!find_step(job, 0, 0, &first) || !find_steps(job, first, grid.step)) return;
    job->access.pattern = STREW_GRID;
    job->access.of.grid = grid;
    make_grid(job, first);
}

void strew_confirm_grid(strew_job *job, int is_right)
{
    if (job->access.pattern != STREW_GRID) return;
    if (is_right) {
        job->access.is_distinct = 1;
    } else {
        job->access.pattern = STREW_SCATTERED;
        *indexed_of(job) = (strew_indexed){0};
        make_linear(job);
    }
}
