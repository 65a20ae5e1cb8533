#define _POSIX_C_SOURCE 200809L

#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "floor.h"

/* What a part needs to run. */
typedef struct run {
    bench_job *job;
    const bench_setup *setup;
    const void *data; /* what strew_run is given: job->output in place, job->data_values out of place */
    strew_plan plan, scalar_plan, trusted_plan;
    plain_fn *plain, *unchecked;
    plain_shape plain_shape;
    void *workspace;
    size_t workspace_bytes;
    size_t calls; /* per look at the clock */
} run;

/* ---- The parts ---------------------------------------------------------------------------------------------------------------------- */

static void stream(run *r, int prefetches)
{
    floor_stream(r->job->indices_values, r->job->indices_bytes, prefetches);
    floor_stream(r->job->updates_values, r->job->updates_bytes, prefetches);
}

static void run_stream(run *r)
{
    stream(r, 0);
}

static void run_stream_ahead(run *r)
{
    stream(r, 1);
}

static void touch(run *r, floor_prefetch prefetch)
{
    const bench_job *job = r->job;
    floor_touch(job->output, job->offsets, job->n_tuples, job->slice_bytes, job->workload->reduction != STREW_NONE, prefetch);
}

static void run_touch(run *r)
{
    touch(r, FLOOR_PREFETCH_NOT);
}

static void run_touch_near(run *r)
{
    touch(r, FLOOR_PREFETCH_NEAR);
}

static void run_touch_far(run *r)
{
    touch(r, FLOOR_PREFETCH_FAR);
}

static void run_memcpy(run *r)
{
    memcpy(r->job->output, r->job->data_values, r->job->data_bytes);
}

static void run_copy_streaming(run *r)
{
    floor_copy_streaming(r->job->output, r->job->data_values, r->job->data_bytes);
}

static void run_plain(run *r)
{
    if (r->setup->out_of_place) run_memcpy(r);
    r->plain(r->job->output, r->job->indices_values, r->job->updates_values, &r->plain_shape);
}

static void run_unchecked(run *r)
{
    if (r->setup->out_of_place) run_memcpy(r);
    r->unchecked(r->job->output, r->job->indices_values, r->job->updates_values, &r->plain_shape);
}

/* Every plan has run once, and been compared, before the clock starts: there is no status left to look at. */
static void run_scalar(run *r)
{
    strew_run(&r->scalar_plan, r->job->output, r->data, r->job->indices_values, r->job->updates_values, NULL);
}

static void run_strew(run *r)
{
    strew_run(&r->plan, r->job->output, r->data, r->job->indices_values, r->job->updates_values, NULL);
}

static void run_trusted(run *r)
{
    strew_run(&r->trusted_plan, r->job->output, r->data, r->job->indices_values, r->job->updates_values, NULL);
}

static void run_workspace(run *r)
{
    strew_run_with(&r->plan, r->job->output, r->data, r->job->indices_values, r->job->updates_values,
                   &(strew_resources){.workspace = r->workspace, .workspace_bytes = r->workspace_bytes}, NULL);
}

static void run_plan_and_run(run *r)
{
    const bench_job *job = r->job;
    strew_plan plan;
    if (strew_scatter_nd_plan(&plan, &job->data, &job->indices, &job->updates, job->workload->reduction, &r->setup->options, NULL) ==
        STREW_OK)
        strew_run(&plan, job->output, r->data, job->indices_values, job->updates_values, NULL);
}

typedef struct part {
    const char *name;
    void (*run)(run *r);
    int is_scatter; /* its result is compared with the plain loop's */
    int only_small; /* for jobs of a few nanoseconds */
    int only_large; /* for all others */
    int only_out_of_place;
} part;

