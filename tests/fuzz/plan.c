/* Planning by any operator, whatever the shapes, types and options. */
#include "perform.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    perform(PLANNING, ANY_OPERATOR, input, size);
    return 0;
}
