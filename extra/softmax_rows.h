/* The rows of softmax.c: which segment each is in, and their elements as numbers of the type that computes. softmax.c alone includes it. */
#ifndef STREW_SOFTMAX_ROWS_H
#define STREW_SOFTMAX_ROWS_H

#include <strew/softmax.h>

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "halves.h"
#include "reading.h"

/* A block has so many bytes of numbers, of at most MAX_COLUMNS columns, in at most MAX_RUNS runs. A thread's frames take 12 KiB with them.
 */
enum { BLOCK_BYTES = 2048, MAX_COLUMNS = 64, MAX_RUNS = 48, LINE_BYTES = 64 };

/* Consecutive rows of one segment, which is counted from the first one at hand. */
typedef struct run {
    size_t segment, row, n;
} run;

typedef struct block {
    size_t n_runs, n_rows;
    int is_whole; /* the rows follow each other */
    run runs[MAX_RUNS];
} block;

typedef struct columns {
    size_t first, n;
} columns;

typedef enum sweep { SWEEP_MAXIMA, SWEEP_SUMS, SWEEP_RESULTS } sweep;

/* One integer after another: offsets or indices. */
typedef struct integers {
    const unsigned char *values;
    size_t n;
    int64_t step; /* in bytes */
    strew_dtype dtype;
} integers;

/* How a call is cut: each thread has segments or columns of its own, and totals in the workspace if the call has indices. */
typedef struct shares {
    size_t n, bytes; /* the threads, and the totals of each */
    int by_columns;
} shares;

typedef struct work {
    strew_softmax_function function;
    strew_dtype dtype;
    size_t element_bytes, real_bytes; /* of an element, and of the type that computes */
    size_t n_rows, n_columns, n_segments;
    const unsigned char *updates;
    unsigned char *output;
    integers integers;
    int has_indices, end_is_implied;
    shares shares;
    size_t workspace_bytes;
    unsigned char *totals; /* of the first thread; LINE_BYTES aligned */
    int has_changed;       /* the integers are not what they were */
} work;

static inline size_t min_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- Integers ------------------------------------------------------------------------------------------------------------------------ */

/* Reads n integers from `first` on. */
static inline void read_integers(const integers *integers, int64_t *to, size_t first, size_t n)
{
    strew_read_apart(to, integers->values + (int64_t)first * integers->step, n, integers->step, integers->dtype);
}

/* The row where segment s begins; with s = n_segments, where the last one ends. */
static inline size_t read_offset(const work *work, size_t s)
{
    int64_t offset;
    if (s == work->integers.n) return work->n_rows;
    read_integers(&work->integers, &offset, s, 1);
    return offset < 0 ? 0 : min_of((size_t)(uint64_t)offset, work->n_rows);
}

/* The rows of up to n segments from `first` on, of which there are at most max_rows, or one segment of more. Returns their number. */
static inline size_t read_segments(work *work, block *block, size_t first, size_t n, size_t max_rows)
{
    int64_t offsets[MAX_RUNS + 1];
    const size_t n_read = min_of(n + 1, work->integers.n - first);
    read_integers(&work->integers, offsets, first, n_read);
    if (n_read == n) offsets[n] = (int64_t)work->n_rows;
    block->n_runs = block->n_rows = 0;
    block->is_whole = 1;
    for (size_t s = 0; s < n; s++) {
        /* What the check has found, unless another thread has written to it; rows must exist and follow those before. */
        const int64_t end_before = s == 0 ? 0 : (int64_t)(block->runs[s - 1].row + block->runs[s - 1].n), n_all = (int64_t)work->n_rows;
        int64_t begin = offsets[s], end = offsets[s + 1];
        if (begin < end_before || end < begin || end > n_all || (s != 0 && begin != end_before)) {
            work->has_changed = 1;
            begin = s == 0 ? 0 : end_before;
            end = begin;
        }
        if (s != 0 && (uint64_t)(end - begin) > max_rows - block->n_rows) return s;
        block->runs[block->n_runs++] = (run){s, (size_t)begin, (size_t)(end - begin)};
        block->n_rows += (size_t)(end - begin);
        if (block->n_rows > max_rows) return 1;
    }
    return n;
}

