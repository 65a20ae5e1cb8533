/* Running a plan: check, copy, access, apply; on one thread, or each pass on many. */
#include "run.h"

#include "access.h"
#include "apply.h"
#include "call.h"
#include "check.h"
#include "copy.h"
#include "estimate.h"
#include "fault.h"
#include "masked_scatter.h"
#include "partition.h"
#include "prepare.h"
#include "privatize.h"
#include "run_gather.h"
#include "schedule.h"
#include "sized_struct.h"
#include "steps.h"
#include "strided.h"
#include "tensor_scatter.h"
#include "util.h"

/* ---- Resources ----------------------------------------------------------------------------------------------------------------------- */

/* What a workspace is for, and by how many threads it is used. */
typedef enum purpose { NOTHING, SLICE_INDICES, ACCUMULATORS, PARTITION, TOUCHED } purpose;

typedef struct workspace_request {
    size_t bytes;
    purpose purpose;
    size_t n; /* accumulators, or threads that share a partition */
} workspace_request;

static const workspace_request NO_REQUEST = {0, NOTHING, 0};

/* On one thread, slice indices are stored if tuples are read twice, for the check and to apply them, and are long. */
static int needs_slice_indices(const strew_plan_state *plan, size_t n_threads)
{
    if (n_threads > 1) return strew_needs_slice_indices(plan, n_threads);
    return plan->check != NULL && plan->k * plan->index_bytes >= STREW_MIN_STORED_TUPLE_BYTES;
}

/* Whether a run is over before the threads are awake, so that nothing else needs to be computed: one thread takes less than a nanosecond
 * for each byte. */
static int is_short(const strew_plan_state *plan, size_t copied_bytes, uint64_t wake_ns)
{
    return plan->indices_bytes / 2 + plan->updates_bytes / 2 + copied_bytes / 2 < wake_ns / 2;
}

/* They have space for one more than needed: a workspace may begin at any address. */
static workspace_request request_slice_indices(const strew_plan_state *plan, size_t n_threads, size_t max_bytes)
{
    /* No buffer has more than 2^63 bytes, so neither have slice indices nor updates; but both together may. */
    if (plan->n_tuples > SIZE_MAX / 16 || !needs_slice_indices(plan, n_threads)) return NO_REQUEST;
    const size_t bytes = (plan->n_tuples + STREW_PREFETCH_SLICES + 1) * sizeof(uint32_t);
    return bytes <= max_bytes ? (workspace_request){bytes, SLICE_INDICES, 0} : NO_REQUEST;
}

#if STREW_BUILD_FEATURE_THREADS
/* Accumulators or a partition, whichever is faster of those that fit max_bytes. What a slow pool could use has no more bytes than what the
 * fastest one does: as many accumulators, or those that fit, or a partition on fewer threads. */
static workspace_request request_sharing(const strew_plan_state *plan, size_t n_threads, size_t max_bytes, uint64_t wake_ns)
{
    const size_t n_accumulators = strew_count_accumulators(plan, n_threads, max_bytes, wake_ns),
                 n_partitioning = strew_count_partition_threads(plan, n_threads, max_bytes, wake_ns);
    if (n_accumulators > 1 && (n_partitioning == 0 || strew_accumulators_ns(plan, n_accumulators, wake_ns) <=
                                                          strew_shared_partition_ns(plan, n_partitioning, wake_ns))) {
        return (workspace_request){strew_accumulators_bytes(plan, n_accumulators), ACCUMULATORS, n_accumulators};
    }
    if (n_partitioning == 0) return NO_REQUEST;
    return (workspace_request){strew_partition_bytes(plan, n_partitioning), PARTITION, n_partitioning};
}
#else
#define request_sharing(plan, n_threads, max_bytes, wake_ns) NO_REQUEST
#endif

