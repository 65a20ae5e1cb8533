#include "sweep.h"

#include <errno.h>
#include <stdlib.h>

#include "cpus.h"
#include "sweep_figures.h"
#include "sweep_json.h"
#include "terminal.h"

static const char *style(terminal_style style)
{
    return terminal_style_of(style);
}

int sweep_choose_counts(bench_counts *counts, const char *text)
{
    counts->n = 0;
    for (const char *rest = text;; rest++) {
        char *end;
        errno = 0;
        const long count = strtol(rest, &end, 10);
        if (errno || end == rest || (*end && *end != ',') || count < 1 || count > MODEL_MAX_THREADS || counts->n == BENCH_MAX_COUNTS)
            return 0;
        counts->count[counts->n++] = (int)count;
        rest = end;
        if (!*rest) return 1;
    }
}

void sweep_choose_all_counts(bench_counts *counts, size_t max)
{
    if (max > MODEL_MAX_THREADS) max = MODEL_MAX_THREADS;
    counts->n = 0;
    for (size_t count = 1; count < max; count *= 2) counts->count[counts->n++] = (int)count;
    counts->count[counts->n++] = (int)max;
}

/* ---- Tables -------------------------------------------------------------------------------------------------------------------------- */

static void print_counts(const char *title, const threads_setup *setup, int width)
{
    printf("\n%s%-22s %9s", style(TERMINAL_BOLD), title, "one, ms");
    for (size_t i = 0; i < setup->counts.n; i++) printf(" %*d", width, setup->counts.count[i]);
    printf("%s\n", style(TERMINAL_PLAIN));
}

static void print_name(const threads_row *row, double one_ns)
{
    char updates[16], digits[16];
    printf("%-13s %8s %9s", row->workload->name, terminal_count(updates, row->n_updates), terminal_digits(digits, one_ns * 1e-6));
}

static void print_speedup(double speedup)
{
    printf(" %s%6.2f%s", style(terminal_style_of_ratio(speedup, 1.5)), speedup, style(TERMINAL_PLAIN));
}

static void print_row(const threads_row *row, const threads_setup *setup, sweep_figure figure)
{
    print_name(row, sweep_one_ns(row, figure));
    for (size_t i = 0; i < setup->counts.n; i++) print_speedup(sweep_figure_of(row, figure, i));
    printf("\n");
    fflush(stdout);
}

static void print_summary(const sweep *sweep, sweep_figure figure)
{
    for (sweep_mean mean = 0; mean < SWEEP_MEANS; mean++) {
        if (sweep_count_rows(sweep, mean) < 1) continue;
        printf("%s%-32s%s", style(TERMINAL_BOLD), SWEEP_MEAN_NAMES[mean], style(TERMINAL_PLAIN));
        for (size_t i = 0; i < sweep->setup->counts.n; i++) print_speedup(sweep_mean_of(sweep, figure, mean, i));
        printf("\n");
    }
}

/* All rows of one figure. */
static void print_table(const char *title, const sweep *sweep, sweep_figure figure)
{
    print_counts(title, sweep->setup, 6);
    for (size_t r = 0; r < sweep->n_rows; r++) print_row(&sweep->rows[r], sweep->setup, figure);
    print_summary(sweep, figure);
}

/* Two figures of the model in each column. */
static void print_work(const char *title, const sweep *sweep, int is_prepared)
{
    print_counts(title, sweep->setup, 10);
    for (size_t r = 0; r < sweep->n_rows; r++) {
        const threads_row *row = &sweep->rows[r];
        print_name(row, is_prepared ? row->prepared_ns : row->one_ns);
        for (size_t i = 0; i < sweep->setup->counts.n; i++) {
            const threads_times *times = is_prepared ? &row->prepared[i] : &row->run[i];
            printf("  %5.2f %s%2.0f%%%s", times->inflation, style(TERMINAL_DIM), 100 * times->serial_share, style(TERMINAL_PLAIN));
        }
        printf("\n");
    }
}

static void print_head(const threads_setup *setup)
{
    const bench_setup *bench = setup->bench;
    printf("\n%sstrew %s, %s%s, indices %s, ", style(TERMINAL_BOLD), strew_version(), bench->out_of_place ? "out of place" : "in place",
           style(TERMINAL_PLAIN), bench->options.policy == STREW_POLICY_ERROR ? "checked" : "trusted");
    if (setup->pool == BENCH_MODEL)
        printf("threads of a model: all tasks run on one thread, and each parallel_for counts as its longest thread\n");
    else
        printf("threads of %s, %s, on %zu CPUs\n", bench_pool_name(setup->pool), bench_can_pin() ? "pinned" : "not pinned",
               bench_find_cpus());
    printf("%sspeedup over one thread (with a workspace or without, whichever is faster); medians of %zu interleaved rounds%s\n",
           style(TERMINAL_DIM), bench->rounds, style(TERMINAL_PLAIN));
}

static void print_rest(const sweep *sweep)
{
    print_summary(sweep, SWEEP_RUN);
    if (sweep->setup->pool == BENCH_MODEL) print_work("work, serial share", sweep, 0);
    print_table("prepared / prepared", sweep, SWEEP_PREPARED);
    print_table("prepared / run", sweep, SWEEP_PREPARED_OVER_RUN);
    if (sweep->setup->pool == BENCH_MODEL) print_work("prepared work, serial", sweep, 1);
    fflush(stdout);
}

/* ---- Measuring ----------------------------------------------------------------------------------------------------------------------- */

static int measure_workload(threads_row *row, const bench_workload *workload, const threads_setup *setup)
{
    bench_job job;
    const int is_made = bench_make_job(&job, workload);
    const int right = is_made && threads_measure(row, &job, setup);
    terminal_progress_end();
    if (!right)
        printf("%-13s %s%s%s\n", workload->name, style(TERMINAL_RED), is_made ? row->wrong : "out of memory", style(TERMINAL_PLAIN));
    if (is_made) bench_free_job(&job);
    return right;
}

int sweep_workloads(const bench_workload *const *workloads, size_t n, const threads_setup *setup, FILE *json)
{
    sweep sweep = {setup, malloc((n + 1) * sizeof *sweep.rows), 0};
    if (!sweep.rows) return 0;
    print_head(setup);
    print_counts("workload  updates", setup, 6);
    for (size_t i = 0; i < n; i++) {
        threads_row *row = &sweep.rows[sweep.n_rows];
        terminal_progress_of(i + 1, n);
        if (!measure_workload(row, workloads[i], setup)) continue;
        print_row(row, setup, SWEEP_RUN);
        sweep.n_rows++;
    }
    if (sweep.n_rows) print_rest(&sweep);
    if (json) sweep_write_json(json, &sweep);
    const int right = sweep.n_rows == n;
    free(sweep.rows);
    return right;
}
