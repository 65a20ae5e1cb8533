/* cmocka, with the headers that it requires, and what every test file needs. */
#ifndef STREW_TESTS_TESTING_H
#define STREW_TESTS_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A test of its file, which runs in the order of lines: TEST(what_is_true) { ... }. A file without a main() of its own gets one. */
#define TEST(test)                                                                                                                         \
    static void test(void **state);                                                                                                        \
    static struct test_of_file entry_of_##test = {#test, test, NULL, __LINE__, __FILE__, NULL};                                            \
    __attribute__((constructor)) static void register_##test(void)                                                                         \
    {                                                                                                                                      \
        register_test(&entry_of_##test);                                                                                                   \
    }                                                                                                                                      \
    static void test(void **state)

/* A test that needs another thread, or another process, beside this one. WebAssembly has neither here, and does not run it. */
#if defined(__wasi__)
#define TEST_WITH_OTHERS(test) __attribute__((unused)) static void test(void **state)
#else
#define TEST_WITH_OTHERS(test) TEST(test)
#endif

struct test_of_file {
    const char *name;
    void (*run)(void **state);
    void *state;
    int line;
    const char *file;
    struct test_of_file *next;
};

void register_test(struct test_of_file *test);

/* Adds a test before those of TEST: a function that takes its case from *state, and a name that says which case it is. */
void add_test(void (*run)(void **state), void *state, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Says which case of a test comes next: if it fails, that is printed below the failure. */
void in_case(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Goes through every combination of what the body of a loop chooses:
 *
 *     while (next_case()) {
 *         const strew_policy policy = policies[choose("policy", COUNT(policies))];
 *         const int is_prepared = (int)choose("is_prepared", 2);
 *         if (is_light() && case_number() % 7 != 0) continue;
 *
 * All that a case chooses is chosen before it ends. choose() returns a number below n. If the test fails, the
 * names and numbers of its case are printed. The numbers of cases begin with 0. A loop has no such loop inside. */
int next_case(void);
size_t choose(const char *name, size_t n);
size_t case_number(void);

/* Runs all tests of the file. Returns the exit code of main(). */
int run_all_tests(int (*set_up)(void **state), int (*tear_down)(void **state));

#ifdef __cplusplus
}
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
