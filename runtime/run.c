/* Running a plan: check the buffers and the indices, copy, and apply the updates. */
#include "job.h"

#include <string.h>

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------- */

/* Bytes that two ranges have in common. */
static size_t overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t a_start = (uintptr_t)a, b_start = (uintptr_t)b;
    const uintptr_t start = a_start > b_start ? a_start : b_start;
    const uintptr_t a_left = start - a_start < a_bytes ? a_bytes - (start - a_start) : 0;
    const uintptr_t b_left = start - b_start < b_bytes ? b_bytes - (start - b_start) : 0;
    return a_left < b_left ? a_left : b_left;
}

/* The indices, or what is prepared of them. */
typedef struct tuples_buffer {
    const char *name;
    const void *start;
    size_t bytes;
} tuples_buffer;

static strew_status check_buffers(const strew_plan_state *plan, const void *output, const void *data, tuples_buffer tuples,
                                  const void *updates, const void *workspace, size_t workspace_bytes, strew_fault *fault)
{
    const struct {
        const char *name;
        const void *start;
        size_t bytes;
        int may_be_output;
    } buffers[] = {
        {"output", output, plan->data_bytes, 1},
        {"data", data, plan->data_bytes, 1}, /* in place */
        {tuples.name, tuples.start, tuples.bytes, 0},
        {"updates", updates, plan->updates_bytes, 0},
    };
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        const char *name = buffers[i].name;
        const void *start = buffers[i].start;
        const size_t bytes = buffers[i].bytes;
        if (start == NULL && bytes != 0) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = name, .value = (int64_t)bytes);
        const int is_output = buffers[i].may_be_output && start == output;
        const size_t with_output = is_output ? 0 : overlap(output, plan->data_bytes, start, bytes);
        if (with_output != 0) return STREW_REJECT(fault, STREW_STATUS_OUTPUT_OVERLAP, .subject = name, .value = (int64_t)with_output);
        const size_t with_workspace = overlap(workspace, workspace_bytes, start, bytes);
        if (with_workspace != 0) {
            return STREW_REJECT(fault, STREW_STATUS_WORKSPACE_OVERLAP, .subject = name, .value = (int64_t)with_workspace);
        }
    }
    return STREW_OK;
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

strew_status strew_find_fault(const strew_plan_state *plan, const unsigned char *indices, strew_fault *fault)
{
    for (size_t t = 0; t < plan->n_tuples; t++) {
        for (int32_t c = 0; c < plan->k; c++, indices += plan->index_bytes) {
            const int64_t index = strew_read_index(indices, plan->index_bytes);
            if (index >= plan->low[c] && index < plan->size[c]) continue;
            const int is_for_profile = index < 0 && !strew_find_profile(plan->options.profile)->wraps;
            return STREW_REJECT(fault, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .dimension = plan->axis + c, .component = c, .tuple = (int64_t)t,
                                .value = index, .low = plan->low[c], .high = plan->size[c] - 1,
                                .profile = is_for_profile ? plan->options.profile : STREW_PROFILE_NONE);
        }
    }
    return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}

/* ---- The calls ----------------------------------------------------------------------------------------------------------------------- */

/* What a workspace is for: two copies of output or more, or else slice indices. */
typedef struct wish {
    size_t bytes, n_copies;
} wish;

/* Slice indices have room for one more than are needed: a workspace may begin anywhere. */
static wish make_wish(const strew_plan_state *plan, size_t n_threads)
{
    if (plan->apply == NULL || plan->n_tuples == 0 || !strew_has_32_bit_slice_indices(plan)) return (wish){0, 0};
    const size_t n_copies = strew_count_copies(plan, n_threads);
    if (n_copies > 1) return (wish){strew_copies_bytes(plan, n_copies), n_copies};
    const size_t n_used = n_threads > 1 && strew_is_worth_sharing(plan, 0, 0) ? n_threads : 1;
    /* No buffer has more than 2^63 bytes, so neither have slice indices nor updates; together they may. */
    if (plan->n_tuples > SIZE_MAX / 16 || !strew_wants_slice_indices(plan, n_used)) return (wish){0, 0};
    return (wish){(plan->n_tuples + STREW_PREFETCH_SLICES + 1) * sizeof(uint32_t), 0};
}

size_t strew_workspace_size(const strew_plan *plan, int32_t n_threads)
{
    return make_wish(strew_state_of(plan), strew_min(n_threads < 1 ? 1 : (size_t)n_threads, STREW_MAX_THREADS)).bytes;
}

/* In place, or of nothing, there is no copy. */
static int has_copy(const strew_plan_state *plan, const void *output, const void *data)
{
    return plan->data_bytes != 0 && output != data;
}

static void copy_data(const strew_plan_state *plan, const strew_resources *resources, void *output, const void *data)
{
    if (has_copy(plan, output, data)) strew_copy(resources, output, data, plan->data_bytes);
}

/* Check, copy, apply, on one thread, for tuples that make no more than a block: they are looked at and turned into slice indices once. */
STREW_OWN_FRAME static strew_status run_block(const strew_job *job, const void *data, strew_fault *fault)
{
    const strew_plan_state *plan = job->plan;
    const strew_block all = strew_block_at(job, 0);
    uint32_t slice_indices[STREW_BLOCK + STREW_PREFETCH_SLICES];
    if (!strew_make_slice_indices(job, &all, slice_indices)) return strew_find_fault(plan, job->indices, fault);
    strew_pad_slice_indices(plan, slice_indices, all.n);
    if (has_copy(plan, job->output, data)) strew_copy_chunk(job->output, data, plan->data_bytes, plan->data_bytes);
    if (plan->apply != NULL) strew_apply_blocks(job, 0, 1, 0, plan->n_outer, slice_indices);
    return STREW_OK;
}

