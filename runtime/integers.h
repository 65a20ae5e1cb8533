/* Integers of any type that indices may have. */
#ifndef STREW_INTEGERS_H
#define STREW_INTEGERS_H

#include "compiler.h"
#include <strew/axes.h>

#include <stdint.h>
#include <string.h>

/* What exceeds an int64 is out of bounds of every shape, as INT64_MAX is. */
static STREW_INLINE int64_t strew_from_unsigned(uint64_t index)
{
    return index > INT64_MAX ? INT64_MAX : (int64_t)index;
}

/* An index type that a build leaves out is in no plan, and takes no code, here and below. */
static STREW_INLINE int64_t strew_read_integer(const unsigned char *from, strew_dtype dtype)
{
    int64_t read = 0;
    switch ((int)dtype) {
#define STREW_INDEX_DTYPE(dtype, built, type)                                                                                              \
    case dtype:                                                                                                                            \
        if (built) {                                                                                                                       \
            type index;                                                                                                                    \
            memcpy(&index, from, sizeof index);                                                                                            \
            read = (type)-1 < (type)1 ? (int64_t)index : strew_from_unsigned((uint64_t)index);                                             \
        }                                                                                                                                  \
        break;
#include "axes.inc"
    }
    return read;
}

#endif /* STREW_INTEGERS_H */
