/* What is compared: the parts of the floor, the plain loop, and strew in several ways, each as a call over the same arrays. */
#ifndef STREW_BENCH_PARTS_H
#define STREW_BENCH_PARTS_H

#include "jobs.h"
#include "plain.h"

/* parts.c has a row for each, which says how it runs and what it is called. */
typedef enum bench_part {
    BENCH_STREAM, /* the parts of the floor */
    BENCH_STREAM_PREFETCHED,
    BENCH_TOUCH,
    BENCH_TOUCH_SHORT,
    BENCH_TOUCH_LONG,
    BENCH_BOTH_NOT, /* both parts of the floor in one pass */
    BENCH_BOTH_SHORT,
    BENCH_BOTH_LONG,
    BENCH_MEMCPY,
    BENCH_COPY_STREAMING,
    BENCH_PLAIN,        /* the plain C loop, which checks the indices if strew does */
    BENCH_UNCHECKED,    /* the plain C loop without a check */
    BENCH_SLICES,       /* a memcpy for each slice, from ready offsets; for small jobs that move slices */
    BENCH_SCALAR,       /* strew's scalar kernels */
    BENCH_STREW,        /* strew's best, or what --isa asks for */
    BENCH_WORKSPACE,    /* the same with a workspace, of the size that the plan asks for */
    BENCH_TWO_THREADS,  /* the same on two of OpenMP's threads, with a workspace for them */
    BENCH_PREPARED,     /* the same with indices that were prepared before the clock started */
    BENCH_TRUSTED,      /* the same with trusted indices: compared with the plain loop without a check */
    BENCH_PLAN_AND_RUN, /* the same with planning inside the clock; for small jobs */
    BENCH_FLOOR,        /* no calls of their own: measure.c adds them up */
    BENCH_BOTH,
    BENCH_PARTS
} bench_part;

#define BENCH_BIT(part) (1u << (part))

typedef struct bench_planned {
    bench_call call;
    strew_plan plan;
} bench_planned;

/* Everything that a part needs to run. It holds pointers to itself, so it must not be moved. */
typedef struct bench_runner {
    bench_job *job;
    strew_options options; /* of BENCH_STREW */
    int out_of_place;
    unsigned parts;                          /* bits of those that make sense for the job */
    size_t calls;                            /* per reading of the clock */
    strew_buffers buffers, prepared_buffers; /* in place or not, as out_of_place says */
    bench_planned strew, scalar, trusted;
    plain_fn *plain, *unchecked;
    plain_shape plain_shape;
    void *workspace, *prepared;
    size_t workspace_bytes, workspace_of_two_bytes; /* the workspace has room for either */
    strew_resources required;                       /* of a job that needs the workspace */
} bench_runner;

typedef struct bench_part_row {
    const char *name;  /* in sentences */
    const char *field; /* in JSON, or NULL */
    void (*run)(bench_runner *r);
    int is_compared;  /* its result, with the plain loop's */
    int is_plain;     /* has dense arrays, even if strew's have gaps */
    int only_scatter; /* a gather has no such part */
    int only_small;   /* only for jobs of a few nanoseconds */
    int only_large;   /* only for all others */
    int only_out_of_place;
    int only_in_bounds; /* only where no index is out of bounds */
    int only_moves;     /* only where slices are moved as they are */
    int only_prepared;  /* only where indices can be prepared */
} bench_part_row;

extern const bench_part_row BENCH_PART_ROWS[BENCH_PARTS];

/* Makes the plans. Returns 0, with a sentence in `wrong` and nothing to close, if strew rejects or memory runs out. `job` must outlive
 * it. */
int bench_open_runner(bench_runner *r, bench_job *job, const strew_options *options, int out_of_place, char wrong[STREW_MESSAGE_BYTES]);
void bench_close_runner(bench_runner *r);

/* Runs each of `parts` that has a result once, from fresh data, and compares it with the plain loop, bit for bit. Returns 0 and a sentence
 * if one differs, or if memory runs out. */
int bench_check(bench_runner *r, unsigned parts, char wrong[STREW_MESSAGE_BYTES]);

/* Runs a plan of the job, with resources or NULL. Plans before, if the workload says so. */
strew_status bench_run(const bench_runner *r, const bench_planned *planned, const strew_resources *resources);
strew_status bench_run_prepared(const bench_runner *r, const strew_resources *resources);

/* The ISA of that name; STREW_ISA_BEST for "best", -1 for an unknown name. */
int bench_find_isa(const char *name);

#endif /* STREW_BENCH_PARTS_H */
