/* Products of updates and weights, which take the place of updates. */
#ifndef STREW_WEIGH_H
#define STREW_WEIGH_H

#include "walk.h"

#if STREW_BUILD_FUSED
/* Reads columns of the updates of n tuples of a list, from number `done` of the list on, in the type of the products; those of the outer
 * index begin at `updates`. */
void strew_read_updates(const strew_job *job, const strew_batch *list, size_t done, size_t n, const unsigned char *updates,
                        const strew_columns *columns, unsigned char *products);

/* Multiplies what was read by the weights of the tuples. */
void strew_weigh(const strew_job *job, const strew_batch *list, size_t done, size_t n, size_t outer, const strew_columns *columns,
                 unsigned char *products);

/* As strew_apply_list, of products. */
void strew_apply_weighted(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list, const unsigned char *updates,
                          size_t outer, unsigned char *output, size_t stride_bytes);
#else
#define strew_apply_weighted(job, apply, list, updates, outer, output, stride_bytes) ((void)(outer))
#endif

#endif /* STREW_WEIGH_H */
