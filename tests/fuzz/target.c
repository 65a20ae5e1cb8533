/* A fuzz target: STREW_FUZZ_EXTENT and STREW_FUZZ_OPERATOR say what it does with its inputs. */
#include "perform.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    perform(STREW_FUZZ_EXTENT, STREW_FUZZ_OPERATOR, input, size);
    return 0;
}
