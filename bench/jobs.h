/* A job is a workload in memory: arrays with the same bytes on every machine and in every run. */
#ifndef STREW_BENCH_JOBS_H
#define STREW_BENCH_JOBS_H

#include "workloads.h"

typedef struct bench_job {
    const bench_workload *workload;
    size_t n_tuples, k, width; /* width: elements of a slice; a tuple of scatter_update or gather counts once for each outer index */
    size_t n_named;            /* the tuples that indices has: without batches, each is of all outer indices */
    size_t n_outer;            /* the product of the dimensions before the axis or the tuples' first; 1 if there are none */
    size_t first_dimension;    /* the dimension of data that component 0 of a tuple indexes */
    size_t slice_bytes, data_bytes, indices_bytes, updates_bytes, output_bytes;
    bench_shape updates_shape; /* that of output, if the job is a gather, which has no updates */
    strew_tensor data, indices, updates;
    void *data_values, *indices_values, *updates_values;
    void *own_indices;                         /* strew's, if they differ: of another type or meaning, or component after component */
    const void *components[BENCH_MAX_RANK];    /* in own_indices */
    const void *strew_indices;                 /* what strew is given: the values of indices, or its own */
    float *products;                           /* of updates, if the caller multiplies them */
    void *own_data, *own_updates, *own_output; /* strew's, if they have gaps */
    size_t own_output_bytes, own_updates_bytes;
    const void *strew_data, *strew_updates; /* what strew is given: the values, products or its own */
    void *strew_output;
    int64_t output_strides[BENCH_MAX_RANK], updates_strides[BENCH_MAX_RANK];
    uint32_t *offsets; /* the byte offset of every tuple's slice, then BENCH_PREFETCHED_OFFSETS zeros for prefetching */
    void *output;      /* as large as data; of a gather, the slices that it copies */
} bench_job;

enum { BENCH_PREFETCHED_OFFSETS = 128 };

/* Memory that begins at a cache line, as tensor runtimes have it, even for zero bytes; free() releases it. */
void *bench_allocate(size_t bytes);

/* Makes the arrays. Returns 0 if memory runs out or data has 4 GiB or more (offsets have 32 bits); then there is nothing to free. The job
 * holds pointers to itself, so it must not be moved. */
int bench_make_job(bench_job *job, const bench_workload *workload);
void bench_free_job(bench_job *job);

/* Makes output what a run in place finds: a copy of data. Before a gather no byte of it is right. */
void bench_reset_output(const bench_job *job);

/* Makes no byte of output right. */
void bench_corrupt_output(const bench_job *job);

/* Copies strew's output to `output`, if it has gaps. */
void bench_collect_output(const bench_job *job);

/* What the caller does before each call, if the workload says so: copies components side by side, or multiplies updates. */
void bench_stack_components(const bench_job *job);
void bench_multiply_updates(const bench_job *job);

/* The shape and the strides of a view. */
typedef struct bench_form {
    int64_t shape[BENCH_MAX_RANK], strides[BENCH_MAX_RANK];
} bench_form;

/* What strew plans, and what that points to. It holds pointers to itself, so it must not be moved. */
typedef struct bench_call {
    strew_call call;
    strew_options options;
    bench_form of_data, of_ordered;
    strew_tensor components[BENCH_MAX_RANK];
} bench_call;

void bench_make_call(bench_call *to, const bench_job *job, const strew_options *options);

/* What strew is given. */
strew_buffers bench_buffers(const bench_job *job);

/* Uniform in [0, bound), for a bound below 2^32; updates the state. Any seed is good, and the numbers are the same on every machine. */
uint64_t bench_random_below(uint64_t *state, uint64_t bound);

/* Puts numbers in a random order; updates the state. */
void bench_shuffle(size_t *numbers, size_t n, uint64_t *state);

#endif /* STREW_BENCH_JOBS_H */