static workspace_request request_workspace(const strew_plan_state *plan, size_t n_threads, size_t max_bytes, uint64_t wake_ns)
{
    if (strew_needs_touched(plan)) return (workspace_request){strew_touched_bytes(plan), TOUCHED, 0};
    if (plan->apply == NULL || plan->n_tuples == 0 || strew_is_strided(plan) || !strew_has_32_bit_slice_indices(plan)) return NO_REQUEST;
    const int is_alone = is_short(plan, 0, wake_ns);
    if (!is_alone) {
        const workspace_request sharing = request_sharing(plan, n_threads, max_bytes, wake_ns);
        if (sharing.purpose != NOTHING) return sharing;
    }
    const int is_shared = !is_alone && n_threads > 1 && strew_is_worth_sharing(plan, n_threads, 0, STREW_OF_INDICES, wake_ns);
    return request_slice_indices(plan, is_shared ? n_threads : 1, max_bytes);
}

size_t strew_plan_workspace_size(const strew_plan *plan, int32_t n_threads)
{
    const size_t n = strew_min(n_threads < 1 ? 1 : (size_t)n_threads, STREW_MAX_THREADS);
    if (plan == NULL) return 0;
    return request_workspace(strew_state_of(plan), n, SIZE_MAX, STREW_MIN_WAKE_NS).bytes;
}

/* The resources of a run: the caller's threads, if they are worth it, and how the workspace is used. */
typedef struct lent {
    const strew_resources *given;
    strew_resources storage; /* if the caller's lack members */
    strew_threads threads;
    uint64_t wake_ns;
    workspace_request workspace;
} lent;

/* Reads the resources, before it is known whether threads are worth it. */
static strew_status begin_lent(lent *lent, const strew_resources *given, strew_fault *fault)
{
    lent->given = given;
    const strew_status status = strew_read_resources(&lent->given, &lent->storage, fault);
    if (status != STREW_OK) return status;
    lent->threads = strew_find_threads(lent->given);
    lent->wake_ns = strew_find_wake_ns(lent->given, lent->threads.n);
    lent->workspace = NO_REQUEST;
    return STREW_OK;
}

/* Rejects resources whose workspace is smaller than the plan needs to be right. */
static strew_status check_workspace(const strew_plan_state *plan, const strew_resources *resources, strew_fault *fault)
{
    const size_t given = resources->workspace != NULL ? resources->workspace_bytes : 0, needed = strew_touched_bytes(plan);
    if (given >= needed) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_WORKSPACE_TOO_SMALL, .value = (int64_t)strew_min(given, PTRDIFF_MAX),
                        .low = (int64_t)strew_min(needed, PTRDIFF_MAX));
}

/* The caller's workspace, if a run uses it. */
static strew_buffer workspace_of(const lent *lent)
{
    const int is_used = lent->workspace.bytes != 0;
    return (strew_buffer){"workspace", is_used ? lent->given->workspace : NULL, is_used ? lent->given->workspace_bytes : 0, NULL};
}

static void drop_threads_unless_worth(lent *lent, const strew_plan_state *plan, size_t copied_bytes, strew_sharing_of what)
{
    if (lent->threads.n > 1 && !strew_is_worth_sharing(plan, lent->threads.n, copied_bytes, what, lent->wake_ns)) lent->threads.n = 1;
}

/* ---- The passes ---------------------------------------------------------------------------------------------------------------------- */

/* There is no copy in place, or if there is no data. */
static int has_copy(const strew_plan_state *plan, const void *output, const void *data)
{
    return plan->data_bytes != 0 && output != data;
}

/* Whether data or output is not dense. */
static int has_strided_copy(const strew_plan_state *plan)
{
    const int64_t bytes = plan->element_bytes;
    return plan->views.n_copies > 1 ||
           (plan->views.n_copies == 1 && (strew_copies_of(plan)[0].data != bytes || strew_copies_of(plan)[0].output != bytes));
}

/* The calling thread, for what is not worth more. */
static const strew_threads alone = {NULL, NULL, 1};

static void copy_alone(const strew_plan_state *plan, void *output, const void *data)
{
    if (!has_copy(plan, output, data)) return;
    if (has_strided_copy(plan)) {
        strew_copy_strided(&alone, plan, output, data);
    } else {
        strew_copy(output, data, plan->data_bytes, plan->exceeds_caches);
    }
}

