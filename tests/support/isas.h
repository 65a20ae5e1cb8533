/* The instruction sets of this machine. */
#ifndef STREW_TESTS_ISAS_H
#define STREW_TESTS_ISAS_H

#include <stddef.h>

#include <strew/inspect.h>

/* Whether its kernels can run here, natively or emulated. */
int is_runnable(strew_isa isa);

/* Those that can run; returns their number. Each can be named as a cap. */
enum { MAX_ISAS = 16 };
size_t runnable_isas(strew_isa isas[MAX_ISAS]);

#endif
