/* What the adapter of OpenMP says of its threads. That it runs all tasks, test_adapters.c shows. */
#include <strew/openmp.h>

#include "group.h"
#include "testing.h"

enum { THREADS = 3 };

/* How many threads the adapter has within a team of two, and how many a region there has. */
static void count_within_a_team(int32_t *n_said, int32_t *n_had)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        *n_said = strew_openmp_resources().n_threads;
#pragma omp parallel
#pragma omp single
        *n_had = (int32_t)omp_get_num_threads();
    }
}

/* One thread would do the work of many, which takes longer than its own. */
TEST(within_a_team_it_has_the_threads_of_a_region_there)
{
    int32_t n_said, n_had;

    omp_set_num_threads(THREADS);
#ifdef STREW_WITHOUT_NESTED_TEAMS
    enum { MAX_LEVELS = 1 };
#else
    enum { MAX_LEVELS = 2 };
#endif
    for (int levels = 1; levels <= MAX_LEVELS; levels++) {
        omp_set_max_active_levels(levels);
        assert_int_equal(strew_openmp_resources().n_threads, THREADS);
        count_within_a_team(&n_said, &n_had);
        assert_int_equal(n_had, levels == 1 ? 1 : THREADS);
        assert_int_equal(n_said, n_had);
    }
}
