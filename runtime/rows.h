/* Rows of a table, which may have weights, combined with slices that stay in registers. */
#ifndef STREW_ROWS_PASS_H
#define STREW_ROWS_PASS_H

#include "walk.h"

#if STREW_BUILD_FUSED
/* As strew_apply_list, of a plan that has a kernel for it. */
void strew_apply_rows(const strew_job *job, const strew_batch *list, const unsigned char *table, size_t outer, unsigned char *output,
                      size_t stride_bytes);
#else
#define strew_apply_rows(job, list, table, outer, output, stride_bytes) ((void)0)
#endif

#endif /* STREW_ROWS_PASS_H */
