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

/* The fewest spans of a dimension that have at most `max` each, and how many an even one has: a lemma says that these are not more. */
static void choose_spans(strew_layout *layout, size_t count, size_t max)
    STREW_REQUIRES_BYTES(layout, sizeof *layout)
    STREW_REQUIRES(count != 0 && max != 0)
    STREW_ASSIGNS(layout->n_spans, layout->span)
    STREW_ENSURES(layout->n_spans != 0 && layout->span != 0 && layout->span <= max && layout->span <= count)
{
    layout->n_spans = (count - 1) / max + 1;
    layout->span = (count - 1) / layout->n_spans + 1;
}

/* A block has as many whole dimensions as fit, and an even span of the next one. */
static void choose_blocks(strew_layout *layout, size_t max)
    STREW_REQUIRES_LAYOUT(layout)
    STREW_REQUIRES(0 < max && max <= STREW_BLOCK)
    STREW_ASSIGNS(layout->inner, layout->split, layout->span, layout->n_spans, layout->n_blocks)
    STREW_ENSURES(-1 <= layout->split && layout->split < layout->n_dims && layout->n_spans != 0)
    STREW_ENSURES(layout->inner != 0 && layout->span != 0 && layout->inner <= max && layout->span <= max / layout->inner)
{
    int32_t d = layout->n_dims - 1;
    layout->inner = 1;
    for (; d >= 0 && layout->count[d] <= max / layout->inner; d--)
        STREW_LAST_TO_FIRST(d, layout->n_dims, layout->inner)
        STREW_INVARIANT(1 <= layout->inner && layout->inner <= max)
    {
        STREW_GIVEN(layout->count[d] != 0); /* there are tuples */
        layout->inner *= layout->count[d];
    }
    layout->split = d;
    layout->span = layout->n_spans = layout->n_blocks = 1;
    if (d < 0) return;
    choose_spans(layout, layout->count[d], max / layout->inner);
    layout->n_blocks = layout->n_spans;
    for (; d > 0; d--)
        STREW_ASSIGNS(d, layout->n_blocks)
        STREW_INVARIANT(0 <= d && d <= layout->split)
    {
        layout->n_blocks *= layout->count[d - 1];
    }
}

void strew_set_layout(strew_layout *layout, const strew_count *count, const uint64_t *step, int32_t n_dims, uint64_t origin, size_t max)
{
    layout->count = count;
    layout->step = step;
    layout->n_dims = n_dims;
    layout->origin = origin;
    choose_blocks(layout, max);
}

/* The positions of the tuples of a block, from the last dimension on: each dimension repeats the positions of those after it. Of dimension
 * `split` there is a span. */
static STREW_INLINE void fill_positions(uint32_t *positions, const strew_count *count, const uint64_t *step, size_t elements,
                                        int32_t n_dims, int32_t split, size_t span)
    STREW_REQUIRES_BYTES(positions, STREW_BLOCK * sizeof *positions)
    STREW_REQUIRES(0 < n_dims && n_dims <= STREW_MAX_RANK && elements != 0 && -1 <= split && split < n_dims)
    STREW_REQUIRES_BYTES(count, (size_t)n_dims * sizeof *count)
    STREW_REQUIRES_BYTES(step, (size_t)n_dims * sizeof *step)
    STREW_ASSIGNS(STREW_BYTES(positions, STREW_BLOCK * sizeof *positions))
{
    size_t n = 1;
    positions[0] = 0;
    for (int32_t d = n_dims - 1; d >= (split < 0 ? 0 : split); d--)
        STREW_LAST_TO_FIRST(d, n_dims, n, STREW_ALL_BYTES(positions))
        STREW_INVARIANT(1 <= n && n <= STREW_BLOCK)
    {
        const size_t n_here = d == split ? span : count[d];
        STREW_GIVEN(0 < n_here && n_here <= STREW_BLOCK && n * n_here <= STREW_BLOCK); /* as blocks are chosen */
        n = strew_repeat_positions(positions, n, n_here, (uint32_t)(step[d] / elements));
    }
}

void strew_set_positions(strew_layout *layout)
{
    fill_positions(layout->positions, layout->count, layout->step, layout->elements, layout->n_dims, layout->split, layout->span);
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
    for (int32_t d = layout->split - 1; d >= 0; d--)
        STREW_ASSIGNS(d, block.base, outer)
        STREW_INVARIANT(-1 <= d && d < layout->split)
    {
        STREW_GIVEN(layout->count[d] != 0); /* there are tuples */
        block.base += outer % layout->count[d] * step_of(layout, d);
        outer /= layout->count[d];
    }
    return block;
}

/* Compilers make vectors of loops over so many slice indices, because their number is constant. */
enum { CHUNK = 16 };

static STREW_INLINE int add_some_positions(uint32_t *restrict slice_indices, const uint32_t *restrict positions, size_t n, uint32_t limit)
    STREW_REQUIRES(n <= STREW_MAX_IN_ORDER)
    STREW_REQUIRES_BYTES(slice_indices, n * sizeof *slice_indices)
    STREW_REQUIRES_BYTES(positions, n * sizeof *positions)
    STREW_ASSIGNS(STREW_ALL_BYTES(slice_indices))
{
    int is_out_of_bounds = 0;
    for (size_t i = 0; i < n; i++)
        STREW_ASSIGNS(i, is_out_of_bounds, STREW_ALL_BYTES(slice_indices))
        STREW_INVARIANT(i <= n)
    {
        const uint32_t moved = slice_indices[i] + positions[i];
        slice_indices[i] = slice_indices[i] == UINT32_MAX ? UINT32_MAX : moved;
        is_out_of_bounds |= slice_indices[i] >= limit;
    }
    return is_out_of_bounds;
}

int strew_add_positions(uint32_t *slice_indices, const uint32_t *positions, size_t n, uint32_t limit)
{
    int is_out_of_bounds = 0;
    size_t i = 0;
    for (; n - i >= CHUNK; i += CHUNK)
        STREW_ASSIGNS(i, is_out_of_bounds, STREW_ALL_BYTES(slice_indices))
        STREW_INVARIANT(i <= n)
    {
        is_out_of_bounds |= add_some_positions(slice_indices + i, positions + i, CHUNK, limit);
    }
    return !(is_out_of_bounds | add_some_positions(slice_indices + i, positions + i, n - i, limit));
}

static STREW_INLINE void add_base(uint32_t *slice_indices, uint32_t base, size_t n)
    STREW_REQUIRES(n <= STREW_MAX_IN_ORDER)
    STREW_REQUIRES_BYTES(slice_indices, n * sizeof *slice_indices)
    STREW_ASSIGNS(STREW_ALL_BYTES(slice_indices))
{
    for (size_t i = 0; i < n; i++)
        STREW_ASSIGNS(i, STREW_ALL_BYTES(slice_indices))
        STREW_INVARIANT(i <= n)
    {
        slice_indices[i] += slice_indices[i] == UINT32_MAX ? 0 : base;
    }
}

void strew_make_absolute(strew_block *block, uint32_t *slice_indices)
{
    const uint32_t base = (uint32_t)block->base;
    size_t i = 0;
    block->base = 0;
    if (base == 0) return;
    for (; block->n - i >= CHUNK; i += CHUNK)
        STREW_ASSIGNS(i, STREW_ALL_BYTES(slice_indices))
        STREW_INVARIANT(i <= block->n)
    {
        add_base(slice_indices + i, base, CHUNK);
    }
    add_base(slice_indices + i, base, block->n - i);
}
