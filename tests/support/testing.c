#include "testing.h"

#include <stdlib.h>

/* ---- Cases --------------------------------------------------------------------------------------------------------------------------- */

static char current_case[400];

void in_case(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(current_case, sizeof current_case, format, arguments);
    va_end(arguments);
}

static struct choice {
    const char *name;
    size_t chosen, n;
} choices[12];
static size_t n_choices, n_chosen, n_cases; /* of the case before this one, of this one so far, and the cases that have begun */

static void forget_cases(void)
{
    n_choices = n_chosen = n_cases = 0;
}

int next_case(void)
{
    n_choices = n_chosen;
    while (n_choices > 0 && choices[n_choices - 1].chosen + 1 == choices[n_choices - 1].n) n_choices--;
    if (n_cases > 0 && n_choices == 0) {
        forget_cases();
        return 0;
    }
    if (n_choices > 0) choices[n_choices - 1].chosen++;
    n_chosen = 0;
    n_cases++;
    return 1;
}

size_t choose(const char *name, size_t n)
{
    assert_true(n_chosen < COUNT(choices) && n > 0);
    if (n_chosen == n_choices) choices[n_choices++] = (struct choice){name, 0, n};
    return choices[n_chosen++].chosen;
}

size_t case_number(void)
{
    return n_cases - 1;
}

static struct test_of_file *first_test; /* in the order of their lines */

void register_test(struct test_of_file *test)
{
    struct test_of_file **before = &first_test;

    while (*before && (*before)->line <= test->line) before = &(*before)->next;
    test->next = *before;
    *before = test;
}

void add_test(void (*run)(void **state), void *state, const char *format, ...)
{
    enum { NAME_BYTES = 120 };
    struct test_of_file *const test = malloc(sizeof *test);
    char *const name = malloc(NAME_BYTES);
    va_list arguments;

    if (!test || !name) abort();
    va_start(arguments, format);
    vsnprintf(name, NAME_BYTES, format, arguments);
    va_end(arguments);
    *test = (struct test_of_file){name, run, state, 0, __FILE__, NULL};
    register_test(test);
}

/* A test that fails does not return. */
static void run_registered(void **state)
{
    const struct test_of_file *const test = *state;
    void *own_state = test->state;

    forget_cases();
    test->run(&own_state);
    current_case[0] = '\0';
}

static int print_case(void **state)
{
    if (current_case[0]) fprintf(stderr, "[  CASE    ] %s\n", current_case);
    if (n_cases > 0) fprintf(stderr, "[  CASE    ]");
    for (size_t i = 0; i < n_chosen; i++) fprintf(stderr, "%s %s %zu", i ? "," : "", choices[i].name, choices[i].chosen);
    if (n_cases > 0) fprintf(stderr, "\n");
    current_case[0] = '\0';
    return 0;
}

int run_all_tests(int (*set_up)(void **state), int (*tear_down)(void **state))
{
    enum { MAX_TESTS = 128 };
    static struct CMUnitTest tests[MAX_TESTS];
    size_t n = 0;

    for (struct test_of_file *test = first_test; test; test = test->next) {
        if (n == MAX_TESTS) abort();
        tests[n++] = (struct CMUnitTest){test->name, run_registered, NULL, print_case, test};
    }
    return n ? _cmocka_run_group_tests(first_test->file, tests, n, set_up, tear_down) : 1;
}
