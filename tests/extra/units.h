/* Errors of floats in units in the last place. */
#ifndef STREW_TESTS_UNITS_H
#define STREW_TESTS_UNITS_H

#include <math.h>

/* Whether a long double has more digits than a double, and exp and log of it too: those of some compilers have not, nor those of x86 under
 * valgrind, and musl's functions of 16 bytes are those of double. */
static inline int has_long_doubles(void)
{
    volatile long double sum = 1, third = 0.333L;
    sum += 0x1p-60L;
    return sum != 1 && expl(third) != (long double)exp((double)third);
}

/* The same as isfinite and isinf, which compare with the largest long double: to valgrind that is infinite. */
static inline int is_finite(long double number)
{
    return number - number == 0;
}

static inline int is_infinite(long double number)
{
    return number == number && !is_finite(number);
}

/* How far a number is from the exact one, in units of the last of `digits` binary digits; min_exponent is that of the smallest normal. */
static inline long double distance_of(long double found, long double exact, int digits, int min_exponent)
{
    int exponent;
    if (!is_finite(exact)) return (isnan(exact) && isnan(found)) || found == exact ? 0 : INFINITY;
    frexpl(exact, &exponent);
    if (exact == 0 || exponent < min_exponent) exponent = min_exponent;
    return fabsl(found - exact) / ldexpl(1, exponent - digits);
}

#endif
