/* The sizes of this CPU's caches. */
#ifndef STREW_CACHE_H
#define STREW_CACHE_H

#include "kernels.h"

/* Whether n_bytes of output exceed a core's second-level cache, so that it is prefetched before it is written. */
int strew_exceeds_l2(size_t n_bytes);

/* Whether a copy of n_bytes does not stay in the caches, so that it bypasses them. */
int strew_exceeds_caches(size_t n_bytes);

#endif /* STREW_CACHE_H */
