/* The edges of the contract that must work: tuples of no components and of 64, 64 dimensions, and nothing to do. tests/cases and the fuzz
 * targets have the others. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "gathering.h"
#include "group.h"
#include "operators.h"
#include "tensors.h"
#include "testing.h"

/* ---- Shapes of every kind ------------------------------------------------------------------------------------------------------------ */

/* Random contents and indices; every reduction, instruction set and policy, in place and out of place, against the reference. */
static void check_scatter(scatter scatter)
{
    for (size_t r = 0; r < REFERENCE_REDUCTIONS; r++) {
        for (strew_policy policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_CLAMP; policy++) {
            scatter.reduction = reference_reductions[r];
            scatter.options.policy = policy;
            fixture_place(&buffers, &scatter);
            in_case("%s", fixture_describe(&buffers));
            fixture_draw_indices(&buffers, policy >= STREW_POLICY_SKIP ? 3 : 0);
            fixture_expect(&buffers);
            for (size_t i = 0; i < n_isas; i++) {
                expect_run(isas[i]);
                assert_true(fixture_call(&buffers, isas[i], 0) && fixture_call(&buffers, isas[i], 1));
            }
        }
    }
}

static void fill_shape(int64_t *shape, size_t period, size_t first)
{
    for (size_t d = 0; d < STREW_MAX_RANK; d++) shape[d] = d % period == first ? 2 : 1;
}

TEST(sixty_four_dimensions_work)
{
    static const int64_t ks[] = {0, 1, 4, 5, 63, 64}, axes[] = {0, 33, -1}, axes_of_update[] = {-64, 9};
    scatter scatter = {.dtype = STREW_DTYPE_INT32};

    /* Tuples of 0, 1, 4, 5, 63 and 64 components into data of rank 64. The updates of k components have rank 1 + 64 - k: with none, one
     * dimension too many for any but one tuple. */
    scatter.data_rank = STREW_MAX_RANK;
    fill_shape(scatter.data_shape, 8, 1);
    for (size_t i = 0; i < COUNT(ks); i++) {
        scatter.index_dtype = i % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        scatter.indices_rank = ks[i] == 0 ? 1 : 2;
        scatter.indices_shape[0] = ks[i] == 0 ? 0 : 40;
        scatter.indices_shape[1] = ks[i];
        check_scatter(scatter);
    }
    /* Along axes. */
    scatter.op = REFERENCE_ELEMENTS;
    scatter.indices_rank = STREW_MAX_RANK;
    for (size_t i = 0; i < COUNT(axes); i++) {
        scatter.index_dtype = i % 2 ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
        scatter.axis = axes[i];
        memcpy(scatter.indices_shape, scatter.data_shape, sizeof scatter.data_shape);
        scatter.indices_shape[(axes[i] + STREW_MAX_RANK) % STREW_MAX_RANK] = 3;
        check_scatter(scatter);
    }
    scatter.op = REFERENCE_UPDATE;
    scatter.indices_rank = 1;
    scatter.indices_shape[0] = 7;
    for (size_t i = 0; i < COUNT(axes_of_update); i++) {
        scatter.index_dtype = i % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        scatter.axis = axes_of_update[i];
        check_scatter(scatter);
    }
    /* Indices of rank 64 into data of rank 1. */
    scatter.index_dtype = STREW_DTYPE_INT64;
    scatter.axis = 0;
    scatter.data_rank = 1;
    scatter.data_shape[0] = 5;
    scatter.indices_rank = STREW_MAX_RANK;
    fill_shape(scatter.indices_shape, 16, 3);
    check_scatter(scatter);
    scatter.op = REFERENCE_ND;
    check_scatter(scatter);
}

/* Nothing is written, and no address is computed from NULL. */
TEST(tuples_of_data_without_bytes_are_skipped)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(0, 3), SHAPE(2, 1));

    scatter.options.policy = STREW_POLICY_SKIP;
    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        strew_plan plan;
        fixture_place(&buffers, &scatter);
        fixture_write_index(&buffers, 0, 0);
        fixture_write_index(&buffers, 1, -1);
        fixture_flush(&buffers, (placement)end);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_null(strew_plan_kernel(&plan));
        assert_int_equal(run_alone(&plan, NULL, NULL, buffers.indices.bytes, buffers.updates.bytes, NULL), STREW_OK);
        assert_true(guarded_is_intact(&buffers.indices) && guarded_is_intact(&buffers.updates));
    }
}

/* ---- Where there is nothing to do ---------------------------------------------------------------------------------------------------- */

/* What needs to know which elements are touched does not where none are. */
TEST(nothing_needs_no_workspace)
{
    const scatter scatters[] = {
        scatter_of(REFERENCE_ND, 0, SHAPE(4, 3), SHAPE(0, 1)),       scatter_of(REFERENCE_ND, 0, SHAPE(4, 0), SHAPE(5, 1)),
        scatter_of(REFERENCE_ND, 0, SHAPE(0, 3), SHAPE(0, 1)),       scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(4, 3), SHAPE(4, 0)),
        scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(4, 3), SHAPE(0, 2)), scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(0, 3), SHAPE(0, 3)),
        scatter_of(REFERENCE_UPDATE, 0, SHAPE(4, 3), SHAPE(0)),      scatter_of(REFERENCE_UPDATE, 1, SHAPE(0, 3), SHAPE(5)),
        scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 3, 0), SHAPE(5)),   scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 3), SHAPE(2, 0)),
    };
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8, STREW_DTYPE_BFLOAT16};

    while (next_case()) {
        scatter scatter = scatters[choose("scatter", COUNT(scatters))];
        scatter.reduction = choose("is_mean", 2) ? STREW_REDUCTION_MEAN : STREW_REDUCTION_ADD;
        scatter.options.excludes_self = (int32_t)choose("excludes_self", 2);
        scatter.options.nan = (strew_nan)choose("nan", 2);
        scatter.dtype = dtypes[case_number() % COUNT(dtypes)];
        fixture_place(&buffers, &scatter);
        for (size_t c = 0; c < buffers.n_components; c++) fixture_write_index(&buffers, c, 0);
        fixture_expect(&buffers);
        const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_int_equal(strew_plan_workspace_size(&plan, 4), 0);
        assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1) && fixture_call(&buffers, STREW_ISA_BEST, 0));
    }
}

int main(void)
{
    return run_on_fixture(2 << 20, 99);
}
