/* What a specialised width is worth. */
#ifndef STREW_BENCH_WIDTHS_H
#define STREW_BENCH_WIDTHS_H

#include "measure.h"

/* Prints ns per update over a sweep of widths, for a handful of types and reductions. Returns 0 when a result differs. */
int bench_widths(const bench_setup *setup);

#endif /* STREW_BENCH_WIDTHS_H */
