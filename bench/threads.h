/* Measures a job on several numbers of threads of one pool, modelled or real: beside strew on one thread, in the same rounds. */
#ifndef STREW_BENCH_THREADS_H
#define STREW_BENCH_THREADS_H

#include "measure.h"
#include "pools.h"

enum { BENCH_MAX_COUNTS = 16 };

/* Numbers of threads, each from 1 to MODEL_MAX_THREADS, which is as many as strew uses. */
typedef struct bench_counts {
    int count[BENCH_MAX_COUNTS];
    size_t n;
} bench_counts;

typedef struct threads_setup {
    const bench_setup *bench;
    bench_pool pool;
    bench_counts counts;
} threads_setup;

/* One number of threads: medians over the rounds. */
typedef struct threads_times {
    double ns;                      /* modelled or real */
    double over_one;                /* speedup over the same on one thread, */
    double over_run;                /* and over strew_run on one thread */
    double inflation, serial_share; /* of the model: all work over one thread's time; what is serial, of ns */
    size_t n_fors, n_tasks, workspace_bytes;
} threads_times;

typedef struct threads_row {
    const bench_workload *workload;
    size_t n_updates;
    double run_ns, workspace_ns, prepared_ns;                        /* one thread; workspace_ns is 0 if none would help */
    double one_ns;                                                   /* the better of run_ns and workspace_ns */
    threads_times run[BENCH_MAX_COUNTS], prepared[BENCH_MAX_COUNTS]; /* of each count */
    int is_pinned;
    strew_isa isa;
    const char *kernel;
    char wrong[STREW_MESSAGE_BYTES]; /* one sentence, if the job could not be measured */
} threads_row;

/* First compares every result with one thread's and the plain loop's, bit for bit. Returns 0, and a sentence in `wrong`, if one differs, if
 * strew rejects, or if memory or threads run out. */
int threads_measure(threads_row *row, bench_job *job, const threads_setup *setup);

#endif /* STREW_BENCH_THREADS_H */
