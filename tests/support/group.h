/* What most groups of tests share: one stage, and the instruction sets of the machine. */
#ifndef STREW_TESTS_GROUP_H
#define STREW_TESTS_GROUP_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "fixture.h"
#include "isas.h"

/* There while the tests of run_on_fixture run. */
extern fixture buffers;
extern strew_isa isas[MAX_ISAS];
extern size_t n_isas;

struct CMUnitTest;

/* Runs tests one after another, all of them on a stage of this capacity and seed. Returns what main() does. */
int run_on_fixture(const char *name, const struct CMUnitTest *tests, size_t n_tests, size_t capacity, uint64_t seed);

/* Runs tests twice, on buffers that `place` gets from guarded_new: at their ends they touch a guard page, then at their starts. */
int run_at_either_end(const char *name, const struct CMUnitTest *tests, size_t n_tests, void (*place)(placement placement));

#endif
