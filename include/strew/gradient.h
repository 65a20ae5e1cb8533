/**
 * @file gradient.h
 * Gradients of scatters: what a change of updates, weights or data does to a sum of output.
 *
 *     output[i[t]] = output[i[t]] + w[t] * table[j[t]]
 */
#ifndef STREW_GRADIENT_H
#define STREW_GRADIENT_H

#include <strew/strew.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which operand of a scatter a gradient is of. 0 is none, so that a call without one is rejected. */
typedef enum strew_gradient_of {
    STREW_GRADIENT_OF_UPDATES = 1, /**< Of updates; of the table, if the call has update indices. */
    STREW_GRADIENT_OF_WEIGHTS,     /**< Of weights. */
    STREW_GRADIENT_OF_DATA         /**< Of data. */
} strew_gradient_of;

/** Where the tensors are. Those of the call have the shapes, types and strides that the call says, and what they had when it ran. A buffer
 * that the gradient has no use for must be NULL (STREW_STATUS_UNUSED_ARGUMENT). */
typedef struct strew_gradient_buffers {
    size_t struct_size;            /**< sizeof(strew_gradient_buffers), which STREW_GRADIENT_BUFFERS and _INIT set. */
    const void *output_gradient;   /**< The gradient of the call's output: dense, of the shape and the dtype of data. */
    const void *indices;           /**< Those of the call. */
    const void *const *components; /**< In place of indices, of a call with components. */
    const void *offsets;           /**< In place of indices, of a segment with offsets. */
    const void *update_indices;    /**< Of a call with update indices. */
    const void *updates;           /**< For the gradient of weights. */
    const void *weights;           /**< For the gradient of updates, of a call with weights. */
    const void *arg;               /**< For min and max: which tuples have won, as the call wrote it. */
} strew_gradient_buffers;

#define STREW_GRADIENT_BUFFERS(...) STREW_SIZED(strew_gradient_buffers, __VA_ARGS__) /**< For example (.indices = i, ...). */
#define STREW_GRADIENT_BUFFERS_INIT STREW_SIZED_INIT(strew_gradient_buffers)         /**< No buffers, to be filled. */

/** The size in bytes of a workspace that makes the gradient faster on n_threads threads. A part of it is needed
 * (STREW_STATUS_WORKSPACE_TOO_SMALL): for a mean 4 bytes for each slice of data, 8 if there are 2^32 tuples or more, and but for the
 * gradient of data as many bytes as output_gradient has; for the gradient of a table some 3 KiB, what options.accumulate needs, and 8 bytes
 * for each tuple, unless a tuple is one index that does not depend on where it is, and there are no batch dimensions. 0 if none is of use,
 * or if the call will be rejected; SIZE_MAX for more than can be addressed. */
STREW_API size_t strew_gradient_workspace_size(const strew_call *call, strew_gradient_of of, int32_t n_threads);

/**
 * Computes the gradient of one operand of a scatter_nd, scatter_elements, scatter_update, put or segment.
 *
 * In the following, g is output_gradient, i[t] the slice of output that tuple t names, u[t] its slice of updates, or row j[t] of the table,
 * and c counts the elements of a slice. In scatter_update each tuple stands for its slices in all outer dimensions o, and a table may have
 * these too.
 *
 *     add         updates: output[t, c] = w[t, c] * g[i[t], c]
 *                 table:   output = 0, and for each tuple t in order: output[j[t], c] = output[j[t], c] + w[t, c] * g[i[t], c]
 *                 weights: output[t, d] = sum of g[i[t], c] * u[t, c] over all c, and o, that weight d is broadcast over
 *                 data:    output = g; with excludes_self 0 in slices that a tuple names
 *     sub         updates and weights: the same, negated; table: subtracted
 *     mean        that of add, but of g divided by the number of what was added up: n, or n + 1 with the old element, if n tuples name the
 *                 slice; a slice that none names is not divided
 *     min, max    each element of output gives its gradient to the tuple that has won it, as arg says: others have 0 in place of a product
 *                 table:   output = 0, and for each element e of g that tuple t has won, in row-major order:
 *                              output[j[t], c] = output[j[t], c] + w[t, c] * g[e]
 *                 data:    0 in elements that a tuple has won; with excludes_self in all slices that a tuple names
 *
 * A segment is as a scatter_update on axis 0 with excludes_self; it has a gradient of data with STREW_INITIAL_DATA alone. sub has none of
 * updates and weights there, nor with excludes_self, because the first update is not subtracted (STREW_STATUS_UNSUPPORTED_GRADIENT).
 * Hints are those of the call, and not checked again, but that a segment is sorted.
 *
 * Tuples that are passed over, on either side, give nothing, and their gradients are 0. Policies, negative rules and ignored indices are
 * those of the call; under STREW_POLICY_TRUSTED a table is computed with indices that are not checked. All indices are checked before the
 * first byte is written.
 *
 * `output` is dense, and has the shape and the dtype of the operand. Types are floats: float16, bfloat16, float32, float64
 * (STREW_STATUS_UNSUPPORTED_DTYPE). float16 and bfloat16 are computed in float32 and rounded once, float32 in float64 if it meets a
 * float64. A table is summed up as a scatter does: the gradient is that of a call in which indices and update indices have changed places,
 * g and its rows are updates, and data is 0; for min and max each sum is rounded. The quotients of a mean are rounded to their own type.
 *
 * min and max need strew_call.arg, and the buffer that the call wrote: numbers of tuples, or positions along the axis, below their number,
 * or strew_options.arg_fill (-1 without it) where no tuple has won. Another number is rejected (STREW_STATUS_INDEX_OUT_OF_BOUNDS, subject
 * "arg", tuple: the number of the element). A number that is arg_fill counts as no tuple. With other numbers than the call wrote values are
 * undefined, but nothing outside of the buffers is touched.
 *
 * The products of a weight are numbered from 0, in row-major order of o, then c. Number n is added to partial sum n % 16, each of which
 * begins with 0; then partial sum m + 8 is added to m, for m below 8, and so with 4, 2 and 1. A product and a sum are rounded each. The
 * sum is computed in float64 if options.accumulate says so.
 *
 * options.alpha multiplies g, but for the gradient of data. Rejected are options.overflow and a profile; options.nan, unless the call
 * has an arg; and options.accumulate, for a table if it has one.
 *
 * Statuses: those of planning the call and of a run; STREW_STATUS_UNSUPPORTED_GRADIENT for a reduction that has no gradient here;
 * STREW_STATUS_UNKNOWN_OPTION, subject "of"; STREW_STATUS_PLAN_MISMATCH for other operators; STREW_STATUS_NULL_POINTER, subject "weights",
 * for the gradient of weights that the call does not have. For a table of another dtype than data, what planning the exchanged call
 * rejects, and options.alpha (STREW_STATUS_DTYPE_MISMATCH). For a table whose tuples take 8 bytes each (see the workspace) with weights
 * that have more than 16 dimensions of a slice: STREW_STATUS_RANK_OUT_OF_RANGE, subject "weights". STREW_STATUS_STRIDES_TOO_MANY for
 * updates, weights or arg of more than 16 dimensions that do not follow each other.
 *
 * Aliasing: output must not overlap any buffer, nor the workspace output or a buffer. A part of a run (strew_resources.part) checks all
 * indices; part 0 then does everything. STREW_STATUS_INDICES_CHANGED if another thread changes indices: output is then undefined.
 */
STREW_API strew_status strew_gradient(void *output, const strew_call *call, strew_gradient_of of, const strew_gradient_buffers *buffers,
                                      const strew_resources *resources, strew_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* STREW_GRADIENT_H */
