/* Into how many selections tuples are split, which results do not tell. That selections have the right tuples, and the same results,
 * test_parallel.c tests. */
#include <strew/strew.h>

#include "schedule.h"
#include "tensors.h"
#include "testing.h"
#include "ways/selections.h"

/* Data of the first rows exceeds every cache. */
TEST(tuples_are_split_into_as_many_selections_as_pay)
{
    enum { MANY = 64 };
    static const struct {
        strew_dtype dtype;
        int64_t data[2], n_tuples;
        size_t n_selections; /* of MANY threads; 1 stands for none */
    } rows[] = {
        {STREW_DTYPE_FLOAT32, {9500000, 1}, 140000, MANY}, {STREW_DTYPE_INT8, {10000000, 4}, 140000, MANY},
        {STREW_DTYPE_FLOAT16, {9500000, 2}, 140000, MANY}, {STREW_DTYPE_COMPLEX64, {5000000, 1}, 140000, MANY},
        {STREW_DTYPE_FLOAT32, {100000, 32}, 140000, MANY}, {STREW_DTYPE_FLOAT32, {3200000, 3}, 140000, 1},
        {STREW_DTYPE_INT8, {9500000, 7}, 140000, 1},       {STREW_DTYPE_FLOAT32, {3200000, 16}, 140000, 1},
        {STREW_DTYPE_FLOAT32, {200, 1}, 140000, 1},        {STREW_DTYPE_FLOAT32, {4, 300000}, 1000, 1},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        scatter scatter = scatter_of(REFERENCE_ND, 0, 2, rows[i].data, SHAPE(rows[i].n_tuples, 1));
        scatter.dtype = rows[i].dtype;
        scatter.index_dtype = STREW_DTYPE_INT32;
        scatter.reduction = STREW_REDUCTION_MAX;
        const strew_plan planned = plan_scatter(&scatter);
        const strew_plan_state *const plan = strew_state_of(&planned);
        strew_known known = strew_know(plan, MANY, 0, STREW_DEFAULT_WAKE_NS);
        const size_t n_selections = strew_count_selections(&known);
        if ((n_selections < 2 ? 1 : n_selections) != rows[i].n_selections) {
            fail_msg("row %zu has %zu selections, expected %zu", i, n_selections, rows[i].n_selections);
        }
        known.n_threads = 2;
        if (rows[i].n_selections > 1) assert_int_equal(strew_count_selections(&known), 2);
    }
}
