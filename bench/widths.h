/* Measures what kernels for fixed widths gain. */
#ifndef STREW_BENCH_WIDTHS_H
#define STREW_BENCH_WIDTHS_H

#include "measure.h"

/* Prints ns per update over a sweep of widths, for a few types and reductions. Returns 0 if a result differs. */
int bench_widths(const bench_setup *setup);

#endif /* STREW_BENCH_WIDTHS_H */
