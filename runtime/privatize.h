/* Sums of integers in private accumulators. */
#ifndef STREW_PRIVATIZE_H
#define STREW_PRIVATIZE_H

#include "access.h"

/* The number of accumulators, one per thread, that fit so large a workspace. Less than two: do not use them. There must be data. */
size_t strew_count_accumulators(const strew_plan_state *plan, size_t n_threads, size_t workspace_bytes, uint64_t wake_ns);

/* Nanoseconds of a run with so many, waking the threads included. */
uint64_t strew_accumulators_ns(const strew_plan_state *plan, size_t n_accumulators, uint64_t wake_ns);

/* The bytes of a workspace, at any address, for two accumulators or more. */
size_t strew_accumulators_bytes(const strew_plan_state *plan, size_t n_accumulators);

/* Adds up the tuples of one accumulator. Zero if one is out of bounds. */
int strew_accumulate(const strew_job *job, size_t number, size_t n_accumulators, void *workspace);

/* Adds bytes begin to end - 1 of the accumulators to output. */
void strew_add_accumulators(const strew_job *job, size_t n_accumulators, void *workspace, size_t begin, size_t end);

#endif /* STREW_PRIVATIZE_H */
