#include "group.h"

#include <stdlib.h>

#include "fault.h"
#include "testing.h"

fixture buffers;
strew_isa isas[MAX_ISAS];
size_t n_isas;

/* ---- Cases --------------------------------------------------------------------------------------------------------------------------- */

static char current_case[400];

void in_case(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(current_case, sizeof current_case, format, arguments);
    va_end(arguments);
}

typedef struct wrapped {
    CMUnitTestFunction run;
    void *state;
} wrapped;

/* A test that fails does not return. */
static void run_wrapped(void **state)
{
    wrapped *const of = *state;

    of->run(&of->state);
    current_case[0] = '\0';
}

static int print_case(void **state)
{
    if (current_case[0]) fprintf(stderr, "[  CASE    ] %s\n", current_case);
    current_case[0] = '\0';
    return 0;
}

int run_cases(const char *name, const struct CMUnitTest *tests, size_t n_tests, int (*set_up)(void **state), int (*tear_down)(void **state))
{
    enum { MAX_TESTS = 128 };
    static struct CMUnitTest of_cmocka[MAX_TESTS];
    static wrapped all[MAX_TESTS];

    if (n_tests > MAX_TESTS) abort();
    for (size_t i = 0; i < n_tests; i++) {
        all[i] = (wrapped){tests[i].test_func, tests[i].initial_state};
        of_cmocka[i] = (struct CMUnitTest){tests[i].name, run_wrapped, NULL, print_case, &all[i]};
    }
    return _cmocka_run_group_tests(name, of_cmocka, n_tests, set_up, tear_down);
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

int run_on_fixture(const char *name, const struct CMUnitTest *tests, size_t n_tests, size_t capacity, uint64_t seed)
{
    capacity_of_all = capacity;
    seed_of_all = seed;
    return run_cases(name, tests, n_tests, set_up, tear_down);
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

    for (size_t i = 0; i < 2 * COUNT(n_threads); i++) {
        buffers.n_threads = n_threads[i / 2];
        buffers.is_prepared = i % 2 != 0;
        expect_run(isa);
    }
    buffers.n_threads = 0;
    buffers.is_prepared = 0;
}

void name_test(struct CMUnitTest *test, const char *format, const char *of, void (*run)(void **state), void *state_of_test)
{
    static char names[REFERENCE_MAX_DTYPES][80];
    static size_t n_names;
    char *const name = names[n_names++];

    assert_true(n_names <= COUNT(names));
    snprintf(name, sizeof *names, format, of);
    *test = (struct CMUnitTest){.name = name, .test_func = run, .initial_state = state_of_test};
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

int run_at_either_end(const char *name, const struct CMUnitTest *tests, size_t n_tests, void (*place)(placement placement))
{
    int n_failed = 0;

    place_all = place;
    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        placement_of_all = (placement)end;
        n_failed += run_cases(name, tests, n_tests, set_up_guarded, NULL);
        if (!guarded_free_all()) { /* checked here: cmocka does not count a failure of tear_down */
            fprintf(stderr, "%s: something wrote beside a buffer\n", name);
            n_failed++;
        }
    }
    return n_failed;
}
