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

/* Another thread may change an index at any time: each read of one, of the same place too, gives any number. */
static inline int32_t load_i32(const void *from) STREW_REQUIRES(__CPROVER_r_ok(from, sizeof(int32_t))) STREW_ASSIGNS();
static inline int64_t load_i64(const void *from) STREW_REQUIRES(__CPROVER_r_ok(from, sizeof(int64_t))) STREW_ASSIGNS();

#define STREW_PROVES_INDICES(name)                                                                                                         \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        uint32_t *slice_indices;                                                                                                           \
        const unsigned char *indices;                                                                                                      \
        const uint32_t *positions;                                                                                                         \
        size_t n_tuples;                                                                                                                   \
        const strew_components *components;                                                                                                \
        choose_any();                                                                                                                      \
        name(slice_indices, indices, positions, n_tuples, components);                                                                     \
    }

#endif /* STREW_PROOF_H */