static void copy_data(const lent *lent, const strew_plan_state *plan, void *output, const void *data)
{
    const strew_threads *threads = &lent->threads;
    if (threads->n == 1 || plan->data_bytes < strew_min_shared_bytes(lent->wake_ns) || !has_copy(plan, output, data)) {
        copy_alone(plan, output, data);
    } else if (has_strided_copy(plan)) {
        strew_copy_strided(threads, plan, output, data);
    } else {
        strew_copy_on(threads, output, data, plan->data_bytes, plan->exceeds_caches);
    }
}

/* Checks all tuples, and confirms a proposed grid or not. Zero if a tuple is out of bounds. */
static STREW_INLINE int check_indices(const lent *lent, strew_job *job)
{
    const strew_check_result result = strew_check(&lent->threads, job);
    strew_confirm_grid(job, result == STREW_ON_GRID);
    return result != STREW_OUT_OF_BOUNDS;
}

/* The same, and stores all slice indices in the workspace. */
static STREW_INLINE int fill_workspace(const lent *lent, strew_job *job)
{
    uint32_t *slice_indices = (void *)strew_align(lent->given->workspace, sizeof *slice_indices);
    if (!strew_fill_slice_indices(&lent->threads, job, slice_indices)) return 0;
    strew_pad_slice_indices(job->plan, slice_indices, job->layout.n_tuples);
    strew_give_slice_indices(job, slice_indices, job->plan->skips);
    return 1;
}

static STREW_INLINE int apply_updates(const lent *lent, const strew_job *job)
{
    if (lent->threads.n > 1) return strew_apply_on(&lent->threads, job, lent->given->workspace);
    const strew_steps all = strew_all_steps(job, lent->given->workspace);
    return strew_run_steps(job, &all);
}

/* Check, copy and apply on one thread, for tuples that fit one block: they are turned into slice indices once. */
STREW_OWN_FRAME static strew_status run_block(strew_job *job, const void *data, strew_fault *fault)
{
    const strew_plan_state *plan = job->plan;
    strew_block all = strew_block_at(&job->layout, 0);
    uint32_t slice_indices[STREW_BLOCK + STREW_PREFETCH_SLICES];
    const strew_made made = strew_make_slice_indices(job, &all, slice_indices);
    if (made == STREW_NOT_MADE) return strew_find_fault(plan, job->indices, fault);
    strew_make_absolute(&all, slice_indices);
    strew_pad_slice_indices(plan, slice_indices, all.n);
    strew_give_slice_indices(job, slice_indices, made == STREW_SOME_SKIPPED);
    copy_alone(plan, job->output, data);
    if (plan->apply != NULL) strew_apply(job, 0, 1, 0, plan->n_outer);
    return STREW_OK;
}

/* A tuple is out of bounds. Without a check, or if the check finds nothing, the indices have changed since. */
static STREW_COLD strew_status reject_tuples(const strew_job *job, strew_fault *fault)
{
    if (job->plan->check != NULL) return strew_find_fault(job->plan, job->indices, fault);
    return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}

#if STREW_BUILD_FEATURE_THREADS
/* How long the thread takes that has most of the sorted tuples, `longest`, if all of them take all_ns. Few slices may have most tuples. */
static uint64_t longest_ns(const strew_segments *segments, uint32_t longest, uint64_t all_ns)
{
    const uint32_t n = segments->first[segments->n];
    return n != 0 ? all_ns * 1000 / n * longest / 1000 : 0;
}

