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

/* A negative index counts from the end of its dimension, whose size is `added`; or it is out of bounds, as it is if 0 is added. */
static STREW_INLINE uint64_t strew_wrap(int64_t index, uint64_t added)
{
    return (uint64_t)index + (index < 0 ? added : 0);
}

#endif /* STREW_UTIL_H */
