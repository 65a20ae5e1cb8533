/* What all proofs have in common: a proof is this file, the source of a function, its contract, and a call with any arguments. */
#ifndef STREW_PROOF_H
#define STREW_PROOF_H

#include "contract.h"
#include "kernels.h"

/* A contract holds for all elements if it holds for one that may be any. */
size_t strew_any, strew_any_bytes;
size_t nondet_any(void);

static inline void choose_any(void)
{
    strew_any = nondet_any();
    strew_any_bytes = nondet_any();
    __CPROVER_assume(strew_any_bytes <= STREW_MANY_TUPLES << 10);
}

void *memset(void *to, int byte, size_t n) STREW_REQUIRES_BYTES(to, n) STREW_ASSIGNS(STREW_ALL_BYTES(to));
void *memmove(void *to, const void *from, size_t n)
    STREW_REQUIRES(__CPROVER_r_ok(from, n) && __CPROVER_w_ok(to, n))
    STREW_ASSIGNS(STREW_BYTES(to, n));
void *memcpy(void *restrict to, const void *restrict from, size_t n) STREW_COPIES(to, from, n);

/* Functions of public headers. */
size_t strew_dtype_size(strew_dtype dtype) STREW_ASSIGNS() STREW_ENSURES(STREW_RESULT <= 512);
int64_t strew_dtype_block(strew_dtype dtype) STREW_ASSIGNS() STREW_ENSURES(0 <= STREW_RESULT && STREW_RESULT <= STREW_MAX_BLOCK);

#endif /* STREW_PROOF_H */
