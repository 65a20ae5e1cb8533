#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bench_spread bench_spread_of(double *samples, size_t n)
{
    qsort(samples, n, sizeof *samples, compare_doubles);
    return (bench_spread){(samples[(n - 1) / 2] + samples[n / 2]) / 2, samples[n / 4], samples[n - 1 - n / 4]};
}

double bench_median_ratio(const double *above, const double *below, size_t n, double *scratch)
{
    for (size_t i = 0; i < n; i++) scratch[i] = above[i] / below[i];
    return bench_spread_of(scratch, n).median;
}

double bench_geometric_mean(const double *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += log(values[i]);
    return exp(sum / (double)n);
}
