/* Measures updates of another dtype beside memcpy. */
#ifndef STREW_BENCH_CONVERSIONS_H
#define STREW_BENCH_CONVERSIONS_H

#include "measure.h"

/* Prints, for pairs of dtypes and for few and many rows, the time of a scatter_update or a gather that converts them, beside that of a
 * memcpy for each row which moves as many bytes, and of the scalar kernels. Returns 0 if these give other bits. */
int bench_conversions(const bench_setup *setup);

#endif /* STREW_BENCH_CONVERSIONS_H */
