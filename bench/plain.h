/* The plain C loop: what strew has to beat. */
#ifndef STREW_BENCH_PLAIN_H
#define STREW_BENCH_PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "workloads.h"

typedef struct plain_shape {
    const int64_t *size; /* of data: the first k dimensions of tuples, all of them if each element has an index, or the axis */
    size_t element_bytes;

    /* Tuples, or an axis and one outer index: the loop is called for each */
    size_t k, n_tuples;
    size_t width; /* elements of a slice */
    void *memory; /* of a mean, and of updates that replace the old elements: 8 bytes for each element of data, and 8 for each slice */

    /* An index for each element */
    size_t rank, axis;
    const int64_t *indices_size;
} plain_shape;

/* Scatters updates in place, or gathers from data: the source. Returns 0 if a loop that checks finds an index out of bounds; what came
 * before it is written. */
typedef int plain_fn(void *restrict output, const void *restrict indices, const void *restrict source, const plain_shape *shape);

/* NULL if there is no such loop: only those of the workloads exist. */
plain_fn *plain_find(const bench_workload *workload, strew_dtype index_dtype, int is_checked);

#endif /* STREW_BENCH_PLAIN_H */