static const part PARTS[BENCH_PARTS] = {
    [BENCH_STREAM] = {"stream", run_stream, .only_large = 1},
    [BENCH_STREAM_AHEAD] = {"stream ahead", run_stream_ahead, .only_large = 1},
    [BENCH_TOUCH] = {"touch", run_touch, .only_large = 1},
    [BENCH_TOUCH_NEAR] = {"touch near", run_touch_near, .only_large = 1},
    [BENCH_TOUCH_FAR] = {"touch far", run_touch_far, .only_large = 1},
    [BENCH_MEMCPY] = {"memcpy", run_memcpy, .only_large = 1, .only_out_of_place = 1},
    [BENCH_COPY_STREAMING] = {"streaming copy", run_copy_streaming, .only_large = 1, .only_out_of_place = 1},
    [BENCH_PLAIN] = {"the plain loop", run_plain, .is_scatter = 1},
    [BENCH_UNCHECKED] = {"the plain loop without a check", run_unchecked, .is_scatter = 1},
    [BENCH_SCALAR] = {"strew (scalar)", run_scalar, .is_scatter = 1},
    [BENCH_STREW] = {"strew", run_strew, .is_scatter = 1},
    [BENCH_WORKSPACE] = {"strew with a workspace", run_workspace, .is_scatter = 1},
    [BENCH_TRUSTED] = {"strew with trusted indices", run_trusted, .is_scatter = 1},
    [BENCH_PLAN_AND_RUN] = {"plan and run", run_plan_and_run, .is_scatter = 1, .only_small = 1},
};

/* ---- Before the clock starts -------------------------------------------------------------------------------------------------------- */

/* Below this a call takes about as long as a look at the clock, some 30 ns, so that many calls have to share one. */
enum { SMALL_BYTES = 4096, SMALL_CALLS = 20000 };

static unsigned parts_of(const run *r)
{
    const int is_small = r->calls > 1;
    unsigned parts = 0;
    for (unsigned i = 0; i < BENCH_PARTS; i++) {
        const part *p = &PARTS[i];
        if ((is_small ? !p->only_large : !p->only_small) && (r->setup->out_of_place || !p->only_out_of_place)) parts |= BENCH_BIT(i);
    }
    return parts & r->setup->parts;
}

static int make_plan(run *r, strew_plan *plan, strew_options options, bench_result *result)
{
    const bench_job *job = r->job;
    strew_fault fault;
    if (strew_scatter_nd_plan(plan, &job->data, &job->indices, &job->updates, job->workload->reduction, &options, &fault) == STREW_OK)
        return 1;
    strew_describe(&fault, result->wrong, sizeof result->wrong);
    return 0;
}

static int prepare(run *r, bench_job *job, const bench_setup *setup, bench_result *result)
{
    const bench_workload *workload = job->workload;
    memset(r, 0, sizeof *r);
    r->job = job;
    r->setup = setup;
    r->data = setup->out_of_place ? job->data_values : job->output;
    r->calls = job->data_bytes + job->updates_bytes < SMALL_BYTES ? SMALL_CALLS : 1;
    const int is_checked = setup->options.policy == STREW_POLICY_ERROR;
    r->plain = plain_find(workload->dtype, workload->reduction, STREW_INT64, is_checked);
    r->unchecked = plain_find(workload->dtype, workload->reduction, STREW_INT64, 0);
    r->plain_shape = (plain_shape){job->k, workload->data.size, job->n_tuples, job->width, strew_dtype_size(workload->dtype)};
    if (!r->plain) {
        snprintf(result->wrong, sizeof result->wrong, "there is no plain loop for it");
        return 0;
    }
    strew_options scalar = setup->options;
    scalar.isa = (strew_isa)bench_find_isa("scalar");
    strew_options trusted = setup->options;
    trusted.policy = STREW_POLICY_TRUSTED;
    if (!make_plan(r, &r->plan, setup->options, result) || !make_plan(r, &r->scalar_plan, scalar, result) ||
        !make_plan(r, &r->trusted_plan, trusted, result))
        return 0;
    r->workspace_bytes = strew_workspace_size(&r->plan, 1);
    r->workspace = calloc(r->workspace_bytes + 1, 1);
    if (!r->workspace) snprintf(result->wrong, sizeof result->wrong, "out of memory");
    return r->workspace != NULL;
}

