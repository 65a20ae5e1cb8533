/* Estimates of how long a plan takes, to choose how it is shared. They need not be exact: only which way is faster matters. */
#ifndef STREW_ESTIMATE_H
#define STREW_ESTIMATE_H

#include "plan.h"

/* Nanoseconds of one thread, with indices and with prepared ones. */
uint64_t strew_alone_ns(const strew_plan_state *plan);
uint64_t strew_prepared_alone_ns(const strew_plan_state *plan);

/* Nanoseconds of all threads of a stable partition together, without waking them. */
uint64_t strew_partition_ns(const strew_plan_state *plan);

/* The same for prepared tuples, which are sorted already. */
uint64_t strew_sorted_ns(const strew_plan_state *plan);

/* Nanoseconds of the thread that takes longest, if each of n_threads selects its own tuples, or applies columns of all. */
uint64_t strew_selection_ns(const strew_plan_state *plan, size_t n_threads);
uint64_t strew_columns_ns(const strew_plan_state *plan, size_t n_threads);

/* Nanoseconds of one thread for a gather, with indices and with prepared ones. */
uint64_t strew_gather_ns(const strew_plan_state *plan, int is_prepared);

/* Whether another way, on n_threads threads, is so much faster than one thread alone that the estimates may be wrong. */
int strew_is_gain(uint64_t alone_ns, uint64_t other_ns, size_t n_threads);

#endif /* STREW_ESTIMATE_H */
