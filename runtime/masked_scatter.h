/* Writing updates, one after another, to the slices of output whose element of mask is true. */
#ifndef STREW_MASKED_SCATTER_H
#define STREW_MASKED_SCATTER_H

#include "plan_state.h"

/* A run. Its tuples, the elements of mask, are cut into ranges. To know where the updates of a range begin, the true elements of all ranges
 * are counted before. */
typedef struct strew_mask_run {
    const strew_plan_state *plan;
    unsigned char *output;
    const unsigned char *mask, *updates;
    size_t n_ranges;
    size_t first[STREW_MAX_THREADS + 1]; /* the first update of each range; until they are added up, how many the range before it has */
} strew_mask_run;

/* One of the two passes over a range. Zero if another thread has changed the mask. */
typedef int strew_mask_pass(strew_mask_run *run, size_t range);

#if STREW_BUILD_FEATURE_MASKED_SCATTER
/* The first pass. */
int strew_count_masked(strew_mask_run *run, size_t range);

/* Adds up what the first pass has counted. Rejects too few updates. */
strew_status strew_add_counts(strew_mask_run *run, strew_fault *fault);

/* The second pass. */
int strew_write_masked(strew_mask_run *run, size_t range);
#else /* there is no such plan */
#define strew_count_masked NULL
#define strew_add_counts(run, fault) ((void)(run), (void)(fault), STREW_OK)
#define strew_write_masked NULL
#endif

#endif /* STREW_MASKED_SCATTER_H */
