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

#define STREW_PROVES_LOAD(name, type)                                                                                                      \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        const void *from;                                                                                                                  \
        name(from);                                                                                                                        \
    }

#define STREW_PROVES_STORE(name, type)                                                                                                     \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        void *to;                                                                                                                          \
        type value;                                                                                                                        \
        name(to, value);                                                                                                                   \
    }

#define STREW_PROVES_COPY(name)                                                                                                            \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        unsigned char *to;                                                                                                                 \
        const unsigned char *from;                                                                                                         \
        size_t n;                                                                                                                          \
        name(to, from, n);                                                                                                                 \
    }

#define STREW_PROVES_STAGE(name)                                                                                                           \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        unsigned char *output;                                                                                                             \
        const unsigned char *updates;                                                                                                      \
        size_t n, prefetch_bytes;                                                                                                          \
        name(output, updates, n, prefetch_bytes);                                                                                          \
    }

#define STREW_PROVES_COMBINE(name)                                                                                                         \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        unsigned char *output;                                                                                                             \
        const unsigned char *staged;                                                                                                       \
        const uint32_t *slice_indices;                                                                                                     \
        size_t n;                                                                                                                          \
        int prefetches_output;                                                                                                             \
        choose_any();                                                                                                                      \
        name(output, staged, slice_indices, n, prefetches_output);                                                                         \
    }

/* A part of a kernel that reads indices, which is called so. */
#define STREW_PROVES_PART(name, ...)                                                                                                       \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        unsigned char *output;                                                                                                             \
        const unsigned char *in, *updates, *indices;                                                                                       \
        ptrdiff_t step;                                                                                                                    \
        size_t i, end, prefetch_bytes;                                                                                                     \
        int64_t low;                                                                                                                       \
        uint64_t size;                                                                                                                     \
        choose_any();                                                                                                                      \
        name(__VA_ARGS__);                                                                                                                 \
    }

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

#define STREW_PROVES_APPLY(name)                                                                                                           \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        unsigned char *output;                                                                                                             \
        const unsigned char *updates;                                                                                                      \
        const uint32_t *slice_indices;                                                                                                     \
        size_t n_tuples;                                                                                                                   \
        const strew_slices *slices;                                                                                                        \
        choose_any();                                                                                                                      \
        name(output, updates, slice_indices, n_tuples, slices);                                                                            \
    }

#define STREW_PROVES_GATHER(name)                                                                                                          \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        unsigned char *output;                                                                                                             \
        const unsigned char *data;                                                                                                         \
        const uint32_t *slice_indices;                                                                                                     \
        size_t n_tuples, slice_bytes;                                                                                                      \
        int prefetches;                                                                                                                    \
        choose_any();                                                                                                                      \
        name(output, data, slice_indices, n_tuples, slice_bytes, prefetches);                                                              \
    }

#define STREW_PROVES_TAKE(name)                                                                                                            \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        unsigned char *output;                                                                                                             \
        const unsigned char *data, *indices;                                                                                               \
        size_t n_tuples, row, row_bytes;                                                                                                   \
        const strew_components *components;                                                                                                \
        choose_any();                                                                                                                      \
        name(output, data, indices, n_tuples, row, row_bytes, components);                                                                 \
    }

#define STREW_PROVES_PUT(name)                                                                                                             \
    void prove(void)                                                                                                                       \
    {                                                                                                                                      \
        unsigned char *output;                                                                                                             \
        const unsigned char *updates, *indices;                                                                                            \
        ptrdiff_t step;                                                                                                                    \
        size_t n_tuples, row, row_bytes;                                                                                                   \
        const strew_components *components;                                                                                                \
        choose_any();                                                                                                                      \
        name(output, updates, step, indices, n_tuples, row, row_bytes, components);                                                        \
    }

#endif /* STREW_PROOF_H */
