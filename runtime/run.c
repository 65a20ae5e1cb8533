/* Running a plan: check, copy, and the way that schedule.c chooses; of a scatter and of a gather alike. */

#include "arg.h"
#include "call.h"
#include "convert.h"
#include "copy.h"
#include "fault.h"
#include "hints.h"
#include "masked_scatter.h"
#include "prepare.h"
#include "schedule.h"
#include "segments.h"
#include "sized_struct.h"
#include "source.h"
#include "steps.h"
#include "tensor_scatter.h"

/* A run: its plan, its buffers, and what the caller lends. */
typedef struct run {
    const strew_plan_state *plan;
    void *output;
    const void *data, *indices, *prepared, *updates; /* indices, or what stands in their place */
    const strew_buffers *buffers;                    /* for what few runs have */
    const strew_resources *resources;
    strew_resources storage; /* if the caller's lack members */
    strew_threads threads;
    void *workspace, *scratch; /* what remains of the workspace; and scratch for each thread, at its start, or NULL */
    uint64_t wake_ns;
    strew_known known;
    strew_schedule schedule; /* by what is known; its way is NULL as long as there is none */
    strew_fault *fault;
} run;

/* The calling thread, for what is not worth more. */
static const strew_threads alone = {NULL, NULL, 1, 0};

/* ---- Before the first write ---------------------------------------------------------------------------------------------------------- */

/* Rejects a part that is not one of its run, or that has a pool besides. */
static STREW_COLD strew_status check_parts(const run *run)
{
    const strew_resources *given = run->resources;
    if (given->n_parts < 0 || given->n_parts > STREW_MAX_THREADS) {
        return STREW_REJECT(run->fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "resources.n_parts", .value = given->n_parts);
    }
    if (given->part < 0 || given->part >= (given->n_parts == 0 ? 1 : given->n_parts)) {
        return STREW_REJECT(run->fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "resources.part", .value = given->part);
    }
    if (given->parallel_for != NULL) {
        return STREW_REJECT(run->fault, STREW_STATUS_CONFLICT, .subject = "resources.n_parts and resources.parallel_for");
    }
#if !STREW_BUILD_FEATURE_THREADS
    if (given->n_parts > 1) return STREW_REJECT(run->fault, STREW_STATUS_NOT_BUILT, .subject = "threads");
#endif
    return STREW_OK;
}

/* Rejects a workspace that is smaller than the plan needs to be right. */
static strew_status check_workspace_size(const run *run)
{
    const strew_resources *resources = run->resources;
    const size_t given = resources->workspace != NULL ? resources->workspace_bytes : 0, touched = strew_touched_bytes(run->plan),
                 of_hints = run->prepared == NULL ? strew_hints_bytes(run->plan) : 0, scratch = strew_all_scratch_bytes(run->plan, 1),
                 of_run = touched != 0 ? touched : scratch, needed = of_run < of_hints ? of_hints : of_run;
    if (given >= needed) return STREW_OK;
    return STREW_REJECT(run->fault, STREW_STATUS_WORKSPACE_TOO_SMALL, .value = (int64_t)strew_min(given, PTRDIFF_MAX),
                        .low = (int64_t)strew_min(needed, PTRDIFF_MAX));
}

