/* Reading indices where they are. */
#include "index_view.h"

#include "flat_indices.h"
#include "integers.h"
#include "offsets.h"
#include "types.h"
#include "util.h"

#include <string.h>

/* The bytes that hold all values of a type and a sign: one more than those of an unsigned type. */
#define SIGNED_BYTES(type) (sizeof(type) + ((type)-1 > (type)1))
/* Whether an index of 32 bits holds all values of a type. */
#define IS_NARROW(type) (SIGNED_BYTES(type) <= 4)

static int is_narrow(strew_dtype dtype)
{
    static const unsigned char are_narrow[] = {
#define STREW_INDEX_DTYPE(dtype, built, type) [dtype] = IS_NARROW(type),
#include "axes.inc"
    };
    return are_narrow[dtype];
}

/* ---- The view ------------------------------------------------------------------------------------------------------------------------ */

/* Whether kernels may take the tuples as adjacent. */
static int8_t is_dense(const strew_plan_state *plan, int64_t bytes)
{
    const strew_index_view *view = &plan->index_view;
    const int32_t last = plan->n_tuple_loops - 1;
    if (view->is_apart || view->base != 0 || (plan->k != 1 && view->component_bytes != bytes)) return 0;
    if (last >= 0 && strew_loops_of(plan)[last].of.indices != plan->k * bytes) return 0;
    /* Loop by loop: the bytes of all would exceed an int64 where an operator goes without indices, and has as many tuples as data bytes. */
    for (int32_t i = 0; i < last; i++) {
        if (!strew_is_as_long(strew_loops_of(plan)[i].of.indices, strew_loops_of(plan)[i + 1].of.indices,
                              strew_loops_of(plan)[i + 1].count))
            return 0;
    }
    return 1;
}

void strew_set_index_view(strew_plan_state *plan, const strew_tensor *indices, int64_t bytes, strew_index_form form)
{
    strew_index_view *view = &plan->index_view;
    view->dtype = indices->dtype;
    view->is_offsets = form == STREW_OFFSETS;
    view->is_apart = form == STREW_APART_COMPONENTS && plan->n_tuples != 0;
    /* A single component may have any stride, and so may those of no tuple. */
    view->component_bytes =
        form == STREW_TUPLES && plan->k > 1 && plan->n_tuples != 0 && plan->views.has_extents && indices->strides != NULL
            ? indices->strides[indices->rank - 1] * bytes
            : bytes;
    view->is_dense = is_dense(plan, bytes);
    const int is_computed = plan->mirrored != 0 || strew_has_flat_dims(plan);
    const int is_of_kernels = view->dtype == STREW_DTYPE_INT32 || view->dtype == STREW_DTYPE_INT64;
    const int is_read = !is_computed && is_of_kernels, is_read_in_place = is_read && view->is_dense;
    view->is_staged = !is_read_in_place && plan->k != 0 && plan->n_tuples != 0;
    int is_checked_apart = view->is_apart ? is_read && plan->n_tuple_loops == 1 : is_of_kernels && view->is_dense;
    for (int32_t c = 0; c < plan->n_tuple_loops * plan->k && view->is_apart; c++) {
        is_checked_apart &= strew_component_steps_of(plan)[c] == bytes;
    }
    view->is_checked_apart = is_checked_apart != 0;
    if (form == STREW_OFFSETS) {
        view->is_dense = view->is_checked_apart = 0;
        view->is_staged = plan->n_tuples != 0;
        plan->index_bytes = is_computed || strew_sizes_of(plan)[0] > INT32_MAX ? 8 : 4;
        return;
    }
    /* Mirrored indices are subtracted from a size, which may be too large for 32 bits; and so may be what flat indices become. */
    plan->index_bytes = is_computed || !is_narrow(view->dtype) ? 8 : 4;
}

/* ---- One component ------------------------------------------------------------------------------------------------------------------- */

int64_t strew_read_index(const unsigned char *from, strew_dtype dtype)
{
    return strew_read_integer(from, dtype);
}

void strew_read_indices(int64_t *to, const unsigned char *from, ptrdiff_t stride_bytes, strew_dtype dtype, size_t n)
{
    switch ((int)dtype) {
#define STREW_INDEX_DTYPE(dtype, built, type)                                                                                              \
    case dtype:                                                                                                                            \
        for (size_t i = 0; built && i < n; i++) to[i] = strew_read_integer(from + (ptrdiff_t)i * stride_bytes, dtype);                     \
        break;
#include "axes.inc"
    }
}

