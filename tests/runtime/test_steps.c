/* Steps of a job, in pieces and in any order where each writes its own slices: together they give what the reference does. */
#include <strew/strew.h>

#include "fault.h"
#include "group.h"
#include "steps.h"
#include "tensors.h"
#include "testing.h"

enum { CAPACITY = 1 << 18 };

/* Applies the steps of the call of `buffers` one by one, and the outer indices too, beginning with the last. */
static void check(scatter what, int has_own_steps)
{
    fixture_place(&buffers, &what);
    fixture_draw_indices(&buffers, what.options.policy == STREW_POLICY_SKIP ? 3 : 0);
    fixture_expect(&buffers);
    const strew_plan storage = fixture_plan(&buffers, STREW_ISA_BEST);
    const strew_plan_state *plan = strew_state_of(&storage);
    memcpy(buffers.output.bytes, buffers.data.bytes, buffers.n_data_bytes);
    strew_job job;
    strew_begin_job(&job, plan, buffers.output.bytes, buffers.indices.bytes, buffers.updates.bytes);
    const strew_steps all = strew_all_steps(&job, NULL);
    const size_t n = has_own_steps ? all.end : 1;
    for (size_t outer = all.outer_end; outer-- > 0;) {
        for (size_t step = n; step-- > 0;) {
            const strew_steps some = {step, step + 1 == n ? all.end : step + 1, outer, outer + 1, NULL, NULL, NULL};
            assert_true(strew_run_steps(&job, &some));
        }
    }
    assert_memory_equal(buffers.output.bytes, buffers.expected, buffers.n_data_bytes);
}

TEST(outer_indices_are_apart)
{
    for (int64_t n_tuples = 3; n_tuples < 2000; n_tuples *= 7) {
        for (int policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_SKIP; policy++) {
            scatter what = scatter_of(REFERENCE_UPDATE, 1, SHAPE(4, 90, 3), SHAPE(n_tuples));
            what.options.policy = (strew_policy)policy;
            check(what, 0);
        }
    }
}

TEST(positions_are_apart)
{
    check(scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(70, 9, 2), SHAPE(70, 40, 2)), 1);
    check(scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(3, 9), SHAPE(3, 1500)), 0);
}

TEST(a_tuple_out_of_bounds_ends_the_steps)
{
    const scatter what = scatter_of(REFERENCE_UPDATE, 0, SHAPE(90, 3), SHAPE(1200));
    fixture_place(&buffers, &what);
    fixture_draw_indices(&buffers, 0);
    const strew_plan storage = fixture_plan(&buffers, STREW_ISA_BEST);
    strew_job job;
    strew_begin_job(&job, strew_state_of(&storage), buffers.output.bytes, buffers.indices.bytes, buffers.updates.bytes);
    strew_steps steps = strew_all_steps(&job, NULL);
    assert_int_equal(steps.end, job.layout.n_blocks);
    assert_true(strew_run_steps(&job, &steps));
    fixture_write_index(&buffers, 1199, 90);
    assert_false(strew_run_steps(&job, &steps));
    steps.end--;
    assert_true(strew_run_steps(&job, &steps));
}

/* Also of elements that are put by their indices as they are stored where all of them are asked for. */
TEST(only_elements_of_a_selection_are_written)
{
    enum { SIZE = 900, HALF = SIZE / 2 };
    scatter what = scatter_of(REFERENCE_ND, 0, SHAPE(SIZE), SHAPE(1200, 1));
    what.reduction = STREW_REDUCTION_ADD;
    fixture_place(&buffers, &what);
    fixture_draw_indices(&buffers, 0);
    fixture_expect(&buffers);
    const strew_plan storage = fixture_plan(&buffers, STREW_ISA_BEST);
    const size_t n_bytes = buffers.n_data_bytes / 2;
    assert_non_null(strew_state_of(&storage)->put);
    memcpy(buffers.output.bytes, buffers.data.bytes, buffers.n_data_bytes);
    strew_job job;
    strew_begin_job(&job, strew_state_of(&storage), buffers.output.bytes, buffers.indices.bytes, buffers.updates.bytes);
    strew_steps steps = strew_all_steps(&job, NULL);
    for (uint32_t half = 0; half < 2; half++) {
        const strew_selection own = {.low = half * HALF, .width = HALF, .scattering = 1};
        steps.own = &own;
        assert_true(strew_run_steps(&job, &steps));
        if (half == 0) assert_memory_equal(buffers.output.bytes + n_bytes, buffers.data.bytes + n_bytes, n_bytes);
    }
    assert_memory_equal(buffers.output.bytes, buffers.expected, buffers.n_data_bytes);
}

int main(void)
{
    return run_on_fixture(CAPACITY, 44);
}
