/* Makes a call of bytes and checks its result: a wrong one aborts the process, with a sentence on stderr. */
#ifndef STREW_TESTS_FUZZ_PERFORM_H
#define STREW_TESTS_FUZZ_PERFORM_H

#include <stddef.h>
#include <stdint.h>

#include "call.h"

typedef enum extent {
    PLANNING, /* nothing is run */
    RUNNING,
    PREPARING /* runs prepare their indices first */
} extent;

/* `op` is one of reference_operator, or ANY_OPERATOR. Calls run on every instruction set of the machine, with one thread, with two, and
 * with as many as the bytes say. */
void perform(extent extent, int op, const uint8_t *input, size_t size);

/* Every target defines it, and libFuzzer calls it. */
int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

#endif
