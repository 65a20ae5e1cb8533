/* One sample: the time of one call, from arrays and caches in a known state. */
#ifndef STREW_BENCH_CLOCK_H
#define STREW_BENCH_CLOCK_H

#include "parts.h"

/* Outside the clock everything that a part may read is read once, and output is fresh data again: sums stay small, and no part finds the
 * caches as a kinder or worse neighbour left them. (Without it a part that follows three passes, which read no updates, was up to
 * 1.5 times slower than the same part after a scatter.) Small jobs repeat without: their data stays in the first cache, and `none` may
 * be repeated. */
void bench_settle(bench_runner *r);

/* Settles, and times one call of a part that runs, in ns. */
double bench_time_part(bench_runner *r, bench_part part);

#endif /* STREW_BENCH_CLOCK_H */
