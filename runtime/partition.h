/* The stable partition: tuples are sorted by the range of slices that they name, into a workspace, and each range is applied in order. */
#ifndef STREW_PARTITION_PASS_H
#define STREW_PARTITION_PASS_H

#include "access.h"

/* The slices fall into bins, and bins form segments. A bin is a range of neighbouring slices: bins are narrow where a sample of the tuples
 * names many. A segment is one bin or neighbouring ones: its tuples are stored together, and one thread applies it, or several threads
 * columns of it. Neither changes a result. */
enum {
    STREW_LOG2_COARSE_BINS = 7,
    STREW_MAX_COARSE_BINS = 1 << STREW_LOG2_COARSE_BINS,
    STREW_MAX_BINS = 2 * STREW_MAX_COARSE_BINS + 4 * STREW_BINS_OF_THREAD * STREW_MAX_THREADS,
    STREW_MAX_SEGMENTS = 256,
};

typedef struct strew_bins {
    uint32_t shift;                            /* a coarse bin is 2^shift slices, */
    uint8_t fine_shift[STREW_MAX_COARSE_BINS]; /* and is cut into bins of 2^fine_shift */
    uint16_t first[STREW_MAX_COARSE_BINS];     /* the first bin of a coarse one */
    uint32_t even_shift;                       /* if all bins are as wide, 2^even_shift; otherwise 0xff */
} strew_bins;

/* A place in the line of all work: a segment, and the first byte of its slices. */
typedef struct strew_cut {
    size_t segment, column;
} strew_cut;

/* At the start of the workspace. */
typedef struct strew_partition_pass {
    size_t n_chunks;  /* of the tuples, to count and to move them */
    size_t n_threads; /* that apply segments */
    size_t n_bins, n_segments, moved_bytes;
    uint32_t *slice_indices, *counts; /* of all tuples in order; tuples by chunk and bin, then a row of sums */
    uint32_t *own_slice_indices;      /* by segment */
    unsigned char *own_updates;       /* the updates by segment if slices are narrow, otherwise NULL */
    uint32_t *own_tuples;             /* the numbers of the tuples by segment, otherwise NULL */
    strew_bins bins;
    uint8_t segment_of_bin[STREW_MAX_BINS];
    uint32_t first[STREW_MAX_SEGMENTS + 1]; /* the first tuple of a segment */
    strew_cut cut[STREW_MAX_THREADS + 1];   /* where each thread begins */
} strew_partition_pass;

/* The bytes of a workspace, at any address, for all jobs of a plan on n_threads threads; 0 if its tuples cannot be partitioned. */
size_t strew_partition_bytes(const strew_plan_state *plan, size_t n_threads);

/* How many of n_threads threads should share a partition; 1 if one thread is faster. wake_ns is more than 0. */
size_t strew_count_partition_threads(const strew_plan_state *plan, size_t n_threads, uint64_t wake_ns);

typedef enum strew_partition_status {
    STREW_PARTITION_OUT_OF_BOUNDS, /* a tuple is */
    STREW_PARTITION_NOT_WORTH,     /* most tuples are close to the one before, and one thread finds them in its caches */
    STREW_PARTITION_BEGUN,
} strew_partition_status;

/* The steps, in this order. Tuples are counted, and moved, once for each chunk; segments are applied once for each thread. Zero if a tuple is
 * out of bounds. */
strew_partition_status strew_begin_partition(strew_partition_pass **pass, const strew_job *job, size_t n_threads, void *workspace);
int strew_count_tuples(const strew_partition_pass *pass, const strew_job *job, size_t chunk);
void strew_cut_segments(strew_partition_pass *pass, const strew_job *job);
void strew_move_tuples(const strew_partition_pass *pass, const strew_job *job, size_t chunk);
void strew_apply_segments(const strew_partition_pass *pass, const strew_job *job, size_t thread);

#endif /* STREW_PARTITION_PASS_H */
