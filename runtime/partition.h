/* Sharing tuples among threads by the slices that they name. */
#ifndef STREW_PARTITION_PASS_H
#define STREW_PARTITION_PASS_H

#include "access.h"

/* Into how many partitions the tuples are best split, at most n_threads, where there is one outer index; fewer than two: not at all.
 * `slice_bytes` are those of the job: of whole rows, if it writes them. */
size_t strew_count_partitions(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes);

/* The ranges of partitions: of each, from the bin where it begins to the one where the next one does. */
typedef struct strew_partitions {
    size_t n;
    uint16_t first_bin[STREW_MAX_THREADS + 1];
} strew_partitions;

/* Chooses ranges such that two partitions or more have about as much to do, by a sample of the tuples: where some slices have more tuples
 * than others, as words of a language have, equal ranges have not.
 *
 * Returns zero where one thread should apply all: a tuple is out of bounds, or slices are narrow and most tuples name one in the group of
 * the one before. Where tuples are sorted or a few slices have most of them, that thread has what it needs in its caches, and the other
 * partitions would wait. */
int strew_choose_partitions(const strew_job *job, size_t n_partitions, strew_partitions *partitions);

/* Applies one of two partitions or more. Returns what strew_apply does. */
int strew_apply_partition(const strew_job *job, const strew_partitions *partitions, size_t number);

#endif /* STREW_PARTITION_PASS_H */
