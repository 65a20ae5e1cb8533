/**
 * @file segment.h
 * Segments: reductions of rows that are stored one segment after the other.
 *
 *     const strew_options options = STREW_OPTIONS(.initial = STREW_INITIAL_IDENTITY);
 *     const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = STREW_REDUCTION_ADD, .options = &options,
 *                                        .data = {STREW_DTYPE_FLOAT32, 2, shape_of_output}, .offsets = offsets, .updates = rows);
 *     const strew_buffers buffers = STREW_BUFFERS(.output = sums, .offsets = at, .updates = values);
 *
 * For each segment s of output.shape[0], and its tuples t in order:
 *
 *     output[s] = updates[t] of the first one, then reduction(output[s], updates[t]) of each other one
 *
 * This is torch.segment_reduce, segment_csr and segment_coo of torch_scatter, tf.math.segment_sum, numpy.add.reduceat, and with
 * update_indices and weights torch.sparse.mm of a CSR matrix and torch.nn.EmbeddingBag. A segment is what a scatter_update on axis 0 makes
 * of its slice without the old element (strew_options.excludes_self); updates, update_indices, weights, conversions, accumulate and all
 * else are as there.
 *
 * Which tuples a segment has is said by `offsets`, or by `indices`: give one of them.
 *
 * - offsets: segment s has the tuples offsets[s] to offsets[s + 1] - 1. There are n + 1 of them for n segments, or n if offsets_end is
 *   STREW_OFFSETS_END_IMPLIED. None is below the one before, below 0 or above the number of tuples. The first need not be 0, nor the last
 *   the number of tuples: tuples in no segment are not read.
 * - indices: tuple t is in segment indices[t], which is from 0 to n - 1, and at least indices[t - 1]. A negative index does not wrap.
 *
 * Shapes: data gives the dtype and the shape of output, [n] and then that of a slice. updates is [tuples] and that of a slice; or with
 * update_indices, which are [tuples], the table. Reductions: all but none.
 *
 * Offsets and indices are checked before anything is written. Statuses: STREW_STATUS_INDEX_OUT_OF_BOUNDS for an offset, with the subject
 * "offsets", tuple: its number, and what it may be: from the one before to the number of tuples; the same for an index, without a subject;
 * STREW_STATUS_NOT_SORTED; STREW_STATUS_OFFSETS_SHAPE_MISMATCH; STREW_STATUS_NO_IDENTITY. If another thread changes them during the
 * call, the values of output are undefined, but nothing outside of the buffers is touched.
 *
 * Parts of a run (strew_resources.part): part 0 does all. A workspace is needed by what is accumulated in a wider type, by means of
 * anything but float32, float64 and complex numbers, and where NaN loses: strew_plan_workspace_size is 0 if none is. Sums and means of
 * float16 and bfloat16 in float32 need none if rows are evenly apart or of a table, and have a weight each or none.
 */
#ifndef STREW_SEGMENT_H
#define STREW_SEGMENT_H

/** What output has where a segment has no update: none at all, or all are passed over. */
typedef enum strew_initial {
    STREW_INITIAL_ZERO = 0, /**< Zeros. torch_scatter and TensorFlow have them, for sums. */
    /** What changes nothing: 0 of a sum, 1 of a product; of min and max an infinity, the largest number of a float that has none, the last
     * number of integers. torch.segment_reduce. A mean has none, nor do min and max of complex numbers (STREW_STATUS_NO_IDENTITY). */
    STREW_INITIAL_IDENTITY,
    STREW_INITIAL_DATA /**< The old element. strew_buffers.data is given, and may be output; otherwise it must be NULL. */
} strew_initial;

/** Where the last segment ends. */
typedef enum strew_offsets_end {
    STREW_OFFSETS_END_GIVEN = 0, /**< At the last offset. */
    STREW_OFFSETS_END_IMPLIED    /**< At the number of tuples, and this offset is left out. torch.nn.EmbeddingBag. */
} strew_offsets_end;

#endif /* STREW_SEGMENT_H */
