/* Walks over the tuples of a job: wherever slice indices come from, each tuple comes once, in order, with the slice that its index names;
 * but for those that are left out. */
#include <strew/strew.h>

#include "call_text.h"
#include "fault.h"
#include "group.h"
#include "tensors.h"
#include "testing.h"
#include "walk.h"

enum { CAPACITY = 1 << 18, TUPLES = 3000, SLICES = 900 };
#define SKIPPED UINT64_MAX
#define LEFT_OUT (UINT64_MAX - 1)

static uint64_t expected[TUPLES];
static strew_plan storage;
static strew_job walked;

/* Indices of which some are out of bounds, and skipped. */
static void begin(strew_policy policy)
{
    scatter what = scatter_of(REFERENCE_ND, 0, SHAPE(SLICES, 3), SHAPE(TUPLES, 1));
    what.options.policy = policy;
    fixture_place(&buffers, &what);
    fixture_draw_indices(&buffers, policy == STREW_POLICY_SKIP ? 3 : 0);
    storage = fixture_plan(&buffers, STREW_ISA_BEST);
    strew_begin_job(&walked, strew_state_of(&storage), buffers.output.bytes, buffers.indices.bytes, buffers.updates.bytes);
    for (size_t t = 0; t < TUPLES; t++) {
        const int64_t index = fixture_get_index(&buffers, t, 0), slice_index = index < 0 ? index + SLICES : index;
        expected[t] = slice_index < 0 || slice_index >= SLICES ? SKIPPED : (uint64_t)slice_index;
    }
}

static void check(size_t begin, size_t end, const strew_selection *own, int leaves_out)
{
    strew_walk walk;
    size_t next = strew_first_tuple(&walked.layout, begin);
    const size_t stop = strew_first_tuple(&walked.layout, end);
    strew_begin_walk(&walk, &walked, begin, end, own, leaves_out);
    while (strew_next_batch(&walk)) {
        const strew_batch *batch = &walk.batch;
        assert_int_not_equal(batch->n, 0);
        for (size_t i = 0; i < batch->n; i++, next++) {
            const size_t tuple = batch->first + (leaves_out ? batch->tuples[i] : i);
            for (; leaves_out && next < tuple; next++) {
                assert_true(expected[next] == SKIPPED || expected[next] == LEFT_OUT);
            }
            assert_int_equal(tuple, next);
            const int is_skipped = batch->slice_indices[i] == UINT32_MAX;
            assert_true(!is_skipped || (batch->has_skipped && !leaves_out));
            assert_int_equal(is_skipped ? SKIPPED : batch->base + batch->slice_indices[i], expected[next]);
        }
    }
    assert_false(walk.is_out_of_bounds);
    for (; next < stop; next++) assert_true(leaves_out && (expected[next] == SKIPPED || expected[next] == LEFT_OUT));
    assert_int_equal(next, stop);
}

static void check_all(void)
{
    const size_t n = walked.layout.n_blocks;
    for (int leaves_out = 0; leaves_out < 2; leaves_out++) {
        for (size_t begin = 0; begin <= n; begin++) check(begin, begin + (n - begin) / 2, NULL, leaves_out);
        check(0, n, NULL, leaves_out);
    }
}

TEST(made_slice_indices_are_walked)
{
    begin(STREW_POLICY_SKIP);
    check_all();
    walked.slices.prefetches_output = 1; /* some of each block stay pending */
    check_all();
}

TEST(two_blocks_are_one_batch_unless_tuples_are_left_out)
{
    static const strew_count n = 2 * STREW_BLOCK - 1;
    static const uint64_t step = 0;
    for (int prefetches = 0; prefetches < 2; prefetches++) {
        begin(STREW_POLICY_SKIP);
        walked.slices.prefetches_output = prefetches;
        walked.layout.n_tuples = n;
        strew_set_layout(&walked.layout, &n, &step, 1, 0, STREW_BLOCK);
        assert_int_equal(walked.layout.n_blocks, 2);
        check_all();
        strew_walk walk;
        strew_begin_walk(&walk, &walked, 0, 2, NULL, 0);
        assert_true(strew_next_batch(&walk));
        assert_int_equal(walk.batch.n, n);
        assert_false(strew_next_batch(&walk));
        walked.access.of.scattered.region_bytes = STREW_LINE_BYTES;
        assert_false(strew_is_one_batch(&walked));
    }
}

TEST(given_slice_indices_are_walked)
{
    uint32_t given[TUPLES + STREW_PREFETCH_SLICES];
    begin(STREW_POLICY_SKIP);
    for (size_t t = 0; t < TUPLES; t++) given[t] = (uint32_t)expected[t];
    strew_give_slice_indices(&walked, given, 1);
    check_all();
}

TEST(tuples_of_other_selections_are_left_out)
{
    begin(STREW_POLICY_SKIP);
    const strew_selection own = {.shift = 4, .scattering = STREW_SCATTERING, .low = UINT32_C(1) << 30, .width = UINT32_C(1) << 31};
    size_t n_own = 0;
    for (size_t t = 0; t < TUPLES; t++) {
        if (expected[t] == SKIPPED) continue;
        if (strew_is_in_selection(&own, (uint32_t)expected[t]))
            n_own++;
        else
            expected[t] = LEFT_OUT;
    }
    assert_in_range(n_own, TUPLES / 8, TUPLES * 7 / 8);
    check(0, walked.layout.n_blocks, &own, 1);
}

