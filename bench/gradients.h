/* Measures gradients of rows of a table that were weighed and added to slices. */
#ifndef STREW_BENCH_GRADIENTS_H
#define STREW_BENCH_GRADIENTS_H

#include "measure.h"

/* Prints the times of strew_gradient, of the table and of weights, beside those of gathers into kept buffers with a scatter, or a loop of
 * dot products, behind them. Returns 0 if a result differs. */
int bench_gradients(const bench_setup *setup);

#endif /* STREW_BENCH_GRADIENTS_H */
