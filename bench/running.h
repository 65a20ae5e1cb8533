/* Measures threads that already run, each of which does part i of n, beside a parallel_for over the same threads. */
#ifndef STREW_BENCH_RUNNING_H
#define STREW_BENCH_RUNNING_H

#include "measure.h"

/* Prints, for calls of the size that runtimes make them, the times of one thread, of a parallel_for and of parts with a barrier; and how
 * long a part takes that has no work. Returns 0 if a result differs, or memory or threads run out. */
int bench_running(const bench_setup *setup);

#endif /* STREW_BENCH_RUNNING_H */
