/* Segments beside the calls that do the same without them. */
#ifndef STREW_BENCH_SEGMENTS_H
#define STREW_BENCH_SEGMENTS_H

#include "measure.h"

/* Prints segments of rows by offsets beside scatters by sorted indices, those of a table beside a gather and a scatter, softmax beside a
 * loop, and the speedup of modelled threads. Returns whether all results are right. */
int bench_segments(const bench_setup *setup);

#endif /* STREW_BENCH_SEGMENTS_H */
