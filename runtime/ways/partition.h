/* The stable partition: threads sort the tuples into a workspace, by bundles of the slices that they name, and apply the bundles. */
#ifndef STREW_PARTITION_PASS_H
#define STREW_PARTITION_PASS_H

#include "bins.h"
#include "ways/way.h"

enum { STREW_MAX_BUNDLES = 256 };

/* At the start of the workspace. */
typedef struct strew_partition_pass {
    size_t n_chunks;                  /* of the tuples, to count and to move them */
    size_t n_threads;                 /* that apply bundles */
    size_t moved_bytes;               /* of an update that is moved with its tuple; 0: the number of the tuple is */
    uint32_t *slice_indices, *counts; /* of all tuples in order; tuples by chunk and bin, then a row for their sums */
    uint32_t *own_slice_indices;      /* by bundle */
    unsigned char *own_updates;       /* by bundle: updates, or numbers of tuples */
    strew_bins bins;
    strew_bundles bundles;
    strew_cut cut[STREW_MAX_THREADS + 1];
    uint8_t bundle_of_bin[STREW_MAX_BINS];
    uint32_t first[STREW_MAX_BUNDLES + 1]; /* of bundles */
} strew_partition_pass;

/* The bytes of a workspace, at any address, for all jobs of a plan on n_threads threads. */
size_t strew_partition_bytes(const strew_plan_state *plan, size_t n_threads);

typedef enum strew_partition_status {
    STREW_PARTITION_OUT_OF_BOUNDS, /* a tuple is */
    STREW_PARTITION_NOT_WORTH,     /* most tuples are close to the one before, and one thread finds them in its caches */
    STREW_PARTITION_BEGUN,
} strew_partition_status;

/* The steps, in this order: tuples are counted; cut; moved; and applied. Counting returns zero if a tuple is out of bounds. Cutting returns
 * how many tuples the thread with most of them has: one thread may then apply the counted tuples in their order instead. */
strew_partition_status strew_begin_partition(strew_partition_pass **pass, const strew_job *job, size_t n_threads, void *workspace);
uint32_t strew_cut_bundles(strew_partition_pass *pass, const strew_job *job);

typedef struct strew_shared_partition {
    const strew_partition_pass *pass;
    const strew_job *job;
} strew_shared_partition;
strew_chunk strew_count_chunk, strew_move_chunk, strew_apply_moved_chunk;

#endif /* STREW_PARTITION_PASS_H */
