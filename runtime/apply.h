/* Applying batches of tuples: their updates are written to output, or combined with it. */
#ifndef STREW_APPLY_PASS_H
#define STREW_APPLY_PASS_H

#include "rows.h"
#include "walk.h"
#include "weigh.h"

/* Applies the dense tuples of some steps. Zero if one is out of bounds, as in strew_make_slice_indices. */
int strew_apply_dense(const strew_job *job, const strew_steps *steps);

/* The same of tuples of a selection, of those whose updates lie anywhere, or of their products with alpha. */
int strew_apply_anywhere(const strew_job *job, const strew_steps *steps);

/* Puts tuples begin to end - 1, which name single elements by the indices as they are stored. Zero if one is out of bounds. */
int strew_put_elements(const strew_job *job, size_t begin, size_t end);

/* Applies the tuples of a batch, or their products with alpha, to one outer index, whose updates begin at `updates`, wherever they lie.
 * None is skipped. Slice index 0 is at `output`, and they are stride_bytes apart. */
void strew_apply_updates(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list, const unsigned char *updates,
                         unsigned char *output, size_t stride_bytes);

/* The same of rows of a table, and of products with weights too, which are those of an outer index. */
static STREW_INLINE void strew_apply_list(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list,
                                          const unsigned char *updates, size_t outer, unsigned char *output, size_t stride_bytes)
{
    if (job->plan->fuse != NULL && apply == job->apply) {
        strew_apply_rows(job, list, updates, outer, output, job->slices.slice_bytes, stride_bytes, NULL);
    } else if (strew_has_rows(job->plan) && strew_apply_listed_rows(job, apply, list, updates, output, stride_bytes)) {
        return;
    } else if (strew_has_weights(job->plan)) {
        strew_apply_weighted(job, apply, list, updates, outer, output, stride_bytes);
    } else {
        strew_apply_updates(job, apply, list, updates, output, stride_bytes);
    }
}

/* Copies some bytes of the updates of n tuples of a batch, from tuple number `done` of the batch on, to adjacent places. Returns where the
 * first of them are. */
const unsigned char *strew_stage_updates(const strew_job *job, const strew_batch *list, size_t done, size_t n, const unsigned char *updates,
                                         const strew_columns *columns, unsigned char *staged);

#if STREW_BUILD_CONVERSIONS
struct strew_conversion;
/* The same of updates of another dtype, which are converted on their way. The bytes are those of data. */
const unsigned char *strew_stage_converted(const strew_job *job, const strew_batch *list, size_t done, size_t n,
                                           const unsigned char *updates, const strew_columns *columns, unsigned char *staged,
                                           const struct strew_conversion *conversion);

/* Multiplies staged updates by alpha, n_bytes of them. */
void strew_multiply_staged(const strew_plan_state *plan, unsigned char *staged, size_t n_bytes);
#endif

/* Applies n tuples whose updates are where the caller has them: slice_indices[i], from the start of output, with update tuples[i]. The
 * first n_known of the list, n or more, may be prefetched. Slice indices are padded, and slices have more than STREW_MAX_MOVED_BYTES. */
void strew_apply_listed(const strew_job *job, const uint32_t *slice_indices, const uint32_t *tuples, size_t n, size_t n_known);

#endif /* STREW_APPLY_PASS_H */
