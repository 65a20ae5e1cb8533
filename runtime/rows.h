/* Rows of a table, which may have weights, combined with slices that stay in registers. */
#ifndef STREW_ROWS_PASS_H
#define STREW_ROWS_PASS_H

#include "walk.h"

#if STREW_BUILD_FUSED
/* As strew_apply_list, of a plan that has a kernel for it, and of so many bytes of a slice of data. If `before` is not NULL, tuples are in
 * the order of their slices, of which it is the one before the list: the first tuple of each other one replaces what output has. */
void strew_apply_rows(const strew_job *job, const strew_batch *list, const unsigned char *table, size_t outer, unsigned char *output,
                      size_t slice_bytes, size_t stride_bytes, const uint64_t *before);

/* Copies the rows of n tuples from `tuple` on, and their weights if they have any, to where tuples are sorted from: strew_moved_row_bytes
 * of each. The plan is one that strew_moves_rows. */
enum { STREW_MAX_MOVED_ROWS = 64, STREW_MAX_MOVED_ROW_BYTES = 12 };
void strew_copy_rows_to_move(const strew_job *job, size_t tuple, size_t n, unsigned char *moved);

/* Combines n tuples that were moved with slices. More of both follow, or padding. */
void strew_apply_moved_rows(const strew_job *job, const uint32_t *slice_indices, const unsigned char *moved, size_t n);
#else
#define strew_copy_rows_to_move(job, tuple, n, moved) ((void)(job), (void)(moved))
#define strew_apply_moved_rows(job, slice_indices, moved, n) ((void)(job), (void)(moved))
enum { STREW_MAX_MOVED_ROWS = 1, STREW_MAX_MOVED_ROW_BYTES = 1 };
#define strew_apply_rows(job, list, table, outer, output, slice_bytes, stride_bytes, before) ((void)(before))
#endif

#endif /* STREW_ROWS_PASS_H */
