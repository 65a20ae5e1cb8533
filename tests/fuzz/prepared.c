/* Runs over prepared indices, by any operator. */
#include "perform.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    perform(PREPARING, ANY_OPERATOR, input, size);
    return 0;
}
