/* How the tuples of a run access output: one pattern, which a pass over the indices finds and apply.c applies.
 *
 *                   a tuple of the job     is written as                        its slice indices come from
 *   scattered       one slice              one slice, or a run that is found    the indices, or are given
 *   rows            the first of a row     one slice, as wide as the row        the indices, or are given
 *   grid            one slice              part of a row of the grid            its position alone
 *   runs            one slice              part of a run                        a list of runs, made by strew_prepare
 */
#ifndef STREW_ACCESS_H
#define STREW_ACCESS_H

#include "index_view.h"
#include "layout.h"
#include "offsets.h"
#include "pool.h"
#include "source.h"
#include "util.h"

#include <string.h>

typedef enum strew_pattern {
    STREW_SCATTERED,
    STREW_ROWS, /* of scatter_elements: all indices of each row are equal */
    STREW_GRID, /* rows of neighbouring slices, equally far apart in every dimension, as those of a slice assignment */
    STREW_RUNS, /* tuples with neighbouring slices are written together */
} strew_pattern;

/* Tuples whose slices are neighbours in order, so that they can be written as one wide slice. */
typedef struct strew_run_of_slices {
    uint64_t slice_index, first, n;
} strew_run_of_slices;

/* The data of the access patterns. Scattered tuples and rows have slice indices. If they are given, they are those of all tuples, counted
 * from the start of an outer index, and padded if kernels prefetch by them. Otherwise `slice_indices` is NULL, and they are made from the
 * indices, block by block. */
typedef struct strew_indexed {
    const uint32_t *slice_indices;
    int has_skipped;     /* some that are given may be the sentinel */
    size_t region_bytes; /* a block writes within so many bytes from its base; 0 if it has no such region */
} strew_indexed;

typedef struct strew_rows {
    strew_indexed indexed;
    uint64_t stride[STREW_MAX_INDEX_LANES]; /* the plan's stride, in rows, repeated as vectors hold it */
} strew_rows;

/* Indices with more dimensions, not counting those of size 1, are not checked for a grid. */
typedef struct strew_grid {
    uint64_t step[STREW_MAX_GRID_DIMS];
} strew_grid;

typedef struct strew_runs {
    const strew_run_of_slices *list;
    size_t n;
} strew_runs;

typedef struct strew_access {
    strew_pattern pattern;
    int is_distinct; /* no slice index occurs twice */
    union {          /* read through the functions below, which assert the pattern in builds for tests */
        strew_indexed scattered;
        strew_rows rows;
        strew_grid grid;
        strew_runs runs;
    } of;
} strew_access;

/* What stays constant during a pass; any number of threads may read it. */
typedef struct strew_job {
    const strew_plan_state *plan;
    const strew_apply_kernel *apply;
    unsigned char *output;
    const unsigned char *indices, *updates;
    const unsigned char *scale, *zero_points; /* NULL unless the plan has them */
    const unsigned char *rows;                /* where the update index of tuple 0 is; NULL unless updates are rows of a table */
    const unsigned char *weights;             /* NULL unless there are weights */
    unsigned char *arg;                       /* NULL unless it is stored which tuples win */
    size_t first_element;                     /* of each slice that is written: see strew_set_columns */
    uint64_t n_slices;                        /* of an outer index */
    strew_slices slices;
    strew_components components;
    strew_access access;
    strew_layout layout;
} strew_job;

static inline const strew_indexed *strew_indexed_of(const strew_job *job)
{
    STREW_ASSERT(job->access.pattern == STREW_SCATTERED || job->access.pattern == STREW_ROWS);
    return job->access.pattern == STREW_ROWS ? &job->access.of.rows.indexed : &job->access.of.scattered;
}

static inline const strew_grid *strew_grid_of(const strew_job *job)
{
    STREW_ASSERT(job->access.pattern == STREW_GRID);
    return &job->access.of.grid;
}

