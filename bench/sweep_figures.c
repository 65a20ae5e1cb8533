#include "sweep_figures.h"

#include <math.h>

#include "report.h"

const char *const SWEEP_FIGURE_FIELDS[SWEEP_FIGURES] = {"run", "prepared", "prepared_over_run"};
const char *const SWEEP_MEAN_NAMES[SWEEP_MEANS] = {"geometric mean", "geometric mean from 0.1 ms", "minimum from 0.5 ms"};
const char *const SWEEP_MEAN_FIELDS[SWEEP_MEANS] = {"mean", "mean_from_0.1_ms", "min_from_0.5_ms"};
static const double MIN_NS[SWEEP_MEANS] = {0, 1e5, 5e5};

double sweep_figure_of(const threads_row *row, sweep_figure figure, size_t count)
{
    if (figure == SWEEP_RUN) return row->run[count].over_one;
    return figure == SWEEP_PREPARED ? row->prepared[count].over_one : row->prepared[count].over_run;
}

double sweep_one_ns(const threads_row *row, sweep_figure figure)
{
    return figure == SWEEP_PREPARED ? row->prepared_ns : row->one_ns;
}

size_t sweep_count_rows(const sweep *sweep, sweep_mean mean)
{
    size_t n = 0;
    for (size_t r = 0; r < sweep->n_rows; r++) n += sweep->rows[r].one_ns >= MIN_NS[mean];
    return n;
}

double sweep_mean_of(const sweep *sweep, sweep_figure figure, sweep_mean mean, size_t count)
{
    double values[BENCH_MAX_WORKLOADS], min = INFINITY;
    size_t n = 0;
    for (size_t r = 0; r < sweep->n_rows; r++) {
        if (sweep->rows[r].one_ns < MIN_NS[mean]) continue;
        values[n] = sweep_figure_of(&sweep->rows[r], figure, count);
        min = fmin(min, values[n++]);
    }
    return mean == SWEEP_MIN_LONG ? min : bench_geometric_mean(values, n);
}
