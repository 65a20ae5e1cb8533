/* Runs whose buffers overlap, or are NULL: all five of them lie in one arena, wherever the bytes put them. */
#ifndef STREW_TESTS_FUZZ_ARENA_H
#define STREW_TESTS_FUZZ_ARENA_H

#include <stdint.h>

#include <strew/strew.h>

#include "call.h"

/* What was position_dependent on the stage is laid out as the bytes say, and run: done, or rejected with nothing written. */
void run_in_arena(const made_call *made, strew_isa isa, int32_t n_threads, bytes from);

#endif
