#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/openmp.h>

#include "floor.h"

/* ---- The parts ----------------------------------------------------------------------------------------------------------------------- */

static void stream(bench_runner *r, int prefetches)
{
    floor_stream(r->job->indices_values, r->job->indices_bytes, prefetches);
    floor_stream(r->job->updates_values, r->job->updates_bytes, prefetches);
}

static void run_stream(bench_runner *r)
{
    stream(r, 0);
}

static void run_stream_prefetched(bench_runner *r)
{
    stream(r, 1);
}

static void touch(bench_runner *r, floor_prefetch prefetch)
{
    const bench_job *job = r->job;
    floor_touch(job->output, job->offsets, job->n_tuples, job->slice_bytes, job->workload->reduction != STREW_REDUCTION_NONE, prefetch);
}

static void run_touch(bench_runner *r)
{
    touch(r, FLOOR_PREFETCH_NOT);
}

static void run_touch_short(bench_runner *r)
{
    touch(r, FLOOR_PREFETCH_SHORT);
}

static void run_touch_long(bench_runner *r)
{
    touch(r, FLOOR_PREFETCH_LONG);
}

static void both(bench_runner *r, floor_prefetch prefetch)
{
    const bench_job *job = r->job;
    const floor_source source = {job->indices_values, job->updates_values, job->indices_bytes / job->n_tuples};
    floor_both(job->output, job->offsets, job->n_tuples, job->slice_bytes, job->workload->reduction != STREW_REDUCTION_NONE, prefetch,
               &source);
}

static void run_both(bench_runner *r)
{
    both(r, FLOOR_PREFETCH_NOT);
}

static void run_both_short(bench_runner *r)
{
    both(r, FLOOR_PREFETCH_SHORT);
}

static void run_both_long(bench_runner *r)
{
    both(r, FLOOR_PREFETCH_LONG);
}

static void run_memcpy(bench_runner *r)
{
    memcpy(r->job->output, r->job->data_values, r->job->data_bytes);
}

static void run_copy_streaming(bench_runner *r)
{
    floor_copy_streaming(r->job->output, r->job->data_values, r->job->data_bytes);
}

/* A loop is called for each outer index. Batches have their own indices. */
static void loop_over(const bench_runner *r, plain_fn *loop, unsigned char *output)
{
    const bench_job *job = r->job;
    const unsigned char *source = bench_is_gather(job->workload) ? job->data_values : job->updates_values;
    const size_t source_bytes = bench_is_gather(job->workload) ? job->data_bytes : job->updates_bytes;
    const size_t batch_bytes = job->workload->batch_dims ? job->indices_bytes / job->n_outer : 0;
    for (size_t outer = 0; outer < job->n_outer; outer++) {
        loop(output + outer * (job->output_bytes / job->n_outer), (const unsigned char *)job->indices_values + outer * batch_bytes,
             source + outer * (source_bytes / job->n_outer), &r->plain_shape);
    }
}

static void run_loop(bench_runner *r, plain_fn *loop)
{
    if (r->out_of_place) run_memcpy(r);
    loop_over(r, loop, r->job->output);
}

static void run_plain(bench_runner *r)
{
    run_loop(r, r->plain);
}

static void run_unchecked(bench_runner *r)
{
    run_loop(r, r->unchecked);
}

/* One after another, where the plain loop has its result. */
static void run_slices(bench_runner *r)
{
    const bench_job *job = r->job;
    const int is_gather = bench_is_gather(job->workload);
    const size_t bytes = job->slice_bytes;
    const unsigned char *from = is_gather ? job->data_values : job->updates_values;
    unsigned char *to = job->output;
    if (r->out_of_place) run_memcpy(r);
    for (size_t t = 0; t < job->n_tuples; t++) {
        memcpy(is_gather ? to + t * bytes : to + job->offsets[t], is_gather ? from + job->offsets[t] : from + t * bytes, bytes);
    }
}

/* What a run without resources gets: a workspace where it cannot do without. */
static const strew_resources *required(const bench_runner *r)
{
    return bench_needs_workspace(r->job->workload) ? &r->required : NULL;
}

static strew_status run_plan(const bench_runner *r, const strew_plan *plan, const strew_resources *resources)
{
    if (resources == NULL) resources = required(r);
    bench_stack_components(r->job);
    bench_multiply_updates(r->job);
    return strew_run(plan, &r->buffers, resources, NULL);
}

static strew_status plan_and_run(const bench_runner *r, const bench_planned *planned, const strew_resources *resources)
{
    strew_plan plan;
    const strew_status status = strew_plan_call(&plan, &planned->call.call, NULL);
    return status == STREW_OK ? run_plan(r, &plan, resources) : status;
}

