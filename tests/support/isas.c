#include "isas.h"

int is_runnable(strew_isa isa)
{
    const strew_isa_state state = strew_isa_get_state(isa);
    return state == STREW_ISA_STATE_USABLE || state == STREW_ISA_STATE_EMULATED;
}

size_t runnable_isas(strew_isa isas[MAX_ISAS])
{
    size_t n = 0;

    for (int isa = STREW_ISA_BEST + 1; n < MAX_ISAS && strew_isa_name((strew_isa)isa); isa++) {
        if (is_runnable((strew_isa)isa)) isas[n++] = (strew_isa)isa;
    }
    return n;
}
