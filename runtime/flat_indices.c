/* The division of flat indices by the dimensions of data. */
#include "flat_indices.h"

#include "compiler.h"
#include "util.h"

#include <string.h>

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
{
    const strew_index_view *view = &plan->index_view;
    const strew_flat_dim *dim = strew_flat_dims_of(plan), *innermost = dim + view->n_flat_dims - 1; /* whose n is 1 */
    const uint64_t n = view->n_elements;
    uint64_t wrapped = strew_wrap(index, wrapping(plan));
    if (wrapped >= n) {
        if (plan->rules.policy != STREW_POLICY_CLAMP) return (int64_t)plan->n_slices;
        wrapped = index < 0 ? 0 : n - 1;
    }
    uint64_t slice_index = view->first_slice_index + wrapped * innermost->stride;
    if (n >> STREW_SHORT_INDEX_BITS == 0) {
        for (; dim != innermost; dim++) slice_index += (wrapped * dim->inverse >> dim->shift) * dim->stride;
    } else {
        for (; dim != innermost; dim++) slice_index += wrapped / dim->n * dim->stride;
    }
    return (int64_t)slice_index;
}

enum { CHUNK = 32 };

/* Locates a chunk of staged indices as vectors of 32 bits, which is enough if data has fewer than 2^31 elements and slice indices have 32
 * bits. Returns 0, with nothing done, if an index is out of bounds. */
static int locate_chunk(const strew_plan_state *plan, unsigned char *staged)
{
    const strew_index_view *view = &plan->index_view;
    const strew_flat_dim *innermost = strew_flat_dims_of(plan) + view->n_flat_dims - 1;
    const uint64_t n = view->n_elements, added = wrapping(plan);
    const uint32_t first = (uint32_t)view->first_slice_index, innermost_stride = (uint32_t)innermost->stride;
    uint32_t wrapped[CHUNK], slice_indices[CHUNK];
    int is_out_of_bounds = 0;
    for (size_t i = 0; i < CHUNK; i++) {
        int64_t index;
        memcpy(&index, staged + i * sizeof index, sizeof index);
        const uint64_t each = strew_wrap(index, added);
        is_out_of_bounds |= each >= n;
        wrapped[i] = (uint32_t)each;
    }
    if (is_out_of_bounds) return 0;
    for (size_t i = 0; i < CHUNK; i++) slice_indices[i] = first + wrapped[i] * innermost_stride;
    for (const strew_flat_dim *dim = strew_flat_dims_of(plan); dim != innermost; dim++) {
        const uint32_t inverse = dim->inverse, shift = dim->shift, stride = (uint32_t)dim->stride;
        for (size_t i = 0; i < CHUNK; i++) slice_indices[i] += (uint32_t)((uint64_t)wrapped[i] * inverse >> shift) * stride;
    }
    for (size_t i = 0; i < CHUNK; i++) {
        const int64_t slice_index = slice_indices[i];
        memcpy(staged + i * sizeof slice_index, &slice_index, sizeof slice_index);
    }
    return 1;
}

void strew_locate_flat_indices(const strew_plan_state *plan, unsigned char *staged, size_t n)
{
    const int is_short = plan->index_view.n_elements >> STREW_SHORT_INDEX_BITS == 0 && strew_has_32_bit_slice_indices(plan);
    for (; is_short && n >= CHUNK && locate_chunk(plan, staged); n -= CHUNK) staged += CHUNK * sizeof(int64_t);
    for (int64_t index; n != 0; n--, staged += sizeof index) {
        memcpy(&index, staged, sizeof index);
        index = locate(plan, index);
        memcpy(staged, &index, sizeof index);
    }
}
