/* Medians, which are robust against interruptions. */
#ifndef STREW_BENCH_STATISTICS_H
#define STREW_BENCH_STATISTICS_H

#include <stddef.h>

typedef struct bench_spread {
    double median, low, high; /* low, high: the quartiles */
} bench_spread;

/* Sorts the samples in place. */
bench_spread bench_spread_of(double *samples, size_t n);

/* The median of above[i] / below[i]; `scratch` holds n. */
double bench_median_ratio(const double *above, const double *below, size_t n, double *scratch);

/* exp of the mean of the logs, for positive values. */
double bench_geometric_mean(const double *values, size_t n);

#endif /* STREW_BENCH_STATISTICS_H */
