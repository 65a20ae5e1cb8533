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

/* Runs all tests of the file. Returns the exit code of main(). */
int run_all_tests(int (*set_up)(void **state), int (*tear_down)(void **state));

#ifdef __cplusplus
}
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
