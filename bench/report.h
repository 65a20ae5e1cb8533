/* Prints what was measured, for people (a table) and for programs (JSON). */
#ifndef STREW_BENCH_REPORT_H
#define STREW_BENCH_REPORT_H

#include <stdio.h>

#include "machine.h"
#include "measure.h"

typedef struct bench_entry {
    const bench_workload *workload;
    bench_result result;
} bench_entry;

/* The table: a head, a row for each workload as soon as it is measured, and a summary. */
void report_head(const bench_setup *setup);
void report_row(const bench_entry *entry);
void report_wrong(const bench_workload *workload, const char *sentence);
void report_summary(const bench_entry *entries, size_t n, const bench_setup *setup);
void report_machine(const bench_machine *machine);

/* Writes one JSON object. */
void report_json(FILE *file, const bench_entry *entry, const bench_setup *setup);

#endif /* STREW_BENCH_REPORT_H */
