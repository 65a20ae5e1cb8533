/* Measures one job: everything that is compared runs in turn, round by round, so that a busy machine is busy for all of them. */
#ifndef STREW_BENCH_MEASURE_H
#define STREW_BENCH_MEASURE_H

#include <stddef.h>

#include <strew/strew.h>

#include "plain.h"
#include "workloads.h"

/* What takes part. One row each in measure.c says how it runs. */
typedef enum bench_part {
    BENCH_STREAM, /* the parts of the floor */
    BENCH_STREAM_AHEAD,
    BENCH_TOUCH,
    BENCH_TOUCH_NEAR,
    BENCH_TOUCH_FAR,
    BENCH_MEMCPY,
    BENCH_COPY_STREAMING,
    BENCH_PLAIN,        /* the plain C loop, which checks the indices where strew does */
    BENCH_UNCHECKED,    /* the same without a check */
    BENCH_SCALAR,       /* strew's scalar kernels */
    BENCH_STREW,        /* strew's best, or what --isa asks for */
    BENCH_WORKSPACE,    /* the same with a workspace, of the size that the plan asks for */
    BENCH_TRUSTED,      /* the same with indices that are trusted: against the plain loop that checks nothing either */
    BENCH_PLAN_AND_RUN, /* the same with planning inside the clock; for small jobs */
    BENCH_PARTS
} bench_part;

#define BENCH_BIT(part) (1u << (part))

typedef struct bench_setup {
    strew_options options; /* of BENCH_STREW */
    int out_of_place;
    unsigned parts; /* bits of those that take part; parts that make no sense for a job are left out by themselves */
    size_t rounds;
    void (*progress)(const char *workload, size_t round, size_t rounds); /* called before every round; may be NULL */
} bench_setup;

typedef struct bench_spread {
    double median, low, high; /* low, high: the quartiles */
} bench_spread;

typedef struct bench_result {
    unsigned parts;               /* bits of those that were measured */
    bench_spread ns[BENCH_PARTS]; /* one call */
    bench_spread floor_ns;        /* 0 when the parts of the floor did not all take part */
    bench_part floor_by;          /* which part the floor is, before the copy */
    /* Ratios: medians of the ratios of one round, 0 when one of the two did not take part. */
    double plain_over_strew, plain_over_workspace, unchecked_over_strew, unchecked_over_trusted, scalar_over_strew, strew_over_floor;
    strew_isa isa;
    const char *kernel;               /* "" when there is nothing to write */
    char wrong[STREW_SENTENCE_BYTES]; /* one sentence, when the job could not be measured */
} bench_result;

/* First compares every part's result with the plain loop's, bit for bit, then times. Returns 0 and a sentence in result->wrong when strew
 * refuses, when a result differs, or when memory runs out. */
int bench_measure(bench_result *result, bench_job *job, const bench_setup *setup);

/* The ISA of that name; STREW_ISA_BEST for "best", -1 for no such name. */
int bench_find_isa(const char *name);

/* exp of the mean of the logs, for positive values. */
double bench_geometric_mean(const double *values, size_t n);

#endif /* STREW_BENCH_MEASURE_H */
