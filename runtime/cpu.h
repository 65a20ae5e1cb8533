/* The instruction sets that this CPU and this operating system support. */
#ifndef STREW_CPU_H
#define STREW_CPU_H

#include "types.h"

/* A set of ISAs: bit n stands for the ISA numbered n. */
typedef uint32_t strew_isa_set;

/* Those that are built for this architecture and supported by the CPU and the operating system. */
strew_isa_set strew_cpu_isas(void);

#endif /* STREW_CPU_H */
