/* Tuples that are sorted by the ranges of slices that they name, and who applies which. */
#ifndef STREW_BUNDLES_H
#define STREW_BUNDLES_H

#include "access.h"
#include "pool.h"

/* A place in the line of all work: a bundle, and the first byte of its slices, or the first of its tuples. */
typedef struct strew_cut {
    size_t bundle, column, tuple;
} strew_cut;

/* A bundle is one bin, or neighbouring ones, whose tuples are stored together in their order. One thread applies it, or several threads
 * columns of it, or tuples of it. */
typedef struct strew_bundles {
    size_t n;
    const uint32_t *first;         /* the first tuple of each, and the end of the last */
    const uint32_t *slice_indices; /* by bundle, padded */
    const uint32_t *tuples;        /* the numbers of the tuples by bundle, or NULL: then */
    const unsigned char *updates;  /* these are the updates by bundle */
    const strew_cut *cut;          /* where each thread begins, and the last ends; NULL until they are cut */
} strew_bundles;

/* Cuts the line of all tuples into equal parts for n_threads threads. A cut within a bundle moves to its end or start, but a bundle with
 * many tuples of wide slices is cut into columns, and one that may be cut between tuples is: those that `is_divisible` says, if it is not
 * NULL. Returns how many tuples the thread with most of them has. */
uint32_t strew_cut_line(strew_cut *cut, const uint32_t *first, size_t n, size_t slice_bytes, size_t n_threads, const uint8_t *is_divisible);

/* Applies the part of one thread, but for the tuples of a bundle that another thread begins; and the parts of some threads. */
void strew_apply_bundle_part(const strew_bundles *bundles, const strew_job *job, size_t thread);
typedef struct strew_shared_bundles {
    const strew_bundles *bundles;
    const strew_job *job;
} strew_shared_bundles;
strew_chunk strew_apply_bundles_chunk;

/* How long the thread takes that has most of the tuples, `longest`, if all of them take all_ns. Few slices may have most tuples. */
static inline uint64_t strew_longest_ns(const strew_bundles *bundles, uint32_t longest, uint64_t all_ns)
{
    const uint32_t n = bundles->first[bundles->n];
    return n != 0 ? all_ns * 1000 / n * longest / 1000 : 0;
}

/* The same if they are cut for so many threads. */
static inline uint64_t strew_cut_ns(const strew_bundles *bundles, size_t slice_bytes, size_t n_threads, uint64_t all_ns)
{
    strew_cut cut[STREW_MAX_THREADS + 1];
    const uint32_t longest = strew_cut_line(cut, bundles->first, bundles->n, slice_bytes, n_threads, NULL);
    return strew_longest_ns(bundles, longest, all_ns);
}

#endif /* STREW_BUNDLES_H */
