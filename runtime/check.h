/* What a run checks before its first write: the buffers and the indices. */
#ifndef STREW_CHECK_H
#define STREW_CHECK_H

#include "access.h"
#include "pool.h"

/* A buffer of the caller. With an extent, it counts instead of the bytes from the start on. */
typedef struct strew_buffer {
    const char *name;
    const void *start;
    size_t bytes;
    const strew_extent *extent; /* or NULL */
} strew_buffer;

/* Whether two ranges of bytes have none in common. */
static STREW_INLINE int strew_are_apart(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes)
{
    return b - a >= a_bytes && a - b >= b_bytes;
}

strew_buffer strew_buffer_of_indices(const strew_plan_state *plan, const void *indices);

/* `tuples` are the indices or the prepared indices. */
strew_status strew_check_buffers(const strew_plan_state *plan, const void *output, const void *data, const strew_buffer *tuples,
                                 const void *updates, const strew_buffer *workspace, strew_fault *fault);

#if STREW_BUILD_FEATURE_GATHER
strew_status strew_check_gather_buffers(const strew_plan_state *plan, const void *output, const void *data, const strew_buffer *tuples,
                                        const strew_buffer *workspace, strew_fault *fault);
#else /* no plan is of a gather */
#define strew_check_gather_buffers(plan, output, data, tuples, workspace, fault) STREW_OK
#endif

/* Rejects indices that are missing, for strew_prepare. */
strew_status strew_check_indices(const strew_plan_state *plan, const void *indices, strew_fault *fault);

/* Rejects a component, where each is a tensor of its own, that is missing or overlaps output or the workspace. Either may be NULL. */
#if STREW_BUILD_FEATURE_STRIDES
strew_status strew_check_components(const strew_plan_state *plan, const void *output, const void *indices, const strew_buffer *workspace,
                                    strew_fault *fault);
#else /* none is */
#define strew_check_components(plan, output, indices, workspace, fault) STREW_OK
#endif

/* The same of the scale of a plan that has one, and of its zero points. */
#if STREW_BUILD_CONVERSIONS
strew_status strew_check_scale(const strew_plan_state *plan, const void *output, const void *scale, const void *zero_points,
                               const strew_buffer *workspace, strew_fault *fault);
#else /* none has */
#define strew_check_scale(plan, output, scale, zero_points, workspace, fault) STREW_OK
#endif

/* The same of update indices and weights. */
#if STREW_BUILD_FUSED
strew_status strew_check_source(const strew_plan_state *plan, const void *output, const void *update_indices, const void *weights,
                                const strew_buffer *workspace, strew_fault *fault);
#else
#define strew_check_source(plan, output, update_indices, weights, workspace, fault) STREW_OK
#endif

/* Rejects an arg that is missing or overlaps any other buffer of the run. */
#if STREW_BUILD_ARG
strew_status strew_check_arg_buffer(const strew_plan_state *plan, const strew_buffers *buffers, const strew_buffer *tuples,
                                    const strew_buffer *workspace, strew_fault *fault);
#else
#define strew_check_arg_buffer(plan, buffers, tuples, workspace, fault) STREW_OK
#endif

/* The result of a check of indices: one is out of bounds; none is; or none is and all are on the proposed grid. */
typedef enum strew_check_result { STREW_OUT_OF_BOUNDS, STREW_IN_BOUNDS, STREW_ON_GRID } strew_check_result;

/* Checks blocks of a job, as a strew_chunk, which CBMC does not take without names; and all of them. */
int strew_check_chunk(const void *job, size_t begin, size_t end);

static inline strew_check_result strew_check(const strew_threads *threads, const strew_job *job)
{
    return (strew_check_result)strew_run_chunks(threads, job->layout.n_blocks, strew_check_chunk, job);
}

/* Finds the first component that is out of bounds, after a kernel has found that there is one. `rows`, the update index of tuple 0, may be
 * NULL: otherwise what these pass over is none. */
strew_status strew_find_fault(const strew_plan_state *plan, const unsigned char *indices, const unsigned char *rows, strew_fault *fault);

/* Checks the update indices of blocks of a job, but for those of tuples that are passed over; and of all. */
#if STREW_BUILD_FUSED
strew_chunk strew_check_rows_chunk;

static inline int strew_check_rows(const strew_threads *threads, const strew_job *job)
{
    return strew_run_chunks(threads, job->layout.n_blocks, strew_check_rows_chunk, job);
}

/* Finds the first of them that is out of bounds. */
strew_status strew_find_row_fault(const strew_job *job, strew_fault *fault);
#else
#define strew_check_rows(threads, job) 1
#define strew_find_row_fault(job, fault) ((void)(job), (void)(fault), STREW_OK)
#endif

#endif /* STREW_CHECK_H */