/* Kernels prefetch by slice indices behind a batch, also where its tuples might have had no row, and all have. */
TEST(a_batch_of_given_slice_indices_is_padded_if_rows_are_read)
{
    enum { N = 5 };
    static const int64_t indices[N] = {8, 1, 4, 899, 0}, rows[N] = {6, 0, 2, 2, 5};
    uint32_t given[N + STREW_PREFETCH_SLICES];
    strew_walk walk;
    text_call of;
    read_call(&of, "scatter_update data=float32[900,3000] indices=int64[5] updates=float32[7,3000] update_indices=int64[5] add");
    of.options.update_policy = STREW_POLICY_SKIP;
    assert_int_equal(strew_plan_call(&storage, &of.call, NULL), STREW_OK);
    strew_begin_job(&walked, strew_state_of(&storage), NULL, (const unsigned char *)indices, NULL);
    walked.rows = (const unsigned char *)rows;
    for (size_t i = 0; i < N; i++) given[i] = (uint32_t)indices[i];
    for (size_t i = N; i < COUNT(given); i++) given[i] = 0;
    strew_give_slice_indices(&walked, given, 0);
    memset(&walk, 0xee, sizeof walk);
    strew_begin_walk(&walk, &walked, 0, walked.layout.n_blocks, NULL, 1);
    assert_true(strew_next_batch(&walk));
    assert_int_equal(walk.batch.n, N);
    for (size_t i = 0; i < N + STREW_PREFETCH_SLICES; i++) assert_in_range(walk.batch.slice_indices[i], 0, 899);
}

/* Runs that are longer than a block, shorter, and of one tuple; between some are tuples that are skipped. */
TEST(runs_are_walked)
{
    strew_run_of_slices runs[20];
    size_t n = 0, tuple = 0;
    begin(STREW_POLICY_SKIP);
    for (size_t t = 0; t < TUPLES; t++) expected[t] = SKIPPED;
    for (; n < 20 && tuple < TUPLES - 700; n++) {
        const size_t length = n % 4 == 3 ? 600 : n % 4 * 7 + 1;
        runs[n] = (strew_run_of_slices){UINT32_MAX + n * 5, tuple, length};
        for (size_t i = 0; i < length; i++) expected[tuple++] = runs[n].slice_index + i;
        tuple += n % 3 * 5;
    }
    strew_give_runs(&walked, runs, n);
    strew_walk walk;
    for (int is_gather = 0; is_gather < 2; is_gather++) {
        strew_state_of(&storage)->is_gather = (int8_t)is_gather;
        for (size_t cut = 0; cut < n; cut++) {
            size_t next = 0;
            for (int half = 0; half < 2; half++) {
                strew_begin_walk(&walk, &walked, half ? cut : 0, half ? n : cut, NULL, 0);
                while (strew_next_batch(&walk)) {
                    for (; !is_gather && next < walk.batch.first; next++) assert_int_equal(expected[next], SKIPPED);
                    assert_int_equal(walk.batch.first, next);
                    for (size_t i = 0; i < walk.batch.n; i++, next++) {
                        const uint64_t slice_index = walk.batch.run == walk.batch.n ? walk.batch.base + i : SKIPPED;
                        assert_int_equal(is_gather && walk.batch.has_skipped ? SKIPPED : slice_index, expected[next]);
                    }
                }
            }
            assert_true(is_gather ? next == TUPLES : next >= tuple - 10);
        }
    }
    strew_state_of(&storage)->is_gather = 0;
}

/* Slice indices of more than 32 bits, near each other and far apart: the indices are made as if data had so many slices. */
TEST(slice_indices_of_64_bits_are_walked)
{
    begin(STREW_POLICY_SKIP);
    strew_plan_state *plan = strew_state_of(&storage);
    const uint64_t stride = UINT64_C(3) << 30;
    plan->n_slices = SLICES * stride;
    strew_strides_of(plan)[0] = stride;
    for (size_t t = 0; t < TUPLES; t++) expected[t] = expected[t] == SKIPPED ? SKIPPED : expected[t] * stride;
    check_all();
}

TEST(a_batch_is_repeated)
{
    scatter what = scatter_of(REFERENCE_UPDATE, 1, SHAPE(20, 90), SHAPE(7));
    fixture_place(&buffers, &what);
    fixture_draw_indices(&buffers, 0);
    storage = fixture_plan(&buffers, STREW_ISA_BEST);
    strew_begin_job(&walked, strew_state_of(&storage), buffers.output.bytes, buffers.indices.bytes, buffers.updates.bytes);
    strew_walk walk;
    strew_begin_walk(&walk, &walked, 0, 1, NULL, 0);
    assert_true(strew_next_batch(&walk));
    const size_t n_outer = strew_repeat_batch(&walk, 20, 90);
    assert_int_equal(n_outer, 20);
    assert_int_equal(walk.batch.n, 140);
    for (size_t i = 7; i < 140; i++) assert_int_equal(walk.batch.slice_indices[i], walk.batch.slice_indices[i % 7] + i / 7 * 90);
    walk.batch.n = 7;
    assert_int_equal(strew_repeat_batch(&walk, 20, UINT32_MAX / 2), 2);
    walk.batch.n = 7;
    assert_int_equal(strew_repeat_batch(&walk, 20, SIZE_MAX), 1); /* an outer index has more slices than 32 bits hold */
    assert_int_equal(walk.batch.n, 7);
    assert_false(strew_next_batch(&walk));
}

TEST(a_walk_ends_out_of_bounds)
{
    begin(STREW_POLICY_ERROR);
    assert_true(strew_walk_in_bounds(&walked, 0, walked.layout.n_blocks));
    fixture_write_index(&buffers, TUPLES - 1, SLICES);
    assert_false(strew_walk_in_bounds(&walked, 0, walked.layout.n_blocks));
    assert_true(strew_walk_in_bounds(&walked, 0, walked.layout.n_blocks - 1));
}

int main(void)
{
    return run_on_fixture(CAPACITY, 2029);
}
