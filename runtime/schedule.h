/* Who applies what, and whether threads are worth it. */
#ifndef STREW_SCHEDULE_H
#define STREW_SCHEDULE_H

#include "check.h"

/* What is known of the indices of a run: nothing; they are prepared; or no slice index occurs twice in the prepared ones. */
typedef enum strew_sharing_of { STREW_OF_INDICES, STREW_OF_PREPARED, STREW_OF_DISTINCT } strew_sharing_of;

#if STREW_BUILD_FEATURE_THREADS
/* Whether there is enough work for more than one thread. */
int strew_is_worth_sharing(const strew_plan_state *plan, size_t n_threads, size_t copied_bytes, strew_sharing_of what, uint64_t wake_ns);

/* Whether several threads are faster if the first pass over the indices leaves the slice indices in a workspace. */
int strew_needs_slice_indices(const strew_plan_state *plan, size_t n_threads);

/* Applies all tuples on two threads or more, by strew_run_steps. Zero if a tuple is out of bounds. */
int strew_apply_on(const strew_threads *threads, const strew_job *job, void *workspace);
#else /* every run has one thread */
#define strew_is_worth_sharing(plan, n_threads, copied_bytes, what, wake_ns) ((void)(plan), (void)(copied_bytes), (void)(what), 0)
#define strew_needs_slice_indices(plan, n_threads) ((void)(plan), 0)
#define strew_apply_on(threads, job, workspace) ((void)(job), 0)
#endif

#endif /* STREW_SCHEDULE_H */
