/**
 * @file arg.h
 * Arg outputs of scatters: which tuple won.
 *
 *     const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_MAX, .data = data,
 *                                        .indices = indices, .updates = updates, .arg = {STREW_DTYPE_INT64, 2, data_shape});
 *     const strew_buffers buffers = STREW_BUFFERS(..., .arg = winners);
 *
 * A scatter with the reduction min, max or none may have an `arg`, a tensor of int64 or int32 with the shape of output. Each of its
 * elements becomes the number of the tuple whose update that element of output has, or arg_fill if no update has won. Tuples are numbered
 * from 0 in row-major order of the indices; those that are passed over count too. With update indices the number is the place in these.
 *
 * Under none each update wins, and the last one counts. Under min and max an update wins if it beats what is there: a NaN beats everything
 * else, and -0 < +0. What only equals the old element does not win. With excludes_self the old element takes no part, and no workspace is
 * needed. With STREW_NAN_LOSES a NaN never wins; not even one that replaces the old element, because it is the first update. Weighted
 * updates are compared.
 *
 * arg is written in the same pass as output, and by the same rules: not one byte of it is written by a call that is rejected, it overlaps
 * no other buffer (STREW_STATUS_ARG_OVERLAP), and it may have strides that keep its elements apart. Its old content does not matter. int32
 * is rejected if the number of a tuple does not fit (STREW_STATUS_ARG_TOO_NARROW). Profiles and data in blocks have no arg. Parts of a run
 * (strew_resources.part) are applied by part 0. No workspace is needed, but strew_plan_workspace_size says of what size one is of use.
 */
#ifndef STREW_ARG_H
#define STREW_ARG_H

/** Which of equal updates counts, if one of them has won. For min and max. */
typedef enum strew_arg_rule {
    STREW_ARG_RULE_FIRST = 0, /**< The first one. */
    STREW_ARG_RULE_LAST       /**< The last one. */
} strew_arg_rule;

/** What is counted. */
typedef enum strew_arg_counts {
    STREW_ARG_COUNTS_TUPLES = 0, /**< The tuples. */
    STREW_ARG_COUNTS_AXIS        /**< In scatter_elements: the positions along the axis of indices, as torch_scatter does. */
} strew_arg_counts;

#endif /* STREW_ARG_H */
