/* Cutting a plan's tuples into blocks, and turning blocks into slice indices. */
#include "job.h"

#include <string.h>

/* Indices are prefetched this far ahead, unless they are so few that an eighth of it would be behind their end. A pass that does nothing
 * but read takes 50 GB/s instead of 39 with 2 KiB. Blocks of slice indices take a tenth less time in hist of the bench, a sixth in
 * slice_assign: the indices of the next block are then on their way while one is applied. */
enum { PREFETCH_INDICES_BYTES = 8192, MIN_PREFETCHED_INDICES_BYTES = 8 * PREFETCH_INDICES_BYTES };

/* Tuples that are checked at once: up to 512 KiB a component, because every block begins before the core's own prefetchers have found
 * their stride. hist of the bench, which checks 32 MB, takes a tenth less than with 32 KiB; 128 KiB and 2 MiB differ by no more than its
 * noise. */
enum { CHECK_BLOCK = 1 << 16 };

/* ---- The box of tuples --------------------------------------------------------------------------------------------------------------- */

static size_t count_of(const strew_job *job, int32_t d)
{
    return job->tile != 0 && d == job->n_dims - 1 ? job->tile : job->count[d];
}

static uint64_t step_of(const strew_job *job, int32_t d)
{
    return job->step[d] / job->row;
}

/* As many whole dimensions as fit a block, and an even share of the next one. */
static void choose_blocks(strew_job *job)
{
    const size_t max = job->row == 1 ? STREW_BLOCK : STREW_GATHERED_BLOCK;
    int32_t d = job->n_dims - 1;
    job->inner = 1;
    for (; d >= 0 && count_of(job, d) <= max / job->inner; d--) job->inner *= count_of(job, d);
    job->split = d;
    job->chunk = job->n_chunks = job->n_blocks = 1;
    if (d < 0) return;
    job->n_chunks = (count_of(job, d) - 1) / (max / job->inner) + 1;
    job->chunk = (count_of(job, d) - 1) / job->n_chunks + 1; /* no more than fit, so that as many are needed */
    job->n_blocks = job->n_chunks;
    while (d > 0) job->n_blocks *= job->count[--d];
}

/* The positions of the dimensions that a block spans, each laid out after what is inside of it. */
static void lay_out_positions(strew_job *job)
{
    size_t n = 1;
    job->positions[0] = 0;
    for (int32_t d = job->n_dims - 1; d >= (job->split < 0 ? 0 : job->split); d--) {
        const size_t count = d == job->split ? job->chunk : count_of(job, d);
        const uint32_t step = (uint32_t)step_of(job, d);
        for (size_t c = 1; c < count; c++) {
            for (size_t i = 0; i < n; i++) job->positions[c * n + i] = job->positions[i] + (uint32_t)c * step;
        }
        n *= count;
    }
}

strew_block strew_block_at(const strew_job *job, size_t number)
{
    if (job->split < 0) return (strew_block){0, job->n_tuples, job->origin};
    const size_t chunk = number % job->n_chunks * job->chunk, count = count_of(job, job->split);
    size_t outer = number / job->n_chunks;
    strew_block block;
    block.first = (outer * count + chunk) * job->inner;
    block.n = strew_min(job->chunk, count - chunk) * job->inner;
    block.base = 0;
    if (job->is_absolute) return block;
    block.base = job->origin + chunk * step_of(job, job->split);
    for (int32_t d = job->split - 1; d >= 0; d--) {
        block.base += outer % job->count[d] * step_of(job, d);
        outer /= job->count[d];
    }
    return block;
}

/* Where a block writes in a region with no more than a line for every two tuples, as along the last axis, the whole region is prefetched a
 * block ahead, instead of a line for every tuple: on elements_ax1 of the bench a quarter as many prefetches. Without any it takes 1.4 times
 * as long, and 2.5 times where a line is named by fewer tuples, or only written. */
static void find_region(strew_job *job)
{
    const size_t n = strew_block_at(job, 0).n;
    const uint64_t slice_indices = job->positions[n - 1] + (uint64_t)(job->plan->size[0] - 1) * job->components.stride[0] + 1;
    if (!job->slices.exceeds_l2 || slice_indices * job->slices.stride_bytes / 64 > n / 2) return;
    job->region_bytes = (size_t)slice_indices * job->slices.stride_bytes;
    job->slices.exceeds_l2 = 0;
}

/* ---- Jobs ---------------------------------------------------------------------------------------------------------------------------- */

/* Whether the indices of every row are all the same: every index but the last of a row is then the one behind it. */
static int has_equal_rows(const strew_plan_state *plan, const unsigned char *indices)
{
    const size_t index_bytes = (size_t)plan->index_bytes, row_bytes = plan->count[plan->n_dims - 1] * index_bytes;
    for (size_t at = 0; at < plan->indices_bytes; at += row_bytes) {
        if (memcmp(indices + at, indices + at + index_bytes, row_bytes - index_bytes) != 0) return 0;
    }
    return 1; /* where there are no indices, too */
}

static void lay_out(strew_job *job, const strew_count *count, const uint64_t *step, int32_t n_dims, uint64_t origin)
{
    job->count = count;
    job->step = step;
    job->n_dims = n_dims;
    job->origin = origin;
    choose_blocks(job);
}

void strew_lay_in_line(strew_job *job)
{
    lay_out(job, &job->plan->n_tuples, job->plan->step, 1, 0);
}

void strew_lay_on_grid(strew_job *job, uint64_t first)
{
    lay_out(job, job->plan->count, job->grid_step, job->plan->n_dims, first);
    lay_out_positions(job);
}

