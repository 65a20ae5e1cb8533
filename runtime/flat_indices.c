/* The division of flat indices by the dimensions of data. */
#include "flat_indices.h"

#include "compiler.h"
#include "util.h"

#include <string.h>

/* Each divides, in one way or another. */
#define STREW_GIVEN_FLAT_DIM(dim) STREW_GIVEN((dim)->n != 0 && (dim)->shift < 64)

/* What is added to negative indices. In bounds, an index is less than the number of elements then. */
static STREW_INLINE uint64_t wrapping(const strew_plan_state *plan)
{
    return strew_lows_of(plan)[0] < 0 ? plan->index_view.n_elements : 0;
}

/* The slice index of a flat index, after the policy; or the plan's n_slices if it is out of bounds.
 *
 * Indices of 31 bits are divided by multiplication. The inverse, one more than 2^shift / n rounded down, is too large by 1 at most, and
 * so the product by less than 2^31. That is too little to reach the next quotient, because n is at most 2^(shift - 31). */
static STREW_INLINE int64_t locate(const strew_plan_state *plan, int64_t index)
    STREW_REQUIRES_PLAN(plan)
    STREW_REQUIRES_FLAT_DIMS(plan)
    STREW_ASSIGNS()
{
    const strew_index_view *view = &plan->index_view;
    const strew_flat_dim *dims = strew_flat_dims_of(plan);
    const int32_t innermost = view->n_flat_dims - 1; /* whose n is 1 */
    const uint64_t n = view->n_elements;
    uint64_t wrapped = strew_wrap(index, wrapping(plan));
    if (wrapped >= n) {
        if (plan->rules.policy != STREW_POLICY_CLAMP) return (int64_t)plan->n_slices;
        wrapped = index < 0 ? 0 : n - 1;
    }
    uint64_t slice_index = view->first_slice_index + wrapped * dims[innermost].stride;
    if (n >> STREW_SHORT_INDEX_BITS == 0) {
        for (int32_t d = 0; d < innermost; d++)
            STREW_FIRST_TO_LAST(d, innermost, slice_index)
        {
            STREW_GIVEN_FLAT_DIM(dims + d);
            slice_index += (wrapped * dims[d].inverse >> dims[d].shift) * dims[d].stride;
        }
    } else {
        for (int32_t d = 0; d < innermost; d++)
            STREW_FIRST_TO_LAST(d, innermost, slice_index)
        {
            STREW_GIVEN_FLAT_DIM(dims + d);
            slice_index += wrapped / dims[d].n * dims[d].stride;
        }
    }
    return (int64_t)slice_index;
}

enum { CHUNK = 32 };

/* Adds what a dimension adds to a chunk of slice indices. */
static STREW_INLINE void add_dim(uint32_t *slice_indices, const uint32_t *wrapped, const strew_flat_dim *dim)
    STREW_REQUIRES_BYTES(slice_indices, CHUNK * sizeof *slice_indices)
    STREW_REQUIRES_BYTES(wrapped, CHUNK * sizeof *wrapped)
    STREW_REQUIRES_BYTES(dim, sizeof *dim)
    STREW_ASSIGNS(STREW_BYTES(slice_indices, CHUNK * sizeof *slice_indices))
{
    const uint32_t inverse = dim->inverse, shift = dim->shift, stride = (uint32_t)dim->stride;
    STREW_GIVEN_FLAT_DIM(dim);
    for (size_t i = 0; i < CHUNK; i++)
        STREW_ASSIGNS(i, STREW_BYTES(slice_indices, CHUNK * sizeof *slice_indices))
        STREW_INVARIANT(i <= CHUNK)
    {
        slice_indices[i] += (uint32_t)((uint64_t)wrapped[i] * inverse >> shift) * stride;
    }
}

/* Locates a chunk of staged indices as vectors of 32 bits, which is enough if data has fewer than 2^31 elements and slice indices have 32
 * bits. Returns 0, with nothing done, if an index is out of bounds. */
static int locate_chunk(const strew_plan_state *plan, unsigned char *staged)
    STREW_REQUIRES_PLAN(plan)
    STREW_REQUIRES_FLAT_DIMS(plan)
    STREW_REQUIRES_BYTES(staged, CHUNK * sizeof(int64_t))
    STREW_ASSIGNS(STREW_ALL_BYTES(staged))
{
    const strew_index_view *view = &plan->index_view;
    const strew_flat_dim *dims = strew_flat_dims_of(plan);
    const int32_t innermost = view->n_flat_dims - 1;
    const uint64_t n = view->n_elements, added = wrapping(plan);
    const uint32_t first = (uint32_t)view->first_slice_index, innermost_stride = (uint32_t)dims[innermost].stride;
    uint32_t wrapped[CHUNK], slice_indices[CHUNK];
    int is_out_of_bounds = 0;
    for (size_t i = 0; i < CHUNK; i++)
        STREW_ASSIGNS(i, is_out_of_bounds, STREW_ALL_BYTES(wrapped))
        STREW_INVARIANT(i <= CHUNK)
    {
        int64_t index;
        memcpy(&index, staged + i * sizeof index, sizeof index);
        const uint64_t each = strew_wrap(index, added);
        is_out_of_bounds |= each >= n;
        wrapped[i] = (uint32_t)each;
    }
    if (is_out_of_bounds) return 0;
    for (size_t i = 0; i < CHUNK; i++)
        STREW_ASSIGNS(i, STREW_ALL_BYTES(slice_indices))
        STREW_INVARIANT(i <= CHUNK)
    {
        slice_indices[i] = first + wrapped[i] * innermost_stride;
    }
    for (int32_t d = 0; d < innermost; d++)
        STREW_FIRST_TO_LAST(d, innermost, STREW_ALL_BYTES(slice_indices))
    {
        add_dim(slice_indices, wrapped, dims + d);
    }
    for (size_t i = 0; i < CHUNK; i++)
        STREW_ASSIGNS(i, STREW_ALL_BYTES(staged))
        STREW_INVARIANT(i <= CHUNK)
    {
        const int64_t slice_index = slice_indices[i];
        memcpy(staged + i * sizeof slice_index, &slice_index, sizeof slice_index);
    }
    return 1;
}

void strew_locate_flat_indices(const strew_plan_state *plan, unsigned char *staged, size_t n)
{
    const int is_short = plan->index_view.n_elements >> STREW_SHORT_INDEX_BITS == 0 && strew_has_32_bit_slice_indices(plan);
    size_t i = 0;
    for (; is_short && n - i >= CHUNK; i += CHUNK)
        STREW_ASSIGNS(i, STREW_ALL_BYTES(staged))
        STREW_INVARIANT(i <= n)
    {
        if (!locate_chunk(plan, staged + i * sizeof(int64_t))) break;
    }
    for (int64_t index; i < n; i++)
        STREW_ASSIGNS(i, index, STREW_ALL_BYTES(staged))
        STREW_INVARIANT(i <= n)
    {
        memcpy(&index, staged + i * sizeof index, sizeof index);
        index = locate(plan, index);
        memcpy(staged + i * sizeof index, &index, sizeof index);
    }
}
