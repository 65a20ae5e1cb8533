/* The tuples of a plan as a row-major box, cut into blocks. */
#ifndef STREW_LAYOUT_H
#define STREW_LAYOUT_H

#include "plan_state.h"
#include "util.h"

/* 0, 1, 2 and so on: the numbers of consecutive updates. A call of a kernel with them has no more tuples. */
enum { STREW_MAX_IN_ORDER = STREW_BLOCK + STREW_PREFETCH_SLICES };
extern const uint32_t strew_in_order[STREW_MAX_IN_ORDER];

/* A box of tuples. A block is `inner` tuples (the whole dimensions after dimension `split`) times a span of that dimension. */
typedef struct strew_layout {
    const strew_count *count; /* tuples in each dimension */
    const uint64_t *step;     /* slices from one tuple to the next, by position alone */
    size_t elements;          /* indices of a tuple of the job: the length of a row, else 1 */
    uint64_t origin;          /* the slice index of the first position */
    size_t n_tuples;

    int32_t n_dims, split; /* split is -1 if there is only one block */
    size_t inner, span, n_spans, n_blocks;
    uint32_t positions[STREW_BLOCK]; /* of the tuples of a block, in slice indices from its base: the same in every block */
} strew_layout;

typedef struct strew_block {
    size_t first, n; /* tuples */
    uint64_t base;   /* the slice index that its tuples' slice indices are counted from */
} strew_block;

/* A layout of some dimensions, each of which has tuples. */
#define STREW_REQUIRES_LAYOUT(layout)                                                                                                      \
    STREW_REQUIRES_BYTES(layout, sizeof *(layout))                                                                                         \
    STREW_REQUIRES(0 < (layout)->n_dims && (layout)->n_dims <= STREW_MAX_RANK && (layout)->elements != 0)                                  \
    STREW_REQUIRES_BYTES((layout)->count, (size_t)(layout)->n_dims * sizeof *(layout)->count)                                              \
    STREW_REQUIRES_BYTES((layout)->step, (size_t)(layout)->n_dims * sizeof *(layout)->step)
#define STREW_IS_CUT(layout) (-1 <= (layout)->split && (layout)->split < (layout)->n_dims && (layout)->n_spans != 0)

/* Cuts the tuples into blocks of at most `max` tuples. The first function leaves the positions unset, for tuples whose position does not
 * matter. */
void strew_set_layout(strew_layout *layout, const strew_count *count, const uint64_t *step, int32_t n_dims, uint64_t origin, size_t max)
    STREW_REQUIRES_BYTES(layout, sizeof *layout)
    STREW_REQUIRES(0 < n_dims && n_dims <= STREW_MAX_RANK && 0 < max && max <= STREW_BLOCK && layout->elements != 0)
    STREW_REQUIRES_BYTES(count, (size_t)n_dims * sizeof *count)
    STREW_REQUIRES_BYTES(step, (size_t)n_dims * sizeof *step)
    STREW_ASSIGNS(STREW_BYTES(layout, sizeof *layout))
    STREW_ENSURES(STREW_IS_CUT(layout) && layout->inner != 0 && layout->span <= max / layout->inner);
void strew_set_positions(strew_layout *layout)
    STREW_REQUIRES_LAYOUT(layout)
    STREW_REQUIRES(STREW_IS_CUT(layout))
    STREW_ASSIGNS(STREW_BYTES(layout->positions, sizeof layout->positions));

/* n positions again, from position `at` on, moved by so many slices. */
static STREW_INLINE void strew_move_positions(uint32_t *positions, size_t at, size_t n, uint32_t by)
    STREW_REQUIRES(n <= at && at <= STREW_BLOCK && at + n <= STREW_BLOCK)
    STREW_REQUIRES_BYTES(positions, (at + n) * sizeof *positions)
    STREW_ASSIGNS(STREW_ALL_BYTES(positions))
{
    for (size_t i = 0; i < n; i++)
        STREW_ASSIGNS(i, STREW_ALL_BYTES(positions))
        STREW_INVARIANT(i <= n)
    {
        positions[at + i] = positions[i] + by;
    }
}

/* A dimension of `count` tuples, `step` apart, before those of n positions: repeats these for it. Returns how many there are then. */
static inline size_t strew_repeat_positions(uint32_t *positions, size_t n, size_t count, uint32_t step)
    STREW_REQUIRES(0 < n && n <= STREW_BLOCK && 0 < count && count <= STREW_BLOCK && n * count <= STREW_BLOCK)
    STREW_REQUIRES_BYTES(positions, n * count * sizeof *positions)
    STREW_ASSIGNS(STREW_ALL_BYTES(positions))
    STREW_ENSURES(n <= STREW_RESULT && STREW_RESULT <= STREW_BLOCK)
{
    const size_t n_all = n * count;
    uint32_t by = step;
    for (size_t at = n; at + n <= n_all; at += n)
        STREW_ASSIGNS(at, by, STREW_ALL_BYTES(positions))
        STREW_INVARIANT(n <= at && at <= STREW_BLOCK)
    {
        strew_move_positions(positions, at, n, by);
        by += step;
    }
    return n_all;
}

strew_block strew_block_at(const strew_layout *layout, size_t number)
    STREW_REQUIRES_LAYOUT(layout)
    STREW_REQUIRES(STREW_IS_CUT(layout))
    STREW_ASSIGNS();

/* Adds the positions of a block's tuples to their slice indices, of which a sentinel, UINT32_MAX, stays one. Returns whether all are below
 * the limit. */
int strew_add_positions(uint32_t *slice_indices, const uint32_t *positions, size_t n, uint32_t limit)
    STREW_REQUIRES(n <= STREW_MAX_IN_ORDER)
    STREW_REQUIRES_BYTES(slice_indices, n * sizeof *slice_indices)
    STREW_REQUIRES_BYTES(positions, n * sizeof *positions)
    STREW_ASSIGNS(STREW_ALL_BYTES(slice_indices));

/* Counts a block's slice indices from the start of the outer index. A sentinel stays one. */
void strew_make_absolute(strew_block *block, uint32_t *slice_indices)
    STREW_REQUIRES_BYTES(block, sizeof *block)
    STREW_REQUIRES(block->n <= STREW_MAX_IN_ORDER)
    STREW_REQUIRES_BYTES(slice_indices, block->n * sizeof *slice_indices)
    STREW_ASSIGNS(block->base, STREW_ALL_BYTES(slice_indices));

/* The first tuple of a block. For the end of all blocks, the end of all tuples. */
static inline size_t strew_first_tuple(const strew_layout *layout, size_t number)
{
    return number < layout->n_blocks ? strew_block_at(layout, number).first : layout->n_tuples;
}

#endif /* STREW_LAYOUT_H */
