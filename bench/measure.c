#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/inspect.h>

#include "clock.h"

const bench_ratio_row BENCH_RATIO_ROWS[BENCH_RATIOS] = {
    [BENCH_STREW_OVER_FLOOR] = {"strew_over_floor", BENCH_STREW, BENCH_FLOOR},
    [BENCH_STREW_OVER_BOTH] = {"strew_over_both", BENCH_STREW, BENCH_BOTH},
    [BENCH_TRUSTED_OVER_BOTH] = {"trusted_over_both", BENCH_TRUSTED, BENCH_BOTH},
    [BENCH_PLAIN_OVER_FLOOR] = {"plain_over_floor", BENCH_PLAIN, BENCH_FLOOR},
    [BENCH_PLAIN_OVER_STREW] = {"plain_over_strew", BENCH_PLAIN, BENCH_STREW},
    [BENCH_PLAIN_OVER_WORKSPACE] = {"plain_over_workspace", BENCH_PLAIN, BENCH_WORKSPACE},
    [BENCH_UNCHECKED_OVER_STREW] = {"plain_unchecked_over_strew", BENCH_UNCHECKED, BENCH_STREW},
    [BENCH_UNCHECKED_OVER_TRUSTED] = {"plain_unchecked_over_trusted", BENCH_UNCHECKED, BENCH_TRUSTED},
    [BENCH_STREW_OVER_TRUSTED] = {"strew_over_trusted", BENCH_STREW, BENCH_TRUSTED},
    [BENCH_WORKSPACE_OVER_TRUSTED] = {"workspace_over_trusted", BENCH_WORKSPACE, BENCH_TRUSTED},
    [BENCH_STREW_OVER_TWO_THREADS] = {"strew_over_2t", BENCH_STREW, BENCH_TWO_THREADS},
    [BENCH_PREPARED_OVER_STREW] = {"prepared_over_strew", BENCH_PREPARED, BENCH_STREW},
    [BENCH_SCALAR_OVER_STREW] = {"scalar_over_strew", BENCH_SCALAR, BENCH_STREW},
};

/* The samples of a measurement: one per round for every part of every job, whether it is measured or not. */
typedef struct measurement {
    bench_runner runner[BENCH_MAX_JOBS];
    size_t n_jobs, rounds;
    double *samples, *scratch; /* scratch: the samples of one part */
} measurement;

static double *samples_of(const measurement *m, size_t job, bench_part part)
{
    return m->samples + (job * BENCH_PARTS + part) * m->rounds;
}

/* ---- Rounds -------------------------------------------------------------------------------------------------------------------------- */

