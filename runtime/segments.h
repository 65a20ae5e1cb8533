/* Tuples that are sorted by the ranges of slices that they name, and who applies which. */
#ifndef STREW_SEGMENTS_H
#define STREW_SEGMENTS_H

#include "access.h"
#include "pool.h"

/* A place in the line of all work: a segment, and the first byte of its slices, or the first of its tuples. */
typedef struct strew_cut {
    size_t segment, column, tuple;
} strew_cut;

/* A segment is one bin, or neighbouring ones, whose tuples are stored together in their order. One thread applies it, or several threads
 * columns of it, or tuples of it. */
typedef struct strew_segments {
    size_t n;
    const uint32_t *first;                /* the first tuple of each, and the end of the last */
    const uint32_t *slice_indices;        /* by segment, padded */
    const uint32_t *tuples;               /* the numbers of the tuples by segment, or NULL: then */
    const unsigned char *updates;         /* these are the updates by segment */
    strew_cut cut[STREW_MAX_THREADS + 1]; /* where each thread begins */
} strew_segments;

/* Cuts the line of all tuples into equal parts for n_threads threads. A cut within a segment moves to its end or start, but a segment with
 * many tuples of wide slices is cut into columns, and one that may be cut between tuples is: those that `is_divisible` says, if it is not
 * NULL. Returns how many tuples the thread with most of them has. */
uint32_t strew_cut_line(strew_cut *cut, const uint32_t *first, size_t n, size_t slice_bytes, size_t n_threads, const uint8_t *is_divisible);

/* Applies the part of one thread, but for the tuples of a segment that another thread begins; and the parts of n threads. */
void strew_apply_segment_part(const strew_segments *segments, const strew_job *job, size_t thread);
typedef struct strew_shared_segments {
    const strew_segments *segments;
    const strew_job *job;
} strew_shared_segments;
strew_chunk strew_apply_segments_chunk;

static inline void strew_apply_segments(const strew_threads *threads, const strew_segments *segments, const strew_job *job, size_t n)
{
    const strew_shared_segments shared = {segments, job};
    strew_run_chunks(threads, n, strew_apply_segments_chunk, &shared);
}

#endif /* STREW_SEGMENTS_H */
