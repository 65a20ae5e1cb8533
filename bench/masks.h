/* Measures masked_scatter beside a plain loop over the mask. */
#ifndef STREW_BENCH_MASKS_H
#define STREW_BENCH_MASKS_H

#include "measure.h"

/* Prints, for masks of some kinds and elements of some sizes, the time of a call in place beside that of a loop with a branch for each
 * element, and of one memcpy of the updates. Returns 0 if a result differs. */
int bench_masks(const bench_setup *setup);

#endif /* STREW_BENCH_MASKS_H */
