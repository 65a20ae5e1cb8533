/* Writing updates, one after another, to the slices of output whose element of mask is true. */
#ifndef STREW_MASKED_SCATTER_H
#define STREW_MASKED_SCATTER_H

#include "plan_state.h"
#include "pool.h"

/* A run. Its tuples, the elements of mask, are cut into ranges. To know where the updates of a range begin, the true elements of all ranges
 * are counted before. */
typedef struct strew_mask_run {
    const strew_plan_state *plan;
    unsigned char *output;
    const unsigned char *mask, *updates, *data; /* the last, if it is not NULL, is dense as output is, and copied by each range */
    size_t n_ranges;
    int is_counted;
    size_t first[STREW_MAX_THREADS + 1]; /* the first update of each range; until they are added up, how many the range before it has */
} strew_mask_run;

/* A pass over all ranges: it counts, or once they are counted, it writes. Zero if another thread has changed the mask since. */
strew_chunk strew_mask_chunk;

static STREW_INLINE int strew_pass_mask(const strew_threads *threads, strew_mask_run *run)
{
    return strew_run_chunks(threads, run->n_ranges, strew_mask_chunk, &run);
}

/* Adds up the counts. Rejects too few updates. */
strew_status strew_add_counts(strew_mask_run *run, strew_fault *fault);

#endif /* STREW_MASKED_SCATTER_H */
