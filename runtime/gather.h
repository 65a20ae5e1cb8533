/* Gathering: slices of data are copied to output in the order of their tuples. */
#ifndef STREW_GATHER_PASS_H
#define STREW_GATHER_PASS_H

#include "access.h"
#include "pool.h"

#if STREW_BUILD_FEATURE_GATHER
/* Begins a job of a gather: its output is output, and its updates are data. */
void strew_begin_gather(strew_job *job, const strew_plan_state *plan, void *output, const void *data, const void *indices);

/* Cuts the tuples into blocks small enough for so many threads. */
void strew_cut_gather(strew_job *job, size_t n_threads);

/* Gathers steps begin to end - 1, for outer indices outer_begin to outer_end - 1. Zero if a tuple is out of bounds, as in
 * strew_make_slice_indices. */
int strew_gather_steps(const strew_job *job, size_t begin, size_t end, size_t outer_begin, size_t outer_end);

/* Gathers n tuples from tuple `first` on. Their slice indices are counted from the start of data, and padded; `made` says whether some may
 * be the sentinel. */
void strew_gather_tuples(const strew_job *job, size_t first, const uint32_t *slice_indices, size_t n, strew_made made, size_t outer_begin,
                         size_t outer_end);

/* Gathers all tuples one by one in 64 bits, for data with more slices than 32 bits can count. Zero as above. */
int strew_gather_large_offset(const strew_job *job);
#else /* no plan is of a gather */
#define strew_cut_gather(job, n_threads) ((void)(job))
#define strew_gather_tuples(job, first, slice_indices, n, made, outer_begin, outer_end) ((void)(job))
#define strew_gather_steps(job, begin, end, outer_begin, outer_end) ((void)(job), 0)
#define strew_gather_large_offset(job) ((void)(job), 0)
#endif

#endif /* STREW_GATHER_PASS_H */
