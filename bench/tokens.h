/* Measures tensor_scatter beside memcpy. */
#ifndef STREW_BENCH_TOKENS_H
#define STREW_BENCH_TOKENS_H

#include "measure.h"

/* Prints, for caches of some shapes and for both modes, the time of a call in place beside that of one memcpy of the same bytes, and of a
 * loop with a memcpy for each run of tokens. Returns 0 if a result differs. */
int bench_tokens(const bench_setup *setup);

#endif /* STREW_BENCH_TOKENS_H */
