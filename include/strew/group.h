/**
 * @file group.h
 * Groups: which indices are equal, and in what order they come; and tuples by the chunk of data that they name, as a scatter into data that
 * is stored in chunks needs them.
 */
#ifndef STREW_GROUP_H
#define STREW_GROUP_H

#include <strew/strew.h>

#ifdef __cplusplus
extern "C" {
#endif

/** In place of the number of groups: the groups are the distinct values of indices, ascending. */
#define STREW_DISTINCT_VALUES ((int64_t)-1)

/**
 * Groups indices: a stable counting sort, as a mixture of experts, a coalesced sparse tensor and `unique` need it.
 *
 *     for each index i of indices, in row-major order, that is not passed over:
 *         append its number t to group i
 *
 * Group g is order[starts[g]] to order[starts[g + 1] - 1]: the numbers of its indices, ascending. unique has the groups that have members,
 * ascending. With n_groups, the groups are 0 to n_groups - 1, and an index is checked against these bounds as one of a scatter is: policy
 * and negative rule are those of options, but STREW_POLICY_TRUSTED passes over an index that is out of bounds, as STREW_POLICY_SKIP does.
 * With STREW_DISTINCT_VALUES every group has members, no index is out of bounds, and unique[g] is the value of group g: -1 is not wrapped.
 * In both, ignore_index passes an index over; as a value, 2^63 - 1 stands for no other. starts[n] says how many are in a group, where n is
 * the number of groups.
 *
 * Buffers: order has room for as many numbers as there are indices; they are of order_dtype, STREW_DTYPE_INT64 or STREW_DTYPE_INT32. With
 * n_groups, starts has room for n_groups + 1 numbers, and unique for n_groups or the number of indices, whichever is smaller; with
 * STREW_DISTINCT_VALUES for as many as there are indices, and one more in starts. What follows the results in that room is undefined.
 * *n_unique is how many are in unique: with STREW_DISTINCT_VALUES the number of groups. unique may be NULL; so may n_unique, with n_groups.
 * A value of uint64 above 2^63 - 1 has its bits in unique; as an index it counts as 2^63 - 1. indices, order and the workspace may be at
 * any address; the other buffers are aligned as int64_t is.
 *
 * indices have any shape, any integer type, and may have strides. `options` may be NULL. Of its members, policy, negative,
 * has_ignore_index, ignore_index and isa may be set (STREW_STATUS_UNUSED_ARGUMENT); with STREW_DISTINCT_VALUES neither policy nor negative.
 *
 * `resources` may be NULL, unless the groups are distinct values: these need a workspace (STREW_STATUS_WORKSPACE_TOO_SMALL) of
 * strew_group_by_index_workspace_size bytes. With n_groups a workspace makes the call faster, and lets it use more threads than one. The
 * results are the same. A part of a run is STREW_STATUS_UNUSED_ARGUMENT.
 *
 * Aliasing: starts, order, unique and n_unique must not overlap each other or indices (STREW_STATUS_OUTPUT_OVERLAP, whose subject is the
 * later one of the two arguments), nor the workspace any of them (STREW_STATUS_WORKSPACE_OVERLAP).
 *
 * `fault` is as in a scatter along an axis: fault.tuple is the number of the index. After any status but STREW_OK and
 * STREW_STATUS_INDICES_CHANGED, nothing was written. Statuses: those of strew_scatter_update, except those that name updates or a
 * reduction; STREW_STATUS_NEGATIVE_DIMENSION for another n_groups below 0; STREW_STATUS_TOO_LARGE also for starts and order;
 * STREW_STATUS_DTYPE_MISMATCH for an order_dtype that is neither of the two, or that cannot hold the numbers of so many indices.
 */
STREW_API strew_status strew_group_by_index(int64_t *starts, void *order, strew_dtype order_dtype, int64_t *unique, int64_t *n_unique,
                                            const strew_tensor *indices, int64_t n_groups, const strew_options *options,
                                            const strew_resources *resources, strew_fault *fault);

/**
 * How many bytes of a workspace strew_group_by_index uses on so many threads; at least what it needs on one. 0 if it uses none, and for
 * indices that it rejects; SIZE_MAX for more than can be addressed. Only the shape of indices is read.
 */
STREW_API size_t strew_group_by_index_workspace_size(const strew_tensor *indices, int64_t n_groups, int32_t n_threads);

/**
 * How the dimensions that tuples index are cut into chunks: chunk j of dimension c has the indices edges[c][j] to edges[c][j + 1] - 1.
 *
 * Both arrays have k members, where k is the number of components of a tuple, and may be NULL if k is 0. The first edge of a dimension is
 * 0, none is smaller than the one before, and the last one is the size of the dimension. A chunk may be empty. If all chunks of a dimension
 * have the same size, but for the last one, which may be smaller, the chunk of an index takes one multiplication; otherwise a search.
 */
typedef struct strew_chunk_grid {
    const int64_t *n_chunks;     /**< For each dimension, the number of its chunks. */
    const int64_t *const *edges; /**< For each dimension, n_chunks[c] + 1 numbers. */
} strew_chunk_grid;

/**
 * Groups tuples by the chunk of data that they name: a stable counting sort.
 *
 *     for each tuple t of indices, in row-major order, that is not passed over:
 *         p = the number of its chunk: n_chunks[0 .. k - 1] counted in row-major order
 *         append t to part p, and the tuple's local indices to those of part p
 *
 * Part p is order[starts[p]] to order[starts[p + 1] - 1]: the numbers of its tuples, in row-major order as fault.tuple counts them. A local
 * index is the index minus the first index of its chunk, after a negative index was counted from the end and after STREW_POLICY_CLAMP. So
 * a scatter of the updates of a part, in this order and by these local indices, into the chunk does what the whole scatter does there.
 * Tuples that STREW_POLICY_SKIP or ignore_index passes over are in no part: starts[n] says how many tuples are in one, where n is the
 * number of parts, the product of n_chunks.
 *
 * Buffers: starts has room for n + 1 numbers. order has room for as many numbers as there are tuples, and local for as many as there are
 * components; local may be NULL. What follows the tuples that are in a part is not written. data gives its dtype and shape alone: its
 * values and strides are not read. Its bytes need not be in memory, but there can be no more of them than of any tensor.
 *
 * Shapes: r = data.rank; q = indices.rank, at least 1; k = indices.shape[q - 1], 0 to r. Without components, all tuples are in the only
 * part. indices are of any integer type and may have strides.
 *
 * Policies and negative indices are those of a scatter, but STREW_POLICY_TRUSTED passes over a tuple that is out of bounds, as
 * STREW_POLICY_SKIP does. `options` may be NULL. Of its members, policy, negative, has_ignore_index, ignore_index and isa may be set
 * (STREW_STATUS_UNUSED_ARGUMENT); a profile is STREW_STATUS_PROFILE_LACKS_OPERATOR.
 *
 * Aliasing: starts, order and local are aligned as int64_t is. They must not overlap each other or indices (STREW_STATUS_OUTPUT_OVERLAP,
 * whose subject is the later one of the two arguments), nor data's shape or the grid, which is not checked.
 *
 * `fault` is as in a scatter. After any status but STREW_OK and STREW_STATUS_INDICES_CHANGED, nothing was written. Statuses: those of
 * strew_scatter_nd, except those that name updates or a reduction; STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE; STREW_STATUS_NEGATIVE_DIMENSION
 * for a number of chunks; STREW_STATUS_TOO_LARGE also for starts, order and local.
 */
STREW_API strew_status strew_group_by_chunk(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data,
                                            const strew_tensor *indices, const strew_chunk_grid *grid, const strew_options *options,
                                            strew_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* STREW_GROUP_H */