static strew_status check_buffers(const run *run)
{
    const strew_plan_state *plan = run->plan;
    const unsigned char *start = run->resources->workspace;
    const size_t scratch_bytes = run->scratch != NULL ? (size_t)((unsigned char *)run->workspace - start) : 0;
    const size_t of_hints = plan->is_gather || run->prepared != NULL ? 0 : strew_hints_bytes(plan),
                 of_run = scratch_bytes + (plan->is_gather ? 0 : run->known.workspace_bytes);
    const strew_buffer workspace = {"workspace", start, of_run < of_hints ? of_hints : of_run, NULL};
    const strew_buffer tuples = run->prepared != NULL ? (strew_buffer){"prepared", run->prepared, strew_prepared_bytes(plan), NULL}
                                                      : strew_buffer_of_indices(plan, run->indices);
    strew_status status = plan->is_gather
                              ? strew_check_gather_buffers(plan, run->output, run->data, &tuples, &workspace, run->fault)
                              : strew_check_buffers(plan, run->output, run->data, &tuples, run->updates, &workspace, run->fault);
    if (status == STREW_OK && run->prepared == NULL && strew_has_apart_components(plan)) {
        status = strew_check_components(plan, run->output, run->indices, &workspace, run->fault);
    }
    if (status == STREW_OK && strew_scales(plan)) {
        status = strew_check_scale(plan, run->output, run->buffers->scale, run->buffers->zero_points, &workspace, run->fault);
    }
    if (status == STREW_OK && (strew_has_rows(plan) || strew_has_weights(plan))) {
        status = strew_check_source(plan, run->output, run->buffers->update_indices, run->buffers->weights, &workspace, run->fault);
    }
    if (status == STREW_OK && strew_has_arg(plan)) {
        status = strew_check_arg_buffer(plan, run->buffers, &tuples, &workspace, run->fault);
    }
    return status;
}

/* A tuple is out of bounds. Without a check, or if the check finds nothing, the indices have changed since. */
static STREW_COLD strew_status reject_tuples(const run *run, const strew_job *job)
{
    if (run->plan->check != NULL) return strew_find_fault(run->plan, run->indices, job->rows, run->fault);
    return STREW_REJECT(run->fault, STREW_STATUS_INDICES_CHANGED);
}

/* Whether the tuples of a segment are in the order of their slices. Every part checks all. */
static STREW_INLINE strew_status check_segments(const run *run)
{
    const strew_plan_state *plan = run->plan;
    if (!strew_is_segment(plan) || run->prepared != NULL) return STREW_OK;
    const int is_alone = run->known.is_part || plan->indices_bytes < strew_min_shared_bytes(run->wake_ns);
    if (strew_are_segments_right(is_alone ? &alone : &run->threads, plan, run->indices)) return STREW_OK;
    return strew_find_segment_fault(plan, run->indices, run->fault);
}

/* ---- The copy ------------------------------------------------------------------------------------------------------------------------ */

#if STREW_BUILD_ARG
/* Fills the args before the first tuple, or replaces in the end what holds no winner. Parts leave it to part 0. */
STREW_OWN_FRAME static void pass_args(const run *run, const strew_threads *threads, int has_tuples, int is_end)
{
    if (run->threads.part != 0) return;
    if (strew_is_part(threads) || run->plan->data_bytes < strew_min_shared_bytes(run->wake_ns)) threads = &alone;
    if (is_end) {
        strew_finish_args(threads, run->plan, run->buffers->arg);
    } else {
        strew_begin_args(threads, run->plan, run->buffers->arg, has_tuples);
    }
}
#else
#define pass_args(run, threads, has_tuples, is_end) ((void)0)
#endif

/* Copies data to output. A gather copies nothing, nor does a run in place. */
STREW_OWN_FRAME static void copy_data(const run *run, const strew_threads *threads)
{
    const strew_plan_state *plan = run->plan;
    if (run->known.copied_bytes == 0 || run->threads.part != 0) return; /* what is not cut is done by part 0 */
    if (strew_is_part(threads) || plan->data_bytes < strew_min_shared_bytes(run->wake_ns)) threads = &alone;
    if (strew_has_copied_rows(plan)) {
        strew_copy_strided(threads, plan, run->output, run->data);
    } else if (threads->n > 1) {
        strew_copy_on(threads, run->output, run->data, plan->data_bytes, plan->exceeds_caches);
    } else {
        strew_copy(run->output, run->data, plan->data_bytes, plan->exceeds_caches);
    }
}

/* What output has before the first tuple. */
static STREW_INLINE void begin_output(const run *run, const strew_threads *threads)
{
    const strew_plan_state *plan = run->plan;
    if (strew_reads_data(plan)) {
        copy_data(run, threads);
    } else if (run->threads.part == 0) {
        const int is_alone = strew_is_part(threads) || plan->data_bytes < strew_min_shared_bytes(run->wake_ns);
        strew_fill_segments(is_alone ? &alone : threads, plan, run->output, run->prepared == NULL ? run->indices : NULL);
    }
}

