/* What a user asks the bench for. */
#ifndef STREW_BENCH_OPTIONS_H
#define STREW_BENCH_OPTIONS_H

#include "report.h"
#include "threads.h"

enum { IN_PLACE = 1, OUT_OF_PLACE = 2 };

typedef struct bench_request {
    const bench_workload *chosen[BENCH_MAX_WORKLOADS];
    size_t n_chosen;
    int modes; /* bits */
    bench_setup setup;
    const char *json;
    int widths, tokens, group, masks, rows, segments, gradients, winners, conversions, running;
    bench_counts model, threads; /* for tables of their own */
    int is_report;               /* json is for the project */
} bench_request;

/* Fills the request from the command line. Returns the exit code, or -1 to go on. */
int bench_parse(bench_request *request, int argc, char **argv);

#endif /* STREW_BENCH_OPTIONS_H */
