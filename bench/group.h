/* Measures strew_group_by_chunk and strew_group_by_index beside plain loops. */
#ifndef STREW_BENCH_GROUP_H
#define STREW_BENCH_GROUP_H

#include "measure.h"

/* Prints, for data of some shapes, the time of a tuple where all chunks have one size, where they do not, and that of a loop which divides.
 * Returns 0 if a result differs. */
int bench_group(const bench_setup *setup);

#endif /* STREW_BENCH_GROUP_H */
