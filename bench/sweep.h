/* Measures workloads on several numbers of threads, and shows what was measured: tables for people, JSON for programs. */
#ifndef STREW_BENCH_SWEEP_H
#define STREW_BENCH_SWEEP_H

#include <stdio.h>

#include "threads.h"

/* Reads "1,2,4". Returns 0 if these are not up to BENCH_MAX_COUNTS numbers from 1 to MODEL_MAX_THREADS. */
int sweep_choose_counts(bench_counts *counts, const char *text);

/* 1, 2, 4, ... and `max`. */
void sweep_choose_all_counts(bench_counts *counts, size_t max);

/* Measures and prints. Writes one JSON object to `json` unless it is NULL. Returns 0 if a workload could not be measured, or if a result
 * was wrong. */
int sweep_workloads(const bench_workload *const *workloads, size_t n, const threads_setup *setup, FILE *json);

#endif /* STREW_BENCH_SWEEP_H */
