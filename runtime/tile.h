/* Sums of a few slices at a time, whose tuples the record lists: they are in a tile on the stack, and no sum is written to memory. */
#ifndef STREW_TILE_H
#define STREW_TILE_H

#include "record.h"
#include "walk.h"

#if STREW_BUILD_SUMS
/* Applies the tuples of some steps, for all outer indices, of a plan whose record lists them (see strew_has_lists). Zero if one is out of
 * bounds: another thread has changed the indices. */
int strew_sum_steps(const strew_job *job, const strew_steps *steps);

/* The same of a plan whose tuples are in the order of their slices, and whose rows a kernel adds up (see strew_sums_rows): no record lists
 * them. */
#if STREW_BUILD_FUSED
int strew_sum_in_order(const strew_job *job, const strew_steps *steps);
#else
#define strew_sum_in_order(job, steps) ((void)(steps), 0)
#endif
#else
#define strew_sum_in_order(job, steps) ((void)(steps), 0)
#define strew_sum_steps(job, steps) ((void)(steps), 0)
#endif

#endif /* STREW_TILE_H */
