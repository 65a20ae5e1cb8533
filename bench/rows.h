/* Measures rows of a table that are added to slices in one call. */
#ifndef STREW_BENCH_ROWS_H
#define STREW_BENCH_ROWS_H

#include "measure.h"

/* Prints, for graphs and bags of some sizes, the time of a call with update_indices beside that of a gather and a scatter whose buffers are
 * kept, and that of a loop with prefetches. Returns 0 if a result differs. */
int bench_rows(const bench_setup *setup);

#endif /* STREW_BENCH_ROWS_H */