/* ---- Tuples -------------------------------------------------------------------------------------------------------------------------- */

/* Check, copy and apply on one thread, for tuples that fit one batch: they are turned into slice indices once. */
static STREW_INLINE strew_status run_batch(const run *run, const strew_job *job)
{
    const strew_plan_state *plan = run->plan;
    int is_right;
    if (run->threads.part != 0 || (!strew_applies(plan) && !strew_fetches(plan))) { /* nothing is written: of the second, data is empty */
        is_right = strew_walk_in_bounds(job, 0, job->layout.n_blocks);
    } else {
        strew_steps all = strew_all_steps(job, NULL);
        all.data = run->known.copied_bytes != 0 ? run->data : NULL;
        is_right = plan->is_gather ? strew_fetch_steps(job, &all) : strew_apply_dense(job, &all);
    }
    return is_right ? STREW_OK : strew_find_fault(plan, job->indices, NULL, run->fault);
}

static const void *updates_of(const run *run)
{
    return run->plan->is_gather ? run->data : run->updates;
}

static void choose_schedule(run *run)
{
    run->schedule = strew_choose_schedule(&run->known, &run->threads);
}

/* The first choice, which also says whether a workspace is of use. It takes a tenth of the time of few tuples, which need none. */
static void choose_by_workspace(run *run)
{
    if (run->known.workspace_bytes == 0) return;
    choose_schedule(run);
    if (run->schedule.bytes == 0) run->known.workspace_bytes = 0;
}

/* The pass over the indices. Its result may change who applies them. */
STREW_OWN_FRAME static int check_tuples(run *run, strew_work *work)
{
    strew_job *job = work->job;
    strew_known *known = &run->known;
    known->elements = job->layout.elements;
    if (run->plan->check != NULL && !strew_needs_touched(run->plan) && !known->is_part) strew_propose_grid(job);
    const int has_grid = job->access.pattern == STREW_GRID;
    known->pattern = job->access.pattern;
    if (run->schedule.way == NULL || known->pattern != STREW_SCATTERED) choose_schedule(run);
    int found = run->schedule.way->check(work);
    if (found == STREW_NOT_WORTH) {
        known->is_close = 1;
        choose_schedule(run);
        found = run->schedule.way->check(work);
    }
    strew_confirm_grid(job, found == STREW_ON_GRID);
    known->is_checked = 1;
    if (has_grid && job->access.pattern != STREW_GRID) {
        known->pattern = job->access.pattern;
        choose_schedule(run);
    }
    return found != STREW_OUT_OF_BOUNDS;
}

#if STREW_BUILD_FUSED
/* The pass over the update indices, which their policy may do without. Every part checks all. */
static STREW_INLINE int check_rows(const run *run, const strew_job *job)
{
    if (strew_source_of(run->plan)->policy != STREW_POLICY_ERROR) return 1;
    return strew_check_rows(run->known.is_part ? &alone : &run->schedule.threads, job);
}
#else
#define check_rows(run, job) 1
#endif

static STREW_INLINE void give_factors(const run *run, strew_job *job)
{
    const strew_factor_buffers factors = {run->buffers->scale, run->buffers->zero_points, run->buffers->update_indices,
                                          run->buffers->weights, run->buffers->arg};
    strew_give_factors(job, &factors);
}

/* The prepared indices in place of a pass over the indices. Zero if they are of another plan. */
static STREW_INLINE int open_prepared(run *run, strew_job *job, strew_opened *opened)
{
    strew_known *known = &run->known;
    if (!strew_open_prepared(run->plan, run->prepared, opened)) return 0;
    if (run->plan->n_tuples == 0) return 1;
    strew_begin_prepared_job(job, run->plan, run->output, updates_of(run), opened->elements, opened->is_distinct);
    give_factors(run, job);
    if (opened->slice_indices != NULL) {
        strew_give_slice_indices(job, opened->slice_indices, opened->has_skipped);
    } else {
        strew_give_runs(job, opened->runs, opened->n_runs);
    }
    known->pattern = job->access.pattern;
    known->elements = opened->elements;
    known->is_distinct |= opened->is_distinct != 0;
    known->sorted = opened->bundles.n != 0 ? &opened->bundles : NULL;
    return 1;
}

