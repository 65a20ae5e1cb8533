/* Prints the instruction sets whose kernels can run here: of those, every one has to be seen running. */
#include <stdio.h>

#include "isas.h"

int main(void)
{
    strew_isa isas[MOST_ISAS];
    const size_t n_isas = runnable_isas(isas);

    for (size_t i = 0; i < n_isas; i++) puts(strew_isa_name(isas[i]));
    return n_isas == 0;
}
