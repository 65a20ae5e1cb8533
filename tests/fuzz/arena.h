/* Runs whose buffers overlap, or are NULL: all five of them lie in one arena, at positions that the bytes choose. */
#ifndef STREW_TESTS_FUZZ_ARENA_H
#define STREW_TESTS_FUZZ_ARENA_H

#include <stdint.h>

#include <strew/strew.h>

#include "call.h"

/* Runs the call of the fixture on buffers at positions that the bytes choose. It must succeed, or be rejected and write nothing. */
void run_in_arena(const made_call *made, strew_isa isa, int32_t n_threads, bytes from);

#endif
