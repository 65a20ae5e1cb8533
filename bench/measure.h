/* Measures jobs: everything that is compared runs in turn, round by round, so that a busy machine affects all of it. */
#ifndef STREW_BENCH_MEASURE_H
#define STREW_BENCH_MEASURE_H

#include "parts.h"
#include "statistics.h"

typedef struct bench_setup {
    strew_options options; /* of BENCH_STREW */
    int out_of_place;
    unsigned parts; /* bits of the parts to measure; parts that make no sense for a job are left out anyway */
    size_t rounds;
    void (*progress)(const char *workload, size_t round, size_t rounds); /* called before every round; may be NULL */
} bench_setup;

/* measure.c has a row for each, with its numerator and denominator. */
typedef enum bench_ratio {
    BENCH_STREW_OVER_FLOOR,
    BENCH_STREW_OVER_BOTH,
    BENCH_TRUSTED_OVER_BOTH,
    BENCH_PLAIN_OVER_FLOOR,
    BENCH_PLAIN_OVER_STREW,
    BENCH_PLAIN_OVER_WORKSPACE,
    BENCH_UNCHECKED_OVER_STREW,
    BENCH_UNCHECKED_OVER_TRUSTED,
    BENCH_STREW_OVER_TRUSTED,     /* what the check costs, */
    BENCH_WORKSPACE_OVER_TRUSTED, /* and with a workspace */
    BENCH_STREW_OVER_TWO_THREADS,
    BENCH_PREPARED_OVER_STREW,
    BENCH_SCALAR_OVER_STREW,
    BENCH_RATIOS
} bench_ratio;

typedef struct bench_ratio_row {
    const char *field; /* in JSON */
    bench_part above, below;
} bench_ratio_row;

extern const bench_ratio_row BENCH_RATIO_ROWS[BENCH_RATIOS];

typedef struct bench_result {
    unsigned parts;               /* bits of those that were measured; BENCH_FLOOR if all of its parts were */
    bench_spread ns[BENCH_PARTS]; /* one call */
    double ratio[BENCH_RATIOS];   /* medians of the ratios of each round; 0 if one of the two was not measured */
    double over_first;            /* strew's time per update, over that of the first job of the same measurement */
    bench_part floor_by;          /* which part the floor is, before the copy */
    bench_operator op;
    size_t n_updates;
    strew_isa isa;
    const char *kernel;              /* "" if there is nothing to write */
    char wrong[STREW_MESSAGE_BYTES]; /* one sentence, if the job could not be measured */
} bench_result;

enum { BENCH_MAX_JOBS = 3 };

/* Measures up to BENCH_MAX_JOBS jobs, also interleaved. First compares the result of every part with the plain loop's, bit for bit, then
 * measures times. Returns 0, and a sentence in `wrong` of some result, if strew rejects, if a result differs, or if memory runs out. */
int bench_measure(bench_result *results, bench_job *jobs, size_t n_jobs, const bench_setup *setup);

#endif /* STREW_BENCH_MEASURE_H */
