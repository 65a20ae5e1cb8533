/* Running a plan of a gather: check, then gather. */
#include "run_gather.h"

#include "check.h"
#include "estimate.h"
#include "fault.h"
#include "gather.h"
#include "prepare.h"
#include "sized_struct.h"
#include "steps.h"

/* ---- Resources ----------------------------------------------------------------------------------------------------------------------- */

/* Reads the resources, and finds the threads of them that are worth waking. One thread takes less than a nanosecond for each byte, so a
 * short run need not be estimated. */
static strew_status find_threads(const strew_plan_state *plan, const strew_resources *given, int is_prepared, strew_threads *threads,
                                 strew_fault *fault)
{
    const strew_resources *resources = given;
    strew_resources storage;
    const strew_status status = strew_read_resources(&resources, &storage, fault);
    *threads = (strew_threads){NULL, NULL, 1};
    if (status != STREW_OK || resources->parallel_for == NULL || plan->gather == NULL) return status;
    const strew_threads all = strew_find_threads(resources);
    const uint64_t wake_ns = strew_find_wake_ns(resources, all.n);
    if (all.n == 1 || plan->indices_bytes / 2 + plan->updates_bytes / 2 < wake_ns / 2 || !strew_has_32_bit_slice_indices(plan)) {
        return STREW_OK;
    }
    const uint64_t alone_ns = strew_gather_ns(plan, is_prepared);
    if (strew_is_gain(alone_ns, alone_ns / all.n + (is_prepared ? 1 : 2) * wake_ns, all.n)) *threads = all;
    return STREW_OK;
}

/* ---- The passes ---------------------------------------------------------------------------------------------------------------------- */

static int gather_steps_chunk(const void *context, size_t begin, size_t end)
{
    const strew_job *job = context;
    const strew_steps steps = {begin, end, 0, job->plan->n_outer, NULL, NULL};
    return strew_run_steps(job, &steps);
}

static int gather_outer_chunk(const void *context, size_t begin, size_t end)
{
    const strew_job *job = context;
    const strew_steps steps = {0, strew_count_steps(job), begin, end, NULL, NULL};
    return strew_run_steps(job, &steps);
}

/* Every slice of output belongs to one tuple and one outer index. */
static STREW_INLINE int gather_all(const strew_job *job, const strew_threads *threads)
{
    const strew_steps all = strew_all_steps(job, NULL);
    if (threads->n == 1) return strew_run_steps(job, &all);
    return all.outer_end >= threads->n ? strew_share_chunks(threads, all.outer_end, gather_outer_chunk, job)
                                       : strew_share_chunks(threads, all.end, gather_steps_chunk, job);
}

/* Check and gather for tuples that fit one block: they are turned into slice indices once. */
STREW_OWN_FRAME static strew_status run_block(const strew_job *job, strew_fault *fault)
{
    uint32_t slice_indices[STREW_BLOCK + STREW_PREFETCH_SLICES];
    strew_block all = strew_block_at(&job->layout, 0);
    const strew_made made = strew_make_slice_indices(job, &all, slice_indices);
    if (made == STREW_NOT_MADE) return strew_find_fault(job->plan, job->indices, fault);
    if (job->plan->gather == NULL) return STREW_OK;
    strew_make_absolute(&all, slice_indices);
    strew_pad_slice_indices(job->plan, slice_indices, all.n);
    strew_gather_tuples(job, 0, slice_indices, all.n, made, 0, job->plan->n_outer);
    return STREW_OK;
}

static STREW_INLINE strew_status run_tuples(const strew_plan_state *plan, void *output, const void *data, const void *indices,
                                            const strew_threads *threads, strew_fault *fault)
{
    strew_job job;
    strew_begin_gather(&job, plan, output, data, indices);
    if (threads->n > 1) strew_cut_gather(&job, threads->n);
    if (plan->check != NULL) {
        if (strew_has_32_bit_slice_indices(plan) && !strew_is_strided(plan) && job.layout.n_blocks == 1 && threads->n == 1)
            return run_block(&job, fault);
        strew_propose_grid(&job);
        const strew_check_result result = strew_check(threads, &job);
        if (result == STREW_OUT_OF_BOUNDS) return strew_find_fault(plan, job.indices, fault);
        strew_confirm_grid(&job, result == STREW_ON_GRID);
        if (threads->n > 1) strew_cut_gather(&job, threads->n);
    }
    if (plan->gather == NULL) return STREW_OK;
    return gather_all(&job, threads) ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}

/* ---- The calls ----------------------------------------------------------------------------------------------------------------------- */

strew_status strew_gather_indices(const strew_plan_state *plan, const strew_buffers *buffers, const void *indices,
                                  const strew_resources *given, strew_fault *fault)
{
    void *const output = buffers->output;
    const void *data = buffers->data;
    strew_threads threads;
    strew_status status = find_threads(plan, given, 0, &threads, fault);
    if (status != STREW_OK) return status;
    const strew_buffer tuples = strew_buffer_of_indices(plan, indices);
    status = strew_check_gather_buffers(plan, output, data, &tuples, fault);
    if (status == STREW_OK && strew_has_apart_components(plan)) status = strew_check_components(plan, output, indices, NULL, fault);
    if (status == STREW_OK && plan->n_tuples != 0) status = run_tuples(plan, output, data, indices, &threads, fault);
    return status == STREW_OK ? strew_succeed(fault) : status;
}

#if STREW_BUILD_FEATURE_PREPARE
strew_status strew_gather_prepared(const strew_plan_state *plan, const strew_buffers *buffers, const strew_resources *given,
                                   strew_fault *fault)
{
    void *const output = buffers->output;
    const void *data = buffers->data, *prepared = buffers->prepared;
    strew_threads threads;
    strew_status status = find_threads(plan, given, 1, &threads, fault);
    if (status != STREW_OK) return status;
    const strew_buffer tuples = {"prepared", prepared, strew_prepared_bytes(plan), NULL};
    status = strew_check_gather_buffers(plan, output, data, &tuples, fault);
    if (status != STREW_OK) return status;
    strew_opened opened;
    if (!strew_open_prepared(plan, prepared, &opened)) return STREW_REJECT(fault, STREW_STATUS_PREPARED_MISMATCH);
    if (plan->n_tuples != 0 && plan->gather != NULL) {
        strew_job job;
        strew_begin_prepared_job(&job, plan, output, data, opened.elements, opened.is_distinct);
        if (threads.n > 1) strew_cut_gather(&job, threads.n);
        if (opened.slice_indices != NULL) {
            strew_give_slice_indices(&job, opened.slice_indices, opened.has_skipped);
        } else {
            strew_give_runs(&job, opened.runs, opened.n_runs);
        }
        gather_all(&job, &threads);
    }
    return strew_succeed(fault);
}
#else
strew_status strew_gather_prepared(const strew_plan_state *plan, const strew_buffers *buffers, const strew_resources *given,
                                   strew_fault *fault)
{
    (void)plan, (void)buffers, (void)given;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "prepare");
}
#endif