/* Check, copy and apply. One thread alone applies here, so that a kernel is six frames away. */
static STREW_INLINE strew_status run_tuples(run *run)
{
    const strew_plan_state *plan = run->plan;
    strew_job job;
    strew_opened opened;
    strew_work work = {&run->schedule, &job, run->workspace, run->scratch, .output = run->output, .source = run->data};
    if (run->prepared == NULL) {
        strew_begin_job(&job, plan, run->output, run->indices, updates_of(run));
        give_factors(run, &job);
        const int is_one_batch = plan->check != NULL && strew_has_32_bit_slice_indices(plan) && strew_is_one_batch(&job) &&
                                 strew_is_as_dense(plan) && !strew_needs_touched(plan) && !strew_has_copied_rows(plan) &&
                                 !strew_has_hints_to_check(plan) && !strew_is_segment(plan);
        if (is_one_batch && (run->threads.n == 1 || strew_is_short(plan, run->known.copied_bytes, run->wake_ns)))
            return run_batch(run, &job);
        choose_by_workspace(run);
        size_t wrong = 0; /* the tuple for which hints are */
        /* Before a way keeps anything in the workspace. What is out of bounds is told first. */
        const int are_hints_right = !strew_has_hints_to_check(plan) || strew_are_hints_right(&job, run->resources->workspace, &wrong);
        if (!check_tuples(run, &work)) return reject_tuples(run, &job);
        const strew_status status = check_segments(run);
        if (status != STREW_OK) return status;
        if (!are_hints_right) return strew_find_hint_fault(&job, wrong, run->fault);
    } else {
        choose_by_workspace(run);
        if (!open_prepared(run, &job, &opened)) return STREW_REJECT(run->fault, STREW_STATUS_PREPARED_MISMATCH);
        choose_schedule(run);
        work.sorted = run->known.sorted;
    }
    if (plan->n_tuples != 0 && strew_has_rows(plan) && !check_rows(run, &job)) return strew_find_row_fault(&job, run->fault);
    const strew_way *way = run->schedule.way;
    const int is_alone = way == &strew_alone_way;
    int is_right = 1;
    if (run->known.is_part && !is_alone && run->known.copied_bytes != 0) {
        work.data = run->data;
        is_right = way->copy(&work);
    } else if (!way->writes_all) {
        begin_output(run, &run->schedule.threads);
    }
    const int has_tuples = plan->n_tuples != 0 && (strew_applies(plan) || strew_fetches(plan));
    if (strew_has_arg(plan)) pass_args(run, &run->schedule.threads, has_tuples, 0);
    if (!has_tuples) return STREW_OK;
    if (!is_alone) {
        /* uncovered: only another thread that changes indices makes a tuple out of bounds */
        is_right = is_right && way->run(&work);
    } else if (run->threads.part == 0) {
        strew_steps all = strew_all_steps(&job, strew_memory_of(&work));
        if (strew_has_arg(plan) && run->schedule.bytes != 0) all.winners = work.workspace;
        is_right = plan->is_gather             ? strew_gather_steps(&job, &all)
                   : strew_needs_touched(plan) ? strew_act_with_record(&job, &all)
                                               : strew_act_without_record(&job, &all);
    }
    if (strew_has_arg(plan)) pass_args(run, &run->schedule.threads, 1, 1);
    return is_right ? STREW_OK : STREW_REJECT(run->fault, STREW_STATUS_INDICES_CHANGED);
}

/* ---- Operators without kernels ------------------------------------------------------------------------------------------------------- */

