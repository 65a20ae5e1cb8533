/* Builds for tests are told of members that do not belong to the access pattern at hand. */

static unsigned n_told;
#define STREW_ASSERT(condition) (n_told += !(condition))
#include "access.h"
#include "testing.h"

TEST(each_pattern_has_members_of_its_own)
{
    static const strew_pattern patterns[] = {STREW_SCATTERED, STREW_ROWS, STREW_GRID, STREW_RUNS};

    for (size_t i = 0; i < COUNT(patterns); i++) {
        static strew_job job;
        job.access.pattern = patterns[i];
        n_told = 0;
        (void)strew_indexed_of(&job);
        assert_int_equal(n_told, patterns[i] != STREW_SCATTERED && patterns[i] != STREW_ROWS);
        n_told = 0;
        (void)strew_grid_of(&job);
        assert_int_equal(n_told, patterns[i] != STREW_GRID);
        n_told = 0;
        (void)strew_runs_of(&job);
        assert_int_equal(n_told, patterns[i] != STREW_RUNS);
    }
}