static inline const strew_runs *strew_runs_of(const strew_job *job)
{
    STREW_ASSERT(job->access.pattern == STREW_RUNS);
    return &job->access.of.runs;
}

/* Whether tuples are given as runs, which are found while they are prepared. */
static inline int strew_has_runs(const strew_job *job)
{
#if STREW_BUILD_FEATURE_PREPARE
    return job->access.pattern == STREW_RUNS;
#else
    (void)job;
    return 0;
#endif
}

/* The number of steps of a job: runs, or blocks. Of a gather that has none, one call still fills what is skipped. */
static inline size_t strew_count_steps(const strew_job *job)
{
    return strew_has_runs(job) ? strew_runs_of(job)->n : job->layout.n_blocks;
}

/* The slice indices that are given, or NULL. A grid, which has none, does not ask. */
static inline const uint32_t *strew_given_slice_indices(const strew_job *job)
{
    return strew_indexed_of(job)->slice_indices;
}

/* Whether a kernel puts or takes elements by their indices as they are stored. */
static inline int strew_is_as_stored(const strew_job *job)
{
    const int has_kernel = job->plan->is_gather ? job->plan->take != NULL : job->plan->put != NULL;
    return has_kernel && job->access.pattern == STREW_SCATTERED && job->access.of.scattered.slice_indices == NULL;
}

/* Begins a job for a plan that has tuples. Its pattern is scattered, or rows. */
void strew_begin_job(strew_job *job, const strew_plan_state *plan, void *output, const void *indices, const void *updates);

/* Begins a job without indices, whose tuples are rows of `elements` elements. Call one of the next two functions to complete it. */
void strew_begin_prepared_job(strew_job *job, const strew_plan_state *plan, void *output, const void *updates, size_t elements,
                              int is_distinct);
void strew_give_slice_indices(strew_job *job, const uint32_t *slice_indices, int has_skipped);
void strew_give_runs(strew_job *job, const strew_run_of_slices *list, size_t n);

/* Gives a job what elements are found and multiplied by, and where the winners are stored. Each may be NULL. */
typedef struct strew_factor_buffers {
    const void *scale, *zero_points, *update_indices, *weights;
    void *arg;
} strew_factor_buffers;
void strew_give_factors(strew_job *job, const strew_factor_buffers *factors);

/* Reduces a job to n_bytes of every slice, from byte `begin` on. */
void strew_set_columns(strew_job *job, size_t begin, size_t n_bytes);

/* Where an outer index begins on the named side (output, or the data of a gather) and on the ordered side (updates, or the output of a
 * gather): bytes from outer index 0. */
strew_outer_offset strew_find_sides(const strew_job *job, size_t outer);

/* Where a tuple is on the ordered side, in bytes from tuple 0 of its outer index; and how many tuples from this one on are `step` bytes
 * apart, at most n. Both are the same for all outer indices. */
typedef struct strew_ordered {
    ptrdiff_t offset, step;
    size_t n;
} strew_ordered;
strew_ordered strew_find_ordered(const strew_job *job, size_t tuple, size_t n);

/* Finds the slice index of a tuple in 64 bits, after the policy. Zero if the tuple is out of bounds. */
int strew_find_slice_index(const strew_job *job, size_t tuple, uint64_t *slice_index);

/* Whether it is a fault if a tuple is out of bounds: then it is neither skipped nor ignored. It is none either if its update index may pass
 * it over, which the check has found out. */
static STREW_INLINE int strew_must_be_in_bounds(const strew_job *job, size_t tuple)
{
    if (strew_passes_over_rows(job->plan)) return 0;
    return job->plan->rules.policy != STREW_POLICY_SKIP && !strew_is_ignored(job->plan, job->indices, tuple);
}

/* Tuples that name single elements by indices as they are stored, a group after the other. Those of a group are in one row, or in rows of
 * `row` tuples that are row_bytes apart, of which the first begins at `offset`, in bytes. */