/* The threads for a pass that reads and writes about n_bytes. */
static const strew_threads *threads_for(const run *run, size_t n_bytes)
{
    return n_bytes >= strew_min_shared_bytes(run->wake_ns) ? &run->threads : &alone;
}

/* The same for the pass that writes, after the copy: but parts copy what they write, and then `data` is not NULL. */
static const strew_threads *begin_writing(const run *run, size_t n_bytes, int can_be_cut, const unsigned char **data)
{
    const int is_copied = strew_is_copied_by_parts(&run->known);
    const strew_threads *threads =
        is_copied && !can_be_cut ? &alone : threads_for(run, n_bytes + (is_copied ? run->known.copied_bytes : 0));
    *data = is_copied && threads->n > 1 ? run->data : NULL;
    if (*data == NULL) copy_data(run, &run->threads);
    return threads;
}

/* Whether part 0 writes alone, and this is another one. */
static int is_idle(const run *run, const strew_threads *threads)
{
    return threads->n == 1 && run->threads.part != 0;
}

/* Check, copy and write for a plan of tensor_scatter. */
static strew_status run_tokens(const run *run)
{
    const strew_plan_state *plan = run->plan;
    const strew_status status = strew_check_tokens(plan, run->indices, run->fault);
    if (status != STREW_OK) return status;
    strew_token_buffers buffers = {run->output, run->indices, run->updates, NULL};
    const strew_threads *threads = begin_writing(run, plan->updates_bytes, plan->updates_bytes != 0, &buffers.data);
    if (is_idle(run, threads) || plan->updates_bytes == 0) return STREW_OK;
    const int is_right = strew_write_tokens(threads, plan, &buffers);
    return is_right ? STREW_OK : STREW_REJECT(run->fault, STREW_STATUS_INDICES_CHANGED);
}

#if STREW_BUILD_FEATURE_MASKED_SCATTER
/* Count, copy and write for a plan of masked_scatter. */
STREW_OWN_FRAME static strew_status run_mask(const run *run)
{
    const strew_plan_state *plan = run->plan;
    strew_mask_run mask = {.plan = plan, .output = run->output, .mask = run->indices, .updates = run->updates, .n_ranges = run->threads.n};
    strew_pass_mask(run->known.is_part ? &alone : threads_for(run, plan->n_tuples), &mask); /* every part counts all */
    const strew_status status = strew_add_counts(&mask, run->fault);
    if (status != STREW_OK) return status;
    const size_t n_bytes = plan->n_tuples + mask.first[mask.n_ranges] * plan->slice_bytes;
    const strew_threads *threads = begin_writing(run, n_bytes, !strew_has_copied_rows(plan), &mask.data);
    if (is_idle(run, threads)) return STREW_OK;
    const int is_right = strew_pass_mask(threads, &mask);
    return is_right ? STREW_OK : STREW_REJECT(run->fault, STREW_STATUS_INDICES_CHANGED);
}
#else
#define run_mask(run) STREW_OK
#endif

/* ---- Short calls --------------------------------------------------------------------------------------------------------------------- */

static STREW_INLINE int are_apart(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    return strew_are_apart((uintptr_t)a, a_bytes, (uintptr_t)b, b_bytes);
}

/* The tuples of a short call: indices, or prepared ones, or write indices. */
typedef struct short_tuples {
    const void *start;
    size_t bytes;
} short_tuples;

static STREW_INLINE short_tuples short_tuples_of(const strew_plan_state *plan, const strew_buffers *buffers)
{
    const int is_of_tokens = strew_is_tensor_scatter(plan);
    const void *indices = is_of_tokens ? buffers->write_indices : buffers->indices;
    if ((is_of_tokens ? buffers->indices : buffers->write_indices) != NULL) return (short_tuples){NULL, 0};
    if (buffers->prepared == NULL) return (short_tuples){indices, plan->indices_bytes};
#if STREW_BUILD_FEATURE_PREPARE
    if (indices == NULL && !is_of_tokens && !plan->position_dependent) return (short_tuples){buffers->prepared, strew_prepared_bytes(plan)};
#endif
    return (short_tuples){NULL, 0};
}

