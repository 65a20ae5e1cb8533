/* The tuples of a job, some at a time, with their slice indices. Where these come from is known in here alone: they are made from the
 * indices, in 32 bits or in 64; they are given; they follow from the positions on a grid; or tuples are joined as runs. */
#ifndef STREW_WALK_H
#define STREW_WALK_H

#include "access.h"

/* Steps begin to end - 1 of a job, for outer indices outer_begin to outer_end - 1. Two threads never have a step and an outer index in
 * common. */
typedef struct strew_steps {
    size_t begin, end, outer_begin, outer_end;
    /* Only the tuples of this selection; NULL stands for all. */
    const strew_selection *own;
    /* The memory of the record, if the plan needs one (strew_needs_touched). A record is of all outer indices. Threads that share it have
     * selections of their own, or steps whose slices are in no other's; so with one thread the steps are all, and there is no selection. Or
     * the scratch of this thread for a function of the caller that converts. */
    void *workspace;
    /* Is copied to output after the first batch, whose tuples are then known to be in bounds; NULL if nothing is. */
    const void *data;
    void *winners; /* room for strew_winners_bytes; NULL if there is none, or it is of no use */
} strew_steps;

/* The scratch of these steps, or NULL. */
static inline void *strew_scratch_of(const strew_job *job, const strew_steps *steps)
{
    return strew_scratch_bytes(job->plan) != 0 ? steps->workspace : NULL;
}

/* Tuples, in their order. */
typedef struct strew_batch {
    const uint32_t *slice_indices; /* counted from `base`; the sentinel UINT32_MAX for a tuple that is skipped */
    const uint32_t *tuples;        /* if some may be left out, their numbers from tuple `first` on; otherwise strew_in_order */
    uint64_t base;
    size_t first, n;
    size_t run;      /* so many tuples after each other name slices after each other; 1 if nothing is known of that */
    int has_skipped; /* some may be the sentinel */
} strew_batch;

/* Some bytes of each slice. */
typedef struct strew_columns {
    size_t begin, n_bytes;
} strew_columns;

typedef struct strew_walk {
    strew_batch batch;
    const strew_job *job;
    const strew_selection *own;
    int leaves_out, has_all_blocks;
    size_t next, end; /* steps; and with slice indices of 64 bits, tuples */
    size_t tuple;     /* in runs, the next tuple */
    size_t max_run;
    size_t n_pending;
    int is_out_of_bounds; /* the walk has ended at a tuple that is out of bounds, as in strew_make_slice_indices */
    /* Slice indices that are made: pending ones, up to a block of them, another block, padding. Or a block, padding, and the numbers of its
     * tuples. */
    uint32_t made[STREW_BLOCK + STREW_PREFETCH_SLICES + STREW_BLOCK];
} strew_walk;

/* Begins before steps begin to end - 1 of a job. If it leaves tuples out, these are the ones that are skipped, and those that are not of
 * the selection `own`, if there is one. Otherwise a batch is consecutive tuples. It has more than STREW_BLOCK only if they are a run, or if
 * some of the block before are with them, or all of it: see strew_is_one_batch. */
void strew_begin_walk(strew_walk *walk, const strew_job *job, size_t begin, size_t end, const strew_selection *own, int leaves_out);

/* Whether the tuples of all blocks of a job whose slice indices are made in 32 bits are one batch, unless some are left out: then all are
 * in bounds before the first is applied, without a pass that checks them. There is room for two blocks. But where blocks write regions,
 * that of the second one is prefetched while the first one is applied. */
int strew_is_one_batch(const strew_job *job);

/* The next batch, which has at least one tuple. Slice indices are padded if kernels prefetch by them. Zero at the end. */
int strew_next_batch(strew_walk *walk);

/* Few tuples and many outer indices: repeats a batch of all tuples for the outer indices that follow, whose slices are n_slices apart, so
 * that one call of a kernel is for as many as fit a block, at most n_outer. Returns how many these are. */
size_t strew_repeat_batch(strew_walk *walk, size_t n_outer, size_t n_slices);

/* Whether any tuple of blocks begin to end - 1 is out of bounds. */
int strew_walk_in_bounds(const strew_job *job, size_t begin, size_t end);

#endif /* STREW_WALK_H */
