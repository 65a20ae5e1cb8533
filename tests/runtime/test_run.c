/* Running: bounds of any size, and what a plan is. test_edges.c and test_configurations.c have results. */
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "tensors.h"
#include "testing.h"

#define BIT(n) (INT64_C(1) << (n))

enum { TUPLES = 7 };

static void prepare(const scatter *scatter)
{
    fixture_place(&buffers, scatter);
    fixture_draw_indices(&buffers, 0);
    fixture_expect(&buffers);
}

/* ---- Indices outside ----------------------------------------------------------------------------------------------------------------- */

/* Sizes that 32 bits do not hold, without memory: a dimension of 0 behind them leaves nothing to write, but the tuple is checked. (In
 * scatter_elements it leaves no tuple.) */
TEST(bounds_of_any_size_are_exact)
{
    static const int64_t sizes[] = {1, BIT(31) - 1, BIT(31), BIT(32) - 1, BIT(32), BIT(32) + 1, BIT(40), BIT(62), INT64_MAX};
    enum { ROWS = 7, IN_BOUNDS = 4 };

    for (size_t s = 0; s < COUNT(sizes) && sizes[s] <= PTRDIFF_MAX; s++) { /* what can be addressed */
        const int64_t size = sizes[s], values[ROWS] = {size - 1, -size, 0, -1, size, -size - 1, INT64_MIN};
        while (next_case()) {
            /* Enough tuples for a vector kernel; the one in question is in a vector, then in the tail. */
            const size_t row = choose("row", ROWS), tuple = choose("is_in_tail", 2) ? 8 : 2;
            scatter scatter = choose("is_update", 2) ? scatter_of(REFERENCE_UPDATE, 0, SHAPE(size, 0), SHAPE(9))
                                                     : scatter_of(REFERENCE_ND, 0, SHAPE(size, 0), SHAPE(9, 1));
            const placement end = (placement)choose("end", 2);
            strew_fault fault;
            tensors tensors;
            int64_t *indices;
            scatter.dtype = STREW_DTYPE_INT8;
            scatter.options.isa = choose_isa();
            make_tensors(&scatter, &tensors);
            tensors.indices.values = indices = (int64_t *)guarded_place(&buffers.indices, 9 * sizeof *indices, end, 0);
            memset(indices, 0, 9 * sizeof *indices);
            indices[tuple] = values[row];
            assert_int_equal(make_call(NULL, &tensors.call, &fault), row < IN_BOUNDS ? STREW_OK : STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            if (row >= IN_BOUNDS) assert_index_fault(&fault, (reference_position){(int64_t)tuple, values[row], -size, size - 1, 0, 0});
        }
    }
}

/* ---- What a plan is ------------------------------------------------------------------------------------------------------------------ */

/* A plan holds no pointer to anything of the caller's, and none to itself. */
TEST(a_plan_is_plain_bytes)
{
    assert_int_equal(strew_plan_size(), sizeof(strew_plan));
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_DTYPE_INT64, TUPLES);
        unsigned char stored[sizeof(strew_plan) + 1];
        strew_plan plan, copy;
        struct {
            arguments arguments;
            int64_t data_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK];
        } gone; /* by the time of the run */
        prepare(&scatter);
        copy_call(&buffers.call, &gone.arguments);
        gone.arguments.data.shape = memcpy(gone.data_shape, buffers.data_shape, sizeof gone.data_shape);
        gone.arguments.indices.shape = memcpy(gone.indices_shape, buffers.indices_shape, sizeof gone.indices_shape);
        gone.arguments.updates.shape = memcpy(gone.updates_shape, buffers.updates_shape, sizeof gone.updates_shape);
        assert_int_equal(plan_call(&plan, &gone.arguments.call, NULL), STREW_OK);
        memset(&gone, 0xee, sizeof gone);
        memcpy(stored + 1, &plan, sizeof plan);
        memset(&plan, 0xee, sizeof plan);
        memcpy(&copy, stored + 1, sizeof copy);
        assert_true(fixture_run(&buffers, &copy, 0) && fixture_run(&buffers, &copy, 1));
    }
}

TEST(a_plan_runs_any_number_of_times)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_DTYPE_INT32, TUPLES);
        strew_plan plan;
        strew_fault fault;
        prepare(&scatter);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(fixture_run(&buffers, &plan, 0));
        fixture_set_index(&buffers, 4, 0, 4);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        prepare(&scatter); /* other places, other contents, the same shapes */
        assert_true(fixture_run(&buffers, &plan, 1));
    }
}

int main(void)
{
    return run_on_fixture(1 << 20, 1602);
}
