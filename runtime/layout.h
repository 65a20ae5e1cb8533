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

/* Cuts the tuples into blocks of at most `max` tuples. The first function leaves the positions unset, for tuples whose position does not
 * matter. */
void strew_set_layout(strew_layout *layout, const strew_count *count, const uint64_t *step, int32_t n_dims, uint64_t origin, size_t max);
void strew_set_positions(strew_layout *layout);

/* A dimension of `count` tuples, `step` apart, before those of n positions: repeats these for it. Returns how many there are then. */
static inline size_t strew_repeat_positions(uint32_t *positions, size_t n, size_t count, uint32_t step)
{
    for (size_t c = 1; c < count; c++) {
        for (size_t i = 0; i < n; i++) positions[c * n + i] = positions[i] + (uint32_t)c * step;
    }
    return n * count;
}

strew_block strew_block_at(const strew_layout *layout, size_t number);

/* Adds the positions of a block's tuples to their slice indices, of which a sentinel, UINT32_MAX, stays one. Returns whether all are below
 * the limit. */
int strew_add_positions(uint32_t *slice_indices, const uint32_t *positions, size_t n, uint32_t limit);

/* Counts a block's slice indices from the start of the outer index. A sentinel stays one. */
void strew_make_absolute(strew_block *block, uint32_t *slice_indices);

/* The first tuple of a block. For the end of all blocks, the end of all tuples. */
static inline size_t strew_first_tuple(const strew_layout *layout, size_t number)
{
    return number < layout->n_blocks ? strew_block_at(layout, number).first : layout->n_tuples;
}

#endif /* STREW_LAYOUT_H */