/* Those of up to n rows from `row` on that are in segments begin to end - 1. Returns the row that is next. */
static inline size_t read_indices(work *work, block *block, size_t row, size_t begin, size_t end, size_t n)
{
    int64_t indices[MAX_RUNS];
    run *run = block->runs - 1; /* the last one */
    n = min_of(n, work->n_rows - row);
    read_integers(&work->integers, indices, row, n);
    size_t n_runs = 0, n_rows = 0;
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < n; i++) {
        const uint64_t segment = (uint64_t)indices[i] - begin;
        if (segment >= end - begin) { /* another thread's, or none's */
            if ((uint64_t)indices[i] >= work->n_segments) work->has_changed = 1;
            last = UINT64_MAX;
        } else if (segment == last) {
            run->n++;
            n_rows++;
        } else {
            run = block->runs + n_runs++;
            *run = (struct run){(size_t)segment, row + i, 1};
            last = segment;
            n_rows++;
        }
    }
    block->n_runs = n_runs;
    block->n_rows = n_rows;
    block->is_whole = n_rows == n;
    return row + n;
}

/* ---- Elements ------------------------------------------------------------------------------------------------------------------------ */

OWN_FRAME static void read_elements(const work *work, void *to, const unsigned char *from, size_t n)
{
    switch (work->dtype) {
    case STREW_DTYPE_FLOAT16: read_float16(to, from, n); break;
    case STREW_DTYPE_BFLOAT16: read_bfloat16(to, from, n); break;
    default: memcpy(to, from, n * work->element_bytes);
    }
}

OWN_FRAME static void write_elements(const work *work, unsigned char *to, const void *from, size_t n)
{
    switch (work->dtype) {
    case STREW_DTYPE_FLOAT16: write_float16(to, from, n); break;
    case STREW_DTYPE_BFLOAT16: write_bfloat16(to, from, n); break;
    default: memcpy(to, from, n * work->element_bytes);
    }
}

/* Where a row of updates or output is, from the first of the columns on. */
static inline size_t byte_of(const work *work, size_t row, columns columns)
{
    return (row * work->n_columns + columns.first) * work->element_bytes;
}

static inline void load(const work *work, void *to, const block *block, columns columns, const unsigned char *from)
{
    const int is_dense = columns.n == work->n_columns;
    unsigned char *at = to;
    if (block->n_rows == 0) return; /* there may be no memory */
    if (is_dense && block->is_whole) {
        read_elements(work, to, from + byte_of(work, block->runs[0].row, columns), block->n_rows * columns.n);
        return;
    }
    for (size_t i = 0; i < block->n_runs; i++) {
        const size_t n_steps = is_dense ? 1 : block->runs[i].n, n = is_dense ? block->runs[i].n * columns.n : columns.n;
        for (size_t step = 0; step < n_steps; step++, at += n * work->real_bytes) {
            read_elements(work, at, from + byte_of(work, block->runs[i].row + step, columns), n);
        }
    }
}

static inline void store(const work *work, const void *from, const block *block, columns columns)
{
    const int is_dense = columns.n == work->n_columns;
    const unsigned char *at = from;
    if (block->n_rows == 0) return;
    if (is_dense && block->is_whole) {
        write_elements(work, work->output + byte_of(work, block->runs[0].row, columns), from, block->n_rows * columns.n);
        return;
    }
    for (size_t i = 0; i < block->n_runs; i++) {
        const size_t n_steps = is_dense ? 1 : block->runs[i].n, n = is_dense ? block->runs[i].n * columns.n : columns.n;
        for (size_t step = 0; step < n_steps; step++, at += n * work->real_bytes) {
            write_elements(work, work->output + byte_of(work, block->runs[i].row + step, columns), at, n);
        }
    }
}

static inline void store_row(const work *work, const void *from, size_t segment, columns columns)
{
    write_elements(work, work->output + byte_of(work, segment, columns), from, columns.n);
}

#endif /* STREW_SOFTMAX_ROWS_H */