/* Runs every scatter once, from fresh data, and compares it with the plain loop. */
static int check(run *r, unsigned parts, bench_result *result)
{
    const bench_job *job = r->job;
    unsigned char *expected = malloc(job->data_bytes);
    if (!expected) {
        snprintf(result->wrong, sizeof result->wrong, "out of memory");
        return 0;
    }
    memcpy(expected, job->data_values, job->data_bytes);
    r->plain(expected, job->indices_values, job->updates_values, &r->plain_shape);
    int right = 1;
    for (unsigned i = 0; i < BENCH_PARTS && right; i++) {
        if (!(parts & BENCH_BIT(i)) || !PARTS[i].is_scatter) continue;
        if (r->setup->out_of_place)
            memset(job->output, 0xa5, job->data_bytes);
        else
            memcpy(job->output, job->data_values, job->data_bytes);
        PARTS[i].run(r);
        if (memcmp(job->output, expected, job->data_bytes) != 0) {
            const unsigned char *got = job->output;
            const size_t element_bytes = r->plain_shape.element_bytes;
            size_t at = 0;
            while (got[at] == expected[at]) at++;
            snprintf(result->wrong, sizeof result->wrong, "%s differs from the plain loop, first at output[%zu]", PARTS[i].name,
                     at / element_bytes);
            right = 0;
        }
    }
    free(expected);
    return right;
}

/* ---- The clock ---------------------------------------------------------------------------------------------------------------------- */

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Outside the clock everything that a part may read is read once, and output is fresh data again: sums stay small, and no part finds the
 * caches as a kinder or worse neighbour left them. (Without it a part that follows three touches, which read no updates, was up to 1.5
 * times slower than the same part after a scatter.) Small jobs repeat without: their data stays in the first cache, and `none` may be
 * repeated. */
static void settle(run *r)
{
    run_stream(r);
    floor_stream(r->job->offsets, r->job->n_tuples * sizeof *r->job->offsets, 0);
    floor_copy_settling(r->job->output, r->job->data_values, r->job->data_bytes);
}

/* How often the system took the processor away from us. */
static long count_interruptions(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
}

/* A sample during which somebody else had the processor is their time as well, and is taken again: on a machine that is so busy that this
 * happens to it every time, the last one counts. */
static double time_part(run *r, const part *p)
{
    enum { ATTEMPTS = 5 };
    double ns = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (r->calls == 1) settle(r);
        const long interruptions = count_interruptions();
        const double begin = now_ns();
        for (size_t i = 0; i < r->calls; i++) p->run(r);
        ns = (now_ns() - begin) / (double)r->calls;
        if (count_interruptions() == interruptions) break;
    }
    return ns;
}

/* One round after another, each in another random order, so that no part has the same neighbour every time. Round 0 warms up and is not
 * kept. */
static void time_all(run *r, unsigned parts, double *samples)
{
    const size_t rounds = r->setup->rounds;
    size_t order[BENCH_PARTS];
    for (size_t i = 0; i < BENCH_PARTS; i++) order[i] = i;
    uint64_t random = 4;
    for (size_t round = 0; round <= rounds; round++) {
        if (r->setup->progress) r->setup->progress(r->job->workload->name, round, rounds);
        for (size_t i = BENCH_PARTS; i > 1; i--) {
            const size_t j = (size_t)bench_random_below(&random, i), swapped = order[i - 1];
            order[i - 1] = order[j];
            order[j] = swapped;
        }
        for (size_t j = 0; j < BENCH_PARTS; j++) {
            const size_t i = order[j];
            if (!(parts & BENCH_BIT(i))) continue;
            const double ns = time_part(r, &PARTS[i]);
            if (round > 0) samples[i * rounds + round - 1] = ns;
        }
    }
}

/* ---- After it ----------------------------------------------------------------------------------------------------------------------- */

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bench_spread spread_of(const double *samples, size_t n, double *scratch)
{
    memcpy(scratch, samples, n * sizeof *scratch);
    qsort(scratch, n, sizeof *scratch, compare_doubles);
    return (bench_spread){(scratch[(n - 1) / 2] + scratch[n / 2]) / 2, scratch[n / 4], scratch[n - 1 - n / 4]};
}

static double median_ratio(const double *above, const double *below, size_t n, double *scratch)
{
    double *ratios = scratch + n;
    for (size_t i = 0; i < n; i++) ratios[i] = above[i] / below[i];
    return spread_of(ratios, n, scratch).median;
}

/* The fastest of the parts `first` to `last`. */
static bench_part least_of(const bench_result *result, bench_part first, bench_part last)
{
    bench_part least = first;
    for (bench_part i = first; i <= last; i++) {
        if (result->ns[i].median < result->ns[least].median) least = i;
    }
    return least;
}

