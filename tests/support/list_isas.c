/* Prints the instruction sets whose kernels can run here, one to a line: STREW_ISA can be any of them. */
#include <stdio.h>

#include "isas.h"

int main(void)
{
    strew_isa isas[MAX_ISAS];
    const size_t n = runnable_isas(isas);

    for (size_t i = 0; i < n; i++) puts(strew_isa_name(isas[i]));
    return n == 0;
}
