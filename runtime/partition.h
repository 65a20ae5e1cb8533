/* The stable partition: threads sort the tuples into a workspace, by segments of the slices that they name, and apply the segments. */
#ifndef STREW_PARTITION_PASS_H
#define STREW_PARTITION_PASS_H

#include "bins.h"
#include "segments.h"

enum { STREW_MAX_SEGMENTS = 256 };

/* At the start of the workspace. */
typedef struct strew_partition_pass {
    size_t n_chunks;                  /* of the tuples, to count and to move them */
    size_t n_threads;                 /* that apply segments */
    size_t moved_bytes;               /* of an update that is moved with its tuple; 0: the number of the tuple is */
    uint32_t *slice_indices, *counts; /* of all tuples in order; tuples by chunk and bin, then a row for their sums */
    uint32_t *own_slice_indices;      /* by segment */
    unsigned char *own_updates;       /* by segment: updates, or numbers of tuples */
    strew_bins bins;
    strew_segments segments;
    uint8_t segment_of_bin[STREW_MAX_BINS];
    uint32_t first[STREW_MAX_SEGMENTS + 1]; /* of segments */
} strew_partition_pass;

/* The bytes of a workspace, at any address, for all jobs of a plan on n_threads threads. */
size_t strew_partition_bytes(const strew_plan_state *plan, size_t n_threads);

/* Whether tuples must be partitioned so that threads do not write to the same slices. If not, they are apart by their shapes. */
#if STREW_BUILD_FEATURE_THREADS
int strew_needs_partition(const strew_plan_state *plan, size_t n_threads);
#else
#define strew_needs_partition(plan, n_threads) 0
#endif

/* Whether threads with different tuples seldom write to the same line if no slice has two tuples: slices are wide, or neighbours mostly
 * belong to one thread. */
static inline int strew_are_apart_if_distinct(const strew_plan_state *plan)
{
    return plan->position_dependent || plan->slice_bytes >= STREW_MIN_APART_BYTES;
}

/* How many of n_threads threads should share a partition in so large a workspace: 0 if none fits, or one thread is faster without. One
 * thread alone gains if slices are narrow and the tuples touch some tens of MiB, since a segment fits the caches. wake_ns is more than
 * 0. */
size_t strew_count_partition_threads(const strew_plan_state *plan, size_t n_threads, size_t workspace_bytes, uint64_t wake_ns);

/* Nanoseconds of a run on so many threads, waking them included. */
uint64_t strew_shared_partition_ns(const strew_plan_state *plan, size_t n_threads, uint64_t wake_ns);

typedef enum strew_partition_status {
    STREW_PARTITION_OUT_OF_BOUNDS, /* a tuple is */
    STREW_PARTITION_NOT_WORTH,     /* most tuples are close to the one before, and one thread finds them in its caches */
    STREW_PARTITION_BEGUN,
} strew_partition_status;

/* The steps, in this order: tuples are counted; cut; moved; and applied. Counting returns zero if a tuple is out of bounds. Cutting returns
 * how many tuples the thread with most of them has: one thread may then apply the counted tuples in their order instead. */
strew_partition_status strew_begin_partition(strew_partition_pass **pass, const strew_job *job, size_t n_threads, void *workspace);
uint32_t strew_cut_segments(strew_partition_pass *pass, const strew_job *job);
void strew_apply_counted(const strew_partition_pass *pass, strew_job *job);

typedef struct strew_shared_partition {
    const strew_partition_pass *pass;
    const strew_job *job;
} strew_shared_partition;
strew_chunk strew_count_chunk, strew_move_chunk, strew_apply_moved_chunk;
void strew_finish_sums(const strew_partition_pass *pass, const strew_job *job); /* adds those of segments that threads divided to output */

static inline int strew_count_tuples(const strew_threads *threads, const strew_partition_pass *pass, const strew_job *job)
{
    const strew_shared_partition shared = {pass, job};
    return strew_run_chunks(threads, pass->n_chunks, strew_count_chunk, &shared);
}

static inline void strew_move_tuples(const strew_threads *threads, const strew_partition_pass *pass, const strew_job *job)
{
    const strew_shared_partition shared = {pass, job};
    strew_run_chunks(threads, pass->n_chunks, strew_move_chunk, &shared);
}

static inline void strew_apply_moved(const strew_threads *threads, const strew_partition_pass *pass, const strew_job *job)
{
    const strew_shared_partition shared = {pass, job};
    strew_share_chunks(threads, pass->n_threads, strew_apply_moved_chunk, &shared);
    strew_finish_sums(pass, job);
}

#endif /* STREW_PARTITION_PASS_H */
