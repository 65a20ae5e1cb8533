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
    int is_counted;
    size_t first[STREW_MAX_THREADS + 1]; /* the first update of each range; until they are added up, how many the range before it has */
} strew_mask_run;

/* A pass over a range: it counts, or once all ranges are counted, it writes. Zero if another thread has changed the mask since. */
int strew_pass_mask(strew_mask_run *run, size_t range);

/* Adds up the counts. Rejects too few updates. */
strew_status strew_add_counts(strew_mask_run *run, strew_fault *fault);

#endif /* STREW_MASKED_SCATTER_H */