/* The same for any number of them. `granted` is what there is a workspace for. */
static strew_status run_tuples(const strew_plan_state *plan, const strew_resources *resources, void *output, const void *data,
                               const void *indices, const void *updates, wish granted, strew_fault *fault)
{
    const int has_copies = granted.n_copies > 1;
    strew_job job;
    strew_begin_job(&job, plan, output, indices, updates);
    const int is_short = strew_has_32_bit_slice_indices(plan), is_checked = plan->check != NULL;
    if (is_checked && is_short && job.n_blocks == 1 && strew_count_threads(resources) == 1) return run_block(&job, data, fault);
    if (is_checked) strew_guess_grid(&job);
    uint32_t *slice_indices = NULL; /* on a grid nobody would read them */
    if (granted.bytes != 0 && !has_copies && !job.may_be_grid)
        slice_indices = (void *)strew_align(resources->workspace, sizeof *slice_indices);
    if (is_checked || slice_indices != NULL) {
        const strew_check_result found = slice_indices != NULL ? strew_fill(resources, &job, slice_indices) : strew_check(resources, &job);
        if (found == STREW_OUT_OF_BOUNDS)
            return is_checked ? strew_find_fault(plan, indices, fault) : STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
        strew_settle_grid(&job, found == STREW_ON_GRID);
    }
    copy_data(plan, resources, output, data);
    if (plan->apply == NULL) return STREW_OK;
    const int is_right = has_copies ? strew_apply_in_copies(resources, &job, granted.n_copies, resources->workspace)
                         : is_short ? strew_apply(resources, &job, slice_indices)
                                    : strew_apply_large_offset(&job);
    return is_right ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}

/* Threads cost more than they gain where there is little to do. */
static void drop_useless_threads(const strew_plan_state *plan, strew_resources *resources, size_t copied_bytes, int is_distinct, int has_copies)
{
    if (resources->parallel_for != NULL && !has_copies && !strew_is_worth_sharing(plan, copied_bytes, is_distinct)) {
        resources->parallel_for = NULL;
    }
}

strew_status strew_run_with(const strew_plan *storage, void *output, const void *data, const void *indices, const void *updates,
                            const strew_resources *given, strew_fault *fault)
{
    const strew_plan_state *plan = strew_state_of(storage);
    if (plan == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "plan");
    strew_resources resources;
    strew_status status = strew_read_resources(&resources, given, fault);
    if (status != STREW_OK) return status;
    wish granted = {0, 0};
    if (resources.workspace != NULL) granted = make_wish(plan, strew_count_threads(&resources));
    if (resources.workspace_bytes < granted.bytes) granted = (wish){0, 0};
    drop_useless_threads(plan, &resources, output == data ? 0 : plan->data_bytes, 0, granted.n_copies > 1);
    const tuples_buffer tuples = {"indices", indices, plan->indices_bytes};
    status =
        check_buffers(plan, output, data, tuples, updates, resources.workspace, granted.bytes != 0 ? resources.workspace_bytes : 0, fault);
    if (status != STREW_OK) return status;
    if (plan->n_tuples == 0) {
        copy_data(plan, &resources, output, data);
    } else {
        status = run_tuples(plan, &resources, output, data, indices, updates, granted, fault);
    }
    return status == STREW_OK ? strew_succeed(fault) : status;
}

strew_status strew_run_prepared(const strew_plan *storage, void *output, const void *data, const void *prepared, const void *updates,
                                const strew_resources *given, strew_fault *fault)
{
    const strew_plan_state *plan = strew_state_of(storage);
    if (plan == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "plan");
    strew_resources resources;
    strew_status status = strew_read_resources(&resources, given, fault);
    if (status != STREW_OK) return status;
    const tuples_buffer tuples = {"prepared", prepared, strew_prepared_bytes(plan)};
    status = check_buffers(plan, output, data, tuples, updates, NULL, 0, fault);
    if (status != STREW_OK) return status;
    strew_opened opened;
    if (!strew_open_prepared(plan, prepared, &opened)) return STREW_REJECT(fault, STREW_STATUS_PREPARED_MISMATCH);
    drop_useless_threads(plan, &resources, output == data ? 0 : plan->data_bytes, opened.is_distinct, 0);
    copy_data(plan, &resources, output, data);
    if (plan->n_tuples != 0 && plan->apply != NULL) {
        strew_job job;
        strew_begin_prepared_job(&job, plan, output, updates, opened.row, opened.is_distinct);
        if (opened.slice_indices != NULL) {
            strew_apply(&resources, &job, opened.slice_indices);
        } else {
            strew_apply_all_runs(&resources, &job, opened.runs, opened.n_runs);
        }
    }
    return strew_succeed(fault);
}

strew_status strew_run(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates, strew_fault *fault)
{
    return strew_run_with(plan, output, data, indices, updates, NULL, fault);
}

strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                              strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_nd_plan(&plan, data, indices, updates, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run(&plan, output, data->values, indices->values, updates->values, fault);
}

strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                    int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_elements_plan(&plan, data, indices, updates, axis, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run(&plan, output, data->values, indices->values, updates->values, fault);
}

strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                  int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_update_plan(&plan, data, indices, updates, axis, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run(&plan, output, data->values, indices->values, updates->values, fault);
}
