/* The figures of a sweep, and their means over its rows. */
#ifndef STREW_BENCH_SWEEP_FIGURES_H
#define STREW_BENCH_SWEEP_FIGURES_H

#include "threads.h"

typedef struct sweep {
    const threads_setup *setup;
    threads_row *rows;
    size_t n_rows;
} sweep;

/* Speedups, and their names in JSON. */
typedef enum sweep_figure { SWEEP_RUN, SWEEP_PREPARED, SWEEP_PREPARED_OVER_RUN, SWEEP_FIGURES } sweep_figure;
extern const char *const SWEEP_FIGURE_FIELDS[SWEEP_FIGURES];

/* For the number of threads at `count`. */
double sweep_figure_of(const threads_row *row, sweep_figure figure, size_t count);

/* The time of one thread that the figure compares with. */
double sweep_one_ns(const threads_row *row, sweep_figure figure);

/* Over which rows, by strew's time on one thread, and what is taken. */
typedef enum sweep_mean { SWEEP_MEAN, SWEEP_MEAN_LONG, SWEEP_MIN_LONG, SWEEP_MEANS } sweep_mean;
extern const char *const SWEEP_MEAN_NAMES[SWEEP_MEANS], *const SWEEP_MEAN_FIELDS[SWEEP_MEANS];

size_t sweep_count_rows(const sweep *sweep, sweep_mean mean);
double sweep_mean_of(const sweep *sweep, sweep_figure figure, sweep_mean mean, size_t count);

#endif /* STREW_BENCH_SWEEP_FIGURES_H */
