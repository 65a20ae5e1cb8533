/* The passes of a run on many threads. A run on one thread uses nothing of this. */
#ifndef STREW_PARALLEL_H
#define STREW_PARALLEL_H

#include "check.h"
#include "masked_scatter.h"
#include "partition.h"
#include "tensor_scatter.h"

/* The time to wake the pool, if it has so many threads. */
static inline uint64_t strew_find_wake_ns(const strew_resources *resources, size_t n_threads)
{
    const uint32_t wake_ns = resources->wake_ns;
    const int is_awake = n_threads == 1 || (wake_ns != 0 && wake_ns < STREW_MIN_WAKE_NS);
    return is_awake ? STREW_MIN_WAKE_NS : wake_ns == 0 ? STREW_DEFAULT_WAKE_NS : wake_ns;
}

typedef enum strew_sharing_of { STREW_OF_INDICES, STREW_OF_PREPARED, STREW_OF_DISTINCT } strew_sharing_of;

#if STREW_BUILD_FEATURE_THREADS
/* The number of threads that the caller's pool gives a run, including the caller's own. */
size_t strew_count_threads(const strew_resources *resources);

/* Whether there is enough work for more than one thread, and what is known of the indices: nothing; they are prepared; or no slice index
 * occurs twice in the prepared ones. */
int strew_is_worth_sharing(const strew_plan_state *plan, size_t n_threads, size_t copied_bytes, strew_sharing_of what, uint64_t wake_ns);

/* Whether several threads are faster if the first pass over the indices leaves the slice indices in a workspace. */
int strew_needs_slice_indices(const strew_plan_state *plan, size_t n_threads);

/* The passes, each on all threads: strew_copy, strew_copy_strided, strew_check, strew_fill_slice_indices; and strew_apply,
 * strew_apply_touched or strew_run_strided. */
void strew_parallel_copy(const strew_resources *resources, void *to, const void *from, size_t n_bytes, int exceeds_caches);
void strew_parallel_copy_strided(const strew_resources *resources, const strew_plan_state *plan, void *output, const void *data);
strew_check_result strew_parallel_check(const strew_resources *resources, const strew_job *job);
int strew_parallel_fill(const strew_resources *resources, const strew_job *job, uint32_t *slice_indices);
int strew_parallel_apply(const strew_resources *resources, const strew_job *job);

/* Applies in two accumulators or more, for which the workspace has room. Zero if a tuple is out of bounds. Then adds them to output. */
int strew_parallel_accumulate(const strew_resources *resources, const strew_job *job, size_t n_accumulators);
void strew_parallel_add(const strew_resources *resources, const strew_job *job, size_t n_accumulators);

/* Gathers. Zero if a tuple is out of bounds. */
int strew_parallel_gather(const strew_resources *resources, const strew_job *job);

/* Writes all of n tokens. Zero if one is out of bounds. */
int strew_parallel_write_tokens(const strew_resources *resources, const strew_plan_state *plan, const strew_token_buffers *buffers,
                                size_t n);

/* A pass over all ranges of a masked_scatter. Zero if one of them returns that. */
int strew_parallel_mask(const strew_resources *resources, strew_mask_run *run);

/* The steps of a stable partition that threads share: counting, which checks all tuples, moving, and applying; and of sorted tuples. */
int strew_parallel_count(const strew_resources *resources, const strew_job *job, const strew_partition_pass *pass);
void strew_parallel_move(const strew_resources *resources, const strew_job *job, const strew_partition_pass *pass);
void strew_parallel_apply_moved(const strew_resources *resources, const strew_job *job, const strew_partition_pass *pass);
void strew_parallel_apply_segments(const strew_resources *resources, const strew_job *job, const strew_segments *segments,
                                   size_t n_threads);
#else /* every run has one thread */
#define strew_count_threads(resources) ((void)(resources), (size_t)1)
#define strew_is_worth_sharing(plan, n_threads, copied_bytes, what, wake_ns) ((void)(plan), (void)(copied_bytes), (void)(what), 0)
#define strew_needs_slice_indices(plan, n_threads) ((void)(plan), 0)
#define strew_parallel_copy(resources, to, from, n_bytes, exceeds_caches) ((void)(resources), (void)(to), (void)(from))
#define strew_parallel_copy_strided(resources, plan, output, data) ((void)(resources), (void)(plan), (void)(output), (void)(data))
#define strew_parallel_check(resources, job) ((void)(resources), (void)(job), (strew_check_result)STREW_OUT_OF_BOUNDS)
#define strew_parallel_fill(resources, job, slice_indices) ((void)(resources), (void)(job), (void)(slice_indices), 0)
#define strew_parallel_apply(resources, job) ((void)(resources), (void)(job), 0)
#define strew_parallel_accumulate(resources, job, n_accumulators) ((void)(resources), (void)(job), (void)(n_accumulators), 0)
#define strew_parallel_add(resources, job, n_accumulators) ((void)(resources), (void)(job), (void)(n_accumulators))
#define strew_parallel_gather(resources, job) ((void)(resources), (void)(job), 0)
#define strew_parallel_write_tokens(resources, plan, buffers, n) ((void)(resources), (void)(plan), (void)(buffers), (void)(n), 0)
#define strew_parallel_mask(resources, run) ((void)(resources), (void)(run), 0)
#define strew_parallel_apply_segments(resources, job, segments, n_threads) ((void)(resources), (void)(job), (void)(segments))
#endif

#endif /* STREW_PARALLEL_H */