/* Whether the buffers of a short call are all there, and no others, and are apart. */
static STREW_INLINE int are_plain_buffers(const strew_plan_state *plan, const strew_buffers *buffers, const short_tuples *tuples)
{
    const void *output = buffers->output, *data = buffers->data;
    if (output == NULL || data == NULL || tuples->start == NULL || (buffers->updates == NULL) != plan->is_gather) return 0;
    if (buffers->components != NULL || buffers->mask != NULL || buffers->scale != NULL || buffers->zero_points != NULL) return 0;
    if (buffers->update_indices != NULL || buffers->weights != NULL || buffers->offsets != NULL || buffers->arg != NULL) return 0;
    const size_t data_bytes = plan->data_bytes, output_bytes = plan->is_gather ? plan->updates_bytes : data_bytes;
    if (!are_apart(output, output_bytes, tuples->start, tuples->bytes)) return 0;
    if (plan->is_gather) return are_apart(output, output_bytes, data, data_bytes);
    return are_apart(output, output_bytes, buffers->updates, plan->updates_bytes) &&
           (output == data || are_apart(output, output_bytes, data, data_bytes));
}

/* Whether the workspace, which a short call does not use, is apart from the buffers all the same. */
static STREW_INLINE int is_workspace_apart(const strew_plan_state *plan, const strew_buffers *buffers, const short_tuples *tuples,
                                           const strew_resources *resources)
{
    const void *workspace = resources->workspace;
    const size_t n_bytes = resources->workspace_bytes, output_bytes = plan->is_gather ? plan->updates_bytes : plan->data_bytes;
    return workspace == NULL ||
           (are_apart(workspace, n_bytes, buffers->output, output_bytes) &&
            are_apart(workspace, n_bytes, buffers->data, plan->data_bytes) && are_apart(workspace, n_bytes, tuples->start, tuples->bytes) &&
            (plan->is_gather || are_apart(workspace, n_bytes, buffers->updates, plan->updates_bytes)));
}

/* Whether a run is over before any other thread that is lent is awake. */
static STREW_INLINE int is_for_one_thread(const strew_plan_state *plan, const strew_buffers *buffers, const short_tuples *tuples,
                                          const strew_resources *resources)
{
    if (resources == NULL) return 1;
    if (resources->struct_size != sizeof *resources || (resources->n_parts | resources->part) != 0) return 0;
    if (!is_workspace_apart(plan, buffers, tuples, resources)) return 0;
    if (resources->parallel_for == NULL) return 1;
    const size_t copied_bytes = plan->is_gather || buffers->output == buffers->data ? 0 : plan->data_bytes;
    return strew_is_short(plan, copied_bytes, strew_find_wake_ns(resources, strew_find_threads(resources).n));
}

/* Locates the tuples of a short call whose position counts. Zero if one is out of bounds. */
STREW_OWN_FRAME static int locate_by_position(const strew_plan_state *plan, const void *indices, const strew_components *components,
                                              uint32_t *slice_indices)
{
    uint32_t positions[STREW_MAX_SHORT_SLICES];
    const uint32_t limit = (uint32_t)plan->n_slices;
    const size_t n = plan->n_tuples;
    positions[0] = 0;
    for (size_t d = (size_t)plan->n_dims, before = 1; d-- > 0;) {
        before = strew_repeat_positions(positions, before, strew_counts_of(plan)[d], (uint32_t)strew_steps_of(plan)[d]);
    }
    const uint32_t largest = plan->locate->run(slice_indices, indices, positions, n, components);
    return plan->k == 1 ? largest < limit : strew_add_positions(slice_indices, positions, n, limit); /* as strew_bound_slice_indices */
}

/* Runs a short call (see strew_is_short_call) that has nothing to reject but its indices, and nothing to decide: any other is left to the
 * passes. Without this a planned call of two tuples takes four times as many instructions. */
