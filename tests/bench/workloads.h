/* The work that strew is measured by: what scatters look like in networks, from a call on 64 floats to one on 64 MB.
 *
 * A workload is a row of a table; a job is a workload made real: arrays in memory, the same bytes on every machine and in every run. */
#ifndef STREW_BENCH_WORKLOADS_H
#define STREW_BENCH_WORKLOADS_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

enum { BENCH_MAX_RANK = 8 };

typedef struct bench_shape {
    int32_t rank;
    int64_t size[BENCH_MAX_RANK];
} bench_shape;

/* Where the tuples point. */
typedef enum bench_distribution {
    BENCH_UNIFORM,  /* every slice as likely as any other, tuples independent */
    BENCH_DISTINCT, /* no slice twice, in no order */
    BENCH_ZIPF,     /* slice i (from 1) with a probability in proportion to i^-1.2, as words of a language */
    BENCH_GRID,     /* a dense box in the middle of data, in row-major order */
    BENCH_RUNS      /* runs of 64 neighbouring slices, each in a row of its own, from a random start */
} bench_distribution;

typedef struct bench_workload {
    const char *name;
    strew_dtype dtype;
    strew_reduction reduction;
    bench_shape data, indices;
    bench_distribution distribution;
    const char *stands_for;
} bench_workload;

extern const bench_workload BENCH_WORKLOADS[];
extern const size_t BENCH_N_WORKLOADS;

/* Uniform in [0, bound), for a bound of less than 2^32; moves the state on. Any seed will do, and every machine draws the same. */
uint64_t bench_random_below(uint64_t *state, uint64_t bound);

/* NULL if there is none of that name. */
const bench_workload *bench_find_workload(const char *name);

typedef struct bench_job {
    const bench_workload *workload;
    size_t n_tuples, k, width; /* width: elements of a slice */
    size_t slice_bytes, data_bytes, indices_bytes, updates_bytes;
    bench_shape updates_shape;
    strew_tensor data, indices, updates;
    void *data_values, *indices_values, *updates_values;
    uint32_t *offsets; /* the byte offset of every tuple's slice, and BENCH_OFFSETS_AHEAD zeros behind them for those who prefetch */
    void *output;      /* as large as data */
} bench_job;

enum { BENCH_OFFSETS_AHEAD = 128 };

/* Makes the arrays. Returns 0 when memory runs out or data has 4 GiB or more (offsets have 32 bits); then there is nothing to free. */
int bench_make_job(bench_job *job, const bench_workload *workload);
void bench_free_job(bench_job *job);

#endif /* STREW_BENCH_WORKLOADS_H */
