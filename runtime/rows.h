/* Rows of a table, which may have weights, combined with slices that stay in registers. */
#ifndef STREW_ROWS_PASS_H
#define STREW_ROWS_PASS_H

#include "walk.h"

#if STREW_BUILD_FUSED
/* As strew_apply_list, of a plan that has a kernel for it, and of so many bytes of a slice of data. If `before` is not NULL, tuples are in
 * the order of their slices, of which it is the one before the list: the first tuple of each other one replaces what output has. */
void strew_apply_rows(const strew_job *job, const strew_batch *list, const unsigned char *table, size_t outer, unsigned char *output,
                      size_t slice_bytes, size_t stride_bytes, const uint64_t *before);
#else
#define strew_apply_rows(job, list, table, outer, output, slice_bytes, stride_bytes, before) ((void)(before))
#endif

#endif /* STREW_ROWS_PASS_H */
