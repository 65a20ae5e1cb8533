/* How much a call gains by modelled threads. */
#ifndef STREW_BENCH_SPEEDUP_H
#define STREW_BENCH_SPEEDUP_H

#include <strew/strew.h>

enum { BENCH_SPEEDUPS = 4 };

typedef struct speedup_call {
    const strew_plan *plan;
    const strew_buffers *buffers;
    void *zeroed; /* is set to 0 before each call, which is no part of it; NULL: nothing is */
    const void *result;
    size_t zeroed_bytes, result_bytes;
} speedup_call;

/* Prints what the speedups are, and the numbers of threads as the heads of columns, after a line has begun. */
void bench_explain_speedups(const char *of);
void bench_print_counts(void);

/* Prints the time of a call on one thread over that of the model's threads, in one line, and keeps it. Returns 0, and says so, if the
 * result of one thread differs, or memory runs out. */
int bench_print_speedups(const speedup_call *call, size_t rounds, double speedups[BENCH_SPEEDUPS]);

/* Prints the geometric means of n of these, and ends the line. */
void bench_print_mean_speedups(const double (*speedups)[BENCH_SPEEDUPS], size_t n);

#endif /* STREW_BENCH_SPEEDUP_H */