STREW_OWN_FRAME static strew_status run_short(const strew_plan_state *plan, const strew_buffers *buffers, strew_fault *fault)
{
    uint32_t slice_indices[STREW_MAX_SHORT_SLICES];
    const strew_components components = {(size_t)plan->k, strew_lows_of(plan), strew_sizes_of(plan), strew_strides_of(plan), 0};
    size_t n = plan->n_tuples;
    if (buffers->prepared != NULL) {
        if (!strew_copy_prepared(plan, buffers->prepared, slice_indices)) return STREW_REJECT(fault, STREW_STATUS_PREPARED_MISMATCH);
    } else if (plan->position_dependent ? !locate_by_position(plan, buffers->indices, &components, slice_indices)
                                        : plan->locate->run(slice_indices, buffers->indices, NULL, n, &components) >= plan->n_slices) {
        /* Another thread may have changed an index between the comparison and the slice index, so this was compared too. */
        if (plan->check != NULL) return strew_find_fault(plan, buffers->indices, NULL, fault);
        return STREW_REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    }
    for (const size_t end = n * plan->n_outer; n < end; n++) {
        slice_indices[n] = slice_indices[n - plan->n_tuples] + (uint32_t)plan->n_slices;
    }
    if (plan->is_gather) {
        plan->gather->run(buffers->output, buffers->data, slice_indices, n, plan->slice_bytes, 0);
    } else {
        const size_t bytes = plan->slice_bytes;
        const strew_slices slices = {bytes, bytes, bytes, 0, 0, strew_in_order, 0};
        if (buffers->output != buffers->data) strew_copy(buffers->output, buffers->data, plan->data_bytes, plan->exceeds_caches);
        plan->apply->run(buffers->output, buffers->updates, slice_indices, n, &slices);
    }
    return strew_succeed(fault);
}

/* The same of tokens. Zero if there is more to decide, or to reject. */
STREW_OWN_FRAME static int run_short_tokens(const strew_plan_state *plan, const strew_buffers *buffers)
{
    uint32_t slice_indices[STREW_MAX_SHORT_SLICES];
    const size_t n_bytes = strew_ordered_bytes_of(plan, plan->n_tokens * plan->slice_bytes);
    const strew_slices slices = {n_bytes, plan->slice_bytes, n_bytes, 0, 0, strew_in_order, strew_saturates_in_kernel(plan)};
    if (!strew_locate_tokens(plan, buffers->write_indices, slice_indices)) return 0;
    if (buffers->output != buffers->data) strew_copy(buffers->output, buffers->data, plan->data_bytes, plan->exceeds_caches);
    const strew_apply_kernel *apply = plan->move_tokens;
    apply->run(buffers->output, buffers->updates, slice_indices, plan->n_tuples * plan->n_outer, &slices);
    return 1;
}

/* ---- The calls ----------------------------------------------------------------------------------------------------------------------- */

/* Takes scratch from the workspace, which has room for that of one thread, for as many threads as it has room for. A part is one. */
static size_t take_scratch(run *run)
{
    const strew_resources *resources = run->resources;
    const size_t given = resources->workspace != NULL ? resources->workspace_bytes : 0, bytes = strew_scratch_bytes(run->plan);
    const int is_part = strew_is_part(&run->threads);
    run->workspace = resources->workspace;
    run->scratch = NULL;
    if (bytes == 0) return given;
    const size_t n = is_part ? 1 : strew_min(run->threads.n, (given - (STREW_LINE_BYTES - 1)) / bytes),
                 taken = strew_all_scratch_bytes(run->plan, n);
    if (!is_part) run->threads.n = n;
    run->scratch = strew_align(run->workspace, STREW_LINE_BYTES);
    run->workspace = (unsigned char *)run->workspace + taken;
    return given - taken;
}

