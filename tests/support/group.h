/* What most groups of tests share: one fixture, and the instruction sets of the machine. */
#ifndef STREW_TESTS_GROUP_H
#define STREW_TESTS_GROUP_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "fixture.h"
#include "isas.h"

/* Valid while the tests of run_on_fixture run; isas also in run_at_either_end. */
extern fixture buffers;
extern strew_isa isas[MAX_ISAS];
extern size_t n_isas;

struct CMUnitTest;

/* Says which case of a test comes next: if it fails, that is printed below the failure. In tests that the functions below run. */
void in_case(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs all tests. Returns the exit code of main(). */
int run_cases(const char *name, const struct CMUnitTest *tests, size_t n_tests, int (*set_up)(void **state),
              int (*tear_down)(void **state));

/* Runs all tests on one fixture of this capacity and seed. Returns the exit code of main(). */
int run_on_fixture(const char *name, const struct CMUnitTest *tests, size_t n_tests, size_t capacity, uint64_t seed);

/* Plans the call of `buffers` for an instruction set, and runs it out of place and in place: output must be as expected. Or each run must
 * be rejected because of this index, without a trace in output; returns the fault of the last. */
void expect_run(strew_isa isa);
strew_fault expect_rejection(strew_isa isa, reference_position expected);

/* expect_run on the caller's thread and on one, two and more of a pool, with indices as they are and prepared. */
void expect_on_threads(strew_isa isa);

/* Makes a test whose name is `format` with `of` in the place of %s. */
void name_test(struct CMUnitTest *test, const char *format, const char *of, void (*run)(void **state), void *state_of_test);

/* Runs tests twice, on buffers that `place` gets from guarded_new: their ends are next to a guard page, then their starts. */
int run_at_either_end(const char *name, const struct CMUnitTest *tests, size_t n_tests, void (*place)(placement placement));

#endif
