/* Cutting tuples into blocks. */
#include "layout.h"

#define FROM_4(n) (n), (n) + 1, (n) + 2, (n) + 3
#define FROM_16(n) FROM_4(n), FROM_4((n) + 4), FROM_4((n) + 8), FROM_4((n) + 12)
#define FROM_64(n) FROM_16(n), FROM_16((n) + 16), FROM_16((n) + 32), FROM_16((n) + 48)

const uint32_t strew_in_order[STREW_MAX_IN_ORDER] = {
    FROM_64(0), FROM_64(64), FROM_64(128), FROM_64(192), FROM_64(256), FROM_64(320), FROM_64(384), FROM_64(448), FROM_64(512),
};
_Static_assert(STREW_MAX_IN_ORDER == 512 + 64, "all numbers are there");

static uint64_t step_of(const strew_layout *layout, int32_t d)
{
    return layout->step[d] / layout->elements;
}

/* A block has as many whole dimensions as fit, and an even span of the next one. */
static void choose_blocks(strew_layout *layout, size_t max)
{
    int32_t d = layout->n_dims - 1;
    layout->inner = 1;
    for (; d >= 0 && layout->count[d] <= max / layout->inner; d--) layout->inner *= layout->count[d];
    layout->split = d;
    layout->span = layout->n_spans = layout->n_blocks = 1;
    if (d < 0) return;
    layout->n_spans = (layout->count[d] - 1) / (max / layout->inner) + 1;
    layout->span = (layout->count[d] - 1) / layout->n_spans + 1; /* no more than fits, and n_spans of them are needed */
    layout->n_blocks = layout->n_spans;
    while (d > 0) layout->n_blocks *= layout->count[--d];
}

void strew_set_layout(strew_layout *layout, const strew_count *count, const uint64_t *step, int32_t n_dims, uint64_t origin, size_t max)
{
    layout->count = count;
    layout->step = step;
    layout->n_dims = n_dims;
    layout->origin = origin;
    choose_blocks(layout, max);
}

/* Computes positions dimension by dimension, from the last one on: each dimension repeats the positions of those after it. */
void strew_set_positions(strew_layout *layout)
{
    size_t n = 1;
    layout->positions[0] = 0;
    for (int32_t d = layout->n_dims - 1; d >= (layout->split < 0 ? 0 : layout->split); d--) {
        const size_t count = d == layout->split ? layout->span : layout->count[d];
        n = strew_repeat_positions(layout->positions, n, count, (uint32_t)step_of(layout, d));
    }
}

strew_block strew_block_at(const strew_layout *layout, size_t number)
{
    if (layout->split < 0) return (strew_block){0, layout->n_tuples, layout->origin};
    const size_t first = number % layout->n_spans * layout->span, count = layout->count[layout->split];
    size_t outer = number / layout->n_spans;
    strew_block block;
    block.first = (outer * count + first) * layout->inner;
    block.n = strew_min(layout->span, count - first) * layout->inner;
    block.base = layout->origin + first * step_of(layout, layout->split);
    for (int32_t d = layout->split - 1; d >= 0; d--) {
        block.base += outer % layout->count[d] * step_of(layout, d);
        outer /= layout->count[d];
    }
    return block;
}

/* Compilers make vectors of loops over so many slice indices, because their number is constant. */
enum { CHUNK = 16 };

static STREW_INLINE int add_some_positions(uint32_t *restrict slice_indices, const uint32_t *restrict positions, size_t n, uint32_t limit)
{
    int is_out_of_bounds = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t moved = slice_indices[i] + positions[i];
        slice_indices[i] = slice_indices[i] == UINT32_MAX ? UINT32_MAX : moved;
        is_out_of_bounds |= slice_indices[i] >= limit;
    }
    return is_out_of_bounds;
}

int strew_add_positions(uint32_t *slice_indices, const uint32_t *positions, size_t n, uint32_t limit)
{
    int is_out_of_bounds = 0;
    for (; n >= CHUNK; n -= CHUNK, slice_indices += CHUNK, positions += CHUNK) {
        is_out_of_bounds |= add_some_positions(slice_indices, positions, CHUNK, limit);
    }
    return !(is_out_of_bounds | add_some_positions(slice_indices, positions, n, limit));
}

static STREW_INLINE void add_base(uint32_t *slice_indices, uint32_t base, size_t n)
{
    for (size_t i = 0; i < n; i++) slice_indices[i] += slice_indices[i] == UINT32_MAX ? 0 : base;
}

void strew_make_absolute(strew_block *block, uint32_t *slice_indices)
{
    const uint32_t base = (uint32_t)block->base;
    size_t i = 0;
    block->base = 0;
    if (base == 0) return;
    for (; block->n - i >= CHUNK; i += CHUNK) add_base(slice_indices + i, base, CHUNK);
    add_base(slice_indices + i, base, block->n - i);
}
