/* strew-bench: compares strew with the plain C loop, and both with what the machine allows. `strew-bench --help` lists the options. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "conversions.h"
#include "cpus.h"
#include "gradients.h"
#include "group.h"
#include "masks.h"
#include "options.h"
#include "paged.h"
#include "rows.h"
#include "running.h"
#include "segments.h"
#include "sweep.h"
#include "system.h"
#include "terminal.h"
#include "tokens.h"
#include "widths.h"
#include "winners.h"

static int is_chosen(const bench_request *request, const bench_workload *workload)
{
    for (size_t i = 0; i < request->n_chosen; i++) {
        if (request->chosen[i] == workload) return 1;
    }
    return 0;
}

/* A workload that is compared with another is measured together with it, if both are chosen, and with those that do the same otherwise; its
 * result is then that of the slowest. Returns 0 if it could not be measured, or if a result was wrong. */
static int measure_workload(bench_result *result, const bench_request *request, const bench_workload *workload)
{
    const bench_workload *together[BENCH_MAX_JOBS];
    bench_job jobs[BENCH_MAX_JOBS];
    bench_result results[BENCH_MAX_JOBS];
    size_t n = 0, n_made = 0;
    const bench_workload *beside = workload->beside ? bench_find_workload(workload->beside) : NULL;
    if (beside && is_chosen(request, beside)) together[n++] = beside;
    const size_t n_beside = n;
    for (size_t i = 0; i < sizeof workload->or_by / sizeof *workload->or_by && workload->or_by[i]; i++)
        together[n++] = bench_find_workload(workload->or_by[i]);
    together[n++] = workload;
    while (n_made < n && bench_make_job(&jobs[n_made], together[n_made])) n_made++;
    const int right = n_made == n && bench_measure(results, jobs, n, &request->setup);
    terminal_progress_end();
    if (n_made < n) {
        report_wrong(workload, "out of memory");
    } else if (!right) {
        for (size_t i = 0; i < n; i++) {
            if (results[i].wrong[0]) report_wrong(together[i], results[i].wrong);
        }
    } else {
        *result = results[n - 1];
        for (size_t i = n_beside; i < n; i++) {
            if (results[i].ns[BENCH_STREW].median > result->ns[BENCH_STREW].median) *result = results[i];
        }
        if (n_beside == 0) result->over_first = 0;
    }
    while (n_made > 0) bench_free_job(&jobs[--n_made]);
    return right;
}

/* One mode. `n_written` counts the objects in the JSON file. */
static int run_workloads(const bench_request *request, FILE *json, size_t *n_written)
{
    bench_entry entries[BENCH_MAX_WORKLOADS];
    size_t n = 0;
    report_head(&request->setup);
    for (size_t i = 0; i < request->n_chosen; i++) {
        bench_entry *entry = &entries[n];
        entry->workload = request->chosen[i];
        terminal_progress_of(i + 1, request->n_chosen);
        if (!measure_workload(&entry->result, request, entry->workload)) continue;
        report_row(entry);
        if (json) {
            fputs((*n_written)++ ? ",\n  " : "\n  ", json);
            report_json(json, entry, &request->setup);
        }
        n++;
    }
    report_summary(entries, n, &request->setup);
    bench_machine machine;
    if (bench_look_at_machine(&machine)) report_machine(&machine);
    return n == request->n_chosen;
}

/* A table for the model and for each pool, in one mode. */
static int run_sweeps(const bench_request *request, FILE *json, size_t *n_written)
{
    int right = 1;
    for (bench_pool pool = BENCH_MODEL; pool < BENCH_POOLS; pool++) {
        const threads_setup setup = {&request->setup, pool, pool == BENCH_MODEL ? request->model : request->threads};
        if (setup.counts.n == 0 || !bench_pool_is_built(pool)) continue;
        if (json) fputs((*n_written)++ ? ",\n  " : "\n  ", json);
        right &= sweep_workloads(request->chosen, request->n_chosen, &setup, json);
    }
    return right;
}

typedef int run_mode(const bench_request *request, FILE *json, size_t *n_written);

static int run_modes(bench_request *request, FILE *json, run_mode *run)
{
    size_t n_written = 0;
    int right = 1;
    for (int mode = IN_PLACE; mode <= OUT_OF_PLACE; mode++) {
        if (!(request->modes & mode)) continue;
        request->setup.out_of_place = mode == OUT_OF_PLACE;
        right &= run(request, json, &n_written);
    }
    return right;
}

/* The figures of --report: those of a run without options, and all tables of threads. */
static int run_report(bench_request *request, FILE *json)
{
    if (!request->model.n) sweep_choose_all_counts(&request->model, MODEL_MAX_THREADS);
    if (!request->threads.n) sweep_choose_all_counts(&request->threads, bench_count_cores());
    fputc('{', json);
    system_write_json(json, &request->threads);
    fputs(",\n \"one_thread\": [", json);
    int right = run_modes(request, json, run_workloads);
    fputs("\n ],\n \"threads\": [", json);
    right &= run_modes(request, json, run_sweeps);
    fputs("\n ]}\n", json);
    return right;
}

static void print_where_to_send(const bench_request *request)
{
    printf(
        "\n%s has this machine's CPU, caches and memory rates, the compiler, and the times of %zu workloads on one thread, on modelled and "
        "on real threads.\nIt has no name of a host, a user or a folder. To send it in, attach it to an issue of strew: the form "
        "\"Speed\".\n",
        request->json, request->n_chosen);
}

/* `json` may be NULL. */
static int run(bench_request *request, FILE *json)
{
    if (request->is_report) return run_report(request, json);
    if (json) fputc('[', json);
    return run_modes(request, json, request->model.n || request->threads.n ? run_sweeps : run_workloads);
}

static int cannot_write(const bench_request *request)
{
    fprintf(stderr, "strew-bench: cannot write %s: %s\n", request->json, strerror(errno));
    return 0;
}

int main(int argc, char **argv)
{
    bench_request request = {.modes = IN_PLACE,
                             .setup = {.parts = ~0u, .rounds = 15, .progress = terminal_progress, .options = STREW_OPTIONS_INIT}};
    const int code = bench_parse(&request, argc, argv);
    if (code >= 0) return code;
    if (request.tokens) return bench_tokens(&request.setup) && bench_paged(&request.setup) ? 0 : 1;
    if (request.group) return bench_group(&request.setup) ? 0 : 1;
    if (request.masks) return bench_masks(&request.setup) ? 0 : 1;
    if (request.gradients) return bench_gradients(&request.setup) ? 0 : 1;
    if (request.segments) return bench_segments(&request.setup) ? 0 : 1;
    if (request.winners) return bench_winners(&request.setup) ? 0 : 1;
    if (request.rows) return bench_rows(&request.setup) ? 0 : 1;
    if (request.conversions) return bench_conversions(&request.setup) ? 0 : 1;
    if (request.running) return bench_running(&request.setup) ? 0 : 1;
    if (request.widths) return bench_widths(&request.setup) ? 0 : 1;
    FILE *json = NULL;
    if (request.json && !(json = fopen(request.json, "w"))) return !cannot_write(&request);
    int right = run(&request, json);
    if (json) {
        if (!request.is_report) fputs("\n]\n", json);
        if (fclose(json) != 0) right = cannot_write(&request);
    }
    if (request.is_report && right) print_where_to_send(&request);
    return right ? 0 : 1;
}