/* One round after another, each in a new random order, so that no part always follows the same one. Round 0 warms up and is not kept. */
static void time_all(measurement *m, const bench_setup *setup)
{
    size_t order[BENCH_MAX_JOBS * BENCH_PARTS];
    const size_t n = m->n_jobs * BENCH_PARTS;
    for (size_t i = 0; i < n; i++) order[i] = i;
    uint64_t random = 4;
    for (size_t round = 0; round <= m->rounds; round++) {
        if (setup->progress) setup->progress(m->runner[m->n_jobs - 1].job->workload->name, round, m->rounds);
        bench_shuffle(order, n, &random);
        for (size_t i = 0; i < n; i++) {
            const size_t job = order[i] / BENCH_PARTS;
            const bench_part part = (bench_part)(order[i] % BENCH_PARTS);
            bench_runner *runner = &m->runner[job];
            if (!(runner->parts & setup->parts & BENCH_BIT(part))) continue;
            const double ns = bench_time_part(runner, part);
            if (round > 0) samples_of(m, job, part)[round - 1] = ns;
        }
    }
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

static bench_spread spread_of(const measurement *m, const double *samples)
{
    memcpy(m->scratch, samples, m->rounds * sizeof *samples);
    return bench_spread_of(m->scratch, m->rounds);
}

/* The fastest of the parts `first` to `last`. */
static bench_part min_of(const bench_result *result, bench_part first, bench_part last)
{
    bench_part min = first;
    for (bench_part i = first; i <= last; i++) {
        if (result->ns[i].median < result->ns[min].median) min = i;
    }
    return min;
}

/* A part that is the sum of others: `by`, and, out of place, the faster copy. */
static void sum_parts(const measurement *m, size_t job, bench_result *result, bench_part sum, bench_part by)
{
    const int out_of_place = m->runner[job].out_of_place;
    const bench_part copy = min_of(result, BENCH_MEMCPY, BENCH_COPY_STREAMING);
    double *samples = samples_of(m, job, sum);
    for (size_t i = 0; i < m->rounds; i++) samples[i] = samples_of(m, job, by)[i] + (out_of_place ? samples_of(m, job, copy)[i] : 0);
    result->ns[sum] = spread_of(m, samples);
    result->parts |= BENCH_BIT(sum);
}

/* max(stream, touch), each with its faster variant, plus the copy if out of place. The medians decide which part it is. The ratio of every
 * round then uses that part's own samples: a maximum over the noise of two parts would favour whatever is compared with it. Next to it,
 * both in one pass. */
static void sum_floor(const measurement *m, size_t job, bench_result *result)
{
    unsigned needed = 0;
    for (unsigned i = BENCH_STREAM; i <= (m->runner[job].out_of_place ? BENCH_COPY_STREAMING : BENCH_BOTH_LONG); i++)
        needed |= BENCH_BIT(i);
    if ((result->parts & needed) != needed) return;
    const bench_part read = min_of(result, BENCH_STREAM, BENCH_STREAM_PREFETCHED), touch = min_of(result, BENCH_TOUCH, BENCH_TOUCH_LONG);
    result->floor_by = result->ns[read].median > result->ns[touch].median ? read : touch;
    sum_parts(m, job, result, BENCH_FLOOR, result->floor_by);
    sum_parts(m, job, result, BENCH_BOTH, min_of(result, BENCH_BOTH_NOT, BENCH_BOTH_LONG));
}

static void summarise(const measurement *m, size_t job, bench_result *result)
{
    for (bench_part i = 0; i < BENCH_PARTS; i++) {
        if (result->parts & BENCH_BIT(i)) result->ns[i] = spread_of(m, samples_of(m, job, i));
    }
    sum_floor(m, job, result);
    for (bench_ratio i = 0; i < BENCH_RATIOS; i++) {
        const bench_part above = BENCH_RATIO_ROWS[i].above, below = BENCH_RATIO_ROWS[i].below;
        if (result->parts & BENCH_BIT(above) && result->parts & BENCH_BIT(below))
            result->ratio[i] = bench_median_ratio(samples_of(m, job, above), samples_of(m, job, below), m->rounds, m->scratch);
    }
    if (!(result->parts & BENCH_BIT(BENCH_STREW))) return;
    const double calls = bench_median_ratio(samples_of(m, job, BENCH_STREW), samples_of(m, 0, BENCH_STREW), m->rounds, m->scratch);
    result->over_first = calls * (double)m->runner[0].job->n_tuples / (double)m->runner[job].job->n_tuples;
}

/* ------------------------------------------------------------------------------------------------------------------------------------- */

static int open_and_check(bench_result *result, bench_runner *runner, bench_job *job, const bench_setup *setup)
{
    memset(result, 0, sizeof *result);
    result->kernel = "";
    result->op = job->workload->op;
    result->n_updates = job->n_tuples;
    if (!bench_open_runner(runner, job, &setup->options, setup->out_of_place, result->wrong)) return 0;
    result->parts = runner->parts & setup->parts;
    result->isa = strew_plan_isa(&runner->strew.plan);
    if (strew_plan_kernel(&runner->strew.plan)) result->kernel = strew_plan_kernel(&runner->strew.plan);
    return bench_check(runner, setup->parts, result->wrong);
}

int bench_measure(bench_result *results, bench_job *jobs, size_t n_jobs, const bench_setup *setup)
{
    measurement m = {.n_jobs = n_jobs, .rounds = setup->rounds};
    int right = 1;
    for (size_t i = 0; i < n_jobs; i++) right &= open_and_check(&results[i], &m.runner[i], &jobs[i], setup);
    m.samples = calloc((n_jobs * BENCH_PARTS + 1) * setup->rounds, sizeof *m.samples);
    if (!m.samples) {
        snprintf(results[0].wrong, sizeof results[0].wrong, "out of memory");
        right = 0;
    }
    if (right) {
        m.scratch = m.samples + n_jobs * BENCH_PARTS * setup->rounds;
        time_all(&m, setup);
        for (size_t i = 0; i < n_jobs; i++) summarise(&m, i, &results[i]);
    }
    free(m.samples);
    for (size_t i = 0; i < n_jobs; i++) bench_close_runner(&m.runner[i]);
    return right;
}
