/* scatter_update, planned and run. */
#include "perform.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    perform(RUNNING, REFERENCE_UPDATE, input, size);
    return 0;
}