/* Where component c of a tuple is, if it is a tensor of its own. */
static const unsigned char *find_apart(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, int32_t c)
{
    const unsigned char *at = strew_component_of(indices, c);
    for (int32_t i = plan->n_tuple_loops - 1; i >= 0; i--) {
        const size_t count = strew_loops_of(plan)[i].count;
        at += (ptrdiff_t)(tuple % count) * (ptrdiff_t)strew_component_steps_of(plan)[i * plan->k + c];
        tuple /= count;
    }
    return at;
}

int64_t strew_index_at(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, int32_t c)
{
    const strew_index_view *view = &plan->index_view;
    if (strew_has_offsets(plan)) return strew_segment_of(plan, indices, tuple);
    const unsigned char *from = strew_has_apart_components(plan)
                                    ? find_apart(plan, indices, tuple, c)
                                    : indices + (ptrdiff_t)strew_find_tuple(plan, tuple).indices + (ptrdiff_t)(c * view->component_bytes);
    return strew_read_integer(from, view->dtype);
}

int strew_is_ignored(const strew_plan_state *plan, const unsigned char *indices, size_t tuple)
{
    if (!plan->rules.has_ignore_index) return 0;
    int is_ignored = 0;
    for (int32_t c = 0; c < plan->k; c++) is_ignored |= strew_index_at(plan, indices, tuple, c) == plan->rules.ignore_index;
    return is_ignored;
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* Copies n components that are stride_bytes apart to every k-th place. The type is constant where this is called, and so the loop is one of
 * plain loads. */
static STREW_INLINE void widen(unsigned char *restrict staged, int32_t index_bytes, size_t k, const unsigned char *restrict from,
                               ptrdiff_t stride_bytes, strew_dtype dtype, size_t n)
{
    size_t i = 0;
    do {
        const int64_t index = strew_read_integer(from, dtype);
        if (index_bytes == 4) {
            const int32_t narrow = (int32_t)index;
            memcpy(staged + i * k * sizeof narrow, &narrow, sizeof narrow);
        } else {
            memcpy(staged + i * k * sizeof index, &index, sizeof index);
        }
        /* Behind the last one there may be no address, and C defines no pointer arithmetic. */
        from = (const unsigned char *)((uintptr_t)from + (uintptr_t)stride_bytes);
    } while (++i < n);
}

/* Adjacent components to adjacent places, a chunk at a time. Its size is constant and nothing overlaps, so compilers make vectors of it
 * that need no check and no loop for a rest. */
static STREW_INLINE void widen_adjacent(unsigned char *staged, int32_t index_bytes, const unsigned char *from, size_t bytes,
                                        strew_dtype dtype, size_t n)
{
    enum { CHUNK = 16 };
    for (; n >= CHUNK; n -= CHUNK, from += CHUNK * bytes, staged += CHUNK * (size_t)index_bytes) {
        widen(staged, index_bytes, 1, from, (ptrdiff_t)bytes, dtype, CHUNK);
    }
    if (n != 0) widen(staged, index_bytes, 1, from, (ptrdiff_t)bytes, dtype, n);
}

static void widen_any(unsigned char *staged, int32_t index_bytes, size_t k, const unsigned char *from, ptrdiff_t stride_bytes,
                      strew_dtype dtype, size_t n)
{
    switch ((int)dtype) {
#define STREW_INDEX_DTYPE(dtype, built, type)                                                                                              \
    case dtype: {                                                                                                                          \
        enum { BYTES = IS_NARROW(type) ? 4 : 8 };                                                                                          \
        if (!(built)) return;                                                                                                              \
        if (index_bytes != BYTES) break;                                                                                                   \
        if (k != 1 || stride_bytes != (ptrdiff_t)sizeof(type)) {                                                                           \
            widen(staged, BYTES, k, from, stride_bytes, dtype, n);                                                                         \
        } else if (SIGNED_BYTES(type) == BYTES) {                                                                                          \
            memcpy(staged, from, n * sizeof(type));                                                                                        \
        } else {                                                                                                                           \
            widen_adjacent(staged, BYTES, from, sizeof(type), dtype, n);                                                                   \
        }                                                                                                                                  \
        return;                                                                                                                            \
    }
#include "axes.inc"
    }
    if (STREW_BUILD_INDEX_BYTES_4) widen(staged, 8, k, from, stride_bytes, dtype, n); /* rare */
}

/* Counts staged indices from the other end. With wrapping, ~i does it for both signs: size - 1 is the mirror of 0, and of -size too, -1.
 * Whatever is out of bounds stays so, on the other side; a negative index that does not wrap becomes the size, because the difference could
 * exceed an int64. */
static void mirror(const strew_plan_state *plan, unsigned char *staged, int32_t c, size_t n)
    STREW_REQUIRES_PLAN(plan)
    STREW_REQUIRES(0 <= c && c < plan->k && plan->k <= plan->at.n_lanes && 3 * plan->at.n_lanes <= plan->at.n_words)
    STREW_REQUIRES((size_t)plan->k * sizeof(uint64_t) <= strew_any_bytes)
    STREW_REQUIRES_BYTES(staged, strew_any_bytes)
    STREW_ASSIGNS(STREW_ALL_BYTES(staged))
{
    const size_t k = (size_t)plan->k;
    const uint64_t size = (uint64_t)strew_sizes_of(plan)[c];
    const int wraps = strew_lows_of(plan)[c] < 0;
    for (size_t i = 0; i < n; i++)
        STREW_ASSIGNS(i, STREW_ALL_BYTES(staged))
        STREW_INVARIANT(i <= n)
    {
        uint64_t index;
        unsigned char *at = strew_nth_slice(staged, i, n, k * sizeof index) + (size_t)c * sizeof index;
        memcpy(&index, at, sizeof index);
        index = wraps ? ~index : index > INT64_MAX ? size : size - 1 - index;
        memcpy(at, &index, sizeof index);
    }
}

/* What is read some blocks later: hardware prefetchers do not follow several components across blocks. */
static void prefetch(const unsigned char *from, ptrdiff_t stride_bytes, size_t n)
{
    if (stride_bytes <= 0) return;
    const size_t stride = (size_t)stride_bytes, line_bytes = stride < STREW_LINE_BYTES ? STREW_LINE_BYTES : stride;
    for (size_t at = 0; at <= (n - 1) * stride; at += line_bytes) STREW_PREFETCH_READ_AT(from, STREW_PREFETCH_INDICES_BYTES + at);
}

/* Tuples that are `step` steps of the last loop apart. */
static void stage_run(const strew_plan_state *plan, unsigned char *staged, const unsigned char *indices, size_t tuple, size_t step,
                      size_t n)
{
    const strew_index_view *view = &plan->index_view;
    const size_t k = (size_t)plan->k, index_bytes = (size_t)plan->index_bytes;
    const int32_t last = plan->n_tuple_loops - 1;
    const int is_apart = strew_has_apart_components(plan);
    if (strew_has_offsets(plan)) { /* whose tuples are one after the other */
        strew_stage_segments(plan, staged, indices, tuple, n);
        if (plan->mirrored != 0) mirror(plan, staged, 0, n);
        return;
    }
    const unsigned char *first = is_apart ? NULL : indices + (ptrdiff_t)strew_find_tuple(plan, tuple).indices;
    for (int32_t c = 0; c < plan->k; c++) {
        const unsigned char *from = is_apart ? find_apart(plan, indices, tuple, c) : first + (ptrdiff_t)(c * view->component_bytes);
        const int64_t step_bytes = last < 0   ? 0
                                   : is_apart ? strew_component_steps_of(plan)[last * plan->k + c]
                                              : strew_loops_of(plan)[last].of.indices;
        const ptrdiff_t stride_bytes = (ptrdiff_t)(step_bytes * (int64_t)step);
        prefetch(from, stride_bytes, n);
        widen_any(staged + (size_t)c * index_bytes, plan->index_bytes, k, from, stride_bytes, view->dtype, n);
        if (plan->mirrored >> c & 1) mirror(plan, staged, c, n);
        if (strew_has_flat_dims(plan)) strew_locate_flat_indices(plan, staged, n);
    }
}

void strew_stage_indices(const strew_plan_state *plan, unsigned char *staged, const unsigned char *indices, size_t first, size_t step,
                         size_t n)
{
    const strew_loop *last = plan->n_tuple_loops != 0 ? strew_loops_of(plan) + plan->n_tuple_loops - 1 : NULL;
    const size_t tuple_bytes = (size_t)plan->k * (size_t)plan->index_bytes;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        const size_t tuple = first + done * step;
        const size_t left = last != NULL ? last->count - tuple % last->count : 1;
        n_here = strew_min(n - done, (left - 1) / step + 1);
        stage_run(plan, staged, indices, tuple, step, n_here);
        staged += n_here * tuple_bytes;
    }
}
