#include "threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/inspect.h>

#include "clock.h"
#include "cpus.h"

/* One thing to time: without a pool these are the times to compare with. */
typedef struct variant {
    bench_pool pool;
    int n_threads, has_workspace, is_prepared;
    size_t workspace_bytes;
    bench_team team;
} variant;

/* The variants without a pool. Behind them are two for each number of threads: a run, and a run with prepared indices. */
enum { RUN, WITH_WORKSPACE, PREPARED, N_ALONE, MAX_VARIANTS = N_ALONE + 2 * BENCH_MAX_COUNTS };

/* What a round keeps of a variant. */
enum { NS, WHOLE, SERIAL, N_KEPT };

typedef struct threads_session {
    bench_runner runner;
    const threads_setup *setup;
    variant variants[MAX_VARIANTS];
    size_t n_variants, rounds;
    void *workspace;
    double *samples, *scratch;
    model_times last[MAX_VARIANTS];
    int is_pinned;
} threads_session;

/* ---- Variants ------------------------------------------------------------------------------------------------------------------------ */

static void add_variant(threads_session *s, bench_pool pool, int n_threads, int has_workspace, int is_prepared)
{
    const int is_lent = has_workspace || bench_needs_workspace(s->runner.job->workload);
    const size_t bytes = is_lent ? strew_plan_workspace_size(&s->runner.strew.plan, n_threads) : 0;
    s->variants[s->n_variants++] = (variant){pool, n_threads, has_workspace, is_prepared, bytes, {0}};
}

/* Only a run on one thread is tried without a workspace, if it can do without one. */
static void add_variants(threads_session *s)
{
    const bench_counts *counts = &s->setup->counts;
    add_variant(s, BENCH_NO_POOL, 1, 0, 0);
    add_variant(s, BENCH_NO_POOL, 1, 1, 0);
    add_variant(s, BENCH_NO_POOL, 1, 0, 1);
    for (size_t i = 0; i < counts->n; i++) {
        add_variant(s, s->setup->pool, counts->count[i], 1, 0);
        add_variant(s, s->setup->pool, counts->count[i], 1, 1);
    }
}

static strew_status run_variant(threads_session *s, variant *v)
{
    const bench_runner *r = &s->runner;
    strew_resources resources = bench_resources_of(&v->team);
    resources.workspace = v->workspace_bytes ? s->workspace : NULL;
    resources.workspace_bytes = v->workspace_bytes;
    return v->is_prepared ? bench_run_prepared(r, &resources) : bench_run(r, &r->strew, &resources);
}

/* ---- Checking ------------------------------------------------------------------------------------------------------------------------ */

static int check_variant(threads_session *s, variant *v, const void *expected, char wrong[STREW_MESSAGE_BYTES])
{
    bench_job *job = s->runner.job;
    if (!bench_open_team(&v->team, v->pool, v->n_threads)) {
        snprintf(wrong, STREW_MESSAGE_BYTES, "%s starts no %d threads", bench_pool_name(v->pool), v->n_threads);
        return 0;
    }
    s->is_pinned |= v->team.is_pinned;
    if (s->runner.out_of_place)
        bench_corrupt_output(job);
    else
        bench_reset_output(job);
    const strew_status status = run_variant(s, v);
    bench_close_team(&v->team);
    bench_collect_output(job);
    if (status == STREW_OK && memcmp(job->output, expected, job->output_bytes) == 0) return 1;
    snprintf(wrong, STREW_MESSAGE_BYTES, "%s on %d threads of pool %s %s", v->is_prepared ? "a run with prepared indices" : "a run",
             v->n_threads, bench_pool_name(v->pool), status == STREW_OK ? "differs from one thread" : "rejects");
    return 0;
}

/* Compares one thread with the plain loop, and all others with one thread. */
static int check_all(threads_session *s, char wrong[STREW_MESSAGE_BYTES])
{
    const bench_job *job = s->runner.job;
    if (!bench_check(&s->runner, BENCH_BIT(BENCH_STREW), wrong)) return 0;
    void *expected = malloc(job->output_bytes);
    int right = expected != NULL;
    if (!right) snprintf(wrong, STREW_MESSAGE_BYTES, "out of memory");
    if (right) memcpy(expected, job->output, job->output_bytes);
    for (size_t i = 0; i < s->n_variants && right; i++) right = check_variant(s, &s->variants[i], expected, wrong);
    free(expected);
    return right;
}

/* ---- Rounds -------------------------------------------------------------------------------------------------------------------------- */

static model_times time_once(threads_session *s, variant *v)
{
    const size_t calls = s->runner.calls;
    if (calls == 1) bench_settle(&s->runner);
    bench_wake_team(&v->team);
    const double begin = bench_now_ns();
    for (size_t i = 0; i < calls; i++) run_variant(s, v);
    model_times times = model_times_of(&v->team.tape, bench_now_ns() - begin, (size_t)v->n_threads);
    times.ns /= (double)calls;
    times.whole /= (double)calls;
    times.serial /= (double)calls;
    times.n_fors /= calls;
    times.n_tasks /= calls;
    return times;
}

/* As bench_time_part: what was interrupted is done again. The first run after threads were started is not kept: it takes up to 50
 * microseconds longer, even if it needs none of them. */
