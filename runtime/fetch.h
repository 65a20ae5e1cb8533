/* Fetching: a gather copies slices of data to output, in the order of their tuples. */
#ifndef STREW_FETCH_H
#define STREW_FETCH_H

#include "pool.h"
#include "walk.h"

#if STREW_BUILD_FEATURE_GATHER
/* Cuts the tuples into blocks small enough for so many threads. */
void strew_cut_gather(strew_job *job, size_t n_threads);

/* Gathers the tuples of some steps. Zero if one is out of bounds, as in strew_make_slice_indices. */
int strew_fetch_steps(const strew_job *job, const strew_steps *steps);

/* Takes tuples begin to end - 1, which name single elements by the indices as they are stored. Zero if one is out of bounds. */
int strew_take_elements(const strew_job *job, size_t begin, size_t end);
#else /* no plan is of a gather */
#define strew_cut_gather(job, n_threads) ((void)(job))
#define strew_fetch_steps(job, steps) ((void)(steps), 0)
#define strew_take_elements(job, begin, end) ((void)(job), 0)
#endif

#endif /* STREW_FETCH_H */
