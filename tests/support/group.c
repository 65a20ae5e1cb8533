#include "group.h"

#include <stdlib.h>

#include "fault.h"
#include "testing.h"

fixture buffers;
strew_isa isas[MAX_ISAS];
size_t n_isas;

strew_isa choose_isa(void)
{
    return isas[choose("isa", n_isas)];
}

/* ---- With a fixture ------------------------------------------------------------------------------------------------------------------ */

/* cmocka passes no arguments to set_up. */
static size_t capacity_of_all;
static uint64_t seed_of_all;

static int set_up(void **state)
{
    n_isas = runnable_isas(isas);
    buffers = fixture_open(capacity_of_all, seed_of_all);
    return n_isas == 0;
}

static int tear_down(void **state)
{
    fixture_close(&buffers);
    return 0;
}

int run_on_fixture(size_t capacity, uint64_t seed)
{
    capacity_of_all = capacity;
    seed_of_all = seed;
    return run_all_tests(set_up, tear_down);
}

void expect_run(strew_isa isa)
{
    const strew_plan plan = fixture_plan(&buffers, isa);
    assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1));
}

strew_fault expect_rejection(strew_isa isa, reference_position expected)
{
    const strew_plan plan = fixture_plan(&buffers, isa);
    strew_fault fault;

    assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
    assert_index_fault(&fault, expected);
    return fault;
}

void expect_on_threads(strew_isa isa)
{
    static const int32_t n_threads[] = {0, 1, 2, 7};

    for (size_t i = 0; i < COUNT(n_threads); i++) {
        buffers.n_threads = n_threads[i];
        for (buffers.is_prepared = 0; buffers.is_prepared < 2; buffers.is_prepared++) expect_run(isa);
    }
    buffers.n_threads = 0;
    buffers.is_prepared = 0;
}

/* ---- Without a fixture --------------------------------------------------------------------------------------------------------------- */

static void (*place_all)(placement placement);
static placement placement_of_all;

static int set_up_guarded(void **state)
{
    n_isas = runnable_isas(isas);
    place_all(placement_of_all);
    return n_isas == 0;
}

int run_at_either_end(void (*place)(placement placement))
{
    int n_failed = 0;

    place_all = place;
    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        placement_of_all = (placement)end;
        n_failed += run_all_tests(set_up_guarded, NULL);
        if (!guarded_free_all()) { /* checked here: cmocka does not count a failure of tear_down */
            fprintf(stderr, "something wrote beside a buffer\n");
            n_failed++;
        }
    }
    return n_failed;
}
