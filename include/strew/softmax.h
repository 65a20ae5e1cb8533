/**
 * @file softmax.h
 * Softmax over groups of rows, as the attention of graph networks needs it.
 */
#ifndef STREW_SOFTMAX_H
#define STREW_SOFTMAX_H

#include <strew/strew.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which function of the rows of a segment. 0 is none, so that a call without one is rejected. */
typedef enum strew_softmax_function {
    STREW_SOFTMAX_FUNCTION_SOFTMAX = 1, /**< exp(x) divided by the sum of exp(x) over the segment: a number for each row. */
    STREW_SOFTMAX_FUNCTION_LOG_SOFTMAX, /**< Its logarithm: a number for each row. */
    STREW_SOFTMAX_FUNCTION_LOGSUMEXP    /**< The logarithm of the sum of exp(x): a number for each segment. */
} strew_softmax_function;

/**
 * Softmax, log_softmax or logsumexp over segments of rows; each element of a row by itself.
 *
 * Which rows a segment has is said by `offsets`, or by `indices`: give one of them.
 *
 * - offsets: segment s has the rows offsets[s] to offsets[s + 1] - 1. There are n + 1 offsets for n segments; or n, if end_is_implied is 1:
 *   the last one is left out and stands for the number of rows. None is below the one before, below 0 or above the number of rows. The
 *   first need not be 0, nor the last the number of rows: a row in no segment is not read, and its place in output is not written.
 * - indices: row r is in segment indices[r], which is from 0 to n_segments - 1; a negative index does not wrap. They may be in any order.
 */
typedef struct strew_softmax {
    size_t struct_size;              /**< sizeof(strew_softmax), which STREW_SOFTMAX and STREW_SOFTMAX_INIT set. */
    strew_softmax_function function; /**< The function. */
    int32_t end_is_implied;          /**< 1: the last offset is left out. For offsets. */
    strew_tensor updates;            /**< The rows: [rows], then the shape of a slice. Dense; float16, bfloat16, float32 or float64. */
    strew_tensor offsets;            /**< [n + 1] or [n], at least one; integers of 8 to 64 bits. May have a stride. */
    strew_tensor indices;            /**< [rows]; integers of 8 to 64 bits. May have a stride. */
    int64_t n_segments;              /**< How many segments there are. For indices. */
} strew_softmax;

#define STREW_SOFTMAX(...) STREW_SIZED(strew_softmax, __VA_ARGS__) /**< For example STREW_SOFTMAX(.function = ..., .updates = rows, ...). */
#define STREW_SOFTMAX_INIT STREW_SIZED_INIT(strew_softmax)         /**< A call without a function, to be filled. */

/** The size in bytes of the workspace of strew_segment_softmax on n_threads threads, which it needs with indices alone: 3 numbers for each
 * segment and each of the columns that are handled at once. Each part of a run has its own, of the size for one thread. 0 with offsets, or
 * if the call will be rejected. Types, shapes and strides are read, and no values. */
STREW_API size_t strew_segment_softmax_workspace_size(const strew_softmax *softmax, int32_t n_threads);

/**
 * Computes it.
 *
 *     for each segment s and each element c of a slice:
 *         max = the largest of updates[r, c] for the rows r of s
 *         sum = 0, and for each row r of s, in order: sum = sum + exp(updates[r, c] - max)
 *         softmax:      output[r, c] = exp(updates[r, c] - max) / sum
 *         log_softmax:  output[r, c] = (updates[r, c] - max) - log(sum)
 *         logsumexp:    output[s, c] = max + log(sum)
 *
 * Output is dense and has the dtype of updates; its shape is that of updates, or for logsumexp [n], then the shape of a slice.
 *
 * Precision: float32 is computed in float32, float64 in float64, and float16 and bfloat16 in float32, rounded once at the end. What a
 * difference or a sum rounds off is kept, so that the error does not grow with the size of numbers or the number of rows. A result is
 * within 3 units in the last place of the exact one (of the type that computes; for log_softmax and logsumexp a unit of max(|result|, 1)),
 * a float16 or bfloat16 within 1 of its own. exp and log are strew's own: the bits are the same on every CPU, for any number of threads.
 *
 * Numbers that are none: a NaN in a segment makes all results of the segment and the element NaN; so does +infinity, but its logsumexp is
 * +infinity. If all are -infinity, softmax and log_softmax are NaN, and logsumexp is -infinity. It is -infinity of no rows, too.
 *
 * Values are read in at most three passes. Aliasing: output may be updates.values itself, but not for logsumexp; otherwise it must not
 * overlap updates, offsets or indices (STREW_STATUS_OUTPUT_OVERLAP). With indices a workspace is needed (STREW_STATUS_WORKSPACE_TOO_SMALL).
 * Threads have segments or columns of their own; parts as in strew_run. `resources` may be NULL, and `fault` too.
 *
 * Statuses: STREW_STATUS_INDEX_OUT_OF_BOUNDS for an offset or an index, with subject ("offsets" or "indices"), tuple: its number; value;
 * low, high: its bounds. STREW_STATUS_UNSUPPORTED_DTYPE. STREW_STATUS_UPDATES_SHAPE_MISMATCH where indices are not one for each row.
 * STREW_STATUS_INDICES_CHANGED if another thread changes offsets or indices: output is then undefined. Besides those that the members of
 * strew_softmax, tensors and resources have elsewhere. Without offsets, or with none of them, STREW_STATUS_NULL_POINTER names "offsets".
 */
STREW_API strew_status strew_segment_softmax(void *output, const strew_softmax *softmax, const strew_resources *resources,
                                             strew_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* STREW_SOFTMAX_H */
