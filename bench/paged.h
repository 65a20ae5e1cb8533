/* Measures a paged KV cache beside memcpy. */
#ifndef STREW_BENCH_PAGED_H
#define STREW_BENCH_PAGED_H

#include "measure.h"

/* Prints, for steps of some servers, the time in which scatter_nd with ignore_index stores keys and values, beside that of one memcpy of
 * the same bytes, and of a loop with a memcpy for each token. Returns 0 if a result differs. */
int bench_paged(const bench_setup *setup);

#endif /* STREW_BENCH_PAGED_H */
