/* One sample: the time of one call, from arrays and caches in a known state. */
#ifndef STREW_BENCH_CLOCK_H
#define STREW_BENCH_CLOCK_H

#include "parts.h"

/* Before the clock starts, reads everything once that a part may read, and makes output fresh data again. So sums stay small, and every
 * part begins with the same state of the caches. (Without it, a part after three passes that read no updates was up to 1.5 times slower
 * than the same part after a scatter.) Small jobs repeat without this: their data stays in the first-level cache, and `none` may be
 * repeated. */
void bench_settle(bench_runner *r);

/* The time since some moment. */
double bench_now_ns(void);

/* How often the system interrupted this process. */
long bench_count_interruptions(void);

/* Settles, and times one call of a part, in ns. */
double bench_time_part(bench_runner *r, bench_part part);

#endif /* STREW_BENCH_CLOCK_H */
