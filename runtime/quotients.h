/* Quotients, for the kernels of means. */
#ifndef STREW_QUOTIENTS_H
#define STREW_QUOTIENTS_H

#include <strew/strew.h>

#include "contract.h"

/* The nearest double. Both halves are exact, and their sum is rounded once. CPUs convert 32 bits, and some have no more. */
static inline double strew_to_double(uint64_t count)
{
    return (double)(uint32_t)(count >> 32) * 4294967296.0 + (double)(uint32_t)count;
}

/* Quotients of integers, by the magnitude of the sum. The remainder of a negative sum decides if it is rounded down. */
static inline uint64_t strew_divide_64(uint64_t sum, uint64_t count, int is_negative, strew_mean_rounding rounding)
    STREW_REQUIRES(count > 0)
    STREW_ASSIGNS()
{
    const uint64_t magnitude = is_negative ? 0 - sum : sum;
    const int is_short = (magnitude | count) <= UINT32_MAX; /* then many CPUs take less than half the time */
    const uint64_t quotient = is_short ? (uint32_t)magnitude / (uint32_t)count : magnitude / count;
    const int is_down = is_negative && rounding == STREW_MEAN_ROUNDING_FLOORS && quotient * count != magnitude;
    return is_negative ? 0 - (quotient + (is_down ? 1 : 0)) : quotient;
}

/* The high word of a mean of 64 bits is less than the count. Bit by bit: seldom needed, and C11 has no integer of 128 bits. */
static inline uint64_t strew_divide_128(uint64_t low, uint64_t high, uint64_t count, int is_negative, strew_mean_rounding rounding)
    STREW_REQUIRES(count > 0)
    STREW_ASSIGNS()
{
    if (is_negative) {
        low = 0 - low;
        high = ~high + (low == 0 ? 1 : 0);
    }
    uint64_t quotient, rest;
    if (high == 0) {
        quotient = low / count;
        rest = low % count;
    } else {
        quotient = 0;
        rest = high;
        for (int bit = 63; bit >= 0; bit--)
            STREW_ASSIGNS(bit, quotient, rest)
            STREW_INVARIANT(bit >= -1 && bit <= 63)
        {
            const int carries = (int)(rest >> 63);
            rest = rest << 1 | (low >> bit & 1);
            const int goes = carries || rest >= count;
            rest -= goes ? count : 0;
            quotient = quotient << 1 | (uint64_t)goes;
        }
    }
    const int is_down = is_negative && rounding == STREW_MEAN_ROUNDING_FLOORS && rest != 0;
    return is_negative ? 0 - (quotient + (is_down ? 1 : 0)) : quotient;
}

#endif /* STREW_QUOTIENTS_H */