/* Check, copy and apply by a stable partition. Zero, with nothing done, if one thread is faster after all. */
static int run_partition(const lent *lent, strew_job *job, const void *data, strew_status *status, strew_fault *fault)
{
    const strew_plan_state *plan = job->plan;
    const size_t n = lent->workspace.n;
    strew_partition_pass *pass;
    const strew_partition_status begun = strew_begin_partition(&pass, job, n, lent->given->workspace);
    if (begun == STREW_PARTITION_NOT_WORTH) return 0;
    if (begun == STREW_PARTITION_OUT_OF_BOUNDS || !strew_count_tuples(n == 1 ? &alone : &lent->threads, pass, job)) {
        *status = reject_tuples(job, fault);
        return 1;
    }
    copy_data(lent, plan, job->output, data);
    const uint32_t longest = strew_cut_segments(pass, job);
    if (n == 1) {
        strew_move_tuples(&alone, pass, job);
        strew_apply_segments(&alone, &pass->segments, job, 1);
    } else if (strew_apply_ns(plan) <=
               strew_move_ns(plan) / n + longest_ns(&pass->segments, longest, strew_apply_moved_ns(plan)) + 2 * lent->wake_ns) {
        strew_apply_counted(pass, job);
    } else {
        strew_move_tuples(&lent->threads, pass, job);
        strew_apply_moved(&lent->threads, pass, job);
    }
    *status = STREW_OK;
    return 1;
}
#else
#define run_partition(lent, job, data, status, fault) ((void)(status), 0)
#endif

/* The same for any number of tuples. */
static STREW_INLINE strew_status run_tuples(lent *lent, const strew_plan_state *plan, void *output, const void *data, const void *indices,
                                            const void *updates, strew_fault *fault)
{
    const int is_short = strew_has_32_bit_slice_indices(plan), is_checked = plan->check != NULL,
              is_touched = lent->workspace.purpose == TOUCHED, is_strided = strew_is_strided(plan);
    strew_job job;
    strew_begin_job(&job, plan, output, indices, updates);
    const int is_one_block = job.layout.n_blocks == 1 && lent->threads.n == 1 && !is_touched && !is_strided;
    if (is_checked && is_short && is_one_block) return run_block(&job, data, fault);
    if (lent->workspace.purpose == ACCUMULATORS) {
        if (!strew_accumulate(&lent->threads, &job, lent->workspace.n, lent->given->workspace)) return reject_tuples(&job, fault);
        copy_data(lent, plan, output, data);
        strew_add_accumulators(&lent->threads, &job, lent->workspace.n, lent->given->workspace);
        return STREW_OK;
    }
    if (is_checked && !is_touched) strew_propose_grid(&job);
    /* On a grid, nothing would read the slice indices. */
    const int is_scattered = job.access.pattern != STREW_GRID;
    strew_status status;
    if (is_scattered && lent->workspace.purpose == PARTITION) {
        if (run_partition(lent, &job, data, &status, fault)) return status;
        drop_threads_unless_worth(lent, plan, has_copy(plan, output, data) ? plan->data_bytes : 0, STREW_OF_INDICES);
    }
    const int is_filled = is_scattered && lent->workspace.purpose == SLICE_INDICES;
    if (is_filled ? !fill_workspace(lent, &job) : is_checked && !check_indices(lent, &job)) return reject_tuples(&job, fault);
    copy_data(lent, plan, output, data);
    if (plan->apply == NULL) return STREW_OK;
    return apply_updates(lent, &job) ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}

/* Check, copy and write for a plan of tensor_scatter. */
static strew_status run_tokens(const lent *lent, const strew_plan_state *plan, void *output, const void *data,
                               const strew_token_buffers *buffers, strew_fault *fault)
{
    const strew_status status = strew_check_tokens(plan, buffers->indices, fault);
    if (status != STREW_OK) return status;
    copy_data(lent, plan, output, data);
    if (plan->updates_bytes == 0) return STREW_OK;
    const int is_shared = plan->updates_bytes >= strew_min_shared_bytes(lent->wake_ns);
    const int is_right = strew_write_tokens(is_shared ? &lent->threads : &alone, plan, buffers);
    return is_right ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}

#if STREW_BUILD_FEATURE_MASKED_SCATTER
/* A pass over all ranges of a masked_scatter, which reads and writes about n_bytes. */
STREW_OWN_FRAME static int pass_mask(const lent *lent, strew_mask_run *run, size_t n_bytes)
{
    return strew_pass_mask(n_bytes >= strew_min_shared_bytes(lent->wake_ns) ? &lent->threads : &alone, run);
}