typedef struct strew_elements {
    size_t first, n, offset, row, row_bytes;
    size_t end, row_end, max;       /* where the tuples and those of this row end, and how many are a group */
    size_t next_offset, at, at_end; /* the next row, and what is not yet prefetched of it */
} strew_elements;

/* Begins before the first group of tuples begin to end - 1. */
strew_elements strew_begin_elements(const strew_job *job, size_t begin, size_t end);

/* Finds the next group, and prefetches a part of the next row of `data`, if rows are small enough for that. Zero at the end. */
int strew_next_elements(const strew_job *job, const unsigned char *data, strew_elements *elements);

/* Runs an indices kernel over n tuples from tuple `first` on. Indices that it cannot read where they are, or one of a row, are staged. */
static STREW_INLINE uint32_t strew_run_indices_kernel(const strew_job *job, const strew_indices_kernel *kernel, size_t first, size_t n,
                                                      uint32_t *slice_indices, const uint32_t *positions)
{
    const strew_plan_state *plan = job->plan;
    const size_t step = job->layout.elements, tuple_bytes = (size_t)plan->k * (size_t)plan->index_bytes;
    if (strew_are_segments_slices(plan) && slice_indices != NULL) {
        return strew_locate_segments(plan, slice_indices, job->indices, first, n);
    }
    if (step == 1 && !plan->index_view.is_staged) {
        return kernel->run(slice_indices, job->indices + first * tuple_bytes, positions, n, &job->components);
    }
    unsigned char staged[STREW_STAGED_INDICES_BYTES];
    const size_t max = sizeof staged / tuple_bytes;
    uint32_t largest = 0;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, max);
        strew_stage_indices(plan, staged, job->indices, (first + done) * step, step, n_here);
        const uint32_t found = kernel->run(slice_indices != NULL ? slice_indices + done : NULL, staged,
                                           positions != NULL ? positions + done : NULL, n_here, &job->components);
        largest = found > largest ? found : largest;
    }
    return largest;
}

/* Turns a block into slice indices, counted from its base. STREW_NOT_MADE, which is 0, if a tuple is out of bounds and the policy does not
 * allow it. This can happen after a check too: another thread may have changed the indices. STREW_SOME_SKIPPED if some slice indices may be
 * the sentinel. */
typedef enum strew_made { STREW_NOT_MADE, STREW_ALL_MADE, STREW_SOME_SKIPPED } strew_made;
strew_made strew_make_slice_indices(const strew_job *job, const strew_block *block, uint32_t *slice_indices);

/* The second half of it, for a caller that has run the kernel `locate` by itself, so that this is a frame nearer: which of the slice
 * indices, whose largest is given, are in bounds. */
strew_made strew_bound_slice_indices(const strew_job *job, const strew_block *block, uint32_t *slice_indices, uint32_t largest);

/* Repeats the last of n slice indices: if output, or a gather's data, exceeds the second-level cache, kernels prefetch for slice indices
 * past the end. */
void strew_pad_slice_indices(const strew_plan_state *plan, uint32_t *slice_indices, size_t n);

/* Makes all slice indices. Zero as above. */
typedef struct strew_filled {
    const strew_job *job;
    uint32_t *slice_indices;
} strew_filled;
strew_chunk strew_fill_chunk;

static inline int strew_fill_slice_indices(const strew_threads *threads, const strew_job *job, uint32_t *slice_indices)
{
    const strew_filled filled = {job, slice_indices};
    return strew_run_chunks(threads, job->layout.n_blocks, strew_fill_chunk, &filled);
}

/* Proposes the only grid that the tuples can be on, if there is one. The check of all indices finds whether it is right. Then either the
 * grid is confirmed, and no index is read again, or the tuples are scattered again. */
void strew_propose_grid(strew_job *job);
void strew_confirm_grid(strew_job *job, int is_right);

#endif /* STREW_ACCESS_H */
