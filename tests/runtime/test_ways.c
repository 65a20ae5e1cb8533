/* Which way is taken: each has runs that take it, and what it asks for is what a run uses. That all give the same answer, test_parallel.c
 * tests; an added way, tests/archive/way.sh. */
#include <strew/strew.h>

#include <string.h>

#include "pools.h"
#include "schedule.h"
#include "tensors.h"
#include "testing.h"

enum { THREADS = 4, ANY = 0 };

/* What is known of the indices of a run. */
typedef enum facts { NOTHING, ON_A_GRID, CLOSE, PREPARED_DISTINCT } facts;

static strew_known know(const strew_plan *plan, size_t n_threads, size_t workspace_bytes, facts facts)
{
    strew_known known = strew_know(strew_state_of(plan), n_threads, workspace_bytes, STREW_MIN_WAKE_NS);
    if (facts == ON_A_GRID) known.pattern = STREW_GRID;
    known.is_close = facts == CLOSE;
    known.is_checked = known.is_distinct = facts == PREPARED_DISTINCT;
    return known;
}

static const struct {
    const char *way;
    reference_operator op;
    strew_dtype dtype;
    int64_t axis, data[2], indices[2]; /* of one dimension if the second is ANY */
    size_t n_threads, workspace_bytes;
    facts facts;
} rows[] = {
    {"alone", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {1000, 1}, {10, 1}, THREADS, SIZE_MAX, NOTHING},
    {"alone", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {1000, 3}, {200000, 1}, 1, 0, NOTHING},
    {"alone", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {1000, 3}, {200000, 1}, THREADS, 0, NOTHING},
    {"accumulators", REFERENCE_ND, STREW_DTYPE_INT32, 0, {65536, 1}, {4000000, 1}, THREADS, SIZE_MAX, NOTHING},
    {"shadow", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {65536, 1}, {65536, 1}, 1, SIZE_MAX, NOTHING},
    {"alone", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {65536, 1}, {50000, 1}, 1, SIZE_MAX, NOTHING},
    {"alone", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {65536, 1}, {4000000, 1}, 1, 65536 * 4 + 62, NOTHING},
    {"alone", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {65536, 1}, {4000000, 1}, 1, SIZE_MAX, ON_A_GRID},
    {"alone", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {262145, 1}, {4000000, 1}, 1, SIZE_MAX, NOTHING},
    {"partition", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {300000, 1}, {300000, 1}, THREADS, SIZE_MAX, NOTHING},
    {"partition", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {300000, 1}, {300000, 1}, THREADS, SIZE_MAX, CLOSE},
    {"alone", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {300000, 3}, {300000, 1}, THREADS - 1, SIZE_MAX, CLOSE},
    {"outer", REFERENCE_UPDATE, STREW_DTYPE_FLOAT32, 1, {100, 30000}, {3000, ANY}, THREADS, SIZE_MAX, NOTHING},
    {"tuples", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {300000, 1}, {300000, 1}, THREADS, SIZE_MAX, ON_A_GRID},
    {"tuples", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {30000, 64}, {30000, 1}, THREADS, 0, PREPARED_DISTINCT},
    {"positions", REFERENCE_ELEMENTS, STREW_DTYPE_FLOAT32, 1, {300, 1000}, {300, 1000}, THREADS, SIZE_MAX, NOTHING},
    {"columns", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {100, 8192}, {1000, 1}, THREADS, 0, NOTHING},
    {"selections", REFERENCE_ND, STREW_DTYPE_FLOAT32, 0, {300000, 64}, {100000, 1}, THREADS, 0, NOTHING},
};

static strew_plan plan_of(size_t row)
{
    scatter scatter = scatter_of(rows[row].op, rows[row].axis, 2, rows[row].data, 2, rows[row].indices);
    if (rows[row].indices[1] == ANY) scatter.indices_rank = 1;
    scatter.dtype = rows[row].dtype;
    scatter.reduction = STREW_REDUCTION_ADD;
    return plan_scatter(&scatter);
}

TEST(the_fastest_way_that_fits_is_taken)
{
    for (size_t row = 0; row < COUNT(rows); row++) {
        const strew_plan plan = plan_of(row);
        const strew_known known = know(&plan, rows[row].n_threads, rows[row].workspace_bytes, rows[row].facts);
        const strew_schedule schedule = strew_choose_schedule(&known, &(strew_threads){.n = known.n_threads});
        if (strcmp(schedule.way->name, rows[row].way) != 0) fail_msg("row %zu takes %s", row, schedule.way->name);
        assert_true(schedule.n <= known.n_threads && schedule.bytes <= known.workspace_bytes);
    }
}

/* A run with the workspace that was asked for takes the way that it was asked for; with a byte less, one that fits. */
TEST(what_is_asked_for_is_what_is_used)
{
    for (size_t row = 0; row < COUNT(rows); row++) {
        const strew_plan plan = plan_of(row);
        for (int32_t n_threads = 1; n_threads <= 64; n_threads *= 2) {
            const size_t size = strew_plan_workspace_size(&plan, n_threads);
            const strew_known asked = know(&plan, (size_t)n_threads, SIZE_MAX, NOTHING),
                              lent = know(&plan, (size_t)n_threads, size, NOTHING),
                              less = know(&plan, (size_t)n_threads, size - (size != 0), NOTHING);
            const strew_threads threads = {.n = (size_t)n_threads};
            const strew_schedule first = strew_choose_schedule(&asked, &threads), then = strew_choose_schedule(&lent, &threads);
            assert_ptr_equal(first.way, then.way);
            assert_int_equal(first.n, then.n);
            assert_true(first.bytes == size && then.bytes == size);
            assert_true(size == 0 || strew_choose_schedule(&less, &threads).bytes < size);
        }
    }
}
