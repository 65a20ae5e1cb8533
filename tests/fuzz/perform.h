/* A call made of bytes, and what must come of it: the process is aborted, with a sentence on stderr, where something else does. */
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

/* `op` is one of reference_operator, or ANY_OPERATOR. What is run is run on every instruction set of the machine, and with one thread, with
 * two, and with as many as the bytes say. */
void perform(extent extent, int op, const uint8_t *input, size_t size);

/* What every target defines, and libFuzzer calls. */
int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

#endif