strew_status bench_run(const bench_runner *r, const bench_planned *planned, const strew_resources *resources)
{
    return r->job->workload->is_planned_anew ? plan_and_run(r, planned, resources) : run_plan(r, &planned->plan, resources);
}

strew_status bench_run_prepared(const bench_runner *r, const strew_resources *resources)
{
    if (resources == NULL) resources = required(r);
    bench_multiply_updates(r->job);
    return strew_run(&r->strew.plan, &r->prepared_buffers, resources, NULL);
}

/* Every plan has run once and was compared before the clock starts, so the status is not checked here. */
static void run_scalar(bench_runner *r)
{
    bench_run(r, &r->scalar, NULL);
}

static void run_strew(bench_runner *r)
{
    bench_run(r, &r->strew, NULL);
}

static void run_trusted(bench_runner *r)
{
    bench_run(r, &r->trusted, NULL);
}

static void run_workspace(bench_runner *r)
{
    bench_run(r, &r->strew, &STREW_RESOURCES(.workspace = r->workspace, .workspace_bytes = r->workspace_bytes));
}

static void run_two_threads(bench_runner *r)
{
    strew_resources two = strew_openmp_resources();
    two.n_threads = 2;
    two.workspace = r->workspace;
    two.workspace_bytes = r->workspace_of_two_bytes;
    bench_run(r, &r->strew, &two);
}

static void run_prepared(bench_runner *r)
{
    bench_run_prepared(r, NULL);
}

static void run_plan_and_run(bench_runner *r)
{
    plan_and_run(r, &r->strew, NULL);
}

const bench_part_row BENCH_PART_ROWS[BENCH_PARTS] = {
    [BENCH_STREAM] = {"stream", NULL, run_stream, .only_large = 1, .only_scatter = 1},
    [BENCH_STREAM_PREFETCHED] = {"stream prefetched", NULL, run_stream_prefetched, .only_large = 1, .only_scatter = 1},
    [BENCH_TOUCH] = {"touch", NULL, run_touch, .only_large = 1, .only_scatter = 1},
    [BENCH_TOUCH_SHORT] = {"touch short", NULL, run_touch_short, .only_large = 1, .only_scatter = 1},
    [BENCH_TOUCH_LONG] = {"touch long", NULL, run_touch_long, .only_large = 1, .only_scatter = 1},
    [BENCH_BOTH_NOT] = {"both", NULL, run_both, .only_large = 1, .only_scatter = 1},
    [BENCH_BOTH_SHORT] = {"both short", NULL, run_both_short, .only_large = 1, .only_scatter = 1},
    [BENCH_BOTH_LONG] = {"both long", NULL, run_both_long, .only_large = 1, .only_scatter = 1},
    [BENCH_MEMCPY] = {"memcpy", NULL, run_memcpy, .only_large = 1, .only_out_of_place = 1, .only_scatter = 1},
    [BENCH_COPY_STREAMING] = {"streaming copy", NULL, run_copy_streaming, .only_large = 1, .only_out_of_place = 1, .only_scatter = 1},
    [BENCH_PLAIN] = {"the plain loop", "plain_ns", run_plain, .is_compared = 1, .is_plain = 1},
    [BENCH_UNCHECKED] = {"the plain loop without a check", "plain_unchecked_ns", run_unchecked, .is_compared = 1, .is_plain = 1,
                         .only_in_bounds = 1},
    [BENCH_SLICES] = {"memcpys of the slices", "memcpy_ns", run_slices, .is_compared = 1, .is_plain = 1, .only_small = 1,
                      .only_in_bounds = 1, .only_moves = 1},
    [BENCH_SCALAR] = {"strew (scalar)", "scalar_ns", run_scalar, .is_compared = 1},
    [BENCH_STREW] = {"strew", "strew_1t_ns", run_strew, .is_compared = 1},
    [BENCH_WORKSPACE] = {"strew with a workspace", "strew_workspace_ns", run_workspace, .is_compared = 1, .only_scatter = 1},
    [BENCH_TWO_THREADS] = {"strew on two threads", "strew_2t_ns", run_two_threads, .is_compared = 1, .only_large = 1},
    [BENCH_PREPARED] = {"strew with prepared indices", "strew_prepared_ns", run_prepared, .is_compared = 1, .only_prepared = 1},
    [BENCH_TRUSTED] = {"strew with trusted indices", "strew_trusted_ns", run_trusted, .is_compared = 1, .only_in_bounds = 1},
    [BENCH_PLAN_AND_RUN] = {"plan and run", "plan_and_run_ns", run_plan_and_run, .is_compared = 1, .only_small = 1},
    [BENCH_FLOOR] = {"the floor", "floor_ns", NULL, .only_large = 1, .only_scatter = 1},
    [BENCH_BOTH] = {"reading and visiting in one pass", "both_ns", NULL, .only_large = 1, .only_scatter = 1},
};

