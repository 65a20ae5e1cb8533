/* Batch dimensions of scatter_nd and scatter_update that threads share, and their prepared indices. The fuzz targets have batches of any
 * kind, and test_validate.c what is rejected. */
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "rejection.h"
#include "tensors.h"
#include "testing.h"

enum { CAPACITY = 1 << 20, ALL_REDUCTIONS = STREW_REDUCTION_MEAN + 1 };

/* Draws a call, of which `out_of_bounds` of 16 indices are. Runs have a workspace, which some of them need. */
static void prepare(const scatter *scatter, unsigned out_of_bounds)
{
    fixture_place(&buffers, scatter);
    fixture_draw_indices(&buffers, out_of_bounds);
    fixture_expect(&buffers);
    buffers.has_workspace = 1;
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

/* Few slices that many tuples name: their order counts, in each batch by itself. */
TEST(repeated_slices_are_updated_in_order)
{
    static const strew_reduction reductions[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL, STREW_REDUCTION_MEAN};

    const scatter scatters[] = {
        batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(30, 3, 5), SHAPE(30, 400, 1))),
        batches_of(2, scatter_of(REFERENCE_ND, 0, SHAPE(6, 5, 2, 2), SHAPE(6, 5, 300, 2))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 1, SHAPE(30, 3, 5), SHAPE(30, 400))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 2, SHAPE(8, 5, 3, 2), SHAPE(8, 500))),
    };

    for (size_t i = 0; i < COUNT(scatters); i++) {
        for (size_t r = 0; r < COUNT(reductions); r++) {
            scatter scatter = scatters[i];
            scatter.reduction = reductions[r];
            prepare(&scatter, 0);
            expect_on_threads(isas[(i + r) % n_isas]);
        }
    }
}

/* So much work that threads share it, of which each has some of the batches, or of the outer indices. */
TEST(threads_share_batches)
{
    for (size_t i = 0; i < SHARED_SCATTERS; i++) {
        for (int reduction = STREW_REDUCTION_NONE; reduction < ALL_REDUCTIONS; reduction++) {
            scatter scatter = shared_scatter(i);
            const int skips = reduction % 2;
            if (scatter.batch_dims == 0) continue;
            scatter.reduction = (strew_reduction)reduction;
            scatter.options.policy = skips ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
            prepare(&scatter, skips ? 1 : 0);
            expect_on_threads(isas[i % n_isas]);
        }
    }
}

/* The same index in two batches names two slices. */
TEST(slices_of_two_batches_are_distinct)
{
    static uint64_t prepared[1 << 13];

    const scatter scatters[] = {
        batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(3, 8, 2), SHAPE(3, 4, 1))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 1, SHAPE(3, 8, 2), SHAPE(3, 4))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 2, SHAPE(3, 2, 8), SHAPE(3, 4))),
    };

    for (size_t i = 0; i < COUNT(scatters); i++) {
        for (int is_repeated = 0; is_repeated < 2; is_repeated++) {
            fixture_place(&buffers, &scatters[i]);
            for (size_t t = 0; t < 12; t++) fixture_write_index(&buffers, t, is_repeated && t == 11 ? 2 : (int64_t)(t % 4));
            const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
            assert_true(strew_plan_prepared_size(&plan) <= sizeof prepared);
            assert_int_equal(prepare_indices(&plan, buffers.indices.bytes, prepared, sizeof prepared, NULL), STREW_OK);
            assert_int_equal(strew_prepared_is_distinct(prepared), !is_repeated);
        }
    }
}

int main(void)
{
    return run_on_fixture(CAPACITY, 20261128);
}
