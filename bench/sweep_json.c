#include "sweep_json.h"

static void write_times(FILE *file, const threads_times *times, int n_threads, int is_model)
{
    fprintf(file, "{\"threads\": %d, \"ns\": %.1f, \"speedup\": %.4f, \"speedup_over_run\": %.4f, \"workspace_bytes\": %zu", n_threads,
            times->ns, times->over_one, times->over_run, times->workspace_bytes);
    if (is_model)
        fprintf(file, ", \"work_inflation\": %.4f, \"serial_share\": %.4f, \"parallel_fors\": %zu, \"tasks\": %zu", times->inflation,
                times->serial_share, times->n_fors, times->n_tasks);
    fputc('}', file);
}

static void write_all_times(FILE *file, const char *field, const threads_times *times, const threads_setup *setup)
{
    fprintf(file, ",\n     \"%s\": [", field);
    for (size_t i = 0; i < setup->counts.n; i++) {
        fputs(i ? ",\n       " : "\n       ", file);
        write_times(file, &times[i], setup->counts.count[i], setup->pool == BENCH_MODEL);
    }
    fputc(']', file);
}

static void write_row(FILE *file, const threads_row *row, const threads_setup *setup)
{
    fprintf(file, "{\"workload\": \"%s\", \"updates\": %zu, \"isa\": \"%s\", \"kernel\": \"%s\", ", row->workload->name, row->n_updates,
            strew_isa_name(row->isa), row->kernel);
    fprintf(file, "\"one_thread_ns\": %.1f, \"strew_1t_ns\": %.1f, \"strew_workspace_ns\": ", row->one_ns, row->run_ns);
    if (row->workspace_ns > 0)
        fprintf(file, "%.1f", row->workspace_ns);
    else
        fputs("null", file);
    fprintf(file, ", \"strew_prepared_ns\": %.1f", row->prepared_ns);
    write_all_times(file, "run", row->run, setup);
    write_all_times(file, "prepared", row->prepared, setup);
    fputc('}', file);
}

/* One number for each number of threads, or null if no row is long enough. */
static void write_mean(FILE *file, const sweep *sweep, sweep_figure figure, sweep_mean mean)
{
    fprintf(file, "\"%s\": ", SWEEP_MEAN_FIELDS[mean]);
    if (sweep_count_rows(sweep, mean) == 0) {
        fputs("null", file);
        return;
    }
    for (size_t i = 0; i < sweep->setup->counts.n; i++) fprintf(file, "%s%.4f", i ? ", " : "[", sweep_mean_of(sweep, figure, mean, i));
    fputc(']', file);
}

static void write_means(FILE *file, const sweep *sweep)
{
    for (sweep_figure figure = 0; figure < SWEEP_FIGURES; figure++) {
        fprintf(file, "%s\"%s\": {", figure ? ",\n    " : "\n    ", SWEEP_FIGURE_FIELDS[figure]);
        for (sweep_mean mean = 0; mean < SWEEP_MEANS; mean++) {
            if (mean) fputs(", ", file);
            write_mean(file, sweep, figure, mean);
        }
        fputc('}', file);
    }
}

void sweep_write_json(FILE *file, const sweep *sweep)
{
    const threads_setup *setup = sweep->setup;
    const bench_setup *bench = setup->bench;
    fprintf(file, "{\"pool\": \"%s\", \"mode\": \"%s\", \"policy\": \"%s\", \"rounds\": %zu, \"is_pinned\": %s, \"threads\": [",
            bench_pool_name(setup->pool), bench->out_of_place ? "out_of_place" : "in_place",
            bench->options.policy == STREW_POLICY_ERROR ? "error" : "trusted", bench->rounds,
            sweep->n_rows && sweep->rows[0].is_pinned ? "true" : "false");
    for (size_t i = 0; i < setup->counts.n; i++) fprintf(file, "%s%d", i ? ", " : "", setup->counts.count[i]);
    fputs("],\n  \"rows\": [", file);
    for (size_t r = 0; r < sweep->n_rows; r++) {
        fputs(r ? ",\n    " : "\n    ", file);
        write_row(file, &sweep->rows[r], setup);
    }
    fputs("],\n  \"means\": {", file);
    write_means(file, sweep);
    fputs("}}", file);
}