/* Count, copy and write for a plan of masked_scatter. */
STREW_OWN_FRAME static strew_status run_mask(const lent *lent, const strew_plan_state *plan, void *output, const void *data,
                                             const void *mask, const void *updates, strew_fault *fault)
{
    strew_mask_run run = {.plan = plan, .output = output, .mask = mask, .updates = updates, .n_ranges = lent->threads.n};
    pass_mask(lent, &run, plan->n_tuples);
    const strew_status status = strew_add_counts(&run, fault);
    if (status != STREW_OK) return status;
    copy_data(lent, plan, output, data);
    const int is_right = pass_mask(lent, &run, plan->n_tuples + run.first[run.n_ranges] * plan->slice_bytes);
    return is_right ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
}
#else
#define run_mask(lent, plan, output, data, mask, updates, fault) STREW_OK
#endif

/* ---- The calls ----------------------------------------------------------------------------------------------------------------------- */

/* What stands where indices do: the pointers to component tensors, a mask, or write indices. */
static const void *tuples_of(const strew_plan_state *plan, const strew_buffers *buffers)
{
    return plan->has_components                        ? (const void *)buffers->components
           : plan->op == STREW_OPERATOR_MASKED_SCATTER ? buffers->mask
           : plan->op == STREW_OPERATOR_TENSOR_SCATTER ? buffers->write_indices
                                                       : buffers->indices;
}

strew_status strew_run_scatter(const strew_plan_state *plan, const strew_buffers *buffers, const void *indices,
                               const strew_resources *given, strew_fault *fault)
{
    void *const output = buffers->output;
    const void *data = buffers->data, *updates = buffers->updates;
    lent lent;
    strew_status status = begin_lent(&lent, given, fault);
    if (status == STREW_OK) status = check_workspace(plan, lent.given, fault);
    if (status != STREW_OK) return status;
    const size_t copied_bytes = output == data ? 0 : plan->data_bytes;
    if (is_short(plan, copied_bytes, lent.wake_ns)) lent.threads.n = 1;
    if (lent.given->workspace != NULL) {
        lent.workspace = request_workspace(plan, lent.threads.n, lent.given->workspace_bytes, lent.wake_ns);
    }
    const strew_buffer workspace = workspace_of(&lent);
    if (plan->without_kernel == NULL && lent.workspace.purpose != ACCUMULATORS && lent.workspace.purpose != PARTITION) {
        drop_threads_unless_worth(&lent, plan, copied_bytes, STREW_OF_INDICES);
    }
    const strew_buffer tuples = strew_buffer_of_indices(plan, indices);
    status = strew_check_buffers(plan, output, data, &tuples, updates, &workspace, fault);
    if (status == STREW_OK && strew_has_apart_components(plan)) status = strew_check_components(plan, output, indices, &workspace, fault);
    if (status != STREW_OK) return status;
    if (plan->op == STREW_OPERATOR_TENSOR_SCATTER) {
        status = run_tokens(&lent, plan, output, data, &(strew_token_buffers){output, indices, updates}, fault);
    } else if (plan->n_tuples == 0) {
        copy_data(&lent, plan, output, data);
    } else if (strew_is_masked_scatter(plan)) {
        status = run_mask(&lent, plan, output, data, indices, updates, fault);
    } else {
        status = run_tuples(&lent, plan, output, data, indices, updates, fault);
    }
    return status == STREW_OK ? strew_succeed(fault) : status;
}

#if STREW_BUILD_FEATURE_PREPARE
#if STREW_BUILD_FEATURE_THREADS
/* Cuts sorted tuples for the threads that should share them. Returns how many these are; 1 if no tuples are sorted, or one thread is
 * faster. */
