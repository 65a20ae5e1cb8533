/* Blocks of tuples: together they are all tuples, in order, and each knows the slice indices of its positions. */
#include "layout.h"
#include "testing.h"

enum { MAX_DIMS = 4 };

static const struct {
    int32_t n_dims;
    strew_count count[MAX_DIMS];
    size_t elements;
} boxes[] = {
    {1, {1}, 1},      {1, {511}, 1},        {1, {512}, 1},      {1, {513}, 1},       {1, {100000}, 1},       {2, {3, 512}, 1},
    {2, {3, 513}, 1}, {2, {600, 2}, 1},     {3, {5, 7, 11}, 1}, {3, {9, 100, 3}, 1}, {4, {2, 3, 300, 4}, 1}, {3, {2, 700, 5}, 1},
    {2, {40, 30}, 8}, {3, {4, 130, 3}, 16},
};

/* The slice index of a position, from the steps alone. */
static uint64_t position_of(size_t i, const strew_count *count, const uint64_t *step, size_t t)
{
    uint64_t position = 0;
    for (int32_t d = boxes[i].n_dims - 1; d >= 0; t /= count[d--]) position += t % count[d] * step[d] / boxes[i].elements;
    return position;
}

static void set_box(strew_layout *layout, size_t i, uint64_t *step, size_t max)
{
    uint64_t stride = boxes[i].elements;
    layout->elements = boxes[i].elements;
    layout->n_tuples = 1;
    for (int32_t d = boxes[i].n_dims - 1; d >= 0; d--) {
        step[d] = stride;
        stride *= boxes[i].count[d] + 2;
        layout->n_tuples *= boxes[i].count[d];
    }
    strew_set_layout(layout, boxes[i].count, step, boxes[i].n_dims, 0, max);
    strew_set_positions(layout);
}

TEST(blocks_are_all_tuples_in_order)
{
    static const size_t max[] = {STREW_GATHERED_BLOCK, STREW_BLOCK};
    static strew_layout layout;
    uint64_t step[MAX_DIMS];

    while (next_case()) {
        const size_t box = choose("box", COUNT(boxes)), max_tuples = max[choose("max", COUNT(max))];
        size_t next = 0;
        set_box(&layout, box, step, max_tuples);
        for (size_t number = 0; number < layout.n_blocks; number++) {
            const strew_block block = strew_block_at(&layout, number);
            assert_int_equal(block.first, next);
            assert_int_equal(strew_first_tuple(&layout, number), next);
            assert_in_range(block.n, 1, max_tuples);
            for (size_t t = 0; t < block.n; t++) {
                assert_int_equal(block.base + layout.positions[t], position_of(box, layout.count, step, next + t));
            }
            next += block.n;
        }
        assert_int_equal(next, layout.n_tuples);
        assert_int_equal(strew_first_tuple(&layout, layout.n_blocks), layout.n_tuples);
    }
}

/* Slice indices for n tuples: one is a sentinel, the others are 3 i. Behind them is one more, which no function may change. */
enum { MAX_TUPLES = 50 };
static void set_slice_indices(uint32_t *slice_indices, size_t n)
{
    for (size_t i = 0; i <= n; i++) slice_indices[i] = (uint32_t)(i == n / 2 ? UINT32_MAX : 3 * i);
}

TEST(sentinels_stay_where_slice_indices_are_moved)
{
    (void)state;
    uint32_t moved[MAX_TUPLES + 1], positions[MAX_TUPLES];
    for (size_t i = 0; i < MAX_TUPLES; i++) positions[i] = (uint32_t)(100 * i);
    for (size_t n = 0; n <= MAX_TUPLES; n++) {
        strew_block block = {7, n, 1000};
        set_slice_indices(moved, n);
        moved[n] = 5;
        assert_int_equal(strew_add_positions(moved, positions, n, UINT32_MAX), n == 0);
        strew_make_absolute(&block, moved);
        for (size_t i = 0; i < n; i++) assert_int_equal(moved[i], i == n / 2 ? UINT32_MAX : 103 * i + 1000);
        assert_int_equal(moved[n], 5);
        assert_int_equal(block.base, 0);
        assert_int_equal(block.first, 7);
        assert_int_equal(block.n, n);
    }
}

TEST(moved_slice_indices_are_below_the_limit)
{
    (void)state;
    uint32_t slice_indices[MAX_TUPLES], positions[MAX_TUPLES];
    for (size_t n = 1; n <= MAX_TUPLES; n++) {
        for (size_t largest = 0; largest < n; largest++) {
            for (size_t i = 0; i < n; i++) {
                slice_indices[i] = 4;
                positions[i] = i == largest ? UINT32_MAX - 6 : 0;
            }
            assert_true(strew_add_positions(slice_indices, positions, n, UINT32_MAX - 1));
            for (size_t i = 0; i < n; i++) slice_indices[i] = 4;
            assert_false(strew_add_positions(slice_indices, positions, n, UINT32_MAX - 2));
        }
    }
}
