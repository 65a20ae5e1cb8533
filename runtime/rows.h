/* Rows of a table, which may have weights, combined with slices that stay in registers. */
#ifndef STREW_ROWS_PASS_H
#define STREW_ROWS_PASS_H

#include "source.h"
#include "util.h"
#include "walk.h"

#if STREW_BUILD_FUSED
/* As strew_apply_list, of a plan that has a kernel for it, and of so many bytes of a slice of data. If `before` is not NULL, tuples are in
 * the order of their slices, of which it is the one before the list: the first tuple of each other one replaces what output has. */
void strew_apply_rows(const strew_job *job, const strew_batch *list, const unsigned char *table, size_t outer, unsigned char *output,
                      size_t slice_bytes, size_t stride_bytes, const uint64_t *before);

/* As strew_apply_list, of a plan that has rows, and no such kernel. Zero if no kernel reads the rows as they are: nothing is done then. */
int strew_apply_listed_rows(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list, const unsigned char *table,
                            unsigned char *output, size_t stride_bytes);

/* Prefetches rows of a list before its tuples up to `end` - 1 are applied, and some more, from number `n_known` on. Returns how many are
 * known now. */
size_t strew_prefetch_rows(const strew_job *job, const strew_batch *list, size_t n_known, size_t end, const unsigned char *table);

static STREW_INLINE size_t strew_keep_rows_known(const strew_job *job, const strew_batch *list, size_t n_known, size_t end,
                                                 const unsigned char *table)
{
    return strew_has_rows(job->plan) ? strew_prefetch_rows(job, list, n_known, end, table) : n_known;
}

/* Copies the rows of n tuples from `tuple` on, and their weights if they have any, to where tuples are sorted from: strew_moved_row_bytes
 * of each. The plan is one that strew_moves_rows. */
enum { STREW_MAX_MOVED_ROWS = 64, STREW_MAX_MOVED_ROW_BYTES = 12 };
void strew_copy_rows_to_move(const strew_job *job, size_t tuple, size_t n, unsigned char *moved);

/* Combines n tuples that were moved with slices. More of both follow, or padding. */
void strew_apply_moved_rows(const strew_job *job, const uint32_t *slice_indices, const unsigned char *moved, size_t n);
#else
#define strew_apply_listed_rows(job, apply, list, table, output, stride_bytes) 0
#define strew_keep_rows_known(job, list, n_known, end, table) (n_known)
#define strew_copy_rows_to_move(job, tuple, n, moved) ((void)(job), (void)(moved))
#define strew_apply_moved_rows(job, slice_indices, moved, n) ((void)(job), (void)(moved))
enum { STREW_MAX_MOVED_ROWS = 1, STREW_MAX_MOVED_ROW_BYTES = 1 };
#define strew_apply_rows(job, list, table, outer, output, slice_bytes, stride_bytes, before) ((void)(before))
#endif

#endif /* STREW_ROWS_PASS_H */
