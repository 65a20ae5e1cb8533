/* Running a plan of a gather: check, then gather. */
#include "check.h"
#include "fault.h"
#include "gather.h"
#include "sized_struct.h"

/* ---- The passes ---------------------------------------------------------------------------------------------------------------------- */

/* Check and gather for tuples that fit one block: they are turned into slice indices once. */
static STREW_INLINE strew_status run_block(const strew_job *job, strew_fault *fault)
{
    uint32_t slice_indices[STREW_BLOCK + STREW_PREFETCH_SLICES];
    strew_block all = strew_block_at(&job->layout, 0);
    if (!strew_make_slice_indices(job, &all, slice_indices)) return strew_find_fault(job->plan, job->indices, fault);
    if (job->plan->gather == NULL) return STREW_OK;
    strew_make_absolute(&all, slice_indices);
    for (size_t i = 0; i < STREW_PREFETCH_SLICES; i++) slice_indices[all.n + i] = slice_indices[all.n - 1];
    strew_gather_tuples(job, 0, slice_indices, all.n);
    return STREW_OK;
}

static strew_status run_tuples(const strew_plan_state *plan, void *output, const void *data, const void *indices, strew_fault *fault)
{
    strew_job job;
    strew_begin_gather(&job, plan, output, data, indices);
    const int is_short = strew_has_32_bit_slice_indices(plan);
    if (plan->check != NULL) {
        if (is_short && job.layout.n_blocks == 1) return run_block(&job, fault);
        strew_propose_grid(&job);
        const strew_check_result result = strew_check(&job, 0, job.layout.n_blocks);
        if (result == STREW_OUT_OF_BOUNDS) return strew_find_fault(plan, job.indices, fault);
        strew_confirm_grid(&job, result == STREW_ON_GRID);
    }
    if (plan->gather == NULL) return STREW_OK;
    const int is_right = is_short ? strew_gather_blocks(&job, 0, job.layout.n_blocks) : strew_gather_large_offset(&job);
    return is_right ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}

/* ---- The calls ----------------------------------------------------------------------------------------------------------------------- */

strew_status strew_run_gather(const strew_plan *storage, void *output, const void *data, const void *indices, const strew_resources *given,
                              strew_fault *fault)
{
    const strew_plan_state *plan = strew_state_of(storage);
    if (plan == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "plan");
    if (!plan->is_gather) return STREW_REJECT(fault, STREW_STATUS_PLAN_MISMATCH, .subject = "scatter");
    const strew_resources *resources;
    strew_status status = strew_read_resources(&resources, given, fault);
    if (status != STREW_OK) return status;
    const strew_buffer tuples = {"indices", indices, plan->indices_bytes};
    status = strew_check_gather_buffers(plan, output, data, &tuples, fault);
    if (status == STREW_OK && plan->n_tuples != 0) status = run_tuples(plan, output, data, indices, fault);
    return status == STREW_OK ? strew_succeed(fault) : status;
}