static size_t cut_sorted(const lent *lent, const strew_plan_state *plan, strew_opened *opened)
{
    strew_segments *segments = &opened->segments;
    if (lent->threads.n < 2 || segments->n == 0) return 1;
    const uint64_t sorted_ns = strew_apply_sorted_ns(plan);
    const size_t n = strew_min(lent->threads.n, (size_t)(sorted_ns / lent->wake_ns));
    if (n < 2) return 1;
    const uint32_t longest = strew_cut_line(segments->cut, segments->first, segments->n, plan->slice_bytes * opened->elements, n, NULL);
    return strew_is_gain(strew_apply_ns(plan), longest_ns(segments, longest, sorted_ns) + lent->wake_ns, n) ? n : 1;
}
#else
#define cut_sorted(lent, plan, opened) 1
#endif

static strew_status run_prepared(const strew_plan_state *plan, const strew_buffers *buffers, const strew_resources *given,
                                 strew_fault *fault)
{
    void *const output = buffers->output;
    const void *data = buffers->data, *prepared = buffers->prepared, *updates = buffers->updates;
    lent lent;
    strew_status status = begin_lent(&lent, given, fault);
    if (status == STREW_OK) status = check_workspace(plan, lent.given, fault);
    if (status != STREW_OK) return status;
    if (strew_needs_touched(plan)) lent.workspace = request_workspace(plan, 1, SIZE_MAX, lent.wake_ns);
    const strew_buffer tuples = {"prepared", prepared, strew_prepared_bytes(plan), NULL}, workspace = workspace_of(&lent);
    status = strew_check_buffers(plan, output, data, &tuples, updates, &workspace, fault);
    if (status != STREW_OK) return status;
    strew_opened opened;
    if (!strew_open_prepared(plan, prepared, &opened)) return STREW_REJECT(fault, STREW_STATUS_PREPARED_MISMATCH);
    const size_t copied_bytes = output == data ? 0 : plan->data_bytes;
    if (is_short(plan, copied_bytes, lent.wake_ns)) lent.threads.n = 1;
    const size_t n_sharing = strew_needs_touched(plan) ? 1 : cut_sorted(&lent, plan, &opened);
    const strew_sharing_of what = opened.is_distinct ? STREW_OF_DISTINCT : STREW_OF_PREPARED;
    if (n_sharing < 2) drop_threads_unless_worth(&lent, plan, copied_bytes, what);
    copy_data(&lent, plan, output, data);
    if (plan->n_tuples != 0 && plan->apply != NULL) {
        strew_job job;
        strew_begin_prepared_job(&job, plan, output, updates, opened.elements, opened.is_distinct);
        if (n_sharing > 1) {
            strew_apply_segments(&lent.threads, &opened.segments, &job, n_sharing);
        } else {
            if (opened.slice_indices != NULL) {
                strew_give_slice_indices(&job, opened.slice_indices, opened.has_skipped);
            } else {
                strew_give_runs(&job, opened.runs, opened.n_runs);
            }
            apply_updates(&lent, &job);
        }
    }
    return strew_succeed(fault);
}
#else
static strew_status run_prepared(const strew_plan_state *plan, const strew_buffers *buffers, const strew_resources *given,
                                 strew_fault *fault)
{
    (void)plan, (void)buffers, (void)given;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "prepare");
}
#endif

strew_status strew_run(const strew_plan *storage, const strew_buffers *buffers, const strew_resources *resources, strew_fault *fault)
{
    const strew_plan_state *plan = strew_state_of(storage);
    if (plan == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "plan");
    strew_buffers lacking;
    strew_status status = strew_read_buffers(&buffers, &lacking, fault);
    if (status == STREW_OK) status = strew_check_unused_buffers(plan, buffers, fault);
    if (status != STREW_OK) return status;
    const void *indices = tuples_of(plan, buffers);
    const int is_prepared = buffers->prepared != NULL;
    if (plan->is_gather) {
        return is_prepared ? strew_gather_prepared(plan, buffers, resources, fault)
                           : strew_gather_indices(plan, buffers, indices, resources, fault);
    }
    return is_prepared ? run_prepared(plan, buffers, resources, fault) : strew_run_scatter(plan, buffers, indices, resources, fault);
}