/* ---- Preparation --------------------------------------------------------------------------------------------------------------------- */

/* Below this a call takes about as long as reading the clock, some 30 ns, so many calls are timed together. */
enum { SMALL_BYTES = 8192, SMALL_CALLS = 20000 };

/* The bytes of the indices and the slices, and of the copy. */
static int is_small(const bench_runner *r)
{
    const bench_job *job = r->job;
    return job->indices_bytes + job->n_tuples * job->slice_bytes + (r->out_of_place ? job->data_bytes : 0) < SMALL_BYTES;
}

static int can_prepare(const bench_workload *workload)
{
    return workload->op != BENCH_TOKENS;
}

static unsigned parts_of(const bench_runner *r)
{
    const bench_workload *workload = r->job->workload;
    const int is_timed_together = r->calls > 1, is_gather = bench_is_gather(workload);
    unsigned parts = 0;
    for (unsigned i = 0; i < BENCH_PARTS; i++) {
        const bench_part_row *p = &BENCH_PART_ROWS[i];
        if (p->run && (is_timed_together ? !p->only_large : !p->only_small) && (r->out_of_place || !p->only_out_of_place) &&
            !(is_gather && p->only_scatter) && !(workload->n_of_100_skipped && p->only_in_bounds) &&
            (workload->reduction == STREW_REDUCTION_NONE || !p->only_moves) && (can_prepare(workload) || !p->only_prepared))
            parts |= BENCH_BIT(i);
    }
    return parts;
}

static plain_shape plain_shape_of(const bench_job *job)
{
    const bench_workload *workload = job->workload;
    const int is_of_elements = workload->op == BENCH_ELEMENTS || workload->op == BENCH_GATHER_ELEMENTS;
    return (plain_shape){
        .size = workload->data.size + (is_of_elements ? 0 : job->first_dimension),
        .element_bytes = strew_dtype_size(workload->dtype),
        .k = job->k,
        .n_tuples = job->n_tuples / job->n_outer,
        .width = job->width,
        .rank = (size_t)workload->data.rank,
        .axis = (size_t)workload->axis,
        .indices_size = workload->indices.size,
    };
}

static int make_plan(bench_planned *to, const bench_job *job, const strew_options *options, char wrong[STREW_MESSAGE_BYTES])
{
    strew_fault fault;
    bench_make_call(&to->call, job, options);
    if (strew_plan_call(&to->plan, &to->call.call, &fault) == STREW_OK) return 1;
    strew_fault_describe(&fault, wrong, STREW_MESSAGE_BYTES);
    return 0;
}

static int prepare(bench_runner *r, char wrong[STREW_MESSAGE_BYTES])
{
    strew_fault fault;
    omp_set_num_threads(2); /* more threads would only disturb */
    const strew_buffers indices = STREW_BUFFERS(.indices = r->buffers.indices, .components = r->buffers.components);
    if (!can_prepare(r->job->workload)) return 1;
    if (strew_prepare(&r->strew.plan, &indices, r->prepared, strew_plan_prepared_size(&r->strew.plan), &fault) == STREW_OK) return 1;
    strew_fault_describe(&fault, wrong, STREW_MESSAGE_BYTES);
    return 0;
}