static void set_job(strew_job *job, const strew_plan_state *plan, void *output, const void *indices, const void *updates, size_t row)
{
    const int has_rows = row != 1;
    job->plan = plan;
    job->apply = has_rows ? plan->apply_row : plan->apply;
    job->partition = has_rows ? NULL : plan->partition;
    job->output = output;
    /* Tuples without components have no bytes, and then no address either. */
    job->indices = plan->indices_bytes != 0 ? indices : (const unsigned char *)"";
    job->updates = updates;
    job->row = row;
    job->n_tuples = plan->n_tuples / row;
    job->tuple_bytes = (size_t)plan->k * (size_t)plan->index_bytes;
    job->slices = (strew_slices){plan->slice_bytes * row, plan->slice_bytes * row, STREW_PREFETCH_UPDATES_BYTES, strew_exceeds_l2(plan)};
    job->n_slices = plan->n_slices / row;
    job->components = (strew_components){(size_t)plan->k, plan->low, plan->size, plan->stride,
                                         has_rows || plan->indices_bytes < MIN_PREFETCHED_INDICES_BYTES ? 0 : PREFETCH_INDICES_BYTES};
    if (has_rows) {
        for (size_t i = 0; i < STREW_MAX_INDEX_LANES; i++) job->stride[i] = plan->stride[0] / row;
        job->components.stride = job->stride;
    }
    job->tile = job->tile_first = job->tile_stride = 0;
    job->is_absolute = job->is_distinct = job->may_be_grid = job->is_grid = 0;
    job->region_bytes = 0;
    if (plan->position_dependent) {
        lay_out(job, plan->count, plan->step, has_rows ? plan->n_dims - 1 : plan->n_dims, 0);
    } else {
        strew_lay_in_line(job);
    }
}

void strew_begin_job(strew_job *job, const strew_plan_state *plan, void *output, const void *indices, const void *updates)
{
    const int has_rows = plan->apply_row != NULL && strew_has_32_bit_slice_indices(plan) && has_equal_rows(plan, indices);
    set_job(job, plan, output, indices, updates, has_rows ? plan->count[plan->n_dims - 1] : 1);
    if (!plan->position_dependent) return;
    lay_out_positions(job);
    if (strew_has_32_bit_slice_indices(plan)) find_region(job);
}

void strew_begin_prepared_job(strew_job *job, const strew_plan_state *plan, void *output, const void *updates, size_t row, int is_distinct)
{
    set_job(job, plan, output, NULL, updates, row);
    job->is_absolute = 1;
    job->is_distinct = is_distinct;
}

strew_job strew_job_of_columns(const strew_job *job, const strew_apply_kernel *apply, size_t first, size_t n_bytes)
{
    strew_job columns = *job;
    columns.apply = apply;
    columns.output += first;
    columns.updates += first;
    columns.slices.slice_bytes = n_bytes;
    return columns;
}

strew_job strew_job_of_lanes(const strew_job *job, size_t first, size_t n)
{
    strew_job lanes = *job;
    lanes.region_bytes = 0;
    lanes.tile = n;
    lanes.tile_first = first;
    lanes.origin = first;
    lanes.tile_stride = count_of(job, job->n_dims - 1);
    lanes.n_tuples = job->n_tuples / lanes.tile_stride * n;
    choose_blocks(&lanes);
    lay_out_positions(&lanes);
    return lanes;
}

/* ---- Slice indices ------------------------------------------------------------------------------------------------------------------- */

/* Runs an indices kernel over n tuples that lie side by side in memory, or one to a row. */
static uint32_t run_kernel(const strew_job *job, const strew_indices_kernel *kernel, size_t first, size_t n, uint32_t *slice_indices,
                           const uint32_t *positions)
{
    const unsigned char *from = job->indices + first * job->row * job->tuple_bytes;
    if (job->row == 1) return kernel->run(slice_indices, from, positions, n, &job->components);
    unsigned char gathered[STREW_GATHERED_BLOCK * sizeof(int64_t)];
    for (size_t i = 0; i < n; i++) memcpy(gathered + i * job->tuple_bytes, from + i * job->row * job->tuple_bytes, job->tuple_bytes);
    return kernel->run(slice_indices, gathered, positions, n, &job->components);
}

int strew_check_tuples(const strew_job *job, size_t first, size_t end)
{
    const size_t max = job->row == 1 ? CHECK_BLOCK : STREW_GATHERED_BLOCK;
    while (end > first) {
        const size_t n = (end - first - 1) % max + 1;
        end -= n;
        if (run_kernel(job, job->plan->check, end, n, NULL, NULL) != 0) return 0;
    }
    return 1;
}

/* Runs an indices kernel over a block. */
static uint32_t run_over_block(const strew_job *job, const strew_indices_kernel *kernel, const strew_block *block, uint32_t *slice_indices)
{
    uint32_t largest = 0;
    for (size_t done = 0, n; done < block->n; done += n) {
        const size_t t = block->first + done;
        n = strew_min(strew_left_of_tile(job, t), block->n - done);
        const uint32_t found = run_kernel(job, kernel, strew_memory_tuple(job, t), n, slice_indices + done, job->positions + done);
        largest = found > largest ? found : largest;
    }
    return largest;
}

int strew_make_slice_indices(const strew_job *job, const strew_block *block, uint32_t *slice_indices)
{
    const uint32_t largest = run_over_block(job, job->plan->locate, block, slice_indices);
    /* Not only a mark, UINT32_MAX, is too large: what a kernel compares and what it makes a slice index of may be two loads of one
     * index, and another thread may have rewritten it in between. */
    const uint64_t limit = job->n_slices - (job->plan->position_dependent ? block->base : 0);
    if (job->plan->options.policy != STREW_POLICY_SKIP) return largest < limit;
    for (size_t i = 0; i < block->n; i++) slice_indices[i] = slice_indices[i] < limit ? slice_indices[i] : UINT32_MAX;
    return 1;
}
