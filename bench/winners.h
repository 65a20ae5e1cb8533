/* Measures maxima that also store which tuple won. */
#ifndef STREW_BENCH_WINNERS_H
#define STREW_BENCH_WINNERS_H

#include "measure.h"

/* Prints the times of maxima of rows, how many times as long they take with an arg of int32 and of int64, and what modelled threads gain.
 * Returns 0 if a call fails. */
int bench_winners(const bench_setup *setup);

#endif /* STREW_BENCH_WINNERS_H */