/* max(stream, touch), each the better of its ways, and the copy on top when out of place. Which part it is follows from the medians; its
 * own samples are then what the ratio of every round is taken from, because a maximum over the noise of two parts would flatter whoever is
 * measured against it. */
static int sum_floor(bench_result *result, const run *r, const double *samples, double *floor_samples, size_t rounds)
{
    unsigned needed = 0;
    for (unsigned i = BENCH_STREAM; i <= (r->setup->out_of_place ? BENCH_COPY_STREAMING : BENCH_TOUCH_FAR); i++) needed |= BENCH_BIT(i);
    if ((result->parts & needed) != needed) return 0;
    const bench_part read = least_of(result, BENCH_STREAM, BENCH_STREAM_AHEAD), touch = least_of(result, BENCH_TOUCH, BENCH_TOUCH_FAR);
    const bench_part by = result->ns[read].median > result->ns[touch].median ? read : touch;
    const bench_part copy = least_of(result, BENCH_MEMCPY, BENCH_COPY_STREAMING);
    for (size_t i = 0; i < rounds; i++)
        floor_samples[i] = samples[by * rounds + i] + (r->setup->out_of_place ? samples[copy * rounds + i] : 0);
    result->floor_by = by;
    return 1;
}

static void summarise(bench_result *result, const run *r, const double *samples, double *scratch)
{
    const size_t n = r->setup->rounds;
    double *floor_samples = scratch + 2 * n;
    for (unsigned i = 0; i < BENCH_PARTS; i++) {
        if (result->parts & BENCH_BIT(i)) result->ns[i] = spread_of(samples + i * n, n, scratch);
    }
    const double *strew = samples + BENCH_STREW * n;
    if (!(result->parts & BENCH_BIT(BENCH_STREW))) return;
    if (result->parts & BENCH_BIT(BENCH_PLAIN)) result->plain_over_strew = median_ratio(samples + BENCH_PLAIN * n, strew, n, scratch);
    if (result->parts & BENCH_BIT(BENCH_WORKSPACE))
        result->plain_over_workspace = median_ratio(samples + BENCH_PLAIN * n, samples + BENCH_WORKSPACE * n, n, scratch);
    if (result->parts & BENCH_BIT(BENCH_UNCHECKED))
        result->unchecked_over_strew = median_ratio(samples + BENCH_UNCHECKED * n, strew, n, scratch);
    if ((result->parts & BENCH_BIT(BENCH_UNCHECKED)) && (result->parts & BENCH_BIT(BENCH_TRUSTED)))
        result->unchecked_over_trusted = median_ratio(samples + BENCH_UNCHECKED * n, samples + BENCH_TRUSTED * n, n, scratch);
    if (result->parts & BENCH_BIT(BENCH_SCALAR)) result->scalar_over_strew = median_ratio(samples + BENCH_SCALAR * n, strew, n, scratch);
    if (sum_floor(result, r, samples, floor_samples, n)) {
        result->floor_ns = spread_of(floor_samples, n, scratch);
        result->strew_over_floor = median_ratio(strew, floor_samples, n, scratch);
    }
}

int bench_measure(bench_result *result, bench_job *job, const bench_setup *setup)
{
    memset(result, 0, sizeof *result);
    result->kernel = "";
    run r;
    if (!prepare(&r, job, setup, result)) return 0;
    result->parts = parts_of(&r);
    result->isa = strew_plan_isa(&r.plan);
    if (strew_plan_kernel(&r.plan)) result->kernel = strew_plan_kernel(&r.plan);
    /* The samples of every part, then room for the floor's, and for two sorted copies. */
    double *samples = calloc((BENCH_PARTS + 3) * setup->rounds, sizeof *samples);
    if (!samples) snprintf(result->wrong, sizeof result->wrong, "out of memory");
    const int right = samples && check(&r, result->parts, result);
    if (right) {
        time_all(&r, result->parts, samples);
        summarise(result, &r, samples, samples + BENCH_PARTS * setup->rounds);
    }
    free(samples);
    free(r.workspace);
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

double bench_geometric_mean(const double *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += log(values[i]);
    return exp(sum / (double)n);
}