static model_times time_variant(threads_session *s, variant *v)
{
    enum { ATTEMPTS = 5 };
    model_times min = {.ns = INFINITY};
    if (!bench_open_team(&v->team, v->pool, v->n_threads)) return min;
    if (v->pool > BENCH_MODEL) time_once(s, v);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        const long interruptions = bench_count_interruptions();
        const model_times times = time_once(s, v);
        if (times.ns < min.ns || bench_count_interruptions() == interruptions) min = times;
        if (bench_count_interruptions() == interruptions) break;
    }
    bench_close_team(&v->team);
    return min;
}

static double *samples_of(const threads_session *s, size_t variant, int kept)
{
    return s->samples + (variant * N_KEPT + (size_t)kept) * s->rounds;
}

/* Each round is in a new random order. Round 0 warms up. */
static void time_all(threads_session *s)
{
    size_t order[MAX_VARIANTS];
    uint64_t random = 5;
    for (size_t i = 0; i < s->n_variants; i++) order[i] = i;
    for (size_t round = 0; round <= s->rounds; round++) {
        if (s->setup->bench->progress) s->setup->bench->progress(s->runner.job->workload->name, round, s->rounds);
        bench_shuffle(order, s->n_variants, &random);
        for (size_t i = 0; i < s->n_variants; i++) {
            const size_t at = order[i];
            if (at == WITH_WORKSPACE && s->variants[at].workspace_bytes == 0) continue;
            const model_times times = time_variant(s, &s->variants[at]);
            s->last[at] = times;
            if (round == 0) continue;
            samples_of(s, at, NS)[round - 1] = times.ns;
            samples_of(s, at, WHOLE)[round - 1] = times.whole;
            samples_of(s, at, SERIAL)[round - 1] = times.serial;
        }
    }
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

static double median_of(const threads_session *s, size_t variant)
{
    memcpy(s->scratch, samples_of(s, variant, NS), s->rounds * sizeof *s->scratch);
    return bench_spread_of(s->scratch, s->rounds).median;
}

static double ratio_of(const threads_session *s, const double *above, const double *below)
{
    return bench_median_ratio(above, below, s->rounds, s->scratch);
}

/* `one` is the same on one thread, `run` is strew_run on one thread. */
static threads_times times_of(const threads_session *s, size_t variant, size_t one, size_t run)
{
    const double *ns = samples_of(s, variant, NS), *one_ns = samples_of(s, one, NS);
    return (threads_times){
        .ns = median_of(s, variant),
        .over_one = ratio_of(s, one_ns, ns),
        .over_run = ratio_of(s, samples_of(s, run, NS), ns),
        .inflation = ratio_of(s, samples_of(s, variant, WHOLE), one_ns),
        .serial_share = ratio_of(s, samples_of(s, variant, SERIAL), ns),
        .n_fors = s->last[variant].n_fors,
        .n_tasks = s->last[variant].n_tasks,
        .workspace_bytes = s->variants[variant].workspace_bytes,
    };
}

static void summarise(const threads_session *s, threads_row *row)
{
    row->run_ns = median_of(s, RUN);
    row->prepared_ns = median_of(s, PREPARED);
    row->workspace_ns = s->variants[WITH_WORKSPACE].workspace_bytes ? median_of(s, WITH_WORKSPACE) : 0;
    const size_t better = row->workspace_ns > 0 && row->workspace_ns < row->run_ns ? WITH_WORKSPACE : RUN;
    row->one_ns = better == RUN ? row->run_ns : row->workspace_ns;
    for (size_t i = 0; i < s->setup->counts.n; i++) {
        row->run[i] = times_of(s, N_ALONE + 2 * i, better, better);
        row->prepared[i] = times_of(s, N_ALONE + 2 * i + 1, PREPARED, better);
    }
}

/* ------------------------------------------------------------------------------------------------------------------------------------- */

static int allocate(threads_session *s, char wrong[STREW_MESSAGE_BYTES])
{
    size_t max = 1;
    for (size_t i = 0; i < s->n_variants; i++) max = s->variants[i].workspace_bytes > max ? s->variants[i].workspace_bytes : max;
    s->workspace = malloc(max);
    s->samples = calloc((s->n_variants * N_KEPT + 1) * s->rounds, sizeof *s->samples);
    if (s->workspace && s->samples) {
        s->scratch = samples_of(s, s->n_variants, 0);
        return 1;
    }
    snprintf(wrong, STREW_MESSAGE_BYTES, "out of memory");
    return 0;
}

int threads_measure(threads_row *row, bench_job *job, const threads_setup *setup)
{
    const bench_setup *bench = setup->bench;
    threads_session s = {.setup = setup, .rounds = bench->rounds};
    memset(row, 0, sizeof *row);
    row->workload = job->workload;
    row->n_updates = job->n_tuples;
    row->kernel = "";
    if (!bench_open_runner(&s.runner, job, &bench->options, bench->out_of_place, row->wrong)) return 0;
    row->isa = strew_plan_isa(&s.runner.strew.plan);
    if (strew_plan_kernel(&s.runner.strew.plan)) row->kernel = strew_plan_kernel(&s.runner.strew.plan);
    add_variants(&s);
    bench_find_cpus();
    const int right = allocate(&s, row->wrong) && check_all(&s, row->wrong);
    if (right) {
        time_all(&s);
        summarise(&s, row);
    }
    row->is_pinned = s.is_pinned;
    bench_unpin_thread();
    free(s.workspace);
    free(s.samples);
    bench_close_runner(&s.runner);
    return right;
}
