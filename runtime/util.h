/* Small arithmetic that every room uses. */
#ifndef STREW_UTIL_H
#define STREW_UTIL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "compiler.h"

/* Builds for tests define STREW_CHECKED; the library itself never aborts. */
#if defined(STREW_ASSERT)
#elif defined(STREW_CHECKED)
#include <assert.h>
#define STREW_ASSERT(condition) assert(condition)
#else
#define STREW_ASSERT(condition) ((void)0)
#endif

static inline size_t strew_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t strew_round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

/* The first address in `memory` that is a multiple of `to`, a power of two. */
static inline unsigned char *strew_align(const void *memory, size_t to)
{
    return (unsigned char *)((uintptr_t)memory + -(uintptr_t)memory % to);
}

/* Runs a loop for pieces of n_bytes. Frequent sizes are constants in it, which compilers copy without a call. */
#define STREW_FOR_PIECES_OF(n_bytes, LOOP)                                                                                                 \
    switch (n_bytes) {                                                                                                                     \
    case 1: LOOP(1); break;                                                                                                                \
    case 2: LOOP(2); break;                                                                                                                \
    case 4: LOOP(4); break;                                                                                                                \
    case 8: LOOP(8); break;                                                                                                                \
    case 16: LOOP(16); break;                                                                                                              \
    case 32: LOOP(32); break;                                                                                                              \
    case 64: LOOP(64); break;                                                                                                              \
    case 128: LOOP(128); break;                                                                                                            \
    default: LOOP(n_bytes);                                                                                                                \
    }

#endif /* STREW_UTIL_H */