/* Reads the resources, and checks the buffers. A workspace that is not needed may be anywhere. */
static strew_status begin(run *run)
{
    const strew_plan_state *plan = run->plan;
    strew_known *known = &run->known;
    strew_status status = strew_read_resources(&run->resources, &run->storage, run->fault);
    if (status == STREW_OK && (run->resources->n_parts | run->resources->part) != 0) status = check_parts(run);
    if (status == STREW_OK) status = check_workspace_size(run);
    if (status != STREW_OK) return status;
    run->threads = strew_find_threads(run->resources);
    const size_t workspace_bytes = take_scratch(run);
    run->wake_ns = strew_find_wake_ns(run->resources, run->threads.n);
    *known = strew_know(plan, run->threads.n, workspace_bytes, run->wake_ns);
    known->copied_bytes = plan->is_gather || run->output == run->data ? 0 : plan->data_bytes;
    known->is_checked = run->prepared != NULL;
    known->is_part = strew_is_part(&run->threads) != 0;
    known->is_distinct = strew_hint_of_unique(plan) != STREW_HINT_NONE;
    run->schedule.way = NULL;
    status = check_buffers(run);
    if (status != STREW_STATUS_WORKSPACE_OVERLAP) return status;
    choose_by_workspace(run);
    return known->workspace_bytes == 0 ? check_buffers(run) : status;
}

/* What stands where indices do: the pointers to component tensors, a mask, or write indices. */
static const void *tuples_of(const strew_plan_state *plan, const strew_buffers *buffers)
{
    return plan->has_components                        ? (const void *)buffers->components
           : plan->op == STREW_OPERATOR_MASKED_SCATTER ? buffers->mask
           : plan->op == STREW_OPERATOR_TENSOR_SCATTER ? buffers->write_indices
           : strew_has_offsets(plan)                   ? buffers->offsets
                                                       : buffers->indices;
}

static STREW_INLINE strew_status run_with(const strew_plan_state *plan, const strew_buffers *buffers, const strew_resources *resources,
                                          strew_fault *fault)
{
    run run;
    run.plan = plan;
    run.output = buffers->output;
    run.data = strew_reads_data(plan) ? buffers->data : run.output;
    run.indices = tuples_of(plan, buffers);
    run.prepared = buffers->prepared;
    run.updates = buffers->updates;
    run.buffers = buffers;
    run.resources = resources;
    run.fault = fault;
    strew_status status = begin(&run);
    if (status != STREW_OK) return status;
    if (plan->op == STREW_OPERATOR_TENSOR_SCATTER) {
        status = run_tokens(&run);
    } else if (plan->n_tuples == 0 && run.prepared == NULL) {
        status = check_segments(&run);
        if (status == STREW_OK) begin_output(&run, &run.threads);
        if (status == STREW_OK && strew_has_arg(plan)) pass_args(&run, &run.threads, 0, 0);
    } else if (strew_is_masked_scatter(plan)) {
        status = run_mask(&run);
    } else {
        status = run_tuples(&run);
    }
    return status == STREW_OK ? strew_succeed(fault) : status;
}

strew_status strew_run(const strew_plan *storage, const strew_buffers *buffers, const strew_resources *resources, strew_fault *fault)
{
    const strew_plan_state *plan = strew_state_of(storage);
    if (plan == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "plan");
    const int is_read = buffers != NULL && buffers->struct_size == sizeof *buffers; /* otherwise it may lack members */
    if (plan->is_short && is_read) {
        const short_tuples tuples = short_tuples_of(plan, buffers);
        if (are_plain_buffers(plan, buffers, &tuples) && is_for_one_thread(plan, buffers, &tuples, resources)) {
            if (!strew_is_tensor_scatter(plan)) return run_short(plan, buffers, fault);
            if (run_short_tokens(plan, buffers)) return strew_succeed(fault);
        }
    }
    if (!strew_is_planned(plan)) return STREW_REJECT(fault, STREW_STATUS_PLAN_MISMATCH);
    strew_buffers lacking;
    strew_status status = strew_read_buffers(&buffers, &lacking, fault);
    if (status == STREW_OK) status = strew_check_unused_buffers(plan, buffers, fault);
    if (status != STREW_OK) return status;
#if !STREW_BUILD_FEATURE_PREPARE
    if (buffers->prepared != NULL) return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "prepare");
#endif
    return run_with(plan, buffers, resources, fault);
}
