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

/* One of `isas`: see next_case. */
strew_isa choose_isa(void);

/* Runs all tests of the file on one fixture of this capacity and seed. Returns the exit code of main(). */
int run_on_fixture(size_t capacity, uint64_t seed);

/* Plans the call of `buffers` for an instruction set, and runs it out of place and in place: output must be as expected. Or each run must
 * be rejected because of this index, without a trace in output; returns the fault of the last. */
void expect_run(strew_isa isa);
strew_fault expect_rejection(strew_isa isa, reference_position expected);

/* expect_run on the caller's thread and on one, two and more of a pool, with indices as they are and prepared. */
void expect_on_threads(strew_isa isa);

/* Runs tests twice, on buffers that `place` gets from guarded_new: their ends are next to a guard page, then their starts. */
int run_at_either_end(void (*place)(placement placement));

#endif