int bench_open_runner(bench_runner *r, bench_job *job, const strew_options *options, int out_of_place, char wrong[STREW_MESSAGE_BYTES])
{
    const bench_workload *workload = job->workload;
    memset(r, 0, sizeof *r);
    r->job = job;
    r->options = *options;
    if (workload->excludes_self) r->options.excludes_self = 1;
    r->options.accumulate = workload->accumulate;
    if (workload->is_padded) {
        r->options.has_ignore_index = 1;
        r->options.ignore_index = -1;
    }
    if (workload->products == BENCH_TIMES_ALPHA) {
        static const float factor = BENCH_FACTOR;
        r->options.alpha = &factor;
    }
    if (workload->skips) {
        static const float fill = BENCH_FILL;
        r->options.policy = STREW_POLICY_SKIP;
        if (bench_is_gather(workload)) r->options.fill = &fill;
    }
    r->out_of_place = out_of_place && !bench_is_gather(workload); /* a gather copies no data */
    r->buffers = bench_buffers(job);
    if (!r->out_of_place && !bench_is_gather(workload)) r->buffers.data = r->buffers.output;
    r->calls = is_small(r) ? SMALL_CALLS : 1;
    r->parts = parts_of(r);
    const int is_checked = r->options.policy != STREW_POLICY_TRUSTED;
    r->plain = plain_find(workload, STREW_DTYPE_INT64, is_checked);
    r->unchecked = plain_find(workload, STREW_DTYPE_INT64, 0);
    r->plain_shape = plain_shape_of(job);
    if (!r->plain) {
        snprintf(wrong, STREW_MESSAGE_BYTES, "there is no plain loop for it");
        return 0;
    }
    strew_options scalar = r->options;
    scalar.isa = (strew_isa)bench_find_isa("scalar");
    strew_options trusted = r->options;
    trusted.policy = STREW_POLICY_TRUSTED;
    if (!make_plan(&r->strew, job, &r->options, wrong) || !make_plan(&r->scalar, job, &scalar, wrong) ||
        !make_plan(&r->trusted, job, &trusted, wrong))
        return 0;
    r->workspace_bytes = strew_plan_workspace_size(&r->strew.plan, 1);
    r->workspace_of_two_bytes = strew_plan_workspace_size(&r->strew.plan, 2);
    r->workspace = calloc(r->workspace_bytes + r->workspace_of_two_bytes + 1, 1);
    r->required = STREW_RESOURCES(.workspace = r->workspace, .workspace_bytes = r->workspace_bytes);
    r->prepared = malloc(strew_plan_prepared_size(&r->strew.plan) + 1);
    r->prepared_buffers = r->buffers;
    r->prepared_buffers.indices = r->prepared_buffers.components = NULL;
    r->prepared_buffers.prepared = r->prepared;
    if (bench_needs_workspace(workload)) {
        r->plain_shape.memory =
            malloc((job->data_bytes / job->slice_bytes + job->data_bytes / r->plain_shape.element_bytes) * sizeof(uint64_t));
    }
    if (!r->workspace || !r->prepared || (bench_needs_workspace(workload) && !r->plain_shape.memory)) {
        snprintf(wrong, STREW_MESSAGE_BYTES, "out of memory");
    } else if (prepare(r, wrong)) {
        return 1;
    }
    bench_close_runner(r);
    return 0;
}

void bench_close_runner(bench_runner *r)
{
    free(r->workspace);
    free(r->prepared);
    free(r->plain_shape.memory);
    memset(r, 0, sizeof *r);
}

/* Runs a part from fresh data. */
static int check_part(bench_runner *r, const bench_part_row *part, const unsigned char *expected, char wrong[STREW_MESSAGE_BYTES])
{
    const bench_job *job = r->job;
    if (r->out_of_place)
        bench_corrupt_output(job);
    else
        bench_reset_output(job);
    part->run(r);
    if (!part->is_plain) bench_collect_output(job);
    if (memcmp(job->output, expected, job->output_bytes) == 0) return 1;
    const unsigned char *got = job->output;
    size_t at = 0;
    while (got[at] == expected[at]) at++;
    snprintf(wrong, STREW_MESSAGE_BYTES, "%s differs from the plain loop, first at output[%zu]", part->name,
             at / r->plain_shape.element_bytes);
    return 0;
}

int bench_check(bench_runner *r, unsigned parts, char wrong[STREW_MESSAGE_BYTES])
{
    const bench_job *job = r->job;
    unsigned char *expected = malloc(job->output_bytes);
    if (!expected) {
        snprintf(wrong, STREW_MESSAGE_BYTES, "out of memory");
        return 0;
    }
    bench_reset_output(job);
    memcpy(expected, job->output, job->output_bytes);
    loop_over(r, r->plain, expected);
    int right = 1;
    for (unsigned i = 0; i < BENCH_PARTS && right; i++) {
        if (parts & r->parts & BENCH_BIT(i) && BENCH_PART_ROWS[i].is_compared) right = check_part(r, &BENCH_PART_ROWS[i], expected, wrong);
    }
    free(expected);
    return right;
}

int bench_find_isa(const char *name)
{
    if (strcmp(name, "best") == 0) return STREW_ISA_BEST;
    for (int i = 0; strew_isa_name((strew_isa)i); i++) {
        if (strcmp(strew_isa_name((strew_isa)i), name) == 0) return i;
    }
    return -1;
}
